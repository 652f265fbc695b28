//! One pass over all groups, for all lanes at once: naked singles, hidden singles, locked candidates.

use super::plan::{Form, Group, Plan};
use super::vector::{Vector, Word};

/// The candidates of one cell a vector, and what groups know of their segments.
pub(crate) struct Board<V: Vector> {
    pub(crate) cells: Vec<V>,
    /// By slot: values that a group has in one segment only. True down the branch, so a lane that descends keeps it.
    locked: Vec<V>,
    /// Empty in lanes whose `locked` belongs to another state.
    keep: V,
    /// Sum of each lane's cells: falls whenever a candidate goes.
    sum: V,
    /// The lanes in which each cell had one candidate at the end of the last sweep are not in here.
    token: V::Token,
}

/// What a sweep found, one bit a lane.
#[derive(Clone, Copy)]
pub(crate) struct Swept {
    /// Contradiction.
    pub(crate) dead: u64,
    /// Some cell has several candidates.
    pub(crate) open: u64,
    /// Some candidate went.
    pub(crate) changed: u64,
}

struct Found<V> {
    /// Values that each house so far has a place for.
    everywhere: V,
    /// Values that two cells of a group have as their only one.
    clash: V,
}

impl<V: Vector> Board<V> {
    pub(crate) fn new(token: V::Token, plan: &Plan) -> Self {
        let empty = V::splat(token, V::Word::ZERO);
        Board {
            cells: vec![empty; plan.variables],
            locked: vec![empty; plan.slots],
            keep: empty,
            sum: empty,
            token,
        }
    }

    /// Tells that a lane has been given a new state.
    #[inline(always)]
    pub(crate) fn forget(&mut self, lane: usize) {
        self.keep.set(lane, V::Word::ZERO);
    }

    #[inline(always)]
    pub(crate) fn sweep(&mut self, plan: &Plan) -> Swept {
        let token = self.token;
        let full = V::splat(token, full::<V::Word>(plan.values));
        let zero = V::splat(token, V::Word::ZERO);
        let mut found = Found { everywhere: full, clash: zero };
        for group in &plan.groups {
            match group.form {
                Form::Rectangle { rows: 3, columns: 3, both: false } => self.rectangle::<3, 3, false>(group, &mut found),
                Form::Rectangle { rows: 3, columns: 3, both: true } => self.rectangle::<3, 3, true>(group, &mut found),
                _ => self.any(group, &mut found),
            }
        }
        self.keep = V::splat(token, !V::Word::ZERO);
        let (mut open, mut empty, mut sum) = (zero, zero, zero);
        for &x in &self.cells {
            let d = x.dec();
            open = open.or_and(x, d);
            // Only an empty cell has the top bit in its predecessor and not in itself.
            empty = empty.or(d.without(x));
            sum = sum.add(x);
        }
        let top = V::splat(token, V::Word::ONE << (8 * size_of::<V::Word>() as u32 - 1));
        let lost = full.without(found.everywhere).or3(found.clash, empty.and(top));
        let changed = differs(sum, self.sum);
        self.sum = sum;
        Swept {
            dead: V::bits(lost.nonzero()),
            open: V::bits(open.nonzero()),
            changed: V::bits(changed.nonzero()),
        }
    }

    /// A house cut into `R` segments of `C` cells, or into both the rows and the columns of such a rectangle.
    #[inline(always)]
    fn rectangle<const R: usize, const C: usize, const BOTH: bool>(&mut self, group: &Group, found: &mut Found<V>) {
        let zero = V::splat(self.token, V::Word::ZERO);
        let cells = &group.cells[..R * C];
        let rows = &group.families[0].segments[..R];
        let columns = if BOTH { &group.families[1].segments[..C] } else { &[] };
        let mut x = [[zero; C]; R];
        let mut single = [[zero; C]; R];
        let mut known = [zero; R];
        for r in 0..R {
            for c in 0..C {
                x[r][c] = self.cells[cells[r * C + c] as usize];
                single[r][c] = x[r][c].single(zero);
            }
            known[r] = all(single[r]);
        }
        let known = all(known);
        let from: [V; R] = std::array::from_fn(|r| self.locked[rows[r].inward as usize].and(self.keep));
        let gone: [V; R] = std::array::from_fn(|r| known.or(others(from, r)));
        let mut also = [zero; C];
        if BOTH {
            let from: [V; C] = std::array::from_fn(|c| self.locked[columns[c].inward as usize].and(self.keep));
            also = std::array::from_fn(|c| others(from, c));
        }
        let mut once = [zero; R];
        let mut twice = [zero; R];
        for r in 0..R {
            for c in 0..C {
                let gone = if BOTH { gone[r].or(also[c]) } else { gone[r] };
                x[r][c] = x[r][c].without_but(gone, single[r][c]);
            }
            (once[r], twice[r]) = once_twice(x[r]);
        }
        let (somewhere, apart) = once_twice(once);
        let twice = all(twice);
        let several = apart.or(twice);
        found.everywhere = found.everywhere.and(somewhere);
        found.clash = found.clash.or_and(known, several);
        for r in 0..R {
            self.locked[rows[r].outward as usize] = once[r].without(apart);
        }
        if BOTH {
            let once: [V; C] = std::array::from_fn(|c| all::<V, R>(std::array::from_fn(|r| x[r][c])));
            let (_, apart) = once_twice(once);
            for c in 0..C {
                self.locked[columns[c].outward as usize] = once[c].without(apart);
            }
        }
        let hidden = somewhere.without(several);
        for r in 0..R {
            for c in 0..C {
                self.cells[cells[r * C + c] as usize] = x[r][c].narrow(hidden);
            }
        }
    }

