//! The built-in openings: a compressed text in the binary, with one opening per line.
//!
//! A line has the ECO code and the moves from the start position in UCI notation: `B33 e2e4 c7c5 …`. A line is parsed
//! only when its opening is needed.

use super::{Opening, OpeningError, archive};
use crate::arena::notation::coordinates;
use crate::engine::search::Game;

/// The compressed text. `assets/openings/README.md` describes its source.
pub(super) const PACKED: &[u8] = include_bytes!("../../data/assets/openings/balanced-8-moves.txt.zst");

/// The number of openings in the text.
pub(super) const COUNT: usize = 34_700;

/// The decompressed text.
#[derive(Debug)]
pub(super) struct Embedded {
    text: String,
    /// The start of each line, in bytes.
    lines: Vec<u32>,
}

impl Embedded {
    pub(super) fn unpack() -> Result<Embedded, OpeningError> {
        let text = archive::embedded("the embedded openings", PACKED)?;
        let mut lines = Vec::with_capacity(COUNT);
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            lines.push(at);
            at += line.len() as u32;
        }
        Ok(Embedded { text, lines })
    }

    /// Returns the number of openings.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns the opening at an index below [`Embedded::len`].
    pub(super) fn opening(&self, place: usize) -> Opening {
        let line = self.text[self.lines[place] as usize..].lines().next().unwrap_or_default();
        let mut words = line.split(' ');
        let name = words.next().map(str::to_owned);
        let mut game = Game::default();
        for word in words {
            // A test checks that all moves are legal.
            let Some(m) = coordinates(word, game.position()) else { break };
            game.play(m);
        }
        Opening { game, name }
    }
}
