//! The fields of the form of a match that end games and the match early: the sequential test, resignation and draws.

use crate::arena::game::{Adjudication, Agreement, DrawRule, ResignRule};
use crate::director::MatchConfig;
use crate::statistics::sprt::{Model, Sprt, SprtError};
use crate::tui::popups::forms::{Field, Fields, Problem};

/// The default hypotheses of a test, in Elo.
const HYPOTHESES: (f64, f64) = (0.0, 5.0);
/// The default rules.
const RESIGNATION: ResignRule = ResignRule(Agreement { moves: 4, score: 600 });
const AGREED: DrawRule = DrawRule { after: 40, agreement: Agreement { moves: 8, score: 10 } };

/// Returns the fields, filled with the settings of the last match, or with the defaults of rules that it did not have.
pub(super) fn fields(config: &MatchConfig) -> [Field; 13] {
    let (sprt, adjudication) = (config.sprt.as_ref(), &config.adjudication);
    let (elo0, elo1) = sprt.map_or(HYPOTHESES, Sprt::hypotheses);
    let (alpha, beta) = sprt.map_or(Sprt::ERRORS, Sprt::errors);
    let model = sprt.map_or(Model::Logistic, Sprt::model);
    let ResignRule(resign) = adjudication.resign.unwrap_or(RESIGNATION);
    let draw = adjudication.draw.unwrap_or(AGREED);
    [
        Field::explained(
            "SPRT",
            [
                ("off", "all games are played"),
                ("on", "the match stops when it is decided which hypothesis holds"),
            ],
            usize::from(sprt.is_some()),
        ),
        Field::text("  elo0", "Elo of player 1 under H0: it is not better", elo0),
        Field::text("  elo1", "Elo of player 1 under H1: it is better", elo1),
        Field::text("  alpha", "probability of accepting H1 wrongly, below 0.5", alpha),
        Field::text("  beta", "probability of accepting H0 wrongly, below 0.5", beta),
        Field::explained(
            "  scale",
            [
                ("logistic Elo", "elo0 and elo1 are differences of ratings"),
                ("normalized Elo", "elo0 and elo1 do not depend on how many games are drawn"),
            ],
            usize::from(model == Model::Normalized),
        ),
        Field::explained(
            "resign",
            [
                ("never", "games are played to their end"),
                ("when both agree", "a side loses when both find it lost"),
            ],
            usize::from(adjudication.resign.is_some()),
        ),
        Field::text("  lost for", "moves in a row for which both players report it", resign.moves),
        Field::text("  behind", "centipawns or more", resign.score),
        Field::explained(
            "draw",
            [
                ("never", "games are played to their end"),
                ("when both agree", "a game is drawn when both find it equal"),
            ],
            usize::from(adjudication.draw.is_some()),
        ),
        Field::text("  from move", "the first move at which a game can be drawn", draw.after),
        Field::text("  equal for", "moves in a row for which both players report it", draw.agreement.moves),
        Field::text("  within", "centipawns of 0", draw.agreement.score),
    ]
}

/// Returns whether a field matters. Only two players have a test.
pub(super) fn applies(fields: &[Field], label: &str, has_two_players: bool) -> bool {
    match label {
        "SPRT" => has_two_players,
        "  elo0" | "  elo1" | "  alpha" | "  beta" | "  scale" => has_two_players && fields.is_on("SPRT"),
        "  lost for" | "  behind" => fields.is_on("resign"),
        "  from move" | "  equal for" | "  within" => fields.is_on("draw"),
        _ => true,
    }
}

/// Reads the test and the rules that are on.
pub(super) fn read(fields: &[Field]) -> Result<(Option<Sprt>, Adjudication), Problem> {
    let count = |label: &str| fields.number(label, Adjudication::NUMBERS);
    let agreement = |moves: &str, score: &str| {
        Ok::<_, Problem>(Agreement { moves: count(moves)?, score: count(score)? as i32 })
    };
    let resign = || Ok(ResignRule(agreement("  lost for", "  behind")?));
    let draw =
        || Ok(DrawRule { after: count("  from move")?, agreement: agreement("  equal for", "  within")? });
    let sprt = fields.is_on("SPRT").then(|| test(fields)).transpose()?;
    let resign = fields.is_on("resign").then(resign).transpose()?;
    let draw = fields.is_on("draw").then(draw).transpose()?;
    Ok((sprt, Adjudication { resign, draw, moves: None }))
}

fn test(fields: &[Field]) -> Result<Sprt, Problem> {
    let elo = |label: &str| fields.number(label, Sprt::ELO);
    let error = |label: &str| fields.number(label, Sprt::PROBABILITIES);
    let (hypotheses, errors) = ((elo("  elo0")?, elo("  elo1")?), (error("  alpha")?, error("  beta")?));
    let model = if fields.is_on("  scale") { Model::Normalized } else { Model::Logistic };
    Sprt::new(hypotheses, errors, model).map_err(|error| {
        let label = match error {
            SprtError::Errors { alpha, .. } if alpha > 0.0 && alpha < 0.5 => "  beta",
            SprtError::Errors { .. } => "  alpha",
            SprtError::Hypotheses { .. } | SprtError::Form(_) => "  elo1",
        };
        fields.problem(label, error.to_string())
    })
}
