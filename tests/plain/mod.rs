//! The rules of variant puzzles as a person would check them: from the text of each rule, on plain JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A full grid: the value of each cell that exists, by row and column from 1.
pub struct Sheet {
    values: BTreeMap<(i64, i64), i64>,
    first: i64,
    last: i64,
}

impl Sheet {
    /// The values row by row, for the board of a puzzle.
    pub fn new(puzzle: &Value, values: &[i32]) -> Sheet {
        let columns = puzzle["cols"].as_i64().unwrap();
        let void: BTreeSet<_> = cells(&puzzle["void"]).into_iter().collect();
        let places = (0..).map(|i| (i / columns + 1, i % columns + 1));
        let values = places.zip(values.iter().map(|&value| i64::from(value)));
        Sheet {
            values: values.filter(|(place, _)| !void.contains(place)).collect(),
            first: puzzle["min_value"].as_i64().unwrap(),
            last: puzzle["max_value"].as_i64().unwrap(),
        }
    }

    fn line(&self, list: &Value) -> Vec<i64> {
        cells(list).iter().map(|cell| self.values[cell]).collect()
    }

    fn middle(&self) -> i64 {
        self.first + self.last
    }

    /// Low, middle or high third.
    fn third(&self, value: i64) -> i64 {
        (value - self.first) * 3 / (self.last - self.first + 1)
    }
}

fn cell(text: &Value) -> (i64, i64) {
    let text = text.as_str().unwrap();
    let (row, column) = text[1..].split_once(['C', 'c']).unwrap();
    (row.parse().unwrap(), column.parse().unwrap())
}

fn cells(list: &Value) -> Vec<(i64, i64)> {
    list.as_array().map_or(vec![], |list| list.iter().map(cell).collect())
}

fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
}

fn differ(values: &[i64]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() == values.len()
}

fn sum(values: &[i64]) -> i64 {
    values.iter().sum()
}

fn count(values: &[i64], value: i64) -> i64 {
    values.iter().filter(|&&v| v == value).count() as i64
}

fn all_equal<T: PartialEq>(items: impl IntoIterator<Item = T>) -> bool {
    let items: Vec<T> = items.into_iter().collect();
    items.windows(2).all(|pair| pair[0] == pair[1])
}

/// Whether the line splits into runs of the sum.
fn splits(values: &[i64], run: i64) -> bool {
    values.is_empty()
        || (1..=values.len()).any(|n| sum(&values[..n]) == run && splits(&values[n..], run))
}

