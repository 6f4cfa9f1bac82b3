//! Every work, with every fault at every step of its writing: it is done all the same, or refused with the right message,
//! and when the disk is well again, it ends with the same bytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rstest::rstest;

use super::works::{self, RESULT, Work};
use crate::files::testing::{DISK_ERROR, Disk, Fault, Kind, NO_SPACE, READ_ONLY, TOO_MANY_FILES};
use crate::files::{TEMPORARY, advice};

/// The files of a work by their paths. What a match measures of time is left out.
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
    }
    found
}

/// The undisturbed work: its files, and the steps of its writing.
struct Reference {
    work: Work,
    root: tempfile::TempDir,
    content: Content,
    steps: Vec<Kind>,
}

impl Reference {
    fn of(work: Work) -> Reference {
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

    /// Tries one fault. Returns what is wrong.
    fn check(&self, step: usize, fault: Fault) -> Result<(), String> {
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
                let cause = std::io::Error::from_raw_os_error(code);
                let name =
                    path.and_then(|path| Some(path.file_name()?.to_str()?.to_owned())).unwrap_or_default();
                let names =
                    if name.starts_with(TEMPORARY) { self.root.path().to_str().unwrap() } else { &name };
                for part in [names, &cause.to_string(), advice(&cause)] {
                    if !text.contains(part) {
                        return Err(format!("no “{part}” in: {text}"));
                    }
                }
            }
            (_, Fault::Lie(_)) => {}
        }
        match self.work() {
            Ok(()) => match self.difference(&[]) {
                Some(name) => Err(format!("after {result:?} it ends with another {name}")),
                None => Ok(()),
            },
            Err(text) if lost && is_refusal(&text) && text.contains(self.root.path().to_str().unwrap()) => {
                Ok(())
            }
            Err(text) => Err(format!("after {result:?} it cannot be resumed: {text}")),
        }
    }
}

/// Returns whether a message names damage, and what to do about it.
fn is_refusal(text: &str) -> bool {
    text.contains("estore")
}

/// Tries faults, and returns how many.
fn check_all(reference: &Reference, faults: &[(usize, Fault)]) -> usize {
    let wrong: Vec<String> = faults
        .iter()
        .filter_map(|(step, fault)| {
            let why = reference.check(*step, *fault).err()?;
            Some(format!("step {step} of {}, {fault:?}: {why}", reference.steps.len()))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {} are wrong:\n{}", wrong.len(), faults.len(), wrong.join("\n"));
    faults.len()
}

/// The number of faults of each work in the ordinary test.
const SAMPLE: usize = 24;

#[rstest]
#[case::evolution(works::evolution)]
#[case::coevolution(works::coevolution)]
#[case::game_match(works::game_match)]
#[case::pipeline(works::whole_pipeline)]
#[case::race(works::whole_race)]
#[case::report(works::report)]
#[case::care(works::care)]
fn some_faults_do_no_harm(#[case] work: Work) {
    let reference = Reference::of(work);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(reference.steps.len() as u64);
    let sample: Vec<_> = reference.faults().sample(&mut rng, SAMPLE).copied().collect();
    assert_eq!(check_all(&reference, &sample), SAMPLE);
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
    let count = check_all(&reference, &faults);
    println!("{name}: {} steps, {count} faults, all passed", reference.steps.len());
}
