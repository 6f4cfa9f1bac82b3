//! What the measure of a stage is called on the screens, and how its numbers are written: moves agreed with the
//! grandmasters, points of games, nodes that a search needs.
//!
//! A record's measure is always the larger the fitter, as evolution wants it; a person thinks of a search in nodes
//! and wants few. So what is shown is [`Quantity::value`], and which way is better is told beside it.

use super::format::{compact, percent, rounded, significant, thousands, tick};
use crate::evolution::settings::{EvolutionSettings, MentorSettings, Stage};

/// How a session's measures are shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Quantity {
    /// None until the session is open.
    stage: Option<Stage>,
    /// The largest measure there can be.
    largest: u64,
    /// How many positions are searched; 0 in other stages.
    positions: u64,
}

impl Quantity {
    /// That of a session with these settings, whose largest measure is `largest`.
    pub(crate) fn of(settings: Option<&EvolutionSettings>, largest: u64) -> Quantity {
        let tuning = settings.and_then(|settings| settings.tuning.as_ref());
        let positions = tuning.map_or(0, |tuning| largest / u64::from(tuning.node_limit.max(1)));
        Quantity { stage: settings.map(|settings| settings.stage), largest, positions }
    }

    /// That of the test set of such a session, where the largest measure is `largest`: the champion of a coevolution
    /// is looked at by its agreement with grandmasters.
    pub(crate) fn of_test(settings: Option<&EvolutionSettings>, largest: u64) -> Quantity {
        let quantity = Quantity::of(settings, largest);
        match quantity.stage {
            Some(Stage::Coevolution) => Quantity { stage: Some(Stage::Grandmaster), ..quantity },
            Some(Stage::Grandmaster | Stage::Tuning | Stage::Mentor) | None => quantity,
        }
    }

    /// The number that is shown for a measure; of games the points, which are recorded as half points.
    pub(crate) fn value(&self, measure: f64) -> f64 {
        match self.stage {
            Some(Stage::Tuning) => self.largest as f64 - measure,
            Some(Stage::Coevolution) => measure / 2.0,
            Some(Stage::Mentor) => MentorSettings::error(measure),
            Some(Stage::Grandmaster) | None => measure,
        }
    }

    /// Whether more of what is shown is better.
    pub(crate) fn more_is_better(&self) -> bool {
        !matches!(self.stage, Some(Stage::Tuning | Stage::Mentor))
    }

    /// Whether it falls by orders of magnitude, so that a chart should show equal ratios as equal.
    pub(crate) fn by_ratio(&self) -> bool {
        self.stage == Some(Stage::Mentor)
    }

    /// Titles of a chart of it, the most telling first.
    pub(crate) fn titles(&self) -> Vec<String> {
        match self.stage {
            Some(Stage::Tuning) => {
                let positions = thousands(self.positions);
                vec![
                    format!("Σ nodes to the best moves of {positions} positions; fewer are better"),
                    format!("Σ nodes, {positions} positions; fewer are better"),
                    "Σ nodes, fewer are better".to_owned(),
                    "Σ nodes".to_owned(),
                ]
            }
            Some(Stage::Grandmaster) => {
                let of = match self.largest {
                    0 => String::new(),
                    all => format!(", of {}", thousands(all)),
                };
                let words = ["Moves equal to the grandmasters’", "Grandmasters’ moves found", "Moves found"];
                words.map(|words| format!("{words}{of}")).to_vec()
            }
            Some(Stage::Coevolution) => {
                let all = rounded(self.value(self.largest as f64));
                vec![format!("Points of {all} in the games of a generation"), format!("Points of {all}")]
            }
            Some(Stage::Mentor) => vec![
                "Centipawns from the mentor, on average; fewer are better".to_owned(),
                "Centipawns from the mentor".to_owned(),
                "Error, centipawns".to_owned(),
            ],
            None => vec!["Fitness".to_owned()],
        }
    }

