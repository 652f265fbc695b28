//! The meaning of each rule, tried on all grids of small boards: what the solver finds is what the plain check keeps.
#![cfg(feature = "variants")]

mod plain;

use std::collections::BTreeSet;

use houserules::grid::Variant;
use houserules::grid::rule::KINDS;
use serde_json::{Value, json};

/// All grids of a small board that keep the rules, by trying every grid, and by solving.
fn compare(rows: usize, columns: usize, values: [i32; 2], latin: bool, rules: &Value) -> usize {
    let puzzle = json!({
        "rows": rows, "cols": columns, "min_value": values[0], "max_value": values[1],
        "latin": latin, "regions": [], "constraints": rules,
    });
    let text = puzzle.to_string();
    let variant = match Variant::from_json(text.as_bytes()) {
        Ok(variant) => Some(variant),
        Err(error) if error.fault.is_contradiction() => None,
        Err(error) => panic!("{error} in {text}"),
    };
    let mut expected = BTreeSet::new();
    let mut grid = vec![values[0]; rows * columns];
    'grids: loop {
        let holds = plain::broken(&puzzle, &grid).is_none();
        if let Some(variant) = &variant {
            assert_eq!(variant.broken(&grid).is_none(), holds, "{grid:?} in {text}");
        }
        if holds {
            expected.insert(grid.clone());
        }
        let Some(last) = grid.iter().rposition(|&value| value < values[1]) else { break 'grids };
        grid[last] += 1;
        grid[last + 1..].fill(values[0]);
    }
    let Some(variant) = variant else {
        assert!(expected.is_empty(), "refused, but has solutions: {text}");
        return 0;
    };
    let compiled = variant.model().unwrap();
    let found: Vec<Vec<i32>> =
        compiled.solver().solutions().map(|solution| compiled.values(&solution)).collect();
    let count = found.len();
    let found: BTreeSet<Vec<i32>> = found.into_iter().collect();
    assert_eq!(found.len(), count, "a solution twice: {text}");
    assert_eq!(found, expected, "{text}");
    count
}

/// Cells of one row: r1c1 and so on.
fn row(n: usize) -> Vec<String> {
    (1..=n).map(|c| format!("R1C{c}")).collect()
}

#[test]
fn rules_on_lines_mean_what_they_say() {
    // Each rule on lines of several lengths, with values from 1 and from 0; `null` stands for the cells.
    let rules = [
        json!({"type": "killer_cage"}),
        json!({"type": "killer_cage", "sum": 7}),
        json!({"type": "killer_cage", "sum": 0}),
        json!({"type": "sum", "sum": 7}),
        json!({"type": "sum", "sum": 0}),
        json!({"type": "little_killer", "sum": 9}),
        json!({"type": "thermometer"}),
        json!({"type": "slow_thermometer"}),
        json!({"type": "whisper", "min_diff": 2}),
        json!({"type": "whisper", "min_diff": 0}),
        json!({"type": "renban"}),
        json!({"type": "nabner"}),
        json!({"type": "palindrome"}),
        json!({"type": "zipper_line"}),
        json!({"type": "modular_line", "mod": 2}),
        json!({"type": "modular_line", "mod": 3}),
        json!({"type": "sum_line", "sum": 5}),
        json!({"type": "sum_line", "sum": 5, "loop": true}),
        json!({"type": "sum_line", "sum": 0}),
        json!({"type": "regex_line", "pattern": "(1[23]|.4)*[^2-3]?"}),
        json!({"type": "regex_line", "pattern": "2+.*1?|()"}),
        json!({"type": "all_different"}),
        json!({"type": "extra_region"}),
        json!({"type": "diagonal", "direction": "/"}),
        json!({"type": "look_and_say", "counts": [[2, 3], [0, 1]]}),
        json!({"type": "contain_exact", "values": [2]}),
        json!({"type": "quadruple", "values": [3]}),
        json!({"type": "sandwich", "sum": 2}),
        json!({"type": "sandwich", "sum": 0}),
        json!({"type": "lunchbox", "sum": 3}),
        json!({"type": "lunchbox", "sum": 0}),
        json!({"type": "x_sum", "sum": 4}),
        json!({"type": "x_sum", "sum": 0}),
        json!({"type": "skyscraper", "count": 2}),
        json!({"type": "skyscraper", "count": 0}),
        json!({"type": "hidden_skyscraper", "value": 2}),
        json!({"type": "numbered_room", "value": 3}),
        json!({"type": "counting_circles"}),
        json!({"type": "count_distinct", "control": "R1C1"}),
        json!({"type": "rellik_cage", "value": 5}),
        json!({"type": "odd"}),
        json!({"type": "even"}),
        json!({"type": "pair_table", "scope": "consecutive", "allowed": [[1, 2], [2, 4], [3, 3], [4, 1]]}),
        json!({"type": "pair_table", "scope": "all_pairs", "allowed": [[1, 2], [2, 4], [1, 4], [3, 3]]}),
    ];
    for rule in &rules {
        let mut solutions = 0;
        // The longest lines with one kind of values only: their grids are many.
        for n in 1..=5 {
            for values in [[1, 4], [0, 3]].into_iter().take(if n < 5 { 2 } else { 1 }) {
                for latin in [false, true].into_iter().take(if n < 5 { 2 } else { 1 }) {
                    let mut rule = rule.clone();
                    rule["cells"] = json!(row(n));
                    solutions += compare(1, n, values, latin, &json!([rule]));
                }
            }
        }
        assert!(solutions > 0, "{rule} was never kept");
    }
}

