//! ASCII replacements of the characters that screens draw.
//!
//! Screens draw with the full character set. In ASCII mode the finished frame is translated cell by cell, so that no
//! screen needs to handle the mode.

use ratatui::buffer::Buffer;

/// Returns whether the environment asks for ASCII: the type of the terminal is `dumb` or `linux`, whose console lacks most
/// of the characters, or the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set names no UTF-8. Without any of them, as
/// in many containers, the terminal is taken to understand UTF-8, as nearly all do. `variable` returns the value of an
/// environment variable.
pub(crate) fn needs_ascii(variable: impl Fn(&str) -> Option<String>) -> bool {
    let value = |name: &str| variable(name).filter(|value| !value.is_empty());
    if value("TERM").is_some_and(|term| ["dumb", "linux"].contains(&term.as_str())) {
        return true;
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
    locale.is_some_and(|locale| !locale.to_lowercase().replace('-', "").contains("utf8"))
}

/// Replaces the content of every cell that is not ASCII. Signs that look like others in ASCII take the blank after
/// them, too: `±` becomes `+-`, `→` becomes `->`.
pub(crate) fn to_ascii(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width).max(1);
    for index in 0..buffer.content.len() {
        let Some(character) = buffer.content[index].symbol().chars().next() else { continue };
        if character.is_ascii() {
            continue;
        }
        let has_next = (index + 1) % width > 0;
        let next = buffer.content.get_mut(index + 1).filter(|next| has_next && next.symbol() == " ");
        match (pair(character), next) {
            (Some([first, second]), Some(next)) => {
                next.set_char(second);
                buffer.content[index].set_char(first);
            }
            _ => drop(buffer.content[index].set_char(ascii(character))),
        }
    }
}

/// Returns two characters for a sign, where there is room for both.
fn pair(character: char) -> Option<[char; 2]> {
    match character {
        '±' => Some(['+', '-']),
        '→' => Some(['-', '>']),
        '≥' => Some(['>', '=']),
        '≤' => Some(['<', '=']),
        _ => None,
    }
}

fn ascii(character: char) -> char {
    match character {
        '━' => '=',
        '─' | '╌' | '┄' | '┅' | '–' | '—' | '−' => '-',
        '│' | '┆' | '▏' | '▎' | '▍' | '▌' | '▐' => '|',
        '╭' | '╮' | '╰' | '╯' | '├' | '┤' | '┬' | '┴' | '┼' | '└' | '┘' | '┌' | '┐' => {
            '+'
        }
        '●' => '*',
        '•' => '+',
        '◆' => '@',
        '★' => '!',
        '✎' => '&',
        '²' => '2',
        '○' | '◇' => 'o',
        '□' => 'w',
        '‖' => '"',
        '✓' => 'v',
        '✗' | '×' => 'x',
        '▸' | '▶' | '›' | '→' | '»' => '>',
        '←' | '◂' | '‹' | '«' => '<',
        '↑' | '▲' => '^',
        '↓' | '▼' => 'V',
        '·' => '.',
        '…' => '~',
        '≈' => '=',
        '≥' => '>',
        '≤' => '<',
        '½' => '=',
        '±' => '+',
        'α' => 'a',
        'Σ' => 'S',
        'β' => 'b',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '▁' | '▂' => '_',
        '▃' | '▄' => '=',
        '▅' | '▆' | '▇' | '█' | '▓' | '■' | '┃' => '#',
        '▀' | '▘' | '▝' => '"',
        '▖' | '▗' => '_',
        '▚' | '▞' | '▛' | '▜' | '▙' | '▟' => '#',
        '▒' => '=',
        '░' => ':',
        '\u{2800}'..='\u{28ff}' => braille(character as u32 as u8),
        _ => '?',
    }
}

/// Returns the character for a braille cell. It depends on which of the four rows contain dots, and on whether a column
/// has two dots, as in a thick line.
fn braille(dots: u8) -> char {
    let row = |mask: u8| dots & mask != 0;
    let rows = [row(0b0000_1001), row(0b0001_0010), row(0b0010_0100), row(0b1100_0000)];
    let column = |mask: u8| (dots & mask).count_ones();
    let thick = column(0b0100_0111) == 2 || column(0b1011_1000) == 2;
    match rows {
        [false, false, false, false] => ' ',
        [true, _, _, true] | [true, true, true, _] | [_, true, true, true] => '|',
        _ if thick => '=',
        [true, _, false, false] => '\'',
        [false, false, _, true] => '.',
        _ => '-',
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use rstest::rstest;

    use super::*;

    #[test]
    fn signs_with_different_meanings_remain_different() {
        // Subject and rival, White and Black, states, marks, and won, drawn and lost parts of a bar.
        let groups = ["●○•★◆", "□■", "▶‖✓✗■◆", "▲▼✓✗…→±", "█▒░", "│┃", "‖="];
        for group in groups {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 1));
            let spaced: String = group.chars().flat_map(|sign| [sign, ' ']).collect();
            buffer.set_string(0, 0, &spaced, ratatui::style::Style::new());
            to_ascii(&mut buffer);
            let cells = |index: usize| [index, index + 1].map(|at| buffer.content[at].symbol().to_owned());
            let signs: Vec<[String; 2]> = (0..group.chars().count()).map(|index| cells(2 * index)).collect();
            for (index, sign) in signs.iter().enumerate() {
                assert!(!signs[..index].contains(sign), "{group}: {sign:?}");
            }
        }
    }

    #[rstest]
    #[case::nothing_is_set(&[], false)]
    #[case::empty(&[("LC_ALL", ""), ("LANG", "")], false)]
    #[case::posix(&[("LC_ALL", "POSIX"), ("LANG", "en_US.UTF-8")], true)]
    #[case::c(&[("LANG", "C")], true)]
    #[case::latin(&[("LC_CTYPE", "de_DE.ISO-8859-1"), ("LANG", "de_DE.UTF-8")], true)]
    #[case::utf(&[("LANG", "de_DE.UTF-8@euro")], false)]
    #[case::utf_of_macos(&[("LC_CTYPE", "UTF-8"), ("LANG", "C")], false)]
    #[case::c_with_utf(&[("LC_ALL", "C.utf8"), ("LANG", "C")], false)]
    #[case::first_is_empty(&[("LC_ALL", ""), ("LC_CTYPE", "C"), ("LANG", "C.UTF-8")], true)]
    #[case::dumb(&[("TERM", "dumb"), ("LANG", "C.UTF-8")], true)]
    #[case::console(&[("TERM", "linux"), ("LANG", "C.UTF-8")], true)]
    #[case::terminal(&[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")], false)]
    fn the_environment_asks_for_ascii(#[case] variables: &[(&str, &str)], #[case] expected: bool) {
        let value =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, v)| (*v).to_owned());
        assert_eq!(needs_ascii(value), expected);
    }

    #[test]
    fn only_ascii_remains() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "╭●‖✓⠁⣿⣀░▲漢é", ratatui::style::Style::new());
        to_ascii(&mut buffer);
        assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()), "{buffer:?}");
    }
}
