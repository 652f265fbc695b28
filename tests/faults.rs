//! What a person reads when something is wrong with a text: each fault in words.
#![cfg(feature = "grid")]

use std::io::ErrorKind;

use houserules::grid::{Fault, Puzzle, Shape, Symbols};

/// One of each fault, and of each way to say it.
fn faults() -> Vec<Fault> {
    let sudoku = Shape::sudoku();
    let (digits, hex) = (Symbols::Digits, Symbols::Zero);
    vec![
        Fault::Io(ErrorKind::PermissionDenied, "permission denied".to_owned()),
        Fault::NotText { what: "a picture (PNG)" },
        Fault::NotUtf8 { byte: 0xFF },
        Fault::Control { symbol: '\0' },
        Fault::LineTooLong { limit: 1 << 20 },
        Fault::Unrecognised,
        Fault::Ambiguous {
            what: "the text",
            readings: vec![
                "as one thing (form `line`)".to_owned(),
                "as another (form `rows`)".to_owned(),
            ],
        },
        Fault::UnknownSymbol { symbol: 'Q', symbols: digits, values: 9 },
        Fault::UnknownSymbol { symbol: 'Q', symbols: hex, values: 16 },
        Fault::ForeignDigit { symbol: '５' },
        Fault::ForeignDigit { symbol: '٣' },
        Fault::NotACell { text: "12b".to_owned() },
        Fault::Value { sign: "17".to_owned(), symbols: Symbols::Numbers, values: 16 },
        Fault::TooFewSymbols { symbols: hex, values: 49 },
        Fault::SymbolsChange { seen: hex, forced: Symbols::Letters, values: 16 },
        Fault::CellCount { found: 80, expected: Some(sudoku.clone()) },
        Fault::CellCount { found: 80, expected: None },
        Fault::CellCount { found: 1, expected: None },
        Fault::Side { found: 8, expected: sudoku.clone() },
        Fault::UnevenRows { rows: vec![(4, 8)], expected: 9 },
        Fault::UnevenRows { rows: vec![(4, 8), (5, 10), (6, 1), (7, 2), (8, 3)], expected: 9 },
        Fault::RowCount { found: 8, expected: 9 },
        Fault::Heading { number: "5".to_owned(), side: 9 },
        Fault::Columns { found: 1, puzzle: ("puzzle".to_owned(), 3) },
        Fault::CandidateCount { found: 728, expected: Some(sudoku.clone()) },
        Fault::CandidateCount { found: 728, expected: None },
        Fault::CandidatePlace { symbol: '7', value: 3 },
        Fault::NotCandidates { text: "12x".to_owned() },
        Fault::OpenQuote,
        Fault::Brackets,
        Fault::Unsupported { what: "a puzzle with cages".to_owned() },
        Fault::Shape(Shape::square(7).unwrap_err()),
        Fault::Puzzle(Puzzle::new(sudoku, [Some(1)]).unwrap_err()),
    ]
}

#[test]
fn each_fault_in_words() {
    let words: Vec<String> = faults().iter().map(Fault::to_string).collect();
    insta::assert_snapshot!("faults", words.join("\n"));
}
