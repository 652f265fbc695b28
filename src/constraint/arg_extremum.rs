//! Where the largest of some variables is, or the smallest.

use core::borrow::Borrow;

use smallvec::SmallVec;

use super::element::{keep_places, place};
use super::extremum::End;
use super::{Constraint, Scope, Status, settled};
use crate::store::{Conflict, Store, Var};

/// A variable is the position of the first of the largest of some others, or of the smallest.
///
/// The index loses the positions that cannot be it, by the bounds; the others are kept within the bounds
/// that the possible positions allow. Positions count from 0, or from what
/// [`counted_from`](Self::counted_from) says.
///
/// ```
/// use houserules::{ArgExtremum, ModelBuilder};
///
/// let mut model = ModelBuilder::new();
/// let heights = [model.var(1..=4), model.var(3..=6), model.var(2..=9), model.var(5..=6)];
/// let tallest = model.var(0..=3);
/// model.post(ArgExtremum::maximum(heights, tallest));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(tallest)), "{1, 2, 3}");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgExtremum {
    /// The index, then the others.
    scope: Scope,
    first: i32,
    end: End,
}

impl ArgExtremum {
    /// `index` is the first position of the largest of `vars`.
    pub fn maximum(vars: impl IntoIterator<Item = impl Borrow<Var>>, index: Var) -> ArgExtremum {
        ArgExtremum::new(vars, index, End::Largest)
    }

    /// `index` is the first position of the smallest of `vars`.
    pub fn minimum(vars: impl IntoIterator<Item = impl Borrow<Var>>, index: Var) -> ArgExtremum {
        ArgExtremum::new(vars, index, End::Smallest)
    }

    fn new(vars: impl IntoIterator<Item = impl Borrow<Var>>, index: Var, end: End) -> ArgExtremum {
        let mut scope = super::scope([index]);
        scope.extend(vars.into_iter().map(|x| *x.borrow()));
        ArgExtremum { scope, first: 0, end }
    }

    /// The position of the first variable is `first`.
    pub fn counted_from(self, first: i32) -> ArgExtremum {
        ArgExtremum { first, ..self }
    }
}

impl Constraint for ArgExtremum {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let others = &values[1..];
        let best = match self.end {
            End::Largest => others.iter().max(),
            End::Smallest => others.iter().min(),
        };
        best.is_some()
            && others.iter().position(|value| Some(value) == best) == place(values[0], self.first)
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let (index, others) = (self.scope[0], &self.scope[1..]);
        keep_places(store, index, self.first, others.len())?;
        let reaches: SmallVec<[(i64, i64); 16]> =
            others.iter().map(|&x| self.end.reach(store, x)).collect();
        // Those before the extremum are less, those behind it at most equal.
        let far = |i: usize| {
            let before = reaches[..i].iter().all(|reach| reach.0 < reaches[i].1);
            before && reaches[i + 1..].iter().all(|reach| reach.0 <= reaches[i].1)
        };
        let mut gone: SmallVec<[i32; 16]> = SmallVec::new();
        let mut most = i64::MIN;
        for value in store.values(index) {
            match place(value, self.first).filter(|&i| far(i)) {
                Some(i) => most = most.max(reaches[i].1),
                None => gone.push(value),
            }
        }
        for value in gone {
            store.remove(index, value)?;
        }
        for &x in others {
            self.end.within(store, x, i64::MIN + 1, most)?;
        }
        if let Some(i) = store.value(index).and_then(|value| place(value, self.first)) {
            let x = others[i];
            for (j, &y) in others.iter().enumerate().filter(|&(j, _)| j != i) {
                let step = i64::from(j < i);
                let most = self.end.reach(store, x).1 - step;
                self.end.within(store, y, i64::MIN + 1, most)?;
                let least = self.end.reach(store, y).0 + step;
                self.end.within(store, x, least, i64::MAX)?;
            }
        }
        let open = self.scope.iter().any(|&x| !store.is_fixed(x));
        Ok(if open || store.changes() != before {
            settled(store, before)
        } else {
            Status::Entailed
        })
    }
}
