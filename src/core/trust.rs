//! Which engine commands this person has run. A session's files name the commands of its engines, and someone else may
//! have made them, so a session is resumed only if the person ran these commands before or allows them.
//!
//! The hashes of the commands are in a file of the user's data folder, not in the session. An engine named by its profile
//! is one of this machine and needs no trust, except for options that others may not set.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::arena::settable_options::SettableOptions;
use crate::arena::settings::MatchSettings;
use crate::arena::spec::PlayerSpec;
use crate::engine::search::Signal;
use crate::experiment::Experiment;
use crate::files;
use crate::text;

/// The most commands that are remembered; the oldest ones are dropped.
const MOST: usize = 10_000;
/// The most bytes that are read of the file: more than [`MOST`] lines have.
const MOST_BYTES: u64 = 1 << 20;
/// The digits of a hash.
const DIGITS: usize = 64;

/// An engine with its options, as the files of a session name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineUse {
    /// The specification of the engine as a player.
    spec: String,
    /// The options that are set once.
    options: Vec<(String, String)>,
    /// The options that are tuned: their names, and all that decides their values.
    tuned: Vec<(String, String)>,
}

impl EngineUse {
    /// Returns the engines of an experiment.
    #[must_use]
    pub fn of_experiment(experiment: &Experiment) -> Vec<EngineUse> {
        let plain = |spec: &str| EngineUse { spec: spec.to_owned(), options: Vec::new(), tuned: Vec::new() };
        let mut uses: Vec<EngineUse> =
            experiment.objective.settings().engines().into_iter().map(plain).collect();
        if let Some(engine) = experiment.target.engine() {
            let tuned = engine.options().iter();
            uses.push(EngineUse {
                spec: engine.player().to_owned(),
                options: engine.fixed().to_vec(),
                tuned: tuned.map(|option| (option.name.clone(), format!("{:?}", option.kind))).collect(),
            });
        }
        uses
    }

    /// Returns the engines of a match. Organisms have no options and need no trust.
    #[must_use]
    pub fn of_match(settings: &MatchSettings) -> Vec<EngineUse> {
        let players = settings.players.iter();
        players.map(|player| EngineUse::of_player(&player.spec, &player.options)).collect()
    }

    /// Returns the use of a player with these options.
    #[must_use]
    pub fn of_player(spec: &str, options: &[(String, String)]) -> EngineUse {
        EngineUse { spec: spec.to_owned(), options: options.to_vec(), tuned: Vec::new() }
    }

    /// Returns the hash of the program, its arguments and its options.
    fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 engine commands that a person has run");
        let mut add = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        };
        add(&self.spec);
        for list in [&self.options, &self.tuned] {
            add(&list.len().to_string());
            list.iter().for_each(|(name, value)| [name, value].into_iter().for_each(|part| add(part)));
        }
        hasher.finalize().to_hex().to_string()
    }

    /// Returns whether the engine may run although this person has not run it before.
    fn is_harmless(&self) -> bool {
        match self.spec.parse() {
            Ok(PlayerSpec::Uci(_) | PlayerSpec::Xboard(_)) => false,
            Ok(PlayerSpec::Name(name)) if !self.options.is_empty() || !self.tuned.is_empty() => {
                // What is no engine on this machine cannot run, and whoever resumes it says so.
                SettableOptions::of(&name, &Signal::default()).map_or(true, |settable| {
                    let mut tuned = self.tuned.iter();
                    settable.check(&self.options).is_ok()
                        && tuned.all(|(name, _)| settable.check_name(name).is_ok())
                })
            }
            _ => true,
        }
    }

    /// Describes the engine with its options on one line.
    fn shown(&self) -> String {
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        let tuned = self.tuned.iter().map(|(name, kind)| format!("{name}: {kind}"));
        let options: Vec<String> = options.chain(tuned).collect();
        let with =
            if options.is_empty() { String::new() } else { format!(", options {}", options.join(", ")) };
        text::line(&format!("{}{with}", self.spec)).into_owned()
    }
}

/// A session names engine commands that this person has not run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}: these files name engine commands that you have not run before:\n  {}\nSomeone else may have made the files. If you \
     trust the commands, resume with --trust-commands",
    folder.display(), commands.join("\n  ")
)]
pub struct UnknownCommands {
    /// The folder whose files name them.
    pub folder: PathBuf,
    /// The commands, one line each.
    pub commands: Vec<String>,
}

/// Checks that this person has run the engines that the files of a folder name.
///
/// # Errors
/// Returns the commands that are not known.
pub fn check(folder: &Path, uses: &[EngineUse]) -> Result<(), UnknownCommands> {
    check_in(file().as_deref(), folder, uses)
}

fn check_in(file: Option<&Path>, folder: &Path, uses: &[EngineUse]) -> Result<(), UnknownCommands> {
    let known: BTreeSet<String> = file.map(read).unwrap_or_default().into_iter().collect();
    let is_unknown = |engine: &&EngineUse| !known.contains(&engine.digest()) && !engine.is_harmless();
    let mut commands: Vec<String> = uses.iter().filter(is_unknown).map(EngineUse::shown).collect();
    commands.dedup();
    if commands.is_empty() { Ok(()) } else { Err(UnknownCommands { folder: folder.to_owned(), commands }) }
}

