//! Tests of the Race screen.

use std::path::PathBuf;
use std::time::Duration;

use rand::RngExt;

use super::fixture::Bench;
use super::views::{frames, pane};
use crate::experiment::presets;
use crate::race::{Point, Race, RacePlan, RacedOptimizer, RunId, Score, Standing, Update};
use crate::tui::background::{TaskResult, TaskWork as _};
use crate::tui::message::{Effect, Message, RaceReport, RaceRequest};
use crate::tui::notes::ShowRace;
use crate::tui::screens;
use crate::tui::screens::race::task::{NewRace, Report, Task};
use crate::tui::seeds::Seeds;

fn folder(number: u32) -> PathBuf {
    PathBuf::from(format!("sessions/race-{number:04}"))
}

fn plan() -> RacePlan {
    let base = presets::named("paper-2014").unwrap();
    let raced = |text| RacedOptimizer::parse(text, &base).unwrap();
    let optimizers = vec![raced("ga"), raced("cma-es"), raced("de:population=50")];
    RacePlan { eyas: String::new(), base, optimizers, seeds: (1..=6).collect(), evaluations: 20_000 }
}

/// The score of a run after a share of its evaluations.
fn score(run: RunId, share: f64) -> u64 {
    let (limit, speed) = [(1_640.0, 4.0), (1_745.0, 12.0), (1_740.0, 7.0)][run.optimizer];
    let luck = [0.0, 9.0, -14.0, 4.0, -6.0, 12.0][(run.seed + run.optimizer) % 6];
    ((limit + luck) * (1.0 - 0.35 * (-speed * share).exp())) as u64
}

/// The updates of a run that has come to a share of its evaluations.
fn updates(plan: &RacePlan, run: RunId, share: f64) -> Vec<Update> {
    let population = u64::from(plan.optimizers[run.optimizer].settings.population());
    let count = (share * (plan.evaluations / population) as f64) as u64;
    let point = |generation: u64| {
        let evaluations = generation * population;
        Point { evaluations, score: score(run, evaluations as f64 / plan.evaluations as f64) }
    };
    let points: Vec<Point> = (1..=count).map(point).collect();
    let mut updates = vec![Update::Opened { run, points, largest: [5_000, 5_000] }];
    if share >= 1.0 {
        let train = score(run, 1.0);
        updates.push(Update::Finished(run, Score { train, test: train - 60 - (train % 13) }));
    }
    updates
}

/// The standing of a race with this number of complete seeds; the next seed is half done.
fn standing(complete: usize) -> Standing {
    let plan = plan();
    let mut standing = Standing::new(plan.clone());
    for run in plan.runs().filter(|run| run.seed <= complete) {
        let share = if run.seed < complete { 1.0 } else { 0.5 };
        updates(&plan, run, share).iter().for_each(|update| standing.update(update));
    }
    standing
}

fn send_report(bench: &mut Bench, report: Report) {
    bench.send(Message::TaskResult(TaskResult::found(report)));
}

pub(super) fn open(width: u16, height: u16, complete: usize) -> Bench {
    let mut bench = Bench::new(width, height);
    bench.send(Message::TaskResult(TaskResult::found(ShowRace(folder(3)))));
    send_report(&mut bench, Report::Read(folder(3), Ok(Box::new(standing(complete)))));
    bench.effects.clear();
    bench
}

fn requests(bench: &Bench) -> Vec<&RaceRequest> {
    let all = bench.effects.iter();
    all.filter_map(|effect| if let Effect::Race(request) = effect { Some(request) } else { None }).collect()
}

