//! Personas, an overlay: two of them side by side, where they part on a board, and a map of all.
//!
//! The files are found beside the sessions. Two personas are compared on positions of the embedded test set; if their organisms
//! are beside them, these become subject and rival, so that they analyse and play as everywhere.

mod board;
mod list;
mod map;
pub(crate) mod tasks;

use crate::players::contrast::{Contrast, Parting};
use crate::tui::background::organism::ReadOrganism;
use crate::tui::board_commands::side_pane;
use crate::tui::notes::ShowPersonas;
use crate::tui::playing::side_panes::{Activity, SidePane};
use crate::tui::playing::{self, BoardIn, BoardState, Root};
use crate::tui::prelude::*;
use crate::tui::widgets::pane::FRAMED_HEIGHT;
use tasks::{CompareTwo, ComparedTwo, FindPersonas, Found, FoundPersonas};

pub(crate) const ID: ScreenId = ScreenId("personas");

static ABOUT: About = About {
    is_overlay: true,
    has_panes: true,
    figure_panes: "map, values, kinds of moves and positions",
    ..About::new(ID, "Personas")
};

panes! {
    static PANES: State, board_state.panes, places;
    LIST = Pane {
        draw: list::draw,
        table: |state, _| Some(list::personas(state)),
        select: |state, _, row| state.cursor.at = row,
        open: opens!(compare),
        ..Pane::EMPTY
    };
    MAP = Pane { draw: map::draw, ..Pane::EMPTY };
    VALUES = Pane {
        draw: list::draw_values,
        table: |state, _| Some(list::values(state)),
        select: |state, _, row| state.value.at = row,
        ..Pane::EMPTY
    };
    KINDS = Pane {
        draw: list::draw_kinds,
        table: |state, _| Some(list::kinds(state)),
        select: |state, _, row| state.kind.at = row,
        ..Pane::EMPTY
    };
    PARTINGS = Pane {
        draw: list::draw_partings,
        table: |state, _| Some(list::partings(state)),
        select: |state, _, row| state.parting.at = row,
        open: opens!(open),
        ..Pane::EMPTY
    };
    /// The board has the number that its state begins with, and those beside it follow.
    BOARD = Pane { draw: board::draw, has_wheel: false, ..Pane::EMPTY };
    ANALYSIS = side_pane(SidePane::Analysis);
    EVALUATION = side_pane(SidePane::Evaluation);
}

commands! {
    /// The commands of this place.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "open persona" ["Enter"] "compare" "compare the selected persona with the marked one; in the list of positions play on from there"
        => [open, if selected, label open_label; drops_edits]
    "mark persona" ["m"] "other" "compare with the selected persona, which becomes the other one"
        => [mark, if selected_persona; drops_edits]
}

/// The state of the place.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The personas that were found, or why the folder cannot be read; `None` until then.
    found: Option<Arc<Found>>,
    cursor: Cursor,
    /// The numbers of the personas that are compared.
    chosen: [usize; 2],
    /// The numbers of those that a task compares.
    comparing: Option<[usize; 2]>,
    /// The last comparison.
    contrast: Option<Arc<Contrast>>,
    value: Cursor,
    kind: Cursor,
    parting: Cursor,
    pub(crate) board_state: BoardIn<BOARD>,
}

/// The least widths for three columns, for two with all panes, and for two panes.
const THREE_COLUMNS: u16 = 160;
const TWO_COLUMNS: u16 = 110;
const TWO_PANES: u16 = 76;
/// The width of the list of personas.
const LIST_WIDTH: u16 = 36;
/// The heights of the list of personas, and of that of positions under a board.
const LIST_HEIGHT: u16 = 12;
const PARTINGS_HEIGHT: u16 = 16;

/// Divides an area among the panes.
fn places(state: &State, model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    divided(area, state.board_state.panes, Activity::new(state, model), state.board_state.focus())
}

