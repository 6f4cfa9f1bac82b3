//! User decisions about a running evolution. They are recorded in the journal before they are reported, and take effect
//! with the next generation.

use std::sync::mpsc::Receiver;

use crate::evolution::optimizers::OptimizerDefinition as _;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::ga::GaSettings;
use crate::evolution::run::Run;
use crate::experiment::Experiment;
use crate::job::error::Error;
use crate::job::report::{Command, Fact, Outbox, Plant};
use crate::session::{Entry, PlantEntry, Session, SettingsChange};

/// Warns that an organism was not planted because the work has ended.
pub(in crate::job) fn warn_too_late(outbox: &Outbox, command: &Command) {
    if let Command::Plant(Plant { name, .. }) = command {
        outbox.fact(Fact::Warning(format!(
            "{name}: not planted, because the evolution has ended. Resume the session if it is incomplete, or fork it \
             from one of its generations and plant the organism there"
        )));
    }
}

/// The state that decisions change.
pub(super) struct Decisions<'a> {
    /// The current run, which may have no generations left.
    pub(super) run: &'a mut Run,
    /// The current settings.
    pub(super) settings: &'a mut Experiment,
    pub(super) session: &'a mut Session,
    pub(super) outbox: &'a Outbox,
}

impl Decisions<'_> {
    /// Applies decisions that are still in the command queue.
    pub(super) fn apply_pending(&mut self, commands: &Receiver<Command>) -> Result<(), Error> {
        for command in commands.try_iter() {
            match command {
                Command::Settings(ga) => self.change(ga)?,
                Command::Plant(plant) => self.plant(plant)?,
                Command::Run | Command::Pause | Command::Step(_) | Command::Stop => {}
            }
        }
        Ok(())
    }

    /// Plants an organism in the next generation.
    pub(super) fn plant(&mut self, plant: Plant) -> Result<(), Error> {
        if self.run.next_generation() > self.settings.generations {
            warn_too_late(self.outbox, &Command::Plant(plant));
            return Ok(());
        }
        let Plant { chromosome, name } = plant;
        if self.run.has_planted(&chromosome) {
            let generation = self.run.next_generation();
            let text = format!("{name}: not planted again, it is already planted in generation {generation}");
            self.outbox.fact(Fact::Warning(text));
            return Ok(());
        }
        if let Err(error) = self.run.plant(chromosome.clone()) {
            self.outbox.fact(Fact::Warning(format!("{name}: not planted: {error}")));
            return Ok(());
        }
        let (run, generation) = (self.run.index(), self.run.next_generation());
        self.session.append(&Entry::Plant(PlantEntry { run, generation, chromosome, name: name.clone() }))?;
        self.outbox.fact(Fact::Planted { run, generation, name });
        Ok(())
    }

    /// Changes the genetic algorithm's settings from the next generation on.
    pub(super) fn change(&mut self, ga: GaSettings) -> Result<(), Error> {
        let population = self.settings.optimizer.population();
        if ga.population != population {
            self.outbox.fact(Fact::Warning(format!(
                "nothing was changed: the population size of a session is fixed ({population}). Start a new session for \
                 another size"
            )));
            return Ok(());
        }
        if self.run.next_generation() > self.settings.generations {
            self.outbox
                .fact(Fact::Warning("nothing was changed: the run has no further generations".to_owned()));
            return Ok(());
        }
        if let Err(error) = ga.validate() {
            self.outbox.fact(Fact::Warning(format!("nothing was changed: {error}")));
            return Ok(());
        }
        let optimizer = OptimizerSettings::Ga(ga.clone());
        let (planted, places) = (self.run.planted(), optimizer.plantable());
        if planted > places as usize {
            self.outbox.fact(Fact::Warning(format!(
                "nothing was changed: {planted} organisms are planted in the next generation, but this elite leaves room \
                 for only {places}. Try again after that generation"
            )));
            return Ok(());
        }
        if optimizer == self.settings.optimizer {
            return Ok(());
        }
        let (run, generation) = (self.run.index(), self.run.next_generation());
        self.session.append(&Entry::Settings(SettingsChange {
            run,
            generation,
            optimizer: optimizer.clone(),
        }))?;
        self.run.change(&optimizer);
        self.settings.optimizer = optimizer;
        self.outbox.fact(Fact::Settings { run, generation, settings: ga });
        Ok(())
    }
}
