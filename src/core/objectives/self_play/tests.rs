use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{Color, EnPassantMode, Move};

use super::round::RUN;
use super::*;
use crate::arena::control::Control;
use crate::arena::game::{Record, RecordedMove};
use crate::arena::matches::{GameObserver, NoObserver};
use crate::arena::opening::{Opening, Openings, Order};
use crate::arena::plan::Fixture;
use crate::arena::steering::Steering;
use crate::engine::schema::Schema;
use crate::engine::search::Report;
use crate::evolution::record::{Founder, Scores};
use crate::evolution::run::{Field, HallMember};
use crate::experiment::Experiment;
use crate::experiment::presets;
use crate::objectives::Objective;
use crate::objectives::SetDigest;
use crate::objectives::game_store::SessionGame;
use crate::objectives::self_play::SelfPlaySettings;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;
use crate::randomness::Randomness;
use crate::session::{self, Header, Session, games};
use crate::threads::Interrupt;

fn founders(count: usize) -> Vec<Founder> {
    let schema = Schema::built_in("paper-2014").unwrap();
    let mut rng = Randomness::new(3, "tests", 0).stream(0, "founders");
    let founder = |number| Founder {
        name: format!("founder {number}"),
        chromosome: Chromosome::random(schema.bits(), &mut rng),
    };
    (0..count).map(founder).collect()
}

fn settings(count: usize) -> Experiment {
    let settings = presets::coevolution("quick", founders(count)).unwrap();
    let games = SelfPlaySettings {
        control: Control::Nodes(20),
        hash: 1,
        max_moves: 20,
        games_per_pair: 2,
        confirmation_games: 2,
        milestone_games: 2,
        match_games: 4,
        ..settings.objective.self_play().cloned().unwrap()
    };
    Experiment { objective: Objective::SelfPlay(games), ..settings }
}

fn field(settings: &Experiment) -> Field {
    let schema = Arc::clone(settings.schema());
    let organisms = settings.initial.iter().map(|founder| founder.chromosome.decode(&schema)).collect();
    Field { organisms, hall: Vec::new() }
}

fn session(folder: &std::path::Path, settings: &Experiment) -> Session {
    let set = SetDigest { name: "set".to_owned(), positions: 1, blake3: "00".repeat(32) };
    let header = Header {
        eyas: "0.1.0".to_owned(),
        settings: settings.clone(),
        train: set.clone(),
        test: set,
        forked_from: None,
        blocked: Vec::new(),
    };
    Session::create(folder, &header).unwrap()
}

fn new_league(settings: &Experiment, threads: usize, log: session::GameLog) -> Result<League, Error> {
    League::new(
        settings.objective.self_play().unwrap(),
        &settings.outline(),
        Steering::new(threads),
        Box::new(log),
    )
}

fn openings_of(settings: &Experiment) -> Result<Openings, Error> {
    openings(settings.objective.self_play().unwrap(), &settings.outline())
}

fn played(league: &mut League, round: &Round) -> Scores {
    let standings = league.play(round, &Interrupt::default(), &NoObserver, &mut |_| {}).unwrap().unwrap();
    round.scores(&standings)
}

/// Raises the interrupt after some games have ended.
struct InterruptAfter {
    after: usize,
    ended: AtomicUsize,
    interrupt: Interrupt,
}

impl GameObserver for InterruptAfter {
    fn begins(&self, _: usize, _: Fixture, _: &Opening) {}
    fn thinks(&self, _: usize, _: Color, _: &Report) {}
    fn moved(&self, _: usize, _: Move, _: &RecordedMove, _: Option<Duration>) {}
    fn resumes(&self, _: usize) {}
    fn ends(&self, _: usize, _: &Record) {
        if self.ended.fetch_add(1, Ordering::Relaxed) + 1 == self.after {
            self.interrupt.raise();
        }
    }
}

