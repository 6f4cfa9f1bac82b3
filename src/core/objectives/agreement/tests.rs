use std::fs;

use rand::RngExt as _;

use super::*;
use crate::engine::one_ply::best_move;
use crate::evolution::fitness::measure;
use crate::organism::Organism;

fn part(name: &str, range: std::ops::Range<usize>) -> PositionSet {
    let set = PositionSet::embedded(name).unwrap();
    let examples = Arc::new(set.examples[range].to_vec());
    PositionSet { name: set.name, examples }
}

fn schema() -> Arc<Schema> {
    Schema::built_in("paper-2014").unwrap()
}

fn build(set: &PositionSet, ply_score: PlyScore, cache: Option<&Path>) -> Agreement {
    let pool = ThreadPool::new(2).unwrap();
    Agreement::build(set, &schema(), ply_score, cache, &pool, &|_, _| {}, &Interrupt::default()).unwrap()
}

/// Returns organisms of every kind: random ones, the papers', all zeros, all parameters at their maximum.
fn organisms(random: usize) -> Vec<Vec<i32>> {
    let schema = schema();
    let mut rng = Randomness::new(7, "test", 0).stream(0, "organisms");
    let mut organisms: Vec<Vec<i32>> =
        (0..random).map(|_| Chromosome::random(schema.bits(), &mut rng).decode(&schema)).collect();
    for name in ["paper-2014-figure-3", "reference"] {
        organisms.push(Organism::named_or_path(name).unwrap().evaluation.values);
    }
    organisms.push(schema.parameters.iter().map(|parameter| parameter.range.0).collect());
    organisms.push(schema.parameters.iter().map(|parameter| parameter.range.1).collect());
    organisms
}

/// Asserts that the answers of an organism equal those of searching each position.
fn assert_answers(fitness: &Agreement, set: &PositionSet, values: &[i32], ply_score: PlyScore) {
    assert_eq!(
        fitness.answers(values).iter().collect::<Vec<bool>>(),
        search_each(set, &Weights::new(&schema(), values).unwrap(), ply_score),
        "{} {values:?}",
        set.name
    );
}

fn search_each(set: &PositionSet, weights: &Weights, ply_score: PlyScore) -> Vec<bool> {
    let plays = |example: &crate::positions::Example| {
        best_move(&example.position, weights, ply_score).is_some_and(|m| example.moves.contains(&m))
    };
    set.examples.iter().map(plays).collect()
}

#[test]
fn answers_equal_those_of_searching_each_position() {
    for (name, range) in [("gm2600-train", 0..150), ("ecm879", 0..100)] {
        let set = part(name, range);
        for ply_score in [PlyScore::Quiescence, PlyScore::Static] {
            let fitness = build(&set, ply_score, None);
            for values in organisms(6) {
                assert_answers(&fitness, &set, &values, ply_score);
            }
        }
    }
}

#[test]
fn organisms_with_negative_weights_are_tested_against_all_moves() {
    let set = part("gm2600-train", 0..200);
    let fitness = build(&set, PlyScore::Static, None);
    let mut schema = Schema::clone(&schema());
    for parameter in &mut schema.parameters {
        parameter.range.0 = -parameter.range.1;
    }
    let mut rng = Randomness::new(5, "test", 0).stream(0, "signs");
    let mut signed = organisms(20);
    for value in signed.iter_mut().flatten() {
        *value *= if rng.random() { 1 } else { -1 };
    }
    let weights: Vec<Weights> = signed.iter().map(|values| Weights::new(&schema, values).unwrap()).collect();
    // Organisms without negative weights in between leave the moves in another order.
    for _ in 0..2 {
        for (answers, weights) in
            fitness.answers_of(&weights, &Interrupt::default()).unwrap().iter().zip(&weights)
        {
            let expected = search_each(&set, weights, PlyScore::Static);
            assert_eq!(answers.iter().collect::<Vec<bool>>(), expected);
        }
        for values in organisms(20) {
            assert_answers(&fitness, &set, &values, PlyScore::Static);
        }
    }
}

#[test]
fn most_moves_cannot_decide_with_static_scores() {
    let set = part("gm2600-train", 0..64);
    let share = |ply_score: PlyScore| {
        let fitness = build(&set, ply_score, None);
        let batch = fitness.batches[0].lock().unwrap();
        let contenders: u32 = batch.questions.iter().map(|question| question.contenders).sum();
        let rivals: u32 = batch.questions.iter().map(|question| question.rivals).sum();
        f64::from(contenders) / f64::from(rivals)
    };
    assert_eq!(share(PlyScore::Quiescence), 1.0);
    let share = share(PlyScore::Static);
    assert!((0.4..0.5).contains(&share), "{share}");
}

#[test]
fn a_position_with_several_best_moves_is_solved_by_either() {
    let set = PositionSet::embedded("ecm879").unwrap();
    let examples: Vec<_> = set.examples.iter().filter(|example| example.moves.len() > 1).cloned().collect();
    assert_eq!(examples.len(), 3);
    let set = PositionSet { name: set.name, examples: Arc::new(examples) };
    let fitness = build(&set, PlyScore::Quiescence, None);
    assert_eq!(fitness.total(), 3);
    for values in organisms(40) {
        assert_answers(&fitness, &set, &values, PlyScore::Quiescence);
    }
}

