//! The fitness source of the objective *suite*.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rand::Rng;

use super::constant::Constants;
use super::play_off::{self, PlayOff};
use super::quiet::{self, Choice};
use super::{Examination, SuiteFitness, SuiteSettings, Tally, results_of};
use crate::engine::search::{Limits, SearchMode};
use crate::evolution::fitness::{Fitness, measure};
use crate::evolution::record::{Founder, Individual};
use crate::evolution::scoped::ScopedFitness;
use crate::objectives::details::Detail;
use crate::objectives::memo::{self, Memo};
use crate::objectives::players::{ValuePlayers, check_engine};
use crate::objectives::source::{
    BuildContext, Built, Decision, Examiner, FitnessSource, Past, SetRole, SourceError,
};
use crate::objectives::{ObjectiveContext, ObjectiveSettings, SetDigest, start};
use crate::organism::FixedEvaluation;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;
use crate::solving::{Problem, Solver, Suite, Until};

/// What the file of a session's searches contains, for its hash.
const CONTEXT: &str = "eyas 2026 searches of a session";
/// Number of searches of the last recorded champion to repeat when a session is resumed: enough to detect a version
/// that searches differently, and fast.
const RECHECKED_SEARCHES: usize = 16;

/// Loads the suites and builds the fitness on them.
pub(in crate::objectives) struct SuiteSource {
    settings: SuiteSettings,
    train: Option<Suite>,
    /// Whether an engine in other processes searches.
    has_engine: bool,
    /// Further suites on which the champion is tested.
    test: Vec<Suite>,
    /// The candidates for quiet positions; none if the settings request no quiet positions.
    candidates: Option<Suite>,
    /// The quiet positions, once they are chosen.
    quiet: Option<Suite>,
    /// Results that the session already has.
    memo: Arc<Memo>,
    /// The results of dropped positions, once they are known.
    constants: Arc<OnceLock<Constants>>,
    /// The folder of the session and a text that differs for different settings, to keep the quiet positions.
    session: Option<(PathBuf, String)>,
    /// The fitness on the training suite.
    fitness: Option<SuiteFitness>,
}

/// The file that records searches while a generation is measured.
pub(super) const SEARCHES: &str = "searches.txt";

/// Returns the path of the file that records searches while a generation is measured.
#[must_use]
pub fn searches_path(folder: &Path) -> PathBuf {
    folder.join(SEARCHES)
}

impl SuiteSource {
    pub(in crate::objectives) fn new(settings: &SuiteSettings) -> SuiteSource {
        SuiteSource {
            settings: settings.clone(),
            train: None,
            has_engine: false,
            test: Vec::new(),
            candidates: None,
            quiet: None,
            memo: Arc::default(),
            constants: Arc::default(),
            session: None,
            fitness: None,
        }
    }

    /// Returns the digest of the training suite and the quiet positions. The chosen positions are not known yet, but
    /// they follow from the candidates and the settings.
    fn train_digest(&self, train: &Suite) -> SetDigest {
        let suite = digest(self.settings.suite.name(), &[train]);
        let Some(candidates) = &self.candidates else { return suite };
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 suite with quiet positions");
        hasher.update(suite.blake3.as_bytes());
        hasher.update(&candidates.content_hash());
        hasher.update(&self.settings.quiet.to_le_bytes());
        SetDigest {
            positions: suite.positions + u64::from(self.settings.quiet),
            blake3: hasher.finalize().to_string(),
            ..suite
        }
    }

    /// Returns the quiet positions: those of the session's folder, or else new ones, which are written there.
    fn quiet_positions(&self, candidates: &Suite, context: &BuildContext<'_>) -> Result<Suite, SourceError> {
        let BuildContext { outline, pool, progress, interrupt, .. } = *context;
        let count = self.settings.quiet as usize;
        let kept = self
            .session
            .as_ref()
            .and_then(|(folder, text)| quiet::read(folder, Some(text), count, candidates.problems.len()));
        let chosen = match kept {
            Some(chosen) => chosen,
            None => {
                let hash = self.settings.table() as usize;
                let factory = players(&outline, hash)?.factory(&untuned_values(&outline)?, hash);
                let limits = Limits::nodes(quiet::EFFORT * u64::from(self.settings.node_limit));
                let solver = &Solver { factory, limits, until: Until::Limit };
                let memo = &self.memo;
                let chosen = Choice { solver, candidates, count, memo, pool, progress, interrupt }.make()?;
                if let Some((folder, text)) = &self.session {
                    quiet::write(folder, text, &chosen);
                }
                chosen
            }
        };
        Ok(chosen_suite(candidates, &chosen))
    }

