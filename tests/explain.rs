//! Proves that explanations hold: what an explanation says was given leads to what it explains, each step
//! stands on steps before it, and the words are those that people use.

#![cfg(feature = "grid")]

use houserules::grid::{Puzzle, Shape};
use houserules::{
    AtMost, Domain, Explanation, Linear, Model, ModelBuilder, Names, Reason, Solver, Table, Var,
};

#[path = "../examples/explain.rs"]
#[allow(dead_code)]
mod explain;

#[test]
fn an_explanation_in_words() {
    insta::assert_snapshot!(explain::answer());
}

/// Only what the explanation says was given, told to a new solver, leads to what it explains.
fn stands_by_itself(model: &Model, explanation: &Explanation, goal: Option<(Var, &Domain)>) {
    let mut solver = Solver::new(model);
    for (i, step) in explanation.steps.iter().enumerate() {
        assert!(step.from.iter().all(|&earlier| earlier < i), "{explanation:?}");
        if step.reason == Reason::Given {
            solver.assume(step.var, step.left.clone());
        }
    }
    match (solver.propagate(), goal) {
        (Ok(store), Some((x, left))) => {
            let mut found = store.domain(x).iter().collect::<Vec<_>>();
            found.retain(|&value| !left.contains(value));
            assert!(found.is_empty(), "{x:?} by {explanation:?}");
        }
        (Ok(_), None) => panic!("no conflict by {explanation:?}"),
        (Err(_), _) => {}
    }
}

fn check(model: &Model, assumptions: &[(Var, Domain)]) -> bool {
    let mut solver = Solver::new(model);
    for (x, domain) in assumptions {
        solver.assume(*x, domain.clone());
    }
    match solver.propagate() {
        Ok(store) => {
            let store = store.clone();
            for x in model.vars() {
                let explanation = solver.explain(x);
                stands_by_itself(model, &explanation, Some((x, &store.domain(x))));
            }
            true
        }
        Err(conflict) => {
            let explanation = solver.explain_conflict(&conflict);
            // What was given against what had been given is no deduction.
            if conflict.reason() != Reason::Given {
                stands_by_itself(model, &explanation, None);
            }
            assert!(!explanation.in_words(model).to_string().is_empty());
            false
        }
    }
}

#[test]
fn cells_of_a_sudoku() {
    let shape = Shape::sudoku();
    let model = shape.model();
    let mut seen = [0, 0];
    for line in include_str!("data/lanes_norvig11.txt").lines() {
        let Ok(puzzle) = line.parse::<Puzzle>() else { continue };
        let mut givens: Vec<(Var, Domain)> =
            puzzle.givens().map(|(cell, value)| (Var::new(cell), value.into())).collect();
        seen[usize::from(check(&model, &givens))] += 1;
        // A given turned into another value: often a conflict.
        for step in 1..=9 {
            let (x, domain) = givens[step].clone();
            let value = domain.single().unwrap() % 9 + 1;
            givens[step] = (x, value.into());
            seen[usize::from(check(&model, &givens))] += 1;
            givens[step] = (x, domain);
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn variables_under_constraints() {
    let mut model = ModelBuilder::new();
    let x = model.vars(6, 0..=20);
    model.all_different(x.iter().zip(0..).map(|(&x, i)| x + i));
    model.post(Linear::equal(x.iter().zip(1..).map(|(&x, c)| (c, x)), 60));
    model.post(AtMost::new(x[0], 3, x[1]));
    model.post(Table::new([x[2], x[3]], (0..7).map(|i| [3 * i, i])));
    let wide = model.var(0..=1_000_000);
    model.post((1000 * x[4] + x[5]).equals(wide));
    let model = model.build().unwrap();
    let mut seen = [0, 0];
    for seed in 0..200u64 {
        let random =
            |i: u64| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(i * 77) >> 7) % 19;
        let assumptions: Vec<(Var, Domain)> = (0..3)
            .map(|i| (x[(random(i) % 6) as usize], (random(i + 9) as i32..=20).into()))
            .chain([(wide, (1000 * random(3) as i32..=900_000).into())])
            .collect();
        seen[usize::from(check(&model, &assumptions))] += 1;
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// Words for each kind of reason.
#[test]
fn reasons_have_words() {
    struct Letters;
    impl Names for Letters {
        fn var(&self, x: Var) -> String {
            ["A", "B", "C", "D"][x.index()].into()
        }
        fn group(&self, _: usize) -> String {
            "the row".into()
        }
    }
    let mut model = ModelBuilder::new();
    let x = model.vars(4, 1..=4);
    model.all_different(&x);
    model.post(AtMost::new(x[0], 1, x[1]));
    let model = model.build().unwrap();
    let mut solver = Solver::new(&model);
    solver.assume(x[1], 1..=2);
    solver.assume(x[2], 3..=4);
    solver.propagate().unwrap();
    let why = solver.explain(x[3]);
    insta::assert_snapshot!(format!("{}\n{}", why.in_words(&Letters), why.in_words(&model)));
    solver.assume(x[3], 2);
    let conflict = solver.propagate().unwrap_err();
    insta::assert_snapshot!(solver.explain_conflict(&conflict).in_words(&Letters));
    // At a solution, what was tried shows too.
    solver.clear();
    assert!(solver.solutions().next().is_some());
    insta::assert_snapshot!(solver.explain(x[2]).in_words(&Letters));
}
