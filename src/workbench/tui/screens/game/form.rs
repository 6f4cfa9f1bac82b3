//! The form that begins a game.

use super::opponent::Opponent;
use crate::arena::control::Control;
use crate::strength::Strength;
use crate::tui::prelude::*;

/// The game that the form describes.
#[derive(Debug, Clone)]
pub(crate) struct NewGame {
    pub(super) opponent: Opponent,
    /// The rating at which the opponent plays, and what it means; `None` for its full strength.
    pub(super) limited: Option<(u32, Strength)>,
    /// The colour of the person.
    pub(super) colour: Color,
    pub(super) control: Control,
}

/// The limits of nodes, and the one that is suggested.
const NODES: [u64; 4] = [100, 1_000, 10_000, 100_000];
const SUGGESTED: usize = 1;

/// The ratings at which an opponent can play.
const RATINGS: [u32; 6] = [1400, 1600, 1800, 2000, 2200, 2400];

pub(super) fn form(model: &mut Model) -> Form {
    let by_chance = Color::from_white(model.seeds.draw().is_multiple_of(2));
    let seed = model.seeds.draw();
    let choices = Opponent::choices(model);
    let subject = model.subject();
    let is_subject =
        |(_, opponent): &(String, Opponent)| subject.as_ref().is_some_and(|subject| opponent.is(subject));
    let at = choices.iter().position(is_subject).unwrap_or(0);
    let names: Vec<(String, String)> =
        choices.iter().map(|(name, opponent)| (name.clone(), opponent.strength(model))).collect();
    let limits = NODES.iter().map(|nodes| format!("{} nodes a move", thousands(*nodes)));
    let ratings = RATINGS.iter().map(|elo| format!("{elo} Elo"));
    let fields = vec![
        Field::explained("opponent", names, at),
        Field::choice(
            "strength",
            "a rating replaces the limit of nodes; it was measured with eyas",
            ["full".to_owned()].into_iter().chain(ratings),
            0,
        ),
        Field::choice("you play", "the colour of your pieces", ["White", "Black", "by chance"], 0),
        Field::choice(
            "thinking",
            "how long the opponent thinks; the clock is for both",
            limits.chain(["by the clock".to_owned()]),
            SUGGESTED,
        ),
        Field::text("minutes", "1 to 180, for all moves of a side", 5),
        Field::text("increment", "0 to 60 seconds after each move", 3),
    ];
    let applies = |fields: &[Field], label: &str| {
        !matches!(label, "minutes" | "increment") || fields.chosen("thinking") == NODES.len()
    };
    Form::depending("Play a game against an organism", fields, applies, move |fields| {
        let opponent = choices.get(fields.chosen("opponent")).map(|(_, opponent)| opponent.clone());
        let opponent = opponent.ok_or_else(|| fields.problem("opponent", "there is no organism"))?;
        let rating = fields.chosen("strength").checked_sub(1).and_then(|at| RATINGS.get(at));
        let limited = rating.map(|elo| (*elo, Strength::of_elo(*elo, seed)));
        let nodes = limited.as_ref().and_then(|(_, strength)| strength.nodes);
        let control = match NODES.get(fields.chosen("thinking")) {
            Some(chosen) => Control::Nodes(nodes.unwrap_or(*chosen)),
            None => {
                let minutes: u32 = fields.number("minutes", 1..=180)?;
                let increment: u32 = fields.number("increment", 0..=60)?;
                let clock = format!("{}+{increment}", minutes * 60).parse();
                Control::Clock(clock.map_err(|error| fields.problem("minutes", format!("{error}")))?)
            }
        };
        let colour = match fields.chosen("you play") {
            0 => Color::White,
            1 => Color::Black,
            _ => by_chance,
        };
        Ok(Request::notify(NewGame { opponent, limited, colour, control }))
    })
}
