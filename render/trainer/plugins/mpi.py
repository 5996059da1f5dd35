"""MPI: ssh keys, a hostfile, and the variables of OpenMPI.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/mpi/mpi.go
"""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from render.manifests.codes import NOT_BUILT
from render.manifests.places import Data
from render.manifests.trainjob import NODE
from render.trainer import upsert
from render.trainer.podset import LAUNCHER, PodSet
from render.trainer.resources import gpus
from render.trainer.variables import literal
from render.trainer.work import Refusal, Work

_IMPLEMENTATION = ("spec", "mlPolicy", "mpi", "mpiImplementation")
_KNOWN = "OpenMPI"
_KEYS, _HOSTFILE = "mpi-ssh-auth", "mpi-hostfile"
"""The volumes, and what the names of their Secret and their ConfigMap end in."""
_HOSTFILE_FOLDER, _FILE = "/etc/mpi", "hostfile"
_NUMBER = re.compile("[+-]?[0-9]+")
_PRIVATE, _PUBLIC = "ssh-privatekey", "ssh-publickey"


def runs_launcher_as_node(work: Work) -> bool:
    """Say whether the launcher is a node itself."""
    return bool(((work.policy or {}).get("mpi") or {}).get("runLauncherAsNode"))


def enforce(work: Work) -> None:
    """Set the number of nodes, and prepare them and their launcher."""
    _set_nodes(work)
    for pods in work.sets:
        if pods.name in (NODE, LAUNCHER):
            _prepare(work, pods)


def build(work: Work) -> Iterator[dict[str, Any]]:
    """Yield the hostfile, and the Secret, whose keys Trainer generates."""
    yield {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": work.metadata(f"{work.name}-{_HOSTFILE}"),
        "data": {_FILE: "".join(_hosts(work))},
    }
    yield {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": work.metadata(f"{work.name}-{_KEYS}"),
        "type": "kubernetes.io/ssh-auth",
        "immutable": True,
        "data": {_PRIVATE: "", _PUBLIC: ""},
    }


def _set_nodes(work: Work) -> None:
    """Have as many pods called `node` as the TrainJob says; the launcher may be one of its nodes."""
    pods = next((one for one in work.sets if one.name == NODE), None)
    asked = (work.trainer or {}).get("numNodes")
    if pods is not None and asked is not None:
        pods.count = max(int(asked) - 1, 1) if runs_launcher_as_node(work) else int(asked)


def _slots(work: Work) -> int:
    """Return the processes of a node: said, or one for each GPU where the runtime leaves it at one."""
    asked = (work.trainer or {}).get("numProcPerNode")
    if asked is not None:
        return int(asked) if isinstance(asked, int) or _NUMBER.fullmatch(asked) else 0
    said = int(_policy(work).get("numProcPerNode", 1))
    return max(gpus(work.resources), 1) if said == 1 else said


def _prepare(work: Work, pods: PodSet) -> None:
    upsert.volumes(pods.pod, [_keys_volume(work)])
    mounts = [{"name": _KEYS, "mountPath": _policy(work).get("sshAuthMountPath", "")}]
    if pods.name == LAUNCHER:
        upsert.volumes(pods.pod, [_hostfile_volume(work)])
        mounts.append({"name": _HOSTFILE, "mountPath": _HOSTFILE_FOLDER})
    for container in pods.named(NODE):
        upsert.mounts(container, mounts)
        if pods.name == LAUNCHER:
            _refuse_other(work)
            upsert.variables(container, _variables(work))


def _variables(work: Work) -> Iterator[dict[str, Any]]:
    yield literal("OMPI_MCA_orte_default_hostfile", f"{_HOSTFILE_FOLDER}/{_FILE}")
    yield literal("OMPI_MCA_orte_keep_fqdn_hostnames", "true")
    yield literal("OMPI_MCA_orte_set_default_slots", _slots(work))
    yield literal("OMPI_MCA_plm_rsh_args", "-o ConnectionAttempts=10")


def _keys_volume(work: Work) -> dict[str, Any]:
    items = [
        {"key": _PRIVATE, "path": "id_rsa"},
        {"key": _PUBLIC, "path": "id_rsa.pub"},
        {"key": _PUBLIC, "path": "authorized_keys"},
    ]
    secret: dict[str, Any] = {"secretName": f"{work.name}-{_KEYS}", "items": items}
    if work.release.guards_keys:
        secret["defaultMode"] = 0o400
        secret["items"] = [{**item, "mode": 0o640 if item["key"] == _PRIVATE else 0o644} for item in items]
    return {"name": _KEYS, "secret": secret}


def _hostfile_volume(work: Work) -> dict[str, Any]:
    items = [{"key": _FILE, "path": _FILE, "mode": 0o444}]
    return {"name": _HOSTFILE, "configMap": {"name": f"{work.name}-{_HOSTFILE}", "items": items}}


def _hosts(work: Work) -> Iterator[str]:
    """Yield the lines of the hostfile."""
    domain, slots = work.spec.get("network", {}).get("subdomain") or work.name, _slots(work)
    for pods in work.sets if _implementation(work) == _KNOWN else ():
        if pods.name == NODE or (pods.name == LAUNCHER and runs_launcher_as_node(work)):
            replicas = int(pods.job.get("replicas", 1)) if work.release.counts_replicas else 1
            for replica, index in product(range(replicas), range(pods.count)):
                yield f"{work.name}-{pods.name}-{replica}-{index}.{domain} slots={slots}\n"


def _refuse_other(work: Work) -> None:
    found = _implementation(work)
    if found != _KNOWN:
        message = f'MPI implementation for "{found}" doesn\'t supported'
        work.refusals.append(Refusal(NOT_BUILT, work.training.runtime, _IMPLEMENTATION, message, f"write `{_KNOWN}`"))


def _implementation(work: Work) -> str:
    return str(_policy(work).get("mpiImplementation", _KNOWN))


def _policy(work: Work) -> Data:
    found: Data = (work.policy or {}).get("mpi", {})
    return found
