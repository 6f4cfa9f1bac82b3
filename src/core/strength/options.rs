//! The options that limit the strength of an organism, by the names of UCI.

use super::{CALIBRATED, ELO_RANGE, Strength};

/// The name of the option that plays at the rating of `UCI_Elo`.
pub const LIMIT_STRENGTH: &str = "UCI_LimitStrength";

/// An option whose value is an integer.
#[derive(Debug, Clone, Copy)]
pub struct StrengthOption {
    /// The name.
    pub name: &'static str,
    /// The smallest value.
    pub least: u64,
    /// The largest value.
    pub most: u64,
    field: fn(&mut StrengthOptions) -> &mut u64,
}

impl StrengthOption {
    /// All of them.
    pub const ALL: [StrengthOption; 5] = [
        StrengthOption {
            name: "UCI_Elo",
            least: ELO_RANGE.0 as u64,
            most: ELO_RANGE.1 as u64,
            field: |options| &mut options.elo,
        },
        StrengthOption { name: "Nodes", least: 0, most: 1 << 40, field: |options| &mut options.nodes },
        StrengthOption {
            name: "Temperature",
            least: 0,
            most: 1000,
            field: |options| &mut options.temperature,
        },
        StrengthOption {
            name: "Largest Loss",
            least: 0,
            most: 10_000,
            field: |options| &mut options.largest_loss,
        },
        StrengthOption { name: "Seed", least: 0, most: u32::MAX as u64, field: |options| &mut options.seed },
    ];

    /// Returns the option of this name, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<StrengthOption> {
        StrengthOption::ALL.into_iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }
}

impl PartialEq for StrengthOption {
    fn eq(&self, other: &StrengthOption) -> bool {
        self.name == other.name
    }
}

impl Eq for StrengthOption {}

/// Why an option of an organism cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StrengthError {
    /// There is no such option.
    #[error(
        "an organism has no option “{name}”; it has {LIMIT_STRENGTH}, {}",
        StrengthOption::ALL.map(|option| option.name).join(", ")
    )]
    Unknown {
        /// The name.
        name: String,
    },
    /// The value is not an integer in the range.
    #[error("{} must be an integer from {} to {}, not “{found}”", option.name, option.least, option.most)]
    Number {
        /// The option.
        option: StrengthOption,
        /// The value.
        found: String,
    },
    /// The value is not true or false.
    #[error("{LIMIT_STRENGTH} must be true or false, not “{0}”")]
    Flag(String),
}

/// The values of the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrengthOptions {
    /// Whether the rating decides about nodes, temperature and largest loss.
    pub limits: bool,
    elo: u64,
    /// The most nodes of a search; 0 for no limit.
    nodes: u64,
    temperature: u64,
    largest_loss: u64,
    seed: u64,
}

impl Default for StrengthOptions {
    fn default() -> StrengthOptions {
        StrengthOptions { limits: false, elo: 1800, nodes: 0, temperature: 0, largest_loss: 100, seed: 0 }
    }
}

impl StrengthOptions {
    /// Returns the options with these values.
    ///
    /// # Errors
    /// Returns an error if there is no such option, or if it does not accept its value.
    pub fn of(values: &[(String, String)]) -> Result<StrengthOptions, StrengthError> {
        let mut options = StrengthOptions::default();
        for (name, value) in values {
            if name.eq_ignore_ascii_case(LIMIT_STRENGTH) {
                let flag = value.to_ascii_lowercase().parse();
                options.limits = flag.map_err(|_| StrengthError::Flag(value.clone()))?;
                continue;
            }
            let option =
                StrengthOption::named(name).ok_or_else(|| StrengthError::Unknown { name: name.clone() })?;
            let number = value.parse().ok().filter(|number| (option.least..=option.most).contains(number));
            let number = number.ok_or_else(|| StrengthError::Number { option, found: value.clone() })?;
            options.set(option, number);
        }
        Ok(options)
    }

    /// Returns the value of an option.
    #[must_use]
    pub fn get(&self, option: StrengthOption) -> u64 {
        *(option.field)(&mut self.clone())
    }

    /// Sets an option to a value in its range.
    pub fn set(&mut self, option: StrengthOption, value: u64) {
        *(option.field)(self) = value;
    }

    /// Returns what there is to say about a rating that games have not measured.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let (least, most) = CALIBRATED.into_inner();
        let is_doubtful = self.limits && !(least.into()..=most.into()).contains(&self.elo);
        is_doubtful
            .then(|| format!("UCI_Elo {} is not calibrated: games measured {least} to {most} only", self.elo))
    }

    /// Returns the strength, or `None` if nothing limits it. `seed` is used if the option is 0.
    #[must_use]
    pub fn strength(&self, seed: u64) -> Option<Strength> {
        let seed = if self.seed == 0 { seed } else { self.seed };
        if self.limits {
            return Some(Strength::of_elo(self.elo as u32, seed));
        }
        let strength = Strength {
            nodes: (self.nodes > 0).then_some(self.nodes),
            temperature: self.temperature as u32,
            largest_loss: self.largest_loss as u32,
            seed,
        };
        (strength.nodes.is_some() || strength.temperature > 0).then_some(strength)
    }
}
