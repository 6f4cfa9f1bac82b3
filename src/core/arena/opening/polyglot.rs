//! Openings from a Polyglot book.
//!
//! A book is a sequence of entries of 16 bytes, big-endian and sorted by key: the key of a position (8 bytes), a move
//! (2), its weight (2), and learning data (4), which is ignored. The format is that of the Polyglot adapter by Fabien
//! Letouzey, as described in its documentation.
//!
//! An opening is a walk: moves are drawn by their weights from the start position, until the book has no move or the
//! maximum number of plies is reached.

use std::collections::HashSet;
use std::fmt;

use rand::RngExt;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position, Role, Square};

use super::error::OpeningError;
use super::list::over;
use super::order::stream;
use crate::engine::search::Game;

/// The size of an entry, in bytes.
const ENTRY: usize = 16;

/// The maximum number of entries read for a position. No position has more than 218 legal moves.
const MAX_MOVES: usize = 256;

/// The number of positions that are checked when a book is read, those near the start first. The check takes some
/// tenths of a second.
const CHECKED: usize = 100_000;

/// A book in memory. It contains only complete entries, is sorted, and has a move for the start position.
pub(super) struct Book {
    bytes: Vec<u8>,
    plies: usize,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("entries", &self.entries().len())
            .field("plies", &self.plies)
            .finish_non_exhaustive()
    }
}

/// An entry of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: u64,
    /// The squares and the promotion, as bit fields.
    pub(super) code: u16,
    pub(super) weight: u16,
}

impl Entry {
    fn new(bytes: [u8; ENTRY]) -> Entry {
        let bits = u128::from_be_bytes(bytes);
        Entry { key: (bits >> 64) as u64, code: (bits >> 48) as u16, weight: (bits >> 32) as u16 }
    }

    /// Returns the move. The lowest six bits are the target square, the next six the origin, and those above the
    /// promotion. Castling is written as the king's move onto its rook.
    fn uci(self) -> Option<UciMove> {
        let square = |bits: u16| Square::new(u32::from(bits & 63));
        let promotion = match self.code >> 12 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => return None,
        };
        Some(UciMove::Normal { from: square(self.code >> 6), to: square(self.code), promotion })
    }

    pub(super) fn legal(self, position: &Chess) -> Option<Move> {
        self.uci()?.to_move(position).ok()
    }
}

/// Returns the Polyglot key of a position. The en-passant square is included if a pawn is next to the one that moved
/// two squares, even if it cannot capture.
pub(super) fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

impl Book {
    /// Creates a book from these bytes, for walks of at most `plies` plies.
    pub(super) fn new(file: &str, bytes: Vec<u8>, plies: usize) -> Result<Book, OpeningError> {
        let wrong =
            |offset, problem, remedy| OpeningError::Book { file: file.to_owned(), offset, problem, remedy };
        let book = Book { bytes, plies };
        let entries = book.entries();
        let whole = entries.len() * ENTRY;
        if whole < book.bytes.len() {
            let problem = format!(
                "the size of {} bytes is not a multiple of the entry size of {ENTRY} bytes",
                book.bytes.len()
            );
            return Err(wrong(whole, problem, "use a complete Polyglot book"));
        }
        let keys = entries.windows(2).position(|pair| Entry::new(pair[0]).key > Entry::new(pair[1]).key);
        if let Some(before) = keys {
            return Err(wrong(
                (before + 1) * ENTRY,
                "the entries are not sorted by key".to_owned(),
                "use a Polyglot book with sorted entries",
            ));
        }
        if let Some((offset, problem)) = book.illegal_move() {
            return Err(wrong(offset, problem, "use an undamaged book of standard chess"));
        }
        if book.moves(&Chess::default()).is_empty() {
            return Err(wrong(
                0,
                "the book has no move for the initial position".to_owned(),
                "use a book with a move of weight 1 or more in the initial position",
            ));
        }
        Ok(book)
    }

    fn entries(&self) -> &[[u8; ENTRY]] {
        self.bytes.as_chunks().0
    }

    /// Returns the entries of a position with their indices.
    fn entries_of(&self, position: &Chess) -> impl Iterator<Item = (usize, Entry)> {
        let key = key(position);
        let entries = self.entries();
        let first = entries.partition_point(|entry| Entry::new(*entry).key < key);
        (first..entries.len())
            .take(MAX_MOVES)
            .map(|place| (place, Entry::new(entries[place])))
            .take_while(move |(_, entry)| entry.key == key)
    }

    /// Returns the moves of a position with their weights. Skips illegal moves: outside the checked part of the book,
    /// two positions can have the same key.
    fn moves(&self, position: &Chess) -> Vec<(Move, u32)> {
        self.entries_of(position)
            .filter(|(_, entry)| entry.weight > 0)
            .filter_map(|(_, entry)| Some((entry.legal(position)?, u32::from(entry.weight))))
            .collect()
    }

    /// Returns the offset and the description of an illegal move that a walk could play.
    fn illegal_move(&self) -> Option<(usize, String)> {
        let start = Chess::default();
        let mut reached = HashSet::from([key(&start)]);
        let mut level = vec![start];
        for _ in 0..self.plies {
            let mut next = Vec::new();
            for position in &level {
                for (place, entry) in self.entries_of(position).filter(|(_, entry)| entry.weight > 0) {
                    let Some(m) = entry.legal(position) else {
                        let name =
                            entry.uci().map_or_else(|| format!("{:#06x}", entry.code), |m| m.to_string());
                        let fen = Fen::from_position(position, EnPassantMode::Legal);
                        return Some((place * ENTRY, format!("the move {name} is illegal in {fen}")));
                    };
                    let mut next_position = position.clone();
                    next_position.play_unchecked(m);
                    if reached.len() < CHECKED && reached.insert(key(&next_position)) {
                        next.push(next_position);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        None
    }

    /// Returns the walk of an index under a seed. It stops before a move that would end the game.
    pub(super) fn walk(&self, seed: u64, index: u64) -> Game {
        let mut random = stream(seed, index, "walk");
        let mut game = Game::default();
        while game.moves().len() < self.plies {
            let moves = self.moves(game.position());
            let total: u32 = moves.iter().map(|(_, weight)| weight).sum();
            if total == 0 {
                break;
            }
            let drawn = random.random_range(0..total);
            let mut below = 0;
            let chosen = moves.iter().find(|(_, weight)| {
                below += weight;
                drawn < below
            });
            let Some((chosen, _)) = chosen else { break };
            game.play(*chosen);
            if over(&game).is_some() {
                game.take_back();
                break;
            }
        }
        game
    }
}
