//! Draws sets of quiet positions with results from games.
//!
//! Each game provides some random positions, but none of its first and last plies and none in check. Each position is
//! replaced by its quiet successor ([`quiet()`]), because a static evaluation says nothing about a position in the middle
//! of an exchange. The random stream of a game depends only on the seed and the game's number in its file, and games
//! are added in file order. So a set is the same for any number of threads.

pub mod quiet;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use pgn_reader::{KnownOutcome, Outcome};
use rand::RngExt;
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};

use super::{GameSource, Points, ResultPosition, ResultSet};
use crate::engine::evaluation::Weights;
use crate::organism::{Organism, OrganismError, REFERENCE};
use crate::positions::fen::fields;
use crate::positions::pgn_import::frame::RawGame;
use crate::positions::pgn_import::game::{self, Candidate};
use crate::positions::pgn_import::{self, Exclusion, ImportError, ImportOptions, Skip};
use crate::positions::text::one_line;
use crate::randomness::Randomness;
use crate::threads::{Interrupt, ThreadPool};
use quiet::quiet;

/// Games that are read at a time and then sampled on all threads.
const BATCH: usize = 512;

/// Games that reach the same position after this number of plies, or a few plies before their end, are considered to be
/// copies of one game.
const COPY_PLY: usize = 40;

/// Maximum length of a game's name, in characters.
const MAX_NAME: usize = 200;

/// Options for drawing positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SamplingOptions {
    /// Minimum rating of both players; 0 for none.
    pub min_elo: u32,
    /// Minimum number of plies before a position.
    pub first_ply: u32,
    /// Minimum number of plies after a position.
    pub last_plies: u32,
    /// Maximum number of positions per game.
    pub per_game: usize,
    /// The seed of the random streams.
    pub seed: u64,
}

impl Default for SamplingOptions {
    fn default() -> Self {
        SamplingOptions { min_elo: 2600, first_ply: 16, last_plies: 6, per_game: 20, seed: 1 }
    }
}

/// A set drawn from games, with counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Number of games in the file, including invalid ones.
    pub games: u64,
    /// Number of skipped games by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// Number of drawn positions that are not in the set, by reason.
    pub dropped: BTreeMap<&'static str, u64>,
    /// The set. Each of its games has a position.
    pub set: ResultSet,
}

impl Sample {
    /// Returns the number of positions with a result.
    #[must_use]
    pub fn count(&self, result: Points) -> usize {
        self.set.positions.iter().filter(|position| position.points == result).count()
    }
}

/// An error while drawing a set.
#[derive(Debug, thiserror::Error)]
pub enum SamplingError {
    /// The games cannot be read, or the user interrupted.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// No game has a suitable position.
    #[error(
        "{}: none of the {games} games has a suitable position{reasons}; use other games or relax the conditions",
        file.display(), reasons = pgn_import::reasons(skipped)
    )]
    NoPosition {
        /// The file.
        file: PathBuf,
        /// Number of games in the file.
        games: u64,
        /// Number of skipped games by reason.
        skipped: BTreeMap<&'static str, u64>,
    },
    /// The embedded organism cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
}

/// Reads the games of a PGN file (`-` for standard input) and draws positions. Games in `exclusion` provide none.
/// `progress` receives the number of bytes read so far.
///
/// # Errors
/// Returns an error if the file cannot be read, has no suitable position, or `interrupt` was raised.
pub fn sample(
    file: &Path,
    options: &SamplingOptions,
    exclusion: &Exclusion,
    pool: &ThreadPool,
    interrupt: &Interrupt,
    mut progress: impl FnMut(u64),
) -> Result<Sample, SamplingError> {
    let sampler = Sampler::new(options, exclusion)?;
    let mut collector = Collector::new(file);
    let unreadable = |cause| ImportError::Read { file: file.to_owned(), cause };
    let mut games = pgn_import::open(file).map_err(unreadable)?;
    let mut batch: Vec<RawGame> = Vec::new();
    loop {
        let mut raw = RawGame::default();
        let more = games.next(&mut raw).map_err(unreadable)?;
        if more {
            batch.push(raw);
        }
        if batch.len() == BATCH || !more {
            let first = collector.sample.games + 1;
            let provided = pool.install(|| sampler.sample(first, &batch, interrupt));
            provided.into_iter().for_each(|provided| collector.add(provided));
            batch.clear();
            progress(games.bytes_read());
        }
        if interrupt.raised() {
            return Err(ImportError::Interrupted.into());
        }
        if !more {
            return collector.finish(file);
        }
    }
}

