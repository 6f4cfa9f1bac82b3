//! The flags of experiments, made from the declarations of the settings.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use eyas::evolution::optimizers::OptimizerSettings;
use eyas::evolution::setting::{Declaration, Declared, Kind, Value};
use eyas::experiment::{self, Experiment};
use eyas::objectives::Objective;

use super::{Failure, Globals, headings};

/// The settings that a verb has as flags.
pub(crate) trait FlagSet {
    /// The objectives whose settings are flags, such as `moves`; `optimizer` for those of all optimizers, and an empty
    /// text for those of every experiment.
    const MEMBERS: &'static [&'static str];

    /// Settings of these members that are not flags.
    const EXCEPT: &'static [&'static str] = &["seed", "objective"];

    /// The heading of all these flags, if they have one heading.
    const HEADING: Option<&'static str> = None;

    /// The heading of flags about the parameters and the start.
    const TARGET: &'static str = headings::TARGET;

    /// Returns the experiments of the verb's presets, the default first. Help texts state their values.
    fn presets() -> Vec<Experiment>;
}

/// The flag that chooses the optimizer, and flags whose values follow from it.
const OPTIMIZER: &str = "optimizer";
const POPULATION: &str = "population";
const GENERATIONS: &str = "generations";

/// Other names of values of flags: the flag, the other name, and the value.
const ALIASES: [(&str, &str, &str); 3] = [
    (OPTIMIZER, "coordinate", "pattern"),
    ("variant", "fischerandom", "chess960"),
    ("objective", "match", "matches"),
];

/// Returns the value of a flag that this text names.
pub(crate) fn unaliased(flag: &str, text: &str) -> String {
    let known = ALIASES.iter().find(|(name, alias, _)| *name == flag && *alias == text);
    known.map_or(text, |(_, _, value)| value).to_owned()
}

/// Returns the values of a flag, each with its help text, and their other names.
pub(crate) fn choice(
    flag: &str,
    values: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> PossibleValuesParser {
    PossibleValuesParser::new(values.into_iter().map(|(name, about)| {
        let is_own = |(of, _, value): &&(&str, &str, &str)| (*of, *value) == (flag, name);
        let value =
            PossibleValue::new(name).aliases(ALIASES.iter().filter(is_own).map(|(_, alias, _)| *alias));
        if about.is_empty() { value } else { value.help(about) }
    }))
}

#[derive(Debug, Clone)]
pub(crate) struct SettingFlags<S> {
    given: Vec<(&'static str, Value)>,
    set: PhantomData<fn() -> S>,
}

/// A given flag and its change of an experiment.
pub(crate) struct Override {
    pub(crate) flag: String,
    /// Changes an experiment.
    pub(crate) change: Change,
    /// The members of the axes that have the setting; empty if every experiment has it.
    owners: Vec<&'static str>,
}

pub(crate) type Change = Box<dyn Fn(&mut Experiment) -> Result<(), String>>;

impl Override {
    /// Creates an override that cannot fail.
    pub(crate) fn new(flag: &str, change: impl Fn(&mut Experiment) + 'static) -> Override {
        Override::fallible(flag, move |experiment| {
            change(experiment);
            Ok(())
        })
    }

    /// Creates an override that may fail.
    pub(crate) fn fallible(
        flag: &str,
        change: impl Fn(&mut Experiment) -> Result<(), String> + 'static,
    ) -> Override {
        Override { flag: flag.to_owned(), change: Box::new(change), owners: Vec::new() }
    }

    /// Returns the same override without a change of the number of generations.
    fn with_generations(self) -> Override {
        let Override { flag, change, owners } = self;
        let change: Change = Box::new(move |experiment| {
            let generations = experiment.generations;
            change(experiment)?;
            experiment.generations = generations;
            Ok(())
        });
        Override { flag, change, owners }
    }

    /// Returns whether an experiment has the setting.
    pub(crate) fn applies_to(&self, experiment: &Experiment) -> bool {
        self.owners.is_empty() || self.owners.iter().any(|owner| members(experiment).contains(owner))
    }

    /// Puts the flag's value into the settings.
    pub(crate) fn apply(&self, experiment: &mut Experiment) -> Result<(), Failure> {
        (self.change)(experiment).map_err(|error| Failure::Input(format!("{}: {error}", self.flag)))
    }
}

/// Returns the declarations of a verb's flags, each with the member of an axis to which it belongs.
fn declarations<S: FlagSet>() -> Vec<(&'static str, Declaration<Experiment>)> {
    let is_optimizer = |member: &str| OptimizerSettings::NAMES.iter().any(|(name, _)| *name == member);
    let is_flag = |member: &str, name: &str| {
        let axis = if is_optimizer(member) { "optimizer" } else { member };
        S::MEMBERS.contains(&axis) && !S::EXCEPT.contains(&name)
    };
    experiment::declarations()
        .into_iter()
        .filter(|(member, declared)| is_flag(member, declared.name))
        .collect()
}

impl<S: FlagSet> SettingFlags<S> {
    /// Returns the given flags as changes of an experiment. That of the optimizer is the first, because it also changes
    /// the population and the number of generations, which may be given.
    pub(crate) fn overrides(&self) -> Vec<Override> {
        let (optimizer, others): (Vec<_>, Vec<_>) =
            self.given.iter().partition(|(name, _)| *name == OPTIMIZER);
        let of = |(name, value): &(&'static str, Value)| change::<S>(name, value.clone());
        let has_population = others.iter().any(|(name, _)| *name == POPULATION);
        let of_optimizer = |given| {
            let replaces = of(given);
            if has_population { replaces.with_generations() } else { replaces }
        };
        optimizer.into_iter().map(of_optimizer).chain(others.into_iter().map(of)).collect()
    }

    /// Returns the value of a flag that has a text; `None` if the flag is not given.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.given.iter().find(|(given, _)| *given == name).map(|(_, value)| value.text())
    }

    /// Returns the given flags that belong to this member of an axis only.
    pub(crate) fn given_of(&self, member: &str) -> Vec<&'static str> {
        let all = experiment::declarations();
        let belongs = |name: &&str| {
            all.iter().filter(|(_, declared)| declared.name == *name).all(|(owner, _)| *owner == member)
        };
        self.given.iter().map(|(name, _)| *name).filter(belongs).collect()
    }
}

/// Returns the members of the axes that an experiment has, and the empty text for the settings of every experiment.
fn members(experiment: &Experiment) -> Vec<&'static str> {
    ["", experiment.optimizer.name()].into_iter().chain(experiment.objective.names()).collect()
}

