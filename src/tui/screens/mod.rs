//! The screens. A new one is a variant here, with its key, title and drawing, and rows in the table of
//! commands.

pub(crate) mod coevolution;
pub(crate) mod genome;
pub(crate) mod log;
pub(crate) mod matches;
pub(crate) mod pipeline;
pub(crate) mod population;
pub(crate) mod positions;
pub(crate) mod sessions;
pub(crate) mod suite;
pub(crate) mod tuning;

use ratatui::layout::Rect;

use super::draw::Draw;
use super::model::{Model, Weight};
use crate::experiment::Experiment;
use crate::objectives::Objective;

/// What fills the space between the bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Screen {
    /// The population and how it fares.
    Population,
    /// The parameters.
    Genome,
    /// Where the subject disagrees with the grandmasters, and why.
    Positions,
    /// Organisms that play each other.
    Coevolution,
    /// Searches tuned by a suite.
    Tuning,
    /// A match or a tournament.
    Match,
    /// The saved sessions.
    Sessions,
    /// A suite solved live.
    Suite,
    /// What happened.
    Log,
    /// Where a whole run stands.
    Pipeline,
}

impl Screen {
    /// All there are, in the order of the tabs.
    pub(crate) const ALL: [Screen; 10] = [
        Screen::Population,
        Screen::Genome,
        Screen::Positions,
        Screen::Coevolution,
        Screen::Tuning,
        Screen::Match,
        Screen::Sessions,
        Screen::Suite,
        Screen::Log,
        Screen::Pipeline,
    ];

    /// The one that shows an experiment best: where its sessions are opened.
    pub(crate) fn of(settings: &Experiment) -> Screen {
        match settings.objective {
            Objective::SelfPlay(_) => Screen::Coevolution,
            Objective::Suite(_) => Screen::Tuning,
            _ => Screen::Population,
        }
    }

    /// The key and the title of its tab.
    pub(crate) fn tab(self) -> (&'static str, &'static str) {
        match self {
            Screen::Population => ("1", "Population"),
            Screen::Genome => ("2", "Genome"),
            Screen::Positions => ("3", "Positions"),
            Screen::Coevolution => ("4", "Coevolution"),
            Screen::Tuning => ("5", "Tuning"),
            Screen::Match => ("6", "Match"),
            Screen::Sessions => ("8", "Sessions"),
            Screen::Suite => ("9", "Suite"),
            Screen::Log => ("0", "Log"),
            Screen::Pipeline => ("W", "Pipeline"),
        }
    }

    /// Whether its tab carries a dot: something came that was not looked at.
    pub(crate) fn has_news(self, model: &Model) -> bool {
        let grave = |model: &Model| model.log.entries.iter().any(|entry| entry.weight != Weight::Plain);
        match self {
            Screen::Log => model.log.news && grave(model) && model.screen != Screen::Log,
            Screen::Coevolution => model.coevolution.news,
            Screen::Match => model.matches.news,
            Screen::Pipeline => model.pipeline.news,
            _ => false,
        }
    }

    /// Draws it.
    pub(crate) fn draw(self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        match self {
            Screen::Population => population::draw(draw, model, area),
            Screen::Genome => genome::draw(draw, model, area),
            Screen::Positions => positions::draw(draw, model, area),
            Screen::Coevolution => coevolution::draw(draw, model, area),
            Screen::Tuning => tuning::draw(draw, model, area),
            Screen::Match => matches::draw(draw, model, area),
            Screen::Sessions => sessions::draw(draw, model, area),
            Screen::Suite => suite::draw(draw, model, area),
            Screen::Log => log::draw(draw, model, area),
            Screen::Pipeline => pipeline::draw(draw, model, area),
        }
    }
}
