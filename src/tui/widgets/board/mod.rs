//! A chessboard in three sizes, with marked squares of moves.
//!
//! ```text
//! 8  r  .  b  q  k  b  .  r        A square has three cells, or seven by three with the piece in the middle.
//! 7  p  p  p [p] .  p  p  p        [ ] ( ) { } < >: the squares of a move, by mark.
//!    a  b  c  d  e  f  g  h        |P| •: a selected piece and its target squares; »P«: the cursor.
//! ```

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use shakmaty::{Board, Color, File, Piece, Rank, Role as Kind, Square};

use crate::tui::draw::Draw;
use crate::tui::theme::Role;
use crate::tui::theme::board::SquareMark;

/// The size of a board on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// Squares of two cells by one, without coordinates.
    Tiny,
    /// Squares of three cells by one.
    Small,
    /// Squares of seven cells by three.
    Large,
}

impl Size {
    /// Returns the width and height of a square in cells.
    fn square(self) -> (u16, u16) {
        match self {
            Size::Tiny => (2, 1),
            Size::Small => (3, 1),
            Size::Large => (7, 3),
        }
    }

    /// Returns the width in cells of the margins: the rank numbers at the left, the side to move at the right.
    fn margin(self) -> u16 {
        if self == Size::Tiny { 0 } else { 2 }
    }

    /// Returns the width and height of the board with its coordinates in cells.
    pub(crate) fn room(self) -> (u16, u16) {
        let (width, height) = self.square();
        (8 * width + 2 * self.margin(), 8 * height + u16::from(self != Size::Tiny))
    }
}

/// A marked square of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) square: Square,
    /// The reason for the mark.
    pub(crate) kind: SquareMark,
}

/// The position and the marks on a board.
#[derive(Debug, Clone)]
pub(crate) struct Picture<'a> {
    pub(crate) board: &'a Board,
    /// The side to move.
    pub(crate) turn: Color,
    /// Whether Black is at the bottom.
    pub(crate) flipped: bool,
    /// The squares of moves. A square may belong to several moves.
    pub(crate) marks: &'a [Mark],
    /// Whether pieces are letters instead of symbols.
    pub(crate) ascii: bool,
}

impl Picture<'_> {
    /// Returns the square at a column from the left and a row from the top.
    fn square(&self, column: u32, row: u32) -> Square {
        let (file, rank) = if self.flipped { (7 - column, row) } else { (column, 7 - row) };
        Square::from_coords(File::new(file), Rank::new(rank))
    }

    fn marks(&self, square: Square) -> impl Iterator<Item = SquareMark> + Clone {
        self.marks.iter().filter(move |mark| mark.square == square).map(|mark| mark.kind)
    }
}

/// Returns the symbol of a piece: a letter, or a shape. Shapes of White are outlines unless `filled`.
fn symbol(piece: Piece, filled: bool, ascii: bool) -> char {
    if ascii {
        return piece.char();
    }
    let (outline, full) = match piece.role {
        Kind::Pawn => ('♙', '♟'),
        Kind::Knight => ('♘', '♞'),
        Kind::Bishop => ('♗', '♝'),
        Kind::Rook => ('♖', '♜'),
        Kind::Queen => ('♕', '♛'),
        Kind::King => ('♔', '♚'),
    };
    if filled || piece.color == Color::Black { full } else { outline }
}

/// Returns the squares of a board at the top left of `area` with their places. Squares that do not fit are omitted.
pub(crate) fn squares(area: Rect, flipped: bool, size: Size) -> impl Iterator<Item = (Square, Rect)> {
    let (width, height) = size.square();
    Square::ALL.into_iter().filter_map(move |square| {
        let (file, rank) = (u32::from(square.file()) as u16, u32::from(square.rank()) as u16);
        let (column, row) = if flipped { (7 - file, rank) } else { (file, 7 - rank) };
        let place =
            Rect { x: area.x + size.margin() + column * width, y: area.y + row * height, width, height };
        (place.intersection(area) == place).then_some((square, place))
    })
}

