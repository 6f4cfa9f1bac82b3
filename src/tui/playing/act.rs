//! What each command does with a board, and what the mouse means on it.

use shakmaty::{Move, Position};

use super::line::Pressed;
use super::{Act, Focus, LineExplorer, Spot, Table, evaluation, focus, root, table, table_mut, turn_to};
use crate::disagreement::Part;
use crate::positions::moves::fen;
use crate::tui::commands::Action;
use crate::tui::message::Effect;
use crate::tui::model::{Cursor, List, Model, Popup, Weight};
use crate::tui::popups::forms::Form;
use crate::tui::screens::{Screen, positions, suite, tuning};
use crate::tui::widgets::board::Size;

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::PlayOn => drop(begin(model)),
        Act::Press => return press(model),
        Act::TakeBack => drop(playing(model).map(LineExplorer::take_back)),
        Act::Earlier => step(model, Action::PageUp),
        Act::Later => step(model, Action::PageDown),
        Act::Type => {
            let form = table(model).and_then(|table| table.play.as_ref()).map(Form::a_move);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Act::Best => best(model),
        Act::Analyse => analyse(model, Part::Subject),
        Act::AnalyseRival => analyse(model, Part::Rival),
        Act::Evaluation => lay_open(model),
        Act::Flip => {
            if let Some(table) = table_mut(model) {
                table.flipped = !table.flipped;
            }
        }
        Act::BoardSize => {
            let size = table_mut(model).map(next_size);
            let text = match size.flatten() {
                None => "the board is as large as fits",
                Some(Size::Large) => "the board is large where there is room: z shows it alone",
                Some(Size::Small | Size::Tiny) => "the board is small",
            };
            model.notice = Some((Weight::Plain, text.to_owned()));
        }
        Act::CopyFen => return copy(model),
        Act::NextPane => {
            return screens(model, (positions::Act::NextPane, suite::Act::NextPane, tuning::Act::NextPane));
        }
        Act::PreviousPane => {
            let acts = (positions::Act::PreviousPane, suite::Act::PreviousPane, tuning::Act::PreviousPane);
            return screens(model, acts);
        }
        Act::Zoom => return screens(model, (positions::Act::Zoom, suite::Act::Zoom, tuning::Act::Zoom)),
    }
    Vec::new()
}

/// What the screen shown does itself.
fn screens(model: &mut Model, acts: (positions::Act, suite::Act, tuning::Act)) -> Vec<Effect> {
    match model.screen {
        Screen::Positions => positions::perform(model, acts.0),
        Screen::Suite => suite::perform(model, acts.1),
        Screen::Tuning => tuning::perform(model, acts.2),
        _ => Vec::new(),
    }
}

fn playing(model: &mut Model) -> Option<&mut LineExplorer> {
    table_mut(model)?.play.as_mut()
}

fn next_size(table: &mut Table) -> Option<Size> {
    table.size = match table.size {
        None => Some(Size::Large),
        Some(Size::Large) => Some(Size::Small),
        Some(Size::Small | Size::Tiny) => None,
    };
    table.size
}

/// Goes on playing, or begins to: with the line left here before, or the one on the board.
fn begin(model: &mut Model) -> Option<&mut LineExplorer> {
    if table(model)?.play.is_none() {
        let root = root(model)?;
        let table = table_mut(model)?;
        let left = table.left.take().filter(|left| left.of == root.of && root.line.is_empty());
        table.play = Some(left.unwrap_or_else(|| LineExplorer::new(root.of, root.position, &root.line)));
        match model.screen {
            Screen::Suite => model.suite.before = model.suite.pane,
            Screen::Tuning => model.tuning.before = model.tuning.pane,
            _ => model.positions.before = model.positions.pane,
        }
        turn_to(model, Focus::Board);
    }
    playing(model)
}

/// What Enter means.
fn press(model: &mut Model) -> Vec<Effect> {
    match focus(model) {
        Focus::Analysis => best(model),
        Focus::Evaluation => match evaluation::under_cursor(model) {
            Some(evaluation::What::Others(_)) => {
                if let Some(table) = table_mut(model) {
                    table.unfolded = true;
                }
            }
            Some(evaluation::What::Parameter(_)) if model.screen == Screen::Positions => {
                return positions::perform(model, positions::Act::Set);
            }
            Some(evaluation::What::Parameter(_)) if model.evaluation_stays() => {}
            Some(evaluation::What::Parameter(parameter)) => {
                let form = Form::value(model, parameter);
                model.popup = form.map(|form| Popup::Form(Box::new(form)));
            }
            Some(evaluation::What::Group(_)) | None => {}
        },
        Focus::Board | Focus::Other => {
            if let Some(square) = playing(model).map(|play| play.cursor) {
                touch(model, square);
            }
        }
    }
    Vec::new()
}

