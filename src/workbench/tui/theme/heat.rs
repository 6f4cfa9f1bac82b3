//! The colour ramp of heatmaps. It shows a share from 0 to 1 as a colour, or as a shade glyph if the terminal has too
//! few colours.
//!
//! The ramp is defined in OKLab (B. Ottosson, *A perceptual color space for image processing*, 2020). From low to high
//! shares its lightness increases linearly on a dark background and decreases linearly on a light one, so that equal
//! steps of a value look equal, also to people with colour blindness.

use ratatui::style::{Color, Modifier, Style};

use super::{Colours, Role, Shade, Theme};

/// The number of steps of a ramp; equal to the number of values of a gene of six bits.
const STEPS: usize = 64;

/// The shade glyphs, lightest first.
const GLYPHS: [&str; 5] = [" ", "░", "▒", "▓", "█"];

/// The shade glyphs in ASCII.
const ASCII: [&str; 5] = [" ", ".", ":", "+", "#"];

/// The colour ramp of a theme.
pub(crate) struct Ramp {
    /// The colour of each step; `None` without colours.
    steps: Vec<Option<Color>>,
    shade: Shade,
    /// Whether cells are filled with their colours. Otherwise they contain shade glyphs.
    filled: bool,
    glyphs: [&'static str; 5],
    /// The style of text on a low and on a high value, if cells are not filled.
    plain: (Style, Style),
}

impl Theme {
    /// Returns the colour ramp of heatmaps. In ASCII mode cells always contain shade glyphs.
    pub(crate) fn heat(&self, ascii: bool) -> Ramp {
        let step = |index: usize| {
            let share = index as f64 / (STEPS - 1) as f64;
            match self.colours {
                Colours::None => None,
                Colours::Ansi16 => Some(ansi_colour(share, self.shade())),
                Colours::TrueColour | Colours::Xterm256 => Some(self.rgb(rgb_of_share(share, self.shade()))),
            }
        };
        Ramp {
            steps: (0..STEPS).map(step).collect(),
            shade: self.shade(),
            filled: self.has_backgrounds() && !ascii,
            glyphs: if ascii { ASCII } else { GLYPHS },
            plain: (self.style(Role::Dim), self.style(Role::Title)),
        }
    }
}

impl Ramp {
    fn colour(&self, share: f64) -> Option<Color> {
        let index = (share.clamp(0.0, 1.0) * (STEPS - 1) as f64).round() as usize;
        self.steps.get(index).copied().flatten()
    }

    /// Returns the glyph and the style of a cell.
    pub(crate) fn cell(&self, share: f64) -> (&'static str, Style) {
        let style = Style::new();
        match self.colour(share) {
            Some(colour) if self.filled => (" ", style.bg(colour)),
            colour => {
                let index = (share.clamp(0.0, 1.0) * 4.0).round() as usize;
                (self.glyphs[index.min(4)], colour.map_or(style, |colour| style.fg(colour)))
            }
        }
    }

    /// Returns the style of text on a cell.
    pub(crate) fn text_style(&self, share: f64) -> Style {
        match self.colour(share) {
            Some(colour) if self.filled => {
                let dark = (share >= 0.45) == (self.shade == Shade::Dark);
                let text = if dark { Color::Indexed(16) } else { Color::Indexed(231) };
                Style::new().fg(text).bg(colour).add_modifier(Modifier::BOLD)
            }
            _ if share < 0.5 => self.plain.0,
            _ => self.plain.1,
        }
    }
}

/// Returns the ANSI colour of a share: one colour for each shade glyph.
fn ansi_colour(share: f64, shade: Shade) -> Color {
    let ramp = match shade {
        Shade::Dark => [Color::Blue, Color::Blue, Color::Cyan, Color::Green, Color::LightYellow],
        Shade::Light => [Color::Gray, Color::Cyan, Color::Green, Color::Blue, Color::Black],
    };
    ramp[((share.clamp(0.0, 1.0) * 4.0).round() as usize).min(4)]
}

/// Returns the RGB colour of a share.
fn rgb_of_share(share: f64, shade: Shade) -> u32 {
    let between = |from: f64, to: f64| from + share * (to - from);
    let (lightness, chroma, hue) = match shade {
        Shade::Dark => (between(0.27, 0.92), between(0.09, 0.15), between(285.0, 95.0)),
        Shade::Light => (between(0.93, 0.36), between(0.05, 0.16), between(110.0, 285.0)),
    };
    // A colour outside the sRGB gamut loses chroma, never lightness.
    let mut chroma = chroma;
    loop {
        match srgb(lightness, chroma, hue) {
            Some(colour) => return colour,
            None if chroma < 0.004 => return 0x80_8080,
            None => chroma -= 0.004,
        }
    }
}

/// Converts OKLCh to sRGB; `None` for a colour outside the gamut.
fn srgb(lightness: f64, chroma: f64, hue: f64) -> Option<u32> {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    let linear = [
        4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
        -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
        -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
    ];
    linear.into_iter().try_fold(0, |colour, part| {
        let inside = (-0.001..=1.001).contains(&part);
        let part = part.clamp(0.0, 1.0);
        let coded = if part <= 0.003_130_8 { 12.92 * part } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        inside.then_some(colour << 8 | (coded * 255.0).round() as u32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ramp(colours: Colours, shade: Shade, ascii: bool) -> Ramp {
        Theme::new(shade, colours).heat(ascii)
    }

    #[test]
    fn cells_of_different_values_differ_in_every_theme() {
        for shade in [Shade::Dark, Shade::Light] {
            for colours in [Colours::TrueColour, Colours::Xterm256, Colours::Ansi16, Colours::None] {
                for ascii in [false, true] {
                    let ramp = ramp(colours, shade, ascii);
                    let cells = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| ramp.cell(share));
                    for (index, cell) in cells.iter().enumerate() {
                        assert!(!cells[..index].contains(cell), "{colours:?} {shade:?} {ascii}: {cells:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn cells_are_glyphs_without_colours_and_in_ascii() {
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        let glyphs = |colours, ascii| shares.map(|share| ramp(colours, Shade::Dark, ascii).cell(share).0);
        assert_eq!(glyphs(Colours::None, false), GLYPHS);
        assert_eq!(glyphs(Colours::None, true), ASCII);
        assert_eq!(glyphs(Colours::Ansi16, false), GLYPHS);
        assert_eq!(glyphs(Colours::TrueColour, true), ASCII);
        assert_eq!(ramp(Colours::None, Shade::Dark, false).cell(1.0).1, Style::new());
    }

    /// Returns the OKLab lightness of an RGB colour.
    fn lightness(colour: u32) -> f64 {
        let [_, red, green, blue] = colour.to_be_bytes().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let l = 0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue;
        let m = 0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue;
        let s = 0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue;
        0.210_454_255_3 * l.cbrt() + 0.793_617_785_0 * m.cbrt() - 0.004_072_046_8 * s.cbrt()
    }

    #[test]
    fn equal_steps_of_a_value_are_equal_steps_of_lightness() {
        for shade in [Shade::Dark, Shade::Light] {
            let at = |step: u32| lightness(rgb_of_share(f64::from(step) / 8.0, shade));
            let whole = at(8) - at(0);
            for step in 0..8 {
                let part = (at(step + 1) - at(step)) / whole;
                assert!((part - 0.125).abs() < 0.01, "{shade:?} step {step}: {part}");
            }
        }
    }
}
