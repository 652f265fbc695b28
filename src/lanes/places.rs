//! One puzzle, a value a lane: the pass over a board in the denser layout, for naked singles, hidden singles and locked
//! candidates.

use super::layout::Layout;
use super::sweep::{all, once_twice};
use super::vector::{Sixteen, Vector};

/// `board[h][m]` has for each value, a lane, its places in band `h` and column `m` of each stack: bit `r * R + c` is row `r`
/// of the band in stack `c`.
pub(crate) type Board<V, const M: usize> = [[V; M]; M];

/// What came of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It has no solution.
    Dead,
    /// It is one.
    Solved,
    /// A guess is needed.
    Stalled,
}

/// Boards of `M` bands of `R` rows, and `R` stacks of `M` columns.
pub(crate) struct Pass<V: Vector, const M: usize, const R: usize> {
    pub(crate) token: V::Token,
    pub(crate) values: usize,
    /// All cells of a vector, and the same in the lanes that are values.
    all: u16,
    full: V,
    /// For each lane all of its bits.
    pub(crate) lanes: [V; 16],
    /// For a turn by so many stacks: what stays in its row of bits, and what comes in at the other end.
    turns: [[V; 2]; R],
}

/// A loop with its counter a constant, so that what it indexes stays in registers.
macro_rules! unrolled {
    ($i:ident in $n:ident => $body:block) => {
        unrolled!(@ $i $n $body 0 1 2 3)
    };
    (@ $i:ident $n:ident $body:block $($k:literal)*) => {
        $(if $k < $n {
            let $i: usize = $k;
            $body
        })*
    };
}

/// The lane in which `Pass::fold` leaves what it finds of a vector.
const LANE: [usize; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];

/// What a fold has over the lanes of a vector: in one or more, in two or more, and of the other vector in any.
#[derive(Clone, Copy)]
struct Folded<V> {
    once: V,
    twice: V,
    fixed: V,
}

impl<V: Sixteen> Folded<V> {
    /// Of both in turn, half of the lanes folded into the other.
    #[inline(always)]
    fn join(self, other: Self) -> Self {
        let (low, high) = self.once.zip(other.once);
        let (low_twice, high_twice) = self.twice.zip(other.twice);
        let (low_fixed, high_fixed) = self.fixed.zip(other.fixed);
        Folded {
            once: low.or(high),
            twice: low_twice.or(high_twice).or_and(low, high),
            fixed: low_fixed.or(high_fixed),
        }
    }
}

impl<V: Sixteen, const M: usize, const R: usize> Pass<V, M, R> {
    pub(crate) fn new(token: V::Token, values: usize) -> Self {
        let zero = V::splat(token, 0);
        let all = (0..R * R).fold(0, |all, bit| all | 1u16 << bit);
        let mut full = zero;
        (0..values).for_each(|value| full.set(value, all));
        let mut turns = [[zero; 2]; R];
        for (k, turn) in turns.iter_mut().enumerate() {
            let stays = (0..R * R).filter(|bit| bit % R >= k).fold(0, |s, bit| s | 1u16 << bit);
            *turn = [V::splat(token, stays), V::splat(token, all & !stays)];
        }
        let mut lanes = [zero; 16];
        lanes.iter_mut().enumerate().for_each(|(lane, all)| all.set(lane, u16::MAX));
        Pass { token, values, all, full, lanes, turns }
    }

    /// The board of which only the cells in `masks` are known: one bit a candidate.
    #[inline(always)]
    pub(crate) fn load(&self, layout: &Layout, masks: impl Iterator<Item = u16>) -> Board<V, M> {
        let open = u16::MAX >> (16 - self.values);
        let mut board = [[V::splat(self.token, 0); M]; M];
        let mut known = [0u16; 16];
        for (mask, &slot) in masks.zip(&layout.slots) {
            if mask & open == open {
                continue;
            }
            let (at, bit) = (usize::from(slot) / 16, 1 << (slot % 16));
            known[at] |= bit;
            let mut rest = mask & open;
            while rest != 0 {
                let value = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let places = &mut board[at / M][at % M];
                let word = places.get(value);
                places.set(value, word | bit);
            }
        }
        unrolled!(h in M => {
            unrolled!(m in M => {
                let known = V::splat(self.token, known[h * M + m]);
                board[h][m] = board[h][m].or(self.full.without(known));
            });
        });
        board
    }

