//! Organisms measured by games between them.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::Court;
use crate::coevolution::{Confirmation, Event, League, Milestone};
use crate::director::Shown;
use crate::evolution::fame::Member;
use crate::evolution::fitness::{Fitness, Interrupt, ThreadPool, measure};
use crate::evolution::record::{GenerationRecord, Scores};
use crate::evolution::run::{Field, Measured, Run, Veteran};
use crate::evolution::settings::{EvolutionSettings, Founder};
use crate::job::error::Error;
use crate::job::hall::Playing;
use crate::job::pace::Pace;
use crate::job::report::Progress;
use crate::job::source::{FitnessSource, Role, SourceError};
use crate::session::{RunEntry, Session};

/// The games of a coevolution.
pub(in crate::job) struct Games {
    league: League,
    /// For the set on which the champion is looked at.
    source: Box<dyn FitnessSource>,
    cache: Option<PathBuf>,
    settings: EvolutionSettings,
    /// Games played by this process, and the time they took.
    played: u64,
    spent: Duration,
}

impl Games {
    /// The games of a session, gone on with after its last recorded generation.
    pub(in crate::job) fn new(
        session: &Session,
        recorded: Option<(u32, u32)>,
        source: Box<dyn FitnessSource>,
        cache: Option<PathBuf>,
        threads: usize,
    ) -> Result<Games, Error> {
        let settings = session.header().settings.clone();
        let league = League::new(&settings, threads, session.games(recorded)?)?;
        Ok(Games { league, source, cache, settings, played: 0, spent: Duration::ZERO })
    }

    pub(super) fn propose(
        &mut self,
        run: &Run,
        following: u64,
        court: Court<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        let generation = run.next_generation();
        run.proposal_by(|field| {
            let event = Event::Generation(generation);
            let before = run.games_played();
            let these = before + self.league.games(event, field.organisms.len(), field.hall.len());
            // Later generations meet more of the hall of fame, until it is full.
            let up_to = |last| these + self.most(generation + 1..=last);
            let work = Work {
                activity: "playing games",
                before,
                total: up_to(self.settings.generations),
                asked: up_to(generation.saturating_add(following.min(u32::MAX.into()) as u32)),
            };
            Ok(self.play(event, field, work, court)?.map(Measured::Together))
        })
    }

    /// How many games generations have at most.
    fn most(&self, generations: RangeInclusive<u32>) -> u64 {
        let population = self.settings.optimizer.population();
        self.settings.coevolution.as_ref().map_or(0, |games| games.most_games(population, generations))
    }

    /// The last recorded generation once more, from its games.
    pub(super) fn again(&self, run: &Run, folder: &Path) -> Result<Option<GenerationRecord>, Error> {
        run.proposal_by(|field| {
            let scores = self.league.recorded(folder, run.next_generation(), field)?;
            Ok(scores.map(Measured::Together))
        })
    }

    fn play(
        &mut self,
        event: Event,
        field: &Field,
        work: Work,
        court: Court<'_>,
    ) -> Result<Option<Scores>, Error> {
        let begun = Instant::now();
        let (played, spent) = (self.played, self.spent);
        let (mut recalled, mut now_over) = (None, 0);
        let mut pace = Pace::default();
        let listen = &mut |over: u64| {
            let first = *recalled.get_or_insert(over);
            now_over = over - first;
            let done = work.before + over;
            if pace.due(Instant::now()) || done == work.total {
                let seconds = (spent + begun.elapsed()).as_secs_f64() / (played + now_over) as f64;
                let left = seconds * work.asked.saturating_sub(done) as f64;
                court.outbox.progress(Progress {
                    activity: work.activity,
                    done,
                    total: work.total,
                    organisms_per_second: 0.0,
                    searches: None,
                    time_left: Duration::try_from_secs_f64(left).ok(),
                });
            }
        };
        // Boards change with every thought: whoever watches is woken now and then.
        let awake = Mutex::new(Pace::default());
        let wake = || {
            if awake.lock().is_ok_and(|mut pace| pace.due(Instant::now())) {
                court.outbox.nudge();
            }
        };
        court.hall.begin(Playing {
            event: Some(event),
            hall: field.hall.iter().map(|veteran| veteran.generation).collect(),
            before: work.before,
            boards: Vec::new(),
        });
        let audience = Shown { boards: &court.hall.boards, wake: &wake };
        let scores = self.league.play(event, field, court.interrupt, &audience, listen)?;
        (self.played, self.spent) = (played + now_over, spent + begun.elapsed());
        Ok(scores)
    }

