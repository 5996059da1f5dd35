"""`render validate` against what a real API server said about manifests, and against other projects' examples."""

import re
from pathlib import Path

import pytest

from render.engine import Chart
from render.kube.schemas import Schemas
from render.problem import Severity
from render.spec import Request
from render.validation.inputs import Input, Settings
from render.validation.pipeline import check_files, read_files
from tests.corpus import BROKEN, Recorded, examples, more_examples, recorded

TEXT = {"yaml", "yaml-strict"}
"""Stages of the server in which nobody knows of fields yet."""


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings(Request(chart=Chart.bundled()), Schemas())


@pytest.fixture(scope="module")
def manifests(tmp_path_factory: pytest.TempPathFactory) -> list[Recorded]:
    return recorded(tmp_path_factory.mktemp("recorded"))


def errors(path: Path, settings: Settings) -> list[str]:
    found = next(iter(check_files(read_files([Input(str(path), is_named=True)], settings), settings))).problems
    return [f"{p.code} {p.line} {p.message}" for p in found if p.severity is Severity.ERROR]


def test_examples_of_other_projects_have_no_error(upstream: Path, settings: Settings) -> None:
    files = examples()
    assert len(files) > 150
    assert {path.name: found for path in files if (found := errors(path, settings))} == {}
    assert [name for name in BROKEN if not errors(upstream / "manifests" / name, settings)] == []


@pytest.mark.usefixtures("shared")
def test_more_examples_have_no_error(settings: Settings) -> None:
    assert len(more_examples()) > 50
    assert {path.name: found for path in more_examples() if (found := errors(path, settings))} == {}


def test_what_the_server_refuses_has_an_error(manifests: list[Recorded], settings: Settings) -> None:
    refused = [found.path for found in manifests if found.expect == "reject"]
    assert len(refused) > 70
    assert [path.name for path in refused if not errors(path, settings)] == []


def test_the_error_is_at_the_field_that_the_server_names(manifests: list[Recorded], settings: Settings) -> None:
    table = [found for found in manifests if found.expect == "reject" and found.stage not in TEXT]
    assert len(table) > 60
    assert [found.path.name for found in table if not has_place(found.path, found.field, settings)] == []


def has_place(path: Path, place: str, settings: Settings) -> bool:
    found = next(iter(check_files(read_files([Input(str(path), is_named=True)], settings), settings))).problems
    last = re.split(r"[.\[]", place.rstrip("]"))[-1] if place and not place.startswith("line") else ""
    pointers = [problem.pointer or "" for problem in found if problem.severity is Severity.ERROR]
    is_unreadable = any(problem.code.startswith("SYN") for problem in found)
    return not last or is_unreadable or any(last in pointer for pointer in pointers)


def test_what_the_server_takes_of_the_odd_ones_has_no_error(manifests: list[Recorded], settings: Settings) -> None:
    taken = [found.path for found in manifests if found.expect == "accept"]
    assert {path.name: found for path in taken if (found := errors(path, settings))} == {}
