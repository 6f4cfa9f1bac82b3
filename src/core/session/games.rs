//! The games of a session whose organisms play each other: `games.jsonl`, one line per game, with checksums chained
//! as in the journal.
//!
//! ```text
//! {"check":"…","id":{"run":0,"generation":3,"game":17,"players":[2,7],"identities":["…","…"]},
//!  "moves":"e2e4/31 e7e5/-12 …","record":{"opening":["d2d4",…],"moves":[],"winner":"white","ending":"checkmate"}}
//! ```
//!
//! Games are sorted by number within each generation. After the generations follow the games of the confirmation
//! (`generation` is null), then those of the generations' leaders against the founders (milestones: `generation` is
//! null, and there is `hall`), and last those of the champion against the best founder (`generation` is null, and
//! `final_match` is true). A game is written as soon as all earlier games are, so the file is the same for any number
//! of threads. After an interruption, the written games of the generation are not played again. A generation's games
//! are synced before its line is written to the journal.
//!
//! A game with a member of the hall of fame has `"hall":12` after the identities: the higher of its two numbers is
//! that of the leader of generation 12; these numbers follow those of the seats.
//!
//! For each move, the file stores the mover's score in centipawns or as a mate (`/#3`), and no times.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::checkpoint::Mark;
use super::error::Error;
use super::journal::{self, Journal, Line, Place, Rest};
use super::sealed::{self, Seal};
use super::{CHECKPOINT, GAMES, Header, SESSION, SYNC_INTERVAL, Session, compressed, folder};
use crate::arena::game::{Record, RecordedMove, Score};
use crate::arena::opening::Opening;
use crate::arena::repeats::Repeats;
use crate::objectives::game_store::{GameId, GameStore, SessionGame, StoreError};

/// A game as it is stored in the file. The record has no moves.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredGame {
    id: GameId,
    moves: String,
    record: Record,
}

impl Line for SessionGame {
    fn to_json(&self) -> serde_json::Result<String> {
        let moves: Vec<String> = self.record.moves.iter().map(format_move).collect();
        let record = Record { moves: Vec::new(), ..self.record.clone() };
        serde_json::to_string(&StoredGame { id: self.id.clone(), moves: moves.join(" "), record })
    }

    fn from_json(text: &str) -> Result<SessionGame, String> {
        let StoredGame { id, moves, record } =
            serde_json::from_str(text).map_err(|cause| cause.to_string())?;
        let moves = moves.split_whitespace().map(parse_move).collect::<Result<_, _>>()?;
        Ok(SessionGame { id, record: Record { moves, ..record } })
    }
}

fn format_move(m: &RecordedMove) -> String {
    match m.score {
        None => m.uci.clone(),
        Some(Score::Cp(centipawns)) => format!("{}/{centipawns}", m.uci),
        Some(Score::Mate(moves)) => format!("{}/#{moves}", m.uci),
    }
}

fn parse_move(text: &str) -> Result<RecordedMove, String> {
    let invalid = || format!("“{text}” is not a move with a score");
    let number = |text: &str| text.parse::<i32>().map_err(|_| invalid());
    let (uci, score) = match text.split_once('/') {
        None => (text, None),
        Some((uci, score)) => match score.strip_prefix('#') {
            Some(moves) => (uci, Some(Score::Mate(number(moves)?))),
            None => (uci, Some(Score::Cp(number(score)?))),
        },
    };
    Ok(RecordedMove {
        uci: uci.to_owned(),
        score,
        depth: None,
        nodes: 0,
        microseconds: 0,
        ready: None,
        detail: None,
    })
}

/// The file of games, open for writing.
#[derive(Debug)]
pub struct GameLog {
    journal: Journal,
    /// The games of generations that are not recorded yet, each with the place before it. These games are not played
    /// again.
    unrecorded: VecDeque<(Place, SessionGame)>,
    synced: Instant,
    /// Shares the synced length of the file with the session.
    synced_end: Arc<Mutex<Option<Mark>>>,
}

impl Session {
    /// Opens the session's games, to continue after `recorded`, the last recorded run and generation.
    /// [`GameLog::recall`] returns the games after it.
    ///
    /// # Errors
    /// The file cannot be read, or games are damaged that cannot be played again.
    pub fn games(&self, recorded: Option<(u32, u32)>) -> Result<GameLog, Error> {
        let path = self.folder().join(GAMES);
        let mut unrecorded = VecDeque::new();
        let (end, rest) = each(self.folder(), |place, game| {
            if recorded.is_none_or(|recorded| game.id.event() > recorded) {
                unrecorded.push_back((place, game));
            }
        })?;
        if rest == Rest::Damaged && recorded.is_some() && unrecorded.is_empty() {
            let what = format!(
                "line {} does not match its checksum, because it was damaged or edited. Restore the file from a backup; or \
                 truncate it before that line to discard the games from there on",
                end.lines + 1
            );
            return Err(Error::Damaged { path, what });
        }
        let (journal, synced_end) = (Journal::append_to(&path, end)?, Arc::clone(&self.games));
        // The file may be new.
        folder::sync(self.folder())?;
        Ok(GameLog { journal, unrecorded, synced: Instant::now(), synced_end })
    }
}

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        StoreError { input: error.is_input(), cause: Box::new(error) }
    }
}

