//! Updates of the application: a message changes the state and returns effects.

use std::iter;

use super::palette::RunFound;
use super::perform::{perform, run_found, screen_of, show};
use super::{App, commands, lists, mouse, screen_mut, workers};
use crate::demo::Demo;
use crate::job::report::{Command, Fact, Reports, State};
use crate::objectives::details::{Examination, MatchReport, Tally, Transfer, play_off};
use crate::tui::background::generation::{Generation, ReadGeneration};
use crate::tui::background::new_session::PreparedSession;
use crate::tui::background::organism;
use crate::tui::background::session::{Exported, Forked};
use crate::tui::keys::Key;
use crate::tui::measure;
use crate::tui::operators::changed;
use crate::tui::panes::explanation::Explanation;
use crate::tui::playing::{self, PlayMove};
use crate::tui::popups::confirm::Confirm;
use crate::tui::popups::forms::completion::FoundPaths;
use crate::tui::popups::forms::generation::LookAt;
use crate::tui::popups::forms::rates::NewRates;
use crate::tui::popups::forms::value::NewValue;
use crate::tui::prelude::*;
use crate::tui::screens::HOME;
use crate::tui::typing::TextInput;
use crate::tui::work::LongWork;

impl App {
    /// Handles a message. Returns the effects to be performed outside the application.
    pub(crate) fn update(&mut self, message: Message) -> Vec<Effect> {
        let effects = handle(self, message);
        let mut effects = perform_inside(self, effects);
        let App { model, screens } = self;
        effects.extend(
            screens.all_mut().into_iter().filter_map(|place| place.handle(model, Input::Changed)).flatten(),
        );
        let shown = screen_mut(screens, model.screen);
        // Whoever leaves a chart leaves its cursor.
        if model.chart.cursor.is_some() && shown.chart(model).is_none() {
            model.chart.cursor = None;
        }
        let board = shown.board_mut();
        effects.extend(playing::refresh(board, model));
        effects.extend(lists::arrange(self));
        effects.extend(announcements(self));
        effects
    }
}

/// Returns the effects of long work that has ended.
fn announcements(app: &mut App) -> Vec<Effect> {
    let App { model, screens } = app;
    let runs = model.evolution.as_ref().is_some_and(|open| open.state == State::Running);
    let mut running: Vec<LongWork> =
        screens.all().into_iter().filter_map(|place| place.status(model).work).collect();
    running.extend(runs.then_some(LongWork::Run));
    let on_finish = &model.config.on_finish;
    let ended = model.works.settle(model.now, &running, Duration::from_secs(on_finish.after_seconds.into()));
    let is_quiet = !on_finish.bell && on_finish.command.is_empty();
    let announce = |finished| Effect::Announce { finished, on_finish: on_finish.clone() };
    ended.into_iter().filter(|_| !is_quiet).map(announce).collect()
}

/// Performs the effects inside the application. Returns the other effects.
fn perform_inside(app: &mut App, effects: Vec<Effect>) -> Vec<Effect> {
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
        outside.extend(perform_inside(app, more));
    }
    outside
}

fn handle(app: &mut App, message: Message) -> Vec<Effect> {
    let App { model, screens } = app;
    match message {
        Message::Key(key) => return press(app, key),
        Message::Mouse(event) => return mouse::handle(app, event),
        Message::Started { folder, settings, named } => return started(app, folder, settings, named),
        Message::TaskResult(result) => return handle_result(app, result),
        Message::Paste(text) => {
            if let Some(popup) = &mut model.popup {
                let text: String = text.chars().filter(|character| !character.is_control()).collect();
                popup.write(&TextInput::Pasted(&text));
            }
        }
        Message::Resized => {}
        Message::Played => return model.play(),
        Message::Reports(reports) => handle_reports(app, reports),
        Message::AskTrust { question, effects } => {
            model.open(Some(Confirm { question, yes: "run them", effects }));
        }
        Message::StartFailed(why) => not_started(app, why),
        Message::Config(loaded) => app.reconfigure(loaded),
        Message::Warning(text) => model.log.add(model.now, Severity::Warning, text),
        Message::Workers(report) => workers::show(model, report),
        Message::Analysis(thought) => model.thinking.update(*thought),
        Message::Findings(_)
        | Message::SuiteSteps(_)
        | Message::Match(_)
        | Message::Race(_)
        | Message::MatchBoards(_)
        | Message::LiveRound(_)
        | Message::Sessions(_) => {
            let mut message = message;
            let mut places = screens.all_mut().into_iter();
            let handled = places.find_map(|place| place.handle(model, Input::Message(&mut message)));
            return handled.unwrap_or_default();
        }
    }
    Vec::new()
}

