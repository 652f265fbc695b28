//! Groups that are thought about by [matching](crate::matching), with Hall sets as reasons.

use alloc::vec::Vec;
use core::ops::Range;

use super::atoms::Atoms;
use super::literal::Lit;
use super::trail::{Reason, Trail};
use crate::compile::Tables;
use crate::csr::Csr;
use crate::group::Strength;
use crate::matching::{Bipartite, Matcher};
use crate::strong::Patience;

/// All groups that ask for it.
#[derive(Clone)]
pub(super) struct Matchings {
    boards: Vec<Board>,
    /// For each variable the boards that it is on.
    of: Csr<u32>,
    /// Boards that lost a candidate since they were last looked at.
    waiting: Vec<u32>,
    waits: Vec<bool>,
    patience: Vec<Patience>,
    /// How much of the trail has been read.
    read: usize,
    grid: Bipartite,
    matcher: Matcher,
}

/// One group: its open members are rows, their values are columns.
#[derive(Clone)]
struct Board {
    /// The number of words of a row.
    words: usize,
    /// The candidates of each row, and the column of each of them.
    rows: Vec<Range<u32>>,
    columns: Csr<u32>,
    /// The matching found last.
    matched: Vec<u32>,
}

impl Matchings {
    /// `None` if no group asks for it.
    pub(super) fn new(tables: &Tables, atoms: &Atoms) -> Option<Matchings> {
        let asks = |&g: &usize| {
            tables.strength(g).contains(Strength::MATCHING) && !tables.strong.of(g).is_empty()
        };
        let mut boards = Vec::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        for g in (0..tables.groups()).filter(asks) {
            let open: Vec<(usize, i64)> = tables
                .terms
                .of(g)
                .iter()
                .map(|&(v, offset)| (v as usize, i64::from(offset)))
                .filter(|&(v, _)| !atoms.of(v).is_empty())
                .collect();
            if open.len() < 2 {
                continue;
            }
            let sums = |&(v, offset): &(usize, i64)| {
                atoms.of(v).map(move |c| i64::from(atoms.value(c)) + offset)
            };
            let mut values: Vec<i64> = open.iter().flat_map(sums).collect();
            values.sort_unstable();
            values.dedup();
            let column = |value| values.binary_search(&value).expect("it is there") as u32;
            boards.push(Board {
                words: values.len().div_ceil(64),
                rows: open.iter().map(|&(v, _)| atoms.of(v)).collect(),
                columns: Csr::new(open.iter().map(|term| sums(term).map(column))),
                matched: alloc::vec![u32::MAX; open.len()],
            });
            members.push(open.iter().map(|&(v, _)| v).collect());
        }
        if boards.is_empty() {
            return None;
        }
        let lists = members.iter().map(|list| list.iter().copied());
        Some(Matchings {
            of: Csr::invert(atoms.variables(), lists),
            waiting: (0..boards.len() as u32).rev().collect(),
            waits: alloc::vec![true; boards.len()],
            patience: alloc::vec![Patience::default(); boards.len()],
            read: 0,
            boards,
            grid: Bipartite::default(),
            matcher: Matcher::default(),
        })
    }

    /// The next group that lost a candidate.
    pub(super) fn next(&mut self, atoms: &Atoms, trail: &Trail) -> Option<u32> {
        let lits = trail.lits();
        for lit in &lits[self.read..] {
            for &board in self.of.of(atoms.var(lit.atom())) {
                if !core::mem::replace(&mut self.waits[board as usize], true) {
                    self.waiting.push(board);
                }
            }
        }
        self.read = lits.len();
        while let Some(board) = self.waiting.pop() {
            self.waits[board as usize] = false;
            if self.patience[board as usize].asks(trail.level() == 0) {
                return Some(board);
            }
        }
        None
    }

    /// After going back to where the trail has this length.
    pub(super) fn back_to(&mut self, len: usize) {
        self.waiting.drain(..).for_each(|board| self.waits[board as usize] = false);
        self.read = self.read.min(len);
    }

    /// Removes what is part of no matching; false if there is no matching.
    pub(super) fn conclude(&mut self, board: u32, trail: &mut Trail) -> bool {
        let before = trail.len();
        let consistent = self.narrow(board, trail);
        self.patience[board as usize].heard(!consistent || trail.len() > before);
        consistent
    }

    fn narrow(&mut self, board: u32, trail: &mut Trail) -> bool {
        let Matchings { boards, grid, matcher, .. } = self;
        let of = &mut boards[board as usize];
        of.draw(grid, |c| !trail.is_false(Lit::is(c)));
        if matcher.complete(grid, &mut of.matched).is_err() {
            return false;
        }
        if matcher.filter(grid, &of.matched) {
            for (row, candidates) in of.rows.iter().enumerate() {
                let kept = matcher.kept(grid, row);
                for (candidate, &column) in candidates.clone().zip(of.columns.of(row)) {
                    let gone = Lit::is_not(candidate);
                    let stays = kept[column as usize / 64] >> (column % 64) & 1 == 1;
                    if !stays && trail.is_open(gone) {
                        trail.assign(gone, Reason::matching(board));
                    }
                }
            }
        }
        true
    }

    /// The literals that imply one that was concluded, or, without one, that there is no matching.
    pub(super) fn causes(
        &mut self,
        board: u32,
        lit: Option<Lit>,
        trail: &Trail,
        causes: &mut Vec<Lit>,
    ) {
        let Matchings { boards, grid, matcher, .. } = self;
        let board = &boards[board as usize];
        let len = lit.map_or(trail.len(), |lit| trail.position(lit));
        let held = |lit: Lit| trail.is_true(lit) && trail.position(lit) < len;
        board.draw(grid, |c| !held(Lit::is_not(c)));
        let mut matched = board.matched.clone();
        let complete = matcher.complete(grid, &mut matched);
        debug_assert_eq!(complete.is_ok(), lit.is_some());
        if let Some(lit) = lit {
            let explained = board.places(lit.atom()).any(|(r, c)| matcher.explain(grid, r, c));
            debug_assert!(explained);
        }
        // These rows have the columns that they came by among them, since they have lost all others.
        for &row in matcher.walk() {
            let row = row as usize;
            if let Some(fixed) = board.rows[row].clone().map(Lit::is).find(|&lit| held(lit)) {
                causes.push(fixed);
                continue;
            }
            for (candidate, &column) in board.rows[row].clone().zip(board.columns.of(row)) {
                let gone = Lit::is_not(candidate);
                if !matcher.saw(column) && held(gone) {
                    causes.push(gone);
                }
            }
        }
    }
}

impl Board {
    fn draw(&self, grid: &mut Bipartite, left: impl Fn(u32) -> bool) {
        grid.clear(self.words);
        for (row, candidates) in self.rows.iter().enumerate() {
            grid.push_row();
            for (candidate, &column) in candidates.clone().zip(self.columns.of(row)) {
                if left(candidate) {
                    grid.set(column as usize);
                }
            }
        }
    }

    /// Row and column of a candidate, once for each term of its variable.
    fn places(&self, candidate: u32) -> impl Iterator<Item = (u32, u32)> {
        let rows = self.rows.iter().enumerate();
        rows.filter(move |(_, range)| range.contains(&candidate)).map(move |(row, range)| {
            (row as u32, self.columns.of(row)[(candidate - range.start) as usize])
        })
    }
}
