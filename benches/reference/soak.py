"""Runs a match against an engine, a tune by self-play and an evolution for hours at the lowest priority, and prints how
their memory, descriptors and processes grow: they should not.

    cargo build --release && python3 benches/reference/soak.py [--hours 6] [--folder FOLDER] [--program PROGRAM]

Every ten minutes each program is sampled and a line is added to FOLDER/samples.csv. An interrupted run goes on: each program
resumes its session, and the hours count those that are sampled already. A program that is done begins again; one that ends
with an error ends the run. At the end it prints a table, and exits with 1 if the memory of a program grew by more than a
tenth after the first hour, or if its descriptors or processes grew at all. Needs stockfish (Debian) as an engine.
"""

import argparse
import csv
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
INTERVAL = 600
WORK = {
    "match": ["match", "--a", "reference", "--b", "uci:stockfish", "--limit-b", "nodes=200", "--nodes", "500",
              "--games", "69400", "--concurrency", "1"],
    "tune": ["tune", "--organism", "eyas", "--start", "eyas", "--objective", "self-play", "--preset", "spsa", "--schema",
             str(ROOT / "examples/search-margins-eyas.ron"), "--nodes", "500", "--generations", "1000", "--threads", "1"],
    "evolve": ["evolve", "--preset", "paper-2014", "--generations", "1000000", "--threads", "1"],
}
COLUMNS = ["minutes", "program", "mib", "descriptors", "processes"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=6, help="default: %(default)s")
    parser.add_argument("--folder", type=Path, default=ROOT / "sessions/soak", help="default: %(default)s")
    parser.add_argument("--program", default=str(ROOT / "target/release/eyas"), help="default: %(default)s")
    given = parser.parse_args()
    os.environ["PATH"] += os.pathsep + "/usr/games"
    given.folder.mkdir(parents=True, exist_ok=True)
    samples = given.folder / "samples.csv"
    rows = list(csv.DictReader(samples.open())) if samples.exists() else []
    minutes = max((float(row["minutes"]) for row in rows), default=0.0)
    running = {name: start(given, name) for name in WORK}
    try:
        while minutes < 60 * given.hours:
            time.sleep(INTERVAL)
            minutes += INTERVAL / 60
            for name in WORK:
                if (code := running[name].poll()) is not None:
                    if code != 0:
                        sys.exit(f"{name} ended with {code}; its messages are in {given.folder / name}.log")
                    shutil.rmtree(given.folder / name)
                    running[name] = start(given, name)
                rows.append(dict(zip(COLUMNS, [minutes, name, *sample(running[name].pid)], strict=True)))
            with samples.open("w", newline="") as file:
                writer = csv.DictWriter(file, COLUMNS)
                writer.writeheader()
                writer.writerows(rows)
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait()
    sys.exit(0 if report(rows) else 1)


def start(given, name):
    """Starts a program, or resumes its session."""
    session = given.folder / name
    arguments = [*WORK[name], "--session", session]
    if any(session.glob("*.ron")):
        arguments = [WORK[name][0], "--session", session, "--resume"]
    with (given.folder / f"{name}.log").open("a") as log:
        return subprocess.Popen(["nice", "-n", "19", given.program, *map(str, arguments)], stdin=subprocess.DEVNULL,
                                stdout=log, stderr=log)


def sample(pid):
    """Returns the resident memory of a process in MiB, its open descriptors, and its processes with itself."""
    status = Path(f"/proc/{pid}/status").read_text()
    resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    children = sum(len((task / "children").read_text().split()) for task in Path(f"/proc/{pid}/task").iterdir())
    return round(resident / 1024, 1), len(list(Path(f"/proc/{pid}/fd").iterdir())), 1 + children


def report(rows):
    """Prints the samples of each program, and returns whether nothing grew after the first hour."""
    flat = True
    print("| program | hours | MiB after an hour | at the end | descriptors | processes |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in WORK:
        own = [row for row in rows if row["program"] == name and float(row["minutes"]) > 60]
        if not own:
            continue
        numbers = {column: [float(row[column]) for row in own] for column in COLUMNS if column != "program"}
        first, last = (statistics.median(part) for part in (numbers["mib"][:3], numbers["mib"][-3:]))
        spans = [f"{min(numbers[column]):.0f} to {max(numbers[column]):.0f}" for column in ("descriptors", "processes")]
        print(f"| {name} | {numbers['minutes'][-1] / 60:.1f} | {first:.0f} | {last:.0f} | {spans[0]} | {spans[1]} |")
        flat &= last <= 1.1 * first
        flat &= all(numbers[column][-1] <= max(numbers[column][:3]) for column in ("descriptors", "processes"))
    return flat


if __name__ == "__main__":
    main()
