//! A first look at a puzzle, a bit a value: whether its givens contradict each other at sight.

use houserules::grid::Shape;

/// The groups of a shape, kept for looking at many puzzles. In few loops that branch: most looks are at a puzzle of a few givens,
/// and each turn guessed wrong takes as long as ten right ones.
pub struct Sight {
    /// For each cell its groups, as many as `each`; `NO_GROUP` where it has fewer.
    around: Vec<u8>,
    each: usize,
    /// The groups with as many cells as there are values, by number.
    houses: Vec<(usize, Vec<u8>)>,
    /// For each group which values are given in it.
    given: [Values; 256],
    /// For each cell what can stand in it.
    left: [Values; Cells::BITS as usize],
    /// So many cells.
    cells: usize,
    all: Values,
}

/// In place of a group in which nothing is given.
const NO_GROUP: u8 = u8::MAX;

/// A bit a cell.
type Cells = u128;

/// A bit a value.
type Values = u32;

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
    /// `None` if the cells or the values are too many for a bit each, or the groups too many.
    pub fn of(shape: &Shape) -> Option<Sight> {
        let (cells, side) = (shape.len(), shape.side());
        let groups = shape.groups();
        let fits = cells <= Cells::BITS as usize && (1..Values::BITS as usize).contains(&side);
        if !fits || groups.len() > usize::from(NO_GROUP) {
            return None;
        }
        let mut of_cells = vec![Vec::new(); cells];
        let mut houses = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            group.cells.iter().for_each(|&cell| of_cells[cell].push(number as u8));
            if group.cells.len() == side {
                houses.push((number, group.cells.iter().map(|&cell| cell as u8).collect()));
            }
        }
        let most = of_cells.iter().map(Vec::len).max()?;
        let each = [3, 5, 8].into_iter().find(|&each| each >= most)?;
        of_cells.iter_mut().for_each(|groups| groups.resize(each, NO_GROUP));
        let (around, all) = (of_cells.concat(), (1 << side) - 1);
        let (given, left) = ([0; 256], [0; Cells::BITS as usize]);
        Some(Sight { around, each, houses, given, left, cells, all })
    }

    /// Looks at givens, a cell after the other, 0 for an open one.
    pub fn look(&mut self, cells: &[u8]) -> Seen {
        match self.each {
            3 => self.look_by::<3>(cells),
            5 => self.look_by::<5>(cells),
            _ => self.look_by::<8>(cells),
        }
    }

    /// The same where each cell has so many groups.
    fn look_by<const EACH: usize>(&mut self, cells: &[u8]) -> Seen {
        let around = self.around.as_chunks::<EACH>().0;
        let given = &mut self.given;
        given.fill(0);
        let mut clash = 0;
        let mut rest = filled(cells);
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let value = 1 << (cells[cell] - 1);
            let mut before = 0;
            for &group in &around[cell] {
                before |= given[usize::from(group)];
            }
            clash |= before & value;
            for &group in &around[cell] {
                given[usize::from(group)] |= value;
            }
            given[usize::from(NO_GROUP)] = 0;
        }
        if clash != 0 {
            return Seen::Clash;
        }
        let left = &mut self.left[..self.cells];
        let mut empty = false;
        for ((left, around), &cell) in left.iter_mut().zip(around).zip(cells) {
            let mut taken = 0;
            for &group in around {
                taken |= given[usize::from(group)];
            }
            // The bit of an open cell is none.
            let value = (1 << cell) >> 1;
            *left = if cell == 0 { self.all & !taken } else { value };
            empty |= *left == 0;
        }
        if empty {
            let cell = left.iter().position(|&left| left == 0);
            return Seen::NoCandidate(cell.unwrap_or(0));
        }
        let at = |cell: u8| self.left[usize::from(cell) % self.left.len()];
        for (number, house) in &self.houses {
            let (threes, others) = house.as_chunks::<3>();
            let mut places = 0;
            for &[a, b, c] in threes {
                places |= at(a) | at(b) | at(c);
            }
            for &cell in others {
                places |= at(cell);
            }
            if places != self.all {
                return Seen::NoPlace(*number, places.trailing_ones() as i32 + 1);
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
