//! Langford's problem: between the two 1s stands one number, between the two 2s stand two, and so on.

use houserules::{Inverse, ModelBuilder, Solver};

/// What the program prints.
pub fn answer() -> String {
    let n = 7;
    let mut model = ModelBuilder::new();
    // Where each number stands first and again, and what stands in each place.
    let place_of = model.vars(2 * n, 0..2 * n as i32);
    let what_at = model.vars(2 * n, 0..2 * n as i32);
    model.post(Inverse::new(&place_of, &what_at));
    for number in 1..=n {
        let (first, again) = (place_of[number - 1], place_of[n + number - 1]);
        model.post(again.equals(first + number as i32 + 1));
    }
    // Not the same row backwards.
    model.post(what_at[0].less_than(what_at[2 * n - 1]));
    let model = model.build().expect("a valid model");

    let mut solver = Solver::new(&model);
    let mut lines = String::new();
    for solution in solver.solutions().take(3) {
        let row = what_at.iter().map(|&x| solution[x] as usize % n + 1);
        lines += &row.map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
        lines += "\n";
    }
    lines + &format!("{} in all\n", solver.count())
}

fn main() {
    print!("{}", answer());
}
