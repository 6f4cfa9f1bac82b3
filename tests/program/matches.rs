//! `eyas match`: results and files, reproducible games with node limits, invalid flags, tournaments, tablebases and
//! hostile engines.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::command::eyas;
use crate::support::engines::TestEngine;
use crate::support::programs::has_python_chess;
use crate::support::sessions::{kill_when, lines};
use assert_cmd::Command as Checked;
use predicates::str::contains;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use serde_json::{Value, json};

const MATCH: &str = "match --a reference --b paper-2008-figure-3 --hash 1 --nodes 200 --seed 3";

fn result(folder: &Path, arguments: &str) -> Value {
    let output = eyas(folder, arguments).arg("--json").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    assert_eq!(text.lines().count(), 1, "exactly one line: {text}");
    serde_json::from_str(&text).unwrap()
}

/// The result without its paths, and the games.
fn comparable(folder: &Path, mut result: Value) -> (Value, String) {
    let object = result.as_object_mut().unwrap();
    let session = object.remove("session").unwrap();
    object.remove("pgn");
    let games = fs::read_to_string(folder.join(session.as_str().unwrap()).join("games.pgn")).unwrap();
    (result, games)
}

#[test]
fn the_result_and_the_pgn_file_contain_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let result = result(folder.path(), &format!("{MATCH} --games 19 --pgn out.pgn"));
    let count = |name: &str| result[name].as_u64().unwrap();
    assert_eq!((count("wins") + count("draws") + count("losses"), count("games")), (20, 20));
    let pairs: u64 =
        result["pentanomial"].as_array().unwrap().iter().map(|pairs| pairs.as_u64().unwrap()).sum();
    assert_eq!((pairs, count("faults"), &result["llr"]), (10, 0, &Value::Null));
    assert_eq!(result["players"], json!(["reference", "paper-2008-figure-3"]));
    let games = fs::read_to_string(folder.path().join("out.pgn")).unwrap();
    assert_eq!(games.matches("[Result \"").count(), 20);
    // Each player has White ten times, and each opening is played twice.
    assert_eq!(games.matches("[White \"reference\"]").count(), 10);
    assert!(games.contains("[Round \"10.2\"]") && games.contains("n}"), "{games}");
    // The copy of the PGN file equals the one in the session.
    assert_eq!(games, fs::read_to_string(folder.path().join("sessions/match-0001/games.pgn")).unwrap());
}

#[test]
fn games_do_not_depend_on_concurrency_but_on_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let run = |concurrency: &str| {
        let arguments = format!("{MATCH} --games 24 --concurrency {concurrency}");
        comparable(folder.path(), result(folder.path(), &arguments))
    };
    let one = run("1");
    assert_eq!(run("5"), one);
    assert_eq!(run("3 --pin"), one);
    let other = result(
        folder.path(),
        "match --a reference --b paper-2008-figure-3 --hash 1 --nodes 200 --games 24 --seed 4",
    );
    assert_ne!(comparable(folder.path(), other), one);
}

#[test]
fn kills_do_not_change_the_result_and_the_games_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let games = 150;
    let arguments = format!("{MATCH} --games {games}");
    let whole = comparable(folder.path(), result(folder.path(), &format!("{arguments} --session whole")));
    let journal = folder.path().join("killed/games.jsonl");
    let killed = folder.path().join("killed");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut kills, mut in_play) = (0, 0);
    while kills < 12 || in_play < 5 || lines(&journal) == 0 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command
            .current_dir(folder.path())
            .args(format!("{arguments} --session killed --resume").split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // Kill between the start and 20 further games.
        let target = lines(&journal) + rng.random_range(0..20);
        if kill_when(&mut command, || lines(&journal) >= target) && lines(&journal) < games {
            kills += 1;
            in_play += u32::from(lines(&journal) > 0);
        } else {
            // The match ended before it was killed: start again.
            fs::remove_dir_all(&killed).unwrap();
        }
    }
    // Add an incomplete line, as a kill during a write leaves it.
    let mut torn = fs::read(&journal).unwrap();
    torn.extend(b"{\"check\":\"0123");
    fs::write(&journal, torn).unwrap();
    let resumed = result(folder.path(), &format!("{arguments} --session killed --resume"));
    assert_eq!(comparable(folder.path(), resumed), whole);
    let lines = fs::read_to_string(&journal).unwrap();
    assert_eq!(lines.lines().count(), games, "no game is repeated or lost");
    // A finished match is only shown again.
    let again = result(folder.path(), "match --session killed --resume");
    assert_eq!(comparable(folder.path(), again), whole);
}

