"""Claim: a search tuned on tactical positions plays better (2014 paper, sections IV and V).

Hypotheses, written before the run
  H1  The tuned search beats the untuned one with the same evaluation, at every limit.
  H2  It also beats the search with the fewest nodes of 500 random ones. (This does not show that evolution does more than
      choice: the random searches are measured with 5,000 nodes a position, the tuned ones with 20,000 or 500,000.)

Designs     those of `tuning_suite.py`:
            halves  tuned: the searches of its five seeds, with 20,000 nodes a position. All players have the evaluation of
                    `reference`.
            paper   tuned: the search of the pipeline --pipeline, which has the paper's own size; one run. All players have
                    the evaluation of its Evol*.
Players     untuned (the paper search of `reference`), tuned, table (Table II of the 2014 paper), chosen (the fewest nodes of
            500 random searches on the whole suite at 5,000 nodes).
Sizes       400 games of each player against untuned, and of each tuned search against chosen, at 1,000, 5,000, 20,000 and
            100,000 nodes a move; and 300 games of each at 10+0.1, as many as in `headlines.py` and adjudicated by its rules
            (both were written here before a game on the clock was played). --limits and --matches select a part, and leave
            10+0.1 out unless it is named; the other matches keep their results of earlier runs.
            --concurrency is the number of games on the clock at a time, which must not exceed the number of cores. The
            moves of these games are kept in RESULTS/games.
Statistics  Tuned searches of several seeds: mean Elo with a 95 % interval by the hierarchical bootstrap (seeds, then pairs
            of games), and a t test over the seeds. Others: Elo with a 95 % bootstrap interval over pairs of games, and a
            sign test on pairs. Holm's correction over all rows of a design. All matches have the same openings; the bootstrap
            takes the pairs of different seeds as independent, the t test does not need to. (The first run had one tuned
            search. The seeds were added after its results were known; they are all of `tuning_suite.py`. The design `paper`
            was added before its tuning was complete.)
"""

from pathlib import Path

from scipy import stats

from clock import SPEEDS, play, speeds
from common import (ROOT, Eyas, bootstrap_matches, bootstrap_share, correct, earlier, elo, interval, mean_of_seeds, own_name,
                    settings, share_of_pairs, sign_test_of_pairs, table, write)
from organisms import UNTUNED, with_search
from tuning_suite import tuning_of

TABLE = ROOT / "assets/organisms/paper-2014-figure-3.ron"
DESIGNS = ["halves", "paper"]
NODES = ["1000", "5000", "20000", "100000"]
CLOCK = "10+0.1"
MATCHES = ["tuned-untuned", "tuned-chosen", "table-untuned", "chosen-untuned"]


def seeds(matches):
    """Returns the mean of the matches of several seeds."""
    mean, ends = bootstrap_matches(matches)
    by_seed = [elo(share_of_pairs(pairs)) for pairs in matches]
    p = float(stats.ttest_1samp(by_seed, 0).pvalue)
    return {"pentanomials": matches, "elo_by_seed": by_seed, "elo": mean, "interval": ends, "p": p,
            "t_interval": mean_of_seeds(by_seed)[1]}


def single(pairs):
    """Returns the result of one match."""
    share, ends = bootstrap_share(pairs)
    return {"pentanomials": [pairs], "elo": elo(share), "interval": [elo(end) for end in ends],
            "p": sign_test_of_pairs(pairs)}


def main():
    given = settings(__doc__, designs=",".join(DESIGNS), seeds=5, games=400, clock_games=300, limits=",".join(NODES),
                     matches=",".join(MATCHES), concurrency=1, pipeline=str(ROOT / "sessions/paper-2014"))
    eyas = Eyas(given)
    selected = [(limit, match) for limit in given.limits.split(",") for match in given.matches.split(",")]
    sizes = {"seeds": given.seeds, "games": given.games, "clock_games": given.clock_games,
             "pipeline": own_name(given.pipeline)}
    numbers = {"version": eyas.version(), "sizes": sizes, "designs": earlier(given, sizes).get("designs", {})}
    for design in given.designs.split(","):
        players, tuned = players_of(design, given, eyas)
        rows = [row for row in numbers["designs"].get(design, []) if key(row) not in selected]
        rows += [match_of(design, limit, match, players, tuned, given, eyas) for limit, match in selected]
        rows.sort(key=lambda row: ([*NODES, CLOCK].index(row["limit"]), MATCHES.index(key(row)[1])))
        correct(rows)
        numbers["designs"][design] = rows
    text = "\n\n".join(page(design, numbers["designs"][design]) for design in DESIGNS if design in numbers["designs"])
    write(given, "Games of tuned searches", numbers, text)


