//! `eyas coevolve`: the same files for any number of threads and after any kill, games that can be replayed, and error
//! messages that say what to do.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support::sessions::{assert_identical, content, lines, stop_when, survive_kills, written};
use crate::support::shipped_positions;
use eyas::arena::game::Record;
use eyas::engine::schema::Schema;
use eyas::objectives::game_store::SessionGame;
use eyas::organism::chromosome::Chromosome;
use eyas::organism::{Genome, Organism, Origin};
use eyas::session::{self, Session};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use rustix::process::Signal;
use serde_json::Value;

const ORGANISMS: [&str; 4] = ["a.ron", "b.ron", "c.ron", "d.ron"];

/// A folder with four random organisms and a small test set.
struct Workspace {
    folder: tempfile::TempDir,
    /// The size of the hall of fame.
    hall: &'static str,
}

impl Workspace {
    fn new() -> Workspace {
        Workspace::with_hall("0")
    }

    fn with_hall(hall: &'static str) -> Workspace {
        let workspace = Workspace { folder: tempfile::tempdir().unwrap(), hall };
        let shipped = shipped_positions("gm2600-test");
        let lines: Vec<&str> = shipped.lines().take(30).collect();
        fs::write(workspace.path("test.epd"), lines.join("\n")).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let schema = Schema::built_in("paper-2014").unwrap();
        for name in ORGANISMS {
            let chromosome = Chromosome::random(schema.bits(), &mut rng);
            let evaluation = Genome::from_chromosome(schema.clone(), chromosome);
            let name_of = name.trim_end_matches(".ron").to_owned();
            let organism =
                Organism { name: name_of, evaluation, searches: Vec::new(), origin: Origin::default() };
            organism.save(&workspace.path(name)).unwrap();
        }
        workspace
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn eyas(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).arg("coevolve").args(arguments).args(["--cache", "cache"]);
        command
    }

    /// The command that starts or resumes a session.
    fn command(&self, session: &str, threads: &str) -> Command {
        let mut command = self.eyas(&["--resume", "--json", "--session", session, "--threads", threads]);
        command
            .arg("--from")
            .args(ORGANISMS)
            .args(["--generations", "5", "--games-per-pair", "2", "--nodes", "60", "--hash", "1"])
            .args(["--confirmation-games", "4", "--milestone-games", "2", "--match-games", "20"])
            .args(["--max-moves", "60"])
            .args(["--test", "test.epd", "--hall-of-fame", self.hall])
            .stderr(Stdio::null());
        command
    }

