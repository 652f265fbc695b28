//! Proofs that there is no solution, or no other, are accepted by a checker that knows nothing of the
//! crate, and nothing but a proof is.

#[path = "support/drat.rs"]
mod drat;

use std::sync::{Arc, Mutex};

use houserules::grid::{Puzzle, Shape};
use houserules::{
    Budget, Domain, Formula, FormulaError, Limit, Linear, Literal, ModelBuilder, Numbers, Outcome,
    Proof, Relation, Solver, Uniqueness,
};

/// Takes a proof down.
#[derive(Debug)]
struct Steps(Numbers, Mutex<String>);

impl Proof for Steps {
    fn learned(&self, clause: &[Literal]) {
        self.0.write_drat(&mut *self.1.lock().unwrap(), clause, false).unwrap();
    }

    fn forgotten(&self, clause: &[Literal]) {
        self.0.write_drat(&mut *self.1.lock().unwrap(), clause, true).unwrap();
    }
}

fn prove(formula: &Formula) -> (Outcome, String, String) {
    let mut dimacs = String::new();
    formula.write_dimacs(&mut dimacs).unwrap();
    let steps = Arc::new(Steps(formula.numbers().clone(), Mutex::default()));
    let outcome = formula.prove(steps.clone(), Budget::new());
    let proof = steps.1.lock().unwrap().clone();
    (outcome, dimacs, proof)
}

/// Proves and checks; says how many steps it took.
fn proved(formula: &Formula) -> usize {
    let (outcome, dimacs, proof) = prove(formula);
    assert_eq!(outcome, Outcome::None);
    drat::check(&dimacs, &proof).unwrap()
}

/// The formula that says that a puzzle has another solution.
fn another(puzzle: &Puzzle) -> Formula {
    let mut solver = Solver::new(&puzzle.shape().model());
    puzzle.assume(&mut solver);
    let Uniqueness::One(solution) = solver.uniqueness() else { panic!("one solution") };
    let mut formula = puzzle.formula().unwrap();
    formula.exclude(solution.into_values());
    formula
}

/// A puzzle from its side, the box and its numbers.
fn numbers(line: &str) -> (Shape, Vec<i32>) {
    let words: Vec<usize> =
        line.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
    let shape = match words[1] {
        0 => format!("latin:{}", words[0]),
        height => format!("{0}x{0}:{1}x{2}", words[0], height, words[2]),
    };
    (shape.parse().unwrap(), words[3..].iter().map(|&n| n as i32).collect())
}

const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Norvig's impossible puzzle.
const IMPOSSIBLE: &str =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

#[test]
fn a_solution_is_the_only_one() {
    assert_eq!(proved(&another(&EASY.parse().unwrap())), 1);
    assert!(proved(&another(&HARD.parse().unwrap())) > 10);
}

#[test]
fn there_is_no_solution() {
    assert!(proved(&IMPOSSIBLE.parse::<Puzzle>().unwrap().formula().unwrap()) > 10);
    // Seen at sight.
    let clash = format!("55{}", &EASY[2..]);
    assert_eq!(proved(&clash.parse::<Puzzle>().unwrap().formula().unwrap()), 1);
}

#[test]
fn large_grids() {
    let mut steps = 0;
    for line in include_str!("data/large.txt").lines() {
        let (shape, givens) = numbers(line);
        if shape.len() > 900 {
            continue;
        }
        let givens: Vec<Option<i32>> =
            givens.iter().map(|&given| Some(given).filter(|&given| given > 0)).collect();
        let puzzle = Puzzle::new(shape, givens).unwrap();
        let mut solver = Solver::new(&puzzle.shape().model());
        puzzle.assume(&mut solver);
        if let Uniqueness::One(solution) = solver.uniqueness() {
            let mut formula = puzzle.formula().unwrap();
            formula.exclude(solution.into_values());
            steps += proved(&formula);
        }
    }
    assert!(steps > 500, "{steps}");
}

