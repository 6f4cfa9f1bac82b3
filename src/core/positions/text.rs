//! Text of unknown encoding.

use std::borrow::Cow;

/// Decodes bytes as UTF-8 or, if they are invalid, as Latin-1, which maps every byte to a character. So no character
/// of a name is replaced.
#[must_use]
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Replaces control characters by spaces, so that the text is a single line.
#[must_use]
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_and_utf_8_give_the_same_name() {
        assert_eq!(decode("Hübner".as_bytes()), "Hübner");
        assert_eq!(decode(b"H\xfcbner"), "Hübner");
    }

    #[test]
    fn control_characters_become_spaces() {
        assert_eq!(one_line("a\tb\r\nc"), "a b  c");
    }
}
