//! Extra groups by name: diagonals, windows and the like, each computed for any side it makes sense on.

use super::cell::Cell;
use super::group::{Group, GroupKind};
use super::regions::Regions;

/// A kind of extra groups that a shape can have: `+x` in `9x9+x`.
///
/// ```
/// use houserules::grid::EXTRAS;
/// assert!(EXTRAS.iter().any(|extra| extra.name == "windoku"));
/// ```
#[derive(Debug)]
pub struct Extra {
    /// Its name in the text of a shape.
    pub name: &'static str,
    /// What it asks for.
    pub about: &'static str,
    /// Its groups, or what it would need to have any.
    pub(crate) groups: fn(side: usize, regions: &Regions) -> Result<Vec<Group>, &'static str>,
}

/// All extra groups that have a name.
pub const EXTRAS: &[Extra] = &[
    Extra { name: "x", about: "both long diagonals hold different values", groups: diagonals },
    Extra {
        name: "windoku",
        about: "the windows, boxes set off by one cell, hold different values",
        groups: windows,
    },
    Extra {
        name: "disjoint",
        about: "the cells at the same place of each box hold different values",
        groups: disjoint,
    },
    Extra {
        name: "anti-knight",
        about: "cells a knight's move apart hold different values",
        groups: |side, _| Ok(moves(side, "a knight's move", &[(1, 2), (2, 1)])),
    },
    Extra {
        name: "anti-king",
        about: "cells that touch at a corner hold different values",
        groups: |side, _| Ok(moves(side, "a king's move", &[(1, 1)])),
    },
];

fn diagonals(side: usize, _: &Regions) -> Result<Vec<Group>, &'static str> {
    let group = |name, cells| Group::new(GroupKind::Diagonal, name, cells);
    Ok(vec![
        group("the falling diagonal", (0..side).map(|i| i * side + i).collect::<Vec<_>>()),
        group(
            "the rising diagonal",
            (0..side).map(|i| (side - 1 - i) * side + i).collect::<Vec<_>>(),
        ),
    ])
}

fn windows(side: usize, _: &Regions) -> Result<Vec<Group>, &'static str> {
    let size = side.isqrt();
    if size * size != side || size < 3 {
        return Err("a side that is a square, 9 or more (9, 16, 25, ...)");
    }
    // One cell from the edge, and one cell apart.
    let corner = |window: usize| 1 + window * (size + 1);
    let windows = (0..(size - 1) * (size - 1)).map(|w| (w / (size - 1), w % (size - 1)));
    Ok(windows
        .enumerate()
        .map(|(number, (down, across))| {
            let cells = (0..side)
                .map(|i| (corner(down) + i / size) * side + corner(across) + i % size)
                .collect::<Vec<_>>();
            Group::new(GroupKind::Window, format!("window {}", number + 1), cells)
        })
        .collect())
}

fn disjoint(side: usize, regions: &Regions) -> Result<Vec<Group>, &'static str> {
    let Regions::Boxes { height, width } = *regions else {
        return Err("boxes that are all alike");
    };
    Ok((0..side)
        .map(|place| {
            let cells = (0..side).map(|number| {
                let row = number / (side / width) * height + place / width;
                let column = number % (side / width) * width + place % width;
                row * side + column
            });
            let name = format!("place {} of each box", place + 1);
            Group::new(GroupKind::Disjoint, name, cells)
        })
        .collect())
}

/// Every two cells that are `down` rows and `across` columns apart, as groups of two.
fn moves(side: usize, name: &str, steps: &[(usize, usize)]) -> Vec<Group> {
    let name: std::sync::Arc<str> = name.into();
    let mut groups = Vec::new();
    let cells = (0..side).flat_map(|row| (0..side).map(move |column| Cell { row, column }));
    for Cell { row, column } in cells {
        for &(down, across) in steps {
            let right = Some(column + across);
            let left = column.checked_sub(across);
            let ends = [right, left].into_iter().flatten();
            for end in ends.filter(|end| *end < side && row + down < side) {
                let pair = [row * side + column, (row + down) * side + end];
                groups.push(Group::new(GroupKind::Move, name.clone(), pair));
            }
        }
    }
    groups
}
