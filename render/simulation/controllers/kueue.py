"""Kueue, with its webhooks: queues, and the quota that is left in them."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from render.cluster.products import KUEUE
from render.kube.gvk import GroupVersionKind
from render.kube.quantity import amount, format_amount
from render.manifests.paths import Data
from render.simulation.cluster_objects import list_new
from render.simulation.installation import Installation, manager_configuration
from render.simulation.programs import SimulationError, free_ports
from render.simulation.submission import Submission
from render.snapshot.view import SnapshotView

PROGRAMS: tuple[str, ...] = ("kueue",)
_KINDS = ("ResourceFlavor", "Topology", "WorkloadPriorityClass", "Cohort", "ClusterQueue", "LocalQueue")
_VERSION = "v1beta2"
_QUEUE = "kueue.x-k8s.io/queue-name"
_GROUPS = frozenset({"kueue.x-k8s.io", "batch", "jobset.x-k8s.io"})
_FRAMEWORKS = ("batch/job", "jobset.x-k8s.io/jobset")
_CERTIFICATES = "/etc/kueue/metrics/certs"
# Kueue reads a certificate at a fixed path: it gets a mount of its own there, which no other process sees.
_MOUNT = """
mount -t tmpfs render /etc && mkdir -p "$1" && cp "$2" "$1/tls.crt" && cp "$3" "$1/tls.key" && shift 3 && exec "$@"
"""


def uses(run: Submission) -> bool:
    """Return True if a queue of Kueue admits a run."""
    return _QUEUE in run.jobset["metadata"].get("labels", {})


def cluster_objects(view: SnapshotView) -> Iterator[Mapping[str, Any]]:
    """Yield queues, flavors, topologies and classes, with the quota that is left after what runs have reserved.

    Raises SimulationError for what can't be simulated.
    """
    for name in _KINDS:
        kinds = view.served(KUEUE, name)
        if kinds and _VERSION not in {kind.version for kind in kinds}:
            raise SimulationError(
                f"the cluster serves `{name}` as {kinds[0].version}, and the simulation's Kueue as {_VERSION}"
            )
        for one, found in list_new(view, GroupVersionKind(KUEUE, _VERSION, name)):
            if name == "ClusterQueue":
                _check_queue(found)
                _subtract(found["spec"], one.get("status", {}).get("flavorsReservation", ()))
            yield found


def start(installation: Installation, runs: Sequence[Submission]) -> Callable[[], int]:  # noqa: ARG001
    """Start it, and return a function that counts the Workloads that it has yet to try."""
    port, health, metrics = free_ports(3)
    folder = installation.certificates
    settings = manager_configuration("config.kueue.x-k8s.io/v1beta2", port, health)
    settings["webhook"]["certDir"] = str(folder)
    settings["metrics"] = {"bindAddress": f"127.0.0.1:{metrics}"}
    settings["integrations"] = {"frameworks": list(_FRAMEWORKS)}
    settings["featureGates"] = {"VisibilityOnDemand": False}
    file = installation.write("configuration.json", settings)
    installation.create_definitions()
    user = () if os.geteuid() == 0 else ("--map-root-user",)
    own = (str(folder / "tls.crt"), str(folder / "tls.key"))
    prefix = ("unshare", "--mount", *user, "sh", "-c", _MOUNT, "sh", _CERTIFICATES, *own)
    installation.start("kueue", f"--config={file}", prefix=prefix)
    installation.wait_for_port(port)
    installation.create_webhooks(port, _GROUPS)
    return lambda: installation.metric(metrics, "kueue_pending_workloads", lambda row: '"active"' in row)


def _check_queue(queue: Data) -> None:
    if queue["spec"].get("admissionChecks") or queue["spec"].get("admissionChecksStrategy"):
        name = queue["metadata"]["name"]
        raise SimulationError(f"the ClusterQueue `{name}` has admission checks, whose controllers are not simulated")


def _subtract(spec: dict[str, Any], reservations: Any) -> None:
    """Take what runs of the snapshot have reserved off the nominal quota: they do not end."""
    held = {
        (flavor["name"], used["name"]): amount(used.get("total", 0)) or Fraction(0)
        for flavor in reservations
        for used in flavor.get("resources", ())
    }
    for group in spec.get("resourceGroups", ()):
        for flavor in group["flavors"]:
            for resource in flavor["resources"]:
                taken = held.get((flavor["name"], resource["name"]), Fraction(0))
                left = (amount(resource["nominalQuota"]) or Fraction(0)) - taken
                if left < 0:
                    raise SimulationError(
                        f"runs of the snapshot have borrowed `{resource['name']}` of the flavor `{flavor['name']}` "
                        "from their cohort, which can't be simulated"
                    )
                resource["nominalQuota"] = format_amount(left, is_size=False) if taken else resource["nominalQuota"]
