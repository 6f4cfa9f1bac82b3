//! Small works of each kind that the program writes: begun if nothing is there, otherwise resumed, and done to their end.

use std::fs;
use std::path::{Path, PathBuf};

use crate::arena::control::Control;
use crate::arena::game::{Adjudication, MoveLimit};
use crate::arena::matches::NoObserver;
use crate::arena::spec::PlayerSpec;
use crate::arena::steering::Steering;
use crate::director::{Candidate, MatchConfig, MatchSession, PlayerSource};
use crate::evolution::record::Founder;
use crate::experiment::{Experiment, presets};
use crate::job::{self, Job, Opening, Request};
use crate::organism::Organism;
use crate::pipeline::{self, Pipeline, PipelinePlan, Stage};
use crate::positions::PositionSource;
use crate::race::{self, Driver, Race, RacePlan, RacedOptimizer};
use crate::report::Report;
use crate::session::{self, MatchFolder, Session};
use crate::threads::Interrupt;

/// What a person does in a folder: begins the work, or resumes it.
pub(super) type Work = fn(&Path) -> Result<(), String>;

/// The folder of the work in the folder of the test, and that of the quiescence trees, which is no result.
pub(super) const RESULT: &str = "result";
pub(super) const CACHE: &str = "cache";

/// Writes the positions on which organisms are measured. They are there before the work.
pub(super) fn prepare(root: &Path) {
    let shipped = [
        ("train.epd", include_str!("../../data/positions/ecm879.epd")),
        ("test.epd", include_str!("../../data/positions/ecm879.epd")),
    ];
    for (name, shipped) in shipped {
        let lines: Vec<&str> = shipped.lines().take(6).collect();
        fs::write(root.join(name), lines.join("\n")).unwrap();
    }
}