    /// Returns the constant results of a session with these records, if its settings drop positions.
    fn recorded_constants(&self, past: &Past<'_>) -> Option<Constants> {
        let positions = self.train.as_ref().map_or(0, |suite| suite.problems.len());
        Constants::recorded(past.history, positions).filter(|_| self.settings.drop_constant)
    }
}

fn chosen_suite(candidates: &Suite, chosen: &[usize]) -> Suite {
    let problems = chosen.iter().map(|index| candidates.problems[*index].clone()).collect();
    Suite { name: candidates.name.clone(), problems }
}

/// Returns the positions on which a session in this folder measures organisms, in the order of the recorded nodes: the
/// training suite, and then the quiet positions, if they are chosen already.
///
/// # Errors
/// Returns an error if the suite cannot be read.
pub fn training_problems(settings: &SuiteSettings, folder: &Path) -> Result<Vec<Problem>, SourceError> {
    let (suite, _) = training(settings)?;
    let mut problems = suite.problems;
    if settings.quiet > 0 {
        let candidates = quiet::candidates()?;
        let chosen = quiet::read(folder, None, settings.quiet as usize, candidates.problems.len());
        problems.extend(chosen_suite(&candidates, &chosen.unwrap_or_default()).problems);
    }
    Ok(problems)
}

fn digest(name: String, suites: &[&Suite]) -> SetDigest {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 suites");
    suites.iter().for_each(|suite| {
        hasher.update(&suite.content_hash());
    });
    let positions = suites.iter().map(|suite| suite.problems.len() as u64).sum();
    SetDigest { name, positions, blake3: hasher.finalize().to_string() }
}

/// Returns the evaluation of all organisms.
fn evaluation<'a>(outline: &ObjectiveContext<'a>) -> Result<&'a FixedEvaluation, SourceError> {
    outline.evaluation.ok_or_else(|| SourceError::input("the evaluation is missing"))
}

/// Returns the players with these searches or options. An engine has a transposition table of `hash` MiB.
fn players(outline: &ObjectiveContext<'_>, hash: usize) -> Result<ValuePlayers, SourceError> {
    ValuePlayers::new(outline, SearchMode::Extended, hash).map_err(SourceError::input)
}

