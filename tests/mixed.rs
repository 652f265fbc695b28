//! Models of several constraints at once, against brute force: what one concludes is news for the
//! others, and variables stand in many of them, twice in some.

use std::sync::{Arc, Mutex};

use houserules::*;

struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// Some constraint on some of these variables.
fn any(numbers: &mut Numbers, x: &[Var], ks: &[i32], depth: usize) -> Box<dyn Constraint> {
    let mut pick = |n: usize| -> Vec<Var> { (0..n).map(|_| x[numbers.below(x.len())]).collect() };
    let (a, b) = (pick(3), pick(2));
    let k = ks[numbers.below(ks.len())];
    let (less, more) = (k.saturating_sub(1), k.saturating_add(2));
    let some = |c| -> Box<dyn Constraint> { c };
    some(match numbers.below(if depth > 0 { 36 } else { 41 }) {
        0 => Box::new(Linear::equal([(1, a[0]), (k.into(), a[1]), (-1, a[2])], k.into())),
        1 => Box::new((a[0] + a[1]).at_most(a[2] + Expr::from(k))),
        2 => Box::new((2 * a[0] - a[1]).differs_from(k)),
        3 => Box::new(Equal::new(a[0], a[1], less)),
        4 => Box::new(AllEqual::new(&b)),
        5 => Box::new(Ordered::increasing(&a)),
        6 => Box::new(DistinctSum::new(&a, -1..=4, more.into())),
        7 => Box::new(Product::new(a[0], a[1], a[2])),
        8 => Box::new(Division::new(a[0], a[1], a[2])),
        9 => Box::new(Remainder::new(a[0], a[1], a[2])),
        10 => Box::new(AbsoluteDifference::new(a[0], a[1], a[2])),
        11 => Box::new(Absolute::new(a[0], a[1])),
        12 => Box::new(Extremum::maximum(&b, a[0])),
        13 => Box::new(Extremum::minimum(&b, a[0])),
        14 => Box::new(Element::new(a[0], [3, k, 1, 0], a[1])),
        15 => Box::new(ElementVar::new(a[0], &b, a[1]).counted_from(k)),
        16 => Box::new(Pairs::new(
            a[0],
            a[1],
            PairTable::by(-1..=3, -1..=3, |p, q| (p * q + k % 3) % 3 != 0),
        )),
        17 => Box::new(Forbidden::new(a, [[0, 1, k], [1, 1, 1], [k, 2, 0], [2, 0, 2]])),
        18 => Box::new(Table::new(a, [[0, 1, k], [1, 1, 1], [k, 2, 0], [2, 0, 2], [3, 3, 3]])),
        19 => Box::new(Among::new(&a, [k, 2], b[0])),
        20 => Box::new(Cardinality::new(&a, [(1, 0..=k), (2, 1..=2)])),
        21 => Box::new(DistinctValues::new(&a, b[0])),
        22 => Box::new(SameValues::new(&a[..2], &b)),
        23 => Box::new(Lexicographic::less(&a[..2], &b)),
        24 => Box::new(AllDifferentExcept::new(&a, k)),
        25 => Box::new(Clause::new(&a[..2], &a[2..])),
        26 => Box::new(Regular::new(
            &a,
            &Automaton::new(2, 0, [1], [(0, 0, 0), (0, k, 1), (1, 2, 0)]),
        )),
        27 => Box::new(Circuit::new(&a).counted_from(k)),
        28 => Box::new(Subcircuit::new(&a).counted_from(k)),
        29 => Box::new(Inverse::new(&a, [b[0], b[1], a[0]]).counted_from(k)),
        30 => Box::new(Precedence::new(&a, [k, 1, 3])),
        31 => Box::new(BinPacking::new(a.iter().zip([1, 3, 2]), [b[0], b[1]]).counted_from(k)),
        32 => Box::new(Disjunctive::new(a.iter().zip([1, 2, u32::MAX]))),
        33 => Box::new(Cumulative::new(
            a.iter().zip(1..).map(|(&start, i)| Task { start, duration: i, demand: 3 - i.min(3) }),
            2,
        )),
        34 => Box::new(Member::outside(a[0], k..=k)),
        35 => Box::new(Predicate::new(a, move |v| v.contains(&k))),
        36 => Box::new(Not::new(any(numbers, x, ks, depth + 1))),
        37 => Box::new(any(numbers, x, ks, depth + 1).or(any(numbers, x, ks, depth + 1))),
        38 => Box::new(any(numbers, x, ks, depth + 1).and(any(numbers, x, ks, depth + 1)).not()),
        39 => Box::new(any(numbers, x, ks, depth + 1).iff(b[0])),
        _ => Box::new(any(numbers, x, ks, depth + 1).when(b[0])),
    })
}