/// Whether a pattern, of which `rest` is still to come, matches the text; a plain backtracking matcher.
fn matches(pattern: &str, text: &str) -> bool {
    /// The alternatives at the top level of a pattern.
    fn alternatives(pattern: &str) -> Vec<&str> {
        let (mut depth, mut set, mut from, mut parts) = (0, false, 0, vec![]);
        for (i, c) in pattern.char_indices() {
            match c {
                '[' => set = true,
                ']' => set = false,
                '(' if !set => depth += 1,
                ')' if !set => depth -= 1,
                '|' if depth == 0 && !set => {
                    parts.push(&pattern[from..i]);
                    from = i + 1;
                }
                _ => {}
            }
        }
        parts.push(&pattern[from..]);
        parts
    }
    /// Where texts that the sequence matches, from `at`, may end.
    fn ends(sequence: &str, text: &[u8], at: usize) -> BTreeSet<usize> {
        let parts = alternatives(sequence);
        if parts.len() > 1 {
            return parts.into_iter().flat_map(|part| ends(part, text, at)).collect();
        }
        let Some(first) = sequence.chars().next() else { return BTreeSet::from([at]) };
        let close = |open: char, shut: char| {
            let mut depth = 0;
            let mut found = sequence.char_indices().filter_map(move |(i, c)| {
                depth += i32::from(c == open) - i32::from(c == shut);
                (depth == 0).then_some(i)
            });
            found.next().unwrap()
        };
        let length = match first {
            '(' => close('(', ')') + 1,
            '[' => close('[', ']') + 1,
            _ => 1,
        };
        let (atom, rest) = sequence.split_at(length);
        let once = |at: usize| -> BTreeSet<usize> {
            if first == '(' {
                return ends(&atom[1..atom.len() - 1], text, at);
            }
            let fits = text.get(at).is_some_and(|&c| match first {
                '.' => true,
                '[' => {
                    let set = &atom.as_bytes()[1..atom.len() - 1];
                    let (negative, set) = match set.first() {
                        Some(b'^') => (true, &set[1..]),
                        _ => (false, set),
                    };
                    let range = |w: &[u8]| w[1] == b'-' && (w[0]..=w[2]).contains(&c);
                    (set.contains(&c) || set.windows(3).any(range)) != negative
                }
                sign => c as char == sign,
            });
            if fits { BTreeSet::from([at + 1]) } else { BTreeSet::new() }
        };
        let (least, most, rest) = match rest.chars().next() {
            Some('*') => (0, usize::MAX, &rest[1..]),
            Some('+') => (1, usize::MAX, &rest[1..]),
            Some('?') => (0, 1, &rest[1..]),
            _ => (1, 1, rest),
        };
        let (mut here, mut done) = (BTreeSet::from([at]), BTreeSet::new());
        let mut seen = BTreeSet::new();
        for round in 0.. {
            if round >= least {
                done.extend(here.iter().copied());
            }
            if round == most || here.is_empty() {
                break;
            }
            let next: BTreeSet<usize> = here.iter().flat_map(|&at| once(at)).collect();
            here = next.into_iter().filter(|&at| round < least || seen.insert(at)).collect();
        }
        done.into_iter().flat_map(|at| ends(rest, text, at)).collect()
    }
    ends(pattern, text.as_bytes(), 0).contains(&text.len())
}

