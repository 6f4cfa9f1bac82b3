//! The features of the papers' Figure 3.
//!
//! The papers give only the names of the parameters. If a definition goes beyond the plain meaning of a name, its
//! comment gives the reason. The definitions were chosen by how well they explain the moves of the training set and of
//! games in neither set, never by the test set.

mod king;
mod material;
mod minor;
mod pawn_king;
mod pawns;
mod piece_info;
mod queen;
mod rooks;
#[cfg(test)]
mod tests;
mod view;

use crate::engine::evaluation::Score;
use crate::engine::pieces::Pieces;
use king::Pressure;
pub(in crate::engine) use pawn_king::PawnKingEntry;
pub(in crate::engine) use piece_info::PieceInfo;
use view::View;

/// Generates all per-feature code from the table below.
macro_rules! features {
    ($($name:ident: $sign:tt $of:ident $module:ident::$feature:ident $($scaled:ident)?,)*) => {
        /// The names of the features: the parameters of the papers' Figure 3, in its order.
        pub const NAMES: [&str; COUNT] = [$(stringify!($name)),*];

        /// The index of each feature in [`NAMES`].
        #[expect(non_camel_case_types, reason = "names from the papers")]
        enum Index {
            $($name),*
        }

        $(features!(known $of);)*

        /// Number of features.
        pub const COUNT: usize = [$(Index::$name),*].len();

        /// Counts one side's features that depend on its pawn-king entry only. The others are 0.
        fn of_pawn_king(view: &PawnKingEntry) -> Counts {
            let mut counts = [0; COUNT];
            $(features!(if pawn_king $of {
                let count = $module::$feature(view);
                $(let count = view.$scaled(count);)?
                counts[Index::$name as usize] = features!($sign count);
            });)*
            counts
        }

        /// Counts one side's features that depend on pieces.
        #[inline]
        fn of_pieces(view: &View, tally: &mut impl Tally) {
            let mut pressure = Pressure::default();
            for piece in view.own.knights() {
                pressure.add(view, piece, 2);
                $(features!(if knight $of {
                    tally.add(Index::$name as usize, features!($sign $module::$feature(view, piece)));
                });)*
            }
            for piece in view.own.bishops() {
                pressure.add(view, piece, 2);
                $(features!(if bishop $of {
                    tally.add(Index::$name as usize, features!($sign $module::$feature(view, piece)));
                });)*
            }
            for piece in view.own.rooks() {
                pressure.add(view, piece, 3);
                $(features!(if rook $of {
                    tally.add(Index::$name as usize, features!($sign $module::$feature(view, piece)));
                });)*
            }
            for piece in view.own.queens() {
                pressure.add(view, piece, 4);
                $(features!(if queen $of {
                    tally.add(Index::$name as usize, features!($sign $module::$feature(view, piece)));
                });)*
            }
            $(features!(if side $of {
                let count = $module::$feature(view);
                $(let count = view.pawn_king.$scaled(count);)?
                tally.add(Index::$name as usize, features!($sign count));
            });)*
            $(features!(if pressure $of {
                tally.add(Index::$name as usize, features!($sign $module::$feature(view, &pressure)));
            });)*
        }
    };
    (+ $($value:tt)*) => { $($value)* };
    (- $($value:tt)*) => { -$($value)* };
    (known pawn_king) => {};
    (known knight) => {};
    (known bishop) => {};
    (known rook) => {};
    (known queen) => {};
    (known side) => {};
    (known pressure) => {};
    (if pawn_king pawn_king { $($then:tt)* }) => { $($then)* };
    (if knight knight { $($then:tt)* }) => { $($then)* };
    (if bishop bishop { $($then:tt)* }) => { $($then)* };
    (if rook rook { $($then:tt)* }) => { $($then)* };
    (if queen queen { $($then:tt)* }) => { $($then)* };
    (if side side { $($then:tt)* }) => { $($then)* };
    (if pressure pressure { $($then:tt)* }) => { $($then)* };
    (if $wanted:ident $found:ident { $($then:tt)* }) => {};
}

