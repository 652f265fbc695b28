//! Why a puzzle has no solution, as near as it can be had.

use std::fmt;

use houserules::Outcome;
use houserules::grid::{Cell, Clash, Puzzle, Shape};

use super::bench::Bench;
use super::purse::Purse;
use super::sight::{Seen, Sight};

/// Decisions for each try to do without a given.
const TRY: u64 = 20_000;

/// What is said of a part that has no solution, where a try to do with less of it took too long.
pub const PERHAPS: &str = "; perhaps less of it has none";

/// Why there is no solution.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Givens that contradict each other.
    Clash(Vec<Clash>),
    /// A cell that nothing can stand in, because of the givens around it.
    NoCandidate(Cell),
    /// A house in which a value has no place, because of the givens around it.
    NoPlace {
        /// The name of the house.
        house: String,
        /// The value, as the puzzle writes it.
        value: i32,
    },
    /// Some givens that have no solution by themselves.
    Core {
        /// Where they stand.
        cells: Vec<Cell>,
        /// Whether none of them can be left out, as far as is known.
        least: bool,
    },
    /// Some part of the puzzle, in words, and its cells.
    Told {
        /// The words.
        words: String,
        /// The cells.
        cells: Vec<Cell>,
    },
    /// The shape itself.
    Shape,
    /// Not known; only that there is none.
    Unknown,
}

impl Reason {
    /// What a first look has shown; `None` for what needs a closer one.
    pub fn seen(seen: Seen, shape: &Shape) -> Option<Reason> {
        match seen {
            Seen::Nothing => Some(Reason::Unknown),
            Seen::Clash => None,
            Seen::NoCandidate(cell) => Some(Reason::NoCandidate(shape.cell(cell))),
            Seen::NoPlace(group, value) => {
                let house = shape.groups()[group].name.to_string();
                Some(Reason::NoPlace { house, value })
            }
        }
    }

    /// What a look at the givens shows, without solving.
    pub fn at_sight(puzzle: &Puzzle) -> Reason {
        if !puzzle.has_marks()
            && let Some(mut sight) = Sight::of(puzzle.shape())
        {
            let given = |cell| puzzle.given(cell).map_or(0, |value| value as u8);
            let cells: Vec<u8> = (0..puzzle.shape().len()).map(given).collect();
            if let Some(reason) = Reason::seen(sight.look(&cells), puzzle.shape()) {
                return reason;
            }
        }
        let clashes = puzzle.clashes();
        if !clashes.is_empty() {
            return Reason::Clash(clashes);
        }
        let shape = puzzle.shape();
        let left = candidates(puzzle);
        if let Some(cell) = left.iter().position(Vec::is_empty) {
            return Reason::NoCandidate(shape.cell(cell));
        }
        for house in shape.houses() {
            for value in shape.values() {
                if !house.cells.iter().any(|&cell| left[cell].contains(&value)) {
                    return Reason::NoPlace { house: house.name.to_string(), value };
                }
            }
        }
        Reason::Unknown
    }

    /// The same, or a smallest set of givens without a solution, as far as the budget for each try allows.
    pub fn proved(puzzle: &Puzzle, bench: &mut Bench, purse: &Purse) -> Reason {
        let reason = Reason::at_sight(puzzle);
        if !matches!(reason, Reason::Unknown) || puzzle.has_marks() {
            return reason;
        }
        let mut least = true;
        let mut core = puzzle.clone();
        let givens: Vec<(usize, i32)> = puzzle.givens().collect();
        for &(cell, value) in &givens {
            if !purse.has_time() {
                least = false;
                break;
            }
            let opened = core.set(cell, None).is_ok();
            let found = bench.first(&core, &purse.budget().nodes(TRY));
            least &= !matches!(found, Outcome::Unknown(_));
            if !opened || !matches!(found, Outcome::None) {
                let _ = core.set(cell, Some(value));
            }
        }
        let cells: Vec<Cell> = core.givens().map(|(cell, _)| core.shape().cell(cell)).collect();
        match cells.is_empty() {
            true => Reason::Shape,
            false => Reason::Core { cells, least },
        }
    }

    /// The cells in question.
    pub fn cells(&self) -> Vec<String> {
        let cells: Vec<Cell> = match self {
            Reason::Clash(clashes) => {
                let mut cells: Vec<Cell> = clashes.iter().flat_map(|clash| clash.cells).collect();
                cells.sort_unstable();
                cells.dedup();
                cells
            }
            Reason::NoCandidate(cell) => vec![*cell],
            Reason::Core { cells, .. } | Reason::Told { cells, .. } => cells.clone(),
            Reason::NoPlace { .. } | Reason::Shape | Reason::Unknown => Vec::new(),
        };
        cells.iter().map(Cell::to_string).collect()
    }

    /// In words, after "no solution", with the values as they are written.
    pub fn in_words(&self, sign: impl Fn(i32) -> String) -> String {
        match self {
            Reason::Clash(clashes) => match clashes.as_slice() {
                [] => String::new(),
                [clash] => format!(": {}", Written { clash, sign: &sign }),
                [clash, rest @ ..] => {
                    format!(": {} ({} more clashes)", Written { clash, sign: &sign }, rest.len())
                        .replace("(1 more clashes)", "(1 more clash)")
                }
            },
            Reason::NoCandidate(cell) => format!(": {cell} has no candidate"),
            Reason::NoPlace { house, value } => {
                format!(": no place for {} in {house}", sign(*value))
            }
            Reason::Core { cells, least } => {
                let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
                let perhaps = if *least { "" } else { PERHAPS };
                format!(": already the givens {} have none{perhaps}", cells.join(" "))
            }
            Reason::Told { words, .. } => format!(": {words}"),
            Reason::Shape => ": the shape has none, whatever is given".to_owned(),
            Reason::Unknown => String::new(),
        }
    }
}

/// A clash with its value as the puzzle writes it.
struct Written<'a, F> {
    clash: &'a Clash,
    sign: &'a F,
}

impl<F: Fn(i32) -> String> fmt::Display for Written<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clash { cells: [a, b], value, group, .. } = self.clash;
        let words = self.clash.to_string();
        // Only the value is written in another way.
        let begin = format!("{a} and {b} are both {value}");
        match words.strip_prefix(&begin) {
            Some(rest) => write!(f, "{a} and {b} are both {}{rest}", (self.sign)(*value)),
            None => write!(f, "{a} and {b}, {group}"),
        }
    }
}

/// What can stand in each cell by the rules and the givens alone: a given, or what no peer has.
pub fn candidates(puzzle: &Puzzle) -> Vec<Vec<i32>> {
    let shape = puzzle.shape();
    let mut left: Vec<Vec<i32>> =
        (0..shape.len()).map(|cell| puzzle.candidates(cell).collect()).collect();
    let mut taken = vec![false; shape.side() + 1];
    for group in shape.groups() {
        taken.fill(false);
        for value in group.cells.iter().filter_map(|&cell| puzzle.given(cell)) {
            taken[value as usize] = true;
        }
        for &cell in &group.cells {
            if puzzle.given(cell).is_none() {
                left[cell].retain(|&value| !taken[value as usize]);
            }
        }
    }
    left
}
