"""What all experiments share: resumable runs of Eyas, statistics over seeds, and the files of results.

Each experiment is one script. It states its hypothesis, sizes and statistics before it computes anything, runs Eyas
through its command line, and writes `RESULTS/NAME.json` (all numbers) and `RESULTS/NAME.md` (tables). Everything that
Eyas computes is kept under `WORK`, so an interrupted script resumes where it stopped.
"""

import argparse
import hashlib
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from scipy import stats

ROOT = Path(__file__).resolve().parent.parent
RESAMPLES = 10_000


def settings(description, **sizes):
    """Reads the command line: the program, the folders, and the sizes of the experiment with their defaults."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eyas", default=str(ROOT / "target/release/eyas"), help="program (default: %(default)s)")
    parser.add_argument("--work", default=str(ROOT / "sessions/experiments"), type=Path, help="folder of the sessions")
    parser.add_argument("--results", default=str(ROOT / "docs/replication"), type=Path, help="folder of the results")
    parser.add_argument("--threads", default=0, type=int, help="worker threads, 0 for one per core")
    for name, value in sizes.items():
        parser.add_argument("--" + name.replace("_", "-"), default=value, type=type(value),
                            help="default: %(default)s")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    given.results.mkdir(parents=True, exist_ok=True)
    return given


class Eyas:
    """Runs commands of Eyas and keeps their results."""

    def __init__(self, given):
        self.program, self.work, self.threads = given.eyas, given.work, given.threads

    def version(self):
        """Returns the version of the program."""
        done = subprocess.run([self.program, "--version"], check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def once(self, key, *arguments, resume=None):
        """Runs a command and returns its JSON result, or the kept result of an earlier run with this key. `resume` is
        the command that continues an interrupted run."""
        kept = self.work / f"{key}.json"
        command = signature(arguments)
        if kept.exists():
            saved = json.loads(kept.read_text())
            if saved["command"] == command:
                return saved["result"]
        words = [str(part) for part in resume or arguments]
        print("eyas", *words, file=sys.stderr, flush=True)
        done = subprocess.run([self.program, *words, "--json"], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"eyas ended with {done.returncode}: {' '.join(words)}")
        result = json.loads(done.stdout)
        replace(kept, json.dumps({"command": command, "result": result}))
        return result

    def session(self, key, *arguments, speed=()):
        """Runs a command that makes a session, or resumes the session that this command has made. Returns its JSON result
        and the session's folder. The flags of `speed` do not belong to the settings of the session."""
        folder, made_by = self.work / key, self.work / f"{key}-command.json"
        command = signature(arguments)
        own = ["--session", folder, *(speed or ["--threads", self.threads])]
        resume = None
        if any(folder.glob("*.ron")):
            if not made_by.exists() or json.loads(made_by.read_text()) != command:
                sys.exit(f"another command made the session {folder}: remove it, or give the sizes that it has")
            # A resumed session has its settings; only the number of threads or of games at a time is given again.
            resume = [arguments[0], *own, "--resume"]
        else:
            replace(made_by, json.dumps(command))
        return self.once(f"{key}-result", *arguments, *own, resume=resume), folder

    def match(self, key, one, other, *arguments, speed=()):
        """Plays a match and returns its result."""
        return self.session(key, "match", "--a", one, "--b", other, *arguments, speed=speed)[0]


def signature(arguments):
    """Returns the words of a command. A file has the hash of its content beside its name: a result is only kept for the
    organisms that it belongs to."""
    return [f"{word} {hashlib.sha256(Path(word).read_bytes()).hexdigest()}" if Path(word).is_file() else word
            for word in map(str, arguments)]


def own_name(path):
    """Returns the path of a file or folder relative to the project, if it is inside."""
    path = Path(path).resolve()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def earlier(given, sizes, part=None):
    """Returns the numbers that an earlier run of this script wrote, or nothing. That run must have had the same sizes, which
    the script writes among its numbers, or among those of this part: results are not replaced by those of other sizes, and a
    script that computes a part of its results keeps the others."""
    kept = given.results / f"{result_name()}.json"
    if not kept.exists():
        return {}
    numbers = json.loads(kept.read_text())
    had = numbers["sizes"] if part is None else numbers.get(part, {}).get("sizes", sizes)
    if had != sizes:
        own = ", ".join(f"{name} {value}" for name, value in had.items())
        sys.exit(f"{kept} has results of other sizes ({own}): give these sizes, or another folder by --results")
    return numbers


def replace(path, text):
    """Writes a file at once or not at all."""
    part = path.with_suffix(".part")
    part.write_text(text)
    os.replace(part, path)


def write(given, title, numbers, text):
    """Writes the results of the running script: all numbers as JSON, and a page with tables as Markdown."""
    name = result_name()
    page = (f"# {title}\n\nWritten by `experiments/{Path(sys.argv[0]).name}`, which states its questions and statistics.\n\n"
            f"{text.rstrip()}\n")
    replace(given.results / f"{name}.json", json.dumps(numbers, indent=1, sort_keys=True) + "\n")
    replace(given.results / f"{name}.md", page)
    print(page)


