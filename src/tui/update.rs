//! `message → update(model) → effects`: all that changes the model.

use std::path::PathBuf;
use std::sync::Arc;

use super::background::{BackgroundTask, TaskResult};
use super::commands::{self, Action};
use super::evolution::Evolution;
use super::format::thousands;
use super::keys::Key;
use super::measure::{self};
use super::message::{Effect, Message};
use super::model::{Cursor, Model, Popup, SessionRow, Weight};
use super::mouse;
use super::perform::perform;
use super::playing;
use super::screens::{Screen, coevolution, genome, matches, pipeline, positions, sessions, suite, tuning};
use crate::experiment::Experiment;
use crate::job::report::{Command, Fact, Reports, State};
use crate::objectives::suite::Examination;
use crate::objectives::suite::Tally;

/// Takes one message in.
pub(crate) fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let mut effects = take(model, message);
    effects.extend(positions::refresh(model));
    effects.extend(genome::refresh(model));
    effects.extend(suite::refresh(model));
    effects.extend(coevolution::refresh(model));
    effects.extend(tuning::refresh(model));
    effects.extend(matches::refresh(model));
    effects.extend(playing::refresh(model));
    effects.extend(pipeline::refresh(model));
    effects
}

fn take(model: &mut Model, message: Message) -> Vec<Effect> {
    match message {
        Message::Key(key) => press(model, key),
        Message::Paste(text) => {
            text.chars()
                .filter(|character| !character.is_control())
                .for_each(|character| typed(model, character));
            Vec::new()
        }
        Message::Mouse(event) => mouse::happened(model, event),
        Message::Resized => Vec::new(),
        Message::Reports(reports) => {
            learn(model, reports);
            Vec::new()
        }
        Message::Started { folder, settings, named } => started(model, folder, settings, named),
        Message::Refused(why) => {
            model.log.add(model.now, Weight::Error, why.clone());
            pipeline::refused(model);
            match &mut model.evolution {
                Some(open) if open.alive() => model.notice = Some((Weight::Error, why)),
                _ => {
                    let mut open = Evolution::opening(model.sessions.root.clone(), None);
                    open.learn(Fact::Failed(why));
                    model.evolution = Some(open);
                }
            }
            Vec::new()
        }
        Message::TaskResult(told) => score_positions(model, told),
        Message::Findings(findings) => {
            model.positions.study.score_positions(findings);
            Vec::new()
        }
        Message::Steps(steps) => suite::score_positions(model, steps),
        Message::Match(reports) => {
            matches::score_positions(model, reports);
            Vec::new()
        }
        Message::Boards(boards) => {
            matches::see(model, boards);
            Vec::new()
        }
        Message::Playing(playing) => {
            coevolution::see(model, playing);
            Vec::new()
        }
        Message::Thought(thought) => {
            model.thinking.score_positions(*thought);
            Vec::new()
        }
        Message::Sessions(listed) => {
            match listed {
                Ok(rows) => {
                    offer(model, &rows);
                    model.sessions.rows = rows;
                    model.sessions.error = None;
                }
                Err(why) => model.sessions.error = Some(why),
            }
            model.sessions.cursor.moved(Action::Redraw, 0, model.sessions.rows.len());
            Vec::new()
        }
    }
}