#[test]
fn an_interrupted_round_robin_plays_the_missing_games() {
    let settings = settings(4);
    let organisms = field(&settings);
    let folder = tempfile::tempdir().unwrap();
    let whole = session(&folder.path().join("whole"), &settings);
    let mut league = new_league(&settings, 1, whole.games(None).unwrap()).unwrap();
    let round = league.generation(0, &organisms);
    let expected = played(&mut league, &round);
    assert_eq!(expected.half_points().iter().sum::<u64>(), 24);

    let broken = session(&folder.path().join("broken"), &settings);
    let mut league = new_league(&settings, 3, broken.games(None).unwrap()).unwrap();
    let observer = InterruptAfter { after: 4, ended: AtomicUsize::new(0), interrupt: Interrupt::default() };
    let interrupt = observer.interrupt.clone();
    let stopped = league.play(&round, &interrupt, &observer, &mut |_| {});
    let known = games(broken.folder(), 0, Some(0)).unwrap().len();
    // The rest may have been played before the interrupt was noticed.
    assert!(stopped.unwrap().is_none() || known == 12);
    drop(league);
    let mut league = new_league(&settings, 2, broken.games(None).unwrap()).unwrap();
    let mut reported = Vec::new();
    let nothing = Interrupt::default();
    let results = league.play(&round, &nothing, &NoObserver, &mut |over| reported.push(over));
    assert_eq!(round.scores(&results.unwrap().unwrap()), expected);
    assert_eq!((reported[0], *reported.last().unwrap()), (known as u64, 12));
    assert_eq!(
        std::fs::read(broken.folder().join("games.jsonl")).unwrap().len(),
        std::fs::read(whole.folder().join("games.jsonl")).unwrap().len()
    );
    let recorded = league
        .recorded(broken.folder(), games(broken.folder(), RUN, Some(0)).unwrap(), 0, &organisms, None)
        .unwrap();
    assert_eq!(recorded, Some(expected));
    // An engine that plays differently is detected: this one may search more nodes.
    let mut stronger = settings.clone();
    stronger.objective.self_play_mut().unwrap().control = Control::Nodes(400);
    let other = new_league(&stronger, 1, broken.games(Some((0, 0))).unwrap()).unwrap();
    let error = other
        .recorded(broken.folder(), games(broken.folder(), RUN, Some(0)).unwrap(), 0, &organisms, None)
        .unwrap_err();
    assert!(error.is_input() && error.to_string().contains("generation 0"), "{error}");
    // Games of other players are not used.
    let mut others = organisms;
    others.organisms.swap(0, 1);
    assert_eq!(
        league
            .recorded(broken.folder(), games(broken.folder(), RUN, Some(0)).unwrap(), 0, &others, None)
            .unwrap(),
        None
    );
    assert_eq!(
        league
            .recorded(broken.folder(), games(broken.folder(), RUN, Some(1)).unwrap(), 1, &others, None)
            .unwrap(),
        None
    );
}

