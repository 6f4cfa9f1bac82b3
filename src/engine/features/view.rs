//! One side's view of the board: everything the features of that side look at, computed once.
//!
//! The board is turned so that the side always plays up the board. A feature is therefore written once,
//! for a side playing up, and mirroring the colours cannot change it.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::super::pieces::Pieces;
use super::ONE;
use super::pawn_view::PawnView;

/// A piece that moves by lines or jumps, with the squares it attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(super) square: Square,
    pub(super) attacks: Bitboard,
}

/// Pieces of one kind, which attack these squares.
#[inline]
fn attackers(pieces: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> impl Iterator<Item = Attacker> {
    pieces.into_iter().map(move |square| Attacker { square, attacks: attacks(square) })
}

/// What counts as all of a side's pieces, without pawns: minor pieces 1, rooks 2, queen 4.
pub(super) const FULL_SET: i32 = 12;

/// One side's pieces, turned so that it plays up the board.
#[derive(Clone, Copy)]
pub(super) struct Army {
    pub(super) knights: Bitboard,
    pub(super) bishops: Bitboard,
    pub(super) rooks: Bitboard,
    pub(super) queens: Bitboard,
    /// A side without a king (which no legal position has) is seen with it on a1.
    pub(super) king: Square,
    pub(super) all: Bitboard,
}

impl Army {
    #[inline]
    fn of(board: &impl Pieces, army: Color) -> Army {
        let all = board.by_color(army);
        let turned = |pieces: Bitboard| if army.is_white() { pieces } else { pieces.flip_vertical() };
        let kind = |role| turned(all & board.by_role(role));
        Army {
            knights: kind(Role::Knight),
            bishops: kind(Role::Bishop),
            rooks: kind(Role::Rook),
            queens: kind(Role::Queen),
            king: kind(Role::King).first().unwrap_or(Square::A1),
            all: turned(all),
        }
    }
}

/// Squares attacked by each kind of one side's pieces.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    pub(super) pawns: Bitboard,
    pub(super) minor_pieces: Bitboard,
    pub(super) rooks: Bitboard,
    /// By anything.
    pub(super) all: Bitboard,
}

impl Attacks {
    /// The same squares as the other side sees them.
    #[inline]
    fn turned(&self) -> Attacks {
        Attacks {
            pawns: self.pawns.flip_vertical(),
            minor_pieces: self.minor_pieces.flip_vertical(),
            rooks: self.rooks.flip_vertical(),
            all: self.all.flip_vertical(),
        }
    }
}

/// What one side sees.
pub(super) struct View {
    pub(super) pawns: PawnView,
    pub(super) own: Army,
    pub(super) enemy_king: Square,
    pub(super) attacks: Attacks,
    pub(super) enemy_attacks: Attacks,
    /// Own pieces in twelfths of a full set.
    pub(super) own_strength: i32,
    /// The enemy's pieces in twelfths of a full set.
    pub(super) enemy_strength: i32,
    occupied: Bitboard,
}

impl View {
    /// White's and Black's view of a board on which `pawns` is what White sees of the pawns.
    #[inline]
    pub(super) fn both(board: &impl Pieces, pawns: &PawnView) -> [View; 2] {
        let armies = [Army::of(board, Color::White), Army::of(board, Color::Black)];
        let occupied = board.occupied();
        let mut white = View::of(&armies[0], pawns, occupied);
        let mut black = View::of(&armies[1], &pawns.turned(), occupied.flip_vertical());
        white.add_enemy(&black);
        black.add_enemy(&white);
        [white, black]
    }

    /// The view of one side, the enemy's pieces left out.
    #[inline]
    fn of(own: &Army, pawns: &PawnView, occupied: Bitboard) -> View {
        let nothing = Bitboard(0);
        let mut view = View {
            pawns: *pawns,
            own: *own,
            enemy_king: Square::A1,
            attacks: Attacks { pawns: pawns.attacks(), minor_pieces: nothing, rooks: nothing, all: nothing },
            enemy_attacks: Attacks { pawns: nothing, minor_pieces: nothing, rooks: nothing, all: nothing },
            own_strength: 0,
            enemy_strength: 0,
            occupied,
        };
        let (mut minor_pieces, mut rooks, mut queens, mut strength) = (nothing, nothing, nothing, 0);
        for piece in view.knights().chain(view.bishops()) {
            minor_pieces |= piece.attacks;
            strength += 1;
        }
        for rook in view.rooks() {
            rooks |= rook.attacks;
            strength += 2;
        }
        for queen in view.queens() {
            queens |= queen.attacks;
            strength += 4;
        }
        (view.attacks.minor_pieces, view.attacks.rooks) = (minor_pieces, rooks);
        view.attacks.all =
            view.attacks.pawns | minor_pieces | rooks | queens | attacks::king_attacks(own.king);
        view.own_strength = FULL_SET.min(strength);
        view
    }

    #[inline]
    fn add_enemy(&mut self, enemy: &View) {
        self.enemy_king = enemy.own.king.flip_vertical();
        self.enemy_attacks = enemy.attacks.turned();
        self.enemy_strength = enemy.own_strength;
    }

    #[inline]
    pub(super) fn knights(&self) -> impl Iterator<Item = Attacker> {
        attackers(self.own.knights, attacks::knight_attacks)
    }

    #[inline]
    pub(super) fn bishops(&self) -> impl Iterator<Item = Attacker> {
        let occupied = self.occupied;
        attackers(self.own.bishops, move |square| attacks::bishop_attacks(square, occupied))
    }

    #[inline]
    pub(super) fn rooks(&self) -> impl Iterator<Item = Attacker> {
        let occupied = self.occupied;
        attackers(self.own.rooks, move |square| attacks::rook_attacks(square, occupied))
    }

    #[inline]
    pub(super) fn queens(&self) -> impl Iterator<Item = Attacker> {
        let occupied = self.occupied;
        attackers(self.own.queens, move |square| attacks::queen_attacks(square, occupied))
    }

    /// A count in sixteenths, in proportion to the enemy's pieces.
    #[inline]
    pub(super) fn scaled(&self, count: i32) -> i32 {
        ONE * count * self.enemy_strength / FULL_SET
    }

    /// Squares a piece can go to without being taken by a pawn: not own, not attacked by an enemy pawn.
    #[inline]
    pub(super) fn safe(&self) -> Bitboard {
        !(self.own.all | self.enemy_attacks.pawns)
    }

    /// Squares on which a piece cannot stay: attacked by a lesser piece (`by_lesser`), or attacked by
    /// anything and defended by nothing.
    #[inline]
    pub(super) fn harassed(&self, by_lesser: Bitboard) -> Bitboard {
        by_lesser | (self.enemy_attacks.all & !self.attacks.all)
    }
}
