//! From the board to the kernel: a variable a cell, a group of variables a group of cells.

use crate::{Domain, Formula, FormulaError, Group, Model, ModelBuilder, Names, Solver, Var};

use super::puzzle::Puzzle;
use super::shape::Shape;

impl Shape {
    /// The model that all puzzles of this shape share: a variable for each cell, row by row, and a group for each
    /// group, in their order.
    ///
    /// Build it once and solve any number of puzzles with it.
    ///
    /// ```
    /// use houserules::{Solver, grid::{Puzzle, Shape}};
    /// let shape = Shape::square(4)?;
    /// let mut solver = Solver::new(&shape.model());
    /// assert_eq!(solver.count().to_string(), "288");
    ///
    /// let puzzle: Puzzle = "1...\n..2.\n.3..\n...4".parse()?;
    /// puzzle.assume(&mut solver);
    /// assert_eq!(solver.count().to_string(), "1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// O(cells × peers of a cell).
    pub fn model(&self) -> Model {
        self.builder()
            .build()
            .expect("no group of a shape names a cell twice or one that is not on the board")
    }

    fn builder(&self) -> ModelBuilder {
        let mut builder = ModelBuilder::new();
        let cells = builder.vars(self.len(), self.values());
        for group in self.groups() {
            builder.group(Group::new(group.cells.iter().map(|&cell| cells[cell])));
        }
        builder
    }
}

/// Cells as `r1c1`, groups by their names.
impl Names for Shape {
    fn var(&self, x: Var) -> String {
        self.cell(x.index()).to_string()
    }

    fn group(&self, group: usize) -> String {
        self.groups()[group].name.to_string()
    }
}

impl Puzzle {
    /// The puzzle as clauses: to hand it to a SAT solver, or to prove that it has no (other) solution.
    ///
    /// The number of "cell `c` has value `v`", both from 0, is `c * values + v + 1`.
    pub fn formula(&self) -> Result<Formula, FormulaError> {
        let mut formula = Formula::new(&self.shape().builder())?;
        self.assumptions().for_each(|(x, domain)| formula.assume(x, domain));
        Ok(formula)
    }

    /// Tells the solver of a [shape's model](Shape::model) this puzzle in place of whatever it assumed.
    ///
    /// # Panics
    /// If the model is that of a smaller shape.
    pub fn assume(&self, solver: &mut Solver) {
        solver.clear();
        self.assumptions().for_each(|(x, domain)| solver.assume(x, domain));
    }

    /// What the puzzle says, for [`Model::solve_many`]: the givens and the marks, as domains of the variables of the shape's
    /// [model](Shape::model).
    ///
    /// ```
    /// use houserules::{Count, grid::{Puzzle, Shape}};
    ///
    /// let model = Shape::square(4)?.model();
    /// let puzzles: [Puzzle; 2] = ["1...\n..2.\n.3..\n...4".parse()?, "12..\n..2.\n....\n....".parse()?];
    /// let counts = model.solve_many(puzzles.iter().map(Puzzle::assumptions)).count();
    /// assert!(counts.eq([Count::Exactly(1), Count::Exactly(12)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assumptions(&self) -> impl Iterator<Item = (Var, Domain)> + '_ {
        let given = |(cell, value): (usize, i32)| (Var::new(cell), Domain::from(value));
        let marked =
            |(cell, values): (usize, &[i32])| (Var::new(cell), values.iter().copied().collect());
        self.givens().map(given).chain(self.marks().map(marked))
    }
}
