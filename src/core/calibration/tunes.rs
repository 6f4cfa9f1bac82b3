//! Screenings and tunes of engines whose options have known effects.

use rayon::prelude::*;

use super::{Cell, Claim, Quantity};
use crate::figures::course;
use crate::figures::digest::Forecast;
use crate::figures::response::{Effect, Response};
use crate::figures::simulated::{Simulated, engine};
use crate::statistics::NORMAL_95;
use crate::statistics::testing::Share;

/// The options of a screened engine, and the Elo of the highest tried value of each live one against the lowest.
const OPTIONS: usize = 10;
const EFFECT: f64 = 24.0;
/// The options of a tuned engine, and the Elo of the highest value of each against the lowest.
const TUNED: usize = 6;
const SLOPE: f64 = 60.0;

/// Returns the strength of a screened engine with this number of live options.
fn screened(live: usize) -> impl Fn(&[i32]) -> f64 {
    move |values| (0..live).map(|place| EFFECT / 20.0 * f64::from(values[place] - 40)).sum()
}

fn share(name: &str, all: impl IntoIterator<Item = bool>) -> Cell {
    let mut share = Share::default();
    all.into_iter().for_each(|is_so| share.add(is_so));
    Cell { name: name.to_owned(), share }
}

fn holds(effect: &Effect, response: &Response, truth: f64) -> bool {
    let [low, high] = effect.interval(response.width());
    low <= truth && truth <= high
}

/// Simulates this number of screenings.
pub(super) fn screenings(times: u32) -> Vec<Quantity> {
    let (mut all_hold, mut claims, mut gains) = (Vec::new(), Vec::new(), Vec::new());
    for (live, games) in [0, OPTIONS / 2].into_iter().flat_map(|live| [256, 2_048].map(|games| (live, games)))
    {
        let found: Vec<[bool; 3]> = (0..times)
            .into_par_iter()
            .map(|seed| {
                let response = Simulated::screening(OPTIONS, games, seed.into(), &screened(live));
                let truth = |effect: &Effect| if effect.index < live { EFFECT } else { 0.0 };
                let hold = response.effects.iter().all(|effect| holds(effect, &response, truth(effect)));
                let errs = response.live().any(|effect| effect.index >= live);
                let [gain, error] = response.gain();
                let true_gain: f64 = response
                    .live()
                    .map(|effect| truth(effect) / 2.0 * if effect.elo > 0.0 { 1.0 } else { -1.0 })
                    .sum();
                [hold, errs, (gain - true_gain).abs() <= error]
            })
            .collect();
        let name = format!("{live} of {OPTIONS} options live, {games} games");
        let cell = |which: usize| share(&name, found.iter().map(|one| one[which]));
        all_hold.push(cell(0));
        claims.push(cell(1));
        gains.extend((live > 0).then(|| cell(2)));
    }
    let size = "256 and 2,048 games";
    vec![
        Quantity::new("screening, all intervals hold", size, Claim::Contains(95.0), all_hold),
        Quantity::new("screening, a flat option is called live", size, Claim::ErrsAtMost(5.0), claims),
        Quantity::new("screening, gain of the live options ±", size, Claim::Nothing, gains),
    ]
}

/// What is counted in a tune.
struct Tune {
    /// Whether each slope is within 1.96 of its errors from the true one, and each curvature.
    curves: Vec<[bool; 2]>,
    /// Whether each option has a best value.
    best: Vec<bool>,
    forecast: bool,
    /// Whether each option drifted beyond noise.
    drifted: Vec<bool>,
}

/// Tunes an engine whose options have `slope` Elo per range, without curvature.
fn tune(slope: f64, seed: u64) -> Option<Tune> {
    let strength =
        |values: &[i32]| slope * values.iter().map(|value| f64::from(*value - 500) / 1_000.0).sum::<f64>();
    let tune = Simulated::tune(&engine(TUNED), 6_400, 32, seed).stopped_after(100, &strength);
    let response = Response::of(&tune.experiment, tune.records.iter())?;
    let courses = course::courses(&tune.experiment, tune.reports.iter().cloned());
    let forecast = Forecast::of(&response, &courses, tune.experiment.optimizer.spsa()?, [100, 200])?;
    let holds = |[value, error]: [f64; 2], truth: f64| (value - truth).abs() <= NORMAL_95 * error;
    let curves = response.effects.iter().filter_map(|effect| effect.curve);
    Some(Tune {
        curves: curves.map(|[at_start, bend]| [holds(at_start, slope), holds(bend, 0.0)]).collect(),
        best: response.effects.iter().map(|effect| effect.best.is_some()).collect(),
        forecast: (forecast.now - strength(&tune.estimate())).abs() <= forecast.error,
        drifted: courses.iter().filter_map(|course| Some(course.drift()?.abs() > NORMAL_95)).collect(),
    })
}

/// Simulates this number of tunes by SPSA.
pub(super) fn tunes(times: u32) -> Vec<Quantity> {
    let found = [0.0, SLOPE].map(|slope| {
        let tunes: Vec<Tune> =
            (0..times).into_par_iter().filter_map(|seed| tune(slope, seed.into())).collect();
        (format!("{slope} Elo per option"), tunes)
    });
    let quantity = |name, claim, cells: &[(String, Vec<Tune>)], of: fn(&Tune) -> Vec<bool>| {
        let cells = cells.iter().map(|(name, tunes)| share(name, tunes.iter().flat_map(of)));
        Quantity::new(name, "6 options, 3,200 games", claim, cells.collect())
    };
    let slopes = |tune: &Tune| tune.curves.iter().map(|[slope, _]| *slope).collect();
    let bends = |tune: &Tune| tune.curves.iter().map(|[_, bend]| *bend).collect();
    vec![
        quantity("tune, slope of an option ± 1.96 errors", Claim::Nothing, &found, slopes),
        quantity("tune, curvature of an option ± 1.96 errors", Claim::Nothing, &found, bends),
        quantity("tune, a best value without curvature", Claim::ErrsAtMost(2.5), &found, |tune| {
            tune.best.clone()
        }),
        quantity("tune, Elo of the estimate ±", Claim::Contains(95.0), &found, |tune| vec![tune.forecast]),
        quantity("tune, drift beyond noise without effect", Claim::ErrsAtMost(5.0), &found[..1], |tune| {
            tune.drifted.clone()
        }),
    ]
}
