//! Tests of the frame around the screens: messages, help, palette, and the card of the first start.

use super::fixture::{Bench, record};
use crate::job::report::{Command, Fact, State};
use crate::tui::app::help::Help;
use crate::tui::background::TaskResult;
use crate::tui::message::Message;
use crate::tui::screens;

fn last_rows(screen: &str, count: usize) -> String {
    let lines: Vec<&str> = screen.lines().collect();
    lines[lines.len() - count..].join("\n")
}

#[test]
fn an_error_is_whole_and_stays_until_escape_dismisses_it() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let mut bench = Bench::paused(width, height, 1, 3);
        let text = "the file /home/somebody/positions/endgames-of-capablanca.epd cannot be read: line 12, column 30: \
                    Qh9 is not a move";
        bench.send(Message::TaskResult(TaskResult::Failed(text.to_owned())));
        let shown = |bench: &mut Bench| {
            let rows = last_rows(&bench.draw(), 4);
            let words: String =
                rows.split_whitespace().filter(|word| !["Esc", "dismisses"].contains(word)).collect();
            words.contains(&text.split_whitespace().collect::<String>())
        };
        assert!(shown(&mut bench), "{width}×{height}\n{}", bench.draw());
        bench.keys("j");
        assert!(shown(&mut bench), "other keys keep an error");
        bench.click((2, 5));
        assert!(shown(&mut bench), "a click keeps an error");
        bench.keys("Esc");
        assert!(!shown(&mut bench) && bench.model.screen == screens::population::ID);
    }
}

#[test]
fn a_message_disappears_with_the_next_key() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.send(Message::TaskResult(TaskResult::Done("3 positions written".to_owned())));
    assert!(last_rows(&bench.draw(), 2).contains("3 positions written"));
    bench.keys("j");
    assert!(!bench.draw().contains("3 positions written"));
}

#[test]
fn a_requested_pause_is_announced_until_it_takes_effect() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.fact(Fact::State(State::Running));
    bench.fact(Fact::Generation(record(0, 4)));
    bench.keys("Space");
    assert!(bench.draw().contains("Pausing after generation 5"), "{}", bench.draw());
    bench.fact(Fact::Generation(record(0, 5)));
    bench.fact(Fact::State(State::Paused));
    assert!(!bench.draw().contains("Pausing"));
}

#[test]
fn the_help_shows_the_keys_of_the_screen_first_and_enter_runs_nothing() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("6 ?");
    let screen = bench.draw();
    let place = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}\n{screen}"));
    assert!(place("open the selected session") < place("run the evolution"));
    assert!(!screen.contains("parameters × organisms"), "keys of other screens are on the next page");
    bench.effects.clear();
    bench.keys("Enter");
    assert!(bench.model.popup::<Help>().is_some() && bench.effects.is_empty());
    bench.keys("Tab");
    bench.type_text("heatmap");
    assert!(bench.draw().contains("parameters × organisms"));
    bench.keys("Ctrl-U Tab");
    bench.type_text("seat");
    assert!(bench.draw().contains("the number of an organism in its generation"), "{}", bench.draw());
    bench.keys("Ctrl-U Tab");
    assert!(bench.draw().contains("the moves of the grandmaster, of the subject, of the rival"));
    bench.type_text("zzzz");
    assert!(bench.draw().contains("nothing matches"));
}

#[test]
fn the_help_wraps_and_scrolls_to_its_end_at_every_size() {
    for (width, height) in [(40, 12), (60, 20), (80, 24), (200, 60)] {
        let mut bench = Bench::paused(width, height, 1, 3);
        bench.keys("? Tab Tab");
        assert!(!bench.pane("Help: type to search").contains('…') || width < 60, "{}", bench.draw());
        bench.keys(&vec!["PgDn"; 200].join(" "));
        let last = crate::tui::glossary::TERMS.last().unwrap().0;
        assert!(bench.draw().contains(last), "{width}×{height}\n{}", bench.draw());
    }
}

