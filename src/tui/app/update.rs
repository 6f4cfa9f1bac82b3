//! `message → update → effects`: all that changes what the workbench knows.

use std::path::PathBuf;

use super::perform::{perform, run_found, screen_of, show};
use super::search::Found;
use super::{App, commands, mouse, screen_mut};
use crate::experiment::Experiment;
use crate::job::report::{Command, Fact, Reports, State};
use crate::objectives::suite::Examination;
use crate::objectives::suite::Tally;
use crate::tui::background::beginning::Ready;
use crate::tui::background::generation::{Generation, ReadGeneration};
use crate::tui::background::session::Forked;
use crate::tui::background::{BackgroundTask, TaskResult, organism};
use crate::tui::erased::Note;
use crate::tui::evolution::Evolution;
use crate::tui::format::thousands;
use crate::tui::keys::Key;
use crate::tui::log::Severity;
use crate::tui::measure::{self};
use crate::tui::message::{Effect, Message};
use crate::tui::model::Model;
use crate::tui::operators::crossover;
use crate::tui::playing::{self, PlayMove};
use crate::tui::popups::forms::generation::LookAt;
use crate::tui::popups::forms::rates::NewRates;
use crate::tui::popups::forms::value::NewValue;

impl App {
    /// Takes one message in.
    pub(crate) fn update(&mut self, message: Message) -> Vec<Effect> {
        let effects = take(self, message);
        let mut effects = within(self, effects);
        let App { model, screens } = self;
        effects.extend(screens.all_mut().into_iter().flat_map(|screen| screen.refresh(model)));
        let board = screen_mut(screens, model.screen).board_mut();
        effects.extend(playing::refresh(board, model));
        effects
    }
}

/// Does what other parts of the workbench were asked for; what is left is to be done outside.
fn within(app: &mut App, effects: Vec<Effect>) -> Vec<Effect> {
    let mut outside = Vec::with_capacity(effects.len());
    for effect in effects {
        let more = match effect {
            Effect::Show(screen) => show(app, screen),
            Effect::ShowObjective(objective) => {
                let screen = screen_of(app, objective);
                show(app, screen)
            }
            Effect::Notify(note) => notify(app, &note),
            other => {
                outside.push(other);
                continue;
            }
        };
        outside.extend(within(app, more));
    }
    outside
}

fn take(app: &mut App, message: Message) -> Vec<Effect> {
    match message {
        Message::Key(key) => press(app, key),
        Message::Paste(text) => {
            text.chars()
                .filter(|character| !character.is_control())
                .for_each(|character| typed(&mut app.model, character));
            Vec::new()
        }
        Message::Mouse(event) => mouse::happened(app, event),
        Message::Resized => Vec::new(),
        Message::Reports(reports) => {
            learn(app, reports);
            Vec::new()
        }
        Message::Started { folder, settings, named } => started(app, folder, settings, named),
        Message::Refused(why) => {
            refused(app, why);
            Vec::new()
        }
        Message::TaskResult(result) => came_back(app, result),
        Message::Thought(thought) => {
            app.model.thinking.hear(*thought);
            Vec::new()
        }
        Message::Findings(_)
        | Message::Steps(_)
        | Message::Match(_)
        | Message::Boards(_)
        | Message::Playing(_)
        | Message::Sessions(_) => {
            let App { model, screens } = app;
            let hears = screens.all_mut().into_iter().find(|screen| screen.accepts(&message));
            hears.map_or_else(Vec::new, |screen| screen.take(model, message))
        }
    }
}

/// A task came back.
fn came_back(app: &mut App, result: TaskResult) -> Vec<Effect> {
    let model = &mut app.model;
    match result {
        TaskResult::Found(note) => return notify(app, &note),
        TaskResult::Done(what) => model.show_notice(Severity::Plain, what),
        TaskResult::Refused(why) => model.show_notice(Severity::Error, why),
        TaskResult::Problem { field, text } => {
            if let (Some(mut form), None) = (model.asked.take(), &model.popup) {
                form.refused(field, &text);
                model.popup = Some(form);
            }
            model.show_notice(Severity::Error, text);
        }
    }
    Vec::new()
}

