//! A FlatZinc file as data: declarations, constraints and the goal, with every name resolved.

use crate::domain::Domain;

/// What stands where a value may stand. Arrays are slices of the file's [`items`](File::items).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Int(i64),
    Bool(bool),
    /// A variable that is a number or a truth value, by its place in [`File::vars`].
    Var(u32),
    /// A constant set, by its place in [`File::sets`].
    Set(u32),
    /// A variable that is a set, by its place in [`File::set_vars`].
    SetVar(u32),
    Array(Slice),
    /// Something that only annotations may hold: a text or a name that is not declared.
    Other,
}

/// Items that stand one behind the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Slice {
    pub start: u32,
    pub len: u32,
}

/// A declared variable that is a number or a truth value.
#[derive(Clone, Debug)]
pub(super) struct VarDecl {
    pub at: usize,
    pub is_bool: bool,
    /// What it may be; `None` for any integer.
    pub domain: Option<Domain>,
    /// What it is declared to equal.
    pub equals: Option<Item>,
}

/// A declared variable that is a set.
#[derive(Clone, Debug)]
pub(super) struct SetDecl<'a> {
    pub name: &'a str,
    pub at: usize,
    /// What it may contain; `None` for any integers.
    pub universe: Option<Domain>,
    /// What it is declared to equal.
    pub equals: Option<Item>,
}

/// A constraint: a name with arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// Which of [`File::names`].
    pub name: u32,
    pub args: Slice,
    pub at: usize,
}

/// An annotation, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Annotation<'a> {
    /// A value or a declared name.
    Item(Item),
    Float(f64),
    /// A name that is not declared, such as `first_fail`.
    Name(&'a str),
    Call(&'a str, Vec<Annotation<'a>>),
    List(Vec<Annotation<'a>>),
}

/// What is to be printed of a solution.
#[derive(Clone, Debug)]
pub(super) struct Output<'a> {
    pub name: &'a str,
    pub item: Item,
    /// The index sets of an array, as ranges.
    pub ranges: Vec<(i64, i64)>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wish {
    #[default]
    Satisfy,
    Minimise(Item),
    Maximise(Item),
}

/// A whole file.
#[derive(Clone, Debug, Default)]
pub(super) struct File<'a> {
    pub items: Vec<Item>,
    pub sets: Vec<Domain>,
    pub vars: Vec<VarDecl>,
    pub set_vars: Vec<SetDecl<'a>>,
    /// The names of constraints, each once.
    pub names: Vec<&'a str>,
    pub calls: Vec<Call>,
    pub outputs: Vec<Output<'a>>,
    pub wish: Wish,
    /// The annotations of the goal.
    pub search: Vec<Annotation<'a>>,
}

impl File<'_> {
    /// The items of a slice.
    pub fn slice(&self, slice: Slice) -> &[Item] {
        let start = slice.start as usize;
        &self.items[start..start + slice.len as usize]
    }
}