/// Handles the result of a background task.
fn handle_result(app: &mut App, result: TaskResult) -> Vec<Effect> {
    let model = &mut app.model;
    match result {
        TaskResult::Found(note) => return notify(app, &note),
        TaskResult::Done(text) => {
            model.pending_form = None;
            model.show_notice(Severity::Info, text);
        }
        TaskResult::Failed(why) => model.show_notice(Severity::Error, why),
        TaskResult::InvalidForm { field, text } => {
            match (model.pending_form.take(), &model.popup) {
                // The form itself shows the error.
                (Some(mut form), None) => {
                    form.show_error(field, &text);
                    model.popup = Some(form);
                    model.log.add(model.now, Severity::Error, text);
                }
                _ => model.show_notice(Severity::Error, text),
            }
        }
    }
    Vec::new()
}

/// Handles a note, or passes it to the screens.
fn notify(app: &mut App, note: &Note) -> Vec<Effect> {
    let App { model, screens } = app;
    if let Some(generation) = note.get::<Generation>() {
        return handle_generation(model, generation);
    }
    if let Some(found) = note.get::<FoundPaths>() {
        if let Some(form) = model.popup_mut::<Form>() {
            form.completed(found);
        }
        return Vec::new();
    }
    if let Some(PreparedSession(settings)) = note.get() {
        model.pending_form = None;
        return vec![Effect::Start { settings: settings.clone(), folder: None }];
    }
    if let Some(Forked(folder)) = note.get() {
        model.pending_form = None;
        model.selection.stays = true;
        let text = format!("forked: {}", folder.display());
        match model.selection.draft {
            Some(_) => model
                .show_notice(Severity::Info, format!("{text}; the subject keeps its edits: P plants them")),
            None => model.log.add(model.now, Severity::Info, text),
        }
        return vec![Effect::Resume(folder.clone())];
    }
    if let Some(explanation) = note.get::<Explanation>() {
        model.dismiss_notice();
        model.open(model.popup.is_none().then(|| explanation.clone()));
        return Vec::new();
    }
    if let Some(exported) = note.get() {
        show_export(model, exported);
        return Vec::new();
    }
    if let Some(organism::FoundOrganism { organism, rival }) = note.get() {
        model.pending_form = None;
        match rival {
            true => model.selection.rival = Some((**organism).clone()),
            false => model.selection.choose(Some((**organism).clone())),
        }
        return Vec::new();
    }
    if let Some(NewRates(settings)) = note.get() {
        model.tell("takes effect with the next generation");
        return model.send(Command::Settings(settings.clone()));
    }
    if let Some(NewValue { parameter, value }) = note.get() {
        model.edit(*parameter, *value);
        return Vec::new();
    }
    if let Some(found) = note.get::<RunFound>() {
        return run_found(app, found);
    }
    if let Some(LookAt(generation)) = note.get() {
        let shown = screen_mut(screens, model.screen);
        let effects = shown.handle(model, Input::Generation(*generation));
        return effects.unwrap_or_else(|| model.look_at(*generation));
    }
    if let Some(PlayMove(m)) = note.get() {
        if let Some(board) = screen_mut(screens, model.screen).board_mut() {
            playing::play_move(board, *m);
        }
        return Vec::new();
    }
    let mut effects = Vec::new();
    if let Some(demo) = note.get::<Demo>() {
        let text =
            "this is the demo: 1 shows the views of the open stage, 6 lists the other stages and a match";
        model.show_notice(Severity::Info, text.to_owned());
        effects.push(Effect::Resume(demo.session.clone()));
    }
    for place in screens.all_mut() {
        effects.extend(place.handle(model, Input::Note(note)).unwrap_or_default());
    }
    effects
}

