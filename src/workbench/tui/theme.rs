//! Themes: the style of each role, for each number of colours that a terminal may have.
//!
//! Colour never carries a meaning alone: a mark or a word has the same meaning.

pub(crate) mod board;
pub(crate) mod heat;
pub(crate) mod palette;
pub(crate) mod parts;

use palette::Palette;
use parts::{Ground, Part};
use ratatui::style::{Color, Modifier, Style};

/// The meaning of a part of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plain text.
    Text,
    /// Less important text, such as column headings and units.
    Dim,
    /// Borders and axes.
    Border,
    /// The border of the focused pane.
    Focus,
    /// Titles.
    Title,
    /// Keys and other parts to press.
    Key,
    /// The organism under study.
    Subject,
    /// The organism that the subject is compared with.
    Rival,
    /// The player of the game that a position comes from.
    Grandmaster,
    /// Values published in the papers.
    Paper,
    /// Organisms, such as the population's best curve and bars.
    Organism,
    /// The population's mean.
    Mean,
    /// The population's band from the 10th to the 90th percentile.
    Band,
    /// Something is running or increased.
    Good,
    /// Something decreased.
    Bad,
    Warning,
    Error,
    /// The selected row.
    Cursor,
    /// The top and bottom bars.
    Bar,
    /// The tab of the screen shown.
    Tab,
}

/// The number of colours of the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colours {
    /// 24 bits per colour.
    TrueColour,
    /// The 256 colours of xterm.
    Xterm256,
    /// The 16 ANSI colours.
    Ansi16,
    /// No colours: only bold, dim and reversed text.
    None,
}

/// The brightness of the background.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shade {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
}

/// A theme, which determines the style of each role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Theme {
    /// The colours. The nearest of the 256 xterm colours is computed.
    pub(crate) palette: Palette,
    pub(crate) colours: Colours,
}

impl Theme {
    /// Returns the shipped dark or light theme.
    /// Returns the theme of a background.
    pub(crate) fn new(shade: Shade, colours: Colours) -> Theme {
        Theme { palette: Palette::of(shade), colours }
    }

    /// Detects the number of colours from the environment variables `NO_COLOR`, `COLORTERM` and `TERM`, and the dark
    /// or light theme from `COLORFGBG`.
    pub(crate) fn detect(no_color: bool, variable: impl Fn(&str) -> Option<String>) -> Theme {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let colours = if no_color || set("NO_COLOR").is_some() || term == "dumb" {
            Colours::None
        } else if set("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit") {
            Colours::TrueColour
        } else if term.contains("256color") || term.contains("kitty") || term.contains("alacritty") {
            Colours::Xterm256
        } else {
            Colours::Ansi16
        };
        let light_background = || {
            let background = set("COLORFGBG")?;
            let index: u8 = background.rsplit(';').next()?.parse().ok()?;
            Some(index == 7 || (9..=15).contains(&index))
        };
        let shade = if light_background().unwrap_or(false) { Shade::Light } else { Shade::Dark };
        Theme { palette: Palette::of(shade), colours }
    }

    /// Returns the brightness of the background.
    pub(crate) fn shade(&self) -> Shade {
        self.palette.shade
    }

    /// Returns the style of an empty cell.
    pub(crate) fn background(&self) -> Style {
        let style = self.style(Role::Text);
        if self.has_backgrounds() { style.bg(self.colour(Part::Ground(Ground::Screen))) } else { style }
    }

    /// Returns the background of bars and of the selected row.
    fn raised_background(&self, role: Role) -> Option<Color> {
        let ground = match role {
            Role::Bar => Ground::Bar,
            Role::Cursor => Ground::Cursor,
            _ => return None,
        };
        self.has_backgrounds().then(|| self.colour(Part::Ground(ground)))
    }

    /// Returns the style of a role.
    pub(crate) fn style(&self, role: Role) -> Style {
        let mut style = Style::new();
        if self.colours != Colours::None {
            style = style.fg(self.colour(Part::Text(role)));
        }
        if let Some(background) = self.raised_background(role) {
            style = style.bg(background);
        }
        style.add_modifier(self.modifiers(role))
    }

