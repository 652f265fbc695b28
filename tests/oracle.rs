//! Proves that on random small models the solver finds what trying everything finds: the same
//! solutions, each once, and the same outcome of every question, whatever the strength of the
//! groups, the branching and the budget.

mod support;

use std::collections::BTreeSet;

use houserules::{
    Branching, Budget, Cancel, Count, Decision, Domain, InputOrder, Limit, MinimumRemaining, Model,
    Outcome, Relation, Solver, Store, Strength, Uniqueness, ValueOrder, Var,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::RngSeed;

use support::{Rule, Spec};

/// The same cases in each run, unless a seed is asked for: a red build can be repeated.
fn config(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(2580);
    }
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    config
}

/// Whether each row can have a value of its own, none of them taken.
fn can_differ(rows: &[BTreeSet<i64>], taken: &BTreeSet<i64>) -> bool {
    let Some((row, rest)) = rows.split_first() else { return true };
    row.iter().filter(|value| !taken.contains(value)).any(|&value| {
        let mut taken = taken.clone();
        taken.insert(value);
        can_differ(rest, &taken)
    })
}

// ---- random models ----------------------------------------------------------------------------

/// Where the values of a model lie.
const BASES: [i32; 7] = [0, 1, -5, -64, 1000, i32::MIN, i32::MAX - 200];

/// Steps around the edges of 64-bit words.
const SPREAD: [i32; 14] = [0, 1, 2, 30, 31, 32, 62, 63, 64, 65, 127, 128, 129, 200];

fn domain(base: i32) -> impl Strategy<Value = Domain> {
    let at = move |step: i32| base.saturating_add(step);
    let dense = (0..4, 0..5).prop_map(move |(from, len)| Domain::from(at(from)..=at(from + len)));
    let some = |steps: Vec<i32>| {
        subsequence(steps, 1..6).prop_map(move |steps| steps.into_iter().map(at).collect())
    };
    prop_oneof![
        4 => dense,
        2 => some((0..12).collect()),
        3 => some(SPREAD.to_vec()),
        1 => Just(Domain::from(at(3))),
        1 => Just(Domain::from(at(64))),
    ]
}

/// Domains: of all kinds from one base, from two bases, or all the same, as houses have them.
fn domains() -> impl Strategy<Value = Vec<Domain>> {
    let base = || select(BASES.to_vec());
    let related = base().prop_flat_map(|base| vec(domain(base), 1..6));
    let apart = (base(), base()).prop_flat_map(|(a, b)| {
        (vec(domain(a), 1..3), vec(domain(b), 1..4)).prop_map(|(a, b)| [a, b].concat())
    });
    let houses =
        (base(), 2..5usize, 2..6usize, any::<bool>()).prop_map(|(base, n, count, spread)| {
            let values = (0..n).map(|i| base + if spread { SPREAD[i * 3] } else { i as i32 });
            std::vec![values.collect::<Domain>(); count]
        });
    prop_oneof![3 => related, 1 => apart, 3 => houses]
        .prop_filter("few enough to try all", |domains| {
            domains.iter().map(Domain::len).product::<u64>() <= 4000
        })
}

fn strength() -> impl Strategy<Value = Strength> {
    (0..64u8).prop_map(Strength::from_bits_truncate)
}

fn groups(n: usize) -> impl Strategy<Value = Vec<(Vec<(usize, i32)>, Strength)>> {
    let offset = prop_oneof![4 => -2..=2, 1 => select(std::vec![63, 64, -64, i32::MAX, i32::MIN])];
    let offsets = prop_oneof![2 => Just(std::vec![0; n]), 1 => vec(offset, n)];
    let members = subsequence((0..n).collect::<Vec<_>>(), 0..=n);
    // Now and then a variable stands there again with another offset.
    let again = prop_oneof![3 => Just(None), 1 => (0..n, 1..3).prop_map(Some)];
    let group =
        (members, offsets, again, strength()).prop_map(|(members, offsets, again, strength)| {
            let mut terms: Vec<(usize, i32)> =
                members.into_iter().map(|x| (x, offsets[x])).collect();
            let more = again.and_then(|(x, more)| Some((x, offsets[x].checked_add(more)?)));
            terms.extend(more);
            (terms, strength)
        });
    vec(group, 0..4)
}

