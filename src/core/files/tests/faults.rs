//! Every work, with every fault at every step of its writing: it is done all the same, or refused with the right message,
//! and when the disk is well again, it ends with the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rstest::rstest;

use super::works::{self, RESULT, Work};
use crate::files::testing::{DISK_ERROR, Disk, Fault, Kind, NO_SPACE, READ_ONLY, TOO_MANY_FILES};
use crate::files::{TEMPORARY, advice};

/// The files of a work by their paths. The dates and times of a match are left out.
type Content = BTreeMap<String, Vec<u8>>;

fn content(folder: &Path) -> Content {
    let mut found = Content::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    if found.contains_key("match.ron") {
        // Lines of games have times, and the checkpoint has their checksum. The games without times are in `games.pgn`.
        for timed in ["games.jsonl", "checkpoint.ron"] {
            found.insert(timed.to_owned(), Vec::new());
        }
        // The date of the match, and the checksum of the header with it.
        for dated in ["match.ron", "games.pgn"] {
            let Some(bytes) = found.get_mut(dated) else { continue };
            let text = String::from_utf8_lossy(bytes);
            let lines = text
                .lines()
                .filter(|line| !["// ", "    date: ", "[Date "].iter().any(|start| line.starts_with(start)));
            *bytes = lines.map(|line| line.to_owned() + "\n").collect::<String>().into_bytes();
        }
    }
    found
}

/// The undisturbed work: its files, and the steps of its writing.
pub(super) struct Reference {
    work: Work,
    root: tempfile::TempDir,
    content: Content,
    steps: Vec<Kind>,
}

impl Reference {
    pub(super) fn of(work: Work) -> Reference {
        let root = tempfile::tempdir().unwrap();
        let mut reference = Reference { work, root, content: Content::new(), steps: Vec::new() };
        // The first work fills the cache, which all that follow use.
        reference.restart();
        let disk = Disk::below(reference.root.path(), None);
        reference.work().unwrap();
        reference.steps = disk.steps().into_iter().map(|(kind, _)| kind).collect();
        reference.content = content(&reference.root.path().join(RESULT));
        drop(disk);
        // With the work done, nothing more is to be done.
        reference.work().unwrap();
        assert_eq!(reference.difference(&[]), None, "after a second look");
        reference
    }

    fn work(&self) -> Result<(), String> {
        (self.work)(self.root.path())
    }

    /// Does the work once more from its beginning. Returns what is wrong.
    pub(super) fn repeat(&self) -> Result<(), String> {
        self.restart();
        let disk = Disk::below(self.root.path(), None);
        self.work()?;
        drop(disk);
        self.difference(&[]).map_or(Ok(()), |name| Err(format!("another {name}")))
    }

    fn restart(&self) {
        works::prepare(self.root.path());
        let _ = fs::remove_dir_all(self.root.path().join(RESULT));
    }

    /// Returns the name of a file that is missing or different, or that is there and should not.
    fn difference(&self, allowed: &[&str]) -> Option<String> {
        let found = content(&self.root.path().join(RESULT));
        let is_extra = |name: &&String| {
            !allowed.iter().any(|end| name.ends_with(end)) && !self.content.contains_key(*name)
        };
        let wrong =
            self.content.iter().find(|(name, bytes)| found.get(*name) != Some(bytes)).map(|(name, _)| name);
        wrong.or_else(|| found.keys().find(is_extra)).cloned()
    }

    /// All faults at all steps.
    fn faults(&self) -> Vec<(usize, Fault)> {
        let mut all = Vec::new();
        for (step, kind) in self.steps.iter().enumerate() {
            let refused = [NO_SPACE, DISK_ERROR, READ_ONLY, TOO_MANY_FILES].map(Fault::Refused);
            all.extend(refused.map(|fault| (step, fault)));
            match kind {
                Kind::Write => all.push((step, Fault::Torn)),
                Kind::Sync => all.extend([0, 2, 5, usize::MAX / 2].map(|later| (step, Fault::Lie(later)))),
                Kind::Other => {}
            }
        }
        all
    }

