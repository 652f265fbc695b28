//! What each variable can still be: bitset domains, and the trail of their changes.
//!
//! The trail is one list with three readers: *backwards* it undoes, *forwards* from a head index it
//! is the queue of the fixpoint loop, and *whole* it is the log that says what changed and why.

mod change;
mod layout;
mod narrow;
mod read;
mod sparse;
#[cfg(test)]
mod tests;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::domain::Domain;
pub(crate) use change::MAX_INDEX;
pub use change::{Cause, Change, Conflict, Events, Reason, Var};
pub(crate) use layout::{Layout, MAX_BITMAP, MAX_WORDS};
pub(crate) use read::{bits, shifted};
use sparse::Nodes;

/// So many changes a trail has room for at first, at most.
const MOST_ROOM: usize = 1024;

/// The domains of all variables at one moment of a search, and the trail that leads back.
///
/// A [`Constraint`](crate::Constraint) reads domains here and narrows them; it can never widen one.
/// Every narrowing returns `Err(Conflict)` instead of leaving a domain empty, to be passed on
/// with `?`. Reads and narrowings of one value are O(1); where a domain spans more than 64 values,
/// finding the next bound, [`len`](Store::len) and iteration are O(span / 64). Where it spans more than
/// 65,536, nothing is as long as that: bounds are O(1), a run of values comes and goes in O(log span), and
/// all values that were removed between the bounds are remembered.
#[derive(Clone)]
pub struct Store {
    layout: Arc<Layout>,
    pub(crate) words: Vec<u64>,
    /// The words behind those of the layout.
    nodes: Nodes,
    /// One bit a variable that is not fixed.
    open: Vec<u64>,
    trail: Vec<Change>,
    /// How far the fixpoint loop has read the trail.
    head: usize,
    /// The length of the trail where each level began.
    levels: Vec<usize>,
    /// What is narrowing domains now.
    cause: Cause,
    changes: u64,
    /// For each variable how much it has had to do with dead ends of this search.
    failures: Vec<u32>,
    /// The variable of a decision that failed, until one stands.
    failed: Option<Var>,
}

impl Store {
    /// The domains, each with its base, and for each constraint how many words it keeps.
    pub(crate) fn new(domains: &[(i32, &Domain)], memory: &[usize]) -> Store {
        let (layout, words) = Layout::new(domains, memory);
        let mut store = Store {
            open: alloc::vec![0; layout.len().div_ceil(64)],
            layout: Arc::new(layout),
            words,
            nodes: Nodes::default(),
            trail: Vec::new(),
            head: 0,
            levels: Vec::new(),
            cause: Cause::GIVEN,
            changes: 0,
            failures: Vec::new(),
            failed: None,
        };
        store.make_room();
        store.find_open();
        for (v, (_, domain)) in domains.iter().enumerate() {
            if store.layout.is_sparse(v) && domain.ranges().len() > 1 {
                let cut = store.sparse_intersect(v, domain);
                debug_assert!(cut.is_ok(), "a domain has its own values");
            }
        }
        store.forget_trail();
        store
    }

    /// Makes room on the trail, for some changes of each variable of a small model.
    pub(crate) fn make_room(&mut self) {
        self.trail.reserve((8 * self.layout.len()).min(MOST_ROOM));
    }

    /// Goes back to `root`, a store of the same layout, whatever happened since.
    pub(crate) fn restart(&mut self, root: &Store) {
        self.nodes.truncate(root.words.len() - root.layout.words());
        self.words.truncate(root.words.len());
        self.words.copy_from_slice(&root.words);
        self.open.copy_from_slice(&root.open);
        self.trail.clear();
        self.head = 0;
        self.levels.clear();
        self.cause = Cause::GIVEN;
        self.changes = 0;
        self.failures.clear();
        self.failed = None;
    }

    fn find_open(&mut self) {
        for v in 0..self.layout.len() {
            if self.fixed_word(v).is_none() {
                self.open[v / 64] |= 1 << (v % 64);
            }
        }
    }

