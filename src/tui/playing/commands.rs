//! What can be done with a board, and while moves are played on it.

use super::{BoardHost, Focus};
use crate::disagreement::Part;
use crate::tui::action::Action;
use crate::tui::command::{Command, Place, command};
use crate::tui::model::Model;

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Play on from the position on the board.
    PlayOn,
    /// The obvious thing with the square or the row under the cursor.
    Press,
    /// Take the last move back.
    TakeBack,
    /// Walk back along the line.
    Earlier,
    /// Walk on along the line.
    Later,
    /// The form that takes a move as text.
    Type,
    /// Play the first move of the engine's line.
    Best,
    /// Let the subject think about the board, or no longer.
    Analyse,
    /// Let the rival think about it.
    AnalyseRival,
    /// Lay the evaluation open, or no longer.
    Evaluation,
    /// Black below, or White.
    Flip,
    /// Another size of the board.
    BoardSize,
    /// The position on the board to the clipboard.
    CopyFen,
    /// Another pane gets the keys.
    NextPane,
    /// The pane before gets the keys.
    PreviousPane,
    /// One pane alone, or all again.
    Zoom,
}

const fn playing(
    act: &'static Act,
    keys: &'static [&'static str],
    word: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::own(act), Place::Playing, keys, word, name, about)
}

const fn board(
    act: &'static Act,
    keys: &'static [&'static str],
    word: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::own(act), Place::Boards, keys, word, name, about)
}

/// The commands while moves are played, most useful first.
pub(crate) static PLAYING: &[Command] = &[
    playing(
        &Act::Press,
        &["Enter"],
        "pick",
        "pick or play",
        "pick the piece under the cursor up, or play the piece picked up there",
    ),
    playing(&Act::TakeBack, &["Backspace", "u"], "take back", "take back", "take the last move back"),
    playing(&Act::Type, &["i", "'"], "type a move", "type a move", "a move as text: Nf3, exd5, e7e8q, O-O"),
    playing(
        &Act::Earlier,
        &["[", ",", "<"],
        "",
        "line back",
        "one move back along the line; Home to its start",
    ),
    playing(&Act::Later, &["]", ".", ">"], "", "line on", "one move on along the line; End to its end"),
    playing(
        &Act::NextPane,
        &["Tab"],
        "pane",
        "next pane of board",
        "give the board, the analysis or the evaluation the keys",
    ),
    playing(&Act::PreviousPane, &["Shift-Tab"], "", "pane before", "give the pane before the keys"),
    playing(&Act::Zoom, &["z"], "", "zoom pane shown", "show one pane alone, or all again"),
];

/// The commands of every screen with a board.
pub(crate) static BOARDS: &[Command] = &[
    board(
        &Act::Analyse,
        &["a"],
        "analyse",
        "analyse",
        "the subject thinks about the position on the board until you press a again",
    ),
    board(
        &Act::AnalyseRival,
        &["A"],
        "",
        "rival analyses",
        "the rival thinks about the position on the board until you press A again",
    ),
    board(&Act::Best, &["m"], "engine’s move", "engine’s move", "play the best move the analysis has found"),
    board(
        &Act::Evaluation,
        &["e"],
        "evaluation",
        "evaluation",
        "what each parameter adds to the evaluation of this position, for White and for Black",
    ),
    board(&Act::CopyFen, &["y"], "copy FEN", "copy FEN", "the position on the board to the clipboard"),
    board(&Act::Flip, &["f"], "flip", "flip board", "show the board from the other side"),
    board(&Act::BoardSize, &["b"], "", "board size", "a small board, a large one, or what fits"),
    board(&Act::PlayOn, &["Ctrl-B"], "", "play on", "play moves on the board, from this position on"),
];

/// Whether a command would do something now.
pub(crate) fn enabled(host: &dyn BoardHost, model: &Model, act: Act) -> bool {
    let Some(table) = host.table() else { return false };
    let play = table.play.as_ref();
    let place = play.map_or((0, 0), super::LineExplorer::place);
    match act {
        Act::PlayOn => play.is_none() && host.root(model).is_some(),
        Act::Press | Act::Type | Act::NextPane | Act::PreviousPane | Act::Zoom => play.is_some(),
        Act::TakeBack | Act::Earlier => place.0 > 0,
        Act::Later => place.0 < place.1,
        Act::Best => model.thinking.now().is_some_and(|thought| !thought.lines.is_empty()),
        Act::Analyse => {
            model.thinking.on.is_some()
                || (host.root(model).is_some() && super::player(host, model, Part::Subject).is_some())
        }
        Act::AnalyseRival => host.root(model).is_some() && model.rival().is_some(),
        Act::CopyFen => host.root(model).is_some(),
        Act::Evaluation | Act::Flip | Act::BoardSize => true,
    }
}

/// The word of the bottom bar, where it depends on what has the keys.
pub(crate) fn word(host: &dyn BoardHost, model: &Model, act: Act) -> Option<&'static str> {
    let table = host.table()?;
    let play = table.play.as_ref();
    match act {
        Act::Press => Some(match host.focus() {
            Focus::Analysis => "play it",
            Focus::Evaluation => "set value",
            _ => match play {
                Some(play) if play.picked == Some(play.cursor) => "put back",
                Some(play) if !play.moves_to(play.cursor).is_empty() => "play",
                _ => "pick",
            },
        }),
        Act::Analyse if model.thinking.on.is_some() => Some("stop analysing"),
        Act::Evaluation if table.evaluation && !host.plays() => Some("why"),
        _ => None,
    }
}

/// Why a command would do nothing now.
pub(crate) fn why_not(host: &dyn BoardHost, model: &Model, act: Act) -> &'static str {
    match act {
        _ if host.root(model).is_none() => "no position is on a board",
        Act::TakeBack | Act::Earlier => "the line begins here",
        Act::Later => "the line ends here",
        Act::Best if model.thinking.on.is_none() => "nobody analyses: a lets the subject think",
        Act::Best => "nothing is found yet",
        Act::Analyse => "no organism is measured yet",
        Act::AnalyseRival => "there is no rival: R chooses one",
        _ => "not possible now",
    }
}
