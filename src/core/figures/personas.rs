//! Personas side by side, and their map.

use super::chart::{Axis, Chart, Layer, LayerRole, Shape};
use super::table::{Cell, Column, Table, columns};
use super::{Content, Figure};
use crate::players::contrast::Contrast;
use crate::players::map::PersonaMap;

/// The headings of the phases of [`kinds`].
const PHASES: [&str; 4] = ["opening", "middlegame", "endgame", "all phases"];

/// Returns the map of personas as a chart.
#[must_use]
pub fn map(map: &PersonaMap) -> Figure {
    let title = |number: usize| {
        let axis = &map.axes[number - 1];
        format!("axis {number}, {:.0} % of the variance: {}", 100.0 * axis.share, axis.name())
    };
    let layer = |(number, (player, place)): (usize, &(String, [f64; 2]))| {
        Layer::new(player, LayerRole::Number(number), Shape::Points(vec![*place]))
    };
    let layers = map.players.iter().enumerate().map(layer).collect();
    let chart = Chart::new(Axis::new(&title(1), ""), Axis::new(&title(2), ""), layers);
    Figure::new("map", "Map of personas", Content::Chart(chart)).noted(
        "The axes are the principal components of the weights, each standardised. They are named by the parameters that load most \
         on them.",
    )
}

/// Returns both axes of a map, with the parameters that load most on them.
#[must_use]
pub fn axes(map: &PersonaMap) -> Table {
    let rows = (1..).zip(&map.axes).flat_map(|(number, axis)| {
        let row = move |(name, loading): &(String, f64)| {
            vec![
                Cell::count(number),
                Cell::Number(100.0 * axis.share, 1),
                Cell::text(name),
                Cell::Number(*loading, 2),
            ]
        };
        axis.loadings.iter().map(row)
    });
    let headings = [("axis", ""), ("share", "% of the variance"), ("parameter", ""), ("correlation", "")];
    Table { columns: columns(&headings), rows: rows.collect() }
}

/// Returns the places of the personas on a map.
#[must_use]
pub fn places(map: &PersonaMap) -> Table {
    let row = |(player, [x, y]): &(String, [f64; 2])| {
        vec![Cell::text(player), Cell::Number(*x, 2), Cell::Number(*y, 2)]
    };
    Table {
        columns: columns(&[("player", ""), ("axis 1", ""), ("axis 2", "")]),
        rows: map.players.iter().map(row).collect(),
    }
}

/// Returns the values of the evaluation that differ.
#[must_use]
pub fn values(contrast: &Contrast) -> Table {
    let [one, other] = contrast.players.each_ref().map(|player| Column::new(player, "cp"));
    let mut columns = columns(&[("value", ""), ("effect", "nats"), ("difference", "standard errors")]);
    columns.splice(1..1, [one, other]);
    let row = |value: &crate::players::contrast::Value| {
        let [one, other] = value.values;
        vec![
            Cell::text(&value.name),
            Cell::Number(one, 1),
            Cell::Number(other, 1),
            Cell::Number(value.effect, 3),
            Cell::Number(value.errors, 1),
        ]
    };
    Table { columns, rows: contrast.values.iter().map(row).collect() }
}

/// Returns the kinds of moves whose weights differ, by phase.
#[must_use]
pub fn kinds(contrast: &Contrast) -> Table {
    let mut all = columns(&[("kind of move", ""), ("effect", "nats"), ("difference", "standard errors")]);
    all.splice(1..1, PHASES.map(|phase| Column::new(phase, "nats")));
    let row = |kind: &crate::players::contrast::Kind| {
        let differences = kind.differences.map(|difference| Cell::number(difference, 2));
        let ends = [Cell::Number(kind.effect, 3), Cell::Number(kind.errors, 1)];
        [Cell::text(&kind.name)].into_iter().chain(differences).chain(ends).collect()
    };
    Table { columns: all, rows: contrast.kinds.iter().map(row).collect() }
}

/// Returns the positions where the players part.
#[must_use]
pub fn partings(contrast: &Contrast) -> Table {
    let mut all = columns(&[("difference", "nats"), ("position", "")]);
    for player in contrast.players.iter().rev() {
        all.splice(0..0, [Column::new(player, ""), Column::new(&format!("chance by {player}"), "%")]);
    }
    let row = |parting: &crate::players::contrast::Parting| {
        let [one, other] = parting.san();
        let percent = |side: usize| Cell::Number(100.0 * parting.chances[side][side], 1);
        let ends = [Cell::Number(parting.nats, 2), Cell::text(parting.fen())];
        [Cell::text(one), percent(0), Cell::text(other), percent(1)].into_iter().chain(ends).collect()
    };
    Table { columns: all, rows: contrast.partings.iter().map(row).collect() }
}

/// Returns the tables of a comparison as figures.
#[must_use]
pub fn tables(contrast: &Contrast) -> [Figure; 3] {
    let [one, other] = &contrast.players;
    let figure = |name: &str, title: &str, table: Table| {
        Figure::new(name, &format!("{one} and {other}: {title}"), Content::Table(table))
    };
    [
        figure("values", "values that differ", values(contrast)),
        figure("kinds", "kinds of moves that differ", kinds(contrast)),
        figure("partings", "positions where they part", partings(contrast)),
    ]
}
