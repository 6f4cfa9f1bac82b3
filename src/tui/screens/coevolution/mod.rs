//! The Coevolution screen: organisms that play each other, generation by generation, and the championship at the end.
//!
//! ```text
//! ╭ Standings · generation 7 of 20 ──────╮╭ Boards ────────────────────────╮
//! │ # organism       seat points  % Elo  ││ the games played now           │
//! ├ Crosstable ──────────────────────────┤├ Parameter drift, Confirmation ─┤
//! │ what each scored against each        ││                                │
//! ├ Scores ──────────────────────────────┤├ Games ─────────────────────────┤
//! │ of the best over the generations     ││ of the generation shown        │
//! ╰──────────────────────────────────────╯╰────────────────────────────────╯
//! ```
//!
//! What is shown is a *round robin*: a generation's, or the confirmation, which follows the last. `state` works it out of
//! the records and has its games read; `commands` and `act` are what can be done; the other files draw.

mod act;
mod commands;
mod confirmation;
mod course;
mod crosstable;
mod drift;
mod games;
mod layout;
mod lists;
mod round;
mod screen;
mod standings;
mod state;
pub(crate) mod tasks;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
pub(crate) use state::{Read, State, Which};

use crate::arena::control::Control;
use crate::objectives::self_play::Event;

use crate::job::report::State as Work;
use crate::tui::action::ScreenId;
use crate::tui::boards::{self, Scene, Shown, grid, large};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{duration, thousands, wrap};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::subject::ShownOrganism;
use crate::tui::theme::Role;
use crate::tui::widgets::pane::{self, Frame};
use layout::Sizes;

/// The name of the screen.
pub(crate) const ID: ScreenId = ScreenId("coevolution");

/// What can be clicked here, beside what acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A pane.
    Pane(Pane),
    /// A row of the table.
    Row(usize),
    /// A cell of the crosstable: row and column.
    Cell(usize, usize),
    /// A column of the scores: a generation.
    Moment(u32),
    /// A row of the games.
    Game(usize),
    /// A part of a game on a board.
    Board(boards::Spot),
}

/// The open session, where its organisms play each other.
fn session(model: &Model) -> Option<&Evolution> {
    model.evolution.as_ref().filter(|open| state::plays(open))
}

/// What is played, as the job does at the moment.
fn running(open: &Evolution) -> bool {
    open.state == Work::Running
}

/// What the large board shows.
fn shown<'a>(state: &'a State, model: &Model) -> Option<Shown<'a>> {
    session(model)?;
    if let Some((_, replay)) = &state.replay {
        return Some(Shown::replayed(replay));
    }
    let boards = &state.playing.boards;
    boards.get(state.board).or(boards.last()).map(Shown::live)
}

/// Who plays, by these names; the two at the large board in colours of their own.
fn scene<'a>(
    state: &State,
    model: &Model,
    open: &Evolution,
    names: &'a [String],
    two: Option<[usize; 2]>,
) -> Scene<'a> {
    let role = |number: usize| match two {
        Some([white, _]) if number == white => Role::Title,
        Some([_, black]) if number == black => Role::Organism,
        _ => Role::Text,
    };
    let games = open.settings.as_ref().and_then(|settings| settings.objective.self_play());
    let players = names.iter().enumerate().map(|(number, name)| (name.as_str(), role(number)));
    Scene {
        players: players.collect(),
        control: games.map_or(Control::Nodes(1), |games| games.control),
        running: running(open),
        flipped: state.flipped,
        ascii: model.ascii,
        target: |spot| Target::own(Spot::Board(spot)),
    }
}

/// The scene of the game that the large board shows.
fn scene_of<'a>(state: &'a State, model: &'a Model, open: &Evolution, shown: &Shown<'_>) -> Scene<'a> {
    let names = if shown.live.is_some() { state.players() } else { state.replayed() };
    scene(state, model, open, names, Some(shown.players))
}

/// An event in words.
fn named(event: Event) -> String {
    match event {
        Event::Generation(generation) => format!("generation {}", thousands(generation.into())),
        Event::Confirmation => "confirmation".to_owned(),
        Event::Milestones => "leaders against founders".to_owned(),
        Event::FinalMatch => "champion against best founder".to_owned(),
    }
}

/// Games of the event played now that are over, and all.
fn progress(state: &State, open: &Evolution) -> Option<(u64, u64)> {
    let settings = open.settings.as_ref()?;
    let progress = open.progress.as_ref()?;
    let playing = &state.playing;
    match playing.event? {
        Event::Confirmation | Event::Milestones | Event::FinalMatch => Some((progress.done, progress.total)),
        Event::Generation(_) => {
            let games = settings.objective.self_play()?;
            let each = games.games(settings.optimizer.population(), playing.hall.len() as u64);
            Some((progress.done.saturating_sub(playing.before).min(each), each))
        }
    }
}

