//! The hall of fame (Rosin and Belew, “New methods for competitive coevolution”, Evolutionary Computation 5(1), 1997):
//! the fittest organisms of all earlier generations. Each generation plays some of them in addition to itself.
//!
//! A population that plays only itself may cycle: an organism that beats the present population may lose to earlier
//! ones. A new sample of all earlier leaders in each generation rewards progress against the whole past. The newest
//! leaders alone would add little to the generation itself.

use rand::{Rng, RngExt};

use crate::organism::chromosome::Chromosome;

/// The fittest organism of a generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The generation in which the organism was first the fittest.
    pub generation: u32,
    /// The genotype.
    pub chromosome: Chromosome,
}

/// The fittest organisms of all generations so far, each once.
#[derive(Debug, Clone, Default)]
pub struct HallOfFame {
    members: Vec<Member>,
}

impl HallOfFame {
    /// Adds the fittest organism of a generation. A member that is already present keeps its first generation.
    pub fn admit(&mut self, generation: u32, leader: &Chromosome) {
        if self.members.iter().all(|member| member.chromosome != *leader) {
            self.members.push(Member { generation, chromosome: leader.clone() });
        }
    }

    /// Returns all members, the earliest first.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Draws at most `count` members for a generation to play, the earliest first. All members that are not `present`
    /// in the generation are equally likely.
    #[must_use]
    pub fn sample(
        &self,
        count: usize,
        present: impl Fn(&Chromosome) -> bool,
        randomness: &mut impl Rng,
    ) -> Vec<Member> {
        let mut eligible: Vec<&Member> =
            self.members.iter().filter(|member| !present(&member.chromosome)).collect();
        let count = count.min(eligible.len());
        for place in 0..count {
            let drawn = randomness.random_range(place..eligible.len());
            eligible.swap(place, drawn);
        }
        eligible.truncate(count);
        eligible.sort_by_key(|member| member.generation);
        eligible.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::randomness::Randomness;

    fn leader(number: usize) -> Chromosome {
        let mut leader = Chromosome::zeros(16);
        leader.flip(number);
        leader
    }

    fn hall(leaders: usize) -> HallOfFame {
        let mut hall = HallOfFame::default();
        for number in 0..leaders {
            hall.admit(2 * number as u32, &leader(number));
            hall.admit(2 * number as u32 + 1, &leader(0));
        }
        hall
    }

    fn generations(hall: &HallOfFame, count: usize, present: usize, generation: u32) -> Vec<u32> {
        let mut stream = Randomness::new(1, "tests", 0).stream(generation, "hall of fame");
        let sample = hall.sample(count, |chromosome| *chromosome == leader(present), &mut stream);
        sample.iter().map(|member| member.generation).collect()
    }

    #[test]
    fn members_are_distinct_leaders_that_are_not_present() {
        let hall = hall(5);
        assert_eq!(generations(&hall, 9, 15, 0), [0, 2, 4, 6, 8]);
        assert_eq!(generations(&hall, 9, 2, 0), [0, 2, 6, 8]);
        assert_eq!(generations(&HallOfFame::default(), 3, 0, 0), [0; 0]);
    }

    #[test]
    fn all_members_are_equally_likely_and_samples_are_repeatable() {
        let hall = hall(6);
        let mut drawn = [0; 12];
        for generation in 0..3000 {
            let sample = generations(&hall, 2, 5, generation);
            assert_eq!(sample, generations(&hall, 2, 5, generation));
            assert!(sample.len() == 2 && sample[0] < sample[1]);
            for member in sample {
                drawn[member as usize] += 1;
            }
        }
        // Binomial with n = 3000 and p = 2/5: mean 1200, standard deviation 27.
        let shares = [drawn[0], drawn[2], drawn[4], drawn[6], drawn[8]];
        assert!(shares.iter().all(|count: &i32| count.abs_diff(1200) < 5 * 27), "{drawn:?}");
        assert_eq!(drawn[10], 0, "the member is in the generation");
    }
}
