//! Many puzzles of one model: an iterator of puzzles in, an iterator of answers out, in the same order.

use alloc::vec::Vec;
use core::iter::FusedIterator;

#[cfg(feature = "lanes")]
use super::few::Few;
#[cfg(feature = "lanes")]
use super::in_lanes::Values;
use super::{Solver, Strategy};
use crate::answer::{Count, Outcome, Uniqueness};
use crate::budget::Budget;
use crate::domain::Domain;
#[cfg(feature = "lanes")]
use crate::lanes::{self, Ask, Feed, Puzzle};
use crate::model::Model;
use crate::stats::Stats;
use crate::store::Var;

/// So many puzzles are taken from the input at once for each thread.
const BATCH: usize = 512;

/// What is to be asked about many puzzles; see [`Model::solve_many`].
#[derive(Clone, Debug)]
pub struct SolveMany<I> {
    model: Model,
    puzzles: I,
    budget: Budget,
    strategy: Strategy,
    threads: usize,
    racers: usize,
}

/// Answers to one question about many puzzles, in the order of the puzzles.
#[derive(Debug)]
pub struct Answers<I, A> {
    many: SolveMany<I>,
    question: Question<A>,
    batch: Batch,
    /// What is known of the batch already, with what it took.
    known: Vec<Option<(A, Stats)>>,
    /// Number of the next puzzle of the batch.
    next: usize,
    stats: Stats,
    /// One for each thread.
    solvers: Vec<Solver>,
    #[cfg(feature = "lanes")]
    masks: Vec<u64>,
}

/// A question in both ways to ask it.
#[derive(Debug)]
struct Question<A> {
    /// So many threads may look for the answer.
    ask: fn(&mut Solver, usize) -> A,
    #[cfg(feature = "lanes")]
    limit: u64,
    #[cfg(feature = "lanes")]
    of_lanes: fn(Few) -> A,
}

/// Some puzzles: what is assumed in each of them.
#[derive(Debug, Default)]
struct Batch {
    assumed: Vec<(Var, Domain)>,
    ends: Vec<usize>,
}

/// Puzzles on their way to lanes.
#[cfg(feature = "lanes")]
struct Masks<'m>(core::slice::ChunksExact<'m, u64>);

