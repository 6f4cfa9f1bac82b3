"""Claim: a search tuned on tactical positions plays better (2014 paper, sections IV and V).

Hypotheses, written before the run
  H1  The tuned search beats the untuned one with the same evaluation, at every limit.
  H2  It also beats the search with the fewest nodes of 500 random ones, so that evolution did more than choice.

Players     untuned (the paper search of `reference`), tuned (--tuned, the champion of a tuning session), table (Table II of
            the 2014 paper), chosen (the fewest nodes of 500 random searches on the same suite at 5,000 nodes); all with
            the evaluation of --organism.
Sizes       400 games of each player against untuned, and of tuned against chosen, at 1,000, 5,000, 20,000 and 100,000
            nodes a move; with --clock also at 10+0.1.
Statistics  Elo with a 95 % bootstrap interval over pairs of games; Holm's correction over all matches (sign test on pairs).
"""

from scipy import stats

from common import ROOT, Eyas, bootstrap_share, elo, holm, interval, settings, table, write
from organisms import read, save, search_of

SCHEMA = "search-paper"
TABLE = ROOT / "assets/organisms/paper-2014-figure-3.ron"


def main():
    given = settings(__doc__, organism=str(ROOT / "assets/organisms/reference.ron"), tuned="", games=400,
                     nodes="1000,5000,20000,100000", clock=0)
    if not given.tuned:
        raise SystemExit("--tuned: give the champion of a tuning session, such as of tuning_suite.py")
    eyas = Eyas(given)
    _, chosen = eyas.session("random-500", "tune", "--organism", given.organism, "--preset", "paper-2014", "--generations",
                             0, "--population", 500, "--node-limit", 5_000)
    searches = {"untuned": search_of(ROOT / "assets/organisms/reference.ron", SCHEMA),
                "tuned": search_of(given.tuned, SCHEMA), "table": search_of(TABLE, SCHEMA),
                "chosen": search_of(chosen / "champion.ron", SCHEMA)}
    players = {}
    for name, values in searches.items():
        players[name] = eyas.work / f"player-{name}.ron"
        save(players[name], read(given.organism), name, {SCHEMA: values})
    limits = [["--nodes", nodes] for nodes in given.nodes.split(",")]
    limits += [["--tc", "10+0.1"]] if given.clock else []
    rows = []
    for limit in limits:
        for one, other in (("tuned", "untuned"), ("table", "untuned"), ("chosen", "untuned"), ("tuned", "chosen")):
            key = f"tuning-games-{one}-{other}-{limit[1]}"
            played = eyas.match(key, players[one], players[other], "--search-a", "paper", "--search-b", "paper", *limit,
                                "--games", given.games, "--seed", 77)
            pairs = played["pentanomial"]
            share, ends = bootstrap_share(pairs)
            won, lost = pairs[3] + pairs[4], pairs[0] + pairs[1]
            rows.append({"limit": limit[1], "player": one, "opponent": other, "pentanomial": pairs, "elo": elo(share),
                         "interval": [elo(end) for end in ends],
                         "p": float(stats.binomtest(won, won + lost, 0.5).pvalue) if won + lost else 1.0})
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_holm"] = adjusted
    text = table(
        ["limit", "player", "opponent", "Elo", "95 %", "p (Holm)"],
        [[row["limit"], row["player"], row["opponent"], f"{row['elo']:+.0f}", interval(row["interval"]),
          f"{row['p_holm']:.2g}"] for row in rows])
    write(given, "Games of tuned searches", {"version": eyas.version(), "matches": rows}, text)


if __name__ == "__main__":
    main()
