//! The crosstable of a tournament: players by points, their scores against each other, and their ratings.

use super::plan::Fixtures;
use super::standing::Standings;
use crate::statistics::Estimate;
use crate::statistics::rating::ratings;

/// Points, and the number of games in which they were scored.
pub type Score = (f64, u64);

/// A player's row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The number of the player.
    pub player: usize,
    /// The total score.
    pub score: Score,
    /// The rating, if the results determine one.
    pub rating: Option<Estimate>,
    /// The score against each player, in the order of the rows; `None` if the two do not meet.
    pub against: Vec<Option<Score>>,
}

/// Returns the rows by points, highest first. Players with equal points keep their order.
#[must_use]
pub fn crosstable(plan: &Fixtures, players: usize, standings: &Standings) -> Vec<Row> {
    let ratings = ratings(players, &standings.encounters(plan));
    let mut scores: Vec<Vec<Option<Score>>> = vec![vec![None; players]; players];
    for ([first, second], tally) in plan.pairings().iter().zip(standings.tallies()) {
        let (points, games) = tally.score();
        scores[*first][*second] = Some((points, games));
        scores[*second][*first] = Some((games as f64 - points, games));
    }
    let total = |player: usize| {
        let met = scores[player].iter().flatten();
        met.fold((0.0, 0), |(points, games), (more, played)| (points + more, games + played))
    };
    let mut order: Vec<usize> = (0..players).collect();
    order.sort_by(|one, other| total(*other).0.total_cmp(&total(*one).0));
    let row = |player: &usize| Row {
        player: *player,
        score: total(*player),
        rating: ratings[*player],
        against: order.iter().map(|other| scores[*player][*other]).collect(),
    };
    order.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::{Ending, Record};
    use crate::arena::plan::Pairing;
    use crate::positions::Variant;
    use shakmaty::Color;

    #[test]
    fn rows_and_scores_are_sorted_by_points() {
        let plan = Fixtures::new(Pairing::RoundRobin, 3, 2);
        // Player 2 wins all games; 0 and 1 draw.
        let record = |fixture: crate::arena::plan::Fixture| Record {
            variant: Variant::Standard,
            start: None,
            opening: Vec::new(),
            moves: Vec::new(),
            winner: match fixture.players {
                [2, _] => Some(Color::White),
                [_, 2] => Some(Color::Black),
                _ => None,
            },
            ending: Ending::Checkmate,
        };
        let mut standings = Standings::new(&plan, 3);
        for fixture in (0..plan.games()).filter_map(|game| plan.fixture(game)) {
            standings.add(fixture, &record(fixture));
        }
        let rows = crosstable(&plan, 3, &standings);
        let found: Vec<_> = rows.iter().map(|row| (row.player, row.score)).collect();
        assert_eq!(found, [(2, (4.0, 4)), (0, (1.0, 4)), (1, (1.0, 4))]);
        assert_eq!(rows[0].against, [None, Some((2.0, 2)), Some((2.0, 2))]);
        assert_eq!(rows[1].against, [Some((0.0, 2)), None, Some((1.0, 2))]);
        // The likelihood of a player that won all games has no maximum, so it has no rating.
        assert!(rows[0].rating.is_none() && rows[1].rating.is_some());
    }
}
