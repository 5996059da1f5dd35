"""`render validate` against what a real API server said about manifests (../shared/conformance)."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from render.engine import Chart
from render.kube.schemas import Schemas
from render.problem import Severity
from render.spec import Request
from render.validation.file import Settings, validate

OURS = {"yaml", "yaml-strict", "client", "decode", "schema"}
"""Stages of the server that text and schemas can foresee; the others are rules."""


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings(Request(chart=Chart.bundled()), Schemas())


@pytest.fixture(scope="module")
def manifests(shared: Path) -> Path:
    return shared / "conformance" / "manifests"


def errors(path: Path, settings: Settings) -> list[str]:
    found = validate(str(path), settings, is_named=True).problems
    return [f"{p.code} {p.line} {p.message}" for p in found if p.severity is Severity.ERROR]


def expected(manifests: Path) -> Iterator[tuple[Path, str, str]]:
    with (manifests / "bad" / "EXPECT.tsv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            yield manifests / "bad" / row["file"], row["expect"], row["stage"]


def test_what_the_server_takes_has_no_error(manifests: Path, settings: Settings) -> None:
    folders = ("good", "good-after-webhook-defaulting")
    files = [path for name in folders for path in sorted((manifests / name).glob("*.y*ml"))]
    assert len(files) > 50
    assert {path.name: found for path in files if (found := errors(path, settings))} == {}


def test_what_the_server_refuses_to_read_or_decode_has_an_error(manifests: Path, settings: Settings) -> None:
    refused = [path for path, expect, stage in expected(manifests) if expect == "reject" and stage in OURS]
    assert len(refused) > 40
    assert [path.name for path in refused if not errors(path, settings)] == []


def test_what_the_server_takes_of_the_odd_ones_has_no_error(manifests: Path, settings: Settings) -> None:
    taken = [path for path, expect, _ in expected(manifests) if expect == "accept"]
    assert {path.name: found for path in taken if (found := errors(path, settings))} == {}