    /// Runs a session to its end and returns its summary.
    fn finish(&self, session: &str, threads: &str) -> Value {
        let output = self.command(session, threads).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Asserts exit code 2 and returns the error message.
    fn refused(&self, arguments: &[&str]) -> String {
        let Output { status, stderr, .. } = self.eyas(arguments).output().unwrap();
        let text = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{text}");
        text
    }
}

fn games(folder: &Path, generation: Option<u32>) -> Vec<SessionGame> {
    session::games(folder, 0, generation).unwrap()
}

#[test]
fn a_session_contains_every_game_and_a_confirmed_champion() {
    let workspace = Workspace::new();
    let summary = workspace.finish("s", "2");
    let folder = workspace.path("s");
    // Six generations of six pairs with two games each.
    assert_eq!((&summary["generations"], &summary["games"]), (&5.into(), &72.into()));
    assert!(summary["wall_seconds"].as_f64().unwrap() > 0.0);
    let recorded = Session::open_read_only(&folder).unwrap();
    for record in &recorded.history {
        let played = games(&folder, Some(record.generation));
        assert_eq!(played.iter().map(|game| game.id.game).collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
        let openings: BTreeSet<_> = played.iter().map(|game| game.record.opening.clone()).collect();
        assert_eq!(openings.len(), 12, "all games have different openings");
        let table = record.crosstable.as_ref().unwrap();
        let mut whites = [0; 4];
        let mut halves = [0; 4];
        for SessionGame { id, record } in &played {
            whites[id.players[0] as usize] += 1;
            for (player, side) in id.players.iter().zip([shakmaty::Color::White, shakmaty::Color::Black]) {
                halves[*player as usize] += record.half_points(side) as u64;
            }
            let (_, moves) = record.replay().unwrap();
            assert_eq!(moves.len(), record.moves.len());
        }
        assert_eq!(whites, [3; 4], "all organisms have White equally often");
        for (individual, seat) in record.population.iter().zip(&table.seats) {
            assert_eq!(individual.score, halves[*seat as usize], "the score is the sum of the results");
        }
        assert_eq!(halves.iter().sum::<u64>(), 24);
    }

    // Generation 0 consists of the given organisms.
    let given: BTreeSet<String> = ORGANISMS
        .iter()
        .map(|name| Organism::load(&workspace.path(name)).unwrap().evaluation.chromosome.to_string())
        .collect();
    let first = &recorded.history[0].population;
    assert_eq!(first.iter().map(|one| one.chromosome.to_string()).collect::<BTreeSet<_>>(), given);

    // The champion is the best organism of the last population in the confirmation, in which the founders play too.
    let result = &recorded.results[0];
    let confirmation = result.details.confirmation().unwrap();
    let last = &recorded.history.last().unwrap().population;
    assert!(last.iter().any(|one| one.chromosome == result.champion));
    assert_eq!(confirmation.players[confirmation.champion()].chromosome, result.champion);
    assert_eq!(confirmation.players.iter().filter(|player| player.founder.is_some()).count(), 4);
    let (of_match, rest): (Vec<_>, Vec<_>) =
        games(&folder, None).into_iter().partition(|game| game.id.final_match);
    let (finals, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|game| game.id.hall.is_none());
    assert_eq!(summary["confirmation_games"], finals.len());
    assert_eq!(confirmation.games(), finals.len() as u64);
    let players = confirmation.players.len();
    assert_eq!(finals.len(), players * (players - 1) / 2 * 4);
    assert!(finals.chunks(2).all(|pair| {
        let [one, other] = pair else { return false };
        let reversed = [other.id.players[1], other.id.players[0]];
        one.record.opening == other.record.opening && one.id.players == reversed
    }));
    // The leaders of all generations have played the founders.
    let milestones = summary["milestones"].as_array().unwrap();
    let leaders: BTreeSet<String> =
        recorded.history.iter().map(|record| record.population[0].chromosome.to_string()).collect();
    assert_eq!(milestones.len(), leaders.len());
    assert_eq!(milestones[0]["generation"], 0);
    // Two games against each of the four founders; a founder does not play itself.
    let games_of = |milestone: &Value| milestone["games"].as_u64().unwrap() as usize;
    assert_eq!(games_of(&milestones[0]), 3 * 2);
    assert!(milestones.iter().all(|milestone| [3 * 2, 4 * 2].contains(&games_of(milestone))));
    assert_eq!(others.len(), milestones.iter().map(games_of).sum::<usize>());
    // In the final match the champion plays the best founder, in openings that were not used for the selection.
    let two = [confirmation.champion(), confirmation.best_founder().unwrap()];
    assert_ne!(two[0], two[1], "a founder is the champion: use another seed");
    assert_eq!((of_match.len(), &summary["match_games"]), (20, &20.into()));
    assert!(of_match.iter().all(|game| two.iter().all(|player| game.id.players.contains(&(*player as u32)))));
    let points: u64 = of_match
        .iter()
        .map(|SessionGame { id, record }| {
            let white = id.players[0] as usize == two[0];
            record.half_points(if white { shakmaty::Color::White } else { shakmaty::Color::Black }) as u64
        })
        .sum();
    let count = |key: &str| summary[key].as_u64().unwrap();
    assert_eq!(2 * count("wins") + count("draws"), points);
    assert_eq!(count("wins") + count("draws") + count("losses"), 20);
    let pairs: Vec<u64> = serde_json::from_value(summary["pentanomial"].clone()).unwrap();
    assert_eq!(pairs.iter().zip(0..).map(|(pairs, points)| pairs * points).sum::<u64>(), points);
    assert_eq!(summary["gain"].as_f64(), confirmation.final_match.as_ref().unwrap().trials().elo());
    let generations = recorded.history.iter().flat_map(|record| games(&folder, Some(record.generation)));
    let before: Vec<_> = generations.chain(finals).chain(others).map(|game| game.record).collect();
    // Organisms that are nearly identical may repeat a game with swapped colours. Such games are counted.
    let moves = |record: &Record| -> Vec<String> {
        record.opening.iter().chain(record.moves.iter().map(|m| &m.uci)).cloned().collect()
    };
    let all: Vec<_> = before.iter().chain(of_match.iter().map(|game| &game.record)).map(moves).collect();
    let distinct: BTreeSet<_> = all.iter().collect();
    assert_eq!(summary["repeated_games"], all.len() - distinct.len());
    assert!(2 * distinct.len() > all.len(), "at most the two games of a pair are equal");
    let before: BTreeSet<_> = before.into_iter().map(|record| record.opening).collect();
    assert!(of_match.iter().all(|game| !before.contains(&game.record.opening)), "fresh openings");
    let champion = Organism::load(&folder.join("champion.ron")).unwrap();
    assert_eq!(champion.evaluation.chromosome, result.champion);
    assert_eq!(summary["champion"], "s/champion.ron");
    assert_eq!((&summary["test_total"], champion.origin.train), (&30.into(), None));

    // A finished session shows its result again, and its files do not change.
    let before = content(&folder);
    let again = workspace.finish("s", "1");
    assert_eq!((&again["gain"], &again["confirmation"]), (&summary["gain"], &summary["confirmation"]));
    assert_eq!(content(&folder), before);

    // Another session starts with its champion.
    let folder = folder.to_str().unwrap();
    let output = workspace
        .eyas(&["--from", folder, "a.ron", "--generations", "0", "--nodes", "20", "--hash", "1", "--json"])
        .args([
            "--confirmation-games",
            "2",
            "--milestone-games",
            "0",
            "--match-games",
            "0",
            "--max-moves",
            "20",
        ])
        .args(["--test", "test.epd", "--session", "next"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let next = Session::open_read_only(&workspace.path("next")).unwrap();
    assert_eq!(next.header.settings.initial[0].chromosome, result.champion);
    assert_eq!((next.history.len(), next.header.settings.initial.len()), (1, 2));
}

#[test]
fn games_against_the_hall_of_fame_are_recorded_and_counted() {
    let workspace = Workspace::with_hall("3");
    let summary = workspace.finish("s", "2");
    let folder = workspace.path("s");
    let recorded = Session::open_read_only(&folder).unwrap();
    let mut all = 0;
    for record in &recorded.history {
        let hall = &record.crosstable.as_ref().unwrap().hall;
        let played = games(&folder, Some(record.generation));
        assert_eq!(played.len(), 12 + 8 * hall.len());
        for (number, visitor) in (4..).zip(hall) {
            let against: Vec<_> = played.iter().filter(|game| game.id.players.contains(&number)).collect();
            assert!(
                against.len() == 8 && against.iter().all(|game| game.id.hall == Some(visitor.generation))
            );
        }
        all += played.len();
    }
    assert_eq!(summary["games"], all);
    assert!(all > 72, "a former leader left the population");
    // Only games against the hall of fame and milestone games have the field `hall`.
    let text = fs::read_to_string(workspace.path("s/games.jsonl")).unwrap();
    let milestones = summary["milestones"].as_array().unwrap();
    let milestones: usize = milestones.iter().map(|one| one["games"].as_u64().unwrap() as usize).sum();
    assert_eq!(text.matches("\"hall\":").count(), all - 72 + milestones);

    let message = workspace.refused(&["--from", "a.ron", "b.ron", "--hall-of-fame", "101"]);
    assert!(message.contains("--hall-of-fame is 101"), "{message}");
    let message = workspace.refused(&["--session", "s", "--resume", "--hall-of-fame", "2"]);
    assert!(message.contains("--hall-of-fame") && message.contains("other settings"), "{message}");
}

#[test]
fn sessions_without_a_hall_of_fame_do_not_mention_one() {
    let workspace = Workspace::new();
    workspace.finish("s", "2");
    for (name, bytes) in content(&workspace.path("s")) {
        // Milestone games, which have no generation, use the field `hall` for the leaders.
        let is_of_generation = |line: &&str| !line.contains("\"generation\":null");
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.lines().filter(is_of_generation).any(|line| line.contains("hall")), "{name}");
    }
}

#[test]
fn scaled_founders_start_scaled_and_are_confirmed_unscaled() {
    let workspace = Workspace::new();
    let output = workspace
        .eyas(&["--from", "a.ron", "b.ron", "c.ron", "--scales", "100:100,50:25", "--generations", "0"])
        .args(["--nodes", "20", "--hash", "1", "--max-moves", "20"])
        .args(["--confirmation-games", "2", "--milestone-games", "2", "--match-games", "2"])
        .args(["--test", "test.epd", "--session", "s", "--json"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let recorded = Session::open_read_only(&workspace.path("s")).unwrap();
    let given = |name| Organism::load(&workspace.path(name)).unwrap().evaluation;
    let values = |organism: &Genome| organism.chromosome.decode(&organism.schema);

    let b = given("b.ron");
    let scaled: Vec<i32> = (0..)
        .zip(values(&b))
        .map(|(place, value): (usize, i32)| match b.schema.parameters[place].name.as_str() {
            "PAWN_VALUE" => value,
            "KNIGHT_VALUE" | "BISHOP_VALUE" | "ROOK_VALUE" | "QUEEN_VALUE" => (value + 1) / 2,
            _ => (value + 2) / 4,
        })
        .collect();
    let first = &recorded.history[0].population;
    let initial: BTreeSet<Vec<i32>> = first.iter().map(|one| one.chromosome.decode(&b.schema)).collect();
    // The third founder has the first scale again.
    assert_eq!(initial, BTreeSet::from([values(&given("a.ron")), scaled, values(&given("c.ron"))]));

    let players = summary["confirmation"].as_array().unwrap();
    let founders: BTreeSet<&str> = players.iter().filter_map(|player| player["founder"].as_str()).collect();
    assert_eq!((players.len(), founders), (4, BTreeSet::from(["a", "b", "c"])));

    let message = workspace.refused(&["--from", "a.ron", "b.ron", "--scales", "50"]);
    assert!(message.contains("MATERIAL:POSITIONAL"), "{message}");
    let message = workspace.refused(&["--from", "a.ron", "b.ron", "--scales", "50:0"]);
    assert!(message.contains("--scales is 50:0") && message.contains("1 to 400 percent"), "{message}");
}

#[rstest]
#[case("0")]
#[case("2")]
fn files_do_not_depend_on_the_number_of_threads(#[case] hall: &'static str) {
    let workspace = Workspace::with_hall(hall);
    workspace.finish("one", "1");
    for (session, threads) in [("two", "2"), ("five", "5")] {
        workspace.finish(session, threads);
        assert_identical(&workspace.path(session), &workspace.path("one"));
    }
}

#[rstest]
#[case("0")]
#[case("2")]
fn kills_do_not_change_the_files(#[case] hall: &'static str) {
    let workspace = Workspace::with_hall(hall);
    workspace.finish("whole", "2");
    let [killed, whole] = ["killed", "whole"].map(|session| workspace.path(session));
    let (mut kills, mut in_play, mut in_match) = (0, 0, 0);
    survive_kills(
        (&killed, &whole),
        &mut ChaCha8Rng::seed_from_u64(1),
        written(&whole) / 4,
        || (),
        |rng| {
            let mut command = workspace.command("killed", ["1", "2", "3"][rng.random_range(0..3)]);
            command.stdout(Stdio::null());
            command
        },
        || written(&killed),
        || {
            kills += 1;
            if killed.join("session.ron").exists() {
                let recorded = Session::open_read_only(&killed).unwrap();
                let current = recorded.history.len() as u32;
                in_play += u32::from(!games(&killed, Some(current)).is_empty());
                let last = games(&killed, None).pop();
                in_match += u32::from(!recorded.finished() && last.is_some_and(|game| game.id.final_match));
            }
            kills >= 8 && in_play >= 3 && in_match >= 1
        },
    );
}

#[test]
fn a_signal_writes_a_checkpoint_and_exits_with_130() {
    let workspace = Workspace::new();
    workspace.finish("whole", "2");
    let name = |number| format!("stopped-{number}");
    let number = stop_when(
        Signal::INT,
        0..50,
        |number| {
            let mut command = workspace.command(&name(number), "2");
            command.stdout(Stdio::null());
            command
        },
        |number| lines(&workspace.path(&name(number)).join("games.jsonl")) > 0,
    );
    workspace.finish(&name(number), "1");
    assert_identical(&workspace.path(&name(number)), &workspace.path("whole"));
}

#[test]
fn invalid_flags_are_refused_with_an_explanation() {
    let workspace = Workspace::new();
    let assert_refused = |arguments: &[&str], hints: &[&str]| {
        let text = workspace.refused(arguments);
        assert!(hints.iter().all(|hint| text.contains(hint)), "{text}");
    };
    assert_refused(&[], &["--from", "session folders"]);
    assert_refused(&["--from", "a.ron"], &["--from is 1", "2 to 100"]);
    assert_refused(&["--from", "a.ron", "nobody.ron"], &["--from", "nobody.ron", "reference"]);
    assert_refused(&["--from", "a.ron", "paper-2008-figure-3"], &["2008", "PAWN_VALUE", "--schema"]);
    assert_refused(
        &["--from", "a.ron", "b.ron", "--population", "3"],
        &["2 initial organisms", "the population is 3"],
    );
    assert_refused(&["--from", "a.ron", "b.ron", "--runs", "2"], &["--runs is 2"]);
    assert_refused(&["--from", "a.ron", "b.ron", "--nodes", "0"], &["--nodes is 0"]);
    assert_refused(&["--from", "a.ron", "b.ron", "--games-per-pair", "0"], &["--games-per-pair is 0"]);
    assert_refused(&["--from", "a.ron", "b.ron", "--preset", "paper-2041"], &["--preset", "paper-2009"]);
    assert_refused(&["--from", "a.ron", "b.ron", "--tc", "5+0", "--nodes", "5"], &["--tc", "--nodes"]);
    fs::write(workspace.path("few.pgn"), "1. e4 e5 *\n\n1. d4 d5 *\n").unwrap();
    assert_refused(
        &["--from", "a.ron", "b.ron", "--openings", "few.pgn"],
        &["2 openings", "668 are required", "--generations"],
    );
    fs::create_dir(workspace.path("empty")).unwrap();
    assert_refused(&["--from", "empty", "a.ron"], &["empty", "no session"]);
    assert_eq!(fs::read_dir(workspace.folder.path()).unwrap().count(), 7, "no session is created");

    workspace.finish("s", "2");
    assert_refused(&["--session", "s"], &["--resume"]);
    assert_refused(&["--session", "s", "--resume", "--nodes", "61"], &["--nodes", "other settings"]);
    assert_refused(
        &["--session", "s", "--resume", "--from", "b.ron", "a.ron"],
        &["--from", "other settings"],
    );
}
