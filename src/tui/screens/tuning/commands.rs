//! What can be done on the Tuning screen.

use super::layout::Pane;
use super::map::columns;
use super::view::View;
use super::{ID, State, tuning};
use crate::tui::command::{Command, here, show};
use crate::tui::model::Model;

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
    /// The generation before.
    Earlier,
    /// The generation after.
    Later,
    /// The form that goes to a generation.
    GoTo,
    /// Another pane gets the keys.
    NextPane,
    /// The pane before gets the keys.
    PreviousPane,
    /// One pane alone, or all again.
    Zoom,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["5"],
    "tuning",
    "searches tuned by a suite: nodes position by position, what is gained and lost, the parameters",
);

/// The commands of this screen, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Open,
        &["Enter"],
        "board",
        "position on a board",
        "the position under the cursor on a board, to play on and to analyse",
    ),
    here(&Act::NextPane, &["Tab"], "pane", "next pane of tuning", "give the next pane the keys"),
    here(
        &Act::Close,
        &["w"],
        "closer",
        "one column a position",
        "a column for each position though not all fit, or all positions at once",
    ),
    here(
        &Act::Sort,
        &["i"],
        "sort",
        "sort positions",
        "the positions by how many nodes the population needs, or in the suite’s order",
    ),
    here(
        &Act::Base,
        &["="],
        "compare with",
        "compare with this organism",
        "what the organism under the cursor finds is what others are compared with; again for generation 0’s best",
    ),
    here(
        &Act::Untuned,
        &["T"],
        "untuned",
        "compare with the untuned search",
        "what the untuned search finds is what organisms are compared with; again for generation 0’s best",
    ),
    here(
        &Act::Listed,
        &["/", "d"],
        "list",
        "list all changes",
        "list the positions gained and lost, or those found sooner and later, too",
    ),
    here(
        &Act::Earlier,
        &["<", ","],
        "earlier",
        "earlier generation of tuning",
        "show the searches of the generation before",
    ),
    here(
        &Act::Later,
        &[">", "."],
        "",
        "later generation of tuning",
        "show the searches of the generation after",
    ),
    here(
        &Act::GoTo,
        &["#"],
        "",
        "go to generation of tuning",
        "show the searches of any generation of this run",
    ),
    here(
        &Act::Subject,
        &["p"],
        "subject",
        "searching subject",
        "let all screens speak of the organism under the cursor",
    ),
    here(
        &Act::Rival,
        &["r"],
        "rival",
        "searching rival",
        "compare the subject with the organism under the cursor; again to stop",
    ),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "pane before in tuning", "give the pane before the keys"),
    here(&Act::Zoom, &["z"], "", "zoom tuning", "show one pane alone, or all again"),
];

/// Whether a command would do something now.
pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let open = model.evolution.as_ref();
    match act {
        Act::Open => match state.pane {
            Pane::Report | Pane::Curve => false,
            Pane::Parameters => model.subject().is_some(),
            _ => View::of(state, model).is_some() && state.problem().is_some(),
        },
        Act::Close | Act::Sort | Act::Base | Act::Listed | Act::Subject | Act::Rival => {
            View::of(state, model).is_some()
        }
        Act::Untuned => View::of(state, model).is_some_and(|view| view.untuned().is_some()),
        Act::Earlier => {
            open.and_then(|open| open.viewed_generation()).is_some_and(|generation| generation > 0)
        }
        Act::Later => open.is_some_and(|open| open.looking_back()),
        Act::GoTo => open.and_then(|open| open.record()).is_some(),
        Act::NextPane | Act::PreviousPane | Act::Zoom => tuning(model).is_some(),
    }
}

/// The word of the bottom bar, where it depends on what goes on.
pub(super) fn word(state: &State, model: &Model, act: Act) -> Option<&'static str> {
    match act {
        Act::Open => Some(match state.pane {
            Pane::Board => "play on",
            Pane::Analysis => "play it",
            Pane::Evaluation => "open",
            Pane::Parameters => "larger",
            Pane::Map if !state.close && columns(state, model).is_some_and(|columns| columns.binned()) => {
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
pub(super) fn why_not(state: &State, model: &Model, act: Act) -> Option<&'static str> {
    match (act, tuning(model)) {
        (Act::Earlier | Act::Later | Act::GoTo, _) => None,
        (_, None) => Some("the open session tunes no searches"),
        (Act::Open, _) if View::of(state, model).is_some() && state.problems().is_none() => {
            Some("the suite is not read yet")
        }
        (Act::Untuned, _) => Some("the untuned search is examined when the run is complete"),
        (Act::Open, _) if View::of(state, model).is_some() => Some("nothing is under the cursor here"),
        _ => Some("not before the first generation is searched"),
    }
}
