//! Shapes: the side of a board, its regions and extra groups, and the groups that follow from them.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use super::cell::Cell;
use super::extra::{EXTRAS, Extra};
use super::group::{Group, GroupKind};
use super::nearest::nearest;
use super::regions::{Regions, RegionsError};

mod text;

/// The largest side a shape may have.
pub const MAX_SIDE: usize = 256;

/// What the puzzles of one kind share: a board and the groups whose cells must differ.
///
/// A shape is cheap to clone and is written as text: the side, then boxes by height and width if they are not the
/// usual ones, then extra groups.
///
/// ```
/// use houserules::grid::Shape;
/// let shape: Shape = "9x9+x+windoku".parse()?;
/// assert_eq!((shape.side(), shape.groups().len()), (9, 27 + 2 + 4));
///
/// // Boxes of 3 rows and 2 columns; without the `:3x2` they would lie: 2 rows and 3 columns.
/// let standing: Shape = "6x6:3x2".parse()?;
/// assert_eq!(standing.to_string(), "6x6:3x2");
///
/// // No boxes at all, and a group of our own.
/// let latin: Shape = "latin:5+r1c1r2c2r3c3".parse()?;
/// assert_eq!(latin.groups().len(), 11);
///
/// let error = "7x7".parse::<Shape>().unwrap_err();
/// assert_eq!(error.to_string(), "7 has no box shape; regions or `latin:7` needed");
/// # Ok::<(), houserules::grid::ShapeError>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Shape(Arc<Inner>);

struct Inner {
    side: usize,
    regions: Regions,
    extras: Vec<Added>,
    /// Made when first asked for: many a shape is only a guess at what a text holds.
    groups: OnceLock<Vec<Group>>,
}

/// Extra groups, as somebody asked for them.
#[derive(Clone, Debug)]
enum Added {
    Named(&'static Extra),
    Cells(Vec<usize>),
}

impl Shape {
    /// The usual one: 9x9, in boxes of 3x3.
    pub fn sudoku() -> Shape {
        let boxes = Regions::Boxes { height: 3, width: 3 };
        Shape::bare(9, boxes)
    }

    /// A square board in the usual boxes for its side: as nearly square as can be, and lying rather than standing.
    ///
    /// ```
    /// use houserules::grid::{Regions, Shape};
    /// let boxes = Shape::square(12)?.regions().clone();
    /// assert_eq!(boxes, Regions::Boxes { height: 3, width: 4 });
    /// # Ok::<(), houserules::grid::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// A prime side has no boxes; a side must be 1 to [`MAX_SIDE`].
    pub fn square(side: usize) -> Result<Shape, ShapeError> {
        check_side(side)?;
        let boxes = Regions::default_box(side).ok_or(ShapeError::NoBoxes { side })?;
        Ok(Shape::bare(side, boxes))
    }

    /// A square board in boxes of `height` rows and `width` columns.
    ///
    /// # Errors
    /// The boxes must hold as many cells as a row.
    pub fn boxes(side: usize, height: usize, width: usize) -> Result<Shape, ShapeError> {
        check_side(side)?;
        if height.checked_mul(width) != Some(side) {
            return Err(ShapeError::BoxMisfit { side, height, width });
        }
        Ok(Shape::bare(side, Regions::Boxes { height, width }))
    }

    /// A square board without boxes.
    ///
    /// # Errors
    /// A side must be 1 to [`MAX_SIDE`].
    pub fn latin(side: usize) -> Result<Shape, ShapeError> {
        check_side(side)?;
        Ok(Shape::bare(side, Regions::None))
    }

    /// A square board in irregular regions, by a label for each cell, row by row.
    ///
    /// ```
    /// use houserules::grid::Shape;
    /// let labels: Vec<char> = "AAABACBBCCDBCDDD".chars().collect();
    /// let shape = Shape::jigsaw(&labels)?;
    /// assert_eq!(shape.groups()[8].to_string(), "region A");
    /// assert_eq!(*shape.groups()[8].cells, [0, 1, 2, 4]);
    /// # Ok::<(), houserules::grid::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// There must be as many regions as rows, and each must hold as many cells as a row.
    pub fn jigsaw<L: fmt::Display>(labels: &[L]) -> Result<Shape, ShapeError> {
        let side = labels.len().isqrt();
        if side * side != labels.len() || side == 0 {
            return Err(ShapeError::RegionMap { cells: labels.len() });
        }
        check_side(side)?;
        Ok(Shape::bare(side, Regions::labelled(labels, side)?))
    }

