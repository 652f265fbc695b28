//! New puzzles: a random full grid, from which givens are taken while its solution stays the only one.

use std::fmt;

use crate::{Branching, Budget, Decision, Limit, Model, Outcome, Solver, Store, Uniqueness, Var};

use super::logic::{Level, Logic};
use super::puzzle::{Clash, Puzzle};
use super::shape::Shape;
use super::symmetry::Symmetry;

/// What new puzzles should be like. Whatever is wished, each has exactly one solution.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Exactly so many givens.
    pub givens: Option<usize>,
    /// No given can go: without it, there would be several solutions.
    pub minimal: bool,
    /// The pattern of the givens.
    pub symmetry: Symmetry,
    /// How hard it is for people: neither easier nor harder.
    pub level: Option<Level>,
    /// The solution.
    pub solution: Option<Puzzle>,
}

/// Makes puzzles of one shape.
///
/// A puzzle depends on the shape, the wishes and the random numbers alone, unless a budget ends the work.
///
/// ```
/// use houserules::{Budget, Solver, Uniqueness};
/// use houserules::grid::{Generator, Shape, Symmetry, Wishes};
/// let shape = Shape::square(6)?;
/// let wishes = Wishes { symmetry: Symmetry::Rotational, ..Wishes::default() };
/// let mut generator = Generator::new(&shape, wishes)?;
///
/// // Any source of random numbers will do.
/// let mut state = 7_u64;
/// let random = || {
///     state ^= state << 13;
///     state ^= state >> 7;
///     state ^= state << 17;
///     state
/// };
/// let new = generator.generate(random, Budget::new)?;
///
/// let mut solver = Solver::new(&shape.model());
/// new.puzzle.assume(&mut solver);
/// assert!(matches!(solver.uniqueness(), Uniqueness::One(_)));
/// assert!((0..36).all(|cell| new.puzzle.given(cell).is_some() == new.puzzle.given(35 - cell).is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    shape: Shape,
    wishes: Wishes,
    /// The cells that are given or open together.
    orbits: Vec<Vec<usize>>,
    solver: Solver,
    /// The techniques of the level that is wished for.
    logic: Option<(Level, Logic)>,
    tries: u64,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Puzzle,
}

