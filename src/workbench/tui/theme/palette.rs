//! The colours of a theme, and the list of all themes: the shipped ones and those of the configuration.

use ratatui::style::Color;

use super::Shade;
use super::parts::{COUNT, PARTS, Part, SHIPPED};
use crate::config::{self, AUTO, Loaded, Located, ThemeConfig};
use crate::text;

/// The colours of a theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Palette {
    /// The brightness of the background.
    pub(super) shade: Shade,
    rgb: [u32; COUNT],
    ansi: [Color; COUNT],
}

impl Palette {
    /// Returns the colours of the shipped dark or light theme.
    pub(crate) fn of(shade: Shade) -> Palette {
        Palette::shipped(if shade == Shade::Dark { 0 } else { 1 })
    }

    /// Returns the colours of the shipped theme with this index.
    pub(crate) fn shipped(index: usize) -> Palette {
        let at = |row: usize| &PARTS[row];
        let rgb = std::array::from_fn(|row| at(row).rgb[index]);
        Palette { shade: shade(rgb), rgb, ansi: std::array::from_fn(|row| at(row).ansi[index]) }
    }

    /// Returns an RGB colour.
    pub(super) fn rgb(&self, part: Part) -> u32 {
        self.rgb[part.index()]
    }

    /// Returns the colour on a terminal with 16 colours.
    pub(super) fn ansi(&self, part: Part) -> Color {
        self.ansi[part.index()]
    }

    /// Returns the colours of a person's theme.
    fn own(theme: &ThemeConfig, loaded: &Loaded) -> Result<Palette, config::Error> {
        let base = &theme.based_on;
        let index = SHIPPED.iter().position(|name| *name == base.value);
        let unknown = |name: &Located<String>, kind: &str, all: &[&str]| {
            let nearest = text::nearest(&name.value, all.iter().copied()).unwrap_or_default();
            let wrong = text::name(&name.value);
            loaded
                .source
                .error(name.at, format!("“{wrong}” is no {kind}; the most similar one is “{nearest}”"))
        };
        let mut palette = Palette::shipped(index.ok_or_else(|| unknown(base, "shipped theme", &SHIPPED))?);
        for (name, colour) in &theme.colours {
            let Some(row) = PARTS.iter().find(|row| row.name == name.value) else {
                let all: Vec<&str> = PARTS.iter().map(|row| row.name).collect();
                return Err(unknown(name, "colour of a theme", &all));
            };
            palette.rgb[row.part.index()] = *colour;
        }
        palette.shade = shade(palette.rgb);
        Ok(palette)
    }
}

/// Returns whether the background is dark or light.
fn shade(rgb: [u32; COUNT]) -> Shade {
    let background = rgb[Part::Ground(super::parts::Ground::Screen).index()];
    let [_, red, green, blue] = background.to_be_bytes().map(u32::from);
    if 299 * red + 587 * green + 114 * blue < 128_000 { Shade::Dark } else { Shade::Light }
}

/// All themes by name, in the order in which a key changes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Themes {
    all: Vec<(String, Palette)>,
    /// The name of the configured theme, or [`AUTO`].
    pub(crate) configured: String,
    /// The index of the theme in use.
    current: usize,
}

impl Default for Themes {
    /// Returns the shipped themes.
    fn default() -> Themes {
        let all = SHIPPED.iter().enumerate();
        let all = all.map(|(index, name)| ((*name).to_owned(), Palette::shipped(index))).collect();
        Themes { all, configured: AUTO.to_owned(), current: 0 }
    }
}

impl Themes {
    /// Returns the themes of a configuration.
    pub(crate) fn new(loaded: &Loaded) -> Result<Themes, config::Error> {
        let mut themes = Themes::default();
        for own in &loaded.config.themes {
            if SHIPPED.contains(&own.name.value.as_str()) {
                let text = format!("“{}” is a shipped theme; choose another name", own.name.value);
                return Err(loaded.source.error(own.name.at, text));
            }
            themes.all.push((own.name.value.clone(), Palette::own(own, loaded)?));
        }
        let chosen = &loaded.config.theme;
        themes.check(&chosen.value).map_err(|reason| loaded.source.error(chosen.at, reason))?;
        themes.configured.clone_from(&chosen.value);
        Ok(themes)
    }

    /// Checks that a name is [`AUTO`] or that of a theme. Returns what is wrong.
    pub(crate) fn check(&self, name: &str) -> Result<(), String> {
        if name == AUTO || self.all.iter().any(|(known, _)| known == name) {
            return Ok(());
        }
        let names: Vec<&str> =
            [AUTO].into_iter().chain(self.all.iter().map(|(name, _)| name.as_str())).collect();
        Err(format!("there is no theme “{}”; the themes are {}", text::name(name), names.join(", ")))
    }

    /// Makes a theme the one in use and returns its colours. An unknown name changes nothing.
    pub(crate) fn select(&mut self, name: &str) -> Option<Palette> {
        self.current = self.all.iter().position(|(known, _)| known == name)?;
        Some(self.palette())
    }

    /// Makes the next theme the one in use.
    pub(crate) fn select_next(&mut self) {
        self.current = (self.current + 1) % self.all.len().max(1);
    }

    /// Returns the name of the theme in use.
    pub(crate) fn name(&self) -> &str {
        self.all.get(self.current).map_or("", |(name, _)| name)
    }

    /// Returns the colours of the theme in use.
    pub(crate) fn palette(&self) -> Palette {
        self.all.get(self.current).map_or(Palette::shipped(0), |(_, palette)| *palette)
    }
}

/// Returns the names and the descriptions of a theme's colours.
pub(crate) fn colours() -> Vec<(&'static str, &'static str)> {
    PARTS.iter().map(|row| (row.name, row.about)).collect()
}
