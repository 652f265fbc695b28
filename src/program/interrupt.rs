//! Ctrl-C: stops the search, leaves whole lines behind and says how far it came.
//!
//! Until somebody [attends](attend), the system ends the process. To attend costs threads, so work that is over in a few
//! milliseconds and waits for nobody goes without.

#[cfg(unix)]
use std::fs::File;
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::FileTypeExt};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use houserules::Cancel;

use super::outlet::Outlet;
use super::pipeline;
use super::status::Status;

static OUTLET: OnceLock<Arc<Mutex<Outlet>>> = OnceLock::new();
static BEGUN: OnceLock<Instant> = OnceLock::new();
static ATTENDED: Once = Once::new();
static READING: AtomicBool = AtomicBool::new(false);

/// How long the work may take to come to an end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// Nobody asks to stop sooner.
const SOON: Duration = Duration::from_millis(30);

/// The flag that goes up when somebody asks to stop, if somebody attends.
pub fn cancel() -> &'static Cancel {
    static CANCEL: OnceLock<Cancel> = OnceLock::new();
    CANCEL.get_or_init(Cancel::new)
}

/// From now on Ctrl-C raises the flag, and lines do not wait for a puzzle that takes long.
pub fn attend() {
    ATTENDED.call_once(|| {
        let flag = cancel();
        // Where there are no signals, nobody asks.
        let _ = ctrlc::set_handler(move || {
            if flag.is_cancelled() {
                // Asked twice.
                std::process::exit(Status::Interrupted.code().into());
            }
            flag.cancel();
            thread::spawn(end_if_stuck);
        });
        if let Some(outlet) = OUTLET.get() {
            pipeline::keep_flushing(outlet.clone());
        }
    });
}

/// The work goes on, and waits for nobody. To be called often.
pub fn going() {
    if BEGUN.get_or_init(Instant::now).elapsed() >= SOON {
        attend();
    }
}

/// Says where lines leave, for the case that nobody is there to let them out.
pub fn watch(outlet: &Arc<Mutex<Outlet>>) {
    let _ = OUTLET.set(outlet.clone());
    going();
}

/// Attends from now on if a stream may keep us waiting.
#[cfg(unix)]
pub fn attend_to(stream: &(impl AsFd + std::io::IsTerminal)) {
    if !ATTENDED.is_completed() && may_wait(stream) {
        attend();
    }
}

/// Attends from now on: nobody knows whether a stream may keep us waiting.
#[cfg(not(unix))]
pub fn attend_to<T>(_: &T) {
    attend();
}

/// Whether a stream may keep us waiting: all but files do, and what is a file in name alone.
#[cfg(unix)]
fn may_wait(stream: &(impl AsFd + std::io::IsTerminal)) -> bool {
    let data = |fd| File::from(fd).metadata();
    let data = stream.as_fd().try_clone_to_owned().and_then(data);
    let never = data.is_ok_and(|data| {
        let kind = data.file_type();
        kind.is_file() || (kind.is_char_device() && !stream.is_terminal())
    });
    !never
}

/// Reads, and does not mind being interrupted: a process that only waits for input ends at once.
pub fn while_reading<T>(read: impl FnOnce() -> T) -> T {
    READING.store(true, Ordering::SeqCst);
    let read = read();
    READING.store(false, Ordering::SeqCst);
    read
}

/// Ends the process if nothing else will.
fn end_if_stuck() {
    let asked = Instant::now();
    loop {
        thread::sleep(Duration::from_millis(5));
        let late = asked.elapsed() >= GRACE;
        if !late && !READING.load(Ordering::SeqCst) {
            continue;
        }
        let status = match OUTLET.get().map(|outlet| outlet.try_lock()) {
            Some(Ok(mut outlet)) => {
                outlet.stop();
                outlet.end()
            }
            // Standard output is full, and nobody reads it.
            Some(Err(TryLockError::WouldBlock)) if !late => continue,
            _ => Status::Interrupted,
        };
        std::process::exit(status.code().into());
    }
}
