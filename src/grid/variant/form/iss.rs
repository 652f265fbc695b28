//! Texts of Interactive Sudoku Solver: `.Name~argument~…` for each rule.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::super::Variant;
use super::super::error::{Source, VariantError, VariantFault};
use super::draft::Draft;
use super::{Import, VariantForm, segments};
use crate::grid::cell::Cell;
use crate::grid::rule::{
    AllDifferent, AntiKing, AntiKnight, AntiTaxicab, Arrow, BetweenLine, CellValues, Cells,
    ColumnIndexer, ConnectedValues, ContainAtLeast, ContainExact, CountDistinct, CountingCircles,
    Difference, DisjointGroups, Doppelganger, DoubleArrow, DutchFlatmates, EntropicLine, EqualSum,
    EqualityCage, FullRank, FullRankTies, GlobalEntropy, GlobalMod, GreaterThan, HiddenSkyscraper,
    KillerCage, LittleKiller, LockoutLine, LookAndSay, Lunchbox, ModularLine, NegativePairs,
    Nonconsecutive, NumberedRoom, Or, PairSum, Palindrome, Quadruple, Ratio, RegexLine,
    RegionSumLine, RellikCage, Renban, RowIndexer, Rule, SameValues, Sandwich, Skyscraper, Sum,
    SumLine, Thermometer, Ties, ValueIndexing, Whisper, Windoku, XSum, ZipperLine,
};

pub(super) struct Iss;

impl VariantForm for Iss {
    fn name(&self) -> &'static str {
        "iss"
    }

    fn about(&self) -> &'static str {
        "a text of Interactive Sudoku Solver, `.Cage~10~R1C1~R1C2`; a blank line between several; read only"
    }

    fn claims(&self, head: &str) -> bool {
        let line = head.lines().next().unwrap_or_default().trim();
        let rest = line.strip_prefix('.').unwrap_or_default();
        rest.starts_with('~')
            || rest.starts_with(|c: char| c.is_ascii_uppercase())
                && (line.contains('~')
                    || rest.chars().all(|c| c.is_ascii_alphabetic() || c == '.' || c == ' '))
    }

    fn extent(&self, text: &[u8]) -> Option<usize> {
        let (mut end, mut begun) = (0, false);
        for line in text.split_inclusive(|&b| b == b'\n') {
            let blank = line.trim_ascii().is_empty();
            if blank && begun {
                break;
            }
            begun |= !blank && !line.starts_with(b"#");
            end += line.len();
        }
        Some(end)
    }

    fn read(&self, text: &[u8], import: &mut Import) -> Result<Variant, VariantError> {
        let source = Source::new(text);
        let whole = source.text()?;
        let lines = whole.lines().filter(|line| !line.trim_start().starts_with('#'));
        let text: String = lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect();
        puzzle(&text, import).map_err(|(fault, token)| {
            // Where it stands, if it stands on one line.
            let at = whole.find(token.as_str()).filter(|_| !token.is_empty());
            let span = at.map_or(0..whole.trim_end().len(), |at| at..at + token.len());
            let from = source.text_offset();
            source.error(fault, span.start + from..span.end + from)
        })
    }
}

type Fault = (VariantFault, String);

fn wrong(words: impl Into<String>) -> VariantFault {
    VariantFault::Syntax(words.into())
}

fn puzzle(text: &str, import: &mut Import) -> Result<Variant, Fault> {
    let tokens: Vec<Vec<&str>> = tokens(text).map(|token| token.split('~').collect()).collect();
    let named = |name: &str| tokens.iter().find(|token| token[0] == name);
    let at = |token: &[&str]| token.join("~");
    let shape = named("Shape").map_or(Ok(Draft::square(9)), |token| {
        shape(token).ok_or_else(|| (wrong("a shape is `9x9` or `6x8~0-8`"), at(token)))
    });
    let mut reading = Reading { draft: shape?, boxes: Vec::new(), import };
    let values = reading.draft.values.0.abs_diff(reading.draft.values.1) as usize + 1;
    let size = named("RegionSize").and_then(|token| token.get(1)?.parse().ok()).unwrap_or(values);
    if named("NoBoxes").is_none() && reading.draft.latin {
        reading.boxes = boxes(&reading.draft, size);
        reading.draft.regions = reading.boxes.clone();
    }
    for token in tokens.iter().filter(|token| token[0] == "Jigsaw") {
        let labels: Vec<Option<char>> = token.get(1).map_or(Vec::new(), |map| {
            map.chars().map(|c| Some(c).filter(|c| !matches!(c, '-' | '.'))).collect()
        });
        if labels.len() != reading.draft.rows * reading.draft.columns {
            return Err((wrong("a map of regions has a sign for each cell"), at(token)));
        }
        let mut pieces =
            Draft { rules: Vec::new(), given: Vec::new(), regions: Vec::new(), ..reading.draft };
        pieces.labels(&labels);
        // Pieces of another size are free.
        pieces.regions.retain(|cells| cells.len() == size);
        reading.draft.regions.extend(pieces.regions);
        (reading.draft.rules, reading.draft.given) = (pieces.rules, pieces.given);
    }
    let mut left = &tokens[..];
    while let Some(token) = left.first() {
        let before = left;
        let done = reading.add(&mut left);
        done.map_err(|fault| (fault, before.first().map_or(String::new(), |_| at(token))))?;
    }
    let strict = negative(&tokens);
    reading.draft.rules.extend(strict.map(|rule| Box::new(rule) as Box<dyn Rule>));
    reading.draft.puzzle().map_err(|fault| (fault, String::new()))
}