#[test]
fn endings_are_scored_like_the_search() {
    let positions = [
        // Mate in one by several moves; stalemates to avoid; a capture that leaves bare kings.
        "6k1/5ppp/8/8/8/8/8/1R1RK3 w - - sm Rb8+;",
        "7k/5Q2/8/6K1/8/8/8/8 w - - sm Kg6;",
        "8/8/8/8/8/1k6/1p6/1K6 b - - sm Kc3;",
        "8/8/8/8/8/8/6q1/k5K1 w - - sm Kxg2;",
        // In check, with evasions; a queen promotion with and without capture.
        "4k3/8/8/8/1b6/8/4P3/3QK3 w - - sm Kf1;",
        "rn2k3/2P5/8/8/8/8/8/4K3 w - - sm cxb8=Q+;",
    ];
    let lines = positions.join("\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("endings.epd");
    fs::write(&file, lines).unwrap();
    let set = PositionSet::read(&file).unwrap();
    let fitness = build(&set, PlyScore::Quiescence, None);
    for values in organisms(60) {
        assert_answers(&fitness, &set, &values, PlyScore::Quiescence);
    }
}

#[test]
fn every_simd_path_gives_the_same_counts() {
    let set = part("gm2600-train", 150..350);
    let organisms = organisms(300);
    let pool = ThreadPool::new(2).unwrap();
    let count = |path: SimdPath| {
        let fitness = build(&set, PlyScore::Quiescence, None).with_path(path);
        measure(&fitness, &pool, &organisms, &Interrupt::default()).unwrap()
    };
    let portable = count(SimdPath::Portable);
    for path in SimdPath::ALL.into_iter().filter(|path| path.is_available()) {
        assert_eq!(count(path), portable, "{path}");
    }
    assert!(portable.iter().any(|count| *count > 20), "the organisms should agree here and there");
}

#[test]
fn answers_do_not_depend_on_earlier_or_other_organisms() {
    let set = part("gm2600-train", 350..450);
    let organisms = organisms(50);
    let (one, two) = (build(&set, PlyScore::Quiescence, None), build(&set, PlyScore::Quiescence, None));
    let forwards: Vec<_> =
        organisms.iter().map(|values| one.answers(values).iter().collect::<Vec<bool>>()).collect();
    let mut backwards: Vec<_> =
        organisms.iter().rev().map(|values| two.answers(values).iter().collect::<Vec<bool>>()).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    let counts: Vec<u64> =
        forwards.iter().map(|answers| answers.iter().filter(|yes| **yes).count() as u64).collect();
    for threads in [1, 2, 5] {
        let pool = ThreadPool::new(threads).unwrap();
        assert_eq!(measure(&one, &pool, &organisms, &Interrupt::default()).unwrap(), counts);
    }
}

#[test]
fn a_cache_gives_the_same_answers_and_a_damaged_one_is_rebuilt() {
    let set = part("gm2600-train", 450..600);
    let folder = tempfile::tempdir().unwrap();
    let organisms = organisms(10);
    let answers = |fitness: &Agreement| -> Vec<_> {
        organisms.iter().map(|values| fitness.answers(values).iter().collect::<Vec<bool>>()).collect()
    };
    let built = build(&set, PlyScore::Quiescence, Some(folder.path()));
    assert!(!built.was_cached() && built.cache_warning().is_none());
    let expected = answers(&built);
    let loaded = build(&set, PlyScore::Quiescence, Some(folder.path()));
    assert!(loaded.was_cached());
    assert_eq!(answers(&loaded), expected);

    let file = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    let mut rng = Randomness::new(3, "test", 0).stream(0, "damage");
    for round in 0..24 {
        let mut damaged = whole.clone();
        if round % 2 == 0 {
            damaged.truncate(rng.random_range(0..whole.len()));
        } else {
            damaged[rng.random_range(0..whole.len())] ^= 1 << rng.random_range(0..8);
        }
        fs::write(&file, &damaged).unwrap();
        let rebuilt = build(&set, PlyScore::Quiescence, Some(folder.path()));
        assert!(!rebuilt.was_cached(), "round {round}");
        assert_eq!(answers(&rebuilt), expected);
        assert_eq!(fs::read(&file).unwrap(), whole, "the damaged file is replaced");
    }
}

#[test]
fn other_positions_have_another_cache() {
    let folder = tempfile::tempdir().unwrap();
    build(&part("gm2600-train", 0..10), PlyScore::Quiescence, Some(folder.path()));
    assert!(!build(&part("gm2600-train", 0..11), PlyScore::Quiescence, Some(folder.path())).was_cached());
    assert!(build(&part("gm2600-train", 0..10), PlyScore::Quiescence, Some(folder.path())).was_cached());
}

#[test]
fn a_cache_that_cannot_be_written_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("file");
    fs::write(&blocked, "no folder").unwrap();
    let fitness = build(&part("gm2600-train", 0..5), PlyScore::Quiescence, Some(&blocked.join("cache")));
    assert!(fitness.cache_warning().is_some_and(|warning| warning.contains("builds the trees again")));
}

#[test]
fn an_interrupt_stops_the_build() {
    let (pool, interrupt) = (ThreadPool::new(2).unwrap(), Interrupt::default());
    interrupt.raise();
    let set = part("gm2600-train", 0..200);
    let result = Agreement::build(&set, &schema(), PlyScore::Quiescence, None, &pool, &|_, _| {}, &interrupt);
    assert!(matches!(result, Err(Error::Interrupted)));
}
