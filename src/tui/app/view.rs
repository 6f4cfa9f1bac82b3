//! The frame around the screens: top line, tabs, bottom bar. Only reads the model.

use ratatui::Frame;
use ratatui::layout::Rect;

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

/// The smallest size on which something can be shown.
const SMALLEST: (u16, u16) = (40, 12);

impl App {
    /// Draws everything and tells what is where.
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
            let line = |y: u16| Rect { y: area.y + y, height: 1, ..area };
            top(&mut draw, model, line(0));
            tabs(&mut draw, self, line(1));
            let body = Rect { y: area.y + 2, height: area.height - 3, ..area };
            self.shown().draw(&mut draw, model, body);
            popup(&mut draw, self, body);
            bottom(&mut draw, self, line(area.height - 1));
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

/// Draws the popup that is open over `area`.
fn popup(draw: &mut Draw<'_>, app: &App, area: Rect) {
    let Some(popup) = &app.model.popup else { return };
    draw.hits.note(area, Target::Outside);
    match app.model.popup::<Search>() {
        Some(search) => search_view::draw(draw, app, area, search),
        None => popup.draw(draw, &app.model, area),
    }
}

/// The state as a mark and a word.
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

/// How quick the work is, in its own unit.
fn speed(progress: &Progress) -> String {
    match &progress.searches {
        Some(searches) => format!("{} nodes/s", short(searches.nodes_per_second.round() as u64)),
        None if progress.organisms_per_second > 0.0 => {
            format!("{} organisms/s", thousands(progress.organisms_per_second.round() as u64))
        }
        None => String::new(),
    }
}

fn top(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    draw.fill(area, Role::Bar);
    let Some(open) = &model.evolution else {
        draw.over(area.x, area.y, area.width, " eyas", Role::Title, false);
        return;
    };
    let (mark, word, role) = state(open);
    let stage = open.settings.as_ref().map_or("", |settings| settings.stage());
    let asked = open.settings.as_ref().map_or(0, |settings| settings.generations);
    let generation = open.latest().map_or_else(String::new, |record| {
        format!("generation {}/{}", thousands(record.generation.into()), thousands(asked.into()))
    });
    let run = if open.runs.len() > 1 {
        format!("run {}/{}", open.shown + 1, open.runs.len())
    } else {
        String::new()
    };
    let busy = matches!(open.state, State::Running | State::Preparing);
    let speed = open.progress.as_ref().filter(|_| busy).map_or_else(String::new, speed);
    let left = open
        .progress
        .as_ref()
        .and_then(|progress| progress.time_left)
        .filter(|_| busy)
        .map_or_else(String::new, |left| format!("{} left", duration(left)));
    let name = cut(&open.name(), 32);
    // In the order they stand; the number is which goes first where room is short.
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
    let room = subject.cells() + 24 < usize::from(area.width);
    let mut subject = if room { subject } else { String::new() };
    let width =
        |parts: &[(String, Role, u8)]| 6 + parts.iter().map(|(text, ..)| text.cells() + 3).sum::<usize>();
    while width(&parts) + subject.cells() > usize::from(area.width) {
        let least = parts.iter().enumerate().min_by_key(|(_, (.., rank))| *rank).map(|(index, _)| index);
        match least {
            Some(index) if parts[index].2 < 6 => drop(parts.remove(index)),
            _ if !subject.is_empty() => subject.clear(),
            Some(index) if parts.len() > 1 => drop(parts.remove(index)),
            _ => break,
        }
    }
    let ground = draw.theme.style(Role::Bar);
    let bar =
        |draw: &Draw<'_>, role: Role| ground.patch(draw.theme.style(role)).bg(ground.bg.unwrap_or_default());
    let style = bar(draw, Role::Key);
    draw.styled(area.x, area.y, area.width, " eyas ", style);
    let mut x = area.x + 6;
    for (index, (text, role, _)) in parts.iter().enumerate() {
        let (before, style) = (if index == 0 { " " } else { " · " }, bar(draw, Role::Dim));
        let room = area.right().saturating_sub(x);
        draw.styled(x, area.y, room, before, style);
        x = x.saturating_add(before.cells() as u16);
        let style = bar(draw, *role);
        draw.styled(x, area.y, area.right().saturating_sub(x), text, style);
        x = x.saturating_add(text.cells() as u16);
    }
    let style = bar(draw, Role::Rival);
    let right = area.right().saturating_sub(rival.cells() as u16);
    let room = usize::from(area.right().saturating_sub(x)) > subject.cells() + rival.cells() + 3;
    let rival_at = if room && !subject.is_empty() { right } else { area.right() };
    draw.styled(rival_at, area.y, area.right() - rival_at, &rival, style);
    let area = Rect { width: rival_at - area.x, ..area };
    let style = bar(draw, Role::Subject);
    let at = area.right().saturating_sub(subject.cells() as u16);
    draw.styled(at, area.y, area.right() - at, &subject, style);
}

/// Cells that a word to the person has beside the tabs, if it needs them.
const NOTICE: usize = 48;

fn tabs(draw: &mut Draw<'_>, app: &App, area: Rect) {
    let model = &app.model;
    let screens = app.screens.all();
    let mut x = area.x + 1;
    // Where not all fit, a word to the person among them, the others are their keys: the one shown is always named.
    let whole: usize = screens.iter().map(|screen| screen.tab().0.cells() + screen.tab().1.cells() + 3).sum();
    let said = model.notice.as_ref().map_or(0, |(_, text)| text.cells().min(NOTICE));
    let short = whole + 4 + said > usize::from(area.width);
    for screen in screens {
        let (key, title) = screen.tab();
        let title = if short && model.screen != screen.id() { "" } else { title };
        let dot = if screen.has_news(model) { " •" } else { "" };
        let width = (key.cells() + 1 + title.cells() + dot.cells()) as u16;
        if x + width > area.right() {
            break;
        }
        let here = model.screen == screen.id();
        let role = if here { Role::Tab } else { Role::Dim };
        draw.text(x, area.y, 1, key, if here { Role::Tab } else { Role::Key });
        draw.text(x + 1, area.y, 1, " ", role);
        draw.text(x + 2, area.y, width, title, role);
        draw.text(x + 2 + title.cells() as u16, area.y, width, dot, Role::Error);
        draw.hits.note(Rect { x, width, ..area }, Target::Act(Action::Show(screen.id())));
        x += width + 2;
    }
    if let Some((weight, text)) = &model.notice {
        let role = match weight {
            Severity::Plain => Role::Key,
            Severity::Warning => Role::Warning,
            Severity::Error => Role::Error,
        };
        let room = area.right().saturating_sub(x + 2);
        let text = cut(text, usize::from(room));
        let at = area.right().saturating_sub(text.cells() as u16 + 1).max(x);
        draw.text(at, area.y, area.right().saturating_sub(at), &text, role);
    }
}

fn bottom(draw: &mut Draw<'_>, app: &App, area: Rect) {
    draw.fill(area, Role::Bar);
    let ground = draw.theme.style(Role::Bar);
    let of =
        |draw: &Draw<'_>, role: Role| ground.patch(draw.theme.style(role)).bg(ground.bg.unwrap_or_default());
    // Help always finds room: who knows one key finds all others there.
    let all: Vec<(&str, &str, Action)> = commands::bar(app)
        .into_iter()
        .map(|(command, word)| (command.keys[0], word, command.action))
        .collect();
    let width = |(key, word, _): &(&str, &str, Action)| key.cells() + word.cells() + 3;
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
    for (key, word, action) in shown.into_iter().chain(last) {
        let (key_style, word_style) = (of(draw, Role::Key), of(draw, Role::Text));
        let wide = (key.cells() + 1 + word.cells()) as u16;
        draw.styled(x, area.y, area.right().saturating_sub(x), key, key_style);
        let at = x + key.cells() as u16 + 1;
        draw.styled(at, area.y, area.right().saturating_sub(at), word, word_style);
        draw.hits.note(Rect { x, width: wide, ..area }, Target::Act(*action));
        x = x.saturating_add(wide + 2);
    }
}
