//! Constraints that are no groups: they read and narrow a store that is kept equal to the trail.

use super::atoms::Atoms;
use super::literal::Lit;
use crate::constraint::Status;
use crate::model::Model;
use crate::propagate::Agenda;
use crate::store::{Cause, Conflict, Store, Var};

/// The store has as many levels as the trail. Whatever a constraint removes from it becomes a
/// literal, whose reason, unless someone asks for less, is all that held in the constraint's scope.
#[derive(Clone)]
pub(super) struct Mirror {
    store: Store,
    agenda: Agenda,
    /// How many literals of the trail the store knows.
    told: usize,
}

impl Mirror {
    /// `store` is at the root and at its fixpoint.
    pub(super) fn new(model: &Model, store: Store) -> Mirror {
        let agenda = Agenda::empty(model.tables(), model.constraints().len());
        Mirror { store, agenda, told: 0 }
    }

    pub(super) fn push_level(&mut self) {
        self.store.push_level();
    }

    /// Undoes all levels above `level`, where the trail is `len` long.
    pub(super) fn back_to(&mut self, level: u32, len: usize) {
        while self.store.level() > level as usize {
            self.store.pop_level();
        }
        self.told = self.told.min(len);
        self.agenda.clear();
    }

    /// Writes down what has become true, and wakes the constraints that want to know.
    pub(super) fn tell(&mut self, model: &Model, atoms: &Atoms, lits: &[Lit]) {
        self.store.set_cause(Cause::DECISION);
        for &lit in &lits[self.told..] {
            let x = Var::new(atoms.var(lit.atom()));
            let value = atoms.value(lit.atom());
            let kept = match (atoms.is_candidate(lit.atom()), lit.holds()) {
                (true, true) => self.store.assign(x, value),
                (true, false) => self.store.remove(x, value),
                (false, true) => self.store.at_least(x, value),
                (false, false) => self.store.at_most(x, value - 1),
            };
            debug_assert!(kept.is_ok(), "the trail is consistent");
        }
        self.told = lits.len();
        while let Some((x, change)) = self.store.next_change() {
            self.agenda.wake_constraints(model.tables(), &self.store, x, &change);
        }
    }

    /// Calls the next constraint that waits. Returns its number, where its changes begin on the
    /// trail of the store, and whether there is a conflict.
    pub(super) fn call(&mut self, model: &Model) -> Option<(u32, usize, Result<(), Conflict>)> {
        let c = self.agenda.next_constraint()?;
        let start = self.store.trail().len();
        self.store.set_cause(Cause::constraint(c));
        let result = model.constraints()[c].propagate(&mut self.store).map(|status| match status {
            Status::Active => {}
            Status::Fixpoint => self.agenda.rest(c),
            Status::Entailed => self.store.set_flag(c),
        });
        Some((c as u32, start, result))
    }

    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    pub(super) fn calls(&self) -> u64 {
        self.agenda.calls()
    }
}
