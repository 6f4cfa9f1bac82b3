//! The moves of one player in games.
//!
//! A game keeps only its moves and the player's side. Names, events and dates choose the side, and are forgotten then.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move, Position};

use super::error::Error;
use super::style::Context;
use crate::positions::PlayerNames;
use crate::positions::moves::fen;
use crate::positions::pgn_import::frame::RawGame;
use crate::positions::pgn_import::{self, ImportOptions, game};
use crate::threads::Interrupt;

/// The side whose moves are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Side {
    /// The side of the player with one of these names.
    Named(PlayerNames),
    /// One colour.
    Colour(Color),
    /// Both sides.
    Both,
}

/// A game with the side whose moves count.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedGame {
    pub(crate) start: Chess,
    pub(crate) moves: Vec<Move>,
    /// The side; `None` for both.
    pub(crate) side: Option<Color>,
    /// A number that depends only on the moves.
    pub(crate) key: u64,
}

/// The games of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlayedGames {
    /// The games, in the order of the file, without repetitions.
    pub games: Vec<PlayedGame>,
    /// Number of games in the file.
    pub read: u64,
    /// Number of skipped games by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// What is read of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOptions {
    /// The side whose moves are read.
    pub side: Side,
    /// Read only games that this side won.
    pub wins: bool,
}

impl PlayedGame {
    pub(crate) fn new(start: Chess, moves: Vec<Move>, side: Option<Color>) -> PlayedGame {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 game");
        hasher.update(fen(&start).as_bytes());
        for m in &moves {
            hasher.update(UciMove::from_standard(*m).to_string().as_bytes());
        }
        let mut key = [0; 8];
        key.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
        PlayedGame { start, moves, side, key: u64::from_le_bytes(key) }
    }

    /// Returns whether the game belongs to the held-out part, a quarter of all games. This depends only on the moves, so a
    /// game between two players is in the same part of both players' games.
    #[must_use]
    pub fn is_held_out(&self) -> bool {
        self.key.is_multiple_of(4)
    }

    /// Returns the part of the game in a cross-validation, below `folds`.
    pub(crate) fn fold(&self, folds: u64) -> u64 {
        self.key / 4 % folds
    }

    /// Returns whether the game is one of about one in `every`.
    pub(crate) fn is_sampled(&self, every: u64) -> bool {
        (self.key / 16).is_multiple_of(every)
    }

    /// Calls `with` for each position after `cut` plies in which the side had a choice: the position, its legal moves, what
    /// was played before, and the number of the move played.
    pub(crate) fn each(&self, cut: usize, mut with: impl FnMut(&Chess, &[Move], Context, usize)) {
        let mut position = self.start.clone();
        for (ply, m) in self.moves.iter().enumerate() {
            if ply >= cut && self.side.is_none_or(|side| side == position.turn()) {
                let moves: Vec<Move> = position.legal_moves().into_iter().collect();
                let context = Context::after(&self.moves[..ply]);
                if moves.len() > 1
                    && let Some(played) = moves.iter().position(|legal| legal == m)
                {
                    with(&position, &moves, context, played);
                }
            }
            position.play_unchecked(*m);
        }
    }
}

/// Reads the games of a PGN file (`-` for standard input). `progress` receives the number of bytes read so far.
///
/// # Errors
/// The file cannot be read, no game has the player, or `interrupt` was raised.
pub fn read(
    file: &Path,
    options: &GameOptions,
    interrupt: &Interrupt,
    mut progress: impl FnMut(u64),
) -> Result<PlayedGames, Error> {
    let unreadable = |cause: io::Error| Error::Read { file: file.to_owned(), cause };
    let names = match &options.side {
        Side::Named(names) => names.clone(),
        Side::Colour(_) | Side::Both => PlayerNames::default(),
    };
    let import =
        ImportOptions { min_elo: 0, any_result: !options.wins, player: names, ..ImportOptions::default() };
    let mut source = pgn_import::open(file).map_err(unreadable)?;
    let (mut raw, mut found, mut known) = (RawGame::default(), PlayedGames::default(), HashSet::new());
    while source.next(&mut raw).map_err(unreadable)? {
        if interrupt.raised() {
            return Err(Error::Interrupted);
        }
        found.read += 1;
        progress(source.bytes_read());
        let result = game::read(&raw, found.read, &import).map_err(|skip| skip.reason()).and_then(|game| {
            let side = side(&game, &options.side)?;
            let game = PlayedGame::new(game.start, game.moves, side);
            if known.insert(game.key) { Ok(game) } else { Err("repeated game") }
        });
        match result {
            Ok(game) => found.games.push(game),
            Err(reason) => *found.skipped.entry(reason).or_default() += 1,
        }
    }
    if found.games.is_empty() {
        return Err(Error::NoGame { file: file.to_owned(), games: found.read, skipped: found.skipped });
    }
    Ok(found)
}

/// Returns the side of a game whose moves count.
fn side(game: &game::Candidate, wanted: &Side) -> Result<Option<Color>, &'static str> {
    let turn = |ply: &u32| if ply.is_multiple_of(2) { game.start.turn() } else { !game.start.turn() };
    let first = game.eligible.first().map(turn);
    match wanted {
        Side::Both => Ok(None),
        Side::Colour(color) => game
            .eligible
            .iter()
            .any(|ply| turn(ply) == *color)
            .then_some(Some(*color))
            .ok_or("no move of this side"),
        Side::Named(_) if game.eligible.iter().any(|ply| Some(turn(ply)) != first) => {
            Err("both players have the name")
        }
        Side::Named(_) => Ok(first),
    }
}
