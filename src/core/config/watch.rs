//! Reports a changed file. A thread sleeps until the system reports a change in the file's folder.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use notify::event::{AccessKind, AccessMode, CreateKind, ModifyKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::{Error, Loaded, Location};
use crate::platform::REPORTS_CLOSED_FILES;

/// An editor writes a file in several steps. The file is read after this time without a further step.
const QUIET: Duration = Duration::from_millis(100);

/// Watches a file until it is dropped.
#[derive(Debug)]
pub struct Watcher {
    _watcher: RecommendedWatcher,
}

/// Calls `changed` with the settings whenever they have changed since `loaded` was read.
///
/// # Errors
/// If the folder of the file does not exist, or the system reports no changes of files.
pub fn watch(
    location: &Location,
    loaded: &Loaded,
    changed: impl FnMut(Result<Loaded, Error>) + Send + 'static,
) -> notify::Result<Watcher> {
    let (steps, received) = channel();
    let handler = move |event: notify::Result<Event>| {
        if event.is_ok_and(|event| may_change(event.kind)) {
            // The receiver ends only with the watcher.
            let _ = steps.send(());
        }
    };
    let mut watcher = notify::recommended_watcher(handler)?;
    for folder in folders(&location.path) {
        watcher.watch(&folder, RecursiveMode::NonRecursive)?;
    }
    let mut reader = Reader { location: location.clone(), known: Ok(loaded.source.text.clone()), changed };
    // The file may have changed before its folder was watched.
    reader.read();
    thread::Builder::new()
        .name("eyas-config".to_owned())
        .spawn(move || reader.run(&received))
        .map_err(notify::Error::io)?;
    Ok(Watcher { _watcher: watcher })
}

/// Reads the file and reports what is new.
struct Reader<F> {
    location: Location,
    /// The text that was read last, or why it could not be read.
    known: Result<String, String>,
    changed: F,
}

impl<F: FnMut(Result<Loaded, Error>)> Reader<F> {
    /// Reads the file after each change until the watcher is dropped.
    fn run(&mut self, steps: &Receiver<()>) {
        while steps.recv().is_ok() {
            loop {
                match steps.recv_timeout(QUIET) {
                    Ok(()) => {}
                    Err(RecvTimeoutError::Timeout) => break,
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
            self.read();
        }
    }

    fn read(&mut self) {
        let loaded = self.location.load();
        let now = match &loaded {
            Ok(loaded) => Ok(loaded.source.text.clone()),
            Err(error) => Err(error.to_string()),
        };
        if now != self.known {
            self.known = now;
            (self.changed)(loaded);
        }
    }
}

/// Returns whether a file may have a new and complete content after an event. Where the system reports that a written
/// file was closed, it is incomplete before. Reading a file is no change.
fn may_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        EventKind::Modify(ModifyKind::Data(_)) | EventKind::Create(CreateKind::File) => !REPORTS_CLOSED_FILES,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) => true,
        EventKind::Other => false,
    }
}

/// Returns the folder of the file and, if the file is a link, the folder of what it refers to. Folders are watched, as
/// editors replace files.
fn folders(path: &Path) -> Vec<PathBuf> {
    let parent = |path: &Path| match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let mut folders = vec![parent(path)];
    if path.is_symlink() {
        folders.extend(path.canonicalize().ok().map(|path| parent(&path)));
    }
    folders
}
