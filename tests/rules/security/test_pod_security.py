"""The Pod Security standards: what each level rejects, the note of a run, and the error where the level is known."""

from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from render.cli.validate import command as validate
from render.manifests.pod_security import LEVELS, violations
from render.manifests.pods import pods
from render.problem import Severity
from tests.rules.findings import SPEC, found
from tests.rules.security.pod_security import allowing, changed, each_change
from tests.rules.sets import Data, job, loaded, of, pod

PRIVILEGED = {"name": "s", "image": "registry.example/s:1", "securityContext": {"privileged": True}}
GIB: Data = {
    "network": {"fabric": "gib", "machineType": "a4-highgpu-8g"},
    "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8}},
}
IB: Data = {"network": {"fabric": "infiniband", "infiniband": {"resource": "rdma/ib"}}}

# What a spec says, and the text at the place of its note.
NOTED: list[tuple[Data, str]] = [
    ({"network": {"hostNetwork": True, "interface": "eth0", "port": 29501}}, "hostNetwork"),
    ({**GIB, "pod": {"hostIPC": True}}, "hostIPC"),
    ({**IB, "container": {"securityContext": {"capabilities": {"add": ["IPC_LOCK"]}}}}, "- IPC_LOCK"),
    ({**IB, "container": {"securityContext": {"capabilities": {"add": ["CHOWN", "SYS_ADMIN"]}}}}, "- SYS_ADMIN"),
    ({"pod": {"hostIPC": True}}, "hostIPC"),
    ({"pod": {"hostIPC": True}, "target": "trainjob"}, "hostIPC"),
    ({"pod": {"sidecars": [PRIVILEGED]}}, "privileged"),
    ({"pod": {"initContainers": [PRIVILEGED]}}, "privileged"),
    ({"pod": {"securityContext": {"sysctls": [{"name": "net.core.somaxconn", "value": "1"}]}}}, "name"),
    ({"pod": {"securityContext": {"seLinuxOptions": {"type": "spc_t"}}}}, "type"),
    ({"pod": {"annotations": {"container.apparmor.security.beta.kubernetes.io/node": "unconfined"}}}, "container."),
    ({"container": {"securityContext": {"capabilities": {"add": ["SYS_ADMIN"]}}}}, "- SYS_ADMIN"),
    ({"container": {"securityContext": {"seccompProfile": {"type": "Unconfined"}}}}, "type"),
    ({"container": {"ports": [{"name": "web", "containerPort": 80, "hostPort": 8080}]}}, "hostPort"),
    ({"storage": {"volumes": [{"name": "a", "mountPath": "/a", "hostPath": {"path": "/mnt/nvme"}}]}}, "hostPath"),
]
SILENT: list[Data] = [
    {},
    {"pod": {"hostIPC": False}},
    {"pod": {"labels": {"hostIPC": "true"}}},
    {"network": {"fabric": "sockets"}},
    # What only the chart adds for a fabric, which the user can't change.
    GIB,
    IB,
    {**IB, "container": {"securityContext": {"capabilities": {"add": ["CHOWN"]}}}},
    {**IB, "storage": {"volumes": [{"name": "a", "mountPath": "/a", "emptyDir": {}}]}},
    {"network": {"fabric": "roce"}, "target": "trainjob"},
    {"container": {"securityContext": {"capabilities": {"add": ["NET_BIND_SERVICE"]}}}},
    {"container": {"securityContext": {"seccompProfile": {"type": "RuntimeDefault"}}}},
    {"container": {"ports": [{"name": "web", "containerPort": 80}]}},
    {"pod": {"securityContext": {"sysctls": [{"name": "kernel.shm_rmid_forced", "value": "1"}]}}},
    {"files": {"/etc/a": "Unconfined"}},
]


@each_change
def test_levels(strictest: str, path: str, value: Any) -> None:
    [item] = loaded(changed(path, value))
    [subject] = pods(item)
    assert {level for level in LEVELS if not any(violations(subject, level))} == allowing(strictest)


