//! The commands of a board, and those while the user plays moves on it.

use super::{BoardHost, Focus};
use crate::disagreement::OrganismRole;
use crate::tui::action::Action;
use crate::tui::command::{Command, Place, command};
use crate::tui::model::Model;

/// A command of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Play moves from the position on the board.
    PlayOn,
    /// Press the selected square, or use the selected row.
    Press,
    TakeBack,
    /// Go one move back along the line.
    Earlier,
    /// Go one move forward along the line.
    Later,
    /// Open the form for typing a move.
    TypeMove,
    /// Play the first move of the selected line of the analysis.
    Best,
    /// Start or stop the analysis by the subject.
    Analyse,
    /// Start or stop the analysis by the rival.
    AnalyseRival,
    /// Show or hide the evaluation.
    Evaluation,
    /// Turn the board around.
    Flip,
    /// Switch to the next size of the board.
    BoardSize,
    /// Copy the position to the clipboard as FEN.
    CopyFen,
    /// Focus the next pane.
    NextPane,
    /// Focus the previous pane.
    PreviousPane,
    /// Show the focused pane alone, or all panes again.
    Zoom,
}

const fn playing(
    act: &'static Act,
    keys: &'static [&'static str],
    bar_label: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::own(act), Place::Playing, keys, bar_label, name, about)
}

const fn board(
    act: &'static Act,
    keys: &'static [&'static str],
    bar_label: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::own(act), Place::Boards, keys, bar_label, name, about)
}

/// The commands while the user plays moves, the most useful first.
pub(crate) static PLAYING: &[Command] = &[
    playing(
        &Act::Press,
        &["Enter"],
        "pick",
        "pick or play",
        "pick up the piece at the cursor, or move the picked piece there",
    ),
    playing(&Act::TakeBack, &["Backspace", "u"], "take back", "take back", "take back the last move"),
    playing(&Act::TypeMove, &["i", "'"], "type a move", "type a move", "enter a move: Nf3, exd5, e7e8q, O-O"),
    playing(&Act::Earlier, &["[", ",", "<"], "", "line back", "one move back in the line; Home: its start"),
    playing(&Act::Later, &["]", ".", ">"], "", "line on", "one move forward in the line; End: its end"),
    playing(
        &Act::NextPane,
        &["Tab"],
        "pane",
        "next pane of board",
        "focus the board, the analysis or the evaluation in turn",
    ),
    playing(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane", "focus the previous pane"),
    playing(&Act::Zoom, &["z"], "", "zoom pane shown", "show one pane alone, or all panes"),
];

/// The commands of every screen with a board.
pub(crate) static BOARDS: &[Command] = &[
    board(
        &Act::Analyse,
        &["a"],
        "analyse",
        "analyse",
        "analyse the position on the board with the subject; a again stops",
    ),
    board(
        &Act::AnalyseRival,
        &["A"],
        "",
        "rival analyses",
        "analyse the position on the board with the rival; A again stops",
    ),
    board(&Act::Best, &["m"], "engine’s move", "engine’s move", "play the best move of the analysis"),
    board(
        &Act::Evaluation,
        &["e"],
        "evaluation",
        "evaluation",
        "show what each parameter adds to the evaluation of this position for White and Black",
    ),
    board(&Act::CopyFen, &["y"], "copy FEN", "copy FEN", "copy the position on the board to the clipboard"),
    board(&Act::Flip, &["f"], "flip", "flip board", "show the board from the other side"),
    board(&Act::BoardSize, &["b"], "", "board size", "small board, large board, or the largest that fits"),
    board(&Act::PlayOn, &["Ctrl-B"], "", "play on", "play moves from the position on the board"),
];

/// Returns whether a command is enabled.
pub(crate) fn enabled(host: &dyn BoardHost, model: &Model, act: Act) -> bool {
    let Some(board) = host.board_state() else { return false };
    let play = board.play.as_ref();
    let place = play.map_or((0, 0), super::LineExplorer::place);
    match act {
        Act::PlayOn => play.is_none() && host.root(model).is_some(),
        Act::Press | Act::TypeMove | Act::NextPane | Act::PreviousPane | Act::Zoom => play.is_some(),
        Act::TakeBack | Act::Earlier => place.0 > 0,
        Act::Later => place.0 < place.1,
        Act::Best => model.thinking.now().is_some_and(|result| !result.lines.is_empty()),
        Act::Analyse => {
            model.thinking.on.is_some()
                || (host.root(model).is_some() && super::player(host, model, OrganismRole::Subject).is_some())
        }
        Act::AnalyseRival => host.root(model).is_some() && model.rival().is_some(),
        Act::CopyFen => host.root(model).is_some(),
        Act::Evaluation | Act::Flip | Act::BoardSize => true,
    }
}

/// Returns the label in the bottom bar where it depends on the focus.
pub(crate) fn bar_label(host: &dyn BoardHost, model: &Model, act: Act) -> Option<&'static str> {
    let board = host.board_state()?;
    let play = board.play.as_ref();
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
        Act::Evaluation if board.evaluation && !host.is_playing() => Some("why"),
        _ => None,
    }
}

/// Returns why a command is disabled.
pub(crate) fn why_not(host: &dyn BoardHost, model: &Model, act: Act) -> &'static str {
    match act {
        _ if host.root(model).is_none() => "there is no position on a board",
        Act::TakeBack | Act::Earlier => "this is the start of the line",
        Act::Later => "this is the end of the line",
        Act::Best if model.thinking.on.is_none() => "the analysis is off: a starts it",
        Act::Best => "the analysis has no result yet",
        Act::Analyse => "no organism is measured yet",
        Act::AnalyseRival => "there is no rival: R selects one",
        _ => "not possible now",
    }
}
