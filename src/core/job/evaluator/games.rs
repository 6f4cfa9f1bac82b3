//! Measures organisms by games between them.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::EvaluationContext;
use crate::arena::node_counts::NodeCounts;
use crate::arena::standing::Standings;
use crate::arena::steering::Steering;
use crate::arena::tally::Tally;
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::record::{GenerationRecord, Scores};
use crate::evolution::run::{Field, HallMember, Measured, Run};
use crate::experiment::Experiment;
use crate::job::error::Error;
use crate::job::interval::ReportInterval;
use crate::job::live_games::LiveRound;
use crate::job::report::Progress;
use crate::objectives::confirmation::{Confirmation, FinalMatch, Finalist, Milestone, reversed};
use crate::objectives::details::{Detail, Details, Proof};
use crate::objectives::source::{BuildContext, FitnessSource, SetRole, SourceError};
use crate::objectives::{League, Round};
use crate::progress::{Following, LiveTimer};
use crate::session::{self, RunEntry, Session};
use crate::threads::{Interrupt, ThreadPool};

/// The games of a coevolution.
pub(in crate::job) struct Games {
    league: League,
    /// The session's folder.
    folder: PathBuf,
    /// The source of the set on which the champion is tested.
    source: Box<dyn FitnessSource>,
    cache: Option<PathBuf>,
    settings: Experiment,
    /// The number of games played by this process.
    played: u64,
    /// The number of games after the last generation that a player lost by a fault.
    faults: u64,
    /// Counts these games, while games are played.
    timer: LiveTimer,
}

impl Games {
    /// Opens the games of a session, to resume them after its last recorded generation.
    pub(in crate::job) fn new(
        session: &Session,
        recorded: Option<(u32, u32)>,
        source: Box<dyn FitnessSource>,
        cache: Option<PathBuf>,
        context: EvaluationContext<'_>,
    ) -> Result<Games, Error> {
        let settings = session.header().settings.clone();
        let steering = Steering::new(context.pool.threads()).served(context.games());
        let store = Box::new(session.games(recorded)?);
        let league = settings.objective.settings().league(&settings.outline(), steering, store)?;
        let folder = session.folder().to_owned();
        Ok(Games {
            league,
            folder,
            source,
            cache,
            settings,
            played: 0,
            faults: 0,
            timer: LiveTimer::default(),
        })
    }

    /// Returns the nodes that engines reported in this process.
    pub(super) fn node_counts(&self) -> NodeCounts {
        self.league.node_counts()
    }

    /// Returns a warning if openings will be used more than once.
    pub(in crate::job) fn repetition_warning(&self) -> Option<String> {
        self.league.repetition_warning(&self.settings.outline())
    }

    pub(super) fn propose(
        &mut self,
        run: &Run,
        following: Following,
        context: EvaluationContext<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        let generation = run.next_generation();
        run.proposal_by(|field| {
            let round = self.league.generation_with(generation, field, run.pairs());
            let before = run.games_played();
            let after = before + round.games();
            // Later generations play more members of the hall of fame, until it is full.
            let up_to = |last| after + self.max_games(run, generation + 1..=last);
            let counts = GameCounts {
                activity: "playing games",
                before,
                total: up_to(self.settings.generations),
                requested: up_to(
                    generation.saturating_add(following.generations.min(u32::MAX.into()) as u32),
                ) + if following.ends > 0 { self.games_after().into_iter().sum() } else { 0 },
            };
            let standings = self.play(&round, counts, context)?;
            Ok(standings.map(|standings| self.measured(run, round.scores(&standings))))
        })
    }

    /// Converts the results of a generation's games to scores.
    fn measured(&self, run: &Run, results: Scores) -> Measured {
        let (population, hall) = (results.results.len() as u32, results.hall.len());
        let score = |half_points| self.league.settings().score(half_points, population, hall, run.pairs());
        Measured::FromGames { scores: results.half_points().into_iter().map(score).collect(), results }
    }

    /// Returns the maximum numbers of games after the last generation: confirmation, milestones, final match
    /// and proof.
    fn games_after(&self) -> [u64; 4] {
        let (population, founders) = (self.settings.optimizer.population(), self.settings.founders().len());
        self.league.settings().most_games_after(population, founders, self.settings.generations)
    }

    /// Returns the maximum number of games in these generations.
    fn max_games(&self, run: &Run, generations: RangeInclusive<u32>) -> u64 {
        let population = self.settings.optimizer.population();
        let settings = self.league.settings();
        let changed = run.pairs().map(|games| settings.with_games(games));
        changed.as_ref().unwrap_or(settings).most_games(population, generations)
    }

