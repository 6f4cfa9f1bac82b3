//! Tips for unknown flags: the flag that was probably meant, or that of Eyas for a flag of another match runner.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};

/// Flags of cutechess-cli and fastchess with what to write instead, in `eyas match`.
const OF_OTHER_RUNNERS: [(&str, &str); 28] = [
    ("engine", "name the players with '--a SPEC' and '--b SPEC', such as '--a uci:./engine'"),
    (
        "each",
        "flags apply to both players: '--tc', '--nodes', '--hash'; '--option-a' and '--limit-b' to one of them",
    ),
    ("rounds", "'--games N' counts the games; each opening is played with both colours"),
    ("repeat", "each opening is played with both colours anyway"),
    ("noswap", "each opening is played with both colours"),
    ("pgnout", "'--pgn OUT' writes the games"),
    ("st", "'--movetime MS' limits the time of each move, in milliseconds"),
    ("timemargin", "'--margin MS' allows a move to exceed its time"),
    ("maxmoves", "'--max-moves N' ends long games as draws"),
    ("tb", "'--tablebases DIR' adjudicates games by Syzygy tablebases"),
    ("tournament", "'--gauntlet' plays a against every b; a tournament file has the other events"),
    ("resultfile", "'--json' prints the result as an object; the session folder has everything"),
    ("srand", "'--seed S' sets the seed"),
    ("site", "the tags of the games cannot be changed; leave this flag out"),
    ("event", "a tournament file has the event; '--gauntlet' is one of them"),
    ("recover", "engines are always started again after a fault; leave this flag out"),
    ("wait", "games follow each other at once; leave this flag out"),
    ("ratinginterval", "'--score-every N' prints the score after each N games"),
    ("scoreinterval", "'--score-every N' prints the score after each N games"),
    ("config", "a session keeps its settings: '--session DIR --resume' goes on"),
    ("compliance", "'eyas check-engine SPEC' checks an engine"),
    ("epdout", "'--pgn OUT' writes the games, from which the positions follow"),
    ("reverse", "each opening is played with both colours; leave this flag out"),
    ("tbpieces", "all tables in the folders of '--tablebases' count; leave this flag out"),
    ("tbignore50", "the fifty-move rule counts; leave this flag out"),
    ("debug", "'--log FILE' writes events to a file"),
    ("autosaveinterval", "games are saved as they end; leave this flag out"),
    ("log", "'--log FILE' writes events to a file"),
];

/// Returns what to write instead of a flag of another match runner, in `eyas match`.
pub(super) fn tip_for_other_runner(name: &str) -> Option<&'static str> {
    OF_OTHER_RUNNERS.iter().find(|(known, _)| *known == name).map(|(_, tip)| *tip)
}

/// Replaces the tip for an unknown flag by one that is plausible. `arguments` are those of the program.
pub(super) fn improved(mut error: Error, root: &Command, arguments: impl Iterator<Item = OsString>) -> Error {
    let Some(ContextValue::String(shown)) = error.get(ContextKind::InvalidArg) else { return error };
    if error.kind() != ErrorKind::UnknownArgument || !shown.starts_with('-') {
        return error;
    }
    let arguments: Vec<String> = arguments.map(|word| word.to_string_lossy().into_owned()).collect();
    let flag = written(shown, &arguments);
    let mut root = root.clone();
    root.build();
    let verb = root.get_subcommands().find(|verb| arguments.iter().any(|word| word == verb.get_name()));
    let tip = tip(&flag, verb.unwrap_or(&root));
    for kind in [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedCommand,
        ContextKind::Suggested,
    ] {
        error.remove(kind);
    }
    let usage = verb.unwrap_or(&root).clone().render_usage();
    error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    error.insert(ContextKind::InvalidArg, ContextValue::String(flag));
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
    }
    error
}

/// Returns a flag as it was written. With one dash in front, the parser knows only its first letter.
fn written(shown: &str, arguments: &[String]) -> String {
    let is_whole = |word: &&String| shown.len() == 2 && !word.starts_with("--") && word.starts_with(shown);
    let whole = arguments.iter().find(is_whole).map(|word| word.split('=').next().unwrap_or(word).to_owned());
    whole.unwrap_or_else(|| shown.to_owned())
}

/// Returns the tip for a flag that a command does not have, if there is one.
fn tip(flag: &str, verb: &Command) -> Option<String> {
    let name = flag.trim_start_matches('-');
    let names = || {
        let flags = verb.get_arguments().filter(|arg| !arg.is_hide_set());
        flags.filter_map(|arg| arg.get_long()).filter(|long| *long != "help")
    };
    if let Some(long) = names().find(|long| *long == name) {
        return Some(format!("write it with two dashes: '--{long}'"));
    }
    if verb.get_name() == "match"
        && let Some(tip) = tip_for_other_runner(name)
    {
        return Some(tip.to_owned());
    }
    let similar = names().filter_map(|long| Some((distance(name, long)?, long))).min();
    similar.map(|(_, long)| format!("a similar argument exists: '--{long}'"))
}

/// Returns how far a flag's name is from a known one: the number of changed letters, if a typing error is plausible.
/// The start of a name is 1 from it.
fn distance(name: &str, known: &str) -> Option<usize> {
    if name.len() >= 3 && (known.starts_with(name) || name.starts_with(&format!("{known}-"))) {
        return Some(1);
    }
    let letters = name.chars().count().min(known.chars().count());
    let most = match letters {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    let distance = strsim::osa_distance(name, known);
    (distance <= most).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message about a command line.
    fn message(line: &str) -> String {
        let words = || line.split_whitespace().map(str::to_owned);
        let root = crate::cli::command();
        let error = root.clone().try_get_matches_from(words()).unwrap_err();
        improved(error, &root, words().map(OsString::from)).to_string()
    }

    #[test]
    fn flags_of_other_match_runners_have_tips() {
        for (flag, tip) in [
            ("--rounds 10", "'--games N'"),
            ("-rounds 10", "'--games N'"),
            ("--each", "'--tc'"),
            ("-each tc=10+0.1", "'--option-a'"),
            ("-pgnout games.pgn", "'--pgn OUT'"),
            ("-engine cmd=./engine", "'--a SPEC'"),
            ("-openings file=book.pgn", "'--openings'"),
            ("-concurrency 2", "'--concurrency'"),
            ("-sprt elo0=0", "'--sprt'"),
        ] {
            let text = message(&format!("eyas match {flag}"));
            let name = flag.split(' ').next().unwrap();
            assert!(text.contains(&format!("unexpected argument '{name}' found")), "{text}");
            assert!(text.contains("tip: ") && text.contains(tip), "{flag}: {text}");
        }
    }

    #[test]
    fn only_plausible_flags_are_suggested() {
        for (flag, tip) in [
            ("--concurency", Some("--concurrency")),
            ("--opening", Some("--openings")),
            ("--conc", Some("--concurrency")),
            ("--game", Some("--games")),
            ("--rounder", None),
            ("--zzz", None),
        ] {
            let text = message(&format!("eyas match {flag} 1"));
            match tip {
                Some(tip) => assert!(text.contains(&format!("a similar argument exists: '{tip}'")), "{text}"),
                None => assert!(!text.contains("tip:"), "{text}"),
            }
            assert!(text.contains("Usage: eyas match [OPTIONS]"), "{text}");
        }
        assert!(!message("eyas match --each").contains("--search-b"));
        assert!(!message("eyas evolve --rounds 3").contains("tip:"));
    }
}
