//! Files that list the parameters of a tune.

use std::path::Path;

use super::error::Located;
use super::open_bench::OpenBench;
use super::option::TunableOption;
use super::weather_factory::WeatherFactory;
use super::{OptionProblem, ParameterFileError, Problem, ron_file};
use crate::files;

/// The content of a file in one of the formats, so that it can be written back.
#[derive(Debug, Clone, PartialEq)]
enum Content {
    /// Eyas' own format.
    Ron,
    /// The lines of an SPSA workload of OpenBench.
    OpenBench(OpenBench),
    /// The file `config.json` of weather-factory.
    WeatherFactory(WeatherFactory),
}

/// A file with parameters: its options, and what is needed to write it with other values.
///
/// # Example
///
/// ```
/// use eyas_core::engine_options::ParameterFile;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = ParameterFile::parse("spsa.txt", "KnightValue, int, 300, 200, 400, 10, 0.002\n")?;
/// assert_eq!(file.options()[0].name, "KnightValue");
/// let tuned = [("KnightValue".to_owned(), "317".to_owned())];
/// assert_eq!(file.with_values(&tuned), "KnightValue, int, 317, 200, 400, 10, 0.002\n");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterFile {
    options: Vec<TunableOption>,
    content: Content,
}

impl ParameterFile {
    /// Creates a file in Eyas' own format.
    #[must_use]
    pub fn of(options: Vec<TunableOption>) -> ParameterFile {
        ParameterFile { options, content: Content::Ron }
    }

    /// Reads a file in one of the formats.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, has none of the formats, or has an invalid parameter.
    pub fn read(path: &Path) -> Result<ParameterFile, ParameterFileError> {
        let refuse = |cause| ParameterFileError::Read { file: path.to_owned(), cause };
        let text = files::read_text(path, files::HANDWRITTEN).map_err(refuse)?;
        ParameterFile::parse(&path.display().to_string(), &text)
    }

    /// Reads the text of a file. `file` is its name in error messages. The content determines the format: JSON begins with
    /// a brace and RON with a parenthesis.
    ///
    /// # Errors
    /// Returns an error if the text has none of the formats, or has an invalid parameter.
    pub fn parse(file: &str, text: &str) -> Result<ParameterFile, ParameterFileError> {
        let text = text.trim_start_matches('\u{feff}');
        ParameterFile::parse_located(text).map_err(|located| located.in_file(file, text))
    }

    fn parse_located(text: &str) -> Result<ParameterFile, Located> {
        let is_content = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#');
        let first = text.lines().map(str::trim_start).find(is_content).unwrap_or("");
        let (options, content) = match first.chars().next() {
            Some('{') => {
                let (options, file) = WeatherFactory::parse(text)?;
                (options, Content::WeatherFactory(file))
            }
            Some('(') => (ron_file::parse(text)?, Content::Ron),
            _ => {
                let (options, file) = OpenBench::parse(text)?;
                (options, Content::OpenBench(file))
            }
        };
        if options.is_empty() {
            return Err(Located { at: 0, problem: Problem::Empty });
        }
        let mut names: Vec<&str> = Vec::with_capacity(options.len());
        for (at, option) in &options {
            let mut problem = option.validate().err();
            if names.iter().any(|known| known.eq_ignore_ascii_case(&option.name)) {
                problem = Some(OptionProblem::Twice);
            }
            if let Some(problem) = problem {
                let problem = Problem::Option { name: option.name.clone(), problem };
                return Err(Located { at: *at, problem });
            }
            names.push(&option.name);
        }
        Ok(ParameterFile { options: options.into_iter().map(|(_, option)| option).collect(), content })
    }

    /// Returns the options in the order of the file.
    #[must_use]
    pub fn options(&self) -> &[TunableOption] {
        &self.options
    }

    /// Returns the text of the file with other values, each with the name of its option. Everything else remains, except
    /// the comments of Eyas' own format.
    #[must_use]
    pub fn with_values(&self, values: &[(String, String)]) -> String {
        let value =
            |name: &str| values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        match &self.content {
            Content::Ron => ron_file::text(&self.options, &value),
            Content::OpenBench(file) => file.text(&value),
            Content::WeatherFactory(file) => file.text(&value),
        }
    }
}
