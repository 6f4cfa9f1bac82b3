//! Inputs of tasks, named by the hash of their content, with copies on the worker's disk.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::error::Error;
use super::protocol::{CHUNK, MAX_BLOB};
use crate::files;
use crate::platform::wall_clock;

/// The time after which a copy that no worker used is removed.
const UNUSED: Duration = Duration::from_secs(30 * 86_400);
/// The beginning of the names of folders with files of experiments, one for each worker.
const EXPERIMENTS: &str = "experiments-";

/// The compression level of inputs on the wire.
const LEVEL: i32 = 3;

/// Returns the name of an input: the BLAKE3 hash of its content, in hexadecimal.
#[must_use]
pub fn name(content: &[u8]) -> String {
    blake3::hash(content).to_hex().to_string()
}

/// Returns whether a text from the network is the name of an input.
#[must_use]
pub fn is_name(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Compresses an input and cuts it into pieces for the wire.
///
/// # Errors
/// Returns an error if the input is too large.
pub(super) fn pack(content: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
    if content.len() > MAX_BLOB {
        return Err(Error::TooLarge(content.len()));
    }
    let packed = zstd::bulk::compress(content, LEVEL).map_err(|cause| Error::Message(cause.to_string()))?;
    Ok(packed.chunks(CHUNK).map(<[u8]>::to_vec).collect())
}

/// Restores an input of this name from its pieces.
///
/// # Errors
/// Returns an error if the content does not have the name, or is too large.
pub(super) fn unpack(wanted: &str, packed: &[u8]) -> Result<Vec<u8>, Error> {
    let damaged = |_| Error::Blob(wanted.to_owned());
    let reader = zstd::stream::read::Decoder::new(packed).map_err(damaged)?;
    let content = files::read_all(reader, MAX_BLOB as u64).map_err(|cause| match cause.kind() {
        io::ErrorKind::FileTooLarge => Error::TooLarge(MAX_BLOB + 1),
        _ => damaged(cause),
    })?;
    if name(&content) == wanted { Ok(content) } else { Err(Error::Blob(wanted.to_owned())) }
}

/// Copies of inputs on the disk of a worker.
#[derive(Debug, Clone)]
pub struct BlobCache {
    folder: PathBuf,
}

impl BlobCache {
    /// Opens the copies in this folder, and creates it if it is missing. Removes those that no worker used for 30 days.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn open(folder: &Path) -> Result<BlobCache, Error> {
        files::create_folder(folder).map_err(|cause| Error::Cache { folder: folder.to_owned(), cause })?;
        let cache = BlobCache { folder: folder.to_owned() };
        cache.remove_unused(wall_clock());
        Ok(cache)
    }

    /// Returns the folder for the files of experiments of this worker.
    #[must_use]
    pub fn experiments(&self, worker: &str) -> PathBuf {
        self.folder.join(format!("{EXPERIMENTS}{worker}"))
    }

    /// Removes what workers have not used for a long time, and what killed workers left. Other files are not touched.
    fn remove_unused(&self, now: SystemTime) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let Ok(used) = entry.metadata().and_then(|file| file.modified()) else { continue };
            if now.duration_since(used).is_ok_and(|age| age > UNUSED) {
                let file = entry.file_name().to_string_lossy().into_owned();
                // What cannot be removed stays.
                if is_name(&file) || file.starts_with(files::TEMPORARY) {
                    let _ = files::remove(&entry.path());
                } else if file.starts_with(EXPERIMENTS) {
                    let _ = files::remove_all(&entry.path());
                }
            }
        }
    }

    /// Returns the path of the copy with this name. The name must be one of [`is_name`].
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns an input if there is an undamaged copy. A damaged copy is removed.
    #[must_use]
    pub fn get(&self, wanted: &str) -> Option<Vec<u8>> {
        let content = files::read_own(&self.path(wanted)).ok()?;
        if name(&content) == wanted {
            // The time says when the copy was last used. Without it, the copy is fetched again some day.
            let _ = files::touch(&self.path(wanted));
            return Some(content);
        }
        let _ = files::remove(&self.path(wanted));
        None
    }

    /// Stores a copy.
    ///
    /// # Errors
    /// Returns an error if the copy cannot be written.
    pub fn put(&self, name: &str, content: &[u8]) -> Result<(), Error> {
        files::replace(&self.path(name), content)
            .map_err(|cause| Error::Cache { folder: self.folder.clone(), cause })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_come_back_whole() {
        use rand::{Rng, SeedableRng};
        // Random bytes do not compress.
        let mut content = vec![0; 2_000_000];
        rand_chacha::ChaCha8Rng::seed_from_u64(1).fill_bytes(&mut content);
        let pieces = pack(&content).unwrap();
        assert!(pieces.len() > 1 && pieces.iter().all(|piece| piece.len() <= CHUNK));
        assert_eq!(unpack(&name(&content), &pieces.concat()).unwrap(), content);
        assert!(unpack(&name(b"other"), &pieces.concat()).is_err());
        assert!(unpack(&name(&content), &pieces[0]).is_err(), "a piece is missing");
    }

    #[test]
    fn a_damaged_copy_is_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let cache = BlobCache::open(&folder.path().join("inputs")).unwrap();
        let wanted = name(b"content");
        assert_eq!(cache.get(&wanted), None);
        cache.put(&wanted, b"content").unwrap();
        assert_eq!(cache.get(&wanted).as_deref(), Some(&b"content"[..]));
        fs::write(cache.path(&wanted), b"changed").unwrap();
        assert_eq!(cache.get(&wanted), None);
        assert!(!cache.path(&wanted).exists());
    }

    #[test]
    fn copies_that_no_worker_uses_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = BlobCache::open(folder.path()).unwrap();
        let [used, unused] = [name(b"used"), name(b"unused")];
        let experiment = cache.experiments("killed");
        fs::create_dir(&experiment).unwrap();
        fs::write(experiment.join("file"), "x").unwrap();
        cache.put(&used, b"used").unwrap();
        cache.put(&unused, b"unused").unwrap();
        fs::write(folder.path().join("own notes"), "x").unwrap();
        let past = SystemTime::now() - UNUSED - Duration::from_secs(60);
        for entry in fs::read_dir(folder.path()).unwrap().flatten() {
            fs::File::open(entry.path()).unwrap().set_modified(past).unwrap();
        }
        assert!(cache.get(&used).is_some(), "it is used now");
        BlobCache::open(folder.path()).unwrap();
        let left = [cache.path(&used), cache.path(&unused), experiment, folder.path().join("own notes")];
        assert_eq!(left.map(|path| path.exists()), [true, false, false, true]);
    }

    #[test]
    fn names_are_hashes() {
        assert!(is_name(&name(b"x")));
        for bad in ["", "../../etc/passwd", &"A".repeat(64), &"0".repeat(63)] {
            assert!(!is_name(bad), "{bad}");
        }
    }
}