impl Generator {
    /// A generator of puzzles of this shape.
    ///
    /// ```
    /// use houserules::grid::{Generator, Shape, Wishes};
    /// let wishes = Wishes { givens: Some(16), ..Wishes::default() };
    /// let error = Generator::new(&Shape::sudoku(), wishes).unwrap_err();
    /// assert_eq!(error.to_string(), "fewer than 17 givens cannot be unique on 9x9");
    /// ```
    ///
    /// # Errors
    /// Wishes that no puzzle can fulfil.
    pub fn new(shape: &Shape, wishes: Wishes) -> Result<Generator, WishError> {
        let orbits = wishes.symmetry.orbits(shape.side());
        if let Some(givens) = wishes.givens {
            let least = least_givens(shape);
            if givens < least {
                return Err(WishError::TooFew { least, shape: shape.clone() });
            }
            if givens > shape.len() {
                return Err(WishError::TooMany { givens, shape: shape.clone() });
            }
            if !adds_up(&orbits, givens) {
                let symmetry = wishes.symmetry;
                return Err(WishError::Pattern { givens, symmetry, shape: shape.clone() });
            }
        }
        if let Some(solution) = &wishes.solution {
            if solution.shape() != shape {
                let found = solution.shape().clone();
                return Err(WishError::OtherShape { found, shape: shape.clone() });
            }
            if let Some(open) = (0..shape.len()).find(|cell| solution.given(*cell).is_none()) {
                return Err(WishError::Open(shape.cell(open)));
            }
            if let Some(clash) = solution.clashes().into_iter().next() {
                return Err(WishError::Clash(clash));
            }
        }
        let tries = usual_tries(shape.len() as u64);
        let solver = Solver::new(&shape.model());
        let logic = match wishes.level {
            None => None,
            Some(level) => match Logic::new(shape) {
                Some(logic) => Some((level, logic.up_to(level.hardest()))),
                None => return Err(WishError::NotRated { shape: shape.clone() }),
            },
        };
        Ok(Generator { shape: shape.clone(), wishes, orbits, solver, logic, tries })
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Gives up after so many tries. A try takes givens away until no more can go; the usual number is 10000
    /// on a board of 9x9, and less on larger ones.
    pub fn tries(self, tries: u64) -> Generator {
        Generator { tries, ..self }
    }

    /// A new puzzle from random numbers. `budget` is asked before each of many searches what it may cost.
    ///
    /// # Errors
    /// The shape has no full grid, the wishes were not met, or a budget was spent.
    pub fn generate(
        &mut self,
        mut random: impl FnMut() -> u64,
        mut budget: impl FnMut() -> Budget,
    ) -> Result<Generated, NotGenerated> {
        let mut means = Means { random: &mut random, budget: &mut budget };
        let mut tries = 0;
        loop {
            let solution = match &self.wishes.solution {
                Some(solution) => solution.clone(),
                None => self.full(&mut means)?,
            };
            let mut puzzle = solution.clone();
            self.take_away(self.shuffled(&mut means), &mut puzzle, &mut means)?;
            // Not far from a puzzle there are others that are a little better.
            for _ in 0..ROUNDS {
                tries += 1;
                if self.misses(&puzzle) == 0 {
                    if self.is_minimal_if_wished(&puzzle, &mut means)? {
                        return Ok(Generated { puzzle, solution });
                    }
                    break;
                }
                if tries >= self.tries {
                    break;
                }
                let other = self.neighbour(&puzzle, &solution, &mut means)?;
                if self.misses(&other) <= self.misses(&puzzle) {
                    puzzle = other;
                }
            }
            if tries >= self.tries {
                return Err(NotGenerated::Wishes { tries });
            }
        }
    }

    /// A random full grid.
    fn full(&self, means: &mut Means<'_>) -> Result<Puzzle, NotGenerated> {
        let model = self.solver.model();
        for restart in 0_u64.. {
            // A bad beginning can cost a search more than many new ones.
            let nodes = (2 * self.shape.len() as u64) << (restart / 8).min(32);
            let branching = Shuffled { key: (means.random)() };
            let mut solver = Solver::new(model).branching(branching);
            solver.set_budget((means.budget)().nodes(nodes));
            match solver.first() {
                Outcome::Solved(solution) => {
                    let values: Vec<_> = solution.into_values().into_iter().map(Some).collect();
                    let full = Puzzle::new(self.shape.clone(), values);
                    return Ok(full.expect("a solution fits its shape"));
                }
                Outcome::None => return Err(NotGenerated::NoGrid),
                Outcome::Unknown(Limit::Nodes) => {}
                Outcome::Unknown(limit) => return Err(NotGenerated::Stopped(limit)),
            }
        }
        unreachable!("there is no end of restarts")
    }

    /// The orbits in a random order.
    fn shuffled(&self, means: &mut Means<'_>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.orbits.len()).collect();
        means.shuffle(&mut order);
        order
    }

    /// Takes away what can go, in this order: the same as one by one, but several at once while that goes well.
    fn take_away(
        &mut self,
        order: Vec<usize>,
        puzzle: &mut Puzzle,
        means: &mut Means<'_>,
    ) -> Result<(), NotGenerated> {
        let mut rest = &*order;
        let mut size = (order.len() / 4).max(1);
        while !rest.is_empty() {
            let (batch, later) = rest.split_at(size.min(rest.len()));
            size = match self.take_batch(batch, puzzle, means)? {
                true => 2 * size,
                false => (size / 2).max(1),
            };
            rest = later;
        }
        Ok(())
    }

    /// Takes away what can go of a batch, and says whether all of it could.
    fn take_batch(
        &mut self,
        batch: &[usize],
        puzzle: &mut Puzzle,
        means: &mut Means<'_>,
    ) -> Result<bool, NotGenerated> {
        let mut without = puzzle.clone();
        let mut room = self.room(puzzle);
        let mut taken = false;
        for orbit in batch.iter().map(|orbit| &self.orbits[*orbit]) {
            if orbit.len() <= room && puzzle.given(orbit[0]).is_some() {
                room -= orbit.len();
                orbit.iter().for_each(|cell| set(&mut without, *cell, None));
                taken = true;
            }
        }
        if !taken {
            return Ok(true);
        }
        if self.is_unique(&without, means)? && self.is_easy_enough(&without) {
            *puzzle = without;
            return Ok(true);
        }
        if batch.len() > 1 {
            let (first, second) = batch.split_at(batch.len() / 2);
            self.take_batch(first, puzzle, means)?;
            self.take_batch(second, puzzle, means)?;
        }
        Ok(false)
    }

    /// How many givens may go.
    fn room(&self, puzzle: &Puzzle) -> usize {
        match self.wishes.givens {
            Some(givens) if !self.wishes.minimal => puzzle.givens().count() - givens,
            _ => usize::MAX,
        }
    }

    /// How many givens there are too many, or too few, and how many levels it is too easy.
    fn misses(&self, puzzle: &Puzzle) -> usize {
        let givens = self.wishes.givens.map_or(0, |wish| puzzle.givens().count().abs_diff(wish));
        let levels = |(level, logic): &(Level, Logic)| {
            let found = logic.path(puzzle).level();
            (*level as usize).abs_diff(found as usize)
        };
        givens + self.logic.as_ref().map_or(0, levels)
    }

    /// The puzzle with some givens added and others taken away.
    fn neighbour(
        &mut self,
        puzzle: &Puzzle,
        solution: &Puzzle,
        means: &mut Means<'_>,
    ) -> Result<Puzzle, NotGenerated> {
        let mut other = puzzle.clone();
        let mut order = self.shuffled(means);
        let open = |orbit: &usize| puzzle.given(self.orbits[*orbit][0]).is_none();
        let (back, mut first): (Vec<usize>, Vec<usize>) = order.drain(..).partition(open);
        let number = 1 + means.below(4);
        for orbit in back.iter().take(number) {
            for cell in &self.orbits[*orbit] {
                set(&mut other, *cell, solution.given(*cell));
            }
        }
        // What came back goes last, or nothing would change.
        first.extend(back);
        self.take_away(first, &mut other, means)?;
        Ok(other)
    }

    fn is_minimal_if_wished(
        &mut self,
        puzzle: &Puzzle,
        means: &mut Means<'_>,
    ) -> Result<bool, NotGenerated> {
        // Where each given is an orbit, taking away has seen to it, unless it stopped at what would be too hard.
        if !self.wishes.minimal || self.wishes.symmetry == Symmetry::None && self.logic.is_none() {
            return Ok(true);
        }
        for (cell, _) in puzzle.givens() {
            let mut without = puzzle.clone();
            set(&mut without, cell, None);
            if self.is_unique(&without, means)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a puzzle is no harder than wished for.
    fn is_easy_enough(&self, puzzle: &Puzzle) -> bool {
        match &self.logic {
            Some((level, logic)) if *level < Level::Extreme => logic.solves(puzzle),
            _ => true,
        }
    }

    /// Whether a puzzle is proved to have one solution only.
    fn is_unique(&mut self, puzzle: &Puzzle, means: &mut Means<'_>) -> Result<bool, NotGenerated> {
        let mut budget = (means.budget)();
        // On a large board, what is hard to prove is rather left as it is, unless no given may be too many.
        if !self.wishes.minimal
            && let Some(nodes) = usual_nodes(self.shape.side())
        {
            budget = budget.nodes(nodes);
        }
        self.solver.set_budget(budget);
        puzzle.assume(&mut self.solver);
        match self.solver.uniqueness() {
            Uniqueness::One(_) => Ok(true),
            Uniqueness::Many(..) | Uniqueness::None | Uniqueness::Unknown(Limit::Nodes, _) => {
                Ok(false)
            }
            Uniqueness::Unknown(limit, _) => Err(NotGenerated::Stopped(limit)),
        }
    }
}

/// So many neighbours of a puzzle are looked at before the next one is begun.
const ROUNDS: usize = 100;

/// The number of tries that takes some seconds.
fn usual_tries(cells: u64) -> u64 {
    (10_000 * 81 * 81 / (cells * cells)).clamp(10, 10_000)
}

/// So many decisions are worth a given.
fn usual_nodes(side: usize) -> Option<u64> {
    match side {
        0..=9 => None,
        10..=16 => Some(1000),
        _ => Some(50),
    }
}

/// Fewer givens than this never have one solution only.
fn least_givens(shape: &Shape) -> usize {
    if *shape == Shape::sudoku() {
        // McGuire, Tugemann, Civario 2012.
        return 17;
    }
    // Two values that are not given can change places.
    shape.side() - 1
}

/// Whether some of the orbits have so many cells together.
fn adds_up(orbits: &[Vec<usize>], cells: usize) -> bool {
    // Each of the sizes that occur divides the next, so that the largest can come first.
    let mut left = cells;
    for size in [8, 4, 2, 1] {
        let number = orbits.iter().filter(|orbit| orbit.len() == size).count();
        left -= number.min(left / size) * size;
    }
    left == 0
}

fn set(puzzle: &mut Puzzle, cell: usize, given: Option<i32>) {
    puzzle.set(cell, given).expect("a cell of the board, and a value of the shape");
}

/// What a puzzle is made with.
pub(super) struct Means<'m> {
    pub(super) random: &'m mut dyn FnMut() -> u64,
    pub(super) budget: &'m mut dyn FnMut() -> Budget,
}

impl Means<'_> {
    /// A random number below a small limit.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        ((u128::from((self.random)()) * limit as u128) >> 64) as usize
    }

