//! What is known about an objective without measuring anything.

use crate::arena::control::Control;
use crate::arena::game::Adjudication;
use crate::engine::one_ply::PlyScore;

/// What may evolve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evolved {
    /// Evaluations.
    Evaluations,
    /// Searches.
    Searches,
    /// The options of an engine.
    Options,
}

/// Which scores are comparable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparable {
    /// All scores: every generation is measured alike.
    All,
    /// Those of a run, which measures all its generations on one sample.
    InRun,
    /// Those of a generation, which is measured on a sample of its own.
    InGeneration,
    /// Those of a generation, which plays games of its own.
    InGames,
}

impl Comparable {
    /// Returns whether generations are measured on samples of the training set.
    #[must_use]
    pub fn samples(self) -> bool {
        matches!(self, Comparable::InRun | Comparable::InGeneration)
    }

    /// Returns whether all generations of a run are measured alike, so that an optimizer may compare their scores.
    #[must_use]
    pub fn in_run(self) -> bool {
        matches!(self, Comparable::All | Comparable::InRun)
    }
}

/// How organisms play, if games measure them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Play {
    /// Whether the organisms play each other, and not fixed opponents.
    pub each_other: bool,
    /// What limits a move.
    pub control: Control,
    /// What limits a move in the proof.
    pub longer: Control,
    /// When a game ends early.
    pub adjudication: Adjudication,
    /// The number of games that may change during a run: pairs of games of each organism in a generation, or games of each
    /// pair of organisms if they play each other.
    pub pairs: u32,
    /// The number of fittest organisms of earlier generations that a generation plays.
    pub hall_of_fame: u32,
}

/// A file that an objective keeps in the folder of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionFile {
    /// The name.
    pub name: &'static str,
    /// Whether a fork of the session needs it.
    pub is_forked: bool,
    /// Whether workers on other machines need it.
    pub is_shared: bool,
    /// Whether it is useless after the last generation, because the journal has its content.
    pub is_temporary: bool,
}

/// The properties of an objective with its settings. An objective states those that differ from [`Properties::of`].
#[derive(Debug, Clone, Copy)]
pub struct Properties {
    /// The name of the objective.
    pub name: &'static str,
    /// The papers' name of the stage that uses this objective. It is part of the keys of random streams and of the names of
    /// session folders.
    pub stage: &'static str,
    /// What organisms do, for those who choose an objective.
    pub about: &'static str,
    /// What it measures.
    pub measures: &'static [Evolved],
    /// Which scores are comparable. If those of different generations are not, a run's champion comes from its last
    /// generation.
    pub comparable: Comparable,
    /// Whether the fitness functions have a differentiable loss, so that an optimizer may use derivatives.
    pub is_differentiable: bool,
    /// Whether workers on other machines can measure organisms by a fitness function. If not, one machine does it, or the
    /// organisms play each other.
    pub is_distributable: bool,
    /// Whether the first generation decides on which positions the others are measured.
    pub depends_on_first: bool,
    /// Whether the scores on the training set, and on the test set, are numbers of correct moves.
    pub counts_moves: [bool; 2],
    /// How organisms play, if games measure them.
    pub play: Option<Play>,
    /// How a move is scored if organisms choose moves by one ply of search.
    pub ply_score: PlyScore,
    /// The names of settings that follow from the initial organisms.
    pub implied: &'static [&'static str],
    /// Describes the work before the first generation: on the training set, then on the test set.
    pub preparations: [&'static str; 2],
    /// Describes the work while a generation is measured, and while a champion is measured or selected.
    pub activities: [&'static str; 2],
    /// The files that it keeps in the folder of a session.
    pub files: &'static [SessionFile],
}

impl Properties {
    /// Returns the properties of an objective with this name that measures evaluations on positions.
    #[must_use]
    pub const fn of(name: &'static str) -> Properties {
        Properties {
            name,
            stage: name,
            about: "",
            measures: &[Evolved::Evaluations],
            comparable: Comparable::All,
            is_differentiable: false,
            is_distributable: true,
            depends_on_first: false,
            counts_moves: [false; 2],
            play: None,
            ply_score: PlyScore::Quiescence,
            implied: &[],
            preparations: ["preparing the training set", "preparing the test set"],
            activities: ["searching positions", "measuring the champion"],
            files: &[],
        }
    }

    /// Returns whether organisms play each other.
    #[must_use]
    pub fn plays_itself(&self) -> bool {
        self.play.is_some_and(|play| play.each_other)
    }

    /// Returns whether organisms play fixed opponents. The test of a champion is then a final match.
    #[must_use]
    pub fn plays_opponents(&self) -> bool {
        self.play.is_some_and(|play| !play.each_other)
    }
}
