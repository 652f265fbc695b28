//! Proves that the library behaves at its edges: searches end, begin again, are cloned, cancelled and
//! shared; models that are empty, huge, contradictory or written wrongly get their answer or their
//! error; and nothing panics. Case numbers are those of the collection named in data/PROVENANCE.md.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use houserules::{
    AtMost, Branching, Budget, Cancel, Cases, Conflict, Constraint, Count, Culprits, Decision,
    Domain, Equal, Events, Forbidden, Group, InputOrder, Limit, Linear, Member, Model,
    ModelBuilder, ModelError, Not, NotEqual, Outcome, Predicate, Product, Reason, Solution, Solver,
    Stats, Status, Store, Strategy, Strength, Table, Uniqueness, Var, Violation,
};

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

// ---- searches ---------------------------------------------------------------------------------

/// A003, K066
#[test]
fn an_iterator_stays_at_its_end() {
    let model = different(3, 3);
    let mut solver = Solver::new(&model);
    let mut solutions = solver.solutions();
    let all: Vec<Solution> = solutions.by_ref().collect();
    assert_eq!(all.len(), 6);
    for _ in 0..3 {
        assert_eq!(solutions.next(), None);
        assert_eq!(solutions.stopped_by(), None);
    }
    // What was found is owned: the end of the search does not spoil it.
    assert!(all.iter().all(|solution| model.verify(solution.values()).is_ok()));

    let mut limited = Solver::new(&model).budget(Budget::new().solutions(2));
    let mut solutions = limited.solutions();
    assert_eq!(solutions.by_ref().count(), 2);
    for _ in 0..3 {
        assert_eq!(solutions.next(), None);
        assert_eq!(solutions.stopped_by(), Some(Limit::Solutions));
    }
}

/// A004
#[test]
fn a_solver_gives_the_same_answer_again() {
    let model = different(4, 5);
    let mut solver = Solver::new(&model);
    let (first, stats) = (solver.first(), solver.stats());
    assert_eq!(solver.first(), first);
    assert_eq!(solver.stats(), stats);
    assert_eq!(solver.count(), Count::Exactly(120));
    // A search given up in the middle leaves nothing behind.
    solver.solutions().take(7).for_each(drop);
    assert_eq!(solver.count(), Count::Exactly(120));
    assert_eq!(solver.first(), first);
    assert_eq!(solver.stats(), stats);
}

/// A005, A006
#[test]
fn assumptions_come_and_go() {
    let model = different(3, 3);
    let x: Vec<Var> = model.vars().collect();
    let mut solver = Solver::new(&model);
    solver.assume(x[0], 1);
    solver.assume(x[1], 1);
    assert_eq!(solver.first(), Outcome::None);
    assert_eq!(solver.count(), Count::Exactly(0));
    assert_eq!(solver.uniqueness(), Uniqueness::None);
    solver.clear();
    assert_eq!(solver.count(), Count::Exactly(6));
    solver.assume(x[0], 2);
    assert_eq!(solver.count(), Count::Exactly(2));
    solver.assume(x[0], [0, 2]); // adds up
    assert_eq!(solver.count(), Count::Exactly(2));
    solver.assume(x[0], Domain::empty());
    assert_eq!(solver.first(), Outcome::None);
    solver.clear();
    assert_eq!(solver.count(), Count::Exactly(6));
    assert_eq!(solver.first(), Solver::new(&model).first());
}

#[test]
#[should_panic(expected = "x7 is a variable of another model")]
fn an_assumption_about_a_stranger_is_refused() {
    Solver::new(&different(3, 3)).assume(Var::new(7), 1);
}

/// K028, K047
#[test]
fn a_builder_goes_on_after_building() {
    let mut model = ModelBuilder::new();
    let abc = model.vars(3, 0..=4);
    model.all_different(&abc);
    assert_eq!(count(&model), 60);
    let de = model.vars(2, 0..=4);
    model.all_different(abc.iter().chain(&de));
    assert_eq!(count(&model), 120);

    let mut model = ModelBuilder::new();
    let (a, b) = (model.var(0..=1), model.var(0..=1));
    model.post(Predicate::new([a, b], |v| v[0] == 1 || v[1] == 1));
    let mut solver = Solver::new(&model.build().unwrap());
    solver.assume(b, 0);
    assert_eq!(solver.first().solution().unwrap().values(), [1, 0]);
    model.post(Predicate::new([a, b], |v| v[0] == 0 || v[1] == 1));
    model.post(Predicate::new([a, b], |v| v[0] == 0 || v[1] == 0));
    let solved = Solver::new(&model.build().unwrap()).uniqueness();
    assert!(matches!(solved, Uniqueness::One(s) if s.values() == [0, 1]));
}

