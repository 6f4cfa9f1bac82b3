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

    /// Keeps the options whose names match one of these patterns, in which `*` stands for any letters and `?` for one. The
    /// text of the file remains, so the others keep their values in it.
    ///
    /// # Errors
    /// Returns a pattern that matches no option.
    pub fn retain(&mut self, patterns: &[String]) -> Result<(), String> {
        let names = || self.options.iter().map(|option| option.name.as_str());
        if let Some(unused) = patterns.iter().find(|pattern| names().all(|name| !matches(pattern, name))) {
            return Err(format!("no parameter matches “{unused}”"));
        }
        self.options.retain(|option| patterns.iter().any(|pattern| matches(pattern, &option.name)));
        Ok(())
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

/// Returns whether a name matches a pattern with `*` and `?`. Upper and lower case are alike.
fn matches(pattern: &str, name: &str) -> bool {
    let [pattern, name] = [pattern, name].map(|text| text.to_lowercase().chars().collect::<Vec<char>>());
    // Whether the pattern so far matches the beginning of the name of each length.
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    for letter in pattern {
        let before = reached.clone();
        for at in 0..=name.len() {
            reached[at] = match letter {
                '*' => before[at] || (at > 0 && reached[at - 1]),
                _ => at > 0 && before[at - 1] && (letter == '?' || name[at - 1] == letter),
            };
        }
    }
    reached[name.len()]
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("*", "Futility Margin", true)]
    #[case("futility*", "Futility Margin", true)]
    #[case("*margin", "Futility Margin", true)]
    #[case("F*t?lity*", "Futility Margin", true)]
    #[case("Futility", "Futility Margin", false)]
    #[case("?", "", false)]
    fn patterns_stand_for_names(#[case] pattern: &str, #[case] name: &str, #[case] is_match: bool) {
        assert_eq!(matches(pattern, name), is_match);
    }

    #[test]
    fn a_table_keeps_its_headings_and_the_options_that_are_left_out() {
        let text = "name, type, start, min, max, c_end, r_end\nA1, int, 1, 0, 9, 1, 0.002\nB1, int, 2, 0, 9, 1, 0.002\n";
        let mut file = ParameterFile::parse("params.csv", text).unwrap();
        assert_eq!(file.retain(&["C*".to_owned()]), Err("no parameter matches “C*”".to_owned()));
        file.retain(&["b*".to_owned()]).unwrap();
        assert_eq!(file.options().len(), 1);
        let tuned = file.with_values(&[("B1".to_owned(), "7".to_owned())]);
        assert_eq!(tuned, text.replace("B1, int, 2", "B1, int, 7"));
    }
}
