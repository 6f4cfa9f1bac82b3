use rstest::rstest;

use super::*;
use crate::engine::schema::Schema;
use crate::evolution::testing::Agreement;
use crate::experiment::presets;
use crate::objectives::SetDigest;
use crate::organism::chromosome::Chromosome;
use crate::session::{Header, PlantEntry};

const GENERATIONS: u32 = 14;

/// Returns a session of one run with a planted organism in generation 4, and changes of settings before 6 and 9.
fn recorded() -> Recorded {
    let mut settings = presets::named("quick").unwrap();
    settings.generations = GENERATIONS;
    settings.optimizer.set_population(12);
    let set = SetDigest { name: "items".to_owned(), positions: 400, blake3: String::new() };
    let eyas = "0.1.0".to_owned();
    let header =
        Header { eyas, settings, train: set.clone(), test: set, forked_from: None, blocked: Vec::new() };
    let mut recorded = Recorded::empty(header);
    let change = |recorded: &Recorded, generation, change: fn(&mut OptimizerSettings)| {
        let mut optimizer = recorded.optimizer_at(0, generation).clone();
        change(&mut optimizer);
        SettingsChange { run: 0, generation, optimizer, pairs: None, bounds: None }
    };
    let faster = change(&recorded, 6, |optimizer| optimizer.ga_mut().unwrap().mutation_rate = 0.05);
    recorded.changes.push(faster);
    let crossed = change(&recorded, 9, |optimizer| optimizer.ga_mut().unwrap().crossover_rate = 0.5);
    recorded.changes.push(crossed);
    let chromosome = Chromosome::zeros(recorded.header.settings.schema().bits());
    recorded.plants.push(PlantEntry { run: 0, generation: 4, chromosome, name: "zeros".to_owned() });
    let mut run = recorded.run(0).unwrap();
    let pool = ThreadPool::new(1).unwrap();
    for _ in 0..=GENERATIONS {
        decide(&recorded, &mut run).unwrap();
        let record = run.proposal(&fitness(), &pool, &Interrupt::default()).unwrap();
        run.accept(&record);
        recorded.history.push(record.into());
    }
    recorded
}

fn fitness() -> Agreement {
    Agreement { items: 400, salt: 3 }
}

