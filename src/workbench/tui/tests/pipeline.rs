//! Tests of the Pipeline screen and of the change from stage to stage.

use std::path::PathBuf;
use std::time::Duration;

use rand::{Rng, RngExt};

use super::fixture::Bench;
use super::views::frames;
use crate::job::Opening;
use crate::job::report::{Command, Fact, State};
use crate::pipeline::Stage;
use crate::pipeline::{self, Estimate, Next, Progress, StageStatus};
use crate::progress::duration;
use crate::tui::background::TaskResult;
use crate::tui::background::organism::ReadOrganism;
use crate::tui::background::report::WriteReport;
use crate::tui::hit_map::Target;
use crate::tui::measure::{self};
use crate::tui::message::{Effect, Message};
use crate::tui::notes::ShowPipeline;
use crate::tui::screens;
use crate::tui::screens::pipeline::LIST;
use crate::tui::screens::pipeline::curves::Trace;
use crate::tui::screens::pipeline::task::{Contents, Report, Row, Task};
use crate::tui::seeds::Seeds;

fn folder(number: u32) -> PathBuf {
    PathBuf::from(format!("sessions/pipeline-{number:04}"))
}

fn session(stage: usize) -> PathBuf {
    folder(2).join(["1-grandmaster", "2-coevolution", "3-tuning"][stage])
}

/// A pipeline whose stages have this progress.
fn row(number: u32, progress: [Progress; 3]) -> Row {
    let plan = pipeline::preset("quick-2014").unwrap();
    let result =
        ["agreement 1,591 of 5,000 (31.8 %), test 1,574 of 5,000 (31.5 %)", "evolved", "search evolved"];
    let complete = progress.iter().all(|progress| *progress == Progress::Complete);
    let stages = plan.planned().zip(progress).zip(result).enumerate();
    let stages = stages.map(|(place, (((stage, _), progress), result))| {
        let result = if progress == Progress::Complete { result.to_owned() } else { String::new() };
        (StageStatus { stage, folder: session(place), progress, modified: None }, result)
    });
    Row {
        contents: Ok(Contents {
            stages: stages.collect(),
            organisms: complete.then(|| ["evol0.ron", "evolstar.ron"].map(|name| folder(number).join(name))),
            plan,
        }),
        folder: folder(number),
    }
}

fn in_progress() -> Progress {
    Progress::Begun { done: 3, requested: 8, in_use: false }
}

fn damaged() -> Row {
    let why = "sessions/pipeline-0000/pipeline.ron: the file is damaged".to_owned();
    Row { folder: folder(0), contents: Err(why) }
}

/// The second stage of this pipeline is unfinished.
fn unfinished() -> Row {
    row(2, [Progress::Complete, in_progress(), Progress::Waiting])
}

fn complete() -> Row {
    row(1, [Progress::Complete, Progress::Complete, Progress::Complete])
}

fn send_report(bench: &mut Bench, report: Report) {
    bench.send(Message::TaskResult(TaskResult::found(report)));
}

/// Opens a pipeline.
fn show(bench: &mut Bench, row: Row) {
    bench.send(Message::TaskResult(TaskResult::found(ShowPipeline(row.folder.clone()))));
    send_report(bench, Report::Read(Box::new(row), Vec::new()));
    bench.effects.clear();
}

pub(super) fn open(width: u16, height: u16) -> Bench {
    let mut bench = Bench::new(width, height);
    show(&mut bench, unfinished());
    bench
}

/// The requested tasks, without those that read pipelines.
fn requested_tasks(bench: &Bench) -> Vec<&Task> {
    let other = |task: &&Task| !matches!(task, Task::Read(_));
    bench.effects.iter().filter_map(Effect::task).filter(other).collect()
}

