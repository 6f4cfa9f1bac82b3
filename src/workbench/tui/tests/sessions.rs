//! Tests of the Sessions screen, of earlier generations, and of planting, forking and exporting.

use std::path::PathBuf;
use std::sync::Arc;

use super::fixture::{Bench, record, saved_sessions};
use super::{coevolution_session, tuning_session};
use crate::evolution::record::GenerationRecord;
use crate::experiment::presets;
use crate::job::report::{Fact, State};
use crate::organism::chromosome::Chromosome;
use crate::tui::background::generation::{Generation, ReadGeneration};
use crate::tui::background::organism::{FoundOrganism, ReadOrganism};
use crate::tui::background::report::WriteReport;
use crate::tui::background::saved_folders::ListFolders;
use crate::tui::background::session::{Export, ExportChampion, Exported, Fork, Forked};
use crate::tui::background::{TaskResult, TaskWork as _};
use crate::tui::evolution::Evolution;
use crate::tui::message::{Effect, Message};
use crate::tui::screens::sessions::SideBySide;
use crate::tui::screens::sessions::tasks::{Compare, Compared, Delete, Deleted, ReadCurves};

fn listed(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 60);
    bench.send(Message::Sessions(Ok(saved_sessions())));
    bench.keys("6");
    bench.effects.clear();
    bench
}

fn answer_generation(bench: &mut Bench, record: Result<Arc<GenerationRecord>, String>) {
    let folder = PathBuf::from("sessions/grandmaster-0007");
    bench.send(Message::TaskResult(TaskResult::found(Generation { folder, record })));
}

/// The generations that were requested.
fn requested(bench: &Bench) -> Vec<u32> {
    let generation = |effect: &Effect| effect.task().map(|ReadGeneration { generation, .. }| *generation);
    bench.effects.iter().filter_map(generation).collect()
}

#[test]
fn a_fork_at_the_newest_generation_is_created_and_opened() {
    let mut bench = listed(120, 40);
    bench.keys("j B Enter");
    let fork = Fork {
        source: PathBuf::from("sessions/grandmaster-0005"),
        run: 0,
        generation: 57,
        generations: Some(200),
        destination: PathBuf::from("sessions/grandmaster-0005-from-57"),
        name_field: 3,
    };
    assert_eq!(bench.tasks::<Fork>(), [&fork]);
    bench.effects.clear();
    let folder = PathBuf::from("sessions/grandmaster-0005-from-57");
    bench.send(Message::TaskResult(TaskResult::found(Forked(folder.clone()))));
    assert_eq!(bench.effects, [Effect::Resume(folder)]);
}

#[test]
fn a_key_writes_a_report_of_the_selected_session() {
    let mut bench = listed(120, 40);
    bench.keys("j H");
    let report = WriteReport(PathBuf::from("sessions/grandmaster-0005"));
    assert_eq!(bench.tasks::<WriteReport>(), [&report]);
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("s");
    std::fs::create_dir(&session).unwrap();
    for name in ["session.ron", "journal.jsonl", "checkpoint.ron"] {
        std::fs::copy(format!("sessions/example/{name}"), session.join(name)).unwrap();
    }
    let TaskResult::Done(text) = WriteReport(session.clone()).run() else { panic!("the report is written") };
    assert!(text.ends_with("s/report/index.html"), "{text}");
    assert!(
        session.join("report/index.html").is_file() && session.join("report/figures/s-fitness.svg").is_file()
    );
    // Deleting the session deletes its report, and nothing else.
    std::fs::write(session.join("report/notes.txt"), "mine").unwrap();
    let left = crate::session::delete(&session).unwrap();
    assert_eq!(left, [session.join("report")]);
    assert_eq!(std::fs::read_dir(session.join("report")).unwrap().count(), 1);
    let failed = WriteReport(session.join("nothing")).run();
    assert!(matches!(&failed, TaskResult::Failed(why) if why.contains("holds no session")), "{failed:?}");
}

#[test]
fn the_form_refuses_forks_with_too_few_generations_or_a_bad_name() {
    let mut bench = listed(120, 40);
    bench.keys("j B Tab Ctrl-U 5 0 Enter");
    assert!(bench.draw().contains("57 to 1000000 is allowed"));
    bench.keys("Ctrl-U 9 0 Tab Ctrl-U . . / x Enter");
    assert!(bench.draw().contains("without slashes"));
    assert!(bench.effects.is_empty());
}

