//! The project's own file of a variant puzzle, in TOML: the same rules, and drawings for what is easier drawn.

mod board;
mod drawing;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::super::Variant;
use super::super::entry::{Import, VariantEntry};
use super::super::error::{Source, VariantError, VariantFault, in_words, named};
use super::{VariantForm, by_cell::ByCell, print};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::form::WriteError;
use crate::grid::nearest::nearest;
use crate::grid::rule::{Cells, Diagonal, KINDS, KillerCage, Kind, Kinds, Rule, RuleFault};

/// The keys that are no rules.
const KEYS: &[&str] = &[
    "size",
    "grids",
    "values",
    "latin",
    "boxes",
    "regions",
    "void",
    "givens",
    "candidates",
    "diagonals",
    "cages",
    "rules",
    "name",
    "author",
    "about",
    "source",
    "solution",
];

impl Variant {
    /// Reads a puzzle from TOML.
    ///
    /// ```
    /// use houserules::grid::Variant;
    /// let puzzle = Variant::from_toml(br#"
    ///     size = 4
    ///     diagonals = true
    ///     thermometer = ["r1c1-r1c3", "r4c4 r3c4 r2c4"]
    ///     difference = [{ cells = "r2c1 r2c2", value = 1 }]
    ///     givens = """
    ///         . . . .
    ///         . . 3 .
    ///         . . . .
    ///         2 . . ."""
    ///     [cages]
    ///     cells = """
    ///         ....
    ///         aa..
    ///         .bb.
    ///         ...."""
    ///     sums = { a = 3, b = 5 }
    /// "#)?;
    /// assert_eq!(puzzle.rules().len(), 7);
    /// # Ok::<(), houserules::grid::VariantError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn from_toml(text: &[u8]) -> Result<Variant, VariantError> {
        Variant::from_toml_with(text, Kinds::default())
    }

    /// The same with further kinds of rules.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn from_toml_with(bytes: &[u8], kinds: Kinds<'_>) -> Result<Variant, VariantError> {
        Variant::toml(bytes, kinds, &mut Import::default())
    }

    fn toml(bytes: &[u8], kinds: Kinds<'_>, import: &mut Import) -> Result<Variant, VariantError> {
        let source = Source::new(bytes);
        let toml = Text { source, kinds };
        let table = DeTable::parse(source.text()?).map_err(|error| toml.syntax(&error, 0..0))?;
        let mut keys: BTreeMap<String, (Range<usize>, Spanned<DeValue<'_>>)> = BTreeMap::new();
        let mut rules = Vec::new();
        for (key, value) in table.into_inner() {
            let (span, key) = (key.span(), key.into_inner());
            if KEYS.contains(&&*key) {
                keys.insert(key.into_owned(), (span, value));
            } else if let Some(kind) = kinds.get(&key) {
                rules.push((kind, value));
            } else {
                let names = KEYS.iter().copied().chain(kinds.names());
                let near = nearest(&key, names).map(|near| format!("; did you mean `{near}`?"));
                let key: String = key.chars().take(40).collect();
                let words = format!("nothing is called `{key}`{}", near.unwrap_or_default());
                return Err(toml.error(VariantFault::Syntax(words), span));
            }
        }
        for name in ["name", "author", "solution"] {
            if let Some((_, value)) = keys.remove(name) {
                import.note(name, Some(toml.read(value)?));
            }
        }
        let mut puzzle = Variant::new(toml.board(&mut keys)?);
        if let Some((_, value)) = keys.remove("givens") {
            toml.givens(&mut puzzle, value)?;
        }
        if let Some((_, value)) = keys.remove("candidates") {
            let span = value.span();
            for (cell, values) in toml.read::<ByCell<Vec<i32>>>(value)?.0 {
                puzzle
                    .restrict(cell, &values)
                    .map_err(|fault| toml.fault(fault.into(), span.clone()))?;
            }
        }
        if let Some((span, value)) = keys.remove("diagonals")
            && toml.read(value)?
        {
            for rule in diagonals(puzzle.board()) {
                toml.add(&mut puzzle, Box::new(rule), span.clone())?;
            }
        }
        if let Some((_, value)) = keys.remove("cages") {
            toml.cages(&mut puzzle, value)?;
        }
        if let Some((_, value)) = keys.remove("rules") {
            for value in toml.list(value) {
                let span = value.span();
                let rule = kinds
                    .deserialize(value.into_deserializer())
                    .map_err(|error| toml.syntax(&error, span.clone()))?;
                toml.add(&mut puzzle, rule, span)?;
            }
        }
        for (kind, value) in rules {
            toml.rules_of(&mut puzzle, kind, value)?;
        }
        Ok(puzzle)
    }
}