/// What goes on, in words, as far as they fit, and the role of the words.
fn going(state: &State, open: &Evolution, width: usize) -> (String, Role) {
    let mut words = Vec::new();
    let role = match open.state {
        Work::Running => {
            let event = state.playing.event;
            words.push(
                event.map_or_else(|| "● running".to_owned(), |event| format!("● playing {}", named(event))),
            );
            if let Some((over, all)) = progress(state, open) {
                words.push(format!("{} of {} games", thousands(over), thousands(all)));
            }
            let left = open.progress.as_ref().and_then(|progress| progress.time_left);
            words.extend(left.map(|left| format!("{} left", duration(left))));
            Role::Good
        }
        Work::Preparing => {
            words.push("◆ preparing".to_owned());
            Role::Warning
        }
        Work::Paused => {
            let asked = open.settings.as_ref().map_or(0, |settings| settings.generations);
            words.push("‖ paused".to_owned());
            words.push(match open.latest().map(|last| last.generation) {
                Some(last) if last >= asked => "s confirms the champion".to_owned(),
                Some(last) => format!("s plays generation {}", thousands(u64::from(last) + 1)),
                None => "s plays generation 0".to_owned(),
            });
            Role::Warning
        }
        Work::Done => {
            words.push("✓ done".to_owned());
            words.push("the champion is confirmed".to_owned());
            Role::Good
        }
        Work::Failed => {
            words.push("✗ failed".to_owned());
            words.extend(open.failure.clone());
            Role::Error
        }
        Work::Stopped => {
            words.push("■ stopped".to_owned());
            Role::Dim
        }
    };
    let mut line = String::new();
    for word in words {
        let longer = if line.is_empty() { word.clone() } else { format!("{line} · {word}") };
        if longer.cells() <= width {
            line = longer;
        }
    }
    (line, role)
}

/// The mark and the colour of an organism: the subject, the rival, or neither.
fn mark(
    subject: Option<&ShownOrganism>,
    rival: Option<&ShownOrganism>,
    of: Option<&ShownOrganism>,
) -> (&'static str, Role) {
    let is =
        |other: Option<&ShownOrganism>| other.zip(of).is_some_and(|(other, of)| other.origin == of.origin);
    match (is(subject), is(rival)) {
        (true, _) => ("●", Role::Subject),
        (_, true) => ("○", Role::Rival),
        _ => (" ", Role::Text),
    }
}

/// Draws it.
fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(open) = session(model) else { return elsewhere(draw, model, area) };
    let players = open.settings.as_ref().map_or(0, |settings| settings.optimizer.population());
    let players = state.round.as_ref().map_or(players as usize, |round| round.entries.len());
    let sizes = Sizes {
        players: players.min(200) as u16,
        boards: state.playing.boards.len(),
        confirms: state::confirmation(open).is_some() || state.playing.event.is_some_and(Event::concludes),
        game: shown(state, model).is_some(),
    };
    let bare = pane::is_bare(area);
    let places = layout::places(area, state.pane, state.zoomed, sizes);
    let alone = places.len() == 1;
    for (pane, area) in places {
        draw.hits.note(area, Target::own(Spot::Pane(pane)));
        let keys = pane == state.pane;
        let frame = Frame { area, focus: keys && !alone, keys, bare };
        match pane {
            Pane::Standings => standings::draw(draw, state, model, open, frame),
            Pane::Crosstable => crosstable::draw(draw, state, model, open, frame),
            Pane::Course => course::draw(draw, model, open, frame),
            Pane::Confirmation => confirmation::draw(draw, state, model, open, frame),
            Pane::Drift => drift::draw(draw, state, open, frame),
            Pane::Games => games::draw(draw, state, model, open, frame),
            Pane::Board => board(draw, state, model, open, frame),
            Pane::Boards => self::boards(draw, state, model, open, frame),
        }
    }
}

fn board(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    match shown(state, model) {
        Some(shown) => {
            let scene = scene_of(state, model, open, &shown);
            large::draw(draw, &scene, &shown, (state.board, state.playing.boards.len()), frame);
        }
        None => {
            let text =
                "no game has been played since the session was opened: Enter on one of the games replays it";
            large::empty(draw, "", text, frame);
        }
    }
}

fn boards(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    let note = match (state.playing.event, progress(state, open)) {
        (Some(event), Some((over, all))) if running(open) => {
            format!("{}: {} of {}", named(event), thousands(over), thousands(all))
        }
        (Some(event), _) => named(event),
        (None, _) => String::new(),
    };
    let wall = grid::Grid {
        boards: &state.playing.boards,
        watched: state.replay.is_none().then_some(state.board),
        at: state.board,
        note: &note,
        empty: match open.state {
            Work::Running => "the first games begin",
            Work::Paused => "no game is played: Space or s plays",
            _ => "no game is played",
        },
    };
    grid::draw(draw, &scene(state, model, open, state.players(), None), &wall, frame);
}

/// Where no organisms play each other: what to do.
fn elsewhere(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    let inner = pane::draw(draw, area, "Coevolution", "", true);
    let width = usize::from(inner.width.saturating_sub(2));
    let open = model.evolution.as_ref();
    let settings = open.and_then(|open| open.settings.as_ref());
    let (what, from) = match (open, settings.and_then(|settings| settings.objective.moves())) {
        (Some(open), Some(_)) => (
            "The organisms of the open session agree with grandmasters and do not play each other. n begins a \
             coevolution with the champions of its runs, in a session of its own. Without the workbench:"
                .to_owned(),
            open.folder.display().to_string(),
        ),
        _ => (
            "No session is open whose organisms play each other: o opens one, n begins one with the champions of a \
             session or with organisms by name. Without the workbench:"
                .to_owned(),
            "SESSION".to_owned(),
        ),
    };
    let mut lines: Vec<(String, Role)> =
        wrap(&what, width).into_iter().map(|line| (line, Role::Text)).collect();
    lines.push((String::new(), Role::Text));
    let command = format!("eyas coevolve --preset quick --from {from}");
    lines.extend(wrap(&command, width).into_iter().map(|line| (line, Role::Key)));
    for (row, (text, role)) in lines.iter().enumerate().take(usize::from(inner.height)) {
        draw.text(inner.x + 1, inner.y + row as u16, inner.width - 1, text, *role);
    }
}
