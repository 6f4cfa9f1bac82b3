//! The flags of commands: the common ones that each uses, and the main ones, which its short help has. The common flags that
//! a command does not use are not in its help, and are refused.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::{Failure, headings};

/// The common flags that every command uses, except that those without a result do not use `json`.
const EVERYWHERE: [&str; 3] = ["json", "log", "log_level"];

/// The commands without a result.
const WITHOUT_RESULT: [&str; 2] = ["uci", "demo"];

/// The other common flags.
const ALL: &[&str] = &["seed", "threads", "session", "resume", "trust_commands", "preset", "cache"];

/// The common flags, besides those, that each command uses; and its main flags, unless it has few.
const VERBS: [(&str, &[&str], &str); 32] = [
    ("eyas", ALL, "sessions theme ascii images no-mouse workers preset seed threads session resume"),
    (
        "import",
        &["seed", "threads"],
        "min-elo train test any-result player exclude results per-game seed out json",
    ),
    (
        "evolve",
        ALL,
        "schema objective train mentor optimizer population generations preset seed session resume json",
    ),
    (
        "coevolve",
        ALL,
        "from schema optimizer games-per-pair nodes tc generations preset seed session resume json",
    ),
    ("tune", ALL, "organism params plan objective suite optimizer tc generations preset session resume json"),
    ("pipeline", ALL, "from skip plan repeat fork at generations preset seed session resume json"),
    (
        "race",
        &["threads", "session", "resume", "trust_commands", "preset", "cache"],
        "schema objective train mentor optimizers evaluations seeds csv preset session resume json",
    ),
    (
        "run",
        &["seed", "threads", "session", "resume", "trust_commands", "cache"],
        "seed threads session resume cache workers json log",
    ),
    (
        "measure",
        &["seed", "threads", "preset", "cache"],
        "experiment player params organism describe schema objective suite nodes preset seed threads",
    ),
    ("score", &["threads", "cache"], ""),
    ("solve", &["threads"], ""),
    (
        "match",
        &["seed", "threads", "session", "resume", "trust_commands"],
        "a b games tc nodes openings sprt concurrency session resume pgn json",
    ),
    ("check-engine", &[], ""),
    ("label", &["threads"], ""),
    ("epd", &[], ""),
    (
        "explain",
        &["threads", "cache"],
        "learned family importance what-if seeds keep run generation organism position out json",
    ),
    ("timelapse", &["threads", "cache"], ""),
    ("export", &[], ""),
    ("report", &["threads", "cache"], ""),
    ("persona", &["threads"], ""),
    ("recognise", &["seed", "threads"], "player white black among study out seed threads json"),
    ("average", &[], ""),
    ("compress", &[], ""),
    ("worker", &["threads", "cache"], "creds name exit-when-idle max-tasks threads cache json log"),
    ("bench", &["threads"], ""),
    ("uci", &["threads"], ""),
    ("demo", &["seed", "threads", "preset", "cache"], ""),
    ("perft", &["threads"], ""),
    ("schema", &[], ""),
    ("config", &[], ""),
    ("completions", &[], ""),
    ("man", &[], ""),
];

/// Why a command does not use a flag, and what to do: the command, the flag, the advice.
const ADVICE: [(&str, &str, &str); 7] = [
    ("uci", "json", "“eyas uci” outputs the UCI protocol only; leave this flag out"),
    ("race", "seed", "a race has several seeds; use --seeds"),
    ("run", "preset", "the file has all settings; leave this flag out"),
    ("measure", "session", "measures are not stored; leave this flag out"),
    ("measure", "resume", "measures are not stored; leave this flag out"),
    ("demo", "session", "the demo has sessions of its own; run “eyas” without demo"),
    ("demo", "resume", "the demo has sessions of its own; run “eyas” without demo"),
];

/// Returns the common flags that a command uses, besides those of every command, and its main flags.
fn flags_of(verb: &str) -> (&'static [&'static str], Vec<&'static str>) {
    let found = VERBS.iter().find(|(name, ..)| *name == verb);
    found.map_or((&[], Vec::new()), |(_, used, main)| (used, main.split_whitespace().collect()))
}

fn is_used(verb: &str, arg: &Arg) -> bool {
    match arg.get_id().as_str() {
        "json" => !WITHOUT_RESULT.contains(&verb),
        id if EVERYWHERE.contains(&id) => true,
        id => flags_of(verb).0.contains(&id),
    }
}

/// Returns the common flags.
fn common(root: &Command) -> Vec<Arg> {
    root.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect()
}

/// Adds common flags to a command, and orders all its flags.
fn complete(command: Command, common: impl IntoIterator<Item = Arg>) -> Command {
    let (_, main) = flags_of(command.get_name());
    headings::arrange(command.args(common), &main)
}

/// Orders the flags of the commands, and hides the common flags that a command does not use.
pub(super) fn declare(root: Command) -> Command {
    let common = common(&root);
    complete(root, []).mut_subcommands(|verb| {
        let hidden = |arg: &Arg| arg.clone().hide(!is_used(verb.get_name(), arg));
        let common: Vec<Arg> = common.iter().map(hidden).collect();
        complete(verb, common)
    })
}

