//! The solutions seen through some of their variables: each combination of values there once.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::iter::FusedIterator;

use super::{Solver, Strategy};
use crate::branch::{Branching, Decision, MinimumRemaining};
use crate::budget::Limit;
use crate::model::Model;
use crate::store::{Store, Var};

impl Solver {
    /// The different combinations of values that some variables have in solutions, each once.
    ///
    /// The search decides on these variables first, by the [branching](Self::branching) where it speaks of
    /// them; behind them, one solution is enough. It backtracks, whatever the strategy.
    ///
    /// ```
    /// use houserules::{ModelBuilder, Solver};
    ///
    /// // Which sums of two dice are there, in how many colours ever?
    /// let mut model = ModelBuilder::new();
    /// let dice = model.vars(2, 1..=6);
    /// let colour = model.var(0..1000);
    /// let total = model.define(dice[0] + dice[1]);
    /// let mut solver = Solver::new(&model.build()?);
    /// let mut totals: Vec<i32> = solver.projections(&[total]).map(|values| values[0]).collect();
    /// totals.sort();
    /// assert_eq!(totals, (2..=12).collect::<Vec<_>>());
    /// # let _ = colour;
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn projections(&mut self, vars: &[Var]) -> Projections<'_> {
        if let Some(x) = vars.iter().find(|x| x.index() >= self.model.variables()) {
            panic!("{x:?} is a variable of another model");
        }
        let mut sorted = vars.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let sorted: Arc<[Var]> = sorted.into();
        let first = First { vars: sorted.clone(), then: self.branching.clone() };
        let before = self.branching.replace(Arc::new(first));
        let strategy = core::mem::replace(&mut self.strategy, Strategy::Backtracking);
        self.begin();
        self.search.projection = Some(sorted);
        Projections { solver: self, vars: vars.to_vec(), before, strategy }
    }
}

/// The values of some variables in the solutions of a search; see [`Solver::projections`].
#[derive(Debug)]
pub struct Projections<'a> {
    solver: &'a mut Solver,
    vars: Vec<Var>,
    /// What the solver had before.
    before: Option<Arc<dyn Branching>>,
    strategy: Strategy,
}

impl Projections<'_> {
    /// The limit that ended the search before it had seen everything; `None` while it runs and when it
    /// is complete.
    pub fn stopped_by(&self) -> Option<Limit> {
        self.solver.stopped_at()
    }
}

impl Iterator for Projections<'_> {
    type Item = Vec<i32>;

    fn next(&mut self) -> Option<Vec<i32>> {
        let store = self.solver.advance().then(|| self.solver.store())?;
        Some(self.vars.iter().map(|&x| store.min(x)).collect())
    }
}

impl FusedIterator for Projections<'_> {}

impl Drop for Projections<'_> {
    fn drop(&mut self) {
        self.solver.branching = self.before.take();
        self.solver.strategy = self.strategy;
    }
}

/// Some variables before all others.
#[derive(Debug)]
struct First {
    vars: Arc<[Var]>,
    then: Option<Arc<dyn Branching>>,
}

impl Branching for First {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        let choice = match &self.then {
            Some(branching) => branching.choose(model, store),
            None => MinimumRemaining::default().choose(model, store),
        };
        let open = |x: &&Var| !store.is_fixed(**x);
        let ours = |decision: &Decision| {
            self.vars.binary_search(&decision.var()).is_ok() && decision.leads_on(store)
        };
        match self.vars.iter().filter(open).min_by_key(|&&x| store.len(x)) {
            None => choice,
            Some(_) if choice.is_some_and(|choice| ours(&choice)) => choice,
            Some(&x) => Some(Decision::AtMost(x, store.min(x))),
        }
    }
}
