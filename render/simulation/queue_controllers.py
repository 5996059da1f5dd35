"""JobSet and Kueue, with their definitions and webhooks."""

import base64
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from render.simulation.control_plane import ControlPlane
from render.simulation.programs import SimulationError, answers, free_ports

_KUEUE_CERTIFICATES = "/etc/kueue/metrics/certs"
_FRAMEWORKS = ("batch/job", "jobset.x-k8s.io/jobset")
_GROUPS = {
    "jobset": {"jobset.x-k8s.io", "batch", ""},
    "kueue": {"kueue.x-k8s.io", "batch", "jobset.x-k8s.io"},
}
"""Groups whose webhooks are installed, by controller."""
# Kueue reads a certificate at a fixed path: it gets a mount of its own there, which no other process sees.
_MOUNT = """
mount -t tmpfs render /etc && mkdir -p "$1" && cp "$2" "$1/tls.crt" && cp "$3" "$1/tls.key" && shift 3 && exec "$@"
"""


class QueueControllers:
    """JobSet, and Kueue where a run needs it."""

    def __init__(self, plane: ControlPlane, binaries: Mapping[str, Path]) -> None:
        """Start them. Raises SimulationError, ClusterError, OSError."""
        self._plane = plane
        self._start_jobset(binaries["jobset"])
        self.kueue_metrics: int | None = None
        if "kueue" in binaries:
            self.kueue_metrics = self._start_kueue(binaries["kueue"])
        plane.server.connect()

    def pending_workloads(self) -> int:
        """Return the number of Workloads that Kueue has yet to try."""
        if self.kueue_metrics is None:
            return 0
        lines = self._plane.server.metrics(self.kueue_metrics).splitlines()
        rows = [line for line in lines if line.startswith("kueue_pending_workloads{") and '"active"' in line]
        return sum(int(float(row.rpartition(" ")[2])) for row in rows)

    def _start_jobset(self, program: Path) -> None:
        port, health = free_ports(2)
        certificates = self._certificates()
        settings = _configuration("config.jobset.x-k8s.io/v1alpha1", port, health)
        self._write("jobset.yaml", {**settings, "clientConnection": {"qps": 1000, "burst": 1000}})
        self._create_definitions(program.parent)
        self._plane.programs.start(
            "jobset",
            [program, "--config=jobset.yaml"],
            {"KUBECONFIG": str(self._plane.kubeconfig), "TMPDIR": str(certificates)},
        )
        self._plane.programs.wait("jobset", lambda: answers(port))
        self._create_webhooks("jobset", program.parent, port)

    def _start_kueue(self, program: Path) -> int:
        port, health, metrics = free_ports(3)
        folder = self._certificates() / "k8s-webhook-server" / "serving-certs"
        settings = _configuration("config.kueue.x-k8s.io/v1beta2", port, health)
        settings["webhook"]["certDir"] = str(folder)
        settings["metrics"] = {"bindAddress": f"127.0.0.1:{metrics}"}
        settings["integrations"] = {"frameworks": list(_FRAMEWORKS)}
        settings["featureGates"] = {"VisibilityOnDemand": False}
        settings["clientConnection"] = {"qps": 1000, "burst": 1000}
        self._write("kueue.yaml", settings)
        self._create_definitions(program.parent)
        user = () if os.geteuid() == 0 else ("--map-root-user",)
        own = (str(folder / "tls.crt"), str(folder / "tls.key"))
        prefix = ["unshare", "--mount", *user, "sh", "-c", _MOUNT, "sh", _KUEUE_CERTIFICATES, *own]
        environment = {"KUBECONFIG": str(self._plane.kubeconfig)}
        self._plane.programs.start("kueue", [*prefix, str(program), "--config=kueue.yaml"], environment)
        self._plane.programs.wait("kueue", lambda: answers(port))
        self._create_webhooks("kueue", program.parent, port)
        return metrics

    def _certificates(self) -> Path:
        """Return a temporary folder with the certificate where controller-runtime looks for it."""
        root = self._plane.programs.folder / "certificates"
        folder = root / "k8s-webhook-server" / "serving-certs"
        if not folder.exists():
            folder.mkdir(parents=True)
            (folder / "tls.crt").symlink_to(self._plane.certificate)
            (folder / "tls.key").symlink_to(self._plane.key)
        return root

    def _create_definitions(self, folder: Path) -> None:
        files = sorted((folder / "crds").glob("*_*.yaml"))
        if not files:
            hint = "name the folder that `ci/tools/lab/build` prints: it has the program, `crds/` and `webhooks.yaml`"
            raise SimulationError(f"`{folder}` has no definitions in `crds/`", hint)
        definitions = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
        for one in definitions:
            self._create(one)
        server = self._plane.server
        self._plane.programs.wait("kube-apiserver", lambda: all(server.serves(one) for one in definitions))
        server.connect()

    def _create_webhooks(self, name: str, folder: Path, port: int) -> None:
        authority = base64.b64encode(self._plane.certificate.read_bytes()).decode()
        for document in _webhooks(folder / "webhooks.yaml", _GROUPS[name]):
            for webhook in document["webhooks"]:
                path = webhook["clientConfig"]["service"]["path"]
                webhook["clientConfig"] = {"url": f"https://127.0.0.1:{port}{path}", "caBundle": authority}
            document["metadata"] = {"name": f"{name}-{document['metadata']['name']}"}
            self._create(document)

    def _create(self, item: Mapping[str, Any]) -> None:
        answer = self._plane.server.create(item)
        if answer.is_refusal:
            raise SimulationError(f"the {item['kind']} `{item['metadata']['name']}` is rejected: {answer.message}")

    def _write(self, name: str, content: Mapping[str, Any]) -> None:
        (self._plane.programs.folder / name).write_text(json.dumps(content), encoding="utf-8")


def _configuration(api_version: str, port: int, health: int) -> dict[str, Any]:
    return {
        "apiVersion": api_version,
        "kind": "Configuration",
        "leaderElection": {"leaderElect": False},
        "webhook": {"host": "127.0.0.1", "port": port},
        "health": {"healthProbeBindAddress": f"127.0.0.1:{health}"},
        "metrics": {"bindAddress": "0"},
        "internalCertManagement": {"enable": False},
    }


def _webhooks(file: Path, groups: set[str]) -> Iterator[dict[str, Any]]:
    """Yield the webhook configurations of a file, with the webhooks for kinds of these groups."""
    for document in yaml.safe_load_all(file.read_text(encoding="utf-8")):
        if document and "webhooks" in document:
            document["webhooks"] = [
                one
                for one in document["webhooks"]
                if all(group in groups for rule in one["rules"] for group in rule["apiGroups"])
            ]
            yield document
