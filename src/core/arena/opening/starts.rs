//! The openings of Chess960: the start positions, alone or followed by one quiet pawn move of each side.
//!
//! A long match needs more than the 960 start positions. In the additional openings White moves a pawn by one or two
//! squares, and Black makes the mirrored move. These positions are symmetric and thus as balanced as the start
//! position. Those in which a capture wins material are omitted. No two openings have the same final position.

use shakmaty::{Chess, File, Move, Position, Rank, Role, Square};

use super::order::Shuffle;
use super::{Opening, Order};
use crate::engine::exchange::exchange;
use crate::engine::search::Game;
use crate::positions::chess960::{STARTS, start};

/// A start position by its number, and the pawn move of both sides.
#[derive(Debug, Clone, Copy)]
struct Pushed {
    start: u16,
    file: File,
    rank: Rank,
}

/// All openings of Chess960, start positions first.
#[derive(Debug)]
pub(super) struct Starts {
    pushed: Vec<Pushed>,
    bare_order: Shuffle,
    pushed_order: Shuffle,
}

impl Starts {
    pub(super) fn new() -> Starts {
        let all = (0..STARTS).flat_map(|start| {
            let ranks = [Rank::Third, Rank::Fourth].into_iter();
            ranks.flat_map(move |rank| File::ALL.into_iter().map(move |file| Pushed { start, file, rank }))
        });
        let quiet = |pushed: &Pushed| pushed.game().is_some_and(|game| !wins_material(game.position()));
        Starts {
            pushed: all.filter(quiet).collect(),
            bare_order: Shuffle::default(),
            pushed_order: Shuffle::default(),
        }
    }

    /// Returns the number of openings.
    pub(super) fn len(&self) -> usize {
        usize::from(STARTS) + self.pushed.len()
    }

    /// Returns the opening at `index` of a match. All start positions come before any other opening.
    pub(super) fn nth(&self, order: Order, seed: u64, index: u64) -> Opening {
        let place = index % self.len() as u64;
        let bare = u64::from(STARTS);
        let place = match (order, place.checked_sub(bare)) {
            (Order::Sequential, _) => place as usize,
            (Order::Random, None) => self.bare_order.place(bare as usize, seed, place),
            (Order::Random, Some(place)) => {
                usize::from(STARTS) + self.pushed_order.place(self.pushed.len(), seed, place)
            }
        };
        self.opening(place)
    }

    /// Returns the opening at a list index below [`Starts::len`].
    fn opening(&self, place: usize) -> Opening {
        let pushed = place.checked_sub(usize::from(STARTS)).and_then(|place| self.pushed.get(place));
        let number = pushed.map_or(place as u16, |pushed| pushed.start);
        let game = match pushed {
            Some(pushed) => pushed.game(),
            None => start(number).map(Game::new),
        };
        Opening { game: game.unwrap_or_default(), name: Some(format!("Chess960 {number}")) }
    }
}

impl Pushed {
    fn game(self) -> Option<Game> {
        let mut game = Game::new(start(self.start)?);
        for _ in 0..2 {
            let turn = game.position().turn();
            let square = |rank: Rank| Square::from_coords(self.file, turn.relative_rank(rank));
            let (from, to) = (square(Rank::Second), square(self.rank));
            let m = Move::Normal { role: Role::Pawn, from, to, capture: None, promotion: None };
            if !game.position().is_legal(m) {
                return None;
            }
            game.play(m);
        }
        Some(game)
    }
}

/// Returns whether the side to move can win material by a capture, after all exchanges on its square.
fn wins_material(position: &Chess) -> bool {
    position.capture_moves().iter().any(|m| exchange(position, *m) > 0)
}
