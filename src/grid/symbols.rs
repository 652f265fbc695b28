//! Symbols: which sign stands for which value, and how that is told from the text.

use std::fmt;
use std::str::FromStr;

use super::form::Fault;

/// Which signs stand for the values of a board.
///
/// Values up to 9 are digits everywhere. From 10 on, texts differ; [`Symbols::Digits`] is what is meant unless the
/// text shows otherwise.
///
/// ```
/// use houserules::grid::Symbols;
/// assert_eq!(Symbols::Digits.sign(12, 16).as_deref(), Some("C"));
/// assert_eq!(Symbols::Zero.sign(12, 16).as_deref(), Some("B"));
/// assert_eq!(Symbols::Letters.sign(12, 16).as_deref(), Some("L"));
/// assert_eq!(Symbols::Numbers.sign(12, 16).as_deref(), Some("12"));
/// assert_eq!("0-F".parse(), Ok(Symbols::Zero));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Symbols {
    /// Digits, then letters: `1-9A-G` for 16 values. Upper and lower case are the same up to 35 values.
    Digits,
    /// The same from 0: `0-9A-F` for 16 values, where `0` is the first value and no blank.
    Zero,
    /// Letters alone: `A-P` for 16 values.
    Letters,
    /// Numbers, separated by blanks or commas.
    Numbers,
}

impl Symbols {
    /// How many values come before `A`.
    fn digits(self) -> usize {
        match self {
            Symbols::Digits | Symbols::Numbers => 9,
            Symbols::Zero => 10,
            Symbols::Letters => 0,
        }
    }

    /// How many values have a sign of their own.
    pub fn capacity(self) -> usize {
        match self {
            Symbols::Numbers => usize::MAX,
            _ => self.digits() + 52,
        }
    }

    /// The sign of a value, counted from 1, on a board with `values` values; `None` if it has none.
    pub fn sign(self, value: usize, values: usize) -> Option<String> {
        if value == 0 || value > values {
            return None;
        }
        match self {
            Symbols::Numbers => Some(value.to_string()),
            _ => self.nth(value).map(String::from),
        }
    }

    /// The sign of a value, counted from 1, if there is one.
    fn nth(self, value: usize) -> Option<char> {
        let after = |first: u8, place: usize| Some(char::from(first + u8::try_from(place).ok()?));
        let digits = self.digits();
        let letter = value.checked_sub(digits + 1);
        match (letter, self) {
            (None, Symbols::Zero) => after(b'0', value.checked_sub(1)?),
            (None, _) => after(b'0', value),
            (Some(place @ 0..26), _) => after(b'A', place),
            (Some(place @ 26..52), _) => after(b'a', place - 26),
            _ => None,
        }
    }

    /// The value that a sign stands for, counted from 1, if any.
    fn value(self, sign: char, values: usize) -> Option<usize> {
        let sign = u8::try_from(sign).ok()?;
        let place = |first: u8| usize::from(sign - first);
        match (sign, self) {
            (b'0', Symbols::Zero) => Some(1),
            (b'1'..=b'9', Symbols::Zero) => Some(place(b'0') + 1),
            (b'1'..=b'9', Symbols::Digits | Symbols::Numbers) => Some(place(b'0')),
            (b'A'..=b'Z', _) => Some(self.digits() + place(b'A') + 1),
            (b'a'..=b'z', _) if self.folds_case(values) => Some(self.digits() + place(b'a') + 1),
            (b'a'..=b'z', _) => Some(self.digits() + 26 + place(b'a') + 1),
            _ => None,
        }
    }

    /// Whether lower case is upper case: as long as lower case letters are no values of their own.
    fn folds_case(self, values: usize) -> bool {
        values <= self.digits() + 26
    }

    /// The signs of a board with `values` values, for people: `1-9A-G`.
    pub fn range(self, values: usize) -> String {
        if self == Symbols::Numbers {
            return format!("the numbers 1 to {values}");
        }
        let mut runs: Vec<(char, char)> = Vec::new();
        for sign in (1..=values).map_while(|value| self.nth(value)) {
            match runs.last_mut() {
                Some((_, last)) if *last as u32 + 1 == sign as u32 => *last = sign,
                _ => runs.push((sign, sign)),
            }
        }
        let run = |(first, last)| match first == last {
            true => format!("{first}"),
            false => format!("{first}-{last}"),
        };
        runs.into_iter().map(run).collect()
    }
}

