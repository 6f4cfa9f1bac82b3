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
use crate::engine::search::{Engine, Game, Limits, Signal};
use crate::experiment::Experiment;
use crate::files;

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

/// Returns whether a player from the network is valid. It must come back as it was. An organism plays a move; an engine would
/// have to be started.
pub(crate) fn player(bytes: &[u8]) -> bool {
    let Ok(mut player) = serde_json::from_slice::<WirePlayer>(bytes) else { return false };
    if let WirePlayer::Organism { hash, .. } = &mut player
        && *hash <= Engine::HASH_RANGE.1
    {
        *hash = 1;
    }
    let pool = Arc::new(EnginePool::default());
    let Ok(factory) = player.clone().factory(&pool, &SettableByProfile::default()) else { return false };
    let again = WirePlayer::of(&factory).unwrap_or_else(|error| panic!("{error}: {player:?}"));
    assert_eq!(again, player);
    if matches!(player, WirePlayer::Engine { .. }) {
        return true;
    }
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
    let inputs = folder.join("inputs");
    // Of the inputs, every second is there.
    let mut fetch = |name: &str| match name.bytes().map(u32::from).sum::<u32>() % 2 {
        0 => Ok(name.as_bytes().to_vec()),
        _ => Err(Error::Blob(name.to_owned())),
    };
    let received = Published::receive(bytes, &inputs, &SettableByProfile::default(), &mut fetch);
    let _ = files::remove_all(&inputs);
    received.is_ok()
}