impl GameStore for GameLog {
    fn recall(&mut self, wanted: &GameId, opening: &Opening) -> Result<Option<Record>, StoreError> {
        let Some((place, next)) = self.unrecorded.pop_front() else { return Ok(None) };
        if next.id == *wanted && next.record.begins_with(&opening.game) {
            return Ok(Some(next.record));
        }
        self.unrecorded.clear();
        self.journal.truncate(place)?;
        Ok(None)
    }

    fn append(&mut self, game: &SessionGame) -> Result<(), StoreError> {
        self.journal.append(game)?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    fn sync(&mut self) -> Result<(), StoreError> {
        let end = self.journal.sync()?;
        *self.synced_end.lock().unwrap_or_else(PoisonError::into_inner) = Some(Mark::new(end));
        self.synced = Instant::now();
        Ok(())
    }
}

/// Returns the games of a session's generation, sorted by number. For `generation` `None`, returns those of the
/// confirmation, the milestones and the final match. Neither changes nor locks anything; a job may be writing. Games
/// that are not recorded yet, and all games after a damaged line, are omitted.
///
/// # Errors
/// There is no session, or a later version wrote it.
pub fn games(folder: &Path, run: u32, generation: Option<u32>) -> Result<Vec<SessionGame>, Error> {
    select(folder, |game| (game.id.run, game.id.generation) == (run, generation))
}

/// Counts the games of a session that are identical to earlier ones. Neither changes nor locks anything.
///
/// # Errors
/// There is no session, or a later version wrote it.
pub fn repeated_games(folder: &Path) -> Result<u64, Error> {
    let mut repeats = Repeats::default();
    each(folder, |_, game| {
        repeats.add(&game.record);
    })?;
    Ok(repeats.count())
}

/// Copies the games of the session in `source`, up to and including those of generation `last`, for a session with
/// another seal. Returns the end of the copy; `None` if there are no games.
pub(super) fn copy(source: &Path, last: (u32, u32), path: &Path, seal: Seal) -> Result<Option<Place>, Error> {
    let games = select(source, |game| game.id.event() <= last)?;
    if games.is_empty() {
        return Ok(None);
    }
    journal::write(path, seal, &games).map(Some)
}

/// Checks that all games of recorded generations exist and, in a finished session, that nothing follows them. If the
/// session's checkpoint has no mark of the games (`None`), returns the mark of a finished session's games.
pub(super) fn verify(
    folder: &Path,
    seal: Seal,
    safe: Option<Mark>,
    finished: bool,
) -> Result<Option<Mark>, Error> {
    if safe.is_none() && !finished {
        return Ok(None);
    }
    let path = folder.join(GAMES);
    let bytes = compressed::read(&path)?;
    let places = journal::places(&bytes, seal);
    let end = places[places.len() - 1];
    if let Some(safe) = &safe
        && !safe.is_in(&places)
    {
        let what = format!(
            "{} games were recorded, but they are missing or damaged after line {} (byte {}). Restore the file from a \
             backup; or delete {CHECKPOINT} to continue without these games: their results remain in the journal",
            safe.lines, end.lines, end.bytes
        );
        return Err(Error::Damaged { path, what });
    }
    let rest = &bytes[end.bytes as usize..];
    if finished && safe.is_some() && !rest.is_empty() {
        return Err(Error::trailing(path, "the game file of this finished session", end, rest));
    }
    Ok(safe.or_else(|| (finished && end.lines > 0).then(|| Mark::new(end))))
}

/// Returns the games that pass the test.
fn select(folder: &Path, test: impl Fn(&SessionGame) -> bool) -> Result<Vec<SessionGame>, Error> {
    let mut games = Vec::new();
    each(folder, |_, game| {
        if test(&game) {
            games.push(game);
        }
    })?;
    Ok(games)
}

/// Calls `visit` with each game and the place before it, one after the other: all at once would need a hundred bytes for
/// each move. Returns the place after the last game and the kind of data there.
fn each(folder: &Path, visit: impl FnMut(Place, SessionGame)) -> Result<(Place, Rest), Error> {
    if !folder.join(SESSION).exists() {
        return Err(Error::Missing(folder.to_owned()));
    }
    let (_, seal) = sealed::read::<Header>(&folder.join(SESSION))?;
    let path = folder.join(GAMES);
    journal::each(&path, &compressed::read(&path)?, seal, visit)
}

#[cfg(test)]
mod tests;
