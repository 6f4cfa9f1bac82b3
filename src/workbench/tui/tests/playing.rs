//! Tests of playing moves on a board, and of the analysis and the evaluation of its position.

use shakmaty::{Chess, Move, Position, Square};

use super::fixture::Bench;
use super::positions::{open, rows, with_rival};
use super::views::{frames, pane};
use crate::analysis::AnalysisRequest;
use crate::disagreement::OrganismRole;
use crate::engine::evaluation::{Weights, centipawns};
use crate::tui::hit_map::Target;
use crate::tui::message::{Effect, Message};
use crate::tui::playing::{self, LineExplorer, Promotion, evaluation};
use crate::tui::screens;
use crate::tui::screens::positions::{ANALYSIS, LIST};
use crate::tui::theme::Colours;

/// The analysis that was requested last.
fn requested(bench: &Bench) -> Option<AnalysisRequest> {
    let last = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Think(request) => Some(request.clone()),
        _ => None,
    });
    last.flatten().map(|request| *request)
}

fn play(bench: &Bench) -> &LineExplorer {
    bench.screens.positions.board_state.play.as_ref().expect("moves have been played")
}

fn on_board(bench: &Bench) -> Chess {
    playing::game(&bench.screens.positions, &bench.model).unwrap().position().clone()
}

/// A legal move that is neither a promotion nor castling.
fn plain_move(position: &Chess) -> Move {
    let plain = |m: &Move| !m.is_promotion() && !m.is_castle();
    position.legal_moves().into_iter().find(plain).unwrap()
}

/// Plays a move by clicks on its squares.
fn click_move(bench: &mut Bench, m: Move) {
    for square in [m.from().unwrap(), m.to()] {
        let (column, row) = bench.cell_of(&Target::Board(crate::tui::hit_map::BoardPart::Square(square)));
        bench.click((column + 1, row));
    }
}

#[test]
fn frames_and_panes_equal_their_snapshots() {
    let mut folders = Vec::new();
    frames("positions-playing-on", |width, height| {
        let (mut bench, folder) = with_rival(width, height, 60);
        folders.push(folder);
        bench.with_analysis = true;
        bench.keys("j j a Enter ;");
        let from = plain_move(&on_board(&bench)).from().unwrap();
        bench.screens.positions.board_state.play.as_mut().unwrap().press(from);
        bench
    });
    let (mut bench, _folder) = with_rival(120, 40, 60);
    bench.with_analysis = true;
    bench.keys("j j a");
    pane("positions-analysis", "Analysis", &mut bench);
    bench.keys("d");
    pane("positions-evaluation", "Evaluation", &mut bench);
}

#[test]
fn playing_moves_does_not_change_the_list() {
    let (mut bench, _folder) = with_rival(120, 40, 60);
    bench.keys("i j j j Tab Tab");
    let before = bench.draw();
    let state = &bench.screens.positions;
    let place = (state.entry, state.cursor(&bench.model), state.filter.clone(), state.order, rows(&bench));
    bench.keys("Shift-Tab Enter");
    for _ in 0..3 {
        let m = plain_move(&on_board(&bench));
        click_move(&mut bench, m);
    }
    bench.keys("< Tab j j Shift-Tab j k h l");
    assert_eq!(play(&bench).place(), (2, 3));
    bench.keys("Esc Tab");
    let state = &bench.screens.positions;
    let after = (state.entry, state.cursor(&bench.model), state.filter.clone(), state.order, rows(&bench));
    assert_eq!(after, place);
    assert_eq!(bench.draw(), before);
    // Playing in the same position again shows the same line.
    bench.keys("Ctrl-B");
    assert_eq!(play(&bench).place(), (2, 3));
}

