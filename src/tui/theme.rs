//! Themes: what each role looks like, at each level of colour a terminal has.
//!
//! Colour is never the only sign of anything: every role that means something is also a mark or a word.

pub(crate) mod board;
pub(crate) mod heat;

use ratatui::style::{Color, Modifier, Style};

/// What a piece of a screen means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Plain text.
    Text,
    /// Text of less weight: headings of columns, units.
    Dim,
    /// Borders and axes.
    Border,
    /// The border of the pane that has the keys.
    Focus,
    /// Titles.
    Title,
    /// Keys and what invites pressing.
    Key,
    /// The organism all screens speak of.
    Subject,
    /// The organism it is compared with.
    Rival,
    /// The player of the game a position comes from.
    Grandmaster,
    /// What the papers report.
    Paper,
    /// Organisms: the population's best curve, its bars.
    Organism,
    /// The population's mean.
    Mean,
    /// The population's 10–90 % band.
    Band,
    /// Something runs or rose.
    Good,
    /// Something fell.
    Bad,
    /// Something a person should know.
    Warning,
    /// Something failed.
    Error,
    /// The row under the cursor.
    Cursor,
    /// The top and bottom bars.
    Bar,
    /// The tab shown.
    Tab,
}

/// How many colours the terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colours {
    /// 24 bits.
    True,
    /// The 256 of xterm.
    Many,
    /// The 16 of ANSI.
    Few,
    /// None: bold, dim and reverse only.
    None,
}

/// Dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    /// Light text on dark ground.
    Dark,
    /// Dark text on light ground.
    Light,
}

/// A theme: what each role looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Theme {
    /// Dark or light.
    pub(crate) shade: Shade,
    /// How many colours.
    pub(crate) colours: Colours,
}

/// A colour at three levels: 24 bits (the nearest of 256 follows from them) and ANSI.
struct Ink(u32, Color);

impl Theme {
    /// The theme the environment asks for: `NO_COLOR`, `COLORTERM`, `TERM`, and for `shade` of `None`
    /// the background named by `COLORFGBG`.
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
            Colours::True
        } else if term.contains("256color") || term.contains("kitty") || term.contains("alacritty") {
            Colours::Many
        } else {
            Colours::Few
        };
        let light_ground = || {
            let background = set("COLORFGBG")?;
            let index: u8 = background.rsplit(';').next()?.parse().ok()?;
            Some(index == 7 || (9..=15).contains(&index))
        };
        let shade =
            shade.unwrap_or_else(|| if light_ground().unwrap_or(false) { Shade::Light } else { Shade::Dark });
        Theme { shade, colours }
    }

    /// The ground everything stands on.
    pub(crate) fn ground(&self) -> Style {
        let style = self.style(Role::Text);
        match (self.colours, self.shade) {
            (Colours::None | Colours::Few, _) => style,
            (_, Shade::Dark) => style.bg(self.level(&Ink(0x11_151b, Color::Reset))),
            (_, Shade::Light) => style.bg(self.level(&Ink(0xfb_faf7, Color::Reset))),
        }
    }

    /// The ground of a lifted area: bars, the row under the cursor.
    fn raised(&self, role: Role) -> Option<Color> {
        let ink = match (role, self.shade) {
            (Role::Bar, Shade::Dark) => 0x1b_2129,
            (Role::Bar, Shade::Light) => 0xee_ebe3,
            (Role::Cursor, Shade::Dark) => 0x2a_3441,
            (Role::Cursor, Shade::Light) => 0xdf_e6ee,
            _ => return None,
        };
        matches!(self.colours, Colours::True | Colours::Many).then(|| self.level(&Ink(ink, Color::Reset)))
    }

    /// What a role looks like.
    pub(crate) fn style(&self, role: Role) -> Style {
        let mut style = Style::new();
        if self.colours != Colours::None {
            style = style.fg(self.level(&ink(role, self.shade)));
        }
        if let Some(ground) = self.raised(role) {
            style = style.bg(ground);
        }
        style.add_modifier(self.modifiers(role))
    }

    /// A single cell under a cursor: it stands out most where the keys are.
    pub(crate) fn pointer(&self, style: Style, keys: bool) -> Style {
        style.add_modifier(if keys {
            Modifier::REVERSED | Modifier::BOLD
        } else {
            Modifier::UNDERLINED | Modifier::BOLD
        })
    }

    /// The colour alone, for fills; `None` where there are too few colours to fill with.
    pub(crate) fn fill(&self, role: Role) -> Option<Color> {
        matches!(self.colours, Colours::True | Colours::Many).then(|| self.level(&ink(role, self.shade)))
    }

    fn modifiers(&self, role: Role) -> Modifier {
        let plain = matches!(self.colours, Colours::None | Colours::Few);
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

    fn level(&self, ink: &Ink) -> Color {
        let [_, red, green, blue] = ink.0.to_be_bytes();
        match self.colours {
            Colours::True => Color::Rgb(red, green, blue),
            Colours::Many => Color::Indexed(nearest(red, green, blue)),
            Colours::Few => ink.1,
            Colours::None => Color::Reset,
        }
    }
}

