//! Learning from conflicts changes the cost of an answer, never the answer.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use houserules::{
    Budget, Cancel, Constraint, Count, Domain, Group, InputOrder, Learning, Limit, Linear, Literal,
    Model, ModelBuilder, NotEqual, Outcome, Predicate, Proof, Relation, Restarts, Solver, Strategy,
    Strength, Table, Term, Uniqueness, Var, Weighted,
};

/// Pseudo-random numbers (xorshift), the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as u64) as i64
    }

    /// Some of the variables, in any order.
    fn some(&mut self, vars: &[Var], least: usize) -> Vec<Var> {
        let mut rest = vars.to_vec();
        let count = self.range(least.min(vars.len()) as i64, vars.len() as i64) as usize;
        (0..count).map(|_| rest.swap_remove(self.below(rest.len() as u64) as usize)).collect()
    }
}

/// A user's own constraint that leaves all the work to `holds`, and does not even look.
#[derive(Debug)]
struct Lazy(Vec<Var>);

impl Constraint for Lazy {
    fn scope(&self) -> &[Var] {
        &self.0
    }
    fn holds(&self, values: &[i32]) -> bool {
        values.iter().sum::<i32>() % 3 != 0
    }
    fn propagate(
        &self,
        _: &mut houserules::Store,
    ) -> Result<houserules::Status, houserules::Conflict> {
        Ok(houserules::Status::Fixpoint)
    }
}

fn random_domain(dice: &mut Dice) -> Domain {
    let lo = dice.range(-3, 2) as i32;
    match dice.below(8) {
        0 => Domain::from(lo),
        1 => (0..3).map(|_| dice.range(-3, 5) as i32).collect(),
        // Wide: more than one word.
        2 => Domain::from([lo, lo + 40, lo + 90]),
        _ => Domain::from(lo..=lo + dice.range(1, 4) as i32),
    }
}

/// Variables, groups with offsets, and constraints of all kinds.
fn random_model(dice: &mut Dice) -> (Model, Vec<Domain>) {
    let mut model = ModelBuilder::new();
    let n = dice.range(2, 6) as usize;
    let even = dice.below(2) == 0;
    let domains: Vec<Domain> = (0..n)
        .map(|_| if even { Domain::from(1..=n as i32) } else { random_domain(dice) })
        .collect();
    let vars: Vec<Var> = domains.iter().map(|domain| model.var(domain.clone())).collect();
    for _ in 0..dice.range(0, 3) {
        let members = dice.some(&vars, 2);
        let shift = dice.below(2) == 0;
        let strength = Strength::from_bits_truncate(dice.below(64) as u8);
        let mut terms: Vec<Term> = members
            .into_iter()
            .map(|x| x + if shift { dice.range(-2, 2) as i32 } else { 0 })
            .collect();
        if dice.below(6) == 0 {
            // A variable that stands there again.
            terms.push(terms[0].var + (terms[0].offset + 1));
        }
        model.group(Group::new(terms).strength(strength));
    }
    for _ in 0..dice.range(0, 3) {
        let scope = dice.some(&vars, 2);
        match dice.below(5) {
            0 => {
                let relation =
                    [Relation::Equal, Relation::AtMost, Relation::NotEqual][dice.below(3) as usize];
                let terms: Vec<_> = scope.iter().map(|&x| (dice.range(-2, 3), x)).collect();
                model.post(Linear::new(terms, relation, dice.range(-2, 8)));
            }
            1 => {
                let rows: Vec<Vec<i32>> = (0..dice.range(2, 12))
                    .map(|_| scope.iter().map(|_| dice.range(-2, 4) as i32).collect())
                    .collect();
                model.post(Table::new(scope, rows));
            }
            2 => {
                let k = dice.range(2, 4) as i32;
                model.post(Predicate::new(scope, move |v| v.iter().sum::<i32>() % k == 0));
            }
            3 => {
                model.post(NotEqual::new(scope[0], scope[1], dice.range(-1, 1) as i32));
            }
            _ => {
                model.post(Lazy(scope));
            }
        }
    }
    (model.build().expect("a good model"), domains)
}

