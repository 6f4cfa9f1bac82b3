//! What each command does.

use super::search::{Found, Search};
use super::{App, board, owner, screen_mut};
use crate::engine::schema::Schema;

use crate::job::report::{Command, Plant};
use crate::organism::chromosome::Chromosome;
use crate::tui::action::{Action, ScreenId};
use crate::tui::command::Place;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::panes::values::Values;
use crate::tui::playing;
use crate::tui::popups::confirm::Confirm;
use crate::tui::popups::forms::Form;
use crate::tui::subject::{Draft, ShownOrganism};
use crate::tui::theme::Shade;

/// Does what a command says; the caller has seen that it is enabled.
pub(crate) fn perform(app: &mut App, action: Action) -> Vec<Effect> {
    if drops_edits(app, action) && !app.model.may_drop_edits() {
        return Vec::new();
    }
    let model = &mut app.model;
    match action {
        Action::Toggle => return toggle(model),
        Action::Step => return model.send(Command::Step(1)),
        Action::StepTen => return model.send(Command::Step(10)),
        Action::NewRun => {
            let objective = objective(app);
            app.model.open(Form::new_run(&app.model, objective));
        }
        Action::NextSeed => {
            let settings = model.evolution.as_ref().and_then(|open| open.settings.clone());
            if let Some(mut settings) = settings {
                settings.seed = settings.seed.wrapping_add(1);
                return vec![Effect::Start { settings: Box::new(settings), folder: None }];
            }
        }
        Action::EditRates => {
            let algorithm = model.evolution.as_ref().and_then(|open| open.algorithm());
            model.open(algorithm.map(Form::rates));
        }
        Action::Show(screen) => return show(app, screen),
        Action::Champion => model.selection.choose(None),
        Action::Swap => {
            if let (Some(subject), Some(rival)) = (model.subject(), model.selection.rival.take()) {
                model.selection.choose(Some(rival));
                model.selection.rival = Some(subject);
            }
        }
        Action::ChooseSubject | Action::ChooseRival => {
            model.open(Some(Form::organism(model, action == Action::ChooseRival)));
        }
        Action::Plant => return plant(model),
        Action::Export => model.open(Form::export_subject(model)),
        Action::Undo => {
            if let Some(draft) = &mut model.selection.draft {
                draft.undo();
            }
        }
        Action::Discard => model.selection.draft = None,
        Action::Own(_) if model.popup.is_some() => return in_popup(model, action),
        Action::Own(act) => {
            let owner = owner(&app.screens, app.model.screen, act);
            return screen_mut(&mut app.screens, owner).perform(&mut app.model, act);
        }
        Action::Values => model.open(Some(Values::default())),
        Action::PreviousRun => model.show_next_run(false),
        Action::NextRun => model.show_next_run(true),
        Action::Shade => {
            model.theme.shade = match model.theme.shade {
                Shade::Dark => Shade::Light,
                Shade::Light => Shade::Dark,
            };
        }
        Action::Palette => model.open(Some(Search::palette())),
        Action::Help => model.open(Some(Search::help())),
        Action::Back => back(app),
        Action::Quit => return quit(model),
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::Redraw],
        Action::Accept
        | Action::NextField
        | Action::PreviousField
        | Action::NextChoice
        | Action::PreviousChoice => return in_popup(model, action),
        Action::Up
        | Action::Down
        | Action::Left
        | Action::Right
        | Action::PageUp
        | Action::PageDown
        | Action::First
        | Action::Last => {
            if model.popup.is_some() {
                return in_popup(model, action);
            }
            let shown = screen_mut(&mut app.screens, model.screen);
            if !shown.board_mut().is_some_and(|board| playing::navigate(board, model, action)) {
                return shown.navigate(model, action);
            }
        }
    }
    Vec::new()
}

/// Whether a command would drop what was edited by hand, with another subject or another session.
fn drops_edits(app: &App, action: Action) -> bool {
    match action {
        Action::Champion | Action::Swap | Action::ChooseSubject | Action::NewRun | Action::NextSeed => true,
        Action::Own(act) => app.screens.all().into_iter().any(|screen| screen.drops_edits(act)),
        _ => false,
    }
}

/// Does in the popup that is open what a command says.
fn in_popup(model: &mut Model, action: Action) -> Vec<Effect> {
    match model.popup.take() {
        Some(popup) => popup.perform(model, action),
        None => Vec::new(),
    }
}