/// Sends the workbench one of several reports of a pipeline, selected by `number`.
pub(super) fn random_event(bench: &mut Bench, number: u32) {
    let mut rng = crate::randomness::Randomness::new(number.into(), "pipelines", 0).stream(0, "what");
    let progress = [Progress::Waiting, in_progress(), Progress::Complete, Progress::Damaged("so".to_owned())];
    let mut random = || progress[rng.random_range(0..progress.len())].clone();
    let pipeline = row(2, [random(), random(), random()]);
    let report = match rng.next_u32() % 8 {
        0 => Report::Read(Box::new(complete()), Vec::new()),
        1 => Report::Read(Box::new(damaged()), Vec::new()),
        2 => Report::Next { folder: folder(2), next: None, run: rng.random() },
        3 => {
            let next = Next { stage: Stage::Grandmaster, folder: session(0), opening: Opening::Resume };
            Report::Next { folder: folder(2), next: Some(Box::new(next)), run: rng.random() }
        }
        4 => Report::Failed(folder(2), "it cannot be".to_owned()),
        5 => {
            let measure = measure::of(None, 0);
            let runs = vec![vec![[3.0, 1.0]; 1], Vec::new()];
            let trace = Trace { stage: Some(Stage::Coevolution), measure, runs };
            Report::Read(Box::new(unfinished()), vec![trace])
        }
        6 => {
            let estimate = Estimate { stage: Stage::Tuning, duration: Duration::MAX };
            Report::Estimated(folder(2), vec![estimate])
        }
        _ => Report::Read(Box::new(pipeline), Vec::new()),
    };
    send_report(bench, report);
}

#[test]
fn whole_frames_equal_their_snapshots() {
    frames("pipeline", |width, height| {
        let mut bench = open(width, height);
        let curve = |stage, runs: u32| Trace {
            stage,
            measure: measure::of(None, 0),
            runs: (0..runs)
                .map(|run| {
                    let value = |at: u32| {
                        1000.0 + f64::from(run * 40) + 500.0 * (1.0 - (-f64::from(at) / 10.0).exp())
                    };
                    (0..30).map(|at| [value(at), value(at) - 150.0]).collect()
                })
                .collect(),
        };
        let curves = vec![curve(Some(Stage::Grandmaster), 3), curve(Some(Stage::Coevolution), 1)];
        send_report(&mut bench, Report::Read(Box::new(unfinished()), curves));
        let estimate = |stage, seconds| Estimate { stage, duration: Duration::from_secs(seconds) };
        let estimates = vec![
            estimate(Stage::Grandmaster, 20),
            estimate(Stage::Coevolution, 160),
            estimate(Stage::Tuning, 120),
        ];
        send_report(&mut bench, Report::Estimated(folder(2), estimates));
        bench
    });
}

#[test]
fn a_pipeline_runs_stage_after_stage_to_its_end() {
    let mut bench = open(120, 40);
    bench.keys("Space");
    assert_eq!(requested_tasks(&bench), [&Task::Next { folder: folder(2), run: true }]);
    bench.effects.clear();
    // Nothing else is requested while the next stage is being determined.
    bench.keys("Space");
    assert!(bench.effects.is_empty());

    let next = Next { stage: Stage::Coevolution, folder: session(1), opening: Opening::Resume };
    send_report(&mut bench, Report::Next { folder: folder(2), next: Some(Box::new(next)), run: true });
    assert_eq!(bench.effects[0], Effect::Resume(session(1)));
    bench.effects.clear();
    bench.send(Message::Started { folder: session(1), settings: None, named: true });
    assert!(bench.effects.contains(&Effect::Send(Command::Run)), "{:?}", bench.effects);
    assert_eq!(bench.model.screen, screens::pipeline::ID, "the screen does not change while a pipeline runs");
    bench.facts([Fact::State(State::Preparing), Fact::State(State::Running)]);

    // Space pauses and resumes the run.
    bench.effects.clear();
    bench.keys("Space");
    assert!(bench.effects.contains(&Effect::Send(Command::Pause)));
    bench.fact(Fact::State(State::Paused));
    bench.effects.clear();
    bench.keys("Space");
    assert!(bench.effects.contains(&Effect::Send(Command::Run)));

    // A complete stage starts the next one; the last one ends the pipeline.
    bench.effects.clear();
    bench.facts([Fact::State(State::Running), Fact::State(State::Done)]);
    assert_eq!(requested_tasks(&bench), [&Task::Next { folder: folder(2), run: true }]);
    let settings = pipeline::preset("quick-2014").unwrap().stages[2].clone();
    let next =
        Next { stage: Stage::Tuning, folder: session(2), opening: Opening::New(Box::new(settings.clone())) };
    bench.effects.clear();
    send_report(&mut bench, Report::Next { folder: folder(2), next: Some(Box::new(next)), run: true });
    let start = Effect::Start { settings: Box::new(settings.clone()), folder: Some(session(2)) };
    assert_eq!(bench.effects[0], start);
    bench.effects.clear();
    bench.send(Message::Started { folder: session(2), settings: Some(Box::new(settings)), named: true });
    assert!(bench.effects.contains(&Effect::Send(Command::Run)));
    assert!(!bench.effects.contains(&Effect::Send(Command::Step(1))), "the stage runs, it does not step");
    bench.effects.clear();
    bench.keys("2");
    bench.facts([Fact::State(State::Running), Fact::State(State::Done)]);
    send_report(&mut bench, Report::Next { folder: folder(2), next: None, run: true });
    assert!(bench.screens.pipeline.news, "the pipeline is complete");
    assert!(bench.screens.pipeline.running.is_none());
    bench.effects.clear();
    bench.fact(Fact::State(State::Done));
    assert!(requested_tasks(&bench).is_empty());
}

