//! `eyas persona --compare` and `--map`: personas side by side.

use std::path::{Path, PathBuf};

use eyas::figures::{self, Content, Figure, personas as drawn};
use eyas::players::contrast::{self, Contrast, Parting, Situation};
use eyas::players::games::{GameOptions, Side};
use eyas::players::map::{self, PersonaMap};
use eyas::players::persona::Persona;
use eyas::text;
use eyas::threads::Interrupt;
use serde_json::{Value, json};

use super::persona::{failure, read};
use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, output, sets};

/// The rows of each table that the text shows; `--json` has all.
const SHOWN: usize = 12;

pub(super) fn load(files: &[PathBuf]) -> Result<Vec<Persona>, Failure> {
    files.iter().map(|file| Persona::load(file).map_err(failure)).collect()
}

/// Reads the positions of an EPD file, an embedded set or the games of a PGN file.
fn situations(path: &Path, cut: usize, interrupt: &Interrupt) -> Result<Vec<Situation>, Failure> {
    let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    let found = if is_pgn {
        let games = read(path, &GameOptions { side: Side::Both, wins: false }, interrupt)?.games;
        contrast::of_games(&games, cut)
    } else {
        contrast::of_records(&sets::records(path)?.1)
    };
    if found.is_empty() {
        return Err(Failure::Input(format!("{}: no position has a choice of moves", path.display())));
    }
    Ok(found)
}

/// Compares two personas. With `out` the tables are written into that folder, as SVG and CSV.
pub(super) fn compare(
    files: &[PathBuf],
    positions: &Path,
    out: Option<&Path>,
    globals: &Globals,
) -> Result<Outcome, Failure> {
    let (pool, interrupt) = (globals.pool()?, interrupt::on_signals()?);
    let personas = load(files)?;
    let [one, other] = &personas[..] else {
        return Err(Failure::Input("--compare needs two personas".to_owned()));
    };
    let situations = situations(positions, one.cut.max(other.cut), &interrupt)?;
    let progress = Bar::counter("reading moves", situations.len() as u64);
    let compared = || contrast::contrast([one, other], &situations, &interrupt, &progress);
    let contrast = pool.install(compared).map_err(failure)?;
    drop(progress);
    let tables = drawn::tables(&contrast);
    let written = out.map_or_else(|| Ok(Vec::new()), |folder| write(&tables, folder))?;
    let [one, other] = contrast.players.each_ref().map(|player| text::name(player).into_owned());
    let mut lines = format!(
        "{one} and {other} on {} positions of {}; their favourite moves differ in {}\n",
        contrast.positions,
        text::name(&positions.display().to_string()),
        contrast.parted
    );
    for figure in &tables {
        let Content::Table(table) = &figure.content else { continue };
        let shown: Vec<String> = table.lines().into_iter().take(SHOWN + 1).collect();
        lines.push_str(&format!("\n{}\n{}\n", figure.title, shown.join("\n")));
    }
    if let (Some(folder), false) = (out, written.is_empty()) {
        lines.push_str(&format!("\ntables written to {}\n", text::name(&folder.display().to_string())));
    }
    Ok(Outcome::new(lines, compared_json(&contrast, positions, &written)))
}

fn compared_json(contrast: &Contrast, positions: &Path, files: &[PathBuf]) -> Value {
    let value = |value: &contrast::Value| json!({ "name": value.name, "values": value.values, "effect": value.effect, "errors": value.errors });
    let kind = |kind: &contrast::Kind| {
        let [opening, middlegame, endgame, all] = kind.differences;
        json!({
            "name": kind.name, "opening": opening, "middlegame": middlegame, "endgame": endgame, "all_phases": all,
            "effect": kind.effect, "errors": kind.errors,
        })
    };
    let parting = |parting: &Parting| json!({ "fen": parting.fen(), "moves": parting.san(), "chances": parting.chances, "nats": parting.nats });
    json!({
        "players": contrast.players,
        "positions": contrast.positions,
        "set": positions,
        "parted": contrast.parted,
        "values": contrast.values.iter().map(value).collect::<Vec<_>>(),
        "kinds": contrast.kinds.iter().map(kind).collect::<Vec<_>>(),
        "partings": contrast.partings.iter().map(parting).collect::<Vec<_>>(),
        "files": files,
    })
}

/// Writes figures into a folder, each as SVG and CSV.
fn write(all: &[Figure], folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    output::create_folder(folder)?;
    let mut files = Vec::new();
    for figure in all {
        for ending in ["svg", "csv"] {
            let file = folder.join(format!("{}.{ending}", figure.name));
            figures::write(figure, &file).map_err(|error| Failure::of(error.is_input(), error))?;
            files.push(file);
        }
    }
    Ok(files)
}

/// Maps personas. With `out` the map is written as SVG or CSV.
pub(super) fn map(files: &[PathBuf], out: Option<&Path>) -> Result<Outcome, Failure> {
    if let Some(out) = out {
        figures::Format::of(out).map_err(|error| Failure::of(error.is_input(), error))?;
        output::check_file("--out", out)?;
    }
    let map = map::map(&load(files)?.iter().collect::<Vec<_>>()).map_err(failure)?;
    let mut lines =
        format!("{}\n\n{}\n", drawn::places(&map).lines().join("\n"), drawn::axes(&map).lines().join("\n"));
    if let Some(out) = out {
        figures::write(&drawn::map(&map), out).map_err(|error| Failure::of(error.is_input(), error))?;
        lines.push_str(&format!("\nmap written to {}\n", text::name(&out.display().to_string())));
    }
    Ok(Outcome::new(lines, map_json(&map, out)))
}

fn map_json(map: &PersonaMap, out: Option<&Path>) -> Value {
    let axis = |axis: &map::Axis| {
        let loading = |(name, loading): &(String, f64)| json!({ "name": name, "correlation": loading });
        json!({ "share": axis.share, "parameters": axis.loadings.iter().map(loading).collect::<Vec<_>>() })
    };
    let player = |(player, place): &(String, [f64; 2])| json!({ "player": player, "place": place });
    json!({
        "axes": map.axes.each_ref().map(axis),
        "players": map.players.iter().map(player).collect::<Vec<_>>(),
        "out": out,
    })
}
