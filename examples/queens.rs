//! Queens that leave each other in peace: all ways for 8, and the first found for 1,000.

use houserules::{Model, ModelBuilder, Outcome, Solver};

fn queens(n: i32) -> Model {
    let mut model = ModelBuilder::new();
    let row_of = model.vars(n as usize, 0..n);
    let columns = || row_of.iter().copied().zip(0..n);
    model.all_different(&row_of);
    model.all_different(columns().map(|(row, column)| row + column));
    model.all_different(columns().map(|(row, column)| row - column));
    model.build().expect("a valid model")
}

/// What the program prints.
pub fn answer() -> String {
    let few = queens(8);
    let mut lines = format!("8 queens: {} ways, the first of them:\n", Solver::new(&few).count());
    if let Outcome::Solved(solution) = Solver::new(&few).lexicographic() {
        for &row in solution.values() {
            lines += &(0..8).map(|r| if r == row { "Q " } else { ". " }).collect::<String>();
            lines.truncate(lines.trim_end().len());
            lines += "\n";
        }
    }
    let many = queens(1000);
    let mut solver = Solver::new(&many);
    let found = solver.first().solution().is_some();
    lines + &format!("1,000 queens: {found}, after {} decisions\n", solver.stats().nodes)
}

fn main() {
    print!("{}", answer());
}
