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

import chess
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
    """Games an hour and core of `reference` against `eyas`. Peers drive `eyas uci`: their time is that of the clock."""
    table("nodes a move", "program", "games an hour and core", "ratio")
    for limit, count in ((300, 400), (1_000, 200), (10_000, 40)):
        session = folder / f"games-{limit}"
        _, cpu, _ = run(program, folder, "match", "--a", "reference", "--b", "eyas", "--nodes", limit, "--games",
                        count, "--hash", 1, "--concurrency", 1, "--openings", book(folder), "--order", "sequential",
                        "--session", session)
        own = 3600 * count / cpu
        row(f"{limit:,}", "eyas match", f"{own:,.0f}", 1)
        for peer, command in peers(program, folder, limit, count).items():
            if shutil.which(peer) is None:
                row(f"{limit:,}", peer, "not installed", "")
                continue
            wall, _, _ = run(command[0], folder, *command[1:], check=False)
            theirs = 3600 * count / wall
            row(f"{limit:,}", peer, f"{theirs:,.0f}", f"{own / theirs:.1f}")


def book(folder):
    """Returns the file of the openings of all programs: the first two hundred embedded ones."""
    path = folder / "book.epd"
    if not path.exists():
        packed = ROOT / "assets/openings/balanced-8-moves.txt.zst"
        text = subprocess.run(["zstd", "-dc", packed], check=True, capture_output=True, text=True).stdout
        boards = []
        for line in text.splitlines()[:200]:
            board = chess.Board()
            for move in line.split()[1:]:
                board.push_uci(move)
            boards.append(board.epd())
        path.write_text("\n".join(boards) + "\n")
    return path


def peers(program, folder, limit, count):
    """The same match by other programs, one game at a time."""
    players = [["-engine", f"cmd={program}", f"name={name}", f"args=uci --organism {name}"]
               for name in ("reference", "eyas")]
    each = ["-each", "proto=uci", "tc=inf", f"nodes={limit}", "option.Hash=1"]
    common = ["-rounds", count // 2, "-games", 2, "-repeat", "-concurrency", 1,
              "-openings", f"file={book(folder)}", "format=epd", "order=sequential"]
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
    run(program, folder, "match", "--a", "reference", "--b", "eyas", "--games", 1000, "--nodes", 100, "--pgn", "games.pgn",
        "--order", "random", "--session", "played")
    cases = {
        "evolve (the paper's run)": ["evolve", "--session", "evolve"],
        "evolve --preset extended": ["evolve", "--preset", "extended", "--session", "extended"],
        "evolve --preset extended-moves": ["evolve", "--preset", "extended-moves", "--session", "extended-moves"],
        "evolve --preset paper-2008 --generations 20": ["evolve", "--preset", "paper-2008", "--generations", 20,
                                                        "--session", "paper-2008"],
        "coevolve, 1 generation of 4": ["coevolve", "--preset", "quick", "--generations", 1, "--from", "reference",
                                        "paper-2014-figure-3", "evol0", "evolstar", "--session", "coevolve"],
        "tune --preset quick": ["tune", "--preset", "quick", "--session", "tune"],
        "match, 20 games": ["match", "--a", "reference", "--b", "eyas", "--games", 20, "--nodes", 1000, "--session",
                            "match"],
        "solve a suite": ["solve", "--suite", ROOT / "positions/wac300.epd", "--nodes", 1000],
        "score gm2600-test": ["score", "eyas", "--positions", "gm2600-test"],
        "explain a run": ["explain", "--learned", "evolve"],
        "report of a run": ["report", "evolve", "--out", "report"],
        "import 1,000 games": ["import", "games.pgn", "--min-elo", 0, "--any-result", "--train", 800, "--test", 100, "--out",
                               "imported"],
        "persona of 1,000 games": ["persona", "games.pgn", "--player", "eyas", "--out", "persona.ron"],
        "perft 5": ["perft", 5],
    }
    table("command", "peak, MiB", "s")
    for name, arguments in cases.items():
        wall, _, peak = run(program, folder, *arguments)
        row(f"`eyas {name}`", f"{peak:,.0f}", f"{wall:.1f}")


def growth(program, folder):
    """How the CPU time of a run grows with one of its sizes, the others as in the preset `quick`; without the start."""
    def seconds(*arguments):
        session = f"run-{len(list(folder.iterdir()))}"
        return run(program, folder, "evolve", "--preset", "quick", "--threads", 1, *arguments, "--session", session)[1]

    def files(count):
        """The first positions of the training set as a file."""
        text = subprocess.run(["zstd", "-dc", ROOT / "positions/gm2600-train.epd.zst"], check=True, capture_output=True)
        file = folder / f"{count}.epd"
        file.write_bytes(b"".join(text.stdout.splitlines(keepends=True)[:count]))
        return ["--train", file]

    sizes = {"generations": (10, 20, 40, 80, 160), "population": (25, 50, 100, 200, 400)}
    if shutil.which("zstd"):
        sizes["positions"] = (625, 1_250, 2_500, 5_000)
    else:
        print("zstd is missing, which unpacks the positions: their number is not measured.\n")
    table("size", "value", "s of CPU", "a unit, ms")
    for name, values in sizes.items():
        for value in values:
            size = files(value) if name == "positions" else [f"--{name}", value]
            start = size if name != "generations" else []
            taken = seconds(*size) - seconds(*start, "--generations", 0)
            row(name, f"{value:,}", f"{taken:.2f}", f"{1000 * taken / value:.2f}")
    print()
    table("parameters", "value", "s of CPU", "a unit, ms")
    for schema, count in (("paper-2014", 35), ("extended-small", 91), ("extended-medium", 303), ("extended", 510)):
        taken = seconds("--schema", schema) - seconds("--schema", schema, "--generations", 0)
        row(schema, count, f"{taken:.2f}", f"{1000 * taken / count:.2f}")
    print()
    table("players of a round robin", "games", "s of CPU", "a game, ms")
    for count in (2, 4, 8, 16, 32):
        games = count * (count - 1)
        cup = folder / f"{count}.ron"
        players = ", ".join(f'(spec: "random:{seed}")' for seed in range(1, count + 1))
        cup.write_text(f"(players: [{players}], control: Nodes(300), games: 2)")
        _, taken, _ = run(program, folder, "match", cup, "--concurrency", 1, "--session", f"cup-{count}")
        row(count, games, f"{taken:.2f}", f"{1000 * taken / games:.0f}")


PARTS = {"mimicry": mimicry, "nodes": nodes, "games": games, "memory": memory, "growth": growth}

if __name__ == "__main__":
    main()
