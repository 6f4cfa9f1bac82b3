//! A first visit to the workbench: every key is one that the screen names at that moment.

use std::thread;
use std::time::Duration;

use crate::support::pty::Workbench;
use crate::workbench::{cache, generation};

/// Returns what a terminal sends for the key that the screen shows before a label, such as `Space` in “Space pause”.
fn key_of(screen: &str, label: &str) -> String {
    let found = screen.lines().rev().find_map(|line| {
        let (before, _) = line.split_once(label)?;
        before.split([' ', '│']).rfind(|word| !word.is_empty()).map(str::to_owned)
    });
    match found.unwrap_or_else(|| panic!("no key for “{label}”:\n{screen}")).as_str() {
        "Space" => " ".to_owned(),
        "Enter" => "\r".to_owned(),
        "Tab" => "\t".to_owned(),
        "Esc" => "\x1b".to_owned(),
        "↓" => "\x1b[B".to_owned(),
        key if key.chars().count() == 1 => key.to_owned(),
        other => panic!("“{other}” is no key:\n{screen}"),
    }
}

/// Presses the key that a tab or a card shows before a label, as soon as it is there.
fn press(bench: &mut Workbench, label: &str) {
    bench.wait_for(label);
    let keys = key_of(&bench.contents(), label);
    bench.press(&keys);
}

/// Presses the key that the bottom bar shows before a label, as soon as it is there. The bar is drawn last.
fn press_in_bar(bench: &mut Workbench, label: &str) {
    let bar = |screen: &str| screen.lines().last().unwrap_or_default().to_owned();
    bench.wait(|screen| bar(screen).contains(label), label);
    let keys = key_of(&bar(&bench.contents()), label);
    bench.press(&keys);
}

#[test]
fn a_newcomer_runs_understands_a_mistake_plays_a_match_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache().to_str().unwrap();
    let mut bench = Workbench::open(folder.path(), &["--cache", cache], &[], (120, 40));

    // The card of the first start.
    bench.wait_for("Welcome to Eyas");
    press(&mut bench, " watch a run");
    bench.wait(|screen| generation(screen) >= Some(2), "the run goes on");
    press_in_bar(&mut bench, " pause");
    bench.wait_for("‖ paused");
    let reached = generation(&bench.contents()).unwrap();
    press_in_bar(&mut bench, " step");
    bench.wait(
        |screen| generation(screen) == Some(reached + 1) && screen.contains("‖ paused"),
        "one generation",
    );

    // A rate: the number of the first field is replaced.
    press_in_bar(&mut bench, " edit rates");
    bench.wait_for("▸ crossover");
    bench.press("\x150.5");
    press_in_bar(&mut bench, " accept");
    bench.wait_for("takes effect with the next generation");

    // A mistake: what the organism prefers, and which parameters are the reason.
    press(&mut bench, " Positions");
    bench.wait_for(" disagree");
    bench.wait(|screen| screen.contains("Why ") && screen.contains(" over "), "a mistake is explained");
    bench.wait_for("What would change it");
    bench.wait(|screen| screen.contains(": plays "), "a change mends it");

    // Its change is made, and the organism planted.
    while !bench.contents().contains("▸What would change it") {
        let before = bench.contents();
        press_in_bar(&mut bench, " pane");
        bench.wait(|screen| screen != before, "the next pane");
    }
    press_in_bar(&mut bench, " apply");
    bench.wait_for("edited, 1 value");
    press(&mut bench, " plant into the population");
    bench.wait_for("1 waiting");

    // A match of the first two players of the list.
    press(&mut bench, " Match");
    press(&mut bench, " select two players");
    bench.wait_for("Match: players");
    press_in_bar(&mut bench, " select");
    bench.wait_for("1 selected");
    bench.press("\x1b[B");
    press_in_bar(&mut bench, " select");
    bench.wait_for("2 selected");
    press_in_bar(&mut bench, " continue");
    press_in_bar(&mut bench, " accept");
    bench.wait_for("▶ playing");
    press_in_bar(&mut bench, " pause");
    bench.wait_for("‖ paused ·");

    // The help names the key that quits.
    press_in_bar(&mut bench, " help");
    bench.wait_for("type to search");
    bench.press("quit;");
    bench.wait_for("quit; the session is saved");
    let quit = key_of(&bench.contents(), "quit; the session is saved");
    press_in_bar(&mut bench, " back");
    bench.wait(|screen| !screen.contains("type to search"), "the help closes");
    press(&mut bench, " Run");
    bench.wait(|screen| generation(screen).is_some(), "the population is shown");
    let reached = generation(&bench.contents());
    bench.press(&quit);
    let (code, after) = bench.wait_for_exit();
    assert_eq!(code, 0, "{after}");

    // The last line says how to resume.
    let (_, command) = after.split_once("Resume with: eyas ").unwrap_or_else(|| panic!("{after}"));
    let arguments: Vec<&str> = command.split_whitespace().chain(["--cache", cache]).collect();
    let mut bench = Workbench::open(folder.path(), &arguments, &[], (120, 40));
    bench.wait(|screen| generation(screen) == reached, "the run is resumed");
    bench.press(&quit);
    assert_eq!(bench.wait_for_exit().0, 0);
}

