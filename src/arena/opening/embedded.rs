//! The embedded openings: a text in the binary, compressed, with one opening a line.
//!
//! A line is the ECO code and the moves from the start position as UCI writes them: `B33 e2e4 c7c5 …`. Only the lines
//! that are asked for are read as chess.

use super::{Opening, OpeningError, archive};
use crate::arena::notation::coordinates;
use crate::engine::search::Game;

/// The text; `assets/openings/README.md` says where it comes from.
pub(super) const PACKED: &[u8] = include_bytes!("../../../assets/openings/balanced-8-moves.txt.zst");

/// How many openings it has.
pub(super) const COUNT: usize = 34_700;

/// The unpacked text.
#[derive(Debug)]
pub(super) struct Embedded {
    text: String,
    /// Where the lines begin, in bytes.
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

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The opening at a place below [`Embedded::len`].
    pub(super) fn opening(&self, place: usize) -> Opening {
        let line = self.text[self.lines[place] as usize..].lines().next().unwrap_or_default();
        let mut words = line.split(' ');
        let name = words.next().map(str::to_owned);
        let mut game = Game::default();
        for word in words {
            // All are legal, as a test proves.
            let Some(m) = coordinates(word, game.position()) else { break };
            game.play(m);
        }
        Opening { game, name }
    }
}