/// Numbers that separate the values of two variables, or nearly.
fn difference() -> impl Strategy<Value = i32> {
    let far = select(std::vec![64, -64, 128, i32::MAX, i32::MIN]);
    prop_oneof![6 => -3..=3, 1 => far]
}

fn rule(domains: Vec<Domain>) -> impl Strategy<Value = Rule> {
    let n = domains.len();
    let some = (0..n).prop_map(|x| x).boxed();
    let value = {
        let domains = domains.clone();
        move |x: usize, pick: usize| {
            let domain = &domains[x];
            domain.iter().nth(pick % domain.len() as usize).expect("not empty")
        }
    };
    let not_equal =
        (some.clone(), some.clone(), difference()).prop_map(|(x, y, k)| Rule::NotEqual(x, y, k));
    let at_most =
        (some.clone(), difference(), some.clone()).prop_map(|(x, k, y)| Rule::AtMost(x, k, y));
    let coefficient = prop_oneof![12 => -3..=3i64, 1 => select(std::vec![1 << 40, -(1 << 62), i64::MAX, i64::MIN])];
    let relation = select(std::vec![Relation::Equal, Relation::AtMost, Relation::NotEqual]);
    let linear = {
        let value = value.clone();
        (vec((coefficient, some.clone()), 0..5), relation, any::<[u8; 5]>(), -2..=2i64).prop_map(
            move |(terms, relation, picks, near)| {
                // A total that some values have, or nearly.
                let total = terms.iter().zip(picks).fold(near, |sum, (&(c, x), pick)| {
                    sum.saturating_add(c.saturating_mul(value(x, pick.into()).into()))
                });
                Rule::Linear(terms, relation, total)
            },
        )
    };
    let table =
        (vec(some.clone(), 0..4), vec(any::<[u8; 4]>(), 0..12)).prop_map(move |(scope, picks)| {
            let row = |picks: [u8; 4]| {
                // Some values come from the next variable, and may not be there.
                let at = |x: usize, pick: u8| value((x + usize::from(pick) / 230) % n, pick.into());
                scope.iter().zip(picks).map(|(&x, pick)| at(x, pick)).collect()
            };
            Rule::Table(scope.clone(), picks.into_iter().map(row).collect())
        });
    let rest =
        (vec(some, 0..4), 1..4i64, 0..3i64).prop_map(|(scope, m, r)| Rule::Rest(scope, m, r));
    prop_oneof![not_equal, at_most, linear, table, rest]
}

fn spec() -> impl Strategy<Value = Spec> {
    prop_oneof![3 => loose(), 2 => houses()]
}

/// Houses that share variables, pruned by assumptions: where hidden singles and locked candidates are.
fn houses() -> impl Strategy<Value = Spec> {
    let size = (3..=4usize, 1..=2usize, select(BASES.to_vec()), any::<bool>());
    size.prop_flat_map(|(n, more, base, spread)| {
        let values: Vec<i32> =
            (0..n).map(|i| base + if spread { SPREAD[i * 3] } else { i as i32 }).collect();
        let house = (subsequence((0..n + more).collect::<Vec<_>>(), n), strength()).prop_map(
            |(members, strength)| (members.into_iter().map(|x| (x, 0)).collect(), strength),
        );
        let pruned = subsequence(values.clone(), 1..=n)
            .prop_map(|left| left.into_iter().collect::<Domain>());
        let assumptions = vec((0..n + more, pruned), 0..=n + more);
        (vec(house, 2..4), assumptions).prop_map(move |(groups, assumptions)| Spec {
            domains: std::vec![values.iter().copied().collect(); n + more],
            groups,
            rules: std::vec![],
            assumptions,
        })
    })
}

fn loose() -> impl Strategy<Value = Spec> {
    domains().prop_flat_map(|domains| {
        let n = domains.len();
        let base = domains[0].min().expect("not empty");
        let assumption =
            (0..n, prop_oneof![domain(base), Just(Domain::from(base)), Just(Domain::empty())]);
        let assumptions = prop_oneof![2 => Just(std::vec![]), 1 => vec(assumption, 1..3)];
        (groups(n), vec(rule(domains.clone()), 0..4), assumptions).prop_map(
            move |(groups, rules, assumptions)| Spec {
                domains: domains.clone(),
                groups,
                rules,
                assumptions,
            },
        )
    })
}