/// Gives each command the common flags that it uses and no other, for a list of all flags. Such a declaration parses common
/// flags only after the command.
pub(super) fn list(root: Command) -> Command {
    let common = common(&root);
    complete(root.mut_args(|arg| arg.global(false)), []).mut_subcommands(|verb| {
        let used = common.iter().filter(|arg| is_used(verb.get_name(), arg));
        let used: Vec<Arg> = used.map(|arg| arg.clone().global(false)).collect();
        complete(verb, used)
    })
}

/// Refuses flags that have no effect: common ones that the command does not use, and those of the workbench.
pub(super) fn check(root: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    let Some(verb) = matches.subcommand_name() else { return Ok(()) };
    let is_given = |arg: &&Arg| matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let is_refused = |arg: &&Arg| !arg.is_global_set() || !is_used(verb, arg);
    let Some(arg) = root.get_arguments().filter(is_given).find(is_refused) else { return Ok(()) };
    let flag = format!("--{}", arg.get_long().unwrap_or_default());
    let advice = ADVICE.iter().find(|(name, id, _)| (*name, *id) == (verb, arg.get_id().as_str()));
    let mut own = root.find_subcommand(verb).into_iter().flat_map(Command::get_arguments);
    let is_own = own.any(|own| own.get_long() == arg.get_long());
    let reason = match advice {
        Some((_, _, advice)) => (*advice).to_owned(),
        None if arg.is_global_set() => format!("“eyas {verb}” does not use this flag; leave it out"),
        None if is_own => format!("write it after the command: eyas {verb} {flag}"),
        None => format!(
            "a flag of the workbench, which “eyas” opens without a command; “eyas {verb}” has no use for it"
        ),
    };
    Err(Failure::Input(format!("{flag}: {reason}")))
}

#[cfg(test)]
mod tests {
    use clap::builder::StyledStr;

    use super::*;

    #[test]
    fn each_command_and_each_flag_is_declared() {
        let root = super::super::command();
        root.clone().debug_assert();
        let verbs: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
        let mut named = VERBS.map(|(verb, ..)| verb);
        named.sort_unstable();
        let mut sorted = verbs.clone();
        sorted.push("eyas");
        sorted.sort_unstable();
        assert_eq!(sorted, named);
        let common: Vec<&str> =
            root.get_arguments().filter(|arg| arg.is_global_set()).map(|arg| arg.get_id().as_str()).collect();
        let mut declared: Vec<&str> = EVERYWHERE.iter().chain(ALL).copied().collect();
        assert!(common.iter().all(|id| declared.contains(id)), "{common:?}");
        declared.retain(|id| !common.contains(id));
        assert!(declared.is_empty(), "{declared:?}");
        for (verb, used, _) in VERBS {
            assert!(used.iter().all(|id| ALL.contains(id)), "{verb}");
        }
        assert!(WITHOUT_RESULT.iter().all(|verb| verbs.contains(verb)));
        for (verb, id, _) in ADVICE {
            assert!(verbs.contains(&verb) && common.contains(&id), "{verb} {id}");
            let arg = root.get_arguments().find(|arg| arg.get_id() == id).unwrap();
            assert!(!is_used(verb, arg), "{verb} {id}");
        }
    }

    /// Returns the flags that a help text lists.
    fn listed(help: &StyledStr) -> Vec<String> {
        let help = help.to_string();
        let flags =
            help.lines().filter_map(|line| line.strip_prefix("      --").or(line.strip_prefix("  -h, --")));
        let name = |flag: &str| flag.split([' ', '[', '.']).next().unwrap().to_owned();
        let mut names: Vec<String> = flags.map(name).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn the_short_help_has_the_main_flags_and_the_long_help_has_all() {
        let mut root = super::super::command();
        root.build();
        for verb in root.get_subcommands().filter(|verb| verb.get_name() != "help").chain([&root]) {
            let (name, (_, main)) = (verb.get_name(), flags_of(verb.get_name()));
            let mut all: Vec<&str> = headings::shown(verb).filter_map(Arg::get_long).collect();
            assert!(main.iter().all(|flag| all.contains(flag)), "{name}: {main:?}");
            assert_eq!(main.is_empty(), all.len() <= headings::MOST, "{name}: {} flags", all.len());
            let mut short = if main.is_empty() { all.clone() } else { main };
            assert!(short.len() <= headings::MOST, "{name}: {short:?}");
            for flags in [&mut all, &mut short] {
                flags.push("help");
                flags.sort_unstable();
            }
            assert_eq!(listed(&verb.clone().render_help()), short, "{name}");
            assert_eq!(listed(&verb.clone().render_long_help()), all, "{name}");
        }
    }

    #[test]
    fn the_flags_of_large_commands_have_headings() {
        let mut root = super::super::command();
        root.build();
        for verb in root.get_subcommands().filter(|verb| headings::shown(verb).count() > 15) {
            let bare: Vec<&str> = headings::shown(verb)
                .filter(|arg| arg.get_help_heading().is_none())
                .filter_map(Arg::get_long)
                .collect();
            assert!(bare.is_empty(), "{}: {bare:?}", verb.get_name());
        }
    }
}
