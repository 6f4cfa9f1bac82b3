//! Screenings: which parameters have an effect, before a tune spends its games.

use super::Experiment;
use super::presets::{SPSA_BY_GAMES, options};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::spsa::SpsaSettings;
use crate::evolution::setting::SettingsError;
use crate::objectives::matches::MatchesSettings;
use crate::objectives::proof::ProofSettings;
use crate::objectives::self_play::SelfPlaySettings;

/// The objective of a screening.
pub const OBJECTIVE: &str = "self-play";

/// The games of each pair of a screening: one with each colour.
const SCREENING_GAMES: u32 = 2;

impl Experiment {
    /// Returns whether this is a screening ([`screen`]).
    #[must_use]
    pub fn is_screening(&self) -> bool {
        self.optimizer.spsa().is_some_and(SpsaSettings::is_screening)
    }
}

/// Changes a preset of the objective *self-play* to a screening of about this many games: pairs of a balanced design at both
/// sides of the start, which does not move. Nothing is confirmed. The number is rounded up to whole designs.
///
/// # Errors
/// Returns an error for another objective, and if the games need too many generations.
pub fn screen(experiment: &mut Experiment, games: u64) -> Result<(), SettingsError> {
    let schema = experiment.schema();
    let free = schema.parameters.iter().filter(|known| known.is_free()).count();
    let design = SpsaSettings::design(free);
    let Some(self_play) = experiment.objective.self_play_mut() else {
        let reason = "a screening measures the two engines of a pair by games against each other: leave --objective out";
        return Err(SettingsError::Combination(reason.to_owned()));
    };
    *self_play = SelfPlaySettings {
        games_per_pair: SCREENING_GAMES,
        estimate_alone: true,
        confirmation_games: 2,
        match_games: 0,
        proof: ProofSettings::NONE,
        milestone_games: 0,
        hall_of_fame: 0,
        ..self_play.clone()
    };
    let rows = games.div_ceil(u64::from(SCREENING_GAMES)).div_ceil(design).max(2) * design;
    experiment.generations =
        u32::try_from(rows - 1).map_err(|_| SettingsError::out_of_range("screen", games, "fewer games"))?;
    let perturbation = 2.0 * SPSA_BY_GAMES.perturbation;
    let spsa = SpsaSettings { first_step: 0.0, perturbation, balanced: true, ..SPSA_BY_GAMES };
    experiment.optimizer = OptimizerSettings::Spsa(spsa);
    Ok(())
}

/// Returns a tune of the options that are kept after a screening, by their indices: the preset of the screening for the
/// objective *matches*, with its games.
///
/// # Errors
/// Returns an error if the experiment is no screening of an engine's options, or if no option is kept.
pub fn after_screening(screening: &Experiment, kept: &[usize]) -> Result<Experiment, SettingsError> {
    let parts = screening.target.engine().zip(screening.objective.self_play());
    let (engine, games) = parts.filter(|_| screening.is_screening()).ok_or_else(|| {
        SettingsError::Combination("this is no screening of an engine's options".to_owned())
    })?;
    let engine = engine.keeping(kept).map_err(|error| SettingsError::Combination(error.to_string()))?;
    let perturbations = engine.perturbations();
    let mut experiment = options(&screening.preset, engine)?;
    experiment.seed = screening.seed;
    if let Some(spsa) = experiment.optimizer.spsa_mut() {
        spsa.set_last_perturbations(&perturbations, experiment.generations.saturating_add(1));
    }
    if let Some(matches) = experiment.objective.matches_mut() {
        *matches = MatchesSettings {
            openings: games.openings.clone(),
            control: games.control,
            margin: games.margin,
            max_moves: games.max_moves,
            resign: games.resign,
            draw: games.draw,
            ..matches.clone()
        };
    }
    Ok(experiment)
}
