//! Moves played on a board and taken back: a line that begins in a position and may be walked along.

use shakmaty::{Chess, Color, File, Move, Position, Rank, Square};

use crate::engine::search::Game;
use crate::positions::{Variant, moves};
use crate::tui::action::Action;

/// A line under one's hands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LineExplorer {
    /// Which position of the screen's list it began in.
    pub(crate) of: usize,
    start: Chess,
    moves: Vec<Move>,
    /// How many of the moves are on the board.
    at: usize,
    position: Chess,
    /// The square the keys are on.
    pub(crate) cursor: Square,
    /// The square of the piece picked up.
    pub(crate) picked: Option<Square>,
}

/// What came of pressing a square.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Pressed {
    /// A piece was picked up or put back.
    Handled,
    /// A move was played.
    Played,
    /// A pawn promotes: one of these is to be chosen.
    Promotes(Vec<Move>),
    /// Nothing can be done with the square: why.
    Refused(&'static str),
}

/// Where the piece that moves arrives.
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
    /// A line that begins in this position, with these moves on the board.
    pub(crate) fn new(of: usize, start: Chess, line: &[Move]) -> LineExplorer {
        let cursor = start.board().king_of(start.turn()).unwrap_or(Square::E1);
        let mut playing = LineExplorer {
            of,
            position: start.clone(),
            start,
            moves: line.to_vec(),
            at: line.len(),
            cursor,
            picked: None,
        };
        playing.set_up();
        if let Some(last) = playing.last() {
            playing.cursor = target(last);
        }
        playing
    }

    fn set_up(&mut self) {
        self.position = self.start.clone();
        for m in &self.moves[..self.at] {
            self.position.play_unchecked(*m);
        }
        self.picked = None;
    }

    /// The position on the board.
    pub(crate) fn position(&self) -> &Chess {
        &self.position
    }

    /// The moves on the board.
    pub(crate) fn played(&self) -> &[Move] {
        &self.moves[..self.at]
    }

    /// The move that led to the position on the board.
    pub(crate) fn last(&self) -> Option<Move> {
        self.played().last().copied()
    }

    /// How many moves are on the board, and how many the line has.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.at, self.moves.len())
    }

    /// The game up to the position on the board.
    pub(crate) fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        self.played().iter().for_each(|m| game.play(*m));
        game
    }

    fn moves_from(&self, from: Square) -> impl Iterator<Item = Move> + use<> {
        self.position.legal_moves().into_iter().filter(move |m| m.from() == Some(from))
    }

    /// The square that is pressed for a move. In Chess960 the king castles onto its rook, as it may go, or stay, where it
    /// castles to.
    fn pressed_for(&self, m: Move) -> Square {
        match m {
            Move::Castle { rook, .. } if !Variant::of(&self.start).is_standard() => rook,
            _ => target(m),
        }
    }

    /// Where the piece picked up can go.
    pub(crate) fn targets(&self) -> Vec<Square> {
        self.picked.map_or_else(Vec::new, |from| self.moves_from(from).map(|m| self.pressed_for(m)).collect())
    }

    /// The moves from the square picked up to this one.
    pub(crate) fn moves_to(&self, to: Square) -> Vec<Move> {
        self.picked.map_or_else(Vec::new, |from| {
            self.moves_from(from).filter(|m| self.pressed_for(*m) == to).collect()
        })
    }

    /// Picks a piece up, puts it back, or moves it.
    pub(crate) fn press(&mut self, square: Square) -> Pressed {
        self.cursor = square;
        if self.picked == Some(square) {
            self.picked = None;
            return Pressed::Handled;
        }
        let moves = self.moves_to(square);
        match moves.as_slice() {
            [] => {}
            [m] => {
                self.play(*m);
                return Pressed::Played;
            }
            _ => return Pressed::Promotes(moves),
        }
        let own = self.position.us().contains(square);
        if own && self.moves_from(square).next().is_some() {
            self.picked = Some(square);
            return Pressed::Handled;
        }
        let over = self.position.legal_moves().is_empty();
        Pressed::Refused(match (over, own, self.picked) {
            (true, ..) => "the game is over here: u takes back",
            (_, true, _) => "this piece has no legal move",
            (.., Some(_)) => "not a legal move",
            _ if self.position.board().piece_at(square).is_some() => "the other side’s piece",
            _ => "no piece stands there",
        })
    }

    /// Plays a legal move; the rest of the line goes unless it goes on with it.
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

    /// Takes the last move back; false where there is none.
    pub(crate) fn take_back(&mut self) -> bool {
        if self.at == 0 {
            return false;
        }
        self.moves.truncate(self.at);
        let last = self.moves.pop();
        self.at -= 1;
        self.set_up();
        self.cursor = last.and_then(Move::from).unwrap_or(self.cursor);
        true
    }

    /// Walks along the line.
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
            self.set_up();
            self.cursor = self.last().map_or(self.cursor, target);
        }
    }

    /// Moves the cursor as the person sees the board.
    pub(crate) fn steer(&mut self, action: Action, flipped: bool) {
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

    /// The line in standard algebraic notation; where moves were taken back a mark says which is the last
    /// on the board.
    pub(crate) fn notation(&self) -> String {
        let mut words = numbered(&self.start, &self.moves);
        if self.at < self.moves.len() {
            match self.at.checked_sub(1).and_then(|last| words.get_mut(last)) {
                Some(word) => *word += " ◂",
                None => words.insert(0, "◂".to_owned()),
            }
        }
        words.join(" ")
    }
}

