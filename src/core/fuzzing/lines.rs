//! Lines of engines and of graphical interfaces, and short texts that a person types.

use std::str::FromStr;

use crate::arena::control::TimeControl;
use crate::arena::game::{DrawRule, ResignRule};
use crate::arena::spec::PlayerSpec;
use crate::arena::uci::Best;
use crate::arena::{EngineOption, Info, xboard};
use crate::engine::search::{Engine, Limits, SearchMode, Signal};
use crate::objectives::results::tempo::SetTempo;
use crate::objectives::self_play::Scale;
use crate::organism::Organism;
use crate::positions::Variant;
use crate::race;
use crate::statistics::sprt::Sprt;
use crate::uci::command::{self, Command};
use crate::uci::position;

/// The lines of an input.
fn lines(bytes: &[u8]) -> Vec<String> {
    bytes.split(|byte| *byte == b'\n').map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

/// What a graphical interface sends to the engine. Positions are searched.
pub fn uci_commands(bytes: &[u8]) -> bool {
    let mut is_valid = false;
    let mut engine = None;
    for line in lines(bytes) {
        let Some(command) = command::parse(&line).command else { continue };
        is_valid = true;
        let written = command.to_string();
        assert_eq!(command::parse(&written).command.as_ref(), Some(&command), "{written}");
        let Command::Position { start, moves } = command else { continue };
        for variant in [Variant::Standard, Variant::Chess960] {
            let Ok(game) = position::game(&start, &moves, variant) else { continue };
            let Ok(organism) = Organism::reference() else { continue };
            let engine = engine.get_or_insert_with(|| {
                Engine::new(&organism.weights(), organism.search_parameters(None).0, 1)
            });
            let limits = Limits { depth: Some(4), ..Limits::nodes(100) };
            let _ = engine
                .search(&game, &limits, &Signal::default(), &mut |_| std::ops::ControlFlow::Continue(()));
        }
    }
    is_valid
}

/// What a UCI engine answers.
pub fn uci_replies(bytes: &[u8]) -> bool {
    let is_understood = |line: &String| {
        Info::parse(line).is_some() | Best::parse(line).is_some() | EngineOption::parse(line).is_some()
    };
    lines(bytes).iter().filter(|line| is_understood(line)).count() > 0
}

/// What an xboard engine answers.
pub fn xboard_replies(bytes: &[u8]) -> bool {
    lines(bytes).iter().filter(|line| xboard::is_understood(line)).count() > 0
}

/// Values of flags and of fields that have a form of their own: players, clocks, tests, rules.
pub fn specifications(bytes: &[u8]) -> bool {
    let mut is_valid = false;
    for line in lines(bytes) {
        is_valid |= comes_back::<PlayerSpec>(&line) | comes_back::<TimeControl>(&line);
        is_valid |= line.parse::<Sprt>().is_ok() | line.parse::<SearchMode>().is_ok();
        is_valid |= line.parse::<ResignRule>().is_ok() | line.parse::<DrawRule>().is_ok();
        is_valid |= line.parse::<Scale>().is_ok() | line.parse::<SetTempo>().is_ok();
        is_valid |= race::parse_seeds(&line).is_ok();
    }
    is_valid
}

/// Returns whether a text is valid. A valid one must be equal after it is written and read again.
fn comes_back<T: FromStr + ToString + PartialEq + std::fmt::Debug>(text: &str) -> bool {
    let Ok(value) = text.parse::<T>() else { return false };
    let written = value.to_string();
    assert_eq!(written.parse::<T>().ok().as_ref(), Some(&value), "{text} became {written}");
    true
}