fn ink(role: Role, shade: Shade) -> Ink {
    use Role::{
        Bad, Band, Bar, Border, Cursor, Dim, Error, Focus, Good, Grandmaster, Key, Mean, Organism, Paper,
        Rival, Subject, Tab, Text, Title, Warning,
    };
    match (role, shade) {
        (Text | Bar | Cursor, Shade::Dark) => Ink(0xd3_d9e0, Color::Reset),
        (Title | Tab, Shade::Dark) => Ink(0xf4_f6f8, Color::Reset),
        (Dim, Shade::Dark) => Ink(0x8d_97a5, Color::Gray),
        (Border, Shade::Dark) => Ink(0x43_4d5a, Color::DarkGray),
        (Focus | Key | Subject, Shade::Dark) => Ink(0xf0_bf4c, Color::Yellow),
        (Rival, Shade::Dark) => Ink(0xd9_91ec, Color::LightMagenta),
        (Grandmaster, Shade::Dark) => Ink(0x62_d9a9, Color::LightGreen),
        (Paper, Shade::Dark) => Ink(0x5c_cad6, Color::Cyan),
        (Good, Shade::Dark) => Ink(0x8c_d17d, Color::Green),
        (Organism, Shade::Dark) => Ink(0x6c_b2ff, Color::LightBlue),
        (Mean, Shade::Dark) => Ink(0xa9_c6ea, Color::White),
        (Band, Shade::Dark) => Ink(0x21_3349, Color::DarkGray),
        (Bad, Shade::Dark) => Ink(0xf0_8d7a, Color::LightRed),
        (Warning, Shade::Dark) => Ink(0xf2_a25c, Color::LightYellow),
        (Error, Shade::Dark) => Ink(0xff_6b68, Color::LightRed),
        (Text | Bar | Cursor, Shade::Light) => Ink(0x2b_3038, Color::Reset),
        (Title | Tab, Shade::Light) => Ink(0x0d_1117, Color::Reset),
        (Dim, Shade::Light) => Ink(0x66_6f7b, Color::DarkGray),
        (Border, Shade::Light) => Ink(0xc3_c6c9, Color::Gray),
        (Focus | Key | Subject, Shade::Light) => Ink(0x9a_5f00, Color::Magenta),
        (Rival, Shade::Light) => Ink(0x8f_35b0, Color::Red),
        (Grandmaster, Shade::Light) => Ink(0x0c_7a55, Color::Green),
        (Paper, Shade::Light) => Ink(0x0b_7285, Color::Cyan),
        (Good, Shade::Light) => Ink(0x2a_7d38, Color::Green),
        (Organism, Shade::Light) => Ink(0x18_5fc2, Color::Blue),
        (Mean, Shade::Light) => Ink(0x45_6ea6, Color::Blue),
        (Band, Shade::Light) => Ink(0xd8_e4f3, Color::Gray),
        (Bad, Shade::Light) => Ink(0xb8_4324, Color::Red),
        (Warning, Shade::Light) => Ink(0xa8_5200, Color::Red),
        (Error, Shade::Light) => Ink(0xc2_2020, Color::Red),
    }
}

/// The nearest of xterm's colour cube and grey ramp.
fn nearest(red: u8, green: u8, blue: u8) -> u8 {
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
        assert_eq!(detect(&[("TERM", "xterm-256color")]).colours, Colours::Many);
        assert_eq!(detect(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]).colours, Colours::True);
        assert_eq!(
            detect(&[("TERM", "xterm"), ("NO_COLOR", "1"), ("COLORTERM", "truecolor")]).colours,
            Colours::None
        );
        assert_eq!(detect(&[("TERM", "linux"), ("NO_COLOR", "")]).colours, Colours::Few);
        assert_eq!(detect(&[("COLORFGBG", "0;15")]).shade, Shade::Light);
        assert_eq!(detect(&[("COLORFGBG", "15;0")]).shade, Shade::Dark);
    }

    #[test]
    fn without_colours_no_role_has_one() {
        let theme = Theme { shade: Shade::Dark, colours: Colours::None };
        for role in [Role::Subject, Role::Rival, Role::Cursor, Role::Error, Role::Bar] {
            let style = theme.style(role);
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert!(theme.style(Role::Cursor).add_modifier.contains(Modifier::REVERSED));
    }

    #[test]
    fn nearest_of_the_cube() {
        assert_eq!(nearest(255, 0, 0), 196);
        assert_eq!(nearest(8, 8, 8), 232);
    }
}
