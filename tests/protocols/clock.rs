//! Games on the clock with an engine that takes scripted times and notes them. What the game records is what its clock shows, and
//! what the loss on time says.

use std::fs;
use std::time::Duration;

use eyas::arena::Player;
use eyas::arena::control::Clocks;
use eyas::arena::game::{FaultKind, GameEvent, play};
use eyas::engine::search::{Game, Signal};
use rstest::rstest;
use shakmaty::Color;

use super::verdicts::{MARGIN, clock, factory, honest_player, rules};
use crate::support::engines::{TestEngine, patience};

#[rstest]
fn a_loss_on_time_follows_from_the_recorded_times(
    #[values("uci", "xboard")] protocol: &str,
    #[values("1.5", "2+0.1", "3/1.5+0.1")] time: &str,
) {
    // It moves four seconds after its time is up, and is not stopped before that.
    let engine = TestEngine::hostile(protocol, "slow@1 slow@2 slow@3 slow@4 late@5");
    let mut hostile = factory(&engine, protocol, patience()).player(&Signal::default()).unwrap();
    let mut honest = honest_player().player(&Signal::default()).unwrap();
    let mut shown = Vec::new();
    let mut listen = |event: &GameEvent<'_>| {
        if let GameEvent::Moved(Color::White, _, made, left) = event {
            shown.push((made.microseconds, left.unwrap()));
        }
    };
    let players: [&mut dyn Player; 2] = [hostile.as_mut(), honest.as_mut()];
    let played =
        play(players, &Game::default(), &rules(clock(time)), &Signal::default(), &mut listen).unwrap();

    // No time is recorded that is shorter than the engine's own.
    let thought = fs::read_to_string(engine.folder.path().join("thought")).unwrap();
    let thought: Vec<u64> = thought.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!((shown.len(), thought.len()), (4, 5), "{:?}", played.record.ending);
    assert!(shown.iter().zip(&thought).all(|((used, _), own)| used >= own), "{shown:?} {thought:?}");

    // The recorded times alone give the clock at each move, to the millisecond: only parts of microseconds are not recorded.
    let mut clocks = Clocks::new(clock(time), MARGIN);
    for (number, (used, left)) in shown.iter().enumerate() {
        clocks.press(Color::White, Duration::from_micros(*used)).unwrap();
        let replayed = clocks.left(Color::White).unwrap();
        assert!(replayed.abs_diff(*left) < Duration::from_micros(number as u64 + 1), "{replayed:?} {left:?}");
    }
    let (verdict, text) = match played.record.forfeit() {
        Some((Color::White, verdict, text)) => (verdict, text.to_owned()),
        other => panic!("{other:?}"),
    };
    assert_eq!(verdict, FaultKind::TimeForfeit);
    let words: Vec<u64> = text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    let [excess, after, allowed] = words[..] else { panic!("{text}") };
    assert_eq!(excess, after - allowed, "{text}");
    let left = shown.last().unwrap().1;
    assert_eq!(u128::from(allowed), left.as_millis(), "{text}");
    assert!(1_000 * after >= thought[4] && Duration::from_millis(excess) > MARGIN, "{text} {thought:?}");
    assert!(clocks.press(Color::White, Duration::from_millis(after)).is_err());
    drop(hostile);
    engine.assert_gone();
}
