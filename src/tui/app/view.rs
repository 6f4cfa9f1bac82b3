//! Drawing of the frame around the screens: status line, tabs and bottom bar.

use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::{Layout, Rect};
use ratatui::style::Style;

use super::search::Search;
use super::{App, commands, search_view};
use crate::job::report::{Progress, State};
use crate::tui::action::Action;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, duration, thousands};
use crate::tui::glyphs;
use crate::tui::hit_map::{HitMap, Target};
use crate::tui::log::Severity;
use crate::tui::model::Model;
use crate::tui::playing::analysis::short;
use crate::tui::theme::Role;

/// The smallest usable width and height of the terminal.
const SMALLEST: (u16, u16) = (40, 12);

impl App {
    /// Draws everything. Returns the targets of the mouse.
    pub(crate) fn view(&self, frame: &mut Frame<'_>) -> HitMap {
        let model = &self.model;
        let area = frame.area();
        let mut hits = HitMap::continuing(&model.hits);
        let mut draw = Draw { buffer: frame.buffer_mut(), theme: model.theme, hits: &mut hits, cursor: None };
        draw.clear(area);
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let text = format!("eyas needs {}×{}; q quits", SMALLEST.0, SMALLEST.1);
            draw.text(area.x, area.y, area.width, &cut(&text, usize::from(area.width)), Role::Text);
        } else {
            let [status, screens, body, bar] =
                Layout::vertical([Length(1), Length(1), Fill(1), Length(1)]).areas(area);
            status_line(&mut draw, model, status);
            tabs(&mut draw, self, screens);
            self.shown().draw(&mut draw, model, body);
            popup(&mut draw, self, body);
            bottom_bar(&mut draw, self, bar);
        }
        let cursor = draw.cursor;
        if model.ascii {
            glyphs::to_ascii(frame.buffer_mut());
        }
        if let Some(position) = cursor {
            frame.set_cursor_position(position);
        }
        hits
    }
}

/// Draws the open popup over `area`.
fn popup(draw: &mut Draw<'_>, app: &App, area: Rect) {
    let Some(popup) = &app.model.popup else { return };
    draw.hits.note(area, Target::Outside);
    match app.model.popup::<Search>() {
        Some(search) => search_view::draw(draw, app, area, search),
        None => popup.draw(draw, &app.model, area),
    }
}

/// Returns the state as a mark and a word.
fn state(open: &Evolution) -> (&'static str, &'static str, Role) {
    match open.state {
        State::Preparing => ("◆", "preparing", Role::Warning),
        State::Paused => ("‖", "paused", Role::Warning),
        State::Running => ("●", "running", Role::Good),
        State::Done => ("✓", "done", Role::Good),
        State::Failed => ("✗", "failed", Role::Error),
        State::Stopped => ("■", "stopped", Role::Dim),
    }
}

/// Returns the speed of the work in the unit of the session.
fn speed(progress: &Progress) -> String {
    match &progress.searches {
        Some(searches) => format!("{} nodes/s", short(searches.nodes_per_second.round() as u64)),
        None if progress.organisms_per_second > 0.0 => {
            format!("{} organisms/s", thousands(progress.organisms_per_second.round() as u64))
        }
        None => String::new(),
    }
}

/// Returns the style of a role on the background of a bar.
fn bar_style(draw: &Draw<'_>, role: Role) -> Style {
    let bar = draw.theme.style(Role::Bar);
    bar.patch(draw.theme.style(role)).bg(bar.bg.unwrap_or_default())
}

fn status_line(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    draw.fill(area, Role::Bar);
    let Some(open) = &model.evolution else {
        draw.over(area.x, area.y, area.width, " eyas", Role::Title, false);
        return;
    };
    let (mark, word, role) = state(open);
    let stage = open.settings.as_ref().map_or("", |settings| settings.stage());
    let total = open.settings.as_ref().map_or(0, |settings| settings.generations);
    let generation = open.latest().map_or_else(String::new, |record| {
        format!("generation {}/{}", thousands(record.generation.into()), thousands(total.into()))
    });
    let run = if open.runs.len() > 1 {
        format!("run {}/{}", open.shown + 1, open.runs.len())
    } else {
        String::new()
    };
    let is_busy = matches!(open.state, State::Running | State::Preparing);
    let progress = open.progress.as_ref().filter(|_| is_busy);
    let speed = progress.map_or_else(String::new, speed);
    let left = progress.and_then(|progress| progress.time_left);
    let left = left.map_or_else(String::new, |left| format!("{} left", duration(left)));
    let name = cut(&open.name(), 32);
    // In the order on the screen. If there is not enough room, the part with the lowest rank is omitted first.
    let mut parts: Vec<(String, Role, u8)> = vec![
        (name, Role::Title, 3),
        (stage.to_owned(), Role::Dim, 1),
        (format!("{mark} {word}"), role, 9),
        (run, Role::Text, 7),
        (generation, Role::Text, 8),
        (speed, Role::Dim, 2),
        (left, Role::Text, 5),
    ];
    parts.retain(|(text, ..)| !text.is_empty());
    let subject =
        model.subject().map(|subject| format!("● {} ", model.name_of(&subject))).unwrap_or_default();
    let rival = model.rival().map(|rival| format!("○ {} ", model.name_of(rival))).unwrap_or_default();
    let fits = subject.cells() + 24 < usize::from(area.width);
    let mut subject = if fits { subject } else { String::new() };
    let width =
        |parts: &[(String, Role, u8)]| 6 + parts.iter().map(|(text, ..)| text.cells() + 3).sum::<usize>();
    while width(&parts) + subject.cells() > usize::from(area.width) {
        let lowest = parts.iter().enumerate().min_by_key(|(_, (.., rank))| *rank).map(|(index, _)| index);
        match lowest {
            Some(index) if parts[index].2 < 6 => drop(parts.remove(index)),
            _ if !subject.is_empty() => subject.clear(),
            Some(index) if parts.len() > 1 => drop(parts.remove(index)),
            _ => break,
        }
    }
    let style = bar_style(draw, Role::Key);
    draw.styled(area.x, area.y, area.width, " eyas ", style);
    let mut x = area.x + 6;
    for (index, (text, role, _)) in parts.iter().enumerate() {
        let (before, style) = (if index == 0 { " " } else { " · " }, bar_style(draw, Role::Dim));
        let room = area.right().saturating_sub(x);
        draw.styled(x, area.y, room, before, style);
        x = x.saturating_add(before.cells() as u16);
        let style = bar_style(draw, *role);
        draw.styled(x, area.y, area.right().saturating_sub(x), text, style);
        x = x.saturating_add(text.cells() as u16);
    }
    let style = bar_style(draw, Role::Rival);
    let right = area.right().saturating_sub(rival.cells() as u16);
    let fits = usize::from(area.right().saturating_sub(x)) > subject.cells() + rival.cells() + 3;
    let rival_at = if fits && !subject.is_empty() { right } else { area.right() };
    draw.styled(rival_at, area.y, area.right() - rival_at, &rival, style);
    let area = Rect { width: rival_at - area.x, ..area };
    let style = bar_style(draw, Role::Subject);
    let at = area.right().saturating_sub(subject.cells() as u16);
    draw.styled(at, area.y, area.right() - at, &subject, style);
}

