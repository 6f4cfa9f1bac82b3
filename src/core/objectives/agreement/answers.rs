//! The positions in which an organism plays a right move, one bit per position.

/// One bit for each position of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    bits: Vec<u64>,
    len: usize,
}

impl Answers {
    /// Creates answers for `len` positions, all wrong.
    #[must_use]
    pub fn none(len: usize) -> Answers {
        Answers { bits: vec![0; len.div_ceil(64)], len }
    }

    pub(super) fn set(&mut self, position: usize) {
        self.bits[position / 64] |= 1 << (position % 64);
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether the organism plays a right move in a position; false for one that is not in the set.
    #[must_use]
    pub fn get(&self, position: usize) -> bool {
        position < self.len && self.bits[position / 64] >> (position % 64) & 1 == 1
    }

    /// Iterates over the answers in the order of the positions.
    pub fn iter(&self) -> impl Iterator<Item = bool> + '_ {
        (0..self.len).map(|position| self.get(position))
    }

    /// Returns the number of positions in which the organism plays a right move.
    #[must_use]
    pub fn count(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the number of positions in which the organism plays a right move and `other`, of the same set, does
    /// not.
    #[must_use]
    pub fn beyond(&self, other: &Answers) -> usize {
        self.bits.iter().zip(&other.bits).map(|(mine, theirs)| (mine & !theirs).count_ones() as usize).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_stored_counted_and_compared() {
        let (mut one, mut other) = (Answers::none(130), Answers::none(130));
        [0, 63, 64, 129].into_iter().for_each(|position| one.set(position));
        [63, 100].into_iter().for_each(|position| other.set(position));
        assert!(one.get(129) && !one.get(128) && !one.get(130));
        assert_eq!((one.len(), one.count(), other.count()), (130, 4, 2));
        assert_eq!((one.beyond(&other), other.beyond(&one)), (3, 1));
    }
}
