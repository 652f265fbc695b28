//! Proves of each constraint that its propagator does what its meaning says: posted before or
//! after domains are narrowed, with some variables fixed, with domains pruned at random and in the
//! middle of a search it keeps every solution, refuses everything else, and removes as much as it
//! claims. A new constraint is one new line.

mod support;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use houserules::{
    AtMost, Branching, Constraint, Decision, Domain, Linear, Model, ModelBuilder, NotEqual,
    Outcome, Predicate, Solver, Store, Table, Var,
};

use support::{assignments, values_of};

/// How much a propagator removes.
#[derive(Clone, Copy)]
enum Claim {
    /// Each value left is part of a solution.
    Domain,
    /// Each bound left is part of a solution over the reals: the function says whether one may lie
    /// in such a box. Domain consistent once two variables are open.
    Bounds(fn(&[(i64, i64)]) -> bool),
    /// It sees what is wrong once all is fixed.
    Checks,
}

type Meaning = Arc<dyn Fn(&[i32]) -> bool + Send + Sync>;

/// Tries a constraint on `arity` variables with domains of each kind. Both functions are given all
/// variables, or their values, in order.
fn check<C: Constraint + 'static>(
    name: &str,
    arity: usize,
    claim: Claim,
    make: impl Fn(&[Var]) -> C,
    meaning: impl Fn(&[i32]) -> bool + Send + Sync + 'static,
) {
    let meaning: Meaning = Arc::new(meaning);
    let kinds: [Domain; 5] = [
        Domain::from(-2..=3),
        Domain::from([0, 1, 4, 5, 9]),
        Domain::from([-1, 0, 62, 63, 64, 127, 128]),
        Domain::from([1]),
        Domain::from([-70, -3, 1, 2, 70]),
    ];
    for first in 0..kinds.len() {
        for step in [0, 1, 2] {
            let domains = (0..arity).map(|i| kinds[(first + i * step) % kinds.len()].clone());
            let case = Case { name, claim, domains: domains.collect(), meaning: meaning.clone() };
            case.all_assignments(&make);
            case.random_prunings(&make, first as u64 * 3 + step as u64);
            case.in_search(&make);
        }
    }
}

struct Case<'a> {
    name: &'a str,
    claim: Claim,
    domains: Vec<Domain>,
    meaning: Meaning,
}

