//! The pane of the results: the score and its statistics for two players, a crosstable for more.

use super::state::{MatchData, OpenMatch};
use super::{State, role, table};
use crate::arena::control::Control;
use crate::arena::standing::Test;
use crate::arena::tally::Tally;
use crate::session::MatchFolder;
use crate::statistics::Estimate;
use crate::statistics::sprt::Verdict;
use crate::tui::format::{cut_start, estimate, points, rounded};
use crate::tui::prelude::*;

/// The most rows of limits that differ between players.
const LIMIT_ROWS: usize = 2;

/// The most rows of the reason not to trust the result.
const DOUBT: u16 = 4;
/// The rows of the bars of game pairs, and the least height of the rest of a pane with them.
const BAR_ROWS: u16 = 3;
const WITH_BARS: u16 = 11;
/// The error in Elo from which on an estimate says nothing.
const TOO_FEW: f64 = 400.0;
/// The least width of a pane with all columns.
const WIDE: usize = 56;

/// Returns the height that the pane can use, with its border.
pub(super) fn height(data: &MatchData) -> u16 {
    let players = data.settings.players.len() as u16;
    let rows = match data.test {
        _ if players > 2 => players.saturating_add(6),
        Some(_) => 15 + BAR_ROWS,
        None => 13 + BAR_ROWS,
    };
    let doubt = if data.doubt().is_some() { DOUBT } else { 0 };
    let limits = if own_limits(data).is_some() { LIMIT_ROWS as u16 } else { 0 };
    rows.saturating_add(u16::from(data.repeated > 0)).saturating_add(doubt).saturating_add(limits)
}

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some((open, data)) = state.opened() else { return };
    let is_tournament = data.settings.players.len() > 2;
    let title = if is_tournament { "Standings" } else { "Score" };
    let inner = frame.open(draw, title, &files::name(&data.folder));
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    let mut lines = Lines::new(draw, inner);
    let width = usize::from(lines.width());
    lines.text(&progress(open, data, width), Role::Title);
    for line in own_limits(data).iter().flat_map(|text| wrap(text, width)).take(LIMIT_ROWS) {
        lines.text(&line, Role::Text);
    }
    // A test may end the match earlier.
    let timing = open.timing(model.now);
    let label = if timing.left.is_some() && data.test.is_some() { "at most " } else { "" };
    let times = model.times(&timing, width.saturating_sub(label.len()));
    if !times.is_empty() {
        lines.spans(&[(label, Role::Dim), (&times, Role::Text)]);
    }
    // The log contains the full text.
    if let Some(text) = data.doubt() {
        let (text, role) = match data.suspect {
            Some(_) => (format!("suspect: {text}"), Role::Bad),
            None => (text, Role::Warning),
        };
        let most = usize::from((inner.height / 3).clamp(1, DOUBT));
        wrap(&text, width).iter().take(most).for_each(|line| lines.text(line, role));
    }
    match data.repeated {
        0 => {}
        1 => lines.text("1 repeated game: not evidence", Role::Warning),
        copies => {
            lines.text(&format!("{} repeated games: not evidence", thousands(copies)), Role::Warning);
        }
    }
    if is_tournament {
        let rest = lines.rest();
        let [table, last] = split_top(rest, rest.height.saturating_sub(1));
        table::draw(lines.draw, data, table);
        lines = Lines::new(lines.draw, Rect { x: inner.x, width: inner.width, ..last });
    } else {
        two_players(&mut lines, data, width);
    }
    draw_pgn(&mut lines, data, width.saturating_sub(6));
}

/// Returns the limits and the tables of the players, if they differ.
fn own_limits(data: &MatchData) -> Option<String> {
    let limits = data.settings.limits();
    (limits != data.settings.control.to_string()).then_some(limits)
}

/// Returns the parts of the progress that fit, most important first.
fn progress(open: &OpenMatch, data: &MatchData, width: usize) -> String {
    let mut parts =
        vec![format!("{} of {} games", thousands(data.games.len() as u64), thousands(data.plan.games()))];
    if own_limits(data).is_none() {
        parts.push(match data.settings.control {
            Control::Nodes(nodes) => format!("{} nodes a move", thousands(nodes)),
            control => control.to_string(),
        });
    }
    if open.stage.is_busy() {
        let boards = if open.threads == 1 { "1 board" } else { &format!("{} boards", open.threads) };
        parts.push(boards.to_owned());
    }
    parts.extend(open.games_per_hour().map(|rate| format!("{} games/h", rounded(rate))));
    let mut line = open.stage.label().to_owned();
    for part in parts {
        if line.cells() + 3 + part.cells() <= width {
            line += &format!(" · {part}");
        }
    }
    line
}

