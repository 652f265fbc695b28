//! A file with what is known of its variables: which are one, and what each can be.

use std::cell::Cell;

use smallvec::SmallVec;

use super::error::Mistake;
use super::syntax::{File, Item, VarDecl};
use crate::domain::Domain;

/// A number that is known, or the variable that will be one. Truth values are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    Fixed(i64),
    /// By its place among the declared variables; of equal variables, the one that stands for all.
    Open(u32),
}

/// A set that is known or not: for each integer that may be in it, in ascending order, whether it is.
pub(super) type SetView = Vec<(i32, Value)>;

/// A set has at most so many possible elements: each is a variable.
const MAX_UNIVERSE: u64 = 1 << 20;

/// A file, and what is known of its variables.
#[derive(Debug)]
pub(super) struct Problem<'a> {
    pub file: File<'a>,
    /// For each variable one that equals it, or itself.
    parents: Vec<Cell<u32>>,
    domains: Vec<Option<Domain>>,
    /// The elements of each set variable, with the variables that say whether they are in it.
    set_bits: Vec<Vec<(i32, u32)>>,
    /// Where no value was left.
    pub contradiction: bool,
    /// How often something became known.
    pub changes: u64,
}

impl<'a> Problem<'a> {
    /// Gives each element of each set a variable.
    pub fn new(mut file: File<'a>) -> Result<Problem<'a>, Mistake> {
        let mut set_bits = Vec::new();
        for set in &file.set_vars {
            let constant = match set.equals {
                Some(Item::Set(constant)) => Some(&file.sets[constant as usize]),
                _ => None,
            };
            let Some(universe) = set.universe.as_ref().or(constant) else {
                let message = format!(
                    "the set `{}` has no bounds: write `var set of 1..9`, say, so that it is finite",
                    set.name
                );
                return Err(Mistake::new(set.at, message));
            };
            if universe.len() > MAX_UNIVERSE {
                let message = format!("a set has at most {MAX_UNIVERSE} possible elements");
                return Err(Mistake::new(set.at, message));
            }
            let mut bits = Vec::new();
            for element in universe.iter() {
                let index = file.vars.len() as u32;
                let domain = Some(Domain::from(0..=1));
                file.vars.push(VarDecl { at: set.at, is_bool: true, domain, equals: None });
                bits.push((element, index));
            }
            set_bits.push(bits);
        }
        let domains = file.vars.iter_mut().map(|var| var.domain.take()).collect();
        let parents = (0..file.vars.len() as u32).map(Cell::new).collect();
        let mut problem =
            Problem { file, parents, domains, set_bits, contradiction: false, changes: 0 };
        problem.declared_equal()?;
        Ok(problem)
    }

    /// `var 1..9: x = y;`
    fn declared_equal(&mut self) -> Result<(), Mistake> {
        for v in 0..self.file.vars.len() {
            let Some(item) = self.file.vars[v].equals else { continue };
            let at = self.file.vars[v].at;
            let value = self.value(item).ok_or_else(|| Mistake::new(at, "expected a number"))?;
            self.equate(Value::Open(v as u32), value);
        }
        for s in 0..self.file.set_vars.len() {
            let Some(item) = self.file.set_vars[s].equals else { continue };
            let at = self.file.set_vars[s].at;
            let other = self.set(item).ok_or_else(|| Mistake::new(at, "expected a set"))?;
            let own = self.set(Item::SetVar(s as u32)).unwrap_or_default();
            for (a, b) in both(&own, &other) {
                self.equate(a, b);
            }
        }
        self.contradiction |= self.domains.iter().flatten().any(Domain::is_empty);
        Ok(())
    }

    /// The variable that stands for all that equal `v`.
    pub fn root(&self, v: u32) -> u32 {
        let parent = |v: u32| &self.parents[v as usize];
        let mut root = v;
        while parent(root).get() != root {
            root = parent(root).get();
        }
        // The next way is short.
        let mut at = v;
        while at != root {
            at = parent(at).replace(root);
        }
        root
    }

    pub fn domain(&self, root: u32) -> Option<&Domain> {
        self.domains[root as usize].as_ref()
    }

    /// What an item is as a number; `None` if it is a set or a list.
    pub fn value(&self, item: Item) -> Option<Value> {
        match item {
            Item::Int(value) => Some(Value::Fixed(value)),
            Item::Bool(value) => Some(Value::Fixed(value.into())),
            Item::Var(v) => Some(self.settled(Value::Open(v))),
            _ => None,
        }
    }

    /// The same value with what is known by now.
    pub fn settled(&self, value: Value) -> Value {
        let Value::Open(v) = value else { return value };
        let root = self.root(v);
        match self.domain(root).and_then(Domain::single) {
            Some(value) => Value::Fixed(value.into()),
            None => Value::Open(root),
        }
    }

    /// What an item is as a set; `None` if it is none.
    pub fn set(&self, item: Item) -> Option<SetView> {
        match item {
            Item::Set(set) => {
                let set = &self.file.sets[set as usize];
                Some(set.iter().map(|element| (element, Value::Fixed(1))).collect())
            }
            Item::SetVar(set) => {
                let bits = self.set_bits[set as usize].iter();
                Some(bits.map(|&(e, bit)| (e, self.settled(Value::Open(bit)))).collect())
            }
            _ => None,
        }
    }

    /// Which variables say what is in a set variable.
    pub fn bits(&self, set: u32) -> &[(i32, u32)] {
        &self.set_bits[set as usize]
    }

    /// The least and the greatest that a value can be, if that is known.
    pub fn bounds(&self, value: Value) -> Option<(i64, i64)> {
        match value {
            Value::Fixed(value) => Some((value, value)),
            Value::Open(v) => {
                let domain = self.domain(self.root(v))?;
                Some((domain.min()?.into(), domain.max()?.into()))
            }
        }
    }

    /// Keeps of a value what is in a set.
    pub fn keep(&mut self, value: Value, set: &Domain) {
        match value {
            Value::Fixed(value) => {
                let inside = i32::try_from(value).is_ok_and(|value| set.contains(value));
                self.contradiction |= !inside;
            }
            Value::Open(v) => {
                let root = self.root(v) as usize;
                let old = self.domains[root].as_ref();
                let new = old.map_or_else(|| set.clone(), |old| old.intersection(set));
                if old != Some(&new) {
                    self.contradiction |= new.is_empty();
                    self.domains[root] = Some(new);
                    self.changes += 1;
                }
            }
        }
    }

    /// Keeps of a value what lies between two numbers.
    pub fn within(&mut self, value: Value, lo: i64, hi: i64) {
        let known = self.bounds(value);
        if known.is_some_and(|(low, high)| lo <= low && high <= hi) {
            return;
        }
        let clamp = |end: i64| end.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let empty = lo > hi || lo > i32::MAX.into() || hi < i32::MIN.into();
        let set = if empty { Domain::empty() } else { Domain::from(clamp(lo)..=clamp(hi)) };
        self.keep(value, &set);
    }

    /// Makes two values one.
    pub fn equate(&mut self, a: Value, b: Value) {
        match (self.settled(a), self.settled(b)) {
            (Value::Fixed(a), Value::Fixed(b)) => self.contradiction |= a != b,
            (Value::Fixed(value), x) | (x, Value::Fixed(value)) => self.within(x, value, value),
            (Value::Open(x), Value::Open(y)) if x != y => {
                // The one declared first stands for both.
                let (first, second) = (x.min(y), x.max(y));
                if let Some(domain) = self.domains[second as usize].take() {
                    self.keep(Value::Open(first), &domain);
                }
                self.parents[second as usize].set(first);
                self.changes += 1;
            }
            _ => {}
        }
    }
}

/// Two sets side by side: each integer that may be in one of them, as it is in either.
pub(super) fn both<'s>(
    a: &'s SetView,
    b: &'s SetView,
) -> impl Iterator<Item = (Value, Value)> + 's {
    each(a, b).map(|(_, a, b)| (a, b))
}

