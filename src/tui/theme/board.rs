//! The style of chessboards: squares, pieces, and marked squares.
//!
//! A marked square has a background of its own or, without colours, brackets: see [`SquareMark::brackets`].

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
    /// The king in check.
    Check,
    /// A square that the selected piece can move to.
    Target,
    /// The square of the selected piece.
    Picked,
    /// The square under the cursor.
    Cursor,
}

/// What a pixel of a piece's picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    /// The square behind the piece.
    Square,
    /// The outline of the piece and the lines inside it.
    Outline,
    /// The piece.
    Piece,
}

impl SquareMark {
    /// Returns the characters to the left and the right of a piece on a marked square.
    pub(crate) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            SquareMark::Subject => ("[", "]"),
            SquareMark::Rival => ("{", "}"),
            SquareMark::Grandmaster => ("(", ")"),
            SquareMark::Line => ("<", ">"),
            SquareMark::Check => ("!", "!"),
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
            SquareMark::Check => Role::Error,
            SquareMark::Cursor => Role::Key,
        }
    }

    fn background(self, shade: Shade) -> u32 {
        match (self, shade) {
            (SquareMark::Subject, Shade::Dark) => 0x8f_6a12,
            (SquareMark::Subject, Shade::Light) => 0xd6_a544,
            (SquareMark::Rival, Shade::Dark) => 0x7b_4791,
            (SquareMark::Rival, Shade::Light) => 0xb8_8ad2,
            (SquareMark::Grandmaster, Shade::Dark) => 0x23_7a5c,
            (SquareMark::Grandmaster, Shade::Light) => 0x5f_b592,
            (SquareMark::Line, Shade::Dark) => 0x3b_6ea8,
            (SquareMark::Line, Shade::Light) => 0x7c_a8dc,
            (SquareMark::Check, Shade::Dark) => 0xa3_343a,
            (SquareMark::Check, Shade::Light) => 0xe0_7a75,
            (SquareMark::Target, Shade::Dark) => 0x56_7a3a,
            (SquareMark::Target, Shade::Light) => 0x9d_c278,
            (SquareMark::Picked, Shade::Dark) => 0x3f_8f45,
            (SquareMark::Picked, Shade::Light) => 0x6f_b35c,
            (SquareMark::Cursor, Shade::Dark) => 0xb0_7f14,
            (SquareMark::Cursor, Shade::Light) => 0xe2_b34e,
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
            // White and black pieces are readable on both.
            (None, true, Shade::Dark) => 0x4c_5b6e,
            (None, false, Shade::Dark) => 0x66_778b,
            (None, true, Shade::Light) => 0x7f_93a3,
            (None, false, Shade::Light) => 0xa6_b5c1,
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

    /// Returns the style of a cell of a piece's picture on a square.
    pub(crate) fn sprite(&self, side: Side, square: Style, foreground: Layer, background: Layer) -> Style {
        let colour = |layer| match (layer, side) {
            (Layer::Square, _) => square.bg,
            (Layer::Piece, Side::White) => Some(self.rgb(0xff_ffff)),
            (Layer::Piece, Side::Black) => Some(self.rgb(0x07_0a0e)),
            (Layer::Outline, Side::White) => Some(self.rgb(0x23_2b35)),
            (Layer::Outline, Side::Black) => Some(self.rgb(0xc3_ced9)),
        };
        Style { fg: colour(foreground), bg: colour(background), ..Style::new() }
    }

    /// Returns the style of an arrow; `None` if the terminal has too few colours.
    pub(crate) fn arrow(&self, mark: SquareMark) -> Option<Style> {
        let colour = match (mark, self.shade) {
            (SquareMark::Subject, Shade::Dark) => 0xff_cf5c,
            (SquareMark::Rival, Shade::Dark) => 0xe6_a6f7,
            (SquareMark::Grandmaster, Shade::Dark) => 0x7c_f0c2,
            (_, Shade::Dark) => 0xa8_d0ff,
            (SquareMark::Subject, Shade::Light) => 0x7a_4a00,
            (SquareMark::Rival, Shade::Light) => 0x6a_1f8a,
            (SquareMark::Grandmaster, Shade::Light) => 0x04_5238,
            (_, Shade::Light) => 0x10_3f8a,
        };
        self.has_backgrounds().then(|| Style::new().fg(self.rgb(colour)).add_modifier(Modifier::BOLD))
    }

    /// Returns the style of the evaluation bar: the foreground is the lower part, Black's if `flipped`.
    pub(crate) fn evaluation_bar(&self, flipped: bool) -> Style {
        if !self.has_backgrounds() {
            return Style::new();
        }
        let (white, black) = (self.rgb(0xe9_edf1), self.rgb(0x23_2a33));
        let (lower, upper) = if flipped { (black, white) } else { (white, black) };
        Style::new().fg(lower).bg(upper)
    }
}
