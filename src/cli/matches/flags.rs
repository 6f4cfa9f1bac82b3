//! The flags of `eyas match`.

use std::path::PathBuf;

use clap::{ArgAction, Args};
use eyas::arena::control::{Control, TimeControl};
use eyas::arena::game::{Adjudication, DrawRule, MoveLimit, ResignRule};
use eyas::arena::opening::Order;
use eyas::arena::plan::Event;
use eyas::arena::settings::{MatchPlayer, MatchSettings, absolute, map_folders};
use eyas::arena::spec::PlayerSpec;
use eyas::arena::statistics::sprt::{Model, Sprt};
use eyas::arena::tournament;
use eyas::engine::search::SearchMode;
use eyas::positions::Variant;

use super::super::headings::{GAMES, OUTPUT, PLAYERS, RUN};
use super::super::values;
use super::super::workers::WorkersArgs;

/// Arguments of `eyas match`.
#[derive(Debug, Args)]
#[command(next_help_heading = GAMES)]
pub(crate) struct MatchArgs {
    /// Tournament file, instead of --a and --b: (players: [(spec: "reference"), (spec: "uci:toga2", name: "Toga",
    /// options: {"Hash": "64"}), …], control: Clock("10+0.1"), games: 20). Optional fields: event (RoundRobin or
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
    /// Play a against every --b: --a SPEC --b SPEC --b SPEC … --gauntlet. Each pairing plays --games games;
    /// --search-b, --option-b and --hash apply to all opponents
    #[arg(long, conflicts_with_all = ["tournament", "sprt"])]
    pub(super) gauntlet: bool,
    /// Number of games, rounded up to an even number: each opening is played with both colours [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(tournament::GAME_COUNTS))]
    pub(super) games: Option<u64>,
    #[command(flatten)]
    control: ControlArgs,
    /// Chess variant: standard or chess960. Chess960 has its own embedded openings: the 960 start positions, then
    /// start positions after one pawn move of each side. Positions in --openings whose castling rights require
    /// Chess960 are played as Chess960 in either case [default: standard]
    #[arg(long, value_name = "VARIANT")]
    pub(super) variant: Option<Variant>,
    /// Openings: PGN, EPD or FEN, also compressed (.zst, .gz; .xz and .bz2 with the feature archives), or a Polyglot
    /// book (.bin). With --nodes or --depth each opening is played only once per colour [default: an embedded set of 34,700]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Order of the openings: sequential, or random by --seed [default: random]
    #[arg(long, value_name = "ORDER")]
    pub(super) order: Option<Order>,
    /// Write the games to this file as well as to the session folder
    #[arg(long, value_name = "OUT", help_heading = OUTPUT)]
    pub(super) pgn: Option<PathBuf>,
    /// Add depth, seldepth, score, time, nodes, clock and principal variation of each move to the PGN, as comments of
    /// cutechess and fastchess and as [%eval], [%emt] and [%clk]
    #[arg(long, help_heading = OUTPUT)]
    pub(super) pgn_detail: bool,
    /// Stop with exit code 1 if more than N games were lost on time; completed games remain saved
    #[arg(long, value_name = "N", help_heading = RUN)]
    pub(super) max_time_losses: Option<u64>,
    /// Stop when a sequential probability ratio test (SPRT) accepts elo0 or elo1 as the Elo gain of a over b [default
    /// of alpha and beta: 0.05]
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Use normalized Elo for --sprt
    #[arg(long, requires = "sprt")]
    normalized: bool,
    /// Concurrent games [default: one per thread, or 1 if the games are timed]
    #[arg(long, value_name = "C", value_parser = values::concurrency, help_heading = RUN)]
    pub(super) concurrency: Option<usize>,
    /// Bind the players of each game to a separate core while cores are available (Linux only)
    #[arg(long, help_heading = RUN)]
    pub(super) pin: bool,
    /// Tolerance for exceeding a time limit, in milliseconds [default: 20]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(tournament::MARGINS))]
    pub(super) margin: Option<u64>,
    /// Adjudicate a loss when both players score a side at least CP centipawns behind for MOVES moves in a row
    #[arg(long, value_name = "MOVES,CP")]
    resign: Option<ResignRule>,
    /// Adjudicate a draw when, after move AFTER, both players score the position within CP centipawns of 0 for MOVES
    /// moves in a row
    #[arg(long, value_name = "AFTER,MOVES,CP")]
    draw: Option<DrawRule>,
    /// Adjudicate a draw after N moves of each side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(values::signed(MoveLimit::RANGE)))]
    max_moves: Option<u32>,
    /// Adjudicate games by the Syzygy tablebases in these folders, separated as in PATH
    #[arg(long, visible_alias = "tb", value_name = "DIR[:DIR…]")]
    pub(super) tablebases: Option<String>,
    /// Transposition table of each player, in MiB [default: 16]
    #[arg(long, value_name = "MIB", value_parser = values::hash, help_heading = PLAYERS)]
    pub(super) hash: Option<usize>,
    /// Search of organism a: plain, paper or extended [default: the most advanced one it has]
    #[arg(long, value_name = "MODE", help_heading = PLAYERS)]
    search_a: Option<SearchMode>,
    /// Search of organism b: plain, paper or extended [default: the most advanced one it has]
    #[arg(long, value_name = "MODE", help_heading = PLAYERS)]
    search_b: Option<SearchMode>,
    /// Set an option of engine a; repeatable
    #[arg(long = "option-a", value_name = "NAME=VALUE", value_parser = values::option, help_heading = PLAYERS)]
    options_a: Vec<(String, String)>,
    /// Set an option of engine b; repeatable
    #[arg(long = "option-b", value_name = "NAME=VALUE", value_parser = values::option, help_heading = PLAYERS)]
    options_b: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// The limit of each move.
#[derive(Debug, Args)]
#[command(next_help_heading = GAMES)]
#[group(multiple = false)]
struct ControlArgs {
    /// Time control in seconds: BASE+INCREMENT or MOVES/BASE+INCREMENT, such as 10+0.1
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
    /// Nodes per move; the games are reproducible
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time per move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(Control::MOVE_TIMES))]
    movetime: Option<u64>,
    /// Search depth per move, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(values::signed(Control::DEPTHS)))]
    depth: Option<u32>,
}