#[test]
fn rules_of_two_and_more_cells_mean_what_they_say() {
    let rules = [
        json!({"type": "double_arrow"}),
        json!({"type": "between_line"}),
        json!({"type": "lockout_line", "min_diff": 2}),
        json!({"type": "contain_at_least", "values": [1, 1]}),
        json!({"type": "contain_exact", "values": [3, 3]}),
        json!({"type": "equality_cage"}),
    ];
    for rule in &rules {
        for n in 2..=5 {
            for values in [[1, 4], [0, 4]] {
                let mut rule = rule.clone();
                rule["cells"] = json!(row(n));
                compare(1, n, values, false, &json!([rule.clone()]));
                compare(1, n, values, true, &json!([rule]));
            }
        }
    }
    let pair = json!(["R1C1", "R1C2"]);
    for (kind, values) in [("difference", 0..3), ("ratio", 0..4), ("pair_sum", 1..9)] {
        for value in values {
            let rule = json!([{"type": kind, "cells": pair, "value": value}]);
            compare(1, 2, [0, 4], false, &rule);
            compare(1, 3, [1, 5], true, &rule);
        }
    }
    compare(1, 2, [1, 4], false, &json!([{"type": "greater_than", "cells": pair}]));
    for n in 3..=5 {
        let indexing = json!([{"type": "value_indexing", "cells": row(n)}]);
        assert!(compare(1, n, [0, 3], false, &indexing) > 0);
        compare(1, n, [1, 4], true, &indexing);
    }
}

#[test]
fn rules_of_several_lists_mean_what_they_say() {
    let first = json!(["R1C1", "R1C2"]);
    let second = json!(["R2C2", "R2C1"]);
    let rules = [
        json!({"type": "arrow", "bulb": ["R1C1"], "arm": ["R1C2", "R2C2"]}),
        json!({"type": "arrow", "bulb": ["R1C1", "R1C2"], "arm": ["R2C1", "R2C2", "R1C3", "R2C3"]}),
        json!({"type": "sum", "cells": ["R1C1", "R1C2", "R1C1", "R2C1"], "coeffs": [1, -2, 1, 3], "sum": 6}),
        json!({"type": "sum", "cells": ["R1C1", "R1C1"], "coeffs": [1, -1], "sum": 0}),
        json!({"type": "region_sum_line", "cells": ["R1C1"], "segments": [first, second, ["R1C3"]]}),
        json!({"type": "equal_sum", "segments": [["R1C1", "R2C2"], ["R1C2"], ["R2C1"]]}),
        json!({"type": "equal_sum", "segments": [first]}),
        json!({"type": "clone", "cells": first, "clone_cells": second}),
        json!({"type": "clone", "cells": first, "clone_cells": ["R1C2", "R1C1"]}),
        json!({"type": "same_values", "sets": [first, second, ["R1C3", "R2C3"]]}),
        json!({"type": "same_values", "sets": [first, ["R1C1", "R2C2"]]}),
        json!({"type": "windoku", "regions": [first, second]}),
        json!({"type": "disjoint_groups", "sets": [["R1C1", "R2C2"], ["R1C3", "R2C1"]]}),
        json!({"type": "minimum", "cell": "R1C1", "neighbours": ["R1C2", "R2C1"]}),
        json!({"type": "maximum", "cell": "R2C2", "neighbours": ["R1C2", "R2C1", "R2C3"]}),
        json!({"type": "cell_values", "cell": "R2C2", "values": [1, 3]}),
        json!({"type": "count_distinct", "control": "R2C3", "cells": ["R1C1", "R1C2", "R1C3", "R2C1"]}),
        json!({"type": "or", "branches": [[{"type": "thermometer", "cells": first}, {"type": "odd", "cells": ["R1C1"]}],
            [{"type": "sum", "cells": ["R1C1", "R1C2", "R2C1"], "sum": 5}]]}),
        json!({"type": "or", "branches": [[{"type": "killer_cage", "cells": ["R1C1", "R1C2"], "sum": 99}], [{"type": "even", "cells": ["R1C1"]}]]}),
        json!({"type": "or", "branches": [[], [{"type": "even", "cells": ["R1C1"]}]]}),
        json!({"type": "or", "branches": [[{"type": "all_different", "cells": ["R1C1", "R1C2", "R2C1"]}],
            [{"type": "or", "branches": [[{"type": "palindrome", "cells": first}], [{"type": "palindrome", "cells": second}]]}]]}),
    ];
    for rule in &rules {
        let solutions = compare(2, 3, [1, 4], false, &json!([rule]))
            + compare(2, 3, [0, 3], false, &json!([rule]))
            + compare(2, 3, [1, 4], true, &json!([rule]));
        assert!(solutions > 0, "{rule} was never kept");
    }
}

