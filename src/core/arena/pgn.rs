//! Writes games as PGN.
//!
//! Standard: *Portable Game Notation Specification and Implementation Guide* (Edwards, 1994), export format. A comment
//! follows each move of a player: `{+0.31/12 1.234s 5120n}`. It contains the mover's score in pawns (`+M5` for mate in
//! five), the depth in plies, the time in seconds, and the nodes. Opening moves have no comment.
//!
//! A move with a [`MoveDetail`] has a comment in the format of cutechess and fastchess. It ends with the commands that
//! lichess, python-chess and others read, with the evaluation from White's view:
//! `{+0.31/12 1.234s, n=5120, sd=18, nps=4149, tl=8.866s, pv="e7e5 g1f3" [%eval -0.31,12] [%emt 0:00:01.234]
//! [%clk 0:00:08.866]}`.

use std::fmt::Write as _;

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};

use super::game::{Adjudication, Ending, FaultKind, MoveDetail, Record, RecordedMove, Score};
use super::notation::fen;
use crate::text;

/// The maximum line length of the movetext, in characters.
const WIDTH: usize = 80;

/// Tag values that are not part of the game's record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tags<'a> {
    /// The name of the match or tournament.
    pub event: &'a str,
    /// The start date, as `2026.01.31`.
    pub date: &'a str,
    /// The round, and the number of the game in it.
    pub round: String,
    /// The names of White and Black.
    pub players: [&'a str; 2],
    /// The name of the opening, after its ECO code if there is one.
    pub opening: Option<&'a str>,
    /// The time control as [`super::control::Control`] writes it.
    pub control: &'a str,
    /// The rules that could end the game early.
    pub adjudication: Adjudication,
    /// Whether comments contain the time. Reproducible games omit it, as it would be the only difference.
    pub timed: bool,
    /// Whether the game was left before its end: the record has no winner, and its ending is ignored.
    pub is_unfinished: bool,
    /// Further tags with their values.
    pub more: &'a [(&'static str, String)],
}

/// Returns the game in PGN export format, with an empty line at the end, or `None` if the record is not a legal game.
#[must_use]
pub fn write(record: &Record, tags: &Tags<'_>) -> Option<String> {
    let (opening, moves) = record.replay()?;
    let result = if tags.is_unfinished { "*" } else { result(record.winner) };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = text::line(value).replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    tag("Event", tags.event);
    tag("Site", "?");
    tag("Date", tags.date);
    tag("Round", &tags.round);
    tag("White", tags.players[0]);
    tag("Black", tags.players[1]);
    tag("Result", result);
    if !record.variant.is_standard() {
        tag("Variant", "Chess960");
    }
    if !record.variant.is_standard() || *opening.start() != Chess::default() {
        tag("SetUp", "1");
        tag("FEN", &fen(opening.start()));
    }
    let (code, name) = eco(tags.opening.unwrap_or_default());
    for (tag_name, value) in [("ECO", code), ("Opening", name)] {
        if !value.is_empty() {
            tag(tag_name, value);
        }
    }
    tag("PlyCount", &(opening.moves().len() + moves.len()).to_string());
    tag("TimeControl", tags.control);
    let reason = match tags.is_unfinished {
        true => "unterminated",
        false => termination(record, opening.position().turn(), tags.adjudication),
    };
    tag("Termination", reason);
    tags.more.iter().for_each(|(name, value)| tag(name, value));
    text.push('\n');

    let mut lines = Lines::new(text);
    let mut position = opening.start().clone();
    let comments = record.moves.iter().map(Some);
    let comments = opening.moves().iter().map(|_| None).chain(comments);
    let mut after_comment = true;
    for (m, recorded) in opening.moves().iter().chain(&moves).zip(comments) {
        let (number, side) = (position.fullmoves(), position.turn());
        match side {
            Color::White => lines.word(&format!("{number}.")),
            Color::Black if after_comment => lines.word(&format!("{number}...")),
            Color::Black => {}
        }
        lines.word(&SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
        after_comment = recorded.is_some();
        match recorded.map(|recorded| (recorded, recorded.detail.as_deref())) {
            Some((recorded, Some(detail))) => lines.words(&detailed_comment(recorded, detail, side)),
            Some((recorded, None)) => lines.words(&comment(recorded, tags.timed)),
            None => {}
        }
    }
    if !tags.is_unfinished {
        lines.words(&format!("{{{}}}", ending(&record.ending)));
    }
    lines.word(result);
    Some(lines.end())
}

/// Returns the PGN result of a finished game.
#[must_use]
pub fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// Splits an opening into its ECO code and its name. Either part may be empty.
fn eco(opening: &str) -> (&str, &str) {
    let (first, rest) = opening.split_once(' ').unwrap_or((opening, ""));
    match first.as_bytes() {
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'] => (first, rest),
        _ => ("", opening),
    }
}

/// Returns the standard's value for the `Termination` tag. `first` made the first move after the opening. A player that
/// resigns by itself ends the game normally.
fn termination(record: &Record, first: Color, adjudication: Adjudication) -> &'static str {
    match &record.ending {
        Ending::Resignation if !adjudication.resigns(first, &record.moves) => "normal",
        Ending::Resignation | Ending::DrawAgreed | Ending::Tablebases | Ending::MoveLimit => "adjudication",
        Ending::Forfeit { verdict: FaultKind::TimeForfeit, .. } => "time forfeit",
        Ending::Forfeit { verdict: FaultKind::Stall | FaultKind::Crash, .. } => "abandoned",
        Ending::Forfeit { .. } => "rules infraction",
        _ => "normal",
    }
}

