//! A game of the person against an organism in a pseudo-terminal.

use std::fs;

use crate::support::pty::Workbench;
use crate::workbench::cache;

#[test]
fn two_moves_against_reference_are_played_and_the_game_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache().to_str().unwrap();
    let arguments = ["--preset", "quick", "--seed", "3", "--cache", cache];
    let mut bench = Workbench::open(folder.path(), &arguments, &[], (120, 40));
    bench.wait_for("generation 0/40");
    bench.wait_for("‖ paused");
    bench.press("W");
    bench.wait_for("Play a game against an organism");
    // The choice after the champion is `reference`; below strength and colour, that before 1,000 nodes is 100.
    bench.press("\x1b[C\t\t\t\x1b[D");
    bench.wait_for("100 nodes a move");
    bench.press("\r");
    bench.wait_for("Game against reference");
    for (text, played) in [("e4", "1.e4"), ("d3", "2.d3")] {
        bench.press(&format!("'{text}\r"));
        bench.wait(|screen| screen.contains(played) && screen.contains("your move"), "the opponent answers");
    }
    bench.press("Y");
    bench.wait_for("Resign?");
    bench.press("y");
    bench.wait_for("you lose: resignation; the game is in");
    bench.press("q");
    assert_eq!(bench.wait_for_exit().0, 0);
    let pgn = fs::read_to_string(folder.path().join("sessions/played/games.pgn")).unwrap();
    for text in [
        "[White \"Player\"]",
        "[Black \"reference\"]",
        "[Result \"0-1\"]",
        "[TimeControl \"100 nodes per move\"]",
        "[PlyCount \"4\"]",
        "1. e4 ",
        " 2. d3 ",
    ] {
        assert!(pgn.contains(text), "{text}\n{pgn}");
    }
}
