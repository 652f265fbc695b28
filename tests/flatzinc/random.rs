//! Small random files, all solutions of which are found by trying everything.

use std::collections::BTreeSet;
use std::fmt::Write;

use houserules::flatzinc::Instance;
use houserules::{Budget, Solver, Strategy};

use crate::catalogue::{Arg, BOOLS, CATALOGUE, Dice, Entry, INTS, Maker, SETS};
use crate::meaning::{Val, holds};

/// A file: what its variables may be, and its constraints.
struct Case {
    ints: Vec<Vec<i64>>,
    sets: Vec<Vec<i64>>,
    constraints: Vec<(String, Vec<Arg>)>,
}

const FORMS: [&str; 3] = ["", "_reif", "_imp"];

impl Case {
    /// Some constraints of these names, of these forms.
    fn random(dice: &mut Dice, names: &[(&Entry, &str)]) -> Case {
        let domain = |dice: &mut Dice| {
            let lo = dice.within(-2, 1);
            let hi = lo + dice.below(4);
            let gap = dice.within(lo, hi + 3);
            (lo..=hi).filter(|value| *value != gap || lo == hi).collect()
        };
        let ints = (0..INTS).map(|_| domain(dice)).collect();
        let universe = |dice: &mut Dice| {
            let lo = dice.within(-1, 1);
            (lo..lo + 3).filter(|_| dice.below(4) > 0).collect()
        };
        let sets = (0..SETS).map(|_| universe(dice)).collect();
        let constraints = names.iter().map(|((name, make), form)| {
            let mut args = make(&mut Maker(dice));
            if !form.is_empty() {
                args.push(match dice.below(6) {
                    0 => Arg::Val(Val::Bool(dice.flip())),
                    _ => Arg::Bool(dice.below(BOOLS as i64) as usize),
                });
            }
            (format!("{name}{form}"), args)
        });
        Case { constraints: constraints.collect(), ints, sets }
    }

    fn uses_sets(&self) -> bool {
        fn set(arg: &Arg) -> bool {
            match arg {
                Arg::Set(_) => true,
                Arg::List(list) => list.iter().any(set),
                _ => false,
            }
        }
        self.constraints.iter().any(|(_, args)| args.iter().any(set))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let listed = |values: &[i64]| {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            format!("{{{}}}", values.join(", "))
        };
        for (i, domain) in self.ints.iter().enumerate() {
            let contiguous = domain.windows(2).all(|pair| pair[1] == pair[0] + 1);
            let domain = match contiguous {
                true => format!("{}..{}", domain[0], domain[domain.len() - 1]),
                false => listed(domain),
            };
            let _ = writeln!(text, "var {domain}: x{i} :: output_var;");
        }
        for i in 0..BOOLS {
            let _ = writeln!(text, "var bool: b{i} :: output_var;");
        }
        if self.uses_sets() {
            for (i, universe) in self.sets.iter().enumerate() {
                let _ = writeln!(text, "var set of {}: s{i} :: output_var;", listed(universe));
            }
        }
        for (name, args) in &self.constraints {
            let args: Vec<String> = args.iter().map(written).collect();
            let _ = writeln!(text, "constraint {name}({});", args.join(", "));
        }
        text.push_str("solve satisfy;\n");
        text
    }

    /// All solutions as they are printed, by trying everything.
    fn solutions(&self) -> Vec<String> {
        let mut found = Vec::new();
        let subsets = |universe: &[i64]| -> Vec<BTreeSet<i64>> {
            let chosen = |bits: usize| {
                let inside = |(i, _): &(usize, &i64)| bits >> i & 1 == 1;
                universe.iter().enumerate().filter(inside).map(|(_, e)| *e).collect()
            };
            (0..1 << universe.len()).map(chosen).collect()
        };
        let mut lists: Vec<Vec<Val>> = Vec::new();
        lists.extend(self.ints.iter().map(|d| d.iter().copied().map(Val::Int).collect()));
        lists.extend((0..BOOLS).map(|_| vec![Val::Bool(false), Val::Bool(true)]));
        if self.uses_sets() {
            lists.extend(self.sets.iter().map(|u| subsets(u).into_iter().map(Val::Set).collect()));
        }
        let all: usize = lists.iter().map(Vec::len).product();
        for case in 0..all {
            let mut rest = case;
            let values: Vec<Val> = lists
                .iter()
                .map(|list| {
                    let value = list[rest % list.len()].clone();
                    rest /= list.len();
                    value
                })
                .collect();
            let right = self.constraints.iter().all(|(name, args)| {
                let args: Vec<Val> = args.iter().map(|arg| valued(arg, &values)).collect();
                holds(name, &args)
            });
            if right {
                found.push(self.printed(&values));
            }
        }
        found.sort();
        found
    }

