//! A build without images.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{ImageProtocol, SquareImage};

/// The images for the terminal. There are none.
#[derive(Debug)]
pub(crate) enum Images {}

impl Images {
    /// Returns `None`.
    pub(crate) fn new(_: ImageProtocol, _: (u16, u16)) -> Option<Images> {
        None
    }

    /// Adapts the images to another size of the cells.
    pub(crate) fn resize(&mut self, _: (u16, u16)) {
        match *self {}
    }

    /// Draws a square. Returns false if it cannot be shown as an image.
    pub(crate) fn draw(&self, _: &mut Buffer, _: SquareImage, _: Rect) -> bool {
        match *self {}
    }
}
