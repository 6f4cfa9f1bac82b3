//! Syzygy endgame tablebases: what is known for certain of positions with few pieces.
//!
//! Two kinds of files make them up. Those that end in `.rtbw` say who wins (WDL), and whether the fifty-move rule
//! saves the other side; those in `.rtbz` say in how many plies the next pawn move or capture comes (DTZ), by which
//! a won ending is won. A table answers for its own pieces only together with those that captures and promotions
//! lead to. The files are read as they are probed, never changed, and never trusted: whatever is wrong with one, a
//! probe of it has no answer.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs, io};

use shakmaty::{
    Bitboard, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup as _, PositionError, Role, Setup,
};
use shakmaty_syzygy::Tablebase;
pub use shakmaty_syzygy::{AmbiguousWdl, Dtz, MaybeRounded, Wdl};

use super::board::Board;
use super::pieces::Pieces as _;

/// Why tablebases, or one of their files, cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// A folder that is not there, or cannot be listed.
    #[error("no tablebases can be read from the folder {}: {error}", folder.display())]
    Folder {
        /// As it was given.
        folder: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file with the name of a table that is none.
    #[error("the tablebase {} is left out: {error}; is it wholly there?", file.display())]
    File {
        /// Its path.
        file: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// Folders without a table that says who wins.
    #[error("no tablebases are in {0}; tables that say who wins end in .rtbw")]
    Nothing(String),
}

/// The tables of some folders.
#[derive(Debug)]
pub struct Tablebases {
    tables: Tablebase<Chess>,
    wins: usize,
    distances: usize,
    faults: Vec<TablebaseError>,
}

impl Tablebases {
    /// The tables in the folders of a path, which are separated as the system's paths are: by semicolons on
    /// Windows, by colons elsewhere. Of equal tables the first is taken. Files are looked at by name and size only,
    /// and opened when they are needed.
    ///
    /// # Errors
    /// When a folder cannot be listed. A broken file is not an error but one of [`Tablebases::faults`].
    pub fn open(path: &str) -> Result<Tablebases, TablebaseError> {
        let mut found = Tablebases { tables: Tablebase::new(), wins: 0, distances: 0, faults: Vec::new() };
        let mut names = BTreeSet::new();
        for folder in env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()) {
            let mut files = files_of(&folder)
                .map_err(|error| TablebaseError::Folder { folder: folder.clone(), error })?;
            files.sort();
            for file in files {
                found.add(&file, &mut names);
            }
        }
        Ok(found)
    }

    /// The same for whoever relies on the tables: all of them are in order, and there are some that say who wins.
    ///
    /// # Errors
    /// When a folder cannot be listed, a file is broken, or there is no table that says who wins.
    pub fn open_all(path: &str) -> Result<Tablebases, TablebaseError> {
        let mut found = Tablebases::open(path)?;
        if let Some(fault) = found.faults.pop() {
            return Err(fault);
        }
        if found.wins == 0 {
            return Err(TablebaseError::Nothing(path.to_owned()));
        }
        Ok(found)
    }

    fn add(&mut self, file: &Path, names: &mut BTreeSet<PathBuf>) {
        let (Some(name), Some(kind)) = (file.file_name(), file.extension().and_then(OsStr::to_str)) else {
            return;
        };
        if !matches!(kind, "rtbw" | "rtbz") || names.contains(Path::new(name)) {
            return;
        }
        match self.tables.add_file(file) {
            Ok(()) => {
                names.insert(name.into());
                *(if kind == "rtbw" { &mut self.wins } else { &mut self.distances }) += 1;
            }
            Err(error) => self.faults.push(TablebaseError::File { file: file.to_owned(), error }),
        }
    }

    /// The most pieces of any table, kings and pawns included; 0 without tables.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// What was found with the name of a table and could not be used.
    #[must_use]
    pub fn faults(&self) -> &[TablebaseError] {
        &self.faults
    }

    /// Whether the tables may know a position: it has few enough pieces and no right to castle.
    #[must_use]
    pub fn may_know(&self, board: &Board) -> bool {
        board.occupied().count() <= self.most_pieces() && !board.has_castling_rights()
    }

    /// What becomes of a position for the side to move, if its fifty moves begin now; `None` where tables do not
    /// say.
    #[must_use]
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.answer(board, |tables, position| tables.probe_wdl_after_zeroing(position).ok())
    }

    /// In how many plies the next pawn move or capture comes with best play, the sign telling who wins; `None` where
    /// tables do not say. [`AmbiguousWdl::from_dtz_and_halfmoves`] tells what that makes of the position.
    #[must_use]
    pub fn dtz(&self, board: &Board) -> Option<MaybeRounded<Dtz>> {
        self.answer(board, |tables, position| tables.probe_dtz(position).ok())
    }

    fn answer<T>(
        &self,
        board: &Board,
        probe: impl FnOnce(&Tablebase<Chess>, &Chess) -> Option<T>,
    ) -> Option<T> {
        if !self.may_know(board) {
            return None;
        }
        probe(&self.tables, &position_of(board)?)
    }
}

impl fmt::Display for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tablebases { wins, distances, .. } = self;
        if wins + distances == 0 {
            return f.write_str("no tablebases found");
        }
        write!(f, "{wins} WDL and {distances} DTZ tablebases of up to {} pieces", self.most_pieces())
    }
}

fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
}

/// The position of a board without castling rights.
fn position_of(board: &Board) -> Option<Chess> {
    let by_role = ByRole {
        pawn: board.by_role(Role::Pawn),
        knight: board.by_role(Role::Knight),
        bishop: board.by_role(Role::Bishop),
        rook: board.by_role(Role::Rook),
        queen: board.by_role(Role::Queen),
        king: board.by_role(Role::King),
    };
    let by_color = ByColor { black: board.by_color(Color::Black), white: board.by_color(Color::White) };
    let setup = Setup {
        board: shakmaty::Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: board.turn(),
        castling_rights: Bitboard::EMPTY,
        ep_square: board.en_passant(),
        halfmoves: board.halfmoves(),
        ..Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Standard).or_else(PositionError::ignore_impossible_check).ok()
}

#[cfg(test)]
mod tests;
