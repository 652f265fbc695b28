//! Shapes: their groups, their text and their errors.
#![cfg(feature = "grid")]

use std::collections::BTreeSet;

use houserules::grid::{
    Cell, EXTRAS, GroupKind, MAX_SIDE, PRESETS, Puzzle, Regions, Shape, ShapeError,
};

fn shape(text: &str) -> Shape {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The groups of a kind, as cells.
fn groups(shape: &Shape, kind: GroupKind) -> Vec<Vec<String>> {
    let of_kind = shape.groups().iter().filter(|group| group.kind == kind);
    let cells = of_kind.map(|group| group.cells.iter().map(|i| shape.cell(*i).to_string()));
    cells.map(Iterator::collect).collect()
}

#[test]
fn every_side_that_has_boxes_is_partitioned_by_them() {
    for side in (1..=64).chain([81, 100, MAX_SIDE]) {
        let Ok(shape) = Shape::square(side) else {
            let prime = (2..side).all(|d| side % d != 0);
            assert!(prime, "{side} has no boxes");
            continue;
        };
        let boxes = groups(&shape, GroupKind::Box);
        let cells: BTreeSet<&String> = boxes.iter().flatten().collect();
        assert_eq!((boxes.len(), cells.len()), (side, side * side), "{side}");
        assert!(boxes.iter().all(|cells| cells.len() == side), "{side}");
    }
}

#[test]
fn the_usual_box_lies() {
    let usual = [
        (4, 2, 2),
        (6, 2, 3),
        (8, 2, 4),
        (9, 3, 3),
        (10, 2, 5),
        (12, 3, 4),
        (14, 2, 7),
        (15, 3, 5),
        (16, 4, 4),
        (20, 4, 5),
        (25, 5, 5),
        (30, 5, 6),
        (36, 6, 6),
        (49, 7, 7),
        (64, 8, 8),
        (81, 9, 9),
    ];
    for (side, height, width) in usual {
        let shape = shape(&format!("{side}x{side}"));
        assert_eq!(shape.regions(), &Regions::Boxes { height, width }, "{side}");
    }
}

#[test]
fn boxes_are_named_by_rows_and_then_columns() {
    let standing = shape("6x6:3x2");
    let box_two = standing.groups().iter().find(|group| &*group.name == "box 2");
    let cells = box_two.map(|group| group.cells.to_vec());
    assert_eq!(cells, Some(vec![2, 3, 8, 9, 14, 15]));
}

#[test]
fn extra_groups_hold_the_right_cells() {
    let x = groups(&shape("4x4+x"), GroupKind::Diagonal);
    assert_eq!(x, [["r1c1", "r2c2", "r3c3", "r4c4"], ["r4c1", "r3c2", "r2c3", "r1c4"]]);
    let windows = groups(&shape("windoku"), GroupKind::Window);
    assert_eq!(windows.len(), 4);
    assert_eq!(
        windows[0],
        ["r2c2", "r2c3", "r2c4", "r3c2", "r3c3", "r3c4", "r4c2", "r4c3", "r4c4"]
    );
    assert_eq!(windows[3][0], "r6c6");
    let windows = groups(&shape("16x16+windoku"), GroupKind::Window);
    assert_eq!((windows.len(), &*windows[8][0], &*windows[8][15]), (9, "r12c12", "r15c15"));
    let places = groups(&shape("6x6+disjoint"), GroupKind::Disjoint);
    assert_eq!(places[1], ["r1c2", "r1c5", "r3c2", "r3c5", "r5c2", "r5c5"]);
    // A knight has 2 * (n - 1) * (n - 2) * 2 moves on a board, a king 2 * (n - 1)^2 at corners.
    assert_eq!(groups(&shape("9x9+anti-knight"), GroupKind::Move).len(), 224);
    assert_eq!(groups(&shape("9x9+anti-king"), GroupKind::Move).len(), 128);
    let own = groups(&shape("latin:5+r1c1r5c5"), GroupKind::Cells);
    assert_eq!(own, [["r1c1", "r5c5"]]);
}

#[test]
fn the_text_of_a_shape_reads_as_the_same_shape() {
    let mut texts: Vec<String> = PRESETS.iter().map(|preset| preset.shape.to_owned()).collect();
    texts.extend(EXTRAS.iter().map(|extra| format!("9x9+{}", extra.name)));
    texts.extend([
        "6x6:3x2".into(),
        "jigsaw:AABBABBACCDDCCDD".replace("ABBA", "AABB"),
        "jigsaw:10,10,11,11".into(),
        "latin:2+r1c1r2c2+x".into(),
    ]);
    for text in texts {
        let read = shape(&text);
        assert_eq!(shape(&read.to_string()), read, "{text}");
    }
}

#[test]
fn equal_shapes_are_equal_however_they_came_to_be() {
    assert_eq!(shape("9x9:3x3"), Shape::sudoku());
    assert_eq!(shape("sudoku+x+x"), shape("9x9+x"));
    assert_ne!(shape("6x6"), shape("6x6:3x2"));
    assert_ne!(shape("9x9"), shape("latin:9"));
}

#[test]
fn wrong_shapes_are_refused_in_words() {
    let mut errors = String::new();
    let wrong = [
        "7x7",
        "9x9:4x4",
        "7x7:2x3",
        "9x8",
        "0x0",
        "257x257",
        "99999999x99999999",
        "99999999999999999999999999x9",
        "latin:",
        "latin:300",
        "9x9+windoko",
        "9x9+thermometers",
        "9x9+",
        "6x6+windoku",
        "4x4+windoku",
        "latin:9+disjoint",
        "9x9+r1c10",
        "9x9+r1c1r2c2r1c1",
        "9x9+r1",
        "sudok",
        "9",
        "",
        "９x９",
        "jigsaw:AAAB",
        "jigsaw:AAAAAAAAA",
        "jigsaw:ABC",
        "jigsaw:",
    ];
    for text in wrong {
        let error = text.parse::<Shape>().expect_err(text);
        errors.push_str(&format!("{text:30} {error}\n"));
    }
    insta::assert_snapshot!(errors);
}

#[test]
fn regions_of_the_wrong_size_are_all_named() {
    let labels =
        "DBAABBCCCDABBBBCCFDAAEBBCCFDAAEEBCCFDAEEEEEFFDDGGEFFFIDDGGGHFIIGGGGHHHIIHHHHHIIII";
    let labels: Vec<char> = labels.chars().collect();
    let error = Shape::jigsaw(&labels).expect_err("regions A and B are wrong");
    insta::assert_snapshot!(error, @"region A has 8 cells, region B has 10; each needs 9");
}

#[test]
fn shapes_and_puzzles_can_be_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Shape>();
    shared::<Puzzle>();
    shared::<ShapeError>();
}

