//! The list of screens. A new screen is a folder here and a line in each list of this file.

pub(crate) mod coevolution;
pub(crate) mod game;
pub(crate) mod genome;
pub(crate) mod log;
pub(crate) mod matches;
pub(crate) mod personas;
pub(crate) mod pipeline;
pub(crate) mod population;
pub(crate) mod positions;
pub(crate) mod race;
pub(crate) mod sessions;
pub(crate) mod suite;
pub(crate) mod tuning;
pub(crate) mod workers;

use super::command::{self, Group, show};
use super::{board_commands, general_commands, workbench_commands};
use crate::tui::prelude::*;

/// All screens, in the order of the tabs.
#[derive(Debug, Default)]
pub(crate) struct Screens {
    /// The population and its fitness.
    pub(crate) population: population::State,
    /// The parameters of organisms.
    pub(crate) genome: genome::State,
    /// The positions where the subject disagrees with the grandmasters, and the reasons.
    pub(crate) positions: positions::State,
    /// Evolution by games between organisms.
    pub(crate) coevolution: coevolution::State,
    /// Search tuning on a test suite.
    pub(crate) tuning: tuning::State,
    /// A match or a tournament.
    pub(crate) matches: matches::State,
    /// Optimizers compared on one objective.
    pub(crate) race: race::State,
    /// The saved sessions.
    pub(crate) sessions: sessions::State,
    /// A test suite and its live solution.
    pub(crate) suite: suite::State,
    /// Notices and errors.
    pub(crate) log: log::State,
    /// Two personas side by side.
    pub(crate) personas: personas::State,
    /// The stages of a pipeline.
    pub(crate) pipeline: pipeline::State,
    /// The workers on other machines.
    pub(crate) workers: workers::State,
    /// A game of the person against an organism.
    pub(crate) game: game::State,
}

/// The place with the open session, race or pipeline. It shows one of several views.
pub(crate) const RUN: ScreenId = ScreenId("run");

/// The view of Run that is shown first.
pub(crate) const HOME: ScreenId = population::ID;

/// The place of the positions.
pub(crate) const POSITIONS: ScreenId = positions::ID;

/// The views of Run, in the order in which its key shows them.
pub(crate) const VIEWS: [ScreenId; 6] =
    [population::ID, coevolution::ID, tuning::ID, race::ID, pipeline::ID, workers::ID];

/// The places of the line below the status line, each with its title where there is little room.
pub(crate) const TABS: [(ScreenId, &str, &str); 6] = [
    (RUN, "Run", "Run"),
    (genome::ID, "Genome", "Gen"),
    (positions::ID, "Positions", "Pos"),
    (matches::ID, "Match", "Match"),
    (suite::ID, "Suite", "Suite"),
    (sessions::ID, "Sessions", "Sess"),
];

/// The commands that show a place, in the order of the help.
static SHOW: &[Command] = &[
    show(RUN, &["1"], "run", "the open session, race or pipeline; again: its next view"),
    show(genome::ID, &["2"], "genome", "parameter values as heatmaps: which settled, which still drift"),
    show(
        positions::ID,
        &["3"],
        "positions",
        "where the subject disagrees with the grandmasters, why, and what would change it",
    ),
    show(
        matches::ID,
        &["4"],
        "match",
        "matches and tournaments of organisms and engines: live boards, results, replays",
    ),
    show(suite::ID, &["5"], "suite", "solve a suite of positions with the subject and with the rival"),
    show(sessions::ID, &["6", "o"], "sessions", "the saved sessions: open, resume, compare, delete"),
    show(log::ID, &["L"], "log", "all notices and errors, newest first"),
];

/// The tables of commands, most useful first. The bottom bar and the help use this order.
pub(crate) static COMMANDS: &[Group] = &[
    Group { title: "Questions", commands: workbench_commands::ASKING },
    Group { title: "Promotion", commands: board_commands::PROMOTING },
    Group { title: "Popups", commands: workbench_commands::POPUPS },
    Group { title: "Playing on", commands: board_commands::PLAYING },
    Group { title: "Game", commands: game::COMMANDS },
    Group { title: "Genome", commands: genome::COMMANDS },
    Group { title: "Suite", commands: suite::COMMANDS },
    Group { title: "Run: games", commands: coevolution::COMMANDS },
    Group { title: "Run: searches", commands: tuning::COMMANDS },
    Group { title: "Match", commands: matches::COMMANDS },
    Group { title: "Positions", commands: positions::FIRST },
    Group { title: "Personas", commands: personas::COMMANDS },
    Group { title: "Boards", commands: board_commands::BOARDS },
    Group { title: "Positions: list and file", commands: positions::COMMANDS },
    Group { title: "Sessions", commands: sessions::COMMANDS },
    Group { title: "Run: stages", commands: pipeline::COMMANDS },
    Group { title: "Run: race", commands: race::COMMANDS },
    Group { title: "Log", commands: log::COMMANDS },
    Group { title: "Run: workers", commands: workers::COMMANDS },
    Group { title: "Run", commands: general_commands::RUNNING },
    Group { title: "Panes", commands: workbench_commands::PANES },
    Group { title: "Lists", commands: workbench_commands::LISTS },
    Group { title: "Run: organisms", commands: population::SELECTION },
    Group { title: "Runs and sessions", commands: general_commands::SESSIONS },
    Group { title: "Places", commands: SHOW },
    Group { title: "Games of yours", commands: game::PLAY },
    Group { title: "Subject and rival", commands: general_commands::SUBJECT },
    Group { title: "Generations", commands: general_commands::GENERATIONS },
    Group { title: "Files", commands: general_commands::EXPORT },
    Group { title: "Figures", commands: workbench_commands::FIGURES },
    Group { title: "Workbench and cursor", commands: workbench_commands::WORKBENCH },
];

/// Returns the action of the command with a name.
pub(crate) fn action(name: &str) -> Action {
    let found = COMMANDS.iter().find_map(|group| command::named(group.commands, name));
    found.map_or(Action::Help, |command| command.action)
}

impl Screens {
    /// Returns whether a place shows the open session, whatever its objective.
    pub(crate) fn shows_session(&self, id: ScreenId) -> bool {
        [population::ID, coevolution::ID, tuning::ID].contains(&id)
    }

    pub(crate) fn all(&self) -> [&dyn Place; 14] {
        [
            &self.population,
            &self.genome,
            &self.positions,
            &self.coevolution,
            &self.tuning,
            &self.matches,
            &self.race,
            &self.sessions,
            &self.suite,
            &self.log,
            &self.personas,
            &self.pipeline,
            &self.workers,
            &self.game,
        ]
    }

    pub(crate) fn all_mut(&mut self) -> [&mut dyn Place; 14] {
        [
            &mut self.population,
            &mut self.genome,
            &mut self.positions,
            &mut self.coevolution,
            &mut self.tuning,
            &mut self.matches,
            &mut self.race,
            &mut self.sessions,
            &mut self.suite,
            &mut self.log,
            &mut self.personas,
            &mut self.pipeline,
            &mut self.workers,
            &mut self.game,
        ]
    }
}
