"""Claim: the evolved values mean something (2014 paper, Figure 3: the means of ten champions).

Questions, written before the run
  Q1  How do the means and standard deviations of ten champions compare with Figure 3?
  Q2  Which scale of the positional values, relative to material, agrees with most moves? If agreement is flat in this
      scale, mimicry does not determine it.
  Q3  Which of the two pawn advances is the paper's PAWN_ADVANCE_A? The papers do not define them. The advance of the
      central pawns is called B here. Exchanging the two values of Figure 3 shows which reading agrees with more moves.
      (Added after a first look at the values.)

Sizes       The ten champions of mimicry.py (quiescence); scales 25 to 200 % of the positional values.
Statistics  Q1: mean and standard deviation over seeds. Q2: mean agreement over the ten champions on the training set
            with a 95 % interval by the t distribution. Q3: McNemar's exact test on the 10,000 positions.

A scale above 100 % would leave the range of the schema paper-2014. So all organisms of Q2 are written in the schema
paper-2008, where the pawn's value is free: material at half of its value, positional values at half of the scale. The
moves of one ply depend on the ratio only, apart from rounding, which the row of 100 % shows beside the original.
"""

import numpy as np

from common import ROOT, Eyas, earlier, interval, mcnemar, mean_of_seeds, settings, table, write
from organisms import read, save

MATERIAL = ["PAWN_VALUE", "KNIGHT_VALUE", "BISHOP_VALUE", "ROOK_VALUE", "QUEEN_VALUE"]
SCALES = [25, 35, 50, 70, 85, 100, 125, 150, 175, 200]
FIGURES = {"2014 paper": "paper-2014-figure-3", "2008 paper": "paper-2008-figure-3"}
SETS = ["gm2600-train", "gm2600-test"]


def main():
    given = settings(__doc__, seeds=10)
    eyas = Eyas(given)
    champions = [eyas.work / f"mimicry-quiescence-{seed}" / "champion.ron" for seed in range(1, given.seeds + 1)]
    evolved = [read(path) for path in champions]
    shipped = {name: read(ROOT / f"assets/organisms/{file}.ron") for name, file in FIGURES.items()}
    sizes = {"seeds": given.seeds}
    earlier(given, sizes)
    numbers = {"version": eyas.version(), "sizes": sizes, "values": compare(evolved, shipped)}
    numbers["scales"] = scales(eyas, champions, evolved, shipped)
    numbers["exchanged"] = exchanged(eyas, shipped)
    write(given, "Evolved values", numbers, text(numbers))


def compare(evolved, shipped):
    rows = []
    for name in evolved[0].names():
        values = np.array([organism.values[name] for organism in evolved])
        rows.append({"name": name, "mean": float(values.mean()), "deviation": float(values.std(ddof=1)),
                     **{paper: organism.values[name] for paper, organism in shipped.items()}})
    return rows


def scaled(organism, percent):
    """Returns an organism in the schema of 2008 with material halved and positional values at half of the scale."""
    values = {name: round(value / 2) if name in MATERIAL else round(value * percent / 200)
              for name, value in organism.values.items()}
    return type(organism)("paper-2008", values)


def agreement(eyas, key, organism, name):
    return eyas.once(f"agreement-{key}-{name}", "score", organism, "--positions", name)


def scales(eyas, champions, evolved, shipped):
    original = [agreement(eyas, f"champion-{place}", path, SETS[0])["correct"]
                for place, path in enumerate(champions, 1)]
    rows = []
    for percent in SCALES:
        correct = []
        for place, organism in enumerate(evolved, 1):
            path = eyas.work / f"scaled-{place}-{percent}.ron"
            save(path, scaled(organism, percent), f"champion {place} at {percent} %")
            correct.append(agreement(eyas, f"scaled-{place}-{percent}", path, SETS[0])["correct"])
        mean, ends = mean_of_seeds(correct)
        row = {"percent": percent, "mean": mean, "interval": ends}
        for paper, organism in shipped.items():
            path = eyas.work / f"scaled-{FIGURES[paper]}-{percent}.ron"
            save(path, scaled(organism, percent), f"{paper} at {percent} %")
            row[paper] = agreement(eyas, f"scaled-{FIGURES[paper]}-{percent}", path, SETS[0])["correct"]
        rows.append(row)
    return {"original_mean": float(np.mean(original)), "rows": rows}


def exchanged(eyas, shipped):
    rows = []
    for paper, organism in shipped.items():
        path = eyas.work / f"exchanged-{FIGURES[paper]}.ron"
        one, other = organism.values["PAWN_ADVANCE_A"], organism.values["PAWN_ADVANCE_B"]
        save(path, organism.with_values({"PAWN_ADVANCE_A": other, "PAWN_ADVANCE_B": one}), f"{paper}, exchanged")
        right, wrong = "", ""
        for name in SETS:
            right += agreement(eyas, FIGURES[paper], FIGURES[paper], name)["answers"]
            wrong += agreement(eyas, f"exchanged-{FIGURES[paper]}", path, name)["answers"]
        only_right, only_wrong, p = mcnemar(right, wrong)
        rows.append({"paper": paper, "central_is_B": right.count("1"), "central_is_A": wrong.count("1"),
                     "only_central_is_B": only_right, "only_central_is_A": only_wrong, "p": p})
    return rows


def text(numbers):
    found = numbers["scales"]
    return "\n\n".join([
        "## Evolved values beside Figure 3",
        table(["parameter", "mean ± SD of the champions", *FIGURES],
              [[row["name"], f"{row['mean']:.0f} ± {row['deviation']:.0f}", *(row[paper] for paper in FIGURES)]
               for row in numbers["values"]]),
        "## Agreement by the scale of the positional values",
        f"Moves of 5,000 training positions; the champions as they are: {found['original_mean']:.0f}.",
        table(["scale, %", "champions, mean", *FIGURES],
              [[row["percent"], f"{row['mean']:.0f} {interval(row['interval'])}", *(row[paper] for paper in FIGURES)]
               for row in found["rows"]]),
        "## Which pawns are A, which are B",
        table(["Figure 3 of", "central pawns are B", "central pawns are A", "only B", "only A", "p"],
              [[row["paper"], row["central_is_B"], row["central_is_A"], row["only_central_is_B"],
                row["only_central_is_A"], f"{row['p']:.2g}"] for row in numbers["exchanged"]])])


if __name__ == "__main__":
    main()