fn divided(area: Rect, focus: PaneFocus, activity: Activity, on_board: Focus) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = focus;
    let (width, height) = (area.width, area.height);
    if is_zoomed || width < TWO_PANES || height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    let half = height / 2;
    let beside = |area: Rect| {
        let panes = activity.places(on_board, area).into_iter();
        panes.map(|(pane, area)| (ANALYSIS + pane as usize, area))
    };
    let is_busy = focus > BOARD || activity.playing || activity.evaluating || activity.analysing;
    let board_with = |left: Rect, right: Rect| [(BOARD, left)].into_iter().chain(beside(right));
    if width < TWO_COLUMNS {
        let [left, right] = split_left(area, if focus <= MAP { LIST_WIDTH } else { width / 2 });
        return match focus {
            LIST | MAP => vec![(LIST, left), (MAP, right)],
            VALUES | KINDS => stack(area, &[(VALUES, half)], KINDS),
            _ if is_busy => board_with(left, right).collect(),
            _ => vec![(PARTINGS, left), (BOARD, right)],
        };
    }
    let [left, rest] = split_left(area, LIST_WIDTH.max(width / 5));
    let mut out = if height < 2 * LIST_HEIGHT {
        vec![(if focus == MAP { MAP } else { LIST }, left)]
    } else {
        stack(left, &[(LIST, LIST_HEIGHT.max(height / 4))], MAP)
    };
    if is_busy && !(VALUES..=PARTINGS).contains(&focus) {
        let [middle, right] = split_left(rest, rest.width / 2);
        out.extend(board_with(middle, right));
    } else if width < THREE_COLUMNS {
        let [upper, lower] = split_top(rest, half);
        let [middle, right] = split_left(lower, rest.width / 2);
        let table = if focus == VALUES { VALUES } else { KINDS };
        out.extend([(table, upper), (PARTINGS, middle), (BOARD, right)]);
    } else {
        let [middle, right] = split_left(rest, rest.width / 2);
        out.extend(stack(middle, &[(VALUES, half)], KINDS));
        out.extend(stack(right, &[(BOARD, height - PARTINGS_HEIGHT.min(half))], PARTINGS));
    }
    out
}

fn selected_persona(state: &State, _model: &Model) -> Available {
    state.found().get(state.cursor.at).map(drop).ok_or("no persona is found here: “eyas persona” makes one")
}

fn selected(state: &State, model: &Model) -> Available {
    match state.board_state.panes.at {
        PARTINGS | BOARD => state.selected().map(drop).ok_or("no position is selected"),
        ANALYSIS | EVALUATION => Ok(()),
        _ => selected_persona(state, model),
    }
}

fn open_label(state: &State, _model: &Model) -> Option<&'static str> {
    match state.board_state.panes.at {
        PARTINGS | BOARD => Some("play on"),
        ANALYSIS => Some("play it"),
        EVALUATION => Some("set value"),
        _ => None,
    }
}

/// Opens what is selected: a persona for the comparison, or a position for play.
fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match state.board_state.panes.at {
        PARTINGS | BOARD => playing::play_on(state, model),
        ANALYSIS | EVALUATION => playing::press_selection(state, model),
        _ => return compare(state, model),
    }
    Vec::new()
}

fn compare(state: &mut State, _model: &mut Model) -> Vec<Effect> {
    state.choose(0)
}

fn mark(state: &mut State, _model: &mut Model) -> Vec<Effect> {
    state.choose(1)
}

impl State {
    fn found(&self) -> &[FoundPersonas] {
        self.found.as_ref().map_or(&[][..], |found| &found.personas)
    }

    /// Returns the selected position where the players part.
    fn selected(&self) -> Option<&Parting> {
        self.contrast.as_ref()?.partings.get(self.parting.at)
    }

    /// Makes the selected persona one of the two. Its organism becomes the subject or the rival.
    fn choose(&mut self, side: usize) -> Vec<Effect> {
        let other = self.chosen[1 - side];
        if self.cursor.at == other {
            self.chosen.swap(0, 1);
        } else {
            self.chosen[side] = self.cursor.at;
        }
        let read = |side: usize| {
            let organism = self.found().get(self.chosen[side])?.organism.as_ref()?;
            let from = organism.display().to_string();
            Some(Effect::background(ReadOrganism { from, place: None, rival: side == 1, field: None }))
        };
        let organisms: Vec<Effect> = [0, 1].into_iter().filter_map(read).collect();
        organisms.into_iter().chain(self.compare()).collect()
    }

