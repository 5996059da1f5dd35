"""Each cause explains the dump of its case: a cluster with real controllers, or a text after a public source.

`cases/NAME/dump.yaml` begins with a line that names its origin; `expected.txt` is what `render why run` prints of it.
"""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from render.cli.why import command
from render.why.registry import cause_areas, find_cause
from tests.conftest import CHECKOUT

CASES = sorted((Path(__file__).parent / "cases").iterdir())
COMBINED = "then_"
"""Prefix of cases with two causes, of which the order counts, and of healthy runs."""
ORIGIN = re.compile(r"# (Produced on|Written after) \S")
SCHEMA = json.loads((CHECKOUT / "schemas" / "why.json").read_text(encoding="utf-8"))


def why(*arguments: str | Path) -> Result:
    done = CliRunner().invoke(command, [*map(str, arguments)], standalone_mode=False)
    assert done.exception is None, done.exception
    return done


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_the_sentence(case: Path, *, regen: bool) -> None:
    done = why("run", "--from", case / "dump.yaml")
    expected = case / "expected.txt"
    if regen:
        expected.write_text(done.stdout, encoding="utf-8")
    assert done.stdout == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_its_cause_comes_first(case: Path) -> None:
    done = why("run", "--from", case / "dump.yaml", "-o", "json")
    found = json.loads(done.stdout)
    Draft202012Validator(SCHEMA).validate(found)
    names = [one["name"] for one in (*found["causes"], *found["past"])]
    if case.name.startswith("healthy"):
        assert (done.return_value, names) == (0, [])
    elif not case.name.startswith(COMBINED):
        cause = find_cause(case.name.replace("_", "-"))
        assert cause is not None
        # The failure that a policy answers to comes before it.
        assert cause.name in (names if cause.area == "end" else names[:1])
    assert done.return_value == (0 if found["healthy"] else 1)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_its_origin_is_named(case: Path) -> None:
    assert ORIGIN.match((case / "dump.yaml").read_text(encoding="utf-8"))


def test_every_cause_has_a_case() -> None:
    names = {cause.name.replace("-", "_") for area in cause_areas() for cause in area.causes}
    assert names - {case.name for case in CASES} == set()


def test_names_are_unique() -> None:
    names = [cause.name for area in cause_areas() for cause in area.causes]
    assert len(names) == len(set(names))
    assert all(find_cause(name) is not None for name in names)