    /// The heading of a column of it, six cells at most.
    pub(crate) fn heading(&self) -> &'static str {
        match self.stage {
            Some(Stage::Tuning) => "nodes",
            Some(Stage::Grandmaster) => "agree",
            Some(Stage::Coevolution) => "points",
            Some(Stage::Mentor) => "error",
            None => "",
        }
    }

    /// The heading of a column of its shares.
    pub(crate) fn share_heading(&self) -> &'static str {
        if self.stage == Some(Stage::Mentor) { "" } else { "%" }
    }

    /// The title of a histogram of it.
    pub(crate) fn histogram(&self) -> &'static str {
        match self.stage {
            Some(Stage::Tuning) => "Σ nodes",
            Some(Stage::Coevolution) => "Points",
            Some(Stage::Mentor) => "Error",
            Some(Stage::Grandmaster) | None => "Fitness",
        }
    }

    /// A measure in six cells at most.
    pub(crate) fn number(&self, measure: f64) -> String {
        self.amount(self.value(measure))
    }

    /// A number shown, in six cells at most.
    pub(crate) fn amount(&self, value: f64) -> String {
        match self.stage {
            Some(Stage::Tuning) if value.is_finite() => compact(value.round().max(0.0) as u64),
            Some(Stage::Coevolution) => format!("{value:.1}"),
            Some(Stage::Mentor) => short(value),
            _ => rounded(value),
        }
    }

    /// The size of a difference of two numbers shown, in six cells at most.
    pub(crate) fn difference(&self, value: f64) -> String {
        match self.stage {
            Some(Stage::Tuning) => significant(value.abs().round() as u64, 3),
            Some(Stage::Coevolution) => format!("{:.1}", value.abs()),
            Some(Stage::Mentor) => short(value.abs()),
            Some(Stage::Grandmaster) | None => rounded(value.abs()),
        }
    }

    /// A round number beside an axis.
    pub(crate) fn tick(&self, value: f64) -> String {
        match self.stage {
            Some(Stage::Tuning) => tick(value.round().max(0.0) as u64),
            Some(Stage::Mentor) if value < 1.0 => short(value.max(0.0)),
            Some(Stage::Grandmaster | Stage::Coevolution | Stage::Mentor) | None => {
                thousands(value.max(0.0).round() as u64)
            }
        }
    }

    /// The share in percent that the number shown has of the largest: of all moves, of all points, of the nodes there
    /// would be if nothing were found. Empty where there is no whole, as of errors.
    pub(crate) fn share(&self, measure: f64) -> String {
        match self.stage {
            Some(Stage::Tuning) => percent(self.value(measure), self.largest),
            Some(Stage::Mentor) => String::new(),
            Some(Stage::Grandmaster | Stage::Coevolution) | None => percent(measure, self.largest),
        }
    }

    /// A measure whole, with what it is of.
    pub(crate) fn told(&self, measure: u64) -> String {
        let (number, share) = self.whole(measure);
        match self.stage {
            Some(Stage::Coevolution) => {
                format!("{number} of {} points, {share} %", rounded(self.value(self.largest as f64)))
            }
            Some(Stage::Tuning) => {
                format!("{number} nodes on {} positions, {share} % of the limit", thousands(self.positions))
            }
            Some(Stage::Mentor) => format!("{number} centipawns"),
            Some(Stage::Grandmaster) | None => format!("{number} of {}, {share} %", thousands(self.largest)),
        }
    }

    /// What an organism with this measure does, in words.
    pub(crate) fn does(&self, measure: u64) -> String {
        let (number, share) = self.whole(measure);
        match self.stage {
            Some(Stage::Coevolution) => format!("scores {number} points, {share} %"),
            Some(Stage::Tuning) => format!("searches {number} nodes, {share} % of the limit"),
            Some(Stage::Mentor) => format!("is {number} centipawns from the mentor"),
            Some(Stage::Grandmaster) | None => format!("agrees in {number} positions, {share} %"),
        }
    }

    /// A measure without loss, and its share.
    fn whole(&self, measure: u64) -> (String, String) {
        let measure = measure as f64;
        let number = match self.stage {
            Some(Stage::Coevolution | Stage::Mentor) => self.number(measure),
            Some(Stage::Grandmaster | Stage::Tuning) | None => rounded(self.value(measure)),
        };
        (number, self.share(measure))
    }

    /// How many positions organisms are measured on, and their champion is looked at on.
    pub(crate) fn sets(&self, train: u64, test: u64) -> String {
        match self.stage {
            Some(Stage::Tuning) => {
                let limit = self.largest.checked_div(self.positions).unwrap_or(0).max(1);
                let (train, test) = (thousands(train / limit), thousands(test / limit));
                format!("{train} positions to tune on and {test} to validate")
            }
            Some(Stage::Coevolution) => {
                let games = rounded(self.value(train as f64));
                format!("{games} games an organism, {} test positions for the champion", thousands(test))
            }
            Some(Stage::Mentor) => "positions that the mentor scores".to_owned(),
            Some(Stage::Grandmaster) | None => {
                format!("{} training and {} test positions", thousands(train), thousands(test))
            }
        }
    }
}

/// A number with one decimal, where six cells have room for it.
fn short(value: f64) -> String {
    if value < 1000.0 { format!("{value:.1}") } else { rounded(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolution::presets;
    use crate::evolution::settings::{FixedEvaluation, OptimizerSettings};

    #[test]
    fn nodes_are_what_a_search_did_not_save() {
        let evaluation =
            FixedEvaluation { organism: "reference".to_owned(), schema: String::new(), values: vec![] };
        let settings = presets::tuning("quick", evaluation).unwrap();
        let quantity = Quantity::of(Some(&settings), settings.largest_measure(120));
        assert_eq!(quantity.told(0), "600,000 nodes on 120 positions, 100.0 % of the limit");
        assert_eq!((quantity.number(400_000.0), quantity.share(450_000.0)), ("200.0k".into(), "25.0".into()));
        assert_eq!(quantity.sets(600_000, 50_000), "120 positions to tune on and 10 to validate");
        assert!(!quantity.more_is_better());
    }

    #[test]
    fn points_are_half_of_what_is_recorded() {
        let mut settings = presets::coevolution("quick", Vec::new()).unwrap();
        let OptimizerSettings::Ga(algorithm) = &mut settings.optimizer;
        algorithm.population = 10;
        let largest = settings.largest_measure(0);
        let quantity = Quantity::of(Some(&settings), largest);
        // Nine opponents, four games each: 36 points, 72 half points.
        assert_eq!((largest, quantity.told(29)), (72, "14.5 of 36 points, 40.3 %".to_owned()));
        assert_eq!(quantity.tick(12.0), "12");
        let test = Quantity::of_test(Some(&settings), 5000);
        assert_eq!(test.told(1487), "1,487 of 5,000, 29.7 %", "its champion is looked at by agreement");
    }

    #[test]
    fn moves_are_what_they_are() {
        let quantity = Quantity::of(Some(&presets::named("quick").unwrap()), 5000);
        assert_eq!((quantity.number(1487.0), quantity.heading()), ("1,487".to_owned(), "agree"));
        assert_eq!(quantity.told(1487), "1,487 of 5,000, 29.7 %");
        assert_eq!(quantity.titles()[0], "Moves equal to the grandmasters’, of 5,000");
    }
}
