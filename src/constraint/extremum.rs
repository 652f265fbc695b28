//! The smallest and the largest of some variables.

use core::borrow::Borrow;

use smallvec::SmallVec;

use super::element::keep_union;
use super::{Constraint, Scope, Status, settled};
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var};

/// A variable is the largest of some others, or the smallest.
///
/// Domain consistent for the extremum, bounds consistent for the others. The extremum of nothing is no
/// number, so that nothing holds.
///
/// ```
/// use houserules::{Extremum, ModelBuilder};
///
/// let mut model = ModelBuilder::new();
/// let ends = [model.var(1..=4), model.var(3..=6), model.var(2..=9)];
/// let last = model.var(0..=5);
/// model.post(Extremum::maximum(ends, last));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(last)), "{3, 4, 5}");
/// assert_eq!(format!("{:?}", model.root().domain(ends[2])), "{2, 3, 4, 5}");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremum {
    /// The extremum, then the others.
    scope: Scope,
    end: End,
}

/// Which end of the numbers is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Largest,
    Smallest,
}

impl End {
    /// How far `x` may reach towards this end, and how little; larger is further.
    pub(super) fn reach(self, store: &Store, x: Var) -> (i64, i64) {
        let (lo, hi) = (i64::from(store.min(x)), i64::from(store.max(x)));
        match self {
            End::Largest => (lo, hi),
            End::Smallest => (-hi, -lo),
        }
    }

    pub(super) fn within(
        self,
        store: &mut Store,
        x: Var,
        lo: i64,
        hi: i64,
    ) -> Result<(), Conflict> {
        match self {
            End::Largest => store.within(x, lo..=hi),
            End::Smallest => store.within(x, -hi..=-lo),
        }
    }
}

impl End {
    /// Names that a variable is on this side of a value: short of it, or beyond.
    fn name_short(self, x: Var, value: i32, short: bool, why: &mut Reasons<'_>) {
        let value = i64::from(value);
        if (self == End::Largest) == short {
            why.within(x, i64::MIN, value - 1);
        } else {
            why.within(x, value + 1, i64::MAX);
        }
    }
}

impl Extremum {
    /// `extremum` is the largest of `vars`.
    pub fn maximum(vars: impl IntoIterator<Item = impl Borrow<Var>>, extremum: Var) -> Extremum {
        Extremum::new(vars, extremum, End::Largest)
    }

    /// `extremum` is the smallest of `vars`.
    pub fn minimum(vars: impl IntoIterator<Item = impl Borrow<Var>>, extremum: Var) -> Extremum {
        Extremum::new(vars, extremum, End::Smallest)
    }

    fn new(vars: impl IntoIterator<Item = impl Borrow<Var>>, extremum: Var, end: End) -> Extremum {
        let mut scope = super::scope([extremum]);
        scope.extend(vars.into_iter().map(|x| *x.borrow()));
        Extremum { scope, end }
    }
}

impl Constraint for Extremum {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let others = values[1..].iter();
        let extremum = match self.end {
            End::Largest => others.max(),
            End::Smallest => others.min(),
        };
        extremum == Some(&values[0])
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        let (extremum, others) = (self.scope[0], &self.scope[1..]);
        if super::repeats(&self.scope) {
            return false;
        }
        match fact {
            // All of them are short of it, one of them is beyond it, or none of them is just that.
            Some(Fact::IsNot(x, value)) if x == extremum => {
                let beyond = |&&y: &&Var| match self.end {
                    End::Largest => why.min(y) > value,
                    End::Smallest => why.max(y) < value,
                };
                if let Some(&y) = others.iter().find(beyond) {
                    self.end.name_short(y, value, false, why);
                    return true;
                }
                for &y in others {
                    if why.contains(y, value) {
                        return false;
                    }
                    why.is_not(y, value);
                }
                true
            }
            // The extremum is short of that.
            Some(Fact::IsNot(_, value)) => {
                let short = match self.end {
                    End::Largest => why.max(extremum) < value,
                    End::Smallest => why.min(extremum) > value,
                };
                if short {
                    self.end.name_short(extremum, value, true, why);
                }
                short
            }
            _ => false,
        }
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let (extremum, others) = (self.scope[0], &self.scope[1..]);
        let reaches = || others.iter().map(|&x| self.end.reach(store, x));
        let Some(least) = reaches().map(|reach| reach.0).max() else {
            return Err(store.conflict());
        };
        let most = reaches().map(|reach| reach.1).max().unwrap_or(least);
        self.end.within(store, extremum, least, most)?;
        keep_union(store, extremum, others)?;
        let (_, most) = self.end.reach(store, extremum);
        for &x in others {
            self.end.within(store, x, i64::MIN + 1, most)?;
        }
        let candidates: SmallVec<[Var; 8]> =
            others.iter().copied().filter(|&x| store.meets(x, extremum, 0)).collect();
        match candidates[..] {
            [] => return Err(store.conflict()),
            [only] => {
                store.keep_common(only, extremum, 0)?;
                store.keep_common(extremum, only, 0)?;
            }
            _ => {}
        }
        let fixed = store.is_fixed(extremum) && candidates.iter().any(|&x| store.is_fixed(x));
        Ok(if fixed { Status::Entailed } else { settled(store, before) })
    }
}
