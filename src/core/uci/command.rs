//! Parses UCI commands.

use std::fmt;

use super::go::Go;
use crate::engine::bench::BenchLimit;
use crate::engine::board::perft::MAX_DEPTH;

/// The start position of a `position` command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// `startpos`.
    Initial,
    /// A FEN with single spaces between its fields.
    Fen(String),
}

/// A command. [`parse`] reads back its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `uci`
    Uci,
    /// `debug on|off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … [value …]`
    SetOption {
        /// The option's name with single spaces between its words.
        name: String,
        /// The value, unchanged.
        value: Option<String>,
    },
    /// `register …`, which is ignored.
    Register,
    /// `ucinewgame`
    NewGame,
    /// `position startpos|fen … [moves …]`
    Position {
        /// The start position.
        start: Start,
        /// The moves, unchanged.
        moves: Vec<String>,
    },
    /// `go …`
    Go(Go),
    /// `go perft N`, with at most [`MAX_DEPTH`] plies
    Perft(u32),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: prints the board.
    Display,
    /// `eval`: prints the evaluation by parameter.
    Eval,
    /// `bench [nodes N|depth N]`
    Bench(Option<BenchLimit>),
    /// `help`
    Help,
}

/// A message about an invalid line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// A word that is not a command or not a known argument.
    #[error("unknown command {0}; “help” lists the commands")]
    Unknown(String),
    /// An unknown argument of `go`.
    #[error("go: unknown argument {0} ignored")]
    Ignored(String),
    /// A missing argument.
    #[error("{0}")]
    Usage(&'static str),
    /// A `position` command without a valid position.
    #[error("{0}")]
    Position(&'static str),
    /// An argument that should be a number is not one.
    #[error("{word}: {found} is not a number; the command is ignored")]
    NotANumber {
        /// The word before the argument.
        word: &'static str,
        /// The argument.
        found: String,
    },
    /// An argument of `go` that should have a number does not have one.
    #[error("go: {word} must be a number, not {found}; it is ignored")]
    IgnoredNumber {
        /// The name of the argument.
        word: &'static str,
        /// The word in place of the number.
        found: String,
    },
    /// A perft that is too deep.
    #[error("perft: the depth must be at most {}; the command is ignored", MAX_DEPTH)]
    TooDeep,
}

/// The result of parsing a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The command; `None` if there is no valid one.
    pub command: Option<Command>,
    /// Messages for the user.
    pub remarks: Vec<Remark>,
}

pub(super) type Words<'a> = std::str::SplitAsciiWhitespace<'a>;

/// Parses a line. As the protocol requires, skips unknown words before a command.
#[must_use]
pub fn parse(line: &str) -> Line {
    let mut words = line.split_ascii_whitespace();
    let mut unknown = None;
    while let Some(word) = words.next() {
        let mut remarks: Vec<Remark> = unknown.take().into_iter().collect();
        match read(word, line, &mut words, &mut remarks) {
            Some(Ok(command)) => return Line { command: Some(command), remarks },
            Some(Err(remark)) => {
                remarks.push(remark);
                return Line { command: None, remarks };
            }
            // Only the first unknown word is reported, as a line can be long.
            None => unknown = Some(remarks.pop().unwrap_or_else(|| Remark::Unknown(quoted(word)))),
        }
    }
    Line { command: None, remarks: unknown.into_iter().collect() }
}

/// Parses the command that starts with `word`. Returns `None` if `word` is not a command.
fn read(
    word: &str,
    line: &str,
    words: &mut Words<'_>,
    remarks: &mut Vec<Remark>,
) -> Option<Result<Command, Remark>> {
    Some(match word {
        "uci" => Ok(Command::Uci),
        "debug" => match words.next() {
            Some("on") => Ok(Command::Debug(true)),
            Some("off") => Ok(Command::Debug(false)),
            _ => Err(Remark::Usage("debug: use “debug on” or “debug off”")),
        },
        "isready" => Ok(Command::IsReady),
        "setoption" => option(line, words),
        "register" => Ok(Command::Register),
        "ucinewgame" => Ok(Command::NewGame),
        "position" => position(words),
        "go" => Go::parse(words, remarks),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "quit" => Ok(Command::Quit),
        "d" => Ok(Command::Display),
        "eval" => Ok(Command::Eval),
        "bench" => bench(words),
        "help" => Ok(Command::Help),
        _ => return None,
    })
}