/// A square was pressed.
fn touch(model: &mut Model, square: shakmaty::Square) {
    let Some(play) = begin(model) else { return };
    match play.press(square) {
        Pressed::Handled | Pressed::Played => {}
        Pressed::Promotes(moves) => {
            model.popup = Some(Popup::Promotion { moves, cursor: Cursor::default() });
        }
        Pressed::Refused(why) => model.notice = Some((Weight::Warning, why.to_owned())),
    }
}

/// A move was chosen: by the promotion asked for, or as text.
pub(crate) fn promoted(model: &mut Model, m: Move) {
    if let Some(play) = playing(model)
        && play.position().is_legal(m)
    {
        play.play(m);
    }
}

fn step(model: &mut Model, action: Action) {
    if let Some(play) = playing(model) {
        play.walk(action);
    }
}

/// Plays the first move of the engine's line under the cursor.
fn best(model: &mut Model) {
    let thinking = &model.thinking;
    let found = thinking.now().and_then(|thought| {
        let line = thought.lines.get(thinking.cursor.at).or(thought.lines.first())?;
        line.line.moves.first().copied()
    });
    if let Some(m) = found {
        let at = focus(model);
        if begin(model).is_some() {
            promoted(model, m);
            if at == Focus::Analysis {
                turn_to(model, at);
            }
        }
    }
}

fn analyse(model: &mut Model, part: Part) {
    let thinking = &mut model.thinking;
    let subject_stops = part == Part::Subject && thinking.on.is_some();
    thinking.on = if subject_stops || thinking.on == Some(part) { None } else { Some(part) };
    if model.thinking.on.is_none() && focus(model) == Focus::Analysis {
        turn_to(model, Focus::Board);
    }
}

fn lay_open(model: &mut Model) {
    let at = focus(model);
    let Some(table) = table_mut(model) else { return };
    if table.play.is_some() {
        // It is laid open in any case: the key goes there and back.
        let to = if at == Focus::Evaluation { Focus::Board } else { Focus::Evaluation };
        return turn_to(model, to);
    }
    table.evaluation = !table.evaluation;
    if table.evaluation {
        turn_to(model, Focus::Evaluation);
    }
}

fn copy(model: &mut Model) -> Vec<Effect> {
    let Some(game) = super::game(model) else { return Vec::new() };
    let fen = fen(game.position());
    model.notice = Some((Weight::Plain, format!("FEN copied: {fen}")));
    vec![Effect::Copy(fen)]
}

/// One step back on the board: a piece is put back, the line left, the analysis ended; false where there is none.
pub(crate) fn back(model: &mut Model) -> bool {
    let Some(table) = table_mut(model) else { return false };
    if let Some(play) = table.play.as_mut().filter(|play| play.picked.is_some()) {
        play.picked = None;
        return true;
    }
    if table.play.is_some() {
        table.left = table.play.take();
        turn_to(model, Focus::Other);
        return true;
    }
    if model.thinking.on.is_some() {
        analyse(model, Part::Subject);
        return true;
    }
    false
}

/// Moves what has the keys; false where that is none of this board's matters.
pub(crate) fn walk(model: &mut Model, action: Action) -> bool {
    let page = |list| model.seen.page(list);
    match focus(model) {
        Focus::Board => {
            let Some(table) = table_mut(model) else { return false };
            let flipped = table.flipped;
            let Some(play) = &mut table.play else { return false };
            match action {
                Action::Left | Action::Right | Action::Up | Action::Down => play.steer(action, flipped),
                _ => play.walk(action),
            }
        }
        Focus::Analysis => {
            let len = model.thinking.now().map_or(0, |thought| thought.lines.len());
            let page = page(List::Lines);
            model.thinking.cursor.moved(action, page, len);
        }
        Focus::Evaluation => {
            let len = evaluation::rows(model).len();
            let page = page(List::Weighed);
            if let Some(table) = table_mut(model) {
                table.weighed.moved(action, page, len);
            }
        }
        Focus::Other => return false,
    }
    true
}

/// The mouse was pressed on something.
pub(crate) fn clicked(model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Square(square) => {
            let own = super::game(model).is_some_and(|game| game.position().us().contains(square));
            // A board that is only looked at is not disturbed by a press beside the pieces that can move.
            if super::plays(model) || own {
                touch(model, square);
            }
            turn_to(model, Focus::Board);
        }
        Spot::Line(line) => {
            let again = focus(model) == Focus::Analysis && model.thinking.cursor.at == line;
            turn_to(model, Focus::Analysis);
            model.thinking.cursor.at = line;
            if again {
                best(model);
            }
        }
        Spot::Weighed(row) => {
            turn_to(model, Focus::Evaluation);
            if let Some(table) = table_mut(model) {
                table.weighed.at = row;
            }
        }
    }
    Vec::new()
}
