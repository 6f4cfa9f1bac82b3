//! Move notation: parsing and formatting.

use shakmaty::fen::Fen;
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Chess, EnPassantMode, Move, Position as _};

/// An error while parsing a move of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The text is in no known notation.
    #[error("is not a move")]
    Unreadable,
    /// No legal move has this notation.
    #[error("is illegal in this position")]
    Illegal,
    /// Several legal moves match the text.
    #[error("is ambiguous in this position")]
    Ambiguous,
}

/// Returns the legal move written as `text`.
///
/// Accepts SAN with missing or extra capture, check, mate and annotation signs, long algebraic notation, coordinates
/// (`e7e8q`; castling as `e1g1` or as king takes rook, `e1h1`), castling with zeros, promotion with or without `=`, and
/// a move number before the move.
///
/// # Errors
/// Returns an error if the text is not a move, not a legal move, or ambiguous.
pub fn find_move(position: &Chess, text: &str) -> Result<Move, MoveError> {
    let text = without_number(text).trim_end_matches(['+', '#', '!', '?', ',']);
    let text = text.strip_suffix("e.p.").or(text.strip_suffix("ep")).unwrap_or(text);
    if let Some(side) = castling(text) {
        return San::Castle(side).to_move(position).map_err(|_| MoveError::Illegal);
    }
    let captures = text.contains(['x', ':']);
    let mut core: String = text.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '(' | ')')).collect();
    if let Some(found) = coordinates(position, &core) {
        return found;
    }
    if let Some(role @ ('N' | 'B' | 'R' | 'Q')) = core.chars().last()
        && core.len() > 2
    {
        core.pop();
        core.extend(['=', role]);
    }
    let san = San::from_ascii(core.as_bytes()).map_err(|_| MoveError::Unreadable)?;
    find_san(position, with_capture(san, captures))
}

/// Returns the legal move of a parsed SAN. Ignores a missing or extra capture sign if the move is unambiguous without
/// it.
///
/// # Errors
/// Returns an error if no legal move or more than one matches.
pub fn find_san(position: &Chess, san: San) -> Result<Move, MoveError> {
    let alternative = match san {
        San::Normal { capture, .. } => with_capture(san, !capture),
        San::Put { .. } | San::Null => return Err(MoveError::Illegal),
        San::Castle(_) => san,
    };
    let convert = |error| match error {
        SanError::AmbiguousSan => MoveError::Ambiguous,
        SanError::IllegalSan => MoveError::Illegal,
    };
    match san.to_move(position) {
        Err(SanError::IllegalSan) => alternative.to_move(position).map_err(convert),
        found => found.map_err(convert),
    }
}

/// Formats a legal move in standard algebraic notation with its check or mate sign.
#[must_use]
pub fn san(position: &Chess, chosen: Move) -> String {
    SanPlus::from_move(position.clone(), chosen).to_string()
}

/// Formats a move of this position's variant in UCI notation: castling as the king's step of two squares (`e1g1`), in
/// Chess960 as the king onto its own rook (`e1h1`).
#[must_use]
pub fn uci(position: &Chess, m: Move) -> String {
    m.to_uci(position.castles().mode()).to_string()
}

/// Formats a position as FEN, with an en passant square only if that capture is legal. Castling rights are written in
/// X-FEN: by the rook's file if it is not the outermost on its side.
#[must_use]
pub fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}

