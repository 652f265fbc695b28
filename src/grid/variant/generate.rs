//! New puzzles of given rules: a random full grid that keeps them, and as few givens as make it the only one.

use super::Variant;
use crate::grid::generate::{Means, NotGenerated, Shuffled};
use crate::{Budget, Limit, Outcome, Solver, Uniqueness, Var, Weighted};

/// Makes puzzles of the rules of one puzzle. What that gives is part of the rules, and stays.
///
/// ```
/// use houserules::Budget;
/// use houserules::grid::{Variant, VariantGenerator};
/// let rules = Variant::from_toml(b"size = 4\ndiagonals = true\nodd = 'r1c1'")?;
/// // Any source of random numbers will do.
/// let mut state = 7_u64;
/// let random = || {
///     state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
///     state
/// };
/// let (puzzle, solution) = VariantGenerator::new(&rules)?.generate(random, Budget::new)?;
/// assert!(puzzle.broken(&solution).is_none());
/// assert!(puzzle.givens().count() < 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct VariantGenerator {
    puzzle: Variant,
    /// The places of the board and their variables.
    cells: Vec<(usize, Var)>,
    solver: Solver,
    minimal: bool,
}

/// So many decisions are worth a given.
const NODES: u64 = 5_000;

impl VariantGenerator {
    /// A generator of puzzles with these rules.
    ///
    /// # Errors
    /// Those of [`Variant::model`].
    pub fn new(puzzle: &Variant) -> Result<VariantGenerator, crate::ModelError> {
        let compiled = puzzle.model()?;
        let cells = compiled.vars.iter().enumerate();
        let cells = cells.filter_map(|(place, &var)| Some((place, var?))).collect();
        let solver = compiled.solver();
        Ok(VariantGenerator { puzzle: puzzle.clone(), cells, solver, minimal: false })
    }

    /// No given can go, however hard that is to prove.
    pub fn minimal(self, minimal: bool) -> VariantGenerator {
        VariantGenerator { minimal, ..self }
    }

    /// A new puzzle from random numbers, and its only solution row by row. `budget` is asked before each of many searches
    /// what it may cost.
    ///
    /// # Errors
    /// The rules allow no grid, or a budget was spent.
    pub fn generate(
        &mut self,
        mut random: impl FnMut() -> u64,
        mut budget: impl FnMut() -> Budget,
    ) -> Result<(Variant, Vec<i32>), NotGenerated> {
        let mut means = Means { random: &mut random, budget: &mut budget };
        let solution = self.full(&mut means)?;
        let mut order: Vec<usize> = (0..self.cells.len()).collect();
        means.shuffle(&mut order);
        let mut given = vec![true; order.len()];
        // Many at once first, then what could not go one by one.
        let mut runs: Vec<_> = std::iter::once(0..order.len()).collect();
        while let Some(run) = runs.pop() {
            let mut less = given.clone();
            order[run.clone()].iter().for_each(|&cell| less[cell] = false);
            if self.is_unique(&less, &solution, &mut means)? {
                given = less;
            } else if run.len() > 1 {
                let middle = run.start + run.len() / 2;
                runs.extend([middle..run.end, run.start..middle]);
            }
        }
        let mut puzzle = self.puzzle.clone();
        for (&(place, _), &value) in self
            .cells
            .iter()
            .zip(&solution)
            .zip(&given)
            .filter(|(_, given)| **given)
            .map(|(c, _)| c)
        {
            let cell = puzzle.board().cell(place);
            puzzle.restrict(cell, &[value]).expect("a cell and a value of the board");
        }
        let mut values = vec![0; puzzle.board().len()];
        for (&(place, _), &value) in self.cells.iter().zip(&solution) {
            values[place] = value;
        }
        Ok((puzzle, values))
    }

    /// A random full grid: the values of the cells in order.
    fn full(&mut self, means: &mut Means<'_>) -> Result<Vec<i32>, NotGenerated> {
        let model = self.solver.model().clone();
        for restart in 0_u64.. {
            // A bad beginning can cost a search more than many new ones.
            let nodes = (4 * self.cells.len() as u64) << (restart / 8).min(32);
            let mut solver = Solver::new(&model);
            if restart % 2 == 0 {
                solver = solver.branching(Shuffled { key: (means.random)() });
            } else {
                // Where rules leave few grids, what leads to dead ends must go first; chance is in some cells.
                solver = solver.branching(Weighted::default());
                for _ in 0..3_usize.saturating_sub(restart as usize / 8) {
                    let (_, x) = self.cells[means.below(self.cells.len())];
                    let values: Vec<i32> = model.root().values(x).collect();
                    solver.assume(x, values[means.below(values.len())]);
                }
            }
            solver.set_budget((means.budget)().nodes(nodes));
            match solver.first() {
                Outcome::Solved(solution) => {
                    return Ok(self.cells.iter().map(|&(_, x)| solution[x]).collect());
                }
                // Without anything assumed, that is so.
                Outcome::None if restart % 2 == 0 => return Err(NotGenerated::NoGrid),
                Outcome::None | Outcome::Unknown(Limit::Nodes) => {}
                Outcome::Unknown(limit) => return Err(NotGenerated::Stopped(limit)),
            }
        }
        unreachable!("there is no end of restarts")
    }

    /// Whether these givens are proved to have one solution only.
    fn is_unique(
        &mut self,
        given: &[bool],
        solution: &[i32],
        means: &mut Means<'_>,
    ) -> Result<bool, NotGenerated> {
        let budget = (means.budget)();
        self.solver.set_budget(if self.minimal { budget } else { budget.nodes(NODES) });
        self.solver.clear();
        for ((&(_, x), &value), _) in
            self.cells.iter().zip(solution).zip(given).filter(|(_, given)| **given)
        {
            self.solver.assume(x, value);
        }
        match self.solver.uniqueness() {
            Uniqueness::One(_) => Ok(true),
            Uniqueness::Many(..) | Uniqueness::None | Uniqueness::Unknown(Limit::Nodes, _) => {
                Ok(false)
            }
            Uniqueness::Unknown(limit, _) => Err(NotGenerated::Stopped(limit)),
        }
    }
}