/// The texts between dots that begin a name.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start_matches('.');
            if rest.is_empty() {
                return None;
            }
            let mut from = 0;
            let end = loop {
                let Some(dot) = rest[from..].find('.').map(|at| from + at) else {
                    break rest.len();
                };
                let next = rest[dot + 1..].chars().next();
                if next.is_none_or(|c| c == '~' || c == '.' || c.is_ascii_uppercase()) {
                    break dot;
                }
                from = dot + 1;
            };
            let token = &rest[..end];
            rest = &rest[end..];
            return Some(token);
        }
    })
}

/// `9x9`, perhaps with the number of values or their range.
fn shape(token: &[&str]) -> Option<Draft> {
    let (rows, columns) = token.get(1)?.split_once('x')?;
    let (rows, columns): (usize, usize) = (rows.parse().ok()?, columns.parse().ok()?);
    let mut draft = Draft { rows, columns, ..Draft::square(rows.max(columns)) };
    if let Some(values) = token.get(2).filter(|values| !values.is_empty()) {
        draft.values = match values.split_once('-') {
            Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
            None => (1, values.parse().ok()?),
        };
    }
    // `Raw`: nothing but what is said.
    draft.latin = token.get(3) != Some(&"Raw");
    Some(draft)
}

/// The most nearly square boxes of that size that fill the board.
fn boxes(draft: &Draft, size: usize) -> Vec<Vec<Cell>> {
    let Draft { rows, columns, .. } = *draft;
    let heights = (1..=size.isqrt()).rev().filter(|height| size % height == 0);
    let sides = heights.flat_map(|height| [(height, size / height), (size / height, height)]);
    let fits = |&(height, width): &(usize, usize)| rows % height == 0 && columns % width == 0;
    let mut sides = sides.filter(|&(h, w)| h > 1 && w > 1).filter(fits);
    let Some((height, width)) = sides.next() else { return Vec::new() };
    let mut pieces = Draft { regions: Vec::new(), given: Vec::new(), rules: Vec::new(), ..*draft };
    let labels: Vec<Option<usize>> = pieces
        .cells()
        .map(|cell| Some(cell.row / height * (columns / width) + cell.column / width))
        .collect();
    pieces.labels(&labels);
    pieces.regions
}

struct Reading<'a> {
    draft: Draft,
    boxes: Vec<Vec<Cell>>,
    import: &'a mut Import,
}

/// What is left of the tokens.
type Left<'l, 't> = &'l [Vec<&'t str>];