/// All solutions by trying everything.
fn oracle(model: &Model, domains: &[Domain]) -> BTreeSet<Vec<i32>> {
    let mut partial: Vec<Vec<i32>> = vec![vec![]];
    for domain in domains {
        partial = partial
            .iter()
            .flat_map(|values| domain.iter().map(move |value| [&values[..], &[value]].concat()))
            .collect();
    }
    let holds = |values: &Vec<i32>| {
        model.groups().iter().all(|group| group.holds(|x| values[x.index()]))
            && model.constraints().iter().all(|constraint| {
                let scope: Vec<i32> =
                    constraint.scope().iter().map(|x| values[x.index()]).collect();
                constraint.holds(&scope)
            })
    };
    partial.into_iter().filter(holds).collect()
}

/// Ways to search that must all give the same answers.
fn ways() -> Vec<(Strategy, Learning)> {
    let with =
        |after, restart, clauses| Learning { after, restart, clauses, turn: 10 * restart, seed: 0 };
    vec![
        (Strategy::Backtracking, Learning::default()),
        (Strategy::Learning, Learning::default()),
        (Strategy::Learning, with(0, 1, 0)),
        (Strategy::Learning, with(0, 1_000_000, 1_000_000)),
        (Strategy::Learning, Learning { seed: 7, ..with(0, 3, 1) }),
        (Strategy::Automatic, with(0, 2, 3)),
        (Strategy::Automatic, with(1, 1, 0)),
        (Strategy::Automatic, with(3, 5, 5)),
    ]
}

/// Checks each clause against the solutions that are still to come.
#[derive(Debug, Default)]
struct Checker {
    to_come: Mutex<BTreeSet<Vec<i32>>>,
    clauses: Mutex<u64>,
}

impl Proof for Checker {
    fn learned(&self, clause: &[Literal]) {
        *self.clauses.lock().unwrap() += 1;
        for solution in self.to_come.lock().unwrap().iter() {
            assert!(
                clause.iter().any(|lit| (solution[lit.var.index()] == lit.value) == lit.holds),
                "{clause:?} rules {solution:?} out"
            );
        }
    }
}

/// Runs through all solutions; panics if one comes twice or a clause rules one out.
fn enumerate(solver: Solver, expected: &BTreeSet<Vec<i32>>) -> (BTreeSet<Vec<i32>>, u64) {
    let checker = Arc::new(Checker::default());
    *checker.to_come.lock().unwrap() = expected.clone();
    let mut found = BTreeSet::new();
    let mut solutions = solver.proof(checker.clone()).into_solutions();
    for solution in &mut solutions {
        checker.to_come.lock().unwrap().remove(solution.values());
        assert!(found.insert(solution.into_values()), "a solution comes once");
    }
    assert_eq!(solutions.stopped_by(), None);
    assert_eq!(solutions.next(), None);
    let clauses = *checker.clauses.lock().unwrap();
    (found, clauses)
}

#[test]
fn every_way_finds_what_trying_everything_finds() {
    let mut dice = Dice(0x5eed);
    let mut clauses = 0;
    for round in 0..300 {
        let (model, domains) = random_model(&mut dice);
        let expected = oracle(&model, &domains);
        for (strategy, learning) in ways() {
            // Each solution is a clause.
            if expected.len() > if strategy == Strategy::Learning { 100 } else { 500 } {
                continue;
            }
            let solver = Solver::new(&model).strategy(strategy).learning(learning);
            let (found, learned) = enumerate(solver, &expected);
            assert_eq!(found, expected, "round {round}, {strategy:?}, {learning:?}: {model:?}");
            clauses += learned;
        }
    }
    assert!(clauses > 1000, "only {clauses} clauses were checked");
}

#[test]
fn assumptions_one_after_another_on_one_solver() {
    let mut dice = Dice(0xa55);
    for round in 0..80 {
        let (model, domains) = random_model(&mut dice);
        let all = oracle(&model, &domains);
        if all.len() > 200 {
            continue;
        }
        for (strategy, learning) in ways() {
            let mut solver = Solver::new(&model).strategy(strategy).learning(learning);
            for _ in 0..4 {
                solver.clear();
                let x = Var::new(dice.below(domains.len() as u64) as usize);
                let domain = random_domain(&mut dice);
                solver.assume(x, domain.clone());
                let expected: BTreeSet<_> =
                    all.iter().filter(|s| domain.contains(s[x.index()])).cloned().collect();
                let context = format!("round {round}, {strategy:?}, {x:?} in {domain}: {model:?}");
                assert_eq!(solver.count(), Count::Exactly(expected.len() as u128), "{context}");
                match (solver.uniqueness(), expected.len()) {
                    (Uniqueness::None, 0) => {}
                    (Uniqueness::One(a), 1) => assert!(expected.contains(a.values())),
                    (Uniqueness::Many(a, b), 2..) => {
                        assert!(a != b, "{context}");
                        assert!(expected.contains(a.values()) && expected.contains(b.values()));
                    }
                    (verdict, count) => panic!("{verdict:?} for {count}; {context}"),
                }
                let lexicographic = solver.lexicographic().solution();
                assert_eq!(
                    lexicographic.as_ref().map(|s| s.values()),
                    expected.first().map(|s| &s[..])
                );
            }
        }
    }
}

