//! What is left for one puzzle of what it may cost, over all the searches that its answer takes.

use std::time::{Duration, Instant};

use houserules::{Budget, Stats};

use super::interrupt;

/// What a puzzle may cost: so much time and so many decisions, if that is limited.
#[derive(Clone, Copy, Debug, Default)]
pub struct Purse {
    time: Option<Duration>,
    nodes: Option<u64>,
    begun: Option<Instant>,
}

impl Purse {
    /// A full one.
    pub fn new(time: Option<Duration>, nodes: Option<u64>) -> Purse {
        Purse { time, nodes, begun: None }
    }

    /// The same for a puzzle that begins now.
    pub fn begin(self) -> Purse {
        Purse { begun: self.time.map(|_| Instant::now()), ..self }
    }

    /// Takes out what a search has cost.
    pub fn spend(&mut self, stats: Stats) {
        self.nodes = self.nodes.map(|nodes| nodes.saturating_sub(stats.nodes));
    }

    /// All that is left.
    pub fn budget(&self) -> Budget {
        let budget = Budget::new().cancel(interrupt::cancel());
        let budget = self.nodes.map_or(budget.clone(), |nodes| budget.nodes(nodes));
        self.time_left().map_or(budget.clone(), |time| budget.time(time))
    }

    /// So many decisions, and of the time that is left so much at most.
    pub fn part(&self, nodes: u64, most: Duration) -> Budget {
        let time = self.time_left().map_or(most, |left| left.min(most));
        Budget::new().cancel(interrupt::cancel()).nodes(nodes).time(time)
    }

    /// Whether there is time left, and nobody has asked to stop.
    pub fn has_time(&self) -> bool {
        self.time_left() != Some(Duration::ZERO) && !interrupt::cancel().is_cancelled()
    }

    fn time_left(&self) -> Option<Duration> {
        let gone = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        self.time.map(|time| time.saturating_sub(gone))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_spent_is_gone() {
        let mut purse = Purse::new(None, Some(10)).begin();
        let mut stats = Stats::default();
        stats.nodes = 7;
        purse.spend(stats);
        assert_eq!(purse.nodes, Some(3));
        purse.spend(stats);
        assert_eq!(purse.nodes, Some(0));
        assert!(purse.has_time() && purse.time_left().is_none());
        let over = Purse::new(Some(Duration::ZERO), None).begin();
        assert!(!over.has_time() && over.time_left() == Some(Duration::ZERO));
        assert!(Purse::new(Some(Duration::from_secs(3600)), None).begin().has_time());
    }
}
