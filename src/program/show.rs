//! `houserules show`: a picture of a puzzle.

use std::fs;
use std::io;
use std::path::Path;

use houserules::grid::{Entry, GroupKind, Picture, Puzzle, Variant, VariantEntry, VariantPicture};
use houserules::{Budget, Limit, Uniqueness};

use super::arguments;
use super::bench::Bench;
use super::input::{Sink, Source, Sources};
use super::interrupt;
use super::item::{Item, Piece};
use super::lists;
use super::reason;
use super::report::{self, Complaint};
use super::status::Status;
use super::subject::Subject;
use super::text::Text;

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
        let found = arguments.number - nth.left;
        return wrong(&match found {
            1 => "there is only 1 puzzle".to_owned(),
            _ => format!("there are only {found} puzzles"),
        });
    };
    let text = &item.text;
    // Moves of chess pieces are named under the picture of a variant puzzle.
    let moves = |entry: &Entry| {
        let mut groups = entry.puzzle.shape().groups().iter();
        groups.any(|group| group.kind == GroupKind::Move)
    };
    let entry = match &item.piece {
        Piece::Plain(plain) => &plain.entry(0),
        Piece::Puzzle(entry) if moves(entry) && !entry.puzzle.has_marks() => {
            let variant = Variant::try_from(&entry.puzzle).map(VariantEntry::new);
            return match variant {
                Ok(variant) => draw_variant(arguments, &variant, text, budget),
                Err(error) => wrong(&error.to_string()),
            };
        }
        Piece::Puzzle(entry) => entry,
        Piece::Variant(entry) => {
            for what in &entry.ignored {
                report::line(&format!("{}: warning: ignored: {what}", text.at(entry.line)));
            }
            return draw_variant(arguments, entry, text, budget);
        }
        Piece::Unreadable(why) => return wrong(&format!("{}: {why}", text.name)),
        Piece::Mistake(error) => {
            let (name, error) = (text.name.clone(), Box::new(error.clone()));
            report::complain(&Complaint::Mistake { name, error });
            return Status::BadInput;
        }
    };
    let puzzle = &entry.puzzle;
    let picture = Picture::of(puzzle).symbols(entry.symbols);
    let candidates = arguments.marks.then(|| reason::candidates(puzzle));
    let solution = match solution(arguments, entry, text, budget) {
        Ok(values) => values.and_then(|values| {
            let values: Vec<Option<i32>> = values.into_iter().map(Some).collect();
            Puzzle::new(puzzle.shape().clone(), values).ok()
        }),
        Err(status) => return status,
    };
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

fn draw_variant(
    arguments: &arguments::Show,
    entry: &VariantEntry,
    text: &Text,
    budget: &Budget,
) -> Status {
    let picture = VariantPicture::of(&entry.puzzle);
    let solution = match solution(arguments, entry, text, budget) {
        Ok(solution) => solution,
        Err(status) => return status,
    };
    let candidates = arguments.marks.then(|| entry.candidates(&mut Bench::default()));
    if let Some(None) = candidates {
        let why = entry.why_none().in_words(|value| entry.sign(value));
        report::line(&format!("{}: no solution{why}", text.at(entry.line)));
        return Status::NoSolution;
    }
    let candidates = candidates.flatten();
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

/// The solution to draw, if one is asked for; or what is to be said instead.
fn solution(
    arguments: &arguments::Show,
    subject: &dyn Subject,
    text: &Text,
    budget: &Budget,
) -> Result<Option<Vec<i32>>, Status> {
    if !arguments.solve {
        return Ok(None);
    }
    let place = text.at(subject.line());
    let found = subject.solver(&mut Bench::default(), false, budget).uniqueness();
    let solution = match found {
        Uniqueness::One(solution) => solution,
        Uniqueness::Many(solution, _) => {
            report::line(&format!("{place}: several solutions, of which one is drawn"));
            solution
        }
        Uniqueness::Unknown(_, Some(solution)) => {
            report::line(&format!("{place}: the solution that is drawn may not be the only one"));
            solution
        }
        Uniqueness::Unknown(limit, None) => {
            report::line(&format!("{place}: unknown: {limit}"));
            return Err(match limit {
                Limit::Cancelled => Status::Interrupted,
                _ => Status::Unknown,
            });
        }
        Uniqueness::None => {
            let why = subject.why_none().in_words(|value| subject.sign(value));
            report::line(&format!("{place}: no solution{why}"));
            return Err(Status::NoSolution);
        }
    };
    Ok(Some(subject.values(&solution)))
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
