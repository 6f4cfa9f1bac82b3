//! How sure a search is of its best move, and how much of its time it therefore needs (Chess Programming Wiki, *Time
//! management*).

use super::SearchParameters;

/// What the iterations so far say about the best move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Confidence {
    /// Number of iterations since the best move changed.
    pub(super) steadiness: u32,
    /// The share of the nodes that were searched after the best move, 0 to 1.
    pub(super) effort: f64,
    /// How far the score is below that of the iteration before, in centipawns; negative if it is above.
    pub(super) drop: i32,
}

impl Confidence {
    /// The largest drop of the score that counts, in centipawns.
    const LARGEST_DROP: i32 = 60;

    /// Returns the share of the planned time to use: the surer the best move is, the less.
    pub(super) fn share_of_time(&self, parameters: &SearchParameters) -> f64 {
        let steadiness = match self.steadiness {
            0 => 1.2,
            1 => 0.8,
            2 => 0.65,
            3 | 4 => 0.55,
            _ => 0.45,
        };
        let hundredths = |value: i32| f64::from(value) / 100.0;
        let effort = 1.0 + hundredths(parameters.time_effort) * (1.0 - self.effort);
        let drop =
            1.0 + hundredths(parameters.time_drop) * hundredths(self.drop.clamp(0, Confidence::LARGEST_DROP));
        steadiness * effort * drop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SURE: Confidence = Confidence { steadiness: 9, effort: 1.0, drop: 0 };

    #[test]
    fn doubt_takes_time() {
        let parameters = SearchParameters { time_effort: 100, time_drop: 100, ..Default::default() };
        let share = |confidence: Confidence| confidence.share_of_time(&parameters);
        let sure = share(SURE);
        assert!(share(Confidence { steadiness: 0, ..SURE }) > 2.0 * sure);
        assert!((share(Confidence { effort: 0.5, ..SURE }) - 1.5 * sure).abs() < 1e-9);
        assert!((share(Confidence { drop: 30, ..SURE }) - 1.3 * sure).abs() < 1e-9);
        assert!((share(Confidence { drop: 9_000, ..SURE }) - 1.6 * sure).abs() < 1e-9);
        assert!((share(Confidence { drop: -30, ..SURE }) - sure).abs() < 1e-9, "a better score is no doubt");
    }

    #[test]
    fn without_the_parameters_only_changes_of_the_best_move_count() {
        let parameters = SearchParameters::default();
        let doubtful = Confidence { effort: 0.1, drop: 50, ..SURE };
        assert_eq!(doubtful.share_of_time(&parameters), SURE.share_of_time(&parameters));
    }
}
