//! One side's view of the board: everything the features of that side look at, computed once.
//!
//! The board is turned so that the side always plays up the board. A feature is therefore written once,
//! for a side playing up, and mirroring the colours cannot change it.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// A piece that moves by lines or jumps, with the squares it attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacker {
    pub(super) square: Square,
    pub(super) attacks: Bitboard,
}

/// Up to ten pieces of one kind (two and eight promoted pawns).
#[derive(Clone, Copy)]
pub(super) struct Attackers {
    pieces: [Attacker; 10],
    len: usize,
}

impl Attackers {
    fn of(squares: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> Attackers {
        let nobody = Attacker { square: Square::A1, attacks: Bitboard(0) };
        let mut list = Attackers { pieces: [nobody; 10], len: 0 };
        // A set-up position may hold more than ten; those beyond are not looked at.
        for square in squares.into_iter().take(10) {
            list.pieces[list.len] = Attacker { square, attacks: attacks(square) };
            list.len += 1;
        }
        list
    }

    /// Squares attacked by any of them.
    fn attacks(&self) -> Bitboard {
        self.iter().fold(Bitboard(0), |squares, piece| squares | piece.attacks)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Attacker> {
        self.pieces[..self.len].iter()
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
    pub(super) king: Bitboard,
}

impl Army {
    fn of(board: &Board, army: Color, playing_up: Color) -> Army {
        let all = board.by_color(army);
        let turned = |role| {
            let pieces = all & board.by_role(role);
            if playing_up.is_white() { pieces } else { pieces.flip_vertical() }
        };
        Army {
            pawns: turned(Role::Pawn),
            knights: turned(Role::Knight),
            bishops: turned(Role::Bishop),
            rooks: turned(Role::Rook),
            queens: turned(Role::Queen),
            king: turned(Role::King),
        }
    }

    fn all(&self) -> Bitboard {
        self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.king
    }

    /// Pieces (without pawns) in twelfths of a full set: minor pieces 1, rooks 2, queen 4; at most 12.
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
    pub(super) queens: Bitboard,
    pub(super) king: Bitboard,
}

impl Attacks {
    /// Squares attacked by anything.
    fn all(&self) -> Bitboard {
        self.pawns | self.minor_pieces | self.rooks | self.queens | self.king
    }

    /// The same squares as the other side sees them.
    fn turned(&self) -> Attacks {
        Attacks {
            pawns: self.pawns.flip_vertical(),
            minor_pieces: self.minor_pieces.flip_vertical(),
            rooks: self.rooks.flip_vertical(),
            queens: self.queens.flip_vertical(),
            king: self.king.flip_vertical(),
        }
    }
}

/// What one side sees.
pub(super) struct View {
    pub(super) own: Army,
    pub(super) enemy: Army,
    pub(super) own_all: Bitboard,
    pub(super) king: Square,
    pub(super) enemy_king: Square,
    pub(super) knights: Attackers,
    pub(super) bishops: Attackers,
    pub(super) rooks: Attackers,
    pub(super) queens: Attackers,
    pub(super) attacks: Attacks,
    pub(super) enemy_attacks: Attacks,
    /// Squares own pawns attack now or could attack after advancing.
    pub(super) pawn_attack_span: Bitboard,
    /// The same of the enemy's pawns.
    pub(super) enemy_pawn_attack_span: Bitboard,
    /// Own pawns no enemy pawn can stop, the foremost of each file.
    pub(super) passed: Bitboard,
    /// Files (as whole columns) with own pawns.
    pub(super) pawn_files: Bitboard,
    /// Files with enemy pawns.
    pub(super) enemy_pawn_files: Bitboard,
    /// Own pieces in twelfths of a full set.
    pub(super) own_strength: i32,
    /// The enemy's pieces in twelfths of a full set.
    pub(super) enemy_strength: i32,
}

pub(super) const A_FILE: Bitboard = Bitboard(0x0101_0101_0101_0101);
pub(super) const H_FILE: Bitboard = Bitboard(0x8080_8080_8080_8080);

/// The squares one step up.
pub(super) fn up(squares: Bitboard) -> Bitboard {
    squares.shift(8)
}

/// The squares one step down.
pub(super) fn down(squares: Bitboard) -> Bitboard {
    squares.shift(-8)
}

/// The squares beside, on both neighbouring files.
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !H_FILE).shift(1) | (squares & !A_FILE).shift(-1)
}

/// The squares and all above them.
pub(super) fn fill_up(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled << 8;
    filled |= filled << 16;
    filled |= filled << 32;
    Bitboard(filled)
}

/// The squares and all below them.
pub(super) fn fill_down(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled >> 8;
    filled |= filled >> 16;
    filled |= filled >> 32;
    Bitboard(filled)
}

/// The whole file of a square.
pub(super) fn file_of(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}

impl View {
    /// White's and Black's view.
    pub(super) fn both(board: &Board) -> (View, View) {
        let mut white = View::of(board, Color::White);
        let mut black = View::of(board, Color::Black);
        white.enemy_attacks = black.attacks.turned();
        black.enemy_attacks = white.attacks.turned();
        (white, black)
    }

    /// `color`'s view, the enemy's attacks left out. A side without a king (which no legal position has)
    /// is seen with it on a1.
    fn of(board: &Board, color: Color) -> View {
        let own = Army::of(board, color, color);
        let enemy = Army::of(board, color.other(), color);
        let own_all = own.all();
        let occupied = own_all | enemy.all();
        let king = own.king.first().unwrap_or(Square::A1);
        let knights = Attackers::of(own.knights, attacks::knight_attacks);
        let bishops = Attackers::of(own.bishops, |square| attacks::bishop_attacks(square, occupied));
        let rooks = Attackers::of(own.rooks, |square| attacks::rook_attacks(square, occupied));
        let queens = Attackers::of(own.queens, |square| attacks::queen_attacks(square, occupied));
        let enemy_pawn_attack_span = beside(fill_down(down(enemy.pawns)));
        let stopped = fill_down(down(enemy.pawns)) | enemy_pawn_attack_span | fill_down(down(own.pawns));
        let nothing = Bitboard(0);
        View {
            king,
            enemy_king: enemy.king.first().unwrap_or(Square::A1),
            attacks: Attacks {
                pawns: beside(up(own.pawns)),
                minor_pieces: knights.attacks() | bishops.attacks(),
                rooks: rooks.attacks(),
                queens: queens.attacks(),
                king: attacks::king_attacks(king),
            },
            enemy_attacks: Attacks {
                pawns: nothing,
                minor_pieces: nothing,
                rooks: nothing,
                queens: nothing,
                king: nothing,
            },
            knights,
            bishops,
            rooks,
            queens,
            pawn_attack_span: beside(fill_up(up(own.pawns))),
            enemy_pawn_attack_span,
            passed: own.pawns & !stopped,
            pawn_files: fill_up(fill_down(own.pawns)),
            enemy_pawn_files: fill_up(fill_down(enemy.pawns)),
            own_strength: own.strength(),
            enemy_strength: enemy.strength(),
            own,
            enemy,
            own_all,
        }
    }

    /// Squares a piece can go to without being taken by a pawn: not own, not attacked by an enemy pawn.
    pub(super) fn safe(&self) -> Bitboard {
        !(self.own_all | self.enemy_attacks.pawns)
    }

    /// Squares on which a piece cannot stay: attacked by a lesser piece (`by_lesser`), or attacked by
    /// anything and defended by nothing.
    pub(super) fn harassed(&self, by_lesser: Bitboard) -> Bitboard {
        by_lesser | (self.enemy_attacks.all() & !self.attacks.all())
    }
}
