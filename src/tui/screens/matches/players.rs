//! Who is to play: a list with search, from which players are picked one after the other.

use ratatui::layout::Rect;
use tui_input::{Input, InputRequest};

use super::lists;
use crate::arena::profile::{self, Profile, Protocol};
use crate::arena::resolved_player::PlayerOptions;
use crate::arena::spec::PlayerSpec;
use crate::director::{Candidate, Who};
use crate::organism::Organism;
use crate::tui::action::Action;
use crate::tui::command::Place;
use crate::tui::cursor::Cursor;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left};
use crate::tui::hit_map::{List, Target};
use crate::tui::keys::Key;
use crate::tui::log::Severity;
use crate::tui::message::Effect;
use crate::tui::model::{Model, Popup};
use crate::tui::popups::{frame, typing};
use crate::tui::subject::ShownOrganism;
use crate::tui::theme::Role;

/// A player that was picked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Chosen {
    /// What screens call it.
    pub(crate) name: String,
    /// Who it is.
    who: Known,
}

/// All players of a match were picked.
#[derive(Debug, Clone)]
pub(super) struct Picked(pub(super) Vec<Chosen>);

/// How a player is known here.
#[derive(Debug, Clone, PartialEq)]
enum Known {
    /// By its name, file or command.
    Spec(PlayerSpec),
    /// An organism on the screens.
    ShownOrganism(Box<ShownOrganism>),
}

impl Chosen {
    /// The player as a match wants it; `None` for an organism that cannot play.
    pub(crate) fn candidate(&self, hash: usize) -> Option<Candidate> {
        let (who, name) = match &self.who {
            Known::Spec(spec) => (Who::Named(spec.clone()), None),
            Known::ShownOrganism(organism) => {
                (Who::Organism(Box::new(organism.organism()?)), Some(self.name.clone()))
            }
        };
        Some(Candidate { who, name, options: PlayerOptions { search: None, hash, options: Vec::new() } })
    }
}

/// Somebody who can be picked.
#[derive(Debug, Clone)]
struct Offer {
    player: Chosen,
    /// What it is.
    kind: &'static str,
    /// What else is to be known of it.
    note: String,
    /// Whether it can be expected to play.
    ready: bool,
}

fn named(name: &str, kind: &'static str, note: String, ready: bool) -> Offer {
    let player = Chosen { name: name.to_owned(), who: Known::Spec(PlayerSpec::Name(name.to_owned())) };
    Offer { player, kind, note, ready }
}

/// An engine that has a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Engine {
    /// The profile's name.
    pub(crate) name: String,
    /// That it is an engine, and which protocol it speaks.
    pub(crate) kind: &'static str,
    /// Why it cannot be expected to start.
    pub(crate) problem: Option<String>,
}

impl Engine {
    /// All there are, from the binary and from the person's own folder.
    pub(crate) fn all() -> Vec<Engine> {
        let of = |name: String| match Profile::find(&name) {
            Ok(profile) => profile.map(|profile| Engine {
                kind: match profile.protocol {
                    Protocol::Uci => "engine, UCI",
                    Protocol::Xboard(_) => "engine, xboard",
                },
                problem: (!profile.is_installed()).then(|| "its program is not in PATH".to_owned()),
                name,
            }),
            Err(error) => Some(Engine { name, kind: "engine", problem: Some(error.to_string()) }),
        };
        Profile::all_names(profile::folder().as_deref()).into_iter().filter_map(of).collect()
    }
}

/// A line of the list.
#[derive(Debug)]
enum Row<'a> {
    /// That's all of them.
    GoOn,
    Offer(&'a Offer),
    /// What was typed, taken as a player.
    Typed(PlayerSpec),
}

/// The list, and who was picked.
#[derive(Debug, Clone)]
pub(crate) struct Players {
    input: Input,
    /// The row under the cursor.
    pub(crate) cursor: Cursor,
    offers: Vec<Offer>,
    /// Who was picked, in order.
    pub(crate) chosen: Vec<Chosen>,
}

impl Players {
    /// The list for a person at this workbench.
    pub(crate) fn new(model: &Model, engines: &[Engine]) -> Players {
        let organism = |organism: ShownOrganism, kind| {
            let name = model.name_of(&organism);
            let ready = organism.organism().is_some();
            let note = if ready { "" } else { "a value is outside its range" };
            let player = Chosen { name, who: Known::ShownOrganism(Box::new(organism)) };
            Offer { player, kind, note: note.to_owned(), ready }
        };
        let mut offers = Vec::new();
        offers.extend(model.subject().map(|subject| organism(subject, "subject")));
        offers.extend(model.rival().map(|rival| organism(rival.clone(), "rival")));
        offers
            .extend(Organism::NAMES.map(|name| named(name, "organism", "comes with Eyas".to_owned(), true)));
        let mut players =
            Players { input: Input::default(), cursor: Cursor::default(), offers, chosen: Vec::new() };
        players.engines(engines);
        players
    }

    /// The engines there are, those first that can be started.
    pub(crate) fn engines(&mut self, engines: &[Engine]) {
        self.offers.retain(|offer| !offer.kind.starts_with("engine"));
        let mut engines: Vec<&Engine> = engines.iter().collect();
        engines.sort_by_key(|engine| engine.problem.is_some());
        self.offers.extend(engines.into_iter().map(|engine| {
            let Engine { name, kind, problem } = engine;
            named(name, kind, problem.clone().unwrap_or_default(), problem.is_none())
        }));
    }

