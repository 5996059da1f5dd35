"""Overlays of a known spec, case by case: the merged values, and the same bytes as Helm's."""

from pathlib import Path
from typing import Any

import pytest

from render import engine
from tests.manifests import RELEASE, TRAINING_JOB
from tests.real_helm import helm_template

BASE = """
image: i
command: [torchrun, train.py]
args: [--epochs=3, --batch-size=8]
env: {A: "1", B: "2"}
resourcesPerNode: {limits: {nvidia.com/gpu: 8, memory: 1Gi}}
pod:
  tolerations: [{key: a, operator: Exists}, {key: b, operator: Exists}]
"""

CASES: dict[str, tuple[list[str], list[str], list[str | int], Any]] = {
    # name: files above the base, --set, place, what stands there
    "a map merges": (["env: {B: '3', C: '4'}"], [], ["env"], {"A": "1", "B": "3", "C": "4"}),
    "a list is replaced": (["args: [--epochs=9]"], [], ["args"], ["--epochs=9"]),
    "the last file wins": (["args: [a]", "args: [b]"], [], ["args"], ["b"]),
    "null takes a variable back": (["env: {A: null}"], [], ["env"], {"A": None, "B": "2"}),
    "null takes a section back": (["env: null"], [], ["env"], None),
    "null and a value again": (["env: null", "env: {C: '4'}"], [], ["env"], {"C": "4"}),
    "an empty map changes nothing": (["env: {}"], [], ["env"], {"A": "1", "B": "2"}),
    "an empty list empties": (["args: []"], [], ["args"], []),
    "null in an element of a list": (
        ["storage: {volumes: [{name: v, mountPath: /v, emptyDir: {}, readOnly: null}]}"],
        [],
        ["storage", "volumes", 0],
        {"name": "v", "mountPath": "/v", "emptyDir": {}, "readOnly": None},
    ),
    "set wins over files": (["numNodes: 2"], ["numNodes=3"], ["numNodes"], 3),
    "set reaches into a map": ([], ["env.C=x"], ["env"], {"A": "1", "B": "2", "C": "x"}),
    "set escapes a dot": (
        [],
        [r"resourcesPerNode.limits.nvidia\.com/gpu=4"],
        ["resourcesPerNode", "limits", "nvidia.com/gpu"],
        4,
    ),
    "set with null": ([], ["env.A=null"], ["env"], {"A": None, "B": "2"}),
    "set with a list": ([], ["args={x,y}"], ["args"], ["x", "y"]),
    "set with braces around nothing": ([], ["args={}"], ["args"], [""]),
    "set with two keys": ([], ["numNodes=2,network.port=3000"], ["network"], {"port": 3000}),
    "set escapes a comma": ([], [r"env.C=a\,b"], ["env", "C"], "a,b"),
    "set of a list element": ([], ["args[1]=--batch-size=16"], ["args"], ["--epochs=3", "--batch-size=16"]),
    "set of one element more": ([], ["args[2]=-v"], ["args"], ["--epochs=3", "--batch-size=8", "-v"]),
    "set inside a list element": (
        [],
        ["pod.tolerations[1].key=c"],
        ["pod", "tolerations", 1],
        {"key": "c", "operator": "Exists"},
    ),
    "set of an element of a file": (["args: [x]"], ["args[0]=y"], ["args"], ["y"]),
}


@pytest.mark.parametrize("case", CASES)
def test_overlay(case: str, helm_in_path: Path) -> None:
    files, sets, place, expected = CASES[case]
    backend = engine.choose_backend(None, sets)
    values = engine.merge_values([BASE, *files], sets, engine=backend)
    found: Any = values
    for step in place:
        found = found[step]
    assert found == expected
    output = engine.template(TRAINING_JOB, values, RELEASE, "team", engine=backend)
    assert output == helm_template(helm_in_path, [BASE, *files], sets)
