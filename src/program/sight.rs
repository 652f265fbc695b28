//! A first look at a puzzle, a bit a cell: whether its givens contradict each other at sight.

use houserules::grid::Shape;

/// The groups of a shape, kept for looking at many puzzles. In few loops that branch: most looks are at a puzzle of a few givens,
/// and each turn guessed wrong takes as long as ten right ones.
pub struct Sight {
    /// For each cell those that share a group with it.
    peers: Vec<Cells>,
    /// The groups with as many cells as there are values, by number.
    houses: Vec<(usize, Cells)>,
    /// For each byte of a set of cells the houses that it has a cell of, a bit each; nothing if there are too many houses.
    crossed: Vec<[Houses; 256]>,
    /// For each value where it is given, and the peers of these cells; then where it can stand.
    given: Vec<Cells>,
    taken: Vec<Cells>,
    /// All cells.
    all: Cells,
}

/// A bit a cell.
type Cells = u128;

/// A bit a house.
type Houses = u64;

/// More values than any shape has that is looked at.
const VALUES: usize = 32;

/// What a look shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// No clash, a candidate for each cell and a place for each value.
    Nothing,
    /// Two givens that contradict each other.
    Clash,
    /// A cell that nothing can stand in.
    NoCandidate(usize),
    /// A group, by number, in which a value has no place.
    NoPlace(usize, i32),
}

impl Sight {
    /// `None` if the cells are too many for a bit each, or the values.
    pub fn of(shape: &Shape) -> Option<Sight> {
        let (cells, side) = (shape.len(), shape.side());
        if cells > Cells::BITS as usize || !(1..VALUES).contains(&side) {
            return None;
        }
        let mut peers = vec![0; cells];
        let mut houses = Vec::new();
        for (number, group) in shape.groups().iter().enumerate() {
            let members = group.cells.iter().fold(0, |members, cell| members | 1 << cell);
            for &cell in &group.cells {
                peers[cell] |= members & !(1 << cell);
            }
            if group.cells.len() == side {
                houses.push((number, members));
            }
        }
        let mut crossed = Vec::new();
        if houses.len() <= Houses::BITS as usize {
            crossed.resize(cells.div_ceil(8), [0; 256]);
            for (byte, crossed) in crossed.iter_mut().enumerate() {
                for bits in 1..256_usize {
                    let cell = 8 * byte + bits.trailing_zeros() as usize;
                    crossed[bits] |= crossed[bits & (bits - 1)];
                    if bits.is_power_of_two() && cell < cells {
                        let of_cell = (0..houses.len()).filter(|&at| houses[at].1 >> cell & 1 == 1);
                        crossed[bits] = of_cell.fold(0, |all, at| all | 1 << at);
                    } else {
                        crossed[bits] |= crossed[bits & bits.wrapping_neg()];
                    }
                }
            }
        }
        let (given, taken) = (vec![0; side + 1], vec![0; side + 1]);
        let all = Cells::MAX >> (Cells::BITS as usize - cells);
        Some(Sight { peers, houses, crossed, given, taken, all })
    }

    /// Looks at givens, a cell after the other, 0 for an open one.
    pub fn look(&mut self, cells: &[u8]) -> Seen {
        let (given, taken) = (&mut self.given[..], &mut self.taken[..]);
        given.fill(0);
        taken.fill(0);
        let filled = filled(cells);
        let mut rest = filled;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let value = usize::from(cells[cell]);
            given[value] |= 1 << cell;
            taken[value] |= self.peers[cell];
        }
        let (mut clash, mut any) = (0, 0);
        for (given, taken) in given.iter().zip(taken.iter_mut()).skip(1) {
            clash |= given & *taken;
            *taken = given | self.all & !(*taken | filled);
            any |= *taken;
        }
        if clash != 0 {
            return Seen::Clash;
        }
        if any != self.all {
            return Seen::NoCandidate((self.all & !any).trailing_zeros() as usize);
        }
        let places = &self.taken[1..];
        let enough = Houses::MAX >> (Houses::BITS as usize - self.houses.len()).min(63);
        let crossed = |places: &Cells| {
            let bytes = places.to_le_bytes();
            self.crossed.iter().zip(bytes).fold(0, |all, (of, byte)| all | of[usize::from(byte)])
        };
        if !self.crossed.is_empty() && places.iter().all(|places| crossed(places) == enough) {
            return Seen::Nothing;
        }
        for &(number, house) in &self.houses {
            if let Some(value) = places.iter().position(|places| places & house == 0) {
                return Seen::NoPlace(number, value as i32 + 1);
            }
        }
        Seen::Nothing
    }
}

