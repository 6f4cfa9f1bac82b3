//! The attack on the enemy king, and the defence of the own one.

use shakmaty::{Bitboard, File, Square, attacks};

use super::Tally;
use super::army::{Attackers, BISHOP, KNIGHT, QUEEN, ROOK};
use super::families::first;
use super::view::View;

/// Ranks 5 to 8, the enemy's half.
const ENEMY_HALF: Bitboard = Bitboard(0xffff_ffff_0000_0000);

#[inline]
pub(super) fn count(view: &View, attackers: &Attackers, tally: &mut impl Tally) {
    let (own, enemy) = (view.own, &view.enemy);
    let each = |squares: Bitboard| squares.count() as i32;
    let (mut count, mut total) = (0, 0);
    for attacker in attackers.all() {
        let hits = each(attacker.attacks & view.zone);
        count += i32::from(hits > 0);
        total += hits;
        tally.add(first::ZONE + usize::from(attacker.kind), hits);
    }
    if count >= 2 {
        if view.has_queen() {
            tally.one(first::ATTACKERS + (count as usize).min(4) - 2);
        } else {
            tally.add(first::ATTACKERS_WITHOUT_QUEEN, count - 1);
        }
    }
    tally.add(first::ATTACK_PRODUCT, count.min(5) * total.min(20) / 4);

    // Squares that the enemy defends with king or queen only.
    let [by_knights, by_bishops, by_rooks, _] = enemy.by_pieces;
    let firm = enemy.by_pawns | by_knights | by_bishops | by_rooks;
    let weak_ring = view.ring & own.attacked & !firm;
    tally.add(first::WEAK_ZONE, each(weak_ring));
    tally.add(first::WEAK_ZONE_PRODUCT, each(weak_ring) * count.min(5));

    checks(view, tally);

    let flank = flank(enemy.king) & ENEMY_HALF;
    tally.add(first::FLANK_ATTACK, each(own.attacked & flank));
    let own_flank = self::flank(own.king) & !ENEMY_HALF;
    tally.add(first::FLANK_DEFENCE, each(own.attacked & own_flank));
}

/// Squares from which pieces could give check.
#[inline]
fn checks(view: &View, tally: &mut impl Tally) {
    let (own, enemy) = (view.own, &view.enemy);
    let king = enemy.king;
    // The king does not shield squares, and the enemy queen would be lost in the exchange.
    let occupied = view.occupied;
    let (straight, diagonal) =
        (attacks::rook_attacks(king, occupied), attacks::bishop_attacks(king, occupied));
    let from = [attacks::knight_attacks(king), diagonal, straight, straight | diagonal];
    let undefended = !enemy.attacked;
    let outnumbered = own.twice & !enemy.twice & !enemy.by_pawns & enemy.by_king;
    let safe = !own.all & (undefended | outnumbered);
    let mut unsafe_checks = Bitboard(0);
    for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
        let checks = from[kind] & own.by_pieces[kind] & !own.all;
        tally.add(first::SAFE_CHECK + kind, (checks & safe).count() as i32);
        unsafe_checks |= checks & !safe;
    }
    tally.add(first::UNSAFE_CHECK, unsafe_checks.count() as i32);
}

/// Returns the files of a king's flank: a to d, c to f, or e to h.
#[inline]
fn flank(king: Square) -> Bitboard {
    const LEFT: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    const CENTRE: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    match king.file() {
        File::A | File::B | File::C => LEFT,
        File::D | File::E => CENTRE,
        File::F | File::G | File::H => !LEFT,
    }
}
