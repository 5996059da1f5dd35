"""Training Operator, for PyTorchJobs. It makes the certificate of its webhook itself, for a Service."""

import base64
from typing import Any

from tests.cluster.control_plane import until
from tests.lab.controllers.installation import START_SECONDS, Installation
from tests.lab.machine import BRIDGE_ADDRESS

_PORT = 9493
_SERVICE = {"name": "training-operator", "namespace": "kubeflow"}
_SECRET = {"name": "training-operator-webhook-cert", "namespace": "kubeflow"}
_WEBHOOK = "validator.training-operator.kubeflow.org"
_MOUNT = 'mount --bind "$1" /tmp; export TMPDIR=/tmp; shift; exec "$@"'
_WAIT = """\
- name: init-pytorch
  image: lab.local/torch:1
  command: [sh, -c, 'until getent hosts {{.MasterAddr}}; do sleep 1; done']
"""
"""What a worker does before it starts, as in the operator's own template, but with a program that our image has."""


def start(installation: Installation) -> None:
    """Start its program. The path of its certificate is fixed: it has a /tmp of its own."""
    installation.create_definitions(lambda name: name == "kubeflow.org_pytorchjobs.yaml")
    installation.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _SECRET["namespace"]}})
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": _SECRET}
    installation.create(secret, *_service())
    installation.create_webhooks_of_service(_WEBHOOK, _SERVICE)
    certificates = installation.home / "tmp" / "k8s-webhook-server" / "serving-certs"
    certificates.mkdir(parents=True)
    (installation.home / "init.yaml").write_text(_WAIT, encoding="utf-8")
    installation.start(
        "training-operator.v1",
        "--enable-scheme=pytorchjob",
        "--metrics-bind-address=0",
        f"--health-probe-bind-address=127.0.0.1:{_PORT + 1}",
        f"--webhook-server-port={_PORT}",
        f"--pytorch-init-container-template-file={installation.home / 'init.yaml'}",
        prefix=("unshare", "--mount", "sh", "-c", _MOUNT, "sh", str(installation.home / "tmp")),
    )

    def content() -> dict[str, str]:
        found: dict[str, str] = installation.server.find(secret).body.get("data", {})
        return found

    until(
        lambda: "tls.crt" in content(), START_SECONDS, f"training-operator has no certificate: see {installation.home}"
    )
    for name, text in content().items():
        (certificates / name).write_bytes(base64.b64decode(text))
    installation.wait_for_port(_PORT)


def _service() -> tuple[dict[str, Any], ...]:
    """Return the Service of its webhook, and its endpoint."""
    service = {"apiVersion": "v1", "kind": "Service", "metadata": _SERVICE}
    labels = {"kubernetes.io/service-name": _SERVICE["name"]}
    endpoint = {
        "apiVersion": "discovery.k8s.io/v1",
        "kind": "EndpointSlice",
        "metadata": {**_SERVICE, "labels": labels},
        "addressType": "IPv4",
        "endpoints": [{"addresses": [BRIDGE_ADDRESS]}],
        "ports": [{"port": _PORT}],
    }
    return {**service, "spec": {"ports": [{"port": 443, "targetPort": _PORT}]}}, endpoint
