//! The style of chessboards: squares, pieces, and marked squares.
//!
//! A marked square has brackets as well as a background of its own: see [`SquareMark::brackets`].

use ratatui::style::{Modifier, Style};
use shakmaty::Color as Side;

use super::{Colours, Role, Shade, Theme};

/// The mark of a square: the player whose move includes the square, or another reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SquareMark {
    /// The organism under study.
    Subject,
    /// The organism that the subject is compared with.
    Rival,
    /// The player of the game that the position comes from.
    Grandmaster,
    /// A move of a line that is shown or played.
    Line,
    /// A square that the selected piece can move to.
    Target,
    /// The square of the selected piece.
    Picked,
    /// The square under the cursor.
    Cursor,
}

impl SquareMark {
    /// Returns the characters to the left and the right of a piece on a marked square.
    pub(crate) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            SquareMark::Subject => ("[", "]"),
            SquareMark::Rival => ("{", "}"),
            SquareMark::Grandmaster => ("(", ")"),
            SquareMark::Line => ("<", ">"),
            SquareMark::Target => ("•", "•"),
            SquareMark::Picked => ("|", "|"),
            SquareMark::Cursor => ("»", "«"),
        }
    }

    /// Returns the role of texts about this mark.
    pub(crate) fn role(self) -> Role {
        match self {
            SquareMark::Subject => Role::Subject,
            SquareMark::Rival => Role::Rival,
            SquareMark::Grandmaster => Role::Grandmaster,
            SquareMark::Line | SquareMark::Target | SquareMark::Picked => Role::Title,
            SquareMark::Cursor => Role::Key,
        }
    }

    fn background(self, shade: Shade) -> u32 {
        match (self, shade) {
            (SquareMark::Subject, Shade::Dark) => 0x8f_6a12,
            (SquareMark::Subject, Shade::Light) => 0xf3_cf7a,
            (SquareMark::Rival, Shade::Dark) => 0x7b_4791,
            (SquareMark::Rival, Shade::Light) => 0xdd_b5ec,
            (SquareMark::Grandmaster, Shade::Dark) => 0x23_7a5c,
            (SquareMark::Grandmaster, Shade::Light) => 0x93_dcba,
            (SquareMark::Line, Shade::Dark) => 0x3b_6ea8,
            (SquareMark::Line, Shade::Light) => 0xa9_cdf5,
            (SquareMark::Target, Shade::Dark) => 0x56_7a3a,
            (SquareMark::Target, Shade::Light) => 0xc3_e3a0,
            (SquareMark::Picked, Shade::Dark) => 0x3f_8f45,
            (SquareMark::Picked, Shade::Light) => 0x94_d184,
            (SquareMark::Cursor, Shade::Dark) => 0xb0_7f14,
            (SquareMark::Cursor, Shade::Light) => 0xf3_cf7a,
        }
    }
}

impl Theme {
    /// Returns whether areas such as squares have background colours. Otherwise dots mark the dark squares.
    pub(crate) fn has_backgrounds(&self) -> bool {
        matches!(self.colours, Colours::TrueColour | Colours::Xterm256)
    }

    /// Returns whether the pieces of both sides have filled shapes and differ only in colour. On a dark background an
    /// outlined piece looks like a piece of the other side.
    pub(crate) fn fills_pieces(&self) -> bool {
        self.has_backgrounds() && self.shade == Shade::Dark
    }

    /// Returns the style of a dark or light square with its mark.
    pub(crate) fn square(&self, dark: bool, mark: Option<SquareMark>) -> Style {
        let background = match (mark, dark, self.shade) {
            (Some(mark), ..) => mark.background(self.shade),
            (None, true, Shade::Dark) => 0x44_5264,
            (None, false, Shade::Dark) => 0x66_778b,
            (None, true, Shade::Light) => 0xc4_cdc2,
            (None, false, Shade::Light) => 0xef_ede4,
        };
        let style = self.style(Role::Text);
        if self.has_backgrounds() { style.bg(self.rgb(background)) } else { style }
    }

    /// Returns the style of a piece on a square.
    pub(crate) fn piece(&self, side: Side, square: Style) -> Style {
        let colour = match (self.fills_pieces(), side) {
            (true, Side::White) => Some(0xff_ffff),
            (true, Side::Black) => Some(0x05_070a),
            (false, _) => self.has_backgrounds().then_some(0x0d_1117),
        };
        let style = colour.map_or(square, |colour| square.fg(self.rgb(colour)));
        style.add_modifier(Modifier::BOLD)
    }
}
