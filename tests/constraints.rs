//! The meaning of each constraint, tried on all assignments of small scopes.
//!
//! A line names the strength that the constraint promises, the domains, how it is posted, and its
//! meaning written once more as plainly as can be. The harness then prunes the domains at random
//! and compares with what the engine concludes.

use std::sync::{Arc, Mutex};

use houserules::*;

/// What propagation promises to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Finds {
    /// Refuses what is wrong once all is fixed.
    Fixed,
    /// The smallest and the largest value of each variable are part of a solution.
    Bounds,
    /// All values of each variable are part of a solution.
    All,
}
use Finds::{All, Bounds, Fixed};

/// A stream of numbers that looks random (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

fn assignments(domains: &[Domain]) -> Vec<Vec<i32>> {
    domains.iter().fold(vec![vec![]], |rows, domain| {
        rows.iter()
            .flat_map(|row| domain.iter().map(move |v| row.iter().copied().chain([v]).collect()))
            .collect()
    })
}

fn model<C: Constraint + 'static>(domains: &[Domain], post: &dyn Fn(&[Var]) -> C) -> Model {
    let mut model = ModelBuilder::new();
    let vars: Vec<Var> = domains.iter().map(|domain| model.var(domain.clone())).collect();
    model.post(post(&vars));
    model.build().unwrap()
}

/// Tries a constraint on these domains and on smaller ones.
fn check<C: Constraint + 'static>(
    finds: Finds,
    domains: &[Domain],
    post: impl Fn(&[Var]) -> C,
    meaning: impl Fn(&[i32]) -> bool,
) {
    check_one(finds, 30, domains, &post, &meaning);
    // Under a condition (the last variable), turned round, and beside another one.
    let b = domains.len();
    let mut with_b = domains.to_vec();
    with_b.push(Domain::from(0..=1));
    check_one(Fixed, 6, domains, &|x| Not::new(post(x)), &|v| !meaning(v));
    if assignments(domains).len() > 700 {
        return;
    }
    check_one(Fixed, 6, &with_b, &|x| Reified::new(x[b], post(&x[..b])), &|v| {
        (v[b] != 0) == meaning(&v[..b])
    });
    check_one(Fixed, 6, &with_b, &|x| Not::new(Reified::new(x[b], post(&x[..b]))), &|v| {
        (v[b] != 0) != meaning(&v[..b])
    });
    check_one(Fixed, 6, &with_b, &|x| Implied::new(x[b], post(&x[..b])), &|v| {
        v[b] == 0 || meaning(&v[..b])
    });
    check_one(Fixed, 6, &with_b, &|x| Or::new([post(&x[..b])]).or(Member::new(x[b], 0)), &|v| {
        v[b] == 0 || meaning(&v[..b])
    });
}

fn check_one<C: Constraint + 'static>(
    finds: Finds,
    rounds: usize,
    domains: &[Domain],
    post: &dyn Fn(&[Var]) -> C,
    meaning: &dyn Fn(&[i32]) -> bool,
) {
    let rows = assignments(domains);
    assert!(rows.len() <= 20_000, "{} assignments are too many", rows.len());
    let whole = model(domains, post);
    let constraint = whole.constraints()[0].clone();
    let in_scope =
        |row: &[i32]| -> Vec<i32> { constraint.scope().iter().map(|x| row[x.index()]).collect() };
    for row in &rows {
        assert_eq!(
            constraint.holds(&in_scope(row)),
            meaning(row),
            "the meaning of {constraint:?} at {row:?}"
        );
    }
    if let Some(relations) = constraint.as_simple() {
        for row in &rows {
            let holds = relations.iter().all(|relation| relation.holds(|x| row[x.index()]));
            assert_eq!(holds, meaning(row), "{relations:?} of {constraint:?} at {row:?}");
        }
    }
    let solutions: Vec<Vec<i32>> = rows.iter().filter(|row| meaning(row)).cloned().collect();

    // As wide as can be, and narrowed only then.
    let widest = vec![Domain::from(i32::MIN..=i32::MAX); domains.len()];
    let widest = model(&widest, post);

    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for round in 0..rounds {
        let smaller: Vec<Domain> = domains
            .iter()
            .map(|domain| match (round, numbers.below(4)) {
                (0, _) | (_, 0) => domain.clone(),
                (_, 1) => {
                    domain.iter().nth(numbers.below(domain.len() as usize)).into_iter().collect()
                }
                _ => domain.iter().filter(|_| numbers.below(3) > 0).collect(),
            })
            .collect();
        if smaller.iter().any(Domain::is_empty) {
            continue;
        }
        let inside = |row: &&Vec<i32>| row.iter().zip(&smaller).all(|(&v, d)| d.contains(v));
        let left: Vec<&Vec<i32>> = solutions.iter().filter(inside).collect();
        let at = format!("{constraint:?} on {smaller:?}");

        // Built with these domains, and narrowed to them.
        let fresh = model(&smaller, post);
        concludes(finds, &at, &left, fresh.contradiction().is_none().then(|| fresh.root()));
        let mut solver = Solver::new(&whole);
        for (x, domain) in whole.vars().zip(&smaller) {
            solver.assume(x, domain.clone());
        }
        concludes(finds, &at, &left, solver.propagate().ok());

        // What it calls a fixpoint is one.
        if fresh.contradiction().is_none() {
            let concluded: Vec<Domain> = fresh.vars().map(|x| fresh.root().domain(x)).collect();
            let again = model(&concluded, post);
            assert!(again.contradiction().is_none(), "{at}: a conflict came late");
            let twice: Vec<Domain> = again.vars().map(|x| again.root().domain(x)).collect();
            assert_eq!(concluded, twice, "{at}: no fixpoint");
        }

        // The search finds what is left, each once.
        let mut narrowed = Solver::new(&widest);
        for (x, domain) in widest.vars().zip(&smaller) {
            narrowed.assume(x, domain.clone());
        }
        for mut solver in [Solver::new(&fresh), narrowed].into_iter().take(1 + (round + 1) % 2) {
            let mut found: Vec<Vec<i32>> = solver.solutions().map(Solution::into_values).collect();
            found.sort();
            assert_eq!(found.iter().collect::<Vec<_>>(), left, "{at}: the solutions");
        }
    }

    learned(&whole, &solutions);

    // Once all is fixed, the propagator itself says what is right.
    let mut solver = Solver::new(&whole);
    for _ in 0..(6 * rounds).min(rows.len()) {
        let row = &rows[numbers.below(rows.len())];
        solver.clear();
        for (x, &value) in whole.vars().zip(row) {
            solver.assume(x, value);
        }
        assert_eq!(solver.propagate().is_ok(), meaning(row), "{constraint:?} at {row:?}");
    }
}

/// Checks each explanation against all solutions of the constraint.
#[derive(Debug)]
struct Explained {
    solutions: Vec<Vec<i32>>,
    wrong: Mutex<Vec<String>>,
}

impl Proof for Explained {
    fn learned(&self, _: &[Literal]) {}

    fn explained(&self, _: usize, clause: &[Literal]) {
        let says = |row: &Vec<i32>| {
            clause.iter().any(|lit| (row[lit.var.index()] == lit.value) == lit.holds)
        };
        if let Some(row) = self.solutions.iter().find(|row| !says(row)) {
            self.wrong.lock().unwrap().push(format!("{clause:?} rules {row:?} out"));
        }
    }
}

