//! The experiment as workers receive it: its settings, and its files by the hash of their content.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::blobs::{self, is_name};
use super::error::Error;
use super::games::check_forms;
use super::protocol::MAX_BLOB;
use super::settable::SettableByProfile;
use crate::arena::PlayerFactory;
use crate::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use crate::arena::spec::PlayerSpec;
use crate::engine_options::TunedEngine;
use crate::experiment::Experiment;
use crate::files;
use crate::job::Setup;
use crate::objectives::SetDigest;
use crate::positions::PositionSource;

/// The most files of an experiment.
const MAX_FILES: usize = 1_000;

/// An experiment on the wire. Paths of files are replaced by hashes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Published {
    /// The settings in RON, with the hash of each file in the place of its path.
    settings: String,
    /// The end of the name of each file, which decides how it is read.
    extensions: BTreeMap<String, String>,
    /// The hash of the session's file of quiet positions, if it has one.
    quiet: Option<String>,
    /// The settings as text, for the checksum in that file.
    pub(super) context: String,
    /// The training set.
    pub(super) train: SetDigest,
}

/// A published experiment and the inputs that it needs.
pub(super) struct Publication {
    pub(super) published: Vec<u8>,
    /// The files, by name.
    pub(super) inputs: Vec<(String, Vec<u8>)>,
}

/// Replaces the paths of all files in a source.
fn replace(
    source: &mut PositionSource,
    with: &mut dyn FnMut(&Path) -> Result<PathBuf, Error>,
) -> Result<(), Error> {
    match source {
        PositionSource::Embedded(_) => Ok(()),
        PositionSource::File(path) => {
            *path = with(path)?;
            Ok(())
        }
        PositionSource::Multiple(sources) => sources.iter_mut().try_for_each(|source| replace(source, with)),
    }
}

/// Checks that an engine is given by the name of a profile. Workers run no command that arrives from the network.
///
/// # Errors
/// Returns an error if it is a command or a path.
pub(super) fn check_engine(spec: &str) -> Result<(), Error> {
    let is_plain =
        |name: &String| name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_. ".contains(letter));
    match spec.parse() {
        Ok(PlayerSpec::Name(name)) if is_plain(&name) && !name.starts_with('.') => Ok(()),
        _ => Err(Error::Unfit(format!(
            "“{spec}”: workers run no command from the network, only engines with a profile; write a profile for the \
             engine on each machine (engines/NAME.ron) and use its name"
        ))),
    }
}

/// Returns the engine with a profile of this name on this machine.
///
/// # Errors
/// Returns [`Error::Unable`] if there is none.
pub(super) fn engine(
    name: &str,
    hash: usize,
    options: Vec<(String, String)>,
) -> Result<PlayerFactory, Error> {
    let options = PlayerOptions { search: None, hash, options };
    match ResolvedPlayer::of(&PlayerSpec::Name(name.to_owned()), &options) {
        Ok(ResolvedPlayer { factory: PlayerFactory::Organism { .. }, .. }) => {
            Err(Error::Unfit(format!("“{name}” is an organism, not an engine")))
        }
        Ok(resolved) => Ok(resolved.factory),
        Err(error) => Err(Error::Unable(error.to_string())),
    }
}

/// Returns the names of the engines that an experiment needs.
fn engines(experiment: &Experiment) -> Vec<&str> {
    let tuned = experiment.target.engine().map(TunedEngine::player);
    tuned.into_iter().chain(experiment.objective.settings().engines()).collect()
}

/// Returns whether an experiment needs engines.
pub(super) fn has_engines(experiment: &Experiment) -> bool {
    !engines(experiment).is_empty()
}

/// Checks that workers may run the engines of an experiment.
fn check_engines(experiment: &Experiment) -> Result<(), Error> {
    engines(experiment).into_iter().try_for_each(check_engine)?;
    experiment.target.engine().map_or(Ok(()), |tuned| check_forms(tuned.fixed()))
}

/// Checks that others may set the options of the tuned engine that an experiment sets.
fn check_options(experiment: &Experiment, settable: &SettableByProfile) -> Result<(), Error> {
    let Some(tuned) = experiment.target.engine() else { return Ok(()) };
    settable.check(tuned.player(), tuned.fixed())?;
    let settable = settable.of(tuned.player()).map_err(|error| Error::Unable(error.to_string()))?;
    let mut names = tuned.options().iter().map(|option| option.name.as_str());
    names.try_for_each(|name| {
        settable.check_name(name).map(drop).map_err(|error| Error::Unable(error.to_string()))
    })
}

/// Returns the path of the file in the folder of a session that workers need, if there is one.
fn shared_file(experiment: &Experiment, folder: &Path) -> Option<PathBuf> {
    let shared = experiment.objective.properties().files.iter().find(|file| file.is_shared)?;
    Some(folder.join(shared.name))
}

/// Collects what workers need of a session.
///
/// # Errors
/// Returns an error if a file cannot be read, if an engine is given by a command, or if others may not set its options.
pub(super) fn publish(setup: &Setup<'_>, settable: &SettableByProfile) -> Result<Publication, Error> {
    let mut experiment = setup.settings.clone();
    check_engines(&experiment)?;
    check_options(&experiment, settable)?;
    let mut inputs = Vec::new();
    let mut extensions = BTreeMap::new();
    let mut add = |path: &Path| {
        let content = files::read(path, MAX_BLOB as u64)
            .map_err(|cause| Error::File { file: path.to_owned(), why: cause.to_string() })?;
        let name = blobs::name(&content);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let extension = file.split_once('.').map_or_else(String::new, |(_, rest)| rest.to_owned());
        extensions.insert(name.clone(), extension);
        inputs.push((name.clone(), content));
        Ok(name.into())
    };
    for source in experiment.objective.settings_mut().sources_mut() {
        replace(source, &mut add)?;
    }
    let quiet = shared_file(&experiment, setup.folder).and_then(|path| files::read_own(&path).ok());
    let quiet = quiet.map(|content| {
        let name = blobs::name(&content);
        inputs.push((name.clone(), content));
        name
    });
    let settings = ron::to_string(&experiment).map_err(|cause| Error::Message(cause.to_string()))?;
    let context = format!("{:?}", setup.settings);
    let published = Published { settings, extensions, quiet, context, train: setup.train.clone() };
    let published = serde_json::to_vec(&published).map_err(|cause| Error::Message(cause.to_string()))?;
    Ok(Publication { published, inputs })
}