impl Case<'_> {
    fn model<C: Constraint + 'static>(
        &self,
        domains: &[Domain],
        make: impl Fn(&[Var]) -> C,
    ) -> Model {
        let mut model = ModelBuilder::new();
        let vars: Vec<Var> = domains.iter().map(|domain| model.var(domain.clone())).collect();
        model.post(make(&vars));
        model.build().expect("a valid model")
    }

    fn all_assignments<C: Constraint + 'static>(&self, make: &impl Fn(&[Var]) -> C) {
        let model = self.model(&self.domains, make);
        let mut solver = Solver::new(&model);
        for values in assignments(&lists(&self.domains)) {
            let right = (self.meaning)(&values);
            let constraint = &*model.constraints()[0];
            let told = format!("{} at {values:?}", self.name);
            assert_eq!(constraint.holds(&values_of(constraint, &values)), right, "holds: {told}");
            solver.clear();
            model.vars().zip(&values).for_each(|(x, &value)| solver.assume(x, value));
            assert_eq!(solver.first() != Outcome::None, right, "posted before: {told}");
            let fixed: Vec<Domain> = values.iter().map(|&value| value.into()).collect();
            let outcome = Solver::new(&self.model(&fixed, make)).first();
            assert_eq!(outcome != Outcome::None, right, "posted after: {told}");
        }
    }

    fn random_prunings<C: Constraint + 'static>(&self, make: &impl Fn(&[Var]) -> C, seed: u64) {
        let mut random = Random(seed + 1);
        let model = self.model(&self.domains, make);
        let mut solver = Solver::new(&model);
        for _ in 0..30 {
            let keep = 1 + random.below(4);
            let pruned: Vec<Domain> = self.domains.iter().map(|d| random.part(d, keep)).collect();
            // Narrowed first.
            let narrowed = self.model(&pruned, make);
            if narrowed.contradiction().is_some() {
                assert!(self.supported(&lists(&pruned)).is_none(), "{} on {pruned:?}", self.name);
            } else {
                self.check_fixpoint(&pruned, narrowed.root());
            }
            // Posted first; once in one step, once in two.
            for steps in [1, 2] {
                solver.clear();
                for (x, domain) in model.vars().zip(&pruned) {
                    if steps == 2 {
                        let half = [Domain::from(i32::MIN..=30), Domain::from(0..=i32::MAX)];
                        half.iter().filter(|h| h.intersection(domain) == *domain).for_each(
                            |half| {
                                solver.assume(x, half.clone());
                            },
                        );
                    }
                    solver.assume(x, domain.clone());
                }
                match solver.propagate() {
                    Ok(store) => self.check_fixpoint(&pruned, store),
                    Err(_) => assert!(
                        self.supported(&lists(&pruned)).is_none(),
                        "{} on {pruned:?}",
                        self.name
                    ),
                }
            }
        }
    }

    fn in_search<C: Constraint + 'static>(&self, make: &impl Fn(&[Var]) -> C) {
        let model = self.model(&self.domains, make);
        let right: Vec<Vec<i32>> =
            assignments(&lists(&self.domains)).filter(|values| (self.meaning)(values)).collect();
        for seed in 1..4 {
            let watch = Watch {
                case: Case {
                    name: "in search",
                    claim: self.claim,
                    domains: vec![],
                    meaning: self.meaning.clone(),
                },
                random: AtomicU64::new(seed),
            };
            let mut found: Vec<Vec<i32>> = Solver::new(&model)
                .branching(watch)
                .solutions()
                .map(|solution| solution.into_values())
                .collect();
            found.sort();
            assert_eq!(found, right, "{}", self.name);
        }
    }

    /// What propagation left of `before`.
    fn check_fixpoint(&self, before: &[Domain], store: &Store) {
        let vars: Vec<Var> = (0..before.len()).map(Var::new).collect();
        let told = || format!("{} on {before:?} left {store:?}", self.name);
        let after: Vec<Domain> = vars.iter().map(|&x| store.domain(x)).collect();
        let supported = self.supported(&lists(before));
        for (i, after) in after.iter().enumerate() {
            assert_eq!(&after.intersection(&before[i]), after, "only narrows: {}", told());
            if let Some(supported) = &supported {
                assert_eq!(&after.intersection(&supported[i]), &supported[i], "keeps: {}", told());
            }
        }
        self.check_claim(store, before.len());
    }

    fn check_claim(&self, store: &Store, variables: usize) {
        let vars: Vec<Var> = (0..variables).map(Var::new).collect();
        let after: Vec<Domain> = vars.iter().map(|&x| store.domain(x)).collect();
        let open = after.iter().filter(|domain| domain.len() > 1).count();
        let consistent = match self.claim {
            Claim::Domain => true,
            Claim::Bounds(_) => open <= 2,
            Claim::Checks => open == 0,
        };
        if consistent {
            let supported = self.supported(&lists(&after));
            assert_eq!(supported.as_ref(), Some(&after), "domain consistent: {}", self.name);
        }
        if let Claim::Bounds(may_hold) = self.claim {
            let whole: Vec<(i64, i64)> =
                vars.iter().map(|&x| (store.min(x).into(), store.max(x).into())).collect();
            for i in 0..whole.len() {
                for bound in [whole[i].0, whole[i].1] {
                    let mut part = whole.clone();
                    part[i] = (bound, bound);
                    assert!(may_hold(&part), "bounds consistent: {} in {store:?}", self.name);
                }
            }
        }
    }

    /// The values that are part of a solution, or nothing if there is none.
    fn supported(&self, lists: &[Vec<i32>]) -> Option<Vec<Domain>> {
        let solutions: Vec<Vec<i32>> =
            assignments(lists).filter(|values| (self.meaning)(values)).collect();
        let column = |i: usize| solutions.iter().map(|solution| solution[i]).collect();
        (!solutions.is_empty()).then(|| (0..lists.len()).map(column).collect())
    }
}

/// Decides at random, and looks at each fixpoint on the way.
struct Watch {
    case: Case<'static>,
    random: AtomicU64,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

impl Branching for Watch {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        self.case.check_claim(store, model.variables());
        let mut random = Random(self.random.load(Ordering::Relaxed));
        let open: Vec<Var> = model.vars().filter(|&x| !store.is_fixed(x)).collect();
        let x = open[random.below(open.len())];
        let values: Vec<i32> = store.values(x).collect();
        let value = values[random.below(values.len())];
        let decision =
            [Decision::Is, Decision::AtMost, Decision::AtLeast][random.below(3)](x, value);
        self.random.store(random.0, Ordering::Relaxed);
        Some(decision)
    }
}

fn lists(domains: &[Domain]) -> Vec<Vec<i32>> {
    domains.iter().map(|domain| domain.iter().collect()).collect()
}

struct Random(u64);

