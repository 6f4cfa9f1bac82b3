//! Names of options as identifiers of programming languages.

/// Returns an identifier in capital letters for each name. No two are equal, whatever the names are.
pub(super) fn all(names: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let plain = one(name);
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !found.contains(name));
        found.push(free.unwrap_or(plain));
    }
    found
}

/// Returns the identifier of a name: `KING_SAFETY` for “King Safety” and for “KingSafety”.
fn one(name: &str) -> String {
    let mut identifier = String::new();
    let mut last = ' ';
    for letter in name.chars() {
        let begins_word = letter.is_ascii_uppercase() && (last.is_ascii_lowercase() || last.is_ascii_digit());
        let is_part = letter.is_ascii_alphanumeric();
        if (begins_word || !is_part) && !identifier.is_empty() && !identifier.ends_with('_') {
            identifier.push('_');
        }
        if is_part {
            identifier.push(letter.to_ascii_uppercase());
        }
        last = letter;
    }
    let identifier = identifier.trim_end_matches('_');
    match identifier.chars().next() {
        Some(first) if !first.is_ascii_digit() => identifier.to_owned(),
        Some(_) => format!("OPTION_{identifier}"),
        None => "OPTION".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_readable_valid_and_different() {
        let names =
            ["King Safety", "KingSafety", "king-safety_", "LMRBase2", "2nd", "*/ \" ü", "", "NmpR4Depth"];
        let expected = [
            "KING_SAFETY",
            "KING_SAFETY_2",
            "KING_SAFETY_3",
            "LMRBASE2",
            "OPTION_2ND",
            "OPTION",
            "OPTION_2",
            "NMP_R4_DEPTH",
        ];
        assert_eq!(all(&names), expected);
    }
}
