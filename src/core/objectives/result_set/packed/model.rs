//! How a packed file predicts positions and points. Each is predicted from the one before in the same game.

use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, Board, Chess, Color, EnPassantMode, File, Piece, Position, Rank, Role, Setup, Square,
};

use super::super::Points;
use super::coder::{Chance, Coder};
use crate::positions::fen::into_position;

/// What can be on a square: nothing, or one of six pieces of two colours.
const KINDS: usize = 13;

/// The number for an empty square.
const EMPTY: u8 = 0;

/// The number from which the pieces count: those of White are 1 to 6, from the pawn to the king, those of Black 7 to 12.
const BLACK: u8 = 6;

fn kind(piece: Piece) -> u8 {
    u8::from(piece.role) + if piece.color.is_black() { BLACK } else { 0 }
}

fn piece(kind: u8) -> Option<Piece> {
    let color = Color::from_black(kind > BLACK);
    let role = if kind > BLACK { kind - BLACK } else { kind };
    Role::try_from(role).ok().map(|role| Piece { color, role })
}

/// A position in parts that are predicted one by one. Legal or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts {
    /// What is on each square, from a1 to h8.
    squares: [u8; 64],
    turn: Color,
    /// The rooks that may castle.
    castling: Bitboard,
    /// The file on which a pawn can be captured en passant.
    en_passant: Option<File>,
}

impl Parts {
    /// Returns the parts of a position. Its move counters are lost.
    pub(super) fn of(position: &Chess) -> Parts {
        let mut squares = [EMPTY; 64];
        for (square, piece) in position.board().iter() {
            squares[square.to_usize()] = kind(piece);
        }
        Parts {
            squares,
            turn: position.turn(),
            castling: position.castles().castling_rights(),
            en_passant: position.ep_square(EnPassantMode::Legal).map(Square::file),
        }
    }

    /// Returns the position, if it is legal.
    pub(super) fn position(&self) -> Option<Chess> {
        let mut board = Board::empty();
        for (square, kind) in Square::ALL.into_iter().zip(self.squares) {
            if let Some(piece) = piece(kind) {
                board.set_piece_at(square, piece);
            }
        }
        let rank = self.turn.fold_wb(Rank::Sixth, Rank::Third);
        let setup = Setup {
            board,
            turn: self.turn,
            castling_rights: self.castling,
            ep_square: self.en_passant.map(|file| Square::from_coords(file, rank)),
            ..Setup::empty()
        };
        into_position(Fen::try_from(setup).ok()?).ok()
    }
}

/// The squares that may have rooks with castling rights, with their colours.
fn castling_squares() -> impl Iterator<Item = (Square, Color)> {
    [(Rank::First, Color::White), (Rank::Eighth, Color::Black)].into_iter().flat_map(|(rank, color)| {
        File::ALL.into_iter().map(move |file| (Square::from_coords(file, rank), color))
    })
}

/// The number of lengths of games that have chances of their own.
const LENGTHS: usize = 32;

/// The number of values of [`Moved::missing`] and of [`Moved::balance`].
const MISSING: usize = 4;
const BALANCES: usize = 3;

/// The pieces that are elsewhere than before, on the squares seen so far.
#[derive(Debug, Default)]
struct Moved {
    /// For each kind how many more left squares than came to others.
    left: [i8; KINDS],
    /// The number of pieces that left and were not seen again.
    missing: usize,
}

impl Moved {
    /// Records that a square has another kind than before.
    fn record(&mut self, before: u8, now: u8) {
        if before != EMPTY {
            self.left[usize::from(before)] += 1;
            self.missing += 1;
        }
        if now != EMPTY {
            self.left[usize::from(now)] -= 1;
            self.missing = self.missing.saturating_sub(1);
        }
    }

    /// Returns the number of missing pieces, limited.
    fn missing(&self) -> usize {
        self.missing.min(MISSING - 1)
    }

    /// Returns whether more pieces of a kind came than left (0), as many (1), or fewer (2).
    fn balance(&self, kind: u8) -> usize {
        match self.left[usize::from(kind)] {
            ..0 => 0,
            0 => 1,
            1.. => 2,
        }
    }
}

/// The chances of all that a packed file contains.
#[derive(Debug)]
pub(super) struct Model {
    /// That a game has another position: by the number of its positions.
    another: [Chance; LENGTHS],
    /// That a position has points: those without are left out.
    has_points: Chance,
    /// The bits of the points: by the points before.
    points: Vec<[Chance; 128]>,
    /// That Black moves: by whether Black moved.
    turn: [Chance; 2],
    /// That a square changed: by square, kind before, missing pieces and balance of the kind before.
    changed: Vec<Chance>,
    /// That a changed square has a kind: by square, kind, balance of the kind, and whether the square was empty.
    kind: Vec<Chance>,
    /// That a rook may castle: by its square among [`castling_squares`], and whether it might before.
    castling: [[Chance; 2]; 16],
    en_passant: Chance,
    en_passant_file: [Chance; 8],
    start: Parts,
}

/// What came before in a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    /// The number of positions.
    pub(super) positions: usize,
    pub(super) parts: Parts,
    pub(super) points: Points,
}

