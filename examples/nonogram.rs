//! A nonogram: runs of black cells, as numbers beside each row and above each column.

use houserules::{Automaton, ModelBuilder, Regular, Solver, Uniqueness};

const ROWS: [&[usize]; 8] = [&[2], &[4], &[6], &[8], &[1, 1], &[1, 2, 1], &[1, 2, 1], &[6]];
const COLUMNS: [&[usize]; 8] = [&[1], &[6], &[3, 1], &[4, 3], &[4, 3], &[3, 1], &[6], &[1]];

/// White cells, then for each run black cells and a white one, and white cells to the end.
fn automaton(runs: &[usize]) -> Automaton {
    let (mut steps, mut state) = (vec![(0, 0, 0)], 0);
    for (i, &run) in runs.iter().enumerate() {
        for _ in 0..run {
            steps.push((state, 1, state + 1));
            state += 1;
        }
        if i + 1 < runs.len() {
            steps.push((state, 0, state + 1));
            state += 1;
        }
        steps.push((state, 0, state));
    }
    Automaton::new(state + 1, 0, [state], steps)
}

/// What the program prints.
pub fn answer() -> String {
    let (height, width) = (ROWS.len(), COLUMNS.len());
    let mut model = ModelBuilder::new();
    let cells = model.vars(height * width, 0..=1);
    for (row, runs) in cells.chunks(width).zip(ROWS) {
        model.post(Regular::new(row, &automaton(runs)));
    }
    for (column, runs) in COLUMNS.iter().enumerate() {
        let cells = cells.iter().skip(column).step_by(width);
        model.post(Regular::new(cells, &automaton(runs)));
    }
    let model = model.build().expect("a valid model");

    match Solver::new(&model).uniqueness() {
        Uniqueness::One(solution) => {
            let line = |row: &[i32]| {
                row.iter().map(|&cell| [". ", "# "][cell as usize]).collect::<String>()
            };
            solution
                .values()
                .chunks(width)
                .map(|row| line(row).trim_end().to_owned() + "\n")
                .collect()
        }
        other => format!("{other:?}\n"),
    }
}

fn main() {
    print!("{}", answer());
}
