//! Results of games from the network: which of them can be games of their tasks.

use shakmaty::{Chess, Color, Position};

use super::games::opening;
use super::protocol::{Answer, TaskKind, shown};
use crate::arena::game::{Ending, Played, Record, RecordedMove};
use crate::arena::{Fault, PlayerError};
use crate::positions::{Variant, moves};

/// Converts the result of a game from the network. Returns `None` if it cannot be the game of this task.
pub(super) fn played(answer: Answer, work: &TaskKind) -> Option<Played> {
    let (Answer::Game(mut record, fault), TaskKind::Game { start, opening: before, .. }) = (answer, work)
    else {
        return None;
    };
    let start = opening(start, before).ok()?.start().clone();
    let is_of_task = record.opening == *before
        && record.variant == Variant::of(&start)
        && record.start == (start != Chess::default()).then(|| moves::fen(&start));
    let loser = fault.as_ref().map(|(is_white, _)| Color::from_white(*is_white));
    if !is_of_task
        || !is_result(&record, loser)?
        || !has_moves_for_people(&record)
        || !record.moves.iter().all(RecordedMove::is_plausible)
    {
        return None;
    }
    if let Ending::Forfeit { reason, .. } = &mut record.ending {
        *reason = shown(reason);
    }
    let error = |text: String| PlayerError {
        engine: "on a worker".to_owned(),
        fault: Fault::Reported(shown(&text)),
        last: Vec::new(),
    };
    let fault = fault.map(|(is_white, text)| (Color::from_white(is_white), error(text)));
    Some(Played { record: *record, fault })
}

/// Returns whether the result of a legal game follows from its end. `loser` is the side that lost by a fault. Returns
/// `None` if a move is illegal.
fn is_result(record: &Record, loser: Option<Color>) -> Option<bool> {
    let (mut game, played) = record.replay()?;
    played.into_iter().for_each(|m| game.play(m));
    let (end, winner) = (game.position(), record.winner);
    Some(match record.ending {
        Ending::Forfeit { .. } => loser.is_some() && winner == loser.map(Color::other),
        _ if loser.is_some() => false,
        Ending::Checkmate => end.is_checkmate() && winner == Some(end.turn().other()),
        Ending::Stalemate => end.is_stalemate() && winner.is_none(),
        Ending::InsufficientMaterial => end.is_insufficient_material() && winner.is_none(),
        Ending::FiftyMoves => end.halfmoves() >= 100 && winner.is_none(),
        Ending::Resignation => winner.is_some(),
        Ending::Repetition => winner.is_none(),
        Ending::DrawAgreed | Ending::MoveLimit => winner.is_none() && !record.moves.is_empty(),
        // Workers have no tablebases.
        Ending::Tablebases => false,
    })
}