impl FromStr for Symbols {
    type Err = SymbolsError;

    fn from_str(text: &str) -> Result<Symbols, SymbolsError> {
        let wrong = || SymbolsError(text.chars().take(40).collect());
        if text.eq_ignore_ascii_case("numbers") {
            return Ok(Symbols::Numbers);
        }
        let mut signs = text.chars();
        let (Some(first), Some(_)) = (signs.next(), signs.next()) else {
            return Err(wrong());
        };
        match first {
            '1' => Ok(Symbols::Digits),
            '0' => Ok(Symbols::Zero),
            'A' | 'a' => Ok(Symbols::Letters),
            _ => Err(wrong()),
        }
    }
}

/// A text that names no symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolsError(String);

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` names no symbols; expected `1-G`, `0-F`, `A-P` (or what the last one is for the side) or `numbers`",
            self.0
        )
    }
}

impl std::error::Error for SymbolsError {}

/// Whether a sign stands for an open cell on a board with `values` values, where `0` is not a value.
///
/// `x` is a blank as long as no usual alphabet has it as a value.
pub(crate) fn is_blank(sign: char, values: usize) -> bool {
    matches!(sign, '.' | '0' | '*' | '_' | '-' | '?') || (matches!(sign, 'x' | 'X') && values <= 23)
}

/// What is known of the symbols before some cells are read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Earlier {
    /// Somebody said them.
    pub said: Option<Symbols>,
    /// Earlier puzzles of the same text had them.
    pub seen: Option<Symbols>,
}

/// What is wrong with a cell, by its index.
pub(crate) type CellFault = (usize, Fault);

/// The values of cells, counted from 1, or `None` for open ones; and the symbols they were read with.
///
/// `apart` says that something stands between the cells, so that `12` can be a number.
pub(crate) fn values(
    cells: &[&str],
    apart: bool,
    values: usize,
    earlier: Earlier,
) -> Result<(Vec<Option<usize>>, Symbols), CellFault> {
    let symbols = match earlier.said {
        Some(said) => said,
        None => told(cells, apart, values, earlier.seen)?,
    };
    if symbols.capacity() < values {
        return Err((0, Fault::TooFewSymbols { symbols, values }));
    }
    let value = |cell: &str| match symbols {
        // An empty field; `-1` is what programs write for it.
        _ if cell.is_empty() || cell == "-1" => Ok(None),
        Symbols::Numbers => number(cell, values),
        _ => single(cell, symbols, values),
    };
    let read = cells.iter().enumerate();
    let read = read.map(|(i, cell)| value(cell).map_err(|fault| (i, fault)));
    Ok((read.collect::<Result<_, _>>()?, symbols))
}

/// The symbols that the cells show, by the rule of `docs/formats.md`.
fn told(
    cells: &[&str],
    apart: bool,
    values: usize,
    seen: Option<Symbols>,
) -> Result<Symbols, CellFault> {
    let is_number = |cell: &&str| cell.bytes().all(|b| b.is_ascii_digit());
    let long_number = |cell: &&str| cell.len() > 1 && is_number(cell);
    let letter =
        |cell: &&str| cell.starts_with(|c: char| c.is_ascii_alphabetic() && !is_blank(c, values));
    if apart && values > 9 {
        let letters = cells.iter().any(letter);
        if cells.iter().any(long_number) || !letters {
            return Ok(Symbols::Numbers);
        }
    }
    if values <= 9 {
        return Ok(Symbols::Digits);
    }
    // Signs without gaps are no numbers, whatever came before.
    let seen = seen.filter(|seen| *seen != Symbols::Numbers);
    let signs = || cells.iter().filter_map(|cell| cell.chars().next());
    let zero = signs().any(|c| c == '0');
    let blank = signs().any(|c| c != '0' && is_blank(c, values));
    let digit = signs().any(|c| matches!(c, '1'..='9'));
    // The highest sign, as a value of each alphabet.
    let top = |symbols: Symbols| signs().filter_map(|c| symbols.value(c, values)).max();
    let letters = signs().any(|c| c.is_ascii_alphabetic() && !is_blank(c, values));
    let (forced, ambiguous) = if letters && !digit && values <= Symbols::Letters.capacity() {
        let only_letters = top(Symbols::Digits) > Some(values);
        (only_letters.then_some(Symbols::Letters), !only_letters)
    } else if zero && blank && top(Symbols::Digits) < Some(values) {
        (Some(Symbols::Zero), false)
    } else if letters && digit && top(Symbols::Digits) == Some(values) {
        (Some(Symbols::Digits), false)
    } else {
        (None, false)
    };
    match (forced, seen) {
        (Some(forced), Some(seen)) if forced != seen => {
            Err((0, Fault::SymbolsChange { seen, forced, values }))
        }
        (Some(forced), _) => Ok(forced),
        (None, Some(seen)) => Ok(seen),
        (None, None) if ambiguous => {
            let reading = |symbols: Symbols| format!("as {}", symbols.range(values));
            let readings = [Symbols::Digits, Symbols::Letters].map(reading);
            Err((0, Fault::Ambiguous { what: "the symbols", readings: readings.into() }))
        }
        (None, None) => Ok(Symbols::Digits),
    }
}

/// The value of a cell written as one sign.
fn single(cell: &str, symbols: Symbols, values: usize) -> Result<Option<usize>, Fault> {
    let mut signs = cell.chars();
    let (Some(sign), None) = (signs.next(), signs.next()) else {
        return match cell.parse::<usize>() {
            Ok(value) if value > values => {
                Err(Fault::Value { sign: cell.to_owned(), symbols, values })
            }
            _ => Err(Fault::NotACell { text: cell.chars().take(40).collect() }),
        };
    };
    match symbols.value(sign, values) {
        Some(value) if value <= values => Ok(Some(value)),
        _ if is_blank(sign, values) => Ok(None),
        // On small boards, a letter is a slip, and no value that is too high.
        Some(_) if values > 9 || sign.is_ascii_digit() => {
            Err(Fault::Value { sign: cell.to_owned(), symbols, values })
        }
        _ => Err(unknown(sign, symbols, values)),
    }
}

/// The value of a cell written as a number.
fn number(cell: &str, values: usize) -> Result<Option<usize>, Fault> {
    let symbols = Symbols::Numbers;
    let mut signs = cell.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) if is_blank(sign, values) => return Ok(None),
        _ => {}
    }
    if let Some(sign) = cell.chars().find(|c| !c.is_ascii_digit()) {
        return Err(
            match sign.is_ascii_alphanumeric() || sign.is_numeric() || cell.chars().count() == 1 {
                true => unknown(sign, symbols, values),
                false => Fault::NotACell { text: cell.chars().take(40).collect() },
            },
        );
    }
    match cell.parse::<usize>() {
        Ok(0) => Ok(None),
        Ok(value) if value <= values => Ok(Some(value)),
        _ => Err(Fault::Value { sign: cell.chars().take(40).collect(), symbols, values }),
    }
}

fn unknown(symbol: char, symbols: Symbols, values: usize) -> Fault {
    match symbol.is_numeric() {
        true => Fault::ForeignDigit { symbol },
        false => Fault::UnknownSymbol { symbol, symbols, values },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_stands_for_the_value_that_it_is_the_sign_of() {
        for symbols in [Symbols::Digits, Symbols::Zero, Symbols::Letters] {
            for values in 1..=symbols.capacity() {
                let signs: Vec<String> =
                    (1..=values).map_while(|v| symbols.sign(v, values)).collect();
                assert_eq!(signs.len(), values, "{symbols:?}");
                for (value, sign) in (1..).zip(&signs) {
                    let sign = sign.parse().expect("one sign");
                    assert_eq!(symbols.value(sign, values), Some(value), "{symbols:?} {sign}");
                }
            }
            let most = symbols.capacity();
            assert_eq!(symbols.sign(most + 1, most + 1), None);
        }
        assert_eq!(Symbols::Digits.range(61), "1-9A-Za-z");
        assert_eq!(Symbols::Zero.range(1), "0");
        assert_eq!(Symbols::Letters.range(25), "A-Y");
    }
}
