//! What the names of FlatZinc mean, written down from its specification: the judge of the reader.

use std::collections::BTreeSet;

/// A value of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum Val {
    Int(i64),
    Bool(bool),
    Set(BTreeSet<i64>),
    List(Vec<Val>),
}

impl Val {
    fn int(&self) -> i64 {
        match self {
            Val::Int(value) => *value,
            Val::Bool(value) => i64::from(*value),
            _ => panic!("{self:?} is no number"),
        }
    }

    fn truth(&self) -> bool {
        self.int() != 0
    }

    fn set(&self) -> &BTreeSet<i64> {
        let Val::Set(set) = self else { panic!("{self:?} is no set") };
        set
    }

    fn list(&self) -> &[Val] {
        let Val::List(list) = self else { panic!("{self:?} is no array") };
        list
    }

    fn ints(&self) -> Vec<i64> {
        self.list().iter().map(Val::int).collect()
    }
}

/// Whether a constraint holds, `_reif` and `_imp` included.
pub fn holds(name: &str, args: &[Val]) -> bool {
    if let Some(bare) = name.strip_suffix("_reif") {
        let (b, rest) = args.split_last().expect("a condition");
        return b.truth() == plain(bare, rest);
    }
    match name.strip_suffix("_imp") {
        Some(bare) => {
            let (b, rest) = args.split_last().expect("a condition");
            !b.truth() || plain(bare, rest)
        }
        None => plain(name, args),
    }
}

