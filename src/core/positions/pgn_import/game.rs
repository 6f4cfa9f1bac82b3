//! Reads one game and decides whether it can provide a position.

use std::ops::ControlFlow;

use pgn_reader::{KnownOutcome, Outcome, RawTag, Reader, SanPlus, Skip as SkipVariation, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, PositionError};

use super::ImportOptions;
use super::frame::RawGame;
use super::words::has_unreadable_word;
use crate::positions::Variant;
use crate::positions::moves::find_san;
use crate::positions::text::{decode, one_line};

/// The reason for skipping a game. The texts of [`Skip::reason`] are part of the stable output of the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Skip {
    /// The `Variant` tag is not standard chess.
    Variant,
    /// The `FEN` tag is not a legal position.
    SetUp,
    /// A rating is missing or not a number.
    EloMissing,
    /// A rating is below the minimum.
    EloBelow,
    /// Neither player matches the requested name.
    Player,
    /// The text is not terminated: an unclosed comment or tag.
    Unreadable,
    /// A word among the moves is not a move.
    UnreadableMove,
    /// A move is not legal.
    IllegalMove,
    /// The moves end without a result, for example because the file is truncated.
    CutOff,
    /// The result tag and the result after the moves differ.
    Contradiction,
    /// The game is unfinished, or its result is unknown.
    Unfinished,
    /// The game was drawn.
    NotDecisive,
    /// No position matches the options.
    NoPosition,
    /// The game exceeds the maximum size.
    TooLong,
    /// Other games already provided every eligible position.
    AllTaken,
    /// The game must not provide positions, because organisms are tested on it.
    Excluded,
}

impl Skip {
    /// Returns the reason as text.
    #[must_use]
    pub fn reason(self) -> &'static str {
        match self {
            Skip::Variant => "variant",
            Skip::SetUp => "unreadable set-up",
            Skip::EloMissing => "elo missing",
            Skip::EloBelow => "elo below minimum",
            Skip::Player => "player not in the game",
            Skip::Unreadable => "unreadable text",
            Skip::UnreadableMove => "unreadable move",
            Skip::IllegalMove => "illegal move",
            Skip::CutOff => "cut off before the result",
            Skip::Contradiction => "contradictory results",
            Skip::Unfinished => "unfinished or unknown result",
            Skip::NotDecisive => "not decisive",
            Skip::NoPosition => "no eligible position",
            Skip::TooLong => "too long",
            Skip::AllTaken => "duplicate",
            Skip::Excluded => "excluded",
        }
    }
}

/// A game that can provide a position.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// Number of the game in the file, from 1.
    pub(crate) number: u64,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) date: String,
    /// The ratings of White and Black as they are written; empty if there is none.
    pub(crate) ratings: [String; 2],
    pub(crate) result: Outcome,
    pub(crate) start: Chess,
    pub(crate) moves: Vec<Move>,
    /// Plies of the eligible positions; the move with the same index was played there. Never empty.
    pub(crate) eligible: Vec<u32>,
}

impl Candidate {
    /// Returns all positions of the game, the start position first.
    pub(crate) fn line(&self) -> Vec<Chess> {
        let mut positions = vec![self.start.clone()];
        let mut position = self.start.clone();
        for m in &self.moves {
            position.play_unchecked(*m);
            positions.push(position.clone());
        }
        positions
    }
}

/// Reads a game, which is the `number`th of its file.
pub(crate) fn read(raw: &RawGame, number: u64, options: &ImportOptions) -> Result<Candidate, Skip> {
    if raw.too_long {
        return Err(Skip::TooLong);
    }
    let mut reader = Reader::build(&raw.text[..]).set_supported_tag_line_length(raw.moves_at).finish();
    let mut visitor = GameVisitor { options };
    let game = reader.read_game(&mut visitor).map_err(|_| Skip::Unreadable)?.ok_or(Skip::Unreadable)??;
    if game.result.is_none() {
        return Err(Skip::CutOff);
    }
    if has_unreadable_word(&raw.text[raw.moves_at..]) {
        return Err(Skip::UnreadableMove);
    }
    game.candidate(number, options)
}

#[derive(Default)]
struct Tags {
    white: String,
    black: String,
    event: String,
    date: String,
    result: String,
    white_elo: String,
    black_elo: String,
    fen: Option<Vec<u8>>,
    variant: String,
}

struct Game {
    tags: Tags,
    start: Chess,
    position: Chess,
    moves: Vec<Move>,
    /// The result after the moves.
    result: Option<Outcome>,
}

struct GameVisitor<'a> {
    options: &'a ImportOptions,
}

