"""SCD124: a section without its switch, in the spec itself and not in a file for many specs."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from render.cli import render

SPEC = {
    "apiVersion": "render/v1alpha1",
    "kind": "TrainingJob",
    "image": "train:1",
    "launcher": "plain",
    "command": ["a"],
}

UNUSED: tuple[dict[str, Any], ...] = (
    {"storage": {"checkpoints": {"size": "100Gi"}}},
    {"storage": {"checkpoints": {"claimName": "state"}}},
    {"smokeTest": {"minBusbw": 100}},
    {"hangDetection": {"stallSeconds": 300}},
    {"topology": {"mode": "required"}},
    {"trainjob": {"release": "2.1"}},
    {"kubernetes": {"version": "1.36"}},
    {"volcano": {"queue": "research"}},
    {"ssh": {"secretName": "key"}},
    {"ray": {"joinTimeoutSeconds": 900}},
)


def fields(folder: Path, values: dict[str, Any], *overlays: dict[str, Any]) -> list[str]:
    """Return the fields that SCD124 reports."""
    (folder / "spec.yaml").write_text(json.dumps({**SPEC, **values}), encoding="utf-8")
    words = ["validate", str(folder / "spec.yaml"), "-o", "json", "--no-config"]
    for number, overlay in enumerate(overlays):
        (folder / f"{number}.yaml").write_text(json.dumps(overlay), encoding="utf-8")
        words += ["-f", str(folder / f"{number}.yaml")]
    done = CliRunner().invoke(render, words, standalone_mode=False)
    found = json.loads(done.stdout)["problems"]
    return [one["message"].split("`")[1] for one in found if one["code"] == "SCD124"]


@pytest.mark.parametrize("values", UNUSED, ids=lambda values: next(iter(values)))
def test_a_value_without_its_switch(values: dict[str, Any], tmp_path: Path) -> None:
    [field] = fields(tmp_path, values)
    section, *_ = values
    assert field.startswith(section)


def test_a_file_for_many_specs_may_set_more(tmp_path: Path) -> None:
    assert [fields(tmp_path, {}, values) for values in UNUSED] == [[]] * len(UNUSED)


def test_the_switch_may_be_in_another_file(tmp_path: Path) -> None:
    size = {"storage": {"checkpoints": {"size": "100Gi"}}}
    assert fields(tmp_path, size, {"storage": {"checkpoints": {"mode": "create"}}}) == []
