//! Command lines of cutechess-cli and fastchess: `eyas match -engine cmd=… -each tc=10+0.1 -rounds 50` becomes the flags of
//! `eyas match` before anything is parsed. What has no counterpart is refused with the reason.

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
    ("ratinginterval", Form::Renamed("--score-every")),
    ("scoreinterval", Form::Renamed("--score-every")),
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
    match (&first.limit, &second.limit) {
        (Some(one), Some(other)) if one == other => {
            let (name, value) = one.split_once('=').unwrap_or((one, ""));
            flags.extend([format!("--{name}"), value.to_owned()]);
        }
        limits => {
            for (side, limit) in [("a", limits.0), ("b", limits.1)] {
                flags.extend(limit.iter().flat_map(|limit| [format!("--limit-{side}"), (*limit).clone()]));
            }
        }
    }
    match (&first.hash, &second.hash) {
        (Some(one), Some(other)) if one == other => flags.extend(["--hash".to_owned(), one.clone()]),
        hashes => {
            for (side, hash) in [("a", hashes.0), ("b", hashes.1)] {
                flags.extend(hash.iter().flat_map(|hash| [format!("--hash-{side}"), (*hash).clone()]));
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
            let limit = match key.as_str() {
                "cmd" => {
                    command = Some(value);
                    None
                }
                "args" | "arg" => {
                    arguments = format!("{arguments} {value}");
                    None
                }
                "name" => {
                    player.name = Some(value);
                    None
                }
                "proto" if matches!(value.as_str(), "uci" | "xboard") => {
                    protocol = value;
                    None
                }
                "proto" => return Err(format!("proto={value}: the protocols are uci and xboard")),
                "timemargin" => {
                    player.margin = Some(value);
                    None
                }
                "restart" if matches!(value.as_str(), "off" | "auto") => None,
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
                "tc" => Some(format!("tc={}", time_control(&value)?)),
                "st" => {
                    let seconds: f64 =
                        value.parse().map_err(|_| format!("st={value}: not a number of seconds"))?;
                    Some(format!("movetime={}", (seconds * 1000.0).round() as u64))
                }
                "nodes" => Some(format!("nodes={value}")),
                "depth" | "plies" => Some(format!("depth={value}")),
                _ => match key.strip_prefix("option.") {
                    Some(option) if option.eq_ignore_ascii_case("Hash") => {
                        player.hash = Some(value);
                        None
                    }
                    Some(option) => {
                        player.options.push(format!("{option}={value}"));
                        None
                    }
                    None => return Err(format!("{key}: no such setting of an engine")),
                },
            };
            if let Some(limit) = limit
                && let Some(other) = player.limit.replace(limit)
            {
                return Err(format!(
                    "{key}: an engine has one limit, and {other} is one; leave one of them out"
                ));
            }
        }
        let command = command.ok_or("cmd=COMMAND is missing")?;
        player.spec = format!("{protocol}:{}{arguments}", shell_word(&command));
        Ok(player)
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// Returns the flags for a command line, whose words a shell would split.
    fn read(text: &str) -> Result<String, String> {
        let words = shlex::split(text).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match of_match(&words) {
            Ok((flags, _)) => {
                Ok(flags.iter().map(|word| shell_word(word).into_owned()).collect::<Vec<_>>().join(" "))
            }
            Err(Failure::Input(why)) => Err(why),
            Err(other) => panic!("{other:?}"),
        }
    }

    const TWO: &str = "-engine cmd=a -engine cmd=b";

    #[rstest]
    #[case::first_of_the_manual_of_fastchess(
        "-engine cmd=Engine1.exe name=Engine1 -engine cmd=Engine2.exe name=Engine2 -openings file=book.epd format=epd \
         order=random -each tc=60+0.6 option.Hash=64 -rounds 200 -repeat -concurrency 4",
        "--a uci:Engine1.exe --b uci:Engine2.exe --name-a Engine1 --name-b Engine2 --tc 60+0.6 --hash 64 --games 400 \
         --openings book.epd --order random --concurrency 4"
    )]
    #[case::second_of_the_manual_of_fastchess_with_one_limit(
        "-engine cmd=Engine1.exe name=Engine1 option.Threads=1 nodes=2000000 -engine cmd=Engine2.exe name=Engine2 \
         option.Threads=2 nodes=1000000 -openings file=UHO.epd format=epd order=random -resign movecount=3 score=600 -draw \
         movenumber=34 movecount=8 score=20 -sprt elo0=0 elo1=2 alpha=0.05 beta=0.05 -rounds 100000 -concurrency 3 -pgnout \
         notation=san nodes=true file=./games/sprt.pgn",
        "--a uci:Engine1.exe --b uci:Engine2.exe --name-a Engine1 --option-a Threads=1 --name-b Engine2 --option-b Threads=2 \
         --limit-a nodes=2000000 --limit-b nodes=1000000 --games 200000 --openings UHO.epd --order random --resign 3,600 \
         --draw 34,8,20 --sprt 0,2,0.05,0.05 --concurrency 3 --pgn ./games/sprt.pgn --pgn-detail"
    )]
    #[case::of_the_manual_of_cutechess(
        "-engine cmd=sloppy -engine cmd=atlas timemargin=1000 -each proto=xboard tc=40/60 timemargin=1000 -games 1 -rounds 10",
        "--a xboard:sloppy --b xboard:atlas --tc 40/60 --margin 1000 --games 10"
    )]
    #[case::protocols_differ(
        "-engine name=Glaurung cmd=glaurung proto=uci -engine cmd=crafty proto=xboard -each tc=40/1:30+0.5 -repeat",
        "--a uci:glaurung --b xboard:crafty --name-a Glaurung --tc 40/90+0.5"
    )]
    #[case::a_gauntlet(
        "-tournament gauntlet -engine cmd=a -engine cmd=b -engine cmd=c -each st=0.25 -games 2 -rounds 5",
        "--a uci:a --b uci:b --b uci:c --movetime 250 --games 10 --gauntlet"
    )]
    #[case::own_flags_stay(
        "-engine cmd='my engine' args='--x 1' tc=1 -engine cmd=b tc=2 -recover --session s --json --sprt -1,2",
        "--a 'uci:'\\''my engine'\\'' --x 1' --b uci:b --limit-a tc=1 --limit-b tc=2 --session s --json --sprt -1,2"
    )]
    #[case::negative_numbers(
        "-engine cmd=a -engine cmd=b -each depth=6 -sprt elo0=-3 elo1=1 model=normalized -variant fischerandom -srand 7",
        "--a uci:a --b uci:b --depth 6 --sprt -3,1,0.05,0.05 --normalized --variant chess960 --seed 7"
    )]
    fn lines_of_other_runners_are_read(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(read(text).as_deref(), Ok(expected));
    }

    #[rstest]
    #[case("-noswap", "each opening is played with both colours")]
    #[case("-site home", "tags")]
    #[case("-each tc=10+0.1 nodes=5", "an engine has one limit, and tc=10+0.1 is one")]
    #[case("-each tc=inf", "no games without a limit")]
    #[case("-each dir=/tmp", "engine profile")]
    #[case("-each ponder", "“ponder” is not KEY=VALUE")]
    #[case("-each restart=on", "plays on after ucinewgame")]
    #[case("-engine cmd=c", "tournament gauntlet")]
    #[case("-sprt elo0=0 elo1=5 model=bayesian", "model=normalized")]
    #[case("-sprt elo0=0", "elo0=ELO0 and elo1=ELO1")]
    #[case("-openings format=pgn", "file=FILE is missing")]
    #[case("-openings file=x.pgn plies=8", "plies=8 has no counterpart")]
    #[case("-pgnout file=x.pgn append=true", "append=true has no counterpart")]
    #[case("-tournament knockout", "gauntlet and round robin")]
    #[case("-wait 500", "a pause cannot be set")]
    #[case("-nonsense", "see “eyas match --help”")]
    #[case("-config file=x.json", "--resume")]
    fn what_has_no_counterpart_is_refused_with_the_reason(#[case] more: &str, #[case] why: &str) {
        let message = read(&format!("{TWO} {more}")).unwrap_err();
        let flag = more.split(' ').next().unwrap();
        assert!(message.contains(why), "{message}");
        assert!(message.starts_with(flag) || message.starts_with("-engine"), "{message}");
    }

    #[test]
    fn every_normalized_line_is_one_of_eyas() {
        for text in [
            "-each tc=1+0.1 -rounds 2",
            "-each nodes=5 option.Hash=8 -scoreinterval 4 -use-affinity -tb /x -maxmoves 90",
        ] {
            let (flags, _) = of_match(
                &shlex::split(&format!("{TWO} {text}"))
                    .unwrap()
                    .iter()
                    .map(String::as_str)
                    .collect::<Vec<_>>(),
            )
            .unwrap();
            let words = ["eyas", "match"].into_iter().map(str::to_owned).chain(flags);
            super::super::command().try_get_matches_from(words).unwrap();
        }
    }
}
