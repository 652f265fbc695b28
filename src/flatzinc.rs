//! FlatZinc: the language that MiniZinc models are compiled to, read as kernel models.
//!
//! ```
//! use houserules::flatzinc::Instance;
//!
//! let text = "
//!     var 1..3: x :: output_var;
//!     var 1..3: y :: output_var;
//!     constraint int_lt(x, y);
//!     solve :: int_search([x, y], input_order, indomain_max, complete) satisfy;
//! ";
//! let instance = Instance::read(text.as_bytes())?;
//! let mut lines = Vec::new();
//! for solution in instance.solver().solutions() {
//!     instance.write(&solution, &mut lines).unwrap();
//! }
//! assert_eq!(String::from_utf8_lossy(&lines), "x = 2;\ny = 3;\nx = 1;\ny = 3;\nx = 1;\ny = 2;\n");
//! # Ok::<(), houserules::flatzinc::Error>(())
//! ```
//!
//! ```text
//! text ──parse──▶ File ──▶ Problem ──presolve──▶ Problem ──post──▶ Kernel ──▶ Model
//!                          (which variables are one, what each can be)
//! ```

mod arguments;
mod cliques;
mod error;
mod kernel;
mod parse;
mod post;
mod presolve;
mod problem;
mod restarts;
mod scan;
mod search;
mod show;
mod syntax;
mod warm;

use std::io::{self, Write};

pub use error::Error;

use crate::answer::Solution;
use crate::model::Model;
use crate::search::{Solver, Strategy};
use crate::store::Var;
use error::Mistake;
use kernel::Kernel;
use problem::Problem;
use search::Annotated;
use show::Line;
use syntax::{File, Wish};

/// What is asked of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A solution.
    Satisfy,
    /// A solution in which this variable is least.
    Minimise(Var),
    /// A solution in which this variable is greatest.
    Maximise(Var),
}

/// A FlatZinc file as a model, with what is asked of it and how its solutions are written.
#[derive(Clone, Debug)]
pub struct Instance {
    model: Model,
    goal: Goal,
    lines: Vec<Line>,
    search: Option<Annotated>,
    passed_over: Vec<String>,
}

impl Instance {
    /// Reads a file, draws first conclusions and builds the model.
    ///
    /// Variables are integers of 32 bits (also those without bounds), truth values and sets of integers in known
    /// bounds. Solutions of the model are those of the file: each variable that is not in it follows from those that are.
    ///
    /// O(length of the text), but for the peers of variables that all differ.
    ///
    /// # Errors
    /// Where the text is not FlatZinc, speaks of floats or of a constraint that is not known here, or is more than
    /// a [`Model`] can hold.
    pub fn read(text: &[u8]) -> Result<Instance, Error> {
        // A mark that some editors write.
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        parse::parse(text).and_then(Instance::build).map_err(|mistake| mistake.in_text(text))
    }

    fn build(file: File<'_>) -> Result<Instance, Mistake> {
        let mut problem = Problem::new(file)?;
        let known = presolve::names(&problem)?;
        presolve::presolve(&mut problem, &known)?;
        let mut kernel = Kernel::new(&problem);
        // In a contradiction there is nothing to add.
        let calls = if problem.contradiction { &[][..] } else { &problem.file.calls };
        for &call in calls {
            let known = known[call.name as usize];
            let (arguments, mode) = known.mode(&problem, call)?;
            let meaning = (known.handler)(&arguments, &mut kernel)?;
            kernel.post(meaning, mode);
        }
        let goal = goal(&problem, &mut kernel)?;
        kernel.finish();
        let lines = show::lines(&problem, &kernel);
        let (mut search, passed_over) = Annotated::new(&problem, &kernel, 0);
        let model = kernel.model.build().map_err(|error| Mistake::new(0, error.to_string()))?;
        if let Some(search) = &mut search {
            search.count(&model);
        }
        Ok(Instance { model, goal, lines, search, passed_over })
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What is asked.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether the file says how to search.
    pub fn is_annotated(&self) -> bool {
        self.search.is_some()
    }

    /// A solver that searches as the annotations say; the one that is usual here if they say nothing.
    ///
    /// Of variables, `input_order`, `first_fail`, `anti_first_fail`, `smallest`, `largest`, `occurrence`,
    /// `most_constrained`, `max_regret`, `dom_w_deg` and `random` are followed; of values, `indomain_min`,
    /// `…_max`, `…_median`, `…_middle`, `…_random`, `…_split`, `…_reverse_split`, `…_interval`,
    /// `…_split_random` and `outdomain_min` and `…_max`.
    ///
    /// The values of a `warm_start` are tried before all else, in the order of the model.
    ///
    /// `restart_constant`, `…_linear`, `…_luby` and `…_geometric` are followed where a run may differ from the one
    /// before it, by weights or by chance; with runs of constant length, such a search need not come to an end.
    pub fn solver(&self) -> Solver {
        self.seeded(0)
    }

    /// The same, with another beginning of chance.
    pub fn seeded(&self, seed: u64) -> Solver {
        let solver = Solver::new(&self.model);
        match &self.search {
            Some(search) => solver.restarts(search.restarts()).branching(search.with_seed(seed)),
            None => solver,
        }
    }

    /// A solver that searches as it likes, and learns. What the annotations say is where it begins.
    pub fn free_solver(&self) -> Solver {
        let solver = Solver::new(&self.model).strategy(Strategy::Automatic);
        match &self.search {
            Some(search) => solver.suggestion(search.clone()),
            None => solver,
        }
    }

    /// The names of annotations of the goal that make no difference to [`solver`](Self::solver).
    pub fn passed_over(&self) -> &[String] {
        &self.passed_over
    }

    /// Writes a solution: a line for each variable and array that the file wants to see.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, solution: &Solution, out: &mut impl Write) -> io::Result<()> {
        self.lines.iter().try_for_each(|line| line.write(solution, out))
    }
}

/// The variable to optimise.
fn goal(problem: &Problem<'_>, kernel: &mut Kernel) -> Result<Goal, Mistake> {
    let mut var = |item| {
        let value = problem.value(item);
        let var = value.and_then(|value| kernel.any_var(value));
        var.ok_or_else(|| Mistake::new(0, "the objective should be a number of 32 bits"))
    };
    Ok(match problem.file.wish {
        Wish::Satisfy => Goal::Satisfy,
        Wish::Minimise(item) => Goal::Minimise(var(item)?),
        Wish::Maximise(item) => Goal::Maximise(var(item)?),
    })
}
