//! A line of moves that the user plays on a board, takes back, and steps through.

use shakmaty::{Chess, Color, File, Move, Position, Rank, Square};

use crate::engine::search::Game;
use crate::positions::{Variant, moves};
use crate::tui::action::Action;

/// A line of moves with a cursor on the board.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LineExplorer {
    /// The index of the start position in the screen's list.
    pub(crate) root: usize,
    start: Chess,
    moves: Vec<Move>,
    /// The number of moves that are on the board.
    at: usize,
    position: Chess,
    /// The selected square.
    pub(crate) cursor: Square,
    /// The square of the picked piece.
    pub(crate) picked: Option<Square>,
    /// Why the user cannot move now; `None` if the user can.
    pub(crate) locked: Option<&'static str>,
}

/// The result of pressing a square.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PressResult {
    /// A piece was picked up or put back.
    Handled,
    /// A piece was moved.
    Played,
    /// A pawn promotes. The user has to choose one of these moves.
    Promotes(Vec<Move>),
    /// The press has no effect, for this reason.
    Refused(&'static str),
}

/// Returns the target square of the moving piece; for castling, the king's.
pub(crate) fn target(m: Move) -> Square {
    match m {
        Move::Castle { king, rook } => {
            let file = if rook.file() > king.file() { File::G } else { File::C };
            Square::from_coords(file, king.rank())
        }
        _ => m.to(),
    }
}

impl LineExplorer {
    /// Creates a line from `start`, with the moves of `line` on the board.
    pub(crate) fn new(root: usize, start: Chess, line: &[Move]) -> LineExplorer {
        let cursor = start.board().king_of(start.turn()).unwrap_or(Square::E1);
        let mut playing = LineExplorer {
            root,
            position: start.clone(),
            start,
            moves: line.to_vec(),
            at: line.len(),
            cursor,
            picked: None,
            locked: None,
        };
        playing.replay();
        if let Some(last) = playing.last() {
            playing.cursor = target(last);
        }
        playing
    }

    fn replay(&mut self) {
        self.position = self.start.clone();
        for m in &self.moves[..self.at] {
            self.position.play_unchecked(*m);
        }
        self.picked = None;
    }

    /// Returns the position on the board.
    pub(crate) fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns the moves of the line.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the moves on the board.
    pub(crate) fn played(&self) -> &[Move] {
        &self.moves[..self.at]
    }

    /// Returns the last move on the board.
    pub(crate) fn last(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// Returns the number of moves on the board and the number of moves of the line.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.at, self.moves.len())
    }

