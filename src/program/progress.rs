//! How far the work has come: a bar on a terminal, or a line now and then where that was asked for.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::report;

/// Work that is done sooner needs no bar.
const SOON: Duration = Duration::from_secs(1);
/// A bar is drawn anew after this time.
const BEAT: Duration = Duration::from_millis(100);
/// Where there is no bar, a line is written after this time.
const NEWS: Duration = Duration::from_secs(5);

/// How much there is to do.
#[derive(Clone, Debug)]
pub enum Size {
    /// So many puzzles.
    Puzzles(u64),
    /// So many bytes to be read, of which so many were.
    Bytes { all: u64, read: Arc<AtomicU64> },
    /// Nobody knows.
    Unknown,
}

/// How many solutions have been found so far, by all threads.
#[derive(Clone, Debug, Default)]
pub struct Found(Arc<AtomicU64>);

impl Found {
    /// A share in it for one search.
    pub fn share(&self) -> Share {
        Share { all: self.clone(), own: AtomicU64::new(0) }
    }
}

/// What one search has found.
#[derive(Debug)]
pub struct Share {
    all: Found,
    own: AtomicU64,
}

impl Share {
    /// The search has found so many, all in all.
    pub fn at(&self, found: u64) {
        let more = found.saturating_sub(self.own.swap(found, Ordering::Relaxed));
        // Nothing fails here: there is always a sum.
        let add = |sum: u64| Some(sum.saturating_add(more));
        let _ = self.all.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }
}

/// Tells how far the work has come.
pub struct Progress {
    manner: Manner,
    size: Size,
    /// Where solutions count.
    found: Option<Found>,
    started: Instant,
    /// When something was told last.
    told: Instant,
}

enum Manner {
    /// On a terminal; made when it is first drawn.
    Bar(Option<ProgressBar>),
    Lines,
    Silent,
}

impl Progress {
    /// A bar, or lines if they are asked for where no bar can be. Nobody needs to ask for a bar as long as it is
    /// not among the answers.
    pub fn new(asked: bool, size: Size, found: Option<Found>) -> Progress {
        let manner = match (io::stderr().is_terminal(), io::stdout().is_terminal(), asked) {
            (true, false, _) | (true, true, true) => Manner::Bar(None),
            (false, _, true) => Manner::Lines,
            (_, _, false) => Manner::Silent,
        };
        Progress { manner, size, found, started: Instant::now(), told: Instant::now() }
    }

    fn in_words(&self, puzzles: u64) -> String {
        let mut words = self.size.in_words(puzzles, self.started.elapsed());
        if let Some(found) = self.found_in_words() {
            words += &format!("{found} so far");
        }
        words
    }

    fn found_in_words(&self) -> Option<String> {
        let found = self.found.as_ref()?.0.load(Ordering::Relaxed);
        let plural = if found == 1 { "" } else { "s" };
        Some(format!(", {found} solution{plural}"))
    }

    /// So many puzzles are done. To be called often.
    pub fn at(&mut self, puzzles: u64) {
        if let Manner::Silent = self.manner {
            return;
        }
        let elapsed = self.started.elapsed();
        let since = self.told.elapsed();
        match &self.manner {
            Manner::Bar(None) if elapsed >= SOON => {
                self.manner = Manner::Bar(Some(bar(self.size.part(puzzles).is_some())));
            }
            Manner::Bar(Some(bar)) if since >= BEAT => {
                let part = self.size.part(puzzles).unwrap_or(0.0);
                bar.set_position((part * LENGTH as f64) as u64);
                bar.set_message(self.in_words(puzzles));
                self.told = Instant::now();
            }
            Manner::Lines if since >= NEWS => {
                report::line(&self.in_words(puzzles));
                self.told = Instant::now();
            }
            _ => {}
        }
    }

    /// Does something to the terminal without the bar in the way.
    pub fn apart<T>(&self, act: impl FnOnce() -> T) -> T {
        match &self.manner {
            Manner::Bar(Some(bar)) => bar.suspend(act),
            _ => act(),
        }
    }

