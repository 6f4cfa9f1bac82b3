//! The common flags: which of them a command uses. The others are not in its help, and are refused.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

use super::Failure;

/// The common flags that every command uses, except that those without a result do not use `json`.
const EVERYWHERE: [&str; 3] = ["json", "log", "log_level"];

/// The commands without a result.
const WITHOUT_RESULT: [&str; 2] = ["uci", "demo"];

/// The other common flags.
const ALL: &[&str] = &["seed", "threads", "session", "resume", "trust_commands", "preset", "cache"];

/// The other common flags that each command uses.
const USES: [(&str, &[&str]); 26] = [
    ("import", &["seed", "threads"]),
    ("evolve", ALL),
    ("coevolve", ALL),
    ("tune", ALL),
    ("pipeline", ALL),
    ("race", &["threads", "session", "resume", "trust_commands", "preset", "cache"]),
    ("run", &["seed", "threads", "session", "resume", "trust_commands", "cache"]),
    ("measure", &["seed", "threads", "preset", "cache"]),
    ("score", &["threads", "cache"]),
    ("solve", &["threads"]),
    ("match", &["seed", "threads", "session", "resume", "trust_commands"]),
    ("label", &["threads"]),
    ("epd", &[]),
    ("export", &[]),
    ("report", &[]),
    ("average", &[]),
    ("compress", &[]),
    ("worker", &["threads", "cache"]),
    ("bench", &["threads"]),
    ("uci", &["threads"]),
    ("demo", &["seed", "threads", "preset", "cache"]),
    ("perft", &["threads"]),
    ("schema", &[]),
    ("config", &[]),
    ("completions", &[]),
    ("man", &[]),
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

fn is_used(verb: &str, arg: &Arg) -> bool {
    match arg.get_id().as_str() {
        "json" => !WITHOUT_RESULT.contains(&verb),
        id if EVERYWHERE.contains(&id) => true,
        id => USES.iter().any(|(name, used)| *name == verb && used.contains(&id)),
    }
}

/// Returns the common flags.
fn common(root: &Command) -> Vec<Arg> {
    root.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect()
}

/// Hides the common flags that a command does not use.
pub(super) fn declare(root: Command) -> Command {
    let common = common(&root);
    root.mut_subcommands(|verb| {
        let unused = common.iter().filter(|arg| !is_used(verb.get_name(), arg));
        let unused: Vec<Arg> = unused.map(|arg| arg.clone().hide(true)).collect();
        verb.args(unused)
    })
}

/// Gives each command the common flags that it uses and no other, for a list of all flags. Such a declaration parses common
/// flags only after the command.
pub(super) fn list(root: Command) -> Command {
    let common = common(&root);
    root.mut_args(|arg| arg.global(false)).mut_subcommands(|verb| {
        let used = common.iter().filter(|arg| is_used(verb.get_name(), arg));
        let used: Vec<Arg> = used.map(|arg| arg.clone().global(false)).collect();
        verb.args(used)
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
    use super::*;

    #[test]
    fn each_command_and_each_flag_is_declared() {
        let root = super::super::command();
        root.clone().debug_assert();
        let verbs: Vec<&str> = root.get_subcommands().map(Command::get_name).collect();
        let mut named = USES.map(|(verb, _)| verb);
        named.sort_unstable();
        let mut sorted = verbs.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, named);
        let common: Vec<&str> =
            root.get_arguments().filter(|arg| arg.is_global_set()).map(|arg| arg.get_id().as_str()).collect();
        let mut declared: Vec<&str> = EVERYWHERE.iter().chain(ALL).copied().collect();
        assert!(common.iter().all(|id| declared.contains(id)), "{common:?}");
        declared.retain(|id| !common.contains(id));
        assert!(declared.is_empty(), "{declared:?}");
        for (verb, used) in USES {
            assert!(used.iter().all(|id| ALL.contains(id)), "{verb}");
        }
        assert!(WITHOUT_RESULT.iter().all(|verb| verbs.contains(verb)));
        for (verb, id, _) in ADVICE {
            assert!(verbs.contains(&verb) && common.contains(&id), "{verb} {id}");
            let arg = root.get_arguments().find(|arg| arg.get_id() == id).unwrap();
            assert!(!is_used(verb, arg), "{verb} {id}");
        }
    }
}
