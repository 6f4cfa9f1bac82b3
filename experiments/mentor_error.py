"""Claim: organisms learn their mentor's scores: mean error of the best organism 28 to 30 centipawns, of the population 47 (2008
paper, Figure 2).

Question    Falcon is not available; its place takes the organism with the values that the paper reports (Figure 3 of 2008), which
            searches two plies. How far can a linear evaluation of the same features come to its scores at all?
Sizes       10 seeds of the preset paper-2008 (300 generations of 1,000 organisms, static scores); one regression to the least
            mean absolute error, which is convex: its minimum is that of all organisms, up to rounding.
Statistics  Mean over seeds with a 95 % interval by the t distribution. No test: the least error is one number.
"""

from common import Eyas, earlier, interval, mean_of_seeds, settings, table, write

MENTOR = "paper-2008-figure-3"
SETS = [("training", "error_train"), ("test", "error_test")]
LEAST = ["--optimizer", "regression", "--loss", "absolute", "--population", 20, "--generations", 60]


def main():
    given = settings(__doc__, seeds=10)
    eyas = Eyas(given)
    sizes = {"seeds": given.seeds}
    earlier(given, sizes)
    evolved = [errors(eyas, f"parity-{seed}", seed) for seed in range(1, given.seeds + 1)]
    least = errors(eyas, "mentor-error-least", 1, LEAST)
    first = mean_of_seeds([run["first"] for run in evolved])
    rows = [["population, generation 0", shown(first), ""],
            ["champions", *(shown(mean_of_seeds([run[name] for run in evolved])) for name, _ in SETS)],
            ["least possible", *(f"{least[name]:.1f}" for name, _ in SETS)],
            ["paper, best", "28 to 30", ""]]
    text = (f"Mean errors in centipawns, means of {given.seeds} seeds with 95 % intervals:\n\n"
            + table(["", *(name for name, _ in SETS)], rows))
    write(given, "Errors against the mentor", {"version": eyas.version(), "sizes": sizes, "runs": evolved, "least": least}, text)


def shown(mean):
    return f"{mean[0]:.1f} {interval(mean[1], 1)}"


def errors(eyas, key, seed, flags=()):
    # The sessions of the genetic algorithm are those of `parity_2008.py`.
    result, _ = eyas.session(key, "evolve", "--stage", "mentor", "--mentor", MENTOR, "--seed", seed, *flags)
    return {name: result[field] for name, field in SETS} | {"first": result["error_mean_first"]}


if __name__ == "__main__":
    main()
