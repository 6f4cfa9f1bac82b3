//! Planted organisms in the journal.

use super::*;
use crate::evolution::record::Founder;

fn plant(run: u32, generation: u32, bits: usize) -> Entry {
    let chromosome = Chromosome::zeros(bits);
    Entry::Plant(PlantEntry {
        run, generation, chromosome, name: "edited — “mine”\nby hand".to_owned()
    })
}

/// Returns the first entries, with another one inserted at `place`.
fn with(place: usize, entry: Entry) -> Vec<Entry> {
    let mut entries = entries()[..6].to_vec();
    entries.insert(place, entry);
    entries
}

#[test]
fn planted_organisms_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    // Plant one organism before generation 0, and one in generation 2.
    let mut entries = with(2, plant(0, 2, 224));
    entries.insert(0, plant(0, 0, 224));
    write(folder.path(), &entries);
    let read = Session::open_read_only(folder.path()).unwrap();
    let expected = [plant(0, 0, 224), plant(0, 2, 224)];
    assert_eq!(read.plants.iter().cloned().map(Entry::Plant).collect::<Vec<_>>(), expected);
    assert_eq!(read.planted_in(0, 2).count(), 1);
    assert_eq!(read.planted_in(0, 1).count() + read.planted_in(1, 2).count(), 0);
    let journal = fs::read_to_string(folder.path().join(JOURNAL)).unwrap();
    assert_eq!(journal.lines().count(), entries.len(), "a name cannot break a line");
}

#[test]
fn planting_is_synced_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::create(folder.path(), &header()).unwrap();
    session.append(&entries()[0]).unwrap();
    session.append(&plant(0, 1, 224)).unwrap();
    let length = fs::metadata(folder.path().join(JOURNAL)).unwrap().len();
    let checkpoint: Checkpoint = checkpoint::read(&folder.path().join(CHECKPOINT)).unwrap().unwrap();
    assert_eq!((checkpoint.bytes, checkpoint.lines), (length, 2));
}

#[rstest]
#[case::a_generation_too_early(
    2,
    plant(0, 1, 224),
    "generation 1 of run 1, but the next generation is 2 of run 1"
)]
#[case::a_generation_too_late(2, plant(0, 3, 224), "generation 3 of run 1")]
#[case::another_run(2, plant(1, 2, 224), "of run 2")]
#[case::another_schema(2, plant(0, 2, 230), "230 bits, but the schema has 224")]
fn an_invalid_plant_is_damage(#[case] place: usize, #[case] entry: Entry, #[case] why: &str) {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &with(place, entry));
    let before = content(folder.path());
    let error = Session::open(folder.path()).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains(why) && text.contains("journal.jsonl: line 3"), "{text}");
    assert_eq!(content(folder.path()), before);
}

#[test]
fn organisms_of_another_schema_or_order_are_damage() {
    let why = |header: &Header, entries: &[Entry]| {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::create(folder.path(), header).unwrap();
        entries.iter().for_each(|entry| session.append(entry).unwrap());
        drop(session);
        Session::open_read_only(folder.path()).unwrap_err().to_string()
    };
    let (mut generations, mut results) = (entries(), entries());
    let Entry::Generation(record) = &mut generations[1] else { panic!("no generation") };
    let record = Arc::make_mut(record);
    record.bit_diversity.resize(230, 0.0);
    record.population.iter_mut().for_each(|one| one.chromosome = Chromosome::zeros(230));
    let text = why(&header(), &generations[..2]);
    assert!(text.contains("line 2: a chromosome has 230 bits, but the schema has 224"), "{text}");

    let mut unsorted = entries();
    let Entry::Generation(record) = &mut unsorted[1] else { panic!("no generation") };
    Arc::make_mut(record).population[5].score += 1000;
    let text = why(&header(), &unsorted[..2]);
    assert!(text.contains("line 2") && text.contains("not in the order of its scores"), "{text}");

    let mut twice = entries();
    twice[1] = twice[0].clone();
    let text = why(&header(), &twice[..2]);
    assert!(text.contains("line 2: it is for generation 0 of run 1, but the next generation is 1"), "{text}");

    let at = results.iter().position(|entry| matches!(entry, Entry::Result(_))).unwrap();
    let Entry::Result(result) = &mut results[at] else { unreachable!() };
    result.champion = Chromosome::zeros(230);
    let text = why(&header(), &results[..=at]);
    assert!(text.contains("a chromosome has 230 bits, but the schema has 224"), "{text}");

    let mut header = header();
    let founder = |bits| Founder { name: "f".to_owned(), chromosome: Chromosome::zeros(bits) };
    header.settings.initial = [224, 224, 224, 224, 224, 230].map(founder).into();
    let text = why(&header, &[]);
    assert!(text.contains("session.ron: ") && text.contains("230"), "{text}");
}

