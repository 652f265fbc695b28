//! The best solutions, against brute force and against known answers.

use houserules::*;

#[test]
fn best_of_all_assignments() {
    for seed in 0..40 {
        let c = |i: i64| (seed * 7919 + i * 104_729) % 11 - 5;
        let mut model = ModelBuilder::new();
        let x = model.vars(4, -2..=2);
        model.post(Linear::at_most((0..).map(c).zip(x.iter().copied()), 3));
        model.post(NotEqual::new(x[0], x[1], 0).or(Product::new(x[1], x[2], x[3])));
        let value = model
            .define(x.iter().zip(4..).map(|(&x, i)| c(i) as i32 * x).sum::<Expr>() + seed as i32);
        let model = model.build().unwrap();
        let all: Vec<i32> = Solver::new(&model).solutions().map(|s| s[value]).collect();
        let mut solver = Solver::new(&model);
        assert_eq!(solver.minimise(value).value(), all.iter().min().copied());
        assert_eq!(solver.maximise(value).value(), all.iter().max().copied());
        let falling: Vec<i32> = solver.minimising(value).map(|s| s[value]).collect();
        assert!(falling.is_sorted_by(|a, b| a > b));
        // However much is learned on the way, and whoever's turn it is.
        for (strategy, after) in
            [(Strategy::Learning, 0), (Strategy::Automatic, 0), (Strategy::Automatic, 2)]
        {
            let learning = Learning { after, restart: 2, clauses: 3, turn: 20, seed: seed as u64 };
            let mut solver = Solver::new(&model).strategy(strategy).learning(learning);
            assert_eq!(solver.minimise(value).value(), all.iter().min().copied());
            assert_eq!(solver.maximise(value).value(), all.iter().max().copied());
        }
        // The bound of each search is gone behind it.
        assert_eq!(solver.solutions().count(), all.len());
        // Assumptions of one's own stay.
        solver.assume(x[0], 1..=2);
        let some = || Solver::new(&model).into_solutions().filter(|s| s[x[0]] >= 1);
        assert_eq!(solver.minimise(value).value(), some().map(|s| s[value]).min());
        assert_eq!(solver.maximise(value).value(), some().map(|s| s[value]).max());
    }
}

#[test]
fn no_solution_and_no_proof() {
    let mut model = ModelBuilder::new();
    let x = model.vars(8, 0..8);
    model.all_different(&x);
    let worth = model.define(sum(x.iter().zip(1..).map(|(&x, i)| i * x)));
    let model = model.build().unwrap();

    let mut solver = Solver::new(&model);
    assert!(matches!(solver.maximise(worth), Optimum::Proved(_, 168)));
    assert!(matches!(solver.minimise(worth), Optimum::Proved(_, 84)));

    solver.set_budget(Budget::new().nodes(20));
    let unsure = solver.minimise(worth);
    assert!(matches!(unsure, Optimum::Unknown(Limit::Nodes, _)), "{unsure:?}");
    let mut improvements = solver.maximising(worth);
    while improvements.next().is_some() {}
    assert_eq!(improvements.stopped_by(), Some(Limit::Nodes));
    assert!(improvements.next().is_none());

    // A budget is for all the searches together.
    solver.set_budget(Budget::new().solutions(2));
    let Optimum::Unknown(Limit::Solutions, Some((_, second))) = solver.minimise(worth) else {
        panic!("there are more than two improvements");
    };
    solver.set_budget(Budget::new());
    assert_eq!(solver.minimising(worth).nth(1).map(|s| s[worth]), Some(second));

    solver.assume(x[0], 3);
    solver.assume(x[1], 3);
    assert_eq!(solver.minimise(worth), Optimum::None);
    solver.clear();

    let cancel = Cancel::new();
    cancel.cancel();
    solver.set_budget(Budget::new().cancel(&cancel));
    assert_eq!(solver.minimise(worth), Optimum::Unknown(Limit::Cancelled, None));
}

#[test]
fn ends_of_the_numbers() {
    let mut model = ModelBuilder::new();
    let (low, high) = (model.var([i32::MIN, i32::MIN + 1]), model.var([i32::MAX - 1, i32::MAX]));
    let model = model.build().unwrap();
    let mut solver = Solver::new(&model);
    assert_eq!(solver.minimise(low).value(), Some(i32::MIN));
    assert_eq!(solver.maximise(low).value(), Some(i32::MIN + 1));
    assert_eq!(solver.minimise(high).value(), Some(i32::MAX - 1));
    assert_eq!(solver.maximise(high).value(), Some(i32::MAX));
}
