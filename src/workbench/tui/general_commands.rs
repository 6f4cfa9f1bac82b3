//! The commands that apply on every screen: run the evolution, inspect the session, change the subject and the rival.

use crate::job::report::{Command as JobCommand, Plant, State};
use crate::tui::background::demo::UnpackDemo;
use crate::tui::panes::values::Values;
use crate::tui::panes::{explanation, what_if};
use crate::tui::place::{AnyPlace, not_measured};
use crate::tui::prelude::*;

commands! {
    /// Commands that run the evolution.
    pub(crate) static RUNNING: AnyPlace, Scope::Screens;
    "run or pause" ["Space"] "run" "run the evolution, or pause it after this generation"
        => [toggle, if |_, model| alive(model, ALL_DONE),
            label |_, model| model.evolution.as_ref()?.should_run().then_some("pause")]
    "step" ["s"] "step" "run one more generation, then pause"
        => [|_, model: &mut Model| model.send(JobCommand::Step(1)), if steppable]
    "step ten" ["S"] "step 10" "run ten more generations, then pause"
        => [|_, model: &mut Model| model.send(JobCommand::Step(10)), if steppable]
    "edit rates" ["e"] "edit rates" "change the optimizer's settings while it runs"
        => [edit_rates, if |_, model| changeable(model)]
}

commands! {
    /// Commands that inspect the open session or start another one.
    pub(crate) static SESSIONS: AnyPlace, Scope::Screens;
    "values" ["v"] "values" "compare the subject's values with the rival and the paper"
        => [|_, model: &mut Model| model.open(Some(Values::default())), if |_, model| subject(model)]
    "ancestry" ["A"] "" "where each value of the subject came from, and its line of descent"
        => [|_, model: &mut Model| explanation::ancestry(model), if |_, model| explanation::has_ancestry(model)]
    "importance" ["M"] "" "how much each value of the subject matters: what is lost with other values"
        => [|_, model: &mut Model| explanation::importance(model), if |_, model| explanation::has_importance(model)]
    "what if" ["Ctrl-W"] "" "what the run would have been without an event: a generation, a mutation, a plant"
        => [|_, model: &mut Model| model.open(what_if::form(model)), if |_, model| has_events(model)]
    "previous run" ["["] "prev run" "show the previous run of the ensemble"
        => [|_, model: &mut Model| model.show_next_run(false), if |_, model| ensemble(model)]
    "next run" ["]"] "next run" "show the next run of the ensemble"
        => [|_, model: &mut Model| model.show_next_run(true), if |_, model| ensemble(model)]
    "new run" ["n"] "new run" "start a run of any stage: preset, seed, size, runs" => [new_run; drops_edits]
    "open demo" ["Ctrl-E"] "" "open the demo: a finished pipeline and a match, to look at every screen"
        => [open_demo; drops_edits]
    "next seed" ["N"] "" "start the same evolution with the next seed"
        => [next_seed, if |_, model| settings(model), label next_seed_label; drops_edits]
}

commands! {
    /// Commands that show other generations.
    pub(crate) static GENERATIONS: AnyPlace, Scope::Screens;
    "earlier generation" ["<", ","] "earlier" "show the generation before the one shown"
        => [|place: &mut AnyPlace, model| go(place, model, false), if has_earlier]
    "later generation" [">", "."] "" "show the generation after the one shown, or the confirmation of the champion"
        => [|place: &mut AnyPlace, model| go(place, model, true), if has_later]
    "play time-lapse" ["T"] "" "play the whole run in ten seconds, or stop it: curve, values and board follow"
        => [|_, model: &mut Model| model.play_or_stop(), if has_history, label playing_label]
    "go to generation" ["#"] "" "show any generation of this run"
        => [|_, model: &mut Model| model.open(model.evolution.as_ref().and_then(forms::generation::form)), if viewed]
    "fork here" ["B"] "" "start a new session from the displayed generation; the subject keeps its edits"
        => [|_, model: &mut Model| model.open(forms::fork::of_open(model)), if viewed]
}

