//! The Coevolution screen: organisms that play each other, generation by generation, and the championship at the end.
//!
//! ```text
//! ╭ Standings · generation 7 of 20 ──────╮╭ Boards ────────────────────────╮
//! │ # organism       seat points  % Elo  ││ the games in progress          │
//! ├ Crosstable ──────────────────────────┤├ Parameter drift, Confirmation ─┤
//! │ the points of each pair              ││                                │
//! ├ Scores ──────────────────────────────┤├ Games ─────────────────────────┤
//! │ the best score of each generation    ││ of the selected generation     │
//! ╰──────────────────────────────────────╯╰────────────────────────────────╯
//! ```
//!
//! If the organisms of a session play opponents instead (objective *matches*), only the boards are shown.
//!
//! The screen shows one *round robin*: that of a generation, or the confirmation, which follows the last generation.
//! `state` computes the round robin from the records and loads its games. `commands` and `actions` define the commands.
//! The other files draw panes.

mod actions;
mod commands;
mod confirmation;
mod crosstable;
mod drift;
mod games;
mod layout;
mod lists;
mod round;
mod scores;
mod screen;
mod standings;
mod state;
mod table;
pub(crate) mod tasks;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
pub(crate) use state::{GamesResult, RoundId, State};

use crate::arena::control::Control;
use crate::objectives::self_play::Event;

use crate::job::report::State as Work;
use crate::tui::action::ScreenId;
use crate::tui::boards::{self, Scene, Shown, grid, large};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{duration, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::panes::suspect;
use crate::tui::subject::ShownOrganism;
use crate::tui::theme::Role;
use crate::tui::widgets::lines::paragraph;
use crate::tui::widgets::pane::{self, Frame};
use layout::Sizes;

pub(crate) const ID: ScreenId = ScreenId("coevolution");

/// A clickable element of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Pane(Pane),
    /// A row of the standings.
    Row(usize),
    /// A cell of the crosstable: row and column.
    Cell(usize, usize),
    /// A column of the scores: a generation.
    Generation(u32),
    Board(boards::Spot),
}

/// Returns the open session if it plays games: between its organisms, or against opponents.
fn session(model: &Model) -> Option<&Evolution> {
    model.evolution.as_ref().filter(|open| state::plays_games(open))
}

/// Returns the limit of each move in the games of a session.
fn control(open: &Evolution) -> Option<Control> {
    let objective = &open.settings.as_ref()?.objective;
    let of_matches = || objective.matches().map(|matches| matches.control);
    objective.self_play().map(|games| games.control).or_else(of_matches)
}

fn is_running(open: &Evolution) -> bool {
    open.state == Work::Running
}

/// Returns the game that the large board shows.
fn shown<'a>(state: &'a State, model: &Model) -> Option<Shown<'a>> {
    session(model)?;
    if let Some((_, replay)) = &state.replay {
        return Some(Shown::replayed(replay));
    }
    let boards = &state.playing.boards;
    boards.get(state.board).or(boards.last()).map(Shown::live)
}

/// Returns a scene with these player names. The two players at the large board have their own colors.
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
    let players = names.iter().enumerate().map(|(number, name)| (name.as_str(), role(number)));
    Scene {
        players: players.collect(),
        control: control(open).unwrap_or(Control::Nodes(1)),
        running: is_running(open),
        flipped: state.flipped,
        ascii: model.ascii,
        target: |spot| Target::own(Spot::Board(spot)),
    }
}

/// Returns the scene of the game that the large board shows.
fn shown_scene<'a>(state: &'a State, model: &'a Model, open: &Evolution, shown: &Shown<'_>) -> Scene<'a> {
    let names = if shown.live.is_some() { state.players() } else { state.replay_names() };
    scene(state, model, open, names, Some(shown.players))
}

fn event_name(open: &Evolution, event: Event) -> String {
    match event {
        Event::FinalMatch if starts_alone(open) || !state::is_self_play(open) => {
            "final match against the start".to_owned()
        }
        Event::Generation(generation) => format!("generation {}", thousands(generation.into())),
        Event::Confirmation => "confirmation".to_owned(),
        Event::Milestones => "leaders against founders".to_owned(),
        Event::FinalMatch => "champion against best founder".to_owned(),
    }
}

