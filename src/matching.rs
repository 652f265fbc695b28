//! Which values the members of a group can have together: matchings and what they leave.
//!
//! Members are rows, values are columns, and what a member may be is a row of bits. All of them
//! differ if there is a matching that gives each row a column of its own; a candidate is part of
//! some solution of the group if it is part of some such matching (Régin, *A filtering algorithm for
//! constraints of difference in CSPs*, 1994).

use alloc::vec::Vec;

use crate::store::bits;

/// No column, or no row.
const NONE: u32 = u32::MAX;

/// The rows of bits of one group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bipartite {
    /// How many words a row has.
    words: usize,
    rows: Vec<u64>,
}

impl Bipartite {
    /// Begins anew, with rows of so many words.
    pub(crate) fn clear(&mut self, words: usize) {
        self.words = words;
        self.rows.clear();
    }

    /// Adds the next word of the row at hand.
    pub(crate) fn push(&mut self, word: u64) {
        self.rows.push(word);
    }

    /// Adds an empty row.
    pub(crate) fn push_row(&mut self) {
        self.rows.resize(self.rows.len() + self.words, 0);
    }

    /// Adds a column to the last row.
    pub(crate) fn set(&mut self, column: usize) {
        let start = self.rows.len() - self.words;
        self.rows[start + column / 64] |= 1 << (column % 64);
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len() / self.words.max(1)
    }

    pub(crate) fn row(&self, row: usize) -> &[u64] {
        &self.rows[row * self.words..][..self.words]
    }

    fn has(&self, row: usize, column: u32) -> bool {
        self.rows[row * self.words + column as usize / 64] >> (column % 64) & 1 == 1
    }
}

/// Rows that have too few columns among them: no matching gives each its own (Hall 1935).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crowded;

/// The memory of the search for matchings, kept between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matcher {
    /// The row that has each column, or [`NONE`].
    owners: Vec<u32>,
    /// The columns that no row has.
    free: Vec<u64>,
    /// The columns that the last walk came by.
    seen: Vec<u64>,
    /// The rows that the last walk came by, from where it began.
    walk: Vec<u32>,
    /// For each row of the walk the one before it.
    before: Vec<u32>,
    /// What is left of each row.
    kept: Vec<u64>,
    // What Tarjan's algorithm keeps: the time at which each row was met, the earliest row of its
    // stack that it leads back to, that stack, its columns, and the columns of rows not met yet.
    met: Vec<u32>,
    back: Vec<u32>,
    stack: Vec<u32>,
    stacked: Vec<u64>,
    unmet: Vec<u64>,
}

impl Matcher {
    /// Makes `matched`, which may come from any earlier time, a matching of all rows.
    ///
    /// Where that cannot be, [`walk`](Self::walk) are rows with one column too few.
    /// O(rows that have to change · edges / 64).
    pub(crate) fn complete(
        &mut self,
        grid: &Bipartite,
        matched: &mut [u32],
    ) -> Result<(), Crowded> {
        let words = grid.words;
        self.owners.clear();
        self.owners.resize(words * 64, NONE);
        self.free.clear();
        self.free.resize(words, 0);
        for row in grid.rows.chunks_exact(words) {
            self.free.iter_mut().zip(row).for_each(|(free, word)| *free |= word);
        }
        self.before.resize(grid.len(), NONE);
        let mut lost = 0;
        for (row, column) in matched.iter_mut().enumerate() {
            let holds = *column != NONE
                && (*column as usize) < words * 64
                && grid.has(row, *column)
                && self.owners[*column as usize] == NONE;
            if holds {
                self.take(row as u32, *column);
            } else {
                *column = NONE;
                lost += 1;
            }
        }
        for row in 0..matched.len() {
            if lost == 0 {
                break;
            }
            if matched[row] == NONE {
                self.augment(grid, matched, row as u32)?;
                lost -= 1;
            }
        }
        Ok(())
    }

    fn take(&mut self, row: u32, column: u32) {
        self.owners[column as usize] = row;
        self.free[column as usize / 64] &= !(1 << (column % 64));
    }

    /// Finds a column for one more row; others may have to move.
    fn augment(
        &mut self,
        grid: &Bipartite,
        matched: &mut [u32],
        start: u32,
    ) -> Result<(), Crowded> {
        let Some((mut row, mut column)) = self.walk_from(grid, start) else { return Err(Crowded) };
        loop {
            let old = core::mem::replace(&mut matched[row as usize], column);
            self.take(row, column);
            if row == start {
                return Ok(());
            }
            (row, column) = (self.before[row as usize], old);
        }
    }

    /// Walks from a row to the owners of its columns and so on, until there is a free column.
    fn walk_from(&mut self, grid: &Bipartite, start: u32) -> Option<(u32, u32)> {
        self.seen.clear();
        self.seen.resize(grid.words, 0);
        self.walk.clear();
        self.walk.push(start);
        let mut next = 0;
        while let Some(&row) = self.walk.get(next) {
            next += 1;
            for (i, &word) in grid.row(row as usize).iter().enumerate() {
                let free = word & self.free[i];
                if free != 0 {
                    return Some((row, i as u32 * 64 + free.trailing_zeros()));
                }
                let new = word & !self.seen[i];
                self.seen[i] |= new;
                for bit in bits(new) {
                    let owner = self.owners[i * 64 + bit as usize];
                    if owner != start {
                        self.before[owner as usize] = row;
                        self.walk.push(owner);
                    }
                }
            }
        }
        None
    }