commands! {
    /// Commands that change the subject and the rival.
    pub(crate) static SUBJECT: AnyPlace, Scope::Screens;
    "champion" ["c"] "" "make the champion the subject again"
        => [|_, model: &mut Model| model.selection.choose(None), if |_, model| chosen(model),
            label |_, model| model.selection.chosen().map(|_| "champion"); drops_edits]
    "plant" ["P"] "" "insert the subject into the next generation"
        => [plant, if can_plant, label |_, model| model.selection.draft.as_ref().filter(|draft| draft.unsaved()).map(|_| "plant")]
    "undo" ["u"] "" "undo the last edit of the subject, or withdraw what is planted and not yet born"
        => [|_, model: &mut Model| model.undo(), if can_undo, label |_, model| model.undoable().map(|_| "undo")]
    "discard edits" ["U"] "" "discard all edits of the subject"
        => [|_, model: &mut Model| model.selection.draft = None, if |_, model| draft(model)]
    "swap" ["V"] "" "exchange the subject and the rival" => [swap, if |_, model| both(model); drops_edits]
    "choose subject" ["O"] "" "make an organism of a file, session or paper the subject"
        => [|_, model: &mut Model| model.open(Some(forms::organism::form(model, false))); drops_edits]
    "choose rival" ["R"] "" "make an organism of a file, session or paper the rival"
        => [|_, model: &mut Model| model.open(Some(forms::organism::form(model, true)))]
}

commands! {
    /// The command that writes the subject to a file.
    pub(crate) static EXPORT: AnyPlace, Scope::Screens;
    "export subject" ["E"] "" "write the subject, with its edits, to an organism file"
        => [|_, model: &mut Model| model.open(forms::export::subject(model)), if |_, model| subject(model)]
}

fn new_run(place: &mut AnyPlace, model: &mut Model) {
    let seed = model.seeds.draw();
    model.open(forms::new_run::NewRun::form(model, place.about().objective, seed));
}

fn open_demo(_place: &mut AnyPlace, model: &mut Model) -> Effect {
    Effect::background(UnpackDemo(model.sessions.root.clone()))
}

fn can_plant(_place: &AnyPlace, model: &Model) -> Available {
    alive(model, "the run is complete: E exports the subject")?;
    subject(model)
}

fn can_undo(_place: &AnyPlace, model: &Model) -> Available {
    let undoable = model.undoable().map(drop);
    undoable.ok_or("the subject has no edits, and no planted organism waits for its generation")
}

/// Returns whether there is more than one generation to play.
fn has_history(place: &AnyPlace, model: &Model) -> Available {
    let newest = viewed(place, model)?.latest().map_or(0, |newest| newest.generation);
    if newest > 0 { Ok(()) } else { Err("there is one generation only: Space runs the evolution") }
}

fn playing_label(_place: &AnyPlace, model: &Model) -> Option<&'static str> {
    model.playback.map(|_| "stop")
}

/// Returns whether the run shown has a generation that was bred.
fn has_events(model: &Model) -> Available {
    let newest =
        model.evolution.as_ref().and_then(|open| open.latest()).map_or(0, |newest| newest.generation);
    if newest > 0 { Ok(()) } else { Err("no generation was bred yet: Space runs the evolution") }
}

/// Shows the generation after the one shown, or before it.
fn go(place: &mut AnyPlace, model: &mut Model, later: bool) -> Vec<Effect> {
    let handled = place.handle(model, Input::NextGeneration(later));
    handled.unwrap_or_else(|| model.look_at_next(later))
}

/// Returns whether a generation before the one shown exists.
fn has_earlier(place: &AnyPlace, model: &Model) -> Available {
    let open = viewed(place, model)?;
    let is_first = open.viewed_generation() == Some(0);
    if is_first { Err("this is the first generation") } else { Ok(()) }
}

/// Returns whether a generation after the one shown exists. The confirmation of a champion follows the last one.
fn has_later(place: &AnyPlace, model: &Model) -> Available {
    let open = viewed(place, model)?;
    let has_later = open.looking_back() || open.confirmation().is_some();
    if has_later { Ok(()) } else { Err("this is the newest generation") }
}

/// Returns the open session, if the place shows its generations and there are any.
fn viewed<'a>(place: &AnyPlace, model: &'a Model) -> Result<&'a Evolution, &'static str> {
    is_measured(place, model)?;
    let open = model.evolution.as_ref().filter(|_| place.about().shows_run);
    open.ok_or("generations are shown in Run, Genome and Positions")
}

/// Returns whether a generation is measured.
pub(crate) fn is_measured<S: ?Sized>(_place: &S, model: &Model) -> Available {
    let record = model.evolution.as_ref().and_then(|open| open.record());
    record.map(drop).ok_or_else(|| not_measured(model))
}

