//! A match or a tournament: games played side by side, results in a fixed order.
//!
//! A game depends on its number, the players and the rules alone. Which thread plays it, and when, decides only when its
//! record comes in. So a contest of organisms limited by nodes is the same for any number of threads, and one
//! that was interrupted, paused or steered goes on with the games that are missing.
//!
//! Two kinds of news: what must not be lost ([`News`]) waits in a queue, and what is only worth seeing at once goes to an
//! [`Audience`] beside the boards.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::time::Duration;

use shakmaty::{Color, Move};

use super::game::{self, Played, Record, RecordedMove, Rules};
use super::opening::Opening;
use super::pinning::pin;
use super::plan::{Fixture, Plan};
use super::steering::Steering;
use super::{Contender, Player, PlayerError};
use crate::engine::search::{Report, Signal};
use crate::threads::Interrupt;

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
    pub opening: &'a (dyn Fn(u64) -> Opening + Sync),
}

/// What happens in a contest and must be known.
#[derive(Debug)]
pub enum News {
    /// A game is over.
    Over(Fixture, Box<Record>),
    /// A player was at fault; it will be started again.
    Fault(Fixture, Color, Box<PlayerError>),
}

/// Whoever watches the boards, each by the number of its thread. It is told on the threads that play: what it does with
/// a thought is time of the thinker.
pub trait Audience: Sync {
    /// A game begins.
    fn begins(&self, board: usize, fixture: Fixture, opening: &Opening);

    /// A player thinks about its move.
    fn thinks(&self, board: usize, side: Color, report: &Report);

    /// A move was made, which left so much on the mover's clock.
    fn moved(&self, board: usize, m: Move, recorded: &RecordedMove, left: Option<Duration>);

    /// A game goes on after a pause.
    fn resumes(&self, board: usize);

    /// A game is over.
    fn ends(&self, board: usize, record: &Record);
}

/// No audience.
#[derive(Debug, Clone, Copy)]
pub struct Nobody;

impl Audience for Nobody {
    fn begins(&self, _: usize, _: Fixture, _: &Opening) {}
    fn thinks(&self, _: usize, _: Color, _: &Report) {}
    fn moved(&self, _: usize, _: Move, _: &RecordedMove, _: Option<Duration>) {}
    fn resumes(&self, _: usize) {}
    fn ends(&self, _: usize, _: &Record) {}
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
enum Told {
    News(News),
    /// A player cannot be started, or can play no game.
    GivenUp(PlayerError),
    /// It has nothing more to do.
    Over,
}

impl Contest<'_> {
    /// Plays the games of these numbers, as many at a time as `steering` says at any moment, and tells what happens.
    /// Games under way when somebody has heard enough, or the interrupt is raised, do not count.
    ///
    /// # Errors
    /// That a player cannot be started, or can play no game.
    pub fn play(
        &self,
        games: &[u64],
        steering: &Steering,
        interrupt: &Interrupt,
        audience: &dyn Audience,
        listen: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) -> Result<Finish, PlayerError> {
        let (signal, next) = (Signal::default(), AtomicUsize::new(0));
        let hall = Hall { contest: self, games, next: &next, steering, signal: &signal, audience };
        let (sender, news) = mpsc::sync_channel(WAITING);
        std::thread::scope(|scope| {
            let (mut boards, mut over) = (0, 0);
            let mut finish = Ok(Finish::Complete);
            loop {
                while boards < steering.threads().min(games.len()) && !signal.is_stopped() {
                    let (sender, board) = (sender.clone(), boards);
                    scope.spawn(move || {
                        let _leaving = Leaving(&sender);
                        hall.work(board, &sender);
                    });
                    boards += 1;
                }
                if over == boards {
                    return finish;
                }
                match news.recv_timeout(POLL) {
                    Ok(Told::Over) => over += 1,
                    // What still comes is of no interest, but whoever sends it must not wait.
                    Ok(_) if signal.is_stopped() => {}
                    Ok(Told::News(news)) => {
                        if listen(news).is_break() {
                            finish = Ok(Finish::Stopped);
                            signal.stop();
                        }
                    }
                    Ok(Told::GivenUp(error)) => {
                        finish = Err(error);
                        signal.stop();
                    }
                    Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
                }
                if interrupt.raised() && !signal.is_stopped() {
                    finish = Ok(Finish::Stopped);
                    signal.stop();
                }
            }
        })
    }
}

