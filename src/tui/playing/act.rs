//! What each command does with a board, and what the mouse means on it.

use shakmaty::{Move, Position};

use super::line::Pressed;
use super::promotion::Promotion;
use super::{Act, BoardHost, Focus, LineExplorer, Spot, Table, a_move, evaluation, lists};
use crate::disagreement::Part;
use crate::positions::moves::fen;
use crate::tui::action::Action;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::widgets::board::Size;

/// Does what a command says.
pub(crate) fn perform(host: &mut dyn BoardHost, model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::PlayOn => drop(begin(host, model)),
        Act::Press => return press(host, model),
        Act::TakeBack => drop(playing(host).map(LineExplorer::take_back)),
        Act::Earlier => step(host, Action::PageUp),
        Act::Later => step(host, Action::PageDown),
        Act::Type => {
            model.open(host.table().and_then(|table| table.play.as_ref()).map(a_move::form));
        }
        Act::Best => best(host, model),
        Act::Analyse => analyse(host, model, Part::Subject),
        Act::AnalyseRival => analyse(host, model, Part::Rival),
        Act::Evaluation => lay_open(host),
        Act::Flip => {
            if let Some(table) = host.table_mut() {
                table.flipped = !table.flipped;
            }
        }
        Act::BoardSize => {
            let size = host.table_mut().map(next_size);
            let text = match size.flatten() {
                None => "the board is as large as fits",
                Some(Size::Large) => "the board is large where there is room: z shows it alone",
                Some(Size::Small | Size::Tiny) => "the board is small",
            };
            model.notice = Some((Severity::Plain, text.to_owned()));
        }
        Act::CopyFen => return copy(host, model),
        Act::NextPane | Act::PreviousPane => host.next_pane(model, act == Act::NextPane),
        Act::Zoom => host.zoom(),
    }
    Vec::new()
}

fn playing(host: &mut dyn BoardHost) -> Option<&mut LineExplorer> {
    host.table_mut()?.play.as_mut()
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
fn begin<'a>(host: &'a mut dyn BoardHost, model: &Model) -> Option<&'a mut LineExplorer> {
    if host.table()?.play.is_none() {
        let root = host.root(model)?;
        let table = host.table_mut()?;
        let left = table.left.take().filter(|left| left.of == root.of && root.line.is_empty());
        table.play = Some(left.unwrap_or_else(|| LineExplorer::new(root.of, root.position, &root.line)));
        host.save_focus();
        host.set_focus(Focus::Board);
    }
    playing(host)
}

/// What Enter means.
fn press(host: &mut dyn BoardHost, model: &mut Model) -> Vec<Effect> {
    match host.focus() {
        Focus::Analysis => best(host, model),
        Focus::Evaluation => match evaluation::under_cursor(host, model) {
            Some(evaluation::What::Others(_)) => {
                if let Some(table) = host.table_mut() {
                    table.unfolded = true;
                }
            }
            Some(evaluation::What::Parameter(parameter)) => host.change(model, parameter),
            Some(evaluation::What::Group(_)) | None => {}
        },
        Focus::Board | Focus::Other => {
            if let Some(square) = playing(host).map(|play| play.cursor) {
                touch(host, model, square);
            }
        }
    }
    Vec::new()
}

/// A square was pressed.
fn touch(host: &mut dyn BoardHost, model: &mut Model, square: shakmaty::Square) {
    let Some(play) = begin(host, model) else { return };
    match play.press(square) {
        Pressed::Handled | Pressed::Played => {}
        Pressed::Promotes(moves) => {
            model.open(Some(Promotion::of(moves)));
        }
        Pressed::Refused(why) => model.notice = Some((Severity::Warning, why.to_owned())),
    }
}

/// A move was chosen: by the promotion asked for, or as text.
pub(crate) fn promoted(host: &mut dyn BoardHost, m: Move) {
    if let Some(play) = playing(host)
        && play.position().is_legal(m)
    {
        play.play(m);
    }
}

fn step(host: &mut dyn BoardHost, action: Action) {
    if let Some(play) = playing(host) {
        play.navigate(action);
    }
}