impl Random {
    /// A number below `n` (xorshift).
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// About `keep` in 4 of the values, but one at least.
    fn part(&mut self, domain: &Domain, keep: usize) -> Domain {
        let sure = self.below(domain.len() as usize);
        let values = domain.iter().enumerate();
        values.filter(|&(i, _)| i == sure || self.below(4) < keep).map(|(_, v)| v).collect()
    }
}

/// The least and the greatest sum of a box.
fn span(terms: &[(i64, usize)], of: &[(i64, i64)]) -> (i64, i64) {
    terms.iter().fold((0, 0), |(least, most), &(c, i)| {
        let (a, b) = (c * of[i].0, c * of[i].1);
        (least + a.min(b), most + a.max(b))
    })
}

fn sum(terms: &[(i64, usize)], values: &[i32]) -> i64 {
    terms.iter().map(|&(c, i)| c * i64::from(values[i])).sum()
}

fn on(vars: &[Var], terms: &[(i64, usize)]) -> Vec<(i64, Var)> {
    terms.iter().map(|&(c, i)| (c, vars[i])).collect()
}

#[test]
fn not_equal() {
    for k in [-64, -1, 0, 1, 65] {
        check(
            "x ≠ y + k",
            2,
            Claim::Domain,
            |v| NotEqual::new(v[0], v[1], k),
            move |v| v[0] != v[1] + k,
        );
        check("x ≠ x + k", 1, Claim::Domain, |v| NotEqual::new(v[0], v[0], k), move |_| k != 0);
    }
    for k in [i32::MIN, i32::MAX] {
        check("x ≠ y + far", 2, Claim::Domain, |v| NotEqual::new(v[0], v[1], k), |_| true);
    }
}

#[test]
fn at_most() {
    for k in [-64, -1, 0, 1, 65] {
        check(
            "x + k ≤ y",
            2,
            Claim::Domain,
            |v| AtMost::new(v[0], k, v[1]),
            move |v| v[0] + k <= v[1],
        );
        check("x + k ≤ x", 1, Claim::Domain, |v| AtMost::new(v[0], k, v[0]), move |_| k <= 0);
    }
    for k in [i32::MIN, i32::MAX] {
        check("x + far ≤ y", 2, Claim::Domain, |v| AtMost::new(v[0], k, v[1]), move |_| k < 0);
    }
}

#[test]
fn linear_equal() {
    fn plain(b: &[(i64, i64)]) -> bool {
        let (least, most) = span(&[(1, 0), (1, 1), (-1, 2)], b);
        (least..=most).contains(&1)
    }
    check(
        "x + y - z = 1",
        3,
        Claim::Bounds(plain),
        |v| Linear::equal(on(v, &[(1, 0), (1, 1), (-1, 2)]), 1),
        |v| sum(&[(1, 0), (1, 1), (-1, 2)], v) == 1,
    );
    fn weighted(b: &[(i64, i64)]) -> bool {
        let (least, most) = span(&[(3, 0), (-5, 1), (7, 2)], b);
        (least..=most).contains(&12)
    }
    check(
        "3x - 5y + 7z = 12",
        3,
        Claim::Bounds(weighted),
        |v| Linear::equal(on(v, &[(3, 0), (-5, 1), (7, 2)]), 12),
        |v| sum(&[(3, 0), (-5, 1), (7, 2)], v) == 12,
    );
    // Coefficients too large for sums in 64 bits.
    fn huge(b: &[(i64, i64)]) -> bool {
        let (least, most) = span(&[(3, 0), (-2, 1), (1, 2)], b);
        (least..=most).contains(&4)
    }
    check(
        "2⁶⁰ (3x - 2y + z) = 4 · 2⁶⁰",
        3,
        Claim::Bounds(huge),
        |v| Linear::equal(on(v, &[(3 << 60, 0), (-2 << 60, 1), (1 << 60, 2)]), 1 << 62),
        |v| sum(&[(3, 0), (-2, 1), (1, 2)], v) == 4,
    );
    check("2x = 4", 1, Claim::Domain, |v| Linear::equal([(2, v[0])], 4), |v| v[0] == 2);
    check("2x = 3", 1, Claim::Domain, |v| Linear::equal([(2, v[0])], 3), |_| false);
    check("x - x = 0", 1, Claim::Domain, |v| Linear::equal([(1, v[0]), (-1, v[0])], 0), |_| true);
    check("x - x = 1", 1, Claim::Domain, |v| Linear::equal([(1, v[0]), (-1, v[0])], 1), |_| false);
    check(
        "2x - 3y = 1",
        2,
        Claim::Domain,
        |v| Linear::equal([(2, v[0]), (-3, v[1])], 1),
        |v| 2 * v[0] - 3 * v[1] == 1,
    );
}

