//! What can be known before a model is built: equal variables, narrower domains, what is said twice.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::arguments::Arguments;
use super::error::Mistake;
use super::kernel::Mode;
use super::post::{self, Handler};
use super::problem::{Problem, Sum, Value};
use super::syntax::{Call, Item};
use crate::domain::Domain;

/// So often all constraints are looked at while something new is known.
const ROUNDS: usize = 20;

/// A name of a constraint, understood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub handler: Handler,
    /// How the last argument, if it is one more, is meant.
    ending: Ending,
    rule: Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    None,
    Reif,
    Imp,
}

/// What can be concluded of a constraint that always holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Nothing,
    /// The two arguments are one.
    Equal,
    /// `x - y  relation  total`.
    NotEqual,
    AtMost(i64),
    Linear(Relate),
    Member,
    Sum([i64; 3]),
    Times,
    Abs,
    Max,
    Min,
    Element,
    Largest,
    Smallest,
    And,
    Or,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relate {
    Equal,
    NotEqual,
    AtMost,
}

impl Known {
    /// `None` if nobody knows it.
    pub fn new(name: &str) -> Option<Known> {
        let (bare, ending) = match (name.strip_suffix("_reif"), name.strip_suffix("_imp")) {
            (Some(bare), _) => (bare, Ending::Reif),
            (_, Some(bare)) if name != "bool_left_imp" && name != "bool_right_imp" => {
                (bare, Ending::Imp)
            }
            _ => (name, Ending::None),
        };
        let handler = post::find(bare)?;
        let rule = match bare {
            "int_eq" | "bool_eq" | "bool2int" => Rule::Equal,
            "int_ne" => Rule::NotEqual,
            "int_le" | "bool_le" => Rule::AtMost(0),
            "int_lt" | "bool_lt" => Rule::AtMost(-1),
            "int_lin_eq" | "bool_lin_eq" => Rule::Linear(Relate::Equal),
            "int_lin_ne" => Rule::Linear(Relate::NotEqual),
            "int_lin_le" | "bool_lin_le" => Rule::Linear(Relate::AtMost),
            "set_in" => Rule::Member,
            "int_plus" => Rule::Sum([1, 1, -1]),
            "int_minus" => Rule::Sum([1, -1, -1]),
            "int_times" => Rule::Times,
            "int_abs" => Rule::Abs,
            "int_max" => Rule::Max,
            "int_min" => Rule::Min,
            "array_int_element"
            | "array_var_int_element"
            | "array_bool_element"
            | "array_var_bool_element" => Rule::Element,
            "array_int_maximum" => Rule::Largest,
            "array_int_minimum" => Rule::Smallest,
            "array_bool_and" => Rule::And,
            "array_bool_or" => Rule::Or,
            _ => Rule::Nothing,
        };
        Some(Known { handler, ending, rule })
    }

    /// The arguments without the condition, and when the constraint is to hold.
    pub fn mode<'p, 'a>(
        &self,
        problem: &'p Problem<'a>,
        call: Call,
    ) -> Result<(Arguments<'p, 'a>, Mode), Mistake> {
        let items = problem.file.slice(call.args);
        let name = problem.file.names[call.name as usize];
        let whole = Arguments { problem, name, at: call.at, items };
        if self.ending == Ending::None {
            return Ok((whole, Mode::Always));
        }
        let Some((_, items)) = items.split_last() else {
            return Err(whole.mistake("the last argument should be a boolean"));
        };
        let condition = whole.truth(items.len())?;
        let mode = match self.ending {
            Ending::Imp => Mode::If(condition),
            _ => Mode::Iff(condition),
        };
        Ok((Arguments { items, ..whole }, mode))
    }
}

