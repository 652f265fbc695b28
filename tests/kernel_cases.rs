//! Proves the right answers of collected problems on which other solvers were wrong: each is written
//! with the constraints that fit best, and once more with nothing but predicates.

use std::collections::{BTreeMap, BTreeSet};

use houserules::{
    AtMost, Linear, ModelBuilder, ModelError, NotEqual, Predicate, Relation, Solver, Uniqueness,
    Var,
};

/// Lines: `case ID COUNT`, `var NAME lo..hi|{v,v}`, `con EXPRESSION`, and where there are few
/// solutions `sol v v …`, the values in the order of the variables.
const CASES: &str = include_str!("data/kernel-cases.txt");

// ---- the text -----------------------------------------------------------------------------------

#[derive(Default)]
struct Case {
    id: String,
    count: usize,
    domains: Vec<Vec<i32>>,
    names: BTreeMap<String, usize>,
    constraints: Vec<Expr>,
    solutions: BTreeSet<Vec<i32>>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in CASES.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap();
        if word == "case" {
            let (id, count) = rest.split_once(' ').unwrap();
            cases.push(Case { id: id.into(), count: count.parse().unwrap(), ..Case::default() });
        }
        let case = cases.last_mut().unwrap();
        match word {
            "case" => {}
            "var" => {
                let (name, domain) = rest.split_once(' ').unwrap();
                let number = |text: &str| text.parse::<i32>().unwrap();
                let domain = match domain.split_once("..") {
                    Some((lo, hi)) => (number(lo)..=number(hi)).collect(),
                    None => domain.trim_matches(['{', '}']).split(',').map(number).collect(),
                };
                case.names.insert(name.into(), case.domains.len());
                case.domains.push(domain);
            }
            "con" => case.constraints.push(Parser::new(rest, &case.names).all()),
            "sol" => {
                let values = rest.split(' ').map(|value| value.parse().unwrap()).collect();
                assert!(case.solutions.insert(values), "{line}");
            }
            _ => panic!("{line}"),
        }
    }
    cases
}

#[derive(Clone, Debug, PartialEq)]
enum Expr {
    Number(i64),
    Var(usize),
    List(Vec<Expr>),
    Call(String, Vec<Expr>),
    /// An operator of one or more characters; `or` is the weakest.
    Binary(String, Box<[Expr; 2]>),
    Not(Box<Expr>),
}

struct Parser<'a> {
    tokens: Vec<String>,
    at: usize,
    names: &'a BTreeMap<String, usize>,
}

/// From the weakest to the strongest; `not` stands between `and` and comparisons.
const OPERATORS: [&[&str]; 5] =
    [&["or"], &["and"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "%"]];

impl Parser<'_> {
    fn new<'a>(text: &str, names: &'a BTreeMap<String, usize>) -> Parser<'a> {
        let mut tokens: Vec<String> = Vec::new();
        let kind = |c: char| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => 'w',
            '=' | '!' | '<' | '>' => '=',
            _ => c,
        };
        let mut last = ' ';
        for c in text.chars() {
            match tokens.last_mut() {
                Some(token) if kind(c) == last && "w=".contains(last) => token.push(c),
                _ if c == ' ' => {}
                _ => tokens.push(c.into()),
            }
            last = kind(c);
        }
        Parser { tokens, at: 0, names }
    }

    fn all(mut self) -> Expr {
        let expr = self.binary(0);
        assert_eq!(self.at, self.tokens.len(), "{:?}", self.tokens);
        expr
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let taken = self.peek() == token;
        self.at += usize::from(taken);
        taken
    }

    fn binary(&mut self, level: usize) -> Expr {
        if level == OPERATORS.len() {
            return self.atom();
        }
        if level == 2 && self.take("not") {
            return Expr::Not(Box::new(self.binary(level)));
        }
        let mut left = self.binary(level + 1);
        while OPERATORS[level].contains(&self.peek()) {
            let operator = self.peek().to_string();
            self.at += 1;
            left = Expr::Binary(operator, Box::new([left, self.binary(level + 1)]));
        }
        left
    }

    fn list(&mut self, end: &str) -> Vec<Expr> {
        let mut list = Vec::new();
        while !self.take(end) {
            list.push(self.binary(0));
            self.take(",");
        }
        list
    }

    fn atom(&mut self) -> Expr {
        if self.take("(") {
            let expr = self.binary(0);
            assert!(self.take(")"));
            return expr;
        }
        if self.take("[") {
            return Expr::List(self.list("]"));
        }
        if self.take("-") {
            return Expr::Binary("-".into(), Box::new([Expr::Number(0), self.atom()]));
        }
        let word = self.peek().to_string();
        self.at += 1;
        if self.take("(") {
            return Expr::Call(word, self.list(")"));
        }
        match word.as_str() {
            "True" => Expr::Number(1),
            "False" => Expr::Number(0),
            _ => match word.parse() {
                Ok(number) => Expr::Number(number),
                Err(_) => Expr::Var(self.names[&word]),
            },
        }
    }
}

