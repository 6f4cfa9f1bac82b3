"""Measures what a second search thread is worth: nodes a second, and the time to a fixed depth.

    cargo build --release && pip install chess && python3 benches/reference/threads.py [PROGRAM]

The positions are those of `eyas bench`. Each is searched by a new game with one thread and with two, in turn, three
times. A search with two threads does not repeat, so the times differ between runs.
"""

import statistics
import sys
import time
from pathlib import Path

import chess
import chess.engine

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "target/release/eyas")
DEPTH = 18
ROUNDS = 3


def main():
    boards = [chess.Board(line) for line in (ROOT / "assets/bench.fen").read_text().splitlines() if line]
    seconds = {threads: [[] for _ in boards] for threads in (1, 2)}
    nodes = {1: 0, 2: 0}
    for _ in range(ROUNDS):
        for threads in seconds:
            with chess.engine.SimpleEngine.popen_uci([PROGRAM, "uci"]) as engine:
                engine.configure({"Threads": threads, "Hash": 64})
                for place, board in enumerate(boards):
                    start = time.perf_counter()
                    info = engine.analyse(board, chess.engine.Limit(depth=DEPTH), game=object())
                    seconds[threads][place].append(time.perf_counter() - start)
                    nodes[threads] += info["nodes"]
    speed = {threads: nodes[threads] / sum(map(sum, seconds[threads])) for threads in seconds}
    medians = {threads: [statistics.median(times) for times in seconds[threads]] for threads in seconds}
    ratios = [one / two for one, two in zip(medians[1], medians[2], strict=True)]
    print(f"nodes a second: {speed[1] / 1e6:.2f} M with one thread, {speed[2] / 1e6:.2f} M with two, "
          f"ratio {speed[2] / speed[1]:.2f}")
    print(f"time to depth {DEPTH}: ratio {statistics.geometric_mean(ratios):.2f} (geometric mean over {len(boards)} "
          f"positions), from {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
