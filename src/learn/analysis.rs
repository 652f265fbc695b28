//! What a conflict teaches: the clause of the first unique implication point, minimised.

use alloc::vec::Vec;

use super::literal::Lit;
use super::reasons::{Fact, Reasons};
use super::trail::{Reason, Why};
use super::{Clash, Learner};
use crate::constraint::Constraint;
use crate::store::Var;

/// In so many steady turns, what is near is found: from then on, what lies behind a conflict counts too, if variables
/// are in more than two groups. (In quasigroups it helps nothing.)
const FEW: usize = 2;

/// The memory of the analysis, kept between conflicts.
#[derive(Clone, Default)]
pub(super) struct Analysis {
    /// The atoms met so far in this conflict.
    seen: Vec<bool>,
    /// The same as a list.
    met: Vec<u32>,
    /// True literals that together imply what is being explained.
    causes: Vec<Lit>,
    /// The clause being made: the literal that it will imply first, then one of the next level.
    pub(super) clause: Vec<Lit>,
    stack: Vec<Lit>,
    /// How many literals of the clause each literal is the reason of.
    fruit: Vec<u32>,
    /// For each level the conflict in which it was counted last.
    counted: Vec<u64>,
    conflicts: u64,
}

/// What was learned: where the clause implies something new, and how many levels it joins.
pub(super) struct Lesson {
    pub(super) level: u32,
    pub(super) levels: u32,
}

impl Analysis {
    pub(super) fn new(atoms: usize) -> Analysis {
        Analysis {
            seen: alloc::vec![false; atoms],
            fruit: alloc::vec![0; 2 * atoms],
            ..Analysis::default()
        }
    }
}

impl Learner {
    /// Leaves the learned clause in `analysis.clause`. `None` if the conflict needs no decision:
    /// then there is no (further) solution.
    pub(super) fn analyse(&mut self, clash: Clash) -> Option<Lesson> {
        let mut causes = core::mem::take(&mut self.analysis.causes);
        self.causes_of_clash(clash, &mut causes);
        let top = causes.iter().map(|&lit| self.trail.level_of(lit)).max().unwrap_or(0);
        if top == 0 {
            return None;
        }
        // A constraint may see late what was wrong a level ago.
        self.back_to(top);
        self.analysis.conflicts += 1;

        if let Clash::Clause(used) = clash {
            self.use_clause(used);
        }
        // From the conflict backwards, replace each literal of the top level by its causes, until
        // only one is left: the top level's decision implies the conflict through it alone.
        let mut clause = core::mem::take(&mut self.analysis.clause);
        clause.clear();
        clause.push(causes[0]);
        let (mut at, mut open) = (self.trail.len(), 0);
        loop {
            for &lit in &causes {
                let level = self.trail.level_of(lit);
                if level > 0 && self.meet(lit) {
                    self.order.bump(lit.atom());
                    if level == top {
                        open += 1;
                    } else {
                        clause.push(!lit);
                    }
                }
            }
            let lit = loop {
                at -= 1;
                let lit = self.trail.lits()[at];
                if self.analysis.seen[lit.atom() as usize] {
                    break lit;
                }
            };
            open -= 1;
            if open == 0 {
                clause[0] = !lit;
                break;
            }
            if let Why::Clause(used) = self.trail.reason(lit).why() {
                self.use_clause(used);
            }
            self.causes(lit, &mut causes);
        }
        self.analysis.causes = causes;

        self.minimise(&mut clause);
        // Constraints and matchings would have to be asked for their reasons.
        let cheap = self.mirror.is_none() && self.matchings.is_none();
        if self.crosses && cheap && self.modes.turns() >= FEW {
            self.bump_reasons(&clause);
        }
        self.join(&mut clause);
        self.forget_met(0);

        let mut level = 0;
        for i in 1..clause.len() {
            let here = self.trail.level_of(clause[i]);
            if here > level {
                level = here;
                clause.swap(1, i);
            }
        }
        let levels = self.count_levels(clause.iter().copied());
        self.analysis.clause = clause;
        Some(Lesson { level, levels })
    }

    /// Marks a literal; false if it was marked before.
    fn meet(&mut self, lit: Lit) -> bool {
        let seen = &mut self.analysis.seen[lit.atom() as usize];
        if *seen {
            return false;
        }
        *seen = true;
        self.analysis.met.push(lit.atom());
        true
    }

    /// Takes the marks back but for the first so many.
    fn forget_met(&mut self, before: usize) {
        for &atom in &self.analysis.met[before..] {
            self.analysis.seen[atom as usize] = false;
        }
        self.analysis.met.truncate(before);
    }

