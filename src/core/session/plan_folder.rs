//! The folder of a plan: of a pipeline or of a race. The sessions that it plans are in folders inside it.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::Error;
use super::{folder, sealed};

pub(crate) trait FolderPlan: Serialize + DeserializeOwned {
    /// What is planned, as in error messages and in the names of the file (`race.ron`) and of new folders (`race-0001`).
    const KIND: &'static str;
    type Error: From<Error>;

    fn check(&self) -> Result<(), Self::Error>;
}

#[derive(Debug)]
pub(crate) struct PlanFolder<P> {
    path: PathBuf,
    plan: P,
    /// The lock; `None` if the folder is open for reading.
    _lock: Option<folder::Lock>,
}

impl<P: FolderPlan> PlanFolder<P> {
    /// Returns whether a folder holds a plan of this kind.
    pub(crate) fn is_in(path: &Path) -> bool {
        Self::file(path).is_file()
    }

    /// Returns the folders with plans of this kind in a folder of sessions, sorted by name. A missing root is empty.
    ///
    /// # Errors
    /// The root cannot be read.
    pub(crate) fn list(root: &Path) -> Result<Vec<PathBuf>, Error> {
        folder::list(root, Self::is_in)
    }

    /// Returns the path of a new folder: its kind and `0001`, or the number after the highest existing one.
    ///
    /// # Errors
    /// The root cannot be read.
    pub(crate) fn new_path(root: &Path) -> Result<PathBuf, Error> {
        folder::new_folder_named(root, P::KIND)
    }

    /// Writes a plan, which must be valid, into a folder that is missing or empty.
    ///
    /// # Errors
    /// The folder is not empty, or it cannot be written.
    pub(crate) fn create(path: &Path, plan: P) -> Result<PlanFolder<P>, Error> {
        let lock = folder::claim(path).map_err(|error| match error {
            Error::Exists(path) => Error::Occupied { path, kind: P::KIND },
            other => other,
        })?;
        let created = PlanFolder { path: path.to_owned(), plan, _lock: Some(lock) };
        created.write()?;
        Ok(created)
    }

    /// Opens a plan for writing, and removes the incomplete files of interrupted writes.
    ///
    /// # Errors
    /// There is no plan, another process has locked the folder, a later version wrote it, it is damaged, or its folder
    /// cannot be written.
    pub(crate) fn open(path: &Path) -> Result<PlanFolder<P>, P::Error> {
        let lock = Self::is_in(path).then(|| folder::lock(path)).transpose()?;
        Self::open_read_only(path).and_then(|opened| {
            folder::remove_temporary_files(path)?;
            Ok(PlanFolder { _lock: lock, ..opened })
        })
    }

    /// Reads a plan without changing or locking anything.
    ///
    /// # Errors
    /// There is no plan, a later version wrote it, or it is damaged.
    pub(crate) fn open_read_only(path: &Path) -> Result<PlanFolder<P>, P::Error> {
        if !Self::is_in(path) {
            return Err(Error::NoPlan { path: path.to_owned(), kind: P::KIND }.into());
        }
        let (plan, _) = sealed::read::<P>(&Self::file(path))?;
        plan.check()?;
        Ok(PlanFolder { path: path.to_owned(), plan, _lock: None })
    }

    /// Returns the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn plan(&self) -> &P {
        &self.plan
    }

    /// Replaces the plan by another valid one.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub(crate) fn replace(&mut self, plan: P) -> Result<(), Error> {
        self.plan = plan;
        self.write()
    }

    fn write(&self) -> Result<(), Error> {
        sealed::write(&Self::file(&self.path), &self.plan)?;
        folder::sync(&self.path)
    }

    /// Returns the file of the plan in a folder.
    fn file(path: &Path) -> PathBuf {
        path.join(P::KIND).with_extension("ron")
    }
}