def result_name():
    """Returns the name of the files of results of the running script."""
    return Path(sys.argv[0]).stem.replace("_", "-")


def table(heading, rows):
    """Returns a Markdown table; all columns but the first are aligned to the right."""
    lines = ["| " + " | ".join(heading) + " |", "| --- " + "| ---: " * (len(heading) - 1) + "|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


# Statistics


def elo(share):
    """Returns the Elo difference of a share of the points."""
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1) + 0.0  # not −0


def share_of_pairs(pairs):
    """Returns the share of the points in pairs of games: counts of 0, ½, 1, 1½ and 2 points."""
    return float(np.dot(pairs, [0, 0.25, 0.5, 0.75, 1]) / max(sum(pairs), 1))


def mean_of_seeds(values):
    """Returns the mean of one number per seed and its 95 % interval by the t distribution. With few seeds it covers what it
    says, and an interval by resampling the seeds does not (`coverage.py`)."""
    values = np.asarray(values, dtype=float)
    half = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / math.sqrt(len(values))
    return float(values.mean()), [float(values.mean() - half), float(values.mean() + half)]


def bootstrap_matches(matches, seed=1, resamples=RESAMPLES):
    """Returns the Elo of the mean share of one match per seed and its 95 % interval: seeds are resampled, and within each
    drawn seed its pairs of games (a hierarchical bootstrap)."""
    draw = np.random.default_rng(seed)
    shares = [np.asarray(pairs) for pairs in matches]
    points = np.array([0, 0.25, 0.5, 0.75, 1])
    means = np.empty(resamples)
    for index in range(resamples):
        drawn = draw.integers(0, len(shares), len(shares))
        means[index] = np.mean([np.dot(draw.multinomial(pairs.sum(), pairs / pairs.sum()), points) / pairs.sum()
                                for pairs in (shares[one] for one in drawn)])
    ends = np.percentile(means, [2.5, 97.5])
    mean = float(np.mean([share_of_pairs(pairs) for pairs in shares]))
    return elo(mean), [elo(end) for end in ends]


def bootstrap_share(pairs, seed=1):
    """Returns the share of the points in one match and its 95 % interval, by resampling pairs of games."""
    pairs = np.asarray(pairs)
    drawn = np.random.default_rng(seed).multinomial(pairs.sum(), pairs / pairs.sum(), RESAMPLES)
    shares = drawn @ np.array([0, 0.25, 0.5, 0.75, 1]) / pairs.sum()
    return share_of_pairs(pairs), [float(end) for end in np.percentile(shares, [2.5, 97.5])]


def wilson(right, all_of_them):
    """Returns Wilson's 95 % interval of a share."""
    found = stats.binomtest(right, all_of_them).proportion_ci(method="wilson")
    return [float(found.low), float(found.high)]


def mcnemar(one, other):
    """Returns how often only the first and only the second is right, and the exact two-sided p (McNemar's test)."""
    only_one = sum(a == "1" and b == "0" for a, b in zip(one, other, strict=True))
    only_other = sum(a == "0" and b == "1" for a, b in zip(one, other, strict=True))
    return only_one, only_other, sign_test(only_one, only_other)


def sign_test(one, other):
    """Returns the exact two-sided p of two counts that are equally likely to grow."""
    return float(stats.binomtest(one, one + other, 0.5).pvalue) if one + other else 1.0


def sign_test_of_pairs(pairs):
    """Returns the sign test of the pairs of games that one player won against those that the other won."""
    return sign_test(pairs[3] + pairs[4], pairs[0] + pairs[1])


def holm(values):
    """Returns p values adjusted for the number of tests (Holm 1979)."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    adjusted, largest = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = largest
    return adjusted


def correct(rows):
    """Adds `p_holm`, the p adjusted for the number of rows, to rows that have a `p`."""
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row["p_holm"] = adjusted


def spearman(one, other, seed=1):
    """Returns Spearman's rank correlation, its 95 % interval by resampling pairs, and its p by the t
    distribution."""
    one, other = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    draw = np.random.default_rng(seed)
    resampled = []
    for _ in range(RESAMPLES):
        drawn = draw.integers(0, len(one), len(one))
        value = stats.spearmanr(one[drawn], other[drawn]).statistic
        if not math.isnan(value):
            resampled.append(value)
    found = stats.spearmanr(one, other)
    return float(found.statistic), [float(end) for end in np.percentile(resampled, [2.5, 97.5])], float(found.pvalue)


def equivalent(values, bound):
    """Returns the mean of one number per seed, its 90 % interval and the larger p of two one-sided t tests against
    −bound and +bound: equivalence is shown at 5 % if the interval is within the bounds."""
    values = np.asarray(values, dtype=float)
    above = stats.ttest_1samp(values, -bound, alternative="greater").pvalue
    below = stats.ttest_1samp(values, bound, alternative="less").pvalue
    half = stats.t.ppf(0.95, len(values) - 1) * values.std(ddof=1) / math.sqrt(len(values))
    return float(values.mean()), [float(values.mean() - half), float(values.mean() + half)], float(max(above, below))


def interval(ends, digits=0):
    """Formats an interval."""
    return "[" + ", ".join(f"{end:.{digits}f}" for end in ends) + "]"
