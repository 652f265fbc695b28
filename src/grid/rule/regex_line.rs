//! Lines whose values, read as text, match a regular expression.

use serde::{Deserialize, Serialize};

use super::{Cells, Kind, Rule, RuleFault, listed};
use crate::grid::board::Board;
use crate::grid::cell::Cell;
use crate::grid::drawing::{Drawing, Stroke};
use crate::grid::plan::Plan;
use crate::grid::variant::Grid;

use pattern::Pattern;

mod pattern;

/// The values, read as one text, match `pattern`: signs, `.`, `[a-b]`, `[^..]`, `( | )`, `*`, `+`, `?`. Values from 10 on are letters, from `A`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegexLine {
    /// The cells, in order.
    pub cells: Cells,
    /// The expression.
    pub pattern: String,
}

pub(super) static KIND: Kind = Kind::of::<RegexLine>(
    "regex_line",
    "the line, read as text, matches the regular expression `pattern`",
);

impl Rule for RegexLine {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn cells(&self) -> Vec<Cell> {
        listed(&self.cells)
    }

    fn check(&self, _: &Board) -> Result<(), RuleFault> {
        Pattern::parse(&self.pattern).map(|_| ()).map_err(RuleFault::Text)
    }

    fn holds(&self, grid: &Grid<'_>) -> bool {
        let values = grid.line(&self.cells);
        Pattern::parse(&self.pattern).is_ok_and(|pattern| pattern.matches(&values))
    }

    fn compile(&self, plan: &mut Plan<'_>) {
        let Ok(pattern) = Pattern::parse(&self.pattern) else { return };
        let end = pattern.last();
        let start = vec![pattern.start()];
        plan.line(
            &self.cells,
            start,
            move |&state, value| pattern.step(state, value),
            move |state| state & end != 0,
        );
    }

    fn draw(&self, picture: &mut Drawing<'_>) {
        picture.line(&self.cells, Stroke::new("#c9c9c9", 4).dashed());
        if let Some(&first) = self.cells.first() {
            picture.note(format!("the line from {first}: {}", self.pattern));
        }
    }
}