#[test]
fn rules_of_the_whole_board_mean_what_they_say() {
    let rules = [
        json!({"type": "anti_knight"}),
        json!({"type": "anti_king"}),
        json!({"type": "anti_taxicab"}),
        json!({"type": "nonconsecutive"}),
        json!({"type": "dutch_flatmates"}),
        json!({"type": "global_entropy"}),
        json!({"type": "global_mod", "mod": 2}),
        json!({"type": "negative_pairs", "diffs": [1], "ratios": [2], "sums": [], "exempt": [["R1C2", "R1C1"]]}),
        json!({"type": "negative_pairs", "diffs": [], "ratios": [], "sums": [3, 4], "exempt": []}),
        json!({"type": "connected_values", "values": [1, 2]}),
        json!({"type": "connected_values", "values": [2], "size": 3}),
        json!({"type": "row_indexer", "cells": ["R1C1", "R2C2"]}),
        json!({"type": "column_indexer", "cells": ["R1C1", "R2C2", "R2C3"]}),
        json!({"type": "full_rank_ties", "mode": "none"}),
    ];
    for rule in &rules {
        let solutions = compare(2, 3, [1, 3], false, &json!([rule]))
            + compare(3, 3, [1, 3], false, &json!([rule]))
            + compare(3, 3, [0, 2], false, &json!([rule]))
            + compare(3, 3, [1, 3], true, &json!([rule]));
        assert!(solutions > 0, "{rule} was never kept");
    }
}

#[test]
fn ranks_mean_what_they_say() {
    // One of two ranks: which lines are less is open where the other one holds.
    let line = ["R1C1", "R1C2", "R1C3"];
    let ranked = |rank| json!([{"type": "full_rank", "cells": line, "rank": rank}]);
    let ties = json!({"type": "full_rank_ties", "mode": "any"});
    let either = |a| json!([{"type": "or", "branches": [ranked(a), ranked(a + 5)]}, ties]);
    assert!((1..8).map(|a| compare(3, 3, [1, 3], true, &either(a))).sum::<usize>() > 12);
    for rank in 1..=12 {
        for mode in ["none", "only-unclued", "any"] {
            let rules = json!([
                {"type": "full_rank", "cells": ["R1C1", "R1C2", "R1C3"], "rank": rank},
                {"type": "full_rank", "cells": ["R3C2", "R2C2", "R1C2"], "rank": 13 - rank},
                {"type": "full_rank_ties", "mode": mode},
            ]);
            compare(3, 3, [1, 3], true, &rules);
            compare(3, 3, [1, 2], false, &json!([rules[0], rules[2]]));
        }
        compare(
            3,
            3,
            [0, 2],
            true,
            &json!([{"type": "full_rank", "cells": ["R1C3", "R1C2", "R1C1"], "rank": rank}]),
        );
    }
}

#[test]
fn many_rules_at_once_mean_all_of_them() {
    let rules = json!([
        {"type": "killer_cage", "cells": ["R1C1", "R2C1"], "sum": 5},
        {"type": "killer_cage", "cells": ["R1C2", "R1C3", "R2C3"], "sum": 8},
        {"type": "killer_cage", "cells": ["R3C1", "R3C2"], "sum": 4},
        {"type": "difference", "cells": ["R1C1", "R1C2"], "value": 1},
        {"type": "whisper", "cells": ["R1C2", "R1C1", "R2C1"], "min_diff": 1},
        {"type": "odd", "cells": ["R3C3"]},
    ]);
    compare(3, 3, [1, 4], false, &rules);
    compare(3, 3, [1, 3], true, &rules);
    compare(3, 3, [1, 4], true, &json!([rules[0], rules[2]]));
}

#[test]
fn every_kind_is_listed_once_with_a_word_about_it() {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(names, sorted);
    assert!(KINDS.iter().all(|kind| !kind.about.is_empty()));
}
