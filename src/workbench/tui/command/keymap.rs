//! The keys of the commands: those of the tables, or those of the configuration.
//!
//! Two commands that can be active at the same time have no common key, except where a place does what the key does elsewhere in
//! its own way. Names of commands that no longer exist are mapped to their successors.

use std::collections::BTreeMap;

use crate::config::{self, Loaded, Located};
use crate::text;
use crate::tui::keys::Key;
use crate::tui::prelude::*;

/// The names of commands that no longer exist, each with the command that does the same now; empty if there is none.
pub(crate) const RETIRED: &[(&str, &str)] = &[
    ("population", "run"),
    ("coevolution", "run"),
    ("tuning", "run"),
    ("race", "run"),
    ("pipeline", "run"),
    ("workers", "run"),
    ("next pane of population", "next pane"),
    ("next pane of coevolution", "next pane"),
    ("next pane of tuning", "next pane"),
    ("next pane of races", "next pane"),
    ("next pane of pipelines", "next pane"),
    ("next pane of positions", "next pane"),
    ("next pane of suite", "next pane"),
    ("next pane of board", "next pane"),
    ("next match pane", "next pane"),
    ("previous pane of population", "previous pane"),
    ("previous pane of coevolution", "previous pane"),
    ("previous pane of tuning", "previous pane"),
    ("previous pane of positions", "previous pane"),
    ("previous pane of suite", "previous pane"),
    ("previous match pane", "previous pane"),
    ("zoom population", "zoom"),
    ("zoom coevolution", "zoom"),
    ("zoom tuning", "zoom"),
    ("zoom stage", "zoom"),
    ("zoom positions", "zoom"),
    ("zoom suite", "zoom"),
    ("zoom match", "zoom"),
    ("zoom pane shown", "zoom"),
    ("earlier generation of tuning", "earlier generation"),
    ("later generation of tuning", "later generation"),
    ("go to generation of tuning", "go to generation"),
    ("previous round robin", "earlier generation"),
    ("next round robin", "later generation"),
    ("go to round robin", "go to generation"),
    ("run or pause games", "run or pause"),
    ("one round robin", "step"),
    ("ten round robins", "step ten"),
    ("close coevolution replay", "back"),
    ("close replay", "back"),
    ("clear filter", "back"),
    ("saved matches", "sessions"),
    ("stop match", "play or pause match"),
    ("write games", "export games"),
    ("next outcome", "filter positions"),
    ("next piece", "filter positions"),
    ("copy EPD", "export positions"),
    ("compare with the untuned search", "compare with this organism"),
    ("update races", "update race"),
    ("update pipelines", "update pipeline"),
];

/// The keys of all commands. Commands of popups keep the keys of their tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Keymap {
    /// The names of the keys of each command that the configuration changes.
    changed: BTreeMap<&'static str, Vec<String>>,
    /// What the user should know about commands of the configuration that no longer exist, and about keys in conflict.
    pub(crate) notices: Vec<String>,
}

/// All commands, and the screens with a board.
pub(crate) struct Commands {
    pub(crate) all: Vec<&'static Command>,
    pub(crate) with_board: Vec<ScreenId>,
}

