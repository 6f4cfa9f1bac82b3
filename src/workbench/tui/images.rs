//! Images of squares with their pieces, for terminals that show images: the kitty graphics protocol, sixel, and the
//! protocol of iTerm2.
//!
//! They need the cargo feature `images`. Without it no terminal shows images.

#[cfg(not(feature = "images"))]
mod absent;
#[cfg(feature = "images")]
mod encoded;

use shakmaty::Role;

#[cfg(not(feature = "images"))]
pub(crate) use absent::Images;
#[cfg(feature = "images")]
pub(crate) use encoded::Images;

/// How a terminal receives images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageProtocol {
    /// The kitty graphics protocol, with Unicode placeholders.
    Kitty,
    /// Sixel graphics.
    Sixel,
    /// The inline images of iTerm2.
    Iterm2,
}

impl ImageProtocol {
    /// Whether this build shows images.
    pub const AVAILABLE: bool = cfg!(feature = "images");

    /// Returns the protocol of a terminal that names itself in the environment. Inside tmux and screen there is none.
    pub(crate) fn detect(variable: impl Fn(&str) -> Option<String>) -> Option<ImageProtocol> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        let (term, program) = (set("TERM").unwrap_or_default(), set("TERM_PROGRAM").unwrap_or_default());
        let nested = ["tmux", "screen"].iter().any(|name| term.starts_with(name)) || set("TMUX").is_some();
        let is = |names: &[&str]| {
            names.iter().any(|name| term.contains(name) || program.eq_ignore_ascii_case(name))
        };
        if nested {
            None
        } else if is(&["kitty", "ghostty"]) {
            Some(ImageProtocol::Kitty)
        } else if is(&["WezTerm", "iTerm.app"]) {
            Some(ImageProtocol::Iterm2)
        } else if is(&["foot", "mlterm", "contour"]) {
            Some(ImageProtocol::Sixel)
        } else {
            None
        }
    }
}

/// A colour: red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// An arrow over a square, in squares to the right and down from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Arrow {
    pub(crate) from: (i8, i8),
    pub(crate) to: (i8, i8),
    pub(crate) colour: Rgb,
}

/// What the image of a square shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SquareImage {
    /// The backgrounds of the left and the right half.
    pub(crate) background: [Rgb; 2],
    /// The piece with the colours of its area and its lines.
    pub(crate) piece: Option<(Role, Rgb, Rgb)>,
    /// The colour of the dot on a square that the selected piece can move to.
    pub(crate) dot: Option<Rgb>,
    pub(crate) arrows: Vec<Arrow>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(variables: &[(&str, &str)]) -> Option<ImageProtocol> {
        ImageProtocol::detect(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_names_the_protocol() {
        assert_eq!(detect(&[("TERM", "xterm-kitty")]), Some(ImageProtocol::Kitty));
        assert_eq!(
            detect(&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "ghostty")]),
            Some(ImageProtocol::Kitty)
        );
        assert_eq!(detect(&[("TERM", "foot-extra")]), Some(ImageProtocol::Sixel));
        assert_eq!(detect(&[("TERM_PROGRAM", "WezTerm")]), Some(ImageProtocol::Iterm2));
        assert_eq!(detect(&[("TERM", "xterm-256color")]), None);
        assert_eq!(detect(&[("TERM", "xterm-kitty"), ("TMUX", "/tmp/tmux")]), None);
        assert_eq!(detect(&[("TERM", "tmux-256color"), ("TERM_PROGRAM", "WezTerm")]), None);
    }
}
