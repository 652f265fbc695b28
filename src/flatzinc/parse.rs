//! From text to a [`File`]: a walk over tokens, linear in the text. Names are resolved on the way.

mod annotation;

use std::collections::HashMap;

use super::error::Mistake;
use super::scan::{Scanner, Token};
use super::syntax::{Annotation, Call, File, Item, Output, SetDecl, Slice, VarDecl, Wish};
use crate::domain::Domain;

/// Reads a whole file.
pub(super) fn parse(text: &[u8]) -> Result<File<'_>, Mistake> {
    let mut parser = Parser {
        scanner: Scanner::new(text)?,
        file: File::default(),
        declared: HashMap::new(),
        names: HashMap::new(),
        solved: false,
    };
    while parser.scanner.peek() != Token::End {
        parser.statement()?;
    }
    match parser.solved {
        true => Ok(parser.file),
        false => {
            Err(Mistake::new(parser.scanner.at(), "expected `solve`; the text ends without it"))
        }
    }
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    file: File<'a>,
    declared: HashMap<&'a str, Item>,
    /// The names of constraints.
    names: HashMap<&'a str, u32>,
    solved: bool,
}

/// What a declaration says of its values.
#[derive(Debug)]
enum Kind {
    Bool,
    Int(Option<Domain>),
    Set(Option<Domain>),
}

impl<'a> Parser<'a> {
    fn mistake<T>(&self, message: impl Into<String>) -> Result<T, Mistake> {
        Err(Mistake::new(self.scanner.at(), message))
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, Mistake> {
        self.mistake(format!("expected {wanted}, found {}", self.scanner.peek().in_words()))
    }

    /// Takes a sign if it is ahead.
    fn sign(&mut self, sign: u8) -> Result<bool, Mistake> {
        let found = self.scanner.peek() == Token::Sign(sign);
        if found {
            self.scanner.next()?;
        }
        Ok(found)
    }

    fn expect(&mut self, sign: u8) -> Result<(), Mistake> {
        match self.sign(sign)? {
            true => Ok(()),
            false => self.unexpected(&format!("`{}`", sign as char)),
        }
    }

    /// Takes a word if it is ahead.
    fn word(&mut self, word: &str) -> Result<bool, Mistake> {
        let found = self.scanner.peek() == Token::Name(word);
        if found {
            self.scanner.next()?;
        }
        Ok(found)
    }

    fn expect_word(&mut self, word: &str) -> Result<(), Mistake> {
        match self.word(word)? {
            true => Ok(()),
            false => self.unexpected(&format!("`{word}`")),
        }
    }

    fn name(&mut self) -> Result<&'a str, Mistake> {
        match self.scanner.peek() {
            Token::Name(name) => {
                self.scanner.next()?;
                Ok(name)
            }
            _ => self.unexpected("a name"),
        }
    }

    fn int(&mut self) -> Result<i64, Mistake> {
        match self.scanner.peek() {
            Token::Int(value) => {
                self.scanner.next()?;
                Ok(value)
            }
            _ => self.unexpected("an integer"),
        }
    }

    fn statement(&mut self) -> Result<(), Mistake> {
        match self.scanner.peek() {
            Token::Name("constraint") => self.constraint()?,
            Token::Name("predicate") => {
                // A declaration of what the solver is said to know: it tells nothing new.
                while !matches!(self.scanner.peek(), Token::Sign(b';') | Token::End) {
                    self.scanner.next()?;
                }
            }
            Token::Name("solve") => self.solve()?,
            Token::Name("array") => self.array()?,
            _ => self.declaration()?,
        }
        self.expect(b';')
    }

    // ---- declarations -------------------------------------------------------------------------

    fn declaration(&mut self) -> Result<(), Mistake> {
        let is_var = self.word("var")?;
        let kind = self.kind()?;
        self.expect(b':')?;
        let at = self.scanner.at();
        let name = self.name()?;
        let annotations = self.annotations()?;
        let equals = match self.sign(b'=')? {
            true => Some(self.item()?),
            false => None,
        };
        let item = match (is_var, kind, equals) {
            (false, _, Some(item)) => item,
            (false, _, None) => return self.unexpected("`=` and a value"),
            (true, Kind::Set(universe), equals) => {
                self.file.set_vars.push(SetDecl { name, at, universe, equals });
                Item::SetVar(self.file.set_vars.len() as u32 - 1)
            }
            (true, kind, equals) => {
                let (is_bool, domain) = match kind {
                    Kind::Int(domain) => (false, domain),
                    _ => (true, Some(Domain::from(0..=1))),
                };
                self.file.vars.push(VarDecl { at, is_bool, domain, equals });
                Item::Var(self.file.vars.len() as u32 - 1)
            }
        };
        if annotations.contains(&Annotation::Name("output_var")) {
            self.file.outputs.push(Output { name, item, ranges: Vec::new() });
        }
        self.declare(name, at, item)
    }

