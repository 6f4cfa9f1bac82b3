//! Compares the nodes that engines report with the node limit of their searches. Some engines look at a node limit only
//! every few thousand nodes, or end their searches long before it. Players with such an engine do not search equally.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use super::control::Control;
use super::game::{Record, Score};
use super::plan::Fixture;
use super::settings::MatchSettings;
use crate::engine::search::{Limits, SearchResult};
use crate::numbers::thousands;

/// The least searches of an engine that are evidence.
const LEAST: u64 = 10;

/// The searches of an engine that are enough. Later ones are not counted.
const ENOUGH: u64 = 10_000;

/// An engine keeps a limit if the median of its searches is between half of it and this multiple of it.
const FACTOR: u64 = 2;

/// Returns whether searches with this median of nodes keep a limit.
pub(super) fn keeps(median: u64, limit: u64) -> bool {
    median.saturating_mul(FACTOR) >= limit && median <= limit.saturating_mul(FACTOR)
}

/// The searches of one engine under one node limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct EngineSearches {
    engine: String,
    limit: u64,
    /// The number of searches by their nodes, which are rounded to three digits.
    searches: BTreeMap<u64, u64>,
}

impl EngineSearches {
    fn count(&self) -> u64 {
        self.searches.values().sum()
    }

    /// Returns the median of the nodes; `None` without searches.
    fn median(&self) -> Option<u64> {
        let middle = self.count() / 2;
        let mut before = 0;
        let reaches = |(_, count): &(&u64, &u64)| {
            before += **count;
            before > middle
        };
        self.searches.iter().find(reaches).map(|(nodes, _)| *nodes)
    }

    /// Returns what is wrong if the engine does not keep the limit.
    fn suspect(&self) -> Option<String> {
        let EngineSearches { engine, limit, .. } = self;
        let (count, median) = (self.count(), self.median()?);
        (count >= LEAST && !keeps(median, *limit)).then(|| {
            format!(
                "{engine} does not keep the node limit: it reports {} nodes (median of {} searches) where the limit is {}. \
                 Use a limit that it keeps, or a limit of time or depth",
                thousands(median),
                thousands(count),
                thousands(*limit)
            )
        })
    }
}

/// The nodes that engines report for their searches, with the limits of these searches.
///
/// Searches that may end early for a good reason do not count: those of a forced move, and those that end with a mate
/// score. Neither do those for which the engine reports no nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeCounts(Vec<EngineSearches>);

impl NodeCounts {
    /// Returns whether nothing is counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a search of a position that the engine of this name ended by itself.
    pub fn add(&mut self, engine: &str, position: &Chess, limits: &Limits, outcome: &SearchResult) {
        let Some(limit) = limits.nodes else { return };
        let score = outcome.report.as_ref().map(|report| report.line.value.into());
        self.add_search(engine, position, limit, (outcome.nodes, score));
    }

    /// Adds a search under a node limit, by its nodes and its score.
    pub fn add_search(
        &mut self,
        engine: &str,
        position: &Chess,
        limit: u64,
        (nodes, score): (u64, Option<Score>),
    ) {
        let may_end_early = matches!(score, Some(Score::Mate(_)));
        if nodes == 0 || may_end_early || self.is_full(engine, limit) || position.legal_moves().len() <= 1 {
            return;
        }
        *self.of(engine, limit).searches.entry(rounded(nodes)).or_default() += 1;
    }

    /// Adds the searches of all engines in a game of a match.
    pub fn add_game(&mut self, settings: &MatchSettings, fixture: Fixture, record: &Record) {
        let engines = fixture.players.map(|number| {
            let Control::Nodes(limit) = settings.control_of(number) else { return None };
            let player = settings.players.get(number).filter(|player| player.blake3.is_none())?;
            Some((player.name.as_str(), limit))
        });
        if engines.into_iter().flatten().all(|(name, limit)| self.is_full(name, limit)) {
            return;
        }
        let Some((opening, moves)) = record.replay() else { return };
        let mut position = opening.position().clone();
        for (recorded, m) in record.moves.iter().zip(moves) {
            if let Some((name, limit)) = engines[usize::from(position.turn().is_black())] {
                self.add_search(name, &position, limit, (recorded.nodes, recorded.score));
            }
            position.play_unchecked(m);
        }
    }