fn comment(recorded: &RecordedMove, timed: bool) -> String {
    let time = timed.then(|| seconds(recorded.microseconds));
    let parts = [score(recorded), time, Some(format!("{}n", recorded.nodes))];
    format!("{{{}}}", parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
}

/// Returns a comment for match tools and viewers; `side` made the move.
fn detailed_comment(recorded: &RecordedMove, detail: &MoveDetail, side: Color) -> String {
    let MoveDetail { selective_depth, line, left } = detail;
    let microseconds = recorded.microseconds;
    let per_second = u128::from(recorded.nodes) * 1_000_000 / u128::from(microseconds.max(1));
    let head: Vec<String> = [score(recorded), Some(seconds(microseconds))].into_iter().flatten().collect();
    let fields = [
        Some(head.join(" ")),
        Some(format!("n={}", recorded.nodes)),
        selective_depth.map(|depth| format!("sd={depth}")),
        Some(format!("nps={per_second}")),
        left.map(|left| format!("tl={}", seconds(left))),
        (!line.is_empty()).then(|| format!("pv=\"{}\"", line.join(" "))),
    ];
    let fields: Vec<String> = fields.into_iter().flatten().collect();
    let depth = recorded.depth.map_or(String::new(), |depth| format!(",{depth}"));
    let sign = if side == Color::White { 1 } else { -1 };
    let evaluation = recorded.score.map(|score| match score {
        Score::Cp(centipawns) => format!(" [%eval {:.2}{depth}]", f64::from(sign * centipawns) / 100.0),
        Score::Mate(moves) => format!(" [%eval #{}{depth}]", sign * moves),
    });
    let clock = left.map(|left| format!(" [%clk {}]", hours(left)));
    format!(
        "{{{}{} [%emt {}]{}}}",
        fields.join(", "),
        evaluation.unwrap_or_default(),
        hours(microseconds),
        clock.unwrap_or_default()
    )
}

/// Returns the mover's score in pawns and the depth, if the player reported them.
fn score(recorded: &RecordedMove) -> Option<String> {
    let depth = recorded.depth.map_or(String::new(), |depth| format!("/{depth}"));
    recorded.score.map(|score| match score {
        Score::Cp(centipawns) => format!("{:+.2}{depth}", f64::from(centipawns) / 100.0),
        Score::Mate(moves) => {
            format!("{}M{}{depth}", if moves > 0 { '+' } else { '-' }, moves.unsigned_abs())
        }
    })
}

fn seconds(microseconds: u64) -> String {
    format!("{:.3}s", microseconds as f64 / 1e6)
}

/// Formats a duration as `H:MM:SS.mmm`.
fn hours(microseconds: u64) -> String {
    let milliseconds = microseconds / 1000;
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000);
    format!("{}:{:02}:{:02}.{:03}", minutes / 60, minutes % 60, rest / 1000, rest % 1000)
}

/// Describes the end of the game without characters that would end the comment.
fn ending(ending: &Ending) -> String {
    ending.to_string().replace(['{', '}'], "|").replace(char::is_control, " ")
}

