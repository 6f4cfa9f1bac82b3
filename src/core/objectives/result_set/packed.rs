//! Packed files of result sets, half the size of compressed texts. `docs/file-formats.md` describes them.
//!
//! A packed file has the positions of its own, or only the points of those positions of an embedded set that have some.

mod coder;
mod model;
#[cfg(test)]
mod tests;

use std::io;

use serde::{Deserialize, Serialize};

use super::{GameSource, LARGEST, Points, ResultPosition, ResultSet, ResultSetError, file};
use crate::positions::text::one_line;
use coder::{Reader, Rest, Writer};
use model::{Before, Model, Parts};

/// The first line: the name and the version of the format.
pub(super) const HEADER: &str = "eyas-results 2";

/// The largest number of positions in a packed file, less than fit into a text of [`LARGEST`] bytes.
const MOST_POSITIONS: usize = 1 << 23;

/// The largest second line, in bytes.
const LARGEST_SUMMARY: usize = 1000;

/// The second line: JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Summary {
    /// The number of positions.
    positions: usize,
    content: Content,
    /// The BLAKE3 hash of all bytes after this line.
    check: String,
}

/// What follows the second line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
enum Content {
    /// The names of the games, and the positions with their points.
    Positions {
        /// The number of games.
        games: usize,
        /// The size of their names, one per line and compressed with zstd, in bytes.
        names: usize,
    },
    /// The points of positions of an embedded set.
    Points {
        /// The name of the embedded set.
        set: String,
        /// Its digest.
        blake3: String,
    },
}

/// Returns whether this is the beginning of a packed file.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    bytes.strip_prefix(HEADER.as_bytes()).is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// Packs a set with its positions, by game.
pub(super) fn write(set: &ResultSet) -> io::Result<Vec<u8>> {
    let mut positions: Vec<&ResultPosition> = set.positions.iter().collect();
    positions.sort_by_key(|position| position.game);
    let mut positions = positions.into_iter().peekable();
    let (mut model, mut writer, mut names) = (Model::new(), Writer::new(), String::new());
    for (game, source) in set.games.iter().enumerate() {
        names.push_str(one_line(&source.text).trim());
        names.push('\n');
        let mut before = model.start();
        loop {
            let next = positions.next_if(|position| position.game as usize == game);
            model.another(&mut writer, &before, next.is_some());
            let Some(ResultPosition { position, points, .. }) = next else { break };
            let parts = model.parts(&mut writer, &before, &Parts::of(position));
            model.points(&mut writer, &before, points.hundredths());
            before = Before { positions: before.positions + 1, parts, points: *points };
        }
    }
    let names = file::pack(&names)?;
    let content = Content::Positions { games: set.games.len(), names: names.len() };
    assemble(set, content, &[names, writer.finish()].concat())
}

/// Packs the points of a set whose positions are some of those of an embedded set, in the same order. Returns `None` if
/// they are not.
pub(super) fn write_points(set: &ResultSet, embedded: &ResultSet) -> io::Result<Option<Vec<u8>>> {
    let (mut model, mut writer) = (Model::new(), Writer::new());
    let mut positions = set.positions.iter().peekable();
    let mut before = model.start();
    let mut game = None;
    for one in &embedded.positions {
        if game.replace(one.game) != Some(one.game) {
            before = model.start();
        }
        let next = positions.next_if(|next| next.game == one.game && next.position == one.position);
        model.has_points(&mut writer, next.is_some());
        if let Some(ResultPosition { points, .. }) = next {
            model.points(&mut writer, &before, points.hundredths());
            before.points = *points;
        }
    }
    if positions.peek().is_some() || set.games != embedded.games {
        return Ok(None);
    }
    let content = Content::Points { set: embedded.name.clone(), blake3: embedded.digest().blake3 };
    assemble(set, content, &writer.finish()).map(Some)
}

