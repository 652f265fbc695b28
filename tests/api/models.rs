//! Models that are empty, huge, contradictory or written wrongly get their answer or their error.

use houserules::{
    AtMost, Budget, Constraint, Count, Domain, Equal, Linear, ModelBuilder, ModelError, NotEqual,
    Outcome, Predicate, Reason, Solver, Strategy, Table, Uniqueness, Var, Violation,
};

use crate::{count, different};

/// K021
#[test]
fn an_empty_model_has_one_solution() {
    let model = ModelBuilder::new().build().unwrap();
    assert_eq!(model.variables(), 0);
    let mut solver = Solver::new(&model);
    assert_eq!(solver.count(), Count::Exactly(1));
    assert!(solver.first().solution().unwrap().values().is_empty());
    assert!(matches!(solver.uniqueness(), Uniqueness::One(s) if s.values().is_empty()));
    assert_eq!(model.verify(&[]), Ok(()));
}

/// K019, K020
#[test]
fn a_variable_in_no_group_is_free() {
    let mut model = ModelBuilder::new();
    let x = model.vars(3, 0..=1);
    model.post(NotEqual::new(x[0], x[2], 0));
    model.post(Predicate::new([x[1]], |_| true));
    assert_eq!(count(&model), 4);
}

/// K008
#[test]
fn a_variable_without_values_is_a_contradiction() {
    let mut model = ModelBuilder::new();
    let x = model.var(Domain::empty());
    let y = model.var(1..=2);
    let z = model.var(0..1000);
    model.all_different([x, y, z]);
    model.post(Linear::equal([(1, x), (1, y)], 3));
    model.post(AtMost::new(z, 0, x));
    let model = model.build().unwrap();
    let conflict = model.contradiction().unwrap();
    assert_eq!((conflict.reason(), conflict.var()), (Reason::Given, Some(x)));
    let mut solver = Solver::new(&model);
    solver.assume(y, 1);
    assert_eq!(solver.first(), Outcome::None);
    assert_eq!(solver.lexicographic(), Outcome::None);
    assert_eq!(solver.count(), Count::Exactly(0));
    assert_eq!(solver.propagate().err(), Some(conflict));
    assert_eq!(solver.stats().nodes, 0);
    assert_eq!(model.verify(&[0, 1, 2]), Err(Violation::Contradiction));
    // Looking at it is harmless.
    assert!(model.root().min(x) > model.root().max(x));
    assert_eq!((model.root().len(x), model.root().value(x)), (0, None));
    assert_eq!(format!("{:?}", model.root()), "{x0: {}, x1: {1, 2}, x2: {0..=999}}");
}

#[test]
fn groups_of_all_sizes() {
    for n in 0..=5 {
        // n variables, 4 values: 4·3·2·… ways.
        let ways: u128 = (0..n as u128).map(|i| 4u128.saturating_sub(i)).product();
        assert_eq!(Solver::new(&different(n, 4)).count(), Count::Exactly(ways), "{n} variables");
    }
    let crowded = different(5, 4);
    assert_eq!(crowded.contradiction().map(|conflict| conflict.reason()), Some(Reason::Group(0)));
    // Seen across different domains and offsets too.
    let mut model = ModelBuilder::new();
    let (a, b, c) = (model.var([1, 3]), model.var(0..=0), model.var([2, 4]));
    model.all_different([a + 0, b + 1, c - 1]);
    let conflict = model.build().unwrap().contradiction().unwrap();
    assert_eq!((conflict.reason(), conflict.var()), (Reason::Group(0), None));
}

/// K022, A014
#[test]
fn a_variable_twice_in_a_group_is_an_error() {
    let mut model = ModelBuilder::new();
    let x = model.vars(2, 0..=2);
    model.all_different([x[0], x[1]]);
    model.all_different([x[0] + 0, x[1] + 0, x[0] + 1]);
    // x differs from itself one further; y differs from both.
    assert_eq!(count(&model), 4);
    model.all_different([x[0] + 1, x[1] + 0, x[0] + 1]);
    assert_eq!(model.build().err(), Some(ModelError::Repeated { group: 2, var: x[0] }));
}

#[test]
fn strangers_are_errors() {
    let mut model = ModelBuilder::new();
    let x = model.var(0..=2);
    model.all_different([x, Var::new(9)]);
    let error = model.build().err();
    assert_eq!(error, Some(ModelError::UnknownInGroup { group: 0, var: Var::new(9) }));
    let mut model = ModelBuilder::new();
    let x = model.var(0..=2);
    model.post(NotEqual::new(x, x, 1));
    model.post(NotEqual::new(x, Var::new(1), 0));
    let error = model.build().err();
    assert_eq!(error, Some(ModelError::UnknownInConstraint { constraint: 1, var: Var::new(1) }));
}

