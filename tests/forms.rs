//! Forms of text: what is written is read back, and nothing that is read makes them panic.
#![cfg(all(feature = "grid", feature = "xml"))]

use houserules::grid::{Entry, FORMS, Form, FormError, Puzzle, Reader, Shape, Symbols, form};
use proptest::prelude::*;

fn read(text: &[u8]) -> Vec<Result<Entry, FormError>> {
    Reader::new(text).collect()
}

fn written(form: &dyn Form, puzzle: &Puzzle, symbols: Option<Symbols>) -> Option<String> {
    let [before, after] = form.around();
    let mut text = before.to_owned();
    form.write(puzzle, symbols, &mut text).ok()?;
    Some(text + after)
}

/// Some puzzle of some shape; marks only where `marks` says so.
fn puzzle(marks: bool) -> impl Strategy<Value = Puzzle> {
    let shapes = prop::sample::select(vec![
        "4x4",
        "6x6",
        "6x6:3x2",
        "9x9",
        "9x9+x",
        "12x12",
        "16x16",
        "25x25",
        "36x36",
        "64x64",
        "latin:7",
        "jigsaw:AABACBCCB",
        "jigsaw:AAABACBBCCDBCDDD",
    ]);
    let shapes = shapes.prop_filter_map("a shape", |text| text.parse::<Shape>().ok());
    shapes.prop_flat_map(move |shape| {
        let side = shape.side() as i32;
        let givens = prop::collection::vec(prop::option::of(1..=side), shape.len());
        let one = (0..shape.len(), prop::collection::vec(1..=side, 0..5));
        let some = if marks { 0..4 } else { 0..1 };
        let marks = prop::collection::vec(one, some);
        (givens, marks).prop_map(move |(givens, marks)| {
            let mut puzzle = Puzzle::new(shape.clone(), givens).expect("values of the shape");
            for (cell, values) in marks {
                puzzle.restrict(cell, &values).expect("values of the shape");
            }
            puzzle
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(
        puzzle in any::<bool>().prop_flat_map(puzzle),
        symbols in prop::option::of(prop::sample::select(vec![
            Symbols::Digits, Symbols::Zero, Symbols::Letters, Symbols::Numbers,
        ])),
    ) {
        for form in FORMS {
            let Some(text) = written(*form, &puzzle, symbols) else { continue };
            let reader = Reader::new(text.as_bytes()).form(*form).shape(puzzle.shape().clone());
            // Some forms write numbers or single signs, whatever was wished for.
            let numbers = ["judge", "array", "sumocue"].contains(&form.name())
                || (form.name() == "fields" && symbols.is_none())
                || text.lines()
                    .filter(|line| line.contains([' ', ',']))
                    .flat_map(|line| line.split([' ', ','])).any(|word| matches!(word.parse(), Ok(10..=64)))
                || puzzle.shape().side() > 61;
            let single = symbols.filter(|symbols| *symbols != Symbols::Numbers);
            let symbols = if numbers { Symbols::Numbers } else { single.unwrap_or(Symbols::Digits) };
            let mut reader = reader.symbols(symbols);
            let entry = reader.next().expect("a puzzle");
            let shown: String = text.chars().take(500).collect();
            prop_assert!(entry.is_ok(), "{:?}: {}\n{}", form, entry.unwrap_err(), shown);
            let entry = entry.expect("a puzzle, as just seen");
            prop_assert_eq!(&entry.puzzle, &puzzle, "{:?}\n{}", form, shown);
            prop_assert!(reader.next().is_none(), "{:?}\n{}", form, shown);
        }
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read(&bytes);
        for form in FORMS {
            Reader::new(&bytes[..]).form(*form).for_each(drop);
        }
    }

    #[test]
    fn signs_never_panic(text in "[0-9A-Ga-g.*_|+:;,#\\[\\]{}<>\"'= \t\r\n-]{0,300}") {
        read(text.as_bytes());
        for form in FORMS {
            Reader::new(text.as_bytes()).form(*form).for_each(drop);
        }
    }

    /// A valid text with a few bytes changed, doubled or lost.
    #[test]
    fn slips_never_panic(
        puzzle in puzzle(false),
        slips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..4),
    ) {
        for form in FORMS {
            let Some(text) = written(*form, &puzzle, None) else { continue };
            let mut bytes = text.repeat(2).into_bytes();
            for (at, byte, what) in &slips {
                let at = at.index(bytes.len());
                match what {
                    0 => bytes[at] = *byte,
                    1 => bytes.insert(at, *byte),
                    _ => drop(bytes.remove(at)),
                }
            }
            for error in read(&bytes).into_iter().filter_map(Result::err) {
                let place = &error.place;
                prop_assert!(place.quote.get(place.span.clone()).is_some(), "{:?}", error);
            }
        }
    }
}

#[test]
fn each_example_is_recognised_read_and_written() {
    for form in FORMS {
        let mut reader = Reader::new(form.example().as_bytes());
        let first = reader.next().expect("a puzzle");
        let entry = first.unwrap_or_else(|error| panic!("{form:?}: {error}"));
        assert_eq!(entry.form, form.name());
        let text = written(*form, &entry.puzzle, Some(entry.symbols));
        let text = text.unwrap_or_else(|| panic!("{form:?} writes its example"));
        let mut again = Reader::new(text.as_bytes()).form(*form);
        let again = again.next().expect("a puzzle").expect("what was written");
        assert_eq!(again.puzzle, entry.puzzle, "{form:?}");
    }
}

#[test]
fn drawings_show_boxes_and_regions() {
    let mut pictures = String::new();
    let jigsaw = "jigsaw:AAAAABBBBBDDDCCDDECCEEEEC+x";
    for (shape, givens) in [
        (
            "9x9",
            "2.5.7...1.6.4.25..1..8..9....9............358.14.6...7..6..1....5...912..2135...9",
        ),
        ("6x6:3x2", "..5.....35...5.4.22....6....6....2.3"),
        (jigsaw, "..13......5.4.2.1........."),
        ("latin:3", "123231312"),
        ("12x12", &".87.B.C2...1".repeat(12)),
    ] {
        let shape: Shape = shape.parse().expect("a shape");
        let value = |c: char| c.to_digit(36).map(|v| v as i32);
        let givens: Vec<Option<i32>> = givens.chars().map(value).take(shape.len()).collect();
        let puzzle = Puzzle::new(shape, givens).expect("a puzzle");
        form("grid").expect("a form").write(&puzzle, None, &mut pictures).expect("a picture");
        pictures.push('\n');
    }
    insta::assert_snapshot!(pictures);
}

#[test]
fn a_collection_goes_on_behind_each_mistake() {
    let good = "2.5.7...1.6.4.25..1..8..9....9............358.14.6...7..6..1....5...912..2135...9";
    let mut text = Vec::new();
    for line in [
        good.as_bytes(),
        &good.as_bytes()[1..],
        &[good.as_bytes(), b"3"].concat(),
        good.replacen('5', "z", 1).as_bytes(),
        good.replacen('5', "é", 1).as_bytes(),
        good.replacen('5', "٥", 1).as_bytes(),
        &[&good.as_bytes()[..40], b"\0", &good.as_bytes()[41..]].concat(),
        &[&good.as_bytes()[..40], b"\xFF", &good.as_bytes()[41..]].concat(),
        &[good.as_bytes(), b" caf\xE9"].concat(),
        &vec![b'.'; 2 << 20],
        good.as_bytes(),
    ] {
        text.extend_from_slice(line);
        text.push(b'\n');
    }
    let read = read(&text);
    assert_eq!(read.len(), 11);
    let show = |(i, read): (usize, &Result<Entry, FormError>)| match read {
        Ok(entry) => format!("{:2} good: line {} {:?}\n", i + 1, entry.line, entry.notes),
        Err(error) => format!("{:2} {error}\n", i + 1),
    };
    let shown: String = read.iter().enumerate().map(show).collect();
    insta::assert_snapshot!(shown);
}

#[test]
fn a_slip_on_the_first_line_makes_no_board_of_it() {
    let line = |value: &str| format!("{value}{}\n", " 0".repeat(80));
    let text = [line("77"), line("2"), line("3")].concat();
    let read = read(text.as_bytes());
    let errors: Vec<String> =
        read.iter().filter_map(|r| Some(r.as_ref().err()?.to_string())).collect();
    assert_eq!(errors, ["line 1, column 1: value 77 is outside 1-9"]);
    assert_eq!(read.iter().flatten().filter(|entry| entry.puzzle.shape().side() == 9).count(), 2);
}

#[test]
fn what_is_no_puzzle_is_refused_once() {
    let utf16: Vec<u8> = "1...2...3...4...\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut errors = String::new();
    for (name, bytes) in [
        ("nothing", &b""[..]),
        ("blanks", b" \n\t\n"),
        ("a comment", b"# nothing here"),
        ("prose", b"Dear Sir,\nplease find enclosed\na puzzle.\n"),
        ("a program", b"\x7FELF\x02\x01\x01\0\0\0\0\0\n\0\0\0\n"),
        ("gzip", b"\x1F\x8B\x08\0\0\0\0\0\0\x03\n"),
        ("UTF-16 with a mark", &[b"\xFF\xFE", &utf16[..]].concat()),
        ("UTF-16", &utf16),
        ("random", b"\x01\x02\x03\x04\xF0\x80\x90\n\x05\x06\n"),
        ("4x4s or 16x16", "1...2...3...4...\n".repeat(16).as_bytes()),
        ("numbers, the same", "1 0 0 0 2 0 0 0 3 0 0 0 4 0 0 0\n".repeat(16).as_bytes()),
        ("letters or digits", "A.......G.......\n................\n".repeat(8).as_bytes()),
        ("a prime side", "123\n231\n312\n".as_bytes()),
        ("a heading", b"7\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n"),
        ("no rows", b"+---+\n|   |\n+---+\n"),
        ("rows missing", b"1234\n3412\n2143\n"),
        ("a value too high", b"1234\n3412\n2153\n4321\n"),
        ("a word", b"1 2 3 4\n3 4 1 2\n2 1 one 3\n4 3 2 1\n"),
    ] {
        errors.push_str(&format!("{name}:\n"));
        for read in read(bytes) {
            let line = match read {
                Ok(entry) => format!("  good {:?}\n", entry.puzzle),
                Err(error) => format!("  {error}\n"),
            };
            errors.push_str(&line);
        }
    }
    insta::assert_snapshot!(errors);
}

/// One sign is the cell of a board of one, not a candidate that is ruled out.
#[test]
fn a_dot_is_an_open_cell_of_the_smallest_board() {
    let shape: Shape = "1x1".parse().unwrap();
    let blank = Puzzle::blank(shape.clone());
    let mut read = Reader::new(".\n".as_bytes()).shape(shape);
    assert_eq!(read.next().map(|entry| entry.map(|entry| entry.puzzle)), Some(Ok(blank)));
}

/// The smallest boards there are, in every form that can hold them, however little is known beforehand.
#[test]
fn the_smallest_boards_are_read_back() {
    for shape in ["1x1", "latin:1", "2x2:1x2", "2x2:2x1", "latin:2", "3x3:1x3", "latin:3"] {
        let shape: Shape = shape.parse().unwrap();
        for given in [None, Some(1)] {
            let mut puzzle = Puzzle::blank(shape.clone());
            puzzle.set(0, given).unwrap();
            for form in FORMS {
                // The only candidate of a cell is its given.
                if shape.len() == 1 && ["pencil", "sukaku"].contains(&form.name()) {
                    continue;
                }
                let Some(text) = written(*form, &puzzle, None) else { continue };
                let reader = Reader::new(text.as_bytes()).form(*form).shape(shape.clone());
                let read: Vec<_> = reader.map(|entry| entry.map(|entry| entry.puzzle)).collect();
                assert_eq!(read, [Ok(puzzle.clone())], "{form:?}\n{text}");
            }
        }
    }
}

/// Rows of two open cells are no two boards of one; a comma behind a cell is.
#[test]
fn commas_between_open_cells_count() {
    let read = |text: &str| -> Vec<Result<usize, String>> {
        let reader = Reader::new(text.as_bytes());
        reader.map(|e| e.map(|e| e.puzzle.shape().len()).map_err(|e| e.to_string())).collect()
    };
    let none = "line 1, column 1: 2 has no box shape; regions or `latin:2` needed";
    for text in [",\n,\n", "1,\n,1\n"] {
        assert_eq!(read(text), [Err(none.to_owned())], "{text:?}");
    }
    assert_eq!(read("1,\n"), [Ok(1)]);
    assert_eq!(read(&"1,,,,\n".repeat(4)), [Ok(16)]);
    assert_eq!(read(&",,,,\n".repeat(8)), [Ok(16), Ok(16)]);
}

/// What stands over a grid in collections and in drawings is a note, and no row.
#[test]
fn titles_are_notes() {
    let grid = "..1.\n.4..\n...2\n.2..\n";
    let drawn = "+-----+-----+\n| . . | 1 . |\n| . 4 | . . |\n+-----+-----+\n| . . | . 2 |\n| . 2 | . . |\n+-----+-----+\n";
    for (text, form, titles) in [
        (format!("Grid 01\n{grid}Grid 02\n{grid}"), "rows", vec!["Grid 01", "Grid 02"]),
        (
            format!("The first\n\n{grid}\nThe second, harder\n\n{grid}"),
            "rows",
            vec!["The first", "The second, harder"],
        ),
        (format!("Dell #7: moderate\n{drawn}"), "grid", vec!["Dell #7: moderate"]),
        ("초급 문제 1\n0 0 1 0\n0 4 0 0\n0 0 0 2\n0 2 0 0\n".to_owned(), "judge", vec![]),
        (
            "연습문제 1\n0 0 1 0\n0 4 0 0\n0 0 0 2\n0 2 0 0\n".to_owned(),
            "judge",
            vec!["연습문제 1"],
        ),
    ] {
        let read: Vec<_> = read(text.as_bytes()).into_iter().collect();
        if titles.is_empty() {
            // Two letters could be cells.
            assert!(read[0].is_err());
            continue;
        }
        let found = read.iter().map(|entry| {
            let entry = entry.as_ref().expect("a puzzle");
            assert_eq!((entry.form, entry.puzzle.givens().count()), (form, 4), "{text}");
            &*entry.notes[0].text
        });
        assert_eq!(found.collect::<Vec<_>>(), titles);
    }
    // A row of letters is none, and what is damaged is told.
    let letters = "ABCDEFGHIJKLMNO\n".to_owned() + &"-BCDEFGHIJKLMNO-\n".repeat(15);
    assert!(read(letters.as_bytes())[0].is_err());
}

/// Spreadsheets that end each row with a separator, and those whose last cell is empty.
#[test]
fn a_separator_at_the_end_is_no_cell() {
    for text in [
        ",,1,,\n,4,,,\n,,,2,\n,2,,,\n",
        ",,1,\n,4,,\n,,,2\n,2,,\n",
        "0;0;1;0;\n0;4;0;0;\n0;0;0;2;\n0;2;0;0;\n",
    ] {
        let read = read(text.as_bytes());
        let givens: Vec<_> = read[0].as_ref().expect("a puzzle").puzzle.givens().collect();
        assert_eq!((read.len(), givens), (1, vec![(2, 1), (5, 4), (11, 2), (13, 2)]), "{text}");
    }
}

/// A mistake in each form; each is one error, with its place.
#[test]
fn every_form_names_its_mistakes() {
    let mut errors = String::new();
    for (name, from, text) in [
        ("a quote left open", "csv", "id,puzzle\n1,\"..1..4.....2.2..\n2,..1..4.....2.2..\n"),
        ("a field too few", "csv", "id;level;puzzle\n1;2\n1;2;..1..4.....2.2..\n"),
        ("no cells", "csv", "id,puzzle\n1,\n"),
        ("no column", "csv", "id,name\n1,2\n"),
        (
            "a candidate out of place",
            "sukaku",
            "12..12341...1234.2.4...41.34123412.41234123.1.34123...3.123.1243\n",
        ),
        ("candidates missing", "sukaku", "12..\n"),
        ("a dot in pencil marks", "pencil", "24 23 1 34\n1234 4 123 13\n34 . 34 2\n134 2 34 1\n"),
        ("a candidate too high", "pencil", "24 23 1 34\n1234 4 125 13\n34 13 34 2\n134 2 34 1\n"),
        ("a value on the map", "jigsaw", "AAAB\nACBB\nCCDB\nCDDD\n\n1...\n..5.\n....\n...3\n"),
        ("a region too large", "jigsaw", "AAAB\nAABB\nCCDB\nCDDD\n\n1...\n..2.\n....\n...3\n"),
        ("a row too few", "jigsaw", "AAAB\nACBB\nCCDB\nCDDD\n\n1...\n..2.\n....\n"),
        ("a row too long", "jigsaw", "AAAB\nACBB\nCCDBB\nCDDD\n\n1...\n..2.\n....\n....\n"),
        ("a cage", "sumocue", "SumoCueV1=10J0+0J0=0J0=0J1\n"),
        ("a rule", "sumocue", "SumoCueV1X=1=2=3=4\n"),
        ("cells without region", "sumocue", "SumoCueV1=1J0=0=0=0\n"),
        ("a row too few", "sdk", "[Puzzle]\n..1.\n.4..\n...2\n[State]\n"),
        ("a sign", "sdx", "u2 u3 1 34\n13 v4 23 13\n34 13 34 2\n34 2 34 1\n"),
        ("a sign", "ss", "*-----*\n|..|1.|\n|.4|!.|\n|--+--|\n|..|.2|\n|.2|..|\n*-----*\n"),
        ("fields missing", "hodoku", ":0000:x\n"),
        ("a cell too few", "hodoku", ":0000:x:..1..4.....2.2.:::\n"),
        ("a cell too few", "susser", "..1.+1+4.....2.2.:211\n"),
        ("an object", "array", "{\"puzzle\": [[1]]}\n"),
        ("brackets", "array", "[[0,0,1,0],\n"),
        ("rows of two lengths", "array", "[[0,0,1,0],[0,4,0],[0,0,0,2],[0,2,0,0]]\n"),
        ("a word", "array", "[[0,0,1,0],[0,4,0,0],[0,zero,0,2],[0,2,0,0]]\n"),
        ("no parameter", "url", "https://example.org/?id=17\n"),
        ("a cell too few", "url", "https://example.org/?bd=001004000002020\n"),
        ("a number too high", "fields", ",,1,\n,4,,\n,,,12\n,2,,\n"),
        ("a number too high", "judge", "0 0 1 0\n0 4 0 0\n0 0 12 0\n0 2 0 0\n"),
        ("a cage of SumoCue", "", &format!("3x3::k{}\n", ":2561".repeat(81))),
        ("arrows", "", &format!("S<J<<O<<K{}\n", "J^<<^<^>^".repeat(8))),
    ] {
        let mut reader = Reader::new(text.as_bytes());
        if !from.is_empty() {
            reader = reader.form(form(from).expect("a form"));
        }
        errors.push_str(&format!("{from}, {name}:\n"));
        for read in reader {
            match read {
                Ok(entry) => errors.push_str(&format!("  good, line {}\n", entry.line)),
                Err(error) => errors.push_str(&format!("  {error}\n")),
            }
        }
    }
    insta::assert_snapshot!(errors);
}

#[test]
fn a_form_says_what_it_cannot_hold() {
    let mut errors = String::new();
    let mut marked = Puzzle::blank("12x12".parse().expect("a shape"));
    marked.restrict(3, &[1, 2]).expect("a cell");
    let large = Puzzle::blank("64x64".parse().expect("a shape"));
    let bare = Puzzle::blank("latin:5".parse().expect("a shape"));
    for (name, puzzle) in [("marks", marked), ("64 values", large), ("no regions", bare)] {
        errors.push_str(&format!("{name}:\n"));
        for form in FORMS {
            if let Err(error) = form.write(&puzzle, None, &mut String::new()) {
                errors.push_str(&format!("  {error}\n"));
            }
        }
    }
    insta::assert_snapshot!(errors);
}

#[test]
fn symbols_are_told_by_rule_and_hold_for_the_text() {
    let hex = "C...6....7.B1D.F......8.F....E...E.8.F....5AB.39630F.A....D1...7.25.E.D..4A..C.1\
               .6.B.9F..DE374..E4...6..1F.....D....8...92C.A....CA6.57EDBF92..3.BE7F..A.0.25.48\
               ..F1.2..4A8...B....3...8.57...D..97E..ACB...610....C.7E.0.2D8.....34..5.AE...97B01..34.B...8D.F.";
    let no_zero = hex.replace('0', ".");
    let first = |text: &str| read(text.as_bytes()).remove(0).expect("a puzzle");
    assert_eq!(first(hex).symbols, Symbols::Zero);
    assert_eq!(first(hex).puzzle.given(0), Some(13));
    assert_eq!(first(&no_zero).symbols, Symbols::Digits);
    assert_eq!(first(&hex.replace('F', "G")).symbols, Symbols::Digits);
    // What the first puzzle shows holds for those that could be either, and nothing changes in silence.
    let both = read(format!("{hex}\n{no_zero}\n").as_bytes());
    assert!(both.iter().flatten().all(|entry| entry.symbols == Symbols::Zero));
    let both = read(format!("{no_zero}\n{hex}\n").as_bytes());
    let error = both[1].as_ref().expect_err("the symbols change").to_string();
    assert_eq!(
        error,
        "line 2, column 1: values look like 0-9A-F here, but like 1-9A-G earlier in the text"
    );
}

#[test]
fn grids_follow_each_other_with_or_without_blank_lines() {
    let grid = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n";
    let banded = "1 2 3 4\n3 4 1 2\n\n2 1 4 3\n4 3 2 1\n";
    let count = |text: &str| {
        let read = read(text.as_bytes());
        (read.iter().filter(|read| read.is_ok()).count(), read.len())
    };
    assert_eq!(count(&grid.repeat(3)), (3, 3));
    assert_eq!(count(&format!("{grid}\n{grid}\n\n\n{grid}")), (3, 3));
    assert_eq!(count(&format!("{banded}\n{banded}")), (2, 2));
    // A grid that lacks rows is one error, and never eats into the next.
    assert_eq!(count(&format!("1 2 3 4\n3 4 1 2\n2 1 4 3\n\n{grid}\n{grid}")), (2, 3));
    assert_eq!(count(&format!("1 2 3 4\n3 4 1 2\n\n{grid}\n{grid}")), (2, 3));
    assert_eq!(count(&format!("{grid}\n1 2 3\n3 4 1 2\n2 1 4 3\n4 3 2 1\n\n{grid}")), (2, 3));
}