#[cfg(feature = "lanes")]
impl Feed for Masks<'_> {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        self.0.next().map(Puzzle::Masks)
    }

    fn at_most(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

impl Model {
    /// Asks one question about many puzzles: what `puzzles` says of each is assumed for that puzzle alone.
    ///
    /// Models of groups alone with at most 16 values are solved many at once in `lanes`, where that feature
    /// is on; all others one after the other, or by several [threads](SolveMany::threads). Puzzles are taken from the input a
    /// few hundred at a time, as answers are asked for: memory does not grow with their number.
    ///
    /// ```
    /// use houserules::{ModelBuilder, Uniqueness};
    ///
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(3, 1..=3);
    /// model.all_different(&x);
    /// let puzzles = [vec![(x[0], 2), (x[1], 1)], vec![(x[0], 2)], vec![(x[0], 2), (x[1], 2)]];
    /// let answers: Vec<Uniqueness> = model.build()?.solve_many(puzzles).uniqueness().collect();
    /// assert!(matches!(&answers[0], Uniqueness::One(only) if only.values() == [2, 1, 3]));
    /// assert!(matches!(answers[1], Uniqueness::Many(..)));
    /// assert!(matches!(answers[2], Uniqueness::None));
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn solve_many<P, Q, D>(&self, puzzles: P) -> SolveMany<P::IntoIter>
    where
        P: IntoIterator<Item = Q>,
        Q: IntoIterator<Item = (Var, D)>,
        D: Into<Domain>,
    {
        SolveMany {
            model: self.clone(),
            puzzles: puzzles.into_iter(),
            budget: Budget::new(),
            strategy: Strategy::default(),
            threads: 1,
            racers: 1,
        }
    }
}

impl<I> SolveMany<I> {
    /// How much each puzzle may cost.
    pub fn budget(self, budget: Budget) -> Self {
        SolveMany { budget, ..self }
    }

    /// Chooses another kind of search.
    pub fn strategy(self, strategy: Strategy) -> Self {
        SolveMany { strategy, ..self }
    }

    /// So many threads work at a time. Neither the order of the answers nor what they say depends on the number, but of a
    /// puzzle that takes tens of thousands of guesses other solutions may be found.
    #[cfg(feature = "threads")]
    pub fn threads(self, threads: usize) -> Self {
        SolveMany { threads: threads.max(1), ..self }
    }

    /// So many threads look together whether a puzzle has one solution, as [`Solver::uniqueness_by`] does, if that
    /// is not seen at once. Which two of several solutions are found then may depend on the number.
    #[cfg(feature = "threads")]
    pub fn racing(self, threads: usize) -> Self {
        SolveMany { racers: threads.max(1), ..self }
    }

    /// Some solution of each puzzle.
    pub fn first(self) -> Answers<I, Outcome> {
        Answers::new(
            self,
            Question {
                ask: |solver, _| solver.first(),
                #[cfg(feature = "lanes")]
                limit: 1,
                #[cfg(feature = "lanes")]
                of_lanes: Outcome::from,
            },
        )
    }

    /// Whether each puzzle has none, one, or more than one solution.
    pub fn uniqueness(self) -> Answers<I, Uniqueness> {
        Answers::new(
            self,
            Question {
                #[cfg(feature = "threads")]
                ask: Solver::uniqueness_by,
                #[cfg(not(feature = "threads"))]
                ask: |solver, _| solver.uniqueness(),
                #[cfg(feature = "lanes")]
                limit: 2,
                #[cfg(feature = "lanes")]
                of_lanes: Uniqueness::from,
            },
        )
    }

    /// How many solutions each puzzle has; [`Budget::solutions`] ends the count of a puzzle early.
    pub fn count(self) -> Answers<I, Count> {
        Answers::new(
            self,
            Question {
                ask: |solver, _| solver.count(),
                #[cfg(feature = "lanes")]
                limit: u64::MAX,
                #[cfg(feature = "lanes")]
                of_lanes: Count::from,
            },
        )
    }
}

impl Batch {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn puzzle(&self, number: usize) -> &[(Var, Domain)] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.assumed[start..self.ends[number]]
    }
}

impl<A> Question<A> {
    fn ask(&self, solver: &mut Solver, puzzle: &[(Var, Domain)], threads: usize) -> (A, Stats) {
        solver.clear();
        for (x, domain) in puzzle {
            solver.assume(*x, domain.clone());
        }
        ((self.ask)(solver, threads), solver.stats())
    }
}

impl<I, A> Answers<I, A> {
    fn new(many: SolveMany<I>, question: Question<A>) -> Self {
        Answers {
            many,
            question,
            batch: Batch::default(),
            known: Vec::new(),
            next: 0,
            stats: Stats::default(),
            solvers: Vec::new(),
            #[cfg(feature = "lanes")]
            masks: Vec::new(),
        }
    }

    /// What the answer that came last took.
    pub fn stats(&self) -> Stats {
        self.stats
    }
}

impl<I, A: Send> Answers<I, A> {
    /// Takes the next puzzles from the input.
    fn fill<Q, D>(&mut self)
    where
        I: Iterator<Item = Q>,
        Q: IntoIterator<Item = (Var, D)>,
        D: Into<Domain>,
    {
        let Batch { assumed, ends } = &mut self.batch;
        assumed.clear();
        ends.clear();
        let variables = self.many.model.variables();
        for puzzle in self.many.puzzles.by_ref().take(BATCH * self.many.threads) {
            for (x, domain) in puzzle {
                assert!(x.index() < variables, "{x:?} is a variable of another model");
                assumed.push((x, domain.into()));
            }
            ends.push(assumed.len());
        }
        self.next = 0;
        self.known.clear();
        self.known.resize_with(self.batch.len(), || None);
    }

