//! Messages that name command-line flags, as a form shows them.

/// Advice that only a command line can follow, and what a form says in its place.
const REPLACED: [(&str, &str); 5] = [
    (" with --resume", ""),
    ("Use --session with", "Use"),
    ("use --session with", "use"),
    ("use --out with", "use"),
    ("; add it with --from", ""),
];

/// Returns a message with the names of settings in place of their flags. The flags of an engine's command stay.
pub(super) fn without(text: &str) -> String {
    let text = REPLACED.iter().fold(text.to_owned(), |text, (flag, words)| text.replace(flag, words));
    let text = text.strip_prefix("--").unwrap_or(&text);
    if ["uci:", "xboard:"].iter().any(|command| text.contains(command)) {
        return text.to_owned();
    }
    text.replace(" --", " ").replace("(--", "(")
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn settings_take_the_place_of_their_flags() {
        for (text, shown) in [
            ("--elite is 5; it must be less than 4", "elite is 5; it must be less than 4"),
            ("use fewer games (--pairs, --match-games)", "use fewer games (pairs, match-games)"),
            (
                "the folder is not empty; resume its session with --resume",
                "the folder is not empty; resume its session",
            ),
            ("/x: no space. Use --session with a writable folder", "/x: no space. Use a writable folder"),
            ("--mentor: uci:toga2 --fast: not found", "mentor: uci:toga2 --fast: not found"),
        ] {
            assert_eq!(without(text), shown);
        }
    }
}