#[test]
fn deletion_is_confirmed_and_refused_for_the_open_session() {
    let mut bench = listed(120, 40);
    bench.keys("D");
    let screen = bench.draw();
    assert!(screen.contains("cannot be undone") && screen.contains("200 generations"), "{screen}");
    bench.keys("Esc");
    assert!(bench.effects.is_empty());
    bench.keys("D y");
    let folder = PathBuf::from("sessions/grandmaster-0006");
    assert_eq!(bench.tasks::<Delete>(), [&Delete(folder.clone())]);
    bench.effects.clear();
    bench.send(Message::TaskResult(TaskResult::found(Deleted { folder, left: 0 })));
    assert_eq!(bench.effects, [Effect::ListSessions]);
    bench.effects.clear();
    bench.model.evolution.as_mut().unwrap().folder = PathBuf::from("sessions/grandmaster-0006");
    bench.keys("D");
    assert!(bench.model.popup.is_none() && bench.draw().contains("is open here"));
    assert!(bench.effects.iter().all(|effect| effect.task::<Delete>().is_none()));
}

#[test]
fn an_export_overwrites_a_file_only_on_request() {
    let mut bench = listed(120, 40);
    bench.keys("x Enter x Tab → Enter");
    let export = |overwrite| ExportChampion {
        folder: PathBuf::from("sessions/grandmaster-0006"),
        to: PathBuf::from("grandmaster-0006-champion.ron"),
        overwrite,
    };
    assert_eq!(bench.tasks::<ExportChampion>(), [&export(false), &export(true)]);
    bench.send(Message::TaskResult(TaskResult::Done("written: /tmp/a.ron".to_owned())));
    assert!(bench.draw().contains("written: /tmp/a.ron"));
}

#[test]
fn a_session_is_compared_with_the_open_or_the_marked_one() {
    let mut bench = listed(120, 40);
    bench.keys("C j m k C");
    let path = |name: &str| PathBuf::from("sessions").join(name);
    let compare = |other: &str| Compare(path("grandmaster-0006"), path(other));
    assert_eq!(bench.tasks::<Compare>(), [&compare("grandmaster-0007"), &compare("grandmaster-0005")]);
}

#[test]
fn an_earlier_generation_is_shown_until_escape() {
    let mut bench = Bench::paused(120, 40, 1, 60);
    bench.effects.clear();
    bench.keys("< < <");
    assert_eq!(requested(&bench), [59], "one generation is read at a time");
    answer_generation(&mut bench, Ok(record(0, 59)));
    assert_eq!(requested(&bench), [59, 57], "only the last request is read next");
    answer_generation(&mut bench, Ok(record(0, 57)));
    let screen = bench.draw();
    assert!(screen.contains("Organisms · generation 57, looking back"), "{screen}");
    assert!(screen.contains("Generation 57 of 60") && screen.contains("Fitness · generation 57"));
    bench.keys("Enter");
    let subject = bench.model.subject().unwrap();
    assert_eq!(bench.model.name_of(&subject), "champion · run 1 · gen 57");
    bench.keys("Esc");
    assert!(bench.draw().contains("Organisms · generation 60 "));
    bench.keys("<");
    bench.keys("Esc");
    answer_generation(&mut bench, Ok(record(0, 59)));
    assert!(!bench.draw().contains("looking back"), "a late answer does not leave the newest generation");
}

#[test]
fn after_an_unreadable_generation_the_next_one_can_be_read() {
    let mut bench = Bench::paused(120, 40, 1, 60);
    bench.effects.clear();
    bench.keys("# 1 2 Enter");
    assert_eq!(requested(&bench), [12]);
    answer_generation(&mut bench, Err("the journal is damaged after line 3".to_owned()));
    assert!(bench.draw().contains("the journal is damaged"));
    bench.keys("<");
    assert_eq!(requested(&bench), [12, 59]);
}

#[test]
fn planted_organisms_are_announced_and_then_marked() {
    let mut bench = Bench::paused(120, 40, 1, 57);
    let (name, chromosome) = ("edited from champion".to_owned(), Chromosome::zeros(224));
    bench.fact(Fact::Planted { run: 0, generation: 58, name, chromosome });
    let screen = bench.draw();
    assert!(screen.contains("1 waiting: planted in generation 58"), "{screen}");
    let message = "planted in generation 58 of run 1: edited from champion";
    assert_eq!(screen.matches(message).count(), 1, "{screen}");
    // The message is not repeated after the next key, and the log has it once.
    bench.keys("j");
    assert!(!bench.draw().contains(message));
    assert_eq!(bench.model.log.entries.iter().filter(|entry| entry.text == message).count(), 1);
    let mut next = (*record(0, 58)).clone();
    (next.population[0].parents, next.population[0].born) = (vec![], 58);
    bench.facts([Fact::Generation(Arc::new(next)), Fact::State(State::Paused)]);
    let screen = bench.draw();
    assert!(!screen.contains("waiting: planted") && screen.contains("58    planted"), "{screen}");
}

