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
mod pawn_view;
mod pawns;
mod queen;
mod rooks;
#[cfg(test)]
mod tests;
mod view;

use super::evaluation::Score;
use super::pieces::Pieces;
pub(super) use pawn_view::PawnView;
use view::View;

/// The fixed-point one of all features: a feature of 16 is a count of 1.
pub const ONE: i32 = 16;

/// Makes of the table below all that goes feature by feature.
macro_rules! features {
    ($($name:ident: $sign:tt $module:ident::$feature:ident($looks_at:ident),)*) => {
        /// The features' names, those of the parameters of the papers' Figure 3, in its order.
        pub const NAMES: [&str; COUNT] = [$(stringify!($name)),*];

        /// The features' places in [`NAMES`].
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are the papers' names")]
        enum Index {
            $($name),*
        }

        /// Number of features.
        pub const COUNT: usize = [$(Index::$name),*].len();

        /// One side's features, in the order of [`NAMES`].
        fn side(view: &View) -> [i32; COUNT] {
            [$(features!($sign $module::$feature(features!($looks_at of view)))),*]
        }

        /// What a structure of pawns, as White sees it, adds to the score by the features that look at pawns
        /// only.
        pub(super) fn score_of_pawns(weights: &[i16; COUNT], white: &PawnView) -> Score {
            let black = &white.turned();
            let mut score = 0;
            $(features!(if pawns $looks_at {
                let difference = features!($sign ($module::$feature(white) - $module::$feature(black)));
                score += Score::from(weights[Index::$name as usize]) * difference;
            });)*
            score
        }

        /// What the features that look at pieces too add to the score of a board with this structure of pawns.
        #[inline]
        pub(super) fn score_of_pieces(
            weights: &[i16; COUNT],
            board: &impl Pieces,
            pawns: &PawnView,
        ) -> Score {
            let (white, black) = &View::both(board, pawns);
            let mut score = 0;
            $(features!(if pieces $looks_at {
                let difference = features!($sign ($module::$feature(white) - $module::$feature(black)));
                score += Score::from(weights[Index::$name as usize]) * difference;
            });)*
            score
        }
    };
    (+ $($value:tt)*) => { $($value)* };
    (- $($value:tt)*) => { -($($value)*) };
    (pawns of $view:ident) => { &$view.pawns };
    (pieces of $view:ident) => { $view };
    (if pawns pawns { $($then:tt)* }) => { $($then)* };
    (if pieces pieces { $($then:tt)* }) => { $($then)* };
    (if $wanted:ident $found:ident { $($then:tt)* }) => {};
}

// Name, sign and definition of each feature, in the order of the papers' Figure 3. Penalties count
// negatively, so that every parameter is a non-negative number. What looks at the pawns of both sides and
// nothing else is remembered for as long as they stand; what looks at pieces is counted anew.
features! {
    PAWN_VALUE: + material::pawns(pawns),
    KNIGHT_VALUE: + material::knights(pieces),
    BISHOP_VALUE: + material::bishops(pieces),
    ROOK_VALUE: + material::rooks(pieces),
    QUEEN_VALUE: + material::queens(pieces),
    PAWN_ADVANCE_A: + pawns::centre_advance(pawns),
    PAWN_ADVANCE_B: + pawns::wing_advance(pawns),
    PASSED_PAWN_MULT: + pawns::passed(pawns),
    DOUBLED_PAWN_PENALTY: - pawns::doubled(pawns),
    ISOLATED_PAWN_PENALTY: - pawns::isolated(pawns),
    BACKWARD_PAWN_PENALTY: - pawns::backward(pawns),
    WEAK_SQUARE_PENALTY: - pawns::weak_squares(pawns),
    PASSED_PAWN_ENEMY_KING_DIST: + pawns::passed_enemy_king_distance(pieces),
    KNIGHT_SQ_MULT: + minor::knight_squares(pieces),
    KNIGHT_OUTPOST_MULT: + minor::knight_outposts(pieces),
    BISHOP_MOBILITY: + minor::bishop_mobility(pieces),
    BISHOP_PAIR: + minor::bishop_pair(pieces),
    ROOK_ATTACK_KING_FILE: + rooks::on_enemy_king_file(pieces),
    ROOK_ATTACK_KING_ADJ_FILE: + rooks::beside_enemy_king_file(pieces),
    ROOK_ATTACK_KING_ADJ_FILE_ABGH: + rooks::beside_enemy_king_file_abgh(pieces),
    ROOK_7TH_RANK: + rooks::on_seventh_rank(pieces),
    ROOK_CONNECTED: + rooks::connected(pieces),
    ROOK_MOBILITY: + rooks::mobility(pieces),
    ROOK_BEHIND_PASSED_PAWN: + rooks::behind_passed_pawn(pieces),
    ROOK_OPEN_FILE: + rooks::on_open_file(pieces),
    ROOK_SEMI_OPEN_FILE: + rooks::on_semi_open_file(pieces),
    ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN: + rooks::attacking_weak_pawn(pieces),
    ROOK_COLUMN_MULT: + rooks::file_centrality(pieces),
    QUEEN_MOBILITY: + queen::mobility(pieces),
    KING_NO_FRIENDLY_PAWN: - king::no_friendly_pawn(pieces),
    KING_NO_FRIENDLY_PAWN_ADJ: - king::no_friendly_pawn_adjacent(pieces),
    KING_FRIENDLY_PAWN_ADVANCED1: - king::friendly_pawn_advanced(pieces),
    KING_NO_ENEMY_PAWN: - king::no_enemy_pawn(pieces),
    KING_NO_ENEMY_PAWN_ADJ: - king::no_enemy_pawn_adjacent(pieces),
    KING_PRESSURE_MULT: + king::pressure(pieces),
}

/// White's features and Black's, each as the side itself counts them, in sixteenths and in the order of
/// [`NAMES`]. Their difference is the [`FeatureVector`].
#[must_use]
pub fn sides(board: &impl Pieces) -> [[i32; COUNT]; 2] {
    let (white, black) = View::both(board, &PawnView::of(board));
    [side(&white), side(&black)]
}

/// A position's features in sixteenths, White minus Black, in the order of [`NAMES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FeatureVector(pub [i16; COUNT]);

impl FeatureVector {
    /// The features of a position. Whose turn it is does not matter.
    #[must_use]
    pub fn of(board: &impl Pieces) -> FeatureVector {
        let [white, black] = sides(board);
        FeatureVector(std::array::from_fn(|index| (white[index] - black[index]) as i16))
    }

    /// The feature of that name, in sixteenths.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i16> {
        NAMES.iter().position(|known| *known == name).map(|index| self.0[index])
    }
}
