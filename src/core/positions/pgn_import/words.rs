//! Detects unreadable words in the moves of a game.

use pgn_reader::{Outcome, SanPlus};

use crate::positions::text::decode;

/// Returns whether a word of the main line, up to the result, is neither a move nor a common sign. The parser silently
/// skips such words, so a game with piece letters of another language could be read as a different legal game.
pub(crate) fn has_unreadable_word(moves: &[u8]) -> bool {
    const SIGNS: [&[u8]; 5] = [b"e", b"p", b"ep", b"N", b"D"];
    let mut depth = 0usize;
    let mut rest = moves;
    while let [first, tail @ ..] = rest {
        let after = |end: u8| rest.iter().position(|byte| *byte == end).map_or(rest.len(), |at| at + 1);
        match first {
            b'{' => rest = &rest[after(b'}')..],
            b';' => rest = &rest[after(b'\n')..],
            b'(' => (depth, rest) = (depth + 1, tail),
            b')' => (depth, rest) = (depth.saturating_sub(1), tail),
            b'*' if depth == 0 => return false,
            b'$' => rest = &rest[1 + tail.iter().take_while(|byte| byte.is_ascii_digit()).count()..],
            _ if depth > 0 || !(first.is_ascii_alphanumeric() || *first >= 0x80) => rest = tail,
            _ => {
                let end =
                    rest.iter().position(|byte| byte.is_ascii_whitespace() || b"{}()!?$;.*".contains(byte));
                let (word, tail) = rest.split_at(end.unwrap_or(rest.len()));
                if Outcome::from_ascii(word).is_ok()
                    || matches!(decode(word).as_ref(), "½-½" | "1–0" | "0–1" | "½–½")
                {
                    return false;
                }
                let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let text = if word.starts_with(b"0-0") { &[] } else { &word[digits..] };
                let fits = SanPlus::from_ascii(text).is_ok() || SIGNS.contains(&text);
                if text.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80) && !fits {
                    return true;
                }
                rest = tail;
            }
        }
    }
    false
}