/// The cells that are not 0. Eight at a time: to ask cell by cell means to guess, and to be wrong as often as not.
fn filled(cells: &[u8]) -> Cells {
    let mut filled = 0;
    for (place, cells) in cells.chunks(8).enumerate() {
        let mut bytes = [0; 8];
        bytes[..cells.len()].copy_from_slice(cells);
        // A bit a byte, which moves to the byte's place in the highest one; values are at most 128.
        let bits = (u64::from_le_bytes(bytes) + 0x7F7F_7F7F_7F7F_7F7F) >> 7 & 0x0101_0101_0101_0101;
        let bits = bits.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        filled |= Cells::from(bits) << (8 * place);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a look shows, cell by cell.
    fn slowly(shape: &Shape, cells: &[u8]) -> Seen {
        let sees = |a: usize, b: usize| {
            a != b && shape.groups().iter().any(|g| g.cells.contains(&a) && g.cells.contains(&b))
        };
        let taken = |cell: usize, value: u8| {
            (0..cells.len()).any(|other| cells[other] == value && sees(cell, other))
        };
        let fits = |cell: usize, value: u8| match cells[cell] {
            0 => !taken(cell, value),
            given => given == value,
        };
        let values = 1..=shape.side() as u8;
        if (0..cells.len()).any(|cell| cells[cell] > 0 && taken(cell, cells[cell])) {
            return Seen::Clash;
        }
        if let Some(cell) = (0..cells.len()).find(|&cell| !values.clone().any(|v| fits(cell, v))) {
            return Seen::NoCandidate(cell);
        }
        for (number, group) in shape.groups().iter().enumerate() {
            if group.cells.len() == shape.side()
                && let Some(value) =
                    values.clone().find(|&value| !group.cells.iter().any(|&cell| fits(cell, value)))
            {
                return Seen::NoPlace(number, value.into());
            }
        }
        Seen::Nothing
    }

    #[test]
    fn a_look_shows_what_is_seen_cell_by_cell() {
        let mut kinds = [0; 4];
        for shape in ["4x4", "6x6", "9x9", "9x9+x", "9x9+x+windoku", "latin:5"] {
            let shape: Shape = shape.parse().unwrap_or_else(|why| panic!("{shape}: {why}"));
            let mut sight = Sight::of(&shape).expect("it is small");
            let mut state: u64 = 1;
            let mut next = |below: usize| {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as usize % below
            };
            for round in 0..2000 {
                let mut cells = vec![0; shape.len()];
                for _ in 0..round % (2 * shape.side()) {
                    cells[next(shape.len())] = 1 + next(shape.side()) as u8;
                }
                let seen = sight.look(&cells);
                assert_eq!(seen, slowly(&shape, &cells), "{cells:?}");
                kinds[match seen {
                    Seen::Nothing => 0,
                    Seen::Clash => 1,
                    Seen::NoCandidate(_) => 2,
                    Seen::NoPlace(..) => 3,
                }] += 1;
            }
        }
        assert!(kinds.iter().all(|&kind| kind > 10), "{kinds:?}");
    }

    #[test]
    fn cells_that_are_filled() {
        for len in 0..=81 {
            let cells: Vec<u8> = (0..len).map(|cell| (cell * cell + len) as u8 % 5 * 2).collect();
            let one_by_one = (0..len).filter(|&cell| cells[cell] > 0);
            assert_eq!(filled(&cells), one_by_one.fold(0, |filled, cell| filled | 1 << cell));
        }
    }
}
