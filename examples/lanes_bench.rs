//! Whole-process measurement of the lane engine: lines of 81 characters in, one line each out.

use houserules::lanes::{Answer, Ask, Feed, Lanes, Puzzle, Width};
use std::io::{Read, Write};

struct Lines {
    file: std::fs::File,
    text: Vec<u8>,
    at: usize,
    end: usize,
    cells: Vec<u8>,
}

impl Feed for Lines {
    fn next(&mut self) -> Option<Puzzle<'_>> {
        if self.end - self.at < 200 {
            self.text.copy_within(self.at..self.end, 0);
            (self.at, self.end) = (0, self.end - self.at);
            self.end += self.file.read(&mut self.text[self.end..]).unwrap();
        }
        let text = &self.text[self.at..self.end];
        if text.is_empty() {
            return None;
        }
        match houserules::lanes::lines::next(text, 9, &mut self.cells) {
            Some(rest) => self.at += rest,
            None => {
                for (cell, &c) in self.cells.iter_mut().zip(text) {
                    *cell = if c == b'.' { 0 } else { c - b'0' };
                }
                self.at += text.iter().position(|&c| c == b'\n').map_or(text.len(), |p| p + 1);
            }
        }
        Some(Puzzle::Cells(&self.cells))
    }
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut groups = Vec::new();
    let all = || 0..81u32;
    for i in 0..9 {
        groups.push(all().filter(|c| c / 9 == i).collect::<Vec<_>>());
    }
    for i in 0..9 {
        groups.push(all().filter(|c| c % 9 == i).collect());
    }
    for i in 0..9 {
        groups.push(all().filter(|c| c / 27 * 3 + c % 9 / 3 == i).collect());
    }
    let mut lanes = Lanes::new(81, 9, &groups).unwrap();
    match args.get(3).map(String::as_str) {
        Some("one") => lanes = lanes.with_width(Width::One),
        Some("plain") => lanes = lanes.with_width(Width::Portable),
        Some("sse2") => lanes = lanes.with_width(Width::Baseline),
        Some("avx2") => lanes = lanes.with_width(Width::Avx2),
        _ => {}
    }
    let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout());
    let mut feed = Lines {
        file: std::fs::File::open(&args[2]).unwrap(),
        text: vec![0; 1 << 16],
        at: 0,
        end: 0,
        cells: vec![0; 81],
    };
    let count = args[1] == "count";
    let ask = Ask::default().limit(match args[1].as_str() {
        "count" => u64::MAX,
        "first" => 1,
        _ => 2,
    });
    let threads = std::env::var("THREADS").map_or(1, |t| t.parse().unwrap());
    let stats = lanes.solve_on(threads, &ask, &mut feed, &mut |answer: Answer| {
        if count {
            writeln!(out, "{}", answer.count).unwrap();
        } else if answer.count == 1 {
            let mut line = [b'\n'; 82];
            houserules::lanes::lines::write(answer.first.unwrap(), &mut line);
            out.write_all(&line).unwrap();
        } else {
            writeln!(out, "# {}", answer.count).unwrap();
        }
    });
    out.flush().unwrap();
    if std::env::var_os("STATS").is_some() {
        eprintln!(
            "{stats:?} {:.2} guesses/puzzle, {:.2} lane-sweeps/puzzle, {:.1} lanes busy",
            stats.guesses as f64 / stats.puzzles as f64,
            stats.occupied as f64 / stats.puzzles as f64,
            stats.occupied as f64 / stats.sweeps as f64
        );
    }
}
