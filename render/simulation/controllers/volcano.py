"""Volcano: its scheduler, its controllers, and its webhooks for PodGroups."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from render.cluster.products import VOLCANO
from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount, format_amount
from render.manifests.paths import Data
from render.simulation.cluster_objects import list_new
from render.simulation.installation import Installation
from render.simulation.programs import SimulationError, free_ports
from render.simulation.submission import Submission
from render.snapshot.view import SnapshotView

PROGRAMS: tuple[str, ...] = ("scheduler", "controller-manager", "webhook-manager")
_QUEUE = GroupVersionKind(VOLCANO, "v1beta1", "Queue")
_HYPER_NODE = GroupVersionKind("topology.volcano.sh", "v1alpha1", "HyperNode")
ACTIONS = {"mutate": "MutatingWebhookConfiguration", "validate": "ValidatingWebhookConfiguration"}
_CYCLE = "250ms"
"""Pause between two cycles of the scheduler, which has no queue of pods to try: several of them fit into the time
without a write after which a control plane is at rest."""

# As in the chart of Volcano 1.14, and the plug-in for HyperNodes.
_SCHEDULER = {
    "actions": "enqueue, allocate, backfill",
    "tiers": [
        {
            "plugins": [
                {"name": "priority"},
                {"name": "gang", "enablePreemptable": False},
                {"name": "conformance"},
            ]
        },
        {
            "plugins": [
                {"name": "overcommit"},
                {"name": "drf", "enablePreemptable": False},
                *({"name": name} for name in ("predicates", "proportion", "nodeorder", "binpack")),
                {"name": "network-topology-aware"},
            ]
        },
    ],
}


def uses(run: Submission) -> bool:
    """Return True for a run with a PodGroup of Volcano."""
    return any(group == VOLCANO for group, _ in run.pod_groups)


def cluster_objects(view: SnapshotView) -> Iterator[Mapping[str, Any]]:
    """Yield queues, with the capability that is left, and HyperNodes. Raises SimulationError for a closed queue."""
    for queue, found in list_new(view, _QUEUE):
        status = queue.get("status", {})
        if status.get("state", "Open") not in ("Open", "Unknown", ""):
            name = queue["metadata"]["name"]
            raise SimulationError(f"the Queue `{name}` is {status['state'].lower()}, which is not simulated")
        yield {**found, "spec": _left(found["spec"], status.get("allocated", {}))}
    yield from (found for _, found in list_new(view, _HYPER_NODE))


def start(installation: Installation, runs: Sequence[Submission]) -> Callable[[], int]:
    """Start its programs. The count is always 0: the scheduler tries everything in each cycle."""
    plane = installation.plane
    webhook, *ports = free_ports(5)
    shared = (f"--kubeconfig={plane.kubeconfig}",)
    alone = (*shared, "--leader-elect=false")
    installation.create_definitions()
    for action in ACTIONS:
        installation.create(pod_group_webhook(action, installation.client(webhook, f"/podgroups/{action}")))
    files = [f"--tls-cert-file={plane.certificate}", f"--tls-private-key-file={plane.key}"]
    paths = f"--enabled-admission={','.join(f'/podgroups/{action}' for action in ACTIONS)}"
    address = ("--listen-address=127.0.0.1", f"--port={webhook}", f"--webhook-url=https://127.0.0.1:{webhook}")
    installation.start("webhook-manager", *shared, *files, f"--ca-cert-file={plane.certificate}", paths, *address)
    installation.wait_for_port(webhook)
    # Those of Volcano's own kinds of jobs would wait for what no run needs.
    controllers = "--controllers=queue-controller,pg-controller,hyperNode-controller"
    rates = ("--kube-api-qps=1000", "--kube-api-burst=2000")
    installation.start("controller-manager", *alone, *rates, controllers, *_addresses(ports[:2]))
    file = installation.write("scheduler.json", _SCHEDULER)
    names = [f"--scheduler-name={name}" for name in sorted({name for run in runs for name in run.schedulers})]
    options = (f"--scheduler-conf={file}", f"--schedule-period={_CYCLE}", "--cache-dumper=false", *names)
    installation.start("scheduler", *alone, *rates, *options, *_addresses(ports[2:]))
    # Its webhooks reject gangs until its scheduler has made the queues that every cluster has.
    plane.programs.wait("volcano", lambda: plane.server.client.get(_QUEUE, None, "default") is not None)
    return lambda: 0


def _addresses(ports: Sequence[int]) -> tuple[str, ...]:
    health, metrics = ports
    return f"--healthz-address=127.0.0.1:{health}", f"--listen-address=127.0.0.1:{metrics}"


def _left(spec: Data, allocated: Mapping[str, object]) -> dict[str, Any]:
    """Return a queue's specification without what the runs of the snapshot have: they do not end."""
    capability = {
        name: _difference(value, allocated[name]) if name in allocated else value
        for name, value in spec.get("capability", {}).items()
    }
    return {**spec, **({"capability": capability} if capability else {})}


def _difference(capability: object, allocated: object) -> str:
    left = (amount(capability) or Fraction(0)) - (amount(allocated) or Fraction(0))
    return format_amount(max(Fraction(0), left), is_size=False)


def pod_group_webhook(action: str, client: Mapping[str, str]) -> dict[str, Any]:
    """Return a webhook of Volcano's chart, with the name by which its manager finds it; `client` is how to reach it."""
    rule = {
        "apiGroups": [VOLCANO],
        "apiVersions": ["v1beta1"],
        "operations": ["CREATE"],
        "resources": ["podgroups"],
    }
    webhook = {
        "name": f"{action}podgroup.volcano.sh",
        "admissionReviewVersions": ["v1"],
        "clientConfig": client,
        "rules": [rule],
        "sideEffects": "NoneOnDryRun",
    }
    return {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": ACTIONS[action],
        "metadata": {"name": f"volcano-admission-service-podgroups-{action}"},
        "webhooks": [webhook],
    }
