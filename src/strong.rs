//! The strong ways to think about a group: subsets and matching, once the cheap ones have no more to say.

use alloc::vec::Vec;

use crate::compile::Tables;
use crate::group::Strength;
use crate::matching::{Bipartite, Matcher};
use crate::store::{Cause, Conflict, Store, Var, bits};
use crate::subsets;

/// Which groups wait for it, and what is kept from one call to the next.
#[derive(Clone, Debug)]
pub(crate) struct Strong {
    /// Groups that lost a value since they were last looked at, oldest first.
    waiting: Vec<u32>,
    waits: Vec<bool>,
    /// For each group the matching found last, a term after the other.
    matched: Vec<u32>,
    /// Where the matching of each group begins.
    starts: Vec<u32>,
    patience: Vec<Patience>,
    /// How much of the trail has been read.
    read: usize,
    /// The open members of the group at hand, what they may be, and their columns.
    open: Vec<usize>,
    grid: Bipartite,
    columns: Vec<u32>,
    matcher: Matcher,
}

/// A group that has had nothing to say for some time is asked less often, below the root of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience {
    /// How often it may yet be asked in vain.
    credit: u8,
    /// How many calls it skips after one in vain.
    skips: u8,
    /// How many of them are left.
    left: u8,
}

/// One answer is worth so many calls in vain.
const CREDIT: u8 = 8;

/// The most calls that a group skips.
const MOST_SKIPPED: u8 = 63;

impl Patience {
    /// Whether to ask now.
    pub(crate) fn asks(&mut self, at_root: bool) -> bool {
        let now = at_root || self.left == 0;
        self.left = self.left.saturating_sub(1);
        now
    }

    /// It was asked, and had something to say or not.
    pub(crate) fn heard(&mut self, something: bool) {
        if something {
            (self.credit, self.skips) = (CREDIT, 0);
        } else if self.credit > 0 {
            self.credit -= 1;
        } else {
            self.skips = (2 * self.skips + 1).min(MOST_SKIPPED);
        }
        self.left = self.skips;
    }
}

impl Strong {
    pub(crate) fn new(tables: &Tables) -> Strong {
        let mut starts = Vec::with_capacity(tables.strong.len() + 1);
        let mut length = 0;
        for g in 0..tables.strong.len() {
            starts.push(length);
            if tables.strength(g).contains(Strength::MATCHING) {
                length += tables.terms.of(g).len() as u32;
            }
        }
        Strong {
            waiting: Vec::new(),
            waits: alloc::vec![false; tables.strong.len()],
            matched: alloc::vec![u32::MAX; length as usize],
            starts,
            patience: alloc::vec![Patience::default(); tables.strong.len()],
            read: 0,
            open: Vec::new(),
            grid: Bipartite::default(),
            columns: Vec::new(),
            matcher: Matcher::default(),
        }
    }

    /// All groups wait.
    pub(crate) fn add_all(&mut self, tables: &Tables) {
        for g in (0..tables.strong.len()).filter(|&g| !tables.strong.of(g).is_empty()) {
            self.add(g as u32);
        }
    }

    fn add(&mut self, group: u32) {
        if !core::mem::replace(&mut self.waits[group as usize], true) {
            self.waiting.push(group);
        }
    }

    /// Reads the trail from here on, or from where it was left.
    pub(crate) fn begin(&mut self, read: usize) {
        self.read = self.read.min(read);
    }

    /// The next group that lost a value and is worth asking.
    pub(crate) fn next(&mut self, tables: &Tables, store: &Store) -> Option<usize> {
        if tables.strong_of.is_empty() {
            return None;
        }
        let trail = store.trail();
        for change in &trail[self.read.min(trail.len())..] {
            let Some(x) = store.var_of(change) else { continue };
            tables.strong_of.of(x.index()).iter().for_each(|&g| self.add(g));
        }
        self.read = trail.len();
        while let Some(g) = self.waiting.pop() {
            self.waits[g as usize] = false;
            if self.patience[g as usize].asks(store.level() == 0) {
                return Some(g as usize);
            }
        }
        None
    }

    /// Begins another search: it takes the same course, whatever came before.
    pub(crate) fn restart(&mut self) {
        self.clear();
        self.patience.fill(Patience::default());
    }

    pub(crate) fn clear(&mut self) {
        self.waiting.drain(..).for_each(|g| self.waits[g as usize] = false);
    }