    pub(super) fn shuffle(&mut self, list: &mut [usize]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// The variable with the fewest values left; what is left to choose is random, but always the same with the same key.
#[derive(Debug)]
pub(super) struct Shuffled {
    pub(super) key: u64,
}

impl Shuffled {
    /// A number that seems random, for a variable and a value.
    fn rank(&self, x: Var, value: i64) -> u64 {
        let mut z = self.key ^ ((x.index() as u64) << 32).wrapping_add(value as u64);
        for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
            z = (z ^ (z >> 30)).wrapping_mul(factor);
        }
        z ^ (z >> 31)
    }
}

impl Branching for Shuffled {
    fn choose(&self, _: &Model, store: &Store) -> Option<Decision> {
        let open = (0..store.variables()).map(Var::new).filter(|x| !store.is_fixed(*x));
        let x = open.min_by_key(|x| (store.len(*x), self.rank(*x, -1)))?;
        let value = store.values(x).min_by_key(|value| self.rank(x, (*value).into()))?;
        Some(Decision::Is(x, value))
    }
}

/// Wishes that no puzzle can fulfil.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WishError {
    /// With so few givens there are always several solutions.
    TooFew {
        /// So many are needed at least.
        least: usize,
        /// The shape.
        shape: Shape,
    },
    /// More givens than cells.
    TooMany {
        /// The number of givens.
        givens: usize,
        /// The shape.
        shape: Shape,
    },
    /// No pattern of this symmetry has so many cells.
    Pattern {
        /// The number of givens.
        givens: usize,
        /// The symmetry.
        symmetry: Symmetry,
        /// The shape.
        shape: Shape,
    },
    /// A level on a board that is too large to be rated.
    NotRated {
        /// The shape.
        shape: Shape,
    },
    /// A solution of another shape.
    OtherShape {
        /// Its shape.
        found: Shape,
        /// The shape that was asked for.
        shape: Shape,
    },
    /// A solution with an open cell.
    Open(super::cell::Cell),
    /// A solution that is none.
    Clash(Clash),
}

