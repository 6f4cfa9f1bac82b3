//! The pane of the results: the score and its statistics for two players, a crosstable for more.

use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Margin, Rect};

use super::state::{MatchData, OpenMatch};
use super::{Frame, progress, role, table};
use crate::arena::standing::Test;
use crate::arena::statistics::Estimate;
use crate::arena::statistics::sprt::Verdict;
use crate::arena::tally::Tally;
use crate::files;
use crate::session::MatchFolder;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, cut_start, estimate, left, percent, points, right, thousands, wrap};
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::bars;

/// The most rows of the reason not to trust the result.
const DOUBT: u16 = 4;

/// Returns the height that the pane can use, with its border.
pub(super) fn height(data: &MatchData) -> u16 {
    let players = data.settings.players.len() as u16;
    let rows = match data.test {
        _ if players > 2 => players.saturating_add(6),
        Some(_) => 15,
        None => 13,
    };
    let doubt = if data.doubt().is_some() { DOUBT } else { 0 };
    rows.saturating_add(u16::from(data.repeated > 0)).saturating_add(doubt)
}

/// Draws the pane.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, open: &OpenMatch, data: &MatchData, frame: Frame) {
    let title = if data.settings.players.len() > 2 { "Standings" } else { "Score" };
    let folder = files::name(&data.folder);
    let inner = frame.open(draw, title, &folder);
    if inner.height < 2 || inner.width < 20 {
        return;
    }
    let mut rows = Rows { area: inner.inner(Margin::new(1, 0)), used: 0 };
    let mut line = String::new();
    for part in progress(open, data) {
        let longer = if line.is_empty() { part.clone() } else { format!("{line} · {part}") };
        if longer.cells() <= usize::from(rows.area.width) {
            line = longer;
        }
    }
    if let Some(row) = rows.next() {
        draw.text(row.x, row.y, row.width, &line, Role::Title);
    }
    draw_times(draw, model, open, data, &mut rows);
    draw_doubt(draw, data, &mut rows);
    if data.repeated > 0
        && let Some(row) = rows.next()
    {
        let copies = match data.repeated {
            1 => "1 repeated game".to_owned(),
            copies => format!("{} repeated games", thousands(copies)),
        };
        let text = format!("{copies}: not evidence");
        draw.text(row.x, row.y, row.width, &text, Role::Warning);
    }
    if data.settings.players.len() > 2 {
        let rest = Rect { y: rows.area.y + rows.used, height: rows.area.height - rows.used, ..rows.area };
        let [table, last] = Layout::vertical([Fill(1), Length(1)]).areas(rest);
        table::draw(draw, data, table);
        return draw_pgn(draw, data, last);
    }
    two_players(draw, data, &mut rows);
    if let Some(row) = rows.next() {
        draw_pgn(draw, data, row);
    }
}

/// Draws the time left, the time of the end and the time played. A test may end the match earlier.
fn draw_times(draw: &mut Draw<'_>, model: &Model, open: &OpenMatch, data: &MatchData, rows: &mut Rows) {
    let timing = open.timing(model.now);
    let label = if timing.left.is_some() && data.test.is_some() { "at most " } else { "" };
    let times = model.times(&timing, usize::from(rows.area.width).saturating_sub(label.len()));
    if times.is_empty() {
        return;
    }
    if let Some(row) = rows.next() {
        draw.spans(row.x, row.y, row.width, &[(label, Role::Dim), (&times, Role::Text)]);
    }
}

/// Draws the path of the file of games.
fn draw_pgn(draw: &mut Draw<'_>, data: &MatchData, row: Rect) {
    let path = MatchFolder::pgn_path(&data.folder).display().to_string();
    let room = usize::from(row.width).saturating_sub(6);
    let hint = if data.is_ended { " · w writes a copy" } else { ", at the end · w writes it now" };
    let hint = if path.cells() + hint.cells() <= room { hint } else { "" };
    let path = cut_start(&path, room.saturating_sub(hint.cells()));
    draw.spans(row.x, row.y, row.width, &[("PGN   ", Role::Title), (&path, Role::Text), (hint, Role::Dim)]);
}

/// Draws the reason not to trust the result, in at most a third of the pane. The log contains the full text.
fn draw_doubt(draw: &mut Draw<'_>, data: &MatchData, rows: &mut Rows) {
    let Some(text) = data.doubt() else { return };
    let (text, role) =
        if data.suspect.is_some() { (format!("suspect: {text}"), Role::Bad) } else { (text, Role::Warning) };
    let most = (rows.area.height / 3).clamp(1, DOUBT);
    for line in wrap(&text, usize::from(rows.area.width)).into_iter().take(usize::from(most)) {
        if let Some(row) = rows.next() {
            draw.text(row.x, row.y, row.width, &line, role);
        }
    }
}

