//! The record of a measured generation.

use super::Run;
use crate::evolution::fame::Member;
use crate::evolution::optimizer::Candidate;
use crate::evolution::record::{Crosstable, GenerationRecord, HallResult, Individual, Scores};
use crate::evolution::statistics;

/// The result of measuring a generation, in the order of the proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measured {
    /// One independent measure per organism.
    Independent(Vec<u64>),
    /// One score per organism, from games against each other and against the members of the hall of fame.
    FromGames {
        /// The scores.
        scores: Vec<u64>,
        /// The results of the games.
        results: Scores,
    },
}

impl Run {
    pub(super) fn record(
        &self,
        candidates: Vec<Candidate>,
        values: &[Vec<i32>],
        members: Vec<Member>,
        measured: Measured,
    ) -> GenerationRecord {
        let (measures, scores) = match measured {
            Measured::Independent(measures) => (measures, None),
            Measured::FromGames { scores, results } => (scores, Some(results)),
        };
        let evaluations = self.evaluations + candidates.len() as u64;
        let parameter_diversity = statistics::parameter_diversity(values, &self.schema);
        let mut ranked: Vec<(u32, Individual)> = (0..)
            .zip(candidates.into_iter().zip(measures))
            .map(|(seat, (Candidate { chromosome, born, parents }, score))| {
                (seat, Individual { chromosome, score, born, parents })
            })
            .collect();
        ranked.sort_by_key(|(_, individual)| std::cmp::Reverse(individual.score));
        let (seats, population): (Vec<u32>, Vec<Individual>) = ranked.into_iter().unzip();
        let champion_values = values[seats[0] as usize].clone();
        let faults = scores.as_ref().filter(|scores| scores.faults.iter().any(|games| !games.is_empty()));
        let faults = faults.map_or_else(Vec::new, |scores| {
            seats.iter().map(|seat| scores.faults.get(*seat as usize).cloned().unwrap_or_default()).collect()
        });
        let crosstable = scores.map(|scores| {
            let ranked_row = |row: &Vec<[u32; 3]>| seats.iter().map(|seat| row[*seat as usize]).collect();
            let hall_result = |(member, row): (Member, &Vec<[u32; 3]>)| HallResult {
                generation: member.generation,
                chromosome: member.chromosome,
                results: ranked_row(row),
            };
            Crosstable {
                results: seats.iter().map(|row| ranked_row(&scores.results[*row as usize])).collect(),
                hall: members.into_iter().zip(&scores.hall).map(hall_result).collect(),
                seats,
            }
        });
        let measures: Vec<u64> = population.iter().map(|individual| individual.score).collect();
        GenerationRecord {
            run: self.run,
            generation: self.next,
            evaluations,
            spread: statistics::spread(&measures),
            bit_diversity: statistics::bit_diversity(
                population.iter().map(|individual| &individual.chromosome),
                self.schema.bits(),
            ),
            parameter_diversity,
            champion_values,
            population,
            crosstable,
            nodes: Vec::new(),
            games: Vec::new(),
            faults,
        }
    }
}