/// Whether a grid keeps a rule.
pub fn keeps(rule: &Value, puzzle: &Value, sheet: &Sheet) -> bool {
    let line = |field: &str| sheet.line(&rule[field]);
    let v = line("cells");
    let number = |field: &str| rule[field].as_i64().unwrap();
    let at = |place: (i64, i64)| sheet.values.get(&place).copied();
    let lists = |field: &str| -> Vec<Vec<i64>> {
        rule[field].as_array().unwrap().iter().map(|list| sheet.line(list)).collect()
    };
    let neighbours = |ok: &dyn Fn((i64, i64), (i64, i64)) -> bool| {
        sheet.values.keys().all(|&(r, c)| {
            [(r + 1, c), (r, c + 1)].iter().all(|&other| at(other).is_none() || ok((r, c), other))
        })
    };
    let moves = |steps: &[(i64, i64)]| {
        sheet.values.iter().all(|(&(r, c), value)| {
            steps.iter().all(|(down, right)| at((r + down, c + right)) != Some(*value))
        })
    };
    let squares = |ok: &dyn Fn(&[i64]) -> bool| {
        sheet.values.keys().all(|&(r, c)| {
            let square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)].map(at);
            square.iter().any(Option::is_none) || ok(&square.map(Option::unwrap))
        })
    };
    let (n, least, most) = (v.len(), v.iter().min(), v.iter().max());
    match rule["type"].as_str().unwrap() {
        "killer_cage" => differ(&v) && rule["sum"].as_i64().is_none_or(|s| sum(&v) == s),
        "little_killer" => sum(&v) == number("sum"),
        "sum" => {
            let coeffs = rule["coeffs"].as_array().map(|_| numbers(&rule["coeffs"]));
            let coeffs = coeffs.unwrap_or_else(|| vec![1; n]);
            v.iter().zip(coeffs).map(|(v, c)| v * c).sum::<i64>() == number("sum")
        }
        "arrow" => line("bulb").iter().fold(0, |n, d| 10 * n + d) == sum(&line("arm")),
        "double_arrow" => v[0] + v[n - 1] == sum(&v[1..n - 1]),
        "thermometer" => v.windows(2).all(|w| w[0] < w[1]),
        "slow_thermometer" => v.windows(2).all(|w| w[0] <= w[1]),
        "whisper" => v.windows(2).all(|w| (w[0] - w[1]).abs() >= number("min_diff")),
        "renban" => differ(&v) && most.unwrap() - least.unwrap() + 1 == n as i64,
        "nabner" => (0..n).all(|i| (0..i).all(|j| (v[i] - v[j]).abs() > 1)),
        "palindrome" => (0..n).all(|i| v[i] == v[n - 1 - i]),
        "clone" => v == line("clone_cells"),
        "zipper_line" => {
            let mut sums: Vec<i64> = (0..n / 2).map(|i| v[i] + v[n - 1 - i]).collect();
            if n % 2 == 1 && n > 1 {
                sums.push(v[n / 2]);
            }
            all_equal(sums)
        }
        "region_sum_line" | "equal_sum" => all_equal(lists("segments").iter().map(|s| sum(s))),
        "between_line" => {
            let (a, b) = (v[0].min(v[n - 1]), v[0].max(v[n - 1]));
            v[1..n - 1].iter().all(|&x| a < x && x < b)
        }
        "lockout_line" => {
            let (a, b) = (v[0].min(v[n - 1]), v[0].max(v[n - 1]));
            b - a >= number("min_diff") && v[1..n - 1].iter().all(|&x| x < a || b < x)
        }
        "modular_line" | "entropic_line" => {
            let modulus = rule["mod"].as_i64();
            let class = |x: &i64| modulus.map_or(sheet.third(*x), |m| x.rem_euclid(m));
            let classes: Vec<i64> = v.iter().map(class).collect();
            let reach = modulus.unwrap_or(3) as usize;
            (0..n).all(|i| (i + 1..n.min(i + reach)).all(|j| classes[i] != classes[j]))
        }
        "sum_line" => {
            let run = number("sum");
            let turns = if rule["loop"] == true { n } else { 1 };
            (0..turns).any(|turn| splits(&[&v[turn..], &v[..turn]].concat(), run))
        }
        "regex_line" => {
            let sign = |&x: &i64| std::char::from_digit(x as u32, 36).unwrap();
            let text: String = v.iter().map(sign).collect();
            matches(rule["pattern"].as_str().unwrap(), &text.to_uppercase())
        }
        "value_indexing" => v.get((1 + v[1]) as usize) == Some(&v[0]),
        "difference" => (v[0] - v[1]).abs() == number("value"),
        "ratio" => v[0] == v[1] * number("value") || v[1] == v[0] * number("value"),
        "pair_sum" => v[0] + v[1] == number("value"),
        "greater_than" => v[0] > v[1],
        "minimum" => line("neighbours").iter().all(|&x| at(cell(&rule["cell"])) < Some(x)),
        "maximum" => line("neighbours").iter().all(|&x| at(cell(&rule["cell"])) > Some(x)),
        "negative_pairs" => {
            let exempt: Vec<_> = rule["exempt"].as_array().unwrap().iter().map(cells).collect();
            let [diffs, ratios, sums] = ["diffs", "ratios", "sums"].map(|f| numbers(&rule[f]));
            neighbours(&|p, q| {
                let (a, b) = (sheet.values[&p], sheet.values[&q]);
                exempt.contains(&vec![p, q])
                    || exempt.contains(&vec![q, p])
                    || !diffs.contains(&(a - b).abs())
                        && !ratios.iter().any(|r| a == b * r || b == a * r)
                        && !sums.contains(&(a + b))
            })
        }
        "nonconsecutive" => neighbours(&|p, q| (sheet.values[&p] - sheet.values[&q]).abs() != 1),
        "anti_knight" => moves(&[(1, 2), (1, -2), (2, 1), (2, -1)]),
        "anti_king" => moves(&[(1, 1), (1, -1)]),
        "anti_taxicab" => sheet.values.iter().all(|(&(r, c), &x)| {
            sheet.values.iter().all(|(&(s, d), &y)| {
                (r, c) == (s, d) || x != y || (r - s).abs() + (c - d).abs() != x
            })
        }),
        "global_entropy" => {
            squares(&|square| (0..3).all(|third| square.iter().any(|&x| sheet.third(x) == third)))
        }
        "global_mod" => squares(&|square| {
            (0..number("mod")).all(|r| square.iter().any(|x| x.rem_euclid(number("mod")) == r))
        }),
        "dutch_flatmates" => sheet.values.iter().all(|(&(r, c), &x)| {
            2 * x != sheet.middle()
                || at((r - 1, c)) == Some(sheet.first)
                || at((r + 1, c)) == Some(sheet.last)
        }),
        "all_different" | "extra_region" | "diagonal" => differ(&v),
        "windoku" => lists("regions").iter().all(|region| differ(region)),
        "disjoint_groups" => lists("sets").iter().all(|set| differ(set)),
        "quadruple" | "contain_at_least" => {
            let wanted = numbers(&rule["values"]);
            wanted.iter().all(|&x| count(&v, x) >= count(&wanted, x))
        }
        "contain_exact" => {
            let wanted = numbers(&rule["values"]);
            wanted.iter().all(|&x| count(&v, x) == count(&wanted, x))
        }
        "look_and_say" => {
            let pairs = rule["counts"].as_array().unwrap().iter().map(numbers);
            pairs.into_iter().all(|pair| count(&v, pair[1]) == pair[0])
        }
        "same_values" => all_equal(lists("sets").into_iter().map(|mut set| {
            set.sort_unstable();
            set
        })),
        "pair_table" => {
            let allowed: Vec<Vec<i64>> =
                rule["allowed"].as_array().unwrap().iter().map(numbers).collect();
            let reach = if rule["scope"] == "consecutive" { 2 } else { n };
            (0..n).all(|i| (i + 1..n.min(i + reach)).all(|j| allowed.contains(&vec![v[i], v[j]])))
        }
        "sandwich" => {
            let place = |value| (0..n).filter(|&i| v[i] == value).collect::<Vec<_>>();
            match (&place(sheet.first)[..], &place(sheet.last)[..]) {
                ([a], [b]) if a != b => sum(&v[a.min(b) + 1..*a.max(b)]) == number("sum"),
                ([_], [_]) => number("sum") == 0,
                _ => false,
            }
        }
        "lunchbox" => {
            let place = |value: &i64| v.iter().position(|x| x == value).unwrap();
            let (a, b) = (place(least.unwrap()), place(most.unwrap()));
            let between = if a == b { 0 } else { sum(&v[a.min(b) + 1..a.max(b)]) };
            differ(&v) && between == number("sum")
        }
        "x_sum" => v[0] >= 0 && v[0] as usize <= n && sum(&v[..v[0] as usize]) == number("sum"),
        "skyscraper" => {
            let seen = (0..n).filter(|&i| v[i] > 0 && v[..i].iter().all(|&x| x < v[i]));
            seen.count() as i64 == number("count")
        }
        "hidden_skyscraper" => {
            let hidden = (0..n).find(|&i| v[..i].iter().any(|&x| x > v[i]));
            hidden.is_some_and(|i| v[i] == number("value"))
        }
        "numbered_room" => v.get((v[0] - sheet.first) as usize) == Some(&number("value")),
        "full_rank" | "full_rank_ties" => {
            let (rows, columns) =
                (puzzle["rows"].as_i64().unwrap(), puzzle["cols"].as_i64().unwrap());
            let mut lines: Vec<Vec<i64>> = vec![];
            lines.extend((1..=rows).map(|r| (1..=columns).filter_map(|c| at((r, c))).collect()));
            lines.extend((1..=columns).map(|c| (1..=rows).filter_map(|r| at((r, c))).collect()));
            lines.extend(lines.clone().into_iter().map(|line| line.into_iter().rev().collect()));
            let rules = puzzle["constraints"].as_array().unwrap();
            let mode = rules.iter().find(|rule| rule["type"] == "full_rank_ties");
            let mode = mode.map_or("only-unclued", |rule| rule["mode"].as_str().unwrap());
            let alone = |line: &Vec<i64>| lines.iter().filter(|l| *l == line).count() == 1;
            match rule["type"] == "full_rank" {
                true => {
                    let less = lines.iter().filter(|line| **line < v).count() as i64;
                    less + 1 == number("rank") && (mode == "any" || alone(&v))
                }
                false => mode != "none" || lines.iter().all(alone),
            }
        }
        "row_indexer" | "column_indexer" => cells(&rule["cells"]).iter().all(|&(r, c)| {
            let x = sheet.values[&(r, c)];
            let (target, own) = match rule["type"] == "row_indexer" {
                true => ((x - sheet.first + 1, c), r),
                false => ((r, x - sheet.first + 1), c),
            };
            at(target) == Some(own - 1 + sheet.first)
        }),
        "counting_circles" => v.iter().all(|&x| count(&v, x) == x),
        "count_distinct" => {
            at(cell(&rule["control"])) == Some(v.iter().collect::<BTreeSet<_>>().len() as i64)
        }
        "rellik_cage" => {
            differ(&v)
                && (1u32..1 << n).all(|set| {
                    let part = (0..n).filter(|i| set >> i & 1 == 1).map(|i| v[i]);
                    part.sum::<i64>() != number("value")
                })
        }
        "equality_cage" => {
            let part = |keep: &dyn Fn(i64) -> bool| 2 * v.iter().filter(|&&x| keep(x)).count() == n;
            differ(&v)
                && part(&|x| x % 2 == 0)
                && part(&|x| x % 2 != 0)
                && part(&|x| 2 * x < sheet.middle())
                && part(&|x| 2 * x > sheet.middle())
        }
        "odd" => v.iter().all(|x| x % 2 != 0),
        "even" => v.iter().all(|x| x % 2 == 0),
        "cell_values" => numbers(&rule["values"]).contains(&at(cell(&rule["cell"])).unwrap()),
        "connected_values" => {
            let wanted = numbers(&rule["values"]);
            let mut left: BTreeSet<(i64, i64)> = sheet
                .values
                .iter()
                .filter(|(_, value)| wanted.contains(value))
                .map(|(&place, _)| place)
                .collect();
            let sized = rule["size"].as_i64().is_none_or(|size| size == left.len() as i64);
            let mut next: Vec<(i64, i64)> = left.pop_first().into_iter().collect();
            while let Some((r, c)) = next.pop() {
                for other in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)] {
                    if left.remove(&other) {
                        next.push(other);
                    }
                }
            }
            sized && left.is_empty()
        }
        "doppelganger" => true,
        "or" => {
            rule["branches"].as_array().unwrap().iter().any(|branch| {
                branch.as_array().unwrap().iter().all(|rule| keeps(rule, puzzle, sheet))
            })
        }
        other => panic!("no check for {other}"),
    }
}

