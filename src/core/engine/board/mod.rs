//! The board of the search: small, copied instead of unmade, with legal moves only.
//!
//! Notation, game records and set-up use shakmaty. A search starts from a [`shakmaty::Chess`] and uses this board until
//! it ends. Tests with perft and random games compare both. Castling follows Chess960, which includes standard chess.
//! Attack tables come from shakmaty.
//!
//! | file | content |
//! | --- | --- |
//! | `packed` | a move in 16 bits, move lists |
//! | `make` | the board after a move |
//! | `generate` | all legal moves, in one pass or as captures and quiet moves |
//! | `castling` | castling from any files |
//! | `checks` | which moves give check, for all moves of a position at once |
//! | `legality` | a single move: legality, check, capture, static exchange |
//! | `perft` | leaf counts, to verify all of it |
//! | `zobrist` | the random numbers of the position keys |

mod castling;
mod checks;
mod generate;
mod legality;
mod make;
mod packed;
pub mod perft;
mod zobrist;

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Position, Role, Square, attacks};

pub use self::checks::Checks;
pub use self::packed::{MOST_MOVES, MoveList, PackedMove};
pub use self::perft::perft;
use super::pieces::Pieces;

/// A position of standard chess or Chess960.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
    squares: [Option<Role>; 64],
    /// The pieces that give check to the side to move.
    checkers: Bitboard,
    key: u64,
    pawn_king_key: u64,
    turn: Color,
    /// The rooks that still have a castling right.
    castling: Bitboard,
    /// Set only if an en passant capture is legal, so that equal positions have equal keys.
    en_passant: Option<Square>,
    halfmoves: u16,
}

impl Board {
    /// Converts a position.
    #[must_use]
    pub fn new(position: &Chess) -> Board {
        let mut board = Board {
            roles: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            squares: [None; 64],
            checkers: position.checkers(),
            key: 0,
            pawn_king_key: 0,
            turn: position.turn(),
            castling: position.castles().castling_rights(),
            en_passant: position.ep_square(EnPassantMode::Legal),
            halfmoves: u16::try_from(position.halfmoves()).unwrap_or(u16::MAX),
        };
        for (square, piece) in position.board().clone() {
            board.put(piece.color, piece.role, square);
        }
        board.key ^= zobrist::castling(board.castling) ^ zobrist::en_passant(board.en_passant);
        if board.turn.is_black() {
            board.key ^= zobrist::BLACK_TO_MOVE;
        }
        board
    }

    /// Returns the side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the Zobrist key of the position: pieces, side to move, castling rights, file of a legal en passant
    /// capture.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the key of the slowly changing part: the squares of pawns and kings, and the total strength of each
    /// side's other pieces (minor pieces 1, rooks 2, queens 4).
    #[must_use]
    pub fn pawn_king_key(&self) -> u64 {
        self.pawn_king_key
    }

    /// Plies since the last pawn move or capture, for the fifty-move rule.
    #[must_use]
    pub fn halfmoves(&self) -> u32 {
        u32::from(self.halfmoves)
    }

    /// Returns whether either side has a castling right.
    #[must_use]
    pub fn has_castling_rights(&self) -> bool {
        self.castling.any()
    }

    /// Returns the en passant target square, if a legal move captures on it.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the role of the piece on a square.
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        self.squares[square as usize]
    }

    /// Returns the square of a side's king.
    #[must_use]
    pub fn king_of(&self, color: Color) -> Square {
        // Every legal set-up has a king for each side.
        self.by_piece(color, Role::King).first().unwrap_or(Square::A1)
    }

    /// Returns the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns whether neither side has the material to mate even with the opponent's help, by shakmaty's definition.
    #[must_use]
    pub fn has_insufficient_material(&self) -> bool {
        let of = |role| self.by_role(role);
        if (of(Role::Pawn) | of(Role::Rook) | of(Role::Queen)).any() {
            return false;
        }
        let on_one_color = |squares: Bitboard| {
            squares.is_disjoint(Bitboard::LIGHT_SQUARES) || squares.is_disjoint(Bitboard::DARK_SQUARES)
        };
        // At most one minor piece, or bishops on squares of one colour only.
        self.occupied().count() <= 3 || of(Role::Knight).is_empty() && on_one_color(of(Role::Bishop))
    }

    fn by_piece(&self, color: Color, role: Role) -> Bitboard {
        self.by_color(color) & self.by_role(role)
    }

    /// Returns the pieces of both sides that attack a square. Only `occupied` squares block sliders.
    fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.sliders_to(square, occupied)
            | attacks::knight_attacks(square) & self.by_role(Role::Knight)
            | attacks::king_attacks(square) & self.by_role(Role::King)
            | attacks::pawn_attacks(Color::Black, square) & self.by_piece(Color::White, Role::Pawn)
            | attacks::pawn_attacks(Color::White, square) & self.by_piece(Color::Black, Role::Pawn)
    }

    fn sliders_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::bishop_attacks(square, occupied) & self.diagonal_sliders()
            | attacks::rook_attacks(square, occupied) & self.straight_sliders()
    }

    fn diagonal_sliders(&self) -> Bitboard {
        self.by_role(Role::Bishop) | self.by_role(Role::Queen)
    }

    fn straight_sliders(&self) -> Bitboard {
        self.by_role(Role::Rook) | self.by_role(Role::Queen)
    }
}

impl Pieces for Board {
    fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    fn side_to_move(&self) -> Option<Color> {
        Some(self.turn())
    }
}

#[cfg(test)]
mod tests;
