//! The workbench in a pseudo-terminal, from its first frame to the restored terminal.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::support::pty::Workbench;
use crate::support::waiting::wait_until;
use predicates::prelude::PredicateBooleanExt as _;

/// A cache of quiescence trees that is filled once and shared by all tests.
pub(crate) fn cache() -> &'static Path {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| {
        let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trees");
        let folder = tempfile::tempdir().unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_eyas"))
            .args(["evolve", "--generations", "1", "--population", "2", "--json", "--session"])
            .arg(folder.path().join("warm"))
            .arg("--cache")
            .arg(&cache)
            .output()
            .unwrap();
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        cache
    })
}

/// Opens the workbench with the preset `quick` on a terminal of 120 × 40.
fn open(folder: &Path, arguments: &[&str]) -> Workbench {
    open_with(folder, arguments, &[])
}

fn open_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Workbench {
    let cache = cache().to_str().unwrap();
    let all = [arguments, &["--preset", "quick", "--cache", cache]].concat();
    Workbench::open(folder, &all, variables, (120, 40))
}

pub(crate) fn generation(screen: &str) -> Option<u32> {
    let (_, rest) = screen.split_once("generation ")?;
    rest.split('/').next()?.replace(',', "").parse().ok()
}

#[test]
fn a_session_is_run_edited_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open(folder.path(), &["--seed", "3"]);
    bench.wait_for("1 Run");
    bench.wait_for("‖ paused");
    bench.wait_for("generation 0/40");
    bench.press("s");
    bench.wait_for("generation 1/40");
    bench.press("e\t\t\x150.02\r");
    bench.wait_for("0.02 per bit");
    bench.press("?rates");
    bench.wait_for("change the optimizer's");
    bench.press("\x1b");
    bench.wait(|screen| !screen.contains("type to search"), "the help closes");
    bench.press("\x0c");
    bench.press(":step ten\r");
    // Space before the last step is reported would pause the run, which pauses anyway.
    bench.wait(|screen| generation(screen) == Some(11) && screen.contains("‖ paused"), "ten steps are done");
    bench.press(" ");
    bench.wait(|screen| generation(screen) > Some(13), "it runs");
    bench.press(" ");
    bench.wait(|screen| screen.contains("‖ paused") || screen.contains("✓ done"), "it pauses");
    let reached = generation(&bench.contents()).unwrap();
    bench.press("q");
    let (code, after) = bench.wait_for_exit();
    assert_eq!(code, 0);
    assert!(after.contains("Saved in sessions/grandmaster-0001"), "{after}");

    let bench = open(folder.path(), &["--session", "sessions/grandmaster-0001", "--resume"]);
    bench.wait_for(&format!("generation {reached}/40"));
    bench.wait_for("0.02 per bit");
    let mut bench = bench;
    bench.press("\x03");
    assert_eq!(bench.wait_for_exit().0, 0);
}

/// The subject's agreement on the Positions screen, such as “agreement 1,596 → 1,603 of 5,000”.
fn agreement(screen: &str) -> Option<u64> {
    let (_, after) = screen.split_once("agreement ")?;
    let (before, _) = after.split_once(" of 5,000")?;
    before.split_whitespace().last()?.replace(',', "").parse().ok()
}

