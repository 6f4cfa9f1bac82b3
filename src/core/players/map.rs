//! A map of personas: the two directions in which their weights differ most.
//!
//! A principal component analysis of the weights, each standardised over the personas, so that the unit and the size of a weight
//! do not matter. With fewer personas than weights, the eigenvectors of the small matrix of products between personas give the
//! same axes.

use nalgebra::{DMatrix, SymmetricEigen};

use super::error::Error;
use super::persona::Persona;
use super::rows;

/// The number of parameters that name an axis.
const NAMES: usize = 3;
/// The least number of personas with two axes.
const LEAST: usize = 3;
/// The deviation below which all personas have the same weight.
const EQUAL: f64 = 1e-9;

/// Personas by the two principal axes of their weights.
#[derive(Debug, Clone, PartialEq)]
pub struct PersonaMap {
    /// The players, each with its place.
    pub players: Vec<(String, [f64; 2])>,
    /// The axes, the larger one first.
    pub axes: [Axis; 2],
}

/// A principal axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The share of the variance.
    pub share: f64,
    /// The parameters that load most on it, each with its correlation, the largest first. The first is positive.
    pub loadings: Vec<(String, f64)>,
}

impl Axis {
    /// Returns the parameters of the axis in words.
    #[must_use]
    pub fn name(&self) -> String {
        let part =
            |(name, loading): &(String, f64)| format!("{} {name}", if *loading < 0.0 { '−' } else { '+' });
        self.loadings.iter().map(part).collect::<Vec<_>>().join("; ")
    }
}

/// Maps personas.
///
/// # Errors
/// There are fewer than three.
pub fn map(personas: &[&Persona]) -> Result<PersonaMap, Error> {
    let count = personas.len();
    if count < LEAST {
        return Err(Error::TooFewPersonas { count, least: LEAST });
    }
    let all: Vec<Vec<f64>> = personas.iter().map(|persona| persona.weights()).collect();
    // The standardised weights: of each parameter that differs, one number a persona.
    let standardised = |feature: usize| {
        let mean = all.iter().map(|weights| weights[feature]).sum::<f64>() / count as f64;
        let away: Vec<f64> = all.iter().map(|weights| weights[feature] - mean).collect();
        let deviation = (away.iter().map(|by| by * by).sum::<f64>() / count as f64).sqrt();
        (deviation > EQUAL).then(|| (feature, away.iter().map(|by| by / deviation).collect::<Vec<f64>>()))
    };
    let columns: Vec<(usize, Vec<f64>)> = (0..all[0].len()).filter_map(standardised).collect();
    let mut products: DMatrix<f64> = DMatrix::zeros(count, count);
    for (_, column) in &columns {
        for (one, other) in (0..count).flat_map(|one| (0..count).map(move |other| (one, other))) {
            products[(one, other)] += column[one] * column[other] / columns.len() as f64;
        }
    }
    let eigen = SymmetricEigen::new(products);
    let lengths: Vec<f64> = eigen.eigenvalues.iter().copied().collect();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| lengths[*other].total_cmp(&lengths[*one]));
    let total: f64 = lengths.iter().sum();
    let axis = |which: usize| {
        let (length, direction) = (lengths[order[which]].max(0.0), eigen.eigenvectors.column(order[which]));
        let loading = |(feature, column): &(usize, Vec<f64>)| {
            let product: f64 = column.iter().zip(direction.iter()).map(|(weight, by)| weight * by).sum();
            (*feature, product / (count as f64).sqrt())
        };
        let mut loadings: Vec<(usize, f64)> = columns.iter().map(loading).collect();
        loadings.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()).then(one.0.cmp(&other.0)));
        // An eigenvector has no sign: the first parameter decides.
        let sign = loadings.first().map_or(1.0, |first| first.1.signum());
        let named =
            loadings.iter().take(NAMES).map(|(feature, loading)| (rows::name(*feature), sign * loading));
        let axis = Axis { share: if total > 0.0 { length / total } else { 0.0 }, loadings: named.collect() };
        let places: Vec<f64> = direction.iter().map(|by| sign * by * length.sqrt()).collect();
        (axis, places)
    };
    let [(first, across), (second, up)] = [0, 1].map(axis);
    let places = across.into_iter().zip(up).map(|(x, y)| [x, y]);
    let players = personas.iter().map(|persona| persona.player.clone()).zip(places).collect();
    Ok(PersonaMap { players, axes: [first, second] })
}
