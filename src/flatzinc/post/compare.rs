//! Comparisons of two numbers, and a number in a constant set.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::Handler;
use super::linear::relation;
use crate::constraint::Relation;

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "int_eq" => |a, k| compare(a, k, Relation::Equal, 0),
        "int_ne" => |a, k| compare(a, k, Relation::NotEqual, 0),
        "int_le" => |a, k| compare(a, k, Relation::AtMost, 0),
        "int_lt" => |a, k| compare(a, k, Relation::AtMost, -1),
        "int_ge" => |a, k| backwards(a, k, 0),
        "int_gt" => |a, k| backwards(a, k, -1),
        "bool2int" => |a, k| {
            a.expect(2)?;
            a.truth(0)?;
            compare(a, k, Relation::Equal, 0)
        },
        _ => return None,
    })
}

/// `x - y  relation  total`.
fn compare(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    relate: Relation,
    total: i64,
) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let sum = [(1, arguments.value(0)?), (-1, arguments.value(1)?)];
    relation(arguments, kernel, arguments.sum_of(sum, total)?, relate)
}

/// `y - x ≤ total`.
fn backwards(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    total: i64,
) -> Result<Meaning, Mistake> {
    arguments.expect(2)?;
    let sum = [(-1, arguments.value(0)?), (1, arguments.value(1)?)];
    relation(arguments, kernel, arguments.sum_of(sum, total)?, Relation::AtMost)
}
