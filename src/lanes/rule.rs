//! What lanes keep besides groups: a relation of each kind that constraints can be written in, for all lanes at once.

mod below;
mod cases;
mod pairs;
mod sets;
mod sum;

use super::vector::{Vector, Word};
use crate::constraint::Simple;
use crate::store::Var;

use below::Below;
use cases::Cases;
use pairs::Pairs;
use sets::Sets;
use sum::Sum;

/// Candidates of lanes that keep rules: a bit of a word each.
type Mask = u16;

/// So many values fit.
pub(crate) const MOST_VALUES: u32 = Mask::BITS;

/// So many operations a sweep may take for one rule.
const MOST_STEPS: usize = 1 << 15;

/// A rule, compiled for lanes.
pub(crate) enum Rule {
    Below(Below),
    Cases(Cases),
    Pairs(Pairs),
    Sets(Sets),
    Sum(Sum),
}

/// How the values of a model are called in lanes.
#[derive(Clone, Copy)]
pub(crate) struct Names {
    /// The value of the lowest bit.
    pub(crate) first: i64,
    /// How many values there are.
    pub(crate) values: u32,
}

impl Names {
    fn all(self) -> Mask {
        Mask::MAX >> (Mask::BITS - self.values)
    }

    /// The values of a mask whose lowest bit is another value.
    fn mask(self, mask: u64, base: i64) -> Mask {
        let up = base.saturating_sub(self.first);
        let moved = match u32::try_from(up.unsigned_abs()) {
            Ok(by) if by < 64 && up >= 0 => mask << by,
            Ok(by) if by < 64 => mask >> by,
            _ => 0,
        };
        moved as Mask & self.all()
    }

    /// For each value of one variable those of another that may stand beside it.
    fn rows(self, allows: impl Fn(i64, i64) -> bool) -> Vec<Mask> {
        let values = 0..i64::from(self.values);
        let bit = |a: i64, b: i64| Mask::from(allows(self.first + a, self.first + b)) << b;
        values.clone().map(|a| values.clone().fold(0, |row, b| row | bit(a, b))).collect()
    }
}

fn cell(x: Var) -> u32 {
    x.index() as u32
}

impl Rule {
    /// `None` if it is too large, or numbers in it are.
    pub(crate) fn of(simple: &Simple, names: Names) -> Option<Rule> {
        if !(1..=MOST_VALUES).contains(&names.values) {
            return None;
        }
        match simple {
            Simple::Pairs([x, y], table) => {
                let fits = |value: i64| i32::try_from(value).ok();
                let allows = |a, b| fits(a).zip(fits(b)).is_some_and(|(a, b)| table.contains(a, b));
                Rule::pairs([*x, *y], &names.rows(allows), names)
            }
            Simple::Sum { terms, at_least, at_most } => {
                let mut kept: Vec<(i64, Var)> = Vec::new();
                for &(factor, x) in terms {
                    match kept.iter_mut().find(|term| term.1 == x) {
                        Some(term) => term.0 = term.0.checked_add(factor)?,
                        None => kept.push((factor, x)),
                    }
                }
                kept.retain(|term| term.0 != 0);
                if let &[(a, x), (b, y)] = &kept[..] {
                    let sum = |v: i64, w: i64| {
                        i128::from(a) * i128::from(v) + i128::from(b) * i128::from(w)
                    };
                    let range = i128::from(*at_least)..=i128::from(*at_most);
                    return Rule::pairs(
                        [x, y],
                        &names.rows(|v, w| range.contains(&sum(v, w))),
                        names,
                    );
                }
                Sum::new(&kept, *at_least, *at_most, names).map(Rule::Sum)
            }
            Simple::Sets { vars, base, sets } => {
                let whole = |set: &u64| names.mask(*set, *base).count_ones() == set.count_ones();
                let sets =
                    sets.iter().filter(|set| whole(set) && set.count_ones() as usize == vars.len());
                let sets: Vec<Mask> = sets.map(|set| names.mask(*set, *base)).collect();
                if let &[x, y] = &vars[..] {
                    let set = |v: i64, w: i64| 1 << (v - names.first) | 1 << (w - names.first);
                    return Rule::pairs(
                        [x, y],
                        &names.rows(|v, w| sets.contains(&set(v, w))),
                        names,
                    );
                }
                Sets::new(vars, sets).map(Rule::Sets)
            }
            Simple::Cases { vars, base, rows } => {
                Cases::new(vars, rows.iter().map(|&mask| names.mask(mask, *base)).collect())
                    .map(Rule::Cases)
            }
            Simple::Different([a, b]) => {
                let up = [a, b].map(|term| i64::from(term.offset));
                let rows = names.rows(|v, w| v + up[0] != w + up[1]);
                Rule::pairs([a.var, b.var], &rows, names)
            }
        }
    }