def players_of(design, given, eyas):
    """Writes the players of a design. Returns their files by name, and the names of the tuned ones."""
    if design == "paper":
        evaluation = Path(given.pipeline) / "evolstar.ron"
        champions = [evaluation]
    else:
        evaluation = UNTUNED
        champions = [eyas.work / tuning_of(seed) / "champion.ron" for seed in range(1, given.seeds + 1)]
    if missing := [str(champion) for champion in champions if not champion.exists()]:
        raise SystemExit(f"missing: {', '.join(missing)}; tuning_suite.py makes the tunings of the design halves")
    _, chosen = eyas.session(f"random-500-{design}", "tune", "--organism", evaluation, "--preset", "paper-2014",
                             "--generations", 0, "--population", 500, "--node-limit", 5_000)
    searches = {"untuned": UNTUNED, "table": TABLE, "chosen": chosen / "champion.ron"}
    tuned = {f"tuned-{number}": champion for number, champion in enumerate(champions, start=1)}
    players = {}
    for name, source in (searches | tuned).items():
        players[name] = with_search(evaluation, source, name, eyas.work / f"player-{design}-{name}.ron")
    return players, list(tuned)


def key(row):
    """Returns the limit of a row, and its match as --matches names it."""
    return row["limit"], f"{row['player']}-{row['opponent']}"


def match_of(design, limit, match, players, tuned, given, eyas):
    """Plays a match of a design at one limit, with every tuned search if it names them, and returns its row."""
    player, opponent = match.split("-")

    def play_one(one):
        name = f"tuning-games-{design}-{one}-{opponent}"
        sides = f"{name}-{limit}", players[one], players[opponent]
        shared = ["--search-a", "paper", "--search-b", "paper", "--seed", 77]
        if limit == CLOCK:
            return play(eyas, *sides, limit, *shared, "--games", given.clock_games, concurrency=given.concurrency,
                        games=given.results / "games" / f"{name}.pgn")
        return eyas.match(*sides, *shared, "--nodes", limit, "--games", given.games)

    played = [play_one(one) for one in (tuned if player == "tuned" else [player])]
    pairs = [one["pentanomial"] for one in played]
    row = {"limit": limit, "player": player, "opponent": opponent}
    row |= seeds(pairs) if len(pairs) > 1 else single(pairs[0])
    if limit == CLOCK:
        row |= {name: [one[name] for one in played] for name in ("machine", "searches")}
    return row


def page(design, rows):
    """Returns the tables of a design: its results, and the searches of its matches on the clock."""
    results = table(
        ["limit", "player", "opponent", "Elo", "95 %", "95 %, t", "p (Holm)", "Elo of each seed"],
        [[row["limit"], row["player"], row["opponent"], f"{row['elo']:+.0f}", interval(row["interval"]),
          interval(row.get("t_interval", [])).replace("[]", ""), f"{row['p_holm']:.2g}",
          ", ".join(f"{value:+.0f}" for value in row.get("elo_by_seed", []))] for row in rows])
    searches = [[row["player"], row["opponent"], *speeds(players), machine] for row in rows if row["limit"] == CLOCK
                for players, machine in zip(row["searches"], row["machine"])]
    parts = [f"## Design {design}", results]
    if searches:
        parts += [f"Searches at {CLOCK}:", table(["player", "opponent", *SPEEDS, "machine"], searches)]
    return "\n\n".join(parts)


if __name__ == "__main__":
    main()
