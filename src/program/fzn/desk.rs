//! Where answers leave, and who sees to it that they leave in time, whatever the work is busy with.

use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use houserules::Cancel;

/// What stands where no solution was found in time.
pub const UNKNOWN: &str = "=====UNKNOWN=====\n";

/// How long a search may take to stop by itself, when it should.
const GRACE: Duration = Duration::from_millis(200);

/// How often somebody looks.
const LOOK: Duration = Duration::from_millis(5);

/// Standard output, for the work and for whoever ends it.
pub struct Desk(Arc<Mutex<Out>>);

#[derive(Default)]
struct Out {
    /// The best solution, if it is to be told at the end.
    kept: Vec<u8>,
    told: bool,
    /// Whether the work is a search, which stops by itself; reading does not.
    searches: bool,
    closed: bool,
}

impl Desk {
    /// Opens, and has the process end after the time limit or when somebody asks, if the work does not.
    pub fn open(begun: Instant, limit: Option<Duration>, cancel: &Cancel) -> Desk {
        let out = Arc::new(Mutex::new(Out::default()));
        let (watched, cancel) = (out.clone(), cancel.clone());
        let deadline = limit.and_then(|limit| begun.checked_add(limit));
        // Without a thread, what stops by itself still does.
        let _ = thread::Builder::new().spawn(move || watch(&watched, deadline, &cancel));
        Desk(out)
    }

    /// From here on the work is a search.
    pub fn search(&self) {
        lock(&self.0).searches = true;
    }

    /// Tells a solution at once.
    pub fn tell(&self, solution: &[u8]) -> io::Result<()> {
        let mut out = lock(&self.0);
        out.told = true;
        write(&[solution])
    }

    /// Has a solution told at the end, if no better one comes.
    pub fn keep(&self, solution: Vec<u8>) {
        lock(&self.0).kept = solution;
    }

    /// Tells what was kept, and what stands at the end.
    pub fn close(&self, end: &[u8]) -> io::Result<()> {
        let mut out = lock(&self.0);
        out.closed = true;
        write(&[&out.kept, end])
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        lock(&self.0).closed = true;
    }
}

fn lock(out: &Mutex<Out>) -> MutexGuard<'_, Out> {
    out.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(parts: &[&[u8]]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    parts.iter().try_for_each(|part| stdout.write_all(part))?;
    stdout.flush()
}

/// Ends the process when its time is over: at once while it reads, later where it should stop by itself.
fn watch(out: &Mutex<Out>, deadline: Option<Instant>, cancel: &Cancel) {
    let mut over = None;
    loop {
        thread::sleep(LOOK);
        let now = Instant::now();
        if cancel.is_cancelled() || deadline.is_some_and(|deadline| now >= deadline) {
            over = over.or(Some(now));
        }
        let out = lock(out);
        if out.closed {
            return;
        }
        let grace = if out.searches { GRACE } else { Duration::ZERO };
        if over.is_some_and(|over| now.duration_since(over) >= grace) {
            let unknown = if out.told || !out.kept.is_empty() { "" } else { UNKNOWN };
            // There is nobody to tell of an error.
            let _ = write(&[&out.kept, unknown.as_bytes()]);
            process::exit(0);
        }
    }
}
