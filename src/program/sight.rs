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

    /// Looks at givens, 0 for an open cell.
    pub fn look(&mut self, value: impl Fn(usize) -> u8) -> Seen {
        let Sight { board, peers, houses, given, places } = self;
        given.fill(0);
        places.fill(*board);
        let mut open = *board;
        for (cell, peers) in peers.iter().enumerate() {
            if let Some(value) = value(cell).checked_sub(1) {
                given[usize::from(value)] |= 1 << cell;
                places[usize::from(value)] &= !peers;
                open &= !(1 << cell);
            }
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
