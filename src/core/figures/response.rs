//! What all games of a tune say about each parameter: the Elo between a lower and an upper value, with its error.
//!
//! The scores of the organisms of a generation are explained by a linear function of their values (least squares). Organisms
//! of different generations do not compare, so only differences within a generation count. In a screening the rows are a
//! balanced design with foldover, and the estimates are the best that the number of games allows.
//!
//! Scores saturate: the more of the results the other parameters explain, the less an Elo of this one shows in the score. On
//! average over rows, the logistic curve is flatter by the explained share of the scores' squares.

mod equations;

use super::table::{Cell, Table, columns};
use crate::evolution::record::GenerationRecord;
use crate::experiment::Experiment;
use crate::objectives::source::SetRole;
use crate::race::rank_tests::holm;
use crate::statistics::{NORMAL_95, normal_quantile};
use equations::{Equations, PER_SCORE, Scores};

/// The level of the tests and intervals of all parameters together.
const LEVEL: f64 = 0.05;

/// The probability with which a needed number of games shows an effect, as a number of standard deviations: 80 %.
const POWER: f64 = 0.8416;

/// How many of its errors the curvature is below 0 if there is a best value. A tune goes where the noise of its own games drives it,
/// which looks like curvature: the ratio of curvature and error has the distribution of Dickey and Fuller's test with a constant
/// (*Journal of the American Statistical Association* 74, 1979), of which this is the quantile of 2.5 %.
const BEYOND_DRIFT: f64 = 3.12;

/// The Elo that is worth finding.
pub const WORTH_ELO: f64 = 5.0;

/// The effect of a parameter. Values of an engine's option are in the option's own unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The index in the schema.
    pub index: usize,
    /// The name.
    pub name: String,
    /// The lowest and the highest value tried.
    pub tried: [f64; 2],
    /// The number of decimals of values.
    pub decimals: usize,
    /// The Elo of the highest value against the lowest one.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
    scores: Scores,
    /// The local quadratic: Elo per range at the start, and Elo per squared range, each with its standard error, which leaves out
    /// the drift by noise ([`BEYOND_DRIFT`]). `None` if the centre of the organisms has not moved enough to tell.
    pub curve: Option<[[f64; 2]; 2]>,
    /// The value with the most Elo, if the curve has one beyond doubt ([`BEYOND_DRIFT`]).
    pub best: Option<f64>,
    /// The Elo of the better end against the start, with its standard error.
    gain: [f64; 2],
    /// Whether it differs from 0 by the test of Holm, which errs in at most 5 % of screenings.
    pub is_live: bool,
}

impl Effect {
    /// Returns the probability of such an effect, or a larger one, by chance.
    #[must_use]
    pub fn chance(&self) -> f64 {
        libm::erfc(self.scores.share.abs() / self.scores.error / std::f64::consts::SQRT_2)
    }

    /// Returns the interval of the Elo that is so many standard errors of the score wide to each side. An end is infinite if
    /// such scores have no bound in Elo.
    #[must_use]
    pub fn interval(&self, width: f64) -> [f64; 2] {
        [-width, width].map(|way| self.scores.elo(self.scores.share + way * self.scores.error))
    }

    /// Returns the Elo with its interval as text.
    #[must_use]
    pub fn text(&self, width: f64) -> String {
        let [low, high] = self.interval(width);
        format!("{:+.1} [{low:+.1}, {high:+.1}]", self.elo)
    }
}

/// The effects of the parameters, the clearest first.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// The effects.
    pub effects: Vec<Effect>,
    /// The number of games.
    pub games: u64,
}

/// The index of a parameter, the lowest and the highest value tried, and the effect in the scores.
type Solved<'a> = ((&'a usize, &'a [i32; 2]), Scores);

