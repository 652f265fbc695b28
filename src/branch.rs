//! Branching: which variable to try next, and what to try.

use core::fmt::Debug;

use crate::model::Model;
use crate::store::{Conflict, Store, Var, bits};

/// Something to try; when it fails, its opposite holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Decision {
    /// The variable has this value; otherwise it has another.
    Is(Var, i32),
    /// The variable is at most this; otherwise it is more.
    AtMost(Var, i32),
    /// The variable is at least this; otherwise it is less.
    AtLeast(Var, i32),
}

impl Decision {
    /// Makes it so.
    pub(crate) fn apply(self, store: &mut Store) -> Result<(), Conflict> {
        match self {
            Decision::Is(x, value) => store.assign(x, value),
            Decision::AtMost(x, value) => store.at_most(x, value),
            Decision::AtLeast(x, value) => store.at_least(x, value),
        }
    }

    /// Makes the opposite so.
    pub(crate) fn refute(self, store: &mut Store) -> Result<(), Conflict> {
        match self {
            Decision::Is(x, value) => store.remove(x, value),
            Decision::AtMost(x, value) => store.within(x, i64::from(value) + 1..=i64::MAX),
            Decision::AtLeast(x, value) => store.within(x, i64::MIN..=i64::from(value) - 1),
        }
    }
}

/// Chooses what a search tries next.
///
/// The same model and the same domains should lead to the same choice: then a search is
/// deterministic. A decision that changes nothing (a value that is not there, or a variable that
/// is fixed) must not be made; the search would go round in circles, so it replaces such a decision by
/// [`InputOrder`]'s.
pub trait Branching: Debug + Send + Sync {
    /// The next decision, or `None` to leave the choice to [`InputOrder`].
    ///
    /// Called at each fixpoint with at least one open variable.
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision>;
}

/// In which order the values of a variable are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ValueOrder {
    /// The smallest first.
    #[default]
    Ascending,
    /// The largest first.
    Descending,
}

impl ValueOrder {
    fn pick(self, store: &Store, x: Var) -> Decision {
        match self {
            ValueOrder::Ascending => Decision::Is(x, store.min(x)),
            ValueOrder::Descending => Decision::Is(x, store.max(x)),
        }
    }
}

/// The variable with the fewest values left (the default).
///
/// Ties go to the variable with the most open [peers](Model::peers), then to the one made first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MinimumRemaining {
    /// What to try of it.
    pub values: ValueOrder,
}

impl Branching for MinimumRemaining {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        let tables = model.tables();
        let mut best: Option<(usize, u32, u32)> = None;
        for v in open_vars(store) {
            let len = store.len(Var::new(v));
            if best.is_some_and(|(_, fewest, _)| len > fewest) {
                continue;
            }
            let peers = tables.open_peers(v, store.open());
            if best.is_none_or(|(_, fewest, most)| len < fewest || peers > most) {
                best = Some((v, len, peers));
            }
        }
        best.map(|(v, ..)| self.values.pick(store, Var::new(v)))
    }
}

/// The open variable made first.
///
/// With ascending values, solutions come in lexicographic order.
#[derive(Clone, Copy, Debug, Default)]
pub struct InputOrder {
    /// What to try of it.
    pub values: ValueOrder,
}

impl Branching for InputOrder {
    fn choose(&self, _: &Model, store: &Store) -> Option<Decision> {
        open_vars(store).next().map(|v| self.values.pick(store, Var::new(v)))
    }
}

/// The variables that are not fixed, in the order of creation.
fn open_vars(store: &Store) -> impl Iterator<Item = usize> + '_ {
    store
        .open()
        .iter()
        .enumerate()
        .flat_map(|(i, &word)| bits(word).map(move |bit| i * 64 + bit as usize))
}
