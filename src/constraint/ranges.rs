//! Explanation by bounds: what is assumed of one variable, and ranges of others in which a constraint cannot hold.

use smallvec::SmallVec;

use crate::learn::{Fact, Reasons};
use crate::store::Var;

/// The opposite of a fact: what a proof of the fact by contradiction may assume of its variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assumed {
    x: Option<Var>,
    lo: i64,
    hi: i64,
}

impl Assumed {
    pub(super) fn against(fact: Option<Fact>) -> Assumed {
        let (x, lo, hi) = match fact {
            None => (None, i64::MIN, i64::MAX),
            Some(Fact::IsNot(x, value)) => (Some(x), value.into(), value.into()),
            Some(Fact::AtLeast(x, least)) => (Some(x), i64::MIN, i64::from(least) - 1),
            Some(Fact::AtMost(x, most)) => (Some(x), i64::from(most) + 1, i64::MAX),
        };
        Assumed { x, lo, hi }
    }

    /// Where a variable could lie.
    pub(super) fn range(&self, x: Var, why: &Reasons<'_>) -> (i64, i64) {
        let (lo, hi) = (i64::from(why.min(x)), i64::from(why.max(x)));
        if self.x == Some(x) { (lo.max(self.lo), hi.min(self.hi)) } else { (lo, hi) }
    }

    /// Names that a variable was at least so much, unless that is assumed.
    pub(super) fn at_least(&self, x: Var, least: i64, why: &mut Reasons<'_>) {
        if self.x != Some(x) || self.lo < least {
            why.within(x, least, i64::MAX);
        }
    }

    /// Names that a variable was at most so much, unless that is assumed.
    pub(super) fn at_most(&self, x: Var, most: i64, why: &mut Reasons<'_>) {
        if self.x != Some(x) || self.hi > most {
            why.within(x, i64::MIN, most);
        }
    }
}

/// Whether two ranges have nothing in common.
pub(super) fn apart(a: (i64, i64), b: (i64, i64)) -> bool {
    a.0.max(b.0) > a.1.min(b.1)
}

/// Names bounds of the variables of a scope in which the constraint fails if the fact is wrong, each as weak as it may be
/// if those before it are; false if the bounds are not enough.
///
/// `fails` says that no values in these ranges satisfy the constraint, and may say it too seldom.
pub(super) fn explain<const N: usize>(
    scope: [Var; N],
    fact: Option<Fact>,
    why: &mut Reasons<'_>,
    fails: impl Fn([(i64, i64); N]) -> bool,
) -> bool {
    let assumed = Assumed::against(fact);
    let mut ranges = scope.map(|x| assumed.range(x, why));
    if !fails(ranges) {
        return false;
    }
    for (i, &x) in scope.iter().enumerate() {
        if scope[..i].contains(&x) {
            continue;
        }
        let own = assumed.x == Some(x);
        let with = |ranges: &[(i64, i64); N], range: (i64, i64)| {
            core::array::from_fn(|k| if scope[k] == x { range } else { ranges[k] })
        };
        let (lo, hi) = ranges[i];
        let given = if own { assumed.lo } else { i64::MIN };
        let least =
            weakest(lo, given.max(why.first(x).into()), |lo| fails(with(&ranges, (lo, hi))));
        ranges = with(&ranges, (least, hi));
        let given = if own { assumed.hi } else { i64::MAX };
        let most =
            weakest(hi, given.min(why.last(x).into()), |hi| fails(with(&ranges, (least, hi))));
        ranges = with(&ranges, (least, most));
        match i32::try_from(least) {
            Ok(value) if least == most && !own => why.is(x, value),
            _ => {
                assumed.at_least(x, least, why);
                assumed.at_most(x, most, why);
            }
        }
    }
    true
}

/// The number that is the closest to `far` of those between `near` and it for which `fails` says yes, if it says
/// so for all that are nearer; it does for `near`.
fn weakest(near: i64, far: i64, fails: impl Fn(i64) -> bool) -> i64 {
    if near == far || fails(far) {
        return far;
    }
    let (mut fine, mut not) = (near, far);
    while fine.abs_diff(not) > 1 {
        let middle = fine.midpoint(not);
        *(if fails(middle) { &mut fine } else { &mut not }) = middle;
    }
    fine
}

/// More values than this are not explained one by one.
const MANY: usize = 32;

/// Explains a bound by the one before it, and as `explain` does that each value between is gone; false if that cannot
/// be said, or they are too many.
pub(super) fn value_by_value(
    fact: Option<Fact>,
    why: &mut Reasons<'_>,
    explain: impl Fn(Fact, &mut Reasons<'_>) -> bool,
) -> bool {
    let (x, bound, least) = match fact {
        Some(Fact::AtLeast(x, bound)) => (x, bound, true),
        Some(Fact::AtMost(x, bound)) => (x, bound, false),
        _ => return false,
    };
    let (lo, hi) = (why.min(x), why.max(x));
    let beyond: SmallVec<[i32; MANY]> = why
        .values(x)
        .filter(|&value| if least { value < bound } else { value > bound })
        .filter(|value| (lo..=hi).contains(value))
        .take(MANY + 1)
        .collect();
    if beyond.len() > MANY {
        return false;
    }
    let start = why.len();
    match least {
        true => why.at_least(x, lo),
        false => why.at_most(x, hi),
    }
    for value in beyond {
        if !why.contains(x, value) {
            why.is_not(x, value);
        } else if !explain(Fact::IsNot(x, value), why) {
            why.truncate(start);
            return false;
        }
    }
    true
}
