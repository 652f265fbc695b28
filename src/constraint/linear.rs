//! Weighted sums: `a·x + b·y + … (=, ≤, ≠) total`.

mod explain;

use alloc::sync::Arc;
use core::fmt;

use smallvec::{SmallVec, smallvec};

use super::{Constraint, Cost, Simple, Status, settled};
use crate::group::Term;
use crate::learn::{Fact, Reasons};
use crate::store::{Conflict, Events, Store, Var, bits, shifted};

/// How a sum compares with its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Relation {
    /// `=`
    Equal,
    /// `≤`
    AtMost,
    /// `≠`
    NotEqual,
}

/// A weighted sum of variables against a total.
///
/// `=` and `≤` are bounds consistent (Harvey and Schimpf, *Bounds consistency techniques for long
/// linear constraints*, 2002), which for `≤` is domain consistent. `=` is domain consistent once few
/// variables are open: two of which one has at most 1,024 values, two with coefficients of 1 or -1 that span at most
/// 65,536, or three with such coefficients that span at most 64. `≠` is domain consistent. Sums never
/// overflow: they are computed in `i64` where the coefficients allow it, in `i128` otherwise. A variable may stand
/// twice, its coefficients add up.
///
/// ```
/// use houserules::{Linear, ModelBuilder, Solver};
///
/// // Two coins of 10 and one of 5, or one of 10 and three of 5, ...
/// let mut model = ModelBuilder::new();
/// let (tens, fives) = (model.var(0..=9), model.var(0..=9));
/// model.post(Linear::equal([(10, tens), (5, fives)], 25));
/// assert_eq!(Solver::new(&model.build()?).count().to_string(), "3");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Linear {
    scope: SmallVec<[Var; 8]>,
    coefficients: SmallVec<[i64; 8]>,
    relation: Relation,
    total: i64,
    /// Whether a variable stands twice, with coefficients whose sum would not fit.
    twice: bool,
    /// Whether any sum of these terms, with any `i32` values, fits `i64`.
    small: bool,
}

impl Linear {
    /// `Σ coefficient · variable  relation  total`.
    pub fn new(
        terms: impl IntoIterator<Item = (i64, Var)>,
        relation: Relation,
        total: i64,
    ) -> Linear {
        let mut terms: SmallVec<[(Var, i64); 8]> = terms.into_iter().map(|(c, x)| (x, c)).collect();
        terms.sort_by_key(|&(x, _)| x);
        // A sum of coefficients that does not fit stays two terms: as right, only weaker.
        terms.dedup_by(|next, kept| {
            let sum = if next.0 == kept.0 { kept.1.checked_add(next.1) } else { None };
            kept.1 = sum.unwrap_or(kept.1);
            sum.is_some()
        });
        terms.retain(|&mut (_, c)| c != 0);
        let (scope, coefficients): (SmallVec<[Var; 8]>, SmallVec<[i64; 8]>) =
            terms.into_iter().unzip();
        let weight: i128 = coefficients.iter().map(|&c| i128::from(c).abs()).sum();
        let small = weight << 31 <= 1 << 61 && total.unsigned_abs() <= 1 << 61;
        let twice = scope.windows(2).any(|pair| pair[0] == pair[1]);
        Linear { scope, coefficients, relation, total, twice, small }
    }

    /// `Σ coefficient · variable = total`.
    pub fn equal(terms: impl IntoIterator<Item = (i64, Var)>, total: i64) -> Linear {
        Linear::new(terms, Relation::Equal, total)
    }

    /// `Σ coefficient · variable ≤ total`.
    pub fn at_most(terms: impl IntoIterator<Item = (i64, Var)>, total: i64) -> Linear {
        Linear::new(terms, Relation::AtMost, total)
    }

    /// `Σ coefficient · variable ≠ total`.
    pub fn not_equal(terms: impl IntoIterator<Item = (i64, Var)>, total: i64) -> Linear {
        Linear::new(terms, Relation::NotEqual, total)
    }
}