fn shown(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn moves(root: &Path, settings: Experiment) -> Experiment {
    let mut settings = Experiment { generations: 2, ..settings };
    settings.optimizer.set_population(4);
    let objective = settings.objective.moves_mut().unwrap();
    objective.train = PositionSource::File(root.join("train.epd"));
    objective.test = PositionSource::File(root.join("test.epd"));
    settings
}

fn self_play(settings: &mut Experiment) {
    settings.generations = 1;
    let games = settings.objective.self_play_mut().unwrap();
    games.control = Control::Nodes(10);
    (games.games_per_pair, games.hash, games.max_moves) = (2, 1, 4);
    (games.confirmation_games, games.milestone_games, games.match_games) = (2, 2, 2);
}

fn run(folder: &Path, opening: Opening, root: &Path) -> Result<(), String> {
    let request = Request {
        folder: folder.to_owned(),
        opening,
        threads: 1,
        workers: None,
        cache: Some(root.join(CACHE)),
        pgn: None,
        running: true,
    };
    let job = Job::start(request, || {});
    while !job.inbox().wait(crate::TEST_TIMEOUT).closed {}
    job.finish().map_or(Ok(()), |error| Err(shown(error)))
}

fn begun_or_resumed(root: &Path, settings: impl FnOnce() -> Experiment) -> Result<(), String> {
    let folder = root.join(RESULT);
    let opening =
        if Session::is_session(&folder) { Opening::Resume } else { Opening::New(Box::new(settings())) };
    run(&folder, opening, root)?;
    job::repair(&folder).map(drop).map_err(shown)
}

/// Two runs on grandmasters' moves, each of two generations of four organisms.
pub(super) fn evolution(root: &Path) -> Result<(), String> {
    begun_or_resumed(root, || Experiment { runs: 2, ..moves(root, presets::named("quick").unwrap()) })
}

/// Games between organisms.
pub(super) fn coevolution(root: &Path) -> Result<(), String> {
    begun_or_resumed(root, || {
        let founder = |name: &str| {
            let organism = Organism::named_or_path(name).unwrap();
            Founder { name: name.to_owned(), chromosome: organism.evaluation.chromosome.clone() }
        };
        let founders = ["paper-2014-figure-3", "paper-2014-figure-3"].map(founder);
        let mut settings = presets::coevolution("quick", founders.into()).unwrap();
        self_play(&mut settings);
        settings
    })
}

/// A match of four games, and its games in PGN.
pub(super) fn game_match(root: &Path) -> Result<(), String> {
    let folder = root.join(RESULT);
    let named = |name: &str| Candidate::new(PlayerSource::Named(name.parse::<PlayerSpec>().unwrap()));
    // The folder of the match has its file.
    let kept = Organism::named_or_path("paper-2014-figure-3").unwrap();
    let kept = Candidate::new(PlayerSource::Organism(Box::new(kept)));
    let mut opened = if MatchFolder::is_match(&folder) {
        MatchSession::open(&folder)
    } else {
        let config = MatchConfig {
            players: vec![named("reference"), kept],
            games: 4,
            control: Control::Nodes(20),
            margin: 0,
            adjudication: Adjudication { moves: Some(MoveLimit(4)), ..Adjudication::default() },
            seed: 7,
            hash: Some(1),
            ..MatchConfig::default()
        };
        let ready = config.check(&Interrupt::default()).map_err(shown)?;
        MatchSession::begin(&folder, ready)
    }
    .map_err(shown)?;
    opened.play(&Steering::new(1), &Interrupt::default(), &NoObserver, &mut |_| {}).map_err(shown)?;
    let review = opened.review().map_err(shown)?;
    opened.write_pgn(&review.pgn).map(drop).map_err(shown)
}

fn pipeline_plan(root: &Path) -> PipelinePlan {
    let mut plan = pipeline::preset("quick-2014").unwrap();
    let first = plan.stage_mut(Stage::Grandmaster).unwrap();
    *first = Experiment { runs: 2, ..moves(root, first.clone()) };
    let second = plan.stage_mut(Stage::Coevolution).unwrap();
    self_play(second);
    second.objective.self_play_mut().unwrap().scales.truncate(1);
    second.optimizer.set_population(2);
    let third = plan.stage_mut(Stage::Tuning).unwrap();
    third.generations = 1;
    third.optimizer.set_population(3);
    let suite = third.objective.suite_mut().unwrap();
    suite.suite = PositionSource::File(root.join("train.epd"));
    (suite.node_limit, suite.positions, suite.play_off) = (200, Some(4), None);
    plan
}

/// The three stages of the 2014 paper, as small as they can be.
pub(super) fn whole_pipeline(root: &Path) -> Result<(), String> {
    let folder = root.join(RESULT);
    let pipeline = if pipeline::is_pipeline(&folder) {
        Pipeline::open(&folder).and_then(|pipeline| pipeline.mend().map(|_| pipeline))
    } else {
        Pipeline::create(&folder, pipeline_plan(root))
    }
    .map_err(shown)?;
    while let Some(next) = pipeline.next().map_err(shown)? {
        run(&next.folder, next.opening, root)?;
    }
    pipeline.conclude().map_err(shown)?.map(drop).ok_or_else(|| "no final organisms".to_owned())
}

/// Two optimizers with one seed each.
pub(super) fn whole_race(root: &Path) -> Result<(), String> {
    let folder = root.join(RESULT);
    let base = moves(root, presets::named("quick").unwrap());
    let is_begun = race::is_race(&folder);
    let open = move || {
        if is_begun {
            return Race::open(&folder).and_then(|race| race.mend().map(|_| race));
        }
        let optimizers = ["ga:population=4", "de:population=4"];
        let optimizers = optimizers.map(|text| RacedOptimizer::parse(text, &base).unwrap()).into();
        let eyas = env!("CARGO_PKG_VERSION").to_owned();
        Race::create(&folder, RacePlan { eyas, base, optimizers, seeds: vec![1], evaluations: 8 })
    };
    let cache = root.join(CACHE);
    let driver = Driver::start(open, 1, Some(&cache), None, Interrupt::default(), || {}).map_err(shown)?;
    match driver.finish().map_err(shown)? {
        true => Ok(()),
        false => Err("the race is not complete".to_owned()),
    }
}

/// Runs an evolution to its end, or resumes it, unless it is finished.
fn finish(session: &Path, root: &Path) -> Result<(), String> {
    if Session::best_champion_path(session).exists() {
        return Ok(());
    }
    let opening = if Session::is_session(session) {
        Opening::Resume
    } else {
        Opening::New(Box::new(moves(root, presets::named("quick").unwrap())))
    };
    run(session, opening, root)
}

/// The report of a session.
pub(super) fn report(root: &Path) -> Result<(), String> {
    let session = root.join(RESULT).join("session");
    finish(&session, root)?;
    let report = Report::read(&[PathBuf::from(&session)], None, None).map_err(shown)?;
    report.write(&root.join(RESULT).join("report")).map(drop).map_err(shown)
}

/// What a person does with a finished session: name it, fork it, compress the fork, delete it.
pub(super) fn care(root: &Path) -> Result<(), String> {
    let [source, kept, deleted] = ["source", "kept", "deleted"].map(|name| root.join(RESULT).join(name));
    finish(&source, root)?;
    job::repair(&source).map_err(shown)?;
    session::rename(&source, "the source", false).map_err(shown)?;
    let is_compressed = kept.join("journal.jsonl.zst").exists();
    for fork in [&kept, &deleted] {
        // What is deleted last does not come back.
        let is_done = Session::is_session(fork) || fork == &deleted && is_compressed;
        if !is_done {
            session::fork(&source, 0, 1, None, fork).map_err(shown)?;
        }
    }
    if !is_compressed || kept.join("journal.jsonl").exists() {
        if !Session::best_champion_path(&kept).exists() {
            run(&kept, Opening::Resume, root)?;
        }
        session::compress(&kept).map_err(shown)?;
    }
    Session::open_read_only(&kept).map_err(shown)?;
    if Session::is_session(&deleted) {
        session::delete(&deleted).map_err(shown)?;
    }
    Ok(())
}
