//! Between variant puzzles and those of a shape: what is one of both can be written as either.

use std::collections::BTreeSet;

use super::super::board::Board;
use super::super::cell::Cell;
use super::super::extra::EXTRAS;
use super::super::group::GroupKind;
use super::super::plan::Plan;
use super::super::puzzle::Puzzle;
use super::super::rule::{
    AntiKing, AntiKnight, Cells, Diagonal, DisjointGroups, ExtraRegion, Rule, Windoku,
};
use super::super::shape::Shape;
use super::Variant;

impl TryFrom<&Puzzle> for Variant {
    type Error = super::super::board::BoardError;

    /// The same puzzle with the groups of its shape as regions and rules.
    ///
    /// ```
    /// use houserules::grid::{Puzzle, Shape, Variant};
    /// let puzzle = Puzzle::blank("6x6+x".parse::<Shape>()?);
    /// let variant = Variant::try_from(&puzzle)?;
    /// assert_eq!(variant.rules().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A shape of more values than a board can have.
    fn try_from(puzzle: &Puzzle) -> Result<Variant, Self::Error> {
        let shape = puzzle.shape();
        let side = shape.side();
        let mut board = Board::new(side, side, shape.values())?.latin();
        let cells = |places: &[usize]| -> Vec<Cell> {
            places.iter().map(|&place| shape.cell(place)).collect()
        };
        let of = |kind: GroupKind| shape.groups().iter().filter(move |group| group.kind == kind);
        for group in of(GroupKind::Box).chain(of(GroupKind::Region)) {
            board = board.region(&cells(&group.cells))?;
        }
        let lists = |kind| of(kind).map(|group| Cells(cells(&group.cells))).collect::<Vec<_>>();
        let mut rules: Vec<Box<dyn Rule>> = Vec::new();
        for cells in lists(GroupKind::Diagonal) {
            let falls = cells.first().is_some_and(|cell| cell.row == cell.column);
            let direction = Some(if falls { "\\" } else { "/" }.to_owned());
            rules.push(Box::new(Diagonal { cells, direction }));
        }
        let (regions, sets) = (lists(GroupKind::Window), lists(GroupKind::Disjoint));
        if !regions.is_empty() {
            rules.push(Box::new(Windoku { regions }));
        }
        if !sets.is_empty() {
            rules.push(Box::new(DisjointGroups { sets }));
        }
        for extra in shape.extras() {
            match &*extra {
                "anti-knight" => rules.push(Box::new(AntiKnight {})),
                "anti-king" => rules.push(Box::new(AntiKing {})),
                _ => {}
            }
        }
        let lists = lists(GroupKind::Cells).into_iter();
        rules.extend(lists.map(|cells| Box::new(ExtraRegion { cells }) as Box<dyn Rule>));
        let mut variant = Variant::new(board);
        for rule in rules {
            variant.add(rule).expect("groups of a shape are cells of its board");
        }
        let givens = puzzle.givens().map(|(place, value)| (place, vec![value]));
        let marks = puzzle.marks().map(|(place, values)| (place, values.to_vec()));
        for (place, values) in givens.chain(marks) {
            variant.restrict(shape.cell(place), &values).expect("values of the shape");
        }
        Ok(variant)
    }
}

impl Variant {
    /// A puzzle of these values, if the board has a shape: square, values from 1, and cut into boxes or regions of the
    /// right size or not at all. The rules do not matter.
    pub fn plain(&self, givens: impl Into<Box<[Option<i32>]>>) -> Option<Puzzle> {
        Puzzle::new(self.shape()?, givens).ok()
    }

    /// The same puzzle as one of a shape, if its rules say no more than that cells differ and what may stand in a cell.
    ///
    /// ```
    /// use houserules::grid::Variant;
    /// let puzzle = Variant::from_toml(b"size = 4\ndiagonals = true\neven = 'r1c1'\n")?.puzzle();
    /// assert_eq!(puzzle.map(|puzzle| puzzle.shape().to_string()), Some("4x4+x".to_owned()));
    /// assert!(Variant::from_toml(b"size = 4\nthermometer = 'r1c1 r2c2'\n")?.puzzle().is_none());
    /// # Ok::<(), houserules::grid::VariantError>(())
    /// ```
    pub fn puzzle(&self) -> Option<Puzzle> {
        let mut shape = self.shape()?;
        let (groups, masks) = Plan::new(self, &self.candidates).groups_alone()?;
        let places =
            |cells: &[Cell]| cells.iter().filter_map(|&cell| self.board.index(cell)).collect();
        let mut sets: BTreeSet<BTreeSet<usize>> =
            groups.iter().map(|cells| places(cells)).collect();
        // What has a name is called by it.
        for extra in EXTRAS {
            let Ok(with) = shape.with(extra.name) else { continue };
            let known = shape.groups().len();
            let added =
                with.groups()[known..].iter().map(|group| group.cells.iter().copied().collect());
            let added: Vec<BTreeSet<usize>> = added.collect();
            // Cells that share a row or a box as well are in no group of their own.
            let told = |set: &BTreeSet<usize>| sets.contains(set) || within(set, &shape);
            if added.iter().all(told) && added.iter().any(|set| sets.contains(set)) {
                sets.retain(|set| !added.contains(set));
                shape = with;
            }
        }
        for set in sets {
            let cells: Vec<Cell> = set.into_iter().map(|place| self.board.cell(place)).collect();
            shape = shape.with_cells(&cells).ok()?;
        }
        let mut puzzle = Puzzle::blank(shape);
        for (place, mask) in masks.into_iter().enumerate() {
            let values: Vec<i32> =
                self.board.values().filter(|value| mask >> (value - 1) & 1 == 1).collect();
            puzzle.restrict(place, &values).ok()?;
        }
        Some(puzzle)
    }

    /// The shape of the board, without the rules.
    fn shape(&self) -> Option<Shape> {
        let board = &self.board;
        let side = board.rows();
        let square = board.columns() == side && board.first_value() == 1 && board.is_latin();
        let whole = (0..board.len()).all(|place| board.exists(place));
        if !square || !whole || board.value_count() != side {
            return None;
        }
        let mut labels = vec![None; board.len()];
        for (label, cells) in board.regions().enumerate() {
            for cell in cells {
                labels[board.index(cell)?] = Some(label + 1);
            }
        }
        match labels.iter().copied().collect::<Option<Vec<usize>>>() {
            Some(labels) => {
                let drawn = Shape::jigsaw(&labels).ok()?;
                // Boxes are called boxes.
                let heights = (1..=side).filter(|height| side.is_multiple_of(*height));
                let mut boxes = heights.filter_map(|h| Shape::boxes(side, h, side / h).ok());
                let same = |boxes: &Shape| {
                    let places = 0..board.len();
                    let mut pairs = places.map(|place| (drawn.region(place), boxes.region(place)));
                    pairs.all(|(one, other)| one == other)
                };
                Some(boxes.find(same).unwrap_or(drawn))
            }
            None if labels.iter().all(Option::is_none) => Shape::latin(side).ok(),
            None => None,
        }
    }
}

/// Whether a group of the shape holds all these cells.
fn within(set: &BTreeSet<usize>, shape: &Shape) -> bool {
    shape.groups().iter().any(|group| set.iter().all(|place| group.cells.contains(place)))
}