#[test]
fn linear_at_most() {
    for total in [-6, 0, 5, 200] {
        check(
            "2x - 3y + z ≤ total",
            3,
            Claim::Domain,
            |v| Linear::at_most(on(v, &[(2, 0), (-3, 1), (1, 2)]), total),
            move |v| sum(&[(2, 0), (-3, 1), (1, 2)], v) <= total,
        );
    }
    check("0 ≤ -1", 1, Claim::Domain, |_| Linear::at_most([], -1), |_| false);
    check(
        "2x - x ≤ 2",
        1,
        Claim::Domain,
        |v| Linear::at_most([(2, v[0]), (-1, v[0])], 2),
        |v| v[0] <= 2,
    );
}

#[test]
fn linear_not_equal() {
    check(
        "x + 2y - z ≠ 3",
        3,
        Claim::Domain,
        |v| Linear::not_equal(on(v, &[(1, 0), (2, 1), (-1, 2)]), 3),
        |v| sum(&[(1, 0), (2, 1), (-1, 2)], v) != 3,
    );
    check("0 ≠ 0", 1, Claim::Domain, |_| Linear::not_equal([], 0), |_| false);
    check(
        "x - x ≠ 0",
        1,
        Claim::Domain,
        |v| Linear::not_equal([(1, v[0]), (-1, v[0])], 0),
        |_| false,
    );
}

#[test]
fn table() {
    const ROWS: [[i32; 3]; 8] = [
        [0, 0, 1],
        [1, 4, -70],
        [1, 1, 1],
        [-2, 9, 3],
        [64, 127, 1],
        [64, 63, 70],
        [3, 3, 3],
        [99, 0, 0],
    ];
    check(
        "rows of three",
        3,
        Claim::Domain,
        |v| Table::new(v.iter().copied(), ROWS),
        |v| ROWS.iter().any(|row| row == v),
    );
    check(
        "x stands twice",
        2,
        Claim::Domain,
        |v| Table::new([v[0], v[1], v[0]], ROWS),
        |v| ROWS.contains(&[v[0], v[1], v[0]]),
    );
    check(
        "x three times",
        1,
        Claim::Domain,
        |v| Table::new([v[0]; 3], ROWS),
        |v| ROWS.contains(&[v[0]; 3]),
    );
    check(
        "x, x are swapped",
        1,
        Claim::Domain,
        |v| Table::new([v[0]; 2], [[0, 1], [1, 0], [4, 4]]),
        |v| v[0] == 4,
    );
    check("no rows", 2, Claim::Domain, |v| Table::new(v.iter().copied(), [[0; 2]; 0]), |_| false);
    check("no columns, no rows", 1, Claim::Domain, |_| Table::new([], [[0; 0]; 0]), |_| false);
    check("no columns, one row", 1, Claim::Domain, |_| Table::new([], [[0; 0]; 1]), |_| true);
    // More rows than a word has bits.
    check(
        "x² = y among 200",
        2,
        Claim::Domain,
        |v| Table::new([v[0], v[1]], (-100..100).map(|x| [x, x * x])),
        |v| v[0] * v[0] == v[1],
    );
}

#[test]
fn predicate() {
    check(
        "even sum",
        3,
        Claim::Checks,
        |v| Predicate::new(v.iter().copied(), |v| v.iter().sum::<i32>() % 2 == 0),
        |v| v.iter().sum::<i32>() % 2 == 0,
    );
    check(
        "x·x = y",
        2,
        Claim::Checks,
        |v| Predicate::new([v[0], v[0], v[1]], |v| v[0] * v[1] == v[2]),
        |v| v[0] * v[0] == v[1],
    );
    check("never", 1, Claim::Domain, |_| Predicate::new([], |_| false), |_| false);
    check("always", 2, Claim::Domain, |v| Predicate::new(v.iter().copied(), |_| true), |_| true);
}

/// A constraint that has a meaning and nothing else.
#[derive(Debug)]
struct Product([Var; 3]);

impl Constraint for Product {
    fn scope(&self) -> &[Var] {
        &self.0
    }

    fn holds(&self, values: &[i32]) -> bool {
        values[0] * values[1] == values[2]
    }
}

#[test]
fn a_meaning_alone() {
    check("x·x = y", 2, Claim::Domain, |v| Product([v[0], v[0], v[1]]), |v| v[0] * v[0] == v[1]);
    check("x·y = z", 3, Claim::Checks, |v| Product([v[0], v[1], v[2]]), |v| v[0] * v[1] == v[2]);
}