const NO_SESSION: &str = "no session is open: n starts a run, o opens a saved one";
const ALL_DONE: &str = "all generations are done: n starts another run, N the same run with the next seed";
const STOPPED: &str = "the session has stopped: o opens one, n starts a run";

/// Returns the open session.
fn open(model: &Model) -> Result<&Evolution, &'static str> {
    model.evolution.as_ref().ok_or(NO_SESSION)
}

/// Returns the open session, if it can run. `done` is the reason if it is complete.
fn alive<'a>(model: &'a Model, done: &'static str) -> Result<&'a Evolution, &'static str> {
    let open = open(model)?;
    match open.state {
        _ if open.alive() => Ok(open),
        State::Done => Err(done),
        _ => Err(STOPPED),
    }
}

fn steppable(place: &AnyPlace, model: &Model) -> Available {
    let is_playing = place.board().is_some_and(|board| board.board_state().is_some() && board.is_playing());
    if !place.about().shows_run || is_playing {
        return Err("generations are stepped in Run, Genome and Positions");
    }
    alive(model, ALL_DONE).map(drop)
}

fn changeable(model: &Model) -> Available {
    alive(model, ALL_DONE)?.changeable().map(drop).ok_or_else(|| not_measured(model))
}

fn subject(model: &Model) -> Available {
    model.subject().map(drop).ok_or_else(|| not_measured(model))
}

fn ensemble(model: &Model) -> Available {
    let open = open(model)?;
    if open.runs.len() > 1 { Ok(()) } else { Err("this session has one run: n starts an ensemble") }
}

fn settings(model: &Model) -> Available {
    open(model)?.settings.as_ref().map(drop).ok_or_else(|| not_measured(model))
}

fn chosen(model: &Model) -> Available {
    model.selection.chosen().map(drop).ok_or("the champion is already the subject")
}

fn draft(model: &Model) -> Available {
    model.selection.draft.as_ref().map(drop).ok_or("the subject has no edits")
}

fn both(model: &Model) -> Available {
    let both = model.rival().is_some() && model.subject().is_some();
    if both { Ok(()) } else { Err("there is no rival: r or R selects one") }
}

fn next_seed_label(_place: &AnyPlace, model: &Model) -> Option<&'static str> {
    model.evolution.as_ref().filter(|open| open.state == State::Done).map(|_| "next seed")
}

fn toggle(_place: &mut AnyPlace, model: &mut Model) -> Vec<Effect> {
    let Some(open) = &mut model.evolution else { return Vec::new() };
    let run = !open.should_run();
    if open.is_unmeasured() {
        open.run_when_ready = run;
    }
    // Generation 0 is measured even if the run is paused before it: otherwise the screens would be empty.
    let pause = if open.is_unmeasured() { JobCommand::Step(1) } else { JobCommand::Pause };
    model.send(if run { JobCommand::Run } else { pause })
}

fn edit_rates(_place: &mut AnyPlace, model: &mut Model) {
    let changeable = model.evolution.as_ref().and_then(Evolution::changeable);
    model.open(changeable.as_ref().map(forms::rates::Rates::form));
}

fn next_seed(_place: &mut AnyPlace, model: &mut Model) -> Option<Effect> {
    let mut settings = model.evolution.as_ref()?.settings.clone()?;
    settings.seed = settings.seed.wrapping_add(1);
    Some(Effect::Start { settings: Box::new(settings), folder: None })
}

fn swap(_place: &mut AnyPlace, model: &mut Model) {
    if let (Some(subject), Some(rival)) = (model.subject(), model.selection.rival.take()) {
        model.selection.choose(Some(rival));
        model.selection.rival = Some(subject);
    }
}

/// Plants the subject in the population, if it fits the session's schema.
fn plant(_place: &mut AnyPlace, model: &mut Model) -> Vec<Effect> {
    let Some(subject) = model.subject() else { return Vec::new() };
    let name = model.name_of(&subject);
    let Some(open) = &mut model.evolution else { return Vec::new() };
    let Some(schema) = &open.schema else { return Vec::new() };
    match subject.chromosome(schema) {
        Ok(chromosome) => {
            let plant = Plant { chromosome, name };
            open.ask(plant.clone(), false);
            if let Some(draft) = &mut model.selection.draft {
                draft.mark_saved();
            }
            model.send(JobCommand::Plant(plant))
        }
        Err(why) => {
            model.notice = Some((Severity::Error, format!("cannot plant: {why}")));
            Vec::new()
        }
    }
}