#[test]
fn too_many_plants_are_damage() {
    // The population has six organisms and an elite of one, until a change of settings increases the elite to four.
    let five = std::iter::repeat_n(plant(0, 0, 224), 5);
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &five.clone().collect::<Vec<_>>());
    assert_eq!(Session::open_read_only(folder.path()).unwrap().plants.len(), 5);

    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &five.clone().chain([plant(0, 0, 224)]).collect::<Vec<_>>());
    let text = Session::open(folder.path()).unwrap_err().to_string();
    assert!(text.contains("line 6") && text.contains("room for only 5"), "{text}");

    let OptimizerSettings::Ga(mut ga) = header().settings.optimizer else {
        panic!("not a genetic algorithm")
    };
    ga.elite = 4;
    let optimizer = OptimizerSettings::Ga(ga);
    let change =
        Entry::Settings(SettingsChange { run: 0, generation: 0, optimizer, pairs: None, bounds: None });
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &five.chain([change]).collect::<Vec<_>>());
    let text = Session::open(folder.path()).unwrap_err().to_string();
    assert!(text.contains("line 6") && text.contains("room for only 2"), "{text}");
}

fn withdraw(run: u32, generation: u32) -> Entry {
    let Entry::Plant(plant) = plant(run, generation, 224) else { panic!() };
    Entry::Withdraw(plant)
}

#[test]
fn withdrawn_organisms_are_not_planted() {
    let folder = tempfile::tempdir().unwrap();
    let mut entries = with(2, plant(0, 2, 224));
    entries.insert(3, plant(0, 2, 224));
    entries.insert(4, withdraw(0, 2));
    write(folder.path(), &entries);
    let read = Session::open_read_only(folder.path()).unwrap();
    assert_eq!(read.plants.into_iter().map(Entry::Plant).collect::<Vec<_>>(), [plant(0, 2, 224)]);
    let journal = fs::read_to_string(folder.path().join(JOURNAL)).unwrap();
    assert_eq!(
        journal.lines().filter(|line| line.contains("\"withdraw\":{\"run\":0,\"generation\":2,")).count(),
        1
    );
}

#[rstest]
#[case::nothing_is_planted(vec![], withdraw(0, 2), "it is not planted")]
#[case::it_is_withdrawn_already(vec![plant(0, 2, 224), withdraw(0, 2)], withdraw(0, 2), "it is not planted")]
#[case::another_generation(vec![plant(0, 2, 224)], withdraw(0, 3), "generation 3 of run 1")]
fn an_invalid_withdrawal_is_damage(#[case] before: Vec<Entry>, #[case] last: Entry, #[case] why: &str) {
    let folder = tempfile::tempdir().unwrap();
    let planted = before.len();
    let entries: Vec<Entry> = entries()[..2].iter().cloned().chain(before).chain([last]).collect();
    write(folder.path(), &entries);
    let text = Session::open(folder.path()).unwrap_err().to_string();
    assert!(text.contains(why) && text.contains(&format!("journal.jsonl: line {}", planted + 3)), "{text}");
}
