//! How a board is cut into regions: boxes, irregular pieces, or not at all.

use std::fmt;

/// How a board is cut into regions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Regions {
    /// Not at all: a Latin square.
    None,
    /// Rectangular boxes, all alike.
    Boxes {
        /// Rows of a box.
        height: usize,
        /// Columns of a box.
        width: usize,
    },
    /// Irregular pieces: a jigsaw.
    Irregular {
        /// The region of each cell, as an index into `labels`.
        of: Box<[usize]>,
        /// What each region is called, in the order in which they appear.
        labels: Box<[Box<str>]>,
    },
}

impl Regions {
    /// The most nearly square box for a side, lying rather than standing: 3x3 for 9, 2x3 for 6, 3x4 for 12.
    ///
    /// A prime side has none.
    pub(crate) fn default_box(side: usize) -> Option<Regions> {
        let height = (1..=side.isqrt()).rev().find(|height| side.is_multiple_of(*height))?;
        (height > 1 || side == 1).then_some(Regions::Boxes { height, width: side / height })
    }

    /// The irregular regions that labels, one a cell, describe.
    pub(crate) fn labelled<L: fmt::Display>(
        labels: &[L],
        side: usize,
    ) -> Result<Regions, RegionsError> {
        let mut names: Vec<Box<str>> = Vec::new();
        let mut sizes: Vec<usize> = Vec::new();
        let mut of = Vec::with_capacity(labels.len());
        for label in labels {
            let label = label.to_string();
            let region = match names.iter().position(|name| **name == *label) {
                Some(region) => region,
                None if names.len() > side => {
                    return Err(RegionsError::Number { found: None, needed: side });
                }
                None => {
                    names.push(label.into());
                    sizes.push(0);
                    names.len() - 1
                }
            };
            sizes[region] += 1;
            of.push(region);
        }
        if sizes.iter().any(|size| *size != side) {
            let mut wrong: Vec<_> =
                names.into_iter().zip(sizes).filter(|(_, size)| *size != side).collect();
            wrong.sort();
            return Err(RegionsError::Size { wrong, needed: side });
        }
        if names.len() != side {
            return Err(RegionsError::Number { found: Some(names.len()), needed: side });
        }
        Ok(Regions::Irregular { of: of.into(), labels: names.into() })
    }
}

/// Regions that do not fit their board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionsError {
    /// Regions with too few or too many cells.
    Size {
        /// Each such region and its number of cells, by name.
        wrong: Vec<(Box<str>, usize)>,
        /// How many cells each needs.
        needed: usize,
    },
    /// Too few or too many regions.
    Number {
        /// How many there are; `None` for more than there can be.
        found: Option<usize>,
        /// How many there must be.
        needed: usize,
    },
}

impl fmt::Display for RegionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RegionsError::Size { wrong, needed } => {
                for (i, (name, size)) in wrong.iter().take(4).enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    let cells = match (i, size) {
                        (0, 1) => " cell",
                        (0, _) => " cells",
                        _ => "",
                    };
                    write!(f, "{comma}region {name} has {size}{cells}")?;
                }
                if wrong.len() > 4 {
                    write!(f, " and {} more are wrong", wrong.len() - 4)?;
                }
                write!(f, "; each needs {needed}")
            }
            RegionsError::Number { found: Some(found), needed } => {
                write!(f, "{found} regions where {needed} are needed")
            }
            RegionsError::Number { found: None, needed } => {
                write!(f, "more than {needed} regions, where {needed} are needed")
            }
        }
    }
}

impl std::error::Error for RegionsError {}
