//! The pane of one game: a large board, the players with their clocks and search reports, and the score chart.

use shakmaty::san::SanPlus;

use super::{Scene, Shown, chart, draw_position, points, position_after};
use crate::arena::game::{Ending, RecordedMove, Score};
use crate::arena::pgn;
use crate::director::Thought;
use crate::engine::search::Report;
use crate::tui::playing::analysis::short;
use crate::tui::prelude::*;
use crate::tui::widgets::board::white_share;
use crate::tui::widgets::lines::wrapped;

/// The rows of the pane besides the board: the names of the players, the last moves, the reports and a low chart.
pub(crate) const OTHER_ROWS: u16 = 9;
/// The fewest columns of text beside the board.
const BESIDE: u16 = 26;
/// The rows with the names above and below the board.
const NAMES: u16 = 2;

/// Draws the pane without a game. The text says what to do.
pub(crate) fn empty(draw: &mut Draw<'_>, note: &str, text: &str, frame: Frame) {
    let inner = frame.open(draw, "Board", note);
    paragraph(draw, inner, text, Role::Dim);
}

/// Draws the pane. `board` is the index of the live board among `boards` boards.
pub(crate) fn draw(
    draw: &mut Draw<'_>,
    scene: &Scene<'_>,
    shown: &Shown<'_>,
    (board, boards): (usize, usize),
    frame: Frame,
) {
    let title = format!("Game {}", shown.game + 1);
    let title = match shown.live.and_then(|board| board.opening.as_ref()) {
        Some(name) => format!("{title} · {name}"),
        None => title,
    };
    let note = match shown.live {
        None => format!("replay, {} of {} plies", shown.ply, shown.moves.len()),
        Some(_) if boards > 1 => format!("board {} of {boards}", board + 1),
        Some(_) => String::new(),
    };
    let inner = frame.open(draw, &title, &note);
    if inner.is_empty() {
        return;
    }
    let with_texts_below = Size::fitting(inner.width, inner.height.saturating_sub(OTHER_ROWS));
    let with_texts_beside =
        Size::fitting(inner.width.saturating_sub(BESIDE), inner.height.saturating_sub(NAMES));
    let size = with_texts_below.max(with_texts_beside);
    let (width, height) = size.room();
    let beside = inner.width >= width + BESIDE && inner.height < height + OTHER_ROWS;
    let column = if beside { width } else { inner.width };
    let (top, bottom) = scene.sides();
    player_line(draw, scene, shown, top, Rect { height: 1, width: column, ..inner });
    let board_area = Rect {
        x: if beside { inner.x } else { inner.x + inner.width.saturating_sub(width) / 2 },
        y: inner.y + 1,
        width: width.min(inner.width),
        height: height.min(inner.height.saturating_sub(1)),
    };
    let share = chart::latest(shown).map(|pawns| white_share(100.0 * pawns));
    draw_position(draw, scene, (&shown.position, shown.moves, shown.ply), share, (board_area, size));
    if board_area.bottom() < inner.bottom() {
        let line = Rect { y: board_area.bottom(), height: 1, width: column, ..inner };
        player_line(draw, scene, shown, bottom, line);
    }
    let rest = if beside {
        Rect { x: inner.x + width, width: inner.width - width, ..inner }
    } else {
        let used = (board_area.height + 2).min(inner.height);
        below(inner, used)
    };
    let rest = text_lines(draw, scene, shown, rest);
    chart::draw(draw, scene, shown, rest);
}

/// Draws the name, the points or the turn, and the clock of a player.
fn player_line(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, side: Color, line: Rect) {
    let number = shown.player(side);
    let sign = side_mark(side);
    let to_move = shown.end.is_none() && shown.position.turn() == side;
    let clock = shown.live.and_then(|board| scene.clock(board, side));
    let clock = clock.map(|left| time(left, to_move)).unwrap_or_default();
    let turn = if to_move && scene.running { "…" } else { " " };
    let end = if shown.ending().is_some() { points(shown.winner, side) } else { "" };
    let tail = [end, turn, &clock].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    draw.text(line.x, line.y, line.width, sign, scene.role(number));
    let room = line.width.saturating_sub(2 + tail.cells() as u16 + 1);
    draw.text(line.x + 2, line.y, room, &cut(scene.name(number), usize::from(room)), scene.role(number));
    let x = line.right().saturating_sub(tail.cells() as u16 + 1).max(line.x);
    draw.text(x, line.y, line.right() - x, &tail, if to_move { Role::Key } else { Role::Text });
}

/// Returns the mark of a side.
fn side_mark(side: Color) -> &'static str {
    side.fold_wb("□", "■")
}

/// Formats the time on a clock, with tenths of a second when little is left. `exact` is for the running clock.
pub(super) fn time(left: Duration, exact: bool) -> String {
    let seconds = left.as_secs();
    if seconds < 20 || (exact && seconds < 60) {
        let tenths = left.as_millis() / 100;
        format!("0:{:02}.{}", tenths / 10, tenths % 10)
    } else {
        crate::tui::format::clock(left)
    }
}

