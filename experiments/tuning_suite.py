"""Claim: tuning makes a search solve more tactical positions in fewer nodes (2014 paper, section V.C).

Hypotheses, written before the run
  H1  The tuned search needs fewer nodes than the untuned one on the positions on which it was tuned.
  H2  The same on positions that it has not seen: the held-out half of ECM, and the 300 positions of Win at Chess.

Designs     paper   the tuning of the pipeline --pipeline, which has the paper's own size: all 879 positions, 500,000 nodes,
                    50 generations of 10 organisms; one run. Its unseen positions are those of Win at Chess. Both searches
                    have the evaluation of its Evol*.
            halves  every second position held out, 20,000 nodes, 50 generations; 5 seeds. All searches have the evaluation
                    of --organism.
Sizes       See above.
Statistics  Nodes by position, tuned less untuned, as a share of the untuned sum: 95 % interval by the paired bootstrap
            over positions; for `halves` by resampling seeds and positions, with the same positions for all seeds. Holm's
            correction over the tests of a design (exact sign test on the positions that differ). A position counts once
            in the test, by its mean nodes over the seeds. (Both changed after a first look at the results: the test had
            counted a position once for each seed, and the bootstrap had drawn positions for each seed anew. Both take
            results on the same position for independent ones.)
"""

from pathlib import Path

import numpy as np

from common import RESAMPLES, ROOT, Eyas, correct, earlier, interval, own_name, settings, sign_test, table, write
from organisms import UNTUNED, with_search

# The designs, and the most nodes that a search may take for a position.
LIMITS = {"halves": 20_000, "paper": 500_000}


def main():
    given = settings(__doc__, organism="reference", seeds=5, wac=str(ROOT / "positions/wac300.epd"), designs="halves,paper",
                     pipeline=str(ROOT / "sessions/paper-2014"))
    eyas = Eyas(given)
    sizes = {"seeds": given.seeds, "organism": given.organism, "pipeline": own_name(given.pipeline)}
    numbers = {"version": eyas.version(), "sizes": sizes, "designs": earlier(given, sizes).get("designs", {})}
    for design in given.designs.split(","):
        limit, found = LIMITS[design], {}
        tuned_searches, untuned_search = searches(design, given, eyas)
        for seed, tuned_search in enumerate(tuned_searches, start=1):
            for suite, name in ((given.wac, "Win at Chess"), ("ecm879", "ECM")):
                tuned_nodes = positions(eyas, f"{design}-{seed}-{name}", tuned_search, suite, limit)
                untuned_nodes = positions(eyas, f"{design}-untuned-{name}", untuned_search, suite, limit)
                for part, chosen in parts_of(design, name, len(tuned_nodes)).items():
                    found.setdefault(part, []).append((tuned_nodes[chosen], untuned_nodes[chosen]))
        numbers["designs"][design] = {part: summary(pairs) for part, pairs in found.items()}
        correct(list(numbers["designs"][design].values()))
    parts = [text(design, numbers["designs"][design]) for design in LIMITS if design in numbers["designs"]]
    write(given, "Tuning on a suite", numbers, "\n\n".join(parts))


def tuning_of(seed):
    """Returns the name of the session of the design `halves` with this seed."""
    return f"tuning-halves-{seed}"


def searches(design, given, eyas):
    """Returns the organisms with the tuned searches of a design, and the organism with the untuned search."""
    if design == "paper":
        evolved = Path(given.pipeline) / "evolstar.ron"
        return [evolved], with_search(evolved, UNTUNED, "untuned", eyas.work / "untuned-evolstar.ron")
    tuned = []
    for seed in range(1, given.seeds + 1):
        _, folder = eyas.session(tuning_of(seed), "tune", "--organism", given.organism, "--preset", "paper-2014",
                                 "--seed", seed, "--node-limit", LIMITS[design], "--hold-out")
        tuned.append(folder / "champion.ron")
    return tuned, given.organism


def positions(eyas, key, player, suite, limit):
    """Returns the nodes of each position until the move was found; the limit where it was not."""
    result = eyas.once(f"tuning-{key}-{limit}".replace(" ", "-"), "solve", "--suite", suite, "--nodes", limit, "--player",
                       player, "--search", "paper", "--threads", eyas.threads)
    return np.array([position["nodes_first"] for position in result["positions"]])


def parts_of(design, name, count):
    """Returns the parts of a suite: which positions were seen."""
    every = np.arange(count)
    if name != "ECM":
        return {"Win at Chess, unseen": every}
    if design == "paper":
        return {"ECM, seen": every}
    # Positions are held out alternately, beginning with the second.
    return {"ECM, seen half": every[::2], "ECM, held-out half": every[1::2]}


def summary(pairs):
    """Returns the relative saving of nodes over seeds and positions, with its interval and a sign test."""
    saved = [float(1 - tuned.sum() / untuned.sum()) for tuned, untuned in pairs]
    tuned, untuned = (np.mean(nodes, axis=0) for nodes in zip(*pairs, strict=True))
    fewer, more = int((tuned < untuned).sum()), int((tuned > untuned).sum())
    return {"saved": saved, "mean": float(np.mean(saved)), "fewer": fewer, "more": more, "p": sign_test(fewer, more),
            "interval": saving_interval(pairs)}


def saving_interval(pairs, seed=1, resamples=RESAMPLES // 5):
    """Returns the 95 % interval of the mean saving over seeds and positions."""
    draw = np.random.default_rng(seed)
    positions_of_all = len(pairs[0][0])
    resampled = np.empty(resamples)
    for index in range(resamples):
        # All seeds have the same positions, so one draw of positions serves every drawn seed.
        drawn = draw.integers(0, positions_of_all, positions_of_all)
        resampled[index] = np.mean([1 - pairs[one][0][drawn].sum() / pairs[one][1][drawn].sum()
                                    for one in draw.integers(0, len(pairs), len(pairs))])
    return [float(end) for end in np.percentile(resampled, [2.5, 97.5])]


def text(design, parts):
    percent = [[name, f"{100 * part['mean']:+.1f} %", interval([100 * end for end in part["interval"]], 1), part["fewer"],
                part["more"], f"{part['p_holm']:.2g}"] for name, part in sorted(parts.items())]
    return f"## Nodes saved by tuning, design {design}\n\n" + table(
        ["positions", "nodes saved", "95 %", "fewer nodes", "more nodes", "p (Holm)"], percent)


if __name__ == "__main__":
    main()
