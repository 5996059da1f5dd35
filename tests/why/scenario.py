"""Scenarios: what happens in a cluster until a run has a cause. `python -m tests.why.scenario [NAME…]` writes dumps.

A file of `scenarios/` is a list of steps, in order:

    create: [OBJECT…]                objects; a namespace is the scenario's own
    run: {labels, spec, job, pod, container}    a JobSet `run` of two pods with 8 GPUs each; the parts are merged
    nodes: [{name, gpus, taints, labels, played}…]   nodes, played by kwok unless `played` is false
    queue: {quota, flavor, cluster, local}      Kueue's LocalQueue `research`, ClusterQueue `gpus` and flavor `h100`
    status: {KIND/NAME: STATUS}      what a kubelet would write, merged; NAME may end with `*`
    events: {KIND/NAME: [{reason, message}…]}   what a kubelet would report
    patch: {KIND/NAME: PATCH}        a merge patch
    delete: [KIND/NAME…]             a request to delete
    until: PATTERN                   waits until the dump as JSON has a regular expression

Its last cluster is read with `render why --collect`, and becomes `cases/NAME/dump.yaml`. Scenarios with `nodes: real`
need the lab and are played by `ci/lab why` (tests/why/lab_scenario.py).
"""

import json
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from itertools import count
from pathlib import Path
from typing import Any

import yaml

from render.cluster import ClusterError, connect
from render.why.dump import without_secrets
from render.why.live import read_cluster, read_others
from tests.cluster.control_plane import until
from tests.cluster.server import Object, Server
from tests.why.site import site

HERE = Path(__file__).parent
HEADER = "# Produced on {made}\n"
CONTROLLERS = "kube-apiserver, kube-controller-manager and kube-scheduler 1.36, JobSet 0.12, Kueue 0.19, Trainer 2.3"
PLAYED = "; what the kubelet writes is played after {source}"
WITHOUT_NAMESPACE = {
    *("Node", "Namespace", "PriorityClass", "PersistentVolume", "StorageClass", "ClusterQueue", "ResourceFlavor"),
    *("WorkloadPriorityClass", "AdmissionCheck", "Topology", "ClusterTrainingRuntime"),
    *(
        "ValidatingWebhookConfiguration",
        "ValidatingAdmissionPolicy",
        "ValidatingAdmissionPolicyBinding",
        "RuntimeClass",
    ),
}
REAL = "- nodes: real\n"
"""The step of a scenario with real nodes."""


