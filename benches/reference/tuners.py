"""Elo left by other tuners after equal numbers of simulated games, for comparison with SPSA of Eyas.

    python3 -m venv .venv && .venv/bin/pip install nevergrad==1.0.12 cma==4.5.0 scikit-optimize==0.10.2
    .venv/bin/python benches/reference/tuners.py                # or some of: tbpsa, cma-es, bayes

TBPSA is that of `nevergrad`, with the mean of its population as the result, as nevergrad4sf uses it; CMA-ES that of `cma`,
with its mean as the result; `bayes` a Gaussian process of `scikit-optimize` with the best point of the model as the result.
(chess-tuning-tools samples the parameters of such a model.) All measure points by games
against the start. The response, the games and the start are those of src/core/figures/simulated.rs, whose test prints the
same line for SPSA. Each line has the mean of the Elo left over ten seeds, with its 95 % interval by Student's t.
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


def bayes(simulated, seed, points=60):
    """Sixty points whatever the number of games, because the time grows with their cube. They keep to the part of the ranges
    that has the optimum: in whole ranges of many parameters nearly all points lose every game."""
    from skopt import Optimizer
    from skopt.learning import GaussianProcessRegressor
    from skopt.learning.gaussian_process.kernels import ConstantKernel, Matern

    scales = np.full(simulated.count, 0.5)
    kernel = ConstantKernel(1.0) * Matern(length_scale=scales, length_scale_bounds=(0.1, 10.0), nu=2.5)
    model = GaussianProcessRegressor(kernel=kernel, noise="gaussian", normalize_y=True, n_restarts_optimizer=0)
    space = [(0.2, 0.8)] * simulated.count
    optimizer = Optimizer(
        space, model, n_initial_points=16, acq_func="LCB", acq_optimizer="sampling", random_state=seed,
        acq_func_kwargs={"n_points": 500},
    )
    pairs = simulated.left // (2 * points)
    for _ in range(points):
        asked = optimizer.ask()
        optimizer.tell(asked, -float(np.mean(simulated.pairs(np.asarray(asked), pairs))))
    drawn = np.random.default_rng(seed).uniform(0.2, 0.8, (5_000, simulated.count))
    many = np.vstack([drawn, optimizer.Xi])
    return many[np.argmin(optimizer.models[-1].predict(optimizer.space.transform(many)))]


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
