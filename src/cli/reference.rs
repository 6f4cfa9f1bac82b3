//! The reference of all commands in `docs/command-line.md`, and the table of tournament files in `docs/file-formats.md`, made
//! from the declarations of the flags.
//!
//! The test compares the files with the declarations. With the environment variable `EYAS_UPDATE_REFERENCE=1` it
//! rewrites the files.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command};
use eyas::director::{MatchConfig, SETTINGS};
use eyas::evolution::setting::Kind;

use super::settings::described;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/command-line.md");
const FORMATS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/file-formats.md");

/// The flags of a match that are fields of tournament files.
const FIELDS: [&str; 8] =
    ["games", "variant", "openings", "order", "margin", "tablebases", "hash", "pgn-detail"];

/// A part of the file that is generated: the lines around it.
type Part = [&'static str; 2];
const VERBS: Part = ["<!-- generated: verbs begin -->\n", "<!-- generated: verbs end -->\n"];
const REFERENCE: Part = ["<!-- generated: begin -->\n", "<!-- generated: end -->\n"];

/// Returns the declaration of the command line with the arguments that clap adds.
fn root() -> Command {
    let mut root = super::command();
    root.build();
    root
}

/// Returns the commands without that of the help.
fn commands(root: &Command) -> impl Iterator<Item = &Command> {
    root.get_subcommands().filter(|command| command.get_name() != "help")
}

/// Returns the table of all commands as Markdown.
fn verbs() -> String {
    let mut text =
        String::from("\n| verb | effect |\n| --- | --- |\n| (none) | Open the [workbench](workbench.md) |\n");
    for command in commands(&root()) {
        let (name, about) = (command.get_name(), command.get_about().map(ToString::to_string));
        let _ = writeln!(text, "| [`{name}`](#{name}) | {} |", prose(&about.unwrap_or_default()));
    }
    text + "\n"
}

/// Returns the reference as Markdown.
fn reference() -> String {
    let root = root();
    let mut text = String::from(
        "\n## Common flags\n\nEach command accepts those of these flags that its section names, and refuses the others.\n\n",
    );
    text += &tables(&flags(&root, |arg| arg.is_global_set()));
    text += "\n## Workbench\n\n`eyas` without a command opens the [workbench](workbench.md) and accepts these flags.\n\n";
    text += &tables(&flags(&root, |arg| !arg.is_global_set()));
    for command in commands(&root) {
        text += &section(command);
    }
    text + "\n"
}

/// Returns the table of the fields of tournament files that are flags.
fn fields() -> String {
    let mut text = String::from("\n| field | default | meaning |\n| --- | --- | --- |\n");
    let default = MatchConfig::default();
    for setting in SETTINGS.iter().filter(|setting| FIELDS.contains(&setting.name)) {
        let (name, described) = (setting.name.replace('-', "_"), described(setting));
        let (help, embedded) = split_default(&described);
        let value = match (setting.get)(&default) {
            _ if matches!(setting.kind, Kind::Switch) => "false".to_owned(),
            Some(value) => value.to_string(),
            None => embedded.to_owned(),
        };
        let choices: Vec<String> = match setting.kind {
            Kind::Choice(names) => names.iter().map(|(name, about)| format!("`{name}` ({about})")).collect(),
            _ => Vec::new(),
        };
        let colon = if choices.is_empty() { "" } else { ": " };
        let _ = writeln!(text, "| `{name}` | {value} | {}{colon}{} |", prose(help), choices.join(", "));
    }
    text + "\n"
}

fn section(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage: Vec<&str> = usage.trim_start_matches("Usage:").lines().map(str::trim).collect();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut text = format!("\n## {}\n\n{}\n", command.get_name(), sentence(&about));
    let _ = write!(text, "\n```text\n{}\n```\n", usage.join("\n").trim());
    let own = flags(command, |arg| !arg.is_global_set());
    if !own.is_empty() {
        let _ = write!(text, "\n{}", tables(&own));
    }
    let common = flags(command, |arg| arg.is_global_set()).into_iter().filter_map(Arg::get_long);
    let common: Vec<String> = common.map(|name| format!("`--{name}`")).collect();
    let _ = write!(text, "\nCommon flags: {}.\n", common.join(", "));
    if let Some(after) = command.get_after_help() {
        let _ = write!(text, "\n{}\n", prose(&after.to_string()));
    }
    text
}

/// Returns the visible arguments of a command for which `is_wanted` is true.
fn flags(command: &Command, is_wanted: impl Fn(&Arg) -> bool) -> Vec<&Arg> {
    let is_help = |arg: &Arg| {
        let action = arg.get_action();
        let help = [ArgAction::Help, ArgAction::HelpLong, ArgAction::HelpShort, ArgAction::Version];
        help.iter().any(|help| std::mem::discriminant(help) == std::mem::discriminant(action))
    };
    command.get_arguments().filter(|arg| !is_help(arg) && !arg.is_hide_set() && is_wanted(arg)).collect()
}

/// Returns a table of the arguments of each heading, in the order of the headings.
fn tables(arguments: &[&Arg]) -> String {
    let mut headings: Vec<Option<&str>> = Vec::new();
    for heading in arguments.iter().map(|arg| arg.get_help_heading()) {
        if !headings.contains(&heading) {
            headings.push(heading);
        }
    }
    // Arguments without a heading come first, as in the help.
    headings.sort_by_key(Option::is_some);
    let tables = headings.into_iter().map(|heading| {
        let own: Vec<&Arg> =
            arguments.iter().filter(|arg| arg.get_help_heading() == heading).copied().collect();
        let title = heading.map_or_else(String::new, |heading| format!("**{heading}**\n\n"));
        title + &table(&own)
    });
    tables.collect::<Vec<_>>().join("\n")
}

/// Returns a table of arguments: name and value, default, description.
fn table(arguments: &[&Arg]) -> String {
    let mut text = String::from("| argument | default | meaning |\n| --- | --- | --- |\n");
    for arg in arguments {
        let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
        let (help, default) = split_default(&help);
        let mut names = vec![format!("`{}`", arg.to_string().replace('|', "\\|"))];
        names.extend(arg.get_visible_aliases().into_iter().flatten().map(|alias| format!("`--{alias}`")));
        let declared: Vec<String> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
        let default = if declared.is_empty() || !arg.get_action().takes_values() {
            prose(default)
        } else {
            format!("`{}`", declared.join(" "))
        };
        let meaning = format!("{}{}", prose(help), choices(arg));
        let _ = writeln!(text, "| {} | {default} | {meaning} |", names.join(", "));
    }
    text
}

/// Returns the possible values of an argument as a text that follows its description.
fn choices(arg: &Arg) -> String {
    if !arg.get_action().takes_values() {
        return String::new();
    }
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({})", value.get_name(), prose(&help.to_string())),
            None => format!("`{}`", value.get_name()),
        })
        .collect();
    if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) }
}

