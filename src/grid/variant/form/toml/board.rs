//! What a file in TOML says of the board: its size, its values, its boxes or regions.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::DeValue;

use super::{Keys, Text};
use crate::grid::board::{Board, BoardError};
use crate::grid::cell::Cell;
use crate::grid::rule::Cells;
use crate::grid::variant::error::VariantError;
use crate::grid::variant::form::boxes::{USUAL_SIDE, Void, boxes_of, tiles, usual_boxes};

impl Text<'_> {
    pub(super) fn board(&self, keys: &mut Keys<'_>) -> Result<Board, VariantError> {
        let mut grids: Option<(Cells, Range<usize>)> = None;
        if let Some((_, value)) = keys.remove("grids") {
            let span = value.span();
            grids = Some((self.read(value)?, span));
        }
        let side = |range: &RangeInclusive<i32>| range.end().abs_diff(*range.start()) as usize + 1;
        let values = match keys.remove("values") {
            None => None,
            Some((_, value)) => {
                let span = value.span();
                Some((self.values(value)?, span))
            }
        };
        let (rows, columns, size) = match (keys.remove("size"), &grids) {
            (Some((_, value)), _) => {
                let span = value.span();
                let (rows, columns) = self.size(value)?;
                (rows, columns, span)
            }
            (None, None) => (USUAL_SIDE, USUAL_SIDE, 0..0),
            // As large as the grids make it.
            (None, Some((corners, span))) => {
                let side = values.as_ref().map_or(USUAL_SIDE, |(range, _)| side(range));
                let end = |last: Option<usize>| last.unwrap_or(0).saturating_add(side);
                let row = corners.iter().map(|corner| corner.row).max();
                let column = corners.iter().map(|corner| corner.column).max();
                (end(row), end(column), span.clone())
            }
        };
        let (values, span) = values.unwrap_or_else(|| {
            let usual = if grids.is_some() { USUAL_SIDE } else { rows.max(columns) };
            (1..=i32::try_from(usual).unwrap_or(i32::MAX), size.clone())
        });
        let mut board = Board::new(rows, columns, values).map_err(|error| {
            let sides = matches!(error, BoardError::Sides { .. });
            self.error(error.into(), if sides { size.clone() } else { span })
        })?;
        if let Some((_, value)) = keys.remove("void") {
            let span = value.span();
            let Void(void) = self.read(value)?;
            board = board.without(&void).map_err(|error| self.fault(error.into(), span))?;
        }
        let latin = match keys.remove("latin") {
            Some((_, value)) => self.read(value)?,
            None => grids.is_none(),
        };
        if let Some((corners, span)) = grids {
            board = board.grids(&corners).map_err(|error| self.fault(error.into(), span))?;
        }
        if latin {
            board = board.latin();
        }
        let (lists, span) = match (keys.remove("regions"), keys.remove("boxes")) {
            (Some(_), Some((key, _))) => {
                return self.wrong("either `boxes` or `regions` say how the board is cut", key);
            }
            (Some((_, value)), None) => {
                let span = value.span();
                (self.regions(&board, value)?, span)
            }
            (None, boxes) => {
                let span = boxes.as_ref().map_or(size, |(_, value)| value.span());
                (self.boxes(&board, boxes.map(|(_, value)| value), span.clone())?, span)
            }
        };
        for cells in lists {
            board = board.region(&cells).map_err(|error| self.fault(error.into(), span.clone()))?;
        }
        Ok(board)
    }

    /// `9`, or `6x8`: rows and columns.
    fn size(&self, value: Spanned<DeValue<'_>>) -> Result<(usize, usize), VariantError> {
        let span = value.span();
        let size = match value.get_ref() {
            DeValue::Integer(side) => side.as_str().parse().ok().map(|side| (side, side)),
            DeValue::String(text) => sides(text),
            _ => None,
        };
        size.map_or_else(|| self.wrong("a size is `9` or `\"6x8\"`, rows by columns", span), Ok)
    }

    fn values(&self, value: Spanned<DeValue<'_>>) -> Result<RangeInclusive<i32>, VariantError> {
        // Two dots where a dash would be read as a minus.
        let ends = value.get_ref().as_str().and_then(|text| {
            let (first, last) = text.split_once("..").or_else(|| text.split_once('-'))?;
            Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
        });
        ends.map_or_else(|| self.wrong("values are a range such as `\"0-8\"`", value.span()), Ok)
    }

    /// A letter a cell, or a list of the cells of each.
    fn regions(
        &self,
        board: &Board,
        value: Spanned<DeValue<'_>>,
    ) -> Result<Vec<Vec<Cell>>, VariantError> {
        let span = value.span();
        match value.get_ref() {
            DeValue::String(drawing) => {
                Ok(self.labels(board, drawing, span)?.into_values().collect())
            }
            DeValue::Array(_) => {
                let lists: Vec<Cells> = self.read(value)?;
                Ok(lists.into_iter().map(|cells| cells.0).collect())
            }
            _ => self.wrong("regions are a drawing with a letter a cell, or lists of cells", span),
        }
    }

    /// `3x3`, or `false` for none. Where nothing is said, the usual ones; where there are none, it must be said.
    fn boxes(
        &self,
        board: &Board,
        value: Option<Spanned<DeValue<'_>>>,
        span: Range<usize>,
    ) -> Result<Vec<Vec<Cell>>, VariantError> {
        let (rows, columns) = (board.rows(), board.columns());
        let text = match value.as_ref().map(Spanned::get_ref) {
            None | Some(DeValue::Boolean(true)) => {
                let boxes = usual_boxes(board);
                return match boxes.is_empty() {
                    false => Ok(boxes),
                    true => self.wrong(
                        format!(
                            "a board of {rows}x{columns} has no usual boxes: say `boxes = \"2x3\"` \
                             (rows by columns), `boxes = false`, or draw `regions`"
                        ),
                        span,
                    ),
                };
            }
            Some(DeValue::Boolean(false)) => return Ok(Vec::new()),
            Some(DeValue::String(text)) => Some(text),
            Some(_) => None,
        };
        match text.and_then(|text| sides(text)) {
            Some((height, width)) if tiles(board, height, width) => {
                Ok(boxes_of(board, height, width))
            }
            Some((height, width)) => self.wrong(
                format!("boxes of {height}x{width} do not fill a board of {rows}x{columns}"),
                span,
            ),
            None => self.wrong("boxes are `\"3x3\"`, rows by columns, or `false`", span),
        }
    }
}

/// `6x8` as two numbers.
fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once('x')?;
    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
}
