//! The forms of the Positions screen: the filter, and the files that positions are written to and loaded from.

use shakmaty::Role as Piece;

use super::State;
use super::time::TurnFilter;
use crate::disagreement::{AgreementFilter, Class, Filter, GAME, Phase, PositionBook, write_epd};
use crate::positions::{PositionSet, PositionSource};
use crate::tui::background::write_positions;
use crate::tui::prelude::*;

/// The notification of a new filter.
#[derive(Debug, Clone)]
pub(super) struct FilterChosen {
    pub(super) filter: Filter,
    pub(super) only_marked: Option<bool>,
    pub(super) turned: Option<TurnFilter>,
}

/// Returns whether an outcome needs the answers of a rival.
pub(super) fn needs_rival(outcome: AgreementFilter) -> bool {
    matches!(outcome, AgreementFilter::RivalOnly | AgreementFilter::SubjectOnly)
}

/// Opens the form of the filter, filled in with the current filter.
pub(super) fn filter(state: &mut State, model: &mut Model) {
    let current = &state.filter;
    let is_offered = |outcome: &AgreementFilter| {
        model.rival().is_some() || !needs_rival(*outcome) || *outcome == current.outcome
    };
    let outcomes: Vec<AgreementFilter> = AgreementFilter::ALL.into_iter().filter(is_offered).collect();
    let at = outcomes.iter().position(|outcome| *outcome == current.outcome).unwrap_or(0);
    let names = outcomes.iter().map(|outcome| outcome.name());
    let any = |names: &[&'static str]| [&["any"], names].concat();
    let choice = |found: Option<usize>| found.map_or(0, |at| at + 1);
    let phase = choice(Phase::ALL.iter().position(|phase| Some(*phase) == current.phase));
    let piece = choice(Piece::ALL.iter().position(|role| Some(*role) == current.role));
    let capture = choice(current.capture.map(usize::from));
    let marked = choice(state.only_marked.map(|marked| usize::from(!marked)));
    let turned = choice(TurnFilter::ALL.iter().position(|turned| Some(*turned) == state.turned));
    let fields = vec![
        Field::choice("outcome", "who plays the right move", names, at),
        Field::choice("phase", "by the pieces on the board", any(&Phase::ALL.map(Phase::name)), phase),
        Field::choice(
            "piece",
            "moved by the right move",
            any(&Piece::ALL.map(|role| Class::Role(role).name())),
            piece,
        ),
        Field::choice("capture", "captures and promotions", ["any", "quiet", "captures"], capture),
        Field::text("player", "to move; part of the name", &current.player),
        Field::text("text", "in players, event, date, id or move", &current.text),
    ];
    let game = GAME.iter().zip(&current.game);
    let fields = fields
        .into_iter()
        .chain(game.map(|(condition, text)| Field::text(condition.name, condition.hint, text)));
    let others = [
        Field::choice(
            "time",
            "by the champion of the generation shown",
            any(&TurnFilter::ALL.map(TurnFilter::name)),
            turned,
        ),
        Field::choice("marked", "with the key m", ["any", "marked", "unmarked"], marked),
    ];
    let fields = fields.chain(others).collect();
    model.open(Some(Form::plain("Filter positions", fields, move |fields| {
        for condition in &GAME {
            let checked = condition.check(fields.shown(condition.name));
            checked.map_err(|why| fields.problem(condition.name, why))?;
        }
        let not_any = |label: &str| fields.chosen(label).checked_sub(1);
        let filter = Filter {
            outcome: outcomes.get(fields.chosen("outcome")).copied().unwrap_or_default(),
            phase: not_any("phase").and_then(|at| Phase::ALL.get(at).copied()),
            role: not_any("piece").and_then(|at| Piece::ALL.get(at).copied()),
            capture: not_any("capture").map(|at| at == 1),
            player: fields.shown("player").to_owned(),
            text: fields.shown("text").to_owned(),
            game: GAME.map(|condition| fields.shown(condition.name).to_owned()),
        };
        let only_marked = not_any("marked").map(|at| at == 0);
        let turned = not_any("time").and_then(|at| TurnFilter::ALL.get(at).copied());
        Ok(forms::Request::notify(FilterChosen { filter, only_marked, turned }))
    })));
}

/// Opens the form that writes the listed or the marked positions to a file.
pub(super) fn export(state: &mut State, model: &mut Model) {
    let listed: Vec<u32> =
        state.listing.positions().filter(|position| Some(*position) != state.kept).collect();
    let marked = state.marked();
    let count = |number: usize| thousands(number as u64);
    let which = [format!("listed ({})", count(listed.len())), format!("marked ({})", count(marked.len()))];
    let fields = vec![
        Field::path("file", "an EPD file, e.g. queens.epd", "positions.epd"),
        Field::choice("which", "m marks a position", which, 0),
        Field::choice("if it exists", "keep or replace the old file", ["keep it", "replace it"], 0),
    ];
    let (book, listed, marked) = (state.scan.book().cloned(), Arc::new(listed), Arc::new(marked));
    model.open(Some(Form::plain("Write positions to a file", fields, move |fields| {
        let path = fields.path("file", "such as positions.epd")?;
        let replace = fields.is_on("if it exists");
        let book = book.clone().ok_or_else(|| fields.problem("file", "the positions are not read yet"))?;
        let (rows, none) = match fields.chosen("which") {
            0 => (&listed, "no position is listed"),
            _ => (&marked, "no position is marked: m marks one"),
        };
        if rows.is_empty() {
            return Err(fields.problem("which", none));
        }
        let (book, rows) = (SharedBook(book), Arc::clone(rows));
        Ok(forms::Request::task(WritePositions { book, rows, path, replace }))
    })));
}

/// The index of the choice “a file” of [`load`], after the training set and the embedded sets.
const FILE: usize = 1 + PositionSet::NAMES.len();

/// Opens the form that loads other positions.
pub(super) fn load(state: &mut State, model: &mut Model) {
    let names = ["the training set"].into_iter().chain(PositionSet::NAMES).chain(["a file"]);
    let (at, typed) = match &state.source {
        None => (0, String::new()),
        Some(PositionSource::Embedded(name)) => {
            (PositionSet::NAMES.iter().position(|known| known == name).map_or(0, |at| at + 1), String::new())
        }
        Some(source) => (FILE, source.name()),
    };
    let fields = vec![
        Field::choice("from", "a test set should stay unseen", names, at),
        Field::path("file", "EPD, every line with sm or bm", typed),
    ];
    let applies = |fields: &[Field], label: &str| label == "from" || fields.chosen("from") == FILE;
    model.open(Some(Form::depending("Load other positions", fields, applies, |fields| {
        Ok(match fields.chosen("from") {
            0 => forms::Request::notify(SourceChosen(None)),
            FILE => {
                let source = PositionSource::File(fields.path("file", "one EPD record a line")?);
                forms::Request::task(CheckPositions(source))
            }
            at => {
                let name = PositionSet::NAMES.get(at - 1).map(|name| (*name).to_owned());
                forms::Request::notify(SourceChosen(name.map(PositionSource::Embedded)))
            }
        })
    })));
}

/// The notification to load positions; `None` for the session's training set.
#[derive(Debug, Clone)]
pub(super) struct SourceChosen(pub(super) Option<PositionSource>);

/// The task that writes positions to an EPD file.
#[derive(Debug, Clone, PartialEq)]
struct WritePositions {
    book: SharedBook,
    /// The indices of the positions, in the order of the file.
    rows: Arc<Vec<u32>>,
    path: PathBuf,
    /// Whether to replace an existing file.
    replace: bool,
}

impl TaskWork for WritePositions {
    fn run(&self) -> TaskResult {
        let WritePositions { book, rows, path, replace } = self;
        let written = write_positions(path, *replace, rows.len(), || write_epd(&book.0, rows, path));
        TaskResult::done(written).in_form(0)
    }
}

/// The task that reads a file once before it replaces the listed positions.
#[derive(Debug, Clone, PartialEq)]
struct CheckPositions(PositionSource);

impl TaskWork for CheckPositions {
    fn run(&self) -> TaskResult {
        let checked = PositionBook::load(&self.0).map(|_| SourceChosen(Some(self.0.clone())));
        TaskResult::of(checked).in_form(1)
    }
}

/// A shared book, which equals only itself.
#[derive(Debug, Clone)]
struct SharedBook(Arc<PositionBook>);

impl PartialEq for SharedBook {
    fn eq(&self, other: &SharedBook) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