fn option(line: &str, words: &mut Words<'_>) -> Result<Command, Remark> {
    const USAGE: Remark =
        Remark::Usage("setoption: use “setoption name NAME” or “setoption name NAME value VALUE”");
    if words.next() != Some("name") {
        return Err(USAGE);
    }
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    for word in words.by_ref() {
        if word == "value" {
            // Spaces inside a value are part of it.
            let after = word.as_ptr() as usize + word.len() - line.as_ptr() as usize;
            value = Some(line[after..].trim_ascii().to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(USAGE);
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn position(words: &mut Words<'_>) -> Result<Command, Remark> {
    const USAGE: Remark = Remark::Position(
        "position: use “position startpos” or “position fen FEN”, then “moves” and the moves, if any",
    );
    let start = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => Start::Initial,
            Some(_) => return Err(USAGE),
        },
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            if fields.is_empty() {
                return Err(USAGE);
            }
            Start::Fen(fields.join(" "))
        }
        _ => return Err(USAGE),
    };
    Ok(Command::Position { start, moves: words.map(str::to_owned).collect() })
}

fn bench(words: &mut Words<'_>) -> Result<Command, Remark> {
    let limit = match words.next() {
        None => None,
        Some("nodes") => Some(BenchLimit::Nodes(number("nodes", words.next())?.max(1))),
        Some("depth") => Some(BenchLimit::Depth(plies(number("depth", words.next())?))),
        Some(_) => return Err(Remark::Usage("bench: use “bench”, “bench nodes N” or “bench depth N”")),
    };
    Ok(Command::Bench(limit))
}

/// Parses the integer that a command requires after `word`, as [`integer`] does.
pub(super) fn number(word: &'static str, found: Option<&str>) -> Result<u64, Remark> {
    let text = found.unwrap_or_default();
    integer(text).ok_or_else(|| Remark::NotANumber { word, found: quoted(text) })
}

/// Parses an integer. Negative numbers, which occur in clocks, become 0. Numbers that are too large become the maximum.
pub(super) fn integer(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if text.starts_with('-') { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

/// Converts a number to plies, at least one.
pub(super) fn plies(number: u64) -> u32 {
    u32::try_from(number.max(1)).unwrap_or(u32::MAX)
}

/// Formats a word for a message: quoted, truncated, and without control characters.
#[must_use]
pub(super) fn quoted(word: &str) -> String {
    const SHOWN: usize = 40;
    let mut characters = word.chars();
    let mut text: String = characters.by_ref().take(SHOWN).flat_map(char::escape_debug).collect();
    if characters.next().is_some() {
        text.push('…');
    }
    format!("“{text}”")
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Register => f.write_str("register"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position { start, moves } => {
                match start {
                    Start::Initial => f.write_str("position startpos")?,
                    Start::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Command::Go(go) => go.fmt(f),
            Command::Perft(depth) => write!(f, "go perft {depth}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Display => f.write_str("d"),
            Command::Eval => f.write_str("eval"),
            Command::Bench(Some(BenchLimit::Nodes(nodes))) => write!(f, "bench nodes {nodes}"),
            Command::Bench(Some(BenchLimit::Depth(depth))) => write!(f, "bench depth {depth}"),
            Command::Bench(None) => f.write_str("bench"),
            Command::Help => f.write_str("help"),
        }
    }
}

#[cfg(test)]
mod tests;