/// An task came back.
fn score_positions(model: &mut Model, told: TaskResult) -> Vec<Effect> {
    match told {
        TaskResult::Generation { folder, record } => {
            let Some(open) = model.evolution.as_mut().filter(|open| open.folder == folder) else {
                return Vec::new();
            };
            let (record, trouble) = match record {
                Ok(record) => (Some(record), None),
                Err(why) => (None, Some(why)),
            };
            let next = open.fetched(record);
            let rows = open.record().map_or(0, |record| record.population.len());
            model.organisms.moved(Action::Redraw, 0, rows);
            if let Some(why) = trouble {
                model.say(Weight::Error, why);
            }
            return next
                .map(|(run, generation)| {
                    Effect::BackgroundTask(BackgroundTask::Generation { folder, run, generation })
                })
                .into_iter()
                .collect();
        }
        TaskResult::Begin(Ok(settings)) => {
            model.asked = None;
            return vec![Effect::Begin { settings, folder: None }];
        }
        TaskResult::Begin(Err(why)) => {
            if let (Some(mut form), None) = (model.asked.take(), &model.popup) {
                form.refuse(why.clone());
                model.popup = Some(Popup::Form(form));
            }
            model.say(Weight::Error, why);
        }
        TaskResult::Openings(Ok(terms)) => {
            model.asked = None;
            return matches::begun(model, *terms);
        }
        TaskResult::Openings(Err(problem)) => {
            if let (Some(mut form), None) = (model.asked.take(), &model.popup) {
                form.show(problem.clone());
                model.popup = Some(Popup::Form(form));
            }
            model.say(Weight::Error, problem.text);
        }
        TaskResult::Forked(folder) => {
            model.log.add(model.now, Weight::Plain, format!("forked: {}", folder.display()));
            return vec![Effect::Resume(folder)];
        }
        TaskResult::Deleted { folder, left } => {
            let kept = match left {
                0 => String::new(),
                left => format!("; {left} files in its folder are not the session’s and are kept"),
            };
            model.say(Weight::Plain, format!("deleted: {}{kept}", folder.display()));
            return vec![Effect::List];
        }
        TaskResult::Exported(to) => {
            model.say(Weight::Plain, format!("written: {}", to.display()));
        }
        TaskResult::Compared(both) => {
            model.cast.choose(Some(both.one.champion.clone()));
            model.cast.rival = Some(both.other.champion.clone());
            model.popup = Some(Popup::Comparison { of: Arc::new(*both), cursor: Cursor::default() });
        }
        TaskResult::Organism { organism, rival: true } => model.cast.rival = Some(*organism),
        TaskResult::Organism { organism, rival: false } => model.cast.choose(Some(*organism)),
        TaskResult::Suite(source, loaded) => suite::opened(model, source, loaded),
        TaskResult::Trained(trained, problems) => tuning::opened(model, trained, problems),
        TaskResult::Engines(engines) => matches::engines(model, engines),
        TaskResult::Contests(rows) => matches::listed(model, rows),
        TaskResult::Games(which, games) => coevolution::read(model, which, games),
        TaskResult::Pipeline(report) => return pipeline::score_positions(model, *report),
        TaskResult::Game { path, index } => return positions::sent(model, path, index),
        TaskResult::Done(what) => model.say(Weight::Plain, what),
        TaskResult::Moments(source, moments) => model.genome.moments = Some((source, Some(moments))),
        TaskResult::Refused(why) => model.say(Weight::Error, why),
    }
    Vec::new()
}

fn started(
    model: &mut Model,
    folder: PathBuf,
    settings: Option<Box<Experiment>>,
    named: bool,
) -> Vec<Effect> {
    let new = settings.is_some();
    let what = if new { "new session" } else { "session opened" };
    model.log.add(model.now, Weight::Plain, format!("{what}: {}", folder.display()));
    let run = pipeline::started(model, &folder);
    let mut open = Evolution::opening(folder, settings.map(|settings| *settings));
    open.touched |= named;
    open.lands = !new && run.is_none();
    model.evolution = Some(open);
    model.organisms.at = 0;
    model.cast.choose(None);
    model.popup = None;
    if let Some(run) = run {
        return vec![Effect::Send(run), Effect::List];
    }
    let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
    model.screen = settings.map_or(Screen::Population, Screen::of);
    // A new session shows its random organisms at once: generation 0 is its first step.
    if new { vec![Effect::Send(Command::Step(1)), Effect::List] } else { vec![Effect::List] }
}

/// Says once, when nothing was done yet, that there is something to go on with.
fn offer(model: &mut Model, rows: &[SessionRow]) {
    let open = model.evolution.as_ref().map(|open| open.folder.clone());
    let untouched = model.evolution.as_ref().is_none_or(|open| {
        open.latest().is_none_or(|record| record.generation == 0) && open.state != State::Running
    });
    let unfinished = rows.iter().position(|row| row.unfinished() && Some(&row.folder) != open.as_ref());
    if let (true, true, Some(index), None) =
        (untouched, model.sessions.rows.is_empty(), unfinished, &model.notice)
    {
        let name = rows[index].folder.file_name().unwrap_or_default().to_string_lossy();
        let how_far = rows[index].progress.map_or_else(String::new, |(done, asked)| {
            format!(", {} of {}", thousands(done), thousands(asked))
        });
        model.notice = Some((Weight::Plain, format!("o to go on with {name}{how_far}")));
        model.sessions.cursor.at = index;
    }
}

