//! The commands of the place Sessions.

use super::items::{self, Item};
use super::tasks::{Compare, Delete};
use super::{ID, State, rename};
use crate::job::report::State as JobState;
use crate::session::SessionState;
use crate::tui::background::report::WriteReport;
use crate::tui::background::saved_folders::ListFolders;
use crate::tui::notes::{New, ShowMatch, ShowPersonas, ShowPipeline, ShowRace};
use crate::tui::popups::confirm::Confirm;
use crate::tui::prelude::*;
use crate::tui::saved::Kind;

commands! {
    /// The commands of this screen. All except the last one apply to the selected session or match.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "open session" ["Enter"] "open" "open the selected session, match, pipeline or race, paused"
        => [open, if item; drops_edits]
    "rename session" ["F2"] "name"
        "give the session or match a name; its folder stays, so that forks and commands still find it"
        => [rename, if named]
    "fork session" ["B"] "fork" "create a session that continues from a generation of this one"
        => [fork, if measured; drops_edits]
    "compare sessions" ["C"] "compare"
        "compare this session with the marked or the open one; their champions become subject and rival"
        => [compare, if partners; drops_edits]
    "mark session" ["m"] "mark" "mark this session for a comparison with another" => [mark, if readable]
    "export champion" ["x"] "export" "write the session’s champion to an organism file" => [export, if measured]
    "delete session" ["D", "Delete"] "delete" "delete the session after a confirmation" => [delete, if session]
    "write report" ["H"] "report" "write a page of HTML with all figures of the row into its folder report"
        => [report, if reported]
    "new like this" ["n"] "new" "a new run, match, pipeline or race, as the selected row is" => [new, label new_label]
    "personas" ["Ctrl-G"] "personas" "two players’ styles side by side, where they part, and a map of all personas beside the sessions"
        => [|_, _| Effect::Notify(Note::new(ShowPersonas))]
    "update list" [] "" "read the sessions folder again" => [|_, model| list(model)]
}

/// Returns the selected row, or why there is none.
fn item<'a>(state: &'a State, model: &'a Model) -> Result<Item<'a>, &'static str> {
    items::selected(state, model).ok_or("no session is saved here yet")
}

/// Returns the selected session.
fn session<'a>(state: &'a State, model: &'a Model) -> Result<&'a SessionRow, &'static str> {
    item(state, model)?.session().ok_or("only sessions have this command")
}

/// Returns the selected session, if it can be read.
fn readable<'a>(state: &'a State, model: &'a Model) -> Result<&'a SessionRow, &'static str> {
    Some(session(state, model)?).filter(|row| row.readable).ok_or("this session cannot be read")
}

/// Returns the selected session, if it has results.
fn measured<'a>(state: &'a State, model: &'a Model) -> Result<&'a SessionRow, &'static str> {
    Some(readable(state, model)?).filter(|row| row.best.is_some()).ok_or("this session has no results yet")
}

/// Returns the folders of the selected session and of the one to compare it with: the marked one, or else the open one.
fn partners(state: &State, model: &Model) -> Result<(PathBuf, PathBuf), &'static str> {
    let folder = measured(state, model)?.folder.clone();
    let open = model.evolution.as_ref().map(|open| open.folder.clone());
    let other = [state.marked.clone(), open].into_iter().flatten().find(|other| *other != folder);
    other.map(|other| (folder, other)).ok_or("mark another session with m or open one first")
}

/// Returns the folder of the selected row, if a report of it can be written.
fn reported(state: &State, model: &Model) -> Result<PathBuf, &'static str> {
    match item(state, model)? {
        Item::Folder(row) if row.about.is_err() => Err("it is damaged"),
        Item::Folder(row) => Ok(row.folder.clone()),
        Item::Session(_) => measured(state, model).map(|row| row.folder.clone()),
    }
}

/// Returns the selected row, if it can have a name.
fn named<'a>(state: &'a State, model: &'a Model) -> Result<Item<'a>, &'static str> {
    match item(state, model)? {
        Item::Folder(row) if row.kind.has_sessions() => Err("only sessions and matches can have a name"),
        item => Ok(item),
    }
}

/// Returns what the selected row is, if it is no session.
fn kind(state: &State, model: &Model) -> Option<Kind> {
    match items::selected(state, model) {
        Some(Item::Folder(row)) => Some(row.kind),
        _ => None,
    }
}

fn new_label(state: &State, model: &Model) -> Option<&'static str> {
    Some(match kind(state, model) {
        None => "new run",
        Some(Kind::Match | Kind::Tournament) => "new match",
        Some(Kind::Pipeline) => "new pipeline",
        Some(Kind::Race) => "new race",
    })
}

