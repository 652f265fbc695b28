//! Sequences that an automaton accepts.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::SmallVec;

use super::{Constraint, Cost, Scope, Status, settled};
use crate::csr::Csr;
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Store, Var, bits, shifted};

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
    /// For each value the distances that its steps go, from state number to state number, each with
    /// where the set of the states stands in `leaving` that go so far.
    ///
    /// Automata that count, as most do, have few distances, and a whole set of states goes each of
    /// them with one shift.
    moves: Csr<(i64, usize)>,
    leaving: Vec<u64>,
}

impl Automaton {
    /// An automaton with states `0..states`, and steps from one state to another with a value.
    ///
    /// It accepts a sequence if it can be in one of `finals` behind its last value. A step from or
    /// to a state that does not exist is never taken. O(steps · log + distances · states / 64), where the
    /// distances are those between the numbers of the states of a step: number them so that steps with
    /// one value go equally far.
    pub fn new(
        states: usize,
        start: usize,
        finals: impl IntoIterator<Item = usize>,
        steps: impl IntoIterator<Item = (usize, i32, usize)>,
    ) -> Automaton {
        let mut steps: Vec<(i32, i64, usize)> = steps
            .into_iter()
            .filter(|&(from, _, to)| from < states && to < states)
            .map(|(from, value, to)| (value, to as i64 - from as i64, from))
            .collect();
        steps.sort_unstable();
        let words = states.div_ceil(64);
        let bit = |set: &mut [u64], state: usize| set[state / 64] |= 1 << (state % 64);
        let mut values: Vec<i32> = steps.iter().map(|step| step.0).collect();
        values.dedup();
        if let (Some(&lo), Some(&hi)) = (values.first(), values.last())
            && hi.abs_diff(lo) < 64
        {
            // Without gaps, a value is a bit of a word.
            values = (lo..=hi).collect();
        }
        let mut moves: Vec<Vec<(i64, usize)>> = alloc::vec![Vec::new(); values.len()];
        let mut leaving = Vec::new();
        for (value, distance, from) in steps {
            let own = &mut moves[values.partition_point(|&earlier| earlier < value)];
            if own.last().is_none_or(|last| last.0 != distance) {
                own.push((distance, leaving.len()));
                leaving.resize(leaving.len() + words, 0);
            }
            let last = leaving.len() - words;
            bit(&mut leaving[last..], from);
        }
        let mut final_states = alloc::vec![0; words];
        for state in finals.into_iter().filter(|&state| state < states) {
            bit(&mut final_states, state);
        }
        let (finals, moves) = (final_states, Csr::new(moves));
        Automaton(Arc::new(Steps { states, start, finals, values, moves, leaving }))
    }

    /// Whether it accepts this sequence.
    pub fn accepts(&self, sequence: &[i32]) -> bool {
        let steps = &*self.0;
        let mut states: Set = steps.beginning();
        for value in sequence {
            let Some(symbol) = steps.symbol(*value) else { return false };
            let mut after: Set = SmallVec::from_elem(0, states.len());
            steps.forwards(symbol, &states, &mut after);
            states = after;
        }
        states.iter().zip(&steps.finals).any(|(states, finals)| states & finals != 0)
    }
}

/// A set of states, or several one behind the other.
type Set = SmallVec<[u64; 64]>;

impl Steps {
    fn symbol(&self, value: i32) -> Option<usize> {
        self.values.binary_search(&value).ok()
    }

    /// Each distance of a value, as words and bits of a shift, and the states that go so far.
    fn moves(&self, symbol: usize) -> impl Iterator<Item = (isize, u32, &[u64])> {
        let words = self.finals.len();
        self.moves.of(symbol).iter().map(move |&(distance, at)| {
            let (whole, shift) = (distance.div_euclid(64), distance.rem_euclid(64));
            (whole as isize, shift as u32, &self.leaving[at..at + words])
        })
    }

    /// Adds to `after` the states that follow those `here`.
    fn forwards(&self, symbol: usize, here: &[u64], after: &mut [u64]) {
        for (whole, shift, leaving) in self.moves(symbol) {
            for (i, (here, leaving)) in here.iter().zip(leaving).enumerate() {
                let states = here & leaving;
                let mut add = |at: isize, states: u64| {
                    if states != 0 {
                        after[at as usize] |= states;
                    }
                };
                add(i as isize + whole, states << shift);
                add(i as isize + whole + 1, states >> 1 >> (63 - shift));
            }
        }
    }

