//! Knights and bishops.
//!
//! A piece that cannot stay on its square ([`View::harassed`]) gets no square value and no mobility, because its side
//! must spend the next move on it.

use shakmaty::Rank;

use super::super::ONE;
use super::super::squares::file_from_edge;
use super::piece_info::Attacker;
use super::view::View;

/// Knight square values for a side that plays up the board, by rank and by distance from the edge file; both wings are
/// equal. Undeveloped knights are on the first rank.
const KNIGHT_SQUARES: [[i32; 4]; 8] = [
    [-8, -6, -5, -5],
    [1, 2, 4, 5],
    [2, 5, 7, 7],
    [3, 6, 8, 9],
    [3, 6, 9, 10],
    [3, 6, 8, 9],
    [2, 4, 5, 5],
    [0, 1, 2, 2],
];

/// Square value of a knight.
#[inline]
pub(super) fn knight_square(view: &View, knight: Attacker) -> i32 {
    if view.harassed(view.enemy_attacks.pawns).contains(knight.square) {
        return 0;
    }
    ONE * KNIGHT_SQUARES[usize::from(knight.square.rank())][file_from_edge(knight.square)]
}

/// Knights on ranks 4 to 6 that an own pawn defends and no enemy pawn can ever attack; on ranks 5 and 6 they count
/// twice.
#[inline]
pub(super) fn knight_outposts(view: &View) -> i32 {
    const BY_RANK: [i32; 8] = [0, 0, 0, 1, 2, 2, 0, 0];
    let posts = view.own.knights & view.own.attacks.pawns & !view.pawn_king.enemy_attack_span;
    posts.into_iter().map(|knight| BY_RANK[usize::from(knight.rank())]).sum::<i32>() * ONE
}

/// Mobility of a bishop: target squares that no enemy pawn attacks, with diminishing returns. A bishop on the first
/// rank, still undeveloped, counts three squares less. One that cannot stay counts 0.
#[inline]
pub(super) fn bishop_mobility(view: &View, bishop: Attacker) -> i32 {
    const WORTH: [i32; 14] = [0, 16, 32, 46, 58, 68, 77, 85, 92, 98, 104, 109, 114, 118];
    if view.harassed(view.enemy_attacks.pawns).contains(bishop.square) {
        return 0;
    }
    let at_home = if bishop.square.rank() == Rank::First { 3 * ONE } else { 0 };
    WORTH[(bishop.attacks & view.safe()).count()] - at_home
}

/// 1 for two or more bishops.
pub(super) fn bishop_pair(view: &View) -> i32 {
    if view.own.bishops.more_than_one() { ONE } else { 0 }
}
