//! The pane of the confirmation: a longer round robin of the last population and the founders selects the champion.

use super::round::{Decision, Round};
use super::standings::{self, Row};
use super::state::{State, session};
use super::status::{control, has_estimate, progress, starts_alone};
use crate::arena::plan::{self, Fixtures};
use crate::objectives::confirmation::{Confirmation, FinalMatch};
use crate::objectives::event::RoundPurpose;
use crate::tui::format::estimated;
use crate::tui::panes::proof;
use crate::tui::prelude::*;

const LIST: List = List("coevolution: finalists");

/// Returns the decision in one line.
pub(super) fn decision_text(round: &Round, decision: &Decision) -> String {
    let name = |place: usize| round.entries.get(place).map_or("", |entry| entry.name.as_str());
    let champion = name(decision.champion);
    let Some(founder) = decision.best_founder else { return format!("champion {champion}") };
    let (what, over) = match decision.starts_alone {
        true => ("the start", name(founder).to_owned()),
        false => ("the best founder", format!("the best founder, {},", name(founder))),
    };
    let elo = decision.final_match.as_ref().and_then(FinalMatch::elo);
    match &decision.final_match {
        _ if founder == decision.champion => format!("champion {champion}, {what}"),
        _ if decision.keeps_founder => {
            let elo = elo.map(|elo| format!(": {} Elo in the final match", estimated(Some(elo))));
            let (elo, founder) = (elo.unwrap_or_default(), name(founder));
            format!("{founder} is kept; the best that evolved, {champion}, did not beat it{elo}")
        }
        Some(played) => {
            let (elo, games) = (estimated(elo), thousands(played.games()));
            format!("champion {champion}: {elo} Elo over {over} in {games} games after the selection")
        }
        None => format!("champion {champion}; the gain over {over} was not measured"),
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    let shown = state.round.as_ref().filter(|round| round.decision.is_some());
    let confirmed = if shown.is_none() { Round::from_confirmation(open) } else { None };
    let round = shown.or(confirmed.as_ref());
    let Some((round, decision)) = round.and_then(|round| Some((round, round.decision.as_ref()?))) else {
        return draw_pending(draw, state, open, frame);
    };
    let inner = frame.open(draw, "Confirmation", &format!("ranked by {} games", thousands(round.games())));
    if inner.height < 2 || inner.width < 24 {
        return;
    }
    let mut lines = Lines::new(draw, inner);
    lines.wrapped(&decision_text(round, decision), 2, Role::Title);
    if let Some(details) = open.run().and_then(|run| run.result.as_ref()).map(|result| &result.details)
        && details.proof().is_some()
    {
        let rows = lines.take(proof::HEIGHT);
        proof::draw(lines.draw, details, control(open).map(|control| control.to_string()), rows);
    }
    if decision.repeated > 0 {
        let text = format!("{} games are identical to earlier ones", thousands(decision.repeated));
        lines.text(&text, Role::Warning);
    }
    let area = below(inner, inner.height - lines.rest().height);
    if area.is_empty() {
        return;
    }
    let rows = standings::rows(Some(round), model, Role::Paper);
    let ends = rows.iter().filter_map(|row| row.player.elo).flat_map(|elo| elo.ends().map(f64::abs));
    let bound = bars::elo_bound(ends.fold(0.0, f64::max));
    let table = columns(Some(round), model, state.row.at, area.width);
    let shown = table.draw(draw, area, false);
    let axis = table.place(area, BARS);
    if axis.width > 0 {
        let (left_half, right_half) = (usize::from(axis.width / 2), usize::from((axis.width - 1) / 2));
        let ends = [left(&format!("−{bound}"), left_half), right(&format!("+{bound}"), right_half)];
        draw.text(axis.x, axis.y, axis.width, &ends.join("0"), Role::Dim);
    }
    for (place, line) in shown {
        let Some((row, elo)) = rows.get(place).and_then(|row| Some((row, row.player.elo?))) else { continue };
        let role = match row.role {
            _ if place == decision.champion => Role::Good,
            Role::Text => Role::Organism,
            role => role,
        };
        bars::elo_interval(draw, table.place(line, BARS), elo, bound, role);
    }
}

/// Draws the progress of the confirmation, or how it will be played.
fn draw_pending(draw: &mut Draw<'_>, state: &State, open: &Evolution, frame: Frame) {
    let inner = frame.open(draw, "Confirmation", "");
    let mut lines = Lines::new(draw, inner);
    let rows = usize::from(inner.height);
    let Some(settings) = &open.settings else { return };
    let Some(games) = settings.objective.self_play() else { return };
    let alone = starts_alone(open);
    let opponent = if alone { "the start" } else { "the best founder" };
    let playing = state.playing.event.filter(|event| event.concludes());
    if let Some((event, (done, total))) = playing.zip(progress(state, open)) {
        let selected = "the champion is selected";
        let title = match event {
            RoundPurpose::Milestones => format!("{selected}; leaders of all generations play the founders"),
            RoundPurpose::FinalMatch => format!("{selected} and plays {opponent}"),
            RoundPurpose::Proof => format!("{selected} and plays {opponent} with a longer limit"),
            _ if alone => "the last population, the estimate and the start play each other".to_owned(),
            _ => "the last population and the founders play each other".to_owned(),
        };
        let text =
            format!("{} of {} games · {} %", thousands(done), thousands(total), percent(done as f64, total));
        lines.wrapped(&title, rows, Role::Title);
        lines.wrapped(&text, rows, Role::Text);
        if let Some(Rect { x, y, width, .. }) = lines.next() {
            let share = done as f64 / total.max(1) as f64;
            bars::horizontal(lines.draw, x, y, width, share, Role::Organism);
        }
        return;
    }
    let estimate_alone = games.estimate_alone && has_estimate(open);
    let founders = settings.founders();
    let others = if alone { "the start".to_owned() } else { format!("the {} founders", founders.len()) };
    let (players, per, champion) = match estimate_alone {
        true => ("the optimizer's estimate and the start".to_owned(), "", "The estimate"),
        false => (format!("the population and {others}"), " per pair", "The best organism of the population"),
    };
    let mut text = format!(
        "After generation {} {players} play {} games{per}. {champion} becomes the champion.",
        thousands(settings.generations.into()),
        games.confirmation_games
    );
    if games.match_games > 0 {
        let games = thousands(games.match_games.into());
        text += &format!(" A match of {games} games against {opponent} measures the gain.");
    }
    lines.wrapped(&text, rows, Role::Dim);
    let latest = open.latest().filter(|last| last.generation >= settings.generations && !estimate_alone);
    if let Some((schema, last)) = open.schema.as_ref().zip(latest) {
        let players = Confirmation::finalists(schema, &last.population, &founders).len();
        let plan = Fixtures::new(plan::Pairing::RoundRobin, players, games.confirmation_games.into());
        let text = format!("{players} organisms, {} games: press s to play them", thousands(plan.games()));
        lines.wrapped(&text, rows, Role::Key);
    }
}

/// The name of the column of bars.
const BARS: &str = "bars";
/// Width of the label at the end.
const LABEL: usize = 14;

/// Returns the table of the players, which the pane shows without a cursor.
pub(super) fn table<'a>(state: &'a State, model: &Model) -> Table<'a> {
    columns(state.round.as_ref(), model, state.row.at, 0)
}

