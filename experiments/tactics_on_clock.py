"""Claim: Evol* solves more tactical positions in 5 s than Evol0 and Crafty (2014 paper, Tables III and VII: 654, 623 and 593 of 879).

Hypotheses, written before the run
  H1  Evol* solves more positions than Evol0.
  H2  Evol* solves more positions than Crafty 23.4.

Sizes       A random sample of the ECM positions, the same for all players; 5 s a position, one thread, 64 MiB. Engines that are not
            installed are left out. The search of Evol* was tuned on all ECM positions, as in the paper.
Statistics  Wilson's interval of each share. H1 and H2 by McNemar's exact test on the positions, Holm's correction over both.
            Searches on the clock do not repeat, so the machine belongs to the result.
"""

import numpy as np
from clock import processor
from common import ROOT, Eyas, correct, earlier, interval, mcnemar, settings, table, wilson, write
from headlines import is_installed

# What each player solved of 879 positions in the paper.
PLAYERS = {"Evol*": ("evolstar", "654"), "Evol0": ("evol0", "623"), "Crafty 23.4": ("crafty-23.4", "593 (its Crafty)"),
           "Crafty 19.19": ("crafty-19.19", ""), "Toga II 3.0": ("toga2", ""), "`reference`": ("reference", ""),
           "`eyas`": ("eyas", "")}
HYPOTHESES = [("Evol*", "Evol0"), ("Evol*", "Crafty 23.4")]


def main():
    given = settings(__doc__, positions=100, movetime=5000, seed=2014)
    sizes = {"positions": given.positions, "movetime": given.movetime, "seed": given.seed}
    earlier(given, sizes)
    eyas = Eyas(given)
    all_of_them = (ROOT / "positions/ecm879.epd").read_text().splitlines()
    drawn = sorted(np.random.default_rng(given.seed).choice(len(all_of_them), given.positions, replace=False))
    suite = given.work / f"tactics-{given.positions}-{given.seed}.epd"
    suite.write_text("".join(all_of_them[place] + "\n" for place in drawn))
    rows = []
    for name, (player, paper) in PLAYERS.items():
        if not player.startswith(("evol", "reference", "eyas")) and not is_installed(player):
            continue
        found = eyas.once(f"tactics-{player}-{given.positions}", "solve", "--suite", suite, "--movetime", given.movetime, "--player",
                          player, "--hash", 64, "--threads", 1)
        answers = "".join("01"[problem["solved"]] for problem in found["positions"])
        rows.append({"player": name, "answers": answers, "solved": answers.count("1"), "nps": found["nps"], "paper": paper,
                     "interval": wilson(answers.count("1"), len(answers))})
    answers = {row["player"]: row["answers"] for row in rows}
    tests = []
    for one, other in HYPOTHESES:
        if other in answers:
            only_one, only_other, p = mcnemar(answers[one], answers[other])
            tests.append({"one": one, "other": other, "only_one": only_one, "only_other": only_other, "p": p})
    correct(tests)
    text = "\n\n".join([
        f"{given.positions} positions, {given.movetime} ms each, on {processor()}.",
        table(["player", "solved", "%, 95 %", "nodes a second (millions)", "2014 paper, of 879"],
              [[row["player"], row["solved"], f"{100 * row['solved'] / given.positions:.0f} "
                + interval([100 * end for end in row["interval"]]), f"{row['nps'] / 1e6:.1f}", row["paper"]] for row in rows]),
        table(["pair", "only the first", "only the second", "p (Holm)"],
              [[f"{test['one']}, {test['other']}", test["only_one"], test["only_other"], f"{test['p_holm']:.2g}"] for test in tests]),
    ])
    write(given, "Tactics on the clock", {"version": eyas.version(), "sizes": sizes, "players": rows, "tests": tests,
                                          "machine": processor()}, text)


if __name__ == "__main__":
    main()
