//! Two ways to go on from a restart, in turns: quickly from conflict to conflict, or steadily towards a solution.

use alloc::vec::Vec;

use super::atoms::Atoms;
use super::literal::Lit;
use super::trail::Trail;
use super::walk::NONE;

/// Whose turn it is, and what the steady way aims at.
///
/// The quick way tries the most active candidates, whatever was tried before: good for proofs. The steady one
/// gives each variable the value that it had when most variables had one, without a conflict (target phases:
/// Biere and Fleury, *Chasing target phases*, 2020), and begins again half as often: good for solutions.
#[derive(Clone)]
pub(super) struct Modes {
    steady: bool,
    /// At how many changes the turn is over, and how long it is.
    end: u64,
    length: u64,
    /// For each variable a candidate, or [`NONE`].
    targets: Vec<u32>,
    /// How long the trail was when they were taken.
    longest: usize,
    /// How many steady turns there have been, and whether one has just begun.
    turns: usize,
    begun: bool,
}

impl Modes {
    pub(super) fn new(variables: usize, first_turn: u64) -> Modes {
        let targets = alloc::vec![NONE; variables];
        Modes {
            steady: false,
            end: first_turn,
            length: first_turn,
            targets,
            longest: 0,
            turns: 0,
            begun: false,
        }
    }

    /// At a restart, after so many changes: how many times longer the next run is than usual.
    pub(super) fn next_run(&mut self, changes: u64) -> u64 {
        if changes >= self.end {
            if self.steady {
                self.length = self.length.saturating_add(self.length / 2);
            }
            self.steady = !self.steady;
            self.begun = self.steady;
            self.turns += usize::from(self.steady);
            self.longest = 0;
            self.end = changes.saturating_add(self.length);
        }
        if self.steady { 2 } else { 1 }
    }

    /// Once when a steady turn has begun, its length.
    pub(super) fn steady_turn(&mut self) -> Option<u64> {
        core::mem::take(&mut self.begun).then_some(self.length)
    }

    /// How many steady turns there have been.
    pub(super) fn turns(&self) -> usize {
        self.turns
    }

    pub(super) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Takes other targets.
    pub(super) fn aim_at(&mut self, targets: Vec<u32>) {
        self.targets = targets;
    }

    /// Makes a turn longer.
    pub(super) fn extend(&mut self, changes: u64) {
        self.end = self.end.saturating_add(changes);
    }

    /// At a conflict: what stood before the last decision did without one.
    pub(super) fn remember(&mut self, trail: &Trail, atoms: &Atoms) {
        let len = trail.level_start();
        if !self.steady || len <= self.longest {
            return;
        }
        self.longest = len;
        for lit in &trail.lits()[..len] {
            if lit.holds() && atoms.is_candidate(lit.atom()) {
                self.targets[atoms.var(lit.atom())] = lit.atom();
            }
        }
    }

    /// What to try where this candidate is the most active.
    pub(super) fn choose(&self, candidate: u32, trail: &Trail, atoms: &Atoms) -> u32 {
        if !self.steady {
            return candidate;
        }
        let target = self.targets[atoms.var(candidate)];
        if target != NONE && trail.is_open(Lit::is(target)) { target } else { candidate }
    }
}