/// Runs an evolution, finds a position that only the rival solves, edits the subject so that it solves the position,
/// plants it, quits and resumes.
#[test]
fn an_organism_edited_on_the_positions_screen_is_planted_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache().to_str().unwrap();
    let mut bench = Workbench::open(folder.path(), &["--cache", cache, "--seed", "5"], &[], (160, 50));
    bench.wait_for("generation 0/200");
    bench.wait_for("‖ paused");
    for ten in 1..=5 {
        bench.press("S");
        let there = |screen: &str| generation(screen) == Some(10 * ten) && screen.contains("‖ paused");
        bench.wait(there, "ten more generations");
    }
    // The rival is the first organism of the list, `reference`.
    bench.press("R\r");
    bench.wait_for("○ reference");
    bench.press("3");
    bench.wait_for(" disagree");
    bench.press("rF\t\t\x1b[C\x1b[C\x1b[C\x1b[C\x1b[C\r");
    bench.wait_for("rival solves · queen");
    bench.wait(|screen| agreement(screen).is_some(), "the total is counted");
    let before = agreement(&bench.contents()).unwrap();
    bench.wait_for("Why ");
    bench.wait_for("sum: the margin");
    // Move from position to position until a single value would change the move. The list is sorted while positions
    // are examined, but a cursor that was moved stays on its position.
    let has_counterfactual = |screen: &str| screen.contains(": plays") || screen.contains(" plays ");
    for _ in 0..40 {
        let cursor = |screen: &str| screen.lines().position(|line| line.starts_with("│▸"));
        let at = cursor(&bench.contents());
        bench.press("j");
        bench.wait(|screen| cursor(screen) != at, "the next position");
        bench.wait(
            |screen| has_counterfactual(screen) || screen.contains("no single value"),
            "the counterfactuals",
        );
        if has_counterfactual(&bench.contents()) {
            break;
        }
    }
    assert!(has_counterfactual(&bench.contents()), "{}", bench.contents());
    bench.press("\t\t\t");
    bench.wait(
        |screen| screen.contains("▸What would change it") && has_counterfactual(screen),
        "the keys are there",
    );
    bench.press("\r");
    bench.wait_for("edited, 1 value");
    bench.wait(|screen| agreement(screen).is_some_and(|total| total != before), "the new total");
    let edited = agreement(&bench.contents()).unwrap();
    bench.press("P");
    bench.press("1");
    bench.wait_for("planted");
    bench.press("s");
    bench.wait(|screen| generation(screen) == Some(51) && screen.contains("‖ paused"), "one more generation");
    bench.press("q");
    let (code, _) = bench.wait_for_exit();
    assert_eq!(code, 0);

    let arguments = ["--cache", cache, "--session", "sessions/grandmaster-0001", "--resume"];
    // The terminal has enough rows for the whole population.
    let mut bench = Workbench::open(folder.path(), &arguments, &[], (160, 150));
    bench.wait(
        |screen| generation(screen) == Some(51) && screen.contains("‖ paused"),
        "the session is resumed",
    );
    // The curve above the organisms has a mark of the same name.
    let planted = |screen: &str| {
        screen.lines().rfind(|line| line.contains("planted")).map(|line| line.replace(',', ""))
    };
    bench.wait(|screen| planted(screen).is_some(), "the organism that was planted");
    let row = planted(&bench.contents()).unwrap();
    assert!(
        row.contains(&edited.to_string()),
        "the evolution counts the agreement of the screen, {edited}: {row}"
    );
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}

#[test]
fn an_untouched_session_leaves_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open(folder.path(), &[]);
    bench.wait_for("generation 0/40");
    bench.press("q");
    let (code, after) = bench.wait_for_exit();
    assert_eq!(code, 0);
    assert!(!after.contains("Saved"), "{after}");
    let left = std::fs::read_dir(folder.path().join("sessions")).map_or(0, Iterator::count);
    assert_eq!(left, 0);
}

#[test]
fn the_workbench_adapts_to_the_size_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open(folder.path(), &[]);
    bench.wait_for("generation 0/40");
    for size in [(80, 24), (1, 1), (500, 200), (40, 12), (39, 11)] {
        bench.resize(size);
        bench.press("\x0c");
    }
    bench.wait_for("eyas needs 40×12");
    bench.resize((200, 60));
    bench.wait_for("generation 0/40");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}

#[test]
fn sigterm_saves_the_session_and_restores_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open(folder.path(), &[]);
    bench.wait_for("generation 0/40");
    bench.press("s");
    bench.wait_for("generation 1/40");
    let id = bench.child.process_id().unwrap();
    assert!(Command::new("kill").args(["-TERM", &id.to_string()]).status().unwrap().success());
    let (code, after) = bench.wait_for_exit();
    assert_eq!(code, 130);
    assert!(after.contains("the session is saved"), "{after}");
    assert!(folder.path().join("sessions/grandmaster-0001").is_dir());
}

#[test]
fn ctrl_z_restores_the_terminal_until_the_workbench_continues() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open(folder.path(), &[]);
    bench.wait_for("generation 0/40");
    bench.press("\x1a");
    let left = |bench: &Workbench| !bench.read_output(|output| output.parser.screen().alternate_screen());
    wait_until("the alternate screen is off", || left(&bench));
    // The process stops after it has restored the terminal. A SIGCONT before that would be lost, so it is repeated.
    let id = bench.child.process_id().unwrap();
    wait_until("the workbench is back", || {
        assert!(Command::new("kill").args(["-CONT", &id.to_string()]).status().unwrap().success());
        !left(&bench)
    });
    bench.press("?rates");
    bench.wait_for("change the optimizer's");
    bench.press("\x03");
    assert_eq!(bench.wait_for_exit().0, 0);
}

#[test]
fn an_unwritable_folder_for_sessions_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("taken"), "a file").unwrap();
    let mut bench = open(folder.path(), &["--sessions", "taken"]);
    bench.wait_for("Evolution failed");
    bench.wait_for("taken");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}

