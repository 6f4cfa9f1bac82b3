//! ASCII replacements of the characters that screens draw.
//!
//! Screens draw with the full character set. In ASCII mode the finished frame is translated cell by cell, so that no
//! screen needs to handle the mode.

use ratatui::buffer::Buffer;

/// Replaces the content of every cell that is not ASCII.
pub(crate) fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let character = cell.symbol().chars().next().map_or(' ', ascii);
            cell.set_char(character);
        }
    }
}

fn ascii(character: char) -> char {
    match character {
        '━' => '=',
        '─' | '╌' | '┄' | '┅' | '–' | '—' | '−' => '-',
        '│' | '┃' | '┆' | '▏' | '▎' | '▍' | '▌' | '▐' => '|',
        '╭' | '╮' | '╰' | '╯' | '├' | '┤' | '┬' | '┴' | '┼' | '└' | '┘' | '┌' | '┐' => {
            '+'
        }
        '●' | '•' => '*',
        '◆' => '@',
        '★' => '!',
        '✎' => '&',
        '²' => '2',
        '○' | '◇' => 'o',
        '‖' => '=',
        '✓' => 'v',
        '✗' | '×' => 'x',
        '▸' | '▶' | '›' | '→' | '»' => '>',
        '←' | '◂' | '‹' | '«' => '<',
        '↑' | '▲' => '^',
        '↓' | '▼' => 'v',
        '·' | '…' => '.',
        '≈' => '~',
        '≥' => '>',
        '≤' => '<',
        '½' => '=',
        '±' => '~',
        'α' => 'a',
        'Σ' => 'S',
        'β' => 'b',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '▁' | '▂' => '_',
        '▃' | '▄' => '=',
        '▅' | '▆' | '▇' | '█' | '▓' | '■' => '#',
        '▀' => '"',
        '░' | '▒' => ':',
        '\u{2800}'..='\u{28ff}' => braille(character as u32 as u8),
        _ => '?',
    }
}

/// Returns the character for a braille cell. It depends on which of the four rows contain dots.
fn braille(dots: u8) -> char {
    let row = |mask: u8| dots & mask != 0;
    let rows = [row(0b0000_1001), row(0b0001_0010), row(0b0010_0100), row(0b1100_0000)];
    match rows {
        [false, false, false, false] => ' ',
        [true, _, false, false] => '\'',
        [false, false, _, true] => '.',
        [true, _, _, true] | [true, true, true, _] | [_, true, true, true] => '|',
        _ => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    #[test]
    fn only_ascii_remains() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "╭●‖✓⠁⣿⣀░▲漢é", ratatui::style::Style::new());
        to_ascii(&mut buffer);
        assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()), "{buffer:?}");
    }
}
