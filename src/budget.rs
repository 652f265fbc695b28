//! How much a search may spend, and the flag that stops it from another thread.

use alloc::sync::Arc;
use core::fmt;
#[cfg(feature = "threads")]
use core::sync::atomic::AtomicU64;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::stats::Stats;
#[cfg(feature = "clock")]
use std::time::{Duration, Instant};

/// What ended a search before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Limit {
    /// It made as many decisions as it was allowed.
    Nodes,
    /// It found as many solutions as it was asked for.
    Solutions,
    /// Its time was up.
    Time,
    /// Someone [cancelled](Cancel) it.
    Cancelled,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Nodes => "node limit reached",
            Limit::Solutions => "solution limit reached",
            Limit::Time => "time limit reached",
            Limit::Cancelled => "cancelled",
        })
    }
}

/// A flag that stops every search that was given it; clones are the same flag.
///
/// ```
/// use houserules::{Budget, Cancel, Limit, ModelBuilder, Outcome, Solver};
///
/// let cancel = Cancel::new();
/// let mut model = ModelBuilder::new();
/// model.vars(20, 0..10);
/// let mut solver = Solver::new(&model.build()?).budget(Budget::new().cancel(&cancel));
/// cancel.cancel(); // usually from another thread
/// assert_eq!(solver.first(), Outcome::Unknown(Limit::Cancelled));
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is down.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Raises the flag; searches stop at their next decision or after some hundred calls of constraints.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is up.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for code that wants to look at it often.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// How much one search may spend. Without a limit it runs until it has its answer.
///
/// What the limits cut off is an outcome of its own: *unknown*, never "no solution".
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub(crate) nodes: Option<u64>,
    pub(crate) solutions: Option<u64>,
    #[cfg(feature = "clock")]
    time: Option<Duration>,
    cancel: Option<Cancel>,
    /// How many changes another search took to the same answer.
    #[cfg(feature = "threads")]
    best: Option<Arc<AtomicU64>>,
    progress: Option<Progress>,
}

/// Is told how far a search is.
#[derive(Clone)]
pub(crate) struct Progress(pub(crate) Arc<dyn Fn(&Stats) + Send + Sync>);

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}

/// What a search in lanes has to heed.
#[cfg(feature = "lanes")]
pub(crate) struct ForLanes {
    pub(crate) cancel: Option<Cancel>,
    pub(crate) progress: Option<Progress>,
    /// The time, if it is limited. Lanes do not read the clock.
    pub(crate) micros: Option<u64>,
}

/// So many microseconds are enough for a guess in lanes where there are groups alone.
#[cfg(feature = "lanes")]
const GUESS: u64 = 8;

#[cfg(feature = "lanes")]
impl ForLanes {
    /// For so many guesses there is time enough in any case.
    pub(crate) fn guesses(&self) -> Option<u64> {
        self.micros.map(|micros| micros / GUESS)
    }
}

impl Budget {
    /// No limit.
    pub fn new() -> Budget {
        Budget::default()
    }

    /// What lanes have to heed; `None` if they cannot.
    #[cfg(feature = "lanes")]
    pub(crate) fn for_lanes(&self) -> Option<ForLanes> {
        #[cfg(feature = "clock")]
        let micros = self.time.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        #[cfg(not(feature = "clock"))]
        let micros = None;
        let free = self.nodes.is_none() && self.solutions.is_none();
        free.then(|| ForLanes {
            cancel: self.cancel.clone(),
            progress: self.progress.clone(),
            micros,
        })
    }

    /// At most this many decisions.
    pub fn nodes(self, nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..self }
    }

    /// At most this many solutions: the search ends with the last of them and does not look whether
    /// there is one more.
    pub fn solutions(self, solutions: u64) -> Budget {
        Budget { solutions: Some(solutions), ..self }
    }

    /// At most this much time from the beginning of the search. Looked at between decisions, and every few
    /// hundred calls of constraints. Lanes do not look: they have a guess for each 8 µs of it, and a search after them all of it.
    #[cfg(feature = "clock")]
    pub fn time(self, time: Duration) -> Budget {
        Budget { time: Some(time), ..self }
    }

    /// Tells `progress` how far the search is, about every 100,000 changes of domains: some milliseconds of
    /// work. It is called between two steps of the search, on its thread. A count by lanes says how many solutions and
    /// decisions there are so far, and nothing else.
    pub fn progress(self, progress: impl Fn(&Stats) + Send + Sync + 'static) -> Budget {
        Budget { progress: Some(Progress(Arc::new(progress))), ..self }
    }

    /// Until another search was seen to need fewer changes.
    #[cfg(feature = "threads")]
    pub(crate) fn racing(self, best: Arc<AtomicU64>) -> Budget {
        Budget { best: Some(best), ..self }
    }

    /// Until this flag is raised.
    pub fn cancel(self, cancel: &Cancel) -> Budget {
        Budget { cancel: Some(cancel.clone()), ..self }
    }
}

