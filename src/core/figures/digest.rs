//! The state of a tune in a few lines, which a script can post.

use super::course::{self, Course};
use super::optimizer::RecentElo;
use super::response::{Effect, Response, WORTH_ELO};
use super::runs;
use crate::evolution::optimizers::spsa::SpsaSettings;
use crate::evolution::report::OptimizerReport;
use crate::experiment::Experiment;
use crate::numbers::thousands;
use crate::session::Recorded;
use crate::statistics::{NORMAL_95, chi_squared_quantile};

/// The number of parameters that a digest names.
const NAMED: usize = 8;

/// Returns the state of the latest run: progress, Elo, parameters that drift beyond noise, what the games say about each, a
/// forecast and warnings.
#[must_use]
pub fn lines(recorded: &Recorded) -> Vec<String> {
    let settings = &recorded.header.settings;
    let Some(last) = recorded.history.last() else { return vec!["nothing is measured yet".to_owned()] };
    let records = || recorded.history.iter().filter(|one| one.run == last.run).map(|record| &**record);
    let mut lines = vec![format!("generation {} of {}", last.generation, settings.generations)];
    lines.extend(runs::lead(recorded));
    if let Some((elo, games)) = RecentElo::of(records()).latest() {
        lines.push(format!("{elo} Elo against the opponents in the latest {} games", thousands(games)));
    }
    let reports: Vec<OptimizerReport> = recorded.optimizer_reports(last.run).collect();
    let latest = reports.last().cloned();
    let courses = course::courses(settings, reports.into_iter());
    lines.extend(drifts(&courses));
    let Some(response) = Response::of(settings, records()) else { return lines };
    lines.push(said(&response));
    let spsa = settings.optimizer.spsa().filter(|spsa| !spsa.is_screening());
    if let Some((spsa, latest)) = spsa.zip(latest) {
        let done = f64::from(last.generation + 1) / f64::from(settings.generations + 1);
        let [now, all] = [last.generation + 1, settings.generations + 1];
        lines.extend(Forecast::of(&response, &courses, spsa, [now, all]).map(|forecast| forecast.text(all)));
        lines.extend(blind(&response, settings, &latest, done));
    }
    lines
}

/// Describes the parameters that moved farther than noise alone would move them.
fn drifts(courses: &[Course]) -> Option<String> {
    let mut all: Vec<(&Course, f64)> = courses.iter().filter_map(|one| Some((one, one.drift()?))).collect();
    if all.is_empty() {
        return None;
    }
    let count = all.len();
    all.retain(|(_, drift)| drift.abs() > NORMAL_95);
    all.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
    let part = |(course, drift): &(&Course, f64)| {
        let now = course.points.last().map_or(0.0, |(_, estimate, _)| *estimate);
        format!("{} {:.1} → {now:.1} ({drift:+.1} σ)", course.name, course.start.unwrap_or(0.0))
    };
    let named: Vec<String> = all.iter().take(NAMED).map(part).collect();
    let expected = 0.05 * count as f64;
    Some(match named.is_empty() {
        true => format!("no parameter of {count} has drifted beyond noise"),
        false => format!(
            "{} of {count} parameters have drifted beyond noise ({expected:.1} would by chance): {}",
            all.len(),
            named.join(", ")
        ),
    })
}

/// Describes what all games say about the parameters.
fn said(response: &Response) -> String {
    let part = |effect: &Effect| {
        format!("{} {} Elo over the tried values", effect.name, effect.text(response.width()))
    };
    let live: Vec<String> = response.live().take(NAMED).map(part).collect();
    let games = thousands(response.games);
    match live.is_empty() {
        true => format!("{games} games show no effect of any parameter"),
        false => format!("{games} games show an effect of {}", live.join(", ")),
    }
}

/// Returns how many standard errors hold at 95 % for any sum of this many effects, also for one that the same games chose:
/// Scheffé's method.
fn scheffe(effects: usize) -> f64 {
    libm::sqrt(chi_squared_quantile(0.05, effects))
}

/// The Elo of the estimate over the start by the games so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Forecast {
    pub(crate) now: f64,
    /// The error of [`Forecast::now`], 95 %.
    pub(crate) error: f64,
    /// The Elo after all generations if slopes and steps stay as they are.
    after: f64,
}

