//! A position set made browsable: who played, when, what, and in which kind of position.

use std::io;
use std::path::Path;

use rayon::prelude::*;
use shakmaty::{Board, Chess, Color, Move, Position, Role};

use crate::positions::PositionSource;
use crate::positions::epd::{self, EpdRecord};
use crate::positions::moves::{fen, san};
use crate::positions::{PositionSet, PositionsError, records};

/// The phase of a game, by what stands on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// At most one minor piece is gone.
    Opening,
    /// In between.
    Middlegame,
    /// Pieces worth at most two rooks and a minor piece a side are left on average.
    Endgame,
}

impl Phase {
    /// All of them, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// The phase of a position: minor pieces count 1, rooks 2, queens 4, so that a game begins with 24.
    /// From 23 on it is the opening, up to 10 the endgame.
    #[must_use]
    pub fn of(board: &Board) -> Phase {
        let count = |role| board.by_role(role).count();
        let pieces =
            count(Role::Knight) + count(Role::Bishop) + 2 * count(Role::Rook) + 4 * count(Role::Queen);
        match pieces {
            0..=10 => Phase::Endgame,
            11..=22 => Phase::Middlegame,
            _ => Phase::Opening,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }
}

/// A position of a book.
#[derive(Debug, Clone)]
pub struct Entry {
    record: EpdRecord,
    /// Line of its file, 1-based.
    pub line: usize,
    /// The right moves; never empty, all legal, the one played first.
    pub moves: Vec<Move>,
    /// The first right move in standard algebraic notation.
    pub san: String,
    /// The ply of the game, where it is told.
    pub ply: Option<u32>,
    /// The phase of the game.
    pub phase: Phase,
    /// Which piece makes the first right move.
    pub role: Role,
    /// Whether the first right move captures or promotes.
    pub capture: bool,
    /// Everything a text is looked for in, in lower case.
    said: Box<str>,
    /// The same of the player to move, or both where that is not told.
    mover: Box<str>,
}

impl Entry {
    fn of(line: usize, record: EpdRecord) -> Option<Entry> {
        let moves = match record.moves("sm") {
            [] => record.moves("bm"),
            played => played,
        }
        .to_vec();
        let first = *moves.first()?;
        let san = san(&record.position, first);
        let lower = |text: &str| text.to_lowercase().into_boxed_str();
        let said = ["c0", "c1", "c2", "id"].map(|opcode| record.text(opcode).unwrap_or_default());
        let players = record.text("c0").unwrap_or_default();
        Some(Entry {
            line,
            said: lower(&format!("{}\n{san}", said.join("\n"))),
            mover: lower(mover(players, record.position.turn()).unwrap_or(players)),
            san,
            ply: record.text("c4").and_then(|ply| ply.parse().ok()),
            phase: Phase::of(record.position.board()),
            role: first.role(),
            capture: first.is_capture() || first.is_promotion(),
            moves,
            record,
        })
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.record.position
    }

    /// The record as it was read.
    #[must_use]
    pub fn record(&self) -> &EpdRecord {
        &self.record
    }

    /// White and Black, “Kasparov – Topalov”, where it is told.
    #[must_use]
    pub fn players(&self) -> Option<&str> {
        self.record.text("c0")
    }

    /// Who is to move, where it is told.
    #[must_use]
    pub fn mover(&self) -> Option<&str> {
        mover(self.players()?, self.position().turn())
    }

    /// The event, where it is told.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        self.record.text("c1")
    }

    /// The date as the game gives it, where it is told.
    #[must_use]
    pub fn date(&self) -> Option<&str> {
        self.record.text("c2")
    }

    /// The result of the game, where it is told.
    #[must_use]
    pub fn result(&self) -> Option<&str> {
        self.record.text("c3")
    }

    /// The position's name in its suite, where it has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.record.text("id")
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(self.position())
    }

    /// Whether every word of `text`, given in lower case, occurs in what is said of the position.
    #[must_use]
    pub fn says(&self, text: &str) -> bool {
        text.split_whitespace().all(|word| self.said.contains(word))
    }

    /// Whether a player’s name contains `name`, given in lower case.
    #[must_use]
    pub fn is_by(&self, name: &str) -> bool {
        self.mover.contains(name)
    }
}