/// A Latin square with some cells given.
fn latin(side: usize, given: impl Fn(usize, usize) -> Option<i32>) -> Solver {
    let mut model = ModelBuilder::new();
    let x = model.vars(side * side, 1..=side as i32);
    for i in 0..side {
        model.all_different((0..side).map(|j| x[i * side + j]));
        model.all_different((0..side).map(|j| x[j * side + i]));
    }
    let mut solver = Solver::new(&model.build().unwrap());
    for i in 0..side {
        for j in 0..side {
            if let Some(value) = given(i, j) {
                solver.assume(x[i * side + j], value);
            }
        }
    }
    solver
}

#[test]
fn counts_stay_exact() {
    for (strategy, learning) in ways() {
        let mut solver = latin(4, |_, _| None).strategy(strategy).learning(learning);
        assert_eq!(solver.count(), Count::Exactly(576), "{strategy:?}, {learning:?}");
    }
}

/// A jigsaw from its regions, one letter a cell.
fn jigsaw(regions: &str) -> Solver {
    let rows: Vec<&[u8]> = regions.split('/').map(str::as_bytes).collect();
    let side = rows.len();
    let mut model = ModelBuilder::new();
    let x = model.vars(side * side, 1..=side as i32);
    for i in 0..side {
        model.all_different((0..side).map(|j| x[i * side + j]));
        model.all_different((0..side).map(|j| x[j * side + i]));
        let cells = (0..side * side).filter(|c| rows[c / side][c % side] == b'A' + i as u8);
        model.all_different(cells.map(|c| x[c]));
    }
    Solver::new(&model.build().unwrap())
}

/// Empty jigsaws that no grid fits into, some of them out of reach of plain backtracking.
#[test]
fn regions_that_no_grid_fits() {
    for regions in [
        "AAAAB/DDABB/DDCBE/DCCBE/CCEEE",
        "CABBBB/CAAABB/CAADDD/CEEDDD/CCEFFF/EEEFFF",
        "BBBBAAA/BAAAACC/BBCCCCD/EECFFDD/EEEFFDD/EEFFFGD/GGGGGGD",
        "ADDBBCCCF/AADBBECCF/ADDBEEECF/AADBBECCF/GADBBECFF/GADEEEFFF/GADHHHHHH/GHHHIIIII/GGGGGIIIII",
        "AAAAAAAAB/BBBBBBBBA/CCCCCCCCC/DDDDDDDDD/EEEEEEEEE/FFFFFFFFF/GGGGGGGGG/HHHHHHHHH/IIIIIIIII",
    ] {
        let budget = Budget::new().nodes(20_000);
        let mut solver = jigsaw(regions).budget(budget);
        assert_eq!(solver.first(), Outcome::None, "{regions}: {}", solver.stats());
    }
}

/// A changed search shows here.
#[test]
fn the_course_of_a_search_is_always_the_same() {
    let mut report = String::new();
    for line in include_str!("data/large.txt").lines() {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a name");
        let numbers: Vec<usize> = words.map(|word| word.parse().expect("a number")).collect();
        let (side, height, width) = (numbers[0], numbers[1], numbers[2]);
        let mut model = ModelBuilder::new();
        let x = model.vars(side * side, 1..=side as i32);
        for i in 0..side {
            model.all_different((0..side).map(|j| x[i * side + j]));
            model.all_different((0..side).map(|j| x[j * side + i]));
        }
        for top in (0..side).step_by(height.max(1)).filter(|_| height > 0) {
            for left in (0..side).step_by(width) {
                let cell = |k: usize| (top + k / width) * side + left + k % width;
                model.all_different((0..side).map(|k| x[cell(k)]));
            }
        }
        // A limit, so that none of them is solved in lanes.
        let budget = Budget::new().nodes(u64::MAX);
        let mut solver = Solver::new(&model.build().unwrap()).budget(budget);
        for (cell, &given) in numbers[3..].iter().enumerate().filter(|(_, given)| **given > 0) {
            solver.assume(x[cell], given as i32);
        }
        let mut uniqueness = || match solver.uniqueness() {
            Uniqueness::One(_) => ("one", solver.stats()),
            Uniqueness::Many(..) => ("several", solver.stats()),
            verdict => panic!("{name}: {verdict:?}"),
        };
        let (verdict, stats) = uniqueness();
        assert_eq!((verdict, stats), uniqueness(), "{name}");
        report += &format!("{name}: {verdict}; {stats}\n");
    }
    insta::assert_snapshot!(report);
}

