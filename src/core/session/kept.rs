//! The parameters that are kept after a screening: a parameter file, whose options are those that a further tune changes. It
//! has the live ones until a person keeps others.

use std::path::{Path, PathBuf};

use super::error::Error;
use crate::engine_options::{EngineError, ParameterFile, TunedEngine};
use crate::files;

/// The name of the file.
pub const KEPT: &str = "kept-parameters.ron";

/// Returns the indices of the options of an engine that are kept; `None` if nothing is recorded, or if the file cannot be
/// read: it is no part of the session's result.
#[must_use]
pub fn kept(folder: &Path, engine: &TunedEngine) -> Option<Vec<usize>> {
    let file = ParameterFile::read(&folder.join(KEPT)).ok()?;
    let is_kept = |name: &str| file.options().iter().any(|option| option.name == name);
    let options = engine.options().iter().enumerate();
    Some(options.filter(|(_, option)| is_kept(&option.name)).map(|(index, _)| index).collect())
}

/// Records the options that are kept, at least one. Returns the path of the file.
///
/// # Errors
/// There are none, or the file cannot be written. The old file then remains.
pub fn keep(folder: &Path, engine: &TunedEngine, kept: &[usize]) -> Result<PathBuf, Error> {
    let path = folder.join(KEPT);
    let failed = |error: EngineError| Error::io("write", &path)(std::io::Error::other(error.to_string()));
    let engine = engine.keeping(kept).map_err(failed)?;
    let text = engine.file(&engine.start());
    files::replace(&path, text.as_bytes()).map_err(Error::io("write", &path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kept_options_are_a_parameter_file() {
        let folder = tempfile::tempdir().unwrap();
        let text = "A, int, 1, 0, 9, 1, 0.002\nB, int, 2, 0, 9, 1, 0.002\nC, int, 3, 0, 9, 1, 0.002\n";
        let options = ParameterFile::parse("file", text).unwrap().options().to_vec();
        let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), options).unwrap();
        assert_eq!(kept(folder.path(), &engine), None);
        let path = keep(folder.path(), &engine, &[0, 2]).unwrap();
        assert_eq!(kept(folder.path(), &engine), Some(vec![0, 2]));
        let file = ParameterFile::read(&path).unwrap();
        assert_eq!(file.options(), engine.keeping(&[0, 2]).unwrap().options());
        assert!(
            keep(folder.path(), &engine, &[])
                .unwrap_err()
                .to_string()
                .contains("there are no options to tune")
        );
        assert_eq!(kept(folder.path(), &engine), Some(vec![0, 2]));
    }
}
