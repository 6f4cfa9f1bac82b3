//! A chessboard in six sizes, with marked squares, arrows of moves, and a bar for the evaluation.
//!
//! ```text
//! 8  r  .  b  q  k  b  .  r        A square has 2×1, 3×1, 4×2, 6×3, 8×4 or 10×5 cells. From 6×3 on, pieces are
//! 7  p  p  p [p] .  p  p  p        pictures where the terminal has colours.
//!    a  b  c  d  e  f  g  h        [ ] ( ) { } < > ! !: the squares of a move, by mark, without colours.
//!                                  |P| •: a selected piece and its target squares; »P«: the cursor.
//! ```

mod arrow;
mod art;
mod bar;
mod image;
mod sprite;

use ratatui::style::{Modifier, Style};
use shakmaty::{File, Piece, Rank, Role as Kind, Square};

pub(crate) use bar::white_share;

use crate::tui::prelude::*;

/// The size of a board on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Size {
    /// Squares of two cells by one, without coordinates.
    Tiny,
    /// Squares of three cells by one.
    Small,
    /// Squares of four cells by two.
    Medium,
    /// Squares of six cells by three.
    Large,
    /// Squares of eight cells by four.
    Huge,
    /// Squares of ten cells by five.
    Giant,
}

impl Size {
    /// The sizes with coordinates, the largest first.
    pub(crate) const ALL: [Size; 5] = [Size::Giant, Size::Huge, Size::Large, Size::Medium, Size::Small];

    /// Returns the width and height of a square in cells.
    pub(crate) fn square(self) -> (u16, u16) {
        match self {
            Size::Tiny => (2, 1),
            Size::Small => (3, 1),
            Size::Medium => (4, 2),
            Size::Large => (6, 3),
            Size::Huge => (8, 4),
            Size::Giant => (10, 5),
        }
    }

    /// Returns the width in cells of the margins: the rank numbers at the left, the side to move and the evaluation at
    /// the right.
    fn margin(self) -> u16 {
        if self == Size::Tiny { 0 } else { 2 }
    }

    /// Returns the width and height of the board with its coordinates in cells.
    pub(crate) fn room(self) -> (u16, u16) {
        let (width, height) = self.square();
        (8 * width + 2 * self.margin(), 8 * height + u16::from(self != Size::Tiny))
    }

    /// Returns the largest size that fits; [`Size::Small`] if none does.
    pub(crate) fn fitting(width: u16, height: u16) -> Size {
        let fits = |size: &Size| size.room().0 <= width && size.room().1 <= height;
        Size::ALL.into_iter().find(fits).unwrap_or(Size::Small)
    }

    /// Returns the width of a pane with a board in an area whose other panes need `others` columns, while the texts
    /// below the board need `below` rows.
    pub(crate) fn pane_width(area: Rect, others: u16, below: u16) -> u16 {
        let width = area.width.saturating_sub(others + BORDER);
        Size::fitting(width, area.height.saturating_sub(below + BORDER)).room().0 + BORDER
    }
}

/// The columns, and the rows, of a pane's border.
const BORDER: u16 = 2;

/// A marked square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) square: Square,
    /// The reason for the mark.
    pub(crate) kind: SquareMark,
}

/// A marked move: both squares, and an arrow where squares are large enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MarkedMove {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The reason for the mark.
    pub(crate) kind: SquareMark,
}

/// The position and the marks on a board.
#[derive(Debug, Clone)]
pub(crate) struct Picture<'a> {
    pub(crate) position: &'a Chess,
    /// Whether Black is at the bottom.
    pub(crate) flipped: bool,
    /// The marked moves. A square may belong to several moves.
    pub(crate) moves: &'a [MarkedMove],
    /// Other marked squares.
    pub(crate) marks: &'a [Mark],
    /// White's share of the evaluation bar, from 0 to 1; `None` for no bar.
    pub(crate) white_share: Option<f64>,
    /// Whether pieces are letters instead of symbols.
    pub(crate) ascii: bool,
}

impl Picture<'_> {
    /// Returns the square at a column from the left and a row from the top.
    fn square(&self, column: u32, row: u32) -> Square {
        let (file, rank) = if self.flipped { (7 - column, row) } else { (column, 7 - row) };
        Square::from_coords(File::new(file), Rank::new(rank))
    }

    /// Returns the marks of a square. The king in check is marked, too.
    fn marks(&self, square: Square) -> impl Iterator<Item = SquareMark> + Clone {
        let position = self.position;
        let king = position.board().king_of(position.turn());
        let check = (king == Some(square) && position.is_check()).then_some(SquareMark::Check);
        let moves = self.moves.iter().filter(move |m| m.from == square || m.to == square);
        let others = self.marks.iter().filter(move |mark| mark.square == square);
        moves.map(|m| m.kind).chain(others.map(|mark| mark.kind)).chain(check)
    }

    /// Returns the marks that colour the left and the right half of a square: those of the first and the last move.
    /// Marks of the user's input hide those of moves.
    fn backgrounds(&self, square: Square) -> (Option<SquareMark>, Option<SquareMark>) {
        let marks = self.marks(square);
        let top = marks.clone().filter(is_input).last();
        (top.or_else(|| marks.clone().next()), top.or_else(|| marks.last()))
    }
}