/// Gives a note to whom it concerns: the workbench, or a screen.
fn notify(app: &mut App, note: &Note) -> Vec<Effect> {
    let App { model, screens } = app;
    if let Some(generation) = note.get::<Generation>() {
        return fetched(model, generation);
    }
    if let Some(Ready(settings)) = note.get() {
        model.asked = None;
        return vec![Effect::Start { settings: settings.clone(), folder: None }];
    }
    if let Some(Forked(folder)) = note.get() {
        model.log.add(model.now, Severity::Plain, format!("forked: {}", folder.display()));
        return vec![Effect::Resume(folder.clone())];
    }
    if let Some(organism::Found { organism, rival }) = note.get() {
        match rival {
            true => model.selection.rival = Some((**organism).clone()),
            false => model.selection.choose(Some((**organism).clone())),
        }
        return Vec::new();
    }
    if let Some(NewRates(settings)) = note.get() {
        model.notice = Some((Severity::Plain, "in effect from the next generation on".to_owned()));
        return model.order(Command::Settings(settings.clone()));
    }
    if let Some(NewValue { parameter, value }) = note.get() {
        model.edit(*parameter, *value);
        return Vec::new();
    }
    if let Some(found) = note.get::<Found>() {
        return run_found(app, *found);
    }
    if let Some(LookAt(generation)) = note.get() {
        return screen_mut(screens, model.screen).look_at(model, *generation);
    }
    if let Some(PlayMove(m)) = note.get() {
        if let Some(board) = screen_mut(screens, model.screen).board_mut() {
            playing::play_move(board, *m);
        }
        return Vec::new();
    }
    screens.all_mut().into_iter().flat_map(|screen| screen.receive(model, note)).collect()
}

/// A generation was read.
fn fetched(model: &mut Model, Generation { folder, record }: &Generation) -> Vec<Effect> {
    let Some(open) = model.evolution.as_mut().filter(|open| open.folder == *folder) else {
        return Vec::new();
    };
    let next = open.fetched(record.as_ref().ok().cloned());
    if let Err(why) = record {
        model.show_notice(Severity::Error, why.clone());
    }
    let read = |(run, generation)| {
        let folder = folder.clone();
        Effect::BackgroundTask(BackgroundTask::new(ReadGeneration { folder, run, generation }))
    };
    next.map(read).into_iter().collect()
}

fn refused(app: &mut App, why: String) {
    let App { model, screens } = app;
    model.log.add(model.now, Severity::Error, why.clone());
    screens.all_mut().into_iter().for_each(|screen| screen.refused());
    match &mut model.evolution {
        Some(open) if open.alive() => model.notice = Some((Severity::Error, why)),
        _ => {
            let mut open = Evolution::opening(model.sessions.root.clone(), None);
            open.learn(Fact::Failed(why));
            model.evolution = Some(open);
        }
    }
}

fn started(app: &mut App, folder: PathBuf, settings: Option<Box<Experiment>>, named: bool) -> Vec<Effect> {
    let App { model, screens } = app;
    let new = settings.is_some();
    let what = if new { "new session" } else { "session opened" };
    model.log.add(model.now, Severity::Plain, format!("{what}: {}", folder.display()));
    let orders: Vec<Option<Command>> =
        screens.all_mut().into_iter().map(|screen| screen.started(&folder)).collect();
    let run = orders.into_iter().flatten().next();
    let objective = settings.as_ref().map(|settings| settings.objective.settings().name());
    let mut open = Evolution::opening(folder, settings.map(|settings| *settings));
    open.touched |= named;
    open.lands = !new && run.is_none();
    model.evolution = Some(open);
    model.selection.choose(None);
    model.popup = None;
    if let Some(run) = run {
        return vec![Effect::Send(run), Effect::List];
    }
    app.model.screen = objective.map_or(app.model.home, |objective| screen_of(app, objective));
    // A new session shows its random organisms at once: generation 0 is its first step.
    if new { vec![Effect::Send(Command::Step(1)), Effect::List] } else { vec![Effect::List] }
}

