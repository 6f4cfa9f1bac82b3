//! The file as serde reads it: names keep their places.

use std::fmt;
use std::marker::PhantomData;
use std::path::PathBuf;

use ron::error::{Error as RonError, SpannedError};
use ron::extensions::Extensions;
use ron::value::RawValue;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::{AUTO, Config, Error, KeyConfig, Located, LogLevel, OnFinish, Paths, Source, ThemeConfig};
use crate::experiment::presets;
use crate::text;

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Config")]
struct RawConfig<'a> {
    #[serde(borrow)]
    preset: Option<&'a RawValue>,
    paths: Paths,
    #[serde(borrow)]
    theme: Option<&'a RawValue>,
    #[serde(borrow)]
    themes: Table<'a, RawTheme<'a>>,
    #[serde(borrow)]
    keys: Table<'a, Vec<&'a RawValue>>,
    on_finish: OnFinish,
    log_level: LogLevel,
}

impl Default for RawConfig<'_> {
    fn default() -> Self {
        RawConfig {
            preset: None,
            paths: Paths::default(),
            theme: None,
            themes: Table(Vec::new()),
            keys: Table(Vec::new()),
            on_finish: OnFinish::default(),
            log_level: LogLevel::default(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename = "Theme")]
struct RawTheme<'a> {
    #[serde(borrow)]
    based_on: &'a RawValue,
    #[serde(borrow, default)]
    colours: Table<'a, &'a RawValue>,
}

/// A map whose keys keep their order and their places.
struct Table<'a, T>(Vec<(&'a RawValue, T)>);

impl<T> Default for Table<'_, T> {
    fn default() -> Self {
        Table(Vec::new())
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Table<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<'a, T>(PhantomData<(&'a (), T)>);
        impl<'de: 'a, 'a, T: Deserialize<'de>> Visitor<'de> for Entries<'a, T> {
            type Value = Table<'a, T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map in braces: { \"name\": value }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Table(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

/// Reads the settings of a file.
pub(super) fn read(source: &Source) -> Result<Config, Error> {
    let raw: RawConfig<'_> = options().from_str(&source.text).map_err(|error| of_ron(source, 0, &error))?;
    let default = Config::default();
    let preset = match raw.preset {
        None => default.preset,
        Some(raw) => known_preset(source, string(source, raw)?)?,
    };
    let theme = raw.theme.map_or(Ok(default.theme), |raw| string(source, raw))?;
    let keys = raw.keys.0.into_iter().map(|(command, keys)| {
        let keys = keys.into_iter().map(|key| string(source, key)).collect::<Result<_, _>>()?;
        Ok(KeyConfig { command: string(source, command)?, keys })
    });
    let keys: Vec<KeyConfig> = keys.collect::<Result<_, Error>>()?;
    unique(source, keys.iter().map(|entry| &entry.command))?;
    let themes = raw.themes.0.into_iter().map(|(name, raw)| theme_of(source, name, &raw));
    let themes: Vec<ThemeConfig> = themes.collect::<Result<_, Error>>()?;
    unique(source, themes.iter().map(|theme| &theme.name))?;
    let paths = Paths { sessions: from_home(raw.paths.sessions), cache: raw.paths.cache.map(from_home) };
    Ok(Config { preset, paths, theme, themes, keys, on_finish: raw.on_finish, log_level: raw.log_level })
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

fn theme_of(source: &Source, name: &RawValue, raw: &RawTheme<'_>) -> Result<ThemeConfig, Error> {
    let name = string(source, name)?;
    if name.value.trim().is_empty() || name.value == AUTO {
        return Err(
            source.error(name.at, format!("“{}” cannot be the name of a theme", text::name(&name.value)))
        );
    }
    let colours = raw.colours.0.iter().map(|(part, colour)| {
        let colour = string(source, colour)?;
        let value = rgb(&colour.value).ok_or_else(|| {
            let wrong = text::name(&colour.value);
            source.error(colour.at, format!("“{wrong}” is no colour; write “#rrggbb”, such as “#f0bf4c”"))
        })?;
        Ok((string(source, part)?, value))
    });
    let colours: Vec<_> = colours.collect::<Result<_, Error>>()?;
    unique(source, colours.iter().map(|(part, _)| part))?;
    Ok(ThemeConfig { name, based_on: string(source, raw.based_on)?, colours })
}

/// Reads a colour such as `#f0bf4c`.
fn rgb(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    hexadecimal.then(|| u32::from_str_radix(digits, 16).ok())?
}

fn known_preset(source: &Source, name: Located<String>) -> Result<String, Error> {
    match presets::named(&name.value) {
        Ok(_) => Ok(name.value),
        Err(error) => Err(source.error(name.at, error.to_string())),
    }
}

/// Checks that no name occurs twice.
fn unique<'a>(
    source: &Source,
    names: impl Iterator<Item = &'a Located<String>> + Clone,
) -> Result<(), Error> {
    for (index, name) in names.clone().enumerate() {
        if names.clone().take(index).any(|earlier| earlier == name) {
            let text = format!("“{}” occurs twice; remove one of the two", text::name(&name.value));
            return Err(source.error(name.at, text));
        }
    }
    Ok(())
}

/// Reads a string with its place.
fn string(source: &Source, raw: &RawValue) -> Result<Located<String>, Error> {
    let raw = raw.trim().get_ron();
    let at = raw.as_ptr().addr().saturating_sub(source.text.as_ptr().addr());
    let value = options().from_str(raw).map_err(|error| of_ron(source, at, &error))?;
    Ok(Located { value, at })
}

/// Returns the error of RON in the text that begins at `start`.
fn of_ron(source: &Source, start: usize, error: &SpannedError) -> Error {
    let at = start + text::byte_at(&source.text[start..], error.span.start.line, error.span.start.col);
    let advice = match &error.code {
        RonError::NoSuchStructField { expected, found, .. } => text::nearest(found, expected.iter().copied())
            .map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?")),
        RonError::ExpectedNamedStructLike(_) | RonError::ExpectedStructLike | RonError::ExpectedMap => {
            "; “eyas config” prints an example".to_owned()
        }
        _ => String::new(),
    };
    source.error(at, format!("{}{advice}", error.code))
}

/// Replaces `~/` by the home folder.
fn from_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), etcetera::home_dir()) {
        (Ok(rest), Ok(home)) => home.join(rest),
        _ => path,
    }
}