    /// Computes the last recorded generation again, from its games.
    pub(super) fn remeasure(&self, run: &Run, folder: &Path) -> Result<Option<GenerationRecord>, Error> {
        let generation = run.next_generation();
        run.proposal_by(|field| {
            let games = session::games(folder, run.index(), Some(generation))?;
            let scores = self.league.recorded(folder, games, generation, field, run.pairs());
            Ok(scores.map_err(SourceError::from)?.map(|scores| self.measured(run, scores)))
        })
    }

    /// Plays a round and reports the progress. Returns `None` if the interrupt was raised before the end.
    fn play(
        &mut self,
        round: &Round,
        counts: GameCounts,
        context: EvaluationContext<'_>,
    ) -> Result<Option<Standings>, Error> {
        let (played, timer) = (self.played, &mut self.timer);
        timer.start();
        timer.record(played as f64);
        // The first call has the number of games that were recorded before an interruption.
        let (mut recalled, mut newly_played) = (None, 0);
        let mut interval = ReportInterval::default();
        let report = &mut |finished: u64| {
            newly_played = finished - *recalled.get_or_insert(finished);
            let done = counts.before + finished;
            timer.record((played + newly_played) as f64);
            if interval.due(Instant::now()) || done == counts.total {
                let left = counts.requested.saturating_sub(done);
                context.outbox.progress(Progress {
                    activity: counts.activity,
                    done,
                    total: counts.total,
                    organisms_per_second: 0.0,
                    searches: None,
                    time_left: timer.left((played + newly_played + left) as f64),
                });
            }
        };
        context.spectator.begin(LiveRound {
            event: Some(round.event()),
            hall: round.hall().to_vec(),
            before: counts.before,
            boards: Vec::new(),
        });
        let standings = self.league.play(round, context.interrupt, context.spectator, report);
        self.played = played + newly_played;
        self.timer.stop();
        let standings = standings.map_err(SourceError::from)?;
        if round.event().concludes() {
            self.faults += standings.iter().flat_map(Standings::faults).sum::<u64>();
        }
        Ok(standings)
    }

    /// Plays the fittest organisms of all generations against the founders among these finalists. Returns `None` if the
    /// interrupt was raised before the end.
    fn milestones(
        &mut self,
        run: &Run,
        players: &[Finalist],
        finals: Field,
        context: EvaluationContext<'_>,
    ) -> Result<Option<Vec<Milestone>>, Error> {
        if self.league.settings().milestone_games == 0 {
            return Ok(Some(Vec::new()));
        }
        let founders: Vec<usize> =
            (0..players.len()).filter(|player| players[*player].founder.is_some()).collect();
        let field = Field { hall: run.leaders(), ..finals };
        let round = self.league.milestones(&field, &founders);
        let [.., final_match, proof] = self.games_after();
        let later = final_match + proof;
        let counts = GameCounts::separate("playing leaders against founders", round.games(), later);
        let Some(standings) = self.play(&round, counts, context)? else { return Ok(None) };
        let milestone = |(leader, member): (usize, &HallMember)| {
            // The tallies are from the founder's view, and zero if the leader is this founder.
            let tallies: Vec<Tally> = founders
                .iter()
                .map(|founder| round.tally(&standings, [*founder, leader]).cloned().unwrap_or_default())
                .collect();
            Milestone {
                generation: member.generation,
                results: tallies.iter().map(|tally| reversed(tally.games().map(count))).collect(),
                pairs: tallies.iter().map(|tally| reversed(tally.pairs().map(count))).collect(),
            }
        };
        Ok(Some((players.len()..).zip(&field.hall).map(milestone).collect()))
    }

    /// Plays the match of the champion against the best founder, or its proof, if it is configured and the two differ.
    /// Returns `None` if the interrupt was raised before the end.
    fn last_match(
        &mut self,
        confirmation: &Confirmation,
        field: &Field,
        is_proof: bool,
        context: EvaluationContext<'_>,
    ) -> Result<Option<Option<FinalMatch>>, Error> {
        let (champion, founder) = (confirmation.champion(), confirmation.best_founder());
        let Some(founder) = founder.filter(|founder| *founder != champion) else { return Ok(Some(None)) };
        let milestones = confirmation.milestones.iter().map(Milestone::games).sum();
        let [.., of_proof] = self.games_after();
        let (round, activity, later) = if is_proof {
            let round = self.league.proof(field, [champion, founder], milestones);
            (round, "playing the proof with a longer limit", 0)
        } else {
            let round = self.league.final_match(field, [champion, founder], milestones);
            (round, "playing the champion against the best founder", of_proof)
        };
        if round.games() == 0 {
            return Ok(Some(None));
        }
        let counts = GameCounts::separate(activity, round.games(), later);
        let Some(standings) = self.play(&round, counts, context)? else { return Ok(None) };
        // The tally is from the view of the player with the lower number.
        let to_match =
            |tally: &Tally| FinalMatch { results: tally.games().map(count), pairs: tally.pairs().map(count) };
        let reverse =
            |FinalMatch { results, pairs }| FinalMatch { results: reversed(results), pairs: reversed(pairs) };
        let result = standings.tallies().first().map(to_match);
        Ok(Some(if champion < founder { result } else { result.map(reverse) }))
    }