/// Records that this person runs these engines.
///
/// # Errors
/// Returns an error if there is no data folder, or if it cannot be written.
pub fn record(uses: &[EngineUse]) -> io::Result<()> {
    let named = uses.iter().filter(|engine| {
        let is_command = matches!(engine.spec.parse(), Ok(PlayerSpec::Uci(_) | PlayerSpec::Xboard(_)));
        is_command || !engine.options.is_empty() || !engine.tuned.is_empty()
    });
    let digests: Vec<String> = named.map(EngineUse::digest).collect();
    if digests.is_empty() {
        return Ok(());
    }
    let none = || io::Error::new(io::ErrorKind::NotFound, "the user has no data folder");
    record_in(&file().ok_or_else(none)?, digests)
}

/// Records that this person starts these engines. Without a record, a later resume asks.
pub fn record_started(uses: &[EngineUse]) {
    if let Err(error) = record(uses) {
        tracing::warn!(%error, "the engine commands could not be recorded as yours");
    }
}

fn record_in(file: &Path, digests: Vec<String>) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        files::create_folder(folder)?;
    }
    let lock = files::open_lock(&file.with_extension("lock"))?;
    // Another process may record a command meanwhile. The lock ends with the file.
    lock.lock()?;
    let mut lines = read(file);
    let new: Vec<String> = digests.into_iter().filter(|digest| !lines.contains(digest)).collect();
    if new.is_empty() {
        return Ok(());
    }
    lines.extend(new);
    let kept = &lines[lines.len().saturating_sub(MOST)..];
    files::replace(file, (kept.join("\n") + "\n").as_bytes())
}

/// Returns the hashes in a file, oldest first; none if it is missing. Damaged lines are ignored.
fn read(file: &Path) -> Vec<String> {
    let mut bytes = Vec::new();
    // What cannot be read counts as unknown.
    let _ = File::open(file).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    let is_digest = |line: &&str| line.len() == DIGITS && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    String::from_utf8_lossy(&bytes).lines().filter(is_digest).map(str::to_owned).collect()
}

/// Returns the file of the hashes, or `None` if the user has no data folder.
fn file() -> Option<PathBuf> {
    use etcetera::BaseStrategy;
    Some(etcetera::choose_base_strategy().ok()?.data_dir().join("eyas").join("engine-commands"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn command(spec: &str, options: &[(&str, &str)]) -> EngineUse {
        let options: Vec<_> =
            options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        EngineUse::of_player(spec, &options)
    }

    fn is_known(file: &Path, engine: &EngineUse) -> bool {
        check_in(Some(file), Path::new("s"), std::slice::from_ref(engine)).is_ok()
    }

    #[test]
    fn a_command_is_known_with_its_arguments_and_options_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/engine-commands");
        let engine = command("uci:/opt/engine --fast", &[("Hash", "1")]);
        assert!(!is_known(&file, &engine), "nothing is recorded");
        record_in(&file, vec![engine.digest()]).unwrap();
        assert!(is_known(&file, &engine));
        for other in [
            command("xboard:/opt/engine --fast", &[("Hash", "1")]),
            command("uci:/opt/engine", &[("Hash", "1")]),
            command("uci:/opt/engine --fast", &[]),
            command("uci:/opt/engine --fast", &[("Hash", "2")]),
            command("uci:/opt/engine --fast", &[("Has", "h1")]),
        ] {
            assert!(!is_known(&file, &other), "{other:?}");
        }
        for harmless in ["reference", "organism:reference", "nobody", "stockfish"] {
            assert!(is_known(&file, &command(harmless, &[])), "{harmless}");
        }
    }

    #[test]
    fn a_broken_file_knows_nothing_and_is_mended() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engine-commands");
        let engine = command("uci:engine", &[]);
        for content in [b"\xff\xfe\0broken".to_vec(), engine.digest().into_bytes()[1..].to_vec(), Vec::new()]
        {
            fs::write(&file, &content).unwrap();
            assert!(!is_known(&file, &engine));
            record_in(&file, vec![engine.digest()]).unwrap();
            assert!(is_known(&file, &engine));
        }
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        assert!(!is_known(&file, &engine) && record_in(&file, vec![engine.digest()]).is_err());
    }

    #[test]
    fn the_file_is_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engine-commands");
        let digest = |number: usize| format!("{number:064x}");
        record_in(&file, (0..MOST + 5).map(digest).collect()).unwrap();
        let kept = read(&file);
        assert_eq!((kept.len(), &kept[0]), (MOST, &digest(5)));
    }

    #[test]
    fn the_message_shows_commands_on_one_line() {
        let engine = command("uci:/tmp/x '\u{1b}[2J'", &[("a", "b\nc")]);
        let error = check_in(None, Path::new("folder"), &[engine]).unwrap_err().to_string();
        assert!(error.contains("uci:/tmp/x") && error.contains("--trust-commands"), "{error}");
        assert!(!error.contains('\u{1b}') && error.lines().count() == 3, "{error}");
    }
}
