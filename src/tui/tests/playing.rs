//! A board to play on, with an engine that thinks along.

use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use shakmaty::{Chess, Move, Position, Square};

use super::fixture::Bench;
use super::positions::{open, with_rival};
use super::views::{frames, pane};
use crate::analysis::AnalysisRequest;
use crate::disagreement::Part;
use crate::engine::evaluation::{Weights, centipawns};
use crate::tui::message::{Effect, Message};
use crate::tui::playing::{self, LineExplorer, Promotion, evaluation};
use crate::tui::screens;
use crate::tui::screens::positions::Pane;
use crate::tui::theme::Colours;

fn press(bench: &mut Bench, at: (u16, u16)) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    bench.send(Message::Mouse(MouseEvent { kind, column: at.0, row: at.1, modifiers: KeyModifiers::NONE }));
    bench.draw();
}

/// Where a square is drawn.
fn place(bench: &mut Bench, square: Square) -> (u16, u16) {
    bench.draw();
    let area = bench.terminal.backend().buffer().area;
    area.positions()
        .find(|at| {
            let wanted = crate::tui::hit_map::Target::own(playing::Spot::Square(square));
            bench.model.hits.at(at.x, at.y).next() == Some(&wanted)
        })
        .map(|at| (at.x + 1, at.y))
        .expect("the square is on the screen")
}

/// What is thought about, after all that was asked for.
fn wished(bench: &Bench) -> Option<AnalysisRequest> {
    let last = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Think(wish) => Some(wish.clone()),
        _ => None,
    });
    last.flatten().map(|wish| *wish)
}

fn play(bench: &Bench) -> &LineExplorer {
    bench.screens.positions.table.play.as_ref().expect("moves are played")
}

fn on_board(bench: &Bench) -> Chess {
    playing::game(&bench.screens.positions, &bench.model).unwrap().position().clone()
}

/// A legal move that is neither a promotion nor castling.
fn plain_move(position: &Chess) -> Move {
    let plain = |m: &Move| !m.is_promotion() && !m.is_castle();
    position.legal_moves().into_iter().find(plain).unwrap()
}

/// Plays a move with the mouse alone.
fn by_mouse(bench: &mut Bench, m: Move) {
    for square in [m.from().unwrap(), m.to()] {
        let at = place(bench, square);
        press(bench, at);
    }
}

#[test]
fn views() {
    let mut folders = Vec::new();
    frames("positions-playing-on", |width, height| {
        let (mut bench, folder) = with_rival(width, height, 60);
        folders.push(folder);
        bench.thinks = true;
        bench.keys("j j a Enter m");
        let from = plain_move(&on_board(&bench)).from().unwrap();
        bench.screens.positions.table.play.as_mut().unwrap().press(from);
        bench
    });
    let (mut bench, _folder) = with_rival(120, 40, 60);
    bench.thinks = true;
    bench.keys("j j a");
    pane("positions-analysis", "Analysis", &mut bench);
    bench.keys("e");
    pane("positions-evaluation", "Evaluation", &mut bench);
}

#[test]
fn playing_leaves_the_list_exactly_where_it_was() {
    let (mut bench, _folder) = with_rival(120, 40, 60);
    bench.keys("d o j j j Tab Tab");
    let before = bench.draw();
    let state = &bench.screens.positions;
    let place = (state.entry, state.cursor, state.filter.clone(), state.order, state.rows.clone());
    bench.keys("Shift-Tab Enter");
    for _ in 0..3 {
        let m = plain_move(&on_board(&bench));
        by_mouse(&mut bench, m);
    }
    bench.keys("[ Tab j j Shift-Tab j k h l");
    assert_eq!(play(&bench).place(), (2, 3));
    bench.keys("Esc Tab");
    let state = &bench.screens.positions;
    let after = (state.entry, state.cursor, state.filter.clone(), state.order, state.rows.clone());
    assert_eq!(after, place);
    assert_eq!(bench.draw(), before);
    // Who plays on in the same position finds the line again.
    bench.keys("Ctrl-B");
    assert_eq!(play(&bench).place(), (2, 3));
}

