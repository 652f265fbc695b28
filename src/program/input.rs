//! Opening files and reading puzzles from them, batch by batch.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, BufRead, Cursor, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use houserules::grid::{
    Form, Reader, Shape, Symbols, Variant, VariantForm, VariantReader, claimed_by,
};

use super::arguments::Input;
use super::interrupt;
use super::item::{Item, Piece};
use super::progress::Size;
use super::regions;
use super::report;
use super::text::Text;
use super::unpacked;
use super::whole_lines::WholeLines;

/// So many puzzles make a batch: enough to be worth handing to another thread. The first batches are
/// smaller, to keep all threads busy with a short list of hard ones.
const BATCH: usize = 64;

/// What is read at once is swept together, up to so many puzzles of 81 cells at a time, and few that are left over keep vectors
/// as busy as many would: so it is all of this or a multiple.
const PIECE: usize = 512 * 82;

/// So many pieces are read at once, at most and in general at least: more keep more lanes busy, and fewer come out of memory
/// that is at hand.
const PIECES: [usize; 2] = [4, 2];

/// A file with fewer bytes is read as a whole.
const SMALL: usize = 1 << 12;

/// Bytes of a file of that size that are read at once.
fn capacity(size: usize) -> usize {
    let [most, least] = PIECES;
    (PIECE * (size / 4).div_ceil(PIECE).clamp(least, most)).min(size.max(SMALL))
}

/// Shows the allocator that blocks of that size come and go. The one of glibc then keeps what is given back, up to twice as
/// much, instead of asking the system for it again, piece by piece, with each batch.
fn keep_memory(size: usize) {
    drop(std::hint::black_box(Vec::<u8>::with_capacity(size)));
}

/// Where there is so much to read, what was read tells how far the work is.
const LARGE: u64 = 1 << 20;

/// What is to be read, and how.
#[derive(Clone)]
pub struct Sources {
    files: Vec<PathBuf>,
    shape: Option<Shape>,
    from: Option<From>,
    symbols: Option<Symbols>,
    lenient: bool,
    /// Whether plain lines are passed on as such.
    plain: bool,
    /// So many bytes of the files were read.
    read: Arc<AtomicU64>,
}

/// The form of the texts, if it is said. A name may be that of a form of puzzles, of variant puzzles, or of both.
#[derive(Clone, Copy, Debug)]
pub struct From {
    /// The form of puzzles.
    pub puzzles: Option<&'static dyn Form>,
    /// The form of variant puzzles.
    pub variants: Option<&'static dyn VariantForm>,
}

impl From {
    /// The form of variant puzzles that a text is in, if it holds such.
    fn variants(from: Option<From>, head: &[u8]) -> Option<&'static dyn VariantForm> {
        let head = String::from_utf8_lossy(head);
        match from {
            None => claimed_by(&head),
            Some(From { puzzles: None, variants }) => variants,
            Some(From { variants, .. }) => {
                variants.filter(|form| claimed_by(&head).is_some_and(|f| f.name() == form.name()))
            }
        }
    }
}

const NOTHING: &str = "no puzzle in it";

const SAYS_ITSELF: &str = "a variant puzzle says its board itself: it is not read with `--shape`, `--regions` or `--symbols`";

/// Somebody who takes what is to be worked on.
pub trait Sink<T = Item> {
    /// Takes a batch, and says whether more is wanted.
    fn batch(&mut self, batch: Vec<T>) -> bool;

    /// Reads from a file that may keep us waiting.
    fn read(&mut self, read: &mut dyn FnMut() -> io::Result<usize>) -> io::Result<usize>;
}

/// Where work comes from.
pub trait Source<T>: Send + 'static {
    /// How much it is.
    fn size(&self) -> Size;

    /// Puts everything into the sink, unless that has enough.
    fn read(&self, sink: &mut dyn Sink<T>);
}

impl Sources {
    /// What the arguments say; an error is in words.
    pub fn new(input: &Input, plain: bool) -> Result<Sources, String> {
        let shape = match &input.regions {
            None => input.shape.clone(),
            Some(path) => Some(regions::shape(path, input.shape.as_ref())?),
        };
        let mut files = input.files.clone();
        if files.is_empty() {
            files.push("-".into());
        }
        let read = Arc::default();
        Ok(Sources {
            files,
            shape,
            from: input.from,
            symbols: input.symbols,
            lenient: input.lenient,
            plain,
            read,
        })
    }

    fn read_text(&self, name: &Arc<str>, file: Opened, pending: &Rc<RefCell<Pending<'_>>>) {
        let Opened { input, size } = file;
        let input = Patient { input: unpacked::unpack(input), pending: pending.clone() };
        let capacity = capacity(size);
        if capacity > SMALL {
            keep_memory(2 * PIECE * PIECES[0]);
        }
        let mut input = WholeLines::new(input, capacity);
        let (head, failed) = head(&mut input);
        let variants = From::variants(self.from, head.get_ref());
        let input = head.chain(failed).chain(input);
        match variants {
            Some(form) => self.read_variants(name, input, form, pending),
            None => self.read_puzzles(name, input, pending),
        }
    }

