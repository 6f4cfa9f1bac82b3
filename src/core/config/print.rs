//! The settings as a file with comments.

use std::fmt::{Display, Write as _};
use std::path::Path;

use super::{AUTO, Config, KeyConfig, LogLevel, OnFinish, Paths, ThemeConfig};
use crate::experiment::presets;

/// The names that the comments list.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The shipped themes.
    pub themes: Vec<&'static str>,
    /// What the colours of a theme are for: names and descriptions.
    pub colours: Vec<(&'static str, &'static str)>,
    /// The commands with their usual keys, in groups with a heading.
    pub commands: Vec<Group>,
}

/// Commands with their usual keys.
#[derive(Debug, Clone)]
pub struct Group {
    /// The heading.
    pub title: &'static str,
    /// The names and the keys.
    pub commands: Vec<(&'static str, Vec<&'static str>)>,
}

/// Prints settings as RON with comments. The text can be saved as the file.
#[must_use]
pub fn print(config: &Config, reference: &Reference) -> String {
    let mut page = Page { text: String::new(), depth: 0 };
    page.comment("The configuration of Eyas. Every setting may be left out.");
    page.open("(");
    let names: Vec<&str> = presets::PRESETS.iter().map(|(name, _)| *name).collect();
    page.comment(&format!("The preset with which the workbench starts: {}.", names.join(", ")));
    page.line(&format!("preset: {},", quoted(&config.preset)));
    page.blank();
    paths(&mut page, &config.paths);
    page.blank();
    themes(&mut page, config, reference);
    page.blank();
    keys(&mut page, &config.keys, reference);
    page.blank();
    on_finish(&mut page, &config.on_finish);
    page.blank();
    let levels: Vec<&str> = LogLevel::ALL.iter().map(|(_, name)| *name).collect();
    page.comment(&format!("The least severe events in the file of --log: {}.", levels.join(", ")));
    let level = LogLevel::ALL.iter().find(|(level, _)| *level == config.log_level);
    page.line(&format!("log_level: {},", level.map_or("info", |(_, name)| name)));
    page.close(")");
    page.text
}

/// The text so far, and how deep the next line is.
struct Page {
    text: String,
    depth: usize,
}

impl Page {
    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{:width$}{line}", "", width = 4 * self.depth);
    }

    fn comment(&mut self, text: &str) {
        self.line(&format!("// {text}"));
    }

    fn blank(&mut self) {
        self.text.push('\n');
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    fn close(&mut self, line: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(line);
    }
}

fn paths(page: &mut Page, paths: &Paths) {
    page.comment("Folders. A relative one begins in the current folder, ~/ is the home folder.");
    page.open("paths: (");
    page.comment("New sessions, matches, pipelines and races, unless --sessions or --session names another.");
    page.line(&format!("sessions: {},", path(&paths.sessions)));
    page.comment("Cached quiescence trees, unless --cache names another; None for the user's cache folder.");
    let cache = paths.cache.as_deref().map_or_else(|| "None".to_owned(), path);
    page.line(&format!("cache: {cache},"));
    page.close("),");
}

fn themes(page: &mut Page, config: &Config, reference: &Reference) {
    let shipped = reference.themes.join(", ");
    page.comment(&format!("The theme: {AUTO} (dark or light, as the terminal's background), {shipped},"));
    page.comment("or one of your own.");
    page.line(&format!("theme: {},", quoted(&config.theme.value)));
    page.blank();
    page.comment("Your own themes by name. Each is based on a shipped one and replaces some of its colours:");
    page.open("themes: {");
    page.comment(
        "\"name\": (based_on: \"dark\", colours: { \"subject\": \"#f0bf4c\", \"background\": \"#11151b\" }),",
    );
    page.comment("The colours are for:");
    let width = reference.colours.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, about) in &reference.colours {
        page.comment(&format!("    {name:width$}  {about}"));
    }
    config.themes.iter().for_each(|own| theme(page, own));
    page.close("},");
}

fn theme(page: &mut Page, theme: &ThemeConfig) {
    page.open(&format!("{}: (", quoted(&theme.name.value)));
    page.line(&format!("based_on: {},", quoted(&theme.based_on.value)));
    page.open("colours: {");
    for (part, colour) in &theme.colours {
        page.line(&format!("{}: \"#{colour:06x}\",", quoted(&part.value)));
    }
    page.close("},");
    page.close("),");
}

fn keys(page: &mut Page, keys: &[KeyConfig], reference: &Reference) {
    page.comment(
        "Keys of commands: \"command\": [\"key\", …], the first one for the bottom bar; [] for none.",
    );
    page.comment(
        "A key is a character, or one of Space, Enter, Esc, Tab, Shift-Tab, Backspace, Delete, Up, Down,",
    );
    page.comment("Left, Right, PgUp, PgDn, Home, End, F1 to F12; Ctrl- and a letter as in Ctrl-P.");
    page.comment("These are the usual keys; remove // to change some:");
    page.open("keys: {");
    for group in &reference.commands {
        page.comment(group.title);
        for (command, usual) in &group.commands {
            if !keys.iter().any(|entry| entry.command.value == *command) {
                page.comment(&format!("    {}: {},", quoted(command), list(usual)));
            }
        }
    }
    for entry in keys {
        let keys: Vec<&str> = entry.keys.iter().map(|key| key.value.as_str()).collect();
        page.line(&format!("{}: {},", quoted(&entry.command.value), list(&keys)));
    }
    page.close("},");
}

fn on_finish(page: &mut Page, on_finish: &OnFinish) {
    page.comment("When a run, match, pipeline, race or suite of the workbench ends:");
    page.open("on_finish: (");
    page.comment("Whether the terminal's bell rings.");
    page.line(&format!("bell: {},", on_finish.bell));
    page.comment(
        "A program and its arguments, run without a shell; [] for none. {finished} becomes what ended,",
    );
    page.comment("{session} its folder, as in [\"notify-send\", \"Eyas\", \"{finished}\"]. The program also has them as the");
    page.comment("environment variables EYAS_FINISHED and EYAS_SESSION.");
    page.line(&format!("command: {},", list(&on_finish.command)));
    page.comment("Work of fewer seconds ends quietly.");
    page.line(&format!("after_seconds: {},", on_finish.after_seconds));
    page.close("),");
}

fn path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

fn list(values: &[impl AsRef<str>]) -> String {
    let values: Vec<String> = values.iter().map(|value| quoted(value.as_ref())).collect();
    format!("[{}]", values.join(", "))
}

/// Returns a text as a string of RON.
fn quoted(text: &(impl Display + ?Sized)) -> String {
    let mut quoted = String::from("\"");
    for letter in text.to_string().chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => quoted.extend(letter.escape_default()),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