/// Says when a search is under way.
#[derive(Debug)]
struct Begun(mpsc::Sender<()>);

impl Branching for Begun {
    fn choose(&self, _: &Model, store: &Store) -> Option<Decision> {
        if store.level() == 3 {
            // Nobody listens any more after the first time.
            let _ = self.0.send(());
        }
        None
    }
}

/// A007
#[test]
fn another_thread_cancels() {
    let model = pigeons(30);
    let cancel = Cancel::new();
    let (begun, wait) = mpsc::channel();
    let mut solver =
        Solver::new(&model).branching(Begun(begun)).budget(Budget::new().cancel(&cancel));
    let search = thread::spawn(move || (solver.first(), solver.count(), solver.uniqueness()));
    wait.recv().unwrap();
    cancel.cancel();
    let unknown = Limit::Cancelled;
    let answers =
        (Outcome::Unknown(unknown), Count::AtLeast(0, unknown), Uniqueness::Unknown(unknown, None));
    assert_eq!(search.join().unwrap(), answers);
}

#[test]
fn limits_are_outcomes_of_their_own() {
    let model = pigeons(12);
    let limited = |budget: Budget| Solver::new(&model).budget(budget);
    assert_eq!(limited(Budget::new().nodes(5)).first(), Outcome::Unknown(Limit::Nodes));
    assert_eq!(limited(Budget::new().nodes(5)).lexicographic(), Outcome::Unknown(Limit::Nodes));
    assert_eq!(limited(Budget::new().nodes(0)).count(), Count::AtLeast(0, Limit::Nodes));
    assert_eq!(limited(Budget::new().solutions(0)).first(), Outcome::Unknown(Limit::Solutions));

    let model = different(3, 3);
    let limited = |budget: Budget| Solver::new(&model).budget(budget);
    assert_eq!(limited(Budget::new().solutions(4)).count(), Count::AtLeast(4, Limit::Solutions));
    assert_eq!(limited(Budget::new().solutions(7)).count(), Count::Exactly(6));
    let one = limited(Budget::new().solutions(1)).uniqueness();
    assert!(matches!(one, Uniqueness::Unknown(Limit::Solutions, Some(_))));
    // What needs no decision needs no budget, but a search for no solutions finds none.
    let model = different(1, 1);
    let limited = |budget: Budget| Solver::new(&model).budget(budget);
    assert!(matches!(limited(Budget::new().nodes(0)).uniqueness(), Uniqueness::One(_)));
    assert!(matches!(limited(Budget::new().solutions(1)).uniqueness(), Uniqueness::One(_)));
    assert_eq!(limited(Budget::new().solutions(0)).count(), Count::AtLeast(0, Limit::Solutions));
}

#[cfg(feature = "clock")]
#[test]
fn time_is_a_limit() {
    use std::time::Duration;
    let mut solver = Solver::new(&pigeons(30)).budget(Budget::new().time(Duration::ZERO));
    assert_eq!(solver.first(), Outcome::Unknown(Limit::Time));
    // Longer than any clock can say.
    let mut solver = Solver::new(&different(3, 3)).budget(Budget::new().time(Duration::MAX));
    assert_eq!(solver.count(), Count::Exactly(6));
}

/// A009
#[test]
fn clones_of_a_search_go_their_own_ways() {
    let model = different(4, 4);
    let all: Vec<Solution> = Solver::new(&model).into_solutions().collect();
    for begun in 0..all.len() {
        let mut one = Solver::new(&model).into_solutions();
        one.by_ref().take(begun).for_each(drop);
        let mut two = one.clone();
        assert_eq!(one.next(), Some(all[begun].clone()));
        assert_eq!(one.next(), all.get(begun + 1).cloned());
        assert!(two.by_ref().eq(all[begun..].iter().cloned()));
        assert!(one.eq(all.iter().skip(begun + 2).cloned()));
        assert_eq!(two.stats().solutions, all.len() as u64);
    }
}

