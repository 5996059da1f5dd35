"""What pods take of their node, and what they show its network: ports, devices, interfaces, meshes."""

import pytest

from tests.rules.sets import Data, codes, job, jobset, of, pod

ON_HOST = {"hostNetwork": True, "dnsPolicy": "ClusterFirstWithHostNet"}


def variables(**values: str) -> Data:
    return {"env": [{"name": name, "value": value} for name, value in values.items()]}


HOSTS = {
    "the default port": (variables(MASTER_PORT="29500", NCCL_SOCKET_IFNAME="eth0"), ON_HOST, ["NET104"]),
    "another port": (variables(MASTER_PORT="29513", NCCL_SOCKET_IFNAME="eth0"), ON_HOST, []),
    "no interface": (variables(MASTER_PORT="29513"), ON_HOST, ["NET105"]),
    "an interface from elsewhere": ({"envFrom": [{"configMapRef": {"name": "nccl"}}]}, ON_HOST, []),
    "a network of its own": (variables(MASTER_PORT="29500"), {}, []),
}


@pytest.mark.parametrize(("container", "spec", "expected"), HOSTS.values(), ids=HOSTS)
def test_host_network(container: Data, spec: Data, expected: list[str]) -> None:
    assert codes(jobset("train", {"node": (2, pod(container=container, **spec))})) == expected


def repeated(*values: str) -> Data:
    return {"env": [{"name": "NCCL_SOCKET_IFNAME", "value": value} for value in values]}


@pytest.mark.parametrize(
    ("values", "expected"), [(("eth0", "eth1"), ["NET119"]), (("=eth0", "eth0"), []), (("eth0",), [])]
)
def test_interface_in_a_list(values: tuple[str, ...], expected: list[str]) -> None:
    assert codes(jobset("train", {"node": (2, pod(container=repeated(*values)))})) == expected


RDMA = {"resources": {"limits": {"rdma/hca": 1}}}
LOCKS = {"capabilities": {"add": ["IPC_LOCK"]}}
GPUS = {"resources": {"limits": {"nvidia.com/gpu": 1}}}
OF_IB = {**GPUS, **variables(NCCL_IB_HCA="mlx5_0")}
FABRICS = {
    "no device": (OF_IB, {}, ["NET112"]),
    "no device, by EFA": ({**GPUS, **variables(FI_PROVIDER="efa")}, {}, ["NET112"]),
    "no device, in a script": ({**GPUS, "command": ["sh", "-c", "NCCL_NET=IB exec train"]}, {}, ["NET112"]),
    "no device, and no GPU": (variables(NCCL_IB_HCA="mlx5_0"), {}, []),
    "a device": (
        {**OF_IB, "resources": {"limits": {"nvidia.com/gpu": 1, "rdma/ib": 1}}, "securityContext": LOCKS},
        {},
        [],
    ),
    "all devices": ({**OF_IB, "securityContext": {"privileged": True}}, {}, []),
    "a claim": (OF_IB, {"resourceClaims": [{"name": "nic"}]}, []),
    "a network with its device": (OF_IB, {"annotations": {"k8s.v1.cni.cncf.io/networks": "ib"}}, []),
    "devices of the node": (OF_IB, {"volumes": [{"name": "ib", "hostPath": {"path": "/dev/infiniband"}}]}, []),
}


@pytest.mark.parametrize(("container", "spec", "expected"), FABRICS.values(), ids=FABRICS)
def test_fabrics(container: Data, spec: Data, expected: list[str]) -> None:
    assert codes(jobset("train", {"node": (2, pod(container=container, **spec))})) == expected


SHM = {"volumes": [{"name": "shm", "emptyDir": {"medium": "Memory"}}]}
WITH_SHM = {"volumeMounts": [{"name": "shm", "mountPath": "/dev/shm"}]}
CAPABILITIES = {
    "for nothing": ({**GPUS, "securityContext": LOCKS}, {}, ["NET114"]),
    "for nothing, by its long name": (
        {**GPUS, "securityContext": {"capabilities": {"add": ["SYS_PTRACE", "CAP_IPC_LOCK"]}}},
        {},
        ["NET114", "SEC106"],
    ),
    "for nothing, beside huge pages": (
        {
            "resources": {"limits": {"nvidia.com/gpu": 1, "memory": "1Gi", "hugepages-2Mi": "1Gi"}},
            "securityContext": LOCKS,
        },
        {},
        ["NET114"],
    ),
    "for a device": (
        {"resources": {"limits": {"nvidia.com/gpu": 1, "rdma/ib": 1}}, "securityContext": LOCKS},
        {},
        [],
    ),
    "for a claim": ({**GPUS, "securityContext": LOCKS}, {"resourceClaims": [{"name": "nic"}]}, []),
    "of a database": ({"securityContext": LOCKS}, {}, []),
    "another one": ({**GPUS, "securityContext": {"capabilities": {"add": ["SYS_PTRACE"]}}}, {}, []),
}


@pytest.mark.parametrize(("container", "spec", "expected"), CAPABILITIES.values(), ids=CAPABILITIES)
def test_capabilities(container: Data, spec: Data, expected: list[str]) -> None:
    volumes = {"volumes": [*SHM["volumes"], *spec.get("volumes", [])]}
    assert codes(job("a", pod(container={**container, **WITH_SHM}, **{**spec, **volumes}))) == expected


