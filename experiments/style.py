"""Does a search with a person's style play that person's moves, and what does it cost?

Claim       A program can play like a person by learning from the person's games (2008, concluding remarks).
Method      `eyas recognise --study` has fitted a persona to three quarters of each player's games. In positions of the other
            quarter, after the opening, `eyas` searches with the persona's style, by several weights, and with the style of
            the next player of the list, as a control: what both gain is the taste of all players. Then `eyas` with the
            style plays against `eyas` without it, in pairs of games, and `eyas recognise` says in whose style it has played.
Sizes       150 positions of each player; 10,000 nodes a move; 60 pairs of games for each weight, three with each persona
            of twenty.
Statistics  The share of the moves played. Players are the unit: the mean over them with its interval by the t
            distribution, and the difference to the control. The score of the pairs by resampling.
"""

import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess
import chess.pgn
from blake3 import blake3

from common import Eyas, bootstrap_share, earlier, elo, interval, mean_of_seeds, settings, table, write

WEIGHTS = [5, 10, 20, 40]
CUT = 24


def main():
    given = settings(__doc__, games=".", personas=".", positions=150, nodes=10_000, pairs=60)
    sizes = {name: getattr(given, name) for name in ("positions", "nodes", "pairs")}
    earlier(given, sizes)
    eyas = Eyas(given)
    players = sorted(path.stem for path in Path(given.personas).glob("*.persona"))
    personas = {player: str(Path(given.personas, f"{player}.persona")) for player in players}
    questions = {player: positions(Path(given.games, f"{player}.pgn"), player, given.positions) for player in players}
    settings_of = [(weight, shift) for weight in [0, *WEIGHTS] for shift in ((0, 1) if weight else (0,))]
    shares = {}
    with ThreadPoolExecutor(max_workers=given.threads or 2) as pool:
        work = [(weight, shift, number) for weight, shift in settings_of for number in range(len(players))]

        def share(item):
            weight, shift, number = item
            style = personas[players[(number + shift) % len(players)]]
            return agreement(given, questions[players[number]], style, weight)

        for (weight, shift, _), found in zip(work, pool.map(share, work), strict=True):
            shares.setdefault((weight, shift), []).append(found)
    rows = []
    for weight in [0, *WEIGHTS]:
        own, other = shares[weight, 0], shares[weight, 1 if weight else 0]
        row = {"weight": weight, "own": mean_of_seeds(own),
               "difference": mean_of_seeds([a - b for a, b in zip(own, other, strict=True)]) if weight else None,
               "gain": mean_of_seeds([a - b for a, b in zip(own, shares[0, 0], strict=True)]) if weight else None}
        if weight:
            pairs, recognised = [0] * 5, 0
            for number, player in enumerate(players):
                count = len(range(number, given.pairs, len(players)))
                played = eyas.match(f"style-{player}-{weight}", "eyas", "eyas", "--option-a", f"Style File={personas[player]}",
                                    "--option-a", f"Style={weight}", "--name-a", "styled", "--nodes", given.nodes, "--games", 2 * count,
                                    "--seed", number + 1, "--order", "random", speed=["--concurrency", given.threads or 2])
                pairs = [a + b for a, b in zip(pairs, played["pentanomial"], strict=True)]
                verdict = eyas.once(f"recognised-{player}-{weight}", "recognise", played["pgn"], "--player", "styled",
                                    "--among", *personas.values())
                recognised += verdict["best"] == player
            row["recognised"] = [recognised, len(players)]
            share, ends = bootstrap_share(pairs)
            row["elo"] = [elo(share), *map(elo, ends)]
        rows.append(row)
    percent = lambda found: f"{100 * found[0]:.1f} {interval([100 * end for end in found[1]], 1)}" if found else ""
    heading = ["`Style`", "agreement, %", "more than without a style", "more than with another's", "recognised", "Elo"]
    text = table(heading, [[row["weight"], percent(row["own"]), percent(row["gain"]), percent(row["difference"]),
                            "{} of {}".format(*row["recognised"]) if "recognised" in row else "",
                            f"{row['elo'][0]:+.0f} {interval(row['elo'][1:])}" if "elo" in row else ""] for row in rows])
    write(given, "A person's style in a search", {"sizes": sizes, "players": players, "rows": rows}, text)


def positions(file, player, count):
    """Returns positions of held-out games in which the player had a choice: the moves before, and the move played. A game is
    held out as in `src/core/players/games.rs`."""
    found = []
    names = {player.lower(), {"Korchnoi": "kortschnoj"}.get(player, player.lower())}
    with open(file, encoding="utf-8", errors="replace") as text:
        while game := chess.pgn.read_game(text):
            start, moves = game.board(), [move.uci() for move in game.mainline_moves()]
            hasher = blake3(derive_key_context="eyas 2026 game")
            hasher.update(start.fen(en_passant="legal").encode())
            hasher.update("".join(moves).encode())
            if int.from_bytes(hasher.digest()[:8], "little") % 4 or game.headers.get("FEN") or game.errors:
                continue
            white = game.headers["White"].split(",")[0].strip().lower() in names
            board = start
            for ply, move in enumerate(game.mainline_moves()):
                if ply >= CUT and board.turn == white and board.legal_moves.count() > 1:
                    found.append((moves[:ply], move.uci()))
                board.push(move)
    return random.Random(1).sample(found, min(count, len(found)))


def agreement(given, questions, style, weight):
    """Returns the share of positions in which the search with a style plays the move."""
    engine = subprocess.Popen([given.eyas, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    say = lambda line: (engine.stdin.write(line + "\n"), engine.stdin.flush())
    if weight:
        say(f"setoption name Style File value {style}\nsetoption name Style value {weight}")
    right = 0
    for moves, played in questions:
        say(f"ucinewgame\nposition startpos moves {' '.join(moves)}\ngo nodes {given.nodes}")
        while not (line := engine.stdout.readline()).startswith("bestmove"):
            if "Style" in line or not line:
                raise SystemExit(f"eyas uci: {line}")
        right += line.split()[1] == played
    say("quit")
    engine.wait()
    return right / len(questions)


if __name__ == "__main__":
    main()
