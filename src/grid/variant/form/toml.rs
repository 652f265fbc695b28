//! The project's own file of a variant puzzle, in TOML: the same rules, and drawings for what is easier drawn.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, IntoDeserializer};
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::super::Variant;
use super::super::error::{Source, VariantError, VariantFault, in_words, named};
use super::super::read::VariantEntry;
use super::{Import, VariantForm, by_cell::ByCell, json::Json, print};
use crate::grid::board::{Board, BoardError};
use crate::grid::cell::Cell;
use crate::grid::form::WriteError;
use crate::grid::nearest::nearest;
use crate::grid::regions::Regions as Boxed;
use crate::grid::rule::{Cells, Diagonal, KINDS, KillerCage, Kind, Kinds, Rule, RuleFault};
use crate::grid::symbols::{self, Earlier};

/// The keys that are no rules.
const KEYS: &[&str] = &[
    "size",
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

    /// Reads a puzzle from either form: JSON if it begins with a brace, TOML otherwise.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn read(bytes: &[u8]) -> Result<Variant, VariantError> {
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let form: &dyn VariantForm = match text.trim_ascii_start().first() {
            Some(b'{') => &Json,
            _ => &Toml,
        };
        form.read(bytes, &mut Import::default())
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

/// The places without a cell.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Void(#[serde(deserialize_with = "Cells::if_any")] pub Cells);

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

    fn board(&self, keys: &mut Keys<'_>) -> Result<Board, VariantError> {
        let (rows, columns, size) = match keys.remove("size") {
            None => (9, 9, 0..0),
            Some((_, value)) => {
                let span = value.span();
                let (rows, columns) = self.size(value)?;
                (rows, columns, span)
            }
        };
        let (values, span) = match keys.remove("values") {
            None => (1..=i32::try_from(rows.max(columns)).unwrap_or(i32::MAX), size.clone()),
            Some((_, value)) => {
                let span = value.span();
                (self.values(value)?, span)
            }
        };
        let mut board = Board::new(rows, columns, values).map_err(|error| {
            let sides = matches!(error, BoardError::Sides { .. });
            self.error(error.into(), if sides { size.clone() } else { span })
        })?;
        if let Some((_, value)) = keys.remove("void") {
            let span = value.span();
            let Void(void) = self.read(value)?;
            board = board.without(&void).map_err(|error| self.fault(error.into(), span))?;
        }
        let latin = match keys.remove("latin") {
            Some((_, value)) => self.read(value)?,
            None => true,
        };
        if latin {
            board = board.latin();
        }
        let (lists, span) = match (keys.remove("regions"), keys.remove("boxes")) {
            (Some(_), Some((key, _))) => {
                return self.wrong("either `boxes` or `regions` say how the board is cut", key);
            }
            (Some((_, value)), None) => {
                let span = value.span();
                (self.regions(&board, value)?, span)
            }
            (None, boxes) => {
                let span = boxes.as_ref().map_or(size, |(_, value)| value.span());
                // A cell that does not exist is in no box.
                let exists = |cell: &Cell| board.index(*cell).is_some();
                let whole = self.boxes(&board, boxes.map(|(_, value)| value), span.clone())?;
                let boxes =
                    whole.into_iter().map(|cells| cells.into_iter().filter(exists).collect());
                (boxes.collect(), span)
            }
        };
        for cells in lists {
            board = board.region(&cells).map_err(|error| self.fault(error.into(), span.clone()))?;
        }
        Ok(board)
    }

    /// `9`, or `6x8`: rows and columns.
    fn size(&self, value: Spanned<DeValue<'_>>) -> Result<(usize, usize), VariantError> {
        let span = value.span();
        let size = match value.get_ref() {
            DeValue::Integer(side) => side.as_str().parse().ok().map(|side| (side, side)),
            DeValue::String(text) => sides(text),
            _ => None,
        };
        size.map_or_else(|| self.wrong("a size is `9` or `\"6x8\"`, rows by columns", span), Ok)
    }

    fn values(&self, value: Spanned<DeValue<'_>>) -> Result<RangeInclusive<i32>, VariantError> {
        // Two dots where a dash would be read as a minus.
        let ends = value.get_ref().as_str().and_then(|text| {
            let (first, last) = text.split_once("..").or_else(|| text.split_once('-'))?;
            Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
        });
        ends.map_or_else(|| self.wrong("values are a range such as `\"0-8\"`", value.span()), Ok)
    }

    /// A letter a cell, or a list of the cells of each.
    fn regions(
        &self,
        board: &Board,
        value: Spanned<DeValue<'_>>,
    ) -> Result<Vec<Vec<Cell>>, VariantError> {
        let span = value.span();
        match value.get_ref() {
            DeValue::String(drawing) => {
                Ok(self.labels(board, drawing, span)?.into_values().collect())
            }
            DeValue::Array(_) => {
                let lists: Vec<Cells> = self.read(value)?;
                Ok(lists.into_iter().map(|cells| cells.0).collect())
            }
            _ => self.wrong("regions are a drawing with a letter a cell, or lists of cells", span),
        }
    }

    /// `3x3`, or `false` for none. Where nothing is said, the usual ones; where there are none, it must be said.
    fn boxes(
        &self,
        board: &Board,
        value: Option<Spanned<DeValue<'_>>>,
        span: Range<usize>,
    ) -> Result<Vec<Vec<Cell>>, VariantError> {
        let (rows, columns) = (board.rows(), board.columns());
        let text = match value.as_ref().map(Spanned::get_ref) {
            None | Some(DeValue::Boolean(true)) => {
                let boxes = usual_boxes(board);
                return match boxes.is_empty() {
                    false => Ok(boxes),
                    true => self.wrong(
                        format!(
                            "a board of {rows}x{columns} has no usual boxes: say `boxes = \"2x3\"` \
                             (rows by columns), `boxes = false`, or draw `regions`"
                        ),
                        span,
                    ),
                };
            }
            Some(DeValue::Boolean(false)) => return Ok(Vec::new()),
            Some(DeValue::String(text)) => Some(text),
            Some(_) => None,
        };
        match text.and_then(|text| sides(text)) {
            Some((height, width)) if tiles(board, height, width) => {
                Ok(boxes_of(board, height, width))
            }
            Some((height, width)) => self.wrong(
                format!("boxes of {height}x{width} do not fill a board of {rows}x{columns}"),
                span,
            ),
            None => self.wrong("boxes are `\"3x3\"`, rows by columns, or `false`", span),
        }
    }

    /// The cells with each letter of a drawing, in which dots are no letters.
    fn labels(
        &self,
        board: &Board,
        drawing: &str,
        span: Range<usize>,
    ) -> Result<BTreeMap<char, Vec<Cell>>, VariantError> {
        let rows: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|line: &Vec<char>| !line.is_empty())
            .collect();
        if rows.len() != board.rows() || rows.iter().any(|row| row.len() != board.columns()) {
            let (rows, columns) = (board.rows(), board.columns());
            let of_length =
                |line: &&str| line.chars().filter(|c| !c.is_whitespace()).count() == columns;
            let odd = drawing.lines().find(|line| !line.trim().is_empty() && !of_length(line));
            let words = format!("a drawing needs {rows} rows of {columns} letters");
            return self.wrong_at((words, odd.unwrap_or_default().trim()), span);
        }
        let mut labels: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
        for (row, line) in rows.into_iter().enumerate() {
            for (column, letter) in line.into_iter().enumerate().filter(|(_, c)| *c != '.') {
                labels.entry(letter).or_default().push(Cell { row, column });
            }
        }
        Ok(labels)
    }

    fn givens(
        &self,
        puzzle: &mut Variant,
        value: Spanned<DeValue<'_>>,
    ) -> Result<(), VariantError> {
        let span = value.span();
        let given: Vec<(Cell, i32)> = match value.get_ref() {
            DeValue::String(text) => match drawn(puzzle.board(), text) {
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

/// `6x8` as two numbers.
fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once('x')?;
    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
}

pub(super) fn usual_boxes(board: &Board) -> Vec<Vec<Cell>> {
    let side = board.rows();
    match Boxed::default_box(side).filter(|_| side == board.columns()) {
        Some(Boxed::Boxes { height, width }) => boxes_of(board, height, width),
        _ => Vec::new(),
    }
}

/// Whether boxes of so many rows and columns fill the board.
pub(super) fn tiles(board: &Board, height: usize, width: usize) -> bool {
    let fills = |side: usize, part: usize| part > 0 && side.is_multiple_of(part);
    fills(board.rows(), height) && fills(board.columns(), width)
}

/// Boxes from the corner on; what is left at the edges makes smaller ones.
pub(super) fn boxes_of(board: &Board, height: usize, width: usize) -> Vec<Vec<Cell>> {
    let mut boxes: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
    for cell in board.cells() {
        boxes.entry((cell.row / height, cell.column / width)).or_default().push(cell);
    }
    boxes.into_values().collect()
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

/// The values of a drawn grid, or what is wrong in which line. Bars between the cells and lines between the rows are
/// only drawn. On boards with values from 1, letters stand for values as in the forms of plain puzzles.
fn drawn<'t>(board: &Board, text: &'t str) -> Result<Vec<(Cell, i32)>, (String, &'t str)> {
    let bar = |c: char| c.is_whitespace() || matches!(c, '|' | ',');
    let ruled = |line: &&str| line.chars().all(|c| bar(c) || matches!(c, '-' | '+' | '='));
    let lines: Vec<&str> = text.lines().filter(|line| !ruled(line)).collect();
    if lines.len() != board.rows() {
        let words = format!("{} rows of givens where the board has {}", lines.len(), board.rows());
        return Err((words, ""));
    }
    let columns = board.columns();
    let mut cells = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let parts: Vec<&str> = line.split(bar).filter(|part| !part.is_empty()).collect();
        let signs = line.char_indices().filter(|(_, c)| !bar(*c));
        let signs = signs.map(|(at, c)| &line[at..at + c.len_utf8()]);
        match parts.len() == columns {
            true => cells.extend(parts),
            false => cells.extend(signs),
        }
        let found = cells.len() - row * columns;
        if found != columns {
            return Err((format!("row {} has {found} cells, not {columns}", row + 1), line.trim()));
        }
    }
    let open = |cell: &str| {
        matches!(cell, "." | "_" | "?" | "*" | "#") || cell == "0" && !board.values().contains(&0)
    };
    let letter = |cell: &&str| cell.len() == 1 && cell.as_bytes()[0].is_ascii_alphabetic();
    let values = match board.first_value() == 1 && cells.iter().any(letter) {
        true => symbols::values(
            &cells.iter().map(|cell| if *cell == "#" { "." } else { cell }).collect::<Vec<_>>(),
            cells.iter().any(|cell| cell.len() > 1),
            board.value_count(),
            Earlier::default(),
        )
        .map(|(values, _)| values.into_iter().map(|value| value.map(|v| v as i32)).collect())
        .map_err(|(cell, fault)| (fault.to_string(), lines[cell / columns].trim()))?,
        false => {
            let value = |(place, cell): (usize, &&str)| match open(cell) {
                true => Ok(None),
                false => cell.parse().map(Some).map_err(|_| {
                    let cell: String = cell.chars().take(20).collect();
                    let words = "is no value: values are numbers, a dot stands for an open cell";
                    (format!("`{cell}` {words}"), lines[place / columns].trim())
                }),
            };
            cells.iter().enumerate().map(value).collect::<Result<Vec<Option<i32>>, _>>()?
        }
    };
    let cell = |place: usize| Cell { row: place / columns, column: place % columns };
    let given = values.into_iter().enumerate();
    Ok(given.filter_map(|(place, value)| Some((cell(place), value?))).collect())
}
