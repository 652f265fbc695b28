//! Sequences that an automaton accepts.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Cost, Scope, Status, settled};
use crate::csr::Csr;
use crate::store::{Conflict, Store, Var, bits};

/// A finite automaton, as data that many [`Regular`] can share; clones are cheap.
///
/// It may be nondeterministic: several steps may leave a state with one value.
#[derive(Clone, Debug)]
pub struct Automaton(Arc<Steps>);

#[derive(Debug)]
struct Steps {
    states: usize,
    start: usize,
    /// A bit a state.
    finals: Vec<u64>,
    /// The values that occur, ascending.
    values: Vec<i32>,
    /// For each value and state, in that order, the states that follow.
    next: Csr<u32>,
}

impl Automaton {
    /// An automaton with states `0..states`, and steps from one state to another with a value.
    ///
    /// It accepts a sequence if it can be in one of `finals` behind its last value. A step from or
    /// to a state that does not exist is never taken. O(values · states + steps · log).
    pub fn new(
        states: usize,
        start: usize,
        finals: impl IntoIterator<Item = usize>,
        steps: impl IntoIterator<Item = (usize, i32, usize)>,
    ) -> Automaton {
        let mut steps: Vec<(i32, usize, usize)> = steps
            .into_iter()
            .filter(|&(from, _, to)| from < states && to < states)
            .map(|(from, value, to)| (value, from, to))
            .collect();
        steps.sort_unstable();
        steps.dedup();
        let mut values: Vec<i32> = steps.iter().map(|step| step.0).collect();
        values.dedup();
        let mut final_bits = alloc::vec![0; states.div_ceil(64)];
        for state in finals.into_iter().filter(|&state| state < states) {
            final_bits[state / 64] |= 1 << (state % 64);
        }
        let mut rest = &steps[..];
        let next = Csr::new(values.iter().flat_map(|&v| (0..states).map(move |s| (v, s))).map(
            |(value, state)| {
                let own = rest.partition_point(|step| (step.0, step.1) <= (value, state));
                let (here, later) = rest.split_at(own);
                rest = later;
                here.iter().map(|step| step.2 as u32)
            },
        ));
        Automaton(Arc::new(Steps { states, start, finals: final_bits, values, next }))
    }

    /// Whether it accepts this sequence.
    pub fn accepts(&self, sequence: &[i32]) -> bool {
        let steps = &*self.0;
        let mut states: Set = steps.beginning();
        for value in sequence {
            let Some(symbol) = steps.symbol(*value) else { return false };
            let mut after: Set = SmallVec::from_elem(0, states.len());
            for state in members(&states) {
                for &to in steps.next(symbol, state) {
                    after[to as usize / 64] |= 1 << (to % 64);
                }
            }
            states = after;
        }
        states.iter().zip(&steps.finals).any(|(states, finals)| states & finals != 0)
    }
}

/// A set of states, or several one behind the other.
type Set = SmallVec<[u64; 64]>;

fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(i, &word)| bits(word).map(move |bit| i * 64 + bit as usize))
}

fn has(set: &[u64], state: u32) -> bool {
    set[state as usize / 64] >> (state % 64) & 1 == 1
}

impl Steps {
    fn symbol(&self, value: i32) -> Option<usize> {
        self.values.binary_search(&value).ok()
    }

    fn next(&self, symbol: usize, state: usize) -> &[u32] {
        self.next.of(symbol * self.states + state)
    }

    /// The start alone, if there is such a state.
    fn beginning(&self) -> Set {
        let mut set: Set = SmallVec::from_elem(0, self.finals.len());
        if self.start < self.states {
            set[self.start / 64] |= 1 << (self.start % 64);
        }
        set
    }
}

/// The values of some variables, in order, are a sequence that an automaton accepts. Domain
/// consistent while no variable stands twice.
///
/// One pass forwards finds the states that can be reached behind each variable, one backwards those
/// from which an end can be reached (Pesant, *A regular language membership constraint for finite
/// sequences of variables*, 2004).
///
/// ```
/// use houserules::{Automaton, ModelBuilder, Regular, Solver};
///
/// // One run of three black cells and one of two, white between them.
/// let nonogram = Automaton::new(
///     7,
///     0,
///     [6],
///     [(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 0, 4), (4, 0, 4), (4, 1, 5), (5, 1, 6), (6, 0, 6)],
/// );
/// let mut model = ModelBuilder::new();
/// let row = model.vars(7, 0..=1);
/// model.post(Regular::new(&row, &nonogram));
/// let model = model.build()?;
/// assert_eq!(model.root().value(row[2]), Some(1));
/// assert_eq!(Solver::new(&model).count().to_string(), "3");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regular {
    scope: Scope,
    automaton: Automaton,
    repeats: bool,
}

impl Regular {
    /// `automaton` accepts the values of `vars`.
    pub fn new(vars: impl IntoIterator<Item = impl Borrow<Var>>, automaton: &Automaton) -> Regular {
        let scope = super::scope(vars);
        Regular { repeats: super::repeats(&scope), scope, automaton: automaton.clone() }
    }
}

impl Constraint for Regular {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.automaton.accepts(values)
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let steps = &*self.automaton.0;
        let words = steps.finals.len();
        // The states that can be reached before each variable, and behind the last.
        let mut layers: Set = steps.beginning();
        layers.resize(words * (self.scope.len() + 1), 0);
        for (i, &x) in self.scope.iter().enumerate() {
            let (here, after) = layers[i * words..][..2 * words].split_at_mut(words);
            for symbol in store.values(x).filter_map(|value| steps.symbol(value)) {
                for state in members(here) {
                    for &to in steps.next(symbol, state) {
                        after[to as usize / 64] |= 1 << (to % 64);
                    }
                }
            }
        }
        // Backwards, the layers shrink to the states from which an end can be reached.
        let last = layers.len() - words;
        let mut alive = 0;
        for (layer, finals) in layers[last..].iter_mut().zip(&steps.finals) {
            *layer &= finals;
            alive |= *layer;
        }
        if alive == 0 {
            return Err(store.conflict());
        }
        let mut open = 0;
        for (i, &x) in self.scope.iter().enumerate().rev() {
            let (here, after) = layers[i * words..][..2 * words].split_at_mut(words);
            let mut live: SmallVec<[u64; 2]> = SmallVec::from_elem(0, words);
            let mut gone: SmallVec<[i32; 16]> = SmallVec::new();
            for value in store.values(x) {
                let mut used = false;
                if let Some(symbol) = steps.symbol(value) {
                    for state in members(here) {
                        if steps.next(symbol, state).iter().any(|&to| has(after, to)) {
                            live[state / 64] |= 1 << (state % 64);
                            used = true;
                        }
                    }
                }
                if !used {
                    gone.push(value);
                }
            }
            for value in gone {
                store.remove(x, value)?;
            }
            open += usize::from(!store.is_fixed(x));
            here.copy_from_slice(&live);
        }
        Ok(match open {
            0 => Status::Entailed,
            _ if self.repeats => settled(store, before),
            _ => Status::Fixpoint,
        })
    }
}
