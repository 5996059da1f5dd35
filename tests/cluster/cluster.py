"""One release in a namespace of a cluster at work."""

import subprocess
from pathlib import Path

from tests.chart.helm import Helm
from tests.cluster.control_plane import until
from tests.cluster.server import Object, Server

SECONDS = 120


class Cluster:
    """The namespace, and what its release starts there."""

    def __init__(self, helm: Helm, server: Server, namespace: str) -> None:
        self.helm, self.server, self.namespace = helm, server, namespace

    def start(self, command: str, *arguments: str | Path) -> subprocess.Popen[str]:
        return self.helm.start(command, "run", *arguments, "-n", self.namespace)

    def listed(self, path: str) -> list[Object]:
        group, _, plural = path.rpartition("/")
        root = f"/apis/{group}" if group else "/api/v1"
        items: list[Object] = self.server.get(f"{root}/namespaces/{self.namespace}/{plural}").body.get("items", [])
        return items

    def running(self) -> list[str]:
        return [pod["metadata"]["name"] for pod in self.listed("pods") if pod["status"]["phase"] == "Running"]

    def wait_for_pods(self, count: int) -> None:
        until(lambda: len(self.running()) == count, SECONDS, f"{self.namespace}: no {count} running pods")

    def end(self, *codes: int) -> None:
        """End the running pods, each with an exit code."""
        for name, code in zip(sorted(self.running()), codes, strict=True):
            patch = {"metadata": {"annotations": {"exit-code": str(code)}}}
            answer = self.server.merge(f"/api/v1/namespaces/{self.namespace}/pods/{name}", patch)
            assert answer.refusal == ""

    def job(self) -> Object:
        [job] = self.listed("batch/v1/jobs")
        return job


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Return the exit code of a command, and what it has printed."""
    text, _ = process.communicate(timeout=SECONDS)
    return process.returncode, text
