//! Why a variant puzzle has no solution: givens that clash, or a smallest part of it that has none.

use std::time::Duration;

use houserules::Outcome;
use houserules::grid::{Cell, Variant};

use super::bench::Bench;
use super::purse::Purse;
use super::reason::{PERHAPS, Reason};

/// What each try to do without a given or a rule may cost.
const TRY: (u64, Duration) = (5_000, Duration::from_millis(500));

/// What a look at the givens shows, without solving.
pub fn at_sight(puzzle: &Variant) -> Reason {
    let board = puzzle.board();
    if let Some(cell) = board.cells().find(|&cell| puzzle.candidates(cell).next().is_none()) {
        return Reason::NoCandidate(cell);
    }
    for group in board.groups() {
        for (i, &a) in group.cells.iter().enumerate() {
            let same =
                |&&b: &&usize| puzzle.given(a).is_some() && puzzle.given(a) == puzzle.given(b);
            let Some(&b) = group.cells[..i].iter().find(same) else { continue };
            let (Some(value), cells) = (puzzle.given(a), [board.cell(b), board.cell(a)]) else {
                continue;
            };
            let words = format!("{} and {} are both {value}, in {group}", cells[0], cells[1]);
            return Reason::Told { words, cells: cells.to_vec() };
        }
    }
    Reason::Unknown
}

/// The same, or rules and givens of which none can be left out, as far as the time and the budget for each try allow.
pub fn proved(puzzle: &Variant, bench: &mut Bench, purse: &Purse) -> Reason {
    let reason = at_sight(puzzle);
    if !matches!(reason, Reason::Unknown) {
        return reason;
    }
    let mut least = true;
    let mut none = |puzzle: &Variant| {
        let found = bench.variant(puzzle, false, &purse.part(TRY.0, TRY.1)).first();
        (matches!(found, Outcome::None), matches!(found, Outcome::Unknown(_)))
    };
    let given: Vec<Cell> = limited(puzzle).collect();
    let rules = puzzle.rules().len();
    let with = |kept: &[bool]| {
        let mut part = puzzle.only(|rule| kept[given.len() + rule]);
        let opened = given.iter().zip(kept).filter(|(_, kept)| !**kept);
        opened.for_each(|(&cell, _)| part.open(cell));
        part
    };
    let mut kept = vec![true; given.len() + rules];
    // Many at once first, then what could not go one by one.
    let mut runs = vec![given.len()..given.len() + rules, 0..given.len()];
    while let Some(run) = runs.pop() {
        if run.is_empty() {
            continue;
        }
        if !purse.has_time() {
            least = false;
            break;
        }
        let mut less = kept.clone();
        less[run.clone()].fill(false);
        let (none, unknown) = none(&with(&less));
        // What could not be decided of many is tried again one by one.
        least &= !unknown || run.len() > 1;
        if none {
            kept = less;
        } else if run.len() > 1 {
            let middle = run.start + run.len() / 2;
            runs.extend([run.start..middle, middle..run.end]);
        }
    }
    in_words(&with(&kept), least)
}

/// The cells of which something is given.
fn limited(puzzle: &Variant) -> impl Iterator<Item = Cell> + '_ {
    let full = puzzle.board().value_count();
    puzzle.board().cells().filter(move |&cell| puzzle.candidates(cell).count() != full)
}

/// So many parts are named.
const NAMED: usize = 8;

fn in_words(core: &Variant, least: bool) -> Reason {
    let cells: Vec<Cell> = limited(core).collect();
    if core.rules().is_empty() {
        return if cells.is_empty() { Reason::Shape } else { Reason::Core { cells, least } };
    }
    let name = |rule: &dyn houserules::grid::rule::Rule| {
        let cells = rule.cells();
        let named = cells.iter().take(NAMED).map(|cell| format!(" {cell}")).collect::<String>();
        let more = if cells.len() > NAMED { " ..." } else { "" };
        format!("{}{named}{more}", rule.kind().name)
    };
    let rules: Vec<String> = core.rules().iter().take(NAMED).map(|rule| name(&**rule)).collect();
    let more = match core.rules().len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let given = match cells.is_empty() {
        true => String::new(),
        false => {
            let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
            format!(", with the givens {}", cells.join(" "))
        }
    };
    let already = format!("already {}{more}{given} have none", rules.join(", "));
    let mut words = if rules.len() == 1 && cells.is_empty() {
        already.replace(" have none", " has none")
    } else {
        already
    };
    if !least {
        words += PERHAPS;
    }
    let named = core.rules().iter().flat_map(|rule| rule.cells());
    let mut all: Vec<Cell> = named.chain(cells).collect();
    all.sort_unstable();
    all.dedup();
    Reason::Told { words, cells: all }
}