    /// Returns the style of a selected cell, which is most visible in the focused pane.
    pub(crate) fn pointer(&self, style: Style, focused: bool) -> Style {
        style.add_modifier(if focused {
            Modifier::REVERSED | Modifier::BOLD
        } else {
            Modifier::UNDERLINED | Modifier::BOLD
        })
    }

    /// Returns the colour of a role for filled areas; `None` if the terminal has too few colours.
    pub(crate) fn fill(&self, role: Role) -> Option<Color> {
        self.has_backgrounds().then(|| self.colour(Part::Text(role)))
    }

    fn modifiers(&self, role: Role) -> Modifier {
        let plain = matches!(self.colours, Colours::None | Colours::Ansi16);
        match role {
            Role::Title | Role::Key | Role::Subject => Modifier::BOLD,
            Role::Tab => Modifier::BOLD | if plain { Modifier::REVERSED } else { Modifier::UNDERLINED },
            // What is worse differs from what is better even without colours.
            Role::Error | Role::Bad => Modifier::BOLD,
            Role::Cursor if plain => Modifier::REVERSED,
            Role::Focus if plain => Modifier::BOLD,
            Role::Rival if plain => Modifier::ITALIC,
            Role::Dim | Role::Border | Role::Band if self.colours == Colours::None => Modifier::DIM,
            _ => Modifier::empty(),
        }
    }

    /// Returns the terminal's colour for a part of the theme.
    fn colour(&self, part: Part) -> Color {
        match self.colours {
            Colours::TrueColour | Colours::Xterm256 => self.rgb(self.palette.rgb(part)),
            Colours::Ansi16 => self.palette.ansi(part),
            Colours::None => Color::Reset,
        }
    }

    /// Returns the terminal's colour for an RGB colour. Only terminals with backgrounds have one.
    fn rgb(&self, rgb: u32) -> Color {
        let [_, red, green, blue] = rgb.to_be_bytes();
        match self.colours {
            Colours::TrueColour => Color::Rgb(red, green, blue),
            Colours::Xterm256 => Color::Indexed(nearest_xterm(red, green, blue)),
            Colours::Ansi16 | Colours::None => Color::Reset,
        }
    }
}

/// Returns the index of the nearest colour in xterm's colour cube and grey ramp.
fn nearest_xterm(red: u8, green: u8, blue: u8) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |r: u8, g: u8, b: u8| {
        let part = |a: u8, b: u8| i32::from(a.abs_diff(b)).pow(2);
        part(r, red) + part(g, green) + part(b, blue)
    };
    let mut best = (i32::MAX, 0);
    for index in 16..=255u8 {
        let (r, g, b) = if index < 232 {
            let cube = usize::from(index - 16);
            (STEPS[cube / 36], STEPS[cube / 6 % 6], STEPS[cube % 6])
        } else {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        };
        best = best.min((distance(r, g, b), index));
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(variables: &[(&str, &str)]) -> Theme {
        let find = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        Theme::detect(false, find)
    }

    #[test]
    fn the_environment_decides_the_colours() {
        assert_eq!(detect(&[("TERM", "xterm-256color")]).colours, Colours::Xterm256);
        assert_eq!(detect(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]).colours, Colours::TrueColour);
        assert_eq!(
            detect(&[("TERM", "xterm"), ("NO_COLOR", "1"), ("COLORTERM", "truecolor")]).colours,
            Colours::None
        );
        assert_eq!(detect(&[("TERM", "linux"), ("NO_COLOR", "")]).colours, Colours::Ansi16);
        assert_eq!(detect(&[("COLORFGBG", "0;15")]).shade(), Shade::Light);
        assert_eq!(detect(&[("COLORFGBG", "15;0")]).shade(), Shade::Dark);
    }

    #[test]
    fn no_role_has_a_colour_without_colours() {
        let theme = Theme::new(Shade::Dark, Colours::None);
        for role in [Role::Subject, Role::Rival, Role::Cursor, Role::Error, Role::Bar] {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert!(theme.style(Role::Cursor).add_modifier.contains(Modifier::REVERSED));
        assert_ne!(theme.style(Role::Good), theme.style(Role::Bad));
    }

    #[test]
    fn finds_the_nearest_xterm_colour() {
        assert_eq!(nearest_xterm(255, 0, 0), 196);
        assert_eq!(nearest_xterm(8, 8, 8), 232);
    }
}
