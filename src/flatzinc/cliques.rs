//! Many differences of two become few groups in which all differ.

use std::collections::{HashMap, HashSet};

use crate::constraint::NotEqual;
use crate::group::Group;
use crate::model::ModelBuilder;
use crate::store::Var;

/// So many looks at pairs are taken to find groups; what is left then stays pairs.
const EFFORT: usize = 20_000_000;

/// Differences `x + a ≠ y + b` that wait for others to make a group with.
#[derive(Debug, Default)]
pub(super) struct Differences {
    /// `x ≠ y + k`, both ways round.
    pairs: HashSet<(Var, Var, i32)>,
    /// Those as they came.
    order: Vec<(Var, Var, i32)>,
}

impl Differences {
    /// All of these differ, each with what is added to it.
    pub fn add(&mut self, terms: Vec<(Var, i32)>, model: &mut ModelBuilder) {
        if let [(x, a), (y, b)] = terms[..]
            && let Some(k) = b.checked_sub(a).filter(|k| *k != i32::MIN)
        {
            if self.pairs.insert((x, y, k)) {
                self.pairs.insert((y, x, -k));
                self.order.push((x, y, k));
            }
            return;
        }
        model.group(Group::new(terms.into_iter().map(|(x, a)| x + a)));
    }

    /// Adds groups that together say all that was told.
    pub fn finish(self, model: &mut ModelBuilder) {
        let mut beside: HashMap<Var, Vec<(Var, i32)>> = HashMap::new();
        for &(x, y, k) in &self.order {
            beside.entry(x).or_default().push((y, k));
            beside.entry(y).or_default().push((x, -k));
        }
        let mut covered: HashSet<(Var, Var, i32)> = HashSet::new();
        let mut effort = EFFORT;
        for &(x, y, k) in &self.order {
            if covered.contains(&(x, y, k)) {
                continue;
            }
            let members = self.grow(vec![(x, 0), (y, k)], &beside, &mut effort);
            for (i, &(x, a)) in members.iter().enumerate() {
                for &(y, b) in &members[..i] {
                    covered.insert((x, y, b - a));
                    covered.insert((y, x, a - b));
                }
            }
            match members[..] {
                [_, _] if k != 0 => {
                    model.post(NotEqual::new(x, y, k));
                }
                _ => {
                    model.group(Group::new(members.into_iter().map(|(x, a)| x + a)));
                }
            }
        }
    }

    /// Adds to a group whatever differs from all of it, the first first.
    fn grow(
        &self,
        mut members: Vec<(Var, i32)>,
        beside: &HashMap<Var, Vec<(Var, i32)>>,
        effort: &mut usize,
    ) -> Vec<(Var, i32)> {
        let first = members[0].0;
        for &(z, c) in &beside[&first] {
            let differs = |&(x, a): &(Var, i32)| {
                x != z && c.checked_sub(a).is_some_and(|k| self.pairs.contains(&(x, z, k)))
            };
            *effort = effort.saturating_sub(members.len());
            if *effort == 0 {
                break;
            }
            if members.iter().all(differs) {
                members.push((z, c));
            }
        }
        members
    }
}
