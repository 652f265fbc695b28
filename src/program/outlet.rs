//! Where everything leaves the program, in order: standard output, standard error, the exit status.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::time::Instant;

use super::interrupt;
use super::page::{Chunk, Tally};
use super::progress::Progress;
use super::report;
use super::status::Status;

/// As much is written at once, unless somebody asks for it before.
pub const LARGE: usize = 1 << 15;

/// The system takes as much from us as a whole or not at all.
const ATOMIC: usize = 4096;

/// So many mistakes are told in full; the rest are counted.
const MISTAKES: u64 = 10;

/// Takes chunks in order.
pub struct Outlet {
    lines: String,
    /// What stands after all.
    after: &'static str,
    /// Something was written, so that a blank line can part it from what comes.
    begun: bool,
    told: u64,
    tally: Tally,
    stopped: Option<String>,
    /// Standard output is a terminal.
    terminal: bool,
    /// Somebody attends if standard output may keep us waiting.
    patient: bool,
    /// Standard output takes no more.
    closed: Option<io::Error>,
    started: Instant,
    stats: bool,
    progress: Progress,
}

impl Outlet {
    /// Nothing written yet but what stands before all; with `stats`, the end tells what was done.
    pub fn new(stats: bool, progress: Progress, around: [&'static str; 2]) -> Outlet {
        let [before, after] = around;
        Outlet {
            lines: before.to_owned(),
            after,
            begun: false,
            told: 0,
            tally: Tally::default(),
            stopped: None,
            terminal: io::stdout().is_terminal(),
            patient: false,
            closed: None,
            started: Instant::now(),
            stats,
            progress,
        }
    }

    /// Empties a chunk, and says whether anybody wants more.
    pub fn take(&mut self, chunk: &mut Chunk) -> bool {
        let mut out = &*chunk.out;
        if !self.begun {
            let between = ["\n---\n", "\n"].into_iter();
            out = between.filter_map(|mark| out.strip_prefix(mark)).next().unwrap_or(out);
            self.begun = !out.is_empty();
        }
        // Much of it is not copied.
        if self.lines.is_empty() && out.len() == chunk.out.len() {
            std::mem::swap(&mut self.lines, &mut chunk.out);
        } else {
            self.lines.push_str(out);
        }
        self.tally.add(&chunk.tally);
        chunk.tally = Tally::default();
        chunk.out.clear();
        let large = self.lines.len() >= LARGE;
        if large || !chunk.complaints.is_empty() {
            self.flush();
        }
        for complaint in chunk.complaints.drain(..) {
            self.told += 1;
            if self.told <= MISTAKES {
                self.progress.apart(|| report::complain(&complaint));
            }
        }
        self.stopped = self.stopped.take().or(chunk.stopped.take());
        self.stopped.is_none() && self.closed.is_none()
    }

    /// Writes what is there.
    pub fn flush(&mut self) {
        if !self.lines.is_empty() && self.closed.is_none() {
            if self.lines.len() > ATOMIC && !self.patient {
                interrupt::attend_to(&io::stdout());
                self.patient = true;
            }
            let write = || {
                let mut out = io::stdout().lock();
                out.write_all(self.lines.as_bytes()).and_then(|()| out.flush())
            };
            let written = match self.terminal {
                true => self.progress.apart(write),
                false => write(),
            };
            self.closed = written.err();
        }
        self.lines.clear();
        self.progress.at(self.tally.puzzles);
    }

    /// Something went wrong in the program itself.
    pub fn fail(&mut self, what: &str) {
        self.flush();
        self.progress.apart(|| report::line(what));
        self.tally.bad += 1;
    }

    /// Somebody asked to stop while nothing was being worked on.
    pub fn stop(&mut self) {
        self.stopped.get_or_insert_default();
    }

    /// Writes what is left, tells what is to be told, and says how the run ended.
    pub fn end(&mut self) -> Status {
        self.lines.push_str(self.after);
        self.flush();
        self.progress.end(self.tally.puzzles);
        if let Some(more) = self.told.checked_sub(MISTAKES + 1) {
            report::line(&format!("and {} more of the kind", more + 1));
        }
        if self.stats {
            self.tell_stats();
        }
        let Tally { puzzles, none, several, bad, unknown, .. } = self.tally;
        if let Some(place) = &self.stopped {
            let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
            let plural = if puzzles == 1 { "" } else { "s" };
            report::line(&format!("interrupted{at}, after {puzzles} puzzle{plural}"));
            return Status::Interrupted;
        }
        match &self.closed {
            // The reader has seen enough.
            Some(error) if error.kind() == ErrorKind::BrokenPipe => return Status::Solved,
            Some(error) => {
                report::line(&format!("standard output: {}", report::in_words(error)));
                return Status::BadInput;
            }
            None => {}
        }
        match () {
            () if bad > 0 => Status::BadInput,
            () if unknown > 0 => Status::Unknown,
            () if none + several > 0 => Status::NoSolution,
            () => Status::Solved,
        }
    }

    fn tell_stats(&self) {
        let Tally { puzzles, solved, none, several, bad, unknown, search, lanes } = self.tally;
        report::line(&format!(
            "puzzles {puzzles}: answered {solved}, no solution {none}, several {several}, \
             bad {bad}, unknown {unknown}"
        ));
        // Where lanes answered everything, no search has anything to tell.
        if search.nodes + search.changes + search.solutions > 0 || lanes.puzzles == 0 {
            report::line(&search.to_string());
        }
        if lanes.puzzles > 0 {
            let busy = lanes.occupied as f64 / lanes.sweeps.max(1) as f64;
            report::line(&format!(
                "in lanes: puzzles {}, guesses {}, sweeps {}, puzzles a sweep {busy:.1}",
                lanes.puzzles, lanes.guesses, lanes.sweeps
            ));
        }
        let seconds = self.started.elapsed().as_secs_f64();
        let rate = puzzles as f64 / seconds.max(1e-9);
        report::line(&format!("seconds {seconds:.3}, puzzles a second {rate:.0}"));
    }
}
