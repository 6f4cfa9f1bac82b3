//! What a chessboard looks like: squares, pieces, and the squares of the moves looked at.
//!
//! A square of a move has brackets as well as a ground of its own: see [`Player::brackets`].

use ratatui::style::{Modifier, Style};
use shakmaty::Color as Side;

use super::{Color, Colours, Ink, Role, Shade, Theme};

/// Whose move a square belongs to, or what else it is marked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Player {
    /// The organism all screens speak of.
    Subject,
    /// The organism it is compared with.
    Rival,
    /// The player of the game.
    Grandmaster,
    /// A move of a line stepped through or played.
    Line,
    /// Where the piece picked up can go.
    Target,
    /// The piece picked up.
    Picked,
    /// Where the keys are.
    Cursor,
}

impl Player {
    /// What stands to the left and the right of a piece on a square of this player's move.
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

    /// The role of this player's words.
    pub(crate) fn role(self) -> Role {
        match self {
            Player::Subject => Role::Subject,
            Player::Rival => Role::Rival,
            Player::Grandmaster => Role::Grandmaster,
            Player::Line | Player::Target | Player::Picked => Role::Title,
            Player::Cursor => Role::Key,
        }
    }

    fn ground(self, shade: Shade) -> u32 {
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
    /// Whether squares have grounds; elsewhere dots tell the dark ones.
    pub(crate) fn paints_squares(&self) -> bool {
        matches!(self.colours, Colours::True | Colours::Many)
    }

    /// Whether the pieces of both sides have filled shapes, told apart by their ink: on dark ground an
    /// outline reads as the other side's.
    pub(crate) fn fills_pieces(&self) -> bool {
        self.paints_squares() && self.shade == Shade::Dark
    }

    /// A cell of a square: dark or light, with the ground of the move it belongs to.
    pub(crate) fn square(&self, dark: bool, of: Option<Player>) -> Style {
        let ground = match (of, dark, self.shade) {
            (Some(player), ..) => player.ground(self.shade),
            (None, true, Shade::Dark) => 0x44_5264,
            (None, false, Shade::Dark) => 0x66_778b,
            (None, true, Shade::Light) => 0xc4_cdc2,
            (None, false, Shade::Light) => 0xef_ede4,
        };
        let style = self.style(Role::Text);
        if self.paints_squares() { style.bg(self.level(&Ink(ground, Color::Reset))) } else { style }
    }

    /// A piece on a square of that style.
    pub(crate) fn piece(&self, side: Side, square: Style) -> Style {
        let ink = match (self.fills_pieces(), side) {
            (true, Side::White) => Some(0xff_ffff),
            (true, Side::Black) => Some(0x05_070a),
            (false, _) => self.paints_squares().then_some(0x0d_1117),
        };
        let style = ink.map_or(square, |ink| square.fg(self.level(&Ink(ink, Color::Reset))));
        style.add_modifier(Modifier::BOLD)
    }
}
