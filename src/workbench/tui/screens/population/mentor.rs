//! The mentors, the champion's error, and the smallest error possible.

use super::State;
use crate::objectives::details::{MentorReport, Method, Reason, SetErrors};
use crate::objectives::scores::ScoresSettings;
use crate::tui::prelude::*;

/// Rows of the pane for two mentors, including borders.
pub(super) const HEIGHT: u16 = 16;

/// Width of a number.
const NUMBER: usize = 8;

/// Returns the settings of the mentors, if there are any.
pub(super) fn settings(model: &Model) -> Option<&ScoresSettings> {
    model.evolution.as_ref()?.settings.as_ref()?.objective.scores()
}

pub(super) fn draw(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Some((open, settings)) = model.evolution.as_ref().zip(settings(model)) else { return };
    let (title, names) = match settings.mentors.as_slice() {
        [only] => (format!("Mentor {}", only.spec), &[][..]),
        several => (format!("Mentors, {}", settings.combination), several),
    };
    let room = usize::from(frame.area.width).saturating_sub(6);
    let note = settings.mode.to_string();
    let inner = pane::draw(draw, frame.area, &cut(&title, room), &note, frame.highlighted);
    let mut lines = Lines::new(draw, inner);
    let result = open.run().and_then(|run| run.result.as_ref());
    match result.and_then(|result| result.details.mentor_report()) {
        Some(mentor_report) => draw_report(&mut lines, mentor_report, settings),
        None => {
            names.iter().for_each(|mentor| lines.text(&mentor.spec, Role::Grandmaster));
            lines.text("after the run: champion’s error", Role::Dim);
            lines.text("and the best fit, on both sets", Role::Dim);
        }
    }
}

/// Draws the report of a completed run.
fn draw_report(lines: &mut Lines<'_, '_>, mentor_report: &MentorReport, settings: &ScoresSettings) {
    let MentorReport { train, test, mentors, fits } = mentor_report;
    row(lines, "centipawns", ["train", "test"].map(str::to_owned), Role::Dim);
    let both = |value: fn(&SetErrors) -> f64| [value(train), value(test)].map(error);
    row(lines, "champion", both(|set| set.champion.mean), Role::Organism);
    row(lines, "  its median", both(|set| set.champion.median), Role::Text);
    row(lines, "  90 % within", both(|set| set.champion.q90), Role::Text);
    row(lines, "population", both(|set| set.population), Role::Mean);
    for method in [Method::LeastAbsolute, Method::LeastSquares] {
        for fit in fits.iter().filter(|fit| fit.method == method) {
            let name = match method {
                Method::LeastSquares => "least squares",
                Method::LeastAbsolute if fit.is_proved() => "best possible",
                Method::LeastAbsolute => "best found",
            };
            row(lines, name, [fit.train.mean, fit.test.mean].map(error), Role::Good);
        }
    }
    if settings.mentors.len() > 1 {
        lines.text("weight and error by mentor", Role::Dim);
        for mentor in mentors {
            let name = format!("{:.2} {}", mentor.weight, mentor.name);
            row(lines, &name, [mentor.train, mentor.test].map(error), Role::Grandmaster);
        }
    }
    let positions = |set: &SetErrors| thousands(set.positions);
    row(lines, "positions", [train, test].map(positions), Role::Text);
    for reason in Reason::ALL {
        let count = |set: &SetErrors| {
            set.left_out.iter().filter(|left| left.reason == reason).map(|left| left.count).sum::<u64>()
        };
        let counts = [train, test].map(count);
        if counts != [0, 0] {
            row(lines, reason.brief(), counts.map(thousands), Role::Dim);
        }
    }
}

fn error(error: f64) -> String {
    format!("{error:.1}")
}

/// Draws a name and the numbers of both sets.
fn row(lines: &mut Lines<'_, '_>, name: &str, numbers: [String; 2], role: Role) {
    let room = usize::from(lines.width()).saturating_sub(2 * NUMBER);
    let [train, test] = numbers.map(|number| right(&number, NUMBER));
    lines.text(&format!("{}{train}{test}", left(name, room)), role);
}
