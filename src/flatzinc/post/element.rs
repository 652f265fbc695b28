//! Elements of arrays: `array[index] = value`, positions from 1.

use super::super::arguments::Arguments;
use super::super::error::Mistake;
use super::super::kernel::{Kernel, Meaning};
use super::super::problem::Value;
use super::Handler;
use crate::constraint::{Element, ElementVar};

pub(super) fn find(name: &str) -> Option<Handler> {
    Some(match name {
        "array_int_element"
        | "array_bool_element"
        | "array_var_int_element"
        | "array_var_bool_element"
        | "element_int"
        | "element_bool" => |a, k| {
            a.expect(3)?;
            element(a, k, a.value(0)?, a.values(1)?, a.value(2)?)
        },
        _ => return None,
    })
}

pub(super) fn element(
    arguments: &Arguments<'_, '_>,
    kernel: &mut Kernel,
    index: Value,
    array: Vec<Value>,
    result: Value,
) -> Result<Meaning, Mistake> {
    let (index, result) = (kernel.var(arguments, index)?, kernel.var(arguments, result)?);
    let known = |value: &Value| match *value {
        Value::Fixed(value) => Some(i32::try_from(value)),
        Value::Open(_) => None,
    };
    let numbers: Option<Vec<_>> = array.iter().map(known).collect();
    if let Some(numbers) = numbers {
        let numbers: Result<Vec<i32>, _> = numbers.into_iter().collect();
        let numbers = numbers.map_err(|_| arguments.mistake("a number does not fit 32 bits"))?;
        return Ok(Meaning::one(Element::new(index, numbers, result).counted_from(1)));
    }
    let vars = kernel.vars(arguments, array)?;
    Ok(Meaning::one(ElementVar::new(index, vars, result).counted_from(1)))
}
