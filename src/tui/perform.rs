//! What each command does.

use shakmaty::Role as Kind;

use super::background::BackgroundTask;
use super::commands::{Action, Place};
use super::cursor::next_of;
use super::message::Effect;
use super::model::{Cursor, List, Model, Popup, Weight};
use super::playing;
use super::popups::confirm::Confirm;
use super::popups::forms::{Form, Outcome};
use super::popups::search::Search;
use super::screens::population::Pane;
use super::screens::{Screen, coevolution, genome, matches, pipeline, positions, sessions, suite, tuning};
use super::subject::{Draft, ShownOrganism};
use super::theme::Shade;
use crate::disagreement::{Filter, Outcome as Outcomes};
use crate::engine::schema::Schema;
use crate::job::report::{Command, Plant};
use crate::organism::chromosome::Chromosome;

/// Does what a command says; the caller has seen that it is enabled.
pub(crate) fn perform(model: &mut Model, action: Action) -> Vec<Effect> {
    if drops_edits(action) && !may_drop_edits(model) {
        return Vec::new();
    }
    match action {
        Action::Toggle => return toggle(model),
        Action::Step => return order(model, Command::Step(1)),
        Action::StepTen => return order(model, Command::Step(10)),
        Action::NewRun => {
            let form = Form::new_run(model);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Action::NextSeed => {
            let settings = model.evolution.as_ref().and_then(|open| open.settings.clone());
            if let Some(mut settings) = settings {
                settings.seed = settings.seed.wrapping_add(1);
                return vec![Effect::Begin { settings: Box::new(settings), folder: None }];
            }
        }
        Action::EditRates => {
            let algorithm = model.evolution.as_ref().and_then(|open| open.algorithm());
            let form = algorithm.map(Form::rates);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Action::Show(screen) => return show(model, screen),
        Action::Subject => {
            let place = model.organisms.at;
            if let Some(open) = &model.evolution {
                let champion = place == open.champion_place() && open.earlier.is_none();
                let chosen = if champion { None } else { open.organism(place) };
                model.cast.choose(chosen);
            }
        }
        Action::Rival => {
            let place = model.organisms.at;
            let chosen = model.evolution.as_ref().and_then(|open| open.organism(place));
            model.cast.rival = if model.is_rival(place) { None } else { chosen };
        }
        Action::Champion => model.cast.choose(None),
        Action::Swap => {
            if let (Some(subject), Some(rival)) = (model.subject(), model.cast.rival.take()) {
                model.cast.choose(Some(rival));
                model.cast.rival = Some(subject);
            }
        }
        Action::ChooseSubject | Action::ChooseRival => {
            let rival = action == Action::ChooseRival;
            model.popup = Some(Popup::Form(Box::new(Form::organism(model, rival))));
        }
        Action::Plant => return plant(model),
        Action::GoTo => {
            let form = model.evolution.as_ref().and_then(Form::generation);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Action::Fork => {
            let form = Form::fork_open(model);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Action::Export => {
            let form = Form::export_subject(model);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Action::Undo => {
            if let Some(draft) = &mut model.cast.draft {
                draft.undo();
            }
        }
        Action::Discard => model.cast.draft = None,
        Action::Earlier | Action::Later => return look(model, action == Action::Later),
        Action::Genome(act) => return genome::perform(model, act),
        Action::Positions(act) => return positions::perform(model, act),
        Action::Suite(act) => return suite::perform(model, act),
        Action::Coevolution(act) => return coevolution::perform(model, act),
        Action::Tuning(act) => return tuning::perform(model, act),
        Action::Match(act) => return matches::perform(model, act),
        Action::Board(act) => return playing::perform(model, act),
        Action::Sessions(act) => return sessions::perform(model, act),
        Action::Pipeline(act) => return pipeline::perform(model, act),
        Action::Values => model.popup = Some(Popup::Values { cursor: Cursor::default() }),
        Action::PreviousRun => turn(model, false),
        Action::NextRun => turn(model, true),
        Action::NextPane => next_pane(model, true),
        Action::PreviousPane => next_pane(model, false),
        Action::Zoom => model.zoomed = !model.zoomed,
        Action::Shade => {
            model.theme.shade = match model.theme.shade {
                Shade::Dark => Shade::Light,
                Shade::Light => Shade::Dark,
            };
        }
        Action::Palette => model.popup = Some(Popup::Palette(Search::default())),
        Action::Help => model.popup = Some(Popup::Help(Search::default())),
        Action::Back => back(model),
        Action::Choose(kind) => return choose(model, kind),
        Action::Quit => return quit(model),
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::Redraw],
        Action::Accept => return accept(model),
        Action::NextField if matches!(model.popup, Some(Popup::Players(_))) => picked(model),
        Action::NextField | Action::PreviousField | Action::NextChoice | Action::PreviousChoice => {
            if let Some(Popup::Form(form)) = &mut model.popup {
                form.perform(action);
            }
        }
        Action::Up
        | Action::Down
        | Action::Left
        | Action::Right
        | Action::PageUp
        | Action::PageDown
        | Action::First
        | Action::Last => return walk(model, action),
    }
    Vec::new()
}

/// Whether another subject may take the place of this one; where edits would be lost that is said.
pub(crate) fn may_drop_edits(model: &mut Model) -> bool {
    let unsaved = model.cast.draft.as_ref().is_some_and(Draft::unsaved);
    if unsaved {
        let text = "unplanted edits: P plants, E exports, U drops them";
        model.notice = Some((Weight::Warning, text.to_owned()));
    }
    !unsaved
}

/// Whether a command would drop what was edited by hand, with another subject or another session.
fn drops_edits(action: Action) -> bool {
    matches!(
        action,
        Action::Subject
            | Action::Champion
            | Action::Swap
            | Action::ChooseSubject
            | Action::NewRun
            | Action::NextSeed
            | Action::Fork
            | Action::Pipeline(pipeline::Act::Run | pipeline::Act::Open | pipeline::Act::Take)
            | Action::Sessions(sessions::Act::Open | sessions::Act::Compare | sessions::Act::Fork)
    )
}

fn toggle(model: &mut Model) -> Vec<Effect> {
    let Some(open) = &mut model.evolution else { return Vec::new() };
    let run = !open.wanted_running();
    if open.is_unborn() {
        open.run_when_ready = run;
    }
    // Pausing before generation 0 still measures it: there is nothing to look at otherwise.
    let pause = if open.is_unborn() { Command::Step(1) } else { Command::Pause };
    order(model, if run { Command::Run } else { pause })
}

/// Tells the job what the person wants; from now on the session is theirs.
fn order(model: &mut Model, command: Command) -> Vec<Effect> {
    if let Some(open) = &mut model.evolution {
        open.touched = true;
        open.run_when_ready &= !matches!(command, Command::Step(_));
    }
    vec![Effect::Send(command)]
}

fn show(model: &mut Model, screen: Screen) -> Vec<Effect> {
    model.screen = screen;
    match screen {
        Screen::Sessions => vec![Effect::List],
        Screen::Pipeline => {
            model.pipeline.news = false;
            vec![pipeline::listing(model)]
        }
        Screen::Log => {
            model.log.news = false;
            model.log.cursor = Cursor::default();
            Vec::new()
        }
        Screen::Population
        | Screen::Genome
        | Screen::Positions
        | Screen::Coevolution
        | Screen::Tuning
        | Screen::Match
        | Screen::Suite => Vec::new(),
    }
}

/// Goes to the generation before or after the one shown.
fn look(model: &mut Model, later: bool) -> Vec<Effect> {
    let Some(at) = model.evolution.as_ref().and_then(|open| open.looked_at()) else { return Vec::new() };
    look_at(model, if later { at.saturating_add(1) } else { at.saturating_sub(1) })
}

/// Looks at a generation of the run shown, which may have to be read first.
pub(crate) fn look_at(model: &mut Model, generation: u32) -> Vec<Effect> {
    let Some(open) = &mut model.evolution else { return Vec::new() };
    let folder = open.folder.clone();
    let read =
        |(run, generation)| Effect::BackgroundTask(BackgroundTask::Generation { folder, run, generation });
    open.wish(generation).map(read).into_iter().collect()
}

fn turn(model: &mut Model, on: bool) {
    let Some(open) = &mut model.evolution else { return };
    let to = if on { open.shown + 1 } else { open.shown.saturating_sub(1) };
    open.turn(to);
    let len = open.record().map_or(0, |record| record.population.len());
    model.organisms.moved(Action::Redraw, 0, len);
}

fn next_pane(model: &mut Model, on: bool) {
    model.pane = next_of(&Pane::of(model), model.pane, on);
}

/// Leaves; asks first where edits would be lost.
fn quit(model: &mut Model) -> Vec<Effect> {
    let asked = matches!(model.popup, Some(Popup::Confirm(_)));
    if asked || !model.cast.draft.as_ref().is_some_and(Draft::unsaved) {
        return vec![Effect::Quit];
    }
    let question = "The subject was edited and not planted. Leave, and lose these edits?".to_owned();
    let confirm = Confirm { question, yes: "leave", effects: vec![Effect::Quit] };
    model.popup = Some(Popup::Confirm(Box::new(confirm)));
    Vec::new()
}

/// Puts the subject into the population, where the session's schema can hold it.
fn plant(model: &mut Model) -> Vec<Effect> {
    let Some((subject, open)) = model.subject().zip(model.evolution.as_ref()) else { return Vec::new() };
    let name = model.name_of(&subject);
    let Some(schema) = &open.schema else { return Vec::new() };
    match chromosome(&subject, schema) {
        Ok(chromosome) => {
            if let Some(draft) = &mut model.cast.draft {
                draft.note_planted();
            }
            order(model, Command::Plant(Plant { chromosome, name }))
        }
        Err(why) => {
            model.notice = Some((Weight::Error, why));
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

/// One step back: out of the popup, the zoom, the screen, back to the champion.
fn back(model: &mut Model) {
    if model.popup.take().is_some() || playing::back(model) || positions::back(model) || suite::back(model) {
        return;
    }
    if coevolution::back(model) || tuning::back(model) || matches::back(model) {
        return;
    }
    if model.screen != Screen::Population {
        model.screen = Screen::Population;
    } else if model.zoomed {
        model.zoomed = false;
    } else if let Some(open) = model.evolution.as_mut().filter(|open| open.looking_back()) {
        open.newest();
    } else if model.cast.draft.is_none() {
        model.cast.pinned = None;
    }
}

/// Accepts what a popup shows.
pub(crate) fn accept(model: &mut Model) -> Vec<Effect> {
    match model.popup.take() {
        Some(Popup::Help(search)) => run_found(model, search, true),
        Some(Popup::Palette(search)) => run_found(model, search, false),
        Some(Popup::Form(mut form)) => match form.accept() {
            Ok(Outcome::Begin(settings)) => vec![Effect::Begin { settings, folder: None }],
            Ok(Outcome::Settings(settings)) => {
                model.notice = Some((Weight::Plain, "in effect from the next generation on".to_owned()));
                order(model, Command::Settings(settings))
            }
            Ok(Outcome::Value { parameter, value }) => {
                model.edit(parameter, value);
                Vec::new()
            }
            Ok(Outcome::Filter(filter)) => {
                positions::filtered(model, *filter);
                Vec::new()
            }
            Ok(Outcome::Positions(source)) => {
                positions::loaded(model, source);
                Vec::new()
            }
            Ok(Outcome::Suite(terms)) => suite::settled(model, terms),
            Ok(Outcome::Match(terms)) => matches::begun(model, *terms),
            Ok(Outcome::Unsolved { path, replace }) => suite::exported(model, path, replace),
            Ok(Outcome::Move(m)) => {
                playing::promoted(model, m);
                Vec::new()
            }
            Ok(Outcome::Look(generation)) if model.screen == Screen::Coevolution => {
                coevolution::look(model, generation)
            }
            Ok(Outcome::Look(generation)) => look_at(model, generation),
            Ok(Outcome::BackgroundTask(task)) => {
                model.asked =
                    matches!(task, BackgroundTask::Begin(_) | BackgroundTask::Openings(_)).then_some(form);
                vec![Effect::BackgroundTask(task)]
            }
            Err(()) => {
                model.popup = Some(Popup::Form(form));
                Vec::new()
            }
        },
        Some(Popup::Players(mut players)) => {
            if players.pick() {
                matches::picked(model, *players);
            } else {
                model.popup = Some(Popup::Players(players));
            }
            Vec::new()
        }
        Some(Popup::Confirm(confirm)) => confirm.effects,
        Some(Popup::Comparison { .. }) => {
            let filter = Filter { outcome: Outcomes::SubjectOnly, ..Filter::default() };
            positions::filtered(model, filter);
            show(model, Screen::Positions)
        }
        Some(Popup::Values { .. }) => Vec::new(),
        Some(Popup::Promotion { moves, cursor }) => {
            if let Some(m) = moves.get(cursor.at) {
                playing::promoted(model, *m);
            }
            Vec::new()
        }
        other => {
            model.popup = other;
            Vec::new()
        }
    }
}

/// On from the players to how they play, where they are enough.
fn picked(model: &mut Model) {
    match model.popup.take() {
        Some(Popup::Players(players)) if players.chosen.len() > 1 => matches::picked(model, *players),
        popup => {
            model.popup = popup;
            model.notice = Some((Weight::Warning, "a match has two players: pick one more".to_owned()));
        }
    }
}

/// Promotes to a piece, without asking further.
fn choose(model: &mut Model, kind: Kind) -> Vec<Effect> {
    if let Some(Popup::Promotion { moves, cursor }) = &mut model.popup
        && let Some(at) = moves.iter().position(|m| m.promotion() == Some(kind))
    {
        cursor.at = at;
        return accept(model);
    }
    Vec::new()
}

/// Runs the command found, going where it applies first.
fn run_found(model: &mut Model, search: Search, help: bool) -> Vec<Effect> {
    let found = search.found(help);
    let Some(command) = found.get(search.cursor.at) else {
        model.popup = Some(if help { Popup::Help(search) } else { Popup::Palette(search) });
        return Vec::new();
    };
    match command.place {
        Place::On(screen) if model.screen != screen => drop(show(model, screen)),
        Place::Boards if playing::table(model).is_none() => drop(show(model, Screen::Positions)),
        Place::In(pane) => {
            model.screen = Screen::Population;
            model.pane = pane;
        }
        _ => {}
    }
    if command.enabled(model) {
        perform(model, command.action)
    } else {
        model.notice = Some((Weight::Warning, format!("{}: not possible now", command.name)));
        Vec::new()
    }
}

/// Moves whatever has the keys.
fn walk(model: &mut Model, action: Action) -> Vec<Effect> {
    if walk_popup(model, action) || playing::walk(model, action) {
        return Vec::new();
    }
    let page = |list| model.seen.page(list);
    match model.screen {
        Screen::Sessions => sessions::walk(model, action),
        Screen::Genome => genome::walk(model, action),
        Screen::Positions => positions::walk(model, action),
        Screen::Suite => suite::walk(model, action),
        Screen::Coevolution => coevolution::walk(model, action),
        Screen::Tuning => return tuning::walk(model, action),
        Screen::Match => matches::walk(model, action),
        Screen::Pipeline => pipeline::walk(model, action),
        Screen::Log => model.log.cursor.moved(action, page(List::Log), model.log.entries.len()),
        Screen::Population => walk_population(model, action),
    }
    Vec::new()
}

/// Moves what a popup lists; false where none is open.
fn walk_popup(model: &mut Model, action: Action) -> bool {
    let page = |list| model.seen.page(list);
    match &mut model.popup {
        Some(Popup::Help(search)) => {
            search.cursor.moved(action, page(List::Popup), search.found(true).len());
        }
        Some(Popup::Palette(search)) => {
            search.cursor.moved(action, page(List::Popup), search.found(false).len());
        }
        Some(Popup::Players(players)) => {
            let (page, len) = (page(List::Popup), players.len());
            players.cursor.moved(action, page, len);
        }
        Some(Popup::Values { cursor }) => {
            let rows = model.evolution.as_ref().map_or(0, super::screens::population::values::rows);
            cursor.moved(action, page(List::Values), rows);
        }
        Some(Popup::Comparison { of, cursor }) => {
            let rows = of.parameters().len();
            cursor.moved(action, page(List::Popup), rows);
        }
        Some(Popup::Promotion { moves, cursor }) => cursor.moved(action, 4, moves.len()),
        Some(Popup::Form(_) | Popup::Confirm(_)) => {}
        None => return false,
    }
    true
}

fn walk_population(model: &mut Model, action: Action) {
    let Some(open) = &mut model.evolution else { return };
    let parameters = open.schema.as_ref().map_or(0, |schema| schema.len());
    match (model.pane, action) {
        (Pane::Organisms, Action::Left) => model.first_parameter = model.first_parameter.saturating_sub(1),
        (Pane::Organisms, Action::Right) => {
            model.first_parameter = (model.first_parameter + 1).min(parameters.saturating_sub(1));
        }
        (Pane::Organisms, _) => {
            let len = open.record().map_or(0, |record| record.population.len());
            model.organisms.moved(action, model.seen.page(List::Organisms), len);
        }
        (Pane::Values, _) => {
            let rows = super::screens::population::values::rows(open);
            model.values.moved(action, model.seen.page(List::Values), rows);
        }
        (Pane::Curves, Action::Left) => turn(model, false),
        (Pane::Curves, Action::Right) => turn(model, true),
        (Pane::Runs, _) => {
            let mut cursor = Cursor { at: open.shown };
            cursor.moved(action, model.seen.page(List::Runs), open.runs.len());
            open.turn(cursor.at);
        }
        _ => {}
    }
}