/// Returns the change by one flag. Several members may have a setting of that name; the change fails if the experiment
/// has none of them.
fn change<S: FlagSet>(name: &'static str, value: Value) -> Override {
    let declared: Vec<_> =
        declarations::<S>().into_iter().filter(|(_, declared)| declared.name == name).collect();
    let owners = declared.iter().map(|(member, _)| *member).collect();
    let change: Change = Box::new(move |experiment| {
        let members = members(experiment);
        let mut own = declared.iter().filter(|(member, _)| members.contains(member)).peekable();
        if own.peek().is_none() {
            let owners: Vec<&str> = declared.iter().map(|(member, _)| *member).collect();
            return Err(format!("applies to {} only", owners.join(" and ")));
        }
        own.try_for_each(|(_, declared)| (declared.set)(experiment, value.clone()))
    });
    Override { flag: format!("--{name}"), change, owners }
}

/// Returns the description of a flag and its range.
pub(crate) fn described<G, T>(declared: &Declared<G, T>) -> String {
    let range = declared.kind.range();
    if range.is_empty() { declared.help.to_owned() } else { format!("{}, {range}", declared.help) }
}

/// Returns the help text of a flag: its description, its range, and its value in the presets that have the member.
fn help(member: &str, declared: &Declaration<Experiment>, presets: &[Experiment]) -> String {
    let mut text = described(declared);
    let mut presets = presets.to_vec();
    // Every optimizer has a population. Of other settings, if no preset has the optimizer, its own defaults count.
    let is_population = declared.name == POPULATION;
    let is_in_a_preset = presets.iter().any(|preset| preset.optimizer.name() == member);
    if let Some(optimizer) = OptimizerSettings::named(member).filter(|_| !is_in_a_preset && !is_population) {
        presets.iter_mut().for_each(|preset| preset.optimizer.clone_from(&optimizer));
    }
    presets.retain(|preset| is_population || members(preset).contains(&member));
    let implies = |preset: &Experiment, name| preset.objective.properties().implied.contains(&name);
    let is_implied = |preset: &Experiment| implies(preset, declared.name);
    let value = |preset: &Experiment| {
        let own = is_population.then(|| preset.optimizer.population().into());
        own.or_else(|| (declared.get)(preset)).map(|value: Value| value.to_string()).unwrap_or_default()
    };
    let values: Vec<String> = presets.iter().map(value).collect();
    let has_founders = presets.iter().all(|preset| implies(preset, POPULATION));
    let of_another = match declared.name {
        POPULATION => "; another optimizer has its own",
        GENERATIONS if !has_founders => "; another optimizer has as many as measure no more organisms, or 10",
        _ => "",
    };
    let is_common = values.iter().all(|value| Some(value) == values.first());
    match values.first() {
        Some(_) if presets.iter().all(is_implied) => text += " [default: follows from the initial organisms]",
        Some(first) if is_common && first.is_empty() => {}
        Some(first) if is_common => text += &format!(" [default: {first}{of_another}]"),
        Some(first) if first.is_empty() => text += " [default: the preset's]",
        Some(first) => text += &format!(" [default: the preset's, {first}{of_another}]"),
        None => {}
    }
    text
}

