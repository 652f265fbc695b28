//! Constraints that say no more than that two variables differ, as groups: what is quick for groups is
//! quick for them.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::constraint::Constraint;
use crate::group::{Group, Strength, Term};
use crate::store::bits;

/// Groups that say the same as some of the constraints.
#[derive(Default)]
pub(crate) struct Differences {
    pub(crate) groups: Vec<Group>,
    /// A constraint that each group stands for.
    pub(crate) sources: Vec<usize>,
    /// For each constraint whether a group says it.
    pub(crate) said: Vec<bool>,
}

/// With more differences than this they stay constraints: a group takes more memory.
const MOST: usize = 1 << 18;

/// In models of more variables no cliques are looked for.
const MOST_VARIABLES: usize = 1 << 12;

impl Differences {
    /// Variables of which any two differ make one group, as far as a quick look finds such cliques.
    ///
    /// O(differences · (variables / 64 + size of a clique)).
    pub(crate) fn of(variables: usize, constraints: &[Arc<dyn Constraint>]) -> Differences {
        let mut found =
            Differences { said: alloc::vec![false; constraints.len()], ..Self::default() };
        let differ = constraints.iter().enumerate();
        let differ = differ.filter_map(|(c, constraint)| Some((c, constraint.as_difference()?)));
        let pairs: Vec<(usize, [Term; 2])> =
            differ.filter(|(_, [a, b])| a.var != b.var).take(MOST + 1).collect();
        if pairs.is_empty() || pairs.len() > MOST {
            return found;
        }
        let mut graph = Graph::new(if variables <= MOST_VARIABLES { variables } else { 0 });
        let mut edges = Vec::new();
        for &(c, [a, b]) in &pairs {
            found.said[c] = true;
            if a.offset == b.offset && graph.vertices > 0 {
                graph.join(a.var.index(), b.var.index());
                edges.push((c, [a, b]));
            } else {
                found.add(c, Group::new([a, b]));
            }
        }
        let mut covered = Graph::new(graph.vertices);
        for (c, [a, b]) in edges {
            if !covered.has(a.var.index(), b.var.index()) {
                let clique = graph.clique([a.var.index(), b.var.index()]);
                for (i, &x) in clique.iter().enumerate() {
                    clique[..i].iter().for_each(|&y| covered.join(x, y));
                }
                found.add(c, Group::new(clique.into_iter().map(crate::Var::new)));
            }
        }
        found
    }

    fn add(&mut self, constraint: usize, group: Group) {
        self.groups.push(group.strength(Strength::NAKED_SINGLES));
        self.sources.push(constraint);
    }
}

/// An undirected graph as rows of bits.
struct Graph {
    vertices: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Graph {
    fn new(vertices: usize) -> Graph {
        let words = vertices.div_ceil(64);
        Graph { vertices, words, rows: alloc::vec![0; vertices * words] }
    }

    fn row(&self, v: usize) -> &[u64] {
        &self.rows[v * self.words..][..self.words]
    }

    fn has(&self, a: usize, b: usize) -> bool {
        self.row(a)[b / 64] >> (b % 64) & 1 == 1
    }

    fn join(&mut self, a: usize, b: usize) {
        self.rows[a * self.words + b / 64] |= 1 << (b % 64);
        self.rows[b * self.words + a / 64] |= 1 << (a % 64);
    }

    /// An edge and as many vertices as can be added one after the other, all neighbours of each other.
    fn clique(&self, edge: [usize; 2]) -> Vec<usize> {
        let mut clique = edge.to_vec();
        let mut common: Vec<u64> =
            self.row(edge[0]).iter().zip(self.row(edge[1])).map(|(a, b)| a & b).collect();
        while let Some(word) = common.iter().position(|&word| word != 0) {
            let next = word * 64 + bits(common[word]).next().unwrap_or(0) as usize;
            clique.push(next);
            common.iter_mut().zip(self.row(next)).for_each(|(common, row)| *common &= row);
        }
        clique
    }
}
