//! The figures of a session.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::games::{self, Game};
use super::{Listed, Made, Refusal, Request, listed};
use crate::evolution::record::GenerationRecord;
use crate::evolution::report::OptimizerReport;
use crate::figures::evolution::{self, Curves, RunCurve};
use crate::figures::genome;
use crate::figures::optimizer::{self, RecentElo};
use crate::figures::response::Response;
use crate::figures::round::Round;
use crate::figures::{Content, Error, course, digest, drift, runs, settings, values};
use crate::objectives::measure::Measure;
use crate::objectives::properties::Comparable;
use crate::session::{self, Champion, Recorded, RunEntry, Session};

/// A session.
#[derive(Debug)]
pub(super) struct Evolution {
    folder: PathBuf,
    recorded: Recorded,
}

/// Returns whether a session has a figure.
type Has = fn(&Evolution) -> bool;

/// The figures of all sessions, and whether a session has them for at least one run and generation.
const FIGURES: &[(Listed, Has)] = &[
    (listed("fitness", "best, mean and 10–90 % of the scores over the generations"), |_| true),
    (listed("scores", "best and 10–90 % of the scores within each generation, founders left"), |session| {
        !session.compares_generations()
    }),
    (listed("elo", "Elo of the leaders against the founders over the generations"), |session| {
        session.recorded.results.iter().any(|result| {
            let milestones =
                result.details.confirmation().into_iter().flat_map(|confirmation| &confirmation.milestones);
            milestones.into_iter().any(|milestone| milestone.elo().is_some())
        })
    }),
    (listed("games-elo", "Elo in games against the opponents over the generations"), |session| {
        let runs = session.recorded.history.chunk_by(|one, other| one.run == other.run);
        runs.map(|records| RecentElo::of(records.iter().map(|record| &**record))).any(|elo| !elo.is_empty())
    }),
    (
        listed("estimate", "what the optimizer knows: estimate, start, range, gradient or deviation"),
        |session| session.first_report().is_some(),
    ),
    (listed("axes", "the axes of the optimizer's distribution"), |session| {
        session.first_report().is_some_and(|report| !report.axes.is_empty())
    }),
    (
        listed("courses", "estimate of each parameter over the generations, with its noise and the start"),
        |session| session.is_tune() && session.first_report().is_some(),
    ),
    (
        listed(
            "response",
            "what all games say about each parameter: Elo over the tried values, slope and curvature",
        ),
        |session| session.is_tune() && session.response(0).is_some(),
    ),
    (listed("estimates", "estimates of the parameters over the generations"), |session| {
        session.first_report().is_some()
    }),
    (
        listed("result", "verdict, Elo and final match of each run, or its scores beside those of the start"),
        |session| session.recorded.results.iter().any(runs::has_outcome),
    ),
    (listed("runs", "the runs of the session and their results"), |_| true),
    (listed("summary", "mean over the runs of the session with its 95 % interval"), |session| {
        session.recorded.results.len() > 1
    }),
    (listed("values", "values of the champion, the mean over runs, and a paper's values"), |session| {
        !session.recorded.results.is_empty()
    }),
    (listed("distribution", "histogram of the scores of a generation"), |session| {
        // A pair of SPSA is no distribution.
        !session.is_tune() || session.recorded.header.settings.optimizer.population() >= HISTOGRAM
    }),
    (listed("organisms", "organisms of a generation with their parameters"), |_| true),
    (listed("genome", "parameters of the organisms of a generation"), |_| true),
    (listed("bits", "bits of the organisms of a generation"), |_| true),
    (listed("parameters", "parameters of the fittest organism over the generations"), |_| true),
    (listed("diversity", "diversity of bits and parameters over the generations"), |_| true),
    (listed("drift", "how far each parameter has moved since generation 0"), |session| {
        !session.recorded.header.settings.initial_population().is_empty()
    }),
    (listed("standings", "points and Elo of a round robin"), Evolution::has_rounds),
    (listed("crosstable", "points of each organism against each other"), Evolution::has_rounds),
    (listed("games", "the games of a round robin"), |session| {
        session.has_rounds() && !session.compares_generations()
    }),
    (
        listed("positions", "nodes to each best move of the suite, for the organisms of a generation"),
        |session| session.recorded.history.iter().any(|record| genome::most_nodes(record).is_some()),
    ),
    (listed("examinations", "the tuned search beside the untuned one"), |session| {
        session.recorded.results.iter().any(|result| result.details.examinations().is_some())
    }),
    (listed("settings", "the settings of the session"), |_| true),
];

