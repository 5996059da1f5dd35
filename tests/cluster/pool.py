"""Nodes of a cluster at work, for the runs of one test."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.chart.helm import CHART, Helm, Object, objects
from tests.cluster.cluster import Cluster
from tests.cluster.controllers import add_node
from tests.cluster.server import Server
from tests.golden.controllers import jobs
from tests.golden.trainer import jobset_of

EXAMPLE = CHART.parents[1] / "examples" / "kubernetes" / "spec.yaml"
NODES = 4
"""Of the example."""
# Room for one pod of the example.
ROOM = {"cpu": "96", "memory": "1Ti", "nvidia.com/gpu": "8"}
NATIVE = ("--set-string", "kubernetes.version=1.36")


@dataclass(frozen=True)
class Pool:
    """Nodes that only the runs of one test may use."""

    server: Server
    helm: Helm
    name: str
    numbers: Iterator[int]

    def grow(self, nodes: int) -> None:
        for _ in range(nodes):
            self.add(f"{self.name}-{next(self.numbers)}", **ROOM)

    def add(self, name: str, **resources: str) -> None:
        """Add one node of the pool."""
        add_node(self.server, name, **resources)
        labels = {"metadata": {"labels": {"pool": self.name}}}
        assert self.server.merge(f"/api/v1/nodes/{name}", labels).refusal == ""

    def pods(self, namespace: str) -> list[Object]:
        found: list[Object] = self.server.get(f"/api/v1/namespaces/{namespace}/pods").body["items"]
        return found

    def start(self, namespace: str, *settings: str, example: Path = EXAMPLE) -> list[Object]:
        """Create what an example renders, with the Jobs of its JobSet in its place; return what is rendered."""
        chosen = (*NATIVE, "--set", f"pod.nodeSelector.pool={self.name}", *settings)
        text = self.helm.run("template", "run", CHART, "-n", namespace, "-f", example, *chosen)
        rendered = objects(text)
        made = [{**job, "metadata": {**job["metadata"], "ownerReferences": []}} for job in jobs(jobset_of(rendered))]
        others = [one for one in rendered if one["kind"] != "JobSet"]
        home = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}
        for one in (home, *others, *made):
            assert self.server.create(one).refusal == ""
        return rendered

    def end(self, namespace: str) -> None:
        cluster = Cluster(self.helm, self.server, namespace)
        cluster.wait_for_pods(NODES)
        cluster.end(*[0] * NODES)
