//! The texts of the Positions screen: moves, scores, games, and the status of the scan.

use std::borrow::Cow;

use super::State;
use super::state::{player, studied};
use crate::disagreement::{Counterfactual, Entry, Undecided};
use crate::engine::evaluation::{Score, centipawns};
use crate::engine::quiescence::MATE;
use crate::tui::format::{cut_name, parameter_heading};
use crate::tui::playing::evaluation;
use crate::tui::prelude::*;

/// Formats a score in centipawns with its sign, or as `mate` or `mated`.
pub(super) fn score(score: Score) -> String {
    if score.abs() >= MATE {
        return if score > 0 { "mate" } else { "mated" }.to_owned();
    }
    signed(centipawns(score).into())
}

/// Formats a nonnegative score in centipawns without a sign, or as `mate`.
pub(super) fn unsigned_score(margin: Score) -> String {
    if margin >= MATE / 2 { "mate".to_owned() } else { thousands(centipawns(margin).unsigned_abs().into()) }
}

/// Describes how far a score is behind a higher one: by the difference of the numbers on screen, which are rounded.
fn behind(best: Score, score: Score) -> String {
    if best - score >= MATE / 2 {
        return format!("{} cp behind", unsigned_score(best - score));
    }
    match centipawns(best) - centipawns(score) {
        0 => "less than 1 cp behind".to_owned(),
        distance => format!("{} cp behind", thousands(distance.unsigned_abs().into())),
    }
}

/// Formats an ordinal number: 4 as `4th`.
pub(super) fn ordinal(number: u64) -> String {
    let suffix = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// Formats a move in standard algebraic notation.
pub(super) fn san(entry: &Entry, m: Move) -> String {
    moves::san(entry.position(), m)
}

/// The most cells of a player's name as the label of a move.
const PLAYER: usize = 24;

/// Returns the label of the right move: the player's in a game of programs, the grandmaster's (EPD opcode `sm`), or the
/// best one (`bm`).
pub(super) fn right_name(entry: &Entry) -> Cow<'static, str> {
    match entry.mover().filter(|_| entry.is_of_programs()) {
        _ if entry.record().moves("sm").is_empty() => "best move".into(),
        Some(player) => cut(player, PLAYER).into(),
        None => "grandmaster".into(),
    }
}

/// Like [`right_name`], as a heading.
pub(super) fn right_short(entry: &Entry) -> &'static str {
    match entry.record().moves("sm") {
        [] => "best",
        _ if entry.is_of_programs() => "played",
        _ => "gm",
    }
}

/// Returns the surnames of the players, the position's id, or its line number in the file.
pub(super) fn players(entry: &Entry) -> String {
    let surname = |name: &str| name.split(',').next().unwrap_or(name).trim().to_owned();
    match entry.players() {
        Some(players) => players.split(" – ").map(surname).collect::<Vec<_>>().join(" – "),
        None => entry.id().map_or_else(|| format!("line {}", entry.line), str::to_owned),
    }
}

/// Returns the year of the game if the date contains it.
pub(super) fn year(entry: &Entry) -> Option<&str> {
    entry.date()?.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Describes the game: players, event and year. Without room the event is left out.
pub(super) fn game(entry: &Entry, room: usize) -> String {
    let with_event = |event: &str| format!("{}, {event}", players(entry));
    let with_year = |text: String| match year(entry).filter(|year| !text.contains(year)) {
        Some(year) => format!("{text} {year}"),
        None => text,
    };
    let long = entry.event().map(with_event).map(with_year).filter(|text| text.cells() <= room);
    long.unwrap_or_else(|| with_year(players(entry)))
}

/// Describes the position and the moves, as lines for the text beside the board.
pub(super) fn description(
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
        let moves = state.candidate().map_or_else(String::new, |candidate| {
            let line = [&candidate.san].into_iter().chain(&candidate.line_san);
            line.take(state.steps).map(String::as_str).collect::<Vec<_>>().join(" ")
        });
        add(format!("after {moves}"), Role::Title);
        add(format!("ply {} of {} of the line; ← →", state.steps, state.line_len()), Role::Dim);
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
        let apart = unsigned_score(distance.apart());
        add(format!("mentor {mentor}, organism {own} for White"), Role::Title);
        add(format!("{apart} cp apart"), Role::Title);
    }
    let moves = entry.moves.iter().map(|m| san(entry, *m)).collect::<Vec<_>>().join(", ");
    add(format!("( ) {} {moves}", right_name(entry)), Role::Grandmaster);
    if let Some(why) = state.scan.explanation() {
        let (own, right) = (&why.candidates[0], &why.candidates[why.right]);
        if why.agrees() {
            add(format!("[ ] organism {} ✓ the same", own.san), Role::Subject);
        } else {
            add(format!("[ ] organism {}", own.san), Role::Subject);
            let rank = ordinal(why.right as u64 + 1);
            let distance = match own.score == right.score {
                true => "equal in score; a fixed order decides".to_owned(),
                false => behind(own.score, right.score),
            };
            add(format!("{} ranks {rank} of {}, {distance}", right.san, why.candidates.len()), Role::Text);
        }
    }
    if let Some(m) = model.rival().and(state.scan.rival_move()) {
        let mark = if entry.moves.contains(&m) { " ✓" } else { "" };
        add(format!("{{ }} rival {}{mark}", san(entry, m)), Role::Rival);
    }
    lines
}

