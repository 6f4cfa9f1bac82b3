//! `eyas solve`: lets a player search the positions of a suite.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use eyas::arena::Fault;
use eyas::arena::game::Score;
use eyas::arena::node_counts::NodeCounts;
use eyas::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use eyas::arena::spec::PlayerSpec;
use eyas::engine::search::{Limits, SearchMode, Signal, Time};
use eyas::organism::SearchOrigin;
use eyas::positions::{Variant, moves};
use eyas::solving::{Attempt, Solver, SolvingError, Suite, Until, interruptible};
use eyas::threads::Interrupt;
use serde_json::{Value, json};
use shakmaty::Move;

use super::headings::PLAYERS;
use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, sets, values};

/// Maximum number of unsolved positions and of faults in the text output.
const MAX_LISTED: usize = 20;

/// Arguments of `eyas solve`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SolveArgs {
    /// Player that searches: organism:ORGANISM, uci:COMMAND or xboard:COMMAND; or just an organism's file, the name of
    /// an embedded organism, the name of an engine profile, or the path of a UCI engine
    #[arg(long, value_name = "SPEC", default_value = "eyas", help_heading = PLAYERS)]
    player: PlayerSpec,
    /// Positions with best moves (bm) or moves to avoid (am), EPD; or the name of an embedded set
    #[arg(long, value_name = "FILE", help_heading = "Positions")]
    suite: PathBuf,
    #[command(flatten)]
    limit: LimitArgs,
    /// Search of an organism: plain, paper or extended [default: the most advanced one it has]
    #[arg(long, value_name = "MODE")]
    search: Option<SearchMode>,
    /// Transposition table of each thread, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = values::hash)]
    hash: usize,
    /// Set an option of the player; repeatable
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::option)]
    options: Vec<(String, String)>,
}

/// The limit of each search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
#[group(required = true, multiple = false)]
struct LimitArgs {
    /// Nodes per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time per position, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Search depth per position, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        let time = self.movetime.map_or(Time::Unlimited, |time| Time::Move(Duration::from_millis(time)));
        Limits { nodes: self.nodes, depth: self.depth, time, ..Limits::default() }
    }

    fn text(&self) -> String {
        match self {
            LimitArgs { nodes: Some(nodes), .. } => format!("{nodes} nodes"),
            LimitArgs { movetime: Some(time), .. } => format!("{time} ms"),
            LimitArgs { depth, .. } => format!("depth {}", depth.unwrap_or_default()),
        }
    }
}

/// The task of a result.
struct Task<'a> {
    args: &'a SolveArgs,
    player: String,
    search: Option<SearchOrigin>,
    suite: Suite,
}

/// Runs `eyas solve`.
pub(crate) fn run(args: &SolveArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let interrupt = interrupt::on_signals()?;
    let (name, records) = sets::records(&args.suite)?;
    let suite = Suite::from_records(&name, &records).map_err(Failure::input)?;
    let resolved = args.resolved(suite.variant(), &interrupt)?;
    let solver = Solver { factory: resolved.factory, limits: args.limit.limits(), until: Until::Limit };
    let attempts = attempts(&solver, &suite, globals, &interrupt)?;
    Ok(Task { args, player: resolved.name, search: resolved.search, suite }.outcome(&attempts))
}

impl SolveArgs {
    /// Returns the player. An engine has been checked: it starts, has the options and plays the variant.
    fn resolved(&self, variant: Variant, interrupt: &Interrupt) -> Result<ResolvedPlayer, Failure> {
        let player = &self.player;
        let options = PlayerOptions { search: self.search, hash: self.hash, options: self.options.clone() };
        let mut resolved = ResolvedPlayer::of(player, &options).map_err(Failure::input)?;
        let refused = |reason: &str| Err(Failure::Input(format!("--player {player}: {reason}")));
        if resolved.search.is_none() && self.search.is_some() {
            return refused("--search applies to organisms only; use --option for an engine");
        }
        if let Err(fault) = resolved.factory.check(&self.limit.limits()) {
            return refused(&fault.to_string());
        }
        let signal = Signal::default();
        let introduced = interruptible(interrupt, &signal, || resolved.factory.introduce(variant, &signal));
        let name = introduced.map_err(|error| match error.fault {
            Fault::Stopped => {
                Failure::Interrupted("interrupted before the first position; no result".to_owned())
            }
            _ => Failure::Input(error.to_string()),
        })?;
        resolved.name = name.unwrap_or(resolved.name);
        Ok(resolved)
    }
}

fn attempts(
    solver: &Solver,
    suite: &Suite,
    globals: &Globals,
    interrupt: &Interrupt,
) -> Result<Vec<Attempt>, Failure> {
    let pool = globals.pool()?;
    let total = suite.problems.len();
    let bar = Bar::counted();
    let mut done = 0;
    let show = |done: u64| {
        bar.count("solving", done, total as u64);
    };
    show(0);
    let attempts = solver.suite(&suite.problems, &pool, interrupt, &mut |_| {
        done += 1;
        show(done);
    });
    attempts.map_err(|error| match error {
        SolvingError::Interrupted => {
            Failure::Interrupted(format!("interrupted after {done} of {total} positions; no result"))
        }
        SolvingError::Player(error) => {
            Failure::Runtime(format!("stopped after {done} of {total} positions: {error}"))
        }
    })
}

