//! Trials: a candidate that leads to a contradiction is none.

use super::marks::{Ground, Marks, bits};
use super::{Find, Technique, run};

/// The candidates that techniques up to `depth` refute.
pub(super) fn find(
    ground: &Ground,
    marks: &Marks,
    depth: Technique,
    going: &mut dyn FnMut() -> bool,
) -> Option<Vec<Find>> {
    let mut finds = Vec::new();
    for cell in marks.open().iter() {
        for value in bits(marks.left(cell)) {
            let mut tried = marks.clone();
            tried.place((cell, value), ground);
            if !going() || !run(ground, &mut tried, depth, going, |_, _| {}) {
                return None;
            }
            if tried.is_broken(ground) {
                finds.push(Find { removed: vec![(cell, value)], ..Find::default() });
            }
        }
    }
    Some(finds)
}
