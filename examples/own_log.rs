//! A log of one's own, from outside the crate: each decision of a search, and what followed from the one before it.

use std::sync::{Arc, Mutex};

use houserules::{Branching, Decision, Group, Model, ModelBuilder, Reason, Solver, Store, Var};

/// Decides on the first open variable and its smallest value, and writes down what happened.
#[derive(Clone, Debug, Default)]
struct Logged(Arc<Mutex<Vec<String>>>);

impl Branching for Logged {
    fn choose(&self, _: &Model, store: &Store) -> Option<Decision> {
        let mut log = self.0.lock().expect("nobody panics");
        // The trail has all changes since the root, each with its cause.
        let tried = |reason| matches!(reason, Reason::Decision | Reason::Refuted);
        let last = store.trail().iter().rposition(|change| tried(change.cause().reason()));
        for change in &store.trail()[last.unwrap_or(0)..] {
            if let Some(x) = store.var_of(change) {
                log.push(format!("  {x:?} because of {}", change.cause().reason()));
            }
        }
        let x = (0..store.variables()).map(Var::new).find(|&x| !store.is_fixed(x))?;
        let value = store.min(x);
        log.push(format!("{x:?} = {value}? of {:?}", store.domain(x)));
        Some(Decision::Is(x, value))
    }
}

/// What the program prints.
pub fn answer() -> String {
    // Four queens, one a row.
    let mut model = ModelBuilder::new();
    let queens = model.vars(4, 0..4);
    for step in [-1, 0, 1] {
        model.group(Group::new(queens.iter().zip(0..).map(|(&q, i)| q + step * i)));
    }
    let log = Logged::default();
    let found = Solver::new(&model.build().expect("a valid model")).branching(log.clone()).first();
    let lines = log.0.lock().expect("nobody panics").join("\n");
    format!("{lines}\n{:?}\n", found.solution().map(|solution| solution.into_values()))
}

fn main() {
    print!("{}", answer());
}
