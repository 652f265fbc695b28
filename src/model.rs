//! The problem as immutable data: variables, groups and constraints, checked once and compiled.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;

use crate::compile::Tables;
use crate::constraint::{Constraint, Malformed, Reified};
use crate::differences::Differences;
use crate::domain::Domain;
use crate::expression::Expr;
use crate::group::{Group, Term};
use crate::propagate::{Agenda, fixpoint};
use crate::store::{Cause, Conflict, MAX_BITMAP, MAX_INDEX, MAX_WORDS, Store, Var};

#[cfg(all(test, feature = "variants"))]
mod tests;

/// Collects variables, groups and constraints; [`build`](Self::build) makes a [`Model`] of them.
///
/// The builder stays usable: add more and build again. Building does not change it.
///
/// ```
/// use houserules::{ModelBuilder, Solver};
///
/// // Eight queens: columns, rising and falling diagonals all differ.
/// let mut model = ModelBuilder::new();
/// let queens = model.vars(8, 0..8);
/// model.all_different(&queens);
/// model.all_different(queens.iter().zip(0..).map(|(&q, i)| q + i));
/// model.all_different(queens.iter().zip(0..).map(|(&q, i)| q - i));
/// let model = model.build()?;
/// assert_eq!(Solver::new(&model).count().to_string(), "92");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ModelBuilder {
    pub(crate) domains: Vec<Domain>,
    pub(crate) groups: Vec<Group>,
    pub(crate) constraints: Vec<Arc<dyn Constraint>>,
}

impl ModelBuilder {
    /// No variables yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// No variables yet, but room for so many variables and groups.
    #[cfg(feature = "variants")]
    pub(crate) fn with_capacity(variables: usize, groups: usize) -> Self {
        let (domains, groups) = (Vec::with_capacity(variables), Vec::with_capacity(groups));
        ModelBuilder { domains, groups, constraints: Vec::new() }
    }

    /// Adds a variable with these values: one number, a range, an array or a [`Domain`].
    ///
    /// A variable without a value is accepted: the model then has no solution.
    pub fn var(&mut self, domain: impl Into<Domain>) -> Var {
        self.domains.push(domain.into());
        Var::new(self.domains.len() - 1)
    }

    /// Adds `count` variables with the same values.
    pub fn vars(&mut self, count: usize, domain: impl Into<Domain>) -> Vec<Var> {
        let domain = domain.into();
        (0..count).map(|_| self.var(domain.clone())).collect()
    }

    /// Adds a variable that is 0 or 1.
    pub fn boolean(&mut self) -> Var {
        self.var(0..=1)
    }

    /// Adds `count` variables that are 0 or 1.
    pub fn booleans(&mut self, count: usize) -> Vec<Var> {
        self.vars(count, 0..=1)
    }

    /// Adds a variable that is 1 where a constraint holds and 0 where it does not.
    ///
    /// ```
    /// use houserules::{ModelBuilder, Solver, sum};
    ///
    /// // At least two of three numbers are even.
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(3, 1..=4);
    /// let even: Vec<_> = x.iter().map(|x| model.reify(x.is_in([2, 4]))).collect();
    /// model.post(sum(even).at_least(2));
    /// assert_eq!(Solver::new(&model.build()?).count().to_string(), "32");
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn reify(&mut self, constraint: impl Constraint + 'static) -> Var {
        let b = self.boolean();
        self.post(Reified::new(b, constraint));
        b
    }

    /// Adds a variable that equals an expression.
    ///
    /// It gets all values between the least and the most that the expression can be now, as far as they
    /// are `i32`.
    ///
    /// # Panics
    /// If the expression names a variable that has not been added.
    pub fn define(&mut self, expr: impl Into<Expr>) -> Var {
        let expr = expr.into();
        let (mut lo, mut hi) = (i128::from(expr.constant()), i128::from(expr.constant()));
        for &(c, x) in expr.terms() {
            let domain = &self.domains[x.index()];
            let ends = [domain.min(), domain.max()]
                .map(|end| i128::from(end.unwrap_or(0)) * i128::from(c));
            lo += ends[0].min(ends[1]);
            hi += ends[0].max(ends[1]);
        }
        let clamp = |value: i128| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let x = self.var(clamp(lo)..=clamp(hi));
        self.post(expr.equals(x));
        x
    }