class Scenario:
    """One scenario in a cluster."""

    made_by = CONTROLLERS
    image = "registry.example/train:1"
    seconds = 40
    """How long to wait for a pattern."""

    def __init__(self, file: Path, server: Server) -> None:
        self.name = file.stem
        self.namespace = f"ns-{self.name.replace('_', '-')}"
        self.server = server
        self.steps: list[Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
        self.made: list[Object] = []
        self._numbers = count()

    def play(self) -> list[Object]:
        """Run the steps and return the objects of the cluster at their end."""
        self._create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": self.namespace}})
        account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}
        found = self.server.find({**account, "metadata": {"name": "default", "namespace": self.namespace}})
        if found.refusal:
            self.server.create({**account, "metadata": {"name": "default", "namespace": self.namespace}})
        for step in self.steps:
            [(verb, value)] = step.items()
            getattr(self, f"_{verb}")(value)
        return self._objects()

    def clean(self) -> None:
        """Delete the objects of the scenario, the last one first, and its pods."""
        for one in reversed(self.made):
            self.server.delete(one)
        for one in self._objects():
            if (
                one["kind"] in ("Pod", "Job", "JobSet", "Workload")
                and one["metadata"].get("namespace") == self.namespace
            ):
                self.server.delete(one)

    def _source(self, _: str) -> None:
        """The source of what is played, for the header."""

    def _create(self, objects: Any) -> None:
        for one in objects if isinstance(objects, list) else [objects]:
            if one["kind"] not in WITHOUT_NAMESPACE:
                one["metadata"].setdefault("namespace", self.namespace)
            refusal = self.server.create(one).refusal
            assert refusal == "", f"{self.name}: {one['kind']}: {refusal}"
            self.made.append(one)
            if one["kind"] == "Node":
                self.server.merge(
                    f"/api/v1/nodes/{one['metadata']['name']}", {"spec": {"taints": one.get("spec", {}).get("taints")}}
                )

    def _run(self, parts: Object) -> None:
        limits = {"limits": {"nvidia.com/gpu": 8}}
        container = {"name": "node", "image": self.image, "resources": limits, **parts.get("container", {})}
        pod = {"restartPolicy": "Never", "containers": [container], **parts.get("pod", {})}
        template = {"metadata": parts.get("metadata", {}), "spec": pod}
        job = {"parallelism": 2, "completions": 2, "completionMode": "Indexed", "backoffLimit": 0, "template": template}
        spec = {
            "replicatedJobs": [{"name": "node", "template": {"spec": job | parts.get("job", {})}}],
            **parts.get("spec", {}),
        }
        metadata = {"name": "run", "labels": parts.get("labels", {}), "annotations": parts.get("annotations", {})}
        self._create({"apiVersion": "jobset.x-k8s.io/v1alpha2", "kind": "JobSet", "metadata": metadata, "spec": spec})

    def _nodes(self, nodes: list[Object]) -> None:
        for one in nodes:
            room = {"cpu": "64", "memory": "512Gi", "pods": "110", **one.get("room", {})}
            if "gpus" in one:
                room["nvidia.com/gpu"] = str(one["gpus"])
            labels = {"kubernetes.io/hostname": one["name"], **one.get("labels", {})}
            if one.get("played", True):
                labels["played"] = "yes"
            ready = {"type": "Ready", "status": "True", "reason": "KubeletReady", "lastTransitionTime": _now()}
            node = {
                "apiVersion": "v1",
                "kind": "Node",
                "metadata": {"name": one["name"], "labels": labels},
                "spec": {"taints": one.get("taints", [])},
                "status": {"allocatable": room, "capacity": room, "conditions": [ready]},
            }
            self._create(node)

    def _queue(self, parts: Object) -> None:
        version = "kueue.x-k8s.io/v1beta2"
        quota = parts.get("quota", {"cpu": 64, "nvidia.com/gpu": 16})
        resources = [{"name": name, "nominalQuota": amount} for name, amount in quota.items()]
        group = {"coveredResources": [*quota], "flavors": [{"name": "h100", "resources": resources}]}
        spec = {"namespaceSelector": {}, "resourceGroups": [group], **parts.get("cluster", {})}
        objects = [
            {"kind": "ResourceFlavor", "metadata": {"name": "h100"}, "spec": parts.get("flavor", {})},
            {"kind": "ClusterQueue", "metadata": {"name": "gpus"}, "spec": spec},
            {"kind": "LocalQueue", "metadata": {"name": "research"}, "spec": {"clusterQueue": "gpus"}},
        ]
        self._create([{"apiVersion": version, **one} for one in objects if parts.get(one["kind"], True)])

    def _label(self, labels: Object) -> None:
        """Label the namespace."""
        assert self.server.merge(f"/api/v1/namespaces/{self.namespace}", {"metadata": {"labels": labels}}).refusal == ""

    def _evict(self, name: str) -> None:
        for one, _ in self._each({f"Pod/{name}": None}):
            eviction = {"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": one["metadata"]["name"]}}
            path = f"{self.server.path(one)}/eviction"
            self.server._request("POST", path, {}, {"Content-Type": "application/json"}, eviction)

    def _rejects(self, pattern: str) -> None:
        """Wait until a policy applies: a dry run of a pod is rejected with a pattern."""
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": "probe", "namespace": self.namespace},
            "spec": {"containers": [{"name": "c", "image": "i"}]},
        }
        until(lambda: pattern in self.server.create(pod, dry_run=True).refusal, self.seconds, f"{self.name}: no policy")

    def _status(self, changes: dict[str, Object]) -> None:
        for one, change in self._each(changes):
            path = f"{self.server.path(one)}/status"
            refusal = self.server.merge(path, {"status": change}).refusal
            assert refusal == "", f"{self.name}: {refusal}"

    def _patch(self, changes: dict[str, Object]) -> None:
        for one, change in self._each(changes):
            refusal = self.server.merge(self.server.path(one), change).refusal
            assert refusal == "", f"{self.name}: {refusal}"

    def _delete(self, names: list[str]) -> None:
        for one, _ in self._each(dict.fromkeys(names)):
            self.server._request("DELETE", self.server.path(one), {}, {}, None)

    def _kill(self, names: list[str]) -> None:
        """Delete pods as a kubelet does once their containers have ended."""
        for one, _ in self._each(dict.fromkeys(names)):
            self.server.retire(one)

    def _events(self, events: dict[str, list[Object]]) -> None:
        for one, some in self._each(events):
            for event in some:
                now = _now()
                times = {"firstTimestamp": now, "lastTimestamp": now, "count": 1, "type": "Warning"}
                place = {key: one["metadata"].get(key) for key in ("name", "namespace", "uid")}
                body = {
                    "apiVersion": "v1",
                    "kind": "Event",
                    "metadata": {"name": f"played.{next(self._numbers)}", "namespace": self.namespace},
                    "involvedObject": {"kind": one["kind"], "apiVersion": one["apiVersion"], **place},
                    "source": {"component": "kubelet"},
                    **times,
                    **event,
                }
                assert self.server.create(body).refusal == ""

    def _until(self, pattern: str) -> None:
        sought = re.compile(pattern, re.DOTALL)
        until(lambda: bool(sought.search(self._text())), self.seconds, f"{self.name}: never `{pattern}`")

    def _text(self) -> str:
        return json.dumps(self._objects())

    def _each(self, changes: dict[str, Any]) -> Iterator[tuple[Object, Any]]:
        """Yield the objects of names, after they exist."""
        for label, change in changes.items():
            kind, _, name = label.partition("/")

            def matches(kind: str = kind, name: str = name) -> list[Object]:
                return [
                    one for one in self._objects() if one["kind"] == kind and fnmatchcase(one["metadata"]["name"], name)
                ]

            until(lambda: bool(matches()), self.seconds, f"{self.name}: no {label}")
            yield from ((one, change) for one in matches())

    def _objects(self) -> list[Object]:
        """Return the objects of a collection, for `cases/NAME/dump.yaml`."""
        client = connect(None, timeout=60)
        index = read_cluster(client, self.namespace)
        read_others(index, client, self.namespace)
        self.complete_kinds = sorted(index.complete_kinds)
        found = [without_secrets(one) for items in index.dump().values() for one in items]
        own = {(one["kind"], one["metadata"]["name"]) for one in self.made}
        return [one for one in found if self._belongs(one, own)]

    def _belongs(self, one: Object, own: set[tuple[str, str]]) -> bool:
        metadata = one["metadata"]
        if "namespace" in metadata:
            return bool(metadata["namespace"] == self.namespace)
        return (one["kind"], metadata["name"]) in own


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def write(scenario: Scenario, objects: list[Object]) -> None:
    """Write the dump of a scenario."""
    source = next((step["source"] for step in scenario.steps if "source" in step), "")
    header = HEADER.format(made=scenario.made_by + (PLAYED.format(source=source) if source else ""))
    contents = {"apiVersion": "render/v1alpha1", "kind": "RenderDump", "completeKinds": scenario.complete_kinds}
    listing = {"apiVersion": "v1", "kind": "List", "items": objects}
    text = "---\n".join(yaml.safe_dump(one, width=160, sort_keys=True) for one in (contents, listing))
    folder = HERE / "cases" / scenario.name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dump.yaml").write_text(header + text.replace(scenario.namespace, "team"), encoding="utf-8")


def play_all(scenarios: Iterable[Scenario]) -> Iterator[str]:
    """Play scenarios, write their dumps, and yield a line about each."""
    for scenario in scenarios:
        try:
            write(scenario, scenario.play())
            yield f"wrote {scenario.name}"
        except (AssertionError, ClusterError, RuntimeError, LookupError) as error:
            yield f"FAILED {scenario.name}: {error}"
        finally:
            scenario.clean()


def files(names: Sequence[str], *, real: bool) -> list[Path]:
    """Return the scenarios with these names, or all: those with real nodes, or those without."""
    found = sorted((HERE / "scenarios").glob("*.yaml"))
    return [one for one in found if (REAL in one.read_text("utf-8")) == real and (not names or one.stem in names)]


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="why-") as folder, site(Path(folder) / "site") as server:
        os.environ["KUBECONFIG"] = str(server.kubeconfig)
        for line in play_all(Scenario(file, server) for file in files(names, real=False)):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
