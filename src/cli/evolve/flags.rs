//! The flags of `eyas evolve`, as changes of a preset's settings.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use eyas::engine::one_ply::PlyScore;
use eyas::evolution::settings::{
    Combination, EvolutionSettings, MentorSettings, ScoringMode, Stage, Weighting,
};
use eyas::mentor;

use super::super::overrides::{Change, GaArgs, Override, source};
use super::super::{Failure, Globals};

/// Arguments of `eyas evolve`.
#[derive(Debug, Default, Args)]
pub(crate) struct EvolveArgs {
    /// What organisms are measured by: agreement with grandmasters' moves, or nearness to a mentor's scores
    /// [default: grandmaster]
    #[arg(long, value_enum)]
    stage: Option<StageArg>,
    #[command(flatten)]
    pub(super) mentor: MentorArgs,
    /// Parameter schema [default: the preset's]
    #[arg(long, value_name = "NAME")]
    schema: Option<String>,
    /// What proposes organisms [default: ga]
    #[arg(long, value_enum)]
    optimizer: Option<OptimizerArg>,
    /// How a move is scored [default: quiescence]
    #[arg(long, value_enum)]
    fitness: Option<FitnessArg>,
    #[command(flatten)]
    ga: GaArgs,
    /// Training positions, EPD [default: the embedded gm2600-train]
    #[arg(long, value_name = "FILE")]
    train: Option<PathBuf>,
    /// Test positions, EPD [default: the embedded gm2600-test]
    #[arg(long, value_name = "FILE")]
    test: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum StageArg {
    Grandmaster,
    Mentor,
}

/// What only the mentor stage has.
#[derive(Debug, Default, Args)]
pub(super) struct MentorArgs {
    /// Whom organisms mimic: organism:ORGANISM, uci:COMMAND, xboard:COMMAND, or a name; may be given more than once
    #[arg(long, value_name = "SPEC", help_heading = "Mentor stage")]
    mentor: Vec<String>,
    /// Plies that a mentor searches [default: 2]
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["mentor_nodes", "mentor_static"], help_heading = "Mentor stage")]
    mentor_depth: Option<u32>,
    /// Nodes that a mentor searches
    #[arg(long, value_name = "N", conflicts_with = "mentor_static", help_heading = "Mentor stage")]
    mentor_nodes: Option<u64>,
    /// A mentor tells its static evaluation; organisms only
    #[arg(long, help_heading = "Mentor stage")]
    mentor_static: bool,
    /// How an organism scores a position [default: static]
    #[arg(long, value_enum, help_heading = "Mentor stage")]
    score: Option<FitnessArg>,
    /// Training positions that are drawn anew each generation [default: 1000]
    #[arg(long, value_name = "N", help_heading = "Mentor stage")]
    sample: Option<u32>,
    /// What becomes of the scores of several mentors [default: mean]
    #[arg(long, value_enum, help_heading = "Mentor stage")]
    combine: Option<CombineArg>,
    /// What an error is worth to proportional selection [default: inverse-square]
    #[arg(long, value_enum, help_heading = "Mentor stage")]
    weight: Option<WeightArg>,
    /// Whose turn it is in the positions [default: white]
    #[arg(long, value_enum, help_heading = "Mentor stage")]
    turn: Option<TurnArg>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CombineArg {
    Mean,
    Median,
    /// Their mean, weighted by agreement with each other
    Agreement,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum WeightArg {
    /// In inverse proportion to it, the letter of the 2008 paper
    Inverse,
    /// In inverse proportion to its square, as the later papers square their fitness
    InverseSquare,
    /// The worst error of the generation less its own
    BelowWorst,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TurnArg {
    /// White's, as in the paper; positions where that is illegal are left out
    White,
    /// Whose it is in the file
    Given,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum OptimizerArg {
    Ga,
}

/// How a move is scored, as a flag's value.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FitnessArg {
    Quiescence,
    Static,
}

impl From<FitnessArg> for PlyScore {
    fn from(fitness: FitnessArg) -> PlyScore {
        match fitness {
            FitnessArg::Quiescence => PlyScore::Quiescence,
            FitnessArg::Static => PlyScore::Static,
        }
    }
}

/// The flags that were given, `--preset` apart.
pub(super) fn overrides(args: &EvolveArgs, globals: &Globals) -> Result<Vec<Override>, Failure> {
    let mut given = Vec::new();
    let mut add = |flag, change: Change| given.push(Override { flag, change });
    // This has one value so far; that clap knew it is all there is to check.
    let (Some(OptimizerArg::Ga) | None) = args.optimizer;
    if let Some(seed) = globals.seed {
        add("--seed", Box::new(move |settings| settings.seed = seed));
    }
    if let Some(schema) = args.schema.clone() {
        add("--schema", Box::new(move |settings| settings.schema.clone_from(&schema)));
    }
    if let Some(fitness) = args.fitness {
        let ply_score = fitness.into();
        add("--fitness", Box::new(move |settings| settings.ply_score = ply_score));
    }
    if let Some(path) = &args.train {
        let source = source(path)?;
        add("--train", Box::new(move |settings| settings.train = source.clone()));
    }
    if let Some(path) = &args.test {
        let source = source(path)?;
        add("--test", Box::new(move |settings| settings.test = source.clone()));
    }
    given.extend(args.mentor.overrides()?);
    given.extend(args.ga.overrides()?);
    Ok(given)
}

impl EvolveArgs {
    /// The stage that was asked for, if one was.
    pub(super) fn stage(&self) -> Option<Stage> {
        self.stage.map(|stage| match stage {
            StageArg::Grandmaster => Stage::Grandmaster,
            StageArg::Mentor => Stage::Mentor,
        })
    }
}

impl MentorArgs {
    /// Those that were given.
    pub(super) fn overrides(&self) -> Result<Vec<Override>, Failure> {
        let mut given = Vec::new();
        let mut add = |flag, change: Change| given.push(Override { flag, change });
        if !self.mentor.is_empty() {
            let named =
                |text: &String| mentor::named(text).map_err(|error| Failure::Input(error.to_string()));
            let mentors = self.mentor.iter().map(named).collect::<Result<Vec<_>, _>>()?;
            add("--mentor", stage(move |mentor| mentor.mentors.clone_from(&mentors)));
        }
        if let Some(depth) = self.mentor_depth {
            add("--mentor-depth", stage(move |mentor| mentor.hearing = ScoringMode::Depth(depth)));
        }
        if let Some(nodes) = self.mentor_nodes {
            add("--mentor-nodes", stage(move |mentor| mentor.hearing = ScoringMode::Nodes(nodes)));
        }
        if self.mentor_static {
            add("--mentor-static", stage(|mentor| mentor.hearing = ScoringMode::Static));
        }
        if let Some(score) = self.score {
            add("--score", stage(move |mentor| mentor.score = score.into()));
        }
        if let Some(sample) = self.sample {
            add("--sample", stage(move |mentor| mentor.sample = sample));
        }
        if let Some(combine) = self.combine {
            let combination = match combine {
                CombineArg::Mean => Combination::Mean,
                CombineArg::Median => Combination::Median,
                CombineArg::Agreement => Combination::Agreement,
            };
            add("--combine", stage(move |mentor| mentor.combination = combination));
        }
        if let Some(weight) = self.weight {
            let weighting = match weight {
                WeightArg::Inverse => Weighting::Inverse { power: 1 },
                WeightArg::InverseSquare => Weighting::Inverse { power: 2 },
                WeightArg::BelowWorst => Weighting::BelowWorst,
            };
            add("--weight", stage(move |mentor| mentor.weighting = weighting));
        }
        if let Some(turn) = self.turn {
            add("--turn", stage(move |mentor| mentor.white_to_move = turn == TurnArg::White));
        }
        Ok(given)
    }
}

/// A change of what only the mentor stage has.
fn stage(change: impl Fn(&mut MentorSettings) + 'static) -> Change {
    Box::new(move |settings: &mut EvolutionSettings| {
        if let Some(mentor) = &mut settings.mentor {
            change(mentor);
        }
    })
}
