//! Lists of lists in one piece of memory (compressed sparse rows).

use alloc::vec::Vec;

#[derive(Clone, Debug)]
pub(crate) struct Csr<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Csr<T> {
    pub(crate) fn new<L: IntoIterator<Item = T>>(lists: impl IntoIterator<Item = L>) -> Csr<T> {
        let mut csr = Csr { starts: alloc::vec![0], items: Vec::new() };
        for list in lists {
            csr.items.extend(list);
            csr.starts.push(u32::try_from(csr.items.len()).expect("fewer than 2^32 entries"));
        }
        csr
    }

    /// The list number `i`.
    #[inline]
    pub(crate) fn of(&self, i: usize) -> &[T] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}
