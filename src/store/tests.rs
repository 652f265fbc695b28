//! The store against plain sets of values, step by step.

use super::*;
use crate::ModelBuilder;
use alloc::collections::BTreeSet;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Something that a constraint, a decision or the engine does to variable number `x`.
#[derive(Clone, Debug)]
enum Step {
    Assign(usize, i32),
    Remove(usize, i32),
    AtLeast(usize, i32),
    AtMost(usize, i32),
    Within(usize, i64, i64),
    /// Keeps the values that leave another rest than this one.
    Retain(usize, i32),
    Intersect(usize, Vec<(i32, i32)>),
    Flag(usize),
    Push,
    Pop,
}

const BASES: [i32; 5] = [0, -7, 64, i32::MIN, i32::MAX - 300];
const FLAGS: usize = 70;

fn domains() -> Vec<Domain> {
    let from = |base: i32, steps: &[i32]| steps.iter().map(|s| base + s).collect::<Domain>();
    let mut domains = vec![Domain::from(5), Domain::from([1000, 2000, 3000])];
    for base in BASES {
        domains.push(Domain::from(base..base + 9));
        domains.push(Domain::from(base..base + 64));
        domains.push(Domain::from(base..base + 65));
        domains.push(Domain::from(base..=base + 300));
        domains.push(from(base, &[0, 1, 62, 63, 64, 65, 127, 128, 191, 192, 256, 300]));
    }
    // Too wide for a bitmap, with gaps as long as can be.
    for base in [i32::MIN, -70_000] {
        let runs = [(0, 99), (4096, 4097), (70_000, 70_170), (1 << 24, 16_777_300)];
        let runs = runs.map(|(from, to)| (base + from, base + to));
        domains.push(Vec::from(runs).into());
    }
    domains.push([i32::MIN, -5, -4, 0, 64, 1 << 30, i32::MAX - 1, i32::MAX].into());
    domains
}

fn store(domains: &[Domain]) -> Store {
    // Some bases below the smallest value, as groups make them.
    let base = |(v, domain): (usize, &Domain)| {
        let lo = domain.min().unwrap();
        if v % 3 == 1 { lo.saturating_sub(40) } else { lo }
    };
    let bases: Vec<i32> = domains.iter().enumerate().map(base).collect();
    let places: Vec<_> = bases.into_iter().zip(domains).collect();
    Store::new(&places, &[0; FLAGS])
}

/// The same as plain sets.
type Sets = Vec<BTreeSet<i32>>;

