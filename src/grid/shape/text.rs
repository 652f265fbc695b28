//! Shapes as text: `9x9`, `6x6:3x2`, `latin:7`, `9x9+x+r1c1r2c2`.

use std::fmt;
use std::str::FromStr;

use super::super::cell::Cell;
use super::super::nearest::nearest;
use super::super::preset::PRESETS;
use super::super::regions::Regions;
use super::{Shape, ShapeError};

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.0.side;
        match &self.0.regions {
            Regions::None => write!(f, "latin:{side}")?,
            Regions::Boxes { height, width } => {
                write!(f, "{side}x{side}")?;
                if Regions::default_box(side).as_ref() != Some(&self.0.regions) {
                    write!(f, ":{height}x{width}")?;
                }
            }
            Regions::Irregular { of, labels } => {
                f.write_str("jigsaw:")?;
                let signs = labels.iter().all(|label| is_sign(label));
                // Labels that would not be read back give way to numbers.
                let odd = |c: char| c.is_whitespace() || matches!(c, ',' | '+');
                let odd = labels.iter().any(|label| label.is_empty() || label.contains(odd));
                for (cell, region) in of.iter().enumerate() {
                    let comma = if cell == 0 || signs { "" } else { "," };
                    match odd {
                        true => write!(f, "{comma}{}", region + 1)?,
                        false => write!(f, "{comma}{}", labels[*region])?,
                    }
                }
            }
        }
        self.extras().try_for_each(|extra| write!(f, "+{extra}"))
    }
}

/// Whether a region can be called by this label where labels are written without gaps.
fn is_sign(label: &str) -> bool {
    let mut chars = label.chars();
    chars.next().is_some_and(char::is_alphanumeric) && chars.next().is_none()
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({self})")
    }
}

impl FromStr for Shape {
    type Err = ShapeError;

    fn from_str(text: &str) -> Result<Shape, ShapeError> {
        let mut parts = text.trim().split('+').map(str::trim);
        let mut shape = base(parts.next().unwrap_or_default())?;
        for extra in parts {
            shape = match cells(extra) {
                Some(cells) => shape.with_cells(&cells)?,
                None => shape.with(extra)?,
            };
        }
        Ok(shape)
    }
}

/// The board itself: `9x9`, `6x6:3x2`, `latin:7`, `jigsaw:AABB...` or the name of a preset.
fn base(text: &str) -> Result<Shape, ShapeError> {
    if let Some(side) = text.strip_prefix("latin:") {
        return Shape::latin(number(side, text)?);
    }
    if let Some(labels) = text.strip_prefix("jigsaw:") {
        return match labels.contains(',') {
            true => Shape::jigsaw(&labels.split(',').map(str::trim).collect::<Vec<_>>()),
            false => Shape::jigsaw(&labels.chars().collect::<Vec<_>>()),
        };
    }
    if let Some(preset) = PRESETS.iter().find(|preset| preset.name == text) {
        return preset.shape.parse();
    }
    let (board, boxes) = match text.split_once(':') {
        Some((board, boxes)) => (board, Some(boxes)),
        None => (text, None),
    };
    let (rows, columns) = pair(board).ok_or_else(|| syntax(text))?;
    let (side, columns) = (number(rows, text)?, number(columns, text)?);
    if side != columns {
        return Err(ShapeError::NotSquare { rows: side, columns });
    }
    match boxes {
        None => Shape::square(side),
        Some(boxes) => {
            let (height, width) = pair(boxes).ok_or_else(|| syntax(text))?;
            Shape::boxes(side, number(height, text)?, number(width, text)?)
        }
    }
}

/// Both halves of `9x9`.
fn pair(text: &str) -> Option<(&str, &str)> {
    text.split_once(['x', 'X'])
}

fn number(digits: &str, whole: &str) -> Result<usize, ShapeError> {
    if digits.is_empty() || digits.bytes().any(|b| !b.is_ascii_digit()) {
        return Err(syntax(whole));
    }
    let side = digits.parse();
    side.map_err(|_| ShapeError::Side { side: None })
}

/// The cells of `r1c1r2c2r3c3`.
fn cells(mut text: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    while !text.is_empty() {
        let (cell, rest) = Cell::first_in(text)?;
        cells.push(cell);
        text = rest;
    }
    (!cells.is_empty()).then_some(cells)
}

fn syntax(text: &str) -> ShapeError {
    ShapeError::Syntax {
        text: text.chars().take(40).collect(),
        nearest: nearest(text, PRESETS.iter().map(|preset| preset.name)),
    }
}

impl TryFrom<String> for Shape {
    type Error = ShapeError;

    fn try_from(text: String) -> Result<Shape, ShapeError> {
        text.parse()
    }
}

impl From<Shape> for String {
    fn from(shape: Shape) -> String {
        shape.to_string()
    }
}
