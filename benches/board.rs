//! Compares the search's own board with shakmaty's: `cargo bench --bench board`.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use eyas::engine::board::{Board, MoveList, PackedMove, perft};
use eyas::positions::PositionSet;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    divan::main();
}

/// Positions of grandmaster games.
fn positions() -> Vec<Chess> {
    let set = PositionSet::embedded("gm2600-train").unwrap();
    set.examples.iter().step_by(5).map(|example| example.position.clone()).collect()
}

fn boards() -> Vec<Board> {
    positions().iter().map(Board::new).collect()
}

/// Perft of the position Kiwipete to depth 4, in leaves per second.
mod perft_4 {
    use super::*;

    fn kiwipete() -> Chess {
        KIWIPETE.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[divan::bench]
    fn own(bencher: Bencher) {
        let board = Board::new(&kiwipete());
        bencher.counter(ItemsCount::new(4_085_603_u32)).bench(|| perft(black_box(&board), 4));
    }

    #[divan::bench]
    fn shakmatys(bencher: Bencher) {
        let position = kiwipete();
        bencher.counter(ItemsCount::new(4_085_603_u32)).bench(|| shakmaty::perft(black_box(&position), 4));
    }
}

/// Measures `work` in items per second.
fn bench_items<T: Sync, R>(bencher: Bencher, items: &[T], work: impl Fn(&T) -> R + Sync) {
    bencher.counter(ItemsCount::new(items.len())).bench(|| {
        for item in items {
            black_box(work(black_box(item)));
        }
    });
}

mod captures {
    use super::*;

    #[divan::bench]
    fn own(bencher: Bencher) {
        bench_items(bencher, &boards(), |board| {
            let mut moves = MoveList::new();
            board.captures(&mut moves);
            moves.len()
        });
    }

    #[divan::bench]
    fn shakmatys(bencher: Bencher) {
        bench_items(bencher, &positions(), |position| position.capture_moves().len());
    }
}

mod legal_moves {
    use super::*;

    #[divan::bench]
    fn own(bencher: Bencher) {
        bench_items(bencher, &boards(), |board| {
            let mut moves = MoveList::new();
            board.legal_moves(&mut moves);
            moves.len()
        });
    }

    #[divan::bench]
    fn shakmatys(bencher: Bencher) {
        bench_items(bencher, &positions(), |position| position.legal_moves().len());
    }
}

/// Each position with one of its legal moves.
fn moves() -> Vec<(Chess, Move)> {
    let of = |(index, position): (usize, Chess)| {
        let legal = position.legal_moves();
        (!legal.is_empty()).then(|| (position, legal[index * 5 % legal.len()]))
    };
    positions().into_iter().enumerate().filter_map(of).collect()
}

fn packed_moves() -> Vec<(Board, PackedMove)> {
    moves().into_iter().map(|(position, m)| (Board::new(&position), m.into())).collect()
}

mod after {
    use super::*;

    #[divan::bench]
    fn own(bencher: Bencher) {
        bench_items(bencher, &packed_moves(), |(board, m)| board.after(*m));
    }

    #[divan::bench]
    fn shakmatys(bencher: Bencher) {
        bench_items(bencher, &moves(), |(position, m)| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            next
        });
    }
}

mod one_move {
    use super::*;

    #[divan::bench]
    fn is_legal(bencher: Bencher) {
        bench_items(bencher, &packed_moves(), |(board, m)| board.is_legal(*m));
    }

    #[divan::bench]
    fn gives_check(bencher: Bencher) {
        bench_items(bencher, &packed_moves(), |(board, m)| board.gives_check(*m));
    }

    #[divan::bench]
    fn exchange_holds(bencher: Bencher) {
        bench_items(bencher, &packed_moves(), |(board, m)| board.exchange_holds(*m, 0));
    }
}
