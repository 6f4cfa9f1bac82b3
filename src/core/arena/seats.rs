//! The two players at a board. A player that plays on keeps its process and its transposition table.

use super::{Player, PlayerError};

/// The players of the last game at a board with their names, White first.
pub(crate) struct Seats<N>(Vec<(N, Box<dyn Player>)>);

impl<N> Default for Seats<N> {
    fn default() -> Seats<N> {
        Seats(Vec::new())
    }
}

impl<N: PartialEq> Seats<N> {
    /// Seats the players of these names, White first, and returns them. Drops the others before `start` makes those that
    /// are not yet at the board, so that the process of an engine can be used again. An organism that plays itself has two
    /// players with the same name.
    ///
    /// # Errors
    /// Returns the error of `start`. No player is seated then.
    pub(crate) fn seat(
        &mut self,
        names: [N; 2],
        start: impl Fn(&N) -> Result<Box<dyn Player>, PlayerError>,
    ) -> Result<[&mut dyn Player; 2], PlayerError> {
        let mut former = std::mem::take(&mut self.0);
        let kept = names.map(|name| {
            let place = former.iter().position(|(known, _)| *known == name);
            let player = place.map(|place| former.swap_remove(place).1);
            (name, player)
        });
        drop(former);
        let mut seated = Vec::with_capacity(2);
        for (name, player) in kept {
            let player = match player {
                Some(player) => player,
                None => start(&name)?,
            };
            seated.push((name, player));
        }
        self.0 = seated;
        let [(_, white), (_, black)] = self.0.as_mut_slice() else { unreachable!("there are two names") };
        Ok([white.as_mut(), black.as_mut()])
    }

    /// Drops the players of a name.
    pub(crate) fn vacate(&mut self, name: &N) {
        self.0.retain(|(known, _)| known != name);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;
    use crate::arena::PlayerFactory;
    use crate::engine::search::Signal;
    use crate::organism::Organism;

    fn player() -> Box<dyn Player> {
        let reference = Organism::named_or_path("reference").unwrap();
        let (weights, parameters) = (reference.weights(), reference.search_parameters(None).0);
        PlayerFactory::Organism { weights, parameters, hash: 1, strength: None }
            .player(&Signal::default())
            .unwrap()
    }

    #[test]
    fn players_that_play_on_are_not_started_again() {
        let (mut seats, started) = (Seats::default(), RefCell::new(Vec::new()));
        for names in [["a", "b"], ["b", "a"], ["b", "c"], ["c", "c"], ["c", "c"], ["a", "c"]] {
            let begin = |name: &&str| {
                started.borrow_mut().push((*name).to_owned());
                Ok(player())
            };
            seats.seat(names, begin).unwrap();
        }
        assert_eq!(*started.borrow(), ["a", "b", "c", "c", "a"]);
    }

    #[test]
    fn a_vacated_seat_is_filled_anew_and_an_error_leaves_no_player() {
        let (mut seats, started) = (Seats::default(), Cell::new(0));
        let begin = |_: &u8| {
            started.set(started.get() + 1);
            Ok(player())
        };
        seats.seat([1, 2], begin).unwrap();
        seats.vacate(&2);
        seats.seat([1, 2], begin).unwrap();
        assert_eq!(started.get(), 3);
        let missing = |_: &u8| {
            let fault = crate::arena::Fault::Stopped;
            Err(PlayerError { engine: String::new(), fault, last: Vec::new() })
        };
        assert!(seats.seat([1, 3], missing).is_err());
        seats.seat([1, 2], begin).unwrap();
        assert_eq!(started.get(), 5);
    }
}
