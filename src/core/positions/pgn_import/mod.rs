//! Imports training and test positions from games, by the rule of the 2014 paper (section III.B): one random position
//! per game with the later winner to move.
//!
//! A file of any size is read once, one game at a time (`frame`). Each game is read and checked separately (`game`), so
//! an invalid game does not affect the others. Keyed randomness selects the games and their positions (`sampling`).
//! Memory contains little more than the requested number of games.

mod exclusion;
pub(crate) mod frame;
pub(crate) mod game;
mod sampling;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

pub use exclusion::Exclusion;
use frame::{Games, RawGame};
use game::Candidate;
pub use game::Skip;
use sampling::{Drawn, Sampler};

use super::PlayerNames;
use super::epd::{self, EpdRecord};
use crate::files::{StagedFile, create_folder};
use crate::threads::Interrupt;

/// Options for selecting games and positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportOptions {
    /// Minimum rating of both players; 0 for none.
    pub min_elo: u32,
    /// Number of positions in the training set; with `per_game`, the training set's share of the games.
    pub train: usize,
    /// Number of positions in the test set; with `per_game`, the test set's share of the games.
    pub test: usize,
    /// Take up to this number of positions of every eligible game, instead of one of each game until there are enough.
    pub per_game: Option<usize>,
    /// Use games with any result and either side to move, not only the later winner.
    pub any_result: bool,
    /// Minimum number of plies before a position.
    pub min_ply: u32,
    /// Use only positions with this player to move; any player if there is no name.
    pub player: PlayerNames,
    /// The seed of the random streams.
    pub seed: u64,
}

impl Default for ImportOptions {
    /// Returns the paper's rule and numbers.
    fn default() -> Self {
        ImportOptions {
            min_elo: 2600,
            train: 5000,
            test: 5000,
            per_game: None,
            any_result: false,
            min_ply: 0,
            player: PlayerNames::default(),
            seed: 1,
        }
    }
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Number of games in the file, including invalid ones.
    pub games: u64,
    /// Number of games that could provide a position.
    pub eligible: u64,
    /// Number of skipped games by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// The training set.
    pub train: Vec<EpdRecord>,
    /// The test set, which shares no position and no game with the training set.
    pub test: Vec<EpdRecord>,
}

/// An error during an import.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The PGN file cannot be read.
    #[error("{}: {cause}; check the path and the permissions", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
    /// No positions were requested.
    #[error("no positions requested; set --train or --test to a number greater than 0")]
    NothingRequested,
    /// There are fewer eligible games than requested positions.
    #[error(
        "{}: {requested} positions are requested, but only {found} of the {games} games are eligible{reasons}; request \
         fewer positions (--train, --test), relax the conditions, or use more games",
        file.display(), reasons = reasons(skipped)
    )]
    TooFew {
        /// The file.
        file: PathBuf,
        /// Number of requested positions.
        requested: usize,
        /// Number of games that provided a position.
        found: usize,
        /// Number of games in the file.
        games: u64,
        /// Number of skipped games by reason.
        skipped: BTreeMap<&'static str, u64>,
    },
    /// There are too few eligible games to split.
    #[error(
        "{}: {eligible} of the {games} games are eligible{reasons}, too few for a training and a test set; check --player, \
         relax the conditions, or use more games", file.display(), reasons = reasons(skipped)
    )]
    TooFewGames {
        /// The file.
        file: PathBuf,
        /// Number of games in the file.
        games: u64,
        /// Number of games that could provide a position.
        eligible: u64,
        /// Number of skipped games by reason.
        skipped: BTreeMap<&'static str, u64>,
    },
    /// A pipe repeats positions so often that the reserve of games is not sufficient. A second pass would be necessary.
    #[error(
        "{}: the games must be read twice, because many positions repeat, but a pipe can be read only once; write the \
         games to a file and import the file", file.display()
    )]
    NotAFile {
        /// The path of the pipe.
        file: PathBuf,
    },
    /// The user interrupted the import.
    #[error("import interrupted; nothing was written")]
    Interrupted,
    /// The sets cannot be written.
    #[error("{}: {cause}; use --out with a writable folder", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        cause: io::Error,
    },
}

/// Formats counts by reason, in parentheses. Empty if there are none.
pub(crate) fn reasons(skipped: &BTreeMap<&'static str, u64>) -> String {
    let reasons: Vec<String> = skipped.iter().map(|(reason, count)| format!("{reason}: {count}")).collect();
    if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) }
}

/// The number of plies after which a game of an excluded set is recognized by any of its positions. Before, many games
/// have the same ones.
const EXCLUSION_PLY: usize = 16;

