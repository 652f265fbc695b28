//! A constraint-propagation engine in which sudoku is a preset.

#[cfg(feature = "grid")]
pub mod grid;