    fn rows(&self) -> Vec<Row<'_>> {
        let typed = self.input.value().trim();
        let wanted: Vec<String> = typed.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let fits = |offer: &&Offer| {
            let said = format!("{} {}", offer.player.name, offer.kind).to_lowercase();
            wanted.iter().all(|word| said.contains(word))
        };
        let go_on = (typed.is_empty() && self.chosen.len() > 1).then_some(Row::GoOn);
        let found = self.offers.iter().filter(fits).map(Row::Offer);
        let spec = (!typed.is_empty()).then(|| typed.parse().ok()).flatten();
        let known = self.offers.iter().any(|offer| offer.player.name == typed);
        go_on.into_iter().chain(found).chain(spec.filter(|_| !known).map(Row::Typed)).collect()
    }

    /// Takes the row under the cursor; true where that says that all are picked.
    fn pick(&mut self) -> bool {
        let picked = match self.rows().into_iter().nth(self.cursor.at) {
            Some(Row::GoOn) => return true,
            Some(Row::Offer(offer)) => offer.player.clone(),
            Some(Row::Typed(spec)) => Chosen { name: spec.to_string(), who: Known::Spec(spec) },
            None => return false,
        };
        self.chosen.push(picked);
        self.input.reset();
        self.cursor = Cursor::default();
        false
    }

    /// A player that was picked is not to play.
    fn drop_out(&mut self, index: usize) {
        if index < self.chosen.len() {
            self.chosen.remove(index);
        }
    }
}

impl Popup for Players {
    fn place(&self) -> Place {
        Place::Picking
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        let rows = self.rows();
        let note = format!("{} picked", self.chosen.len());
        let inner = frame(draw, area, 92, area.height.min(26), "Match: who plays?", &note);
        if inner.height < 4 || inner.width < 8 {
            return;
        }
        picked(draw, Rect { height: 1, ..inner }, self);
        let line = Rect { y: inner.y + 1, height: 1, ..inner };
        let hint = "type to search, or a file, uci:COMMAND, xboard:COMMAND";
        typing::draw(draw, line, &self.input, hint);
        let list = Rect { y: inner.y + 2, height: inner.height - 2, ..inner };
        let page = usize::from(list.height);
        let first = draw.hits.scroll(List::POPUP, self.cursor.at, page, rows.len());
        for (row, (index, of)) in rows.iter().enumerate().skip(first).take(page).enumerate() {
            let place = Rect { y: list.y + row as u16, height: 1, ..list };
            draw.hits.note(place, Target::Row(List::POPUP, index));
            one(draw, place, of, self.chosen.len(), index == self.cursor.at);
        }
    }

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        let enough = match action {
            Action::Accept => self.pick(),
            Action::NextField if self.chosen.len() > 1 => true,
            Action::NextField => {
                let text = "a match has two players: pick one more";
                model.notice = Some((Severity::Warning, text.to_owned()));
                false
            }
            _ => {
                let rows = self.rows().len();
                self.cursor.moved(action, model.hits.page(List::POPUP), rows);
                false
            }
        };
        if enough {
            return vec![Effect::Notify(Note::new(Picked(self.chosen)))];
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn clicked(mut self: Box<Self>, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == List::POPUP {
            self.cursor.at = row;
            return self.perform(model, Action::Accept);
        }
        if list == lists::PICKED {
            self.drop_out(row);
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn typed(&mut self, character: char) {
        self.input.handle(InputRequest::InsertChar(character));
        self.cursor = Cursor::default();
    }

    /// Another key: a backspace beyond the beginning takes the last player away.
    fn edit(&mut self, key: Key) {
        let Some(request) = typing::request(key) else { return };
        if request == InputRequest::DeletePrevChar && self.input.value().is_empty() {
            self.chosen.pop();
        }
        self.input.handle(request);
        self.cursor = Cursor::default();
    }
}

/// Columns of names, and of what they are.
const NAME: usize = 38;
const KIND: usize = 15;

fn one(draw: &mut Draw<'_>, line: Rect, row: &Row<'_>, picked: usize, here: bool) {
    if here {
        draw.fill(line, Role::Cursor);
    }
    draw.over(line.x, line.y, 1, if here { "▸" } else { " " }, Role::Key, here);
    let x = line.x + 2;
    let room = line.width.saturating_sub(2);
    match row {
        Row::GoOn => {
            let text = format!("these {picked} players: on to limits, openings and games");
            draw.over(x, line.y, room, &text, Role::Key, here);
        }
        Row::Typed(spec) => draw.over(x, line.y, room, &format!("“{spec}”, as typed"), Role::Text, here),
        Row::Offer(Offer { player, kind, note, ready }) => {
            let role = if *ready { Role::Text } else { Role::Dim };
            draw.over(x, line.y, room, &left(&player.name, NAME), role, here);
            let after = (NAME + 1) as u16;
            draw.over(x + after, line.y, room.saturating_sub(after), &left(kind, KIND), Role::Dim, here);
            let last = after + KIND as u16 + 1;
            let left = room.saturating_sub(last);
            draw.over(x + last, line.y, left, &cut(note, usize::from(left)), Role::Dim, here);
        }
    }
}

/// Who was picked; a click sends them away again.
fn picked(draw: &mut Draw<'_>, line: Rect, players: &Players) {
    if players.chosen.is_empty() {
        draw.text(
            line.x + 1,
            line.y,
            line.width - 1,
            "pick two players, or more for a tournament",
            Role::Dim,
        );
        return;
    }
    let mut x = line.x + 1;
    for (index, player) in players.chosen.iter().enumerate() {
        let text = format!("{} {} ✗", index + 1, cut(&player.name, 24));
        let width = text.cells() as u16;
        if x + width > line.right() {
            return;
        }
        draw.text(x, line.y, width, &text, if index == 0 { Role::Subject } else { Role::Rival });
        draw.hits.note(Rect { x, width, ..line }, Target::Row(lists::PICKED, index));
        x += width + 2;
    }
}
