//! Searches that go on after a limit, projections, culprits, progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use houserules::{
    Budget, Cancel, Culprits, InputOrder, Limit, ModelBuilder, Outcome, Solution, Solver, Stats,
    Strategy, Var,
};

use crate::{different, pigeons};

/// A search that was stopped goes on where it stood, in whatever pieces, and finds each solution once.
#[test]
fn a_search_goes_on_after_a_limit() {
    let model = different(6, 6);
    for strategy in [Strategy::Backtracking, Strategy::Learning] {
        let whole: Vec<Solution> = Solver::new(&model).strategy(strategy).solutions().collect();
        for budget in [
            Budget::new().nodes(1),
            Budget::new().nodes(7),
            Budget::new().solutions(1),
            Budget::new().solutions(100),
            Budget::new().solutions(3).nodes(5),
        ] {
            let mut solver = Solver::new(&model).strategy(strategy).budget(budget);
            let mut pieces: Vec<Solution> = solver.solutions().collect();
            loop {
                let mut rest = solver.resume();
                pieces.extend(rest.by_ref());
                if rest.stopped_by().is_none() {
                    break;
                }
            }
            assert_eq!(pieces, whole);
        }
    }
}

/// Each combination of the chosen variables once, as the oracle has them.
#[test]
fn projections_are_the_different_parts_of_solutions() {
    let mut model = ModelBuilder::new();
    let x = model.vars(5, 0..5);
    model.all_different(&x);
    model.post((x[0] + x[1] - x[2]).equals(x[3]));
    let model = model.build().unwrap();
    let all: Vec<Solution> = Solver::new(&model).solutions().collect();
    for chosen in [&[0, 1][..], &[4], &[3, 0, 3], &[], &[0, 1, 2, 3, 4]] {
        let chosen: Vec<Var> = chosen.iter().map(|&i| x[i]).collect();
        let mut right: Vec<Vec<i32>> =
            all.iter().map(|s| chosen.iter().map(|&x| s[x]).collect()).collect();
        right.sort();
        right.dedup();
        let solvers = [
            Solver::new(&model),
            Solver::new(&model).strategy(Strategy::Learning),
            Solver::new(&model).branching(InputOrder::default()),
        ];
        for mut solver in solvers {
            let mut found: Vec<Vec<i32>> = solver.projections(&chosen).collect();
            found.sort();
            assert_eq!(found, right, "{chosen:?}");
            // The solver is what it was.
            assert_eq!(solver.solutions().count(), all.len());
        }
    }
    let mut solver = Solver::new(&model).budget(Budget::new().solutions(1));
    let mut some = solver.projections(&x[..1]);
    assert!(some.next().is_some() && some.next().is_none());
    assert_eq!(some.stopped_by(), Some(Limit::Solutions));
}

/// The assumptions that are to blame have no solution, and without any one of them there is one.
#[test]
fn culprits_are_needed_each() {
    let model = different(4, 5);
    let x: Vec<Var> = model.vars().collect();
    let mut solver = Solver::new(&model);
    assert_eq!(solver.culprits(), Culprits::Solvable);
    for domain in [[0, 1], [3, 4], [1, 0]] {
        solver.assume(x[0], domain);
    }
    assert_eq!(solver.culprits(), Culprits::Minimal(vec![1, 2]));
    assert_eq!(solver.assumptions().len(), 3);
    let cancel = Cancel::new();
    cancel.cancel();
    solver.set_budget(Budget::new().cancel(&cancel));
    assert!(matches!(solver.culprits(), Culprits::Unknown(Limit::Cancelled) | Culprits::Some(..)));

    let mut model = ModelBuilder::new();
    let x = model.vars(2, 0..2);
    model.post(x[0].less_than(0));
    let mut solver = Solver::new(&model.build().unwrap());
    solver.assume(x[1], 1);
    assert_eq!(solver.culprits(), Culprits::Minimal(vec![]));
}

/// Words on progress come while a search works, and end with it.
#[test]
fn progress_is_told() {
    for strategy in [Strategy::Backtracking, Strategy::Learning] {
        let told = Arc::new(AtomicBool::new(false));
        let hear = told.clone();
        let budget = Budget::new().progress(move |stats: &Stats| {
            assert!(stats.changes > 0);
            hear.store(true, Ordering::Relaxed);
        });
        let outcome = Solver::new(&pigeons(9)).strategy(strategy).budget(budget).first();
        assert_eq!(outcome, Outcome::None);
        assert!(told.load(Ordering::Relaxed), "{strategy:?}");
    }
}