/// A weighted sum as it is written: `2 x0 - x1`.
pub(crate) fn write_terms(
    f: &mut fmt::Formatter<'_>,
    terms: impl Iterator<Item = (i64, Var)>,
) -> fmt::Result {
    for (i, (c, x)) in terms.enumerate() {
        match (i, c < 0) {
            (0, false) => {}
            (0, true) => f.write_str("-")?,
            (_, false) => f.write_str(" + ")?,
            (_, true) => f.write_str(" - ")?,
        }
        match c.unsigned_abs() {
            1 => write!(f, "{x:?}")?,
            size => write!(f, "{size} {x:?}")?,
        }
    }
    Ok(())
}

impl fmt::Debug for Linear {
    /// `2 x0 - x1 ≤ 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scope.is_empty() {
            f.write_str("0")?;
        }
        write_terms(f, self.terms())?;
        let sign = match self.relation {
            Relation::Equal => "=",
            Relation::AtMost => "≤",
            Relation::NotEqual => "≠",
        };
        write!(f, " {sign} {}", self.total)
    }
}

impl Constraint for Linear {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let sum: i128 = self
            .coefficients
            .iter()
            .zip(values)
            .map(|(&c, &v)| i128::from(c) * i128::from(v))
            .sum();
        let total = i128::from(self.total);
        match self.relation {
            Relation::Equal => sum == total,
            Relation::AtMost => sum <= total,
            Relation::NotEqual => sum != total,
        }
    }

    fn wakes_on(&self) -> Events {
        match self.relation {
            Relation::Equal => Events::CHANGED,
            Relation::AtMost => Events::BOUNDS,
            Relation::NotEqual => Events::FIXED,
        }
    }

    fn cost(&self) -> Cost {
        if self.scope.len() <= 2 { Cost::Low } else { Cost::Medium }
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        match (self.relation, self.small) {
            (Relation::NotEqual, true) => self.differ::<i64>(store),
            (Relation::NotEqual, false) => self.differ::<i128>(store),
            (_, true) => self.bounds::<i64>(store),
            (_, false) => self.bounds::<i128>(store),
        }
    }

    fn decided(&self, store: &mut Store) -> Option<bool> {
        if self.small { self.compare::<i64>(store) } else { self.compare::<i128>(store) }
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let at_least = match self.relation {
            Relation::Equal => self.total,
            Relation::AtMost => i64::MIN,
            Relation::NotEqual => {
                return Some(smallvec![Simple::Different(self.as_difference()?)]);
            }
        };
        let terms = self.terms().collect();
        Some(smallvec![Simple::Sum { terms, at_least, at_most: self.total }])
    }

    fn bounds(&self) -> bool {
        self.relation != Relation::NotEqual
    }

    fn explain(&self, fact: Option<Fact>, why: &mut Reasons<'_>) -> bool {
        self.reasons(fact, why)
    }

    fn as_difference(&self) -> Option<[Term; 2]> {
        // x - y ≠ k is x ≠ y + k.
        match (self.relation, &self.coefficients[..], &self.scope[..]) {
            (Relation::NotEqual, [1, -1], &[x, y]) => {
                Some([x.into(), y + i32::try_from(self.total).ok()?])
            }
            (Relation::NotEqual, [-1, 1], &[x, y]) => {
                Some([y.into(), x + i32::try_from(self.total).ok()?])
            }
            _ => None,
        }
    }

    fn opposite(&self) -> Option<Arc<dyn Constraint>> {
        let opposite = match self.relation {
            Relation::Equal => Linear { relation: Relation::NotEqual, ..self.clone() },
            Relation::NotEqual => Linear { relation: Relation::Equal, ..self.clone() },
            // Σ > total is Σ -c·x ≤ -total - 1.
            Relation::AtMost => {
                let total = self.total.checked_neg()?.checked_sub(1)?;
                let terms: Option<SmallVec<[(i64, Var); 8]>> =
                    self.terms().map(|(c, x)| Some((c.checked_neg()?, x))).collect();
                Linear::at_most(terms?, total)
            }
        };
        Some(Arc::new(opposite))
    }
}

