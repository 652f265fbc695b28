//! What a solver on paper sees: the groups of a board, and the candidates left in its cells.

use std::ops::{BitAndAssign, BitOrAssign};

use smallvec::{SmallVec, smallvec};

use super::super::puzzle::Puzzle;
use super::super::shape::Shape;

/// A candidate: a cell and a value, both counted from 0.
pub(super) type Mark = (usize, u32);

/// Set of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set(SmallVec<[u64; 2]>);

impl Set {
    pub fn none(size: usize) -> Set {
        Set(smallvec![0; size.div_ceil(64)])
    }

    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(i, word)| bits(*word).map(move |bit| i * 64 + bit as usize))
    }
}

impl BitAndAssign<&Set> for Set {
    fn bitand_assign(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }
}

impl BitOrAssign<&Set> for Set {
    fn bitor_assign(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// The places of the bits that are set, in ascending order.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// What all puzzles of a shape share.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub shape: Shape,
    /// The cells that must differ from a cell.
    pub peers: Vec<Set>,
    /// The groups that a cell is in.
    pub of: Vec<Vec<usize>>,
    /// The groups in which every value has a place.
    pub houses: Vec<usize>,
}

impl Ground {
    /// `None` if a word has fewer bits than the board has values.
    pub fn new(shape: &Shape) -> Option<Ground> {
        let (side, len) = (shape.side(), shape.len());
        if side > 64 {
            return None;
        }
        let mut peers = vec![Set::none(len); len];
        let mut of = vec![Vec::new(); len];
        let mut houses = Vec::new();
        for (i, group) in shape.groups().iter().enumerate() {
            if group.cells.len() == side {
                houses.push(i);
            }
            for &cell in &group.cells {
                of[cell].push(i);
                group.cells.iter().for_each(|&other| peers[cell].insert(other));
            }
        }
        peers.iter_mut().enumerate().for_each(|(cell, peers)| peers.remove(cell));
        Some(Ground { shape: shape.clone(), peers, of, houses })
    }

    /// The cells of a group.
    pub fn cells(&self, group: usize) -> &[usize] {
        &self.shape.groups()[group].cells
    }

    pub fn values(&self) -> u32 {
        self.shape.side() as u32
    }

    /// The cells that see all of these, among some.
    pub fn seeing(&self, all: impl IntoIterator<Item = usize>, among: &Set) -> Set {
        let mut common = among.clone();
        all.into_iter().for_each(|cell| common &= &self.peers[cell]);
        common
    }
}

/// The candidates left in the cells.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    left: Vec<u64>,
    /// The cells in which a value can stand, by value.
    places: Vec<Set>,
    open: Set,
}

impl Marks {
    pub fn of(puzzle: &Puzzle, ground: &Ground) -> Marks {
        let len = puzzle.shape().len();
        let mut marks = Marks {
            left: vec![0; len],
            places: vec![Set::none(len); puzzle.shape().side()],
            open: Set::none(len),
        };
        for cell in 0..len {
            marks.open.insert(cell);
            for value in puzzle.candidates(cell) {
                let value = (value - puzzle.shape().values().start()) as u32;
                marks.left[cell] |= 1 << value;
                marks.places[value as usize].insert(cell);
            }
        }
        for (cell, value) in puzzle.givens() {
            marks.place((cell, (value - puzzle.shape().values().start()) as u32), ground);
        }
        marks
    }

    /// The candidates of a cell, a bit each.
    pub fn left(&self, cell: usize) -> u64 {
        self.left[cell]
    }

    pub fn has(&self, (cell, value): Mark) -> bool {
        self.left[cell] >> value & 1 == 1
    }

    pub fn places(&self, value: u32) -> &Set {
        &self.places[value as usize]
    }

    /// The cells of a group in which a value can stand: a bit for each place in the list of its cells.
    pub fn places_in(&self, cells: &[usize], value: u32) -> u64 {
        let places = self.places(value);
        cells.iter().enumerate().fold(0, |all, (i, &cell)| all | u64::from(places.has(cell)) << i)
    }

    /// The cells without a value.
    pub fn open(&self) -> &Set {
        &self.open
    }

    pub fn is_open(&self, cell: usize) -> bool {
        self.open.has(cell)
    }

    pub fn is_solved(&self) -> bool {
        self.open.iter().next().is_none()
    }

    pub fn remove(&mut self, (cell, value): Mark) {
        self.left[cell] &= !(1 << value);
        self.places[value as usize].remove(cell);
    }

    /// Writes a value into a cell and takes it from all that see the cell.
    pub fn place(&mut self, (cell, value): Mark, ground: &Ground) {
        self.open.remove(cell);
        for other in bits(self.left[cell] & !(1 << value)) {
            self.remove((cell, other));
        }
        let seen = ground.seeing([cell], self.places(value));
        seen.iter().for_each(|peer| self.remove((peer, value)));
    }

    /// Whether a cell has no candidate, or a value no place in a house.
    pub fn is_broken(&self, ground: &Ground) -> bool {
        let all = u64::MAX >> (64 - ground.values());
        let found =
            |house: &usize| ground.cells(*house).iter().fold(0, |all, c| all | self.left[*c]);
        self.left.contains(&0) || ground.houses.iter().any(|house| found(house) != all)
    }
}
