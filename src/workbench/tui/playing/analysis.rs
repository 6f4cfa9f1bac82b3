//! The analysis of the position on the board: a pane of its own, or a few lines below the board.

use super::line::numbered;
use super::{lists, player};
use crate::analysis::{AnalysisResult, AnalysisState};
use crate::engine::search::{Bound, Line, Report, Value};
use crate::tui::format::clock;
use crate::tui::hit_map::BoardPart;
use crate::tui::prelude::*;

/// The width of a line's score, in columns.
const SCORE: usize = 8;

/// Formats the value for the side to move: signed centipawns or the moves to mate, with a mark for a bound.
pub(crate) fn value(line: &Line) -> String {
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    let value = match line.value {
        Value::Centipawns(points) => signed(points.into()),
        Value::Mate(0) => "mated".to_owned(),
        Value::Mate(moves) if moves > 0 => format!("mate {moves}"),
        Value::Mate(moves) => format!("−mate {}", moves.unsigned_abs()),
    };
    format!("{bound}{value}")
}

/// Formats a count in at most 7 characters.
pub(crate) fn short(count: u64) -> String {
    match count {
        0..10_000 => thousands(count),
        10_000..1_000_000 => format!("{} k", count / 1000),
        1_000_000..100_000_000 => format!("{}.{} M", count / 1_000_000, count / 100_000 % 10),
        100_000_000..100_000_000_000 => format!("{} M", thousands(count / 1_000_000)),
        _ => format!("{} G", thousands(count / 1_000_000_000)),
    }
}

fn time_text(elapsed: Duration) -> String {
    if elapsed.as_secs() < 60 { format!("{:.1} s", elapsed.as_secs_f64()) } else { clock(elapsed) }
}

/// Returns the title of the analysis pane, with the organism's mark and name.
pub(crate) fn title(host: &dyn BoardHost, model: &Model) -> String {
    let name = model.thinking.on.map_or_else(String::new, |role| named(host, model, role));
    format!("Analysis {name}")
}

/// Returns the mark and the name of the subject or the rival.
pub(crate) fn named(host: &dyn BoardHost, model: &Model, role: OrganismRole) -> String {
    let mark = if role == OrganismRole::Subject { "●" } else { "○" };
    let name = player(host, model, role).map_or_else(String::new, |player| model.name_of(&player));
    format!("{mark} {name}")
}

/// Says whether `best` is a right move of the position. Returns `None` after the user has played moves.
fn right_move(host: &dyn BoardHost, model: &Model, best: Move, position: &Chess) -> Option<(String, Role)> {
    let moved = host.board_state().and_then(|board| board.play.as_ref()?.last()).is_some();
    let root = host.root(model).filter(|root| !moved && root.line.is_empty() && !root.right.is_empty())?;
    Some(if root.right.contains(&best) {
        let whose = match &*root.right_name {
            "best move" => "the best move".to_owned(),
            "grandmaster" => "the grandmaster’s move".to_owned(),
            player => format!("{player}’s move"),
        };
        (format!("✓ {whose}"), Role::Good)
    } else {
        let right: Vec<String> = root.right.iter().map(|m| moves::san(position, *m)).collect();
        (format!("✗ {} {}", root.right_name, right.join(", ")), Role::Bad)
    })
}

/// Returns the text to show while the analysis has no result.
fn placeholder(model: &Model) -> (String, Role) {
    match model.thinking.now().map(|result| &result.state) {
        Some(AnalysisState::Failed(why)) => (format!("✗ {why}"), Role::Error),
        Some(AnalysisState::Ended) => ("no legal move: the game is over".to_owned(), Role::Dim),
        _ => ("analysing…".to_owned(), Role::Dim),
    }
}

/// Draws the content of the analysis pane.
pub(crate) fn draw(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, area: Rect, keys: bool) {
    if area.height == 0 || area.width < 4 {
        return;
    }
    let mut text = Text { area, y: area.y };
    let found = model.thinking.now().and_then(|result| Some((result, result.newest()?)));
    let Some((result, newest)) = found else {
        let (message, role) = placeholder(model);
        text.write(draw, &message, role);
        text.footer(draw, host, model);
        return;
    };
    statistics(draw, &mut text, result, newest);
    let position = result.request.game.position();
    if let Some(best) = result.lines.first().and_then(|report| report.line.moves.first())
        && let Some((message, role)) = right_move(host, model, *best, position)
    {
        text.write(draw, &message, role);
    }
    let footer = 3 + u16::from(model.thinking.other().is_some());
    let room = text.rows_left().saturating_sub(if area.height >= 11 { footer } else { 0 });
    let count = result.lines.len().max(1) as u16;
    let each = (room / count).clamp(1, 4);
    draw.hits.scroll(lists::LINES, 0, usize::from(count), usize::from(count));
    for (index, report) in result.lines.iter().enumerate() {
        let here = keys && index == model.thinking.cursor.at.min(result.lines.len() - 1);
        let rows = each.min(text.rows_left());
        let place = Rect { y: text.y, height: rows, ..area };
        draw.hits.note(place, Target::Board(BoardPart::Line(index)));
        text.y += best_line(draw, place, position, report, here);
    }
    text.footer(draw, host, model);
}

/// Draws depth, nodes, time and speed.
fn statistics(draw: &mut Draw<'_>, text: &mut Text, result: &AnalysisResult, newest: &Report) {
    let deepest = result.lines.iter().map(|report| report.depth).max().unwrap_or(0);
    let reached = result.lines.iter().map(|report| report.selective_depth).max().unwrap_or(0);
    text.write(draw, &format!("depth {deepest}/{reached} · {} nodes", thousands(newest.nodes)), Role::Text);
    let speed = short(newest.nodes_per_second());
    text.write(draw, &format!("{} · {speed} nodes/s", time_text(newest.elapsed)), Role::Text);
    if result.state == AnalysisState::Ended {
        text.write(draw, "the analysis is complete", Role::Dim);
    }
}

