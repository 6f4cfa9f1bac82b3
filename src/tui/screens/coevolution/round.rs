//! A round robin as a table: who took part, best first, and what each scored against each.

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

/// Who took part.
#[derive(Debug)]
pub(super) struct Entry {
    /// The number by which the games know it: its seat, or its number among the finalists.
    pub(super) number: usize,
    /// Where it comes from, in words.
    pub(super) name: String,
    /// The same in fewer.
    pub(super) brief: String,
    /// Whether it is one of the founders.
    pub(super) founder: bool,
    /// What screens speak of it as.
    pub(super) organism: Option<ShownOrganism>,
    /// Games lost, drawn and won.
    pub(super) tally: [u64; 3],
    /// Its Elo among those who took part, their mean being 0.
    pub(super) elo: Option<Estimate>,
}

impl Entry {
    /// Points.
    pub(super) fn points(&self) -> f64 {
        self.tally[2] as f64 + self.tally[1] as f64 / 2.0
    }

    /// Games.
    pub(super) fn games(&self) -> u64 {
        self.tally.iter().sum()
    }
}

/// What the confirmation decided; players by their place in the table.
#[derive(Debug)]
pub(super) struct Decision {
    /// The champion.
    pub(super) champion: usize,
    /// The best of the founders.
    pub(super) best_founder: Option<usize>,
    /// The match of the two, where it was played.
    pub(super) final_match: Option<FinalMatch>,
    /// Games of the whole coevolution that are identical to earlier ones.
    pub(super) repeated: u64,
}

/// A round robin that is over.
#[derive(Debug)]
pub(super) struct Round {
    /// Which.
    pub(super) event: Event,
    /// Who took part, best first.
    pub(super) entries: Vec<Entry>,
    /// Members of the hall of fame whom they met, in the order of their numbers, which follow those of the entries.
    pub(super) hall: Vec<String>,
    /// Leaders whose games are listed with those of the confirmation; their numbers follow those of the entries.
    leaders: Vec<String>,
    /// Lost, drawn, won of the row against the column, in the order of the table; then against the hall of fame.
    pub(super) results: Results,
    /// What it decided, where it is the confirmation.
    pub(super) decision: Option<Decision>,
}

impl Round {
    /// A generation's; `None` where its organisms did not play each other.
    pub(super) fn of_generation(open: &Evolution, record: &GenerationRecord) -> Option<Round> {
        let table = record.crosstable.as_ref()?;
        let mut results = table.results.clone();
        for (place, row) in results.iter_mut().enumerate() {
            row.extend(table.hall.iter().filter_map(|visitor| visitor.results.get(place)));
        }
        // A column beyond the last row is that of a player whose games stand in it alone.
        let elo = ratings(table.results.len() + table.hall.len(), &encounters(&results));
        let beginners = beginners(open);
        let entry = |place: usize, individual: &Individual| {
            let founder = founder(&beginners, individual);
            Entry {
                number: table.seats.get(place).map_or(place, |seat| *seat as usize),
                name: birth(individual, founder),
                brief: founder.map_or_else(|| format!("gen {}", individual.born), str::to_owned),
                founder: founder.is_some(),
                organism: open.organism_in(record, place),
                tally: tally(&results, place),
                elo: elo.get(place).copied().flatten(),
            }
        };
        let entries = record.population.iter().enumerate();
        Some(Round {
            event: Event::Generation(record.generation),
            entries: entries.map(|(place, individual)| entry(place, individual)).collect(),
            hall: table.hall.iter().map(|visitor| veteran(visitor.generation)).collect(),
            leaders: Vec::new(),
            results,
            decision: None,
        })
    }