/// The figure with the result of games.
const RESULT: &str = "result";

/// The figures that come first in the list of a tune; of other sessions only that with the result.
const FIRST: [&str; 7] = [RESULT, "values", "courses", "response", "estimate", "games-elo", "estimates"];

/// The least number of organisms whose histogram says anything about a tune.
const HISTOGRAM: u32 = 10;

impl Evolution {
    pub(super) fn read(folder: &Path) -> Result<Evolution, Error> {
        Ok(Evolution { folder: folder.to_owned(), recorded: Session::open_read_only(folder)? })
    }

    pub(super) fn suspect(&self) -> Option<String> {
        self.recorded.nodes.suspect()
    }

    fn is_tune(&self) -> bool {
        self.recorded.header.settings.target.engine().is_some()
    }

    fn response(&self, run: u32) -> Option<Response> {
        let records = self.generations(run).iter().map(|record| &**record);
        Response::of(&self.recorded.header.settings, records)
    }

    /// Returns the state of a tune in a few lines.
    pub(super) fn digest(&self) -> Vec<String> {
        digest::lines(&self.recorded)
    }

    fn compares_generations(&self) -> bool {
        self.recorded.header.settings.objective.properties().comparable == Comparable::All
    }

    /// Returns the state of the optimizer after generation 0, if it has anything to show.
    fn first_report(&self) -> Option<OptimizerReport> {
        self.recorded.optimizer_reports(0).next()
    }

    fn has_rounds(&self) -> bool {
        self.recorded.history.iter().any(|record| record.crosstable.is_some())
            || self.recorded.results.iter().any(|result| result.details.confirmation().is_some())
    }

    fn measure(&self) -> Measure {
        self.recorded.header.settings.measure(self.recorded.header.largest_score())
    }

    pub(super) fn list(&self) -> Vec<Listed> {
        if self.recorded.history.is_empty() {
            return Vec::new();
        }
        let mut listed: Vec<Listed> =
            FIGURES.iter().filter(|(_, has)| has(self)).map(|(listed, _)| *listed).collect();
        // What matters of a tune comes first.
        let is_tune = self.is_tune();
        let place = |name: &str| FIRST.iter().position(|first| *first == name && (is_tune || name == RESULT));
        listed.sort_by_key(|listed| place(listed.name).unwrap_or(FIRST.len()));
        listed
    }

    pub(super) fn about(&self) -> String {
        let settings = &self.recorded.header.settings;
        match settings.target.engine() {
            Some(engine) => format!("A session: the options of {} are tuned.", engine.player()),
            None => "A session: an evolution.".to_owned(),
        }
    }

    pub(super) fn lead(&self) -> Vec<String> {
        runs::lead(&self.recorded)
    }