#[test]
fn random_models() {
    let domains = [(0..=1).into(), [-1, 0, 2, 3].into(), [1, 2, 70].into(), (0..=3).into()];
    try_models(600, &domains, &[-1, 0, 1, 2, 3]);
}

#[test]
fn ends_of_the_numbers() {
    const MIN: i32 = i32::MIN;
    const MAX: i32 = i32::MAX;
    let domains = [
        [MIN, MIN + 1, MIN + 90].into(),
        [MAX, MAX - 1].into(),
        (-1..=1).into(),
        (MAX - 2..=MAX).into(),
    ];
    try_models(600, &domains, &[MIN, MIN + 1, -1, 0, 1, MAX - 1, MAX]);
}

fn try_models(count: u64, pool: &[Domain], ks: &[i32]) {
    for seed in 1..=count {
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed));
        let mut model = ModelBuilder::new();
        let domains: Vec<Domain> =
            (0..5).map(|_| pool[numbers.below(pool.len())].clone()).collect();
        let x: Vec<Var> = domains.iter().map(|domain| model.var(domain.clone())).collect();
        for _ in 0..1 + numbers.below(3) {
            model.post(any(&mut numbers, &x, ks, 0));
        }
        let model = model.build().unwrap();
        let mut found: Vec<Vec<i32>> =
            Solver::new(&model).solutions().map(Solution::into_values).collect();
        found.sort();
        let all = domains.iter().fold(vec![vec![]], |rows: Vec<Vec<i32>>, domain| {
            let longer = |row: &Vec<i32>, v| row.iter().copied().chain([v]).collect();
            rows.iter()
                .flat_map(|row| domain.iter().map(|v| longer(row, v)).collect::<Vec<_>>())
                .collect()
        });
        let holds = |row: &Vec<i32>| {
            model.constraints().iter().all(|constraint| {
                let values: Vec<i32> = constraint.scope().iter().map(|x| row[x.index()]).collect();
                constraint.holds(&values)
            })
        };
        let right: Vec<Vec<i32>> = all.iter().filter(|row| holds(row)).cloned().collect();
        assert_eq!(found, right, "seed {seed}: {model:?}");

        // A search that learns finds the same, and each reason follows from the constraint that gave it, where values
        // that were gone from the beginning need no reason.
        let left = |row: &Vec<i32>| model.vars().all(|x| model.root().contains(x, row[x.index()]));
        let rows = all.into_iter().filter(left).collect();
        let proof = Arc::new(Explained { model: model.clone(), rows, wrong: Mutex::default() });
        let mut solver = Solver::new(&model)
            .strategy(Strategy::Learning)
            .learning(Learning { seed, restart: 3, ..Learning::default() })
            .proof(proof.clone());
        let mut found: Vec<Vec<i32>> =
            solver.solutions().take(200).map(Solution::into_values).collect();
        let wrong = proof.wrong.lock().unwrap();
        assert!(wrong.is_empty(), "seed {seed}: {}; {model:?}", wrong[0]);
        found.sort();
        match right.len() {
            ..200 => assert_eq!(found, right, "seed {seed}, learning: {model:?}"),
            _ => assert!(found.iter().all(|row| right.contains(row)), "seed {seed}: {model:?}"),
        }
    }
}

/// Checks each explanation against all assignments with which its constraint holds.
#[derive(Debug)]
struct Explained {
    model: Model,
    rows: Vec<Vec<i32>>,
    wrong: Mutex<Vec<String>>,
}

impl Proof for Explained {
    fn learned(&self, _: &[Literal]) {}

    fn explained(&self, constraint: usize, clause: &[Literal]) {
        let constraint = &self.model.constraints()[constraint];
        let says = |row: &Vec<i32>| {
            clause.iter().any(|lit| (row[lit.var.index()] == lit.value) == lit.holds)
        };
        let holds = |row: &Vec<i32>| {
            let values: Vec<i32> = constraint.scope().iter().map(|x| row[x.index()]).collect();
            constraint.holds(&values)
        };
        if let Some(row) = self.rows.iter().find(|row| !says(row) && holds(row)) {
            let what = format!("{clause:?} of {constraint:?} rules {row:?} out");
            self.wrong.lock().unwrap().push(what);
        }
    }
}
