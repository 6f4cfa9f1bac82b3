//! The stages in the workbench in a pseudo-terminal: a tuning, a coevolution, and a pipeline.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::pty::Workbench;
use crate::support::shipped_positions;
use crate::support::waiting::AT_LAST;
use eyas::arena::control::Control;
use eyas::job::report::{Command as JobCommand, Fact};
use eyas::job::{Job, Opening, Request};
use eyas::organism::Organism;
use eyas::pipeline::{self, Pipeline, PipelinePlan};
use eyas::positions::PositionSource;
use eyas::race::{self, Race, RacedOptimizer};

#[test]
fn a_tuning_session_is_shown_position_by_position() {
    let folder = tempfile::tempdir().unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(["tune", "--preset", "quick", "--positions", "12", "--node-limit", "1000", "--population", "4"])
        .args(["--generations", "2", "--session"])
        .arg(folder.path().join("tuned"))
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut bench = Workbench::open(folder.path(), &["--session", "tuned", "--resume"], &[], (120, 40));
    bench.wait_for("✓ done");
    bench.wait_for("Positions × organisms · gen 2");
    bench.wait_for("ecm879, tuned on");
    // The suite is read in the background.
    bench.wait_for("ECM.001, organism 1");
    // All positions fit on the screen, so Enter opens the first directly.
    bench.press("\r");
    bench.wait_for("▸ECM.001");
    bench.press("\x1b");
    // While a frame arrives, the last rows still show the previous one.
    let closed = |screen: &str| !screen.contains("▸ECM.001") && screen.contains("▸Positions × organisms");
    bench.wait(closed, "the board is closed");
    bench.press("<");
    bench.wait_for("Generation 1 of 2");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}

/// Steps a coevolution of two organisms to its confirmed champion, replays a game, and opens it on the Positions
/// screen.
#[test]
fn a_coevolution_is_stepped_to_its_champion_and_a_game_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("sessions/played");
    let few: Vec<&str> = shipped_positions("gm2600-test").lines().take(20).collect();
    std::fs::write(folder.path().join("test.epd"), few.join("\n")).unwrap();
    let names = ["reference", "paper-2014-figure-3"].map(str::to_owned);
    let (schema, founders) = eyas::job::founders(&names, None).unwrap();
    let mut settings = eyas::experiment::presets::coevolution("quick", founders).unwrap();
    settings.target.set_schema(schema);
    settings.generations = 1;
    let games = settings.objective.self_play_mut().unwrap();
    games.test = PositionSource::File(folder.path().join("test.epd"));
    (games.control, games.games_per_pair) = (Control::Nodes(300), 2);
    (games.hash, games.max_moves) = (1, 40);
    (games.confirmation_games, games.milestone_games, games.match_games) = (2, 2, 4);
    let cache = folder.path().join("cache");
    let request = Request {
        pgn: None,
        workers: None,
        folder: session.clone(),
        opening: Opening::New(Box::new(settings)),
        threads: 1,
        cache: Some(cache.clone()),
        running: false,
    };
    let job = Job::start(request, || {});
    job.send(JobCommand::Step(1));
    let has_generation = |facts: &[Fact]| facts.iter().any(|fact| matches!(fact, Fact::Generation(_)));
    while !has_generation(&job.inbox().wait(AT_LAST).facts) {}
    assert!(job.finish().is_none());

    let arguments = ["--cache", cache.to_str().unwrap(), "--session", "sessions/played", "--resume"];
    let mut bench = Workbench::open(folder.path(), &arguments, &[], (120, 40));
    bench.wait_for("‖ paused");
    bench.wait_for("Standings · generation 0 of 1");
    bench.wait_for("reference");
    bench.press("s");
    bench.wait_for("Standings · generation 1 of 1");
    bench.wait_for("s confirms the champion");
    bench.press("s");
    bench.wait_for("Standings · confirmation");
    bench.wait_for("✓ champion");
    // The last pane lists the games.
    bench.press("\x1b[Z");
    bench.wait_for("▸Games · confirmation");
    bench.wait_for("▸    1");
    bench.press("j\r");
    bench.wait_for("Game 2");
    bench.wait_for("replay, ");
    bench.press("\x1b[D\x1b[D");
    bench.press("p");
    bench.wait_for(" positions ─");
    bench.press("1<<");
    bench.wait_for("Standings · generation 0 of 1");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
    assert!(session.join("positions/confirmation/game-00002.epd").is_file());
    assert!(session.join("champion.ron").is_file());
}

/// Runs a race in the background and shows its result, also after the workbench was opened again.
#[test]
fn a_race_runs_to_its_tests_and_is_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    let race = folder.path().join("sessions/race-0001");
    let mut base = eyas::experiment::presets::named("quick").unwrap();
    let moves = base.objective.moves_mut().unwrap();
    moves.train = write_positions(folder.path(), "train.epd");
    moves.test = write_positions(folder.path(), "test.epd");
    let optimizers = ["ga", "pso"].map(|name| RacedOptimizer::parse(name, &base).unwrap()).into();
    let plan = race::RacePlan { eyas: String::new(), base, optimizers, seeds: vec![1, 2], evaluations: 200 };
    drop(Race::create(&race, plan).unwrap());
    let arguments = ["--sessions", "sessions", "--cache", "cache"];
    // The row of a race with runs is folded. It may come after their rows.
    for (space, row) in [(" ", "race-0001"), ("", "▸ race-0001")] {
        let mut bench = Workbench::open(folder.path(), &arguments, &[], (120, 40));
        bench.wait_for("1 Run");
        bench.press("6");
        bench.wait_for(row);
        // The race is the first row that the search finds, its runs follow.
        bench.press("/race-0001\r\x1b[H\r");
        bench.wait_for("Rank tests");
        if !space.is_empty() {
            bench.wait_for("‖ paused");
        }
        bench.press(space);
        bench.wait_for("complete ✓");
        bench.wait_for("2 of 2 seeds complete");
        bench.wait_for("Friedman test, training: ");
        bench.press("j\r");
        bench.wait_for("2-pso-seed-");
        bench.press("q");
        assert_eq!(bench.wait_for_exit().0, 0);
    }
    assert!(Race::open_read_only(&race).unwrap().standing().unwrap().is_complete());
}

