//! Moves, scores, games and findings in words.

use ratatui::layout::Rect;
use shakmaty::{Chess, Color, Move, Position};

use super::State;
use super::state::{player, studied};
use crate::disagreement::{Counterfactual, Entry, Part, Undecided};
use crate::engine::evaluation::{Score, centipawns};
use crate::engine::quiescence::MATE;
use crate::positions::moves;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, parameter_name, percent, signed, thousands, wrap};
use crate::tui::model::Model;
use crate::tui::playing::evaluation;
use crate::tui::theme::Role;
use crate::tui::widgets::bars;

/// A score in centipawns with its sign; mates by name.
pub(super) fn score(score: Score) -> String {
    if score.abs() >= MATE {
        return if score > 0 { "mate" } else { "mated" }.to_owned();
    }
    signed(centipawns(score).into())
}

/// The same without a sign.
pub(super) fn plain(margin: Score) -> String {
    if margin >= MATE / 2 { "mate".to_owned() } else { thousands(centipawns(margin).unsigned_abs().into()) }
}

/// `4` as `4th`.
pub(super) fn ordinal(number: u64) -> String {
    let ending = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A move of the position in standard algebraic notation.
pub(super) fn san(entry: &Entry, m: Move) -> String {
    moves::san(entry.position(), m)
}

/// Who made the right move.
pub(super) fn right_name(entry: &Entry) -> &'static str {
    if entry.record().moves("sm").is_empty() { "best move" } else { "grandmaster" }
}

/// The same as a heading.
pub(super) fn right_short(entry: &Entry) -> &'static str {
    if entry.record().moves("sm").is_empty() { "best" } else { "gm" }
}

/// The players by surname, or the position's name in its suite, or its line.
pub(super) fn players(entry: &Entry) -> String {
    let surname = |name: &str| name.split(',').next().unwrap_or(name).trim().to_owned();
    match entry.players() {
        Some(players) => players.split(" – ").map(surname).collect::<Vec<_>>().join(" – "),
        None => entry.id().map_or_else(|| format!("line {}", entry.line), str::to_owned),
    }
}

