//! A reader of the neutral line format for kernel problems: one `var`, `dom` or constraint a line.

use std::collections::BTreeMap;

use houserules::{
    AtMost, Domain, Linear, Model, ModelBuilder, NotEqual, Outcome, Predicate, Relation, Solver,
    Table, Term, Var,
};

/// What is asked of a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    First,
    All,
    /// The best value of a variable: the least with sign 1, the greatest with sign -1.
    Best(Var, i32),
}

pub struct Problem {
    pub model: Model,
    pub mode: Mode,
    /// `sat`, `unsat`, `count N` or `opt V`.
    pub expect: String,
}

/// Reads a problem; an error names the word that these constraints cannot say.
pub fn read(text: &str) -> Result<Problem, String> {
    let mut domains: Vec<Domain> = Vec::new();
    let mut names: BTreeMap<&str, Var> = BTreeMap::new();
    let lines: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    let number = |word: &str| word.parse::<i64>().unwrap_or_else(|_| panic!("{word}"));
    let value = |word: &str| number(word) as i32;
    for words in &lines {
        match words[..] {
            ["var", name, lo, hi] => {
                names.insert(name, Var::new(domains.len()));
                domains.push(Domain::from(value(lo)..=value(hi)));
            }
            ["dom", name, ..] => {
                names.insert(name, Var::new(domains.len()));
                domains.push(words[2..].iter().map(|word| value(word)).collect());
            }
            _ => {}
        }
    }
    let mut model = ModelBuilder::new();
    for domain in domains {
        model.var(domain);
    }
    let var = |word: &str| *names.get(word).unwrap_or_else(|| panic!("{word}"));
    let term = |word: &str| -> Term {
        match word.rfind(['+', '-']).filter(|&at| at > 0) {
            Some(at) => var(&word[..at]) + value(&word[at..]),
            None => var(word).into(),
        }
    };
    let (mut mode, mut best, mut expect) = (Mode::First, None, String::new());
    for words in &lines {
        let rest = words.get(1..).unwrap_or_default();
        let colon = rest.iter().position(|&word| word == ":").unwrap_or(rest.len());
        let (before, after) = (&rest[..colon], rest.get(colon + 1..).unwrap_or_default());
        let vars = |words: &[&str]| words.iter().map(|word| var(word)).collect::<Vec<Var>>();
        match words.first().copied().unwrap_or_default() {
            "" | "p" | "var" | "dom" | "search" => {}
            "mode" if rest == ["all"] => mode = Mode::All,
            "mode" => {}
            "expect" => expect = rest.join(" "),
            "min" => best = Some(Mode::Best(var(rest[0]), 1)),
            "max" => best = Some(Mode::Best(var(rest[0]), -1)),
            "alldiff" => model.all_different(rest.iter().map(|word| term(word))),
            "ne" => drop(model.post(NotEqual::new(var(rest[0]), var(rest[1]), value(rest[2])))),
            "le" => drop(model.post(AtMost::new(var(rest[0]), -value(rest[2]), var(rest[1])))),
            "eq" => {
                let terms = [(1, var(rest[0])), (-1, var(rest[1]))];
                model.post(Linear::equal(terms, number(rest[2])));
            }
            "lin" => {
                let pairs = rest[2..].chunks(2).map(|pair| (number(pair[0]), var(pair[1])));
                let relation = match rest[0] {
                    "=" => Relation::Equal,
                    "<=" => Relation::AtMost,
                    "!=" => Relation::NotEqual,
                    other => return Err(format!("lin {other}")),
                };
                model.post(Linear::new(pairs, relation, number(rest[1])));
            }
            "table" | "ntable" => {
                let rows = after.split(|&word| word == ";").filter(|row| !row.is_empty());
                let rows: Vec<Vec<i32>> =
                    rows.map(|row| row.iter().map(|word| value(word)).collect()).collect();
                if words[0] == "table" {
                    model.post(Table::new(vars(before), rows));
                } else {
                    model.post(Predicate::new(vars(before), move |v| {
                        rows.iter().all(|row| row != v)
                    }));
                }
            }
            "abs" => drop(model.post(Predicate::new(vars(rest), |v| v[0] == (v[1] - v[2]).abs()))),
            "mul" => drop(model.post(Predicate::new(vars(rest), |v| v[0] == v[1] * v[2]))),
            "elemv" => {
                let base = value(after[0]);
                let scope = [before, &after[1..]].concat();
                model.post(Predicate::new(vars(&scope), move |v| {
                    let at = usize::try_from(v[1] - base).ok();
                    at.and_then(|at| v[2..].get(at)) == Some(&v[0])
                }));
            }
            "count" => {
                let (op, most, of) = (rest[0].to_string(), number(rest[1]), value(rest[2]));
                model.post(Predicate::new(vars(after), move |v| {
                    compare(&op, v.iter().filter(|&&v| v == of).count() as i64, most)
                }));
            }
            "countv" => {
                let of = value(rest[1]);
                let scope = [&rest[..1], after].concat();
                model.post(Predicate::new(vars(&scope), move |v| {
                    v[1..].iter().filter(|&&v| v == of).count() as i32 == v[0]
                }));
            }
            "reif" => {
                let (op, total) = (rest[1].to_string(), number(rest[2]));
                let pairs: Vec<(i64, &str)> =
                    rest[3..].chunks(2).map(|pair| (number(pair[0]), pair[1])).collect();
                let scope: Vec<&str> =
                    [rest[0]].into_iter().chain(pairs.iter().map(|pair| pair.1)).collect();
                let factors: Vec<i64> = pairs.iter().map(|pair| pair.0).collect();
                model.post(Predicate::new(vars(&scope), move |v| {
                    let sum = factors.iter().zip(&v[1..]).map(|(c, &v)| c * i64::from(v)).sum();
                    (v[0] == 1) == compare(&op, sum, total)
                }));
            }
            "lexle" => {
                let n = before.len();
                let scope = [before, after].concat();
                model.post(Predicate::new(vars(&scope), move |v| v[..n] <= v[n..]));
            }
            other => return Err(other.to_string()),
        }
    }
    let model = model.build().map_err(|error| error.to_string())?;
    Ok(Problem { model, mode: best.unwrap_or(mode), expect })
}

fn compare(relation: &str, a: i64, b: i64) -> bool {
    match relation {
        "=" => a == b,
        "<=" => a <= b,
        ">=" => a >= b,
        "<" => a < b,
        ">" => a > b,
        _ => a != b,
    }
}

impl Problem {
    /// The answer in the words of `expect`.
    pub fn answer(&self, solver: &mut Solver) -> String {
        match self.mode {
            Mode::All => format!("count {}", solver.count()),
            Mode::First => match solver.first() {
                Outcome::Solved(_) => "sat".into(),
                Outcome::None => "unsat".into(),
                Outcome::Unknown(limit) => limit.to_string(),
            },
            Mode::Best(x, sign) => {
                let mut best = None;
                loop {
                    match (solver.first(), best) {
                        (Outcome::Solved(solution), _) => {
                            let value = solution[x];
                            best = Some(value);
                            let better = if sign > 0 {
                                Domain::from(i32::MIN..=value - 1)
                            } else {
                                Domain::from(value + 1..=i32::MAX)
                            };
                            solver.assume(x, better);
                        }
                        (Outcome::None, None) => return "unsat".into(),
                        (Outcome::None, Some(best)) => return format!("opt {best}"),
                        (Outcome::Unknown(limit), _) => return limit.to_string(),
                    }
                }
            }
        }
    }
}