#[test]
fn the_palette_names_description_screen_and_key() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys(":");
    bench.type_text("fork pipe");
    let row = bench.draw().lines().rfind(|line| line.contains('▸')).unwrap_or_default().to_owned();
    assert!(
        ["fork pipeline", "create a pipeline", "Run", " B "].iter().all(|part| row.contains(part)),
        "{row}"
    );
}

#[test]
fn the_card_of_the_first_start_names_keys_that_work() {
    let mut bench = Bench::paused(120, 40, 1, 0);
    bench.model.welcome = true;
    let card = bench.pane("Welcome to Eyas");
    for key in ["Space", "3", "4", "?"] {
        assert!(
            card.lines().any(|line| line.trim_start_matches(['│', ' ']).starts_with(key)),
            "{key}\n{card}"
        );
    }
    bench.effects.clear();
    bench.keys("3");
    assert!(bench.model.screen == screens::positions::ID && !bench.model.welcome);
    bench.keys("1");
    assert!(!bench.draw().contains("Welcome"));
    bench.model.welcome = true;
    let at = bench.find("watch a run");
    bench.click(at);
    assert!(!bench.model.welcome);
    assert_eq!(bench.commands(), [Command::Run]);
}

#[test]
fn generations_are_stepped_only_where_a_run_is_shown() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    for (key, steps) in [("1", true), ("2", true), ("3", true), ("4", false), ("6", false), ("L", false)] {
        bench.keys(key);
        bench.commands();
        bench.keys("S");
        assert_eq!(!bench.commands().is_empty(), steps, "{key}");
    }
    assert!(bench.draw().contains("generations are stepped in Run"));
}

#[test]
fn tabs_keep_their_names_at_80_columns() {
    let mut bench = Bench::paused(80, 24, 1, 3);
    let screen = bench.draw();
    let tabs = screen.lines().nth(1).unwrap();
    assert_eq!(tabs.trim_end(), " 1 Run  2 Genome  3 Positions  4 Match  5 Suite  6 Sessions");
}

#[test]
fn typing_replaces_the_value_of_a_field() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("e Tab Tab");
    bench.type_text("0.02");
    bench.effects.clear();
    bench.keys("Enter");
    let [Command::Settings(settings)] = &bench.commands()[..] else { panic!("{}", bench.draw()) };
    let rate = settings.optimizer.ga().unwrap().mutation_rate;
    assert!((rate - 0.02).abs() < 1e-9, "{settings:?}");
}

#[test]
fn a_dropped_subject_is_announced() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys("j j Enter");
    assert!(bench.model.selection.chosen().is_some());
    bench.keys("Esc");
    assert!(bench.model.selection.chosen().is_none());
    assert!(bench.draw().contains("the champion is the subject again"));
}

#[test]
fn the_help_of_a_screen_has_no_key_that_means_something_else_there() {
    for (screen, text) in [("4", "start a run of any stage"), ("5", "change the optimizer")] {
        let mut bench = Bench::paused(120, 40, 1, 3);
        bench.keys(&format!("{screen} ?"));
        bench.type_text(text);
        assert!(bench.draw().contains("nothing matches"), "{}", bench.draw());
        bench.keys("Tab");
        assert!(!bench.draw().contains("nothing matches"), "all keys are on the next page");
        bench.keys("Esc 1 ?");
        bench.type_text(text);
        assert!(!bench.draw().contains("nothing matches"), "the key has its usual meaning on other screens");
    }
}

#[test]
fn cut_texts_end_with_an_ellipsis_at_forty_columns() {
    let mut bench = Bench::new(40, 12);
    for (keys, text) in [("6", "start a run from random"), (":", "a word of the name or"), ("?", "Sym…")] {
        bench.keys(keys);
        let screen = bench.draw();
        let line =
            screen.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}\n{screen}"));
        assert!(line.contains('…'), "{line}");
        bench.keys("Esc");
    }
}

#[test]
fn the_palette_counts_one_command() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    bench.keys(":");
    bench.type_text("take Evol");
    assert!(bench.draw().contains(" 1 command "), "{}", bench.draw());
}
