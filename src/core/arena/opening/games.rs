//! Openings from games in PGN.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Color, Position};

use super::error::OpeningError;
use super::list::{Collector, over};
use super::positions;
use crate::engine::search::Game;
use crate::positions::Variant;
use crate::positions::moves::find_san;
use crate::positions::pgn_import::frame::{Games, RawGame};
use crate::positions::pgn_import::words::has_unreadable_word;
use crate::positions::text::{decode, one_line};
use crate::text;

/// Why a game is not a valid opening, without its place in the file.
struct Fault {
    problem: String,
    remedy: &'static str,
}

impl Fault {
    fn new(problem: impl Into<String>, remedy: &'static str) -> Fault {
        Fault { problem: problem.into(), remedy }
    }
}

/// Reads the main line of every game, up to `plies` plies.
pub(super) fn read(
    file: &str,
    bytes: &[u8],
    plies: usize,
    openings: &mut Collector,
) -> Result<(), OpeningError> {
    let mut games = Games::new(bytes);
    let mut raw = RawGame::default();
    let mut number = 0;
    while games.next(&mut raw).map_err(|cause| OpeningError::Unreadable { file: file.to_owned(), cause })? {
        number += 1;
        let Line { game, name, .. } = line(&raw, plies).map_err(|Fault { problem, remedy }| {
            OpeningError::Game { file: file.to_owned(), game: number, line: raw.first_line, problem, remedy }
        })?;
        openings.add(&game, name);
    }
    Ok(())
}

fn line(raw: &RawGame, plies: usize) -> Result<Line, Fault> {
    const UNREADABLE: &str = "close comments with } and tags with ], and write the moves after the tags";
    if raw.too_long {
        return Err(Fault::new("the game is too long", "remove its comments and variations"));
    }
    let unreadable = || Fault::new("the text is incomplete or invalid", UNREADABLE);
    let mut reader = Reader::build(&raw.text[..]).set_supported_tag_line_length(raw.moves_at).finish();
    let line =
        reader.read_game(&mut Follower { plies }).map_err(|_| unreadable())?.ok_or_else(unreadable)??;
    // The parser skips words that it cannot read. The remaining moves would form a different game.
    if has_unreadable_word(&raw.text[raw.moves_at..]) {
        return Err(Fault::new(
            "the move text contains a word that is not a move",
            "write moves in SAN with English letters (Nf3), and comments in { }",
        ));
    }
    if line.game.moves().is_empty() && !line.set_up {
        return Err(Fault::new(
            "the game has no moves and no FEN tag",
            "add moves or a FEN tag, or remove the game",
        ));
    }
    match over(&line.game) {
        Some(how) => Err(Fault::new(
            format!("the game is over at the end of the opening {how}"),
            "end the opening earlier, or remove the game",
        )),
        None => Ok(line),
    }
}

/// The opening of one game.
#[derive(Default)]
struct Line {
    game: Game,
    name: Option<String>,
    /// Whether a FEN tag sets the start position.
    set_up: bool,
    /// Whether the result was reached.
    ended: bool,
}

#[derive(Default)]
struct Tags {
    eco: String,
    opening: String,
    variation: String,
    variant: String,
    fen: Option<String>,
}

impl Tags {
    /// Returns the name of the opening: `B33 Sicilian Defence, Sveshnikov`.
    fn name(&self) -> Option<String> {
        let known = |text: &str| !matches!(text, "" | "?" | "-");
        let mut name = String::new();
        for (text, between) in [(&self.eco, ""), (&self.opening, " "), (&self.variation, ", ")] {
            if known(text) {
                name.push_str(if name.is_empty() { "" } else { between });
                name.push_str(text);
            }
        }
        (!name.is_empty()).then(|| text::name(&name).into_owned())
    }

    fn start(&self) -> Result<Chess, Fault> {
        let variant = Variant::of_pgn(&self.variant).ok_or_else(|| {
            Fault::new(
                format!("the variant “{}” is not supported", self.variant),
                "remove the game; Eyas plays standard chess and Chess960",
            )
        })?;
        let Some(fen) = &self.fen else { return Ok(variant.apply(Chess::default())) };
        let start = positions::position(fen).map_err(|error| {
            Fault::new(format!("FEN tag, column {}: {}", error.column, error.problem), error.remedy)
        })?;
        Ok(variant.apply(start))
    }
}

/// A PGN visitor that plays the main line of a game.
struct Follower {
    plies: usize,
}

impl Visitor for Follower {
    type Tags = Tags;
    type Movetext = Line;
    type Output = Result<Line, Fault>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let value = one_line(&decode(&value.decode())).trim().to_owned();
        match name.trim_ascii().to_ascii_lowercase().as_slice() {
            b"eco" => tags.eco = value,
            b"opening" => tags.opening = value,
            b"variation" => tags.variation = value,
            b"variant" => tags.variant = value,
            b"fen" => tags.fen = Some(value),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Line> {
        match tags.start() {
            Ok(start) => ControlFlow::Continue(Line {
                game: Game::new(start),
                name: tags.name(),
                set_up: tags.fen.is_some(),
                ended: false,
            }),
            Err(fault) => ControlFlow::Break(Err(fault)),
        }
    }

    fn begin_variation(&mut self, _: &mut Line) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, line: &mut Line, san: SanPlus) -> ControlFlow<Self::Output> {
        if line.ended {
            return ControlFlow::Continue(());
        }
        let position = line.game.position();
        match find_san(position, san.san) {
            Ok(found) => line.game.play(found),
            Err(error) => {
                let dots = if position.turn() == Color::White { "." } else { "..." };
                return ControlFlow::Break(Err(Fault::new(
                    format!("“{}{dots} {san}” {error}", position.fullmoves()),
                    "correct the move, or remove the game",
                )));
            }
        }
        if line.game.moves().len() >= self.plies {
            return ControlFlow::Break(Ok(std::mem::take(line)));
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, line: &mut Line, _: Outcome) -> ControlFlow<Self::Output> {
        line.ended = true;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, line: Line) -> Self::Output {
        Ok(line)
    }
}
