//! The pane of the confirmation: a longer round robin of the last population and the founders selects the champion.

use ratatui::layout::Rect;

use super::round::{Decision, Round};
use super::{Frame, State, lists, mark, progress, state};
use super::{has_estimate, starts_alone};
use crate::arena::plan::{self, Plan};
use crate::objectives::self_play::Event;
use crate::objectives::self_play::confirmation::{Confirmation, FinalMatch};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, estimate, left, percent, right, thousands, wrap};
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::bars;

/// Returns the decision in one line.
pub(super) fn decision_text(round: &Round, decision: &Decision) -> String {
    let name = |place: usize| round.entries.get(place).map_or("", |entry| entry.player.name.as_str());
    let champion = name(decision.champion);
    let Some(founder) = decision.best_founder else { return format!("champion {champion}") };
    if founder == decision.champion {
        let what = if decision.starts_alone { "the start" } else { "the best founder" };
        return format!("champion {champion}, {what}");
    }
    let founder = name(founder);
    let over =
        if decision.starts_alone { founder.to_owned() } else { format!("the best founder, {founder},") };
    if decision.keeps_founder {
        let elo = decision.final_match.as_ref().and_then(FinalMatch::elo);
        let elo = elo.map_or_else(String::new, |elo| {
            format!(": {} Elo in the final match", estimate(Some(elo.value), elo.error))
        });
        return format!("{founder} is kept; the best that evolved, {champion}, did not beat it{elo}");
    }
    match &decision.final_match {
        Some(played) => {
            let elo = played.elo();
            format!(
                "champion {champion}: {} Elo over {over} in {} games after the selection",
                estimate(elo.map(|elo| elo.value), elo.and_then(|elo| elo.error)),
                thousands(played.games())
            )
        }
        None => format!("champion {champion}; the gain over {over} was not measured"),
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    let Some((last, confirmation)) = open.latest().zip(state::confirmation(open)) else {
        return draw_pending(draw, state, open, frame);
    };
    match state.round.as_ref().filter(|round| round.decision.is_some()) {
        Some(round) => draw_result(draw, state, model, round, frame),
        None => {
            if let Some(round) = Round::from_confirmation(open, last, confirmation) {
                draw_result(draw, state, model, &round, frame);
            }
        }
    }
}

/// Draws the progress of the confirmation, or how it will be played.
fn draw_pending(draw: &mut Draw<'_>, state: &State, open: &Evolution, frame: Frame) {
    let inner = frame.open(draw, "Confirmation", "");
    let width = usize::from(inner.width.saturating_sub(2));
    let Some(settings) = &open.settings else { return };
    let Some(games) = settings.objective.self_play() else { return };
    let mut y = inner.y;
    let mut write = |draw: &mut Draw<'_>, text: &str, role: Role| {
        for line in wrap(text, width) {
            if y < inner.bottom() {
                draw.text(inner.x + 1, y, inner.width - 1, &line, role);
                y += 1;
            }
        }
    };
    let alone = starts_alone(open);
    let playing = state.playing.event.filter(|event| event.concludes());
    if let Some((event, (done, total))) = playing.zip(progress(state, open)) {
        let title = match event {
            Event::Milestones => "the champion is selected; leaders of all generations play the founders",
            Event::FinalMatch if alone => "the champion is selected and plays the start",
            Event::FinalMatch => "the champion is selected and plays the best founder",
            _ if alone => "the last population, the estimate and the start play each other",
            _ => "the last population and the founders play each other",
        };
        write(draw, title, Role::Title);
        let text =
            format!("{} of {} games · {} %", thousands(done), thousands(total), percent(done as f64, total));
        write(draw, &text, Role::Text);
        let share = done as f64 / total.max(1) as f64;
        if y < inner.bottom() {
            bars::horizontal(draw, inner.x + 1, y, inner.width.saturating_sub(2), share, Role::Organism);
        }
        return;
    }
    let measured = match games.match_games {
        0 => String::new(),
        games => {
            let against = if alone { "the start" } else { "the best founder" };
            format!(" A match of {} games against {against} measures the gain.", thousands(games.into()))
        }
    };
    let others = match settings.founders().len() {
        _ if alone => "the start".to_owned(),
        founders => format!("the {founders} founders"),
    };
    let (last, pair_games) = (thousands(settings.generations.into()), games.confirmation_games);
    let estimate_alone = games.estimate_alone && has_estimate(open);
    let text = if estimate_alone {
        format!(
            "After generation {last} the optimizer's estimate and the start play {pair_games} games. The estimate \
             becomes the champion.{measured}"
        )
    } else {
        format!(
            "After generation {last} the population and {others} play {pair_games} games per pair. The best organism of \
             the population becomes the champion.{measured}"
        )
    };
    write(draw, &text, Role::Dim);
    let latest = open.latest().filter(|last| last.generation >= settings.generations && !estimate_alone);
    let finalists = open.schema.as_ref().zip(latest);
    if let Some((schema, last)) = finalists {
        let players = Confirmation::finalists(schema, &last.population, &settings.founders()).len();
        let plan = Plan::new(plan::Event::RoundRobin, players, games.confirmation_games.into());
        let text = format!("{players} organisms, {} games: press s to play them", thousands(plan.games()));
        write(draw, &text, Role::Key);
    }
}