#[test]
fn no_color_disables_colours() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open_with(folder.path(), &["--ascii"], &[("NO_COLOR", "1")]);
    bench.wait_for("generation 0/40");
    assert!(bench.contents().is_ascii(), "{}", bench.contents());
    let raw = bench.read_output(|output| String::from_utf8_lossy(&output.raw).into_owned());
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
    let colours = ["\x1b[38;5;", "\x1b[38;2;", "\x1b[48;5;", "\x1b[48;2;"];
    assert!(!colours.iter().any(|colour| raw.contains(colour)), "colours were set");
}

#[test]
fn a_terminal_without_utf_8_gets_ascii_unless_a_flag_says_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let posix = ("LC_ALL", "POSIX");
    let console = ("TERM", "linux");
    for (arguments, variable, is_ascii) in [
        (&[][..], posix, true),
        (&[], console, true),
        (&["--ascii=never"], posix, false),
        (&["--ascii=auto"], ("LC_ALL", "en_US.UTF-8"), false),
    ] {
        let mut bench = open_with(folder.path(), arguments, &[variable]);
        bench.wait_for("generation 0/40");
        assert_eq!(bench.contents().is_ascii(), is_ascii, "{arguments:?} {variable:?}\n{}", bench.contents());
        bench.press("q");
        assert_eq!(bench.wait_for_exit().0, 0);
    }
}

#[test]
fn an_existing_session_refuses_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open(folder.path(), &["--session", "mine"]);
    bench.wait_for("generation 0/40");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
    assert!(folder.path().join("mine").is_dir(), "a session with a given name is kept");
    let (code, after) = open(folder.path(), &["--session", "mine", "--seed", "5"]).wait_for_exit();
    assert_eq!(code, 2);
    assert!(after.contains("other settings than --seed"), "{after}");
}

#[test]
fn without_a_terminal_the_program_explains_what_to_do() {
    assert_cmd::Command::cargo_bin("eyas")
        .unwrap()
        .assert()
        .code(2)
        .stderr(predicates::str::contains("needs a terminal").and(predicates::str::contains("eyas evolve")));
}

/// Starts a match of two organisms, replays a game, opens it on the Positions screen, quits, and resumes the match.
#[test]
fn a_match_is_played_replayed_and_resumed() {
    let played = |screen: &str| -> Option<usize> {
        let (before, _) = screen.split_once(" of 5,000 games")?;
        before.rsplit(' ').next()?.replace(',', "").parse().ok()
    };
    let folder = tempfile::tempdir().unwrap();
    let mut bench = open(folder.path(), &[]);
    bench.wait_for("‖ paused");
    bench.press("4n");
    bench.wait_for("Match: players");
    bench.press("reference\r");
    bench.wait_for("1 selected");
    bench.press("2014\r");
    bench.wait_for("2 selected");
    bench.press("\t");
    bench.wait_for("of each move");
    // 50 nodes per move and 5,000 games: more games than are played before the match is stopped.
    bench.press("\t\x1550\t\x155000\r");
    bench.wait_for("▶ playing");
    bench.wait_for("pawns ");
    bench.wait(|screen| screen.contains("checkmate"), "a game has ended");
    bench.press(" ");
    bench.wait_for("‖ paused");
    // The board shows the end of a game before the list does.
    bench.wait(|screen| played(screen) >= Some(1), "a game is in the list");
    bench.press("+");
    bench.press("\t\t\t\r");
    bench.wait_for("replay, ");
    bench.press("\x1b[D\x1b[D");
    bench.press("p");
    bench.wait_for(" positions ─");
    bench.wait_for("reference");
    bench.press("4");
    bench.wait_for("replay, ");
    bench.press("q");
    let (code, _) = bench.wait_for_exit();
    assert_eq!(code, 0);
    let matches = folder.path().join("sessions/match-0001");
    let journal = std::fs::read_to_string(matches.join("games.jsonl")).unwrap();
    assert!(journal.lines().count() >= 1 && matches.join("games.pgn").is_file());
    assert!(std::fs::read_dir(matches.join("positions")).unwrap().count() == 1);

    let mut bench = open(folder.path(), &[]);
    bench.wait_for("‖ paused");
    bench.press("6");
    bench.wait_for("match-0001");
    bench.press("/match\r\r");
    bench.wait_for("of 5,000 games");
    let kept = played(&bench.contents()).unwrap();
    assert_eq!(kept, journal.lines().count());
    bench.press(" ");
    bench.wait(|screen| played(screen) > Some(kept), "the match continues");
    bench.press(" ");
    bench.wait_for("‖ paused ·");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
}
