//! A finished round robin: its players, best first, and the results of each pair.

use crate::arena::statistics::Estimate;
use crate::arena::statistics::rating::ratings;
use crate::evolution::record::Founder;
use crate::evolution::record::{GenerationRecord, Individual, Results};
use crate::experiment::Experiment;
use crate::objectives::self_play::Event;
use crate::objectives::self_play::confirmation::encounters;
use crate::objectives::self_play::confirmation::{Confirmation, FinalMatch, Finalist};
use crate::tui::evolution::Evolution;
use crate::tui::subject::{Origin, ShownOrganism};

/// A player of a round robin.
#[derive(Debug)]
pub(super) struct Entry {
    /// The player's number in the records of games: the seat, or the number among the finalists.
    pub(super) number: usize,
    /// The origin of the organism, as text.
    pub(super) name: String,
    /// A shorter text for the origin.
    pub(super) brief: String,
    /// Whether the organism is a founder.
    pub(super) founder: bool,
    pub(super) organism: Option<ShownOrganism>,
    /// Games lost, drawn and won.
    pub(super) totals: [u64; 3],
    /// The Elo among the players; their mean is 0.
    pub(super) elo: Option<Estimate>,
}

impl Entry {
    pub(super) fn points(&self) -> f64 {
        self.totals[2] as f64 + self.totals[1] as f64 / 2.0
    }

    pub(super) fn games(&self) -> u64 {
        self.totals.iter().sum()
    }
}

/// The decision of the confirmation. Players are numbered by their place in the table.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) champion: usize,
    pub(super) best_founder: Option<usize>,
    /// Whether the best founder is the result, because the champion did not beat it.
    pub(super) keeps_founder: bool,
    /// The match between the champion and the best founder, if it was played.
    pub(super) final_match: Option<FinalMatch>,
    /// The number of games in the whole coevolution that are identical to earlier games.
    pub(super) repeated: u64,
}

/// A finished round robin.
#[derive(Debug)]
pub(super) struct Round {
    pub(super) event: Event,
    /// The players, best first.
    pub(super) entries: Vec<Entry>,
    /// The names of the opponents from the hall of fame. Numbered after the entries.
    pub(super) hall: Vec<String>,
    /// The names of the leaders whose games are listed with the confirmation. Numbered after the entries.
    leaders: Vec<String>,
    /// Games lost, drawn and won by the row against the column. The columns of the hall of fame follow those of the
    /// entries.
    pub(super) results: Results,
    /// The decision, if this is the confirmation.
    pub(super) decision: Option<Decision>,
}

impl Round {
    /// Returns the round robin of a generation; `None` if the record has no crosstable.
    pub(super) fn from_generation(open: &Evolution, record: &GenerationRecord) -> Option<Round> {
        let table = record.crosstable.as_ref()?;
        let mut results = table.results.clone();
        for (place, row) in results.iter_mut().enumerate() {
            row.extend(table.hall.iter().filter_map(|visitor| visitor.results.get(place)));
        }
        // A column beyond the last row belongs to a member of the hall of fame, who has no row.
        let elo = ratings(table.results.len() + table.hall.len(), &encounters(&results));
        let founders = initial_population(open);
        let entry = |place: usize, individual: &Individual| {
            let founder = founder(&founders, individual);
            Entry {
                number: table.seats.get(place).map_or(place, |seat| *seat as usize),
                name: origin_text(individual, founder),
                brief: founder.map_or_else(|| format!("gen {}", individual.born), str::to_owned),
                founder: founder.is_some(),
                organism: open.organism_in(record, place),
                totals: totals(&results, place),
                elo: elo.get(place).copied().flatten(),
            }
        };
        let entries = record.population.iter().enumerate();
        Some(Round {
            event: Event::Generation(record.generation),
            entries: entries.map(|(place, individual)| entry(place, individual)).collect(),
            hall: table.hall.iter().map(|visitor| hall_member_name(visitor.generation)).collect(),
            leaders: Vec::new(),
            results,
            decision: None,
        })
    }

    /// Returns the confirmation of a run with this last generation.
    pub(super) fn from_confirmation(
        open: &Evolution,
        last: &GenerationRecord,
        confirmation: &Confirmation,
    ) -> Round {
        let order = confirmation.order();
        let elo = confirmation.ratings();
        let entry = |number: &usize| {
            let player = &confirmation.players[*number];
            Entry {
                number: *number,
                name: finalist_name(open, last, player),
                brief: finalist_name(open, last, player),
                founder: player.founder.is_some(),
                organism: finalist_organism(open, last, player),
                totals: totals(&confirmation.results, *number),
                elo: elo.get(*number).copied().flatten(),
            }
        };
        let place = |number: usize| order.iter().position(|known| *known == number).unwrap_or(0);
        let row = |row: &usize| order.iter().map(|column| confirmation.results[*row][*column]).collect();
        Round {
            event: Event::Confirmation,
            entries: order.iter().map(entry).collect(),
            hall: Vec::new(),
            leaders: confirmation
                .milestones
                .iter()
                .map(|milestone| leader_name(milestone.generation))
                .collect(),
            results: order.iter().map(row).collect(),
            decision: Some(Decision {
                champion: place(confirmation.champion()),
                best_founder: confirmation.best_founder().map(place),
                keeps_founder: confirmation.keeps_founder()
                    && open.settings.as_ref().is_some_and(|settings| settings.target.is_search()),
                final_match: confirmation.final_match.clone(),
                repeated: confirmation.repeated_games.unwrap_or(0),
            }),
        }
    }

