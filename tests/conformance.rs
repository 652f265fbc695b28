//! Proves the answers of well-known problems on which independent solvers agree: first solution, all
//! solutions or the best one. With several strengths, since the answer may not depend on them.

mod support;

use houserules::{Group, InputOrder, ModelBuilder, Solver, Strategy, Strength};

use support::neutral::{Mode, Problem, read};

/// Problems in the neutral format, one after the other; each begins with `p NAME`.
const PROBLEMS: &str = include_str!("data/kernel-problems.txt");

fn problems() -> impl Iterator<Item = (&'static str, Problem)> {
    PROBLEMS.split("\n\n").map(|text| {
        let name = text.lines().next().and_then(|line| line.strip_prefix("p ")).unwrap();
        (name, read(text).unwrap_or_else(|word| panic!("{name}: {word}")))
    })
}

/// `count 0` is `unsat` in other words.
fn same(answer: &str, expect: &str) -> bool {
    answer == expect || (answer, expect) == ("count 0", "unsat")
}

#[test]
fn answers_agree() {
    let mut modes = [0; 3];
    for (name, problem) in problems() {
        modes[match problem.mode {
            Mode::First => 0,
            Mode::All => 1,
            Mode::Best(..) => 2,
        }] += 1;
        let answer = problem.answer(&mut Solver::new(&problem.model));
        assert!(same(&answer, &problem.expect), "{name}: {answer}, not {}", problem.expect);
    }
    assert_eq!(modes, [10, 14, 1]);
}

#[test]
fn the_order_of_variables_does_not_change_the_answer() {
    // Others are quick only if the variable with the fewest values is tried first.
    for (name, problem) in problems().filter(|(name, _)| EASY.contains(name)) {
        let mut solver = Solver::new(&problem.model).branching(InputOrder::default());
        let answer = problem.answer(&mut solver);
        assert!(same(&answer, &problem.expect), "{name}: {answer}, not {}", problem.expect);
    }
}

#[test]
fn the_order_that_a_problem_gives_does_not_change_the_answer() {
    for (name, problem) in problems() {
        let mut solver = Solver::new(&problem.model)
            .strategy(Strategy::Backtracking)
            .branching(problem.given.clone());
        let answer = problem.answer(&mut solver);
        assert!(same(&answer, &problem.expect), "{name}: {answer}, not {}", problem.expect);
    }
}

const EASY: [&str; 8] = [
    "send-more",
    "donald-gerald",
    "magic-3-all",
    "traffic",
    "zebra",
    "hall-chain",
    "php-10-9-ad",
    "myciel3-k3",
];

/// The same model with each group told to think less.
#[test]
fn the_strength_of_groups_does_not_change_the_answer() {
    for strength in [Strength::NAKED_SINGLES, Strength::HIDDEN_SINGLES, Strength::LOCKED_CANDIDATES]
    {
        for (name, problem) in problems().filter(|(name, _)| STRONG.contains(name)) {
            let mut model = ModelBuilder::new();
            for x in problem.model.vars() {
                model.var(problem.model.root().domain(x));
            }
            for group in problem.model.groups() {
                model.group(Group::clone(group).strength(strength));
            }
            for constraint in problem.model.constraints() {
                model.post_shared(constraint.clone());
            }
            let weaker = Problem { model: model.build().unwrap(), ..problem };
            let answer = weaker.answer(&mut Solver::new(&weaker.model));
            assert!(same(&answer, &weaker.expect), "{name}: {answer}, not {}", weaker.expect);
        }
    }
}

/// Problems with houses.
const STRONG: [&str; 5] =
    ["latinred-6-all", "sudoku9-inkala", "zebra", "futoshiki-7", "queens-20-first"];