    /// Returns the game up to the position on the board.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        self.played().iter().for_each(|m| game.play(*m));
        game
    }

    fn moves_from(&self, from: Square) -> impl Iterator<Item = Move> + use<> {
        self.position.legal_moves().into_iter().filter(move |m| m.from() == Some(from))
    }

    /// Returns the square to press for a move. In Chess960 that is the rook for castling, because the king's target
    /// square can also be the target of a normal king move, or the square on which the king is.
    fn square_for(&self, m: Move) -> Square {
        match m {
            Move::Castle { rook, .. } if !Variant::of(&self.start).is_standard() => rook,
            _ => target(m),
        }
    }

    /// Returns the squares to which the picked piece can move.
    pub(crate) fn targets(&self) -> Vec<Square> {
        self.picked.map_or_else(Vec::new, |from| self.moves_from(from).map(|m| self.square_for(m)).collect())
    }

    /// Returns the moves of the picked piece to a square.
    pub(crate) fn moves_to(&self, to: Square) -> Vec<Move> {
        self.picked.map_or_else(Vec::new, |from| {
            self.moves_from(from).filter(|m| self.square_for(*m) == to).collect()
        })
    }

    /// Picks up, puts back, or moves a piece.
    pub(crate) fn press(&mut self, square: Square) -> PressResult {
        self.cursor = square;
        if let Some(why) = self.locked {
            return PressResult::Refused(why);
        }
        if self.picked == Some(square) {
            self.picked = None;
            return PressResult::Handled;
        }
        let moves = self.moves_to(square);
        match moves.as_slice() {
            [] => {}
            [m] => {
                self.play(*m);
                return PressResult::Played;
            }
            _ => return PressResult::Promotes(moves),
        }
        let own = self.position.us().contains(square);
        if own && self.moves_from(square).next().is_some() {
            self.picked = Some(square);
            return PressResult::Handled;
        }
        let over = self.position.legal_moves().is_empty();
        PressResult::Refused(match (over, own, self.picked) {
            (true, ..) => "the game is over: Backspace takes a move back",
            (_, true, _) => "this piece has no legal move",
            (.., Some(_)) => "not a legal move",
            _ if self.position.board().piece_at(square).is_some() => "not a piece of the side to move",
            _ => "no piece on this square",
        })
    }

    /// Plays a legal move. A different move replaces the rest of the line.
    pub(crate) fn play(&mut self, m: Move) {
        if self.moves.get(self.at) != Some(&m) {
            self.moves.truncate(self.at);
            self.moves.push(m);
        }
        self.position.play_unchecked(m);
        self.at += 1;
        self.picked = None;
        self.cursor = target(m);
    }

    /// Adds a legal move to the end of the line. The board shows it if it shows the end.
    pub(crate) fn extend(&mut self, m: Move) {
        if self.at == self.moves.len() {
            self.play(m);
        } else {
            self.moves.push(m);
        }
    }

    /// Takes back the last move. Returns false if there is none.
    pub(crate) fn take_back(&mut self) -> bool {
        if self.at == 0 {
            return false;
        }
        self.moves.truncate(self.at);
        let last = self.moves.pop();
        self.at -= 1;
        self.replay();
        self.cursor = last.and_then(Move::from).unwrap_or(self.cursor);
        true
    }

    /// Steps through the line.
    pub(crate) fn navigate(&mut self, action: Action) {
        let to = match action {
            Action::PageUp => self.at.saturating_sub(1),
            Action::PageDown => self.at + 1,
            Action::First => 0,
            _ => self.moves.len(),
        }
        .min(self.moves.len());
        if to != self.at {
            self.at = to;
            self.replay();
            self.cursor = self.last().map_or(self.cursor, target);
        }
    }

    /// Moves the cursor in the direction seen on the screen.
    pub(crate) fn move_cursor(&mut self, action: Action, flipped: bool) {
        let (file, rank) = match action {
            Action::Left => (-1, 0),
            Action::Right => (1, 0),
            Action::Up => (0, 1),
            _ => (0, -1),
        };
        let turn = |step: i32| if flipped { -step } else { step };
        let step = |now: u32, by: i32| (now as i32 + turn(by)).clamp(0, 7) as u32;
        let (f, r) = (u32::from(self.cursor.file()), u32::from(self.cursor.rank()));
        self.cursor = Square::from_coords(File::new(step(f, file)), Rank::new(step(r, rank)));
    }

    /// Returns the line in standard algebraic notation. A mark follows the last move on the board if more moves follow.
    pub(crate) fn notation(&self) -> String {
        let mut moves = numbered(&self.start, &self.moves);
        if self.at < self.moves.len() {
            match self.at.checked_sub(1).and_then(|last| moves.get_mut(last)) {
                Some(last) => *last += " ◂",
                None => moves.insert(0, "◂".to_owned()),
            }
        }
        moves.join(" ")
    }
}

