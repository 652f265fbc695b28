//! The fixpoint loop: draws conclusions until none is left.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::compile::Tables;
use crate::constraint::{Constraint, Status};
use crate::store::{Cause, Change, Conflict, Events, Store, Var, bits};
use crate::strong::Strong;

/// Draws every conclusion that the model allows, cheapest first, until none is left.
///
/// Fixed variables leave their peers at once; then the houses that lost a candidate look for hidden
/// singles, then for locked candidates, then constraints are called, the costly ones only when large houses have
/// been looked through and groups have been thought about hard. Any change goes back to the start. On a conflict the agenda is left
/// empty.
///
/// Now and then `stop` is asked, with the number of changes so far, whether it is time to stop: then what
/// waits goes on waiting, and `false` comes back.
pub(crate) fn fixpoint(
    tables: &Tables,
    constraints: &[Arc<dyn Constraint>],
    store: &mut Store,
    agenda: &mut Agenda,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Result<bool, Conflict> {
    agenda.strong.begin(store.read());
    let mut calls = CALLS;
    let mut run = || {
        loop {
            while let Some((x, change)) = store.next_change() {
                if change.events().contains(Events::FIXED) {
                    naked_single(tables, store, x)?;
                }
                agenda.wake(tables, store, x, &change);
            }
            if calls == 0 {
                calls = CALLS;
                if stop(store.changes()) {
                    return Ok(false);
                }
            }
            match agenda.next(tables, store) {
                Some(Task::HiddenSingles(house)) => {
                    let mut few = u64::MAX;
                    hidden_singles(tables, store, house, &mut few)?;
                    agenda.few[house] = few;
                    if few == 0 {
                        agenda.locked.remove(house);
                    }
                }
                Some(Task::LockedCandidates(house)) => {
                    let few = agenda.few[house];
                    locked_candidates(tables, store, house, few, &mut agenda.common)?;
                }
                Some(Task::Strong(group)) => agenda.strong.think(tables, store, group)?,
                Some(Task::Constraint(c)) => {
                    calls -= 1;
                    store.set_cause(Cause::constraint(c));
                    match constraints[c].propagate(store)? {
                        Status::Active => {}
                        Status::Fixpoint => agenda.rest(c),
                        Status::Entailed => store.set_flag(c),
                    }
                }
                None => return Ok(true),
            }
        }
    };
    run().inspect_err(|_| agenda.clear())
}

/// A house is large with more than so many words: variables times 64s of values.
const LARGE: usize = 1024;

/// So many calls of constraints are made before someone may stop them.
const CALLS: u32 = 256;

/// The value of a variable that became fixed is gone from its peers.
fn naked_single(tables: &Tables, store: &mut Store, x: Var) -> Result<(), Conflict> {
    let v = x.index();
    let cause = Cause::peer(v);
    let others = !store.words[v];
    for &p in tables.peers.of(v) {
        store.keep(p as usize, others, cause)?;
    }
    for &g in tables.walked.of(v) {
        let terms = tables.terms.of(g as usize);
        // Often one, but a variable may stand there again with another offset.
        for &(_, own) in terms.iter().filter(|term| term.0 as usize == v) {
            let sum = i64::from(store.min(x)) + i64::from(own);
            for &(p, offset) in terms.iter().filter(|term| term.0 as usize != v) {
                store.remove_because(p as usize, sum - i64::from(offset), cause)?;
            }
        }
    }
    Ok(())
}

/// A value with one place left in a house goes there.
///
/// `few` becomes the values that may be locked, if this tells: those with as many places as an overlap has, or fewer.
fn hidden_singles(
    tables: &Tables,
    store: &mut Store,
    house: usize,
    few: &mut u64,
) -> Result<(), Conflict> {
    let cause = Cause::group(house);
    if let ([(_, all)], cells) = (tables.houses.of(house), tables.plain.of(house))
        && !cells.is_empty()
    {
        let (mut count, mut placed) = (Counter::default(), 0);
        for &v in cells {
            let word = store.words[v as usize];
            count.add(word);
            placed |= if word & word.wrapping_sub(1) == 0 { word } else { 0 };
        }
        if count.any() != *all {
            return Err(Conflict::new(cause, None));
        }
        let hidden = count.once() & !placed;
        *few = count.few(tables.overlaps.most_shared(house));
        if hidden != 0 {
            for &v in cells {
                let here = store.words[v as usize] & hidden;
                if here != 0 {
                    // Two values that both need this place leave none of them.
                    let only = if here.is_power_of_two() { here } else { 0 };
                    store.keep(v as usize, only, cause)?;
                }
            }
        }
        return Ok(());
    }
    // The same for values of any width and offset, 64 at a time.
    let terms = tables.terms.of(house);
    for &(first, all) in tables.houses.of(house) {
        let (mut once, mut twice, mut placed) = (0, 0, 0);
        for &(v, offset) in terms {
            let word = store.window(Var::new(v as usize), first - i64::from(offset));
            twice |= once & word;
            once |= word;
            if !store.is_open(v as usize) {
                placed |= word;
            }
        }
        if once != all {
            return Err(Conflict::new(cause, None));
        }
        let hidden = once & !twice & !placed;
        for &(v, offset) in terms.iter().filter(|_| hidden != 0) {
            let from = first - i64::from(offset);
            let here = store.window(Var::new(v as usize), from) & hidden;
            if here != 0 {
                store.set_cause(cause);
                // Two values that both need this place: the other one is missed in the next round.
                store.assign_any(v as usize, from + i64::from(here.trailing_zeros()))?;
            }
        }
    }
    Ok(())
}

/// How many of some words have each bit: ones, twos and fours, and whether there were ever eight.
#[derive(Clone, Copy, Debug, Default)]
struct Counter([u64; 4]);

impl Counter {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        let [ones, twos, fours, eights] = self.0;
        let carry = ones & word;
        let over = twos & carry;
        self.0 = [ones ^ word, twos ^ carry, fours ^ over, eights | fours & over];
    }

    fn any(self) -> u64 {
        self.0.iter().fold(0, |any, word| any | word)
    }

    fn once(self) -> u64 {
        self.0[0] & !(self.0[1] | self.0[2] | self.0[3])
    }

    /// The bits that two or more of the words have, up to `most`; from 7 on, whatever has seven or more.
    fn few(self, most: u32) -> u64 {
        let [ones, twos, fours, eights] = self.0;
        match most {
            0 | 1 => 0,
            2 => twos & !(ones | fours | eights),
            3 => twos & !(fours | eights),
            4 => (twos ^ fours) & !(fours & ones | eights),
            5 => (twos ^ fours) & !eights,
            6 => (twos | fours) & !(twos & fours & ones | eights),
            _ => twos | fours | eights,
        }
    }
}