    /// What the leaders of all generations score against the founders; `None` where the interrupt was raised first.
    fn milestones(&mut self, run: &Run, court: Court<'_>) -> Result<Option<Vec<Milestone>>, Error> {
        let asked = self.settings.coevolution.as_ref().is_some_and(|games| games.milestone_games > 0);
        if !asked {
            return Ok(Some(Vec::new()));
        }
        let leader = |member: &Member| Veteran {
            generation: member.generation,
            values: member.chromosome.decode(run.schema()),
        };
        let founders = self.settings.founders.iter();
        let field = Field {
            organisms: founders.map(|founder| founder.chromosome.decode(run.schema())).collect(),
            hall: run.leaders().iter().map(leader).collect(),
        };
        let total = self.league.games(Event::Milestones, field.organisms.len(), field.hall.len());
        let work = Work { activity: "playing leaders against founders", before: 0, total, asked: total };
        let Some(scores) = self.play(Event::Milestones, &field, work, court)? else { return Ok(None) };
        let milestone = |(veteran, row): (&Veteran, Vec<[u32; 3]>)| Milestone {
            generation: veteran.generation,
            // The league tells what the founder scored.
            results: row.into_iter().map(|[lost, drawn, won]| [won, drawn, lost]).collect(),
        };
        Ok(Some(field.hall.iter().zip(scores.hall).map(milestone).collect()))
    }

    pub(super) fn conclude(
        &mut self,
        run: &Run,
        last: &GenerationRecord,
        court: Court<'_>,
    ) -> Result<Option<RunEntry>, Error> {
        let founders: &[Founder] = &self.settings.founders;
        let players = Confirmation::finalists(run.schema(), &last.population, founders);
        let values = players.iter().map(|player| player.chromosome.decode(run.schema())).collect();
        let field = Field { organisms: values, hall: Vec::new() };
        let total = self.league.games(Event::Confirmation, players.len(), 0);
        let work = Work { activity: "confirming the champion", before: 0, total, asked: total };
        let Some(scores) = self.play(Event::Confirmation, &field, work, court)? else { return Ok(None) };
        let Some(milestones) = self.milestones(run, court)? else { return Ok(None) };
        let confirmation = Confirmation { players, results: scores.results, milestones };
        let champion = confirmation.champion();
        let place = confirmation.players[champion].place.unwrap_or(0);
        let individual = &last.population[place as usize];
        let build = self.source.build(
            Role::Test,
            &self.settings,
            self.cache.as_deref(),
            court.pool,
            &|_, _| {},
            court.interrupt,
        );
        let test = match build {
            Err(SourceError::Interrupted) => return Ok(None),
            built => built?.fitness,
        };
        Ok(Some(RunEntry {
            run: run.index(),
            mean_correct_first: run.mean_first(),
            best_correct: individual.correct,
            test_correct: look(&*test, field.organisms[champion].clone(), court.pool)?,
            evaluations: run.evaluations(),
            champion_born: individual.born,
            champion: individual.chromosome.clone(),
            confirmation: Some(confirmation),
            examinations: Vec::new(),
            mimicry: None,
        }))
    }
}

/// Games as progress tells of them.
#[derive(Clone, Copy)]
struct Work {
    activity: &'static str,
    /// Games of the generations before.
    before: u64,
    /// All games.
    total: u64,
    /// Those that are asked for.
    asked: u64,
}

/// A champion's measure on the test set.
fn look(test: &dyn Fitness, values: Vec<i32>, pool: &ThreadPool) -> Result<u64, Error> {
    // An interrupt is not asked for here: one organism takes no time, and the run is then complete.
    let measures = measure(test, pool, &[values], &Interrupt::default());
    Ok(measures.ok_or(SourceError::Interrupted)?[0])
}
