//! The flags of `eyas match`.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use eyas::arena::control::Control;
use eyas::arena::settings::{MatchPlayer, MatchSettings};
use eyas::arena::spec::PlayerSpec;
use eyas::director::{Candidate, LIMITS, MatchConfig, PlayerSource, SETTINGS};
use eyas::engine::search::SearchMode;
use eyas::evolution::setting::{Setting, Value};

use super::super::headings::{GAMES, OUTPUT, PLAYERS, RUN};
use super::super::settings::{argument, described, given_value};
use super::super::workers::WorkersArgs;
use super::super::{Failure, values};

/// Arguments of `eyas match`.
#[derive(Debug, Args)]
#[command(next_help_heading = GAMES)]
pub(crate) struct MatchArgs {
    /// Tournament file, instead of --a and --b: (players: [(spec: "reference"), (spec: "uci:toga2", name: "Toga",
    /// options: {"Hash": "64"}, control: Nodes(5000), hash: 64), …], control: Clock("10+0.1"), games: 20). Optional fields: event (RoundRobin or
    /// Gauntlet), variant, openings, order, hash, margin, adjudication, tablebases, pgn_detail
    #[arg(value_name = "TOURNAMENT.ron", conflicts_with_all = ["a", "b"])]
    pub(super) tournament: Option<PathBuf>,
    /// First player: organism:ORGANISM, uci:COMMAND or xboard:COMMAND; or just an organism's file, the name of an
    /// embedded organism, the name of an engine profile, or the path of a UCI engine
    #[arg(long, value_name = "SPEC", help_heading = PLAYERS)]
    pub(super) a: Option<PlayerSpec>,
    /// Second player; repeatable with --gauntlet
    #[arg(long, value_name = "SPEC", action = ArgAction::Append, help_heading = PLAYERS)]
    pub(super) b: Vec<PlayerSpec>,
    /// Write the games to this file as well as to the session folder
    #[arg(long, value_name = "OUT", help_heading = OUTPUT)]
    pub(super) pgn: Option<PathBuf>,
    #[command(flatten)]
    pub(super) games: GameFlags,
    /// Stop with exit code 1 if more than N games were lost on time; completed games remain saved
    #[arg(long, value_name = "N", help_heading = RUN)]
    pub(super) max_time_losses: Option<u64>,
    /// Print the score after each N games on stderr, with Elo, LOS and the LLR of --sprt
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = RUN)]
    pub(super) score_every: Option<u64>,
    /// Concurrent games [default: one per thread, or 1 if the games are timed]
    #[arg(long, value_name = "C", value_parser = values::concurrency, help_heading = RUN)]
    pub(super) concurrency: Option<usize>,
    /// Bind the players of each game to a separate core while cores are available (Linux only)
    #[arg(long, help_heading = RUN)]
    pub(super) pin: bool,
    /// Name of player a in tables and PGN [default: the name that the player has]
    #[arg(long, value_name = "NAME", help_heading = PLAYERS)]
    name_a: Option<String>,
    /// Name of player b
    #[arg(long, value_name = "NAME", help_heading = PLAYERS)]
    name_b: Option<String>,
    /// Move limit of player a, instead of that of the match: tc=10+0.1, nodes=5000, movetime=100 or depth=8
    #[arg(long, value_name = "LIMIT", value_parser = limit, help_heading = PLAYERS)]
    limit_a: Option<Control>,
    /// Move limit of player b, or of all opponents, instead of that of the match
    #[arg(long, value_name = "LIMIT", value_parser = limit, help_heading = PLAYERS)]
    limit_b: Option<Control>,
    /// Transposition table of player a, in MiB [default: that of --hash]
    #[arg(long, value_name = "MIB", value_parser = values::hash, help_heading = PLAYERS)]
    hash_a: Option<usize>,
    /// Transposition table of player b, or of each opponent, in MiB [default: that of --hash]
    #[arg(long, value_name = "MIB", value_parser = values::hash, help_heading = PLAYERS)]
    hash_b: Option<usize>,
    /// Search of organism a: plain, paper or extended [default: the most advanced one it has]
    #[arg(long, value_name = "MODE", help_heading = PLAYERS)]
    search_a: Option<SearchMode>,
    /// Search of organism b: plain, paper or extended [default: the most advanced one it has]
    #[arg(long, value_name = "MODE", help_heading = PLAYERS)]
    search_b: Option<SearchMode>,
    /// Set an option of player a; repeatable
    #[arg(long = "option-a", value_name = "NAME=VALUE", value_parser = values::option, help_heading = PLAYERS)]
    options_a: Vec<(String, String)>,
    /// Set an option of player b; repeatable
    #[arg(long = "option-b", value_name = "NAME=VALUE", value_parser = values::option, help_heading = PLAYERS)]
    options_b: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// The given flags of the settings of a match.
