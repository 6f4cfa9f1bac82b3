//! The commands of popups, and those that hold on every screen.

use super::Place::{Anywhere, Asking, Form, Picking, Reading, Screens, Search};
use super::{Command, command};
use crate::tui::action::Action as A;

/// What questions take.
pub(crate) static ASKING: &[Command] = &[
    command(A::Accept, Asking, &["y", "Enter"], "yes", "yes", "do what is asked"),
    command(A::Back, Asking, &["n", "q"], "no", "no", "leave everything as it is"),
];

/// What other popups take.
pub(crate) static POPUPS: &[Command] = &[
    command(A::Accept, Search, &["Enter"], "do it", "accept", "run the command under the cursor"),
    command(A::Accept, Picking, &["Enter"], "pick", "pick", "pick the player under the cursor, or go on"),
    command(
        A::NextField,
        Picking,
        &["Tab"],
        "limits, games",
        "limits and games",
        "with the players picked on to limits, openings and games",
    ),
    command(A::Up, Picking, &["↑"], "", "up", "one row up"),
    command(A::Down, Picking, &["↓"], "", "down", "one row down"),
    command(A::PageUp, Picking, &["PgUp"], "", "page up", "a screenful up"),
    command(A::PageDown, Picking, &["PgDn"], "", "page down", "a screenful down"),
    command(A::Accept, Form, &["Enter"], "accept", "accept", "accept what the form says"),
    command(A::NextField, Form, &["Tab", "↓"], "next field", "next field", "to the next field"),
    command(A::PreviousField, Form, &["Shift-Tab", "↑"], "", "previous field", "to the field before"),
    command(
        A::NextChoice,
        Form,
        &["→"],
        "choose",
        "next choice",
        "the next of the choices, or right in the text",
    ),
    command(A::PreviousChoice, Form, &["←"], "", "previous choice", "the choice before, or left in the text"),
    command(A::Up, Search, &["↑"], "", "up", "one row up"),
    command(A::Down, Search, &["↓"], "", "down", "one row down"),
    command(A::PageUp, Search, &["PgUp"], "", "page up", "a screenful up"),
    command(A::PageDown, Search, &["PgDn"], "", "page down", "a screenful down"),
    command(A::Up, Reading, &["↑", "k"], "up", "up", "one row up"),
    command(A::Down, Reading, &["↓", "j"], "down", "down", "one row down"),
    command(A::PageUp, Reading, &["PgUp"], "", "page up", "a screenful up"),
    command(A::PageDown, Reading, &["PgDn"], "", "page down", "a screenful down"),
    command(A::First, Reading, &["Home", "g"], "", "first", "to the first row"),
    command(A::Last, Reading, &["End", "G"], "", "last", "to the last row"),
    command(A::Back, Reading, &["v", "q"], "", "close", "close the popup"),
    command(
        A::Accept,
        Reading,
        &["Enter"],
        "go on",
        "go on",
        "from two sessions to the positions that only one champion solves; from the values back",
    ),
];

/// What runs the evolution, on every screen.
pub(crate) static RUNNING: &[Command] = &[
    command(
        A::Toggle,
        Screens,
        &["Space"],
        "run",
        "run or pause",
        "run the evolution, or pause it after this generation",
    ),
    command(A::Step, Screens, &["s"], "step", "step", "one more generation, then pause"),
    command(A::StepTen, Screens, &["S"], "step 10", "step ten", "ten more generations, then pause"),
    command(
        A::EditRates,
        Screens,
        &["e"],
        "edit rates",
        "edit rates",
        "change the genetic algorithm's settings from the next generation on",
    ),
];

/// What looks at the open session, or begins another, on every screen.
pub(crate) static SESSIONS: &[Command] = &[
    command(
        A::Values,
        Screens,
        &["v"],
        "values",
        "values",
        "the subject's parameter values beside the rival's and the paper's",
    ),
    command(
        A::PreviousRun,
        Screens,
        &["["],
        "run before",
        "run before",
        "show the run before in the ensemble",
    ),
    command(A::NextRun, Screens, &["]"], "next run", "next run", "show the next run of the ensemble"),
    command(
        A::NewRun,
        Screens,
        &["n"],
        "new run",
        "new run",
        "begin a run of any stage: preset, seed, size, runs",
    ),
    command(A::NextSeed, Screens, &["N"], "", "next seed", "begin the same evolution with the next seed"),
];

/// What decides whom the screens speak of.
pub(crate) static SUBJECT: &[Command] = &[
    command(A::Champion, Screens, &["c"], "", "champion", "let all screens speak of the champion again"),
    command(
        A::Plant,
        Screens,
        &["P"],
        "",
        "plant",
        "put the subject into the population of the next generation",
    ),
    command(A::Undo, Screens, &["u"], "", "undo", "take the last edit of the subject back"),
    command(A::Discard, Screens, &["U"], "", "discard edits", "drop all edits of the subject"),
    command(A::Swap, Screens, &["X"], "", "swap", "the rival becomes the subject and the subject the rival"),
    command(
        A::ChooseSubject,
        Screens,
        &["O"],
        "",
        "choose subject",
        "any organism as the subject: of a file, of any session and generation, of the papers",
    ),
    command(A::ChooseRival, Screens, &["R"], "", "choose rival", "any organism as the rival"),
];

/// What writes the subject to a file.
pub(crate) static EXPORT: &[Command] = &[command(
    A::Export,
    Screens,
    &["E"],
    "",
    "export subject",
    "write the subject, edited or not, to an organism file",
)];

/// What the workbench itself does, and what moves the cursor.
pub(crate) static WORKBENCH: &[Command] = &[
    command(A::Shade, Screens, &["t"], "", "dark or light", "change between the dark and the light theme"),
    command(
        A::Back,
        Anywhere,
        &["Esc"],
        "back",
        "back",
        "one step back: close, unzoom, to the Population screen",
    ),
    command(A::Palette, Screens, &[":", "Ctrl-P"], "commands", "commands", "find any command by name"),
    command(A::Help, Screens, &["?"], "help", "help", "all keys, searchable"),
    command(A::Quit, Screens, &["q"], "quit", "quit", "leave; the session is saved and can be opened again"),
    command(A::Quit, Anywhere, &["Ctrl-C"], "", "quit at once", "leave from anywhere; the session is saved"),
    command(A::Suspend, Anywhere, &["Ctrl-Z"], "", "suspend", "back to the shell; `fg` returns"),
    command(A::Redraw, Anywhere, &["Ctrl-L"], "", "redraw", "draw the whole screen anew"),
    command(A::Up, Screens, &["↑", "k"], "", "up", "one row up"),
    command(A::Down, Screens, &["↓", "j"], "", "down", "one row down"),
    command(A::Left, Screens, &["←", "h"], "", "left", "columns to the left"),
    command(A::Right, Screens, &["→", "l"], "", "right", "columns to the right"),
    command(A::PageUp, Screens, &["PgUp"], "", "page up", "a screenful up"),
    command(A::PageDown, Screens, &["PgDn"], "", "page down", "a screenful down"),
    command(A::First, Screens, &["Home", "g"], "", "first", "to the first row"),
    command(A::Last, Screens, &["End", "G"], "", "last", "to the last row"),
];
