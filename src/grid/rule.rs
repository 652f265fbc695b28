//! Rules of variant puzzles: one file each, that says its name, its fields, its meaning and how it compiles.
//!
//! To add one, write a file beside the others and name its [`Kind`] in [`KINDS`]. A program that embeds the crate
//! implements [`Rule`] itself and reads with its own [`Kinds`].

use std::any::Any;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize};

use super::board::Board;
use super::cell::Cell;
use super::drawing::Drawing;
use super::plan::Plan;
use super::variant::Grid;

mod read;

pub use read::Kinds;

mod all_different;
mod anti_king;
mod anti_knight;
mod anti_taxicab;
mod arrow;
mod between_line;
mod cell_values;
mod clone;
mod column_indexer;
mod connected_values;
mod contain_at_least;
mod contain_exact;
mod count_distinct;
mod counting_circles;
mod diagonal;
mod difference;
mod disjoint_groups;
mod doppelganger;
mod double_arrow;
mod dutch_flatmates;
mod entropic_line;
mod equal_sum;
mod equality_cage;
mod even;
mod extra_region;
mod full_rank;
mod full_rank_ties;
mod global_entropy;
mod global_mod;
mod greater_than;
mod hidden_skyscraper;
mod killer_cage;
mod little_killer;
mod lockout_line;
mod look_and_say;
mod lunchbox;
mod maximum;
mod minimum;
mod modular_line;
mod nabner;
mod negative_pairs;
mod nonconsecutive;
mod numbered_room;
mod odd;
mod or;
mod pair_sum;
mod pair_table;
mod palindrome;
mod quadruple;
mod ratio;
mod regex_line;
mod region_sum_line;
mod rellik_cage;
mod renban;
mod row_indexer;
mod same_values;
mod sandwich;
mod skyscraper;
mod slow_thermometer;
mod sum;
mod sum_line;
mod thermometer;
mod value_indexing;
mod whisper;
mod windoku;
mod x_sum;
mod zipper_line;

pub use all_different::AllDifferent;
pub use anti_king::AntiKing;
pub use anti_knight::AntiKnight;
pub use anti_taxicab::AntiTaxicab;
pub use arrow::Arrow;
pub use between_line::BetweenLine;
pub use cell_values::CellValues;
pub use clone::Clone;
pub use column_indexer::ColumnIndexer;
pub use connected_values::ConnectedValues;
pub use contain_at_least::ContainAtLeast;
pub use contain_exact::ContainExact;
pub use count_distinct::CountDistinct;
pub use counting_circles::CountingCircles;
pub use diagonal::Diagonal;
pub use difference::Difference;
pub use disjoint_groups::DisjointGroups;
pub use doppelganger::Doppelganger;
pub use double_arrow::DoubleArrow;
pub use dutch_flatmates::DutchFlatmates;
pub use entropic_line::EntropicLine;
pub use equal_sum::EqualSum;
pub use equality_cage::EqualityCage;
pub use even::Even;
pub use extra_region::ExtraRegion;
pub use full_rank::FullRank;
pub use full_rank_ties::{FullRankTies, Ties};
pub use global_entropy::GlobalEntropy;
pub use global_mod::GlobalMod;
pub use greater_than::GreaterThan;
pub use hidden_skyscraper::HiddenSkyscraper;
pub use killer_cage::KillerCage;
pub use little_killer::LittleKiller;
pub use lockout_line::LockoutLine;
pub use look_and_say::LookAndSay;
pub use lunchbox::Lunchbox;
pub use maximum::Maximum;
pub use minimum::Minimum;
pub use modular_line::ModularLine;
pub use nabner::Nabner;
pub use negative_pairs::NegativePairs;
pub use nonconsecutive::Nonconsecutive;
pub use numbered_room::NumberedRoom;
pub use odd::Odd;
pub use or::Or;
pub use pair_sum::PairSum;
pub use pair_table::{PairScope, PairTable};
pub use palindrome::Palindrome;
pub use quadruple::Quadruple;
pub use ratio::Ratio;
pub use regex_line::RegexLine;
pub use region_sum_line::RegionSumLine;
pub use rellik_cage::RellikCage;
pub use renban::Renban;
pub use row_indexer::RowIndexer;
pub use same_values::SameValues;
pub use sandwich::Sandwich;
pub use skyscraper::Skyscraper;
pub use slow_thermometer::SlowThermometer;
pub use sum::Sum;
pub use sum_line::SumLine;
pub use thermometer::Thermometer;
pub use value_indexing::ValueIndexing;
pub use whisper::Whisper;
pub use windoku::Windoku;
pub use x_sum::XSum;
pub use zipper_line::ZipperLine;

