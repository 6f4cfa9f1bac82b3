//! Squares as images, in terminals that show images.

use ratatui::style::Color;
use shakmaty::{Position as _, Square};

use super::{MarkedMove, Picture, SquareMark};
use crate::tui::images::{Arrow, Rgb, SquareImage};
use crate::tui::prelude::*;
use crate::tui::theme::board::Layer;

/// The greatest distance in squares between the middle of a square and an arrow over it.
const NEAR: f64 = 0.95;

/// Draws a square as an image. Returns false if the terminal shows no images, or the square is too small.
pub(super) fn draw(
    draw: &mut Draw<'_>,
    picture: &Picture<'_>,
    square: Square,
    area: Rect,
    size: Size,
) -> bool {
    let Some(images) = draw.images.filter(|_| size >= Size::Medium && !picture.ascii) else { return false };
    describe(draw, picture, square).is_some_and(|described| images.draw(draw.buffer, described, area))
}

/// Returns what the image of a square shows; `None` if the theme's colours are not known exactly.
fn describe(draw: &Draw<'_>, picture: &Picture<'_>, square: Square) -> Option<SquareImage> {
    let (first, last) = picture.backgrounds(square);
    let style = |mark| draw.theme.square(square.is_dark(), mark);
    let piece = match picture.position.board().piece_at(square) {
        Some(piece) => {
            let colours = draw.theme.sprite(piece.color, style(last), Layer::Piece, Layer::Outline);
            Some((piece.role, rgb(colours.fg)?, rgb(colours.bg)?))
        }
        None => None,
    };
    let reachable = picture.marks(square).any(|mark| mark == SquareMark::Target);
    let dot = match reachable && piece.is_none() {
        true => Some(rgb(draw.theme.piece(picture.position.turn(), style(last)).fg)?),
        false => None,
    };
    let arrows = picture.moves.iter().filter_map(|m| arrow(draw, picture, square, *m)).collect();
    Some(SquareImage { background: [rgb(style(first).bg)?, rgb(style(last).bg)?], piece, dot, arrows })
}

/// Returns the arrow of a move if it is over the square.
fn arrow(draw: &Draw<'_>, picture: &Picture<'_>, square: Square, marked: MarkedMove) -> Option<Arrow> {
    let offset = |other: Square| {
        let columns = i32::from(other.file()) - i32::from(square.file());
        let rows = i32::from(square.rank()) - i32::from(other.rank());
        let (columns, rows) = if picture.flipped { (-columns, -rows) } else { (columns, rows) };
        (columns as i8, rows as i8)
    };
    let (from, to) = (offset(marked.from), offset(marked.to));
    let colour = rgb(draw.theme.arrow(marked.kind)?.fg)?;
    (distance(from, to) < NEAR).then_some(Arrow { from, to, colour })
}

/// Returns the distance of the origin from the line between two points.
fn distance(from: (i8, i8), to: (i8, i8)) -> f64 {
    let (x, y) = (f64::from(from.0), f64::from(from.1));
    let (dx, dy) = (f64::from(to.0) - x, f64::from(to.1) - y);
    let square = dx * dx + dy * dy;
    let share = if square > 0.0 { (-(x * dx + y * dy) / square).clamp(0.0, 1.0) } else { 0.0 };
    (x + dx * share).hypot(y + dy * share)
}

/// Returns the parts of a colour that is given by them.
fn rgb(colour: Option<Color>) -> Option<Rgb> {
    match colour {
        Some(Color::Rgb(red, green, blue)) => Some([red, green, blue]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_is_near_the_squares_that_it_crosses() {
        assert!(distance((0, 0), (0, 3)) < 0.01, "its own square");
        assert!(distance((-1, 0), (1, 0)) < 0.01, "between");
        assert!((distance((-1, 1), (2, 1)) - 1.0).abs() < 0.01, "beside");
        assert!((distance((2, 0), (4, 0)) - 2.0).abs() < 0.01, "before");
    }
}