impl ControlArgs {
    fn control(&self) -> Option<Control> {
        let clock = self.tc.map(Control::Clock);
        let nodes = self.nodes.map(Control::Nodes);
        let time = self.movetime.map(Control::MoveTime);
        clock.or(nodes).or(time).or(self.depth.map(Control::Depth))
    }
}

impl MatchArgs {
    /// Returns the limit of each move.
    pub(super) fn control(&self) -> Option<Control> {
        self.control.control()
    }

    /// Returns the searches of a, and of its opponents.
    pub(super) fn searches(&self) -> [Option<SearchMode>; 2] {
        [self.search_a, self.search_b]
    }

    /// Returns the options of a, and of its opponents.
    pub(super) fn options(&self) -> [&Vec<(String, String)>; 2] {
        [&self.options_a, &self.options_b]
    }

    pub(super) fn adjudication(&self) -> Adjudication {
        Adjudication { resign: self.resign, draw: self.draw, moves: self.max_moves.map(MoveLimit) }
    }

    pub(super) fn sprt(&self) -> Option<Sprt> {
        let model = if self.normalized { Model::Normalized } else { Model::Logistic };
        self.sprt.map(|sprt| sprt.with_model(model))
    }

    /// Returns a given flag that is not allowed with a tournament file.
    pub(super) fn excluded_by_tournament(&self) -> Option<&'static str> {
        let given = [
            ("--search-a", self.search_a.is_some()),
            ("--search-b", self.search_b.is_some()),
            ("--option-a", !self.options_a.is_empty()),
            ("--option-b", !self.options_b.is_empty()),
            ("--hash", self.hash.is_some()),
            ("--games", self.games.is_some()),
            ("the move limit", self.control().is_some()),
            ("--margin", self.margin.is_some()),
            ("--resign", self.resign.is_some()),
            ("--draw", self.draw.is_some()),
            ("--max-moves", self.max_moves.is_some()),
            ("--tablebases", self.tablebases.is_some()),
            ("--variant", self.variant.is_some()),
            ("--openings", self.openings.is_some()),
            ("--order", self.order.is_some()),
            ("--sprt", self.sprt.is_some()),
            ("--pgn-detail", self.pgn_detail),
        ];
        given.into_iter().find_map(|(flag, given)| given.then_some(flag))
    }

    /// Returns the given flags that differ from the settings of a started match, which have absolute paths.
    pub(super) fn contradictions(&self, settings: &MatchSettings, seed: Option<u64>) -> Vec<&'static str> {
        fn differs<T: PartialEq>(requested: &Option<T>, found: &T) -> bool {
            requested.as_ref().is_some_and(|requested| requested != found)
        }
        let player = |index: usize| settings.players.get(index);
        let of_player =
            |index: usize, differs: &dyn Fn(&MatchPlayer) -> bool| player(index).is_none_or(differs);
        let text = |spec: &PlayerSpec| spec.clone().absolute().to_string();
        let first = self.a.as_ref().map(text);
        let opponents: Vec<String> = self.b.iter().map(text).collect();
        let openings = self.openings.as_ref().map(|path| absolute(path).display().to_string());
        let tablebases = self.tablebases.as_ref().map(|folders| map_folders(folders, absolute));
        let opposing = || settings.players.iter().skip(1).map(|player| &player.spec);
        // Player a, or all its opponents.
        let any = |side: usize, differs: &dyn Fn(&MatchPlayer) -> bool| match side {
            0 => of_player(0, differs),
            _ => (1..settings.players.len().max(2)).any(|index| of_player(index, differs)),
        };
        let search = |side: usize| {
            let requested = self.searches()[side];
            any(side, &|resolved| requested.is_some() && resolved.search != requested)
        };
        let options = |side: usize| {
            let requested = self.options()[side];
            any(side, &|resolved| !requested.is_empty() && resolved.options != *requested)
        };
        let hash = (0..2).any(|side| any(side, &|resolved| differs(&self.hash, &resolved.hash)));
        let (control, sprt, given, found) =
            (self.control(), self.sprt(), self.adjudication(), &settings.adjudication);
        let flags = [
            ("--a", of_player(0, &|resolved| differs(&first, &resolved.spec))),
            ("--b", !opponents.is_empty() && !opponents.iter().eq(opposing())),
            ("--gauntlet", self.gauntlet && settings.event != Event::Gauntlet),
            ("--search-a", search(0)),
            ("--search-b", search(1)),
            ("--option-a", options(0)),
            ("--option-b", options(1)),
            ("--hash", hash),
            ("--games", differs(&self.games, &settings.games)),
            ("the move limit", differs(&control, &settings.control)),
            ("--margin", differs(&self.margin, &settings.margin)),
            ("--resign", given.resign.is_some() && given.resign != found.resign),
            ("--draw", given.draw.is_some() && given.draw != found.draw),
            ("--max-moves", given.moves.is_some() && given.moves != found.moves),
            ("--tablebases", tablebases.is_some() && tablebases != settings.tablebases),
            ("--variant", differs(&self.variant, &settings.variant)),
            ("--openings", openings.is_some() && openings != settings.openings.file),
            ("--order", differs(&self.order, &settings.order)),
            ("--seed", differs(&seed, &settings.seed)),
            ("--sprt", sprt.is_some() && sprt != settings.sprt),
            ("--pgn-detail", self.pgn_detail && !settings.pgn_detail),
        ];
        flags.into_iter().filter_map(|(flag, contradicts)| contradicts.then_some(flag)).collect()
    }
}