#[test]
fn stages_weigh_by_their_expected_cost_and_show_their_duration() {
    let mut bench = Bench::new(160, 50);
    show(&mut bench, row(2, [Progress::Waiting, Progress::Waiting, Progress::Waiting]));
    assert!(!bench.draw().contains(" left"), "nothing is known about the speed of this machine");
    // The first stage takes a minute.
    let next = Next { stage: Stage::Grandmaster, folder: session(0), opening: Opening::Resume };
    bench.keys("Space");
    send_report(&mut bench, Report::Next { folder: folder(2), next: Some(Box::new(next)), run: true });
    bench.send(Message::Started { folder: session(0), settings: None, named: true });
    bench.facts([Fact::State(State::Preparing), Fact::State(State::Running)]);
    bench.model.now = Duration::from_secs(60);
    bench.fact(Fact::State(State::Done));
    let first_done = row(2, [Progress::Complete, Progress::Waiting, Progress::Waiting]);
    send_report(&mut bench, Report::Read(Box::new(first_done), Vec::new()));
    let screen = bench.draw();
    assert!(screen.contains("took 1 min 00 s"), "{screen}");
    // Without a column for it, the time of a complete stage does not move its result.
    bench.resize(80, 24);
    assert!(bench.draw().contains("1,000/1,000   agreement"), "{}", bench.draw());
    bench.resize(160, 50);
    let screen = bench.draw();
    let plan = pipeline::preset("quick-2014").unwrap();
    let [first, games, searches] =
        [Stage::Grandmaster, Stage::Coevolution, Stage::Tuning].map(|stage| pipeline::cost(&plan, stage));
    let left = Duration::from_secs_f64(60.0 * (games + searches) / first);
    assert!(screen.contains(&format!("{} left", duration(left))), "{screen}");
    // Trials replace the guess. The clock stands still, since no stage is in progress.
    bench.model.now = Duration::from_secs(600);
    let estimates = [(Stage::Grandmaster, 30), (Stage::Coevolution, 600), (Stage::Tuning, 370)];
    let estimates =
        estimates.map(|(stage, seconds)| Estimate { stage, duration: Duration::from_secs(seconds) });
    send_report(&mut bench, Report::Estimated(folder(2), estimates.to_vec()));
    let screen = bench.draw();
    assert!(screen.contains("16 min 10 s left") && screen.contains("took 1 min 00 s"), "{screen}");
    let state = &bench.screens.pipeline;
    assert!((state.share_done(&bench.model) - 0.03).abs() < 1e-9, "not a third");
}

