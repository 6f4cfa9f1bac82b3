"""Reads games as PGN with python-chess, which knows nothing of Eyas.

Usage: read_pgn.py FILE GAMES [VARIANT]. Exit code 0 and "all is well" on the last line where the file has so many games, all
moves are legal, and each result is what the last position or the tag Termination says. With a variant, the tag Variant
of every game names it.
"""

import sys

import chess.pgn


def main(path, expected, variant=None):
    count = 0
    with open(path, encoding="utf-8") as games:
        while game := chess.pgn.read_game(games):
            count += 1
            where = f"game {count}"
            assert not game.errors, f"{where}: {game.errors}"
            last = game.end()
            board = last.board()
            headers = game.headers
            assert headers.get("Variant") == variant, f"{where}: {headers.get('Variant')}"
            assert board.chess960 == (variant == "Chess960"), where
            assert last.ply() - game.ply() == int(headers["PlyCount"]), where
            if headers["Termination"] == "normal":
                outcome = board.outcome(claim_draw=True)
                assert outcome is not None, f"{where}: it is not over in {board.fen()}"
                assert outcome.result() == headers["Result"], f"{where}: {outcome}"
            comments = [node.comment for node in game.mainline() if node.comment]
            assert comments, f"{where}: no move tells of its search"
    assert count == expected, f"{count} games"
    print("all is well")


main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
