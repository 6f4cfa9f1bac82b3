//! Tests of colours and modifiers, which snapshots do not contain.

use ratatui::style::{Color, Modifier};

use super::fixture::Bench;
use crate::job::report::{Fact, State};
use crate::tui::theme::board::SquareMark;
use crate::tui::theme::palette::Palette;
use crate::tui::theme::parts::SHIPPED;
use crate::tui::theme::{Colours, Role, Shade, Theme};

fn themes() -> impl Iterator<Item = Theme> {
    [Shade::Dark, Shade::Light].into_iter().flat_map(|shade| {
        [Colours::TrueColour, Colours::Xterm256, Colours::Ansi16, Colours::None]
            .into_iter()
            .map(move |colours| Theme::new(shade, colours))
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
    for keys in ["j j r", "v", "Esc e", "Esc ?", "Esc :", "Esc 6", "5", "L", "1 z"] {
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
    for (index, name) in SHIPPED.into_iter().enumerate() {
        let theme = Theme { palette: Palette::shipped(index), colours: Colours::TrueColour };
        let strong = name == "high-contrast";
        let behind = [
            (theme.background().bg.unwrap(), if strong { 7.0 } else { 4.5 }),
            (theme.style(Role::Bar).bg.unwrap(), if strong { 7.0 } else { 4.0 }),
            (theme.style(Role::Cursor).bg.unwrap(), if strong { 4.5 } else { 3.9 }),
        ];
        for (ground, least) in behind {
            for role in TEXT_ROLES {
                let contrast = contrast(theme.style(role).fg.unwrap(), ground);
                assert!(contrast >= least, "{role:?} in {name} on {ground:?}: {contrast:.2}");
            }
        }
        // Borders and areas are not read, but must be visible.
        for (role, least) in [(Role::Border, 1.5), (Role::Band, 1.15)] {
            let contrast = contrast(theme.style(role).fg.unwrap(), behind[0].0);
            assert!(contrast >= least, "{role:?} in {name}: {contrast:.2}");
        }
    }
}

/// The roles of text.
const TEXT_ROLES: [Role; 18] = [
    Role::Text,
    Role::Dim,
    Role::Focus,
    Role::Title,
    Role::Key,
    Role::Subject,
    Role::Rival,
    Role::Grandmaster,
    Role::Paper,
    Role::Organism,
    Role::Mean,
    Role::Good,
    Role::Bad,
    Role::Warning,
    Role::Error,
    Role::Cursor,
    Role::Bar,
    Role::Tab,
];

/// The contrast of two colours (WCAG 2.1).
fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn pieces_and_arrows_are_visible_on_every_square() {
    use shakmaty::Color::{Black, White};
    let marks = [
        SquareMark::Subject,
        SquareMark::Rival,
        SquareMark::Grandmaster,
        SquareMark::Line,
        SquareMark::Check,
        SquareMark::Target,
        SquareMark::Picked,
        SquareMark::Cursor,
    ];
    for (index, name) in SHIPPED.into_iter().enumerate() {
        let theme = Theme { palette: Palette::shipped(index), colours: Colours::TrueColour };
        for mark in marks.into_iter().map(Some).chain([None]) {
            for dark in [false, true] {
                let square = theme.square(dark, mark);
                for side in [White, Black].into_iter().filter(|_| theme.fills_pieces()) {
                    let contrast = contrast(theme.piece(side, square).fg.unwrap(), square.bg.unwrap());
                    assert!(contrast >= 2.0, "{side:?} on {mark:?} in {name}: {contrast:.2}");
                }
                let plain = theme.square(dark, None);
                let different = mark.is_none() || square.bg != plain.bg;
                assert!(different, "{mark:?} in {name}");
            }
        }
    }
}

/// What people see who lack one kind of cone, as matrices of linear RGB (Machado, Oliveira and Fernandes 2009), and what
/// all others see.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    ),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    (
        "tritanopia",
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ),
];

/// A colour in OKLab, as seen through a matrix.
fn oklab(colour: Color, eye: &[[f64; 3]; 3]) -> [f64; 3] {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour:?}") };
    let linear = [red, green, blue].map(|value| {
        let share = f64::from(value) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    });
    let times =
        |rows: &[[f64; 3]; 3], v: [f64; 3]| rows.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
    let seen = times(eye, linear).map(|part| part.clamp(0.0, 1.0));
    let cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];
    let lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ];
    times(&lab, times(&cones, seen).map(f64::cbrt))
}

#[test]
fn the_colour_blind_theme_is_safe_for_all_eyes() {
    let index = SHIPPED.iter().position(|name| *name == "colour-blind").unwrap();
    let theme = Theme { palette: Palette::shipped(index), colours: Colours::TrueColour };
    let text = |role| theme.style(role).fg.unwrap();
    let square = |mark| theme.square(true, Some(mark)).bg.unwrap();
    let pairs = [
        (text(Role::Subject), text(Role::Rival), 0.12),
        (text(Role::Subject), text(Role::Grandmaster), 0.12),
        (text(Role::Rival), text(Role::Grandmaster), 0.12),
        (text(Role::Organism), text(Role::Subject), 0.08),
        (text(Role::Organism), text(Role::Rival), 0.07),
        (text(Role::Good), text(Role::Bad), 0.12),
        (text(Role::Good), text(Role::Warning), 0.12),
        (text(Role::Good), text(Role::Error), 0.12),
        (square(SquareMark::Subject), square(SquareMark::Rival), 0.1),
        (square(SquareMark::Subject), square(SquareMark::Grandmaster), 0.08),
        (square(SquareMark::Rival), square(SquareMark::Grandmaster), 0.08),
    ];
    for (name, eye) in &EYES {
        for (a, b, least) in pairs {
            let (x, y) = (oklab(a, eye), oklab(b, eye));
            let distance = (0..3).map(|part| (x[part] - y[part]).powi(2)).sum::<f64>().sqrt();
            assert!(distance >= least, "{a:?} and {b:?} with {name}: {distance:.3}");
        }
    }
}