fn with_twins<T>(recorded: &Recorded, threads: usize, work: impl FnOnce(&Twins<'_>) -> T) -> T {
    let (pool, interrupt) = (ThreadPool::new(threads).unwrap(), Interrupt::default());
    let generations = recorded.history.clone();
    let fitness = Box::new(fitness());
    work(&Twins { recorded, run: 0, generations, fitness, pool: &pool, interrupt: &interrupt })
}

/// Returns the mutations of all organisms of a generation.
fn mutations(twins: &Twins<'_>, generation: u32) -> Vec<Event> {
    let run = twins.replayed(twins.recorded, generation).unwrap();
    let record = &twins.generations[generation as usize];
    let places = 0..record.population.len() as u32;
    let mutated = |place: &u32| run.mutated(record, *place as usize).unwrap().1.ones().next().is_some();
    let event = |place| Event::Mutation { generation, place, parameter: None };
    places.filter(mutated).map(event).collect()
}

#[test]
fn a_twin_that_blocks_nothing_is_the_run() {
    let recorded = recorded();
    with_twins(&recorded, 2, |twins| {
        let counter = twins.counter([], &|_, _| {});
        for (from, event) in [
            (0, BlockedEvent::Generation { seed: recorded.header.settings.seed }),
            (3, BlockedEvent::Mutation { organism: 5, bits: Vec::new() }),
            (11, BlockedEvent::Generation { seed: recorded.header.settings.seed }),
        ] {
            let blocked = Blocked { run: 0, generation: from, event };
            let course = twins.course(twins.pool, &recorded, Some(&blocked), from, None, &counter).unwrap();
            assert_eq!(course, recorded.history);
            let [own, other] = [&recorded.history, &course].map(|course| {
                serde_json::to_string(
                    &course[5..7].iter().map(|record| (**record).clone()).collect::<Vec<_>>(),
                )
                .unwrap()
            });
            assert_eq!(own, other);
        }
    });
}

#[test]
fn only_the_bits_of_the_mutation_differ_in_its_generation() {
    let recorded = recorded();
    with_twins(&recorded, 1, |twins| {
        let mutations = mutations(twins, 3);
        assert!(mutations.len() > 3, "{mutations:?}");
        for event in mutations {
            let twin = twins.twin(event, &|_, _| {}).unwrap();
            assert_eq!(twin.recorded.history[..3], recorded.history[..3]);
            let BlockedEvent::Mutation { bits, .. } = &twin.blocked.event else { panic!() };
            let [own, other] = [&recorded, &twin.recorded].map(|recorded| &recorded.history[3].population);
            let missing: Vec<_> =
                own.iter().filter(|one| !other.iter().any(|it| it.chromosome == one.chromosome)).collect();
            let new: Vec<_> =
                other.iter().filter(|one| !own.iter().any(|it| it.chromosome == one.chromosome)).collect();
            assert!(missing.len() <= 1 && new.len() <= 1);
            if let ([missing], [new]) = (missing.as_slice(), new.as_slice()) {
                assert_eq!(missing.chromosome.hamming_distance(&new.chromosome) as usize, bits.len());
                assert_eq!(missing.parents, new.parents);
            }
        }
    });
}

#[test]
fn outcomes_do_not_depend_on_the_threads() {
    let recorded = recorded();
    let [one, three] = [1, 3].map(|threads| {
        with_twins(&recorded, threads, |twins| {
            let mut events = mutations(twins, 2);
            events.truncate(4);
            events.extend([Event::Plants(4), Event::Settings(6), Event::Generation(7)]);
            let mut outcomes = twins.outcomes(&events, &|_, _| {}).unwrap();
            twins.add_seeds(&mut outcomes[3..], 3, &|_, _| {}).unwrap();
            let alone = twins.outcome(events[0], &twins.twin(events[0], &|_, _| {}).unwrap());
            assert_eq!(alone, outcomes[0]);
            outcomes
        })
    });
    assert_eq!(one, three);
    assert!(one.iter().any(|outcome| outcome.difference() != 0 && outcome.widest.is_some()));
    assert_eq!(one.iter().map(|outcome| outcome.seeds.len()).collect::<Vec<_>>(), [0, 0, 0, 3, 3, 3, 3]);
}

#[test]
fn the_event_is_gone_and_the_others_stay() {
    let recorded = recorded();
    with_twins(&recorded, 1, |twins| {
        let planted = twins.twin(Event::Plants(4), &|_, _| {}).unwrap().recorded;
        assert_eq!(planted.plants, []);
        assert!(planted.history[4].population.iter().all(|one| !one.parents.is_empty()));
        let slower = twins.twin(Event::Settings(6), &|_, _| {}).unwrap().recorded;
        let [change] = slower.changes.as_slice() else { panic!("{:?}", slower.changes) };
        let (ga, was) = (change.optimizer.ga().unwrap(), recorded.header.settings.optimizer.ga().unwrap());
        assert_eq!((change.generation, ga.mutation_rate, ga.crossover_rate), (9, was.mutation_rate, 0.5));
        let fresh = twins.twin(Event::Generation(7), &|_, _| {}).unwrap().recorded;
        assert_eq!(fresh.history[..7], recorded.history[..7]);
        assert_ne!(fresh.history[7].population, recorded.history[7].population);
        // Whoever blocks the event in a new run gets the same twin.
        for event in [Event::Generation(7), mutations(twins, 3)[0]] {
            let Twin { blocked, recorded: twin } = twins.twin(event, &|_, _| {}).unwrap();
            let header = Header { blocked: vec![blocked], ..recorded.header.clone() };
            let kept = Recorded { header, ..twin.clone() };
            let mut run = kept.run(0).unwrap();
            for record in &twin.history {
                decide(&kept, &mut run).unwrap();
                let again = run.proposal(&fitness(), twins.pool, &Interrupt::default()).unwrap();
                assert_eq!(again, **record);
                run.accept(&again);
            }
        }
    });
}

#[test]
fn the_distribution_is_that_of_the_differences() {
    let seeds = vec![[10, 12], [15, 12], [9, 9], [20, 12], [13, 12]];
    let outcome = Outcome { event: Event::Plants(1), original: 3, twin: 5, widest: None, values: 0, seeds };
    assert_eq!((outcome.difference(), outcome.counts()), (-2, [3, 1, 1]));
    assert_eq!(outcome.quartiles(), Some([0.0, 1.0, 3.0]));
    let mean = outcome.mean().unwrap();
    assert_eq!(mean.value, 2.0);
    // The standard error of -2, 3, 0, 8, 1 is 1.702; Student's quantile with 4 degrees of freedom is 2.776.
    assert!((mean.error.unwrap() - 4.726).abs() < 0.01, "{mean:?}");
}

#[rstest]
#[case::mutation("mutation:3:1")]
#[case::of_a_parameter("mutation:3:12:KNIGHT_VALUE")]
#[case::plant("plant:4")]
#[case::settings("settings:6")]
#[case::generation("generation:0")]
fn events_are_read_as_they_are_written(#[case] text: &str) {
    let schema = Schema::built_in("paper-2014").unwrap();
    assert_eq!(Event::parse(text, &schema).unwrap().text(&schema), text);
}

#[rstest]
#[case::kind("birth:3", "kind")]
#[case::number("plant:x", "“x” is not a number")]
#[case::parts("mutation:3", "parts")]
#[case::organism("mutation:3:0", "first organism is 1")]
#[case::parameter("mutation:3:1:NONE", "no parameter NONE")]
fn other_texts_are_no_events(#[case] text: &str, #[case] words: &str) {
    let schema = Schema::built_in("paper-2014").unwrap();
    let error = Event::parse(text, &schema).unwrap_err();
    assert!(error.is_input() && error.to_string().contains(words), "{error}");
}

#[rstest]
#[case::generation(Event::Generation(15), "no generation 15; its last one is 14")]
#[case::plant(Event::Plants(5), "no planted organism")]
#[case::settings(Event::Settings(5), "no change of settings")]
#[case::elite(Event::Mutation { generation: 13, place: 0, parameter: None }, "no mutation")]
#[case::place(Event::Mutation { generation: 3, place: 12, parameter: None }, "has 12 organisms")]
fn what_did_not_happen_is_refused(#[case] event: Event, #[case] words: &str) {
    let recorded = recorded();
    let error = with_twins(&recorded, 1, |twins| twins.twin(event, &|_, _| {}).err()).unwrap();
    assert!(error.is_input() && error.to_string().contains(words), "{error}");
}

#[test]
fn a_run_that_cannot_be_repeated_has_no_twins() {
    let mut recorded = recorded();
    Arc::make_mut(&mut recorded.history[8]).population[0].score += 1;
    let error = with_twins(&recorded, 1, |twins| twins.twin(Event::Generation(8), &|_, _| {}).err());
    assert!(matches!(error, Some(Error::NotRepeatable { run: 1, generation: 8, .. })), "{error:?}");
}
