//! What to guess where rules take part: what led to dead ends, and has few alternatives.

use super::plan::Plan;
use super::rule::Rule;
use super::sweep::Board;
use super::vector::{Vector, Word};

/// Dead ends after which those before count half.
const MEMORY: f32 = 256.0;

/// How much the cell of the guess is to blame for a rule that failed, of which each cell counts as 1.
const GUESSED: f32 = 0.5;

/// How much a cell without a candidate is, where groups failed.
const EMPTY: f32 = 0.2;

/// Where a rule of more cells fails, only the guess is to blame.
const MOST_BLAMED: usize = 12;

/// What a rule of two cells adds to the score of both from the start: what it says is near.
const PAIR: f32 = 0.25;

/// When a score is as large as this, all become smaller.
const MOST: f32 = 1e20;

/// How much cells have had to do with dead ends.
pub(super) struct Blame<V: Vector> {
    /// By cell.
    scores: Vec<f32>,
    /// What a dead end adds to one: ever more, so that those of long ago count less.
    step: f32,
    /// By house, as it was looked at last: the values that have two places there.
    pairs: Vec<V>,
    /// 1 / n for n candidates.
    shares: [f32; 65],
}

impl<V: Vector> Blame<V> {
    pub(super) fn new(token: V::Token, plan: &Plan) -> Self {
        let mut scores = vec![1.0; plan.variables];
        let pairs = plan.rules.iter().map(Rule::cells).filter(|cells| cells.len() == 2);
        pairs.flatten().for_each(|&cell| scores[cell as usize] += PAIR);
        let share = |n| if n == 0 { 0.0 } else { 1.0 / n as f32 };
        Blame {
            scores,
            // A few dead ends do not count more than one candidate less.
            step: 0.25,
            pairs: vec![V::splat(token, V::Word::ZERO); plan.houses.len()],
            shares: std::array::from_fn(share),
        }
    }

    /// Lanes came to a dead end, a bit each. To blame are the rule that failed, and a part of it their latest guesses; where
    /// groups failed, the cells without a candidate, since the group is not known.
    #[inline(always)]
    pub(super) fn dead_end(
        &mut self,
        dead: u64,
        plan: &Plan,
        board: &Board<V>,
        guessed: impl Fn(usize) -> u32,
    ) {
        let mut rest = dead;
        while rest != 0 {
            let guessed = guessed(rest.trailing_zeros() as usize);
            if let Some(score) = self.scores.get_mut(guessed as usize) {
                *score += GUESSED * self.step;
            }
            rest &= rest - 1;
            self.step *= 1.0 + std::f32::consts::LN_2 / MEMORY;
        }
        for (rule, failed) in plan.rules.iter().zip(&board.failed.rules) {
            let failed = failed & dead;
            if failed != 0 && rule.cells().len() <= MOST_BLAMED {
                let more = self.step * failed.count_ones() as f32;
                rule.cells().iter().for_each(|&cell| self.scores[cell as usize] += more);
            }
        }
        let dead = dead & board.failed.groups;
        if dead != 0 {
            for (score, x) in self.scores.iter_mut().zip(&board.cells) {
                let empty = V::bits(x.is_zero()) & dead;
                *score += EMPTY * self.step * empty.count_ones() as f32;
            }
        }
        if self.step > MOST {
            self.step /= MOST;
            self.scores.iter_mut().for_each(|score| *score /= MOST);
        }
    }

    /// Looks for the values that have two places in a house, in all lanes.
    #[inline(always)]
    pub(super) fn look(&mut self, token: V::Token, plan: &Plan, cells: &[V]) {
        let zero = V::splat(token, V::Word::ZERO);
        for (pairs, house) in self.pairs.iter_mut().zip(&plan.houses) {
            let (mut once, mut twice, mut more) = (zero, zero, zero);
            for &cell in house {
                let x = cells[cell as usize];
                more = more.or_and(twice, x);
                twice = twice.or_and(once, x);
                once = once.or(x);
            }
            *pairs = twice.without(more);
        }
    }

    /// A cell and a candidate of it, for a lane with these cells open.
    #[inline(always)]
    pub(super) fn choose(
        &self,
        plan: &Plan,
        open: &[u64],
        saved: &[V::Word],
        lane: usize,
    ) -> (usize, V::Word) {
        let mut best = 0;
        for (i, &word) in open.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let cell = i * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                let share = self.shares[saved[cell].count_ones() as usize];
                // In one number, so that nothing branches: floats that are not negative are in the order of their bits.
                let score = (self.scores[cell] * share).to_bits();
                best = best.max(u64::from(score) << 32 | cell as u64);
            }
        }
        let cell = best as u32 as usize;
        let candidates = saved[cell];
        let mut choice = (cell, lowest(candidates));
        if candidates.count_ones() == 2 {
            return choice;
        }
        let mut least = 2.0 * f32::from_bits((best >> 32) as u32);
        for (pairs, house) in self.pairs.iter().zip(&plan.houses) {
            let pairs = pairs.get(lane);
            if pairs == V::Word::ZERO {
                continue;
            }
            for &cell in house {
                let here = saved[cell as usize] & pairs;
                let score = self.scores[cell as usize];
                if score > least && here != V::Word::ZERO {
                    (least, choice) = (score, (cell as usize, lowest(here)));
                }
            }
        }
        choice
    }
}

#[inline(always)]
fn lowest<W: Word>(word: W) -> W {
    word & W::ZERO.wrapping_sub(word)
}