/// What a full grid breaks, if anything.
pub fn broken(puzzle: &Value, values: &[i32]) -> Option<String> {
    let sheet = Sheet::new(puzzle, values);
    if let Some((place, value)) =
        sheet.values.iter().find(|(_, v)| !(sheet.first..=sheet.last).contains(v))
    {
        return Some(format!("{place:?} is {value}"));
    }
    for (field, list) in [("givens", false), ("candidates", true)] {
        for (name, value) in puzzle[field].as_object().into_iter().flatten() {
            let here = sheet.values[&cell(&Value::String(name.clone()))];
            let fits = if list { numbers(value).contains(&here) } else { value == here };
            if !fits {
                return Some(format!("{name} is {here}, not {value}"));
            }
        }
    }
    let (mut rows, mut columns) = (BTreeMap::new(), BTreeMap::new());
    for (&(r, c), &value) in &sheet.values {
        rows.entry(r).or_insert_with(Vec::new).push(value);
        columns.entry(c).or_insert_with(Vec::new).push(value);
    }
    if puzzle["latin"] == true && !rows.values().chain(columns.values()).all(|line| differ(line)) {
        return Some("a row or a column".into());
    }
    for region in puzzle["regions"].as_array().into_iter().flatten() {
        if !differ(&sheet.line(region)) {
            return Some(format!("region {region}"));
        }
    }
    let rules = puzzle["constraints"].as_array().into_iter().flatten();
    let mut broken = rules.filter(|rule| !keeps(rule, puzzle, &sheet));
    broken.next().map(|rule| rule.to_string())
}
