//! Command lines of cutechess-cli and fastchess: `eyas match -engine cmd=… -each tc=10+0.1 -rounds 50` becomes the flags of
//! `eyas match` before anything is parsed. What has no counterpart is refused with the reason.

#[cfg(test)]
mod tests;

use std::ffi::OsString;

use eyas::text::shell_word;

use super::suggestions::tip_for_other_runner;
use super::{Failure, output};

/// A key and its value, as in `tc=10+0.1`.
type Pair = (String, String);

/// What becomes of a flag.
enum Form {
    /// The flag of Eyas with the same value.
    Renamed(&'static str),
    /// Eyas does so in any case.
    Anyway,
    /// A function adds it to the line.
    Read(fn(&mut Line, &[String]) -> Result<(), String>),
}

/// The flags of the other runners. [`tip_for_other_runner`] has the reason why others are refused.
const FLAGS: [(&str, Form); 29] = [
    ("engine", Form::Read(|line, words| pairs(words).map(|pairs| line.engines.push(pairs)))),
    ("each", Form::Read(|line, words| pairs(words).map(|pairs| line.each.extend(pairs)))),
    ("rounds", Form::Read(|line, words| number(words).map(|rounds| line.rounds = Some(rounds)))),
    ("games", Form::Read(|line, words| number(words).map(|games| line.games = Some(games)))),
    ("openings", Form::Read(openings)),
    ("sprt", Form::Read(sprt)),
    ("pgnout", Form::Read(pgn)),
    ("resign", Form::Read(resign)),
    ("draw", Form::Read(draw)),
    ("tournament", Form::Read(tournament)),
    ("variant", Form::Read(variant)),
    ("repeat", Form::Read(|_, words| one_of("the number of games of an opening", words, &["", "2"]))),
    ("concurrency", Form::Renamed("--concurrency")),
    ("maxmoves", Form::Renamed("--max-moves")),
    ("tb", Form::Renamed("--tablebases")),
    ("srand", Form::Renamed("--seed")),
    ("ratinginterval", Form::Read(interval)),
    ("scoreinterval", Form::Read(interval)),
    (
        "use-affinity",
        Form::Read(|line, words| one_of("a list of cores", words, &[""]).map(|()| line.add("--pin", None))),
    ),
    ("tbadjudicate", Form::Read(|_, words| one_of("the kind of result", words, &["BOTH"]))),
    ("seeds", Form::Read(|_, words| one_of("the number of players", words, &["1"]))),
    ("wait", Form::Read(|_, words| one_of("a pause", words, &["0"]))),
    ("recover", Form::Anyway),
    ("force-concurrency", Form::Anyway),
    ("autosaveinterval", Form::Anyway),
    ("output", Form::Anyway),
    ("report", Form::Anyway),
    ("show-latency", Form::Anyway),
    ("testEnv", Form::Anyway),
];

/// The command line so far.
#[derive(Default)]
struct Line {
    engines: Vec<Vec<Pair>>,
    each: Vec<Pair>,
    rounds: Option<u64>,
    games: Option<u64>,
    is_gauntlet: bool,
    /// The flags of Eyas.
    flags: Vec<String>,
    notes: Vec<String>,
}

impl Line {
    fn add(&mut self, flag: &str, value: Option<String>) {
        self.flags.push(flag.to_owned());
        self.flags.extend(value);
    }
}

/// Returns the arguments of the program in the form of Eyas, and says on stderr how they were read. Arguments without `-engine`
/// stay as they are.
///
/// # Errors
/// Returns an error if a part of the line has no counterpart.
pub(super) fn normalized(arguments: Vec<OsString>) -> Result<Vec<OsString>, Failure> {
    let Some(texts) = arguments.iter().map(|word| word.to_str()).collect::<Option<Vec<&str>>>() else {
        return Ok(arguments);
    };
    let verb = texts.iter().position(|word| *word == "match");
    let Some(verb) = verb.filter(|_| texts.contains(&"-engine")) else { return Ok(arguments) };
    let (flags, notes) = of_match(&texts[verb + 1..])?;
    let shown: Vec<_> = flags.iter().map(|word| shell_word(word)).collect();
    output::note(&format!("read as: eyas match {}", shown.join(" ")));
    notes.iter().for_each(|note| output::note(note));
    Ok(arguments[..=verb].iter().cloned().chain(flags.into_iter().map(OsString::from)).collect())
}

/// Returns the flags of `eyas match` for the words after it, and what a person should know about them.
fn of_match(words: &[&str]) -> Result<(Vec<String>, Vec<String>), Failure> {
    let mut line = Line::default();
    let mut rest = words;
    while let [flag, after @ ..] = rest {
        // Values can be negative numbers.
        let is_flag = |word: &&str| {
            word.strip_prefix('-')
                .is_some_and(|name| name.starts_with(|c: char| c == '-' || c.is_alphabetic()))
        };
        let count = after.iter().position(is_flag).unwrap_or(after.len());
        let (values, next) = after.split_at(count);
        rest = next;
        let values: Vec<String> = values.iter().map(|word| (*word).to_owned()).collect();
        let Some(name) = flag.strip_prefix('-').filter(|name| !name.starts_with('-')) else {
            // A flag of Eyas.
            line.flags.push((*flag).to_owned());
            line.flags.extend(values);
            continue;
        };
        let refused = |why: &str| Failure::Input(format!("{flag}: {why}"));
        match FLAGS.iter().find(|(known, _)| *known == name).map(|(_, form)| form) {
            Some(Form::Renamed(own)) => line.add(own, Some(values.join(" "))),
            Some(Form::Anyway) => {}
            Some(Form::Read(read)) => read(&mut line, &values).map_err(|why| refused(&why))?,
            None => return Err(refused(tip_for_other_runner(name).unwrap_or(UNKNOWN))),
        }
    }
    finish(line).map_err(Failure::Input)
}

const UNKNOWN: &str = "“eyas match” has no such flag; see “eyas match --help”";

/// Adds the players and the number of games.
fn finish(mut line: Line) -> Result<(Vec<String>, Vec<String>), String> {
    let each = std::mem::take(&mut line.each);
    let engines: Vec<Player> = std::mem::take(&mut line.engines)
        .into_iter()
        .map(|own| {
            let given = |pairs: &[Pair], key: &str| pairs.iter().any(|(known, _)| known == key);
            let common = each.iter().filter(|(key, _)| !given(&own, key)).cloned();
            let common: Vec<Pair> = common.collect();
            Player::new(common.into_iter().chain(own).collect()).map_err(|why| format!("-engine: {why}"))
        })
        .collect::<Result<_, _>>()?;
    let [first, others @ ..] = engines.as_slice() else { unreachable!("there is an engine") };
    let Some(second) = others.first() else {
        return Err("-engine: a match needs two engines; write “-engine cmd=…” twice".to_owned());
    };
    let is_alike = |other: &Player| {
        (&other.limit, &other.options, &other.hash) == (&second.limit, &second.options, &second.hash)
    };
    if others.len() > 1 && (!line.is_gauntlet || !others.iter().all(is_alike)) {
        return Err("-engine: more than two engines need “-tournament gauntlet” and equal options of the others, or a \
                    tournament file: see “eyas match --help”"
            .to_owned());
    }
    let mut flags = vec!["--a".to_owned(), first.spec.clone()];
    others.iter().for_each(|other| flags.extend(["--b".to_owned(), other.spec.clone()]));
    for (side, player) in [("a", first), ("b", second)] {
        if let Some(name) = player.name.as_ref().filter(|_| side == "a" || others.len() == 1) {
            flags.extend([format!("--name-{side}"), name.clone()]);
        }
        for option in &player.options {
            flags.extend([format!("--option-{side}"), option.clone()]);
        }
    }
    for (name, values) in [("limit", [&first.limit, &second.limit]), ("hash", [&first.hash, &second.hash])] {
        match values {
            [Some(one), Some(other)] if one == other => {
                // The flag of a limit has the name of its kind, such as --tc.
                let (name, value) = one.split_once('=').unwrap_or((name, one));
                flags.extend([format!("--{name}"), value.to_owned()]);
            }
            [one, other] => {
                for (side, value) in [("a", one), ("b", other)] {
                    flags.extend(value.iter().flat_map(|value| [format!("--{name}-{side}"), value.clone()]));
                }
            }
        }
    }
    let margins: Vec<&String> = engines.iter().filter_map(|player| player.margin.as_ref()).collect();
    match margins.as_slice() {
        [] => {}
        [margin, ..] if margins.len() == engines.len() && margins.iter().all(|other| other == margin) => {
            flags.extend(["--margin".to_owned(), (*margin).clone()]);
        }
        _ => return Err("timemargin: all engines have the same margin; write it after -each".to_owned()),
    }
    if line.rounds.is_some() || line.games.is_some() {
        // Both runners play pairs of games by default, as Eyas always does.
        let games = match (line.rounds, line.games) {
            (Some(rounds), games) => rounds.saturating_mul(games.unwrap_or(2)),
            (None, games) => games.unwrap_or(2),
        };
        flags.extend(["--games".to_owned(), games.to_string()]);
    }
    if line.is_gauntlet {
        flags.push("--gauntlet".to_owned());
    }
    flags.extend(line.flags);
    Ok((flags, line.notes))
}

/// An engine of the line.
struct Player {
    spec: String,
    name: Option<String>,
    /// A limit such as `tc=10+0.1`.
    limit: Option<String>,
    hash: Option<String>,
    margin: Option<String>,
    /// Options, each as `NAME=VALUE`.
    options: Vec<String>,
}

impl Player {
    fn new(pairs: Vec<Pair>) -> Result<Player, String> {
        let (mut command, mut arguments, mut protocol) = (None, String::new(), "uci".to_owned());
        let (name, hash, margin) = (None, None, None);
        let mut player = Player { spec: String::new(), name, limit: None, hash, margin, options: Vec::new() };
        for (key, value) in pairs {
            match key.as_str() {
                "cmd" => command = Some(value),
                "args" | "arg" => arguments = format!("{arguments} {value}"),
                "name" => player.name = Some(value),
                "proto" if matches!(value.as_str(), "uci" | "xboard") => protocol = value,
                "proto" => return Err(format!("proto={value}: the protocols are uci and xboard")),
                "timemargin" => player.margin = Some(value),
                "restart" if matches!(value.as_str(), "off" | "auto") => {}
                "restart" => {
                    return Err("restart=on: an engine plays on after ucinewgame; leave this out".to_owned());
                }
                "ponder" | "tscale" | "whitepov" | "stderr" | "initstr" | "book" | "bookdepth" | "dir"
                | "conf" => {
                    return Err(format!(
                        "{key}: there is no such setting of a player; an engine profile has its folder, its options and how \
                         it deviates from the protocol (docs/matches.md)"
                    ));
                }
                "tc" => player.limit_by(&key, format!("tc={}", time_control(&value)?))?,
                "st" => {
                    let seconds: f64 =
                        value.parse().map_err(|_| format!("st={value}: not a number of seconds"))?;
                    player.limit_by(&key, format!("movetime={}", (seconds * 1000.0).round() as u64))?;
                }
                "nodes" => player.limit_by(&key, format!("nodes={value}"))?,
                "depth" | "plies" => player.limit_by(&key, format!("depth={value}"))?,
                _ => match key.strip_prefix("option.") {
                    Some(option) if option.eq_ignore_ascii_case("Hash") => player.hash = Some(value),
                    Some(option) => player.options.push(format!("{option}={value}")),
                    None => return Err(format!("{key}: no such setting of an engine")),
                },
            }
        }
        let command = command.ok_or("cmd=COMMAND is missing")?;
        player.spec = format!("{protocol}:{}{arguments}", shell_word(&command));
        Ok(player)
    }

