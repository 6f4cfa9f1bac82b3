//! Tests of planting organisms.

use super::super::report::Plant;
use super::*;
use crate::organism::chromosome::Chromosome;
use crate::session::PlantEntry;

/// Returns an organism to plant; a different one for each `bit`.
pub(super) fn plant_of(bit: usize) -> Plant {
    let mut chromosome = Chromosome::zeros(224);
    chromosome.set(bit, true);
    Plant { chromosome, name: format!("edited, bit {bit}") }
}

/// The user's actions in one sitting: steps, then planted organisms.
struct Sitting<'a> {
    steps: u32,
    plants: &'a [usize],
}

fn start(folder: &Path, opening: Opening, threads: usize) -> Job {
    let request = Request { threads, ..request(folder, opening, false) };
    Job::start_with(request, TestSource::default(), || {})
}

/// Performs the sittings one after another, each in a separate job if `quits` is set, otherwise in one, and then runs
/// to the end. Returns all facts.
fn run_sittings(folder: &Path, sittings: &[Sitting], threads: usize, quits: bool) -> Vec<Fact> {
    let mut reported = Vec::new();
    let mut job = start(folder, new(settings(2)), threads);
    reported.extend(until(&job, is_state(State::Paused)));
    for Sitting { steps, plants } in sittings {
        if *steps > 0 {
            job.send(Command::Step(*steps));
            reported.extend(until(&job, is_state(State::Paused)));
        }
        for &bit in *plants {
            job.send(Command::Plant(plant_of(bit)));
            reported.extend(until(&job, |fact| matches!(fact, Fact::Planted { .. } | Fact::Refused { .. })));
        }
        if quits {
            assert!(job.finish().is_none());
            job = start(folder, Opening::Resume, threads);
            reported.extend(until(&job, is_state(State::Paused)));
        }
    }
    job.send(Command::Run);
    reported.extend(until(&job, |_| false));
    assert_eq!(states(&reported).last(), Some(&State::Done), "{reported:?}");
    reported
}

const SITTINGS: [Sitting; 5] = [
    Sitting { steps: 0, plants: &[1] },
    Sitting { steps: 2, plants: &[2, 3] },
    Sitting { steps: 1, plants: &[4] },
    // The first and the last generation of the second run.
    Sitting { steps: 4, plants: &[5] },
    Sitting { steps: 6, plants: &[6] },
];

/// The run, generation and bit of each planted organism.
const PLANTED: [(u32, u32, usize); 6] = [(0, 0, 1), (0, 2, 2), (0, 2, 3), (0, 3, 4), (1, 0, 5), (1, 6, 6)];

fn entry((run, generation, bit): (u32, u32, usize)) -> PlantEntry {
    let Plant { chromosome, name } = plant_of(bit);
    PlantEntry { run, generation, chromosome, name }
}

#[test]
fn planted_organisms_are_measured_with_their_generation() {
    let folder = tempfile::tempdir().unwrap();
    let reported = run_sittings(folder.path(), &SITTINGS, 2, false);
    let planted = |fact: &Fact| match fact {
        Fact::Planted { run, generation, name, .. } => Some((*run, *generation, name.clone())),
        _ => None,
    };
    let expected: Vec<_> =
        PLANTED.map(entry).into_iter().map(|plant| (plant.run, plant.generation, plant.name)).collect();
    assert_eq!(reported.iter().filter_map(planted).collect::<Vec<_>>(), expected);
    let recorded = Session::open_read_only(folder.path()).unwrap();
    assert_eq!(recorded.plants, PLANTED.map(entry));
    for record in &recorded.history {
        let bits: Vec<_> = recorded.planted_in(record.run, record.generation).collect();
        for plant in &bits {
            let individual = record.population.iter().find(|one| one.chromosome == plant.chromosome).unwrap();
            assert_eq!((individual.born, individual.parents.len()), (record.generation, 0));
            let values = individual.chromosome.decode(&schema());
            let fitness = Agreement { items: 300, salt: 0 };
            let tasks = fitness.tasks(Arc::new(vec![values]));
            assert_eq!(individual.score, tasks.iter().map(|task| fitness.run(task)[0]).sum::<u64>());
        }
        let orphans = record.population.iter().filter(|one| one.parents.is_empty()).count();
        assert_eq!(orphans, if record.generation == 0 { 10 } else { bits.len() });
    }
    assert_ne!(content(folder.path())["journal.jsonl"], uninterrupted(settings(2))["journal.jsonl"]);
}