    /// Lets a group say what it can.
    pub(crate) fn think(
        &mut self,
        tables: &Tables,
        store: &mut Store,
        group: usize,
    ) -> Result<(), Conflict> {
        store.set_cause(Cause::group(group));
        let before = store.changes();
        let result = self.conclude(tables, store, group);
        self.patience[group].heard(result.is_err() || store.changes() > before);
        result
    }

    fn conclude(
        &mut self,
        tables: &Tables,
        store: &mut Store,
        group: usize,
    ) -> Result<(), Conflict> {
        let strength = tables.strength(group);
        let (terms, blocks) = (tables.terms.of(group), tables.strong.of(group));
        if let &[(first, all)] = blocks
            && terms.len() <= 64
        {
            if strength.contains(Strength::NAKED_SUBSETS) {
                naked_subsets(terms, first, store)?;
            }
            if strength.contains(Strength::HIDDEN_SUBSETS)
                && all.count_ones() as usize == terms.len()
            {
                hidden_subsets(terms, first, all, store)?;
            }
        }
        if !strength.contains(Strength::MATCHING) {
            return Ok(());
        }
        // What is fixed is gone from the others.
        self.open.clear();
        self.open.extend((0..terms.len()).filter(|&i| store.is_open(terms[i].0 as usize)));
        self.grid.clear(blocks.len());
        for &(v, offset) in self.open.iter().map(|&i| &terms[i]) {
            for &(first, _) in blocks {
                self.grid.push(store.window(Var::new(v as usize), first - i64::from(offset)));
            }
        }
        let start = self.starts[group] as usize;
        let matched = &mut self.matched[start..start + terms.len()];
        self.columns.clear();
        self.columns.extend(self.open.iter().map(|&i| matched[i]));
        if self.matcher.complete(&self.grid, &mut self.columns).is_err() {
            return Err(store.conflict());
        }
        self.open.iter().zip(&self.columns).for_each(|(&i, &column)| matched[i] = column);
        if self.matcher.filter(&self.grid, &self.columns) {
            for (row, &i) in self.open.iter().enumerate() {
                let (v, offset) = terms[i];
                let (old, new) = (self.grid.row(row), self.matcher.kept(&self.grid, row));
                let x = Var::new(v as usize);
                remove(store, x, offset, blocks, old.iter().zip(new).map(|(old, new)| old & !new))?;
            }
        }
        Ok(())
    }
}

/// Removes values, given as a word for each block.
fn remove(
    store: &mut Store,
    x: Var,
    offset: i32,
    blocks: &[(i64, u64)],
    gone: impl Iterator<Item = u64>,
) -> Result<(), Conflict> {
    let cause = store.cause();
    for (&(first, _), gone) in blocks.iter().zip(gone) {
        for bit in bits(gone) {
            let value = first + i64::from(bit) - i64::from(offset);
            store.remove_because(x.index(), value, cause)?;
        }
    }
    Ok(())
}

/// Members that have as few values among them as there are of them leave none of these to others.
fn naked_subsets(terms: &[(u32, i32)], first: i64, store: &mut Store) -> Result<(), Conflict> {
    let rows = windows(terms, first, store);
    subsets::tight(&rows, |members, values| {
        let others = terms.iter().enumerate().filter(|&(i, _)| members >> i & 1 == 0);
        for (i, &(v, offset)) in others {
            let blocks = [(first, u64::MAX)];
            let gone = core::iter::once(rows[i] & values);
            remove(store, Var::new(v as usize), offset, &blocks, gone)?;
        }
        Ok(())
    })
}

/// Values that have as few places among them as there are of them fill these places.
fn hidden_subsets(
    terms: &[(u32, i32)],
    first: i64,
    all: u64,
    store: &mut Store,
) -> Result<(), Conflict> {
    let rows = windows(terms, first, store);
    let places: Vec<u64> = subsets::transposed(&rows, 64 - all.leading_zeros()).collect();
    subsets::tight(&places, |values, members| {
        for i in bits(members) {
            let (v, offset) = terms[i as usize];
            let blocks = [(first, u64::MAX)];
            let gone = core::iter::once(rows[i as usize] & !values);
            remove(store, Var::new(v as usize), offset, &blocks, gone)?;
        }
        Ok(())
    })
}

fn windows(terms: &[(u32, i32)], first: i64, store: &Store) -> Vec<u64> {
    let word =
        |&(v, offset): &(u32, i32)| store.window(Var::new(v as usize), first - i64::from(offset));
    terms.iter().map(word).collect()
}
