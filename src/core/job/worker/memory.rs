//! Whether a job fits into memory.

use crate::engine::search::Engine;
use crate::experiment::Experiment;
use crate::job::error::Error;

/// Minimum number of bytes per organism while generations are bred and measured: the chromosome, the values and the
/// entry in the record, in two generations and as tasks.
const BYTES_PER_ORGANISM: usize = 2048;

/// Checks that a population fits into memory, before a failed allocation would abort the program.
pub(super) fn has_memory_for(population: u32) -> Result<(), Error> {
    let bytes = BYTES_PER_ORGANISM.saturating_mul(population as usize);
    let mut memory = Vec::<u8>::new();
    let reserved = memory.try_reserve_exact(bytes);
    // The compiler could remove an allocation that is not used.
    std::hint::black_box(&memory);
    reserved.map_err(|_| Error::Memory { population, mebibytes: bytes >> 20 })
}

/// Checks that the transposition tables of all concurrent searches fit into memory. Smaller tables would change the
/// result.
pub(super) fn has_memory_for_tables(settings: &Experiment, threads: usize) -> Result<(), Error> {
    let (tables, hash) = settings.objective.settings().tables(threads);
    if !Engine::has_memory_for(tables.saturating_mul(hash)) {
        return Err(Error::Tables { tables, hash });
    }
    Ok(())
}