impl Keymap {
    /// Returns the keys of a configuration. A key that another command has at the same place is left out, with a notice.
    /// An error names a wrong command or key.
    pub(crate) fn new(loaded: &Loaded, commands: &Commands) -> Result<Keymap, config::Error> {
        let mut keymap = Keymap::default();
        // The commands with each of their new keys, in the order of the file.
        let mut given: Vec<(&'static Command, &Located<String>, Key)> = Vec::new();
        for entry in &loaded.config.keys {
            let name = entry.command.value.as_str();
            let successor =
                RETIRED.iter().find(|(retired, _)| *retired == name).map(|(_, successor)| *successor);
            let is_given =
                |successor: &str| loaded.config.keys.iter().any(|entry| entry.command.value == successor);
            if let Some(successor) = successor {
                keymap.notices.push(format!("the keys of “{name}” are those of “{successor}” now"));
                // The successor keeps the keys that it was given by its own name, or by another old one.
                if is_given(successor) || keymap.changed.contains_key(successor) {
                    continue;
                }
            }
            let command = commands
                .named(successor.unwrap_or(name))
                .map_err(|why| loaded.source.error(entry.command.at, why))?;
            let mut names: Vec<String> = Vec::new();
            for located in &entry.keys {
                let key =
                    key_for(command, &located.value).map_err(|why| loaded.source.error(located.at, why))?;
                if names.contains(&key.name()) {
                    let text = format!("“{}” occurs twice; remove one of the two", key.name());
                    return Err(loaded.source.error(located.at, text));
                }
                names.push(key.name());
                given.push((command, located, key));
            }
            keymap.changed.insert(command.name, names);
        }
        // A file of an earlier version has keys that were free then, so a conflict never refuses the file.
        for (command, located, key) in given {
            let Some(other) = keymap.rival(commands, command, key) else { continue };
            let screen = match (command.scope, other.scope) {
                (Scope::Screens | Scope::Anywhere, Scope::On(screen)) => {
                    format!(" on the screen {}", screen.0)
                }
                _ => String::new(),
            };
            let (name, key) = (other.name, key.name());
            let remedy = if other.scope.in_popup() {
                "the keys of popups cannot change, so choose another key".to_owned()
            } else {
                format!("choose another key, or give “{name}” another one")
            };
            let text = format!("“{key}” is also the key of “{name}”{screen}; {remedy}");
            keymap.notices.push(loaded.source.error(located.at, text).to_string());
            keymap.take(command, &key);
        }
        Ok(keymap)
    }

    /// Takes a key from a command. A command that loses its last one has its usual keys again.
    fn take(&mut self, command: &Command, key: &str) {
        let Some(names) = self.changed.get_mut(command.name) else { return };
        names.retain(|name| name != key);
        if names.is_empty() {
            self.changed.remove(command.name);
        }
    }

    /// Returns the names of a command's keys. The first one is shown in the bottom bar.
    pub(crate) fn keys<'a>(&'a self, command: &'a Command) -> impl Iterator<Item = &'a str> + Clone {
        let changed = self.changed.get(command.name).filter(|_| !command.scope.in_popup());
        let usual = command.keys.iter().filter(move |_| changed.is_none());
        changed.into_iter().flatten().map(String::as_str).chain(usual.copied())
    }

    /// Returns the first key of a command; empty if it has none.
    pub(crate) fn first<'a>(&'a self, command: &'a Command) -> &'a str {
        self.keys(command).next().unwrap_or("")
    }

    /// Returns whether a key runs a command.
    pub(crate) fn has(&self, command: &Command, key: Key) -> bool {
        self.keys(command).any(|name| Key::from_name(name) == Some(key))
    }

    /// Returns a command with the same key as `command`, if both can be active at the same time. The tables let some
    /// keys have another meaning on one screen, on boards, or while moves are played; these stay.
    fn rival(&self, commands: &Commands, command: &Command, key: Key) -> Option<&'static Command> {
        let usual = |command: &Command| command.keys.iter().any(|name| Key::from_name(name) == Some(key));
        let others = commands.all.iter().copied().filter(|other| {
            !std::ptr::eq(*other, command)
                && self.has(other, key)
                && commands.meet(command.scope, other.scope)
                && !(usual(command) && usual(other))
        });
        // Of several, one of the same place explains the most.
        others.clone().find(|other| other.scope == command.scope).or_else(|| others.clone().next())
    }
}

impl Commands {
    /// Returns the command with a name whose keys may change.
    fn named(&self, name: &str) -> Result<&'static Command, String> {
        let found = self.changeable().find(|command| command.name == name);
        found.ok_or_else(|| {
            let nearest =
                text::nearest(name, self.changeable().map(|command| command.name)).unwrap_or_default();
            format!("there is no command “{}”; the most similar one is “{nearest}”", text::name(name))
        })
    }

    /// Returns the commands whose keys may change.
    pub(crate) fn changeable(&self) -> impl Iterator<Item = &'static Command> {
        self.all.iter().copied().filter(|command| !command.scope.in_popup())
    }

    /// Returns whether commands of two places can be active at the same time.
    fn meet(&self, a: Scope, b: Scope) -> bool {
        let boards = |place| match place {
            Scope::On(screen) => self.with_board.contains(&screen),
            place => !place.in_popup(),
        };
        match (a, b) {
            (a, b) if a == b => true,
            (Scope::Anywhere, _) | (_, Scope::Anywhere) => true,
            (a, b) if a.in_popup() || b.in_popup() => false,
            // The commands of a screen do not apply while moves are played.
            (Scope::On(_), Scope::On(_) | Scope::Playing) | (Scope::Playing, Scope::On(_)) => false,
            (Scope::Boards, other) | (other, Scope::Boards) => boards(other),
            _ => true,
        }
    }
}

/// Returns the key with a name, if it can be a key of the command.
fn key_for(command: &Command, name: &str) -> Result<Key, String> {
    let shown = text::name(name);
    let key = Key::from_name(name).ok_or_else(|| {
        format!("“{shown}” is no key; keys are characters such as “x” or “?”, names such as Space, Enter, Up or F5, and Ctrl-X")
    })?;
    if command.scope == Scope::Anywhere && key.character().is_some() {
        return Err(format!(
            "“{}” works while text is typed, so “{shown}” cannot be its key; choose one that types nothing, such as F5 or Ctrl-X",
            command.name
        ));
    }
    Ok(key)
}
