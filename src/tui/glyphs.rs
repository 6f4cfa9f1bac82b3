//! ASCII replacements of the characters that screens draw.
//!
//! Screens draw with the full character set. In ASCII mode the finished frame is translated cell by cell, so that no
//! screen needs to handle the mode.

use ratatui::buffer::Buffer;

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
    use super::*;
    use ratatui::layout::Rect;

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

    #[test]
    fn only_ascii_remains() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "╭●‖✓⠁⣿⣀░▲漢é", ratatui::style::Style::new());
        to_ascii(&mut buffer);
        assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()), "{buffer:?}");
    }
}
