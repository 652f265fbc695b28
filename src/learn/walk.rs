//! A walk towards a solution: a value for each variable, changed where they clash (tabu search).

use alloc::vec::Vec;

use super::Learner;
use super::atoms::Atoms;
use super::literal::Lit;
use super::order::mixed;
use super::sets::Sets;
use super::trail::Trail;
use crate::budget::{Limit, Meter};
use crate::stats::Stats;

/// A value for each variable, and where they clash.
///
/// A move gives a variable that clashes the value with the fewest clashes, and bars its old value for a while
/// (Hertz and de Werra, *Using tabu search techniques for graph coloring*, 1987). Such a walk comes to grids with room,
/// however large, sooner than dead ends do, and never sees that there is no solution. So it only says what to aim at.
struct Walk<'a> {
    atoms: &'a Atoms,
    sets: &'a Sets,
    /// The candidate that each variable has; [`NONE`] if it has no candidates.
    chosen: Vec<u32>,
    /// For each candidate how many chosen ones share the place of a value with it. Of those that cannot be
    /// chosen, [`GONE`] more.
    crowd: Vec<u32>,
    /// The first move that may choose each candidate again.
    barred: Vec<u32>,
    /// In which count each candidate was counted last.
    counted: Vec<u32>,
    counts: u32,
    /// The variables that clash, and where each stands among them.
    clashing: Vec<u32>,
    places: Vec<u32>,
    /// How many pairs clash, and how many did in the best assignment so far.
    pairs: i64,
    best_pairs: i64,
    best: Vec<u32>,
    moves: u32,
    /// How much longer a value is barred for each variable that clashes, in 32nds of a move.
    caution: u32,
    dice: u64,
}

pub(super) const NONE: u32 = u32::MAX;
const OUT: u32 = u32::MAX;
const GONE: u32 = 1 << 24;

/// The fewest moves for which a value is barred, and how many more chance may add.
const BARRED: u32 = 5;
const CHANCE: u32 = 10;

/// How cautious walks are, one after the other: what helps one grid keeps another from coming to rest.
const CAUTION: [u32; 4] = [5, 6, 8, 4];

/// A walk is shorter than the turn that comes after it by this, but goes on while it comes on: the first one for as long
/// as a turn, since many questions need no second, the others four times as long each.
const SHARE: u64 = 2;

/// The longest walk.
const LONGEST: u64 = 1 << 31;

impl Learner {
    /// Where a steady turn has just begun and groups are all there is: has a walk find what to aim at.
    pub(super) fn walk(&mut self, stats: &Stats, meter: &mut Meter) -> Option<Limit> {
        let turn = self.modes.steady_turn()?;
        if self.mirror.is_some() {
            return None;
        }
        let Learner { modes, atoms, sets, trail, dice, .. } = self;
        let caution = CAUTION[modes.turns() % CAUTION.len()];
        let mut walk = Walk::new(atoms, sets, trail, modes.targets(), caution, mixed(dice));
        let length = turn / SHARE;
        let longest = turn.saturating_mul(1 << (2 * modes.turns() - 2).min(32)).min(LONGEST);
        let (mut walked, mut end, mut limit) = (0, length, None);
        while walked < end.min(longest) && !walk.is_done() && limit.is_none() {
            for _ in 0..LOOK {
                let (work, better) = walk.step();
                walked += work;
                if better {
                    end = walked + walked / 2 + length;
                }
                if walk.is_done() {
                    break;
                }
            }
            limit = meter.step(stats, trail.assigned + walked);
        }
        modes.aim_at(walk.best());
        modes.extend(walked);
        trail.assigned += walked;
        limit
    }
}

/// After so many moves it asks whether it should stop.
const LOOK: u32 = 256;