    /// Appends the values of a solved board, from 1.
    #[inline(always)]
    pub(crate) fn unload(&self, board: &Board<V, M>, layout: &Layout, values: &mut Vec<u8>) {
        debug_assert!(self.values < 16, "four bits a value");
        // Four words of bits in one: in which cells of a vector the first bit of the value is set, the second and so on.
        const EACH: u64 = 0x0001_0001_0001_0001;
        const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;
        let mut planes = [0; 16];
        for value in 0..self.values {
            let bits = value as u64 + 1;
            let set = (bits & 1 | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45) * 0xFFFF;
            for (at, plane) in planes[..M * M].iter_mut().enumerate() {
                let cells = u64::from(board[at / M][at % M].get(value));
                *plane |= (cells * EACH) & set;
            }
        }
        values.extend(layout.slots.iter().map(|&slot| {
            let bits = planes[usize::from(slot) / 16] >> (slot % 16) & EACH;
            // The four bits of a value come to stand side by side.
            (bits.wrapping_mul(GATHER) >> 48) as u8 & 15
        }));
    }

    /// The bits, and the same turned by one, two, … stacks in their rows.
    #[inline(always)]
    fn across(&self, x: V) -> [V; R] {
        let mut turned = [x; R];
        unrolled!(k in R => {
            if k > 0 {
                let [stays, enters] = self.turns[k];
                let end = x.shr((R - k) as u32);
                turned[k] = x.shl(k as u32).and(stays).or_and(end, enters);
            }
        });
        turned
    }

    /// The bits, and the same turned by one, two, … rows in their stacks; above the board is whatever falls there.
    #[inline(always)]
    fn down(&self, x: V) -> [V; R] {
        let mut turned = [x; R];
        unrolled!(k in R => {
            if k > 0 {
                turned[k] = x.shl((k * R) as u32).or(x.shr(((R - k) * R) as u32));
            }
        });
        turned
    }

    /// Over all lanes: which cells have a candidate, which have two, and which have a hidden single.
    #[inline(always)]
    fn fold(&self, board: &Board<V, M>, hidden: &Board<V, M>) -> Folded<V> {
        let zero = V::splat(self.token, 0);
        let nothing = Folded { once: zero, twice: zero, fixed: zero };
        let mut level = [nothing; 17];
        let mut len = M * M;
        for at in 0..M * M {
            let (once, fixed) = (board[at / M][at % M], hidden[at / M][at % M]);
            level[at] = Folded { once, twice: zero, fixed };
        }
        for _ in 0..4 {
            level[len] = nothing;
            len = len.div_ceil(2);
            for i in 0..len {
                level[i] = level[2 * i].join(level[2 * i + 1]);
            }
        }
        level[0]
    }

