//! The commands of popups, and the commands that apply on every screen.

use super::Scope::{Anywhere, Asking, Finding, Form, Helping, Picking, Reading, Screens, Search};
use super::{Command, command};
use crate::tui::action::Action as A;

/// Commands of yes-or-no questions.
pub(crate) static ASKING: &[Command] = &[
    command(A::Accept, Asking, &["y", "Enter"], "yes", "yes", "answer yes"),
    command(A::Back, Asking, &["n", "q"], "no", "no", "answer no and change nothing"),
];

/// Commands of all other popups.
pub(crate) static POPUPS: &[Command] = &[
    command(A::Accept, Search, &["Enter"], "run", "accept", "run the selected command"),
    command(
        A::Accept,
        Picking,
        &["Enter"],
        "select",
        "select",
        "select the player at the cursor, or continue",
    ),
    command(
        A::NextField,
        Picking,
        &["Tab"],
        "limits, games",
        "limits and games",
        "continue with the selected players to limits, openings and games",
    ),
    command(A::Up, Picking, &["↑"], "", "up", "one row up"),
    command(A::Down, Picking, &["↓"], "", "down", "one row down"),
    command(A::PageUp, Picking, &["PgUp"], "", "page up", "one page up"),
    command(A::PageDown, Picking, &["PgDn"], "", "page down", "one page down"),
    command(A::Accept, Finding, &["Enter"], "keep", "keep", "keep the search and use the list"),
    command(A::Up, Finding, &["↑"], "up", "up", "one row up"),
    command(A::Down, Finding, &["↓"], "down", "down", "one row down"),
    command(A::PageUp, Finding, &["PgUp"], "", "page up", "one page up"),
    command(A::PageDown, Finding, &["PgDn"], "", "page down", "one page down"),
    command(A::Accept, Form, &["Enter"], "accept", "accept", "accept the values of the form"),
    command(
        A::Complete,
        Form,
        &["Tab"],
        "next field",
        "complete, next field",
        "to the next field; in a field with a path: complete the path, list what it can be",
    ),
    command(A::NextField, Form, &["↓"], "", "next field", "to the next field, or the next candidate"),
    command(A::PreviousField, Form, &["Shift-Tab", "↑"], "", "previous field", "to the previous field"),
    command(
        A::NextChoice,
        Form,
        &["→"],
        "choose",
        "next choice",
        "select the next choice, or move right in the text",
    ),
    command(
        A::PreviousChoice,
        Form,
        &["←"],
        "",
        "previous choice",
        "select the previous choice, or move left in the text",
    ),
    command(A::Up, Search, &["↑"], "", "up", "one row up"),
    command(A::Down, Search, &["↓"], "", "down", "one row down"),
    command(A::PageUp, Search, &["PgUp"], "", "page up", "one page up"),
    command(A::PageDown, Search, &["PgDn"], "", "page down", "one page down"),
    command(A::NextField, Helping, &["Tab"], "next page", "next page", "show the next page of the help"),
    command(
        A::PreviousField,
        Helping,
        &["Shift-Tab"],
        "",
        "previous page",
        "show the previous page of the help",
    ),
    command(A::Up, Helping, &["↑"], "up", "up", "one row up"),
    command(A::Down, Helping, &["↓"], "down", "down", "one row down"),
    command(A::PageUp, Helping, &["PgUp"], "", "page up", "one page up"),
    command(A::PageDown, Helping, &["PgDn"], "", "page down", "one page down"),
    command(A::Up, Reading, &["↑", "k"], "up", "up", "one row up"),
    command(A::Down, Reading, &["↓", "j"], "down", "down", "one row down"),
    command(A::PageUp, Reading, &["PgUp"], "", "page up", "one page up"),
    command(A::PageDown, Reading, &["PgDn"], "", "page down", "one page down"),
    command(A::First, Reading, &["Home", "g"], "", "first", "to the first row"),
    command(A::Last, Reading, &["End", "G"], "", "last", "to the last row"),
    command(
        A::ExportFigure,
        Reading,
        &["X"],
        "export figure",
        "export figure",
        "write what the popup shows as SVG and CSV into the session’s folder figures",
    ),
    command(A::Back, Reading, &["v", "q"], "", "close", "close the popup"),
    command(
        A::Accept,
        Reading,
        &["Enter"],
        "continue",
        "continue",
        "show the positions that only one champion solves; close the values",
    ),
];

/// Commands that run the evolution, on every screen.
pub(crate) static RUNNING: &[Command] = &[
    command(
        A::Toggle,
        Screens,
        &["Space"],
        "run",
        "run or pause",
        "run the evolution, or pause it after this generation",
    ),
    command(A::Step, Screens, &["s"], "step", "step", "run one more generation, then pause"),
    command(A::StepTen, Screens, &["S"], "step 10", "step ten", "run ten more generations, then pause"),
    command(
        A::EditRates,
        Screens,
        &["e"],
        "edit rates",
        "edit rates",
        "change the optimizer's settings while it runs",
    ),
];

