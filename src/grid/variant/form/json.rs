//! The project's own file of a variant puzzle, in JSON.

use std::ops::Range;

use serde::Deserialize;
use serde::de::{DeserializeSeed, IgnoredAny};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::super::Variant;
use super::super::entry::{Import, VariantEntry};
use super::super::error::{Source, VariantError, VariantFault, in_words, named};
use super::{VariantForm, boxes::Void, by_cell::ByCell, print};
use crate::grid::board::Board;
use crate::grid::form::WriteError;
use crate::grid::rule::{Cells, Kinds};

/// What stands in a file. Notes are known, and not read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "most notes are not read")]
struct File<'a> {
    rows: usize,
    cols: usize,
    min_value: i32,
    max_value: i32,
    latin: bool,
    #[serde(default, borrow)]
    regions: Option<&'a RawValue>,
    #[serde(default, borrow)]
    grids: Option<&'a RawValue>,
    #[serde(default, borrow)]
    void: Option<&'a RawValue>,
    #[serde(default, borrow)]
    givens: Option<&'a RawValue>,
    #[serde(default, borrow)]
    candidates: Option<&'a RawValue>,
    #[serde(default, borrow)]
    constraints: Vec<&'a RawValue>,
    #[serde(default)]
    id: IgnoredAny,
    #[serde(default, borrow)]
    name: Option<&'a RawValue>,
    #[serde(default, borrow)]
    author: Option<&'a RawValue>,
    #[serde(default)]
    region_kind: IgnoredAny,
    #[serde(default, borrow)]
    solution: Option<&'a RawValue>,
    #[serde(default)]
    solution_count: IgnoredAny,
    #[serde(default)]
    solution_count_min: IgnoredAny,
    #[serde(default)]
    tags: IgnoredAny,
    #[serde(default)]
    derived: IgnoredAny,
    #[serde(default)]
    proved_by: IgnoredAny,
    #[serde(default)]
    provenance: IgnoredAny,
    #[serde(default)]
    original: IgnoredAny,
}

impl Variant {
    /// Reads a puzzle from JSON.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn from_json(text: &[u8]) -> Result<Variant, VariantError> {
        Variant::from_json_with(text, Kinds::default())
    }

    /// The same with further kinds of rules.
    ///
    /// # Errors
    /// What is wrong, and where in the text.
    pub fn from_json_with(bytes: &[u8], kinds: Kinds<'_>) -> Result<Variant, VariantError> {
        Variant::json(bytes, kinds, &mut Import::default())
    }

    fn json(bytes: &[u8], kinds: Kinds<'_>, import: &mut Import) -> Result<Variant, VariantError> {
        let source = Source::new(bytes);
        let text = source.text()?;
        let json = Parts { source, text };
        let file: File<'_> = json.read(text)?;
        for (name, raw) in [("name", file.name), ("author", file.author)] {
            import.note(name, raw.and_then(|raw| serde_json::from_str(raw.get()).ok()));
        }
        let solution = file.solution.map(|raw| json.read::<Option<String>>(raw.get()));
        import.note("solution", solution.transpose()?.flatten());
        let board = Board::new(file.rows, file.cols, file.min_value..=file.max_value)
            .map_err(|error| json.source.error(error.into(), 0..0))?;
        let board = match file.void {
            Some(raw) => {
                let Void(void) = json.read(raw.get())?;
                board.without(&void).map_err(|error| json.fault(raw, error.into()))?
            }
            None => board,
        };
        let board = match file.grids {
            Some(raw) => {
                let corners: Cells = json.read(raw.get())?;
                board.grids(&corners).map_err(|error| json.fault(raw, error.into()))?
            }
            None => board,
        };
        let mut board = if file.latin { board.latin() } else { board };
        if let Some(raw) = file.regions {
            for region in json.read::<Vec<Cells>>(raw.get())? {
                board = board.region(&region).map_err(|error| json.fault(raw, error.into()))?;
            }
        }
        let mut puzzle = Variant::new(board);
        if let Some(raw) = file.givens {
            for (cell, value) in json.read::<ByCell<i32>>(raw.get())?.0 {
                puzzle.restrict(cell, &[value]).map_err(|fault| json.fault(raw, fault.into()))?;
            }
        }
        if let Some(raw) = file.candidates {
            for (cell, values) in json.read::<ByCell<Vec<i32>>>(raw.get())?.0 {
                puzzle.restrict(cell, &values).map_err(|fault| json.fault(raw, fault.into()))?;
            }
        }
        for raw in file.constraints {
            let mut input = serde_json::Deserializer::from_str(raw.get());
            let rule =
                kinds.deserialize(&mut input).map_err(|error| json.syntax(raw.get(), &error))?;
            puzzle.add(rule).map_err(|fault| json.fault(raw, fault.into()))?;
        }
        Ok(puzzle)
    }
}

