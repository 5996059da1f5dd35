"""A launcher or a scheduler is whole: template, schema, enum, example, `ci` values and documentation."""

import re
from pathlib import Path

import pytest
import yaml

from tests.chart.helm import CHART, ROOT, VALUES
from tests.schema import BUNDLE, effective

DEFINES = {"launcher": {"", ".problems"}, "scheduler": {"", ".podgroup", ".problems", ".notes"}}

each_kind = pytest.mark.parametrize("kind", DEFINES)


def templates(kind: str) -> dict[str, Path]:
    paths = (CHART / "templates" / f"{kind}s").iterdir()
    return {path.name.removeprefix("_").removesuffix(".tpl"): path for path in paths}


def chosen(kind: str, paths: list[Path]) -> set[str]:
    default = effective(BUNDLE["properties"][kind])["default"]
    return {yaml.safe_load(path.read_text(encoding="utf-8")).get(kind, default) for path in paths}


@each_kind
def test_every_template_has_its_schema(kind: str) -> None:
    schemas = {path.stem for path in (ROOT / "schemas" / "spec" / f"{kind}s").iterdir()}
    assert set(templates(kind)) == schemas


@each_kind
def test_enum_is_the_folder(kind: str) -> None:
    assert set(effective(BUNDLE["properties"][kind])["enum"]) - {None} == set(templates(kind))


@each_kind
def test_every_one_has_an_example(kind: str) -> None:
    assert chosen(kind, sorted((ROOT / "examples").glob("*/spec.yaml"))) == set(templates(kind))


@each_kind
def test_every_one_has_values_to_lint(kind: str) -> None:
    assert chosen(kind, VALUES) == set(templates(kind))


@each_kind
def test_every_one_is_in_the_readme(kind: str) -> None:
    readme = (CHART / "README.md").read_text(encoding="utf-8")
    section = readme.partition(f"## Values of `{kind}`")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([^`]+)` \| \S", section, re.MULTILINE)) - {kind} == set(templates(kind))


@each_kind
def test_every_template_defines_what_the_chart_includes(kind: str) -> None:
    for name, path in templates(kind).items():
        defined = set(re.findall(r'\{\{-? define "(.+?)"', path.read_text(encoding="utf-8")))
        assert defined == {f"training-job.{kind}.{name}{suffix}" for suffix in DEFINES[kind]}
