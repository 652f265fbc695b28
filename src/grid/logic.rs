//! Solving as people do: the steps that lead from the givens to the solution, the easiest technique first.
//!
//! A [`Logic`] of a shape finds the [`Path`] of a puzzle. In each round all that the easiest technique finds is done at
//! once, so that neither the order of the cells nor the signs of the values make a difference: puzzles that are the same
//! but for their symmetry are equally hard.

mod chain;
mod fish;
mod locked;
mod marks;
mod single;
mod step;
mod subset;
mod technique;
mod trial;
mod wing;

pub use step::Step;
pub use technique::{Level, Technique, UnknownLevel};

use marks::{Ground, Mark, Marks};

use super::puzzle::Puzzle;
use super::shape::Shape;

/// Solves puzzles of one shape as people do.
///
/// ```
/// use houserules::grid::{Level, Logic, Puzzle, Technique};
/// let puzzle: Puzzle =
///     "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..".parse()?;
/// let logic = Logic::new(puzzle.shape()).ok_or("too large")?;
/// let path = logic.path(&puzzle);
/// assert!(path.is_solved());
/// assert_eq!((path.level(), path.hardest()), (Level::Easy, Some(Technique::HiddenSingle)));
/// assert_eq!(path.steps()[0].to_string(), "r1c6 = 1: the only place for 1 in row 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Logic {
    ground: Ground,
    most: Technique,
}

impl Logic {
    /// For puzzles of that shape; `None` if it has more than 64 values.
    pub fn new(shape: &Shape) -> Option<Logic> {
        Some(Logic { ground: Ground::new(shape)?, most: Technique::DeepTrial })
    }

    /// Uses no technique that is harder than this one.
    pub fn up_to(self, most: Technique) -> Logic {
        Logic { most, ..self }
    }

    /// The steps that solve a puzzle of the shape, as far as the techniques go.
    ///
    /// Each step follows from the rules and the givens alone: where they lead to a full grid, it is the only solution.
    ///
    /// # Panics
    /// If the puzzle is of another shape.
    pub fn path(&self, puzzle: &Puzzle) -> Path {
        self.walk(puzzle, &mut || true).0
    }

    /// The same as long as `going` says yes: it is asked often, since on large boards some techniques take seconds. `None` if it
    /// has said no.
    ///
    /// # Panics
    /// If the puzzle is of another shape.
    pub fn path_while(&self, puzzle: &Puzzle, mut going: impl FnMut() -> bool) -> Option<Path> {
        let (path, whole) = self.walk(puzzle, &mut going);
        whole.then_some(path)
    }

    /// A path, and whether it goes as far as the techniques do.
    fn walk(&self, puzzle: &Puzzle, going: &mut dyn FnMut() -> bool) -> (Path, bool) {
        let ground = &self.ground;
        assert_eq!(puzzle.shape(), &ground.shape, "a puzzle of another shape");
        let mut marks = Marks::of(puzzle, ground);
        let mut path = Path { steps: Vec::new(), end: End::Stuck, hardest: None, score: 0 };
        let whole = run(ground, &mut marks, self.most, going, |technique, finds| {
            path.hardest = path.hardest.max(Some(technique));
            path.score += technique.weight();
            path.steps.extend(finds.iter().map(|find| Step::new(technique, find, &ground.shape)));
        });
        path.end = match (marks.is_broken(ground), marks.is_solved()) {
            (true, _) => End::Broken,
            (_, true) => End::Solved,
            _ => End::Stuck,
        };
        (path, whole)
    }

    /// Whether the techniques solve the puzzle; quicker than its path.
    ///
    /// # Panics
    /// If the puzzle is of another shape.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        assert_eq!(puzzle.shape(), &self.ground.shape, "a puzzle of another shape");
        let mut marks = Marks::of(puzzle, &self.ground);
        run(&self.ground, &mut marks, self.most, &mut || true, |_, _| {});
        marks.is_solved() && !marks.is_broken(&self.ground)
    }
}

/// Does what the techniques find, round by round, until nothing is left to do or to find; false if `going` said no before that.
fn run(
    ground: &Ground,
    marks: &mut Marks,
    most: Technique,
    going: &mut dyn FnMut() -> bool,
    mut tell: impl FnMut(Technique, &[Find]),
) -> bool {
    'rounds: while !marks.is_solved() && !marks.is_broken(ground) {
        for technique in Technique::all().filter(|technique| *technique <= most) {
            let Some(mut finds) = technique.find(ground, marks, going) else { return false };
            finds.retain_mut(|find| find.apply(marks, ground));
            if !finds.is_empty() {
                tell(technique, &finds);
                continue 'rounds;
            }
        }
        return true;
    }
    true
}

/// What a technique finds.
#[derive(Clone, Debug, Default)]
struct Find {
    /// The cells, values and groups that it is about.
    cells: Vec<usize>,
    values: u64,
    groups: Vec<usize>,
    /// Candidates of which each is true if the first is not.
    chain: Vec<Mark>,
    /// The value that is certain.
    set: Option<Mark>,
    /// The candidates that can go.
    removed: Vec<Mark>,
}

impl Find {
    fn set(cell: usize, value: u32) -> Find {
        Find { cells: vec![cell], values: 1 << value, set: Some((cell, value)), ..Find::default() }
    }

    /// Does it, and says whether it was news; candidates that others took are no longer named.
    fn apply(&mut self, marks: &mut Marks, ground: &Ground) -> bool {
        if let Some((cell, value)) = self.set {
            let news = marks.is_open(cell) && marks.has((cell, value));
            if news {
                marks.place((cell, value), ground);
            }
            return news;
        }
        self.removed.retain(|mark| marks.has(*mark));
        self.removed.iter().for_each(|mark| marks.remove(*mark));
        !self.removed.is_empty()
    }
}

/// The steps that solve a puzzle, or as much of it as can be done so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    steps: Vec<Step>,
    end: End,
    hardest: Option<Technique>,
    score: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Solved,
    Stuck,
    Broken,
}

impl Path {
    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether they fill the grid.
    pub fn is_solved(&self) -> bool {
        self.end == End::Solved
    }

    /// Whether they end in a contradiction: there is no solution.
    pub fn is_broken(&self) -> bool {
        self.end == End::Broken
    }

    /// The hardest technique that was needed; `None` if nothing was to be done, or could be.
    pub fn hardest(&self) -> Option<Technique> {
        self.hardest
    }

    /// How hard the puzzle is: the level of the hardest technique, or the last where the techniques do not suffice.
    pub fn level(&self) -> Level {
        match self.end {
            End::Stuck => Level::Extreme,
            _ => self.hardest.map_or(Level::Easy, Technique::level),
        }
    }

    /// How much work it is: the sum of the weights of the rounds' techniques.
    pub fn score(&self) -> u32 {
        self.score
    }
}
