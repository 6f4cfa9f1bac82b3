//! The style of chessboards: squares, pieces, and marked squares.
//!
//! A marked square has a background of its own or, without colours, brackets: see [`SquareMark::brackets`].

use ratatui::style::{Modifier, Style};
use shakmaty::Color as Side;

use super::parts::{Arrow, Part, Square};
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
}

impl Theme {
    /// Returns whether areas such as squares have background colours. Otherwise dots mark the dark squares.
    pub(crate) fn has_backgrounds(&self) -> bool {
        matches!(self.colours, Colours::TrueColour | Colours::Xterm256)
    }

    /// Returns whether the pieces of both sides have filled shapes and differ only in colour. On a dark background an
    /// outlined piece looks like a piece of the other side.
    pub(crate) fn fills_pieces(&self) -> bool {
        self.has_backgrounds() && self.shade() == Shade::Dark
    }

    /// Returns the style of a dark or light square with its mark.
    pub(crate) fn square(&self, dark: bool, mark: Option<SquareMark>) -> Style {
        // White and black pieces are readable on all of them.
        let part = match mark {
            Some(mark) => Part::Mark(mark),
            None => Part::Square(if dark { Square::Dark } else { Square::Light }),
        };
        let style = self.style(Role::Text);
        if self.has_backgrounds() { style.bg(self.colour(part)) } else { style }
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
        let arrow = match mark {
            SquareMark::Subject => Arrow::Subject,
            SquareMark::Rival => Arrow::Rival,
            SquareMark::Grandmaster => Arrow::Grandmaster,
            _ => Arrow::Line,
        };
        let colour = || self.colour(Part::Arrow(arrow));
        self.has_backgrounds().then(|| Style::new().fg(colour()).add_modifier(Modifier::BOLD))
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