    /// Adds a group of the default [`Strength`](crate::Strength): these terms all differ.
    pub fn all_different<T: Into<Term>>(&mut self, terms: impl IntoIterator<Item = T>) {
        self.group(Group::new(terms));
    }

    /// Adds a group. Its number, from 0 in the order of adding, is what reasons speak of.
    pub fn group(&mut self, group: Group) -> usize {
        self.groups.push(group);
        self.groups.len() - 1
    }

    /// Adds a constraint. Its number, from 0 in the order of adding, is what reasons speak of.
    pub fn post(&mut self, constraint: impl Constraint + 'static) -> usize {
        self.post_shared(Arc::new(constraint))
    }

    /// Adds a constraint that others may share.
    pub fn post_shared(&mut self, constraint: Arc<dyn Constraint>) -> usize {
        self.constraints.push(constraint);
        self.constraints.len() - 1
    }

    /// Checks all of it, compiles it, and draws the first conclusions.
    ///
    /// Propagation runs to its fixpoint once here, so that no search need repeat it. A model that is
    /// seen to contradict itself is no error: see [`Model::contradiction`].
    ///
    /// O(size of the model) but for the peers: each group of n variables makes up to n² pairs.
    pub fn build(&self) -> Result<Model, ModelError> {
        self.clone().into_model()
    }

    /// The same of a builder that nobody needs any more, without copies.
    fn into_model(self) -> Result<Model, ModelError> {
        self.check()?;
        let ModelBuilder { domains, mut groups, constraints } = self;
        let own = groups.len();
        let differences = Differences::of(domains.len(), &constraints);
        groups.extend(differences.groups);
        let tables = Tables::new(&domains, &groups, &constraints, &differences.said);
        groups.truncate(own);
        let crowd = tables.crowded_group.map(|g| match g.checked_sub(own) {
            Some(i) => Cause::constraint(differences.sources[i]),
            None => Cause::group(g),
        });
        Ok(ModelBuilder { domains, groups, constraints }.settled(tables, crowd))
    }

    /// The same, with the groups as they were compiled for a pattern if they are the same there.
    #[cfg(feature = "variants")]
    pub(crate) fn into_model_like(self, pattern: Option<&Pattern>) -> Result<Model, ModelError> {
        let same = |pattern: &&Pattern| {
            pattern.groups == self.groups && pattern.tables.suit(&self.domains, &self.groups)
        };
        match pattern.filter(same) {
            Some(pattern) if self.constraints.iter().all(|c| c.as_difference().is_none()) => {
                self.check()?;
                let tables = pattern.tables.with(&self.constraints);
                Ok(self.settled(tables, None))
            }
            _ => self.into_model(),
        }
    }

    /// Draws the first conclusions. `crowd` has more variables than values.
    fn settled(self, tables: Tables, crowd: Option<Cause>) -> Model {
        let ModelBuilder { domains, groups, constraints } = self;
        let bases = tables.bases.iter().copied().zip(&domains);
        let memory: Vec<usize> = constraints.iter().map(|c| c.memory()).collect();
        let mut inner = Inner {
            root: Store::new(&bases.collect::<Vec<_>>(), &memory),
            groups,
            constraints,
            tables,
            contradiction: None,
            settled: true,
            #[cfg(feature = "lanes")]
            lanes: std::sync::OnceLock::new(),
        };
        inner.contradiction = inner.settle(crowd).err();
        Model(Arc::new(inner))
    }

