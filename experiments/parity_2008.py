"""Claim: an organism that mimics its mentor plays as well as the mentor (2008 paper, Tables 1 to 3: 50.5 %).

Hypotheses, written before the run
  H1  Evolved organisms and their mentor differ by less than 20 Elo.
  H2  They solve as many ECM positions as the mentor.
Falcon is not available. The mentor is the organism with the values that the paper reports (Figure 3 of 2008), which plays
with the same search as the organisms, as in the paper. Organisms learn its scores with their static evaluation or by a
quiescence search (`--scores`).

Sizes       10 seeds of the preset paper-2008 (300 generations of 1,000 organisms) for each kind of scores; 200 games at 5,000
            nodes a move for each seed, on 100 openings of its own; the 879 ECM positions at 100,000 nodes.
Statistics  H1: two one-sided t tests at 5 % over the Elo differences of the seeds, bounds of ±20 Elo; and the
            hierarchical bootstrap of the mean (seeds, then pairs of games). H2: mean difference over seeds with a 95 %
            interval by the t distribution.
"""

from common import (Eyas, bootstrap_matches, earlier, elo, equivalent, interval, mean_of_seeds, settings, share_of_pairs,
                    table, write)
from mentor_error import MENTOR, SCORES, evolved

BOUND = 20


def main():
    given = settings(__doc__, seeds=10, games=200, nodes=5000, suite_nodes=100_000, scores="static,quiescence")
    sizes = {"seeds": given.seeds, "games": given.games, "nodes": given.nodes, "suite_nodes": given.suite_nodes}
    eyas, numbers = Eyas(given), {}
    for score in given.scores.split(","):
        kept = earlier(given, sizes, score)
        numbers = {name: kept[name] for name in SCORES if name in kept} | numbers
        numbers[score] = found(eyas, given, score) | {"version": eyas.version(), "sizes": sizes}
    write(given, "Parity with the mentor", numbers, "\n\n".join(text(score, numbers[score]) for score in SCORES if score in numbers))


def found(eyas, given, score):
    own = solved(eyas, "mentor", MENTOR, given.suite_nodes)
    runs = []
    kind = "" if score == "static" else f"{score}-"
    for seed in range(1, given.seeds + 1):
        result, folder = evolved(eyas, score, seed)
        champion = folder / "champion.ron"
        played = eyas.match(f"parity-match-{kind}{seed}", champion, MENTOR, "--nodes", given.nodes, "--games", given.games,
                            "--seed", 1000 + seed)
        runs.append({"seed": seed, "training": result["error_train"], "test": result["error_test"],
                     "pentanomial": played["pentanomial"], "elo": elo(share_of_pairs(played["pentanomial"])),
                     "solved": solved(eyas, f"{kind}{seed}", champion, given.suite_nodes)})
    mean, within, p = equivalent([run["elo"] for run in runs], BOUND)
    return {"runs": runs, "mentor_solved": own, "equivalence": {"mean": mean, "interval_90": within, "bound": BOUND, "p": p},
            "bootstrap": bootstrap_matches([run["pentanomial"] for run in runs]),
            "elo_of_seeds": mean_of_seeds([run["elo"] for run in runs]),
            "solved_difference": mean_of_seeds([run["solved"] - own for run in runs])}


def solved(eyas, key, player, nodes):
    return eyas.once(f"parity-ecm-{key}", "solve", "--suite", "ecm879", "--nodes", nodes, "--player", player,
                     "--threads", eyas.threads)["solved"]


def text(score, numbers):
    sizes, equivalence, (mean, ends) = numbers["sizes"], numbers["equivalence"], numbers["bootstrap"]
    (mean_of_elo, by_t), (difference, around) = numbers["elo_of_seeds"], numbers["solved_difference"]
    return "\n\n".join([
        f"## Organisms with {score} scores and their mentor",
        f"{len(numbers['runs'])} seeds, {sizes['games']} games each at {sizes['nodes']:,} nodes a move; ECM at "
        f"{sizes['suite_nodes']:,} nodes.",
        table(["seed", "error, training, cp", "test, cp", "Elo against the mentor", "ECM solved"],
              [[run["seed"], f"{run['training']:.1f}", f"{run['test']:.1f}", f"{run['elo']:+.0f}", run["solved"]]
               for run in numbers["runs"]]),
        f"The mean score is {mean:+.0f} Elo, 95 % {interval(ends)} (seeds, then pairs). The mean of the Elo of the seeds is "
        f"{mean_of_elo:+.0f}, 95 % {interval(by_t)} (t). Equivalence within ±{equivalence['bound']} Elo: 90 % interval "
        f"{interval(equivalence['interval_90'])}, p = {equivalence['p']:.2g}.",
        f"The mentor solves {numbers['mentor_solved']} ECM positions; the organisms solve "
        f"{abs(difference):.1f} {'fewer' if difference < 0 else 'more'}, 95 % {interval(around, 1)} (t)."])


if __name__ == "__main__":
    main()
