"""Reads the values of organism files and writes organisms with other values."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

from common import ROOT

# The schema of the search that the papers tune, and the organism that has its untuned values.
SEARCH = "search-paper"
UNTUNED = ROOT / "assets/organisms/reference.ron"


@dataclass(frozen=True)
class Organism:
    """The evaluation of an organism: its schema, its values, and the text of the file after the evaluation."""

    schema: str
    values: dict

    def names(self):
        """Returns the names of the parameters, in the order of the schema."""
        return list(self.values)

    def with_values(self, changed):
        """Returns the organism with some other values."""
        return replace(self, values=self.values | changed)


def read(path):
    """Reads the evaluation of an organism file."""
    text = Path(path).read_text()
    evaluation = text[text.index("evaluation:"):]
    schema = re.search(r'schema: "([^"]+)"', evaluation).group(1)
    values = re.search(r"values: \{(.*?)\}", evaluation, re.DOTALL).group(1)
    return Organism(schema, {name: int(value) for name, value in re.findall(r'"(\w+)": (-?\d+)', values)})


def save(path, organism, name, searches=None):
    """Writes an organism file. `searches` maps names of search schemas to their values."""
    values = ", ".join(f'"{parameter}": {value}' for parameter, value in organism.values.items())
    text = f'(\n    format: 2,\n    name: "{name}",\n'
    text += f'    evaluation: (schema: "{organism.schema}", values: {{{values}}}),\n'
    if searches:
        listed = []
        for schema, search in searches.items():
            inner = ", ".join(f'"{parameter}": {value}' for parameter, value in search.items())
            listed.append(f'(schema: "{schema}", values: {{{inner}}})')
        text += f"    search: [{', '.join(listed)}],\n"
    text += f'    origin: (description: "{name}"),\n)\n'
    Path(path).write_text(text)


def search_of(path, schema):
    """Returns the values of a search of an organism file."""
    text = Path(path).read_text()
    part = text[text.index(f'schema: "{schema}"'):]
    values = re.search(r"values: \{(.*?)\}", part, re.DOTALL).group(1)
    return {name: int(value) for name, value in re.findall(r'"(\w+)": (-?\d+)', values)}


def with_search(evaluation, search, name, path):
    """Writes an organism with the evaluation of one organism file and the paper's search of another. Returns `path`."""
    save(path, read(evaluation), name, {SEARCH: search_of(search, SEARCH)})
    return path


def schema_of(path):
    """Returns the parameters of a schema file: name, number of bits, and range."""
    listed = re.findall(r'name: "(\w+)", bits: (\d+), range: \((-?\d+), (-?\d+)\)', Path(path).read_text())
    return [(name, int(bits), int(low), int(high)) for name, bits, low, high in listed]
