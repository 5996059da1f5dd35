"""What a spec renders is compared with the manifest of its namespace, wherever that is among the files."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from render.cli.validate import command as validate
from tests.rules.findings import SPEC
from tests.rules.sets import Data

ROCE: Data = {"network": {"fabric": "roce"}, "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8}}}
IPC: Data = {"pod": {"hostIPC": True}}
VERSION = "pod-security.kubernetes.io/enforce-version"


def namespace(name: str, level: str | None = "baseline", **labels: str) -> Data:
    marked = {} if level is None else {"pod-security.kubernetes.io/enforce": level}
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": {**marked, **labels}}}


PRIVILEGED = namespace("team", "privileged")
LIST = {"apiVersion": "v1", "kind": "List", "items": [namespace("team")]}
LABELS_ARE_A_LIST = {
    **namespace("team"),
    "metadata": {"name": "team", "labels": ["pod-security.kubernetes.io/enforce"]},
}


@pytest.mark.parametrize(
    ("files", "options", "expected"),
    [
        # file of the namespace: what it says; the findings SEC108 and SEC109 with their severities
        ({"a/ns.yaml": namespace("team")}, ["-n", "team"], ["error SEC109"]),
        ({"b/ns.yaml": namespace("team")}, ["-n", "team"], ["error SEC109"]),
        ({"b/ns.yaml": namespace("team", "restricted")}, ["-n", "team"], ["error SEC109"]),
        ({"b/ns.yaml": LIST}, ["-n", "team"], ["error SEC109"]),
        ({"b/ns.yaml": namespace("default")}, [], ["error SEC109"]),
        ({"a/ns.yaml": namespace("team")}, [], ["warning SEC109"]),
        ({"a/ns.yaml": namespace("team"), "b/ns.yaml": namespace("other")}, [], ["warning SEC109"]),
        ({"a/ns.yaml": namespace("team"), "a/o.yaml": namespace("other")}, ["-n", "other"], ["error SEC109"]),
        ({"a/ns.yaml": namespace("team"), "a/other.yaml": namespace("other")}, [], []),
        ({"a/ns.yaml": namespace("team")}, ["-n", "other"], []),
        ({"b/ns.yaml": namespace("team")}, [], []),
        ({"a/ns.yaml": PRIVILEGED}, ["-n", "team"], []),
        ({"a/ns.yaml": PRIVILEGED}, [], []),
        ({"a/ns.yaml": namespace("team", None, **{VERSION: "v1.30"})}, ["-n", "team"], []),
        ({"a/ns.yaml": LABELS_ARE_A_LIST}, ["-n", "team"], []),
        ({}, ["-n", "team"], []),
    ],
)  # fmt: skip
def test_a_fabric_in_a_namespace(
    files: dict[str, Data], options: list[str], expected: list[str], tmp_path: Path
) -> None:
    assert severities(tmp_path, files, ROCE, *options) == expected


@pytest.mark.parametrize(
    ("files", "options", "expected"),
    [
        ({}, [], ["info SEC108"]),
        ({"a/ns.yaml": namespace("team")}, ["-n", "other"], ["info SEC108"]),
        ({"a/ns.yaml": namespace("team")}, ["-n", "team"], ["error SEC109"]),
        ({"a/ns.yaml": PRIVILEGED}, ["-n", "team"], []),
    ],
)  # fmt: skip
def test_the_users_own_field(files: dict[str, Data], options: list[str], expected: list[str], tmp_path: Path) -> None:
    assert severities(tmp_path, files, IPC, *options) == expected


def severities(folder: Path, files: dict[str, Data], values: Data, *options: str) -> list[str]:
    """Return the severity and the code of each finding about Pod Security in `a/run.yaml`."""
    for name, data in {"a/run.yaml": {**SPEC, **values}, **files}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(yaml.safe_dump(data), encoding="utf-8")
    printed = CliRunner().invoke(validate, [str(folder), "--output", "json", *options]).stdout
    found = json.loads(printed)["problems"]
    return [
        f"{one['severity']} {one['code']}"
        for one in found
        if one["code"] in ("SEC108", "SEC109") and one["file"].endswith("a/run.yaml")
    ]
