//! A small coevolution session. It is played once and shared by all tests.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::fixture::Bench;
use crate::arena::control::Control;
use crate::engine::schema::Schema;
use crate::engine::search::SearchMode;
use crate::evolution::record::Founder;
use crate::evolution::record::GenerationRecord;
use crate::experiment::Experiment;
use crate::experiment::presets;
use crate::job::report::{Fact, RunResult, State};
use crate::job::{self, Job, Opening, Request};
use crate::objectives::Objective;
use crate::objectives::game_store::SessionGame;
use crate::objectives::self_play::SelfPlaySettings;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;
use crate::randomness::Randomness;
use crate::session::{self, Recorded, Session};
use crate::tui::message::Message;
use crate::tui::screens::coevolution::state::RoundId;

/// The number of generations after generation 0.
pub(super) const GENERATIONS: u32 = 3;

pub(super) fn founders() -> Vec<Founder> {
    let schema = Schema::built_in("paper-2014").unwrap();
    let mut rng = Randomness::new(11, "screens", 0).stream(0, "founders");
    let founder = |run| Founder {
        name: format!("quick, seed 1, run {run}"),
        chromosome: Chromosome::random(schema.bits(), &mut rng),
    };
    (1..=5).map(founder).collect()
}

pub(super) fn settings(test: &Path) -> Experiment {
    let settings = presets::coevolution("quick", founders()).unwrap();
    let games = SelfPlaySettings {
        test: PositionSource::File(test.to_owned()),
        games_per_pair: 4,
        control: Control::Nodes(40),
        search: SearchMode::Plain,
        scales: Vec::new(),
        hash: 1,
        max_moves: 50,
        confirmation_games: 6,
        milestone_games: 4,
        match_games: 20,
        ..settings.objective.self_play().unwrap().clone()
    };
    Experiment { generations: GENERATIONS, objective: Objective::SelfPlay(games), ..settings }
}

/// A recorded session with its games and its result.
pub(super) struct Played {
    pub(super) recorded: Recorded,
    pub(super) games: Vec<SessionGame>,
    pub(super) result: RunResult,
}

pub(super) fn played() -> &'static Played {
    static PLAYED: OnceLock<Played> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let root = tempfile::tempdir().unwrap();
        let test = root.path().join("test.epd");
        let shipped = crate::positions::embedded_text("gm2600-test").unwrap();
        std::fs::write(&test, shipped.lines().take(3).collect::<Vec<_>>().join("\n")).unwrap();
        let folder = root.path().join("session");
        let request = Request {
            pgn: None,
            workers: None,
            folder: folder.clone(),
            opening: Opening::New(Box::new(settings(&test))),
            threads: 2,
            cache: Some(root.path().join("cache")),
            running: true,
        };
        let job = Job::start(request, || {});
        while !job.inbox().wait(crate::TEST_TIMEOUT).closed {}
        assert!(job.finish().is_none());
        let recorded = Session::open_read_only(&folder).unwrap();
        let events = (0..=GENERATIONS).map(Some).chain([None]);
        let games = events.flat_map(|event| session::games(&folder, 0, event).unwrap()).collect();
        let mut result = job::results(&folder, &recorded).remove(0);
        result.champion = PathBuf::from("champion.ron");
        Played { recorded, games, result }
    })
}

pub(super) fn generation(number: u32) -> Arc<GenerationRecord> {
    Arc::clone(&played().recorded.history[number as usize])
}

/// The games of one round robin of the session.
pub(super) fn games(which: &RoundId) -> Vec<SessionGame> {
    let of = |game: &&SessionGame| game.id.generation == which.event.generation();
    played().games.iter().filter(of).cloned().collect()
}

/// Opens the session with its first `generations` generations. With `confirmed` it also has its result and is done,
/// otherwise it is paused.
pub(super) fn open_session(bench: &mut Bench, generations: u32, confirmed: bool) {
    let history = (0..generations).map(generation).collect();
    open_session_with(bench, settings(Path::new("test.epd")), history, confirmed);
}

/// Opens a session with these settings and generations, see [`open_session`].
pub(super) fn open_session_with(
    bench: &mut Bench,
    settings: Experiment,
    history: Vec<Arc<GenerationRecord>>,
    confirmed: bool,
) {
    let folder = PathBuf::from("sessions/coevolution-0003");
    bench.with_reads = true;
    bench.send(Message::Started { folder: folder.clone(), settings: None, named: true });
    bench.facts([
        Fact::State(State::Preparing),
        Fact::Opened {
            folder,
            settings: Box::new(settings),
            train_total: played().result.train_total,
            test_total: 3,
            history,
            results: if confirmed { vec![played().result.clone()] } else { vec![] },
            plants: vec![],
            interventions: vec![],
        },
        Fact::State(if confirmed { State::Done } else { State::Paused }),
    ]);
}
