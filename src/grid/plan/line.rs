//! Lines of cells that a finite automaton accepts.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::{Conflict, Constraint, Cost, Status, Store, Var};

/// States and where each value leads, all of them reachable in a line of some length.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    first_value: i32,
    values: usize,
    starts: Vec<u32>,
    /// For each state and value in that order the next state, or `NOWHERE`.
    next: Vec<u32>,
    accepts: Vec<bool>,
}

const NOWHERE: u32 = u32::MAX;

impl Automaton {
    /// Explores the states that a line of `length` cells can come to.
    pub(super) fn new<S: Clone + Ord>(
        values: RangeInclusive<i32>,
        length: usize,
        starts: Vec<S>,
        step: impl Fn(&S, i32) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Automaton {
        let mut numbers: BTreeMap<S, u32> = BTreeMap::new();
        let mut states: Vec<(S, usize)> = Vec::new();
        let mut number = |state: S, depth: usize, states: &mut Vec<(S, usize)>| {
            *numbers.entry(state.clone()).or_insert_with(|| {
                states.push((state, depth));
                states.len() as u32 - 1
            })
        };
        let starts: Vec<u32> =
            starts.into_iter().map(|state| number(state, 0, &mut states)).collect();
        let mut next = Vec::new();
        let mut done = 0;
        // First come, first served: each state is met at its smallest depth.
        while let Some((state, depth)) = states.get(done).cloned() {
            done += 1;
            for value in values.clone() {
                let to = step(&state, value).filter(|_| depth < length);
                next.push(to.map_or(NOWHERE, |to| number(to, depth + 1, &mut states)));
            }
        }
        Automaton {
            first_value: *values.start(),
            values: values.end().abs_diff(*values.start()) as usize + 1,
            starts,
            next,
            accepts: states.iter().map(|(state, _)| accepts(state)).collect(),
        }
    }

    fn to(&self, state: usize, bit: usize) -> Option<usize> {
        let next = self.next[state * self.values + bit];
        (next != NOWHERE).then_some(next as usize)
    }
}

/// The values of a line lead an automaton from a start to where it accepts. Domain consistent.
///
/// One sweep forwards and one backwards over the states that are possible at each cell (Pesant, *A regular language
/// membership constraint for finite sequences of variables*, 2004).
#[derive(Debug)]
pub(super) struct Line {
    scope: Vec<Var>,
    automaton: Automaton,
}

impl Line {
    pub(super) fn new(scope: Vec<Var>, automaton: Automaton) -> Line {
        Line { scope, automaton }
    }
}

impl Constraint for Line {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let automaton = &self.automaton;
        automaton.starts.iter().any(|&start| {
            let end = values.iter().try_fold(start as usize, |state, &value| {
                let bit = i64::from(value) - i64::from(automaton.first_value);
                let bit = usize::try_from(bit).ok().filter(|&bit| bit < automaton.values)?;
                automaton.to(state, bit)
            });
            end.is_some_and(|end| automaton.accepts[end])
        })
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let automaton = &self.automaton;
        let base = i64::from(automaton.first_value);
        let count = self.scope.len();
        let words = automaton.accepts.len().div_ceil(64);
        let here: SmallVec<[u64; 32]> = self.scope.iter().map(|&x| store.window(x, base)).collect();
        // A row of bits, one a state, before each cell and at the end.
        let mut states: SmallVec<[u64; 64]> = SmallVec::from_elem(0, (count + 1) * words);
        for &start in &automaton.starts {
            states[start as usize / 64] |= 1 << (start % 64);
        }
        for (i, &mask) in here.iter().enumerate() {
            let (before, after) = states.split_at_mut((i + 1) * words);
            for state in members(&before[i * words..]) {
                for bit in members(&[mask]) {
                    if let Some(to) = automaton.to(state, bit) {
                        after[to / 64] |= 1 << (to % 64);
                    }
                }
            }
        }
        let end = &mut states[count * words..];
        for (state, _) in automaton.accepts.iter().enumerate().filter(|(_, accepts)| !**accepts) {
            end[state / 64] &= !(1 << (state % 64));
        }
        if end.iter().all(|&word| word == 0) {
            return Err(store.conflict());
        }
        for i in (0..count).rev() {
            let (before, after) = states.split_at_mut((i + 1) * words);
            let before = &mut before[i * words..];
            let mut kept = 0;
            for (word, states) in before.iter_mut().enumerate() {
                for bit in members(&[*states]) {
                    let mut alive = false;
                    for value in members(&[here[i]]) {
                        let to = automaton.to(word * 64 + bit, value);
                        if to.is_some_and(|to| after[to / 64] >> (to % 64) & 1 == 1) {
                            kept |= 1 << value;
                            alive = true;
                        }
                    }
                    if !alive {
                        *states &= !(1 << bit);
                    }
                }
            }
            store.keep_window(self.scope[i], base, kept)?;
        }
        Ok(Status::Active)
    }
}

/// The members of a set of bits, ascending.
fn members(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut word = word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            word &= word.wrapping_sub(1);
            (bit < 64).then_some(i * 64 + bit)
        })
    })
}
