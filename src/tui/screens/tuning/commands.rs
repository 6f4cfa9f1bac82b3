//! What can be done on the Tuning screen.

use super::layout::Pane;
use super::map::columns;
use super::tuning;
use super::view::View;
use crate::tui::commands::{Action, Command, Place, command, here};
use crate::tui::model::Model;
use crate::tui::screens::Screen;

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// The obvious thing with what is under the cursor.
    Open,
    /// A column for each position, or all of them at once.
    Close,
    /// The positions by how many nodes they take, or in the suite’s order.
    Sort,
    /// Compare with the organism under the cursor, or with generation 0’s best again.
    Base,
    /// Compare with the untuned search, or with generation 0’s best again.
    Untuned,
    /// List the positions found sooner or later, too.
    Listed,
    /// The organism under the cursor is the subject.
    Subject,
    /// It is the rival, or no longer.
    Rival,
    /// Another pane gets the keys.
    NextPane,
    /// The pane before gets the keys.
    PreviousPane,
    /// One pane alone, or all again.
    Zoom,
}

here!(Action::Tuning, Place::On(Screen::Tuning));

/// The commands of this screen, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        Act::Open,
        &["Enter"],
        "board",
        "position on a board",
        "the position under the cursor on a board, to play on and to analyse",
    ),
    here(Act::NextPane, &["Tab"], "pane", "next pane of tuning", "give the next pane the keys"),
    here(
        Act::Close,
        &["w"],
        "closer",
        "one column a position",
        "a column for each position though not all fit, or all positions at once",
    ),
    here(
        Act::Sort,
        &["i"],
        "sort",
        "sort positions",
        "the positions by how many nodes the population needs, or in the suite’s order",
    ),
    here(
        Act::Base,
        &["="],
        "compare with",
        "compare with this organism",
        "what the organism under the cursor finds is what others are compared with; again for generation 0’s best",
    ),
    here(
        Act::Untuned,
        &["T"],
        "untuned",
        "compare with the untuned search",
        "what the untuned search finds is what organisms are compared with; again for generation 0’s best",
    ),
    here(
        Act::Listed,
        &["/", "d"],
        "list",
        "list all changes",
        "list the positions gained and lost, or those found sooner and later, too",
    ),
    command(
        Action::Earlier,
        Place::On(Screen::Tuning),
        &["<", ","],
        "earlier",
        "earlier generation of tuning",
        "show the searches of the generation before",
    ),
    command(
        Action::Later,
        Place::On(Screen::Tuning),
        &[">", "."],
        "",
        "later generation of tuning",
        "show the searches of the generation after",
    ),
    command(
        Action::GoTo,
        Place::On(Screen::Tuning),
        &["#"],
        "",
        "go to generation of tuning",
        "show the searches of any generation of this run",
    ),
    here(
        Act::Subject,
        &["p"],
        "subject",
        "searching subject",
        "let all screens speak of the organism under the cursor",
    ),
    here(
        Act::Rival,
        &["r"],
        "rival",
        "searching rival",
        "compare the subject with the organism under the cursor; again to stop",
    ),
    here(Act::PreviousPane, &["Shift-Tab"], "", "pane before in tuning", "give the pane before the keys"),
    here(Act::Zoom, &["z"], "", "zoom tuning", "show one pane alone, or all again"),
];

/// Whether a command would do something now.
pub(crate) fn enabled(model: &Model, act: Act) -> bool {
    let state = &model.tuning;
    match act {
        Act::Open => match state.pane {
            Pane::Report | Pane::Curve => false,
            Pane::Parameters => model.subject().is_some(),
            _ => View::of(model).is_some() && state.problem().is_some(),
        },
        Act::Close | Act::Sort | Act::Base | Act::Listed | Act::Subject | Act::Rival => {
            View::of(model).is_some()
        }
        Act::Untuned => View::of(model).is_some_and(|view| view.untuned().is_some()),
        Act::NextPane | Act::PreviousPane | Act::Zoom => tuning(model).is_some(),
    }
}

/// The word of the bottom bar, where it depends on what goes on.
pub(crate) fn word(model: &Model, act: Act) -> Option<&'static str> {
    let state = &model.tuning;
    match act {
        Act::Open => Some(match state.pane {
            Pane::Board => "play on",
            Pane::Analysis => "play it",
            Pane::Evaluation => "open",
            Pane::Parameters => "larger",
            Pane::Map if !state.close && columns(model).is_some_and(|columns| columns.binned()) => {
                "look closer"
            }
            _ => return None,
        }),
        Act::Close if state.close => Some("all at once"),
        Act::Sort if state.sorted => Some("suite’s order"),
        _ => None,
    }
}

/// Why a command would do nothing now.
pub(crate) fn why_not(model: &Model, act: Act) -> &'static str {
    match (act, tuning(model)) {
        (_, None) => "the open session tunes no searches",
        (Act::Open, _) if View::of(model).is_some() && model.tuning.problems().is_none() => {
            "the suite is not read yet"
        }
        (Act::Untuned, _) => "the untuned search is examined when the run is complete",
        (Act::Open, _) if View::of(model).is_some() => "nothing is under the cursor here",
        _ => "not before the first generation is searched",
    }
}
