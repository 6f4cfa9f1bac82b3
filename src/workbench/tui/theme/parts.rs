//! The colours of the shipped themes.

use ratatui::style::Color;

use crate::tui::prelude::*;

/// What a colour of a theme is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text, lines and curves.
    Text(Role),
    /// What is behind text.
    Ground(Ground),
    /// A square without a mark.
    Square(Square),
    /// A square with a mark.
    Mark(SquareMark),
    /// An arrow between squares.
    Arrow(Arrow),
}

/// What is behind text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    Screen,
    /// The top and bottom bars.
    Bar,
    /// The selected row.
    Cursor,
}

/// A square without a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Square {
    Dark,
    Light,
}

/// The player whose move an arrow shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrow {
    Subject,
    Rival,
    Grandmaster,
    /// Any other move.
    Line,
}

/// The names of the shipped themes.
pub(crate) const SHIPPED: [&str; 4] = ["dark", "light", "high-contrast", "colour-blind"];

/// A colour of all shipped themes.
pub(super) struct PartRow {
    pub(super) part: Part,
    /// The name in a configuration.
    pub(super) name: &'static str,
    /// A description of one line.
    pub(super) about: &'static str,
    /// The RGB colours, in the order of [`SHIPPED`].
    pub(super) rgb: [u32; SHIPPED.len()],
    /// The colours on terminals with 16 colours. Only text has them.
    pub(super) ansi: [Color; SHIPPED.len()],
}

/// The number of colours of a theme.
pub(super) const COUNT: usize = 37;

const fn row(
    part: Part,
    name: &'static str,
    about: &'static str,
    rgb: [u32; 4],
    ansi: [Color; 4],
) -> PartRow {
    PartRow { part, name, about, rgb, ansi }
}

const fn text(
    role: Role,
    name: &'static str,
    about: &'static str,
    rgb: [u32; 4],
    ansi: [Color; 4],
) -> PartRow {
    row(Part::Text(role), name, about, rgb, ansi)
}

const fn area(part: Part, name: &'static str, about: &'static str, rgb: [u32; 4]) -> PartRow {
    row(part, name, about, rgb, [Color::Reset; 4])
}

const PLAIN: [Color; 4] = [Color::Reset; 4];
const FIRST: [Color; 4] = [Color::Yellow, Color::Magenta, Color::LightYellow, Color::LightYellow];

