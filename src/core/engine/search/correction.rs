//! Correction history: how much the scores of searches differed from the static evaluation in positions that have
//! something in common, and what that adds to the next static evaluation (Chess Programming Wiki, *Static evaluation
//! correction history*).

use shakmaty::{Color, Role};

use super::SearchParameters;
use super::history::{NO_PIECE_TO, PIECE_TO_COUNT, PieceTo};
use super::value::{EVALUATION_BOUND, NONE};
use crate::engine::board::Board;
use crate::engine::pieces::Pieces as _;
use crate::engine::prefetch::prefetch;

/// Number of entries a table has for each side to move; a power of two.
const SIZE: usize = 1 << 14;
/// Units of an entry in a centipawn.
const UNITS: i32 = 64;
/// The largest difference that an entry learns, in centipawns.
const LARGEST_ERROR: i32 = 400;
/// A search of this depth in plies, or deeper, has the largest effect on an entry: a sixteenth of the difference.
const FULL_DEPTH: i32 = 15;

/// The entries of one feature of positions, by side to move and key: the mean error of the static evaluation.
type Table = Vec<i16>;

/// The errors of the static evaluation that earlier searches found, in 64ths of a centipawn for the side to move.
pub(super) struct Corrections {
    /// By the squares of all pawns.
    pawns: Table,
    /// By the squares of one side's pieces other than pawns.
    pieces: [Table; 2],
    /// By the last two moves.
    moves: Table,
    /// Whether an entry differs from 0.
    learned: bool,
}

/// The indices of a position's entries.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pawns: u32,
    pieces: [u32; 2],
    moves: Option<u32>,
}

impl Places {
    /// The value of a node whose evaluation is not corrected.
    pub(super) const UNSET: Places = Places { pawns: 0, pieces: [0; 2], moves: None };

    /// Returns the indices of a position after these two moves, the last first.
    pub(super) fn of(board: &Board, [last, before]: [PieceTo; 2]) -> Places {
        let at = |key: u64| {
            let mixed = key.wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (mixed >> (64 - SIZE.ilog2())) as u32 + (SIZE * board.turn() as usize) as u32
        };
        let hash = |key: u64, bits: u64| (key ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let of = |color, role| (board.by_color(color) & board.by_role(role)).0;
        let colors = [Color::White, Color::Black];
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
        Places {
            pawns: at(colors.into_iter().fold(0, |key, color| hash(key, of(color, Role::Pawn)))),
            pieces: colors
                .map(|color| at(pieces.into_iter().fold(0, |key, role| hash(key, of(color, role))))),
            moves: (last != NO_PIECE_TO && before != NO_PIECE_TO)
                .then_some((last * PIECE_TO_COUNT + before) as u32),
        }
    }
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        let table = || vec![0; 2 * SIZE];
        Corrections {
            pawns: table(),
            pieces: [table(), table()],
            moves: vec![0; PIECE_TO_COUNT * PIECE_TO_COUNT],
            learned: false,
        }
    }

