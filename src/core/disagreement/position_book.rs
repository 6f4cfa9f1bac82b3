//! A position set for browsing: players, dates, moves, and kinds of positions.

use std::io;
use std::num::NonZeroU32;
use std::path::Path;

use rayon::prelude::*;
use shakmaty::{Board, Chess, Color, EnPassantMode, Move, Position, Role, Setup};

use crate::positions::PositionSource;
use crate::positions::epd::{self, EpdRecord};
use crate::positions::moves::{fen, san};
use crate::positions::{PositionSet, PositionsError, records};

/// The phase of a game, by the material on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// At most one minor piece has been captured.
    Opening,
    /// Between opening and endgame.
    Middlegame,
    /// Each side has on average at most the equivalent of two rooks and a minor piece.
    Endgame,
}

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// Returns the phase of a position. Minor pieces count 1, rooks 2, queens 4, so the initial position has 24. The
    /// opening has 23 or more, the endgame 10 or less.
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

    /// Returns the name of the phase.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }
}

/// The EPD comment `c5` of positions from games of programs.
pub const PROGRAMS: &str = "game of programs";

/// A position of a book.
#[derive(Debug, Clone)]
pub struct Entry {
    record: EpdRecord,
    /// The line in its file; the first is 1.
    pub line: usize,
    /// The right moves: at least one, all legal, the move played first.
    pub moves: Vec<Move>,
    /// The first right move in standard algebraic notation.
    pub san: String,
    /// The ply of the game, if recorded.
    pub ply: Option<u32>,
    /// The phase of the game.
    pub phase: Phase,
    /// The piece that makes the first right move.
    pub role: Role,
    /// Whether the first right move captures or promotes.
    pub capture: bool,
    /// The text to search, in lower case.
    text: Box<str>,
    /// The name of the player to move, in lower case; both names if the player is not recorded.
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
        let text = ["c0", "c1", "c2", "id"].map(|opcode| record.text(opcode).unwrap_or_default());
        let players = record.text("c0").unwrap_or_default();
        Some(Entry {
            line,
            text: lower(&format!("{}\n{san}", text.join("\n"))),
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

    /// Returns the position with the number of its move in the game, if that is recorded.
    #[must_use]
    pub fn numbered_position(&self) -> Chess {
        let position = self.record.position.clone();
        let Some(number) = self.ply.and_then(|ply| NonZeroU32::new(ply / 2 + 1)) else { return position };
        let mode = position.castles().mode();
        let setup = Setup { fullmoves: number, ..position.to_setup(EnPassantMode::Always) };
        setup.position(mode).unwrap_or(position)
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.record.position
    }

    /// Returns the original record.
    #[must_use]
    pub fn record(&self) -> &EpdRecord {
        &self.record
    }

    /// Returns White and Black, for example “Kasparov – Topalov”, if recorded.
    #[must_use]
    pub fn players(&self) -> Option<&str> {
        self.record.text("c0")
    }

    /// Returns whether the players are programs, as in a game of a match, and not grandmasters.
    #[must_use]
    pub fn is_of_programs(&self) -> bool {
        self.record.text("c5") == Some(PROGRAMS)
    }

    /// Returns the player to move, if recorded.
    #[must_use]
    pub fn mover(&self) -> Option<&str> {
        mover(self.players()?, self.position().turn())
    }

    /// Returns the other player, if recorded.
    #[must_use]
    pub fn opponent(&self) -> Option<&str> {
        self.record.text("c6").or_else(|| mover(self.players()?, self.position().turn().other()))
    }

    /// Returns the ratings of the player to move and of the other one, if recorded.
    #[must_use]
    pub fn ratings(&self) -> [Option<u32>; 2] {
        ["c7", "c8"].map(|opcode| self.record.text(opcode)?.parse().ok())
    }

    /// Returns the event, if recorded.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        self.record.text("c1")
    }

    /// Returns the date in the form of the game's record, if recorded.
    #[must_use]
    pub fn date(&self) -> Option<&str> {
        self.record.text("c2")
    }

    /// Returns the result of the game, if recorded.
    #[must_use]
    pub fn result(&self) -> Option<&str> {
        self.record.text("c3")
    }

    /// Returns the name of the position in its suite, if it has one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.record.text("id")
    }

    /// Returns the position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(self.position())
    }

    /// Returns whether the entry contains every word of `text`, which must be in lower case.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        text.split_whitespace().all(|word| self.text.contains(word))
    }

    /// Returns whether the player's name contains `name`, which must be in lower case.
    #[must_use]
    pub fn is_by(&self, name: &str) -> bool {
        self.mover.contains(name)
    }
}

/// Returns the player to move, from a text “White – Black”.
fn mover(players: &str, turn: Color) -> Option<&str> {
    let (white, black) = players.split_once(" – ")?;
    Some(turn.fold_wb(white, black))
}

/// A position set for browsing.
#[derive(Debug, Clone)]
pub struct PositionBook {
    /// The name of the set.
    pub name: String,
    /// The positions in the order of the file.
    pub entries: Vec<Entry>,
    set: PositionSet,
}

impl PositionBook {
    /// Loads the book of a position source.
    ///
    /// # Errors
    /// As [`PositionSet::load`].
    pub fn load(source: &PositionSource) -> Result<PositionBook, PositionsError> {
        PositionBook::from_records(&source.name(), records(source)?)
    }

