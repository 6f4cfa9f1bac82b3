"""Claim behind the tuning stage: the sum of nodes on a tactical suite predicts the strength of a search (2014 paper,
section IV, takes it as the fitness).

Hypotheses, written before the run
  H1  Over searches, Σ nodes and Elo are correlated (Spearman, negative: fewer nodes, more Elo).
  H2  The same among searches near the untuned one, where tuning has to choose.

Sizes       30 searches of the paper's schema with the evaluation of `reference`: 15 with random values, and 15 variants
            of the untuned search (each parameter redrawn with probability 0.2). Σ nodes on the 879 ECM positions at
            5,000, 20,000 and 100,000 nodes. Elo from 100 games of each search against the untuned one at 5,000 nodes a
            move, in common openings.
Statistics  Spearman's rank correlation for each limit with a 95 % bootstrap interval over searches; Holm's correction
            over the nine tests (three limits; all, random, near).
"""

import random

from common import ROOT, Eyas, correct, earlier, elo, interval, settings, share_of_pairs, spearman, table, write
from organisms import SEARCH, UNTUNED, read, save, schema_of, search_of

LIMITS = [5_000, 20_000, 100_000]


def main():
    given = settings(__doc__, searches=30, games=100, nodes=5000)
    sizes = {"searches": given.searches, "games": given.games, "nodes": given.nodes}
    earlier(given, sizes)
    eyas = Eyas(given)
    rows = []
    for place, values in enumerate(searches(given.searches), 1):
        path = eyas.work / f"search-{place}.ron"
        save(path, read(UNTUNED), f"search {place}", {SEARCH: values})
        sums = [eyas.once(f"sums-{place}-{limit}", "solve", "--suite", "ecm879", "--nodes", limit, "--player", path,
                          "--search", "paper", "--threads", given.threads)["nodes"] for limit in LIMITS]
        played = eyas.match(f"sums-match-{place}", path, "reference", "--search-a", "paper", "--search-b", "paper",
                            "--nodes", given.nodes, "--games", given.games, "--seed", 7)
        rows.append({"search": place, "kind": "random" if place <= given.searches // 2 else "near", "sums": sums,
                     "pentanomial": played["pentanomial"], "elo": elo(share_of_pairs(played["pentanomial"]))})
    tests = []
    for kind in ("all", "random", "near"):
        chosen = [row for row in rows if kind in ("all", row["kind"])]
        for index, limit in enumerate(LIMITS):
            rho, ends, p = spearman([row["sums"][index] for row in chosen], [row["elo"] for row in chosen])
            tests.append({"searches": kind, "limit": limit, "rho": rho, "interval": ends, "p": p})
    correct(tests)
    numbers = {"version": eyas.version(), "sizes": sizes, "searches": rows, "tests": tests}
    write(given, "Nodes and strength", numbers, text(rows, tests))


def searches(count):
    """Returns random searches, and as many variants of the untuned search."""
    draw = random.Random(2014)
    schema = schema_of(ROOT / f"assets/schemas/{SEARCH}.ron")
    untuned = search_of(UNTUNED, SEARCH)
    for place in range(count):
        is_random = place < count // 2
        yield {name: draw.randint(low, high) if is_random or draw.random() < 0.2 else untuned[name]
               for name, _, low, high in schema}


def text(rows, tests):
    return "\n\n".join([
        "## Σ nodes and strength",
        table(["searches", "limit", "Spearman's ρ", "95 %", "p (Holm)"],
              [[test["searches"], f"{test['limit']:,}", f"{test['rho']:+.2f}", interval(test["interval"], 2),
                f"{test['p_holm']:.2g}"] for test in tests]),
        table(["search", "kind", *(f"Σ nodes at {limit:,}, M" for limit in LIMITS), "Elo against untuned"],
              [[row["search"], row["kind"], *(f"{nodes / 1e6:.2f}" for nodes in row["sums"]), f"{row['elo']:+.0f}"]
               for row in rows])])


if __name__ == "__main__":
    main()