    fn check(&self) -> Result<(), ModelError> {
        let counts = [self.domains.len(), self.groups.len(), self.constraints.len()];
        if counts.iter().any(|&count| count > MAX_INDEX) {
            return Err(ModelError::TooLarge);
        }
        let words = |domain: &Domain| match (domain.min(), domain.max()) {
            (Some(lo), Some(hi)) => match u64::from(lo.abs_diff(hi)) {
                span if span < MAX_BITMAP => span / 64 + 1,
                // Two paths of words a gap, at most.
                _ => 10 * domain.ranges().len() as u64,
            },
            _ => 1,
        };
        let memory = self.constraints.iter().map(|constraint| constraint.memory() as u64);
        if self.domains.iter().map(words).chain(memory).sum::<u64>() > MAX_WORDS {
            return Err(ModelError::TooLarge);
        }
        let unknown = |x: &Var| x.index() >= self.domains.len();
        for (group, data) in self.groups.iter().enumerate() {
            if let Some(var) = data.vars().find(unknown) {
                return Err(ModelError::UnknownInGroup { group, var });
            }
            let key = |term: &Term| (term.var, term.offset);
            if data.terms.windows(2).all(|pair| key(&pair[0]) < key(&pair[1])) {
                // Ascending, as most are.
                continue;
            }
            let mut terms: SmallVec<[(Var, i32); 16]> =
                data.terms.iter().map(|term| (term.var, term.offset)).collect();
            terms.sort_unstable();
            if let Some(pair) = terms.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(ModelError::Repeated { group, var: pair[0].0 });
            }
        }
        for (constraint, data) in self.constraints.iter().enumerate() {
            if let Some(&var) = data.scope().iter().find(|x| unknown(x)) {
                return Err(ModelError::UnknownInConstraint { constraint, var });
            }
            data.check().map_err(|what| ModelError::Malformed { constraint, what })?;
        }
        Ok(())
    }
}

/// Groups that many models have, compiled once for them all.
#[cfg(feature = "variants")]
pub(crate) struct Pattern {
    groups: Vec<Group>,
    tables: Tables,
}

#[cfg(feature = "variants")]
impl Pattern {
    /// The groups of a builder, with its domains.
    pub(crate) fn new(builder: ModelBuilder) -> Pattern {
        let ModelBuilder { domains, groups, .. } = builder;
        Pattern { tables: Tables::new(&domains, &groups, &[], &[]), groups }
    }
}

/// Why a model cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable stands twice in one group with the same offset, and could never differ from itself.
    Repeated {
        /// The group's number.
        group: usize,
        /// The variable that stands twice.
        var: Var,
    },
    /// A group speaks of a variable that this model does not have.
    UnknownInGroup {
        /// The group's number.
        group: usize,
        /// The stranger.
        var: Var,
    },
    /// A constraint speaks of a variable that this model does not have.
    UnknownInConstraint {
        /// The constraint's number.
        constraint: usize,
        /// The stranger.
        var: Var,
    },
    /// The data of a constraint means nothing: a row of a table, say, has a value too many.
    Malformed {
        /// The constraint's number.
        constraint: usize,
        /// What is wrong with it.
        what: Malformed,
    },
    /// More than 2²⁶ variables, groups or constraints, or domains that take more than 1 GiB.
    TooLarge,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Repeated { group, var } => {
                write!(
                    f,
                    "group {group} names variable {var:?} twice with the same offset; it can never differ from itself"
                )
            }
            ModelError::UnknownInGroup { group, var } => {
                write!(f, "group {group} names variable {var:?}, which this model does not have")
            }
            ModelError::UnknownInConstraint { constraint, var } => {
                write!(
                    f,
                    "constraint {constraint} names variable {var:?}, which this model does not have"
                )
            }
            ModelError::Malformed { constraint, what } => {
                write!(f, "constraint {constraint} cannot be used: {what}")
            }
            ModelError::TooLarge => {
                write!(
                    f,
                    "a model has at most {MAX_INDEX} variables, groups and constraints each, and domains of at most {} MiB",
                    MAX_WORDS >> 17
                )
            }
        }
    }
}

impl core::error::Error for ModelError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ModelError::Malformed { what, .. } => Some(what),
            _ => None,
        }
    }
}