pub(super) struct Toml;

/// What stands between the puzzles of one text.
const BETWEEN: &str = "---";

impl VariantForm for Toml {
    fn name(&self) -> &'static str {
        "toml"
    }

    fn about(&self) -> &'static str {
        "a variant puzzle in TOML, with drawings; a line `---` between several"
    }

    fn claims(&self, head: &str) -> bool {
        let known = |name: &str| {
            let name = name.trim();
            KEYS.contains(&name) || KINDS.iter().any(|kind| kind.name == name)
        };
        head.lines().any(|line| {
            let line = line.trim();
            let table = line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
            let table = table.map(|(name, _)| name.trim_matches('['));
            let key = line.split_once('=').map(|(key, _)| key);
            table.or(key).is_some_and(known)
        })
    }

    fn extent(&self, text: &[u8]) -> Option<usize> {
        let (mut end, mut quoted) = (0, false);
        for line in text.split_inclusive(|&b| b == b'\n') {
            end += line.len();
            let quotes = |mark: &[u8; 3]| line.windows(3).filter(|three| three == mark).count();
            if !quoted && line.trim_ascii() == BETWEEN.as_bytes() {
                break;
            }
            quoted ^= (quotes(b"\"\"\"") + quotes(b"'''")) % 2 == 1;
        }
        Some(end)
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        let end = text.trim_ascii_end();
        let end = end.strip_suffix(b"\x1A").unwrap_or(end);
        let text = match end.strip_suffix(BETWEEN.as_bytes()) {
            Some(puzzle) if puzzle.is_empty() || puzzle.ends_with(b"\n") => puzzle,
            _ => end,
        };
        Variant::toml(text, Kinds::default(), import)
    }

    fn between(&self) -> &'static str {
        "\n---\n"
    }

    fn write(&self, entry: &VariantEntry) -> Result<String, WriteError> {
        Ok(print::toml(entry))
    }
}

type Keys<'a> = BTreeMap<String, (Range<usize>, Spanned<DeValue<'a>>)>;

struct Text<'a> {
    source: Source<'a>,
    kinds: Kinds<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cages {
    cells: Spanned<String>,
    #[serde(default)]
    sums: BTreeMap<String, Spanned<i64>>,
}

