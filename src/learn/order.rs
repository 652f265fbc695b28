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

/// The next of a sequence of pseudo-random numbers (Steele, Lea and Flood, *Fast splittable pseudorandom
/// number generators*, 2014).
pub(super) fn mixed(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Order {
    /// Without a seed they are equal at first; with one, each has some activity, less than a
    /// single conflict gives.
    /// Only the first atoms, the candidates, are ever tried.
    pub(super) fn new(atoms: usize, candidates: usize, seed: u64) -> Order {
        let mut order = Order {
            activity: alloc::vec![0.0; atoms],
            bump: 1.0,
            heap: Vec::with_capacity(candidates),
            places: alloc::vec![OUT; atoms],
        };
        let mut state = seed;
        for candidate in 0..candidates as u32 {
            if seed != 0 {
                order.activity[candidate as usize] = (mixed(&mut state) >> 12) as f64 * 1e-17;
            }
            order.insert(candidate);
        }
        order
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