/// The year, where the date tells it.
pub(super) fn year(entry: &Entry) -> Option<&str> {
    entry.date()?.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Who played, where and when.
pub(super) fn game(entry: &Entry) -> String {
    let mut text = players(entry);
    if let Some(event) = entry.event() {
        text += &format!(", {event}");
    }
    if let Some(year) = year(entry) {
        text += &format!(" {year}");
    }
    text
}

/// What is said beside the board.
pub(super) fn of_position(
    state: &State,
    model: &Model,
    entry: &Entry,
    position: &Chess,
    width: usize,
) -> Vec<(String, Role)> {
    let mut lines: Vec<(String, Role)> = Vec::new();
    let mut add = |text: String, role: Role| {
        lines.extend(wrap(&text, width.max(8)).into_iter().map(|line| (line, role)));
    };
    let turn = if position.turn() == Color::White { "White" } else { "Black" };
    if state.steps > 0 {
        let len = state.line_len();
        let line = state.study.explanation().and_then(|why| why.candidates.get(state.candidates.at));
        let told = line.map_or_else(String::new, |candidate| {
            let line =
                [candidate.san.as_str()].into_iter().chain(candidate.line_san.iter().map(String::as_str));
            line.take(state.steps).collect::<Vec<_>>().join(" ")
        });
        add(format!("after {told}"), Role::Title);
        add(format!("ply {} of {len} of this line; ← back, → on", state.steps), Role::Dim);
        return lines;
    }
    let mut first = format!("{turn} to move");
    if let Some(ply) = entry.ply {
        first += &format!(" · move {}", ply / 2 + 1);
    }
    if let Some(result) = entry.result() {
        first += &format!(" · {result}");
    }
    add(first, Role::Text);
    if let Some(distance) = state.distance() {
        let (mentor, own) = (score(distance.mentor), score(distance.own));
        let apart = plain(distance.apart());
        add(format!("mentor {mentor}, organism {own}: {apart} cp apart, White’s side"), Role::Title);
    }
    add(
        format!(
            "( ) {} {}",
            right_name(entry),
            entry.moves.iter().map(|m| san(entry, *m)).collect::<Vec<_>>().join(", ")
        ),
        Role::Grandmaster,
    );
    if let Some(why) = state.study.explanation() {
        let (own, right) = (&why.candidates[0], &why.candidates[why.right]);
        if why.agrees() {
            add(format!("[ ] organism {} ✓ the same", own.san), Role::Subject);
        } else {
            add(format!("[ ] organism {}", own.san), Role::Subject);
            let of = why.candidates.len();
            let place = ordinal(why.right as u64 + 1);
            let behind = if own.score == right.score {
                ", as high: of equals the first in a fixed order is played".to_owned()
            } else {
                format!(", {} cp behind", plain(own.score - right.score))
            };
            add(format!("it ranks {} {place} of {of}{behind}", right.san), Role::Text);
        }
    }
    if let Some(m) = model.rival().and(state.study.rival_move()) {
        let mark = if entry.moves.contains(&m) { " ✓" } else { "" };
        add(format!("{{ }} rival {}{mark}", san(entry, m)), Role::Rival);
    }
    lines
}

/// Both moves in one line.
pub(super) fn in_short(state: &State, entry: &Entry) -> String {
    let right = format!("( ) {}", entry.san);
    match state.study.explanation() {
        Some(why) => {
            let rank = ordinal(why.right as u64 + 1);
            format!("{right}  [ ] {}  rank {rank} of {}", why.candidates[0].san, why.candidates.len())
        }
        None => right,
    }
}

/// A parameter's name.
pub(super) fn parameter(state: &State, model: &Model, index: usize) -> String {
    let subject = studied(state, model);
    let known = subject.as_ref().and_then(|subject| subject.evaluated().0.parameters.get(index));
    known.map(|known| parameter_name(&known.name)).unwrap_or_default()
}

/// A parameter's value.
pub(super) fn value(state: &State, model: &Model, index: usize) -> i32 {
    studied(state, model).and_then(|subject| subject.evaluated().1.get(index).copied()).unwrap_or(0)
}

/// What a parameter means.
pub(super) fn meaning(state: &State, model: &Model, index: usize) -> String {
    studied(state, model).map_or_else(String::new, |subject| evaluation::meaning(&subject, index))
}

/// What a change would do, and at what price.
pub(super) fn remedy(state: &State, model: &Model, remedy: &Counterfactual) -> String {
    let subject = studied(state, model);
    let name = subject.as_ref().and_then(|subject| subject.evaluated().0.parameters.get(remedy.parameter));
    let name = name.map_or("", |known| known.name.as_str());
    let plays = state.entry().map_or("the right move", |entry| entry.san.as_str());
    let start = format!("{name} {} → {}: plays {plays}", value(state, model, remedy.parameter), remedy.value);
    match remedy.cost {
        Some((won, lost)) => {
            let net = signed(i64::from(won) - i64::from(lost));
            format!("{start}, wins {won} and loses {lost} others ({net})")
        }
        None => format!("{start}; counting what else it changes…"),
    }
}

/// Why a difference is not shared out.
pub(super) fn undecided(undecided: Undecided) -> &'static str {
    match undecided {
        Undecided::Mate => "one of the lines ends in mate, which no parameter weighs",
        Undecided::Draw => "one of the moves ends the game in a draw, which no parameter weighs",
    }
}

/// In how many positions the subject plays a right move, and what its edits changed.
pub(super) fn agreement(state: &State, model: &Model) -> (String, Role) {
    let study = &state.study;
    let Some(now) = study.answers(Part::Subject) else {
        return if studied(state, model).is_some() {
            (counting(state, model), Role::Dim)
        } else {
            (String::new(), Role::Dim)
        };
    };
    let total = thousands(now.len() as u64);
    let count = |number: usize| thousands(number as u64);
    let draft = model.selection.draft.as_ref();
    let base = draft.and_then(|draft| study.remembered(&player(model, draft.base())));
    match base {
        Some(base) => {
            let (won, lost) = (now.beyond(base), base.beyond(now));
            let net = won as i64 - lost as i64;
            let text = format!(
                "agreement {} → {} of {total} ({}: {} won, {} lost)",
                count(base.count()),
                count(now.count()),
                signed(net),
                count(won),
                count(lost)
            );
            (text, if net < 0 { Role::Bad } else { Role::Good })
        }
        None => {
            let share = percent(now.count() as f64, now.len() as u64);
            (format!("agreement {} of {total}, {share} %", count(now.count())), Role::Subject)
        }
    }
}

