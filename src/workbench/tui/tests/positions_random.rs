//! Tests of the Positions screen with random keys and at many sizes.

use rand::RngExt;

use super::fixture::Bench;
use super::positions::{position_at_cursor, with_rival};
use crate::randomness::Randomness;
use crate::tui::screens;

#[test]
fn each_state_can_be_drawn_at_many_sizes() {
    let (full, _folder) = with_rival(120, 40, 40);
    let states = [Bench::new(80, 24), Bench::paused(80, 24, 1, 5), full];
    for mut bench in states {
        bench.keys("3");
        for (width, height) in
            [(1, 1), (39, 12), (40, 12), (60, 14), (76, 15), (117, 24), (160, 45), (500, 200)]
        {
            bench.resize(width, height);
            for keys in ["Tab", "Tab", "Tab", "Tab", "Tab", "z", "b", "b", "f", "z"] {
                bench.keys(keys);
            }
        }
    }
}

#[test]
fn after_random_keys_the_cursor_is_on_the_selected_position() {
    let (mut bench, _folder) = with_rival(120, 40, 40);
    bench.with_analysis = true;
    let mut rng = Randomness::new(11, "positions", 0).stream(0, "keys");
    let keys = [
        "j",
        "k",
        "G",
        "g",
        "Tab",
        "Tab",
        "Shift-Tab",
        "Enter",
        "Enter",
        "Esc",
        "v",
        "d",
        "p",
        "o",
        "r",
        "+",
        "-",
        "f",
        "b",
        "z",
        "←",
        "→",
        "u",
        "U",
        "V",
        "X",
        "c",
        "Backspace",
        "y",
        "PgDn",
        "a",
        "A",
        "e",
        "m",
        "i",
        "[",
    ];
    for _ in 0..400 {
        if rng.random_range(0..20) == 0 {
            let (width, height) = (rng.random_range(1..200), rng.random_range(1..70));
            bench.resize(width, height);
        }
        bench.keys(keys[rng.random_range(0..keys.len())]);
        bench.model.popup = None;
        if bench.model.screen != screens::positions::ID {
            bench.keys("3");
        }
        let state = &bench.screens.positions;
        assert_eq!(position_at_cursor(&bench), state.entry);
        let mut seen = std::collections::HashSet::new();
        assert!(state.listing.positions().all(|entry| seen.insert(entry)), "no position is listed twice");
    }
}