/// Returns the objective whose sessions the shown screen is for, if it is for those of one objective.
fn objective(app: &App) -> Option<&'static str> {
    app.shown().objective()
}

fn toggle(model: &mut Model) -> Vec<Effect> {
    let Some(open) = &mut model.evolution else { return Vec::new() };
    let run = !open.should_run();
    if open.is_unmeasured() {
        open.run_when_ready = run;
    }
    // Pausing before generation 0 still measures it: there is nothing to look at otherwise.
    let pause = if open.is_unmeasured() { Command::Step(1) } else { Command::Pause };
    model.send(if run { Command::Run } else { pause })
}

/// Goes to a screen.
pub(super) fn show(app: &mut App, screen: ScreenId) -> Vec<Effect> {
    app.model.screen = screen;
    screen_mut(&mut app.screens, screen).opened(&mut app.model)
}

/// Returns the screen for sessions of this objective.
pub(super) fn screen_of(app: &App, objective: &str) -> ScreenId {
    let own = app.screens.all().into_iter().find(|screen| screen.objective() == Some(objective));
    own.map_or(app.model.home, |screen| screen.id())
}

/// Leaves; asks first where edits would be lost.
fn quit(model: &mut Model) -> Vec<Effect> {
    let asked = model.popup::<Confirm>().is_some();
    if asked || !model.selection.draft.as_ref().is_some_and(Draft::unsaved) {
        return vec![Effect::Quit];
    }
    let question = "The subject was edited and not planted. Leave, and lose these edits?".to_owned();
    model.open(Some(Confirm { question, yes: "leave", effects: vec![Effect::Quit] }));
    Vec::new()
}

/// Puts the subject into the population, where the session's schema can hold it.
fn plant(model: &mut Model) -> Vec<Effect> {
    let Some((subject, open)) = model.subject().zip(model.evolution.as_ref()) else { return Vec::new() };
    let name = model.name_of(&subject);
    let Some(schema) = &open.schema else { return Vec::new() };
    match chromosome(&subject, schema) {
        Ok(chromosome) => {
            if let Some(draft) = &mut model.selection.draft {
                draft.mark_planted();
            }
            model.send(Command::Plant(Plant { chromosome, name }))
        }
        Err(why) => {
            model.notice = Some((Severity::Error, why));
            Vec::new()
        }
    }
}

/// The bits of an organism under a schema, or why it has none.
fn chromosome(organism: &ShownOrganism, schema: &Schema) -> Result<Chromosome, String> {
    let mut values = Vec::with_capacity(schema.len());
    for known in &schema.parameters {
        let value = organism.value(&known.name).unwrap_or(known.range.0);
        if !(known.range.0..=known.range.1).contains(&value) {
            return Err(format!(
                "cannot be planted: {} is {value}, here it may be {} to {}",
                known.name, known.range.0, known.range.1
            ));
        }
        values.push(value);
    }
    Chromosome::encode(schema, &values).ok_or_else(|| "cannot be planted under this schema".to_owned())
}

/// One step back: out of the popup, within the screen, to the home screen, back to the champion.
fn back(app: &mut App) {
    let App { model, screens } = app;
    if model.popup.take().is_some() {
        return;
    }
    let shown = screen_mut(screens, model.screen);
    if shown.board_mut().is_some_and(|board| playing::back(board, model)) || shown.back(model) {
        return;
    }
    if model.screen != model.home {
        model.screen = model.home;
    } else if model.selection.draft.is_none() {
        model.selection.pinned = None;
    }
}

/// Runs the command found, going where it applies first.
pub(super) fn run_found(app: &mut App, Found(command): Found) -> Vec<Effect> {
    match command.place {
        Place::On(screen) if app.model.screen != screen => drop(show(app, screen)),
        Place::Boards if board(app).is_none() => {
            let with_board = app.screens.all().into_iter().find(|screen| screen.board().is_some());
            if let Some(screen) = with_board.map(|screen| screen.id()) {
                drop(show(app, screen));
            }
        }
        _ => {}
    }
    if let (Place::On(screen), Action::Own(act)) = (command.place, command.action) {
        screen_mut(&mut app.screens, screen).focus_for(act);
    }
    if command.enabled(app) {
        perform(app, command.action)
    } else {
        app.model.notice = Some((Severity::Warning, format!("{}: not possible now", command.name)));
        Vec::new()
    }
}