// ---- the meaning --------------------------------------------------------------------------------

impl Expr {
    /// Its value, truth being 1; none where something is divided by zero.
    fn value(&self, of: &dyn Fn(usize) -> i64) -> Option<i64> {
        Some(match self {
            Expr::Number(number) => *number,
            Expr::Var(x) => of(*x),
            Expr::Not(expr) => i64::from(expr.value(of)? == 0),
            Expr::List(_) => panic!("a list has no value"),
            Expr::Binary(operator, sides) => {
                let (a, b) = (sides[0].value(of), sides[1].value(of));
                match operator.as_str() {
                    // What has no value is false, but may stand beside what is true.
                    "or" => i64::from(a.unwrap_or(0) != 0 || b.unwrap_or(0) != 0),
                    "and" => i64::from(a.unwrap_or(0) != 0 && b.unwrap_or(0) != 0),
                    "==" => i64::from(a? == b?),
                    "!=" => i64::from(a? != b?),
                    "<=" => i64::from(a? <= b?),
                    ">=" => i64::from(a? >= b?),
                    "<" => i64::from(a? < b?),
                    ">" => i64::from(a? > b?),
                    "+" => a? + b?,
                    "-" => a? - b?,
                    "*" => a? * b?,
                    "%" => a?.checked_rem_euclid(b?)?,
                    _ => panic!("{operator}"),
                }
            }
            Expr::Call(name, arguments) => call(name, arguments, of)?,
        })
    }

    /// The variables in it, each once.
    fn vars(&self, into: &mut BTreeSet<usize>) {
        match self {
            Expr::Number(_) => {}
            Expr::Var(x) => {
                into.insert(*x);
            }
            Expr::Not(expr) => expr.vars(into),
            Expr::Binary(_, sides) => sides.iter().for_each(|side| side.vars(into)),
            Expr::List(list) | Expr::Call(_, list) => list.iter().for_each(|e| e.vars(into)),
        }
    }