fn schema() -> Arc<crate::engine::schema::Schema> {
    Arc::clone(settings(1).schema())
}

#[rstest]
fn restarts_and_threads_change_no_file(
    #[values(1, 2, 16)] threads: usize,
    #[values(false, true)] quits: bool,
) {
    let (whole, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run_sittings(whole.path(), &SITTINGS, 2, false);
    run_sittings(folder.path(), &SITTINGS, threads, quits);
    assert_eq!(content(folder.path()), content(whole.path()));
}

#[test]
fn a_kill_after_any_plant_changes_no_file() {
    let whole = tempfile::tempdir().unwrap();
    run_sittings(whole.path(), &SITTINGS, 2, false);
    // A kill at the moment a plant is reported leaves the files as they are then.
    let folder = tempfile::tempdir().unwrap();
    let mut kills = Vec::new();
    let job = start(folder.path(), new(settings(2)), 2);
    until(&job, is_state(State::Paused));
    for Sitting { steps, plants } in &SITTINGS {
        if *steps > 0 {
            job.send(Command::Step(*steps));
            until(&job, is_state(State::Paused));
        }
        for &bit in *plants {
            job.send(Command::Plant(plant_of(bit)));
            until(&job, |fact| matches!(fact, Fact::Planted { .. }));
            kills.push(content(folder.path()));
        }
    }
    drop(job);
    for (number, left) in kills.iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        left.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
        let job = start(folder.path(), Opening::Resume, 1 + number % 3);
        let facts = until(&job, is_state(State::Paused));
        let known = |fact: &Fact| match fact {
            Fact::Opened { plants, .. } => Some(plants.clone()),
            _ => None,
        };
        assert_eq!(facts.iter().find_map(known).unwrap(), PLANTED.map(entry)[..=number]);
        // The user resumes as if nothing had happened.
        let mut at = Session::open_read_only(folder.path()).unwrap().history.len() as u32;
        for &(run, generation, bit) in &PLANTED[number + 1..] {
            let before = run * 7 + generation;
            if before > at {
                job.send(Command::Step(before - at));
                until(&job, is_state(State::Paused));
                at = before;
            }
            job.send(Command::Plant(plant_of(bit)));
            until(&job, |fact| matches!(fact, Fact::Planted { .. }));
        }
        job.send(Command::Run);
        until(&job, |_| false);
        assert_eq!(content(folder.path()), content(whole.path()), "killed after plant {number}");
    }
}

#[test]
fn a_truncation_after_the_last_plant_changes_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let sittings = &SITTINGS[..3];
    run_sittings(folder.path(), sittings, 2, false);
    let whole = content(folder.path());
    let journal = &whole["journal.jsonl"];
    let text = std::str::from_utf8(journal).unwrap();
    let last = text.rfind("\"plant\"").unwrap();
    let end = last + text[last..].find('\n').unwrap() + 1;
    for part in 0..=20 {
        let cut = end + (journal.len() - end) * part / 20;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("session.ron"), &whole["session.ron"]).unwrap();
        fs::write(folder.path().join("lock"), "").unwrap();
        fs::write(folder.path().join("journal.jsonl"), &journal[..cut]).unwrap();
        let facts = finish(request(folder.path(), Opening::Resume, true), &TestSource::default());
        assert_eq!(states(&facts).last(), Some(&State::Done), "{facts:?}");
        assert_eq!(content(folder.path()), whole, "cut at byte {cut}");
    }
}