/// More pigeons than holes, said pair by pair, and doubled, so that no group shows it.
fn no_solution(pigeons: usize) -> Model {
    let mut model = ModelBuilder::new();
    let x = model.vars(pigeons, 1..pigeons as i32);
    for i in 0..pigeons {
        for j in 0..i {
            model.post(Linear::not_equal([(2, x[i]), (-2, x[j])], 0));
        }
    }
    model.build().unwrap()
}

#[test]
fn limits_in_the_middle_never_say_none() {
    let model = no_solution(6);
    for (strategy, learning) in ways() {
        let solver = Solver::new(&model).strategy(strategy).learning(learning);
        let mut complete = solver.clone();
        assert_eq!(complete.first(), Outcome::None, "{strategy:?}");
        let needed = complete.stats().nodes;
        for nodes in [0, 1, 2, needed / 3, needed / 2, needed - 1] {
            let mut limited = solver.clone().budget(Budget::new().nodes(nodes));
            assert_eq!(limited.first(), Outcome::Unknown(Limit::Nodes), "{strategy:?}, {nodes}");
            assert_eq!(limited.stats().nodes, nodes);
            assert_eq!(limited.count(), Count::AtLeast(0, Limit::Nodes));
        }
        let mut enough = solver.clone().budget(Budget::new().nodes(needed + 1));
        assert_eq!(enough.first(), Outcome::None, "{strategy:?}");
    }
}

/// Raises a flag after a number of clauses.
#[derive(Debug)]
struct StopAfter(Mutex<u32>, Cancel);

impl Proof for StopAfter {
    fn learned(&self, _: &[Literal]) {
        let mut left = self.0.lock().unwrap();
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.1.cancel();
        }
    }
}

#[test]
fn backtracking_and_learning_take_turns_where_solutions_are_many() {
    let early = Learning { after: 0, ..Learning::default() };
    let solver = latin(5, |i, j| (i == 0 && j < 4).then_some(j as i32 + 1)).learning(early);
    // A limit, so that it is not counted in lanes.
    let mut solver = solver.budget(Budget::new().nodes(u64::MAX));
    assert_eq!(solver.count(), Count::Exactly(161_280 / 120));
    let stats = solver.stats();
    assert!(stats.learned > 0 && stats.solutions == 1344, "{stats}");
}

#[test]
fn cancelled_in_the_middle() {
    let cancel = Cancel::new();
    let mut solver = Solver::new(&no_solution(7))
        .strategy(Strategy::Learning)
        .budget(Budget::new().cancel(&cancel))
        .proof(Arc::new(StopAfter(Mutex::new(20), cancel.clone())));
    assert_eq!(solver.first(), Outcome::Unknown(Limit::Cancelled));
    assert_eq!(solver.stats().learned, 20);
}

#[test]
fn a_limit_of_solutions_is_kept() {
    for (strategy, learning) in ways() {
        let mut solver = latin(4, |_, _| None)
            .strategy(strategy)
            .learning(learning)
            .budget(Budget::new().solutions(7));
        assert_eq!(solver.count(), Count::AtLeast(7, Limit::Solutions));
    }
}

#[test]
fn a_clone_in_the_middle_goes_its_own_way() {
    let mut solutions = latin(4, |_, _| None).strategy(Strategy::Learning).into_solutions();
    let first: Vec<_> = solutions.by_ref().take(100).collect();
    let rest: BTreeSet<_> = solutions.clone().collect();
    assert_eq!(rest, solutions.collect());
    assert_eq!(rest.len() + first.len(), 576);
}

