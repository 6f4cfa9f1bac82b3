//! Figures as files.

use std::path::{Path, PathBuf};

use super::{Error, Figure, csv, svg};
use crate::files;

pub use crate::session::FIGURES as FOLDER;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A picture.
    Svg,
    /// Numbers.
    Csv,
}

impl Format {
    /// Returns the format of a file by the end of its name.
    ///
    /// # Errors
    /// The name ends in neither `.svg` nor `.csv`.
    pub fn of(path: &Path) -> Result<Format, Error> {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Format::Svg),
            Some("csv") => Ok(Format::Csv),
            _ => Err(Error::Format(path.to_owned())),
        }
    }
}

/// Writes a figure to a file, atomically. An older file is replaced.
///
/// # Errors
/// The name of the file ends in neither `.svg` nor `.csv`, or the file cannot be written.
pub fn write(figure: &Figure, path: &Path) -> Result<(), Error> {
    let text = match Format::of(path)? {
        Format::Svg => svg::write(figure),
        Format::Csv => csv::write(figure),
    };
    files::replace(path, text.as_bytes()).map_err(Error::write(path))
}

/// Writes a figure as SVG and CSV into the folder of figures of a session. Returns the two paths.
///
/// # Errors
/// The files cannot be written.
pub fn export(figure: &Figure, session: &Path) -> Result<[PathBuf; 2], Error> {
    let folder = session.join(FOLDER);
    files::create_folder(&folder).map_err(Error::write(&folder))?;
    let paths = ["svg", "csv"].map(|ending| folder.join(format!("{}.{ending}", figure.name)));
    paths.iter().try_for_each(|path| write(figure, path))?;
    Ok(paths)
}
