"""Volcano: its scheduler, its controllers, and its webhooks for PodGroups."""

import base64
from typing import Any

from tests.lab.controllers.installation import Installation

_PORT = 9483
_WEBHOOKS = {"mutate": "MutatingWebhookConfiguration", "validate": "ValidatingWebhookConfiguration"}


def start(installation: Installation) -> None:
    """Start its programs."""
    lab = installation.lab
    client = (f"--kubeconfig={lab / 'kubeconfig'}",)
    installation.write("scheduler.yaml", _SCHEDULER)
    installation.create_definitions()
    authority = base64.b64encode((lab / "tls.crt").read_bytes()).decode()
    installation.create(*(_webhook(action, authority) for action in _WEBHOOKS))
    certificate = (f"--tls-cert-file={lab / 'tls.crt'}", f"--tls-private-key-file={lab / 'tls.key'}")
    paths = f"--enabled-admission={','.join(f'/podgroups/{action}' for action in _WEBHOOKS)}"
    authorities = f"--ca-cert-file={lab / 'tls.crt'}"
    options = (*certificate, authorities, paths, "--listen-address=127.0.0.1", f"--port={_PORT}")
    installation.start("webhook-manager", *client, *options, f"--webhook-url=https://127.0.0.1:{_PORT}")
    installation.wait_for_port(_PORT)
    # Those of Volcano's own kinds of jobs wait for definitions that no run needs.
    controllers = "--controllers=queue-controller,pg-controller"
    installation.start("controller-manager", *client, "--leader-elect=false", controllers)
    configuration = f"--scheduler-conf={installation.home / 'scheduler.yaml'}"
    installation.start("scheduler", *client, "--leader-elect=false", configuration, "--cache-dumper=false")


_PLUGINS = ("overcommit", "drf", "predicates", "proportion", "nodeorder", "network-topology-aware")
_SCHEDULER = {
    "actions": "enqueue, allocate, preempt, backfill",
    "tiers": [
        {"plugins": [{"name": "priority"}, {"name": "gang"}, {"name": "conformance"}]},
        {"plugins": [{"name": name} for name in _PLUGINS]},
    ],
}


def _webhook(action: str, authority: str) -> dict[str, Any]:
    """Return a webhook of Volcano's chart, with the name by which its manager finds it, on loopback."""
    rule = {
        "apiGroups": ["scheduling.volcano.sh"],
        "apiVersions": ["v1beta1"],
        "operations": ["CREATE"],
        "resources": ["podgroups"],
    }
    webhook = {
        "name": f"{action}podgroup.volcano.sh",
        "admissionReviewVersions": ["v1"],
        "clientConfig": {"url": f"https://127.0.0.1:{_PORT}/podgroups/{action}", "caBundle": authority},
        "rules": [rule],
        "sideEffects": "NoneOnDryRun",
    }
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": _WEBHOOKS[action],
        "metadata": {"name": f"volcano-admission-service-podgroups-{action}"},
        "webhooks": [webhook],
    }