/// Hands out the rows of an area from top to bottom.
struct Rows {
    area: Rect,
    used: u16,
}

impl Rows {
    fn next(&mut self) -> Option<Rect> {
        let y = self.area.y + self.used;
        (self.used < self.area.height).then(|| {
            self.used += 1;
            Rect { y, height: 1, ..self.area }
        })
    }
}

fn two_players(draw: &mut Draw<'_>, data: &MatchData, rows: &mut Rows) {
    let tally = data.standings.tallies().first().cloned().unwrap_or_default();
    let [lost, drawn, won] = tally.games();
    let (scored, games) = tally.score();
    let width = usize::from(rows.area.width);
    let wide = width >= 56;
    let name = width.saturating_sub(if wide { 40 } else { 26 }).clamp(8, 28);
    if let Some(row) = rows.next() {
        let counts = if wide { "   won drawn  lost   ✗" } else { "  + = −" };
        let text = format!("{} {:>7} {:>6}{counts}", left("", name), "points", "%");
        draw.text(row.x, row.y, row.width, &text, Role::Dim);
    }
    let sides = [(0, scored, won, lost), (1, games as f64 - scored, lost, won)];
    for (player, score, won, lost) in sides {
        let Some(row) = rows.next() else { return };
        let faults = data.standings.faults().get(player).copied().unwrap_or(0);
        let counts = if wide {
            format!(" {won:>5} {drawn:>5} {lost:>5} {faults:>3}")
        } else {
            format!("  {won} {drawn} {lost}")
        };
        let numbers = format!(" {:>7} {:>6}{counts}", points(score), percent(score, games));
        let player_name = left(&cut(data.name(player), name), name);
        draw.spans(row.x, row.y, row.width, &[(&player_name, role(player)), (&numbers, Role::Text)]);
    }
    result_bar(draw, rows, [won, drawn, lost]);
    pair_counts(draw, rows, &tally);
    elo_lines(draw, rows, &tally);
    if let Some(test) = &data.test {
        sprt_lines(draw, rows, test, data.is_exhausted());
    }
}

/// Draws the wins, draws and losses as one bar.
fn result_bar(draw: &mut Draw<'_>, rows: &mut Rows, [won, drawn, lost]: [u64; 3]) {
    let Some(row) = rows.next() else { return };
    let all = (won + drawn + lost).max(1);
    let width = usize::from(row.width.min(64));
    let cells = |count: u64| (count as f64 / all as f64 * width as f64).round() as usize;
    let (first, middle) = (cells(won), cells(won + drawn));
    let parts = [
        ("█", first, role(0)),
        ("▒", middle.saturating_sub(first), Role::Dim),
        ("░", width.saturating_sub(middle), role(1)),
    ];
    if won + drawn + lost == 0 {
        draw.text(row.x, row.y, row.width, &"·".repeat(width), Role::Border);
        return;
    }
    let texts: Vec<String> = parts.iter().map(|(mark, count, _)| mark.repeat(*count)).collect();
    let spans: Vec<(&str, Role)> =
        texts.iter().zip(&parts).map(|(text, (.., role))| (text.as_str(), *role)).collect();
    draw.spans(row.x, row.y, row.width, &spans);
}

/// Draws the pentanomial distribution: the number of game pairs by points.
fn pair_counts(draw: &mut Draw<'_>, rows: &mut Rows, tally: &Tally) {
    let pairs = tally.pairs();
    let most = pairs.iter().copied().max().unwrap_or(0).max(1);
    let Some(heading) = rows.next() else { return };
    let width = usize::from((heading.width.saturating_sub(6) / 5).min(13));
    let cell = |text: String| right(&text, width);
    let names: String = ["0", "0.5", "1", "1.5", "2"].map(|name| cell(name.to_owned())).concat();
    draw.spans(heading.x, heading.y, heading.width, &[("pairs ", Role::Title), (&names, Role::Dim)]);
    let Some(row) = rows.next() else { return };
    for (index, count) in pairs.iter().enumerate() {
        let x = row.x + 6 + (index * width) as u16;
        let number = thousands(*count);
        let bar = width.saturating_sub(number.cells() + 2) as u16;
        let full = (*count as f64 / most as f64 * f64::from(bar)).round() as usize;
        draw.text(x, row.y, width as u16, &right(&number, width), Role::Text);
        draw.text(x + 1, row.y, bar, &"▄".repeat(full), Role::Organism);
    }
}

