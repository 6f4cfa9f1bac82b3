//! The commands of boards, those while the user plays moves, and the panes beside a board.

use super::playing::{
    self, BoardHost, BoardState, Focus, LineExplorer, analyse, copy_fen, next_board_size, play_best, play_on,
    press_selection, step, take_back, toggle_evaluation, type_move,
};
use crate::disagreement::OrganismRole;
use crate::tui::action::Action;
use crate::tui::command::{Command, Scope, command};
use crate::tui::draw::Draw;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::place::{Available, Input, Pane, Place, Run, Running};
use crate::tui::playing::side_panes::{self, Activity, SidePane};
use crate::tui::widgets::pane::Frame;

/// What a command of a board does.
struct OnBoard {
    available: fn(&dyn BoardHost, &BoardState, &Model) -> Available,
    run: fn(&mut dyn BoardHost, &mut Model) -> Vec<Effect>,
    /// The bottom bar's label, if it depends on the state.
    label: fn(&dyn BoardHost, &BoardState, &Model) -> Option<&'static str>,
}

impl OnBoard {
    /// A command that is always available.
    const ALWAYS: OnBoard =
        OnBoard { available: |_, _, _| Ok(()), run: |_, _| Vec::new(), label: |_, _, _| None };
    /// A command that needs a position.
    const WITH_POSITION: OnBoard =
        OnBoard { available: |host, _, model| has_position(host, model), ..OnBoard::ALWAYS };
    /// A command that needs a line that the user plays.
    const WITH_LINE: OnBoard = OnBoard {
        available: |_, board, _| board.play.as_ref().map(|_| ()).ok_or(NOT_NOW),
        ..OnBoard::ALWAYS
    };
}

const NOT_NOW: &str = "not possible now";

fn has_position(host: &dyn BoardHost, model: &Model) -> Available {
    host.root(model).map(|_| ()).ok_or("there is no position on a board")
}

/// Returns whether there are moves before the current place of the line.
fn has_earlier(board: &BoardState) -> Available {
    let earlier = board.play.as_ref().is_some_and(|play| play.place().0 > 0);
    if earlier { Ok(()) } else { Err("this is the start of the line") }
}

impl Run for OnBoard {
    fn available(&self, place: &dyn Place, model: &Model) -> Available {
        let host = place.board().ok_or(NOT_NOW)?;
        (self.available)(host, host.board_state().ok_or(NOT_NOW)?, model)
    }

    fn run(&self, place: &mut dyn Place, model: &mut Model) -> Vec<Effect> {
        place.board_mut().map_or_else(Vec::new, |host| (self.run)(host, model))
    }

    fn label(&self, place: &dyn Place, model: &Model) -> Option<&'static str> {
        let host = place.board()?;
        (self.label)(host, host.board_state()?, model)
    }
}

/// A command that moves the focus while the user plays moves.
struct OnPanes(fn() -> Input<'static>);

impl Run for OnPanes {
    fn available(&self, place: &dyn Place, _model: &Model) -> Available {
        place.board().filter(|host| host.is_playing()).map(drop).ok_or(NOT_NOW)
    }

    fn run(&self, place: &mut dyn Place, model: &mut Model) -> Vec<Effect> {
        place.handle(model, (self.0)()).unwrap_or_default()
    }
}

const fn playing(
    run: &'static Running,
    keys: &'static [&'static str],
    bar_label: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::own(run), Scope::Playing, keys, bar_label, name, about)
}

const fn board(
    run: &'static Running,
    keys: &'static [&'static str],
    bar_label: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::own(run), Scope::Boards, keys, bar_label, name, about)
}

/// The commands while the user plays moves, the most useful first.
pub(crate) static PLAYING: &[Command] = &[
    playing(
        &Running(&OnBoard {
            run: press_selection,
            label: |host, board, _| {
                Some(match (host.focus(), &board.play) {
                    (Focus::Analysis, _) => "play it",
                    (Focus::Evaluation, _) => "set value",
                    (_, Some(play)) if play.picked == Some(play.cursor) => "put back",
                    (_, Some(play)) if !play.moves_to(play.cursor).is_empty() => "play",
                    _ => "pick",
                })
            },
            ..OnBoard::WITH_LINE
        }),
        &["Enter"],
        "pick",
        "pick or play",
        "pick up the piece at the cursor, or move the picked piece there",
    ),
    playing(
        &Running(&OnBoard { available: |_, board, _| has_earlier(board), run: take_back, ..OnBoard::ALWAYS }),
        &["Backspace", "u"],
        "take back",
        "take back",
        "take back the last move",
    ),
    playing(
        &Running(&OnBoard { run: type_move, ..OnBoard::WITH_LINE }),
        &["i", "'"],
        "type a move",
        "type a move",
        "enter a move: Nf3, exd5, e7e8q, O-O",
    ),
    playing(
        &Running(&OnBoard {
            available: |_, board, _| has_earlier(board),
            run: |host, _| step(host, Action::PageUp),
            ..OnBoard::ALWAYS
        }),
        &["[", ",", "<"],
        "",
        "line back",
        "one move back in the line; Home: its start",
    ),
    playing(
        &Running(&OnBoard {
            available: |_, board, _| {
                let later = board.play.as_ref().map(LineExplorer::place);
                if later.is_some_and(|(at, all)| at < all) {
                    Ok(())
                } else {
                    Err("this is the end of the line")
                }
            },
            run: |host, _| step(host, Action::PageDown),
            ..OnBoard::ALWAYS
        }),
        &["]", ".", ">"],
        "",
        "line on",
        "one move forward in the line; End: its end",
    ),
    playing(
        &Running(&OnPanes(|| Input::NextPane(true))),
        &["Tab"],
        "pane",
        "next pane of board",
        "focus the board, the analysis or the evaluation in turn",
    ),
    playing(
        &Running(&OnPanes(|| Input::NextPane(false))),
        &["Shift-Tab"],
        "",
        "previous pane",
        "focus the previous pane",
    ),
    playing(
        &Running(&OnPanes(|| Input::Zoom)),
        &["z"],
        "",
        "zoom pane shown",
        "show one pane alone, or all panes",
    ),
];

