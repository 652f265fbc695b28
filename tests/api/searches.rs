//! Searches begin, end, begin again, are cloned and told their limits.

use std::sync::mpsc;
use std::thread;

use houserules::{
    AtMost, Branching, Budget, Cancel, Count, Decision, Domain, InputOrder, Limit, Model,
    ModelBuilder, Outcome, Predicate, Solution, Solver, Stats, Store, Strategy, Uniqueness, Var,
};

use crate::{count, different, pigeons};

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
