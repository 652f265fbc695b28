//! A magic square: all rows, columns and diagonals of 1..=16 have one sum. How many are there?

use houserules::{ModelBuilder, Solver, sum};

/// What the program prints.
pub fn answer() -> String {
    let n = 4;
    let total = n * (n * n + 1) / 2;
    let size = n as usize;
    let mut model = ModelBuilder::new();
    let cells = model.vars(size * size, 1..=n * n);
    model.all_different(&cells);
    for i in 0..size {
        model.post(sum((0..size).map(|j| cells[i * size + j])).equals(total));
        model.post(sum((0..size).map(|j| cells[j * size + i])).equals(total));
    }
    let falling = (0..size).map(|i| cells[i * size + i]);
    let rising = (0..size).map(|i| cells[i * size + size - 1 - i]);
    model.post(sum(falling).equals(total));
    model.post(sum(rising).equals(total));
    // Of each square turned and mirrored, one: the first corner is the smallest, and so on.
    let [a, b, c, d] =
        [cells[0], cells[size - 1], cells[size * (size - 1)], cells[size * size - 1]];
    for other in [b, c, d] {
        model.post(a.less_than(other));
    }
    model.post(b.less_than(c));
    let model = model.build().expect("a valid model");

    let mut solver = Solver::new(&model);
    let mut lines = String::new();
    if let Some(solution) = solver.solutions().next() {
        for row in solution.values().chunks(size) {
            lines += &row.iter().map(|value| format!("{value:3}")).collect::<String>();
            lines += "\n";
        }
    }
    lines + &format!("{} squares\n", solver.count())
}

fn main() {
    print!("{}", answer());
}