/// What a game provides.
enum Provided {
    /// The game is skipped.
    Nothing(&'static str),
    /// The game is excluded. So are its copies.
    Excluded(GameKey),
    Positions(GamePositions),
}

/// Equal for copies of one game: a number of plies and the four fields of the position after them.
#[derive(Debug, PartialEq, Eq, Hash)]
struct GameKey(usize, String);

/// The positions drawn from a game.
struct GamePositions {
    key: GameKey,
    source: GameSource,
    result: Points,
    /// The quiet positions with their four fields, in the order of the game.
    positions: Vec<(Chess, String)>,
    dropped: Vec<&'static str>,
}

/// Draws positions from games.
struct Sampler<'a> {
    options: &'a SamplingOptions,
    import: ImportOptions,
    exclusion: &'a Exclusion,
    weights: Weights,
    randomness: Randomness,
}

impl Sampler<'_> {
    fn new<'a>(options: &'a SamplingOptions, exclusion: &'a Exclusion) -> Result<Sampler<'a>, OrganismError> {
        let SamplingOptions { min_elo, first_ply: min_ply, seed, .. } = *options;
        Ok(Sampler {
            options,
            import: ImportOptions { min_elo, min_ply, any_result: true, ..ImportOptions::default() },
            exclusion,
            weights: Organism::named_or_path(REFERENCE)?.weights(),
            randomness: Randomness::new(seed, "results", 0),
        })
    }

    /// Draws positions from games, the first of which has the number `first` in its file. After an interrupt, games
    /// provide nothing.
    fn sample(&self, first: u64, games: &[RawGame], interrupt: &Interrupt) -> Vec<Provided> {
        let sample = |(index, raw)| {
            if interrupt.raised() {
                Provided::Nothing("interrupted")
            } else {
                self.game(raw, first + index as u64)
            }
        };
        games.par_iter().enumerate().map(sample).collect()
    }

    fn game(&self, raw: &RawGame, number: u64) -> Provided {
        let read = game::read(raw, number, &self.import).and_then(|game| {
            let result = result(game.result).ok_or(Skip::Unfinished)?;
            Ok((game, result))
        });
        match read {
            Ok((game, result)) => self.positions(&game, result),
            Err(skip) => Provided::Nothing(skip.reason()),
        }
    }

    /// Draws the positions of a valid game.
    fn positions(&self, game: &Candidate, result: Points) -> Provided {
        let line = game.line();
        let last = line.len().saturating_sub(1 + self.options.last_plies as usize);
        let eligible: Vec<usize> =
            (self.options.first_ply as usize..=last).filter(|ply| !line[*ply].is_check()).collect();
        if eligible.is_empty() {
            return Provided::Nothing(Skip::NoPosition.reason());
        }
        let key_ply = last.min(COPY_PLY);
        let key = GameKey(key_ply, fields(&line[key_ply]));
        if self.exclusion.contains(game, &line, self.options.first_ply as usize) {
            return Provided::Excluded(key);
        }
        let mut drawn = GamePositions {
            key,
            source: GameSource { text: name(game) },
            result,
            positions: Vec::new(),
            dropped: Vec::new(),
        };
        self.draw(game.number, &line, eligible, &mut drawn);
        Provided::Positions(drawn)
    }

    /// Draws plies until enough of them have a quiet successor.
    fn draw(&self, number: u64, line: &[Chess], mut plies: Vec<usize>, drawn: &mut GamePositions) {
        let mut rng = self.randomness.stream(0, &format!("positions of game {number}"));
        let mut found: Vec<(usize, Chess, String)> = Vec::new();
        while found.len() < self.options.per_game && !plies.is_empty() {
            let ply = plies.swap_remove(rng.random_range(0..plies.len()));
            match quiet(&line[ply], &self.weights) {
                Ok(position) => {
                    let fields = fields(&position);
                    if self.exclusion.contains_position(&fields) {
                        drawn.dropped.push(Skip::Excluded.reason());
                    } else {
                        found.push((ply, position, fields));
                    }
                }
                Err(reason) => drawn.dropped.push(reason.reason()),
            }
        }
        found.sort_unstable_by_key(|(ply, ..)| *ply);
        drawn.positions = found.into_iter().map(|(_, position, fields)| (position, fields)).collect();
    }
}

