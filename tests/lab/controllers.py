"""Controllers beside Kubernetes' own. Each brings its definitions, a webhook and a configuration."""

import base64
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.cluster import crds
from tests.cluster.control_plane import until
from tests.cluster.server import Server
from tests.lab.machine import CONTROL_PLANE, in_namespace
from tests.lab.programs import LabError, find_program, start, stop

START_SECONDS = 60


class Controller(NamedTuple):
    """A controller with its webhook, as the lab runs it. Its configuration is `NAME.yaml` in the lab's folder."""

    program: str
    port: int
    """Port of its webhook; the next one is that of its health probe."""
    api_version: str
    """Of its configuration."""
    configuration: Mapping[str, Any]
    """What its configuration has beside what all have."""


CONTROLLERS: Mapping[str, Controller] = {
    "jobset": Controller(
        "jobset", 9443, "config.jobset.x-k8s.io/v1alpha1", {"internalCertManagement": {"enable": False}}
    ),
    "trainer": Controller(
        "trainer-controller-manager",
        9453,
        "config.trainer.kubeflow.org/v1alpha1",
        {"certManagement": {"enable": False}},
    ),
}
"""In the order in which they start: Trainer watches JobSets."""


def start_controller(name: str, folder: Path) -> None:
    """Start a controller, and create its definitions and webhooks, which are beside its program. Raises LabError."""
    controller = CONTROLLERS[name]
    program = Path(find_program(controller.program))
    server = Server(folder / "kubeconfig")
    crds.create(server, sorted((program.parent / "crds").glob("*_*.yaml")))
    (folder / f"{name}.yaml").write_text(yaml.safe_dump(_configuration(controller)), encoding="utf-8")
    command = [*in_namespace(CONTROL_PLANE), str(program), f"--config={name}.yaml"]
    environment = {"KUBECONFIG": str(folder / "kubeconfig"), "TMPDIR": str(_certificates(folder))}
    start(name, command, folder, environment)
    until(lambda: _listens(controller.port), START_SECONDS, f"{name} does not start: see {folder}/{name}.log")
    authority = base64.b64encode((folder / "tls.crt").read_bytes()).decode()
    documents = yaml.safe_load_all((program.parent / "webhooks.yaml").read_text(encoding="utf-8"))
    for document in _local(documents, controller.port, authority):
        document["metadata"]["name"] = f"{name}-{document['metadata']['name']}"
        refusal = server.create(document).refusal
        if refusal:
            raise LabError(f"the webhooks of {name} are rejected: {refusal}")


def _configuration(controller: Controller) -> dict[str, Any]:
    return {
        "apiVersion": controller.api_version,
        "kind": "Configuration",
        "leaderElection": {"leaderElect": False},
        "webhook": {"port": controller.port},
        "health": {"healthProbeBindAddress": f"127.0.0.1:{controller.port + 1}"},
        "metrics": {"bindAddress": "0"},
        **controller.configuration,
    }


def _certificates(folder: Path) -> Path:
    """Return a temporary folder with the certificate where the controller-runtime looks for it by default."""
    certificates = folder / "certificates" / "k8s-webhook-server" / "serving-certs"
    if not certificates.exists():
        certificates.mkdir(parents=True)
        for name in ("tls.crt", "tls.key"):
            (certificates / name).symlink_to(folder / name)
    return folder / "certificates"


def stop_controllers(folder: Path) -> None:
    """Stop all that run."""
    for name in CONTROLLERS:
        stop(folder / f"{name}.pid")


def _local(documents: Iterator[Any], port: int, authority: str) -> Iterator[dict[str, Any]]:
    """Yield webhook configurations whose webhooks are on loopback."""
    for document in documents:
        if document and "webhooks" in document:
            for webhook in document["webhooks"]:
                path = webhook["clientConfig"]["service"]["path"]
                webhook["clientConfig"] = {"url": f"https://127.0.0.1:{port}{path}", "caBundle": authority}
            yield document


def _listens(port: int) -> bool:
    probe = [*in_namespace(CONTROL_PLANE), "bash", "-c", f"</dev/tcp/127.0.0.1/{port}"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0