#[test]
fn an_sprt_ends_a_match_at_the_same_pair_for_any_concurrency() {
    let folder = tempfile::tempdir().unwrap();
    let run = |concurrency: u32| {
        let arguments = format!(
            "match --a reference --b paper-2008-figure-3 --search-b plain --hash 1 --nodes 400 --games 400 \
             --sprt 0,200 --concurrency {concurrency}"
        );
        comparable(folder.path(), result(folder.path(), &arguments))
    };
    let (one, games) = run(1);
    assert_eq!(one["sprt"], "H1", "{one}");
    assert!(one["llr"].as_f64().unwrap() >= 2.94 && one["games"].as_u64().unwrap() < 400, "{one}");
    assert_eq!(run(3), (one, games));
}

#[rstest]
#[case::no_players("match --nodes 100", "--a SPEC is missing")]
#[case::one_player("match --a reference --nodes 100", "--b SPEC is missing")]
#[case::no_limit("match --a reference --b reference", "--tc, --nodes, --movetime or --depth")]
#[case::two_limits("match --a reference --b reference --nodes 1 --depth 2", "cannot be used with")]
#[case::bad_clock("match --a reference --b reference --tc 10s", "10+0.1")]
#[case::bad_test("match --a reference --b reference --nodes 9 --sprt 5,0", "must be less than")]
#[case::no_organism("match --a nobody --b reference --nodes 9", "nobody")]
#[case::no_engine("match --a uci:/no/such/engine --b reference --nodes 9", "cannot be started")]
#[case::no_openings("match --a reference --b reference --nodes 9 --openings none.pgn", "none.pgn")]
#[case::no_tables("match --a reference --b reference --nodes 9 --tb nowhere", "nowhere")]
#[case::empty_tables("match --a reference --b reference --nodes 9 --tb .", ".rtbw")]
#[case::options_for_an_organism(
    "match --a reference --b reference --nodes 9 --option-a X=1",
    "an organism has no option “X”; it has UCI_LimitStrength"
)]
#[case::resume_nothing("match --a reference --b reference --nodes 9 --resume", "--session DIR")]
fn invalid_matches_are_refused_with_an_explanation(#[case] arguments: &str, #[case] hint: &str) {
    let folder = tempfile::tempdir().unwrap();
    eyas(folder.path(), arguments).assert().code(2).stdout("").stderr(contains(hint));
    assert!(!folder.path().join("sessions").exists());
}

#[test]
fn a_resumed_match_refuses_other_settings_and_damaged_games() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = format!("{MATCH} --games 2 --session one");
    result(folder.path(), &arguments);
    eyas(folder.path(), &arguments).assert().code(2).stderr(contains("--resume"));
    let other = "match --session one --resume --nodes 300 --b reference --seed 3";
    eyas(folder.path(), other).assert().code(2).stderr(contains("--b, --nodes"));
    let journal = folder.path().join("one/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap().replacen("e4", "e3", 1).replacen("d4", "d3", 1);
    fs::write(&journal, text).unwrap();
    eyas(folder.path(), "match --session one --resume").assert().code(2).stderr(contains("damaged"));
}

const CUP: &str = r#"(
    players: [
        (spec: "reference"),
        (spec: "reference", name: "plain", search: plain),
        (spec: "paper-2008-figure-3"),
    ],
    control: Nodes(200),
    games: 6,
    hash: 1,
)"#;

#[test]
fn a_tournament_has_standings_and_can_be_resumed_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cup.ron"), CUP).unwrap();
    let cup = result(folder.path(), "match cup.ron --session cup");
    assert_eq!((&cup["games"], &cup["faults"]), (&json!(18), &json!(0)));
    let players = cup["players"].as_array().unwrap();
    let points: f64 = players.iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert_eq!((players.len(), points), (3, 18.0));
    let games = fs::read_to_string(folder.path().join("cup/games.pgn")).unwrap();
    // Pairings that play at the same time have different openings.
    let first_moves =
        |game: &str| game.split("\n\n").nth(1).unwrap_or_default().split('{').next().map(str::to_owned);
    let openings: std::collections::HashSet<_> = games.split("[Event ").skip(1).map(first_moves).collect();
    assert!(openings.len() >= 9, "{openings:?}");

    let journal = folder.path().join("cup/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let some: String = text.split_inclusive('\n').take(7).collect();
    fs::write(&journal, some).unwrap();
    // Restore the state after a kill before the checkpoint was written.
    fs::remove_file(folder.path().join("cup/checkpoint.ron")).unwrap();
    let again = result(folder.path(), "match cup.ron --session cup --resume");
    assert_eq!(again, cup);
    assert_eq!(fs::read_to_string(folder.path().join("cup/games.pgn")).unwrap(), games);

    fs::write(folder.path().join("cup.ron"), CUP.replace("games: 6", "games: 8")).unwrap();
    let resume = "match cup.ron --session cup --resume";
    eyas(folder.path(), resume).assert().code(2).stderr(contains("the tournament file"));
    eyas(folder.path(), "match cup.ron --games 4").assert().code(2).stderr(contains("--games"));
    eyas(folder.path(), "match none.ron").assert().code(2).stderr(contains("none.ron"));
}

