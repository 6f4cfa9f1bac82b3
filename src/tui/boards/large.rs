//! One game in the large: the board, the players with their clocks, what each thinks, and how it has gone.

use std::time::Duration;

use ratatui::layout::Rect;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};

use super::{Scene, Shown, after, chart, last, points};
use crate::arena::game::{Ending, RecordedMove, Score};
use crate::arena::pgn;
use crate::director::Thought;
use crate::engine::search::Report;
use crate::tui::draw::Draw;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, right, wrap};
use crate::tui::playing::analysis::short;
use crate::tui::playing::board::squares;
use crate::tui::theme::Role;
use crate::tui::theme::board::Player;
use crate::tui::widgets::board::{self, Mark, Picture, Size};
use crate::tui::widgets::pane::Frame;

/// Rows that a large board must leave.
const BELOW: u16 = 14;
/// Columns beside a small board that hold words.
const BESIDE: u16 = 26;

/// Draws the pane where there is no game to show: what to do.
pub(crate) fn empty(draw: &mut Draw<'_>, note: &str, text: &str, frame: Frame) {
    let inner = frame.open(draw, "Board", note);
    for (row, line) in wrap(text, usize::from(inner.width.saturating_sub(2))).iter().enumerate() {
        if row < usize::from(inner.height) {
            draw.text(inner.x + 1, inner.y + row as u16, inner.width - 1, line, Role::Dim);
        }
    }
}

/// Draws the pane; `place` says which of how many boards the game stands on.
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
        None => format!("replay, {} of {} plies", shown.at, shown.all.len()),
        Some(_) if boards > 1 => format!("board {} of {boards}", board + 1),
        Some(_) => String::new(),
    };
    let inner = frame.open(draw, &title, &note);
    if inner.is_empty() {
        return;
    }
    let large = Size::Large.room();
    let size =
        if inner.width >= large.0 && inner.height >= large.1 + BELOW { Size::Large } else { Size::Small };
    let (width, height) = size.room();
    // The names stand above and below the board.
    let beside = inner.width >= width + BESIDE && inner.height < height + 2 + BELOW;
    let column = if beside { width } else { inner.width };
    let (top, bottom) = scene.sides();
    player(draw, scene, shown, top, Rect { height: 1, width: column, ..inner });
    let ground = Rect {
        x: if beside { inner.x } else { inner.x + inner.width.saturating_sub(width) / 2 },
        y: inner.y + 1,
        width: width.min(inner.width),
        height: height.min(inner.height.saturating_sub(1)),
    };
    let marks: Vec<Mark> =
        last(shown.all, shown.at).into_iter().flat_map(|m| squares(m, Player::Line)).collect();
    let picture = Picture {
        board: shown.position.board(),
        turn: shown.position.turn(),
        flipped: scene.flipped,
        marks: &marks,
        ascii: scene.ascii,
    };
    board::draw(draw, ground, &picture, size);
    if ground.bottom() < inner.bottom() {
        let line = Rect { y: ground.bottom(), height: 1, width: column, ..inner };
        player(draw, scene, shown, bottom, line);
    }
    let rest = if beside {
        Rect { x: inner.x + width, width: inner.width - width, ..inner }
    } else {
        let used = (ground.height + 2).min(inner.height);
        Rect { y: inner.y + used, height: inner.height - used, ..inner }
    };
    let rest = words(draw, scene, shown, rest);
    chart::draw(draw, scene, shown, rest);
}

/// A player's line: whose turn it is, its name, its clock.
fn player(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, side: Color, line: Rect) {
    let number = shown.player(side);
    let sign = if side == Color::White { "○" } else { "●" };
    let to_move = shown.end.is_none() && shown.position.turn() == side;
    let clock = shown.live.and_then(|board| scene.clock(board, side));
    let clock = clock.map(|left| time(left, to_move)).unwrap_or_default();
    let turn = if to_move && scene.running { "…" } else { " " };
    let end =
        if shown.end.is_some() && shown.at == shown.all.len() { points(shown.winner, side) } else { "" };
    let tail = [end, turn, &clock].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    draw.text(line.x, line.y, line.width, sign, scene.role(number));
    let room = line.width.saturating_sub(2 + tail.cells() as u16 + 1);
    draw.text(line.x + 2, line.y, room, &cut(scene.name(number), usize::from(room)), scene.role(number));
    let x = line.right().saturating_sub(tail.cells() as u16 + 1).max(line.x);
    draw.text(x, line.y, line.right() - x, &tail, if to_move { Role::Key } else { Role::Text });
}