#[test]
fn members_of_the_hall_of_fame_meet_every_organism_as_often_with_either_colour() {
    let mut settings = settings(4);
    settings.objective.self_play_mut().unwrap().hall_of_fame = 3;
    let mut field = field(&settings);
    let veterans = field.organisms.split_off(2);
    field.hall = (7..).zip(veterans).map(|(generation, values)| HallMember { generation, values }).collect();
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path(), &settings);
    let mut league = new_league(&settings, 2, session.games(None).unwrap()).unwrap();
    let round = league.generation(9, &field);
    let scores = played(&mut league, &round);
    // Two games between the two organisms, and two of each organism against each member of the hall.
    assert_eq!(round.games(), 10);
    assert_eq!((scores.results.len(), scores.hall.len(), scores.hall[0].len()), (2, 2, 2));
    let read = games(folder.path(), 0, Some(9)).unwrap();
    let openings: BTreeSet<_> = read.iter().map(|game| game.record.opening.clone()).collect();
    assert_eq!((read.len(), openings.len()), (10, 10));
    let mut halves = [[0; 2]; 2];
    for game in read.iter().filter(|game| game.id.hall.is_some()) {
        let veteran = game.id.players.iter().position(|player| *player >= 2).unwrap();
        let [veteran_is, organism] =
            [game.id.players[veteran] as usize - 2, game.id.players[1 - veteran] as usize];
        assert_eq!(game.id.hall, Some(7 + veteran_is as u32));
        halves[veteran_is][organism] += game.record.half_points([Color::White, Color::Black][1 - veteran]);
    }
    for colour in 0..2 {
        let met: Vec<_> = read.iter().filter(|game| game.id.players[colour] >= 2).collect();
        assert_eq!(met.len(), 4);
    }
    for (row, halves) in scores.hall.iter().zip(halves) {
        for ([lost, drawn, won], halves) in row.iter().zip(halves) {
            assert_eq!((lost + drawn + won, 2 * won + drawn), (2, halves as u32));
        }
    }
    let sums = |place: usize| {
        scores.hall.iter().map(|row| u64::from(2 * row[place][2] + row[place][1])).sum::<u64>()
    };
    let against = &scores.results[0][1];
    assert_eq!(scores.half_points()[0], u64::from(2 * against[2] + against[1]) + sums(0));

    assert_eq!(
        league.recorded(folder.path(), games(folder.path(), RUN, Some(9)).unwrap(), 9, &field, None).unwrap(),
        Some(scores)
    );
    // Another leader, or the same leader of another generation, leads to different games.
    let mut other = field.clone();
    other.hall[1].generation = 3;
    assert_eq!(
        league.recorded(folder.path(), games(folder.path(), RUN, Some(9)).unwrap(), 9, &other, None).unwrap(),
        None
    );
    field.hall.swap(0, 1);
    assert_eq!(
        league.recorded(folder.path(), games(folder.path(), RUN, Some(9)).unwrap(), 9, &field, None).unwrap(),
        None
    );
}

#[test]
fn each_generation_has_its_own_openings() {
    let settings = settings(3);
    let organisms = field(&settings);
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path(), &settings);
    let mut league = new_league(&settings, 2, session.games(None).unwrap()).unwrap();
    let [first, second] = [0, 1].map(|generation| league.generation(generation, &organisms));
    for round in [first, second, league.confirmation(&organisms)] {
        played(&mut league, &round);
    }
    let openings = |generation| -> Vec<_> {
        games(folder.path(), 0, generation).unwrap().into_iter().map(|game| game.record.opening).collect()
    };
    assert_eq!(openings(Some(0)).len(), 6);
    assert_ne!(openings(Some(0)), openings(Some(1)));
    assert_ne!(openings(Some(0))[0], openings(None)[0]);
}

#[test]
fn leaders_meet_each_founder_as_often_with_either_colour_after_the_confirmation() {
    let settings = settings(5);
    let mut field = field(&settings);
    let leaders = field.organisms.split_off(3);
    field.hall = (3..).zip(leaders).map(|(generation, values)| HallMember { generation, values }).collect();
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path(), &settings);
    let mut league = new_league(&settings, 2, session.games(None).unwrap()).unwrap();
    // The second of the three finalists is no founder.
    let (finals, milestones) = (league.confirmation(&field), league.milestones(&field, &[0, 2]));
    assert_eq!((finals.games(), milestones.games()), (6, 8));
    played(&mut league, &finals);
    let scores = played(&mut league, &milestones);
    assert!(scores.results.iter().flatten().all(|games| *games == [0; 3]));
    for row in &scores.hall {
        assert_eq!(row.iter().map(|games| games.iter().sum::<u32>()).collect::<Vec<_>>(), [2, 0, 2]);
    }

    let read = games(folder.path(), 0, None).unwrap();
    assert!(read.iter().map(|game| game.id.game).eq(0..14), "games are numbered on");
    let met = |players| read.iter().filter(|game| game.id.players == players).count();
    for (leader, generation) in [(3, 3), (4, 4)] {
        for founder in [0, 2] {
            assert_eq!([met([founder, leader]), met([leader, founder])], [1, 1]);
        }
        let of = |game: &&SessionGame| game.id.players.contains(&leader);
        assert!(read.iter().filter(of).all(|game| game.id.hall == Some(generation)));
    }
    let opening = |game: usize| &read[game].record.opening;
    assert!(opening(6) == opening(7) && opening(7) != opening(8), "pairs of games");
    drop(league);

    // Recorded games are not played again.
    let mut league = new_league(&settings, 1, session.games(None).unwrap()).unwrap();
    played(&mut league, &finals);
    let mut reported = Vec::new();
    let again = league.play(&milestones, &Interrupt::default(), &NoObserver, &mut |over| reported.push(over));
    assert_eq!((milestones.scores(&again.unwrap().unwrap()), reported), (scores, vec![8]));
}

