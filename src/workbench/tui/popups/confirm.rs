//! A question before an action that loses something.

use ratatui::layout::Margin;

use super::draw_keys;
use crate::tui::prelude::*;

/// A question, with effects that are performed if the answer is yes.
#[derive(Debug, Clone)]
pub(crate) struct Confirm {
    pub(crate) question: String,
    /// The label of the answer yes.
    pub(crate) yes: &'static str,
    pub(crate) effects: Vec<Effect>,
}

impl Popup for Confirm {
    fn scope(&self) -> Scope {
        Scope::Asking
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        let width = 64.min(area.width);
        let lines = wrap(&self.question, usize::from(width.saturating_sub(4)));
        let height = (lines.len() as u16).saturating_add(5);
        let inner = frame(draw, area, width, height, "Confirm", "");
        let [text, keys] = split_top(inner.inner(Margin::new(1, 0)), inner.height.saturating_sub(1));
        let text = below(text, u16::from(inner.height > 3));
        for (line, row) in lines.iter().zip(text.rows()) {
            draw.text(row.x, row.y, row.width, line, Role::Text);
        }
        draw_keys(draw, keys, Role::Text, &[("y", self.yes, Action::Accept), ("Esc", "no", Action::Back)]);
    }

    fn handle(self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        match input {
            PopupInput::Command(Action::Accept) => self.effects,
            _ => model.keep(self),
        }
    }
}
