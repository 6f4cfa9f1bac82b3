//! Static exchange evaluation (SEE): the material won by a capture if both sides continue to capture on its square.
//!
//! The values are textbook values, not an organism's. The set of captures that a quiescence search tries therefore does
//! not depend on the organism.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

use super::pieces::Pieces;

/// Returns the textbook exchange value in centipawns.
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

/// A move as input of an exchange. Castling is excluded, because it captures nothing and cannot be recaptured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capture {
    /// The side to move.
    pub turn: Color,
    /// The origin square.
    pub from: Square,
    /// The target square, on which the exchange takes place.
    pub to: Square,
    /// The role of the moving piece.
    pub role: Role,
    /// The role of the captured piece, if any.
    pub captured: Option<Role>,
    /// The role that a pawn promotes to, if any.
    pub promotion: Option<Role>,
    /// Whether the captured pawn is beside `from` and not on `to`.
    pub en_passant: bool,
}

impl Capture {
    /// Converts a move of this position. Returns `None` for castling.
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

    /// Returns the material gained immediately.
    fn gain(&self) -> i32 {
        let promoted = |role| exchange_value(role) - exchange_value(Role::Pawn);
        self.captured.map_or(0, exchange_value) + self.promotion.map_or(0, promoted)
    }

    /// Returns the material that a recapture would take.
    fn stake(&self) -> i32 {
        exchange_value(self.promotion.unwrap_or(self.role))
    }

    /// Returns the squares occupied after the move, except the target square.
    fn occupied_after(&self, board: &impl Pieces) -> Bitboard {
        let mut occupied = board.occupied().without(self.from);
        if self.en_passant {
            occupied.discard(Square::from_coords(self.to.file(), self.from.rank()));
        }
        occupied
    }
}

/// Returns whether the move does not lose material by exchanges on its target square.
#[must_use]
pub fn see_non_negative(position: &Chess, m: Move) -> bool {
    Capture::of(position, m).is_none_or(|capture| reaches(position.board(), &capture, 0))
}

/// Returns the exchange value of a move in centipawns (negative: it loses material), see [`outcome`]. Castling wins 0.
#[must_use]
pub fn exchange(position: &Chess, m: Move) -> i32 {
    Capture::of(position, m).map_or(0, |capture| outcome(position.board(), &capture))
}

/// Returns whether [`outcome`] is at least `threshold` centipawns. Plays the exchange only as far as needed to decide.
#[must_use]
pub fn reaches(board: &impl Pieces, capture: &Capture, threshold: i32) -> bool {
    let gain = capture.gain();
    if gain < threshold {
        // The opponent would have to recapture at a loss, and no side must recapture.
        return false;
    }
    // The surplus of the side that moved last if it loses the piece it moved with. That side succeeds if the surplus is
    // not negative or if no recapture is possible.
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
        // Negate the surplus for the other side. Reaching the threshold exactly counts for the first side.
        in_hand = -in_hand - 1 - exchange_value(role);
        occupied.discard(square);
        attackers = (attackers | sliders_uncovered(board, to, occupied, role)) & occupied;
    }
    side == capture.turn
}

/// Returns the exchange value in centipawns (negative: it loses material) after the best sequence of captures by both
/// sides on the target square, least valuable attacker first, knights before bishops. Either side may stop at any time.
/// Ignores pins, and a pawn that recaptures on the last rank is not promoted.
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
        // A king cannot capture a defended piece.
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

/// Returns those of [`sliders_behind`] that a piece of this role may have blocked.
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