#[test]
fn enter_opens_a_started_stage_without_running_it() {
    let mut bench = open(120, 40);
    // A stage that was started is opened paused, and its screen is shown.
    bench.keys("j Enter");
    assert_eq!(bench.effects, [Effect::Resume(session(1))]);
    bench.effects.clear();
    bench.send(Message::Started { folder: session(1), settings: None, named: true });
    assert!(!bench.effects.contains(&Effect::Send(Command::Run)));
    assert_ne!(bench.model.screen, screens::pipeline::ID);

    // A stage that waits for another one is not opened.
    let mut bench = open(120, 40);
    bench.keys("j j Enter");
    assert!(bench.effects.is_empty());
    assert!(bench.draw().contains("the previous stage is not complete"));
}

#[test]
fn opening_another_session_ends_the_run_of_the_pipeline() {
    let mut bench = open(120, 40);
    bench.keys("Space");
    let next = Next { stage: Stage::Coevolution, folder: session(1), opening: Opening::Resume };
    send_report(&mut bench, Report::Next { folder: folder(2), next: Some(Box::new(next)), run: true });
    bench.send(Message::Started { folder: session(1), settings: None, named: true });
    bench.start_session(1);
    bench.effects.clear();
    bench.fact(Fact::State(State::Done));
    assert!(requested_tasks(&bench).is_empty());
    assert!(bench.screens.pipeline.running.is_none());
}

#[test]
fn a_stage_that_cannot_be_started_stops_the_pipeline() {
    let mut bench = open(120, 40);
    bench.keys("Space");
    send_report(&mut bench, Report::Failed(folder(2), "the session is damaged".to_owned()));
    assert!(bench.draw().contains("the session is damaged"));
    bench.effects.clear();
    bench.keys("Space");
    assert_eq!(requested_tasks(&bench).len(), 1, "the stage can be started again");
    let next = Next { stage: Stage::Coevolution, folder: session(1), opening: Opening::Resume };
    send_report(&mut bench, Report::Next { folder: folder(2), next: Some(Box::new(next)), run: true });
    bench.send(Message::StartFailed("another process is working on it".to_owned()));
    assert!(bench.screens.pipeline.running.is_none() && bench.screens.pipeline.advancing.is_none());
}

#[test]
fn a_key_writes_a_report_of_the_pipeline() {
    let mut bench = open(120, 40);
    show(&mut bench, complete());
    bench.keys("H");
    let tasks: Vec<_> = bench.effects.iter().filter_map(Effect::task::<WriteReport>).collect();
    assert_eq!(tasks, [&WriteReport(folder(1))]);
    show(&mut bench, damaged());
    bench.keys("H");
    assert!(bench.effects.iter().all(|effect| effect.task::<WriteReport>().is_none()), "it is damaged");
}

#[test]
fn forms_plan_repeat_and_fork_a_pipeline() {
    let mut bench = open(120, 40);
    let mut drawn = Seeds::default();
    bench.keys("n Enter");
    let seed = drawn.draw();
    let task = Task::Create {
        root: PathBuf::from("sessions"),
        preset: "quick".to_owned(),
        seed,
        runs: 10,
        from: Vec::new(),
    };
    assert_eq!(requested_tasks(&bench), [&task]);
    bench.effects.clear();
    bench.keys("j Ctrl-R Enter");
    assert_eq!(
        requested_tasks(&bench),
        [&Task::Repeat { folder: folder(2), stage: Stage::Coevolution, seed: drawn.draw() }]
    );
    bench.effects.clear();
    bench.keys("B Enter");
    let root = PathBuf::from("sessions");
    assert_eq!(
        requested_tasks(&bench),
        [&Task::Fork { root, folder: folder(2), stage: Stage::Coevolution, seed: 1 }]
    );

    // A pipeline cannot be forked at its first stage.
    bench.effects.clear();
    bench.keys("k B");
    assert!(requested_tasks(&bench).is_empty());
    assert!(bench.draw().contains("the first stage cannot be forked"));
}