    /// The trail since the root, oldest change first.
    pub fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// The variable that a change of this store's trail belongs to; `None` for inner state.
    pub fn var_of(&self, change: &Change) -> Option<Var> {
        let slot = change.slot as usize;
        let n = self.layout.len();
        if slot < n {
            return Some(Var(change.slot));
        }
        match self.layout.owners.get(slot - n) {
            Some(&owner) => Some(owner).filter(|&v| v != u32::MAX).map(Var),
            None => self.nodes.owner(slot - self.layout.words()),
        }
    }

    /// How much a variable has had to do with dead ends of this search lately: for branchings.
    pub fn failures(&self, x: Var) -> u32 {
        self.failures.get(x.index()).copied().unwrap_or(0)
    }

    /// Whether a decision about this variable led a constraint to a dead end, and none about it has stood since: for
    /// branchings. Of one variable at most, as long as it is open.
    pub(crate) fn failed_last(&self, x: Var) -> bool {
        self.failed == Some(x)
    }

    /// The search begins again from the root: what failed last is far from there.
    pub(crate) fn note_restart(&mut self) {
        self.failed = None;
    }

    /// A decision about a variable failed; of several, the first that is open counts.
    pub(crate) fn note_failed(&mut self, x: Var) {
        if self.failed.is_none_or(|failed| self.is_fixed(failed)) {
            self.failed = Some(x);
        }
    }

    /// A decision about a variable stands, with all conclusions.
    pub(crate) fn note_stands(&mut self, x: Var) {
        if self.failed == Some(x) {
            self.failed = None;
        }
    }

    /// The level at which the last of some variables (ascending) became fixed.
    pub(crate) fn level_of_last(&self, vars: &[Var]) -> usize {
        let fixes = |change: &Change| {
            change.events().contains(Events::FIXED)
                && self.var_of(change).is_some_and(|x| vars.binary_search(&x).is_ok())
        };
        match self.trail.iter().rposition(fixes) {
            Some(last) => self.levels.partition_point(|&start| start <= last),
            None => 0,
        }
    }

    /// How many decisions stand.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// The conflict to return when a constraint sees that it cannot hold.
    pub fn conflict(&self) -> Conflict {
        Conflict::new(self.cause, None)
    }

    /// Runs `trial` and takes back all that it narrowed: what would follow if it were so?
    pub fn suppose<R>(&mut self, trial: impl FnOnce(&mut Store) -> R) -> R {
        let (head, changes) = (self.head, self.changes);
        self.push_level();
        let answer = trial(self);
        self.pop_level();
        // The loop has yet to read what stood on the trail before.
        (self.head, self.changes) = (head, changes);
        answer
    }

    /// The words that the constraint which is being called [keeps](crate::Constraint::memory): zero before the
    /// first call, and undone like domains when the search goes back. Empty for a constraint under a
    /// condition or inside another one: it must do without.
    pub fn memory(&self) -> &[u64] {
        &self.words[self.memory_slots()]
    }

    /// Changes a word that the constraint which is being called keeps.
    ///
    /// # Panics
    /// If it has no such word.
    pub fn remember(&mut self, i: usize, word: u64) {
        let slots = self.memory_slots();
        assert!(
            i < slots.len(),
            "a constraint with {} words of memory has no word {i}",
            slots.len()
        );
        let slot = slots.start + i;
        let old = core::mem::replace(&mut self.words[slot], word);
        if old != word {
            self.trail.push(Change::new(slot, old, Events::empty(), self.cause));
        }
    }

    /// Changes all words that the constraint which is being called keeps; those behind the last one stay.
    pub(crate) fn remember_all(&mut self, words: impl Iterator<Item = u64>) {
        for (slot, word) in self.memory_slots().zip(words) {
            let old = core::mem::replace(&mut self.words[slot], word);
            if old != word {
                self.trail.push(Change::new(slot, old, Events::empty(), self.cause));
            }
        }
    }

    fn memory_slots(&self) -> core::ops::Range<usize> {
        match self.cause.reason() {
            Reason::Constraint(c) if c + 1 < self.layout.memory.len() => {
                self.layout.memory[c] as usize..self.layout.memory[c + 1] as usize
            }
            _ => 0..0,
        }
    }

