//! The tables of results that the papers print, beside which results of one's own can be set.

use super::table::{Cell, Table, columns};
use super::{Content, Figure};
use crate::statistics::NORMAL_95;

/// A match of a paper.
struct Match {
    players: [&'static str; 2],
    games: u32,
    points: f64,
    limit: &'static str,
    source: &'static str,
}

const fn played(
    players: [&'static str; 2],
    games: u32,
    points: f64,
    limit: &'static str,
    source: &'static str,
) -> Match {
    Match { players, games, points, limit, source }
}

const THREE_MINUTES: &str = "3 minutes a game";
const FIVE_MINUTES: &str = "5 minutes a game";
const AN_HOUR: &str = "1 hour a game";

/// The matches of the papers: points of the first player.
const MATCHES: [Match; 15] = [
    played(["Falcon", "Maestro"], 300, 199.0, THREE_MINUTES, "2008, Table 1"),
    played(["Falcon", "MaestroGA"], 300, 151.5, THREE_MINUTES, "2008, Table 1"),
    played(["MaestroGA", "Maestro"], 300, 202.5, THREE_MINUTES, "2008, Table 1"),
    played(["Maestro", "Crafty"], 300, 140.5, THREE_MINUTES, "2008, Table 2"),
    played(["MaestroGA", "Crafty"], 300, 177.0, THREE_MINUTES, "2008, Table 2"),
    played(["Falcon", "Crafty"], 300, 173.5, THREE_MINUTES, "2008, Table 2"),
    played(["Evol*", "Evol0"], 300, 180.0, FIVE_MINUTES, "2014, Table IV"),
    played(["Evol*", "Crafty"], 300, 181.5, FIVE_MINUTES, "2014, Table IV"),
    played(["Evol*", "Junior"], 300, 133.5, FIVE_MINUTES, "2014, Table V"),
    played(["Evol*", "Fritz"], 300, 162.0, FIVE_MINUTES, "2014, Table V"),
    played(["Evol*", "Hiarcs"], 300, 180.5, FIVE_MINUTES, "2014, Table V"),
    played(["Evol*", "Crafty"], 100, 61.5, AN_HOUR, "2014, Table VI"),
    played(["Evol*", "Junior"], 100, 41.0, AN_HOUR, "2014, Table VI"),
    played(["Evol*", "Fritz"], 100, 51.5, AN_HOUR, "2014, Table VI"),
    played(["Evol*", "Hiarcs"], 100, 58.5, AN_HOUR, "2014, Table VI"),
];

/// The positions of the suite ECM that a program solved in 5 seconds each, of 879.
const SUITE: [(&str, u32, &str); 9] = [
    ("Maestro", 616, "2008, Table 3"),
    ("MaestroGA", 649, "2008, Table 3"),
    ("Falcon", 645, "2008, Table 3"),
    ("Evol*", 654, "2014, Tables III and VII"),
    ("Evol0", 623, "2014, Table III"),
    ("Crafty", 593, "2014, Table III"),
    ("Junior", 681, "2014, Table VII"),
    ("Fritz", 640, "2014, Table VII"),
    ("Hiarcs", 642, "2014, Table VII"),
];

/// The number of positions of the suite ECM.
const SUITE_POSITIONS: u32 = 879;

/// What the papers say of their evolutions: quantity, value, unit, source.
const EVOLUTIONS: [(&str, f64, &str, &str); 11] = [
    ("moves: mean of generation 0, about", 800.0, "of 5,000 positions", "2014, section V.A"),
    ("moves: mean at the end, about", 1_500.0, "of 5,000 positions", "2014, section V.A"),
    ("moves: best of generation 200", 1_620.0, "of 5,000 positions", "2014, Figure 2"),
    ("moves: champion on the test set", 1_521.0, "of 5,000 positions", "2014, section V.A"),
    ("moves: time of 200 generations, about", 2.0, "hours", "2014, Figure 2"),
    ("mentor: first means, more than", 250.0, "cp", "2008, section 4.1"),
    ("mentor: first bests, more than", 130.0, "cp", "2008, section 4.1"),
    ("mentor: best of generation 300", 28.0, "cp", "2008, Figure 2"),
    ("mentor: mean of generation 300", 47.0, "cp", "2008, section 4.1"),
    ("mentor: champion on the test set", 30.0, "cp", "2008, section 4.1"),
    ("mentor: time of 300 generations", 442.0, "seconds", "2008, Figure 2"),
];

/// Returns all tables of results of the papers of 2008 and 2014.
#[must_use]
pub fn tables() -> Vec<Figure> {
    vec![
        Figure::new("papers-evolutions", "Evolutions of the papers", Content::Table(evolutions())),
        Figure::new("papers-matches", "Matches of the papers", Content::Table(matches())),
        Figure::new(
            "papers-suite",
            "Positions of ECM that programs of the papers solved in 5 seconds",
            Content::Table(suite()),
        ),
    ]
}

fn evolutions() -> Table {
    let row = |(name, value, unit, source): &(&str, f64, &str, &str)| {
        vec![Cell::text(*name), Cell::Number(*value, 0), Cell::text(*unit), Cell::text(*source)]
    };
    let titles = [("quantity", ""), ("value", ""), ("unit", ""), ("source", "")];
    Table { columns: columns(&titles), rows: EVOLUTIONS.iter().map(row).collect() }
}

/// The papers give no numbers of draws. The error is that of games without draws, the largest possible one.
fn matches() -> Table {
    let row = |one: &Match| {
        let games = f64::from(one.games);
        let share = one.points / games;
        let elo = |share: f64| -400.0 * (1.0 / share - 1.0).log10();
        let deviation = (share * (1.0 - share) / games).sqrt();
        let half = (elo(share + NORMAL_95 * deviation) - elo(share - NORMAL_95 * deviation)) / 2.0;
        vec![
            Cell::text(one.players[0]),
            Cell::text(one.players[1]),
            Cell::count(one.games),
            Cell::Number(one.points, 1),
            Cell::Number(100.0 * share, 1),
            Cell::Number(elo(share), 1),
            Cell::Number(half, 0),
            Cell::text(one.limit),
            Cell::text(one.source),
        ]
    };
    let titles = [
        ("player", ""),
        ("opponent", ""),
        ("played", "games"),
        ("points", ""),
        ("share", "%"),
        ("Elo", ""),
        ("largest error", "Elo, 95 %"),
        ("limit", "for each side"),
        ("source", ""),
    ];
    Table { columns: columns(&titles), rows: MATCHES.iter().map(row).collect() }
}

fn suite() -> Table {
    let row = |(program, solved, source): &(&str, u32, &str)| {
        let share = 100.0 * f64::from(*solved) / f64::from(SUITE_POSITIONS);
        vec![Cell::text(*program), Cell::count(*solved), Cell::Number(share, 1), Cell::text(*source)]
    };
    let titles = [("program", ""), ("solved", "of 879 positions"), ("share", "%"), ("source", "")];
    Table { columns: columns(&titles), rows: SUITE.iter().map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The papers print share and Elo; here they follow from the points.
    #[test]
    fn shares_and_elo_are_those_that_the_papers_print() {
        let table = matches();
        let printed: Vec<(String, String)> =
            table.rows.iter().map(|row| (row[4].shown(), row[5].shown())).collect();
        let papers = [
            ("66.3", "118"),
            ("50.5", "3"),
            ("67.5", "127"),
            ("46.8", "−22"),
            ("59.0", "63"),
            ("57.8", "55"),
            ("60.0", "70.4"),
            ("60.5", "74.1"),
            ("44.5", "−38.4"),
            ("54.0", "27.9"),
            ("60.2", "71.6"),
            ("61.5", "81.4"),
            ("41.0", "−63.2"),
            ("51.5", "10.4"),
            ("58.5", "59.6"),
        ];
        assert_eq!(printed.len(), papers.len());
        for ((share, elo), (paper_share, paper_elo)) in printed.iter().zip(papers) {
            assert_eq!(share, paper_share);
            let [elo, paper_elo] =
                [elo.as_str(), paper_elo].map(|text| text.replace('−', "-").parse::<f64>().unwrap());
            assert!((elo - paper_elo).abs() < 0.6, "{elo} {paper_elo}");
        }
    }
}
