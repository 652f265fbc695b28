//! `houserules show`: a picture of a puzzle.

use std::fs;
use std::io;
use std::path::Path;

use houserules::grid::{Picture, Puzzle};
use houserules::{Budget, Limit, Solution, Uniqueness};

use super::arguments;
use super::bench::Bench;
use super::input::{Sink, Source, Sources};
use super::interrupt;
use super::lists;
use super::reason::{self, Reason};
use super::report::{self, Complaint};
use super::status::Status;
use super::text::{Item, Piece, sign};

/// Draws what the arguments ask for.
pub fn run(arguments: &arguments::Show, budget: &Budget) -> Status {
    let wrong = |why: &str| {
        report::line(why);
        Status::BadInput
    };
    let sources = match Sources::new(&arguments.input, false) {
        Ok(sources) => sources,
        Err(why) => return wrong(&why),
    };
    let mut nth = Nth { left: arguments.number, found: None };
    sources.read(&mut nth);
    let Some(item) = nth.found else {
        return wrong(&format!("there are only {} puzzles", arguments.number - nth.left));
    };
    let text = &item.text;
    let entry = match &item.piece {
        Piece::Puzzle(entry) => entry,
        Piece::Plain(plain) => &plain.entry(0),
        Piece::Variant(_) => return wrong("TODO"),
        Piece::Unreadable(why) => return wrong(&format!("{}: {why}", text.name)),
        Piece::Mistake(error) => {
            let (name, error) = (text.name.clone(), Box::new(error.clone()));
            report::complain(&Complaint::Mistake { name, error });
            return Status::BadInput;
        }
    };
    let puzzle = &entry.puzzle;
    let place = text.at(entry.line);
    let picture = Picture::of(puzzle).symbols(entry.symbols);
    let candidates = arguments.marks.then(|| reason::candidates(puzzle));
    let solution = match arguments.solve.then(|| Bench::default().solver(puzzle, false, budget).uniqueness()) {
        None => None,
        Some(Uniqueness::One(solution)) => Some(solution),
        Some(Uniqueness::Many(solution, _)) => {
            report::line(&format!("{place}: several solutions, of which one is drawn"));
            Some(solution)
        }
        Some(Uniqueness::Unknown(_, Some(solution))) => {
            report::line(&format!("{place}: the solution that is drawn may not be the only one"));
            Some(solution)
        }
        Some(Uniqueness::Unknown(limit, None)) => {
            report::line(&format!("{place}: unknown: {limit}"));
            return match limit {
                Limit::Cancelled => Status::Interrupted,
                _ => Status::Unknown,
            };
        }
        Some(Uniqueness::None) => {
            let why = Reason::at_sight(puzzle).in_words(|value| sign(entry, value));
            report::line(&format!("{place}: no solution{why}"));
            return Status::NoSolution;
        }
    };
    let solution = solution.map(|solution| full(puzzle, &solution));
    let picture = match &solution {
        Some(solution) => picture.solution(solution),
        None => picture,
    };
    let picture = match &candidates {
        Some(candidates) => picture.candidates(candidates),
        None => picture,
    };
    write(&arguments.svg, picture.to_string().as_bytes())
}

/// A solution as a puzzle that is full.
fn full(puzzle: &Puzzle, solution: &Solution) -> Puzzle {
    let mut full = puzzle.clone();
    for (cell, value) in solution.values().iter().enumerate() {
        // A solution fits the shape of its puzzle.
        let _ = full.set(cell, Some(*value));
    }
    full
}

/// Writes a file, or to standard output.
fn write(path: &Path, bytes: &[u8]) -> Status {
    if path == Path::new("-") {
        return lists::print(bytes);
    }
    match fs::write(path, bytes) {
        Ok(()) => Status::Solved,
        Err(error) => {
            report::line(&format!("{}: {}", path.display(), report::in_words(&error)));
            Status::BadInput
        }
    }
}

/// Waits for one of the puzzles.
struct Nth {
    /// So many more, that one included.
    left: u64,
    found: Option<Item>,
}

impl Sink for Nth {
    fn batch(&mut self, batch: Vec<Item>) -> bool {
        for item in batch {
            // What cannot be read is no puzzle that could be counted.
            let unreadable = matches!(item.piece, Piece::Unreadable(_));
            self.left -= u64::from(!unreadable);
            if self.left == 0 || unreadable {
                self.found = Some(item);
                return false;
            }
        }
        true
    }

    fn read(&mut self, read: &mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize> {
        interrupt::while_reading(read)
    }
}
