//! The commands of games between organisms.

use super::screening;
use super::state::{State, session};
use super::status::event_name;
use super::{BOARD, BOARDS, CONFIRMATION, CROSSTABLE, GAMES, ID, STANDINGS};
use crate::objectives::event::RoundPurpose;
use crate::tui::boards::Shown;
use crate::tui::prelude::*;

commands! {
    /// The commands of this screen, most useful first.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "keep or drop" ["K"] "keep" "in a screening: whether a further tune changes the parameter under the cursor"
        => [screening::keep_or_drop, if screening::selected, label screening::keep_label]
    "tune the kept" ["C"] "tune the kept" "after a screening: start a tune of the parameters that are kept"
        => [tune_kept, if screening::tune; drops_edits]
    "open in coevolution" ["Enter"] "open"
        "select the organism as the subject, list the games of a pair, replay a game, or watch a board"
        => [open, if can_open, label open_label]
    "send position of coevolution" ["p"] "to Positions"
        "show the game in Positions, at the position on the board" => [send, if game]
    "rival in coevolution" ["r"] "rival" "compare the subject with the organism under the cursor"
        => [toggle_rival, if selected]
    "flip coevolution board" ["f"] "" "show Black or White at the bottom"
        => [|state: &mut State, _| state.flipped = !state.flipped, if opened]
    "copy coevolution position" ["y"] "" "copy the position on the board as FEN"
        => [|state: &mut State, model| state.boards.copy(model), if game]
}

fn tune_kept(state: &mut State, model: &mut Model) -> Option<Effect> {
    let settings = Box::new(screening::tune(state, model).ok()?);
    Some(Effect::Start { settings, folder: None })
}

fn opened<'a>(_state: &State, model: &'a Model) -> Result<&'a Evolution, &'static str> {
    session(model).ok_or("no coevolution is open: press o to open one")
}

fn can_open(state: &State, model: &Model) -> Available {
    opened(state, model)?;
    let is_selected = match state.panes.at {
        STANDINGS | CONFIRMATION => state.organism().is_some(),
        CROSSTABLE => state.selected_pair().is_some(),
        GAMES => !state.listed_games().is_empty(),
        BOARDS => !state.boards.live.is_empty(),
        _ => false,
    };
    is_selected.then_some(()).ok_or("nothing is selected")
}

fn open_label(state: &State, _model: &Model) -> Option<&'static str> {
    Some(match state.panes.at {
        STANDINGS | CONFIRMATION => "subject",
        CROSSTABLE => "their games",
        GAMES => "replay",
        _ => "watch",
    })
}

/// Returns the organism under the cursor.
fn selected<'a>(state: &'a State, model: &Model) -> Result<&'a ShownOrganism, &'static str> {
    opened(state, model)?;
    state.organism().ok_or("no organism is selected: press Tab to focus the standings")
}

/// Returns the game on the board.
fn game<'a>(state: &'a State, model: &Model) -> Result<Shown<'a>, &'static str> {
    opened(state, model)?;
    state.boards.shown().ok_or("there is no position on the board")
}

/// Opens the selected item of the focused pane.
pub(super) fn open(state: &mut State, model: &mut Model) {
    match state.panes.at {
        STANDINGS | CONFIRMATION if model.may_drop_edits() => {
            let champion = model.evolution.as_ref().and_then(Evolution::champion);
            let champion = champion.as_ref().map(|champion| &champion.origin);
            let selected = state.organism().filter(|selected| champion != Some(&selected.origin));
            model.selection.choose(selected.cloned());
        }
        CROSSTABLE if state.selected_pair().is_some() => {
            state.list_games(state.selected_pair());
            state.panes.at = GAMES;
        }
        GAMES => {
            if let Err(why) = state.start_replay() {
                model.show_notice(Severity::Error, why);
            }
        }
        BOARDS => (state.boards.replay, state.panes.at) = (None, BOARD),
        _ => {}
    }
}

/// Makes the selected organism the rival, or removes this rival.
fn toggle_rival(state: &mut State, model: &mut Model) {
    model.selection.toggle_rival(state.organism().cloned());
}

/// Shows the previous round robin.
pub(super) fn earlier(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let is_confirmation = |open: &Evolution| state.selected_event(open) == Some(RoundPurpose::Confirmation);
    let was_confirmation = session(model).is_some_and(is_confirmation);
    state.show_generations = session(model).and_then(Evolution::confirmation).is_some();
    // The confirmation follows the last generation.
    if was_confirmation { Vec::new() } else { model.look_at_next(false) }
}

/// Shows the next round robin.
pub(super) fn later(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let looks_back = session(model).is_some_and(Evolution::looking_back);
    state.show_generations = looks_back && session(model).and_then(Evolution::confirmation).is_some();
    if looks_back { model.look_at_next(true) } else { Vec::new() }
}

/// Writes the positions of the game on the board to a file and shows them in Positions.
fn send(state: &mut State, model: &mut Model) -> Option<Effect> {
    let (open, shown) = session(model).zip(state.boards.shown())?;
    let (Some(event), names) = state.on_board() else { return None };
    let of = format!("{}, {}", open.name(), event_name(open, event));
    let folder = match event {
        RoundPurpose::Generation(generation) => format!("generation-{generation:04}"),
        RoundPurpose::Confirmation => "confirmation".to_owned(),
        RoundPurpose::Milestones => "milestones".to_owned(),
        RoundPurpose::FinalMatch => "final-match".to_owned(),
        RoundPurpose::Proof => "proof".to_owned(),
    };
    let folder = open.folder.join("positions").join(folder);
    shown.send(model, |player| names.get(player).map_or("", String::as_str), &of, folder)
}