/// A rule of a puzzle, as data.
///
/// What it *means* is [`holds`](Rule::holds), a plain check of a full grid written from the text of the rule. How it
/// *compiles*, to groups and constraints, must come to the same.
pub trait Rule: fmt::Debug + Any + Send + Sync + erased_serde::Serialize {
    /// What it is called, and how it is read.
    fn kind(&self) -> &'static Kind;

    /// Every cell that it names, as often as it does.
    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// Whether it makes sense on this board. That its cells exist has been seen to.
    ///
    /// # Errors
    /// What is wrong, and about which cell.
    fn check(&self, board: &Board) -> Result<(), RuleFault> {
        let _ = board;
        Ok(())
    }

    /// Its meaning: whether a full grid keeps it.
    fn holds(&self, grid: &Grid<'_>) -> bool;

    /// How it is drawn. What it asks for stands under the picture in any case.
    fn draw(&self, picture: &mut Drawing<'_>) {
        let _ = picture;
    }

    /// Sets of cells that hold different values by this rule alone; they become groups.
    fn groups(&self, board: &Board) -> Vec<Vec<Cell>> {
        let _ = board;
        Vec::new()
    }

    /// Whether it cannot be one of several alternatives.
    fn stands_alone(&self) -> bool {
        false
    }

    /// Adds to the plan what [`groups`](Rule::groups) do not say.
    fn compile(&self, plan: &mut Plan<'_>) {
        let _ = plan;
    }
}

erased_serde::serialize_trait_object!(Rule);

/// A rule as files have it: its `type`, then its fields.
#[derive(Serialize)]
pub(crate) struct Typed<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    fields: &'a dyn Rule,
}

impl<'a> Typed<'a> {
    pub(crate) fn new(rule: &'a dyn Rule) -> Typed<'a> {
        Typed { kind: rule.kind().name, fields: rule }
    }
}

/// What a rule is called in files, and how it is read.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name: the `type` in files.
    pub name: &'static str,
    /// What it asks for, in one line.
    pub about: &'static str,
    pub(crate) read: Read,
}

/// Reads the fields of a rule; rules inside it are of the same kinds.
pub(crate) type Read =
    fn(&Kinds<'_>, &mut dyn erased_serde::Deserializer<'_>) -> erased_serde::Result<Box<dyn Rule>>;

impl Kind {
    /// The kind of a rule whose fields serde reads.
    pub const fn of<R>(name: &'static str, about: &'static str) -> Kind
    where
        R: Rule + for<'de> Deserialize<'de>,
    {
        Kind {
            name,
            about,
            read: |_, fields| Ok(Box::new(erased_serde::deserialize::<R>(fields)?)),
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

/// All kinds of rules that the crate knows, by name.
pub static KINDS: &[&Kind] = &[
    &all_different::KIND,
    &anti_king::KIND,
    &anti_knight::KIND,
    &anti_taxicab::KIND,
    &arrow::KIND,
    &between_line::KIND,
    &cell_values::KIND,
    &clone::KIND,
    &column_indexer::KIND,
    &connected_values::KIND,
    &contain_at_least::KIND,
    &contain_exact::KIND,
    &count_distinct::KIND,
    &counting_circles::KIND,
    &diagonal::KIND,
    &difference::KIND,
    &disjoint_groups::KIND,
    &doppelganger::KIND,
    &double_arrow::KIND,
    &dutch_flatmates::KIND,
    &entropic_line::KIND,
    &equal_sum::KIND,
    &equality_cage::KIND,
    &even::KIND,
    &extra_region::KIND,
    &full_rank::KIND,
    &full_rank_ties::KIND,
    &global_entropy::KIND,
    &global_mod::KIND,
    &greater_than::KIND,
    &hidden_skyscraper::KIND,
    &killer_cage::KIND,
    &little_killer::KIND,
    &lockout_line::KIND,
    &look_and_say::KIND,
    &lunchbox::KIND,
    &maximum::KIND,
    &minimum::KIND,
    &modular_line::KIND,
    &nabner::KIND,
    &negative_pairs::KIND,
    &nonconsecutive::KIND,
    &numbered_room::KIND,
    &odd::KIND,
    &or::KIND,
    &pair_sum::KIND,
    &pair_table::KIND,
    &palindrome::KIND,
    &quadruple::KIND,
    &ratio::KIND,
    &regex_line::KIND,
    &region_sum_line::KIND,
    &rellik_cage::KIND,
    &renban::KIND,
    &row_indexer::KIND,
    &same_values::KIND,
    &sandwich::KIND,
    &skyscraper::KIND,
    &slow_thermometer::KIND,
    &sum::KIND,
    &sum_line::KIND,
    &thermometer::KIND,
    &value_indexing::KIND,
    &whisper::KIND,
    &windoku::KIND,
    &x_sum::KIND,
    &zipper_line::KIND,
];

/// What is wrong with a rule on its board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RuleFault {
    /// A cell that does not exist.
    Outside {
        /// The cell.
        cell: Cell,
    },
    /// A cell that stands twice where cells must differ.
    Repeated {
        /// The cell.
        cell: Cell,
    },
    /// A value that the board does not have.
    Value {
        /// The value.
        value: i32,
        /// The values of the board.
        first: i32,
        /// The last of them.
        last: i32,
    },
    /// Too few cells, or lists that do not fit each other.
    Form(&'static str),
    /// No grid could keep it: it is well written, and the puzzle has no solution.
    Impossible(String),
    /// A text in it is not what it should be.
    Text(String),
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleFault::Outside { cell } => write!(f, "{cell} is not on the board"),
            RuleFault::Repeated { cell } => {
                write!(f, "{cell} stands twice, and cells of this rule must differ")
            }
            RuleFault::Value { value, first, last } => {
                write!(f, "value {value} is outside {first}-{last}")
            }
            RuleFault::Form(needs) => f.write_str(needs),
            RuleFault::Impossible(why) => write!(f, "no solution: {why}"),
            RuleFault::Text(what) => f.write_str(what),
        }
    }
}

/// Cells in order, as files write them: a list of `r1c1`, or one text `r1c1 r1c2 r2c2-r2c5`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Cells(pub Vec<Cell>);

impl Deref for Cells {
    type Target = [Cell];