#[test]
fn organisms_of_an_optimizer_without_parents_are_not_shown_as_planted() {
    let mut bench = Bench::paused(120, 40, 1, 57);
    let mut next = (*record(0, 58)).clone();
    for organism in &mut next.population {
        (organism.parents, organism.born) = (vec![], 58);
    }
    bench.facts([Fact::Generation(Arc::new(next)), Fact::State(State::Paused)]);
    let screen = bench.draw();
    assert!(!screen.contains("planted") && screen.contains("58          –"), "{screen}");
}

#[test]
fn generation_0_of_matches_is_near_the_start() {
    let mut bench = Bench::paused(120, 40, 1, 0);
    assert!(bench.draw().contains("random"));
    let evaluation = tuning_session::settings().target.evaluation().unwrap().clone();
    let matches = presets::games("quick", evaluation).unwrap();
    let open = Evolution::opening(PathBuf::from("sessions/matches-0001"), Some(matches));
    assert_eq!(open.first_origin, "near start");
    let initial = coevolution_session::settings(&PathBuf::from("games.epd"));
    assert_eq!(Evolution::opening(PathBuf::from("s"), Some(initial)).first_origin, "given");
}

#[test]
fn the_displayed_tab_is_named_at_forty_columns() {
    let mut bench = listed(40, 12);
    assert!(bench.draw().contains("6 Sessions"));
    bench.keys("L");
    assert!(bench.draw().contains("6 Sessions"));
}

#[test]
fn the_subject_can_be_exported_from_the_sessions_screen() {
    let mut bench = listed(80, 24);
    bench.keys("E Enter");
    let [effect] = bench.effects.as_slice() else { panic!("{:?}", bench.effects) };
    let Some(Export { to, overwrite: false, .. }) = effect.task() else { panic!("{effect:?}") };
    assert_eq!(to, &PathBuf::from("grandmaster-0007-champion-run-1-gen-60.ron"));
}

#[test]
fn exported_organisms_can_be_read_again_and_failures_are_reported() {
    let root = tempfile::tempdir().unwrap();
    let folder = PathBuf::from("sessions/grandmaster");
    // Missing sessions are refused without a panic.
    assert!(matches!(Compare(folder.clone(), folder.clone()).run(), TaskResult::Failed(_)));
    let load =
        |from: &str, rival| ReadOrganism { from: from.to_owned(), place: None, rival, field: None }.run();
    let read = load("paper-2014-figure-3", false);
    let FoundOrganism { organism, .. } = read.get().unwrap();
    let to = root.path().join("a.ron");
    let export = |overwrite| {
        Export { organism: organism.clone(), name: "a".to_owned(), to: to.clone(), overwrite }.run()
    };
    let written = export(false);
    assert_eq!(written.get::<Exported>().unwrap().text, format!("written: {}", to.display()));
    let refused = export(false);
    assert!(matches!(refused, TaskResult::InvalidForm { .. }), "a file is replaced only on request");
    assert!(export(true).get::<Exported>().is_some());
    let read = load(&to.display().to_string(), true);
    let Some(FoundOrganism { organism: again, rival: true }) = read.get() else { panic!("{read:?}") };
    assert_eq!(again.values, organism.values);
    assert_eq!(again.searches, organism.searches, "the file contains the searches too");
    assert!(!again.searches.is_empty());
    let left = Delete(root.path().to_owned()).run();
    assert!(
        matches!(left, TaskResult::Failed(_)) && to.exists(),
        "a folder without a session is not deleted"
    );
}

#[test]
fn a_comparison_selects_the_champions_as_subject_and_rival() {
    use crate::tui::background::compare::{Comparison, Side};
    let mut bench = listed(120, 40);
    let open = bench.model.evolution.as_ref().unwrap();
    let mut side = Side {
        folder: PathBuf::new(),
        name: "one".to_owned(),
        settings: super::fixture::settings(1),
        train_total: 5000,
        best: vec![900, 1200, 1480],
        test: None,
        champion: open.champion().unwrap(),
    };
    let one = side.clone();
    side.name = "other".to_owned();
    side.settings.seed += 1;
    side.champion.values[3] = side.champion.schema.parameters[3].range.0;
    let both = Comparison { subject: one, rival: side.clone() };
    bench.send(Message::TaskResult(TaskResult::found(Compared(Arc::new(both)))));
    assert!(bench.model.popup::<SideBySide>().is_some());
    assert_eq!(bench.model.rival(), Some(&side.champion));
    let screen = bench.draw();
    assert!(
        screen.contains("━━ ● one") && screen.contains("── ○ other") && screen.contains("seed"),
        "{screen}"
    );
    for (width, height) in [(1, 1), (40, 12), (60, 13), (80, 24), (500, 200)] {
        bench.resize(width, height);
        bench.draw();
    }
}

