//! What the engine thinks of the position on the board: a pane of its own, or a few lines below the board.

use std::time::Duration;

use ratatui::layout::Rect;
use shakmaty::{Chess, Move};

use super::line::numbered;
use super::{BoardHost, Spot, lists, player};
use crate::analysis::{AnalysisResult, AnalysisState};
use crate::disagreement::Part;
use crate::engine::search::{Bound, Line, Report, Value};
use crate::positions::moves;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{clock, cut, right, signed, thousands, wrap};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;

/// Columns of a line's score.
const SCORE: usize = 8;

/// A value for the side to move: centipawns with their sign, or the moves to mate; a bound is marked.
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

/// A large count in few characters.
pub(crate) fn short(count: u64) -> String {
    match count {
        0..10_000 => thousands(count),
        10_000..1_000_000 => format!("{} k", count / 1000),
        1_000_000..100_000_000 => format!("{}.{} M", count / 1_000_000, count / 100_000 % 10),
        100_000_000..100_000_000_000 => format!("{} M", thousands(count / 1_000_000)),
        _ => format!("{} G", thousands(count / 1_000_000_000)),
    }
}

fn time(elapsed: Duration) -> String {
    if elapsed.as_secs() < 60 { format!("{:.1} s", elapsed.as_secs_f64()) } else { clock(elapsed) }
}

/// Who thinks: the mark, the name.
pub(crate) fn title(host: &dyn BoardHost, model: &Model) -> String {
    let name = model.thinking.on.map_or_else(String::new, |part| named(host, model, part));
    format!("Analysis {name}")
}

/// The organism that has a part, with its mark.
pub(crate) fn named(host: &dyn BoardHost, model: &Model, part: Part) -> String {
    let mark = if part == Part::Subject { "●" } else { "○" };
    let name = player(host, model, part).map_or_else(String::new, |player| model.name_of(&player));
    format!("{mark} {name}")
}

/// Whether the best move found is a right move of the position; nothing where moves were played since.
fn right_move(host: &dyn BoardHost, model: &Model, best: Move, position: &Chess) -> Option<(String, Role)> {
    let moved = host.table().and_then(|table| table.play.as_ref()).is_some_and(|play| play.last().is_some());
    let root = host.root(model).filter(|root| !moved && root.line.is_empty() && !root.right.is_empty())?;
    Some(if root.right.contains(&best) {
        (format!("✓ the {}’s move", root.right_name).replace("best move’s move", "best move"), Role::Good)
    } else {
        let right: Vec<String> = root.right.iter().map(|m| moves::san(position, *m)).collect();
        (format!("✗ {} {}", root.right_name, right.join(", ")), Role::Bad)
    })
}

/// What stands where nothing is found yet.
fn instead(model: &Model) -> (String, Role) {
    match model.thinking.now().map(|thought| &thought.state) {
        Some(AnalysisState::Failed(why)) => (format!("✗ {why}"), Role::Error),
        Some(AnalysisState::Ended) => ("there is no move: the game is over".to_owned(), Role::Dim),
        _ => ("thinking…".to_owned(), Role::Dim),
    }
}

/// Draws the pane's inside.
pub(crate) fn draw(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, area: Rect, keys: bool) {
    if area.height == 0 || area.width < 4 {
        return;
    }
    let mut text = Text { area, y: area.y };
    let found = model.thinking.now().and_then(|thought| Some((thought, thought.newest()?)));
    let Some((thought, newest)) = found else {
        let (words, role) = instead(model);
        text.say(draw, &words, role);
        text.foot(draw, host, model);
        return;
    };
    numbers(draw, &mut text, thought, newest);
    let position = thought.request.game.position();
    if let Some(best) = thought.lines.first().and_then(|report| report.line.moves.first())
        && let Some((words, role)) = right_move(host, model, *best, position)
    {
        text.say(draw, &words, role);
    }
    let foot = 3 + u16::from(model.thinking.other().is_some());
    let room = text.left().saturating_sub(if area.height >= 11 { foot } else { 0 });
    let count = thought.lines.len().max(1) as u16;
    let each = (room / count).clamp(1, 4);
    draw.hits.scroll(lists::LINES, 0, usize::from(count), usize::from(count));
    for (index, report) in thought.lines.iter().enumerate() {
        let here = keys && index == model.thinking.cursor.at.min(thought.lines.len() - 1);
        let rows = each.min(text.left());
        let place = Rect { y: text.y, height: rows, ..area };
        draw.hits.note(place, Target::own(Spot::Line(index)));
        text.y += best_line(draw, place, position, report, here);
    }
    text.foot(draw, host, model);
}