/// The commands of every screen with a board.
pub(crate) static BOARDS: &[Command] = &[
    board(
        &Running(&OnBoard {
            available: |host, _, model| {
                if model.thinking.on.is_some() {
                    return Ok(());
                }
                has_position(host, model)?;
                let player = playing::player(host, model, OrganismRole::Subject);
                player.map(|_| ()).ok_or("no organism is measured yet")
            },
            run: |host, model| analyse(host, model, OrganismRole::Subject),
            label: |_, _, model| model.thinking.on.map(|_| "stop analysing"),
        }),
        &["a"],
        "analyse",
        "analyse",
        "analyse the position on the board with the subject; a again stops",
    ),
    board(
        &Running(&OnBoard {
            available: |host, _, model| {
                has_position(host, model)?;
                model.rival().map(|_| ()).ok_or("there is no rival: R selects one")
            },
            run: |host, model| analyse(host, model, OrganismRole::Rival),
            ..OnBoard::ALWAYS
        }),
        &["A"],
        "",
        "rival analyses",
        "analyse the position on the board with the rival; A again stops",
    ),
    board(
        &Running(&OnBoard {
            available: |host, _, model| {
                let thinking = &model.thinking;
                match thinking.now() {
                    Some(result) if !result.lines.is_empty() => Ok(()),
                    _ if host.root(model).is_none() => has_position(host, model),
                    _ if thinking.on.is_none() => Err("the analysis is off: a starts it"),
                    _ => Err("the analysis has no result yet"),
                }
            },
            run: play_best,
            ..OnBoard::ALWAYS
        }),
        &["m"],
        "engine’s move",
        "engine’s move",
        "play the best move of the analysis",
    ),
    board(
        &Running(&OnBoard {
            run: toggle_evaluation,
            label: |_, board, _| (board.evaluation && board.play.is_none()).then_some("why"),
            ..OnBoard::ALWAYS
        }),
        &["e"],
        "evaluation",
        "evaluation",
        "show what each parameter adds to the evaluation of this position for White and Black",
    ),
    board(
        &Running(&OnBoard { run: copy_fen, ..OnBoard::WITH_POSITION }),
        &["y"],
        "copy FEN",
        "copy FEN",
        "copy the position on the board to the clipboard",
    ),
    board(
        &Running(&OnBoard {
            run: |host, _| {
                if let Some(board) = host.board_state_mut() {
                    board.flipped = !board.flipped;
                }
                Vec::new()
            },
            ..OnBoard::ALWAYS
        }),
        &["f"],
        "flip",
        "flip board",
        "show the board from the other side",
    ),
    board(
        &Running(&OnBoard { run: next_board_size, ..OnBoard::ALWAYS }),
        &["b"],
        "",
        "board size",
        "small board, large board, or the largest that fits",
    ),
    board(
        &Running(&OnBoard {
            available: |host, board, model| match &board.play {
                Some(_) => Err(NOT_NOW),
                None => has_position(host, model),
            },
            run: play_on,
            ..OnBoard::ALWAYS
        }),
        &["Ctrl-B"],
        "",
        "play on",
        "play moves from the position on the board",
    ),
];

/// Returns a side pane of a place with a board.
pub(crate) const fn side_pane<S: BoardHost>(side: SidePane) -> Pane<S> {
    let (draw, is_shown): (fn(&mut Draw<'_>, &S, &Model, Frame), fn(&S, &Model) -> bool) = match side {
        SidePane::Analysis => (
            |pen, host, model, frame| side_panes::draw(pen, host, model, SidePane::Analysis, frame),
            |host, model| Activity::new(host, model).has(SidePane::Analysis),
        ),
        SidePane::Evaluation => (
            |pen, host, model, frame| side_panes::draw(pen, host, model, SidePane::Evaluation, frame),
            |host, model| Activity::new(host, model).has(SidePane::Evaluation),
        ),
    };
    Pane { draw, is_shown, has_wheel: false, ..Pane::EMPTY }
}
