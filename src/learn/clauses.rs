//! Learned clauses: at least one of their literals is true. Two of them are watched.

use alloc::vec::Vec;

use super::literal::Lit;
use super::trail::{Reason, Trail};

/// All clauses in one piece of memory: a head of [`HEAD`] words, then the literals.
///
/// The first two literals of a clause are its watches: as long as neither is false, there is
/// nothing to do. A clause that stands as a reason has the literal that it implies in front.
#[derive(Clone)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// For each literal the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    bump: f32,
    /// How many there are that may be forgotten.
    pub(super) learned: usize,
    scratch: Vec<Watch>,
}

#[derive(Clone, Copy)]
struct Watch {
    clause: u32,
    /// Some other literal: while it is true, the clause need not be looked at.
    other: Lit,
}

/// Length, levels (0: never forget), activity.
const HEAD: usize = 3;

/// Clauses of so few levels are worth keeping for ever.
const GOOD: u32 = 2;

impl Clauses {
    pub(super) fn new(atoms: usize) -> Clauses {
        Clauses {
            words: Vec::new(),
            watches: alloc::vec![Vec::new(); 2 * atoms],
            bump: 1.0,
            learned: 0,
            scratch: Vec::new(),
        }
    }

    /// Adds a clause of two literals or more, of which the first two are to be watched.
    ///
    /// `levels` is the number of different levels in it when it was learned (its *literal block
    /// distance*, Audemard and Simon 2009), or 0 if it must stay.
    pub(super) fn add(&mut self, lits: &[Lit], levels: u32) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([lits.len() as u32, levels, self.bump.to_bits()]);
        self.words.extend(lits.iter().map(|lit| lit.code()));
        self.learned += usize::from(levels > 0);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let (a, b) = (self.lit(clause, 0), self.lit(clause, 1));
        self.watches[a.index()].push(Watch { clause, other: b });
        self.watches[b.index()].push(Watch { clause, other: a });
    }

    pub(super) fn len(&self, clause: u32) -> usize {
        self.words[clause as usize] as usize
    }

    #[inline]
    fn lit(&self, clause: u32, i: usize) -> Lit {
        Lit::from_code(self.words[clause as usize + HEAD + i])
    }

    pub(super) fn lits(&self, clause: u32) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + HEAD;
        self.words[start..start + self.len(clause)].iter().map(|&code| Lit::from_code(code))
    }

    pub(super) fn levels(&self, clause: u32) -> u32 {
        self.words[clause as usize + 1]
    }

    pub(super) fn set_levels(&mut self, clause: u32, levels: u32) {
        self.words[clause as usize + 1] = levels;
    }

    /// Whether there is no room for more.
    pub(super) fn full(&self) -> bool {
        self.words.len() > super::trail::MAX_PAYLOAD / 2
    }

    /// Counts a use of the clause.
    pub(super) fn bump(&mut self, clause: u32) {
        let word = &mut self.words[clause as usize + 2];
        let activity = f32::from_bits(*word) + self.bump;
        *word = activity.to_bits();
        if activity > 1e20 {
            self.bump *= 1e-20;
            let mut at = 0;
            while at < self.words.len() {
                let activity = f32::from_bits(self.words[at + 2]) * 1e-20;
                self.words[at + 2] = activity.to_bits();
                at += HEAD + self.words[at] as usize;
            }
        }
    }

    /// Makes later uses count more than earlier ones.
    pub(super) fn decay(&mut self) {
        self.bump *= 1.0 / 0.999;
    }

    /// `lit` has become true: draws the conclusions of the clauses that watch its opposite.
    /// Returns the clause all of whose literals are false, if there is one.
    #[inline]
    pub(super) fn propagate(&mut self, lit: Lit, trail: &mut Trail) -> Option<u32> {
        let gone = !lit;
        if self.watches[gone.index()].is_empty() {
            return None;
        }
        let mut list =
            core::mem::replace(&mut self.watches[gone.index()], core::mem::take(&mut self.scratch));
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        'clauses: while from < list.len() {
            let watch = list[from];
            from += 1;
            if trail.is_true(watch.other) {
                list[to] = watch;
                to += 1;
                continue;
            }
            let start = watch.clause as usize + HEAD;
            let len = self.words[watch.clause as usize] as usize;
            let lits = &mut self.words[start..start + len];
            if lits[0] == gone.code() {
                lits.swap(0, 1);
            }
            let first = Lit::from_code(lits[0]);
            let kept = Watch { clause: watch.clause, other: first };
            if first != watch.other && trail.is_true(first) {
                list[to] = kept;
                to += 1;
                continue;
            }
            for i in 2..len {
                let next = Lit::from_code(lits[i]);
                if !trail.is_false(next) {
                    lits.swap(1, i);
                    self.watches[next.index()].push(kept);
                    continue 'clauses;
                }
            }
            list[to] = kept;
            to += 1;
            if trail.is_false(first) {
                conflict = Some(watch.clause);
                list.copy_within(from.., to);
                to += list.len() - from;
                break;
            }
            trail.assign(first, Reason::clause(watch.clause));
        }
        list.truncate(to);
        self.scratch = core::mem::replace(&mut self.watches[gone.index()], list);
        conflict
    }

    /// Forgets the less useful half of what may be forgotten, and what is true at the root anyway.
    /// To be called at the root only: no clause may stand as a reason.
    ///
    /// Tells each clause that goes or loses literals, and what is left of it. What is true at the root goes
    /// without a word, since it may be the reason for that.
    pub(super) fn forget(&mut self, trail: &Trail, mut changed: impl FnMut(&[Lit], &[Lit])) {
        let mut ranks: Vec<(u32, u32)> = Vec::with_capacity(self.learned);
        self.each(|head, _| {
            if head[1] > GOOD {
                // Few levels first; of equals, the more active: positive floats sort as integers.
                ranks.push((head[1], !head[2]));
            }
        });
        let keep = ranks.len() / 2;
        let cut = (keep < ranks.len()).then(|| *ranks.select_nth_unstable(keep).1);
        let old = core::mem::take(&mut self.words);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learned = 0;
        let mut at = 0;
        let mut lits = Vec::new();
        while at < old.len() {
            let (head, rest) = old[at..].split_at(HEAD);
            let all = &rest[..head[0] as usize];
            at += HEAD + all.len();
            lits.clear();
            lits.extend(all.iter().map(|&code| Lit::from_code(code)));
            let useless = head[1] > GOOD && cut.is_some_and(|cut| (head[1], !head[2]) >= cut);
            if lits.iter().any(|&lit| trail.is_true(lit)) {
                continue;
            }
            if useless {
                changed(&lits, &[]);
                continue;
            }
            let before = lits.len();
            lits.retain(|&lit| !trail.is_false(lit));
            if lits.len() < before {
                let old: Vec<Lit> = all.iter().map(|&code| Lit::from_code(code)).collect();
                changed(&old, &lits);
            }
            debug_assert!(lits.len() >= 2, "the root is at its fixpoint");
            let clause = self.add(&lits, head[1]);
            self.words[clause as usize + 2] = head[2];
        }
    }

    /// Visits the head and the literals of each clause.
    fn each(&self, mut visit: impl FnMut(&[u32], &[u32])) {
        let mut at = 0;
        while at < self.words.len() {
            let (head, rest) = self.words[at..].split_at(HEAD);
            visit(head, &rest[..head[0] as usize]);
            at += HEAD + head[0] as usize;
        }
    }
}