    pub(super) fn note(&self, figure: &str) -> &'static str {
        if matches!(figure, "runs" | "summary") { runs::NO_TIMES } else { "" }
    }

    fn generations(&self, run: u32) -> &[Arc<GenerationRecord>] {
        let all = &self.recorded.history;
        let start = all.partition_point(|record| record.run < run);
        let end = all.partition_point(|record| record.run <= run);
        &all[start..end]
    }

    fn result(&self, run: u32) -> Option<&RunEntry> {
        self.recorded.results.iter().find(|result| result.run == run)
    }

    /// Returns the last generation of the axes.
    fn last_generation(&self) -> u32 {
        let done = self.recorded.history.iter().map(|record| record.generation).max().unwrap_or(0);
        self.recorded.header.settings.generations.max(done)
    }

    pub(super) fn content(&self, request: &Request) -> Result<Made, Refusal> {
        let champions = self.recorded.champions();
        let run = self.run(&champions, request.run)?;
        let generations = self.generations(run);
        let Some(last) = generations.last() else {
            return Err(Refusal::Missing(format!("run {}", run + 1), "it has not started".to_owned()));
        };
        let record = match request.generation {
            None => last,
            Some(wanted) => {
                generations.iter().find(|record| record.generation == wanted).ok_or_else(|| {
                    let available = format!("run {} has the generations 0 to {}", run + 1, last.generation);
                    Refusal::Missing(format!("generation {wanted}"), available)
                })?
            }
        };
        let experiment = &self.recorded.header.settings;
        let (schema, measure) = (experiment.schema(), self.measure());
        let mut of = Names { ensemble: experiment.runs > 1, run, generation: None };
        let records = || generations.iter().map(|record| &**record);
        Ok(match request.name.as_str() {
            "scores" => {
                let points: Vec<_> = records()
                    .map(|record| {
                        let founders = record.population.iter().filter(|one| one.born == 0).count() as u32;
                        (record.generation, &record.spread, founders)
                    })
                    .collect();
                let largest = self.recorded.header.largest_score();
                let chart = evolution::scores(
                    &points,
                    largest,
                    self.last_generation(),
                    !experiment.outline().starts_alone(),
                );
                of.made("Scores within each generation", Content::Chart(chart))
            }
            "elo" => {
                let confirmation = self.result(run).and_then(|result| result.details.confirmation());
                let milestones = confirmation.map_or(&[][..], |confirmation| &confirmation.milestones);
                let chart = evolution::elo(milestones, self.last_generation());
                let chart = chart.ok_or_else(|| {
                    let available = "run its milestones, or choose another run".to_owned();
                    Refusal::Missing(format!("Elo of leaders in run {}", run + 1), available)
                })?;
                of.made("Elo of leaders against the founders", Content::Chart(chart))
            }
            "games-elo" => {
                let chart = RecentElo::of(records()).chart(self.last_generation()).ok_or_else(|| {
                    let available = "its organisms won or lost all games".to_owned();
                    Refusal::Missing(format!("Elo in games of run {}", run + 1), available)
                })?;
                of.made("Elo in games against the opponents", Content::Chart(chart))
            }
            "estimate" | "axes" => {
                let wanted = request.generation.map_or(generations.len(), |wanted| wanted as usize + 1);
                let report = self.recorded.optimizer_reports(run).take(wanted).last();
                let none = || Refusal::Missing("estimate".to_owned(), "the optimizer has none".to_owned());
                let report = report.ok_or_else(none)?;
                of.generation = Some(report.generation);
                if request.name == "axes" {
                    let table = optimizer::axes(experiment, &report);
                    of.made("Axes of the optimizer's distribution", Content::Table(table))
                } else {
                    of.made(
                        "Estimate of the optimizer",
                        Content::Table(optimizer::table(experiment, &report)),
                    )
                }
            }
            "courses" => {
                let courses = course::courses(experiment, self.recorded.optimizer_reports(run));
                let none = || Refusal::Missing("estimate".to_owned(), "the optimizer has none".to_owned());
                let chart = course::chart(courses, self.last_generation()).ok_or_else(none)?;
                of.made("Estimate of each parameter, with its noise", Content::Chart(chart))
            }
            "response" => {
                let available = "more generations tell the parameters apart".to_owned();
                let none = || Refusal::Missing("response".to_owned(), available);
                of.made(
                    "Response to each parameter",
                    Content::Table(self.response(run).ok_or_else(none)?.table()),
                )
            }
            "estimates" => {
                let rounded = |report: OptimizerReport| -> (u32, Vec<i32>) {
                    let values = report.estimate.iter().map(|value| value.round() as i32);
                    (report.generation, values.collect())
                };
                let values: Vec<(u32, Vec<i32>)> =
                    self.recorded.optimizer_reports(run).map(rounded).collect();
                let values: Vec<(u32, &[i32])> =
                    values.iter().map(|(generation, values)| (*generation, values.as_slice())).collect();
                let rows: Vec<usize> = (0..schema.len()).collect();
                let map = genome::history(schema, &rows, &values, "estimate of the optimizer");
                of.made("Estimates of the parameters × generations", Content::Heatmap(map))
            }
            "distribution" => {
                of.generation = Some(record.generation);
                let chart = evolution::distribution(&measure, record);
                let none = || Refusal::Missing("organisms".to_owned(), "the generation is empty".to_owned());
                of.made(measure.histogram, Content::Chart(chart.ok_or_else(none)?))
            }
            "organisms" => {
                of.generation = Some(record.generation);
                let table = evolution::organisms(schema, &measure, record);
                of.made("Organisms", Content::Table(table))
            }
            "genome" => {
                of.generation = Some(record.generation);
                let map = genome::of_organisms(schema, &genome::parameters(schema), record);
                of.made("Parameters × organisms", Content::Heatmap(map))
            }
            "bits" => {
                of.generation = Some(record.generation);
                let map = genome::of_organisms(schema, &genome::bits(schema), record);
                of.made("Bits × organisms", Content::Heatmap(map))
            }
            "parameters" => {
                let values: Vec<(u32, &[i32])> =
                    records().map(|record| (record.generation, record.champion_values.as_slice())).collect();
                let rows: Vec<usize> = (0..schema.len()).collect();
                let map = genome::history(schema, &rows, &values, genome::FITTEST);
                of.made("Parameters × generations", Content::Heatmap(map))
            }
            "diversity" => {
                let chart = evolution::diversity(records(), self.last_generation());
                of.made("Diversity", Content::Chart(chart))
            }
            "drift" => {
                of.generation = Some(record.generation);
                let first = generations.first().map_or(&[][..], |first| &first.champion_values);
                let moves = drift::moves(schema, &experiment.initial_population(), first, record);
                of.made("Parameter drift since generation 0", Content::Table(drift::table(schema, &moves)))
            }
            "runs" => {
                let table = runs::table(&self.recorded, &champions);
                (String::from("Runs"), String::new(), Content::Table(table))
            }
            "summary" => {
                let table = runs::summary(&self.recorded, &champions);
                (String::from("All runs together"), String::new(), Content::Table(table))
            }
            "result" => {
                let table = runs::outcomes(&self.recorded);
                (String::from("Result"), String::new(), Content::Table(table))
            }
            "values" if experiment.target.engine().is_some() => {
                let (values, _) = self.champion_values();
                let runs =
                    self.recorded.results.iter().map(|result| result.run).zip(values).collect::<Vec<_>>();
                let table = experiment.target.engine().map(|engine| values::of_engine(engine, &runs));
                (String::from("Tuned values"), String::new(), Content::Table(table.unwrap_or_default()))
            }
            "standings" | "crosstable" => {
                let round = self.round(run, request.generation, record)?;
                of.generation = round.event.generation();
                let confirmation = if of.generation.is_none() { " · confirmation" } else { "" };
                if request.name == "standings" {
                    of.made(&format!("Standings{confirmation}"), Content::Table(round.standings()))
                } else {
                    of.made(&format!("Crosstable{confirmation}"), Content::Heatmap(round.crosstable()))
                }
            }
            "games" => {
                let round = self.round(run, request.generation, record)?;
                of.generation = round.event.generation();
                let found = session::games(&self.folder, run, of.generation);
                let found = found.map_err(|error| Refusal::Failed(error.into()))?;
                let names = round.player_names();
                let played: Vec<Game<'_>> = found
                    .iter()
                    .map(|game| Game {
                        number: game.id.game,
                        players: game.id.players.map(|player| names.get(player as usize)),
                        record: &game.record,
                    })
                    .collect();
                of.made("Games", Content::Table(games::table(&played)))
            }
            "positions" => {
                of.generation = Some(record.generation);
                let none = || {
                    let what = format!("solved position in generation {}", record.generation);
                    Refusal::Missing(what, "choose another generation".to_owned())
                };
                let map = genome::nodes(record).ok_or_else(none)?;
                of.made("Positions × organisms", Content::Heatmap(map))
            }
            "examinations" => {
                let all = self.recorded.results.iter();
                let all: Vec<_> = all
                    .flat_map(|result| {
                        result.details.examinations().into_iter().flatten().map(|suite| (result.run, suite))
                    })
                    .collect();
                let table = evolution::examinations(&all);
                (String::from("Tuned and untuned search"), String::new(), Content::Table(table))
            }
            "values" => {
                let (values, best) = self.champion_values();
                let table = values::table(schema, &values, best);
                (String::from("Values of the champion"), String::new(), Content::Table(table))
            }
            "settings" => {
                let table = settings::of_session(&self.recorded.header);
                (String::from("Settings"), String::new(), Content::Table(table))
            }
            _ => {
                let curves = self.curves(run);
                let title = measure.titles.first().cloned().unwrap_or_default();
                if curves.runs.len() > 1 {
                    (title, String::new(), Content::Chart(evolution::fitness_of_runs(&curves)))
                } else {
                    of.made(&title, Content::Chart(evolution::fitness(&curves)))
                }
            }
        })
    }

    /// Returns the requested run, or that of the champion.
    fn run(&self, champions: &[Champion], wanted: Option<u32>) -> Result<u32, Refusal> {
        match wanted {
            None => Ok(session::best(champions, |one| one.score).map_or(0, |best| best.run)),
            Some(run) if champions.iter().any(|champion| champion.run == run) => Ok(run),
            Some(run) => {
                let available = format!("{} of its runs have started", champions.len());
                Err(Refusal::Missing(format!("run {}", u64::from(run) + 1), available))
            }
        }
    }

    /// Returns the round robin of a generation; without one, that after the last generation.
    fn round(&self, run: u32, wanted: Option<u32>, record: &GenerationRecord) -> Result<Round, Refusal> {
        let settings = &self.recorded.header.settings;
        let confirmation = self.result(run).and_then(|result| result.details.confirmation());
        let round = match confirmation.filter(|_| wanted.is_none()) {
            Some(confirmation) => Some(Round::of_confirmation(settings, record, confirmation)),
            None => Round::of_generation(settings, record),
        };
        round.ok_or_else(|| {
            let available = "its organisms do not play each other within a generation".to_owned();
            Refusal::Missing(format!("round robin of generation {}", record.generation), available)
        })
    }

    /// Returns the values of the champions of all complete runs, and the index of the session's champion.
    fn champion_values(&self) -> (Vec<Vec<i32>>, usize) {
        let results = &self.recorded.results;
        let schema = self.recorded.header.settings.schema();
        let values = results.iter().map(|result| result.champion.decode(schema)).collect();
        let best = session::best(results, |result| result.best_score);
        let best = best.and_then(|best| results.iter().position(|result| result.run == best.run));
        (values, best.unwrap_or(0))
    }

    fn curves(&self, run: u32) -> Curves<'_> {
        let Recorded { header, history, results, .. } = &self.recorded;
        let runs: Vec<RunCurve<'_>> = history
            .chunk_by(|one, other| one.run == other.run)
            .map(|records| RunCurve {
                run: records[0].run,
                points: records.iter().map(|record| (record.generation, &record.spread)).collect(),
            })
            .collect();
        // All runs have the same training positions.
        let trained = results.iter().map(|result| {
            let trained = result.details.examinations().into_iter().flatten().filter(|suite| suite.trained);
            trained.map(|suite| suite.untuned.nodes).sum::<u64>()
        });
        let untuned = trained.into_iter().find(|nodes| *nodes > 0).map(|nodes| nodes as f64);
        Curves {
            measure: self.measure(),
            generations: self.last_generation(),
            shown: runs.iter().position(|curve| curve.run == run).unwrap_or(0),
            runs,
            paper: (header.settings.objective.settings())
                .paper(&header.settings.schema().name, header.largest_score()),
            untuned: untuned.filter(|_| self.measure().unit == evolution::NODES),
            interventions: self.recorded.interventions(),
        }
    }
}

/// Makes the title and the name of a figure say which run and generation it shows.
struct Names {
    ensemble: bool,
    run: u32,
    generation: Option<u32>,
}

impl Names {
    fn made(&self, title: &str, content: Content) -> Made {
        let (mut title, mut suffix) = (title.to_owned(), String::new());
        if self.ensemble {
            title += &format!(" · run {}", self.run + 1);
            suffix += &format!("-run-{}", self.run + 1);
        }
        if let Some(generation) = self.generation {
            title += &format!(" · generation {generation}");
            suffix += &format!("-generation-{generation}");
        }
        (title, suffix, content)
    }
}
