//! A constraint-propagation engine in which sudoku is a preset.
//!
//! A model is data: variables with finite domains, groups of variables that must all differ, and
//! constraints. A solver draws conclusions to the fixpoint, tries, and goes back.
//!
//! | to do this | use |
//! |---|---|
//! | write a problem down | [`ModelBuilder`], [`Domain`], [`Group`], the [`Constraint`]s, [`Expr`] |
//! | solve it | [`Solver`]: [`first`](Solver::first), [`uniqueness`](Solver::uniqueness), [`count`](Solver::count), [`solutions`](Solver::solutions) |
//! | say how much it may cost | [`Budget`], [`Cancel`] |
//! | say how to search | [`Branching`], [`Strength`] |
//! | add a kind of constraint | implement [`Constraint`] |
//!
//! # A first model
//!
//! ```
//! use houserules::{ModelBuilder, Outcome, Solver};
//!
//! // Colour a map: neighbours differ.
//! let mut model = ModelBuilder::new();
//! let [wa, nt, sa, q] = [(); 4].map(|()| model.var(1..=3));
//! for border in [[wa, nt], [wa, sa], [nt, sa], [nt, q], [sa, q]] {
//!     model.all_different(border);
//! }
//! let model = model.build()?;
//! let mut solver = Solver::new(&model);
//! solver.assume(wa, 1);
//! let Outcome::Solved(colours) = solver.first() else { panic!("three colours do") };
//! assert_eq!(colours[q], 1);
//! # Ok::<(), houserules::ModelError>(())
//! ```
#![warn(missing_docs)]
#![deny(rustdoc::broken_intra_doc_links)]
#![cfg_attr(not(any(feature = "cli", feature = "grid", feature = "clock", test)), no_std)]

extern crate alloc;

mod domain;

mod csr;
mod store;

mod constraint;
mod expression;
mod group;

mod compile;
mod model;
mod propagate;

mod answer;
mod branch;
mod budget;
mod search;

pub use answer::{Count, Outcome, Solution, Stats, Uniqueness};
pub use branch::{Branching, Decision, InputOrder, MinimumRemaining, ValueOrder, Weighted};
pub use budget::{Budget, Cancel, Limit};
pub use constraint::*;
pub use domain::Domain;
pub use expression::{Expr, sum};
pub use group::{Group, Strength, Term};
pub use model::{Model, ModelBuilder, ModelError, Violation};
pub use search::{Solutions, Solver};
pub use store::{Cause, Change, Conflict, Events, Reason, Store, Var};

#[cfg(feature = "grid")]
pub mod grid;
