//! Folders of sessions, matches, races and pipelines.

use std::path::Path;

use crate::director::Header;
use crate::figures::{Request, Source, csv, svg};
use crate::pipeline::Pipeline;
use crate::race::Race;
use crate::session::{self, MatchFolder, Session, unsealed};

/// Calls a function with a folder, which the inputs of a thread share.
pub(super) fn in_folder<T>(run: impl FnOnce(&Path) -> T) -> T {
    thread_local! {
        static FOLDER: Option<tempfile::TempDir> = tempfile::tempdir().ok();
    }
    FOLDER
        .with(|folder| run(folder.as_ref().map_or(Path::new("/no-temporary-folder"), |folder| folder.path())))
}

/// Makes all figures of a folder.
fn draw(folder: &Path) {
    let Ok(source) = Source::open(folder) else { return };
    let _ = (source.about(), source.lead(), source.digest(), source.suspect());
    for listed in source.list() {
        if let Ok(figure) = source.figure(&Request::new(listed.name)) {
            let _ = (svg::write(&figure), csv::write(&figure));
        }
    }
}

/// The files of a session: `session.ron`, `checkpoint.ron`, `journal.jsonl`, `games.jsonl`.
pub fn session(bytes: &[u8]) -> bool {
    in_folder(|folder| {
        unsealed::session(folder, bytes);
        let recorded = Session::open_read_only(folder);
        let _ = (session::summary(folder), session::results(folder), session::champions(folder));
        let _ = (session::best_scores(folder), session::generation(folder, 0, 1));
        let _ = (session::games(folder, 0, Some(0)), session::repeated_games(folder));
        let Ok(recorded) = recorded else { return false };
        if let Some(last) = recorded.history.last()
            && let Ok(mut run) = recorded.run(last.run)
        {
            recorded.apply_changes(&mut run);
        }
        let _ = (recorded.settings_in_force(), recorded.champions());
        draw(folder);
        true
    })
}

/// A session with a compressed journal.
pub fn compressed_journal(bytes: &[u8]) -> bool {
    in_folder(|folder| {
        unsealed::compressed_session(folder, bytes);
        let _ = (session::summary(folder), session::results(folder));
        Session::open_read_only(folder).is_ok()
    })
}

/// The files of a match: `match.ron`, `checkpoint.ron`, `games.jsonl`.
pub fn match_folder(bytes: &[u8]) -> bool {
    in_folder(|folder| {
        unsealed::of_match(folder, bytes);
        let _ = MatchFolder::read_header::<Header>(folder);
        let is_valid = MatchFolder::read::<Header>(folder).is_ok();
        draw(folder);
        is_valid
    })
}

/// The plan of a race or of a pipeline.
pub fn plans(bytes: &[u8]) -> bool {
    in_folder(|folder| {
        unsealed::plans(folder, bytes);
        let (race, pipeline) = (Race::open_read_only(folder), Pipeline::open_read_only(folder));
        draw(folder);
        race.is_ok() || pipeline.is_ok()
    })
}
