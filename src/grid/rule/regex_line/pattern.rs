//! Regular expressions as sets of positions (Glushkov's construction).

/// A regular expression: each sign in it is a position, and what has been read leads from positions to positions.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    /// For each position but the start the values it stands for: bit `b` is the value `b`.
    signs: Vec<u64>,
    /// For each position, the start first, the positions that may follow.
    follow: Vec<u128>,
    last: u128,
}

/// A part of an expression: whether it matches nothing, and where it begins and ends.
#[derive(Clone, Copy, Default)]
struct Part {
    empty: bool,
    first: u128,
    last: u128,
}

/// The most signs a pattern may have: a set of positions is one word.
const MAX_SIGNS: usize = 127;

/// How deep brackets may stand in each other.
const MAX_DEPTH: usize = 64;

struct Parser<'a> {
    text: std::iter::Peekable<std::str::Chars<'a>>,
    signs: Vec<u64>,
    follow: Vec<u128>,
    depth: usize,
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Result<Pattern, String> {
        let mut parser =
            Parser { text: text.chars().peekable(), signs: Vec::new(), follow: vec![0], depth: 0 };
        let whole = parser.choice()?;
        if let Some(sign) = parser.text.next() {
            return Err(format!("`{sign}` has no partner in the pattern"));
        }
        parser.follow[0] = whole.first;
        let last = whole.last | u128::from(whole.empty);
        Ok(Pattern { signs: parser.signs, follow: parser.follow, last })
    }

    /// The set of positions before anything is read.
    pub(super) fn start(&self) -> u128 {
        1
    }

    /// The positions at which a text may end.
    pub(super) fn last(&self) -> u128 {
        self.last
    }

    /// The positions after one more value; `None` if there are none.
    pub(super) fn step(&self, state: u128, value: i32) -> Option<u128> {
        let mut next = 0;
        for from in (0..self.follow.len()).filter(|from| state >> from & 1 == 1) {
            next |= self.follow[from];
        }
        let fits = |i: &usize| (0..64).contains(&value) && self.signs[*i] >> value & 1 == 1;
        let read = (0..self.signs.len()).filter(fits).fold(0, |set, i| set | 2u128 << i);
        (next & read != 0).then_some(next & read)
    }

    pub(super) fn matches(&self, values: &[i32]) -> bool {
        let end = values.iter().try_fold(self.start(), |state, &value| self.step(state, value));
        end.is_some_and(|state| state & self.last != 0)
    }
}

impl Parser<'_> {
    fn choice(&mut self) -> Result<Part, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("brackets stand too deep in each other".into());
        }
        let mut all = self.sequence()?;
        while self.text.next_if_eq(&'|').is_some() {
            let part = self.sequence()?;
            all = Part {
                empty: all.empty || part.empty,
                first: all.first | part.first,
                last: all.last | part.last,
            };
        }
        self.depth -= 1;
        Ok(all)
    }

    fn sequence(&mut self) -> Result<Part, String> {
        let mut all = Part { empty: true, ..Part::default() };
        while self.text.peek().is_some_and(|&c| c != '|' && c != ')') {
            let part = self.repeated()?;
            self.lead(all.last, part.first);
            all = Part {
                empty: all.empty && part.empty,
                first: all.first | if all.empty { part.first } else { 0 },
                last: part.last | if part.empty { all.last } else { 0 },
            };
        }
        Ok(all)
    }

    fn repeated(&mut self) -> Result<Part, String> {
        let mut part = self.one()?;
        while let Some(sign) = self.text.next_if(|c| matches!(c, '*' | '+' | '?')) {
            if sign != '?' {
                self.lead(part.last, part.first);
            }
            part.empty |= sign != '+';
        }
        Ok(part)
    }

    fn one(&mut self) -> Result<Part, String> {
        match self.text.next() {
            None => Err("the pattern ends too early".into()),
            Some('(') => {
                let part = self.choice()?;
                match self.text.next() {
                    Some(')') => Ok(part),
                    _ => Err("a `(` is not closed".into()),
                }
            }
            Some('[') => {
                let set = self.set()?;
                self.position(set)
            }
            Some('.') => self.position(u64::MAX),
            Some(sign) => {
                let value = value_of(sign)?;
                self.position(1 << value)
            }
        }
    }

    fn set(&mut self) -> Result<u64, String> {
        let negative = self.text.next_if_eq(&'^').is_some();
        let mut set = 0u64;
        loop {
            let sign = self.text.next().ok_or("a `[` is not closed")?;
            if sign == ']' {
                return Ok(if negative { !set } else { set });
            }
            let from = value_of(sign)?;
            let to = match self.text.next_if_eq(&'-') {
                Some(_) => value_of(self.text.next().ok_or("a `[` is not closed")?)?,
                None => from,
            };
            if from > to {
                return Err(format!("no value is from {from} to {to}"));
            }
            set |= (from..=to).fold(0, |set, value| set | 1 << value);
        }
    }

    fn position(&mut self, signs: u64) -> Result<Part, String> {
        if self.signs.len() == MAX_SIGNS {
            return Err(format!("a pattern has at most {MAX_SIGNS} signs"));
        }
        self.signs.push(signs);
        self.follow.push(0);
        let own = 1u128 << self.signs.len();
        Ok(Part { empty: false, first: own, last: own })
    }

    /// What stands at `from` may be followed by what stands at `to`.
    fn lead(&mut self, from: u128, to: u128) {
        for i in (0..self.follow.len()).filter(|i| from >> i & 1 == 1) {
            self.follow[i] |= to;
        }
    }
}

/// The value that a sign stands for: digits, then letters from 10 on.
fn value_of(sign: char) -> Result<u32, String> {
    match sign.to_digit(36) {
        Some(value) => Ok(value),
        None => Err(format!("`{sign}` stands for no value in a pattern")),
    }
}