/// What is being done where answers are not there yet.
pub(super) fn counting(state: &State, model: &Model) -> String {
    let study = &state.study;
    match (study.opened(), study.progress(), study.failure()) {
        (_, _, Some(why)) => format!("✗ {why}"),
        _ if studied(state, model).is_none() => "no organism is measured yet".to_owned(),
        (None, ..) => "reading the positions…".to_owned(),
        (Some(Err(_)), ..) => "there are no positions".to_owned(),
        (_, Some((what, done, total)), _) => format!("{what}, {} %", 100 * done / total.max(1)),
        (_, None, None) => "counting…".to_owned(),
    }
}

/// What stands where a position is not explained.
pub(super) fn unexplained(state: &State, model: &Model) -> String {
    let study = &state.study;
    match (studied(state, model), state.entry(), study.failure()) {
        (None, ..) => "no organism is measured yet".to_owned(),
        (_, None, _) => "no position is chosen".to_owned(),
        (.., Some(why)) => format!("✗ {why}"),
        (Some(_), Some(_), None) => "…".to_owned(),
    }
}

/// What stands in the list's place while there is none; whether anything does.
pub(super) fn instead(draw: &mut Draw<'_>, state: &State, area: Rect) -> bool {
    match state.study.opened() {
        Some(Ok(_)) => false,
        Some(Err(why)) => {
            let rest = say(draw, area, &format!("✗ {why}"), Role::Error);
            let rest = Rect { y: rest.y + 1.min(rest.height), height: rest.height.saturating_sub(1), ..rest };
            say(draw, rest, "L loads other positions", Role::Text);
            true
        }
        None => {
            say(draw, area, "reading the positions…", Role::Dim);
            true
        }
    }
}

/// What takes long, with how much of it is done; a failure, too.
pub(super) fn survey(state: &State, model: &Model) -> Option<(String, Option<f64>)> {
    let study = &state.study;
    if let Some(why) = study.failure() {
        return Some((format!("✗ {why}"), None));
    }
    if studied(state, model).is_none() {
        return Some(("no organism is measured yet".to_owned(), None));
    }
    let Some((what, done, total)) = study.progress() else {
        let held = state.during.as_ref()?;
        let newer = model.subject().is_some_and(|now| now.values != held.values);
        return newer
            .then(|| (format!("of {}; Space pauses and brings the newest", model.name_of(held)), None));
    };
    let text = format!("{what} {} of {}", thousands(done), thousands(total));
    Some((text, Some(done as f64 / total.max(1) as f64)))
}

/// A line of progress.
pub(super) fn progress(draw: &mut Draw<'_>, line: Rect, text: &str, share: Option<f64>) {
    let role = if share.is_some() || !text.starts_with('✗') { Role::Dim } else { Role::Error };
    let text = cut(text, usize::from(line.width.saturating_sub(2)));
    draw.text(line.x + 1, line.y, line.width.saturating_sub(1), &text, role);
    let x = line.x + 2 + text.cells() as u16;
    if let Some(share) = share.filter(|_| x + 6 < line.right()) {
        bars::lying(draw, x, line.y, line.right() - x - 1, share, Role::Organism);
    }
}

/// The filter lists nothing: how to go on.
pub(super) fn nothing_found(draw: &mut Draw<'_>, state: &State, area: Rect) {
    let rest = say(draw, area, "no position is so", Role::Title);
    let text = if state.is_filtered() {
        "Esc shows the disagreements again, / changes the filter"
    } else {
        "the subject agrees with every move: d shows the positions"
    };
    say(draw, rest, text, Role::Text);
}

/// Writes a text into an area, broken into lines; what is left of the area.
pub(super) fn say(draw: &mut Draw<'_>, area: Rect, text: &str, role: Role) -> Rect {
    let lines = wrap(text, usize::from(area.width.saturating_sub(2)));
    let mut rest = area;
    for line in lines.iter().take(usize::from(area.height)) {
        draw.text(rest.x + 1, rest.y, rest.width.saturating_sub(1), line, role);
        rest = Rect { y: rest.y + 1, height: rest.height - 1, ..rest };
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_their_sign_and_ranks_their_ending() {
        assert_eq!([score(400), score(-400), score(0), score(MATE)], ["+25", "−25", "0", "mate"]);
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 21].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"]
        );
    }
}
