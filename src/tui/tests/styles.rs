//! Tests of colours and modifiers, which snapshots do not contain.

use ratatui::style::{Color, Modifier};

use super::fixture::Bench;
use crate::job::report::{Fact, State};
use crate::tui::theme::{Colours, Role, Shade, Theme};

fn themes() -> impl Iterator<Item = Theme> {
    [Shade::Dark, Shade::Light].into_iter().flat_map(|shade| {
        [Colours::TrueColour, Colours::Xterm256, Colours::Ansi16, Colours::None]
            .into_iter()
            .map(move |colours| Theme { shade, colours })
    })
}

#[test]
fn no_colour_mode_sets_no_colour() {
    let mut bench = Bench::paused(120, 40, 3, 20);
    bench.model.theme.colours = Colours::None;
    for keys in ["j j r", "v", "Esc e", "Esc ?", "Esc 8"] {
        bench.keys(keys);
        for cell in &bench.terminal.backend().buffer().content {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{}", cell.symbol());
        }
    }
}

#[test]
fn subject_and_rival_are_marked_by_symbols_in_every_theme() {
    for theme in themes() {
        let mut bench = Bench::paused(120, 40, 1, 20);
        bench.model.theme = theme;
        bench.keys("j Enter j r");
        let screen = bench.draw();
        assert!(screen.contains('●') && screen.contains('○'), "{theme:?}");
    }
}

#[test]
fn the_cursor_row_is_highlighted_in_every_theme() {
    for theme in themes() {
        let mut bench = Bench::paused(120, 40, 1, 20);
        bench.model.theme = theme;
        let (column, row) = bench.find("▸●");
        let buffer = bench.terminal.backend().buffer();
        let (here, below) = (&buffer[(column + 20, row)], &buffer[(column + 20, row + 1)]);
        let reversed = here.modifier.contains(Modifier::REVERSED);
        assert!(reversed || here.bg != below.bg, "{theme:?}");
    }
}

#[test]
fn each_state_has_its_colour_and_its_symbol() {
    let mut bench = Bench::paused(120, 40, 1, 20);
    let theme = bench.model.theme;
    for (state, mark, role) in [
        (State::Running, "▶", Role::Good),
        (State::Paused, "‖", Role::Warning),
        (State::Done, "✓", Role::Good),
    ] {
        bench.fact(Fact::State(state));
        let (column, row) = bench.find(mark);
        let cell = &bench.terminal.backend().buffer()[(column, row)];
        assert_eq!((row, Some(cell.fg)), (0, theme.style(role).fg), "{state:?}");
    }
}

#[test]
fn ascii_mode_draws_only_ascii() {
    let mut bench = Bench::paused(120, 40, 3, 20);
    bench.model.ascii = true;
    for keys in ["j j r", "v", "Esc e", "Esc ?", "Esc :", "Esc 8", "9", "0", "1 z"] {
        bench.keys(keys);
        assert!(bench.draw().is_ascii(), "after {keys}");
    }
}

/// The relative luminance of a colour (WCAG 2.1).
fn luminance(colour: Color) -> f64 {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?}") };
    let part = |value: u8| {
        let share = f64::from(value) / 255.0;
        if share <= 0.03928 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
}

#[test]
fn text_has_enough_contrast_with_its_background() {
    for shade in [Shade::Dark, Shade::Light] {
        let theme = Theme { shade, colours: Colours::TrueColour };
        let ground = luminance(theme.background().bg.unwrap());
        for role in [
            Role::Text,
            Role::Dim,
            Role::Title,
            Role::Key,
            Role::Subject,
            Role::Rival,
            Role::Paper,
            Role::Organism,
            Role::Mean,
            Role::Good,
            Role::Bad,
            Role::Warning,
            Role::Error,
        ] {
            let ink = luminance(theme.style(role).fg.unwrap());
            let contrast = (ink.max(ground) + 0.05) / (ink.min(ground) + 0.05);
            assert!(contrast >= 4.5, "{role:?} in {shade:?}: {contrast:.2}");
        }
    }
}