#[test]
fn clashes_name_the_cells_and_the_group() {
    let clashes = |text: &str, shape: &Shape| {
        let givens: Vec<Option<i32>> =
            text.chars().map(|c| c.to_digit(10).map(|d| d as i32)).collect();
        let puzzle = Puzzle::new(shape.clone(), givens).expect("a puzzle");
        let clashes = puzzle.clashes().into_iter();
        clashes.map(|clash| clash.to_string()).collect::<Vec<_>>()
    };
    let first = ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..";
    let four = "...............................................................9..9.....9..9.....";
    insta::assert_debug_snapshot!([
        clashes(first, &Shape::sudoku()),
        clashes(four, &Shape::sudoku()),
    ]);
    let knights = format!("{:81}", format!("{:18}5{:10}5", "", ""));
    assert_eq!(
        clashes(&knights, &shape("9x9+anti-knight")),
        ["r3c1 and r4c3 are both 5, a knight's move apart"]
    );
    assert_eq!(clashes(&knights, &shape("latin:9")), [""; 0]);
}

#[test]
fn cells_read_as_they_print() {
    for cell in [Cell { row: 0, column: 0 }, Cell { row: 15, column: 8 }] {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
    for wrong in ["", "r", "r1", "r1c", "r0c1", "r1c1 ", "c1r1", "r-1c1", "r99999999999999999999c1"]
    {
        assert!(wrong.parse::<Cell>().is_err(), "{wrong}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn shapes_and_puzzles_survive_json() {
    let mut puzzle = Puzzle::blank(shape("4x4+x"));
    puzzle.set(0, Some(3)).expect("a cell");
    puzzle.restrict(5, &[1, 4]).expect("a cell");
    let json = serde_json::to_string(&puzzle).expect("JSON");
    assert_eq!(
        json,
        "{\"shape\":\"4x4+x\",\"givens\":[3,null,null,null,null,null,null,null,null,null,null,null,null,\
         null,null,null],\"candidates\":{\"r2c2\":[1,4]}}"
    );
    let read: Puzzle = serde_json::from_str(&json).expect("a puzzle");
    assert_eq!(read, puzzle);
    for wrong in [
        json.replace("4x4", "7x7"),
        json.replace("[3,", "[5,"),
        json.replace("r2c2", "r5c2"),
        json.replace("[3,null,", "[3,"),
    ] {
        assert!(serde_json::from_str::<Puzzle>(&wrong).is_err(), "{wrong}");
    }
}