    /// Answers what lanes are good for.
    #[cfg(feature = "lanes")]
    fn in_lanes(&mut self) {
        let SolveMany { model, budget, strategy, .. } = &self.many;
        if self.batch.len() == 0 || *strategy != Strategy::Automatic {
            return;
        }
        // Progress is told of one search, and here are many.
        let Some(heed) = budget.for_lanes().filter(|heed| heed.progress.is_none()) else { return };
        let (guesses, cancel) = (heed.guesses(), heed.cancel);
        let Some(values) = Values::of(model) else { return };
        let Some(compiled) = model.lanes() else { return };
        self.masks.clear();
        for number in 0..self.batch.len() {
            values.mask(model, self.batch.puzzle(number), &mut self.masks);
        }
        let mut ask = Ask::default().limit(self.question.limit);
        if self.question.limit < u64::MAX {
            let most = values.guesses(model);
            ask = ask.nodes(guesses.map_or(most, |guesses| guesses.min(most)));
        } else if guesses.is_some() {
            return;
        }
        if let Some(cancel) = &cancel {
            ask = ask.cancel(cancel.flag());
        }
        let mut feed = Masks(self.masks.chunks_exact(model.variables()));
        let (limit, of_lanes) = (self.question.limit, self.question.of_lanes);
        let mut known = self.known.iter_mut();
        let mut give = |answer: lanes::Answer<'_>| {
            let said = values.read(&answer);
            // What they gave up is left to a search that thinks harder.
            if let Some(place) = known.next()
                && said.stopped.is_none()
                && said.is_right(limit, model)
            {
                let solutions = said.count.try_into().unwrap_or(u64::MAX);
                let stats = Stats { nodes: answer.nodes, solutions, ..Stats::default() };
                *place = Some((of_lanes(said), stats));
            }
        };
        #[cfg(feature = "threads")]
        compiled.solve_on(self.many.threads, &ask, &mut feed, &mut give);
        #[cfg(not(feature = "threads"))]
        compiled.solve(&ask, &mut feed, &mut give);
    }

    /// At least so many solvers.
    fn hire(&mut self, count: usize) {
        while self.solvers.len() < count {
            let solver = Solver::new(&self.many.model).budget(self.many.budget.clone());
            self.solvers.push(solver.strategy(self.many.strategy));
        }
    }

    /// Answers what is not known yet, a puzzle at a time on each thread.
    #[cfg(feature = "threads")]
    fn together(&mut self) {
        let unknown = self.known.iter().filter(|known| known.is_none()).count();
        let threads = self.many.threads.min(unknown);
        self.hire(threads);
        let Answers { many, question, batch, known, solvers, .. } = self;
        let left = known.iter_mut().enumerate().filter(|(_, known)| known.is_none());
        let left = std::sync::Mutex::new(left);
        let next = || left.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next();
        let work = |solver: &mut Solver| {
            while let Some((number, place)) = next() {
                *place = Some(question.ask(solver, batch.puzzle(number), many.racers));
            }
        };
        std::thread::scope(|scope| {
            for solver in &mut solvers[..threads] {
                scope.spawn(|| work(solver));
            }
        });
    }
}

impl<I, Q, D, A> Iterator for Answers<I, A>
where
    I: Iterator<Item = Q>,
    Q: IntoIterator<Item = (Var, D)>,
    D: Into<Domain>,
    A: Send,
{
    type Item = A;

    fn next(&mut self) -> Option<A> {
        if self.next == self.batch.len() {
            self.fill();
            #[cfg(feature = "lanes")]
            self.in_lanes();
            #[cfg(feature = "threads")]
            if self.many.threads > 1 {
                self.together();
            }
        }
        let number = self.next;
        let known = self.known.get_mut(number)?.take();
        self.next += 1;
        // One thread answers a hard puzzle when it is asked for, so that nobody waits for those after it.
        let (answer, stats) = known.unwrap_or_else(|| {
            self.hire(1);
            let puzzle = self.batch.puzzle(number);
            self.question.ask(&mut self.solvers[0], puzzle, self.many.racers)
        });
        self.stats = stats;
        Some(answer)
    }
}

impl<I, Q, D, A> FusedIterator for Answers<I, A>
where
    I: FusedIterator<Item = Q>,
    Q: IntoIterator<Item = (Var, D)>,
    D: Into<Domain>,
    A: Send,
{
}