    pub(super) fn conclude(
        &mut self,
        run: &Run,
        last: &GenerationRecord,
        context: EvaluationContext<'_>,
    ) -> Result<Option<RunEntry>, Error> {
        self.faults = 0;
        let founders = self.settings.founders();
        let estimate = run.estimate().filter(|_| self.settings.initial.is_empty());
        let population = self.league.settings().confirmed(&last.population, estimate.is_some());
        let mut players = Confirmation::finalists(run.schema(), population, &founders);
        if let Some(estimate) = estimate {
            Confirmation::add_estimate(&mut players, run.schema(), estimate);
        }
        let values = players.iter().map(|player| player.chromosome.decode(run.schema())).collect();
        let field = Field { organisms: values, hall: Vec::new() };
        let round = self.league.confirmation(&field);
        let [_, milestones, final_match, proof] = self.games_after();
        let later = milestones + final_match + proof;
        let counts = GameCounts::separate("playing the confirmation", round.games(), later);
        let Some(standings) = self.play(&round, counts, context)? else { return Ok(None) };
        let milestones = self.milestones(run, &players, field.clone(), context)?;
        let Some(milestones) = milestones else { return Ok(None) };
        let mut confirmation = Confirmation {
            players,
            results: round.scores(&standings).results,
            pairs: round.pairs(&standings),
            milestones,
            final_match: None,
            proof: None,
            repeated_games: None,
            faults: 0,
        };
        let final_match = self.last_match(&confirmation, &field, false, context)?;
        let Some(final_match) = final_match else { return Ok(None) };
        confirmation.final_match = final_match;
        if confirmation.final_match.is_some() {
            let proof = self.last_match(&confirmation, &field, true, context)?;
            let Some(played) = proof else { return Ok(None) };
            let settings = self.league.settings();
            let control = settings.proof.control(settings.control);
            confirmation.proof = played.map(|played| Proof { control, played });
        }
        confirmation.faults = run.faults() + self.faults;
        confirmation.repeated_games = Some(session::repeated_games(&self.folder)?);
        let champion = confirmation.champion();
        // The start of a search or an engine is the player to beat. The founders of an evaluation are what it evolved from.
        let result = confirmation.result(self.settings.outline().starts_alone());
        let place = confirmation.players[champion].place;
        let individual = place.and_then(|place| last.population.get(place as usize));
        let build_context = BuildContext {
            cache: self.cache.as_deref(),
            ..BuildContext::new(self.settings.outline(), context.pool, context.interrupt)
        };
        let test = match self.source.build(SetRole::Test, &build_context) {
            Err(SourceError::Interrupted) => return Ok(None),
            built => built?.fitness,
        };
        Ok(Some(RunEntry {
            run: run.index(),
            mean_score_first: run.mean_first(),
            // The estimate has no games in the last generation.
            best_score: individual.map_or(0, |individual| individual.score),
            test_score: test_measure(&*test, field.organisms[result].clone(), context.pool)?,
            evaluations: run.evaluations(),
            champion_born: match individual {
                _ if result != champion => 0,
                Some(individual) => individual.born,
                None => run.next_generation(),
            },
            champion: confirmation.players[result].chromosome.clone(),
            details: Details::from_iter([Detail::Confirmation(confirmation)]),
        }))
    }
}

/// Numbers of games for progress reports.
#[derive(Clone, Copy)]
struct GameCounts {
    activity: &'static str,
    /// Games of the generations before.
    before: u64,
    total: u64,
    /// Games up to the end of what the user requested.
    requested: u64,
}

impl GameCounts {
    /// Creates the counts of an event with separate numbering, which at most `later` games follow.
    fn separate(activity: &'static str, games: u64, later: u64) -> GameCounts {
        GameCounts { activity, before: 0, total: games, requested: games + later }
    }
}

/// Converts a number of games to the recorded type.
fn count(games: u64) -> u32 {
    games.try_into().unwrap_or(u32::MAX)
}

/// Returns a champion's measure on the test set.
fn test_measure(test: &dyn Fitness, values: Vec<i32>, pool: &ThreadPool) -> Result<u64, Error> {
    // Not interruptible: one organism takes no time, and the run is complete afterwards.
    let measures = measure(test, pool, &[values], &Interrupt::default());
    Ok(measures.ok_or(SourceError::Interrupted)?[0])
}