    /// Sets all entries to 0. Memory that no search has used stays untouched.
    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.learned) {
            let [white, black] = &mut self.pieces;
            [&mut self.pawns, white, black, &mut self.moves].into_iter().for_each(|table| table.fill(0));
        }
    }

    /// Prefetches the entries of a position.
    pub(super) fn prefetch(&self, places: &Places) {
        let [white, black] = places.pieces;
        prefetch(&self.pawns[places.pawns as usize]);
        prefetch(&self.pieces[0][white as usize]);
        prefetch(&self.pieces[1][black as usize]);
        if let Some(place) = places.moves {
            prefetch(&self.moves[place as usize]);
        }
    }

    /// Returns the evaluation for the side to move with the parameters' shares of the known errors added. [`NONE`] stays
    /// as it is.
    pub(super) fn corrected(&self, evaluation: i32, places: &Places, parameters: &SearchParameters) -> i32 {
        if evaluation == NONE || !parameters.corrects_evaluation() {
            return evaluation;
        }
        let [white, black] = places.pieces;
        let pieces = i32::from(self.pieces[0][white as usize]) + i32::from(self.pieces[1][black as usize]);
        let moves = places.moves.map_or(0, |place| i32::from(self.moves[place as usize]));
        let sum = parameters.correction_pawns * i32::from(self.pawns[places.pawns as usize])
            + parameters.correction_pieces * pieces
            + parameters.correction_moves * moves;
        (evaluation + sum / (100 * UNITS)).clamp(-EVALUATION_BOUND, EVALUATION_BOUND)
    }

    /// Learns from a search of `plies` plies: its score exceeded the evaluation by `error` centipawns.
    pub(super) fn learn(&mut self, places: &Places, error: i32, plies: i32) {
        let error = error.clamp(-LARGEST_ERROR, LARGEST_ERROR) * UNITS;
        let weight = plies.min(FULL_DEPTH) + 1;
        self.learned = true;
        let update = |entry: &mut i16| {
            let value = i32::from(*entry);
            *entry = (value + (error - value) * weight / 256) as i16;
        };
        update(&mut self.pawns[places.pawns as usize]);
        for (table, place) in self.pieces.iter_mut().zip(places.pieces) {
            update(&mut table[place as usize]);
        }
        if let Some(place) = places.moves {
            update(&mut self.moves[place as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    fn board(fen: &str) -> Board {
        let fen: Fen = fen.parse().unwrap();
        Board::new(&fen.into_position::<Chess>(CastlingMode::Standard).unwrap())
    }

    const MIDDLE_GAME: &str = "r2q1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 9";
    /// The same pawns, but other pieces.
    const SAME_PAWNS: &str = "3q1rk1/pp2bppp/4p3/3p4/3P4/3BP3/PP3PPP/3Q1RK1 w - - 0 9";
    /// Other pawns and the pieces of [`MIDDLE_GAME`].
    const SAME_PIECES: &str = "r2q1rk1/p3bppp/1pn1pn2/3p4/3P4/P1NBPN2/1P3PPP/R2Q1RK1 w - - 0 9";
    const OTHER_SIDE: &str = "r2q1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R2Q1RK1 b - - 0 9";
    const MOVES: [PieceTo; 2] = [17, 401];

    /// Corrections after many searches of the middle game whose score exceeded the evaluation by 80 centipawns.
    fn learned() -> Corrections {
        let mut corrections = Corrections::new();
        for _ in 0..400 {
            corrections.learn(&Places::of(&board(MIDDLE_GAME), MOVES), 80, 12);
        }
        corrections
    }

    fn correction(fen: &str, moves: [PieceTo; 2], [pawns, pieces, after_moves]: [i32; 3]) -> i32 {
        let parameters = SearchParameters {
            correction_pawns: pawns,
            correction_pieces: pieces,
            correction_moves: after_moves,
            ..SearchParameters::default()
        };
        learned().corrected(10, &Places::of(&board(fen), moves), &parameters) - 10
    }

    #[test]
    fn an_entry_approaches_the_error_and_its_share_is_added() {
        let near = |found: i32, expected: i32| assert!((found - expected).abs() <= 2, "{found} {expected}");
        near(correction(MIDDLE_GAME, MOVES, [100, 0, 0]), 80);
        near(correction(MIDDLE_GAME, MOVES, [50, 0, 0]), 40);
        near(correction(MIDDLE_GAME, MOVES, [0, 25, 0]), 40);
        near(correction(MIDDLE_GAME, MOVES, [0, 0, 25]), 20);
        assert_eq!(correction(MIDDLE_GAME, MOVES, [0; 3]), 0);
    }

    #[test]
    fn an_entry_serves_the_positions_that_share_its_feature() {
        let alone = [[100, 0, 0], [0, 100, 0], [0, 0, 100]];
        let is_corrected = |fen, moves| alone.map(|shares| correction(fen, moves, shares) > 0);
        assert_eq!(is_corrected(SAME_PAWNS, [NO_PIECE_TO; 2]), [true, false, false]);
        assert_eq!(is_corrected(SAME_PIECES, [NO_PIECE_TO; 2]), [false, true, false]);
        assert_eq!(is_corrected(SAME_PIECES, MOVES), [false, true, true]);
        assert_eq!(is_corrected(OTHER_SIDE, [NO_PIECE_TO; 2]), [false; 3]);
    }

    #[test]
    fn one_search_has_a_small_effect_that_grows_with_depth() {
        let parameters = SearchParameters { correction_pawns: 100, ..SearchParameters::default() };
        let after = |error, plies| {
            let mut corrections = Corrections::new();
            let places = Places::of(&board(MIDDLE_GAME), MOVES);
            corrections.learn(&places, error, plies);
            corrections.corrected(0, &places, &parameters)
        };
        assert_eq!([1, 7, 15, 60].map(|plies| after(-160, plies)), [-1, -5, -10, -10]);
        assert_eq!(after(30_000, 15), LARGEST_ERROR / 16);
    }
}
