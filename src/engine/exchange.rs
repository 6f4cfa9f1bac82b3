//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square.
//!
//! The values are the usual textbook ones, fixed and not an organism's, so that which captures a
//! quiescence search looks at does not depend on the organism.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

use super::pieces::Pieces;

/// Textbook exchange value in centipawns.
#[must_use]
pub const fn exchange_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 325,
        Role::Rook => 500,
        Role::Queen => 975,
        Role::King => 20_000,
    }
}

/// A move as exchanges see it: castling is none, it neither takes nor can be retaken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capture {
    /// The side that moves.
    pub turn: Color,
    /// Where its piece comes from.
    pub from: Square,
    /// Where the exchange takes place.
    pub to: Square,
    /// The piece that moves.
    pub role: Role,
    /// What it takes, if anything.
    pub captured: Option<Role>,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
    /// Whether the pawn taken stands beside `from` and not on `to`.
    pub en_passant: bool,
}

impl Capture {
    /// The move of this position as exchanges see it; `None` for castling.
    #[must_use]
    pub fn of(position: &Chess, m: Move) -> Option<Capture> {
        let from = m.from().filter(|_| !m.is_castle())?;
        Some(Capture {
            turn: position.turn(),
            from,
            to: m.to(),
            role: m.role(),
            captured: m.capture(),
            promotion: m.promotion(),
            en_passant: m.is_en_passant(),
        })
    }

    /// What it wins at once.
    fn gain(&self) -> i32 {
        let promoted = |role| exchange_value(role) - exchange_value(Role::Pawn);
        self.captured.map_or(0, exchange_value) + self.promotion.map_or(0, promoted)
    }

    /// What it then leaves to be taken.
    fn stake(&self) -> i32 {
        exchange_value(self.promotion.unwrap_or(self.role))
    }

    /// The squares that are not empty after it, but for the one it goes to.
    fn occupied_after(&self, board: &impl Pieces) -> Bitboard {
        let mut occupied = board.occupied().without(self.from);
        if self.en_passant {
            occupied.discard(Square::from_coords(self.to.file(), self.from.rank()));
        }
        occupied
    }
}

/// Whether the move does not lose material by exchanges on its target square.
#[must_use]
pub fn holds(position: &Chess, m: Move) -> bool {
    Capture::of(position, m).is_none_or(|capture| reaches(position.board(), &capture, 0))
}

/// What the move wins in centipawns (negative: loses), as [`outcome`] tells; castling wins nothing.
#[must_use]
pub fn exchange(position: &Chess, m: Move) -> i32 {
    Capture::of(position, m).map_or(0, |capture| outcome(position.board(), &capture))
}

/// Whether [`outcome`] is at least this many centipawns. The exchange is played no further than that takes.
#[must_use]
pub fn reaches(board: &impl Pieces, capture: &Capture, threshold: i32) -> bool {
    let gain = capture.gain();
    if gain < threshold {
        // It would have to be retaken at a loss, and nobody has to retake.
        return false;
    }
    // What the side that moved last has in hand once the piece it moved with is lost; it wins the argument if
    // that is not less than nothing, or if nobody takes the piece.
    let mut in_hand = gain - capture.stake() - threshold;
    let mut side = capture.turn;
    if in_hand >= 0 {
        return true;
    }
    let to = capture.to;
    let mut occupied = capture.occupied_after(board);
    let mut attackers = attackers_of(board, to, occupied) & occupied;
    while in_hand < 0 {
        let Some((square, role)) = least_valuable(board, attackers & board.by_color(side.other())) else {
            break;
        };
        if role == Role::King && (attackers & board.by_color(side)).any() {
            break;
        }
        side = side.other();
        // What one side is short of the other has; that it comes to the threshold exactly suits the first.
        in_hand = -in_hand - 1 - exchange_value(role);
        occupied.discard(square);
        attackers = (attackers | sliders_uncovered(board, to, occupied, role)) & occupied;
    }
    side == capture.turn
}

/// What the move wins in centipawns (negative: loses) after the best sequence of captures by both sides
/// on its target square, least valuable attacker first; either side may stop. Pins are not looked at, and a
/// pawn that recaptures on the last rank stays a pawn.
#[must_use]
pub fn outcome(board: &impl Pieces, capture: &Capture) -> i32 {
    let to = capture.to;
    let mut occupied = capture.occupied_after(board);
    let mut gains = [0; 32];
    let mut depth = 0;
    let mut on_square = capture.stake();
    gains[0] = capture.gain();
    let mut side = capture.turn.other();
    let mut attackers = attackers_of(board, to, occupied) & occupied;
    while let Some((square, role)) = least_valuable(board, attackers & board.by_color(side)) {
        // A king may not take what is still defended.
        if role == Role::King && (attackers & board.by_color(side.other())).any() {
            break;
        }
        depth += 1;
        gains[depth] = on_square - gains[depth - 1];
        on_square = exchange_value(role);
        occupied.discard(square);
        attackers = (attackers | sliders_behind(board, to, occupied)) & occupied;
        side = side.other();
        if depth == gains.len() - 1 {
            break;
        }
    }
    while depth > 0 {
        gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
        depth -= 1;
    }
    gains[0]
}

fn attackers_of(board: &impl Pieces, to: Square, occupied: Bitboard) -> Bitboard {
    let pawns = board.by_role(Role::Pawn);
    sliders_behind(board, to, occupied)
        | attacks::knight_attacks(to) & board.by_role(Role::Knight)
        | attacks::king_attacks(to) & board.by_role(Role::King)
        | attacks::pawn_attacks(Color::Black, to) & pawns & board.by_color(Color::White)
        | attacks::pawn_attacks(Color::White, to) & pawns & board.by_color(Color::Black)
}

fn sliders_behind(board: &impl Pieces, to: Square, occupied: Bitboard) -> Bitboard {
    let queens = board.by_role(Role::Queen);
    attacks::bishop_attacks(to, occupied) & (board.by_role(Role::Bishop) | queens)
        | attacks::rook_attacks(to, occupied) & (board.by_role(Role::Rook) | queens)
}

/// Those of [`sliders_behind`] that a piece of this kind may have stood before.
fn sliders_uncovered(board: &impl Pieces, to: Square, occupied: Bitboard, left: Role) -> Bitboard {
    let queens = board.by_role(Role::Queen);
    let mut sliders = Bitboard::EMPTY;
    if matches!(left, Role::Pawn | Role::Bishop | Role::Queen | Role::King) {
        sliders |= attacks::bishop_attacks(to, occupied) & (board.by_role(Role::Bishop) | queens);
    }
    if matches!(left, Role::Rook | Role::Queen | Role::King) {
        sliders |= attacks::rook_attacks(to, occupied) & (board.by_role(Role::Rook) | queens);
    }
    sliders
}

fn least_valuable(board: &impl Pieces, attackers: Bitboard) -> Option<(Square, Role)> {
    if attackers.is_empty() {
        return None;
    }
    Role::ALL
        .into_iter()
        .find_map(|role| (attackers & board.by_role(role)).first().map(|square| (square, role)))
}

#[cfg(test)]
mod tests;
