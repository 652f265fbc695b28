//! What is shared by threads, and how much stack it takes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use houserules::{
    Branching, Budget, Cancel, Constraint, Count, InputOrder, Model, ModelBuilder, Solution,
    Solver, Store, Var,
};

use crate::different;

#[test]
fn what_is_shared_by_threads_can_be() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Model>();
    shared::<ModelBuilder>();
    shared::<Solver>();
    shared::<Store>();
    shared::<Solution>();
    shared::<Budget>();
    shared::<Cancel>();
    shared::<houserules::Solutions<Solver>>();
    shared::<Arc<dyn Constraint>>();
    shared::<Arc<dyn Branching>>();
}

#[test]
fn threads_share_a_model() {
    let model = different(5, 5);
    let alone = Solver::new(&model).count();
    thread::scope(|scope| {
        let all: Vec<_> = (0..4)
            .map(|value| {
                let model = &model;
                scope.spawn(move || {
                    let mut solver = Solver::new(model);
                    let whole = solver.count();
                    solver.assume(Var::new(0), value);
                    (whole, solver.count())
                })
            })
            .collect();
        for answer in all {
            assert_eq!(answer.join().unwrap(), (alone, Count::Exactly(24)));
        }
    });
}

/// A019
#[test]
fn a_small_stack_is_enough() {
    let solved = thread::Builder::new()
        .stack_size(256 * 1024)
        .spawn(|| {
            let mut model = ModelBuilder::new();
            let x = model.vars(625, 1..=25);
            for i in 0..25 {
                model.all_different((0..25).map(|j| x[i * 25 + j]));
                model.all_different((0..25).map(|j| x[j * 25 + i]));
                let corner = i / 5 * 125 + i % 5 * 5;
                model.all_different((0..25).map(|j| x[corner + j / 5 * 25 + j % 5]));
            }
            let model = model.build().unwrap();
            let solution = Solver::new(&model).first().solution().unwrap();
            // A long chain as well: each variable one decision deep.
            let mut deep = ModelBuilder::new();
            deep.vars(2_000, 0..=1);
            let deep = deep.build().unwrap();
            let mut solver = Solver::new(&deep).branching(InputOrder::default());
            (
                model.verify(solution.values()).is_ok(),
                solver.first().solution().is_some(),
                solver.stats().depth,
            )
        })
        .unwrap()
        .join()
        .unwrap();
    assert_eq!(solved, (true, true, 2_000));
}

#[test]
fn a_cancel_flag_is_one_flag() {
    let cancel = Cancel::new();
    let other = cancel.clone();
    assert!(!cancel.is_cancelled());
    other.cancel();
    assert!(cancel.is_cancelled());
    let flag: &AtomicBool = cancel.flag();
    assert!(flag.load(Ordering::Relaxed));
}