impl Response {
    /// Returns the effects on the Elo in these generations; `None` if the objective plays no games, or if there are too few
    /// generations to tell the parameters apart.
    #[must_use]
    pub fn of<'a>(
        experiment: &Experiment,
        records: impl Iterator<Item = &'a GenerationRecord>,
    ) -> Option<Response> {
        let play = experiment.objective.properties().play?;
        let schema = experiment.schema();
        let free: Vec<usize> =
            (0..schema.len()).filter(|index| schema.parameters[*index].is_free()).collect();
        let width = |index: usize| {
            let (low, high) = schema.parameters[index].range;
            f64::from(high) - f64::from(low)
        };
        let records: Vec<&GenerationRecord> = records.filter(|record| record.population.len() > 1).collect();
        // Of a pair the difference counts. Thousands of parameters would fill the memory with matrices that few generations do
        // not determine.
        let rows =
            records.iter().map(|record| record.population.len()).map(|count| count - usize::from(count == 2));
        let rows = rows.sum();
        let mut equations = Equations::new(free.len(), rows)?;
        let mut quadratic = Equations::new(2 * free.len(), rows);
        let start = experiment.start().ok().flatten().map(|start| start.decode(schema));
        let mut tried = vec![[i32::MAX, i32::MIN]; free.len()];
        let mut games = 0;
        let mut add = |row: &[f64], result: f64| {
            equations.add(&row[..free.len()], result);
            if let Some(quadratic) = &mut quadratic {
                quadratic.add(row, result);
            }
        };
        for record in records {
            let all = &record.population;
            let values: Vec<Vec<i32>> = all.iter().map(|one| one.chromosome.decode(schema)).collect();
            let sum: f64 = all.iter().map(|one| one.score as f64).sum();
            let count = all.len() as f64;
            // Organisms that play each other have the points that the others lack, and do not play themselves.
            let largest = experiment.objective.settings().largest_score(SetRole::Train, all.len() as u32, 0);
            let scale = if play.each_other { sum / (count - 1.0) } else { largest as f64 / 2.0 };
            games += match &record.crosstable {
                Some(table) => table.games(),
                None => record.games.iter().map(|games| games.len() as u64).sum(),
            };
            for (range, at) in tried.iter_mut().zip(&free) {
                for value in values.iter().map(|values| values[*at]) {
                    *range = [range[0].min(value), range[1].max(value)];
                }
            }
            if scale <= 0.0 {
                continue;
            }
            // The distance from the start and its square, as shares of the range.
            let terms = |values: &[i32], at: usize| {
                let way = f64::from(values[at] - start.as_ref().map_or(0, |start| start[at])) / width(at);
                [way, way * way]
            };
            let both = |of: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
                [0, 1].iter().flat_map(|power| free.iter().map(move |at| of(*at, *power))).collect()
            };
            if let ([one, other], [first, second]) = (&values[..], &all[..]) {
                // Against others, each of the two can win all games.
                let part = if play.each_other { 1.0 } else { 0.5 };
                let row = both(&|at, power| part * (terms(one, at)[power] - terms(other, at)[power]));
                add(&row, part * (first.score as f64 - second.score as f64) / scale);
                continue;
            }
            let means =
                both(&|at, power| values.iter().map(|one| terms(one, at)[power]).sum::<f64>() / count);
            for (one, individual) in values.iter().zip(all) {
                let row = both(&|at, power| terms(one, at)[power]);
                let row: Vec<f64> = row.iter().zip(&means).map(|(term, mean)| term - mean).collect();
                add(&row, (individual.score as f64 - sum / count) / scale);
            }
        }
        // The variance of the score of a row's games, if none is drawn.
        let extra = equations.rows as f64 / games.max(1) as f64;
        let solved = equations.solve(extra)?;
        let curves = quadratic.and_then(|quadratic| quadratic.solve(extra));
        let spans: Vec<f64> =
            free.iter().zip(&tried).map(|(at, [low, high])| f64::from(high - low) / width(*at)).collect();
        let scores = equations.scores(&solved, &spans);
        let effect = |(place, ((at, [low, high]), scores)): (usize, Solved<'_>)| {
            let option = experiment.target.option(*at);
            let unit = option.map_or(1.0, |option| option.unit());
            let span = f64::from(high - low);
            let [elo, error] = scores.estimate(equations.rows);
            let better = if elo > 0.0 { *high } else { *low };
            let way = start.as_ref().map_or(0.5, |start| f64::from(better.abs_diff(start[*at])) / span);
            let curve = curves.as_ref().map(|curves| {
                [curves[place], curves[free.len() + place]]
                    .map(|term| term.map(|one| one * PER_SCORE / scores.shown))
            });
            let best = curve.zip(start.as_ref()).and_then(|([[slope, _], [bend, error]], start)| {
                let (low, high) = schema.parameters[*at].range;
                let top = f64::from(start[*at]) - width(*at) * slope / (2.0 * bend);
                (bend + BEYOND_DRIFT * error < 0.0).then(|| top.clamp(f64::from(low), f64::from(high)) * unit)
            });
            Effect {
                curve,
                best,
                index: *at,
                name: schema.parameters[*at].name.clone(),
                tried: [low, high].map(|value| f64::from(*value) * unit),
                decimals: option.map_or(0, |option| option.decimals()),
                elo,
                error,
                scores,
                gain: [elo.abs() * way, error * way],
                is_live: false,
            }
        };
        let mut effects: Vec<Effect> = free.iter().zip(&tried).zip(scores).enumerate().map(effect).collect();
        effects.sort_by(|one, other| one.chance().total_cmp(&other.chance()));
        let corrected = holm(&effects.iter().map(Effect::chance).collect::<Vec<_>>());
        for (effect, chance) in effects.iter_mut().zip(corrected) {
            effect.is_live = chance <= LEVEL;
        }
        Some(Response { effects, games })
    }

    /// Returns how many standard errors wide each side of the intervals is, so that all of them hold together in 95 %.
    #[must_use]
    pub fn width(&self) -> f64 {
        normal_quantile(LEVEL / (2.0 * self.effects.len().max(1) as f64))
    }

    /// Returns the Elo over the start if all live parameters are at their better ends, with its error (95 %). The largest
    /// effects are chosen, so it is rather too high.
    #[must_use]
    pub fn gain(&self) -> [f64; 2] {
        let variance: f64 = self.live().map(|effect| effect.gain[1] * effect.gain[1]).sum();
        [self.live().map(|effect| effect.gain[0]).sum(), NORMAL_95 * libm::sqrt(variance)]
    }

    /// Returns the live parameters, the clearest first.
    pub fn live(&self) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(|effect| effect.is_live)
    }

    /// Returns the live parameter that explains more than half of the results, so that it hides the others.
    #[must_use]
    pub fn hiding(&self) -> Option<&Effect> {
        self.live().find(|effect| effect.scores.share.powi(2) > 0.5)
    }

    /// Returns the number of games after which an effect of [`WORTH_ELO`] of any other parameter would be seen in 80 %; `None`
    /// if there is no other, or if one hides them.
    #[must_use]
    pub fn needed(&self) -> Option<u64> {
        if self.hiding().is_some() {
            return None;
        }
        let rest = self.effects.iter().filter(|effect| !effect.is_live).map(|effect| effect.error);
        let ratio = (self.width() + POWER) * rest.reduce(f64::max)? / WORTH_ELO;
        Some((self.games as f64 * ratio * ratio).ceil() as u64)
    }

    /// Returns the ranking as a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let width = self.width();
        let row = |effect: &Effect| {
            let value = |value: f64| Cell::number(Some(value), effect.decimals);
            let elo = |value: f64| Cell::number(Some(value).filter(|value| value.is_finite()), 1);
            let [low, high] = effect.interval(width);
            vec![
                Cell::text(&effect.name),
                value(effect.tried[0]),
                value(effect.tried[1]),
                elo(effect.elo),
                elo(low),
                elo(high),
                Cell::text(if effect.is_live { "live" } else { "flat at this budget" }),
            ]
            .into_iter()
            .chain([0, 1].into_iter().flat_map(|term| {
                [0, 1].map(|part| Cell::number(effect.curve.map(|curve| curve[term][part]), 1))
            }))
            .chain([Cell::number(effect.best, effect.decimals)])
            .collect()
        };
        Table {
            columns: columns(&[
                ("parameter", ""),
                ("lowest", "tried"),
                ("highest", "tried"),
                ("highest against lowest", "Elo"),
                ("low", "all 95 %"),
                ("high", "all 95 %"),
                ("verdict", ""),
                ("slope at the start", "Elo per range"),
                ("error of the slope", "Elo per range"),
                ("curvature", "Elo per squared range"),
                ("error of the curvature", "Elo per squared range"),
                ("best value", ""),
            ]),
            rows: self.effects.iter().map(row).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::evolution::optimizers::OptimizerSettings;
    use crate::experiment::presets;
    use crate::figures::simulated::{self, Simulated};

    #[test]
    fn quantiles_are_those_of_tables() {
        assert!(
            (normal_quantile(0.025) - 1.959_964).abs() < 1e-5
                && (normal_quantile(0.001) - 3.090_232).abs() < 1e-5
        );
    }

    /// The number of options, of those with an effect, and the Elo of the others' highest value against the lowest.
    const OPTIONS: usize = 20;
    const LIVE: usize = 6;
    const EFFECT: f64 = 24.0;

    /// The strength in Elo: the live options have slopes and curvature, and two of them interact strongly.
    fn strength(values: &[i32]) -> f64 {
        let at = |place: usize| (f64::from(values[place]) - 40.0) / 10.0;
        let live = |place: usize| {
            let sign = if place.is_multiple_of(2) { 1.0 } else { -1.0 };
            sign * EFFECT / 2.0 * at(place) - 8.0 * at(place) * at(place)
        };
        (0..LIVE).map(live).sum::<f64>() + 20.0 * at(0) * at(1) + 20.0 * at(7) * at(8)
    }

    fn screened(games: u64, seed: u64, strength: &dyn Fn(&[i32]) -> f64) -> Response {
        Simulated::screening(OPTIONS, games, seed, strength)
    }

    #[test]
    fn a_screening_finds_the_live_options() {
        let (mut found, mut claimed, mut right, mut covered) = (0, 0, 0, 0);
        for seed in 1..=10 {
            let response = screened(4_096, seed, &strength);
            assert_eq!(response.games, 4_096);
            assert!(response.effects.iter().all(|effect| effect.curve.is_none()), "nothing moved");
            for effect in &response.effects {
                let is_live = effect.index < LIVE;
                claimed += usize::from(effect.is_live);
                right += usize::from(effect.is_live && is_live);
                found += usize::from(is_live);
                let truth = match (is_live, effect.index % 2) {
                    (true, 0) => EFFECT,
                    (true, _) => -EFFECT,
                    (false, _) => 0.0,
                };
                covered += usize::from((effect.elo - truth).abs() <= response.width() * effect.error);
            }
            let [gain, error] = response.gain();
            assert!(gain > 0.0 && error > 0.0 && response.needed().unwrap() > 4_096);
        }
        let (recall, precision) = (right as f64 / found as f64, right as f64 / claimed as f64);
        eprintln!("recall {recall:.2}, precision {precision:.2}, {covered} of {} intervals", 10 * OPTIONS);
        assert!(recall >= 0.9 && precision >= 0.8, "recall {recall}, precision {precision}");
        assert!(covered >= 190, "{covered} of 200 intervals");
    }

    #[test]
    fn an_option_that_decides_every_game_hides_the_others() {
        let decided = |values: &[i32]| strength(values) + 100.0 * f64::from(values[OPTIONS - 1]);
        let (mut covered, mut claimed) = (0, 0);
        for seed in 1..=10 {
            let response = screened(1_024, seed, &decided);
            let first = &response.effects[0];
            assert!(first.index == OPTIONS - 1 && first.is_live && response.needed().is_none());
            assert_eq!(response.hiding(), Some(first));
            let [low, high] = first.interval(response.width());
            assert!(low > 400.0 && high == f64::INFINITY, "{low} to {high}");
            claimed += response.effects[1..].iter().filter(|effect| effect.is_live).count();
            for effect in response.effects.iter().filter(|effect| effect.index < LIVE) {
                let truth = if effect.index.is_multiple_of(2) { EFFECT } else { -EFFECT };
                let [low, high] = effect.interval(response.width());
                covered += usize::from(low <= truth && truth <= high);
            }
        }
        assert!(covered >= 57 && claimed <= 1, "{covered} of {} intervals, {claimed} claimed", 10 * LIVE);
    }

    #[test]
    fn the_effects_in_a_round_robin_are_those_of_the_strength() {
        const SLOPE: f64 = 300.0;
        let engine = simulated::engine(3);
        let mut experiment = presets::options_self_play(presets::GAMES_DEFAULT, engine).unwrap();
        experiment.optimizer = OptimizerSettings::named("cma-es").unwrap();
        experiment.optimizer.set_population(8);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut run = experiment.run(0).unwrap();
        let mut records = Vec::new();
        for _ in 0..40 {
            let record = run.proposal_by(|field| {
                let strength = |values: &[i32]| SLOPE * f64::from(values[0] - values[1]) / 1_000.0;
                let mut results = vec![vec![[0; 3]; field.organisms.len()]; field.organisms.len()];
                let pairs = (0..results.len()).flat_map(|one| (0..one).map(move |other| [one, other]));
                for [one, other] in pairs {
                    let lead = strength(&field.organisms[one]) - strength(&field.organisms[other]);
                    for _ in 0..32 {
                        let won = rng.random::<f64>() < 1.0 / (1.0 + libm::pow(10.0, -lead / 400.0));
                        results[one][other][2 * usize::from(won)] += 1;
                        results[other][one][2 * usize::from(!won)] += 1;
                    }
                }
                Ok::<_, ()>(Some(simulated::measured_by(results)))
            });
            let record = record.unwrap().unwrap();
            run.accept(&record);
            records.push(record);
        }
        let response = Response::of(&experiment, records.iter()).unwrap();
        for effect in &response.effects {
            let truth = [SLOPE, -SLOPE, 0.0][effect.index] * (effect.tried[1] - effect.tried[0]) / 1_000.0;
            let [low, high] = effect.interval(response.width());
            assert!(
                low <= truth && truth <= high && effect.error < 20.0,
                "{}: {truth}",
                effect.text(response.width())
            );
        }
    }

    /// The Elo of each option per range at the start, and per squared range.
    const SLOPES: [f64; 4] = [200.0, -150.0, 100.0, 0.0];
    const BENDS: [f64; 4] = [-200.0, -300.0, -100.0, -200.0];

    /// Slopes and curvatures whose intervals of 95 % hold the truth, of `SEEDS` tunes.
    #[test]
    fn intervals_of_slopes_and_curvatures_cover_the_truth() {
        const SEEDS: u64 = 60;
        let strength = |values: &[i32]| -> f64 {
            let ways = values.iter().map(|value| f64::from(*value - 500) / 1_000.0);
            ways.zip(SLOPES.iter().zip(BENDS)).map(|(way, (slope, bend))| (slope + bend * way) * way).sum()
        };
        let mut covered = [0; 2];
        for seed in 1..=SEEDS {
            let tune = Simulated::tune(&simulated::engine(4), 6_400, 32, seed).stopped_after(200, &strength);
            let response = Response::of(&tune.experiment, tune.records.iter()).unwrap();
            for effect in &response.effects {
                let truths = [SLOPES[effect.index], BENDS[effect.index]];
                for ((count, truth), [value, error]) in
                    covered.iter_mut().zip(truths).zip(effect.curve.unwrap())
                {
                    *count += usize::from((value - truth).abs() <= NORMAL_95 * error);
                }
            }
        }
        eprintln!("{covered:?} of {} intervals", 4 * SEEDS);
        assert!(covered.iter().all(|count| *count >= 210), "{covered:?} of {}", 4 * SEEDS);
    }
}
