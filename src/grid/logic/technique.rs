//! The techniques, from the easiest to the hardest, and the levels of difficulty.

use std::fmt;
use std::str::FromStr;

use super::super::nearest::nearest;
use super::marks::{Ground, Marks};
use super::{Find, chain, fish, locked, single, subset, trial, wing};

/// A way to conclude something, as people call it; the harder ones come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// The only place for a value in a house.
    HiddenSingle,
    /// The only value for a cell.
    NakedSingle,
    /// What sees every place of a value in a house cannot be that value.
    LockedCandidates,
    /// Two cells with two candidates together.
    NakedPair,
    /// Two values with two places together.
    HiddenPair,
    /// A value whose places in two houses lie in two other groups.
    XWing,
    /// Three cells with three candidates together.
    NakedTriple,
    /// Three values with three places together.
    HiddenTriple,
    /// A value whose places in three houses lie in three other groups.
    Swordfish,
    /// A pivot whose every candidate forces the same value into a cell around it.
    Wing,
    /// Four cells with four candidates together.
    NakedQuad,
    /// Four values with four places together.
    HiddenQuad,
    /// A value whose places in four houses lie in four other groups.
    Jellyfish,
    /// Candidates that hang together so that the first or the last is true.
    Chain,
    /// A candidate from which singles lead to a contradiction.
    Trial,
    /// A candidate from which singles, locked candidates and pairs lead to a contradiction.
    DeepTrial,
}

/// What is known of each: its name, its level, its weight.
const TABLE: [(Technique, &str, Level, u32); 16] = [
    (Technique::HiddenSingle, "hidden single", Level::Easy, 1),
    (Technique::NakedSingle, "naked single", Level::Easy, 2),
    (Technique::LockedCandidates, "locked candidates", Level::Medium, 5),
    (Technique::NakedPair, "naked pair", Level::Medium, 7),
    (Technique::HiddenPair, "hidden pair", Level::Medium, 9),
    (Technique::XWing, "x-wing", Level::Hard, 12),
    (Technique::NakedTriple, "naked triple", Level::Hard, 12),
    (Technique::HiddenTriple, "hidden triple", Level::Hard, 15),
    (Technique::Swordfish, "swordfish", Level::Hard, 18),
    (Technique::Wing, "wing", Level::Hard, 20),
    (Technique::NakedQuad, "naked quad", Level::Hard, 20),
    (Technique::HiddenQuad, "hidden quad", Level::Hard, 25),
    (Technique::Jellyfish, "jellyfish", Level::Hard, 25),
    (Technique::Chain, "chain", Level::Expert, 40),
    (Technique::Trial, "trial", Level::Extreme, 80),
    (Technique::DeepTrial, "deep trial", Level::Extreme, 160),
];

impl Technique {
    /// All of them, the easiest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Technique> {
        TABLE.iter().map(|row| row.0)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// How hard a puzzle is that needs it, and nothing harder.
    pub fn level(self) -> Level {
        TABLE[self as usize].2
    }

    /// What a round of it counts in the score of a puzzle.
    pub fn weight(self) -> u32 {
        TABLE[self as usize].3
    }

    /// All that it finds; `None` if `going`, which those are asked that may take long, said no.
    pub(super) fn find(
        self,
        ground: &Ground,
        marks: &Marks,
        going: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Find>> {
        Some(match self {
            Technique::HiddenSingle => single::hidden(ground, marks),
            Technique::NakedSingle => single::naked(marks),
            Technique::LockedCandidates => locked::find(ground, marks),
            Technique::NakedPair => subset::naked(ground, marks, 2),
            Technique::HiddenPair => subset::hidden(ground, marks, 2),
            Technique::XWing => fish::find(ground, marks, 2, going)?,
            Technique::NakedTriple => subset::naked(ground, marks, 3),
            Technique::HiddenTriple => subset::hidden(ground, marks, 3),
            Technique::Swordfish => fish::find(ground, marks, 3, going)?,
            Technique::Wing => wing::find(ground, marks),
            Technique::NakedQuad => subset::naked(ground, marks, 4),
            Technique::HiddenQuad => subset::hidden(ground, marks, 4),
            Technique::Jellyfish => fish::find(ground, marks, 4, going)?,
            Technique::Chain => chain::find(ground, marks, going)?,
            Technique::Trial => trial::find(ground, marks, Technique::NakedSingle, going)?,
            Technique::DeepTrial => trial::find(ground, marks, Technique::HiddenPair, going)?,
        })
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How hard a puzzle is, by the hardest technique that it needs.
///
/// ```
/// use houserules::grid::Level;
/// assert_eq!("hard".parse(), Ok(Level::Hard));
/// assert!(Level::Easy < Level::Extreme);
/// let error = "expret".parse::<Level>().unwrap_err();
/// assert_eq!(error.to_string(), "no level is called `expret`; did you mean `expert`?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles are enough.
    Easy,
    /// Locked candidates and pairs.
    Medium,
    /// Triples, quads, fish, wings.
    Hard,
    /// Chains.
    Expert,
    /// Trials, or more than that.
    Extreme,
}

impl Level {
    /// All of them, the easiest first.
    pub const ALL: [Level; 5] =
        [Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Extreme];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
            Level::Extreme => "extreme",
        }
    }

    /// Its hardest technique.
    pub fn hardest(self) -> Technique {
        let own = Technique::all().rfind(|technique| technique.level() == self);
        own.unwrap_or(Technique::DeepTrial)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        let found = Level::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownLevel {
            name: name.chars().take(40).collect(),
            nearest: nearest(name, Level::ALL.into_iter().map(Level::name)),
        })
    }
}

/// A name that no level has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel {
    /// The name.
    pub name: String,
    /// What was probably meant.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no level is called `{}`; ", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "did you mean `{nearest}`?"),
            None => write!(f, "there are {}", Level::ALL.map(Level::name).join(", ")),
        }
    }
}

impl std::error::Error for UnknownLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_in_its_row() {
        assert!(Technique::all().enumerate().all(|(row, technique)| technique as usize == row));
        assert!(Technique::all().map(Technique::level).is_sorted());
    }
}