/// King and pawn against king: a draw with White to move, a loss for Black with Black to move.
const ENDINGS: &str = "8/8/8/4k3/8/4K3/4P3/8 w - -\n8/8/8/4k3/8/4K3/4P3/8 b - -\n";

#[test]
fn tablebases_adjudicate_games_and_cannot_be_changed_later() {
    let folder = tempfile::tempdir().unwrap();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
    fs::write(folder.path().join("endings.epd"), ENDINGS).unwrap();
    let arguments = format!("{MATCH} --openings endings.epd --order sequential --games 4 --session s");
    let first = result(folder.path(), &format!("{arguments} --tb {tables}"));
    assert_eq!((&first["wins"], &first["draws"], &first["losses"]), (&json!(1), &json!(2), &json!(1)));
    let games = fs::read_to_string(folder.path().join("s/games.pgn")).unwrap();
    for tag in ["[PlyCount \"0\"]", "[Termination \"adjudication\"]", "{tablebases}"] {
        assert_eq!(games.matches(tag).count(), 4, "{games}");
    }
    assert_eq!(result(folder.path(), "match --session s --resume"), first);
    let other = "match --session s --resume --tablebases elsewhere";
    eyas(folder.path(), other).assert().code(2).stderr(contains("--tablebases"));
}

#[test]
fn python_chess_reads_the_games_of_a_match() {
    if !has_python_chess() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("start.epd"), "4k3/8/8/8/8/8/4P3/4K3 b - -\n8/8/4k3/8/2R5/4K3/8/8 w - -\n")
        .unwrap();
    result(folder.path(), &format!("{MATCH} --games 20 --pgn usual.pgn"));
    result(folder.path(), &format!("{MATCH} --games 4 --openings start.epd --pgn endings.pgn"));
    result(
        folder.path(),
        "match --a reference --b reference --movetime 2 --games 2 --margin 60000 --pgn timed.pgn",
    );
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/clients/read_pgn.py");
    for (file, games) in [("usual.pgn", "20"), ("endings.pgn", "4"), ("timed.pgn", "2")] {
        let output = Command::new("python3")
            .current_dir(folder.path())
            .arg(&script)
            .args([file, games])
            .output()
            .unwrap();
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).ends_with("all is well\n"));
    }
}

/// An engine that misbehaves when it shall move.
const HOSTILE: &str = r#"
say() { printf '%s\n' "$*"; }
while read -r line; do
    case $line in
        uci) say id name Hostile; say uciok;;
        isready) say readyok;;
        go*) echo thinking hard >&2; FAULT;;
        quit) exit 0;;
    esac
done
"#;

#[rstest]
#[case::crash("exit 7", "crash", "exited unexpectedly")]
#[case::illegal_move("say bestmove a1a1", "illegal move", "a1a1")]
#[case::no_move("say 'bestmove (none)'", "illegal move", "returned no move")]
// Later than the organism on a busy machine.
#[case::late("sleep 3; say bestmove a2a3", "time forfeit", "exceeded its time")]
fn faults_of_an_engine_lose_its_games_and_are_logged(
    #[case] fault: &str,
    #[case] verdict: &str,
    #[case] hint: &str,
) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hostile.sh"), HOSTILE.replace("FAULT", fault)).unwrap();
    fs::write(folder.path().join("start.epd"), "4k3/8/8/8/8/8/P6p/4K3 w - -\n").unwrap();
    let output = Checked::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args([
            "match",
            "--a",
            "reference",
            "--b",
            "uci:sh hostile.sh",
            "--movetime",
            "100",
            "--margin",
            "2500",
        ])
        .args(["--games", "4", "--openings", "start.epd", "--hash", "1", "--session", "s", "--json"])
        .args(["--concurrency", "4"])
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    let result: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&result["wins"], &result["faults"]), (&json!(4), &json!(4)), "{result}");
    assert_eq!(result["faults_by_player"], json!([0, 4]));
    let games = fs::read_to_string(folder.path().join("s/games.pgn")).unwrap().replace('\n', " ");
    assert!(games.matches(verdict).count() >= 4, "{games}");
    assert!(games.contains(hint), "{games}");
    // The log of faults contains the dialogue with the engine of each game.
    let log = fs::read_to_string(folder.path().join("s/faults.log")).unwrap();
    let mut entries: Vec<&str> = log.split_terminator("\n\n").collect();
    entries.sort_unstable();
    assert_eq!(entries.len(), 4, "{log}");
    for (entry, game) in entries.iter().zip(1..) {
        let (first, rest) = entry.split_once('\n').unwrap();
        assert!(first.starts_with(&format!("game {game}: Hostile: ")), "{entry}");
        assert!(rest.starts_with("  command: sh hostile.sh\n"), "{entry}");
        let has_line = |direction: char, text: &str| {
            rest.lines().any(|line| line.trim_start().starts_with(direction) && line.ends_with(text))
        };
        assert!(has_line('<', "go movetime 100") && has_line('!', "thinking hard"), "{entry}");
    }
    // In the games as Black even the late move is illegal, so only half of the entries have the expected verdict.
    let is_expected = |entry: &&&str| entry.contains(&format!(": {verdict}: ")) && entry.contains(hint);
    assert!(entries.iter().filter(is_expected).count() >= 2, "{log}");
}