/// Returns the values of the untuned search, or those of the start of an engine's options.
fn untuned_values(outline: &ObjectiveContext<'_>) -> Result<Vec<i32>, SourceError> {
    if let Some(engine) = outline.engine {
        return Ok(engine.start());
    }
    start::untuned(outline.schema).ok_or_else(|| {
        SourceError::input(format!(
            "the organism “reference” has no search with schema {}",
            outline.schema.name
        ))
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
    fn load(&mut self, outline: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        let limits = Limits::nodes(self.settings.node_limit.into());
        check_engine(outline, &limits, self.settings.table() as usize)?;
        if self.settings.quiet > 0 {
            self.candidates = Some(quiet::candidates()?);
        }
        let settings = &self.settings;
        let (train, held_out) = training(settings)?;
        let mut test: Vec<Suite> = held_out.into_iter().collect();
        let mut names: Vec<String> = test.iter().map(|suite| suite.name.clone()).collect();
        for source in &settings.validation {
            test.push(Suite::load(source).map_err(SourceError::input)?);
            names.push(source.name());
        }
        let digests = [self.train_digest(&train), digest(names.join(", "), &test.iter().collect::<Vec<_>>())];
        (self.train, self.test) = (Some(train), test);
        self.has_engine = outline.engine.is_some();
        Ok(digests)
    }

    fn recall(&mut self, past: &Past<'_>) {
        let path = searches_path(past.folder);
        let hash = memo::session_hash(CONTEXT, past);
        let Some(memo) = Memo::of_session(&path, hash, past) else { return };
        self.session = Some((past.folder.to_owned(), hash.to_string()));
        let constants = self.recorded_constants(past);
        for record in past.history {
            for (place, (individual, nodes)) in record.population.iter().zip(&record.nodes).enumerate() {
                let key = memo::key(&individual.chromosome.decode(past.outline.schema));
                let faults = record.faults.get(place).map_or(&[][..], Vec::as_slice);
                memo.restore(key, &results_of(nodes, faults));
                // The recorded results of dropped positions are not those of searches.
                memo.forget(key, constants.iter().flat_map(Constants::items));
            }
        }
        self.constants = Arc::new(constants.map_or_else(OnceLock::new, OnceLock::from));
        // An engine in another process may not search twice alike.
        let last = past.history.last().filter(|_| !self.has_engine);
        if let Some((last, nodes)) = last.and_then(|last| Some((last, last.nodes.first()?))) {
            let step = nodes.len().div_ceil(RECHECKED_SEARCHES).max(1);
            memo.forget(memo::key(&last.champion_values), (0..nodes.len()).step_by(step));
        }
        self.memo = Arc::new(memo);
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        let outline = &context.outline;
        if let (SetRole::Train, Some(candidates)) = (role, &self.candidates) {
            self.quiet = Some(self.quiet_positions(candidates, context)?);
        }
        let problems: Vec<Problem> = match role {
            SetRole::Train => {
                self.train.iter().chain(&self.quiet).flat_map(|suite| suite.problems.clone()).collect()
            }
            SetRole::Test => self.test.iter().flat_map(|suite| suite.problems.clone()).collect(),
        };
        let memo = match role {
            SetRole::Train => Arc::clone(&self.memo),
            SetRole::Test => Arc::default(),
        };
        let mut fitness = if outline.engine.is_some() {
            SuiteFitness::of_engine(&self.settings, outline, problems, memo)?
        } else {
            let schema = Arc::clone(outline.schema);
            SuiteFitness::new(&self.settings, evaluation(outline)?, schema, problems, memo)
                .map_err(SourceError::input)?
        };
        if role == SetRole::Train {
            if self.settings.drop_constant {
                let positions = self.train.as_ref().map_or(0, |suite| suite.problems.len());
                fitness = fitness.dropping(Arc::clone(&self.constants), positions);
            }
            self.fitness = Some(fitness.clone());
        }
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
        let Examiner { outline, pool, games, interrupt, progress, .. } = examiner;
        let service = games.clone();
        let schema = outline.schema;
        let untuned = untuned_values(outline)?;
        let chromosome = Chromosome::encode(schema, &untuned).ok_or_else(|| {
            SourceError::input(format!("the untuned search does not fit schema {}", schema.name))
        })?;
        let hash = self.settings.game_table();
        let players = players(outline, hash)?;
        let games = PlayOff {
            settings,
            player: &|values| players.factory(values, hash),
            seed: Randomness::new(outline.seed, self.settings.properties().stage, run)
                .stream(0, "play-off")
                .next_u64(),
            threads: pool.threads(),
            service,
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

    fn examine(
        &self,
        examiner: &Examiner<'_>,
        champion: &[i32],
        _: &[Vec<i32>],
    ) -> Result<Option<Detail>, SourceError> {
        let Examiner { outline, train: trained, test, executor, interrupt, .. } = examiner;
        let limit = self.settings.node_limit;
        let untuned = untuned_values(outline)?;
        let both = [champion.to_vec(), untuned];
        let found = |fitness: &dyn Fitness| {
            measure(fitness, *executor, &both, interrupt).ok_or(SourceError::Interrupted)?;
            let nodes = both.each_ref().map(|values| fitness.by_item(values).unwrap_or_default());
            Ok::<[Vec<u32>; 2], SourceError>(nodes)
        };
        let examination = |suite: &Suite, trained, [champion, untuned]: [&[u32]; 2]| Examination {
            suite: suite.name.clone(),
            positions: suite.problems.len() as u64,
            trained,
            quiet: false,
            champion: Tally::of(champion, limit),
            untuned: Tally::of(untuned, limit),
            untuned_nodes: if trained { untuned.to_vec() } else { Vec::new() },
        };
        let mut examinations = Vec::new();
        if let (Some(suite), Some(train)) = (&self.train, &self.fitness) {
            let whole = train.without_dropping();
            let [champion, untuned] = &match trained.scope() {
                Some(scope) => found(&ScopedFitness { fitness: Box::new(whole), scope: scope.clone() })?,
                None => found(&whole)?,
            };
            let of_suite = suite.problems.len().min(champion.len());
            let (champion, quiet_champion) = champion.split_at(of_suite);
            let (untuned, quiet_untuned) = untuned.split_at(of_suite);
            examinations.push(examination(suite, true, [champion, untuned]));
            if let Some(suite) = &self.quiet {
                let examined = examination(suite, true, [quiet_champion, quiet_untuned]);
                examinations.push(Examination { quiet: true, ..examined });
            }
        }
        if !self.test.is_empty() {
            let [champion, untuned] = &found(*test)?;
            let mut from = 0;
            for suite in &self.test {
                let range = from..from + suite.problems.len();
                from = range.end;
                examinations.push(examination(suite, false, [&champion[range.clone()], &untuned[range]]));
            }
        }
        Ok((!examinations.is_empty()).then_some(Detail::Examinations(examinations)))
    }
}
