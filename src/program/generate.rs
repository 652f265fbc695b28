//! `houserules generate`: new puzzles, the same from the same seed whatever the machine and the threads.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use houserules::grid::{
    FORMS, Form, Generated, Generator, NotGenerated, Note, Puzzle, Reader, Shape, Variant,
    VariantEntry, VariantGenerator, Wishes, WriteError, variant_form,
};
use houserules::{Budget, Cancel, Limit};

use super::arguments;
use super::input::{self, Sink, Source};
use super::page::Page;
use super::pipeline::{self, Course, Task, Tasks};
use super::progress::Size;
use super::record::Record;
use super::regions;
use super::report::{self, Complaint};
use super::status::Status;
use super::style::{self, Style};
use super::subject::{Subject, line};

/// Does what the arguments say.
pub fn run(arguments: arguments::Generate, cancel: &'static Cancel) -> Status {
    let maker = match maker(&arguments) {
        Ok(maker) => maker,
        Err(why) => {
            report::line(&why);
            return Status::BadInput;
        }
    };
    let seed = arguments.seed.unwrap_or_else(|| {
        let seed = RandomState::new().hash_one(Instant::now());
        report::line(&format!("--seed {seed} makes the same again"));
        seed
    });
    let usual = if arguments.rules.is_some() { Style::Suited } else { Style::In(FORMS[1]) };
    let (style, time) = (arguments.style.unwrap_or(usual), arguments.time_limit);
    let tasks: Tasks<u64> = Box::new(move || {
        let (maker, source) = (maker.clone(), format!("<seed {seed}>"));
        Box::new(Generate { maker, seed, source, style, time, cancel })
    });
    let course = Course { around: style.around(), ..Course::new(arguments.work) };
    pipeline::feed(Numbers(arguments.count), course, tasks)
}

/// What makes puzzles, of a shape or of the rules in a file.
#[derive(Clone)]
enum Maker {
    Shape(Generator),
    Rules(VariantGenerator),
}

fn maker(arguments: &arguments::Generate) -> Result<Maker, String> {
    let Some(path) = &arguments.rules else { return generator(arguments).map(Maker::Shape) };
    let rules = input::only_variant(path)?;
    let generator = VariantGenerator::new(&rules).map_err(|error| error.to_string())?;
    Ok(Maker::Rules(generator.minimal(arguments.minimal)))
}

/// The generator that the arguments ask for; an error is in words.
fn generator(arguments: &arguments::Generate) -> Result<Generator, String> {
    let said = match &arguments.regions {
        None => arguments.shape.clone(),
        Some(path) => Some(regions::shape(path, arguments.shape.as_ref())?),
    };
    let solution = match &arguments.from_solution {
        None => None,
        Some(text) => Some(solution(text, said.as_ref())?),
    };
    let shape = said.or_else(|| solution.as_ref().map(|solution| solution.shape().clone()));
    let shape = shape.unwrap_or_else(Shape::sudoku);
    let wishes = Wishes {
        givens: arguments.givens,
        minimal: arguments.minimal,
        symmetry: arguments.symmetry,
        level: arguments.difficulty,
        solution,
    };
    let generator = Generator::new(&shape, wishes).map_err(|error| error.to_string())?;
    Ok(match arguments.time_limit {
        None => generator,
        Some(_) => generator.tries(u64::MAX),
    })
}

/// The grid that is written there, or in a file of that name, or on standard input.
fn solution(text: &str, shape: Option<&Shape>) -> Result<Puzzle, String> {
    let in_words = |error: io::Error| format!("{text}: {}", report::in_words(&error));
    let bytes = match text {
        "-" => io::read_to_string(io::stdin()).map(String::into_bytes).map_err(in_words)?,
        _ if Path::new(text).exists() => fs::read(text).map_err(in_words)?,
        _ => text.as_bytes().to_vec(),
    };
    let mut reader = Reader::new(&*bytes);
    if let Some(shape) = shape {
        reader = reader.shape(shape.clone());
    }
    match reader.next() {
        Some(Ok(entry)) => Ok(entry.puzzle),
        // A grid has no slashes.
        Some(Err(_)) if &*bytes == text.as_bytes() && text.contains('/') => {
            Err(format!("{text}: no such file, and no grid"))
        }
        Some(Err(error)) => Err(format!("the solution: {error}")),
        None => Err("there is no grid in the solution".to_owned()),
    }
}

/// The numbers of the puzzles, from 0.
struct Numbers(u64);

impl Source<u64> for Numbers {
    fn size(&self) -> Size {
        Size::Puzzles(self.0)
    }

    fn read(&self, sink: &mut dyn Sink<u64>) {
        for number in 0..self.0 {
            if !sink.batch(vec![number]) {
                return;
            }
        }
    }
}

/// A new puzzle.
enum New {
    Puzzle(Generated),
    Variant(Box<VariantEntry>, Vec<i32>),
}

/// Makes puzzles.
struct Generate {
    maker: Maker,
    seed: u64,
    /// What stands for the name of a file.
    source: String,
    style: Style,
    /// How long to try for each.
    time: Option<Duration>,
    cancel: &'static Cancel,
}

