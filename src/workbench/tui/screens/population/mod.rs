//! The Population screen: the curves, the organisms and the statistics of an evolution.
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

mod actions;
mod algorithm;
mod estimate;
mod fitness;
mod generation;
mod lists;
mod mentor;
mod organisms;
mod runs;
mod screen;
mod small;
mod table;

use ratatui::layout::Rect;

use crate::tui::action::ScreenId;
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::{curves, suspect, values};
use crate::tui::widgets::areas::{split_left, split_top, stack};
use crate::tui::widgets::pane::{self, Frame};

pub(crate) use actions::{Act, GENERATIONS, ORGANISMS, PANES, SHOW};

pub(crate) const ID: ScreenId = ScreenId("population");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pane {
    /// Curves of best, mean and quantiles over the generations.
    Curves,
    Organisms,
    /// Statistics of the displayed generation.
    Generation,
    /// Histogram of the fitness in the displayed generation.
    Fitness,
    /// What the optimizer knows about the parameters.
    Estimate,
    /// The mentors, and the organisms' errors relative to them.
    Mentor,
    Runs,
    /// The genetic algorithm's settings.
    Algorithm,
    /// The parameter values of the subject and the organisms that it is compared with.
    Values,
}

impl Pane {
    /// Returns the available panes, in the order of the Tab key.
    fn available(model: &Model) -> Vec<Pane> {
        let ensemble = model.evolution.as_ref().is_some_and(|open| open.runs.len() > 1);
        let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
        let has_mentor = settings.is_some_and(|settings| settings.objective.scores().is_some());
        let mut panes = vec![
            Pane::Organisms,
            Pane::Generation,
            Pane::Fitness,
            Pane::Algorithm,
            Pane::Values,
            Pane::Curves,
        ];
        if ensemble {
            panes.insert(3, Pane::Runs);
        }
        if has_mentor {
            panes.insert(2, Pane::Mentor);
        }
        if model.evolution.as_ref().is_some_and(estimate::is_available) {
            panes.insert(1, Pane::Estimate);
        }
        panes
    }
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) pane: Pane,
    /// Whether the focused pane fills the screen.
    pub(crate) zoomed: bool,
    /// The cursor in the table of organisms.
    pub(crate) organisms: Cursor,
    /// The cursor in the list of estimates.
    pub(crate) estimate: Cursor,
    /// The first visible parameter in the table of organisms.
    pub(crate) first_parameter: usize,
}

impl Default for State {
    fn default() -> State {
        let (organisms, estimate) = (Cursor::default(), Cursor::default());
        State { pane: Pane::Organisms, zoomed: false, organisms, estimate, first_parameter: 0 }
    }
}

/// The smallest size that shows several panes.
const COMPACT: (u16, u16) = (80, 21);

