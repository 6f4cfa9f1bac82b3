"""Reads detailed PGN with python-chess, and its comments as cutechess and fastchess write them.

Usage: read_pgn_detail.py FILE GAMES. Exit code 0 and "all is well" on the last line where every move of a player has a time,
most have an evaluation and a legal principal variation, and all three notations agree.
"""

import re
import sys

import chess.engine
import chess.pgn

# What cutechess writes: the mover's score and depth, where it gave them, then the time.
CUTECHESS = re.compile(r"^(?:(?P<score>[+-](?:\d+\.\d\d|M\d+))/(?P<depth>\d+) )?(?P<time>\d+(?:\.\d+)?)s\b")
# What fastchess adds: NAME=VALUE, apart by commas.
FASTCHESS = re.compile(r', (n|sd|nps|tl|pv)=("[^"]*"|[\d.]+s?)')


def mover_score(text):
    if "M" in text:
        return chess.engine.Mate(int(text.replace("M", "")))
    return chess.engine.Cp(round(float(text) * 100))


def check_move(node, clocked):
    comment = " ".join(node.comment.split())
    where = f"{node.san()}: {comment}"
    found = CUTECHESS.match(comment)
    assert found, where
    board = node.parent.board()
    score = node.eval()
    assert abs(node.emt() - float(found["time"])) < 0.002, where
    fields = dict(FASTCHESS.findall(comment))
    assert int(fields["n"]) > 0 and int(fields["nps"]) >= 0, where
    assert (node.clock() is not None) == ("tl" in fields) == clocked, where
    if clocked:
        assert abs(node.clock() - float(fields["tl"].rstrip("s"))) < 0.002, where
    if found["score"] is None:
        # A search that ended before it had a line.
        assert score is None and "pv" not in fields, where
        return 0
    assert score.pov(board.turn) == mover_score(found["score"]), where
    assert node.eval_depth() == int(found["depth"]) and int(fields["sd"]) >= 0, where
    line = fields["pv"].strip('"').split()
    assert 1 <= len(line) <= 64, where
    for move in line:
        board.push(board.parse_uci(move))
    return 1


def main(path, expected):
    count = moves = scored = 0
    with open(path, encoding="utf-8") as games:
        while game := chess.pgn.read_game(games):
            count += 1
            assert not game.errors, game.errors
            clocked = "+" in game.headers["TimeControl"]
            for node in game.mainline():
                # Moves of the opening have no comment.
                if "n=" in node.comment:
                    moves += 1
                    scored += check_move(node, clocked)
    assert count == expected and scored > moves / 2, f"{count} games, {moves} moves, {scored} with a score"
    print("all is well")


main(sys.argv[1], int(sys.argv[2]))
