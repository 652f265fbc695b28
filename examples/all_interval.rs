//! All-interval series: twelve notes, each once, and each step between neighbours once (CSPLib 7).

use houserules::{AbsoluteDifference, Model, ModelBuilder, Solver, Var};

/// The numbers below `n` in a row whose steps all differ.
fn series(n: usize) -> (Model, Vec<Var>) {
    let most = n as i32 - 1;
    let mut model = ModelBuilder::new();
    let notes = model.vars(n, 0..=most);
    let steps = model.vars(n - 1, 1..=most);
    model.all_different(&notes);
    model.all_different(&steps);
    for (i, &step) in steps.iter().enumerate() {
        model.post(AbsoluteDifference::new(notes[i], notes[i + 1], step));
    }
    (model.build().expect("a valid model"), notes)
}

/// What the program prints.
pub fn answer() -> String {
    let (model, notes) = series(12);
    let Some(solution) = Solver::new(&model).lexicographic().solution() else {
        return "there is none\n".to_owned();
    };
    let row: Vec<i32> = notes.iter().map(|&note| solution[note]).collect();
    let (model, _) = series(8);
    format!("{row:?}\n{} series of 8\n", Solver::new(&model).count())
}

fn main() {
    print!("{}", answer());
}