fn step(sets: &Sets) -> impl Strategy<Value = Step> + use<> {
    let all: Vec<Vec<i32>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
    let n = all.len();
    // A value of the variable, or one beside it.
    let place = (0..n, any::<prop::sample::Index>(), -1..=1)
        .prop_map(move |(x, i, near)| (x, all[x][i.index(all[x].len())].saturating_add(near)));
    let place = place.boxed();
    let far = prop::sample::select(vec![i64::MIN, i64::MAX, 0, 1 << 33]);
    prop_oneof![
        1 => place.clone().prop_map(|(x, v)| Step::Assign(x, v)),
        6 => place.clone().prop_map(|(x, v)| Step::Remove(x, v)),
        2 => place.clone().prop_map(|(x, v)| Step::AtLeast(x, v)),
        2 => place.clone().prop_map(|(x, v)| Step::AtMost(x, v)),
        1 => (place.clone(), 0..99i64)
            .prop_map(|((x, v), len)| Step::Within(x, v.into(), i64::from(v) + len)),
        1 => (place.clone(), far).prop_map(|((x, v), far)| {
            let v = i64::from(v);
            Step::Within(x, v.min(far), v.max(far))
        }),
        1 => (0..n, 0..5).prop_map(|(x, rest)| Step::Retain(x, rest)),
        1 => prop::collection::vec((place, 0..70), 0..4).prop_map(|runs| {
            let x = runs.first().map_or(0, |run| run.0.0);
            let run = |&((_, v), len): &((usize, i32), i32)| (v, v.saturating_add(len));
            Step::Intersect(x, runs.iter().map(run).collect())
        }),
        1 => (0..FLAGS).prop_map(Step::Flag),
        3 => Just(Step::Push),
        3 => Just(Step::Pop),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let sets: Sets = domains().iter().map(|domain| domain.iter().collect()).collect();
    prop::collection::vec(step(&sets), 1..200)
}

/// Does a step to a store and to plain sets; false where nothing is left.
fn apply(store: &mut Store, sets: &mut Sets, step: &Step) -> Result<bool, TestCaseError> {
    let (x, keep): (usize, Box<dyn Fn(i32) -> bool>) = match step.clone() {
        Step::Assign(x, v) => (x, Box::new(move |w| w == v)),
        Step::Remove(x, v) => (x, Box::new(move |w| w != v)),
        Step::AtLeast(x, v) => (x, Box::new(move |w| w >= v)),
        Step::AtMost(x, v) => (x, Box::new(move |w| w <= v)),
        Step::Within(x, lo, hi) => (x, Box::new(move |w| (lo..=hi).contains(&w.into()))),
        Step::Retain(x, rest) => (x, Box::new(move |w| w.rem_euclid(5) != rest)),
        Step::Intersect(x, runs) => {
            (x, Box::new(move |w| runs.iter().any(|&(lo, hi)| lo <= w && w <= hi)))
        }
        Step::Flag(_) | Step::Push | Step::Pop => return Ok(true),
    };
    let var = Var::new(x);
    let before = sets[x].clone();
    let after: BTreeSet<i32> = before.iter().copied().filter(|&w| keep(w)).collect();
    let (start, changes) = (store.trail.len(), store.changes());
    let result = match step.clone() {
        Step::Assign(_, v) => store.assign(var, v),
        Step::Remove(_, v) => store.remove(var, v),
        Step::AtLeast(_, v) => store.at_least(var, v),
        Step::AtMost(_, v) => store.at_most(var, v),
        Step::Within(_, lo, hi) => store.within(var, lo..=hi),
        Step::Retain(..) => store.retain(var, keep),
        Step::Intersect(_, runs) => store.intersect(var, &Domain::from(runs)),
        Step::Flag(_) | Step::Push | Step::Pop => Ok(()),
    };
    prop_assert_eq!(result.is_err(), after.is_empty());
    if after.is_empty() {
        return Ok(false);
    }
    sets[x] = after.clone();
    // The events of all changes together say what happened.
    let mut events = Events::empty();
    for change in &store.trail[start..] {
        prop_assert_eq!(store.var_of(change), Some(var));
        prop_assert!(change.events().contains(Events::CHANGED));
        events |= change.events();
    }
    let mut right = Events::empty();
    right.set(Events::CHANGED, after != before);
    let ends = |set: &BTreeSet<i32>| (set.first().copied(), set.last().copied());
    right.set(Events::BOUNDS, ends(&after) != ends(&before));
    right.set(Events::FIXED, after.len() == 1 && before.len() > 1);
    prop_assert_eq!(events, right);
    prop_assert_eq!(store.changes() > changes, after != before);
    Ok(true)
}

fn same(store: &Store, sets: &Sets) -> Result<(), TestCaseError> {
    for (v, set) in sets.iter().enumerate() {
        let x = Var::new(v);
        prop_assert!(store.values(x).eq(set.iter().copied()));
        prop_assert_eq!(store.domain(x), set.iter().copied().collect::<Domain>());
        prop_assert_eq!(
            (store.min(x), store.max(x)),
            (*set.first().unwrap(), *set.last().unwrap())
        );
        prop_assert_eq!(store.len(x) as usize, set.len());
        prop_assert_eq!(store.is_fixed(x), set.len() == 1);
        prop_assert_eq!(store.value(x), set.first().copied().filter(|_| set.len() == 1));
        let (lo, hi) = (store.min(x), store.max(x));
        let (below, above) = (lo.saturating_sub(70), hi.saturating_add(70));
        let values: Vec<i32> = if above.abs_diff(below) < 1000 {
            (below..=above).collect()
        } else {
            let near = |&v: &i32| [v.saturating_sub(1), v, v.saturating_add(1)];
            set.iter().flat_map(near).chain([below, above]).collect()
        };
        for value in values {
            prop_assert_eq!(store.contains(x, value), set.contains(&value));
        }
        prop_assert!(
            [lo.checked_sub(1), hi.checked_add(1)]
                .into_iter()
                .flatten()
                .all(|v| !store.contains(x, v))
        );
        for from in [i64::from(lo) - 64, i64::from(lo) - 63, i64::from(lo), i64::from(hi) - 5] {
            let has =
                |bit: u32| i32::try_from(from + i64::from(bit)).is_ok_and(|w| set.contains(&w));
            let window = (0..64).filter(|&bit| has(bit)).fold(0u64, |word, bit| word | 1 << bit);
            prop_assert_eq!(store.window(x, from), window);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2580),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_store_is_a_set_a_variable_and_going_back_is_exact(steps in steps()) {
        let domains = domains();
        let fresh = || -> (Store, Sets) {
            (store(&domains), domains.iter().map(|domain| domain.iter().collect()).collect())
        };
        let (mut store, mut sets) = fresh();
        // What stood at each level, in both ways of keeping it.
        let mut levels: Vec<(Store, Sets)> = Vec::new();
        let undo = |store: &mut Store, sets: &mut Sets, levels: &mut Vec<(Store, Sets)>| {
            let (old_store, old_sets) = levels.pop().unwrap();
            store.pop_level();
            prop_assert_eq!(&store.words, &old_store.words);
            prop_assert_eq!(&store.open, &old_store.open);
            prop_assert_eq!(&store.levels, &old_store.levels);
            prop_assert_eq!(store.trail.len(), old_store.trail.len());
            prop_assert_eq!(&store.nodes, &old_store.nodes);
            *sets = old_sets;
            Ok(())
        };
        for step in &steps {
            match step {
                Step::Push => {
                    while store.next_change().is_some() {}
                    levels.push((store.clone(), sets.clone()));
                    store.push_level();
                }
                Step::Pop if !levels.is_empty() => undo(&mut store, &mut sets, &mut levels)?,
                Step::Flag(i) => {
                    store.set_flag(*i);
                    prop_assert!(store.flag(*i));
                }
                // On a conflict go back, as a search does: what was done halfway goes too.
                _ if !apply(&mut store, &mut sets, step)? => {
                    if levels.is_empty() {
                        (store, sets) = fresh();
                    } else {
                        undo(&mut store, &mut sets, &mut levels)?;
                    }
                }
                _ => {}
            }
        }
        same(&store, &sets)?;
        while !levels.is_empty() {
            undo(&mut store, &mut sets, &mut levels)?;
            same(&store, &sets)?;
        }
    }
}

#[test]
fn a_cause_comes_back_as_the_reason_it_was_made_from() {
    let last = MAX_INDEX - 1;
    for (cause, reason) in [
        (Cause::GIVEN, Reason::Given),
        (Cause::DECISION, Reason::Decision),
        (Cause::REFUTED, Reason::Refuted),
        (Cause::peer(last), Reason::Peer(Var::new(last))),
        (Cause::group(last), Reason::Group(last)),
        (Cause::constraint(last), Reason::Constraint(last)),
    ] {
        assert_eq!(cause.reason(), reason);
        let change = Change::new(3, 7, Events::all(), cause);
        assert_eq!((change.cause(), change.events()), (cause, Events::all()));
    }
}

#[test]
fn windows_show_and_keep_the_same_values_everywhere() {
    let mut model = ModelBuilder::new();
    let domains = [Domain::from(-3..=60), Domain::from([-70, -5, 0, 3, 64, 130, 200])];
    let vars = domains.clone().map(|domain| model.var(domain));
    let root = model.build().unwrap().root().clone();
    for (x, domain) in vars.into_iter().zip(&domains) {
        let far = [i64::from(i32::MIN), i64::from(i32::MAX), i64::MIN, i64::MAX];
        for base in (-200..=250).chain(far) {
            let expected = (0..64)
                .filter_map(|bit| Some((bit, i32::try_from(base.checked_add(bit)?).ok()?)))
                .filter(|&(_, value)| domain.contains(value))
                .fold(0, |word, (bit, _)| word | 1 << bit);
            assert_eq!(root.window(x, base), expected, "{x:?} from {base}");
            let within = expected.count_ones() == root.len(x);
            assert_eq!(root.is_within(x, base), within, "{x:?} from {base}");
            for kept in [u64::MAX, 0, 1, 0xf0f0_0ff0_1234_8001] {
                let mut store = root.clone();
                let result = store.keep_window(x, base, kept);
                assert_eq!(result.is_err(), expected & kept == 0);
                if result.is_ok() {
                    assert_eq!(store.window(x, base), expected & kept);
                    assert_eq!(store.len(x), (expected & kept).count_ones());
                }
                let mut store = root.clone();
                let result = store.drop_window(x, base, kept);
                let left = root.len(x) - (expected & kept).count_ones();
                assert_eq!(result.is_err(), left == 0);
                if result.is_ok() {
                    assert_eq!(store.window(x, base), expected & !kept);
                    assert_eq!(store.len(x), left);
                }
            }
        }
    }
}

#[cfg(feature = "flatzinc")]
#[test]
fn the_nearest_to_the_middle_is_found() {
    let mut model = ModelBuilder::new();
    let domains = [
        Domain::from([-3, 0, 1, 7, 60]),
        Domain::from([-70, -5, 0, 3, 64, 130, 200]),
        Domain::from([i32::MIN, -9, 400_000_000, i32::MAX]),
        Domain::from(5),
        Domain::from(0..=9),
        Domain::from(-100..=101),
    ];
    let vars = domains.clone().map(|domain| model.var(domain));
    let root = model.build().unwrap().root().clone();
    for (x, domain) in vars.into_iter().zip(&domains) {
        let mut store = root.clone();
        // One value after the other goes, from this end and that.
        for round in 0.. {
            let values: Vec<i64> = store.values(x).map(i64::from).collect();
            let sum = values[0] + values[values.len() - 1];
            let nearest = values.iter().min_by_key(|v| ((2 * **v - sum).abs(), **v)).unwrap();
            assert_eq!(i64::from(store.nearest_to_middle(x)), *nearest, "{values:?} of {domain:?}");
            if values.len() == 1 {
                break;
            }
            let end = if round % 3 == 0 { store.min(x) } else { store.max(x) };
            store.remove(x, end).unwrap();
        }
    }
}

#[test]
fn common_values_agree_with_plain_sets() {
    let mut model = ModelBuilder::new();
    let domains =
        [Domain::from(-3..=60), Domain::from([-70, -5, 0, 3, 64, 130, 200]), Domain::from(9..=300)];
    let vars = domains.clone().map(|domain| model.var(domain));
    let root = model.build().unwrap().root().clone();
    for (x, dx) in vars.into_iter().zip(&domains) {
        for (y, dy) in vars.into_iter().zip(&domains).filter(|&(y, _)| y != x) {
            for offset in [0, 1, -7, 64, 100, i32::MAX, i32::MIN] {
                let common: Domain = dx
                    .iter()
                    .filter(|v| v.checked_sub(offset).is_some_and(|v| dy.contains(v)))
                    .collect();
                assert_eq!(root.meets(x, y, offset), !common.is_empty());
                let mut store = root.clone();
                match store.keep_common(x, y, offset) {
                    Ok(()) => assert_eq!(store.domain(x), common),
                    Err(_) => assert!(common.is_empty()),
                }
            }
        }
    }
}

#[test]
fn a_supposition_leaves_no_trace() {
    let mut model = ModelBuilder::new();
    let (x, y) = (model.var(1..=9), model.var(1..=99));
    let mut store = model.build().unwrap().root().clone();
    store.at_least(x, 3).unwrap();
    let before = format!("{store:?}");
    let inside = store.suppose(|store| {
        store.assign(x, 4).unwrap();
        store.at_most(y, 5).unwrap();
        store.len(y)
    });
    assert_eq!((inside, store.trail().len()), (5, 1));
    assert_eq!(format!("{store:?}"), before);
    assert!(store.next_change().is_some() && store.next_change().is_none());
}