/// Draws a board at the top left of `area`. Squares that do not fit are omitted.
pub(crate) fn draw(draw: &mut Draw<'_>, area: Rect, picture: &Picture<'_>, size: Size) {
    let (width, height) = size.square();
    let area = area.intersection(draw.buffer.area);
    for row in 0..8 {
        let y = area.y + row as u16 * height;
        if y + height > area.bottom() {
            return;
        }
        if size != Size::Tiny {
            let digit = picture.square(0, row).rank().char().to_string();
            draw.text(area.x, y + height / 2, area.width.min(1), &digit, Role::Dim);
        }
        for column in 0..8 {
            let x = area.x + size.margin() + column as u16 * width;
            if x + width <= area.right() {
                square(draw, picture, picture.square(column, row), Rect { x, y, width, height });
            }
        }
        let home = picture.turn.relative_rank(Rank::First) == picture.square(0, row).rank();
        let x = area.x + size.margin() + 8 * width;
        if home && size != Size::Tiny && x < area.right() {
            draw.text(x + 1, y + height / 2, 1.min(area.right() - x - 1), "◂", Role::Key);
        }
    }
    let y = area.y + 8 * height;
    if y < area.bottom() && size != Size::Tiny {
        for column in 0..8 {
            let x = area.x + size.margin() + column as u16 * width + width / 2;
            let letter = picture.square(column, 0).file().char().to_string();
            draw.text(x, y, area.right().saturating_sub(x).min(1), &letter, Role::Dim);
        }
    }
}