fn new(state: &mut State, model: &mut Model) -> Vec<Effect> {
    match kind(state, model) {
        Some(kind) => vec![Effect::Notify(Note::new(New(kind)))],
        None if model.may_drop_edits() => {
            let seed = model.seeds.draw();
            let form = forms::new_run::NewRun::form(model, None, seed);
            model.open(form);
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// Returns whether a session is open in this workbench.
pub(super) fn is_open(model: &Model, row: &SessionRow) -> bool {
    model.evolution.as_ref().is_some_and(|open| open.folder == row.folder)
}

fn fork(state: &mut State, model: &mut Model) {
    let form = measured(state, model).ok().and_then(|row| forms::fork::of_saved(model, row));
    model.open(form);
}

fn compare(state: &mut State, model: &mut Model) -> Option<Effect> {
    partners(state, model).ok().map(|(one, other)| Effect::background(Compare(one, other)))
}

fn mark(state: &mut State, model: &mut Model) {
    let folder = readable(state, model).ok().map(|row| row.folder.clone());
    state.marked = folder.filter(|folder| state.marked.as_ref() != Some(folder));
}

fn export(state: &mut State, model: &mut Model) {
    let form = measured(state, model).ok().map(forms::export::champion);
    model.open(form);
}

fn report(state: &mut State, model: &mut Model) -> Option<Effect> {
    reported(state, model).ok().map(|folder| Effect::background(WriteReport(folder)))
}

/// Returns the effects that list all rows.
pub(super) fn list(model: &Model) -> Vec<Effect> {
    let folders = ListFolders(model.sessions.root.clone());
    vec![Effect::ListSessions, Effect::background(folders)]
}

/// Opens the form for the name of the selected row. Refuses if another process uses the session.
fn rename(state: &mut State, model: &mut Model) {
    let Some(item) = items::selected(state, model) else { return };
    let is_owner = item.session().is_some_and(|row| is_open(model, row));
    if item.session().is_some_and(|row| row.state == SessionState::InUse) && !is_owner {
        model.warn(format!("{} is in use by another process: stop that process first", item.title()));
        return;
    }
    let form = rename::form(item, is_owner);
    model.open(Some(form));
}

/// Asks for confirmation, then deletes a session. Refuses if the session is open here or in another process.
fn delete(state: &mut State, model: &mut Model) -> Vec<Effect> {
    let Ok(row) = session(state, model).cloned() else { return Vec::new() };
    let refused = if is_open(model, &row) {
        Some("is open here: open another session first")
    } else if row.state == SessionState::InUse {
        Some("is in use by another process: stop that process first")
    } else if row.group.is_some() {
        Some("belongs to a pipeline or a race, which needs it")
    } else {
        None
    };
    if let Some(reason) = refused {
        model.warn(format!("{} {reason}", row.title()));
        return Vec::new();
    }
    let content = match row.progress {
        Some((done, _)) => format!("its {} generations", thousands(done)),
        None => "its contents, which cannot be read".to_owned(),
    };
    model.open(Some(Confirm {
        question: format!(
            "Delete {} and {content}? This cannot be undone. Other files in the folder are kept.",
            row.folder.display()
        ),
        yes: "delete it",
        effects: vec![Effect::background(Delete(row.folder))],
    }));
    Vec::new()
}

/// Opens the selected row.
pub(super) fn open(state: &mut State, model: &mut Model) -> Vec<Effect> {
    if let Some(Item::Folder(row)) = items::selected(state, model) {
        let (folder, paused) = (row.folder.clone(), row.unfinished());
        if let Err(why) = &row.about {
            model.notice = Some((Severity::Error, why.clone()));
            return Vec::new();
        }
        return vec![Effect::Notify(match row.kind {
            Kind::Match | Kind::Tournament => Note::new(ShowMatch { folder, paused }),
            Kind::Pipeline => Note::new(ShowPipeline(folder)),
            Kind::Race => Note::new(ShowRace(folder)),
        })];
    }
    let row = session(state, model).ok();
    let open =
        model.evolution.as_ref().filter(|open| !matches!(open.state, JobState::Failed | JobState::Stopped));
    match row {
        Some(row) if open.is_some_and(|open| open.folder == row.folder) => {
            return vec![model.show_session()];
        }
        Some(row) if row.readable => return vec![Effect::Resume(row.folder.clone())],
        Some(row) => model.notice = Some((Severity::Error, row.about.clone())),
        None => {}
    }
    Vec::new()
}

/// Shows a notice about an unfinished session once, before the user has done anything.
pub(super) fn offer_resume(state: &mut State, model: &mut Model, rows: &[SessionRow]) {
    let open = model.evolution.as_ref().map(|open| open.folder.clone());
    let untouched = model.evolution.as_ref().is_none_or(|open| {
        open.latest().is_none_or(|record| record.generation == 0) && open.state != JobState::Running
    });
    let unfinished = rows.iter().position(|row| row.unfinished() && Some(&row.folder) != open.as_ref());
    if let (true, true, Some(index), None) =
        (untouched, model.sessions.rows.is_empty(), unfinished, &model.notice)
    {
        let name = rows[index].title();
        let progress = rows[index].progress.map_or_else(String::new, |(done, total)| {
            format!(", {} of {}", thousands(done), thousands(total))
        });
        model.tell(format!("press o to resume {name}{progress}"));
        state.offered = Some(rows[index].folder.clone());
    }
}
