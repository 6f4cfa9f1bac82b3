//! Syzygy endgame tablebases: exact results of positions with few pieces.
//!
//! There are two kinds of files. `.rtbw` files contain the winner and whether the fifty-move rule saves the other side
//! (WDL). `.rtbz` files contain the plies to the next pawn move or capture (DTZ), which is needed to win a won ending.
//! A table needs the tables that its captures and promotions lead to. Files are read when probed, never modified and
//! never trusted: a probe of a defective file returns no result.

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

/// An error in a tablebase folder or file.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// A folder does not exist or cannot be listed.
    #[error("cannot read the tablebase folder {}: {error}", folder.display())]
    Folder {
        /// The folder as given.
        folder: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file has the name of a table but is none.
    #[error("the tablebase {} is skipped: {error}; check that the file is complete", file.display())]
    File {
        /// The path of the file.
        file: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The folders contain no WDL table.
    #[error("no tablebases found in {0}; at least one WDL table (.rtbw) is required")]
    Nothing(String),
}

/// The tables of one or more folders.
#[derive(Debug)]
pub struct Tablebases {
    tables: Tablebase<Chess>,
    wins: usize,
    distances: usize,
    faults: Vec<TablebaseError>,
}

impl Tablebases {
    /// Opens the tables in the folders of a path list, separated by semicolons on Windows and by colons elsewhere. Of
    /// equal tables the first is used. Only names and sizes of files are checked; files are opened when they are
    /// probed.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be listed. Broken files are not errors but are listed in
    /// [`Tablebases::faults`].
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

    /// Opens tables like [`Tablebases::open`], but requires that no file is broken and that there is a WDL table.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be listed, a file is broken, or there is no WDL table.
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

    /// Returns the largest number of pieces of any table, including kings and pawns; 0 without tables.
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        self.tables.max_pieces()
    }

    /// Returns the files that have the name of a table but cannot be used.
    #[must_use]
    pub fn faults(&self) -> &[TablebaseError] {
        &self.faults
    }

    /// Returns whether the tables may contain a position: it has few enough pieces and no castling rights.
    #[must_use]
    pub fn may_know(&self, board: &Board) -> bool {
        board.occupied().count() <= self.most_pieces() && !board.has_castling_rights()
    }

    /// Returns the result of a position for the side to move, with the fifty-move counter at 0. `None` if the tables do
    /// not contain it.
    #[must_use]
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.answer(board, |tables, position| tables.probe_wdl_after_zeroing(position).ok())
    }

    /// Returns the plies to the next pawn move or capture with best play; the sign gives the winner. `None` if the
    /// tables do not contain the position. [`AmbiguousWdl::from_dtz_and_halfmoves`] converts it to a result.
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

/// Converts a board without castling rights.
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