// ---- branchings -------------------------------------------------------------------------------

/// Halves domains, from the last variable to the first, with useless decisions in between.
#[derive(Debug)]
struct Halves;

impl Branching for Halves {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        let x = model.vars().rev().find(|&x| !store.is_fixed(x))?;
        let (lo, hi) = (store.min(x), store.max(x));
        let middle = lo.midpoint(hi);
        match (store.len(x) + store.trail().len() as u32) % 6 {
            0 => Some(Decision::AtMost(x, middle)),
            1 => Some(Decision::AtLeast(x, middle + 1)),
            2 => Some(Decision::Is(x, hi)),
            3 => Some(Decision::AtLeast(x, lo)), // changes nothing
            4 => Some(Decision::AtMost(x, i32::MAX)), // nor this
            _ => None,
        }
    }
}

/// Raises a flag at its choice number `after`.
#[derive(Debug)]
struct Raises {
    cancel: Cancel,
    after: usize,
}

impl Branching for Raises {
    fn choose(&self, _: &Model, store: &Store) -> Option<Decision> {
        if store.level() >= self.after {
            self.cancel.cancel();
        }
        None
    }
}

fn with_branching(solver: Solver, number: usize) -> Solver {
    match number {
        0 => solver,
        1 => solver.branching(MinimumRemaining { values: ValueOrder::Descending }),
        2 => solver.branching(InputOrder { values: ValueOrder::Ascending }),
        3 => solver.branching(InputOrder { values: ValueOrder::Descending }),
        _ => solver.branching(Halves),
    }
}

fn solver(spec: &Spec, model: &Model) -> Solver {
    let mut solver = Solver::new(model);
    for (x, domain) in &spec.assumptions {
        solver.assume(Var::new(*x), domain.clone());
    }
    solver
}

// ---- properties -------------------------------------------------------------------------------

