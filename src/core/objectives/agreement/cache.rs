//! Trees on the disk.
//!
//! A file holds the trees of one position set. Its name and header carry a key: a hash of the positions and moves, of
//! the scoring method, and of the source code of everything that shapes a tree. So a change of any feature makes old
//! files stale automatically. The body carries a checksum, and its trees are checked for valid structure before use.
//! Stale, truncated and damaged files are rejected and built again.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytemuck::Pod;
use rayon::prelude::*;

use super::trees::{TreeBatch, TreeContext};
use crate::engine::features::FeatureSet;
use crate::engine::one_ply::PlyScore;
use crate::files;
use crate::positions::PositionSet;

/// The source code that all trees depend on.
const SOURCES: [&str; 9] = [
    include_str!("cache.rs"),
    include_str!("contenders.rs"),
    include_str!("node.rs"),
    include_str!("trees.rs"),
    include_str!("../../engine/exchange.rs"),
    include_str!("../../engine/one_ply.rs"),
    include_str!("../../engine/quiescence.rs"),
    include_str!("../../engine/features/mod.rs"),
    include_str!("../../engine/features/squares.rs"),
];

/// The source code of the papers' features.
const PAPER_SOURCES: [&str; 10] = [
    include_str!("../../engine/features/paper/king.rs"),
    include_str!("../../engine/features/paper/material.rs"),
    include_str!("../../engine/features/paper/minor.rs"),
    include_str!("../../engine/features/paper/mod.rs"),
    include_str!("../../engine/features/paper/pawn_king.rs"),
    include_str!("../../engine/features/paper/pawns.rs"),
    include_str!("../../engine/features/paper/piece_info.rs"),
    include_str!("../../engine/features/paper/queen.rs"),
    include_str!("../../engine/features/paper/rooks.rs"),
    include_str!("../../engine/features/paper/view.rs"),
];

/// The source code of the extended features.
const EXTENDED_SOURCES: [&str; 11] = [
    include_str!("../../engine/features/extended/army.rs"),
    include_str!("../../engine/features/extended/families.rs"),
    include_str!("../../engine/features/extended/king.rs"),
    include_str!("../../engine/features/extended/mod.rs"),
    include_str!("../../engine/features/extended/passed.rs"),
    include_str!("../../engine/features/extended/pawn_king.rs"),
    include_str!("../../engine/features/extended/pawns.rs"),
    include_str!("../../engine/features/extended/pieces.rs"),
    include_str!("../../engine/features/extended/squares.rs"),
    include_str!("../../engine/features/extended/threats.rs"),
    include_str!("../../engine/features/extended/view.rs"),
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
    pub(super) fn of(folder: &Path, set: &PositionSet, ply_score: PlyScore, features: FeatureSet) -> File {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 quiescence trees");
        hasher.update(&set.content_hash());
        hasher.update(&[ply_score as u8, u8::from(cfg!(target_endian = "big"))]);
        let of_set: &[&str] = match features {
            FeatureSet::Paper => &PAPER_SOURCES,
            FeatureSet::Extended => &EXTENDED_SOURCES,
        };
        for source in SOURCES.iter().chain(of_set) {
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

    /// Loads the trees; returns `None` if there is no valid file.
    pub(super) fn load(&self, context: &Arc<TreeContext>) -> Option<Vec<TreeBatch>> {
        let bytes = files::read_own(&self.path).ok()?;
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
        let ranges = context.batch_ranges();
        if packed.len() != ranges.len() {
            return None;
        }
        packed
            .par_iter()
            .zip(ranges)
            .map(|(packed, range)| {
                let batch = unpack(&zstd::decode_all(*packed).ok()?, context)?;
                batch.is_sound(range).then_some(batch)
            })
            .collect()
    }

    /// Writes the trees, completely or not at all.
    pub(super) fn store(&self, batches: &[TreeBatch]) -> io::Result<()> {
        let packed: io::Result<Vec<Vec<u8>>> =
            batches.par_iter().map(|batch| zstd::encode_all(pack(batch).as_slice(), 1)).collect();
        let mut body = Vec::new();
        push_number(&mut body, batches.len());
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
            files::create_folder(folder)?;
        }
        files::replace(&self.path, &file)
    }
}

fn pack(batch: &TreeBatch) -> Vec<u8> {
    let mut bytes = Vec::new();
    push_all(&mut bytes, &batch.questions);
    push_all(&mut bytes, &batch.references);
    push_all(&mut bytes, &batch.rivals);
    push_all(&mut bytes, &batch.nodes);
    push_all(&mut bytes, &batch.pair_indices);
    push_all(&mut bytes, &batch.pair_values);
    bytes
}

fn unpack(bytes: &[u8], context: &Arc<TreeContext>) -> Option<TreeBatch> {
    let mut reader = Reader(bytes);
    Some(TreeBatch {
        questions: reader.all()?,
        references: reader.all()?,
        rivals: reader.all()?,
        nodes: reader.all()?,
        pair_indices: reader.all()?,
        pair_values: reader.all()?,
        context: Arc::clone(context),
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
