//! Parses engine output other than search information. Accepts any text.

use shakmaty::Color;

/// The content of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply<'a> {
    /// A move, as the engine wrote it.
    Move(&'a str),
    /// The answer to the `ping` with this number.
    Pong(u64),
    /// The engine resigns.
    Resigns,
    /// The engine claims that the game is over, with the winner or a draw.
    Over(Option<Color>),
    /// The engine rejects this move or command.
    Refuses(&'a str),
}

impl Reply<'_> {
    /// Parses a line. Returns `None` for any other line.
    pub(super) fn parse(line: &str) -> Option<Reply<'_>> {
        let line = line.trim();
        let (first, rest) = split_word(line);
        match first {
            "move" => Some(Reply::Move(split_word(rest).0)).filter(|_| !rest.is_empty()),
            "pong" => rest.parse().ok().map(Reply::Pong),
            "resign" => Some(Reply::Resigns),
            "tellics" | "tellicsnoalias" => Some(Reply::Resigns).filter(|_| split_word(rest).0 == "resign"),
            "result" => over(split_word(rest).0),
            "tellusererror" => refusal(rest),
            _ => over(first).or_else(|| refusal(line)).or_else(|| old_style_move(line)),
        }
    }
}

/// Splits a text into its first word and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first, rest.trim_start())
}

fn over(result: &str) -> Option<Reply<'static>> {
    match result {
        "1-0" => Some(Reply::Over(Some(Color::White))),
        "0-1" => Some(Reply::Over(Some(Color::Black))),
        "1/2-1/2" => Some(Reply::Over(None)),
        _ => None,
    }
}

/// Parses `Illegal move: e2e5`, `Illegal move (pinned): e2e5`, `Error (unknown command): sd`, or `Illegal position`.
fn refusal(line: &str) -> Option<Reply<'_>> {
    if strip_words(line, "illegal position").is_some() {
        return Some(Reply::Refuses("setboard"));
    }
    let rest = strip_words(line, "illegal move").or_else(|| strip_words(line, "error"))?;
    rest.split_once(':').map(|(_, what)| Reply::Refuses(what.trim()))
}

/// Parses a move in the formats used before `move`: `12. ... e7e5`, `My move is: e7e5`.
fn old_style_move(line: &str) -> Option<Reply<'_>> {
    let text = match strip_words(line, "my move is") {
        Some(rest) => rest.trim_start_matches([':', ' ']),
        None => {
            let (number, rest) = split_word(line);
            let number = number.strip_suffix('.').unwrap_or(number);
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            let (dots, rest) = split_word(rest);
            Some(rest).filter(|_| is_number && dots == "...")?
        }
    };
    Some(Reply::Move(split_word(text).0)).filter(|_| !text.is_empty())
}

/// Returns the text after these words, case-insensitively.
fn strip_words<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let (first, rest) = line.split_at_checked(words.len())?;
    first.eq_ignore_ascii_case(words).then_some(rest)
}
