//! Plays single games on a board.

use std::time::Duration;

use shakmaty::Color;

use super::players::{IdlePlayers, Players};
use super::{MatchesSettings, OpeningBlocks};
use crate::arena::game::{self, Adjudication, MoveLimit, Rules};
use crate::arena::opening::{Openings, Order};
use crate::arena::{Player, PlayerError};
use crate::engine::search::Signal;

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
    pub(super) opponent: Opponent<'a>,
    /// The index of the opening.
    pub(super) opening: u64,
    /// Whether the organism has White.
    pub(super) has_white: bool,
}

/// The result of a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct GameResult {
    /// The organism's half points: 0, 1 or 2.
    pub(super) half_points: u8,
    /// Whether the game ended by a fault of the loser.
    pub(super) is_fault: bool,
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
}

/// Plays games on a board, with organisms in this process and with engines.
pub(super) struct BoardGames {
    players: Players,
    openings: Openings,
    /// Seed of the permutation of the openings.
    seed: u64,
    rules: Rules,
    idle: IdlePlayers,
}

impl BoardGames {
    pub(super) fn new(
        settings: &MatchesSettings,
        players: Players,
        openings: Openings,
        seed: u64,
    ) -> BoardGames {
        let (rules, idle) = (rules(settings), IdlePlayers::new(settings.table()));
        BoardGames { players, openings, seed, rules, idle }
    }

    /// Divides the openings among the events of a run of this number of generations after generation 0.
    pub(super) fn blocks(&self, settings: &MatchesSettings, generations: u32) -> OpeningBlocks {
        OpeningBlocks::new(settings, generations, self.openings.count().unwrap_or(0) as u64)
    }
}

impl Games for BoardGames {
    fn play(&self, setup: &GameSetup<'_>) -> Result<GameResult, PlayerError> {
        let Players { of_values, opponents, start } = &self.players;
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
            if setup.has_white { (Color::White, [first, second]) } else { (Color::Black, [second, first]) };
        let mut nodes = 0;
        let played = game::play(players, &opening.game, &self.rules, &Signal::default(), &mut |event| {
            if let game::Event::Moved(_, _, recorded, _) = event {
                nodes += recorded.nodes;
            }
        });
        self.idle.put(own);
        self.idle.put(other);
        // Nothing stops the signal, so every game ends.
        let Some(played) = played else {
            return Ok(GameResult { half_points: 1, ..GameResult::default() });
        };
        let at_fault = played.fault.as_ref().map(|(side, _)| *side);
        if let Some((_, error)) = played.fault {
            if error.fault.is_lasting() {
                return Err(error);
            }
            tracing::warn!(%error, own = at_fault == Some(side), "a player lost a game by a fault");
        }
        let half_points = played.record.half_points(side) as u8;
        Ok(GameResult { half_points, is_fault: at_fault.is_some(), nodes, is_played: true })
    }
}

/// Returns the rules of the games.
fn rules(settings: &MatchesSettings) -> Rules {
    Rules {
        control: settings.control,
        margin: Duration::from_millis(settings.margin),
        adjudication: Adjudication {
            resign: settings.resign,
            draw: settings.draw,
            moves: Some(MoveLimit(settings.max_moves)),
        },
        tablebases: None,
        detail: false,
    }
}
