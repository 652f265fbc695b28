//! What each name stands for.

use super::super::segments;
use super::Reading;
use super::text::{
    cell, cells, from_base64, name as named, neighbours, number, pairs, values, wrong,
};
use crate::grid::cell::Cell;
use crate::grid::rule::{
    AllDifferent, AntiKing, AntiKnight, AntiTaxicab, Arrow, BetweenLine, Cells, ColumnIndexer,
    ConnectedValues, ContainAtLeast, ContainExact, CountDistinct, CountingCircles, Difference,
    DisjointGroups, Doppelganger, DoubleArrow, DutchFlatmates, EntropicLine, EqualSum,
    EqualityCage, FullRank, FullRankTies, GlobalEntropy, GlobalMod, GreaterThan, HiddenSkyscraper,
    KillerCage, LittleKiller, LockoutLine, LookAndSay, Lunchbox, ModularLine, Nonconsecutive,
    NumberedRoom, PairScope, PairSum, PairTable, Palindrome, Quadruple, Ratio, RegexLine,
    RegionSumLine, RellikCage, Renban, RowIndexer, SameValues, Sandwich, Skyscraper, Sum, SumLine,
    Thermometer, Ties, ValueIndexing, Whisper, Windoku, XSum, ZipperLine,
};
use crate::grid::variant::VariantFault;
use crate::grid::variant::form::draft::Draft;