impl Linear {
    fn terms(&self) -> impl Iterator<Item = (i64, Var)> + '_ {
        self.coefficients.iter().copied().zip(self.scope.iter().copied())
    }

    /// The least and the most that the sum can be, how far the widest term reaches, and how many terms are open.
    fn reach<N: Number>(&self, store: &Store) -> (N, N, N, usize) {
        let (mut least, mut most, mut widest) = (N::from(0), N::from(0), N::from(0));
        let mut open = 0;
        for (c, x) in self.terms() {
            let (lo, hi) = (N::from(store.min(x).into()), N::from(store.max(x).into()));
            let c = N::from(c);
            let (lo, hi) = if c > N::from(0) { (c * lo, c * hi) } else { (c * hi, c * lo) };
            (least, most, widest) = (least + lo, most + hi, widest.max(hi - lo));
            open += usize::from(lo != hi);
        }
        (least, most, widest, open)
    }

    /// By the bounds; `=` and `≠` of two open terms by their values, if those are few.
    fn compare<N: Number>(&self, store: &mut Store) -> Option<bool> {
        let total = N::from(self.total);
        let (least, most, _, open) = self.reach::<N>(store);
        if self.relation == Relation::AtMost {
            return if most <= total {
                Some(true)
            } else if least > total {
                Some(false)
            } else {
                None
            };
        }
        let equal = if least > total || most < total {
            false
        } else if open == 0 {
            true
        } else if open <= 2 && store.suppose(|store| self.meet::<N>(store)).is_err() {
            false
        } else {
            return None;
        };
        Some(equal == (self.relation == Relation::Equal))
    }

    /// `=` and `≤`: no term may leave the others too little room.
    fn bounds<N: Number>(&self, store: &mut Store) -> Result<Status, Conflict> {
        let (zero, total) = (N::from(0), N::from(self.total));
        let (least, most, widest, mut open) = self.reach::<N>(store);
        let equal = self.relation == Relation::Equal;
        // How far the sum may move from its least, and from its most.
        let (mut up, mut down) = (total - least, most - total);
        for round in 1.. {
            if up < zero || equal && down < zero {
                return Err(store.conflict());
            }
            if open == 0 || !equal && down <= zero {
                return Ok(Status::Entailed);
            }
            // Terms only get narrower.
            if widest <= up && !(equal && widest > down) {
                break;
            }
            let mut news = false;
            for (c, x) in self.terms() {
                let (lo, hi) = (i64::from(store.min(x)), i64::from(store.max(x)));
                let size = N::from(c).magnitude();
                let span = size * N::from(hi - lo);
                let too_far = |room: N| span > room;
                if !(too_far(up) || equal && too_far(down)) {
                    continue;
                }
                // Most coefficients are 1, and a division takes longer than all the rest.
                let steps = |room: N| if c.unsigned_abs() == 1 { room } else { room / size };
                let up_steps = steps(up).clamped();
                let down_steps = if equal { steps(down).clamped() } else { i64::MAX };
                let (from_lo, from_hi) =
                    if c > 0 { (up_steps, down_steps) } else { (down_steps, up_steps) };
                store.within(x, hi.saturating_sub(from_hi)..=lo.saturating_add(from_lo))?;
                let (new_lo, new_hi) = (i64::from(store.min(x)), i64::from(store.max(x)));
                let (low, high) = (size * N::from(new_lo - lo), size * N::from(hi - new_hi));
                let (less_up, less_down) = if c > 0 { (low, high) } else { (high, low) };
                (up, down) = (up - less_up, down - less_down);
                if up < zero || equal && down < zero {
                    return Err(store.conflict());
                }
                open -= usize::from(new_lo == new_hi);
                news = true;
            }
            // What `≤` takes away makes no term cheaper.
            if !news || !equal {
                break;
            }
            if round == ROUNDS {
                // Bounds that creep towards each other should not do so out of sight.
                return Ok(Status::Active);
            }
        }
        if !equal {
            return Ok(if open == 0 || down <= zero { Status::Entailed } else { Status::Fixpoint });
        }
        let before = store.changes();
        match open {
            2 => self.meet::<N>(store)?,
            3 => self.meet_three::<N>(store)?,
            _ => {}
        }
        // The values of terms that have met are a fixpoint, unless it was one variable.
        Ok(if open <= 2 && !self.twice { Status::Fixpoint } else { settled(store, before) })
    }

    /// `=` with one open term or two: keeps the values that have a partner.
    fn meet<N: Number>(&self, store: &mut Store) -> Result<(), Conflict> {
        let mut rest = N::from(self.total);
        let mut open: SmallVec<[(i64, Var); 2]> = SmallVec::new();
        for (c, x) in self.terms() {
            match store.value(x) {
                Some(value) => rest = rest - N::from(c) * N::from(value.into()),
                None => open.push((c, x)),
            }
        }
        let (a, x, b, y) = match open[..] {
            [(a, x)] => {
                return match quotient(rest, a) {
                    Some(value) => store.assign(x, value),
                    None => Err(store.conflict()),
                };
            }
            [(a, x), (b, y)] if x != y => (a, x, b, y),
            _ => return Ok(()),
        };
        let trees = store.has_tree(x) || store.has_tree(y);
        let span = |x: Var| i64::from(store.max(x)) - i64::from(store.min(x));
        let narrow = span(x).max(span(y)) < if trees { 64 } else { MAX_SPAN };
        if narrow && a.unsigned_abs() == 1 && b.unsigned_abs() == 1 {
            let rest = rest.clamped().saturating_mul(a);
            return if a == b { mirror(store, x, y, rest) } else { shift(store, x, y, rest) };
        }
        // Those that have fewer values say which of the others have a partner.
        let ((a, x), (b, y)) = match store.len(x) <= store.len(y) {
            true => ((a, x), (b, y)),
            false => ((b, y), (a, x)),
        };
        if store.len(x) > if trees { MAX_PAIR_IN_TREES } else { MAX_PAIR } {
            return Ok(());
        }
        let (mut kept, mut partners) = (SmallVec::<[i32; 64]>::new(), SmallVec::<[i32; 64]>::new());
        for value in store.values(x) {
            let left = rest - N::from(a) * N::from(value.into());
            if let Some(partner) = quotient(left, b).filter(|&value| store.contains(y, value)) {
                kept.push(value);
                partners.push(partner);
            }
        }
        if kept.is_empty() {
            return Err(store.conflict());
        }
        if (a > 0) == (b > 0) {
            partners.reverse();
        }
        store.keep_partners(x, &kept)?;
        store.keep_partners(y, &partners)
    }

    /// `=` with three open terms, with coefficients of 1 or -1 and spans of at most 64: keeps the values
    /// that have partners.
    ///
    /// For each value of one of them, all partners of the other two are found with a few shifts.
    fn meet_three<N: Number>(&self, store: &mut Store) -> Result<(), Conflict> {
        let mut rest = N::from(self.total);
        let mut open: SmallVec<[(i64, Var); 3]> = SmallVec::new();
        for (c, x) in self.terms() {
            match store.value(x) {
                Some(value) => rest = rest - N::from(c) * N::from(value.into()),
                None => open.push((c, x)),
            }
        }
        let [(a, x), (b, y), (c, z)] = open[..] else { return Ok(()) };
        let words = [x, y, z].into_iter().all(|x| short(store, x));
        if !words || [a, b, c].into_iter().any(|c| c.abs() != 1) || x == y || y == z || x == z {
            return Ok(());
        }
        let mut terms = [(a, x), (b, y), (c, z)].map(|(a, x)| {
            let base = i64::from(store.min(x));
            (a, x, base, store.window(x, base))
        });
        // Few values to go through, of the first.
        let least = (0..3).min_by_key(|&i| terms[i].3.count_ones()).unwrap_or(0);
        terms.swap(0, least);
        let [(a, x, x_base, xs), (b, y, y_base, ys), (c, z, z_base, zs)] = terms;
        // b·y + c·z = rest - a·x, so y = ±z + t with t = b · (rest - a·x).
        let rest = rest.clamped();
        let mirrored = b == c;
        // Bit i is the value of z that adds up with the value from + i - t of y ... or turned round.
        let (zs_turned, from) =
            if mirrored { (zs.reverse_bits(), -z_base - 63) } else { (zs, z_base) };
        let (mut x_kept, mut y_kept, mut z_kept) = (0, 0, 0);
        for bit in bits(xs) {
            let t = b * (rest - a * (x_base + i64::from(bit)));
            let distance = from + t - y_base;
            let partners = ys & shifted(zs_turned, distance);
            if partners != 0 {
                x_kept |= 1 << bit;
                y_kept |= partners;
                z_kept |= shifted(partners, -distance);
            }
        }
        let z_kept = if mirrored { z_kept.reverse_bits() } else { z_kept };
        for (x, base, all, kept) in
            [(x, x_base, xs, x_kept), (y, y_base, ys, y_kept), (z, z_base, zs, z_kept)]
        {
            if kept != all {
                store.keep_window(x, base, kept)?;
            }
        }
        Ok(())
    }

    /// `≠`: the last open term must not complete the total.
    fn differ<N: Number>(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut rest = N::from(self.total);
        let mut open = None;
        for (c, x) in self.terms() {
            match store.value(x) {
                Some(value) => rest = rest - N::from(c) * N::from(value.into()),
                None if open.is_some() => return Ok(Status::Fixpoint),
                None => open = Some((c, x)),
            }
        }
        match open {
            None if rest == N::from(0) => return Err(store.conflict()),
            None => {}
            Some((c, x)) => {
                if let Some(value) = quotient(rest, c) {
                    store.remove(x, value)?;
                }
            }
        }
        Ok(Status::Entailed)
    }
}

