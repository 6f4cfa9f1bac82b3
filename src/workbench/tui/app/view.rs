//! Drawing of the frame around the screens: status line, tabs and bottom bar.

use ratatui::Frame;
use ratatui::layout::Constraint::{Fill, Length};
use ratatui::layout::Layout;
use ratatui::style::Style;

use super::help::Help;
use super::message_line::MessageLine;
use super::palette::Palette;
use super::{App, card_view, commands, help_view, palette_view};
use crate::job::report::{Progress, State};
use crate::tui::glyphs;
use crate::tui::hit_map::HitMap;
use crate::tui::playing::analysis::short;
use crate::tui::popups::search::SearchLine;
use crate::tui::prelude::*;
use crate::tui::screens::{RUN, TABS, VIEWS, log};
use crate::tui::workers::Workers;

/// The smallest usable width and height of the terminal.
const SMALLEST: (u16, u16) = (40, 12);

/// The least height of a terminal in which messages have a row of their own.
const LOW: u16 = 30;

impl App {
    /// Draws everything. Returns the targets of the mouse.
    pub(crate) fn view(&self, frame: &mut Frame<'_>) -> HitMap {
        let model = &self.model;
        let area = frame.area();
        let mut hits = HitMap::continuing(&model.hits);
        let mut draw = Draw::new(frame.buffer_mut(), model.theme, &mut hits, &model.tables);
        // Characters erase the images below a popup, so boards consist of characters while there is one.
        let covered = model.popup.is_some() || model.welcome;
        draw.images = model.images.as_ref().filter(|_| !covered && !model.ascii);
        draw.clear(area);
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let quit = commands::key_of(model, Action::Quit);
            let text = format!("eyas needs {}×{}; {quit} quits", SMALLEST.0, SMALLEST.1);
            for (line, row) in wrap(&text, area.width.into()).iter().zip(area.rows()) {
                draw.text(row.x, row.y, row.width, line, Role::Text);
            }
        } else {
            let message = MessageLine::of(model, area.width);
            // In a low terminal, a message covers the last rows of the screen instead of having rows of its own.
            let rows = if area.height >= LOW { message.height() } else { 0 };
            let [status, screens, body, messages, bar] =
                Layout::vertical([Length(1), Length(1), Fill(1), Length(rows), Length(1)]).areas(area);
            let messages =
                if rows > 0 { messages } else { above(bar, message.height().min(body.height / 2)) };
            status_line(&mut draw, self, status);
            tabs(&mut draw, self, screens);
            draw.hits.note_screen(model.screen);
            match self.shown().status(model).card {
                Some(card) => card_view::draw(&mut draw, model, &card_view::of_screen(card), body),
                None => {
                    let others = VIEWS
                        .into_iter()
                        .filter(|id| self.screens.shows_session(model.screen) && *id != model.screen);
                    let rest =
                        others.fold(body, |rest, id| self.place(id).draw_strip(&mut draw, model, rest));
                    self.shown().draw(&mut draw, model, rest);
                }
            }
            draw.mark_found();
            message.draw(&mut draw, messages);
            if model.welcome {
                card_view::draw(&mut draw, model, &card_view::welcome(), body);
            }
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

    /// Takes over the targets of a frame. Returns whether the bottom bar of that frame is out of date: its keys depend on
    /// the panes and lists that a frame shows, and it was drawn with those of the frame before.
    pub(crate) fn take_targets(&mut self, hits: HitMap) -> bool {
        let labels = |app: &App| -> Vec<_> {
            commands::bar(app).into_iter().map(|(command, label)| (command.name, label)).collect()
        };
        let before = labels(self);
        self.model.hits = hits;
        labels(self) != before
    }
}

/// Returns the rows above a bar.
fn above(bar: Rect, height: u16) -> Rect {
    Rect { y: bar.y.saturating_sub(height), height, ..bar }
}

/// Draws the open popup over `area`.
fn popup(draw: &mut Draw<'_>, app: &App, area: Rect) {
    let Some(popup) = &app.model.popup else { return };
    if app.model.popup::<SearchLine>().is_some() {
        // The line is drawn by the list itself, which remains visible.
        return;
    }
    draw.hits.note(area, Target::Outside);
    if let Some(palette) = app.model.popup::<Palette>() {
        palette_view::draw(draw, app, area, palette);
    } else if let Some(help) = app.model.popup::<Help>() {
        help_view::draw(draw, app, area, help);
    } else {
        popup.draw(draw, &app.model, area);
    }
}

/// Returns the state as a mark and a word.
fn state(open: &Evolution) -> (&'static str, &'static str, Role) {
    match open.state {
        State::Preparing => ("◆", "preparing", Role::Warning),
        State::Paused => ("‖", "paused", Role::Warning),
        State::Running => ("▶", "running", Role::Good),
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

fn status_line(draw: &mut Draw<'_>, app: &App, area: Rect) {
    let model = &app.model;
    draw.fill(area, Role::Bar);
    // The mark of news in the log is at the right end.
    let news = app.place(log::ID).status(model).has_news;
    let mark = if news {
        format!(" • {} log ", commands::key_of(model, Action::Show(log::ID)))
    } else {
        String::new()
    };
    let width = mark.cells() as u16;
    let at = Rect { x: area.right() - width, width, ..area };
    draw.styled(at.x, at.y, width, &mark, bar_style(draw, Role::Warning));
    draw.hits.note(at, Target::Act(Action::Show(log::ID)));
    let area = Rect { width: area.width - width, ..area };
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
    let speed = open.progress.as_ref().filter(|_| open.is_busy()).map_or_else(String::new, speed);
    let timing = open.timing(model.now);
    let workers = model.workers.as_ref().map(Workers::summary);
    let (workers, is_wrong) = workers.unwrap_or_default();
    let end = timing.end_text(model.clock.as_ref());
    let elapsed = timing.elapsed_text().filter(|_| timing.runs);
    let name = cut(&model.sessions.title(&open.folder), 32);
    let waiting = match open.unborn().len() {
        0 => String::new(),
        count => format!("{count} waiting"),
    };
    // In the order on the screen. If there is not enough room, the part with the lowest rank is omitted first.
    let mut parts: Vec<(String, Role, u8)> = vec![
        (name, Role::Title, 4),
        (stage.to_owned(), Role::Dim, 2),
        (format!("{mark} {word}"), role, 9),
        (run, Role::Text, 7),
        (generation, Role::Text, 8),
        (waiting, Role::Key, 6),
        (speed, Role::Dim, 3),
        (workers, if is_wrong { Role::Warning } else { Role::Dim }, 3),
        (timing.left_text().unwrap_or_default(), Role::Text, 5),
        (end.unwrap_or_default(), Role::Text, 1),
        (elapsed.unwrap_or_default(), Role::Dim, 0),
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
    // With the mouse alone, the name opens all commands.
    draw.hits.note(Rect { width: 6, ..area }, Target::Act(Action::Palette));
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

/// A tab: its place, what stands beside its key, and whether the place has news.
type Tab = (ScreenId, &'static str, bool);

/// Draws the tabs: with titles, with short titles, or with the title of the current place only. The views of Run follow at
/// the right, if it has several.
fn tabs(draw: &mut Draw<'_>, app: &App, area: Rect) {
    let model = &app.model;
    let has_news = |id: ScreenId| match id {
        RUN => app.views().iter().any(|view| view.status(model).has_news),
        id => app.place(id).status(model).has_news,
    };
    let current = app.tab();
    let key_of = |id| commands::key_of(model, Action::Show(id));
    let styled = |title: fn(&'static str, &'static str) -> &'static str| -> Vec<Tab> {
        let tab = |(id, long, short): (ScreenId, &'static str, &'static str)| {
            let title = match title(long, short) {
                "" if id == current => long,
                title => title,
            };
            (id, title, has_news(id))
        };
        TABS.into_iter().map(tab).collect()
    };
    let width = |(id, title, has_news): &Tab| {
        let gap = !key_of(*id).is_empty() && !title.is_empty();
        key_of(*id).cells() + usize::from(gap) + title.cells() + if *has_news { 2 } else { 0 }
    };
    let styles = [(styled(|long, _| long), 2), (styled(|long, _| long), 1), (styled(|_, short| short), 1)];
    let fits = |(tabs, gap): &(Vec<Tab>, usize)| {
        let whole: usize = tabs.iter().map(|tab| width(tab) + gap).sum();
        whole <= usize::from(area.width) + gap - 2
    };
    let (tabs, gap) = styles.into_iter().find(fits).unwrap_or_else(|| (styled(|_, _| ""), 1));
    let mut x = area.x + 1;
    for tab in tabs {
        let (id, title, has_news) = tab;
        let (key, width) = (key_of(id), width(&tab) as u16);
        if x + width > area.right() {
            break;
        }
        let (role, key_role) = if id == current { (Role::Tab, Role::Tab) } else { (Role::Dim, Role::Key) };
        let gap_before = if title.is_empty() || key.is_empty() { "" } else { " " };
        let dot = if has_news { " •" } else { "" };
        let spans = [(key, key_role), (gap_before, role), (title, role), (dot, Role::Error)];
        draw.spans(x, area.y, width, &spans);
        draw.hits.note(Rect { x, width, ..area }, Target::Act(Action::Show(id)));
        x += width + gap as u16;
    }
    let views = app.views();
    let names: Vec<(&str, ScreenId)> =
        views.iter().map(|view| (view.about().title, view.about().id)).collect();
    let whole: usize = names.iter().map(|(name, _)| name.cells() + 3).sum();
    if current != RUN || names.len() < 2 || usize::from(x) + whole > usize::from(area.right()) {
        return;
    }
    x = area.right() - whole as u16;
    for (index, (name, id)) in names.into_iter().enumerate() {
        let before = if index == 0 { "   " } else { " · " };
        let width = name.cells() as u16;
        draw.text(x, area.y, 3, before, Role::Dim);
        draw.text(x + 3, area.y, width, name, if id == model.screen { Role::Title } else { Role::Dim });
        draw.hits.note(Rect { x: x + 3, width, ..area }, Target::Act(Action::Show(id)));
        x += width + 3;
    }
}

fn bottom_bar(draw: &mut Draw<'_>, app: &App, area: Rect) {
    draw.fill(area, Role::Bar);
    // The help is always in the bar: it shows all other keys.
    let all: Vec<(&str, &str, Action)> = commands::bar(app)
        .into_iter()
        .map(|(command, label)| (app.model.keymap.first(command), label, command.action))
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