fn square(draw: &mut Draw<'_>, picture: &Picture<'_>, square: Square, area: Rect) {
    let marks = picture.marks(square);
    let is_input =
        |mark: &SquareMark| matches!(mark, SquareMark::Cursor | SquareMark::Picked | SquareMark::Target);
    // The marks of the user's input hide those of moves.
    let top = marks.clone().filter(is_input).last();
    let first = top.or_else(|| marks.clone().next());
    let last = top.or_else(|| marks.clone().last());
    let reachable = marks.clone().any(|mark| mark == SquareMark::Target);
    let piece = picture.board.piece_at(square);
    let dark = square.is_dark();
    let middle = area.x + area.width / 2;
    for position in area.positions() {
        // A square of two moves has the background of the first at the left, of the last at the right.
        let mark = if position.x < middle { first } else { last };
        let style = draw.theme.square(dark, mark);
        draw.styled(position.x, position.y, 1, " ", style);
    }
    let y = area.y + area.height / 2;
    let dot_is_enough = top == Some(SquareMark::Target) && piece.is_none();
    if let (Some(first), Some(last), false) = (first, last, dot_is_enough) {
        let mut left = draw.theme.piece(picture.turn, draw.theme.square(dark, Some(first)));
        let mut right = draw.theme.piece(picture.turn, draw.theme.square(dark, Some(last)));
        if !draw.theme.has_backgrounds() {
            left = left.patch(draw.theme.style(first.role()));
            right = right.patch(draw.theme.style(last.role()));
        }
        draw.styled(middle - 1, y, 1, first.brackets().0, left);
        // A tiny square has no room for the second bracket.
        if middle + 1 < area.right() {
            draw.styled(middle + 1, y, 1, last.brackets().1, right);
        }
    }
    let background = draw.theme.square(dark, last);
    match piece {
        Some(piece) => {
            let style = draw.theme.piece(piece.color, background);
            let symbol = symbol(piece, draw.theme.fills_pieces(), picture.ascii);
            draw.styled(middle, y, 1, &symbol.to_string(), style);
        }
        None if reachable => {
            let style = draw.theme.piece(picture.turn, background);
            draw.styled(middle, y, 1, "•", style);
        }
        None if dark && !draw.theme.has_backgrounds() => {
            let style = draw.theme.style(Role::Dim).remove_modifier(Modifier::BOLD);
            draw.styled(middle, y, 1, "·", style);
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use shakmaty::{Chess, Position};

    use super::*;
    use crate::tui::hit_map::HitMap;
    use crate::tui::theme::{Colours, Shade, Theme};

    fn lines(picture: &Picture<'_>, size: Size, colours: Colours) -> Vec<String> {
        let (width, height) = size.room();
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let mut hits = HitMap::default();
        let theme = Theme { shade: Shade::Dark, colours };
        let mut pen = Draw { buffer: &mut buffer, theme, hits: &mut hits, cursor: None };
        draw(&mut pen, area, picture, size);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned()).collect()
    }

    fn picture<'a>(board: &'a Board, marks: &'a [Mark]) -> Picture<'a> {
        Picture { board, turn: Color::White, flipped: false, marks, ascii: true }
    }

    #[test]
    fn brackets_depend_on_the_mark() {
        let start = Chess::default();
        let mark = |square, kind| Mark { square, kind };
        let marks = [
            mark(Square::E2, SquareMark::Subject),
            mark(Square::E4, SquareMark::Subject),
            mark(Square::E2, SquareMark::Grandmaster),
            mark(Square::E3, SquareMark::Grandmaster),
        ];
        let lines = lines(&picture(start.board(), &marks), Size::Small, Colours::None);
        assert_eq!(lines[0], "8  r  n  b  q  k  b  n  r");
        assert_eq!(lines[4], "4     ·     · [ ] ·     ·");
        assert_eq!(lines[5], "3  ·     ·    (·)    ·");
        assert_eq!(lines[6], "2  P  P  P  P [P) P  P  P");
        assert_eq!(lines[7], "1  R  N  B  Q  K  B  N  R  ◂");
        assert_eq!(lines[8], "   a  b  c  d  e  f  g  h");
    }

    #[test]
    fn target_squares_of_a_selected_piece_are_marked() {
        let start = Chess::default();
        let mark = |square, kind| Mark { square, kind };
        let marks = [
            mark(Square::E2, SquareMark::Line),
            mark(Square::E2, SquareMark::Picked),
            mark(Square::E3, SquareMark::Target),
            mark(Square::E4, SquareMark::Target),
            mark(Square::E4, SquareMark::Cursor),
            mark(Square::E7, SquareMark::Target),
        ];
        let lines = lines(&picture(start.board(), &marks), Size::Small, Colours::None);
        assert_eq!(lines[1], "7  p  p  p  p •p• p  p  p");
        assert_eq!(lines[4], "4     ·     · »•« ·     ·");
        assert_eq!(lines[5], "3  ·     ·     •     ·");
        assert_eq!(lines[6], "2  P  P  P  P |P| P  P  P");
    }

    #[test]
    fn squares_have_the_places_where_they_are_drawn() {
        let area = Rect::new(5, 2, 28, 9);
        let at = |square: Square, flipped| {
            squares(area, flipped, Size::Small).find(|(known, _)| *known == square).map(|(_, place)| place)
        };
        assert_eq!(at(Square::A8, false), Some(Rect::new(7, 2, 3, 1)));
        assert_eq!(at(Square::A8, true), Some(Rect::new(28, 9, 3, 1)));
        assert_eq!(squares(Rect { height: 4, ..area }, false, Size::Small).count(), 32);
    }

    #[test]
    fn black_is_at_the_bottom_of_a_flipped_board() {
        let start = Chess::default();
        let flipped = Picture { flipped: true, ..picture(start.board(), &[]) };
        let lines = lines(&flipped, Size::Small, Colours::None);
        assert_eq!(lines[0], "1  R  N  B  K  Q  B  N  R  ◂");
        assert_eq!(lines[7], "8  r  n  b  k  q  b  n  r");
        assert_eq!(lines[8], "   h  g  f  e  d  c  b  a");
    }

    #[test]
    fn symbols_distinguish_the_sides_without_colours() {
        let start = Chess::default();
        let pieces = Picture { ascii: false, ..picture(start.board(), &[]) };
        let plain = lines(&pieces, Size::Large, Colours::None);
        assert!(plain[1].contains('♜') && plain[22].contains('♖'), "{plain:?}");
        assert!(
            lines(&pieces, Size::Small, Colours::TrueColour)[7].contains('♜'),
            "filled; the colour distinguishes the sides"
        );
    }

    #[test]
    fn a_tiny_board_has_no_coordinates() {
        let start = Chess::default();
        let marks = [Square::E2, Square::E4].map(|square| Mark { square, kind: SquareMark::Line });
        let lines = lines(&picture(start.board(), &marks), Size::Tiny, Colours::None);
        assert_eq!(lines.len(), 8);
        assert_eq!(lines[0], " r n b q k b n r");
        assert_eq!(lines[4], "   ·   ·<  ·   ·");
        assert_eq!(lines[6], " P P P P<P P P P");
    }

    #[test]
    fn any_area_can_be_drawn_on() {
        let start = Chess::default();
        let mut hits = HitMap::default();
        for (width, height) in [(0, 0), (1, 1), (5, 3), (27, 8), (60, 24)] {
            let area = Rect::new(0, 0, width, height);
            let mut buffer = Buffer::empty(area);
            let theme = Theme { shade: Shade::Light, colours: Colours::Xterm256 };
            let mut pen = Draw { buffer: &mut buffer, theme, hits: &mut hits, cursor: None };
            for size in [Size::Tiny, Size::Small, Size::Large] {
                draw(&mut pen, Rect::new(0, 0, 80, 40), &picture(start.board(), &[]), size);
            }
        }
    }
}
