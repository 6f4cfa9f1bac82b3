//! The states of the optimizer, computed from recorded generations.

use super::Recorded;
use crate::evolution::report::OptimizerReport;
use crate::evolution::run::Run;
use crate::organism::chromosome::Chromosome;

impl Recorded {
    /// Returns the states of the optimizer after each recorded generation of a run (0 first), oldest first. They end before
    /// a generation that cannot be replayed, and are empty if the optimizer has nothing to show.
    pub fn optimizer_reports(&self, run: u32) -> impl Iterator<Item = OptimizerReport> + '_ {
        self.replayed(run, Run::report).map_while(|report| report)
    }

    /// Returns the optimizer's estimate of the fittest organism after the last recorded generation of a run (0 first); `None` if
    /// it has none besides the measured organisms, or if a generation cannot be replayed.
    #[must_use]
    pub fn estimate(&self, run: u32) -> Option<Chromosome> {
        let generations = self.history.iter().filter(|record| record.run == run).count();
        self.replayed(run, Run::estimate).nth(generations.checked_sub(1)?)?
    }

    /// Replays the recorded generations of a run, and returns what `shown` says of it after each. Ends before a generation that
    /// cannot be replayed.
    fn replayed<T>(&self, run: u32, shown: fn(&Run) -> T) -> impl Iterator<Item = T> {
        let replayed = self.run(run).ok();
        let records = self.history.iter().filter(move |record| record.run == run);
        records.scan(replayed, move |replayed, record| {
            let replayed = replayed.as_mut()?;
            self.apply_changes(replayed);
            for plant in self.planted_in(run, record.generation) {
                replayed.plant(plant.chromosome.clone()).ok()?;
            }
            replayed.accept(record);
            Some(shown(replayed))
        })
    }
}