#[test]
fn a_node_limit_that_an_engine_does_not_keep_makes_the_result_suspect() {
    let engine = TestEngine::tunable("");
    let folder = tempfile::tempdir().unwrap();
    let play = |flags: &str| {
        let mut command = Checked::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(folder.path());
        command.args([
            "match",
            "--a",
            &engine.spec("uci"),
            "--b",
            "reference",
            "--hash",
            "1",
            "--games",
            "2",
        ]);
        command.args(["--max-moves", "20"]).args(flags.split_whitespace());
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    };
    // The engine reports 10 nodes, which is half of the first limit and less than half of the second.
    let result: Value = serde_json::from_str(&play("--nodes 20 --session kept --json")).unwrap();
    assert_eq!(result["suspect"], Value::Null, "{result}");
    let text = play("--nodes 1000 --session s");
    let first = text.lines().next().unwrap();
    assert!(
        first.starts_with("suspect: Tunable does not keep the node limit: it reports 10 nodes (median"),
        "{text}"
    );
    assert!(first.contains("where the limit is 1,000"), "{text}");
    // A match that is shown again knows it from its games.
    let result: Value = serde_json::from_str(&play("--nodes 1000 --session s --resume --json")).unwrap();
    assert!(result["suspect"].as_str().is_some_and(|why| first.ends_with(why)), "{result}");
    eyas(folder.path(), "report s --out r").assert().success();
    let page = fs::read_to_string(folder.path().join("r/index.html")).unwrap();
    assert!(page.contains("Suspect: ") && page.contains("Tunable does not keep the node limit"), "{page}");
}

/// An engine that answers `isready` after a position only four seconds later, and then moves immediately.
const SLOW_TO_ANSWER: &str = r#"
say() { printf '%s\n' "$*"; }
delay=0
while read -r line; do
    case $line in
        uci) say id name Slow; say uciok;;
        isready) sleep $delay; delay=0; say readyok;;
        *moves*) move=h2h1q; delay=4;;
        position*) move=a2a3; delay=4;;
        go*) say bestmove $move;;
        quit) exit 0;;
    esac
done
"#;

#[test]
fn the_wait_for_readyok_is_latency_and_not_thinking_time() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("slow.sh"), SLOW_TO_ANSWER).unwrap();
    fs::write(folder.path().join("start.epd"), "4k3/8/8/8/8/8/P6p/4K3 w - -\n").unwrap();
    let mut command = Checked::new(env!("CARGO_BIN_EXE_eyas"));
    command.current_dir(folder.path());
    command.args([
        "match",
        "--a",
        "reference",
        "--b",
        "uci:sh slow.sh",
        "--movetime",
        "100",
        "--margin",
        "3000",
    ]);
    command.args(["--concurrency", "2"]);
    command.args(["--games", "2", "--max-moves", "1", "--openings", "start.epd", "--hash", "1", "--json"]);
    let output = command.assert().success().get_output().stdout.clone();
    let result: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!((&result["faults"], &result["draws"]), (&json!(0), &json!(2)), "{result}");
    let [organism, engine] = [0, 1].map(|player| &result["latency_by_player"][player]["ready_median"]);
    assert!(organism.is_null() && engine.as_f64().unwrap() >= 4000.0, "{result}");
}
