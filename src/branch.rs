//! Branching: which variable to try next, and what to try.

use core::cmp::Ordering;
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
    /// The variable it is about.
    pub fn var(self) -> Var {
        match self {
            Decision::Is(x, _) | Decision::AtMost(x, _) | Decision::AtLeast(x, _) => x,
        }
    }

    /// Whether it and its opposite both leave something.
    pub(crate) fn leads_on(self, store: &Store) -> bool {
        match self {
            Decision::Is(x, value) => !store.is_fixed(x) && store.contains(x, value),
            Decision::AtMost(x, value) => (store.min(x)..store.max(x)).contains(&value),
            Decision::AtLeast(x, value) => store.min(x) < value && value <= store.max(x),
        }
    }

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

    /// Whether variables that led to dead ends come first: then an automatic search to which this is
    /// [suggested](crate::Solver::suggestion) need not try [`Weighted`] before it learns.
    fn is_weighted(&self) -> bool {
        false
    }
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
        if store.is_sparse(x) {
            // One value after the other would lead nowhere; halves keep the order.
            let (lo, hi) = (i64::from(store.min(x)), i64::from(store.max(x)));
            let middle = ((lo + hi) >> 1) as i32;
            return match self {
                ValueOrder::Ascending => Decision::AtMost(x, middle),
                ValueOrder::Descending => Decision::AtLeast(x, middle + 1),
            };
        }
        match self {
            ValueOrder::Ascending => Decision::Is(x, store.min(x)),
            ValueOrder::Descending => Decision::Is(x, store.max(x)),
        }
    }
}

/// The variable with the fewest values left (the default).
///
/// Ties go to the variable with the most open [peers](Model::peers), then to the one made first. Where thousands of
/// variables are open, only the 4,096 of them that were made first are looked at, so that a decision costs no more than
/// that and a bit a variable.
#[derive(Clone, Copy, Debug, Default)]
pub struct MinimumRemaining {
    /// What to try of it.
    pub values: ValueOrder,
}

impl Branching for MinimumRemaining {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        let tables = model.tables();
        let mut best: Option<(usize, u32, u32)> = None;
        for v in open_vars(store).take(WINDOW) {
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

/// So many open variables are compared: more than a board of 64x64 has.
const WINDOW: usize = 4096;

/// The variable with the fewest values left for the constraints on it and the dead ends it has had to do with.
///
/// What has led to dead ends is tried early, so that a search finds the hard part of a problem and
/// stays there (Boussemart, Hemery, Lecoutre and Sais, *Boosting systematic search by weighting
/// constraints*, 2004). Ties go to the variable with the most open [peers](Model::peers), then to
/// the one made first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Weighted {
    /// What to try of it.
    pub values: ValueOrder,
}

impl Branching for Weighted {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        self.choice(model, store).map(|choice| choice.decision)
    }

    fn is_weighted(&self) -> bool {
        true
    }
}

/// A decision, the number of alternatives that it is one of, and how much what it is about weighs.
#[cfg_attr(not(feature = "variants"), expect(dead_code, reason = "rules of puzzles weigh choices"))]
pub(crate) struct Choice {
    pub(crate) decision: Decision,
    pub(crate) alternatives: u64,
    pub(crate) weight: u64,
}

/// How much a variable weighs: by the constraints on it, and by the dead ends it has had to do with; twice as much
/// if a decision about it led a constraint to a dead end last, so that a search stays where it is hard.
pub(crate) fn weight(model: &Model, store: &Store, x: Var) -> u64 {
    let constraints = model.tables().watchers.of(x.index()).len() as u64;
    let weight = u64::from(store.failures(x)) + WEIGHT + 2 * constraints;
    if store.failed_last(x) { 2 * weight } else { weight }
}

impl Weighted {
    /// What to try, and how good a choice it is.
    pub(crate) fn choice(&self, model: &Model, store: &Store) -> Option<Choice> {
        let tables = model.tables();
        // Of two fractions values / weight, the smaller one; so two products are compared.
        let mut best: Option<(usize, u64, u64, u32)> = None;
        for v in open_vars(store) {
            let x = Var::new(v);
            let (len, weight) = (u64::from(store.len(x)), weight(model, store, x));
            let order = match best {
                None => Ordering::Less,
                Some((_, least, most, _)) => (len * most).cmp(&(least * weight)),
            };
            if order == Ordering::Greater {
                continue;
            }
            let peers = tables.open_peers(v, store.open());
            if order == Ordering::Less || best.is_none_or(|(.., most)| peers > most) {
                best = Some((v, len, weight, peers));
            }
        }
        let (v, len, weight, _) = best?;
        if len > 2
            && let Some(choice) = two_places(model, store, len, weight)
        {
            return Some(choice);
        }
        let decision = self.values.pick(store, Var::new(v));
        Some(Choice { decision, alternatives: len, weight })
    }
}

/// A value with two places in a house, if that is as good a choice as `len` values of one variable, or better.
fn two_places(model: &Model, store: &Store, len: u64, than: u64) -> Option<Choice> {
    let tables = model.tables();
    // At least 2 / len of the other's weight.
    let (mut least, mut choice) = ((2 * than).div_ceil(len), None);
    for g in 0..tables.groups() {
        let cells = tables.plain.of(g);
        if tables.houses.of(g).len() != 1 || cells.is_empty() {
            continue;
        }
        let (mut once, mut twice, mut more) = (0, 0, 0);
        for &v in cells {
            let word = store.words[v as usize];
            more |= twice & word;
            twice |= once & word;
            once |= word;
        }
        for bit in bits(twice & !more) {
            let has = |v: &&u32| store.words[**v as usize] >> bit & 1 == 1;
            let weigh = |&v: &u32| weight(model, store, Var::new(v as usize));
            let places = cells.iter().filter(has);
            let heavier = places.map(|v| (weigh(v), v)).max_by_key(|&(weight, _)| weight);
            if let Some((weight, &v)) = heavier.filter(|&(weight, _)| weight >= least) {
                let value = tables.bases[v as usize].wrapping_add_unsigned(bit);
                let decision = Decision::Is(Var::new(v as usize), value);
                // Another one must be better.
                (least, choice) = (weight + 1, Some(Choice { decision, alternatives: 2, weight }));
            }
        }
    }
    choice
}

/// Every variable weighs so much more: a few dead ends do not count more than one value less.
const WEIGHT: u64 = 4;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ModelBuilder;

    /// What is chosen first where the variable made last has the fewest values.
    fn first_choice(variables: usize) -> Option<usize> {
        let mut model = ModelBuilder::new();
        model.vars(variables - 1, 0..=2);
        model.var(0..=1);
        let model = model.build().unwrap();
        MinimumRemaining::default().choose(&model, model.root()).map(|choice| choice.var().index())
    }

    #[test]
    fn of_very_many_variables_the_first_are_compared() {
        assert_eq!(first_choice(WINDOW), Some(WINDOW - 1));
        assert_eq!(first_choice(WINDOW + 1), Some(0));
    }
}
