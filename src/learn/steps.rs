//! Steps "x ≥ v" and the candidates of their variable: what one says of the others.
//!
//! A bound is one literal, however many values went with it (Ohrimenko, Stuckey and Codish, *Propagation via
//! lazy clause generation*, 2009).

use alloc::vec::Vec;

use super::literal::Lit;
use super::trail::Reason;
use super::{Clash, Learner};

impl Learner {
    /// A literal of a variable with steps is true.
    pub(super) fn step(&mut self, lit: Lit) -> Result<(), Clash> {
        let atom = lit.atom();
        let v = self.atoms.var(atom);
        let range = self.atoms.of(v);
        let (start, count) = (range.start, range.len() as u32);
        if self.atoms.is_candidate(atom) {
            let rank = atom - start;
            if lit.holds() {
                if rank > 0 {
                    self.conclude(self.atoms.at_least(v, rank), Reason::peer(atom))?;
                }
                if rank + 1 < count {
                    self.conclude(!self.atoms.at_least(v, rank + 1), Reason::peer(atom))?;
                }
            } else {
                if rank + 1 < count
                    && (rank == 0 || self.trail.is_true(self.atoms.at_least(v, rank)))
                {
                    self.conclude(self.atoms.at_least(v, rank + 1), Reason::STEP)?;
                }
                if rank > 0
                    && (rank + 1 == count || self.trail.is_false(self.atoms.at_least(v, rank + 1)))
                {
                    self.conclude(!self.atoms.at_least(v, rank), Reason::STEP)?;
                }
            }
        }
        match self.atoms.bound(lit) {
            Some((rank, true)) => {
                for lower in (0..rank).rev() {
                    self.conclude(Lit::is_not(start + lower), Reason::literal(lit))?;
                    if lower == 0 || self.trail.is_true(self.atoms.at_least(v, lower)) {
                        break;
                    }
                    self.conclude(self.atoms.at_least(v, lower), Reason::literal(lit))?;
                }
                if rank + 1 < count {
                    let next = self.atoms.at_least(v, rank + 1);
                    if self.trail.is_false(next) {
                        self.conclude(Lit::is(start + rank), Reason::STEP)?;
                    } else if self.trail.is_false(Lit::is(start + rank)) {
                        self.conclude(next, Reason::STEP)?;
                    }
                }
            }
            Some((rank, false)) => {
                for higher in rank..count {
                    self.conclude(Lit::is_not(start + higher), Reason::literal(lit))?;
                    if higher + 1 == count
                        || self.trail.is_false(self.atoms.at_least(v, higher + 1))
                    {
                        break;
                    }
                    self.conclude(!self.atoms.at_least(v, higher + 1), Reason::literal(lit))?;
                }
                if rank > 1 {
                    let last = self.atoms.at_least(v, rank - 1);
                    if self.trail.is_true(last) {
                        self.conclude(Lit::is(start + rank - 1), Reason::STEP)?;
                    } else if self.trail.is_false(Lit::is(start + rank - 1)) {
                        self.conclude(!last, Reason::STEP)?;
                    }
                }
            }
            None => {}
        }
        Ok(())
    }

    fn conclude(&mut self, lit: Lit, reason: Reason) -> Result<(), Clash> {
        if self.trail.is_open(lit) {
            self.trail.assign(lit, reason);
        } else if self.trail.is_false(lit) {
            return Err(Clash::Denied(lit, reason));
        }
        Ok(())
    }

    /// The literals next to one that leave nothing else.
    pub(super) fn causes_of_step(&self, lit: Lit, causes: &mut Vec<Lit>) {
        let v = self.atoms.var(lit.atom());
        let range = self.atoms.of(v);
        let (start, count) = (range.start, range.len() as u32);
        match self.atoms.bound(lit) {
            Some((rank, true)) => {
                causes.extend((rank > 1).then(|| self.atoms.at_least(v, rank - 1)));
                causes.push(Lit::is_not(start + rank - 1));
            }
            Some((rank, false)) => {
                causes.extend((rank + 1 < count).then(|| !self.atoms.at_least(v, rank + 1)));
                causes.push(Lit::is_not(start + rank));
            }
            None => {
                let rank = lit.atom() - start;
                causes.extend([self.atoms.at_least(v, rank), !self.atoms.at_least(v, rank + 1)]);
            }
        }
    }
}