impl Visitor for GameVisitor<'_> {
    type Tags = Tags;
    type Movetext = Game;
    type Output = Result<Game, Skip>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let value = value.decode();
        let field = match name.trim_ascii().to_ascii_lowercase().as_slice() {
            b"white" => &mut tags.white,
            b"black" => &mut tags.black,
            b"event" => &mut tags.event,
            b"date" => &mut tags.date,
            b"result" => &mut tags.result,
            b"whiteelo" => &mut tags.white_elo,
            b"blackelo" => &mut tags.black_elo,
            b"variant" => &mut tags.variant,
            b"fen" => {
                tags.fen = Some(value.trim_ascii().to_vec());
                return ControlFlow::Continue(());
            }
            _ => return ControlFlow::Continue(()),
        };
        *field = one_line(&decode(&value)).trim().to_owned();
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Game> {
        match tags.check(self.options) {
            Ok(start) => {
                let position = start.clone();
                ControlFlow::Continue(Game { tags, start, position, moves: Vec::new(), result: None })
            }
            Err(skip) => ControlFlow::Break(Err(skip)),
        }
    }

    fn begin_variation(&mut self, _: &mut Game) -> ControlFlow<Self::Output, SkipVariation> {
        ControlFlow::Continue(SkipVariation(true))
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<Self::Output> {
        if game.result.is_some() {
            return ControlFlow::Continue(());
        }
        match find_san(&game.position, san.san) {
            Ok(found) => {
                game.position.play_unchecked(found);
                game.moves.push(found);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(Err(Skip::IllegalMove)),
        }
    }

    fn outcome(&mut self, game: &mut Game, outcome: Outcome) -> ControlFlow<Self::Output> {
        game.result.get_or_insert(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Game) -> Self::Output {
        Ok(game)
    }
}

impl Tags {
    /// Returns the start position if the tags match the options.
    fn check(&self, options: &ImportOptions) -> Result<Chess, Skip> {
        if Variant::of_pgn(&self.variant) != Some(Variant::Standard) {
            return Err(Skip::Variant);
        }
        if options.min_elo > 0 {
            let elo = |text: &str| text.parse::<u32>().ok().filter(|elo| *elo > 0).ok_or(Skip::EloMissing);
            if elo(&self.white_elo)?.min(elo(&self.black_elo)?) < options.min_elo {
                return Err(Skip::EloBelow);
            }
        }
        if !Color::ALL.iter().any(|color| self.player_matches(*color, options)) {
            return Err(Skip::Player);
        }
        let Some(fen) = &self.fen else { return Ok(Chess::default()) };
        let setup = Fen::from_ascii(fen).map_err(|_| Skip::SetUp)?;
        setup
            .into_position(CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_ep_square)
            .map_err(|_| Skip::SetUp)
    }

    /// Returns whether the player of this colour matches the requested name.
    fn player_matches(&self, color: Color, options: &ImportOptions) -> bool {
        let name = if color.is_white() { &self.white } else { &self.black };
        options.player.is_empty() || options.player.matches(name)
    }
}

impl Game {
    fn candidate(self, number: u64, options: &ImportOptions) -> Result<Candidate, Skip> {
        let tagged = match self.tags.result.as_str() {
            "1/2" => Outcome::Known(KnownOutcome::Draw),
            text => Outcome::from_ascii(text.as_bytes()).unwrap_or(Outcome::Unknown),
        };
        let result = match (tagged, self.result.unwrap_or(Outcome::Unknown)) {
            (Outcome::Unknown, result) | (result, Outcome::Unknown) => result,
            (tagged, played) if tagged == played => played,
            _ => return Err(Skip::Contradiction),
        };
        let winner = match result {
            _ if options.any_result => None,
            Outcome::Known(KnownOutcome::Decisive { winner }) => Some(winner),
            Outcome::Known(KnownOutcome::Draw) => return Err(Skip::NotDecisive),
            Outcome::Unknown => return Err(Skip::Unfinished),
        };
        let mut turn = self.start.turn();
        let mut eligible = Vec::new();
        for ply in 0..self.moves.len() as u32 {
            if ply >= options.min_ply
                && winner.is_none_or(|winner| winner == turn)
                && self.tags.player_matches(turn, options)
            {
                eligible.push(ply);
            }
            turn = !turn;
        }
        if eligible.is_empty() {
            return Err(Skip::NoPosition);
        }
        let Tags { white, black, event, date, white_elo, black_elo, .. } = self.tags;
        let ratings = [white_elo, black_elo];
        let (start, moves) = (self.start, self.moves);
        Ok(Candidate { number, white, black, event, date, ratings, result, start, moves, eligible })
    }
}
