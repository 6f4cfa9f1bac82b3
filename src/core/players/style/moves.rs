//! Which features a move has.

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Rank, Role, Square, attacks};

use super::{Family, Tally};
use crate::engine::exchange::{exchange, exchange_value};
use crate::engine::pieces::pieces_left;

/// What a player has seen before a position.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Context {
    /// The number of the player's own move, 1 first.
    pub(crate) number: u32,
    /// The last move of the opponent.
    pub(crate) last: Option<Move>,
    /// The player's own last move.
    pub(crate) own: Option<Move>,
}

impl Context {
    /// Returns what the side to move has seen after these moves from the start of a game.
    pub(crate) fn after(moves: &[Move]) -> Context {
        let before = |plies| moves.len().checked_sub(plies).map(|ply| moves[ply]);
        Context { number: moves.len() as u32 / 2 + 1, last: before(1), own: before(2) }
    }
}

/// A position with what its moves have in common.
pub(crate) struct Scene<'a> {
    position: &'a Chess,
    context: Context,
    turn: Color,
    phase: usize,
    time: usize,
    balance: usize,
    kings: usize,
    density: usize,
    own_king: Square,
    other_king: Square,
    /// Own pieces that are attacked and would lose material.
    attacked: Bitboard,
    captures: usize,
    can_recapture: bool,
    /// Squares that pawns of the other side attack.
    by_pawns: Bitboard,
    own_mobility: i32,
    other_mobility: i32,
}

fn wing(square: Square) -> usize {
    [0, 0, 0, 1, 1, 2, 2, 2][square.file() as usize]
}

fn nearer(before: u32, after: u32) -> usize {
    match after.cmp(&before) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

fn change(by: i32, much: i32) -> usize {
    match by {
        by if by <= -much => 0,
        by if by < 0 => 1,
        0 => 2,
        by if by < much => 3,
        _ => 4,
    }
}

/// Four times the distance from the middle of the board, by the larger coordinate.
fn from_centre(square: Square) -> u32 {
    let off = |coordinate: u32| (2 * coordinate).abs_diff(7);
    off(square.file() as u32).max(off(square.rank() as u32))
}

fn index(role: Role) -> usize {
    role as usize - 1
}

/// Returns the kind of a move: its piece, castling, or a capture.
pub(crate) fn kind_of(m: Move) -> usize {
    match m {
        _ if m.is_castle() => 6,
        _ if m.is_capture() => 7,
        _ => index(m.role()),
    }
}

fn pawn_attacks(board: &Board, color: Color) -> Bitboard {
    let pawns = board.by_color(color) & board.pawns();
    pawns.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks::pawn_attacks(color, square))
}

fn mobility(board: &Board, color: Color) -> i32 {
    let (own, all) = (board.by_color(color), board.occupied());
    let pieces = own & !board.pawns() & !board.kings();
    let of = |square| {
        board.piece_at(square).map_or(0, |piece| (attacks::attacks(square, piece, all) & !own).count())
    };
    pieces.into_iter().map(of).sum::<usize>() as i32
}

/// Returns the pieces of a colour, without pawns and kings, that lesser pieces attack, or that any attack and none defends.
fn in_danger(board: &Board, color: Color) -> Bitboard {
    let occupied = board.occupied();
    let pieces = board.by_color(color) & !board.kings();
    let is_in_danger = |square: &Square| {
        let attackers = board.attacks_to(*square, color.other(), occupied);
        let own = board.role_at(*square).map_or(0, exchange_value);
        attackers.any()
            && (attackers
                .into_iter()
                .filter_map(|from| board.role_at(from))
                .any(|role| exchange_value(role) < own - 50)
                || board.attacks_to(*square, color, occupied).is_empty())
    };
    pieces.into_iter().filter(is_in_danger).collect()
}

