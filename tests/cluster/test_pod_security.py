"""A namespace that enforces the `restricted` Pod Security standard takes the pods of every run that names a user.

The admission plug-in judges the table of tests/rules/security as the rules do.
"""

import re
from typing import Any

import pytest
import yaml

from tests.chart.helm import Helm
from tests.cluster.server import Answer, Object, Server
from tests.cluster.specs import SPECS, Spec, each_spec
from tests.golden.controllers import all_pods, jobs
from tests.golden.trainer import jobset_of
from tests.rules.security.pod_security import LEVELS, allowing, changed, each_change

NAMESPACE = "restricted"
USER = ("--set", "pod.securityContext.runAsUser=1000")

# What a spec asks for itself: the network of the host is outside the standard, and its ports with it.
OF_HOST_NETWORK = {"host namespaces", "hostPort"}
# What a fabric's device plug-ins and daemons need.
LOCKED_MEMORY, FOLDERS = "unrestricted capabilities", "restricted volume types"
DAEMON_AS_ROOT = {LOCKED_MEMORY, FOLDERS, "runAsNonRoot != true", "runAsUser=0"}
OF_FABRIC = {
    "efa": {LOCKED_MEMORY},
    "gib": {FOLDERS},
    "infiniband": {LOCKED_MEMORY},
    "roce": {LOCKED_MEMORY},
    "tcpx": DAEMON_AS_ROOT,
    "tcpxo": DAEMON_AS_ROOT,
}
NAMES_ITS_USER = {"cpu-only", "hardened", "mpi", "mpi-coscheduling", "plain-none", "torchrun-none"}
# sshd as root takes rights to give its own away.
RUNS_SSHD_AS_ROOT = {"deepspeed", "deepspeed-volcano", "horovod-none", "mpi-smoke", "openclip-horovod", "trainjob-2.1"}

BROKEN = [
    (("hostPID",), True, "host namespaces"),
    (("volumes", 0), {"name": "shared-memory", "hostPath": {"path": "/dev/shm"}}, "restricted volume types"),
    (("securityContext", "runAsUser"), 0, "runAsUser=0"),
    (("securityContext", "runAsNonRoot"), False, "runAsNonRoot != true"),
    (("securityContext", "seccompProfile", "type"), "Unconfined", "seccompProfile"),
    (("containers", 0, "securityContext", "allowPrivilegeEscalation"), True, "allowPrivilegeEscalation != false"),
    (("containers", 0, "securityContext", "capabilities", "add"), ["IPC_LOCK"], "unrestricted capabilities"),
]


@each_spec
def test_pods_of_a_user_are_within_the_standard(spec: Spec, helm4: Helm, server: Server) -> None:
    assert violations(spec, helm4, server, *USER) == needed_capabilities(spec)


@each_spec
def test_user_is_all_that_a_spec_must_add(spec: Spec, helm4: Helm, server: Server) -> None:
    missing = set() if spec.name in NAMES_ITS_USER else {"runAsNonRoot != true"}
    rights = {"unrestricted capabilities"} if spec.name in RUNS_SSHD_AS_ROOT else set()
    assert violations(spec, helm4, server) == needed_capabilities(spec) | missing | rights


@pytest.mark.parametrize(("place", "value", "violation"), BROKEN, ids=[violation for *_, violation in BROKEN])
def test_namespace_refuses(place: tuple[Any, ...], value: Any, violation: str, helm4: Helm, server: Server) -> None:
    pod = all_pods(jobset(next(spec for spec in SPECS if spec.name == "cpu-only"), helm4))[0]
    assert server.create(pod, dry_run=True).refusal == ""
    inner: Any = pod["spec"]
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    assert found_in(server.create(pod, dry_run=True)) == {violation}


@pytest.fixture(scope="module")
def namespaces(server: Server) -> dict[str, str]:
    """A namespace of each level."""
    names = {level: f"level-{level}" for level in LEVELS}
    for level, name in names.items():
        labels = {"pod-security.kubernetes.io/enforce": level}
        metadata: Object = {"name": name, "labels": labels}
        assert server.create({"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}).refusal == ""
        account: Object = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}
        account["metadata"]["namespace"] = name
        assert server.create(account).refusal == ""
    return names


@each_change
def test_levels_as_admission_has_them(
    strictest: str, path: str, value: Any, server: Server, namespaces: dict[str, str]
) -> None:
    pod = changed(path, value)
    refusals = {}
    for level, name in namespaces.items():
        pod["metadata"]["namespace"] = name
        refusals[level] = server.create(pod, dry_run=True).refusal
    assert all("violates PodSecurity" in refusal for refusal in refusals.values() if refusal)
    assert {level for level, refusal in refusals.items() if not refusal} == allowing(strictest)


def needed_capabilities(spec: Spec) -> set[str]:
    values = yaml.safe_load(spec.path.read_text(encoding="utf-8"))
    network = values.get("network", {})
    found = OF_FABRIC.get(network.get("fabric"), set()) | (OF_HOST_NETWORK if network.get("hostNetwork") else set())
    if values.get("pod", {}).get("hostIPC"):
        found = found | {"host namespaces"}
    if values.get("container", {}).get("securityContext", {}).get("capabilities", {}).get("add"):
        found = found | {"unrestricted capabilities"}
    return found


def jobset(spec: Spec, helm: Helm, *arguments: str) -> Object:
    return jobset_of(spec.render(helm, *arguments, namespace=NAMESPACE))


def violations(spec: Spec, helm: Helm, server: Server, *arguments: str) -> set[str]:
    """Return what the standard has against the Jobs and pods of a spec, which must be right in all else."""
    rendered = jobset(spec, helm, *arguments)
    answers = [server.create(found, dry_run=True) for found in [*jobs(rendered), *all_pods(rendered)]]
    return {name for answer in answers for name in found_in(answer)}


def found_in(answer: Answer) -> set[str]:
    """Return the names of violations: a pod is refused for them, the one who creates a Job is warned."""
    texts = [*answer.warnings, *filter(None, [answer.refusal])]
    lists = [text.partition("violate")[2].partition(": ")[2] for text in texts]
    assert all(lists), texts
    return {name for text in lists for name in re.findall(r"(?:^|, )([^,(]+) \([^)]*\)", text)}
