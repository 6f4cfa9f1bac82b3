//! The standings of the round robin shown.

use ratatui::layout::Rect;

use super::round::{Entry, Round};
use super::{Frame, Spot, State, event_name, lists, mark, starts_alone, status, table};
use crate::objectives::self_play::Event;
use crate::tui::draw::{Draw, Heading};
use crate::tui::evolution::Evolution;
use crate::tui::format::{cut, estimate, left, percent, points, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;

/// Widths in cells: of the place, the seat, the points, their share, a count, and Elo.
const PLACE: usize = 4;
const SEAT: usize = 5;
const POINTS: usize = 7;
const SHARE: usize = 6;
const COUNT: usize = 4;
const ELO: usize = 12;

/// The optional columns that fit.
struct Columns {
    /// The width of the name in cells.
    name: usize,
    seat: bool,
    share: bool,
    counts: bool,
    elo: bool,
}

impl Columns {
    fn fitting(width: usize, seats: bool) -> Columns {
        let mut left = width.saturating_sub(2 + PLACE + POINTS);
        let mut fits = |cells: usize, least_name: usize| {
            let fits = left >= cells + least_name;
            if fits {
                left -= cells;
            }
            fits
        };
        let elo = fits(ELO, 8);
        let counts = fits(3 * COUNT, 10);
        let share = fits(SHARE, 12);
        let seat = seats && fits(SEAT, 12);
        Columns { name: left.clamp(1, 40), seat, share, counts, elo }
    }
}

/// Returns the name of the round robin shown.
pub(super) fn title(open: &Evolution, round: Option<&Round>) -> String {
    let generations = open.settings.as_ref().map_or(0, |settings| settings.generations);
    match round.map(|round| round.event) {
        Some(Event::Generation(generation)) => {
            format!("generation {} of {}", thousands(generation.into()), thousands(generations.into()))
        }
        Some(event) => event_name(open, event),
        None => String::new(),
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    let round = state.round.as_ref();
    let title = format!("Standings · {}", title(open, round));
    let note = match (open.looking_back() || state.show_generations, round) {
        (true, Some(_)) => "looking back, Esc: newest".to_owned(),
        (_, Some(round)) => format!("{} games", thousands(round.games())),
        (_, None) => String::new(),
    };
    let title = title.trim_end_matches([' ', '·']);
    let inner = frame.open(draw, title, &note);
    if inner.height == 0 || inner.width < 12 {
        return;
    }
    let width = inner.width.saturating_sub(2);
    let (text, role) = status(state, open, usize::from(width));
    draw.text(inner.x + 1, inner.y, width, &text, role);
    let Some(round) = round else {
        if inner.height > 1 {
            draw.text(inner.x + 1, inner.y + 1, width, "no round robin is finished yet", Role::Dim);
        }
        return;
    };
    let mut used = 1;
    if inner.height >= round.entries.len() as u16 + 3 {
        let text = cut(&summary(open, round), usize::from(width));
        draw.text(inner.x + 1, inner.y + used, width, &text, Role::Dim);
        used += 1;
    }
    let body = below(inner, used);
    rows(draw, state, model, round, body, frame.focused);
}

/// Returns the most important fact about a round robin in one line.
fn summary(open: &Evolution, round: &Round) -> String {
    if let Some(decision) = &round.decision {
        return super::confirmation::decision_text(round, decision);
    }
    if starts_alone(open) {
        return "they play each other, so Elo is relative to them".to_owned();
    }
    let founders = round.entries.iter().filter(|entry| entry.player.founder).count();
    let all = open.settings.as_ref().map_or(0, |settings| settings.initial.len());
    let best = round
        .entries
        .iter()
        .find(|entry| entry.player.founder)
        .map(|entry| (entry.player.elo, &entry.player.name));
    match best {
        Some((Some(elo), name)) if founders < round.entries.len() => {
            let elo = estimate(Some(elo.value), elo.error);
            format!("{founders} of the {all} founders left; the best is {name} with {elo} Elo here")
        }
        Some(_) => format!("{founders} of the {all} founders play"),
        None => "no founder is left; Elo is relative to this generation".to_owned(),
    }
}

fn rows(draw: &mut Draw<'_>, state: &State, model: &Model, round: &Round, area: Rect, focus: bool) {
    if area.height < 2 {
        return;
    }
    let columns = Columns::fitting(usize::from(area.width), round.decision.is_none());
    let headings = [
        Heading::gap(2),
        Heading::right("#", PLACE - 1).natural(),
        Heading::gap(1),
        Heading::left("organism", columns.name).by(table::NAME),
        Heading::right("seat", if columns.seat { SEAT } else { 0 }).by(table::SEAT),
        Heading::right("points", POINTS).by(table::POINTS),
        Heading::right("%", if columns.share { SHARE } else { 0 }),
        Heading::right("+", if columns.counts { COUNT } else { 0 }).by(table::WON),
        Heading::right("=", if columns.counts { COUNT } else { 0 }).by(table::DRAWN),
        Heading::right("−", if columns.counts { COUNT } else { 0 }).by(table::LOST),
        Heading::right("Elo", if columns.elo { ELO } else { 0 }).by(table::ELO),
    ];
    draw.headings(Rect { height: 1, ..area }, lists::STANDINGS, &headings);
    let body = below(area, 1);
    let at = state.row.at;
    let (subject, rival) = (model.subject(), model.rival());
    for (place, entry, row) in draw.visible(body, lists::STANDINGS, at, &round.entries) {
        let here = focus && place == at;
        draw.row(row, Target::own(Spot::Row(place)), here);
        let marked = mark(subject.as_ref(), rival, entry.organism.as_ref());
        draw_row(draw, row, &columns, (place, entry), marked, here);
    }
}

fn draw_row(
    draw: &mut Draw<'_>,
    row: Rect,
    columns: &Columns,
    (place, entry): (usize, &Entry),
    (mark, role): (&str, Role),
    here: bool,
) {
    let mut x = row.x;
    let mut put = |draw: &mut Draw<'_>, text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x).min(width as u16), text, role, here);
        x = x.saturating_add(width as u16);
    };
    put(draw, if here { "▸" } else { " " }, 1, Role::Key);
    put(draw, mark, 1, role);
    put(draw, &right(&(place + 1).to_string(), PLACE - 1), PLACE, Role::Dim);
    put(draw, &left(&cut(&entry.player.name, columns.name - 1), columns.name), columns.name, role);
    if columns.seat {
        put(draw, &right(&(entry.player.number + 1).to_string(), SEAT), SEAT, Role::Dim);
    }
    put(draw, &right(&points(entry.player.points()), POINTS), POINTS, Role::Text);
    if columns.share {
        put(draw, &right(&percent(entry.player.points(), entry.player.games()), SHARE), SHARE, Role::Dim);
    }
    if columns.counts {
        let [lost, drawn, won] = entry.player.totals;
        for count in [won, drawn, lost] {
            put(draw, &right(&count.to_string(), COUNT), COUNT, Role::Dim);
        }
    }
    if columns.elo {
        let elo = estimate(entry.player.elo.map(|elo| elo.value), entry.player.elo.and_then(|elo| elo.error));
        put(draw, &right(&elo, ELO), ELO, Role::Text);
    }
}
