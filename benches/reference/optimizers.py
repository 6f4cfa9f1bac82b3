"""Evaluations to target of Python's CMA-ES, for comparison with that of Eyas.

    python3 -m venv .venv && .venv/bin/pip install cma==4.5.0
    .venv/bin/python benches/reference/optimizers.py

The functions, the populations, the first step and the target are those of src/evolution/optimizers/tests.rs. Each line
has the median of 15 seeds; a run that does not reach the target counts as the whole budget. Restarts double the
population.
"""

import statistics
import sys

import numpy as np

BUDGET = 300_000
TARGET = 1e-8


def reflected(x):
    folded = np.mod(x, 2.0)
    return np.where(folded > 1.0, 2.0 - folded, folded)


def sphere(x):
    return float(np.sum((x - 1.5) ** 2))


def ellipsoid(x):
    return float(np.sum(1e6 ** (np.arange(len(x)) / (len(x) - 1)) * (x - 1.5) ** 2))


def rosenbrock(x):
    return float(np.sum(100.0 * (x[:-1] ** 2 - x[1:]) ** 2 + (x[:-1] - 1.0) ** 2))


def rastrigin(x):
    x = x - 1.5
    return float(np.sum(x**2 - 10.0 * np.cos(2.0 * np.pi * x) + 10.0))


def on_cube(function):
    """The function on the unit cube, reflected at the bounds."""
    return lambda point: function(10.0 * reflected(np.asarray(point)) - 5.0)


class Reached(Exception):
    pass


class Counter:
    """Counts evaluations until the target is reached or the budget is spent."""

    def __init__(self, function):
        self.function = function
        self.count = 0

    def __call__(self, point):
        self.count += 1
        value = self.function(point)
        if value < TARGET or self.count >= BUDGET:
            raise Reached
        return value


def cma_evaluations(function, dimensions, population, seed, diagonal=False):
    import cma

    counter = Counter(on_cube(function))
    rng = np.random.default_rng(seed)
    factor = 1
    try:
        while True:
            options = {
                "popsize": population * factor,
                "seed": seed + 1000 * factor + 1,
                "verbose": -9,
                "CMA_diagonal": diagonal,
                "maxfevals": BUDGET,
            }
            es = cma.CMAEvolutionStrategy(rng.random(dimensions), 0.2, options)
            while not es.stop():
                points = es.ask()
                es.tell(points, [counter(point) for point in points])
            factor *= 2
    except Reached:
        return counter.count


def main():
    cases = [
        (sphere, 10, 10),
        (ellipsoid, 10, 10),
        (rosenbrock, 10, 10),
        (rastrigin, 10, 10),
        (sphere, 40, 15),
        (ellipsoid, 40, 15),
        (rosenbrock, 40, 15),
    ]
    only = sys.argv[1:]
    for function, dimensions, population in cases:
        runs = {
            "cma-es": lambda seed: cma_evaluations(function, dimensions, population, seed),
            "cma-es separable": lambda seed: cma_evaluations(function, dimensions, population, seed, True),
        }
        for name, run in runs.items():
            if only and name not in only:
                continue
            median = statistics.median(run(seed) for seed in range(15))
            print(f"{function.__name__} {dimensions} {name}: {median:.0f}", flush=True)


if __name__ == "__main__":
    main()