/// A search that learns finds the same, and each explanation follows from the constraint.
fn learned(model: &Model, solutions: &[Vec<i32>]) {
    for seed in 0..3 {
        let proof = Arc::new(Explained { solutions: solutions.to_vec(), wrong: Mutex::default() });
        let mut solver = Solver::new(model)
            .strategy(Strategy::Learning)
            .learning(Learning { seed, restart: 3, ..Learning::default() })
            .proof(proof.clone())
            // Each solution is a clause, so not all of them.
            .budget(Budget::new().solutions(200));
        let found: Vec<Vec<i32>> = solver.solutions().map(Solution::into_values).collect();
        let wrong = proof.wrong.lock().unwrap();
        let constraint = &model.constraints()[0];
        assert!(wrong.is_empty(), "{constraint:?}: {}", wrong[0]);
        assert_eq!(found.len(), solutions.len().min(200), "{constraint:?}");
        assert!(found.iter().all(|row| solutions.contains(row)), "{constraint:?}");
    }
}

fn concludes(finds: Finds, at: &str, left: &[&Vec<i32>], store: Option<&Store>) {
    let Some(store) = store else {
        assert!(left.is_empty(), "{at}: refused, but {:?} is a solution", left[0]);
        return;
    };
    for row in left {
        for (v, &value) in row.iter().enumerate() {
            assert!(store.contains(Var::new(v), value), "{at}: lost {row:?}");
        }
    }
    if finds == Fixed {
        return;
    }
    assert!(!left.is_empty(), "{at}: not refused, though nothing is left; {store:?}");
    for v in 0..store.variables() {
        let x = Var::new(v);
        let supported = |value: i32| left.iter().any(|row| row[v] == value);
        let values: Vec<i32> = match finds {
            All => store.values(x).collect(),
            _ => vec![store.min(x), store.max(x)],
        };
        for value in values {
            assert!(supported(value), "{at}: {x:?} = {value} is in no solution; {store:?}");
        }
    }
}

/// No variables.
const NONE: [Var; 0] = [];

/// As many variables with one domain.
fn each(count: usize, domain: impl Into<Domain>) -> Vec<Domain> {
    vec![domain.into(); count]
}

/// A domain a variable.
fn d<const N: usize>(domains: [Domain; N]) -> Vec<Domain> {
    domains.into()
}

/// A set with holes that reaches beyond one word.
fn sparse() -> Domain {
    Domain::from([-70, -2, 0, 1, 3, 100])
}

#[test]
fn known_ones() {
    check(
        All,
        &d([(1..=5).into(), sparse()]),
        |x| NotEqual::new(x[0], x[1], 1),
        |v| v[0] != v[1] + 1,
    );
    check(All, &each(1, 0..3), |x| NotEqual::new(x[0], x[0], 1), |_| true);
    check(All, &each(1, 0..3), |x| NotEqual::new(x[0], x[0], 0), |_| false);
    check(
        All,
        &d([(1..=5).into(), sparse()]),
        |x| AtMost::new(x[0], 2, x[1]),
        |v| v[0] + 2 <= v[1],
    );
    for relation in [Relation::Equal, Relation::AtMost, Relation::NotEqual] {
        let holds = move |sum: i32, total: i32| match relation {
            Relation::Equal => sum == total,
            Relation::AtMost => sum <= total,
            Relation::NotEqual => sum != total,
        };
        let finds = if relation == Relation::Equal { Fixed } else { All };
        check(
            finds,
            &each(3, -2..=4),
            |x| Linear::new([(2, x[0]), (-3, x[1]), (1, x[2]), (1, x[0])], relation, 2),
            |v| holds(3 * v[0] - 3 * v[1] + v[2], 2),
        );
        check(
            All,
            &each(2, -4..=4),
            |x| Linear::new([(2, x[0]), (-3, x[1])], relation, 1),
            |v| holds(2 * v[0] - 3 * v[1], 1),
        );
        check(All, &each(1, 0..2), |_| Linear::new([], relation, 0), |_| holds(0, 0));
        check(All, &each(1, 0..2), |_| Linear::new([], relation, -1), |_| holds(0, -1));
    }
    check(
        All,
        &each(3, 0..4),
        |x| Table::new([x[0], x[2]], [[0, 1], [3, 3], [2, 1]]),
        |v| [[0, 1], [3, 3], [2, 1]].contains(&[v[0], v[2]]),
    );
    check(
        Fixed,
        &each(2, 0..4),
        |x| Table::new([x[0], x[1], x[0]], [[0, 1, 0], [3, 3, 2]]),
        |v| *v == [0, 1],
    );
    // All 64 values of a word are there at first.
    check(
        All,
        &d([(0..=63).into(), (0..=3).into()]),
        |x| Table::new([x[0], x[1]], [[0, 0], [1, 1]]),
        |v| v[0] == v[1] && v[0] < 2,
    );
    check(All, &each(1, 0..2), |_| Table::new([], [[]; 1]), |_| true);
    check(All, &each(1, 0..2), |_| Table::new([], [[]; 0]), |_| false);
    check(
        Fixed,
        &each(3, 0..4),
        |x| Predicate::new(x.to_vec(), |v| v[0] * v[1] == v[2]),
        |v| v[0] * v[1] == v[2],
    );
}

#[test]
fn sums_of_few_terms() {
    let far = Domain::from([-30, -2, 0, 1, 3, 33]);
    for signs in [[1, 1, 1], [1, 1, -1], [1, -1, -1], [-1, -1, -1]] {
        let sum = move |v: &[i32]| (0..v.len()).map(|i| signs[i] * v[i]).sum::<i32>();
        for (total, domains) in [
            (1, d([far.clone(), (-2..5).into(), [-31, 2, 9, 30].into()])),
            (-4, d([(0..=63).into(), [-9, 0, 9].into(), (-50..=-40).into()])),
            (0, each(3, -3..4)),
        ] {
            let terms =
                move |x: &[Var]| Linear::equal((0..3).map(|i| (signs[i].into(), x[i])), total);
            check(All, &domains, terms, |v| sum(v) == total as i32);
        }
        // Two terms meet word by word, whatever they span.
        for total in [-30, 0, 3, 140] {
            let terms =
                move |x: &[Var]| Linear::equal((0..2).map(|i| (signs[i].into(), x[i])), total);
            check(All, &d([sparse(), (-20..=120).into()]), terms, |v| sum(v) == total as i32);
        }
    }
    let ends = Domain::from([i32::MAX - 1, i32::MAX]);
    check(All, &each(3, ends), |x| (x[0] + x[1]).equals(x[2]), |_| false);
    check(
        All,
        &each(3, [i32::MIN, i32::MIN + 1]),
        |x| (x[0] + x[1] - x[2]).equals(i32::MIN + 1),
        |v| i64::from(v[0]) + i64::from(v[1]) - i64::from(v[2]) == i64::from(i32::MIN + 1),
    );
}

#[test]
fn logic() {
    let order = |x: &[Var]| [AtMost::new(x[0], 1, x[1]), AtMost::new(x[1], 1, x[2])];
    check(Fixed, &each(3, 0..5), |x| And::new(order(x)), |v| v[0] < v[1] && v[1] < v[2]);
    check(Fixed, &each(3, 0..5), |x| Or::new(order(x)), |v| v[0] < v[1] || v[1] < v[2]);
    check(
        Fixed,
        &each(3, 0..5),
        |x| Or::new(order(x)).or(Not::new(AllEqual::new(x))),
        |v| v[0] < v[1] || v[1] < v[2] || !(v[0] == v[1] && v[1] == v[2]),
    );
    check(
        All,
        &each(2, 0..6),
        |x| Or::new([AtMost::new(x[0], 4, x[1]), AtMost::new(x[1], 4, x[0])]),
        |v| v[0] + 4 <= v[1] || v[1] + 4 <= v[0],
    );
    check(All, &each(1, 0..2), |_| And::new::<AllEqual>([]), |_| true);
    check(All, &each(1, 0..2), |_| Or::new::<AllEqual>([]), |_| false);
    // The condition is a variable of the constraint.
    check(
        Fixed,
        &each(2, 0..3),
        |x| Reified::new(x[0], AtMost::new(x[0], 1, x[1])),
        |v| (v[0] != 0) == (v[0] < v[1]),
    );
    check(
        Fixed,
        &each(2, -1..=1),
        |x| Implied::new(x[0], AtMost::new(x[0], 1, x[1])),
        |v| v[0] == 0 || v[0] < v[1],
    );
    // Comparisons of one or two variables are decided as soon as they can be.
    for k in [-1, 0, 2] {
        let finds = All;
        let domains = d([(0..=1).into(), sparse(), [-2, 1, 2, 5, 99].into()]);
        check(
            finds,
            &domains,
            |x| Reified::new(x[0], NotEqual::new(x[1], x[2], k)),
            |v| (v[0] != 0) == (v[1] != v[2] + k),
        );
        check(
            finds,
            &domains,
            |x| Reified::new(x[0], AtMost::new(x[1], k, x[2])),
            |v| (v[0] != 0) == (v[1] + k <= v[2]),
        );
        check(
            finds,
            &domains,
            |x| Reified::new(x[0], Linear::equal([(2, x[1])], 2)),
            |v| (v[0] != 0) == (v[1] == 1),
        );
        check(
            finds,
            &domains,
            |x| Implied::new(x[0], Member::new(x[1], [1, 3, 64])),
            |v| v[0] == 0 || [1, 3, 64].contains(&v[1]),
        );
    }
}