    /// Sets the limit, which `key` has named.
    fn limit_by(&mut self, key: &str, limit: String) -> Result<(), String> {
        match self.limit.replace(limit) {
            Some(other) => {
                Err(format!("{key}: an engine has one limit, and {other} is one; leave one of them out"))
            }
            None => Ok(()),
        }
    }
}

/// Converts `MOVES/MINUTES:SECONDS+INCREMENT`, in which moves, minutes and increment may be missing.
fn time_control(text: &str) -> Result<String, String> {
    let wrong =
        || format!("tc={text}: write tc=MOVES/SECONDS+INCREMENT; “eyas match” has no games without a limit");
    let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
    let (base, increment) = rest.split_once('+').map_or((rest, None), |(base, plus)| (base, Some(plus)));
    let seconds = match base.split_once(':') {
        None => base.to_owned(),
        Some((minutes, seconds)) => {
            let number = |text: &str| text.parse::<f64>().map_err(|_| wrong());
            (number(minutes)? * 60.0 + number(seconds)?).to_string()
        }
    };
    if !seconds.parse::<f64>().is_ok_and(f64::is_finite) {
        return Err(wrong());
    }
    let moves = moves.filter(|moves| *moves != "0").map_or_else(String::new, |moves| format!("{moves}/"));
    let increment = increment.map_or_else(String::new, |increment| format!("+{increment}"));
    Ok(format!("{moves}{seconds}{increment}"))
}

/// Splits words of the form KEY=VALUE.
fn pairs(words: &[String]) -> Result<Vec<Pair>, String> {
    let pair = |word: &String| {
        let pair = word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
        pair.ok_or_else(|| format!("“{word}” is not KEY=VALUE"))
    };
    words.iter().map(pair).collect()
}

fn number(words: &[String]) -> Result<u64, String> {
    let [word] = words else { return Err("write one number after it".to_owned()) };
    word.parse().map_err(|_| format!("“{word}” is not a whole number"))
}

/// Checks that what these words set has one of these values, which Eyas has in any case. No words are the empty value.
fn one_of(what: &str, words: &[String], values: &[&str]) -> Result<(), String> {
    let given = words.join(" ");
    if values.contains(&given.as_str()) {
        return Ok(());
    }
    Err(format!("{what} cannot be set; leave “{given}” out"))
}

/// Checks the keys besides those that were read: each must have one of its values that change nothing.
fn rest(pairs: &[Pair], idle: &[(&str, &[&str])]) -> Result<(), String> {
    for (key, value) in pairs {
        match idle.iter().find(|(known, _)| known == key) {
            Some((_, values)) if values.is_empty() || values.contains(&value.as_str()) => {}
            _ => return Err(format!("{key}={value} has no counterpart; leave it out")),
        }
    }
    Ok(())
}

/// Removes a key, and returns its value.
fn take(pairs: &mut Vec<Pair>, key: &str) -> Option<String> {
    let place = pairs.iter().position(|(known, _)| known == key)?;
    Some(pairs.remove(place).1)
}

/// Reads the number of games between two lines with the score; 0 for none.
fn interval(line: &mut Line, words: &[String]) -> Result<(), String> {
    match number(words)? {
        0 => {}
        games => line.add("--score-every", Some(games.to_string())),
    }
    Ok(())
}

fn openings(line: &mut Line, words: &[String]) -> Result<(), String> {
    let mut given = pairs(words)?;
    let file = take(&mut given, "file").ok_or("file=FILE is missing")?;
    let order = take(&mut given, "order").unwrap_or_else(|| "sequential".to_owned());
    line.add("--openings", Some(file));
    line.add("--order", Some(order));
    let idle: [(&str, &[&str]); 3] = [("format", &[]), ("start", &["1"]), ("policy", &["default", "round"])];
    rest(&given, &idle)
}

fn sprt(line: &mut Line, words: &[String]) -> Result<(), String> {
    let mut given = pairs(words)?;
    let mut value = |key: &str| take(&mut given, key);
    let [elo0, elo1] =
        [value("elo0"), value("elo1")].map(|elo| elo.ok_or("elo0=ELO0 and elo1=ELO1 are needed"));
    let [alpha, beta] = [value("alpha"), value("beta")].map(|rate| rate.unwrap_or_else(|| "0.05".to_owned()));
    let model = value("model");
    line.add("--sprt", Some(format!("{},{},{alpha},{beta}", elo0?, elo1?)));
    match model.as_deref() {
        Some("normalized") => line.add("--normalized", None),
        Some("logistic") => {}
        None => line.notes.push(
            "-sprt: elo0 and elo1 are logistic Elo, as in cutechess-cli; add model=normalized for the default of fastchess"
                .to_owned(),
        ),
        Some(other) => return Err(format!("model={other}: write model=logistic or model=normalized")),
    }
    rest(&given, &[])
}

fn pgn(line: &mut Line, words: &[String]) -> Result<(), String> {
    const DETAILS: [&str; 7] = ["nodes", "seldepth", "nps", "hashfull", "tbhits", "pv", "timeleft"];
    let (plain, keyed): (Vec<String>, Vec<String>) =
        words.iter().cloned().partition(|word| !word.contains('='));
    let mut given = pairs(&keyed)?;
    let file = take(&mut given, "file");
    let [file] = plain
        .into_iter()
        .chain(file)
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| "write one file after it")?;
    line.add("--pgn", Some(file));
    if DETAILS.iter().any(|key| given.contains(&((*key).to_owned(), "true".to_owned()))) {
        line.add("--pgn-detail", None);
    }
    given.retain(|(key, _)| !DETAILS.contains(&key.as_str()));
    if !given.iter().any(|(key, _)| key == "append") {
        line.notes
            .push("-pgnout: the file is replaced; the session folder keeps the games as well".to_owned());
    }
    rest(
        &given,
        &[("notation", &["san"]), ("append", &["false"]), ("min", &["false"]), ("latency", &["false"])],
    )
}