/// A clock; tenths where every one counts.
pub(super) fn time(left: Duration, exact: bool) -> String {
    let seconds = left.as_secs();
    if seconds < 20 || (exact && seconds < 60) {
        let tenths = left.as_millis() / 100;
        format!("0:{:02}.{}", tenths / 10, tenths % 10)
    } else {
        crate::tui::format::clock(left)
    }
}

/// The last moves, what each side thinks, how it ended; what is left below.
fn words(draw: &mut Draw<'_>, scene: &Scene<'_>, shown: &Shown<'_>, area: Rect) -> Rect {
    let width = usize::from(area.width.saturating_sub(2));
    let mut lines: Vec<(String, Role)> = vec![(recent(shown, width), Role::Text)];
    for side in Color::ALL {
        let player = shown.player(side);
        let sign = if side == Color::White { "○" } else { "●" };
        let said = match shown.live {
            Some(board) => board.thoughts[side as usize].as_ref().map(|thought| thinks(shown, side, thought)),
            None => said(shown, side),
        };
        lines.push((cut(&format!("{sign} {}", said.unwrap_or_default()), width), scene.role(player)));
    }
    if let Some(ending) = shown.end {
        let result = pgn::result(shown.winner);
        let loser = shown.winner.map(|winner| scene.name(shown.player(winner.other())));
        let who = loser.filter(|_| matches!(ending, Ending::Forfeit { .. }));
        let text = format!("{result}  {}{ending}", who.map(|name| format!("{name}: ")).unwrap_or_default());
        lines.extend(wrap(&text, width).into_iter().take(2).map(|line| (line, Role::Key)));
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

/// The last moves in a line of so many cells.
fn recent(shown: &Shown<'_>, width: usize) -> String {
    let mut position = shown.start.clone();
    let mut words = Vec::with_capacity(shown.at);
    for m in &shown.all[..shown.at] {
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

/// What a side thought: value, depth, nodes, line.
fn thinks(shown: &Shown<'_>, side: Color, thought: &Thought) -> String {
    let Report { depth, nodes, line, .. } = &thought.report;
    let score = score(line.value.into(), side);
    let mut position: Chess = after(shown.start, &shown.all[..thought.ply.min(shown.all.len())]);
    let mut moves = Vec::new();
    // A line of another position is not shown rather than told wrong.
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

/// What a side told with its last move up to the one on the board.
fn said(shown: &Shown<'_>, side: Color) -> Option<String> {
    let made = shown.at.checked_sub(shown.opening)?;
    let first = shown.first();
    let own = |index: &usize| (if index.is_multiple_of(2) { first } else { first.other() }) == side;
    let index = (0..made).rev().find(own)?;
    let RecordedMove { score: value, depth, nodes, microseconds, .. } = shown.recorded.get(index)?;
    let value = value.map_or_else(|| "–".to_owned(), |value| score(value, side));
    let depth = depth.map_or_else(String::new, |depth| format!("d{depth}"));
    // Games that are kept for their moves alone have neither.
    let nodes = if *nodes > 0 { short(*nodes) } else { String::new() };
    let time = if *microseconds > 0 { format!("{:.3} s", *microseconds as f64 / 1e6) } else { String::new() };
    Some(
        format!("{} {} {}  {time}", right(&value, 6), left(&depth, 4), right(&nodes, 6))
            .trim_end()
            .to_owned(),
    )
}

/// A score for White in pawns.
fn score(score: Score, mover: Color) -> String {
    let sign = |negative: bool| if negative == (mover == Color::White) { '−' } else { '+' };
    match score {
        Score::Cp(0) => "0.00".to_owned(),
        Score::Cp(points) => format!("{}{:.2}", sign(points < 0), f64::from(points.unsigned_abs()) / 100.0),
        Score::Mate(moves) => format!("{}M{}", sign(moves < 0), moves.unsigned_abs()),
    }
}