/// Draws the last moves, each side's search report, and the ending. Returns the area below.
fn text_lines(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, area: Rect) -> Rect {
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines: Vec<(String, Role)> = vec![(recent_moves(shown, width), Role::Text)];
    for side in Color::ALL {
        let player = shown.player(side);
        let sign = side_mark(side);
        let report = match shown.live {
            Some(board) => {
                board.thoughts[side as usize].as_ref().map(|thought| live_report(shown, side, thought))
            }
            None => recorded_report(shown, side),
        };
        lines.push((cut(&format!("{sign} {}", report.unwrap_or_default()), width), scene.role(player)));
    }
    if let Some(ending) = shown.ending() {
        let result = pgn::result(shown.winner);
        let loser = shown.winner.map(|winner| scene.name(shown.player(winner.other())));
        let forfeiter = loser.filter(|_| matches!(ending, Ending::Forfeit { .. }));
        let text =
            format!("{result}  {}{ending}", forfeiter.map(|name| format!("{name}: ")).unwrap_or_default());
        // The rows were divided when the game began: where the chart would lose its last ones, the ending replaces the
        // moves, which have a pane of their own.
        let room = usize::from(area.height.saturating_sub(chart::HEIGHT)).saturating_sub(lines.len());
        let has_chart = usize::from(area.height) >= usize::from(chart::HEIGHT) + lines.len();
        if has_chart && room == 0 {
            lines[0] = (cut(&text, width), Role::Key);
        } else {
            let rows = if has_chart { room.min(2) } else { 2 };
            lines.extend(wrapped(&text, width, rows).into_iter().map(|line| (line, Role::Key)));
        }
    }
    let mut y = area.y;
    for (text, role) in lines {
        if y >= area.bottom() {
            break;
        }
        draw.text(area.x + 1, y, area.width.saturating_sub(1), &text, role);
        y += 1;
    }
    Rect { y, height: area.bottom() - y, ..area }
}

/// Returns the last moves that fit into `width` cells.
fn recent_moves(shown: &Shown<'_>, width: usize) -> String {
    let mut position = shown.start.clone();
    let mut words = Vec::with_capacity(shown.ply);
    for m in &shown.moves[..shown.ply] {
        let number = match (position.turn(), words.is_empty()) {
            (Color::White, _) => format!("{}. ", position.fullmoves()),
            (Color::Black, true) => format!("{}... ", position.fullmoves()),
            (Color::Black, false) => String::new(),
        };
        words.push(format!("{number}{}", SanPlus::from_move_and_play_unchecked(&mut position, *m)));
    }
    let mut text = String::new();
    for word in words.iter().rev() {
        let longer = if text.is_empty() { word.clone() } else { format!("{word} {text}") };
        if longer.cells() > width {
            break;
        }
        text = longer;
    }
    text
}

/// Formats the score, depth, nodes and line of a search report.
fn live_report(shown: &Shown<'_>, side: Color, thought: &Thought) -> String {
    let Report { depth, nodes, line, .. } = &thought.report;
    let score = score(line.value.into(), side);
    let mut position: Chess = position_after(shown.start, &shown.moves[..thought.ply.min(shown.moves.len())]);
    let mut moves = Vec::new();
    // The line can belong to another position: stop at its first illegal move.
    for m in &line.moves {
        if !position.is_legal(*m) {
            break;
        }
        moves.push(SanPlus::from_move_and_play_unchecked(&mut position, *m).to_string());
    }
    format!(
        "{} {} {}  {}",
        right(&score, 6),
        left(&format!("d{depth}"), 4),
        right(&short(*nodes), 6),
        moves.join(" ")
    )
}

/// Formats the record of a side's last move on the board.
fn recorded_report(shown: &Shown<'_>, side: Color) -> Option<String> {
    let made = shown.ply.checked_sub(shown.opening)?;
    let index = (0..made).rev().find(|index| chart::mover(shown, *index) == side)?;
    let RecordedMove { score: value, depth, nodes, microseconds, .. } = shown.recorded.get(index)?;
    let value = value.map_or_else(|| "–".to_owned(), |value| score(value, side));
    let depth = depth.map_or_else(String::new, |depth| format!("d{depth}"));
    // Games that are stored with their moves only have neither nodes nor times.
    let nodes = if *nodes > 0 { short(*nodes) } else { String::new() };
    let time = if *microseconds > 0 { format!("{:.3} s", *microseconds as f64 / 1e6) } else { String::new() };
    Some(
        format!("{} {} {}  {time}", right(&value, 6), left(&depth, 4), right(&nodes, 6))
            .trim_end()
            .to_owned(),
    )
}

/// Formats a score in pawns from White's view.
fn score(score: Score, mover: Color) -> String {
    let sign = |negative: bool| if negative == (mover == Color::White) { '−' } else { '+' };
    match score {
        Score::Cp(0) => "0.00".to_owned(),
        Score::Cp(points) => format!("{}{:.2}", sign(points < 0), f64::from(points.unsigned_abs()) / 100.0),
        Score::Mate(moves) => format!("{}M{}", sign(moves < 0), moves.unsigned_abs()),
    }
}