    /// The same, with the extra groups of that name too; see [`EXTRAS`].
    ///
    /// ```
    /// use houserules::grid::Shape;
    /// assert_eq!(Shape::sudoku().with("x")?.to_string(), "9x9+x");
    /// let error = Shape::sudoku().with("windoko").unwrap_err();
    /// assert_eq!(error.to_string(), "no extra groups are called `windoko`; did you mean `windoku`?");
    /// # Ok::<(), houserules::grid::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// An unknown name, or groups that make no sense on this board.
    pub fn with(&self, name: &str) -> Result<Shape, ShapeError> {
        let extra = EXTRAS.iter().find(|extra| extra.name == name).ok_or_else(|| {
            ShapeError::UnknownExtra {
                name: name.chars().take(40).collect(),
                nearest: nearest(name, EXTRAS.iter().map(|extra| extra.name)),
            }
        })?;
        self.and(Added::Named(extra))
    }

    /// The same, with one more group: these cells must hold different values.
    ///
    /// # Errors
    /// A cell outside the board, or the same cell twice.
    pub fn with_cells(&self, cells: &[Cell]) -> Result<Shape, ShapeError> {
        let side = self.side();
        let mut seen = BTreeSet::new();
        let mut indices = Vec::with_capacity(cells.len());
        for &cell in cells {
            let index = self.index(cell).ok_or(ShapeError::CellOutside { cell, side })?;
            if !seen.insert(index) {
                return Err(ShapeError::RepeatedCell { cell });
            }
            indices.push(index);
        }
        self.and(Added::Cells(indices))
    }

    /// The other shape if it has the same regions, whatever they are called; else this one with the extra groups of the
    /// other.
    pub(crate) fn or_alike(&self, other: &Shape) -> Result<Shape, ShapeError> {
        // Regions counted in the order in which they appear.
        let partition = |shape: &Shape| {
            let mut seen = vec![None; shape.side()];
            let mut count = 0..;
            let regions = (0..shape.len()).map(|cell| shape.region(cell));
            let mut number = |region: usize| *seen[region].get_or_insert_with(|| count.next());
            regions.map(|region| region.map(&mut number)).collect::<Vec<_>>()
        };
        if other.0.regions != Regions::None && partition(self) == partition(other) {
            return Ok(other.clone());
        }
        let extras = other.0.extras.iter();
        extras.cloned().try_fold(self.clone(), |shape, added| shape.and(added))
    }

    /// A board with its rows, columns and regions.
    fn bare(side: usize, regions: Regions) -> Shape {
        Shape(Arc::new(Inner { side, regions, extras: Vec::new(), groups: OnceLock::new() }))
    }

    fn and(&self, added: Added) -> Result<Shape, ShapeError> {
        let Inner { side, ref regions, ref extras, .. } = *self.0;
        let mut groups = self.groups().to_vec();
        match &added {
            Added::Named(extra) => {
                // Asking twice is no different from asking once.
                let asked =
                    |added: &Added| matches!(added, Added::Named(e) if e.name == extra.name);
                if extras.iter().any(asked) {
                    return Ok(self.clone());
                }
                let needs = |needs| ShapeError::ExtraMisfit { extra: extra.name, needs };
                groups.extend((extra.groups)(side, regions).map_err(needs)?);
            }
            Added::Cells(cells) => {
                let number = groups.iter().filter(|group| group.kind == GroupKind::Cells).count();
                let name = format!("extra group {}", number + 1);
                groups.push(Group::new(GroupKind::Cells, name, cells.iter().copied()));
            }
        }
        let mut extras = extras.clone();
        extras.push(added);
        let groups = groups.into();
        Ok(Shape(Arc::new(Inner { side, regions: regions.clone(), extras, groups })))
    }