/// Who is to move, out of “White – Black”.
fn mover(players: &str, turn: Color) -> Option<&str> {
    let (white, black) = players.split_once(" – ")?;
    Some(turn.fold_wb(white, black))
}

/// A position set made browsable.
#[derive(Debug, Clone)]
pub struct Book {
    /// The set’s name.
    pub name: String,
    /// Its positions in the order of the file.
    pub entries: Vec<Entry>,
    set: PositionSet,
}

impl Book {
    /// The book of these positions.
    ///
    /// # Errors
    /// As [`PositionSet::load`].
    pub fn load(source: &PositionSource) -> Result<Book, PositionsError> {
        Book::from_records(&source.name(), records(source)?)
    }

    /// The book of these records, which come with their lines.
    ///
    /// # Errors
    /// The first record without a right move, or that there is none.
    pub fn from_records(name: &str, records: Vec<(usize, EpdRecord)>) -> Result<Book, PositionsError> {
        let set = PositionSet::from_records(name, &records)?;
        // Every record has a right move, or there would be no set.
        let entries = records.into_par_iter().filter_map(|(line, record)| Entry::of(line, record)).collect();
        Ok(Book { name: name.to_owned(), entries, set })
    }

    /// The same positions as a fitness function takes them; entry and example have the same index.
    #[must_use]
    pub fn set(&self) -> &PositionSet {
        &self.set
    }
}

/// Writes some of a book’s positions to an EPD file, whole or not at all.
///
/// # Errors
/// When the file cannot be written; what stood there before then still does.
pub fn write_epd(book: &Book, rows: &[u32], path: &Path) -> io::Result<()> {
    let entries = rows.iter().filter_map(|row| book.entries.get(*row as usize));
    let records: Vec<EpdRecord> = entries.map(|entry| entry.record.clone()).collect();
    epd::write_file(path, &records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(text: &str) -> Book {
        Book::from_records("test", epd::read("test", text.as_bytes()).unwrap()).unwrap()
    }

    const GAME: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - sm Bb5; \
                        id \"gm.1\"; c0 \"Kasparov – Topalov\"; c1 \"Wijk aan Zee\"; c2 \"1999.01.20\"; \
                        c3 \"1-0\"; c4 \"5\";";

    #[test]
    fn an_entry_says_who_played_what_and_when() {
        let book = book(GAME);
        let entry = &book.entries[0];
        assert_eq!((entry.players(), entry.mover()), (Some("Kasparov – Topalov"), Some("Kasparov")));
        assert_eq!((entry.event(), entry.date()), (Some("Wijk aan Zee"), Some("1999.01.20")));
        assert_eq!((entry.san.as_str(), entry.ply, entry.role), ("Bb5", Some(5), Role::Bishop));
        assert_eq!((entry.phase, entry.capture), (Phase::Opening, false));
        assert!(entry.fen().starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq"));
        assert!(entry.says("wijk kasp") && entry.says("bb5") && !entry.says("kasp linares"));
        assert!(entry.is_by("kasparov") && !entry.is_by("topalov"), "it is White's move");
    }

    #[test]
    fn phases_go_by_material() {
        let phase = |fen: &str| Phase::of(&Board::from_ascii_board_fen(fen.as_bytes()).unwrap());
        assert_eq!(phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), Phase::Opening);
        assert_eq!(phase("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), Phase::Opening);
        assert_eq!(phase("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R"), Phase::Middlegame);
        assert_eq!(phase("r2qk2r/8/8/8/8/8/8/R2QK2R"), Phase::Middlegame);
        assert_eq!(phase("rn2k1nr/8/8/8/8/8/8/R3K2R"), Phase::Endgame);
    }

    #[test]
    fn what_is_exported_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.epd");
        let book = Book::load(&PositionSource::Embedded("ecm879".to_owned())).unwrap();
        write_epd(&book, &[7, 3, 100_000], &path).unwrap();
        let back = Book::load(&PositionSource::File(path)).unwrap();
        let records: Vec<_> = back.entries.iter().map(|entry| entry.record.clone()).collect();
        assert_eq!(records, [book.entries[7].record.clone(), book.entries[3].record.clone()]);
    }
}