#[test]
fn equality() {
    for k in [0, -2, 3] {
        check(
            All,
            &d([(1..=5).into(), sparse()]),
            |x| Equal::new(x[0], x[1], k),
            |v| v[0] == v[1] + k,
        );
        check(
            All,
            &d([sparse(), (-2..140).into()]),
            |x| Equal::new(x[0], x[1], k),
            |v| v[0] == v[1] + k,
        );
        check(All, &each(1, 0..4), |x| Equal::new(x[0], x[0], k), |_| k == 0);
    }
    check(
        All,
        &d([sparse(), (0..5).into(), [0, 1, 4].into()]),
        |x| AllEqual::new(x),
        |v| v[0] == v[1] && v[1] == v[2],
    );
    check(All, &each(2, 0..3), |x| AllEqual::new([x[0], x[0], x[1]]), |v| v[0] == v[1]);
    check(All, &each(1, 0..3), |x| AllEqual::new([x[0]]), |_| true);
    check(All, &d([sparse()]), |x| Member::new(x[0], [0, 3, 7]), |v| [0, 3, 7].contains(&v[0]));
    check(All, &d([sparse()]), |x| Member::outside(x[0], 0..=50), |v| !(0..=50).contains(&v[0]));
    check(All, &d([sparse()]), |x| Member::new(x[0], Domain::empty()), |_| false);
}

#[test]
fn clauses() {
    check(
        All,
        &each(4, 0..2),
        |x| Clause::new(&x[..2], &x[2..]),
        |v| v[0] != 0 || v[1] != 0 || v[2] == 0 || v[3] == 0,
    );
    check(
        All,
        &each(3, -1..=1),
        |x| Clause::new(&x[..2], [x[2], x[2]]),
        |v| v[0] != 0 || v[1] != 0 || v[2] == 0,
    );
    check(All, &each(2, 0..2), |x| Clause::new([x[0], x[1]], [x[0]]), |_| true);
    check(All, &each(2, 0..2), |x| Clause::new(NONE, [x[0], x[0]]), |v| v[0] == 0);
    check(All, &each(1, 0..2), |_| Clause::new(NONE, NONE), |_| false);
}

#[test]
fn pairs() {
    let allows = |a: i32, b: i32| (a - 2 * b) % 3 == 0 && a != 1;
    let near = PairTable::by(-2..=5, [-1, 0, 1, 2, 40], allows);
    let far = PairTable::by(sparse(), sparse(), allows);
    check(
        All,
        &d([(-3..=6).into(), sparse()]),
        |x| Pairs::new(x[0], x[1], &near),
        |v| (-2..=5).contains(&v[0]) && [-1, 0, 1, 2, 40].contains(&v[1]) && allows(v[0], v[1]),
    );
    check(All, &d([sparse(), sparse()]), |x| Pairs::new(x[0], x[1], &far), |v| allows(v[0], v[1]));
    check(All, &d([sparse()]), |x| Pairs::new(x[0], x[0], &far), |v| allows(v[0], v[0]));
    check(All, &each(1, -3..6), |x| Pairs::new(x[0], x[0], &near), |v| near.contains(v[0], v[0]));
    check(All, &each(2, 0..3), |x| Pairs::new(x[0], x[1], []), |_| false);
    let ends = [(i32::MIN, i32::MAX), (i32::MAX, i32::MIN)];
    check(All, &d([sparse(), sparse()]), |x| Pairs::new(x[0], x[1], ends), |_| false);
    check(
        All,
        &each(2, [i32::MAX, i32::MAX - 5]),
        |x| Pairs::new(x[0], x[1], [(i32::MAX, i32::MAX)]),
        |v| v[0] == i32::MAX && v[1] == i32::MAX,
    );
    assert_eq!(format!("{:?}", PairTable::from([(3, 1), (2, 9)])), "{(2, 9), (3, 1)}");
}

#[test]
fn elements() {
    let array = [3, 100, -70, 0, 3, 7];
    for first in [0, -1, 2] {
        let at = move |i: i32| usize::try_from(i - first).ok().and_then(|i| array.get(i).copied());
        check(
            All,
            &d([(-2..=8).into(), sparse()]),
            |x| Element::new(x[0], array, x[1]).counted_from(first),
            |v| at(v[0]) == Some(v[1]),
        );
        check(
            All,
            &each(1, -2..=8),
            |x| Element::new(x[0], array, x[0]).counted_from(first),
            |v| at(v[0]) == Some(v[0]),
        );
        check(
            All,
            &d([(-1..=4).into(), sparse(), (0..4).into(), [1, 7, 100].into()]),
            |x| ElementVar::new(x[0], [x[2], x[3]], x[1]).counted_from(first),
            |v| v[0] >= first && v[0] < first + 2 && v[2 + (v[0] - first) as usize] == v[1],
        );
    }
    check(
        Fixed,
        &each(3, 0..4),
        |x| ElementVar::new(x[0], x, x[2]),
        |v| (v[0] as usize) < 3 && v[v[0] as usize] == v[2],
    );
    check(All, &each(2, 0..4), |x| Element::new(x[0], [], x[1]), |_| false);
    check(All, &each(2, 0..4), |x| ElementVar::new(x[0], NONE, x[1]), |_| false);
    check(
        All,
        &d([sparse(), sparse()]),
        |x| Element::new(x[0], [1, 2], x[1]).counted_from(i32::MAX),
        |_| false,
    );
}

#[test]
fn products() {
    check(All, &each(3, -4..=6), |x| Product::new(x[0], x[1], x[2]), |v| v[0] * v[1] == v[2]);
    check(All, &each(2, -4..=9), |x| Product::new(x[0], x[0], x[1]), |v| v[0] * v[0] == v[1]);
    check(All, &each(2, -4..=9), |x| Product::new(x[0], x[1], x[0]), |v| v[0] * v[1] == v[0]);
    check(All, &each(1, -4..=9), |x| Product::new(x[0], x[0], x[0]), |v| v[0] * v[0] == v[0]);
    // Too many pairs to try: by the bounds.
    let wide: Domain = (-60..=60).step_by(2).collect();
    check(
        Fixed,
        &d([wide.clone(), wide, [-48, 0, 7, 120].into()]),
        |x| Product::new(x[0], x[1], x[2]),
        |v| v[0] * v[1] == v[2],
    );
    let ends = Domain::from([i32::MIN, i32::MIN + 1]);
    check(
        All,
        &d([ends.clone(), ends.clone(), ends]),
        |x| Product::new(x[0], x[1], x[2]),
        |_| false,
    );
}