/// Sends the workbench one of several reports of a race, selected by `number`.
pub(super) fn random_event(bench: &mut Bench, number: u32) {
    let mut rng = crate::randomness::Randomness::new(number.into(), "races", 0).stream(0, "what");
    let read = Report::Read;
    let place = folder(rng.random_range(1..4));
    match number % 6 {
        0 | 1 => bench.send(Message::TaskResult(TaskResult::found(ShowRace(place)))),
        2 => send_report(bench, read(place, Ok(Box::new(standing(number as usize % 7))))),
        3 => send_report(bench, read(place, Err("it cannot be".to_owned()))),
        4 => send_report(bench, Report::Created(folder(3))),
        _ => {
            let ended = [None, Some(Ok(true)), Some(Ok(false)), Some(Err("so".to_owned()))]
                [number as usize % 4]
                .clone();
            let run = RunId { optimizer: 1, seed: 5 };
            bench.send(Message::Race(RaceReport {
                folder: folder(3),
                updates: updates(&plan(), run, 0.3),
                ended,
            }));
        }
    }
}

#[test]
fn frames_of_a_race_in_progress() {
    frames("race", |width, height| {
        let mut bench = open(width, height, 4);
        bench.keys("j");
        bench
    });
}

#[test]
fn panes_of_other_states() {
    pane("race-complete", "race-0003", &mut open(120, 40, 6));
    let mut tests = open(80, 24, 6);
    tests.keys("Tab Tab");
    pane("race-tests", "Rank tests", &mut tests);
}

#[test]
fn the_time_left_of_a_race_counts_only_while_it_runs() {
    let mut bench = open(160, 50, 0);
    bench.model.now = Duration::from_secs(100);
    bench.keys("Space");
    bench.model.now = Duration::from_secs(160);
    let (plan, run) = (plan(), RunId { optimizer: 0, seed: 0 });
    bench.send(Message::Race(RaceReport {
        folder: folder(3),
        updates: updates(&plan, run, 1.0),
        ended: None,
    }));
    // Half a run took a minute. The work before the start does not count.
    let screen = bench.draw();
    assert!(screen.contains("11 % · 32 min 00 s left"), "{screen}");
    let all = plan.runs().flat_map(|run| updates(&plan, run, 1.0)).collect();
    bench.model.now = Duration::from_secs(200);
    bench.send(Message::Race(RaceReport { folder: folder(3), updates: all, ended: Some(Ok(true)) }));
    assert!(bench.draw().contains("race complete in 1 min 40 s: "));
}

#[test]
fn a_race_runs_pauses_and_shows_new_scores() {
    let mut bench = open(120, 40, 0);
    bench.keys("Space");
    assert_eq!(requests(&bench), [&RaceRequest::Run(folder(3))]);
    assert!(bench.draw().contains("▶ running"));
    let plan = plan();
    for run in plan.runs().filter(|run| run.seed == 0) {
        let updates = updates(&plan, run, 1.0);
        bench.send(Message::Race(RaceReport { folder: folder(3), updates, ended: None }));
    }
    assert!(bench.draw().contains("1 of 6 seeds complete"));
    bench.effects.clear();
    bench.keys("Space");
    assert_eq!(requests(&bench), [&RaceRequest::Stop]);
    bench.send(Message::Race(RaceReport { folder: folder(3), updates: Vec::new(), ended: Some(Ok(false)) }));
    assert!(bench.draw().contains("‖ paused"));
    assert!(bench.effects.iter().any(|effect| effect.task() == Some(&Task::Read(folder(3)))));
}

/// Updates that arrive before the runs were read are not lost.
#[test]
fn early_updates_are_kept() {
    let mut bench = open(120, 40, 0);
    bench.keys("Space");
    let state = &mut bench.app.screens.race;
    state.standings.insert(folder(3), None);
    let plan = plan();
    for run in plan.runs().filter(|run| run.seed == 0) {
        let updates = updates(&plan, run, 1.0);
        bench.send(Message::Race(RaceReport { folder: folder(3), updates, ended: None }));
    }
    send_report(&mut bench, Report::Read(folder(3), Ok(Box::new(standing(0)))));
    assert!(bench.draw().contains("1 of 6 seeds complete"));
}