    /// What implies the literals of a clause had to do with the conflict too (Liang, Ganesh, Poupart and Czarnecki,
    /// *Learning rate based branching heuristic for SAT solvers*, 2016).
    fn bump_reasons(&mut self, clause: &[Lit]) {
        let mut causes = core::mem::take(&mut self.analysis.causes);
        let before = self.analysis.met.len();
        for &lit in &clause[1..] {
            self.causes(!lit, &mut causes);
            for &cause in &causes {
                if self.trail.level_of(cause) > 0 && self.meet(cause) {
                    self.order.bump(cause.atom());
                }
            }
        }
        self.forget_met(before);
        self.analysis.causes = causes;
    }

    /// A clause that takes part in a conflict is worth keeping, more so if it joins fewer levels now.
    fn use_clause(&mut self, clause: u32) {
        let before = self.clauses.levels(clause);
        if before > 0 {
            self.clauses.bump(clause);
            if before > 2 {
                let lits = self.clauses.lits(clause);
                let now = count_levels(&mut self.analysis, &self.trail, lits);
                if now < before {
                    self.clauses.set_levels(clause, now);
                }
            }
        }
    }

    fn count_levels(&mut self, lits: impl Iterator<Item = Lit>) -> u32 {
        count_levels(&mut self.analysis, &self.trail, lits)
    }

    /// Leaves out the literals that the others imply (Sörensson and Biere, *Minimizing learned
    /// clauses*, 2009).
    fn minimise(&mut self, clause: &mut Vec<Lit>) {
        let levels = clause[1..].iter().fold(0, |set, &lit| set | level_bit(self, lit));
        let mut kept = 1;
        for i in 1..clause.len() {
            let lit = clause[i];
            if self.trail.reason(lit).why() == Why::Tried || !self.is_implied(lit, levels) {
                clause[kept] = lit;
                kept += 1;
            }
        }
        clause.truncate(kept);
    }

    /// Where one literal is the reason of several, it stands for them all.
    ///
    /// Peers make this common: clauses become half as long, at hardly any price in strength (after
    /// Fleury and Biere, *Efficient All-UIP Learned Clause Minimization*, 2021).
    fn join(&mut self, clause: &mut Vec<Lit>) {
        let Analysis { fruit, .. } = &mut self.analysis;
        let trail = &self.trail;
        let peer = |lit: Lit| match trail.reason(lit).why() {
            Why::Peer(atom) => Some(Lit::is(atom)),
            Why::Denied(atom) => Some(Lit::is_not(atom)),
            _ => None,
        };
        clause[1..].iter().filter_map(|&lit| peer(lit)).for_each(|by| fruit[by.index()] += 1);
        let mut kept = 1;
        for i in 1..clause.len() {
            let mut lit = clause[i];
            if let Some(by) = peer(lit) {
                match core::mem::take(&mut fruit[by.index()]) {
                    // Joined before.
                    0 => continue,
                    1 => {}
                    _ => lit = !by,
                }
            }
            clause[kept] = lit;
            kept += 1;
        }
        clause.truncate(kept);
    }