impl Published {
    /// Reads an experiment from the network, and copies its files into `folder`. `fetch` returns the content of an
    /// input.
    ///
    /// # Errors
    /// Returns an error if the experiment is not valid, names a path or a command, if an input is missing, if this machine
    /// has no profile of an engine, or if others may not set its options.
    pub(super) fn receive(
        bytes: &[u8],
        folder: &Path,
        settable: &SettableByProfile,
        fetch: &mut dyn FnMut(&str) -> Result<Vec<u8>, Error>,
    ) -> Result<(Published, Experiment), Error> {
        let published: Published =
            serde_json::from_slice(bytes).map_err(|cause| Error::Message(cause.to_string()))?;
        let mut experiment: Experiment =
            ron::from_str(&published.settings).map_err(|cause| Error::Message(cause.to_string()))?;
        check_engines(&experiment)?;
        engines(&experiment).into_iter().try_for_each(|name| engine(name, 1, Vec::new()).map(drop))?;
        check_options(&experiment, settable)?;
        if published.extensions.len() > MAX_FILES {
            return Err(Error::Unfit(format!("the experiment has more than {MAX_FILES} files")));
        }
        files::create_folder(folder).map_err(|cause| Error::Cache { folder: folder.to_owned(), cause })?;
        let mut copy = |name: &str, file: &str| {
            let content = fetch(name)?;
            let path = folder.join(file);
            files::replace(&path, &content)
                .map_err(|cause| Error::Cache { folder: folder.to_owned(), cause })?;
            Ok(path)
        };
        let mut place = |path: &Path| {
            let name = path.to_str().filter(|name| is_name(name));
            let name =
                name.ok_or_else(|| Error::Unfit(format!("{}: a path is not an input", path.display())))?;
            let extension = published.extensions.get(name).map_or("", String::as_str);
            let is_safe = extension.len() <= 40
                && extension.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '.');
            let file = if is_safe && !extension.is_empty() {
                format!("{name}.{extension}")
            } else {
                name.to_owned()
            };
            copy(name, &file)
        };
        for source in experiment.objective.settings_mut().sources_mut() {
            replace(source, &mut place)?;
        }
        let quiet = published.quiet.as_deref().filter(|name| is_name(name));
        if let Some((name, path)) = quiet.zip(shared_file(&experiment, folder)) {
            let content = fetch(name)?;
            files::replace(&path, &content)
                .map_err(|cause| Error::Cache { folder: folder.to_owned(), cause })?;
        }
        Ok((published, experiment))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::experiment::presets;

    fn digest() -> SetDigest {
        SetDigest { name: "set".to_owned(), positions: 1, blake3: "0".repeat(64) }
    }

    #[test]
    fn files_are_inputs_and_paths_stay_at_home() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("own.suite.epd");
        fs::write(&file, "8/8/8/8/8/8/8/K1k5 w - - bm Ka2;\n").unwrap();
        let mut settings = presets::named("paper-2014").unwrap();
        settings.objective.moves_mut().unwrap().train = PositionSource::File(file.clone());
        let setup = Setup { folder: home.path(), settings: &settings, train: &digest() };
        let publication = publish(&setup, &SettableByProfile::default()).unwrap();
        let [(name, content)] = &publication.inputs[..] else { panic!("one input") };
        let away = tempfile::tempdir().unwrap();
        let mut fetch = |wanted: &str| if wanted == name { Ok(content.clone()) } else { panic!("{wanted}") };
        let (_, received) = Published::receive(
            &publication.published,
            away.path(),
            &SettableByProfile::default(),
            &mut fetch,
        )
        .unwrap();
        let PositionSource::File(path) = &received.objective.moves().unwrap().train else { panic!("a file") };
        assert_eq!(*path, away.path().join(format!("{name}.suite.epd")));
        assert_eq!(fs::read(path).unwrap(), fs::read(&file).unwrap());
    }

    #[test]
    fn a_path_from_the_network_is_refused() {
        let mut settings = presets::named("paper-2014").unwrap();
        settings.objective.moves_mut().unwrap().train = PositionSource::File("/etc/passwd".into());
        let published = Published {
            settings: ron::to_string(&settings).unwrap(),
            extensions: BTreeMap::new(),
            quiet: None,
            context: String::new(),
            train: digest(),
        };
        let folder = tempfile::tempdir().unwrap();
        let bytes = serde_json::to_vec(&published).unwrap();
        let error = Published::receive(&bytes, folder.path(), &SettableByProfile::default(), &mut |_| {
            panic!("nothing is fetched")
        })
        .unwrap_err();
        assert_eq!(error.to_string(), "/etc/passwd: a path is not an input");
    }

    #[test]
    fn commands_are_refused() {
        assert!(check_engine("stockfish").is_ok());
        for bad in ["uci:rm -rf /", "xboard:sh", "../evil", "/bin/sh", "organism:x", ".hidden"] {
            assert!(check_engine(bad).is_err(), "{bad}");
        }
    }
}
