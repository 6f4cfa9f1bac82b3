//! A finished round robin: its players, best first, and the results of each pair.

use super::heatmap::{self, Heatmap};
use super::names;
use super::table::{Cell, Table, columns};
use crate::evolution::record::{GenerationRecord, Individual, Results};
use crate::experiment::Experiment;
use crate::objectives::confirmation::{Confirmation, encounters};
use crate::objectives::event::RoundPurpose;
use crate::statistics::Estimate;
use crate::statistics::rating::ratings;

/// A player of a round robin.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The player's number in the records of games: the seat, or the number among the finalists.
    pub number: usize,
    /// The origin of the organism, as text.
    pub name: String,
    /// A shorter text for the origin.
    pub brief: String,
    /// Whether the organism is a founder.
    pub founder: bool,
    /// Games lost, drawn and won.
    pub totals: [u64; 3],
    /// The Elo among the players; their mean is 0.
    pub elo: Option<Estimate>,
}

impl Entry {
    /// Returns the points.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.totals[2] as f64 + self.totals[1] as f64 / 2.0
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.totals.iter().sum()
    }
}

/// A finished round robin.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The generation, or the confirmation.
    pub event: RoundPurpose,
    /// The players, best first.
    pub entries: Vec<Entry>,
    /// The names of the opponents from the hall of fame. Numbered after the entries.
    pub hall: Vec<String>,
    /// The names of the leaders whose games are listed with the confirmation. Numbered after the entries.
    pub leaders: Vec<String>,
    /// Games lost, drawn and won by the row against the column. The columns of the hall of fame follow those of the
    /// entries.
    pub results: Results,
}

impl Round {
    /// Returns the round robin of a generation; `None` if the record has no crosstable.
    #[must_use]
    pub fn of_generation(settings: &Experiment, record: &GenerationRecord) -> Option<Round> {
        let table = record.crosstable.as_ref()?;
        let mut results = table.results.clone();
        for (place, row) in results.iter_mut().enumerate() {
            row.extend(table.hall.iter().filter_map(|visitor| visitor.results.get(place)));
        }
        // A column beyond the last row belongs to a member of the hall of fame, who has no row.
        let elo = ratings(table.results.len() + table.hall.len(), &encounters(&results));
        let founders = settings.initial_population();
        let entry = |(place, individual): (usize, &Individual)| {
            let founder = names::founder(&founders, individual);
            Entry {
                number: table.seats.get(place).map_or(place, |seat| *seat as usize),
                name: names::origin(individual, record, founder),
                brief: founder.map_or_else(|| format!("gen {}", individual.born), str::to_owned),
                founder: founder.is_some(),
                totals: totals(&results, place),
                elo: elo.get(place).copied().flatten(),
            }
        };
        Some(Round {
            event: RoundPurpose::Generation(record.generation),
            entries: record.population.iter().enumerate().map(entry).collect(),
            hall: table.hall.iter().map(|visitor| names::hall_member(visitor.generation)).collect(),
            leaders: Vec::new(),
            results,
        })
    }

    /// Returns the confirmation of a run with this last generation.
    #[must_use]
    pub fn of_confirmation(
        settings: &Experiment,
        last: &GenerationRecord,
        confirmation: &Confirmation,
    ) -> Round {
        let order = confirmation.order();
        let elo = confirmation.ratings();
        let entry = |number: &usize| {
            let player = &confirmation.players[*number];
            let name = names::finalist(settings, last, player);
            Entry {
                number: *number,
                brief: name.clone(),
                name,
                founder: player.founder.is_some(),
                totals: totals(&confirmation.results, *number),
                elo: elo.get(*number).copied().flatten(),
            }
        };
        let row = |row: &usize| order.iter().map(|column| confirmation.results[*row][*column]).collect();
        let leaders = confirmation.milestones.iter().map(|milestone| names::leader(milestone.generation));
        Round {
            event: RoundPurpose::Confirmation,
            entries: order.iter().map(entry).collect(),
            hall: Vec::new(),
            leaders: leaders.collect(),
            results: order.iter().map(row).collect(),
        }
    }