/// All that can be asked, without a limit.
fn agrees(solver: &mut Solver, right: &[Vec<i32>]) -> Result<(), TestCaseError> {
    let set: BTreeSet<&[i32]> = right.iter().map(Vec::as_slice).collect();
    let found: Vec<Vec<i32>> = solver.solutions().map(|s| s.into_values()).collect();
    let mut sorted = found.clone();
    sorted.sort();
    prop_assert_eq!(&sorted, right);
    prop_assert_eq!(solver.count(), Count::Exactly(right.len() as u128));
    prop_assert_eq!(solver.stats().solutions, right.len() as u64);
    match solver.first() {
        Outcome::Solved(s) => prop_assert!(set.contains(s.values())),
        outcome => {
            prop_assert_eq!(outcome, Outcome::None);
            prop_assert!(right.is_empty());
        }
    }
    let backtracked =
        solver.clone().strategy(houserules::Strategy::Backtracking).first().solution();
    prop_assert_eq!(backtracked.map(|s| s.into_values()), found.first().cloned());
    match solver.lexicographic() {
        Outcome::Solved(s) => prop_assert_eq!(Some(s.values()), right.first().map(Vec::as_slice)),
        outcome => {
            prop_assert_eq!(outcome, Outcome::None);
            prop_assert!(right.is_empty());
        }
    }
    match solver.uniqueness() {
        Uniqueness::None => prop_assert!(right.is_empty()),
        Uniqueness::One(s) => {
            prop_assert!(right.len() == 1 && set.contains(s.values()));
        }
        Uniqueness::Many(a, b) => {
            prop_assert!(a != b && set.contains(a.values()) && set.contains(b.values()));
        }
        Uniqueness::Unknown(..) => prop_assert!(false, "no limit was set"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn every_branching_finds_the_same_solutions(spec in spec()) {
        let right = spec.solutions();
        let model = spec.model();
        for number in 0..5 {
            agrees(&mut with_branching(solver(&spec, &model), number), &right)?;
        }
    }

    #[test]
    fn every_strength_finds_the_same_solutions(spec in spec()) {
        let right = spec.solutions();
        for bits in [0, 1, 2, 4, 7, 8, 16, 24, 32, 34, 60, 63] {
            let model = spec.model_of_strength(Strength::from_bits_truncate(bits));
            agrees(&mut solver(&spec, &model), &right)?;
        }
    }

    /// What is gone at the root is part of no solution, and `verify` knows solutions.
    #[test]
    fn conclusions_keep_all_solutions(spec in spec()) {
        let right = spec.solutions();
        let model = spec.model();
        for solution in &right {
            prop_assert_eq!(model.verify(solution), Ok(()));
        }
        let mut solver = solver(&spec, &model);
        match solver.propagate() {
            Ok(store) => {
                for solution in &right {
                    prop_assert!(model.vars().all(|x| store.contains(x, solution[x.index()])));
                }
            }
            Err(_) => prop_assert!(right.is_empty()),
        }
        // Assumptions are no part of the model.
        let model_alone = Spec { assumptions: vec![], ..spec };
        let domains: Vec<Vec<i32>> = model_alone.domains.iter().map(|d| d.iter().collect()).collect();
        for values in support::assignments(&domains) {
            prop_assert_eq!(model.verify(&values).is_ok(), model_alone.holds(&values));
        }
    }

    /// Groups remove as much as their strength says.
    #[test]
    fn groups_conclude_what_they_claim(spec in spec()) {
        let model = spec.model();
        let mut solver = solver(&spec, &model);
        let Ok(store) = solver.propagate() else { return Ok(()) };
        let close = {
            let ends = spec.domains.iter().flat_map(|d| [d.min().unwrap(), d.max().unwrap()]);
            let (lo, hi) = (ends.clone().min().unwrap(), ends.max().unwrap());
            lo.abs_diff(hi) < 64
        };
        // The places of a value in a group: numbers of terms.
        let places = |terms: &[(usize, i32)], value: i64| -> Vec<usize> {
            let takes = |&(x, k): &(usize, i32)| {
                i32::try_from(value - i64::from(k)).is_ok_and(|v| store.contains(Var::new(x), v))
            };
            terms.iter().filter(|term| takes(term)).map(|term| term.0).collect()
        };
        for (terms, strength) in &spec.groups {
            for &(x, k) in terms {
                if let Some(value) = store.value(Var::new(x)) {
                    prop_assert_eq!(places(terms, i64::from(value) + i64::from(k)), [x]);
                }
            }
            let values: BTreeSet<i64> = terms
                .iter()
                .flat_map(|&(x, k)| spec.domains[x].iter().map(move |v| i64::from(v) + i64::from(k)))
                .collect();
            // What is left of each term.
            let rows: Vec<BTreeSet<i64>> = terms
                .iter()
                .map(|&(x, k)| {
                    let left = store.values(Var::new(x));
                    left.map(|value| i64::from(value) + i64::from(k)).collect()
                })
                .collect();
            if strength.contains(Strength::MATCHING) {
                for (i, row) in rows.iter().enumerate() {
                    for &value in row {
                        let rest: Vec<_> =
                            rows[..i].iter().chain(&rows[i + 1..]).cloned().collect();
                        prop_assert!(can_differ(&rest, &BTreeSet::from([value])));
                    }
                }
            }
            let narrow = values.iter().next_back().zip(values.iter().next());
            let narrow = narrow.is_none_or(|(hi, lo)| hi - lo < 64);
            let house = values.len() == terms.len();
            for members in (0..1u32 << terms.len()).filter(|_| narrow) {
                let (inside, outside): (Vec<usize>, Vec<usize>) =
                    (0..terms.len()).partition(|&i| members >> i & 1 == 1);
                let of = |members: &[usize]| -> BTreeSet<i64> {
                    members.iter().flat_map(|&i| rows[i].iter().copied()).collect()
                };
                let (here, there) = (of(&inside), of(&outside));
                let naked = here.len() == inside.len() && (2..=4).contains(&inside.len());
                if strength.contains(Strength::NAKED_SUBSETS) && naked {
                    prop_assert!(here.is_disjoint(&there));
                }
                let hidden = values.len() - there.len() == inside.len();
                let all = Strength::HIDDEN_SINGLES | Strength::HIDDEN_SUBSETS;
                if strength.contains(all)
                    && house
                    && hidden
                    && (2..=4).contains(&inside.len())
                {
                    prop_assert!(here.is_disjoint(&there));
                }
            }
            if !house {
                continue;
            }
            for value in values {
                let here = places(terms, value);
                if strength.contains(Strength::HIDDEN_SINGLES) {
                    prop_assert!(!here.is_empty());
                    prop_assert!(here.len() > 1 || store.is_fixed(Var::new(here[0])));
                }
                let even = |terms: &[(usize, i32)]| terms.iter().all(|term| term.1 == 0);
                if !strength.contains(Strength::LOCKED_CANDIDATES) || !close || !even(terms) {
                    continue;
                }
                for (others, _) in spec.groups.iter().filter(|(others, _)| even(others)) {
                    let inside = |x: &usize| others.iter().any(|term| term.0 == *x);
                    if here.len() > 1 && here.iter().all(inside) {
                        prop_assert_eq!(places(others, value), here.clone());
                    }
                }
            }
        }
    }

    /// A budget cuts the same search short; it never turns "not yet" into "none".
    #[test]
    fn budgets_give_a_part_of_the_search(spec in spec()) {
        let right = spec.solutions();
        let model = spec.model();
        let whole: Vec<_> = solver(&spec, &model).solutions().collect();
        let mut free = solver(&spec, &model).strategy(houserules::Strategy::Backtracking);
        free.count();
        let needed = free.stats().nodes;
        for nodes in (0..needed + 2).step_by(1 + needed as usize / 12) {
            let mut limited = solver(&spec, &model).budget(Budget::new().nodes(nodes));
            let mut solutions = limited.solutions();
            let part: Vec<_> = solutions.by_ref().collect();
            let stopped = solutions.stopped_by();
            prop_assert!(whole.starts_with(&part));
            // What a search is seen to need is enough.
            prop_assert_eq!(stopped, (nodes < needed).then_some(Limit::Nodes));
            prop_assert!(limited.stats().nodes <= nodes);
            truthful(&mut limited, &right)?;
        }
        for most in 0..=right.len() as u64 + 1 {
            let mut limited = solver(&spec, &model).budget(Budget::new().solutions(most));
            prop_assert!(limited.solutions().eq(whole.iter().take(most as usize).cloned()));
            match limited.count() {
                Count::Exactly(count) => {
                    prop_assert_eq!(count, right.len() as u128);
                    prop_assert!(count <= u128::from(most));
                }
                Count::AtLeast(count, limit) => {
                    prop_assert_eq!((count, limit), (u128::from(most), Limit::Solutions));
                }
            }
            truthful(&mut limited, &right)?;
        }
        for after in 0..4 {
            let cancel = Cancel::new();
            let branching = Raises { cancel: cancel.clone(), after };
            let mut limited =
                solver(&spec, &model).branching(branching).budget(Budget::new().cancel(&cancel));
            let mut solutions = limited.solutions();
            let part: Vec<_> = solutions.by_ref().collect();
            prop_assert!(part.iter().all(|s| right.binary_search(&s.values().to_vec()).is_ok()));
            if solutions.stopped_by().is_none() {
                prop_assert_eq!(part.len(), right.len());
            }
            truthful(&mut limited, &right)?;
        }
    }
}

/// Under a limit, what is answered is true.
fn truthful(solver: &mut Solver, right: &[Vec<i32>]) -> Result<(), TestCaseError> {
    let known = |values: &[i32]| right.iter().any(|solution| solution == values);
    for outcome in [solver.first(), solver.lexicographic()] {
        match outcome {
            Outcome::Solved(s) => prop_assert!(known(s.values())),
            Outcome::None => prop_assert!(right.is_empty()),
            Outcome::Unknown(_) => {}
        }
    }
    match solver.uniqueness() {
        Uniqueness::None => prop_assert!(right.is_empty()),
        Uniqueness::One(s) => prop_assert_eq!(right, [s.into_values()]),
        Uniqueness::Many(a, b) => prop_assert!(a != b && known(a.values()) && known(b.values())),
        Uniqueness::Unknown(_, s) => prop_assert!(s.is_none_or(|s| known(s.values()))),
    }
    match solver.count() {
        Count::Exactly(count) => prop_assert_eq!(count, right.len() as u128),
        Count::AtLeast(count, _) => prop_assert!(count <= right.len() as u128),
    }
    Ok(())
}