/// Returns the table in a list of this width.
fn columns<'a>(round: Option<&'a Round>, model: &Model, at: usize, width: u16) -> Table<'a> {
    let rows = standings::rows(round, model, Role::Paper);
    let decision = round.and_then(|round| round.decision.as_ref());
    // In a narrow pane the bars are dropped first, then the labels.
    let width = usize::from(width).saturating_sub(2);
    let has_labels = width >= 27 + LABEL;
    let rest = width.saturating_sub(19 + if has_labels { LABEL } else { 0 });
    let has_bars = rest > 19;
    let longest = rows.iter().map(|row| row.player.name.cells()).max().unwrap_or(0);
    let name = longest.min(rest.saturating_sub(if has_bars { 12 } else { 0 })).min(27);
    standings::columns(Rows::new(LIST, rows, at), [name, name], None)
        .hide_cursor(true)
        .room(BARS)
        .gap(1)
        .spare(2)
        .shown(has_bars)
        .left("", LABEL, move |row| label(decision, row))
        .shown(has_labels)
        .table()
}

/// Returns what the decision says about a player.
fn label(decision: Option<&Decision>, row: &Row<'_>) -> (String, Role) {
    let Some(decision) = decision else { return (String::new(), Role::Dim) };
    let is_best_founder = Some(row.place) == decision.best_founder;
    let (label, role) = match row.place == decision.champion {
        true if decision.keeps_founder => (" best evolved", Role::Dim),
        true => (" ✓ champion", Role::Good),
        _ if is_best_founder && decision.keeps_founder => (" ✓ kept", Role::Good),
        _ if row.player.founder && decision.starts_alone => (" start", Role::Paper),
        _ if is_best_founder => (" best founder", Role::Paper),
        _ if row.player.founder => (" founder", Role::Dim),
        _ => ("", Role::Dim),
    };
    (label.to_owned(), role)
}
