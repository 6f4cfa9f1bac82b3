//! `eyas config`: prints the settings of the person.

use eyas::config::{self, Config};
use eyas::tui;
use serde_json::{Value, json};

use super::{Failure, Globals, Outcome};

/// Prints the settings in force, as a file with comments.
pub(crate) fn run(globals: &Globals) -> Result<Outcome, Failure> {
    let loaded = &globals.config;
    let notices = tui::check(loaded).map_err(Failure::input)?;
    let mut text = String::new();
    if let Some(file) = &globals.config_file {
        let state = if file.path.exists() { "" } else { " (does not exist)" };
        text.push_str(&format!("// File: {}{state}\n", file.path.display()));
    }
    notices.iter().for_each(|notice| text.push_str(&format!("// {notice}\n")));
    text.push_str(&config::print(&loaded.config, &tui::reference()));
    Ok(Outcome::new(text, json(globals, &loaded.config, &notices)))
}

fn json(globals: &Globals, config: &Config, notices: &[String]) -> Value {
    let themes = config.themes.iter().map(|theme| {
        let colours =
            theme.colours.iter().map(|(part, colour)| (part.value.clone(), format!("#{colour:06x}").into()));
        let colours: serde_json::Map<String, Value> = colours.collect();
        (theme.name.value.clone(), json!({ "based_on": theme.based_on.value, "colours": colours }))
    });
    let keys = config.keys.iter().map(|entry| {
        let keys: Vec<&str> = entry.keys.iter().map(|key| key.value.as_str()).collect();
        (entry.command.value.clone(), keys.into())
    });
    json!({
        "file": globals.config_file.as_ref().map(|file| file.path.display().to_string()),
        "preset": config.preset,
        "paths": config.paths,
        "theme": config.theme.value,
        "themes": themes.collect::<serde_json::Map<String, Value>>(),
        "keys": keys.collect::<serde_json::Map<String, Value>>(),
        "on_finish": config.on_finish,
        "log_level": config.log_level,
        "notices": notices,
    })
}