/// Depth, nodes, time and speed.
fn numbers(draw: &mut Draw<'_>, text: &mut Text, thought: &AnalysisResult, newest: &Report) {
    let deepest = thought.lines.iter().map(|report| report.depth).max().unwrap_or(0);
    let reached = thought.lines.iter().map(|report| report.selective_depth).max().unwrap_or(0);
    text.say(draw, &format!("depth {deepest}/{reached} · {} nodes", thousands(newest.nodes)), Role::Text);
    let speed = short(newest.nodes_per_second());
    text.say(draw, &format!("{} · {speed} nodes/s", time(newest.elapsed)), Role::Text);
    if thought.state == AnalysisState::Ended {
        text.say(draw, "the search has ended: nothing is left to find out", Role::Dim);
    }
}

/// A line with its score, as far as it fits into `area`; how many rows it took.
fn best_line(draw: &mut Draw<'_>, area: Rect, position: &Chess, report: &Report, here: bool) -> u16 {
    if area.height == 0 {
        return 0;
    }
    let role = if report.index <= 1 { Role::Title } else { Role::Text };
    let score = right(&value(&report.line), SCORE);
    let indent = SCORE as u16 + 2;
    let room = usize::from(area.width.saturating_sub(indent + 1));
    let words = numbered(position, &report.line.moves).join(" ");
    let mut lines = wrap(&words, room);
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
    for (row, words) in lines.iter().take(rows).enumerate() {
        let role = if row == 0 { role } else { Role::Dim };
        let x = area.x + indent;
        draw.over(x, area.y + row as u16, area.right().saturating_sub(x), words, role, here);
    }
    rows as u16
}

/// Lines of text from the top of an area.
struct Text {
    area: Rect,
    y: u16,
}

impl Text {
    fn left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    fn say(&mut self, draw: &mut Draw<'_>, words: &str, role: Role) {
        for line in wrap(words, usize::from(self.area.width.saturating_sub(2))) {
            if self.left() > 0 {
                draw.text(self.area.x + 1, self.y, self.area.width.saturating_sub(1), &line, role);
                self.y += 1;
            }
        }
    }

    /// What the other organism found, and what the analysis costs.
    fn foot(&mut self, draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model) {
        let other = model.thinking.other().and_then(|thought| Some((thought, thought.lines.first()?)));
        if let Some((thought, report)) = other {
            let (mark, who, role) = match model.thinking.on {
                Some(Part::Subject) => ("○", "rival", Role::Rival),
                _ => ("●", "subject", Role::Subject),
            };
            let best = report.line.moves.first().map(|m| moves::san(thought.request.game.position(), *m));
            let words = format!(
                "{mark} {who} at depth {}: {} {}",
                report.depth,
                best.unwrap_or_default(),
                value(&report.line)
            );
            self.say(draw, &words, role);
        }
        let search = model.thinking.on.and_then(|part| player(host, model, part)?.search(None));
        if let Some((_, words)) = search {
            self.say(draw, &words, Role::Dim);
        }
        self.say(draw, "it shares the cores with the evolution; a ends it", Role::Dim);
    }
}

/// Draws the same in a few lines below a board.
pub(crate) fn compact(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, area: Rect) {
    let found = model.thinking.now().and_then(|thought| Some((thought, thought.newest()?)));
    let mut text = Text { area, y: area.y };
    let Some((thought, newest)) = found else {
        let (words, role) = instead(model);
        text.say(draw, &words, role);
        return;
    };
    let position = thought.request.game.position();
    let mark = if model.thinking.on == Some(Part::Rival) { "○" } else { "●" };
    let words = format!(
        "{mark} depth {}/{} · {} · {}/s · {}",
        newest.depth,
        newest.selective_depth,
        short(newest.nodes),
        short(newest.nodes_per_second()),
        time(newest.elapsed)
    );
    let width = usize::from(area.width.saturating_sub(1));
    draw.text(area.x + 1, text.y, width as u16, &cut(&words, width), Role::Dim);
    let best = thought.lines.first().and_then(|report| report.line.moves.first());
    if let Some((said, role)) = best.and_then(|best| right_move(host, model, *best, position)) {
        let x = area.right().saturating_sub(said.cells() as u16 + 1);
        if usize::from(x) > usize::from(area.x) + words.cells() + 2 {
            draw.text(x, text.y, area.width, &said, role);
        }
    }
    text.y += 1;
    for (index, report) in thought.lines.iter().enumerate() {
        let place = Rect { y: text.y, height: text.left().min(1), ..area };
        draw.hits.note(place, Target::own(Spot::Line(index)));
        text.y += best_line(draw, place, position, report, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_say_mates_and_bounds() {
        let line = |value, bound| Line { value, bound, moves: Vec::new() };
        let said = [
            line(Value::Centipawns(35), Bound::Exact),
            line(Value::Centipawns(-35), Bound::Lower),
            line(Value::Mate(3), Bound::Exact),
            line(Value::Mate(-2), Bound::Upper),
        ];
        assert_eq!(said.each_ref().map(value), ["+35", "≥−35", "mate 3", "≤−mate 2"]);
    }

    #[test]
    fn counts_fit_their_place() {
        assert_eq!(
            [999, 12_345, 1_234_567, 345_678_901, 123_456_789_012].map(short),
            ["999", "12 k", "1.2 M", "345 M", "123 G"]
        );
    }
}
