//! Search annotations: which variable to try next, and what to try of it.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::kernel::Kernel;
use super::problem::{Problem, Value};
use super::restarts::restarts;
use super::syntax::{Annotation, Item};
use super::warm::Warm;
use crate::branch::{Branching, Decision, MinimumRemaining};
use crate::model::Model;
use crate::restart::Restarts;
use crate::store::{Store, Var, bits};

/// The annotations of a goal, one step after the other.
#[derive(Clone, Debug)]
pub(super) struct Annotated {
    /// Values that are tried before all else.
    warm: Warm,
    steps: Vec<Step>,
    /// In how many constraints each variable stands.
    degrees: Vec<u32>,
    restarts: Restarts,
    seed: u64,
}

#[derive(Clone, Debug)]
struct Step {
    vars: Vec<Var>,
    /// If they stand in the order of the model, a bit for each, as in [`Store::open`].
    bits: Vec<u64>,
    select: Select,
    choice: Choice,
}

/// A bit for each of some variables.
pub(super) fn bits_of(vars: impl Iterator<Item = Var>) -> Vec<u64> {
    let mut bits = Vec::new();
    for x in vars {
        bits.resize(bits.len().max(x.index() / 64 + 1), 0);
        bits[x.index() / 64] |= 1 << (x.index() % 64);
    }
    bits
}

/// Those of them that are open, in the order of the model.
pub(super) fn open_of<'s>(vars: &'s [u64], store: &'s Store) -> impl Iterator<Item = Var> + 's {
    let words = vars.iter().zip(store.open()).map(|(vars, open)| vars & open).enumerate();
    words.flat_map(|(i, word)| bits(word).map(move |bit| Var::new(i * 64 + bit as usize)))
}

impl Step {
    fn new(vars: Vec<Var>, select: Select, choice: Choice) -> Step {
        let bits = if vars.is_sorted() { bits_of(vars.iter().copied()) } else { Vec::new() };
        Step { vars, bits, select, choice }
    }

    /// The first that is open. A look at all that are fixed before it would make long searches quadratic.
    fn first_open(&self, store: &Store) -> Option<Var> {
        if self.bits.is_empty() {
            return self.vars.iter().copied().find(|&x| !store.is_fixed(x));
        }
        open_of(&self.bits, store).next()
    }

    /// Whether it may go another way in another run.
    fn varies(&self) -> bool {
        matches!(self.select, Select::Weighted | Select::Random)
            || matches!(self.choice, Choice::Random | Choice::SplitRandom)
    }
}

/// Which variable comes next; of several that are as good, the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Select {
    InputOrder,
    FirstFail,
    AntiFirstFail,
    Smallest,
    Largest,
    Occurrence,
    MostConstrained,
    MaxRegret,
    Weighted,
    Random,
}

/// What is tried of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Min,
    Max,
    Median,
    Middle,
    Random,
    Split,
    ReverseSplit,
    Interval,
    SplitRandom,
    NotMin,
    NotMax,
}

impl Annotated {
    /// What the annotations ask for, `None` if they ask for nothing; and the names of those that do not count.
    pub fn new(
        problem: &Problem<'_>,
        kernel: &Kernel,
        seed: u64,
    ) -> (Option<Annotated>, Vec<String>) {
        let (mut steps, mut rest) = (Vec::new(), Vec::new());
        for annotation in &problem.file.search {
            collect(problem, kernel, annotation, &mut steps, &mut rest);
        }
        let warm = Warm::new(problem, kernel, &mut rest);
        // The same run again would lead to the same place.
        let varies = steps.iter().any(Step::varies);
        let wanted = rest.iter().copied().filter(|_| varies).find_map(restarts);
        rest.retain(|annotation| !varies || restarts(annotation).is_none());
        let names = rest.into_iter().filter_map(|annotation| match annotation {
            Annotation::Name(name) | Annotation::Call(name, _) => Some((*name).to_owned()),
            _ => None,
        });
        let restarts = wanted.unwrap_or_default();
        let search = Annotated { warm, steps, degrees: Vec::new(), restarts, seed };
        let asks = !search.steps.is_empty() || !search.warm.is_empty();
        (asks.then_some(search), names.collect())
    }

    /// When to begin again from the root.
    pub fn restarts(&self) -> Restarts {
        self.restarts
    }