fn plain(name: &str, args: &[Val]) -> bool {
    let int = |i: usize| args[i].int();
    let truth = |i: usize| args[i].truth();
    let ints = |i: usize| args[i].ints();
    let set = |i: usize| args[i].set();
    let dot = || ints(0).iter().zip(ints(1)).map(|(c, x)| c * x).sum::<i64>();
    let element = |index: i64, list: &[Val]| {
        usize::try_from(index - 1).ok().and_then(|i| list.get(i)).cloned()
    };
    let third = |value: bool| args.len() == 2 && value || args.len() == 3 && value == truth(2);
    let xs = || ints(0);
    match name.trim_start_matches("fzn_").trim_start_matches("houserules_") {
        "int_eq" | "bool2int" => int(0) == int(1),
        "int_ne" => int(0) != int(1),
        "int_le" => int(0) <= int(1),
        "int_lt" => int(0) < int(1),
        "int_lin_eq" | "bool_lin_eq" => dot() == int(2),
        "int_lin_ne" => dot() != int(2),
        "int_lin_le" | "bool_lin_le" => dot() <= int(2),
        "int_plus" => int(0) + int(1) == int(2),
        "int_minus" => int(0) - int(1) == int(2),
        "int_times" => int(0) * int(1) == int(2),
        "int_div" => int(1) != 0 && int(0) / int(1) == int(2),
        "int_mod" => int(1) != 0 && int(0) % int(1) == int(2),
        "int_pow" => {
            let (x, y) = (int(0), int(1));
            let size = || x.pow(y.unsigned_abs() as u32);
            match y {
                0.. => size() == int(2),
                _ => x != 0 && 1 / size() == int(2),
            }
        }
        "int_abs" => int(0).abs() == int(1),
        "int_max" => int(0).max(int(1)) == int(2),
        "int_min" => int(0).min(int(1)) == int(2),
        "array_int_maximum" => ints(1).into_iter().max() == Some(int(0)),
        "array_int_minimum" => ints(1).into_iter().min() == Some(int(0)),
        "bool_eq" => truth(0) == truth(1),
        "bool_not" => truth(0) != truth(1),
        "bool_le" => truth(0) <= truth(1),
        "bool_lt" => !truth(0) && truth(1),
        "bool_and" => third(truth(0) && truth(1)),
        "bool_or" => third(truth(0) || truth(1)),
        "bool_xor" => third(truth(0) != truth(1)),
        "bool_clause" => {
            args[0].list().iter().any(Val::truth) || !args[1].list().iter().all(Val::truth)
        }
        "array_bool_and" => {
            let all = args[0].list().iter().all(Val::truth);
            args.len() == 1 && all || args.len() == 2 && all == truth(1)
        }
        "array_bool_or" => {
            let any = args[0].list().iter().any(Val::truth);
            args.len() == 1 && any || args.len() == 2 && any == truth(1)
        }
        "array_bool_xor" => args[0].list().iter().filter(|b| b.truth()).count() % 2 == 1,
        "array_int_element"
        | "array_var_int_element"
        | "array_bool_element"
        | "array_var_bool_element"
        | "array_set_element"
        | "array_var_set_element" => element(int(0), args[1].list()).as_ref() == Some(&args[2]),
        "set_in" => set(1).contains(&int(0)),
        "set_eq" => set(0) == set(1),
        "set_ne" => set(0) != set(1),
        "set_subset" => set(0).is_subset(set(1)),
        "set_superset" => set(0).is_superset(set(1)),
        "set_union" => set(0) | set(1) == *set(2),
        "set_intersect" => set(0) & set(1) == *set(2),
        "set_diff" => set(0) - set(1) == *set(2),
        "set_symdiff" => set(0) ^ set(1) == *set(2),
        // `BTreeSet` compares as sorted lists do.
        "set_le" => set(0) <= set(1),
        "set_lt" => set(0) < set(1),
        "set_card" => set(0).len() as i64 == int(1),
        "all_different_int" => xs().iter().collect::<BTreeSet<_>>().len() == xs().len(),
        "alldifferent_except_0" => {
            let rest: Vec<i64> = xs().into_iter().filter(|x| *x != 0).collect();
            rest.iter().collect::<BTreeSet<_>>().len() == rest.len()
        }
        "alldifferent_except" => {
            let rest: Vec<i64> = xs().into_iter().filter(|x| !set(1).contains(x)).collect();
            rest.iter().collect::<BTreeSet<_>>().len() == rest.len()
        }
        "all_equal_int" => xs().windows(2).all(|pair| pair[0] == pair[1]),
        "count_eq" => count(&xs(), int(1)) == int(2),
        "count_neq" => count(&xs(), int(1)) != int(2),
        "count_geq" => int(2) >= count(&xs(), int(1)),
        "count_gt" => int(2) > count(&xs(), int(1)),
        "count_leq" => int(2) <= count(&xs(), int(1)),
        "count_lt" => int(2) < count(&xs(), int(1)),
        "among" => ints(1).iter().filter(|x| set(2).contains(x)).count() as i64 == int(0),
        "at_least_int" => count(&ints(1), int(2)) >= int(0),
        "at_most_int" => count(&ints(1), int(2)) <= int(0),
        "exactly_int" => count(&ints(1), int(2)) == int(0),
        "member_int" => xs().contains(&int(1)),
        "nvalue" => ints(1).iter().collect::<BTreeSet<_>>().len() as i64 == int(0),
        "global_cardinality" => {
            ints(1).iter().zip(ints(2)).all(|(&value, n)| count(&xs(), value) == n)
        }
        "global_cardinality_closed" => {
            plain("global_cardinality", args) && xs().iter().all(|x| ints(1).contains(x))
        }
        "global_cardinality_low_up" => {
            let ends = ints(2).into_iter().zip(ints(3));
            ints(1)
                .into_iter()
                .zip(ends)
                .all(|(value, (lo, hi))| (lo..=hi).contains(&count(&xs(), value)))
        }
        "global_cardinality_low_up_closed" => {
            plain("global_cardinality_low_up", args) && xs().iter().all(|x| ints(1).contains(x))
        }
        "increasing_int" => xs().windows(2).all(|pair| pair[0] <= pair[1]),
        "decreasing_int" => xs().windows(2).all(|pair| pair[0] >= pair[1]),
        "strictly_increasing_int" => xs().windows(2).all(|pair| pair[0] < pair[1]),
        "strictly_decreasing_int" => xs().windows(2).all(|pair| pair[0] > pair[1]),
        "lex_less_int" | "lex_less_bool" => ints(0) < ints(1),
        "lex_lesseq_int" | "lex_lesseq_bool" => ints(0) <= ints(1),
        "sort" => {
            let mut sorted = xs();
            sorted.sort_unstable();
            sorted == ints(1)
        }
        "value_precede_int" => precede(&[int(0), int(1)], &ints(2)),
        "value_precede_chain_int" => precede(&ints(0), &ints(1)),
        "inverse" => {
            let (f, g) = (ints(0), ints(1));
            let back = |f: &[i64], g: &[i64]| {
                (1..).zip(f).all(|(i, &to)| {
                    usize::try_from(to - 1).ok().and_then(|at| g.get(at)) == Some(&i)
                })
            };
            back(&f, &g) && back(&g, &f)
        }
        "symmetric_all_different" => {
            let f = args[0].clone();
            plain("inverse", &[f.clone(), f])
        }
        "circuit" => tour(&args[args.len() - 1].ints(), args.len() == 1 || int(0) == 1, true),
        "subcircuit" => tour(&xs(), true, false),
        "table_int" | "table_bool" => {
            let (row, all) = (ints(0), ints(1));
            all.chunks(row.len().max(1)).any(|allowed| allowed == row)
        }
        "regular" => {
            let (symbols, steps) = (int(2), ints(3));
            let mut state = int(4);
            for x in xs() {
                if !(1..=symbols).contains(&x) {
                    return false;
                }
                state = steps[((state - 1) * symbols + x - 1) as usize];
                if state == 0 {
                    return false;
                }
            }
            set(5).contains(&state)
        }
        "bin_packing" => loads(&ints(1), &ints(2)).all(|(_, load)| load <= int(0)),
        "bin_packing_capa" => {
            let capacity = ints(0);
            let mut loads = loads(&ints(1), &ints(2));
            loads.all(|(bin, load)| {
                let most = usize::try_from(bin - 1).ok().and_then(|bin| capacity.get(bin));
                most.is_some_and(|most| load <= *most)
            }) && capacity.iter().all(|most| *most >= 0)
        }
        "bin_packing_load" => {
            let all = ints(0);
            let inside = ints(1).iter().all(|bin| (1..=all.len() as i64).contains(bin));
            let load = |bin: i64| {
                let things = ints(1).into_iter().zip(ints(2));
                things.filter(|thing| thing.0 == bin).map(|thing| thing.1).sum::<i64>()
            };
            inside && (1..).zip(&all).all(|(bin, wanted)| load(bin) == *wanted)
        }
        "cumulative" => {
            let (starts, durations, demands) = (ints(0), ints(1), ints(2));
            let fits = |moment: i64| {
                let tasks = starts.iter().zip(&durations).zip(&demands);
                let running = tasks.filter(|((s, d), _)| (**s..**s + **d).contains(&moment));
                running.map(|(_, r)| r).sum::<i64>() <= int(3)
            };
            let none_negative = durations.iter().chain(&demands).all(|value| *value >= 0);
            none_negative && (starts.is_empty() || int(3) >= 0 && (-9..30).all(fits))
        }
        "disjunctive" | "disjunctive_strict" => {
            let (starts, durations) = (ints(0), ints(1));
            let end = |i: usize| starts[i] + durations[i];
            let lenient = !name.ends_with("strict");
            let apart = |i: usize, j: usize| {
                lenient && (durations[i] == 0 || durations[j] == 0)
                    || end(i) <= starts[j]
                    || end(j) <= starts[i]
            };
            durations.iter().all(|d| *d >= 0)
                && (0..starts.len()).all(|i| (0..i).all(|j| apart(i, j)))
        }
        _ => panic!("`{name}` has no meaning here"),
    }
}

