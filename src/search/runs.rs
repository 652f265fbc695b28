//! Beginning anew: from a place back to the root, and towards that place again as far as the branching leads there.

use alloc::vec::Vec;

use super::{Search, Solver, State};
use crate::branch::Decision;
use crate::store::Conflict;

/// Where a search stood: the decisions, and what had failed below each of them but the root.
#[derive(Clone, Debug)]
pub(super) struct Place {
    decisions: Vec<Decision>,
    refuted: Vec<(usize, Decision)>,
}

impl Search {
    /// Goes back to the root, and says where the search stood.
    pub(super) fn go_to_root(&mut self) -> Place {
        while self.store.level() > 0 {
            self.store.pop_level();
        }
        let decisions = core::mem::take(&mut self.decisions);
        let at_root = self.refuted.partition_point(|(standing, _)| *standing == 0);
        Place { decisions, refuted: self.refuted.split_off(at_root) }
    }
}

impl Solver {
    /// Begins again from the root, after a decision that failed.
    pub(super) fn begin_run(&mut self, failed: Option<Decision>) -> Result<(), Conflict> {
        let search = &mut self.search;
        search.store.note_restart();
        search.run = search.runs.next();
        search.stats.restarts += 1;
        let standing = search.decisions.len();
        let mut place = search.go_to_root();
        match failed {
            Some(decision) if standing == 0 => self.conclude(decision, false)?,
            Some(decision) => place.refuted.push((standing, decision)),
            None => {}
        }
        self.search.run_began = self.search.refuted.len();
        self.go_towards(&place)
    }

    /// Goes where the search stood, from the root on, as far as the branching leads there again: nothing on
    /// that way is looked through twice.
    ///
    /// (van der Tak, Ramos and Heule, *Reusing the assignment trail in CDCL solvers*, 2011.)
    pub(super) fn go_towards(&mut self, place: &Place) -> Result<(), Conflict> {
        let mut refuted = &place.refuted[..];
        for (standing, &decision) in (1..).zip(&place.decisions) {
            let all_fixed = self.search.store.open().iter().all(|&word| word == 0);
            // No decision is made where a limit left conclusions to be drawn.
            if self.is_stopped() || all_fixed || self.choose() != decision {
                break;
            }
            self.search.store.push_level();
            self.search.decisions.push(decision);
            self.conclude(decision, true)?;
            let here = refuted.partition_point(|(below, _)| *below <= standing);
            let (now, later) = refuted.split_at(here);
            refuted = later;
            for &(_, failed) in now {
                if self.is_stopped() {
                    return Ok(());
                }
                self.conclude(failed, false)?;
            }
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        matches!(self.search.state, State::Stopped(_))
    }
}
