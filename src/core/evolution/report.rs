//! What an optimizer knows, as data that screens and figures show without knowing which optimizer it is.

/// The state of an optimizer after a generation. Lists have an entry for each parameter, in schema order.
#[derive(Debug, Clone, PartialEq)]
pub struct OptimizerReport {
    /// The last measured generation.
    pub generation: u32,
    /// The estimate of the optimum, in the units of the parameters.
    pub estimate: Vec<f64>,
    /// What else the optimizer knows about each parameter.
    pub columns: Vec<ReportColumn>,
    /// The axes of the distribution from which it draws, longest first, and at most 64; empty if it has none.
    pub axes: Vec<Axis>,
}

/// A number for each parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportColumn {
    /// The heading, at most seven characters.
    pub heading: &'static str,
    /// What the numbers are.
    pub title: &'static str,
    /// The unit of the numbers.
    pub unit: ReportUnit,
    /// The numbers.
    pub values: Vec<f64>,
}

/// The unit of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportUnit {
    /// The unit of the parameter.
    Parameter,
    /// The change of the score over the whole range of the parameter.
    ScorePerRange,
}

/// An axis of the distribution from which an optimizer draws organisms.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The standard deviation along the axis as a share of the ranges.
    pub length: f64,
    /// The direction: the part of each parameter, as shares of the ranges. The sum of the squares is 1.
    pub direction: Vec<f64>,
}

impl Axis {
    /// Returns the parameters with the largest parts, by their index in the schema: those that make up nine tenths of the
    /// squared length together, and at most `most`. The first has a positive part.
    #[must_use]
    pub fn main_parts(&self, most: usize) -> Vec<(usize, f64)> {
        let mut parts: Vec<(usize, f64)> = self.direction.iter().copied().enumerate().collect();
        parts.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        let sign = parts.first().map_or(1.0, |(_, part)| part.signum());
        let mut covered = 0.0;
        let mut main = Vec::new();
        for (parameter, part) in parts.into_iter().take(most) {
            if covered >= 0.9 {
                break;
            }
            covered += part * part;
            main.push((parameter, part * sign));
        }
        main
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_parts_of_an_axis_make_up_most_of_it() {
        let axis = Axis { length: 0.1, direction: vec![0.1, -0.9, 0.0, 0.424_3] };
        assert_eq!(axis.main_parts(4), [(1, 0.9), (3, -0.424_3)]);
        assert_eq!(axis.main_parts(1), [(1, 0.9)]);
    }
}