    /// Whether marked literals imply the opposite of `lit`; `levels` are those where any are.
    fn is_implied(&mut self, lit: Lit, levels: u64) -> bool {
        let mut causes = core::mem::take(&mut self.analysis.causes);
        let mut stack = core::mem::take(&mut self.analysis.stack);
        let before = self.analysis.met.len();
        stack.clear();
        stack.push(!lit);
        let mut implied = true;
        'all: while let Some(next) = stack.pop() {
            self.causes(next, &mut causes);
            for &cause in &causes {
                if self.trail.level_of(cause) == 0 || self.analysis.seen[cause.atom() as usize] {
                    continue;
                }
                if self.trail.reason(cause).why() == Why::Tried
                    || levels & level_bit(self, cause) == 0
                {
                    implied = false;
                    break 'all;
                }
                self.meet(cause);
                stack.push(cause);
            }
        }
        if !implied {
            self.forget_met(before);
        }
        self.analysis.causes = causes;
        self.analysis.stack = stack;
        implied
    }

    /// The true literals that cannot all be true.
    fn causes_of_clash(&mut self, clash: Clash, causes: &mut Vec<Lit>) {
        causes.clear();
        match clash {
            Clash::Denied(lit, reason) => {
                self.causes_by(reason, lit, self.trail.len(), causes);
                causes.push(!lit);
            }
            Clash::Set(set) => {
                causes.extend(self.sets.members(set).iter().map(|&c| Lit::is_not(c)));
            }
            Clash::Clause(clause) => causes.extend(self.clauses.lits(clause).map(|lit| !lit)),
            Clash::Matching(board) => {
                let matchings = self.matchings.as_mut().expect("it had something to say");
                matchings.causes(board, None, &self.trail, causes);
            }
            Clash::Constraint(c, x) => {
                let len = self.trail.len();
                self.causes_of_constraint(c as usize, None, x, len, len, causes);
            }
        }
    }

    /// The literals that became true before `lit` and imply it.
    fn causes(&mut self, lit: Lit, causes: &mut Vec<Lit>) {
        causes.clear();
        self.causes_by(self.trail.reason(lit), lit, self.trail.position(lit), causes);
    }

    /// The literals that imply `lit` for this reason, where the trail was `len` long.
    fn causes_by(&mut self, reason: Reason, lit: Lit, len: usize, causes: &mut Vec<Lit>) {
        match reason.why() {
            Why::Tried => {}
            Why::Peer(atom) => causes.push(Lit::is(atom)),
            Why::Denied(atom) => causes.push(Lit::is_not(atom)),
            Why::Step => self.causes_of_step(lit, causes),
            Why::Set(set) => {
                let others = self.sets.members(set).iter().filter(|&&c| c != lit.atom());
                causes.extend(others.map(|&c| Lit::is_not(c)));
            }
            Why::Clause(clause) => {
                causes.extend(self.clauses.lits(clause).filter(|&l| l != lit).map(|l| !l));
            }
            Why::Matching(board) => {
                let matchings = self.matchings.as_mut().expect("it had something to say");
                matchings.causes(board, Some(lit), &self.trail, causes);
            }
            Why::Constraint(c) => {
                // All that one call removes follows from what held before the call.
                let mut start = len;
                while start > 0 && self.trail.reason(self.trail.lits()[start - 1]) == reason {
                    start -= 1;
                }
                self.causes_of_constraint(c as usize, Some(lit), None, len, start, causes);
            }
        }
    }

    /// What a constraint says when it is asked for `lit`, or for why it cannot hold, of a trail of length `len`.
    /// Otherwise, all that held in its scope when the trail was `start` long.
    fn causes_of_constraint(
        &self,
        c: usize,
        lit: Option<Lit>,
        emptied: Option<Var>,
        len: usize,
        start: usize,
        causes: &mut Vec<Lit>,
    ) {
        let constraint = &self.model.constraints()[c];
        let fact = lit.map(|lit| self.fact(lit, constraint.bounds()));
        let mut why = Reasons::new(&self.roots, &self.atoms, &self.trail, len, causes);
        let mut explained = constraint.explain(fact, &mut why) && !why.is_void();
        if !explained && let Some(x) = emptied {
            why.truncate(0);
            explained = each_value(&**constraint, x, &mut why);
        }
        if !explained {
            causes.clear();
            let mut why = Reasons::new(&self.roots, &self.atoms, &self.trail, start, causes);
            constraint.scope().iter().for_each(|&x| why.all_of(x));
        }
        if let Some(proof) = &self.proof {
            let clause: Vec<Lit> = causes.iter().map(|&lit| !lit).chain(lit).collect();
            proof.explained(c, &self.atoms.spell(&clause));
        }
    }

    /// A literal as constraints know it; a bound as the weakest that says the same.
    fn fact(&self, lit: Lit, bounds: bool) -> Fact {
        let atom = lit.atom();
        let x = Var::new(self.atoms.var(atom));
        let start = self.atoms.of(x.index()).start;
        match self.atoms.bound(lit) {
            Some((rank, true)) if bounds => {
                Fact::AtLeast(x, self.atoms.value(start + rank - 1) + 1)
            }
            Some((rank, false)) if bounds => Fact::AtMost(x, self.atoms.value(start + rank) - 1),
            _ => Fact::IsNot(x, self.atoms.value(atom)),
        }
    }
}

/// Why a variable has no value left: those that are gone, and why each of the others must go.
fn each_value(constraint: &dyn Constraint, x: Var, why: &mut Reasons<'_>) -> bool {
    let left: Vec<i32> = why.values(x).filter(|&value| why.contains(x, value)).collect();
    if left.len() > MANY {
        return false;
    }
    for value in left {
        if !constraint.explain(Some(Fact::IsNot(x, value)), why) || why.is_void() {
            return false;
        }
    }
    why.all_of(x);
    !why.is_void()
}

/// More values than this are not explained one by one.
const MANY: usize = 64;

/// On how many different levels the literals are.
fn count_levels(
    analysis: &mut Analysis,
    trail: &super::trail::Trail,
    lits: impl Iterator<Item = Lit>,
) -> u32 {
    // Each count has a number of its own, so that nothing need be cleared.
    analysis.conflicts += 1;
    let mut levels = 0;
    for lit in lits {
        let level = trail.level_of(lit) as usize;
        if analysis.counted.len() <= level {
            analysis.counted.resize(level + 1, 0);
        }
        if analysis.counted[level] != analysis.conflicts {
            analysis.counted[level] = analysis.conflicts;
            levels += 1;
        }
    }
    levels
}

fn level_bit(learner: &Learner, lit: Lit) -> u64 {
    1 << (learner.trail.level_of(lit) % 64)
}