/// Describes the moves in one line.
pub(super) fn short_description(state: &State, entry: &Entry) -> String {
    let right = format!("( ) {}", entry.san);
    match state.scan.explanation() {
        Some(why) => {
            let rank = ordinal(why.right as u64 + 1);
            format!("{right}  [ ] {}  rank {rank} of {}", why.candidates[0].san, why.candidates.len())
        }
        None => right,
    }
}

/// Returns the name of a parameter.
pub(super) fn parameter(state: &State, model: &Model, index: usize) -> String {
    let subject = studied(state, model);
    let parameter = subject.as_ref().and_then(|subject| subject.evaluated().0.parameters.get(index));
    parameter.map(|parameter| parameter_name(&parameter.name)).unwrap_or_default()
}

/// Returns the name of a parameter, shortened if it does not fit into `width` cells.
pub(super) fn fitting_parameter(state: &State, model: &Model, index: usize, width: usize) -> String {
    let subject = studied(state, model);
    let parameters = subject.as_ref().map_or(&[][..], |subject| &subject.evaluated().0.parameters);
    let Some(parameter) = parameters.get(index) else { return String::new() };
    let name = parameter_name(&parameter.name);
    // Whole words without the last one are better than an ellipsis, but parts of words are not.
    let short = parameter_heading(&parameter.name);
    let is_start = name.strip_prefix(&short).is_some_and(|rest| rest.starts_with(' '));
    match () {
        () if name.cells() <= width => name,
        () if is_start && short.cells() <= width => short,
        () => cut_name(&name, width),
    }
}

/// Returns the value of a parameter.
pub(super) fn value(state: &State, model: &Model, index: usize) -> i32 {
    studied(state, model).and_then(|subject| subject.evaluated().1.get(index).copied()).unwrap_or(0)
}

/// Describes the meaning of a parameter.
pub(super) fn meaning(state: &State, model: &Model, index: usize) -> String {
    studied(state, model).map_or_else(String::new, |subject| evaluation::meaning(&subject, index))
}

/// Describes the effect of a changed value, and its cost.
pub(super) fn counterfactual(state: &State, model: &Model, change: &Counterfactual) -> String {
    let name = parameter(state, model, change.parameter);
    let plays = state.entry().map_or("the right move", |entry| entry.san.as_str());
    let value = value(state, model, change.parameter);
    let start = format!("{name} {value} → {}: plays {plays}", change.value);
    match change.cost {
        Some((won, lost)) => {
            let net = signed(i64::from(won) - i64::from(lost));
            format!("{start}; of the others it wins {won} and loses {lost} ({net})")
        }
        None => format!("{start}; counting the other changes…"),
    }
}

/// Returns why the difference of two scores has no contributions.
pub(super) fn undecided(undecided: Undecided) -> &'static str {
    match undecided {
        Undecided::Mate => "one of the lines ends in mate, which has no parameters",
        Undecided::Draw => "one of the moves ends the game in a draw, which has no parameters",
    }
}

