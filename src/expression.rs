//! Expressions: weighted sums of variables as they are written, `2 * x + y - 3`, and comparisons of
//! them.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use smallvec::SmallVec;

use crate::constraint::{Linear, Member, Relation, write_terms};
use crate::domain::Domain;
use crate::group::Term;
use crate::store::Var;

/// A weighted sum of variables and a number.
///
/// Variables, [`Term`]s, numbers and expressions add up, subtract, and multiply with numbers. The
/// comparisons return a [`Linear`] constraint, to be posted or put under a condition.
///
/// ```
/// use houserules::{Constraint, ModelBuilder, Solver, sum};
///
/// let mut model = ModelBuilder::new();
/// let (x, y) = (model.var(0..=9), model.var(0..=9));
/// let z = model.vars(3, 0..=9);
/// model.post((2 * x + 3 * y - 1).equals(z[0]));
/// model.post(sum(&z).less_than(x + y));
/// model.post(x.differs_from(y + 1).or(y.greater_than(5)));
/// assert!(Solver::new(&model.build()?).first().solution().is_none());
/// # Ok::<(), houserules::ModelError>(())
/// ```
///
/// # Panics
/// All operations panic where a coefficient or the number would leave `i64`.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Expr {
    terms: SmallVec<[(i64, Var); 4]>,
    constant: i64,
}

/// The sum of variables or expressions; 0 of none.
///
/// ```
/// use houserules::{ModelBuilder, sum};
///
/// let mut model = ModelBuilder::new();
/// let weights = [12, 2, 1, 4, 1];
/// let taken = model.vars(5, 0..=1);
/// let weight = sum(taken.iter().zip(weights).map(|(&x, w)| w * x));
/// model.post(weight.at_most(15));
/// ```
pub fn sum<E: Into<Expr>>(parts: impl IntoIterator<Item = E>) -> Expr {
    parts.into_iter().map(Into::into).fold(Expr::default(), |total, part| total + part)
}

const TOO_LARGE: &str = "the numbers of an expression fit i64";

impl Expr {
    /// The terms, coefficient first.
    pub fn terms(&self) -> &[(i64, Var)] {
        &self.terms
    }

    /// The number that is added to the terms.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    fn scaled(mut self, factor: i64) -> Expr {
        for (coefficient, _) in &mut self.terms {
            *coefficient = coefficient.checked_mul(factor).expect(TOO_LARGE);
        }
        self.constant = self.constant.checked_mul(factor).expect(TOO_LARGE);
        self
    }

    fn plus(mut self, other: Expr) -> Expr {
        self.terms.extend(other.terms);
        self.constant = self.constant.checked_add(other.constant).expect(TOO_LARGE);
        self
    }

    /// `self  relation  other`.
    fn compare(self, relation: Relation, other: Expr) -> Linear {
        let Expr { terms, constant } = self.plus(other.scaled(-1));
        Linear::new(terms, relation, constant.checked_neg().expect(TOO_LARGE))
    }
}

impl From<Var> for Expr {
    fn from(x: Var) -> Expr {
        Expr { terms: SmallVec::from_slice(&[(1, x)]), constant: 0 }
    }
}

impl From<&Var> for Expr {
    fn from(&x: &Var) -> Expr {
        x.into()
    }
}

impl From<Term> for Expr {
    fn from(term: Term) -> Expr {
        Expr { constant: term.offset.into(), ..term.var.into() }
    }
}

impl From<i32> for Expr {
    fn from(number: i32) -> Expr {
        i64::from(number).into()
    }
}

impl From<i64> for Expr {
    fn from(number: i64) -> Expr {
        Expr { terms: SmallVec::new(), constant: number }
    }
}

