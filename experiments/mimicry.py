"""Claim: evolution by mimicry reaches about 32 % of the moves of grandmasters (2014 paper, section V.A).

Hypotheses, written before the run
  H1  The champions' mean share of training moves is at least that of the paper, 1,620 of 5,000 (32.4 %).
  H2  Their mean share of test moves is at least that of the paper, 1,521 of 5,000 (30.4 %).
  H3  The champion with the median training score plays more test moves than each baseline.
The paper does not say whether its 1-ply search resolves captures. Both are run: with a quiescence search after each move
(the default), and with the static evaluation.

Sizes       10 seeds for each of the two; the preset paper-2014 (200 generations of 100 organisms).
Baselines   ten random organisms, `reference` (set by hand), Figure 3 of both papers, and the median champion with one
            parameter set to 0, for each parameter.
Statistics  H1, H2: mean over seeds with a 95 % interval by the t distribution. (Changed later: an interval by resampling
            the seeds covers less than 95 %, see `coverage.py`.) H3: McNemar's exact test on the 5,000 test positions,
            Holm's correction over the baselines of a kind, and over its removed parameters. The test set is used once per
            organism.
"""

import statistics

from common import Eyas, correct, earlier, interval, mcnemar, mean_of_seeds, settings, table, write
from organisms import read, save

KINDS = ["quiescence", "static"]
PAPER = {"training": 1620, "test": 1521}


def main():
    given = settings(__doc__, seeds=10)
    eyas = Eyas(given)
    sizes = {"seeds": given.seeds}
    earlier(given, sizes)
    numbers = {"version": eyas.version(), "sizes": sizes}
    text = []
    for kind in KINDS:
        found = of_kind(eyas, kind, given.seeds)
        numbers[kind] = found
        text.append(tables(kind, found))
    write(given, "Mimicry", numbers, "\n\n".join(text))


def of_kind(eyas, kind, seeds):
    runs, champions = [], {}
    for seed in range(1, seeds + 1):
        result, folder = eyas.session(f"mimicry-{kind}-{seed}", "evolve", "--preset", "paper-2014", "--seed", seed,
                                      "--move-score", kind)
        runs.append({"seed": seed, "mean_first": result["mean_correct_first"], "training": result["best_correct"],
                     "test": result["test_correct"]})
        champions[seed] = folder / "champion.ron"
    summary = {}
    for part in ("training", "test"):
        mean, ends = mean_of_seeds([run[part] for run in runs])
        summary[part] = {"mean": mean, "interval": ends, "paper": PAPER[part]}
    median = sorted(runs, key=lambda run: run["training"])[(seeds - 1) // 2]
    champion = champions[median["seed"]]
    own = answers(eyas, f"median-{kind}", champion, kind)
    baselines = [("reference", "reference"), ("2014 paper, Figure 3", "paper-2014-figure-3"),
                 ("2008 paper, Figure 3", "paper-2008-figure-3")]
    baselines += [(f"random organism {seed}", f"random:{seed}") for seed in range(1, 11)]
    compared = compare(eyas, kind, own, baselines)
    organism = read(champion)
    removed = []
    for name in organism.names():
        if name != "PAWN_VALUE":
            path = eyas.work / f"without-{kind}-{name}.ron"
            save(path, organism.with_values({name: 0}), f"without {name}")
            removed.append((name, path))
    without = compare(eyas, kind, own, removed)
    return {"runs": runs, "summary": summary, "median_seed": median["seed"], "median_test": own.count("1"),
            "baselines": compared, "removed": without}


def answers(eyas, key, organism, kind):
    result = eyas.once(f"answers-{kind}-{key}", "score", organism, "--positions", "gm2600-test", "--move-score", kind)
    return result["answers"]


def compare(eyas, kind, own, others):
    rows = []
    for name, organism in others:
        theirs = answers(eyas, name.replace(" ", "-").replace(",", ""), organism, kind)
        only_own, only_other, p = mcnemar(own, theirs)
        rows.append({"name": name, "test": theirs.count("1"), "only_champion": only_own, "only_other": only_other,
                     "p": p})
    correct(rows)
    return rows


def tables(kind, found):
    runs, summary = found["runs"], found["summary"]
    text = [f"## Mimicry with {kind}", table(
        ["", "mean of generation 0", "champion, training", "champion, test"],
        [[f"seed {run['seed']}", f"{run['mean_first']:.0f}", run["training"], run["test"]] for run in runs]
        + [["mean", f"{statistics.mean(run['mean_first'] for run in runs):.0f}"]
           + [f"{summary[part]['mean']:.0f} {interval(summary[part]['interval'])}" for part in PAPER]]
        + [["2014 paper", "≈ 800", PAPER["training"], PAPER["test"]]])]
    text.append(f"Baselines on the test set, against the champion with the median training score (seed "
                f"{found['median_seed']}, {found['median_test']} of 5,000):")
    text.append(compared(found["baselines"]))
    removed = sorted(found["removed"], key=lambda row: row["test"])
    text.append("The same champion with one parameter set to 0, the eight largest losses and the eight largest gains:")
    text.append(compared(removed[:8] + removed[-8:]))
    return "\n\n".join(text)


def compared(rows):
    return table(["", "test moves", "only the champion", "only the other", "p (Holm)"],
                 [[row["name"], row["test"], row["only_champion"], row["only_other"], f"{row['p_holm']:.2g}"]
                  for row in rows])


if __name__ == "__main__":
    main()
