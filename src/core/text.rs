//! Text of foreign origin. Makes it safe to display: names of organisms and engines, tags of games, and messages that quote them. The
//! result contains no characters that control a terminal, end a line or change the writing direction. Names are cut to
//! a readable length. Words of commands are quoted for a shell.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Maximum length of a name in characters, including escapes and the ellipsis of a cut name.
pub const LONGEST_NAME: usize = 100;

/// Maximum length of a description in characters.
pub const LONGEST_DESCRIPTION: usize = 1000;

/// Returns a name on one line. Control characters are escaped (`\u{1b}`), and a name longer than [`LONGEST_NAME`] ends
/// with an ellipsis. Idempotent: applying it twice changes nothing.
#[must_use]
pub fn name(text: &str) -> Cow<'_, str> {
    truncated(text, LONGEST_NAME)
}

/// Returns a text on one line of at most `longest` characters, escaped like [`name`].
#[must_use]
pub fn truncated(text: &str, longest: usize) -> Cow<'_, str> {
    // Look at no more of the text than can be displayed.
    let head = text.char_indices().nth(longest + 1).map_or(text, |(end, _)| &text[..end]);
    let escaped = escape(head, has_control_effect);
    if head.len() == text.len() && escaped.chars().count() <= longest {
        return escaped;
    }
    let mut short: String = escaped.chars().take(longest.saturating_sub(1)).collect();
    short.push('…');
    Cow::Owned(short)
}

/// Returns a text of any length on one line.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, has_control_effect)
}

/// Returns a message with its line breaks and all other control characters escaped.
#[must_use]
pub fn message(text: &str) -> Cow<'_, str> {
    escape(text, |letter| letter != '\n' && has_control_effect(letter))
}

/// Returns a JSON text on one line. Its meaning does not change: control characters occur in strings only, and JSON
/// escapes replace them (`\u202e`).
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    escape_by(text, has_control_effect, |letter, escaped| {
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    })
}

/// Returns a word of a command as a shell reads it: quoted, if necessary.
#[must_use]
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=+,:@%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

/// Returns the most similar of `names`, for a name that is none of them. Upper and lower case are alike.
#[must_use]
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Names that are longer than any real one are not compared further.
    let start = |name: &str| name.chars().take(60).collect::<String>().to_lowercase();
    let name = start(name);
    names.into_iter().min_by_key(|known| strsim::osa_distance(&start(known), &name))
}

/// Returns the line and the column of a byte of a text, both counted from 1. Columns count characters.
#[must_use]
pub fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
    (line, column)
}

/// Returns the number of bytes before a line, counted from 1; the length of the text if it has fewer lines.
#[must_use]
pub fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

/// Returns the number of bytes before a line and a column, the inverse of [`place`]. A column after the end of the text
/// is its end.
#[must_use]
pub fn byte_at(text: &str, line: usize, column: usize) -> usize {
    let start = line_start(text, line);
    let rest = &text[start..];
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

/// Replaces bad characters by Rust escapes.
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

/// Returns whether a character has an effect other than its glyph: it controls a terminal, ends a line, is invisible or
/// changes the writing direction.
fn has_control_effect(letter: char) -> bool {
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
    fn control_characters_in_names_are_escaped(#[case] text: &str, #[case] shown: &str) {
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
    fn the_nearest_name_is_found() {
        let names = ["step", "step ten", "help"];
        assert_eq!(nearest("stpe", names), Some("step"));
        assert_eq!(nearest("HELP!", names), Some("help"));
        assert_eq!(nearest("x", []), None);
    }

    #[rstest]
    #[case::plain("sessions/evolve-0001", "sessions/evolve-0001")]
    #[case::letters("größe=½", "größe=½")]
    #[case::empty("", "''")]
    #[case::space("my session", "'my session'")]
    #[case::quotation_mark("it's", r"'it'\''s'")]
    #[case::substitution("$(rm x)", "'$(rm x)'")]
    #[case::home("~/x", "'~/x'")]
    fn words_of_commands_are_quoted(#[case] word: &str, #[case] quoted: &str) {
        assert_eq!(shell_word(word), quoted);
    }

    #[test]
    fn messages_keep_their_lines() {
        assert_eq!(message("one\ntwo\r\u{1b}[0m"), "one\ntwo\\r\\u{1b}[0m");
    }

    #[rstest]
    #[case::start("ab\ncd", 0, (1, 1))]
    #[case::second_line("ab\ncd", 4, (2, 2))]
    #[case::after_a_wide_letter("½½x", 4, (1, 3))]
    #[case::end("ab\n", 3, (2, 1))]
    fn places_count_lines_and_characters(
        #[case] text: &str,
        #[case] at: usize,
        #[case] place_of_it: (usize, usize),
    ) {
        assert_eq!(place(text, at), place_of_it);
    }

    #[test]
    fn a_place_outside_the_text_is_its_end() {
        assert_eq!(place("ab\nc", 99), (2, 2));
        assert_eq!(byte_at("ab\nc", 7, 1), 4);
        assert_eq!(byte_at("ab\nc", 2, 50), 4);
    }

    proptest! {
        #[test]
        fn places_and_bytes_are_inverse(text in "[a½\n]{0,40}") {
            for (at, _) in text.char_indices() {
                let (line, column) = place(&text, at);
                prop_assert_eq!(byte_at(&text, line, column), at);
            }
        }

        #[test]
        fn json_stays_the_same_json(text in any::<String>()) {
            let value = serde_json::Value::String(format!("{text}\u{202e}\u{e0041}"));
            let plain = value.to_string();
            let shown = json(&plain);
            prop_assert!(!shown.contains(has_control_effect));
            prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
        }

        #[test]
        fn a_name_is_short_harmless_and_its_own_name(text in any::<String>()) {
            let shown = name(&text).into_owned();
            prop_assert!(shown.chars().count() <= LONGEST_NAME);
            prop_assert!(!shown.contains(has_control_effect));
            prop_assert_eq!(name(&shown).into_owned(), shown.clone());
        }
    }
}
