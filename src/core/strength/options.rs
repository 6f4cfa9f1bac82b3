//! The options of an organism's strength and style, by the names of UCI.

use std::path::Path;
use std::sync::Arc;

use super::{CALIBRATED, ELO_RANGE, Strength, Style};
use crate::players::taste::Taste;

/// The name of the option that plays at the rating of `UCI_Elo`.
pub const LIMIT_STRENGTH: &str = "UCI_LimitStrength";
/// The name of the option with the file of the persona whose style is mixed into the search.
pub const STYLE_FILE: &str = "Style File";

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
    pub const ALL: [StrengthOption; 6] = [
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
        StrengthOption { name: "Style", least: 0, most: 1000, field: |options| &mut options.style },
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
        "an organism has no option “{name}”; it has {LIMIT_STRENGTH}, {STYLE_FILE}, {}",
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
    /// The persona cannot be read.
    #[error("{STYLE_FILE}: {0}")]
    Style(String),
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
    taste: Option<Arc<Taste>>,
    style: u64,
}

impl Default for StrengthOptions {
    fn default() -> StrengthOptions {
        StrengthOptions {
            limits: false,
            elo: 1800,
            nodes: 0,
            temperature: 0,
            largest_loss: 100,
            seed: 0,
            taste: None,
            style: 5,
        }
    }
}

impl StrengthOptions {
    /// Returns the options with these values.
    ///
    /// # Errors
    /// Returns an error if there is no such option, if it does not accept its value, or if a persona cannot be read.
    pub fn of(values: &[(String, String)]) -> Result<StrengthOptions, StrengthError> {
        let mut options = StrengthOptions::default();
        for (name, value) in values {
            if name.eq_ignore_ascii_case(LIMIT_STRENGTH) {
                let flag = value.to_ascii_lowercase().parse();
                options.limits = flag.map_err(|_| StrengthError::Flag(value.clone()))?;
                continue;
            }
            if name.eq_ignore_ascii_case(STYLE_FILE) {
                options.set_style_file(value)?;
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

    /// Reads the persona whose style is mixed into the search; none without a path.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is no persona. The options do not change then.
    pub fn set_style_file(&mut self, path: &str) -> Result<(), StrengthError> {
        let load =
            |path| Taste::load(Path::new(path)).map_err(|error| StrengthError::Style(error.to_string()));
        self.taste = (!path.is_empty()).then(|| load(path)).transpose()?.map(Arc::new);
        Ok(())
    }

    /// Returns the values of options with the absolute path of a persona's file.
    #[must_use]
    pub fn absolute(mut values: Vec<(String, String)>) -> Vec<(String, String)> {
        for (_, value) in values.iter_mut().filter(|(name, _)| name.eq_ignore_ascii_case(STYLE_FILE)) {
            if let Ok(path) = std::path::absolute(&value) {
                *value = path.display().to_string();
            }
        }
        values
    }

    /// Returns what there is to say about a rating that games have not measured.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let (least, most) = CALIBRATED.into_inner();
        let is_doubtful = self.limits && !(least.into()..=most.into()).contains(&self.elo);
        is_doubtful
            .then(|| format!("UCI_Elo {} is not calibrated: games measured {least} to {most} only", self.elo))
    }

    /// Returns the strength, or `None` for that of the search. `seed` is used if the option is 0.
    #[must_use]
    pub fn strength(&self, seed: u64) -> Option<Strength> {
        let seed = if self.seed == 0 { seed } else { self.seed };
        let weight = self.style as u32;
        let style = self.taste.clone().filter(|_| weight > 0).map(|taste| Style { taste, weight });
        if self.limits {
            return Some(Strength { style, ..Strength::of_elo(self.elo as u32, seed) });
        }
        let strength = Strength {
            nodes: (self.nodes > 0).then_some(self.nodes),
            temperature: self.temperature as u32,
            largest_loss: self.largest_loss as u32,
            seed,
            style,
        };
        (strength.style.is_some() || !strength.remembers()).then_some(strength)
    }
}