#[derive(Debug, Clone)]
pub(super) struct GameFlags(Vec<(&'static Setting<MatchConfig>, Value)>);

/// The settings that are flags of this command. The seed is a common flag.
fn settings() -> impl Iterator<Item = &'static Setting<MatchConfig>> {
    SETTINGS.iter().filter(|setting| setting.name != "seed")
}

/// Returns the flag of a setting. The command line has no default of the limit of moves.
fn flag(setting: &Setting<MatchConfig>) -> Arg {
    let default = (setting.get)(&MatchConfig::default()).filter(|_| !LIMITS.contains(&setting.name));
    let default = default.map(|value| format!(" [default: {value}]")).unwrap_or_default();
    let arg = argument(setting, described(setting) + &default).conflicts_with_all(setting.conflicts);
    match setting.name {
        "hash" => arg.help_heading(PLAYERS),
        "pgn-detail" => arg.help_heading(OUTPUT),
        "sprt" => arg.help_heading(GAMES).allow_hyphen_values(true),
        "normalized" => arg.help_heading(GAMES).requires("sprt"),
        "tablebases" => arg.help_heading(GAMES).visible_alias("tb"),
        _ => arg.help_heading(GAMES),
    }
}

impl Args for GameFlags {
    fn augment_args(command: Command) -> Command {
        command.args(settings().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GameFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |setting| Some((setting, given_value(setting, matches)?));
        Ok(GameFlags(settings().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl GameFlags {
    /// Returns whether one of these settings is given.
    pub(super) fn has(&self, names: &[&str]) -> bool {
        self.0.iter().any(|(setting, _)| names.contains(&setting.name))
    }

    /// Puts the given values into a request, and checks the ranges.
    pub(super) fn apply(&self, config: &mut MatchConfig) -> Result<(), Failure> {
        let invalid = |name, error| Failure::Input(format!("--{name}: {error}"));
        for (setting, value) in &self.0 {
            (setting.set)(config, value.clone()).map_err(|error| invalid(setting.name, error))?;
            setting.check(config).map_err(Failure::input)?;
        }
        Ok(())
    }
}

/// Reads the limit of a player, such as `tc=10+0.1`.
fn limit(text: &str) -> Result<Control, String> {
    let forms = || format!("“{text}” is not a limit; write tc=10+0.1, nodes=5000, movetime=100 or depth=8");
    let (name, value) = text.split_once('=').ok_or_else(forms)?;
    let kind = match name {
        "tc" => Control::Clock(value.parse().map_err(|error| format!("{error}"))?),
        "nodes" => Control::Nodes(1),
        "movetime" => Control::MoveTime(1),
        "depth" => Control::Depth(1),
        _ => return Err(forms()),
    };
    let limit = kind.read_alike(value)?;
    limit.check().map(|()| limit)
}

impl MatchArgs {
    /// Returns a side's player of this specification with the flags of its side: 0 for a, 1 for its opponents.
    pub(super) fn candidate(&self, side: usize, spec: &PlayerSpec) -> Candidate {
        Candidate {
            source: PlayerSource::Named(spec.clone()),
            name: [&self.name_a, &self.name_b][side].clone(),
            control: self.limits()[side],
            hash: [self.hash_a, self.hash_b][side],
            search: self.searches()[side],
            options: self.options()[side].clone(),
        }
    }

    /// Returns the limits of a, and of its opponents.
    pub(super) fn limits(&self) -> [Option<Control>; 2] {
        [self.limit_a, self.limit_b]
    }

    /// Returns the searches of a, and of its opponents.
    pub(super) fn searches(&self) -> [Option<SearchMode>; 2] {
        [self.search_a, self.search_b]
    }

    /// Returns the options of a, and of its opponents.
    pub(super) fn options(&self) -> [&Vec<(String, String)>; 2] {
        [&self.options_a, &self.options_b]
    }

    /// Returns a given flag that is not allowed with a tournament file.
    pub(super) fn excluded_by_tournament(&self) -> Option<String> {
        let of_players = [
            self.search_a.map(|_| "search-a"),
            self.search_b.map(|_| "search-b"),
            self.options_a.first().map(|_| "option-a"),
            self.options_b.first().map(|_| "option-b"),
            self.name_a.as_ref().map(|_| "name-a"),
            self.name_b.as_ref().map(|_| "name-b"),
            self.limit_a.map(|_| "limit-a"),
            self.limit_b.map(|_| "limit-b"),
            self.hash_a.map(|_| "hash-a"),
            self.hash_b.map(|_| "hash-b"),
        ];
        let of_games = self.games.0.iter().map(|(setting, _)| setting.name);
        of_players.into_iter().flatten().chain(of_games).next().map(|name| format!("--{name}"))
    }

    /// Returns the given flags that differ from the settings of a started match, which have absolute paths.
    pub(super) fn contradictions(
        &self,
        settings: &MatchSettings,
        seed: Option<u64>,
    ) -> Result<Vec<String>, Failure> {
        let mut flags = Vec::new();
        let (first, opponents) = settings.players.split_at(1.min(settings.players.len()));
        let specs = [self.a.as_slice(), &self.b];
        for (side, (name, players)) in [("a", first), ("b", opponents)].into_iter().enumerate() {
            let given: Vec<String> =
                specs[side].iter().map(|spec| spec.clone().absolute().to_string()).collect();
            let (search, options) = (self.searches()[side], self.options()[side]);
            let differs = |differs: &dyn Fn(&MatchPlayer) -> bool| players.iter().any(differs);
            let is_other = !given.is_empty() && !given.iter().eq(players.iter().map(|player| &player.spec));
            flags.push((format!("--{name}"), is_other));
            let is_other = search.is_some() && differs(&|player| player.search != search);
            flags.push((format!("--search-{name}"), is_other));
            let is_other = !options.is_empty() && differs(&|player| player.options != *options);
            flags.push((format!("--option-{name}"), is_other));
            let named = [&self.name_a, &self.name_b][side];
            let is_other = named.as_ref().is_some_and(|named| differs(&|player| player.name != *named));
            flags.push((format!("--name-{name}"), is_other));
            let limit = self.limits()[side];
            let is_other = limit.is_some() && differs(&|player| player.control != limit);
            flags.push((format!("--limit-{name}"), is_other));
            let hash = [self.hash_a, self.hash_b][side];
            let is_other = hash.is_some_and(|hash| differs(&|player| player.hash != hash));
            flags.push((format!("--hash-{name}"), is_other));
        }
        flags.push(("--seed".to_owned(), seed.is_some_and(|seed| seed != settings.seed)));
        let recorded = settings.request();
        let mut changed = recorded.clone();
        self.games.apply(&mut changed)?;
        let changed = changed.absolute();
        for (setting, _) in &self.games.0 {
            let is_other = (setting.get)(&changed) != (setting.get)(&recorded);
            flags.push((format!("--{}", setting.name), is_other));
        }
        Ok(flags.into_iter().filter_map(|(flag, is_other)| is_other.then_some(flag)).collect())
    }
}
