//! Annotations, and the lists in them.

use super::Parser;
use crate::flatzinc::error::Mistake;
use crate::flatzinc::scan::Token;
use crate::flatzinc::syntax::{Annotation, Item};

/// Annotations are nested no deeper.
const DEPTH: usize = 64;

impl<'a> Parser<'a> {
    pub(super) fn annotations(&mut self) -> Result<Vec<Annotation<'a>>, Mistake> {
        let mut annotations = Vec::new();
        while self.scanner.peek() == Token::Annotated {
            self.scanner.next()?;
            annotations.push(self.annotation(0)?);
        }
        Ok(annotations)
    }

    pub(super) fn annotation(&mut self, depth: usize) -> Result<Annotation<'a>, Mistake> {
        if depth > DEPTH {
            return self.mistake(format!("annotations are nested more than {DEPTH} deep"));
        }
        match self.scanner.peek() {
            Token::Float(value) => {
                self.scanner.next()?;
                Ok(Annotation::Float(value))
            }
            Token::Text => {
                self.scanner.next()?;
                Ok(Annotation::Item(Item::Other))
            }
            Token::Sign(b'[') => {
                self.scanner.next()?;
                let list = self.list(b']', depth)?;
                Ok(self.as_array(list))
            }
            Token::Name(name) if !matches!(name, "true" | "false") => {
                if self.declared.contains_key(name) {
                    return Ok(Annotation::Item(self.scalar()?));
                }
                self.scanner.next()?;
                match self.sign(b'(')? {
                    true => Ok(Annotation::Call(name, self.list(b')', depth)?)),
                    false => Ok(Annotation::Name(name)),
                }
            }
            _ => Ok(Annotation::Item(self.scalar()?)),
        }
    }

    fn list(&mut self, end: u8, depth: usize) -> Result<Vec<Annotation<'a>>, Mistake> {
        let mut list = Vec::new();
        while !self.sign(end)? {
            list.push(self.annotation(depth + 1)?);
            if !self.sign(b',')? && self.scanner.peek() != Token::Sign(end) {
                return self.unexpected(&format!("`,` or `{}`", end as char));
            }
        }
        Ok(list)
    }

    /// A list of values is an array like any other.
    fn as_array(&mut self, list: Vec<Annotation<'a>>) -> Annotation<'a> {
        let item = |a: &Annotation<'_>| match a {
            Annotation::Item(item) if !matches!(item, Item::Array(_)) => Some(*item),
            _ => None,
        };
        let Some(items) = list.iter().map(item).collect::<Option<Vec<Item>>>() else {
            return Annotation::List(list);
        };
        let start = self.file.items.len();
        self.file.items.extend(items);
        match self.slice_from(start) {
            Ok(slice) => Annotation::Item(Item::Array(slice)),
            Err(_) => Annotation::List(list),
        }
    }
}
