"""Rules that read the variables of a run: in a spec's `env`, before a command, exported by a script."""

from typing import Any

import pytest

from tests.rules.spec_cases import each_case, found_codes

TWO: dict[str, Any] = {"numNodes": 2}
GPUS: dict[str, Any] = {"resourcesPerNode": {"limits": {"nvidia.com/gpu": 8}}}
IB: dict[str, Any] = {**TWO, **GPUS, "network": {"fabric": "infiniband"}}
EFA: dict[str, Any] = {"resourcesPerNode": {"limits": {"vpc.amazonaws.com/efa": 32}}}

CASES: dict[str, list[tuple[bool, dict[str, Any]]]] = {
    "NET101": [
        (True, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "lo"}}),
        (True, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "=lo,eth0"}}),
        (True, {**TWO, "env": {"GLOO_SOCKET_IFNAME": "lo"}}),
        (True, {**TWO, "command": ["sh", "-c", "export NCCL_SOCKET_IFNAME=lo && exec torchrun train.py"]}),
        (False, {**TWO, "command": ["python", "train.py", "--note", "NCCL_SOCKET_IFNAME=lo"]}),
        (False, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "^lo,docker0"}}),
        (False, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "longhaul0"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "lo"}}),
    ],
    "NET102": [
        (True, {"env": {"GLOO_SOCKET_IFNAME": "^docker0"}}),
        (True, {"env": {"TP_SOCKET_IFNAME": "=eth0"}}),
        (True, {"command": ["bash", "-c", "GLOO_SOCKET_IFNAME=^lo torchrun train.py"]}),
        (True, {"env": {"GLOO_SOCKET_IFNAME": "eth,ib"}}),
        (True, {"command": ["env", "GLOO_SOCKET_IFNAME=en", "torchrun", "train.py"]}),
        (False, {"command": ["bash", "-c", "GLOO_SOCKET_IFNAME=$IFNAME torchrun train.py"]}),
        (False, {"env": {"GLOO_SOCKET_IFNAME": "eth0,eth1"}}),
        (False, {"env": {"GLOO_SOCKET_IFNAME": "ethernet"}}),
        (False, {"env": {"GLOO_SOCKET_IFNAME": "enp6s0"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "=eth0"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "eth"}}),
    ],
    "NET103": [
        (True, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "^docker0"}}),
        (True, {**TWO, "command": ["bash", "-c", "export NCCL_SOCKET_IFNAME='^docker0'\ntorchrun train.py"]}),
        (True, {**TWO, "command": ["env", "NCCL_SOCKET_IFNAME=^veth", "torchrun", "train.py"]}),
        (False, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "^docker,lo"}}),
        (False, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "eth0"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "^docker0"}}),
    ],
    "NET104": [
        (True, {"network": {"hostNetwork": True, "port": 29500}}),
        (True, {"network": {"hostNetwork": True}, "elastic": {"minNodes": 1, "maxNodes": 2}}),
        (True, {"network": {"hostNetwork": True, "port": 29501}, "command": ["torchrun", "--master-port=29500"]}),
        (False, {"network": {"hostNetwork": True, "port": 29501}}),
        (False, {"network": {"hostNetwork": False, "port": 29500}}),
        (False, {"network": {"port": 29500}, "command": ["torchrun", "--master-port=29500", "train.py"]}),
    ],
    "NET105": [
        (True, {**TWO, "network": {"hostNetwork": True}}),
        (True, {**TWO, "network": {"hostNetwork": True}, "env": {"GLOO_SOCKET_IFNAME": "eth0"}}),
        (True, {**TWO, "network": {"hostNetwork": True}, "command": ["echo", "NCCL_SOCKET_IFNAME=eth0"]}),
        (False, {**TWO, "network": {"hostNetwork": True, "interface": "eth0"}}),
        (False, {**TWO, "network": {"hostNetwork": True}, "env": {"NCCL_SOCKET_IFNAME": "eth0"}}),
        (False, {**TWO, "network": {"hostNetwork": True}, "command": ["bash", "-c", ". /nccl.sh; torchrun t.py"]}),
        (False, {"network": {"hostNetwork": True}}),
    ],
    "NET108": [
        (True, {**EFA, "env": {"NCCL_NET": "Socket"}}),
        (True, {"resourcesPerNode": {"limits": {"rdma/ib": 1}}, "env": {"NCCL_IB_DISABLE": "1"}}),
        (True, {**EFA, "command": ["bash", "-c", "export NCCL_NET=Socket; torchrun t.py"]}),
        (False, {**EFA, "env": {"NCCL_IB_DISABLE": "1"}}),
        (False, {"resourcesPerNode": {"limits": {"rdma/ib": 1}}, "env": {"NCCL_IB_DISABLE": "0"}}),
        (False, {"env": {"NCCL_IB_DISABLE": "1"}}),
    ],
    "NET109": [
        (True, {**EFA, "env": {"RDMAV_FORK_SAFE": "1"}}),
        (True, {**EFA, "command": ["bash", "-c", "export RDMAV_FORK_SAFE=1; torchrun train.py"]}),
        (True, {**EFA, "command": ["env", "RDMAV_FORK_SAFE=1", "torchrun", "train.py"]}),
        (False, {**EFA, "command": ["bash", "-c", "echo 'RDMAV_FORK_SAFE=1'; torchrun train.py"]}),
        (False, {**EFA, "env": {"RDMAV_FORK_SAFE": "0"}}),
        (False, {"env": {"RDMAV_FORK_SAFE": "1"}}),
    ],
    "NET111": [
        (True, {"env": {"NCCL_NET": "IB", "NCCL_IB_DISABLE": "1"}}),
        (True, {"env": {"NCCL_ALGO": "Ring,NVLSTree", "NCCL_NVLS_ENABLE": "0"}}),
        (True, {"env": {"NCCL_FASTRAK_IFNAME": "eth1,eth2", "NCCL_PROTO": "LL128"}}),
        (True, {"env": {"NCCL_P2P_LEVEL": "NVL", "NCCL_P2P_DISABLE": "1"}}),
        (False, {"env": {"NCCL_NET": "IB", "NCCL_IB_DISABLE": "0"}}),
        (False, {"env": {"NCCL_ALGO": "^NVLS", "NCCL_NVLS_ENABLE": "0"}}),
        (False, {"env": {"NCCL_FASTRAK_IFNAME": "eth1,eth2", "NCCL_PROTO": "Simple"}}),
        (False, {"env": {"NCCL_P2P_LEVEL": "LOC", "NCCL_P2P_DISABLE": "1"}}),
        (False, {"env": {"NCCL_NET": "IB", "NCCL_IB_DISABLE": "1"},
                 "command": ["bash", "-c", "export NCCL_IB_DISABLE=0; torchrun t.py"]}),
    ],
    "NET112": [
        (True, {**TWO, **GPUS, "env": {"FI_PROVIDER": "efa"}}),
        (True, {**TWO, **GPUS, "env": {"NCCL_IB_HCA": "mlx5_0"}}),
        (True, {**TWO, **GPUS, "command": ["bash", "-c", "NCCL_NET=IB torchrun t.py"]}),
        (False, {**TWO, "resourcesPerNode": {"limits": {"nvidia.com/gpu": 8, "rdma/ib": 1}},
                 "env": {"NCCL_NET": "IB"}}),
        (False, {**TWO, **GPUS, "env": {"FI_PROVIDER": "tcp", "NCCL_NET": "AWS Libfabric"}}),
        (False, {**TWO, **GPUS, "pod": {"resourceClaims": [{"name": "nic"}]}, "env": {"NCCL_NET": "IB"}}),
        (False, {**IB, "env": {"NCCL_IB_HCA": "mlx5"}}),
        (False, {**GPUS, "env": {"NCCL_NET": "IB"}}),
    ],
    "NET116": [
        (True, {**IB, "command": ["bash", "-c", "export NCCL_IB_DISABLE=1; torchrun train.py"]}),
        (True, {**IB, "command": ["env", "NCCL_NET=Socket", "torchrun", "train.py"]}),
        (True, {**IB, "command": ["sh", "-c"], "args": ["NCCL_NET='AWS Libfabric' exec torchrun train.py"]}),
        (True, {**TWO, "network": {"fabric": "sockets"},
                "command": ["bash", "-c", "export NCCL_IB_HCA=mlx5_0\ntorchrun train.py"]}),
        (True, {**TWO, "network": {"fabric": "efa"}, "command": ["env", "RDMAV_FORK_SAFE=1", "torchrun", "t.py"]}),
        (True, {**TWO, "network": {"fabric": "tcpxo"}, "command": ["env", "NCCL_PROTO=LL128", "torchrun", "t.py"]}),
        (False, {**IB, "command": ["bash", "-c", "export NCCL_IB_DISABLE=0; torchrun train.py"]}),
        (False, {**IB, "command": ["bash", "-c", "echo NCCL_IB_DISABLE=1; torchrun train.py"]}),
        (False, {**IB, "command": ["bash", "-c", "export NCCL_NET=$NET; torchrun train.py"]}),
        (False, {**IB, "env": {"NCCL_IB_DISABLE": "1"}}),
        (False, {**TWO, "command": ["bash", "-c", "export NCCL_IB_DISABLE=1; torchrun train.py"]}),
        (False, {**TWO, "network": {"fabric": "tcpxo"}, "command": ["env", "NCCL_PROTO=Simple", "torchrun", "t.py"]}),
    ],
    "NET117": [
        (True, {**IB, "pod": {"securityContext": {"runAsUser": 1000}}}),
        (True, {**IB, "pod": {"securityContext": {"runAsNonRoot": True}}}),
        (True, {**IB, "pod": {"securityContext": {"runAsNonRoot": True, "runAsUser": 7}}}),
        (False, IB),
        (False, {**IB, "pod": {"securityContext": {"runAsUser": 0}}}),
        (False, {**TWO, "network": {"fabric": "sockets"}, "pod": {"securityContext": {"runAsUser": 1000}}}),
        (False, {**IB, "pod": {"securityContext": {"fsGroup": 1000}}}),
    ],
    "NET118": [
        (True, {**IB, "numNodes": 1}),
        (True, {"network": {"fabric": "efa"}}),
        (True, {"network": {"fabric": "roce"}, "elastic": {"minNodes": 1, "maxNodes": 1}}),
        (False, {"network": {"fabric": "sockets"}}),
        (False, {"network": {"fabric": "none"}}),
        (False, IB),
        (False, {"network": {"fabric": "efa"}, "elastic": {"minNodes": 1, "maxNodes": 2}}),
    ],
    "NET119": [
        (True, {**TWO, "network": {"interface": "eth0"}, "command": ["env", "NCCL_SOCKET_IFNAME=ens5", "torchrun"]}),
        (True, {**IB, "command": ["bash", "-c", "export NCCL_SOCKET_IFNAME=ib0; torchrun train.py"]}),
        (True, {**TWO, "env": {"GLOO_SOCKET_IFNAME": "eth0"},
                "command": ["bash", "-c", "GLOO_SOCKET_IFNAME=eth1 torchrun train.py"]}),
        (False, {**TWO, "network": {"interface": "eth0"}, "command": ["env", "NCCL_SOCKET_IFNAME=eth0", "torchrun"]}),
        (False, {**TWO, "network": {"interface": "eth0"}, "command": ["sh", "-c", "NCCL_SOCKET_IFNAME=$I torchrun"]}),
        (False, {**TWO, "env": {"NCCL_SOCKET_IFNAME": "ens5", "GLOO_SOCKET_IFNAME": "eth0"}}),
        (False, {"network": {"interface": "eth0"}, "command": ["env", "NCCL_SOCKET_IFNAME=ens5", "torchrun"]}),
    ],
    "NET120": [
        (True, {"env": {"NCCL_SOCKET_IFNAME": "ens5"}}),
        (True, {"env": {"GLOO_SOCKET_IFNAME": "enp129s0f0np0"}}),
        (True, {"env": {"NCCL_SOCKET_IFNAME": "=bond0"}}),
        (True, {"env": {"NCCL_SOCKET_IFNAME": "ens,ib0"}}),
        (True, {**TWO, "command": ["bash", "-c", "export NCCL_SOCKET_IFNAME=ib0; torchrun train.py"]}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "eth0", "GLOO_SOCKET_IFNAME": "net1"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "eth,ens"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "^ens5,lo"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "gvnic-1"}}),
        (False, {"env": {"NCCL_SOCKET_IFNAME": "ens5"}, "network": {"hostNetwork": True, "port": 29713}}),
        (False, {"command": ["bash", "-c", "NCCL_SOCKET_IFNAME=$INTERFACE torchrun train.py"]}),
    ],
    "NET121": [
        (True, {**IB, "env": {"NCCL_P2P_DISABLE": "1"}}),
        (True, {**IB, "env": {"NCCL_SHM_DISABLE": "1"}}),
        (True, {**GPUS, "env": {"NCCL_P2P_LEVEL": "LOC"},
                "pod": {"nodeSelector": {"node.kubernetes.io/instance-type": "p4d.24xlarge"}}}),
        (True, {**IB, "command": ["bash", "-c", "export NCCL_P2P_DISABLE=1; torchrun train.py"]}),
        (False, {**IB, "env": {"NCCL_P2P_DISABLE": "0"}}),
        (False, {**GPUS, "env": {"NCCL_P2P_DISABLE": "1"}}),
        (False, {**GPUS, "env": {"NCCL_P2P_DISABLE": "1"},
                 "pod": {"nodeSelector": {"nvidia.com/gpu.product": "NVIDIA-GeForce-RTX-4090"}}}),
        (False, {**IB, "resourcesPerNode": {"limits": {"nvidia.com/gpu": 1}}, "env": {"NCCL_P2P_DISABLE": "1"}}),
    ],
    "NET122": [
        (True, {**TWO, "network": {"hostNetwork": True, "port": 10250}}),
        (True, {**TWO, "network": {"hostNetwork": True, "port": 9100}}),
        (True, {**TWO, "network": {"hostNetwork": True, "port": 2379}}),
        (False, {**TWO, "network": {"hostNetwork": True, "port": 29713}}),
        (False, {**TWO, "network": {"hostNetwork": False, "port": 10250}}),
        (False, {**TWO, "network": {"port": 10250}}),
    ],
}  # fmt: skip


@each_case(CASES)
def test_variables(code: str, values: dict[str, Any], *, is_found: bool) -> None:
    assert (code in found_codes(values)) is is_found


@pytest.mark.parametrize("code", CASES)
def test_three_spellings_each(code: str) -> None:
    found = [is_found for is_found, _ in CASES[code]]
    assert min(found.count(True), found.count(False)) >= 3
