//! Text that others wrote, made fit to be shown: names of organisms and engines, tags of games, and messages that quote
//! such things. What is shown has no characters that steer a terminal, end a line, or turn the direction of writing, and
//! names are not longer than people read.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The most characters of a name, escapes and the mark of what was left out included.
pub const LONGEST_NAME: usize = 100;

/// The most characters of a description.
pub const LONGEST_DESCRIPTION: usize = 1000;

/// A name on one line: steering characters are escaped (`\u{1b}`), and what is longer than [`LONGEST_NAME`] ends with an
/// ellipsis. The name of a name is that name.
#[must_use]
pub fn name(text: &str) -> Cow<'_, str> {
    shortened(text, LONGEST_NAME)
}

/// A text on one line, as [`name`], of at most `longest` characters.
#[must_use]
pub fn shortened(text: &str, longest: usize) -> Cow<'_, str> {
    // Whatever the size of the text, no more of it is looked at.
    let head = text.char_indices().nth(longest + 1).map_or(text, |(end, _)| &text[..end]);
    let escaped = escape(head, steers);
    if head.len() == text.len() && escaped.chars().count() <= longest {
        return escaped;
    }
    let mut short: String = escaped.chars().take(longest.saturating_sub(1)).collect();
    short.push('…');
    Cow::Owned(short)
}

/// A text on one line of any length.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, steers)
}

/// A message that may have several lines.
#[must_use]
pub fn message(text: &str) -> Cow<'_, str> {
    escape(text, |letter| letter != '\n' && steers(letter))
}

/// A JSON text on one line. It stays the same JSON: what steers stands in strings only, and is escaped as JSON escapes it
/// (`\u202e`).
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    escape_by(text, steers, |letter, escaped| {
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    })
}

/// The text with bad characters as Rust escapes them.
fn escape(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    escape_by(text, is_bad, |letter, escaped| escaped.extend(letter.escape_default()))
}

fn escape_by(text: &str, is_bad: impl Fn(char) -> bool, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_bad(letter) { write(letter, &mut escaped) } else { escaped.push(letter) }
    }
    Cow::Owned(escaped)
}

/// Whether a character does something else than stand there: it controls a terminal, ends a line, is invisible, or turns
/// the direction of writing.
fn steers(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain("Évol* ½ – 4.2", "Évol* ½ – 4.2")]
    #[case::newline("Toga\n1-0", r"Toga\n1-0")]
    #[case::terminal("\u{1b}[2Jgone\u{7}", r"\u{1b}[2Jgone\u{7}")]
    #[case::bidirectional("abc\u{202e}fed", r"abc\u{202e}fed")]
    #[case::isolate("\u{2066}x\u{2069}", r"\u{2066}x\u{2069}")]
    #[case::invisible("Sto\u{200b}ck", r"Sto\u{200b}ck")]
    fn names_are_shown_as_what_they_are(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(name(text), shown);
    }

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(name(&"x".repeat(LONGEST_NAME)), "x".repeat(LONGEST_NAME));
        let short = "x".repeat(LONGEST_NAME - 1) + "…";
        assert_eq!(name(&"x".repeat(LONGEST_NAME + 1)), short);
        assert_eq!(name(&"x".repeat(5_000_000)), short);
        assert_eq!(name(&"\n".repeat(90)).chars().count(), LONGEST_NAME);
    }

    #[test]
    fn messages_keep_their_lines() {
        assert_eq!(message("one\ntwo\r\u{1b}[0m"), "one\ntwo\\r\\u{1b}[0m");
    }

    proptest! {
        #[test]
        fn json_stays_the_same_json(text in any::<String>()) {
            let value = serde_json::Value::String(format!("{text}\u{202e}\u{e0041}"));
            let plain = value.to_string();
            let shown = json(&plain);
            prop_assert!(!shown.contains(steers));
            prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
        }

        #[test]
        fn a_name_is_short_harmless_and_its_own_name(text in any::<String>()) {
            let shown = name(&text).into_owned();
            prop_assert!(shown.chars().count() <= LONGEST_NAME);
            prop_assert!(!shown.contains(steers));
            prop_assert_eq!(name(&shown).into_owned(), shown.clone());
        }
    }
}
