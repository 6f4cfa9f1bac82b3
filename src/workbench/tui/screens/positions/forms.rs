//! The forms of the Positions screen: the filter, and the files that positions are written to and loaded from.

use shakmaty::Role as Piece;

use super::State;
use crate::disagreement::{Class, Filter, Outcome, Phase, PositionBook, write_epd};
use crate::positions::{PositionSet, PositionSource};
use crate::tui::background::write_positions;
use crate::tui::popups::forms::{self, path};
use crate::tui::prelude::*;

/// The notification of a new filter.
#[derive(Debug, Clone)]
pub(super) struct FilterChosen {
    pub(super) filter: Filter,
    pub(super) only_marked: Option<bool>,
}

#[derive(Debug, Clone)]
pub(crate) struct FilterForm {
    /// The choices of the first field.
    outcomes: Vec<Outcome>,
}

impl FilterForm {
    const OUTCOME: usize = 0;
    const PHASE: usize = 1;
    const PIECE: usize = 2;
    const CAPTURE: usize = 3;
    const PLAYER: usize = 4;
    const TEXT: usize = 5;
    const MARKED: usize = 6;
}

/// Returns whether an outcome needs the answers of a rival.
pub(super) fn needs_rival(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::RivalOnly | Outcome::SubjectOnly)
}

/// Opens the form of the filter, filled in with the current filter.
pub(super) fn filter(state: &mut State, model: &mut Model) {
    let current = &state.filter;
    let is_offered =
        |outcome: &Outcome| model.rival().is_some() || !needs_rival(*outcome) || *outcome == current.outcome;
    let outcomes: Vec<Outcome> = Outcome::ALL.into_iter().filter(is_offered).collect();
    let at = outcomes.iter().position(|outcome| *outcome == current.outcome).unwrap_or(0);
    let names = outcomes.iter().map(|outcome| outcome.name());
    let any = |names: &[&'static str]| [&["any"], names].concat();
    let choice = |found: Option<usize>| found.map_or(0, |at| at + 1);
    let phase = choice(Phase::ALL.iter().position(|phase| Some(*phase) == current.phase));
    let piece = choice(Piece::ALL.iter().position(|role| Some(*role) == current.role));
    let capture = choice(current.capture.map(usize::from));
    let marked = choice(state.only_marked.map(|marked| usize::from(!marked)));
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
        Field::choice("marked", "with the key m", ["any", "marked", "unmarked"], marked),
    ];
    model.open(Some(Form::new(FilterForm { outcomes }, fields)));
}

