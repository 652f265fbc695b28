//! Grids: shapes, puzzles and forms of text; the only part that knows rows, columns and boxes.
//!
//! A [`Shape`] is what the puzzles of one kind share: a board, and [`Group`]s of cells that must hold different
//! values. It is written as text, `9x9` or `6x6:3x2` or `9x9+windoku`, and computed from it. A [`Puzzle`] is a shape with
//! givens. A [`Form`] is a way to write puzzles down, and a [`Reader`] reads a text in any of them.
//!
//! # A shape and its groups
//!
//! ```
//! use houserules::grid::Shape;
//! let shape: Shape = "6x6+x".parse()?;
//! let names: Vec<&str> = shape.groups().iter().map(|group| &*group.name).collect();
//! assert_eq!(names[..2], ["row 1", "row 2"]);
//! assert_eq!(names[17..], ["box 6", "the falling diagonal", "the rising diagonal"]);
//! # Ok::<(), houserules::grid::ShapeError>(())
//! ```
//!
//! # A puzzle from a text, and back
//!
//! ```
//! use houserules::grid::{Puzzle, form};
//! let puzzle: Puzzle = "..1.\n.4..\n...2\n.2..\n".parse()?;
//! let mut line = String::new();
//! form("line")?.write(&puzzle, None, &mut line)?;
//! assert_eq!(line, "..1..4.....2.2..\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A text with a mistake
//!
//! ```
//! use houserules::grid::Reader;
//! let text = "1 0 0 0\n0 0 2 0\n0 5 0 0\n0 0 0 3\n";
//! let error = Reader::new(text.as_bytes()).next().unwrap().unwrap_err();
//! assert_eq!(error.fault.to_string(), "value 5 is outside 1-4");
//! assert_eq!((error.place.line, error.place.column), (3, 3));
//! assert_eq!(error.place.quote, "0 5 0 0");
//! ```

#[cfg(feature = "variants")]
mod board;
mod cell;
#[cfg(feature = "variants")]
mod drawing;
mod extra;
mod form;
mod generate;
mod group;
mod lines;
mod logic;
mod model;
mod nearest;
mod picture;
mod place;
mod plain;
#[cfg(feature = "variants")]
mod plan;
mod preset;
mod puzzle;
mod read;
mod regions;
#[cfg(feature = "variants")]
pub mod rule;
mod shape;
mod symbols;
mod symmetry;
#[cfg(feature = "variants")]
mod variant;

#[cfg(feature = "variants")]
pub use board::{Board, BoardError, MAX_BOARD_SIDE, MAX_VALUES};
pub use cell::{Cell, CellError};
#[cfg(feature = "variants")]
pub use drawing::{Dot, Drawing, Stroke, TINTS};
pub use extra::{EXTRAS, Extra};
pub use form::{
    Claim, Entry, FORMS, Fault, Form, FormError, Glance, Known, Note, UnknownForm, WriteError,
    form, parse_line,
};
pub use generate::{Generated, Generator, NotGenerated, WishError, Wishes};
pub use group::{Group, GroupKind};
pub use lines::{Line, Lines, MAX_LINE};
pub use logic::{Level, Logic, Path, Step, Technique, UnknownLevel};
pub use picture::Picture;
pub use place::Place;
pub use plain::Plain;
#[cfg(feature = "variants")]
pub use plan::Plan;
pub use preset::{PRESETS, Preset};
pub use puzzle::{Clash, Puzzle, PuzzleError};
pub use read::{ParseError, Reader};
pub use regions::{Regions, RegionsError};
pub use shape::{MAX_SIDE, Shape, ShapeError};
pub use symbols::{Symbols, SymbolsError};
pub use symmetry::{Symmetry, UnknownSymmetry};
#[cfg(feature = "variants")]
pub use variant::{
    Broken, Compiled, Grid, Import, VARIANT_FORMS, Variant, VariantEntry, VariantError,
    VariantFault, VariantForm, VariantGenerator, VariantPicture, VariantReader, claimed_by,
    variant_form,
};