#[test]
fn no_two_organisms_meet_in_the_same_opening_with_the_same_colours_twice() {
    // The same organisms play in both generations, and are also leaders and founders.
    let settings = Experiment { generations: 1, ..settings(4) };
    let field = field(&settings);
    let mut visited = field.clone();
    let leaders = (3..).zip(field.organisms[..2].to_vec());
    visited.hall = leaders.map(|(generation, values)| HallMember { generation, values }).collect();
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path(), &settings);
    let mut league = new_league(&settings, 2, session.games(None).unwrap()).unwrap();
    let milestones = league.milestones(&visited, &[2, 3]);
    let [first, second] = [0, 1].map(|generation| league.generation(generation, &field));
    let finals = league.confirmation(&field);
    let last = league.final_match(&field, [2, 1], milestones.games());
    for round in [&first, &second, &finals, &milestones, &last] {
        played(&mut league, round);
    }
    let events = [Some(0), Some(1), None].into_iter();
    let games: Vec<SessionGame> = events.flat_map(|of| games(folder.path(), 0, of).unwrap()).collect();
    assert_eq!(games.len(), 12 + 12 + 12 + 8 + 4);
    let met: BTreeSet<_> = games.iter().map(|game| (&game.id.identities, &game.record.opening)).collect();
    assert_eq!(met.len(), games.len());
    // Each single game has its own opening; the later games share one in pairs.
    let openings: BTreeSet<_> = games.iter().map(|game| &game.record.opening).collect();
    assert_eq!(openings.len(), 24 + 6 + 4 + 2);
    let of_match: Vec<_> = games.iter().filter(|game| game.id.final_match).collect();
    assert!(of_match.iter().map(|game| game.id.game).eq(20..24), "games are numbered on");
    let players = |game: usize| of_match[game].id.players;
    assert_eq!((players(0), players(1)), ([1, 2], [2, 1]));
    assert_eq!(session::repeated_games(folder.path()).unwrap(), 0);
}

/// Creates a file with `count` openings.
fn file_of(folder: &std::path::Path, count: usize) -> PositionSource {
    let all = Openings::embedded().unwrap();
    let opening = |place| {
        let game = all.nth(Order::Sequential, 0, place).game;
        format!("{}\n", Fen::from_position(game.position(), EnPassantMode::Legal))
    };
    let openings: Vec<String> = (0..count as u64).map(opening).collect();
    let path = folder.join(format!("{count}.fen"));
    std::fs::write(&path, openings.concat()).unwrap();
    PositionSource::File(path)
}

