//! Which assumptions are to blame where there is no solution.

use alloc::vec::Vec;

use super::Solver;
use crate::answer::Outcome;
use crate::budget::{Limit, Meter};
use crate::store::Var;

/// Assumptions that leave no solution together; see [`Solver::culprits`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Culprits {
    /// These assumptions, by their numbers from 0 in the order of assuming, have no solution together, and
    /// each of them is needed for that. None, if the model itself has no solution.
    Minimal(Vec<usize>),
    /// The same, but a limit was reached before it was known of each whether it is needed.
    Some(Limit, Vec<usize>),
    /// There is a solution: none is to blame.
    Solvable,
    /// A limit was reached before it was known whether there is a solution.
    Unknown(Limit),
}

impl Solver {
    /// The assumptions, in the order in which they were made.
    pub fn assumptions(&self) -> impl ExactSizeIterator<Item = (Var, &crate::Domain)> {
        self.assumptions.iter().map(|(x, domain)| (*x, domain))
    }

    /// Finds assumptions that leave no solution together, and none of which could be missed.
    ///
    /// Leaves out one after the other and looks whether there is a solution then (deletion, after Chinneck
    /// and Dravnieks, *Locating minimal infeasible constraint sets in linear programs*, 1991); those made last
    /// are kept if there is a choice. As many searches as there are assumptions, one budget for all of
    /// them together.
    ///
    /// ```
    /// use houserules::{Culprits, ModelBuilder, Solver};
    ///
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(4, 1..=4);
    /// model.all_different(&x);
    /// let mut solver = Solver::new(&model.build()?);
    /// solver.assume(x[0], 1);
    /// solver.assume(x[1], 2..=3);
    /// solver.assume(x[2], 1..=2);
    /// solver.assume(x[3], [1, 2]);
    /// // x0 takes the 1, and for the 2 there are two.
    /// assert_eq!(solver.culprits(), Culprits::Minimal(vec![0, 2, 3]));
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn culprits(&mut self) -> Culprits {
        let all = core::mem::take(&mut self.assumptions);
        let budget = self.budget.clone();
        let meter = Meter::start(&budget);
        let mut nodes = 0;
        // Whether these assumptions have a solution, within what is left.
        let mut ask = |solver: &mut Solver, kept: &[usize]| {
            solver.assumptions = kept.iter().map(|&i| all[i].clone()).collect();
            solver.budget = meter.left(nodes, 0);
            let outcome = solver.first();
            nodes += solver.stats().nodes;
            outcome
        };
        let mut kept: Vec<usize> = (0..all.len()).collect();
        let verdict = match ask(self, &kept) {
            Outcome::Solved(_) => Culprits::Solvable,
            Outcome::Unknown(limit) => Culprits::Unknown(limit),
            Outcome::None => {
                let (mut i, mut stopped) = (0, None);
                while i < kept.len() && stopped.is_none() {
                    let tried = kept.remove(i);
                    match ask(self, &kept) {
                        Outcome::None => continue,
                        Outcome::Unknown(limit) => stopped = Some(limit),
                        Outcome::Solved(_) => {}
                    }
                    kept.insert(i, tried);
                    i += 1;
                }
                match stopped {
                    Some(limit) => Culprits::Some(limit, kept),
                    None => Culprits::Minimal(kept),
                }
            }
        };
        self.assumptions = all;
        self.budget = budget;
        verdict
    }
}
