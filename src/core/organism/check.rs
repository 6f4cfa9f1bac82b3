//! Validation of organism files, with the position of each error.

use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;

use super::file::{FORMAT, GenomeEntry, OrganismFile, Version, options};
use super::spans::GenomeSpans;
use super::{Genome, Organism, OrganismError, Origin};
use crate::engine::evaluation::Weights;
use crate::engine::schema::{Schema, SchemaKind};
use crate::engine::search::SearchParameters;
use crate::organism::chromosome::Chromosome;
use crate::text;

/// The text of an organism file, with the file's name for error messages.
pub(super) struct Source<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The complete text.
    pub text: &'a str,
}

/// The part of the text that contains one genome.
struct GenomeText<'a> {
    source: &'a Source<'a>,
    span: Range<usize>,
}

impl Source<'_> {
    fn parse<T: for<'de> Deserialize<'de>>(&self) -> Result<T, OrganismError> {
        options().from_str(self.text).map_err(|error| OrganismError::Content {
            file: self.file.to_owned(),
            line: error.span.start.line,
            column: error.span.start.col,
            problem: error.code.to_string(),
        })
    }

    /// Returns the organism if its file is valid.
    pub(super) fn organism(&self) -> Result<Organism, OrganismError> {
        let Version { format } = self.parse()?;
        if format > FORMAT {
            return Err(OrganismError::Newer { file: self.file.to_owned(), found: format });
        }
        let OrganismFile { name, evaluation, search, origin, .. } = self.parse()?;
        let spans = GenomeSpans::of(self.text);
        let evaluation =
            GenomeText { source: self, span: spans.evaluation }.read(SchemaKind::Evaluation, evaluation)?;
        let mut searches: Vec<Genome> = Vec::new();
        for (index, entry) in search.into_iter().enumerate() {
            let span = spans.searches.get(index).cloned().unwrap_or(0..self.text.len());
            let part = GenomeText { source: self, span };
            let genome = part.read(SchemaKind::Search, entry)?;
            let schema = &genome.schema.name;
            if searches.iter().any(|known| known.schema.name == *schema) {
                return Err(
                    part.error(schema, format!("a second search with schema {schema}; remove one of them"))
                );
            }
            searches.push(genome);
        }
        let name = text::name(&name).into_owned();
        let description = text::truncated(&origin.description, text::LONGEST_DESCRIPTION).into_owned();
        Ok(Organism { name, evaluation, searches, origin: Origin { description, ..origin } })
    }
}

impl GenomeText<'_> {
    /// Returns an error at the position of the quoted text in this genome, or at the genome's start if the text does
    /// not occur.
    fn error(&self, quoted: &str, problem: String) -> OrganismError {
        let Source { file, text } = self.source;
        let genome = text.get(self.span.clone()).unwrap_or("");
        let at = self.span.start + genome.find(&format!("\"{quoted}\"")).unwrap_or(0);
        let (line, column) = text::place(text, at);
        OrganismError::Content { file: (*file).to_owned(), line, column, problem }
    }

    fn read(&self, kind: SchemaKind, entry: GenomeEntry) -> Result<Genome, OrganismError> {
        let schema = match entry.definition {
            None => Schema::of(kind, &entry.schema),
            Some(schema) if schema.name != entry.schema || schema.is_built_in() => {
                let problem =
                    "the definition must have the name of the schema, and not that of an embedded one";
                return Err(self.error(&entry.schema, problem.to_owned()));
            }
            Some(schema) => schema.validate().and_then(|()| {
                match kind {
                    SchemaKind::Evaluation => Weights::new(&schema, &schema.smallest()).map(|_| ())?,
                    SchemaKind::Search => SearchParameters::of(&schema, &schema.smallest()).map(|_| ())?,
                }
                Ok(Arc::new(schema))
            }),
        };
        let schema = schema.map_err(|error| self.error(&entry.schema, error.to_string()))?;
        let values = self.values(&schema, &entry.values.0)?;
        self.genome(schema, values, entry.chromosome)
    }

    /// Returns the values in schema order if all are present and in range.
    fn values(&self, schema: &Schema, named: &[(String, i32)]) -> Result<Vec<i32>, OrganismError> {
        for (name, value) in named {
            let Some(index) = schema.index_of(name) else {
                return Err(
                    self.error(name, format!("schema {} has no parameter {name}; remove it", schema.name))
                );
            };
            let (low, high) = schema.parameters[index].range;
            if !(low..=high).contains(value) {
                return Err(self.error(
                    name,
                    format!(
                        "{name} is {value}, outside its range from {low} to {high} in schema {}",
                        schema.name
                    ),
                ));
            }
        }
        let value = |name: &str| named.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let missing = |name: &str| {
            self.error(&schema.name, format!("parameter {name} of schema {} is missing; add it", schema.name))
        };
        schema.parameters.iter().map(|p| value(&p.name).ok_or_else(|| missing(&p.name))).collect()
    }

    fn genome(
        &self,
        schema: Arc<Schema>,
        values: Vec<i32>,
        chromosome: Option<Chromosome>,
    ) -> Result<Genome, OrganismError> {
        let Some(chromosome) = chromosome else {
            let problem = format!("the values do not fit schema {}", schema.name);
            let name = schema.name.clone();
            return Genome::from_values(schema, values).ok_or_else(|| self.error(&name, problem));
        };
        let bits = chromosome.to_string();
        if chromosome.len() != schema.bits() {
            return Err(self.error(
                &bits,
                format!(
                    "the chromosome has {} bits, but schema {} has {}; correct or remove it",
                    chromosome.len(),
                    schema.name,
                    schema.bits()
                ),
            ));
        }
        let genome = Genome::from_chromosome(schema, chromosome);
        let differing = genome.values.iter().zip(&values).position(|(decoded, written)| decoded != written);
        match differing {
            None => Ok(genome),
            Some(index) => {
                let name = &genome.schema.parameters[index].name;
                Err(self.error(
                    name,
                    format!(
                        "{name} is {}, but the chromosome encodes {}; correct one of them, or remove the chromosome",
                        values[index], genome.values[index]
                    ),
                ))
            }
        }
    }
}