    /// Counts where variables stand.
    pub fn count(&mut self, model: &Model) {
        let mut degrees = vec![0; model.variables()];
        let scopes = model.constraints().iter().flat_map(|constraint| constraint.scope());
        let groups = model.groups().iter().flat_map(|group| group.vars());
        for x in scopes.copied().chain(groups) {
            degrees[x.index()] += 1;
        }
        self.degrees = degrees;
    }

    /// The same with another beginning of chance.
    pub fn with_seed(&self, seed: u64) -> Annotated {
        Annotated { seed, ..self.clone() }
    }

    fn degree(&self, x: Var) -> u32 {
        self.degrees.get(x.index()).copied().unwrap_or(0)
    }

    /// A number below `below`: the same at the same place of the same search.
    fn chance(&self, store: &Store, salt: u64, below: u64) -> u64 {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        hasher.hash_one((self.seed, store.changes(), salt)) % below.max(1)
    }

    fn select(&self, step: &Step, store: &Store) -> Option<Var> {
        let open = step.vars.iter().copied().filter(|&x| !store.is_fixed(x));
        let len = |x: &Var| store.len(*x);
        // `min_by_key` and `max_by_key` differ in which of the equal ones they take.
        match step.select {
            Select::InputOrder => step.first_open(store),
            Select::FirstFail => open.min_by_key(len),
            Select::AntiFirstFail => open.min_by_key(|x| u32::MAX - len(x)),
            Select::Smallest => open.min_by_key(|&x| store.min(x)),
            Select::Largest => open.min_by_key(|&x| -i64::from(store.max(x))),
            Select::Occurrence => open.min_by_key(|&x| u32::MAX - self.degree(x)),
            Select::MostConstrained => open.min_by_key(|x| (len(x), u32::MAX - self.degree(*x))),
            Select::MaxRegret => open.min_by_key(|&x| {
                let mut values = store.values(x);
                let (first, second) = (values.next(), values.next());
                first.zip(second).map_or(0, |(a, b)| i64::from(a) - i64::from(b))
            }),
            Select::Weighted => open.min_by_key(|x| {
                // A fraction, as a whole number.
                (u64::from(len(x)) << 24) / (u64::from(store.failures(*x)) + 1)
            }),
            Select::Random => {
                let open: Vec<Var> = open.collect();
                let place = self.chance(store, 1, open.len() as u64);
                open.get(place as usize).copied()
            }
        }
    }

    fn decide(&self, choice: Choice, store: &Store, x: Var) -> Decision {
        let (lo, hi) = (store.min(x), store.max(x));
        let middle = ((i64::from(lo) + i64::from(hi)).div_euclid(2)) as i32;
        match choice {
            Choice::Min => Decision::Is(x, lo),
            Choice::Max => Decision::Is(x, hi),
            Choice::Median => {
                let place = (store.len(x) - 1) / 2;
                Decision::Is(x, nth(store, x, place))
            }
            Choice::Middle => Decision::Is(x, store.nearest_to_middle(x)),
            Choice::Random => {
                let place = self.chance(store, 2, store.len(x).into());
                Decision::Is(x, nth(store, x, place as u32))
            }
            Choice::Split => Decision::AtMost(x, middle),
            Choice::ReverseSplit => Decision::AtLeast(x, middle + 1),
            Choice::Interval => {
                let gap = !is_run(store, x);
                let next = store.values(x).zip(lo..).take_while(|(value, next)| value == next);
                let end = if gap { next.last().map(|(end, _)| end) } else { None };
                Decision::AtMost(x, end.unwrap_or(middle))
            }
            Choice::SplitRandom => match self.chance(store, 3, 2) {
                0 => Decision::AtMost(x, middle),
                _ => Decision::AtLeast(x, middle + 1),
            },
            Choice::NotMin => Decision::AtLeast(x, lo + 1),
            Choice::NotMax => Decision::AtMost(x, hi - 1),
        }
    }
}

/// Whether a variable has no gaps.
fn is_run(store: &Store, x: Var) -> bool {
    i64::from(store.max(x)) - i64::from(store.min(x)) + 1 == i64::from(store.len(x))
}

