//! Time controls and game clocks.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::engine::search::{Limits, Remaining, Time};

/// The limit of each move in a game, the same for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Control {
    /// A chess clock for each side.
    Clock(TimeControl),
    /// Milliseconds for each move.
    MoveTime(u64),
    /// Nodes for each move. Such games are reproducible.
    Nodes(u64),
    /// Plies for each move.
    Depth(u32),
}

impl Control {
    /// The possible milliseconds for each move.
    pub const MOVE_TIMES: RangeInclusive<u64> = 1..=86_400_000;
    /// The possible plies for each move.
    pub const DEPTHS: RangeInclusive<u32> = 1..=128;

    /// Checks the number of the limit. A time control is always valid.
    ///
    /// # Errors
    /// Returns the possible numbers, in words.
    pub fn check(&self) -> Result<(), String> {
        fn within<T: PartialOrd + fmt::Display>(value: T, range: &RangeInclusive<T>) -> Result<(), String> {
            if range.contains(&value) {
                return Ok(());
            }
            Err(format!("the limit must be {} to {}, not {value}", range.start(), range.end()))
        }
        match *self {
            Control::MoveTime(time) => within(time, &Control::MOVE_TIMES),
            Control::Depth(plies) => within(plies, &Control::DEPTHS),
            Control::Nodes(0) => Err("the limit must be at least 1".to_owned()),
            Control::Nodes(_) | Control::Clock(_) => Ok(()),
        }
    }

    /// Returns the control with all times multiplied by this factor. Limits of nodes and depth stay.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Control {
        let times =
            |time: Duration| Duration::from_millis((time.as_secs_f64() * 1000.0 * factor).round() as u64);
        match self {
            Control::Clock(clock) => Control::Clock(TimeControl {
                base: times(clock.base).max(Duration::from_millis(1)),
                increment: times(clock.increment),
                ..clock
            }),
            Control::MoveTime(time) => Control::MoveTime(((time as f64 * factor).round() as u64).max(1)),
            Control::Nodes(_) | Control::Depth(_) => self,
        }
    }

    /// Returns a limit for games that take about four times longer.
    #[must_use]
    pub fn longer(self) -> Control {
        const FACTOR: u64 = 4;
        match self {
            Control::Nodes(nodes) => Control::Nodes(nodes.saturating_mul(FACTOR)),
            Control::Depth(plies) => Control::Depth((plies + 2).min(*Control::DEPTHS.end())),
            Control::Clock(_) | Control::MoveTime(_) => self.scaled(FACTOR as f64),
        }
    }

    /// Returns how many times longer games take than with `other`; `None` if the limits are of different kinds. A ply of
    /// depth doubles the time.
    #[must_use]
    pub fn ratio(&self, other: &Control) -> Option<f64> {
        const MOVES: u32 = 60;
        Some(match (self, other) {
            (Control::Nodes(own), Control::Nodes(other))
            | (Control::MoveTime(own), Control::MoveTime(other)) => *own as f64 / *other as f64,
            (Control::Depth(own), Control::Depth(other)) => libm::exp2(f64::from(*own) - f64::from(*other)),
            (Control::Clock(own), Control::Clock(other)) => {
                own.in_all(MOVES).as_secs_f64() / other.in_all(MOVES).as_secs_f64()
            }
            _ => return None,
        })
    }

    /// Reads a limit of the same kind.
    ///
    /// # Errors
    /// Returns a description of the expected text.
    pub fn read_alike(&self, text: &str) -> Result<Control, String> {
        let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_')).collect();
        let number = || digits.parse::<u64>().map_err(|_| format!("“{text}” is not a whole number"));
        Ok(match self {
            Control::Clock(_) => Control::Clock(text.parse().map_err(|error| format!("{error}"))?),
            Control::MoveTime(_) => Control::MoveTime(number()?),
            Control::Nodes(_) => Control::Nodes(number()?),
            Control::Depth(_) => Control::Depth(number()?.try_into().unwrap_or(u32::MAX)),
        })
    }

    /// Returns the limit as [`Control::read_alike`] reads it.
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Control::Clock(clock) => clock.to_string(),
            Control::MoveTime(number) | Control::Nodes(number) => number.to_string(),
            Control::Depth(plies) => plies.to_string(),
        }
    }

    /// Returns whether games depend on the speed of the machine.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        matches!(self, Control::Clock(_) | Control::MoveTime(_))
    }

    /// Returns the clock of each side, or `None` without clocks.
    #[must_use]
    pub fn clock(&self) -> Option<&TimeControl> {
        match self {
            Control::Clock(clock) => Some(clock),
            Control::MoveTime(_) | Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// Returns about how long a game of this number of plies takes, or `None` if time is not limited.
    #[must_use]
    pub fn game_time(&self, plies: u32) -> Option<Duration> {
        match self {
            Control::Clock(clock) => Some(clock.in_all(plies / 2).saturating_mul(2)),
            Control::MoveTime(time) => Some(Duration::from_millis(*time).saturating_mul(plies)),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// Returns the plies for each move, or `None` without such a limit.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        match self {
            Control::Depth(plies) => Some(*plies),
            Control::Clock(_) | Control::MoveTime(_) | Control::Nodes(_) => None,
        }
    }

    /// Returns the milliseconds for each move, or `None` without such a limit.
    #[must_use]
    pub fn move_time(&self) -> Option<u64> {
        match self {
            Control::MoveTime(time) => Some(*time),
            Control::Clock(_) | Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// Returns the initial time of each clock, or `None` without clocks.
    #[must_use]
    pub fn base(&self) -> Option<Duration> {
        match self {
            Control::Clock(clock) => Some(clock.base),
            _ => None,
        }
    }
}

/// Writes the limit in words. A time control has the format of the PGN tag `TimeControl`.
impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Clock(control) => control.fmt(f),
            Control::MoveTime(milliseconds) => write!(f, "{milliseconds} ms per move"),
            Control::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
            Control::Depth(plies) => write!(f, "depth {plies}"),
        }
    }
}

