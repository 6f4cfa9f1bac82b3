"""Changes operators, conditions and results in the library, one at a time, and counts how many changes its tests notice.

    pip install tree-sitter tree-sitter-rust && cargo install cargo-mutants@27.1.0 --locked
    python3 benches/reference/mutants.py [MODULE...] [--number 300] [--again] [--others]    # --help describes all options

cargo-mutants lists the possible changes ("mutants"). A build for each would take days. So a copy of the source in
target/mutants/tree holds many, drawn at random, and the variable EYAS_MUTANT switches one of them on. What does not compile is
taken out again. Each test runs alone once, to see which mutants it reaches. Then, for each mutant, the tests of its module that
reach it run on one processor, until one fails, or takes ten times as long as before and ten seconds more. In `engine` the node
counts of small benchmarks (the signature) judge what survives. Results are in target/mutants/MODULE.json, so that an interrupted
run goes on. Remove target/mutants after a change of the program; after new tests, `--again` judges only what survived.
"""

import argparse
import collections
import contextlib
import functools
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import tree_sitter
import tree_sitter_rust

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target/mutants"
TREE = WORK / "tree"
MODULES = ["arena+statistics", "session", "evolution", "engine"]
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
SIGNATURE = "mutants::signature"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=MODULES, metavar="MODULE",
                        help=f"folders of src/core, with + between those that count as one (default: {' '.join(MODULES)})")
    parser.add_argument("--number", type=int, default=300, help="mutants of each that compile (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    parser.add_argument("--again", action="store_true", help="judge again what survived")
    parser.add_argument("--others", action="store_true", help="let the tests of other modules judge, too")
    parser.add_argument("--longest", type=float, default=60, help="seconds of the longest test that runs (default: %(default)s)")
    given = parser.parse_args()
    drawn = [mutant for module in given.modules for mutant in draw(module, given)]
    mutants = [{**mutant, "id": at} for at, mutant in enumerate(drawn)]
    program = build(mutants)
    for module in given.modules:
        own = [mutant for mutant in mutants if mutant["module"] == module]
        viable = [mutant for mutant in own if mutant["viable"]][: given.number]
        results = judge(module, viable, program, given)
        for name in sorted(name for name, result in results.items() if not result.startswith(("killed", "hung"))):
            print(f"{results[name]}: {name}")
        of = collections.Counter(result.split()[0] for result in results.values())
        left_out = own.index(viable[-1]) + 1 - len(viable)
        print(f"{module}: {of.total()} mutants, {left_out} more do not compile: {dict(of)}", flush=True)


def draw(module, given):
    """Returns mutants of a module in a random order, more than are wanted, as some cannot be switched or do not compile."""
    files = [argument for folder in module.split("+") for argument in ("--file", f"src/core/{folder}/**")]
    listed = subprocess.run(["cargo", "mutants", "--list", "--json", "--package", "eyas-core", *files], cwd=ROOT,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    mutants = sorted(json.loads(listed), key=lambda mutant: mutant["name"])
    random.Random(f"{given.seed} {module}").shuffle(mutants)
    mutants = mutants[: given.number * 8 // 5]
    return [{**mutant, "module": module, **place(mutant)} for mutant in mutants]


@functools.cache
def parsed(file):
    """Returns the bytes of a file, where its lines begin, and its syntax tree."""
    source = (ROOT / file).read_bytes()
    return source, [0, *(found.end() for found in re.finditer(b"\n", source))], PARSER.parse(source).root_node


def place(mutant):
    """Returns whether a mutant can be switched, in which way, and which bytes of the source its text replaces."""
    source, lines, root = parsed(mutant["file"])

    def byte(at):
        start = lines[at["line"] - 1]
        return start + len(source[start:].split(b"\n", 1)[0].decode()[: at["column"] - 1].encode())

    def text(node):
        return source[node.start_byte : node.end_byte].decode()

    def above(node, *kinds):
        while node and node.type not in kinds:
            node = node.parent
        return node

    start, end = byte(mutant["span"]["start"]), byte(mutant["span"]["end"])
    token, genre, replacement = root.descendant_for_byte_range(start, end), mutant["genre"], mutant["replacement"]
    if genre == "FnValue":
        viable = "impl " not in mutant["function"]["return_type"]
        return {"viable": viable, "way": "result", "start": start, "end": start, "text": replacement}
    if genre in ("MatchArm", "MatchArmGuard"):
        pattern = above(token, "match_arm" if genre == "MatchArm" else "match_pattern")
        pattern = pattern.child_by_field_name("pattern") if genre == "MatchArm" else pattern
        guard = pattern.child_by_field_name("condition")
        start, end = (guard.start_byte, guard.end_byte) if guard else (pattern.end_byte, pattern.end_byte)
        viable, way = not guard or not guard.type.startswith("let_"), "guard" if guard else "arm"
        return {"viable": viable, "way": way, "start": start, "end": end, "text": replacement or "false"}
    if genre == "StructField":
        field = above(root.descendant_for_byte_range(start, start), "field_initializer", "shorthand_field_initializer")
        node = above(field, "struct_expression")
        rest = re.sub(rb"^\s*,", b"", source[field.end_byte : node.end_byte]).decode()
        changed = source[node.start_byte : field.start_byte].decode() + rest
    elif (node := token.parent).type == "unary_expression":
        changed = text(node.child(1))
    elif node.type in ("binary_expression", "compound_assignment_expr"):
        left, right = (text(node.child_by_field_name(side)) for side in ("left", "right"))
        changed = f"({left}) {replacement} ({right})" if node.type == "binary_expression" else f"{left} {replacement} {right}"
    else:
        return {"viable": False}
    return {"viable": True, "way": "choice", "start": node.start_byte, "end": node.end_byte, "text": changed}


def mutated(file, mutants):
    """Returns the content of a file with these mutants, and a list of its parts: start, end, the mutants there."""
    groups = collections.defaultdict(list)
    for mutant in mutants:
        groups[mutant["start"], mutant["end"], mutant["way"]].append(mutant)
    # What ends at a byte comes before what begins there, a shorter end before a longer, a longer beginning before a shorter.
    insertions = []
    for (start, end, way), group in groups.items():
        size = {"result": 1 << 40, "guard": end - start + 0.5}.get(way, end - start)
        switch = {mutant["id"]: f"crate::mutant({mutant['id']})" for mutant in group}
        if way == "result":
            opening = [(f"if {switch[mutant['id']]} {{ return {mutant['text']}; }} ", [mutant]) for mutant in group]
        elif way == "choice":
            opening = [(f"if {switch[mutant['id']]} {{ {mutant['text']} }} else ", [mutant]) for mutant in group]
            opening = [("(", group), *opening, ("{ ", group)]
        else:
            on = "".join(f"{switch[mutant['id']]} || " for mutant in group if mutant["text"] == "true")
            off = "".join(f"!{switch[mutant['id']]} && " for mutant in group if mutant["text"] == "false")
            opening = [(f"({on}({off}(" if way == "guard" else f" if {off}true", group)]
        insertions += [((start, 1, -size, at), text, of) for at, (text, of) in enumerate(opening)]
        closing = {"choice": " })", "guard": ")))"}.get(way)
        insertions += [((end, 0, size, 0), closing, group)] if closing else []
    source, done, content, parts, begun = parsed(file)[0], 0, b"", [], {}
    for (at, *_), text, of in sorted(insertions, key=lambda insertion: insertion[0]):
        content += source[done:at]
        begin = begun.setdefault(id(of), len(content))
        content, done = content + text.encode(), at
        parts.append((begin, len(content), of))
    return content + source[done:], parts


def build(mutants):
    """Compiles the copy of the source without the mutants that do not compile, and returns the program of its tests."""
    # Cargo reads .cargo of the folders above, too.
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", ":!.cargo"], cwd=ROOT, stdout=subprocess.PIPE,
                            check=True, text=True).stdout
    cargo = functools.partial(subprocess.run, cwd=TREE, stdout=subprocess.PIPE, text=True,
                              env={"CARGO_TARGET_DIR": str(WORK / "build"), **os.environ})
    arguments, file = ["-p", "eyas-core", "--lib", "--message-format=json"], WORK / "uncompiled.json"
    uncompiled = set(json.loads(file.read_text())) if file.exists() else set()
    while True:
        for mutant in mutants:
            mutant["viable"] &= mutant["name"] not in uncompiled
        parts = {}
        for name in listed.splitlines():
            source, target = ROOT / name, TREE / name
            if source.is_symlink():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.is_symlink() or target.symlink_to(os.readlink(source))
                continue
            content = source.read_bytes()
            if here := [mutant for mutant in mutants if mutant["file"] == name and mutant["viable"]]:
                content, parts[name] = mutated(name, here)
            if name == "src/core/lib.rs":
                content += b"mod mutants;\nuse mutants::mutant;\n"
            if name == "benches/reference/mutants.rs":
                target, content = TREE / "src/core/mutants.rs", content + b"const COUNT: u32 = %d;\n" % len(mutants)
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
        messages = cargo(["cargo", "check", "--profile", "test", *arguments])
        if messages.returncode == 0:
            break
        lines = [json.loads(line).get("message", {}) for line in messages.stdout.splitlines()]
        errors = [line for line in lines if line.get("level") == "error" and line["spans"]]
        uncompiled |= {mutant["name"] for error in errors for mutant in blamed(error, parts)}
        file.write_text(json.dumps(sorted(uncompiled)))
        print(f"{len(errors)} errors; {len(uncompiled)} mutants do not compile", file=sys.stderr)
    messages = cargo(["cargo", "test", "--no-run", *arguments], check=True)
    return next(line["executable"] for line in map(json.loads, messages.stdout.splitlines()) if line.get("executable"))


def blamed(error, parts):
    """Returns the mutants of the smallest part around an error, or of the nearest part."""
    found = []
    for span in error["spans"]:
        while span["expansion"]:
            span = {**span["expansion"]["span"], "is_primary": span["is_primary"]}
        for start, end, mutants in parts.get(span["file_name"], []):
            distance = max(0, start - span["byte_start"], span["byte_end"] - end)
            found.append((distance, not span["is_primary"], end - start, mutants))
    if not found:
        sys.exit(f"an error that is no mutant's:\n{error['rendered']}")
    return min(found, key=lambda part: part[:3])[3]


def judge(module, viable, program, given):
    """Returns the result of each mutant: killed, hung or survived, with the test, signature, or unreached."""
    file = WORK / f"{module}.json"
    results = json.loads(file.read_text()) if file.exists() else {}
    def listed(*which):
        terse = subprocess.run([program, "--list", "--format=terse", *which], stdout=subprocess.PIPE, text=True, check=True)
        return set(re.findall("^(.*): test$", terse.stdout, re.MULTILINE))
    own = tuple(f"{folder}::" for folder in module.split("+"))
    tests = [test for test in sorted(listed() - listed("--ignored"))
             if test.startswith(own) or test == SIGNATURE and module == "engine" or test != SIGNATURE and given.others]
    reached = record(program, tests)
    for mutant in viable:
        if (result := results.get(mutant["name"], "")) and (result.startswith(("killed", "hung")) or not given.again):
            continue
        # The module's own tests first, the quick ones first, and a second of tests at a time, so that a failure is found soon.
        order = sorted((test == SIGNATURE, not test.startswith(own), seconds, test)
                       for test, (seconds, ids) in reached.items()
                       if mutant["id"] in ids and test in tests and (seconds <= given.longest or test == SIGNATURE))
        result = "survived" if order else "unreached"
        while order and result == "survived":
            part = [order.pop(0)]
            while order and order[0][3] != SIGNATURE and sum(row[2] for row in [*part, order[0]]) < 1:
                part.append(order.pop(0))
            result = run(program, [row[2:] for row in part], mutant["id"]) or result
        results[mutant["name"]] = "signature" if result.endswith(SIGNATURE) else result
        file.write_text(json.dumps(results, indent=1))
    return {mutant["name"]: results[mutant["name"]] for mutant in viable}


def record(program, tests):
    """Runs each test alone, and returns for those that pass the seconds and the mutants that it reaches."""
    file, noted = WORK / "reached.json", WORK / "reached"
    known = json.loads(file.read_text()) if file.exists() else {}
    if known.get("built") != os.stat(program).st_mtime:
        known = {"built": os.stat(program).st_mtime, "tests": {}}
        (TREE / "src/core/signature").unlink(missing_ok=True)
    for test in tests:
        if test not in known["tests"]:
            noted.unlink(missing_ok=True)
            began = time.monotonic()
            failed = run(program, [(600, test)], None)
            ids = noted.read_text().split() if noted.exists() and not failed else []
            known["tests"][test] = time.monotonic() - began, list(map(int, ids))
            if failed:
                print(f"without a mutant: {failed}", file=sys.stderr)
    file.write_text(json.dumps(known))
    return {test: (seconds, set(ids)) for test, (seconds, ids) in known["tests"].items()}


def run(program, tests, mutant):
    """Runs tests with a mutant. Returns None if all pass, otherwise what happened in which test."""
    temporary = WORK / "temporary"
    temporary.mkdir(exist_ok=True)
    variables = {"RUST_MIN_STACK": "33554432", "TMPDIR": str(temporary), "PROPTEST_MAX_SHRINK_ITERS": "0"}
    variables |= {"EYAS_REACHED": str(WORK / "reached")} if mutant is None else {"EYAS_MUTANT": str(mutant)}
    command = [program, "--test-threads=1", "--exact", *(test for _, test in tests)]
    process = subprocess.Popen(command, cwd=TREE / "src/core", env={**os.environ, **variables}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit)
    patience, output, passed = 10 + 10 * max(seconds for seconds, _ in tests), "", "result: ok."
    try:
        while True:
            ready, _, _ = select.select([process.stdout], [], [], patience)
            part = os.read(process.stdout.fileno(), 65536).decode(errors="replace") if ready else ""
            output += part
            last = ([""] + re.findall(r"^test (\S+).* \.\.\. ", output, re.MULTILINE))[-1]
            if not ready:
                return f"hung {last}"
            if " ... FAILED" in output or not part and passed not in output:
                return f"killed {last}"
            if not part:
                return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        shutil.rmtree(temporary, ignore_errors=True)


def limit():
    """Limits a process of tests to one processor, some memory and small files."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    for kind, gibibytes in ((resource.RLIMIT_DATA, 8), (resource.RLIMIT_FSIZE, 1)):
        resource.setrlimit(kind, (gibibytes << 30, gibibytes << 30))


if __name__ == "__main__":
    main()
