//! Tests of the set of openings and their order.

mod archives;
mod books;
mod texts;

use std::collections::HashSet;

use shakmaty::fen::Epd;
use shakmaty::zobrist::Zobrist128;
use shakmaty::{EnPassantMode, Position};

use super::*;
use crate::positions::moves::san;

fn parse(kind: Kind, content: impl Into<Vec<u8>>) -> Result<Openings, OpeningError> {
    Openings::parse("file", kind, content.into(), None)
}

/// Returns the moves of a game in SAN.
fn moves(game: &Game) -> String {
    let mut position = game.start().clone();
    let mut words = Vec::new();
    for m in game.moves() {
        words.push(san(&position, *m));
        position.play_unchecked(*m);
    }
    assert_eq!(position, *game.position());
    words.join(" ")
}

/// Returns the board, side to move, castling rights and en-passant square at the end of a game.
fn end(game: &Game) -> String {
    Epd::from_position(game.position(), EnPassantMode::Legal).to_string()
}

/// Returns twenty openings, one for each first move.
fn twenty() -> Openings {
    let start = shakmaty::Chess::default();
    let games: Vec<String> =
        start.legal_moves().iter().map(|m| format!("1. {} *\n", san(&start, *m))).collect();
    parse(Kind::Games, games.join("\n")).unwrap()
}

fn sequence(openings: &Openings, order: Order, seed: u64, indices: impl Iterator<Item = u64>) -> Vec<String> {
    indices.map(|index| moves(&openings.nth(order, seed, index).game)).collect()
}

#[test]
fn sequential_order_repeats() {
    let openings = twenty();
    assert_eq!(openings.count(), Some(20));
    let played = sequence(&openings, Order::Sequential, 1, 0..45);
    assert_eq!(played[..20].iter().collect::<HashSet<_>>().len(), 20);
    assert!(played.iter().zip(&played[20..]).all(|(one, later)| one == later));
    assert_eq!(sequence(&openings, Order::Sequential, 2, 0..45), played);
}

#[test]
fn random_order_has_one_permutation_for_a_seed() {
    let openings = twenty();
    let played = sequence(&openings, Order::Random, 1, 0..60);
    assert_eq!(played[..20].iter().collect::<HashSet<_>>().len(), 20);
    assert!(played.iter().zip(&played[20..]).all(|(one, later)| one == later));
    // Other seeds have other orders, and each opening comes first about 10 times in 200.
    let orders: HashSet<_> = (0..200).map(|seed| sequence(&openings, Order::Random, seed, 0..20)).collect();
    let first: HashSet<&String> = orders.iter().map(|order| &order[0]).collect();
    assert_eq!((orders.len(), first.len()), (200, 20));
}

#[test]
fn random_order_does_not_depend_on_earlier_calls() {
    let played = sequence(&twenty(), Order::Random, 7, 0..100);
    let mut backwards = sequence(&twenty(), Order::Random, 7, (0..100).rev());
    backwards.reverse();
    assert_eq!(backwards, played);

    let shared = twenty();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (shared, played) = (&shared, &played);
            scope.spawn(move || {
                for index in (thread..100).step_by(3).chain((0..100).rev()) {
                    let opening = shared.nth(Order::Random, 7, index);
                    assert_eq!(moves(&opening.game), played[index as usize]);
                }
            });
        }
    });
}

#[test]
fn the_order_never_changes() {
    // A match started with one version must continue in the same way with the next.
    let played = sequence(&twenty(), Order::Random, 1, (0..4).chain([1 << 40]));
    assert_eq!(played, ["Na3", "e4", "b3", "a4", "Nf3"]);
}

#[test]
fn the_fingerprint_depends_on_the_content_and_the_maximum_length() {
    let hash =
        |kind, text: &str, plies| Openings::parse("file", kind, text.into(), plies).unwrap().fingerprint();
    let first = hash(Kind::Games, "1. e4 e5 *", None);
    assert_eq!(hash(Kind::Games, "1. e4 e5 *", Some(GAME_PLIES)), first);
    assert_ne!(hash(Kind::Games, "1. e4 e5 *", Some(1)), first);
    assert_ne!(hash(Kind::Games, "1. e4 c5 *", None), first);
}

#[test]
fn the_embedded_openings_are_legal_and_distinct() {
    assert!(embedded::PACKED.len() < 400_000);
    let openings = Openings::embedded().unwrap();
    assert_eq!((openings.count(), openings.repeated()), (Some(Openings::EMBEDDED), 0));
    let (mut ends, mut names, mut firsts) = (HashSet::new(), HashSet::new(), HashSet::new());
    for index in 0..Openings::EMBEDDED as u64 {
        let Opening { game, name } = openings.nth(Order::Sequential, 1, index);
        // An illegal move would end the opening early.
        assert_eq!((game.moves().len(), list::over(&game)), (16, None), "{index}: {}", moves(&game));
        assert!(ends.insert(game.position().zobrist_hash::<Zobrist128>(EnPassantMode::Legal)), "{index}");
        names.insert(name.unwrap());
        firsts.insert(game.moves()[0]);
    }
    assert!(names.len() == 385 && firsts.len() == 13, "{} {}", names.len(), firsts.len());
    assert!(names.iter().all(|name| name.len() == 3));
}