fn result(outcome: Outcome) -> Option<Points> {
    match outcome {
        Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Some(Points::WIN),
        Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Some(Points::LOSS),
        Outcome::Known(KnownOutcome::Draw) => Some(Points::DRAW),
        Outcome::Unknown => None,
    }
}

/// Returns the name of a game: players, and event and date if known.
fn name(game: &Candidate) -> String {
    let or_unknown = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let date = game.date.trim_end_matches(".??");
    let known: Vec<&str> =
        [game.event.as_str(), date].into_iter().filter(|text| !matches!(*text, "" | "?" | "????")).collect();
    let mut name = format!("{} – {}", or_unknown(&game.white), or_unknown(&game.black));
    if !known.is_empty() {
        name.push_str(&format!(", {}", known.join(" ")));
    }
    one_line(&name).chars().take(MAX_NAME).collect()
}

/// Collects the positions of games in file order.
struct Collector {
    sample: Sample,
    keys: HashSet<GameKey>,
    positions: HashSet<String>,
}

impl Collector {
    fn new(file: &Path) -> Collector {
        let set = ResultSet { name: file.display().to_string(), games: Vec::new(), positions: Vec::new() };
        let sample = Sample { games: 0, skipped: BTreeMap::new(), dropped: BTreeMap::new(), set };
        Collector { sample, keys: HashSet::new(), positions: HashSet::new() }
    }

    fn add(&mut self, provided: Provided) {
        self.sample.games += 1;
        let skipped = match provided {
            Provided::Nothing(reason) => Some(reason),
            Provided::Excluded(key) => {
                self.keys.insert(key);
                Some(Skip::Excluded.reason())
            }
            Provided::Positions(game) if self.keys.contains(&game.key) => Some("copy of another game"),
            Provided::Positions(game) => self.add_positions(game),
        };
        if let Some(reason) = skipped {
            *self.sample.skipped.entry(reason).or_default() += 1;
        }
    }

    /// Adds the positions that no earlier game has. Returns the reason if there is none.
    fn add_positions(&mut self, game: GamePositions) -> Option<&'static str> {
        self.keys.insert(game.key);
        for reason in game.dropped {
            *self.sample.dropped.entry(reason).or_default() += 1;
        }
        let drawn = game.positions.len();
        let new: Vec<Chess> = game
            .positions
            .into_iter()
            .filter_map(|(position, fields)| self.positions.insert(fields).then_some(position))
            .collect();
        if new.len() < drawn {
            *self.sample.dropped.entry(Skip::AllTaken.reason()).or_default() += (drawn - new.len()) as u64;
        }
        let Ok(index) = u32::try_from(self.sample.set.games.len()) else { return Some("too many games") };
        if new.is_empty() {
            return Some(Skip::NoPosition.reason());
        }
        self.sample.set.games.push(game.source);
        let result = game.result;
        self.sample.set.positions.extend(new.into_iter().map(|position| ResultPosition {
            position,
            points: result,
            game: index,
        }));
        None
    }

    fn finish(self, file: &Path) -> Result<Sample, SamplingError> {
        let Sample { games, skipped, set, .. } = &self.sample;
        if set.positions.is_empty() {
            let (games, skipped) = (*games, skipped.clone());
            return Err(SamplingError::NoPosition { file: file.to_owned(), games, skipped });
        }
        Ok(self.sample)
    }
}