    fn printed(&self, values: &[Val]) -> String {
        let names = (0..INTS).map(|i| format!("x{i}")).chain((0..BOOLS).map(|i| format!("b{i}")));
        let names = names.chain((0..SETS).map(|i| format!("s{i}")));
        let lines =
            names.zip(values).map(|(name, value)| format!("{name} = {};\n", in_text(value)));
        lines.collect()
    }
}

fn in_text(value: &Val) -> String {
    match value {
        Val::Int(value) => value.to_string(),
        Val::Bool(value) => value.to_string(),
        Val::Set(set) => {
            let elements: Vec<String> = set.iter().map(i64::to_string).collect();
            format!("{{{}}}", elements.join(","))
        }
        Val::List(list) => {
            let parts: Vec<String> = list.iter().map(in_text).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}

fn written(arg: &Arg) -> String {
    match arg {
        Arg::Val(value) => in_text(value),
        Arg::Int(i) => format!("x{i}"),
        Arg::Bool(i) => format!("b{i}"),
        Arg::Set(i) => format!("s{i}"),
        Arg::List(list) => {
            let parts: Vec<String> = list.iter().map(written).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}

fn valued(arg: &Arg, values: &[Val]) -> Val {
    match arg {
        Arg::Val(value) => value.clone(),
        Arg::Int(i) => values[*i].clone(),
        Arg::Bool(i) => values[INTS + i].clone(),
        Arg::Set(i) => values[INTS + BOOLS + i].clone(),
        Arg::List(list) => Val::List(list.iter().map(|arg| valued(arg, values)).collect()),
    }
}

/// All solutions as the reader has them.
fn found(text: &str, solver: impl Fn(&Instance) -> Solver) -> Vec<String> {
    let instance = match Instance::read(text.as_bytes()) {
        Ok(instance) => instance,
        Err(error) => panic!("{error}\n{text}"),
    };
    let printed = |solution| {
        let mut lines = Vec::new();
        instance.write(&solution, &mut lines).expect("a list takes everything");
        String::from_utf8(lines).expect("text")
    };
    // One more than there can be is too many already.
    let mut solver = solver(&instance).budget(Budget::new().solutions(100_000));
    let mut all: Vec<String> = solver.solutions().map(printed).collect();
    all.sort();
    all
}

#[test]
fn each_constraint_has_exactly_its_solutions() {
    for entry in CATALOGUE {
        for form in FORMS {
            let mut dice = Dice(entry.0.len() as u64 * 7919 + form.len() as u64);
            let mut some = 0;
            for round in 0..60 {
                let case = Case::random(&mut dice, &[(entry, form)]);
                let (text, wanted) = (case.text(), case.solutions());
                some += usize::from(!wanted.is_empty());
                let strategy = match round % 2 {
                    0 => Strategy::Backtracking,
                    _ => Strategy::Learning,
                };
                let found =
                    found(&text, |instance| Solver::new(instance.model()).strategy(strategy));
                assert_eq!(found, wanted, "{strategy:?}\n{text}");
            }
            assert!(some > 0, "{}{form} never held", entry.0);
        }
    }
}

#[test]
fn several_constraints_have_exactly_their_solutions() {
    let mut dice = Dice(1);
    for _ in 0..3000 {
        let names: Vec<(&Entry, &str)> = (0..dice.within(2, 5))
            .map(|_| {
                let entry = &CATALOGUE[dice.below(CATALOGUE.len() as i64) as usize];
                (entry, FORMS[dice.below(3) as usize])
            })
            .collect();
        let case = Case::random(&mut dice, &names);
        let (text, wanted) = (case.text(), case.solutions());
        assert_eq!(found(&text, Instance::solver), wanted, "{text}");
    }
}