#[test]
fn moves_are_played_by_keys_by_text_and_by_mouse() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.keys("Enter");
    let start = on_board(&bench);
    let m = plain_move(&start);
    // By keys: to the piece, to its target.
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
    bench.keys("u");
    assert_eq!(on_board(&bench), start);
    // By text; what is no move says so and stays.
    bench.keys("i");
    bench.types("Qz9");
    bench.keys("Enter");
    assert!(bench.draw().contains("“Qz9” is not a"), "{}", bench.draw());
    bench.keys("Ctrl-U");
    bench.types(&crate::positions::moves::san(&start, m));
    bench.keys("Enter");
    assert_eq!(play(&bench).played(), [m]);
    bench.keys("Backspace Esc");
    // By mouse, from a board that is only looked at.
    assert!(bench.screens.positions.table.play.is_none());
    by_mouse(&mut bench, m);
    assert_eq!(play(&bench).played(), [m]);
    let back = bench.find("take back");
    press(&mut bench, back);
    assert_eq!(on_board(&bench), start);
}

#[test]
fn a_board_turned_round_is_played_on_by_mouse_all_the_same() {
    let (mut bench, _folder) = open(200, 60, 40);
    bench.keys("f");
    let m = plain_move(&on_board(&bench));
    by_mouse(&mut bench, m);
    assert_eq!(play(&bench).played(), [m]);
}

#[test]
fn a_promotion_is_asked_for() {
    let (mut bench, folder) = open(80, 24, 40);
    let path = folder.path().join("promotion.epd");
    std::fs::write(&path, "7k/P7/8/8/8/8/8/K7 w - - bm a8=Q;\n").unwrap();
    bench.screens.positions.source = Some(crate::positions::PositionSource::File(path));
    bench.keys("d d d d Enter");
    for (keys, piece) in [("r", "R"), ("Enter", "Q"), ("j j j Enter", "N")] {
        by_mouse(
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
        bench.keys("u");
    }
    by_mouse(
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
    assert_eq!(play(&bench).place(), (0, 0), "asked, and not done");
}

#[test]
fn the_analysis_follows_the_board() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.thinks = true;
    bench.keys("j");
    assert_eq!(wished(&bench), None, "nobody asked");
    bench.keys("a");
    let same = |bench: &Bench| {
        assert_eq!(*wished(bench).unwrap().game.position(), on_board(bench));
    };
    same(&bench);
    let first = on_board(&bench);
    bench.keys("j");
    same(&bench);
    assert_ne!(on_board(&bench), first);
    bench.keys("Enter m");
    same(&bench);
    assert_eq!(wished(&bench).unwrap().game.moves().len(), 1, "repetitions are known");
    bench.keys("u");
    same(&bench);
    bench.keys("Esc Tab →");
    same(&bench);
    // Edits by hand think along.
    let before = wished(&bench).unwrap();
    let knight = bench.model.subject().unwrap().schema.index_of("KNIGHT_VALUE").unwrap();
    let value = bench.model.subject().unwrap().values[knight];
    bench.model.edit(knight, value ^ 1);
    bench.send(Message::Resized);
    assert!(!wished(&bench).unwrap().same_player(&before));
    // Nothing is computed for who does not look, and it goes on for who comes back.
    bench.keys("1");
    assert_eq!(wished(&bench), None);
    bench.keys("3");
    same(&bench);
    bench.keys("a");
    assert_eq!(wished(&bench), None);
    assert!(!bench.draw().contains("nodes/s"));
}

#[test]
fn escape_ends_the_playing_first_and_then_the_analysis() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.thinks = true;
    bench.keys("a Enter m Esc");
    assert!(bench.screens.positions.table.play.is_none() && bench.model.thinking.on.is_some());
    bench.keys("Esc");
    assert!(bench.model.thinking.on.is_none());
    assert_eq!(bench.model.screen, screens::positions::ID);
    bench.keys("Esc");
    assert_eq!(bench.model.screen, screens::population::ID);
}