/// Reports an exported subject. Its edits are saved unless they changed meanwhile.
fn show_export(model: &mut Model, Exported { values, text }: &Exported) {
    model.pending_form = None;
    if let Some(draft) = model.selection.draft.as_mut().filter(|draft| draft.now().values == *values) {
        draft.mark_saved();
    }
    model.show_notice(Severity::Info, text.clone());
}

/// Shows a generation that was read from its session.
fn handle_generation(model: &mut Model, Generation { folder, record }: &Generation) -> Vec<Effect> {
    let Some(open) = model.evolution.as_mut().filter(|open| open.folder == *folder) else {
        return Vec::new();
    };
    let next = open.finish_request(record.as_ref().ok().cloned());
    if let Err(why) = record {
        model.show_notice(Severity::Error, why.clone());
    }
    let read = |(run, generation)| {
        let folder = folder.clone();
        Effect::background(ReadGeneration { folder, run, generation })
    };
    next.map(read).into_iter().collect()
}

/// Reports that a session could not be opened.
fn not_started(app: &mut App, why: String) {
    let App { model, screens } = app;
    model.log.add(model.now, Severity::Error, why.clone());
    model.selection.stays = false;
    for place in screens.all_mut() {
        place.handle(model, Input::StartFailed);
    }
    match &mut model.evolution {
        Some(open) if open.alive() => model.notice = Some((Severity::Error, why)),
        _ => {
            let mut open = Evolution::opening(model.sessions.root.clone(), None);
            open.apply(Fact::Failed(why));
            model.evolution = Some(open);
        }
    }
}

/// Shows a session whose job was started.
fn started(app: &mut App, folder: PathBuf, settings: Option<Box<Experiment>>, named: bool) -> Vec<Effect> {
    let App { model, screens } = app;
    let new = settings.is_some();
    let event = if new { "new session" } else { "session opened" };
    model.log.add(model.now, Severity::Info, format!("{event}: {}", folder.display()));
    let mut requested = Vec::new();
    for place in screens.all_mut() {
        requested.extend(place.handle(model, Input::Started(&folder)).unwrap_or_default());
    }
    let objective = settings.as_ref().map(|settings| settings.objective.name());
    let mut open = Evolution::opening(folder, settings.map(|settings| *settings));
    open.worth_keeping |= named;
    open.update_timer(model.now);
    // The next stage of a pipeline is shown only to those who look at a stage.
    let follows = requested.is_empty() || (model.screen == model.home && screens.shows_session(model.screen));
    open.switches_screen = follows && (!new || !requested.is_empty());
    (model.evolution, model.playback) = (Some(open), None);
    if !std::mem::take(&mut model.selection.stays) {
        model.selection.choose(None);
    }
    model.popup = None;
    if !requested.is_empty() {
        requested.push(Effect::ListSessions);
        return requested;
    }
    app.model.home = objective.map_or(HOME, |objective| screen_of(app, objective));
    app.model.screen = app.model.home;
    // A new session starts with generation 0, so that its random organisms are shown at once.
    if new { vec![Effect::Send(Command::Step(1)), Effect::ListSessions] } else { vec![Effect::ListSessions] }
}

