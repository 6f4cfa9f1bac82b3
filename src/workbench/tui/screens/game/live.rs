//! A game in progress: its moves, its clocks and its end.

use super::form::NewGame;
use super::opponent::Opponent;
use super::tasks::{SaveGame, Search};
use crate::arena::control::{Clocks, Control};
use crate::arena::game::{self, Adjudication, Ending, FaultKind, Record};
use crate::arena::pgn::{self, Tags};
use crate::engine::search::{Game, Limits, Signal};
use crate::strength::Strength;
use crate::tui::prelude::*;

/// The name of the person in files.
const PERSON: &str = "Player";

/// The time by which the opponent may exceed its clock, for the delay between its thread and the screen.
const MARGIN: Duration = Duration::from_millis(100);

/// The organism that gives hints, and the nodes of its search.
const ADVISER: &str = "eyas";
const HINT_NODES: u64 = 50_000;

/// A search in progress. Its end cancels the search.
#[derive(Debug)]
struct Running {
    number: u64,
    signal: Arc<Signal>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.signal.stop();
    }
}

/// A game of the person against an organism.
#[derive(Debug)]
pub(crate) struct LiveGame {
    pub(super) opponent: Opponent,
    /// The rating at which it plays, and what it means; `None` for its full strength.
    limited: Option<(u32, Strength)>,
    /// The opponent's name on screen, and what is known about its strength.
    pub(super) name: String,
    pub(super) strength: String,
    /// The colour of the person.
    pub(super) colour: Color,
    pub(super) control: Control,
    clocks: Clocks,
    /// The date of the first move, as PGN writes it.
    date: String,
    pub(crate) line: Game,
    /// When the side to move began to think; `None` before it does, and at the end.
    turn_began: Option<Duration>,
    /// The number of searches so far.
    searches: u64,
    /// The search of the opponent's move.
    answer: Option<Running>,
    /// The search of a hint, and the hint for the current position.
    advice: Option<Running>,
    pub(super) hint: Option<Move>,
    /// How the game ended, and who won.
    pub(crate) end: Option<(Ending, Option<Color>)>,
    /// Whether the end was announced and written.
    is_saved: bool,
}

impl LiveGame {
    pub(super) fn new(new: NewGame, model: &Model) -> LiveGame {
        let NewGame { opponent, limited, colour, control } = new;
        let date = model.clock.as_ref().map_or_else(|| "????.??.??".to_owned(), |now| now.date());
        LiveGame {
            name: opponent.name(model),
            strength: strength(&opponent, limited.as_ref(), model),
            opponent,
            limited,
            colour,
            control,
            clocks: Clocks::new(control, MARGIN),
            date,
            line: Game::default(),
            turn_began: (colour == Color::White).then_some(model.now),
            searches: 0,
            answer: None,
            advice: None,
            hint: None,
            end: None,
            is_saved: false,
        }
    }

    /// Returns whether it is the person's turn.
    pub(super) fn is_own_turn(&self) -> bool {
        self.end.is_none() && self.line.position().turn() == self.colour
    }

    /// Returns whether the opponent is searching.
    pub(super) fn is_answering(&self) -> bool {
        self.answer.is_some()
    }

