//! A constraint-propagation engine in which sudoku is a preset.

pub mod lanes;
