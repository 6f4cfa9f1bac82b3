//! What engines answer, apart from thinking aloud. Reads any text whatever.

use shakmaty::Color;

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reply<'a> {
    /// Its move, as it is written.
    Move(&'a str),
    /// The answer to the `ping` of this number.
    Pong(u64),
    /// It gives up.
    Resigns,
    /// It says that the game is over: who has won, nobody in a draw.
    Over(Option<Color>),
    /// It refuses this: a move, or something else that it was told.
    Refuses(&'a str),
}

impl Reply<'_> {
    /// Reads a line; `None` where it says nothing of the kind.
    pub(super) fn parse(line: &str) -> Option<Reply<'_>> {
        let line = line.trim();
        let (first, rest) = cut(line);
        match first {
            "move" => Some(Reply::Move(cut(rest).0)).filter(|_| !rest.is_empty()),
            "pong" => rest.parse().ok().map(Reply::Pong),
            "resign" => Some(Reply::Resigns),
            "tellics" | "tellicsnoalias" => Some(Reply::Resigns).filter(|_| cut(rest).0 == "resign"),
            "result" => over(cut(rest).0),
            "tellusererror" => refusal(rest),
            _ => over(first).or_else(|| refusal(line)).or_else(|| announcement(line)),
        }
    }
}

/// The first word, and the rest.
fn cut(text: &str) -> (&str, &str) {
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

/// `Illegal move: e2e5`, `Illegal move (pinned): e2e5`, `Error (unknown command): sd`, `Illegal position`.
fn refusal(line: &str) -> Option<Reply<'_>> {
    if beginning(line, "illegal position").is_some() {
        return Some(Reply::Refuses("setboard"));
    }
    let rest = beginning(line, "illegal move").or_else(|| beginning(line, "error"))?;
    rest.split_once(':').map(|(_, what)| Reply::Refuses(what.trim()))
}

/// How engines told their moves before there was `move`: `12. ... e7e5`, `My move is: e7e5`.
fn announcement(line: &str) -> Option<Reply<'_>> {
    let text = match beginning(line, "my move is") {
        Some(rest) => rest.trim_start_matches([':', ' ']),
        None => {
            let (number, rest) = cut(line);
            let number = number.strip_suffix('.').unwrap_or(number);
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            let (dots, rest) = cut(rest);
            Some(rest).filter(|_| is_number && dots == "...")?
        }
    };
    Some(Reply::Move(cut(text).0)).filter(|_| !text.is_empty())
}

/// What follows these words, which may be in capital letters.
fn beginning<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    let (first, rest) = line.split_at_checked(words.len())?;
    first.eq_ignore_ascii_case(words).then_some(rest)
}