/// Separates a description from a default at its end, as in `Number of games [default: 100]`.
fn split_default(help: &str) -> (&str, &str) {
    let split = help.rsplit_once("[default: ");
    match split.and_then(|(text, rest)| Some((text, rest.strip_suffix(']')?))) {
        Some((text, default)) => (text.trim_end(), default),
        None => (help, ""),
    }
}

/// Returns a text with a full stop at its end.
fn sentence(text: &str) -> String {
    let text = prose(text);
    if text.ends_with('.') { text } else { text + "." }
}

/// Returns a text in one line as Markdown. Flags become code.
fn prose(text: &str) -> String {
    let word = |word: &str| match word.find("--") {
        Some(start) if word[start + 2..].starts_with(|letter: char| letter.is_ascii_lowercase()) => {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            let end = word[start..].find(|letter| !is_name(letter)).map_or(word.len(), |end| start + end);
            format!("{}`{}`{}", &word[..start], &word[start..end], &word[end..])
        }
        _ => word.replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*"),
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// Returns a text with another content of a generated part.
fn with_part(text: &str, [begin, end]: Part, content: &str) -> String {
    let (before, rest) = text.split_once(begin).expect("the marker of the beginning");
    let (_, after) = rest.split_once(end).expect("the marker of the end");
    format!("{before}{begin}{content}{end}{after}")
}

/// Compares a file with its current content, or updates it.
fn check(path: &str, parts: &[(Part, String)]) {
    let file = std::fs::read_to_string(path).unwrap();
    let current = parts.iter().fold(file.clone(), |text, (part, content)| with_part(&text, *part, content));
    if std::env::var_os("EYAS_UPDATE_REFERENCE").is_some_and(|value| value == "1") {
        std::fs::write(path, current).unwrap();
        return;
    }
    let differing = file.lines().zip(current.lines()).find(|(written, generated)| written != generated);
    assert!(
        file == current,
        "{path} differs from the declarations; run the tests with EYAS_UPDATE_REFERENCE=1\n{differing:#?}"
    );
}

#[test]
fn the_documentation_agrees_with_the_flags() {
    check(FILE, &[(VERBS, verbs()), (REFERENCE, reference())]);
    check(FORMATS, &[(REFERENCE, fields())]);
}
