//! Puzzles as lines of one symbol a cell, at the speed of memory; whatever is not plain is left to a slower reader.

/// Reads the line at the beginning of `text` into `cells`, and gives the place where the next line begins.
///
/// A plain line has exactly as many symbols as there are cells, each a blank (`.` or `0`) or a value's digit (`1` to `9`,
/// at most `values`), and ends in a line feed, with or without a carriage return, or with the text. `None` for any other
/// line, `cells` then means nothing. About 10 ns for 81 cells.
#[inline]
pub fn next(text: &[u8], values: u8, cells: &mut [u8]) -> Option<usize> {
    let n = cells.len();
    let end = match text.get(n) {
        None if text.len() == n => n,
        Some(b'\n') => n + 1,
        Some(b'\r') if text.get(n + 1) == Some(&b'\n') => n + 2,
        _ => return None,
    };
    let most = values.min(9);
    let mut odd = false;
    for (cell, &c) in cells.iter_mut().zip(text) {
        let value = if c == b'.' { 0 } else { c.wrapping_sub(b'0') };
        odd |= value > most;
        *cell = value;
    }
    (!odd).then_some(end)
}

/// Writes values from 1 to 9 as digits, and returns how many there are.
#[inline]
pub fn write(values: &[u8], line: &mut [u8]) -> usize {
    for (c, &value) in line.iter_mut().zip(values) {
        *c = b'0' + value;
    }
    values.len()
}