/// Draws Elo with its error, also as a bar, and normalized Elo, the likelihood of superiority and the draw rate.
fn elo_lines(draw: &mut Draw<'_>, rows: &mut Rows, tally: &Tally) {
    let trials = tally.trials();
    let (elo, error) = (trials.elo(), trials.elo_error());
    let Some(row) = rows.next() else { return };
    let text = left(&estimate(elo, error), 16);
    let x = draw.spans(row.x, row.y, row.width, &[("Elo   ", Role::Title), (&text, Role::Text)]);
    let room = row.right().saturating_sub(x);
    if let (Some(value), true) = (elo, room >= 24) {
        elo_bar(draw, Rect { x, width: room, ..row }, Estimate { value, error });
    }
    let Some(row) = rows.next() else { return };
    let normalized = trials.normalized_elo();
    let nelo = estimate(normalized.map(|found| found.value), normalized.and_then(|found| found.error));
    let los = trials.superiority().map_or_else(|| "–".to_owned(), |los| format!("{:.1} %", 100.0 * los));
    let [lost, drawn, won] = tally.games();
    let draws = format!("{} %", percent(drawn as f64, lost + drawn + won));
    draw.spans(row.x, row.y, row.width, &[("nElo  ", Role::Title), (&left(&nelo, 16), Role::Text)]);
    // In a narrow pane, the rest is on its own row.
    let wide = row.width >= 56;
    let Some(line) =
        (if wide { Some(Rect { x: row.x + 22, width: row.width - 22, ..row }) } else { rows.next() })
    else {
        return;
    };
    draw.spans(
        line.x,
        line.y,
        line.width,
        &[
            (if wide { "LOS " } else { "LOS   " }, Role::Title),
            (&left(&los, 9), Role::Text),
            ("draws ", Role::Title),
            (&draws, Role::Text),
        ],
    );
}

/// Draws an estimate as a bar on a scale centered at 0.
fn elo_bar(draw: &mut Draw<'_>, line: Rect, found: Estimate) {
    let bound = bars::elo_bound(found.ends().map(f64::abs).into_iter().fold(0.0, f64::max));
    let (low, high) = (format!("−{bound} "), format!(" +{bound}"));
    let ends = [&low, &high].map(|end| end.cells() as u16);
    let width = line.width.min(60).saturating_sub(ends[0] + ends[1]);
    draw.text(line.x, line.y, ends[0], &low, Role::Dim);
    bars::elo_interval(draw, Rect { x: line.x + ends[0], width, ..line }, found, bound, Role::Organism);
    draw.text(line.x + ends[0] + width, line.y, ends[1], &high, Role::Dim);
}

/// Draws the log-likelihood ratio of the test between its bounds.
fn sprt_lines(draw: &mut Draw<'_>, rows: &mut Rows, test: &Test, exhausted: bool) {
    let Some(row) = rows.next() else { return };
    let (low, high) = test.sprt().bounds();
    let ratio = test.sprt().ratio(&test.trials());
    let (verdict, role) = match test.verdict() {
        Verdict::Open if exhausted => ("undecided", Role::Warning),
        Verdict::Open => ("open", Role::Text),
        Verdict::H0 => ("H0 accepted", Role::Bad),
        Verdict::H1 => ("H1 accepted", Role::Good),
    };
    let text = format!("LLR {ratio:.2}, {verdict}").replace('-', "−");
    let x = draw.spans(row.x, row.y, row.width, &[("SPRT  ", Role::Title), (&left(&text, 25), role)]);
    let (least, most) = (format!("{low:.2} ").replace('-', "−"), format!(" {high:.2}"));
    let room = row.right().saturating_sub(x).min(44).saturating_sub((least.cells() + most.cells()) as u16);
    if room >= 8 {
        let after = draw.spans(x, row.y, row.width, &[(&least, Role::Dim)]);
        bars::horizontal(draw, after, row.y, room, (ratio - low) / (high - low), role);
        draw.text(after + room, row.y, most.cells() as u16, &most, Role::Dim);
    }
    let reason = if exhausted { "openings exhausted · " } else { "" };
    for line in clauses(&format!("{reason}{}", test.sprt()), usize::from(row.width.saturating_sub(6))) {
        let Some(row) = rows.next() else { return };
        draw.text(row.x + 6, row.y, row.width.saturating_sub(6), &line, Role::Dim);
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
