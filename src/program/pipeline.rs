//! From batches to chunks, on one thread or many; the order is that of the input either way.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use super::arguments::{Input, Work};
use super::input::{Sink, Source, Sources};
use super::interrupt;
use super::item::Item;
use super::outlet::Outlet;
use super::page::{Chunk, Page};
use super::progress::{Found, Progress};
use super::report;
use super::status::Status;

/// Answers wait no longer than this for others to be written with them.
const PATIENCE: Duration = Duration::from_millis(50);

/// What is done with a batch.
pub trait Task<T = Item> {
    /// Writes the answers to these items, in order.
    fn work(&mut self, items: &[T], page: &mut Page<'_>);
}

/// Makes the task of one thread.
pub type Tasks<T = Item> = Box<dyn Fn() -> Box<dyn Task<T>> + Send + Sync>;

/// How the tasks go about their work.
pub struct Course {
    /// What was asked for.
    pub work: Work,
    /// What stands before the first answer and after the last.
    pub around: [&'static str; 2],
    /// Whether they take plain lines as such.
    pub plain: bool,
    /// Where they say how many solutions there are so far, if they count them.
    pub found: Option<Found>,
}

impl Course {
    /// The usual one.
    pub fn new(work: Work) -> Course {
        Course { work, around: ["", ""], plain: false, found: None }
    }
}

/// Reads, works and writes until the input ends or somebody has had enough.
pub fn run(input: &Input, course: Course, tasks: Tasks) -> Status {
    match Sources::new(input, course.plain) {
        Ok(sources) => feed(sources, course, tasks),
        Err(why) => {
            report::line(&why);
            Status::BadInput
        }
    }
}

/// The same with work from anywhere.
pub fn feed<T: Send + 'static>(source: impl Source<T>, course: Course, tasks: Tasks<T>) -> Status {
    let Course { work, around, found, .. } = course;
    let progress = Progress::new(work.progress, source.size(), found);
    let outlet = Arc::new(Mutex::new(Outlet::new(work.stats, progress, around)));
    interrupt::watch(&outlet);
    match work.threads() {
        1 => source.read(&mut Alone { task: tasks(), outlet: &outlet }),
        threads => {
            interrupt::attend();
            together(source, threads, tasks, &outlet);
        }
    }
    lock(&outlet).end()
}

/// What a mutex holds, whatever became of those who held it before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// One thread does everything.
struct Alone<'o, T> {
    task: Box<dyn Task<T>>,
    outlet: &'o Mutex<Outlet>,
}

/// Lets out what lies there while a puzzle takes long.
pub fn keep_flushing(outlet: Arc<Mutex<Outlet>>) {
    thread::spawn(move || {
        loop {
            thread::sleep(PATIENCE);
            lock(&outlet).flush();
        }
    });
}

impl<T> Sink<T> for Alone<'_, T> {
    fn batch(&mut self, batch: Vec<T>) -> bool {
        interrupt::going();
        let mut open = true;
        let mut pass = |chunk: &mut Chunk| {
            open = lock(self.outlet).take(chunk);
            open
        };
        self.task.work(&batch, &mut Page::new(&mut pass));
        open
    }

    fn read(&mut self, read: &mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize> {
        interrupt::going();
        lock(self.outlet).flush();
        interrupt::while_reading(read)
    }
}

/// One thread reads, some work, and this one writes what they did, batch by batch.
fn together<T: Send + 'static>(
    source: impl Source<T>,
    threads: usize,
    tasks: Tasks<T>,
    outlet: &Mutex<Outlet>,
) {
    let (turns, in_turn) = sync_channel(4 * threads);
    let (jobs, waiting) = sync_channel(4 * threads);
    let waiting = Arc::new(Mutex::new(waiting));
    let mut crew = Crew { threads, hired: 0, tasks: tasks.into(), waiting, jobs, turns };
    // Nobody waits for this thread in the end: it may be reading from a terminal.
    thread::spawn(move || source.read(&mut crew));
    while let Some(tray) = next_turn(&in_turn, outlet) {
        if !tray.empty_into(outlet) {
            return;
        }
    }
}

