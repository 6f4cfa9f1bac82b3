//! Flags that have no effect are refused: common ones that a command does not use, and those of the workbench.

use std::fs;

use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::contains;
use rstest::rstest;

use crate::support::command::eyas;

#[rstest]
#[case::after_the_command("perft 1 --session nosuch", "--session: “eyas perft” does not use this flag")]
#[case::before_the_command("--seed 3 perft 1", "--seed: “eyas perft” does not use this flag")]
#[case::several("perft 1 --resume --preset nonsense", "--resume: ")]
#[case::advice("race --seed 3", "--seed: a race has several seeds; use --seeds")]
#[case::file("run none.ron --preset quick", "--preset: the file has all settings")]
#[case::demo("demo --session s", "--session: the demo has sessions of its own")]
#[case::protocol("uci --json", "--json: “eyas uci” outputs the UCI protocol only")]
#[case::workbench("--ascii score reference --positions gm2600-test", "--ascii: a flag of the workbench")]
#[case::theme("--theme nonsense score reference --positions gm2600-test", "--theme: a flag of the workbench")]
#[case::sessions("--sessions wherever evolve --preset quick", "--sessions: a flag of the workbench")]
#[case::credentials(
    "--creds file evolve --preset quick",
    "--creds: write it after the command: eyas evolve --creds"
)]
#[case::display("--no-mouse demo", "--no-mouse: write it after the command: eyas demo --no-mouse")]
fn flags_without_effect_are_refused(#[case] words: &str, #[case] problem: &str) {
    let folder = tempfile::tempdir().unwrap();
    eyas(folder.path(), words).assert().code(2).stdout("").stderr(contains(problem));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is created");
}

#[test]
fn common_flags_may_come_before_the_command() {
    let folder = tempfile::tempdir().unwrap();
    eyas(folder.path(), "--json --threads 1 perft 1").assert().success().stdout(contains("\"nodes\":20"));
}

#[test]
fn the_help_of_a_command_has_the_common_flags_that_it_uses() {
    let folder = tempfile::tempdir().unwrap();
    for words in ["perft --help", "help perft"] {
        let unused = contains("--session").or(contains("--preset")).or(contains("--seed"));
        let used = contains("--threads <N>").and(contains("--json")).and(contains("--log <FILE>"));
        eyas(folder.path(), words).assert().success().stdout(used.and(unused.not()));
    }
    let all = contains("--session <DIR>").and(contains("--preset <NAME>")).and(contains("--seed <S>"));
    eyas(folder.path(), "evolve --help").assert().success().stdout(all);
}