/// Reads the games of a PGN file (`-` for standard input) and draws the requested positions, without those in
/// `exclusion` and without their games. `progress` receives the number of bytes read so far. `interrupt` is checked
/// before each game.
///
/// # Errors
/// Returns an error if the file cannot be read, contains too few games, or `interrupt` was raised.
pub fn import(
    file: &Path,
    options: &ImportOptions,
    exclusion: &Exclusion,
    interrupt: &Interrupt,
    mut progress: impl FnMut(u64),
) -> Result<Imported, ImportError> {
    let requested = options.train + options.test;
    if requested == 0 {
        return Err(ImportError::NothingRequested);
    }
    if let Some(most) = options.per_game {
        return import_all(file, options, most, exclusion, interrupt, &mut progress);
    }
    let mut capacity = requested.saturating_add(requested / 8).saturating_add(64);
    loop {
        let pass = read_games(file, options, exclusion, capacity, interrupt, &mut progress)?;
        let (eligible, dropped) = (pass.sampler.offered(), pass.sampler.dropped());
        let Drawn { mut records, exhausted } = pass.sampler.draw(&file_stem(file), requested, exclusion);
        if records.len() < requested && dropped > 0 {
            // Too many games had no new position, and the reserve is exhausted. Read again and keep more games.
            if !fs::metadata(file).is_ok_and(|metadata| metadata.is_file()) {
                return Err(ImportError::NotAFile { file: file.to_owned() });
            }
            capacity = capacity.saturating_mul(2);
            continue;
        }
        let mut skipped = pass.skipped;
        if exhausted > 0 {
            *skipped.entry(Skip::AllTaken.reason()).or_default() += exhausted;
        }
        if records.len() < requested {
            let (file, found, games) = (file.to_owned(), records.len(), pass.games);
            return Err(ImportError::TooFew { file, requested, found, games, skipped });
        }
        let test = records.split_off(options.train);
        return Ok(Imported { games: pass.games, eligible, skipped, train: records, test });
    }
}

/// Takes up to `most` positions of every eligible game.
fn import_all(
    file: &Path,
    options: &ImportOptions,
    most: usize,
    exclusion: &Exclusion,
    interrupt: &Interrupt,
    progress: &mut impl FnMut(u64),
) -> Result<Imported, ImportError> {
    let Pass { games, mut skipped, sampler } =
        read_games(file, options, exclusion, usize::MAX, interrupt, progress)?;
    let eligible = sampler.offered();
    let parts = [options.train, options.test].map(|part| part as u64);
    let test_games = (eligible as u128 * u128::from(parts[1]) / u128::from(parts[0] + parts[1])) as usize;
    let (train, test, exhausted) = sampler.draw_all(&file_stem(file), most, test_games, exclusion);
    if exhausted > 0 {
        *skipped.entry(Skip::AllTaken.reason()).or_default() += exhausted;
    }
    let missing =
        [(parts[0], &train), (parts[1], &test)].iter().any(|(part, set)| *part > 0 && set.is_empty());
    if missing {
        let file = file.to_owned();
        return Err(ImportError::TooFewGames { file, games, eligible, skipped });
    }
    Ok(Imported { games, eligible, skipped, train, test })
}

/// The result of reading the file once.
struct Pass {
    games: u64,
    skipped: BTreeMap<&'static str, u64>,
    sampler: Sampler,
}

/// Opens a PGN file; `-` is standard input.
pub(crate) fn open(file: &Path) -> io::Result<Games<BufReader<Box<dyn Read>>>> {
    let source: Box<dyn Read> =
        if file == Path::new("-") { Box::new(io::stdin().lock()) } else { Box::new(File::open(file)?) };
    Ok(Games::new(BufReader::with_capacity(1 << 16, source)))
}

fn read_games(
    file: &Path,
    options: &ImportOptions,
    exclusion: &Exclusion,
    capacity: usize,
    interrupt: &Interrupt,
    progress: &mut impl FnMut(u64),
) -> Result<Pass, ImportError> {
    let unreadable = |cause| ImportError::Read { file: file.to_owned(), cause };
    let mut games = open(file).map_err(unreadable)?;
    let mut raw = RawGame::default();
    let mut pass = Pass { games: 0, skipped: BTreeMap::new(), sampler: Sampler::new(options.seed, capacity) };
    while games.next(&mut raw).map_err(unreadable)? {
        if interrupt.raised() {
            return Err(ImportError::Interrupted);
        }
        pass.games += 1;
        match game::read(&raw, pass.games, options) {
            Ok(candidate) if is_excluded(&candidate, exclusion) => {
                *pass.skipped.entry(Skip::Excluded.reason()).or_default() += 1;
            }
            Ok(candidate) => pass.sampler.offer(candidate),
            Err(skip) => *pass.skipped.entry(skip.reason()).or_default() += 1,
        }
        progress(games.bytes_read());
    }
    Ok(pass)
}

fn is_excluded(game: &Candidate, exclusion: &Exclusion) -> bool {
    !exclusion.is_empty() && exclusion.contains(game, &game.line(), EXCLUSION_PLY)
}

/// Returns the file name without extension: the first part of every record's `id`.
fn file_stem(file: &Path) -> String {
    file.file_stem()
        .filter(|stem| *stem != "-")
        .map_or_else(|| "game".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl Imported {
    /// The names of the files of the training and the test positions.
    pub const FILES: [&str; 2] = ["train.epd", "test.epd"];

    /// Writes `train.epd` and `test.epd` into a folder, which is created if necessary. Both are written and synced
    /// before either is renamed to its final path.
    ///
    /// # Errors
    /// Returns an error if the folder or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<[PathBuf; 2], ImportError> {
        let write_error = |path: &Path| {
            let path = path.to_owned();
            move |cause| ImportError::Write { path, cause }
        };
        create_folder(folder).map_err(write_error(folder))?;
        let paths = Imported::FILES.map(|name| folder.join(name));
        let train = StagedFile::write(&paths[0], epd::write(&self.train).as_bytes())
            .map_err(write_error(&paths[0]))?;
        let test = StagedFile::write(&paths[1], epd::write(&self.test).as_bytes())
            .map_err(write_error(&paths[1]))?;
        train.publish().map_err(write_error(&paths[0]))?;
        test.publish().map_err(write_error(&paths[1]))?;
        Ok(paths)
    }
}