#[test]
fn divisions() {
    let quotient = |v: &[i32]| v[1] != 0 && v[0] / v[1] == v[2];
    let rest = |v: &[i32]| v[1] != 0 && v[0] % v[1] == v[2];
    check(All, &each(3, -5..=5), |x| Division::new(x[0], x[1], x[2]), quotient);
    check(All, &each(3, -5..=5), |x| Remainder::new(x[0], x[1], x[2]), rest);
    check(
        All,
        &each(2, -5..=5),
        |x| Division::new(x[0], x[1], x[0]),
        |v| v[1] != 0 && v[0] / v[1] == v[0],
    );
    check(All, &each(2, -5..=5), |x| Remainder::new(x[0], x[0], x[1]), |v| v[0] != 0 && v[1] == 0);
    let wide: Domain = (-60..=60).step_by(2).collect();
    let domains = d([wide.clone(), wide, [-7, 0, 1].into()]);
    check(Fixed, &domains, |x| Division::new(x[0], x[1], x[2]), quotient);
    check(Fixed, &domains, |x| Remainder::new(x[0], x[1], x[2]), rest);
    // The quotient of the ends does not fit.
    let domains = d([i32::MIN.into(), (-1).into(), [i32::MAX, i32::MAX - 1].into()]);
    check(All, &domains, |x| Division::new(x[0], x[1], x[2]), |_| false);
    check(All, &each(3, 0..1), |x| Division::new(x[0], x[1], x[2]), |_| false);
}

#[test]
fn orders() {
    for domains in [each(4, 0..5), d([sparse(), (-3..4).into(), sparse()]), each(1, 0..3), vec![]] {
        check(All, &domains, |x| Ordered::increasing(x), |v| v.is_sorted());
        check(All, &domains, |x| Ordered::strictly_increasing(x), |v| v.is_sorted_by(|a, b| a < b));
        check(All, &domains, |x| Ordered::decreasing(x), |v| v.is_sorted_by(|a, b| a >= b));
        check(All, &domains, |x| Ordered::strictly_decreasing(x), |v| v.is_sorted_by(|a, b| a > b));
    }
    check(All, &each(2, 0..4), |x| Ordered::strictly_increasing([x[0], x[1], x[0]]), |_| false);
    check(Bounds, &each(2, 0..4), |x| Ordered::increasing([x[0], x[1], x[0]]), |v| v[0] == v[1]);
    let ends = Domain::from([i32::MAX - 1, i32::MAX]);
    check(All, &each(3, ends), |x| Ordered::strictly_increasing(x), |_| false);
}

#[test]
fn extrema() {
    let largest = |v: &[i32]| v[1..].iter().max() == Some(&v[0]);
    let smallest = |v: &[i32]| v[1..].iter().min() == Some(&v[0]);
    for domains in [each(4, 0..6), d([sparse(), (-3..4).into(), sparse()]), each(2, -2..3)] {
        check(Bounds, &domains, |x| Extremum::maximum(&x[1..], x[0]), largest);
        check(Bounds, &domains, |x| Extremum::minimum(&x[1..], x[0]), smallest);
    }
    check(All, &each(1, 0..3), |x| Extremum::maximum(NONE, x[0]), |_| false);
    check(Fixed, &each(2, 0..4), |x| Extremum::maximum([x[0], x[1]], x[0]), |v| v[0] >= v[1]);
    check(Fixed, &each(2, 0..4), |x| Extremum::minimum([x[0], x[1], x[1]], x[0]), |v| v[0] <= v[1]);
    check(
        All,
        &each(2, [i32::MIN, i32::MIN + 9]),
        |x| Extremum::minimum([x[1]], x[0]),
        |v| v[0] == v[1],
    );
}

#[test]
fn distances() {
    let distance = |v: &[i32]| (v[0] - v[1]).abs() == v[2];
    check(All, &each(3, -4..=6), |x| AbsoluteDifference::new(x[0], x[1], x[2]), distance);
    check(
        All,
        &d([sparse(), sparse(), sparse()]),
        |x| AbsoluteDifference::new(x[0], x[1], x[2]),
        distance,
    );
    check(
        All,
        &each(2, -4..=6),
        |x| AbsoluteDifference::new(x[0], x[1], x[1]),
        |v| (v[0] - v[1]).abs() == v[1],
    );
    check(All, &each(2, -4..=6), |x| AbsoluteDifference::new(x[0], x[0], x[1]), |v| v[1] == 0);
    let wide: Domain = (-60..=60).step_by(2).collect();
    check(
        Fixed,
        &d([wide.clone(), wide, [-48, 0, 7, 120].into()]),
        |x| AbsoluteDifference::new(x[0], x[1], x[2]),
        distance,
    );
    let ends = Domain::from([i32::MAX, i32::MAX - 3]);
    check(
        All,
        &d([i32::MIN.into(), i32::MAX.into(), ends]),
        |x| AbsoluteDifference::new(x[0], x[1], x[2]),
        |_| false,
    );
    check(
        All,
        &d([sparse(), (-5..=110).into()]),
        |x| Absolute::new(x[0], x[1]),
        |v| v[0].abs() == v[1],
    );
    check(All, &each(2, -6..=4), |x| Absolute::new(x[0], x[1]), |v| v[0].abs() == v[1]);
    check(All, &each(1, -6..=4), |x| Absolute::new(x[0], x[0]), |v| v[0] >= 0);
    check(
        All,
        &d([[i32::MIN, i32::MIN + 1].into(), [i32::MAX, i32::MAX - 1].into()]),
        |x| Absolute::new(x[0], x[1]),
        |v| v[0] == i32::MIN + 1 && v[1] == i32::MAX,
    );
}

#[test]
fn counts() {
    let count = |v: &[i32], set: &[i32]| v.iter().filter(|v| set.contains(v)).count() as i32;
    for (lo, hi) in [(0, 9), (1, 1), (0, 2), (2, 9), (1, 2), (3, 1), (-5, 0), (7, 9), (-2, -1)] {
        check(
            All,
            &each(3, 0..4),
            |x| Among::new(x, [1, 3], lo..=hi),
            |v| (lo..=hi).contains(&count(v, &[1, 3])),
        );
    }
    check(All, &each(4, 0..4), |x| Among::new(&x[1..], 2, x[0]), |v| count(&v[1..], &[2]) == v[0]);
    check(
        All,
        &d([(-1..9).into(), sparse(), sparse(), (0..4).into()]),
        |x| Among::new(&x[1..], [0, 3, 100], x[0]),
        |v| count(&v[1..], &[0, 3, 100]) == v[0],
    );
    check(All, &each(3, 0..4), |x| Among::new(x, 1, 2..), |v| count(v, &[1]) >= 2);
    check(All, &each(3, 0..4), |x| Among::new(x, 1, ..=1), |v| count(v, &[1]) <= 1);
    check(All, &each(3, 0..4), |x| Among::new(x, 1, 3), |v| count(v, &[1]) == 3);
    check(Fixed, &each(3, 0..4), |x| Among::new(x, 1, x[0]), |v| count(v, &[1]) == v[0]);
    check(
        Fixed,
        &each(2, 0..4),
        |x| Among::new([x[0], x[0], x[1]], 1, 2),
        |v| count(&[v[0], v[0], v[1]], &[1]) == 2,
    );
    check(All, &each(1, -1..2), |x| Among::new(NONE, 1, x[0]), |v| v[0] == 0);
    check(All, &each(2, -1..2), |x| Among::new(&x[1..], Domain::empty(), x[0]), |v| v[0] == 0);
}

/// Whether bit 0 of a mask being the value `base`, it has a value.
fn has(mask: u64, base: i64, value: i32) -> bool {
    let bit = i64::from(value).saturating_sub(base);
    (0..64).contains(&bit) && mask >> bit & 1 == 1
}