/// Tells that a thread has nothing more to do, even where it panicked.
struct Leaving<'a>(&'a SyncSender<Told>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        // Somebody listens as long as there are threads.
        let _ = self.0.send(Told::Over);
    }
}

/// Where the games are played: what all boards share.
#[derive(Clone, Copy)]
struct Hall<'a> {
    contest: &'a Contest<'a>,
    games: &'a [u64],
    /// The place of the next game among `games`.
    next: &'a AtomicUsize,
    steering: &'a Steering,
    signal: &'a Signal,
    audience: &'a dyn Audience,
}

impl Hall<'_> {
    /// What one thread does: game after game, with players of its own.
    fn work(&self, board: usize, sender: &SyncSender<Told>) {
        if self.steering.is_pinned() {
            pin(board);
        }
        let mut seats = Seats::default();
        while self.steering.admits(board, &|| self.is_over()) {
            let number = self.games.get(self.next.fetch_add(1, Ordering::Relaxed));
            let Some(fixture) = number.and_then(|number| self.contest.plan.fixture(*number)) else { return };
            // Nobody listens any more when the contest is over.
            let tell = |news| drop(sender.send(Told::News(news)));
            if let Err(error) = seats.take(fixture.players, self.contest.contenders, self.signal) {
                drop(sender.send(Told::GivenUp(error)));
                return;
            }
            let Some(Played { record, fault }) = self.game(board, fixture, &mut seats) else { return };
            if let Some((side, error)) = fault {
                if error.fault.is_lasting() {
                    drop(sender.send(Told::GivenUp(error)));
                    return;
                }
                seats.leave(fixture.player(side));
                tell(News::Fault(fixture, side, Box::new(error)));
            }
            tell(News::Over(fixture, Box::new(record)));
        }
    }

    /// Whether there is nothing more to play.
    fn is_over(&self) -> bool {
        self.signal.is_stopped() || self.next.load(Ordering::Relaxed) >= self.games.len()
    }

    fn game(&self, board: usize, fixture: Fixture, seats: &mut Seats) -> Option<Played> {
        let opening = (self.contest.opening)(fixture.pair);
        self.audience.begins(board, fixture, &opening);
        let players = seats.players(fixture.players)?;
        let stopped = || self.signal.is_stopped();
        let played =
            game::play(players, &opening.game, self.contest.rules, self.signal, &mut |event| match event {
                game::Event::Thinks(side, report) => self.audience.thinks(board, *side, report),
                game::Event::Moved(_, m, recorded, left) => {
                    self.audience.moved(board, *m, recorded, *left);
                    // Between two moves no clock runs.
                    if self.steering.wait_while_paused(&stopped) {
                        self.audience.resumes(board);
                    }
                }
            })?;
        self.audience.ends(board, &played.record);
        Some(played)
    }
}

/// The players at a thread's board, by number: no more than the two of its last game.
#[derive(Default)]
struct Seats(Vec<(usize, Box<dyn Player>)>);

impl Seats {
    /// Has these players at the board and nobody else.
    fn take(
        &mut self,
        players: [usize; 2],
        contenders: &[Contender],
        signal: &Signal,
    ) -> Result<(), PlayerError> {
        self.0.retain(|(player, _)| players.contains(player));
        for player in players {
            if !self.0.iter().any(|(seated, _)| *seated == player) {
                self.0.push((player, contenders[player].player(signal)?));
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
