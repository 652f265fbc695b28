//! Well-known problems with groups that think more or less hard, and with several ways to search.
//!
//! ```text
//! cargo bench --bench problems -- [--strength default,matching,subsets,all] [--cap SECONDS]
//!     [--way automatic,backtracking,given,weighted,restarts,learning] FILE...
//! ```
//!
//! A file has one problem in the neutral line format of `tests/data/kernel-problems.txt`. One line of
//! the table for each file, and for each strength and way the time and the decisions.

#[path = "../tests/support/neutral.rs"]
mod neutral;

use std::time::{Duration, Instant};

use houserules::{Budget, Group, ModelBuilder, Restarts, Solver, Strategy, Strength, Weighted};

fn main() {
    let (mut strengths, mut ways, mut cap) = ("default".to_owned(), "automatic".to_owned(), 10.0);
    let mut files = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &*arg {
            "--strength" => strengths = args.next().expect("names"),
            "--way" => ways = args.next().expect("names"),
            "--cap" => cap = args.next().and_then(|cap| cap.parse().ok()).expect("seconds"),
            "--bench" => {}
            _ => files.push(arg),
        }
    }
    let pairs: Vec<(&str, &str)> = strengths
        .split(',')
        .flat_map(|strength| ways.split(',').map(move |way| (strength, way)))
        .collect();
    let heads: Vec<String> =
        pairs.iter().map(|(strength, way)| format!("{strength}, {way}")).collect();
    println!("| problem | {} |\n|---|{}", heads.join(" | "), "--:|".repeat(pairs.len()));
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let name = file.rsplit('/').next().unwrap_or(&file);
        let Ok(problem) = neutral::read(&text) else { continue };
        let cells: Vec<String> =
            pairs.iter().map(|(strength, way)| run(&problem, strength, way, cap)).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
}

/// Milliseconds and decisions; `wrong` if the answer is.
fn run(problem: &neutral::Problem, strength: &str, way: &str, cap: f64) -> String {
    let strength = match strength {
        "none" => Strength::NAKED_SINGLES,
        "subsets" => Strength::default() | Strength::NAKED_SUBSETS | Strength::HIDDEN_SUBSETS,
        "matching" => Strength::default() | Strength::MATCHING,
        "all" => Strength::all(),
        _ => Strength::default(),
    };
    let start = Instant::now();
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
    let model = model.build().expect("it was built before");
    let problem = neutral::Problem {
        model,
        mode: problem.mode,
        expect: problem.expect.clone(),
        given: problem.given.clone(),
    };
    let budget = Budget::new().time(Duration::from_secs_f64(cap));
    let solver = Solver::new(&problem.model).budget(budget);
    let mut solver = match way {
        "backtracking" => solver.strategy(Strategy::Backtracking),
        "given" => solver.strategy(Strategy::Backtracking).branching(problem.given.clone()),
        "weighted" => solver.branching(Weighted::default()),
        "restarts" => solver
            .branching(Weighted::default())
            .restarts(Restarts::Geometric { first: 100, growth: 30 }),
        "learning" => solver.strategy(Strategy::Learning),
        _ => solver,
    };
    let answer = problem.answer(&mut solver);
    let time = start.elapsed().as_secs_f64() * 1e3;
    match &*answer {
        _ if answer.contains("limit") => "–".to_owned(),
        "count 0" if problem.expect == "unsat" => format!("{time:.1} ({})", solver.stats().nodes),
        _ if answer == problem.expect || problem.expect.contains('?') => {
            format!("{time:.1} ({})", solver.stats().nodes)
        }
        _ => format!("wrong: {answer}"),
    }
}