#[test]
fn shares_of_values() {
    let share = |mask: u64, least: u32, most: u32| Share { mask, least, most };
    let lists = [
        vec![share(0b1, 0, 0)],
        vec![share(0b1, 1, 1)],
        vec![share(0b1010, 2, 2)],
        vec![share(0b1010, 0, 1), share(0b101, 1, 2)],
        vec![share(0b11, 1, 3), share(0b110, 2, 2)],
        vec![share(0b1, 1, 1), share(0b10, 1, 1), share(0b100, 1, 1)],
        vec![share(u64::MAX, 1, 1)],
        vec![share(0, 0, 0), share(0b1, 2, 1)],
        vec![],
    ];
    // Within what masks speak of, and beyond it on either side.
    let domains =
        [each(3, 1..=4), each(3, 0..=3), d([sparse(), (-1..=2).into(), [1, 64, 65].into()])];
    for (shares, domains) in lists.iter().flat_map(|list| domains.iter().map(move |d| (list, d))) {
        for base in [1, -62, i64::MIN, i64::MAX] {
            check(
                Fixed,
                domains,
                |x| Counts::new(x, base, shares.iter().copied()),
                |v| {
                    shares.iter().all(|share| {
                        let count = v.iter().filter(|&&v| has(share.mask, base, v)).count() as u32;
                        (share.least..=share.most).contains(&count)
                    })
                },
            );
        }
    }
    let one = [share(0b1, 1, 1)];
    check(
        Fixed,
        &each(2, 0..=2),
        |x| Counts::new(&[x[0], x[1], x[0]], 1, one),
        |v| v[0] != 1 && v[1] == 1,
    );
    check(
        All,
        &each(3, 0..=3),
        |x| Counts::new(x, 1, [share(0b101, 2, 2)]),
        |v| v.iter().filter(|v| [1, 3].contains(v)).count() == 2,
    );
}

#[test]
fn rows_of_masks() {
    let lists: [&[[u64; 2]]; 5] = [
        &[[0b1, 0b1]],
        &[[0b11, 0b100], [0b100, 0b11]],
        &[[0b111, 0b10], [0b10, 0b111], [u64::MAX, 1 << 63]],
        &[[0, 0b1]],
        &[],
    ];
    let domains = [each(2, 1..=3), each(2, 0..=4), d([sparse(), [-3, 1, 2, 64, 65].into()])];
    for (cases, domains) in lists.iter().flat_map(|list| domains.iter().map(move |d| (list, d))) {
        for base in [1, -62, i64::MIN, i64::MAX] {
            check(
                All,
                domains,
                |x| Cases::new(x, base, *cases),
                |v| cases.iter().any(|case| (0..2).all(|i| has(case[i], base, v[i]))),
            );
        }
    }
}

#[test]
fn differences_but_for_some_values() {
    let differ = |v: &[i32], except: &[i32]| {
        (0..v.len()).all(|i| (0..i).all(|j| v[i] != v[j] || except.contains(&v[i])))
    };
    check(Fixed, &each(4, 0..4), |x| AllDifferentExcept::new(x, [0, 2]), |v| differ(v, &[0, 2]));
    check(
        Fixed,
        &d([sparse(), sparse(), (0..5).into()]),
        |x| AllDifferentExcept::new(x, 100),
        |v| differ(v, &[100]),
    );
    check(Fixed, &each(2, 0..4), |x| AllDifferentExcept::new([x[0], x[1], x[0]], 2), |v| v[0] == 2);
    check(Fixed, &each(2, 0..4), |x| AllDifferentExcept::new(x, Domain::empty()), |v| v[0] != v[1]);
    check(All, &[], |_| AllDifferentExcept::new(NONE, 0), |_| true);
}

#[test]
fn same_multisets() {
    let same = |a: &[i32], b: &[i32]| {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        a.sort();
        b.sort();
        a == b
    };
    check(Fixed, &each(4, 0..4), |x| SameValues::new(&x[..2], &x[2..]), |v| same(&v[..2], &v[2..]));
    check(Fixed, &each(6, 0..3), |x| SameValues::new(&x[..3], &x[3..]), |v| same(&v[..3], &v[3..]));
    check(
        All,
        &d([sparse(), (0..9).into()]),
        |x| SameValues::new([x[0]], [x[1]]),
        |v| v[0] == v[1],
    );
    check(All, &each(3, 0..2), |x| SameValues::new(&x[..2], &x[2..]), |_| false);
    check(Fixed, &each(3, 0..4), |x| SameValues::new([x[0], x[1]], [x[1], x[2]]), |v| v[0] == v[2]);
    check(Fixed, &each(2, 0..4), |x| SameValues::new([x[0], x[0]], [x[1], x[0]]), |v| v[0] == v[1]);
    check(All, &[], |_| SameValues::new(NONE, NONE), |_| true);
}

#[test]
fn automata() {
    // No two 1s side by side, and the last 2 is not followed by 0.
    let calm = |v: &[i32]| !v.windows(2).any(|p| p == [1, 1] || p == [2, 0]) && !v.contains(&3);
    let steps =
        [(0, 0, 0), (0, 1, 1), (0, 2, 2), (1, 0, 0), (1, 2, 2), (2, 1, 1), (2, 2, 2), (0, 5, 9)];
    let automaton = Automaton::new(3, 0, [0, 1, 2, 7], steps);
    check(All, &each(5, 0..4), |x| Regular::new(x, &automaton), calm);
    check(
        All,
        &d([sparse(), sparse(), (0..3).into()]),
        |x| Regular::new(x, &automaton),
        |v| calm(v) && v.iter().all(|v| (0..3).contains(v)),
    );
    check(
        Fixed,
        &each(2, 0..3),
        |x| Regular::new([x[0], x[1], x[0]], &automaton),
        |v| calm(&[v[0], v[1], v[0]]),
    );
    // Nondeterministic: the third value from the end is 7.
    let third = Automaton::new(
        4,
        0,
        [3],
        [(0, 7, 0), (0, 1, 0), (0, 7, 1), (1, 7, 2), (1, 1, 2), (2, 7, 3), (2, 1, 3)],
    );
    check(All, &each(5, [1, 7]), |x| Regular::new(x, &third), |v| v[2] == 7);
    // More states than bits in a word: the sum, and only 100 will do.
    let sum = Automaton::new(
        101,
        0,
        [100],
        (0..=100).flat_map(|s| [0, 30, 40].map(|v| (s, v, s + v as usize))),
    );
    check(All, &each(4, [0, 30, 40]), |x| Regular::new(x, &sum), |v| v.iter().sum::<i32>() == 100);
    check(All, &each(1, 0..2), |_| Regular::new(NONE, &automaton), |_| true);
    check(All, &each(1, 0..2), |_| Regular::new(NONE, &third), |_| false);
    check(All, &each(1, 0..2), |x| Regular::new(x, &Automaton::new(0, 0, [], [])), |_| false);
    check(All, &each(1, 0..2), |x| Regular::new(x, &Automaton::new(1, 0, [0], [])), |_| false);
    check(All, &each(1, 0..2), |_| Regular::new(NONE, &Automaton::new(1, 0, [0], [])), |_| true);
    check(
        All,
        &each(1, 0..2),
        |x| Regular::new(x, &Automaton::new(1, 3, [0], [(0, 1, 0)])),
        |_| false,
    );
    // As many values as fit a word, and one more.
    for width in [64, 65] {
        let ends = Automaton::new(2, 0, [0], [(0, 0, 1), (1, width - 1, 0)]);
        check(
            All,
            &each(2, [0, 1, width - 1]),
            |x| Regular::new(x, &ends),
            |v| v == [0, width - 1],
        );
    }
}