    /// Returns the name of the player of a column.
    #[must_use]
    pub fn column_name(&self, column: usize) -> String {
        match self.entries.get(column) {
            Some(entry) => format!("{} {}", column + 1, entry.name),
            None => self.hall.get(column - self.entries.len()).cloned().unwrap_or_default(),
        }
    }

    /// Returns the number of columns of the results.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.entries.len() + self.hall.len()
    }

    /// Returns the players' names, by number.
    #[must_use]
    pub fn player_names(&self) -> Vec<String> {
        let mut names = vec![String::new(); self.entries.len()];
        for (place, entry) in self.entries.iter().enumerate() {
            if let Some(name) = names.get_mut(entry.number) {
                *name = match self.event {
                    RoundPurpose::Generation(_) => format!("{} · {}", place + 1, entry.brief),
                    RoundPurpose::Confirmation
                    | RoundPurpose::Milestones
                    | RoundPurpose::FinalMatch
                    | RoundPurpose::Proof => entry.brief.clone(),
                };
            }
        }
        names.extend(self.hall.iter().chain(&self.leaders).cloned());
        names
    }

    /// Returns the standings as a table.
    #[must_use]
    pub fn standings(&self) -> Table {
        let row = |(place, entry): (usize, &Entry)| {
            let [lost, drawn, won] = entry.totals;
            let share = (entry.games() > 0).then(|| 100.0 * entry.points() / entry.games() as f64);
            let mut row = vec![
                Cell::count(place + 1),
                Cell::text(&entry.name),
                Cell::count(entry.number + 1),
                Cell::Number(entry.points(), 1),
                Cell::number(share, 1),
            ];
            row.extend([won, drawn, lost].map(Cell::count));
            row.push(Cell::number(entry.elo.map(|elo| elo.value), 0));
            row.push(Cell::number(entry.elo.and_then(|elo| elo.error), 0));
            row
        };
        Table {
            columns: columns(&[
                ("place", ""),
                ("organism", ""),
                ("seat", ""),
                ("points", ""),
                ("share", "%"),
                ("won", "games"),
                ("drawn", "games"),
                ("lost", "games"),
                ("Elo", ""),
                ("error", "Elo, 95 %"),
            ]),
            rows: self.entries.iter().enumerate().map(row).collect(),
        }
    }

    /// Returns the points of each pair.
    #[must_use]
    pub fn crosstable(&self) -> Heatmap {
        let name = |column: usize| match self.entries.get(column) {
            Some(_) => (column + 1).to_string(),
            None => self.column_name(column),
        };
        let cell = |games: &[u32; 3]| {
            let all: u32 = games.iter().sum();
            let points = f64::from(games[2]) + f64::from(games[1]) / 2.0;
            (all > 0).then(|| heatmap::Cell::new(points, points / f64::from(all)))
        };
        crosstable(
            (0..self.entries.len()).map(|row| self.column_name(row)).collect(),
            (0..self.columns()).map(name).collect(),
            self.results.iter().map(|row| row.iter().map(cell).collect()).collect(),
        )
    }
}

/// Returns a crosstable with these names and points.
#[must_use]
pub fn crosstable(
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Vec<Option<heatmap::Cell>>>,
) -> Heatmap {
    Heatmap {
        row: "player".to_owned(),
        rows,
        column: "opponent".to_owned(),
        columns,
        value: "points of the row against the column".to_owned(),
        ends: ["0 % of the points".to_owned(), "100 %".to_owned()],
        cells,
        written: true,
    }
}

/// Returns the games lost, drawn and won by a player.
fn totals(results: &Results, player: usize) -> [u64; 3] {
    let mut sums = [0; 3];
    for games in results.get(player).into_iter().flatten() {
        for (sum, count) in sums.iter_mut().zip(games) {
            *sum += u64::from(*count);
        }
    }
    sums
}
