//! What to take along: the most worth for a weight, each better choice as it is found.

use houserules::{MinimumRemaining, ModelBuilder, Solver, ValueOrder, sum};

const THINGS: [(&str, i32, i32); 10] = [
    ("map", 9, 150),
    ("compass", 13, 35),
    ("water", 153, 200),
    ("sandwich", 50, 160),
    ("glucose", 15, 60),
    ("tin", 68, 45),
    ("banana", 27, 60),
    ("apple", 39, 40),
    ("cheese", 23, 30),
    ("camera", 32, 30),
];

/// What the program prints.
pub fn answer() -> String {
    let mut model = ModelBuilder::new();
    let taken = model.booleans(THINGS.len());
    let with = |value: fn(&(&str, i32, i32)) -> i32| {
        sum(taken.iter().zip(&THINGS).map(move |(&x, thing)| value(thing) * x))
    };
    model.post(with(|thing| thing.1).at_most(250));
    let worth = model.define(with(|thing| thing.2));
    let model = model.build().expect("a valid model");

    // Take things along first.
    let branching = MinimumRemaining { values: ValueOrder::Descending };
    let mut solver = Solver::new(&model).branching(branching);
    let mut improvements = solver.maximising(worth);
    let mut lines = String::new();
    for solution in improvements.by_ref() {
        let names = taken.iter().zip(THINGS).filter(|(x, _)| solution[**x] == 1);
        let names: Vec<&str> = names.map(|(_, thing)| thing.0).collect();
        lines += &format!("{}: {}\n", solution[worth], names.join(", "));
    }
    let proved = improvements.stopped_by().is_none();
    lines + if proved { "the last is the best\n" } else { "there may be better\n" }
}

fn main() {
    print!("{}", answer());
}
