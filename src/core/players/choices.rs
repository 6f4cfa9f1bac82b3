//! Positions with their legal moves as rows of sparse features, in compact form.
//!
//! A position is a run of 16-bit words: the number of moves, the move played, and for each move the number of words of features
//! of both kinds, the indices of those that are 1, and index and value of the others. Index and value share a word if the value
//! is small, as most are. So 200,000 positions with all terms of the extended evaluation fit in 1.2 GiB.

/// The bits of a word that hold the value.
const VALUE_BITS: u32 = 7;
/// The largest small value.
const SMALL: i16 = (1 << (VALUE_BITS - 1)) - 1;
/// Instead of a value: it follows in a word of its own.
const FOLLOWS: u16 = (1 << VALUE_BITS) - 1;

/// The features of one move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// The features that are 1.
    pub(crate) ones: Vec<u16>,
    /// The other features, below 512, and their values.
    pub(crate) values: Vec<(u16, i16)>,
}

/// Positions, with the features of their legal moves and the move played.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Choices {
    words: Vec<u16>,
    /// The first word of each position.
    first: Vec<usize>,
}

/// A move of a position, as stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stored<'a> {
    ones: &'a [u16],
    values: &'a [u16],
}

/// The features of a move that are not 1, and their values.
struct Values<'a>(std::slice::Iter<'a, u16>);

impl Iterator for Values<'_> {
    type Item = (usize, f64);

    #[inline]
    fn next(&mut self) -> Option<(usize, f64)> {
        let word = *self.0.next()?;
        let value = match word & FOLLOWS {
            FOLLOWS => *self.0.next()? as i16,
            small => small as i16 - SMALL,
        };
        Some((usize::from(word >> VALUE_BITS), f64::from(value)))
    }
}

impl<'a> Stored<'a> {
    #[inline]
    fn values(&self) -> Values<'a> {
        Values(self.values.iter())
    }

    /// Returns the product with a vector.
    #[inline]
    pub(crate) fn dot(&self, weights: &[f64]) -> f64 {
        let ones: f64 = self.ones.iter().map(|index| weights[usize::from(*index)]).sum();
        ones + self.values().map(|(index, value)| weights[index] * value).sum::<f64>()
    }

    /// Adds a multiple of the move's features to a vector.
    #[inline]
    pub(crate) fn add_to(&self, sums: &mut [f64], factor: f64) {
        for index in self.ones {
            sums[usize::from(*index)] += factor;
        }
        for (index, value) in self.values() {
            sums[index] += factor * value;
        }
    }

    /// Calls `with` for each feature and its value.
    pub(crate) fn each(&self, mut with: impl FnMut(usize, f64)) {
        self.ones.iter().for_each(|index| with(usize::from(*index), 1.0));
        self.values().for_each(|(index, value)| with(index, value));
    }
}

impl Choices {
    /// Adds a position: the features of its moves, and the number of the move played.
    pub(crate) fn push(&mut self, rows: &[Row], played: usize) {
        self.first.push(self.words.len());
        self.words.extend([rows.len() as u16, played as u16]);
        for row in rows {
            let counts = self.words.len();
            self.words.extend([row.ones.len() as u16, 0]);
            self.words.extend(&row.ones);
            let first = self.words.len();
            for (index, value) in &row.values {
                debug_assert!(*index < 1 << (u16::BITS - VALUE_BITS), "{index} fits a word");
                let index = index << VALUE_BITS;
                if (-SMALL..=SMALL).contains(value) {
                    self.words.push(index | (value + SMALL) as u16);
                } else {
                    self.words.extend([index | FOLLOWS, *value as u16]);
                }
            }
            self.words[counts + 1] = (self.words.len() - first) as u16;
        }
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.first.len()
    }

    /// Returns the size in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        2 * self.words.len() + size_of::<usize>() * self.first.len()
    }

    /// Returns the number of the move played in a position, and puts its moves into `moves`.
    pub(crate) fn read<'a>(&'a self, position: usize, moves: &mut Vec<Stored<'a>>) -> usize {
        let mut rest = &self.words[self.first[position]..];
        let mut take = |count: usize| {
            let (taken, after) = rest.split_at(count);
            rest = after;
            taken
        };
        let head = take(2);
        moves.clear();
        for _ in 0..head[0] {
            let counts = take(2);
            let ones = take(usize::from(counts[0]));
            moves.push(Stored { ones, values: take(usize::from(counts[1])) });
        }
        usize::from(head[1])
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;
    use crate::engine::features::FeatureSet;
    use crate::engine::quiescence;
    use crate::players::rows::Terms;
    use crate::positions::PositionSet;

    #[test]
    fn two_hundred_thousand_positions_with_all_terms_fit_in_1_2_gibibytes() {
        let set = PositionSet::embedded("gm2600-train").unwrap();
        let mut choices = Choices::default();
        for example in &set.examples[..100] {
            let terms = Terms::of(FeatureSet::Extended, &example.position);
            let moves = example.position.legal_moves();
            let row = |m: &shakmaty::Move| Row {
                ones: Vec::new(),
                values: terms.changes(&quiescence::after(&example.position, *m)).0,
            };
            choices.push(&moves.iter().map(row).collect::<Vec<_>>(), 0);
        }
        assert_eq!(choices.len(), 100);
        assert!(choices.bytes() / 100 * 200_000 < (12 << 30) / 10, "{} bytes", choices.bytes());
    }

    #[test]
    fn rows_come_back_as_they_were_stored() {
        let rows = [
            Row { ones: vec![3, 1], values: vec![(0, -7)] },
            Row {
                ones: Vec::new(),
                values: vec![(2, i16::MIN), (4, 5), (511, -63), (0, 63), (1, 64), (3, -64)],
            },
        ];
        let mut choices = Choices::default();
        choices.push(&rows[..1], 0);
        choices.push(&rows, 1);
        let mut moves = Vec::new();
        assert_eq!(choices.read(1, &mut moves), 1);
        let mut weights = vec![0.0; 512];
        weights[..5].copy_from_slice(&[1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        weights[511] = 1e6;
        let products: Vec<f64> = moves.iter().map(|m| m.dot(&weights)).collect();
        let last = -3_276_800.0 + 50_000.0 - 63e6 + 63.0 + 640.0 - 64_000.0;
        assert_eq!(products, [1010.0 - 7.0, last]);
    }
}
