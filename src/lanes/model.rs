//! From a model to lanes: which models fit, and what its values are called there.

use alloc::vec::Vec;

use super::Lanes;
use super::rule::{Names, Rule};
use crate::constraint::Simple;
use crate::group::Strength;
use crate::model::Model;

/// With constraints, more groups than this take too long to compile and to sweep.
const MOST_GROUPS: usize = 2048;

/// Which pairs of variables some group keeps apart: a row of bits a variable, made when it is asked for.
#[derive(Default)]
struct Apart(Vec<u64>);

impl Apart {
    /// Adds a pair, and tells whether it is new.
    fn add(&mut self, [a, b]: [usize; 2], variables: usize, groups: &[Vec<u32>]) -> bool {
        let words = variables.div_ceil(64);
        if self.0.is_empty() {
            self.0.resize(variables * words, 0);
            for group in groups {
                for &x in group {
                    group.iter().for_each(|&y| {
                        self.0[x as usize * words + y as usize / 64] |= 1 << (y % 64)
                    });
                }
            }
        }
        let word = &mut self.0[a.min(b) * words + a.max(b) / 64];
        let bit = 1 << (a.max(b) % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl Lanes {
    /// Compiles a model that consists of groups alone.
    ///
    /// The value number `v` of a variable in lanes, from 1, is the value `model.root().min(x) + v - 1` that all
    /// variables begin with. `None` if the model does not fit lanes: it has constraints, groups with offsets or a
    /// strength of their own, variables
    /// whose values differ from the start or have gaps, more than 64 values, or no variables.
    ///
    /// ```
    /// use houserules::{ModelBuilder, lanes::Lanes};
    ///
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(3, 1..=3);
    /// model.all_different(&x);
    /// assert!(Lanes::of(&model.build()?).is_some());
    /// model.var(0..2);
    /// assert!(Lanes::of(&model.build()?).is_none());
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn of(model: &Model) -> Option<Lanes> {
        let root = model.root();
        let first = root.bits(model.vars().next()?)?;
        let same = |x| root.bits(x) == Some(first);
        // A run of bits from the lowest on.
        let run = first.1 >> first.1.trailing_zeros();
        // Lanes think as hard as they can; somebody may want it otherwise.
        let told = model.groups().iter().any(|group| group.strength != Strength::default());
        let fits = !told && run & run.wrapping_add(1) == 0 && model.vars().all(same);
        let fits = fits && model.constraints().is_empty();
        fits.then(|| Lanes::over(model, first.0.into(), run.count_ones())).flatten()
    }

    /// The same for a model whose variables begin with any of so many values from `first` on, however hard its groups are
    /// told to think, and with constraints that can be written as [simple](Simple) relations.
    ///
    /// Where a variable begins with some of the values only, puzzles must say so.
    pub(crate) fn over(model: &Model, first: i64, values: u32) -> Option<Lanes> {
        if model.contradiction().is_some() {
            return None;
        }
        let mut groups: Vec<Vec<u32>> = Vec::with_capacity(model.groups().len());
        for group in model.groups() {
            if group.terms.iter().any(|term| term.offset != 0) {
                return None;
            }
            groups.push(group.vars().map(|x| x.index() as u32).collect());
        }
        let (names, mut rules) = (Names { first, values }, Vec::new());
        let mut apart = Apart::default();
        for constraint in model.constraints() {
            for simple in constraint.as_simple()? {
                match simple {
                    Simple::Different([a, b]) if a.offset == b.offset && a.var != b.var => {
                        let pair = [a, b].map(|term| term.var.index());
                        if apart.add(pair, model.variables(), &groups) {
                            groups.push(pair.map(|v| v as u32).into());
                        }
                        if groups.len() > MOST_GROUPS {
                            return None;
                        }
                    }
                    simple => rules.push(Rule::of(&simple, names)?),
                }
            }
        }
        Lanes::with_rules(model.variables(), values, &groups, rules)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ask, Puzzle, Width};
    use super::*;
    use crate::constraint::{
        Cases, DistinctSum, Linear, NotEqual, Ordered, PairTable, Pairs, ValueSets,
    };
    use crate::model::ModelBuilder;
    use crate::{Solver, Strategy, Var};
    use std::sync::Arc;

    /// Pseudorandom numbers (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ z >> 31) % n as u64) as usize
        }
    }

    /// A model of some groups and constraints of kinds that lanes know.
    fn model(random: &mut Random) -> Model {
        let large = random.below(4) == 0;
        let values = if large { 9 + random.below(8) } else { 3 + random.below(5) };
        let (n, first) = (3 + random.below(if large { 2 } else { 6 }), random.below(7) as i32 - 3);
        let last = first + values as i32 - 1;
        let mut builder = ModelBuilder::new();
        let x = builder.vars(n, first..=last);
        let some = |random: &mut Random, most: usize| {
            let mut rest = x.clone();
            let count = 2 + random.below(most.min(n) - 1);
            (0..count).map(|_| rest.remove(random.below(rest.len()))).collect::<Vec<Var>>()
        };
        for _ in 0..random.below(3) {
            builder.all_different(some(random, values));
        }
        for _ in 0..1 + random.below(4) {
            let vars = some(random, 5);
            let mask = |random: &mut Random| 1 + random.below((1 << values) - 1) as u64;
            match random.below(6) {
                0 => builder.post(Ordered::increasing(&vars)),
                1 => builder.post(NotEqual::new(vars[0], vars[1], random.below(3) as i32 - 1)),
                2 => {
                    let factor = |random: &mut Random| random.below(7) as i64 - 3;
                    let terms: Vec<_> = vars.iter().map(|&x| (factor(random), x)).collect();
                    let total = random.below(21) as i64 - 10;
                    match random.below(2) {
                        0 => builder.post(Linear::equal(terms, total)),
                        _ => builder.post(Linear::at_most(terms, total)),
                    }
                }
                3 => {
                    let sets = (0..1u64 << values).filter(|_| random.below(3) > 0);
                    let sets: Vec<u64> = sets.collect();
                    let mut sets = ValueSets::new(&vars, first.into(), sets);
                    if random.below(2) == 0 {
                        sets = sets.apart(x[random.below(n)], random.below(8) as u64);
                    }
                    builder.post(sets)
                }
                4 => {
                    let rows = 1 + random.below(4);
                    let row =
                        |random: &mut Random| vars.iter().map(|_| mask(random)).collect::<Vec<_>>();
                    let rows: Vec<_> = (0..rows).map(|_| row(random)).collect();
                    builder.post(Cases::new(&vars, (first - 1).into(), rows))
                }
                _ => {
                    let code = random.below(1 << 16);
                    let far =
                        |a: i32, b: i32| code >> (((a - first) * 4 + b - first) & 15) & 1 == 1;
                    let table = PairTable::by(first..=last, first..=last, far);
                    builder.post(Pairs::new(vars[0], vars[1], table))
                }
            };
        }
        builder.build().expect("nothing is malformed")
    }

    /// The same through lanes of each width: up to `limit` solutions, which are checked.
    fn count(model: &Model, limit: u64) -> Option<u128> {
        let first = i64::from(model.vars().map(|x| model.root().min(x)).min()?);
        let last = i64::from(model.vars().map(|x| model.root().max(x)).max()?);
        let mut lanes = Lanes::over(model, first, (last - first + 1) as u32)?;
        let bit = |value: i32| 1 << (i64::from(value) - first);
        let mask = |x| model.root().values(x).fold(0, |mask, value| mask | bit(value));
        let masks: Vec<u64> = model.vars().map(mask).collect();
        let mut counts = Vec::new();
        for width in Width::available() {
            let ready = Arc::new(lanes.with_width(width));
            let ask = Ask::default().limit(limit);
            counts.push(ready.single().solve(&ask, Puzzle::Masks(&masks), |answer| {
                assert!(answer.complete);
                for solution in answer.first.iter().chain(&answer.second) {
                    let value = |&v: &u8| (first + i64::from(v) - 1) as i32;
                    let values: Vec<i32> = solution.iter().map(value).collect();
                    assert!(model.verify(&values).is_ok(), "{model:?} {values:?}");
                }
                answer.count
            }));
            lanes = Arc::into_inner(ready).expect("nobody else has it");
        }
        assert!(counts.iter().all(|&count| count == counts[0]), "{counts:?} {model:?}");
        Some(counts[0])
    }

    /// So many solutions, as backtracking finds them.
    fn expected(model: &Model) -> impl Iterator {
        Solver::new(model).strategy(Strategy::Backtracking).into_solutions()
    }

    #[test]
    fn lanes_with_rules_count_as_backtracking_does() {
        let mut random = Random(7);
        let (mut counted, mut left) = (0, 0);
        for _ in 0..if cfg!(debug_assertions) { 60 } else { 20_000 } {
            let model = model(&mut random);
            let all = expected(&model).count() as u128;
            match count(&model, u64::MAX) {
                Some(count) => assert_eq!(count, all, "{model:?}"),
                // Contradictions of the root, and sums without terms.
                None => left += 1,
            }
            counted += u32::from(all > 0);
            assert!(count(&model, 2).is_none_or(|count| count == all.min(2)), "{model:?}");
        }
        assert!(counted > left, "{counted} {left}");
    }

    #[test]
    fn boards_with_rules_have_as_many_solutions_as_backtracking_finds() {
        let mut random = Random(11);
        let mut kinds = [0; 3];
        for side in [9, 6].into_iter().cycle().take(if cfg!(debug_assertions) { 6 } else { 300 }) {
            let (height, width) = (side / 3, 3);
            let solution = |r: usize, c: usize| (r * width + r / height + c) % side;
            let mut builder = ModelBuilder::new();
            let x: Vec<Var> = (0..side * side)
                .map(|cell| {
                    let value = solution(cell / side, cell % side) as i32 + 1;
                    builder.var(if random.below(3) == 0 { value..=value } else { 1..=side as i32 })
                })
                .collect();
            let at = |r: usize, c: usize| x[r * side + c];
            for i in 0..side {
                builder.all_different((0..side).map(|j| at(i, j)));
                builder.all_different((0..side).map(|j| at(j, i)));
                let (top, left) = (i / (side / width) * height, i % (side / width) * width);
                builder.all_different((0..side).map(|j| at(top + j / width, left + j % width)));
            }
            for _ in 0..side * 2 {
                let (r, c) = (random.below(side), random.below(side - 4));
                let cells = c..c + 2 + random.below(3);
                let vars: Vec<Var> = cells.clone().map(|c| at(r, c)).collect();
                let total: usize = cells.map(|c| solution(r, c) + 1).sum();
                match random.below(3) {
                    0 => builder.post(DistinctSum::new(&vars, 1..=side as i32, total as i64)),
                    1 => {
                        let terms = vars.iter().map(|&x| (1, x));
                        builder.post(Linear::equal(terms, total as i64))
                    }
                    _ => {
                        let apart = solution(r, c).abs_diff(solution(r, c + 1)) as u32;
                        let values = 1..=side as i32;
                        let table =
                            PairTable::by(values.clone(), values, |a, b| a.abs_diff(b) == apart);
                        builder.post(Pairs::new(vars[0], vars[1], table))
                    }
                };
            }
            let model = builder.build().expect("nothing is malformed");
            let two = expected(&model).take(2).count();
            kinds[two] += 1;
            assert_eq!(count(&model, 2), Some(two as u128), "{model:?}");
        }
        assert!(kinds[0] == 0 && kinds[1] > 0 && kinds[2] > 0, "{kinds:?}");
    }
}
