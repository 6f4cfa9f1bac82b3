//! Themes: the style of each role, for each number of colours that a terminal may have.
//!
//! Colour never carries a meaning alone: a mark or a word has the same meaning.

pub(crate) mod board;
pub(crate) mod heat;

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
pub enum Shade {
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
}

/// A theme, which determines the style of each role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Theme {
    pub(crate) shade: Shade,
    pub(crate) colours: Colours,
}

/// A 24-bit RGB colour and its ANSI colour. The nearest of the 256 xterm colours is computed.
struct RoleColour(u32, Color);

impl Theme {
    /// Detects the theme from the environment variables `NO_COLOR`, `COLORTERM` and `TERM`, and from `COLORFGBG` if
    /// `shade` is `None`.
    pub(crate) fn detect(
        shade: Option<Shade>,
        no_color: bool,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Theme {
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
        let shade = shade
            .unwrap_or_else(|| if light_background().unwrap_or(false) { Shade::Light } else { Shade::Dark });
        Theme { shade, colours }
    }

    /// Returns the style of an empty cell.
    pub(crate) fn background(&self) -> Style {
        let style = self.style(Role::Text);
        let rgb = if self.shade == Shade::Dark { 0x11_151b } else { 0xfb_faf7 };
        if self.has_backgrounds() { style.bg(self.rgb(rgb)) } else { style }
    }

    /// Returns the background of bars and of the selected row.
    fn raised_background(&self, role: Role) -> Option<Color> {
        let rgb = match (role, self.shade) {
            (Role::Bar, Shade::Dark) => 0x1b_2129,
            (Role::Bar, Shade::Light) => 0xee_ebe3,
            (Role::Cursor, Shade::Dark) => 0x2a_3441,
            (Role::Cursor, Shade::Light) => 0xdf_e6ee,
            _ => return None,
        };
        self.has_backgrounds().then(|| self.rgb(rgb))
    }

    /// Returns the style of a role.
    pub(crate) fn style(&self, role: Role) -> Style {
        let mut style = Style::new();
        if self.colours != Colours::None {
            style = style.fg(self.level(&role_colour(role, self.shade)));
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
        self.has_backgrounds().then(|| self.level(&role_colour(role, self.shade)))
    }

    fn modifiers(&self, role: Role) -> Modifier {
        let plain = matches!(self.colours, Colours::None | Colours::Ansi16);
        match role {
            Role::Title | Role::Key | Role::Subject => Modifier::BOLD,
            Role::Tab => Modifier::BOLD | if plain { Modifier::REVERSED } else { Modifier::UNDERLINED },
            Role::Error => Modifier::BOLD,
            Role::Cursor if plain => Modifier::REVERSED,
            Role::Focus if plain => Modifier::BOLD,
            Role::Rival if plain => Modifier::ITALIC,
            Role::Dim | Role::Border | Role::Band if self.colours == Colours::None => Modifier::DIM,
            _ => Modifier::empty(),
        }
    }

    /// Returns the terminal's colour for an RGB colour.
    fn rgb(&self, rgb: u32) -> Color {
        self.level(&RoleColour(rgb, Color::Reset))
    }

    /// Converts a colour to the terminal's number of colours.
    fn level(&self, colour: &RoleColour) -> Color {
        let [_, red, green, blue] = colour.0.to_be_bytes();
        match self.colours {
            Colours::TrueColour => Color::Rgb(red, green, blue),
            Colours::Xterm256 => Color::Indexed(nearest_xterm(red, green, blue)),
            Colours::Ansi16 => colour.1,
            Colours::None => Color::Reset,
        }
    }
}

fn role_colour(role: Role, shade: Shade) -> RoleColour {
    use Role::{
        Bad, Band, Bar, Border, Cursor, Dim, Error, Focus, Good, Grandmaster, Key, Mean, Organism, Paper,
        Rival, Subject, Tab, Text, Title, Warning,
    };
    match (role, shade) {
        (Text | Bar | Cursor, Shade::Dark) => RoleColour(0xd3_d9e0, Color::Reset),
        (Title | Tab, Shade::Dark) => RoleColour(0xf4_f6f8, Color::Reset),
        (Dim, Shade::Dark) => RoleColour(0x8d_97a5, Color::Gray),
        (Border, Shade::Dark) => RoleColour(0x43_4d5a, Color::DarkGray),
        (Focus | Key | Subject, Shade::Dark) => RoleColour(0xf0_bf4c, Color::Yellow),
        (Rival, Shade::Dark) => RoleColour(0xd9_91ec, Color::LightMagenta),
        (Grandmaster, Shade::Dark) => RoleColour(0x62_d9a9, Color::LightGreen),
        (Paper, Shade::Dark) => RoleColour(0x5c_cad6, Color::Cyan),
        (Good, Shade::Dark) => RoleColour(0x8c_d17d, Color::Green),
        (Organism, Shade::Dark) => RoleColour(0x6c_b2ff, Color::LightBlue),
        (Mean, Shade::Dark) => RoleColour(0xa9_c6ea, Color::White),
        (Band, Shade::Dark) => RoleColour(0x21_3349, Color::DarkGray),
        (Bad, Shade::Dark) => RoleColour(0xf0_8d7a, Color::LightRed),
        (Warning, Shade::Dark) => RoleColour(0xf2_a25c, Color::LightYellow),
        (Error, Shade::Dark) => RoleColour(0xff_6b68, Color::LightRed),
        (Text | Bar | Cursor, Shade::Light) => RoleColour(0x2b_3038, Color::Reset),
        (Title | Tab, Shade::Light) => RoleColour(0x0d_1117, Color::Reset),
        (Dim, Shade::Light) => RoleColour(0x66_6f7b, Color::DarkGray),
        (Border, Shade::Light) => RoleColour(0xc3_c6c9, Color::Gray),
        (Focus | Key | Subject, Shade::Light) => RoleColour(0x9a_5f00, Color::Magenta),
        (Rival, Shade::Light) => RoleColour(0x8f_35b0, Color::Red),
        (Grandmaster, Shade::Light) => RoleColour(0x0c_7a55, Color::Green),
        (Paper, Shade::Light) => RoleColour(0x0b_7285, Color::Cyan),
        (Good, Shade::Light) => RoleColour(0x2a_7d38, Color::Green),
        (Organism, Shade::Light) => RoleColour(0x18_5fc2, Color::Blue),
        (Mean, Shade::Light) => RoleColour(0x45_6ea6, Color::Blue),
        (Band, Shade::Light) => RoleColour(0xd8_e4f3, Color::Gray),
        (Bad, Shade::Light) => RoleColour(0xb8_4324, Color::Red),
        (Warning, Shade::Light) => RoleColour(0xa8_5200, Color::Red),
        (Error, Shade::Light) => RoleColour(0xc2_2020, Color::Red),
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
        Theme::detect(None, false, find)
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
        assert_eq!(detect(&[("COLORFGBG", "0;15")]).shade, Shade::Light);
        assert_eq!(detect(&[("COLORFGBG", "15;0")]).shade, Shade::Dark);
    }

    #[test]
    fn no_role_has_a_colour_without_colours() {
        let theme = Theme { shade: Shade::Dark, colours: Colours::None };
        for role in [Role::Subject, Role::Rival, Role::Cursor, Role::Error, Role::Bar] {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert!(theme.style(Role::Cursor).add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn finds_the_nearest_xterm_colour() {
        assert_eq!(nearest_xterm(255, 0, 0), 196);
        assert_eq!(nearest_xterm(8, 8, 8), 232);
    }
}
