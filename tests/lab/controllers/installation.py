"""What every controller needs: its definitions and webhooks in the API server, and its programs in the background."""

import base64
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.cluster import crds
from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.lab.machine import CONTROL_PLANE, in_namespace
from tests.lab.programs import LabError, start

START_SECONDS = 60
_GENERIC = ("mutating-webhook-configuration", "validating-webhook-configuration")
"""What kubebuilder calls webhooks, before a project gives them its name."""


@dataclass(frozen=True)
class Installation:
    """A controller in a lab."""

    name: str
    programs: Path
    """Folder with its programs, `crds/` and `webhooks.yaml`."""
    lab: Path
    """Folder of the lab, with `kubeconfig`, `tls.crt` and `tls.key`."""
    home: Path
    """Folder for its configuration, logs and process ids."""
    server: Server

    def create(self, *objects: Mapping[str, Any]) -> None:
        """Create objects. Raises LabError."""
        for one in objects:
            if refusal := self.server.create(dict(one)).refusal:
                raise LabError(f"{self.name}: {one['kind']} {one['metadata']['name']} is rejected: {refusal}")

    def create_definitions(self, is_wanted: Callable[[str], bool] = lambda _: True) -> None:
        """Create its CustomResourceDefinitions, and wait until they are served. Raises RuntimeError."""
        files = sorted((self.programs / "crds").glob("*_*.yaml"))
        crds.create(self.server, [file for file in files if is_wanted(file.name)])

    def create_webhooks(self, port: int, is_wanted: Callable[[Mapping[str, Any]], bool] = lambda _: True) -> list[str]:
        """Create its webhooks, on loopback, and return their paths. Raises LabError."""
        authority = base64.b64encode((self.lab / "tls.crt").read_bytes()).decode()
        paths = []
        for document in self._webhooks():
            document["webhooks"] = [webhook for webhook in document["webhooks"] if is_wanted(webhook)]
            for webhook in document["webhooks"]:
                paths.append(webhook["clientConfig"]["service"]["path"])
                webhook["clientConfig"] = {"url": f"https://127.0.0.1:{port}{paths[-1]}", "caBundle": authority}
            metadata = document["metadata"]
            if metadata["name"] in _GENERIC:
                metadata["name"] = f"{self.name}-{metadata['name']}"
            self.create(document)
        return paths

    def create_webhooks_of_service(self, name: str, service: Mapping[str, str]) -> None:
        """Create its webhooks under a name, behind a Service; it adds the certificate itself. Raises LabError."""
        for document in self._webhooks():
            document["metadata"]["name"] = name
            for webhook in document["webhooks"]:
                webhook["clientConfig"]["service"].update(service)
            self.create(document)

    def _webhooks(self) -> Iterator[dict[str, Any]]:
        for document in yaml.safe_load_all((self.programs / "webhooks.yaml").read_text(encoding="utf-8")):
            if document and "webhooks" in document:
                yield document

    def start(self, program: str, *arguments: str, prefix: tuple[str, ...] = ()) -> None:
        """Start one of its programs in the background, in its folder, as an administrator of the cluster."""
        environment = {"KUBECONFIG": str(self.lab / "kubeconfig"), "TMPDIR": str(self._certificates())}
        command = [*in_namespace(CONTROL_PLANE), *prefix, str(self.programs / program), *arguments]
        start(program, command, self.home, environment)

    def wait_for_port(self, port: int) -> None:
        """Wait until a port of loopback takes connections. Raises RuntimeError."""
        probe = [*in_namespace(CONTROL_PLANE), "bash", "-c", f"</dev/tcp/127.0.0.1/{port}"]
        until(
            lambda: subprocess.run(probe, capture_output=True, check=False).returncode == 0,
            START_SECONDS,
            f"{self.name} does not start: see {self.home}",
        )

    def write(self, name: str, content: Mapping[str, Any]) -> None:
        """Write a file of YAML to its folder."""
        (self.home / name).write_text(yaml.safe_dump(dict(content)), encoding="utf-8")

    def _certificates(self) -> Path:
        """Return a temporary folder with the certificate where controller-runtime looks for it by default."""
        certificates = self.home / "certificates" / "k8s-webhook-server" / "serving-certs"
        if not certificates.exists():
            certificates.mkdir(parents=True)
            for name in ("tls.crt", "tls.key"):
                (certificates / name).symlink_to(self.lab / name)
        return self.home / "certificates"


def manager_configuration(api_version: str, port: int, **more: Any) -> dict[str, Any]:
    """Return the configuration that managers of controller-runtime have in common; the probe's port is the next one."""
    return {
        "apiVersion": api_version,
        "kind": "Configuration",
        "leaderElection": {"leaderElect": False},
        "webhook": {"port": port},
        "health": {"healthProbeBindAddress": f"127.0.0.1:{port + 1}"},
        "metrics": {"bindAddress": "0"},
        **more,
    }
