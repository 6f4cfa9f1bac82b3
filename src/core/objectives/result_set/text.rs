//! The text of a result set.
//!
//! ```text
//! eyas-results 1
//! game Carlsen,M – Anand,V, Linares 2009.02.27
//! 4k3/8/8/8/8/8/4P3/4K3 w - - 1-0
//! ```
//!
//! A text without the first line has one position per line, in a format of another program ([`super::line`]).

use std::collections::HashMap;

use super::line::{self, Line};
use super::{GameSource, ResultPosition, ResultSet, ResultSetError};
use crate::positions::epd::EpdError;
use crate::positions::fen::fields;
use crate::positions::text::{decode, one_line};

/// The first line: the name and the version of the format.
pub(super) const HEADER: &str = "eyas-results 1";

/// The start of every first line, in any version.
const NAME: &str = "eyas-results";

/// The start of a line that names the game of the positions after it.
const GAME: &str = "game";

/// Reads a text. `file` is the name in error messages and of the set.
pub(super) fn read(file: &str, bytes: &[u8]) -> Result<ResultSet, ResultSetError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = decode(first.get(..100).unwrap_or(first));
    let named = first.trim().starts_with(NAME);
    if named && first.trim() != HEADER {
        let found = one_line(first.trim());
        return Err(ResultSetError::Version { file: file.to_owned(), found });
    }
    let mut reader = Reader::new(file, named);
    for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate().skip(usize::from(named)) {
        let line = decode(line);
        let line = line.trim_end();
        if !(line.is_empty() || line.starts_with('#')) {
            reader.line(line).map_err(|error| EpdError {
                file: file.to_owned(),
                line: index + 1,
                ..error
            })?;
        }
    }
    if reader.set.positions.is_empty() {
        return Err(ResultSetError::Empty { file: file.to_owned() });
    }
    Ok(reader.set)
}

/// The part of a text that was read.
struct Reader {
    set: ResultSet,
    /// Whether lines name the games of the positions after them.
    named: bool,
    /// The games of lines with an `id`.
    games: HashMap<String, u32>,
}

impl Reader {
    fn new(file: &str, named: bool) -> Reader {
        let set = ResultSet { name: file.to_owned(), games: Vec::new(), positions: Vec::new() };
        Reader { set, named, games: HashMap::new() }
    }

    fn line(&mut self, line: &str) -> Result<(), EpdError> {
        if self.named
            && let Some(source) = line.strip_prefix(GAME)
            && (source.is_empty() || source.starts_with(' '))
        {
            self.add_game(one_line(source.trim()))?;
            return Ok(());
        }
        let Line { position, points, id } = line::read(line)?;
        let game = if self.named { self.last_game()? } else { self.game_of(id)? };
        self.set.positions.push(ResultPosition { position, points, game });
        Ok(())
    }

    /// Adds a game and returns its index.
    fn add_game(&mut self, text: String) -> Result<u32, EpdError> {
        let index = u32::try_from(self.set.games.len())
            .map_err(|_| line::fault(1, "the file has too many games", "use a smaller file"))?;
        self.set.games.push(GameSource { text });
        Ok(index)
    }

    fn last_game(&self) -> Result<u32, EpdError> {
        let last = self.set.games.len().checked_sub(1).and_then(|last| u32::try_from(last).ok());
        last.ok_or_else(|| {
            line::fault(1, "the position has no game", "add a line “game” with the game's name before it")
        })
    }

    /// Returns the game of a line: that of earlier lines with the same `id`, or else a new one.
    fn game_of(&mut self, id: Option<String>) -> Result<u32, EpdError> {
        let Some(id) = id else { return self.add_game(String::new()) };
        if let Some(game) = self.games.get(&id) {
            return Ok(*game);
        }
        let game = self.add_game(id.clone())?;
        self.games.insert(id, game);
        Ok(game)
    }
}

/// Writes a set as text: each game with its positions, in the order of games.
pub(super) fn write(set: &ResultSet) -> String {
    let mut positions: Vec<&ResultPosition> = set.positions.iter().collect();
    positions.sort_by_key(|position| position.game);
    let mut positions = positions.into_iter().peekable();
    let mut text = format!("{HEADER}\n");
    for (game, source) in set.games.iter().enumerate() {
        text.push_str(format!("{GAME} {}", one_line(&source.text)).trim_end());
        text.push('\n');
        while let Some(position) = positions.next_if(|position| position.game as usize == game) {
            text.push_str(&fields(&position.position));
            text.push(' ');
            text.push_str(&position.points.to_string());
            text.push('\n');
        }
    }
    text
}