impl Reading<'_> {
    /// Adds the rules of one token; false if it is not known.
    pub(super) fn rule(&mut self, name: &str, arguments: &[&str]) -> Result<bool, VariantFault> {
        let draft = &mut self.draft;
        let all = || cells(arguments);
        let rest = || cells(arguments.get(1..).unwrap_or_default());
        let first = || arguments.first().copied().unwrap_or_default();
        match name {
            "Cage" => {
                let (sum, cells): (i64, Cells) = (number(first())?, rest()?);
                let mut once = cells.to_vec();
                once.sort_unstable();
                once.dedup();
                if once.len() == cells.len() {
                    draft.rule(KillerCage { cells, sum: (sum != 0).then_some(sum) });
                } else {
                    // A cell that stands twice counts twice, and the cells differ all the same.
                    draft.rule(AllDifferent { cells: Cells(once) });
                    draft.rule(Sum { cells, sum, coeffs: None });
                }
            }
            "Pair" | "Binary" | "BinaryX" => {
                let (first, last) = draft.values;
                let allowed = pairs(arguments.first().copied().unwrap_or_default(), first..=last)?;
                let scope =
                    if name == "BinaryX" { PairScope::AllPairs } else { PairScope::Consecutive };
                // Lists of cells, parted by empty ones; a name stands before those that it is the name of.
                let mut title = None;
                for line in arguments.get(1..).unwrap_or_default().split(|text| text.is_empty()) {
                    let line = match line {
                        [first, line @ ..] if first.starts_with('_') => {
                            title = Some(named(&first[1..])).filter(|title| !title.is_empty());
                            line
                        }
                        line => line,
                    };
                    let (cells, allowed, name) = (cells(line)?, allowed.clone(), title.clone());
                    if cells.len() > 1 {
                        draft.rule(PairTable { cells, scope, allowed, name });
                    }
                }
            }
            "Sum" => self.sum(first(), rest()?)?,
            "Arrow" => {
                let (bulb, arm) = all()?
                    .0
                    .split_at_checked(1)
                    .map(|(a, b)| (a.to_vec(), b.to_vec()))
                    .unwrap_or_default();
                draft.rule(Arrow { bulb: Cells(bulb), arm: Cells(arm) });
            }
            "PillArrow" => {
                let (count, cells): (usize, Cells) = (number(first())?, rest()?);
                let (bulb, arm) = cells.split_at(count.min(cells.len()));
                // A number is read from left to right, or downwards.
                let mut bulb = bulb.to_vec();
                bulb.sort_unstable();
                draft.rule(Arrow { bulb: Cells(bulb), arm: Cells(arm.to_vec()) });
            }
            "DoubleArrow" => draft.rule(DoubleArrow { cells: all()? }),
            "Thermo" => draft.rule(Thermometer { cells: all()? }),
            "Renban" => draft.rule(Renban { cells: all()? }),
            "Palindrome" => draft.rule(Palindrome { cells: all()? }),
            "Zipper" => draft.rule(ZipperLine { cells: all()? }),
            "Between" => draft.rule(BetweenLine { cells: all()? }),
            "Entropic" => draft.rule(EntropicLine { cells: all()? }),
            "ValueIndexing" => draft.rule(ValueIndexing { cells: all()? }),
            "AllDifferent" => draft.rule(AllDifferent { cells: all()? }),
            "EqualityCage" => draft.rule(EqualityCage { cells: all()? }),
            "CountingCircles" => draft.rule(CountingCircles { cells: all()? }),
            "Whisper" => {
                // Unless it is said, by five.
                let said: Option<i64> = first().parse().ok();
                let cells = if said.is_some() { rest()? } else { all()? };
                draft.rule(Whisper { cells, min_diff: Some(said.unwrap_or(5)) });
            }
            "Lockout" => draft.rule(LockoutLine { cells: rest()?, min_diff: number(first())? }),
            "Modular" => draft.rule(ModularLine { cells: rest()?, modulus: number(first())? }),
            "RellikCage" => draft.rule(RellikCage { cells: rest()?, value: number(first())? }),
            "Lunchbox" => {
                let cells = self.line_or(arguments)?;
                self.draft.rule(Lunchbox { cells, sum: number(first())? });
            }
            "Regex" => {
                let pattern = from_base64(first());
                let pattern = pattern.ok_or_else(|| wrong("an expression that is damaged"))?;
                // Several lines are parted by an empty cell.
                for line in arguments[1..].split(|text| text.is_empty()) {
                    draft.rule(RegexLine { cells: cells(line)?, pattern: pattern.clone() });
                }
            }
            "SumLine" => {
                let closed = arguments.last() == Some(&"LOOP");
                let end = arguments.len() - usize::from(closed);
                let cells = cells(arguments.get(1..end).unwrap_or_default())?;
                draft.rule(SumLine { cells, sum: number(first())?, closed });
            }
            "RegionSumLine" => {
                let cells = all()?;
                let segments = segments(&cells, &draft.regions);
                draft.rule(RegionSumLine { cells, segments });
            }
            "CountDistinct" => {
                draft.rule(CountDistinct { control: cell(first())?, cells: rest()? })
            }
            "ContainExact" => draft.rule(ContainExact { values: values(first())?, cells: rest()? }),
            "ContainAtLeast" => {
                draft.rule(ContainAtLeast { values: values(first())?, cells: rest()? })
            }
            "LookAndSay" => {
                let digits: Option<Vec<u32>> = first().chars().map(|c| c.to_digit(10)).collect();
                let digits = digits.filter(|digits| digits.len() % 2 == 0);
                let digits = digits.ok_or_else(|| wrong("counts and values come in pairs"))?;
                let counts = digits.chunks(2).map(|pair| (pair[0], pair[1] as i32)).collect();
                draft.rule(LookAndSay { cells: rest()?, counts });
            }
            "Quad" => {
                let at = cell(first())?;
                let next = |down, right| Cell { row: at.row + down, column: at.column + right };
                let values: Result<Vec<i32>, _> =
                    arguments[1..].iter().map(|&v| number(v)).collect();
                let cells = vec![at, next(0, 1), next(1, 0), next(1, 1)];
                draft.rule(Quadruple { cells: Cells(cells), values: values? });
            }
            "SameValues" => {
                let (count, cells): (usize, Cells) = (number(first())?, rest()?);
                if count == 0 || cells.len() % count != 0 {
                    return Err(wrong(format!("{} cells are not {count} equal sets", cells.len())));
                }
                let sets = cells.chunks((cells.len() / count).max(1));
                let sets = sets.map(|set| Cells(set.to_vec())).collect();
                draft.rule(SameValues { sets, name: None });
            }
            "EqualSum" => {
                let segments: Result<Vec<Cells>, _> =
                    arguments.split(|text| *text == "-").map(cells).collect();
                draft.rule(EqualSum { segments: segments? });
            }
            "WhiteDot" | "BlackDot" | "X" | "V" => {
                for cells in neighbours(&all()?) {
                    match name {
                        "WhiteDot" => draft.rule(Difference { cells, value: 1 }),
                        "BlackDot" => draft.rule(Ratio { cells, value: 2 }),
                        "X" => draft.rule(PairSum { cells, value: 10 }),
                        _ => draft.rule(PairSum { cells, value: 5 }),
                    }
                }
            }
            "GreaterThan" => {
                for cells in neighbours(&all()?) {
                    draft.rule(GreaterThan { cells });
                }
            }
            "Indexing" => match first() {
                "R" => draft.rule(RowIndexer { cells: rest()? }),
                "C" => draft.rule(ColumnIndexer { cells: rest()? }),
                _ => return Ok(false),
            },
            "LittleKiller" => {
                let cells = self.diagonal(cell(arguments.get(1).copied().unwrap_or_default())?);
                self.draft.rule(LittleKiller { cells, sum: number(first())? });
            }
            "Sandwich" => {
                let line = arguments.get(1).copied().unwrap_or_default();
                let cells = match self.line(line, false) {
                    Some(cells) => cells,
                    None => rest()?,
                };
                self.draft.rule(Sandwich { cells, sum: number(first())? });
            }
            "Skyscraper" | "XSum" | "HiddenSkyscraper" | "NumberedRoom" | "FullRank" => {
                self.both_ends(name, first(), arguments.get(1..).unwrap_or_default())?;
            }
            "FullRankTies" => {
                let mode = match first() {
                    "none" => Ties::None,
                    "any" => Ties::Any,
                    _ => Ties::OnlyUnclued,
                };
                draft.rule(FullRankTies { mode });
            }
            "ConnectedValues" => {
                let size = Some(first()).filter(|text| !text.is_empty()).map(number).transpose()?;
                let values = values(arguments.get(1).copied().unwrap_or_default())?;
                draft.rule(ConnectedValues { values, size });
            }
            "Diagonal" => draft.diagonal(first() == "-1"),
            "AntiKnight" => draft.rule(AntiKnight {}),
            "AntiKing" => draft.rule(AntiKing {}),
            "AntiConsecutive" => draft.rule(Nonconsecutive {}),
            "AntiTaxicab" => draft.rule(AntiTaxicab {}),
            "DutchFlatmates" => draft.rule(DutchFlatmates {}),
            "Doppelganger" => draft.rule(Doppelganger {}),
            "GlobalEntropy" => draft.rule(GlobalEntropy {}),
            "GlobalMod" => {
                let modulus =
                    Some(first()).filter(|text| !text.is_empty()).map_or(Ok(3), number)?;
                draft.rule(GlobalMod { modulus });
            }
            "RegionSameValues" => {
                let sets = draft.regions.iter().cloned().map(Cells).collect();
                draft.rule(SameValues { sets, name: None });
            }
            "DisjointSets" => {
                let size = self.boxes.first().map_or(0, Vec::len);
                let set = |i: usize| Cells(self.boxes.iter().map(|cells| cells[i]).collect());
                self.draft.rule(DisjointGroups { sets: (0..size).map(set).collect() });
            }
            "Windoku" => {
                let size = draft.rows.isqrt();
                let corners = (0..size.saturating_sub(1)).map(|i| 1 + i * (size + 1));
                let window = |row: usize, column: usize| {
                    let cells = (0..size * size)
                        .map(|i| Cell { row: row + i / size, column: column + i % size });
                    Cells(cells.collect())
                };
                let regions =
                    corners.clone().flat_map(|row| corners.clone().map(move |c| window(row, c)));
                let regions = regions.collect();
                draft.rule(Windoku { regions });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `12`, or `12_=_1_-1` with factors.
    fn sum(&mut self, text: &str, cells: Cells) -> Result<(), VariantFault> {
        let mut parts = text.split('_');
        let sum = number(parts.next().unwrap_or_default())?;
        let factors: Result<Vec<i64>, _> = parts.filter(|part| *part != "=").map(number).collect();
        let factors = factors?;
        if !factors.is_empty() && factors.len() != cells.len() {
            return Err(wrong(format!("{} factors for {} cells", factors.len(), cells.len())));
        }
        let coeffs = (!factors.is_empty()).then_some(factors);
        self.draft.rule(Sum { cells, sum, coeffs });
        Ok(())
    }

    /// The cells that follow, or the row or column that is named.
    fn line_or(&self, arguments: &[&str]) -> Result<Cells, VariantFault> {
        match arguments.get(1).and_then(|name| self.line(name, false)) {
            Some(cells) if arguments.len() == 2 => Ok(cells),
            _ => cells(arguments.get(1..).unwrap_or_default()),
        }
    }

    /// A row `R3` or a column `C5`, from one end or the other.
    fn line(&self, name: &str, backwards: bool) -> Option<Cells> {
        let Draft { rows, columns, .. } = self.draft;
        let at = |text: &str, count: usize| {
            text.parse::<usize>().ok().filter(|at| (1..=count).contains(at)).map(|at| at - 1)
        };
        let mut cells: Vec<Cell> = match (name.strip_prefix('R'), name.strip_prefix('C')) {
            (Some(text), _) => {
                let row = at(text, rows)?;
                (0..columns).map(|column| Cell { row, column }).collect()
            }
            (_, Some(text)) => {
                let column = at(text, columns)?;
                (0..rows).map(|row| Cell { row, column }).collect()
            }
            _ => return None,
        };
        if backwards {
            cells.reverse();
        }
        Some(Cells(cells))
    }

    /// The diagonal that begins at a cell of the edge: each edge has its own way.
    fn diagonal(&self, from: Cell) -> Cells {
        let Draft { rows, columns, .. } = self.draft;
        let (top, left) = (from.row == 0, from.column == 0);
        let (bottom, right) = (from.row + 1 == rows, from.column + 1 == columns);
        let (down, over): (isize, isize) = match () {
            () if top && left => (1, 1),
            () if top => (1, -1),
            () if left && bottom => (-1, 1),
            () if left => (1, 1),
            () if bottom && right => (-1, -1),
            () if bottom => (-1, 1),
            () => (-1, -1),
        };
        let mut cells = vec![from];
        while let Some(&Cell { row, column }) = cells.last()
            && let Some(row) = row.checked_add_signed(down).filter(|row| *row < rows)
            && let Some(column) = column.checked_add_signed(over).filter(|column| *column < columns)
        {
            cells.push(Cell { row, column });
        }
        Cells(cells)
    }

    /// A clue at each end of a row or column; either may be missing.
    fn both_ends(&mut self, name: &str, line: &str, clues: &[&str]) -> Result<(), VariantFault> {
        for (clue, backwards) in
            clues.iter().zip([false, true]).filter(|(clue, _)| !clue.is_empty())
        {
            let cells = self
                .line(line, backwards)
                .ok_or_else(|| wrong(format!("`{line}` is no row or column")))?;
            let draft = &mut self.draft;
            match name {
                "Skyscraper" => draft.rule(Skyscraper { cells, count: number(clue)? }),
                "XSum" => draft.rule(XSum { cells, sum: number(clue)? }),
                "HiddenSkyscraper" => draft.rule(HiddenSkyscraper { cells, value: number(clue)? }),
                "NumberedRoom" => draft.rule(NumberedRoom { cells, value: number(clue)? }),
                // What is no number only says which lines are clued.
                _ => draft.rule(FullRank { cells, rank: number(clue)? }),
            }
        }
        Ok(())
    }
}
