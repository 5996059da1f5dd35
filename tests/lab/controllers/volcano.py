"""Volcano: its scheduler, its controllers, and its webhooks for PodGroups."""

import base64

from render.simulation.controllers.volcano import ACTIONS, pod_group_webhook
from tests.lab.controllers.installation import Installation

_PORT = 9483


def start(installation: Installation) -> None:
    """Start its programs."""
    lab = installation.lab
    client = (f"--kubeconfig={lab / 'kubeconfig'}",)
    installation.write("scheduler.yaml", _SCHEDULER)
    installation.create_definitions()
    authority = base64.b64encode((lab / "tls.crt").read_bytes()).decode()
    for action in ACTIONS:
        client_of = {"url": f"https://127.0.0.1:{_PORT}/podgroups/{action}", "caBundle": authority}
        installation.create(pod_group_webhook(action, client_of))
    certificate = (f"--tls-cert-file={lab / 'tls.crt'}", f"--tls-private-key-file={lab / 'tls.key'}")
    paths = f"--enabled-admission={','.join(f'/podgroups/{action}' for action in ACTIONS)}"
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
