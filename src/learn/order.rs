//! Which candidate to try next: the one most active in recent conflicts.

use alloc::vec::Vec;

/// A heap of candidates by activity, which decays as conflicts pass (Moskewicz et al., *Chaff*,
/// 2001). Of equals, the one with the lower number comes first.
#[derive(Clone)]
pub(super) struct Order {
    activity: Vec<f64>,
    bump: f64,
    heap: Vec<u32>,
    /// Where in the heap each candidate stands; `OUT` if it is not there.
    places: Vec<u32>,
}

const OUT: u32 = u32::MAX;

/// What an activity is worth one conflict later.
const DECAY: f64 = 0.99;

impl Order {
    pub(super) fn new(candidates: usize) -> Order {
        Order {
            activity: alloc::vec![0.0; candidates],
            bump: 1.0,
            heap: (0..candidates as u32).collect(),
            places: (0..candidates as u32).collect(),
        }
    }

    /// Counts a part in a conflict.
    pub(super) fn bump(&mut self, candidate: u32) {
        let activity = &mut self.activity[candidate as usize];
        *activity += self.bump;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.bump *= 1e-100;
        }
        let place = self.places[candidate as usize];
        if place != OUT {
            self.up(place as usize);
        }
    }

    /// Makes later conflicts count more than earlier ones.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    /// Puts a candidate back.
    #[inline]
    pub(super) fn insert(&mut self, candidate: u32) {
        if self.places[candidate as usize] == OUT {
            self.heap.push(candidate);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes the most active candidate out.
    pub(super) fn pop(&mut self) -> Option<u32> {
        let best = *self.heap.first()?;
        self.places[best as usize] = OUT;
        let last = self.heap.pop().expect("not empty");
        if last != best {
            self.heap[0] = last;
            self.down(0);
        }
        Some(best)
    }

    #[inline]
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || x == y && a < b
    }

    fn up(&mut self, mut place: usize) {
        let moving = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            let above = self.heap[parent];
            if !self.before(moving, above) {
                break;
            }
            self.put(place, above);
            place = parent;
        }
        self.put(place, moving);
    }

    fn down(&mut self, mut place: usize) {
        let moving = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            let below = self.heap[child];
            if !self.before(below, moving) {
                break;
            }
            self.put(place, below);
            place = child;
        }
        self.put(place, moving);
    }

    #[inline]
    fn put(&mut self, place: usize, candidate: u32) {
        self.heap[place] = candidate;
        self.places[candidate as usize] = place as u32;
    }
}
