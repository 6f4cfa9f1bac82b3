"""Claim: coevolution from random organisms is not practical (2009 and 2014 papers: "difficult", the reason for the stage of mimicry).

Hypotheses, written before the run
  H1  The champion of a coevolution from random organisms beats its best founder, the random organism that does best in the
      confirmation.
  H2  It is weaker than Evol0, the champion of mimicry with the highest training score.

Sizes       5 seeds; ten random organisms of the schema paper-2014 each, 20 generations (the paper: 50), plain search, 300 nodes
            a move, four games of each pair in a generation and in the confirmation. Then 400 games of each champion against
            its best founder and against `evol0`, plain search, 500 nodes a move, openings of their own.
Statistics  Mean over seeds of the Elo of a match with a 95 % interval by the t distribution, and a t test over seeds; Holm's
            correction over the two. Single matches have the 95 % bootstrap interval over pairs of games.
"""

from scipy import stats

from common import (Eyas, bootstrap_share, correct, earlier, elo, interval, mean_of_seeds, settings, share_of_pairs, table,
                    write)

OPPONENTS = ["best founder", "evol0"]


def main():
    given = settings(__doc__, seeds=5, generations=20, nodes=300, match_games=400, match_nodes=500)
    eyas = Eyas(given)
    sizes = {"seeds": given.seeds, "generations": given.generations, "nodes": given.nodes, "match_games": given.match_games,
             "match_nodes": given.match_nodes}
    earlier(given, sizes)
    matches = {opponent: [] for opponent in OPPONENTS}
    for seed in range(1, given.seeds + 1):
        founders = [f"random:{10 * seed + place}" for place in range(10)]
        result, folder = eyas.session(f"random-founders-{seed}", "coevolve", "--from", *founders, "--preset", "paper-2014",
                                      "--nodes", given.nodes, "--generations", given.generations, "--seed", seed,
                                      "--confirmation-games", 4, "--match-games", 0, "--milestone-games", 0)
        for opponent in OPPONENTS:
            other = result["best_founder"] if opponent == "best founder" else opponent
            played = eyas.match(f"random-founders-match-{seed}-{opponent.replace(' ', '-')}", folder / "champion.ron", other,
                                "--search-a", "plain", "--search-b", "plain", "--nodes", given.match_nodes,
                                "--games", given.match_games, "--seed", 600 + seed)
            matches[opponent].append(played["pentanomial"])
    rows = [row_of(opponent, matches[opponent]) for opponent in OPPONENTS]
    correct(rows)
    text = ("Elo of the champions of coevolutions from random organisms:\n\n" + table(
        ["opponent", *(f"seed {seed}" for seed in range(1, given.seeds + 1)), "mean, 95 % by t", "p (Holm)"],
        [[row["opponent"], *(f"{value:+.0f} {interval(ends)}" for value, ends in zip(row["elo"], row["intervals"])),
          f"{row['mean']:+.0f} {interval(row['t_interval'])}", f"{row['p_holm']:.2g}"] for row in rows]))
    write(given, "Coevolution from random organisms", {"version": eyas.version(), "sizes": sizes, "opponents": rows}, text)


def row_of(opponent, matches):
    elos = [elo(share_of_pairs(pairs)) for pairs in matches]
    mean, ends = mean_of_seeds(elos)
    return {"opponent": opponent, "pentanomials": matches, "elo": elos, "mean": mean, "t_interval": ends,
            "intervals": [[elo(end) for end in bootstrap_share(pairs)[1]] for pairs in matches],
            "p": float(stats.ttest_1samp(elos, 0).pvalue)}


if __name__ == "__main__":
    main()
