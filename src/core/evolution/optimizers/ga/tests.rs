use rstest::rstest;

use super::*;
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::operators::selection::Selection;
use crate::evolution::testing::assert_binomial;

const BITS: usize = 120;

fn settings() -> GaSettings {
    GaSettings {
        population: 100,
        selection: Selection::Proportional,
        crossover: Crossover::Uniform,
        crossover_rate: 0.75,
        mutation_rate: 0.005,
        mutations: None,
        elite: 1,
    }
}

fn streams() -> Randomness {
    Randomness::new(1, "grandmaster", 0)
}

fn ones(chromosome: &Chromosome) -> u32 {
    chromosome.hamming_distance(&Chromosome::zeros(chromosome.len()))
}

fn tell(ga: &mut GeneticAlgorithm, candidates: Vec<Candidate>, fitness: &[f64]) {
    ga.tell(Generation { number: 0, candidates, scores: &[], fitness }, &streams());
}

/// Advances the algorithm by one generation; the fitness is the squared number of ones.
fn advance(ga: &mut GeneticAlgorithm, generation: u32) -> Vec<Candidate> {
    let mut proposed = ga.ask(generation, &streams());
    proposed.sort_by_key(|candidate| std::cmp::Reverse(ones(&candidate.chromosome)));
    let fitness: Vec<f64> = proposed.iter().map(|c| f64::from(ones(&c.chromosome)).powi(2)).collect();
    tell(ga, proposed.clone(), &fitness);
    proposed
}

#[rstest]
fn every_generation_is_full(#[values(2, 3, 10, 101)] population: u32, #[values(0, 1, 2)] elite: u32) {
    let elite = elite.min(population - 1);
    let mut ga = GeneticAlgorithm::new(GaSettings { population, elite, ..settings() }, BITS);
    for generation in 0..5 {
        assert_eq!(advance(&mut ga, generation).len(), population as usize);
    }
}

#[test]
fn generation_0_has_random_bits_and_no_parents() {
    let proposed = GeneticAlgorithm::new(settings(), BITS).ask(0, &streams());
    assert!(proposed.iter().all(|c| c.parents.is_empty() && c.born == 0));
    let ones: u32 = proposed.iter().map(|c| ones(&c.chromosome)).sum();
    assert_binomial(ones.into(), (proposed.len() * BITS) as u64, 0.5);
}

#[test]
fn the_elite_comes_first_and_is_unchanged_even_when_every_bit_mutates() {
    let mut ga = GeneticAlgorithm::new(GaSettings { elite: 3, mutation_rate: 1.0, ..settings() }, BITS);
    let before = advance(&mut ga, 0);
    let after = ga.ask(1, &streams());
    for place in 0..3 {
        assert_eq!(after[place].chromosome, before[place].chromosome);
        assert_eq!((after[place].born, &after[place].parents[..]), (0, &[place as u32][..]));
    }
    assert!(after[3..].iter().all(|c| c.born == 1));
}

#[test]
fn mutations_are_counted_per_chromosome() {
    let per_chromosome = |mutations| GaSettings {
        mutations: Some(mutations),
        crossover_rate: 0.0,
        mutation_rate: 0.5,
        ..settings()
    };
    let mut ga = GeneticAlgorithm::new(per_chromosome(3.5), BITS);
    let (mut flips, mut children) = (0, 0);
    for generation in 0..20 {
        let before = advance(&mut ga, generation);
        for child in &ga.ask(generation + 1, &streams())[1..] {
            let [parent] = child.parents[..] else { panic!("a copy has one parent") };
            flips += child.chromosome.hamming_distance(&before[parent as usize].chromosome);
            children += 1;
        }
    }
    assert_binomial(flips.into(), children * BITS as u64, 3.5 / BITS as f64);
    assert_eq!(per_chromosome(1_000.0).flip_probability(BITS), 1.0);
    // The same probability draws the same random numbers, however it is given.
    let per_bit = GaSettings { mutation_rate: 0.0625, ..settings() };
    let per_chromosome = GaSettings { mutations: Some(0.0625 * 128.0), ..settings() };
    let [one, other] = [per_bit, per_chromosome].map(|settings| {
        let mut ga = GeneticAlgorithm::new(settings, 128);
        advance(&mut ga, 0);
        ga.ask(1, &streams())
    });
    assert_eq!(one, other);
}

#[test]
fn copies_keep_their_generation_of_birth() {
    let unchanged = GaSettings { mutation_rate: 0.0, crossover_rate: 0.0, ..settings() };
    let mut ga = GeneticAlgorithm::new(unchanged, BITS);
    let before = advance(&mut ga, 0);
    for candidate in ga.ask(1, &streams()) {
        let [parent] = candidate.parents[..] else { panic!("a copy has one parent") };
        assert_eq!(candidate.chromosome, before[parent as usize].chromosome);
        assert_eq!(candidate.born, 0);
    }
}