/// Returns the material of a colour by textbook values, in centipawns.
pub(crate) fn material(board: &Board, color: Color) -> i32 {
    let of = |role: Role| (board.by_color(color) & board.by_role(role)).count() as i32 * exchange_value(role);
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().map(of).sum()
}

impl<'a> Scene<'a> {
    pub(crate) fn new(position: &'a Chess, moves: &[Move], context: Context) -> Scene<'a> {
        let (board, turn) = (position.board(), position.turn());
        let king = |color: Color| board.king_of(color).unwrap_or(Square::E1);
        let [own_king, other_king] = [king(turn), king(turn.other())];
        let left = pieces_left(board);
        let phase = if left > 20 { 0 } else { usize::from(left <= 10) + 1 };
        let time = match context.number {
            0..=20 => 0,
            21..=30 => 1,
            31..=40 => 2,
            41..=60 => 3,
            _ => 4,
        };
        let ahead = material(board, turn) - material(board, turn.other());
        let balance = if ahead < -60 { 0 } else { usize::from(ahead > 60) + 1 };
        let kings = match (wing(own_king), wing(other_king)) {
            (1, _) | (_, 1) => 2,
            (own, other) => usize::from(own != other),
        };
        let blocked = board.pawns() & board.white() & (board.pawns() & board.black()).shift(-8);
        let density = blocked.count().min(2);
        let square = context.last.filter(|last| last.is_capture()).map(|last| last.to());
        Scene {
            position,
            context,
            turn,
            phase,
            time,
            balance,
            kings,
            density,
            own_king,
            other_king,
            attacked: in_danger(board, turn),
            captures: moves.iter().filter(|m| m.is_capture()).count(),
            can_recapture: square.is_some_and(|square| moves.iter().any(|m| m.to() == square)),
            by_pawns: pawn_attacks(board, turn.other()),
            own_mobility: mobility(board, turn),
            other_mobility: mobility(board, turn.other()),
        }
    }

    fn seen(&self, square: Square) -> Square {
        self.turn.fold_wb(square, square.flip_vertical())
    }

    fn zone(&self, square: Square) -> usize {
        let rank = [0, 0, 0, 1, 1, 2, 2, 2][self.seen(square).rank() as usize];
        3 * rank + wing(square)
    }

    /// Adds the features of a legal move, which leads to `after`. `loss` is what it loses by the evaluation compared with the
    /// best move, in centipawns, and `place` the number of better moves.
    pub(crate) fn features(&self, m: Move, after: &Chess, loss: i32, place: usize, tally: &mut Tally) {
        let (board, next, turn) = (self.position.board(), after.board(), self.turn);
        let (phase, time, balance, kings) = (self.phase, self.time, self.balance, self.kings);
        let role = if m.is_castle() { Role::King } else { m.role() };
        let piece = index(role);
        let from = m.from().unwrap_or(self.own_king);
        let to = if m.is_castle() { next.king_of(turn).unwrap_or(from) } else { m.to() };
        let (seen_from, seen_to) = (self.seen(from), self.seen(to));
        let gain = exchange(self.position, m);
        let exchange = match gain {
            ..=-200 => 0,
            -199..=-1 => 1,
            0 => 2,
            1..=200 => 3,
            _ => 4,
        };
        let kind = kind_of(m);
        tally.add(Family::Piece, [piece, phase]);
        tally.add(Family::Kind, [kind, time]);
        tally.add(Family::KindBehind, [kind, balance]);
        tally.add(Family::KindKings, [kind, kings]);
        tally.add(Family::KindDensity, [kind, self.density, phase]);
        tally.add(Family::To, [piece, seen_to as usize]);
        tally.add(Family::From, [piece, seen_from as usize]);
        tally.add(Family::Zone, [piece, self.zone(to), phase]);
        tally.add(Family::ZoneTime, [self.zone(to), time]);
        tally.add(Family::Exchange, [exchange, piece, phase]);
        tally.add(Family::ExchangeBalance, [exchange, balance]);
        let (colour, queens) = (turn as usize, board.queens().count());
        tally.add(Family::KindQueens, [kind, queens, colour]);
        tally.add(Family::ExchangeQueens, [exchange, queens, piece]);
        tally.add(Family::ZoneColour, [piece, self.zone(to), colour]);
        tally.add(Family::Journey, [piece, self.zone(from), self.zone(to)]);
        self.around(seen_to, piece, tally);
        if kind == 0 {
            tally.add(Family::PawnColour, [seen_to.file() as usize, seen_to.rank() as usize, colour]);
        }
        for (before, family) in
            [(self.context.own, Family::AfterOwn), (self.context.last, Family::AfterOther)]
        {
            if let Some(before) = before {
                tally.add(family, [kind, kind_of(before), phase]);
            }
        }
        self.capture(m, kind, exchange, tally);
        if after.is_check() {
            tally.add(Family::Check, [piece, exchange]);
            tally.add(Family::CheckPhase, [phase, balance]);
        }
        self.path(seen_from, seen_to, piece, tally);
        self.history(m, from, to, piece, tally);
        let distance = |to: Square| [self.other_king, self.own_king].map(|king| to.distance(king));
        let ([other_before, own_before], [other_after, own_after]) = (distance(from), distance(to));
        tally.add(Family::ToKing, [piece, nearer(other_before, other_after), phase]);
        tally.add(Family::KingDistance, [piece, other_after.max(1) as usize - 1]);
        if role != Role::King {
            tally.add(Family::FromOwnKing, [piece, nearer(own_before, own_after), phase]);
            tally.add(Family::OwnKingDistance, [piece, own_after.max(1) as usize - 1]);
        }
        tally.add(Family::Centre, [piece, nearer(from_centre(from), from_centre(to)), phase]);
        self.safety(m, next, from, to, kind, tally);
        self.reach(next, from, to, role, kind, tally);
        if role == Role::Pawn {
            self.pawn(m, next, to, tally);
        }
        if let Some(side) = m.castling_side() {
            tally.add(Family::Castling, [if side.is_king_side() { 2 } else { 0 }, time]);
        }
        if let Some(promotion) = m.promotion() {
            tally.add(Family::Promotion, [index(promotion)]);
        }
        self.pieces(next, to, role, tally);
        let step = [0, 10, 25, 50, 100, 200, 400].iter().filter(|limit| loss > **limit).count();
        tally.add(Family::Loss, [step, phase]);
        tally.add(Family::LossBalance, [step, balance]);
        tally.add(Family::LossTime, [step, time]);
        tally.add(Family::LossKind, [step, kind]);
        let place = [0, 1, 2, 4, 9].iter().filter(|limit| place > **limit).count();
        tally.add(Family::Place, [place, phase]);
        tally.add(Family::PlaceKind, [place, kind]);
    }

    /// Adds where a piece stands relative to both kings.
    fn around(&self, to: Square, piece: usize, tally: &mut Tally) {
        let of = |king: Square| {
            let aside = (to.file() as i32 - king.file() as i32).unsigned_abs() as usize;
            let behind = (king.rank() as i32 - to.rank() as i32 + 3).max(0) as usize;
            [piece, aside, behind]
        };
        tally.add(Family::AroundOther, of(self.seen(self.other_king)));
        if piece < index(Role::King) {
            tally.add(Family::AroundOwn, of(self.seen(self.own_king)));
        }
    }

    /// Adds what a move captures, or declines to capture.
    fn capture(&self, m: Move, kind: usize, exchange: usize, tally: &mut Tally) {
        let piece = index(m.role());
        let recaptured = self.context.last.is_some_and(|last| last.is_capture() && last.to() == m.to());
        if let Some(victim) = m.capture() {
            let victim = index(victim);
            tally.add(Family::Capture, [piece, victim, self.phase]);
            tally.add(Family::CaptureExchange, [exchange, victim]);
            if matches!(victim, 1 | 2) && matches!(piece, 1 | 2) {
                tally.add(Family::Minor, [victim, piece, self.balance]);
            }
            if victim == 4 && piece == 4 {
                tally.add(Family::Queens, [self.balance, self.phase]);
            }
            if recaptured {
                tally.add(Family::Recapture, [piece, self.phase]);
            }
            if victim == 0 && piece == 0 {
                tally.add(Family::PawnTension, [m.to().file() as usize, self.phase]);
            }
        } else if self.captures > 0 {
            tally.add(Family::Declined, [piece, self.captures]);
        }
        if self.can_recapture && !recaptured {
            tally.add(Family::PassedBy, [kind]);
        }
    }

    /// Adds the direction and the length of a move.
    fn path(&self, from: Square, to: Square, piece: usize, tally: &mut Tally) {
        let forward = to.rank() as i32 - from.rank() as i32;
        let aside = to.file() != from.file();
        let direction = match (forward.signum(), aside) {
            (-1, false) => 0,
            (0, _) => 1,
            (1, false) => 2,
            (-1, true) => 3,
            _ => 4,
        };
        tally.add(Family::Direction, [piece, direction, self.phase]);
        tally.add(Family::DirectionBalance, [direction, self.balance]);
        tally.add(Family::Length, [piece, from.distance(to) as usize - 1, self.phase]);
    }

    /// Adds how a move relates to the moves before.
    fn history(&self, m: Move, from: Square, to: Square, piece: usize, tally: &mut Tally) {
        let phase = self.phase;
        if let Some(last) = self.context.last {
            tally.add(Family::Near, [to.distance(last.to()).max(1) as usize - 1, phase]);
            tally.add(Family::WingOfLast, [wing(to), wing(last.to()), phase]);
        }
        if let Some(own) = self.context.own {
            tally.add(Family::WingOfOwn, [wing(to), wing(own.to()), phase]);
            if !own.is_castle() && own.to() == from {
                tally.add(Family::Repeated, [piece, phase]);
                if own.from() == Some(m.to()) {
                    tally.add(Family::Undone, [piece, phase]);
                }
            }
        }
    }

    /// Adds what a move leaves attacked, and what attacks its target square.
    fn safety(&self, m: Move, next: &Board, from: Square, to: Square, kind: usize, tally: &mut Tally) {
        let (phase, balance, turn) = (self.phase, self.balance, self.turn);
        let piece = index(if m.is_castle() { Role::King } else { m.role() });
        let left = in_danger(next, turn).count();
        tally.add(Family::Hanging, [left, phase, balance]);
        tally.add(Family::HangingKind, [kind, left]);
        if self.attacked.contains(from) {
            tally.add(Family::Escape, [piece, phase]);
        } else if self.attacked.any() {
            tally.add(Family::StaysAttacked, [kind, self.attacked.count()]);
        }
        let occupied = next.occupied();
        let own = exchange_value(next.role_at(to).unwrap_or(Role::King));
        let attackers = next.attacks_to(to, turn.other(), occupied);
        let least = attackers.into_iter().filter_map(|square| next.role_at(square)).map(exchange_value).min();
        let counterpart = match least {
            None => 4,
            Some(_) if self.by_pawns.contains(to) && own > exchange_value(Role::Pawn) => 0,
            Some(least) if least < own - 50 => 1,
            Some(least) if least <= own + 50 => 2,
            Some(_) => 3,
        };
        tally.add(Family::Counterpart, [piece, counterpart, phase]);
        let defenders = next.attacks_to(to, turn, occupied);
        if defenders.any() {
            tally.add(Family::Defended, [piece, counterpart]);
        }
        if !m.is_capture() && counterpart == 2 && piece > 0 {
            tally.add(Family::Trade, [piece, balance]);
        }
        if (defenders & next.pawns()).any() && (1..=4).contains(&piece) {
            tally.add(Family::Outpost, [piece, self.seen(to).rank() as usize]);
        }
    }

    /// Adds what a piece attacks on its new square, and how far both sides move.
    fn reach(&self, next: &Board, from: Square, to: Square, role: Role, kind: usize, tally: &mut Tally) {
        let (board, turn, phase) = (self.position.board(), self.turn, self.phase);
        let piece = index(role);
        let of = |board: &Board, square: Square| {
            board
                .piece_at(square)
                .map_or(Bitboard::EMPTY, |piece| attacks::attacks(square, piece, board.occupied()))
        };
        let after = of(next, to);
        let threatened = after & in_danger(next, turn.other());
        tally.add(Family::Threats, [piece, threatened.count(), phase]);
        if !matches!(role, Role::Pawn | Role::King) {
            let count = |board: &Board, reach: Bitboard| (reach & !board.by_color(turn)).count() as i32;
            let by = count(next, after) - count(board, of(board, from));
            tally.add(Family::Mobility, [piece, change(by, 4), phase]);
        }
        let other = mobility(next, turn.other());
        tally.add(Family::Restricts, [(other / 10) as usize, phase]);
        tally.add(Family::RestrictsChange, [change(other - self.other_mobility, 4), kind]);
        tally.add(Family::Freedom, [change(mobility(next, turn) - self.own_mobility, 5), kind]);
    }

    /// Adds what is special to moves of pawns.
    fn pawn(&self, m: Move, next: &Board, to: Square, tally: &mut Tally) {
        let (phase, turn) = (self.phase, self.turn);
        let (file, rank) = (to.file(), self.seen(to).rank());
        if !m.is_capture() {
            tally.add(Family::Pawn, [file as usize, rank as usize, phase]);
        }
        tally.add(Family::PawnKings, [wing(to), self.kings, wing(self.other_king)]);
        let others = next.pawns() & next.by_color(turn.other());
        if (attacks::pawn_attacks(turn, to) & others).any() {
            tally.add(Family::Lever, [file as usize, phase]);
        }
        let beside = |king: Square| (file as i32 - king.file() as i32).abs() <= 1;
        if beside(self.own_king) {
            tally.add(Family::Shelter, [file as usize, self.kings]);
        }
        if beside(self.other_king) {
            tally.add(Family::Storm, [rank as usize, self.kings]);
        }
    }

    /// Adds what is special to rooks, bishops and lines of pieces.
    fn pieces(&self, next: &Board, to: Square, role: Role, tally: &mut Tally) {
        let own = next.by_color(self.turn);
        let seen = self.seen(to);
        if role == Role::Rook {
            let pawns = next.pawns() & Bitboard::from_file(to.file());
            let density = if pawns.is_empty() { 0 } else { usize::from((pawns & own).any()) + 1 };
            tally.add(Family::RookFile, [density, self.phase]);
        }
        if role == Role::Bishop {
            if matches!((seen.file(), seen.rank()), (File::B | File::G, Rank::Second)) {
                tally.add(Family::Fianchetto, [wing(to), self.time]);
            }
            let colour = if to.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
            let pawns = own & next.pawns();
            let by = (pawns & colour).count() as i32 - (pawns & !colour).count() as i32;
            tally.add(Family::Colour, [change(by, 3), self.phase]);
        }
        if matches!(role, Role::Bishop | Role::Rook | Role::Queen) {
            let reached = next
                .piece_at(to)
                .map_or(Bitboard::EMPTY, |piece| attacks::attacks(to, piece, next.occupied()));
            let partner =
                (reached & own).into_iter().filter_map(|square| next.role_at(square)).find(|partner| {
                    matches!(
                        (role, partner),
                        (Role::Bishop, Role::Queen) | (Role::Rook, Role::Rook | Role::Queen)
                    ) || role == Role::Queen && matches!(partner, Role::Bishop | Role::Rook)
                });
            if let Some(partner) = partner {
                tally.add(Family::Battery, [index(role), index(partner)]);
            }
        }
    }
}
