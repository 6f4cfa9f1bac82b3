//! Material, squares, mobility and other terms of single pieces.

use shakmaty::{Bitboard, Rank, Square, attacks};

use super::super::squares::{beside, distance, down, file_of};
use super::Tally;
use super::army::{Attacker, Attackers, BISHOP, KNIGHT, QUEEN, ROOK};
use super::families::first;
use super::view::View;

/// Ranks 4 to 6, where outposts are.
const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_ffff_ff00_0000);
/// The squares d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

#[inline]
pub(super) fn count(view: &View, attackers: &Attackers, tally: &mut impl Tally) {
    material(view, tally);
    let posts = OUTPOST_RANKS & view.own.by_pawns & !view.enemy_attack_span;
    for attacker in attackers.of(KNIGHT) {
        of_any_kind(view, KNIGHT, attacker, tally);
        knight(view, attacker, posts, tally);
    }
    for attacker in attackers.of(BISHOP) {
        of_any_kind(view, BISHOP, attacker, tally);
        bishop(view, attacker, posts, tally);
    }
    for attacker in attackers.of(ROOK) {
        let targets = of_any_kind(view, ROOK, attacker, tally);
        rook(view, attacker, targets, tally);
    }
    for attacker in attackers.of(QUEEN) {
        of_any_kind(view, QUEEN, attacker, tally);
        queen(view, attacker, tally);
    }
}

/// Counts the terms that every kind of piece has. Returns the squares that count as its mobility.
#[inline]
fn of_any_kind(view: &View, kind: usize, attacker: &Attacker, tally: &mut impl Tally) -> Bitboard {
    let targets = attacker.attacks & view.mobility_area;
    tally.piece(kind, attacker.square);
    tally.mobility(kind, targets.count());
    targets
}

#[inline]
fn material(view: &View, tally: &mut impl Tally) {
    let [knights, bishops, rooks, _] = view.own.pieces;
    let pairs = [(first::KNIGHT_PAIR, knights), (first::BISHOP_PAIR, bishops), (first::ROOK_PAIR, rooks)];
    for (term, pieces) in pairs {
        tally.when(pieces.more_than_one(), term);
    }
    let pawns = view.own.pawns.count() as i32 - 5;
    tally.add(first::KNIGHT_PAWNS, pawns * knights.count() as i32);
    tally.add(first::ROOK_PAWNS, pawns * rooks.count() as i32);
    if view.own.pawns.is_empty() {
        tally.one(first::PAWNLESS);
    } else if let Some(kind) = drawish_ending(view) {
        tally.add(first::ENDING_PAWNS + kind, view.own.pawns.count() as i32);
    }
}

/// Returns the index of the kind of ending in which pawns are worth less, if there is one: bishops of opposite colours
/// only, these with other pieces, rooks only.
#[inline]
fn drawish_ending(view: &View) -> Option<usize> {
    let (own, enemy) = (view.own.pieces, view.enemy.pieces);
    let one_each = |kind: usize| own[kind].count() == 1 && enemy[kind].count() == 1;
    let officers = view.own.officers() | view.enemy.officers();
    let bishops = own[BISHOP] | enemy[BISHOP];
    let opposite = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    if one_each(BISHOP) && opposite {
        return Some(usize::from(officers != bishops));
    }
    (one_each(ROOK) && officers == own[ROOK] | enemy[ROOK]).then_some(2)
}

#[inline]
fn behind_pawn(view: &View, square: Square) -> bool {
    let pawns = view.own.pawns | view.enemy.pawns;
    down(pawns).contains(square)
}

#[inline]
fn knight(view: &View, knight: &Attacker, posts: Bitboard, tally: &mut impl Tally) {
    let on_outpost = posts.contains(knight.square);
    tally.when(on_outpost, first::KNIGHT_OUTPOST);
    tally.when(!on_outpost & (knight.attacks & posts & !view.own.all).any(), first::REACHABLE_OUTPOST);
    tally.when(behind_pawn(view, knight.square), first::MINOR_BEHIND_PAWN);
}

#[inline]
fn bishop(view: &View, bishop: &Attacker, posts: Bitboard, tally: &mut impl Tally) {
    tally.when(posts.contains(bishop.square), first::BISHOP_OUTPOST);
    tally.when(behind_pawn(view, bishop.square), first::MINOR_BEHIND_PAWN);
    let light = Bitboard::LIGHT_SQUARES.contains(bishop.square);
    let colour = if light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    tally.add(first::BISHOP_OWN_PAWNS, (view.own.pawns & colour).count() as i32);
    tally.add(first::BISHOP_ENEMY_PAWNS, (view.enemy.pawns & colour).count() as i32);
    let through_pieces = attacks::bishop_attacks(bishop.square, view.own.pawns | view.enemy.pawns);
    tally.when((through_pieces & CENTRE).more_than_one(), first::LONG_DIAGONAL);
    before_slider(view, attacks::bishop_attacks, bishop, tally);
}

#[inline]
fn rook(view: &View, rook: &Attacker, targets: Bitboard, tally: &mut impl Tally) {
    let file = file_of(rook.square);
    let half_open = (file & view.own.pawns).is_empty();
    let open = half_open & (file & view.enemy.pawns).is_empty();
    let king = file_of(view.enemy.king);
    tally.when(open, first::ROOK_OPEN_FILE);
    tally.when(half_open & !open, first::ROOK_HALF_OPEN_FILE);
    tally.when(half_open & ((king | beside(king)) & file).any(), first::ROOK_KING_FILE);
    tally.when(!half_open & is_trapped(view, rook, targets), first::TRAPPED_ROOK);
    let queens = view.own.pieces[QUEEN] | view.enemy.pieces[QUEEN];
    tally.when((file & queens).any(), first::ROOK_QUEEN_FILE);
    tally.when((file & view.own.pieces[ROOK]).more_than_one(), first::DOUBLED_ROOKS);
    let seventh = Bitboard::from_rank(Rank::Seventh);
    let target = (view.enemy.king.rank() == Rank::Eighth) | (view.enemy.pawns & seventh).any();
    tally.when((rook.square.rank() == Rank::Seventh) & target, first::ROOK_SEVENTH);
    before_slider(view, attacks::rook_attacks, rook, tally);
}

/// Whether a rook with few moves stands between its king and the edge.
#[inline]
fn is_trapped(view: &View, rook: &Attacker, targets: Bitboard) -> bool {
    let (king, square) = (view.own.king, rook.square);
    let (king_file, file) = (usize::from(king.file()), usize::from(square.file()));
    let outside = if king_file >= 4 { file > king_file } else { file < king_file };
    outside & (king.rank() <= Rank::Second) & (square.rank() <= Rank::Second) & (targets.count() <= 3)
}

#[inline]
fn queen(view: &View, queen: &Attacker, tally: &mut impl Tally) {
    tally.add(first::QUEEN_ENEMY_KING, distance(queen.square, view.enemy.king));
}

/// Counts a slider that attacks the enemy queen through one piece.
#[inline]
fn before_slider(
    view: &View,
    attacks: impl Fn(Square, Bitboard) -> Bitboard,
    slider: &Attacker,
    tally: &mut impl Tally,
) {
    let queens = view.enemy.pieces[QUEEN];
    if queens.is_empty() || (attacks(slider.square, Bitboard(0)) & queens).is_empty() {
        return;
    }
    let blockers = attacks(slider.square, view.occupied) & view.occupied;
    let beyond = attacks(slider.square, view.occupied & !blockers);
    if (queens & beyond & !blockers).any() {
        tally.one(first::QUEEN_BEFORE_SLIDER);
    }
}
