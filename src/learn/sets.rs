//! Sets of candidates of which exactly one, or at most one, is true: groups, natively.
//!
//! As clauses, a house of n variables would be n²(n - 1)/2 pairs; as sets it is n lists of n.

use alloc::vec::Vec;
use core::ops::Range;

use super::atoms::Atoms;
use crate::compile::Tables;
use crate::csr::Csr;

#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    /// The candidates of each set. Those of which exactly one is true come first.
    pub(super) members: Csr<u32>,
    /// How many sets have exactly one true candidate.
    pub(super) exact: u32,
    /// The sets of each candidate, ascending.
    of: Csr<u32>,
    /// The same of exact sets alone.
    exact_of: Csr<u32>,
    /// What is left of each exact set.
    left: Vec<Left>,
}

/// The members of a set that have not been crossed out.
#[derive(Clone, Copy, Debug)]
struct Left {
    count: u32,
    /// Their numbers, added without carry: of one, its number.
    sum: u32,
}

impl Sets {
    /// The values of each open variable, and the places of each value in each group.
    ///
    /// What counts as a house is seen anew: a group with as many values as variables *left*. The flag
    /// says whether a group has fewer.
    pub(super) fn new(tables: &Tables, atoms: &Atoms) -> (Sets, bool) {
        let mut crowded = false;
        let mut items: Vec<u32> = (0..atoms.candidates() as u32).collect();
        let mut exact: Vec<Range<usize>> = (0..atoms.variables())
            .map(|v| atoms.of(v))
            .filter(|range| !range.is_empty())
            .map(|range| range.start as usize..range.end as usize)
            .collect();
        let mut loose: Vec<Range<usize>> = Vec::new();
        let mut places: Vec<(i64, u32)> = Vec::new();
        for g in 0..tables.groups() {
            places.clear();
            let mut open = 0;
            for &(v, offset) in tables.terms.of(g) {
                let range = atoms.of(v as usize);
                open += usize::from(!range.is_empty());
                places.extend(range.map(|c| (i64::from(atoms.value(c)) + i64::from(offset), c)));
            }
            places.sort_unstable();
            let values = places.chunk_by(|a, b| a.0 == b.0).count();
            crowded |= values < open;
            for chunk in places.chunk_by(|a, b| a.0 == b.0) {
                let start = items.len();
                items.extend(chunk.iter().map(|&(_, c)| c));
                let range = start..items.len();
                if values == open {
                    exact.push(range);
                } else if chunk.len() > 1 {
                    loose.push(range);
                }
            }
        }
        let lists = exact.iter().chain(&loose).map(|range| items[range.clone()].iter().copied());
        let members: Csr<u32> = Csr::new(lists);
        let left = (0..exact.len())
            .map(|s| {
                let set = members.of(s);
                Left { count: set.len() as u32, sum: set.iter().fold(0, |sum, c| sum ^ c) }
            })
            .collect();
        let lists = (0..members.len()).map(|s| members.of(s).iter().map(|&c| c as usize));
        let of = Csr::invert(atoms.candidates(), lists.clone());
        let exact_of = Csr::invert(atoms.candidates(), lists.take(exact.len()));
        (Sets { members, exact: exact.len() as u32, of, exact_of, left }, crowded)
    }

    /// The sets with exactly one true candidate.
    pub(super) fn exact(&self) -> Range<u32> {
        0..self.exact
    }

    #[inline]
    pub(super) fn members(&self, set: u32) -> &[u32] {
        self.members.of(set as usize)
    }

    /// The sets that a candidate is in, exact ones first.
    #[inline]
    pub(super) fn of(&self, candidate: u32) -> &[u32] {
        self.of.of(candidate as usize)
    }

    /// Crosses a candidate out. Tells each set that has at most one member left, and that one.
    #[inline]
    pub(super) fn cross_out(&mut self, candidate: u32, mut short: impl FnMut(u32, Option<u32>)) {
        for &set in self.exact_of.of(candidate as usize) {
            let left = &mut self.left[set as usize];
            left.count -= 1;
            left.sum ^= candidate;
            if left.count <= 1 {
                short(set, (left.count == 1).then_some(left.sum));
            }
        }
    }

    /// Takes that back.
    #[inline]
    pub(super) fn put_back(&mut self, candidate: u32) {
        for &set in self.exact_of.of(candidate as usize) {
            let left = &mut self.left[set as usize];
            left.count += 1;
            left.sum ^= candidate;
        }
    }
}
