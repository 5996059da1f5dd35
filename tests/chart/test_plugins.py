"""A launcher, a scheduler or a fabric is whole: template, schema, enum, example, `ci` values and documentation."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.chart.helm import CHART, ROOT, VALUES
from tests.schema import BUNDLE, Schema, effective

DEFINES = {
    "launcher": {"", ".problems"},
    "scheduler": {"", ".podgroup", ".problems", ".notes"},
    "network.fabric": {"", ".problems"},
}

each_kind = pytest.mark.parametrize("kind", DEFINES)


def word(kind: str) -> str:
    return kind.rpartition(".")[2]


def templates(kind: str) -> dict[str, Path]:
    paths = (CHART / "templates" / f"{word(kind)}s").glob("*.tpl")
    return {path.name.removeprefix("_").removesuffix(".tpl"): path for path in paths}


def field(kind: str) -> Schema:
    schema: Schema = BUNDLE
    for name in kind.split("."):
        schema = effective(effective(schema)["properties"][name])
    return schema


def chosen(kind: str, paths: list[Path]) -> set[str]:
    return {value(yaml.safe_load(path.read_text(encoding="utf-8")), kind) for path in paths}


def value(spec: Any, kind: str) -> str:
    for name in kind.split("."):
        spec = (spec or {}).get(name)
    return str(spec or field(kind)["default"])


@each_kind
def test_every_template_has_its_schema(kind: str) -> None:
    schemas = {path.stem for path in (ROOT / "schemas" / "spec" / f"{word(kind)}s").iterdir()}
    assert set(templates(kind)) == schemas


@each_kind
def test_enum_is_the_folder(kind: str) -> None:
    assert set(field(kind)["enum"]) - {None} == set(templates(kind))


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
        assert defined == {f"training-job.{word(kind)}.{name}{suffix}" for suffix in DEFINES[kind]}


def test_a_line_has_one_machine() -> None:
    text = (CHART / "files" / "machines.json").read_text(encoding="utf-8")
    lines = [f'  "{name}": {json.dumps(machine, ensure_ascii=False)}' for name, machine in json.loads(text).items()]
    assert text == "{\n" + ",\n".join(lines) + "\n}\n"  # as templates/_machine.tpl finds it


def test_every_machine_can_be_named() -> None:
    table = json.loads((CHART / "files" / "machines.json").read_text(encoding="utf-8"))
    machines = {name: machine for name, machine in table.items() if "fabric" in machine}
    assert set(field("network.machineType")["enum"]) - {None} == set(machines)
    named = {machine["fabric"] for machine in machines.values()}
    assert named <= set(templates("network.fabric")) - {"none", "sockets"}
    assert [name for name, machine in machines.items() if not machine["source"].startswith("https://")] == []
