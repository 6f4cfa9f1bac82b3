"""A scale for agreement: how often others play the move of the grandmaster on the 5,000 test positions (2014 paper, V.A).

There is no hypothesis: the figures say what 30 or 33 % of agreement mean.

Players     an organism of random bits; `eyas` to depths from 1 to 12; Toga II to depths from 1 to 8 (it does not keep limits of few
            nodes); Stockfish with 1, 1,000 and 10,000 nodes.
Positions   `gm2600-test`, each with the move that was played; the answer is the one after the whole search.
Statistics  Wilson's interval of a share. A player that searches farther is paired by position with itself at the limit before, by
            McNemar's exact test, Holm's correction over all such pairs.
"""

from common import Eyas, correct, earlier, interval, mcnemar, settings, table, wilson, write

PLAYERS = (
    [("random bits, seed 1", "random:1", "--depth", 1)]
    + [(f"`eyas`, depth {depth}", "eyas", "--depth", depth) for depth in (1, 2, 4, 6, 8, 10, 12)]
    + [(f"Toga II 3.0, depth {depth}", "uci:toga2", "--depth", depth) for depth in (1, 4, 8)]
    + [(f"Stockfish 15.1, {nodes:,} node{'s' * (nodes > 1)}", "uci:stockfish", "--nodes", nodes) for nodes in (1, 1_000, 10_000)]
)


def main():
    given = settings(__doc__)
    eyas = Eyas(given)
    sizes = {"positions": 5000}
    earlier(given, sizes)
    suite = given.work / "gm2600-test.epd"
    if not suite.exists():
        eyas.once("agreement-positions", "epd", "gm2600-test", "--out", suite)
    rows, steps = [], []
    for name, player, *limit in PLAYERS:
        found = eyas.once("agreement-" + "-".join(map(str, [player.removeprefix("uci:").replace(":", "-"), *limit[1:]])), "solve",
                          "--player", player, "--suite", suite, *limit, "--hash", 16)
        answers = "".join("01"[problem["solved"]] for problem in found["positions"])
        if rows and rows[-1]["player"] == player:
            more, fewer, p = mcnemar(answers, rows[-1]["answers"])
            steps.append({"from": rows[-1]["name"], "to": name, "gained": more, "lost": fewer, "p": p})
        rows.append({"name": name, "player": player, "moves": answers.count("1"), "answers": answers,
                     "interval": wilson(answers.count("1"), len(answers))})
    correct(steps)
    shown = [[row["name"], row["moves"], f"{row['moves'] / 50:.1f} {interval([100 * end for end in row['interval']], 1)}"]
             for row in rows]
    tests = [[step["to"], step["gained"], step["lost"], f"{step['p_holm']:.2g}"] for step in steps]
    text = ("Moves of the grandmasters, of 5,000:\n\n" + table(["player", "moves", "%"], shown)
            + "\n\nAgainst the same player at the limit before:\n\n" + table(["player", "gained", "lost", "p (Holm)"], tests))
    write(given, "A scale for agreement", {"version": eyas.version(), "sizes": sizes, "players": rows, "steps": steps}, text)


if __name__ == "__main__":
    main()
