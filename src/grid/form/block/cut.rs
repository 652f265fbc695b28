//! How a drawn line is taken apart: frames, rows, and the cells of rows.

use std::ops::Range;

use super::super::super::lines::Line;
use super::super::super::symbols::Symbols;

/// What a line of a drawn grid is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Blank,
    Comment,
    /// Drawn between rows.
    Frame,
    Row,
    /// Beside a frame.
    Text,
}

pub(super) fn kind(line: &Line) -> Kind {
    if line.is_blank() || is_section(line) {
        Kind::Blank
    } else if line.is_comment() {
        Kind::Comment
    } else if is_frame(&line.text) || words(&line.text).is_empty() {
        Kind::Frame
    } else {
        Kind::Row
    }
}

/// `[Puzzle]`, `[State]` and the like: what a part of a file is, and nothing of a grid.
pub(in super::super) fn is_section(line: &Line) -> bool {
    let name = line.text.trim().strip_prefix('[');
    let name = name.and_then(|name| name.strip_suffix(']'));
    name.is_some_and(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// Whether a line is a title over a row: it has a word, which no row has whose cells are digits.
pub(super) fn is_title(text: &str, row: &str) -> bool {
    has_word(text)
        && !row.chars().any(|c| c.is_alphabetic() && !is_cross(c))
        // A row in which letters were typed is a row with mistakes.
        && text.chars().filter(|c| !c.is_whitespace()).count() != Cut::Signs.count(row)
}

/// Whether three letters stand in a row, and not to cross out cells.
pub(in super::super) fn has_word(text: &str) -> bool {
    let word = |word: &str| word.chars().nth(2).is_some() && !word.chars().all(is_cross);
    text.split(|c: char| !c.is_alphabetic()).any(word)
}

fn is_cross(sign: char) -> bool {
    matches!(sign, 'x' | 'X')
}

/// Signs that are drawn between the cells of a row.
pub(super) fn is_bar(sign: char) -> bool {
    sign == '|' || is_drawn(sign)
}

/// The block of box-drawing characters.
fn is_drawn(sign: char) -> bool {
    ('\u{2500}'..='\u{257F}').contains(&sign)
}

/// Whether a line is drawn between rows: dashes in a row, and what stands at the ends of dashes; or bars alone.
fn is_frame(text: &str) -> bool {
    let (mut dashes, mut corners, mut bars, mut run, mut longest) = (0, 0, 0, 0, 0);
    for sign in text.trim().chars() {
        let dash = matches!(sign, '-' | '=' | '\u{2500}' | '\u{2501}' | '\u{2550}');
        run = if dash { run + 1 } else { 0 };
        longest = longest.max(run);
        match sign {
            _ if dash => dashes += 1,
            _ if sign.is_whitespace() => {}
            '+' => bars += 1,
            _ if is_bar(sign) => bars += 1,
            // Open cells can be written like these, so that only a few of them make a frame.
            '*' | ':' | '.' | ',' | '`' | '\'' => corners += 1,
            _ => return false,
        }
    }
    match longest {
        0 => corners == 0 && bars > 0,
        1 => false,
        2 => corners == 0 && bars > 0,
        _ => corners <= dashes,
    }
}

/// What stands between gaps and bars, up to a comment.
pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let text = &text[..text.find('#').unwrap_or(text.len())];
    let mut words = Vec::new();
    let mut start = None;
    for (at, sign) in text.char_indices() {
        match (sign.is_whitespace() || is_bar(sign), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|from| from..text.len()));
    words
}

/// The length of the longest word or field, in characters.
pub(super) fn longest_word(text: &str) -> usize {
    let gap = |c: char| c.is_whitespace() || is_bar(c) || matches!(c, ',' | ';');
    let lengths = text.split(gap).map(|word| word.chars().count());
    lengths.max().unwrap_or(0)
}

/// How the cells of a row are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Cut {
    /// Each sign is a cell.
    Signs,
    /// Each word is a cell.
    Words,
    /// Each field before, between and after separators is a cell, even an empty one.
    Fields(char),
    /// Each field that a separator ends is a cell.
    Ended(char),
}