    /// How many rows and how many columns it has.
    pub fn side(&self) -> usize {
        self.0.side
    }

    /// How many cells it has.
    #[expect(clippy::len_without_is_empty, reason = "no shape is empty")]
    pub fn len(&self) -> usize {
        self.0.side * self.0.side
    }

    /// The values that a cell can hold.
    pub fn values(&self) -> RangeInclusive<i32> {
        1..=self.0.side as i32
    }

    /// How it is cut into regions.
    pub fn regions(&self) -> &Regions {
        &self.0.regions
    }

    /// All groups: rows, columns, regions, then extra ones.
    pub fn groups(&self) -> &[Group] {
        self.0.groups.get_or_init(|| self.0.lines_and_regions())
    }

    /// The groups with as many cells as there are values: each value has a place in each of them.
    ///
    /// ```
    /// use houserules::grid::Shape;
    /// let shape: Shape = "9x9+anti-knight".parse()?;
    /// assert_eq!(shape.houses().count(), 27);
    /// # Ok::<(), houserules::grid::ShapeError>(())
    /// ```
    pub fn houses(&self) -> impl Iterator<Item = &Group> {
        let size = self.0.side;
        self.groups().iter().filter(move |group| group.cells.len() == size)
    }

    /// The cell of an index below [`len`](Shape::len).
    pub fn cell(&self, index: usize) -> Cell {
        Cell { row: index / self.0.side, column: index % self.0.side }
    }

    /// The index of a cell, if it is on the board.
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let Inner { side, .. } = *self.0;
        (cell.row < side && cell.column < side).then(|| cell.row * side + cell.column)
    }

    /// The region of a cell, by index; `None` on a board without regions.
    pub fn region(&self, index: usize) -> Option<usize> {
        self.0.region(index)
    }

    /// The names of the extra groups that were asked for, as in the text of the shape.
    pub fn extras(&self) -> impl Iterator<Item = String> + '_ {
        self.0.extras.iter().map(|added| match added {
            Added::Named(extra) => extra.name.to_owned(),
            Added::Cells(cells) => cells.iter().map(|i| self.cell(*i).to_string()).collect(),
        })
    }
}

impl Inner {
    /// The groups of a board without extra ones.
    fn lines_and_regions(&self) -> Vec<Group> {
        let side = self.side;
        let mut groups = Vec::with_capacity(3 * side);
        groups.extend((0..side).map(|row| {
            let cells = row * side..(row + 1) * side;
            Group::new(GroupKind::Row, format!("row {}", row + 1), cells)
        }));
        groups.extend((0..side).map(|column| {
            let cells = (0..side).map(|row| row * side + column);
            Group::new(GroupKind::Column, format!("column {}", column + 1), cells)
        }));
        let mut regions: Vec<Vec<usize>> = vec![Vec::new(); side];
        for cell in 0..side * side {
            if let Some(region) = self.region(cell) {
                regions[region].push(cell);
            }
        }
        let named = regions.into_iter().filter(|cells| !cells.is_empty());
        groups.extend(named.enumerate().map(|(i, cells)| match &self.regions {
            Regions::Irregular { labels, .. } => {
                Group::new(GroupKind::Region, format!("region {}", labels[i]), cells)
            }
            _ => Group::new(GroupKind::Box, format!("box {}", i + 1), cells),
        }));
        groups
    }

    fn region(&self, cell: usize) -> Option<usize> {
        let (row, column) = (cell / self.side, cell % self.side);
        match &self.regions {
            Regions::None => None,
            Regions::Boxes { height, width } => {
                Some(row / height * (self.side / width) + column / width)
            }
            Regions::Irregular { of, .. } => of.get(cell).copied(),
        }
    }
}

fn check_side(side: usize) -> Result<(), ShapeError> {
    match side {
        1..=MAX_SIDE => Ok(()),
        _ => Err(ShapeError::Side { side: Some(side) }),
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.side == other.0.side
                && self.0.regions == other.0.regions
                && self.extras().eq(other.extras())
    }
}