/// Plays the first move of the engine's line under the cursor.
fn best(host: &mut dyn BoardHost, model: &mut Model) {
    let thinking = &model.thinking;
    let found = thinking.now().and_then(|thought| {
        let line = thought.lines.get(thinking.cursor.at).or(thought.lines.first())?;
        line.line.moves.first().copied()
    });
    if let Some(m) = found {
        let at = host.focus();
        if begin(host, model).is_some() {
            promoted(host, m);
            if at == Focus::Analysis {
                host.set_focus(at);
            }
        }
    }
}

fn analyse(host: &mut dyn BoardHost, model: &mut Model, part: Part) {
    let thinking = &mut model.thinking;
    let subject_stops = part == Part::Subject && thinking.on.is_some();
    thinking.on = if subject_stops || thinking.on == Some(part) { None } else { Some(part) };
    if model.thinking.on.is_none() && host.focus() == Focus::Analysis {
        host.set_focus(Focus::Board);
    }
}

fn lay_open(host: &mut dyn BoardHost) {
    let at = host.focus();
    let Some(table) = host.table_mut() else { return };
    if table.play.is_some() {
        // It is laid open in any case: the key goes there and back.
        let to = if at == Focus::Evaluation { Focus::Board } else { Focus::Evaluation };
        return host.set_focus(to);
    }
    table.evaluation = !table.evaluation;
    if table.evaluation {
        host.set_focus(Focus::Evaluation);
    }
}

fn copy(host: &mut dyn BoardHost, model: &mut Model) -> Vec<Effect> {
    let Some(game) = super::game(host, model) else { return Vec::new() };
    let fen = fen(game.position());
    model.notice = Some((Severity::Plain, format!("FEN copied: {fen}")));
    vec![Effect::Copy(fen)]
}

/// One step back on the board: a piece is put back, the line left, the analysis ended; false where there is none.
pub(crate) fn back(host: &mut dyn BoardHost, model: &mut Model) -> bool {
    let Some(table) = host.table_mut() else { return false };
    if let Some(play) = table.play.as_mut().filter(|play| play.picked.is_some()) {
        play.picked = None;
        return true;
    }
    if table.play.is_some() {
        table.left = table.play.take();
        host.set_focus(Focus::Other);
        return true;
    }
    if model.thinking.on.is_some() {
        analyse(host, model, Part::Subject);
        return true;
    }
    false
}

/// Moves what has the keys; false where that is none of this board's matters.
pub(crate) fn navigate(host: &mut dyn BoardHost, model: &mut Model, action: Action) -> bool {
    let page = |list| model.hits.page(list);
    match host.focus() {
        Focus::Board => {
            let Some(table) = host.table_mut() else { return false };
            let flipped = table.flipped;
            let Some(play) = &mut table.play else { return false };
            match action {
                Action::Left | Action::Right | Action::Up | Action::Down => play.steer(action, flipped),
                _ => play.navigate(action),
            }
        }
        Focus::Analysis => {
            let len = model.thinking.now().map_or(0, |thought| thought.lines.len());
            let page = page(lists::LINES);
            model.thinking.cursor.moved(action, page, len);
        }
        Focus::Evaluation => {
            let len = evaluation::rows(host, model).len();
            let page = page(lists::WEIGHED);
            if let Some(table) = host.table_mut() {
                table.weighed.moved(action, page, len);
            }
        }
        Focus::Other => return false,
    }
    true
}

/// The mouse was pressed on something.
pub(crate) fn clicked(host: &mut dyn BoardHost, model: &mut Model, spot: Spot) -> Vec<Effect> {
    match spot {
        Spot::Square(square) => {
            let own = super::game(host, model).is_some_and(|game| game.position().us().contains(square));
            // A board that is only looked at is not disturbed by a press beside the pieces that can move.
            if host.plays() || own {
                touch(host, model, square);
            }
            host.set_focus(Focus::Board);
        }
        Spot::Line(line) => {
            let again = host.focus() == Focus::Analysis && model.thinking.cursor.at == line;
            host.set_focus(Focus::Analysis);
            model.thinking.cursor.at = line;
            if again {
                best(host, model);
            }
        }
        Spot::Weighed(row) => {
            host.set_focus(Focus::Evaluation);
            if let Some(table) = host.table_mut() {
                table.weighed.at = row;
            }
        }
    }
    Vec::new()
}
