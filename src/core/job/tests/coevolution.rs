//! Tests of coevolution jobs under user commands.

use rstest::rstest;
use shakmaty::Color;

use super::planting::plant_of;
use super::*;
use crate::arena::control::Control;
use crate::engine::schema::Schema;
use crate::evolution::record::Founder;
use crate::objectives::Objective;
use crate::objectives::event::RoundPurpose;
use crate::objectives::self_play::SelfPlaySettings;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;
use crate::session::{fork, games};

/// Three organisms, three generations after generation 0, and as few and short games as possible.
fn three_player_settings() -> Experiment {
    let schema = Schema::built_in("paper-2014").unwrap();
    let mut rng = Randomness::new(9, "tests", 0).stream(0, "founders");
    let founder = |number| Founder {
        name: format!("founder {number}"),
        chromosome: Chromosome::random(schema.bits(), &mut rng),
    };
    let settings = presets::coevolution("quick", (0..3).map(founder).collect()).unwrap();
    let games = SelfPlaySettings {
        games_per_pair: 2,
        control: Control::Nodes(10),
        hash: 1,
        max_moves: 10,
        confirmation_games: 2,
        milestone_games: 2,
        match_games: 4,
        ..settings.objective.self_play().unwrap().clone()
    };
    Experiment { generations: 3, objective: Objective::SelfPlay(games), ..settings }
}

/// Like `three_player_settings`, with a hall of fame of two and no elite, so that leaders leave the next generation.
fn hall_of_fame_settings() -> Experiment {
    let mut settings = three_player_settings();
    settings.objective.self_play_mut().unwrap().hall_of_fame = 2;
    let OptimizerSettings::Ga(ga) = settings.optimizer.clone() else { panic!("not a genetic algorithm") };
    let optimizer = OptimizerSettings::Ga(GaSettings { elite: 0, mutation_rate: 0.02, ..ga });
    Experiment { generations: 5, optimizer, ..settings }
}

fn resumed(folder: &Path, running: bool) -> Job {
    Job::start_with(request(folder, Opening::Resume, running), TestSource::default(), || {})
}