/// The tray of the next batch; none after the last one, or when somebody asked to stop.
fn next_turn(in_turn: &Receiver<Arc<Tray>>, outlet: &Mutex<Outlet>) -> Option<Arc<Tray>> {
    if let Ok(tray) = in_turn.try_recv() {
        return Some(tray);
    }
    lock(outlet).flush();
    loop {
        match in_turn.recv_timeout(PATIENCE) {
            Ok(tray) => return Some(tray),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) if interrupt::cancel().is_cancelled() => {
                lock(outlet).stop();
                return None;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Where the answers to one batch lie until it is their turn.
#[derive(Default)]
struct Tray {
    held: Mutex<Held>,
    changed: Condvar,
}

#[derive(Default)]
struct Held {
    chunk: Chunk,
    /// The batch is done.
    complete: bool,
    /// The worker is gone.
    ended: bool,
    /// Nobody wants more.
    unwanted: bool,
}

/// A tray with so much on it takes no more until it is emptied.
const FULL: usize = 1 << 18;

impl Tray {
    /// Takes answers from a worker, and says whether anybody wants more.
    fn put(&self, chunk: &mut Chunk) -> bool {
        let mut held = lock(&self.held);
        while held.chunk.out.len() >= FULL && !held.unwanted {
            self.changed.notify_all();
            held = self.changed.wait(held).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
        chunk.move_to(&mut held.chunk);
        !held.unwanted
    }

    /// Notes something, and wakes who waits for it.
    fn note(&self, note: impl FnOnce(&mut Held)) {
        note(&mut lock(&self.held));
        self.changed.notify_all();
    }

    /// Lets everything out until the batch is done, and says whether to go on.
    fn empty_into(&self, outlet: &Mutex<Outlet>) -> bool {
        let mut chunk = Chunk::default();
        loop {
            let mut held = lock(&self.held);
            if !held.complete && !held.ended && held.chunk.out.len() < FULL {
                let wait = self.changed.wait_timeout(held, PATIENCE);
                held = wait.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
            }
            held.chunk.move_to(&mut chunk);
            let (complete, ended) = (held.complete, held.ended);
            drop(held);
            self.changed.notify_all();
            if !lock(outlet).take(&mut chunk) {
                self.note(|held| held.unwanted = true);
                return false;
            }
            if complete {
                return true;
            }
            if ended {
                lock(outlet).fail("a thread of work broke off");
                return false;
            }
            lock(outlet).flush();
        }
    }
}

/// A batch, and where its answers go.
struct Job<T> {
    batch: Vec<T>,
    tray: Arc<Tray>,
}

impl<T> Drop for Job<T> {
    /// Done or not.
    fn drop(&mut self) {
        self.tray.note(|held| held.ended = true);
    }
}

/// The workers, and the lists of what they have to do.
struct Crew<T> {
    threads: usize,
    hired: usize,
    tasks: Arc<dyn Fn() -> Box<dyn Task<T>> + Send + Sync>,
    waiting: Arc<Mutex<Receiver<Job<T>>>>,
    jobs: SyncSender<Job<T>>,
    turns: SyncSender<Arc<Tray>>,
}

impl<T: Send + 'static> Crew<T> {
    /// One more worker.
    fn hire(&mut self) {
        self.hired += 1;
        let (tasks, waiting) = (self.tasks.clone(), self.waiting.clone());
        thread::spawn(move || {
            let mut task = tasks();
            let next = || lock(&waiting).recv().ok();
            while let Some(job) = next() {
                let mut pass = |chunk: &mut Chunk| job.tray.put(chunk);
                task.work(&job.batch, &mut Page::new(&mut pass));
                job.tray.note(|held| held.complete = true);
            }
        });
    }
}

impl<T: Send + 'static> Sink<T> for Crew<T> {
    fn batch(&mut self, batch: Vec<T>) -> bool {
        // A short input needs few of them.
        if self.hired < self.threads {
            self.hire();
        }
        let tray = Arc::new(Tray::default());
        let job = Job { batch, tray: tray.clone() };
        self.turns.send(tray).is_ok() && self.jobs.send(job).is_ok()
    }

    fn read(&mut self, read: &mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize> {
        read()
    }
}