#[test]
fn moves_can_be_played_by_keys_by_text_and_by_mouse() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.keys("Enter");
    let start = on_board(&bench);
    let m = plain_move(&start);
    // Keys move the cursor to the piece and to its target.
    for square in [m.from().unwrap(), m.to()] {
        for _ in 0..16 {
            let at = play(&bench).cursor;
            let (file, rank) = (at.file(), at.rank());
            if file != square.file() {
                bench.keys(if file < square.file() { "→" } else { "←" });
            } else if rank != square.rank() {
                bench.keys(if rank < square.rank() { "↑" } else { "j" });
            }
        }
        assert_eq!(play(&bench).cursor, square);
        bench.keys("Enter");
    }
    assert_eq!(play(&bench).played(), [m]);
    bench.keys("Backspace");
    assert_eq!(on_board(&bench), start);
    // A move can be typed; a text that is not a move is explained and can be edited.
    bench.keys("'");
    bench.type_text("Qz9");
    bench.keys("Enter");
    assert!(bench.draw().contains("“Qz9” is not a"), "{}", bench.draw());
    bench.keys("Ctrl-U");
    bench.type_text(&crate::positions::moves::san(&start, m));
    bench.keys("Enter");
    assert_eq!(play(&bench).played(), [m]);
    bench.keys("Backspace Esc");
    // A click on the board of the list starts to play.
    assert!(bench.screens.positions.board_state.play.is_none());
    click_move(&mut bench, m);
    assert_eq!(play(&bench).played(), [m]);
    let back = bench.find("take back");
    bench.click(back);
    assert_eq!(on_board(&bench), start);
}

#[test]
fn moves_can_be_clicked_on_a_flipped_board() {
    let (mut bench, _folder) = open(200, 60, 40);
    bench.keys("f");
    let m = plain_move(&on_board(&bench));
    click_move(&mut bench, m);
    assert_eq!(play(&bench).played(), [m]);
}

#[test]
fn a_promotion_asks_for_the_piece() {
    let (mut bench, folder) = open(80, 24, 40);
    let path = folder.path().join("promotion.epd");
    std::fs::write(&path, "7k/P7/8/8/8/8/8/K7 w - - bm a8=Q;\n").unwrap();
    bench.screens.positions.source = Some(crate::positions::PositionSource::File(path));
    bench.keys("F → Enter Enter");
    for (keys, piece) in [("r", "R"), ("Enter", "Q"), ("j j j Enter", "N")] {
        click_move(
            &mut bench,
            Move::Normal {
                role: shakmaty::Role::Pawn,
                from: Square::A7,
                to: Square::A8,
                capture: None,
                promotion: None,
            },
        );
        assert!(bench.model.popup::<Promotion>().is_some());
        bench.keys(keys);
        let line = play(&bench).notation();
        assert!(line.contains(&format!("a8={piece}")), "{line}");
        bench.keys("Backspace");
    }
    click_move(
        &mut bench,
        Move::Normal {
            role: shakmaty::Role::Pawn,
            from: Square::A7,
            to: Square::A8,
            capture: None,
            promotion: None,
        },
    );
    bench.keys("Esc");
    assert_eq!(play(&bench).place(), (0, 0), "the promotion was cancelled");
}

#[test]
fn the_analysis_follows_the_board() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.with_analysis = true;
    bench.keys("j");
    assert_eq!(requested(&bench), None, "the analysis is off");
    bench.keys("a");
    let assert_follows = |bench: &Bench| {
        assert_eq!(*requested(bench).unwrap().game.position(), on_board(bench));
    };
    assert_follows(&bench);
    let first = on_board(&bench);
    bench.keys("j");
    assert_follows(&bench);
    assert_ne!(on_board(&bench), first);
    bench.keys("Enter ;");
    assert_follows(&bench);
    assert_eq!(
        requested(&bench).unwrap().game.moves().len(),
        1,
        "the request contains the moves, so repetitions are detected"
    );
    bench.keys("Backspace");
    assert_follows(&bench);
    bench.keys("Esc Tab →");
    assert_follows(&bench);
    // An edit of the organism restarts the analysis.
    let before = requested(&bench).unwrap();
    let knight = bench.model.subject().unwrap().schema.index_of("KNIGHT_VALUE").unwrap();
    let value = bench.model.subject().unwrap().values[knight];
    bench.model.edit(knight, value ^ 1);
    bench.send(Message::Resized);
    assert!(!requested(&bench).unwrap().same_player(&before));
    // The analysis stops on another screen, and continues when the user returns.
    bench.keys("1");
    assert_eq!(requested(&bench), None);
    bench.keys("3");
    assert_follows(&bench);
    bench.keys("a");
    assert_eq!(requested(&bench), None);
    assert!(!bench.draw().contains("nodes/s"));
}

#[test]
fn escape_ends_playing_before_it_ends_the_analysis() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.with_analysis = true;
    bench.keys("a Enter ; Esc");
    assert!(bench.screens.positions.board_state.play.is_none() && bench.model.thinking.on.is_some());
    bench.keys("Esc");
    assert!(bench.model.thinking.on.is_none());
    assert_eq!(bench.model.screen, screens::positions::ID);
    bench.keys("Esc");
    assert_eq!(bench.model.screen, screens::population::ID);
}

