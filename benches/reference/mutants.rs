//! The switch of the mutants in the copy of the source that `mutants.py` makes, which sets `COUNT`.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// The mutant that is switched on: at first not known yet, above all of them if none is.
static ON: AtomicU32 = AtomicU32::new(UNKNOWN);
const UNKNOWN: u32 = u32::MAX;
const NONE: u32 = u32::MAX - 1;
static REACHED: [AtomicBool; COUNT as usize] = [const { AtomicBool::new(false) }; COUNT as usize];

/// Whether a mutant is switched on. If none is, notes in a file which are reached.
#[inline]
pub(crate) fn mutant(id: u32) -> bool {
    let on = ON.load(Relaxed);
    if on < COUNT { id == on } else { reached(id, on) }
}

#[cold]
fn reached(id: u32, on: u32) -> bool {
    if on == UNKNOWN {
        let given = std::env::var("EYAS_MUTANT").ok().and_then(|given| given.parse().ok());
        ON.store(given.unwrap_or(NONE), Relaxed);
        return mutant(id);
    }
    let reached = &REACHED[id as usize];
    if !reached.load(Relaxed)
        && !reached.swap(true, Relaxed)
        && let Some(path) = std::env::var_os("EYAS_REACHED")
    {
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
        std::io::Write::write_all(&mut file, format!("{id}\n").as_bytes()).unwrap();
    }
    false
}

/// The node counts of small benchmarks must be those that were written first.
#[cfg(test)]
#[test]
fn signature() {
    use crate::engine::bench;
    let nodes = [("reference", 7), ("eyas", 8)].map(|(organism, depth)| {
        let player = crate::uci::Player::named(organism, None).unwrap();
        let (limit, stop) = (bench::BenchLimit::Depth(depth), Default::default());
        bench::run(&player.weights, player.parameters, limit, 1, &stop, &mut |_| {}).unwrap().nodes
    });
    match std::fs::read_to_string("signature") {
        Ok(before) => assert_eq!(before, format!("{nodes:?}")),
        Err(_) => std::fs::write("signature", format!("{nodes:?}")).unwrap(),
    }
}
