//! One estimate of the time left over all that a job has to do: the generations of all runs, and the games and searches
//! after the last generation of each run.
//!
//! Work is counted in units that cost about the same in all steps: games, or searches of positions.

use std::time::Duration;

use super::LiveTimer;

/// The least share of the planned rest of a generation that is expected, if generations before it were shorter.
const LEAST_REST: f64 = 0.25;

/// What a run has to do at most, in units.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RunWork {
    /// A generation after generation 0.
    pub generation: f64,
    /// The confirmation. As in generations, organisms without a chance stop early.
    pub confirmation: f64,
    /// What follows, of which nothing is left out: the final match, a play-off, tests.
    pub last: f64,
    /// The games of the proof after it, and what each of them costs in units.
    pub proof: f64,
    /// See [`RunWork::proof`].
    pub proof_cost: f64,
}

impl RunWork {
    /// Returns the units that follow the confirmation.
    fn after(&self) -> f64 {
        self.last + self.proof * self.proof_cost
    }

    /// Returns the units of a game or search of a step.
    fn cost(&self, step: Step) -> f64 {
        if step == Step::Proof { self.proof_cost } else { 1.0 }
    }
}

/// A part of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A generation.
    Generation,
    /// The confirmation.
    Confirmation,
    /// What follows.
    Last,
    /// The proof.
    Proof,
}

/// What is requested after the step in progress, besides the rest of its run's end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Following {
    /// Generations.
    pub generations: u64,
    /// Ends of runs, with their confirmation and what follows. That of the step's own run counts before the confirmation.
    pub ends: u64,
}

/// Expects how many units are left. Generations are often shorter than planned: organisms are known from before, or they
/// stop early. So the expectation follows the latest half of the generations that this process has measured.
///
/// # Example
///
/// ```
/// use eyas_core::progress::{Following, Forecast, RunWork, Step};
///
/// let work = RunWork { generation: 100.0, confirmation: 0.0, last: 50.0, ..RunWork::default() };
/// let mut forecast = Forecast::default();
/// // Generation 0 of four took only half of its units.
/// forecast.finish(Step::Generation, &work, 50.0);
/// let following = Following { generations: 2, ends: 1 };
/// assert_eq!(forecast.rest(Step::Generation, &work, (0.0, 100.0), following), 50.0 + 2.0 * 50.0 + 50.0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Forecast {
    /// The units done in complete steps.
    done: f64,
    /// The units planned and done in each complete generation.
    generations: Vec<[f64; 2]>,
}

impl Forecast {
    /// Returns the units done in complete steps.
    #[must_use]
    pub fn done(&self) -> f64 {
        self.done
    }

    /// Records a complete step of `done` units.
    pub fn finish(&mut self, step: Step, work: &RunWork, done: f64) {
        self.done += done;
        if step == Step::Generation && work.generation > 0.0 {
            self.generations.push([work.generation, done]);
        }
    }

    /// Returns the share of the planned units that generations take; `None` before the first one is complete.
    fn share(&self) -> Option<f64> {
        let latest = &self.generations[self.generations.len() / 2..];
        let sum = |part: usize| latest.iter().map(|generation| generation[part]).sum::<f64>();
        (!latest.is_empty()).then(|| sum(1) / sum(0))
    }

    /// Returns the units left, if `done` of at most `total` units of a step are done. The total of a step becomes smaller
    /// when organisms stop early.
    #[must_use]
    pub fn rest(&self, step: Step, work: &RunWork, (done, total): (f64, f64), following: Following) -> f64 {
        let planned = match step {
            Step::Generation => work.generation,
            Step::Confirmation => work.confirmation,
            Step::Last | Step::Proof => work.last,
        };
        // In the first generation, the organisms that have stopped so far are all that is known.
        let so_far = if planned > 0.0 && step == Step::Generation { (total / planned).min(1.0) } else { 1.0 };
        let share = self.share().unwrap_or(so_far);
        let most = (total - done).max(0.0);
        let rest = match step {
            Step::Last | Step::Proof => most,
            _ => (share * planned - done).clamp(LEAST_REST * most, most),
        };
        let own_end = match step {
            Step::Generation => 0.0,
            Step::Confirmation => work.after(),
            Step::Last => work.proof * work.proof_cost,
            Step::Proof => 0.0,
        };
        let end = share * work.confirmation + work.after();
        rest + own_end + following.generations as f64 * share * work.generation + following.ends as f64 * end
    }
}

