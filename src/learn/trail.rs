//! What is true so far, at which level, in which order and why.

use alloc::vec::Vec;

use super::literal::Lit;

/// Why a literal is true: enough to find the literals that imply it when someone asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason(u32);

/// What a [`Reason`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// It was tried, or holds at the root.
    Tried,
    /// This atom is true: a candidate that shares a set with it, or a step beyond it.
    Peer(u32),
    /// This step is false, and with it all beyond.
    Denied(u32),
    /// The steps and the candidate next to it leave nothing else.
    Step,
    /// All others of this set are false.
    Set(u32),
    /// All other literals of this clause are false.
    Clause(u32),
    /// This constraint saw it, from what held in its scope.
    Constraint(u32),
    /// It is in no matching of this group.
    Matching(u32),
}

const PAYLOAD: u32 = 29;

/// Numbers of candidates, sets, clauses and constraints stay below this.
pub(super) const MAX_PAYLOAD: usize = 1 << PAYLOAD;

impl Reason {
    pub(super) const TRIED: Reason = Reason(0);

    #[inline]
    pub(super) fn peer(atom: u32) -> Reason {
        Reason(1 << PAYLOAD | atom)
    }

    #[inline]
    pub(super) fn set(set: u32) -> Reason {
        Reason(2 << PAYLOAD | set)
    }

    #[inline]
    pub(super) fn clause(clause: u32) -> Reason {
        Reason(3 << PAYLOAD | clause)
    }

    pub(super) fn constraint(constraint: u32) -> Reason {
        Reason(4 << PAYLOAD | constraint)
    }

    pub(super) fn matching(board: u32) -> Reason {
        Reason(5 << PAYLOAD | board)
    }

    /// This literal alone implies it.
    pub(super) fn literal(lit: Lit) -> Reason {
        Reason(if lit.holds() { 1 } else { 6 } << PAYLOAD | lit.atom())
    }

    pub(super) const STEP: Reason = Reason(7 << PAYLOAD);

    #[inline]
    pub(super) fn why(self) -> Why {
        let payload = self.0 & (MAX_PAYLOAD as u32 - 1);
        match self.0 >> PAYLOAD {
            0 => Why::Tried,
            1 => Why::Peer(payload),
            2 => Why::Set(payload),
            3 => Why::Clause(payload),
            4 => Why::Constraint(payload),
            5 => Why::Matching(payload),
            6 => Why::Denied(payload),
            _ => Why::Step,
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    level: u32,
    at: u32,
    reason: Reason,
}

/// The literals that are true, oldest first, and what is known of each.
#[derive(Clone)]
pub(super) struct Trail {
    /// For each literal 1 if it is true, -1 if it is false, 0 while it is open.
    truth: Vec<i8>,
    entries: Vec<Entry>,
    lits: Vec<Lit>,
    /// The length of the trail where each level began.
    levels: Vec<u32>,
    /// How many literals have become true since the search began.
    pub(super) assigned: u64,
}

impl Trail {
    pub(super) fn new(atoms: usize) -> Trail {
        Trail {
            truth: alloc::vec![0; 2 * atoms],
            entries: alloc::vec![Entry { level: 0, at: 0, reason: Reason::TRIED }; atoms],
            lits: Vec::with_capacity(atoms),
            levels: Vec::new(),
            assigned: 0,
        }
    }

    #[inline]
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.truth[lit.index()] > 0
    }

    #[inline]
    pub(super) fn is_false(&self, lit: Lit) -> bool {
        self.truth[lit.index()] < 0
    }

    #[inline]
    pub(super) fn is_open(&self, lit: Lit) -> bool {
        self.truth[lit.index()] == 0
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.entries[lit.atom() as usize].level
    }

    /// Whether a literal was true when the trail was `len` long.
    #[inline]
    pub(super) fn held(&self, lit: Lit, len: usize) -> bool {
        self.is_true(lit) && self.position(lit) < len
    }

    /// The position of a literal on the trail.
    pub(super) fn position(&self, lit: Lit) -> usize {
        self.entries[lit.atom() as usize].at as usize
    }

    #[inline]
    pub(super) fn reason(&self, lit: Lit) -> Reason {
        self.entries[lit.atom() as usize].reason
    }

    pub(super) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.lits.len()
    }

    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// How long the trail was when the present level began.
    pub(super) fn level_start(&self) -> usize {
        self.levels.last().map_or(0, |&start| start as usize)
    }

    /// How long the trail was when the level above this one began.
    pub(super) fn start_of(&self, level: u32) -> usize {
        self.levels[level as usize] as usize
    }

    /// The decision of each level, from the first.
    pub(super) fn decisions(&self) -> impl Iterator<Item = Lit> + '_ {
        self.levels.iter().map(|&start| self.lits[start as usize])
    }

    /// Makes an open literal true.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert!(self.is_open(lit));
        self.truth[lit.index()] = 1;
        self.truth[(!lit).index()] = -1;
        self.entries[lit.atom() as usize] =
            Entry { level: self.levels.len() as u32, at: self.lits.len() as u32, reason };
        self.lits.push(lit);
        self.assigned += 1;
    }

    pub(super) fn push_level(&mut self) {
        self.levels.push(self.lits.len() as u32);
    }

    /// Undoes all levels above `level`, telling which literals become open.
    pub(super) fn back_to(&mut self, level: u32, mut open: impl FnMut(Lit)) {
        let Some(&start) = self.levels.get(level as usize) else { return };
        for &lit in &self.lits[start as usize..] {
            self.truth[lit.index()] = 0;
            self.truth[(!lit).index()] = 0;
            open(lit);
        }
        self.lits.truncate(start as usize);
        self.levels.truncate(level as usize);
    }
}
