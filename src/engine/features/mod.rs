//! The evaluation's features: what each parameter is multiplied with.
//!
//! `score = Σ parameter × feature`, the feature being White's count minus Black's. Each feature is
//! defined once, as a function of one side's view of the board turned to play up it, so that mirroring
//! the colours negates every feature by construction. Counts that use a table or the game phase are
//! fixed-point numbers; all features count in sixteenths ([`ONE`]), so that a parameter of 1 on a feature of
//! one is worth one centipawn and the arithmetic stays exact.
//!
//! The papers give the parameters' names and nothing more. Where a definition here goes beyond the plain
//! reading of a name, its reason stands beside it; definitions were chosen by how well they explain the
//! moves of the training set and of games that are in neither set, never by the test set.

mod king;
mod material;
mod minor;
mod pawns;
mod queen;
mod rooks;
#[cfg(test)]
mod tests;
mod view;

use shakmaty::Board;

use view::View;

/// The fixed-point one of all features: a feature of 16 is a count of 1.
pub const ONE: i32 = 16;

/// Number of features.
pub const COUNT: usize = 35;

/// The features' names, those of the parameters of the papers' Figure 3, in its order.
pub const NAMES: [&str; COUNT] = [
    "PAWN_VALUE",
    "KNIGHT_VALUE",
    "BISHOP_VALUE",
    "ROOK_VALUE",
    "QUEEN_VALUE",
    "PAWN_ADVANCE_A",
    "PAWN_ADVANCE_B",
    "PASSED_PAWN_MULT",
    "DOUBLED_PAWN_PENALTY",
    "ISOLATED_PAWN_PENALTY",
    "BACKWARD_PAWN_PENALTY",
    "WEAK_SQUARE_PENALTY",
    "PASSED_PAWN_ENEMY_KING_DIST",
    "KNIGHT_SQ_MULT",
    "KNIGHT_OUTPOST_MULT",
    "BISHOP_MOBILITY",
    "BISHOP_PAIR",
    "ROOK_ATTACK_KING_FILE",
    "ROOK_ATTACK_KING_ADJ_FILE",
    "ROOK_ATTACK_KING_ADJ_FILE_ABGH",
    "ROOK_7TH_RANK",
    "ROOK_CONNECTED",
    "ROOK_MOBILITY",
    "ROOK_BEHIND_PASSED_PAWN",
    "ROOK_OPEN_FILE",
    "ROOK_SEMI_OPEN_FILE",
    "ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN",
    "ROOK_COLUMN_MULT",
    "QUEEN_MOBILITY",
    "KING_NO_FRIENDLY_PAWN",
    "KING_NO_FRIENDLY_PAWN_ADJ",
    "KING_FRIENDLY_PAWN_ADVANCED1",
    "KING_NO_ENEMY_PAWN",
    "KING_NO_ENEMY_PAWN_ADJ",
    "KING_PRESSURE_MULT",
];

/// A position's features in sixteenths, White minus Black, in the order of [`NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeatureVector(pub [i16; COUNT]);

impl FeatureVector {
    /// The features of a position. Whose turn it is does not matter.
    #[must_use]
    pub fn of(board: &Board) -> FeatureVector {
        let (white, black) = View::both(board);
        let (white, black) = (side(&white), side(&black));
        FeatureVector(std::array::from_fn(|index| (white[index] - black[index]) as i16))
    }

    /// The feature of that name, in sixteenths.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i16> {
        NAMES.iter().position(|known| *known == name).map(|index| self.0[index])
    }
}

/// One side's features, in the order of [`NAMES`]. Penalties count negatively, so that every parameter
/// is a non-negative number.
fn side(view: &View) -> [i32; COUNT] {
    [
        material::pawns(view),
        material::knights(view),
        material::bishops(view),
        material::rooks(view),
        material::queens(view),
        pawns::centre_advance(view),
        pawns::wing_advance(view),
        pawns::passed(view),
        -pawns::doubled(view),
        -pawns::isolated(view),
        -pawns::backward(view),
        -pawns::weak_squares(view),
        pawns::passed_enemy_king_distance(view),
        minor::knight_squares(view),
        minor::knight_outposts(view),
        minor::bishop_mobility(view),
        minor::bishop_pair(view),
        rooks::on_enemy_king_file(view),
        rooks::beside_enemy_king_file(view),
        rooks::beside_enemy_king_file_abgh(view),
        rooks::on_seventh_rank(view),
        rooks::connected(view),
        rooks::mobility(view),
        rooks::behind_passed_pawn(view),
        rooks::on_open_file(view),
        rooks::on_semi_open_file(view),
        rooks::attacking_weak_pawn(view),
        rooks::file_centrality(view),
        queen::mobility(view),
        -king::no_friendly_pawn(view),
        -king::no_friendly_pawn_adjacent(view),
        -king::friendly_pawn_advanced(view),
        -king::no_enemy_pawn(view),
        -king::no_enemy_pawn_adjacent(view),
        king::pressure(view),
    ]
}