@pytest.mark.parametrize(("values", "place"), NOTED, ids=[str(values) for values, _ in NOTED])
def test_note_of_a_run(values: Data, place: str) -> None:
    text = yaml.safe_dump({**SPEC, **values}, sort_keys=False)
    [note] = [one for one in found(text) if one.code == "SEC108"]
    assert note.severity is Severity.INFO
    assert note.line is not None
    assert text.splitlines()[note.line - 1].strip(" -").startswith(place.strip(" -"))


@pytest.mark.parametrize("values", SILENT, ids=str)
def test_nothing_to_note(values: Data) -> None:
    assert "SEC108" not in {one.code for one in found(yaml.safe_dump({**SPEC, **values}))}


def test_a_value_of_the_command_line_is_the_users() -> None:
    assert "SEC108" in CliRunner().invoke(validate, ["-", "--set", "pod.hostIPC=true"], yaml.safe_dump(SPEC)).stdout


def test_six_causes_are_named() -> None:
    ports = [{"name": f"p{number}", "containerPort": number, "hostPort": number} for number in range(1, 10)]
    text = yaml.safe_dump({**SPEC, "container": {"ports": ports}})
    [note] = [one for one in found(text) if one.code == "SEC108"]
    assert note.message.endswith("`hostPort: 5`, `hostPort: 6` and 3 more")


def namespace(level: str, version: str | None = None) -> Data:
    prefix = "pod-security.kubernetes.io/enforce"
    labels = {prefix: level} | ({} if version is None else {f"{prefix}-version": version})
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "team", "labels": labels}}


HOST = pod(hostNetwork=True, dnsPolicy="ClusterFirstWithHostNet")
PROBE = pod(container={"readinessProbe": {"tcpSocket": {"host": "10.0.0.1", "port": 80}}})
ROOT_IN_ITS_OWN_NAMESPACE = changed("spec.hostUsers", value=False)
del ROOT_IN_ITS_OWN_NAMESPACE["spec"]["securityContext"]["runAsNonRoot"]
ROOT_IN_ITS_OWN_NAMESPACE["spec"]["restartPolicy"] = "Never"


@pytest.mark.parametrize(
    ("level", "template", "expected"),
    [
        (namespace("baseline"), HOST, {"SEC109"}),
        (namespace("restricted"), HOST, {"SEC109"}),
        (namespace("restricted"), pod(), {"SEC109"}),
        (namespace("baseline"), PROBE, {"SEC109"}),
        (namespace("baseline", "v1.34"), PROBE, {"SEC109"}),
        (namespace("restricted", "v1.34"), ROOT_IN_ITS_OWN_NAMESPACE, {"SEC109"}),
        (namespace("restricted"), ROOT_IN_ITS_OWN_NAMESPACE, set()),
        (namespace("baseline", "v1.33"), PROBE, set()),
        (namespace("baseline"), pod(), set()),
        (namespace("privileged"), HOST, set()),
        (of("v1", "Namespace", "team"), HOST, {"SEC108"}),
        (namespace("baseline") | {"metadata": {"name": "other", "labels": {}}}, HOST, {"SEC108"}),
    ],
)  # fmt: skip
def test_level_of_a_namespace(level: Data, template: Data, expected: set[str]) -> None:
    manifests = [level, job("train", {"spec": template["spec"]}, namespace="team")]
    text = yaml.safe_dump_all(manifests)
    assert {one.code for one in found(text) if one.code in ("SEC108", "SEC109")} == expected


def test_agents_of_a_cluster_get_no_note() -> None:
    template = {**HOST, "metadata": {"labels": {"app": "agent"}}}
    template["spec"] = {**HOST["spec"], "restartPolicy": "Always"}
    spec = {"selector": {"matchLabels": {"app": "agent"}}, "template": template}
    text = yaml.safe_dump(of("apps/v1", "DaemonSet", "agent", spec=spec))
    assert "SEC108" not in {one.code for one in found(text)}
