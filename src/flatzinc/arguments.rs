//! The arguments of a constraint, read as what they should be.

use super::error::Mistake;
use super::problem::{Problem, SetView, Sum, Value};
use super::syntax::Item;
use crate::domain::Domain;

/// The arguments of one constraint; what is not as it should be is told with its place.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'p, 'a> {
    pub problem: &'p Problem<'a>,
    /// The name as it is written.
    pub name: &'p str,
    pub at: usize,
    pub items: &'p [Item],
}

impl<'p> Arguments<'p, '_> {
    pub fn mistake(&self, message: impl std::fmt::Display) -> Mistake {
        Mistake::new(self.at, format!("`{}`: {message}", self.name))
    }

    fn wrong(&self, place: usize, wanted: &str) -> Mistake {
        self.mistake(format_args!("argument {} should be {wanted}", place + 1))
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Complains unless there are so many.
    pub fn expect(&self, wanted: usize) -> Result<(), Mistake> {
        match self.items.len() == wanted {
            true => Ok(()),
            false => Err(self
                .mistake(format_args!("expected {wanted} arguments, found {}", self.items.len()))),
        }
    }

    fn item(&self, place: usize) -> Result<Item, Mistake> {
        let item = self.items.get(place).copied();
        item.ok_or_else(|| self.mistake(format_args!("argument {} is missing", place + 1)))
    }

    /// A number or a variable.
    pub fn value(&self, place: usize) -> Result<Value, Mistake> {
        let value = self.problem.value(self.item(place)?);
        value.ok_or_else(|| self.wrong(place, "a number or a variable"))
    }

    /// A truth value or a variable that is one.
    pub fn truth(&self, place: usize) -> Result<Value, Mistake> {
        let value = self.truth_of(self.item(place)?);
        value.ok_or_else(|| self.wrong(place, "true, false or a boolean variable"))
    }

    fn truth_of(&self, item: Item) -> Option<Value> {
        match item {
            Item::Bool(_) => self.problem.value(item),
            Item::Var(v) if self.problem.file.vars[v as usize].is_bool => self.problem.value(item),
            _ => None,
        }
    }

    /// A number that is known.
    pub fn int(&self, place: usize) -> Result<i64, Mistake> {
        match self.value(place)? {
            Value::Fixed(value) => Ok(value),
            Value::Open(_) => Err(self.wrong(place, "a number, not a variable")),
        }
    }

    /// A known number of 32 bits.
    pub fn small(&self, place: usize) -> Result<i32, Mistake> {
        i32::try_from(self.int(place)?).map_err(|_| self.wrong(place, "a number of 32 bits"))
    }

    fn list(&self, place: usize) -> Result<&'p [Item], Mistake> {
        match self.item(place)? {
            Item::Array(slice) => Ok(self.problem.file.slice(slice)),
            _ => Err(self.wrong(place, "an array")),
        }
    }

    /// Numbers and variables.
    pub fn values(&self, place: usize) -> Result<Vec<Value>, Mistake> {
        let values = self.list(place)?.iter().map(|&item| self.problem.value(item));
        let values: Option<Vec<Value>> = values.collect();
        values.ok_or_else(|| self.wrong(place, "an array of numbers or variables"))
    }

    /// Truth values and variables that are such.
    pub fn truths(&self, place: usize) -> Result<Vec<Value>, Mistake> {
        let values: Option<Vec<Value>> =
            self.list(place)?.iter().map(|&item| self.truth_of(item)).collect();
        values.ok_or_else(|| self.wrong(place, "an array of booleans"))
    }

    /// Numbers that are known.
    pub fn ints(&self, place: usize) -> Result<Vec<i64>, Mistake> {
        let known = |item: &Item| match self.problem.value(*item) {
            Some(Value::Fixed(value)) => Some(value),
            _ => None,
        };
        let values: Option<Vec<i64>> = self.list(place)?.iter().map(known).collect();
        values.ok_or_else(|| self.wrong(place, "an array of numbers"))
    }

    /// Known numbers of 32 bits.
    pub fn smalls(&self, place: usize) -> Result<Vec<i32>, Mistake> {
        let values: Result<Vec<i32>, _> =
            self.ints(place)?.into_iter().map(i32::try_from).collect();
        values.map_err(|_| self.wrong(place, "an array of numbers of 32 bits"))
    }

    /// A set that is known.
    pub fn constant_set(&self, place: usize) -> Result<Domain, Mistake> {
        let item = self.item(place)?;
        let known = match item {
            Item::Set(set) => return Ok(self.problem.file.sets[set as usize].clone()),
            _ => self.problem.set(item),
        };
        let elements: Option<Domain> = known.and_then(|set| {
            let fixed = |&(element, bit)| match bit {
                Value::Fixed(bit) => Some((element, bit)),
                Value::Open(_) => None,
            };
            let bits: Option<Vec<(i32, i64)>> = set.iter().map(fixed).collect();
            Some(bits?.into_iter().filter(|bit| bit.1 != 0).map(|bit| bit.0).collect())
        });
        elements.ok_or_else(|| self.wrong(place, "a constant set"))
    }

    /// A set, known or not.
    pub fn set(&self, place: usize) -> Result<SetView, Mistake> {
        let set = self.problem.set(self.item(place)?);
        set.ok_or_else(|| self.wrong(place, "a set"))
    }

    /// Sets, known or not.
    pub fn sets(&self, place: usize) -> Result<Vec<SetView>, Mistake> {
        let sets = self.list(place)?.iter().map(|&item| self.problem.set(item));
        let sets: Option<Vec<SetView>> = sets.collect();
        sets.ok_or_else(|| self.wrong(place, "an array of sets"))
    }

    /// A weighted sum of an array of factors and one of variables, against a total.
    pub fn sum(&self, factors: usize, values: usize, total: i64) -> Result<Sum, Mistake> {
        let (weights, terms) = (self.ints(factors)?, self.values(values)?);
        if weights.len() != terms.len() {
            let lengths = format_args!(
                "arguments {} and {} should be of one length, not {} and {}",
                factors + 1,
                values + 1,
                weights.len(),
                terms.len()
            );
            return Err(self.mistake(lengths));
        }
        self.sum_of(weights.into_iter().zip(terms), total)
    }

    /// A weighted sum against a total.
    pub fn sum_of(
        &self,
        terms: impl IntoIterator<Item = (i64, Value)>,
        total: i64,
    ) -> Result<Sum, Mistake> {
        Sum::new(terms, total).ok_or_else(|| self.mistake("a number does not fit 64 bits"))
    }
}
