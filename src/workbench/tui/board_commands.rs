//! The commands of boards, those while the user plays moves, and the panes beside a board.

use shakmaty::Role as Kind;

use super::playing::{
    self, BoardState, analyse, copy_fen, next_board_size, play_best, play_on, press_selection, promote, step,
    take_back, toggle_evaluation, type_move,
};
use crate::tui::place::{AnyPlace, Run};
use crate::tui::playing::side_panes::{self, Activity, SidePane};
use crate::tui::prelude::*;

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
}

const NOT_NOW: &str = "not possible now";

impl Run for OnBoard {
    fn available(&self, place: &AnyPlace, model: &Model) -> Available {
        let host = place.board().ok_or(NOT_NOW)?;
        (self.available)(host, host.board_state().ok_or(NOT_NOW)?, model)
    }

    fn run(&self, place: &mut AnyPlace, model: &mut Model) -> Vec<Effect> {
        place.board_mut().map_or_else(Vec::new, |host| (self.run)(host, model))
    }

    fn label(&self, place: &AnyPlace, model: &Model) -> Option<&'static str> {
        let host = place.board()?;
        (self.label)(host, host.board_state()?, model)
    }
}

commands! {
    /// The commands while the user plays moves, the most useful first.
    pub(crate) static PLAYING: OnBoard, Scope::Playing;
    "pick or play" ["Enter"] "pick" "pick up the piece at the cursor, or move the picked piece there"
        => [press_selection, if is_playing, label press_label]
    "take back" ["Backspace"] "take back" "take back the last move" => [take_back, if has_earlier]
    "type a move" ["'"] "type a move" "enter a move: Nf3, exd5, e7e8q, O-O" => [type_move, if can_move]
    "line back" [",", "<"] "" "one move back in the line; Home: its start"
        => [|host, _| step(host, Action::PageUp), if has_earlier]
    "line on" [".", ">"] "" "one move forward in the line; End: its end"
        => [|host, _| step(host, Action::PageDown), if has_later]
}

commands! {
    /// The commands of every screen with a board.
    pub(crate) static BOARDS: OnBoard, Scope::Boards;
    "analyse" ["a"] "analyse" "analyse the position on the board with the subject; a again stops"
        => [|host, model| analyse(host, model, OrganismRole::Subject), if can_analyse,
            label |_, _, model| model.thinking.on.map(|_| "stop analysing")]
    "rival analyses" ["A"] "" "analyse the position on the board with the rival; A again stops"
        => [|host, model| analyse(host, model, OrganismRole::Rival), if has_rival]
    "engine’s move" [";"] "engine’s move" "play the best move of the analysis" => [play_best, if has_best]
    "evaluation" ["d"] "evaluation"
        "show what each parameter adds to the evaluation of this position for White and Black"
        => [toggle_evaluation, label |_, board, _| (board.evaluation && board.play.is_none()).then_some("why")]
    "copy FEN" ["y"] "copy FEN" "copy the position on the board to the clipboard" => [copy_fen, if has_position]
    "flip board" ["f"] "flip" "show the board from the other side" => [flip]
    "board size" ["b"] "" "small board, large board, or the largest that fits" => [next_board_size]
    "play on" ["Ctrl-B"] "" "play moves from the position on the board" => [play_on, if can_play_on]
}

commands! {
    /// The commands of the promotion popup.
    pub(crate) static PROMOTING: AnyPlace, Scope::Promoting;
    "promote" ["Enter"] "promote" "promote to the selected piece" => [action Action::Accept]
    "queen" ["q"] "queen" "promote to a queen" => [|_, model| promote(model, Kind::Queen)]
    "rook" ["r"] "rook" "promote to a rook" => [|_, model| promote(model, Kind::Rook)]
    "bishop" ["b"] "bishop" "promote to a bishop" => [|_, model| promote(model, Kind::Bishop)]
    "knight" ["n"] "knight" "promote to a knight" => [|_, model| promote(model, Kind::Knight)]
    "up" ["↑", "k"] "" "one row up" => [action Action::Up]
    "down" ["↓", "j"] "" "one row down" => [action Action::Down]
}