    /// Any group whatever.
    #[inline(always)]
    fn any(&mut self, group: &Group, found: &mut Found<V>) {
        let zero = V::splat(self.token, V::Word::ZERO);
        let len = group.cells.len();
        let mut x = [zero; 64];
        let mut gone = [zero; 64];
        let mut known = zero;
        for (x, &cell) in x.iter_mut().zip(&group.cells) {
            *x = self.cells[cell as usize];
            known = known.or(x.single(zero));
        }
        gone[..len].fill(known);
        for family in &group.families {
            let (mut once, mut twice) = (zero, zero);
            for segment in &family.segments {
                let from = self.locked[segment.inward as usize].and(self.keep);
                twice = twice.or_and(once, from);
                once = once.or(from);
            }
            for segment in &family.segments {
                let from = self.locked[segment.inward as usize].and(self.keep);
                let elsewhere = twice.or(once.without(from));
                for &at in &segment.at {
                    gone[at as usize] = gone[at as usize].or(elsewhere);
                }
            }
            for &at in &family.loose {
                gone[at as usize] = gone[at as usize].or(once);
            }
        }
        let (mut once, mut twice) = (zero, zero);
        for (x, gone) in x[..len].iter_mut().zip(&gone) {
            *x = x.without_but(*gone, x.single(zero));
            twice = twice.or_and(once, *x);
            once = once.or(*x);
        }
        found.clash = found.clash.or_and(known, twice);
        if !group.house {
            for (x, &cell) in x.iter().zip(&group.cells) {
                self.cells[cell as usize] = *x;
            }
            return;
        }
        found.everywhere = found.everywhere.and(once);
        for family in &group.families {
            let (mut somewhere, mut apart) = (zero, zero);
            let mut add = |part: V| {
                apart = apart.or_and(somewhere, part);
                somewhere = somewhere.or(part);
            };
            for segment in &family.segments {
                let part = segment.at.iter().fold(zero, |part, &at| part.or(x[at as usize]));
                self.locked[segment.outward as usize] = part;
                add(part);
            }
            family.loose.iter().for_each(|&at| add(x[at as usize]));
            for segment in &family.segments {
                let slot = &mut self.locked[segment.outward as usize];
                *slot = slot.without(apart);
            }
        }
        let hidden = once.without(twice);
        for (x, &cell) in x.iter().zip(&group.cells) {
            self.cells[cell as usize] = x.narrow(hidden);
        }
    }

    /// Of the lanes in which each cell has one candidate, those in which no group holds a value twice.
    #[inline(always)]
    pub(crate) fn verified(&self, plan: &Plan) -> u64 {
        let zero = V::splat(self.token, V::Word::ZERO);
        let mut clash = zero;
        for group in &plan.groups {
            let mut once = zero;
            for &cell in &group.cells {
                let x = self.cells[cell as usize];
                clash = clash.or_and(once, x);
                once = once.or(x);
            }
        }
        !V::bits(clash.nonzero())
    }
}

/// All of `values` values.
pub(crate) fn full<W: Word>(values: u32) -> W {
    W::from_mask(if values == 0 { 0 } else { !0 >> (64 - values) })
}

#[inline(always)]
fn all<V: Vector, const N: usize>(x: [V; N]) -> V {
    let mut i = 1;
    let mut any = x[0];
    while i + 1 < N {
        any = any.or3(x[i], x[i + 1]);
        i += 2;
    }
    if i < N { any.or(x[i]) } else { any }
}

/// What all but one of them hold.
#[inline(always)]
fn others<V: Vector, const N: usize>(x: [V; N], but: usize) -> V {
    let mut any = x[usize::from(but == 0)];
    for i in 1..N {
        if i != but {
            any = any.or(x[i]);
        }
    }
    any
}

/// What one or more, and what two or more of them hold.
#[inline(always)]
fn once_twice<V: Vector, const N: usize>(x: [V; N]) -> (V, V) {
    if N == 3 {
        return (x[0].or3(x[1], x[2]), x[0].two_of(x[1], x[2]));
    }
    let mut once = x[0].or(x[1]);
    let mut twice = x[0].and(x[1]);
    for &x in &x[2..] {
        twice = twice.or_and(once, x);
        once = once.or(x);
    }
    (once, twice)
}

#[inline(always)]
fn differs<V: Vector>(a: V, b: V) -> V {
    a.without(b).or(b.without(a))
}
