//! The features of evaluations, one for each parameter.
//!
//! `score = Σ parameter × feature`, where a feature is White's count minus Black's. Each feature is defined once, as a
//! function of one side's view of the board, flipped so that the side plays up the board. Mirroring the colours
//! therefore negates every feature. Features are fixed-point numbers in sixteenths ([`ONE`]), so that a parameter of 1
//! times one unit of a feature is one centipawn and the arithmetic is exact.
//!
//! There are two sets: the features of the papers, and the extended ones.

pub mod extended;
pub mod paper;
mod squares;
#[cfg(test)]
mod tests;

use super::pieces::Pieces;
use super::schema::{Parameter, Schema};

/// One unit of a feature in fixed-point representation.
pub const ONE: i32 = 16;

/// A set of features. The parameters of an evaluation all belong to one set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FeatureSet {
    /// The 35 features of the papers' Figure 3.
    Paper,
    /// The features of the schema `extended`.
    Extended,
}

impl FeatureSet {
    /// All sets.
    pub const ALL: [FeatureSet; 2] = [FeatureSet::Paper, FeatureSet::Extended];

    /// Returns the names of the features, in the order of a [`FeatureVector`].
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            FeatureSet::Paper => &paper::NAMES,
            FeatureSet::Extended => extended::names(),
        }
    }

    /// Returns the number of features.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            FeatureSet::Paper => paper::COUNT,
            FeatureSet::Extended => extended::COUNT,
        }
    }

    /// Returns the index of the feature with this name.
    #[must_use]
    pub fn index_of(self, name: &str) -> Option<usize> {
        match self {
            FeatureSet::Paper => paper::NAMES.iter().position(|known| *known == name),
            FeatureSet::Extended => extended::index_of(name),
        }
    }

    /// Returns the set of a schema's features: the one that has its first parameter, or the papers' if none has it.
    #[must_use]
    pub fn of(schema: &Schema) -> FeatureSet {
        let has =
            |first: &Parameter| FeatureSet::ALL.into_iter().find(|set| set.index_of(&first.name).is_some());
        schema.parameters.first().and_then(has).unwrap_or(FeatureSet::Paper)
    }

    /// Returns textbook values of the pieces, by feature, in centipawns.
    #[must_use]
    pub fn textbook(self) -> Vec<(&'static str, i16)> {
        match self {
            FeatureSet::Paper => paper::NAMES.into_iter().zip([100, 325, 325, 500, 975]).collect(),
            FeatureSet::Extended => extended::names().iter().copied().zip(extended::TEXTBOOK).collect(),
        }
    }

    /// Returns the weight of all other features beside textbook values.
    #[must_use]
    pub(super) fn least_textbook(self) -> i16 {
        match self {
            FeatureSet::Paper => 8,
            FeatureSet::Extended => 0,
        }
    }

    /// Returns White's and Black's features, each from that side's own point of view, in sixteenths and in the order
    /// of [`FeatureSet::names`]. Their difference is the [`FeatureVector`].
    #[must_use]
    pub fn sides(self, board: &impl Pieces) -> [Vec<i32>; 2] {
        match self {
            FeatureSet::Paper => paper::sides(board).map(|side| side.to_vec()),
            FeatureSet::Extended => extended::sides(board),
        }
    }
}

/// The features of a position in sixteenths, White minus Black, in the order of [`FeatureSet::names`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FeatureVector {
    /// The set of the features.
    pub set: FeatureSet,
    /// The features.
    pub values: Vec<i16>,
}

impl FeatureVector {
    /// Computes the features of a position.
    #[must_use]
    pub fn of(set: FeatureSet, board: &impl Pieces) -> FeatureVector {
        let values = match set {
            FeatureSet::Paper => paper::features(board).to_vec(),
            FeatureSet::Extended => extended::features(board),
        };
        FeatureVector { set, values }
    }

    /// Returns the feature of this name, in sixteenths.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<i16> {
        self.set.index_of(name).map(|index| self.values[index])
    }
}
