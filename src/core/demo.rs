//! The demo: a finished pipeline and a match that are shipped in the program, so that every screen has something to
//! show. `sessions/README.md` has the commands that made them.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::files;

/// The folders of the demo, as a compressed archive.
const ARCHIVE: &[u8] = include_bytes!("data/assets/demo.tar.zst");

/// The folder of the pipeline.
const PIPELINE: &str = "demo-pipeline";
/// The folder of the match.
const MATCH: &str = "demo-match";

/// Why the demo could not be written.
#[derive(Debug, Error)]
#[error("{}: the demo cannot be written: {cause}; choose a writable folder", folder.display())]
pub struct DemoError {
    /// The folder that should contain the demo.
    folder: PathBuf,
    cause: io::Error,
}

/// The folders of the demo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demo {
    /// The pipeline: random bits, grandmasters' moves, games between champions, a tuned search.
    pub pipeline: PathBuf,
    /// The first stage of the pipeline: an ensemble of runs on grandmasters' moves.
    pub session: PathBuf,
    /// A match between the results of the stages.
    pub match_folder: PathBuf,
}

/// Writes the demo to a folder of sessions, as a pipeline and a match in it. A part that exists already stays as it is.
///
/// # Errors
/// If the folder cannot be written. It then contains no part of the demo that is incomplete.
pub fn unpack(sessions: &Path) -> Result<Demo, DemoError> {
    let pipeline = sessions.join(PIPELINE);
    let match_folder = sessions.join(MATCH);
    let parts = [&pipeline, &match_folder];
    if parts.iter().any(|part| !part.exists()) {
        write(sessions, &parts).map_err(|cause| DemoError { folder: sessions.to_owned(), cause })?;
    }
    let session = pipeline.join("1-grandmaster");
    Ok(Demo { pipeline, session, match_folder })
}

/// Extracts the archive beside the parts, and moves those into place that do not exist.
fn write(sessions: &Path, parts: &[&PathBuf]) -> io::Result<()> {
    files::create_folder(sessions)?;
    let staged = tempfile::Builder::new().prefix(files::TEMPORARY).tempdir_in(sessions)?;
    let mut archive = tar::Archive::new(zstd::Decoder::new(ARCHIVE)?);
    archive.set_preserve_mtime(false);
    archive.unpack(staged.path())?;
    for part in parts {
        if let (false, Some(name)) = (part.exists(), part.file_name()) {
            files::rename(&staged.path().join(name), part)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::director;
    use crate::pipeline;
    use crate::session::{self, SessionState};

    #[test]
    fn the_demo_is_complete_and_readable() {
        let root = tempfile::tempdir().unwrap();
        let sessions = root.path().join("sessions");
        let demo = unpack(&sessions).unwrap();
        assert!(pipeline::is_pipeline(&demo.pipeline));
        for stage in ["1-grandmaster", "2-coevolution", "3-tuning"] {
            let summary = session::summary(&demo.pipeline.join(stage));
            assert_eq!(summary.state, SessionState::Complete, "{stage}");
        }
        let saved = director::saved(&sessions).unwrap();
        let [saved] = saved.as_slice() else { panic!("one match: {saved:?}") };
        let (header, done) = saved.content.as_ref().unwrap();
        assert_eq!((&saved.folder, *done), (&demo.match_folder, header.settings.plan().games()));
        let names: Vec<_> =
            std::fs::read_dir(&sessions).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "nothing else is left: {names:?}");
    }

    #[test]
    fn an_existing_part_is_kept_and_a_missing_one_is_written() {
        let root = tempfile::tempdir().unwrap();
        let demo = unpack(root.path()).unwrap();
        let own = demo.pipeline.join("note.txt");
        std::fs::write(&own, "mine").unwrap();
        std::fs::remove_dir_all(&demo.match_folder).unwrap();
        assert_eq!(unpack(root.path()).unwrap(), demo);
        assert_eq!(std::fs::read_to_string(own).unwrap(), "mine");
        assert!(demo.match_folder.join("match.ron").exists());
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        std::fs::write(&file, "").unwrap();
        let error = unpack(&file.join("sessions")).unwrap_err().to_string();
        assert!(error.contains("file/sessions") && error.contains("writable"), "{error}");
    }
}