/// The same with the integers.
pub(super) fn each<'s>(
    a: &'s SetView,
    b: &'s SetView,
) -> impl Iterator<Item = (i32, Value, Value)> + 's {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    std::iter::from_fn(move || {
        let element = match (a.peek(), b.peek()) {
            (Some(a), Some(b)) => a.0.min(b.0),
            (Some(a), None) => a.0,
            (None, Some(b)) => b.0,
            (None, None) => return None,
        };
        let outside = Value::Fixed(0);
        let bit = |next: Option<&(i32, Value)>| next.map_or(outside, |next| next.1);
        let x = bit(a.next_if(|next| next.0 == element));
        let y = bit(b.next_if(|next| next.0 == element));
        Some((element, x, y))
    })
}

/// A weighted sum against a total, each variable once, what is known in the total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub terms: SmallVec<[(i64, u32); 4]>,
    pub total: i64,
}

impl Sum {
    /// `None` if a number does not fit 64 bits.
    pub fn new(terms: impl IntoIterator<Item = (i64, Value)>, total: i64) -> Option<Sum> {
        let mut total = i128::from(total);
        let mut open: SmallVec<[(i64, u32); 4]> = SmallVec::new();
        for (factor, value) in terms {
            match value {
                Value::Fixed(value) => {
                    total = total.checked_sub(i128::from(factor) * i128::from(value))?;
                }
                Value::Open(v) => open.push((factor, v)),
            }
        }
        open.sort_by_key(|&(_, v)| v);
        let mut terms: SmallVec<[(i64, u32); 4]> = SmallVec::new();
        for (factor, v) in open {
            match terms.last_mut() {
                Some(last) if last.1 == v => last.0 = last.0.checked_add(factor)?,
                _ => terms.push((factor, v)),
            }
        }
        terms.retain(|term| term.0 != 0);
        Some(Sum { terms, total: total.try_into().ok()? })
    }
}