/// Commands that inspect the open session or start another one, on every screen.
pub(crate) static SESSIONS: &[Command] = &[
    command(
        A::Values,
        Screens,
        &["v"],
        "values",
        "values",
        "compare the subject's values with the rival and the paper",
    ),
    command(
        A::PreviousRun,
        Screens,
        &["["],
        "prev run",
        "previous run",
        "show the previous run of the ensemble",
    ),
    command(A::NextRun, Screens, &["]"], "next run", "next run", "show the next run of the ensemble"),
    command(
        A::NewRun,
        Screens,
        &["n"],
        "new run",
        "new run",
        "start a run of any stage: preset, seed, size, runs",
    ),
    command(
        A::Demo,
        Screens,
        &["Ctrl-E"],
        "",
        "open demo",
        "open the demo: a finished pipeline and a match, to look at every screen",
    ),
    command(A::NextSeed, Screens, &["N"], "", "next seed", "start the same evolution with the next seed"),
];

/// Commands that change the subject and the rival.
pub(crate) static SUBJECT: &[Command] = &[
    command(A::Champion, Screens, &["c"], "", "champion", "make the champion the subject again"),
    command(A::Plant, Screens, &["P"], "", "plant", "insert the subject into the next generation"),
    command(
        A::Undo,
        Screens,
        &["u"],
        "",
        "undo",
        "undo the last edit of the subject, or withdraw what is planted and not yet born",
    ),
    command(A::Discard, Screens, &["U"], "", "discard edits", "discard all edits of the subject"),
    command(A::Swap, Screens, &["V"], "", "swap", "exchange the subject and the rival"),
    command(
        A::ChooseSubject,
        Screens,
        &["O"],
        "",
        "choose subject",
        "make an organism of a file, session or paper the subject",
    ),
    command(
        A::ChooseRival,
        Screens,
        &["R"],
        "",
        "choose rival",
        "make an organism of a file, session or paper the rival",
    ),
];

/// The command that writes the subject to a file.
pub(crate) static EXPORT: &[Command] = &[command(
    A::Export,
    Screens,
    &["E"],
    "",
    "export subject",
    "write the subject, with its edits, to an organism file",
)];

/// Commands that sort and search the focused list, on every screen.
pub(crate) static LISTS: &[Command] = &[
    command(
        A::Find,
        Screens,
        &["/"],
        "search",
        "search the list",
        "show only the rows that contain the typed words; Enter keeps the search, Esc lists all rows",
    ),
    command(
        A::Sort,
        Screens,
        &["i"],
        "sort",
        "sort the list",
        "sort by the next column, after the last one in the natural order; a click on a heading sorts, too",
    ),
    command(A::Reverse, Screens, &["I"], "", "invert the order", "show the last row of the list first"),
];

/// Commands of charts, heatmaps and tables.
pub(crate) static FIGURES: &[Command] = &[
    command(
        A::ExportFigure,
        Screens,
        &["X"],
        "",
        "export figure",
        "write what the focused pane shows as SVG and CSV into the session’s folder figures",
    ),
    command(
        A::ZoomAxis,
        Screens,
        &["Z"],
        "",
        "whole axis",
        "begin the vertical axes of charts at zero, or at the lowest value",
    ),
];

/// Commands of the workbench itself, and commands that move the cursor.
pub(crate) static WORKBENCH: &[Command] = &[
    command(A::NextTheme, Screens, &["t"], "", "next theme", "use the next theme: dark, light, and others"),
    command(
        A::Back,
        Anywhere,
        &["Esc"],
        "back",
        "back",
        "go one step back: close, unzoom, to the Population screen",
    ),
    command(A::Palette, Screens, &[":", "Ctrl-P"], "commands", "commands", "find any command by name"),
    command(A::Help, Screens, &["?"], "help", "help", "the keys of this screen, all keys, terms and symbols"),
    command(A::Quit, Screens, &["q"], "quit", "quit", "quit; the session is saved and can be opened again"),
    command(A::Quit, Anywhere, &["Ctrl-C"], "", "quit at once", "quit from anywhere; the session is saved"),
    command(A::Suspend, Anywhere, &["Ctrl-Z"], "", "suspend", "return to the shell; resume with `fg`"),
    command(A::Redraw, Anywhere, &["Ctrl-L"], "", "redraw", "redraw the whole screen"),
    command(A::Up, Screens, &["↑", "k"], "", "up", "one row up"),
    command(A::Down, Screens, &["↓", "j"], "", "down", "one row down"),
    command(A::Left, Screens, &["←", "h"], "", "left", "one column to the left"),
    command(A::Right, Screens, &["→", "l"], "", "right", "one column to the right"),
    command(A::PageUp, Screens, &["PgUp"], "", "page up", "one page up"),
    command(A::PageDown, Screens, &["PgDn"], "", "page down", "one page down"),
    command(A::First, Screens, &["Home", "g"], "", "first", "to the first row"),
    command(A::Last, Screens, &["End", "G"], "", "last", "to the last row"),
];
