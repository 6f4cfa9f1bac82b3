//! A plot of braille dots, two by four in each cell: lines over a shaded band.

use crate::tui::prelude::*;

/// The look of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stroke {
    /// One dot wide.
    Solid,
    /// Two dots wide.
    Thick,
    /// Draws two dots, then skips two.
    Dashed,
}

/// An area of dots. Lines that share a cell keep their dots, in the colour of the last one. Dim lines are hidden there.
pub(crate) struct Plot {
    area: Rect,
    lines: Vec<(u8, Option<Role>)>,
    band: Vec<u8>,
}

/// The bits of the dots in a braille cell, by column and row.
const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
const UPPER: u8 = 0x01 | 0x02 | 0x08 | 0x10;

impl Plot {
    pub(crate) fn new(area: Rect) -> Plot {
        let cells = usize::from(area.width) * usize::from(area.height);
        Plot { area, lines: vec![(0, None); cells], band: vec![0; cells] }
    }

    /// Returns the width in dots.
    pub(crate) fn width(&self) -> i32 {
        i32::from(self.area.width) * 2
    }

    /// Returns the height in dots.
    pub(crate) fn height(&self) -> i32 {
        i32::from(self.area.height) * 4
    }

    fn cell(&self, x: i32, y: i32) -> Option<(usize, u8)> {
        if x < 0 || y < 0 || x >= self.width() || y >= self.height() {
            return None;
        }
        let index = (y / 4) as usize * usize::from(self.area.width) + (x / 2) as usize;
        Some((index, BITS[(x % 2) as usize][(y % 4) as usize]))
    }

    /// Adds a dot.
    pub(crate) fn dot(&mut self, x: i32, y: i32, role: Role) {
        if let Some((index, bit)) = self.cell(x, y) {
            let (dots, old) = &mut self.lines[index];
            // What is only for comparison does not blur the other lines.
            let is_ground = |role: Role| matches!(role, Role::Dim | Role::Border);
            if old.is_some_and(is_ground) && !is_ground(role) {
                *dots = 0;
            }
            *dots |= bit;
            *old = Some(role);
        }
    }

    /// Adds a straight line between two dots, which are inside or near the plot.
    pub(crate) fn line(&mut self, from: (i32, i32), to: (i32, i32), role: Role, stroke: Stroke) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = dx.abs().max(dy.abs()).min(100_000);
        for step in 0..=steps {
            let share = if steps == 0 { 0.0 } else { f64::from(step) / f64::from(steps) };
            let x = from.0 + (share * f64::from(dx)).round() as i32;
            let y = from.1 + (share * f64::from(dy)).round() as i32;
            if stroke != Stroke::Dashed || x.rem_euclid(4) < 2 {
                self.dot(x, y, role);
            }
            if stroke == Stroke::Thick {
                // The second dot is below, or above at the lower end: a line at the border stays as thick.
                self.dot(x, if y + 1 < self.height() { y + 1 } else { y - 1 }, role);
            }
        }
    }

    /// Shades a column of dots between two heights.
    pub(crate) fn shade(&mut self, x: i32, top: i32, bottom: i32) {
        for y in top.max(0)..=bottom.min(self.height() - 1) {
            if let Some((index, bit)) = self.cell(x, y) {
                self.band[index] |= bit;
            }
        }
    }

    /// Draws the plot. The band is a background colour, or a shade character if the terminal has few colours.
    pub(crate) fn draw(&self, draw: &mut Draw<'_>, ascii: bool) {
        let background = draw.theme.fill(Role::Band).filter(|_| !ascii);
        for (index, ((dots, role), band)) in self.lines.iter().zip(&self.band).enumerate() {
            let x = self.area.x + (index % usize::from(self.area.width).max(1)) as u16;
            let y = self.area.y + (index / usize::from(self.area.width).max(1)) as u16;
            let covered = band.count_ones();
            if let Some(role) = role {
                let mut style = draw.theme.style(*role);
                if let Some(colour) = background.filter(|_| covered > 0) {
                    style = style.bg(colour);
                }
                let mark = char::from_u32(0x2800 + u32::from(*dots)).unwrap_or(' ');
                draw.styled(x, y, 1, &mark.to_string(), style);
            } else if covered > 0 {
                // Even one dot is shown, so that the ends of the band are visible.
                let upper = band & UPPER != 0;
                let lower = band & !UPPER != 0;
                match (background, upper, lower) {
                    (Some(colour), true, true) => {
                        let style = draw.theme.style(Role::Text).bg(colour);
                        draw.styled(x, y, 1, " ", style);
                    }
                    (Some(_), true, false) => draw.text(x, y, 1, "▀", Role::Band),
                    (Some(_), false, true) => draw.text(x, y, 1, "▄", Role::Band),
                    (None, true, _) | (None, _, true) => draw.text(x, y, 1, "░", Role::Band),
                    (_, false, false) => {}
                }
            }
        }
    }
}