// Each feature: name; sign (penalties are negative, so that every parameter is a non-negative number); input;
// definition; and `scaled` if it scales with the enemy's material. The input is one side's pawn-king entry; one knight,
// bishop, rook or queen at a time, summed; the side's whole view; or the pressure of all its pieces on the king.
//
// The order is that of the papers' Figure 3, but PAWN_ADVANCE_B comes before PAWN_ADVANCE_A. The papers do not define the
// two. Figure 3 agrees with more moves of grandmasters if B is the advance of the central pawns. The order of the genes
// is older than this finding, and the same seed must give the same organisms.
features! {
    PAWN_VALUE: + pawn_king material::pawns,
    KNIGHT_VALUE: + knight material::piece,
    BISHOP_VALUE: + bishop material::piece,
    ROOK_VALUE: + rook material::piece,
    QUEEN_VALUE: + queen material::piece,
    PAWN_ADVANCE_B: + pawn_king pawns::centre_advance,
    PAWN_ADVANCE_A: + pawn_king pawns::wing_advance,
    PASSED_PAWN_MULT: + pawn_king pawns::passed,
    DOUBLED_PAWN_PENALTY: - pawn_king pawns::doubled,
    ISOLATED_PAWN_PENALTY: - pawn_king pawns::isolated,
    BACKWARD_PAWN_PENALTY: - pawn_king pawns::backward,
    WEAK_SQUARE_PENALTY: - pawn_king pawns::weak_squares,
    PASSED_PAWN_ENEMY_KING_DIST: + pawn_king pawns::passed_enemy_king_distance,
    KNIGHT_SQ_MULT: + knight minor::knight_square,
    KNIGHT_OUTPOST_MULT: + side minor::knight_outposts,
    BISHOP_MOBILITY: + bishop minor::bishop_mobility,
    BISHOP_PAIR: + side minor::bishop_pair,
    ROOK_ATTACK_KING_FILE: + side rooks::on_enemy_king_file scaled,
    ROOK_ATTACK_KING_ADJ_FILE: + side rooks::beside_enemy_king_file scaled,
    ROOK_ATTACK_KING_ADJ_FILE_ABGH: + side rooks::beside_enemy_king_file_abgh scaled,
    ROOK_7TH_RANK: + side rooks::on_seventh_rank,
    ROOK_CONNECTED: + side rooks::connected,
    ROOK_MOBILITY: + rook rooks::mobility,
    ROOK_BEHIND_PASSED_PAWN: + side rooks::behind_passed_pawn,
    ROOK_OPEN_FILE: + side rooks::on_open_file,
    ROOK_SEMI_OPEN_FILE: + side rooks::on_semi_open_file,
    ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN: + side rooks::attacking_weak_pawn,
    ROOK_COLUMN_MULT: + rook rooks::file_centrality,
    QUEEN_MOBILITY: + queen queen::mobility,
    KING_NO_FRIENDLY_PAWN: - pawn_king king::no_friendly_pawn scaled,
    KING_NO_FRIENDLY_PAWN_ADJ: - pawn_king king::no_friendly_pawn_adjacent scaled,
    KING_FRIENDLY_PAWN_ADVANCED1: - pawn_king king::friendly_pawn_advanced scaled,
    KING_NO_ENEMY_PAWN: - pawn_king king::no_enemy_pawn scaled,
    KING_NO_ENEMY_PAWN_ADJ: - pawn_king king::no_enemy_pawn_adjacent scaled,
    KING_PRESSURE_MULT: + pressure king::pressure,
}

/// One side's features, in the order of [`NAMES`].
type Counts = [i32; COUNT];

/// Returns the weighted sum of the features that depend on the pawn-king entry, given White's entry.
pub(in crate::engine) fn pawn_king_score(white: &PawnKingEntry, weights: &[i16; COUNT]) -> Score {
    let features = difference(of_pawn_king(white), of_pawn_king(&white.turned()));
    weights.iter().zip(features).map(|(weight, feature)| Score::from(*weight) * Score::from(feature)).sum()
}

/// Returns the weighted sum of all other features.
#[inline]
pub(in crate::engine) fn piece_score(
    pieces: &PieceInfo,
    white: &PawnKingEntry,
    weights: &[i16; COUNT],
) -> Score {
    let worth = |view: &View| {
        let mut worth = Worth { weights, score: 0 };
        of_pieces(view, &mut worth);
        worth.score
    };
    let (white, black) = View::both(pieces, white);
    worth(&white) - worth(&black)
}

/// Receives the counts of one side's features.
trait Tally {
    fn add(&mut self, feature: usize, count: i32);
}

impl Tally for Counts {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self[feature] += count;
    }
}

/// Sums up weighted features.
struct Worth<'a> {
    weights: &'a [i16; COUNT],
    score: Score,
}

impl Tally for Worth<'_> {
    #[inline]
    fn add(&mut self, feature: usize, count: i32) {
        self.score += Score::from(self.weights[feature]) * count;
    }
}

fn difference(white: Counts, black: Counts) -> [i16; COUNT] {
    std::array::from_fn(|index| (white[index] - black[index]) as i16)
}

/// Returns White's and Black's features, each from that side's own point of view.
pub(super) fn sides(board: &impl Pieces) -> [Counts; 2] {
    let pieces = PieceInfo::of(board);
    let pawn_king = PawnKingEntry::of(&pieces);
    let (white, black) = View::both(&pieces, &pawn_king);
    let all = |entry: &PawnKingEntry, view: &View| {
        let mut counts = of_pawn_king(entry);
        of_pieces(view, &mut counts);
        counts
    };
    [all(&pawn_king, &white), all(&pawn_king.turned(), &black)]
}

/// Returns the features of a position, White minus Black. They do not depend on the side to move.
pub(super) fn features(board: &impl Pieces) -> [i16; COUNT] {
    let [white, black] = sides(board);
    difference(white, black)
}
