//! Values to try first: `warm_start`.

use std::collections::HashMap;

use super::kernel::Kernel;
use super::problem::{Problem, Value};
use super::search::{bits_of, open_of};
use super::syntax::{Annotation, Item};
use crate::branch::Decision;
use crate::store::{Store, Var};

/// Values that a solution may well have.
#[derive(Clone, Debug, Default)]
pub(super) struct Warm {
    values: HashMap<Var, i32>,
    /// A bit for each of its variables.
    vars: Vec<u64>,
}

impl Warm {
    /// Takes what is asked for from the other annotations. Of two values for one variable, the first counts.
    pub fn new(problem: &Problem<'_>, kernel: &Kernel, rest: &mut Vec<&Annotation<'_>>) -> Warm {
        let mut warm = Warm::default();
        rest.retain(|annotation| {
            let Annotation::Call(name, arguments) = annotation else { return true };
            let [Annotation::Item(Item::Array(vars)), Annotation::Item(Item::Array(values)), ..] =
                arguments[..]
            else {
                return true;
            };
            if !matches!(*name, "warm_start" | "warm_start_int" | "warm_start_bool") {
                return true;
            }
            let (vars, values) = (problem.file.slice(vars), problem.file.slice(values));
            for (&x, &value) in vars.iter().zip(values) {
                let (Some(Value::Open(x)), Some(Value::Fixed(value))) =
                    (problem.value(x), problem.value(value))
                else {
                    continue;
                };
                if let (Some(x), Ok(value)) = (kernel.open(x), i32::try_from(value)) {
                    warm.values.entry(x).or_insert(value);
                }
            }
            false
        });
        warm.vars = bits_of(warm.values.keys().copied());
        warm
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The next of them that may still be.
    pub fn choose(&self, store: &Store) -> Option<Decision> {
        open_of(&self.vars, store)
            .map(|x| Decision::Is(x, self.values[&x]))
            .find(|decision| decision.leads_on(store))
    }
}