    fn declare(&mut self, name: &'a str, at: usize, item: Item) -> Result<(), Mistake> {
        match self.declared.insert(name, item) {
            None => Ok(()),
            Some(_) => Err(Mistake::new(at, format!("`{name}` is declared twice"))),
        }
    }

    /// `bool`, `int`, `1..9`, `{1, 3}`, `set of 1..9`.
    fn kind(&mut self) -> Result<Kind, Mistake> {
        match self.scanner.peek() {
            Token::Name("bool") => {
                self.scanner.next()?;
                Ok(Kind::Bool)
            }
            Token::Name("set") => {
                self.scanner.next()?;
                self.expect_word("of")?;
                match self.kind()? {
                    Kind::Int(universe) => Ok(Kind::Set(universe)),
                    _ => self.mistake("only sets of integers are supported"),
                }
            }
            Token::Name("int") => {
                self.scanner.next()?;
                Ok(Kind::Int(None))
            }
            Token::Name("float") | Token::Float(_) => self.mistake(
                "floats are not supported: the domains of this solver are finite sets of integers",
            ),
            Token::Int(_) | Token::Sign(b'{') => Ok(Kind::Int(Some(self.set()?))),
            _ => self.unexpected("a type, such as `var 1..9` or `bool`"),
        }
    }

    /// `1..9` or `{1, 3}`.
    fn set(&mut self) -> Result<Domain, Mistake> {
        if self.sign(b'{')? {
            let mut values = Vec::new();
            while !self.sign(b'}')? {
                values.push(self.value_of_set()?);
                if !self.sign(b',')? && self.scanner.peek() != Token::Sign(b'}') {
                    return self.unexpected("`,` or `}`");
                }
            }
            return Ok(values.into_iter().collect());
        }
        let lo = self.value_of_set()?;
        if self.scanner.peek() != Token::Range {
            return self.unexpected("`..`");
        }
        self.scanner.next()?;
        let hi = self.value_of_set()?;
        Ok(Domain::from(lo..=hi))
    }

    fn value_of_set(&mut self) -> Result<i32, Mistake> {
        let at = self.scanner.at();
        if let Token::Float(_) = self.scanner.peek() {
            return self.mistake("floats are not supported: sets are of integers");
        }
        let value = self.int()?;
        i32::try_from(value).map_err(|_| {
            Mistake::new(
                at,
                format!("{value} is beyond what a variable can be: values have 32 bits"),
            )
        })
    }

    /// `array [1..n] of ...: name :: ... = [...]`.
    fn array(&mut self) -> Result<(), Mistake> {
        self.scanner.next()?;
        self.expect(b'[')?;
        while !self.sign(b']')? {
            if self.scanner.peek() == Token::End {
                return self.unexpected("`]`");
            }
            self.scanner.next()?;
        }
        self.expect_word("of")?;
        self.word("var")?;
        self.kind()?;
        self.expect(b':')?;
        let at = self.scanner.at();
        let name = self.name()?;
        let annotations = self.annotations()?;
        self.expect(b'=')?;
        let item = self.item()?;
        if !matches!(item, Item::Array(_)) {
            return self.mistake(format!("`{name}` is an array, and its value is not"));
        }
        for annotation in &annotations {
            if let Annotation::Call("output_array", arguments) = annotation {
                let ranges = self.index_sets(arguments);
                let ranges =
                    ranges.ok_or_else(|| Mistake::new(at, "`output_array` needs ranges"))?;
                self.file.outputs.push(Output { name, item, ranges });
            }
        }
        self.declare(name, at, item)
    }