#[test]
fn decisions_just_before_the_stop_are_kept() {
    for running in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut long = settings(1);
        long.generations = 100_000;
        let source = TestSource::default();
        let job = Job::start_with(request(folder.path(), new(long), running), source.clone(), || {});
        until(&job, is_state(if running { State::Running } else { State::Paused }));
        let OptimizerSettings::Ga(ga) = settings(1).optimizer else { panic!("not a genetic algorithm") };
        let changed = GaSettings { mutation_rate: 0.25, ..ga };
        job.send(Command::Plant(plant_of(1)));
        job.send(Command::Settings(changed.clone().into()));
        assert!(job.finish().is_none());
        let recorded = Session::open_read_only(folder.path()).unwrap();
        assert_eq!(recorded.plants.len(), 1);
        assert_eq!(recorded.settings_in_force().optimizer, OptimizerSettings::Ga(changed));
        let next = recorded.history.len() as u32;
        let job = Job::start_with(request(folder.path(), Opening::Resume, false), source, || {});
        until(&job, is_state(State::Paused));
        job.send(Command::Step(1));
        until(&job, is_state(State::Paused));
        let recorded = Session::open_read_only(folder.path()).unwrap();
        let generation = recorded.plants[0].generation;
        assert!(generation <= next);
        let planted = |one: &crate::evolution::record::Individual| one.chromosome == plant_of(1).chromosome;
        assert!(recorded.history[generation as usize].population.iter().any(planted));
    }
}

#[test]
fn an_invalid_plant_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let job = start(folder.path(), new(settings(1)), 2);
    until(&job, is_state(State::Paused));
    let ask = |command| {
        job.send(command);
        let answer =
            |fact: &Fact| matches!(fact, Fact::Warning(_) | Fact::Refused { .. } | Fact::Planted { .. });
        match until(&job, answer).pop() {
            Some(Fact::Warning(text) | Fact::Refused { why: text, .. }) => Some(text),
            _ => None,
        }
    };
    let other = Plant { chromosome: Chromosome::zeros(230), name: "of 2008".to_owned() };
    let text = ask(Command::Plant(other)).unwrap();
    assert!(text.contains("of 2008") && text.contains("230 bits") && text.contains("224"), "{text}");
    assert_eq!(content(folder.path())["journal.jsonl"], b"");
    for bit in 0..9 {
        assert_eq!(ask(Command::Plant(plant_of(bit))), None);
    }
    let text = ask(Command::Plant(plant_of(9))).unwrap();
    assert!(text.contains("at most 9 organisms") && text.contains("not planted"), "{text}");
    // This elite would take a planted organism's place.
    let OptimizerSettings::Ga(ga) = settings(1).optimizer else { panic!("not a genetic algorithm") };
    let text = ask(Command::Settings(GaSettings { elite: 2, ..ga }.into())).unwrap();
    assert!(text.contains("9 organisms are planted") && text.contains("room for only 8"), "{text}");
    assert_eq!(Session::open_read_only(folder.path()).unwrap().plants.len(), 9);
    assert!(Session::open_read_only(folder.path()).unwrap().changes.is_empty());
    job.send(Command::Step(1));
    until(&job, is_state(State::Paused));
    assert_eq!(ask(Command::Plant(plant_of(9))), None, "the next generation has places again");
}

#[test]
fn a_plant_after_the_end_is_refused_and_a_fork_is_suggested() {
    let folder = tempfile::tempdir().unwrap();
    finish(request(folder.path(), new(settings(1)), true), &TestSource::default());
    let before = content(folder.path());
    let job = start(folder.path(), Opening::Resume, 2);
    // This command arrives before or after the end of the job.
    job.send(Command::Plant(plant_of(1)));
    let mut facts = until(&job, |_| false);
    // This command arrives after the end of the job.
    job.send(Command::Plant(plant_of(2)));
    facts.extend(job.inbox().take().facts);
    for name in ["bit 1", "bit 2"] {
        let reported = |fact: &Fact| matches!(fact, Fact::Refused { why, .. } if why.contains(name) && why.contains("fork it"));
        assert!(facts.iter().any(reported), "{facts:?}");
    }
    assert_eq!(content(folder.path()), before);
}

