//! Games to training and test positions, by the rule of the 2014 paper (section III.B): one random
//! position a game, the side to move being the later winner.
//!
//! A file of any size is read once, one game at a time (`frame`); each is read and judged on its own
//! (`game`), so a bad game costs that game alone. Which games are taken and which of their positions is
//! decided by keyed randomness (`sampling`): memory holds little more than the games asked for.

pub(crate) mod frame;
mod game;
mod sampling;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use frame::{Games, RawGame};
pub use game::Skip;
use sampling::{Drawn, Sampler};

use super::epd::{self, EpdRecord};
use crate::files::Staged;
use crate::threads::Interrupt;

/// Which games and positions are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportOptions {
    /// Rating that both players must have at least; 0 asks for none.
    pub min_elo: u32,
    /// Positions of the training set.
    pub train: usize,
    /// Positions of the test set.
    pub test: usize,
    /// Take games of any result and either side to move, not only the later winner.
    pub any_result: bool,
    /// Fewest half-moves played before a position.
    pub min_ply: u32,
    /// Take only positions in which a player is to move whose name contains this, in any case.
    pub player: Option<String>,
    /// Names the random streams.
    pub seed: u64,
}

impl Default for ImportOptions {
    /// The paper's rule and numbers.
    fn default() -> Self {
        ImportOptions {
            min_elo: 2600,
            train: 5000,
            test: 5000,
            any_result: false,
            min_ply: 0,
            player: None,
            seed: 1,
        }
    }
}

/// What an import found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Games in the file, bad ones included.
    pub games: u64,
    /// Games that could have given a position.
    pub eligible: u64,
    /// Games that could not, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// The training set.
    pub train: Vec<EpdRecord>,
    /// The test set; no position of it is in the training set, and no game gave to both.
    pub test: Vec<EpdRecord>,
}

/// Why an import failed.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file of games cannot be read.
    #[error("{}: {cause}; check the path and that it can be read", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// Nothing was asked for.
    #[error("no position was asked for; give --train or --test a number above 0")]
    NothingAsked,
    /// There are fewer games than positions asked for.
    #[error(
        "{}: {wanted} positions were asked for, but only {found} of its {games} games can give one{reasons}; \
         ask for fewer with --train and --test, loosen the rules, or give more games",
        file.display(), reasons = reasons(skipped)
    )]
    TooFew {
        /// The file.
        file: PathBuf,
        /// Positions asked for.
        wanted: usize,
        /// Games that gave one.
        found: usize,
        /// Games in the file.
        games: u64,
        /// Games that could not, by reason.
        skipped: BTreeMap<&'static str, u64>,
    },
    /// Games that can be read only once repeat each other's positions more often than the reserve covers.
    #[error(
        "{}: so many games repeat others' positions that they must be read twice, which a pipe does not allow; \
         write them to a file and import that", file.display()
    )]
    NotAFile {
        /// The pipe.
        file: PathBuf,
    },
    /// Somebody asked to stop.
    #[error("the import was interrupted; nothing was written")]
    Interrupted,
    /// The sets cannot be written.
    #[error("{}: {cause}; name a folder that can be written with --out", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
}

/// Counts by reason in words, in brackets.
fn reasons(skipped: &BTreeMap<&'static str, u64>) -> String {
    let reasons: Vec<String> = skipped.iter().map(|(reason, count)| format!("{reason}: {count}")).collect();
    if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) }
}

/// Reads the games of a PGN file (`-` for standard input) and draws the positions asked for. `progress` hears how many bytes have
/// been read; `interrupt` is looked at before each game.
///
/// # Errors
/// When the file cannot be read, holds too few games, or `interrupt` was raised.
pub fn import(
    file: &Path,
    options: &ImportOptions,
    interrupt: &Interrupt,
    mut progress: impl FnMut(u64),
) -> Result<Imported, ImportError> {
    let wanted = options.train + options.test;
    if wanted == 0 {
        return Err(ImportError::NothingAsked);
    }
    let mut capacity = wanted.saturating_add(wanted / 8).saturating_add(64);
    loop {
        let pass = read_games(file, options, capacity, interrupt, &mut progress)?;
        let (eligible, forgotten) = (pass.sampler.offered(), pass.sampler.forgotten());
        let Drawn { mut records, exhausted } = pass.sampler.draw(&file_stem(file), wanted);
        if records.len() < wanted && forgotten > 0 {
            // So many games had nothing new to give that the reserve did not last: read again, keep more.
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
        if records.len() < wanted {
            let (file, found, games) = (file.to_owned(), records.len(), pass.games);
            return Err(ImportError::TooFew { file, wanted, found, games, skipped });
        }
        let test = records.split_off(options.train);
        return Ok(Imported { games: pass.games, eligible, skipped, train: records, test });
    }
}

/// What one reading of the file gave.
struct Pass {
    games: u64,
    skipped: BTreeMap<&'static str, u64>,
    sampler: Sampler,
}

fn read_games(
    file: &Path,
    options: &ImportOptions,
    capacity: usize,
    interrupt: &Interrupt,
    progress: &mut impl FnMut(u64),
) -> Result<Pass, ImportError> {
    let unreadable = |cause| ImportError::Read { file: file.to_owned(), cause };
    let source: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(unreadable)?)
    };
    let mut games = Games::new(BufReader::with_capacity(1 << 16, source));
    let mut raw = RawGame::default();
    let mut pass = Pass { games: 0, skipped: BTreeMap::new(), sampler: Sampler::new(options.seed, capacity) };
    while games.next(&mut raw).map_err(unreadable)? {
        if interrupt.raised() {
            return Err(ImportError::Interrupted);
        }
        pass.games += 1;
        match game::judge(&raw, pass.games, options) {
            Ok(candidate) => pass.sampler.offer(candidate),
            Err(skip) => *pass.skipped.entry(skip.reason()).or_default() += 1,
        }
        progress(games.bytes_read());
    }
    Ok(pass)
}

/// The file's name without its ending: the first part of every record's `id`.
fn file_stem(file: &Path) -> String {
    file.file_stem()
        .filter(|stem| *stem != "-")
        .map_or_else(|| "game".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

impl Imported {
    /// Writes `train.epd` and `test.epd` into a folder, which is made if need be. Both are written and
    /// synced before either takes its place.
    ///
    /// # Errors
    /// When the folder or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<[PathBuf; 2], ImportError> {
        let refused = |path: &Path| {
            let path = path.to_owned();
            move |cause| ImportError::Write { path, cause }
        };
        fs::create_dir_all(folder).map_err(refused(folder))?;
        let paths = [folder.join("train.epd"), folder.join("test.epd")];
        let train =
            Staged::write(&paths[0], epd::write(&self.train).as_bytes()).map_err(refused(&paths[0]))?;
        let test = Staged::write(&paths[1], epd::write(&self.test).as_bytes()).map_err(refused(&paths[1]))?;
        train.publish().map_err(refused(&paths[0]))?;
        test.publish().map_err(refused(&paths[1]))?;
        Ok(paths)
    }
}