    /// The rows that the last walk came by. After a walk that found no free column, they have no
    /// other columns than each other's.
    pub(crate) fn walk(&self) -> &[u32] {
        &self.walk
    }

    /// Whether the last walk came by a column.
    pub(crate) fn saw(&self, column: u32) -> bool {
        self.seen[column as usize / 64] >> (column % 64) & 1 == 1
    }

    /// Whether a row cannot have a column, given a matching of all rows: [`walk`](Self::walk) are then
    /// rows, this one not among them, that need all their columns, and this is one of these.
    pub(crate) fn explain(&mut self, grid: &Bipartite, row: u32, column: u32) -> bool {
        let owner = self.owners[column as usize];
        owner != NONE && self.walk_from(grid, owner).is_none() && !self.walk.contains(&row)
    }

    /// The candidates that are part of some matching of all rows, given one such matching: for each
    /// row the word of what is left, [`kept`](Self::kept). False if that is all of them.
    ///
    /// O(edges).
    pub(crate) fn filter(&mut self, grid: &Bipartite, matched: &[u32]) -> bool {
        let words = grid.words;
        self.kept.clear();
        self.kept.extend(&grid.rows);
        self.met.clear();
        self.met.resize(grid.len(), NONE);
        self.unmet.clear();
        self.unmet.resize(words, 0);
        for &column in matched {
            self.unmet[column as usize / 64] |= 1 << (column % 64);
        }
        let mut changed = self.filter_loose(grid, matched);
        self.back.resize(grid.len(), 0);
        self.stacked.clear();
        self.stacked.resize(words, 0);
        let mut time = 0;
        for row in 0..grid.len() {
            if self.met[row] == NONE {
                changed |= self.filter_component(grid, matched, row as u32, &mut time);
            }
        }
        changed
    }

    /// Rows from which a free column is in reach may have any column of theirs that is free or belongs
    /// to such a row.
    fn filter_loose(&mut self, grid: &Bipartite, matched: &[u32]) -> bool {
        if self.free.iter().all(|&word| word == 0) {
            return false;
        }
        let mut loose = core::mem::take(&mut self.seen);
        loose.clear();
        loose.extend(&self.free);
        loop {
            let mut grew = false;
            for (row, &column) in matched.iter().enumerate() {
                if self.met[row] == NONE && meets(grid.row(row), &loose) {
                    let (word, bit) = (column as usize / 64, 1 << (column % 64));
                    loose[word] |= bit;
                    self.unmet[word] &= !bit;
                    self.met[row] = 0;
                    grew = true;
                }
            }
            if !grew {
                break;
            }
        }
        let mut changed = false;
        for row in 0..grid.len() {
            if self.met[row] == 0 {
                changed |= self.keep(grid.words, row, &loose);
            }
        }
        self.seen = loose;
        changed
    }

    /// Rows that can pass their columns around in a circle may have any column of that circle (Tarjan,
    /// *Depth-first search and linear graph algorithms*, 1972).
    fn filter_component(
        &mut self,
        grid: &Bipartite,
        matched: &[u32],
        start: u32,
        time: &mut u32,
    ) -> bool {
        let mut changed = false;
        self.walk.clear();
        self.meet(matched, start, time);
        while let Some(&row) = self.walk.last() {
            let r = row as usize;
            let cells = grid.row(r);
            let next = cells.iter().zip(&self.unmet).enumerate().find_map(|(i, (word, unmet))| {
                let new = word & unmet;
                (new != 0).then(|| i * 64 + new.trailing_zeros() as usize)
            });
            if let Some(column) = next {
                self.meet(matched, self.owners[column], time);
                continue;
            }
            self.walk.pop();
            let mut back = self.back[r];
            for (i, &word) in cells.iter().enumerate() {
                for bit in bits(word & self.stacked[i]) {
                    back = back.min(self.met[self.owners[i * 64 + bit as usize] as usize]);
                }
            }
            self.back[r] = back;
            if back == self.met[r] {
                changed |= self.close(grid.words, matched, row);
            } else if let Some(&above) = self.walk.last() {
                let above = &mut self.back[above as usize];
                *above = (*above).min(back);
            }
        }
        changed
    }

    fn meet(&mut self, matched: &[u32], row: u32, time: &mut u32) {
        // Time 0 is that of the loose rows.
        *time += 1;
        self.met[row as usize] = *time;
        self.back[row as usize] = *time;
        let column = matched[row as usize];
        self.unmet[column as usize / 64] &= !(1 << (column % 64));
        self.stacked[column as usize / 64] |= 1 << (column % 64);
        self.walk.push(row);
        self.stack.push(row);
    }