/// Variables, groups and constraints, compiled; immutable, and cheap to clone and share.
///
/// `Display` shows it a line each:
///
/// ```
/// use houserules::ModelBuilder;
///
/// let mut model = ModelBuilder::new();
/// let x = model.vars(3, 1..=3);
/// let y = model.var([2, 9]);
/// model.all_different(&x);
/// model.all_different([x[0] + 1, y.into()]);
/// assert_eq!(
///     model.build()?.to_string(),
///     "x0..=x2: {1, 2, 3}\nx3: {2, 9}\nall different: [x0, x1, x2]\nall different: [x0+1, x3]\n"
/// );
/// # Ok::<(), houserules::ModelError>(())
/// ```
///
/// Build it once a shape, then solve as many puzzles with it as there are, from as many threads as
/// there are: what differs from puzzle to puzzle are the assumptions of a [`Solver`](crate::Solver).
#[derive(Clone)]
pub struct Model(Arc<Inner>);

struct Inner {
    /// The domains after the first conclusions.
    root: Store,
    groups: Vec<Group>,
    constraints: Vec<Arc<dyn Constraint>>,
    tables: Tables,
    contradiction: Option<Conflict>,
    /// Whether there are no further conclusions to draw.
    settled: bool,
    /// Compiled for lanes when first asked for, if it fits them.
    #[cfg(feature = "lanes")]
    lanes: std::sync::OnceLock<Option<Arc<crate::lanes::Lanes>>>,
}

/// With more changes than this, and some for each variable, a model is built without further conclusions.
const MAX_STEPS: u64 = 1 << 20;
const STEPS: u64 = 256;

impl Inner {
    /// Draws the conclusions that hold in every search.
    ///
    /// `crowd` has more variables than values.
    fn settle(&mut self, crowd: Option<Cause>) -> Result<(), Conflict> {
        if let Some(v) = self.tables.empty_domain {
            return Err(Conflict::new(Cause::GIVEN, Some(v)));
        }
        if let Some(cause) = crowd {
            return Err(Conflict::new(cause, None));
        }
        self.root.announce_fixed();
        let mut agenda = Agenda::everything(&self.tables, self.constraints.len());
        let Inner { tables, constraints, root, .. } = self;
        // Bounds may creep towards each other for billions of steps: a search, which has limits, goes on.
        let most = MAX_STEPS + STEPS * root.variables() as u64;
        self.settled =
            fixpoint(tables, constraints, root, &mut agenda, &mut |changes| changes > most)?;
        self.root.forget_trail();
        Ok(())
    }
}

