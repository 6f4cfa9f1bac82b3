//! Number formatting.

/// Formats `12345` as `12,345`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the number nearest to `number` that has at most nine decimals. Removes what binary fractions add to sums and
/// products of decimal ones: 983,333 times 0.0001 is 98.3333, not 98.33330000000001. Numbers too large for nine exact decimals
/// remain.
pub(crate) fn decimal(number: f64) -> f64 {
    const UNIT: f64 = 1e9;
    const EXACT: f64 = 9e15;
    let scaled = number * UNIT;
    if scaled.abs() < EXACT { scaled.round() / UNIT } else { number }
}

/// Writes a number for programs: without separated thousands, whole numbers in full, others with seven significant digits at
/// most, but never without the digits before the point. Empty if it is none.
pub(crate) fn machine(number: f64) -> String {
    if !number.is_finite() {
        return String::new();
    }
    let size = number.abs();
    if size.fract() == 0.0 || size >= 1e6 {
        return if number.round() == 0.0 { "0".to_owned() } else { format!("{number:.0}") };
    }
    let decimals = (6 - size.log10().floor() as i32).clamp(1, 15) as usize;
    let text = format!("{number:.decimals$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Formats a share in percent with one decimal, without the sign; `–` if the whole is 0.
pub fn percent(part: f64, whole: u64) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1}", 100.0 * part / whole as f64) }
}

/// Formats a rounded count with separated thousands; `–` if it is not a number.
pub fn rounded(number: f64) -> String {
    if number.is_finite() { thousands(number.round().max(0.0) as u64) } else { "–".to_owned() }
}

/// Formats a large count with four significant digits in at most six characters: `591.2k`, `21.34M`.
pub fn compact(number: u64) -> String {
    significant(number, 4)
}

/// Formats a count with this number of significant digits if it has at least two more.
pub fn significant(number: u64, digits: u32) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")];
    let large = number >= 10u64.saturating_pow(digits + 1);
    let unit = UNITS.into_iter().find(|(unit, _)| number >= *unit).filter(|_| large);
    let Some((unit, name)) = unit else { return thousands(number) };
    let whole = number / unit;
    let decimals = (digits as usize).saturating_sub(whole.to_string().len());
    let cut = 10u64.pow(decimals as u32);
    let last = unit / cut;
    let round = (number.saturating_add(last / 2) / last).saturating_mul(last);
    if round != number {
        // Rounding up can add a digit.
        return significant(round, digits);
    }
    let part = number % unit / last;
    if decimals == 0 { format!("{whole}{name}") } else { format!("{whole}.{part:0decimals$}{name}") }
}

/// Formats a round number at an axis like [`compact`], without trailing zeros.
pub(crate) fn tick(number: u64) -> String {
    let text = compact(number);
    match text.split_once('.') {
        Some((whole, rest)) => {
            let name = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
            let part = rest[..rest.len() - name.len()].trim_end_matches('0');
            if part.is_empty() { format!("{whole}{name}") } else { format!("{whole}.{part}{name}") }
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_separated_by_thousands() {
        assert_eq!(
            ["0", "999", "1,000", "28,400", "1,234,567"].map(str::to_owned),
            [thousands(0), thousands(999), thousands(1000), thousands(28_400), thousands(1_234_567)]
        );
    }

    #[test]
    fn numbers_for_programs_have_no_noise_of_binary_fractions() {
        let numbers =
            [0.0, -0.0, 98.333_300_000_000_01, 0.1 + 0.2, 1_478.0 + 1.0 / 3.0, -1.5, 198_123_456.7, 3e-9];
        let texts = ["0", "0", "98.3333", "0.3", "1478.333", "-1.5", "198123457", "0.000000003"];
        assert_eq!(numbers.map(machine), texts);
        assert_eq!([f64::NAN, f64::INFINITY].map(machine), ["", ""]);
        assert_eq!(machine(12_345_678_901.0), "12345678901");
        assert_eq!(decimal(983_333.0 * 0.000_1).to_string(), "98.3333");
        assert_eq!([1e12, 0.125, -7.0, 1e-9].map(decimal), [1e12, 0.125, -7.0, 1e-9]);
    }

    #[test]
    fn large_counts_have_four_digits() {
        let numbers = [0, 99_999, 100_000, 591_234, 2_134_000, 21_349_999, 439_500_000, 1_234_567_890];
        let texts = ["0", "99,999", "100.0k", "591.2k", "2.134M", "21.35M", "439.5M", "1.235G"];
        assert_eq!(numbers.map(compact), texts);
        assert_eq!([9999, 28_611, 286_110].map(|n| significant(n, 3)), ["9,999", "28.6k", "286k"]);
        assert_eq!([999_960, 999_999_999, u64::MAX].map(|n| compact(n).len() < 15), [true; 3]);
        assert_eq!([999_960, 999_999_999].map(compact), ["1.000M", "1.000G"]);
        assert_eq!([100_000, 2_500_000, 40_000_000, 50_000].map(tick), ["100k", "2.5M", "40M", "50,000"]);
    }
}
