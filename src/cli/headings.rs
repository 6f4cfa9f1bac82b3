//! The headings of flags in help texts, and their order. The declaration of a flag has its heading; that of a setting follows
//! from the optimizer or the objective that has it.

use clap::builder::Resettable;
use clap::{Arg, ArgAction, Command, Id};

/// The parameters and the organisms from which an evolution starts.
pub(super) const TARGET: &str = "What evolves";
/// The measure of organisms. A longer heading names a single objective.
pub(super) const OBJECTIVE: &str = "Objective";
/// What proposes organisms. A longer heading names a single optimizer.
pub(super) const OPTIMIZER: &str = "Optimizer";
/// The players of games and searches.
pub(super) const PLAYERS: &str = "Players";
pub(super) const GAMES: &str = "Games";
pub(super) const RUN: &str = "Run";
pub(super) const WORKERS: &str = "Workers";
pub(super) const OUTPUT: &str = "Output";

/// In place of [`TARGET`], if nothing evolves.
pub(super) const MEASURED: &str = "What is measured";

/// The flags that every command has, and that only the program has.
const HELP: &str = "help";
const VERSION: &str = "version";

/// The headings in order. A longer one follows that with which it begins. All others stand before [`GAMES`].
const ORDER: [&str; 10] = [TARGET, MEASURED, PLAYERS, OBJECTIVE, OPTIMIZER, "", GAMES, RUN, WORKERS, OUTPUT];

/// The largest number of flags in a short help, besides that of the help itself and of the version.
pub(super) const MOST: usize = 12;

fn place(arg: &Arg) -> usize {
    let heading = arg.get_help_heading().unwrap_or_default();
    let found = ORDER.iter().position(|first| !first.is_empty() && heading.starts_with(first));
    found.or(ORDER.iter().position(|first| first.is_empty())).unwrap_or_default()
}

/// Returns the flags that the help of a command shows, without those of the help and the version.
pub(super) fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_own = |arg: &&Arg| arg.get_id() != HELP && arg.get_id() != VERSION;
    command.get_arguments().filter(|arg| !arg.is_positional() && !arg.is_hide_set()).filter(is_own)
}

/// Orders the flags of a command by their headings. The short help has only the main ones, unless all are few.
pub(super) fn arrange(command: Command, main: &[&str]) -> Command {
    let is_short = shown(&command).count() <= MOST;
    let [short, long] = if is_short {
        ["Print help"; 2]
    } else {
        ["Print help; --help shows all flags", "Print help; -h shows the main flags only"]
    };
    let help = Arg::new(HELP).short('h').long(HELP).action(ArgAction::Help).help(short).long_help(long);
    let version = command.get_version().map(|_| {
        let version = Arg::new(VERSION).short('V').long(VERSION).action(ArgAction::Version);
        version.help("Print version").help_heading(OUTPUT)
    });
    let command = command.disable_help_flag(true).disable_version_flag(true);
    let command = command.args([help.help_heading(OUTPUT)].into_iter().chain(version));
    let mut arguments: Vec<&Arg> = command.get_arguments().collect();
    arguments.sort_by_key(|arg| place(arg));
    let ids: Vec<Id> = arguments.into_iter().map(|arg| arg.get_id().clone()).collect();
    // An argument that is changed becomes the last one, and headings have the order of their first arguments.
    ids.into_iter().enumerate().fold(command, |command, (place, id)| {
        let is_main = is_short || id == HELP || id == VERSION;
        command.mut_arg(id, |arg| {
            if arg.is_positional() {
                return arg.help_heading(Resettable::Reset);
            }
            let is_main = is_main || arg.get_long().is_some_and(|name| main.contains(&name));
            arg.display_order(place).hide_short_help(!is_main)
        })
    })
}
