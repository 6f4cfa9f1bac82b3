//! Tests of the personas, with invented models and an invented comparison.

use std::path::PathBuf;
use std::sync::Arc;

use shakmaty::Position;

use super::fixture::{Bench, saved_sessions};
use super::views::frames;
use crate::players::contrast::{Contrast, Kind, Parting, Value};
use crate::players::persona::Persona;
use crate::positions::PositionSet;
use crate::tui::background::TaskResult;
use crate::tui::background::TaskWork;
use crate::tui::background::figures::ExportFigures;
use crate::tui::background::organism::ReadOrganism;
use crate::tui::message::Message;
use crate::tui::screens::personas::tasks::{CompareTwo, ComparedTwo, FindPersonas, Found, FoundPersonas};

/// A persona with weights of three features.
fn persona(player: &str, [one, two, three]: [f32; 3]) -> FoundPersonas {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.persona");
    let text = format!(
        "(format: 1, player: \"{player}\", about: \"\", games: 450, positions: 13210, cut: 24, strength: 300.0, \
         calibration: 1.0, common: \"x\", weights: {{\"piece: knight, opening\": {one:?}, \"recapture: queen, endgame\": {two:?}, \
         \"lever: a, middlegame\": {three:?}}})"
    );
    std::fs::write(&file, text).unwrap();
    let organism = Some(PathBuf::from(format!("{player}.ron")));
    FoundPersonas { persona: Arc::new(Persona::load(&file).unwrap()), organism }
}

fn contrast() -> Contrast {
    let set = PositionSet::embedded("gm2600-test").unwrap();
    let parting = |(number, example): (usize, &crate::positions::Example)| {
        let legal = example.position.legal_moves();
        let chances = [[0.31, 0.12], [0.08, 0.27]];
        let nats = 2.2 - number as f64 / 5.0;
        Parting { position: example.position.clone(), moves: [legal[0], legal[1]], chances, nats }
    };
    let value = |name: &str, values: [f64; 2], effect| Value {
        name: name.to_owned(),
        values,
        effect,
        errors: 80.0 * effect,
    };
    let kind =
        |name: &str, differences| Kind { name: name.to_owned(), differences, effect: 0.04, errors: 3.2 };
    Contrast {
        players: ["Petrosian".to_owned(), "Tal".to_owned()],
        positions: 998,
        parted: 143,
        values: vec![
            value("KING_SQUARE_B4_EG", [16.6, 12.5], 0.05),
            value("PASSED_ENEMY_BEHIND_EG", [-42.8, -40.0], -0.03),
        ],
        kinds: vec![
            kind("capture: knight, pawn", [Some(0.21), Some(-0.13), None, None]),
            kind("change of the other's moves: much less, queen", [None, None, None, Some(-0.33)]),
        ],
        partings: set.examples.iter().step_by(400).enumerate().map(parting).collect(),
    }
}

fn open(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 3);
    bench.send(Message::Sessions(Ok(saved_sessions())));
    bench.keys("6 Ctrl-G");
    assert_eq!(bench.tasks::<FindPersonas>().len(), 1);
    let personas = vec![
        persona("Tal", [0.5, -0.2, 0.1]),
        persona("Petrosian", [-0.4, 0.1, 0.2]),
        persona("Karpov", [-0.1, 0.4, -0.3]),
    ];
    bench.send(Message::TaskResult(TaskResult::found(Arc::new(Found::of(personas, Vec::new())))));
    assert_eq!(bench.tasks::<CompareTwo>().len(), 1, "the first two are compared at once");
    bench
}

fn compared(width: u16, height: u16) -> Bench {
    let mut bench = open(width, height);
    answer(&mut bench, [0, 1]);
    bench
}

fn answer(bench: &mut Bench, chosen: [usize; 2]) {
    let contrast = Ok(Arc::new(contrast()));
    bench.send(Message::TaskResult(TaskResult::found(ComparedTwo { chosen, contrast })));
}

#[test]
fn frames_equal_their_snapshots() {
    frames("personas", compared);
}

#[test]
fn a_file_that_cannot_be_read_hides_no_persona() {
    let folder = tempfile::tempdir().unwrap();
    let sessions = folder.path().join("sessions");
    std::fs::create_dir(&sessions).unwrap();
    let tal = persona("Tal", [0.5, -0.2, 0.1]).persona;
    tal.save(&sessions.join("tal.persona")).unwrap();
    std::fs::write(sessions.join("bad.persona"), "(format: 1").unwrap();
    let mut bench = open(120, 40);
    bench.send(Message::TaskResult(FindPersonas(sessions).run()));
    let screen = bench.draw();
    assert!(screen.contains("Tal") && !screen.contains("Petrosian"), "{screen}");
    assert!(screen.contains("bad.persona, line 1"), "{screen}");
}

#[test]
fn two_personas_are_chosen_and_become_subject_and_rival() {
    let mut bench = open(160, 50);
    assert!(bench.draw().contains("The personas are being compared."));
    bench.effects.clear();
    bench.keys("↓ ↓ Enter");
    let read: Vec<(&str, bool)> =
        bench.tasks::<ReadOrganism>().iter().map(|task| (task.from.as_str(), task.rival)).collect();
    assert_eq!(read, [("Tal.ron", false), ("Petrosian.ron", true)]);
    assert!(bench.tasks::<CompareTwo>().is_empty(), "one comparison runs at a time");
    answer(&mut bench, [0, 1]);
    let chosen: Vec<[usize; 2]> = bench.tasks::<CompareTwo>().iter().map(|task| task.chosen).collect();
    assert_eq!(chosen, [[2, 1]], "a late answer is not shown: the wanted pair is compared");
    answer(&mut bench, [2, 1]);
    let screen = bench.draw();
    assert!(
        screen.contains("They part in 143 of 998") && screen.contains("capture: knight, pawn"),
        "{screen}"
    );
    bench.effects.clear();
    bench.keys("Tab X");
    assert_eq!(bench.tasks::<ExportFigures>().len(), 1);
    bench.keys("Tab Tab Tab Enter");
    assert!(bench.screens.personas.board_state.play.is_some(), "Enter plays on from the position");
    bench.keys("Esc Esc Esc Esc");
    assert!(bench.draw().contains("Sessions"));
}