    /// Adds to `live` the states `here` from which one of those behind follows; false without any.
    fn backwards(&self, symbol: usize, here: &[u64], after: &[u64], live: &mut [u64]) -> bool {
        let mut any = 0;
        for (whole, shift, leaving) in self.moves(symbol) {
            for (i, (here, leaving)) in here.iter().zip(leaving).enumerate() {
                let at = |at: isize| after.get(at as usize).copied().unwrap_or(0);
                let at_shift = i as isize + whole;
                let follow = at(at_shift) >> shift | at(at_shift + 1) << 1 << (63 - shift);
                let states = here & leaving & follow;
                live[i] |= states;
                any |= states;
            }
        }
        any != 0
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
/// sequences of variables*, 2004). Sets of states are bits, and go a step together where their steps are
/// equally long.
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

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        match fact {
            None => self.refuse(None, why),
            Some(Fact::IsNot(x, value)) => self
                .scope
                .iter()
                .enumerate()
                .filter(|&(_, &y)| x == y)
                .any(|(i, _)| self.refuse(Some((i, value)), why)),
            Some(_) => false,
        }
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let steps = &*self.automaton.0;
        let words = steps.finals.len();
        let span = steps.values.last().map_or(0, |hi| hi.abs_diff(steps.values[0]));
        if words == 1 && span < 64 {
            let open = self.propagate_small(store)?;
            return Ok(self.status(store, open, before));
        }
        // The states that can be reached before each variable, and behind the last.
        let mut layers: Set = steps.beginning();
        layers.resize(words * (self.scope.len() + 1), 0);
        for (i, &x) in self.scope.iter().enumerate() {
            let (here, after) = layers[i * words..][..2 * words].split_at_mut(words);
            if store.is_sparse(x) {
                store.keep_values(x, &steps.values)?;
            }
            for symbol in store.values(x).filter_map(|value| steps.symbol(value)) {
                steps.forwards(symbol, here, after);
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
        let mut open = false;
        for (i, &x) in self.scope.iter().enumerate().rev() {
            let (here, after) = layers[i * words..][..2 * words].split_at_mut(words);
            let mut live: SmallVec<[u64; 2]> = SmallVec::from_elem(0, words);
            let mut gone: SmallVec<[i32; 16]> = SmallVec::new();
            for value in store.values(x) {
                let used = steps
                    .symbol(value)
                    .is_some_and(|symbol| steps.backwards(symbol, here, after, &mut live));
                if !used {
                    gone.push(value);
                }
            }
            for value in gone {
                store.remove(x, value)?;
            }
            open |= !store.is_fixed(x);
            here.copy_from_slice(&live);
        }
        Ok(self.status(store, open, before))
    }
}

impl Regular {
    /// Why no sequence is accepted, with one value given.
    ///
    /// Backwards, from where an end can be reached; forwards, a value that was gone is a reason only if it would
    /// lead there.
    fn refuse(&self, given: Option<(usize, i32)>, why: &mut Reasons<'_>) -> bool {
        let steps = &*self.automaton.0;
        let words = steps.finals.len();
        let others =
            |i: usize, value: i32| given.is_some_and(|given| i == given.0 && value != given.1);
        let everywhere: Set = SmallVec::from_elem(u64::MAX, words);
        let mut layers: Set = SmallVec::from_elem(0, words * self.scope.len());
        layers.extend_from_slice(&steps.finals);
        for (i, &x) in self.scope.iter().enumerate().rev() {
            let (here, after) = layers[i * words..][..2 * words].split_at_mut(words);
            for (symbol, &value) in steps.values.iter().enumerate() {
                if !others(i, value) && why.contains(x, value) {
                    steps.backwards(symbol, &everywhere, after, here);
                }
            }
        }
        let meet = |a: &[u64], b: &[u64]| a.iter().zip(b).any(|(a, b)| a & b != 0);
        let mut reached = steps.beginning();
        if meet(&reached, &layers) {
            return false;
        }
        let mut next: Set = SmallVec::from_elem(0, words);
        let mut after: Set = SmallVec::from_elem(0, words);
        for (i, &x) in self.scope.iter().enumerate() {
            after.fill(0);
            for (symbol, &value) in steps.values.iter().enumerate() {
                if others(i, value) || !why.had(x, value) {
                    continue;
                }
                next.fill(0);
                steps.forwards(symbol, &reached, &mut next);
                if meet(&next, &layers[(i + 1) * words..]) {
                    why.is_not(x, value);
                } else {
                    after.iter_mut().zip(&next).for_each(|(after, next)| *after |= next);
                }
            }
            core::mem::swap(&mut reached, &mut after);
        }
        !why.is_void()
    }

    fn status(&self, store: &Store, open: bool, before: u64) -> Status {
        match open {
            false => Status::Entailed,
            true if self.repeats => settled(store, before),
            true => Status::Fixpoint,
        }
    }

    /// The same where a set of states is a word, and a set of values too. Whether a variable is open.
    fn propagate_small(&self, store: &mut Store) -> Result<bool, Conflict> {
        let steps = &*self.automaton.0;
        let base = i64::from(steps.values.first().copied().unwrap_or(0));
        // Without steps there is no symbol.
        let known = u64::MAX.checked_shr(64 - steps.values.len() as u32).unwrap_or(0);
        let symbols = |store: &Store, x: Var| bits(store.window(x, base) & known);
        let mut layers: Set = steps.beginning();
        let mut here = layers[0];
        for &x in &self.scope {
            let mut after = 0;
            for symbol in symbols(store, x) {
                for &(distance, at) in steps.moves.of(symbol as usize) {
                    after |= shifted(here & steps.leaving[at], distance);
                }
            }
            layers.push(after);
            here = after;
        }
        let mut after = here & steps.finals[0];
        if after == 0 {
            return Err(store.conflict());
        }
        let mut open = false;
        for (&x, &here) in self.scope.iter().zip(&layers).rev() {
            let (mut live, mut kept) = (0, 0);
            for symbol in symbols(store, x) {
                let mut used = 0;
                for &(distance, at) in steps.moves.of(symbol as usize) {
                    used |= here & steps.leaving[at] & shifted(after, -distance);
                }
                live |= used;
                kept |= u64::from(used != 0) << symbol;
            }
            store.keep_window(x, base, kept)?;
            open |= !kept.is_power_of_two();
            after = live;
        }
        Ok(open)
    }
}