#[test]
fn tasks_read_fork_compare_and_delete_a_real_session() {
    use crate::objectives::SetDigest;
    use crate::session::{Entry, Header, Session};
    let root = tempfile::tempdir().unwrap();
    let (folder, fork) = (root.path().join("a"), root.path().join("b"));
    let set = SetDigest { name: "made up".to_owned(), positions: 5000, blake3: "0".repeat(64) };
    let header = Header {
        eyas: "0.1.0".to_owned(),
        settings: super::fixture::settings(1),
        train: set.clone(),
        test: set,
        forked_from: None,
        blocked: Vec::new(),
    };
    let mut session = Session::create(&folder, &header).unwrap();
    (0..4).for_each(|generation| session.append(&Entry::Generation(record(0, generation))).unwrap());
    drop(session);
    let read = ReadGeneration { folder: folder.clone(), run: 0, generation: 2 }.run();
    let Some(Generation { record: Ok(read), .. }) = read.get() else { panic!("{read:?}") };
    assert_eq!(*read, record(0, 2));
    let forked = Fork {
        source: folder.clone(),
        run: 0,
        generation: 2,
        generations: Some(50),
        destination: fork.clone(),
        name_field: 3,
    };
    let forked = forked.run();
    assert!(forked.get() == Some(&Forked(fork.clone())), "{forked:?}");
    let compared = Compare(folder.clone(), fork.clone()).run();
    let Compared(both) = compared.get().unwrap();
    assert_eq!((both.subject.best.len(), both.rival.best.len()), (4, 3));
    let differing: Vec<&str> = both.settings().iter().map(|(what, ..)| *what).collect();
    assert_eq!(differing, ["generations"]);
    let deleted = Delete(fork.clone()).run();
    assert!(matches!(deleted.get(), Some(Deleted { left: 0, .. })) && !fork.exists() && folder.exists());
}

#[test]
fn unplanted_edits_are_never_discarded_silently() {
    let mut bench = listed(120, 40);
    bench.keys("1");
    edit(&mut bench);
    bench.effects.clear();
    for keys in ["j Enter", "c", "O", "n", "N", "Ctrl-E", "6 j Enter", "6 C", "6 B"] {
        bench.keys("1");
        bench.keys(keys);
        assert!(bench.model.selection.draft.is_some() && bench.model.popup.is_none(), "{keys}");
        assert!(bench.draw().contains("U discards them"), "{keys}");
    }
    let is_listing = |effect: &&Effect| {
        **effect == Effect::ListSessions
            || effect.task::<ListFolders>().is_some()
            || effect.task::<ReadCurves>().is_some()
    };
    let others: Vec<_> = bench.effects.iter().filter(|effect| !is_listing(effect)).collect();
    assert!(others.is_empty(), "{others:?}");
    bench.keys("1 q");
    assert!(bench.draw().contains("edits that are neither planted nor exported"));
    bench.keys("n U q");
    assert_eq!(bench.effects.last(), Some(&Effect::Quit));
}

/// Edits a value of the subject.
fn edit(bench: &mut Bench) {
    let knight = bench.model.subject().unwrap().schema.index_of("KNIGHT_VALUE").unwrap();
    assert!(bench.model.edit(knight, 333));
}

#[test]
fn exported_edits_are_saved_until_the_next_edit() {
    let mut bench = listed(120, 40);
    edit(&mut bench);
    let exported = |values| TaskResult::found(Exported { values, text: "written: /tmp/a.ron".to_owned() });
    let values = bench.model.subject().unwrap().values;
    bench.send(Message::TaskResult(exported(vec![1, 2, 3])));
    assert!(bench.model.selection.draft.as_ref().unwrap().unsaved(), "other values were exported");
    bench.send(Message::TaskResult(exported(values)));
    assert!(bench.draw().contains("written: /tmp/a.ron"));
    assert!(!bench.model.selection.draft.as_ref().unwrap().unsaved());
    bench.keys("1 n");
    assert!(bench.model.popup.is_some(), "nothing would be lost");
    bench.keys("Esc");
    assert!(bench.model.edit(3, 0) || bench.model.edit(3, 1));
    bench.keys("n");
    assert!(bench.model.popup.is_none() && bench.draw().contains("P plants, E exports"));
}

