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
        Column { values, ..Column::bare(x, why) }
    }

    /// Without the values.
    fn bare(x: Var, why: &Reasons<'_>) -> Column {
        let ends = (why.min(x), why.max(x));
        Column { x, values: Vec::new(), from: None, to: None, between: SmallVec::new(), ends }
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
    let mut columns: SmallVec<[Column; 4]> =
        vars.iter().map(|&x| Column::new(x, |value| is_wrong(fact, x, value), why)).collect();
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

/// Whether a variable may have this value if the fact is wrong.
fn is_wrong(fact: Option<Fact>, x: Var, value: i32) -> bool {
    match fact {
        Some(Fact::IsNot(y, not)) if x == y => value == not,
        Some(Fact::AtLeast(y, least)) if x == y => value < least,
        Some(Fact::AtMost(y, most)) if x == y => value > most,
        _ => true,
    }
}

/// The same for `z = f(x, y)`: of three different variables, only the pairs of values of the first two are looked at.
pub(super) fn explain_function(
    scope: [Var; 3],
    f: impl Fn(i64, i64) -> Option<i64>,
    fact: Option<Fact>,
    why: &mut Reasons<'_>,
) -> bool {
    let [x, y, z] = scope;
    if x == y || y == z || z == x {
        let holds = |v: &[i32]| f(v[0].into(), v[1].into()) == Some(v[2].into());
        return explain(&scope, holds, fact, why);
    }
    let count = |x: Var, why: &Reasons<'_>| match fact {
        Some(Fact::IsNot(concerned, _)) if concerned == x => 1,
        _ => why.count(x),
    };
    if count(x, why).saturating_mul(count(y, why)) > MANY {
        return false;
    }
    let mut columns = [x, y].map(|x| Column::new(x, |value| is_wrong(fact, x, value), why));
    let mut result = Column::bare(z, why);
    for i in 0..columns[0].values.len() {
        for k in 0..columns[1].values.len() {
            let [(a, a_gone), (b, b_gone)] = [columns[0].values[i], columns[1].values[k]];
            let c = f(a.into(), b.into()).and_then(|c| i32::try_from(c).ok());
            let Some(c) = c.filter(|&c| why.had(z, c) && is_wrong(fact, z, c)) else { continue };
            if columns[0].is_named(a) || columns[1].is_named(b) || result.is_named(c) {
                continue;
            }
            match (a_gone, b_gone) {
                (true, _) => columns[0].name(a),
                (_, true) => columns[1].name(b),
                _ if !why.contains(z, c) => result.name(c),
                _ => return false,
            }
        }
    }
    columns.iter().chain([&result]).for_each(|column| column.tell(why));
    true
}
