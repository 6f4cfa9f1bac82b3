//! A match or a tournament: games played side by side, results in a fixed order.
//!
//! A game depends on its number, the players and the rules alone. Which thread plays it, and when, decides only when its
//! record comes in. So a contest of organisms limited by nodes is the same for any number of threads, and one
//! that was interrupted goes on with the games that are missing.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::time::Duration;

use shakmaty::{Color, Move};

use super::game::{self, Played, Record, RecordedMove, Rules};
use super::plan::{Fixture, Plan};
use super::{Contender, Player, PlayerError};
use crate::engine::search::{Game, Signal};
use crate::evolution::fitness::Interrupt;

/// How often an interrupt is looked for while games are played.
const POLL: Duration = Duration::from_millis(20);

/// News that may wait to be listened to. Games are worth waiting for, so that nothing is lost.
const WAITING: usize = 4096;

/// Who plays whom, and how.
pub struct Contest<'a> {
    /// The players, by number.
    pub contenders: &'a [Contender],
    /// Their games.
    pub plan: &'a Plan,
    /// How games are played.
    pub rules: &'a Rules,
    /// The opening of a pair of games, by its number.
    pub opening: &'a (dyn Fn(u64) -> Game + Sync),
}

/// What happens in a contest.
#[derive(Debug)]
pub enum News {
    /// A game begins, after this opening.
    Began(Fixture, Box<Game>),
    /// A move was made in a game, which left so much on the mover's clock.
    Moved(Fixture, Color, Move, RecordedMove, Option<Duration>),
    /// A game is over.
    Over(Fixture, Box<Record>),
    /// A player was at fault; it will be started again.
    Fault(Fixture, Color, Box<PlayerError>),
}

/// How a contest ended that was not at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// Whoever listened had heard enough, or it was interrupted.
    Stopped,
}

/// What a thread reports.
enum Report {
    News(News),
    /// A player cannot be started.
    GivenUp(PlayerError),
}

impl Contest<'_> {
    /// Plays the games of these numbers, `threads` at a time, and tells what happens. Games under way when somebody has
    /// heard enough, or the interrupt is raised, do not count.
    ///
    /// # Errors
    /// That a player cannot be started.
    pub fn play(
        &self,
        games: &[u64],
        threads: usize,
        interrupt: &Interrupt,
        listen: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<Finish, PlayerError> {
        let (signal, next) = (Signal::default(), AtomicUsize::new(0));
        let (sender, news) = mpsc::sync_channel(WAITING);
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, games.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(|| self.work(games, &next, &signal, sender));
            }
            drop(sender);
            let mut finish = Ok(Finish::Complete);
            loop {
                match news.recv_timeout(POLL) {
                    // What still comes is of no interest, but whoever sends it must not wait.
                    Ok(_) if signal.is_stopped() => {}
                    Ok(Report::News(news)) => {
                        if listen(news).is_break() {
                            finish = Ok(Finish::Stopped);
                            signal.stop();
                        }
                    }
                    Ok(Report::GivenUp(error)) => {
                        finish = Err(error);
                        signal.stop();
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return finish,
                }
                if interrupt.raised() && !signal.is_stopped() {
                    finish = Ok(Finish::Stopped);
                    signal.stop();
                }
            }
        })
    }

    /// What one thread does: game after game, with players of its own.
    fn work(&self, games: &[u64], next: &AtomicUsize, signal: &Signal, sender: SyncSender<Report>) {
        let mut seats = Seats::default();
        while !signal.is_stopped() {
            let number = games.get(next.fetch_add(1, Ordering::Relaxed));
            let Some(fixture) = number.and_then(|number| self.plan.fixture(*number)) else { return };
            // Nobody listens any more when the contest is over.
            let tell = |news| drop(sender.send(Report::News(news)));
            if let Err(error) = seats.take(fixture.players, self.contenders) {
                drop(sender.send(Report::GivenUp(error)));
                return;
            }
            let Some(Played { record, fault }) = self.game(fixture, &mut seats, signal, &tell) else {
                return;
            };
            if let Some((side, error)) = fault {
                seats.leave(fixture.players[usize::from(side.is_black())]);
                tell(News::Fault(fixture, side, Box::new(error)));
            }
            tell(News::Over(fixture, Box::new(record)));
        }
    }

    fn game(
        &self,
        fixture: Fixture,
        seats: &mut Seats,
        signal: &Signal,
        tell: &dyn Fn(News),
    ) -> Option<Played> {
        let opening = (self.opening)(fixture.pair);
        tell(News::Began(fixture, Box::new(opening.clone())));
        let players = seats.players(fixture.players)?;
        game::play(players, &opening, self.rules, signal, &mut |event| {
            if let game::Event::Moved(side, m, recorded, left) = event {
                tell(News::Moved(fixture, *side, *m, (*recorded).clone(), *left));
            }
        })
    }
}

/// The players at a thread's board, by number: no more than the two of its last game.
#[derive(Default)]
struct Seats(Vec<(usize, Box<dyn Player>)>);

impl Seats {
    /// Has these players at the board and nobody else.
    fn take(&mut self, players: [usize; 2], contenders: &[Contender]) -> Result<(), PlayerError> {
        self.0.retain(|(player, _)| players.contains(player));
        for player in players {
            if !self.0.iter().any(|(seated, _)| *seated == player) {
                self.0.push((player, contenders[player].player()?));
            }
        }
        Ok(())
    }

    /// A player is of no further use.
    fn leave(&mut self, player: usize) {
        self.0.retain(|(seated, _)| *seated != player);
    }

    /// These two, in this order.
    fn players(&mut self, [white, _]: [usize; 2]) -> Option<[&mut dyn Player; 2]> {
        let [(one, first), (_, second)] = self.0.as_mut_slice() else { return None };
        let (first, second): (&mut dyn Player, &mut dyn Player) = (first.as_mut(), second.as_mut());
        Some(if *one == white { [first, second] } else { [second, first] })
    }
}
