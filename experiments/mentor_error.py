"""Claim: organisms learn their mentor's scores: the mean error of the best organism is 28 to 30 centipawns, of the population 47;
the best is below 50 in generation 35 (2008 paper, Figure 2).

Questions   Falcon is not available; its place takes the organism with the values that the paper reports (Figure 3 of 2008), which
            searches two plies. How far do organisms come to its scores with static scores, and with those of a quiescence search
            (`--scores`)? How far could they come at all, and do the values of pieces become the mentor's?
Sizes       10 seeds of the preset paper-2008 (300 generations of 1,000 organisms) for each kind of scores. One regression to the
            least mean absolute error for each: with static scores it is convex, and its minimum is that of all organisms, up
            to rounding; with those of a quiescence search its minimum may be local.
Statistics  Mean over seeds with a 95 % interval by the t distribution. No test: the least error is one number.
"""

import csv

from common import Eyas, earlier, interval, mean_of_seeds, settings, table, write

MENTOR = "paper-2008-figure-3"
# The kinds of scores: the first words of the keys of their sessions, and their flags.
SCORES = {"static": ("parity", []), "quiescence": ("parity-quiescence", ["--score", "quiescence"])}
SETS = [("training", "error_train"), ("test", "error_test")]
LEAST = ["--optimizer", "regression", "--loss", "absolute", "--population", 20, "--generations", 60]
CURVE = [("best", "best_centipawns"), ("mean", "mean_centipawns")]
GENERATIONS = [0, 35, 300]
PIECES = ["PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN"]


def main():
    given = settings(__doc__, seeds=10, scores="static,quiescence")
    eyas = Eyas(given)
    sizes = {"seeds": given.seeds}
    numbers = {name: of for name, of in earlier(given, sizes).items() if name in SCORES}
    for score in given.scores.split(","):
        numbers[score] = found(eyas, score, given.seeds)
    write(given, "Errors against the mentor", {"version": eyas.version(), "sizes": sizes} | numbers, text(numbers, given.seeds))


def evolved(eyas, score, seed):
    """Returns the result and the folder of the session with this seed, which `parity_2008.py` uses as well."""
    key, flags = SCORES[score]
    return session(eyas, f"{key}-{seed}", seed, flags)


def session(eyas, key, seed, flags):
    return eyas.session(key, "evolve", "--stage", "mentor", "--mentor", MENTOR, "--seed", seed, *flags)


def found(eyas, score, seeds):
    runs = []
    for seed in range(1, seeds + 1):
        result, folder = evolved(eyas, score, seed)
        runs.append(numbers_of(result) | {"curve": curve(eyas, folder)})
    key = "mentor-error-least" if score == "static" else f"mentor-error-least-{score}"
    least, _ = session(eyas, key, 1, [*LEAST, *SCORES[score][1]])
    return {"runs": runs, "least": numbers_of(least)}


def numbers_of(result):
    values = {one["name"].removesuffix("_VALUE"): one for one in result["parameters"] if one["name"].endswith("_VALUE")}
    pieces = {name: {piece: values[piece][name] for piece in PIECES} for name in ("champion", "mentor")}
    return {name: result[field] for name, field in SETS} | pieces


def curve(eyas, folder):
    """Returns the best and the mean error in generations that the paper names."""
    out = eyas.work / f"{folder.name}-fitness.csv"
    eyas.once(f"{folder.name}-fitness", "export", folder, "--figure", "fitness", "--out", out)
    lines = list(csv.DictReader(out.read_text().splitlines()))
    return {name: [float(lines[generation][column]) for generation in GENERATIONS] for name, column in CURVE}


def text(numbers, seeds):
    kinds = [score for score in SCORES if score in numbers]

    def row(name, value, paper=""):
        return [name, *(value(numbers[score]) for score in kinds), paper]

    def mean(value):
        return lambda of: shown(mean_of_seeds([value(run) for run in of["runs"]]))

    papers = {"best 35": "below 50", "best 300": "28 to 30", "mean 300": "47", "best 0": "above 130", "mean 0": "above 250"}
    errors = [row(f"champions, {name}", mean(lambda run, name=name: run[name])) for name, _ in SETS]
    errors += [row(f"regression, {name}", lambda of, name=name: f"{of['least'][name]:.1f}") for name, _ in SETS]
    errors += [row(f"{name}, generation {generation}", mean(lambda run, name=name, at=at: run["curve"][name][at]),
                   papers.get(f"{name} {generation}", ""))
               for name, _ in CURVE for at, generation in enumerate(GENERATIONS)]
    mentor = numbers[kinds[0]]["runs"][0]["mentor"]
    pieces = [[piece.lower(), str(mentor[piece])] + [cell for score in kinds for cell in (
        shown(mean_of_seeds([run["champion"][piece] for run in numbers[score]["runs"]]), 0),
        numbers[score]["least"]["champion"][piece])] for piece in PIECES]
    return "\n\n".join([
        f"Mean errors in centipawns, means of {seeds} seeds with 95 % intervals. Organisms score with the static evaluation or by a "
        "quiescence search. The champions are measured on all positions; best and mean of a generation on its sample:",
        table(["", *kinds, "paper"], errors),
        "Values of pieces of the mentor, of the champions (means with 95 % intervals), and of the regression:",
        table(["", "mentor", *(f"{kind}, {name}" for kind in kinds for name in ("champions", "regression"))], pieces)])


def shown(mean, digits=1):
    return f"{mean[0]:.{digits}f} {interval(mean[1], digits)}"


if __name__ == "__main__":
    main()
