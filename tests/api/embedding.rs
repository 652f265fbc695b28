//! Constraints and branchings from outside the crate.

use houserules::{
    Branching, Conflict, Constraint, Count, Decision, Events, Group, Linear, Model, ModelBuilder,
    Reason, Solver, Status, Store, Strategy, Strength, Var,
};

use crate::{count, different};

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