    /// Draws the conclusions of singles and locked candidates until there are no more.
    #[inline(always)]
    pub(crate) fn settle(&self, board: &mut Board<V, M>) -> End {
        let token = self.token;
        let zero = V::splat(token, 0);
        let mut hidden = [[zero; M]; M];
        loop {
            let before = *board;
            let Folded { once, twice, fixed } = self.fold(board, &hidden);
            let single = once.without(twice);
            let mut open = 0;
            let (mut changed, mut lost) = (zero, zero);
            // What singles, naked and hidden, take from their cell and box.
            unrolled!(h in M => {
                let mut singles = [zero; M];
                unrolled!(m in M => {
                    let lane = LANE[h * M + m];
                    let naked = single.get(lane);
                    open |= self.all & !naked;
                    lost = lost.or(V::splat(token, self.all & !once.get(lane)));
                    let x = board[h][m];
                    singles[m] = x.and(V::splat(token, naked)).or(hidden[h][m]);
                    let fixed = V::splat(token, fixed.get(lane) & !naked);
                    board[h][m] = x.without(fixed.without(hidden[h][m]));
                });
                let in_other_rows = others(self.down(all(singles)), 0, zero);
                unrolled!(m in M => {
                    let gone = in_other_rows.or(others(singles, m, zero));
                    board[h][m] = board[h][m].without(gone);
                });
            });
            // Rows and boxes, band by band: what goes, and what is the only place in one of them.
            let (mut gone, mut only) = ([zero; M], [zero; M]);
            unrolled!(h in M => {
                let (once, twice) = once_twice(board[h]);
                let (in_rows, rows_apart) = once_twice(self.across(once));
                let (in_boxes, boxes_apart) = once_twice(self.down(once));
                lost = lost.or(self.full.without(in_rows)).or(self.full.without(in_boxes));
                // Of a row in one box only, and of a box in one row only.
                let (row, boxed) = (once.without(rows_apart), once.without(boxes_apart));
                gone[h] = others(self.down(row), 0, zero).or(others(self.across(boxed), 0, zero));
                only[h] = row.or(boxed).without(twice);
            });
            // Columns and boxes, stack by stack, the same in all rows.
            let (mut once, mut twice) = ([[zero; M]; M], [[zero; M]; M]);
            let mut boxed = [[zero; M]; M];
            unrolled!(h in M => {
                unrolled!(m in M => {
                    (once[h][m], twice[h][m]) = once_twice(self.down(board[h][m]));
                });
                let (_, apart) = once_twice(once[h]);
                unrolled!(m in M => { boxed[m][h] = once[h][m].without(apart); });
            });
            let mut column = [[zero; M]; M];
            unrolled!(m in M => {
                let mut bands = [zero; M];
                unrolled!(h in M => { bands[h] = once[h][m]; });
                let (in_columns, apart) = once_twice(bands);
                lost = lost.or(self.full.without(in_columns));
                unrolled!(h in M => { column[h][m] = once[h][m].without(apart); });
            });
            unrolled!(h in M => {
                unrolled!(m in M => {
                    let gone = gone[h].or(others(column[h], m, zero)).or(others(boxed[m], h, zero));
                    let x = board[h][m].without(gone);
                    board[h][m] = x;
                    let was = hidden[h][m];
                    hidden[h][m] = x.and(only[h].or(column[h][m].without(twice[h][m])));
                    // A new hidden single in an open cell will change it.
                    let naked = V::splat(token, single.get(LANE[h * M + m]));
                    changed = changed.or_xor(x, before[h][m]);
                    changed = changed.or(hidden[h][m].without(naked).without(was));
                });
            });
            if V::bits(lost.nonzero()) != 0 {
                return End::Dead;
            }
            if open == 0 {
                return End::Solved;
            }
            if V::bits(changed.nonzero()) == 0 {
                return End::Stalled;
            }
        }
    }

    /// The cells with several candidates, and those with just two, by slot.
    #[inline(always)]
    pub(crate) fn open(&self, board: &Board<V, M>) -> ([u64; 4], [u64; 4]) {
        // As in `fold`: in how many lanes each bit is, up to three.
        let zero = V::splat(self.token, 0);
        let mut level = [[zero; 3]; 17];
        let mut len = M * M;
        for at in 0..M * M {
            level[at][0] = board[at / M][at % M];
        }
        for _ in 0..4 {
            level[len] = [zero; 3];
            len = len.div_ceil(2);
            for i in 0..len {
                let ([a, aa, aaa], [b, bb, bbb]) = (level[2 * i], level[2 * i + 1]);
                let ((a, b), (aa, bb), (aaa, bbb)) = (a.zip(b), aa.zip(bb), aaa.zip(bbb));
                level[i] =
                    [a.or(b), aa.or(bb).or_and(a, b), aaa.or(bbb).or_and(aa, b).or_and(a, bb)];
            }
        }
        let (mut open, mut two) = ([0; 4], [0; 4]);
        for at in 0..M * M {
            let [_, twice, thrice] = level[0];
            let (twice, thrice) = (twice.get(LANE[at]), thrice.get(LANE[at]));
            open[at / 4] |= u64::from(twice) << (at % 4 * 16);
            two[at / 4] |= u64::from(twice & !thrice) << (at % 4 * 16);
        }
        (open, two)
    }

    /// The candidates of a cell.
    #[inline(always)]
    pub(crate) fn candidates(&self, board: &Board<V, M>, slot: usize) -> u16 {
        let places = &board[slot / 16 / M][slot / 16 % M];
        let mut mask = 0;
        for value in 0..self.values {
            mask |= (places.get(value) >> (slot % 16) & 1) << value;
        }
        mask
    }
}

/// What any of them has but one.
#[inline(always)]
fn others<V: Vector, const N: usize>(x: [V; N], but: usize, zero: V) -> V {
    let mut any = zero;
    let mut i = 0;
    while i < N {
        if i != but {
            any = any.or(x[i]);
        }
        i += 1;
    }
    any
}
