//! The cost of a position: what an organism pays for the nodes that it searches.

use serde::{Deserialize, Serialize};

/// The cost units of a doubling of nodes, if the cost is logarithmic.
pub const UNITS_PER_DOUBLING: u64 = 1 << FRACTION_BITS;

/// Fractional bits of a logarithm.
const FRACTION_BITS: u32 = 10;

/// How the nodes of a position count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cost {
    /// By their number (2014 paper, section IV). The positions with the most nodes decide the sum.
    #[default]
    Nodes,
    /// By their logarithm, in units of 1/[`UNITS_PER_DOUBLING`] of a doubling. Half the nodes save as much on every
    /// position, however many nodes it needs.
    LogNodes,
}

impl Cost {
    /// Returns whether this is the cost of the 2014 paper.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Cost::default()
    }

    /// Returns the cost of a position that took this number of nodes.
    #[must_use]
    pub fn of(self, nodes: u32) -> u64 {
        match self {
            Cost::Nodes => nodes.into(),
            Cost::LogNodes => log2(nodes),
        }
    }

    /// Returns what is saved by this number of nodes, compared with the node limit. 0 nodes mean that the position was
    /// not solved, which saves nothing.
    #[must_use]
    pub fn saved(self, nodes: u32, limit: u32) -> u64 {
        if nodes == 0 { 0 } else { self.of(limit).saturating_sub(self.of(nodes)) }
    }

    /// Returns the factor that converts a cost to the number shown: nodes, or doublings of nodes.
    #[must_use]
    pub fn shown(self) -> f64 {
        match self {
            Cost::Nodes => 1.0,
            Cost::LogNodes => 1.0 / UNITS_PER_DOUBLING as f64,
        }
    }
}

/// Returns the binary logarithm in units of 1/[`UNITS_PER_DOUBLING`], rounded down; 0 for 0. It is computed with
/// integers, so all machines agree: the square of a number has twice its logarithm, so each squaring gives one more
/// binary digit.
fn log2(number: u32) -> u64 {
    let number = number.max(1);
    let whole = number.ilog2();
    // From 1 to below 2, with 31 fractional bits.
    let mut mantissa = u64::from(number) << (31 - whole);
    let mut fraction = 0;
    for _ in 0..FRACTION_BITS {
        mantissa = (mantissa * mantissa) >> 31;
        let digit = mantissa >> 32;
        mantissa >>= digit;
        fraction = fraction << 1 | digit;
    }
    u64::from(whole) * UNITS_PER_DOUBLING + fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floating_point_numbers() {
        let mut number = 1_u32;
        while number < 3_000_000_000 {
            for near in [number - 1, number, number + 1] {
                let exact = libm::log2(f64::from(near.max(1))) * UNITS_PER_DOUBLING as f64;
                let found = log2(near) as f64;
                assert!((found - exact).abs() <= 1.0, "{near}: {found} instead of {exact}");
            }
            number += number / 3 + 1;
        }
        assert_eq!([1, 2, 1024, 1 << 31].map(log2), [0, 1, 10, 31].map(|whole| whole * UNITS_PER_DOUBLING));
    }

    #[test]
    fn half_the_nodes_save_a_doubling_on_every_position() {
        for nodes in [10, 500, 70_000] {
            let saved = Cost::LogNodes.saved(nodes, 1_000_000) - Cost::LogNodes.saved(2 * nodes, 1_000_000);
            assert!(saved.abs_diff(UNITS_PER_DOUBLING) <= 1, "{nodes}: {saved}");
        }
        for cost in [Cost::Nodes, Cost::LogNodes] {
            assert_eq!([cost.saved(0, 800), cost.saved(800, 800)], [0, 0]);
            assert_eq!(cost.saved(1, 800), cost.of(800) - cost.of(1));
        }
        assert_eq!(Cost::Nodes.saved(300, 800), 500);
    }
}