fn count(xs: &[i64], value: i64) -> i64 {
    xs.iter().filter(|x| **x == value).count() as i64
}

/// A later value of the order appears only behind the one before it.
fn precede(order: &[i64], xs: &[i64]) -> bool {
    let first = |value: i64| xs.iter().position(|x| *x == value).unwrap_or(usize::MAX);
    order.windows(2).all(|pair| {
        let (s, t) = (first(pair[0]), first(pair[1]));
        t == usize::MAX || s < t
    })
}

/// Each bin that is used, with its load.
fn loads(bins: &[i64], sizes: &[i64]) -> impl Iterator<Item = (i64, i64)> + use<> {
    let mut all = std::collections::BTreeMap::new();
    for (bin, size) in bins.iter().zip(sizes) {
        *all.entry(*bin).or_insert(0) += size;
    }
    all.into_iter()
}

fn tour(next: &[i64], from_one: bool, whole: bool) -> bool {
    let first = i64::from(from_one);
    let place = |x: i64| usize::try_from(x - first).ok().filter(|i| *i < next.len());
    let Some(next): Option<Vec<usize>> = next.iter().map(|&x| place(x)).collect() else {
        return false;
    };
    let distinct: BTreeSet<usize> = next.iter().copied().collect();
    if distinct.len() != next.len() {
        return false;
    }
    let moving = (0..next.len()).filter(|&i| whole || next[i] != i).count();
    let Some(start) = (0..next.len()).find(|&i| whole || next[i] != i) else { return true };
    let (mut at, mut steps) = (next[start], 1);
    while at != start {
        (at, steps) = (next[at], steps + 1);
    }
    steps == moving
}