/// Returns whether an evolution begins at one start instead of several founders.
fn starts_alone(open: &Evolution) -> bool {
    open.settings.as_ref().is_some_and(|settings| settings.outline().starts_alone())
}

/// Returns whether the optimizer's estimate takes part in the confirmation.
fn has_estimate(open: &Evolution) -> bool {
    let is_known = open.run().is_some_and(|run| run.report.is_some());
    is_known && open.settings.as_ref().is_some_and(|settings| settings.initial.is_empty())
}

/// Returns how many games of the current event are finished, and how many there are.
fn progress(state: &State, open: &Evolution) -> Option<(u64, u64)> {
    let settings = open.settings.as_ref()?;
    let progress = open.progress.as_ref()?;
    let playing = &state.playing;
    if settings.objective.matches().is_some() {
        let games = progress.searches?.task_progress;
        return Some((games.done, games.total));
    }
    match playing.event? {
        Event::Confirmation | Event::Milestones | Event::FinalMatch => Some((progress.done, progress.total)),
        Event::Generation(_) => {
            let games = settings.objective.self_play()?;
            let total = games.games(settings.optimizer.population(), playing.hall.len() as u64);
            Some((progress.done.saturating_sub(playing.before).min(total), total))
        }
    }
}

/// Returns the status line, shortened to `width` cells, and its role.
fn status(state: &State, open: &Evolution, width: usize) -> (String, Role) {
    let mut parts = Vec::new();
    let role = match open.state {
        Work::Running => {
            let event = state.playing.event;
            parts.push(event.map_or_else(
                || "▶ running".to_owned(),
                |event| format!("▶ playing {}", event_name(open, event)),
            ));
            if let Some((done, total)) = progress(state, open) {
                parts.push(format!("{} of {} games", thousands(done), thousands(total)));
            }
            let left = open.progress.as_ref().and_then(|progress| progress.time_left);
            parts.extend(left.map(|left| format!("{} left", duration(left))));
            Role::Good
        }
        Work::Preparing => {
            parts.push("◆ preparing".to_owned());
            Role::Warning
        }
        Work::Paused => {
            let generations = open.settings.as_ref().map_or(0, |settings| settings.generations);
            parts.push("‖ paused".to_owned());
            parts.push(match open.latest().map(|last| last.generation) {
                Some(last) if last >= generations => "s confirms the champion".to_owned(),
                Some(last) => format!("s plays generation {}", thousands(u64::from(last) + 1)),
                None => "s plays generation 0".to_owned(),
            });
            Role::Warning
        }
        Work::Done => {
            parts.push("✓ done".to_owned());
            parts.push("the champion is confirmed".to_owned());
            Role::Good
        }
        Work::Failed => {
            parts.push("✗ failed".to_owned());
            parts.extend(open.failure.clone());
            Role::Error
        }
        Work::Stopped => {
            parts.push("■ stopped".to_owned());
            Role::Dim
        }
    };
    let mut line = String::new();
    for part in parts {
        let longer = if line.is_empty() { part } else { format!("{line} · {part}") };
        if longer.cells() <= width {
            line = longer;
        }
    }
    (line, role)
}

