//! What a coordinator and a worker do with any bytes from the network, without a network and without engines.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::batch;
use super::error::Error;
use super::games::{WirePlayer, check_limits, opening};
use super::protocol::{Bundle, Order, Reply, TaskKind, announcement, decode, encode, shown};
use super::settable::SettableByProfile;
use super::setup::{Published, has_engines};
use crate::arena::EnginePool;
use crate::engine::search::{Game, Limits, Signal};
use crate::experiment::Experiment;

/// Returns whether a message of any kind has a meaning.
pub(crate) fn message(bytes: &[u8]) -> bool {
    let bundle = came_back::<Bundle>(bytes);
    let reply = came_back::<Reply>(bytes);
    let order = came_back::<Order>(bytes);
    for unit in bundle.iter().flat_map(|bundle| &bundle.units) {
        if let TaskKind::Game { start, opening: played, control, margin, adjudication, .. } = &unit.work {
            let _ = (opening(start, played), check_limits(*control, *margin, adjudication));
            let _ = control.scaled(10.0);
        }
    }
    if let (Some(bundle), Some(reply)) = (&bundle, &reply) {
        panic!("both a bundle and a reply: {bundle:?}, {reply:?}");
    }
    let mut tasks = batch::Batch::default();
    for (number, key, answer) in reply.iter().flat_map(|reply| &reply.results) {
        let work = TaskKind::Nothing(*number);
        tasks.add(super::protocol::Unit { index: *number, key: key.clone(), work });
        let _ = tasks.result("worker", (*number, key), answer.clone(), true, &mut || Some(number % 2 == 0));
        let _ = tasks.result("other", (*number, key), answer.clone(), true, &mut || Some(false));
    }
    let presence = announcement(bytes);
    let _ = presence.as_ref().map(|presence| shown(&presence.name));
    bundle.is_some() || reply.is_some() || order.is_some() || presence.is_some()
}

/// Reads a message, which must stay the same if it is written and read again.
fn came_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) -> Option<T> {
    let message = decode::<T>(bytes).ok()?;
    // A message grows when it is written: letters are escaped, and defaults are named.
    if let Ok(written) = encode(&message) {
        assert_eq!(decode::<T>(&written).unwrap_or_else(|error| panic!("{error}")), message);
    }
    Some(message)
}

/// Returns whether a player from the network is valid. One that is plays a move.
pub(crate) fn player(bytes: &[u8]) -> bool {
    let Ok(WirePlayer::Organism { extended, weights, search, strength, .. }) = serde_json::from_slice(bytes)
    else {
        return false;
    };
    let player = WirePlayer::Organism { extended, weights, search, hash: 1, strength };
    let pool = Arc::new(EnginePool::default());
    let Ok(factory) = player.factory(&pool, &SettableByProfile::default()) else { return false };
    let signal = Signal::default();
    let Ok(mut player) = factory.player(&signal) else { return false };
    let limits = Limits { depth: Some(4), ..Limits::nodes(200) };
    player.search(&Game::default(), &limits, &signal, &mut |_| ControlFlow::Continue(())).is_ok()
}

/// Returns whether an experiment from the network is valid. Experiments with engines are refused, because they would start
/// them.
pub(crate) fn experiment(bytes: &[u8], folder: &Path) -> bool {
    let settings = serde_json::from_slice::<serde_json::Value>(bytes).ok();
    let text = settings.as_ref().and_then(|value| value.get("settings")?.as_str()).unwrap_or_default();
    if ron::from_str::<Experiment>(text).is_ok_and(|experiment| has_engines(&experiment)) {
        return false;
    }
    let mut fetch = |name: &str| Err(Error::Blob(name.to_owned()));
    Published::receive(bytes, folder, &SettableByProfile::default(), &mut fetch).is_ok()
}