/// The names of a file's constraints, understood.
pub(super) fn names(problem: &Problem<'_>) -> Result<Vec<Known>, Mistake> {
    let file = &problem.file;
    let known = file.names.iter().enumerate().map(|(i, name)| {
        Known::new(name).ok_or_else(|| {
            let at = file.calls.iter().find(|call| call.name as usize == i);
            let what = match name.contains("float") {
                true => "floats are not supported",
                false => "this solver does not know it",
            };
            Mistake::new(at.map_or(0, |call| call.at), format!("the constraint `{name}`: {what}"))
        })
    });
    known.collect()
}

/// Draws conclusions, and leaves out the constraints that then say nothing more.
pub(super) fn presolve(problem: &mut Problem<'_>, known: &[Known]) -> Result<(), Mistake> {
    let calls = std::mem::take(&mut problem.file.calls);
    let mut open: Vec<Call> = calls;
    for _ in 0..ROUNDS {
        let before = problem.changes;
        let mut left = Vec::with_capacity(open.len());
        for call in open {
            let says_all = conclude(problem, known[call.name as usize], call)?;
            if !says_all {
                left.push(call);
            }
        }
        open = left;
        if problem.changes == before || problem.contradiction {
            break;
        }
    }
    problem.file.calls = once_each(problem, open);
    Ok(())
}

/// Constraints without those that were there before.
fn once_each(problem: &Problem<'_>, calls: Vec<Call>) -> Vec<Call> {
    // Two that hash alike by chance are both kept.
    let mut seen: HashMap<u64, Call> = HashMap::with_capacity(calls.len());
    let root = |item: &Item| match *item {
        Item::Var(v) => Item::Var(problem.root(v)),
        other => other,
    };
    // Arrays by what they hold.
    let content = |call: &Call| {
        problem.file.slice(call.args).iter().flat_map(move |item| {
            let (head, rest) = match item {
                Item::Array(slice) => (Item::Other, problem.file.slice(*slice)),
                _ => (root(item), &[][..]),
            };
            [head].into_iter().chain(rest.iter().map(root))
        })
    };
    let mut kept = Vec::with_capacity(calls.len());
    for call in calls {
        let mut hasher = DefaultHasher::new();
        call.name.hash(&mut hasher);
        content(&call).for_each(|item| item.hash(&mut hasher));
        let first = *seen.entry(hasher.finish()).or_insert(call);
        let repeats =
            first.at != call.at && first.name == call.name && content(&first).eq(content(&call));
        if !repeats {
            kept.push(call);
        }
    }
    kept
}

/// Concludes what it can from one constraint; whether that is all that it says.
fn conclude(problem: &mut Problem<'_>, known: Known, call: Call) -> Result<bool, Mistake> {
    if known.rule == Rule::Nothing {
        return Ok(false);
    }
    let (arguments, mode) = known.mode(problem, call)?;
    match mode {
        Mode::Always | Mode::If(Value::Fixed(1)) | Mode::Iff(Value::Fixed(1)) => {}
        Mode::If(Value::Fixed(_)) => return Ok(true),
        _ => return Ok(false),
    }
    match known.rule {
        Rule::Equal => {
            arguments.expect(2)?;
            let (x, y) = (arguments.value(0)?, arguments.value(1)?);
            problem.equate(x, y);
            Ok(true)
        }
        Rule::NotEqual => {
            arguments.expect(2)?;
            let terms = [(1, arguments.value(0)?), (-1, arguments.value(1)?)];
            let sum = arguments.sum_of(terms, 0)?;
            Ok(linear(problem, &sum, Relate::NotEqual))
        }
        Rule::AtMost(total) => {
            arguments.expect(2)?;
            let terms = [(1, arguments.value(0)?), (-1, arguments.value(1)?)];
            let sum = arguments.sum_of(terms, total)?;
            Ok(linear(problem, &sum, Relate::AtMost))
        }
        Rule::Linear(relate) => {
            arguments.expect(3)?;
            let Value::Fixed(total) = arguments.value(2)? else { return Ok(false) };
            let sum = arguments.sum(0, 1, total)?;
            Ok(linear(problem, &sum, relate))
        }
        Rule::Sum(factors) => {
            arguments.expect(3)?;
            let values = [arguments.value(0)?, arguments.value(1)?, arguments.value(2)?];
            let sum = arguments.sum_of(factors.into_iter().zip(values), 0)?;
            Ok(linear(problem, &sum, Relate::Equal))
        }
        Rule::Member => {
            arguments.expect(2)?;
            let Ok(set) = arguments.constant_set(1) else { return Ok(false) };
            let x = arguments.value(0)?;
            problem.keep(x, &set);
            Ok(true)
        }
        Rule::And | Rule::Or => {
            arguments.expect(2)?;
            let all = known.rule == Rule::And;
            // All are true, or none is.
            if arguments.truth(1)? != Value::Fixed(all.into()) {
                return Ok(false);
            }
            for value in arguments.truths(0)? {
                problem.within(value, all.into(), all.into());
            }
            Ok(true)
        }
        rule => {
            arithmetic(problem, rule, call, known)?;
            Ok(false)
        }
    }
}