    /// Compares the two chosen personas, unless a task does it.
    fn compare(&mut self) -> Option<Effect> {
        let [one, other] = self.chosen.map(|at| self.found().get(at).map(|found| Arc::clone(&found.persona)));
        let personas = [one?, other?];
        let is_new = self.comparing.is_none() && self.chosen[0] != self.chosen[1];
        self.comparing = is_new.then_some(self.chosen).or(self.comparing);
        is_new.then(|| Effect::background(CompareTwo { chosen: self.chosen, personas }))
    }
}

impl Place for State {
    parts!(about draw tables board);

    fn status(&self, model: &Model) -> Status {
        let nothing = self.found.as_ref().is_some_and(|found| found.personas.is_empty());
        let card = nothing.then(|| Card {
            title: "Personas",
            about: format!(
                "No persona is in {} or in the folder above it. “eyas persona GAMES.pgn --player NAME --out FILE” makes one from \
                 the games of a player.",
                model.sessions.root.display()
            ),
            choices: Vec::new(),
        });
        Status { card, ..Status::default() }
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let tables = self.contrast.as_ref().map(|contrast| crate::figures::personas::tables(contrast));
        let map = || Some(crate::figures::personas::map(self.found.as_ref()?.map.as_ref().ok()?));
        let figure = match self.board_state.panes.at {
            LIST | MAP => map()?,
            VALUES => tables?.into_iter().next()?,
            KINDS => tables?.into_iter().nth(1)?,
            _ => tables?.into_iter().nth(2)?,
        };
        let wanted = vec![Wanted::Shown(Box::new(figure))];
        Some(ExportFigures { folder: model.sessions.root.clone(), wanted })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Opened => {
                return Some(vec![Effect::background(FindPersonas(model.sessions.root.clone()))]);
            }
            Input::Changed => {
                PANES.keep_focus(self, model, BOARD);
                return Some(Vec::new());
            }
            Input::Back if self.board_state.evaluation => self.board_state.evaluation = false,
            Input::Back if self.board_state.panes.is_zoomed => self.board_state.panes.is_zoomed = false,
            Input::Back => return None,
            Input::Note(note) => {
                if note.get::<ShowPersonas>().is_some() {
                    return Some(vec![Effect::Show(ID)]);
                } else if let Some(found) = note.get::<Arc<Found>>() {
                    let count = found.personas.len();
                    if let [first, others @ ..] = &found.refused[..] {
                        let more = if others.is_empty() {
                            String::new()
                        } else {
                            format!(" (and {} more files)", others.len())
                        };
                        model.show_notice(Severity::Error, format!("{first}{more}"));
                    }
                    self.found = Some(Arc::clone(found));
                    self.cursor.at = self.cursor.at.min(count.saturating_sub(1));
                    if self.chosen.iter().any(|at| *at >= count) || self.chosen == [0, 0] {
                        (self.chosen, self.contrast) = ([0, 1], None);
                    }
                    if self.contrast.is_none() {
                        return Some(self.compare().into_iter().collect());
                    }
                } else {
                    let ComparedTwo { chosen, contrast } = note.get()?;
                    self.comparing = None;
                    if *chosen != self.chosen {
                        return Some(self.compare().into_iter().collect());
                    }
                    match contrast {
                        Ok(contrast) => self.contrast = Some(Arc::clone(contrast)),
                        Err(why) => model.show_notice(Severity::Error, why.clone()),
                    }
                    (self.value, self.kind, self.parting) = Default::default();
                }
            }
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        Some(&self.board_state)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        Some(&mut self.board_state)
    }

    fn root(&self, _model: &Model) -> Option<Root> {
        Some(Root {
            index: self.parting.at,
            position: self.selected()?.position.clone(),
            line: Vec::new(),
            right: Vec::new(),
            right_name: "".into(),
        })
    }

    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        model.subject()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::widgets::areas::assert_places;

    #[test]
    fn the_focused_pane_is_visible_and_no_panes_overlap() {
        for (width, height) in
            (1..260).step_by(13).flat_map(|width| (1..90).step_by(7).map(move |h| (width, h)))
        {
            let area = Rect::new(3, 2, width, height);
            for at in LIST..=BOARD {
                let focus = PaneFocus { at, is_zoomed: false };
                assert_places(area, &divided(area, focus, Activity::default(), Focus::Other), &at);
            }
        }
    }
}
