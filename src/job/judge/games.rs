//! Organisms measured by games between them.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::Court;
use crate::coevolution::{Confirmation, Event, League};
use crate::director::Shown;
use crate::evolution::fitness::{Fitness, Interrupt, ThreadPool, measure};
use crate::evolution::record::{GenerationRecord, Results};
use crate::evolution::run::{Measured, Run};
use crate::evolution::settings::{EvolutionSettings, Founder};
use crate::job::error::Error;
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
        run.proposal_by(|organisms| {
            let event = Event::Generation(generation);
            let each = self.league.games(event, organisms.len());
            let before = u64::from(generation) * each;
            let work = Work {
                activity: "playing games",
                before,
                total: (u64::from(self.settings.generations) + 1) * each,
                asked: (u64::from(generation) + 1 + following) * each,
            };
            Ok(self.play(event, organisms, work, court)?.map(Measured::Together))
        })
    }

    /// The last recorded generation once more, from its games.
    pub(super) fn again(&self, run: &Run, folder: &Path) -> Result<Option<GenerationRecord>, Error> {
        run.proposal_by(|organisms| {
            let results = self.league.recorded(folder, run.next_generation(), organisms)?;
            Ok(results.map(Measured::Together))
        })
    }

    fn play(
        &mut self,
        event: Event,
        organisms: &[Vec<i32>],
        work: Work,
        court: Court<'_>,
    ) -> Result<Option<Results>, Error> {
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
        court.hall.begin(event);
        let audience = Shown { boards: &court.hall.boards, wake: &wake };
        let results = self.league.play(event, organisms, court.interrupt, &audience, listen)?;
        (self.played, self.spent) = (played + now_over, spent + begun.elapsed());
        Ok(results)
    }

    pub(super) fn conclude(
        &mut self,
        run: &Run,
        last: &GenerationRecord,
        court: Court<'_>,
    ) -> Result<Option<RunEntry>, Error> {
        let founders: &[Founder] = &self.settings.founders;
        let players = Confirmation::finalists(run.schema(), &last.population, founders);
        let values: Vec<Vec<i32>> =
            players.iter().map(|player| player.chromosome.decode(run.schema())).collect();
        let total = self.league.games(Event::Confirmation, players.len());
        let work = Work { activity: "confirming the champion", before: 0, total, asked: total };
        let Some(results) = self.play(Event::Confirmation, &values, work, court)? else { return Ok(None) };
        let confirmation = Confirmation { players, results };
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
            test_correct: look(&*test, values[champion].clone(), court.pool)?,
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