    fn read_variants(
        &self,
        name: &Arc<str>,
        input: impl BufRead,
        form: &'static dyn VariantForm,
        pending: &Rc<RefCell<Pending<'_>>>,
    ) {
        if self.shape.is_some() || self.symbols.is_some() {
            return self.unreadable(name, SAYS_ITSELF, pending);
        }
        let text = Text { name: name.clone(), form: None, variants: Some(form) };
        let mut empty = true;
        for read in VariantReader::new(input, form).lenient(self.lenient) {
            empty = false;
            let piece = match read {
                Ok(entry) => Piece::Variant(Box::new(entry)),
                Err(error) => Piece::Mistake(error.into()),
            };
            pending.borrow_mut().push(Item { text: text.clone(), piece });
            if !pending.borrow().open {
                return;
            }
        }
        if empty && pending.borrow().open {
            self.unreadable(name, NOTHING, pending);
        }
    }

    /// A text that is not read, and why.
    fn unreadable(&self, name: &Arc<str>, why: &str, pending: &Rc<RefCell<Pending<'_>>>) {
        let text = Text { name: name.clone(), form: None, variants: None };
        pending.borrow_mut().push(Item { text, piece: Piece::Unreadable(why.to_owned()) });
    }

    fn read_puzzles(
        &self,
        name: &Arc<str>,
        input: impl BufRead,
        pending: &Rc<RefCell<Pending<'_>>>,
    ) {
        let mut reader = Reader::new(input);
        if let Some(form) = self.from.and_then(|from| from.puzzles) {
            reader = reader.form(form);
        }
        if let Some(shape) = &self.shape {
            reader = reader.shape(shape.clone());
        }
        if let Some(symbols) = self.symbols {
            reader = reader.symbols(symbols);
        }
        let mut empty = true;
        while let Some(read) = reader.next() {
            empty = false;
            let text = Text { name: name.clone(), form: reader.form_read(), variants: None };
            let piece = match read {
                Ok(entry) => Piece::Puzzle(entry),
                Err(error) => Piece::Mistake(error),
            };
            pending.borrow_mut().push(Item { text: text.clone(), piece });
            while self.plain
                && pending.borrow().open
                && let Some(plain) = reader.plain()
            {
                let item = Item { text: text.clone(), piece: Piece::Plain(plain) };
                let mut pending = pending.borrow_mut();
                pending.push(item);
                pending.pass();
            }
            if !pending.borrow().open {
                return;
            }
        }
        if empty && pending.borrow().open {
            self.unreadable(name, NOTHING, pending);
        }
    }
}

/// Enough of the beginning of a text to tell its form.
const HEAD: usize = 1 << 14;

/// The beginning of a text: its first line that says something, and what came with it; and what went wrong behind it. What is
/// still to be read of it was taken from the input.
fn head(input: &mut WholeLines<impl Read>) -> (Cursor<Vec<u8>>, Failed) {
    let mut failed = Failed(None);
    let mut head = Vec::new();
    while head.len() < HEAD {
        let read = match input.fill_buf() {
            Ok([]) => break,
            Ok(read) => read,
            Err(error) => {
                failed.0 = Some(error);
                break;
            }
        };
        let taken = read.len().min(HEAD - head.len());
        head.extend_from_slice(&read[..taken]);
        if head.len() == taken && enough(&head) {
            // In general nothing need be taken.
            let seen = input.buffered();
            let mut head = Cursor::new(seen[..seen.len().min(HEAD)].to_vec());
            head.set_position(head.get_ref().len() as u64);
            return (head, failed);
        }
        input.consume(taken);
        if enough(&head) {
            break;
        }
    }
    (Cursor::new(head), failed)
}

/// Whether the beginning of a text tells its form, however the text came in pieces: a line that says something has ended, or as
/// many as a variant puzzle needs.
fn enough(head: &[u8]) -> bool {
    let ends = |&byte: &u8| matches!(byte, b'\n' | b'\r');
    let says = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    let first = head.split_inclusive(ends).find(says);
    first.filter(|line| line.last().is_some_and(ends)).is_some_and(|line| {
        !may_go_on(line) || claimed_by(&String::from_utf8_lossy(head)).is_some()
    })
}

/// Whether a line may begin a variant puzzle in JSON or TOML that a further line is needed to tell.
fn may_go_on(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line).trim_ascii();
    let named = |text: &[u8]| text.first().is_some_and(u8::is_ascii_lowercase);
    let table = line.strip_prefix(b"[").map(|rest| rest.strip_prefix(b"[").unwrap_or(rest));
    let key = line.split(|&byte| byte == b'=').next().filter(|key| key.len() < line.len());
    let bare = |key: &[u8]| key.iter().all(|b| b.is_ascii_alphanumeric() || b"_- ".contains(b));
    line.starts_with(b"{") || table.is_some_and(named) || key.is_some_and(|k| named(k) && bare(k))
}

/// An input of nothing but, perhaps, a failure, for whoever reads on.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Failed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}

