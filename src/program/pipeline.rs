//! From batches to chunks, on one thread or many; the order is that of the input either way.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::arguments::{Input, Work};
use super::input::{Sink, Sources};
use super::interrupt;
use super::outlet::Outlet;
use super::page::{Chunk, Page};
use super::report;
use super::status::Status;
use super::text::Item;

/// What is done with a batch.
pub trait Task {
    /// Writes the answers to these items, in order.
    fn work(&mut self, items: &[Item], page: &mut Page<'_>);
}

/// Makes the task of one thread.
pub type Tasks = Box<dyn Fn() -> Box<dyn Task> + Send + Sync>;

/// Reads, works and writes until the input ends or somebody has had enough.
pub fn run(input: &Input, work: Work, tasks: Tasks) -> Status {
    let sources = match Sources::new(input) {
        Ok(sources) => sources,
        Err(why) => {
            report::line(&why);
            return Status::BadInput;
        }
    };
    let outlet = Arc::new(Mutex::new(Outlet::new(work.stats)));
    interrupt::watch(&outlet);
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    match work.threads.map_or_else(cores, usize::from) {
        1 => sources.read(&mut Alone { task: tasks(), outlet: &outlet }),
        threads => together(sources, threads, tasks, &outlet),
    }
    lock(&outlet).end()
}

fn lock(outlet: &Mutex<Outlet>) -> MutexGuard<'_, Outlet> {
    outlet.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// One thread does everything.
struct Alone<'o> {
    task: Box<dyn Task>,
    outlet: &'o Mutex<Outlet>,
}

impl Sink for Alone<'_> {
    fn batch(&mut self, batch: Vec<Item>) -> bool {
        let mut open = true;
        let mut emit = |chunk: Chunk| {
            open = lock(self.outlet).take(chunk);
            open
        };
        let mut page = Page::new(&mut emit);
        self.task.work(&batch, &mut page);
        page.end();
        open
    }

    fn read(&mut self, read: &mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize> {
        lock(self.outlet).flush();
        interrupt::while_reading(read)
    }
}

/// What a worker passes on.
enum Part {
    Chunk(Chunk),
    /// The batch is done.
    End,
}

/// Chunks that a worker may be ahead of the outlet with, for each batch.
const AHEAD: usize = 4;

/// How long to wait for the next batch before asking whether there will be one.
const PATIENCE: Duration = Duration::from_millis(20);

/// One thread reads, some work, and this one writes what they send, batch by batch.
fn together(sources: Sources, threads: usize, tasks: Tasks, outlet: &Mutex<Outlet>) {
    let (turns, in_turn) = sync_channel(2 * threads);
    let (jobs, waiting) = sync_channel(2 * threads);
    let waiting = Arc::new(Mutex::new(waiting));
    let crew = Crew { threads, hired: 0, tasks: tasks.into(), waiting, jobs, turns };
    // Nobody waits for this thread in the end: it may be reading from a terminal.
    thread::spawn(move || {
        let mut crew = crew;
        sources.read(&mut crew);
    });
    while let Some(parts) = next_turn(&in_turn, outlet) {
        if !write(&parts, outlet) {
            return;
        }
    }
}

/// The parts of the next batch; none after the last one, or when somebody asked to stop.
fn next_turn(in_turn: &Receiver<Receiver<Part>>, outlet: &Mutex<Outlet>) -> Option<Receiver<Part>> {
    if let Ok(parts) = in_turn.try_recv() {
        return Some(parts);
    }
    lock(outlet).flush();
    loop {
        match in_turn.recv_timeout(PATIENCE) {
            Ok(parts) => return Some(parts),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if interrupt::cancel().is_cancelled() => {
                lock(outlet).stop();
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Writes the parts of one batch, and says whether to go on.
fn write(parts: &Receiver<Part>, outlet: &Mutex<Outlet>) -> bool {
    loop {
        let part = match parts.try_recv() {
            Err(TryRecvError::Empty) => {
                lock(outlet).flush();
                parts.recv().ok()
            }
            part => part.ok(),
        };
        match part {
            Some(Part::End) => return true,
            Some(Part::Chunk(chunk)) => {
                if !lock(outlet).take(chunk) {
                    return false;
                }
            }
            None => {
                lock(outlet).fail("a thread of work broke off");
                return false;
            }
        }
    }
}

/// A batch, and where its parts go.
struct Job {
    batch: Vec<Item>,
    parts: SyncSender<Part>,
}

/// The workers, and the lists of what they have to do.
struct Crew {
    threads: usize,
    hired: usize,
    tasks: Arc<dyn Fn() -> Box<dyn Task> + Send + Sync>,
    waiting: Arc<Mutex<Receiver<Job>>>,
    jobs: SyncSender<Job>,
    turns: SyncSender<Receiver<Part>>,
}

impl Crew {
    /// One more worker.
    fn hire(&mut self) {
        self.hired += 1;
        let (tasks, waiting) = (self.tasks.clone(), self.waiting.clone());
        thread::spawn(move || {
            let mut task = tasks();
            let next = || waiting.lock().ok()?.recv().ok();
            while let Some(Job { batch, parts }) = next() {
                let mut emit = |chunk| parts.send(Part::Chunk(chunk)).is_ok();
                let mut page = Page::new(&mut emit);
                task.work(&batch, &mut page);
                page.end();
                let _ = parts.send(Part::End);
            }
        });
    }
}

impl Sink for Crew {
    fn batch(&mut self, batch: Vec<Item>) -> bool {
        // A short input needs few of them.
        if self.hired < self.threads {
            self.hire();
        }
        let (parts, in_turn) = sync_channel(AHEAD);
        self.turns.send(in_turn).is_ok() && self.jobs.send(Job { batch, parts }).is_ok()
    }

    fn read(&mut self, read: &mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize> {
        read()
    }
}