/// Bounds of the result of arithmetic, for variables that have none, or wide ones.
fn arithmetic(
    problem: &mut Problem<'_>,
    rule: Rule,
    call: Call,
    known: Known,
) -> Result<(), Mistake> {
    let (arguments, _) = known.mode(problem, call)?;
    let hull = |values: &[Value]| -> Option<Vec<(i64, i64)>> {
        values.iter().map(|&value| arguments.problem.bounds(value)).collect()
    };
    let (result, bounds) = match rule {
        Rule::Times => {
            let [x, y] = [arguments.value(0)?, arguments.value(1)?];
            let Some(b) = hull(&[x, y]) else { return Ok(()) };
            let products = [b[0].0, b[0].1]
                .into_iter()
                .flat_map(|x| [x.checked_mul(b[1].0), x.checked_mul(b[1].1)]);
            let Some(products) = products.collect::<Option<Vec<i64>>>() else { return Ok(()) };
            let hi = products.iter().max().copied();
            let lo = products.into_iter().min().map(|lo| if x == y { lo.max(0) } else { lo });
            (arguments.value(2)?, lo.zip(hi))
        }
        Rule::Abs => {
            let x = arguments.problem.bounds(arguments.value(0)?);
            let far = |(lo, hi): (i64, i64)| (0, lo.saturating_abs().max(hi.saturating_abs()));
            (arguments.value(1)?, x.map(far))
        }
        Rule::Max | Rule::Min => {
            let [x, y] = [arguments.value(0)?, arguments.value(1)?];
            (arguments.value(2)?, hull(&[x, y]).and_then(|b| ends(&b, rule == Rule::Max)))
        }
        Rule::Largest | Rule::Smallest => {
            let bounds = hull(&arguments.values(1)?);
            (arguments.value(0)?, bounds.and_then(|b| ends(&b, rule == Rule::Largest)))
        }
        Rule::Element => {
            let array = arguments.values(1)?;
            let bounds = hull(&array);
            let lo = bounds.iter().flatten().map(|b| b.0).min();
            let hi = bounds.iter().flatten().map(|b| b.1).max();
            let (index, len) = (arguments.value(0)?, array.len() as i64);
            let result = arguments.value(2)?;
            problem.within(index, 1, len);
            (result, lo.zip(hi))
        }
        _ => return Ok(()),
    };
    if let Some((lo, hi)) = bounds {
        problem.within(result, lo, hi);
    }
    Ok(())
}

/// The bounds of the largest, or the smallest, of numbers with these bounds.
fn ends(bounds: &[(i64, i64)], largest: bool) -> Option<(i64, i64)> {
    let (los, his) = (bounds.iter().map(|b| b.0), bounds.iter().map(|b| b.1));
    match largest {
        true => los.max().zip(his.max()),
        false => los.min().zip(his.min()),
    }
}

