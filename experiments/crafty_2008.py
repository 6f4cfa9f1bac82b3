"""Claim: a mentor and the organisms that mimic it score as many points against Crafty 19.19 (2008 paper, Tables 1 and 2: the mentor 57.8 %
and the organism 59.0 % of 300 games at 3 minutes a game).

Hypotheses, written before the run
  H1  The mentor scores more than half of the points.
  H2  Its mimics score more than half of the points.
  H3  Mimics and mentor differ.
The mentor is the organism with the values that the paper reports (Figure 3 of 2014), as in `parity_2008.py`, whose ten mimics of quiescence scores play
here.

Sizes       60 games of the mentor, 6 of each mimic, at 5 s and 0.05 s a move, one thread and 64 MiB, adjudicated. Crafty must be built
            from its source; the profile crafty-19.19 expects it in PATH.
Statistics  The share of the points with a 95 % interval: bootstrap over pairs for the mentor, t distribution over seeds for the
            mimics. H1: sign test on pairs. H2 and H3: t test over the seeds, H3 against the share of the mentor, whose own error it leaves
            out. Holm's correction over the three. Games with clocks do not repeat: they are kept in RESULTS/games.
"""

from scipy import stats

from clock import SPEEDS, play, speeds
from common import Eyas, bootstrap_share, correct, earlier, interval, mean_of_seeds, settings, share_of_pairs, sign_test_of_pairs, table, write
from parity_2008 import MENTOR

CRAFTY = "crafty-19.19"


def main():
    given = settings(__doc__, seeds=10, mentor_games=60, games=6, tc="5+0.05", concurrency=1)
    sizes = {"seeds": given.seeds, "mentor_games": given.mentor_games, "games": given.games, "tc": given.tc}
    earlier(given, sizes)
    eyas = Eyas(given)

    def matched(name, player, games, seed):
        return play(eyas, f"crafty-2008-{name}", player, CRAFTY, given.tc, "--games", games, "--seed", seed,
                    concurrency=given.concurrency, games=given.results / "games" / f"{CRAFTY}-{name}.pgn")

    mentor = matched("mentor", MENTOR, given.mentor_games, 2008)
    mimics = [matched(f"mimic-{seed}", given.work / f"parity-quiescence-{seed}/champion.ron", given.games, 2008 + seed)
              for seed in range(1, given.seeds + 1)]
    share, ends = bootstrap_share(mentor["pentanomial"])
    shares = [share_of_pairs(played["pentanomial"]) for played in mimics]
    mean, around = mean_of_seeds(shares)
    tests = [{"hypothesis": "H1", "p": sign_test_of_pairs(mentor["pentanomial"])},
             {"hypothesis": "H2", "p": float(stats.ttest_1samp(shares, 0.5).pvalue)},
             {"hypothesis": "H3", "p": float(stats.ttest_1samp(shares, share).pvalue)}]
    correct(tests)
    rows = [["mentor", given.mentor_games, f"{100 * share:.1f} % {interval([100 * end for end in ends], 1)}", "57.8 %",
             *speeds(mentor["searches"])],
            [f"{given.seeds} mimics", given.games * given.seeds, f"{100 * mean:.1f} % {interval([100 * end for end in around], 1)}",
             "59.0 %", "", ""]]
    text = "\n\n".join([
        table(["player", "games", "points, 95 %", "2008 paper", *SPEEDS], rows),
        "Of the mimics by seed: " + ", ".join(f"{100 * share:.0f}" for share in shares) + " %.",
        "p (Holm): " + ", ".join(f"{test['hypothesis']} {test['p_holm']:.2g}" for test in tests) + f". {mentor['machine']}.",
    ])
    write(given, "Mentor and mimics against Crafty 19.19",
          {"version": eyas.version(), "sizes": sizes, "mentor": mentor | {"share": share, "interval": ends},
           "mimics": {"shares": shares, "mean": mean, "interval": around, "pentanomials": [played["pentanomial"] for played in mimics]},
           "tests": tests}, text)


if __name__ == "__main__":
    main()
