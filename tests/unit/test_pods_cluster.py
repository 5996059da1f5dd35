"""`render pods --cluster`: the nodes that may take each rank."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli.pods import command
from tests.conftest import CHECKOUT

EXAMPLE = CHECKOUT / "render" / "snapshot" / "examples" / "eks-p5.yaml"
RACK, BLOCK = "example.com/rack", "example.com/block"
RACKS = {"a": "r1", "b": "r1", "c": "r2", "d": "r3", "e": "r3"}
SPEC = {
    "name": "run",
    "image": "registry.example/train:1",
    "command": ["train"],
    "launcher": "plain",
    "numNodes": 2,
    "resourcesPerNode": {"limits": {"cpu": 8, "memory": "64Gi", "nvidia.com/gpu": 8}},
    "kueue": {"queue": "research"},
}
SLICES = {"level": BLOCK, "slice": {"level": RACK, "nodes": 2}}
OF_TWO = ["a", "b", "d", "e"]
"""Nodes of the racks with two nodes."""
CASES: dict[str, tuple[dict[str, Any], list[str], dict[str, list[str]]]] = {
    "no topology": ({}, [*RACKS], {}),
    "some nodes": ({"pod": {"nodeSelector": {RACK: "r2"}}}, ["c"], {}),
    "Kueue": ({"scheduler": "kueue", "topology": {"level": RACK}}, OF_TWO, {RACK: ["r1", "r3"]}),
    "Volcano": ({"scheduler": "volcano", "topology": {"level": RACK}}, OF_TWO, {RACK: ["r1", "r3"]}),
    "Kubernetes": ({"scheduler": "kubernetes", "topology": {"level": RACK}}, OF_TWO, {RACK: ["r1", "r3"]}),
    "affinity": ({"topology": {"level": RACK}}, OF_TWO, {RACK: ["r1", "r3"]}),
    "preferred": ({"scheduler": "kueue", "topology": {"level": RACK, "mode": "preferred"}}, [*RACKS], {}),
    "too large": ({"numNodes": 3, "scheduler": "kueue", "topology": {"level": RACK}}, [], {RACK: []}),
    "slices": (
        {"numNodes": 4, "scheduler": "kueue", "topology": SLICES},
        OF_TWO,
        {BLOCK: ["b1"], RACK: ["r1", "r3"]},
    ),
}


def run(spec: dict[str, Any], folder: Path, *options: str) -> str:
    cluster = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))
    allocatable = {"cpu": "64", "memory": "512Gi", "nvidia.com/gpu": "8", "pods": "110"}
    members = [{"name": name, "labels": {RACK: rack, BLOCK: "b1"}} for name, rack in RACKS.items()]
    cluster["nodes"] = [{"allocatable": allocatable, "members": members}]
    for name, content in (("cluster.yaml", cluster), ("spec.yaml", spec)):
        (folder / name).write_text(yaml.safe_dump(content), encoding="utf-8")
    arguments = [str(folder / "spec.yaml"), "--cluster", str(folder / "cluster.yaml"), *options]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert done.exception is None, done.exception
    return done.stdout


@pytest.mark.parametrize("name", CASES)
def test_nodes_that_may_take_a_pod(name: str, tmp_path: Path) -> None:
    more, nodes, domains = CASES[name]
    found = json.loads(run({**SPEC, **more}, tmp_path, "-o", "json"))
    assert {tuple(pod["nodes"]) for pod in found} == {tuple(nodes)}
    assert [pod["domains"] for pod in found] == [domains] * len(found)


def test_the_table_names_the_racks(tmp_path: Path) -> None:
    head, first, *_ = run({**SPEC, "topology": {"level": RACK}}, tmp_path).splitlines()
    assert head.split() == ["NAME", "ROLE", "INDEX", "FQDN", "GPUS", "NODES", "COMMAND"]
    assert first.split()[5:] == ["4", "in", "r1,", "r3", "train"]