/// K067
#[test]
fn solutions_come_one_by_one() {
    let mut model = ModelBuilder::new();
    model.vars(14, 10..=999);
    let model = model.build().unwrap();
    let mut five: Vec<Vec<i32>> =
        Solver::new(&model).solutions().take(5).map(Solution::into_values).collect();
    five.dedup();
    assert_eq!(five.len(), 5);
}

#[test]
fn lexicographic_order_is_the_order_of_creation() {
    let mut model = ModelBuilder::new();
    let x = model.vars(3, -1..=2);
    model.post(AtMost::new(x[2], 1, x[1]));
    model.post(AtMost::new(x[1], 1, x[0]));
    let model = model.build().unwrap();
    let lex: Vec<Vec<i32>> = Solver::new(&model)
        .branching(InputOrder::default())
        .solutions()
        .map(Solution::into_values)
        .collect();
    assert_eq!(lex, [[1, 0, -1], [2, 0, -1], [2, 1, -1], [2, 1, 0]]);
    let mut solver = Solver::new(&model);
    assert_eq!(solver.lexicographic().solution().unwrap().values(), lex[0]);
    // The solver's own branching is back afterwards.
    let stats = |solver: &mut Solver| {
        solver.count();
        solver.stats()
    };
    assert_eq!(stats(&mut solver), stats(&mut Solver::new(&model)));
}

#[test]
fn statistics_are_those_of_the_last_search() {
    let model = different(5, 5);
    let mut solver = Solver::new(&model).strategy(Strategy::Backtracking);
    assert_eq!(solver.stats(), Stats::default());
    solver.count();
    let all = solver.stats();
    assert_eq!(all.solutions, 120);
    assert!(all.nodes > 0 && all.changes > all.nodes && all.depth > 0);
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.stats(), Stats::default());

    // Also of a model whose first conclusions took some doing.
    let mut model = ModelBuilder::new();
    let x = model.vars(4, 0..4);
    x.windows(2).for_each(|x| {
        model.post(AtMost::new(x[0], 1, x[1]));
    });
    let mut solver = Solver::new(&model.build().unwrap());
    assert_eq!(solver.stats(), Stats::default());
    assert_eq!(solver.first().solution().unwrap().values(), [0, 1, 2, 3]);
    assert_eq!(solver.stats().nodes, 0);
}

// ---- models -----------------------------------------------------------------------------------

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

// ---- embedding --------------------------------------------------------------------------------

/// A constraint whose propagator does what it is told.
#[derive(Debug)]
struct Told {
    scope: Vec<Var>,
    status: Status,
}

impl Constraint for Told {
    fn scope(&self) -> &[Var] {
        &self.scope
    }
    fn holds(&self, values: &[i32]) -> bool {
        values.iter().sum::<i32>() == 3
    }
    fn wakes_on(&self) -> Events {
        Events::empty()
    }
    fn propagate(&self, _: &mut Store) -> Result<Status, Conflict> {
        Ok(self.status)
    }
}

#[test]
fn a_solution_is_checked_even_if_no_propagator_does() {
    for status in [Status::Active, Status::Fixpoint, Status::Entailed] {
        let mut model = ModelBuilder::new();
        let scope = model.vars(3, 0..=3);
        model.post(Told { scope, status });
        assert_eq!(count(&model), 10);
    }
}

/// Chooses what changes nothing, or what is not there.
#[derive(Debug)]
struct Useless(Decision);

impl Branching for Useless {
    fn choose(&self, _: &Model, _: &Store) -> Option<Decision> {
        Some(self.0)
    }
}

#[test]
fn a_useless_decision_does_not_keep_a_search_going() {
    let x = Var::new(0);
    for decision in [
        Decision::Is(x, 7),
        Decision::Is(x, i32::MIN),
        Decision::AtMost(x, 3),
        Decision::AtMost(x, -1),
        Decision::AtMost(x, i32::MAX),
        Decision::AtLeast(x, 0),
        Decision::AtLeast(x, i32::MIN),
        Decision::AtLeast(x, 4),
    ] {
        let mut solver = Solver::new(&different(4, 4)).branching(Useless(decision));
        assert_eq!(solver.count(), Count::Exactly(24), "{decision:?}");
    }
}

