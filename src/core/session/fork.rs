//! Forks: new sessions that continue from a generation of another session.

use std::path::Path;

use super::checkpoint::{self, Checkpoint, Mark, SessionProgress};
use super::entry::Entry;
use super::error::Error;
use super::read::Recorded;
use super::{
    CHECKPOINT, Fork, GAMES, Header, JOURNAL, LOCK, SESSION, folder, games, journal, node_counts, read,
    sealed,
};
use crate::evolution::blocked::{Blocked, BlockedEvent};
use crate::experiment::Stopping;
use crate::files;
use crate::objectives::Objective;

/// Creates a session in `destination`, a missing or empty folder, with the history of the session in `source` up to
/// and including generation `generation` of run `run` (the first run is 0). The fork continues from the moment when
/// that generation had just been evaluated. It includes the results of earlier runs, and the changes of settings and
/// planted organisms recorded before that moment. `source` is only read; a job may be writing to it.
///
/// A fork has no rules to stop: whoever forks a run that stopped wants it to go on.
///
/// Random streams are keyed, so a fork without further changes repeats the source.
///
/// `generations` is the number of generations of the fork's runs (`None`: as in the source), at least `generation`.
/// All runs of a session have the same number, so that they can be compared. Therefore a different number is possible
/// only for a fork of run 0, before which no run is complete.
///
/// # Errors
/// The source cannot be read or has no such generation, the number of generations is invalid, or the destination is
/// not vacant or cannot be written. The destination is then left empty.
pub fn fork(
    source: &Path,
    run: u32,
    generation: u32,
    generations: Option<u32>,
    destination: &Path,
) -> Result<(), Error> {
    let (mut header, entries) = read::entries(source)?;
    let is_last = |entry: &Entry| match entry {
        Entry::Generation(record) => (record.run, record.generation) == (run, generation),
        _ => false,
    };
    let Some(last) = entries.iter().position(is_last) else {
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
    header.settings.stopping = Stopping::default();
    header.blocked.retain(|blocked| (blocked.run, blocked.generation) <= (run, generation));
    write(source, (run, generation), destination, &header, &entries[..=last])
}

/// Creates a session in `destination`, a missing or empty folder, with the twin of a run of the session in `source`: the run
/// without the event `blocked`. `twin` has the generations of the twin and its changes of settings. Earlier runs are those of
/// the source; later ones are left out.
///
/// The twin is not concluded: a job that resumes it measures its champion, if its generations are complete.
///
/// # Errors
/// As [`fork`].
pub fn write_twin(
    source: &Path,
    twin: &Recorded,
    blocked: &Blocked,
    destination: &Path,
) -> Result<(), Error> {
    let (mut header, entries) = read::entries(source)?;
    let Blocked { run, generation, .. } = *blocked;
    header.settings.runs = run + 1;
    // The twin ends where the run ended.
    header.settings.stopping = Stopping::default();
    header.forked_from =
        generation.checked_sub(1).map(|generation| Fork { session: folder::name(source), run, generation });
    header.blocked.retain(|earlier| earlier.run <= run);
    header.blocked.push(blocked.clone());
    let mut changes = twin.changes.iter();
    let mut records = twin.history.iter().filter(|record| record.run == run);
    let is_blocked =
        |at: (u32, u32), event: &BlockedEvent| at == (run, generation) && blocked.event == *event;
    let kept = entries.into_iter().filter_map(|entry| match entry {
        Entry::Generation(record) if record.run == run => records.next().cloned().map(Entry::Generation),
        Entry::Generation(record) => (record.run < run).then_some(Entry::Generation(record)),
        Entry::Settings(change) if is_blocked((change.run, change.generation), &BlockedEvent::Settings) => {
            None
        }
        Entry::Settings(change) if change.run <= run => changes.next().cloned().map(Entry::Settings),
        Entry::Settings(_) => None,
        Entry::Plant(ref plant) | Entry::Withdraw(ref plant) => {
            let is_left_out =
                plant.run > run || is_blocked((plant.run, plant.generation), &BlockedEvent::Plants);
            (!is_left_out).then_some(entry)
        }
        Entry::Stop(stop) => (stop.run <= run).then_some(Entry::Stop(stop)),
        Entry::Result(result) => (result.run < run).then_some(Entry::Result(result)),
    });
    let kept: Vec<Entry> = kept.collect();
    let last = twin.history.last().map_or((run, generation), |record| (record.run, record.generation));
    write(source, last, destination, &header, &kept)
}

/// Writes a session with this history. `session.ron` is written last: a folder without it is not a session, so a kill
/// leaves no session with an incomplete history.
fn write(
    source: &Path,
    last: (u32, u32),
    destination: &Path,
    header: &Header,
    entries: &[Entry],
) -> Result<(), Error> {
    let mut progress = SessionProgress::default();
    entries.iter().for_each(|entry| progress.update(entry, &header.settings));
    let lock = folder::claim(destination)?;
    let session = destination.join(SESSION);
    let (text, seal) = sealed::text(&session, header)?;
    let written = games::copy(source, last, &destination.join(GAMES), seal)
        .and_then(|games| Ok((games, journal::write(&destination.join(JOURNAL), seal, entries)?)))
        .and_then(|(games, end)| {
            let checkpoint = Checkpoint::new(end, &progress, games.map(Mark::new).as_ref());
            checkpoint::write(&destination.join(CHECKPOINT), &checkpoint)
        })
        .and_then(|()| copy_files(source, destination))
        .and_then(|()| node_counts::copy(source, destination))
        .and_then(|()| folder::sync(destination))
        .and_then(|()| files::replace(&session, text.as_bytes()).map_err(Error::io("write", &session)));
    if let Err(error) = written {
        // Ignore failures: without `session.ron`, the remaining files are not a session.
        let forked = Objective::files().filter(|file| file.is_forked).map(|file| file.name);
        for name in [JOURNAL, GAMES, node_counts::FILE, CHECKPOINT, LOCK].into_iter().chain(forked) {
            let _ = files::remove(&destination.join(name));
        }
        return Err(error);
    }
    drop(lock);
    folder::sync(destination)
}

/// Copies the files of the objective that a fork needs, if there are any. What cannot be read is made again.
fn copy_files(source: &Path, destination: &Path) -> Result<(), Error> {
    for file in Objective::files().filter(|file| file.is_forked) {
        let [from, to] = [source, destination].map(|folder| folder.join(file.name));
        if let Ok(content) = files::read_own(&from) {
            files::replace(&to, &content).map_err(Error::io("write", &to))?;
        }
    }
    Ok(())
}
