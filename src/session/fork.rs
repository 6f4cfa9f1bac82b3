//! Forks: a new session that goes on from a generation of another.

use std::fs;
use std::path::Path;

use super::checkpoint::{self, Checkpoint, Mark, Standing};
use super::entry::Entry;
use super::error::Error;
use super::{
    CHECKPOINT, Fork, GAMES, Header, JOURNAL, LOCK, SCORES, SESSION, folder, games, journal, read, sealed,
};
use crate::files;

/// Begins a session in `destination`, a missing or empty folder, that has the history of the session in
/// `source` up to and including generation `generation` of run `run` (0 first), and goes on from there: the
/// moment at which that generation had just been measured. Runs before it come with their results, and
/// changes of settings and planted organisms as far as they were made before that moment. `source` is only
/// read; a job may be working on it.
///
/// Randomness is keyed, so a fork that is left alone repeats the source from there on.
///
/// `generations` is how many generations the fork's runs are to have (the source's where `None`), at least
/// `generation`. All runs of a session have the same number, so that they can be compared; therefore it may
/// differ from the source's only for a fork of run 0, before which no run is complete.
///
/// # Errors
/// The source cannot be read or has no such generation, the number of generations cannot be had, or the
/// destination is not vacant or cannot be written; it then holds nothing.
pub fn fork(
    source: &Path,
    run: u32,
    generation: u32,
    generations: Option<u32>,
    destination: &Path,
) -> Result<(), Error> {
    let (mut header, entries) = read::entries(source)?;
    let wanted = |entry: &Entry| match entry {
        Entry::Generation(record) => (record.run, record.generation) == (run, generation),
        _ => false,
    };
    let Some(last) = entries.iter().position(wanted) else {
        return Err(Error::NoGeneration { path: source.to_owned(), run, generation });
    };
    if let Some(asked) = generations {
        if asked < generation {
            return Err(Error::ForkTooShort { asked, generation });
        }
        if run > 0 && asked != header.settings.generations {
            return Err(Error::ForkUnequal { run, asked, recorded: header.settings.generations });
        }
        header.settings.generations = asked;
        header.settings.validate()?;
    }
    header.forked_from = Some(Fork { session: folder::name(source), run, generation });
    write(source, (run, generation), destination, &header, &entries[..=last])
}

/// Writes a session with this history. `session.ron` comes last: a folder without it is no session, so a kill
/// leaves no session with a part of the history.
fn write(
    source: &Path,
    last: (u32, u32),
    destination: &Path,
    header: &Header,
    entries: &[Entry],
) -> Result<(), Error> {
    let mut standing = Standing::default();
    entries.iter().for_each(|entry| standing.note(entry, &header.settings));
    let lock = folder::take(destination)?;
    let session = destination.join(SESSION);
    let (text, seal) = sealed::text(&session, header)?;
    let written = games::copy(source, last, &destination.join(GAMES), seal)
        .and_then(|games| Ok((games, journal::write(&destination.join(JOURNAL), seal, entries)?)))
        .and_then(|(games, end)| {
            let checkpoint = Checkpoint::of(end, &standing, games.map(Mark::of).as_ref());
            checkpoint::write(&destination.join(CHECKPOINT), &checkpoint)
        })
        .and_then(|()| copy_scores(source, destination))
        .and_then(|()| folder::sync(destination))
        .and_then(|()| files::replace(&session, text.as_bytes()).map_err(Error::io("write", &session)));
    if let Err(error) = written {
        // What cannot be removed either is in nobody's way: it is no session.
        for name in [JOURNAL, GAMES, SCORES, CHECKPOINT, LOCK] {
            let _ = fs::remove_file(destination.join(name));
        }
        return Err(error);
    }
    drop(lock);
    folder::sync(destination)
}

/// Takes over what mentors said, where any were asked: the fork need not ask them again.
fn copy_scores(source: &Path, destination: &Path) -> Result<(), Error> {
    let [from, to] = [source, destination].map(|folder| folder.join(SCORES));
    match fs::read(&from) {
        Ok(scores) => files::replace(&to, &scores).map_err(Error::io("write", &to)),
        // Whatever cannot be read is asked again.
        Err(_) => Ok(()),
    }
}
