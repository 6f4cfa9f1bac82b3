//! The Genome screen: what evolution settled, what drifts, and what a person would have instead.
//!
//! ```text
//! ╭ Parameters × organisms · run 1 · generation 57 · chromosome order, by group ─╮
//! │ Organisms  Generations  Bits            order: chromosome   by group: yes    │
//! │  parameter            ●     ○  2014  2008  ▼12 of 100, fittest first   div   │
//! │  pawns                                                                       │
//! │▸  passed pawn mult   41    30    27    30  ▒░█▓▒ ◆ ░▒…                 12 %  │
//! ├──────────────────────────────────────────────────────────────────────────────┤
//! │ the cell under the cursor in words             its values over the population│
//! ╰ low ░▒▓█ high ───────────────────────────────────────────────────────────────╯
//! ```

mod acts;
mod columns;
mod detail;
mod drawing;
mod headings;
mod lists;
mod map;
mod plan;
mod rows;
mod screen;
mod sheet;
pub(crate) mod tasks;
mod words;

use std::sync::Arc;

use crate::disagreement::Moments;
use crate::positions::PositionSource;
use crate::tui::action::ScreenId;
use crate::tui::command::{Command, here, show};

/// The name of the screen.
pub(crate) const ID: ScreenId = ScreenId("genome");

/// Which heatmap is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Map {
    /// Parameters × the organisms of the generation shown.
    Organisms,
    /// Parameters × generations: the values of the fittest of each.
    Generations,
    /// Bits × the organisms of the generation shown.
    Bits,
}

impl Map {
    /// All there are, in the order of their key.
    pub(crate) const ALL: [Map; 3] = [Map::Organisms, Map::Generations, Map::Bits];

    /// Its title.
    fn title(self) -> &'static str {
        match self {
            Map::Organisms => "Parameters × organisms",
            Map::Generations => "Parameters × generations",
            Map::Bits => "Bits × organisms",
        }
    }

    /// Its name among the three.
    fn word(self) -> &'static str {
        match self {
            Map::Organisms => "Organisms",
            Map::Generations => "Generations",
            Map::Bits => "Bits",
        }
    }
}

/// The order of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// As the genes lie on the chromosome.
    Chromosome,
    /// By name.
    Name,
    /// The most diverse first.
    Diversity,
    /// The most settled since generation 0 first.
    Settled,
    /// That first whose best value went farthest from generation 0's.
    Moved,
    /// That first in which subject and rival differ most.
    Rival,
    /// That first in which the subject and the newest paper's organism differ most.
    Paper,
}

impl Order {
    /// All there are, in the order of their key.
    pub(crate) const ALL: [Order; 7] = [
        Order::Chromosome,
        Order::Name,
        Order::Diversity,
        Order::Settled,
        Order::Moved,
        Order::Rival,
        Order::Paper,
    ];

    /// In words, after “order: ”.
    fn word(self) -> &'static str {
        match self {
            Order::Chromosome => "chromosome",
            Order::Name => "name",
            Order::Diversity => "diversity",
            Order::Settled => "settled since gen 0",
            Order::Moved => "best moved since gen 0",
            Order::Rival => "subject − rival",
            Order::Paper => "subject − paper",
        }
    }
}

/// A row: a parameter, or one bit of its gene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Locus {
    /// Which parameter of the schema shown.
    pub(crate) parameter: usize,
    /// Which bit of its gene, 0 the highest.
    pub(crate) bit: Option<usize>,
}

/// What the screen remembers.
#[derive(Debug)]
pub(crate) struct State {
    /// The heatmap shown.
    pub(crate) map: Map,
    /// The order of its rows.
    pub(crate) order: Order,
    /// Whether rows stand under the heading of their group.
    pub(crate) grouped: bool,
    /// The row of the cursor.
    pub(crate) locus: Locus,
    /// The column of the cursor among organisms, 0 the fittest.
    pub(crate) place: usize,
    /// The column of the cursor among generations; none for the newest, whichever that is.
    pub(crate) generation: Option<u32>,
    /// How the features of the training set spread; nothing yet while that is found out.
    pub(crate) moments: Option<(PositionSource, Option<Arc<Moments>>)>,
}

impl Default for State {
    fn default() -> State {
        State {
            map: Map::Organisms,
            order: Order::Chromosome,
            grouped: true,
            // The first that evolves under both papers' schemas.
            locus: Locus { parameter: 1, bit: None },
            place: 0,
            generation: None,
            moments: None,
        }
    }
}

/// What can be clicked here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// The name of a heatmap.
    Map(Map),
    /// The order's name.
    Order,
    /// Whether rows are grouped.
    Grouped,
    /// The name of a row.
    Name(Locus),
    /// The subject's value in a row.
    Value(Locus),
    /// A cell: its row, and the organism's place or the point of the curve.
    Cell(Locus, usize),
    /// A button that changes the value under the cursor by so much.
    Change(i32),
}

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// The next heatmap.
    NextMap,
    /// The heatmap before.
    PreviousMap,
    /// The organism of the column becomes the subject.
    Subject,
    /// It becomes the rival, or no longer.
    Rival,
    /// A form for the subject's value.
    Set,
    /// Change the subject's value by so much.
    Change(i32),
    /// The next order of the rows.
    NextOrder,
    /// Rows under their group's heading, or not.
    Group,
    /// To the fittest organism, or to the first generation.
    FirstColumn,
    /// To the least fit organism, or to the newest generation.
    LastColumn,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["2"], "genome", "the parameters: which settled, which drift, and what they are");

/// The commands of this screen.
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
        "subject of the column",
        "let all screens speak of the organism under the cursor, or of that generation's champion",
    ),
    here(
        &Act::Rival,
        &["r"],
        "rival",
        "rival of the column",
        "compare the subject with the organism under the cursor; again to stop",
    ),
    here(
        &Act::Set,
        &["=", "i"],
        "set",
        "set value",
        "type a value of the subject for the parameter of the row",
    ),
    here(&Act::Change(1), &["+"], "one more", "one more", "raise the subject's value by one"),
    here(&Act::Change(-1), &["-"], "less", "one less", "lower the subject's value by one"),
    here(&Act::Change(10), &["*"], "", "ten more", "raise the subject's value by ten"),
    here(&Act::Change(-10), &["_"], "", "ten less", "lower the subject's value by ten"),
    here(
        &Act::NextOrder,
        &["o"],
        "order",
        "order of rows",
        "chromosome, name, diversity, settled, moved, difference from the rival or the paper",
    ),
    here(&Act::Group, &["b"], "group", "group rows", "rows under the heading of their group, or all in one"),
    here(&Act::PreviousMap, &["Shift-Tab"], "", "heatmap before", "the heatmap before"),
    here(
        &Act::FirstColumn,
        &["^"],
        "",
        "first column",
        "to the fittest organism, or to the first generation",
    ),
    here(&Act::LastColumn, &["$"], "", "last column", "to the last organism, or to the newest generation"),
];
