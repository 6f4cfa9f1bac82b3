#!/usr/bin/env python3
"""Tunes the parameters of a chess engine with Optuna. Eyas plays the games.

    python3 tune.py --trials 200 --batch 8 -- eyas measure --player uci:./engine --params params.txt --nodes 5000 --pairs 8

What follows `--` is a command of `eyas measure`, which may also measure a suite or an evaluation of Eyas. The script asks
it for the parameters, proposes vectors in batches, and measures the best ones again at the end.
"""

import argparse
import json
import subprocess
import sys

import optuna


class Measurer:
    """A process of `eyas measure`: one line of JSON in, one line of JSON out."""

    def __init__(self, command):
        described = subprocess.run(
            [*command, "--describe", "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True
        )
        self.description = json.loads(described.stdout)
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, vectors):
        """Returns an answer for each vector, an object of names and values. All meet the same openings."""
        self.process.stdin.write(json.dumps([{"values": vector} for vector in vectors]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(self.process.wait() or 1)
        answers = json.loads(line)
        # A line that is refused as a whole gives one object.
        return answers if isinstance(answers, list) else [answers] * len(vectors)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def propose(trial, parameters):
    """Returns a value for each parameter."""
    vector = {}
    for parameter in parameters:
        name, low, high = parameter["name"], parameter["min"], parameter["max"]
        if parameter["type"] == "float":
            vector[name] = trial.suggest_float(name, low, high)
        elif parameter["type"] == "combo":
            vector[name] = trial.suggest_categorical(name, parameter["words"][low : high + 1])
        else:
            vector[name] = trial.suggest_int(name, low, high)
    return vector


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=100, help="vectors to measure")
    parser.add_argument("--batch", type=int, default=8, help="vectors that are measured in parallel")
    parser.add_argument("--finalists", type=int, default=4, help="best vectors that are measured again")
    parser.add_argument("--seed", type=int, default=1, help="seed of the proposals")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.add_argument("command", nargs="+", help="eyas measure with its flags, after --")
    arguments = parser.parse_args()

    measurer = Measurer(arguments.command)
    parameters, direction = (measurer.description[key] for key in ("parameters", "direction"))
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = optuna.samplers.TPESampler(seed=arguments.seed, multivariate=True, constant_liar=True)
    study = optuna.create_study(direction=direction, sampler=sampler)
    start = {one["name"]: one["start"] for one in parameters}
    if all(isinstance(value, (int, float)) for value in start.values()):
        # A combo option is proposed by its word.
        combos = {one["name"]: one["words"] for one in parameters if one["type"] == "combo"}
        study.enqueue_trial({name: combos[name][value] if name in combos else value for name, value in start.items()})

    vectors, failed = {}, 0
    while len(study.trials) < arguments.trials:
        count = min(arguments.batch, arguments.trials - len(study.trials))
        trials = [study.ask() for _ in range(count)]
        proposals = [propose(trial, parameters) for trial in trials]
        for trial, vector, answer in zip(trials, proposals, measurer.measure(proposals)):
            if "error" in answer:
                failed += 1
                print(answer["error"], file=sys.stderr)
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                vectors[trial.number] = vector
                study.tell(trial, answer["value"])

    # The best of many noisy measures was lucky. A new generation measures the finalists in openings of its own.
    complete = [trial for trial in study.trials if trial.number in vectors]
    if not complete:
        sys.exit("no vector could be measured")
    complete.sort(key=lambda trial: trial.value, reverse=direction == "maximize")
    finalists = [vectors[trial.number] for trial in complete[: arguments.finalists]]
    answers = [answer for answer in measurer.measure(finalists) if "error" not in answer]
    measurer.close()
    if not answers:
        sys.exit("no finalist could be measured again")
    choose = max if direction == "maximize" else min
    best = choose(answers, key=lambda answer: answer["value"])
    result = {
        "values": best["values"],
        "value": best["value"],
        "unit": measurer.description["unit"],
        "trials": len(study.trials),
        "failed": failed,
    }
    if arguments.json:
        print(json.dumps(result))
    else:
        print(f"{best['value']:g} {result['unit']} in openings that selected only among {len(answers)} finalists:")
        for name, value in best["values"].items():
            print(f"  {name} = {value}")


if __name__ == "__main__":
    main()