def listening(port: int, **spec: object) -> Data:
    return pod(container={"ports": [{"containerPort": port}]}, **ON_HOST, **spec)


MEETING = variables(MASTER_PORT="29513", NCCL_SOCKET_IFNAME="eth0")
PORTS = {
    "declared by two runs": ([job("a", listening(29513)), job("b", listening(29513))], ["NET115"]),
    "declared by two roles": (
        [jobset("a", {"node": (1, listening(29513)), "head": (1, listening(29513))})],
        ["NET115"],
    ),
    "in variables of two runs": (
        [jobset(name, {"node": (2, pod(container=MEETING, **ON_HOST))}) for name in ("a", "b")],
        ["NET115"],
    ),
    "a port each": ([job("a", listening(29513)), job("b", listening(29514))], []),
    "networks of their own": (
        [job(name, pod(container={"ports": [{"containerPort": 29513}]})) for name in ("a", "b")],
        [],
    ),
    "where two roles of one run meet": (
        [jobset("a", {name: (2, pod(container=MEETING, **ON_HOST)) for name in ("node", "head")})],
        [],
    ),
    "one after the other": (
        [
            job("a", listening(29513)),
            {**job("b", listening(29513)), "metadata": {"name": "b", "annotations": {"helm.sh/hook": "test"}}},
        ],
        [],
    ),
}


@pytest.mark.parametrize(("runs", "expected"), PORTS.values(), ids=PORTS)
def test_ports_of_the_host(runs: list[Data], expected: list[str]) -> None:
    assert codes(*runs) == expected


SSHD = {
    "port 22": ("/usr/sbin/sshd -De", ON_HOST, ["NET113"]),
    "port 22, in a shell": ("mkdir -p /run/sshd; exec sshd -D", ON_HOST, ["NET113"]),
    "port 22, behind a variable": ("A=b nohup /usr/sbin/sshd &\nsleep inf", ON_HOST, ["NET113"]),
    "a port of its own": ("/usr/sbin/sshd -De -p 2222", ON_HOST, []),
    "a port in an option": ("/usr/sbin/sshd -D -oPort=2222", ON_HOST, []),
    "a text": ("echo /usr/sbin/sshd -De", ON_HOST, []),
    "a network of its own": ("/usr/sbin/sshd -De", {}, []),
}


@pytest.mark.parametrize(("script", "spec", "expected"), SSHD.values(), ids=SSHD)
def test_ssh(script: str, spec: Data, expected: list[str]) -> None:
    assert codes(job("a", pod(container={"command": ["sh", "-c", script]}, **spec))) == expected


MESHES = {
    "Istio": ({"annotations": {"sidecar.istio.io/inject": "true"}}, 2, ["NET110"]),
    "Istio, by a label": ({"labels": {"sidecar.istio.io/inject": "true"}}, 2, ["NET110"]),
    "Linkerd": ({"annotations": {"linkerd.io/inject": "enabled"}}, 2, ["NET110"]),
    "opted out": ({"annotations": {"sidecar.istio.io/inject": "false"}}, 2, []),
    "one pod": ({"annotations": {"sidecar.istio.io/inject": "true"}}, 1, []),
}


@pytest.mark.parametrize(("metadata", "count", "expected"), MESHES.values(), ids=MESHES)
def test_meshes(metadata: Data, count: int, expected: list[str]) -> None:
    assert codes(jobset("train", {"node": (count, pod(**metadata))})) == expected
    assert codes(of("apps/v1", "Deployment", "a", spec={"replicas": count, "template": pod(**metadata)})) == []


DEVICES = {
    "no capability": ({**RDMA}, {}, ["NET107"]),
    "the capability": ({**RDMA, "securityContext": LOCKS}, {}, []),
    "privileged": ({**RDMA, "securityContext": {"privileged": True}}, {}, []),
    "a user that it does not help": ({**RDMA, "securityContext": {**LOCKS, "runAsUser": 1000}}, {}, ["NET107"]),
    "a user of the pod": ({**RDMA, "securityContext": LOCKS}, {"securityContext": {"runAsUser": 1000}}, ["NET107"]),
    "a user of the image": (
        {**RDMA, "securityContext": LOCKS},
        {"securityContext": {"runAsNonRoot": True}},
        ["NET107"],
    ),
    "root after all": (
        {**RDMA, "securityContext": {**LOCKS, "runAsUser": 0}},
        {"securityContext": {"runAsUser": 1000}},
        [],
    ),
    "no device": ({}, {}, []),
    "turned off": (
        {**RDMA, "securityContext": LOCKS, "env": [{"name": "NCCL_IB_DISABLE", "value": "1"}]},
        {},
        ["NET108"],
    ),
    "not turned off": (
        {**RDMA, "securityContext": LOCKS, "env": [{"name": "NCCL_IB_DISABLE", "value": "0"}]},
        {},
        [],
    ),
}


@pytest.mark.parametrize(("container", "spec", "expected"), DEVICES.values(), ids=DEVICES)
def test_devices(container: Data, spec: Data, expected: list[str]) -> None:
    assert codes(job("a", pod(container=container, **spec))) == expected