fn castling(text: &str) -> Option<CastlingSide> {
    match text.replace(['0', 'o'], "O").as_str() {
        "O-O" => Some(CastlingSide::KingSide),
        "O-O-O" => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// Parses a move in coordinates. `None` if the text is not in coordinates.
fn coordinates(position: &Chess, text: &str) -> Option<Result<Move, MoveError>> {
    if !matches!(text.len(), 4 | 5) || !text.starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let uci: UciMove = text.to_ascii_lowercase().parse().ok()?;
    Some(uci.to_move(position).map_err(|_| MoveError::Illegal))
}

fn with_capture(san: San, capture: bool) -> San {
    match san {
        San::Normal { role, file, rank, to, promotion, .. } => {
            San::Normal { role, file, rank, capture, to, promotion }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::positions::fen::into_position;

    fn position(fen: &str) -> Chess {
        into_position(fen.parse().unwrap()).unwrap()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLING: &str = "r3k2r/p6p/8/3pP3/8/8/P6P/R3K2R w KQkq d6 0 1";
    const PROMOTION: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";

    /// The king castles onto the rook on g1 or b1.
    const SHUFFLED: &str = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1";

    #[rstest]
    #[case(CASTLING, "O-O", "e1g1")]
    #[case(SHUFFLED, "O-O", "f1g1")]
    #[case(SHUFFLED, "O-O-O", "f1b1")]
    fn the_notation_of_castling_depends_on_the_variant(
        #[case] fen: &str,
        #[case] text: &str,
        #[case] written: &str,
    ) {
        let position = position(fen);
        let m = find_move(&position, text).unwrap();
        assert_eq!(uci(&position, m), written);
        assert_eq!(find_move(&position, written), Ok(m));
        assert_eq!(san(&position, m), text);
    }

    #[rstest]
    #[case(START, "e4", "e4")]
    #[case(START, "e2e4", "e4")]
    #[case(START, "e2-e4", "e4")]
    #[case(START, "1.e4!?", "e4")]
    #[case(START, "1...Nf3", "Nf3")]
    #[case(START, "Ng1f3", "Nf3")]
    #[case(START, "Nxf3+,", "Nf3")]
    #[case(CASTLING, "e1g1", "O-O")]
    #[case(CASTLING, "e1h1", "O-O")]
    #[case(CASTLING, "e1a1", "O-O-O")]
    #[case(CASTLING, "0-0-0", "O-O-O")]
    #[case(CASTLING, "o-o", "O-O")]
    #[case(CASTLING, "exd6e.p.", "exd6")]
    #[case(CASTLING, "ed6", "exd6")]
    #[case(CASTLING, "e6", "e6")]
    #[case(CASTLING, "e5d6", "exd6")]
    #[case(PROMOTION, "a8=Q+", "a8=Q")]
    #[case(PROMOTION, "a8Q", "a8=Q")]
    #[case(PROMOTION, "axb8(N)", "axb8=N")]
    #[case(PROMOTION, "a7b8q", "axb8=Q+")]
    #[case(PROMOTION, "a7a8R", "a8=R")]
    fn common_notations_are_accepted(#[case] fen: &str, #[case] text: &str, #[case] expected: &str) {
        let position = position(fen);
        let found = find_move(&position, text).unwrap();
        assert_eq!(san(&position, found), expected);
    }

    #[rstest]
    #[case(START, "e5", MoveError::Illegal)]
    #[case(START, "O-O", MoveError::Illegal)]
    #[case(START, "--", MoveError::Unreadable)]
    #[case(START, "0000", MoveError::Unreadable)]
    #[case(START, "P@e4", MoveError::Illegal)]
    #[case(START, "Sf3", MoveError::Unreadable)]
    #[case(START, "", MoveError::Unreadable)]
    #[case(START, "é4", MoveError::Unreadable)]
    #[case(PROMOTION, "a8", MoveError::Illegal)]
    #[case("k7/8/8/8/8/5N2/8/KN6 w - - 0 1", "Nd2", MoveError::Ambiguous)]
    fn invalid_moves_are_rejected(#[case] fen: &str, #[case] text: &str, #[case] error: MoveError) {
        assert_eq!(find_move(&position(fen), text), Err(error));
    }

    proptest! {
        #[test]
        fn every_legal_move_is_found_by_its_notations(choices in prop::collection::vec(any::<usize>(), 0..60)) {
            let mut position = Chess::default();
            for choice in choices {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                for &m in &legal {
                    prop_assert_eq!(find_move(&position, &san(&position, m)), Ok(m));
                    prop_assert_eq!(find_move(&position, &UciMove::from_standard(m).to_string()), Ok(m));
                    prop_assert_eq!(find_move(&position, &UciMove::from_chess960(m).to_string()), Ok(m));
                }
                position.play_unchecked(legal[choice % legal.len()]);
            }
        }

        #[test]
        fn no_text_causes_a_panic(text in "\\PC*") {
            let _ = find_move(&position(CASTLING), &text);
        }
    }
}