    pub(super) fn games(&self) -> u64 {
        // The results count each game between two entries twice, and each game against the hall of fame once.
        let sum = |row: &[[u32; 3]]| row.iter().flatten().map(|games| u64::from(*games)).sum::<u64>();
        let players = self.entries.len();
        let doubled = |row: &Vec<[u32; 3]>| {
            let (entries, hall) = row.split_at(players.min(row.len()));
            sum(entries) + 2 * sum(hall)
        };
        self.results.iter().map(doubled).sum::<u64>() / 2
    }

    /// Returns the number, in the records of games, of the player of a column.
    pub(super) fn number(&self, column: usize) -> usize {
        self.entries.get(column).map_or(column, |entry| entry.number)
    }

    /// Returns the name of the player of a column.
    pub(super) fn column_name(&self, column: usize) -> String {
        match self.entries.get(column) {
            Some(entry) => format!("{} {}", column + 1, entry.name),
            None => self.hall.get(column - self.entries.len()).cloned().unwrap_or_default(),
        }
    }

    /// Returns the number of columns of the results.
    pub(super) fn columns(&self) -> usize {
        self.entries.len() + self.hall.len()
    }

    /// Returns the players' names, by number.
    pub(super) fn player_names(&self) -> Vec<String> {
        let mut names = vec![String::new(); self.entries.len()];
        for (place, entry) in self.entries.iter().enumerate() {
            if let Some(name) = names.get_mut(entry.number) {
                *name = match self.event {
                    Event::Generation(_) => format!("{} · {}", place + 1, entry.brief),
                    Event::Confirmation | Event::Milestones | Event::FinalMatch => entry.brief.clone(),
                };
            }
        }
        names.extend(self.hall.iter().chain(&self.leaders).cloned());
        names
    }
}

/// Returns the name of a member of the hall of fame, the leader of a generation.
pub(super) fn hall_member_name(generation: u32) -> String {
    format!("hall, gen {generation}")
}

/// Returns the name of a leader who plays against the founders.
pub(super) fn leader_name(generation: u32) -> String {
    format!("leader, gen {generation}")
}

/// Returns the names of the players of an unfinished event, without the members of the hall of fame.
pub(super) fn player_names(open: &Evolution, event: Event) -> Vec<String> {
    let Some(settings) = &open.settings else { return Vec::new() };
    let seat = |number: u32| format!("seat {}", number + 1);
    match (event, open.latest(), &open.schema) {
        (Event::Generation(0), ..) if !settings.initial.is_empty() => {
            let founders = &initial_population(open);
            founders.iter().map(|founder| short_name(founders, founder).to_owned()).collect()
        }
        (Event::Confirmation | Event::Milestones | Event::FinalMatch, Some(last), Some(schema)) => {
            let players = Confirmation::finalists(schema, &last.population, &settings.founders());
            players.iter().map(|player| finalist_name(open, last, player)).collect()
        }
        _ => (0..settings.optimizer.population()).map(seat).collect(),
    }
}

/// Returns the founders, which are the given organisms of generation 0.
pub(super) fn initial_population(open: &Evolution) -> Vec<Founder> {
    open.settings.as_ref().map_or_else(Vec::new, Experiment::initial_population)
}

/// Returns the name of the founder with the same chromosome as an organism.
fn founder<'a>(founders: &'a [Founder], individual: &Individual) -> Option<&'a str> {
    let found = founders.iter().find(|founder| founder.chromosome == individual.chromosome)?;
    Some(short_name(founders, found))
}

/// Returns a founder's name without the prefix that all names share, such as the session's settings.
fn short_name<'a>(founders: &[Founder], founder: &'a Founder) -> &'a str {
    let name = founder.name.as_str();
    let common = founders.iter().fold(name, |common, other| {
        let same = common.char_indices().zip(other.name.chars()).take_while(|((_, one), other)| one == other);
        &common[..same.last().map_or(0, |((at, last), _)| at + last.len_utf8())]
    });
    let words = common.rfind(", ").map_or(0, |at| at + 2);
    let cut = founders.len() > 1 && founders.iter().all(|other| other.name.len() > words);
    if cut { &name[words..] } else { name }
}

/// Returns the origin of an organism as text: the founder's name, or the generation of birth and the parents.
fn origin_text(individual: &Individual, founder: Option<&str>) -> String {
    let born = individual.born;
    match (founder, individual.parents.as_slice()) {
        (Some(founder), _) => founder.to_owned(),
        (None, []) => format!("gen {born}, planted"),
        (None, [one]) => format!("gen {born}, of {}", one + 1),
        (None, [mother, father, ..]) => format!("gen {born}, {} × {}", mother + 1, father + 1),
    }
}

fn finalist_name(open: &Evolution, last: &GenerationRecord, player: &Finalist) -> String {
    let founders = &open.settings.as_ref().map_or_else(Vec::new, Experiment::founders);
    match (player.place, player.founder.and_then(|founder| founders.get(founder as usize))) {
        (_, Some(founder)) => short_name(founders, founder).to_owned(),
        (Some(place), None) => format!("gen {} #{}", last.generation, place + 1),
        (None, None) => "estimate".to_owned(),
    }
}

fn finalist_organism(open: &Evolution, last: &GenerationRecord, player: &Finalist) -> Option<ShownOrganism> {
    if let Some(place) = player.place {
        return open.organism_in(last, place as usize);
    }
    let schema = open.schema.as_ref()?;
    let founders = open.settings.as_ref()?.founders();
    let founder = founders.get(player.founder? as usize)?;
    (player.chromosome.len() == schema.bits()).then(|| ShownOrganism {
        origin: Origin::Named(founder.name.clone()),
        score: None,
        schema: schema.clone(),
        values: player.chromosome.decode(schema),
        searches: Vec::new(),
        evaluation: open.evaluation.clone(),
    })
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
