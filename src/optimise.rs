//! The best solution: branch and bound, from better to better, with the proof that it is the best.

use core::borrow::BorrowMut;
use core::iter::FusedIterator;

use crate::answer::Solution;
use crate::budget::Limit;
use crate::domain::Domain;
use crate::search::Solver;
use crate::store::Var;

/// The answer to "what is the best solution?"
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Optimum {
    /// This one, with this value; the search proved that there is none better.
    Proved(Solution, i32),
    /// There is no solution at all.
    None,
    /// Not known: a limit was reached first. The best solution so far, if there is one.
    Unknown(Limit, Option<(Solution, i32)>),
}

impl Optimum {
    /// The best solution known, proved or not.
    pub fn solution(self) -> Option<Solution> {
        match self {
            Optimum::Proved(solution, _) => Some(solution),
            Optimum::None => None,
            Optimum::Unknown(_, best) => best.map(|best| best.0),
        }
    }

    /// Its value.
    pub fn value(&self) -> Option<i32> {
        match self {
            Optimum::Proved(_, value) => Some(*value),
            Optimum::None => None,
            Optimum::Unknown(_, best) => best.as_ref().map(|best| best.1),
        }
    }
}

/// Which values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Least,
    Most,
}

impl Solver {
    /// A solution in which `objective` is least.
    ///
    /// To minimise an expression, [define](crate::ModelBuilder::define) a variable that equals it. The
    /// [budget](crate::Budget) is for the whole of it, the proof included.
    ///
    /// ```
    /// use houserules::{ModelBuilder, Optimum, Solver, sum};
    ///
    /// // Pay 67 with as few coins as possible.
    /// let mut model = ModelBuilder::new();
    /// let coins = [1, 2, 5, 10, 20, 50];
    /// let number = model.vars(coins.len(), 0..=67);
    /// model.post(sum(number.iter().zip(coins).map(|(&n, coin)| coin * n)).equals(67));
    /// let all = model.define(sum(&number));
    /// let model = model.build()?;
    /// let Optimum::Proved(best, 4) = Solver::new(&model).minimise(all) else { panic!() };
    /// assert_eq!(best.values()[..6], [0, 1, 1, 1, 0, 1]);
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn minimise(&mut self, objective: Var) -> Optimum {
        self.improve(objective, Goal::Least).last()
    }

    /// A solution in which `objective` is greatest. See [`minimise`](Self::minimise).
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn maximise(&mut self, objective: Var) -> Optimum {
        self.improve(objective, Goal::Most).last()
    }

    /// Solutions with less and less of `objective`, each better than the one before it; if the iterator
    /// ends without a [limit](Improvements::stopped_by), the last one is the best there is.
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn minimising(&mut self, objective: Var) -> Improvements<&mut Solver> {
        self.improve(objective, Goal::Least)
    }

    /// Solutions with more and more of `objective`. See [`minimising`](Self::minimising).
    ///
    /// # Panics
    /// If the model has no such variable.
    pub fn maximising(&mut self, objective: Var) -> Improvements<&mut Solver> {
        self.improve(objective, Goal::Most)
    }

    fn improve(&mut self, objective: Var, goal: Goal) -> Improvements<&mut Solver> {
        assert!(
            objective.index() < self.model().variables(),
            "{objective:?} is a variable of another model"
        );
        Improvements { solver: self, objective, goal, best: None, end: None }
    }
}

/// Better and better solutions, one by one; see [`Solver::minimising`].
///
/// From each solution the search goes back to its root and asks there for a better one: so what the branching
/// thinks of first is tried first again, but what was learned stays learned.
///
/// ```
/// use houserules::{ModelBuilder, Solver};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(0..=9), model.var(0..=9));
/// model.post((3 * x + 2 * y).at_most(12));
/// let profit = model.define(2 * x + y);
/// let model = model.build()?;
/// let mut solver = Solver::new(&model);
/// let profits: Vec<i32> = solver.maximising(profit).map(|s| s[profit]).collect();
/// assert!(profits.is_sorted_by(|a, b| a < b));
/// assert_eq!(profits.last(), Some(&8));
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Improvements<S: BorrowMut<Solver>> {
    solver: S,
    objective: Var,
    goal: Goal,
    best: Option<i32>,
    /// How it ended: by a limit, or with the proof.
    end: Option<Option<Limit>>,
}

impl<S: BorrowMut<Solver>> Improvements<S> {
    /// The limit that ended the search before there was a proof; `None` while it runs and after the
    /// proof.
    pub fn stopped_by(&self) -> Option<Limit> {
        self.end.flatten()
    }

    /// The best value so far.
    pub fn best(&self) -> Option<i32> {
        self.best
    }

    /// Goes on to the end.
    fn last(mut self) -> Optimum {
        let (mut best, objective) = (None, self.objective);
        for solution in self.by_ref() {
            let value = solution[objective];
            best = Some((solution, value));
        }
        match (self.stopped_by(), best) {
            (Some(limit), best) => Optimum::Unknown(limit, best),
            (None, Some((solution, value))) => Optimum::Proved(solution, value),
            (None, None) => Optimum::None,
        }
    }

    /// What is better than the best so far; all values before there is one.
    fn better(&self) -> Domain {
        let range = match (self.goal, self.best) {
            (_, None) => Some(i32::MIN..=i32::MAX),
            (Goal::Least, Some(best)) => best.checked_sub(1).map(|next| i32::MIN..=next),
            (Goal::Most, Some(best)) => best.checked_add(1).map(|next| next..=i32::MAX),
        };
        range.map_or(Domain::empty(), Domain::from)
    }
}

impl<S: BorrowMut<Solver>> Iterator for Improvements<S> {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.end.is_some() {
            return None;
        }
        let better = self.better();
        let solver = self.solver.borrow_mut();
        let (found, stopped) = match self.best {
            None => solver.found_first(),
            Some(_) => solver.narrow(self.objective, &better),
        };
        match &found {
            Some(solution) => self.best = Some(solution[self.objective]),
            None => self.end = Some(stopped),
        }
        found
    }
}

impl<S: BorrowMut<Solver>> FusedIterator for Improvements<S> {}
