"""Drives the engine through python-chess, a client that knows nothing of Eyas.

Usage: python_chess.py PROGRAM [ARGUMENT…]. Exit code 0 and "all is well" on the last line where every answer was
the one that the client, with rules of its own, takes for right.
"""

import asyncio
import sys

import chess
import chess.engine

LIMIT = chess.engine.Limit(nodes=2000)
MATE_IN_TWO = "6k1/8/8/8/8/8/R7/1R4K1 w - - 0 1"
CHECKMATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"


def check(holds, what):
    if not holds:
        raise AssertionError(what)


async def a_game(engine):
    """Whole games against itself: every move is legal by the client's rules."""
    for fen in (chess.STARTING_FEN, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "8/P5k1/8/8/8/8/p5K1/8 w - - 0 1"):
        board = chess.Board(fen)
        game = object()
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            result = await engine.play(board, LIMIT, game=game, info=chess.engine.INFO_ALL)
            check(result.move in board.legal_moves, f"{result.move} in {board.fen()}")
            check("score" in result.info and "pv" in result.info, f"an info line in {board.fen()}")
            board.push(result.move)
            if result.ponder:
                check(result.ponder in board.legal_moves, f"ponder {result.ponder} in {board.fen()}")


async def clocks_and_pondering(engine):
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    for _ in range(6):
        result = await engine.play(board, limit, ponder=True)
        board.push(result.move)
        reply = result.ponder if result.ponder in board.legal_moves else next(iter(board.legal_moves))
        board.push(reply)


async def analysis(engine):
    board = chess.Board()
    lines = await engine.analyse(board, LIMIT, multipv=4)
    firsts = [line["pv"][0] for line in lines]
    check(len(set(firsts)) == 4, f"four lines with moves of their own: {firsts}")
    for line in lines:
        at = board.copy()
        for move in line["pv"]:
            check(move in at.legal_moves, f"{move} of the line {line['pv']}")
            at.push(move)

    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    result = await engine.play(board, LIMIT, root_moves=wanted)
    check(result.move in wanted, f"{result.move} of {wanted}")

    with await engine.analysis(board) as endless:
        async for info in endless:
            if info.get("depth", 0) >= 3:
                break
        endless.stop()
        best = await endless.wait()
    check(best.move in board.legal_moves, f"{best.move} after a stop")


async def ends(engine):
    info = await engine.analyse(chess.Board(MATE_IN_TWO), chess.engine.Limit(depth=6))
    check(info["score"].relative == chess.engine.Mate(2), f"mate in two: {info['score']}")
    for fen in (CHECKMATE, STALEMATE):
        result = await engine.play(chess.Board(fen), LIMIT)
        check(result.move is None, f"{result.move} where there is no move: {fen}")


async def options(engine):
    for name in ("Hash", "Clear Hash", "Organism", "Search", "MultiPV", "Move Overhead", "Ponder", "SyzygyPath"):
        check(name in engine.options, f"the option {name}")
    check(engine.options["Search"].var == ["own", "plain", "paper", "extended"], "the searches to choose from")
    for values in ({"Hash": 2}, {"Clear Hash": None}, {"Organism": "paper-2014-figure-3"}, {"Search": "plain"},
                   {"Move Overhead": 30}):
        await engine.configure(values)
        result = await engine.play(chess.Board(), LIMIT)
        check(result.move in chess.Board().legal_moves, f"{result.move} after {values}")


async def main():
    for test in (options, analysis, ends, clocks_and_pondering, a_game):
        _, engine = await chess.engine.popen_uci(sys.argv[1:])
        check(engine.id["name"].startswith("Eyas"), engine.id)
        await asyncio.wait_for(test(engine), timeout=120)
        await engine.quit()
        print(f"{test.__name__}: as it should be", flush=True)
    print("all is well")


asyncio.run(main())
