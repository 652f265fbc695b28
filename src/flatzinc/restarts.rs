//! Restart annotations: when a search begins again.

use super::syntax::{Annotation, Item};
use crate::restart::Restarts;

/// What an annotation says of restarts; `None` if it is about something else.
pub(super) fn restarts(annotation: &Annotation<'_>) -> Option<Restarts> {
    let count = |argument: &Annotation<'_>| match argument {
        Annotation::Item(Item::Int(count)) => u64::try_from(*count).ok(),
        _ => None,
    };
    match annotation {
        Annotation::Name("restart_none") => Some(Restarts::Never),
        Annotation::Call("restart_constant", of) => Some(Restarts::Constant(count(of.first()?)?)),
        Annotation::Call("restart_linear", of) => Some(Restarts::Linear(count(of.first()?)?)),
        Annotation::Call("restart_luby", of) => Some(Restarts::Luby(count(of.first()?)?)),
        Annotation::Call("restart_geometric", of) => {
            let base = match of.first()? {
                Annotation::Float(base) if !base.is_nan() => *base,
                Annotation::Item(Item::Int(base)) => *base as f64,
                _ => return None,
            };
            let first = count(of.get(1)?)?;
            // What does not grow stays as it is; what grows too fast for 32 bits is one run.
            Some(match base > 1.0 {
                true => {
                    Restarts::Geometric { first, growth: ((base - 1.0) * 100.0).round() as u32 }
                }
                false => Restarts::Constant(first),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Restarts> {
        let text = format!("int: n = 7; solve :: {text} satisfy;");
        restarts(&crate::flatzinc::parse::parse(text.as_bytes()).unwrap().search[0])
    }

    #[test]
    fn each_kind_is_known() {
        assert_eq!(read("restart_none"), Some(Restarts::Never));
        assert_eq!(read("restart_constant(n)"), Some(Restarts::Constant(7)));
        assert_eq!(read("restart_linear(250)"), Some(Restarts::Linear(250)));
        assert_eq!(read("restart_luby(250)"), Some(Restarts::Luby(250)));
        let geometric = |first, growth| Some(Restarts::Geometric { first, growth });
        assert_eq!(read("restart_geometric(1.5, 100)"), geometric(100, 50));
        assert_eq!(read("restart_geometric(2, 100)"), geometric(100, 100));
        assert_eq!(read("restart_geometric(1e300, 100)"), geometric(100, u32::MAX));
        assert_eq!(read("restart_geometric(0.5, 100)"), Some(Restarts::Constant(100)));
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        for text in ["restart_luby", "restart_luby(-1)", "restart_linear(\"a\")", "int_search(n)"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
