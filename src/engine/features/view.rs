//! One side's view of the board: everything the features of that side look at, computed once.
//!
//! The board is turned so that the side always plays up the board. A feature is therefore written once,
//! for a side playing up, and mirroring the colours cannot change it.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::super::pieces::Pieces;
use super::pawn_view::PawnView;

/// A piece that moves by lines or jumps, with the squares it attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(super) square: Square,
    pub(super) attacks: Bitboard,
}

/// Up to ten pieces of one kind (two and eight promoted pawns). A set-up position may hold more; those beyond
/// are not looked at.
pub(super) struct Attackers {
    squares: Bitboard,
    attacks: [Bitboard; 10],
}

impl Attackers {
    #[inline]
    fn of(squares: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Attackers {
        let mut list = Attackers { squares, attacks: [Bitboard(0); 10] };
        for (slot, square) in list.attacks.iter_mut().zip(squares) {
            *slot = attacks(square);
        }
        list
    }

    /// Squares attacked by any of them.
    #[inline]
    fn attacks(&self) -> Bitboard {
        self.iter().fold(Bitboard(0), |squares, piece| squares | piece.attacks)
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Attacker> {
        self.attacks.iter().zip(self.squares).map(|(&attacks, square)| Attacker { square, attacks })
    }
}

/// One side's pieces, turned so that it plays up the board.
#[derive(Clone, Copy)]
pub(super) struct Army {
    pub(super) pawns: Bitboard,
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
            pawns: kind(Role::Pawn),
            knights: kind(Role::Knight),
            bishops: kind(Role::Bishop),
            rooks: kind(Role::Rook),
            queens: kind(Role::Queen),
            king: kind(Role::King).first().unwrap_or(Square::A1),
            all: turned(all),
        }
    }

    /// Pieces (without pawns) in twelfths of a full set: minor pieces 1, rooks 2, queen 4; at most 12.
    #[inline]
    fn strength(&self) -> i32 {
        let count = |pieces: Bitboard| pieces.count() as i32;
        (count(self.knights | self.bishops) + 2 * count(self.rooks) + 4 * count(self.queens)).min(12)
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
    pub(super) knights: Attackers,
    pub(super) bishops: Attackers,
    pub(super) rooks: Attackers,
    pub(super) queens: Attackers,
    pub(super) attacks: Attacks,
    pub(super) enemy_attacks: Attacks,
    /// Own pieces in twelfths of a full set.
    pub(super) own_strength: i32,
    /// The enemy's pieces in twelfths of a full set.
    pub(super) enemy_strength: i32,
}

impl View {
    /// White's and Black's view of a board on which `pawns` is what White sees of the pawns.
    #[inline]
    pub(super) fn both(board: &impl Pieces, pawns: &PawnView) -> (View, View) {
        let (white, black) = (Army::of(board, Color::White), Army::of(board, Color::Black));
        let occupied = board.occupied();
        let mut white = View::of(white, *pawns, occupied);
        let mut black = View::of(black, pawns.turned(), occupied.flip_vertical());
        white.add_enemy(&black);
        black.add_enemy(&white);
        (white, black)
    }

    /// The view of one side, the enemy left out.
    #[inline]
    fn of(own: Army, pawns: PawnView, occupied: Bitboard) -> View {
        let knights = Attackers::of(own.knights, attacks::knight_attacks);
        let bishops = Attackers::of(own.bishops, |square| attacks::bishop_attacks(square, occupied));
        let rooks = Attackers::of(own.rooks, |square| attacks::rook_attacks(square, occupied));
        let queens = Attackers::of(own.queens, |square| attacks::queen_attacks(square, occupied));
        let minor_pieces = knights.attacks() | bishops.attacks();
        let (by_pawns, by_rooks) = (pawns.attacks(), rooks.attacks());
        let all = by_pawns | minor_pieces | by_rooks | queens.attacks() | attacks::king_attacks(own.king);
        let nothing = Bitboard(0);
        View {
            attacks: Attacks { pawns: by_pawns, minor_pieces, rooks: by_rooks, all },
            enemy_attacks: Attacks { pawns: nothing, minor_pieces: nothing, rooks: nothing, all: nothing },
            knights,
            bishops,
            rooks,
            queens,
            pawns,
            own_strength: own.strength(),
            enemy_strength: 0,
            enemy_king: Square::A1,
            own,
        }
    }

    #[inline]
    fn add_enemy(&mut self, enemy: &View) {
        self.enemy_king = enemy.own.king.flip_vertical();
        self.enemy_attacks = enemy.attacks.turned();
        self.enemy_strength = enemy.own_strength;
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