/// A014
#[test]
fn constraints_over_nothing_over_constants_and_over_one_variable_twice() {
    fn ways<C: Constraint + 'static>(make: impl Fn([Var; 3]) -> C) -> u128 {
        let mut model = ModelBuilder::new();
        let vars = [model.var(0..=4), model.var(2), model.var(3)];
        model.post(make(vars));
        count(&model)
    }
    let none = || -> [(i64, Var); 0] { [] };
    assert_eq!(ways(|_| Linear::equal(none(), 0)), 5);
    assert_eq!(ways(|_| Linear::equal(none(), 1)), 0);
    assert_eq!(ways(|_| Linear::at_most(none(), -1)), 0);
    assert_eq!(ways(|_| Linear::not_equal(none(), 0)), 0);
    assert_eq!(ways(|_| Table::new([], [[0; 0]; 0])), 0);
    assert_eq!(ways(|_| Table::new([], [[0; 0]; 3])), 5);
    assert_eq!(ways(|[x, ..]| Table::new([x], [[0; 1]; 0])), 0);
    assert_eq!(ways(|_| Predicate::new([], |_| true)), 5);
    assert_eq!(ways(|_| Predicate::new([], |_| false)), 0);
    assert_eq!(ways(|[_, two, three]| Linear::equal([(1, two), (1, three)], 5)), 5);
    assert_eq!(ways(|[_, two, three]| Linear::equal([(1, two), (1, three)], 6)), 0);
    assert_eq!(ways(|[_, two, three]| AtMost::new(three, 0, two)), 0);
    assert_eq!(ways(|[_, two, _]| NotEqual::new(two, two, 0)), 0);
    assert_eq!(ways(|[x, ..]| NotEqual::new(x, x, 0)), 0);
    assert_eq!(ways(|[x, ..]| NotEqual::new(x, x, 1)), 5);
    assert_eq!(ways(|[x, ..]| AtMost::new(x, 0, x)), 5);
    assert_eq!(ways(|[x, ..]| AtMost::new(x, 1, x)), 0);
    assert_eq!(ways(|[x, ..]| Linear::equal([(1, x), (1, x)], 6)), 1);
    assert_eq!(ways(|[x, ..]| Linear::not_equal([(3, x), (-2, x)], 1)), 4);
    // Coefficients of one variable whose sum fits no i64.
    assert_eq!(ways(|[x, ..]| Linear::equal([(i64::MAX, x), (i64::MAX, x)], 0)), 1);
    assert_eq!(ways(|[x, ..]| Linear::not_equal([(i64::MIN, x), (i64::MIN, x)], 0)), 4);
}

/// A015
#[test]
fn extreme_domains() {
    // As wide as can be, and many of them.
    let mut model = ModelBuilder::new();
    let x = model.vars(20, i32::MIN..=i32::MAX);
    let model = model.build().unwrap();
    let mut solver = Solver::new(&model).strategy(Strategy::Backtracking);
    assert_eq!(solver.first().solution().map(|s| s[x[7]]), Some(i32::MIN));
    solver.assume(x[7], vec![(-9, 3), (i32::MAX - 1, i32::MAX)]);
    assert_eq!(solver.propagate().unwrap().len(x[7]), 15);
    assert_eq!(solver.store().len(x[8]), u32::MAX);
    assert_eq!(solver.first().solution().map(|s| s[x[7]]), Some(-9));

    // More gaps than there is room for.
    let mut model = ModelBuilder::new();
    model.vars(1 << 14, (0..1100).map(|i| i * 90_000).collect::<Domain>());
    assert_eq!(model.build().err(), Some(ModelError::TooLarge));

    let mut model = ModelBuilder::new();
    let zero = model.var(0..=0);
    let million = model.var(0..1_000_000);
    let ends = [model.var(i32::MIN..=i32::MIN + 2), model.var(i32::MAX - 2..=i32::MAX)];
    model.post(AtMost::new(million, 0, zero));
    // Two numbers whose difference is no i32.
    model.post(NotEqual::new(ends[0], ends[1], i32::MIN));
    model.post(AtMost::new(ends[0], i32::MAX, ends[1]));
    model.post(Linear::at_most([(i64::MAX, ends[1]), (i64::MIN, ends[0])], i64::MAX));
    model.post(Linear::not_equal([(1, ends[1]), (1, ends[0])], -1));
    model.all_different([ends[0] + i32::MAX, ends[1] + i32::MIN, zero + 0]);
    let model = model.build().unwrap();
    assert_eq!(Solver::new(&model).first(), Outcome::None);

    let mut model = ModelBuilder::new();
    let x = model.vars(2, 0..1_000_000);
    model.post(AtMost::new(x[0], 999_998, x[1]));
    model.all_different(&x);
    assert_eq!(count(&model), 3);

    // The ends of a wide variable, wherever it lies, a bitmap or not.
    for (lo, hi) in [
        (i32::MIN, i32::MIN + 65_535),
        (-65_536, 0),
        (i32::MAX - 65_536, i32::MAX),
        (-(1 << 23), 1 << 29),
        (i32::MIN, i32::MAX),
    ] {
        let mut model = ModelBuilder::new();
        let x = model.var(lo..=hi);
        let ends = [lo, hi];
        model.post(Table::new([x], [[ends[1]], [ends[0]], [lo.wrapping_sub(1)]]));
        let model = model.build().unwrap();
        let found: Vec<i32> = Solver::new(&model).solutions().map(|s| s[x]).collect();
        assert_eq!(found, ends);
    }
}