fn assemble(set: &ResultSet, content: Content, body: &[u8]) -> io::Result<Vec<u8>> {
    let positions = set.positions.len();
    if positions > MOST_POSITIONS {
        let problem =
            format!("a packed file has at most {MOST_POSITIONS} positions; use a name that ends in .zst");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    let summary = Summary { positions, content, check: check(body) };
    Ok([HEADER.as_bytes(), b"\n", &serde_json::to_vec(&summary)?, b"\n", body].concat())
}

fn check(body: &[u8]) -> String {
    blake3::hash(body).to_string()
}

/// Returns a packed file with the hash of its content in the second line. Returns `None` if it is no packed file with
/// positions of its own.
#[cfg(any(test, fuzzing))]
pub(crate) fn with_check(bytes: &[u8]) -> Option<Vec<u8>> {
    let rest = bytes.strip_prefix(HEADER.as_bytes())?.strip_prefix(b"\n")?;
    let (summary, body) = rest.split_at(rest.iter().position(|byte| *byte == b'\n')?);
    let summary: Summary = serde_json::from_slice(summary).ok()?;
    let Content::Positions { .. } = summary.content else { return None };
    let summary = Summary { check: check(&body[1..]), ..summary };
    Some([HEADER.as_bytes(), b"\n", &serde_json::to_vec(&summary).ok()?, body].concat())
}

/// Reads a packed file. `name` is the name in error messages and of the set. A file that is embedded itself fits to the
/// positions to which it refers; this takes time to check.
pub(super) fn read(name: &str, bytes: &[u8], is_embedded: bool) -> Result<ResultSet, ResultSetError> {
    let damaged =
        |problem: &str| ResultSetError::Packed { file: name.to_owned(), problem: problem.to_owned() };
    let bytes = bytes
        .strip_prefix(HEADER.as_bytes())
        .and_then(|rest| rest.strip_prefix(b"\n"))
        .ok_or_else(|| damaged("the first line was changed, as if the file were a text"))?;
    let end = bytes.iter().take(LARGEST_SUMMARY).position(|byte| *byte == b'\n');
    let (summary, body) = bytes.split_at(end.ok_or_else(|| damaged("the second line is missing"))?);
    let body = &body[1..];
    let summary: Summary = serde_json::from_slice(summary)
        .map_err(|error| damaged(&format!("the second line is wrong: {error}")))?;
    if summary.positions > MOST_POSITIONS {
        return Err(ResultSetError::TooLarge { file: name.to_owned() });
    }
    if summary.check != check(body) {
        return Err(damaged("its content does not have the hash of the second line"));
    }
    let set = match summary.content {
        Content::Positions { games, names } => {
            let (names, body) = body
                .split_at_checked(names)
                .ok_or_else(|| damaged("the names of the games are incomplete"))?;
            let names = file::unpack_up_to(LARGEST, name, names)?;
            let names =
                String::from_utf8(names).map_err(|_| damaged("the names of the games are not UTF-8"))?;
            let sources: Vec<_> =
                names.lines().map(|line| GameSource { text: one_line(line.trim()) }).collect();
            if sources.len() != games {
                return Err(damaged("the number of games is wrong"));
            }
            let positions = positions(body, games, summary.positions).map_err(damaged)?;
            ResultSet { name: name.to_owned(), games: sources, positions }
        }
        Content::Points { set, blake3 } => {
            let embedded = ResultSet::embedded(&set)?;
            if !is_embedded && embedded.digest().blake3 != blake3 {
                return Err(ResultSetError::OtherPositions { file: name.to_owned(), set });
            }
            let positions = points(body, embedded.positions).map_err(damaged)?;
            ResultSet { name: name.to_owned(), games: embedded.games, positions }
        }
    };
    match set.positions.len() {
        0 => Err(ResultSetError::Empty { file: name.to_owned() }),
        read if read == summary.positions => Ok(set),
        _ => Err(damaged("the number of positions is wrong")),
    }
}

/// Reads the positions of games, at most `most`.
fn positions(body: &[u8], games: usize, most: usize) -> Result<Vec<ResultPosition>, &'static str> {
    let (mut model, mut reader) = (Model::new(), Reader::new(body));
    let mut positions = Vec::new();
    for game in 0..games {
        let game = u32::try_from(game).map_err(|_| "it has too many games")?;
        let mut before = model.start();
        while model.another(&mut reader, &before, false) {
            complete(&reader)?;
            if positions.len() == most {
                return Err("the number of positions is wrong");
            }
            let parts = model.parts(&mut reader, &before, &before.parts);
            let points = read_points(&mut model, &mut reader, &before)?;
            let position = parts.position().ok_or("a position is not legal")?;
            positions.push(ResultPosition { position, points, game });
            before = Before { positions: before.positions + 1, parts, points };
        }
        complete(&reader)?;
    }
    finished(&reader).map(|()| positions)
}

/// Reads the points of those positions that have some.
fn points(body: &[u8], all: Vec<ResultPosition>) -> Result<Vec<ResultPosition>, &'static str> {
    let (mut model, mut reader) = (Model::new(), Reader::new(body));
    let mut positions = Vec::with_capacity(all.len());
    let mut before = model.start();
    let mut game = None;
    for one in all {
        if game.replace(one.game) != Some(one.game) {
            before = model.start();
        }
        if model.has_points(&mut reader, false) {
            before.points = read_points(&mut model, &mut reader, &before)?;
            positions.push(ResultPosition { points: before.points, ..one });
        }
    }
    finished(&reader).map(|()| positions)
}

fn read_points(model: &mut Model, reader: &mut Reader<'_>, before: &Before) -> Result<Points, &'static str> {
    let hundredths = model.points(reader, before, 0);
    complete(reader)?;
    Points::of(f64::from(hundredths) / 100.0).ok_or("the points of a position are larger than 1")
}

/// Checks that no bytes are missing so far.
fn complete(reader: &Reader<'_>) -> Result<(), &'static str> {
    if reader.rest() == Rest::Missing { Err("its content is incomplete") } else { Ok(()) }
}

/// Checks that the content ends here.
fn finished(reader: &Reader<'_>) -> Result<(), &'static str> {
    complete(reader)?;
    if reader.rest() == Rest::More { Err("it has bytes after its content") } else { Ok(()) }
}