impl<'a> Walk<'a> {
    /// Begins at the targets, as far as they can be, with the least crowded candidates for the other variables.
    ///
    /// The trail is at its root.
    fn new(
        atoms: &'a Atoms,
        sets: &'a Sets,
        trail: &Trail,
        targets: &[u32],
        caution: u32,
        seed: u64,
    ) -> Walk<'a> {
        let gone = |c: u32| if trail.is_false(Lit::is(c)) { GONE } else { 0 };
        let mut walk = Walk {
            atoms,
            sets,
            chosen: alloc::vec![NONE; atoms.variables()],
            crowd: (0..atoms.candidates() as u32).map(gone).collect(),
            barred: alloc::vec![0; atoms.candidates()],
            counted: alloc::vec![0; atoms.candidates()],
            counts: 0,
            clashing: Vec::new(),
            places: alloc::vec![OUT; atoms.variables()],
            pairs: 0,
            best_pairs: i64::MAX,
            best: Vec::new(),
            moves: 0,
            caution,
            dice: seed,
        };
        for (v, &target) in targets.iter().enumerate() {
            if target != NONE && walk.crowd[target as usize] < GONE {
                walk.choose(v, target);
            }
        }
        for v in (0..targets.len()).filter(|&v| !atoms.of(v).is_empty()) {
            if walk.chosen[v] == NONE {
                let least = atoms.of(v).min_by_key(|&c| walk.crowd[c as usize]);
                walk.choose(v, least.expect("a candidate"));
            }
        }
        walk.best_pairs = walk.pairs;
        walk.best.clone_from(&walk.chosen);
        walk
    }

    /// Whether nothing clashes any more.
    fn is_done(&self) -> bool {
        self.pairs == 0
    }

    /// What was chosen when the fewest clashed.
    fn best(self) -> Vec<u32> {
        self.best
    }

    /// Makes one move. Returns how much work it was, in changes, and whether fewer clash than
    /// ever before.
    fn step(&mut self) -> (u64, bool) {
        self.moves += 1;
        let mut least = (i64::MAX, NONE);
        let mut ties = 0;
        let mut looked = 0;
        for &v in &self.clashing {
            let range = self.atoms.of(v as usize);
            let chosen = self.chosen[v as usize];
            let now = i64::from(self.crowd[chosen as usize]);
            looked += range.len() as u64;
            for c in range {
                let more = i64::from(self.crowd[c as usize]) - now;
                if more > least.0
                    || c == chosen
                    || self.barred[c as usize] > self.moves && self.pairs + more >= self.best_pairs
                {
                    continue;
                }
                ties = if more < least.0 { 1 } else { ties + 1 };
                // Of equals, each is as likely.
                if ties == 1 || mixed(&mut self.dice).is_multiple_of(ties) {
                    least = (more, c);
                }
            }
        }
        let (_, c) = least;
        // Where all are barred, time passes.
        if c != NONE && self.crowd[c as usize] < GONE {
            let v = self.atoms.var(c);
            let chance = (mixed(&mut self.dice) % u64::from(CHANCE)) as u32;
            let caution = self.caution * self.clashing.len() as u32 / 32;
            self.barred[self.chosen[v] as usize] = self.moves + BARRED + chance + caution;
            self.choose(v, c);
        }
        let better = self.pairs < self.best_pairs;
        if better {
            self.best_pairs = self.pairs;
            self.best.clone_from(&self.chosen);
        }
        (3 + looked / 40, better)
    }

    /// Gives a variable a candidate instead of the one that it has.
    fn choose(&mut self, v: usize, c: u32) {
        let old = core::mem::replace(&mut self.chosen[v], c);
        if old != NONE {
            self.pairs -= i64::from(self.crowd[old as usize]);
            self.count(old, u32::wrapping_sub);
        }
        self.pairs += i64::from(self.crowd[c as usize]);
        self.count(c, u32::wrapping_add);
        self.note(v);
    }

    /// Counts a chosen candidate for those that share a place with it, or no more.
    fn count(&mut self, candidate: u32, change: impl Fn(u32, u32) -> u32) {
        // The first set is the variable itself. Who shares two places clashes once.
        self.counts += 1;
        for &set in &self.sets.of(candidate)[1..] {
            for &other in self.sets.members(set) {
                if other == candidate || self.counted[other as usize] == self.counts {
                    continue;
                }
                self.counted[other as usize] = self.counts;
                self.crowd[other as usize] = change(self.crowd[other as usize], 1);
                let v = self.atoms.var(other);
                if self.chosen[v] == other {
                    self.note(v);
                }
            }
        }
    }

    /// Writes down whether a variable clashes.
    fn note(&mut self, v: usize) {
        let clashes = self.crowd[self.chosen[v] as usize] > 0;
        let place = self.places[v];
        if clashes && place == OUT {
            self.places[v] = self.clashing.len() as u32;
            self.clashing.push(v as u32);
        } else if !clashes && place != OUT {
            self.places[v] = OUT;
            let last = self.clashing.pop().expect("it is there");
            if last != v as u32 {
                self.clashing[place as usize] = last;
                self.places[last as usize] = place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Model, ModelBuilder};

    /// Rows and columns whose values all differ.
    fn square(side: usize) -> Model {
        let mut model = ModelBuilder::new();
        let cells = model.vars(side * side, 1..=side as i32);
        for row in cells.chunks(side) {
            model.all_different(row);
        }
        for column in 0..side {
            model.all_different(cells.iter().skip(column).step_by(side));
        }
        model.build().unwrap()
    }

    /// How many moves a walk took, how many pairs clash in the best assignment, and that.
    fn walk(model: &Model, moves: u32) -> (u32, i64, Vec<i32>) {
        let atoms = Atoms::new(model.root(), 1 << 20, |_| false).unwrap();
        let (sets, _) = Sets::new(model.tables(), &atoms);
        let trail = Trail::new(atoms.len());
        let targets = alloc::vec![NONE; atoms.variables()];
        let mut walk = Walk::new(&atoms, &sets, &trail, &targets, CAUTION[0], 7);
        for _ in 0..moves {
            if walk.is_done() {
                break;
            }
            let before = walk.best_pairs;
            let (_, better) = walk.step();
            assert_eq!(better, walk.best_pairs < before);
            let clashes = |v: &u32| walk.crowd[walk.chosen[*v as usize] as usize];
            let pairs: u32 = walk.clashing.iter().map(clashes).sum();
            assert_eq!(i64::from(pairs), 2 * walk.pairs);
        }
        let (moves, pairs) = (walk.moves, walk.best_pairs);
        (moves, pairs, walk.best().into_iter().map(|c| atoms.value(c)).collect())
    }

    #[test]
    fn a_walk_comes_to_a_solution_where_there_is_room() {
        let model = square(8);
        let (moves, pairs, values) = walk(&model, 100_000);
        assert_eq!(pairs, 0, "after {moves} moves");
        for group in model.groups() {
            let mut seen: Vec<i32> = group.vars().map(|x| values[x.index()]).collect();
            seen.sort_unstable();
            assert_eq!(seen, (1..=8).collect::<Vec<i32>>());
        }
    }

    #[test]
    fn where_there_is_no_solution_a_walk_goes_on() {
        // Five around a table, two values.
        let mut model = ModelBuilder::new();
        let ring = model.vars(5, 1..=2);
        for i in 0..5 {
            model.all_different([ring[i], ring[(i + 1) % 5]]);
        }
        let (moves, pairs, _) = walk(&model.build().unwrap(), 1000);
        assert_eq!((moves, pairs), (1000, 1));
    }
}