    /// The ranges in `output_array([1..2, 1..3])`.
    fn index_sets(&self, arguments: &[Annotation<'a>]) -> Option<Vec<(i64, i64)>> {
        let [Annotation::Item(Item::Array(slice))] = arguments else { return None };
        let range = |item: &Item| match *item {
            Item::Set(set) => {
                let set = &self.file.sets[set as usize];
                let ends = set.min().zip(set.max());
                Some(ends.map_or((1, 0), |(lo, hi)| (i64::from(lo), i64::from(hi))))
            }
            _ => None,
        };
        self.file.slice(*slice).iter().map(range).collect()
    }

    // ---- values -------------------------------------------------------------------------------

    /// A value, a declared name, an element of a declared array, or a list of such.
    fn item(&mut self) -> Result<Item, Mistake> {
        if !self.sign(b'[')? {
            return self.scalar();
        }
        // Elements are no lists: nothing else is put into the items meanwhile.
        let start = self.file.items.len();
        while !self.sign(b']')? {
            let item = self.scalar()?;
            if matches!(item, Item::Array(_)) {
                return self.mistake("an array cannot be an element of an array");
            }
            self.file.items.push(item);
            if !self.sign(b',')? && self.scanner.peek() != Token::Sign(b']') {
                return self.unexpected("`,` or `]`");
            }
        }
        Ok(Item::Array(self.slice_from(start)?))
    }

    fn slice_from(&self, start: usize) -> Result<Slice, Mistake> {
        match u32::try_from(self.file.items.len()) {
            Ok(end) => Ok(Slice { start: start as u32, len: end - start as u32 }),
            Err(_) => self.mistake("the file has more than 2^32 values"),
        }
    }

    fn scalar(&mut self) -> Result<Item, Mistake> {
        match self.scanner.peek() {
            Token::Name("true") => {
                self.scanner.next()?;
                Ok(Item::Bool(true))
            }
            Token::Name("false") => {
                self.scanner.next()?;
                Ok(Item::Bool(false))
            }
            Token::Name(name) => {
                let Some(&item) = self.declared.get(name) else {
                    return self.mistake(format!("`{name}` is not declared"));
                };
                self.scanner.next()?;
                if !self.sign(b'[')? {
                    return Ok(item);
                }
                let at = self.scanner.at();
                let index = self.int()?;
                self.expect(b']')?;
                let Item::Array(slice) = item else {
                    return Err(Mistake::new(at, format!("`{name}` is not an array")));
                };
                let element = usize::try_from(index - 1);
                let element = element.ok().and_then(|i| self.file.slice(slice).get(i)).copied();
                element.ok_or_else(|| Mistake::new(at, format!("`{name}` has no element {index}")))
            }
            Token::Float(_) => self.mistake(
                "floats are not supported: the domains of this solver are finite sets of integers",
            ),
            Token::Int(value) => {
                // A range begins like a number.
                let at = self.scanner.at();
                self.scanner.next()?;
                if self.scanner.peek() != Token::Range {
                    return Ok(Item::Int(value));
                }
                self.scanner.next()?;
                let hi = self.value_of_set()?;
                let lo = i32::try_from(value).map_err(|_| {
                    Mistake::new(at, format!("{value} is beyond what a set can hold: 32 bits"))
                })?;
                Ok(self.constant_set(Domain::from(lo..=hi)))
            }
            Token::Sign(b'{') => {
                let set = self.set()?;
                Ok(self.constant_set(set))
            }
            _ => self.unexpected("a value or a name"),
        }
    }

    fn constant_set(&mut self, set: Domain) -> Item {
        self.file.sets.push(set);
        Item::Set(self.file.sets.len() as u32 - 1)
    }

    // ---- constraints, annotations, the goal ---------------------------------------------------

    fn constraint(&mut self) -> Result<(), Mistake> {
        self.scanner.next()?;
        let at = self.scanner.at();
        let text = self.name()?;
        let next = self.file.names.len() as u32;
        let name = *self.names.entry(text).or_insert(next);
        if name == next {
            self.file.names.push(text);
        }
        self.expect(b'(')?;
        let mut arguments: smallvec::SmallVec<[Item; 8]> = smallvec::SmallVec::new();
        while !self.sign(b')')? {
            arguments.push(self.item()?);
            if !self.sign(b',')? && self.scanner.peek() != Token::Sign(b')') {
                return self.unexpected("`,` or `)`");
            }
        }
        let start = self.file.items.len();
        self.file.items.extend(arguments);
        let args = self.slice_from(start)?;
        self.file.calls.push(Call { name, args, at });
        while self.scanner.peek() == Token::Annotated {
            self.scanner.next()?;
            self.annotation(0)?;
        }
        Ok(())
    }

    fn solve(&mut self) -> Result<(), Mistake> {
        if self.solved {
            return self.mistake("there is a second `solve`");
        }
        self.scanner.next()?;
        self.solved = true;
        self.file.search = self.annotations()?;
        self.file.wish = match self.scanner.peek() {
            Token::Name("satisfy") => {
                self.scanner.next()?;
                Wish::Satisfy
            }
            Token::Name("minimize") => {
                self.scanner.next()?;
                Wish::Minimise(self.item()?)
            }
            Token::Name("maximize") => {
                self.scanner.next()?;
                Wish::Maximise(self.item()?)
            }
            _ => return self.unexpected("`satisfy`, `minimize` or `maximize`"),
        };
        Ok(())
    }
}
