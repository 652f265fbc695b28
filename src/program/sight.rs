//! A first look at a puzzle, a bit a value: whether its givens contradict each other at sight.

use houserules::grid::Shape;

/// The groups of a shape as sets of cells, kept for looking at many puzzles.
pub struct Sight {
    /// Every cell.
    board: Cells,
    /// For each cell those that differ from it.
    peers: Vec<Cells>,
    /// The groups with as many cells as there are values, by number.
    houses: Vec<(usize, Cells)>,
    /// For each value where it is given, and where it can stand.
    given: Vec<Cells>,
    places: Vec<Cells>,
}

/// A bit a cell.
type Cells = u128;

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
    /// `None` if the cells are too many for a bit each.
    pub fn of(shape: &Shape) -> Option<Sight> {
        let (cells, side) = (shape.len(), shape.side());
        if cells > Cells::BITS as usize {
            return None;
        }
        let set = |cells: &[usize]| cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let mut peers = vec![0; cells];
        let mut houses = Vec::new();
        for (number, group) in shape.groups().iter().enumerate() {
            let members: Cells = set(&group.cells);
            group.cells.iter().for_each(|&cell| peers[cell] |= members & !(1 << cell));
            if group.cells.len() == side {
                houses.push((number, members));
            }
        }
        let board = Cells::MAX.checked_shr(Cells::BITS - cells as u32).unwrap_or(0);
        Some(Sight { board, peers, houses, given: vec![0; side], places: vec![0; side] })
    }

    /// Looks at givens, a cell after the other, 0 for an open one.
    pub fn look(&mut self, cells: &[u8]) -> Seen {
        let Sight { board, peers, houses, given, places } = self;
        given.fill(0);
        places.fill(*board);
        let filled = filled(cells);
        let open = *board & !filled;
        let mut rest = filled;
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            let value = usize::from(cells[cell]) - 1;
            given[value] |= 1 << cell;
            places[value] &= !peers[cell];
            rest &= rest - 1;
        }
        let mut any = 0;
        for (places, given) in places.iter_mut().zip(given) {
            if *given & !*places != 0 {
                return Seen::Clash;
            }
            *places &= open | *given;
            any |= *places;
        }
        if any != *board {
            return Seen::NoCandidate((*board & !any).trailing_zeros() as usize);
        }
        for &(number, house) in houses.iter() {
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

    #[test]
    fn cells_that_are_filled() {
        for len in 0..=81 {
            let cells: Vec<u8> = (0..len).map(|cell| (cell * cell + len) as u8 % 5 * 2).collect();
            let one_by_one = (0..len).filter(|&cell| cells[cell] > 0);
            assert_eq!(filled(&cells), one_by_one.fold(0, |filled, cell| filled | 1 << cell));
        }
    }
}
