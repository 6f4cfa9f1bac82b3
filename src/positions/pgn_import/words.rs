//! Detects unreadable words among the moves.

use pgn_reader::{Outcome, SanPlus};

use crate::positions::text::decode;

/// Whether a word of the main line, up to the result, is neither a move nor a usual sign. The parser silently skips
/// such words, so a game with piece letters of another language could look like a different legal game.
pub(crate) fn has_unreadable_word(moves: &[u8]) -> bool {
    const SIGNS: [&[u8]; 5] = [b"e", b"p", b"ep", b"N", b"D"];
    let mut depth = 0usize;
    let mut rest = moves;
    while let [first, tail @ ..] = rest {
        let past = |end: u8| rest.iter().position(|byte| *byte == end).map_or(rest.len(), |at| at + 1);
        match first {
            b'{' => rest = &rest[past(b'}')..],
            b';' => rest = &rest[past(b'\n')..],
            b'(' => (depth, rest) = (depth + 1, tail),
            b')' => (depth, rest) = (depth.saturating_sub(1), tail),
            b'*' if depth == 0 => return false,
            b'$' => rest = &rest[1 + tail.iter().take_while(|byte| byte.is_ascii_digit()).count()..],
            _ if depth > 0 || !(first.is_ascii_alphanumeric() || *first >= 0x80) => rest = tail,
            _ => {
                let end =
                    rest.iter().position(|byte| byte.is_ascii_whitespace() || b"{}()!?$;.*".contains(byte));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                if Outcome::from_ascii(word).is_ok()
                    || matches!(decode(word).as_ref(), "½-½" | "1–0" | "0–1" | "½–½")
                {
                    return false;
                }
                let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let bare = if word.starts_with(b"0-0") { &[] } else { &word[digits..] };
                let fits = SanPlus::from_ascii(bare).is_ok() || SIGNS.contains(&bare);
                if bare.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80) && !fits {
                    return true;
                }
                rest = after;
            }
        }
    }
    false
}