#[test]
fn reasons_name_what_concluded() {
    let mut model = ModelBuilder::new();
    let x = model.vars(3, 0..=2);
    model.group(Group::new(&x).strength(Strength::NAKED_SINGLES));
    let sum = model.post(Linear::at_most([(1, x[1]), (1, x[2])], 2));
    let model = model.build().unwrap();
    let mut solver = Solver::new(&model);
    solver.assume(x[0], 1);
    let store = solver.propagate().unwrap();
    let told: Vec<_> =
        store.trail().iter().map(|c| (store.var_of(c), c.cause().reason())).collect();
    assert_eq!(
        told,
        [
            (Some(x[0]), Reason::Given),
            (Some(x[1]), Reason::Peer(x[0])),
            (Some(x[2]), Reason::Peer(x[0])),
        ]
    );
    solver.assume(x[1], 2);
    let store = solver.propagate().unwrap();
    let last = store.trail().iter().rev().find(|c| store.var_of(c) == Some(x[2])).unwrap();
    assert_eq!((last.cause().reason(), last.events()), (Reason::Peer(x[1]), Events::all()));
    solver.assume(x[2], 2);
    let conflict = solver.propagate().unwrap_err();
    assert_eq!(conflict.reason(), Reason::Peer(x[1]));
    assert_eq!(conflict.var(), Some(x[2]));
    solver.clear();
    solver.assume(x[1], 2);
    let store = solver.propagate().unwrap();
    let change = store.trail().iter().rev().find(|c| store.var_of(c) == Some(x[2])).unwrap();
    assert_eq!(change.cause().reason(), Reason::Constraint(sum));
}

// ---- threads ----------------------------------------------------------------------------------

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

// ---- data -------------------------------------------------------------------------------------

