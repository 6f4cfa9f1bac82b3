//! Tests of the time: the strip of the Positions screen, and the run that is played.

use std::time::Duration;

use super::fixture::Bench;
use super::positions::{open, rows};
use crate::disagreement::{AgreementFilter, OrganismRole};
use crate::evolution::record::GenerationRecord;
use crate::job::report::Fact;
use crate::tui::hit_map::Target;
use crate::tui::message::Message;
use crate::tui::screens::positions::TIME;

/// Focuses the time.
fn focus_time(bench: &mut Bench) {
    while bench.screens.positions.pane() != TIME {
        bench.keys("Tab");
    }
}

fn viewed(bench: &Bench) -> u32 {
    bench.model.evolution.as_ref().unwrap().viewed_generation().unwrap()
}

/// The generation in the name of the subject.
fn subject(bench: &Bench) -> String {
    let name = bench.model.subject().unwrap().origin.name();
    name.rsplit(' ').next().unwrap().to_owned()
}

#[test]
fn scrubbing_moves_the_subject_and_the_mark() {
    let (mut bench, _folder) = open(200, 60, 60);
    focus_time(&mut bench);
    let newest = viewed(&bench);
    assert_eq!(subject(&bench), newest.to_string());
    bench.keys("← ←");
    assert_eq!((viewed(&bench), subject(&bench)), (newest - 2, (newest - 2).to_string()));
    assert!(bench.draw().contains(&format!("{} ▲", newest - 2)), "{}", bench.draw());
    // The answers are those of the earlier champion.
    let learning = bench.screens.positions.scan.learning().unwrap().clone();
    let index = learning.index_of(newest - 2);
    let answers = bench.screens.positions.scan.answers(OrganismRole::Subject).unwrap();
    assert!((0..60).all(|position| answers.get(position) == learning.answered(index, position)));
    bench.keys("→ → →");
    assert_eq!((viewed(&bench), subject(&bench)), (newest, newest.to_string()));
    // A click on the strip shows a generation.
    let cell = bench.cell_of(&Target::Generation(0));
    bench.click(cell);
    assert_eq!((viewed(&bench), subject(&bench)), (0, "0".to_owned()));
}

#[test]
fn enter_lists_what_a_generation_learned_and_then_what_it_forgot() {
    let (mut bench, _folder) = open(200, 60, 60);
    focus_time(&mut bench);
    let learning = bench.screens.positions.scan.learning().unwrap().clone();
    let turned = |index: &usize| learning.turn_counts(*index).iter().all(|count| *count > 0);
    let index = (0..learning.champions().len()).rev().find(turned).unwrap();
    let generation = learning.champions()[index].generation;
    while viewed(&bench) > generation {
        bench.keys("←");
    }
    let [learned, forgotten] = learning.turned(index);
    let listed = |bench: &Bench| {
        let mut listed = rows(bench);
        listed.sort_unstable();
        listed
    };
    bench.keys("Enter");
    assert_eq!(listed(&bench), learned);
    assert!(bench.draw().contains("just learned"), "{}", bench.draw());
    bench.keys("Enter");
    assert_eq!(listed(&bench), forgotten);
    bench.keys("Enter");
    assert_eq!(bench.screens.positions.filter.outcome, AgreementFilter::Disagree);
    assert!(rows(&bench).len() >= forgotten.len());
}

#[test]
fn a_zoomed_time_lists_the_generations() {
    let (mut bench, _folder) = open(120, 40, 60);
    focus_time(&mut bench);
    bench.keys("z");
    let screen = bench.draw();
    assert!(screen.contains("changed") && screen.contains("forgotten"), "{screen}");
    let newest = viewed(&bench);
    bench.keys("↑");
    assert_eq!(viewed(&bench), newest - 1);
    bench.keys("Home");
    assert_eq!(viewed(&bench), 0);
}

#[test]
fn a_run_is_played_in_ten_seconds() {
    let (mut bench, _folder) = open(120, 40, 24);
    let newest = viewed(&bench);
    let begin = bench.model.now;
    bench.keys("T");
    let mut seen = Vec::new();
    for tenth in 0..=100 {
        bench.model.now = begin + Duration::from_millis(100) * tenth;
        bench.send(Message::Played);
        seen.push(viewed(&bench));
    }
    assert!(seen.is_sorted() && seen[0] == 0 && seen[50] >= newest / 2 - 1, "{seen:?}");
    assert_eq!((seen[100], bench.model.playback), (newest, None));
    // The same key stops it at the generation shown.
    bench.keys("T");
    bench.model.now += Duration::from_secs(5);
    bench.send(Message::Played);
    let at = viewed(&bench);
    bench.keys("T");
    assert!(at > 0 && at < newest && bench.model.playback.is_none());
    assert_eq!(viewed(&bench), at);
}

#[test]
fn a_run_that_no_longer_improves_says_since_when() {
    let mut bench = Bench::paused(120, 40, 1, 24);
    assert!(!bench.draw().contains("no gain since"), "{}", bench.draw());
    let newest = bench.model.evolution.as_ref().unwrap().latest().unwrap().clone();
    for generation in 25..=60 {
        let record = GenerationRecord { generation, ..(*newest).clone() };
        bench.fact(Fact::Generation(std::sync::Arc::new(record)));
        let told = bench.draw().contains("no gain since");
        assert_eq!(told, generation - 24 >= generation / 2, "{generation}: {}", bench.draw());
    }
    let screen = bench.draw();
    let line = screen.lines().find(|line| line.contains("no gain since")).unwrap();
    assert!(line.contains(" 24 "), "{line}");
}