/// A time control, written `MOVES/BASE+INCREMENT` in seconds: `40/60+0.5`, or `10+0.1` and `300` for the whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The number of moves after which the base is added again; `None` for never.
    moves: Option<u32>,
    /// The initial time of each clock.
    base: Duration,
    /// The time added after each move.
    increment: Duration,
}

impl TimeControl {
    /// Returns the total time of a side for this number of moves.
    #[must_use]
    pub fn in_all(&self, moves: u32) -> Duration {
        let periods = self.moves.map_or(1, |period| moves.div_ceil(period.max(1)).max(1));
        self.base.saturating_mul(periods).saturating_add(self.increment.saturating_mul(moves))
    }
}

/// A text that is not a time control.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” is not a time control; write BASE+INCREMENT or MOVES/BASE+INCREMENT in seconds, such as 10+0.1 or 40/60+0.5; \
     BASE must be greater than 0"
)]
pub struct TimeControlError(String);

/// The longest base and increment: one day, in seconds.
const LONGEST: f64 = 86_400.0;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let seconds = |text: &str| {
            let seconds: f64 = text.trim().parse().ok()?;
            // Rounds to milliseconds, the unit of UCI.
            (0.0..=LONGEST)
                .contains(&seconds)
                .then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
        };
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.trim().parse().ok().filter(|moves| *moves > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let (base, increment) = (seconds(base)?, seconds(increment)?);
            (!base.is_zero()).then_some(TimeControl { moves, base, increment })
        };
        read().ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

/// Writes the format that [`FromStr`] reads.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<TimeControl, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

/// The clocks of a game.
#[derive(Debug, Clone)]
pub struct Clocks {
    /// The limits of both sides, White last as in [`Color`].
    controls: [Control; 2],
    margin: Duration,
    left: [Duration; 2],
    moves: [u32; 2],
}

