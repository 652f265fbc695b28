//! Shapes that have a name of their own, each one line of data.

/// A shape by name.
///
/// ```
/// use houserules::grid::{PRESETS, Shape};
/// for preset in PRESETS {
///     let shape: Shape = preset.name.parse()?;
///     assert_eq!(shape, preset.shape.parse()?);
/// }
/// # Ok::<(), houserules::grid::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Preset {
    /// Its name, which is also read as a shape.
    pub name: &'static str,
    /// The shape, as text.
    pub shape: &'static str,
    /// What it is.
    pub about: &'static str,
}

const fn preset(name: &'static str, shape: &'static str, about: &'static str) -> Preset {
    Preset { name, shape, about }
}

/// All shapes that have a name. Any other side is as easily said: `20x20`, `latin:11`.
#[rustfmt::skip]
pub const PRESETS: &[Preset] = &[
    preset("sudoku", "9x9", "the usual one: rows, columns and 3x3 boxes"),
    preset("shidoku", "4x4", "the small one, in boxes of 2x2"),
    preset("mini", "6x6", "boxes of 2 rows and 3 columns (`6x6:3x2` stands them up)"),
    preset("eight", "8x8", "boxes of 2 rows and 4 columns"),
    preset("ten", "10x10", "boxes of 2 rows and 5 columns"),
    preset("dozen", "12x12", "boxes of 3 rows and 4 columns"),
    preset("super", "16x16", "boxes of 4x4, values 1-9 and A-G"),
    preset("giant", "25x25", "boxes of 5x5, values 1-9 and A-P"),
    preset("x-sudoku", "9x9+x", "both long diagonals count too"),
    preset("windoku", "9x9+windoku", "four windows count too"),
    preset("disjoint-groups", "9x9+disjoint", "the same place of each box counts too"),
    preset("anti-knight", "9x9+anti-knight", "cells a knight's move apart differ"),
    preset("anti-king", "9x9+anti-king", "cells that touch at a corner differ"),
    preset("latin-square", "latin:9", "rows and columns alone"),
];
