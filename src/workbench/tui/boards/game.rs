//! The task that writes a game to an EPD file for Positions.

use crate::positions::epd::{self, EpdRecord, Operand};
use crate::tui::prelude::*;

/// Writes the positions of a game to an EPD file, each with the move made in it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WriteGame {
    pub(crate) start: Chess,
    pub(crate) moves: Vec<Move>,
    /// The EPD comments of every position, by opcode.
    pub(crate) tags: [(&'static str, String); 4],
    /// The file to write. An existing file is replaced.
    pub(crate) path: PathBuf,
    /// The index of the position to show.
    pub(crate) index: usize,
}

/// The result of [`WriteGame`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) path: PathBuf,
    /// The index of the position to show.
    pub(crate) index: usize,
}

impl TaskWork for WriteGame {
    fn run(&self) -> TaskResult {
        let written = write(self.start.clone(), &self.moves, &self.tags, &self.path);
        TaskResult::of(written.map(|()| Written { path: self.path.clone(), index: self.index }))
    }
}

fn write(
    mut position: Chess,
    moves: &[Move],
    tags: &[(&'static str, String)],
    path: &Path,
) -> Result<(), String> {
    let mut records = Vec::with_capacity(moves.len());
    for m in moves {
        let mut record = EpdRecord::new(position.clone());
        let move_made = Operand::Moves(vec![*m]);
        let texts = tags.iter().map(|(opcode, text)| (*opcode, Operand::Text(text.clone())));
        // The number of the first ply follows from the start position.
        let ply = 2 * (position.fullmoves().get() - 1) + u32::from(position.turn().is_black());
        let ply = [("c4", Operand::Text(ply.to_string()))];
        for (opcode, operand) in [("sm", move_made)].into_iter().chain(texts).chain(ply) {
            record.set(opcode, operand).map_err(|error| error.to_string())?;
        }
        records.push(record);
        position.play_unchecked(*m);
    }
    let folder = path.parent().unwrap_or(path);
    files::create_folder(folder)
        .and_then(|()| epd::write_file(path, &records))
        .map_err(|error| format!("{}: {error}; make the match’s folder writable", path.display()))
}
