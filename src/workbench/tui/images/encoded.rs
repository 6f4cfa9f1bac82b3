//! Images of squares: described as SVG, from the pieces in `assets/pieces`, rendered at the size in pixels of their
//! cells, and encoded for the terminal once. Later frames use the encoded image.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Debug, Formatter, Write as _};

use image::{DynamicImage, RgbaImage};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::{Color, Style};
use ratatui::widgets::Widget as _;
use ratatui_image::Image;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::iterm2::Iterm2;
use ratatui_image::protocol::kitty::Kitty;
use ratatui_image::protocol::sixel::Sixel;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;
use shakmaty::Role;

use super::{Arrow, ImageProtocol, Rgb, SquareImage};

/// The most images that are kept. When there are more, all are encoded again as they are needed.
const KEPT: usize = 1024;
/// The most pixels of a square, so that an absurd size of a cell does not exhaust the memory.
const MOST_PIXELS: u32 = 1 << 20;

/// The height of a band of sixels in pixels.
const SIXEL_BAND: u32 = 6;

/// The images for the terminal.
pub(crate) struct Images {
    protocol: ImageProtocol,
    /// The width and height of a cell in pixels.
    cell: (u16, u16),
    /// The images that were encoded, by content and by columns and rows. `None` for one that cannot be encoded.
    encoded: RefCell<HashMap<(SquareImage, Size), Option<Protocol>>>,
}

impl Debug for Images {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Images").field("protocol", &self.protocol).field("cell", &self.cell).finish()
    }
}

impl Images {
    /// Returns the images for a terminal whose cells have this size in pixels; `None` if it does not report the size.
    pub(crate) fn new(protocol: ImageProtocol, cell: (u16, u16)) -> Option<Images> {
        (cell.0 > 0 && cell.1 > 0).then(|| Images { protocol, cell, encoded: RefCell::default() })
    }

    /// Adapts the images to another size of the cells.
    pub(crate) fn resize(&mut self, cell: (u16, u16)) {
        if cell != self.cell && cell.0 > 0 && cell.1 > 0 {
            self.cell = cell;
            self.encoded.borrow_mut().clear();
        }
    }

    /// Draws a square. Returns false if it cannot be shown as an image.
    pub(crate) fn draw(&self, buffer: &mut Buffer, square: SquareImage, area: Rect) -> bool {
        if area.is_empty() || area.intersection(buffer.area) != area {
            return false;
        }
        let mut encoded = self.encoded.borrow_mut();
        if encoded.len() >= KEPT {
            encoded.clear();
        }
        let number = encoded.len() as u32;
        let [red, green, blue] = square.background[0];
        let size = Size { width: area.width, height: area.height };
        let entry = encoded
            .entry((square, size))
            .or_insert_with_key(|(square, size)| self.encode(square, *size, number));
        let Some(protocol) = entry else { return false };
        buffer.set_style(area, Style::new().bg(Color::Rgb(red, green, blue)));
        Image::new(protocol).render(area, buffer);
        true
    }

    fn encode(&self, square: &SquareImage, size: Size, number: u32) -> Option<Protocol> {
        let (width, height) = (u32::from(size.width * self.cell.0), u32::from(size.height * self.cell.1));
        // The cells below the last whole band of a sixel image show their own background. A band that is not whole would
        // reach into the next row.
        let height =
            if self.protocol == ImageProtocol::Sixel { height - height % SIXEL_BAND } else { height };
        let picture = DynamicImage::ImageRgba8(render(square, width, height)?);
        // The number identifies the image in the terminal, also among those of other programs.
        let id = std::process::id() << 12 | number;
        match self.protocol {
            ImageProtocol::Kitty => Kitty::new(picture, size, id, false, false).map(Protocol::Kitty).ok(),
            ImageProtocol::Sixel => Sixel::new(picture, size, false).map(Protocol::Sixel).ok(),
            ImageProtocol::Iterm2 => Iterm2::new(picture, size, false).map(Protocol::ITerm2).ok(),
        }
    }
}

/// Renders a square of a width and a height in pixels.
fn render(square: &SquareImage, width: u32, height: u32) -> Option<RgbaImage> {
    if width.checked_mul(height)? > MOST_PIXELS {
        return None;
    }
    let tree = usvg::Tree::from_str(&svg(square, width, height), &usvg::Options::default()).ok()?;
    let mut pixels = Pixmap::new(width, height)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    // The background is opaque, so premultiplied colours are plain ones.
    RgbaImage::from_raw(width, height, pixels.take())
}

