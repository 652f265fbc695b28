//! One hard question for several threads: each asks it in a way of its own, and the first answer counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::vec::Vec;

use super::{Solver, Strategy};
use crate::answer::{Outcome, Uniqueness};
use crate::budget::Limit;

/// So many decisions are made alone before others are asked: most questions need no more.
const ALONE: u64 = 2_000;

impl Solver {
    /// The same question as [`first`](Self::first), asked by several threads in different ways.
    ///
    /// The first thread searches as this solver does, the others learn from conflicts, each beginning at
    /// another place. The answer that took the fewest changes of domains counts, and of equals that of the
    /// lower thread, so the same number of threads has the same answer each time. Which of several
    /// solutions it is may depend on the number.
    pub fn first_by(&mut self, threads: usize) -> Outcome {
        let known = |outcome: &Outcome| !matches!(outcome, Outcome::Unknown(_));
        self.race(threads, Solver::first, known, |outcome| {
            matches!(outcome, Outcome::Unknown(Limit::Nodes))
        })
    }

    /// The same question as [`uniqueness`](Self::uniqueness), asked by several threads in different ways, as
    /// [`first_by`](Self::first_by) does.
    ///
    /// ```
    /// use houserules::{ModelBuilder, Solver, Uniqueness};
    ///
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(3, 1..=3);
    /// model.all_different(&x);
    /// let mut solver = Solver::new(&model.build()?);
    /// solver.assume(x[0], 3);
    /// assert!(matches!(solver.uniqueness_by(2), Uniqueness::Many(..)));
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn uniqueness_by(&mut self, threads: usize) -> Uniqueness {
        let known = |verdict: &Uniqueness| !matches!(verdict, Uniqueness::Unknown(..));
        self.race(threads, Solver::uniqueness, known, |verdict| {
            matches!(verdict, Uniqueness::Unknown(Limit::Nodes, _))
        })
    }

    fn race<T: Send>(
        &mut self,
        threads: usize,
        ask: impl Fn(&mut Solver) -> T + Sync,
        known: impl Fn(&T) -> bool + Sync,
        out_of_nodes: impl Fn(&T) -> bool,
    ) -> T {
        let whole = self.budget.clone();
        if threads < 2 || whole.nodes.is_some_and(|nodes| nodes <= ALONE) {
            return ask(self);
        }
        self.budget.nodes = Some(ALONE);
        let answer = ask(self);
        self.budget = whole;
        if !out_of_nodes(&answer) {
            return answer;
        }
        let best = Arc::new(AtomicU64::new(u64::MAX));
        let mut racers: Vec<Solver> = (0..threads).map(|i| self.racer(i, &best)).collect();
        let run = |racer: &mut Solver| {
            let answer = ask(racer);
            if known(&answer) {
                best.fetch_min(racer.stats().changes, Ordering::Relaxed);
            }
            answer
        };
        let answers: Vec<T> = thread::scope(|scope| {
            let run = &run;
            let running: Vec<_> =
                racers.iter_mut().map(|racer| scope.spawn(move || run(racer))).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, T>| match thread.join() {
                Ok(answer) => answer,
                Err(panic) => std::panic::resume_unwind(panic),
            };
            running.into_iter().map(join).collect()
        });
        let rank = |&(i, answer): &(usize, &T)| (!known(answer), racers[i].stats().changes, i);
        // Where nobody knows, the first thread says why.
        let best = answers.iter().enumerate().filter(|(_, answer)| known(answer)).min_by_key(rank);
        let winner = best.map_or(0, |(i, _)| i);
        core::mem::swap(&mut self.search, &mut racers[winner].search);
        answers.into_iter().nth(winner).expect("one answer a thread")
    }

    fn racer(&self, number: usize, best: &Arc<AtomicU64>) -> Solver {
        let mut racer = self.clone();
        racer.budget = racer.budget.racing(best.clone());
        if number > 0 {
            racer.strategy = Strategy::Learning;
            racer.learning.seed = self.learning.seed.wrapping_add(number as u64);
            // Short runs and long ones.
            racer.learning.restart = self.learning.restart << (number % 3);
        }
        racer
    }
}