/// Draws a line and its score as far as they fit into `area`. Returns the number of rows used.
fn best_line(draw: &mut Draw<'_>, area: Rect, position: &Chess, report: &Report, here: bool) -> u16 {
    if area.height == 0 {
        return 0;
    }
    let role = if report.index <= 1 { Role::Title } else { Role::Text };
    let score = right(&value(&report.line), SCORE);
    let indent = SCORE as u16 + 2;
    let room = usize::from(area.width.saturating_sub(indent + 1));
    let moves = numbered(position, &report.line.moves).join(" ");
    let mut lines = wrap(&moves, room);
    let rows = usize::from(area.height).min(lines.len());
    if lines.len() > rows
        && let Some(last) = lines.get_mut(rows - 1)
    {
        *last = cut(&format!("{last} …"), room);
    }
    let place = Rect { height: rows as u16, ..area };
    if here {
        draw.fill(place, Role::Cursor);
    }
    draw.over(area.x, area.y, 1, if here { "▸" } else { " " }, Role::Key, here);
    draw.over(area.x + 1, area.y, area.width.saturating_sub(1), &score, role, here);
    for (row, line) in lines.iter().take(rows).enumerate() {
        let role = if row == 0 { role } else { Role::Dim };
        let x = area.x + indent;
        draw.over(x, area.y + row as u16, area.right().saturating_sub(x), line, role, here);
    }
    rows as u16
}

/// Wrapped text, drawn from the top of an area downward.
struct Text {
    area: Rect,
    y: u16,
}

impl Text {
    fn rows_left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    fn write(&mut self, draw: &mut Draw<'_>, content: &str, role: Role) {
        for line in wrap(content, usize::from(self.area.width.saturating_sub(2))) {
            if self.rows_left() > 0 {
                draw.text(self.area.x + 1, self.y, self.area.width.saturating_sub(1), &line, role);
                self.y += 1;
            }
        }
    }

    /// Draws the result of the other organism, the search in use, and a note on the cores.
    fn footer(&mut self, draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model) {
        let other = model.thinking.other().and_then(|result| Some((result, result.lines.first()?)));
        if let Some((result, report)) = other {
            let (mark, name, role) = match model.thinking.on {
                Some(OrganismRole::Subject) => ("○", "rival", Role::Rival),
                _ => ("●", "subject", Role::Subject),
            };
            let best = report.line.moves.first().map(|m| moves::san(result.request.game.position(), *m));
            let line = format!(
                "{mark} {name} at depth {}: {} {}",
                report.depth,
                best.unwrap_or_default(),
                value(&report.line)
            );
            self.write(draw, &line, role);
        }
        let search = model.thinking.on.and_then(|role| player(host, model, role)?.search(None));
        if let Some((_, description)) = search {
            self.write(draw, &description, Role::Dim);
        }
        self.write(draw, "it shares the cores with the evolution; a stops it", Role::Dim);
    }
}

/// Draws the analysis in a few lines below a board.
pub(crate) fn compact(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, area: Rect) {
    let found = model.thinking.now().and_then(|result| Some((result, result.newest()?)));
    let mut text = Text { area, y: area.y };
    let Some((result, newest)) = found else {
        let (message, role) = placeholder(model);
        text.write(draw, &message, role);
        return;
    };
    let position = result.request.game.position();
    let mark = if model.thinking.on == Some(OrganismRole::Rival) { "○" } else { "●" };
    let line = format!(
        "{mark} depth {}/{} · {} · {}/s · {}",
        newest.depth,
        newest.selective_depth,
        short(newest.nodes),
        short(newest.nodes_per_second()),
        time_text(newest.elapsed)
    );
    let width = usize::from(area.width.saturating_sub(1));
    draw.text(area.x + 1, text.y, width as u16, &cut(&line, width), Role::Dim);
    let best = result.lines.first().and_then(|report| report.line.moves.first());
    if let Some((verdict, role)) = best.and_then(|best| right_move(host, model, *best, position)) {
        let x = area.right().saturating_sub(verdict.cells() as u16 + 1);
        if usize::from(x) > usize::from(area.x) + line.cells() + 2 {
            draw.text(x, text.y, area.width, &verdict, role);
        }
    }
    text.y += 1;
    for (index, report) in result.lines.iter().enumerate() {
        let place = Rect { y: text.y, height: text.rows_left().min(1), ..area };
        draw.hits.note(place, Target::Board(BoardPart::Line(index)));
        text.y += best_line(draw, place, position, report, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_show_mates_and_bounds() {
        let line = |value, bound| Line { value, bound, moves: Vec::new() };
        let texts = [
            line(Value::Centipawns(35), Bound::Exact),
            line(Value::Centipawns(-35), Bound::Lower),
            line(Value::Mate(3), Bound::Exact),
            line(Value::Mate(-2), Bound::Upper),
        ];
        assert_eq!(texts.each_ref().map(value), ["+35", "≥−35", "mate 3", "≤−mate 2"]);
    }

    #[test]
    fn counts_are_abbreviated() {
        assert_eq!(
            [999, 12_345, 1_234_567, 345_678_901, 123_456_789_012].map(short),
            ["999", "12 k", "1.2 M", "345 M", "123 G"]
        );
    }
}