#[test]
fn lexicographic_order() {
    for (n, left) in [(6, 3), (5, 2), (5, 3), (4, 2), (2, 2), (3, 0)] {
        let domains = if n < 6 { each(n, 0..4) } else { each(n, 0..3) };
        check(
            All,
            &domains,
            |x| Lexicographic::at_most(&x[..left], &x[left..]),
            |v| v[..left] <= v[left..],
        );
        check(
            All,
            &domains,
            |x| Lexicographic::less(&x[..left], &x[left..]),
            |v| v[..left] < v[left..],
        );
    }
    let sparse = d([sparse(), (0..3).into(), [0, 2, 90].into(), (1..3).into()]);
    check(All, &sparse, |x| Lexicographic::less(&x[..2], &x[2..]), |v| v[..2] < v[2..]);
    check(
        Fixed,
        &each(3, 0..4),
        |x| Lexicographic::less([x[0], x[1]], [x[0], x[2]]),
        |v| v[1] < v[2],
    );
    check(
        Fixed,
        &each(2, 0..4),
        |x| Lexicographic::at_most([x[0], x[1]], [x[1], x[0]]),
        |v| v[0] <= v[1],
    );
    check(Fixed, &each(2, 0..4), |x| Lexicographic::less(x, x), |_| false);
    let ends = Domain::from([i32::MIN, i32::MIN + 1]);
    check(All, &each(2, ends), |x| Lexicographic::less([x[0]], [x[1]]), |v| v[0] < v[1]);
}

#[test]
fn inverses() {
    let inverse = |xs: &[i32], ys: &[i32], first: i32| {
        let n = xs.len() as i32;
        let inside = |&v: &i32| (first..first + n).contains(&v);
        xs.iter().chain(ys).all(inside)
            && (0..n).all(|i| ys[(xs[i as usize] - first) as usize] == i + first)
    };
    for first in [0, -1, 1] {
        check(
            Fixed,
            &each(6, -1..3),
            |x| Inverse::new(&x[..3], &x[3..]).counted_from(first),
            |v| inverse(&v[..3], &v[3..], first),
        );
    }
    // Its own inverse.
    check(Fixed, &each(4, 0..4), |x| Inverse::new(x, x), |v| inverse(v, v, 0));
    check(Fixed, &each(2, 0..4), |x| Inverse::new([x[0], x[0]], x), |_| false);
    check(All, &each(3, 0..2), |x| Inverse::new(&x[..1], &x[1..]), |_| false);
    check(All, &[], |_| Inverse::new(NONE, NONE), |_| true);
    check(
        All,
        &each(2, i32::MAX),
        |x| Inverse::new(&x[..1], &x[1..]).counted_from(i32::MAX),
        |_| true,
    );
}

#[test]
fn circuits() {
    let trip = |v: &[i32], first: i32, partial: bool| {
        let n = v.len() as i32;
        let next: Vec<i32> = v.iter().map(|v| v - first).collect();
        if next.iter().any(|v| !(0..n).contains(v)) {
            return false;
        }
        let mut sorted = next.clone();
        sorted.sort();
        let permutation = sorted.iter().zip(0..).all(|(&v, i)| v == i);
        // Count the cycles of each kind.
        let mut seen = vec![false; v.len()];
        let (mut loops, mut longer) = (0, 0);
        for start in 0..v.len() {
            let (mut i, mut length) = (start, 0);
            while !seen[i] {
                seen[i] = true;
                i = next[i] as usize;
                length += 1;
            }
            loops += i32::from(length == 1 && next[start] == start as i32);
            longer += i32::from(length > 1);
        }
        permutation && if partial { longer <= 1 } else { n == 0 || loops + longer == 1 }
    };
    for n in [0, 1, 2, 3, 4, 5] {
        check(Fixed, &each(n, 0..n.max(1) as i32), |x| Circuit::new(x), |v| trip(v, 0, false));
        check(Fixed, &each(n, 0..n.max(1) as i32), |x| Subcircuit::new(x), |v| trip(v, 0, true));
    }
    check(Fixed, &each(3, -1..5), |x| Circuit::new(x).counted_from(1), |v| trip(v, 1, false));
    check(Fixed, &each(4, 0..6), |x| Subcircuit::new(x).counted_from(1), |v| trip(v, 1, true));
    check(Fixed, &each(2, 0..3), |x| Circuit::new([x[0], x[1], x[0]]), |_| false);
    check(Fixed, &each(2, 0..3), |x| Subcircuit::new([x[0], x[1], x[0]]), |_| false);
}

#[test]
fn cardinalities() {
    let count = |v: &[i32], value: i32| v.iter().filter(|&&v| v == value).count() as i32;
    check(
        Fixed,
        &each(4, 0..4),
        |x| Cardinality::new(x, [(0, 1..=2), (2, 0..=1), (7, 0..=3)]),
        |v| (1..=2).contains(&count(v, 0)) && count(v, 2) <= 1,
    );
    check(
        Fixed,
        &each(4, 0..4),
        |x| Cardinality::new(x, [(0, 1..=2), (2, 1..=3)]).closed(),
        |v| {
            (1..=2).contains(&count(v, 0))
                && (1..=3).contains(&count(v, 2))
                && count(v, 0) + count(v, 2) == 4
        },
    );
    check(
        Fixed,
        &each(5, 0..4),
        |x| Cardinality::new(&x[..3], [(1, x[3]), (3, x[4])]),
        |v| count(&v[..3], 1) == v[3] && count(&v[..3], 3) == v[4],
    );
    check(
        Fixed,
        &each(4, 0..5),
        |x| Cardinality::new(x, (0..4).zip(x.iter().copied())).closed(),
        |v| (0..4).all(|i| count(v, i) == v[i as usize]) && v.iter().all(|&v| v < 4),
    );
    // One value twice: both amounts hold.
    check(
        Fixed,
        &each(3, 0..3),
        |x| Cardinality::new(x, [(1, 0..=2), (1, 1..=3)]),
        |v| (1..=2).contains(&count(v, 1)),
    );
    check(Fixed, &each(2, 0..3), |x| Cardinality::new(x, [(1, 5)]), |_| false);
    check(All, &each(2, 0..3), |x| Cardinality::new(x, [] as [(i32, i32); 0]), |_| true);
    check(All, &each(2, 0..3), |x| Cardinality::new(x, [] as [(i32, i32); 0]).closed(), |_| false);
    check(All, &each(1, -1..2), |x| Cardinality::new(NONE, [(3, x[0])]).closed(), |v| v[0] == 0);
    check(
        Fixed,
        &each(2, 0..3),
        |x| Cardinality::new([x[0], x[0], x[1]], [(1, 2)]),
        |v| v[0] == 1 && v[1] != 1,
    );
}

#[test]
fn forbidden_tuples() {
    let rows: Vec<[i32; 3]> = assignments(&each(3, 0..4))
        .into_iter()
        .filter(|row| row[0] == 2 && row[1] < 3 || row[1] == 1 && row[2] > 0)
        .map(|row| [row[0], row[1], row[2]])
        .collect();
    check(
        All,
        &each(3, 0..4),
        |x| Forbidden::new(x.to_vec(), &rows),
        |v| !rows.iter().any(|row| row == v),
    );
    check(
        All,
        &d([sparse(), (0..3).into()]),
        |x| Forbidden::new(x.to_vec(), [[0, 1], [3, 0], [3, 1], [3, 2], [0, 0]]),
        |v| v[0] != 3 && v != [0, 1] && v != [0, 0],
    );
    check(
        Fixed,
        &each(2, 0..3),
        |x| Forbidden::new([x[0], x[1], x[0]], [[0, 1, 0], [1, 1, 2]]),
        |v| v != [0, 1],
    );
    check(All, &each(1, 0..2), |_| Forbidden::new([], [[]; 1]), |_| false);
    check(All, &each(1, 0..2), |_| Forbidden::new([], [[]; 0]), |_| true);
}

