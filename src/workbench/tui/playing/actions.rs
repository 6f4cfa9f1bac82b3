//! The actions of the commands and the mouse on a board.

use super::line::PressResult;
use super::promotion::Promotion;
use super::{BoardState, LineExplorer, evaluation, lists, move_form};
use crate::positions::moves::fen;
use crate::tui::hit_map::BoardPart;
use crate::tui::prelude::*;

/// Starts to play moves from the position on the board.
pub(crate) fn play_on(host: &mut dyn BoardHost, model: &mut Model) {
    start_line(host, model);
}

/// Takes back the last move; in a game, the user's last one.
pub(crate) fn take_back(host: &mut dyn BoardHost, model: &mut Model) {
    if host.is_game() {
        host.take_back(model);
    } else if let Some(play) = line_mut(host) {
        play.take_back();
    }
}

/// Opens the form in which a move is typed.
pub(crate) fn type_move(host: &mut dyn BoardHost, model: &mut Model) {
    model.open(host.board_state().and_then(|board| board.play.as_ref()).map(move_form::form));
}

/// Switches to the next size of the board.
pub(crate) fn next_board_size(host: &mut dyn BoardHost, model: &mut Model) {
    let size = host.board_state_mut().map(next_size);
    let text = match size.flatten() {
        None => "board size: the largest that leaves room for the texts".to_owned(),
        Some(size) => {
            let (width, height) = size.square();
            format!("squares of {width}×{height} cells where there is room; z shows the board alone")
        }
    };
    model.tell(text);
}

fn line_mut(host: &mut dyn BoardHost) -> Option<&mut LineExplorer> {
    host.board_state_mut()?.play.as_mut()
}

fn next_size(board: &mut BoardState) -> Option<Size> {
    let next =
        board.size.map_or(Some(0), |size| Size::ALL.iter().position(|known| *known == size).map(|at| at + 1));
    board.size = next.and_then(|next| Size::ALL.get(next)).copied();
    board.size
}

/// Returns the line on the board. Without one, resumes the line left in this position or starts a new line.
fn start_line<'a>(host: &'a mut dyn BoardHost, model: &Model) -> Option<&'a mut LineExplorer> {
    if host.board_state()?.play.is_none() {
        let root = host.root(model)?;
        let board = host.board_state_mut()?;
        let previous =
            board.previous_line.take().filter(|line| line.root == root.index && root.line.is_empty());
        board.play =
            Some(previous.unwrap_or_else(|| LineExplorer::new(root.index, root.position, &root.line)));
        board.enter();
    }
    line_mut(host)
}

/// Performs Enter: plays the analysed move, changes the selected parameter or presses the selected square.
pub(crate) fn press_selection(host: &mut dyn BoardHost, model: &mut Model) {
    match host.focus() {
        Focus::Analysis => play_best(host, model),
        Focus::Evaluation => match evaluation::under_cursor(host, model) {
            Some(evaluation::RowKind::Others(_)) => {
                if let Some(board) = host.board_state_mut() {
                    board.lists_zeros = true;
                }
            }
            Some(evaluation::RowKind::Parameter(parameter)) => host.edit_parameter(model, parameter),
            Some(evaluation::RowKind::Group(_)) | None => {}
        },
        Focus::Board | Focus::Other => {
            if let Some(square) = line_mut(host).map(|play| play.cursor) {
                press_square(host, model, square);
            }
        }
    }
}

/// Picks up, puts back or moves a piece.
fn press_square(host: &mut dyn BoardHost, model: &mut Model, square: shakmaty::Square) {
    let Some(play) = start_line(host, model) else { return };
    match play.press(square) {
        PressResult::Handled | PressResult::Played => {}
        PressResult::Promotes(moves) => {
            model.open(Some(Promotion::new(moves)));
        }
        PressResult::Refused(reason) => model.notice = Some((Severity::Warning, reason.to_owned())),
    }
}

/// Plays a move from the promotion popup or from the move form.
pub(crate) fn play_move(host: &mut dyn BoardHost, m: Move) {
    if let Some(play) = line_mut(host)
        && play.locked.is_none()
        && play.position().is_legal(m)
    {
        play.play(m);
    }
}

pub(crate) fn step(host: &mut dyn BoardHost, action: Action) {
    if let Some(play) = line_mut(host) {
        play.navigate(action);
    }
}