impl Task<u64> for Generate {
    fn work(&mut self, numbers: &[u64], page: &mut Page<'_>) {
        for &number in numbers {
            let place = || format!("puzzle {}", number + 1);
            if !page.begins(place) {
                return;
            }
            let why = match self.generate(number) {
                Ok(new) => match self.write(number, &new, page.out()) {
                    Ok(()) => {
                        page.tally().solved += 1;
                        None
                    }
                    Err(error) => {
                        page.tally().bad += 1;
                        Some(("bad", error.to_string()))
                    }
                },
                Err(NotGenerated::Stopped(Limit::Cancelled)) => return page.stop(place()),
                Err(NotGenerated::NoGrid) => {
                    page.tally().none += 1;
                    Some(("none", NotGenerated::NoGrid.to_string()))
                }
                Err(NotGenerated::Wishes { tries }) => {
                    page.tally().unknown += 1;
                    let longer = "`--time-limit` says how long to go on trying";
                    Some(("unknown", format!("not found in {tries} tries; {longer}")))
                }
                Err(error) => {
                    page.tally().unknown += 1;
                    Some(("unknown", format!("not found: {error}")))
                }
            };
            if let Some((status, why)) = why {
                if let Style::Json = self.style {
                    self.record(number, status).message(&*why).write(page.out());
                }
                page.complain(Complaint::Line(format!("{}: {why}", place())));
            }
            if !page.done() {
                return;
            }
        }
    }
}

impl Generate {
    /// The puzzle of that number, which depends on nothing else but the seed and the wishes.
    fn generate(&mut self, number: u64) -> Result<New, NotGenerated> {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        let mut random = ChaCha8Rng::from_seed(seed);
        random.set_stream(number);
        let until = self.time.and_then(|time| Instant::now().checked_add(time));
        let budget = || {
            let budget = Budget::new().cancel(self.cancel);
            match until {
                None => budget,
                Some(until) => budget.time(until.saturating_duration_since(Instant::now())),
            }
        };
        match &mut self.maker {
            Maker::Shape(maker) => maker.generate(|| random.next_u64(), budget).map(New::Puzzle),
            Maker::Rules(maker) => {
                let (puzzle, solution) = maker.generate(|| random.next_u64(), budget)?;
                Ok(New::Variant(Box::new(VariantEntry::new(puzzle)), solution))
            }
        }
    }

    fn write(&self, number: u64, new: &New, out: &mut String) -> Result<(), WriteError> {
        let new = match new {
            New::Puzzle(new) => new,
            New::Variant(entry, solution) => {
                return self.write_variant(number, entry, solution, out);
            }
        };
        let form = match self.style {
            Style::In(form) => form,
            // Written as TOML, it is a variant puzzle.
            Style::Suited => {
                let shape = new.puzzle.shape().to_string();
                let variant = Variant::try_from(&new.puzzle)
                    .map_err(|_| WriteError::Variant { form: "toml", what: shape })?;
                let solution: Vec<i32> = new.solution.givens().map(|(_, value)| value).collect();
                let entry = VariantEntry::new(variant);
                return self.write_variant(number, &entry, &solution, out);
            }
            Style::Json => {
                let [puzzle, solution] = [&new.puzzle, &new.solution].map(plain_line);
                self.record(number, "unique").puzzle(puzzle?, solution?).write(out);
                return Ok(());
            }
        };
        let before = out.len();
        if !style::is_lines(form) {
            out.push('\n');
        }
        form.write(&new.puzzle, None, out).inspect_err(|_| out.truncate(before))
    }

    /// As TOML with its solution, unless only the givens are asked for.
    fn write_variant(
        &self,
        number: u64,
        entry: &VariantEntry,
        solution: &[i32],
        out: &mut String,
    ) -> Result<(), WriteError> {
        let givens: Vec<i32> =
            (0..solution.len()).map(|place| entry.puzzle.given(place).unwrap_or(0)).collect();
        match self.style {
            Style::Json => {
                let [puzzle, solution] = [&givens, solution].map(|values| line(entry, values));
                self.record(number, "unique").puzzle(puzzle, solution).write(out);
                Ok(())
            }
            Style::In(form) => entry.write(form, &givens, out),
            Style::Suited => {
                let solution = line(entry, solution);
                let mut entry = entry.clone();
                entry.notes.push(Note::new("solution", &solution));
                let form = variant_form("toml").expect("a form that there is");
                out.push_str(form.between());
                out.push_str(&form.write(&entry)?);
                Ok(())
            }
        }
    }

    fn record(&self, number: u64, status: &'static str) -> Record<'_> {
        let number = usize::try_from(number).unwrap_or(usize::MAX).saturating_add(1);
        let shape = match &self.maker {
            Maker::Shape(generator) => Some(generator.shape()),
            Maker::Rules(_) => None,
        };
        Record::made(&self.source, number, shape, status)
    }
}

/// A puzzle in one line.
fn plain_line(puzzle: &Puzzle) -> Result<String, WriteError> {
    let mut line = String::new();
    let form: &dyn Form = houserules::grid::form("line").unwrap_or(FORMS[0]);
    form.write(puzzle, None, &mut line)?;
    Ok(line.trim_end().to_owned())
}