fn resign(line: &mut Line, words: &[String]) -> Result<(), String> {
    let mut given = pairs(words)?;
    let moves = take(&mut given, "movecount").ok_or("movecount=N is missing")?;
    let score = take(&mut given, "score").ok_or("score=CP is missing")?;
    line.add("--resign", Some(format!("{moves},{score}")));
    // Both players must agree, which is twosided.
    if !given.iter().any(|(key, _)| key == "twosided") {
        line.notes
            .push("-resign: a game ends only when both players agree, as with twosided=true".to_owned());
    }
    rest(&given, &[("twosided", &["true"])])
}

fn draw(line: &mut Line, words: &[String]) -> Result<(), String> {
    let mut given = pairs(words)?;
    let after = take(&mut given, "movenumber").unwrap_or_else(|| "0".to_owned());
    let moves = take(&mut given, "movecount").ok_or("movecount=N is missing")?;
    let score = take(&mut given, "score").ok_or("score=CP is missing")?;
    line.add("--draw", Some(format!("{after},{moves},{score}")));
    rest(&given, &[])
}

fn tournament(line: &mut Line, words: &[String]) -> Result<(), String> {
    match words.join(" ").as_str() {
        "gauntlet" => line.is_gauntlet = true,
        // With two players it is a match.
        "roundrobin" | "round-robin" => {}
        other => {
            return Err(format!("“{other}” has no counterpart; the events are gauntlet and round robin"));
        }
    }
    Ok(())
}

fn variant(line: &mut Line, words: &[String]) -> Result<(), String> {
    match words.join(" ").as_str() {
        "standard" => {}
        "fischerandom" | "chess960" => line.add("--variant", Some("chess960".to_owned())),
        other => return Err(format!("“{other}” is not played; the variants are standard and fischerandom")),
    }
    Ok(())
}
