//! The games that the person plays against organisms: all are in one PGN file beside the sessions.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::error::Error;
use super::folder;
use crate::files;

/// The folder among the sessions, and its file.
const FOLDER: &str = "played";
const GAMES: &str = "games.pgn";

/// Adds a game in PGN to the games that were played, and returns their file. The file is replaced as a whole, and only
/// one process writes it at a time, so that no earlier game is lost.
///
/// # Errors
/// The folder or the file cannot be read or written. The earlier games are unchanged then.
pub fn save_played(root: &Path, game: &str) -> Result<PathBuf, Error> {
    let folder = root.join(FOLDER);
    files::create_folder(&folder).map_err(Error::io("create the folder", &folder))?;
    let _lock = folder::lock(&folder)?;
    let path = folder.join(GAMES);
    let mut games = match files::read_own(&path) {
        Ok(games) => games,
        Err(cause) if cause.kind() == ErrorKind::NotFound => Vec::new(),
        Err(cause) => return Err(Error::io("read", &path)(cause)),
    };
    games.extend_from_slice(game.as_bytes());
    files::replace(&path, &games).map_err(Error::io("write", &path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_game_follows_the_earlier_ones() {
        let root = tempfile::tempdir().unwrap();
        let paths = ["first\n\n", "second\n\n"].map(|game| save_played(root.path(), game).unwrap());
        assert_eq!(paths[0], root.path().join("played/games.pgn"));
        assert_eq!(fs::read_to_string(&paths[1]).unwrap(), "first\n\nsecond\n\n");
    }

    #[test]
    fn a_file_that_cannot_be_read_is_kept() {
        let root = tempfile::tempdir().unwrap();
        let games = root.path().join("played/games.pgn");
        fs::create_dir_all(root.path().join("played")).unwrap();
        // A link to itself is in the way of readers, and none of a replacement.
        std::os::unix::fs::symlink("games.pgn", &games).unwrap();
        let error = save_played(root.path(), "game").unwrap_err().to_string();
        assert!(error.contains("read") && error.contains("games.pgn"), "{error}");
        assert!(games.is_symlink());
    }
}