/// A018
#[cfg(feature = "serde")]
#[test]
fn data_survives_a_round_trip() {
    use houserules::{Relation, Term, ValueOrder};
    use serde::{Serialize, de::DeserializeOwned};

    fn round<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(data: T, text: &str) {
        assert_eq!(serde_json::to_string(&data).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), data);
    }
    let (x, y) = (Var::new(0), Var::new(1));
    round(Domain::from([1, 2, 3, 7]), "[[1,3],[7,7]]");
    round(Domain::from(i32::MIN..=i32::MAX), "[[-2147483648,2147483647]]");
    round(Domain::empty(), "[]");
    round(x, "0");
    round(y - 3, r#"{"var":1,"offset":-3}"#);
    round(vec![Term::from(x)], r#"[{"var":0,"offset":0}]"#);
    let group = Group::new([x, y]).strength(Strength::HIDDEN_SINGLES);
    round(
        group,
        r#"{"terms":[{"var":0,"offset":0},{"var":1,"offset":0}],"strength":"NAKED_SINGLES | HIDDEN_SINGLES"}"#,
    );
    round(Relation::AtMost, r#""AtMost""#);
    round(ValueOrder::Descending, r#""Descending""#);
    round(Decision::AtLeast(y, -4), r#"{"AtLeast":[1,-4]}"#);
    round(Events::CHANGED | Events::FIXED, r#""CHANGED | FIXED""#);
    let mut solver = Solver::new(&different(2, 2)).strategy(Strategy::Backtracking);
    let solved = solver.first();
    round(solved.clone().solution().unwrap(), "[0,1]");
    round(solved, r#"{"solved":[0,1]}"#);
    round(Outcome::None, r#""none""#);
    round(Outcome::Unknown(Limit::Nodes), r#"{"unknown":"nodes"}"#);
    let many = solver.uniqueness();
    round(many, r#"{"many":[[0,1],[1,0]]}"#);
    round(Uniqueness::Unknown(Limit::Time, None), r#"{"unknown":["time",null]}"#);
    round(Count::Exactly(6_670_903_752_021_072_936_960), r#"{"exactly":6670903752021072936960}"#);
    round(Count::AtLeast(3, Limit::Cancelled), r#"{"atleast":[3,"cancelled"]}"#);
    let text = serde_json::to_string(&solver.stats()).unwrap();
    round(solver.stats(), &text);
    // Whatever order ranges are written in, a set is a set.
    let read: Domain = serde_json::from_str("[[5,9],[9,3],[1,4],[2,6]]").unwrap();
    assert_eq!(read, Domain::from(1..=9));
    for wrong in ["[[1]]", "[[1,2,3]]", "[[1,3000000000]]", "3"] {
        assert!(serde_json::from_str::<Domain>(wrong).is_err(), "{wrong}");
    }
}

/// W: rows of the wrong length are refused, not left out in silence, however deep they lie.
#[test]
fn data_that_means_nothing_is_refused() {
    let mut model = ModelBuilder::new();
    let x = model.var(0..5);
    let table = || Table::new([x], [vec![1], vec![2, 3], vec![]]);
    let refused = |post: &dyn Fn(&mut ModelBuilder) -> usize| {
        let mut model = model.clone();
        post(&mut model);
        model.build().err().map(|error| error.to_string()).unwrap_or_default()
    };
    let words = "constraint 0 cannot be used: row 1 has 2 entries for 1 variables";
    assert_eq!(refused(&|model| model.post(table())), words);
    assert_eq!(refused(&|model| model.post(Not::new(table()))), words);
    assert_eq!(refused(&|model| model.post(table().iff(x))), words);
    assert_eq!(refused(&|model| model.post(table().when(x))), words);
    assert_eq!(refused(&|model| model.post(table().or(table()).and(x.is_in(1)))), words);
    assert_eq!(refused(&|model| model.post(Forbidden::new([x], [vec![1], vec![2, 3]]))), words);
    assert_eq!(refused(&|model| model.post(Cases::new(&[x], 0, [vec![1], vec![2, 3]]))), words);
    assert_eq!(refused(&|model| model.post(Table::new([x], [[1]]))), "");
}

/// Values removed inside a range too wide for a bitmap are gone all the same.
#[test]
fn a_wide_range_loses_no_removal() {
    // Between the bounds, at the bounds, and in steps that cross from word to word.
    let mut model = ModelBuilder::new();
    let x = model.var(0..=1_000_000);
    for value in [500_000, 0, 1, 3, 63, 64, 999_999, 500_000] {
        model.post(Linear::not_equal([(1, x)], value));
    }
    model.post(Member::outside(x, vec![(70, 999_900), (999_902, 999_990)]));
    let model = model.build().unwrap();
    let all: Vec<i32> = (0..=1_000_000)
        .filter(|v| ![0, 1, 3, 63, 64, 999_999].contains(v))
        .filter(|v| !(70..=999_900).contains(v) && !(999_902..=999_990).contains(v))
        .collect();
    assert_eq!(model.root().values(x).collect::<Vec<_>>(), all);
    assert_eq!(model.root().len(x) as usize, all.len());
    let found: Vec<i32> = Solver::new(&model).solutions().map(|s| s[x]).collect();
    assert_eq!(found.len(), all.len());

    // All different over a range with few values left in it.
    let mut model = ModelBuilder::new();
    let x = model.vars(3, i32::MIN..=i32::MAX);
    model.all_different(&x);
    for x in &x {
        model.post(x.is_in([i32::MIN, 0, i32::MAX]));
    }
    assert_eq!(count(&model), 6);

    // Equal, beside and far from each other, both wide.
    let mut model = ModelBuilder::new();
    let (x, y) = (model.var(0..=2_000_000_000), model.var(i32::MIN..=i32::MAX));
    model.post(Equal::new(x, y, 1_999_999_990));
    model.post(NotEqual::new(x, y, 7));
    model.post(Linear::not_equal([(1, y)], 4));
    model.post(y.greater_than(-3));
    let model = model.build().unwrap();
    let found: Vec<i32> = Solver::new(&model).solutions().map(|s| s[y]).collect();
    assert_eq!(found, [-2, -1, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10]);
}

/// Halves of a wide range, not one value after the other; in the order of the values all the same.
#[test]
fn wide_ranges_are_split() {
    let budget = || Budget::new().nodes(200);
    let mut model = ModelBuilder::new();
    let x = model.vars(3, 0..=2_000_000_000);
    model.post((3 * x[0] + 5 * x[1] + 7 * x[2]).equals(1_999_999_999));
    model.post((x[0] - 2 * x[1]).equals(1));
    let model = model.build().unwrap();
    let mut solver = Solver::new(&model).branching(InputOrder::default()).budget(budget());
    let found: Vec<Solution> = solver.solutions().take(3).collect();
    assert!(found.len() == 3 && found.is_sorted(), "{found:?}");

    // The least that a square can be, above half of all numbers.
    let mut model = ModelBuilder::new();
    let (root, square) = (model.var(0..=46_340), model.var(0..=i32::MAX));
    model.post(Product::new(root, root, square));
    model.post(square.greater_than(1_000_000_000));
    let model = model.build().unwrap();
    let best = Solver::new(&model).budget(budget()).minimise(square);
    assert_eq!(best.value(), Some(31_623 * 31_623));
}

/// x < y and y < x over all of i32: four billion small steps, which limits can end and a build does not
/// take.
#[test]
fn creeping_bounds_can_be_stopped() {
    let mut model = ModelBuilder::new();
    let x = model.vars(2, i32::MIN..=i32::MAX);
    model.post(AtMost::new(x[0], 1, x[1]));
    model.post(AtMost::new(x[1], 1, x[0]));
    let creeping = model.build().unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let mut solver = Solver::new(&creeping).budget(Budget::new().cancel(&cancel));
    assert_eq!(solver.first(), Outcome::Unknown(Limit::Cancelled));
    #[cfg(feature = "clock")]
    {
        let time = std::time::Duration::from_millis(5);
        solver.set_budget(Budget::new().time(time));
        assert_eq!(solver.first(), Outcome::Unknown(Limit::Time));
        assert_eq!(solver.resume().next(), None);
        assert_eq!(solver.resume().stopped_by(), None);
    }

    // The same inside one constraint; and where there is little to creep, it ends.
    let mut model = ModelBuilder::new();
    let x = model.vars(2, 0..=2_000_000_000);
    model.post((2 * x[0] - 2 * x[1]).equals(1));
    let mut solver = Solver::new(&model.build().unwrap()).budget(Budget::new().cancel(&cancel));
    assert_eq!(solver.first(), Outcome::Unknown(Limit::Cancelled));
    let mut model = ModelBuilder::new();
    let x = model.vars(2, 0..=4_000_000);
    model.post(AtMost::new(x[0], 1, x[1]));
    model.post(AtMost::new(x[1], 1, x[0]));
    let model = model.build().unwrap();
    assert_eq!(model.contradiction(), None);
    assert_eq!(Solver::new(&model).first(), Outcome::None);
}

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

/// A constraint from outside that counts in its memory how often it was called below each decision.
#[test]
fn a_memory_goes_back_with_the_search() {
    #[derive(Debug)]
    struct Remembers(Vec<Var>);

    impl Constraint for Remembers {
        fn scope(&self) -> &[Var] {
            &self.0
        }
        fn holds(&self, values: &[i32]) -> bool {
            values.iter().sum::<i32>() % 2 == 0
        }
        fn memory(&self) -> usize {
            2
        }
        fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
            // How many were fixed at the last call here or above: never more than now.
            let fixed = self.0.iter().filter(|&&x| store.is_fixed(x)).count() as u64;
            assert_eq!(store.memory().len(), 2);
            let [before, calls] = *store.memory() else { panic!("two words") };
            assert!(before <= fixed && calls <= fixed + 1, "{before} {calls} of {fixed}");
            store.remember(0, fixed);
            store.remember(1, calls + 1);
            Ok(Status::Fixpoint)
        }
        fn wakes_on(&self) -> Events {
            Events::FIXED
        }
    }

    let mut model = ModelBuilder::new();
    let x = model.vars(4, 0..3);
    model.post(Remembers(x.clone()));
    let model = model.build().unwrap();
    for strategy in [Strategy::Backtracking, Strategy::Learning] {
        let mut solver = Solver::new(&model).strategy(strategy);
        assert_eq!(solver.count(), Count::Exactly(41));
        assert_eq!(solver.count(), Count::Exactly(41));
    }
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
