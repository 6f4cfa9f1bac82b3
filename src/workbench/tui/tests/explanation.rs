//! Tests of the popups that explain an organism.

use std::path::{Path, PathBuf};

use super::fixture::Bench;
use crate::job::report::{Fact, State};
use crate::session::Session;
use crate::tui::message::{Effect, Message};

/// Opens the recorded session of the repository.
fn example(width: u16, height: u16) -> Bench {
    let folder = PathBuf::from("sessions/example");
    let recorded = Session::open_read_only(Path::new("../../sessions/example")).unwrap();
    let mut bench = Bench::new(width, height);
    bench.send(Message::Started { folder: folder.clone(), settings: None, named: true });
    let largest = recorded.header.largest_score();
    bench.facts([
        Fact::Opened {
            folder: PathBuf::from("../../sessions/example"),
            settings: Box::new(recorded.header.settings.clone()),
            train_total: largest,
            test_total: 0,
            history: recorded.history.clone(),
            results: vec![],
            plants: vec![],
            interventions: vec![],
        },
        Fact::State(State::Paused),
    ]);
    bench
}

/// Presses a key and runs the task that it starts.
fn ask(bench: &mut Bench, key: &str) {
    bench.effects.clear();
    bench.keys(key);
    let task = bench.effects.iter().find_map(|effect| match effect {
        Effect::BackgroundTask(task) => Some(task.clone()),
        _ => None,
    });
    bench.send(Message::TaskResult(task.unwrap().run()));
}

#[test]
fn the_ancestry_names_the_origin_of_each_value() {
    let mut bench = example(120, 40);
    ask(&mut bench, "A");
    let screen = bench.draw();
    for text in ["Ancestry", "▸Origins", "come unchanged from generation 0", "of the parents"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    bench.keys("↓ Enter");
    let screen = bench.draw();
    assert!(screen.contains("▸Descent") && screen.contains("mutations"), "{screen}");
    bench.keys("Esc");
    assert!(bench.model.popup.is_none());
}

#[test]
fn the_importance_shows_the_range_of_the_selected_value() {
    let mut bench = example(120, 40);
    ask(&mut bench, "M");
    let screen = bench.draw();
    for text in ["Importance", "loss with median", "score over the range"] {
        assert!(screen.contains(text), "{text}: {screen}");
    }
    bench.keys("Enter");
    assert!(bench.draw().contains("▸Groups"), "{}", bench.draw());
    bench.keys("Enter");
    assert!(bench.draw().contains("interaction"), "{}", bench.draw());
    // Every size has room for a part of it.
    for (width, height) in [(80, 24), (40, 12), (10, 3), (200, 60)] {
        bench.resize(width, height);
        bench.draw();
    }
}

#[test]
fn an_organism_of_elsewhere_has_no_recorded_ancestry() {
    let mut bench = example(120, 40);
    bench.model.selection.choose(Some(super::positions::organism("evolstar")));
    bench.effects.clear();
    bench.keys("A");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::BackgroundTask(_))));
    assert!(bench.draw().contains("no organism of the open session"), "{}", bench.draw());
}

#[test]
fn the_heatmap_of_origins_shows_how_each_value_arose() {
    let mut bench = example(120, 40);
    bench.keys("2 Tab Tab");
    ask(&mut bench, "Tab");
    let screen = bench.draw();
    assert!(screen.contains("▸Origins") && screen.contains("m mutation"), "{screen}");
    let cells = |sign: &str| screen.matches(sign).count();
    assert!(cells("mm") > 3 && cells("xx") > 3, "{screen}");
    let told = |screen: &str| screen.contains("; its parents had") || screen.contains("of generation 0");
    assert!(told(&screen), "{screen}");
    let shown = bench.shown().figures(&bench.model).unwrap().wanted;
    assert!(format!("{shown:?}").contains("origins-generation-"), "{shown:?}");
    // An earlier generation is read when it is shown, and generation 0 has no parents.
    bench.model.look_at(0);
    let record = Session::open_read_only(Path::new("../../sessions/example")).unwrap().history[0].clone();
    let read = crate::tui::background::generation::Generation {
        folder: PathBuf::from("../../sessions/example"),
        record: Ok(record),
    };
    bench.effects.clear();
    bench.send(Message::TaskResult(crate::tui::background::TaskResult::found(read)));
    let task = bench.effects.iter().find_map(|effect| match effect {
        Effect::BackgroundTask(task) => Some(task.clone()),
        _ => None,
    });
    bench.send(Message::TaskResult(task.unwrap().run()));
    assert!(bench.draw().contains("a value of organism 1 of generation 0"), "{}", bench.draw());
}

#[test]
fn the_twin_without_a_generation_is_compared() {
    let mut bench = example(120, 40);
    bench.effects.clear();
    bench.keys("Ctrl-W Tab");
    bench.keys("Backspace Backspace Backspace");
    bench.type_text("20");
    bench.keys("Enter");
    let task = bench.effects.iter().find_map(|effect| match effect {
        Effect::BackgroundTask(task) => Some(task.clone()),
        _ => None,
    });
    let task = task.unwrap_or_else(|| panic!("{}", bench.draw()));
    bench.send(Message::TaskResult(task.run()));
    let screen = bench.draw();
    assert!(screen.contains("What if · run 1") && screen.contains("without it"), "{screen}");
}