#[test]
fn edits_of_a_complete_session_can_only_be_exported() {
    let mut bench = listed(120, 40);
    bench.facts([Fact::State(State::Done)]);
    edit(&mut bench);
    bench.keys("P");
    assert!(bench.draw().contains("the run is complete: E exports the subject"));
    bench.keys("n");
    let screen = bench.draw();
    assert!(screen.contains("unsaved edits: E exports") && !screen.contains("P plants"), "{screen}");
}

/// A workbench with the open session `sessions/grandmaster-0007`, and the champion of a stage of a pipeline whose folder
/// has the same name.
fn with_a_namesake() -> (Bench, crate::tui::subject::ShownOrganism) {
    use crate::tui::saved::SessionRow;
    use crate::tui::subject::Origin;
    let mut bench = Bench::paused(120, 40, 1, 60);
    let folder = PathBuf::from("sessions/p/grandmaster-0007");
    let first = saved_sessions().swap_remove(0);
    let row = SessionRow { folder: folder.clone(), group: Some("p".to_owned()), ..first };
    bench.send(Message::Sessions(Ok(vec![row])));
    let mut other = bench.model.subject().unwrap();
    other.origin = Origin::Population { session: folder, run: 0, generation: 60, place: 0 };
    (bench, other)
}

#[test]
fn an_organism_of_another_session_with_the_same_folder_name_is_not_confused() {
    let (mut bench, other) = with_a_namesake();
    let found = FoundOrganism { organism: Box::new(other), rival: false };
    bench.send(Message::TaskResult(TaskResult::found(found)));
    let screen = bench.draw();
    assert!(screen.contains("● p/grandmaster-0007 · champion · run 1 · gen 60"), "{screen}");
    assert!(!bench.model.is_subject(0), "the place in the open session is another organism");
    bench.keys("O ← ←");
    assert!(bench.draw().contains("‹ p/grandmaster-0007 ›"));
    bench.keys("←");
    assert!(bench.draw().contains("‹ grandmaster-0007 ›"));
}

#[test]
fn a_comparison_has_the_titles_of_the_sessions_and_joins_settings_by_name() {
    use crate::evolution::optimizers::OptimizerSettings;
    use crate::tui::background::compare::{Comparison, Side};
    let (mut bench, other) = with_a_namesake();
    let side = |name: &str, folder: &str, champion| Side {
        folder: PathBuf::from(folder),
        name: name.to_owned(),
        settings: super::fixture::settings(1),
        train_total: 5000,
        best: vec![900, 1200, 1480],
        test: None,
        champion,
    };
    let champion = bench.model.subject().unwrap();
    let subject = side("grandmaster-0007", "sessions/p/grandmaster-0007", other);
    let mut rival = side("grandmaster-0007", "sessions/grandmaster-0007", champion);
    rival.settings.optimizer = OptimizerSettings::named("cma-es").unwrap();
    let both = Comparison { subject, rival };
    let rows = both.settings();
    let row = |name: &str| rows.iter().find(|(of, ..)| *of == name).map(|(_, one, other)| (&**one, &**other));
    assert_eq!(row("optimizer"), Some(("ga", "cma-es")));
    assert_eq!(row("crossover"), Some(("0.75 uniform", "–")));
    assert!(rows.iter().any(|(_, one, other)| one == "–" && other != "–"), "{rows:?}");
    bench.send(Message::TaskResult(TaskResult::found(Compared(Arc::new(both)))));
    let screen = bench.draw();
    assert!(
        screen.contains("━━ ● p/grandmaster-0007") && screen.contains("── ○ grandmaster-0007"),
        "{screen}"
    );
}

#[test]
fn enter_on_the_open_session_shows_the_screen_of_its_objective() {
    let mut bench = Bench::new(120, 40);
    tuning_session::start_session(&mut bench);
    bench.fact(Fact::State(State::Paused));
    let mut rows = saved_sessions();
    rows.truncate(1);
    rows[0].folder = PathBuf::from(tuning_session::FOLDER);
    bench.send(Message::Sessions(Ok(rows)));
    bench.keys("6 Enter");
    assert_eq!(bench.model.screen, crate::tui::screens::tuning::ID);
}

#[test]
fn the_progress_of_long_sessions_is_whole() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let mut rows = saved_sessions();
    rows[0].progress = Some((12_000, 20_000));
    bench.send(Message::Sessions(Ok(rows)));
    bench.keys("6");
    assert!(bench.draw().contains("12,000 of 20,000"), "{}", bench.draw());
}