#[test]
fn decisions_while_trees_are_built_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let job = start(folder.path(), new(settings(1)), 2);
    until(&job, is_state(State::Paused));
    job.send(Command::Step(3));
    until(&job, is_state(State::Paused));
    job.finish();
    let endless = TestSource { endless: true, ..TestSource::default() };
    let job = Job::start_with(request(folder.path(), Opening::Resume, true), endless, || {});
    until(&job, |fact| matches!(fact, Fact::Opened { .. }));
    job.send(Command::Plant(plant_of(1)));
    assert!(job.finish().is_none());
    let (quit, whole) = (folder, tempfile::tempdir().unwrap());
    let facts = finish(request(quit.path(), Opening::Resume, true), &TestSource::default());
    assert_eq!(states(&facts).last(), Some(&State::Done));
    let job = start(whole.path(), new(settings(1)), 2);
    until(&job, is_state(State::Paused));
    job.send(Command::Step(3));
    until(&job, is_state(State::Paused));
    job.send(Command::Plant(plant_of(1)));
    job.send(Command::Run);
    until(&job, |_| false);
    assert_eq!(content(quit.path()), content(whole.path()));
    assert_eq!(Session::open_read_only(quit.path()).unwrap().plants, [entry((0, 3, 1))]);
}

/// Plants or withdraws an organism and returns the answer.
fn ask(job: &Job, command: Command) -> Fact {
    job.send(command);
    let is_answer =
        |fact: &Fact| matches!(fact, Fact::Planted { .. } | Fact::Withdrawn { .. } | Fact::Refused { .. });
    until(job, is_answer).pop().unwrap()
}

#[test]
fn a_withdrawn_organism_is_not_born() {
    let (folder, whole) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut job = start(folder.path(), new(settings(1)), 2);
    until(&job, is_state(State::Paused));
    job.send(Command::Step(2));
    until(&job, is_state(State::Paused));
    for bit in [1, 2] {
        assert!(matches!(ask(&job, Command::Plant(plant_of(bit))), Fact::Planted { .. }));
    }
    let answer = ask(&job, Command::Withdraw(plant_of(1)));
    assert!(matches!(answer, Fact::Withdrawn { run: 0, generation: 2, .. }), "{answer:?}");
    // A second request finds nothing, and the organism can be planted again, once.
    let Fact::Refused { why, .. } = ask(&job, Command::Withdraw(plant_of(1))) else { panic!() };
    assert!(why.contains("bit 1") && why.contains("not planted in generation 2"), "{why}");
    assert!(matches!(ask(&job, Command::Plant(plant_of(1))), Fact::Planted { .. }));
    let Fact::Refused { why, .. } = ask(&job, Command::Plant(plant_of(1))) else { panic!() };
    assert!(why.contains("already planted in generation 2"), "{why}");
    assert!(matches!(ask(&job, Command::Withdraw(plant_of(1))), Fact::Withdrawn { .. }));
    // The withdrawal is kept by a restart.
    assert!(job.finish().is_none());
    job = start(folder.path(), Opening::Resume, 2);
    let facts = until(&job, is_state(State::Paused));
    let known = |fact: &Fact| match fact {
        Fact::Opened { plants, .. } => Some(plants.clone()),
        _ => None,
    };
    assert_eq!(facts.iter().find_map(known).unwrap(), [entry((0, 2, 2))]);
    job.send(Command::Run);
    until(&job, |_| false);

    // The run is the same as one in which only the other organism was planted.
    let job = start(whole.path(), new(settings(1)), 1);
    until(&job, is_state(State::Paused));
    job.send(Command::Step(2));
    until(&job, is_state(State::Paused));
    assert!(matches!(ask(&job, Command::Plant(plant_of(2))), Fact::Planted { .. }));
    job.send(Command::Run);
    until(&job, |_| false);
    let [withdrawn, whole] = [folder, whole].map(|folder| Session::open_read_only(folder.path()).unwrap());
    assert_eq!((withdrawn.history, withdrawn.plants), (whole.history, whole.plants));
}

#[test]
fn an_organism_that_was_born_is_not_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let job = start(folder.path(), new(settings(1)), 2);
    until(&job, is_state(State::Paused));
    assert!(matches!(ask(&job, Command::Plant(plant_of(1))), Fact::Planted { .. }));
    job.send(Command::Step(1));
    until(&job, is_state(State::Paused));
    let Fact::Refused { why, .. } = ask(&job, Command::Withdraw(plant_of(1))) else { panic!() };
    assert!(why.contains("what was born stays"), "{why}");
    assert_eq!(Session::open_read_only(folder.path()).unwrap().plants.len(), 1);
}
