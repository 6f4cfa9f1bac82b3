//! Tables of games, and the scores of a game.

use shakmaty::Color;

use crate::arena::game::Record;
use crate::figures::chart::{Axis, Chart, Labels, Layer, LayerRole, Panel, Shape, Stroke};
use crate::figures::table::{Cell, Table, columns};

/// The largest score on a chart, in pawns. Higher ones are drawn at this place, as their size means nothing.
const LARGEST: f64 = 10.0;

/// A finished game.
#[derive(Debug, Clone, Copy)]
pub struct Game<'a> {
    /// The number; the first is 0.
    pub number: u64,
    /// The names of White and Black, if known.
    pub players: [Option<&'a String>; 2],
    /// The game.
    pub record: &'a Record,
}

/// Returns a table of games.
#[must_use]
pub fn table(games: &[Game<'_>]) -> Table {
    let row = |game: &Game<'_>| {
        let record = game.record;
        let mut row = vec![Cell::count(game.number + 1)];
        row.extend(game.players.map(|name| Cell::text(name.cloned().unwrap_or_default())));
        row.extend([
            Cell::text(match record.winner {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            }),
            Cell::text(record.ending.to_string()),
            Cell::count(record.opening.len()),
            Cell::count(record.moves.len()),
        ]);
        row
    };
    Table {
        columns: columns(&[
            ("game", ""),
            ("White", ""),
            ("Black", ""),
            ("result", ""),
            ("ending", ""),
            ("opening", "plies"),
            ("played", "plies"),
        ]),
        rows: games.iter().map(row).collect(),
    }
}

/// Returns the chart of both players' scores in a game, in pawns from White's view.
#[must_use]
pub fn scores(game: &Game<'_>, first: Color) -> Chart {
    let start = game.record.opening.len();
    let side = |ply: usize| if ply.is_multiple_of(2) { first } else { first.other() };
    let line = |color: Color| -> Vec<[f64; 2]> {
        let moves = game.record.moves.iter().enumerate().filter(|(ply, _)| side(*ply) == color);
        let point = |(ply, played): (usize, &crate::arena::game::RecordedMove)| {
            let mover = f64::from(played.score?.centipawns()) / 100.0;
            let white = if color == Color::White { mover } else { -mover };
            Some([(start + ply + 1) as f64, white.clamp(-LARGEST, LARGEST)])
        };
        moves.filter_map(point).collect()
    };
    let name = |place: usize, color: &str| {
        game.players[place].map_or_else(|| color.to_owned(), |name| format!("{name} ({color})"))
    };
    let y = Axis {
        labels: Labels::Signed,
        ..Axis::new("score from White’s view, at most 10", "pawns").whole(-1.0, 1.0)
    };
    let layers = vec![
        Layer::new("equal", LayerRole::Other, Shape::Level(0.0)),
        Layer::new(&name(1, "Black"), LayerRole::Number(1), Shape::Line(Stroke::Thin, line(Color::Black))),
        Layer::new(&name(0, "White"), LayerRole::Number(0), Shape::Line(Stroke::Thick, line(Color::White))),
    ];
    let end = start + game.record.moves.len();
    Chart {
        x: Axis::new("ply", "").counts().whole(0.0, end.max(1) as f64),
        panels: vec![Panel { y, layers }],
    }
}