/// Of these values of a house, one whose places all lie in another group too is gone from the rest of that group.
fn locked_candidates(
    tables: &Tables,
    store: &mut Store,
    house: usize,
    few: u64,
    common: &mut [u64; 64],
) -> Result<(), Conflict> {
    let (cells, overlaps) = (tables.plain.of(house), &tables.overlaps);
    let mut first = overlaps.of(house).start;
    for inside in overlaps.inside(house).chunks_exact(cells.len()) {
        // For each value the groups that all its places are in.
        bits(few).for_each(|bit| common[bit as usize % 64] = u64::MAX);
        let mut seen = 0;
        for (&v, &inside) in cells.iter().zip(inside) {
            let here = store.words[v as usize] & few;
            seen |= here;
            bits(here).for_each(|bit| common[bit as usize % 64] &= inside);
        }
        let met = bits(seen).fold(0, |met, bit| met | common[bit as usize % 64]);
        for number in bits(met) {
            let is_locked = |bit: &u32| common[*bit as usize % 64] >> number & 1 == 1;
            let locked = bits(seen).filter(is_locked).fold(0, |word, bit| word | 1 << bit);
            for &v in overlaps.outside(first + number as usize) {
                store.keep(v as usize, !locked, Cause::group(house))?;
            }
        }
        first += 64;
    }
    Ok(())
}

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    HiddenSingles(usize),
    LockedCandidates(usize),
    Strong(usize),
    Constraint(usize),
}

/// What waits to be done, each task once, cheapest first.
#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    hidden: Flags,
    locked: Flags,
    /// For each group the values that may be locked, since hidden singles were looked for last.
    few: Vec<u64>,
    /// Room for a word a value.
    common: [u64; 64],
    /// Houses so large that to look for hidden singles costs more than many a constraint.
    large: Flags,
    strong: Strong,
    /// Constraints by cost, first come, first served.
    queues: [VecDeque<u32>; 3],
    /// For each constraint whether it is in a queue, and whether it has no use for its own changes.
    states: Vec<u8>,
    calls: u64,
}

/// A constraint waits in a queue.
const QUEUED: u8 = 1;

/// A constraint has no use for its own changes.
const RESTING: u8 = 2;

impl Agenda {
    pub(crate) fn empty(tables: &Tables, constraints: usize) -> Agenda {
        let words = tables.groups().div_ceil(64);
        Agenda {
            hidden: Flags::new(words),
            locked: Flags::new(words),
            few: alloc::vec![u64::MAX; tables.groups()],
            common: [0; 64],
            large: Flags::new(words),
            strong: Strong::new(tables),
            queues: Default::default(),
            states: alloc::vec![0; constraints],
            calls: 0,
        }
    }

    /// Everything waits: how a model begins.
    pub(crate) fn everything(tables: &Tables, constraints: usize) -> Agenda {
        let mut agenda = Agenda::empty(tables, constraints);
        for g in 0..tables.groups() {
            agenda.hidden.add(g / 64, u64::from(!tables.houses.of(g).is_empty()) << (g % 64));
            agenda.locked.add(g / 64, u64::from(tables.overlaps.any(g)) << (g % 64));
        }
        agenda.strong.add_all(tables);
        for c in 0..constraints {
            agenda.push(tables, c as u32);
        }
        agenda
    }

