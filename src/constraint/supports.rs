//! Explanation by meaning: each combination that would do needs one value that was gone.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::Scope;
use crate::learn::{Fact, Reasons};
use crate::store::Var;

/// More combinations than this are not looked at.
const MANY: u64 = 4096;

/// A variable, with the values that it may have if the fact is wrong, and which of them were gone.
struct Column {
    x: Var,
    values: Vec<(i32, bool)>,
    /// What has been named: all values below the first, all above the second, and some between.
    from: Option<i32>,
    to: Option<i32>,
    between: SmallVec<[i32; 8]>,
    ends: (i32, i32),
}

impl Column {
    fn new(x: Var, wrong: impl Fn(i32) -> bool, why: &Reasons<'_>) -> Column {
        let values = why.values(x).filter(|&value| wrong(value));
        let values = values.map(|value| (value, !why.contains(x, value))).collect();
        let ends = (why.min(x), why.max(x));
        Column { x, values, from: None, to: None, between: SmallVec::new(), ends }
    }

    fn is_named(&self, value: i32) -> bool {
        self.from.is_some_and(|from| value < from)
            || self.to.is_some_and(|to| value > to)
            || self.between.contains(&value)
    }

    fn name(&mut self, value: i32) {
        if value < self.ends.0 {
            self.from = Some(value + 1);
        } else if value > self.ends.1 {
            self.to = Some(value - 1);
        } else {
            self.between.push(value);
        }
    }

    fn tell(&self, why: &mut Reasons<'_>) {
        if let (Some(_), Some(_), Some(value)) = (self.from, self.to, why.value(self.x)) {
            return why.is(self.x, value);
        }
        self.from.into_iter().for_each(|from| why.at_least(self.x, from));
        self.to.into_iter().for_each(|to| why.at_most(self.x, to));
        self.between.iter().for_each(|&value| why.is_not(self.x, value));
    }
}

/// Names, for each combination with which the constraint would hold and the fact would not, a value that was gone.
/// False if there are too many combinations, or one is left.
pub(super) fn explain(
    scope: &[Var],
    holds: impl Fn(&[i32]) -> bool,
    fact: Option<Fact>,
    why: &mut Reasons<'_>,
) -> bool {
    let mut vars: Scope = scope.into();
    vars.sort_unstable();
    vars.dedup();
    let mut combinations: u64 = 1;
    let concerned = match fact {
        Some(Fact::IsNot(x, _)) => Some(x),
        _ => None,
    };
    for &x in &vars {
        if Some(x) != concerned {
            combinations = combinations.saturating_mul(why.count(x));
        }
    }
    if combinations > MANY {
        return false;
    }
    let wrong = |x: Var, value: i32| match fact {
        Some(Fact::IsNot(y, not)) if x == y => value == not,
        Some(Fact::AtLeast(y, least)) if x == y => value < least,
        Some(Fact::AtMost(y, most)) if x == y => value > most,
        _ => true,
    };
    let mut columns: SmallVec<[Column; 4]> =
        vars.iter().map(|&x| Column::new(x, |value| wrong(x, value), why)).collect();
    if columns.iter().any(|column| column.values.is_empty()) {
        return true;
    }
    let places: SmallVec<[usize; 8]> =
        scope.iter().map(|x| vars.binary_search(x).expect("it is one of them")).collect();
    let mut picks: SmallVec<[usize; 8]> = SmallVec::from_elem(0, vars.len());
    let mut values: SmallVec<[i32; 8]> = SmallVec::from_elem(0, scope.len());
    loop {
        for (value, &place) in values.iter_mut().zip(&places) {
            *value = columns[place].values[picks[place]].0;
        }
        if holds(&values) {
            let gone = |(column, &pick): (&Column, &usize)| column.values[pick].1;
            let named = |(column, &pick): (&Column, &usize)| column.is_named(column.values[pick].0);
            if !columns.iter().zip(&picks).any(named) {
                let Some(place) = columns.iter().zip(&picks).position(gone) else { return false };
                let value = columns[place].values[picks[place]].0;
                columns[place].name(value);
            }
        }
        // The next combination.
        let Some(place) =
            (0..picks.len()).find(|&place| picks[place] + 1 < columns[place].values.len())
        else {
            break;
        };
        picks[place] += 1;
        picks[..place].fill(0);
    }
    columns.iter().for_each(|column| column.tell(why));
    true
}