impl Source<Item> for Sources {
    fn size(&self) -> Size {
        let length = |path: &PathBuf| {
            let data = fs::metadata(path).ok().filter(|data| data.is_file());
            data.map(|data| data.len())
        };
        match self.files.iter().map(length).sum::<Option<u64>>() {
            // A small input is read as a whole before the first answer: that says nothing.
            Some(all) if all >= LARGE => Size::Bytes { all, read: self.read.clone() },
            _ => Size::Unknown,
        }
    }

    fn read(&self, sink: &mut dyn Sink) {
        let pending = Pending { items: Vec::new(), size: 1, sink, open: true };
        let pending = Rc::new(RefCell::new(pending));
        for path in &self.files {
            let name = name(path);
            match open(path, &self.read) {
                Ok(input) => self.read_text(&name, input, &pending),
                Err(why) => {
                    let text = Text { name, form: None, variants: None };
                    pending.borrow_mut().push(Item { text, piece: Piece::Unreadable(why) });
                }
            }
            if !pending.borrow().open {
                return;
            }
        }
        pending.borrow_mut().pass();
    }
}

/// The only variant puzzle of a file; an error is in words.
pub fn only_variant(path: &Path) -> Result<Variant, String> {
    let name = name(path);
    let named = |why: String| format!("{name}: {why}");
    let Opened { input, size } = open(path, &Arc::default()).map_err(named)?;
    let mut input = WholeLines::new(unpacked::unpack(input), capacity(size));
    let (head, failed) = head(&mut input);
    let form = From::variants(None, head.get_ref());
    let form = form.ok_or_else(|| named("no variant puzzle".into()))?;
    match VariantReader::new(head.chain(failed).chain(input), form).next() {
        Some(Ok(entry)) => Ok(entry.puzzle),
        Some(Err(error)) => Err(named(error.to_string())),
        None => Err(named("no puzzle in it".into())),
    }
}

/// What a text is called.
fn name(path: &Path) -> Arc<str> {
    match path.to_str() {
        Some("-") => "<stdin>".into(),
        _ => path.to_string_lossy().into(),
    }
}

/// A file to be read, and how large it seems to be.
struct Opened {
    input: Box<dyn Read>,
    size: usize,
}

fn open(path: &Path, read: &Arc<AtomicU64>) -> Result<Opened, String> {
    if path == Path::new("-") {
        if io::stdin().is_terminal() {
            report::line(
                "reading puzzles from the terminal; Ctrl-D ends them, `--help` tells more",
            );
        }
        interrupt::attend_to(&io::stdin());
        return Ok(Opened { input: Box::new(io::stdin()), size: usize::MAX });
    }
    let in_words = |error: io::Error| report::in_words(&error);
    let file = File::open(path).map_err(in_words)?;
    let data = file.metadata().map_err(in_words)?;
    if data.is_dir() {
        return Err("is a directory".to_owned());
    }
    interrupt::attend_to(&file);
    // What has no size may be of any. One byte more, so that the end is seen at once.
    let size = if data.is_file() { data.len() as usize + 1 } else { usize::MAX };
    Ok(Opened { input: Box::new(Counted { file, read: read.clone() }), size })
}

/// A file of which the bytes are counted that were read.
struct Counted {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// Items that wait for their batch to be full.
struct Pending<'s> {
    items: Vec<Item>,
    /// So many fill this batch.
    size: usize,
    sink: &'s mut dyn Sink,
    open: bool,
}

impl Pending<'_> {
    fn push(&mut self, item: Item) {
        self.items.push(item);
        if self.items.len() >= self.size {
            self.pass();
            self.size = BATCH.min(self.size + 1);
        }
    }

    fn pass(&mut self) {
        if self.open && !self.items.is_empty() {
            self.open = self.sink.batch(std::mem::take(&mut self.items));
        }
    }
}

/// An input that passes on what is there before it waits for more, so that whoever writes a line can
/// read its answer before writing the next.
struct Patient<'s> {
    input: Box<dyn Read>,
    pending: Rc<RefCell<Pending<'s>>>,
}

impl Read for Patient<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut pending = self.pending.borrow_mut();
        pending.pass();
        if !pending.open {
            return Ok(0);
        }
        let input = &mut self.input;
        pending.sink.read(&mut || input.read(buffer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_enough_to_tell_the_form() {
        let texts = [
            "1234341221434321\n",
            "1234341221434321\r\n",
            "\r\n# 1\r1234341221434321\r",
            "[[1,2,3,4],\n",
            "https://example.org/?bd=1234341221434321\n",
            "[Puzzle]\n",
            "{\n\"id\": 1,\n\"cols\": 4,\n",
            "{\"cols\": 4}\n",
            "note = 1\nsize = 4\n",
        ];
        for text in texts {
            assert!(enough(text.as_bytes()), "{text:?}");
        }
        let begun = [
            "",
            "\n",
            "1234",
            "# 1\n1234",
            "{\n",
            "\u{feff}{\r\n\"id\": 1,\r\n",
            "[[strange]]\n",
            "note = 1\n",
        ];
        for text in begun {
            assert!(!enough(text.as_bytes()), "{text:?}");
        }
    }
}
