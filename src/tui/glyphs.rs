//! What stands for each mark where only ASCII may be drawn.
//!
//! Screens draw with the full set; in ASCII mode the finished buffer is translated cell by cell, so no
//! screen can forget it.

use ratatui::buffer::Buffer;

/// Translates every cell that is not ASCII.
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

/// A braille cell's dots by height: which rows of the four are set decides the character.
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
    fn nothing_but_ascii_is_left() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "╭●‖✓⠁⣿⣀░▲漢é", ratatui::style::Style::new());
        to_ascii(&mut buffer);
        assert!(buffer.content.iter().all(|cell| cell.symbol().is_ascii()), "{buffer:?}");
    }
}
