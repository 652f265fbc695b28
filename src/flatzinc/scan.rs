//! From bytes to tokens, one at a time.

use super::error::Mistake;

/// A word, a number or a sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Name(&'a str),
    Int(i64),
    Float(f64),
    /// A text in quotes.
    Text,
    Sign(u8),
    /// `::`
    Annotated,
    /// `..`
    Range,
    End,
}

impl Token<'_> {
    /// As it is told to a person.
    pub fn in_words(self) -> String {
        match self {
            Token::Name(name) if name.len() > 40 => "a long name".to_owned(),
            Token::Name(name) => format!("`{name}`"),
            Token::Int(value) => format!("`{value}`"),
            Token::Float(_) => "a float".to_owned(),
            Token::Text => "a text in quotes".to_owned(),
            Token::Sign(byte) if byte.is_ascii_graphic() => format!("`{}`", byte as char),
            Token::Sign(byte) => format!("the byte {byte}"),
            Token::Annotated => "`::`".to_owned(),
            Token::Range => "`..`".to_owned(),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// Reads tokens; one can be looked at before it is taken.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    /// Where the token ahead begins and ends.
    start: usize,
    end: usize,
    ahead: Token<'a>,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a [u8]) -> Result<Scanner<'a>, Mistake> {
        let mut scanner = Scanner { text, start: 0, end: 0, ahead: Token::End };
        scanner.next()?;
        Ok(scanner)
    }

    /// The token ahead.
    pub fn peek(&self) -> Token<'a> {
        self.ahead
    }

    /// Where the token ahead begins.
    pub fn at(&self) -> usize {
        self.start
    }

    /// Takes the token ahead.
    pub fn next(&mut self) -> Result<Token<'a>, Mistake> {
        let token = self.ahead;
        self.skip_blank();
        self.start = self.end;
        self.ahead = self.scan()?;
        Ok(token)
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.get(at).copied().unwrap_or(0)
    }

    fn skip_blank(&mut self) {
        loop {
            match self.byte(self.end) {
                b' ' | b'\t' | b'\r' | b'\n' => self.end += 1,
                b'%' => {
                    let rest = &self.text[self.end..];
                    self.end += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    fn take_while(&mut self, keep: impl Fn(u8) -> bool) -> &'a str {
        let from = self.end;
        let rest = &self.text[from..];
        self.end += rest.iter().position(|&byte| !keep(byte)).unwrap_or(rest.len());
        // Only ASCII was kept.
        std::str::from_utf8(&self.text[from..self.end]).unwrap_or("")
    }

    fn scan(&mut self) -> Result<Token<'a>, Mistake> {
        let Some(&first) = self.text.get(self.end) else { return Ok(Token::End) };
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                Ok(Token::Name(self.take_while(|b| b.is_ascii_alphanumeric() || b == b'_')))
            }
            b'0'..=b'9' => self.number(),
            b'-' | b'+' if self.byte(self.end + 1).is_ascii_digit() => self.number(),
            b'"' => self.quoted(),
            b':' if self.byte(self.end + 1) == b':' => self.sign(2, Token::Annotated),
            b'.' if self.byte(self.end + 1) == b'.' => self.sign(2, Token::Range),
            _ => self.sign(1, Token::Sign(first)),
        }
    }

    fn sign(&mut self, len: usize, token: Token<'a>) -> Result<Token<'a>, Mistake> {
        self.end += len;
        Ok(token)
    }

    fn quoted(&mut self) -> Result<Token<'a>, Mistake> {
        let mut at = self.end + 1;
        loop {
            match self.text.get(at) {
                Some(b'"') => break,
                Some(b'\\') => at += 2,
                Some(b'\n') | None => {
                    return Err(Mistake::new(self.start, "this text has no closing quote"));
                }
                Some(_) => at += 1,
            }
        }
        self.end = at + 1;
        Ok(Token::Text)
    }

    fn number(&mut self) -> Result<Token<'a>, Mistake> {
        let negative = self.byte(self.end) == b'-';
        if matches!(self.byte(self.end), b'-' | b'+') {
            self.end += 1;
        }
        let radix = match (self.byte(self.end), self.byte(self.end + 1)) {
            (b'0', b'x') => 16,
            (b'0', b'o') => 8,
            _ => 10,
        };
        if radix != 10 {
            self.end += 2;
        }
        let first = self.end;
        let digits = self.take_while(|b| (b as char).is_digit(radix));
        let float = radix == 10 && self.is_float();
        if float {
            self.take_while(|b| b.is_ascii_digit() || b == b'.');
            if matches!(self.byte(self.end), b'e' | b'E') {
                self.end += 1;
                if matches!(self.byte(self.end), b'-' | b'+') {
                    self.end += 1;
                }
                self.take_while(|b| b.is_ascii_digit());
            }
            let size = std::str::from_utf8(&self.text[first..self.end]).unwrap_or("");
            // Refused or passed over nearly everywhere, whatever it says.
            let size: f64 = size.parse().unwrap_or(f64::NAN);
            return Ok(Token::Float(if negative { -size } else { size }));
        }
        let too_large = || Mistake::new(self.start, "this number does not fit 64 bits");
        let size = u64::from_str_radix(digits, radix).map_err(|_| too_large())?;
        let value = if negative { -i128::from(size) } else { i128::from(size) };
        i64::try_from(value).map(Token::Int).map_err(|_| too_large())
    }

    /// Whether digits go on as a float; `1..2` is a range.
    fn is_float(&self) -> bool {
        match self.byte(self.end) {
            b'.' => self.byte(self.end + 1).is_ascii_digit(),
            b'e' | b'E' => {
                let next = self.byte(self.end + 1);
                next.is_ascii_digit() || matches!(next, b'-' | b'+')
            }
            _ => false,
        }
    }
}