#[test]
fn a_key_selects_the_final_organisms_as_subject_and_rival() {
    let mut bench = open(120, 40);
    show(&mut bench, complete());
    bench.keys("K");
    let organism = |name: &str, rival| {
        let from = folder(1).join(name).display().to_string();
        ReadOrganism { from, place: None, rival, field: None }
    };
    assert_eq!(
        bench.tasks::<ReadOrganism>(),
        [&organism("evolstar.ron", false), &organism("evol0.ron", true)]
    );
}

#[test]
fn a_command_of_the_palette_says_that_no_pipeline_is_open() {
    let mut bench = Bench::new(120, 40);
    bench.keys(":");
    bench.type_text("take evol");
    bench.keys("Enter");
    assert_eq!(bench.model.screen, screens::pipeline::ID);
    assert!(bench.draw().contains("take Evol*: no pipeline is open"), "{}", bench.draw());
}

/// The pipeline of a session that is opened is a strip above the other views.
#[test]
fn the_stages_are_a_strip_above_the_views_of_a_stage() {
    for (height, line) in [(24, "1 grandmaster ✓ · 2 coevolution ▶ "), (40, "3 tuning        ·")] {
        let mut bench = Bench::new(120, height);
        bench.send(Message::Started { folder: session(1), settings: None, named: true });
        assert!(bench.effects.iter().any(|effect| effect.task() == Some(&Task::Read(folder(2)))));
        send_report(&mut bench, Report::Read(Box::new(unfinished()), Vec::new()));
        bench.facts([Fact::State(State::Preparing), Fact::State(State::Running)]);
        assert_eq!(bench.model.screen, screens::HOME);
        let screen = bench.draw();
        assert!(screen.contains(line), "{screen}");
        assert_eq!(screen.contains("agreement 1,591"), height == 40, "{screen}");
        bench.keys("@pipeline");
        assert!(bench.draw().contains("pipeline-0002: from random bits"), "{}", bench.draw());
    }
}

#[test]
fn edits_are_kept_when_a_stage_is_clicked_and_do_not_prevent_a_pause() {
    let mut bench = open(120, 40);
    bench.start_session(1);
    bench.fact(Fact::Generation(super::fixture::record(0, 0)));
    assert!(bench.model.edit(3, 0) || bench.model.edit(3, 1));
    show(&mut bench, unfinished());
    let stage = bench.cell_of(&Target::Row(LIST, 1));
    bench.click(stage);
    bench.click(stage);
    assert!(!bench.effects.contains(&Effect::Resume(session(1))), "{:?}", bench.effects);
    assert!(bench.draw().contains("U discards them"));
    bench.keys("Space");
    assert!(requested_tasks(&bench).is_empty(), "to start the pipeline would drop the edits");
    // The edits of a running stage do not prevent its pause.
    bench.keys("U Space");
    let next = Next { stage: Stage::Coevolution, folder: session(1), opening: Opening::Resume };
    send_report(&mut bench, Report::Next { folder: folder(2), next: Some(Box::new(next)), run: true });
    let settings = super::fixture::settings(1);
    bench.send(Message::Started { folder: session(1), settings: Some(Box::new(settings)), named: true });
    bench.facts([Fact::State(State::Running), Fact::Generation(super::fixture::record(0, 0))]);
    assert!(bench.model.edit(3, 0) || bench.model.edit(3, 1));
    bench.effects.clear();
    bench.keys("Space");
    assert!(bench.effects.contains(&Effect::Send(Command::Pause)), "{:?}", bench.effects);
}

#[test]
fn the_curves_are_a_pane_in_a_small_terminal() {
    let mut bench = open(80, 24);
    let screen = bench.draw();
    assert!(screen.contains("independent runs from random bits"), "{screen}");
    assert!(!screen.contains("Points in the"), "{screen}");
    bench.keys("Tab Tab");
    let screen = bench.draw();
    assert!(screen.contains("Agreement with") && screen.contains("Points in the"), "{screen}");
    bench.keys("z");
    assert!(!bench.draw().contains("from random bits to Evol*"), "{}", bench.draw());
    bench.keys("Esc");
    assert!(bench.draw().contains("from random bits to Evol*"), "{}", bench.draw());
    assert_eq!(bench.model.screen, screens::pipeline::ID);
}
