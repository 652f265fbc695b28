//! A futoshiki: a Latin square with signs between neighbours.

use houserules::{ModelBuilder, Solver, Uniqueness};

/// Each cell, a space or a sign, and the next cell; below each row its signs downwards, `^` where
/// the upper cell is smaller.
const PUZZLE: [&str; 9] = [
    ". 4 . . .",
    "      ^ v",
    "2 . .>.<.",
    "         ",
    ". . . . .",
    "^     v  ",
    ". . . .>.",
    "      ^  ",
    "1 . . . .",
];

/// What the program prints.
pub fn answer() -> String {
    let n = PUZZLE.len().div_ceil(2);
    let sign = |row: usize, column: usize| PUZZLE[row].as_bytes()[column];
    let mut model = ModelBuilder::new();
    let cells = model.vars(n * n, 1..=n as i32);
    let cell = |row: usize, column: usize| cells[row * n + column];
    for i in 0..n {
        model.all_different((0..n).map(|j| cell(i, j)));
        model.all_different((0..n).map(|j| cell(j, i)));
    }
    for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
        let here = cell(row, column);
        if let digit @ b'1'..=b'9' = sign(2 * row, 2 * column) {
            model.post(here.equals(i32::from(digit - b'0')));
        }
        let right =
            (column + 1 < n).then(|| (sign(2 * row, 2 * column + 1), cell(row, column + 1)));
        let below = (row + 1 < n).then(|| (sign(2 * row + 1, 2 * column), cell(row + 1, column)));
        for (sign, there) in right.into_iter().chain(below) {
            match sign {
                b'<' | b'^' => model.post(here.less_than(there)),
                b'>' | b'v' => model.post(here.greater_than(there)),
                _ => continue,
            };
        }
    }
    let model = model.build().expect("a valid model");

    match Solver::new(&model).uniqueness() {
        Uniqueness::One(solution) => {
            let line =
                |row: &[i32]| row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ") + "\n";
            solution.values().chunks(n).map(line).collect()
        }
        other => format!("{other:?}\n"),
    }
}

fn main() {
    print!("{}", answer());
}