impl Clocks {
    /// Creates clocks with the initial time. A flag falls only when a move exceeds its time by more than `margin`,
    /// which covers the communication with a player.
    #[must_use]
    pub fn new(control: Control, margin: Duration) -> Clocks {
        Clocks::of_sides([control; 2], margin)
    }

    /// Creates clocks as [`Clocks::new`], with the limits of White and Black.
    #[must_use]
    pub fn of_sides([white, black]: [Control; 2], margin: Duration) -> Clocks {
        let controls = [black, white];
        let left = controls.map(|control| control.base().unwrap_or_default());
        Clocks { controls, margin, left, moves: [0; 2] }
    }

    fn control(&self, side: Color) -> Control {
        self.controls[side as usize]
    }

    /// Returns the time left to a side, or `None` without clocks.
    #[must_use]
    pub fn left(&self, side: Color) -> Option<Duration> {
        matches!(self.control(side), Control::Clock(_)).then(|| self.left[side as usize])
    }

    /// Returns the search limits of a side's next move.
    #[must_use]
    pub fn limits(&self, side: Color) -> Limits {
        let opponent = self
            .control(side.other())
            .clock()
            .map(|clock| Remaining { left: self.left[side.other() as usize], increment: clock.increment });
        let time = match self.control(side) {
            Control::Clock(TimeControl { moves, increment, .. }) => Time::Clock {
                left: self.left[side as usize],
                increment,
                moves_to_go: moves.map(|moves| moves - self.moves[side as usize] % moves),
                opponent,
            },
            Control::MoveTime(milliseconds) => Time::Move(Duration::from_millis(milliseconds)),
            Control::Nodes(nodes) => return Limits::nodes(nodes),
            Control::Depth(plies) => return Limits::depth(plies),
        };
        Limits { time, ..Limits::default() }
    }

    /// Returns the time allowed for a side's next move, without the margin, or `None` if time is not limited.
    #[must_use]
    pub fn allowed(&self, side: Color) -> Option<Duration> {
        match self.control(side) {
            Control::Clock(_) => Some(self.left[side as usize]),
            Control::MoveTime(milliseconds) => Some(Duration::from_millis(milliseconds)),
            Control::Nodes(_) | Control::Depth(_) => None,
        }
    }