/// All colours, each at the index of its part.
#[rustfmt::skip]
pub(super) static PARTS: [PartRow; COUNT] = {
    use Color::{Blue, Cyan, DarkGray, Gray, Green, LightBlue, LightCyan, LightGreen, LightMagenta, LightRed, LightYellow, Red, White};
    [
        text(Role::Text, "text", "plain text", [0xd3_d9e0, 0x2b_3038, 0xff_ffff, 0xd3_d9e0], PLAIN),
        text(Role::Dim, "dim", "less important text", [0x8d_97a5, 0x66_6f7b, 0xc8_ccd2, 0x98_a2b0], [Gray, DarkGray, Gray, Gray]),
        text(Role::Border, "border", "borders and axes", [0x43_4d5a, 0xc3_c6c9, 0x8a_9199, 0x43_4d5a], [DarkGray, Gray, Gray, DarkGray]),
        text(Role::Focus, "focus", "the border of the focused pane", [0xf0_bf4c, 0x9a_5f00, 0xff_d75f, 0xf5_e663], FIRST),
        text(Role::Title, "title", "titles", [0xf4_f6f8, 0x0d_1117, 0xff_ffff, 0xf4_f6f8], PLAIN),
        text(Role::Key, "key", "keys", [0xf0_bf4c, 0x9a_5f00, 0xff_d75f, 0xf5_e663], FIRST),
        text(Role::Subject, "subject", "the subject", [0xf0_bf4c, 0x9a_5f00, 0xff_d75f, 0xf5_e663], FIRST),
        text(Role::Rival, "rival", "the rival", [0xd9_91ec, 0x8f_35b0, 0xff_a0ff, 0xd8_a0ff], [LightMagenta, Red, LightMagenta, LightMagenta]),
        text(Role::Grandmaster, "grandmaster", "the grandmaster's move, the best move", [0x62_d9a9, 0x0c_7a55, 0x5f_ffaf, 0x22_c59a], [LightGreen, Green, LightGreen, Green]),
        text(Role::Paper, "paper", "values of the papers", [0x5c_cad6, 0x0b_7285, 0x5f_e8ff, 0x7f_c4f0], [Cyan, Cyan, LightCyan, LightCyan]),
        text(Role::Organism, "organism", "organisms, and the best curve", [0x6c_b2ff, 0x18_5fc2, 0x9c_cfff, 0x47_95f2], [LightBlue, Blue, LightCyan, LightBlue]),
        text(Role::Mean, "mean", "the curve of the mean", [0xd8_dee9, 0x55_5b66, 0xff_ffff, 0xe6_e6e6], [White, DarkGray, White, White]),
        text(Role::Band, "band", "the band from the 10th to the 90th percentile", [0x21_3349, 0xd8_e4f3, 0x1f_3f66, 0x21_3349], [DarkGray, Gray, DarkGray, DarkGray]),
        text(Role::Good, "good", "what runs or rose", [0x8c_d17d, 0x2a_7d38, 0x87_ff5f, 0x56_b4e9], [Green, Green, LightGreen, LightCyan]),
        text(Role::Bad, "bad", "what fell", [0xf0_8d7a, 0xb8_4324, 0xff_a58f, 0xf0_8a3c], [LightRed, Red, LightRed, LightRed]),
        text(Role::Warning, "warning", "warnings", [0xf2_a25c, 0xa8_5200, 0xff_b85f, 0xe6_a020], [LightYellow, Red, LightYellow, LightYellow]),
        text(Role::Error, "error", "errors", [0xff_6b68, 0xc2_2020, 0xff_9a9a, 0xff_7a4d], [LightRed, Red, LightRed, LightRed]),
        text(Role::Cursor, "cursor", "text of the selected row", [0xd3_d9e0, 0x2b_3038, 0xff_ffff, 0xd3_d9e0], PLAIN),
        text(Role::Bar, "bar", "text of the top and bottom bars", [0xd3_d9e0, 0x2b_3038, 0xff_ffff, 0xd3_d9e0], PLAIN),
        text(Role::Tab, "tab", "the tab of the screen shown", [0xf4_f6f8, 0x0d_1117, 0xff_ffff, 0xf4_f6f8], PLAIN),
        area(Part::Ground(Ground::Screen), "background", "behind everything", [0x11_151b, 0xfb_faf7, 0x00_0000, 0x11_151b]),
        area(Part::Ground(Ground::Bar), "bar background", "behind the top and bottom bars", [0x1b_2129, 0xee_ebe3, 0x1a_1a1a, 0x1b_2129]),
        area(Part::Ground(Ground::Cursor), "cursor background", "behind the selected row", [0x2a_3441, 0xdf_e6ee, 0x00_3a5c, 0x2a_3441]),
        area(Part::Square(Square::Dark), "dark square", "dark squares of boards", [0x4c_5b6e, 0x7f_93a3, 0x3d_4a5a, 0x4c_5b6e]),
        area(Part::Square(Square::Light), "light square", "light squares of boards", [0x66_778b, 0xa6_b5c1, 0x73_8499, 0x66_778b]),
        area(Part::Mark(SquareMark::Subject), "subject square", "squares of the subject's move", [0x8f_6a12, 0xd6_a544, 0xb8_8400, 0x9c_8a1c]),
        area(Part::Mark(SquareMark::Rival), "rival square", "squares of the rival's move", [0x7b_4791, 0xb8_8ad2, 0x9a_4fbf, 0x7a_56b8]),
        area(Part::Mark(SquareMark::Grandmaster), "grandmaster square", "squares of the grandmaster's move", [0x23_7a5c, 0x5f_b592, 0x16_905f, 0x1b_7f62]),
        area(Part::Mark(SquareMark::Line), "line square", "squares of the last move, or of a line", [0x3b_6ea8, 0x7c_a8dc, 0x2f_7fd6, 0x3b_6ea8]),
        area(Part::Mark(SquareMark::Check), "check square", "the square of a king in check", [0xa3_343a, 0xe0_7a75, 0xd0_2a32, 0xb0_451a]),
        area(Part::Mark(SquareMark::Target), "target square", "squares that the selected piece can move to", [0x56_7a3a, 0x9d_c278, 0x5f_9a2a, 0x2f_6f9c]),
        area(Part::Mark(SquareMark::Picked), "picked square", "the square of the selected piece", [0x3f_8f45, 0x6f_b35c, 0x2f_a038, 0x2a_84c0]),
        area(Part::Mark(SquareMark::Cursor), "cursor square", "the square under the cursor", [0xb0_7f14, 0xe2_b34e, 0xe0_a000, 0xb8_a01c]),
        area(Part::Arrow(Arrow::Subject), "subject arrow", "the arrow of the subject's move", [0xff_cf5c, 0x7a_4a00, 0xff_e066, 0xff_f07a]),
        area(Part::Arrow(Arrow::Rival), "rival arrow", "the arrow of the rival's move", [0xe6_a6f7, 0x6a_1f8a, 0xf4_b8ff, 0xe0_b8ff]),
        area(Part::Arrow(Arrow::Grandmaster), "grandmaster arrow", "the arrow of the grandmaster's move", [0x7c_f0c2, 0x04_5238, 0x8a_ffd0, 0x5f_e0bd]),
        area(Part::Arrow(Arrow::Line), "line arrow", "the arrow of any other move", [0xa8_d0ff, 0x10_3f8a, 0xb8_dcff, 0xa8_d0ff]),
    ]
};

impl Part {
    /// Returns the index of its row.
    pub(super) fn index(self) -> usize {
        match self {
            Part::Text(role) => role as usize,
            Part::Ground(ground) => 20 + ground as usize,
            Part::Square(square) => 23 + square as usize,
            Part::Mark(mark) => 25 + mark as usize,
            Part::Arrow(arrow) => 33 + arrow as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_is_at_its_index_under_a_name_of_its_own() {
        for (index, row) in PARTS.iter().enumerate() {
            assert_eq!(row.part.index(), index, "{}", row.name);
            assert!(!PARTS[..index].iter().any(|earlier| earlier.name == row.name), "{}", row.name);
        }
    }
}