impl Eq for Shape {}

/// A shape that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A side that is 0 or above [`MAX_SIDE`].
    Side {
        /// The side, if it is a number at all that a machine can hold.
        side: Option<usize>,
    },
    /// A prime side, and nothing said about regions.
    NoBoxes {
        /// The side.
        side: usize,
    },
    /// Boxes that hold more or fewer cells than a row.
    BoxMisfit {
        /// The side.
        side: usize,
        /// Rows of a box.
        height: usize,
        /// Columns of a box.
        width: usize,
    },
    /// More rows than columns, or fewer.
    NotSquare {
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// A name that no extra groups have.
    UnknownExtra {
        /// The name.
        name: String,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// Extra groups that make no sense on this board.
    ExtraMisfit {
        /// The name of the groups.
        extra: &'static str,
        /// What they would need.
        needs: &'static str,
    },
    /// A cell that is not on the board.
    CellOutside {
        /// The cell.
        cell: Cell,
        /// The side of the board.
        side: usize,
    },
    /// A cell that a group names twice.
    RepeatedCell {
        /// The cell.
        cell: Cell,
    },
    /// A number of labelled cells that fills no square.
    RegionMap {
        /// The number.
        cells: usize,
    },
    /// Regions that do not fit the board.
    Regions(RegionsError),
    /// A text that is no shape.
    Syntax {
        /// The text, or its beginning.
        text: String,
        /// The preset that was probably meant.
        nearest: Option<&'static str>,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Side { side: Some(side) } => {
                write!(f, "side {side} is not from 1 to {MAX_SIDE}")
            }
            ShapeError::Side { side: None } => write!(f, "the side is not from 1 to {MAX_SIDE}"),
            ShapeError::NoBoxes { side } => {
                write!(f, "{side} has no box shape; regions or `latin:{side}` needed")
            }
            ShapeError::BoxMisfit { side, height, width } => {
                write!(f, "box {height}x{width} does not fit size {side}")?;
                match Regions::default_box(*side) {
                    Some(Regions::Boxes { height, width }) => {
                        write!(f, "; {height}x{width} (rows x columns) does")
                    }
                    _ => write!(f, "; only {side}x1 and 1x{side} do"),
                }
            }
            ShapeError::NotSquare { rows, columns } => write!(
                f,
                "{rows}x{columns} is not square; a box shape follows a colon, as in `6x6:2x3`"
            ),
            ShapeError::UnknownExtra { name, nearest } => {
                write!(f, "no extra groups are called `{name}`; ")?;
                match nearest {
                    Some(nearest) => write!(f, "did you mean `{nearest}`?"),
                    None => {
                        let names: Vec<_> = EXTRAS.iter().map(|extra| extra.name).collect();
                        write!(
                            f,
                            "there are {} and lists of cells such as r1c1r2c2",
                            names.join(", ")
                        )
                    }
                }
            }
            ShapeError::ExtraMisfit { extra, needs } => write!(f, "`{extra}` needs {needs}"),
            ShapeError::CellOutside { cell, side } => {
                write!(f, "{cell} is not on a board of {side} rows and columns")
            }
            ShapeError::RepeatedCell { cell } => write!(f, "{cell} twice in one group"),
            ShapeError::RegionMap { cells } => {
                write!(f, "{cells} cells have a region; a square board has 4, 9, 16, 25, ...")
            }
            ShapeError::Regions(error) => error.fmt(f),
            ShapeError::Syntax { text, nearest } => {
                write!(f, "`{text}` is not a shape; ")?;
                match nearest {
                    Some(nearest) => write!(f, "did you mean `{nearest}`?"),
                    None => f.write_str(
                        "expected a side and what follows from it, as in `9x9`, `6x6:3x2`, `latin:7` or `9x9+x`",
                    ),
                }
            }
        }
    }
}

impl std::error::Error for ShapeError {}

impl From<RegionsError> for ShapeError {
    fn from(error: RegionsError) -> ShapeError {
        ShapeError::Regions(error)
    }
}