fn learn(app: &mut App, reports: Reports) {
    let mut news = Vec::new();
    for fact in reports.facts {
        let Some(open) = &app.model.evolution else { return };
        match &fact {
            Fact::Opened { folder, settings, train_total, test_total, history, plants, .. } => {
                let sets = settings.objective.settings().sizes(*train_total, *test_total);
                let recorded = thousands(history.len() as u64);
                let text = format!("{}: {sets}, {recorded} generations recorded", folder.display());
                news.push((Severity::Plain, text));
                news.extend(
                    plants
                        .iter()
                        .map(|plant| (Severity::Plain, planted(plant.run, plant.generation, &plant.name))),
                );
            }
            Fact::State(state) => {
                news.extend(state_line(*state).map(|line| (Severity::Plain, line.to_owned())))
            }
            Fact::Settings { run, generation, settings } => {
                let text = format!(
                    "run {}, from generation {generation}: crossover {} at {}, mutation {}, elite {}",
                    run + 1,
                    crossover(settings.crossover),
                    settings.crossover_rate,
                    settings.mutation_rate,
                    settings.elite
                );
                news.push((Severity::Plain, text));
            }
            Fact::Planted { run, generation, name } => {
                news.push((Severity::Plain, planted(*run, *generation, name)));
            }
            Fact::RunFinished(result) => {
                let settings = open.settings.as_ref();
                let test = match result.test_total {
                    0 => String::new(),
                    // Suites that were not tuned on are told one by one.
                    _ if !result.examinations.is_empty() => String::new(),
                    largest => {
                        let told = measure::of_test(settings, largest).summary(result.test_score);
                        format!("; on the test set {told}")
                    }
                };
                let best = measure::of(settings, result.train_total).summary(result.best_score);
                news.push((Severity::Plain, format!("run {} complete: best {best}{test}", result.run + 1)));
                news.extend(result.examinations.iter().map(|examined| (Severity::Plain, told(examined))));
            }
            Fact::Warning(text) => news.push((Severity::Warning, text.clone())),
            Fact::Failed(text) => news.push((Severity::Error, text.clone())),
            Fact::Generation(_) => {}
        }
        app.screens.all_mut().into_iter().for_each(|screen| screen.fact(&app.model, &fact));
        land(app, &fact);
        if let Some(open) = &mut app.model.evolution {
            open.learn(fact);
        }
    }
    let model = &mut app.model;
    let Some(open) = &mut model.evolution else { return };
    if let Some(progress) = reports.progress {
        open.progress = Some(progress);
    }
    if reports.closed && open.alive() {
        open.learn(Fact::Failed(
            "The evolution ended without saying why. The session is saved up to its last checkpoint: o opens it again."
                .to_owned(),
        ));
        news.push((Severity::Error, "the job ended without saying why".to_owned()));
    }
    for (weight, text) in news {
        if weight == Severity::Warning {
            model.notice = Some((weight, text.clone()));
        }
        model.log.add(model.now, weight, text);
    }
}

/// Shows the screen of a saved session's stage, which is known once that is read.
fn land(app: &mut App, fact: &Fact) {
    let Fact::Opened { settings, .. } = fact else { return };
    let lands = app.model.evolution.as_mut().is_some_and(|open| std::mem::take(&mut open.lands));
    if lands && app.model.screen == app.model.home {
        app.model.screen = screen_of(app, settings.objective.settings().name());
    }
}

/// A search beside the untuned one, on a suite.
fn told(examined: &Examination) -> String {
    let of = |tally: &Tally| format!("{} solved, {} nodes", thousands(tally.found), thousands(tally.nodes));
    format!("{}: {}; untuned {}", examined.suite, of(&examined.champion), of(&examined.untuned))
}

fn planted(run: u32, generation: u32, name: &str) -> String {
    format!("run {}, generation {generation}: planted {name}", run + 1)
}

fn state_line(state: State) -> Option<&'static str> {
    match state {
        State::Preparing => Some("reading positions and getting ready"),
        State::Paused => Some("paused"),
        State::Running => Some("running"),
        State::Done => Some("all runs complete"),
        State::Stopped => Some("stopped; the session is saved"),
        State::Failed => None,
    }
}

fn press(app: &mut App, key: Key) -> Vec<Effect> {
    app.model.notice = None;
    if let Some(command) = commands::for_key(app, key) {
        if command.enabled(app) {
            return perform(app, command.action);
        }
        let why = command.why_not(app);
        app.model.notice = why.map(|why| (Severity::Warning, why.to_owned()));
        return Vec::new();
    }
    // Keys that no command takes go into the text at hand.
    match key.character() {
        Some(character) => typed(&mut app.model, character),
        None => {
            if let Some(popup) = &mut app.model.popup {
                popup.edit(key);
            }
        }
    }
    Vec::new()
}

fn typed(model: &mut Model, character: char) {
    if let Some(popup) = &mut model.popup {
        popup.typed(character);
    }
}