#[test]
fn a_sum_of_the_widest_numbers_does_not_overflow() {
    for (sign, total) in [(1, i64::MAX), (-1, i64::MIN)] {
        let mut model = ModelBuilder::new();
        let x = model.var(i32::MAX - 1..=i32::MAX);
        let y = model.var(i32::MIN..=i32::MIN + 1);
        let terms = || [(i64::MAX, x), (i64::MIN, y), (sign, x)];
        model.post(Linear::not_equal(terms(), total));
        model.post(Linear::equal(terms(), total));
        assert_eq!(count(&model), 0);
    }
    // Just inside what 64-bit sums can do, and just outside.
    for coefficient in [(1 << 29) - 1, 1 << 29, (1 << 29) + 1, 1 << 30] {
        let mut model = ModelBuilder::new();
        let x = model.var(i32::MIN..=i32::MIN + 3);
        let y = model.var(i32::MIN..=i32::MIN + 3);
        model.post(Linear::equal([(coefficient, x), (-coefficient, y)], coefficient));
        assert_eq!(count(&model), 3);
        let mut model = ModelBuilder::new();
        let x = model.var(i32::MIN..=i32::MIN + 3);
        let y = model.var(i32::MIN..=i32::MIN + 3);
        let total = 2 * coefficient * i64::from(i32::MIN) + coefficient;
        model.post(Linear::at_most([(coefficient, x), (coefficient, y)], total));
        assert_eq!(count(&model), 3);
    }
}

#[test]
#[should_panic(expected = "the opposite of the offset is an i32")]
fn an_offset_without_an_opposite_is_refused() {
    let _ = Var::new(0) - i32::MIN;
}

/// A016
#[test]
fn counts_do_not_wrap() {
    let huge = Count::Exactly(6_670_903_752_021_072_936_960);
    assert_eq!(huge.to_string(), "6670903752021072936960");
    assert_eq!(huge.found(), 6_670_903_752_021_072_936_960);
    // 2⁹⁶ solutions.
    let mut model = ModelBuilder::new();
    model.vars(3, [i32::MIN, 0, i32::MAX].map(|_| 1));
    model.vars(96, 0..=1);
    let mut solver = Solver::new(&model.build().unwrap()).budget(Budget::new().solutions(1000));
    assert_eq!(solver.count().to_string(), ">=1000");
}

#[test]
fn large_models_are_built_and_solved() {
    // One group of 100,000 variables with too few values: said at once.
    let mut model = ModelBuilder::new();
    let many = model.vars(100_000, 0..64);
    model.all_different(&many);
    let conflict = model.build().unwrap().contradiction();
    assert_eq!(conflict.map(|conflict| conflict.reason()), Some(Reason::Group(0)));

    // Many constraints, and many groups through the same variables.
    let mut model = ModelBuilder::new();
    let x = model.vars(4, 0..4);
    for i in 0..50_000 {
        model.post(NotEqual::new(x[i % 4], x[(i + 1) % 4], 0));
        model.all_different([x[0], x[1], x[2], x[3]]);
    }
    assert_eq!(count(&model), 24);
}

#[test]
fn far_apart_domains_take_no_more_memory_than_their_values() {
    let mut model = ModelBuilder::new();
    let mut x = vec![model.var(0..65)];
    x.extend(model.vars(2000, 16_000_000..16_000_070));
    x.chunks(50).for_each(|x| model.all_different(x));
    x.windows(2).for_each(|x| model.all_different(x));
    let model = model.build().unwrap();
    assert!(model.contradiction().is_none());
}

#[test]
fn a_large_house_has_a_place_for_each_value() {
    let mut model = ModelBuilder::new();
    let x = model.vars(300, 0..300);
    model.all_different(&x);
    // As many constraints that wait before the house is looked through.
    let y = model.vars(300, 1..=300);
    x.iter().zip(&y).for_each(|(&x, &y)| {
        model.post(Equal::new(y, x, 1));
    });
    let mut solver = Solver::new(&model.build().unwrap());
    let others: Domain = (0..300).filter(|&value| value != 7).collect();
    for &x in x.iter().filter(|&&other| other != x[5]) {
        solver.assume(x, others.clone());
    }
    let store = solver.propagate().unwrap();
    assert_eq!((store.value(x[5]), store.value(y[5]), store.value(x[6])), (Some(7), Some(8), None));
    solver.assume(x[5], others);
    assert!(solver.propagate().is_err());
}
