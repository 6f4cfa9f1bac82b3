"""Claim: a search tuned on tactical positions plays better (2014 paper, sections IV and V).

Hypotheses, written before the run
  H1  The tuned search beats the untuned one with the same evaluation, at every limit.
  H2  It also beats the search with the fewest nodes of 500 random ones, so that evolution did more than choice.

Players     untuned (the paper search of `reference`), tuned (--tuned, the champions of tuning sessions of several seeds),
            table (Table II of the 2014 paper), chosen (the fewest nodes of 500 random searches on the same suite at 5,000
            nodes); all with the evaluation of --organism.
Sizes       400 games of each player against untuned, and of each tuned search against chosen, at 1,000, 5,000, 20,000 and
            100,000 nodes a move; with --clock also at 10+0.1.
Statistics  Tuned searches: mean Elo with a 95 % interval by the hierarchical bootstrap (seeds, then pairs of games), and a
            t test over the seeds. Others: Elo with a 95 % bootstrap interval over pairs of games, and a sign test on pairs.
            Holm's correction over all rows. (The first run had one tuned search. The seeds were added after its results
            were known; they are all of `tuning_suite.py`.)
"""

from scipy import stats

from common import (ROOT, Eyas, bootstrap_matches, bootstrap_share, elo, holm, interval, settings, share_of_pairs, table,
                    write)
from organisms import read, save, search_of

SCHEMA = "search-paper"
TABLE = ROOT / "assets/organisms/paper-2014-figure-3.ron"


def seeds(matches):
    """Returns the mean of matches, one for each seed."""
    mean, ends = bootstrap_matches(matches)
    by_seed = [elo(share_of_pairs(pairs)) for pairs in matches]
    p = float(stats.ttest_1samp(by_seed, 0).pvalue) if len(by_seed) > 1 else 1.0
    return {"pentanomials": matches, "elo_by_seed": by_seed, "elo": mean, "interval": ends, "p": p}


def single(pairs):
    """Returns the result of one match."""
    share, ends = bootstrap_share(pairs)
    won, lost = pairs[3] + pairs[4], pairs[0] + pairs[1]
    p = float(stats.binomtest(won, won + lost, 0.5).pvalue) if won + lost else 1.0
    return {"pentanomials": [pairs], "elo": elo(share), "interval": [elo(end) for end in ends], "p": p}


def main():
    given = settings(__doc__, organism=str(ROOT / "assets/organisms/reference.ron"), tuned="", games=400,
                     nodes="1000,5000,20000,100000", clock=0)
    if not given.tuned:
        raise SystemExit("--tuned: give the champions of tuning sessions, such as of tuning_suite.py, separated by commas")
    eyas = Eyas(given)
    _, chosen = eyas.session("random-500", "tune", "--organism", given.organism, "--preset", "paper-2014", "--generations",
                             0, "--population", 500, "--node-limit", 5_000)
    searches = {"untuned": search_of(ROOT / "assets/organisms/reference.ron", SCHEMA),
                "table": search_of(TABLE, SCHEMA), "chosen": search_of(chosen / "champion.ron", SCHEMA)}
    champions = given.tuned.split(",")
    tuned = [f"tuned-{number}" for number in range(1, len(champions) + 1)]
    searches |= {name: search_of(champion, SCHEMA) for name, champion in zip(tuned, champions, strict=True)}
    players = {}
    for name, values in searches.items():
        players[name] = eyas.work / f"player-{name}.ron"
        save(players[name], read(given.organism), name, {SCHEMA: values})
    limits = [["--nodes", nodes] for nodes in given.nodes.split(",")]
    limits += [["--tc", "10+0.1"]] if given.clock else []
    rows = []
    for limit in limits:
        def pairs(one, other, limit=limit):
            played = eyas.match(f"tuning-games-{one}-{other}-{limit[1]}", players[one], players[other], "--search-a",
                                "paper", "--search-b", "paper", *limit, "--games", given.games, "--seed", 77)
            return played["pentanomial"]

        for other in ("untuned", "chosen"):
            found = seeds([pairs(one, other) for one in tuned])
            rows.append({"limit": limit[1], "player": "tuned", "opponent": other, **found})
        for one in ("table", "chosen"):
            rows.append({"limit": limit[1], "player": one, "opponent": "untuned", **single(pairs(one, "untuned"))})
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_holm"] = adjusted
    text = table(
        ["limit", "player", "opponent", "Elo", "95 %", "p (Holm)", "Elo of each seed"],
        [[row["limit"], row["player"], row["opponent"], f"{row['elo']:+.0f}", interval(row["interval"]),
          f"{row['p_holm']:.2g}", ", ".join(f"{value:+.0f}" for value in row.get("elo_by_seed", []))] for row in rows])
    write(given, "Games of tuned searches", {"version": eyas.version(), "matches": rows}, text)


if __name__ == "__main__":
    main()
