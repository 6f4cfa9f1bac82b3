//! The states of the optimizer, computed from recorded generations.

use super::Recorded;
use crate::evolution::report::OptimizerReport;

impl Recorded {
    /// Returns the states of the optimizer after each recorded generation of a run (0 first), oldest first. They end before
    /// a generation that cannot be replayed, and are empty if the optimizer has nothing to show.
    pub fn optimizer_reports(&self, run: u32) -> impl Iterator<Item = OptimizerReport> + '_ {
        let replayed = self.header.settings.run(run).ok();
        let records = self.history.iter().filter(move |record| record.run == run);
        records.scan(replayed, move |replayed, record| {
            let replayed = replayed.as_mut()?;
            self.apply_changes(replayed);
            for plant in self.planted_in(run, record.generation) {
                replayed.plant(plant.chromosome.clone()).ok()?;
            }
            replayed.accept(record);
            replayed.report()
        })
    }
}