#[test]
fn long_proofs_forget() {
    let mut model = ModelBuilder::new();
    let x = model.vars(9, 1..=8);
    for (i, &a) in x.iter().enumerate() {
        for &b in &x[..i] {
            model.all_different([a, b]);
        }
    }
    let (outcome, dimacs, proof) = prove(&Formula::new(&model).unwrap());
    assert_eq!(outcome, Outcome::None);
    assert!(proof.contains("\nd "));
    drat::check(&dimacs, &proof).unwrap();
}

/// More pigeons than holes, once the assumptions are made: no house shows it, and counting is no step.
#[test]
fn crowded_groups_are_proved_by_search() {
    let mut model = ModelBuilder::new();
    let x = model.vars(6, 1..=7);
    model.all_different(&x);
    let mut formula = Formula::new(&model).unwrap();
    x.iter().for_each(|&x| formula.assume(x, 2..=6));
    assert!(proved(&formula) > 1);
}

#[test]
fn offsets_and_gaps() {
    let mut model = ModelBuilder::new();
    let queens = model.vars(6, 0..6);
    model.all_different(&queens);
    model.all_different(queens.iter().zip(0..).map(|(&q, i)| q + i));
    model.all_different(queens.iter().zip(0..).map(|(&q, i)| q - i));
    let mut formula = Formula::new(&model).unwrap();
    formula.assume(queens[0], Domain::from([0, 5]));
    assert!(proved(&formula) >= 1);
}

#[test]
fn what_is_no_proof_is_refused() {
    let formula = another(&HARD.parse().unwrap());
    let (_, dimacs, proof) = prove(&formula);
    assert!(drat::check(&dimacs, &proof).is_ok());
    // A letter in place of any character.
    for at in (0..proof.len()).step_by(31) {
        let mut wrong = proof.clone();
        wrong.replace_range(at..=at, "x");
        assert!(drat::check(&dimacs, &wrong).is_err(), "at {at}");
    }
    // Cut short anywhere, or longer.
    for at in (0..proof.len()).step_by(37) {
        assert!(drat::check(&dimacs, &proof[..at]).is_err(), "up to {at}");
    }
    assert!(drat::check(&dimacs, &format!("{proof}0\n")).is_err());
    // Nothing learned, or what does not follow, or a clause deleted that is not there.
    assert!(drat::check(&dimacs, "0\n").is_err());
    for first in ["1 0\n", "-8 0\n", "d 1 2 3 0\n", "99999 0\n", "01 0\n"] {
        assert!(drat::check(&dimacs, &format!("{first}{proof}")).is_err(), "{first}");
    }
    // The same steps prove nothing of a puzzle that has a solution.
    let mut satisfiable = String::new();
    HARD.parse::<Puzzle>().unwrap().formula().unwrap().write_dimacs(&mut satisfiable).unwrap();
    assert!(drat::check(&satisfiable, &proof).is_err());
}

#[test]
fn where_there_is_no_proof_nobody_says_so() {
    let formula = EASY.parse::<Puzzle>().unwrap().formula().unwrap();
    assert!(matches!(prove(&formula).0, Outcome::Solved(_)));
    let silent = Arc::new(Steps(formula.numbers().clone(), Mutex::default()));
    let hard = another(&HARD.parse().unwrap());
    assert_eq!(hard.prove(silent, Budget::new().nodes(3)), Outcome::Unknown(Limit::Nodes));

    let mut model = ModelBuilder::new();
    let x = model.vars(3, 1..=2);
    model.all_different(&x);
    assert_eq!(Formula::new(&model).unwrap_err(), FormulaError::Crowded(0));
    let mut model = ModelBuilder::new();
    let x = model.vars(2, 1..=2);
    model.post(Linear::new([(1, x[0]), (1, x[1])], Relation::Equal, 3));
    let error = Formula::new(&model).unwrap_err();
    assert_eq!(error.to_string(), "only groups are written as clauses, and constraint 0 is none");
}