/// Plays the first move of the selected line of the analysis.
pub(crate) fn play_best(host: &mut dyn BoardHost, model: &mut Model) {
    let thinking = &model.thinking;
    let found = thinking.now().and_then(|result| {
        let line = result.lines.get(thinking.cursor.at).or(result.lines.first())?;
        line.line.moves.first().copied()
    });
    if let Some(m) = found {
        let at = host.focus();
        if start_line(host, model).is_some() {
            play_move(host, m);
            if at == Focus::Analysis {
                host.set_focus(at);
            }
        }
    }
}

/// Starts or stops the analysis by the subject or the rival.
pub(crate) fn analyse(host: &mut dyn BoardHost, model: &mut Model, role: OrganismRole) {
    let thinking = &mut model.thinking;
    let subject_stops = role == OrganismRole::Subject && thinking.on.is_some();
    thinking.on = if subject_stops || thinking.on == Some(role) { None } else { Some(role) };
    if model.thinking.on.is_none() && host.focus() == Focus::Analysis {
        host.set_focus(Focus::Board);
    }
}

/// Shows or hides the evaluation. While moves are played it is always open: the focus moves to it or away from it.
pub(crate) fn toggle_evaluation(host: &mut dyn BoardHost, _model: &mut Model) {
    let at = host.focus();
    let Some(board) = host.board_state_mut() else { return };
    if board.play.is_some() {
        host.set_focus(if at == Focus::Evaluation { Focus::Board } else { Focus::Evaluation });
        return;
    }
    board.evaluation = !board.evaluation;
    if board.evaluation {
        host.set_focus(Focus::Evaluation);
    }
}

pub(crate) fn copy_fen(host: &mut dyn BoardHost, model: &mut Model) -> Vec<Effect> {
    let Some(game) = super::game(host, model) else { return Vec::new() };
    let fen = fen(game.position());
    model.tell(format!("FEN copied: {fen}"));
    vec![Effect::Copy(fen)]
}

/// Goes one step back: puts the piece back, leaves the line or stops the analysis. Returns false if there is no step.
pub(crate) fn back(host: &mut dyn BoardHost, model: &mut Model) -> bool {
    let Some(board) = host.board_state_mut() else { return false };
    if let Some(play) = board.play.as_mut().filter(|play| play.picked.is_some()) {
        play.picked = None;
        return true;
    }
    if board.play.is_some() && !host.is_game() {
        leave_line(host);
        return true;
    }
    if model.thinking.on.is_some() {
        analyse(host, model, OrganismRole::Subject);
        return true;
    }
    false
}

fn leave_line(host: &mut dyn BoardHost) {
    if let Some(board) = host.board_state_mut() {
        board.previous_line = board.play.take();
    }
    host.set_focus(Focus::Other);
}

/// Moves the cursor of the focused pane. Returns false if the focus is not on the board or its side panes.
pub(crate) fn navigate(host: &mut dyn BoardHost, model: &mut Model, action: Action) -> bool {
    let page = |list| model.hits.page(list);
    match host.focus() {
        Focus::Board => {
            let Some(board) = host.board_state_mut() else { return false };
            let flipped = board.flipped;
            let Some(play) = &mut board.play else { return false };
            match action {
                Action::Left | Action::Right | Action::Up | Action::Down => play.move_cursor(action, flipped),
                _ => play.navigate(action),
            }
        }
        Focus::Analysis => {
            let len = model.thinking.now().map_or(0, |result| result.lines.len());
            let page = page(lists::LINES);
            model.thinking.cursor.move_in_list(action, page, len);
        }
        Focus::Evaluation => {
            let len = evaluation::rows(host, model).len();
            let page = page(lists::EVALUATION);
            if let Some(board) = host.board_state_mut() {
                board.evaluation_cursor.move_in_list(action, page, len);
            }
        }
        Focus::Other => return false,
    }
    true
}

/// Handles a mouse click.
pub(crate) fn clicked(host: &mut dyn BoardHost, model: &mut Model, spot: BoardPart) {
    match spot {
        BoardPart::Square(square) => {
            let own = super::game(host, model).is_some_and(|game| game.position().us().contains(square));
            // Without a line, only a click on a piece of the side to move starts one.
            if host.is_playing() || own {
                press_square(host, model, square);
            }
            host.set_focus(Focus::Board);
        }
        BoardPart::Line(line) => {
            let again = host.focus() == Focus::Analysis && model.thinking.cursor.at == line;
            host.set_focus(Focus::Analysis);
            model.thinking.cursor.at = line;
            if again {
                play_best(host, model);
            }
        }
        BoardPart::EvaluationRow(row) => {
            host.set_focus(Focus::Evaluation);
            if let Some(board) = host.board_state_mut() {
                board.evaluation_cursor.at = row;
            }
        }
    }
}
