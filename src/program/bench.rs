//! The work bench of one thread: a solver for each shape at hand, and the door for many puzzles at once.

use std::sync::Mutex;

use houserules::grid::{Puzzle, Shape, Variant};
use houserules::{Budget, InputOrder, Limit, Model, Outcome, Solution, Solver, Stats, Uniqueness};

use super::interrupt;

/// What is asked of a puzzle.
#[derive(Clone, Debug)]
pub struct Question {
    /// What for.
    pub ask: Ask,
    /// Whether solutions come in lexicographic order.
    pub lexicographic: bool,
    /// What the answer may cost.
    pub budget: Budget,
    /// How many threads may work at a puzzle that is asked alone.
    pub threads: usize,
    /// How many guesses of a puzzle lanes may make; `None` if they are not to be asked, since an order is wanted or a limit that
    /// they do not keep.
    pub guesses: Option<u64>,
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Some solution.
    First,
    /// The only solution.
    Unique,
    /// So many solutions, one by one.
    Each(u64),
}

impl Ask {
    /// So many solutions are enough for the answer.
    pub fn most(self) -> u64 {
        match self {
            Ask::First => 1,
            Ask::Unique => 2,
            Ask::Each(most) => most,
        }
    }

    /// Asks a solver that has been told the puzzle.
    pub fn answer(self, solver: &mut Solver) -> Answer {
        match self {
            Ask::First | Ask::Each(_) => solver.first().into(),
            Ask::Unique => solver.uniqueness().into(),
        }
    }
}

/// What is answered about one puzzle.
#[derive(Clone, Debug)]
pub enum Answer<S = Solution> {
    /// A solution, and the only one if that was asked.
    Solved(S),
    /// There is none.
    None,
    /// There are several, such as these two.
    Several(S, S),
    /// Not known: a limit was reached.
    Unknown(Limit),
}

impl<S> Answer<S> {
    /// The same with other solutions.
    pub fn map<T>(self, to: impl Fn(S) -> T) -> Answer<T> {
        match self {
            Answer::Solved(solution) => Answer::Solved(to(solution)),
            Answer::None => Answer::None,
            Answer::Several(one, other) => Answer::Several(to(one), to(other)),
            Answer::Unknown(limit) => Answer::Unknown(limit),
        }
    }
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Answer {
        match outcome {
            Outcome::Solved(solution) => Answer::Solved(solution),
            Outcome::None => Answer::None,
            Outcome::Unknown(limit) => Answer::Unknown(limit),
        }
    }
}

impl From<Uniqueness> for Answer {
    fn from(verdict: Uniqueness) -> Answer {
        match verdict {
            Uniqueness::One(solution) => Answer::Solved(solution),
            Uniqueness::None => Answer::None,
            Uniqueness::Many(one, other) => Answer::Several(one, other),
            Uniqueness::Unknown(limit, _) => Answer::Unknown(limit),
        }
    }
}

/// A shape's model is built once for all threads; so many are kept.
pub const KEPT: usize = 16;

/// The solvers of one thread.
#[derive(Default)]
pub struct Bench {
    /// The last used comes last.
    solvers: Vec<(Shape, Solver)>,
    /// The solver of the variant puzzle at hand: no other has its rules.
    variant: Option<Solver>,
}

impl Bench {
    /// Answers puzzles of one shape, in order, until `answer` says that nobody wants more. **The door for
    /// many at once**: whatever can answer a batch faster than one after the other belongs behind it.
    pub fn answer_many<'p>(
        &mut self,
        puzzles: impl IntoIterator<Item = &'p Puzzle>,
        question: &Question,
        mut answer: impl FnMut(Answer, Stats) -> bool,
    ) {
        let puzzles: Vec<&Puzzle> = puzzles.into_iter().collect();
        let [puzzle, others @ ..] = &puzzles[..] else { return };
        if question.lexicographic {
            for puzzle in puzzles {
                let solver = self.solver(puzzle, true, &question.budget);
                let answered = question.ask.answer(solver);
                if !answer(answered, solver.stats()) {
                    return;
                }
            }
            return;
        }
        // A puzzle gets the same answer wherever it stands; only what is too hard for lanes goes another way alone.
        let racers = if others.is_empty() { question.threads } else { 1 };
        let assumed = puzzles.iter().map(|puzzle| puzzle.assumptions());
        let many = model(puzzle.shape()).solve_many(assumed).budget(question.budget.clone());
        let many = many.racing(racers);
        match question.ask {
            Ask::Unique => {
                let mut answers = many.uniqueness();
                while let Some(verdict) = answers.next()
                    && answer(verdict.into(), answers.stats())
                {}
            }
            Ask::First | Ask::Each(_) => {
                let mut answers = many.first();
                while let Some(outcome) = answers.next()
                    && answer(outcome.into(), answers.stats())
                {}
            }
        }
    }

    /// Some solution of a puzzle.
    pub fn first(&mut self, puzzle: &Puzzle, budget: &Budget) -> Outcome {
        self.solver(puzzle, false, budget).first()
    }

    /// A solver of a variant puzzle.
    pub fn variant(&mut self, puzzle: &Variant, lex: bool, budget: &Budget) -> &mut Solver {
        interrupt::attend();
        let compiled = puzzle.model().expect("rules of the crate make a model");
        let solver = match lex {
            true => Solver::new(&compiled.model).branching(InputOrder::default()),
            false => compiled.solver(),
        };
        self.variant.insert(solver.budget(budget.clone()))
    }

    /// A solver that has been told the puzzle.
    pub fn solver(&mut self, puzzle: &Puzzle, lexicographic: bool, budget: &Budget) -> &mut Solver {
        let shape = puzzle.shape();
        match self.solvers.iter().position(|(known, _)| known == shape) {
            Some(place) => self.solvers[place..].rotate_left(1),
            None => {
                let solver = Solver::new(&model(shape));
                // Where no order is asked for, the search is free to learn from conflicts.
                let solver = match lexicographic {
                    true => solver.branching(InputOrder::default()),
                    false => solver,
                };
                if self.solvers.len() >= KEPT {
                    self.solvers.remove(0);
                }
                self.solvers.push((shape.clone(), solver));
            }
        }
        let (_, solver) = self.solvers.last_mut().expect("it was just put there");
        solver.set_budget(budget.clone());
        puzzle.assume(solver);
        solver
    }
}

/// The model of a shape, from those that were built already if it is one of them.
pub fn model(shape: &Shape) -> Model {
    static MODELS: Mutex<Vec<(Shape, Model)>> = Mutex::new(Vec::new());
    let mut models = MODELS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some((_, model)) = models.iter().find(|(known, _)| known == shape) {
        return model.clone();
    }
    // What needs a model may take long.
    interrupt::attend();
    let model = shape.model();
    models.truncate(KEPT - 1);
    models.insert(0, (shape.clone(), model.clone()));
    model
}