/// Draws the path of the file of games.
fn draw_pgn(lines: &mut Lines<'_, '_>, data: &MatchData, room: usize) {
    let path = MatchFolder::pgn_path(&data.folder).display().to_string();
    let hint = if data.is_ended { " · x writes a copy" } else { ", at the end · x writes it now" };
    let hint = if path.cells() + hint.cells() <= room { hint } else { "" };
    let path = cut_start(&path, room.saturating_sub(hint.cells()));
    lines.spans(&[("PGN   ", Role::Title), (&path, Role::Text), (hint, Role::Dim)]);
}

fn two_players(lines: &mut Lines<'_, '_>, data: &MatchData, width: usize) {
    let tally = data.standings.tallies().first().cloned().unwrap_or_default();
    let [lost, drawn, won] = tally.games();
    let (scored, games) = tally.score();
    let is_wide = width >= WIDE;
    let name = width.saturating_sub(if is_wide { 40 } else { 26 }).clamp(8, 28);
    let counts = if is_wide { "   won drawn  lost   ✗" } else { "  + = −" };
    lines.text(&format!("{} {:>7} {:>6}{counts}", left("", name), "points", "%"), Role::Dim);
    for (player, score, won, lost) in [(0, scored, won, lost), (1, games as f64 - scored, lost, won)] {
        let faults = data.standings.faults().get(player).copied().unwrap_or(0);
        let counts = match is_wide {
            true => format!(" {won:>5} {drawn:>5} {lost:>5} {faults:>3}"),
            false => format!("  {won} {drawn} {lost}"),
        };
        let numbers = format!(" {:>7} {:>6}{counts}", points(score), percent(score, games));
        lines.spans(&[(&left(data.name(player), name), role(player)), (&numbers, Role::Text)]);
    }
    result_bar(lines, [won, drawn, lost]);
    pair_counts(lines, tally.pairs());
    elo_lines(lines, &tally, width);
    if let Some(test) = &data.test {
        sprt_lines(lines, test, data.is_exhausted(), width);
    }
}

/// Draws the wins, draws and losses as one bar.
fn result_bar(lines: &mut Lines<'_, '_>, [won, drawn, lost]: [u64; 3]) {
    let width = usize::from(lines.width().min(64));
    let all = won + drawn + lost;
    if all == 0 {
        return lines.text(&"·".repeat(width), Role::Border);
    }
    let cells = |count: u64| (count as f64 / all as f64 * width as f64).round() as usize;
    let (first, middle) = (cells(won), cells(won + drawn));
    lines.spans(&[
        (&"█".repeat(first), role(0)),
        (&"▒".repeat(middle - first), Role::Dim),
        (&"░".repeat(width - middle), role(1)),
    ]);
}

/// Draws the pentanomial distribution: a bar for the number of game pairs with 0, ½, 1, 1½ and 2 points.
fn pair_counts(lines: &mut Lines<'_, '_>, pairs: [u64; 5]) {
    let rows = if lines.rest().height >= WITH_BARS { BAR_ROWS } else { 0 };
    let width = bars::bar_width(lines.width().saturating_sub(8), pairs.len());
    let number = |text: String| format!("{text:^width$}", width = usize::from(width));
    let [bars_area, _] = split_top(lines.rest(), rows);
    let chart =
        Rect { x: bars_area.x + 8, width: (5 * width).min(bars_area.width.saturating_sub(8)), ..bars_area };
    bars::vertical(lines.draw, chart, &pairs, Role::Organism);
    for _ in 0..rows {
        lines.next();
    }
    let counts = pairs.map(|count| number(thousands(count))).concat();
    lines.spans(&[("pairs   ", Role::Title), (&counts, Role::Text)]);
    let names = ["0", "½", "1", "1½", "2"].map(|name| number(name.to_owned())).concat();
    lines.spans(&[("points  ", Role::Dim), (&names, Role::Dim)]);
}

