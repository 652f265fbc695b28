//! A kakuro: each run of white cells has different digits and a given sum.

use houserules::{DistinctSum, ModelBuilder, Solver, Uniqueness, Var};

/// `#` is black, `.` is white.
const GRID: [&str; 4] = ["#..#", "....", "....", "#..#"];
/// The sums of the runs, from the top and from the left.
const ACROSS: [i64; 4] = [12, 25, 15, 3];
const DOWN: [i64; 4] = [3, 13, 25, 14];

/// The longest runs of white cells in a line.
fn runs(line: impl Iterator<Item = Option<Var>>) -> Vec<Vec<Var>> {
    let cells: Vec<Option<Var>> = line.collect();
    let runs = cells.split(Option::is_none).map(|run| run.iter().flatten().copied().collect());
    runs.filter(|run: &Vec<Var>| !run.is_empty()).collect()
}

/// What the program prints.
pub fn answer() -> String {
    let mut model = ModelBuilder::new();
    let cells: Vec<Vec<Option<Var>>> = GRID
        .iter()
        .map(|row| row.chars().map(|c| (c == '.').then(|| model.var(1..=9))).collect())
        .collect();
    let across = cells.iter().flat_map(|row| runs(row.iter().copied()));
    let down = (0..GRID.len()).flat_map(|c| runs(cells.iter().map(move |row| row[c])));
    for (run, total) in across.zip(ACROSS).chain(down.zip(DOWN)) {
        model.post(DistinctSum::new(run, 1..=9, total));
    }
    let model = model.build().expect("a valid model");

    match Solver::new(&model).uniqueness() {
        Uniqueness::One(solution) => {
            let show = |cell: &Option<Var>| cell.map_or("#".into(), |x| solution[x].to_string());
            let line = |row: &Vec<_>| row.iter().map(show).collect::<Vec<_>>().join(" ") + "\n";
            cells.iter().map(line).collect()
        }
        other => format!("{other:?}\n"),
    }
}

fn main() {
    print!("{}", answer());
}
