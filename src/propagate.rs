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
                    let lost = &mut agenda.lost[house];
                    hidden_singles(tables, store, house, lost)?;
                    // Is there a value of which an overlap might hold all places?
                    let overlaps = &tables.overlaps;
                    let some = lost.few != 0 && overlaps.any(house)
                        || lost.open != 0 && overlaps.any_large(house);
                    if !some {
                        lost.values = 0;
                        agenda.locked.remove(house / 64, 1 << (house % 64));
                    }
                }
                Some(Task::LockedCandidates(house)) => {
                    let lost = &mut agenda.lost[house];
                    if tables.houses.of(house).is_empty() {
                        let [_, twice, more] = places(store, tables.plain.of(house));
                        lost.open = lost.values & twice;
                        lost.few = lost.open & !more;
                    }
                    lost.values = 0;
                    locked_candidates(tables, store, house, *lost)?;
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
    if tables.walked.is_empty() || tables.walked.of(v).is_empty() {
        return Ok(());
    }
    // What was fixed before has taken its value from this variable too, if its turn has come. (In one word that is seen
    // as fast as that it is fixed.)
    let all = store.bits(x).is_some() || store.fixed_waits();
    for &g in tables.walked.of(v) {
        let terms = tables.terms.of(g as usize);
        // Often one, but a variable may stand there again with another offset.
        for &(_, own) in terms.iter().filter(|term| term.0 as usize == v) {
            let sum = i64::from(store.min(x)) + i64::from(own);
            for &(p, offset) in terms {
                let p = p as usize;
                if (all || store.is_open(p)) && p != v {
                    store.remove_because(p, sum - i64::from(offset), cause)?;
                }
            }
        }
    }
    Ok(())
}

/// What a house lost since it was last looked through for locked candidates.
#[derive(Clone, Copy, Debug, Default)]
struct Lost {
    /// Values that lost a place.
    values: u64,
    /// Those of them that have more than one place left,
    open: u64,
    /// and at most [`FEW`](crate::compile::FEW).
    few: u64,
}

/// The values with at least one place in a group, with two or more, and with more than [`FEW`](crate::compile::FEW).
#[inline(always)]
fn places(store: &Store, cells: &[u32]) -> [u64; 3] {
    let words = &store.words[..];
    let (mut once, mut twice, mut thrice, mut more) = (0, 0, 0, 0);
    for &v in cells {
        let word = words[v as usize];
        more |= thrice & word;
        thrice |= twice & word;
        twice |= once & word;
        once |= word;
    }
    [once, twice, more]
}

/// A value with one place left in a house goes there. Finds how many places the values have that lost some.
fn hidden_singles(
    tables: &Tables,
    store: &mut Store,
    house: usize,
    lost: &mut Lost,
) -> Result<(), Conflict> {
    let cause = Cause::group(house);
    if let ([(_, all)], cells) = (tables.houses.of(house), tables.plain.of(house))
        && !cells.is_empty()
    {
        let [once, twice, more] = places(store, cells);
        if once != *all {
            return Err(Conflict::new(cause, None));
        }
        // A value that stands in its place already lost others a moment ago, or nothing.
        let hidden = once & !twice & lost.values;
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
        lost.open = lost.values & twice;
        lost.few = lost.open & !more;
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

/// A value of a house whose places all lie in another group too is gone from the rest of that group.
///
/// Of values that have not lost a place since it was last asked there is nothing new.
fn locked_candidates(
    tables: &Tables,
    store: &mut Store,
    house: usize,
    lost: Lost,
) -> Result<(), Conflict> {
    let (cause, cells) = (Cause::group(house), tables.plain.of(house));
    for bit in bits(lost.few) {
        let mut places = 0;
        for (i, &v) in cells.iter().enumerate() {
            places |= (store.words[v as usize] >> bit & 1) << (i % 64);
        }
        for group in tables.overlaps.holding(house, places) {
            let others = tables.plain.of(group);
            let has = |v: u32| store.words[v as usize] >> bit & 1;
            if others.iter().map(|&v| has(v)).sum::<u64>() == u64::from(places.count_ones()) {
                // Nowhere else, as most often.
                continue;
            }
            for &v in others.iter().filter(|v| !cells.contains(v)) {
                store.keep(v as usize, !(1 << bit), cause)?;
            }
        }
    }
    let many = lost.open & !lost.few;
    if many != 0 {
        for overlap in tables.overlaps.large(house) {
            let outside = overlap.house.iter().fold(0, |all, &v| all | store.words[v as usize]);
            let locked = many & !outside;
            for &v in overlap.other.iter().filter(|_| locked != 0) {
                store.keep(v as usize, !locked, cause)?;
            }
        }
    }
    Ok(())
}

/// A constraint is in a queue.
const QUEUED: u8 = 1;

/// A constraint has no use for its own changes.
const RESTING: u8 = 2;

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    HiddenSingles(usize),
    LockedCandidates(usize),
    Strong(usize),
    Constraint(usize),
}

/// So many constraints a queue has room for at first, at most.
const MOST_ROOM: usize = 64;

/// What waits to be done, each task once, cheapest first.
#[derive(Clone, Debug)]
pub(crate) struct Agenda {
    hidden: Flags,
    locked: Flags,
    /// For each house what it lost; for others, and where nothing waits, it does not matter.
    lost: Vec<Lost>,
    /// Houses so large that to look for hidden singles costs more than many a constraint.
    large: Flags,
    strong: Strong,
    /// Constraints by cost, first come, first served.
    queues: [VecDeque<u32>; 3],
    /// Of each constraint whether it is [`QUEUED`] or [`RESTING`].
    states: Vec<u8>,
    calls: u64,
}

impl Agenda {
    pub(crate) fn empty(tables: &Tables, constraints: usize) -> Agenda {
        let words = tables.groups().div_ceil(64);
        Agenda {
            hidden: Flags::new(words),
            locked: Flags::new(words),
            lost: alloc::vec![Lost::default(); tables.groups()],
            large: Flags::new(words),
            strong: Strong::new(tables),
            queues: [(); 3].map(|()| VecDeque::with_capacity(constraints.min(MOST_ROOM))),
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
            agenda.lost[g].values = u64::MAX;
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
        let gone = change.old & !store.words[x.index()];
        for wake in tables.wakes.of(x.index()) {
            self.hidden.add(wake.word as usize, wake.hidden);
            self.locked.add(wake.word as usize, wake.locked);
            for bit in bits(wake.hidden | wake.locked) {
                self.lost[wake.word as usize * 64 + bit as usize].values |= gone;
            }
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
        let cause = change.cause();
        for watcher in tables.watchers.of(x.index()) {
            if !watcher.events.intersects(change.events()) {
                continue;
            }
            let c = watcher.constraint as usize;
            let idle = match self.states[c] {
                0 => store.flag(c),
                RESTING => cause == Cause::constraint(c) || store.flag(c),
                _ => true,
            };
            if !idle {
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
            if !tables.large[house] {
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
        for waiting in [&mut self.hidden, &mut self.locked] {
            while let Some(house) = waiting.take_first() {
                self.lost[house].values = 0;
            }
        }
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
    fn remove(&mut self, word: usize, bits: u64) {
        self.words[word] &= !bits;
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
