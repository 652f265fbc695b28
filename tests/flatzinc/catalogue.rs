//! Random uses of each constraint that the reader knows.

use std::collections::BTreeSet;

use super::meaning::Val;

/// Chance that is the same each time.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, below: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % below as u64) as i64
    }

    pub fn within(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below(hi - lo + 1)
    }

    pub fn flip(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// An argument: what it is in the text.
#[derive(Clone, Debug)]
pub enum Arg {
    Val(Val),
    /// The variable with this number of its kind.
    Int(usize),
    Bool(usize),
    Set(usize),
    List(Vec<Arg>),
}

/// So many variables of each kind are declared.
pub const INTS: usize = 3;
pub const BOOLS: usize = 2;
pub const SETS: usize = 2;

/// Makes arguments.
pub struct Maker<'d>(pub &'d mut Dice);

impl Maker<'_> {
    /// A number or a variable.
    fn x(&mut self) -> Arg {
        match self.0.below(4) {
            0 => self.c(),
            _ => Arg::Int(self.0.below(INTS as i64) as usize),
        }
    }

    fn c(&mut self) -> Arg {
        Arg::Val(Val::Int(self.0.within(-2, 4)))
    }

    fn int(&mut self, lo: i64, hi: i64) -> Arg {
        Arg::Val(Val::Int(self.0.within(lo, hi)))
    }

    fn b(&mut self) -> Arg {
        match self.0.below(5) {
            0 => Arg::Val(Val::Bool(self.0.flip())),
            _ => Arg::Bool(self.0.below(BOOLS as i64) as usize),
        }
    }

    fn constant_set(&mut self) -> Arg {
        let set: BTreeSet<i64> = (-2..5).filter(|_| self.0.flip()).collect();
        Arg::Val(Val::Set(set))
    }

    fn s(&mut self) -> Arg {
        match self.0.below(4) {
            0 => self.constant_set(),
            _ => Arg::Set(self.0.below(SETS as i64) as usize),
        }
    }

    fn many(&mut self, len: i64, mut one: impl FnMut(&mut Self) -> Arg) -> Arg {
        Arg::List((0..len).map(|_| one(self)).collect())
    }

    fn len(&mut self) -> i64 {
        self.0.below(5)
    }

    fn some(&mut self) -> i64 {
        self.0.within(1, 4)
    }

    fn distinct(&mut self) -> Vec<i64> {
        let mut values: Vec<i64> = (-1..4).filter(|_| self.0.flip()).collect();
        if self.0.flip() {
            values.reverse();
        }
        values
    }
}

fn list(values: impl IntoIterator<Item = i64>) -> Arg {
    Arg::List(values.into_iter().map(|value| Arg::Val(Val::Int(value))).collect())
}

/// A name, and how its arguments are made.
pub type Entry = (&'static str, fn(&mut Maker<'_>) -> Vec<Arg>);

const THREE: fn(&mut Maker<'_>) -> Vec<Arg> = |m| vec![m.x(), m.x(), m.x()];
const TWO: fn(&mut Maker<'_>) -> Vec<Arg> = |m| vec![m.x(), m.x()];
const TWO_TRUTHS: fn(&mut Maker<'_>) -> Vec<Arg> = |m| vec![m.b(), m.b()];
const TWO_SETS: fn(&mut Maker<'_>) -> Vec<Arg> = |m| vec![m.s(), m.s()];
const THREE_SETS: fn(&mut Maker<'_>) -> Vec<Arg> = |m| vec![m.s(), m.s(), m.s()];
const LIST: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    vec![m.many(len, Maker::x)]
};
const TWO_LISTS: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    vec![m.many(len, Maker::x), m.many(len, Maker::x)]
};
const SUM: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    vec![m.many(len, |m| m.int(-3, 3)), m.many(len, Maker::x), m.int(-5, 8)]
};
const UNITS: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    let unit = |m: &mut Maker<'_>| {
        let sign = if m.0.flip() { 1 } else { -1 };
        m.int(sign, sign)
    };
    vec![m.many(len, unit), m.many(len, Maker::b), m.int(-2, 4)]
};
const COUNT: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    vec![m.many(len, Maker::x), m.x(), m.x()]
};
const OF_TRUTHS: fn(&mut Maker<'_>) -> Vec<Arg> = |m| match m.0.flip() {
    true => vec![m.b(), m.b()],
    false => vec![m.b(), m.b(), m.b()],
};
const ARRAY_OF_TRUTHS: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    vec![m.many(len, Maker::b), m.b()]
};
const FIXED_COUNT: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    vec![m.int(0, 3), m.many(len, Maker::x), m.c()]
};
const CARDINALITY: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let (len, cover) = (m.len(), m.distinct());
    let counts = m.many(cover.len() as i64, Maker::x);
    vec![m.many(len, Maker::x), list(cover), counts]
};
const LOW_UP: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let (len, cover) = (m.len(), m.distinct());
    let n = cover.len() as i64;
    let (low, up) = (m.many(n, |m| m.int(0, 2)), m.many(n, |m| m.int(0, 3)));
    vec![m.many(len, Maker::x), list(cover), low, up]
};
const DISJUNCTIVE: fn(&mut Maker<'_>) -> Vec<Arg> = |m| {
    let len = m.len();
    let known = m.0.flip();
    let duration = |m: &mut Maker<'_>| if known { m.int(0, 2) } else { m.x() };
    vec![m.many(len, Maker::x), m.many(len, duration)]
};