/// Returns whether the principal variations of a record are lists of moves, which are written to PGN files.
fn has_moves_for_people(record: &Record) -> bool {
    let is_move = |text: &String| text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut details = record.moves.iter().filter_map(|played| played.detail.as_ref());
    details.all(|detail| detail.line.iter().all(is_move))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::control::Control;
    use crate::arena::game::{Adjudication, FaultKind, MoveDetail, Score};

    fn recorded(uci: &str) -> RecordedMove {
        RecordedMove {
            uci: uci.to_owned(),
            score: None,
            depth: None,
            nodes: 1,
            microseconds: 1,
            ready: None,
            detail: None,
        }
    }

    /// A game after 1. f3, and its shortest record.
    fn game() -> (TaskKind, Record) {
        let before = vec!["f2f3".to_owned()];
        let work = TaskKind::Game {
            players: ["w".to_owned(), "b".to_owned()],
            start: moves::fen(&Chess::default()),
            opening: before.clone(),
            control: Control::Nodes(1),
            margin: 0,
            adjudication: Adjudication::default(),
            detail: true,
        };
        let record = Record {
            variant: Variant::Standard,
            start: None,
            opening: before,
            moves: ["e7e5", "g2g4", "d8h4"].map(recorded).to_vec(),
            winner: Some(Color::Black),
            ending: Ending::Checkmate,
        };
        (work, record)
    }

    fn is_accepted(change: &dyn Fn(&mut Record), fault: Option<(bool, String)>) -> bool {
        let (work, mut record) = game();
        change(&mut record);
        played(Answer::Game(Box::new(record), fault), &work).is_some()
    }

    /// A change of a record, with its description.
    type Damage = (&'static str, &'static dyn Fn(&mut Record));

    #[test]
    fn only_legal_games_of_the_task_are_accepted() {
        assert!(is_accepted(&|_| {}, None));
        assert!(played(Answer::Counts(vec![1]), &game().0).is_none());
        let refused: [Damage; 15] = [
            ("an illegal move", &|record| record.moves[0].uci = "a1a8".to_owned()),
            ("no move", &|record| record.moves[0].uci = "nonsense".to_owned()),
            ("a move after mate", &|record| record.moves.push(recorded("a2a3"))),
            ("no mate", &|record| record.moves.truncate(2)),
            ("another opening", &|record| record.opening.clear()),
            ("another start", &|record| record.start = Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1".to_owned())),
            ("another variant", &|record| record.variant = Variant::Chess960),
            ("a draw by mate", &|record| record.winner = None),
            ("the wrong winner", &|record| record.winner = Some(Color::White)),
            ("tablebases", &|record| record.ending = Ending::Tablebases),
            ("nodes of years", &|record| record.moves[0].nodes = u64::MAX),
            ("a time of years", &|record| record.moves[0].microseconds = u64::MAX),
            ("a depth of no search", &|record| record.moves[0].depth = Some(u32::MAX)),
            ("a score of no search", &|record| record.moves[0].score = Some(Score::Cp(i32::MIN))),
            ("a mate of no search", &|record| record.moves[0].score = Some(Score::Mate(i32::MIN))),
        ];
        for (what, change) in refused {
            assert!(!is_accepted(change, None), "{what}");
        }
    }

    #[test]
    fn a_result_follows_from_the_end() {
        let end = |count: usize, ending: Ending, winner| {
            is_accepted(
                &move |record| {
                    record.moves.truncate(count);
                    (record.ending, record.winner) = (ending.clone(), winner);
                },
                None,
            )
        };
        // A player may resign at its first move.
        assert!(end(0, Ending::Resignation, Some(Color::White)) && !end(2, Ending::Resignation, None));
        assert!(end(2, Ending::MoveLimit, None) && !end(2, Ending::MoveLimit, Some(Color::White)));
        assert!(!end(0, Ending::MoveLimit, None) && !end(0, Ending::DrawAgreed, None));
        assert!(!end(2, Ending::FiftyMoves, None) && !end(2, Ending::Stalemate, None));
        assert!(!end(2, Ending::InsufficientMaterial, None));
    }

    #[test]
    fn the_side_with_the_fault_loses() {
        let lost = |reason: &str| Ending::Forfeit { verdict: FaultKind::Crash, reason: reason.to_owned() };
        let forfeit = |record: &mut Record| {
            record.moves.truncate(1);
            (record.winner, record.ending) = (Some(Color::Black), lost("it\ncrashed"));
        };
        assert!(!is_accepted(&forfeit, None), "nobody lost by a fault");
        assert!(!is_accepted(&forfeit, Some((false, "crash".to_owned()))), "the winner had no fault");
        let (work, mut record) = game();
        forfeit(&mut record);
        let fault = Some((true, "crash".to_owned()));
        let accepted = played(Answer::Game(Box::new(record), fault), &work).unwrap();
        assert_eq!(accepted.record.ending, lost("it crashed"), "a reason is one line");
    }

    #[test]
    fn principal_variations_are_moves() {
        for (line, is_line) in [("e2e4", true), ("e7e8q", true), ("\"]}", false), ("e2e4e2e4", false)] {
            let detail = MoveDetail { line: vec![line.to_owned()], ..MoveDetail::default() };
            let change = |record: &mut Record| record.moves[0].detail = Some(Box::new(detail.clone()));
            assert_eq!(is_accepted(&change, None), is_line, "{line}");
        }
    }
}