impl From<&Expr> for Expr {
    fn from(expr: &Expr) -> Expr {
        expr.clone()
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_terms(f, self.terms.iter().copied())?;
        match (self.terms.len(), self.constant) {
            (0, k) => write!(f, "{k}"),
            (_, 0) => Ok(()),
            (_, k @ 0..) => write!(f, " + {k}"),
            (_, k) => write!(f, " - {}", k.unsigned_abs()),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl<E: Into<Expr>> Sum<E> for Expr {
    fn sum<I: Iterator<Item = E>>(parts: I) -> Expr {
        sum(parts)
    }
}

impl<E: Into<Expr>> AddAssign<E> for Expr {
    fn add_assign(&mut self, other: E) {
        *self = core::mem::take(self).plus(other.into());
    }
}

impl<E: Into<Expr>> SubAssign<E> for Expr {
    fn sub_assign(&mut self, other: E) {
        *self = core::mem::take(self).plus(other.into().scaled(-1));
    }
}

impl<E: Into<Expr>> Add<E> for Expr {
    type Output = Expr;
    fn add(self, other: E) -> Expr {
        self.plus(other.into())
    }
}

impl<E: Into<Expr>> Sub<E> for Expr {
    type Output = Expr;
    fn sub(self, other: E) -> Expr {
        self.plus(other.into().scaled(-1))
    }
}

impl Add<Var> for i32 {
    type Output = Term;
    fn add(self, x: Var) -> Term {
        x + self
    }
}

/// `left + right` and `left - right`, an expression.
macro_rules! adds {
    ($($left:ty: $($right:ty),+;)+) => {$($(
        impl Add<$right> for $left {
            type Output = Expr;
            fn add(self, right: $right) -> Expr {
                Expr::from(self).plus(right.into())
            }
        }
        impl Sub<$right> for $left {
            type Output = Expr;
            fn sub(self, right: $right) -> Expr {
                Expr::from(self).plus(Expr::from(right).scaled(-1))
            }
        }
    )+)+};
}

adds! {
    Var: Var, Term, Expr;
    Term: i32, Var, Term, Expr;
    i32: Term, Expr;
}

impl Sub<Var> for i32 {
    type Output = Expr;
    fn sub(self, x: Var) -> Expr {
        Expr::from(self).plus(Expr::from(x).scaled(-1))
    }
}

/// What every form of an expression can do: be multiplied, turned round and compared.
macro_rules! compares {
    ($($form:ty),+) => {$(
        impl Mul<i32> for $form {
            type Output = Expr;
            fn mul(self, factor: i32) -> Expr {
                Expr::from(self).scaled(factor.into())
            }
        }

        impl Mul<$form> for i32 {
            type Output = Expr;
            fn mul(self, right: $form) -> Expr {
                Expr::from(right).scaled(self.into())
            }
        }

        impl Neg for $form {
            type Output = Expr;
            fn neg(self) -> Expr {
                Expr::from(self).scaled(-1)
            }
        }

        impl $form {
            /// `self = other`.
            pub fn equals(self, other: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Relation::Equal, other.into())
            }

            /// `self ≠ other`.
            pub fn differs_from(self, other: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Relation::NotEqual, other.into())
            }

            /// `self ≤ other`.
            pub fn at_most(self, other: impl Into<Expr>) -> Linear {
                Expr::from(self).compare(Relation::AtMost, other.into())
            }

            /// `self ≥ other`.
            pub fn at_least(self, other: impl Into<Expr>) -> Linear {
                other.into().compare(Relation::AtMost, self.into())
            }

            /// `self < other`.
            pub fn less_than(self, other: impl Into<Expr>) -> Linear {
                (Expr::from(self) + 1).compare(Relation::AtMost, other.into())
            }

            /// `self > other`.
            pub fn greater_than(self, other: impl Into<Expr>) -> Linear {
                (other.into() + 1).compare(Relation::AtMost, self.into())
            }
        }
    )+};
}

compares! { Var, Term, Expr }

impl Var {
    /// The variable has one of these values; as a condition, since the domain of a variable says the
    /// same for good.
    pub fn is_in(self, values: impl Into<Domain>) -> Member {
        Member::new(self, values)
    }

    /// The variable has none of these values.
    pub fn is_not_in(self, values: impl Into<Domain>) -> Member {
        Member::outside(self, values)
    }
}