#[test]
fn the_rival_thinks_too_and_both_are_seen() {
    let (mut bench, _folder) = with_rival(200, 60, 40);
    bench.thinks = true;
    bench.keys("a");
    let subject = wished(&bench).unwrap();
    bench.keys("A");
    let rival = wished(&bench).unwrap();
    assert!(rival.same_game(&subject) && !rival.same_player(&subject));
    assert_eq!(bench.model.thinking.on, Some(Part::Rival));
    let screen = bench.draw();
    assert!(screen.contains("Analysis ○ reference") && screen.contains("● subject at depth 12"), "{screen}");
    bench.model.selection.rival = None;
    bench.send(Message::Resized);
    assert_eq!((bench.model.thinking.on, wished(&bench)), (None, None));
}

#[test]
fn a_thought_that_comes_late_is_not_shown() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.keys("a");
    let late = super::fixture::thought(&wished(&bench).unwrap());
    bench.keys("j");
    bench.send(Message::Thought(Box::new(late)));
    assert!(bench.draw().contains("thinking…") && !bench.draw().contains("1,234,569"));
}

#[test]
fn a_line_of_the_analysis_is_played() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.thinks = true;
    bench.keys("a Tab Tab");
    assert_eq!(bench.screens.positions.pane, Pane::Analysis);
    let second = bench.model.thinking.now().unwrap().lines[1].line.moves[0];
    bench.keys("j Enter");
    assert_eq!(play(&bench).played(), [second]);
}

#[test]
fn the_parts_of_the_evaluation_add_up_to_it() {
    let (mut bench, _folder) = open(200, 60, 40);
    bench.keys("e");
    for _ in 0..8 {
        let rows = evaluation::rows(&bench.screens.positions, &bench.model);
        let [white, black] = evaluation::total(&rows);
        let subject = bench.model.subject().unwrap();
        let weights = Weights::new(&subject.schema, &subject.values).unwrap();
        assert_eq!(white - black, weights.evaluate(on_board(&bench).board()));
        let shown = centipawns(white - black);
        let total = bench.draw().lines().find(|line| line.contains(" total ")).unwrap().to_owned();
        assert!(total.replace('−', "-").contains(&shown.to_string()), "{shown} {total}");
        bench.screens.positions.focus_pane(Pane::List);
        bench.keys("j");
    }
}

#[test]
fn a_value_is_changed_where_its_part_is_seen() {
    let (mut bench, _folder) = open(120, 40, 40);
    bench.keys("e j j");
    let Some(evaluation::What::Parameter(index)) =
        evaluation::under_cursor(&bench.screens.positions, &bench.model)
    else {
        panic!("the cursor is on no parameter")
    };
    let before = bench.model.subject().unwrap().values[index];
    bench.keys("+");
    assert_eq!(bench.model.subject().unwrap().values[index], before + 1);
    assert_eq!(
        evaluation::under_cursor(&bench.screens.positions, &bench.model),
        Some(evaluation::What::Parameter(index))
    );
}

#[test]
fn playing_needs_neither_colour_nor_symbols() {
    let (mut bench, _folder) = open(80, 24, 40);
    bench.thinks = true;
    bench.model.theme.colours = Colours::None;
    bench.model.ascii = true;
    bench.keys("a Enter");
    let from = plain_move(&on_board(&bench)).from().unwrap();
    bench.screens.positions.table.play.as_mut().unwrap().press(from);
    bench.keys("j");
    let screen = bench.draw();
    assert!(screen.is_ascii(), "{screen}");
    assert!(screen.contains('|') && screen.contains('*'), "{screen}");
}