#[test]
fn embedded_openings_have_their_codes_and_moves() {
    let openings = Openings::embedded().unwrap();
    let Opening { game, name } = openings.nth(Order::Sequential, 1, 0);
    assert_eq!((moves(&game).as_str(), name.as_deref()), (FIRST, Some("A07")));
    let drawn = openings.nth(Order::Random, 1, 7);
    assert_eq!(drawn.game.moves().len(), 16);
    assert_ne!(end(&drawn.game), end(&openings.nth(Order::Random, 2, 7).game));
    assert_ne!(openings.fingerprint(), twenty().fingerprint());
}

/// Returns the variant, and the final position with its castling rights.
fn reached(opening: &Opening) -> (Variant, String) {
    (Variant::of(opening.game.start()), end(&opening.game))
}

#[test]
fn chess960_has_openings_for_long_matches() {
    let openings = Openings::chess960();
    let count = openings.count().unwrap();
    assert!(count > 10_000, "{count}");
    assert_eq!(openings.variant(), Variant::Chess960);
    let all: Vec<Opening> = (0..count as u64).map(|index| openings.nth(Order::Random, 3, index)).collect();
    let reached: HashSet<_> = all.iter().map(reached).collect();
    assert_eq!(reached.len(), count, "a final position twice");
    assert!(reached.iter().all(|(variant, _)| *variant == Variant::Chess960));
    // All start positions come first, each once.
    assert!(all[..960].iter().all(|opening| opening.game.moves().is_empty()));
    assert!(all[960..].iter().all(|opening| opening.game.moves().len() == 2));
    let other = openings.nth(Order::Random, 4, 0);
    assert_ne!(end(&other.game), end(&all[0].game));
    assert_eq!(openings.nth(Order::Sequential, 3, 518).name.as_deref(), Some("Chess960 518"));
    assert_eq!(openings.nth(Order::Sequential, 3, 518 + count as u64).name.as_deref(), Some("Chess960 518"));
    assert_eq!(Openings::chess960().fingerprint(), openings.fingerprint());
}

/// By symmetry, a material win for one side would also be possible for the other.
#[test]
fn pushed_pawns_of_chess960_leave_symmetric_positions() {
    let openings = Openings::chess960();
    for index in (960..openings.count().unwrap() as u64).step_by(7) {
        let opening = openings.nth(Order::Sequential, 0, index);
        let position = opening.game.position();
        let setup = position.to_setup(EnPassantMode::Legal);
        assert_eq!(setup.clone().into_mirrored().board, setup.board);
        assert!(!position.is_check());
        for m in position.capture_moves() {
            let after = position.clone().play(m).unwrap();
            let retaken = after.capture_moves().iter().any(|reply| reply.to() == m.to());
            assert!(retaken, "{m} takes for nothing in {:?}", opening.name);
        }
    }
}

const SHUFFLED: &str = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1";

#[test]
fn openings_are_chess960_by_their_rights_their_tag_or_the_variant() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let variant = |openings: &Openings| {
        let nth = |index| Variant::of(openings.nth(Order::Sequential, 0, index).game.start());
        (openings.variant(), nth(0), openings.count().map(|count| nth(count as u64 - 1)).unwrap())
    };
    use Variant::{Chess960, Standard};
    let standard = parse(Kind::Positions, start).unwrap();
    assert_eq!(variant(&standard), (Standard, Standard, Standard));
    assert_eq!(variant(&standard.with_variant(Chess960).unwrap()), (Chess960, Chess960, Chess960));
    let mixed = parse(Kind::Positions, format!("{start}\n{SHUFFLED}\n")).unwrap();
    assert_eq!(variant(&mixed), (Chess960, Standard, Chess960));
    let tagged = "[Variant \"Chess960\"]\n\n1. e4 e5 *\n";
    assert_eq!(variant(&parse(Kind::Games, tagged).unwrap()), (Chess960, Chess960, Chess960));
    let game = format!("[FEN \"{SHUFFLED}\"]\n\n1. O-O O-O-O *\n");
    let game = parse(Kind::Games, game).unwrap();
    assert!(
        end(&game.nth(Order::Sequential, 0, 0).game).starts_with("2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1")
    );
    assert!(parse(Kind::Games, "[Variant \"Atomic\"]\n\n1. e4 *\n").is_err());
}

const FIRST: &str = "Nf3 d5 g3 c6 Bg2 Nf6 d3 Bg4 h3 Bh5 b3 e6 Bb2 Qa5+ Qd2 Qxd2+";
