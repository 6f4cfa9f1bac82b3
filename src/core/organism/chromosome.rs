//! Gray-coded chromosomes.

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::schema::Schema;

/// A fixed-length bit string. It contains the gene of each parameter of a [`Schema`], in schema order. A gene is an
/// integer in reflected binary Gray code, most significant bit first: adjacent integers differ in one bit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Chromosome {
    words: Vec<u64>,
    len: usize,
}

/// An error while parsing a chromosome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a chromosome consists of 0 and 1, but column {column} contains “{found}”")]
pub struct ParseChromosomeError {
    /// Column of the first invalid character, 1-based.
    pub column: usize,
    /// The invalid character.
    pub found: char,
}

impl Chromosome {
    /// Creates a chromosome of zeros.
    #[must_use]
    pub fn zeros(len: usize) -> Chromosome {
        Chromosome { words: vec![0; len.div_ceil(64)], len }
    }

    /// Creates a chromosome of random bits, each 0 or 1 with equal probability.
    pub fn random(len: usize, rng: &mut impl Rng) -> Chromosome {
        Chromosome::from_words(len, || rng.next_u64())
    }

    /// Creates a chromosome from the bits of successive words, the lowest bit of the first word first.
    pub fn from_words(len: usize, word: impl FnMut() -> u64) -> Chromosome {
        let mut words: Vec<u64> = std::iter::repeat_with(word).take(len.div_ceil(64)).collect();
        if let (Some(last), tail @ 1..) = (words.last_mut(), len % 64) {
            *last &= (1 << tail) - 1;
        }
        Chromosome { words, len }
    }

    /// Returns the number of bits.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the chromosome has no bits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the bit at `index` (0 first).
    ///
    /// # Panics
    /// Panics if `index` is not below [`Chromosome::len`].
    #[must_use]
    pub fn bit(&self, index: usize) -> bool {
        assert!(index < self.len);
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    /// Sets the bit at `index`.
    ///
    /// # Panics
    /// Panics if `index` is not below [`Chromosome::len`].
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

    /// Flips the bits at which `mask` has a 1.
    ///
    /// # Panics
    /// Panics if the mask has another length.
    pub fn flip_all(&mut self, mask: &Chromosome) {
        assert!(self.len == mask.len, "chromosomes differ in length");
        self.words.iter_mut().zip(&mask.words).for_each(|(word, mask)| *word ^= mask);
    }

    /// Returns the indices of the bits that are 1, in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let rest = std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|&rest| rest != 0).map(move |rest| index * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// Returns the number of bits in which two chromosomes of equal length differ.
    #[must_use]
    pub fn hamming_distance(&self, other: &Chromosome) -> u32 {
        self.words.iter().zip(&other.words).map(|(a, b)| (a ^ b).count_ones()).sum()
    }

    /// Returns two offspring: copies of the parents, with the bits exchanged at which `mask` has a 1.
    ///
    /// # Panics
    /// Panics if the three lengths are not equal.
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

    /// Returns the bits as hexadecimal digits, the compact form in journals. The first bit is the highest bit of the
    /// first digit; bits missing in the last digit are 0.
    #[must_use]
    pub fn to_hex(&self) -> String {
        let mut text: String =
            self.words.iter().map(|word| format!("{:016x}", word.reverse_bits())).collect();
        text.truncate(self.len.div_ceil(4));
        text
    }

    /// Parses `len` bits that [`Chromosome::to_hex`] wrote; returns `None` for any other text.
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

    /// Returns the encoded parameter values, in schema order.
    ///
    /// # Panics
    /// Panics if the schema has another number of bits.
    #[must_use]
    pub fn decode(&self, schema: &Schema) -> Vec<i32> {
        assert_eq!(self.len, schema.bits(), "chromosome and schema differ in length");
        let mut at = 0;
        let mut values = Vec::with_capacity(schema.len());
        for parameter in &schema.parameters {
            // Each bit of the integer is the sum (modulo 2) of the code's bits up to the same place.
            let mut raw = self.gene(at, usize::from(parameter.bits));
            for shift in [1, 2, 4, 8, 16] {
                raw ^= raw >> shift;
            }
            values.push(parameter.value_of(raw));
            at += usize::from(parameter.bits);
        }
        values
    }

    /// Returns `bits` bits (at most 32) starting at `at`; the first bit is the highest.
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

    /// Encodes parameter values. Returns `None` if a value is outside its parameter's range or the number of values is
    /// wrong.
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