/// Returns the heading of a flag whose setting these members of the axes have.
fn heading<S: FlagSet>(name: &str, owners: &[&str]) -> String {
    let optimizer = |member: &str| OptimizerSettings::NAMES.iter().find(|(name, _)| *name == member);
    let plays = |member: &str| Objective::named(member).is_some_and(|objective| objective.pairs().is_some());
    match (name, owners) {
        (OPTIMIZER, _) => headings::OPTIMIZER.to_owned(),
        ("objective", _) => headings::OBJECTIVE.to_owned(),
        ("schema", _) => S::TARGET.to_owned(),
        (_, [""]) => headings::RUN.to_owned(),
        (_, [first, others @ ..]) => match optimizer(first) {
            Some((name, about)) if others.is_empty() => {
                format!("{} {name} – {}", headings::OPTIMIZER, about.trim())
            }
            Some(_) if others.iter().all(|member| optimizer(member).is_some()) => {
                headings::OPTIMIZER.to_owned()
            }
            // The start of an optimizer, or of the games.
            Some(_) => S::TARGET.to_owned(),
            None if plays(first) => headings::GAMES.to_owned(),
            None if others.is_empty() => format!("{} {first}", headings::OBJECTIVE),
            None => headings::OBJECTIVE.to_owned(),
        },
        (_, []) => headings::RUN.to_owned(),
    }
}

/// Returns a flag with this help text.
pub(crate) fn argument<G, T>(declared: &Declared<G, T>, help: String) -> Arg {
    let arg = Arg::new(declared.name).long(declared.name).help(help);
    let arg = if declared.name == "move-score" { arg.alias("fitness") } else { arg };
    let arg = arg.value_name(declared.value_name);
    match declared.kind {
        Kind::Integer(..) => arg.value_parser(clap::value_parser!(u64)),
        Kind::Real(..) => arg.value_parser(clap::value_parser!(f64)),
        kind @ Kind::OptionalReal(..) => arg.value_parser(move |text: &str| kind.parse(text)),
        Kind::Choice(names) => arg.value_parser(choice(declared.name, names.iter().copied())),
        Kind::Switch => arg.action(ArgAction::SetTrue),
        Kind::Text => arg,
        Kind::List => arg.action(ArgAction::Append),
        Kind::CommaList => arg.action(ArgAction::Append).value_delimiter(','),
    }
}

/// Returns the value of a flag, if it is given.
pub(crate) fn given_value<G, T>(declared: &Declared<G, T>, matches: &ArgMatches) -> Option<Value> {
    let name = declared.name;
    if matches.value_source(name) != Some(ValueSource::CommandLine) {
        return None;
    }
    let texts = || matches.get_many::<String>(name).into_iter().flatten().cloned().collect::<Vec<_>>();
    match declared.kind {
        Kind::Integer(..) => matches.get_one::<u64>(name).map(|number| (*number).into()),
        Kind::Real(..) => matches.get_one::<f64>(name).map(|number| (*number).into()),
        Kind::OptionalReal(..) => matches.get_one::<Value>(name).cloned(),
        Kind::Choice(_) | Kind::Text => {
            matches.get_one::<String>(name).map(|text| unaliased(name, text).into())
        }
        Kind::Switch => Some("".into()),
        Kind::List | Kind::CommaList => Some(texts().into()),
    }
}

impl<S: FlagSet> Args for SettingFlags<S> {
    fn augment_args(mut command: Command) -> Command {
        let presets = S::presets();
        let declared = declarations::<S>();
        let mut names = BTreeSet::new();
        for (member, declaration) in &declared {
            if names.insert(declaration.name) {
                let has = |name: &&&str| declared.iter().any(|(_, other)| other.name == **name);
                let conflicts: Vec<&str> = declaration.conflicts.iter().filter(has).copied().collect();
                let same = declared.iter().filter(|(_, other)| other.name == declaration.name);
                let owners: Vec<&str> = same.map(|(owner, _)| *owner).collect();
                let heading =
                    S::HEADING.map_or_else(|| heading::<S>(declaration.name, &owners), str::to_owned);
                let arg =
                    argument(declaration, help(member, declaration, &presets)).conflicts_with_all(conflicts);
                command = command.arg(arg.help_heading(heading));
            }
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: FlagSet> FromArgMatches for SettingFlags<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given: Vec<(&'static str, Value)> = Vec::new();
        for (_, declared) in declarations::<S>() {
            if !given.iter().any(|(name, _)| *name == declared.name) {
                given.extend(given_value(&declared, matches).map(|value| (declared.name, value)));
            }
        }
        Ok(SettingFlags { given, set: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the change by `--seed`, which all verbs have.
pub(crate) fn seed(globals: &Globals) -> Option<Override> {
    globals.seed.map(|seed| Override::new("--seed", move |experiment| experiment.seed = seed))
}

/// Returns the given flags that would change the settings with which a session was created.
pub(crate) fn contradictions(
    recorded: &Experiment,
    globals: &Globals,
    overrides: &[Override],
) -> Result<Vec<String>, Failure> {
    let mut contradicting = Vec::new();
    if globals.preset.as_ref().is_some_and(|preset| *preset != recorded.preset) {
        contradicting.push("--preset".to_owned());
    }
    for given in overrides {
        let mut changed = recorded.clone();
        given.apply(&mut changed)?;
        if changed != *recorded {
            contradicting.push(given.flag.clone());
        }
    }
    Ok(contradicting)
}
