//! `eyas completions`: shells read the scripts and complete with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use predicates::str::contains;
use rstest::rstest;

use crate::support::command::eyas;
use crate::support::{programs, results};

/// Writes the script for a shell into a folder.
fn script(folder: &Path, shell: &str) -> PathBuf {
    let path = folder.join("script");
    fs::write(&path, results::quiet(&mut eyas(folder, &format!("completions {shell}")))).unwrap();
    path
}

/// Returns what bash offers for the last word of a command line: by the function that the script registers.
fn offered(script: &Path, words: &str) -> Vec<String> {
    const COMPLETE: &str = r#"
        source "$1" || exit
        function=$(complete -p eyas | sed 's/.* -F \([^ ]*\) .*/\1/')
        read -ra COMP_WORDS <<< "$2"
        if [[ $2 == *' ' ]]; then COMP_WORDS+=(''); fi
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        "$function" eyas "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        if ((${#COMPREPLY[@]})); then printf '%s\n' "${COMPREPLY[@]}"; fi"#;
    let mut bash = Command::new("bash");
    let output =
        bash.args(["--norc", "--noprofile", "-c", COMPLETE, "bash"]).arg(script).arg(words).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let mut lines: Vec<String> =
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

#[rstest]
#[case::command("eyas ev", &["evolve"])]
#[case::commands("eyas co", &["coevolve", "completions", "compress", "config"])]
#[case::flag("eyas evolve --mutation-", &["--mutation-rate"])]
#[case::common_flag("eyas evolve --see", &["--seed"])]
#[case::common_flag_that_the_command_refuses("eyas perft --se", &[])]
#[case::values("eyas completions ", &["--help", "--json", "--log", "--log-level", "-h", "bash", "elvish", "fish", "powershell", "zsh"])]
#[case::values_of_a_flag("eyas evolve --crossover t", &["two-point"])]
fn bash_completes(#[case] words: &str, #[case] expected: &[&str]) {
    if !programs::has_program("bash") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(offered(&script(folder.path(), "bash"), words), expected);
}

#[rstest]
#[case("bash")]
#[case("zsh")]
#[case("fish")]
fn shells_read_the_script(#[case] shell: &str) {
    if !programs::has_program(shell) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(shell).arg("-n").arg(script(folder.path(), shell)).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[rstest]
#[case("bash")]
#[case("elvish")]
#[case("fish")]
#[case("powershell")]
#[case("zsh")]
fn each_script_has_commands_and_flags(#[case] shell: &str) {
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(script(folder.path(), shell)).unwrap();
    assert!(text.contains("coevolve") && text.contains("mutation-rate"), "{text}");
    let json = results::json(eyas(folder.path(), &format!("completions {shell}")));
    assert_eq!(
        (json["shell"].as_str().unwrap(), json["script"].as_str().unwrap().trim_end()),
        (shell, text.trim_end())
    );
}

#[test]
fn unknown_shells_are_refused_with_those_that_there_are() {
    let folder = tempfile::tempdir().unwrap();
    let known = contains("bash, elvish, fish, powershell, zsh");
    eyas(folder.path(), "completions cmd").assert().code(2).stdout("").stderr(known);
}
