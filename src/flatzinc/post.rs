//! What each name of a constraint means: a file for each family.

mod arithmetic;
mod boolean;
mod compare;
mod count;
mod element;
mod global;
mod linear;
mod order;
mod schedule;
mod set;

use super::arguments::Arguments;
use super::error::Mistake;
use super::kernel::{Kernel, Meaning};

pub(super) use boolean::relation as boolean_relation;

/// Reads the arguments of a constraint and says what it means.
pub(super) type Handler = fn(&Arguments<'_, '_>, &mut Kernel) -> Result<Meaning, Mistake>;

const FAMILIES: [fn(&str) -> Option<Handler>; 10] = [
    compare::find,
    linear::find,
    arithmetic::find,
    boolean::find,
    element::find,
    set::find,
    count::find,
    order::find,
    schedule::find,
    global::find,
];

/// Who knows a constraint by its name, without `_reif` or `_imp`.
pub(super) fn find(name: &str) -> Option<Handler> {
    let bare = name.strip_prefix("fzn_").or_else(|| name.strip_prefix("houserules_"));
    FAMILIES.iter().find_map(|family| family(bare.unwrap_or(name)))
}