/// Writes some shipped positions into a file.
fn write_positions(folder: &Path, name: &str) -> PositionSource {
    let shipped = match name {
        "train.epd" => shipped_positions("gm2600-train"),
        _ => shipped_positions("gm2600-test"),
    };
    let path = folder.join(name);
    std::fs::write(&path, shipped.lines().take(40).collect::<Vec<_>>().join("\n")).unwrap();
    PositionSource::File(path)
}

/// A plan of a complete pipeline that takes a few seconds.
fn short_plan(folder: &Path) -> PipelinePlan {
    let (train, test) = (write_positions(folder, "train.epd"), write_positions(folder, "test.epd"));
    let mut plan = pipeline::preset("quick-2014").unwrap();
    for settings in &mut plan.stages {
        settings.generations = 2;
        if let Some(games) = settings.objective.self_play_mut() {
            (games.control, games.games_per_pair) = (Control::Nodes(60), 2);
            (games.hash, games.max_moves) = (1, 40);
            (games.confirmation_games, games.milestone_games, games.match_games) = (2, 2, 4);
            games.test = test.clone();
        } else if let Some(tuning) = settings.objective.suite_mut() {
            (tuning.positions, tuning.node_limit) = (Some(12), 1000);
        } else {
            settings.optimizer.set_population(8);
            settings.runs = 2;
            let moves = settings.objective.moves_mut().unwrap();
            (moves.train, moves.test) = (train.clone(), test.clone());
        }
    }
    plan
}

/// Runs a planned pipeline through all its stages, and then opens each stage on its screen.
#[test]
fn a_pipeline_runs_through_all_stages_to_evolstar() {
    let folder = tempfile::tempdir().unwrap();
    let pipeline: PathBuf = folder.path().join("sessions/pipeline-0001");
    Pipeline::create(&pipeline, short_plan(folder.path())).unwrap();
    let arguments = ["--sessions", "sessions", "--cache", "cache"];
    let mut bench = Workbench::open(folder.path(), &arguments, &[], (120, 40));
    bench.wait_for("1 Run");
    bench.press("6");
    bench.wait_for("pipeline-0001");
    bench.press("/pipeline-0001\r\r");
    bench.wait_for("Space runs the pipeline");
    bench.press(" ");
    bench.wait_for("complete: Evol0 and Evol*");
    let evolstar = Organism::load(&pipeline.join("evolstar.ron")).unwrap();
    assert_eq!((evolstar.name.as_str(), evolstar.searches.len()), ("Evol*", 1));
    assert!(pipeline.join("evol0.ron").is_file());

    bench.press("\r");
    bench.wait_for("▸Organisms");
    bench.wait_for("1-grandmaster · grandmaster · ✓ done");
    bench.press("1j\r");
    bench.wait_for("2-coevolution · coevolution · ✓ done");
    bench.wait_for("Standings · confirmation");
    bench.press("1j\r");
    bench.wait_for("3-tuning · tuning · ✓ done");
    bench.wait_for("Positions × organisms · gen 2");
    // Evol* and Evol0 are the subject and the rival on all screens.
    bench.press("1K");
    bench.wait_for("● Evol* ○ Evol0");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}

#[test]
fn the_folder_of_a_match_a_race_or_a_pipeline_is_opened_on_its_screen() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_eyas"))
            .current_dir(folder.path())
            .args(arguments.split_whitespace())
            .output()
            .unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    let played = "--a reference --b reference --nodes 10 --games 2 --max-moves 3 --hash 1";
    run(&format!("match {played} --session elsewhere/played"));
    for name in ["raced", "other"] {
        let mut base = eyas::experiment::presets::named("quick").unwrap();
        base.generations = 1;
        let optimizers = ["ga", "cma-es"].map(|text| RacedOptimizer::parse(text, &base).unwrap());
        let eyas = env!("CARGO_PKG_VERSION").to_owned();
        let plan = race::RacePlan {
            eyas,
            base,
            optimizers: optimizers.to_vec(),
            seeds: vec![1, 2],
            evaluations: 100,
        };
        Race::create(&folder.path().join("elsewhere").join(name), plan).unwrap();
    }
    for name in ["planned", "zother"] {
        Pipeline::create(&folder.path().join("elsewhere").join(name), pipeline::preset("quick").unwrap())
            .unwrap();
    }
    for (name, shown) in [
        ("elsewhere/played", "complete · 2 of 2 games"),
        ("elsewhere/raced", "▸raced"),
        ("elsewhere/other/", "▸other"),
        ("elsewhere/planned", "▸planned"),
    ] {
        let mut bench = Workbench::open(folder.path(), &["--session", name, "--resume"], &[], (120, 40));
        bench.wait_for(shown);
        bench.press("q");
        let (code, after) = bench.wait_for_exit();
        assert_eq!(code, 0, "{after}");
        assert!(!folder.path().join("sessions").exists(), "no session is created");
    }
}
