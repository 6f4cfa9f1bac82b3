//! A question before an action that loses something.

use ratatui::layout::Margin;

use super::keys;
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
        let text = inner.inner(Margin::new(1, 0));
        for (row, line) in lines.iter().enumerate().take(usize::from(text.height.saturating_sub(1))) {
            draw.text(text.x, text.y + row as u16 + u16::from(text.height > 3), text.width, line, Role::Text);
        }
        if text.height == 0 {
            return;
        }
        let line = Rect { y: text.bottom() - 1, ..text };
        keys(draw, line, Role::Text, &[("y", self.yes, Action::Accept), ("Esc", "no", Action::Back)]);
    }

    fn perform(self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        if action == Action::Accept {
            return self.effects;
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn clicked(self: Box<Self>, model: &mut Model, _list: List, _row: usize) -> Vec<Effect> {
        model.popup = Some(self);
        Vec::new()
    }
}