impl Cut {
    /// Whether something stands between the cells, so that one can have several signs.
    pub(super) fn apart(self) -> bool {
        self != Cut::Signs
    }

    /// The cells of a row.
    pub(super) fn cells(self, text: &str) -> Vec<Range<usize>> {
        let signs = |word: Range<usize>| {
            let signs = text[word.clone()].char_indices();
            let from = word.start;
            signs.map(move |(at, sign)| from + at..from + at + sign.len_utf8())
        };
        match self {
            Cut::Signs => words(text).into_iter().flat_map(signs).collect(),
            Cut::Words => words(text),
            Cut::Fields(separator) => fields(text, separator),
            Cut::Ended(separator) => {
                let mut fields = fields(text, separator);
                if fields.last().is_some_and(Range::is_empty) {
                    fields.pop();
                }
                fields
            }
        }
    }

    /// How many cells a row has.
    pub(super) fn count(self, text: &str) -> usize {
        match self {
            Cut::Signs => words(text).into_iter().map(|word| text[word].chars().count()).sum(),
            _ => self.cells(text).len(),
        }
    }

    /// How the cells of some rows are told apart, if these rows are a grid.
    pub(super) fn of(texts: &[String], known_side: Option<usize>) -> Cut {
        let short = |text: &String, separator| {
            let fields = fields(text, separator);
            fields.len() > 1 && fields.iter().all(|field| field.len() <= 3)
        };
        for separator in [',', ';'] {
            if texts.iter().all(|text| short(text, separator)) {
                // One field more than there are rows, and nothing in it.
                let side = texts[0].matches(separator).count();
                // Rows of two cells, not puzzles of one, if there are several.
                let fits = texts.len().is_multiple_of(side) && (side > 1 || texts.len() == 1);
                let rows = known_side.map_or(fits, |known| known == side);
                let ended = rows && texts.iter().all(|text| text.trim_end().ends_with(separator));
                return if ended { Cut::Ended(separator) } else { Cut::Fields(separator) };
            }
        }
        // Tabs are gaps like others, unless empty cells stand between them.
        let empty =
            |text: &String| text.contains("\t\t") || text.starts_with('\t') || text.ends_with('\t');
        if texts.iter().any(empty) && texts.iter().all(|text| short(text, '\t')) {
            return Cut::Fields('\t');
        }
        let all = || texts.iter().flat_map(|text| words(text).into_iter().map(|w| &text[w]));
        let joined = |word: &str| {
            word.chars().nth(1).is_some()
                && word != "-1"
                && !word.bytes().all(|b| b.is_ascii_digit())
        };
        if longest_word(&texts[0]) > Symbols::Digits.capacity() {
            return Cut::Signs;
        }
        let words = words(&texts[0]).len();
        let signs = Cut::Signs.count(&texts[0]);
        let rows = texts.len();
        let apart = match known_side {
            _ if words == 1 || all().any(joined) => false,
            Some(side) if side == words => true,
            Some(side) if side == signs => false,
            // `12|34` in two rows are the cells 12 and 34; in four rows, they are 1, 2, 3, 4.
            _ => {
                words == signs
                    || rows == words
                    || (rows != signs
                        && (rows.is_multiple_of(words) || !rows.is_multiple_of(signs)))
            }
        };
        if apart { Cut::Words } else { Cut::Signs }
    }
}

/// The fields between separators, without blanks and quotes around them.
pub(in super::super) fn fields(text: &str, separator: char) -> Vec<Range<usize>> {
    let mut from = 0;
    let fields = text.split(separator).map(|field| {
        let start = from;
        from += field.len() + separator.len_utf8();
        let bare = field.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
        let start = start + (bare.as_ptr() as usize - field.as_ptr() as usize);
        start..start + bare.len()
    });
    fields.collect()
}
