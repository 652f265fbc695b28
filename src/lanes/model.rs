//! From a model to lanes: which models fit, and what its values are called there.

use alloc::vec::Vec;

use super::Lanes;
use crate::group::Strength;
use crate::model::Model;

impl Lanes {
    /// Compiles a model that consists of groups alone.
    ///
    /// The value number `v` of a variable in lanes, from 1, is the value `model.root().min(x) + v - 1` that all
    /// variables begin with. `None` if the model does not fit lanes: it has constraints, groups with offsets or a
    /// strength of their own, variables
    /// whose values differ from the start or have gaps, more than 64 values, or no variables.
    ///
    /// ```
    /// use houserules::{ModelBuilder, lanes::Lanes};
    ///
    /// let mut model = ModelBuilder::new();
    /// let x = model.vars(3, 1..=3);
    /// model.all_different(&x);
    /// assert!(Lanes::of(&model.build()?).is_some());
    /// model.var(0..2);
    /// assert!(Lanes::of(&model.build()?).is_none());
    /// # Ok::<(), houserules::ModelError>(())
    /// ```
    pub fn of(model: &Model) -> Option<Lanes> {
        let root = model.root();
        let first = root.bits(model.vars().next()?)?;
        let same = |x| root.bits(x) == Some(first);
        // A run of bits from the lowest on.
        let run = first.1 >> first.1.trailing_zeros();
        // Lanes think as hard as they can; somebody may want it otherwise.
        let told = model.groups().iter().any(|group| group.strength != Strength::default());
        let fits = !told && run & run.wrapping_add(1) == 0 && model.vars().all(same);
        fits.then(|| Lanes::over(model, run.count_ones())).flatten()
    }

    /// The same for a model whose variables begin with any of so many values, however hard its groups are told to think.
    pub(crate) fn over(model: &Model, values: u32) -> Option<Lanes> {
        if !model.constraints().is_empty() || model.contradiction().is_some() {
            return None;
        }
        let mut groups: Vec<Vec<u32>> = Vec::with_capacity(model.groups().len());
        for group in model.groups() {
            if group.terms.iter().any(|term| term.offset != 0) {
                return None;
            }
            groups.push(group.vars().map(|x| x.index() as u32).collect());
        }
        Lanes::new(model.variables(), values, &groups)
    }
}