/// The value at a place, from 0.
fn nth(store: &Store, x: Var, place: u32) -> i32 {
    let lo = store.min(x);
    match is_run(store, x) {
        true => lo.wrapping_add_unsigned(place),
        false => store.values(x).nth(place as usize).unwrap_or(lo),
    }
}

impl Branching for Annotated {
    fn choose(&self, model: &Model, store: &Store) -> Option<Decision> {
        if let Some(decision) = self.warm.choose(store) {
            return Some(decision);
        }
        for step in &self.steps {
            if let Some(x) = self.select(step, store) {
                return Some(self.decide(step.choice, store, x));
            }
        }
        MinimumRemaining::default().choose(model, store)
    }
}

/// Adds what one annotation asks for; what is not about the order of a search goes to the `rest`.
fn collect<'p, 'a>(
    problem: &'p Problem<'a>,
    kernel: &Kernel,
    annotation: &'p Annotation<'a>,
    steps: &mut Vec<Step>,
    rest: &mut Vec<&'p Annotation<'a>>,
) {
    let Annotation::Call(name, arguments) = annotation else { return rest.push(annotation) };
    match (*name, &arguments[..]) {
        ("seq_search", [Annotation::List(parts), ..]) => {
            parts.iter().for_each(|part| collect(problem, kernel, part, steps, rest));
        }
        ("seq_search", [part @ Annotation::Call(..), ..]) => {
            collect(problem, kernel, part, steps, rest);
        }
        ("int_search" | "bool_search" | "set_search", [vars, select, choice, ..]) => {
            let vars = variables(problem, kernel, vars);
            let (select, mut choice) = (select_named(select), choice_named(choice));
            if *name == "set_search" {
                // The values of a set are whether something is in it; the least set has least.
                choice = if choice == Choice::Min { Choice::Max } else { Choice::Min };
            }
            if !vars.is_empty() {
                steps.push(Step::new(vars, select, choice));
            }
        }
        _ => rest.push(annotation),
    }
}

/// The open variables of an annotation's array, sets as whether each element is in them.
fn variables(problem: &Problem<'_>, kernel: &Kernel, vars: &Annotation<'_>) -> Vec<Var> {
    let items = match vars {
        Annotation::Item(Item::Array(slice)) => problem.file.slice(*slice),
        Annotation::Item(item) => std::slice::from_ref(item),
        _ => &[],
    };
    let mut found = Vec::new();
    let mut add = |value: Value| {
        if let Value::Open(v) = problem.settled(value) {
            found.extend(kernel.open(v));
        }
    };
    for &item in items {
        match item {
            Item::Var(v) => add(Value::Open(v)),
            Item::SetVar(set) => {
                problem.bits(set).iter().for_each(|&(_, bit)| add(Value::Open(bit)));
            }
            _ => {}
        }
    }
    found
}

fn select_named(annotation: &Annotation<'_>) -> Select {
    match annotation {
        Annotation::Name("first_fail") => Select::FirstFail,
        Annotation::Name("anti_first_fail") => Select::AntiFirstFail,
        Annotation::Name("smallest") => Select::Smallest,
        Annotation::Name("largest") => Select::Largest,
        Annotation::Name("occurrence") => Select::Occurrence,
        Annotation::Name("most_constrained") => Select::MostConstrained,
        Annotation::Name("max_regret") => Select::MaxRegret,
        Annotation::Name("dom_w_deg" | "impact" | "activity") => Select::Weighted,
        Annotation::Name("random") => Select::Random,
        _ => Select::InputOrder,
    }
}

fn choice_named(annotation: &Annotation<'_>) -> Choice {
    match annotation {
        Annotation::Name("indomain_max") => Choice::Max,
        Annotation::Name("indomain_median") => Choice::Median,
        Annotation::Name("indomain_middle") => Choice::Middle,
        Annotation::Name("indomain_random") => Choice::Random,
        Annotation::Name("indomain_split") => Choice::Split,
        Annotation::Name("indomain_reverse_split") => Choice::ReverseSplit,
        Annotation::Name("indomain_interval") => Choice::Interval,
        Annotation::Name("indomain_split_random") => Choice::SplitRandom,
        Annotation::Name("outdomain_min") => Choice::NotMin,
        Annotation::Name("outdomain_max") => Choice::NotMax,
        _ => Choice::Min,
    }
}
