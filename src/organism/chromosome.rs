//! Gray-coded chromosomes.

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::schema::Schema;

/// A fixed-length bit string. Each parameter of a [`Schema`] owns a run of bits, in schema order,
/// most significant bit first, in reflected binary Gray code: neighbouring integers differ in one bit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Chromosome {
    words: Vec<u64>,
    len: usize,
}

/// Why a text is not a chromosome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a chromosome consists of 0 and 1, but column {column} contains “{found}”")]
pub struct ParseChromosomeError {
    /// 1-based column of the first wrong character.
    pub column: usize,
    /// That character.
    pub found: char,
}

impl Chromosome {
    /// All bits 0.
    #[must_use]
    pub fn zeros(len: usize) -> Chromosome {
        Chromosome { words: vec![0; len.div_ceil(64)], len }
    }

    /// Every bit 0 or 1 with equal probability.
    pub fn random(len: usize, rng: &mut impl Rng) -> Chromosome {
        Chromosome::from_words(len, || rng.next_u64())
    }

    /// The bits of as many words as are needed, the lowest bit of the first word first.
    pub fn from_words(len: usize, word: impl FnMut() -> u64) -> Chromosome {
        let mut words: Vec<u64> = std::iter::repeat_with(word).take(len.div_ceil(64)).collect();
        if let (Some(last), tail @ 1..) = (words.last_mut(), len % 64) {
            *last &= (1 << tail) - 1;
        }
        Chromosome { words, len }
    }

    /// Number of bits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no bit at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit at `index` (0 first).
    ///
    /// # Panics
    /// If `index` is not below [`Chromosome::len`].
    #[must_use]
    pub fn bit(&self, index: usize) -> bool {
        assert!(index < self.len);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Sets the bit at `index`.
    ///
    /// # Panics
    /// If `index` is not below [`Chromosome::len`].
    pub fn set(&mut self, index: usize, bit: bool) {
        assert!(index < self.len);
        let mask = 1 << (index % 64);
        if bit {
            self.words[index / 64] |= mask;
        } else {
            self.words[index / 64] &= !mask;
        }
    }

    /// Flips the bit at `index`.
    pub fn flip(&mut self, index: usize) {
        self.set(index, !self.bit(index));
    }

    /// Flips the bits where `mask` has a 1.
    ///
    /// # Panics
    /// If the two differ in length.
    pub fn flip_all(&mut self, mask: &Chromosome) {
        assert!(self.len == mask.len, "chromosomes differ in length");
        self.words.iter_mut().zip(&mask.words).for_each(|(word, mask)| *word ^= mask);
    }

    /// The places of the bits that are 1, in order.
    pub fn ones(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let rest = std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|&rest| rest != 0).map(move |rest| index * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// Number of places in which two chromosomes of equal length differ.
    #[must_use]
    pub fn hamming_distance(&self, other: &Chromosome) -> u32 {
        self.words.iter().zip(&other.words).map(|(a, b)| (a ^ b).count_ones()).sum()
    }

    /// Two children: where `mask` has a 1 the parents' bits are exchanged, elsewhere they stay.
    ///
    /// # Panics
    /// If the three differ in length.
    #[must_use]
    pub fn crossed(&self, other: &Chromosome, mask: &Chromosome) -> (Chromosome, Chromosome) {
        assert!(self.len == other.len && self.len == mask.len, "chromosomes differ in length");
        let (mut first, mut second) = (self.clone(), other.clone());
        for ((a, b), mask) in first.words.iter_mut().zip(&mut second.words).zip(&mask.words) {
            let exchanged = (*a ^ *b) & mask;
            *a ^= exchanged;
            *b ^= exchanged;
        }
        (first, second)
    }

    /// The bits as hexadecimal digits, four bits each, the first bit being the highest of the first
    /// digit; bits missing from the last digit count as 0. The compact form of journals.
    #[must_use]
    pub fn to_hex(&self) -> String {
        let mut text: String =
            self.words.iter().map(|word| format!("{:016x}", word.reverse_bits())).collect();
        text.truncate(self.len.div_ceil(4));
        text
    }

    /// The chromosome of `len` bits written by [`Chromosome::to_hex`], or `None` where the text is not
    /// exactly such a one.
    #[must_use]
    pub fn from_hex(len: usize, text: &str) -> Option<Chromosome> {
        let mut chromosome = Chromosome::zeros(len);
        let mut digits = 0;
        for (index, digit) in text.chars().enumerate() {
            let value = digit.to_digit(16).filter(|_| !digit.is_ascii_uppercase())?;
            for bit in (0..4).filter(|bit| value >> (3 - bit) & 1 == 1) {
                let at = index * 4 + bit;
                if at >= len {
                    return None;
                }
                chromosome.set(at, true);
            }
            digits += 1;
        }
        (digits == len.div_ceil(4)).then_some(chromosome)
    }

    /// The parameter values the bits stand for, in schema order.
    ///
    /// # Panics
    /// If the schema has another length in bits.
    #[must_use]
    pub fn decode(&self, schema: &Schema) -> Vec<i32> {
        assert_eq!(self.len, schema.bits(), "chromosome and schema differ in length");
        let mut at = 0;
        let mut values = Vec::with_capacity(schema.len());
        for parameter in &schema.parameters {
            // Each bit of the integer is the sum of the code's bits from the first to its own.
            let mut raw = self.gene(at, usize::from(parameter.bits));
            for shift in [1, 2, 4, 8, 16] {
                raw ^= raw >> shift;
            }
            values.push(parameter.value_of(raw));
            at += usize::from(parameter.bits);
        }
        values
    }

    /// The `bits` bits (32 at most) from `at` on, the first being the highest.
    fn gene(&self, at: usize, bits: usize) -> u32 {
        if bits == 0 {
            return 0;
        }
        let (word, shift) = (at / 64, at % 64);
        let mut window = self.words[word] >> shift;
        if shift + bits > 64 {
            window |= self.words[word + 1] << (64 - shift);
        }
        (window.reverse_bits() >> (64 - bits)) as u32
    }

    /// The chromosome of these values, or `None` where one is outside its parameter's range or the
    /// count differs.
    #[must_use]
    pub fn encode(schema: &Schema, values: &[i32]) -> Option<Chromosome> {
        if values.len() != schema.len() {
            return None;
        }
        let mut chromosome = Chromosome::zeros(schema.bits());
        let mut at = 0;
        for (parameter, &value) in schema.parameters.iter().zip(values) {
            let raw = parameter.raw_of(value)?;
            let gray = raw ^ raw >> 1;
            for shift in (0..parameter.bits).rev() {
                chromosome.set(at, gray >> shift & 1 == 1);
                at += 1;
            }
        }
        Some(chromosome)
    }
}

impl fmt::Display for Chromosome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.len).try_for_each(|i| f.write_str(if self.bit(i) { "1" } else { "0" }))
    }
}

impl fmt::Debug for Chromosome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chromosome({self})")
    }
}

impl FromStr for Chromosome {
    type Err = ParseChromosomeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut chromosome = Chromosome::zeros(text.chars().count());
        for (index, found) in text.chars().enumerate() {
            match found {
                '0' => {}
                '1' => chromosome.set(index, true),
                _ => return Err(ParseChromosomeError { column: index + 1, found }),
            }
        }
        Ok(chromosome)
    }
}

impl Serialize for Chromosome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Chromosome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
