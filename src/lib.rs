//! A constraint-propagation engine in which sudoku is a preset.
//!
//! A model is data: variables with finite domains, groups of variables that must all differ, and
//! constraints. A solver draws conclusions to the fixpoint, tries, and goes back.
//!
//! | to do this | use |
//! |---|---|
//! | write a problem down | [`ModelBuilder`], [`Domain`], [`Group`], the [`Constraint`]s, [`Expr`] |
//! | solve it | [`Solver`]: [`first`](Solver::first), [`uniqueness`](Solver::uniqueness), [`count`](Solver::count), [`solutions`](Solver::solutions) |
//! | find the best solution | [`minimise`](Solver::minimise), [`maximise`](Solver::maximise), [`minimising`](Solver::minimising) |
//! | prove that there is no (other) solution | [`Formula`] |
//! | say how much it may cost | [`Budget`], [`Cancel`] |
//! | say how to search | [`Strategy`], [`Branching`], [`Strength`], [`Restarts`] |
//! | say why | [`explain`](Solver::explain), [`culprits`](Solver::culprits) |
//! | see parts of solutions, go on after a limit | [`projections`](Solver::projections), [`resume`](Solver::resume) |
//! | add a kind of constraint | implement [`Constraint`] |
//!
//! The [`tutorial`] goes through these one by one, and says [when not](tutorial::chapter_8_when_not) to use this crate.
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
//!
//! # Constraints by task
//!
//! Each says in its documentation what it means, how much it removes, and where that comes from.
//!
//! | it should hold that | use |
//! |---|---|
//! | all differ, also with offsets | [`all_different`](ModelBuilder::all_different), [`Group`] |
//! | all differ, but for some values | [`AllDifferentExcept`] |
//! | `2 * x + y - 3` is equal to, different from, at most, less than ... | the comparisons of [`Expr`], [`Linear`] |
//! | `x = y + k`, `x ≠ y + k`, `x + k ≤ y` | [`Equal`], [`NotEqual`], [`AtMost`] |
//! | all are equal; go up, go down | [`AllEqual`], [`Ordered`] |
//! | different values add up (killer, kakuro) | [`DistinctSum`] |
//! | products, quotients, remainders | [`Product`], [`Division`], [`Remainder`] |
//! | distances, absolute values, the largest, the smallest, and where it is | [`AbsoluteDifference`], [`Absolute`], [`Extremum`], [`ArgExtremum`] |
//! | `list[i] = x`, of numbers or variables; `table[i][j] = x` | [`Element`], [`ElementVar`], [`ElementMatrix`] |
//! | combinations are allowed or forbidden | [`Pairs`], [`Table`], [`Forbidden`] |
//! | a sequence has a pattern | [`Regular`] with an [`Automaton`] |
//! | so many have a value, also one to be found; each value so often; so many values | [`Among`], [`Occurrences`], [`Cardinality`], [`DistinctValues`] |
//! | two lists have the same values; are in dictionary order; are inverse | [`SameValues`], [`Lexicographic`], [`Inverse`] |
//! | values that could change places come in order | [`Precedence`] |
//! | successors form a circle | [`Circuit`], [`Subcircuit`] |
//! | things fit in bins, tasks in time | [`BinPacking`], [`Cumulative`], [`Disjunctive`] |
//! | one of some booleans is true | [`Clause`] |
//! | this or that, both, not | [`or`](Constraint::or), [`and`](Constraint::and), [`not`](Constraint::not), or [`Or`], [`And`], [`Not`] |
//! | a boolean says whether it holds | [`reify`](ModelBuilder::reify), [`iff`](Constraint::iff), [`when`](Constraint::when), [`Member`] |
//! | anything else | [`Predicate`], or a [`Constraint`] of one's own |
#![warn(missing_docs)]
#![deny(rustdoc::broken_intra_doc_links)]
#![cfg_attr(
    not(any(
        feature = "cli",
        feature = "grid",
        feature = "clock",
        feature = "flatzinc",
        feature = "lanes",
        feature = "threads",
        test
    )),
    no_std
)]

extern crate alloc;

mod domain;

mod csr;
mod store;

mod constraint;
mod expression;
mod group;

mod matching;
mod subsets;

mod compile;
mod differences;
mod model;
mod propagate;
mod strong;

mod answer;
mod branch;
mod budget;
mod learn;
mod restart;
mod search;
mod stats;

mod explain;
mod formula;
mod optimise;

pub use answer::{Count, Outcome, Solution, Uniqueness};
pub use branch::{Branching, Decision, InputOrder, MinimumRemaining, ValueOrder, Weighted};
pub use budget::{Budget, Cancel, Limit};
pub use constraint::*;
pub use domain::Domain;
pub use explain::{Deduction, Explanation, Names};
pub use expression::{Expr, sum};
pub use formula::{Formula, FormulaError, Numbers};
pub use group::{Group, Strength, Term};
pub use learn::{Fact, Learning, Literal, Proof, Reasons};
pub use model::{Model, ModelBuilder, ModelError, Violation};
pub use optimise::{Improvements, Optimum};
pub use restart::Restarts;
pub use search::{Answers, Culprits, Projections, Solutions, SolveMany, Solver, Strategy};
pub use stats::Stats;
pub use store::{Cause, Change, Conflict, Events, Reason, Store, Var};

#[cfg(feature = "grid")]
pub mod grid;

#[cfg(feature = "flatzinc")]
pub mod flatzinc;

// For readers; a program has no use for it.
#[cfg(any(doc, doctest))]
pub mod tutorial;

#[cfg(feature = "lanes")]
pub mod lanes;
