"""Queues and Topologies of KAI in the file of a cluster: no API server of the tests can serve their kinds."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli.doctor import command
from tests.conftest import CHECKOUT

EXAMPLE = CHECKOUT / "render" / "snapshot" / "examples" / "eks-p5.yaml"
NODE = {"allocatable": {"cpu": "64", "memory": "512Gi", "nvidia.com/gpu": "8", "pods": "110"}}
SPEC = {
    "name": "run",
    "image": "registry.example/train:1",
    "numNodes": 2,
    "resourcesPerNode": {"limits": {"cpu": 8, "memory": "64Gi", "nvidia.com/gpu": 8}},
    "scheduler": "kai",
    "kai": {"queue": "research", "topology": "racks"},
    "topology": {"level": "example.com/rack"},
}
QUEUE, LEVEL = "Queue/research", "example.com/rack"


def cluster(objects: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    groups = {"Queue": ("scheduling.run.ai", "v2"), "Topology": ("kai.scheduler", "v1alpha1")}
    apis = [
        {"group": group, "versions": [{"version": version, "kinds": [kind]}]}
        for kind, (group, version) in groups.items()
        if kind in objects
    ]
    kinds = {kind: "/".join(groups[kind]) for kind in objects}
    data: dict[str, Any] = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))
    data["apis"] += apis
    data["nodes"] = [{**NODE, "members": [{"name": name, "labels": {LEVEL: "r1"}} for name in ("a", "b")]}]
    data["objects"] += [{"apiVersion": kinds[kind], "kind": kind, "items": items} for kind, items in objects.items()]
    return data


SOUND: dict[str, list[dict[str, Any]]] = {
    "Queue": [{"metadata": {"name": "research"}}],
    "Topology": [{"metadata": {"name": "racks"}, "spec": {"levels": [{"nodeLabel": LEVEL}]}}],
}
OTHER: list[dict[str, Any]] = [{"metadata": {"name": "racks"}, "spec": {"levels": [{"nodeLabel": "leaf"}]}}]
CASES = {
    "nothing is missing": (SOUND, {QUEUE: "it exists", LEVEL: "there is room for 2 pods of `node` in one domain"}),
    "no KAI": ({}, {QUEUE: "the cluster has no KAI", LEVEL: "the cluster has no KAI Topology of this name"}),
    "no queue": ({**SOUND, "Queue": []}, {QUEUE: "it does not exist"}),
    "no Topology": ({**SOUND, "Topology": []}, {LEVEL: "the cluster has no KAI Topology of this name"}),
    "another level": ({**SOUND, "Topology": OTHER}, {LEVEL: "it is not a level of KAI's Topology"}),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_run_under_kai_needs(name: str, tmp_path: Path) -> None:
    objects, expected = CASES[name]
    for file, content in (("cluster.yaml", cluster(objects)), ("spec.yaml", SPEC)):
        (tmp_path / file).write_text(yaml.safe_dump(content), encoding="utf-8")
    arguments = [str(tmp_path / "spec.yaml"), "--cluster", str(tmp_path / "cluster.yaml"), "-o", "json"]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert done.exception is None, done.exception
    found = {one["subject"]: one["message"] for one in yaml.safe_load(done.stdout)["findings"]}
    assert {subject: found[subject] for subject in expected} == expected
