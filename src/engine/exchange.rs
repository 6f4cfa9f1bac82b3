//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square.
//!
//! The values are the usual textbook ones, fixed and not an organism's, so that which captures a
//! quiescence search looks at does not depend on the organism.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

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

/// Whether the move does not lose material by exchanges on its target square.
#[must_use]
pub fn holds(position: &Chess, m: Move) -> bool {
    let gain = m.capture().map_or(0, exchange_value);
    // Taking something worth at least as much as the taker cannot lose; no exchange need be played out.
    if m.promotion().is_none() && gain >= exchange_value(m.role()) {
        return true;
    }
    exchange(position, m) >= 0
}

/// What the move wins in centipawns (negative: loses) after the best sequence of captures by both sides
/// on its target square, least valuable attacker first; either side may stop. Pins are not looked at.
#[must_use]
pub fn exchange(position: &Chess, m: Move) -> i32 {
    let Some(from) = m.from() else { return 0 };
    if m.is_castle() {
        return 0;
    }
    let board = position.board();
    let to = m.to();
    let mut occupied = board.occupied().without(from);
    if m.is_en_passant() {
        occupied.discard(Square::from_coords(to.file(), from.rank()));
    }
    let mut gains = [0; 32];
    let mut depth = 0;
    let mut on_square = exchange_value(m.role());
    gains[0] = m.capture().map_or(0, exchange_value);
    if let Some(promoted) = m.promotion() {
        gains[0] += exchange_value(promoted) - exchange_value(Role::Pawn);
        on_square = exchange_value(promoted);
    }
    let mut side = position.turn().other();
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

fn attackers_of(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    sliders_behind(board, to, occupied)
        | attacks::knight_attacks(to) & board.knights()
        | attacks::king_attacks(to) & board.kings()
        | attacks::pawn_attacks(Color::Black, to) & board.pawns() & board.white()
        | attacks::pawn_attacks(Color::White, to) & board.pawns() & board.black()
}

fn sliders_behind(board: &Board, to: Square, occupied: Bitboard) -> Bitboard {
    attacks::bishop_attacks(to, occupied) & board.bishops_and_queens()
        | attacks::rook_attacks(to, occupied) & board.rooks_and_queens()
}

fn least_valuable(board: &Board, attackers: Bitboard) -> Option<(Square, Role)> {
    if attackers.is_empty() {
        return None;
    }
    Role::ALL
        .into_iter()
        .find_map(|role| (attackers & board.by_role(role)).first().map(|square| (square, role)))
}