    fn pairs([x, y]: [Var; 2], rows: &[Mask], names: Names) -> Option<Rule> {
        if x == y {
            return None;
        }
        let below = Below::new(x, y, rows, names).map(Rule::Below);
        Some(below.unwrap_or_else(|| Rule::Pairs(Pairs::new(x, y, rows))))
    }

    /// Takes note of the cells around, given which pairs of cells differ.
    pub(crate) fn look_around(&mut self, differ: impl Fn(u32, u32) -> bool, variables: u32) {
        if let Rule::Sets(sets) = self {
            sets.look_around(differ, variables);
        }
    }

    /// About how many operations it takes.
    pub(crate) fn steps(&self) -> usize {
        match self {
            Rule::Below(_) => 25,
            Rule::Cases(cases) => cases.steps(),
            Rule::Pairs(pairs) => pairs.steps(),
            Rule::Sets(sets) => sets.steps(),
            Rule::Sum(sum) => sum.steps(),
        }
    }

    /// The cells it speaks of.
    pub(crate) fn cells(&self) -> &[u32] {
        match self {
            Rule::Below(below) => below.cells(),
            Rule::Cases(cases) => cases.cells(),
            Rule::Pairs(pairs) => pairs.cells(),
            Rule::Sets(sets) => sets.cells(),
            Rule::Sum(sum) => sum.cells(),
        }
    }

    /// Takes away candidates that are in no solution of the rule, and returns those that went; a cell without any tells of
    /// a contradiction. Where each cell has one candidate and the rule does not hold, something goes.
    #[inline(always)]
    pub(crate) fn narrow<V: Vector>(&self, token: V::Token, cells: &mut [V]) -> V {
        match self {
            Rule::Below(below) => below.narrow(token, cells),
            Rule::Cases(cases) => cases.narrow(token, cells),
            Rule::Pairs(pairs) => pairs.narrow(token, cells),
            Rule::Sets(sets) => sets.narrow(token, cells),
            Rule::Sum(sum) => sum.narrow(token, cells),
        }
    }
}

#[inline(always)]
fn splat<V: Vector>(token: V::Token, mask: Mask) -> V {
    V::splat(token, V::Word::from_mask(mask.into()))
}

/// Keeps these candidates of a cell, and returns those that went.
#[inline(always)]
fn keep<V: Vector>(cell: &mut V, kept: V) -> V {
    let gone = cell.without(kept);
    *cell = cell.and(kept);
    gone
}

/// The lowest candidate.
#[inline(always)]
fn lowest<V: Vector>(zero: V, x: V) -> V {
    x.and(zero.sub(x))
}

/// The highest candidate.
#[inline(always)]
fn highest<V: Vector>(x: V) -> V {
    let mut all = x.or(x.shr(1));
    all = all.or(all.shr(2));
    all = all.or(all.shr(4));
    all = all.or(all.shr(8));
    all.xor(all.shr(1))
}

/// All from this bit up; without a bit all.
#[inline(always)]
fn from<V: Vector>(one: V, zero: V, bit: V) -> V {
    zero.sub(bit.max(one))
}

/// All up to this bit; without a bit all.
#[inline(always)]
fn up_to<V: Vector>(one: V, bit: V) -> V {
    bit.sub(one).or(bit)
}

#[cfg(test)]
mod tests {
    use super::super::vector::Plain;
    use super::*;
    use crate::constraint::PairTable;
    use crate::model::ModelBuilder;
    use smallvec::smallvec;

