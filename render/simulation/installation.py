"""The installation of a controller: its definitions and webhooks in the API server, and its programs."""

import base64
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from render.simulation.control_plane import ControlPlane
from render.simulation.programs import SimulationError, answers


class Installation:
    """A controller that is being installed in a control plane. Methods raise SimulationError, ClusterError, OSError."""

    def __init__(self, name: str, plane: ControlPlane, folder: Path) -> None:
        """Set the controller, and the folder that has its programs, `crds/` and perhaps `webhooks.yaml`."""
        self.plane = plane
        self._name, self._folder = name, folder
        self.home = plane.programs.folder / name
        self.home.mkdir()

    def start(self, program: str, *arguments: str, prefix: tuple[str, ...] = ()) -> None:
        """Start one of its programs, as an administrator of the cluster."""
        environment = {"KUBECONFIG": str(self.plane.kubeconfig), "TMPDIR": str(self.certificates.parents[1])}
        command = (*prefix, str(self._folder / program), *arguments)
        self.plane.programs.start(f"{self._name}-{program}", command, environment)

    def wait_for_port(self, port: int) -> None:
        """Wait until a program listens on a port of loopback."""
        self.plane.programs.wait(self._name, lambda: answers(port))

    def write(self, name: str, content: Mapping[str, Any]) -> Path:
        """Write a file of JSON, and return its path."""
        file = self.home / name
        file.write_text(json.dumps(content), encoding="utf-8")
        return file

    @property
    def certificates(self) -> Path:
        """Folder with the certificate, at the path of controller-runtime below a temporary folder."""
        folder = self.home / "k8s-webhook-server" / "serving-certs"
        if not folder.exists():
            folder.mkdir(parents=True)
            (folder / "tls.crt").symlink_to(self.plane.certificate)
            (folder / "tls.key").symlink_to(self.plane.key)
        return folder

    def create_definitions(self) -> None:
        """Create its CustomResourceDefinitions, and wait until they are served."""
        files = sorted((self._folder / "crds").glob("*_*.yaml"))
        if not files:
            hint = "name the folder that `ci/tools/lab/build` prints: it has the program, `crds/` and `webhooks.yaml`"
            raise SimulationError(f"`{self._folder}` has no definitions in `crds/`", hint)
        definitions = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in files]
        for one in definitions:
            self.create(one)
        server = self.plane.server
        self.plane.programs.wait("kube-apiserver", lambda: all(server.serves(one) for one in definitions))
        server.connect()

    def create_webhooks(self, port: int, groups: Collection[str]) -> None:
        """Create its webhooks for kinds of these API groups, on a port of loopback."""
        for document in _webhooks(self._folder / "webhooks.yaml", groups):
            for webhook in document["webhooks"]:
                webhook["clientConfig"] = self.client(port, webhook["clientConfig"]["service"]["path"])
            document["metadata"] = {"name": f"{self._name}-{document['metadata']['name']}"}
            self.create(document)

    def client(self, port: int, path: str) -> dict[str, str]:
        """Return how the API server reaches a webhook on loopback."""
        authority = base64.b64encode(self.plane.certificate.read_bytes()).decode()
        return {"url": f"https://127.0.0.1:{port}{path}", "caBundle": authority}

    def create(self, item: Mapping[str, Any]) -> None:
        """Create an object."""
        answer = self.plane.server.create(item)
        if answer.is_refusal:
            raise SimulationError(f"the {item['kind']} `{item['metadata']['name']}` is rejected: {answer.message}")

    def metric(self, port: int, name: str, is_counted: Callable[[str], bool]) -> int:
        """Return the sum of a metric of a program over the rows, with their labels, that count."""
        rows = [line for line in self.plane.server.metrics(port).splitlines() if line.startswith(f"{name}{{")]
        return sum(int(float(row.rpartition(" ")[2])) for row in rows if is_counted(row))


def manager_configuration(api_version: str, port: int, health: int) -> dict[str, Any]:
    """Return the configuration that managers of controller-runtime have in common."""
    return {
        "apiVersion": api_version,
        "kind": "Configuration",
        "leaderElection": {"leaderElect": False},
        "webhook": {"host": "127.0.0.1", "port": port},
        "health": {"healthProbeBindAddress": f"127.0.0.1:{health}"},
        "metrics": {"bindAddress": "0"},
        "internalCertManagement": {"enable": False},
        "clientConnection": {"qps": 1000, "burst": 1000},
    }


def _webhooks(file: Path, groups: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield the webhook configurations of a file, with the webhooks for kinds of these groups."""
    for document in yaml.safe_load_all(file.read_text(encoding="utf-8")):
        if document and "webhooks" in document:
            document["webhooks"] = [
                one
                for one in document["webhooks"]
                if all(group in groups for rule in one["rules"] for group in rule["apiGroups"])
            ]
            yield document