impl Forecast {
    /// Returns the forecast after `done` of `all` generations. The steps of SPSA shrink, so the way grows as the sum of their
    /// lengths.
    pub(crate) fn of(
        response: &Response,
        courses: &[Course],
        spsa: &SpsaSettings,
        [done, all]: [u32; 2],
    ) -> Option<Forecast> {
        let gain = |effect: &Effect| {
            let course = courses.iter().find(|course| course.name == effect.name)?;
            let way = course.points.last()?.1 - course.start?;
            let span = effect.tried[1] - effect.tried[0];
            (span > 0.0).then(|| [effect.elo, effect.error, way / span])
        };
        let gains: Vec<[f64; 3]> = response.effects.iter().filter_map(gain).collect();
        if gains.is_empty() {
            return None;
        }
        let sum = |of: &dyn Fn(&[f64; 3]) -> f64| gains.iter().map(of).sum::<f64>();
        // The games that moved the estimate measured the slopes as well, so that the errors of both have one sign. Steps are
        // proportional to slopes: the squares of the errors, times that proportion, are what the errors add.
        let proportion = sum(&|[elo, _, way]| elo * way) / sum(&|[elo, ..]| elo * elo);
        let now = sum(&|[elo, error, way]| elo * way - proportion * error * error);
        let deviation = libm::sqrt(sum(&|[_, error, way]| (error * way).powi(2)));
        let error = scheffe(gains.len()) * deviation;
        Some(Forecast { now, error, after: now * spsa.way(all) / spsa.way(done) })
    }

    /// Describes the forecast for all generations.
    fn text(&self, all: u32) -> String {
        let Forecast { now, error, after } = self;
        format!(
            "by the games so far the estimate is {now:+.0} ± {error:.0} Elo from the start, and {after:+.0} after all {all} \
             generations if slopes and steps stay as they are; the final match decides"
        )
    }
}

/// Warns of parameters whose perturbation is so small that even all games cannot see an effect between its two sides.
fn blind(response: &Response, settings: &Experiment, latest: &OptimizerReport, done: f64) -> Option<String> {
    let perturbation = latest.columns.iter().find(|column| column.heading == "±")?;
    let is_blind = |effect: &&Effect| {
        let option = settings.target.option(effect.index);
        let sides = 2.0 * perturbation.values[effect.index] * option.map_or(1.0, |option| option.unit());
        let span = effect.tried[1] - effect.tried[0];
        span > 0.0 && NORMAL_95 * effect.error * sides / span * libm::sqrt(done) > WORTH_ELO
    };
    let blind: Vec<&str> =
        response.effects.iter().filter(is_blind).map(|effect| effect.name.as_str()).collect();
    let more = if blind.len() > NAMED { ", …" } else { "" };
    (!blind.is_empty()).then(|| {
        format!(
            "warning: even all games of this tune cannot see {WORTH_ELO:.0} Elo between the two sides of a perturbation of {} \
             parameters ({}{more}): use more games or fewer parameters",
            blind.len(),
            blind[..blind.len().min(NAMED)].join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::simulated::{Simulated, engine};

    #[test]
    fn the_factors_are_those_of_tables() {
        for (effects, square) in [(1, 3.841), (6, 12.592), (100, 124.342)] {
            assert!((scheffe(effects) / f64::sqrt(square) - 1.0).abs() < 1e-4, "{effects}");
        }
    }

    /// The Elo of the highest value of each option against the lowest, without curvature.
    const SLOPE: f64 = 20.0;

    #[test]
    fn a_forecast_covers_the_strength_of_the_estimate() {
        const SEEDS: u64 = 60;
        let gain = |values: &[i32]| {
            SLOPE * values.iter().map(|value| f64::from(*value - 500) / 1_000.0).sum::<f64>()
        };
        let (mut covered, mut sums) = (0, [0.0; 4]);
        for seed in 1..=SEEDS {
            let half = Simulated::tune(&engine(6), 6_400, 32, seed).stopped_after(100, &gain);
            let experiment = &half.experiment;
            let response = Response::of(experiment, half.records.iter()).unwrap();
            let courses = course::courses(experiment, half.reports.iter().cloned());
            let spsa = experiment.optimizer.spsa().unwrap();
            let forecast = Forecast::of(&response, &courses, spsa, [100, 200]).unwrap();
            let now = gain(&half.estimate());
            covered += usize::from((forecast.now - now).abs() <= forecast.error);
            let whole = Simulated::tune(&engine(6), 6_400, 32, seed).stopped_after(200, &gain);
            let reached = gain(&whole.estimate());
            sums.iter_mut()
                .zip([forecast.now, now, forecast.after, reached])
                .for_each(|(sum, one)| *sum += one);
        }
        let [said, now, after, reached] = sums.map(|sum| sum / SEEDS as f64);
        eprintln!(
            "{covered} of {SEEDS}; half {said:.1} said, {now:.1} true; all {after:.1} said, {reached:.1} true"
        );
        assert!(covered >= 54, "{covered} of {SEEDS}");
    }
}
