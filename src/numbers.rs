//! Number formatting.

/// Formats `12345` as `12,345`.
pub(crate) fn thousands(number: u64) -> String {
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
}