fn warnings(facts: &[Fact]) -> Vec<&str> {
    facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Warning(text) | Fact::Refused { why: text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect()
}

#[test]
fn the_games_of_a_pair_change_during_a_run() {
    let settings = three_player_settings();
    let changed = NewSettings { optimizer: settings.optimizer.clone(), pairs: Some(4), bounds: None };
    let step = |folder: &Path, opening: Opening, change: Option<&NewSettings>, steps: u32| {
        step_job(
            Job::start_with(request(folder, opening, false), TestSource::default(), || {}),
            change,
            steps,
        );
    };
    let (pieces, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    step(pieces.path(), new(settings), None, 2);
    let before = content(pieces.path());
    step(pieces.path(), Opening::Resume, Some(&changed), 1);
    step(pieces.path(), Opening::Resume, None, 100);
    before.iter().for_each(|(name, bytes)| fs::write(whole.path().join(name), bytes).unwrap());
    step(whole.path(), Opening::Resume, Some(&changed), 100);
    assert_eq!(content(whole.path()), content(pieces.path()));
    let recorded = Session::open_read_only(whole.path()).unwrap();
    let games: Vec<u64> =
        recorded.history.iter().map(|record| record.crosstable.as_ref().unwrap().games()).collect();
    // Three pairs play two games each, and four after the change. Scores remain comparable.
    assert_eq!(games, [6, 6, 12, 12]);
    let points = |record: &Arc<GenerationRecord>| record.population.iter().map(|one| one.score).sum::<u64>();
    assert!(recorded.history.iter().all(|record| (10..=12).contains(&points(record))));
    assert_eq!(recorded.settings_in_force().objective.self_play().unwrap().games_per_pair, 4);
    // No opening is used twice.
    let openings = |generation| -> Vec<String> {
        let games = games_of(whole.path(), generation);
        games.iter().map(|game| format!("{:?}", game.record.opening)).collect()
    };
    let all: Vec<String> = (0..4).flat_map(openings).collect();
    assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
}

fn games_of(folder: &Path, generation: u32) -> Vec<crate::objectives::game_store::SessionGame> {
    games(folder, 0, Some(generation)).unwrap()
}

#[test]
fn steps_and_restarts_change_no_file_and_the_confirmation_is_a_separate_step() {
    let expected = uninterrupted(three_player_settings());
    assert!(expected.contains_key("games.jsonl") && expected.contains_key("champion.ron"));
    let folder = tempfile::tempdir().unwrap();
    let paused = is_state(State::Paused);
    let job = Job::start_with(
        request(folder.path(), new(three_player_settings()), false),
        TestSource::default(),
        || {},
    );
    let facts = until(&job, &paused);
    let total = facts.iter().find_map(|fact| match fact {
        Fact::Opened { train_total, .. } => Some(*train_total),
        _ => None,
    });
    assert_eq!((total, generations(&facts)), (Some(8), vec![]), "half points of four games");
    job.send(Command::Step(2));
    assert_eq!(generations(&until(&job, &paused)), [(0, 0), (0, 1)]);
    let LiveRound { event, boards, .. } = job.playing();
    assert_eq!(event, Some(RoundPurpose::Generation(1)));
    assert!(!boards.is_empty(), "the boards show the last games");
    assert!(job.finish().is_none());

    let job = resumed(folder.path(), false);
    until(&job, &paused);
    job.send(Command::Step(2));
    let facts = until(&job, &paused);
    assert_eq!((generations(&facts), results(&facts).len()), (vec![(0, 2), (0, 3)], 0));
    // A decision at this point would affect no generation.
    let OptimizerSettings::Ga(ga) = three_player_settings().optimizer else {
        panic!("not a genetic algorithm")
    };
    job.send(Command::Plant(plant_of(1)));
    job.send(Command::Settings(GaSettings { mutation_rate: 0.5, ..ga }.into()));
    let facts =
        until(&job, |fact| matches!(fact, Fact::Warning(text) if text.contains("nothing was changed")));
    assert_eq!(warnings(&facts).len(), 2, "{facts:?}");
    assert!(job.finish().is_none());

    let job = resumed(folder.path(), false);
    let facts = until(&job, &paused);
    assert_eq!(results(&facts).len(), 0, "the confirmation was not requested");
    job.send(Command::Step(1));
    let facts = until(&job, |_| false);
    assert_eq!(states(&facts).last(), Some(&State::Done));
    let result = &results(&facts)[0];
    assert!(result.details.confirmation().is_some_and(|confirmation| confirmation.games() > 0));
    assert_eq!(content(folder.path()), expected);
}

#[rstest]
#[case(three_player_settings())]
#[case(hall_of_fame_settings())]
fn interrupts_at_any_time_change_no_file(#[case] settings: Experiment) {
    let expected = uninterrupted(settings.clone());
    let played = |folder: &Path| {
        let text = fs::read(folder.join("games.jsonl")).unwrap_or_default();
        text.iter().filter(|&&byte| byte == b'\n').count()
    };
    let start = |folder: &Path| {
        Job::start_with(request(folder, new(settings.clone()), true), TestSource::default(), || {})
    };
    let mut folder = tempfile::tempdir().unwrap();
    let mut job = start(folder.path());
    let mut interrupts = 0;
    // Number of games until the next interrupt.
    for more in [0, 1, 2, 5].into_iter().cycle() {
        let target = played(folder.path()) + more;
        let (mut facts, mut closed) = (Vec::new(), false);
        while !closed && played(folder.path()) < target {
            let reports = job.inbox().wait(Duration::from_millis(1));
            facts.extend(reports.facts);
            closed = reports.closed;
        }
        job.interrupt().raise();
        if !closed {
            facts.extend(until(&job, |_| false));
        }
        if states(&facts).last() == Some(&State::Done) {
            assert_eq!(content(folder.path()), expected);
            if interrupts >= 8 {
                return;
            }
            // Too few interrupts came before the end: repeat.
            folder = tempfile::tempdir().unwrap();
            job = start(folder.path());
        } else {
            assert_eq!(states(&facts).last(), Some(&State::Stopped), "{facts:?}");
            interrupts += 1;
            job = resumed(folder.path(), true);
        }
    }
}

#[test]
fn a_generation_plays_the_hall_of_fame() {
    let folder = tempfile::tempdir().unwrap();
    let facts = finish(request(folder.path(), new(hall_of_fame_settings()), true), &TestSource::default());
    let total = facts.iter().find_map(|fact| match fact {
        Fact::Opened { train_total, .. } => Some(*train_total),
        _ => None,
    });
    assert_eq!(total, Some(16), "half points of two games with two organisms and two of the hall");
    let recorded = Session::open_read_only(folder.path()).unwrap();
    let mut met = 0;
    for record in &recorded.history {
        let table = record.crosstable.as_ref().unwrap();
        met += table.hall.len();
        assert!(
            table.hall.len() <= 2 && table.hall.is_sorted_by(|one, other| one.generation < other.generation)
        );
        let scale = 4.0 / (2.0 + table.hall.len() as f64);
        for visitor in &table.hall {
            let led = &recorded.history[visitor.generation as usize];
            assert!(led.generation < record.generation && led.population[0].chromosome == visitor.chromosome);
            assert!(record.population.iter().all(|one| one.chromosome != visitor.chromosome));
            assert!(visitor.results.iter().all(|games| games.iter().sum::<u32>() == 2));
        }
        let played = games(folder.path(), 0, Some(record.generation)).unwrap();
        assert_eq!((table.games(), played.len()), (played.len() as u64, 6 + 6 * table.hall.len()));
        for (individual, seat) in record.population.iter().zip(&table.seats) {
            let mut halves = 0;
            for game in &played {
                let sides = game.id.players.iter().zip([Color::White, Color::Black]);
                let side = sides.filter(|(player, _)| *player == seat).map(|(_, side)| side).next();
                halves += side.map_or(0, |side| game.record.half_points(side));
                let member = game.id.players.iter().max().and_then(|player| player.checked_sub(3));
                let hall = member.map(|place| table.hall[place as usize].generation);
                assert_eq!(game.id.hall, hall);
            }
            assert_eq!(individual.score, (halves as f64 * scale) as u64, "scaled to a full hall");
        }
    }
    assert!(met > 2, "{met}");
}

#[test]
fn a_planted_organism_plays_with_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start_with(
        request(folder.path(), new(three_player_settings()), false),
        TestSource::default(),
        || {},
    );
    until(&job, is_state(State::Paused));
    job.send(Command::Step(1));
    until(&job, is_state(State::Paused));
    job.send(Command::Plant(plant_of(1)));
    job.send(Command::Run);
    until(&job, |_| false);
    let recorded = Session::open_read_only(folder.path()).unwrap();
    let planted =
        |individual: &crate::evolution::record::Individual| individual.chromosome == plant_of(1).chromosome;
    let record = &recorded.history[1];
    let place = record.population.iter().position(planted).unwrap();
    assert_eq!(record.crosstable.as_ref().unwrap().seats[place], 2, "the seat of the last offspring");
}

#[rstest]
#[case(three_player_settings())]
#[case(hall_of_fame_settings())]
fn a_fork_copies_the_games_of_its_generations_and_repeats_its_source(#[case] settings: Experiment) {
    let last = settings.generations;
    let root = tempfile::tempdir().unwrap();
    let (source, copy) = (root.path().join("source"), root.path().join("copy"));
    finish(request(&source, new(settings), true), &TestSource::default());
    fork(&source, 0, 1, None, &copy).unwrap();
    let played = |folder: &Path, generation| games(folder, 0, generation).unwrap();
    assert_eq!(played(&copy, Some(1)), played(&source, Some(1)));
    assert!(played(&copy, Some(2)).is_empty());
    let facts = finish(request(&copy, Opening::Resume, true), &TestSource::default());
    assert_eq!(generations(&facts), (2..=last).map(|generation| (0, generation)).collect::<Vec<_>>());
    for generation in [Some(0), Some(last), None] {
        assert_eq!(played(&copy, generation), played(&source, generation));
    }
    let [one, other] = [&source, &copy].map(|folder| Session::open_read_only(folder).unwrap());
    assert_eq!((one.history, one.results), (other.history, other.results));
}

#[test]
fn the_champion_is_the_last_leader_until_the_confirmation() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start_with(
        request(folder.path(), new(three_player_settings()), false),
        TestSource::default(),
        || {},
    );
    until(&job, is_state(State::Paused));
    job.send(Command::Step(4));
    until(&job, is_state(State::Paused));
    let recorded = Session::open_read_only(folder.path()).unwrap();
    let leader = &recorded.history[3].population[0];
    let champion = &recorded.champions()[0];
    assert_eq!((&champion.chromosome, champion.score), (&leader.chromosome, leader.score));
    job.send(Command::Run);
    until(&job, |_| false);
    let recorded = Session::open_read_only(folder.path()).unwrap();
    let champion = &recorded.champions()[0];
    assert_eq!(champion.chromosome, recorded.results[0].champion);
    let schema = Schema::built_in("paper-2014").unwrap();
    assert_eq!(champion.values, champion.chromosome.decode(&schema));
    let kept = Organism::load(&Session::best_champion_path(folder.path())).unwrap();
    assert_eq!(kept.evaluation.chromosome, champion.chromosome);
    let to = folder.path().join("exported.ron");
    export_champion(folder.path(), &to, false).unwrap();
    let exported = Organism::load(&to).unwrap();
    assert_eq!((exported.evaluation, exported.origin.train), (kept.evaluation, None));
}
