//! The Genome screen: heatmaps of the parameters that show which have settled and which still drift, and editing of
//! the subject's values.
//!
//! ```text
//! ╭ Parameters × organisms · run 1 · generation 57 · chromosome order, by group ─╮
//! │ Organisms  Generations  Bits            order: chromosome   by group: yes    │
//! │  parameter            ●     ○  2014  2008  ▼12 of 100, fittest first   div   │
//! │  pawns                                                                       │
//! │▸  passed pawn mult   41    30    27    30  ▒░█▓▒ ◆ ░▒…                 12 %  │
//! ├──────────────────────────────────────────────────────────────────────────────┤
//! │ description of the cell under the cursor       its values over the population│
//! ╰ low ░▒▓█ high ───────────────────────────────────────────────────────────────╯
//! ```

mod actions;
mod columns;
mod detail;
mod drawing;
mod figure;
mod headings;
mod lists;
mod map;
mod plan;
mod rows;
mod screen;
mod sheet;
mod table;
pub(crate) mod tasks;
mod text;

use std::sync::Arc;

use crate::disagreement::Moments;
use crate::tui::action::ScreenId;
use crate::tui::command::{Command, here_old, show};
use tasks::FindSpread;

pub(crate) const ID: ScreenId = ScreenId("genome");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Map {
    /// Parameters × the organisms of the displayed generation.
    Organisms,
    /// Parameters × generations: the values of each generation's fittest organism.
    Generations,
    /// Bits × the organisms of the displayed generation.
    Bits,
}

impl Map {
    /// All heatmaps, in the order of the key that switches between them.
    pub(crate) const ALL: [Map; 3] = [Map::Organisms, Map::Generations, Map::Bits];

    fn title(self) -> &'static str {
        match self {
            Map::Organisms => "Parameters × organisms",
            Map::Generations => "Parameters × generations",
            Map::Bits => "Bits × organisms",
        }
    }

    /// Returns the name in the line of options.
    fn label(self) -> &'static str {
        match self {
            Map::Organisms => "Organisms",
            Map::Generations => "Generations",
            Map::Bits => "Bits",
        }
    }
}

/// The position of a row: a parameter, or one bit of its gene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Locus {
    /// The parameter's index in the displayed schema.
    pub(crate) parameter: usize,
    /// The bit of the gene; 0 is the highest.
    pub(crate) bit: Option<usize>,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) map: Map,
    /// Whether rows are grouped under headings.
    pub(crate) grouped: bool,
    pub(crate) locus: Locus,
    /// The cursor's column in a heatmap of organisms; 0 is the fittest organism.
    pub(crate) place: usize,
    /// The cursor's generation in the heatmap of generations; `None` follows the newest.
    pub(crate) generation: Option<u32>,
    /// The spread of the training set's features; `None` inside while it is computed.
    pub(crate) moments: Option<(FindSpread, Option<Arc<Moments>>)>,
}

impl Default for State {
    fn default() -> State {
        State {
            map: Map::Organisms,
            grouped: true,
            // The first parameter that evolves under both papers' schemas.
            locus: Locus { parameter: 1, bit: None },
            place: 0,
            generation: None,
            moments: None,
        }
    }
}

/// A clickable spot of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Map(Map),
    Grouped,
    Name(Locus),
    /// The subject's value in a row.
    Value(Locus),
    /// A cell: the row, and the organism's place or the index of the generation.
    Cell(Locus, usize),
    /// A button that changes the value under the cursor by this amount.
    Change(i32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    NextMap,
    PreviousMap,
    /// Makes the organism of the column the subject.
    Subject,
    /// Makes the organism of the column the rival, or removes the rival.
    Rival,
    /// Opens the form for the subject's value.
    Set,
    /// Changes the subject's value by this amount.
    Change(i32),
    /// Switches the grouping of rows on or off.
    Group,
    /// Moves to the fittest organism or the first generation.
    FirstColumn,
    /// Moves to the least fit organism or the newest generation.
    LastColumn,
}

here_old!(ID);

pub(crate) const SHOW: Command =
    show(ID, &["2"], "genome", "parameter values as heatmaps: which settled, which still drift");

pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::NextMap,
        &["Tab", "m"],
        "map",
        "next heatmap",
        "parameters × organisms, parameters × generations, bits × organisms",
    ),
    here(
        &Act::Subject,
        &["Enter"],
        "subject",
        "make column the subject",
        "study the organism under the cursor, or that generation's champion, on all screens",
    ),
    here(
        &Act::Rival,
        &["r"],
        "rival",
        "make column the rival",
        "compare the subject with the organism under the cursor; again to stop",
    ),
    here(&Act::Set, &["="], "set", "set value", "enter the subject's value of the row's parameter"),
    here(&Act::Change(1), &["+"], "raise", "raise by one", "raise the subject's value by one"),
    here(&Act::Change(-1), &["-"], "lower", "lower by one", "lower the subject's value by one"),
    here(&Act::Change(10), &["*"], "", "raise by ten", "raise the subject's value by ten"),
    here(&Act::Change(-10), &["_"], "", "lower by ten", "lower the subject's value by ten"),
    here(
        &Act::Group,
        &["b"],
        "group",
        "group rows",
        "group the rows under headings, or list them all together",
    ),
    here(&Act::PreviousMap, &["Shift-Tab"], "", "previous heatmap", "show the previous heatmap"),
    here(
        &Act::FirstColumn,
        &["^"],
        "",
        "first column",
        "move to the fittest organism or the first generation",
    ),
    here(&Act::LastColumn, &["$"], "", "last column", "move to the last organism or the newest generation"),
];
