//! The ramp of heatmaps: a share from 0 to 1 as a colour, or where there are too few colours as a shade glyph.
//!
//! Colours are laid out in OKLab (B. Ottosson, *A perceptual color space for image processing*, 2020): lightness
//! rises evenly from the low end to the high one on dark ground and falls evenly on light ground, so that equal
//! steps of a value look equal, also to who sees few hues.

use ratatui::style::{Color, Modifier, Style};

use super::{Colours, Ink, Role, Shade, Theme};

/// How many steps a ramp has; as many as a gene of six bits has values.
const STEPS: usize = 64;

/// The shades of the ramp where a cell is a glyph, lightest first.
const GLYPHS: [&str; 5] = [" ", "░", "▒", "▓", "█"];

/// The same in ASCII.
const ASCII: [&str; 5] = [" ", ".", ":", "+", "#"];

/// A ramp of a theme, made once a frame.
pub(crate) struct Ramp {
    /// Each step's colour, none without colours.
    steps: Vec<Option<Color>>,
    /// From which step on dark ink reads better on it (dark theme) or light ink (light theme).
    shade: Shade,
    /// Whether a cell is filled with its colour; otherwise it is a glyph.
    filled: bool,
    glyphs: [&'static str; 5],
    /// Text where cells are not filled: of a low and of a high value.
    plain: (Style, Style),
}

impl Theme {
    /// The ramp of heatmaps. Where only ASCII may be drawn, cells are glyphs whatever colours there are.
    pub(crate) fn heat(&self, ascii: bool) -> Ramp {
        let step = |index: usize| {
            let share = index as f64 / (STEPS - 1) as f64;
            match self.colours {
                Colours::None => None,
                Colours::Few => Some(few(share, self.shade)),
                Colours::True | Colours::Many => {
                    Some(self.level(&Ink(even(share, self.shade), Color::Reset)))
                }
            }
        };
        Ramp {
            steps: (0..STEPS).map(step).collect(),
            shade: self.shade,
            filled: matches!(self.colours, Colours::True | Colours::Many) && !ascii,
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

    /// The glyph and the style of a cell.
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

    /// The style of text written over a cell.
    pub(crate) fn ink(&self, share: f64) -> Style {
        match self.colour(share) {
            Some(colour) if self.filled => {
                let dark = (share >= 0.45) == (self.shade == Shade::Dark);
                let ink = if dark { Color::Indexed(16) } else { Color::Indexed(231) };
                Style::new().fg(ink).bg(colour).add_modifier(Modifier::BOLD)
            }
            _ if share < 0.5 => self.plain.0,
            _ => self.plain.1,
        }
    }
}

/// The nearest a terminal of 16 colours has: one colour for each shade glyph.
fn few(share: f64, shade: Shade) -> Color {
    let ramp = match shade {
        Shade::Dark => [Color::Blue, Color::Blue, Color::Cyan, Color::Green, Color::LightYellow],
        Shade::Light => [Color::Gray, Color::Cyan, Color::Green, Color::Blue, Color::Black],
    };
    ramp[((share.clamp(0.0, 1.0) * 4.0).round() as usize).min(4)]
}

/// The colour of a share, red, green and blue.
fn even(share: f64, shade: Shade) -> u32 {
    let between = |from: f64, to: f64| from + share * (to - from);
    let (lightness, chroma, hue) = match shade {
        Shade::Dark => (between(0.27, 0.92), between(0.09, 0.15), between(285.0, 95.0)),
        Shade::Light => (between(0.93, 0.36), between(0.05, 0.16), between(110.0, 285.0)),
    };
    // Where the colour lies outside what a screen shows it loses chroma, never lightness.
    let mut chroma = chroma;
    loop {
        match rgb(lightness, chroma, hue) {
            Some(colour) => return colour,
            None if chroma < 0.004 => return 0x80_8080,
            None => chroma -= 0.004,
        }
    }
}

/// OKLCh to sRGB; none outside its gamut.
fn rgb(lightness: f64, chroma: f64, hue: f64) -> Option<u32> {
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
        Theme { shade, colours }.heat(ascii)
    }

    #[test]
    fn low_and_high_differ_at_every_depth_of_colour() {
        for shade in [Shade::Dark, Shade::Light] {
            for colours in [Colours::True, Colours::Many, Colours::Few, Colours::None] {
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
    fn without_colours_and_in_ascii_the_glyph_tells() {
        let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
        let glyphs = |colours, ascii| shares.map(|share| ramp(colours, Shade::Dark, ascii).cell(share).0);
        assert_eq!(glyphs(Colours::None, false), GLYPHS);
        assert_eq!(glyphs(Colours::None, true), ASCII);
        assert_eq!(glyphs(Colours::Few, false), GLYPHS);
        assert_eq!(glyphs(Colours::True, true), ASCII);
        assert_eq!(ramp(Colours::None, Shade::Dark, false).cell(1.0).1, Style::new());
    }

    /// The lightness in OKLab of a colour.
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
            let at = |step: u32| lightness(even(f64::from(step) / 8.0, shade));
            let whole = at(8) - at(0);
            for step in 0..8 {
                let part = (at(step + 1) - at(step)) / whole;
                assert!((part - 0.125).abs() < 0.01, "{shade:?} step {step}: {part}");
            }
        }
    }
}