/// Returns the shapes of a piece on a square of 100 units, without colours.
fn shapes(role: Role) -> &'static str {
    let file = match role {
        Role::Pawn => include_str!("../../assets/pieces/pawn.svg"),
        Role::Knight => include_str!("../../assets/pieces/knight.svg"),
        Role::Bishop => include_str!("../../assets/pieces/bishop.svg"),
        Role::Rook => include_str!("../../assets/pieces/rook.svg"),
        Role::Queen => include_str!("../../assets/pieces/queen.svg"),
        Role::King => include_str!("../../assets/pieces/king.svg"),
    };
    let body = file.split_once("<g id=\"piece\">").and_then(|(_, rest)| rest.split_once("</g>"));
    body.map_or("", |(body, _)| body)
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Describes a square as SVG.
fn svg(square: &SquareImage, width: u32, height: u32) -> String {
    let (w, h) = (f64::from(width), f64::from(height));
    let side = w.min(h);
    let mut out = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">");
    let [left, right] = square.background.map(hex);
    let _ = write!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"{left}\"/>");
    if left != right {
        let _ =
            write!(out, "<rect x=\"{}\" width=\"{}\" height=\"{h}\" fill=\"{right}\"/>", w / 2.0, w / 2.0);
    }
    if let Some(colour) = square.dot {
        let (x, y, radius) = (w / 2.0, h / 2.0, side * 0.14);
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", hex(colour));
    }
    if let Some((role, area, lines)) = square.piece {
        let (x, y, scale) = ((w - side) / 2.0, (h - side) / 2.0, side / 100.0);
        let _ = write!(
            out,
            "<g transform=\"translate({x} {y}) scale({scale})\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3.5\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\">{}</g>",
            hex(area),
            hex(lines),
            shapes(role)
        );
    }
    for arrow in &square.arrows {
        draw_arrow(&mut out, *arrow, (w, h));
    }
    out += "</svg>";
    out
}

/// Draws an arrow from the middle of a square to the middle of another, as one shape that lets the pieces shine through.
fn draw_arrow(out: &mut String, arrow: Arrow, (w, h): (f64, f64)) {
    let middle = |(column, row): (i8, i8)| ((f64::from(column) + 0.5) * w, (f64::from(row) + 0.5) * h);
    let ((x0, y0), (x1, y1)) = (middle(arrow.from), middle(arrow.to));
    let length = (x1 - x0).hypot(y1 - y0);
    if length == 0.0 {
        return;
    }
    let side = w.min(h);
    // Along the arrow, and across it.
    let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
    let at = |along: f64, across: f64| (x0 + dx * along - dy * across, y0 + dy * along + dx * across);
    let (shaft, head, neck) = (side * 0.07, side * 0.2, length - side * 0.34);
    let outline = [
        at(0.0, shaft),
        at(neck, shaft),
        at(neck, head),
        at(length, 0.0),
        at(neck, -head),
        at(neck, -shaft),
        at(0.0, -shaft),
    ];
    let points: Vec<String> = outline.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
    let _ = write!(
        out,
        "<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.75\"/>",
        points.join(" "),
        hex(arrow.colour)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(piece: Option<Role>, arrows: Vec<Arrow>) -> SquareImage {
        let piece = piece.map(|role| (role, [255; 3], [0; 3]));
        SquareImage { background: [[10, 20, 30], [10, 20, 30]], piece, dot: None, arrows }
    }

    #[test]
    fn every_piece_is_drawn_inside_its_square() {
        for role in Role::ALL {
            let image = render(&square(Some(role), vec![]), 60, 60).unwrap();
            let is_background = |x: u32, y: u32| image.get_pixel(x, y).0 == [10, 20, 30, 255];
            assert!((0..60).all(|at| is_background(at, 0) && is_background(at, 59)), "{role:?}: rows");
            assert!((0..60).all(|at| is_background(0, at) && is_background(59, at)), "{role:?}: columns");
            let white = image.pixels().filter(|pixel| pixel.0 == [255; 4]).count();
            assert!(white > 300, "{role:?}: {white} pixels");
        }
    }

    #[test]
    fn an_arrow_crosses_the_squares_between_its_ends() {
        let arrow = |from, to| Arrow { from, to, colour: [200, 0, 0] };
        let red = |arrow: Arrow| {
            let image = render(&square(None, vec![arrow]), 40, 40).unwrap();
            image.pixels().filter(|pixel| pixel.0[0] > 100).count()
        };
        assert!(red(arrow((-1, 0), (1, 0))) > 100, "through the square");
        assert!(red(arrow((0, 0), (2, 0))) > 50, "from the square");
        assert_eq!(red(arrow((2, 2), (4, 2))), 0, "elsewhere");
        assert_eq!(red(arrow((0, 0), (0, 0))), 0, "no move");
    }

    #[test]
    fn a_square_is_encoded_once_for_each_protocol() {
        for (protocol, start) in [
            (ImageProtocol::Kitty, "\x1b_G"),
            (ImageProtocol::Sixel, "\x1bP"),
            (ImageProtocol::Iterm2, "\x1b]1337"),
        ] {
            let images = Images::new(protocol, (10, 20)).unwrap();
            let area = Rect::new(0, 0, 6, 3);
            let mut buffer = Buffer::empty(area);
            assert!(images.draw(&mut buffer, square(Some(Role::Queen), vec![]), area));
            assert!(buffer[(0, 0)].symbol().contains(start), "{protocol:?}: {:?}", buffer[(0, 0)].symbol());
            assert!(images.draw(&mut Buffer::empty(area), square(Some(Role::Queen), vec![]), area));
            assert_eq!(images.encoded.borrow().len(), 1);
            assert!(
                !images.draw(&mut buffer, square(None, vec![]), Rect::new(3, 0, 6, 3)),
                "outside of the buffer"
            );
        }
    }

    #[test]
    fn a_terminal_without_the_size_of_its_cells_has_no_images() {
        assert!(Images::new(ImageProtocol::Kitty, (0, 0)).is_none());
        assert!(render(&square(None, vec![]), 100_000, 100_000).is_none());
    }
}
