//! Names of players in games.
//!
//! Archives write a name as “Tal, Mihail”, “Tal,M” or “Mihail Tal”. A name without a comma is a surname and matches the whole
//! surname: `Tal` does not match “Tseshkovsky, Vitaly”. A name with a comma is a whole name.

use super::text::one_line;

/// The names of one player: a name and its aliases, such as `Korchnoi` and `Kortschnoj`.
///
/// # Example
///
/// ```
/// use eyas_core::positions::PlayerNames;
///
/// let tal = PlayerNames::new(["Tal"]);
/// assert!(tal.matches("Tal, Mihail") && tal.matches("Mikhail Tal"));
/// assert!(!tal.matches("Tseshkovsky, Vitaly"));
/// assert!(!PlayerNames::new(["Carlsen, Magnus"]).matches("Carlsen, Ellen"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayerNames {
    names: Vec<String>,
}

/// Returns a name in lower case, with single spaces, and none beside a comma.
fn normal(name: &str) -> String {
    let words = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    one_line(name).to_lowercase().split(',').map(words).collect::<Vec<_>>().join(",")
}

impl PlayerNames {
    /// Creates the names of a player. Case and extra spaces do not matter.
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = impl AsRef<str>>) -> PlayerNames {
        PlayerNames { names: names.into_iter().map(|name| normal(name.as_ref())).collect() }
    }

    /// Returns whether there is no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns whether a name in a game is one of the player's names.
    #[must_use]
    pub fn matches(&self, tag: &str) -> bool {
        let tag = normal(tag);
        let surname = match tag.split_once(',') {
            Some((surname, _)) => surname,
            None => tag.rsplit(' ').next().unwrap_or_default(),
        };
        self.names
            .iter()
            .any(|name| !name.is_empty() && (*name == tag || !name.contains(',') && name == surname))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(&["Tal"], "Tal, Mihail", true)]
    #[case(&["tal"], "TAL,M", true)]
    #[case(&["Tal"], "Mikhail Tal", true)]
    #[case(&["Tal"], "Tseshkovsky, Vitaly", false)]
    #[case(&["Tal"], "Talbot, Tal", false)]
    #[case(&["Korchnoi"], "Kortschnoj, Viktor", false)]
    #[case(&["Korchnoi", "Kortschnoj"], "Kortschnoj, Viktor", true)]
    #[case(&["Korchnoi", "Kortschnoj"], "Korchnoi,V", true)]
    #[case(&["Carlsen"], "Carlsen, Magnus", true)]
    #[case(&["Carlsen, Magnus"], "Carlsen,  magnus ", true)]
    #[case(&["Carlsen, Magnus"], "Carlsen,M", false)]
    #[case(&["Carlsen, Magnus"], "Carlsen, Ellen", false)]
    #[case(&["Van Wely"], "Van Wely, Loek", true)]
    #[case(&["DrNykterstein"], "DrNykterstein", true)]
    #[case(&[""], "", false)]
    fn names_match_whole_surnames_or_whole_names(
        #[case] names: &[&str],
        #[case] tag: &str,
        #[case] is: bool,
    ) {
        assert_eq!(PlayerNames::new(names).matches(tag), is, "{names:?} {tag}");
    }
}