    /// Tries one fault. Returns how the work ended, or what is wrong.
    fn check(&self, step: usize, fault: Fault) -> Result<End, String> {
        self.restart();
        let disk = Disk::below(self.root.path(), Some((step, fault)));
        let result = self.work();
        let path = disk.steps().get(step).map(|(_, path)| path.clone());
        let lost = disk.lose();
        drop(disk);
        match (&result, fault) {
            (Ok(()), Fault::Refused(_) | Fault::Torn) => {
                // Notes of searches that could not be removed do no harm; the next resume removes them.
                if let Some(name) = self.difference(&["searches.txt", "matches.txt"]) {
                    return Err(format!("done, but {name} is wrong"));
                }
            }
            (Err(text), Fault::Refused(_) | Fault::Torn) => {
                let code = if let Fault::Refused(code) = fault { code } else { DISK_ERROR };
                let cause = io::Error::from_raw_os_error(code);
                // The name of a temporary file says nothing to a person.
                let name = path.as_deref().map(crate::files::name).unwrap_or_default();
                let name = if name.starts_with(TEMPORARY) { RESULT } else { &name };
                for part in [name, &cause.to_string(), advice(&cause)] {
                    if !text.contains(part) {
                        return Err(format!("no “{part}” in: {text}"));
                    }
                }
            }
            (_, Fault::Lie(_)) => {}
        }
        let disk = Disk::below(self.root.path(), None);
        let resumed = self.work();
        drop(disk);
        match resumed {
            // A complete match does not need the copies of its players, which a disk that lies can lose.
            Ok(()) => match self.difference(&[]).filter(|name| !(lost && name.starts_with("players/"))) {
                Some(name) => Err(format!("after {result:?} it ends with another {name}")),
                None if result.is_ok() && !lost => Ok(End::Done),
                None => Ok(End::Resumed),
            },
            Err(text) if lost && is_refusal(&text) && text.contains(RESULT) => Ok(End::Refused),
            Err(text) => Err(format!("after {result:?} it cannot be resumed: {text}")),
        }
    }
}

/// How a work with a fault ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The fault did no harm.
    Done,
    /// It was refused. Without the fault it was resumed to its end.
    Resumed,
    /// What is on the disk is not whole, because the disk lied, and a message says so.
    Refused,
}

/// Returns whether a message names damage, and what to do about it.
fn is_refusal(text: &str) -> bool {
    text.contains("Restore it from a backup")
        || text.contains("Restore the file from a backup")
        || text.contains("use another folder")
}

/// Tries faults, and returns how the works ended.
fn check_all(reference: &Reference, faults: &[(usize, Fault)]) -> Vec<End> {
    let (mut ends, mut wrong) = (Vec::new(), Vec::new());
    for (step, fault) in faults {
        match reference.check(*step, *fault) {
            Ok(end) => ends.push(end),
            Err(why) => wrong.push(format!("step {step}, {fault:?}: {why}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), faults.len(), wrong.join("\n"));
    ends
}

#[rstest]
#[case::evolution(works::evolution, 24)]
#[case::coevolution(works::coevolution, 6)]
#[case::game_match(works::game_match, 24)]
#[case::pipeline(works::whole_pipeline, 6)]
#[case::race(works::whole_race, 24)]
#[case::report(works::report, 12)]
#[case::care(works::care, 24)]
fn some_faults_do_no_harm(#[case] work: Work, #[case] count: usize) {
    let reference = Reference::of(work);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(reference.steps.len() as u64);
    let sample: Vec<_> = reference.faults().sample(&mut rng, count).copied().collect();
    assert_eq!(check_all(&reference, &sample).len(), count);
}

#[rstest]
#[case::evolution("evolution", works::evolution)]
#[case::coevolution("coevolution", works::coevolution)]
#[case::game_match("match", works::game_match)]
#[case::pipeline("pipeline", works::whole_pipeline)]
#[case::race("race", works::whole_race)]
#[case::report("report", works::report)]
#[case::care("care of sessions", works::care)]
#[ignore = "minutes"]
fn all_faults_do_no_harm(#[case] name: &str, #[case] work: Work) {
    let reference = Reference::of(work);
    let faults = reference.faults();
    let ends = check_all(&reference, &faults);
    let [done, resumed, refused] =
        [End::Done, End::Resumed, End::Refused].map(|end| ends.iter().filter(|found| **found == end).count());
    eprintln!(
        "{name}: {} steps, {} faults, all passed: {done} did no harm, {resumed} were resumed, {refused} refused",
        reference.steps.len(),
        ends.len()
    );
}
