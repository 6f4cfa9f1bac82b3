"""Measures the nodes per second of Eyas beside those of other UCI engines, all in the same run.

    cargo build --release && pip install chess && python3 benches/reference/speed.py [PROGRAM…]

Each engine searches ten positions of `eyas bench` for a second each, with one thread and 16 MiB; the engines take
turns for five rounds. Several builds of Eyas can be compared. Needs toga2 (Debian) and an otherwise idle machine.
"""

import os
import statistics
import sys
import time
from pathlib import Path

import chess
import chess.engine

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = sys.argv[1:] or [str(ROOT / "target/release/eyas")]
PEER = "toga2"
PLAYERS = {
    "35 parameters, the paper's search": ["--organism", "reference", "--search", "paper"],
    "35 parameters, extended search": ["--organism", "reference"],
    "510 parameters, extended search": ["--organism", "eyas"],
}
SECONDS = 1.0
ROUNDS = 5


def main():
    os.environ["PATH"] += os.pathsep + "/usr/games"
    engines = {PEER: [PEER]}
    for program in PROGRAMS:
        for player, arguments in PLAYERS.items():
            engines[f"{program}, {player}"] = [program, "uci", *arguments]
    speeds = measure(engines)
    for name, rounds in speeds.items():
        ratios = [one / other for one, other in zip(rounds, speeds[PEER], strict=True)]
        print(f"{name}: {statistics.median(rounds) / 1e6:.2f} M nodes/s, best {max(rounds) / 1e6:.2f} M; "
              f"{statistics.median(ratios):.2f} times the speed of {PEER} (median of rounds)")


def measure(engines):
    """Returns the nodes per second of each engine in each round. The engines take turns."""
    boards = [chess.Board(line) for line in (ROOT / "assets/bench.fen").read_text().splitlines()[::3] if line]
    speeds = {name: [] for name in engines}
    for _ in range(ROUNDS):
        for name, command in engines.items():
            speeds[name].append(speed(command, boards))
    return speeds


def speed(command, boards):
    """Returns the nodes per second over all positions."""
    nodes, seconds = 0, 0.0
    with chess.engine.SimpleEngine.popen_uci(command) as engine:
        engine.configure({"Hash": 16})
        for board in boards:
            start = time.perf_counter()
            nodes += engine.analyse(board, chess.engine.Limit(time=SECONDS), game=object())["nodes"]
            seconds += time.perf_counter() - start
    return nodes / seconds


if __name__ == "__main__":
    main()
