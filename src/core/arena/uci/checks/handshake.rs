//! The checks of what a UCI engine announces.

use std::time::Duration;

use super::super::client::Client;
use crate::arena::compliance::{Finding, Heard};
use crate::arena::{EngineOption, OptionKind, PlayerError};
use crate::engine::search::Signal;

/// Returns the text of a line of the handshake.
pub(super) fn announced(heard: &Heard, beginning: &str) -> Finding {
    let texts = heard.greeting.iter().filter_map(|line| line.trim_start().strip_prefix(beginning));
    match texts.map(str::trim).find(|text| !text.is_empty()) {
        Some(text) => Finding::Passed(text.to_owned()),
        None => Finding::Failed("missing".to_owned()),
    }
}

/// Checks the lines of the options.
pub(super) fn options(heard: &Heard) -> Finding {
    let lines: Vec<&str> =
        heard.greeting.iter().map(|line| line.trim()).filter(|line| line.starts_with("option")).collect();
    let mut names: Vec<String> = Vec::new();
    for line in &lines {
        let Some(option) = EngineOption::parse(line) else {
            return Finding::Failed(format!("unreadable: “{line}”"));
        };
        let name = option.name.to_lowercase();
        if names.contains(&name) {
            return Finding::Failed(format!("twice: {}", option.name));
        }
        names.push(name);
        let number = |key: &str| {
            let mut words = line.split_whitespace().skip_while(|word| *word != key);
            words.nth(1).map(str::parse::<i64>)
        };
        let is_whole = matches!(
            [number("default"), number("min"), number("max")],
            [Some(Ok(_)), Some(Ok(_)), Some(Ok(_))]
        );
        let default = number("default").and_then(Result::ok);
        if let OptionKind::Spin { low, high, .. } = option.kind
            && !(is_whole && default.is_some_and(|default| (low..=high).contains(&default)))
        {
            return Finding::Failed(format!("default, min and max do not fit: “{line}”"));
        }
    }
    Finding::Passed(format!("{} options", lines.len()))
}

pub(super) fn hash(client: &Client) -> Finding {
    match client.option("Hash").map(|option| &option.kind) {
        Some(OptionKind::Spin { low, high, .. }) => Finding::Passed(format!("{low} to {high} MiB")),
        Some(_) => Finding::Warning("Hash is not a spin".to_owned()),
        None => Finding::Warning("there is no option Hash".to_owned()),
    }
}

/// Sets each option with a default to it.
pub(super) fn set_options(
    client: &mut Client,
    _: &mut Heard,
    signal: &Signal,
) -> Result<Finding, PlayerError> {
    let values = client.options().iter().filter_map(|option| {
        let value = match &option.kind {
            // A large table would take long.
            OptionKind::Spin { low, high, .. } if option.is("Hash") => 16.clamp(*low, *high).to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Combo { default, choices } if choices.contains(default) => default.clone(),
            OptionKind::Combo { .. } | OptionKind::Button | OptionKind::Text { .. } => return None,
        };
        Some((option.name.clone(), value))
    });
    let values: Vec<(String, String)> = values.collect();
    values.iter().try_for_each(|(name, value)| client.set_option(name, value))?;
    client.wait_until_ready(signal, Duration::ZERO)?;
    Ok(Finding::Passed(format!("{} options set to their defaults", values.len())))
}