/// Returns the mark and the color of an organism: the subject, the rival, or neither.
fn mark(
    subject: Option<&ShownOrganism>,
    rival: Option<&ShownOrganism>,
    organism: Option<&ShownOrganism>,
) -> (&'static str, Role) {
    let is = |other: Option<&ShownOrganism>| other.zip(organism).is_some_and(|(a, b)| a.origin == b.origin);
    match (is(subject), is(rival)) {
        (true, _) => ("●", Role::Subject),
        (_, true) => ("○", Role::Rival),
        _ => (" ", Role::Text),
    }
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(open) = session(model) else {
        let inner = pane::draw(draw, area, "Coevolution", "", true);
        paragraph(draw, inner, "The session is being opened.", Role::Text);
        return;
    };
    let area = suspect::draw(draw, open, area);
    if !state::is_self_play(open) {
        for (pane, frame) in
            pane::frames(area, layout::live_places(area, state.pane, state.zoomed), state.pane)
        {
            draw.hits.note(frame.area, Target::own(Spot::Pane(pane)));
            match pane {
                Pane::Board => draw_board(draw, state, model, open, frame),
                _ => draw_boards(draw, state, model, open, frame),
            }
        }
        return;
    }
    let players = open.settings.as_ref().map_or(0, |settings| settings.optimizer.population());
    let players = state.round.as_ref().map_or(players as usize, |round| round.entries.len());
    let sizes = Sizes {
        players: players.min(200) as u16,
        boards: state.playing.boards.len(),
        confirms: state::confirmation(open).is_some() || state.playing.event.is_some_and(Event::concludes),
        game: shown(state, model).is_some(),
    };
    let places = layout::places(area, state.pane, state.zoomed, sizes);
    for (pane, frame) in pane::frames(area, places, state.pane) {
        draw.hits.note(frame.area, Target::own(Spot::Pane(pane)));
        match pane {
            Pane::Standings => standings::draw(draw, state, model, open, frame),
            Pane::Crosstable => crosstable::draw(draw, state, model, open, frame),
            Pane::Scores => scores::draw(draw, model, open, frame),
            Pane::Confirmation => confirmation::draw(draw, state, model, open, frame),
            Pane::Drift => drift::draw(draw, state, open, frame),
            Pane::Games => games::draw(draw, state, open, frame),
            Pane::Board => draw_board(draw, state, model, open, frame),
            Pane::Boards => draw_boards(draw, state, model, open, frame),
        }
    }
}

fn draw_board(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    match shown(state, model) {
        Some(shown) => {
            let scene = shown_scene(state, model, open, &shown);
            large::draw(draw, &scene, &shown, (state.board, state.playing.boards.len()), frame);
        }
        None => {
            let text = if state::is_self_play(open) {
                "no game was played since the session was opened: select a game and press Enter to replay it"
            } else {
                "no game was played since the session was opened: press Space or s to play"
            };
            large::empty(draw, "", text, frame);
        }
    }
}

fn draw_boards(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    let note = match (state.playing.event, progress(state, open)) {
        (Some(event), Some((done, total))) if is_running(open) => {
            format!("{}: {} of {}", event_name(open, event), thousands(done), thousands(total))
        }
        (Some(event), _) => event_name(open, event),
        (None, _) => String::new(),
    };
    let wall = grid::Grid {
        boards: &state.playing.boards,
        watched: state.replay.is_none().then_some(state.board),
        at: state.board,
        note: &note,
        empty: match open.state {
            Work::Running => "the first games start",
            Work::Paused => "no game in progress: press Space or s",
            _ if !state::is_self_play(open) => {
                "no game in progress; the moves of these games are not recorded"
            }
            _ => "no game in progress",
        },
    };
    grid::draw(draw, &scene(state, model, open, state.players(), None), &wall, frame);
}

/// Returns what the screen is for, and what the open session has to do with it.
fn about(open: Option<&Evolution>) -> String {
    let settings = open.and_then(|open| open.settings.as_ref());
    let champions = open.map_or(0, |open| open.runs.iter().filter(|run| run.result.is_some()).count());
    let is_source = settings.is_some_and(|settings| settings.objective.moves().is_some());
    let (state, from) = match open.filter(|_| is_source) {
        Some(open) if champions > 1 => (
            format!("The organisms of the open session do not play each other, but its {champions} champions can."),
            open.folder.display().to_string(),
        ),
        Some(_) => (
            "The organisms of the open session do not play each other. A coevolution needs two or more organisms: name \
             them, or evolve several runs first."
                .to_owned(),
            "reference,paper-2014-figure-3".to_owned(),
        ),
        None => ("No coevolution is open.".to_owned(), "SESSION".to_owned()),
    };
    format!(
        "{state} This screen shows standings, a crosstable, live boards and all games. On the command line: eyas \
         coevolve --preset quick --from {from}"
    )
}