#[test]
fn analyses_of_subject_and_rival_are_shown_together() {
    let (mut bench, _folder) = with_rival(200, 60, 40);
    bench.with_analysis = true;
    bench.keys("a");
    let subject = requested(&bench).unwrap();
    bench.keys("A");
    let rival = requested(&bench).unwrap();
    assert!(rival.same_game(&subject) && !rival.same_player(&subject));
    assert_eq!(bench.model.thinking.on, Some(OrganismRole::Rival));
    let screen = bench.draw();
    assert!(screen.contains("Analysis ○ reference") && screen.contains("● subject at depth 12"), "{screen}");
    bench.model.selection.rival = None;
    bench.send(Message::Resized);
    assert_eq!((bench.model.thinking.on, requested(&bench)), (None, None));
}

#[test]
fn an_analysis_of_another_position_is_not_shown() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.keys("a");
    let late = super::fixture::analysis_of(&requested(&bench).unwrap());
    bench.keys("j");
    bench.send(Message::Analysis(Box::new(late)));
    assert!(bench.draw().contains("analysing…") && !bench.draw().contains("1,234,569"));
}

#[test]
fn enter_plays_a_line_of_the_analysis() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.with_analysis = true;
    bench.keys("a Tab Tab");
    assert_eq!(bench.screens.positions.pane(), ANALYSIS);
    let second = bench.model.thinking.now().unwrap().lines[1].line.moves[0];
    bench.keys("j Enter");
    assert_eq!(play(&bench).played(), [second]);
}

#[test]
fn the_terms_of_the_evaluation_add_up_to_its_total() {
    let (mut bench, _folder) = open(200, 60, 40);
    bench.keys("d");
    for _ in 0..8 {
        let rows = evaluation::rows(&bench.screens.positions, &bench.model);
        let [white, black] = evaluation::total(&rows);
        let subject = bench.model.subject().unwrap();
        let weights = Weights::new(&subject.schema, &subject.values).unwrap();
        assert_eq!(white - black, weights.evaluate(&on_board(&bench)));
        let shown = centipawns(white - black);
        let total = bench.draw().lines().find(|line| line.contains(" total ")).unwrap().to_owned();
        assert!(total.replace('−', "-").contains(&shown.to_string()), "{shown} {total}");
        bench.screens.positions.board_state.panes.at = LIST;
        bench.keys("j");
    }
}

#[test]
fn plus_edits_the_parameter_under_the_cursor_of_the_evaluation() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.keys("d j j");
    let Some(evaluation::RowKind::Parameter(index)) =
        evaluation::under_cursor(&bench.screens.positions, &bench.model)
    else {
        panic!("the cursor is not on a parameter")
    };
    let before = bench.model.subject().unwrap().values[index];
    bench.keys("+");
    assert_eq!(bench.model.subject().unwrap().values[index], before + 1);
    assert_eq!(
        evaluation::under_cursor(&bench.screens.positions, &bench.model),
        Some(evaluation::RowKind::Parameter(index))
    );
}

#[test]
fn boards_in_ascii_mark_squares_without_colour() {
    let (mut bench, _folder) = open(80, 24, 40);
    bench.with_analysis = true;
    bench.model.theme.colours = Colours::None;
    bench.model.ascii = true;
    bench.keys("a Enter");
    let from = plain_move(&on_board(&bench)).from().unwrap();
    bench.screens.positions.board_state.play.as_mut().unwrap().press(from);
    bench.keys("j");
    let screen = bench.draw();
    assert!(screen.is_ascii(), "{screen}");
    assert!(screen.contains('|') && screen.contains('*'), "{screen}");
}

#[test]
fn an_analysis_has_the_numbers_of_the_game() {
    let (mut bench, _folder) = open(120, 40, 60);
    bench.with_analysis = true;
    let ply = bench.screens.positions.entry().unwrap().ply.unwrap();
    assert!(ply > 4, "a position after the opening");
    bench.keys("a");
    let screen = bench.draw();
    let number = ply / 2 + 1;
    let first = if ply.is_multiple_of(2) { format!(" {number}.") } else { format!(" {number}…") };
    assert!(screen.contains(&first), "{first}: {screen}");
}