impl Model {
    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.root().variables()
    }

    /// All variables, in the order of creation.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = Var> + ExactSizeIterator + use<> {
        (0..self.variables()).map(Var::new)
    }

    /// The groups, by number.
    pub fn groups(&self) -> &[Group] {
        &self.0.groups
    }

    /// The constraints, by number.
    pub fn constraints(&self) -> &[Arc<dyn Constraint>] {
        &self.0.constraints
    }

    /// The domains after the first conclusions: where each search begins.
    ///
    /// Meaningless where there is a [`contradiction`](Self::contradiction).
    pub fn root(&self) -> &Store {
        &self.0.root
    }

    /// Where the model was seen to contradict itself when it was built; it then has no solution.
    ///
    /// Not seeing one is no promise of a solution.
    pub fn contradiction(&self) -> Option<Conflict> {
        self.0.contradiction
    }

    /// A builder with all that the model has, to add more and build again.
    ///
    /// The domains are those after the first conclusions, so that they need not be drawn anew. Variables,
    /// groups and constraints keep their numbers.
    ///
    /// ```
    /// use houserules::{ModelBuilder, Solver};
    ///
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(3, 1..=3);
    /// model.all_different(&x);
    /// let model = model.build()?;
    /// let mut more = model.to_builder();
    /// more.post(x[0].less_than(x[1]));
    /// assert_eq!(Solver::new(&more.build()?).count().to_string(), "3");
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn to_builder(&self) -> ModelBuilder {
        let domain = |x: Var| match self.contradiction() {
            // The domains stand where the contradiction was seen; one that is empty tells it again.
            Some(_) => Domain::empty(),
            None => self.root().domain(x),
        };
        ModelBuilder {
            domains: self.vars().map(domain).collect(),
            groups: self.0.groups.clone(),
            constraints: self.0.constraints.clone(),
        }
    }

    /// The variables that share a group of one value set with `x`, ascending, each once.
    pub fn peers(&self, x: Var) -> impl ExactSizeIterator<Item = Var> + '_ {
        self.tables().peers.of(x.index()).iter().map(|&v| Var::new(v as usize))
    }

    /// Whether these values are a solution; if not, what they break.
    ///
    /// O(size of the model), sorting included.
    ///
    /// # Panics
    /// If there is not one value a variable.
    pub fn verify(&self, values: &[i32]) -> Result<(), Violation> {
        assert_eq!(values.len(), self.variables(), "one value a variable");
        if self.contradiction().is_some() {
            // The tables may not even have been made.
            return Err(Violation::Contradiction);
        }
        if let Some(x) = self.vars().find(|&x| !self.root().contains(x, values[x.index()])) {
            return Err(Violation::Domain(x));
        }
        let tables = self.tables();
        let broken = |g: &usize| match tables.plain.of(*g) {
            [] => !self.groups()[*g].holds(|x| values[x.index()]),
            cells => {
                // A bit a value, all from one base.
                let base = tables.bases[cells[0] as usize];
                let bit = |&v: &u32| 1 << (values[v as usize].wrapping_sub(base) & 63);
                let seen = cells.iter().fold(0u64, |seen, v| seen | bit(v));
                seen.count_ones() as usize != cells.len()
            }
        };
        if let Some(g) = (0..self.groups().len()).find(broken) {
            return Err(Violation::Group(g));
        }
        let mut scope: SmallVec<[i32; 32]> = SmallVec::new();
        for (c, constraint) in self.constraints().iter().enumerate() {
            scope.clear();
            scope.extend(constraint.scope().iter().map(|x| values[x.index()]));
            if !constraint.holds(&scope) {
                return Err(Violation::Constraint(c));
            }
        }
        Ok(())
    }

    /// The model compiled for lanes, if it fits them; see [`Lanes::of`](crate::lanes::Lanes::of).
    ///
    /// Compiled when first asked for, and kept.
    #[cfg(feature = "lanes")]
    pub fn lanes(&self) -> Option<&Arc<crate::lanes::Lanes>> {
        let compile = || crate::lanes::Lanes::of(self).map(Arc::new);
        self.0.lanes.get_or_init(compile).as_ref()
    }

    /// Whether [`root`](Self::root) has all conclusions; if not, a search begins with the rest of them.
    pub(crate) fn is_settled(&self) -> bool {
        self.0.settled
    }

    pub(crate) fn tables(&self) -> &Tables {
        &self.0.tables
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("domains", self.root())
            .field("groups", &self.groups())
            .field("constraints", &self.constraints())
            .finish()
    }
}

/// A line for each run of variables that begin with the same values, for each group and for each constraint.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut vars = self.vars().peekable();
        while let Some(first) = vars.next() {
            let domain = self.root().domain(first);
            let mut last = first;
            while let Some(x) = vars.next_if(|&x| self.root().domain(x) == domain) {
                last = x;
            }
            match first == last {
                true => writeln!(f, "{first:?}: {domain}")?,
                false => writeln!(f, "{first:?}..={last:?}: {domain}")?,
            }
        }
        for group in self.groups() {
            writeln!(f, "all different: {:?}", group.terms)?;
        }
        for constraint in self.constraints() {
            writeln!(f, "{constraint:?}")?;
        }
        match self.contradiction() {
            Some(conflict) => writeln!(f, "no solution: {conflict:?}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::Contradiction => f.write_str("the model contradicts itself"),
            Violation::Domain(x) => write!(f, "{x:?} cannot have this value"),
            Violation::Group(g) => write!(f, "two members of group {g} are equal"),
            Violation::Constraint(c) => write!(f, "constraint {c} does not hold"),
        }
    }
}

impl core::error::Error for Violation {}

/// What an assignment breaks; see [`Model::verify`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violation {
    /// No values at all can be right; see [`Model::contradiction`].
    Contradiction,
    /// The variable does not have this value, or lost it to the first conclusions.
    Domain(Var),
    /// Two members of the group with this number are equal.
    Group(usize),
    /// The constraint with this number does not hold.
    Constraint(usize),
}
