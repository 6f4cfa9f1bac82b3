//! The flags of `eyas coevolve`, as changes of a preset's settings.

use std::path::PathBuf;

use clap::Args;
use eyas::arena::control::{Control, TimeControl};
use eyas::engine::search::SearchMode;
use eyas::evolution::presets;
use eyas::evolution::scale::Scale;
use eyas::evolution::settings::{CoevolutionSettings, EvolutionSettings, Founder, OptimizerSettings};
use eyas::job;
use eyas::positions::PositionSource;

use super::super::overrides::{Change, GaArgs, Override, source};
use super::super::{Failure, Globals, values};

/// Arguments of `eyas coevolve`.
#[derive(Debug, Args)]
pub(crate) struct CoevolveArgs {
    /// The organisms to begin with: files, names of embedded ones, or session folders, of which the champions of all
    /// runs are taken
    #[arg(long, value_name = "ORGANISM", num_args = 1..)]
    from: Vec<String>,
    /// Parameter schema [default: the first organism's]
    #[arg(long, value_name = "NAME")]
    schema: Option<String>,
    #[command(flatten)]
    games: GamesArgs,
    /// With --tc: by how many milliseconds a clock may be overrun [default: 20]
    #[arg(long, value_name = "MS")]
    margin: Option<u64>,
    /// The transposition table of each player, MiB [default: 8]
    #[arg(long, value_name = "MIB", value_parser = values::hash)]
    hash: Option<usize>,
    /// A game of so many moves of each side is a draw [default: 200]
    #[arg(long, value_name = "N")]
    max_moves: Option<u32>,
    /// Openings: PGN, EPD or Polyglot, also compressed [default: the embedded set]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Positions on which the champion's agreement with grandmasters is told, EPD [default: the embedded gm2600-test]
    #[arg(long, value_name = "FILE")]
    test: Option<PathBuf>,
    #[command(flatten)]
    ga: GaArgs,
}

/// The flags of how organisms play each other that every verb has that lets them.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Games of each pair of organisms in a generation, each with another opening [default: the preset's, 4]
    #[arg(long, value_name = "N")]
    games_per_pair: Option<u32>,
    /// Hall of fame: games, as many with each, with at most N leaders of earlier generations, drawn anew for each generation
    /// [default: 0, none]
    #[arg(long, value_name = "N")]
    hall_of_fame: Option<u32>,
    /// Scales at which the organisms begin, MATERIAL:POSITIONAL in percent of their values: the first organism at the
    /// first one, and around again; 100:100 is as it is [default: the preset's, none]
    #[arg(long, value_name = "SCALE", value_delimiter = ',')]
    scales: Option<Vec<Scale>>,
    /// Nodes for each move: games that repeat [default: the preset's, 10000]
    #[arg(long, value_name = "N", conflicts_with = "tc")]
    nodes: Option<u64>,
    /// Time for each side instead, in seconds: 5+0 as in the papers
    #[arg(long, value_name = "BASE+INCREMENT")]
    tc: Option<TimeControl>,
    /// The search all play with: plain, paper or extended [default: the preset's, plain]
    #[arg(long, value_name = "MODE")]
    search: Option<SearchMode>,
    /// Games of each pair when the champion is chosen from the last population, with the organisms it began with
    /// [default: the preset's, 20]
    #[arg(long, value_name = "N")]
    confirmation_games: Option<u32>,
    /// Games of each generation's leader with each organism it began with, at the end: what became of the generations, in
    /// Elo [default: the preset's, 4; 0: none]
    #[arg(long, value_name = "N")]
    milestone_games: Option<u32>,
    /// Games of the champion with the best of the organisms it began with, at the end and with openings of their own: they
    /// measure what was gained [default: the preset's, 400; 0: none]
    #[arg(long, value_name = "N")]
    match_games: Option<u32>,
}

