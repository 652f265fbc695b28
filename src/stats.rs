//! What a search did, in numbers.

use core::fmt;

/// What a search has done so far. The same search always does the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// Decisions made.
    pub nodes: u64,
    /// Dead ends met.
    pub conflicts: u64,
    /// Domains narrowed.
    pub changes: u64,
    /// Calls of constraints.
    pub calls: u64,
    /// The most decisions that stood at once.
    pub depth: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Clauses learned from conflicts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub learned: u64,
    /// Learned clauses forgotten again.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub forgotten: u64,
    /// Times a learning search went back to the root to begin anew.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub restarts: u64,
}

/// Of a search that did not learn there is nothing to say.
#[cfg(feature = "serde")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { nodes, conflicts, changes, calls, depth, solutions, .. } = self;
        write!(
            f,
            "nodes {nodes}, conflicts {conflicts}, changes {changes}, calls {calls}, depth {depth}, solutions {solutions}"
        )?;
        let Stats { learned, forgotten, restarts, .. } = self;
        if learned + restarts > 0 {
            write!(f, ", learned {learned}, forgotten {forgotten}, restarts {restarts}")?;
        }
        Ok(())
    }
}