/// `total / divisor`, if that is a value that a variable can have.
fn quotient<N: Number>(total: N, divisor: i64) -> Option<i32> {
    let value = total / N::from(divisor);
    if value * N::from(divisor) == total { i32::try_from(value.clamped()).ok() } else { None }
}

/// `x - y = total`: keeps the values that have a partner, a word at a time.
fn shift(store: &mut Store, x: Var, y: Var, total: i64) -> Result<(), Conflict> {
    match (i32::try_from(total), i32::try_from(-total)) {
        (Ok(_), Ok(_)) if short(store, x) && short(store, y) => {
            let base = i64::from(store.min(x)).max(i64::from(store.min(y)) + total);
            let common = store.window(x, base) & store.window(y, base - total);
            store.keep_window(x, base, common)?;
            store.keep_window(y, base - total, common)
        }
        (Ok(there), Ok(back)) => {
            store.keep_common(x, y, there)?;
            store.keep_common(y, x, back)
        }
        // The bounds are narrow and so far apart that they fit or not.
        _ => Ok(()),
    }
}

/// Whether all values fit a word.
fn short(store: &Store, x: Var) -> bool {
    i64::from(store.max(x)) - i64::from(store.min(x)) < 64
}

/// `x + y = total`: keeps the values that have a partner, a word at a time.
fn mirror(store: &mut Store, x: Var, y: Var, total: i64) -> Result<(), Conflict> {
    if short(store, x) && short(store, y) {
        // Bit b is base + b of x, and its partner.
        let base = i64::from(store.min(x)).max(total - i64::from(store.max(y)));
        let common = store.window(x, base) & store.window(y, total - base - 63).reverse_bits();
        store.keep_window(x, base, common)?;
        return store.keep_window(y, total - base - 63, common.reverse_bits());
    }
    for (x, y) in [(x, y), (y, x)] {
        let (lo, hi) = (i64::from(store.min(x)), i64::from(store.max(x)));
        for base in (lo..=hi).step_by(64) {
            // Bit b is a partner of base + b.
            let partners = store.window(y, total - base - 63).reverse_bits();
            if hi - lo < 64 {
                store.keep_window(x, base, partners)?;
                break;
            }
            store.drop_window(x, base, store.window(x, base) & !partners)?;
        }
    }
    Ok(())
}

/// How often one call goes over the bounds of `=`.
const ROUNDS: u32 = 64;

/// Two open terms of at most this span meet word by word, if their coefficients are 1 or -1.
const MAX_SPAN: i64 = 1 << 16;

/// Where both of two open terms have more values than this, they are left to the bounds.
const MAX_PAIR: u32 = 1024;

/// The same where a look at one value takes longer.
const MAX_PAIR_IN_TREES: u32 = 64;

/// The integers that sums are computed in.
trait Number:
    Copy
    + Ord
    + From<i64>
    + core::ops::Add<Output = Self>
    + core::ops::Sub<Output = Self>
    + core::ops::Mul<Output = Self>
    + core::ops::Div<Output = Self>
{
    fn magnitude(self) -> Self;
    fn clamped(self) -> i64;
}

impl Number for i64 {
    fn magnitude(self) -> i64 {
        self.abs()
    }
    fn clamped(self) -> i64 {
        self
    }
}

impl Number for i128 {
    fn magnitude(self) -> i128 {
        self.abs()
    }
    fn clamped(self) -> i64 {
        self.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}