impl GamesArgs {
    /// Those that were given.
    pub(in crate::cli) fn overrides(&self) -> Vec<Override> {
        let mut given = Vec::new();
        let mut add = |flag, change: Change| given.push(Override { flag, change });
        if let Some(games) = self.games_per_pair {
            add("--games-per-pair", games_of(move |settings| settings.games_per_pair = games));
        }
        if let Some(members) = self.hall_of_fame {
            add("--hall-of-fame", games_of(move |settings| settings.hall_of_fame = members));
        }
        if let Some(scales) = self.scales.clone() {
            add("--scales", games_of(move |settings| settings.scales.clone_from(&scales)));
        }
        if let Some(nodes) = self.nodes {
            add("--nodes", games_of(move |settings| settings.control = Control::Nodes(nodes)));
        }
        if let Some(clock) = self.tc {
            add("--tc", games_of(move |settings| settings.control = Control::Clock(clock)));
        }
        if let Some(search) = self.search {
            add("--search", games_of(move |settings| settings.search = search));
        }
        if let Some(games) = self.confirmation_games {
            add("--confirmation-games", games_of(move |settings| settings.confirmation_games = games));
        }
        if let Some(games) = self.milestone_games {
            add("--milestone-games", games_of(move |settings| settings.milestone_games = games));
        }
        if let Some(games) = self.match_games {
            add("--match-games", games_of(move |settings| settings.match_games = games));
        }
        given
    }
}

/// The organisms to begin with, and their schema; none where no flag names any.
pub(super) type Founders = Option<(String, Vec<Founder>)>;

/// The settings of a preset.
pub(super) fn preset(name: Option<&str>, founders: &Founders) -> Result<EvolutionSettings, Failure> {
    let Some((schema, founders)) = founders else {
        return Err(Failure::Input(
            "--from: name the organisms to begin with, 2 or more: files, names of embedded ones, or session folders"
                .to_owned(),
        ));
    };
    let settings = presets::coevolution(name.unwrap_or(presets::DEFAULT), founders.clone())
        .map_err(|error| Failure::Input(format!("--preset: {error}")))?;
    Ok(EvolutionSettings { schema: schema.clone(), ..settings })
}

impl CoevolveArgs {
    /// The organisms to begin with.
    pub(super) fn founders(&self) -> Result<Founders, Failure> {
        if self.from.is_empty() {
            return Ok(None);
        }
        job::founders(&self.from, self.schema.as_deref())
            .map(Some)
            .map_err(|error| Failure::Input(format!("--from: {error}")))
    }

    /// The flags that were given, `--preset` apart.
    pub(super) fn overrides(&self, globals: &Globals, founders: &Founders) -> Result<Vec<Override>, Failure> {
        let mut given = Vec::new();
        let mut add = |flag, change: Change| given.push(Override { flag, change });
        if let Some((schema, founders)) = founders.clone() {
            add(
                "--from",
                Box::new(move |settings| {
                    let OptimizerSettings::Ga(ga) = &mut settings.optimizer;
                    ga.population = founders.len() as u32;
                    settings.founders.clone_from(&founders);
                    settings.schema.clone_from(&schema);
                }),
            );
        }
        if let Some(schema) = self.schema.clone() {
            add("--schema", Box::new(move |settings| settings.schema.clone_from(&schema)));
        }
        if let Some(seed) = globals.seed {
            add("--seed", Box::new(move |settings| settings.seed = seed));
        }
        if let Some(margin) = self.margin {
            add("--margin", games_of(move |settings| settings.margin = margin));
        }
        if let Some(hash) = self.hash {
            add("--hash", games_of(move |settings| settings.hash = hash));
        }
        if let Some(moves) = self.max_moves {
            add("--max-moves", games_of(move |settings| settings.max_moves = moves));
        }
        if let Some(path) = &self.openings {
            let path = std::path::absolute(path)
                .map_err(|cause| Failure::Input(format!("--openings: {}: {cause}", path.display())))?;
            add("--openings", Box::new(move |settings| settings.train = PositionSource::File(path.clone())));
        }
        if let Some(path) = &self.test {
            let source = source(path)?;
            add("--test", Box::new(move |settings| settings.test = source.clone()));
        }
        given.extend(self.games.overrides());
        given.extend(self.ga.overrides()?);
        Ok(given)
    }
}

/// A change of how organisms play each other.
fn games_of(change: impl Fn(&mut CoevolutionSettings) + 'static) -> Change {
    Box::new(move |settings| {
        if let Some(games) = &mut settings.coevolution {
            change(games);
        }
    })
}
