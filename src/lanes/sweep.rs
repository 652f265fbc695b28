//! One pass over all groups, for all lanes at once: naked singles, hidden singles, locked candidates.

use super::plan::{Group, Plan, Weave};
use super::vector::{Vector, Word};
use std::hint::black_box;
use std::sync::atomic::{Ordering, compiler_fence};

/// The candidates of one cell a vector, and what groups know of their segments.
pub(crate) struct Board<V: Vector> {
    /// Behind the last cell stand some that are decided, so that as many vectors as there are lanes can be read at once.
    pub(crate) cells: Vec<V>,
    /// Whether a cell was one candidate when the latest weave came to it.
    single: Vec<V::Mask>,
    /// By slot: values that a group has in one segment only. True down the branch, so a lane that descends keeps it.
    locked: Vec<V>,
    /// Empty in lanes whose `locked` belongs to another state.
    keep: V,
    crossings: Box<[Crossing<V>; 25]>,
    /// The sum of all cells after the latest sweep, 0 in lanes that have another state since: what a sweep changes makes it less.
    sum: V,
    /// By the latest sweep.
    pub(crate) failed: Failed,
    /// Changes are told by sums.
    summed: bool,
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

/// What was found first that some lanes have no solution, a bit a lane: kept only where there are rules.
pub(crate) struct Failed {
    pub(crate) groups: u64,
    /// By rule.
    pub(crate) rules: Vec<u64>,
}

/// A loop of at most five turns with its counter a constant, so that what it indexes stays in registers: with a plain
/// loop the tallies of a weave live in memory, and stores are what a sweep has least of.
macro_rules! unrolled {
    ($i:ident in $n:ident => $body:block) => {
        unrolled!(@ $i $n $body 0 1 2 3 4)
    };
    (@ $i:ident $n:ident $body:block $($k:literal)*) => {
        $(if $k < $n {
            let $i: usize = $k;
            $body
        })*
    };
}

pub(crate) use unrolled;

/// Calls a method with the sizes of a weave as constants.
macro_rules! woven {
    ($weave:ident => $self:ident.$method:ident($($argument:expr),*)) => {
        match (size_of::<V::Word>(), $weave.rows, $weave.columns, $weave.each) {
            (1, 2, 2, 2) => apart::<V, _>($self.token, #[inline(always)] || $self.$method::<2, 2, 2>($($argument),*)),
            (1, 2, 2, 3) => apart::<V, _>($self.token, #[inline(always)] || $self.$method::<2, 2, 3>($($argument),*)),
            (1, 3, 3, 2) => apart::<V, _>($self.token, #[inline(always)] || $self.$method::<3, 3, 2>($($argument),*)),
            (2, 3, 3, 3) => apart::<V, _>($self.token, #[inline(always)] || $self.$method::<3, 3, 3>($($argument),*)),
            (2, 3, 3, 4) => apart::<V, _>($self.token, #[inline(always)] || $self.$method::<3, 3, 4>($($argument),*)),
            (2, 4, 4, 3) => apart::<V, _>($self.token, #[inline(always)] || $self.$method::<4, 4, 3>($($argument),*)),
            (2, 4, 4, 4) => apart::<V, _>($self.token, #[inline(always)] || $self.$method::<4, 4, 4>($($argument),*)),
            other => unreachable!("no plan has such a weave: {other:?}"),
        }
    };
}

struct Found<V> {
    /// Values that each house so far has a place for.
    everywhere: V,
    /// Values that two cells of a group have as their only one, unless something changed.
    clash: V,
    /// Candidates that went.
    changed: V,
}

impl<V: Vector> Board<V> {
    pub(crate) fn new(token: V::Token, plan: &Plan) -> Self {
        let empty = V::splat(token, V::Word::ZERO);
        // Of 9x9, and boards like it, of which a sum cannot wrap around and be the same with other candidates.
        let nines = plan.weaves.iter().all(|w| (w.rows, w.columns, w.each) == (3, 3, 3));
        let most = plan.variables as u128 * ((1 << plan.values) - 1);
        let room = most < 1 << (8 * size_of::<V::Word>());
        let summed = nines && room && !plan.weaves.is_empty();
        Board {
            cells: vec![V::splat(token, V::Word::ONE); plan.variables.next_multiple_of(V::LANES)],
            single: vec![empty.is_single(); plan.variables],
            locked: vec![empty; plan.slots],
            crossings: Box::new([Crossing::new(empty); 25]),
            keep: empty,
            sum: empty,
            summed,
            failed: Failed { groups: 0, rules: vec![0; plan.rules.len()] },
            token,
        }
    }

    /// Tells that a lane has been given a new state.
    #[inline(always)]
    pub(crate) fn forget(&mut self, lane: usize) {
        self.keep.set(lane, V::Word::ZERO);
        self.sum.set(lane, V::Word::ZERO);
    }

    /// Kept apart from the search: registers are scarce here.
    #[inline(never)]
    pub(crate) fn sweep(&mut self, plan: &Plan) -> Swept {
        V::run(
            self.token,
            #[inline(always)]
            || self.pass(plan),
        )
    }

    #[inline(always)]
    fn pass(&mut self, plan: &Plan) -> Swept {
        let token = self.token;
        let full = V::splat(token, full::<V::Word>(plan.values));
        let zero = V::splat(token, V::Word::ZERO);
        let mut found = Found { everywhere: full, clash: zero, changed: zero };
        for weave in &plan.weaves {
            if self.summed && size_of::<V::Word>() == 2 {
                apart::<V, _>(
                    token,
                    #[inline(always)]
                    || self.conclude::<3, 3, 3, true>(weave, &mut found),
                );
            } else {
                woven!(weave => self.weave(weave, &mut found));
            }
        }
        for group in &plan.groups {
            apart::<V, _>(
                token,
                #[inline(always)]
                || self.any(group, &mut found),
            );
        }
        self.apply(plan, &mut found);
        self.keep = V::splat(token, !V::Word::ZERO);
        let (mut open, mut empty, mut sum) = (zero, zero, zero);
        for &x in &self.cells[..plan.variables] {
            sum = sum.add(x);
            open = open.or_and(x, x.dec());
            empty = empty.or(lacking(x));
        }
        let lost = full.without(found.everywhere).or(self.top(empty));
        if self.summed {
            // A guess since the latest sweep is a change as well.
            found.changed = found.changed.or_xor(sum, self.sum);
            self.sum = sum;
        }
        let changed = V::bits(found.changed.nonzero());
        Swept {
            // The tally of a weave is older than what the weave then takes away: twice there is twice indeed only where
            // nothing was taken.
            dead: V::bits(lost.nonzero()) | (V::bits(found.clash.nonzero()) & !changed),
            open: V::bits(open.nonzero()),
            changed,
        }
    }

    /// All rules.
    #[inline(always)]
    fn apply(&mut self, plan: &Plan, found: &mut Found<V>) {
        // There are none in other words.
        if size_of::<V::Word>() != 2 || plan.rules.is_empty() {
            return;
        }
        let full = V::splat(self.token, full::<V::Word>(plan.values));
        let mut empty = V::splat(self.token, V::Word::ZERO);
        for &x in &self.cells[..plan.variables] {
            empty = empty.or(lacking(x));
        }
        let lost = full.without(found.everywhere).or(self.top(empty));
        let mut dead = V::bits(lost.nonzero());
        self.failed.groups = dead;
        for (at, rule) in plan.rules.iter().enumerate() {
            found.changed = found.changed.or(rule.narrow(self.token, &mut self.cells));
            let mut empty = V::splat(self.token, V::Word::ZERO);
            for &cell in rule.cells() {
                empty = empty.or(lacking(self.cells[cell as usize]));
            }
            let here = V::bits(self.top(empty).nonzero());
            self.failed.rules[at] = here & !dead;
            dead |= here;
        }
    }

    /// The top bits.
    #[inline(always)]
    fn top(&self, x: V) -> V {
        x.and(V::splat(self.token, V::Word::ONE << (8 * size_of::<V::Word>() as u32 - 1)))
    }

    /// `R` houses across `C` others, with `M` cells in each crossing.
    #[inline(always)]
    fn weave<const R: usize, const C: usize, const M: usize>(
        &mut self,
        weave: &Weave,
        found: &mut Found<V>,
    ) {
        self.conclude::<R, C, M, false>(weave, found);
    }

    /// The same; where all cells are `SUMMED` up afterwards, changes are not noted cell by cell.
    #[inline(always)]
    fn conclude<const R: usize, const C: usize, const M: usize, const SUMMED: bool>(
        &mut self,
        weave: &Weave,
        found: &mut Found<V>,
    ) {
        let zero = V::splat(self.token, V::Word::ZERO);
        let cells = &weave.cells[..R * C * M];
        let at = |r: usize, c: usize, m: usize| cells[(r * C + c) * M + m] as usize;
        let board = &mut self.cells[..];
        let single = &mut self.single[..];
        let crossings: &mut [Crossing<V>; 25] = &mut self.crossings;
        // For each crossing: what is known there, what it has, and what it has twice.
        unrolled!(r in R => {
            unrolled!(c in C => {
                let mut x = [zero; M];
                let mut one = [zero; M];
                for m in 0..M {
                    let cell = at(r, c, m);
                    x[m] = board[cell];
                    single[cell] = x[m].is_single();
                    one[m] = V::pick(single[cell], x[m], zero);
                }
                let (once, twice) = once_twice(x);
                crossings[r * C + c] = Crossing { known: all(one), once, twice };
            });
        });
        // Into memory and back rather than in registers, of which there are too few.
        compiler_fence(Ordering::SeqCst);
        let mut rows = [Tally::new(zero); R];
        unrolled!(r in R => {
            let mut houses = [Crossing::new(zero); C];
            unrolled!(c in C => { houses[c] = crossings[r * C + c]; });
            rows[r] = Tally::of(houses, found);
        });
        let mut columns = [Tally::new(zero); C];
        unrolled!(c in C => {
            let mut houses = [Crossing::new(zero); R];
            unrolled!(r in R => { houses[r] = crossings[r * C + c]; });
            columns[c] = Tally::of(houses, found);
        });
        compiler_fence(Ordering::SeqCst);
        unrolled!(r in R => {
            unrolled!(c in C => {
                // What a row has in one crossing only goes from the rest of that column, and the other way round.
                let mut gone = rows[r].known.or(columns[c].known);
                unrolled!(k in R => {
                    if k != r {
                        gone = gone.or(crossings[k * C + c].once.without(rows[k].apart));
                    }
                });
                unrolled!(k in C => {
                    if k != c {
                        gone = gone.or(crossings[r * C + k].once.without(columns[k].apart));
                    }
                });
                let hidden = rows[r].hidden.or(columns[c].hidden);
                let mut changed = zero;
                for m in 0..M {
                    let cell = at(r, c, m);
                    let x = board[cell];
                    board[cell] = x.narrow_or(hidden, V::pick(single[cell], x, x.without(gone)));
                    if !SUMMED {
                        changed = changed.or_xor(x, board[cell]);
                    }
                }
                if !SUMMED {
                    // Now, not when all crossings are done: that would keep every cell before and after in registers.
                    found.changed = black_box(found.changed.or(changed));
                }
            });
        });
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
                found.changed = found.changed.or_xor(*x, self.cells[cell as usize]);
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
            let now = x.narrow(hidden);
            found.changed = found.changed.or_xor(now, self.cells[cell as usize]);
            self.cells[cell as usize] = now;
        }
    }

    /// Of the lanes in which each cell has one candidate, those in which no group holds a value twice, and all rules hold: a
    /// house that has all values has each of them once. Other lanes may lose what no rule allows.
    #[inline(always)]
    pub(crate) fn verified(&mut self, plan: &Plan) -> u64 {
        let zero = V::splat(self.token, V::Word::ZERO);
        let full = V::splat(self.token, full::<V::Word>(plan.values));
        let (mut everywhere, mut clash) = (full, zero);
        for weave in &plan.weaves {
            everywhere = everywhere.and(woven!(weave => self.everywhere(weave)));
        }
        for group in &plan.groups {
            let mut once = zero;
            for &cell in &group.cells {
                let x = self.cells[cell as usize];
                clash = clash.or_and(once, x);
                once = once.or(x);
            }
        }
        let mut found = Found { everywhere, clash, changed: zero };
        self.apply(plan, &mut found);
        !V::bits(clash.or(full.without(everywhere)).or(found.changed).nonzero())
    }

    /// The values that each house of a weave has.
    #[inline(always)]
    fn everywhere<const R: usize, const C: usize, const M: usize>(&self, weave: &Weave) -> V {
        let zero = V::splat(self.token, V::Word::ZERO);
        let cells = &weave.cells[..R * C * M];
        let board = &self.cells[..];
        let mut columns = [zero; C];
        let mut everywhere = V::splat(self.token, !V::Word::ZERO);
        unrolled!(r in R => {
            let mut row = zero;
            unrolled!(c in C => {
                let mut x = [zero; M];
                unrolled!(m in M => { x[m] = board[cells[(r * C + c) * M + m] as usize]; });
                let any = all(x);
                row = row.or(any);
                columns[c] = columns[c].or(any);
            });
            everywhere = everywhere.and(row);
        });
        everywhere.and(meet(columns))
    }
}

/// A word that has its top bit only where a cell is empty: only then has its predecessor that bit, and it has not.
#[inline(always)]
fn lacking<V: Vector>(x: V) -> V {
    x.dec().without(x)
}

/// Unoptimised, each operation has its own room on the stack: all in one frame would be more than a thread has.
#[inline(always)]
fn apart<V: Vector, R>(token: V::Token, work: impl FnOnce() -> R) -> R {
    if cfg!(debug_assertions) { V::run(token, work) } else { work() }
}

#[inline(always)]
fn meet<V: Vector, const N: usize>(x: [V; N]) -> V {
    let mut every = x[0];
    let mut i = 1;
    while i < N {
        every = every.and(x[i]);
        i += 1;
    }
    every
}

/// What two houses have in the cells that they share.
#[derive(Clone, Copy)]
struct Crossing<V> {
    /// The candidates of cells that have no other.
    known: V,
    /// In one cell or more, in two or more.
    once: V,
    twice: V,
}

impl<V: Vector> Crossing<V> {
    #[inline(always)]
    fn new(zero: V) -> Self {
        Crossing { known: zero, once: zero, twice: zero }
    }
}

/// What a house has.
#[derive(Clone, Copy)]
struct Tally<V> {
    /// The candidates of cells that have no other.
    known: V,
    /// In two crossings or more.
    apart: V,
    /// In one cell only.
    hidden: V,
}

impl<V: Vector> Tally<V> {
    #[inline(always)]
    fn new(zero: V) -> Self {
        Tally { known: zero, apart: zero, hidden: zero }
    }

    #[inline(always)]
    fn of<const N: usize>(crossings: [Crossing<V>; N], found: &mut Found<V>) -> Self {
        // No closures: unless they are inlined, they are compiled without the vectors' instructions.
        let (mut known, mut once, mut twice) =
            ([crossings[0].known; N], [crossings[0].once; N], [crossings[0].twice; N]);
        unrolled!(i in N => {
            (known[i], once[i], twice[i]) = (crossings[i].known, crossings[i].once, crossings[i].twice);
        });
        let known = all(known);
        let (once, apart) = once_twice(once);
        let several = apart.or(all(twice));
        found.everywhere = found.everywhere.and(once);
        found.clash = found.clash.or_and(known, several);
        Tally { known, apart, hidden: once.without(several) }
    }
}

/// All of `values` values.
pub(crate) fn full<W: Word>(values: u32) -> W {
    W::from_mask(if values == 0 { 0 } else { !0 >> (64 - values) })
}

#[inline(always)]
pub(crate) fn all<V: Vector, const N: usize>(x: [V; N]) -> V {
    let mut i = 1;
    let mut any = x[0];
    while i + 1 < N {
        any = any.or3(x[i], x[i + 1]);
        i += 2;
    }
    if i < N { any.or(x[i]) } else { any }
}

/// What one or more, and what two or more of them hold.
#[inline(always)]
pub(crate) fn once_twice<V: Vector, const N: usize>(x: [V; N]) -> (V, V) {
    if N == 3 {
        return (x[0].or3(x[1], x[2]), x[0].two_of(x[1], x[2]));
    }
    let mut once = x[0].or(x[1]);
    let mut twice = x[0].and(x[1]);
    let mut i = 2;
    while i < N {
        twice = twice.or_and(once, x[i]);
        once = once.or(x[i]);
        i += 1;
    }
    (once, twice)
}
