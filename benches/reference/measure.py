"""Measures the speed, the memory and the growth of Eyas beside its peers, and prints tables in Markdown.

    cargo build --profile dist && pip install chess
    python3 benches/reference/measure.py [--program PROGRAM] [PART…]

The parts are `mimicry`, `nodes`, `games`, `memory` and `growth`; without one, all are measured. Peers are `toga2`,
`fastchess` and `cutechess-cli`; those that are missing are named. The script refuses to start while the load of the
machine is above 0.3, because a busy machine measures its neighbours. `--busy` starts anyway and says so in its output.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import speed

ROOT = Path(__file__).resolve().parent.parent.parent
LARGEST_LOAD = 0.3
ROUNDS = 3


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="mimicry, nodes, games, memory, growth")
    parser.add_argument("--program", default=str(ROOT / "target/dist/eyas"), help="default: %(default)s")
    parser.add_argument("--busy", action="store_true", help="measure although other programs run")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        sys.exit(f"unknown part {', '.join(sorted(unknown))}; use {', '.join(PARTS)}")
    load = os.getloadavg()[0]
    if load > LARGEST_LOAD and not given.busy:
        sys.exit(f"the load is {load:.2f}, above {LARGEST_LOAD}: wait until the machine is idle, or give --busy")
    os.environ["PATH"] += os.pathsep + "/usr/games"
    program = str(Path(given.program).resolve())
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    print(f"{version}, {os.cpu_count()} cores, load {load:.2f} at the start"
          f"{' (busy: do not compare these figures)' if load > LARGEST_LOAD else ''}.")
    for part in given.parts or PARTS:
        print(f"\n## {part.capitalize()}\n", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            PARTS[part](program, Path(folder))


def run(program, folder, *arguments, check=True):
    """Runs a command in a folder. Returns its wall time, its CPU time in seconds and its peak memory in MiB."""
    command = [program, *map(str, arguments)]
    start = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    if check and process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {errors.decode(errors='replace')}")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def table(*heads):
    """Prints the head of a table: text to the left, numbers to the right."""
    print("| " + " | ".join(heads) + " |")
    print("| --- |" + " ---: |" * (len(heads) - 1))


def row(*cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def mimicry(program, folder):
    """The paper's run with its trees in the cache, without the time of a run of no generation."""
    cases = {
        "200 × 100 × 5,000, quiescence": ["--preset", "paper-2014"],
        "200 × 100 × 5,000, static": ["--preset", "paper-2014", "--move-score", "static"],
        "20 × 100 × 5,000, quiescence, 510 parameters": ["--preset", "paper-2014", "--schema", "extended",
                                                         "--generations", 20],
    }
    table("run", "threads", "s", "s of CPU")
    for place, (name, arguments) in enumerate(cases.items()):
        evolve = ["evolve", *arguments]
        run(program, folder, *evolve, "--generations", 0, "--session", f"{place}-cache")
        for threads in (1, 2):
            times = []
            for seed in range(1, ROUNDS + 1):
                command = [*evolve, "--threads", threads, "--seed", seed]
                session = f"{place}-{threads}-{seed}"
                start = run(program, folder, *command, "--generations", 0, "--session", f"{session}-start")
                whole = run(program, folder, *command, "--session", session)
                times.append([one - other for one, other in zip(whole[:2], start[:2])])
            wall, cpu = (statistics.median(column) for column in zip(*times))
            row(name, threads, f"{wall:.2f}", f"{cpu:.2f}")


def nodes(program, _):
    """Nodes a second beside the peer: benches/reference/speed.py says how."""
    engines = {speed.PEER: [speed.PEER]} if shutil.which(speed.PEER) else {}
    engines |= {name: [program, "uci", *arguments] for name, arguments in speed.PLAYERS.items()}
    speeds = speed.measure(engines)
    table("engine", "M nodes/s", "ratio")
    for name, rounds in speeds.items():
        ratio = "missing peer"
        if speed.PEER in speeds:
            ratio = f"{statistics.median(a / b for a, b in zip(rounds, speeds[speed.PEER])):.2f}"
        row(name, f"{statistics.median(rounds) / 1e6:.2f}", ratio)


def games(program, folder):
    """Games an hour and core of `reference` against `eyas`, and the time of a move that does not depend on its nodes."""
    per_move = {}
    table("nodes a move", "program", "games an hour and core", "ratio")
    for limit, count in ((300, 400), (1_000, 200), (10_000, 40)):
        session = folder / f"games-{limit}"
        wall, cpu, _ = run(program, folder, "match", "--a", "reference", "--b", "eyas", "--nodes", limit, "--games",
                           count, "--hash", 1, "--concurrency", 1, "--session", session)
        own = 3600 * count / cpu
        row(f"{limit:,}", "eyas match", f"{own:,.0f}", 1)
        moves = (session / "games.pgn").read_text().count(f" {limit}n}}")
        per_move[limit] = cpu / max(moves, 1)
        for peer, command in peers(program, folder, limit, count).items():
            if shutil.which(peer) is None:
                row(f"{limit:,}", peer, "not installed", "")
                continue
            wall, _, _ = run(command[0], folder, *command[1:], check=False)
            theirs = 3600 * count / wall
            row(f"{limit:,}", peer, f"{theirs:,.0f}", f"{own / theirs:.1f}")
    slope = (per_move[10_000] - per_move[300]) / 9_700
    fixed = per_move[1_000] - 1_000 * slope
    print(f"\nA move of {1_000:,} nodes takes {per_move[1_000] * 1e6:.0f} µs; {slope * 1e9:.0f} ns a node by the difference "
          f"of 10,000 and 300 nodes, so {fixed * 1e6:.0f} µs ({fixed / per_move[1_000]:.1%}) do not depend on the nodes.")


