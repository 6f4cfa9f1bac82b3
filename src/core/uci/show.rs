//! Text output for users at a terminal: the board, the evaluation and the help.

use std::fmt::Write as _;

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, File, Position as _, Rank, Square};

use super::player::Player;
use crate::engine::board::Board;
use crate::engine::evaluation::centipawns;
use crate::engine::features;

/// Returns the board from White's side, its FEN, and its key in the transposition table.
pub(super) fn board(position: &Chess) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str("+---+---+---+---+---+---+---+---+\n");
        for file in File::ALL {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            // Writing to a string cannot fail.
            let _ = write!(text, "| {} ", piece.map_or(' ', |piece| piece.char()));
        }
        let _ = writeln!(text, "| {rank}");
    }
    text.push_str("+---+---+---+---+---+---+---+---+\n  a   b   c   d   e   f   g   h\n\n");
    let fen = Fen::from_position(position, EnPassantMode::Legal);
    let _ = write!(text, "FEN: {fen}\nKey: {:016x}", Board::new(position).key());
    text
}

/// Returns the contribution of each parameter for White and for Black, in centipawns, and the total. The evaluation is
/// linear: each contribution is value times feature, and the differences add up to the static evaluation.
pub(super) fn evaluation(position: &Chess, player: &Player) -> String {
    let one = f64::from(features::ONE);
    let (set, weights) = (player.weights.set(), player.weights.values());
    let [white, black] = set.sides(position);
    let width = 2 + set.names().iter().map(|name| name.len()).max().unwrap_or(0);
    let mut text =
        format!("{:<width$}{:>7}{:>11}{:>11}{:>11}\n", "", "value", "White", "Black", "difference");
    let mut total = [0; 2];
    for (index, name) in set.names().iter().enumerate() {
        let value = i32::from(weights[index]);
        let parts = [value * white[index], value * black[index]];
        total = [total[0] + parts[0], total[1] + parts[1]];
        row(&mut text, width, name, &value.to_string(), parts, one);
    }
    row(&mut text, width, "total", "", total, one);
    let score = centipawns(total[0] - total[1]);
    let _ = write!(text, "{}: {score:+} centipawns for White (static evaluation)", player.organism.name);
    text
}

fn row(text: &mut String, width: usize, name: &str, value: &str, parts: [i32; 2], one: f64) {
    let [white, black] = parts.map(|part| f64::from(part) / one);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{name:<width$}{value:>7}{white:>11.4}{black:>11.4}{:>11.4}", white - black);
}

/// The text of `help`.
pub(super) const HELP: &str = "\
uci                                   print the name and the options
isready                               answer “readyok” after all earlier commands, or at once during a search
setoption name NAME [value VALUE]     set an option
ucinewgame                            clear the data of the last game
position startpos|fen FEN [moves …]   set the position
go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [mate N]
   [infinite] [ponder] [searchmoves MOVE…]
                                      search; without a limit until “stop”
go perft N                            count the leaf nodes of the legal move tree to depth N
stop, ponderhit                       end the search; report that the expected move was played
debug on|off                          turn the confirmation of changes on or off
d, eval                               print the board; print the contribution of each parameter
bench [nodes N|depth N]               search fixed positions and count nodes
quit                                  exit at once; at the end of the input, exit when a limited search has ended";
