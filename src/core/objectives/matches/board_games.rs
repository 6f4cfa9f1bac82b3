//! Plays single games on a board.

use std::sync::Arc;

use shakmaty::Color;

use super::players::{IdlePlayers, Players};
use super::{GamesPurpose, MatchesSettings, OpeningBlocks};
use crate::arena::control::Control;
use crate::arena::game::{self, FaultKind, Rules};
use crate::arena::matches::{GameObserver, NoObserver};
use crate::arena::node_counts::NodeCounts;
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::Fixture;
use crate::arena::{Player, PlayerError};
use crate::engine::search::Signal;
use crate::objectives::source::Spectator;

/// The opponent in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opponent<'a> {
    /// The start.
    Start,
    /// The player with these values.
    Values(&'a [i32]),
    /// The opponent of this number, 0 first.
    Fixed(usize),
}

/// A game to be played.
#[derive(Debug, Clone, Copy)]
pub(super) struct GameSetup<'a> {
    pub(super) organism: &'a [i32],
    /// The place of the organism among those that are measured.
    pub(super) place: usize,
    /// The number among the organism's games of the event. Even numbers are games with White.
    pub(super) game: usize,
    pub(super) opponent: Opponent<'a>,
    /// The index of the opening.
    pub(super) opening: u64,
    /// Whether the game has the longer limit of the proof.
    pub(super) is_proof: bool,
}

impl GameSetup<'_> {
    /// Returns whether the organism has White.
    pub(super) fn has_white(&self) -> bool {
        self.game.is_multiple_of(2)
    }

    /// Returns the game as that of a plan, for its spectators. There are `fixed` fixed opponents.
    fn fixture(&self, fixed: usize) -> Fixture {
        let opponent = match self.opponent {
            Opponent::Start => START,
            Opponent::Values(_) => BEST,
            Opponent::Fixed(number) => FIRST_FIXED + number,
        };
        let organism = FIRST_FIXED + fixed + self.place;
        let players = if self.has_white() { [organism, opponent] } else { [opponent, organism] };
        Fixture { game: self.game as u64, pair: self.game as u64 / 2, pairing: self.place, players }
    }
}

/// The numbers of players for spectators: the start, the best organism so far, the fixed opponents. The organisms follow.
const START: usize = 0;
const BEST: usize = 1;
const FIRST_FIXED: usize = 2;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct GameResult {
    /// The organism's half points: 0, 1 or 2.
    pub(super) half_points: u8,
    /// The kind of the loser's fault, if the game ended by one.
    pub(super) fault: Option<FaultKind>,
    /// The nodes that both players searched.
    pub(super) nodes: u64,
    /// Whether a game was played. Two equal players draw without one.
    pub(super) is_played: bool,
}

/// Plays games.
pub(super) trait Games: Send + Sync {
    /// Plays a game.
    ///
    /// # Errors
    /// Returns an error if an engine cannot be started, or cannot play any game.
    fn play(&self, setup: &GameSetup<'_>) -> Result<GameResult, PlayerError>;

    /// The games of another event follow.
    fn begin(&self, _event: GamesPurpose) {}

    /// Returns the nodes that engines reported so far.
    fn node_counts(&self) -> NodeCounts {
        NodeCounts::default()
    }
}

/// Plays games on a board, with organisms in this process and with engines.
pub(super) struct BoardGames {
    players: Players,
    openings: Openings,
    /// Seed of the permutation of the openings.
    seed: u64,
    rules: Rules,
    proof_rules: Rules,
    idle: IdlePlayers,
    spectator: Option<Arc<dyn Spectator>>,
}

impl BoardGames {
    pub(super) fn new(
        settings: &MatchesSettings,
        players: Players,
        openings: Openings,
        seed: u64,
        spectator: Option<Arc<dyn Spectator>>,
    ) -> BoardGames {
        let [rules, proof_rules] = [settings.control, settings.proof.control(settings.control)]
            .map(|control| rules(settings, control));
        let idle = IdlePlayers::new(settings.table());
        BoardGames { players, openings, seed, rules, proof_rules, idle, spectator }
    }

    /// Divides the openings among the events of a run of this number of generations after generation 0.
    pub(super) fn blocks(&self, settings: &MatchesSettings, generations: u32) -> OpeningBlocks {
        OpeningBlocks::new(settings, generations, self.openings.count().unwrap_or(0) as u64)
    }
}

impl Games for BoardGames {
    fn begin(&self, event: GamesPurpose) {
        self.spectator.iter().for_each(|spectator| spectator.event(event.of_games()));
    }

    fn node_counts(&self) -> NodeCounts {
        self.players.node_counts()
    }

    fn play(&self, setup: &GameSetup<'_>) -> Result<GameResult, PlayerError> {
        let Players { of_values, opponents, start, .. } = &self.players;
        let organism = of_values.player(setup.organism);
        let opponent = match setup.opponent {
            Opponent::Start => start.clone(),
            Opponent::Values(values) => of_values.player(values),
            Opponent::Fixed(number) => opponents.get(number).unwrap_or(start).clone(),
        };
        if organism == opponent {
            // Two equal players play the same game with both colours, so each pair gives one point.
            return Ok(GameResult { half_points: 1, ..GameResult::default() });
        }
        let opening = self.openings.nth(Order::Random, self.seed, setup.opening);
        let (mut own, mut other) = (self.idle.take(&organism)?, self.idle.take(&opponent)?);
        let (first, second): (&mut dyn Player, &mut dyn Player) = (own.player(), other.player());
        let (side, players) =
            if setup.has_white() { (Color::White, [first, second]) } else { (Color::Black, [second, first]) };
        let observer: &dyn GameObserver = match &self.spectator {
            Some(spectator) => &**spectator,
            None => &NoObserver,
        };
        let board = rayon::current_thread_index().unwrap_or(0);
        observer.begins(board, setup.fixture(opponents.len()), &opening);
        let mut nodes = 0;
        let rules = if setup.is_proof { &self.proof_rules } else { &self.rules };
        let played =
            game::play(players, &opening.game, rules, &Signal::default(), &mut |event| match event {
                game::GameEvent::Thinks(side, report) => observer.thinks(board, *side, report),
                game::GameEvent::Moved(_, m, recorded, left) => {
                    nodes += recorded.nodes;
                    observer.moved(board, *m, recorded, *left);
                }
            });
        self.idle.put(own);
        self.idle.put(other);
        // Nothing stops the signal, so every game ends.
        let Some(played) = played else {
            return Ok(GameResult { half_points: 1, ..GameResult::default() });
        };
        observer.ends(board, &played.record);
        let mut fault = None;
        if let Some((at_fault, error)) = played.fault {
            if error.fault.is_lasting() {
                return Err(error);
            }
            tracing::warn!(%error, own = at_fault == side, "a player lost a game by a fault");
            fault = Some(FaultKind::of(&error.fault));
        }
        let half_points = played.record.half_points(side) as u8;
        Ok(GameResult { half_points, fault, nodes, is_played: true })
    }
}

/// Returns the rules of the games with this limit.
pub(super) fn rules(settings: &MatchesSettings, control: Control) -> Rules {
    Rules::new(control, settings.margin, settings.resign, settings.draw, settings.max_moves)
}