fn is_playing(_host: &dyn BoardHost, board: &BoardState, _model: &Model) -> Available {
    board.play.as_ref().map(drop).ok_or(NOT_NOW)
}

fn can_move(_host: &dyn BoardHost, board: &BoardState, _model: &Model) -> Available {
    board.play.as_ref().ok_or(NOT_NOW)?.locked.map_or(Ok(()), Err)
}

fn has_position(host: &dyn BoardHost, _board: &BoardState, model: &Model) -> Available {
    host.root(model).map(drop).ok_or("there is no position on a board")
}

fn has_earlier(_host: &dyn BoardHost, board: &BoardState, _model: &Model) -> Available {
    let earlier = board.play.as_ref().filter(|play| play.place().0 > 0);
    earlier.map(drop).ok_or("this is the start of the line")
}

fn has_later(_host: &dyn BoardHost, board: &BoardState, _model: &Model) -> Available {
    let later = board.play.as_ref().filter(|play| play.place().0 < play.place().1);
    later.map(drop).ok_or("this is the end of the line")
}

fn can_play_on(host: &dyn BoardHost, board: &BoardState, model: &Model) -> Available {
    if board.play.is_some() { Err(NOT_NOW) } else { has_position(host, board, model) }
}

fn can_analyse(host: &dyn BoardHost, board: &BoardState, model: &Model) -> Available {
    if model.thinking.on.is_some() {
        return Ok(());
    }
    has_position(host, board, model)?;
    playing::player(host, model, OrganismRole::Subject).map(drop).ok_or("no organism is measured yet")
}

fn has_rival(host: &dyn BoardHost, board: &BoardState, model: &Model) -> Available {
    has_position(host, board, model)?;
    model.rival().map(drop).ok_or("there is no rival: R selects one")
}

fn has_best(host: &dyn BoardHost, board: &BoardState, model: &Model) -> Available {
    if model.thinking.now().is_some_and(|result| !result.lines.is_empty()) {
        return Ok(());
    }
    has_position(host, board, model)?;
    Err(match model.thinking.on {
        None => "the analysis is off: a starts it",
        Some(_) => "the analysis has no result yet",
    })
}

fn press_label(host: &dyn BoardHost, board: &BoardState, _model: &Model) -> Option<&'static str> {
    Some(match (host.focus(), &board.play) {
        (Focus::Analysis, _) => "play it",
        (Focus::Evaluation, _) => "set value",
        (_, Some(play)) if play.picked == Some(play.cursor) => "put back",
        (_, Some(play)) if !play.moves_to(play.cursor).is_empty() => "play",
        _ => "pick",
    })
}

fn flip(host: &mut dyn BoardHost, _model: &mut Model) {
    if let Some(board) = host.board_state_mut() {
        board.flipped = !board.flipped;
    }
}

fn has_side_pane(host: &dyn BoardHost, model: &Model, side: SidePane) -> bool {
    host.board_state().is_some() && Activity::new(host, model).has(side)
}

/// Returns a side pane of a place with a board.
pub(crate) const fn side_pane<S: BoardHost>(side: SidePane) -> Pane<S> {
    match side {
        SidePane::Analysis => Pane {
            draw: |pen, host, model, frame| side_panes::draw(pen, host, model, SidePane::Analysis, frame),
            is_shown: |host, model| has_side_pane(host, model, SidePane::Analysis),
            has_wheel: false,
            ..Pane::EMPTY
        },
        SidePane::Evaluation => Pane {
            draw: |pen, host, model, frame| side_panes::draw(pen, host, model, SidePane::Evaluation, frame),
            is_shown: |host, model| has_side_pane(host, model, SidePane::Evaluation),
            has_wheel: false,
            ..Pane::EMPTY
        },
    }
}