/// Returns the row and the column of the last place of a text, 1 first; the column is that of the second character.
fn place_of(screen: &str, text: &str) -> Option<(usize, usize)> {
    let lines = screen.lines().enumerate();
    lines.filter_map(|(row, line)| Some((row + 1, line[..line.rfind(text)?].chars().count() + 2))).last()
}

fn click_at(bench: &mut Workbench, (row, column): (usize, usize)) {
    bench.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
}

/// Clicks on the last place of a text on the screen, as soon as it is there.
fn click(bench: &mut Workbench, text: &str) {
    // A person sees where the text stays: what is read in the background can move it.
    let mut seen = None;
    let place = loop {
        bench.wait_for(text);
        match place_of(&bench.contents(), text) {
            Some(now) if seen == Some(now) => break now,
            now => seen = now,
        }
        thread::sleep(Duration::from_millis(100));
    };
    click_at(bench, place);
}

#[test]
fn the_same_way_is_possible_with_the_mouse_alone() {
    let folder = tempfile::tempdir().unwrap();
    let cache = cache().to_str().unwrap();
    let mut bench = Workbench::open(folder.path(), &["--cache", cache], &[], (120, 40));
    click(&mut bench, "watch a run");
    bench.wait(|screen| generation(screen) >= Some(2), "the run goes on");
    click(&mut bench, "Space pause");
    bench.wait_for("‖ paused");
    let reached = generation(&bench.contents()).unwrap();
    click(&mut bench, "s step");
    bench.wait(
        |screen| generation(screen) == Some(reached + 1) && screen.contains("‖ paused"),
        "one generation",
    );

    click(&mut bench, "edit rates");
    bench.wait_for("▸ crossover");
    click(&mut bench, "Enter accept");
    bench.wait_for("takes effect with the next generation");

    click(&mut bench, "3 Positions");
    bench.wait(|screen| screen.contains(": plays "), "a change mends the first mistake");
    // A click selects the first change, and another one makes it. Changes swap places until their effects are counted, so
    // that another one may be first by then.
    loop {
        bench.wait(|screen| !screen.contains("counting…"), "the effects are counted");
        let before = bench.contents();
        if before.contains("edited, ") {
            break;
        }
        let (row, column) = place_of(&before, "What would change it").unwrap();
        click_at(&mut bench, (row + 2, column));
        bench.wait(|screen| screen != before, "the click has an effect");
    }
    bench.wait_for("edited, 1 value");
    click(&mut bench, "plant into the population");
    bench.wait_for("1 waiting");

    click(&mut bench, "4 Match");
    click(&mut bench, "select two players");
    bench.wait_for("Match: players");
    click(&mut bench, "reference ");
    bench.wait_for("1 selected");
    click(&mut bench, "evolstar ");
    bench.wait_for("2 selected");
    click(&mut bench, "Tab continue");
    click(&mut bench, "Enter accept");
    bench.wait_for("▶ playing");
    click(&mut bench, "Space pause");
    bench.wait_for("‖ paused ·");

    click(&mut bench, "6 Sessions");
    bench.wait_for("▸Sessions");
    bench.wait_for("match-0001");
    click(&mut bench, "? help");
    bench.wait_for("type to search");
    click(&mut bench, "Esc back");
    bench.wait(|screen| !screen.contains("type to search"), "the help closes");
    click(&mut bench, "1 Run");
    bench.wait_for("Genetic algorithm");
    // The name of the program lists all commands; the wheel scrolls to the one that quits.
    click(&mut bench, " eyas ");
    while !bench.contents().contains("quit; the session is saved") {
        let before = bench.contents();
        bench.press("\x1b[<65;60;20M");
        bench.wait(|screen| screen != before, "the next commands");
    }
    click(&mut bench, "quit; the session is saved");
    assert_eq!(bench.wait_for_exit().0, 0);
}