/// Returns the visible panes and their areas.
fn layout(state: &State, model: &Model, area: Rect) -> Vec<(Pane, Rect)> {
    let panes = Pane::available(model);
    let ensemble = panes.contains(&Pane::Runs);
    let has_mentor = panes.contains(&Pane::Mentor);
    let has_estimate = panes.contains(&Pane::Estimate);
    let focus = if panes.contains(&state.pane) { state.pane } else { Pane::Organisms };
    if state.zoomed || area.width < COMPACT.0 || area.height < COMPACT.1 {
        return vec![(focus, area)];
    }
    let (width, height) = (area.width, area.height);
    let side = |shown: &[Pane], fallback: Pane| if shown.contains(&focus) { fallback } else { focus };
    if width >= 100 && height >= 28 {
        let values = if width >= 150 { (width - 100).min(64) } else { 0 };
        let right = 36;
        let upper = (height * 11 / 20).max(14);
        let [left, others] = split_left(area, width - right - values);
        let [middle, last] = split_left(others, right);
        let mut out = stack(left, &[(Pane::Curves, upper)], Pane::Organisms);
        let (top, bottom) = (generation::HEIGHT, algorithm::HEIGHT);
        let rest = height - top - bottom;
        let mut shown = vec![Pane::Curves, Pane::Organisms, Pane::Generation, Pane::Algorithm];
        if values > 0 {
            shown.push(Pane::Values);
        }
        // Between the top and bottom panes: the most informative pane, and a second one if there is room.
        let (first, second) = match (has_mentor, ensemble) {
            (true, false) => (Pane::Mentor, Some(Pane::Fitness)),
            (true, true) => (Pane::Mentor, Some(Pane::Runs)),
            (false, true) if has_estimate => (Pane::Estimate, Some(Pane::Runs)),
            (false, true) => (Pane::Runs, Some(Pane::Fitness)),
            (false, false) if has_estimate => (Pane::Estimate, Some(Pane::Fitness)),
            (false, false) => (Pane::Fitness, None),
        };
        if let (Some(second), true) = (second, rest >= 20) {
            let upper = if has_mentor { (rest / 2).max(mentor::HEIGHT).min(rest - 8) } else { rest / 2 };
            // The histogram is above the runs, and below what is more informative.
            let (above, below) = if has_mentor || has_estimate { (first, second) } else { (second, first) };
            let panes = [(Pane::Generation, top), (above, upper), (below, rest - upper)];
            out.extend(stack(middle, &panes, Pane::Algorithm));
        } else {
            let panes = [(Pane::Generation, top), (side(&shown, first), rest)];
            out.extend(stack(middle, &panes, Pane::Algorithm));
        }
        if values > 0 {
            out.push((Pane::Values, last));
        }
        out
    } else {
        let upper = generation::HEIGHT.max(height * 11 / 20).min(height.saturating_sub(7));
        let [top, bottom] = split_top(area, upper);
        let [left, right] = split_left(top, width - 34);
        let shown = [Pane::Curves, Pane::Organisms, Pane::Generation];
        vec![(Pane::Curves, left), (side(&shown, Pane::Generation), right), (Pane::Organisms, bottom)]
    }
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(open) = &model.evolution else { return };
    if let Some(error) = &open.failure {
        small::failed(draw, model, area, error);
        return;
    }
    let area = suspect::draw(draw, open, area);
    if area.width < 60 || area.height < 13 {
        small::numbers(draw, state, open, area);
        return;
    }
    let places = layout(state, model, area);
    let is_shown = places.iter().any(|(pane, _)| *pane == Pane::Estimate);
    let hides_estimate = estimate::is_available(open) && !is_shown;
    for (pane, frame) in pane::frames(area, places, state.pane) {
        draw.hits.note(frame.area, Target::own(pane));
        if pane == Pane::Organisms {
            organisms::draw(draw, state, model, open, frame, hides_estimate);
        } else {
            draw_pane(draw, state, model, open, pane, frame);
        }
    }
}

/// Draws a pane other than that of the organisms.
fn draw_pane(
    draw: &mut Draw<'_>,
    state: &State,
    model: &Model,
    open: &Evolution,
    pane: Pane,
    Frame { area, highlighted: focus, focused, .. }: Frame,
) {
    match pane {
        Pane::Curves => curves::draw(draw, model, open, area, (focus, focused)),
        Pane::Organisms => {}
        Pane::Generation => generation::draw(draw, open, area, focus),
        Pane::Fitness => fitness::draw(draw, open, area, focus),
        Pane::Estimate => estimate::draw(draw, state, model, open, area, (focus, focused)),
        Pane::Mentor => mentor::draw(draw, open, area, focus),
        Pane::Runs => runs::draw(draw, open, area, focus),
        Pane::Algorithm => algorithm::draw(draw, open, area, focus),
        Pane::Values => {
            let inner = pane::draw(draw, area, "Values", "v enlarges", focus);
            let cursor = focus.then_some(model.values.at);
            values::table(draw, model, open, inner, cursor);
        }
    }
}