#[test]
fn enter_opens_the_best_run_of_the_selected_optimizer() {
    let mut bench = open(120, 40, 6);
    bench.keys("j Enter");
    // The fifth seed has the best luck.
    let best = (0..6).max_by_key(|seed| score(RunId { optimizer: 1, seed: *seed }, 1.0)).unwrap();
    let session = folder(3).join(format!("2-cma-es-seed-{}", best + 1));
    assert!(bench.effects.contains(&Effect::Resume(session)), "{:?}", bench.effects);
}

#[test]
fn the_form_creates_a_race() {
    let mut bench = open(80, 24, 0);
    bench.keys("n Enter");
    let created = bench.effects.iter().find_map(|effect| effect.task::<Task>().cloned());
    let first = Seeds::default().draw();
    let expected = NewRace {
        root: bench.app.model.sessions.root.clone(),
        objective: "moves".to_owned(),
        preset: "paper-2014".to_owned(),
        results: String::new(),
        mentors: String::new(),
        optimizers: "ga,cma-es,de,pso,spsa,pattern".to_owned(),
        seeds: format!("{first}-{}", first + 9),
        evaluations: 20_000,
    };
    assert_eq!(created, Some(Task::Create(expected)));
    assert_eq!(bench.app.model.screen, screens::race::ID);
}

#[test]
fn the_form_offers_the_objectives_of_the_command_line() {
    let mut bench = open(80, 24, 0);
    bench.keys("n ←");
    let screen = bench.draw();
    assert!(screen.contains("moves+results:0.3") && screen.contains("  results  "), "{screen}");
    bench.keys("← ← ←");
    let screen = bench.draw();
    assert!(screen.contains("‹ paper-2008 ›") && screen.contains("  mentors  "), "{screen}");
    assert!(!screen.contains("moves+results") && !screen.contains("  results  "), "{screen}");
    bench.keys("Tab Tab Ctrl-U");
    bench.type_text("nobody");
    bench.keys("Enter");
    let created = bench.effects.iter().find_map(|effect| effect.task::<Task>().cloned());
    let Some(Task::Create(new)) = &created else { panic!("{created:?}") };
    assert_eq!((new.objective.as_str(), new.mentors.as_str()), ("scores", "nobody"));
    let refused = created.unwrap().run();
    let TaskResult::InvalidForm { field, text } = refused else { panic!("{refused:?}") };
    assert!(field == Some(4) && text.contains("nobody"), "{field:?}: {text}");

    // A race on a weighted sum.
    let root = tempfile::tempdir().unwrap();
    let new = NewRace {
        root: root.path().to_owned(),
        objective: "moves+results:0.3".to_owned(),
        preset: "quick".to_owned(),
        results: "gm2600-results".to_owned(),
        mentors: String::new(),
        optimizers: "ga,de".to_owned(),
        seeds: "1".to_owned(),
        evaluations: 200,
    };
    let refused = Task::Create(NewRace { objective: "moves+luck".to_owned(), ..new.clone() }).run();
    let TaskResult::InvalidForm { field: Some(0), text } = refused else { panic!("{refused:?}") };
    assert!(text.contains("luck: unknown objective"), "{text}");
    let created = Task::Create(new).run();
    let Some(Report::Created(folder)) = created.get() else { panic!("{created:?}") };
    let race = Race::open_read_only(folder).unwrap();
    assert_eq!(race.plan().base.objective.formula(), "moves+results:0.3");
}

/// Curves have numbers, so neither colours nor Unicode are needed.
#[test]
fn the_screen_works_without_unicode() {
    let mut bench = open(120, 40, 6);
    bench.app.model.ascii = true;
    let screen = bench.draw();
    assert!(screen.is_ascii(), "{screen}");
    let curves = screen.lines().skip_while(|line| !line.contains("medians")).skip(1);
    let chart: String =
        curves.take_while(|line| !line.contains("++")).flat_map(|line| line.get(9..)).collect();
    assert!(["1", "2", "3"].iter().all(|number| chart.contains(number)), "{screen}");
}
