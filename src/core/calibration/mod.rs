//! How often the intervals that the program prints contain the true value, and how often its tests err, under simulation.
//! Part of tests only.
//!
//! The games are simulated, everything else is the code that the program runs. `tests` checks a small part with the other
//! tests; the whole is the table of `docs/calibration.md`.
//!
//! | file | content |
//! | --- | --- |
//! | `matches` | Elo, normalized Elo, LOS and the verdicts of matches |
//! | `sequential` | the sequential tests |
//! | `ratings` | ratings of tournaments |
//! | `samples` | means over seeds, rank tests, recognition |
//! | `selection` | play-offs, champions, racing |
//! | `tunes` | screenings and tunes |

mod matches;
mod ratings;
mod samples;
mod selection;
mod sequential;
mod tests;
mod tunes;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::statistics::testing::{Conditions, Share};

/// What a quantity claims to be, in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Claim {
    /// Intervals contain the true value so often.
    Contains(f64),
    /// A test errs so often at most.
    ErrsAtMost(f64),
    /// Nothing: the table has the share.
    Nothing,
}

/// The simulated experiments of one cell of the grid.
#[derive(Debug, Clone)]
struct Cell {
    /// The conditions, in words.
    name: String,
    share: Share,
}

/// A quantity in cells that differ in their conditions.
#[derive(Debug, Clone)]
struct Quantity {
    name: &'static str,
    /// The size of the experiments.
    size: String,
    claim: Claim,
    cells: Vec<Cell>,
}

/// Cells with fewer experiments say nothing: in most of them the results determined no interval.
const LEAST: u32 = 20;

impl Cell {
    /// Returns the standard error in percent, if the claim is true.
    fn error(&self, claimed: f64) -> f64 {
        (claimed * (100.0 - claimed) / f64::from(self.share.all)).sqrt()
    }

    /// Returns how many standard errors the share is above what is claimed.
    fn deviations(&self, claimed: f64) -> f64 {
        (self.share.percent() - claimed) / self.error(claimed)
    }

    fn text(&self) -> String {
        let percent = self.share.percent();
        format!("{percent:.1} ± {:.1} ({})", self.error(percent), self.name)
    }
}

impl Quantity {
    fn new(name: &'static str, size: impl Into<String>, claim: Claim, mut cells: Vec<Cell>) -> Quantity {
        cells.retain(|cell| cell.share.all >= LEAST);
        cells.sort_by(|one, other| one.share.percent().total_cmp(&other.share.percent()));
        Quantity { name, size: size.into(), claim, cells }
    }

    /// Returns how many cells are off by more than two standard errors: those in which the claim is too bold, and those in
    /// which it is too modest.
    fn off(&self) -> Option<[usize; 2]> {
        let (claimed, sign) = match self.claim {
            Claim::Contains(claimed) => (claimed, -1.0),
            Claim::ErrsAtMost(claimed) => (claimed, 1.0),
            Claim::Nothing => return None,
        };
        let count =
            |sign: f64| self.cells.iter().filter(|cell| sign * cell.deviations(claimed) > 2.0).count();
        Some([count(sign), count(-sign)])
    }

    /// Returns the mean share of all cells, in percent.
    fn mean(&self) -> f64 {
        self.cells.iter().map(|cell| cell.share.percent()).sum::<f64>() / self.cells.len().max(1) as f64
    }

    /// Returns the cell that speaks most against the claim.
    fn worst(&self) -> Option<&Cell> {
        match self.claim {
            Claim::Contains(_) => self.cells.first(),
            Claim::ErrsAtMost(_) | Claim::Nothing => self.cells.last(),
        }
    }

    fn best(&self) -> Option<&Cell> {
        match self.claim {
            Claim::Contains(_) => self.cells.last(),
            Claim::ErrsAtMost(_) | Claim::Nothing => self.cells.first(),
        }
    }

    /// Returns a row of the table.
    fn row(&self) -> String {
        let claim = match self.claim {
            Claim::Contains(percent) => format!("{percent}"),
            Claim::ErrsAtMost(percent) => format!("≤ {percent}"),
            Claim::Nothing => "–".to_owned(),
        };
        let off = self.off().map_or_else(|| "–".to_owned(), |[bold, modest]| format!("{bold}, {modest}"));
        let text = |cell: Option<&Cell>| cell.map(Cell::text).unwrap_or_default();
        let best = self.best().map(|cell| format!("{:.1}", cell.share.percent())).unwrap_or_default();
        format!(
            "| {} | {} | {claim} | {:.1} | {} | {best} | {} | {off} |",
            self.name,
            self.size,
            self.mean(),
            text(self.worst()),
            self.cells.len()
        )
    }
}

/// The conditions of the grid.
const DRAWS: [f64; 3] = [0.1, 0.4, 0.8];
const WHITE: [f64; 3] = [0.0, 35.0, 80.0];
const CORRELATIONS: [f64; 3] = [0.0, 0.3, -0.3];
/// The true differences, in Elo.
const ELO: [f64; 4] = [0.0, 20.0, 100.0, 400.0];
/// The lengths of matches, in pairs of games.
const PAIRS: [u32; 4] = [10, 50, 300, 1000];

/// Returns all conditions.
fn conditions() -> Vec<Conditions> {
    conditions_with(&WHITE)
}

/// Returns the conditions with a usual advantage of White.
fn usual_conditions() -> Vec<Conditions> {
    conditions_with(&[35.0])
}

/// Returns the conditions with these advantages of White.
fn conditions_with(advantages: &[f64]) -> Vec<Conditions> {
    let all = DRAWS.into_iter().flat_map(|draws| advantages.iter().map(move |white| (draws, *white)));
    all.flat_map(|(draws, white)| {
        CORRELATIONS.map(|correlation| Conditions { draws, white, openings: 0.0, correlation })
    })
    .collect()
}

fn described(conditions: &Conditions) -> String {
    let Conditions { draws, white, correlation, .. } = conditions;
    format!("draws {draws}, White {white:+}, correlation {correlation}")
}

/// Returns the generator of a cell.
fn random(cell: usize) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(cell as u64)
}
