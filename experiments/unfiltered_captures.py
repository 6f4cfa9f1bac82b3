"""Question behind the first stage: what does the quiescence search know that an organism would have to learn? Eyas leaves out
captures that lose material by textbook values; the papers say only that a ply has "certain built-in tactics" (2008 paper,
section 3.2).

Hypotheses, written before the run
  H1  Without this filter the random organisms of generation 0 find fewer training moves.
  H2  Without it the champions find fewer training moves.
  H3  The same on the test moves.

Method      Eyas has no such setting. The script makes a git worktree of the committed project in the folder of the sessions, applies
            `unfiltered_captures.patch` (all captures, the most valuable victim first; everything else as it is, also the
            limit of six plies), builds it there and runs mimicry with both programs. The trees that Eyas keeps on the disk carry
            a hash of their source code, so the two programs do not share them.
Sizes       10 seeds; the preset paper-2014 with --move-score quiescence: the sessions of `mimicry.py`, and as many without
            the filter.
Statistics  Mean over seeds with a 95 % interval by the t distribution; the differences are paired by seed; Wilcoxon's
            signed-rank test, exact and two-sided, Holm's correction over the three comparisons.
"""

import os
import subprocess
from pathlib import Path

from scipy import stats

from common import ROOT, Eyas, correct, earlier, interval, mean_of_seeds, settings, table, write

PATCH = Path(__file__).with_suffix(".patch")
COUNTS = [("mean of generation 0", "mean_correct_first"), ("champion, training", "best_correct"), ("champion, test", "test_correct")]


def main():
    given = settings(__doc__, seeds=10)
    eyas = Eyas(given)
    sizes = {"seeds": given.seeds}
    earlier(given, sizes)
    found = {"filtered": counts(eyas, "mimicry-quiescence", given.seeds)}
    eyas.program = unfiltered_program(given.work)
    found["all captures"] = counts(eyas, "mimicry-unfiltered", given.seeds)
    rows = []
    for name, _ in COUNTS:
        differences = [one[name] - other[name] for one, other in zip(found["filtered"], found["all captures"], strict=True)]
        mean, ends = mean_of_seeds(differences)
        rows.append({"count": name, "difference": mean, "interval": ends, "p": float(stats.wilcoxon(differences).pvalue)})
    correct(rows)
    summary = [[kind, *(shown(*mean_of_seeds([run[name] for run in runs])) for name, _ in COUNTS)]
               for kind, runs in found.items()]
    text = (f"Moves found of 5,000, means of {given.seeds} seeds with 95 % intervals:\n\n"
            + table(["captures", *(name for name, _ in COUNTS)], summary)
            + "\n\nHow many more are found with the filter, paired by seed:\n\n"
            + table(["", "more", "p (Holm)"],
                    [[row["count"], shown(row["difference"], row["interval"]), f"{row['p_holm']:.2g}"] for row in rows]))
    write(given, "Captures without a filter", {"version": eyas.version(), "sizes": sizes, "runs": found, "tests": rows}, text)


def counts(eyas, key, seeds):
    """Returns what the runs of mimicry find."""
    runs = []
    for seed in range(1, seeds + 1):
        result, _ = eyas.session(f"{key}-{seed}", "evolve", "--preset", "paper-2014", "--seed", seed, "--move-score", "quiescence")
        runs.append({name: result[field] for name, field in COUNTS})
    return runs


def unfiltered_program(work):
    """Returns the program without the filter, which is built if it is not there."""
    tree, target = work.resolve() / "unfiltered-tree", work.resolve() / "unfiltered-target"
    program = target / "release/eyas"
    if not program.exists():
        if not tree.exists():
            subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", tree, "HEAD"], check=True)
            subprocess.run(["git", "-C", tree, "apply", PATCH], check=True)
        subprocess.run(["cargo", "build", "--release", "--locked", "--bin", "eyas"], cwd=tree, check=True,
                       env=os.environ | {"CARGO_TARGET_DIR": str(target), "CARGO_INCREMENTAL": "0"})
        subprocess.run(["git", "-C", ROOT, "worktree", "remove", "--force", tree], check=True)
    return str(program)


def shown(mean, ends):
    return f"{mean:.0f} {interval(ends)}"


if __name__ == "__main__":
    main()
