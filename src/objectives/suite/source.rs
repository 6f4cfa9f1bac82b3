//! The fitness source of the objective *suite*.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::Rng;

use super::memo::{self, Memo};
use super::play_off::{self, PlayOff};
use super::{Examination, SuiteFitness, SuiteSettings, Tally, untuned};
use crate::engine::schema::Schema;
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::record::{Founder, Individual};
use crate::objectives::player_builder::PlayerBuilder;
use crate::objectives::source::{Built, Decision, Examiner, FitnessSource, Past, Role, SourceError};
use crate::objectives::{ObjectiveSettings, Outline, SetDigest};
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;
use crate::solving::{Problem, Suite};
use crate::threads::{Interrupt, ThreadPool};

/// Number of searches of the last recorded champion to repeat when a session is resumed: enough to detect a version
/// that searches differently, and fast.
const RECHECKED_SEARCHES: usize = 16;

/// Loads the suites and builds the fitness on them.
#[derive(Debug)]
pub(in crate::objectives) struct SuiteSource {
    settings: SuiteSettings,
    /// The training suite.
    train: Option<Suite>,
    /// Further suites on which the champion is tested.
    test: Vec<Suite>,
    /// Results that the session already has.
    memo: Arc<Memo>,
}

/// The file that records searches while a generation is measured.
pub(crate) const SEARCHES: &str = "searches.txt";

/// Returns the path of the file that records searches while a generation is measured.
#[must_use]
pub fn searches_path(folder: &Path) -> PathBuf {
    folder.join(SEARCHES)
}

impl SuiteSource {
    pub(in crate::objectives) fn new(settings: &SuiteSettings) -> SuiteSource {
        SuiteSource { settings: settings.clone(), train: None, test: Vec::new(), memo: Arc::default() }
    }
}

fn digest(name: String, suites: &[&Suite]) -> SetDigest {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 suites");
    suites.iter().for_each(|suite| {
        hasher.update(&suite.content_hash());
    });
    let positions = suites.iter().map(|suite| suite.problems.len() as u64).sum();
    SetDigest { name, positions, blake3: hasher.finalize().to_string() }
}

/// Returns the values of the untuned search.
fn untuned_values(schema: &Schema) -> Result<Vec<i32>, SourceError> {
    untuned(schema).ok_or_else(|| {
        SourceError::input(format!("the organism “reference” has no search with schema {}", schema.name))
    })
}

/// Returns the training suite, and the positions held out from it if the settings hold out any: every second one,
/// beginning with the second. The number of positions applies to each of the two.
fn training(settings: &SuiteSettings) -> Result<(Suite, Option<Suite>), SourceError> {
    let all = Suite::load(&settings.suite).map_err(SourceError::input)?;
    let spread = |suite: Suite| match settings.positions {
        Some(positions) => suite.spread(positions as usize),
        None => suite,
    };
    if !settings.hold_out {
        return Ok((spread(all), None));
    }
    if all.problems.len() < 2 {
        return Err(SourceError::input(
            "--hold-out: the suite has only one position; use a suite with two or more",
        ));
    }
    let [train, held_out] = all.halves();
    let held_out = Suite { name: format!("{}, held-out half", held_out.name), ..held_out };
    Ok((spread(train), Some(spread(held_out))))
}

impl FitnessSource for SuiteSource {
    fn load(&mut self, _: &Outline<'_>) -> Result<[SetDigest; 2], SourceError> {
        let settings = &self.settings;
        let (train, held_out) = training(settings)?;
        let mut test: Vec<Suite> = held_out.into_iter().collect();
        let mut names: Vec<String> = test.iter().map(|suite| suite.name.clone()).collect();
        for source in &settings.validation {
            test.push(Suite::load(source).map_err(SourceError::input)?);
            names.push(source.name());
        }
        let digests = [
            digest(settings.suite.name(), &[&train]),
            digest(names.join(", "), &test.iter().collect::<Vec<_>>()),
        ];
        (self.train, self.test) = (Some(train), test);
        Ok(digests)
    }

    fn recall(&mut self, past: &Past<'_>) {
        let path = searches_path(past.folder);
        let Some(memo) = Memo::of_session(&path, "eyas 2026 searches of a session", past) else { return };
        for record in past.history {
            for (individual, nodes) in record.population.iter().zip(&record.nodes) {
                memo.restore(memo::key(&individual.chromosome.decode(past.schema)), nodes);
            }
        }
        if let Some((last, nodes)) = past.history.last().and_then(|last| Some((last, last.nodes.first()?))) {
            let step = nodes.len().div_ceil(RECHECKED_SEARCHES).max(1);
            memo.forget(memo::key(&last.champion_values), (0..nodes.len()).step_by(step));
        }
        self.memo = Arc::new(memo);
    }

    fn build(
        &mut self,
        role: Role,
        outline: &Outline<'_>,
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
            Role::Train => Arc::clone(&self.memo),
            Role::Test => Arc::default(),
        };
        let schema = Arc::clone(outline.schema);
        let evaluation = outline.evaluation.ok_or_else(|| SourceError::input("the evaluation is missing"))?;
        let fitness = SuiteFitness::new(&self.settings, evaluation, schema, problems, memo)
            .map_err(SourceError::input)?;
        Ok(Built { fitness: Box::new(fitness), warning: None })
    }

    fn play_off(
        &self,
        examiner: &Examiner<'_>,
        run: u32,
        population: &[Individual],
        champion: &Individual,
    ) -> Result<Option<Decision>, SourceError> {
        let Some(settings) = self.settings.play_off else { return Ok(None) };
        let Examiner { outline, pool, interrupt, progress, .. } = examiner;
        let schema = outline.schema;
        let untuned = untuned_values(schema)?;
        let chromosome = Chromosome::encode(schema, &untuned).ok_or_else(|| {
            SourceError::input(format!("the untuned search does not fit schema {}", schema.name))
        })?;
        let evaluation = outline.evaluation.ok_or_else(|| SourceError::input("the evaluation is missing"))?;
        let builder = PlayerBuilder::of_searches(schema, evaluation);
        let hash = self.settings.game_table();
        let games = PlayOff {
            settings,
            player: &|values| builder.player(values).factory(hash),
            seed: Randomness::new(outline.seed, self.settings.stage(), run).stream(0, "play-off").next_u64(),
            threads: pool.threads(),
            memo: &self.memo,
            interrupt,
            progress,
        };
        let organisms: Vec<Individual> = population.iter().chain([champion]).cloned().collect();
        let untuned = Founder { name: "untuned".to_owned(), chromosome };
        let confirmation = games.play(&organisms, population.len(), &untuned, schema)?;
        let player = |index: Option<usize>| {
            let player = index.and_then(|index| confirmation.players.get(index));
            player.map_or_else(|| champion.chromosome.clone(), |player| player.chromosome.clone())
        };
        let [winner, examined] =
            [play_off::winner(&confirmation), play_off::best_tuned(&confirmation)].map(player);
        Ok(Some(Decision { confirmation, winner, examined }))
    }

    fn examine(&self, examiner: &Examiner<'_>, champion: &[i32]) -> Result<Vec<Examination>, SourceError> {
        let Examiner { outline, train, test, pool, interrupt, .. } = examiner;
        let limit = self.settings.node_limit;
        let schema = outline.schema;
        let untuned = untuned_values(schema)?;
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
            let range = from..from + suite.problems.len();
            from = range.end;
            examinations.push(examination(suite, false, [&champion[range.clone()], &untuned[range]]));
        }
        Ok(examinations)
    }
}
