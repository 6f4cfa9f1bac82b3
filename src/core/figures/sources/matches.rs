//! The figures of a match or a tournament.

use std::collections::BTreeMap;
use std::path::Path;

use shakmaty::Position as _;

use super::games::{self, Game};
use super::{Listed, Made, Refusal, Request, listed};
use crate::arena::crosstable::{Row, crosstable};
use crate::arena::game::Record;
use crate::arena::node_counts::NodeCounts;
use crate::arena::plan::Fixtures;
use crate::arena::standing::{Standings, Test};
use crate::arena::time_losses::TimeLosses;
use crate::director;
use crate::figures::table::{Cell, Table, columns};
use crate::figures::{Content, Error, Heatmap, heatmap, round, settings};
use crate::session::MatchFolder;

/// The settings and the games of a match.
#[derive(Debug)]
pub struct Played {
    header: director::Header,
    plan: Fixtures,
    games: BTreeMap<u64, Record>,
    table: Vec<Row>,
    faults: Vec<u64>,
    suspect: Option<String>,
}

impl Played {
    /// Reads a match. Neither changes nor locks anything.
    ///
    /// # Errors
    /// There is no match, or it is damaged.
    pub fn read(folder: &Path) -> Result<Played, Error> {
        let (header, games) = MatchFolder::read::<director::Header>(folder)?;
        Ok(Played::new(header, games))
    }

    fn new(header: director::Header, games: BTreeMap<u64, Record>) -> Played {
        let settings = &header.settings;
        let (plan, players) = (settings.plan(), settings.players.len());
        let mut test = settings.sprt.map(Test::new);
        for (number, record) in &games {
            if let (Some(test), Some(fixture)) = (&mut test, plan.fixture(*number)) {
                test.add(fixture, record);
            }
        }
        // Games after the pair that decided the test do not count.
        let end = test.as_ref().and_then(Test::games).unwrap_or(u64::MAX);
        let standings = Standings::from_games(&plan, players, games.range(..end));
        let table = crosstable(&plan, players, &standings);
        let losses = TimeLosses::from_records(games.range(..end).map(|(_, record)| record));
        let suspect = settings.suspect(losses, &NodeCounts::of_games(settings, games.range(..end)));
        Played { faults: standings.faults().to_vec(), header, plan, games, table, suspect }
    }

    pub(super) fn suspect(&self) -> Option<&str> {
        self.suspect.as_deref()
    }

    fn name(&self, player: usize) -> Option<&String> {
        self.header.settings.players.get(player).map(|player| &player.name)
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        if self.games.is_empty() {
            return Vec::new();
        }
        vec![
            listed("standings", "points and Elo of the players"),
            listed("crosstable", "points of each player against each other"),
            listed("games", "the games with their results"),
            listed("evaluation", "scores of both players in a game, by ply"),
            listed("settings", "the players and the conditions of the match"),
        ]
    }

    pub(super) fn content(&self, request: &Request) -> Result<Made, Refusal> {
        let whole = |title: &str, content| (title.to_owned(), String::new(), content);
        Ok(match request.name.as_str() {
            "standings" => whole("Standings", Content::Table(self.standings())),
            "crosstable" => whole("Crosstable", Content::Heatmap(self.crosstable())),
            "games" => {
                let all: Vec<Game<'_>> = self.games.keys().filter_map(|number| self.game(*number)).collect();
                whole("Games", Content::Table(games::table(&all)))
            }
            "settings" => whole("Settings", Content::Table(settings::of_match(&self.header))),
            _ => {
                let last = self.games.keys().next_back().copied().unwrap_or(0);
                let number = request.game.unwrap_or(last);
                let game = self.game(number).ok_or_else(|| {
                    let available = format!("{} games are finished", self.games.len());
                    Refusal::Missing(format!("game {}", number.saturating_add(1)), available)
                })?;
                let first = game.record.replay().map(|(opening, _)| opening.position().turn());
                let chart = games::scores(&game, first.unwrap_or(shakmaty::Color::White));
                let title = format!("Evaluation · game {}", number + 1);
                (title, format!("-game-{}", number + 1), Content::Chart(chart))
            }
        })
    }

    fn game(&self, number: u64) -> Option<Game<'_>> {
        let record = self.games.get(&number)?;
        let fixture = self.plan.fixture(number)?;
        Some(Game { number, players: fixture.players.map(|player| self.name(player)), record })
    }

    fn standings(&self) -> Table {
        let row = |(place, row): (usize, &Row)| {
            let (points, games) = row.score;
            vec![
                Cell::count(place + 1),
                Cell::text(self.name(row.player).cloned().unwrap_or_default()),
                Cell::Number(points, 1),
                Cell::count(games),
                Cell::number((games > 0).then(|| 100.0 * points / games as f64), 1),
                Cell::number(row.rating.map(|elo| elo.value), 1),
                Cell::number(row.rating.and_then(|elo| elo.error), 1),
                Cell::count(self.faults.get(row.player).copied().unwrap_or(0)),
            ]
        };
        Table {
            columns: columns(&[
                ("place", ""),
                ("player", ""),
                ("points", ""),
                ("played", "games"),
                ("share", "%"),
                ("Elo", ""),
                ("error", "Elo, 95 %"),
                ("lost by a fault", "games"),
            ]),
            rows: self.table.iter().enumerate().map(row).collect(),
        }
    }

    fn crosstable(&self) -> Heatmap {
        let name = |(place, row): (usize, &Row)| {
            format!("{} {}", place + 1, self.name(row.player).cloned().unwrap_or_default())
        };
        let cell = |score: &Option<(f64, u64)>| {
            let (points, games) = score.filter(|(_, games)| *games > 0)?;
            Some(heatmap::Cell::new(points, points / games as f64))
        };
        round::crosstable(
            self.table.iter().enumerate().map(name).collect(),
            (1..=self.table.len()).map(|place| place.to_string()).collect(),
            self.table.iter().map(|row| row.against.iter().map(cell).collect()).collect(),
        )
    }
}
