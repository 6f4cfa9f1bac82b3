//! FEN of positions of standard chess or Chess960.

use shakmaty::fen::{Epd, Fen};
use shakmaty::{CastlingMode, Chess, EnPassantMode, PositionError};

/// Converts a FEN to a position of standard chess or Chess960. [`super::Variant::of`] returns the variant.
///
/// The variant is Chess960 if a castling right belongs to a king or rook off its standard square, in X-FEN (`KQkq`: the
/// outermost rooks) or Shredder-FEN (`HAha`: rooks by file). Otherwise the variant is standard chess.
///
/// # Errors
/// Returns an error if the position is not legal. [`PositionError`] has methods that ignore one kind of error.
#[expect(clippy::result_large_err, reason = "the error type of shakmaty; callers ignore some kinds")]
pub fn into_position(fen: Fen) -> Result<Chess, PositionError<Chess>> {
    let mode = CastlingMode::detect(fen.as_setup());
    fen.into_position(mode)
}

/// Returns the four fields of a position: board, side to move, castling rights, and an en passant square if that
/// capture is legal.
pub(crate) fn fields(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::positions::{Variant, moves};

    #[rstest]
    #[case::start("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Variant::Standard)]
    #[case::start_in_shredder_fen(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        Variant::Standard
    )]
    #[case::shredder_fen("bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w HFhf - 0 1", Variant::Chess960)]
    #[case::x_fen("bqnb1rkr/pppppppp/8/8/8/8/PPPPPPPP/BQNB1RKR w KQkq - 0 1", Variant::Chess960)]
    #[case::one_right("4k3/8/8/8/8/8/8/1R2K2R w B - 0 1", Variant::Chess960)]
    #[case::outermost_rook("4k3/8/8/8/8/8/8/R3K1R1 w K - 0 1", Variant::Chess960)]
    #[case::inner_rook("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", Variant::Chess960)]
    #[case::black_only("1k5r/8/8/8/8/8/8/R3K2R w KQk - 0 1", Variant::Chess960)]
    #[case::no_rights("1k5r/8/8/8/8/8/8/1K5R w - - 0 1", Variant::Standard)]
    fn castling_rights_determine_the_variant(#[case] fen: &str, #[case] variant: Variant) {
        let position = into_position(fen.parse().unwrap()).unwrap();
        assert_eq!(Variant::of(&position), variant);
        // No castling right is lost.
        let written = moves::fen(&position);
        assert_eq!(into_position(written.parse().unwrap()).unwrap(), position);
        assert_eq!(fen.contains(" - - "), written.contains(" - - "));
    }
}