    fn deref(&self) -> &[Cell] {
        &self.0
    }
}

impl Cells {
    /// Reads them, if there are any.
    pub(crate) fn if_any<'de, D: Deserializer<'de>>(input: D) -> Result<Cells, D::Error> {
        input.deserialize_any(read::CellsVisitor)
    }
}

/// A list without a cell is no line, no cage and no region: it is refused.
impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Cells, D::Error> {
        let cells = Cells::if_any(input)?;
        if cells.is_empty() {
            return Err(serde::de::Error::custom("a list without a cell"));
        }
        Ok(cells)
    }
}

// ---- words that rules share -----------------------------------------------------------------------

/// Whether no value stands twice.
fn all_differ(values: &[i32]) -> bool {
    values.iter().enumerate().all(|(i, value)| !values[..i].contains(value))
}

fn total(values: &[i32]) -> i64 {
    values.iter().map(|&value| i64::from(value)).sum()
}

/// Cells by name, with blanks between them.
fn cells_in_words(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
}

/// A rule in few words: its kind and its cells.
fn in_words(rule: &dyn Rule) -> String {
    format!("{} {}", rule.kind().name, cells_in_words(&rule.cells())).trim_end().to_owned()
}

/// Numbers with commas between them.
fn words_of<T: fmt::Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// The cells as a `Vec`, for rules that have one list.
fn listed(cells: &Cells) -> Vec<Cell> {
    cells.to_vec()
}

/// That no cell stands twice.
fn no_repeats(cells: &[Cell]) -> Result<(), RuleFault> {
    match cells.iter().enumerate().find(|(i, cell)| cells[..*i].contains(cell)) {
        Some((_, &cell)) => Err(RuleFault::Repeated { cell }),
        None => Ok(()),
    }
}

/// That there are at least so many cells.
fn at_least(count: usize, cells: &[Cell], needs: &'static str) -> Result<(), RuleFault> {
    if cells.len() >= count { Ok(()) } else { Err(RuleFault::Form(needs)) }
}

/// That there are lists of cells.
fn some_lists(lists: &[Cells], needs: &'static str) -> Result<(), RuleFault> {
    if lists.is_empty() { Err(RuleFault::Form(needs)) } else { Ok(()) }
}

/// That the board has these values.
fn on_board<'a>(values: impl IntoIterator<Item = &'a i32>, board: &Board) -> Result<(), RuleFault> {
    match values.into_iter().find(|value| !board.values().contains(value)) {
        Some(&value) => {
            Err(RuleFault::Value { value, first: board.first_value(), last: board.last_value() })
        }
        None => Ok(()),
    }
}
