//! User decisions about a running evolution. They are recorded in the journal before they are reported, and take effect
//! with the next generation.

use std::sync::mpsc::Receiver;

use crate::evolution::bounds;
use crate::evolution::run::Run;
use crate::experiment::Experiment;
use crate::job::error::Error;
use crate::job::report::{Command, Fact, NewSettings, Outbox, Plant};
use crate::session::{Entry, PlantEntry, Session, SettingsChange};

/// Refuses to plant or to withdraw an organism because the work has ended.
pub(in crate::job) fn refuse_too_late(outbox: &Outbox, command: Command) {
    let (Plant { chromosome, name }, why) = match command {
        Command::Plant(plant) => (
            plant,
            "not planted, because the evolution has ended. Resume the session if it is incomplete, or fork it from one \
             of its generations and plant the organism there",
        ),
        Command::Withdraw(plant) => (plant, "not withdrawn, because the evolution has ended"),
        _ => return,
    };
    outbox.fact(Fact::Refused { chromosome, why: format!("{name}: {why}") });
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
                Command::Settings(new) => self.change(new)?,
                Command::Plant(plant) => self.plant(plant)?,
                Command::Withdraw(plant) => self.withdraw(plant)?,
                Command::Run | Command::Pause | Command::Step(_) | Command::Stop => {}
            }
        }
        Ok(())
    }

    /// Plants an organism in the next generation.
    pub(super) fn plant(&mut self, plant: Plant) -> Result<(), Error> {
        if self.run.next_generation() > self.settings.generations {
            refuse_too_late(self.outbox, Command::Plant(plant));
            return Ok(());
        }
        let Plant { chromosome, name } = plant;
        if self.run.has_planted(&chromosome) {
            let generation = self.run.next_generation();
            let why = format!("{name}: not planted again, it is already planted in generation {generation}");
            self.outbox.fact(Fact::Refused { chromosome, why });
            return Ok(());
        }
        if let Err(error) = self.run.plant(chromosome.clone()) {
            self.outbox.fact(Fact::Refused { chromosome, why: format!("{name}: not planted: {error}") });
            return Ok(());
        }
        let (run, generation) = (self.run.index(), self.run.next_generation());
        let entry = PlantEntry { run, generation, chromosome: chromosome.clone(), name: name.clone() };
        self.session.append(&Entry::Plant(entry))?;
        self.outbox.fact(Fact::Planted { run, generation, name, chromosome });
        Ok(())
    }

    /// Withdraws an organism that is planted in the next generation.
    pub(super) fn withdraw(&mut self, plant: Plant) -> Result<(), Error> {
        let Plant { chromosome, name } = plant;
        let (run, generation) = (self.run.index(), self.run.next_generation());
        if !self.run.withdraw(&chromosome) {
            let why = format!(
                "{name}: not withdrawn, it is not planted in generation {generation}; what was born stays"
            );
            self.outbox.fact(Fact::Refused { chromosome, why });
            return Ok(());
        }
        let entry = PlantEntry { run, generation, chromosome: chromosome.clone(), name: name.clone() };
        self.session.append(&Entry::Withdraw(entry))?;
        self.outbox.fact(Fact::Withdrawn { run, generation, name, chromosome });
        Ok(())
    }

    /// Changes settings from the next generation on.
    pub(super) fn change(&mut self, new: NewSettings) -> Result<(), Error> {
        if let Err(why) = self.check(&new) {
            self.outbox.fact(Fact::Warning(format!("nothing was changed: {why}")));
            return Ok(());
        }
        let before = self.settings.objective.pairs();
        let NewSettings { optimizer, pairs, bounds } = new;
        let pairs = pairs.filter(|pairs| Some(*pairs) != before);
        let bounds = bounds.filter(|bounds| bounds != self.run.bounds());
        if optimizer == self.settings.optimizer && pairs.is_none() && bounds.is_none() {
            return Ok(());
        }
        let (run, generation) = (self.run.index(), self.run.next_generation());
        let change =
            SettingsChange { run, generation, optimizer: optimizer.clone(), pairs, bounds: bounds.clone() };
        self.session.append(&Entry::Settings(change))?;
        self.run.change(&optimizer);
        if let Some(pairs) = pairs {
            self.run.change_pairs(Some(pairs));
            self.settings.objective.set_pairs(pairs);
        }
        bounds.iter().for_each(|bounds| self.run.change_bounds(bounds));
        self.settings.optimizer.clone_from(&optimizer);
        self.outbox.fact(Fact::Settings {
            run,
            generation,
            settings: NewSettings { optimizer, pairs, bounds },
        });
        Ok(())
    }

    /// Returns why the settings cannot be changed.
    fn check(&self, new: &NewSettings) -> Result<(), String> {
        let (old, optimizer) = (&self.settings.optimizer, &new.optimizer);
        if old.name() != optimizer.name() {
            return Err(format!("the optimizer of a session is fixed ({})", old.name()));
        }
        let population = old.population();
        if optimizer.population() != population {
            return Err(format!(
                "the population size of a session is fixed ({population}). Start a new session for another size"
            ));
        }
        if self.run.next_generation() > self.settings.generations {
            return Err("the run has no further generations".to_owned());
        }
        optimizer.validate().map_err(|error| error.to_string())?;
        let (planted, places) = (self.run.planted(), optimizer.plantable());
        if planted > places as usize {
            return Err(format!(
                "{planted} organisms are planted in the next generation, but this elite leaves room for only {places}. Try \
                 again after that generation"
            ));
        }
        if let Some(named) = &new.bounds {
            bounds::check(self.settings.schema(), named)?;
        }
        let Some(pairs) = new.pairs else { return Ok(()) };
        let openings = self.session.header().train.positions;
        let settings = &self.session.header().settings;
        settings.objective.settings().check_pairs(pairs, &settings.outline(), openings)
    }
}