/// Returns moves in standard algebraic notation with move numbers, up to the first that is not legal.
pub(crate) fn numbered(start: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut out = Vec::with_capacity(line.len());
    for m in line {
        if !position.is_legal(*m) {
            break;
        }
        let number = position.fullmoves();
        let before = match (position.turn(), out.is_empty()) {
            (Color::White, _) => format!("{number}."),
            (Color::Black, true) => format!("{number}…"),
            (Color::Black, false) => String::new(),
        };
        out.push(format!("{before}{}", moves::san(&position, *m)));
        position.play_unchecked(*m);
    }
    out
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn playing(fen: &str) -> LineExplorer {
        let fen: Fen = fen.parse().unwrap();
        LineExplorer::new(0, fen.into_position(CastlingMode::Standard).unwrap(), &[])
    }

    fn start() -> LineExplorer {
        LineExplorer::new(0, Chess::default(), &[])
    }

    #[test]
    fn a_piece_is_picked_up_and_moved() {
        let mut playing = start();
        assert_eq!(playing.press(Square::E7), PressResult::Refused("not a piece of the side to move"));
        assert_eq!(playing.press(Square::E2), PressResult::Handled);
        assert_eq!(playing.targets(), [Square::E3, Square::E4]);
        assert_eq!(playing.press(Square::E5), PressResult::Refused("not a legal move"));
        assert_eq!(playing.picked, Some(Square::E2), "an illegal target keeps the piece picked");
        assert_eq!(playing.press(Square::G1), PressResult::Handled);
        assert_eq!(playing.press(Square::F3), PressResult::Played);
        assert_eq!(playing.notation(), "1.Nf3");
        assert_eq!(playing.game().position(), playing.position());
    }

    #[test]
    fn castling_in_chess960_moves_the_king_onto_its_rook() {
        let fen: Fen = "1r3kr1/pppppppp/8/8/8/8/PPPPPP1P/1R3K1R w KQkq - 0 1".parse().unwrap();
        let start = crate::positions::fen::into_position(fen).unwrap();
        let mut playing = LineExplorer::new(0, start, &[]);
        playing.press(Square::F1);
        assert_eq!(playing.targets().iter().filter(|square| **square == Square::G1).count(), 1);
        assert_eq!(playing.press(Square::H1), PressResult::Played);
        assert_eq!((playing.notation().as_str(), playing.cursor), ("1.O-O", Square::G1));
    }

    #[test]
    fn castling_moves_the_king_two_squares() {
        let mut playing = playing("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        playing.press(Square::E1);
        assert!(playing.targets().contains(&Square::C1) && playing.targets().contains(&Square::G1));
        assert_eq!(playing.press(Square::G1), PressResult::Played);
        assert_eq!(playing.notation(), "1.O-O");
    }

    #[test]
    fn a_promotion_needs_a_choice() {
        let mut playing = playing("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        playing.press(Square::A7);
        let PressResult::Promotes(moves) = playing.press(Square::A8) else { panic!("no promotion") };
        assert_eq!(moves.len(), 4);
        playing.play(moves[0]);
        assert!(playing.notation().starts_with("1.a8="), "{}", playing.notation());
    }

    #[test]
    fn a_line_can_be_continued_from_any_move() {
        let mut playing = start();
        for (from, to) in [(Square::E2, Square::E4), (Square::E7, Square::E5), (Square::G1, Square::F3)] {
            playing.press(from);
            assert_eq!(playing.press(to), PressResult::Played);
        }
        playing.navigate(Action::PageUp);
        assert_eq!(playing.notation(), "1.e4 e5 ◂ 2.Nf3");
        playing.navigate(Action::First);
        assert_eq!((playing.place(), playing.position()), ((0, 3), &Chess::default()));
        playing.press(Square::E2);
        playing.press(Square::E4);
        assert_eq!(playing.place(), (1, 3), "the same move keeps the line");
        playing.press(Square::C7);
        playing.press(Square::C5);
        assert_eq!(playing.notation(), "1.e4 c5", "another move replaces the rest");
        assert!(playing.take_back() && playing.take_back() && !playing.take_back());
        assert_eq!(playing.position(), &Chess::default());
    }

    #[test]
    fn the_cursor_moves_in_the_direction_of_the_arrow() {
        let mut playing = start();
        assert_eq!(playing.cursor, Square::E1);
        playing.move_cursor(Action::Up, false);
        playing.move_cursor(Action::Right, false);
        assert_eq!(playing.cursor, Square::F2);
        playing.move_cursor(Action::Right, true);
        playing.move_cursor(Action::Up, true);
        assert_eq!(playing.cursor, Square::E1);
        playing.move_cursor(Action::Down, false);
        assert_eq!(playing.cursor, Square::E1, "the cursor stays on the board");
    }
}
