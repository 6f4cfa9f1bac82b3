"""Claim: mimicry needs a genetic algorithm; hill climbing performs poorly (2014 paper, section II.A).

Hypotheses, written before the run
  H1  At as many evaluations, the genetic algorithm of the paper finds more training moves than random search.
  H2  It finds more than hill climbing (pattern search along the coordinates, from a random organism).
  H3  The same on the test moves.

Sizes       10 seeds of each; 20,000 evaluations: the preset paper-2014, one population of 20,000 random organisms, pattern
            search with as many evaluations.
Statistics  Mean over seeds with a 95 % interval by the t distribution. The differences from the genetic algorithm are paired by
            seed; Wilcoxon's signed-rank test, exact and two-sided, Holm's correction over the four comparisons.
"""

from scipy import stats

from common import Eyas, correct, earlier, interval, mean_of_seeds, settings, table, write

METHODS = [
    ("genetic algorithm", []),
    ("random search", ["--population", 20000, "--generations", 0]),
    ("hill climbing", ["--optimizer", "pattern", "--population", 20, "--generations", 999]),
]
SETS = [("training", "best_correct"), ("test", "test_correct")]


def main():
    given = settings(__doc__, seeds=10)
    eyas = Eyas(given)
    sizes = {"seeds": given.seeds}
    earlier(given, sizes)
    found = {name: [counts(eyas, name, flags, seed) for seed in range(1, given.seeds + 1)] for name, flags in METHODS}
    rows = []
    for name, _ in METHODS[1:]:
        for kind, _ in SETS:
            differences = [one[kind] - other[kind] for one, other in zip(found["genetic algorithm"], found[name])]
            mean, ends = mean_of_seeds(differences)
            p = float(stats.wilcoxon(differences).pvalue) if any(differences) else 1.0
            rows.append({"against": name, "set": kind, "difference": mean, "interval": ends, "p": p})
    correct(rows)
    summary = [[name, *(shown(*mean_of_seeds([run[kind] for run in runs])) for kind, _ in SETS)]
               for name, runs in found.items()]
    tests = [[row["against"], row["set"], shown(row["difference"], row["interval"]), f"{row['p_holm']:.2g}"] for row in rows]
    text = (f"Moves found of 5,000, means of {given.seeds} seeds with 95 % intervals:\n\n"
            + table(["method", "training", "test"], summary)
            + "\n\nHow many more the genetic algorithm finds than each, paired by seed:\n\n"
            + table(["method", "set", "more", "p (Holm)"], tests))
    write(given, "Optimizers of mimicry", {"version": eyas.version(), "sizes": sizes, "runs": found, "tests": rows}, text)


def shown(mean, ends):
    return f"{mean:.0f} {interval(ends)}"


def counts(eyas, name, flags, seed):
    # The genetic algorithm's sessions are those of `mimicry.py`.
    key = f"mimicry-quiescence-{seed}" if not flags else f"optimizers-{name.replace(' ', '-')}-{seed}"
    score = ["--move-score", "quiescence"]
    result, _ = eyas.session(key, "evolve", "--preset", "paper-2014", "--seed", seed, *score, *flags)
    return {kind: result[field] for kind, field in SETS}


if __name__ == "__main__":
    main()