    /// Adds what a change makes worth doing.
    #[inline]
    fn wake(&mut self, tables: &Tables, store: &Store, x: Var, change: &Change) {
        for wake in tables.wakes.of(x.index()) {
            self.hidden.add(wake.word as usize, wake.hidden);
            self.locked.add(wake.word as usize, wake.locked);
        }
        self.wake_constraints(tables, store, x, change);
    }

    /// Adds the constraints that want to know of a change.
    // A call of its own would cost an easy grid 5 %.
    #[inline(always)]
    pub(crate) fn wake_constraints(
        &mut self,
        tables: &Tables,
        store: &Store,
        x: Var,
        change: &Change,
    ) {
        for watcher in tables.watchers.of(x.index()) {
            let c = watcher.constraint as usize;
            let idle = match self.states[c] {
                0 => false,
                RESTING => change.cause() == Cause::constraint(c),
                _ => true,
            };
            if !idle && watcher.events.intersects(change.events()) && !store.flag(c) {
                self.push(tables, watcher.constraint);
            }
        }
    }

    fn push(&mut self, tables: &Tables, constraint: u32) {
        self.states[constraint as usize] |= QUEUED;
        self.queues[tables.costs[constraint as usize] as usize].push_back(constraint);
    }

    /// The cheapest task that waits.
    fn next(&mut self, tables: &Tables, store: &Store) -> Option<Task> {
        while let Some(house) = self.hidden.take_first() {
            if tables.houses.of(house).len() * tables.terms.of(house).len() <= LARGE {
                return Some(Task::HiddenSingles(house));
            }
            self.large.add(house / 64, 1 << (house % 64));
        }
        if let Some(house) = self.locked.take_first() {
            return Some(Task::LockedCandidates(house));
        }
        if self.queues[..2].iter().all(VecDeque::is_empty) {
            if let Some(house) = self.large.take_first() {
                return Some(Task::HiddenSingles(house));
            }
            if let Some(group) = self.strong.next(tables, store) {
                return Some(Task::Strong(group));
            }
        }
        self.next_constraint().map(Task::Constraint)
    }

    /// The cheapest constraint that waits.
    pub(crate) fn next_constraint(&mut self) -> Option<usize> {
        let c = self.queues.iter_mut().find_map(VecDeque::pop_front)? as usize;
        self.states[c] = 0;
        self.calls += 1;
        Some(c)
    }

    /// The constraint just called has no use for the changes that it made.
    pub(crate) fn rest(&mut self, constraint: usize) {
        self.states[constraint] |= RESTING;
    }

    /// Nothing waits: how a search begins.
    pub(crate) fn restart(&mut self) {
        self.clear();
        self.strong.restart();
    }

    pub(crate) fn clear(&mut self) {
        self.hidden.clear();
        self.locked.clear();
        self.large.clear();
        self.strong.clear();
        for queue in &mut self.queues {
            for c in queue.drain(..) {
                self.states[c as usize] &= !QUEUED;
            }
        }
    }

    /// How many times a constraint was called.
    pub(crate) fn calls(&self) -> u64 {
        self.calls
    }
}

/// A bitset that gives back its lowest member fast.
#[derive(Clone, Debug)]
struct Flags {
    words: Vec<u64>,
    /// No word before this one has a bit.
    first: usize,
}

impl Flags {
    fn new(words: usize) -> Flags {
        Flags { words: alloc::vec![0; words], first: words }
    }

    #[inline]
    fn add(&mut self, word: usize, bits: u64) {
        if bits != 0 {
            self.words[word] |= bits;
            self.first = self.first.min(word);
        }
    }

    #[inline]
    fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
    }

    #[inline]
    fn take_first(&mut self) -> Option<usize> {
        while let Some(word) = self.words.get_mut(self.first) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.first * 64 + bit);
            }
            self.first += 1;
        }
        None
    }

    fn clear(&mut self) {
        while self.take_first().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_by_bits() {
        // Bit k is in k words.
        let mut count = Counter::default();
        for i in 0..10 {
            count.add(0b11_1111_1111 & !0 << (i + 1));
        }
        assert_eq!(count.any(), 0b11_1111_1110);
        assert_eq!(count.once(), 0b10);
        for most in 2..7 {
            assert_eq!(count.few(most), (1 << (most + 1)) - 4, "up to {most}");
        }
        assert_eq!(count.few(1), 0);
        assert_eq!(count.few(7), 0b11_1111_1100);
        // Eight are never forgotten.
        (0..20).for_each(|_| count.add(1));
        assert_eq!(count.once(), 0b10);
        assert_eq!(count.few(6), 0b111_1100);
    }
}