    /// Begins a level: what changes from here on goes with one [`pop_level`](Self::pop_level).
    pub(crate) fn push_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Undoes all that changed since the last [`push_level`](Self::push_level).
    pub(crate) fn pop_level(&mut self) {
        let mark = self.levels.pop().unwrap_or(0);
        for change in self.trail.drain(mark..).rev() {
            let slot = change.slot as usize;
            self.words[slot] = change.old;
            if change.events().contains(Events::FIXED) {
                self.open[slot / 64] |= 1 << (slot % 64);
            }
        }
        self.drop_nodes();
        self.head = mark;
    }

    /// Takes back the last change of a domain: whose it was, what was left after it, and the change. Good for
    /// looking back on a copy, not for going on from there.
    pub(crate) fn undo_last(&mut self) -> Option<(Var, Domain, Change)> {
        loop {
            let change = *self.trail.last()?;
            let owner = self.var_of(&change).map(|x| (x, self.domain(x)));
            self.trail.pop();
            self.words[change.slot as usize] = change.old;
            if let Some((x, left)) = owner {
                return Some((x, left, change));
            }
        }
    }

    /// The next change of a domain that the fixpoint loop has not read, and whose it is.
    #[inline]
    pub(crate) fn next_change(&mut self) -> Option<(Var, Change)> {
        loop {
            let change = *self.trail.get(self.head)?;
            self.head += 1;
            if let Some(x) = self.var_of(&change) {
                return Some((x, change));
            }
        }
    }

    /// Puts the variables that have one value from the start on the trail, as if they had just
    /// become fixed: the fixpoint loop hears of nothing else.
    pub(crate) fn announce_fixed(&mut self) {
        for v in 0..self.layout.len() {
            if self.is_open(v) {
                continue;
            }
            self.trail.push(Change::new(v, self.words[v], Events::all(), Cause::GIVEN));
        }
    }

    /// Makes what has happened so far the new root: it can no longer be undone.
    pub(crate) fn forget_trail(&mut self) {
        self.trail.clear();
        self.head = 0;
        self.levels.clear();
        self.changes = 0;
    }

    /// Whether the fixpoint loop has yet to hear that some variable became fixed.
    pub(crate) fn fixed_waits(&self) -> bool {
        self.trail[self.head..].iter().any(|change| change.events().contains(Events::FIXED))
    }

    /// How much of the trail [`next_change`](Self::next_change) has read.
    pub(crate) fn read(&self) -> usize {
        self.head
    }

    pub(crate) fn cause(&self) -> Cause {
        self.cause
    }

    pub(crate) fn set_cause(&mut self, cause: Cause) {
        self.cause = cause;
    }

    /// How many changes there have been since the search began, undone ones included.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    pub(crate) fn is_open(&self, v: usize) -> bool {
        self.open[v / 64] >> (v % 64) & 1 == 1
    }

    /// One bit a variable that is not fixed.
    pub(crate) fn open(&self) -> &[u64] {
        &self.open
    }

    pub(crate) fn flag(&self, i: usize) -> bool {
        self.words[self.layout.flags + i / 64] >> (i % 64) & 1 == 1
    }

    /// Sets a bit of inner state; undone with the level.
    pub(crate) fn set_flag(&mut self, i: usize) {
        let slot = self.layout.flags + i / 64;
        let old = self.words[slot];
        self.trail.push(Change::new(slot, old, Events::empty(), self.cause));
        self.words[slot] = old | 1 << (i % 64);
    }

    /// Counts a dead end that a variable had to do with.
    pub(crate) fn blame(&mut self, x: Var) {
        if self.failures.is_empty() {
            self.failures.resize(self.layout.len(), 0);
        }
        self.failures[x.index()] += 1;
    }

    /// Lets earlier dead ends count half.
    pub(crate) fn forgive(&mut self) {
        self.failures.iter_mut().for_each(|count| *count /= 2);
    }
}

impl fmt::Debug for Store {
    /// Each variable with the values left: `{x0: {1, 2}, x1: {3}}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries((0..self.variables()).map(|v| (Var::new(v), self.domain(Var::new(v)))))
            .finish()
    }
}
