//! The view of Run with the curves, the organisms and the statistics of an evolution.
//!
//! ```text
//! wide             normal            compact           small
//! ╭curves╮╭gen╮╭v╮ ╭ curves ╮╭gen──╮  ╭ curves ╮╭side╮  ╭ one ╮
//! │      │├fit┤│a│ │        │├side─┤  ╰────────╯╰────╯  │pane │
//! ├organ.┤├ga─┤│l│ ├organis.┤├ga───┤  ╭ organisms ───╮  │     │
//! ╰──────╯╰───╯╰─╯ ╰────────╯╰─────╯  ╰──────────────╯  ╰─────╯
//! ```
//!
//! A pane without a place of its own takes the side place when it is focused.

mod algorithm;
mod commands;
mod estimate;
mod fitness;
mod generation;
mod mentor;
mod organisms;
mod runs;
mod small;

pub(crate) use commands::SELECTION;

use crate::tui::panes::{curves, suspect, values};
use crate::tui::place::NEXT_PANE;
use crate::tui::prelude::*;

pub(crate) const ID: ScreenId = ScreenId("population");

static ABOUT: About = About {
    shows_run: true,
    figure_panes: "the curves, Organisms, the histogram, Estimate, Runs, Values",
    has_panes: true,
    ..About::new(ID, "Organisms")
};

panes! {
    static PANES: State, panes, places;
    pub(crate) ORGANISMS = Pane {
        draw: organisms::draw,
        table: |state, model| organisms::table(state, model, 0),
        select: |state, _, row| state.organisms.at = row,
        open: |state, model| {
            if model.may_drop_edits() {
                commands::select_subject(state, model);
            }
            Vec::new()
        },
        navigate: organisms::scroll,
        ..Pane::EMPTY
    };
    ESTIMATE = Pane {
        draw: estimate::draw,
        table: |state, model| estimate::table(state, model, 0),
        select: |state, _, row| state.estimate.at = row,
        is_shown: |_, model| estimate::is_available(model),
        ..Pane::EMPTY
    };
    GENERATION = Pane { draw: generation::draw, ..Pane::EMPTY };
    MENTOR = Pane { draw: mentor::draw, is_shown: |_, model| mentor::settings(model).is_some(), ..Pane::EMPTY };
    FITNESS = Pane { draw: fitness::draw, ..Pane::EMPTY };
    RUNS = Pane {
        draw: runs::draw,
        table: |_, model| model.evolution.as_ref().map(runs::table),
        select: |_, model, row| model.evolution.iter_mut().for_each(|open| open.show_run(row)),
        is_shown: |_, model| model.evolution.as_ref().is_some_and(|open| open.runs.len() > 1),
        ..Pane::EMPTY
    };
    pub(crate) ALGORITHM = Pane { draw: algorithm::draw, ..Pane::EMPTY };
    VALUES = Pane {
        draw: |draw, state, model, Frame { area, highlighted, .. }| {
            let Some(open) = &model.evolution else { return };
            let inner = pane::draw(draw, area, "Values", "v enlarges", highlighted);
            // The values follow the cursor in the organisms.
            let under = open.organism(state.organisms.at).filter(|_| state.panes.at == ORGANISMS);
            let shown = under.or_else(|| model.subject());
            values::table_of(draw, model, open, shown, inner, highlighted.then_some(model.values.at));
        },
        table: |_, model| values::sortable(model, model.evolution.as_ref()?),
        select: |_, model, row| model.values.at = row,
        ..Pane::EMPTY
    };
    pub(crate) CURVES = Pane {
        draw: |draw, _, model, Frame { area, highlighted, focused, .. }| {
            if let Some(open) = &model.evolution {
                curves::draw(draw, model, open, area, (highlighted, focused));
            }
        },
        ..Pane::EMPTY
    };
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) panes: PaneFocus,
    /// The cursor in the table of organisms.
    pub(crate) organisms: Cursor,
    /// The cursor in the list of estimates.
    estimate: Cursor,
    /// The first visible parameter in the table of organisms.
    first_parameter: usize,
}

/// The smallest size that shows several panes, and that with three rows of panes.
const COMPACT: (u16, u16) = (80, 21);
const NORMAL: (u16, u16) = (100, 28);
/// The least width with the values, and the width of the panes between them and the curves.
const WIDE: u16 = 150;
const MIDDLE: u16 = 36;
/// The least height of two panes between the generation and the algorithm.
const TWO: u16 = 20;

