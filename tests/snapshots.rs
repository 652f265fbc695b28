//! Shows what a person reads: models, stores, errors and what a search did. Node counts are
//! deterministic, so a search that changes shows here.

use houserules::{
    AtMost, Branching, Budget, Decision, Domain, Group, InputOrder, Limit, Linear, Malformed,
    MinimumRemaining, ModelBuilder, ModelError, NotEqual, Predicate, Solver, Strategy, Strength,
    Table, ValueOrder, Var,
};
use insta::{assert_debug_snapshot, assert_snapshot};

fn small() -> ModelBuilder {
    let mut model = ModelBuilder::new();
    let x = model.var(1..=3);
    let y = model.var([1, 2, 5]);
    let z = model.var(-40..=60);
    model.all_different([x + 0, y - 1, z + 2]);
    model.group(Group::new([x, y]).strength(Strength::HIDDEN_SINGLES));
    model.post(NotEqual::new(x, y, 1));
    model.post(AtMost::new(x, 1, y));
    model.post(Linear::equal([(3, x), (-2, z)], 1));
    model.post(Table::new([x, y], [[1, 2], [2, 5], [3, 5]]));
    model.post(Predicate::new([x, z], |values| values[0] < values[1] + 10));
    model
}

#[test]
fn a_model_shows_what_it_is() {
    assert_debug_snapshot!(small().build().unwrap());
}

#[test]
fn a_store_shows_what_is_left() {
    let model = small().build().unwrap();
    let mut solver = Solver::new(&model);
    solver.assume(Var::new(0), 2..=3);
    assert_snapshot!(format!("{:?}", solver.propagate().unwrap()));
    solver.assume(Var::new(1), 2);
    assert_snapshot!(format!("{:?}", solver.propagate().unwrap_err()));
    assert_snapshot!(format!("{:?} {}", solver.first(), solver.count()));
}

#[test]
fn a_domain_shows_its_values() {
    let shown = [
        Domain::empty(),
        Domain::from(7),
        Domain::from([-3, 5, 6, 7]),
        Domain::from(0..=15),
        Domain::from(0..=16),
        Domain::from(i32::MIN..=i32::MAX),
        Domain::from(vec![(0, 99), (200, 201), (300, 400)]),
    ];
    assert_snapshot!(shown.map(|domain| format!("{domain} of {}", domain.len())).join("\n"));
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    let x = Var::new(3);
    let errors = [
        ModelError::Repeated { group: 2, var: x },
        ModelError::UnknownInGroup { group: 0, var: x },
        ModelError::UnknownInConstraint { constraint: 1, var: x },
        ModelError::Malformed {
            constraint: 4,
            what: Malformed::RowLength { row: 7, entries: 3, variables: 2 },
        },
        ModelError::TooLarge,
    ];
    assert_snapshot!(errors.map(|error| format!("{error}\n{error:?}")).join("\n\n"));
    let limits = [Limit::Nodes, Limit::Solutions, Limit::Time, Limit::Cancelled];
    assert_snapshot!(limits.map(|limit| limit.to_string()).join("\n"));
}

#[test]
fn decisions_and_terms_are_short() {
    let x = Var::new(3);
    assert_snapshot!(format!("{:?}", [x + 0, x + 3, x - 3, x + i32::MIN]));
    assert_snapshot!(format!("{:?}", [Decision::Is(x, 1), Decision::AtMost(x, -2)]));
}

/// Statistics of a few problems, with each branching.
#[test]
fn searches_do_what_they_did_before() {
    let mut queens = ModelBuilder::new();
    let vars = queens.vars(8, 0..8);
    queens.all_different(&vars);
    queens.all_different(vars.iter().zip(0..).map(|(&q, i)| q + i));
    queens.all_different(vars.iter().zip(0..).map(|(&q, i)| q - i));

    let mut magic = ModelBuilder::new();
    let cells = magic.vars(9, 1..=9);
    magic.all_different(&cells);
    for line in
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    {
        magic.post(Linear::equal(line.map(|i| (1, cells[i])), 15));
    }

    let mut latin = ModelBuilder::new();
    let cells = latin.vars(16, 1..=4);
    for i in 0..4 {
        latin.all_different((0..4).map(|j| cells[i * 4 + j]));
        latin.all_different((0..4).map(|j| cells[j * 4 + i]));
    }

    let mut lines = Vec::new();
    for (name, model) in [("queens", queens), ("magic", magic), ("latin", latin)] {
        let model = model.build().unwrap();
        let mut line = |branching: &str, mut solver: Solver| {
            let count = solver.count();
            lines.push(format!("{name} {branching}: {count}; {}", solver.stats()));
        };
        line("default", Solver::new(&model).strategy(Strategy::Backtracking));
        let values = ValueOrder::Descending;
        line("largest value", Solver::new(&model).branching(MinimumRemaining { values }));
        line("input order", Solver::new(&model).branching(InputOrder::default()));
        line("10 nodes", Solver::new(&model).budget(Budget::new().nodes(10)));
    }
    assert_snapshot!(lines.join("\n"));
}

/// A sudoku that takes a search.
#[test]
fn a_hard_grid_takes_so_many_nodes() {
    let givens =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut lines = Vec::new();
    for strength in [
        Strength::NAKED_SINGLES,
        Strength::HIDDEN_SINGLES,
        Strength::HIDDEN_SINGLES | Strength::LOCKED_CANDIDATES,
    ] {
        let mut model = ModelBuilder::new();
        let cells = model.vars(81, 1..=9);
        for i in 0..9 {
            let corner = i / 3 * 27 + i % 3 * 3;
            for house in [
                (0..9).map(|j| i * 9 + j).collect::<Vec<_>>(),
                (0..9).map(|j| j * 9 + i).collect(),
                (0..9).map(|j| corner + j / 3 * 9 + j % 3).collect(),
            ] {
                model.group(Group::new(house.iter().map(|&c| cells[c])).strength(strength));
            }
        }
        let mut solver = Solver::new(&model.build().unwrap()).strategy(Strategy::Backtracking);
        for (&cell, given) in cells.iter().zip(givens.chars()) {
            if let Some(digit) = given.to_digit(10) {
                solver.assume(cell, digit as i32);
            }
        }
        let count = solver.count();
        lines.push(format!("{strength:?}: {count}; {}", solver.stats()));
    }
    assert_snapshot!(lines.join("\n"));
}

#[test]
fn parts_of_a_search_show_themselves() {
    let boxed: Box<dyn Branching> = Box::new(MinimumRemaining::default());
    assert_snapshot!(format!("{boxed:?}"));
    let model = small().build().unwrap();
    let mut solver = Solver::new(&model);
    assert_snapshot!(format!("{:?}", solver.uniqueness()));
    assert_snapshot!(format!("{:?}", model.verify(&[0, 0, 0])));
    assert_snapshot!(format!("{:?}", solver.stats()));
}