/// Concludes from a sum; whether that is all that it says.
fn linear(problem: &mut Problem<'_>, sum: &Sum, relate: Relate) -> bool {
    let total = sum.total;
    match (&sum.terms[..], relate) {
        ([], _) => {
            problem.contradiction |= match relate {
                Relate::Equal => total != 0,
                Relate::NotEqual => total == 0,
                Relate::AtMost => total < 0,
            };
            true
        }
        (&[(factor, x)], Relate::Equal) => {
            match whole_quotient(total, factor) {
                Some(value) => problem.within(Value::Open(x), value, value),
                None => problem.contradiction = true,
            }
            true
        }
        (&[(factor, x)], Relate::NotEqual) => {
            let value = whole_quotient(total, factor).and_then(|value| i32::try_from(value).ok());
            let Some(value) = value else { return true };
            let Some(domain) = problem.domain(x) else { return false };
            if domain.contains(value) {
                let rest = without(domain, value);
                problem.keep(Value::Open(x), &rest);
            }
            true
        }
        (&[(factor, x)], Relate::AtMost) => {
            match factor > 0 {
                true => problem.within(Value::Open(x), i64::MIN, total.div_euclid(factor)),
                false => {
                    let least = -i128::from(total).div_euclid(-i128::from(factor));
                    let least = least.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
                    problem.within(Value::Open(x), least, i64::MAX);
                }
            }
            true
        }
        (&[(a, x), (b, y)], Relate::Equal) if total == 0 && i128::from(a) + i128::from(b) == 0 => {
            problem.equate(Value::Open(x), Value::Open(y));
            true
        }
        (_, Relate::NotEqual) => false,
        (_, relate) => {
            bounds(problem, sum, relate);
            false
        }
    }
}

/// `total / factor`, if that is a whole number.
fn whole_quotient(total: i64, factor: i64) -> Option<i64> {
    total.checked_div(factor).filter(|value| value.checked_mul(factor) == Some(total))
}

fn without(domain: &Domain, value: i32) -> Domain {
    let mut ranges: Vec<(i32, i32)> = Vec::new();
    for range in domain.ranges() {
        let (lo, hi) = (*range.start(), *range.end());
        if (lo..=hi).contains(&value) {
            if lo < value {
                ranges.push((lo, value - 1));
            }
            if value < hi {
                ranges.push((value + 1, hi));
            }
        } else {
            ranges.push((lo, hi));
        }
    }
    Domain::from(ranges)
}

/// Variables with domains as wide as this get bounds from sums here; others get them from the kernel.
const WIDE: i64 = 1 << 16;

/// Gives bounds to the variables of a sum that have none, or wide ones.
fn bounds(problem: &mut Problem<'_>, sum: &Sum, relate: Relate) {
    let ends = |problem: &Problem<'_>, v: u32| problem.bounds(Value::Open(v));
    let wide =
        |problem: &Problem<'_>, v: u32| ends(problem, v).is_none_or(|(lo, hi)| hi - lo >= WIDE);
    if !sum.terms.iter().any(|&(_, v)| wide(problem, v)) {
        return;
    }
    for &(factor, x) in sum.terms.iter() {
        if !wide(problem, x) {
            continue;
        }
        // What the others can be at least and at most.
        let mut rest = Some((0i128, 0i128));
        for &(c, y) in sum.terms.iter().filter(|term| term.1 != x) {
            rest = rest.zip(ends(problem, y)).map(|((least, most), (lo, hi))| {
                let (a, b) = (i128::from(c) * i128::from(lo), i128::from(c) * i128::from(hi));
                (least + a.min(b), most + a.max(b))
            });
        }
        let Some((least, most)) = rest else { continue };
        let (total, factor) = (i128::from(sum.total), i128::from(factor));
        // factor · x lies between these.
        let high = total - least;
        let low = if relate == Relate::Equal { total - most } else { i128::MIN / 2 };
        let (lo, hi) = match factor > 0 {
            true => (-(-low).div_euclid(factor), high.div_euclid(factor)),
            false => (-high.div_euclid(-factor), (-low).div_euclid(-factor)),
        };
        let clamp = |end: i128| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        problem.within(Value::Open(x), clamp(lo), clamp(hi));
    }
}
