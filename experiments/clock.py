"""Matches on the clock. Unlike all other computations they do not repeat, so the machine and the speeds of both players
belong to their results, and their games are kept."""

import json
import os
import platform
import re
import textwrap
from pathlib import Path

from common import replace

# The rules of matches on the clock: 64 MiB for each player, a margin of 100 ms, a side loses when both players see it 7
# pawns behind for four moves in a row, and a game is drawn when both see at most 0.1 pawns for eight moves in a row, from
# move 40.
CLOCK_RULES = ["--hash", 64, "--margin", 100, "--resign", "4,700", "--draw", "40,8,10"]

# The headings of the cells that `speeds` returns.
SPEEDS = ["nodes a second (millions)", "depth (plies)"]


def play(eyas, key, one, other, tc, *arguments, concurrency, games):
    """Plays a match, `concurrency` games at a time, and keeps its moves in the file `games`. Returns its result, with the
    machine on which it began, and the `searches` of both players."""
    kept = eyas.work / f"{key}-machine.json"
    if not kept.exists():
        replace(kept, json.dumps(f"{os.cpu_count()} cores, {processor()}"))
    played = eyas.match(key, one, other, "--tc", tc, *arguments, *CLOCK_RULES, speed=["--concurrency", concurrency])
    keep_games(eyas.work / key / "games.pgn", games)
    return played | {"machine": json.loads(kept.read_text()), "searches": searches(eyas.work / key / "games.jsonl")}


def processor():
    """Returns the name of the processor, or of its architecture where the system does not tell."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def searches(games):
    """Returns the millions of nodes a second and the mean depth in plies of both players of a match."""
    totals = [[0, 0, 0, 0], [0, 0, 0, 0]]
    for game in map(json.loads, games.read_text().splitlines()):
        record = game["record"]
        for ply, move in enumerate(record["moves"], len(record["opening"])):
            # The first player has White in games of even numbers.
            total = totals[(game["game"] + ply) % 2]
            # An engine may not report every search.
            if "depth" in move and "nodes" in move:
                for index, value in enumerate((move["nodes"], move["us"], move["depth"], 1)):
                    total[index] += value
    return [(nodes / microseconds, depths / moves) for nodes, microseconds, depths, moves in totals]


def speeds(players):
    """Returns the cells of the searches of both players."""
    return [" – ".join(f"{value:.1f}" for value in values) for values in zip(*players)]


def keep_games(source, target):
    """Copies a file of games without the comments on the moves."""
    target.parent.mkdir(exist_ok=True)
    parts = re.sub(r"\s*\{[^}]*\}|\s\d+\.\.\.(?=\s)", "", source.read_text()).rstrip().split("\n\n")
    wrapped = [part if part.startswith("[") else textwrap.fill(part, 100) for part in parts]
    replace(target, "\n\n".join(wrapped) + "\n")