impl Reading<'_> {
    /// Adds the first of the tokens, with what belongs to it.
    fn add(&mut self, left: &mut Left<'_, '_>) -> Result<(), VariantFault> {
        let (token, rest) = left.split_first().ok_or_else(|| wrong("something ends too early"))?;
        *left = rest;
        let (name, arguments) = (token[0], &token[1..]);
        match name {
            "Shape" | "NoBoxes" | "RegionSize" | "Jigsaw" | "StrictKropki" | "StrictXV" | "End" => {
            }
            "" => {
                for text in arguments.iter().filter(|text| !text.is_empty()) {
                    self.given(text)?;
                }
            }
            "Or" => {
                let mut branches = Vec::new();
                while left.first().is_some_and(|token| token[0] != "End") {
                    branches.push(self.branch(left)?);
                }
                *left = left.get(1..).unwrap_or_default();
                self.draft.rule(Or { branches });
            }
            "And" => {
                while left.first().is_some_and(|token| token[0] != "End") {
                    self.add(left)?;
                }
                *left = left.get(1..).unwrap_or_default();
            }
            _ => {
                if !self.rule(name, arguments)? {
                    self.import.unknown(name)?;
                }
            }
        }
        Ok(())
    }

    /// What the next token adds, as a list of its own.
    fn branch(&mut self, left: &mut Left<'_, '_>) -> Result<Vec<Box<dyn Rule>>, VariantFault> {
        let rules = std::mem::take(&mut self.draft.rules);
        let given = std::mem::take(&mut self.draft.given);
        let added = self.add(left);
        let mut branch = std::mem::replace(&mut self.draft.rules, rules);
        for (cell, values) in std::mem::replace(&mut self.draft.given, given) {
            branch.push(Box::new(CellValues { cell, values }));
        }
        added.map(|()| branch)
    }

    /// `R1C2_3`, or more values.
    fn given(&mut self, text: &str) -> Result<(), VariantFault> {
        let mut parts = text.split('_');
        let at = cell(parts.next().unwrap_or_default())?;
        let values: Result<Vec<i32>, _> = parts.map(number).collect();
        self.draft.given.push((at, values?));
        Ok(())
    }

    /// Adds the rules of one token; false if it is not known.
    fn rule(&mut self, name: &str, arguments: &[&str]) -> Result<bool, VariantFault> {
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

/// Whether two cells share a side.
fn beside(a: Cell, b: Cell) -> bool {
    a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1
}

/// Each two cells of a list that share a side, in its order.
fn neighbours(cells: &[Cell]) -> Vec<Cells> {
    let behind = |(i, &a): (usize, &Cell)| cells[i + 1..].iter().map(move |&b| [a, b]);
    let pairs = cells.iter().enumerate().flat_map(behind);
    pairs.filter(|&[a, b]| beside(a, b)).map(|pair| Cells(pair.to_vec())).collect()
}

/// What strict rules forbid: every pair of neighbours that is as a dot says, and has none.
fn negative(tokens: &[Vec<&str>]) -> impl Iterator<Item = NegativePairs> {
    let marked = |names: &[&str]| -> Vec<Cells> {
        let marks = tokens.iter().filter(|token| names.contains(&token[0]));
        let pairs = marks.filter_map(|token| cells(&token[1..]).ok());
        pairs.flat_map(|cells| neighbours(&cells)).collect()
    };
    let asked = |name: &str| tokens.iter().any(|token| token[0] == name);
    let rule = |kind: &str, exempt| NegativePairs {
        kind: Some(kind.to_owned()),
        diffs: Vec::new(),
        ratios: Vec::new(),
        sums: Vec::new(),
        exempt,
    };
    let kropki = asked("StrictKropki").then(|| NegativePairs {
        diffs: vec![1],
        ratios: vec![2],
        ..rule("kropki", marked(&["WhiteDot", "BlackDot"]))
    });
    let xv = asked("StrictXV")
        .then(|| NegativePairs { sums: vec![5, 10], ..rule("xv", marked(&["X", "V"])) });
    kropki.into_iter().chain(xv)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, VariantFault> {
    text.parse().map_err(|_| {
        let short: String = text.chars().take(20).collect();
        wrong(format!("`{short}` is no number that can stand here"))
    })
}

fn values(text: &str) -> Result<Vec<i32>, VariantFault> {
    text.split('_').filter(|text| !text.is_empty()).map(number).collect()
}

/// `R3C5`; rows and columns above 9 are letters from `a` on.
fn cell(text: &str) -> Result<Cell, VariantFault> {
    let at = |text: &str| match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(usize::from(letter - b'a') + 9),
        _ => text.parse::<usize>().ok()?.checked_sub(1),
    };
    let parts = text.strip_prefix(['R', 'r']).and_then(|rest| rest.split_once(['C', 'c']));
    let cell = parts.and_then(|(row, column)| Some(Cell { row: at(row)?, column: at(column)? }));
    let short = || text.chars().take(20).collect::<String>();
    cell.ok_or_else(|| wrong(format!("`{}` is not a cell such as `R3C5`", short())))
}

fn cells(texts: &[&str]) -> Result<Cells, VariantFault> {
    let texts = texts.iter().filter(|text| !text.is_empty());
    texts.map(|text| cell(text)).collect::<Result<_, _>>().map(Cells)
}

/// A text in base64, with or without what fills it up.
fn from_base64(text: &str) -> Option<String> {
    let text = text.trim_end_matches('=').replace('+', "-").replace('/', "_");
    String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}
