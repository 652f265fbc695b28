//! Ctrl-C: stops the search, leaves whole lines behind and says how far it came.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use houserules::Cancel;

use super::outlet::Outlet;
use super::status::Status;

static OUTLET: OnceLock<Arc<Mutex<Outlet>>> = OnceLock::new();
static READING: AtomicBool = AtomicBool::new(false);

/// How long the work may take to come to an end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// The flag that goes up when somebody asks to stop.
pub fn cancel() -> &'static Cancel {
    static CANCEL: OnceLock<Cancel> = OnceLock::new();
    CANCEL.get_or_init(|| {
        let cancel = Cancel::new();
        let flag = cancel.clone();
        // Where there are no signals, nobody asks.
        let _ = ctrlc::set_handler(move || {
            if flag.is_cancelled() {
                // Asked twice.
                std::process::exit(Status::Interrupted.code().into());
            }
            flag.cancel();
            thread::spawn(end_if_stuck);
        });
        cancel
    })
}

/// Says where lines leave, for the case that nobody is there to let them out.
pub fn watch(outlet: &Arc<Mutex<Outlet>>) {
    let _ = OUTLET.set(outlet.clone());
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
