//! The fitness source of the tuning stage.

use std::fs;
use std::path::Path;

use super::source::{Built, Examiner, FitnessSource, Role, SourceError};
use crate::engine::schema::Schema;
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::record::{Examination, Tally};
use crate::evolution::settings::{EvolutionSettings, TuningSettings};
use crate::positions::PositionSource;
use crate::session::{Recorded, Session, SetDigest};
use crate::solving::{Problem, Suite};
use crate::threads::{Interrupt, ThreadPool};
use crate::tuning::memo::{self, Memo};
use crate::tuning::{TuningFitness, untuned};

/// Number of searches of the last recorded champion to repeat when a session is resumed: enough to detect a version
/// that searches differently, and fast.
const RECHECKED_SEARCHES: usize = 16;

/// Nodes until the best moves of a suite are found.
#[derive(Debug, Default)]
pub(super) struct Tuning {
    /// The training suite.
    train: Option<Suite>,
    /// Further suites on which the champion is tested.
    test: Vec<Suite>,
    /// Results that the session already has.
    memo: Option<Memo>,
}

fn input(error: impl ToString) -> SourceError {
    SourceError::Input(error.to_string())
}

fn tuning(settings: &EvolutionSettings) -> Result<&TuningSettings, SourceError> {
    settings.tuning.as_ref().ok_or_else(|| input("the settings of the tuning stage are missing"))
}

fn digest(name: String, suites: &[&Suite]) -> SetDigest {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 suites");
    suites.iter().for_each(|suite| {
        hasher.update(&suite.content_hash());
    });
    let positions = suites.iter().map(|suite| suite.problems.len() as u64).sum();
    SetDigest { name, positions, blake3: hasher.finalize().to_string() }
}

impl FitnessSource for Tuning {
    fn load(&mut self, settings: &EvolutionSettings) -> Result<[SetDigest; 2], SourceError> {
        let mut train = Suite::load(&settings.train).map_err(input)?;
        if let Some(positions) = tuning(settings)?.positions {
            train = train.spread(positions as usize);
        }
        let several = match &settings.test {
            PositionSource::Multiple(sources) => sources.as_slice(),
            one => std::slice::from_ref(one),
        };
        let test = several.iter().map(Suite::load).collect::<Result<Vec<_>, _>>().map_err(input)?;
        let digests = [
            digest(settings.train.name(), &[&train]),
            digest(settings.test.name(), &test.iter().collect::<Vec<_>>()),
        ];
        (self.train, self.test) = (Some(train), test);
        Ok(digests)
    }

    fn recall(&mut self, folder: &Path, recorded: &Recorded) {
        let path = Session::searches_path(folder);
        if recorded.finished() {
            // A killed job may have left it.
            let _ = fs::remove_file(path);
            return;
        }
        let header = &recorded.header;
        let mut context = blake3::Hasher::new_derive_key("eyas 2026 searches of a session");
        context.update(env!("CARGO_PKG_VERSION").as_bytes());
        context.update(format!("{:?}", header.settings).as_bytes());
        context.update(header.train.blake3.as_bytes());
        let memo = Memo::resumed(&path, *context.finalize().as_bytes());
        let Ok(schema) = Schema::built_in(&header.settings.schema) else { return };
        for record in &recorded.history {
            for (individual, nodes) in record.population.iter().zip(&record.nodes) {
                memo.restore(memo::key(&individual.chromosome.decode(&schema)), nodes);
            }
        }
        if let Some((last, nodes)) =
            recorded.history.last().and_then(|last| Some((last, last.nodes.first()?)))
        {
            let step = nodes.len().div_ceil(RECHECKED_SEARCHES).max(1);
            memo.forget(memo::key(&last.champion_values), (0..nodes.len()).step_by(step));
        }
        self.memo = Some(memo);
    }

    fn build(
        &mut self,
        role: Role,
        settings: &EvolutionSettings,
        _: Option<&Path>,
        _: &ThreadPool,
        _: &(dyn Fn(u64, u64) + Sync),
        _: &Interrupt,
    ) -> Result<Built, SourceError> {
        let problems: Vec<Problem> = match role {
            Role::Train => self.train.iter().flat_map(|suite| suite.problems.clone()).collect(),
            Role::Test => self.test.iter().flat_map(|suite| suite.problems.clone()).collect(),
        };
        let memo = match role {
            Role::Train => self.memo.take().unwrap_or_default(),
            Role::Test => Memo::default(),
        };
        let schema = Schema::built_in(&settings.schema).map_err(input)?;
        let fitness = TuningFitness::new(tuning(settings)?, schema, problems, memo).map_err(input)?;
        Ok(Built { fitness: Box::new(fitness), warning: None })
    }

    fn examine(&self, examiner: &Examiner<'_>, champion: &[i32]) -> Result<Vec<Examination>, SourceError> {
        let Examiner { settings, train, test, pool, interrupt } = examiner;
        let limit = tuning(settings)?.node_limit;
        let schema = Schema::built_in(&settings.schema).map_err(input)?;
        let untuned = untuned(&schema).ok_or_else(|| {
            input(format!("the organism “reference” has no search with schema {}", schema.name))
        })?;
        let both = [champion.to_vec(), untuned];
        let found = |fitness: &dyn Fitness| {
            measure(fitness, *pool, &both, interrupt).ok_or(SourceError::Interrupted)?;
            let nodes = both.each_ref().map(|values| fitness.by_item(values).unwrap_or_default());
            Ok::<[Vec<u32>; 2], SourceError>(nodes)
        };
        let examination = |suite: &Suite, trained, [champion, untuned]: [&[u32]; 2]| Examination {
            suite: suite.name.clone(),
            positions: suite.problems.len() as u64,
            trained,
            champion: Tally::of(champion, limit),
            untuned: Tally::of(untuned, limit),
            untuned_nodes: if trained { untuned.to_vec() } else { Vec::new() },
        };
        let mut examinations = Vec::new();
        if let Some(suite) = &self.train {
            let [champion, untuned] = &found(*train)?;
            examinations.push(examination(suite, true, [champion, untuned]));
        }
        if self.test.is_empty() {
            return Ok(examinations);
        }
        let [champion, untuned] = &found(*test)?;
        let mut from = 0;
        for suite in &self.test {
            let of = from..from + suite.problems.len();
            from = of.end;
            examinations.push(examination(suite, false, [&champion[of.clone()], &untuned[of]]));
        }
        Ok(examinations)
    }
}