#[test]
fn without_mutation_every_bit_comes_from_a_parent() {
    let mut ga = GeneticAlgorithm::new(GaSettings { mutation_rate: 0.0, ..settings() }, BITS);
    let before = advance(&mut ga, 0);
    let after = ga.ask(1, &streams());
    for child in &after {
        for at in 0..BITS {
            let has_bit =
                |&place: &u32| before[place as usize].chromosome.bit(at) == child.chromosome.bit(at);
            assert!(child.parents.iter().any(has_bit));
        }
    }
    // The two offspring of a pair are adjacent and divide their parents' bits between them.
    for pair in after[1..99].chunks(2) {
        let sum: u32 = pair.iter().map(|child| ones(&child.chromosome)).sum();
        let parents = if pair[0].parents.len() == 2 {
            pair[0].parents.clone()
        } else {
            [&pair[0].parents[..], &pair[1].parents[..]].concat()
        };
        let expected: u32 = parents.iter().map(|&p| ones(&before[p as usize].chromosome)).sum();
        assert_eq!(sum, expected);
    }
}

#[rstest]
#[case(0.0)]
#[case(0.75)]
#[case(1.0)]
fn pairs_are_crossed_at_the_rate(#[case] crossover_rate: f64) {
    let mut ga = GeneticAlgorithm::new(GaSettings { crossover_rate, population: 2001, ..settings() }, BITS);
    advance(&mut ga, 0);
    let crossed = ga.ask(1, &streams())[1..].iter().filter(|c| c.parents.len() == 2).count();
    assert_eq!(crossed % 2, 0);
    if crossover_rate == 0.0 || crossover_rate == 1.0 {
        assert_eq!(crossed, if crossover_rate == 0.0 { 0 } else { 2000 });
    } else {
        assert_binomial(crossed as u64 / 2, 1000, crossover_rate);
    }
}

#[rstest]
#[case::by_rate(0.2, None, 0.2)]
#[case::by_number(0.3, Some(12.0), 0.1)]
#[case::at_least_three_bits(0.005, None, 3.0 / 120.0)]
fn generation_0_has_mutants_of_a_start(
    #[case] mutation_rate: f64,
    #[case] mutations: Option<f64>,
    #[case] expected: f64,
) {
    let mut ga = GeneticAlgorithm::new(GaSettings { mutation_rate, mutations, ..settings() }, BITS);
    ga.start(&Chromosome::zeros(BITS));
    let proposed = ga.ask(0, &streams());
    assert_eq!(ones(&proposed[0].chromosome), 0);
    let flips: u32 = proposed.iter().map(|candidate| ones(&candidate.chromosome)).sum();
    assert_binomial(flips.into(), ((proposed.len() - 1) * BITS) as u64, expected);
}

#[test]
fn ask_is_repeatable_and_tell_restores_the_state() {
    let mut ga = GeneticAlgorithm::new(settings(), BITS);
    let mut again = GeneticAlgorithm::new(settings(), BITS);
    for generation in 0..10 {
        assert_eq!(ga.ask(generation, &streams()), ga.ask(generation, &streams()));
        advance(&mut ga, generation);
    }
    tell(&mut again, ga.last_generation.clone(), &ga.fitness);
    assert_eq!(again.ask(10, &streams()), ga.ask(10, &streams()));
}

#[test]
fn changing_one_rate_does_not_change_other_decisions() {
    let mut ga = GeneticAlgorithm::new(settings(), BITS);
    advance(&mut ga, 0);
    let parents = |ga: &GeneticAlgorithm| -> Vec<_> {
        ga.ask(1, &streams()).into_iter().map(|candidate| candidate.parents).collect()
    };
    let before = parents(&ga);
    ga.change(&OptimizerSettings::Ga(GaSettings { mutation_rate: 0.5, ..settings() }));
    assert_eq!(parents(&ga), before);
    ga.change(&OptimizerSettings::Ga(GaSettings {
        selection: Selection::Tournament { size: 2 },
        ..settings()
    }));
    assert_ne!(parents(&ga), before);
}

#[rstest]
fn the_best_fitness_rises(
    #[values(Selection::Proportional, Selection::Rank { pressure: 2.0 }, Selection::Tournament { size: 2 })]
    selection: Selection,
    #[values(Crossover::Uniform, Crossover::OnePoint, Crossover::TwoPoint)] crossover: Crossover,
) {
    let mut ga = GeneticAlgorithm::new(GaSettings { selection, crossover, ..settings() }, BITS);
    let best: Vec<u32> = (0..60).map(|g| ones(&advance(&mut ga, g)[0].chromosome)).collect();
    assert!(best.is_sorted(), "elitism never loses the best: {best:?}");
    assert!(best[59] >= best[0] + 10, "{best:?}");
}