def peers(program, folder, limit, count):
    """The same match by other programs, one game at a time."""
    book = folder / "book.epd"
    if not book.exists():
        book.write_bytes((ROOT / "assets/bench.fen").read_bytes())
    players = [["-engine", f"cmd={program}", f"name={name}", f"args=uci --organism {name}"]
               for name in ("reference", "eyas")]
    each = ["-each", "proto=uci", "tc=inf", f"nodes={limit}", "option.Hash=1"]
    common = ["-rounds", count // 2, "-games", 2, "-repeat", "-concurrency", 1,
              "-openings", f"file={book}", "format=epd", "order=random"]
    flat = [word for player in players for word in player]
    cute = [word.replace("args=", "arg=") for word in flat]
    return {"fastchess": ["fastchess", *flat, *each, *common],
            "cutechess-cli": ["cutechess-cli", *split_arguments(cute), *each, *common]}


def split_arguments(words):
    """cutechess-cli takes one argument of an engine at a time."""
    for word in words:
        if word.startswith("arg="):
            yield from (f"arg={part}" for part in word.removeprefix("arg=").split())
        else:
            yield word


def memory(program, folder):
    """The peak memory of the commands that a person runs, each with its defaults except for its length."""
    games = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0"
    tags = '[White "A"]\n[Black "B"]\n[WhiteElo "2700"]\n[BlackElo "2700"]\n[Result "1-0"]\n\n'
    (folder / "games.pgn").write_text((tags + games + "\n\n") * 1000)
    cases = {
        "evolve (the paper's run)": ["evolve", "--session", "evolve"],
        "evolve --preset extended": ["evolve", "--preset", "extended", "--session", "extended"],
        "evolve --preset extended-moves": ["evolve", "--preset", "extended-moves", "--session", "extended-moves"],
        "evolve --preset paper-2008 --generations 20": ["evolve", "--preset", "paper-2008", "--generations", 20,
                                                        "--session", "paper-2008"],
        "coevolve --preset quick --generations 1": ["coevolve", "--preset", "quick", "--generations", 1, "--session",
                                                    "coevolve"],
        "tune --preset quick": ["tune", "--preset", "quick", "--session", "tune"],
        "match, 20 games": ["match", "--a", "reference", "--b", "eyas", "--games", 20, "--nodes", 1000, "--session",
                            "match"],
        "solve a suite": ["solve", "--suite", "wac", "--nodes", 1000],
        "score gm2600-test": ["score", "eyas"],
        "explain a run": ["explain", "evolve"],
        "report of a run": ["report", "evolve", "--out", "report"],
        "import 1,000 games": ["import", "games.pgn", "--out", "imported"],
        "perft 5": ["perft", 5],
    }
    table("command", "peak, MiB", "s")
    for name, arguments in cases.items():
        wall, _, peak = run(program, folder, *arguments, check=False)
        row(f"`eyas {name}`", f"{peak:,.0f}", f"{wall:.1f}")


def growth(program, folder):
    """How the CPU time of a run grows with one of its sizes, the others as in the preset `quick`; without the start."""
    def seconds(*arguments):
        session = f"run-{len(list(folder.iterdir()))}"
        return run(program, folder, "evolve", "--preset", "quick", "--threads", 1, *arguments, "--session", session)[1]

    sizes = {"--generations": (10, 20, 40, 80, 160), "--population": (25, 50, 100, 200, 400),
             "--positions": (625, 1_250, 2_500, 5_000)}
    table("size", "value", "s of CPU", "a unit, ms")
    for flag, values in sizes.items():
        for value in values:
            fixed = [flag, value] if flag == "--positions" else []
            taken = seconds(flag, value) - seconds(*fixed, "--generations", 0)
            row(flag.removeprefix("--"), f"{value:,}", f"{taken:.2f}", f"{1000 * taken / value:.2f}")
    table("parameters", "value", "s of CPU", "a unit, ms")
    for schema, count in (("paper-2014", 35), ("extended", 510)):
        taken = seconds("--schema", schema) - seconds("--schema", schema, "--generations", 0)
        row(schema, count, f"{taken:.2f}", f"{1000 * taken / count:.2f}")


PARTS = {"mimicry": mimicry, "nodes": nodes, "games": games, "memory": memory, "growth": growth}

if __name__ == "__main__":
    main()
