//! A bar on a terminal, drawn anew over itself on one line of standard error.

use std::cell::{Cell, RefCell};
use std::io::{self, Write};

/// What the sign says that stands in for a bar where nobody knows how much there is to do.
const TURNS: [char; 4] = ['|', '/', '-', '\\'];

/// A terminal that does not tell is so wide.
const WIDTH: usize = 80;

/// What stands on the terminal.
#[derive(Default)]
pub struct Bar {
    line: RefCell<String>,
    turns: Cell<usize>,
}

impl Bar {
    /// Draws it with a part of the work done, from 0 to 1, and says in words how far it is.
    pub fn draw(&self, part: Option<f64>, words: &str) {
        let turn = self.turns.get();
        self.turns.set((turn + 1) % TURNS.len());
        let line = line(part, words, TURNS[turn], width());
        // Whatever of the line before is longer goes.
        let before = self.line.borrow().chars().count();
        let rest = before.saturating_sub(line.chars().count());
        write(&format!("\r{line}{:rest$}", ""));
        self.line.replace(line);
    }

    /// Does something to the terminal without the bar in the way.
    pub fn apart<T>(&self, act: impl FnOnce() -> T) -> T {
        let line = self.line.borrow();
        let length = line.chars().count();
        write(&format!("\r{:length$}\r", ""));
        let done = act();
        write(&line);
        done
    }

    /// Takes it away.
    pub fn clear(&self) {
        let length = self.line.take().chars().count();
        write(&format!("\r{:length$}\r", ""));
    }
}

/// A terminal that takes nothing goes without.
fn write(text: &str) {
    let mut terminal = io::stderr().lock();
    let _ = terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush());
}

/// So many signs fit on a line. The last place stays free: some terminals go on to the next line from there.
fn width() -> usize {
    let size = terminal_size::terminal_size_of(io::stderr());
    size.map_or(WIDTH, |(width, _)| width.0.into()).saturating_sub(1)
}

/// The line as it is drawn, cut to a width.
fn line(part: Option<f64>, words: &str, turn: char, width: usize) -> String {
    let Some(part) = part else {
        return format!("{turn} {words}").chars().take(width).collect();
    };
    let words = format!(" {:>3}%  {words}", (part * 100.0) as u32);
    let length = width.saturating_sub(words.chars().count());
    let done = ((part * length as f64) as usize).min(length);
    let bar = "█".repeat(done) + &"░".repeat(length - done);
    (bar + &words).chars().take(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_their_width() {
        assert_eq!(line(Some(0.5), "half", '|', 22), "█████░░░░░░  50%  half");
        assert_eq!(line(Some(1.0), "all", '|', 12), "██ 100%  all");
        assert_eq!(line(Some(0.0), "nothing", '|', 8), "   0%  n");
        assert_eq!(line(None, "somewhere", '/', 9), "/ somewhe");
        assert_eq!(line(None, "somewhere", '/', 0), "");
    }
}