#[test]
fn an_automatic_search_begins_to_learn_by_itself() {
    // So large that the end stays far for longer than it is believed to be near.
    let mut solver =
        Solver::new(&no_solution(9)).learning(Learning { after: 50, ..Learning::default() });
    assert_eq!(solver.first(), Outcome::None);
    assert!(solver.stats().learned > 0);
    // Not where its order was asked for.
    let mut solver = solver.branching(houserules::InputOrder::default());
    assert_eq!(solver.first(), Outcome::None);
    assert_eq!(solver.stats().learned, 0);
}

/// Several threads have the same verdict as one, and the same solutions each time.
#[cfg(feature = "threads")]
#[test]
fn threads_agree() {
    let puzzle = |name: &str| {
        let line = include_str!("data/large.txt").lines().find(|line| line.starts_with(name));
        let numbers: Vec<usize> =
            line.unwrap().split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
        let given = move |i: usize, j: usize| {
            Some(numbers[3 + i * numbers[0] + j] as i32).filter(|&given| given > 0)
        };
        // As a Latin square it has many solutions, or is at least hard.
        latin(25, given)
    };
    for name in ["gen-qwh-o25-h250-bal-2502-4", "gen-s25-25-3"] {
        let mut solver = puzzle(name);
        let alone = solver.uniqueness();
        for threads in [1, 2, 3] {
            let first = solver.uniqueness_by(threads);
            let stats = solver.stats();
            assert_eq!((&first, stats), (&solver.uniqueness_by(threads), solver.stats()), "{name}");
            assert_eq!(std::mem::discriminant(&first), std::mem::discriminant(&alone), "{name}");
        }
    }
    // None, whoever says so.
    let mut solver = Solver::new(&no_solution(8));
    assert_eq!(solver.first_by(3), Outcome::None);
    let limited = Budget::new().nodes(2_100);
    assert_eq!(solver.budget(limited).first_by(3), Outcome::Unknown(Limit::Nodes));
}

/// Runs that begin anew lose no solution and find none twice.
#[test]
fn runs_of_backtracking_find_what_trying_everything_finds() {
    let mut dice = Dice(0x2e57a27);
    let mut restarts = 0;
    for round in 0..200 {
        let (model, domains) = random_model(&mut dice);
        let expected = oracle(&model, &domains);
        for runs in [
            Restarts::Luby(1),
            Restarts::Geometric { first: 0, growth: 0 },
            Restarts::Geometric { first: 2, growth: 50 },
        ] {
            let mut solver = Solver::new(&model)
                .strategy(Strategy::Backtracking)
                .branching(Weighted::default())
                .restarts(runs);
            let found: Vec<Vec<i32>> = solver.solutions().map(|s| s.into_values()).collect();
            restarts += solver.stats().restarts;
            assert_eq!(found.len(), expected.len(), "round {round}, {runs:?}: {model:?}");
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected);

            // The same in pieces.
            let mut solver = solver.budget(Budget::new().nodes(1));
            let mut part = solver.solutions();
            let mut pieces: Vec<Vec<i32>> = part.by_ref().map(|s| s.into_values()).collect();
            while part.stopped_by().is_some() {
                part = solver.resume();
                pieces.extend(part.by_ref().map(|s| s.into_values()));
            }
            assert_eq!(pieces, found, "round {round}, {runs:?}: {model:?}");
        }
    }
    assert!(restarts > 50, "{restarts}");
    // Without a solution the runs have to grow.
    let mut solver = Solver::new(&no_solution(6))
        .branching(Weighted::default())
        .restarts(Restarts::Geometric { first: 1, growth: 20 });
    assert_eq!(solver.first(), Outcome::None);
    assert!(solver.stats().restarts > 3);
}

/// A run goes first where the one before it stood: in one and the same order, nothing is looked through twice.
#[test]
fn runs_in_one_order_meet_no_dead_end_twice() {
    let search = |runs| {
        let mut solver = Solver::new(&no_solution(6))
            .strategy(Strategy::Backtracking)
            .branching(InputOrder::default())
            .restarts(runs);
        assert_eq!(solver.first(), Outcome::None);
        solver.stats()
    };
    let once = search(Restarts::Never);
    for runs in [Restarts::Luby(1), Restarts::Constant(1), Restarts::Constant(7)] {
        let stats = search(runs);
        assert!(stats.restarts > 3, "{runs:?}: {stats:?}");
        assert_eq!((stats.nodes, stats.conflicts), (once.nodes, once.conflicts), "{runs:?}");
    }
}