    /// Counts the searches of all engines in games of a match.
    #[must_use]
    pub fn of_games<'a>(
        settings: &MatchSettings,
        games: impl IntoIterator<Item = (&'a u64, &'a Record)>,
    ) -> NodeCounts {
        let (mut counts, plan) = (NodeCounts::default(), settings.plan());
        for (number, record) in games {
            if let Some(fixture) = plan.fixture(*number) {
                counts.add_game(settings, fixture, record);
            }
        }
        counts
    }

    /// Adds the searches of others.
    pub fn merge(&mut self, others: &NodeCounts) {
        for EngineSearches { engine, limit, searches } in &others.0 {
            let own = self.of(engine, *limit);
            searches.iter().for_each(|(nodes, count)| *own.searches.entry(*nodes).or_default() += count);
        }
    }

    /// Returns which engines do not keep their node limits, and what to change; `None` if all do, or if there are fewer
    /// than ten searches of each.
    #[must_use]
    pub fn suspect(&self) -> Option<String> {
        let found: Vec<String> = self.0.iter().filter_map(EngineSearches::suspect).collect();
        (!found.is_empty()).then(|| found.join("; "))
    }

    fn is_full(&self, engine: &str, limit: u64) -> bool {
        let known = self.0.iter().find(|known| known.engine == engine && known.limit == limit);
        known.is_some_and(|known| known.count() >= ENOUGH)
    }

    /// Returns the searches of an engine, in the order of names and limits.
    fn of(&mut self, engine: &str, limit: u64) -> &mut EngineSearches {
        let key = (engine, limit);
        let place = match self.0.binary_search_by(|known| (known.engine.as_str(), known.limit).cmp(&key)) {
            Ok(place) => place,
            Err(place) => {
                let (engine, searches) = (engine.to_owned(), BTreeMap::new());
                self.0.insert(place, EngineSearches { engine, limit, searches });
                place
            }
        };
        &mut self.0[place]
    }
}

/// Returns a number rounded to three digits, so that there are few different ones.
fn rounded(nodes: u64) -> u64 {
    let unit = 10_u64.pow(nodes.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (nodes + unit / 2) / unit * unit
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn counts(nodes: impl IntoIterator<Item = u64>) -> NodeCounts {
        let mut counts = NodeCounts::default();
        let position = Chess::default();
        nodes
            .into_iter()
            .for_each(|nodes| counts.add_search("x", &position, 1000, (nodes, Some(Score::Cp(5)))));
        counts
    }

    #[rstest]
    #[case(1000, 10, false)]
    #[case(500, 10, false)]
    #[case(2000, 10, false)]
    #[case(499, 10, true)]
    #[case(2010, 10, true)]
    #[case(10_000, 10, true)]
    #[case(7, 10, true)]
    #[case(7, 9, false)]
    fn a_median_far_from_the_limit_is_suspect(
        #[case] nodes: u64,
        #[case] searches: usize,
        #[case] suspect: bool,
    ) {
        assert_eq!(counts(vec![nodes; searches]).suspect().is_some(), suspect);
    }

    #[test]
    fn the_text_names_the_engine_the_median_and_the_limit() {
        let text = counts([7, 9000, 10_004, 10_004, 10_004].repeat(3)).suspect().unwrap();
        assert!(text.starts_with("x does not keep the node limit: it reports 10,000 nodes"), "{text}");
        assert!(text.contains("(median of 15 searches) where the limit is 1,000."), "{text}");
    }

    #[test]
    fn searches_that_may_end_early_do_not_count() {
        let forced: shakmaty::fen::Fen = "7k/8/8/8/8/8/r7/1r5K w - - 0 1".parse().unwrap();
        let forced: Chess = forced.into_position(shakmaty::CastlingMode::Standard).unwrap();
        assert!(forced.legal_moves().is_empty(), "mate");
        let mut counts = NodeCounts::default();
        for _ in 0..20 {
            counts.add_search("x", &forced, 1000, (3, Some(Score::Cp(0))));
            counts.add_search("x", &Chess::default(), 1000, (3, Some(Score::Mate(2))));
            counts.add_search("x", &Chess::default(), 1000, (0, None));
        }
        assert!(counts.is_empty());
    }

    #[test]
    fn counts_are_those_of_the_parts_and_survive_a_file() {
        let (one, other) = (counts([5, 6, 7, 8]), counts([900, 1000, 1100, 900, 1200, 1000, 1001]));
        let mut both = one.clone();
        both.merge(&other);
        assert_eq!(both, counts([5, 6, 7, 8, 900, 1000, 1100, 900, 1200, 1000, 1001]));
        assert_eq!(both.suspect(), None, "the median is 900");
        let text = serde_json::to_string(&both).unwrap();
        assert_eq!(serde_json::from_str::<NodeCounts>(&text).unwrap(), both);
    }

    #[test]
    fn enough_searches_are_enough() {
        let counts = counts(std::iter::repeat_n(1000, ENOUGH as usize + 5));
        assert_eq!(counts.0[0].count(), ENOUGH);
        assert_eq!([rounded(7), rounded(1234), rounded(19_996)], [7, 1230, 20_000]);
    }
}
