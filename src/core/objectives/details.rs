//! The details that objectives find out about the champion of a run besides its scores. This is the one list of them: the
//! journal stores what it names, and everything else asks a run for a detail instead of for its objective.

use std::fmt;
use std::mem::discriminant;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use super::confirmation::{Confirmation, FinalMatch, Finalist, Milestone};
pub use super::matches::report::{self as match_report, MatchReport};
pub use super::proof::{Proof, Transfer};
pub use super::scores::fit::Method;
pub use super::scores::{BestFit, LeftOut, MentorErrors, MentorReport, Reason, SetErrors};
pub use super::suite::play_off::{self, PlayOffResult};
pub use super::suite::{Examination, Solved, Tally};

/// Defines [`Detail`] and [`Details`]: one line registers one, with its key in the journal.
macro_rules! details {
    ($($(#[$doc:meta])* $variant:ident($content:ty) $key:ident -> $shown:ty,)*) => {
        /// What an objective found out about the champion of a run.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Detail {
            $($(#[$doc])* $variant($content),)*
        }

        impl Details {
            $(
                $(#[$doc])*
                #[must_use]
                pub fn $key(&self) -> Option<&$shown> {
                    self.0.iter().find_map(|detail| match detail {
                        Detail::$variant(content) => Some::<&$shown>(content),
                        _ => None,
                    })
                }
            )*
        }

        impl Serialize for Details {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(Some(self.0.len()))?;
                for detail in &self.0 {
                    match detail {
                        $(Detail::$variant(content) => map.serialize_entry(stringify!($key), content)?,)*
                    }
                }
                map.end()
            }
        }

        impl<'de> Visitor<'de> for Reader {
            type Value = Details;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the details of a run")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Details, A::Error> {
                let mut details: Vec<Detail> = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    let detail = match key.as_str() {
                        $(stringify!($key) => Detail::$variant(map.next_value()?),)*
                        unknown => return Err(A::Error::unknown_field(unknown, &[$(stringify!($key)),*])),
                    };
                    if details.iter().any(|known| discriminant(known) == discriminant(&detail)) {
                        return Err(A::Error::custom(format!("{key} is given twice")));
                    }
                    details.push(detail);
                }
                Ok(Details(details))
            }
        }
    };
}

details! {
    /// The games that selected the champion from several organisms that played each other.
    Confirmation(Confirmation) confirmation -> Confirmation,
    /// The champion's search compared with the untuned one; its own suite first.
    Examinations(Vec<Examination>) examinations -> [Examination],
    /// The champion's distance from the mentors' scores.
    Mentors(MentorReport) mentor_report -> MentorReport,
    /// How games against fixed opponents selected the champion.
    Matches(MatchReport) match_report -> MatchReport,
    /// The scores of the start of an engine's options on the training set and on the test set.
    StartScores([u64; 2]) start_scores -> [u64; 2],
}

/// What an objective found out about the champion of a run, each kind at most once.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Details(Vec<Detail>);

/// Reads details from the keys of an entry of the journal.
struct Reader;

impl<'de> Deserialize<'de> for Details {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Details, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

impl FromIterator<Detail> for Details {
    fn from_iter<I: IntoIterator<Item = Detail>>(details: I) -> Details {
        Details(details.into_iter().collect())
    }
}

impl Details {
    /// Returns the match of the run's best organism against the start or the best founder, if one was played.
    #[must_use]
    pub fn final_match(&self) -> Option<&FinalMatch> {
        let of_matches = self.match_report().and_then(|report| report.final_match.as_ref());
        of_matches.or_else(|| self.confirmation()?.final_match.as_ref())
    }

    /// Returns this match with a longer limit, if it was played.
    #[must_use]
    pub fn proof(&self) -> Option<&Proof> {
        let of_matches = self.match_report().and_then(|report| report.proof.as_ref());
        of_matches.or_else(|| self.confirmation()?.proof.as_ref())
    }

    /// Returns whether the start, or the best founder, is as good as what evolved, so that a tune keeps it; `None` if no
    /// games decided.
    #[must_use]
    pub fn keeps_start(&self) -> Option<bool> {
        let by_matches = self.match_report().map(MatchReport::keeps_start);
        by_matches.or_else(|| self.confirmation().map(Confirmation::keeps_founder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_keys_in_the_order_of_their_discovery() {
        let suite = Examination {
            suite: "ecm879".to_owned(),
            positions: 0,
            trained: false,
            quiet: false,
            champion: Tally::default(),
            untuned: Tally::default(),
            untuned_nodes: Vec::new(),
        };
        let details =
            Details::from_iter([Detail::Examinations(vec![suite]), Detail::StartScores([u64::MAX, 7])]);
        let text = serde_json::to_string(&details).unwrap();
        let examined = r#"{"suite":"ecm879","positions":0,"trained":false,"champion":{"nodes":0,"found":0},"untuned":{"nodes":0,"found":0}}"#;
        assert_eq!(
            text,
            format!(r#"{{"examinations":[{examined}],"start_scores":[18446744073709551615,7]}}"#)
        );
        assert_eq!(serde_json::from_str::<Details>(&text).unwrap(), details);
    }

    #[test]
    fn games_against_opponents_decide_about_the_start() {
        let played = FinalMatch { results: [1, 2, 5], pairs: [0, 1, 0, 1, 2] };
        let report = MatchReport {
            finalists: Vec::new(),
            best: 0,
            final_match: Some(played.clone()),
            proof: None,
            games: 8,
            final_faults: Vec::new(),
            faults: 0,
        };
        let keeps_start = report.keeps_start();
        let details = Details::from_iter([Detail::Matches(report)]);
        assert_eq!((details.final_match(), details.keeps_start()), (Some(&played), Some(keeps_start)));
        assert_eq!((Details::default().final_match(), Details::default().keeps_start()), (None, None));
    }

    #[test]
    fn unknown_and_repeated_keys_are_refused() {
        for (text, reason) in [
            (r#"{"start_score":[1,2]}"#, "unknown field `start_score`"),
            (r#"{"start_scores":[1,2],"start_scores":[1,2]}"#, "start_scores is given twice"),
        ] {
            let error = serde_json::from_str::<Details>(text).unwrap_err();
            assert!(error.to_string().starts_with(reason), "{error}");
        }
    }
}