#[test]
fn precedences() {
    let first = |v: &[i32], value: i32| v.iter().position(|&v| v == value).unwrap_or(usize::MAX);
    let ordered = |v: &[i32], order: &[i32]| {
        order.windows(2).all(|p| first(v, p[1]) == usize::MAX || first(v, p[0]) < first(v, p[1]))
    };
    check(All, &each(4, 0..5), |x| Precedence::new(x, [3, 1, 4]), |v| ordered(v, &[3, 1, 4]));
    check(All, &each(5, 1..=4), |x| Precedence::new(x, 1..=4), |v| ordered(v, &[1, 2, 3, 4]));
    check(
        All,
        &d([sparse(), sparse(), (0..4).into()]),
        |x| Precedence::new(x, [100, 0, -70]),
        |v| ordered(v, &[100, 0, -70]),
    );
    check(
        Fixed,
        &each(2, 0..4),
        |x| Precedence::new([x[0], x[1], x[0]], [1, 2, 3, 2]),
        |v| ordered(&[v[0], v[1], v[0]], &[1, 2, 3]),
    );
    check(All, &each(2, 0..3), |x| Precedence::new(x, []), |_| true);
    check(All, &[], |_| Precedence::new(NONE, [1, 2]), |_| true);
}

#[test]
fn numbers_of_values() {
    let distinct = |v: &[i32]| v.iter().collect::<std::collections::BTreeSet<_>>().len() as i32;
    check(
        Fixed,
        &each(4, 0..4),
        |x| DistinctValues::new(&x[1..], x[0]),
        |v| distinct(&v[1..]) == v[0],
    );
    for amount in [0..=1, 2..=2, 2..=9, 4..=4, 5..=9] {
        check(
            Fixed,
            &each(4, 0..5),
            |x| DistinctValues::new(x, amount.clone()),
            |v| amount.contains(&distinct(v)),
        );
    }
    check(
        Fixed,
        &d([sparse(), [0, 3, 9].into(), [-2, 9].into()]),
        |x| DistinctValues::new(x, ..=2),
        |v| distinct(v) <= 2,
    );
    check(
        Fixed,
        &each(2, 0..4),
        |x| DistinctValues::new([x[0], x[1], x[0]], x[1]),
        |v| distinct(v) == v[1],
    );
    check(All, &each(1, -1..2), |x| DistinctValues::new(NONE, x[0]), |v| v[0] == 0);
}

#[test]
fn distinct_sums() {
    let holds = |v: &[i32], values: &Domain, total: i32| {
        (0..v.len()).all(|i| values.contains(v[i]) && (0..i).all(|j| v[i] != v[j]))
            && v.iter().sum::<i32>() == total
    };
    let values = Domain::from(1..=9);
    for (n, total) in [(0, 0), (0, 1), (1, 4), (1, 10), (2, 5), (2, 17), (3, 15), (3, 24), (3, 25)]
    {
        check(
            All,
            &each(n, 0..=10),
            |x| DistinctSum::new(x, 1..=9, total),
            |v| holds(v, &values, total as i32),
        );
    }
    check(
        All,
        &each(6, 0..5),
        |x| DistinctSum::new(x, -1..=9, 15),
        |v| holds(v, &(-1..=9).into(), 15),
    );
    check(
        All,
        &each(5, 1..=7),
        |x| DistinctSum::new(x, 1..=7, 20),
        |v| holds(v, &(1..=7).into(), 20),
    );
    let holes = Domain::from([-3, 0, 1, 5, 20]);
    check(
        All,
        &d([sparse(), (0..6).into(), (-5..3).into()]),
        |x| DistinctSum::new(x, holes.clone(), -2),
        |v| holds(v, &holes, -2),
    );
    // More than six open: only what all sets need.
    check(Fixed, &each(8, [1, 3, 4]), |x| DistinctSum::new(x, 1..=9, 40), |_| false);
    check(Fixed, &each(7, [1, 2, 4, 7]), |x| DistinctSum::new(x, 1..=9, 28), |_| false);
    check(Fixed, &chain(), |x| DistinctSum::new(x, 1..=9, 38), |v| holds(v, &values, 38));
    // Too wide for a word.
    check(
        Fixed,
        &d([sparse(), sparse(), sparse()]),
        |x| DistinctSum::new(x, sparse(), 31),
        |v| holds(v, &sparse(), 31),
    );
    check(Fixed, &each(2, 0..4), |x| DistinctSum::new([x[0], x[1], x[0]], 0..=9, 4), |_| false);
    check(Fixed, &each(2, 0..4), |x| DistinctSum::new(x, 0..=9, i64::MIN), |_| false);
    check(All, &each(1, 0..4), |x| DistinctSum::new(x, Domain::empty(), 0), |_| false);
    check(All, &each(1, 0..4), |_| DistinctSum::new(NONE, Domain::empty(), 0), |_| true);
}

/// Eight variables of which neighbours have values in common.
fn chain() -> Vec<Domain> {
    let far =
        [[1, 2, 2], [2, 3, 3], [3, 4, 4], [4, 5, 9], [5, 6, 6], [6, 7, 7], [7, 8, 1], [8, 9, 9]];
    far.into_iter().map(Domain::from).collect()
}

#[test]
fn sets_of_values() {
    // What the first variables take together, bit 0 being the value `base`, if all of it is different.
    let taken = |first: &[i32], base: i32| {
        first.iter().try_fold(0u64, |set, &value| {
            let bit = 1u64.checked_shl((value - base) as u32)?;
            (value >= base && set & bit == 0).then_some(set | bit)
        })
    };
    // 1, 2, 5 or 1, 3, 4: all need the 1.
    let sets = [0b10011, 0b01101];
    check(
        All,
        &each(3, 0..=5),
        |x| ValueSets::new(x, 1, sets),
        |v| taken(v, 1).is_some_and(|set| sets.contains(&set)),
    );
    check(
        Fixed,
        &each(5, 1..=5),
        |x| ValueSets::new(&x[..3], 1, sets).apart(x[3], 0b111).apart(x[4], 0b011),
        |v| {
            taken(&v[..3], 1).is_some_and(|set| sets.contains(&set))
                && !v[..3].contains(&v[3])
                && !v[..2].contains(&v[4])
        },
    );
    // Values beyond what sets speak of are free for the others.
    for base in [1, -62] {
        check(
            Fixed,
            &d([(1..=2).into(), (1..=2).into(), (-1..=3).into(), sparse()]),
            |x| ValueSets::new(&x[..2], base, [0b11]).apart(x[2], 0b11).apart(x[3], 0b01),
            |v| {
                taken(&v[..2], base as i32) == Some(0b11) && !v[..2].contains(&v[2]) && v[0] != v[3]
            },
        );
    }
    for base in [i64::MIN, i64::MAX] {
        check(
            Fixed,
            &each(2, 0..=1),
            |x| ValueSets::new([x[0]], base, [1]).apart(x[1], 1),
            |_| false,
        );
    }
    // More than six open.
    let mut domains = chain();
    domains.push([1, 4, 9].into());
    let sets = [0b1_1011_1111, 0b1_1111_1110];
    check(
        Fixed,
        &domains,
        |x| ValueSets::new(&x[..8], 1, sets).apart(x[8], 0b1000_1000),
        |v| {
            taken(&v[..8], 1).is_some_and(|set| sets.contains(&set)) && v[8] != v[3] && v[8] != v[7]
        },
    );
    // So many others that they fill more than a word.
    let domains = [each(2, 1..=3), vec![Domain::from([1]); 63], each(2, 1..=3)].concat();
    let apart = |x: &[Var]| {
        let others = (2..67).map(|i| (x[i], if i < 65 { 0 } else { 0b11 }));
        others
            .fold(ValueSets::new(&x[..2], 1, [0b011, 0b110]), |sets, (x, from)| sets.apart(x, from))
    };
    let meaning = |v: &[i32]| {
        taken(&v[..2], 1).is_some_and(|set| set == 0b011 || set == 0b110)
            && v[65..].iter().all(|value| !v[..2].contains(value))
    };
    check(Fixed, &domains, apart, meaning);
    // More than a set can have.
    let many = |x: &[Var]| ValueSets::new(&x[..65], 1, [1]).apart(x[65], u64::MAX);
    check(Fixed, &vec![Domain::from([1]); 66], many, |_| false);
    check(Fixed, &each(1, 0..3), |x| ValueSets::new(NONE, 0, [0]).apart(x[0], 0), |_| true);
    check(Fixed, &each(1, 0..3), |x| ValueSets::new(NONE, 0, [1]).apart(x[0], 0), |_| false);
}