/// Describes the subject's agreement, and the effect of its edits.
pub(super) fn agreement(state: &State, model: &Model) -> (String, Role) {
    let scan = &state.scan;
    let Some(now) = scan.answers(OrganismRole::Subject) else {
        let has_organism = studied(state, model).is_some();
        return (if has_organism { scan_status(state, model) } else { String::new() }, Role::Dim);
    };
    let total = thousands(now.len() as u64);
    let count = |number: usize| thousands(number as u64);
    let draft = model.selection.draft.as_ref();
    let base = draft.and_then(|draft| scan.remembered(&player(model, draft.base())));
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

/// Describes the status of the scan while the answers are not known.
pub(super) fn scan_status(state: &State, model: &Model) -> String {
    let scan = &state.scan;
    match (scan.load_result(), scan.progress(), scan.failure()) {
        (_, _, Some(error)) => format!("✗ {error}"),
        _ if studied(state, model).is_none() => "no organism is measured yet".to_owned(),
        (None, ..) => "reading the positions…".to_owned(),
        (Some(Err(_)), ..) => "the positions cannot be read".to_owned(),
        (_, Some((task, done, total)), _) => format!("{task}, {} %", 100 * done / total.max(1)),
        (_, None, None) => "counting…".to_owned(),
    }
}

/// Returns why a position has no explanation.
pub(super) fn no_explanation(state: &State, model: &Model) -> String {
    let scan = &state.scan;
    match (studied(state, model), state.entry(), scan.failure()) {
        (None, ..) => "no organism is measured yet".to_owned(),
        (_, None, _) => "no position is selected".to_owned(),
        (.., Some(error)) => format!("✗ {error}"),
        (Some(_), Some(_), None) => "…".to_owned(),
    }
}

/// Draws a message if the positions are not read. Returns whether it does.
pub(super) fn draw_missing_positions(draw: &mut Draw<'_>, state: &State, area: Rect) -> bool {
    match state.scan.load_result() {
        Some(Ok(_)) => false,
        Some(Err(error)) => {
            let rest = paragraph(draw, area, &format!("✗ {error}"), Role::Error);
            paragraph(draw, below(rest, 1), "Ctrl-O loads other positions", Role::Text);
            true
        }
        None => {
            paragraph(draw, area, "reading the positions…", Role::Dim);
            true
        }
    }
}

/// Returns the status of the survey for the last row of the list: an error, the progress, or the name of a pinned
/// champion. The second value is the share that is done. Without room the text has only the share.
pub(super) fn survey_status(state: &State, model: &Model, width: u16) -> Option<(String, Option<f64>)> {
    let scan = &state.scan;
    if let Some(error) = scan.failure() {
        return Some((format!("✗ {error}"), None));
    }
    if studied(state, model).is_none() {
        return Some(("no organism is measured yet".to_owned(), None));
    }
    let Some((task, done, total)) = scan.progress() else {
        let pinned = state.pinned.as_ref()?;
        let is_outdated = model.subject().is_some_and(|newest| newest.values != pinned.values);
        let text = || format!("of {}; Space pauses and shows the newest", model.name_of(pinned));
        return is_outdated.then(|| (text(), None));
    };
    let left = scan.timing(model.now).and_then(|timing| timing.left_text());
    let left = left.map_or_else(String::new, |left| format!(" · {left}"));
    let share = done as f64 / total.max(1) as f64;
    let long = format!("{task} {} of {}{left}", thousands(done), thousands(total));
    let text = match long.cells() + 2 > usize::from(width) {
        true => format!("{} {:.0} %", task.split_once(' ').map_or(task, |(_, what)| what), 100.0 * share),
        false => long,
    };
    Some((text, Some(share)))
}

/// Draws a status line, with a bar if the share that is done is known.
pub(super) fn draw_progress(draw: &mut Draw<'_>, line: Rect, text: &str, share: Option<f64>) {
    let role = if share.is_some() || !text.starts_with('✗') { Role::Dim } else { Role::Error };
    let text = cut(text, usize::from(line.width.saturating_sub(2)));
    draw.text(line.x + 1, line.y, line.width.saturating_sub(1), &text, role);
    let x = line.x + 2 + text.cells() as u16;
    if let Some(share) = share.filter(|_| x + 6 < line.right()) {
        bars::horizontal(draw, x, line.y, line.right() - x - 1, share, Role::Organism);
    }
}

/// Draws a message for an empty list.
pub(super) fn draw_no_matches(draw: &mut Draw<'_>, state: &State, area: Rect) {
    let rest = paragraph(draw, area, "no positions match", Role::Title);
    let text = if state.is_filtered() {
        "Esc shows the disagreements again, F changes the filter"
    } else {
        "the subject agrees with every move; F lists other outcomes"
    };
    paragraph(draw, rest, text, Role::Text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_is_that_of_the_rounded_scores() {
        let (best, other) = (16 * 508 - 7, 16 * 505 + 7);
        let shown = [best, other].map(score);
        assert_eq!(
            (shown, behind(best, other).as_str()),
            (["+508", "+505"].map(str::to_owned), "3 cp behind")
        );
        assert_eq!(behind(best, best - 1), "less than 1 cp behind");
    }

    #[test]
    fn scores_have_a_sign_and_ordinals_a_suffix() {
        assert_eq!([score(400), score(-400), score(0), score(MATE)], ["+25", "−25", "0", "mate"]);
        assert_eq!(
            [1, 2, 3, 4, 11, 12, 21].map(ordinal),
            ["1st", "2nd", "3rd", "4th", "11th", "12th", "21st"]
        );
    }
}