    /// What rules keep of all masks of three cells with four values from -1 on, beside what their meaning keeps.
    fn check(simple: Simple, vars: &[Var], holds: impl Fn(&[i64]) -> bool, exact: bool) {
        let names = Names { first: -1, values: 4 };
        let rule = Rule::of(&simple, names).expect("it fits");
        for code in 0..1u32 << 12 {
            let masks = [0, 4, 8].map(|at| (code >> at & 15) as u16);
            let mut cells = masks.map(|mask| V::splat((), mask));
            let gone = rule.narrow::<V>((), &mut cells);
            let kept = cells.map(|cell| cell.get(0));
            let mut meant = [0; 3];
            for choice in 0..64 {
                let bits = [0, 2, 4].map(|at| choice >> at & 3);
                let values: Vec<i64> = vars.iter().map(|x| bits[x.index()] - 1).collect();
                if (0..3).all(|i| masks[i] >> bits[i] & 1 == 1) && holds(&values) {
                    (0..3).for_each(|i| meant[i] |= 1 << bits[i]);
                }
            }
            let said = format!("{simple:?} {masks:?}: {kept:?}, not {meant:?}");
            assert!(
                (0..3).all(|i| kept[i] & meant[i] == meant[i] && kept[i] & !masks[i] == 0),
                "{said}"
            );
            assert_eq!(gone.get(0) != 0, kept != masks, "{said}");
            let fixed = masks.iter().all(|mask| mask.count_ones() == 1);
            let possible = meant != [0; 3];
            if fixed && !possible {
                assert_ne!(kept, masks, "{said}");
            }
            if exact && masks.iter().all(|&mask| mask != 0) {
                assert!(kept == meant || !possible && kept.contains(&0), "{said}");
            }
        }
    }

    type V = Plain<u16, 1>;

    fn three() -> [Var; 3] {
        let mut model = ModelBuilder::new();
        let vars = model.vars(3, -1..=2);
        [vars[0], vars[1], vars[2]]
    }

    #[test]
    fn two_cells_are_exact() {
        let [x, y, z] = three();
        for by in -4..=4 {
            for (a, b) in [(1, -1), (-1, 1)] {
                let terms = smallvec![(a, x), (b, z)];
                let sum = Simple::Sum { terms, at_least: by, at_most: i64::MAX };
                check(sum, &[x, z], |v| a * v[0] + b * v[1] >= by, true);
            }
        }
        let table = PairTable::by(-1..=2, -1..=2, |a, b| a * b == 2 || a + b == 0);
        check(
            Simple::Pairs([z, y], table),
            &[z, y],
            |v| v[0] * v[1] == 2 || v[0] + v[1] == 0,
            true,
        );
        let sets = [0b0110u64, 0b1001, 0b1100];
        let meant = |v: &[i64]| sets.contains(&(1 << (v[0] + 2) | 1 << (v[1] + 2))) && v[0] != v[1];
        let simple = Simple::Sets { vars: smallvec![x, y], base: -2, sets: sets[..].into() };
        check(simple, &[x, y], meant, true);
    }

    #[test]
    fn what_is_left_is_what_the_meaning_leaves() {
        let [x, y, z] = three();
        let vars = [x, y, z];
        for (factors, at_least, at_most) in [
            ([1, 1, 1], 2, 2),
            ([1, -1, 1], 0, 1),
            ([2, 1, -3], -2, 3),
            ([1, 1, 1], 7, 9),
            ([-1, -2, -1], i64::MIN, -3),
            ([3, 1, 1], 4, i64::MAX),
        ] {
            let terms = factors.into_iter().zip(vars).collect();
            let sum = |v: &[i64]| v.iter().zip(factors).map(|(v, f)| v * f).sum::<i64>();
            let holds = |v: &[i64]| (at_least..=at_most).contains(&sum(v));
            check(Simple::Sum { terms, at_least, at_most }, &vars, holds, false);
        }
        for sets in [vec![0b0111u64, 0b1110], vec![0b1011], vec![], vec![0b10011, 0b11]] {
            let holds = |v: &[i64]| {
                let set = v.iter().fold(0u64, |set, v| set | 1 << (v + 1));
                set.count_ones() == 3 && sets.contains(&set)
            };
            let simple = Simple::Sets { vars: vars[..].into(), base: -1, sets: sets[..].into() };
            check(simple, &vars, holds, false);
        }
        let rows = vec![0b00110, 0b01100, 0b11110, 0b10000, 0b11110, 0b00010, 0b1, 0b110, 0b110];
        let holds = |v: &[i64]| {
            rows.chunks(3).any(|row| row.iter().zip(v).all(|(mask, v)| mask >> (v + 2) & 1 == 1))
        };
        check(
            Simple::Cases { vars: vars[..].into(), base: -2, rows: rows.clone() },
            &vars,
            holds,
            true,
        );
    }

    #[test]
    fn one_value_is_enough_for_a_sum() {
        let names = Names { first: 5, values: 1 };
        for (total, holds) in [(-5, true), (-4, false), (-6, false)] {
            let terms = smallvec![(-1, three()[0])];
            let sum = Simple::Sum { terms, at_least: total, at_most: total };
            let mut cells = [V::splat((), 1); 3];
            let gone = Rule::of(&sum, names).expect("it fits").narrow::<V>((), &mut cells);
            assert_eq!(gone.get(0) == 0, holds, "{total}");
        }
    }
}
