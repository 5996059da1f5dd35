"""`render validate --cluster FILE` reports the findings of `render doctor --cluster FILE`, at lines of the spec."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from render.cli import render
from render.cli.cluster import EXAMPLES
from render.manifests.cluster_codes import BY_CHECK
from render.snapshot.view import ONLY_LIVE
from tests.conftest import CHECKOUT

SPECS = sorted((CHECKOUT / "examples").glob("*/spec.yaml"))
CLUSTERS = sorted(EXAMPLES.glob("*.yaml"))
SEVERITIES = {"fault": "error", "warning": "warning", "unknown": "info"}
KUEUE = CHECKOUT / "examples/kueue/spec.yaml"
P5 = EXAMPLES / "eks-p5.yaml"

PLACES: dict[str, tuple[dict[str, Any], str, str]] = {
    "queue": ({"kueue": {"queue": "nobody"}}, "CLU106", "queue: nobody"),
    "nodes": ({"numNodes": 8, "resourcesPerNode": {"limits": {"nvidia.com/gpu": 16}}}, "CLU110", "numNodes: 8"),
    "priority class": ({"pod": {"priorityClassName": "urgent"}}, "CLU113", "priorityClassName: urgent"),
    "runtime class": ({"pod": {"runtimeClassName": "kata"}}, "CLU116", "runtimeClassName: kata"),
    "service account": ({"pod": {"serviceAccountName": "robot"}}, "CLU118", "serviceAccountName: robot"),
    "Secret": (
        {"env": {"TOKEN": {"valueFrom": {"secretKeyRef": {"name": "hub", "key": "token"}}}}},
        "CLU117",
        "name: hub",
    ),
    "kind": ({"scheduler": "volcano", "kueue": None}, "CLU105", "scheduler: volcano"),
    "target": ({"target": "trainjob"}, "CLU105", "target: trainjob"),
}


def run(*arguments: object, text: str | None = None) -> Result:
    return CliRunner().invoke(render, [str(one) for one in arguments], input=text, standalone_mode=False)


def problems(done: Result) -> list[dict[str, Any]]:
    assert done.exception is None, done.exception
    found: list[dict[str, Any]] = json.loads(done.stdout)["problems"]
    return [one for one in found if one["code"].startswith("CLU")]


@pytest.mark.parametrize("cluster", CLUSTERS, ids=lambda path: path.stem)
@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.parent.name)
def test_findings_are_those_of_doctor(spec: Path, cluster: Path) -> None:
    checked = run("validate", spec, "--cluster", cluster, "-o", "json", "--kubernetes", "1.37")
    asked = run("doctor", spec, "--cluster", cluster, "-o", "json")
    assert asked.exception is None, asked.exception
    wanted = {
        (BY_CHECK[one["check"]].code, SEVERITIES[one["verdict"]], one["subject"], one["message"])
        for one in json.loads(asked.stdout)["findings"]
        if one["check"] not in ONLY_LIVE and one["verdict"] != "ok"
    }
    found = problems(checked)
    assert {(one["code"], one["severity"], one["message"]) for one in found} == {
        (code, severity, message if subject == "-" else f"{subject}: {message}")
        for code, severity, subject, message in wanted
    }
    assert all(one["line"] for one in found), found


@pytest.mark.parametrize("name", PLACES)
def test_a_finding_is_at_the_line_of_its_value(name: str, tmp_path: Path) -> None:
    over, code, line = PLACES[name]
    file = tmp_path / "over.yaml"
    file.write_text(yaml.safe_dump(over), encoding="utf-8")
    [*_, found] = [
        one
        for one in problems(run("validate", KUEUE, "-f", file, "--cluster", P5, "-o", "json"))
        if one["code"] == code
    ]
    assert found["file"] == str(file)
    row = file.read_text(encoding="utf-8").splitlines()[found["line"] - 1]
    assert row.strip() == line
    assert row[found["column"] - 1 :] == line.partition(": ")[2]


def test_rendered_manifests_are_checked_at_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    done = run("template", KUEUE, "--set", "kueue.queue=nobody", "-n", "default")
    file.write_text(done.stdout, encoding="utf-8")
    [found] = problems(run("validate", file, "--cluster", P5, "-o", "json"))
    assert (found["code"], found["severity"]) == ("CLU106", "error")


def test_findings_are_ignored_like_others() -> None:
    options = ("validate", KUEUE, "--set", "numNodes=9", "--cluster", P5, "-o", "json")
    assert {one["code"] for one in problems(run(*options))} == {"CLU106", "CLU110"}
    assert {one["code"] for one in problems(run(*options, "--ignore", "CLU110"))} == {"CLU106"}
    assert problems(run(*options, "--ignore", "CLU")) == []


def test_the_version_is_that_of_the_cluster_unless_it_is_given() -> None:
    spec = CHECKOUT / "examples/kubernetes/spec.yaml"
    assert "KUB004" in run("validate", spec, "--cluster", P5).output
    assert "KUB004" not in run("validate", spec, "--cluster", P5, "--kubernetes", "1.37").output


def test_a_file_that_is_no_cluster_is_an_error() -> None:
    done = run("validate", KUEUE, "--cluster", "-", text="kind: Cluster\n")
    assert (done.return_value, done.stdout) == (1, "")
    assert "`apiVersion`" in done.stderr


@pytest.mark.parametrize(
    ("device_class", "resource", "severity"),
    [
        (None, "nvidia.com/gpu", "error"),
        ({"metadata": {"name": "gpu.nvidia.com"}}, "nvidia.com/gpu", "error"),
        (
            {"metadata": {"name": "gpu.nvidia.com"}, "spec": {"extendedResourceName": "nvidia.com/gpu"}},
            "nvidia.com/gpu",
            "info",
        ),
        ({"metadata": {"name": "gpu.nvidia.com"}}, "deviceclass.resource.kubernetes.io/gpu.nvidia.com", "info"),
    ],
)
def test_gpus_that_a_device_class_serves_are_not_among_those_of_nodes(
    device_class: dict[str, Any] | None, resource: str, severity: str, tmp_path: Path
) -> None:
    cluster = yaml.safe_load(P5.read_text(encoding="utf-8"))
    for shape in cluster["nodes"]:
        del shape["allocatable"]["nvidia.com/gpu"]
    [classes] = [one for one in cluster["objects"] if one["kind"] == "DeviceClass"]
    classes["items"] = [device_class] if device_class else []
    (tmp_path / "cluster.yaml").write_text(yaml.safe_dump(cluster), encoding="utf-8")
    spec = {"name": "run", "image": "a@sha256:" + "a" * 64, "resourcesPerNode": {"limits": {resource: 8}}}
    (tmp_path / "spec.yaml").write_text(yaml.safe_dump({"kind": "TrainingJob", **spec}), encoding="utf-8")
    done = run("validate", tmp_path / "spec.yaml", "--cluster", tmp_path / "cluster.yaml", "-o", "json")
    [found] = [one for one in problems(done) if one["code"] == "CLU110"]
    assert (found["severity"], f"only the scheduler can evaluate `{resource}`" in found["message"]) == (
        severity,
        severity == "info",
    )


def test_a_gang_of_kubernetes_1_36_has_its_own_api_version(tmp_path: Path) -> None:
    """Other versions don't have it, and the cluster of the file has no gangs at all."""
    spec = yaml.safe_load((CHECKOUT / "examples/kubernetes/spec.yaml").read_text(encoding="utf-8"))
    file = tmp_path / "spec.yaml"
    file.write_text(json.dumps({**spec, "kubernetes": {"version": "1.36"}}), encoding="utf-8")
    [kinds] = [one for one in problems(run("validate", file, "--cluster", P5, "-o", "json")) if one["code"] == "CLU105"]
    assert kinds["message"].startswith("PodGroup: `scheduling.k8s.io/v1alpha2` is not served")
    asked = run("doctor", file, "--cluster", P5, "-o", "json")
    assert asked.exception is None, asked.exception