/// Returns the log lines of a fact.
fn log_lines(fact: &Fact, settings: Option<&Experiment>) -> Vec<String> {
    match fact {
        Fact::Opened { folder, settings, train_total, test_total, history, plants, .. } => {
            let sets = settings.objective.settings().sizes(*train_total, *test_total);
            let recorded = thousands(history.len() as u64);
            let opened = format!("{}: {sets}, {recorded} generations recorded", folder.display());
            let plants = plants.iter().map(|plant| planted(plant.run, plant.generation, &plant.name));
            iter::once(opened).chain(plants).collect()
        }
        Fact::State(state) => state_line(*state).map(str::to_owned).into_iter().collect(),
        Fact::Settings { run, generation, settings } => {
            vec![format!("run {}, from generation {generation}: {}", run + 1, changed(settings))]
        }
        Fact::Planted { run, generation, name, .. } => vec![planted(*run, *generation, name)],
        Fact::Withdrawn { run, generation, name, .. } => {
            vec![format!("withdrawn from generation {generation} of run {}: {name}", run + 1)]
        }
        Fact::Optimizer { .. } => Vec::new(),
        Fact::RunFinished(result) => {
            let (examined, played) = (result.details.examinations(), result.details.match_report());
            // Each examined suite has a line of its own.
            let test = if result.test_total == 0 || examined.is_some() || played.is_some() {
                String::new()
            } else {
                let score = measure::of_test(settings, result.test_total).summary(result.test_score);
                format!("; on the test set {score}")
            };
            let best = measure::of(settings, result.train_total).summary(result.best_score);
            let finished = format!("run {} complete: best {best}{test}", result.run + 1);
            let decided = result.details.confirmation().filter(|_| examined.is_some());
            let decided =
                decided.map(|games| format!("result of the play-off: {}", play_off::summary(games)));
            let suites = examined.into_iter().flatten().map(suite_line);
            let matches = played.map(match_line);
            iter::once(finished).chain(suites).chain(decided).chain(matches).collect()
        }
        Fact::Warning(text) | Fact::Failed(text) | Fact::Refused { why: text, .. } => vec![text.clone()],
        // The screens show it.
        Fact::Generation(_) | Fact::Suspect(_) => Vec::new(),
    }
}

/// Logs the reports of the job and passes its facts to the screens.
fn handle_reports(app: &mut App, reports: Reports) {
    let mut lines = Vec::new();
    let ended = reports.facts.iter().any(|fact| matches!(fact, Fact::RunFinished(_)));
    for fact in reports.facts {
        let Some(open) = &app.model.evolution else { return };
        let severity = match fact {
            Fact::Warning(_) | Fact::Refused { .. } => Severity::Warning,
            Fact::Failed(_) => Severity::Error,
            _ => Severity::Info,
        };
        let texts = log_lines(&fact, open.settings.as_ref());
        if let Fact::Planted { .. } | Fact::Withdrawn { .. } = &fact {
            app.model.notice = texts.first().map(|text| (Severity::Info, text.clone()));
        }
        lines.extend(texts.into_iter().map(|text| (severity, text)));
        for place in app.screens.all_mut() {
            place.handle(&mut app.model, Input::Fact(&fact));
        }
        show_objective_screen(app, &fact);
        if let Some(open) = &mut app.model.evolution {
            let ended = match &fact {
                Fact::State(State::Done) => Some("run complete"),
                Fact::Failed(_) => Some("run failed"),
                _ => None,
            };
            if let Some(ended) = ended {
                let what = format!("{ended}: {}", open.name());
                app.model.works.end(LongWork::Run, what, Some(open.folder.clone()));
            }
            open.apply(fact);
        }
    }
    let model = &mut app.model;
    let Some(open) = &mut model.evolution else { return };
    if let Some(progress) = reports.progress {
        open.progress = Some(progress);
    }
    if reports.closed && open.alive() {
        open.apply(Fact::Failed(
            "The worker stopped unexpectedly. The session is saved up to its last checkpoint: o opens it again."
                .to_owned(),
        ));
        lines.push((Severity::Error, "worker stopped unexpectedly".to_owned()));
    }
    open.update_timer(model.now);
    if ended {
        let elapsed = duration(open.timing(model.now).elapsed);
        lines.push((Severity::Info, format!("worked for {elapsed} since the session was opened")));
    }
    for (severity, text) in lines {
        if severity == Severity::Warning {
            model.notice = Some((severity, text.clone()));
        }
        model.log.add(model.now, severity, text);
    }
}

