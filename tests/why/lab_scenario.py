"""Scenarios with the step `nodes: real`, on the lab's nodes: `ci/lab why [NAME...]` writes their dumps.

They have the steps of tests/why/scenario.py, none of which plays a kubelet, and

    nodes: real          the lab's two nodes, with 8 GPUs each that only the scheduler counts
    chart: {VALUES}      the objects of the chart for the run `run`
    registry: ANSWER     a registry for the image `127.0.0.1:5000/train:1` on each node (tests/why/registry.py)
    lose: NODE           kills a node at once, with its containers
"""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from tests.cluster.control_plane import until
from tests.cluster.server import Object, Server
from tests.lab.lab import FOLDER, wait_for_node
from tests.lab.node import start_node, stop_node
from tests.lab.roads import render
from tests.lab.run import SMALL
from tests.why.registry import PORT
from tests.why.scenario import Scenario, files, play_all

NODES = ("n1", "n2")
_GPU = "nvidia.com/gpu"
_KEPT = ("allocatable", "capacity", "conditions")
"""What is kept of a node's status: the rest describes the machine of the lab."""


class LabScenario(Scenario):
    """One scenario on real nodes."""

    made_by = (
        "two nodes (kubelet 1.36, containerd 2.4), kube-apiserver, kube-controller-manager and kube-scheduler 1.36, "
        "JobSet 0.12"
    )
    image = "lab.local/torch:1"
    seconds = 120

    def clean(self) -> None:
        """Delete its objects, and start the nodes that it killed."""
        super().clean()
        self.server.retire({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": self.namespace}})
        for file in (FOLDER / name for name in NODES if not (FOLDER / f"{name}-kubelet.pid").exists()):
            start_node(FOLDER, int(file.name[1:]), [])
            wait_for_node(int(file.name[1:]))

    def _nodes(self, _: object) -> None:
        for name in NODES:
            status = {"status": {"capacity": {_GPU: "8"}, "allocatable": {_GPU: "8"}}}
            assert self.server.merge(f"/api/v1/nodes/{name}/status", status).refusal == ""

    def _run(self, parts: Object) -> None:
        defaults = {"terminationMessagePolicy": "FallbackToLogsOnError", "imagePullPolicy": "IfNotPresent"}
        container = {**defaults, **parts.get("container", {})}
        super()._run(
            {**parts, "container": container, "pod": {"terminationGracePeriodSeconds": 1, **parts.get("pod", {})}}
        )

    def _chart(self, values: Object) -> None:
        with TemporaryDirectory() as folder:
            spec = Path(folder, "spec.yaml")
            kind = {"apiVersion": "render/v1alpha1", "kind": "TrainingJob", "name": "run"}
            spec.write_text(yaml.safe_dump({**kind, **values}), encoding="utf-8")
            objects = render("run", [SMALL, spec])
        for one in objects:
            one["metadata"]["namespace"] = self.namespace
        self._create(objects)

    def _registry(self, answer: str) -> None:
        program = Path(__file__).with_name("registry.py").read_text(encoding="utf-8")
        place = {"name": "registry", "namespace": "default"}
        text = {name: (FOLDER / name).read_text(encoding="utf-8") for name in ("tls.crt", "tls.key")}
        self._create({"apiVersion": "v1", "kind": "Secret", "metadata": place, "stringData": text})
        container = {
            "name": "registry",
            "image": self.image,
            "command": ["python3", "-c", program, answer],
            "volumeMounts": [{"name": "tls", "mountPath": "/tls"}],
            "readinessProbe": {"tcpSocket": {"host": "127.0.0.1", "port": PORT}, "periodSeconds": 1},
        }
        for name in NODES:
            metadata = {"name": f"registry-{name}", "namespace": "default"}
            spec = {
                "nodeName": name,
                "hostNetwork": True,
                "terminationGracePeriodSeconds": 1,
                "containers": [container],
                "volumes": [{"name": "tls", "secret": {"secretName": "registry"}}],
            }
            pod = {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}
            self._create(pod)
            until(partial(self._is_ready, pod), self.seconds, f"{self.name}: no registry")

    def _is_ready(self, pod: Object) -> bool:
        conditions = self.server.find(pod).body["status"].get("conditions", [])
        return any(one["type"] == "Ready" and one["status"] == "True" for one in conditions)

    def _lose(self, node: int) -> None:
        stop_node(FOLDER, node)

    def _objects(self) -> list[Object]:
        return [_without_machine(one) if one["kind"] == "Node" else one for one in super()._objects()]

    def _belongs(self, one: Object, own: set[tuple[str, str]]) -> bool:
        return one["kind"] == "Node" or super()._belongs(one, own)


def _without_machine(node: Object) -> Object:
    metadata = {key: value for key, value in node["metadata"].items() if key != "annotations"}
    return {**node, "metadata": metadata, "status": {key: node["status"][key] for key in _KEPT}}


def play_on_lab(names: Sequence[str]) -> Iterator[str]:
    """Play the scenarios with these names, or all, on the lab that is up, and yield a line about each."""
    server = Server(FOLDER / "kubeconfig")
    os.environ["KUBECONFIG"] = str(server.kubeconfig)
    yield from play_all(LabScenario(file, server) for file in files(names, real=True))