/// Widths in cells: of the place, of Elo, and of the label at the end.
const PLACE: usize = 4;
const ELO: usize = 12;
const LABEL: usize = 14;
/// Smallest widths in cells: of a bar and of a name.
const BAR: usize = 11;
const NAME: usize = 9;

/// Draws the decision and the Elo of all players on one scale.
fn draw_result(draw: &mut Draw<'_>, state: &State, model: &Model, round: &Round, frame: Frame) {
    let inner = frame.open(draw, "Confirmation", &format!("ranked by {} games", thousands(round.games())));
    let Some(decision) = &round.decision else { return };
    if inner.height < 2 || inner.width < 24 {
        return;
    }
    let width = usize::from(inner.width) - 2;
    let mut y = inner.y;
    for line in wrap(&decision_text(round, decision), width).into_iter().take(2) {
        draw.text(inner.x + 1, y, inner.width - 1, &line, Role::Title);
        y += 1;
    }
    if decision.repeated > 0 {
        let text = format!("{} games are identical to earlier ones", thousands(decision.repeated));
        draw.text(inner.x + 1, y, inner.width - 1, &text, Role::Warning);
        y += 1;
    }
    let ends =
        round.entries.iter().filter_map(|entry| entry.player.elo).flat_map(|elo| elo.ends().map(f64::abs));
    let bound = bars::elo_bound(ends.fold(0.0, f64::max));
    // In a narrow pane the bars are dropped first, then the labels.
    let longest = round.entries.iter().map(|entry| entry.player.name.cells()).max().unwrap_or(0) + 1;
    let fixed = 2 + PLACE + ELO;
    let labeled = width >= fixed + LABEL + NAME;
    let fixed = fixed + if labeled { LABEL } else { 0 };
    let barred = width > fixed + NAME + BAR;
    let name = width.saturating_sub(fixed + if barred { BAR + 1 } else { 0 });
    let name = longest.min(name).clamp(1, 28);
    let bar = if barred { width.saturating_sub(fixed + name + 1) } else { 0 };
    let heading = format!("  {} {}{}", right("#", PLACE - 1), left("organism", name), right("Elo", ELO));
    if y < inner.bottom() {
        draw.text(inner.x, y, inner.width, &heading, Role::Dim);
        if barred {
            let x = inner.x + (2 + PLACE + name + ELO + 1) as u16;
            let (low, high) = (format!("−{bound}"), format!("+{bound}"));
            draw.text(x, y, bar as u16, &low, Role::Dim);
            let at = x + (bar - high.cells()) as u16;
            draw.text(at, y, bar as u16, &high, Role::Dim);
            draw.text(x + (bar / 2) as u16, y, 1, "0", Role::Dim);
        }
        y += 1;
    }
    let body = Rect { y, height: inner.bottom().saturating_sub(y), ..inner };
    let at = state.row.at;
    let (subject, rival) = (model.subject(), model.rival());
    for (place, entry, row) in
        draw.visible(body, lists::FINALISTS, at.min(round.entries.len()), &round.entries)
    {
        let (sign, mut role) = mark(subject.as_ref(), rival, entry.organism.as_ref());
        let (label, label_role) = match place {
            _ if place == decision.champion && decision.keeps_founder => (" best evolved", Role::Dim),
            _ if place == decision.champion => (" ✓ champion", Role::Good),
            _ if Some(place) == decision.best_founder && decision.keeps_founder => (" ✓ kept", Role::Good),
            _ if entry.player.founder && decision.starts_alone => (" start", Role::Paper),
            _ if Some(place) == decision.best_founder => (" best founder", Role::Paper),
            _ if entry.player.founder => (" founder", Role::Dim),
            _ => ("", Role::Dim),
        };
        if role == Role::Text && entry.player.founder {
            role = Role::Paper;
        }
        let elo = estimate(entry.player.elo.map(|elo| elo.value), entry.player.elo.and_then(|elo| elo.error));
        let number = format!("{} ", right(&(place + 1).to_string(), PLACE - 1));
        let mut x = draw.spans(
            row.x,
            row.y,
            row.width,
            &[
                (" ", Role::Dim),
                (sign, role),
                (&number, Role::Dim),
                (&left(&cut(&entry.player.name, name - 1), name), role),
                (&right(&elo, ELO), Role::Text),
            ],
        );
        if barred {
            if let Some(elo) = entry.player.elo {
                let line = Rect { x: x + 1, width: bar as u16, ..row };
                let role = if place == decision.champion { Role::Good } else { role };
                let role = if role == Role::Text { Role::Organism } else { role };
                bars::elo_interval(draw, line, elo, bound, role);
            }
            x += bar as u16 + 1;
        }
        if labeled {
            draw.text(x, row.y, row.right().saturating_sub(x), label, label_role);
        }
    }
}
