"""Question behind Table II of the 2014 paper: do multi-cut and the order of the futility thresholds matter? The search tuned here
differs from the paper's in kind: its MULTI_CUT_CUT_NUM is 0, which switches multi-cut off, and its futility thresholds (262, 72,
437) do not rise with the depth, while those of Table II (112, 227, 506) do.

Hypotheses, written before the run
  H1  Table II without multi-cut needs another number of nodes than as printed, and finds another number of moves.
  H2  The same for Table II with its first two thresholds exchanged, which is the order of the tuned search's, and with both.
  H3  The same for the tuned search with multi-cut on (the cut number of Table II, 3), with its thresholds sorted, and with both.

Sizes       The 879 positions of ECM with 20,000 and 100,000 nodes; all searches have the evaluation of Evol* of --pipeline.
Statistics  Each variant against its own row as it is, paired by position. Nodes until the move was found, or the limit: the difference as
            a share of the row's sum with a 95 % interval by the paired bootstrap over positions, and an exact sign test on
            the positions that differ. Moves found: McNemar's exact test. Holm's correction over the twelve sign tests, and over the twelve
            tests of McNemar.
"""

from pathlib import Path

import numpy as np

from common import ROOT, Eyas, correct, earlier, holm, interval, mcnemar, own_name, settings, sign_test, table, write
from organisms import SEARCH, read, save, search_of
from tuning_suite import saving_interval

LIMITS = [20_000, 100_000]
THRESHOLDS = [f"FUTILITY_THRESHOLD_DEPTH_{depth}" for depth in (1, 2, 3)]


def main():
    given = settings(__doc__, pipeline=str(ROOT / "sessions/paper-2014"))
    eyas = Eyas(given)
    sizes = {"limits": LIMITS, "pipeline": own_name(given.pipeline)}
    earlier(given, sizes)
    evolved = Path(given.pipeline) / "evolstar.ron"
    rows = []
    for row, variants in (("Table II", variants_of_paper()), ("tuned here", variants_of_tuned(search_of(evolved, SEARCH)))):
        for limit in LIMITS:
            own = None
            for name, values in variants.items():
                path = eyas.work / f"table-two-{row}-{name}.ron".replace(" ", "-")
                save(path, read(evolved), f"{row}, {name}", {SEARCH: values})
                nodes = positions(eyas, f"{path.stem}-{limit}", path, limit)
                own = nodes if own is None else own
                rows.append({"row": row, "variant": name, "limit": limit} | compared(nodes, own, limit))
    changed = [row for row in rows if row["saved"] is not None]
    correct(changed)
    for row, adjusted in zip(changed, holm([row["p_found"] for row in changed]), strict=True):
        row["p_found_holm"] = adjusted
    write(given, "Multi-cut and the futility thresholds of Table II", {"version": eyas.version(), "sizes": sizes, "rows": rows},
          text(rows))


def variants_of_paper():
    """Returns the values of the variants of Table II, first the row as it is printed."""
    printed = search_of(ROOT / "assets/organisms/paper-2014-figure-3.ron", SEARCH)
    off = {"MULTI_CUT_USE": 0}
    exchanged = {THRESHOLDS[0]: printed[THRESHOLDS[1]], THRESHOLDS[1]: printed[THRESHOLDS[0]]}
    return {"as printed": printed, "multi-cut off": printed | off, "thresholds exchanged": printed | exchanged,
            "both": printed | off | exchanged}


def variants_of_tuned(tuned):
    """Returns the values of the variants of the tuned search, first as it is."""
    on = {"MULTI_CUT_USE": 1, "MULTI_CUT_CUT_NUM": 3}
    ordered = dict(zip(THRESHOLDS, sorted(tuned[name] for name in THRESHOLDS), strict=True))
    return {"as tuned": tuned, "multi-cut on": tuned | on, "thresholds sorted": tuned | ordered, "both": tuned | on | ordered}


def positions(eyas, key, player, limit):
    """Returns the nodes of each position until the move was found; the limit where it was not."""
    result = eyas.once(key, "solve", "--suite", "ecm879", "--nodes", limit, "--player", player, "--search", "paper",
                       "--threads", eyas.threads)
    return np.array([position["nodes_first"] for position in result["positions"]])


def compared(nodes, own, limit):
    """Returns what a search needs, and how it differs from its row as it is."""
    counts = {"nodes": int(nodes.sum()), "found": int((nodes < limit).sum()), "saved": None}
    if nodes is own:
        return counts
    fewer, more = int((nodes < own).sum()), int((nodes > own).sum())
    found, lost, p_found = mcnemar(*("".join("01"[int(one)] for one in values < limit) for values in (nodes, own)))
    return counts | {"saved": float(1 - nodes.sum() / own.sum()), "interval": saving_interval([(nodes, own)]), "fewer": fewer,
                     "more": more, "p": sign_test(fewer, more), "gained": found, "lost": lost, "p_found": p_found}


def text(rows):
    shown = []
    for row in rows:
        cells = [row["variant"], row["row"], f"{row['limit']:,}", f"{row['nodes'] / 1e6:.2f}", row["found"]]
        if row["saved"] is not None:
            cells += [f"{100 * row['saved']:+.1f} % {interval([100 * end for end in row['interval']], 1)}",
                      f"{row['fewer']} / {row['more']}", f"{row['p_holm']:.2g}", f"{row['gained']} / {row['lost']}",
                      f"{row['p_found_holm']:.2g}"]
        shown.append(cells + [""] * (10 - len(cells)))
    return ("Each variant against its own row as it is, by position:\n\n"
            + table(["variant", "row", "limit", "nodes, M", "found of 879", "nodes saved, 95 %", "fewer / more nodes", "p (Holm)",
                     "moves gained / lost", "p (Holm)"], shown))


if __name__ == "__main__":
    main()
