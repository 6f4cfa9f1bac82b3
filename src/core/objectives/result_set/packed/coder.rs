//! A binary arithmetic coder with adaptive chances: a bit that was expected takes little space, down to a thousandth of a
//! bit. One description of a content serves for writing and for reading, because both are a [`Coder`].

/// The chance that a bit is 1, in 65536ths. It follows the bits that were seen and never becomes 0 or 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chance(u16);

impl Chance {
    /// Both bits are equally likely.
    pub(super) const EVEN: Chance = Chance(1 << 15);

    /// The share of the difference by which a chance follows a bit: 1/32.
    const RATE: u32 = 5;

    fn follow(&mut self, bit: bool) {
        if bit {
            self.0 += (u16::MAX - self.0) >> Chance::RATE;
        } else {
            self.0 -= self.0 >> Chance::RATE;
        }
    }
}

/// Writes or reads bits.
pub(super) trait Coder {
    /// A writer writes `bit` and returns it. A reader ignores `bit` and returns the one that was written. Both then adapt
    /// the chance.
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool;

    /// Writes or reads a number below the number of chances, a power of two, from its highest bit: each bit has a chance
    /// for each beginning of the number.
    fn number(&mut self, chances: &mut [Chance], number: usize) -> usize {
        let mut beginning = 1;
        for shift in (0..chances.len().trailing_zeros()).rev() {
            let bit = self.bit(&mut chances[beginning], (number >> shift) & 1 == 1);
            beginning = 2 * beginning + usize::from(bit);
        }
        beginning - chances.len()
    }
}

/// The numbers that begin with the bits coded so far, as an interval: each bit keeps a part of it that is as large as the
/// bit was likely. Bytes that are the same for the whole interval are shifted out.
#[derive(Debug)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Interval = Interval { low: 0, high: u32::MAX };

    /// Returns the last number of the part for the bit 1. The other part is never empty.
    fn split(&self, chance: Chance) -> u32 {
        let size = u64::from(self.high - self.low);
        self.low + ((size * u64::from(chance.0)) >> 16) as u32
    }

    fn keep(&mut self, bit: bool, split: u32) {
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
    }

    /// Returns the next byte that is the same for the whole interval, and shifts it out.
    fn shift(&mut self) -> Option<u8> {
        let first = (self.low >> 24) as u8;
        if first != (self.high >> 24) as u8 {
            return None;
        }
        self.low <<= 8;
        self.high = (self.high << 8) | 0xff;
        Some(first)
    }
}

/// Writes bits into bytes.
#[derive(Debug)]
pub(super) struct Writer {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Writer {
        Writer { interval: Interval::WHOLE, bytes: Vec::new() }
    }

    /// Returns the bytes of all bits.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.interval.low.to_be_bytes());
        self.bytes
    }
}

impl Coder for Writer {
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool {
        let split = self.interval.split(*chance);
        self.interval.keep(bit, split);
        chance.follow(bit);
        while let Some(byte) = self.interval.shift() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Reads bits from bytes. After the last byte it reads zeros, which [`Reader::rest`] reports.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    interval: Interval,
    /// The number in the interval that the next bytes denote.
    number: u32,
    bytes: &'a [u8],
    /// The number of bytes that were needed.
    needed: usize,
}

/// The bytes that a reader did not need, or lacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rest {
    /// There are more bytes.
    More,
    /// All bytes were needed: all bits may have been read.
    None,
    /// Bytes are missing: bits were read that were not written.
    Missing,
}

impl Reader<'_> {
    pub(super) fn new(bytes: &[u8]) -> Reader<'_> {
        let mut reader = Reader { interval: Interval::WHOLE, number: 0, bytes, needed: 0 };
        for _ in 0..4 {
            reader.advance();
        }
        reader
    }

    fn advance(&mut self) {
        let next = self.bytes.get(self.needed).copied().unwrap_or(0);
        self.number = (self.number << 8) | u32::from(next);
        self.needed += 1;
    }

    pub(super) fn rest(&self) -> Rest {
        match self.needed.cmp(&self.bytes.len()) {
            std::cmp::Ordering::Less => Rest::More,
            std::cmp::Ordering::Equal => Rest::None,
            std::cmp::Ordering::Greater => Rest::Missing,
        }
    }
}

impl Coder for Reader<'_> {
    fn bit(&mut self, chance: &mut Chance, _: bool) -> bool {
        let split = self.interval.split(*chance);
        let bit = self.number <= split;
        self.interval.keep(bit, split);
        chance.follow(bit);
        while self.interval.shift().is_some() {
            self.advance();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bits_are_read_as_they_were_written(bits in prop::collection::vec(prop::bool::weighted(0.02), 0..5000)) {
            let mut writer = Writer::new();
            let mut chances = [Chance::EVEN; 3];
            for (place, bit) in bits.iter().enumerate() {
                writer.bit(&mut chances[place % 3], *bit);
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            let mut chances = [Chance::EVEN; 3];
            for (place, bit) in bits.iter().enumerate() {
                prop_assert_ne!(reader.rest(), Rest::Missing);
                prop_assert_eq!(reader.bit(&mut chances[place % 3], false), *bit);
            }
            prop_assert_eq!(reader.rest(), Rest::None);
        }

        #[test]
        fn numbers_are_read_as_they_were_written(numbers in prop::collection::vec(0_usize..128, 0..200)) {
            let mut writer = Writer::new();
            let mut chances = [Chance::EVEN; 128];
            for number in &numbers {
                writer.number(&mut chances, *number);
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            let mut chances = [Chance::EVEN; 128];
            for number in &numbers {
                prop_assert_eq!(reader.number(&mut chances, 0), *number);
            }
            prop_assert_eq!(reader.rest(), Rest::None);
        }
    }

    #[test]
    fn expected_bits_take_little_space_and_missing_bytes_are_reported() {
        let mut writer = Writer::new();
        let mut chance = Chance::EVEN;
        for _ in 0..100_000 {
            writer.bit(&mut chance, true);
        }
        let bytes = writer.finish();
        assert!(bytes.len() < 40, "{} bytes", bytes.len());
        let mut reader = Reader::new(&bytes[..bytes.len() - 1]);
        let mut chance = Chance::EVEN;
        for _ in 0..100_000 {
            reader.bit(&mut chance, false);
        }
        assert_eq!(reader.rest(), Rest::Missing);
        assert_eq!(Reader::new(&[0; 5]).rest(), Rest::More);
    }
}