    /// The rows from `row` on the stack are one component.
    fn close(&mut self, words: usize, matched: &[u32], row: u32) -> bool {
        let start = self.stack.iter().rposition(|&r| r == row).expect("it was met");
        self.seen.clear();
        self.seen.resize(words, 0);
        for &r in &self.stack[start..] {
            let column = matched[r as usize];
            self.seen[column as usize / 64] |= 1 << (column % 64);
            self.stacked[column as usize / 64] &= !(1 << (column % 64));
        }
        let own = core::mem::take(&mut self.seen);
        let mut changed = false;
        while self.stack.len() > start {
            let r = self.stack.pop().expect("not empty");
            changed |= self.keep(words, r as usize, &own);
        }
        self.seen = own;
        changed
    }

    fn keep(&mut self, words: usize, row: usize, columns: &[u64]) -> bool {
        let mut changed = false;
        for (word, columns) in self.kept[row * words..].iter_mut().zip(columns) {
            changed |= *word & !columns != 0;
            *word &= columns;
        }
        changed
    }

    /// What [`filter`](Self::filter) left of a row.
    pub(crate) fn kept(&self, grid: &Bipartite, row: usize) -> &[u64] {
        &self.kept[row * grid.words..][..grid.words]
    }
}

fn meets(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the rows from `row` on find columns among those that are not taken; a given candidate fixed.
    fn matches(rows: &[u64], fixed: Option<(usize, u32)>) -> bool {
        fn from(rows: &[u64], row: usize, taken: u64, fixed: Option<(usize, u32)>) -> bool {
            let Some(&word) = rows.get(row) else { return true };
            let word = match fixed {
                Some((r, column)) if r == row => word & 1 << column,
                _ => word,
            };
            bits(word & !taken).any(|bit| from(rows, row + 1, taken | 1 << bit, fixed))
        }
        from(rows, 0, 0, fixed)
    }

    /// Rows of a few columns, pseudo-random, spread over one word or two.
    fn random(dice: &mut u64, spread: u32) -> Vec<u64> {
        let mut next = || {
            *dice =
                dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            *dice >> 33
        };
        let (n, columns) = (1 + next() % 6, 1 + next() % 7);
        let sparse = next() % 3;
        let row = |_| {
            (0..columns).fold(0, |row, column| {
                let there = (0..=sparse).any(|_| next() % 2 == 0);
                row | u64::from(there) << (column * u64::from(spread))
            })
        };
        (0..n).map(row).collect()
    }

    #[test]
    fn what_is_kept_is_what_some_matching_has() {
        let mut dice = 7;
        let (mut crowded, mut filtered) = (0, 0);
        for round in 0..4000 {
            let spread = 1 + round % 9;
            let rows = random(&mut dice, spread);
            // The second word holds the upper half, so that rows of two words are seen too.
            let mut grid = Bipartite::default();
            grid.clear(2);
            for &row in &rows {
                grid.push(row & 0xffff_ffff);
                grid.push(row >> 32);
            }
            let column = |bit: u32| if bit < 32 { bit } else { bit + 32 };
            let mut matcher = Matcher::default();
            // A matching of other times: nothing, or nonsense.
            let mut matched: Vec<u32> =
                rows.iter().map(|_| if round % 2 == 0 { NONE } else { round % 130 }).collect();
            let complete = matcher.complete(&grid, &mut matched);
            assert_eq!(complete.is_ok(), matches(&rows, None), "{rows:x?}");
            if complete.is_err() {
                crowded += 1;
                let union = matcher.walk().iter().fold(0, |all, &row| all | rows[row as usize]);
                assert_eq!(union.count_ones() as usize + 1, matcher.walk().len(), "{rows:x?}");
                continue;
            }
            let changed = matcher.filter(&grid, &matched);
            filtered += usize::from(changed);
            let mut expected_change = false;
            let mut gone = Vec::new();
            for (r, &row) in rows.iter().enumerate() {
                let kept = matcher.kept(&grid, r);
                let kept = kept[0] | kept[1] << 32;
                let possible = bits(row)
                    .filter(|&bit| matches(&rows, Some((r, bit))))
                    .fold(0, |kept, bit| kept | 1 << bit);
                assert_eq!(kept, possible, "row {r} of {rows:x?}");
                expected_change |= kept != row;
                for bit in bits(kept) {
                    assert!(!matcher.explain(&grid, r as u32, column(bit)));
                }
                gone.extend(bits(row & !kept).map(|bit| (r, bit)));
            }
            assert_eq!(changed, expected_change);
            for (r, bit) in gone {
                assert!(matcher.explain(&grid, r as u32, column(bit)));
                let walk = matcher.walk();
                assert!(!walk.contains(&(r as u32)));
                let union = walk.iter().fold(0, |all, &row| all | rows[row as usize]);
                assert_eq!(union.count_ones() as usize, walk.len(), "{rows:x?}");
                assert_eq!(union >> bit & 1, 1);
            }
        }
        assert!(crowded > 100 && filtered > 100, "{crowded}, {filtered}");
    }
}