/// A budget while it is being spent.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    budget: Budget,
    /// At how many changes progress is told next.
    next_word: u64,
    #[cfg(feature = "clock")]
    deadline: Option<Instant>,
    /// At how many changes of domains the clock is read next.
    #[cfg(feature = "clock")]
    next_look: u64,
}

/// Changes between two words on progress.
const WORD: u64 = 100_000;

/// Changes between two looks at the clock: some ten microseconds of work.
#[cfg(feature = "clock")]
const LOOK: u64 = 1000;

impl Meter {
    pub(crate) fn start(budget: &Budget) -> Meter {
        Meter {
            #[cfg(feature = "clock")]
            // A deadline beyond what the clock can say never comes.
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            #[cfg(feature = "clock")]
            next_look: 0,
            next_word: WORD,
            budget: budget.clone(),
        }
    }

    /// The same for a search that goes on after so many decisions and solutions.
    pub(crate) fn resume(budget: &Budget, stats: &Stats) -> Meter {
        let further = |limit: Option<u64>, before| limit.map(|limit| limit.saturating_add(before));
        let budget = Budget {
            nodes: further(budget.nodes, stats.nodes),
            solutions: further(budget.solutions, stats.solutions),
            ..budget.clone()
        };
        Meter { next_word: stats.changes + WORD, ..Meter::start(&budget) }
    }

    /// The same as [`over`](Self::over) between two steps of a search, which tells how far it is as well.
    pub(crate) fn step(&mut self, stats: &Stats, changes: u64) -> Option<Limit> {
        if changes >= self.next_word
            && let Some(progress) = &self.budget.progress
        {
            self.next_word = changes + WORD;
            (progress.0)(&Stats { changes, ..*stats });
        }
        self.over(changes)
    }

    /// What is left for another search after so many decisions and solutions.
    pub(crate) fn left(&self, nodes: u64, solutions: u64) -> Budget {
        Budget {
            nodes: self.budget.nodes.map(|limit| limit.saturating_sub(nodes)),
            solutions: self.budget.solutions.map(|limit| limit.saturating_sub(solutions)),
            #[cfg(feature = "clock")]
            time: self.deadline.map(|end| end.saturating_duration_since(Instant::now())),
            ..self.budget.clone()
        }
    }

    /// Whether there are as many solutions as were wanted.
    pub(crate) fn enough(&self, solutions: u64) -> Option<Limit> {
        self.budget.solutions.is_some_and(|limit| solutions >= limit).then_some(Limit::Solutions)
    }

    /// Whether one more decision is too many. Going back needs none, so what
    /// [`Stats::nodes`](crate::Stats::nodes) says of a search is enough for it.
    pub(crate) fn decided(&self, nodes: u64) -> Option<Limit> {
        self.budget.nodes.is_some_and(|limit| nodes >= limit).then_some(Limit::Nodes)
    }

    /// What was done took longer than changes tell: the clock is looked at next time in any case.
    pub(crate) fn hurry(&mut self) {
        #[cfg(feature = "clock")]
        {
            self.next_look = 0;
        }
    }

    /// Whether someone stopped the search or its time is up, after so many changes.
    pub(crate) fn over(&mut self, _changes: u64) -> Option<Limit> {
        if self.budget.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(Limit::Cancelled);
        }
        #[cfg(feature = "threads")]
        if self.budget.best.as_ref().is_some_and(|best| _changes > best.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        #[cfg(feature = "clock")]
        if let Some(deadline) = self.deadline
            && _changes >= self.next_look
        {
            self.next_look = _changes + LOOK;
            if Instant::now() >= deadline {
                return Some(Limit::Time);
            }
        }
        None
    }
}
