//! The style of chessboards: squares, pieces, and marked squares.
//!
//! A marked square has brackets as well as a background of its own: see [`Player::brackets`].

use ratatui::style::{Modifier, Style};
use shakmaty::Color as Side;

use super::{Colours, Role, Shade, Theme};

/// The mark of a square: the player whose move includes the square, or another reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Player {
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

impl Player {
    /// Returns the characters to the left and the right of a piece on a marked square.
    pub(crate) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Player::Subject => ("[", "]"),
            Player::Rival => ("{", "}"),
            Player::Grandmaster => ("(", ")"),
            Player::Line => ("<", ">"),
            Player::Target => ("•", "•"),
            Player::Picked => ("|", "|"),
            Player::Cursor => ("»", "«"),
        }
    }

    /// Returns the role of texts about this mark.
    pub(crate) fn role(self) -> Role {
        match self {
            Player::Subject => Role::Subject,
            Player::Rival => Role::Rival,
            Player::Grandmaster => Role::Grandmaster,
            Player::Line | Player::Target | Player::Picked => Role::Title,
            Player::Cursor => Role::Key,
        }
    }

    fn background(self, shade: Shade) -> u32 {
        match (self, shade) {
            (Player::Subject, Shade::Dark) => 0x8f_6a12,
            (Player::Subject, Shade::Light) => 0xf3_cf7a,
            (Player::Rival, Shade::Dark) => 0x7b_4791,
            (Player::Rival, Shade::Light) => 0xdd_b5ec,
            (Player::Grandmaster, Shade::Dark) => 0x23_7a5c,
            (Player::Grandmaster, Shade::Light) => 0x93_dcba,
            (Player::Line, Shade::Dark) => 0x3b_6ea8,
            (Player::Line, Shade::Light) => 0xa9_cdf5,
            (Player::Target, Shade::Dark) => 0x56_7a3a,
            (Player::Target, Shade::Light) => 0xc3_e3a0,
            (Player::Picked, Shade::Dark) => 0x3f_8f45,
            (Player::Picked, Shade::Light) => 0x94_d184,
            (Player::Cursor, Shade::Dark) => 0xb0_7f14,
            (Player::Cursor, Shade::Light) => 0xf3_cf7a,
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
    pub(crate) fn square(&self, dark: bool, mark: Option<Player>) -> Style {
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