impl Task<'_> {
    fn outcome(&self, attempts: &[Attempt]) -> Outcome {
        let total = attempts.len();
        let unsolved: Vec<&Attempt> = attempts.iter().filter(|attempt| !attempt.solved).collect();
        let solved = total - unsolved.len();
        let sum = |count: fn(&Attempt) -> u64| attempts.iter().map(count).sum::<u64>();
        let (nodes, nodes_first) = (sum(|attempt| attempt.nodes), sum(|attempt| attempt.nodes_first));
        let seconds = attempts.iter().map(|attempt| attempt.elapsed).sum::<Duration>().as_secs_f64();
        let nps = (seconds > 0.0).then(|| (sum(|attempt| attempt.searched) as f64 / seconds).round() as u64);
        let unsolved: Vec<Value> = unsolved.into_iter().map(|attempt| self.name(attempt)).collect();
        let faults = attempts.iter().filter_map(|attempt| Some((attempt, attempt.fault.as_ref()?)));
        let faults: Vec<(Value, String)> =
            faults.map(|(attempt, error)| (self.name(attempt), error.fault.to_string())).collect();

        let percent = 100.0 * solved as f64 / total as f64;
        let per_second = nps.map_or_else(|| "–".to_owned(), |nps| format!("{nps} per core"));
        let (player, suite, limit) = (&self.player, &self.suite.name, self.args.limit.text());
        let listed_faults = faults.iter().take(MAX_LISTED);
        let fault = |(position, fault): &(Value, String)| format!("  {}: {fault}", name_text(position));
        let count = if faults.is_empty() { String::new() } else { faults.len().to_string() };
        Outcome::default()
            .line(format!("{player} on {suite}, {limit} per position"))
            .row("search", self.search.map_or_else(String::new, |search| search.to_string()))
            .row("solved", format!("{solved} of {total} ({percent:.1} %)"))
            .row("nodes", format!("{nodes} until a correct move was found and kept"))
            .row("nodes first", format!("{nodes_first} until the first iteration with a correct move ended"))
            .row("nodes/s", per_second)
            .row("unsolved", listed(&unsolved))
            .row("faults", count)
            .lines(listed_faults.map(fault))
            .values(json!({
                "player": player,
                "suite": suite,
                "search": self.search.map(|search| search.mode().to_string()),
                "search_origin": self.search.map(|search| search.to_string()),
                "solved": solved,
                "total": total,
                "nodes": nodes,
                "nodes_first": nodes_first,
                "nps": nps,
                "unsolved": unsolved,
                "positions": attempts.iter().map(|attempt| self.position(attempt)).collect::<Vec<Value>>(),
                "faults": faults
                    .iter()
                    .map(|(position, fault)| json!({ "position": position, "fault": fault }))
                    .collect::<Vec<Value>>(),
            }))
            .suspected(self.node_counts(attempts).suspect())
    }

    /// Counts the searches of an engine under a node limit.
    fn node_counts(&self, attempts: &[Attempt]) -> NodeCounts {
        let mut counts = NodeCounts::default();
        let Some(limit) = self.args.limit.nodes.filter(|_| self.search.is_none()) else { return counts };
        for attempt in attempts.iter().filter(|attempt| attempt.fault.is_none()) {
            let position = &self.suite.problems[attempt.index].position;
            counts.add_search(
                &self.player,
                position,
                limit,
                (attempt.searched, attempt.score.map(Score::from)),
            );
        }
        counts
    }

    /// Returns the result for a position, as JSON.
    fn position(&self, attempt: &Attempt) -> Value {
        let uci = |m: Move| moves::uci(&self.suite.problems[attempt.index].position, m);
        let first = attempt
            .first
            .map(|first| json!({ "move": uci(first.best), "depth": first.depth, "nodes": first.nodes }));
        json!({
            "position": self.name(attempt),
            "number": attempt.index + 1,
            "solved": attempt.solved,
            "move": attempt.best.map(uci),
            "score": attempt.score.map(Score::from),
            "depth": attempt.depth,
            "nodes": attempt.nodes,
            "nodes_first": attempt.nodes_first,
            "first_right": first,
            "searched": attempt.searched,
            "seconds": attempt.elapsed.as_secs_f64(),
            "fault": attempt.fault.as_ref().map(|error| error.fault.to_string()),
        })
    }

    /// Returns the id of a position in the suite; if it has none, its number, starting from 1.
    fn name(&self, attempt: &Attempt) -> Value {
        let id = self.suite.problems[attempt.index].id.as_deref();
        id.map_or_else(|| json!(attempt.index + 1), |id| json!(id))
    }
}

/// Returns the names of the first positions; empty if there are none.
fn listed(unsolved: &[Value]) -> String {
    let names: Vec<String> = unsolved.iter().take(MAX_LISTED).map(name_text).collect();
    let more = unsolved.len() - names.len();
    let rest = if more > 0 { format!(" and {more} more (listed with --json)") } else { String::new() };
    names.join(", ") + &rest
}

/// Returns a position's name or number as text.
fn name_text(name: &Value) -> String {
    name.as_str().map_or_else(|| name.to_string(), str::to_owned)
}
