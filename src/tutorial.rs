//! A tutorial, in chapters that can be run: from a first model to sudoku inside a program.

#[doc = include_str!("../docs/tutorial/1-first-model.md")]
pub mod chapter_1_first_model {}

#[doc = include_str!("../docs/tutorial/2-groups.md")]
pub mod chapter_2_groups {}

#[doc = include_str!("../docs/tutorial/3-own-constraint.md")]
pub mod chapter_3_own_constraint {}

#[doc = include_str!("../docs/tutorial/4-search.md")]
pub mod chapter_4_search {}

#[doc = include_str!("../docs/tutorial/5-optimisation.md")]
pub mod chapter_5_optimisation {}

#[doc = include_str!("../docs/tutorial/6-learning.md")]
pub mod chapter_6_learning {}

#[cfg(all(feature = "grid", feature = "lanes"))]
#[doc = include_str!("../docs/tutorial/7-sudoku.md")]
pub mod chapter_7_sudoku {}

#[doc = include_str!("../docs/tutorial/8-when-not.md")]
pub mod chapter_8_when_not {}