#[test]
fn too_few_openings_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    // Nine generations of three pairs with two games, 15 pairs of finalists, nine leaders against three founders, and
    // two final pairs.
    let wanted = 9 * 6 + 15 + 27 + 2;
    let few = |count| {
        let mut few = settings(3);
        few.objective.self_play_mut().unwrap().openings = file_of(folder.path(), count);
        few
    };
    assert_eq!(openings_of(&few(wanted)).unwrap().count(), Some(wanted));
    let error = openings_of(&few(wanted - 1)).unwrap_err();
    assert!(error.is_input());
    let text = error.to_string();
    assert!(text.contains(&format!("{} openings", wanted - 1)), "{text}");
    assert!(text.contains(&format!("{wanted} are required")) && text.contains("--match-games"), "{text}");
    // A hall of fame needs as many openings in every generation as a full one.
    let mut famous = few(wanted);
    famous.objective.self_play_mut().unwrap().hall_of_fame = 2;
    let text = openings_of(&famous).unwrap_err().to_string();
    assert!(
        text.contains(&format!("{} are required", wanted + 9 * 12)) && text.contains("hall of fame"),
        "{text}"
    );
    // Games with a clock hardly ever repeat, so too few openings are only a warning.
    let mut timed = few(20);
    timed.objective.self_play_mut().unwrap().control = Control::MoveTime(1);
    let session = session(&folder.path().join("session"), &timed);
    let league = new_league(&timed, 1, session.games(None).unwrap()).unwrap();
    let warning = league.repetition_warning(&timed.outline()).unwrap();
    assert!(warning.contains("20 openings") && warning.contains(&wanted.to_string()), "{warning}");
    let enough = new_league(&few(wanted), 1, session.games(None).unwrap()).unwrap();
    assert_eq!(enough.repetition_warning(&few(wanted).outline()), None);
}

#[test]
fn searches_play_each_other_with_one_evaluation() {
    let reference = crate::organism::Organism::named_or_path("reference").unwrap();
    let fixed = crate::organism::FixedEvaluation::of(&reference);
    let experiment = presets::search_self_play("quick", fixed).unwrap();
    experiment.validate().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let session = session(&folder.path().join("s"), &experiment);
    let league = new_league(&experiment, 1, session.games(None).unwrap()).unwrap();
    // SPSA begins at the untuned search, with one pair.
    let run = experiment.run(0).unwrap();
    let mut asked = None;
    let measured = run.proposal_by(|field| {
        asked = Some(league.generation(0, field));
        Ok::<_, Error>(None)
    });
    assert!(measured.unwrap().is_none());
    let round = asked.unwrap();
    assert_eq!(round.games(), 16);
    let parts = |player: &crate::arena::PlayerFactory| match player {
        crate::arena::PlayerFactory::Organism { weights, parameters, .. } => (weights.clone(), *parameters),
        other => panic!("{other:?}"),
    };
    let [(first, one), (second, other)] = [0, 1].map(|player| parts(&round.factories[player]));
    assert_eq!((&first, &second), (&reference.weights(), &reference.weights()));
    assert_ne!(one, other);
    let founders = experiment.founders();
    assert_eq!(founders.len(), 1);
    let untuned = crate::objectives::start::untuned(experiment.schema()).unwrap();
    assert_eq!(founders[0].chromosome.decode(experiment.schema()), untuned);
}

#[test]
fn a_search_starts_from_the_given_organism() {
    let organism = crate::organism::Organism::named_or_path("eyas").unwrap();
    let evaluation = crate::organism::FixedEvaluation::of(&organism);
    let mut experiment = presets::search_self_play("quick", evaluation).unwrap();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/search-margins-eyas.ron");
    let schema = crate::engine::schema::Schema::named_or_path(path).unwrap();
    experiment.target.set_schema(schema.clone());
    let start = crate::organism::FixedOrganism::of(&organism);
    experiment.objective.self_play_mut().unwrap().start = Some(start.clone());
    experiment.validate().unwrap();
    let values = experiment.founders()[0].chromosome.decode(&schema);
    assert_eq!(values, organism.search_values(&schema).unwrap());
    // The settings survive a file.
    let text = ron::to_string(&experiment).unwrap();
    assert_eq!(ron::from_str::<crate::experiment::Experiment>(&text).unwrap(), experiment);

    // Evaluations have initial organisms instead.
    let mut evaluations = presets::coevolution("quick", experiment.founders()).unwrap();
    evaluations.objective.self_play_mut().unwrap().start = Some(start);
    assert!(
        evaluations.validate().unwrap_err().to_string().starts_with("--start: only a search has a start")
    );
}

mod changed;
mod confirmation;