    /// Records that a side used this much time for a move.
    ///
    /// # Errors
    /// Returns the excess over the allowed time if the flag fell.
    pub fn press(&mut self, side: Color, used: Duration) -> Result<(), Duration> {
        let Some(allowed) = self.allowed(side) else { return Ok(()) };
        if used > allowed.saturating_add(self.margin) {
            return Err(used - allowed);
        }
        if let Control::Clock(TimeControl { moves, base, increment }) = self.control(side) {
            let left = &mut self.left[side as usize];
            *left = left.saturating_sub(used) + increment;
            let made = &mut self.moves[side as usize];
            *made += 1;
            if moves.is_some_and(|moves| made.is_multiple_of(moves)) {
                *left += base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const MARGIN: Duration = Duration::from_millis(10);

    fn clocks(text: &str) -> Clocks {
        Clocks::new(Control::Clock(text.parse().unwrap()), MARGIN)
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[rstest]
    #[case("10+0.1", None, 10_000, 100)]
    #[case("40/60+0.5", Some(40), 60_000, 500)]
    #[case("300", None, 300_000, 0)]
    #[case("0.05", None, 50, 0)]
    fn time_controls_are_read_and_written(
        #[case] text: &str,
        #[case] moves: Option<u32>,
        #[case] base: u64,
        #[case] increment: u64,
    ) {
        let control = TimeControl { moves, base: ms(base), increment: ms(increment) };
        assert_eq!(text.parse(), Ok(control));
        assert_eq!(control.to_string(), text);
    }

    #[rstest]
    #[case("")]
    #[case("0")]
    #[case("0+1")]
    #[case("-1")]
    #[case("10+")]
    #[case("0/10")]
    #[case("x/10")]
    #[case("10+nan")]
    #[case("1e9")]
    fn invalid_time_controls_are_refused(#[case] text: &str) {
        assert!(text.parse::<TimeControl>().unwrap_err().to_string().contains("10+0.1"));
    }

    #[test]
    fn a_clock_loses_the_used_time_and_gains_the_increment() {
        let mut clocks = clocks("1+0.1");
        assert_eq!(clocks.press(Color::White, ms(400)), Ok(()));
        assert_eq!((clocks.left(Color::White), clocks.left(Color::Black)), (Some(ms(700)), Some(ms(1000))));
    }

    #[test]
    fn a_flag_falls_beyond_the_margin() {
        let mut clocks = clocks("1+0.1");
        assert_eq!(clocks.press(Color::Black, ms(1010)), Ok(()));
        // The time was used up, and the increment was added.
        assert_eq!(clocks.left(Color::Black), Some(ms(100)));
        assert_eq!(clocks.press(Color::Black, ms(111)), Err(ms(11)));
    }

    #[test]
    fn time_is_added_after_the_moves() {
        let mut clocks = clocks("2/1");
        let to_go = |clocks: &Clocks| match clocks.limits(Color::White).time {
            Time::Clock { moves_to_go, .. } => moves_to_go,
            _ => None,
        };
        assert_eq!(to_go(&clocks), Some(2));
        clocks.press(Color::White, ms(300)).unwrap();
        assert_eq!((to_go(&clocks), clocks.left(Color::White)), (Some(1), Some(ms(700))));
        clocks.press(Color::White, ms(300)).unwrap();
        assert_eq!((to_go(&clocks), clocks.left(Color::White)), (Some(2), Some(ms(1400))));
    }

    #[test]
    fn each_side_can_have_a_limit_of_its_own() {
        let mut clocks = Clocks::of_sides(
            [Control::Clock("1+0.1".parse().unwrap()), Control::Clock("5".parse().unwrap())],
            MARGIN,
        );
        assert_eq!(clocks.press(Color::White, ms(400)), Ok(()));
        assert_eq!(clocks.press(Color::Black, ms(400)), Ok(()));
        assert_eq!((clocks.left(Color::White), clocks.left(Color::Black)), (Some(ms(700)), Some(ms(4600))));
        let Time::Clock { left, increment, opponent, .. } = clocks.limits(Color::Black).time else {
            panic!()
        };
        let opponent = opponent.unwrap();
        assert_eq!((left, increment, opponent.left, opponent.increment), (ms(4600), ms(0), ms(700), ms(100)));
        let mut mixed = Clocks::of_sides([Control::Nodes(9), Control::Clock("1".parse().unwrap())], MARGIN);
        assert_eq!(mixed.press(Color::White, ms(10_000)), Ok(()));
        assert_eq!((mixed.left(Color::White), mixed.limits(Color::White).nodes), (None, Some(9)));
        assert!(matches!(mixed.limits(Color::Black).time, Time::Clock { opponent: None, .. }));
        assert_eq!(mixed.press(Color::Black, ms(1011)), Err(ms(11)));
    }

    #[test]
    fn move_times_do_not_accumulate() {
        let mut clocks = Clocks::new(Control::MoveTime(100), MARGIN);
        for _ in 0..5 {
            assert_eq!(clocks.press(Color::White, ms(105)), Ok(()));
        }
        assert_eq!(clocks.press(Color::White, ms(120)), Err(ms(20)));
        assert_eq!(Clocks::new(Control::Nodes(1), MARGIN).press(Color::White, ms(10_000)), Ok(()));
    }

    proptest! {
        #[test]
        fn parsed_time_controls_are_read_back(text in "[0-9/+.e-]{0,12}") {
            if let Ok(control) = text.parse::<TimeControl>() {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
            }
        }
    }
}
