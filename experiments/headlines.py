"""Claim: the evolved programs play at the level of strong programs (2014 paper, Tables IV to VI: Evol* scores 60.0 % against
Evol0, and 60.5 % against Crafty).

Hypotheses, written before the run
  H1  Evol* beats Evol0.
  H2  Evol* beats Crafty.

Sizes       300 games of each pair at 10 s and 0.1 s a move: Evol* against Evol0; Evol*, Evol0 and `reference` each against
            every engine of --opponents. Each player has one thread and 64 MiB; games are adjudicated. Engines that are not
            installed are named and left out. Crafty must be built from its source; the profiles crafty-23.4 and crafty-25.2
            expect it in PATH. --players and --opponents select a part of the matches; the others keep their results of
            earlier runs. --concurrency is the number of games at a time, which must not exceed the number of cores.
Statistics  Share of the points with a 95 % bootstrap interval over pairs of games; Holm's correction over the matches (sign
            test on pairs). Games with clocks do not repeat, so the machine belongs to the result, and the moves of all
            games are kept in RESULTS/games. Nodes a second and depth are those of all searches that were reported.
"""

import os
import shutil

from clock import SPEEDS, play, speeds
from common import Eyas, bootstrap_share, correct, earlier, interval, settings, sign_test_of_pairs, table, write

PAPER = {("Evol*", "Evol0"): "60.0 %", ("Evol*", "crafty-23.4"): "60.5 % (its Crafty)"}
PLAYERS = "Evol*,Evol0,reference"
# Only Evol* plays Evol0.
OPPONENTS = "Evol0,uci:toga2,gnuchess,crafty-23.4,crafty-25.2"


def main():
    given = settings(__doc__, evolstar="evolstar", evol0="evol0", games=300, tc="10+0.1", players=PLAYERS,
                     opponents=OPPONENTS, concurrency=1)
    eyas = Eyas(given)
    sizes = {"games": given.games, "tc": given.tc}
    organisms = {"Evol*": given.evolstar, "Evol0": given.evol0, "reference": "reference"}
    opponents = [other for other in given.opponents.split(",") if other and (other in organisms or is_installed(other))]
    plan = [(name, other, organisms.get(other, other)) for name in given.players.split(",") for other in opponents
            if other != "Evol0" or name == "Evol*"]
    names = [(name, other) for name, other, _ in plan]
    rows = [row for row in earlier(given, sizes).get("matches", []) if (row["player"], row["opponent"]) not in names]
    for name, other, spec in plan:
        pair = f"{name}-{other}".replace("*", "star").replace(":", "-")
        played = play(eyas, f"headline-{pair}", organisms[name], spec, given.tc, "--games", given.games, "--seed", 2014,
                      concurrency=given.concurrency, games=given.results / "games" / f"{pair}.pgn")
        pairs = played["pentanomial"]
        share, ends = bootstrap_share(pairs)
        rows.append({"player": name, "opponent": other, "tc": given.tc, "pentanomial": pairs, "share": share,
                     "interval": ends, "searches": played["searches"],
                     "suspect": played["suspect"], "paper": PAPER.get((name, other), ""),
                     "machine": played["machine"],
                     "p": sign_test_of_pairs(pairs)})
    rows.sort(key=place)
    correct(rows)
    text = table(
        ["player", "opponent", "time control", "points", "95 %", "p (Holm)", "2014 paper", *SPEEDS, "machine"],
        [[row["player"], row["opponent"], row["tc"], f"{100 * row['share']:.1f} %",
          interval([100 * end for end in row["interval"]], 1), f"{row['p_holm']:.2g}", row["paper"],
          *speeds(row["searches"]), row["machine"]]
         for row in rows])
    write(given, "Matches on the clock", {"version": eyas.version(), "sizes": sizes, "matches": rows}, text)


def place(row):
    """Returns the place of a match in the table: that of the full plan, and other engines last."""
    opponents = [*OPPONENTS.split(","), row["opponent"]]
    return PLAYERS.split(",").index(row["player"]), opponents.index(row["opponent"])


def is_installed(engine):
    command = engine.removeprefix("uci:")
    path = os.environ.get("PATH", "") + ":/usr/games"
    if shutil.which(command, path=path):
        return True
    print(f"{engine} is not installed: its matches are left out")
    return False


if __name__ == "__main__":
    main()
