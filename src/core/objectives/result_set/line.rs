//! One position with its result, in the formats that tuners exchange.
//!
//! ```text
//! 4k3/8/8/8/8/8/4P3/4K3 w - - 1-0
//! 4k3/8/8/8/8/8/4P3/4K3 w - - c9 "1-0"; id "game 7";
//! 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]
//! 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; 1.0
//! 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 35 | 1.0
//! ```

use shakmaty::Chess;
use shakmaty::fen::Fen;

use super::Points;
use crate::positions::epd::{self, EpdError, EpdRecord};
use crate::positions::fen::into_position;

const RESULTS: &str = "end the line with the result from White's point of view, such as 1-0, 1/2-1/2, 0-1, [0.5] or \
                       c9 \"1-0\";";

/// The content of a line.
pub(super) struct Line {
    pub(super) position: Chess,
    pub(super) points: Points,
    /// The operand of `id` in EPD: the game of the position.
    pub(super) id: Option<String>,
}

/// Reads a line. Errors contain the column, but neither the file nor the line.
pub(super) fn read(line: &str) -> Result<Line, EpdError> {
    if let Some(line) = read_plain(line) {
        return Ok(line);
    }
    if line.contains(" c9 ") {
        return read_epd(line);
    }
    let ending = Ending::of(line);
    let record = record(ending.fen)?;
    if let Some(operation) = record.operations().iter().find(|found| !is_counter(found.opcode())) {
        let text = operation.opcode();
        let problem = format!("“{text}” is neither a move counter nor a result");
        let at = ending.fen.rfind(text).unwrap_or(0);
        return Err(fault(column(line, at), problem, RESULTS));
    }
    Ok(Line { position: record.position, points: ending.parse()?, id: None })
}

/// Reads a valid line of Eyas's own format. This is faster than the other readers, which find errors.
fn read_plain(line: &str) -> Option<Line> {
    let (fen, result) = line.rsplit_once(' ')?;
    // A bare number is a move counter.
    let points = named(result).filter(|_| result.contains(['-', '.']))?;
    if fen.split(' ').count() < 4 {
        return None;
    }
    let fen = Fen::from_ascii(fen.as_bytes()).ok().filter(|fen| fen.as_setup().pockets.is_none())?;
    Some(Line { position: into_position(fen).ok()?, points, id: None })
}

/// Reads a line of EPD with the operation `c9`.
fn read_epd(line: &str) -> Result<Line, EpdError> {
    let record = record(line)?;
    let Some(result) = record.text("c9") else {
        return Err(fault(column(line, line.len()), "the line has no result", RESULTS));
    };
    let Some(points) = named(result) else {
        let at = line.find(" c9 ").map_or(0, |at| at + 4);
        return Err(fault(column(line, at), format!("“{result}” is not a result"), RESULTS));
    };
    let id = record.text("id").map(str::to_owned);
    Ok(Line { position: record.position, points, id })
}

fn record(text: &str) -> Result<EpdRecord, EpdError> {
    let first = epd::read("", text.as_bytes())?.into_iter().next();
    first.map(|(_, record)| record).ok_or_else(|| fault(1, "the line has no position", RESULTS))
}

fn is_counter(opcode: &str) -> bool {
    matches!(opcode, "hmvc" | "fmvn")
}

/// A line, split into its position and its result.
struct Ending<'a> {
    fen: &'a str,
    result: &'a str,
    /// The column of the result, 1-based in characters.
    column: usize,
}

impl<'a> Ending<'a> {
    fn of(line: &'a str) -> Ending<'a> {
        if let Some(open) = line.find('[') {
            // A score may follow the result.
            let end = line[open..].find(']').map_or(line.len(), |at| open + at);
            return Ending::between(line, open, open + 1, end);
        }
        let separator = |c: char| matches!(c, ';' | '|' | ',');
        let line = line.trim_end_matches(|c: char| c.is_whitespace() || separator(c));
        if let (Some(first), Some(last)) = (line.find(separator), line.rfind(separator)) {
            return Ending::between(line, first, last + 1, line.len());
        }
        let last = line.rfind(char::is_whitespace).map_or(0, |at| line.len() - line[at..].trim_start().len());
        // Without a separator, a bare number is a move counter, and a dash the fourth field.
        let result = &line[last..];
        let is_result = result.len() > 1 && result.contains(['-', '.']);
        let last = if is_result { last } else { line.len() };
        Ending::between(line, last, last, line.len())
    }

    /// Returns the ending of a line with the position before byte `end` and the result in the bytes `from..to`.
    fn between(line: &'a str, end: usize, from: usize, to: usize) -> Ending<'a> {
        let result = line[from..to].trim_start();
        Ending { fen: &line[..end], result: result.trim_end(), column: column(line, to - result.len()) }
    }

    fn parse(&self) -> Result<Points, EpdError> {
        named(self.result).ok_or_else(|| {
            let problem = match self.result {
                "" => "the line has no result".to_owned(),
                text => format!("“{text}” is not a result"),
            };
            fault(self.column, problem, RESULTS)
        })
    }
}

/// Returns the points that a text denotes.
fn named(text: &str) -> Option<Points> {
    match text.trim_matches(|c: char| c == '"' || c.is_whitespace()) {
        "1-0" => Some(Points::WIN),
        "1/2-1/2" | "1/2" => Some(Points::DRAW),
        "0-1" => Some(Points::LOSS),
        text => Points::of(text.parse().ok()?),
    }
}

/// Returns the column of a byte, 1-based in characters.
fn column(line: &str, at: usize) -> usize {
    line.char_indices().take_while(|(index, _)| *index < at).count() + 1
}

/// Returns an error without its file and line.
pub(super) fn fault(column: usize, problem: impl Into<String>, remedy: &'static str) -> EpdError {
    EpdError { file: String::new(), line: 1, column, problem: problem.into(), remedy }
}