pub(super) struct Json;

/// Words that show the schema, whatever stands first.
const MARKS: [&str; 4] = ["\"constraints\"", "\"cols\"", "\"min_value\"", "\"latin\""];

impl VariantForm for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn about(&self) -> &'static str {
        "a variant puzzle in JSON: `rows`, `cols`, `regions`, `givens`, `constraints`"
    }

    fn claims(&self, head: &str) -> bool {
        head.starts_with('{') && MARKS.iter().any(|mark| head.contains(mark))
    }

    fn extent(&self, text: &[u8]) -> Option<usize> {
        Some(document(text))
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        Variant::json(text, Kinds::default(), import)
    }

    fn write(&self, entry: &VariantEntry) -> Result<String, WriteError> {
        Ok(print::json(entry))
    }
}

/// How many bytes the first document of a text takes.
pub(super) fn document(text: &[u8]) -> usize {
    let bom = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let documents = serde_json::Deserializer::from_slice(&text[bom..]);
    let mut documents = documents.into_iter::<IgnoredAny>();
    // What is no JSON is told of when it is read.
    match documents.next() {
        Some(Ok(_)) => bom + documents.byte_offset(),
        _ => text.len(),
    }
}

/// The text that is read, and where its parts stand in the source.
pub(super) struct Parts<'a> {
    source: Source<'a>,
    text: &'a str,
}

impl<'a> Parts<'a> {
    pub(super) fn of(source: Source<'a>, text: &'a str) -> Parts<'a> {
        Parts { source, text }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn read<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, VariantError> {
        serde_json::from_str(part).map_err(|error| self.syntax(part, &error))
    }

    /// Where a part of the text begins.
    fn offset(&self, part: &str) -> usize {
        // Parts are borrowed from the text, so that addresses say where they stand.
        let within = (part.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        let within = within.filter(|&at| at <= self.text.len()).unwrap_or(0);
        self.source.text_offset() + within
    }

    /// What serde says of a part of the text.
    fn syntax(&self, part: &str, error: &serde_json::Error) -> VariantError {
        let bytes = part.as_bytes();
        let mut at = 0;
        for _ in 1..error.line() {
            at += bytes[at..].iter().position(|&b| b == b'\n').map_or(0, |end| end + 1);
        }
        // Serde's column is that of the last byte it has read, from 1.
        let at = (at + error.column().saturating_sub(1)).min(bytes.len());
        let mut words = error.to_string();
        if let Some(end) = words.rfind(" at line ") {
            words.truncate(end);
        }
        let start = self.offset(part);
        let span = match error.classify() {
            // What is wrong has been read by then: its value ends here.
            Category::Data => {
                let named = self.source.last_mention(start..start + at + 1, named(&words));
                named.unwrap_or(start + value_start(bytes, at)..start + at + 1)
            }
            _ => start + at..start + at + 1,
        };
        self.source.error(VariantFault::Syntax(in_words(&words)), span)
    }

    /// What is wrong with a part that is well written.
    fn fault(&self, raw: &'a RawValue, fault: VariantFault) -> VariantError {
        let start = self.offset(raw.get());
        let span: Range<usize> = start..start + raw.get().len();
        let span = self.source.mention(span, fault.about().as_deref());
        self.source.error(fault, span)
    }
}

/// Where the value begins that a byte of well-written JSON belongs to; of a bracket that closes, what it opens with.
fn value_start(json: &[u8], end: usize) -> usize {
    let mut open = Vec::new();
    let (mut start, mut quoted, mut escaped, mut within) = (0, false, false, false);
    for (at, &byte) in json.iter().enumerate().take(end + 1) {
        if quoted {
            quoted = escaped || byte != b'"';
            escaped = byte == b'\\' && !escaped;
            continue;
        }
        let scalar = byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+');
        match byte {
            b'"' => (start, quoted) = (at, true),
            b'[' | b'{' => {
                open.push(at);
                start = at;
            }
            b']' | b'}' => start = open.pop().unwrap_or(start),
            _ if scalar && !within => start = at,
            _ => {}
        }
        within = scalar;
    }
    start
}

#[cfg(test)]
mod tests {
    use super::value_start;

    #[test]
    fn values_begin_where_they_begin() {
        let json = br#"{"a": [1, -25, "x\"]\\"], "b": true}"#;
        let start = |what: &str| {
            let text = std::str::from_utf8(json).unwrap();
            value_start(json, text.find(what).unwrap() + what.len() - 1)
        };
        assert_eq!(start("-25"), 10);
        assert_eq!(start(r#""x\"]\\""#), 15);
        assert_eq!(start(r#"\\"]"#), 6);
        assert_eq!(start("true"), 31);
        assert_eq!(start("true}"), 0);
    }
}