/// A text of wrapped words.
struct Lines {
    text: String,
    width: usize,
}

impl Lines {
    fn new(text: String) -> Lines {
        Lines { text, width: 0 }
    }

    fn word(&mut self, word: &str) {
        let letters = word.chars().count();
        if self.width > 0 {
            let fits = self.width + 1 + letters < WIDTH;
            self.text.push(if fits { ' ' } else { '\n' });
            self.width = if fits { self.width + 1 } else { 0 };
        }
        self.text += word;
        self.width += letters;
    }

    /// Adds words. A command such as `[%clk 0:00:01]` is not split across lines.
    fn words(&mut self, words: &str) {
        let mut rest = words.trim_start_matches(' ');
        while !rest.is_empty() {
            let start = if rest.starts_with("[%") { rest.find(']').unwrap_or(0) } else { 0 };
            let end = rest[start..].find(' ').map_or(rest.len(), |length| start + length);
            let (word, next) = rest.split_at(end);
            self.word(word);
            rest = next.trim_start_matches(' ');
        }
    }

    fn end(self) -> String {
        self.text + "\n\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Variant;

    const TAGS: Tags<'_> = Tags {
        event: "Match \"of\" two",
        date: "2026.01.31",
        round: String::new(),
        players: ["one", "other\nline"],
        opening: None,
        control: "10+0.1",
        adjudication: Adjudication { resign: None, draw: None, moves: None },
        timed: true,
        is_unfinished: false,
        more: &[],
    };

    fn recorded(uci: &str, score: Option<Score>) -> RecordedMove {
        RecordedMove {
            uci: uci.to_owned(),
            score,
            depth: score.map(|_| 9),
            nodes: 5120,
            microseconds: 1_234_000,
            ready: Some(250),
            detail: None,
        }
    }

    fn record(opening: &[&str], moves: Vec<RecordedMove>) -> Record {
        let opening = opening.iter().map(|m| (*m).to_owned()).collect();
        let (winner, ending) = (Some(Color::Black), Ending::Checkmate);
        Record { variant: Variant::Standard, start: None, opening, moves, winner, ending }
    }

    #[test]
    fn a_game_is_written_with_tags_and_comments() {
        let moves = vec![
            recorded("e7e5", Some(Score::Cp(-31))),
            recorded("g2g4", None),
            recorded("d8h4", Some(Score::Mate(1))),
        ];
        let text = write(&record(&["f2f3"], moves), &TAGS).unwrap();
        let expected = "[Event \"Match \\\"of\\\" two\"]\n[Site \"?\"]\n[Date \"2026.01.31\"]\n[Round \"\"]\n\
                        [White \"one\"]\n[Black \"other\\\\nline\"]\n[Result \"0-1\"]\n[PlyCount \"4\"]\n\
                        [TimeControl \"10+0.1\"]\n[Termination \"normal\"]\n\n\
                        1. f3 e5 {-0.31/9 1.234s 5120n} 2. g4 {1.234s 5120n} 2... Qh4# {+M1/9 1.234s\n\
                        5120n} {checkmate} 0-1\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn only_the_resign_rule_is_an_adjudication() {
        let moves = vec![recorded("e2e4", Some(Score::Cp(-700))), recorded("e7e5", Some(Score::Cp(650)))];
        let resigned = Record { ending: Ending::Resignation, ..record(&[], moves) };
        let resign = |score| Adjudication { resign: format!("1,{score}").parse().ok(), ..TAGS.adjudication };
        for (adjudication, expected) in
            [(TAGS.adjudication, "normal"), (resign(800), "normal"), (resign(600), "adjudication")]
        {
            let text = write(&resigned, &Tags { adjudication, ..TAGS }).unwrap();
            assert!(text.contains(&format!("[Termination \"{expected}\"]")), "{text}");
        }
    }

    #[test]
    fn reproducible_games_are_written_without_time() {
        let text = write(&record(&[], vec![recorded("e2e4", None)]), &Tags { timed: false, ..TAGS }).unwrap();
        assert!(text.contains("1. e4 {5120n}"), "{text}");
    }

