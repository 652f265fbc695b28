//! A constraint of one's own, from outside the crate: two numbers without a common divisor.

use houserules::{Conflict, Constraint, ModelBuilder, Solver, Status, Store, Var};

#[derive(Debug)]
struct Coprime([Var; 2]);

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Constraint for Coprime {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    /// The meaning alone would do; what follows makes it faster.
    fn holds(&self, values: &[i32]) -> bool {
        gcd(values[0], values[1]) == 1
    }

    /// When one of them is known, the other keeps the values that fit.
    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        let [x, y] = self.0;
        for (known, other) in [(x, y), (y, x)] {
            if let Some(value) = store.value(known) {
                store.retain(other, |v| gcd(value, v) == 1)?;
                return Ok(Status::Entailed);
            }
        }
        Ok(Status::Fixpoint)
    }
}

/// What the program prints.
pub fn answer() -> String {
    // Put 1..=10 in a row so that neighbours have no common divisor.
    let mut model = ModelBuilder::new();
    let row = model.vars(10, 1..=10);
    model.all_different(&row);
    for pair in row.windows(2) {
        model.post(Coprime([pair[0], pair[1]]));
    }
    let model = model.build().expect("a valid model");
    let mut solver = Solver::new(&model);
    let first = solver.lexicographic().solution().map(|s| format!("{:?}", s.values()));
    format!("{}\n{} ways\n", first.unwrap_or_default(), solver.count())
}

fn main() {
    print!("{}", answer());
}
