//! The words of a rule: numbers, cells, texts in base64.

use std::ops::RangeInclusive;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::grid::cell::Cell;
use crate::grid::rule::Cells;
use crate::grid::variant::VariantFault;

pub(super) fn wrong(words: impl Into<String>) -> VariantFault {
    VariantFault::Syntax(words.into())
}

pub(super) fn number<T: std::str::FromStr>(text: &str) -> Result<T, VariantFault> {
    text.parse().map_err(|_| {
        let short: String = text.chars().take(20).collect();
        wrong(format!("`{short}` is no number that can stand here"))
    })
}

pub(super) fn values(text: &str) -> Result<Vec<i32>, VariantFault> {
    text.split('_').filter(|text| !text.is_empty()).map(number).collect()
}

/// `R3C5`; rows and columns above 9 are letters from `a` on.
pub(super) fn cell(text: &str) -> Result<Cell, VariantFault> {
    let at = |text: &str| match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a') + 9),
        _ => text.parse::<usize>().ok()?.checked_sub(1),
    };
    let parts = text.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
    let cell = parts.and_then(|(row, column)| Some(Cell { row: at(row)?, column: at(column)? }));
    let short = || text.chars().take(20).collect::<String>();
    cell.ok_or_else(|| wrong(format!("`{}` is not a cell such as `R3C5`", short())))
}

pub(super) fn cells(texts: &[&str]) -> Result<Cells, VariantFault> {
    let texts = texts.iter().filter(|text| !text.is_empty());
    texts.map(|text| cell(text)).collect::<Result<_, _>>().map(Cells)
}

/// A text in base64, with or without what fills it up.
pub(super) fn from_base64(text: &str) -> Option<String> {
    let text = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

/// Whether two cells share a side.
fn beside(a: Cell, b: Cell) -> bool {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
}

/// Each two cells of a list that share a side, in its order.
pub(super) fn neighbours(cells: &[Cell]) -> Vec<Cells> {
    let behind = |(i, &a): (usize, &Cell)| cells[i + 1..].iter().map(move |&b| [a, b]);
    let pairs = cells.iter().enumerate().flat_map(behind);
    pairs.filter(|&[a, b]| beside(a, b)).map(|pair| Cells(pair.to_vec())).collect()
}

/// The pairs of values that a function of two values is encoded as: for each first value and each second one a bit, six
/// to a sign, the lowest first; nothing at the end stands for zeros.
pub(super) fn pairs(key: &str, values: RangeInclusive<i32>) -> Result<Vec<[i32; 2]>, VariantFault> {
    const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let damaged = || wrong("a function of two values that is damaged");
    let mut all = values.clone().flat_map(|a| values.clone().map(move |b| [a, b]));
    let mut allowed = Vec::new();
    for sign in key.chars() {
        let word = SIGNS.find(sign).ok_or_else(damaged)?;
        for bit in 0..6 {
            match (word >> bit & 1, all.next()) {
                (1, Some(pair)) => allowed.push(pair),
                (1, None) => return Err(damaged()),
                _ => {}
            }
        }
    }
    Ok(allowed)
}

/// A name in which `%` and two digits stand for a byte.
pub(super) fn name(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).filter(|_| *first == b'%');
        let byte =
            digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = &behind[if byte.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
