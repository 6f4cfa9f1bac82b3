//! The standings of the round robin shown.

use super::confirmation::decision_text;
use super::round::Round;
use super::state::{State, session};
use super::status::{starts_alone, status, title};
use crate::figures::round::Entry as Player;
use crate::tui::format::{estimated, points};
use crate::tui::prelude::*;

const LIST: List = List("coevolution: standings");

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    let note = match &state.round {
        Some(_) if open.looking_back() || state.show_generations => "looking back, Esc: newest".to_owned(),
        Some(round) => format!("{} games", thousands(round.games())),
        None => String::new(),
    };
    let inner = frame.open(draw, &title("Standings", state, open), &note);
    if inner.height == 0 || inner.width < 12 {
        return;
    }
    let mut lines = Lines::new(draw, inner);
    let (text, role) = status(state, open, lines.width().into());
    lines.text(&text, role);
    let Some(round) = &state.round else {
        lines.text("no round robin is finished yet", Role::Dim);
        return;
    };
    if inner.height >= round.entries.len() as u16 + 3 {
        lines.text(&summary(open, round), Role::Dim);
    }
    let area = below(inner, inner.height - lines.rest().height);
    if area.height > 1 {
        table(state, model).draw_in_pane(draw, area, frame.focused);
    }
}

/// Returns the most important fact about a round robin in one line.
fn summary(open: &Evolution, round: &Round) -> String {
    if let Some(decision) = &round.decision {
        return decision_text(round, decision);
    }
    if starts_alone(open) {
        return "they play each other, so Elo is relative to them".to_owned();
    }
    let all = open.settings.as_ref().map_or(0, |settings| settings.initial.len());
    let mut founders = round.entries.iter().filter(|player| player.founder);
    let left = founders.clone().count();
    match founders.next().map(|best| (best.elo, &best.name)) {
        Some((Some(elo), name)) if left < round.entries.len() => {
            let elo = estimated(Some(elo));
            format!("{left} of the {all} founders left; the best is {name} with {elo} Elo here")
        }
        Some(_) => format!("{left} of the {all} founders play"),
        None => "no founder is left; Elo is relative to this generation".to_owned(),
    }
}

/// A row of a list of players.
pub(super) struct Row<'a> {
    /// The place, from 0.
    pub(super) place: usize,
    pub(super) player: &'a Player,
    /// The mark of the subject or the rival.
    pub(super) mark: &'static str,
    pub(super) role: Role,
}

/// Returns the players of a round robin, best first. `founder` is the role of founders without a mark.
pub(super) fn rows<'a>(round: Option<&'a Round>, model: &Model, founder: Role) -> Vec<Row<'a>> {
    let (subject, rival) = (model.subject(), model.rival());
    let (subject, rival) =
        (subject.as_ref().map(|subject| &subject.origin), rival.map(|rival| &rival.origin));
    let organisms = round.map_or(&[][..], |round| &round.organisms);
    let row = |(place, player): (usize, &'a Player)| {
        let organism = organisms.get(place).and_then(Option::as_ref);
        let (mark, role) = match organism.map(|organism| Some(&organism.origin)) {
            Some(origin) if origin == subject => ("●", Role::Subject),
            Some(origin) if origin == rival => ("○", Role::Rival),
            _ => (" ", if player.founder { founder } else { Role::Text }),
        };
        Row { place, player, mark, role }
    };
    round.map_or(&[][..], |round| &round.entries).iter().enumerate().map(row).collect()
}

/// Returns the table of the standings.
pub(super) fn table<'a>(state: &'a State, model: &Model) -> Table<'a> {
    let round = state.round.as_ref();
    let has_seats = round.is_some_and(|round| round.decision.is_none());
    let rows = Rows::new(LIST, rows(round, model, Role::Text), state.row.at);
    columns(rows, [0, 39], Some(has_seats)).table()
}

/// A list of players.
pub(super) type Players<'a> = Rows<'a, Row<'a>>;

/// Adds the columns to a list of players. `name` has the least and the largest width of names. Without seats only names and
/// Elo are shown; the list can be sorted by all columns.
pub(super) fn columns<'a>(rows: Players<'a>, name: [usize; 2], seats: Option<bool>) -> Players<'a> {
    let has_all = seats.is_some();
    let mut rows = rows
        .without_gaps()
        .mark(|row| (row.mark, row.role))
        .right("#", 3, |row| ((row.place + 1).to_string(), Role::Dim))
        .natural()
        .left("organism", name[0], |row| (row.player.name.clone(), row.role))
        .gap(1)
        .up_to(name[1])
        .sorted(|row| Some(Key::text(&row.player.name)))
        .mark(|_| (" ", Role::Text))
        .right("seat", 5, |row| ((row.player.number + 1).to_string(), Role::Dim))
        .least_width(60)
        .shown(seats == Some(true))
        .sorted(|row| Some(Key::count(row.player.number)))
        .right("points", 7, |row| (points(row.player.points()), Role::Text))
        .shown(has_all)
        .largest_first(|row| Some(Key::Number(row.player.points())))
        .right("%", 6, |row| (percent(row.player.points(), row.player.games()), Role::Dim))
        .least_width(55)
        .shown(has_all);
    for (heading, name, result) in [("+", "won", 2), ("=", "drawn", 1), ("−", "lost", 0)] {
        rows = rows
            .right(heading, 4, move |row| (row.player.totals[result].to_string(), Role::Dim))
            .named(name)
            .least_width(47)
            .shown(has_all)
            .largest_first(move |row| Some(Key::count(row.player.totals[result])));
    }
    rows.right("Elo", 12, move |row| (estimated(row.player.elo), Role::Text))
        .least_width(if has_all { 33 } else { 0 })
        .largest_first(|row| Some(Key::Number(row.player.elo?.value)))
        .searched(|row| row.player.name.clone())
}