/// Shows the screen of a saved session's objective, once the session is read.
fn show_objective_screen(app: &mut App, fact: &Fact) {
    let Fact::Opened { settings, .. } = fact else { return };
    let pending = app.model.evolution.as_mut().is_some_and(|open| std::mem::take(&mut open.switches_screen));
    // A user who went elsewhere meanwhile stays there.
    if pending && app.screens.shows_session(app.model.home) {
        let is_home = app.model.screen == app.model.home;
        app.model.home = screen_of(app, settings.objective.name());
        if is_home {
            app.model.screen = app.model.home;
        }
    }
}

/// Returns the log line of a suite: the results of the champion and of the untuned search.
fn suite_line(examined: &Examination) -> String {
    let text = |tally: &Tally| format!("{} solved, {} nodes", thousands(tally.found), thousands(tally.nodes));
    format!("{}: {}; untuned {}", examined.suite, text(&examined.champion), text(&examined.untuned))
}

/// Returns the log line of a selection by games: the final match, and whether the start is kept.
fn match_line(report: &MatchReport) -> String {
    let kept =
        if report.keeps_start() { "; no organism beat the start, so the start is the result" } else { "" };
    match &report.final_match {
        None => format!("{} games{kept}", thousands(report.games)),
        Some(played) => {
            let [lost, drawn, won] = played.results;
            let elo = report.elo().map_or_else(String::new, |elo| format!(", {elo} Elo"));
            let transfer = report.proof.as_ref().map_or_else(String::new, |proof| {
                let elo = proof.elo().map_or_else(String::new, |elo| format!(" {elo} Elo"));
                format!("; proof at {}{elo}: {}", proof.control, Transfer::of(played, proof).name())
            });
            format!(
                "final match against the start: {won} won, {drawn} drawn, {lost} lost{elo}{transfer}{kept}"
            )
        }
    }
}

fn planted(run: u32, generation: u32, name: &str) -> String {
    format!("planted in generation {generation} of run {}: {name}", run + 1)
}

fn state_line(state: State) -> Option<&'static str> {
    match state {
        State::Preparing => Some("preparing: reading positions"),
        State::Paused => Some("paused"),
        State::Running => Some("running"),
        State::Done => Some("all runs complete"),
        State::Stopped => Some("stopped; the session is saved"),
        State::Failed => None,
    }
}

/// The keys of screens that are views of Run or lists in Sessions now, and where these are.
const MOVED: &[(&str, &str)] = &[
    ("7", "races are listed in Sessions (6); an open one is shown in Run (1)"),
    ("8", "the saved sessions have the key 6"),
    ("9", "the suite has the key 5"),
    ("0", "the log has the key L"),
    ("M", "the workers are a view of Run (1)"),
];

fn press(app: &mut App, key: Key) -> Vec<Effect> {
    let model = &mut app.model;
    model.welcome = false;
    let is_error = model.notice.as_ref().is_some_and(|(severity, _)| *severity == Severity::Error);
    model.dismiss_notice();
    if is_error && model.popup.is_none() && Key::from_name("Esc") == Some(key) {
        model.notice = None;
        return Vec::new();
    }
    if let Some(command) = commands::for_key(app, key) {
        if command.enabled(app) {
            return perform(app, command.action);
        }
        let why = command.why_not(app);
        app.model.notice = why.map(|why| (Severity::Warning, why.to_owned()));
        return Vec::new();
    }
    let moved = MOVED.iter().find(|(name, _)| Key::from_name(name) == Some(key));
    if let (None, Some((_, text))) = (&app.model.popup, moved) {
        app.model.tell(*text);
        return Vec::new();
    }
    // A key without a command is text input of the popup.
    if let Some(popup) = &mut app.model.popup {
        popup.write(&key.character().map_or(TextInput::Key(key), TextInput::Typed));
    }
    Vec::new()
}
