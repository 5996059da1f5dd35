"""Nothing of a job is lost in silence: each leaf of it is in what its spec renders, or is named by the import.

The jobs are those of tests/import/cases and those of each kind with each pod of tests/import/pods.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from render.cli._import import spec_errors
from render.importers.parts.import_files import load_importers
from render.importers.parts.importer import ImportSource
from render.manifests.objects import Object
from render.manifests.paths import Data
from render.pods.environment import PodFields
from tests.importing.comparing import FOLDER, of_spec, spec_text, unexplained
from tests.importing.leaves import lost, unsaid
from tests.importing.members import Member, facts
from tests.importing.test_accounting import CASES, parsed
from tests.importing.test_kinds import KINDS, item, roles

PODS = sorted((FOLDER / "pods").glob("*.yaml"))


def mpijob() -> dict[str, Any]:
    spec = roles("mpiReplicaSpecs", "Launcher", "Worker", program="mpirun, python")
    [worker] = spec["mpiReplicaSpecs"]["Worker"]["template"]["spec"]["containers"]
    worker["command"] = ["/usr/sbin/sshd", "-De"]
    return {"sshAuthMountPath": "/root/keys", **spec}


ALL = {
    **KINDS,
    "pytorchjob": item(
        "kubeflow.org/v1/PyTorchJob", roles("pytorchReplicaSpecs", "Master", "Worker", program="torchrun")
    ),
    "mpijob": item("kubeflow.org/v2beta1/MPIJob", mpijob()),
}
OWN_PODS = ("job", "jobset", "jobset-copies", "volcano")
"""Kinds whose controllers start the pods as they are written, and add no variables but a rank."""

WRITTEN = (
    "gang.",
    "node.annotations.scheduling.k8s.io/group-name",
    "node.env.PET_",
    "node.mounts./etc/about-pod: changed",
    "node.mounts./scratch-nvme: missing",
    "node.mounts./tmp: added",
)
"""What the chart adds to such a pod: torchrun's variables, the gang, a place for temporary files. A volume has the new
name of the program's container, and a mount with `subPathExpr` is reported by its place."""


def with_pod(data: Any, more: Data) -> Any:
    """Return a job with the fields of a pod in all its templates."""
    if isinstance(data, list):
        return [with_pod(one, more) for one in data]
    if not isinstance(data, dict):
        return data
    if "containers" not in (data.get("spec") or {}):
        return {key: with_pod(value, more) for key, value in data.items()}
    [program] = data["spec"]["containers"]
    first, *beside = more["spec"].get("containers", [{}])
    resources = {**first.get("resources", {}), **program.get("resources", {})}
    containers = [{**program, **first, "resources": resources}, *beside]
    metadata = {**data.get("metadata", {}), **more["metadata"]}
    return {**data, "metadata": metadata, "spec": {**data["spec"], **more["spec"], "containers": containers}}


def loaded(name: str, file: Path) -> Object:
    items = parsed(with_pod(ALL[name], yaml.safe_load(file.read_text(encoding="utf-8"))))
    assert items is not None
    return items[0]


@pytest.mark.parametrize("file", PODS, ids=lambda file: file.stem)
@pytest.mark.parametrize("name", ALL)
def test_no_leaf_of_a_pod_is_lost_in_silence(name: str, file: Path) -> None:
    found = loaded(name, file)
    imported = load_importers()[found.kind].convert(ImportSource(found))
    assert not spec_errors(spec_text(imported))
    assert not lost(found, ())


@pytest.mark.parametrize("file", PODS, ids=lambda file: file.stem)
@pytest.mark.parametrize("name", OWN_PODS)
def test_pods_are_those_that_were_written(name: str, file: Path) -> None:
    found = loaded(name, file)
    imported = load_importers()[found.kind].convert(ImportSource(found))
    now = of_spec(spec_text(imported))
    [template] = templates(found.data)
    was = facts([member(template, index) for index in range(now["node.count"])])
    told = unexplained(was, now, imported.problems)
    assert not [one for one in told if not one.startswith(WRITTEN)]


def templates(data: Any) -> Iterator[Data]:
    """Yield the pod templates inside a value."""
    if isinstance(data, dict) and "containers" in (data.get("spec") or {}):
        yield data
    else:
        below = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
        yield from (template for value in below for template in templates(value))


def member(template: Data, index: int) -> Member:
    metadata, account = template.get("metadata", {}), template["spec"].get("serviceAccountName", "default")
    labels, annotations = metadata.get("labels", {}), metadata.get("annotations", {})
    return Member("node", template, PodFields("default", account, labels, annotations, index), container="trains")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_no_leaf_of_a_job_is_lost_in_silence(case: Path) -> None:
    assert not lost(read(case), ())


def read(case: Path) -> Object:
    items = parsed(yaml.safe_load(case.read_text(encoding="utf-8")))
    assert items is not None
    return items[0]


def test_a_leaf_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its line of the list, the name of a container is one that nobody says."""
    monkeypatch.setattr("tests.importing.leaves.unsaid", tuple)
    [case] = [case for case in CASES if case.stem == "mpijob-pi"]
    assert [one for one in lost(read(case), ()) if "containers[0].name: 'mpi-worker'" in one]


def test_every_line_of_the_list_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = unsaid()
    monkeypatch.setattr("tests.importing.leaves.unsaid", tuple)
    found = [one for name in ALL for file in PODS for one in lost(loaded(name, file), ())]
    found += [one for case in CASES for one in lost(read(case), ())]
    idle = [line.leaf for line in lines if not any(line.covers(*_leaf(one)) for one in found)]
    assert not idle


def _leaf(text: str) -> tuple[str, Any]:
    leaf, _, value = text.rpartition(": ")
    return leaf, yaml.safe_load(value)
