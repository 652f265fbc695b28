//! A reader of the neutral line format for kernel problems: one `var`, `dom` or constraint a line.

use std::collections::BTreeMap;

use houserules::{
    AbsoluteDifference, Among, AtMost, Automaton, Branching, Circuit, Constraint, Decision, Domain,
    Element, ElementVar, Forbidden, Lexicographic, Linear, MinimumRemaining, Model, ModelBuilder,
    NotEqual, Optimum, Outcome, PairTable, Pairs, Product, Regular, Relation, Solver, Store, Table,
    Term, Var,
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
    /// What the problem says to search for.
    pub given: GivenOrder,
}

/// The variable with the fewest values of those that a problem says to search for, then of all.
#[derive(Clone, Debug)]
pub struct GivenOrder(Vec<Var>);

impl Branching for GivenOrder {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        let open = self.0.iter().copied().filter(|&x| !store.is_fixed(x));
        match open.min_by_key(|&x| store.len(x)) {
            Some(x) => Some(Decision::Is(x, store.min(x))),
            None => MinimumRemaining::default().choose(model, store),
        }
    }
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
    let mut given = Vec::new();
    for words in &lines {
        let rest = words.get(1..).unwrap_or_default();
        let colon = rest.iter().position(|&word| word == ":").unwrap_or(rest.len());
        let (before, after) = (&rest[..colon], rest.get(colon + 1..).unwrap_or_default());
        let vars = |words: &[&str]| words.iter().map(|word| var(word)).collect::<Vec<Var>>();
        match words.first().copied().unwrap_or_default() {
            "" | "p" | "var" | "dom" => {}
            "search" => given = vars(rest),
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
                model.post(linear(rest[0], number(rest[1]), &rest[2..], &var, &number)?);
            }
            "reif" => {
                let part = linear(rest[1], number(rest[2]), &rest[3..], &var, &number)?;
                model.post(part.iff(var(rest[0])));
            }
            "table" | "ntable" => {
                let rows = after.split(|&word| word == ";").filter(|row| !row.is_empty());
                let rows: Vec<Vec<i32>> =
                    rows.map(|row| row.iter().map(|word| value(word)).collect()).collect();
                match (words[0], before) {
                    ("table", [x, y]) => {
                        let pairs = rows.iter().map(|row| (row[0], row[1]));
                        model.post(Pairs::new(var(x), var(y), PairTable::new(pairs)));
                    }
                    ("table", _) => drop(model.post(Table::new(vars(before), rows))),
                    _ => drop(model.post(Forbidden::new(vars(before), rows))),
                }
            }
            "abs" => {
                let [d, x, y] = [0, 1, 2].map(|i| var(rest[i]));
                model.post(AbsoluteDifference::new(x, y, d));
            }
            "mul" => {
                let [z, x, y] = [0, 1, 2].map(|i| var(rest[i]));
                model.post(Product::new(x, y, z));
            }
            "elem" | "elemv" => {
                let (result, index, first) = (var(before[0]), var(before[1]), value(after[0]));
                if words[0] == "elem" {
                    let array = after[1..].iter().map(|word| value(word));
                    model.post(Element::new(index, array, result).counted_from(first));
                } else {
                    let array = vars(&after[1..]);
                    model.post(ElementVar::new(index, array, result).counted_from(first));
                }
            }
            "circuit" => drop(model.post(Circuit::new(vars(rest)))),
            "count" => {
                let n = value(rest[1]);
                let of = value(rest[2]);
                match rest[0] {
                    "=" => model.post(Among::new(vars(after), of, n)),
                    "<=" => model.post(Among::new(vars(after), of, ..=n)),
                    ">=" => model.post(Among::new(vars(after), of, n..)),
                    "<" => model.post(Among::new(vars(after), of, ..=n - 1)),
                    ">" => model.post(Among::new(vars(after), of, n + 1..)),
                    _ => model.post(Among::new(vars(after), of, n).not()),
                };
            }
            "countv" => {
                model.post(Among::new(vars(after), value(rest[1]), var(rest[0])));
            }
            "lexle" => drop(model.post(Lexicographic::at_most(vars(before), vars(after)))),
            "regular" => {
                let parts: Vec<&[&str]> = after.split(|&word| word == ":").collect();
                let [head, finals, rows] = parts[..] else { return Err("regular".into()) };
                // State 0 fails.
                let to = |word: &str| word.parse::<usize>().unwrap_or_else(|_| panic!("{word}"));
                let rows = rows.join(" ");
                let steps = rows.split(';').enumerate().flat_map(|(from, row)| {
                    let row: Vec<&str> = row.split([' ', ',']).filter(|w| !w.is_empty()).collect();
                    let step =
                        |(symbol, word): (usize, &&str)| (from + 1, symbol as i32 + 1, to(word));
                    row.iter().enumerate().map(step).collect::<Vec<_>>()
                });
                let steps = steps.filter(|step| step.2 > 0);
                let finals = finals.iter().map(|word| to(word));
                let automaton = Automaton::new(to(head[0]) + 1, to(head[2]), finals, steps);
                model.post(Regular::new(vars(before), &automaton));
            }
            other => return Err(other.to_string()),
        }
    }
    let model = model.build().map_err(|error| error.to_string())?;
    Ok(Problem { model, mode: best.unwrap_or(mode), expect, given: GivenOrder(given) })
}

/// A weighted sum, whatever the sign of comparison.
fn linear(
    relation: &str,
    total: i64,
    terms: &[&str],
    var: &dyn Fn(&str) -> Var,
    number: &dyn Fn(&str) -> i64,
) -> Result<Linear, String> {
    let sign = if relation.starts_with('>') { -1 } else { 1 };
    let terms = terms.chunks(2).map(|pair| (sign * number(pair[0]), var(pair[1])));
    let total = sign * total - i64::from(matches!(relation, "<" | ">"));
    let relation = match relation {
        "=" => Relation::Equal,
        "!=" => Relation::NotEqual,
        "<=" | ">=" | "<" | ">" => Relation::AtMost,
        other => return Err(format!("lin {other}")),
    };
    Ok(Linear::new(terms, relation, total))
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
                let best = if sign > 0 { solver.minimise(x) } else { solver.maximise(x) };
                match best {
                    Optimum::Proved(_, value) => format!("opt {value}"),
                    Optimum::None => "unsat".into(),
                    Optimum::Unknown(limit, _) => limit.to_string(),
                }
            }
        }
    }
}