    /// Returns why the person cannot move now; `None` if the person can.
    pub(super) fn lock(&self) -> Option<&'static str> {
        match &self.end {
            Some(_) => Some("the game is over: W begins another one"),
            None if self.is_own_turn() => None,
            None => Some("it is the opponent’s turn"),
        }
    }

    /// Returns the time that a side has left, or `None` without clocks.
    pub(super) fn left(&self, side: Color, now: Duration) -> Option<Duration> {
        let used = self.turn_began.filter(|_| side == self.line.position().turn());
        let used = used.map_or(Duration::ZERO, |began| now.saturating_sub(began));
        self.clocks.left(side).map(|left| left.saturating_sub(used))
    }

    /// Returns the interval at which the clocks are redrawn; `None` while none runs.
    pub(super) fn redraw_interval(&self, now: Duration) -> Option<Duration> {
        let left = self.turn_began.and(self.left(self.line.position().turn(), now))?;
        Some(Duration::from_millis(if left < SHORT { 100 } else { 250 }))
    }

    /// Ends the game if the time of the side to move is over.
    pub(super) fn check_flag(&mut self, now: Duration) {
        let side = self.line.position().turn();
        let margin = if side == self.colour { Duration::ZERO } else { MARGIN };
        let allowed = self.clocks.left(side).map(|left| left + margin);
        let used = self.turn_began.map(|began| now.saturating_sub(began));
        if allowed.zip(used).is_some_and(|(allowed, used)| used > allowed) {
            let reason = "the time is over".to_owned();
            let ending = Ending::Forfeit { verdict: FaultKind::TimeForfeit, reason };
            self.finish(ending, Some(side.other()));
        }
    }

    /// Ends the game.
    pub(super) fn finish(&mut self, ending: Ending, winner: Option<Color>) {
        self.end = Some((ending, winner));
        (self.answer, self.advice, self.hint, self.turn_began) = (None, None, None, None);
    }

    /// Plays a move of the side to move.
    pub(crate) fn play(&mut self, m: Move, now: Duration) {
        let side = self.line.position().turn();
        let used = self.turn_began.map_or(Duration::ZERO, |began| now.saturating_sub(began));
        // The flag was checked before.
        let _ = self.clocks.press(side, used);
        self.line.play(m);
        (self.answer, self.advice, self.hint) = (None, None, None);
        // The opponent's time begins with its search.
        self.turn_began = (side != self.colour).then_some(now);
        if let Some((ending, winner)) = game::end(&self.line) {
            self.finish(ending, winner);
        }
    }

    /// Takes back the own last move, with the opponent's answer. Returns false if there is none.
    pub(super) fn take_back(&mut self, now: Duration) -> bool {
        let is_own_turn = self.is_own_turn();
        let plies = if is_own_turn { 2 } else { 1 };
        if self.end.is_some() || self.line.moves().len() < plies {
            return false;
        }
        for _ in 0..plies {
            self.line.take_back();
        }
        (self.answer, self.advice, self.hint) = (None, None, None);
        if !is_own_turn {
            self.turn_began = Some(now);
        }
        true
    }

    fn search(
        &mut self,
        organism: Organism,
        limits: Limits,
        strength: Option<Strength>,
    ) -> (Running, Effect) {
        self.searches += 1;
        let running = Running { number: self.searches, signal: Arc::default() };
        let (number, signal) = (running.number, Arc::clone(&running.signal));
        let work = Search { number, organism, game: self.line.clone(), limits, strength, signal };
        (running, Effect::background(work))
    }

    /// Lets the opponent search if it is its turn, and its organism is known.
    pub(super) fn ask_opponent(&mut self, model: &Model) -> Option<Effect> {
        if self.end.is_some() || self.is_own_turn() || self.answer.is_some() {
            return None;
        }
        if self.opponent.organism().is_none() {
            self.opponent.resolve(model);
            self.name = self.opponent.name(model);
            self.strength = strength(&self.opponent, self.limited.as_ref(), model);
        }
        let organism = self.opponent.organism()?;
        let limits = self.clocks.limits(self.colour.other()).with_reserve();
        let strength = self.limited.as_ref().map(|(_, strength)| strength.clone());
        let (running, effect) = self.search(organism, limits, strength);
        (self.answer, self.turn_began) = (Some(running), Some(model.now));
        Some(effect)
    }

    /// Lets the adviser search a move for the person.
    pub(super) fn ask_adviser(&mut self) -> Result<Effect, String> {
        let adviser = Organism::named_or_path(ADVISER).map_err(|error| error.to_string())?;
        let (running, effect) = self.search(adviser, Limits::nodes(HINT_NODES), None);
        self.advice = Some(running);
        Ok(effect)
    }

    /// Returns whether a result is that of the opponent's search.
    pub(super) fn is_answer(&self, number: u64) -> bool {
        self.answer.as_ref().is_some_and(|running| running.number == number)
    }

    /// Keeps the hint if it is the result of the adviser's search. Returns it in words.
    pub(super) fn keep_hint(&mut self, number: u64, best: Option<Move>) -> Option<String> {
        self.advice.take_if(|running| running.number == number)?;
        self.hint = best;
        self.hint_text()
    }

    /// Returns the hint in words.
    pub(super) fn hint_text(&self) -> Option<String> {
        Some(format!("hint: {ADVISER} plays {}", moves::san(self.line.position(), self.hint?)))
    }

    /// Returns how the game ended, in words.
    pub(super) fn result_text(&self) -> Option<String> {
        let (ending, winner) = self.end.as_ref()?;
        let reason = match ending {
            Ending::Forfeit { verdict: FaultKind::TimeForfeit, .. } => "time".to_owned(),
            other => other.to_string(),
        };
        Some(match winner {
            Some(winner) if *winner == self.colour => format!("you win: {reason}"),
            Some(_) => format!("you lose: {reason}"),
            None => format!("draw: {reason}"),
        })
    }

    /// Returns the game in PGN.
    fn pgn(&self) -> Option<String> {
        let (ending, winner) = self.end.clone().unwrap_or((Ending::MoveLimit, None));
        let record = Record::new(&self.line, Vec::new(), winner, ending);
        let (name, mut more) = self.opponent.tags();
        more.push(("OpponentStrength", self.strength.clone()));
        let players = match self.colour {
            Color::White => [PERSON, &name],
            Color::Black => [&name, PERSON],
        };
        let tags = Tags {
            event: "Game against an organism",
            date: &self.date,
            round: "-".to_owned(),
            players,
            opening: None,
            control: &self.control.to_string(),
            adjudication: Adjudication::default(),
            timed: false,
            is_unfinished: self.end.is_none(),
            more: &more,
        };
        pgn::write(&record, &tags)
    }

    /// Returns the task that writes the game, once. A game without moves is not written.
    pub(super) fn save(&mut self, root: &Path) -> Option<SaveGame> {
        if std::mem::replace(&mut self.is_saved, true) || self.line.moves().is_empty() {
            return None;
        }
        let about = self.result_text().unwrap_or_else(|| "the game was left".to_owned());
        Some(SaveGame { root: root.to_owned(), pgn: self.pgn()?, about })
    }
}

/// Returns the rating at which an opponent plays, or else what games have measured about it.
fn strength(opponent: &Opponent, limited: Option<&(u32, Strength)>, model: &Model) -> String {
    limited.map_or_else(|| opponent.strength(model), |(elo, _)| format!("limited to {elo} Elo"))
}

/// A time that is shown with tenths of a second.
pub(super) const SHORT: Duration = Duration::from_secs(20);