fn places(state: &State, model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    let is_shown = |pane: &usize| (PANES.all[*pane].is_shown)(state, model);
    let focus = Some(state.panes.at).filter(is_shown).unwrap_or(ORGANISMS);
    let Rect { width, height, .. } = area;
    if state.panes.is_zoomed || width < COMPACT.0 || height < COMPACT.1 {
        return vec![(focus, area)];
    }
    let upper = height * 11 / 20;
    if width < NORMAL.0 || height < NORMAL.1 {
        let [top, bottom] = split_top(area, upper.max(generation::HEIGHT).min(height - 7));
        let [left, right] = split_left(top, width - 34);
        let side = if [CURVES, ORGANISMS].contains(&focus) { GENERATION } else { focus };
        return vec![(CURVES, left), (side, right), (ORGANISMS, bottom)];
    }
    let values = if width >= WIDE { (width - NORMAL.0).min(64) } else { 0 };
    let [left, others] = split_left(area, width - MIDDLE - values);
    let [middle, last] = split_left(others, MIDDLE);
    let mut places = stack(left, &[(CURVES, upper.max(14))], ORGANISMS);
    places.extend((values > 0).then_some((VALUES, last)));
    // Between generation and algorithm: the most informative pane, and a second one if there is room.
    let has_mentor = is_shown(&MENTOR);
    let first = if has_mentor { MENTOR } else { ESTIMATE };
    let between: Vec<usize> = [first, RUNS, FITNESS].into_iter().filter(is_shown).take(2).collect();
    let rest = height - generation::HEIGHT - algorithm::HEIGHT;
    let has_place =
        |pane| [GENERATION, ALGORITHM].contains(&pane) || places.iter().any(|(one, _)| *one == pane);
    let panes = match between[..] {
        [first, second] if rest >= TWO && (has_place(focus) || between.contains(&focus)) => {
            let upper = if has_mentor { (rest / 2).max(mentor::HEIGHT).min(rest - 8) } else { rest / 2 };
            // The histogram is above the runs, and below what is more informative.
            let (above, below) = if first == RUNS { (second, first) } else { (first, second) };
            vec![(GENERATION, generation::HEIGHT), (above, upper), (below, rest - upper)]
        }
        _ => {
            let side = if has_place(focus) { between[0] } else { focus };
            vec![(GENERATION, generation::HEIGHT), (side, rest)]
        }
    };
    places.extend(stack(middle, &panes, ALGORITHM));
    places
}

impl Place for State {
    parts!(about tables);

    fn status(&self, model: &Model) -> Status {
        let card = model.evolution.is_none().then(|| Card {
            title: "Run",
            about: "No session is open. This screen shows a run: how the fitness grows over the generations, the \
                    organisms of a generation, and the settings.".to_owned(),
            choices: vec![(action("new run"), "start a run from random organisms")],
        });
        Status {
            card,
            // The key for the next pane is more important if some are hidden.
            main_command: PANES.are_partly_hidden(self, model).then_some(NEXT_PANE.action()),
            can_go_back: self.panes.is_zoomed || looks_back(model),
            ..Status::default()
        }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let Some(open) = &model.evolution else { return };
        if let Some(error) = &open.failure {
            return small::failed(draw, open, area, error);
        }
        let area = suspect::draw(draw, open, area);
        if area.width < 60 || area.height < 13 {
            return small::numbers(draw, self, open, area);
        }
        PANES.draw(draw, self, model, area);
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        curves::chart(model.evolution.as_ref().filter(|_| self.panes.at == CURVES)?)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = model.evolution.as_ref()?;
        let record = open.record()?;
        let of_generation = |name: &str| Wanted::of_generation(name, record.run, Some(record.generation));
        let wanted = match self.panes.at {
            CURVES => vec![Wanted::of_generation("fitness", record.run, None)],
            ORGANISMS => vec![of_generation("organisms")],
            FITNESS => vec![of_generation("distribution")],
            RUNS => vec![Wanted::recorded("runs")],
            VALUES => vec![values::figure(model, open)?],
            ESTIMATE => estimate::figures(open, record.run),
            _ => return None,
        };
        Some(ExportFigures { folder: open.folder.clone(), wanted })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => {
                let record = model.evolution.as_ref().and_then(|open| open.record());
                let organisms = record.map_or(0, |record| record.population.len());
                self.organisms.move_in_list(Action::Redraw, 0, organisms);
            }
            Input::Started(_) => self.organisms.at = 0,
            Input::Generation(generation) => return Some(model.look_at(generation)),
            Input::Back if self.panes.is_zoomed => self.panes.is_zoomed = false,
            Input::Back if looks_back(model) => {
                model.evolution.iter_mut().for_each(|open| open.view_newest());
            }
            // The palette has the commands of the list of organisms while another pane is focused.
            Input::Command(act) if SELECTION.iter().any(|command| command.action == Action::Own(act)) => {
                self.panes.at = ORGANISMS;
            }
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}

fn looks_back(model: &Model) -> bool {
    model.evolution.as_ref().is_some_and(|open| open.looking_back())
}
