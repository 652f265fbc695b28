//! What literals speak of: the *candidates* "x = v", and the *steps* "x ≥ v" of variables that sums and orders bound.

use alloc::vec::Vec;
use core::ops::Range;

use super::literal::{Lit, Literal};
use crate::store::{Store, Var};

/// The values left to the open variables of a store, numbered; behind them the steps. Fixed variables have none.
///
/// Between two values that follow each other is a step. The first one is the opposite of a candidate ("not the
/// least value") and the last one is a candidate, so only those between them need numbers of their own.
#[derive(Clone, Debug)]
pub(super) struct Atoms {
    /// Where the candidates of each variable begin; one more than there are variables.
    starts: Vec<u32>,
    /// The number that its step number 0 would have, for each variable with steps; `NONE` for others.
    steps: Vec<u32>,
    candidates: u32,
    /// The variable and the value of each atom.
    vars: Vec<u32>,
    values: Vec<i32>,
}

const NONE: u32 = u32::MAX;

impl Atoms {
    /// `None` if there are more than `most` candidates. Variables for which `stepped` says yes have steps.
    pub(super) fn new(
        store: &Store,
        most: usize,
        stepped: impl Fn(usize) -> bool,
    ) -> Option<Atoms> {
        let mut starts = alloc::vec![0];
        let (mut vars, mut values) = (Vec::new(), Vec::new());
        for v in 0..store.variables() {
            if store.is_open(v) {
                let x = Var::new(v);
                if values.len() + store.len(x) as usize > most {
                    return None;
                }
                values.extend(store.values(x));
                vars.resize(values.len(), v as u32);
            }
            starts.push(values.len() as u32);
        }
        let candidates = values.len() as u32;
        let mut steps = alloc::vec![NONE; store.variables()];
        for v in 0..store.variables() {
            let range = starts[v] as usize..starts[v + 1] as usize;
            if range.len() >= 4 && stepped(v) {
                steps[v] = values.len() as u32 - 2;
                values.extend_from_within(range.start + 2..range.end - 1);
                vars.resize(values.len(), v as u32);
            }
        }
        Some(Atoms { starts, steps, candidates, vars, values })
    }

    /// How many atoms there are.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// How many of them are candidates: the first ones.
    pub(super) fn candidates(&self) -> usize {
        self.candidates as usize
    }

    #[inline]
    pub(super) fn is_candidate(&self, atom: u32) -> bool {
        atom < self.candidates
    }

    pub(super) fn variables(&self) -> usize {
        self.starts.len() - 1
    }

    /// The candidates of a variable, by ascending value.
    #[inline]
    pub(super) fn of(&self, v: usize) -> Range<u32> {
        self.starts[v]..self.starts[v + 1]
    }

    #[inline]
    pub(super) fn var(&self, atom: u32) -> usize {
        self.vars[atom as usize] as usize
    }

    /// The value that a candidate is, or from which on a step is true.
    #[inline]
    pub(super) fn value(&self, atom: u32) -> i32 {
        self.values[atom as usize]
    }

    /// Whether a variable has steps.
    #[inline]
    pub(super) fn has_steps(&self, v: usize) -> bool {
        self.steps[v] != NONE
    }

    /// Which candidate of its variable an atom belongs to, counted from 0.
    #[inline]
    pub(super) fn rank(&self, atom: u32) -> u32 {
        let v = self.var(atom);
        atom - if self.is_candidate(atom) { self.starts[v] } else { self.steps[v] }
    }

    /// "At least the candidate of this rank" of a variable with steps; the rank is above 0.
    #[inline]
    pub(super) fn at_least(&self, v: usize, rank: u32) -> Lit {
        let Range { start, end } = self.of(v);
        debug_assert!(self.has_steps(v) && 0 < rank && start + rank < end);
        match rank {
            1 => Lit::is_not(start),
            _ if start + rank + 1 == end => Lit::is(start + rank),
            _ => Lit::is(self.steps[v] + rank),
        }
    }

    /// The bound that a literal says of a variable with steps: the rank, and whether it is "at least"; otherwise
    /// the variable is below that.
    #[inline]
    pub(super) fn bound(&self, lit: Lit) -> Option<(u32, bool)> {
        let (atom, v) = (lit.atom(), self.var(lit.atom()));
        if !self.is_candidate(atom) {
            return Some((atom - self.steps[v], lit.holds()));
        }
        let Range { start, end } = self.of(v);
        match atom {
            _ if !self.has_steps(v) => None,
            _ if atom == start => Some((1, !lit.holds())),
            _ if atom + 1 == end => Some((atom - start, lit.holds())),
            _ => None,
        }
    }

    /// Literals as others know them. A step is all the values that it leaves.
    pub(super) fn spell(&self, lits: &[Lit]) -> Vec<Literal> {
        let mut spelled = Vec::with_capacity(lits.len());
        for &lit in lits {
            let (atom, v) = (lit.atom(), self.var(lit.atom()));
            let literal = |candidate: u32, holds| Literal {
                var: Var::new(v),
                value: self.value(candidate),
                holds,
            };
            if self.is_candidate(atom) {
                spelled.push(literal(atom, lit.holds()));
                continue;
            }
            let Range { start, end } = self.of(v);
            let middle = start + self.rank(atom);
            let left = if lit.holds() { middle..end } else { start..middle };
            spelled.extend(left.map(|candidate| literal(candidate, true)));
        }
        spelled
    }

    /// The candidate that a value of a variable is, if it is left.
    pub(super) fn find(&self, v: usize, value: i32) -> Option<u32> {
        let range = self.of(v);
        let values = &self.values[range.start as usize..range.end as usize];
        values.binary_search(&value).ok().map(|i| range.start + i as u32)
    }

    /// How many candidates of a variable are less than a value.
    pub(super) fn below(&self, v: usize, value: i64) -> u32 {
        let range = self.of(v);
        let values = &self.values[range.start as usize..range.end as usize];
        values.partition_point(|&candidate| i64::from(candidate) < value) as u32
    }
}
