//! Grids: shapes and puzzles; the only part that knows rows, columns and boxes.
//!
//! A [`Shape`] is what the puzzles of one kind share: a board, and [`Group`]s of cells that must hold different
//! values. It is written as text, `9x9` or `6x6:3x2` or `9x9+windoku`, and computed from it. A [`Puzzle`] is a shape with
//! givens.
//!
//! ```
//! use houserules::grid::Shape;
//! let shape: Shape = "6x6+x".parse()?;
//! let names: Vec<&str> = shape.groups().iter().map(|group| &*group.name).collect();
//! assert_eq!(names[..2], ["row 1", "row 2"]);
//! assert_eq!(names[17..], ["box 6", "the falling diagonal", "the rising diagonal"]);
//! # Ok::<(), houserules::grid::ShapeError>(())
//! ```

mod cell;
mod extra;
mod group;
mod nearest;
mod preset;
mod puzzle;
mod regions;
mod shape;

pub use cell::{Cell, CellError};
pub use extra::{EXTRAS, Extra};
pub use group::{Group, GroupKind};
pub use preset::{PRESETS, Preset};
pub use puzzle::{Clash, Puzzle, PuzzleError};
pub use regions::{Regions, RegionsError};
pub use shape::{MAX_SIDE, Shape, ShapeError};