/// All of them.
pub const CATALOGUE: &[Entry] = &[
    ("int_eq", TWO),
    ("int_ne", TWO),
    ("int_le", TWO),
    ("int_lt", TWO),
    ("int_lin_eq", SUM),
    ("int_lin_ne", SUM),
    ("int_lin_le", SUM),
    ("bool_lin_eq", UNITS),
    ("bool_lin_le", UNITS),
    ("int_plus", THREE),
    ("int_minus", THREE),
    ("int_times", THREE),
    ("int_div", THREE),
    ("int_mod", THREE),
    ("int_pow", THREE),
    ("int_abs", TWO),
    ("int_max", THREE),
    ("int_min", THREE),
    ("array_int_maximum", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::x)]
    }),
    ("array_int_minimum", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::x)]
    }),
    ("bool2int", |m| vec![m.b(), m.x()]),
    ("bool_eq", TWO_TRUTHS),
    ("bool_not", TWO_TRUTHS),
    ("bool_le", TWO_TRUTHS),
    ("bool_lt", TWO_TRUTHS),
    ("bool_and", OF_TRUTHS),
    ("bool_or", OF_TRUTHS),
    ("bool_xor", OF_TRUTHS),
    ("bool_clause", |m| {
        let (positive, negative) = (m.0.below(4), m.0.below(4));
        vec![m.many(positive, Maker::b), m.many(negative, Maker::b)]
    }),
    ("array_bool_and", ARRAY_OF_TRUTHS),
    ("array_bool_or", ARRAY_OF_TRUTHS),
    ("array_bool_xor", |m| {
        let len = m.0.below(6);
        vec![m.many(len, Maker::b)]
    }),
    ("array_int_element", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::c), m.x()]
    }),
    ("array_var_int_element", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::x), m.x()]
    }),
    ("array_bool_element", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, |m| Arg::Val(Val::Bool(m.0.flip()))), m.b()]
    }),
    ("array_var_bool_element", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::b), m.b()]
    }),
    ("array_set_element", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::constant_set), m.s()]
    }),
    ("array_var_set_element", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::s), m.s()]
    }),
    ("set_in", |m| vec![m.x(), m.s()]),
    ("set_eq", TWO_SETS),
    ("set_ne", TWO_SETS),
    ("set_subset", TWO_SETS),
    ("set_superset", TWO_SETS),
    ("set_le", TWO_SETS),
    ("set_lt", TWO_SETS),
    ("set_union", THREE_SETS),
    ("set_intersect", THREE_SETS),
    ("set_diff", THREE_SETS),
    ("set_symdiff", THREE_SETS),
    ("set_card", |m| vec![m.s(), m.x()]),
    ("fzn_all_different_int", LIST),
    ("fzn_alldifferent_except_0", LIST),
    ("fzn_alldifferent_except", |m| {
        let len = m.len();
        vec![m.many(len, Maker::x), m.constant_set()]
    }),
    ("fzn_all_equal_int", LIST),
    ("fzn_count_eq", COUNT),
    ("fzn_count_neq", COUNT),
    ("fzn_count_geq", COUNT),
    ("fzn_count_gt", COUNT),
    ("fzn_count_leq", COUNT),
    ("fzn_count_lt", COUNT),
    ("fzn_among", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::x), m.constant_set()]
    }),
    ("fzn_at_least_int", FIXED_COUNT),
    ("fzn_at_most_int", FIXED_COUNT),
    ("fzn_exactly_int", FIXED_COUNT),
    ("fzn_member_int", |m| {
        let len = m.len();
        vec![m.many(len, Maker::x), m.x()]
    }),
    ("fzn_nvalue", |m| {
        let len = m.len();
        vec![m.x(), m.many(len, Maker::x)]
    }),
    ("fzn_global_cardinality", CARDINALITY),
    ("fzn_global_cardinality_closed", CARDINALITY),
    ("fzn_global_cardinality_low_up", LOW_UP),
    ("fzn_global_cardinality_low_up_closed", LOW_UP),
    ("fzn_increasing_int", LIST),
    ("fzn_decreasing_int", LIST),
    ("fzn_strictly_increasing_int", LIST),
    ("fzn_strictly_decreasing_int", LIST),
    ("fzn_lex_less_int", TWO_LISTS),
    ("fzn_lex_lesseq_int", TWO_LISTS),
    ("fzn_lex_less_bool", |m| {
        let len = m.len();
        vec![m.many(len, Maker::b), m.many(len, Maker::b)]
    }),
    ("fzn_sort", TWO_LISTS),
    ("fzn_value_precede_int", |m| {
        let (len, s) = (m.len(), m.0.within(0, 2));
        vec![m.int(s, s), m.int(s + 1, s + 1), m.many(len, Maker::x)]
    }),
    ("fzn_value_precede_chain_int", |m| {
        let (len, order) = (m.len(), m.distinct());
        vec![list(order), m.many(len, Maker::x)]
    }),
    ("fzn_inverse", TWO_LISTS),
    ("fzn_symmetric_all_different", LIST),
    ("fzn_circuit", LIST),
    ("houserules_circuit", |m| {
        let (len, first) = (m.len(), m.0.below(2));
        vec![m.int(first, first), m.many(len, Maker::x)]
    }),
    ("fzn_subcircuit", LIST),
    ("fzn_table_int", |m| {
        let (width, rows) = (m.some(), m.0.below(7));
        vec![m.many(width, Maker::x), m.many(width * rows, |m| m.int(-1, 3))]
    }),
    ("houserules_table_bool", |m| {
        let (width, rows) = (m.some(), m.0.below(5));
        let truth = |m: &mut Maker<'_>| Arg::Val(Val::Bool(m.0.flip()));
        vec![m.many(width, Maker::b), m.many(width * rows, truth)]
    }),
    ("fzn_regular", |m| {
        let (states, symbols, len) = (m.some(), m.some(), m.len());
        let steps = m.many(states * symbols, |m| m.int(0, states));
        let finals = (1..=states).filter(|_| m.0.flip()).collect();
        let finals = Arg::Val(Val::Set(finals));
        let fixed = |value: i64| Arg::Val(Val::Int(value));
        let start = m.int(1, states);
        vec![m.many(len, Maker::x), fixed(states), fixed(symbols), steps, start, finals]
    }),
    ("fzn_bin_packing", |m| {
        let len = m.len();
        vec![m.int(0, 5), m.many(len, Maker::x), m.many(len, |m| m.int(0, 3))]
    }),
    ("fzn_bin_packing_capa", |m| {
        let (len, bins) = (m.len(), m.some());
        let capacity = m.many(bins, |m| m.int(0, 5));
        vec![capacity, m.many(len, Maker::x), m.many(len, |m| m.int(0, 3))]
    }),
    ("fzn_bin_packing_load", |m| {
        let (len, bins) = (m.len(), m.some());
        let loads = m.many(bins, Maker::x);
        vec![loads, m.many(len, Maker::x), m.many(len, |m| m.int(0, 3))]
    }),
    ("fzn_cumulative", |m| {
        let (len, known) = (m.len(), m.0.flip());
        let size = |m: &mut Maker<'_>| if known { m.int(0, 2) } else { m.x() };
        let starts = m.many(len, Maker::x);
        let (durations, demands) = (m.many(len, size), m.many(len, size));
        let durations = not_negative(durations);
        vec![starts, durations, not_negative(demands), if known { m.int(0, 3) } else { m.x() }]
    }),
    ("fzn_disjunctive", DISJUNCTIVE),
    ("fzn_disjunctive_strict", DISJUNCTIVE),
];

/// Constants below 0 are a mistake where nothing is negative.
fn not_negative(arg: Arg) -> Arg {
    match arg {
        Arg::List(list) => Arg::List(list.into_iter().map(not_negative).collect()),
        Arg::Val(Val::Int(value)) => Arg::Val(Val::Int(value.abs())),
        other => other,
    }
}
