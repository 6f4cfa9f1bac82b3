//! The commands of popups, of lists and figures, and of the workbench itself.

use crate::figures::chart::Zoom;
use crate::tui::place::{AnyPlace, NEXT_PANE, PaneCommand};
use crate::tui::prelude::*;

commands! {
    /// Commands of yes-or-no questions.
    pub(crate) static ASKING: AnyPlace, Scope::Asking;
    "yes" ["y", "Enter"] "yes" "answer yes" => [action Action::Accept]
    "no" ["n", "q"] "no" "answer no and change nothing" => [action Action::Back]
}

commands! {
    /// Commands of all other popups.
    pub(crate) static POPUPS: AnyPlace;
    "accept" ["Enter"] "run" "run the selected command" => [action Action::Accept] in Scope::Search;
    "select" ["Enter"] "select" "select the player at the cursor, or continue"
        => [action Action::Accept] in Scope::Picking;
    "continue" ["Tab"] "continue" "continue with the selected players"
        => [action Action::NextField] in Scope::Picking;
    "up" ["↑"] "" "one row up" => [action Action::Up] in Scope::Picking;
    "down" ["↓"] "" "one row down" => [action Action::Down] in Scope::Picking;
    "page up" ["PgUp"] "" "one page up" => [action Action::PageUp] in Scope::Picking;
    "page down" ["PgDn"] "" "one page down" => [action Action::PageDown] in Scope::Picking;
    "keep" ["Enter"] "keep" "keep the search and use the list" => [action Action::Accept] in Scope::Finding;
    "up" ["↑"] "up" "one row up" => [action Action::Up] in Scope::Finding;
    "down" ["↓"] "down" "one row down" => [action Action::Down] in Scope::Finding;
    "page up" ["PgUp"] "" "one page up" => [action Action::PageUp] in Scope::Finding;
    "page down" ["PgDn"] "" "one page down" => [action Action::PageDown] in Scope::Finding;
    "accept" ["Enter"] "accept" "accept the values of the form" => [action Action::Accept] in Scope::Form;
    "complete, next field" ["Tab"] "next field"
        "to the next field; in a field with a path: complete the path, list what it can be"
        => [action Action::Complete] in Scope::Form;
    "next field" ["↓"] "" "to the next field, or the next candidate"
        => [action Action::NextField] in Scope::Form;
    "previous field" ["Shift-Tab", "↑"] "" "to the previous field"
        => [action Action::PreviousField] in Scope::Form;
    "next choice" ["→"] "choose" "select the next choice, or move right in the text"
        => [action Action::NextChoice] in Scope::Form;
    "previous choice" ["←"] "" "select the previous choice, or move left in the text"
        => [action Action::PreviousChoice] in Scope::Form;
    "up" ["↑"] "" "one row up" => [action Action::Up] in Scope::Search;
    "down" ["↓"] "" "one row down" => [action Action::Down] in Scope::Search;
    "page up" ["PgUp"] "" "one page up" => [action Action::PageUp] in Scope::Search;
    "page down" ["PgDn"] "" "one page down" => [action Action::PageDown] in Scope::Search;
    "next page" ["Tab"] "next page" "show the next page of the help"
        => [action Action::NextField] in Scope::Helping;
    "previous page" ["Shift-Tab"] "" "show the previous page of the help"
        => [action Action::PreviousField] in Scope::Helping;
    "up" ["↑"] "up" "one row up" => [action Action::Up] in Scope::Helping;
    "down" ["↓"] "down" "one row down" => [action Action::Down] in Scope::Helping;
    "page up" ["PgUp"] "" "one page up" => [action Action::PageUp] in Scope::Helping;
    "page down" ["PgDn"] "" "one page down" => [action Action::PageDown] in Scope::Helping;
    "up" ["↑", "k"] "up" "one row up" => [action Action::Up] in Scope::Reading;
    "down" ["↓", "j"] "down" "one row down" => [action Action::Down] in Scope::Reading;
    "page up" ["PgUp"] "" "one page up" => [action Action::PageUp] in Scope::Reading;
    "page down" ["PgDn"] "" "one page down" => [action Action::PageDown] in Scope::Reading;
    "first" ["Home", "g"] "" "to the first row" => [action Action::First] in Scope::Reading;
    "last" ["End", "G"] "" "to the last row" => [action Action::Last] in Scope::Reading;
    "export figure" ["X"] "export figure"
        "write what the popup shows as SVG and CSV into the session’s folder figures"
        => [action Action::ExportFigure] in Scope::Reading;
    "close" ["v", "q"] "" "close the popup" => [action Action::Back] in Scope::Reading;
    "continue" ["Enter"] "continue" "show the positions that only one champion solves, or the next table; close the values"
        => [action Action::Accept] in Scope::Reading;
}

