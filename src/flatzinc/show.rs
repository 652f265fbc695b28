//! Solutions as FlatZinc has them: `x = 3;` and `a = array1d(1..2, [3, 4]);`.

use std::io::{self, Write};

use super::kernel::Kernel;
use super::problem::{Problem, Value};
use super::syntax::Item;
use crate::answer::Solution;
use crate::store::Var;

/// One line of a solution.
#[derive(Clone, Debug)]
pub(super) struct Line {
    name: String,
    /// The index sets, if it is an array.
    ranges: Option<Vec<(i64, i64)>>,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Int(Source),
    Bool(Source),
    Set(Vec<(i32, Source)>),
}

/// Where a number comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Known(i64),
    Var(Var),
}

impl Source {
    fn value(self, solution: &Solution) -> i64 {
        match self {
            Source::Known(value) => value,
            Source::Var(x) => solution[x].into(),
        }
    }
}

/// The lines that a file asks for.
pub(super) fn lines(problem: &Problem<'_>, kernel: &Kernel) -> Vec<Line> {
    let line = |output: &super::syntax::Output<'_>| {
        let (ranges, items) = match &output.item {
            Item::Array(slice) => (Some(output.ranges.clone()), problem.file.slice(*slice)),
            item => (None, std::slice::from_ref(item)),
        };
        let parts = items.iter().filter_map(|&item| part(problem, kernel, item)).collect();
        Line { name: output.name.to_owned(), ranges, parts }
    };
    problem.file.outputs.iter().map(line).collect()
}

fn part(problem: &Problem<'_>, kernel: &Kernel, item: Item) -> Option<Part> {
    let source = |value: Value| match value {
        Value::Fixed(value) => Some(Source::Known(value)),
        Value::Open(v) => kernel.open(v).map(Source::Var),
    };
    if let Some(set) = problem.set(item) {
        let bits = set.into_iter().map(|(element, bit)| Some((element, source(bit)?)));
        return bits.collect::<Option<_>>().map(Part::Set);
    }
    let source = source(problem.value(item)?)?;
    let is_bool = match item {
        Item::Bool(_) => true,
        Item::Var(v) => problem.file.vars[v as usize].is_bool,
        _ => false,
    };
    Some(if is_bool { Part::Bool(source) } else { Part::Int(source) })
}

impl Line {
    /// Writes it for one solution.
    pub fn write(&self, solution: &Solution, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{} = ", self.name)?;
        if let Some(ranges) = &self.ranges {
            write!(out, "array{}d(", ranges.len().max(1))?;
            for (lo, hi) in ranges {
                write!(out, "{lo}..{hi}, ")?;
            }
            out.write_all(b"[")?;
        }
        for (i, part) in self.parts.iter().enumerate() {
            if i > 0 {
                out.write_all(b", ")?;
            }
            part.write(solution, out)?;
        }
        out.write_all(if self.ranges.is_some() { b"]);\n" } else { b";\n" })
    }
}

impl Part {
    fn write(&self, solution: &Solution, out: &mut impl Write) -> io::Result<()> {
        match self {
            Part::Int(source) => write!(out, "{}", source.value(solution)),
            Part::Bool(source) => write!(out, "{}", source.value(solution) != 0),
            Part::Set(bits) => {
                let chosen = bits.iter().filter(|(_, bit)| bit.value(solution) != 0);
                out.write_all(b"{")?;
                for (i, (element, _)) in chosen.enumerate() {
                    write!(out, "{}{element}", if i > 0 { "," } else { "" })?;
                }
                out.write_all(b"}")
            }
        }
    }
}