impl Text<'_> {
    fn error(&self, fault: VariantFault, span: Range<usize>) -> VariantError {
        let start = self.source.text_offset();
        self.source.error(fault, span.start + start..span.end + start)
    }

    /// The same at the place within the span that the fault names.
    fn fault(&self, fault: VariantFault, span: Range<usize>) -> VariantError {
        let start = self.source.text_offset();
        let span = self.source.table(span.start + start..span.end + start);
        let span = self.source.mention(span, fault.about().as_deref());
        self.source.error(fault, span)
    }

    fn wrong<T>(&self, words: impl Into<String>, span: Range<usize>) -> Result<T, VariantError> {
        Err(self.fault(VariantFault::Syntax(words.into()), span))
    }

    /// The same where the span has what the words are about.
    fn wrong_at<T>(
        &self,
        (words, about): (String, &str),
        span: Range<usize>,
    ) -> Result<T, VariantError> {
        let start = self.source.text_offset();
        let span = self.source.line(span.start + start..span.end + start, about);
        Err(self.source.error(VariantFault::Syntax(words), span))
    }

    fn syntax(&self, error: &Error, span: Range<usize>) -> VariantError {
        let start = self.source.text_offset();
        let span = error.span().unwrap_or(span);
        let span = self.source.table(span.start + start..span.end + start);
        let span = self.source.mention(span, named(error.message()));
        self.source.error(VariantFault::Syntax(in_words(error.message())), span)
    }

    fn read<'de, T: Deserialize<'de>>(
        &self,
        value: Spanned<DeValue<'de>>,
    ) -> Result<T, VariantError> {
        let span = value.span();
        T::deserialize(value.into_deserializer()).map_err(|error| self.syntax(&error, span))
    }

    /// The items of a list, or the one thing that stands alone.
    fn list<'de>(&self, value: Spanned<DeValue<'de>>) -> Vec<Spanned<DeValue<'de>>> {
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(list) => list.into_iter().collect(),
            value => vec![Spanned::new(span, value)],
        }
    }

    fn givens(
        &self,
        puzzle: &mut Variant,
        value: Spanned<DeValue<'_>>,
    ) -> Result<(), VariantError> {
        let span = value.span();
        let given: Vec<(Cell, i32)> = match value.get_ref() {
            DeValue::String(text) => match drawing::drawn(puzzle.board(), text) {
                Ok(given) => given,
                Err(wrong) => return self.wrong_at(wrong, span),
            },
            DeValue::Table(_) => self.read::<ByCell<i32>>(value)?.0,
            _ => return self.wrong("givens are a drawing, or `{ r3c5 = 7 }`", span),
        };
        for (cell, value) in given {
            puzzle
                .restrict(cell, &[value])
                .map_err(|fault| self.fault(fault.into(), span.clone()))?;
        }
        Ok(())
    }

    fn cages(&self, puzzle: &mut Variant, value: Spanned<DeValue<'_>>) -> Result<(), VariantError> {
        let Cages { cells: drawing, mut sums } = self.read(value)?;
        let drawn = drawing.span();
        let labels = self.labels(puzzle.board(), drawing.get_ref(), drawn.clone())?;
        if labels.is_empty() {
            return self
                .wrong("no cage is drawn: each has a letter, and cells in none a dot", drawn);
        }
        for (letter, cells) in labels {
            let sum = sums.remove(&*letter.to_string());
            let cage = KillerCage { cells: Cells(cells), sum: sum.as_ref().map(|s| *s.get_ref()) };
            puzzle.add(Box::new(cage)).map_err(|fault| match (fault, sum) {
                (fault @ RuleFault::Impossible(_), Some(sum)) => {
                    self.fault(fault.into(), sum.span())
                }
                (fault, _) => {
                    let row = drawing.get_ref().lines().find(|line| line.contains(letter));
                    let start = self.source.text_offset();
                    let span = drawn.start + start..drawn.end + start;
                    let span = self.source.line(span, row.unwrap_or_default().trim());
                    self.source.error(fault.into(), span)
                }
            })?;
        }
        match sums.first_key_value() {
            Some((letter, sum)) => {
                self.wrong(format!("no cage is drawn with `{letter}`"), sum.span())
            }
            None => Ok(()),
        }
    }

    /// `true`, cells, fields, or a list of these.
    fn rules_of(
        &self,
        puzzle: &mut Variant,
        kind: &Kind,
        value: Spanned<DeValue<'_>>,
    ) -> Result<(), VariantError> {
        for value in self.list(value) {
            let span = value.span();
            let rule = match value.get_ref() {
                DeValue::Boolean(false) => continue,
                DeValue::Boolean(true) => {
                    let nothing = std::iter::empty::<(&str, Spanned<DeValue<'_>>)>();
                    self.kinds.read(kind, MapDeserializer::<_, Error>::new(nothing))
                }
                DeValue::Table(_) => self.kinds.read(kind, value.into_deserializer()),
                _ => {
                    let cells = std::iter::once(("cells", value));
                    self.kinds.read(kind, MapDeserializer::<_, Error>::new(cells))
                }
            };
            let rule = match rule {
                Ok(rule) => rule,
                Err(error) if error.message().contains("there are no fields") => {
                    let name = kind.name;
                    return self
                        .wrong(format!("`{name}` has no fields: say `{name} = true`"), span);
                }
                Err(error) => return Err(self.syntax(&error, span)),
            };
            self.add(puzzle, rule, span)?;
        }
        Ok(())
    }

    fn add(
        &self,
        puzzle: &mut Variant,
        rule: Box<dyn Rule>,
        span: Range<usize>,
    ) -> Result<(), VariantError> {
        puzzle.add(rule).map_err(|fault| self.fault(fault.into(), span))
    }
}

fn diagonals(board: &Board) -> [Diagonal; 2] {
    let side = board.rows().min(board.columns());
    let last = board.columns() - 1;
    let line = |cells: Vec<Cell>, direction: &str| {
        let existing = cells.into_iter().filter(|&cell| board.index(cell).is_some());
        Diagonal { cells: Cells(existing.collect()), direction: Some(direction.into()) }
    };
    [
        line((0..side).map(|i| Cell { row: i, column: i }).collect(), "\\"),
        line((0..side).map(|i| Cell { row: i, column: last - i }).collect(), "/"),
    ]
}
