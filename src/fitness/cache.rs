//! Grown trees on disk.
//!
//! A file holds the trees of one position set. Its name and header carry a key: a hash of the positions and moves, of the
//! way moves are scored, and of the source text of everything that shapes a tree, so that a change of any
//! feature makes old files stale by itself. The body carries a checksum, and what is read is checked to
//! be a forest of the right shape before it is used: a file that is stale, cut off or damaged is not
//! believed but built anew.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytemuck::Pod;
use rayon::prelude::*;

use super::POSITIONS_PER_GROVE;
use super::trees::{Ground, Grove};
use crate::engine::one_ply::PlyScore;
use crate::files;
use crate::positions::PositionSet;

/// What a tree depends on besides the positions.
const SOURCES: [&str; 16] = [
    include_str!("cache.rs"),
    include_str!("node.rs"),
    include_str!("trees.rs"),
    include_str!("../engine/exchange.rs"),
    include_str!("../engine/one_ply.rs"),
    include_str!("../engine/quiescence.rs"),
    include_str!("../engine/features/forces.rs"),
    include_str!("../engine/features/king.rs"),
    include_str!("../engine/features/material.rs"),
    include_str!("../engine/features/minor.rs"),
    include_str!("../engine/features/mod.rs"),
    include_str!("../engine/features/pawns.rs"),
    include_str!("../engine/features/queen.rs"),
    include_str!("../engine/features/rooks.rs"),
    include_str!("../engine/features/skeleton.rs"),
    include_str!("../engine/features/view.rs"),
];

const MAGIC: &[u8; 16] = b"eyas trees     1";
const HASH: usize = blake3::OUT_LEN;

/// The cache file of a position set.
#[derive(Debug)]
pub(super) struct File {
    path: PathBuf,
    key: [u8; HASH],
}

impl File {
    pub(super) fn of(folder: &Path, set: &PositionSet, ply_score: PlyScore) -> File {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 quiescence trees");
        hasher.update(&set.content_hash());
        hasher.update(&[ply_score as u8, u8::from(cfg!(target_endian = "big"))]);
        for source in SOURCES {
            hasher.update(&(source.len() as u64).to_le_bytes());
            hasher.update(source.as_bytes());
        }
        let key = hasher.finalize();
        let path = folder.join(format!("trees-{}.bin", &key.to_hex()[..16]));
        File { path, key: *key.as_bytes() }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The trees, or `None` where there are none that can be believed.
    pub(super) fn load(&self, ground: &Arc<Ground>) -> Option<Vec<Grove>> {
        let bytes = std::fs::read(&self.path).ok()?;
        let bytes = bytes.strip_prefix(MAGIC)?.strip_prefix(&self.key)?;
        let (checksum, body) = bytes.split_at_checked(HASH)?;
        if blake3::hash(body).as_bytes() != checksum {
            return None;
        }
        let mut reader = Reader(body);
        let mut packed = Vec::new();
        for _ in 0..reader.number()? {
            let length = reader.number()?;
            packed.push(reader.bytes(length)?);
        }
        let positions = ground.examples.len();
        if packed.len() != positions.div_ceil(POSITIONS_PER_GROVE) {
            return None;
        }
        packed
            .par_iter()
            .enumerate()
            .map(|(index, packed)| {
                let first = index * POSITIONS_PER_GROVE;
                let grove = unpack(&zstd::decode_all(*packed).ok()?, ground)?;
                grove.is_sound(first..positions.min(first + POSITIONS_PER_GROVE)).then_some(grove)
            })
            .collect()
    }

    /// Writes the trees, whole or not at all.
    pub(super) fn store(&self, groves: &[Grove]) -> io::Result<()> {
        let packed: io::Result<Vec<Vec<u8>>> =
            groves.par_iter().map(|grove| zstd::encode_all(pack(grove).as_slice(), 1)).collect();
        let mut body = Vec::new();
        push_number(&mut body, groves.len());
        for packed in packed? {
            push_number(&mut body, packed.len());
            body.extend(packed);
        }
        let mut file = Vec::with_capacity(body.len() + 128);
        file.extend(MAGIC);
        file.extend(self.key);
        file.extend(blake3::hash(&body).as_bytes());
        file.extend(body);
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        files::replace(&self.path, &file)
    }
}

fn pack(grove: &Grove) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_all(&mut bytes, &grove.questions);
    push_all(&mut bytes, &grove.rivals);
    push_all(&mut bytes, &grove.nodes);
    push_all(&mut bytes, &grove.pair_indices);
    push_all(&mut bytes, &grove.pair_values);
    bytes
}

fn unpack(bytes: &[u8], ground: &Arc<Ground>) -> Option<Grove> {
    let mut reader = Reader(bytes);
    Some(Grove {
        questions: reader.all()?,
        rivals: reader.all()?,
        nodes: reader.all()?,
        pair_indices: reader.all()?,
        pair_values: reader.all()?,
        ground: Arc::clone(ground),
    })
}

fn push_number(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend((number as u64).to_le_bytes());
}

fn push_all<T: Pod>(bytes: &mut Vec<u8>, items: &[T]) {
    push_number(bytes, items.len());
    bytes.extend_from_slice(bytemuck::cast_slice(items));
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head)
    }

    fn number(&mut self) -> Option<usize> {
        let bytes = self.bytes(8)?.try_into().ok()?;
        usize::try_from(u64::from_le_bytes(bytes)).ok()
    }

    fn all<T: Pod>(&mut self) -> Option<Vec<T>> {
        let count = self.number()?;
        let bytes = self.bytes(count.checked_mul(size_of::<T>())?)?;
        Some(bytemuck::allocation::pod_collect_to_vec(bytes))
    }
}