impl FormSpec for FilterForm {
    fn title(&self) -> String {
        "Filter positions".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<forms::Outcome, Problem> {
        let chosen = |field: usize| fields.get(field).map_or(0, Field::chosen);
        let not_any = |field: usize| chosen(field).checked_sub(1);
        let text = |field: usize| fields.get(field).map_or("", Field::shown).trim().to_owned();
        let filter = Filter {
            outcome: self.outcomes.get(chosen(Self::OUTCOME)).copied().unwrap_or_default(),
            phase: not_any(Self::PHASE).and_then(|at| Phase::ALL.get(at).copied()),
            role: not_any(Self::PIECE).and_then(|at| Piece::ALL.get(at).copied()),
            capture: not_any(Self::CAPTURE).map(|at| at == 1),
            player: text(Self::PLAYER),
            text: text(Self::TEXT),
        };
        let only_marked = not_any(Self::MARKED).map(|at| at == 0);
        Ok(forms::Outcome::notify(FilterChosen { filter, only_marked }))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Export {
    book: Option<Arc<PositionBook>>,
    listed: Arc<Vec<u32>>,
    marked: Arc<Vec<u32>>,
}

impl Export {
    const PATH: usize = 0;
    const WHICH: usize = 1;
    const REPLACE: usize = 2;
}

#[derive(Debug, Clone)]
pub(crate) struct Load;

impl Load {
    const FROM: usize = 0;
    const PATH: usize = 1;
    /// The index of the choice “a file”, after the training set and the embedded sets.
    const FILE: usize = 1 + PositionSet::NAMES.len();
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
    let (listed, marked) = (Arc::new(listed), Arc::new(marked));
    model.open(Some(Form::new(Export { book: state.scan.book().cloned(), listed, marked }, fields)));
}

/// Opens the form that loads other positions.
pub(super) fn load(state: &mut State, model: &mut Model) {
    let names = ["the training set"].into_iter().chain(PositionSet::NAMES).chain(["a file"]);
    let (at, typed) = match &state.source {
        None => (0, String::new()),
        Some(PositionSource::Embedded(name)) => {
            (PositionSet::NAMES.iter().position(|known| known == name).map_or(0, |at| at + 1), String::new())
        }
        Some(source) => (Load::FILE, source.name()),
    };
    let fields = vec![
        Field::choice("from", "a test set should stay unseen", names, at),
        Field::path("file", "EPD, every line with sm or bm", typed),
    ];
    model.open(Some(Form::new(Load, fields)));
}

impl FormSpec for Export {
    fn title(&self) -> String {
        "Write positions to a file".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<forms::Outcome, Problem> {
        let path = path(fields, Self::PATH, "such as positions.epd")?;
        let replace = fields.get(Self::REPLACE).is_some_and(|field| field.chosen() == 1);
        let Some(book) = self.book.clone() else {
            return Err(Problem { field: Self::PATH, text: "the positions are not read yet".to_owned() });
        };
        let (rows, none) = match fields.get(Self::WHICH).map_or(0, Field::chosen) {
            0 => (&self.listed, "no position is listed"),
            _ => (&self.marked, "no position is marked: m marks one"),
        };
        if rows.is_empty() {
            return Err(Problem { field: Self::WHICH, text: none.to_owned() });
        }
        Ok(forms::Outcome::BackgroundTask(BackgroundTask::new(WritePositions {
            book: SharedBook(book),
            rows: Arc::clone(rows),
            path,
            replace,
        })))
    }
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

impl Work for WritePositions {
    fn run(&self) -> TaskResult {
        let WritePositions { book, rows, path, replace } = self;
        match write_positions(path, *replace, rows.len(), || write_epd(&book.0, rows, path)) {
            Ok(message) => TaskResult::Done(message),
            Err(text) => TaskResult::InvalidForm { field: Some(Export::PATH), text },
        }
    }

    fn reopens_form(&self) -> bool {
        true
    }
}

/// The task that reads a file once before it replaces the listed positions.
#[derive(Debug, Clone, PartialEq)]
struct CheckPositions(PositionSource);

impl Work for CheckPositions {
    fn run(&self) -> TaskResult {
        match PositionBook::load(&self.0) {
            Ok(_) => TaskResult::found(SourceChosen(Some(self.0.clone()))),
            Err(error) => TaskResult::InvalidForm { field: Some(Load::PATH), text: error.to_string() },
        }
    }

    fn reopens_form(&self) -> bool {
        true
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

impl FormSpec for Load {
    fn title(&self) -> String {
        "Load other positions".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        field == Self::FROM || fields.get(Self::FROM).is_some_and(|from| from.chosen() == Self::FILE)
    }

    fn outcome(&self, fields: &[Field]) -> Result<forms::Outcome, Problem> {
        Ok(match fields.get(Self::FROM).map_or(0, Field::chosen) {
            0 => forms::Outcome::notify(SourceChosen(None)),
            Self::FILE => {
                let source = PositionSource::File(path(fields, Self::PATH, "one EPD record a line")?);
                forms::Outcome::BackgroundTask(BackgroundTask::new(CheckPositions(source)))
            }
            at => {
                let name = PositionSet::NAMES.get(at - 1).map(|name| (*name).to_owned());
                forms::Outcome::notify(SourceChosen(name.map(PositionSource::Embedded)))
            }
        })
    }
}