fn learn(model: &mut Model, reports: Reports) {
    let Some(open) = &mut model.evolution else { return };
    let mut news = Vec::new();
    for fact in reports.facts {
        match &fact {
            Fact::Opened { folder, settings, train_total, test_total, history, plants, .. } => {
                let sets = settings.objective.settings().sizes(*train_total, *test_total);
                let recorded = thousands(history.len() as u64);
                let text = format!("{}: {sets}, {recorded} generations recorded", folder.display());
                news.push((Weight::Plain, text));
                news.extend(
                    plants
                        .iter()
                        .map(|plant| (Weight::Plain, planted(plant.run, plant.generation, &plant.name))),
                );
            }
            Fact::State(state) => {
                news.extend(state_line(*state).map(|line| (Weight::Plain, line.to_owned())))
            }
            Fact::Settings { run, generation, settings } => {
                let text = format!(
                    "run {}, from generation {generation}: crossover {} at {}, mutation {}, elite {}",
                    run + 1,
                    super::screens::population::algorithm::crossover(settings.crossover),
                    settings.crossover_rate,
                    settings.mutation_rate,
                    settings.elite
                );
                news.push((Weight::Plain, text));
            }
            Fact::Planted { run, generation, name } => {
                news.push((Weight::Plain, planted(*run, *generation, name)));
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
                news.push((Weight::Plain, format!("run {} complete: best {best}{test}", result.run + 1)));
                news.extend(result.examinations.iter().map(|examined| (Weight::Plain, told(examined))));
            }
            Fact::Warning(text) => news.push((Weight::Warning, text.clone())),
            Fact::Failed(text) => news.push((Weight::Error, text.clone())),
            Fact::Generation(_) => {}
        }
        model.coevolution.news |= model.screen != Screen::Coevolution && coevolution::is_news(open, &fact);
        // The stage of a saved session is known once that is read.
        if let Fact::Opened { settings, .. } = &fact
            && std::mem::take(&mut open.lands)
            && model.screen == Screen::Population
        {
            model.screen = Screen::of(settings);
        }
        open.learn(fact);
    }
    if let Some(progress) = reports.progress {
        open.progress = Some(progress);
    }
    if reports.closed && open.alive() {
        open.learn(Fact::Failed(
            "The evolution ended without saying why. The session is saved up to its last checkpoint: o opens it again."
                .to_owned(),
        ));
        news.push((Weight::Error, "the job ended without saying why".to_owned()));
    }
    for (weight, text) in news {
        if weight == Weight::Warning {
            model.notice = Some((weight, text.clone()));
        }
        model.log.add(model.now, weight, text);
    }
    let len =
        model.evolution.as_ref().and_then(|open| open.record()).map_or(0, |record| record.population.len());
    model.organisms.moved(Action::Redraw, 0, len);
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

fn press(model: &mut Model, key: Key) -> Vec<Effect> {
    model.notice = None;
    if let Some(command) = commands::for_key(model, key) {
        if command.enabled(model) {
            return perform(model, command.action);
        }
        let why = why_not(model, command.action);
        model.notice = why.map(|why| (Weight::Warning, why.to_owned()));
        return Vec::new();
    }
    edit(model, key);
    Vec::new()
}

/// Why a command would do nothing now.
fn why_not(model: &Model, action: Action) -> Option<&'static str> {
    let evolution = model.evolution.as_ref();
    match (action, evolution.map(|open| open.state)) {
        (Action::Back | Action::Show(_), _) => None,
        (Action::Positions(act), _) => Some(positions::why_not(act)),
        (Action::Suite(act), _) => Some(suite::why_not(model, act)),
        (Action::Coevolution(act), _) => Some(coevolution::why_not(model, act)),
        (Action::Tuning(act), _) => Some(tuning::why_not(model, act)),
        (Action::Match(act), _) => Some(matches::why_not(model, act)),
        (Action::Board(act), _) => Some(playing::why_not(model, act)),
        (Action::Sessions(act), _) => Some(sessions::why_not(model, act)),
        (Action::Pipeline(act), _) => Some(pipeline::why_not(model, act)),
        (Action::Genome(_), _) => Some("not possible now"),
        (Action::Undo | Action::Discard, _) => Some("no value of the subject was changed"),
        (Action::Swap, _) => Some("there is no rival: r or R makes one"),
        (Action::Champion, _) => Some("the champion is the subject"),
        (_, None) => Some("no session is open: n begins a run, o opens a saved one"),
        (Action::PreviousRun | Action::NextRun, _) => Some("this session has one run: n begins an ensemble"),
        (Action::Toggle | Action::Step | Action::StepTen | Action::EditRates, Some(State::Done)) => {
            Some("all generations are done: n begins another run, N the same with the next seed")
        }
        (_, Some(State::Failed | State::Stopped)) => {
            Some("the job has ended: o opens a session, n begins a run")
        }
        _ => Some("not before the first generation is measured"),
    }
}

/// Keys that no command takes go into the text at hand.
fn edit(model: &mut Model, key: Key) {
    if let Some(character) = key.character() {
        typed(model, character);
    } else {
        match &mut model.popup {
            Some(Popup::Help(search) | Popup::Palette(search)) => search.edit(key),
            Some(Popup::Form(form)) => form.edit(key),
            Some(Popup::Players(players)) => players.edit(key),
            _ => {}
        }
    }
}

fn typed(model: &mut Model, character: char) {
    match &mut model.popup {
        Some(Popup::Help(search) | Popup::Palette(search)) => search.typed(character),
        Some(Popup::Form(form)) => form.typed(character),
        Some(Popup::Players(players)) => players.typed(character),
        _ => {}
    }
}