    /// Creates a book from records and their line numbers.
    ///
    /// # Errors
    /// A record has no right move, or there are no records.
    pub fn from_records(
        name: &str,
        records: Vec<(usize, EpdRecord)>,
    ) -> Result<PositionBook, PositionsError> {
        let set = PositionSet::from_records(name, &records)?;
        // Every record has a right move, because `PositionSet::from_records` requires one.
        let entries = records.into_par_iter().filter_map(|(line, record)| Entry::of(line, record)).collect();
        Ok(PositionBook { name: name.to_owned(), entries, set })
    }

    /// Returns the same positions as a set. Entry and example have the same index.
    #[must_use]
    pub fn set(&self) -> &PositionSet {
        &self.set
    }
}

/// Writes positions of a book to an EPD file, completely or not at all.
///
/// # Errors
/// The file cannot be written. An existing file is then unchanged.
pub fn write_epd(book: &PositionBook, rows: &[u32], path: &Path) -> io::Result<()> {
    let entries = rows.iter().filter_map(|row| book.entries.get(*row as usize));
    let records: Vec<EpdRecord> = entries.map(|entry| entry.record.clone()).collect();
    epd::write_file(path, &records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disagreement::filter::{self, AgreementFilter, Filter, Order};

    fn book(text: &str) -> PositionBook {
        PositionBook::from_records("test", epd::read("test", text.as_bytes()).unwrap()).unwrap()
    }

    const GAME: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - sm Bb5; \
                        id \"gm.1\"; c0 \"Kasparov – Topalov\"; c1 \"Wijk aan Zee\"; c2 \"1999.01.20\"; \
                        c3 \"1-0\"; c4 \"5\";";

    #[test]
    fn an_entry_contains_players_date_and_move() {
        let book = book(GAME);
        let entry = &book.entries[0];
        assert_eq!((entry.players(), entry.mover()), (Some("Kasparov – Topalov"), Some("Kasparov")));
        assert_eq!((entry.event(), entry.date()), (Some("Wijk aan Zee"), Some("1999.01.20")));
        assert_eq!((entry.san.as_str(), entry.ply, entry.role), ("Bb5", Some(5), Role::Bishop));
        assert_eq!((entry.phase, entry.capture), (Phase::Opening, false));
        assert!(entry.fen().starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq"));
        assert!(entry.contains("wijk kasp") && entry.contains("bb5") && !entry.contains("kasp linares"));
        assert!(entry.is_by("kasparov") && !entry.is_by("topalov"), "White is to move");
    }

    #[test]
    fn filters_on_games_need_what_is_recorded() {
        let rated =
            GAME.replace("c4 \"5\";", "c4 \"5\"; c5 \"Kasparov\"; c6 \"Topalov\"; c7 \"2812\"; c8 \"2700\";");
        let black = GAME.replace(" w KQkq - sm Bb5;", " b KQkq - sm a6;");
        let book = book(&[GAME, &rated, &black].join("\n"));
        let listed = |name: &str, text: &str| {
            let at = filter::GAME.iter().position(|condition| condition.name == name).unwrap();
            assert_eq!(filter::GAME[at].check(text), Ok(()));
            let mut filter = Filter { outcome: AgreementFilter::All, ..Filter::default() };
            filter.game[at] = text.to_owned();
            assert!(filter.describe().ends_with(&format!("{name} {text}")));
            filter::select(&book, filter::KnownResults::default(), &filter, Order::File)
        };
        assert_eq!((listed("opponent", "TOPA"), listed("opponent", "kasp")), (vec![0, 1], vec![2]));
        assert_eq!((listed("rating", "2800-"), listed("rating", "-2800")), (vec![1], vec![]));
        assert_eq!(listed("opponent’s rating", "2600-2700"), [1]);
        assert_eq!((listed("year", "1999"), listed("year", "2000-")), (vec![0, 1, 2], vec![]));
        assert_eq!((listed("result", "Won"), listed("result", "lost")), (vec![0, 1], vec![2]));
        assert_eq!((listed("result", "1-0").len(), listed("result", "drawn").len()), (3, 0));
        assert!(filter::GAME[1].check("strong").unwrap_err().contains("2500-2600"));
    }

    #[test]
    fn phases_depend_on_material() {
        let phase = |fen: &str| Phase::of(&Board::from_ascii_board_fen(fen.as_bytes()).unwrap());
        assert_eq!(phase("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), Phase::Opening);
        assert_eq!(phase("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"), Phase::Opening);
        assert_eq!(phase("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R"), Phase::Middlegame);
        assert_eq!(phase("r2qk2r/8/8/8/8/8/8/R2QK2R"), Phase::Middlegame);
        assert_eq!(phase("rn2k1nr/8/8/8/8/8/8/R3K2R"), Phase::Endgame);
    }

    #[test]
    fn exported_positions_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.epd");
        let book = PositionBook::load(&PositionSource::Embedded("ecm879".to_owned())).unwrap();
        write_epd(&book, &[7, 3, 100_000], &path).unwrap();
        let back = PositionBook::load(&PositionSource::File(path)).unwrap();
        let records: Vec<_> = back.entries.iter().map(|entry| entry.record.clone()).collect();
        assert_eq!(records, [book.entries[7].record.clone(), book.entries[3].record.clone()]);
    }
}
