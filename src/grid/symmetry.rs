//! Symmetries: patterns of givens that look the same when the board is turned or mirrored.

use std::fmt;
use std::str::FromStr;

use super::nearest::nearest;

/// How the pattern of the givens looks the same.
///
/// ```
/// use houserules::grid::Symmetry;
/// assert_eq!("quarter".parse(), Ok(Symmetry::Quarter));
/// assert_eq!(Symmetry::Mirror.orbits(2), [[0, 1], [2, 3]]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// Not at all.
    #[default]
    None,
    /// After half a turn.
    Rotational,
    /// After a quarter of a turn.
    Quarter,
    /// With left and right exchanged.
    Mirror,
    /// With top and bottom exchanged.
    Flip,
    /// Mirrored at the falling diagonal.
    Diagonal,
    /// Mirrored at the rising diagonal.
    Antidiagonal,
    /// However it is turned or mirrored.
    Full,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::None,
        Symmetry::Rotational,
        Symmetry::Quarter,
        Symmetry::Mirror,
        Symmetry::Flip,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::Full,
    ];

    /// What it is called, in one word.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotational => "rotational",
            Symmetry::Quarter => "quarter",
            Symmetry::Mirror => "mirror",
            Symmetry::Flip => "flip",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::Full => "full",
        }
    }

    /// The cells of a board with so many rows, by index, in lists of those that are alike.
    pub fn orbits(self, side: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; side * side];
        let mut orbits = Vec::new();
        for start in 0..side * side {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut orbit = vec![start];
            let mut at = 0;
            while let Some(&cell) = orbit.get(at) {
                for image in self.images(cell / side, cell % side, side) {
                    if !std::mem::replace(&mut seen[image], true) {
                        orbit.push(image);
                    }
                }
                at += 1;
            }
            orbits.push(orbit);
        }
        orbits
    }

    /// Where one step takes a cell.
    fn images(self, row: usize, column: usize, side: usize) -> Vec<usize> {
        let (up, left) = (side - 1 - row, side - 1 - column);
        let images: &[(usize, usize)] = match self {
            Symmetry::None => &[],
            Symmetry::Rotational => &[(up, left)],
            Symmetry::Quarter => &[(column, up)],
            Symmetry::Mirror => &[(row, left)],
            Symmetry::Flip => &[(up, column)],
            Symmetry::Diagonal => &[(column, row)],
            Symmetry::Antidiagonal => &[(left, up)],
            Symmetry::Full => &[(column, up), (row, left)],
        };
        images.iter().map(|(row, column)| row * side + column).collect()
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(text: &str) -> Result<Symmetry, UnknownSymmetry> {
        let found = Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == text);
        found.ok_or_else(|| UnknownSymmetry {
            name: text.chars().take(40).collect(),
            nearest: nearest(text, Symmetry::ALL.into_iter().map(Symmetry::name)),
        })
    }
}

/// A name that no symmetry has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSymmetry {
    /// The name.
    pub name: String,
    /// What was probably meant.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no symmetry is called `{}`; ", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "did you mean `{nearest}`?"),
            None => write!(f, "there are {}", Symmetry::ALL.map(Symmetry::name).join(", ")),
        }
    }
}

impl std::error::Error for UnknownSymmetry {}