    /// As a weighted sum and a number, if it is one.
    fn linear(&self) -> Option<(BTreeMap<usize, i64>, i64)> {
        match self {
            Expr::Number(number) => Some((BTreeMap::new(), *number)),
            Expr::Var(x) => Some((BTreeMap::from([(*x, 1)]), 0)),
            Expr::Binary(operator, sides) => {
                let ((mut a, p), (b, q)) = (sides[0].linear()?, sides[1].linear()?);
                match operator.as_str() {
                    "+" | "-" => {
                        let sign = if operator == "+" { 1 } else { -1 };
                        b.into_iter().for_each(|(x, c)| *a.entry(x).or_default() += sign * c);
                        Some((a, p + sign * q))
                    }
                    "*" if a.is_empty() || b.is_empty() => {
                        let (terms, factor) = if a.is_empty() { (b, p) } else { (a, q) };
                        Some((terms.into_iter().map(|(x, c)| (x, c * factor)).collect(), p * q))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn call(name: &str, arguments: &[Expr], of: &dyn Fn(usize) -> i64) -> Option<i64> {
    let values = |list: &[Expr]| list.iter().map(|e| e.value(of)).collect::<Option<Vec<i64>>>();
    let list = |expr: &Expr| match expr {
        Expr::List(list) => values(list),
        _ => panic!("{name} wants a list"),
    };
    let differ = |values: &[i64]| values.iter().collect::<BTreeSet<_>>().len() == values.len();
    Some(match name {
        "abs" => arguments[0].value(of)?.abs(),
        "tdiv" => arguments[0].value(of)?.checked_div(arguments[1].value(of)?)?,
        "alldifferent" => i64::from(differ(&values(arguments)?)),
        "alldifferent_except" => {
            let (except, mut rest) = (list(&arguments[0])?, values(&arguments[1..])?);
            rest.retain(|value| !except.contains(value));
            i64::from(differ(&rest))
        }
        "allequal" => i64::from(values(arguments)?.windows(2).all(|pair| pair[0] == pair[1])),
        "count" => {
            let value = arguments[1].value(of)?;
            list(&arguments[0])?.into_iter().filter(|&other| other == value).count() as i64
        }
        "nooverlap" => {
            let (starts, lengths) = (list(&arguments[0])?, list(&arguments[1])?);
            let apart = |i: usize, j: usize| {
                starts[i] + lengths[i] <= starts[j] || starts[j] + lengths[j] <= starts[i]
            };
            i64::from((0..starts.len()).all(|j| (0..j).all(|i| apart(i, j))))
        }
        // The first of the largest or smallest, counted from 1.
        "argmax_first" | "argmin_first" => {
            let sign = if name == "argmax_first" { -1 } else { 1 };
            let list = list(&arguments[0])?;
            let best = (0..list.len()).min_by_key(|&i| sign * list[i])?;
            i64::from(best as i64 + 1 == arguments[1].value(of)?)
        }
        _ => panic!("{name}"),
    })
}

// ---- the model ----------------------------------------------------------------------------------

/// Posts an expression with the constraint that fits best.
fn post(expr: &Expr, model: &mut ModelBuilder) {
    if let Expr::Binary(operator, sides) = expr {
        if operator == "and" {
            return sides.iter().for_each(|side| post(side, model));
        }
        if let (Some((mut terms, p)), Some((b, q))) = (sides[0].linear(), sides[1].linear()) {
            b.into_iter().for_each(|(x, c)| *terms.entry(x).or_default() -= c);
            return compare(operator, &terms, q - p, model);
        }
    }
    if let Expr::Call(name, arguments) = expr
        && name == "alldifferent"
    {
        let mut vars = Vec::new();
        for argument in arguments {
            match argument {
                Expr::Var(x) => vars.push(Var::new(*x)),
                Expr::Number(number) => vars.push(model.var(*number as i32)),
                _ => return by_predicate(expr, model),
            }
        }
        return model.all_different(vars);
    }
    by_predicate(expr, model);
}

/// `terms  operator  total`.
fn compare(operator: &str, terms: &BTreeMap<usize, i64>, total: i64, model: &mut ModelBuilder) {
    let pair: Vec<(usize, i64)> = terms.iter().map(|(&x, &c)| (x, c)).collect();
    if let [(x, 1), (y, -1)] | [(y, -1), (x, 1)] = pair[..]
        && let (x, y, k) = (Var::new(x), Var::new(y), total as i32)
    {
        match operator {
            "!=" => model.post(NotEqual::new(x, y, k)),
            "<=" => model.post(AtMost::new(x, -k, y)),
            "<" => model.post(AtMost::new(x, 1 - k, y)),
            ">=" => model.post(AtMost::new(y, k, x)),
            ">" => model.post(AtMost::new(y, k + 1, x)),
            _ => model.post(Linear::equal([(1, x), (-1, y)], total)),
        };
        return;
    }
    let (relation, sign, total) = match operator {
        "==" => (Relation::Equal, 1, total),
        "!=" => (Relation::NotEqual, 1, total),
        "<=" => (Relation::AtMost, 1, total),
        "<" => (Relation::AtMost, 1, total - 1),
        ">=" => (Relation::AtMost, -1, -total),
        ">" => (Relation::AtMost, -1, -total - 1),
        _ => panic!("{operator}"),
    };
    let terms = terms.iter().map(|(&x, &c)| (sign * c, Var::new(x)));
    model.post(Linear::new(terms, relation, total));
}

fn by_predicate(expr: &Expr, model: &mut ModelBuilder) {
    let mut scope = BTreeSet::new();
    expr.vars(&mut scope);
    let scope: Vec<usize> = scope.into_iter().collect();
    let vars: Vec<Var> = scope.iter().map(|&x| Var::new(x)).collect();
    let expr = expr.clone();
    model.post(Predicate::new(vars, move |values| {
        let of = |x: usize| i64::from(values[scope.binary_search(&x).unwrap()]);
        expr.value(&of).is_some_and(|value| value != 0)
    }));
}

impl Case {
    fn check(&self, post: fn(&Expr, &mut ModelBuilder)) {
        let mut model = ModelBuilder::new();
        for domain in &self.domains {
            model.var(&domain[..]);
        }
        self.constraints.iter().for_each(|expr| post(expr, &mut model));
        let model = match model.build() {
            Ok(model) => model,
            // Another word for "no solution".
            Err(ModelError::Repeated { .. }) => return assert_eq!(self.count, 0, "{}", self.id),
            Err(error) => panic!("{}: {error}", self.id),
        };
        let mut solver = Solver::new(&model);
        let n = self.domains.len();
        let found: Vec<Vec<i32>> =
            solver.solutions().map(|solution| solution.values()[..n].to_vec()).collect();
        let set: BTreeSet<Vec<i32>> = found.iter().cloned().collect();
        assert_eq!(found.len(), self.count, "{}", self.id);
        assert_eq!(set.len(), self.count, "{}: each once", self.id);
        if !self.solutions.is_empty() {
            assert_eq!(set, self.solutions, "{}", self.id);
        }
        match solver.uniqueness() {
            Uniqueness::None => assert_eq!(self.count, 0, "{}", self.id),
            Uniqueness::One(_) => assert_eq!(self.count, 1, "{}", self.id),
            Uniqueness::Many(..) => assert!(self.count > 1, "{}", self.id),
            Uniqueness::Unknown(..) => panic!("no limit was set"),
        }
        let first = solver.lexicographic().solution().map(|s| s.values()[..n].to_vec());
        assert_eq!(first.as_ref(), set.first(), "{}", self.id);
    }
}

#[test]
fn with_the_constraints_that_fit() {
    let cases = cases();
    assert_eq!(cases.len(), 36);
    cases.iter().for_each(|case| case.check(post));
}

#[test]
fn with_predicates_alone() {
    // A predicate over eight and more variables sees nothing until most are fixed: those take long.
    let quick = |case: &&Case| !["K042", "K062"].contains(&case.id.as_str());
    cases().iter().filter(quick).for_each(|case| case.check(by_predicate));
}

/// K064: a 6x6 grid that naked and hidden singles alone fill.
#[test]
fn singles_need_no_decision() {
    let rows = ["...5..", ".32...", "3.5.2.", ".2..4.", "45....", ".....6"];
    let right = "164532532164345621621345456213213456";
    let mut model = ModelBuilder::new();
    let cells = model.vars(36, 1..=6);
    for i in 0..6 {
        model.all_different((0..6).map(|j| cells[i * 6 + j]));
        model.all_different((0..6).map(|j| cells[j * 6 + i]));
        let corner = i / 2 * 12 + i % 2 * 3;
        model.all_different((0..6).map(|j| cells[corner + j / 3 * 6 + j % 3]));
    }
    let mut solver = Solver::new(&model.build().unwrap());
    for (&cell, given) in cells.iter().zip(rows.concat().chars()) {
        if let Some(digit) = given.to_digit(10) {
            solver.assume(cell, digit as i32);
        }
    }
    let Uniqueness::One(solution) = solver.uniqueness() else { panic!("one solution") };
    assert_eq!(solution.values().iter().map(i32::to_string).collect::<String>(), right);
    assert_eq!(solver.stats().nodes, 0);
}