    /// All is done, and this many puzzles were.
    pub fn end(&mut self, puzzles: u64) {
        match &self.manner {
            Manner::Bar(Some(bar)) => bar.finish_and_clear(),
            Manner::Lines => {
                let found = self.found_in_words().unwrap_or_default();
                report::line(&(done(puzzles, None, self.started.elapsed()) + &found));
            }
            _ => {}
        }
        self.manner = Manner::Silent;
    }
}

/// Into so many parts a bar is divided.
const LENGTH: u64 = 10_000;

fn bar(bounded: bool) -> ProgressBar {
    let template = match bounded {
        true => "{wide_bar} {percent:>3}%  {msg}",
        false => "{spinner} {msg}",
    };
    // A template that is none leaves the usual look.
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(LENGTH).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl Size {
    /// The part that is done, from 0 to 1.
    fn part(&self, puzzles: u64) -> Option<f64> {
        let (done, all) = match self {
            Size::Puzzles(all) => (puzzles, *all),
            Size::Bytes { all, read } => (read.load(Ordering::Relaxed), *all),
            Size::Unknown => return None,
        };
        Some((done as f64 / all.max(1) as f64).min(1.0))
    }

    /// How far it is, and how long it will take.
    fn in_words(&self, puzzles: u64, elapsed: Duration) -> String {
        let all = match self {
            Size::Puzzles(all) => Some(*all),
            _ => None,
        };
        let mut words = done(puzzles, all, elapsed);
        // What has been read but not answered yet makes the first guesses too good.
        if puzzles > 0
            && let Some(part) = self.part(puzzles).filter(|part| *part > 0.0)
        {
            let left = elapsed.as_secs_f64() * (1.0 - part) / part;
            words += &format!(", about {} left", time(left));
        }
        words
    }
}

/// What is done.
fn done(puzzles: u64, all: Option<u64>, elapsed: Duration) -> String {
    let of = all.map_or_else(String::new, |all| format!(" of {all}"));
    let plural = if all.unwrap_or(puzzles) == 1 { "" } else { "s" };
    let seconds = elapsed.as_secs_f64();
    let mut words = format!("{puzzles}{of} puzzle{plural} in {}", time(seconds));
    if puzzles > 1 {
        let rate = puzzles as f64 / seconds.max(1e-9);
        let digits = if rate < 10.0 { 1 } else { 0 };
        words += &format!(", {rate:.digits$} a second");
    }
    words
}

/// A time as people say it.
fn time(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..10 => format!("{seconds:.1} s"),
        10..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_share_what_they_found() {
        let found = Found::default();
        let (one, other) = (found.share(), found.share());
        one.at(5);
        other.at(7);
        one.at(6);
        let progress = Progress::new(false, Size::Unknown, Some(found.clone()));
        assert_eq!(progress.in_words(0), "0 puzzles in 0.0 s, 13 solutions so far");
        other.at(u64::MAX);
        assert_eq!(found.0.load(Ordering::Relaxed), u64::MAX);
    }

    #[test]
    fn words() {
        let elapsed = Duration::from_secs(20);
        let all = Size::Puzzles(1000);
        let words = "200 of 1000 puzzles in 20 s, 10 a second, about 1 min 20 s left";
        assert_eq!(all.in_words(200, elapsed), words);
        assert_eq!(Size::Puzzles(1).in_words(0, elapsed), "0 of 1 puzzle in 20 s");
        assert_eq!(Size::Unknown.in_words(3, elapsed), "3 puzzles in 20 s, 0.1 a second");
        let half = Size::Bytes { all: 100, read: Arc::new(50.into()) };
        assert_eq!(half.in_words(1, elapsed), "1 puzzle in 20 s, about 20 s left");
        assert_eq!(
            [0.04, 9.99, 59.7, 7322.0].map(time),
            ["0.0 s", "10 s", "1 min 0 s", "2 h 2 min"]
        );
    }
}