    /// The confirmation of a run, whose last generation is given.
    pub(super) fn of_confirmation(
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
                name: finalist(open, last, player),
                brief: finalist(open, last, player),
                founder: player.founder.is_some(),
                organism: organism(open, last, player),
                tally: tally(&confirmation.results, *number),
                elo: elo.get(*number).copied().flatten(),
            }
        };
        let place = |number: usize| order.iter().position(|known| *known == number).unwrap_or(0);
        let row = |row: &usize| order.iter().map(|column| confirmation.results[*row][*column]).collect();
        Round {
            event: Event::Confirmation,
            entries: order.iter().map(entry).collect(),
            hall: Vec::new(),
            leaders: confirmation.milestones.iter().map(|milestone| leader(milestone.generation)).collect(),
            results: order.iter().map(row).collect(),
            decision: Some(Decision {
                champion: place(confirmation.champion()),
                best_founder: confirmation.best_founder().map(place),
                final_match: confirmation.final_match.clone(),
                repeated: confirmation.repeated_games.unwrap_or(0),
            }),
        }
    }

    /// All games.
    pub(super) fn games(&self) -> u64 {
        // Those among the entries are counted from both sides.
        let sum = |row: &[[u32; 3]]| row.iter().flatten().map(|games| u64::from(*games)).sum::<u64>();
        let players = self.entries.len();
        let halves = |row: &Vec<[u32; 3]>| {
            let (among, hall) = row.split_at(players.min(row.len()));
            sum(among) + 2 * sum(hall)
        };
        self.results.iter().map(halves).sum::<u64>() / 2
    }

    /// The number by which games know the player of a column of the results.
    pub(super) fn number(&self, column: usize) -> usize {
        self.entries.get(column).map_or(column, |entry| entry.number)
    }

    /// The player of a column in words.
    pub(super) fn called(&self, column: usize) -> String {
        match self.entries.get(column) {
            Some(entry) => format!("{} {}", column + 1, entry.name),
            None => self.hall.get(column - self.entries.len()).cloned().unwrap_or_default(),
        }
    }

    /// How many columns the results have.
    pub(super) fn columns(&self) -> usize {
        self.entries.len() + self.hall.len()
    }

    /// The players' names by the numbers that games know them by.
    pub(super) fn names(&self) -> Vec<String> {
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

/// A member of the hall of fame in words: the leader of a generation.
pub(super) fn veteran(generation: u32) -> String {
    format!("hall, gen {generation}")
}

/// The leader of a generation who meets the founders.
pub(super) fn leader(generation: u32) -> String {
    format!("leader, gen {generation}")
}

/// The names of those who play in an event that is not over, members of the hall of fame apart.
pub(super) fn names(open: &Evolution, event: Event) -> Vec<String> {
    let Some(settings) = &open.settings else { return Vec::new() };
    let seat = |number: u32| format!("seat {}", number + 1);
    match (event, open.latest(), &open.schema) {
        (Event::Generation(0), ..) if !settings.initial.is_empty() => {
            let founders = &beginners(open);
            founders.iter().map(|founder| short(founders, founder).to_owned()).collect()
        }
        (Event::Confirmation | Event::Milestones | Event::FinalMatch, Some(last), Some(schema)) => {
            let players = Confirmation::finalists(schema, &last.population, &settings.initial);
            players.iter().map(|player| finalist(open, last, player)).collect()
        }
        _ => (0..settings.optimizer.population()).map(seat).collect(),
    }
}

/// The organisms of generation 0, where they were given.
pub(super) fn beginners(open: &Evolution) -> Vec<Founder> {
    open.settings.as_ref().map_or_else(Vec::new, Experiment::initial_population)
}

/// The founder that an organism is, where it has its bits.
fn founder<'a>(founders: &'a [Founder], individual: &Individual) -> Option<&'a str> {
    let found = founders.iter().find(|founder| founder.chromosome == individual.chromosome)?;
    Some(short(founders, found))
}

/// A founder's name without the words with which the names of all begin: champions of one session differ by their run.
fn short<'a>(founders: &[Founder], founder: &'a Founder) -> &'a str {
    let name = founder.name.as_str();
    let common = founders.iter().fold(name, |common, other| {
        let same = common.char_indices().zip(other.name.chars()).take_while(|((_, one), other)| one == other);
        &common[..same.last().map_or(0, |((at, last), _)| at + last.len_utf8())]
    });
    let words = common.rfind(", ").map_or(0, |at| at + 2);
    let cut = founders.len() > 1 && founders.iter().all(|other| other.name.len() > words);
    if cut { &name[words..] } else { name }
}

/// Where an organism comes from: the founder it is, or its birth.
fn birth(individual: &Individual, founder: Option<&str>) -> String {
    let born = individual.born;
    match (founder, individual.parents.as_slice()) {
        (Some(founder), _) => founder.to_owned(),
        (None, []) => format!("gen {born}, planted"),
        (None, [one]) => format!("gen {born}, of {}", one + 1),
        (None, [mother, father, ..]) => format!("gen {born}, {} × {}", mother + 1, father + 1),
    }
}

fn finalist(open: &Evolution, last: &GenerationRecord, player: &Finalist) -> String {
    let founders = open.settings.as_ref().map_or(&[][..], |settings| &settings.initial);
    match (player.place, player.founder.and_then(|founder| founders.get(founder as usize))) {
        (_, Some(founder)) => short(founders, founder).to_owned(),
        (Some(place), None) => format!("gen {} #{}", last.generation, place + 1),
        (None, None) => "organism".to_owned(),
    }
}

fn organism(open: &Evolution, last: &GenerationRecord, player: &Finalist) -> Option<ShownOrganism> {
    if let Some(place) = player.place {
        return open.organism_in(last, place as usize);
    }
    let schema = open.schema.as_ref()?;
    let founder = open.settings.as_ref()?.initial.get(player.founder? as usize)?;
    (player.chromosome.len() == schema.bits()).then(|| ShownOrganism {
        origin: Origin::Named(founder.name.clone()),
        score: None,
        schema: schema.clone(),
        values: player.chromosome.decode(schema),
        searches: Vec::new(),
        evaluation: None,
    })
}

fn tally(results: &Results, player: usize) -> [u64; 3] {
    let mut sums = [0; 3];
    for games in results.get(player).into_iter().flatten() {
        for (sum, count) in sums.iter_mut().zip(games) {
            *sum += u64::from(*count);
        }
    }
    sums
}