/// A [`Forecast`] on the clock of the system, which runs while a step is in progress.
#[derive(Debug, Clone, Default)]
pub struct LiveForecast {
    forecast: Forecast,
    timer: LiveTimer,
}

impl LiveForecast {
    /// Begins a step.
    pub fn start(&mut self) {
        self.timer.start();
        self.timer.record(self.forecast.done());
    }

    /// Ends a step: complete after this number of units or, for `None`, interrupted.
    pub fn stop(&mut self, step: Step, work: &RunWork, done: Option<f64>) {
        if let Some(done) = done.map(|done| done * work.cost(step)) {
            self.forecast.finish(step, work, done);
            self.timer.record(self.forecast.done());
        }
        self.timer.stop();
    }

    /// Returns the time left, see [`Forecast::rest`]; `None` if unknown.
    pub fn left(
        &mut self,
        step: Step,
        work: &RunWork,
        (done, total): (f64, f64),
        following: Following,
    ) -> Option<Duration> {
        let (done, total) = (done * work.cost(step), total * work.cost(step));
        let now = self.forecast.done() + done;
        self.timer.record(now);
        self.timer.left(now + self.forecast.rest(step, work, (done, total), following))
    }
}

#[cfg(test)]
mod tests {
    use super::super::WorkTimer;
    use super::*;

    /// A run of generations that take `share` of their units, a confirmation and a final match, with one unit a second.
    /// Returns the ratios of the estimates to the true time left, from a fifth of the time on to nine tenths.
    fn ratios(work: RunWork, generations: u64, share: f64) -> Vec<f64> {
        let mut steps: Vec<(Step, f64, f64)> =
            (0..generations).map(|_| (Step::Generation, work.generation, share)).collect();
        steps.push((Step::Confirmation, work.confirmation, share));
        steps.push((Step::Last, work.last, 1.0));
        let all: f64 = steps.iter().map(|(_, planned, share)| planned * share).sum();
        let (mut forecast, mut timer) = (Forecast::default(), WorkTimer::started(Duration::ZERO));
        let (mut ratios, mut clock) = (Vec::new(), 0.0);
        for (place, (step, planned, share)) in steps.into_iter().enumerate() {
            let actual = (planned * share).round();
            let measured = (generations as usize).saturating_sub(place + 1) as u64;
            let ends = u64::from(step == Step::Generation);
            for done in 1..=actual as u64 {
                clock += 1.0;
                // The organisms that stop early do so in the middle of a step.
                let total = if done as f64 > actual / 2.0 { actual } else { planned };
                let now = Duration::from_secs_f64(clock);
                let rest = forecast.rest(
                    step,
                    &work,
                    (done as f64, total),
                    Following { generations: measured, ends },
                );
                let so_far = forecast.done() + done as f64;
                timer.record(now, so_far);
                let left = timer.left(now, so_far + rest).map_or(0.0, |left| left.as_secs_f64());
                if (0.2..0.9).contains(&(clock / all)) {
                    ratios.push(left / (all - clock));
                }
            }
            forecast.finish(step, &work, actual);
        }
        ratios
    }

    #[test]
    fn the_estimate_is_right_within_a_factor_of_one_and_a_half_from_a_fifth_on() {
        for share in [1.0, 0.8, 0.6, 0.4] {
            for generations in [6, 20, 60] {
                let work =
                    RunWork { generation: 200.0, confirmation: 600.0, last: 400.0, ..RunWork::default() };
                for ratio in ratios(work, generations, share) {
                    assert!(
                        (1.0 / 1.5..=1.5).contains(&ratio),
                        "{share}, {generations} generations: {ratio}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_estimate_includes_the_confirmation_and_the_final_match() {
        let work = RunWork { generation: 10.0, confirmation: 30.0, last: 50.0, ..RunWork::default() };
        let forecast = Forecast::default();
        let following = Following { generations: 3, ends: 1 };
        assert_eq!(forecast.rest(Step::Generation, &work, (4.0, 10.0), following), 6.0 + 30.0 + 30.0 + 50.0);
        let none = Following::default();
        assert_eq!(forecast.rest(Step::Confirmation, &work, (10.0, 30.0), none), 20.0 + 50.0);
        assert_eq!(forecast.rest(Step::Last, &work, (10.0, 50.0), none), 40.0);
        // Another run follows.
        let another = Following { generations: 4, ends: 1 };
        assert_eq!(forecast.rest(Step::Last, &work, (10.0, 50.0), another), 40.0 + 40.0 + 30.0 + 50.0);
    }
}