impl fmt::Display for WishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WishError::TooFew { least, shape } => {
                write!(f, "fewer than {least} givens cannot be unique on {shape}")
            }
            WishError::TooMany { givens, shape } => {
                write!(f, "{givens} givens, where {shape} has {} cells", shape.len())
            }
            WishError::Pattern { givens, symmetry, shape } => {
                write!(f, "no pattern of {givens} givens has the symmetry `{symmetry}` on {shape}")
            }
            WishError::NotRated { shape } => {
                write!(f, "{shape} has more than 64 values and is not rated")
            }
            WishError::OtherShape { found, shape } => {
                write!(f, "the solution has the shape {found}, not {shape}")
            }
            WishError::Open(cell) => write!(f, "the solution says nothing of {cell}"),
            WishError::Clash(clash) => write!(f, "this is no solution: {clash}"),
        }
    }
}

impl std::error::Error for WishError {}

/// Why there is no new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotGenerated {
    /// The groups of the shape contradict each other: it has no full grid.
    NoGrid,
    /// No puzzle was as it should be.
    Wishes {
        /// After so many tries.
        tries: u64,
    },
    /// A limit of the budget was reached.
    Stopped(Limit),
}

impl fmt::Display for NotGenerated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotGenerated::NoGrid => f.write_str("the rules allow no full grid"),
            NotGenerated::Wishes { tries } => {
                write!(f, "no puzzle was as it should be after {tries} tries")
            }
            NotGenerated::Stopped(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for NotGenerated {}