/// Returns whether a mark comes from the user's input.
fn is_input(mark: &SquareMark) -> bool {
    matches!(mark, SquareMark::Cursor | SquareMark::Picked | SquareMark::Target)
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

/// Returns the place of a square of a board at the top left of `area`.
fn place(area: Rect, flipped: bool, size: Size, square: Square) -> Rect {
    let (width, height) = size.square();
    let (file, rank) = (u32::from(square.file()) as u16, u32::from(square.rank()) as u16);
    let (column, row) = if flipped { (7 - file, rank) } else { (file, 7 - rank) };
    Rect { x: area.x + size.margin() + column * width, y: area.y + row * height, width, height }
}

/// Returns the squares of a board at the top left of `area` with their places. Squares that do not fit are omitted.
pub(crate) fn squares(area: Rect, flipped: bool, size: Size) -> impl Iterator<Item = (Square, Rect)> {
    Square::ALL.into_iter().filter_map(move |square| {
        let place = place(area, flipped, size, square);
        (place.intersection(area) == place).then_some((square, place))
    })
}

/// Draws a board at the top left of `area`. Squares that do not fit are omitted.
pub(crate) fn draw(draw: &mut Draw<'_>, area: Rect, picture: &Picture<'_>, size: Size) {
    let area = area.intersection(draw.buffer.area);
    let mut characters = false;
    for (square, place) in squares(area, picture.flipped, size) {
        if !image::draw(draw, picture, square, place, size) {
            draw_square(draw, picture, square, place, size);
            characters = true;
        }
    }
    if characters && size >= Size::Large && draw.theme.has_backgrounds() && !picture.ascii {
        picture.moves.iter().for_each(|m| arrow::draw(draw, area, picture, size, *m));
    }
    if size != Size::Tiny {
        margins(draw, area, picture, size);
    }
}

/// Draws the coordinates, the side to move and the evaluation bar.
fn margins(draw: &mut Draw<'_>, area: Rect, picture: &Picture<'_>, size: Size) {
    let (width, height) = size.square();
    let right = area.x + size.margin() + 8 * width;
    for row in 0..8 {
        let y = area.y + row as u16 * height;
        if y + height > area.bottom() {
            return;
        }
        let rank = picture.square(0, row).rank();
        draw.text(area.x, y + height / 2, area.width.min(1), &rank.char().to_string(), Role::Dim);
        let home = picture.position.turn().relative_rank(Rank::First) == rank;
        if home && right < area.right() {
            draw.text(right, y + height / 2, 1, "◂", Role::Key);
        }
    }
    if let Some(share) = picture.white_share.filter(|_| right + 1 < area.right()) {
        let place = Rect { x: right + 1, y: area.y, width: 1, height: 8 * height };
        bar::draw(draw, place, share, picture.flipped);
    }
    let y = area.y + 8 * height;
    if y < area.bottom() {
        for column in 0..8 {
            let x = area.x + size.margin() + column as u16 * width + width / 2;
            let letter = picture.square(column, 0).file().char().to_string();
            draw.text(x, y, area.right().saturating_sub(x).min(1), &letter, Role::Dim);
        }
    }
}

fn draw_square(draw: &mut Draw<'_>, picture: &Picture<'_>, square: Square, area: Rect, size: Size) {
    let marks = picture.marks(square);
    let (first, last) = picture.backgrounds(square);
    let reachable = marks.clone().any(|mark| mark == SquareMark::Target);
    let piece = picture.position.board().piece_at(square);
    let dark = square.is_dark();
    let middle = area.x + area.width / 2;
    // A square of two moves has the background of the first at the left, of the last at the right.
    let mark_at = |x: u16| if x < middle { first } else { last };
    for position in area.positions() {
        let style = draw.theme.square(dark, mark_at(position.x));
        draw.styled(position.x, position.y, 1, " ", style);
    }
    let y = area.y + area.height / 2;
    if let (Some(first), Some(last), false) = (first, last, draw.theme.has_backgrounds()) {
        brackets(draw, picture, (first, last), Rect { y, height: 1, ..area }, piece.is_none());
    }
    let background = draw.theme.square(dark, last);
    match piece {
        Some(piece) if draw.theme.has_backgrounds() && !picture.ascii => {
            if let Some(art) = art::of(piece.role, size) {
                for position in area.positions() {
                    let (column, row) = (position.x - area.x, position.y - area.y);
                    let cell = sprite::cell(&art, size >= Size::Large, column, row);
                    let square = draw.theme.square(dark, mark_at(position.x));
                    let style = draw.theme.sprite(piece.color, square, cell.foreground, cell.background);
                    draw.styled(position.x, position.y, 1, cell.symbol.encode_utf8(&mut [0; 4]), style);
                }
            } else {
                symbol_at(draw, picture, piece, (middle, y), background);
            }
        }
        Some(piece) => symbol_at(draw, picture, piece, (middle, y), background),
        None if reachable => {
            let style = draw.theme.piece(picture.position.turn(), background);
            draw.styled(middle, y, 1, "•", style);
        }
        None if dark && !draw.theme.has_backgrounds() => {
            let style = draw.theme.style(Role::Dim).remove_modifier(Modifier::BOLD);
            draw.styled(middle, y, 1, "·", style);
        }
        None => {}
    }
}

fn symbol_at(draw: &mut Draw<'_>, picture: &Picture<'_>, piece: Piece, (x, y): (u16, u16), square: Style) {
    let style = draw.theme.piece(piece.color, square);
    let symbol = symbol(piece, draw.theme.fills_pieces(), picture.ascii);
    draw.styled(x, y, 1, symbol.encode_utf8(&mut [0; 4]), style);
}

/// Draws the brackets of a marked square, which distinguish the marks without colours.
fn brackets(
    draw: &mut Draw<'_>,
    picture: &Picture<'_>,
    (first, last): (SquareMark, SquareMark),
    line: Rect,
    empty: bool,
) {
    let dot_is_enough = last == SquareMark::Target && empty;
    if dot_is_enough {
        return;
    }
    let middle = line.x + line.width / 2;
    let plain = draw.theme.piece(picture.position.turn(), draw.theme.style(Role::Text));
    let style = |mark: SquareMark| plain.patch(draw.theme.style(mark.role()));
    let (left, right) = (style(first), style(last));
    draw.styled(middle - 1, line.y, 1, first.brackets().0, left);
    // A tiny square has no room for the second bracket.
    if middle + 1 < line.right() {
        draw.styled(middle + 1, line.y, 1, last.brackets().1, right);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Buffer;
    use shakmaty::Chess;

    use super::*;
    use crate::tui::hit_map::HitMap;
    use crate::tui::table::Tables;
    use crate::tui::theme::{Colours, Shade, Theme};

    fn lines(picture: &Picture<'_>, size: Size, colours: Colours) -> Vec<String> {
        let (width, height) = size.room();
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        let (mut hits, tables) = (HitMap::default(), Tables::default());
        let theme = Theme::new(Shade::Dark, colours);
        let mut pen = Draw::new(&mut buffer, theme, &mut hits, &tables);
        draw(&mut pen, area, picture, size);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned()).collect()
    }

    fn picture<'a>(position: &'a Chess, marks: &'a [Mark]) -> Picture<'a> {
        Picture { position, flipped: false, moves: &[], marks, white_share: None, ascii: true }
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
        let lines = lines(&picture(&start, &marks), Size::Small, Colours::None);
        assert_eq!(lines[0], "8  r  n  b  q  k  b  n  r");
        assert_eq!(lines[4], "4     ·     · [ ] ·     ·");
        assert_eq!(lines[5], "3  ·     ·    (·)    ·");
        assert_eq!(lines[6], "2  P  P  P  P [P) P  P  P");
        assert_eq!(lines[7], "1  R  N  B  Q  K  B  N  R ◂");
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
        let lines = lines(&picture(&start, &marks), Size::Small, Colours::None);
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
        let flipped = Picture { flipped: true, ..picture(&start, &[]) };
        let lines = lines(&flipped, Size::Small, Colours::None);
        assert_eq!(lines[0], "1  R  N  B  K  Q  B  N  R ◂");
        assert_eq!(lines[7], "8  r  n  b  k  q  b  n  r");
        assert_eq!(lines[8], "   h  g  f  e  d  c  b  a");
    }

    #[test]
    fn symbols_distinguish_the_sides_without_colours() {
        let start = Chess::default();
        let pieces = Picture { ascii: false, ..picture(&start, &[]) };
        let plain = lines(&pieces, Size::Large, Colours::None);
        assert!(plain[1].contains('♜') && plain[22].contains('♖'), "{plain:?}");
        assert!(
            lines(&pieces, Size::Small, Colours::TrueColour)[7].contains('♜'),
            "filled; the colour distinguishes the sides"
        );
    }

    fn after(fen: &str) -> Chess {
        let fen: shakmaty::fen::Fen = fen.parse().unwrap();
        fen.into_position(shakmaty::CastlingMode::Standard).unwrap()
    }

    #[test]
    fn the_king_in_check_is_marked() {
        let position = after("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1");
        let lines = lines(&picture(&position, &[]), Size::Small, Colours::None);
        assert_eq!(lines[0], "8     ·     · !k! ·     · ◂");
    }

    #[test]
    fn pieces_are_pictures_only_with_colours() {
        let start = Chess::default();
        let pieces = Picture { ascii: false, ..picture(&start, &[]) };
        let has_quadrants = |lines: Vec<String>| lines.concat().contains(['▙', '▟', '▛', '▜']);
        for size in [Size::Large, Size::Huge, Size::Giant] {
            assert!(has_quadrants(lines(&pieces, size, Colours::TrueColour)), "{size:?}");
            assert!(!has_quadrants(lines(&pieces, size, Colours::None)), "{size:?}");
            assert!(!has_quadrants(lines(&picture(&start, &[]), size, Colours::TrueColour)), "{size:?}");
        }
    }

    #[test]
    fn an_arrow_runs_over_empty_cells_and_pieces_hide_it() {
        let start = Chess::default();
        let arrow = |from, to| MarkedMove { from, to, kind: SquareMark::Subject };
        let moves = [arrow(Square::E2, Square::E4), arrow(Square::A1, Square::A8)];
        let plain = Picture { ascii: false, ..picture(&start, &[]) };
        let with_arrows = Picture { moves: &moves, ..plain.clone() };
        let (before, after) = (
            lines(&plain, Size::Large, Colours::TrueColour),
            lines(&with_arrows, Size::Large, Colours::TrueColour),
        );
        let cells = |lines: &[String], rows: std::ops::Range<usize>| lines[rows].concat();
        assert!(cells(&after, 12..18).contains('↑') && cells(&after, 12..18).contains('⡇'), "{after:?}");
        // Only blank cells changed.
        for (old, new) in before.iter().zip(&after) {
            let old = old.chars().chain(std::iter::repeat(' '));
            assert!(old.zip(new.chars()).all(|(old, new)| old == ' ' || old == new), "{new}");
        }
        let small = lines(&with_arrows, Size::Medium, Colours::TrueColour);
        assert_eq!(small, lines(&plain, Size::Medium, Colours::TrueColour), "too small for arrows");
    }

    #[test]
    fn the_evaluation_bar_shows_white_at_the_side_of_white() {
        let start = Chess::default();
        let with = |share, flipped| {
            let picture = Picture { white_share: Some(share), flipped, ..picture(&start, &[]) };
            let lines = lines(&picture, Size::Small, Colours::None);
            lines[..8].iter().filter_map(|line| line.chars().nth(27)).collect::<String>()
        };
        assert_eq!(with(0.75, false), "░░██████");
        assert_eq!(with(0.75, true), "██████░░");
        assert_eq!(with(0.0, false), "░░░░░░░░");
    }

    #[test]
    fn the_largest_size_that_fits_is_chosen() {
        assert_eq!(Size::fitting(84, 41), Size::Giant);
        assert_eq!(Size::fitting(83, 41), Size::Huge);
        assert_eq!(Size::fitting(200, 17), Size::Medium);
        assert_eq!(Size::fitting(3, 3), Size::Small);
    }

    #[test]
    fn a_tiny_board_has_no_coordinates() {
        let start = Chess::default();
        let marks = [Square::E2, Square::E4].map(|square| Mark { square, kind: SquareMark::Line });
        let lines = lines(&picture(&start, &marks), Size::Tiny, Colours::None);
        assert_eq!(lines.len(), 8);
        assert_eq!(lines[0], " r n b q k b n r");
        assert_eq!(lines[4], "   ·   ·<  ·   ·");
        assert_eq!(lines[6], " P P P P<P P P P");
    }

    #[test]
    fn any_area_can_be_drawn_on() {
        let start = Chess::default();
        let (mut hits, tables) = (HitMap::default(), Tables::default());
        for (width, height) in [(0, 0), (1, 1), (5, 3), (27, 8), (60, 24)] {
            let area = Rect::new(0, 0, width, height);
            let mut buffer = Buffer::empty(area);
            let theme = Theme::new(Shade::Light, Colours::Xterm256);
            let mut pen = Draw::new(&mut buffer, theme, &mut hits, &tables);
            for size in Size::ALL.into_iter().chain([Size::Tiny]) {
                draw(&mut pen, Rect::new(0, 0, 80, 40), &picture(&start, &[]), size);
            }
        }
    }
}
