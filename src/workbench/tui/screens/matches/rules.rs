//! The fields of the form of a match that end games and the match early: the sequential test, resignation and draws.

use crate::arena::game::{Adjudication, Agreement, DrawRule, ResignRule};
use crate::arena::statistics::sprt::{Model, Sprt, SprtError};
use crate::director::MatchConfig;
use crate::tui::popups::forms::{Field, NUMBER, Problem, WHOLE, number};

const SPRT: usize = 0;
const ELO0: usize = 1;
const ELO1: usize = 2;
const ALPHA: usize = 3;
const BETA: usize = 4;
const MODEL: usize = 5;
const RESIGN: usize = 6;
const RESIGN_MOVES: usize = 7;
const RESIGN_SCORE: usize = 8;
const DRAW: usize = 9;
const DRAW_FROM: usize = 10;
const DRAW_MOVES: usize = 11;
const DRAW_SCORE: usize = 12;
/// The number of these fields.
pub(super) const COUNT: usize = 13;

/// The default hypotheses of a test, in Elo.
const HYPOTHESES: (f64, f64) = (0.0, 5.0);
/// The default rules.
const RESIGNATION: ResignRule = ResignRule(Agreement { moves: 4, score: 600 });
const AGREED: DrawRule = DrawRule { after: 40, agreement: Agreement { moves: 8, score: 10 } };

/// Returns the fields, filled with the settings of the last match, or with the defaults of rules that it did not have.
pub(super) fn fields(config: &MatchConfig) -> [Field; COUNT] {
    let (sprt, adjudication) = (config.sprt.as_ref(), &config.adjudication);
    let (elo0, elo1) = sprt.map_or(HYPOTHESES, Sprt::hypotheses);
    let (alpha, beta) = sprt.map_or(Sprt::ERRORS, Sprt::errors);
    let model = sprt.map_or(Model::Logistic, Sprt::model);
    let ResignRule(resign) = adjudication.resign.unwrap_or(RESIGNATION);
    let draw = adjudication.draw.unwrap_or(AGREED);
    [
        Field::choice(
            "SPRT",
            "stops the match when it is decided which hypothesis holds",
            ["off: all games are played", "on"],
            usize::from(sprt.is_some()),
        ),
        Field::text("  elo0", "Elo of player 1 under H0: it is not better", elo0),
        Field::text("  elo1", "Elo of player 1 under H1: it is better", elo1),
        Field::text("  alpha", "probability of accepting H1 wrongly, below 0.5", alpha),
        Field::text("  beta", "probability of accepting H0 wrongly, below 0.5", beta),
        Field::choice(
            "  scale",
            "of elo0 and elo1",
            ["logistic Elo", "normalized Elo"],
            usize::from(model == Model::Normalized),
        ),
        Field::choice(
            "resign",
            "a side loses when both players find it lost",
            ["never", "when both agree"],
            usize::from(adjudication.resign.is_some()),
        ),
        Field::text("  moves", "in a row for which both players report it", resign.moves),
        Field::text("  behind", "centipawns or more", resign.score),
        Field::choice(
            "draw",
            "a game is drawn when both players find it equal",
            ["never", "when both agree"],
            usize::from(adjudication.draw.is_some()),
        ),
        Field::text("  from move", "the first move at which a game can be drawn", draw.after),
        Field::text("  moves", "in a row for which both players report it", draw.agreement.moves),
        Field::text("  within", "centipawns of 0", draw.agreement.score),
    ]
}

/// Returns whether the second choice of a field is chosen.
pub(super) fn is_on(fields: &[Field], field: usize) -> bool {
    fields.get(field).is_some_and(|field| field.chosen() == 1)
}

/// Returns whether a field matters. `fields` begins with the first of these fields. Only two players have a test.
pub(super) fn matters(fields: &[Field], field: usize, has_two_players: bool) -> bool {
    match field {
        SPRT => has_two_players,
        ELO0..=MODEL => has_two_players && is_on(fields, SPRT),
        RESIGN_MOVES | RESIGN_SCORE => is_on(fields, RESIGN),
        DRAW_FROM..=DRAW_SCORE => is_on(fields, DRAW),
        _ => true,
    }
}

/// Reads the test and the rules that are on from the fields of a form, of which `first` is the first of these.
pub(super) fn read(fields: &[Field], first: usize) -> Result<(Option<Sprt>, Adjudication), Problem> {
    let is_on = |field: usize| is_on(fields, first + field);
    let count = |field: usize| number::<u32>(fields, first + field, Adjudication::NUMBERS, WHOLE);
    let agreement = |moves: usize, score: usize| {
        Ok::<_, Problem>(Agreement { moves: count(moves)?, score: count(score)? as i32 })
    };
    let resign = || Ok(ResignRule(agreement(RESIGN_MOVES, RESIGN_SCORE)?));
    let draw = || Ok(DrawRule { after: count(DRAW_FROM)?, agreement: agreement(DRAW_MOVES, DRAW_SCORE)? });
    let sprt = is_on(SPRT).then(|| test(fields, first)).transpose()?;
    let resign = is_on(RESIGN).then(resign).transpose()?;
    let draw = is_on(DRAW).then(draw).transpose()?;
    Ok((sprt, Adjudication { resign, draw, moves: None }))
}

fn test(fields: &[Field], first: usize) -> Result<Sprt, Problem> {
    let value = |field: usize, low: f64, high: f64| number(fields, first + field, low..=high, NUMBER);
    let hypotheses = (value(ELO0, -1000.0, 1000.0)?, value(ELO1, -1000.0, 1000.0)?);
    let errors = (value(ALPHA, 0.0, 0.5)?, value(BETA, 0.0, 0.5)?);
    let model = if is_on(fields, first + MODEL) { Model::Normalized } else { Model::Logistic };
    Sprt::new(hypotheses, errors, model).map_err(|error| {
        let field = match error {
            SprtError::Errors { alpha, .. } if alpha > 0.0 && alpha < 0.5 => BETA,
            SprtError::Errors { .. } => ALPHA,
            SprtError::Hypotheses { .. } | SprtError::Form(_) => ELO1,
        };
        Problem { field: first + field, text: error.to_string() }
    })
}