/// Returns an estimate with its error, or says that there are too few games for one.
fn elo_text(value: Option<f64>, error: Option<f64>) -> String {
    let is_known = value.is_none() || error.is_some_and(|error| error < TOO_FEW);
    if is_known { estimate(value, error) } else { "too few games".to_owned() }
}

/// Draws Elo with its error, also as a bar, and normalized Elo, the likelihood of superiority and the draw rate.
fn elo_lines(lines: &mut Lines<'_, '_>, tally: &Tally, width: usize) {
    let trials = tally.trials();
    let (elo, error) = (trials.elo(), trials.elo_error());
    let rest = lines.spans(&[("Elo   ", Role::Title), (&left(&elo_text(elo, error), 16), Role::Text)]);
    let is_known = error.is_some_and(|error| error < TOO_FEW);
    if let (Some(value), Some(rest)) = (elo.filter(|_| is_known), rest.filter(|rest| rest.width >= 24)) {
        elo_bar(lines.draw, rest, Estimate { value, error });
    }
    let normalized = trials.normalized_elo();
    let nelo = elo_text(normalized.map(|found| found.value), normalized.and_then(|found| found.error));
    let los = trials.superiority().map_or_else(|| "–".to_owned(), |los| format!("{:.1} %", 100.0 * los));
    let [lost, drawn, won] = tally.games();
    let draws = format!("{} %", percent(drawn as f64, lost + drawn + won));
    let first = [("nElo  ", Role::Title), (&*left(&nelo, 16), Role::Text)];
    // In a narrow pane, the rest is on its own row.
    let los_title = if width >= WIDE { "LOS " } else { "LOS   " };
    let (los, last) = (left(&los, 9), [("draws ", Role::Title), (&*draws, Role::Text)]);
    let second = [[(los_title, Role::Title), (&*los, Role::Text)], last].concat();
    if width >= WIDE {
        lines.spans(&[&first[..], &second].concat());
    } else {
        lines.spans(&first);
        lines.spans(&second);
    }
}

/// Draws an estimate as a bar on a scale centered at 0.
fn elo_bar(draw: &mut Draw<'_>, line: Rect, found: Estimate) {
    let bound = bars::elo_bound(found.ends().map(f64::abs).into_iter().fold(0.0, f64::max));
    let (low, high) = (format!("−{bound} "), format!(" +{bound}"));
    let [least, most] = [&low, &high].map(|end| end.cells() as u16);
    let width = line.width.min(60).saturating_sub(least + most);
    let x = draw.spans(line.x, line.y, least, &[(&low, Role::Dim)]);
    bars::elo_interval(draw, Rect { x, width, ..line }, found, bound, Role::Organism);
    draw.text(x + width, line.y, most, &high, Role::Dim);
}

/// Draws the log-likelihood ratio of the test between its bounds.
fn sprt_lines(lines: &mut Lines<'_, '_>, test: &Test, is_exhausted: bool, width: usize) {
    let ratio = test.sprt().ratio(&test.trials());
    let (verdict, role) = match test.verdict() {
        Verdict::Open if is_exhausted => ("undecided", Role::Warning),
        verdict => {
            let text = match verdict {
                Verdict::Open => "open",
                Verdict::H0 => "H0 accepted",
                Verdict::H1 => "H1 accepted",
            };
            (text, bars::verdict_role(verdict))
        }
    };
    let text = format!("LLR {ratio:.2}, {verdict}").replace('-', "−");
    let Some(rest) = lines.spans(&[("SPRT  ", Role::Title), (&left(&text, 25), role)]) else { return };
    bars::sprt(lines.draw, rest, test.sprt(), ratio, role);
    let reason = if is_exhausted { "openings exhausted · " } else { "" };
    for line in clauses(&format!("{reason}{}", test.sprt()), width.saturating_sub(6)) {
        lines.text(&format!("      {line}"), Role::Dim);
    }
}

/// Breaks a text into lines of at most `width` cells after commas; a longer clause is broken at spaces.
fn clauses(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for clause in text.split_inclusive(", ") {
        match lines.last_mut() {
            Some(line) if line.cells() + clause.trim_end().cells() <= width => *line += clause,
            _ => lines.push(clause.to_owned()),
        }
    }
    lines.iter().flat_map(|line| wrap(line.trim_end(), width)).collect()
}
