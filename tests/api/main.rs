//! Proves that the library behaves at its edges: searches end, begin again, are cloned, cancelled and
//! shared; models that are empty, huge, contradictory or written wrongly get their answer or their
//! error; and nothing panics. Case numbers are those of the collection named in data/PROVENANCE.md.

mod control;
mod data;
mod embedding;
mod models;
mod ranges;
mod searches;
mod threads;

use houserules::{Count, Linear, Model, ModelBuilder, Solver};

/// `n` variables with the values `0..m` that all differ.
fn different(n: usize, m: i32) -> Model {
    let mut model = ModelBuilder::new();
    let vars = model.vars(n, 0..m);
    model.all_different(&vars);
    model.build().unwrap()
}

/// Many pigeons, one hole too few, told in a way that takes a search for ever to see.
fn pigeons(n: usize) -> Model {
    let mut model = ModelBuilder::new();
    let vars = model.vars(n, 0..n as i32 - 1);
    for (i, &x) in vars.iter().enumerate() {
        vars[..i].iter().for_each(|&y| {
            // Doubled, so that it is not taken for a group.
            model.post(Linear::not_equal([(2, x), (-2, y)], 0));
        });
    }
    model.build().unwrap()
}

fn count(model: &ModelBuilder) -> u128 {
    let Count::Exactly(count) = Solver::new(&model.build().unwrap()).count() else {
        panic!("no limit was set")
    };
    count
}
