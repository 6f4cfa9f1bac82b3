"""Elo left by other tuners after equal numbers of simulated games, for comparison with SPSA of Eyas.

    python3.9 -m venv .venv && .venv/bin/pip install chess-tuning-tools==0.9.5 nevergrad==1.0.12 cma==4.5.0 'scipy<1.13'
    .venv/bin/python benches/reference/tuners.py                # or some of: tbpsa, cma-es, bayes

TBPSA is that of `nevergrad`, with the mean of its population as the result, as nevergrad4sf uses it; CMA-ES that of `cma`,
with its mean as the result; `bayes` the model, the settings and the result of chess-tuning-tools. All measure points by games
against the start. The response, the games and the start are those of src/core/figures/simulated.rs, whose test prints
the same line for SPSA. Each line has the mean of the Elo left over ten seeds, with its 95 % interval by Student's t.
"""

import math
import sys
import warnings

import numpy as np

SEEDS = range(1, 11)
START_LOSS = 100.0
COUPLING = 0.8
DRAWS = 0.55
WHITE_ELO = 35.0
OPENING_ELO = 120.0
T_95 = 2.262  # nine degrees of freedom


def best(count):
    return 0.5 + 0.25 * np.sin(3.0 * np.arange(1, count + 1))


def form(way):
    return float(np.sum(way**2) + COUPLING * np.sum(way[1:] * way[:-1]))


def loss(point):
    """The Elo that a point of the unit cube is weaker than the optimum."""
    target = best(len(point))
    return START_LOSS * form(np.asarray(point) - target) / form(0.5 - target)


class Games:
    def __init__(self, count, games, seed):
        self.count, self.left = count, games
        self.rng = np.random.default_rng(seed)

    def pairs(self, point, pairs):
        """Half points of pairs of games against the start, 0 to 4."""
        self.left -= 2 * pairs
        assert self.left >= 0
        lead = START_LOSS - loss(point)
        white = WHITE_ELO + OPENING_ELO * (self.rng.random(pairs) - 0.5)
        points = np.zeros(pairs, dtype=int)
        for sign in (1.0, -1.0):
            expected = 1.0 / (1.0 + 10.0 ** (-(lead + sign * white) / 400.0))
            draws = DRAWS * 2.0 * np.minimum(expected, 1.0 - expected)
            win, chance = expected - draws / 2.0, self.rng.random(pairs)
            points += np.where(chance < win, 2, np.where(chance < win + draws, 1, 0))
        return points


def tbpsa(simulated, seed, pairs=4):
    import nevergrad as ng

    space = ng.p.Array(init=np.full(simulated.count, 0.5)).set_bounds(0.0, 1.0)
    space.set_mutation(sigma=0.1)
    space.random_state.seed(seed)
    rounds = simulated.left // (2 * pairs)
    optimizer = ng.optimizers.TBPSA(space, budget=rounds)
    for _ in range(rounds):
        asked = optimizer.ask()
        optimizer.tell(asked, -float(np.mean(simulated.pairs(asked.value, pairs))))
    return optimizer.provide_recommendation().value


def cma_es(simulated, seed, pairs=16):
    import cma

    options = {"seed": seed, "bounds": [0.0, 1.0], "verbose": -9, "tolfun": 0, "tolflatfitness": 10**9}
    es = cma.CMAEvolutionStrategy(np.full(simulated.count, 0.5), 0.1, options)
    while simulated.left >= 2 * pairs * es.popsize:
        points = es.ask()
        es.tell(points, [-float(np.mean(simulated.pairs(point, pairs))) for point in points])
    return np.clip(es.result.xfavorite, 0.0, 1.0)


def bayes(simulated, seed, rounds=40):
    """Forty points, because the time grows with their number, and short samples of the model for the same reason."""
    from tune.local import counts_to_penta, expected_ucb, initialize_optimizer, update_model

    optimizer = initialize_optimizer([], [], [], [(0.0, 1.0)] * simulated.count, random_seed=seed, warp_inputs=False, resume=False)
    pairs = simulated.left // (2 * rounds)
    samples = {"gp_burnin": 2, "gp_samples": 100, "gp_initial_burnin": 10, "gp_initial_samples": 100}
    for _ in range(rounds):
        point = optimizer.ask()
        counts = np.bincount(4 - simulated.pairs(np.asarray(point), pairs), minlength=5)
        score, error = counts_to_penta(counts, n_dirichlet_samples=100_000, random_state=seed)
        update_model(optimizer, point, score, error**2, **samples)
    return np.asarray(expected_ucb(optimizer.get_result(), alpha=0.0)[0])


TUNERS = {"tbpsa": tbpsa, "cma-es": cma_es, "bayes": bayes}


def mean_left(name, count, games):
    left = [loss(TUNERS[name](Games(count, games, seed), seed)) for seed in SEEDS]
    return np.mean(left), T_95 * np.std(left, ddof=1) / math.sqrt(len(left))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for name in sys.argv[1:] or TUNERS:
        for count in (6, 20):
            for games in (2_000, 10_000):
                mean, half = mean_left(name, count, games)
                print(f"{name}, {count} parameters, {games} games: {mean:.1f} ± {half:.1f} Elo left", flush=True)