/// Moves from a position in standard algebraic notation, with move numbers; as far as they are legal.
pub(crate) fn numbered(start: &Chess, line: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut words = Vec::with_capacity(line.len());
    for m in line {
        if !position.is_legal(*m) {
            break;
        }
        let number = position.fullmoves();
        let before = match (position.turn(), words.is_empty()) {
            (Color::White, _) => format!("{number}."),
            (Color::Black, true) => format!("{number}…"),
            (Color::Black, false) => String::new(),
        };
        words.push(format!("{before}{}", moves::san(&position, *m)));
        position.play_unchecked(*m);
    }
    words
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
        assert_eq!(playing.press(Square::E7), Pressed::Refused("the other side’s piece"));
        assert_eq!(playing.press(Square::E2), Pressed::Handled);
        assert_eq!(playing.targets(), [Square::E3, Square::E4]);
        assert_eq!(playing.press(Square::E5), Pressed::Refused("not a legal move"));
        assert_eq!(playing.picked, Some(Square::E2), "one slip does not put it back");
        assert_eq!(playing.press(Square::G1), Pressed::Handled);
        assert_eq!(playing.press(Square::F3), Pressed::Played);
        assert_eq!(playing.notation(), "1.Nf3");
        assert_eq!(playing.game().position(), playing.position());
    }

    #[test]
    fn castling_in_chess960_is_the_king_onto_its_rook() {
        let fen: Fen = "1r3kr1/pppppppp/8/8/8/8/PPPPPP1P/1R3K1R w KQkq - 0 1".parse().unwrap();
        let start = crate::positions::fen::into_position(fen).unwrap();
        let mut playing = LineExplorer::new(0, start, &[]);
        playing.press(Square::F1);
        assert_eq!(playing.targets().iter().filter(|square| **square == Square::G1).count(), 1);
        assert_eq!(playing.press(Square::H1), Pressed::Played);
        assert_eq!((playing.notation().as_str(), playing.cursor), ("1.O-O", Square::G1));
    }

    #[test]
    fn castling_is_two_squares_of_the_king() {
        let mut playing = playing("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        playing.press(Square::E1);
        assert!(playing.targets().contains(&Square::C1) && playing.targets().contains(&Square::G1));
        assert_eq!(playing.press(Square::G1), Pressed::Played);
        assert_eq!(playing.notation(), "1.O-O");
    }

    #[test]
    fn a_promotion_asks_which() {
        let mut playing = playing("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        playing.press(Square::A7);
        let Pressed::Promotes(moves) = playing.press(Square::A8) else { panic!("it is not asked") };
        assert_eq!(moves.len(), 4);
        playing.play(moves[0]);
        assert!(playing.notation().starts_with("1.a8="), "{}", playing.notation());
    }

    #[test]
    fn a_line_is_walked_along_and_goes_on_from_anywhere() {
        let mut playing = start();
        for (from, to) in [(Square::E2, Square::E4), (Square::E7, Square::E5), (Square::G1, Square::F3)] {
            playing.press(from);
            assert_eq!(playing.press(to), Pressed::Played);
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
        assert_eq!(playing.notation(), "1.e4 c5", "another begins a new one");
        assert!(playing.take_back() && playing.take_back() && !playing.take_back());
        assert_eq!(playing.position(), &Chess::default());
    }

    #[test]
    fn the_cursor_goes_where_the_arrow_points() {
        let mut playing = start();
        assert_eq!(playing.cursor, Square::E1);
        playing.steer(Action::Up, false);
        playing.steer(Action::Right, false);
        assert_eq!(playing.cursor, Square::F2);
        playing.steer(Action::Right, true);
        playing.steer(Action::Up, true);
        assert_eq!(playing.cursor, Square::E1);
        playing.steer(Action::Down, false);
        assert_eq!(playing.cursor, Square::E1, "the board ends here");
    }
}
