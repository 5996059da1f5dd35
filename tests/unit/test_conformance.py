"""`render validate` against what a real API server said about manifests (../shared/conformance)."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from render.engine import Chart
from render.kube.schemas import Schemas
from render.problem import Severity
from render.spec import Request
from render.validation.file import Settings, validate
from render.validation.inputs import Input

TEXT = {"yaml", "yaml-strict"}
"""Stages of the server in which nobody knows of fields yet."""


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings(Request(chart=Chart.bundled()), Schemas())


@pytest.fixture(scope="module")
def manifests(shared: Path) -> Path:
    return shared / "conformance" / "manifests"


def errors(path: Path, settings: Settings) -> list[str]:
    found = next(validate([Input(str(path), is_named=True)], settings)).problems
    return [f"{p.code} {p.line} {p.message}" for p in found if p.severity is Severity.ERROR]


def rows(manifests: Path) -> list[dict[str, str]]:
    with (manifests / "bad" / "EXPECT.tsv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def expected(manifests: Path) -> Iterator[tuple[Path, str, str]]:
    for row in rows(manifests):
        yield manifests / "bad" / row["file"], row["expect"], row["stage"]


def test_what_the_server_takes_has_no_error(manifests: Path, settings: Settings) -> None:
    folders = ("good", "good-after-webhook-defaulting")
    files = [path for name in folders for path in sorted((manifests / name).glob("*.y*ml"))]
    assert len(files) > 50
    assert {path.name: found for path in files if (found := errors(path, settings))} == {}


def test_what_the_server_refuses_has_an_error(manifests: Path, settings: Settings) -> None:
    refused = [path for path, expect, _ in expected(manifests) if expect == "reject"]
    assert len(refused) > 70
    assert [path.name for path in refused if not errors(path, settings)] == []


def test_the_error_is_at_the_field_that_the_server_names(manifests: Path, settings: Settings) -> None:
    table = [row for row in rows(manifests) if row["expect"] == "reject" and row["stage"] not in TEXT]
    assert len(table) > 60
    assert [row["file"] for row in table if not has_place(manifests / "bad" / row["file"], row["path"], settings)] == []


def has_place(path: Path, place: str, settings: Settings) -> bool:
    found = next(validate([Input(str(path), is_named=True)], settings)).problems
    last = re.split(r"[.\[]", place.rstrip("]"))[-1] if place and not place.startswith("line") else ""
    pointers = [problem.pointer or "" for problem in found if problem.severity is Severity.ERROR]
    is_unreadable = any(problem.code.startswith("SYN") for problem in found)
    return not last or is_unreadable or any(last in pointer for pointer in pointers)


def test_what_the_server_takes_of_the_odd_ones_has_no_error(manifests: Path, settings: Settings) -> None:
    taken = [path for path, expect, _ in expected(manifests) if expect == "accept"]
    assert {path.name: found for path in taken if (found := errors(path, settings))} == {}
