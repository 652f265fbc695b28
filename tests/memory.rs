//! Whatever a text is, it is read in memory that does not grow with it.
#![cfg(feature = "grid")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicUsize, Ordering};

use houserules::grid::Reader;

/// The system's allocator, with the bytes in use and the most that ever were.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: both functions hand their arguments to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        MOST.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// So much of a text, again and again.
struct Again<'t> {
    text: &'t [u8],
    at: usize,
    left: usize,
}

impl Read for Again<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = (&self.text[self.at..]).read(buffer)?.min(self.left);
        self.at = (self.at + read) % self.text.len();
        self.left -= read;
        Ok(read)
    }
}

const SIZE: usize = 12 << 20;

#[test]
fn nothing_makes_the_reader_hold_the_whole_text() {
    let long = |sign: &str| sign.repeat(1000);
    let line = ".".repeat(81);
    let texts = [
        format!("{line}\n"),
        format!("{line} {}\n", long("name")),
        format!("#{}\n", long("comment")),
        format!("{}\n", long(" ")),
        format!("+{}+\n", long("-")),
        format!("|{}|\n", long("1 2")),
        format!("{}\n", long("1 ")),
        format!("{}\n", long("A")),
        format!("[{}\n", long("1,")),
        format!("{}\n", long("[")),
        format!("\"{}\n", long("x")),
        format!("puzzle,{}\n", long("x")),
        format!("<opensudoku a=\"{}\">\n", long("x")),
        "1 ".repeat(100_000) + "\n",
        long("1"),
        long("u1 "),
        long("<opensudoku>"),
        long("\u{7}"),
    ];
    for text in texts {
        let before = NOW.load(Ordering::Relaxed);
        MOST.store(before, Ordering::Relaxed);
        let input = Again { text: text.as_bytes(), at: 0, left: SIZE };
        // Mistakes are many here, and the first ones tell.
        Reader::new(BufReader::new(input)).take(10).for_each(drop);
        let most = MOST.load(Ordering::Relaxed) - before;
        let shown: String = text.chars().take(40).collect();
        assert!(most < SIZE, "{most} bytes for {shown:?}");
    }
}