commands! {
    /// Commands that sort and search the focused list, on every screen.
    pub(crate) static LISTS: AnyPlace, Scope::Screens;
    "search the list" ["/"] "search"
        "show only the rows that contain the typed words; Enter keeps the search, Esc lists all rows"
        => [action Action::Find]
    "sort the list" ["i"] "sort"
        "sort by the next column, after the last one in the natural order; a click on a heading sorts, too"
        => [action Action::Sort]
    "invert the order" ["I"] "" "show the last row of the list first" => [action Action::Reverse]
}

commands! {
    /// Commands that move the focus between the panes of a place.
    pub(crate) static PANES: AnyPlace, Scope::Screens;
    "next pane" ["Tab"] "pane" "focus the next pane" => [static NEXT_PANE]
    "previous pane" ["Shift-Tab"] "" "focus the previous pane" => [pane PaneCommand::Previous]
    "zoom" ["z"] "" "show the focused pane alone, or all panes again" => [pane PaneCommand::Zoom]
}

commands! {
    /// Commands of charts, heatmaps and tables.
    pub(crate) static FIGURES: AnyPlace, Scope::Screens;
    "export figure" ["X"] ""
        "write what the focused pane shows as SVG and CSV into the session’s folder figures"
        => [action Action::ExportFigure]
    "whole axis" ["Z"] "" "begin the vertical axes of charts at zero, or at the lowest value" => [zoom_axis]
}

commands! {
    /// Commands of the workbench itself, and commands that move the cursor.
    pub(crate) static WORKBENCH: AnyPlace;
    "next theme" ["t"] "" "use the next theme: dark, light, and others"
        => [|_, model: &mut Model| model.use_next_theme()] in Scope::Screens;
    "back" ["Esc"] "back" "go one step back: close, unzoom, to Run"
        => [action Action::Back] in Scope::Anywhere;
    "commands" [":", "Ctrl-P"] "commands" "find any command by name"
        => [action Action::Palette] in Scope::Screens;
    "help" ["?"] "help" "the keys of this screen, all keys, terms and symbols"
        => [action Action::Help] in Scope::Screens;
    "quit" ["q"] "quit" "quit; the session is saved and can be opened again"
        => [action Action::Quit] in Scope::Screens;
    "quit at once" ["Ctrl-C"] "" "quit from anywhere; the session is saved"
        => [action Action::Quit] in Scope::Anywhere;
    "suspend" ["Ctrl-Z"] "" "return to the shell; resume with `fg`"
        => [action Action::Suspend] in Scope::Anywhere;
    "redraw" ["Ctrl-L"] "" "redraw the whole screen" => [action Action::Redraw] in Scope::Anywhere;
    "up" ["↑", "k"] "" "one row up" => [action Action::Up] in Scope::Screens;
    "down" ["↓", "j"] "" "one row down" => [action Action::Down] in Scope::Screens;
    "left" ["←", "h"] "" "one column to the left" => [action Action::Left] in Scope::Screens;
    "right" ["→", "l"] "" "one column to the right" => [action Action::Right] in Scope::Screens;
    "page up" ["PgUp"] "" "one page up" => [action Action::PageUp] in Scope::Screens;
    "page down" ["PgDn"] "" "one page down" => [action Action::PageDown] in Scope::Screens;
    "first" ["Home", "g"] "" "to the first row" => [action Action::First] in Scope::Screens;
    "last" ["End", "G"] "" "to the last row" => [action Action::Last] in Scope::Screens;
}

fn zoom_axis(_place: &mut AnyPlace, model: &mut Model) {
    let (zoom, text) = match model.chart.zoom {
        Zoom::Data => (Zoom::Whole, "the axes of charts begin at zero"),
        Zoom::Whole | Zoom::Points => (Zoom::Data, "the axes of charts begin at the lowest value"),
    };
    model.chart.zoom = zoom;
    model.tell(text);
}