    #[test]
    fn detailed_comments_have_the_fields_of_other_tools() {
        let detail = |line: &[&str], left| MoveDetail {
            selective_depth: Some(18),
            line: line.iter().map(|m| (*m).to_owned()).collect(),
            left,
        };
        let with = |m, detail| RecordedMove { detail: Some(Box::new(detail)), ..m };
        let moves = vec![
            with(recorded("e7e5", Some(Score::Cp(-31))), detail(&["e7e5", "g1f3"], Some(3_723_004_000))),
            with(recorded("g2g4", None), detail(&[], None)),
            with(recorded("d8h4", Some(Score::Mate(1))), detail(&["d8h4"], None)),
        ];
        let text = write(&record(&["f2f3"], moves), &Tags { timed: false, ..TAGS }).unwrap();
        let moves = text.split_once("\n\n").unwrap().1;
        assert!(moves.lines().all(|line| line.chars().count() < WIDTH), "{moves}");
        let expected = "1. f3 e5 {-0.31/9 1.234s, n=5120, sd=18, nps=4149, tl=3723.004s, pv=\"e7e5 g1f3\" \
                        [%eval 0.31,9] [%emt 0:00:01.234] [%clk 1:02:03.004]} 2. g4 {1.234s, n=5120, sd=18, \
                        nps=4149 [%emt 0:00:01.234]} 2... Qh4# {+M1/9 1.234s, n=5120, sd=18, nps=4149, \
                        pv=\"d8h4\" [%eval #-1,9] [%emt 0:00:01.234]} {checkmate} 0-1";
        assert_eq!(moves.split_whitespace().collect::<Vec<_>>().join(" "), expected);
        // No line break is inside a command.
        assert!(moves.lines().all(|line| line.matches('[').count() == line.matches(']').count()), "{moves}");
    }

    #[test]
    fn an_opening_has_its_code_and_its_name() {
        let tags = |opening| {
            let text = write(&record(&[], vec![recorded("e2e4", None)]), &Tags { opening, ..TAGS }).unwrap();
            let tag = |line: &&str| line.starts_with("[ECO") || line.starts_with("[Opening");
            text.lines().filter(tag).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(tags(Some("B33 Sicilian, Pelikan")), ["[ECO \"B33\"]", "[Opening \"Sicilian, Pelikan\"]"]);
        assert_eq!(tags(Some("B33")), ["[ECO \"B33\"]"]);
        assert_eq!(tags(Some("Bird")), ["[Opening \"Bird\"]"]);
        assert!(tags(None).is_empty());
    }

    #[test]
    fn a_start_position_has_its_tags_and_numbers() {
        let fen = "4k3/8/8/8/8/8/4p3/4K2R b K - 3 31";
        let start = Some(fen.to_owned());
        let record = Record { start, ..record(&[], vec![recorded("e8e7", None), recorded("e1g1", None)]) };
        // The king may not castle out of check, so this is not a legal game.
        assert_eq!(write(&record, &TAGS), None);
        let record = Record { moves: vec![recorded("e8e7", None), recorded("e1e2", None)], ..record };
        let text = write(&record, &TAGS).unwrap();
        assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]")), "{text}");
        assert!(text.contains("31... Ke7 {1.234s 5120n} 32. Kxe2"), "{text}");
    }

    #[test]
    fn a_game_of_chess960_names_its_variant_and_castles() {
        let start = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1".to_owned();
        let moves = vec![recorded("f1g1", None), recorded("f8b8", None)];
        let shuffled =
            Record { variant: Variant::Chess960, start: Some(start.clone()), ..record(&[], moves) };
        let text = write(&shuffled, &TAGS).unwrap();
        let tags = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{start}\"]\n");
        assert!(text.contains(&tags) && text.contains("1. O-O {") && text.contains("1... O-O-O {"), "{text}");
        // The standard start position is also a start position of Chess960.
        let usual = Record { variant: Variant::Chess960, ..record(&[], vec![recorded("e2e4", None)]) };
        let text = write(&usual, &TAGS).unwrap();
        assert!(text.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rnbqkbnr/"), "{text}");
    }

    #[test]
    fn lines_are_wrapped_and_comments_are_closed() {
        let reason = "it said } and {\nmore".to_owned();
        let ending = Ending::Forfeit { verdict: FaultKind::Stall, reason };
        let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"].map(|m| recorded(m, Some(Score::Cp(5))));
        let text = write(&Record { ending, ..record(&[], moves.to_vec()) }, &TAGS).unwrap();
        assert!(text.lines().all(|line| line.chars().count() < WIDTH), "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count());
        assert!(text.contains("[Termination \"abandoned\"]"), "{text}");
    }
}
