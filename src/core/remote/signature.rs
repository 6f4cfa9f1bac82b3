//! The build signature: a node count that differs between versions that search differently.

use std::sync::OnceLock;

use super::error::Error;
use crate::engine::bench::{self, BenchLimit};
use crate::engine::search::Signal;
use crate::organism::Organism;

/// Plies of each search: enough for every part of the search to take part, and fast.
const DEPTH: u32 = 7;

/// The build signature of this program and its speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature {
    /// The nodes of the searches of `eyas bench --depth 7`.
    pub nodes: u64,
    /// The speed of one thread, in nodes per second.
    pub nodes_per_second: u64,
}

impl Signature {
    /// Measures the signature once for each process.
    ///
    /// # Errors
    /// Returns an error if the embedded organism is damaged. A test checks that it is not.
    pub fn of_this_build() -> Result<Signature, Error> {
        static MEASURED: OnceLock<Signature> = OnceLock::new();
        if let Some(known) = MEASURED.get() {
            return Ok(*known);
        }
        let reference = Organism::reference().map_err(|error| Error::Unfit(error.to_string()))?;
        let parameters = reference.search_parameters(None).0;
        let limit = BenchLimit::Depth(DEPTH);
        let result = bench::run(&reference.weights(), parameters, limit, 1, &Signal::default(), &mut |_| {})
            .unwrap_or_default();
        let measured = Signature { nodes: result.nodes, nodes_per_second: result.nodes_per_second() };
        Ok(*MEASURED.get_or_init(|| measured))
    }

    /// Returns the signature as text.
    #[must_use]
    pub fn text(&self) -> String {
        self.nodes.to_string()
    }
}
