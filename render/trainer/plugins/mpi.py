"""MPI: ssh keys, a hostfile, and the variables of OpenMPI.

Source: https://github.com/kubeflow/trainer/blob/v2.3.0/pkg/runtime/framework/plugins/mpi/mpi.go
"""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from render.manifests.codes import NOT_BUILT
from render.manifests.paths import Data
from render.manifests.trainjob import NODE
from render.trainer.apply import put_mounts, put_variables, put_volumes, text_variable
from render.trainer.context import LAUNCHER, ExpansionContext, ExpansionFinding, PodSet
from render.trainer.resources import count_gpus

_IMPLEMENTATION = ("spec", "mlPolicy", "mpi", "mpiImplementation")
_KNOWN = "OpenMPI"
_KEYS, _HOSTFILE = "mpi-ssh-auth", "mpi-hostfile"
"""Volumes, and suffixes of the names of their Secret and ConfigMap."""
_HOSTFILE_FOLDER, _FILE = "/etc/mpi", "hostfile"
_NUMBER = re.compile("[+-]?[0-9]+")
_PRIVATE, _PUBLIC = "ssh-privatekey", "ssh-publickey"


def runs_launcher_as_node(work: ExpansionContext) -> bool:
    """Return True if the launcher is also a node."""
    return bool(((work.policy or {}).get("mpi") or {}).get("runLauncherAsNode"))


def enforce(work: ExpansionContext) -> None:
    """Set the number of nodes, and mount keys and hostfile."""
    _set_nodes(work)
    for pods in work.sets:
        if pods.name in (NODE, LAUNCHER):
            _prepare(work, pods)


def build(work: ExpansionContext) -> Iterator[dict[str, Any]]:
    """Yield the ConfigMap with the hostfile, and the Secret; Trainer generates its keys."""
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


def _set_nodes(work: ExpansionContext) -> None:
    """Set the number of pods of `node` to the TrainJob's, less one if the launcher is a node."""
    pods = next((one for one in work.sets if one.name == NODE), None)
    wanted = (work.trainer or {}).get("numNodes")
    if pods is not None and wanted is not None:
        pods.count = max(int(wanted) - 1, 1) if runs_launcher_as_node(work) else int(wanted)


def _slots(work: ExpansionContext) -> int:
    """Return the processes of a node: the number that is set, or one for each GPU if the runtime has one."""
    wanted = (work.trainer or {}).get("numProcPerNode")
    if wanted is not None:
        return int(wanted) if isinstance(wanted, int) or _NUMBER.fullmatch(wanted) else 0
    count = int(_policy(work).get("numProcPerNode", 1))
    return max(count_gpus(work.resources), 1) if count == 1 else count


def _prepare(work: ExpansionContext, pods: PodSet) -> None:
    put_volumes(pods.pod, [_keys_volume(work)])
    mounts = [{"name": _KEYS, "mountPath": _policy(work).get("sshAuthMountPath", "")}]
    if pods.name == LAUNCHER:
        put_volumes(pods.pod, [_hostfile_volume(work)])
        mounts.append({"name": _HOSTFILE, "mountPath": _HOSTFILE_FOLDER})
    for container in pods.named(NODE):
        put_mounts(container, mounts)
        if pods.name == LAUNCHER:
            _refuse_other(work)
            put_variables(container, _variables(work))


def _variables(work: ExpansionContext) -> Iterator[dict[str, Any]]:
    yield text_variable("OMPI_MCA_orte_default_hostfile", f"{_HOSTFILE_FOLDER}/{_FILE}")
    yield text_variable("OMPI_MCA_orte_keep_fqdn_hostnames", "true")
    yield text_variable("OMPI_MCA_orte_set_default_slots", _slots(work))
    yield text_variable("OMPI_MCA_plm_rsh_args", "-o ConnectionAttempts=10")


def _keys_volume(work: ExpansionContext) -> dict[str, Any]:
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


def _hostfile_volume(work: ExpansionContext) -> dict[str, Any]:
    items = [{"key": _FILE, "path": _FILE, "mode": 0o444}]
    return {"name": _HOSTFILE, "configMap": {"name": f"{work.name}-{_HOSTFILE}", "items": items}}


def _hosts(work: ExpansionContext) -> Iterator[str]:
    """Yield the lines of the hostfile."""
    domain, slots = work.spec.get("network", {}).get("subdomain") or work.name, _slots(work)
    for pods in work.sets if _implementation(work) == _KNOWN else ():
        if pods.name == NODE or (pods.name == LAUNCHER and runs_launcher_as_node(work)):
            replicas = int(pods.job.get("replicas", 1)) if work.release.counts_replicas else 1
            for replica, index in product(range(replicas), range(pods.count)):
                yield f"{work.name}-{pods.name}-{replica}-{index}.{domain} slots={slots}\n"


def _refuse_other(work: ExpansionContext) -> None:
    found = _implementation(work)
    if found != _KNOWN:
        message = f'MPI implementation for "{found}" doesn\'t supported'
        work.refusals.append(
            ExpansionFinding(NOT_BUILT, work.training.runtime, _IMPLEMENTATION, message, f"write `{_KNOWN}`")
        )


def _implementation(work: ExpansionContext) -> str:
    return str(_policy(work).get("mpiImplementation", _KNOWN))


def _policy(work: ExpansionContext) -> Data:
    found: Data = (work.policy or {}).get("mpi", {})
    return found