/// The cells that a notice can take from the tabs.
const NOTICE: usize = 48;

fn tabs(draw: &mut Draw<'_>, app: &App, area: Rect) {
    let model = &app.model;
    let screens = app.screens.all();
    let mut x = area.x + 1;
    // If the tabs and the notice do not fit, they move together; then only the current screen has a title.
    let whole: usize = screens.iter().map(|screen| screen.tab().0.cells() + screen.tab().1.cells() + 2).sum();
    let notice = model.notice.as_ref().map_or(0, |(_, text)| text.cells().min(NOTICE));
    let room = usize::from(area.width).saturating_sub(4 + notice);
    let short = whole > room;
    let distance = if short || whole + screens.len() <= room { 2 } else { 1 };
    for screen in screens {
        let (key, title) = screen.tab();
        let title = if short && model.screen != screen.id() { "" } else { title };
        let dot = if screen.has_news(model) { " •" } else { "" };
        let gap = usize::from(!title.is_empty());
        let width = (key.cells() + gap + title.cells() + dot.cells()) as u16;
        if x + width > area.right() {
            break;
        }
        let is_current = model.screen == screen.id();
        let role = if is_current { Role::Tab } else { Role::Dim };
        draw.text(x, area.y, 1, key, if is_current { Role::Tab } else { Role::Key });
        draw.text(x + 1, area.y, gap as u16, " ", role);
        let after = draw.spans(x + 1 + gap as u16, area.y, width, &[(title, role)]);
        draw.text(after, area.y, width, dot, Role::Error);
        draw.hits.note(Rect { x, width, ..area }, Target::Act(Action::Show(screen.id())));
        x += width + distance;
    }
    if let Some((severity, text)) = &model.notice {
        let role = match severity {
            Severity::Info => Role::Key,
            Severity::Warning => Role::Warning,
            Severity::Error => Role::Error,
        };
        let room = area.right().saturating_sub(x + 2);
        let text = cut(text, usize::from(room));
        let at = area.right().saturating_sub(text.cells() as u16 + 1).max(x);
        draw.text(at, area.y, area.right().saturating_sub(at), &text, role);
    }
}

fn bottom_bar(draw: &mut Draw<'_>, app: &App, area: Rect) {
    draw.fill(area, Role::Bar);
    // The help is always in the bar: it shows all other keys.
    let all: Vec<(&str, &str, Action)> = commands::bar(app)
        .into_iter()
        .map(|(command, label)| (command.keys[0], label, command.action))
        .collect();
    let width = |(key, label, _): &(&str, &str, Action)| key.cells() + label.cells() + 3;
    let last: Vec<_> = all.iter().filter(|(.., action)| *action == Action::Help).collect();
    let mut room = usize::from(area.width).saturating_sub(last.iter().map(|entry| width(entry)).sum());
    let mut shown = Vec::new();
    for entry in all.iter().filter(|(.., action)| *action != Action::Help) {
        if width(entry) <= room {
            room -= width(entry);
            shown.push(entry);
        } else {
            break;
        }
    }
    let mut x = area.x + 1;
    for (key, label, action) in shown.into_iter().chain(last) {
        let (key_style, label_style) = (bar_style(draw, Role::Key), bar_style(draw, Role::Text));
        let width = (key.cells() + 1 + label.cells()) as u16;
        draw.styled(x, area.y, area.right().saturating_sub(x), key, key_style);
        let at = x + key.cells() as u16 + 1;
        draw.styled(at, area.y, area.right().saturating_sub(at), label, label_style);
        draw.hits.note(Rect { x, width, ..area }, Target::Act(*action));
        x = x.saturating_add(width + 2);
    }
}
