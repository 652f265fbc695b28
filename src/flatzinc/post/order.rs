//! Sequences in order, and sequences compared with each other.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::Handler;
use crate::constraint::{
    AllEqual, And, Constraint, Lexicographic, Ordered, Precedence, SameValues,
};
use crate::store::Var;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "increasing_int" | "increasing_bool" => |a, k| list(a, k, Ordered::increasing),
        "decreasing_int" | "decreasing_bool" => |a, k| list(a, k, Ordered::decreasing),
        "strictly_increasing_int" | "strictly_increasing_bool" => {
            |a, k| list(a, k, Ordered::strictly_increasing)
        }
        "strictly_decreasing_int" | "strictly_decreasing_bool" => {
            |a, k| list(a, k, Ordered::strictly_decreasing)
        }
        "all_equal_int" | "all_equal_bool" | "all_equal" => |a, k| list(a, k, AllEqual::new),
        "lex_less_int" | "lex_less_bool" => |a, k| two(a, k, Lexicographic::less),
        "lex_lesseq_int" | "lex_lesseq_bool" => |a, k| two(a, k, Lexicographic::at_most),
        // The second is the first in order.
        "sort" => |a, k| {
            two(a, k, |xs, ys| And::new([SameValues::new(&xs, &ys)]).and(Ordered::increasing(ys)))
        },
        "value_precede_int" => |a, k| {
            a.expect(3)?;
            let order = [a.small(0)?, a.small(1)?];
            let vars = k.vars(a, a.values(2)?)?;
            Ok(Meaning::one(Precedence::new(vars, order)))
        },
        "value_precede_chain_int" => |a, k| {
            a.expect(2)?;
            let order = a.smalls(0)?;
            let vars = k.vars(a, a.values(1)?)?;
            Ok(Meaning::one(Precedence::new(vars, order)))
        },
        _ => return None,
    })
}

fn list<C: Constraint + 'static>(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    new: impl Fn(Vec<Var>) -> C,
) -> Result<Meaning, Mistake> {
    arguments.expect(1)?;
    Ok(Meaning::one(new(kernel.vars(arguments, arguments.values(0)?)?)))
}

fn two<C: Constraint + 'static>(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    new: impl Fn(Vec<Var>, Vec<Var>) -> C,
) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let left = kernel.vars(arguments, arguments.values(0)?)?;
    let right = kernel.vars(arguments, arguments.values(1)?)?;
    Ok(Meaning::one(new(left, right)))
}