impl Model {
    pub(super) fn new() -> Model {
        Model {
            another: [Chance::EVEN; LENGTHS],
            has_points: Chance::EVEN,
            points: vec![[Chance::EVEN; 128]; Points::COUNT],
            turn: [Chance::EVEN; 2],
            changed: vec![Chance::EVEN; 64 * KINDS * MISSING * BALANCES],
            kind: vec![Chance::EVEN; 64 * KINDS * BALANCES * 2],
            castling: [[Chance::EVEN; 2]; 16],
            en_passant: Chance::EVEN,
            en_passant_file: [Chance::EVEN; 8],
            start: Parts::of(&Chess::default()),
        }
    }

    /// Returns what precedes the first position of a game.
    pub(super) fn start(&self) -> Before {
        Before { positions: 0, parts: self.start, points: Points::DRAW }
    }

    /// Writes or reads whether a game has another position.
    pub(super) fn another(&mut self, coder: &mut impl Coder, before: &Before, another: bool) -> bool {
        coder.bit(&mut self.another[before.positions.min(LENGTHS - 1)], another)
    }

    /// Writes or reads whether a position has points.
    pub(super) fn has_points(&mut self, coder: &mut impl Coder, has_points: bool) -> bool {
        coder.bit(&mut self.has_points, has_points)
    }

    /// Writes or reads points, in hundredths; those that are read may be too large.
    pub(super) fn points(&mut self, coder: &mut impl Coder, before: &Before, hundredths: u8) -> u8 {
        let chances = &mut self.points[usize::from(before.points.hundredths())];
        coder.number(chances, usize::from(hundredths)) as u8
    }

    /// Writes or reads a position.
    pub(super) fn parts(&mut self, coder: &mut impl Coder, before: &Before, parts: &Parts) -> Parts {
        let before = &before.parts;
        let turn = coder.bit(&mut self.turn[usize::from(before.turn.is_black())], parts.turn.is_black());
        let turn = Color::from_black(turn);
        let squares = self.squares(coder, &before.squares, &parts.squares);
        let mut castling = Bitboard::EMPTY;
        for ((square, color), chances) in castling_squares().zip(&mut self.castling) {
            if squares[square.to_usize()] == kind(color.rook()) {
                let chance = &mut chances[usize::from(before.castling.contains(square))];
                if coder.bit(chance, parts.castling.contains(square)) {
                    castling.add(square);
                }
            }
        }
        let en_passant = coder.bit(&mut self.en_passant, parts.en_passant.is_some()).then(|| {
            let file = parts.en_passant.map_or(0, File::to_usize);
            File::ALL[coder.number(&mut self.en_passant_file, file)]
        });
        Parts { squares, turn, castling, en_passant }
    }

    fn squares(&mut self, coder: &mut impl Coder, before: &[u8; 64], squares: &[u8; 64]) -> [u8; 64] {
        let mut read = *before;
        let mut moved = Moved::default();
        for (square, (before, now)) in before.iter().zip(squares).enumerate() {
            let context = (square * KINDS + usize::from(*before)) * MISSING + moved.missing();
            let chance = &mut self.changed[context * BALANCES + moved.balance(*before)];
            if coder.bit(chance, now != before) {
                read[square] = self.kind(coder, &moved, square, *before, *now);
                moved.record(*before, read[square]);
            }
        }
        read
    }

    /// Writes or reads the kind of a square that changed: kind by kind whether it is this one. The last one is certain.
    fn kind(&mut self, coder: &mut impl Coder, moved: &Moved, square: usize, before: u8, now: u8) -> u8 {
        let last = KINDS as u8 - 1 - u8::from(usize::from(before) == KINDS - 1);
        (EMPTY..last)
            .filter(|kind| *kind != before)
            .find(|kind| {
                let context = (square * KINDS + usize::from(*kind)) * BALANCES + moved.balance(*kind);
                coder.bit(&mut self.kind[2 * context + usize::from(before == EMPTY)], now == *kind)
            })
            .unwrap_or(last)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::positions::fen::fields;

    #[rstest]
    #[case::start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")]
    #[case::one_right("r3k2r/8/8/8/8/8/8/R3K2R b Kq -")]
    #[case::chess960("bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w KQkq -")]
    #[case::inner_rook("4k3/8/8/8/8/8/8/4K1RR w G -")]
    #[case::en_passant("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3")]
    #[case::white_en_passant("rnbqkbnr/ppp1pp1p/8/3pP1p1/8/8/PPPP1PPP/RNBQKBNR w KQkq d6")]
    #[case::all_kinds("2bqk1nr/8/pP6/8/8/8/1p5P/RNBQKB2 b Qk -")]
    fn positions_have_parts(#[case] fen: &str) {
        let position = into_position(fen.parse().unwrap()).unwrap();
        let back = Parts::of(&position).position().unwrap();
        assert_eq!(back, position);
        assert_eq!(fields(&back), fields(&position));
    }

    #[test]
    fn illegal_parts_are_no_position() {
        let start = Parts::of(&Chess::default());
        assert!(start.position().is_some());
        assert_eq!(Parts { squares: [EMPTY; 64], ..start }.position(), None);
        assert_eq!(Parts { en_passant: Some(File::E), ..start }.position(), None);
        let centre = Bitboard::from_square(Square::E4);
        assert_eq!(Parts { castling: centre, ..start }.position(), None);
    }
}