#[test]
fn bins() {
    let load = |v: &[i32], sizes: &[u32], bin: i32| -> i32 {
        v.iter().zip(sizes).filter(|(v, _)| **v == bin).map(|(_, &size)| size as i32).sum()
    };
    let sizes = [3, 2, 2, 0, 4];
    check(
        Fixed,
        &each(5, -1..3),
        |x| BinPacking::new(x.iter().zip(sizes), [2..=6, 5..=9]),
        |v| {
            v.iter().all(|v| (0..2).contains(v))
                && (2..=6).contains(&load(v, &sizes, 0))
                && (5..=9).contains(&load(v, &sizes, 1))
        },
    );
    check(
        Fixed,
        &d([(0..4).into(), (1..3).into(), (0..9).into(), (-1..8).into()]),
        |x| BinPacking::new(x[..2].iter().zip([3, 4]), [x[2], x[3]]).counted_from(1),
        |v| {
            v[..2].iter().all(|v| (1..3).contains(v))
                && load(&v[..2], &[3, 4], 1) == v[2]
                && load(&v[..2], &[3, 4], 2) == v[3]
        },
    );
    check(
        Fixed,
        &each(2, 0..3),
        |x| BinPacking::new([(x[0], 1), (x[0], 1), (x[1], 5)], [2, 5]),
        |v| v == [0, 1],
    );
    check(Fixed, &each(2, 0..2), |x| BinPacking::new(x.iter().zip([1, 1]), [0; 0]), |_| false);
    check(All, &each(1, -1..2), |x| BinPacking::new([] as [(Var, u32); 0], [x[0]]), |v| v[0] == 0);
}

#[test]
fn tasks() {
    let fits = |v: &[i32], durations: &[u32], demands: &[u32], capacity: u32| {
        (-10..20).all(|t| {
            let spent = (0..v.len()).filter(|&i| v[i] <= t && t < v[i] + durations[i] as i32);
            spent.map(|i| demands[i]).sum::<u32>() <= capacity
        })
    };
    for (durations, demands, capacity) in [
        ([2, 3, 1, 2], [1, 2, 2, 1], 3),
        ([2, 0, 4, 1], [1, 9, 2, 2], 3),
        ([3, 3, 3, 0], [1, 1, 1, 1], 1),
        ([1, 2, 2, 1], [4, 0, 1, 1], 3),
        ([1, 2, 2, 1], [0, 0, 1, 1], 0),
    ] {
        let tasks = |x: &[Var]| {
            let task = |i: usize| Task { start: x[i], duration: durations[i], demand: demands[i] };
            Cumulative::new((0..4).map(task), capacity)
        };
        check(Fixed, &each(4, -1..5), tasks, |v| fits(v, &durations, &demands, capacity));
        check(
            Fixed,
            &each(4, -1..6),
            |x| Disjunctive::new(x.iter().zip(durations)),
            |v| fits(v, &durations, &[1; 4], 1),
        );
    }
    let ab = d([sparse(), (0..5).into()]);
    check(Fixed, &ab, |x| Disjunctive::new(x.iter().zip([3, 2])), |v| fits(v, &[3, 2], &[1, 1], 1));
    check(Fixed, &each(1, 0..4), |x| Disjunctive::new([(x[0], 1), (x[0], 2)]), |_| false);
    check(All, &each(1, 0..4), |x| Disjunctive::new([(x[0], 0), (x[0], 2)]), |_| true);
    check(All, &[], |_| Cumulative::new([], 0), |_| true);
    let ends = Domain::from([i32::MAX - 1, i32::MAX]);
    check(
        Fixed,
        &each(2, ends),
        |x| Disjunctive::new(x.iter().zip([u32::MAX, 1])),
        |v| v[1] < v[0],
    );
}

#[test]
fn tables_of_rows_and_columns() {
    const MATRIX: [[i32; 3]; 4] = [[3, 1, 4], [1, 5, 9], [2, 6, 5], [3, 5, 8]];
    let at = |r: i32, c: i32| -> Option<i32> {
        MATRIX.get(usize::try_from(r).ok()?)?.get(usize::try_from(c).ok()?).copied()
    };
    check(
        All,
        &d([(-1..=4).into(), (0..=3).into(), (0..=9).into()]),
        |x| ElementMatrix::new(x[0], x[1], MATRIX, x[2]),
        |v| at(v[0], v[1]) == Some(v[2]),
    );
    check(
        All,
        &d([(5..=9).into(), (-3..=0).into(), sparse()]),
        |x| ElementMatrix::new(x[0], x[1], MATRIX, x[2]).counted_from(6, -2),
        |v| at(v[0] - 6, v[1] + 2) == Some(v[2]),
    );
    // One variable in two places.
    check(
        All,
        &each(2, 0..6),
        |x| ElementMatrix::new(x[0], x[0], MATRIX, x[1]),
        |v| at(v[0], v[0]) == Some(v[1]),
    );
    check(
        Fixed,
        &each(2, 0..6),
        |x| ElementMatrix::new(x[0], x[1], MATRIX, x[0]),
        |v| at(v[0], v[1]) == Some(v[0]),
    );
    let nothing: [[i32; 2]; 0] = [];
    check(All, &each(3, 0..2), |x| ElementMatrix::new(x[0], x[1], nothing, x[2]), |_| false);
}

#[test]
fn occurrences_of_a_value_to_be_found() {
    let count = |v: &[i32], of: i32| v.iter().filter(|&&v| v == of).count() as i32;
    check(
        Fixed,
        &each(5, 0..4),
        |x| Occurrences::new(&x[..3], x[3], x[4]),
        |v| count(&v[..3], v[3]) == v[4],
    );
    check(
        Fixed,
        &d([sparse(), sparse(), (0..=3).into(), sparse()]),
        |x| Occurrences::new(&x[..3], x[3], 1..=2),
        |v| (1..=2).contains(&count(&v[..3], v[3])),
    );
    // The value is counted too, or is the amount.
    check(Fixed, &each(3, 0..4), |x| Occurrences::new(x, x[0], x[1]), |v| count(v, v[0]) == v[1]);
    check(
        Fixed,
        &each(3, -1..4),
        |x| Occurrences::new(&x[..2], x[2], x[2]),
        |v| count(&v[..2], v[2]) == v[2],
    );
    check(All, &each(1, 0..3), |x| Occurrences::new(NONE, x[0], 0), |_| true);
}

#[test]
fn positions_of_extremes() {
    let first = |v: &[i32], best: Option<&i32>| {
        best.and_then(|best| v.iter().position(|v| v == best)).map_or(-9, |i| i as i32)
    };
    check(
        Fixed,
        &d([(-1..=3).into(), (0..=3).into(), (1..=4).into(), (0..=5).into()]),
        |x| ArgExtremum::maximum(&x[1..], x[0]),
        |v| first(&v[1..], v[1..].iter().max()) == v[0],
    );
    check(
        Fixed,
        &d([(3..=8).into(), sparse(), (1..=4).into(), (0..=5).into()]),
        |x| ArgExtremum::minimum(&x[1..], x[0]).counted_from(4),
        |v| first(&v[1..], v[1..].iter().min()) + 4 == v[0],
    );
    // The position is one of the variables.
    check(
        Fixed,
        &each(3, 0..4),
        |x| ArgExtremum::maximum(x, x[1]),
        |v| first(v, v.iter().max()) == v[1],
    );
    check(All, &each(1, 0..3), |x| ArgExtremum::maximum(NONE, x[0]), |_| false);
}
