"""Evaluations to target of other implementations, for comparison with those of Eyas.

    python3 -m venv .venv && .venv/bin/pip install cma==4.5.0 pymoo==0.6.2 pypop7==0.0.82
    .venv/bin/python benches/reference/optimizers.py            # or some of: cma-es, cma-es-separable, jade, pso

CMA-ES is that of `cma`, JADE that of `pypop7`, the global particle swarm that of `pymoo`. The functions, the
populations, the settings and the target are those of src/evolution/optimizers/tests.rs. Each line has the median of 15
seeds; a run that does not reach the target counts as the whole budget. Restarts of CMA-ES double the population.
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


class Cauchy:
    """The same distribution as scipy's, drawn ten times as fast."""

    @staticmethod
    def rvs(loc, scale, random_state):
        return loc + scale * random_state.standard_cauchy()


def jade_evaluations(function, dimensions, seed):
    """JADE with 100 organisms, an archive of as many, the best 5 % and adaptation 0.1."""
    from pypop7.optimizers.de import jade

    jade.cauchy = Cauchy
    counter = Counter(on_cube(function))
    problem = {
        "fitness_function": counter,
        "ndim_problem": dimensions,
        "lower_boundary": np.zeros(dimensions),
        "upper_boundary": np.ones(dimensions),
    }
    options = {
        "n_individuals": 100,
        "p": 0.05,
        "c": 0.1,
        "is_bound": True,
        "max_function_evaluations": BUDGET,
        "seed_rng": seed,
        "verbose": 0,
    }
    try:
        jade.JADE(problem, options).optimize()
    except Reached:
        pass
    return counter.count


def swarm_evaluations(function, dimensions, seed):
    """A global swarm of 50 particles with constriction, from random points without velocity."""
    from pymoo.algorithms.soo.nonconvex.pso import PSO
    from pymoo.core.problem import ElementwiseProblem
    from pymoo.operators.sampling.rnd import FloatRandomSampling
    from pymoo.optimize import minimize

    counter = Counter(on_cube(function))

    class OnCube(ElementwiseProblem):
        def __init__(self):
            super().__init__(n_var=dimensions, n_obj=1, xl=0.0, xu=1.0)

        def _evaluate(self, x, out, *args, **kwargs):
            out["F"] = counter(x)

    swarm = PSO(
        pop_size=50,
        sampling=FloatRandomSampling(),
        w=0.72984,
        c1=0.72984 * 2.05,
        c2=0.72984 * 2.05,
        adaptive=False,
        initial_velocity="zero",
        max_velocity_rate=1.0,
        pertube_best=False,
    )
    try:
        minimize(OnCube(), swarm, ("n_eval", BUDGET), seed=seed + 1, verbose=False)
    except Reached:
        pass
    return counter.count


def median(run):
    """The median of 15 seeds; the budget as soon as most runs have failed."""
    counts = []
    for seed in range(15):
        counts.append(run(seed))
        if sum(count >= BUDGET for count in counts) > 7:
            return BUDGET
    return int(statistics.median(counts))


def main():
    cases = [
        (sphere, 10, 10),
        (ellipsoid, 10, 10),
        (rosenbrock, 10, 10),
        (rastrigin, 10, 10),
        (sphere, 40, 15),
        (ellipsoid, 40, 15),
        (rosenbrock, 40, 15),
        (rastrigin, 40, 15),
    ]
    only = sys.argv[1:]
    for function, dimensions, population in cases:
        runs = {
            "cma-es": lambda seed: cma_evaluations(function, dimensions, population, seed),
            "cma-es-separable": lambda seed: cma_evaluations(function, dimensions, population, seed, True),
            "jade": lambda seed: jade_evaluations(function, dimensions, seed),
            "pso": lambda seed: swarm_evaluations(function, dimensions, seed),
        }
        for name, run in runs.items():
            if only and name not in only:
                continue
            print(f"{function.__name__} {dimensions} {name}: {median(run)}", flush=True)


if __name__ == "__main__":
    main()
