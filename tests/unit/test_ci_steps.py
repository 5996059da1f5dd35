"""Every test runs in some step: what ci/test leaves out has a step of its own in .ci/run."""

import re
import tomllib
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
MARKERS = [row.partition(":")[0] for row in PROJECT["tool"]["pytest"]["ini_options"]["markers"]]


def selections(file: str) -> list[str]:
    """Return the arguments of `pytest -m`, and of `ci/lab test -m`, in a script."""
    selecting = r"""(?:pytest(?: -n auto)?|ci/lab test) -m (?:'([^']+)'|(\w+))"""
    found = re.findall(selecting, (CHECKOUT / file).read_text(encoding="utf-8"))
    return [quoted or plain for quoted, plain in found]


def test_ci_test_leaves_out_what_has_a_marker() -> None:
    [selection] = selections("ci/test")
    assert sorted(selection.split(" and ")) == sorted(f"not {name}" for name in MARKERS)


BY_HAND = {"bench", "lab"}
"""Markers without a step: `bench` says something only on a quiet machine, and of `lab` the part `core` has one."""


@pytest.mark.parametrize("name", sorted(set(MARKERS) - BY_HAND))
def test_a_marker_has_a_step(name: str) -> None:
    assert [one for one in selections(".ci/run") if one.split(" and ")[0] == name]
