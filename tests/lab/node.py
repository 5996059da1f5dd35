"""A node of the lab: containerd and a kubelet in namespaces of their own."""

import json
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote

import yaml

from tests.lab.image import PAUSE
from tests.lab.machine import (
    BRIDGE_ADDRESS,
    add_cgroups,
    add_node_network,
    cgroup_processes,
    in_namespace,
    node_address,
    node_namespace,
    pod_subnet,
)
from tests.lab.programs import find_program, kill_all, start, stop

_FIXED = {
    "/var/lib/kubelet": "kubelet",
    "/var/lib/cni": "cni",
    "/var/log/pods": "pod-logs",
    "/var/log/containers": "container-logs",
}
"""Folders that can't be configured; each node has its own, by bind mounts in its mount namespace."""

_CONTAINERD = """\
version = 3
root = "{home}/containerd"
state = "{home}/run"
disabled_plugins = [
  "io.containerd.nri.v1.nri",
  "io.containerd.snapshotter.v1.btrfs",
  "io.containerd.snapshotter.v1.devmapper",
  "io.containerd.snapshotter.v1.zfs",
]
[grpc]
  address = "{home}/containerd.sock"
[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = "{pause}"
[plugins.'io.containerd.cri.v1.runtime']
  netns_mounts_under_state_dir = true
  restrict_oom_score_adj = true  # without CAP_SYS_RESOURCE no sandbox gets -998
  [plugins.'io.containerd.cri.v1.runtime'.cni]
    bin_dirs = ["{plugins}"]
    conf_dir = "{home}/network"
  [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
      BinaryName = "{runc}"
      SystemdCgroup = false
"""

_START = """\
set -eu
{mounts}
{containerd} --config {home}/containerd.toml >>{lab}/n{node}-containerd.log 2>&1 &
echo $! >{lab}/n{node}-containerd.pid
until {ctr} version >/dev/null 2>&1; do sleep 0.1; done
for image in {images}; do {ctr} -n k8s.io images import --local "$image"; done
exec {kubelet}
"""


def start_node(folder: Path, node: int, images: Sequence[Path]) -> None:
    """Start a node with these images (OCI archives) in its containerd. Raises LabError."""
    add_node_network(node)
    home = folder / f"n{node}"
    for name in (*_FIXED.values(), "network"):
        (home / name).mkdir(parents=True, exist_ok=True)
    (home / "network" / "10-lab.conflist").write_text(json.dumps(_network(node)), encoding="utf-8")
    programs = {"runc": find_program("runc"), "plugins": Path(find_program("host-local")).parent}
    (home / "containerd.toml").write_text(_CONTAINERD.format(home=home, pause=PAUSE, **programs), encoding="utf-8")
    (home / "kubelet.yaml").write_text(yaml.safe_dump(_kubelet(home, node)), encoding="utf-8")
    for path in _FIXED:
        Path(path).mkdir(parents=True, exist_ok=True)
    script = _START.format(
        mounts="\n".join(f"mount --bind {home / name} {path}" for path, name in _FIXED.items()),
        containerd=find_program("containerd"),
        ctr=f"{find_program('ctr')} -a {home}/containerd.sock",
        images=" ".join(quote(str(image)) for image in images),
        home=home,
        lab=folder,
        node=node,
        kubelet=" ".join(_kubelet_command(folder, home, node)),
    )
    command = ["unshare", "--mount", "--propagation", "shared", "bash", "-c", script]
    shim = Path(find_program("containerd-shim-runc-v2")).parent
    environment = {"PATH": f"{shim}:{os.environ['PATH']}"}
    start(f"n{node}-kubelet", [*in_namespace(node_namespace(node)), *command], folder, environment)


def stop_node(folder: Path, node: int) -> None:
    """Kill a node with all its containers at once, as a power failure does."""
    for name in ("kubelet", "containerd"):
        stop(folder / f"n{node}-{name}.pid", signal.SIGKILL)
    kill_all(lambda command: f"{folder}/n{node}/" in command)
    for process in list(cgroup_processes(node)):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _network(node: int) -> dict[str, object]:
    """Return the configuration of the pods' network: a bridge that routes."""
    addresses = {"type": "host-local", "ranges": [[{"subnet": pod_subnet(node)}]], "routes": [{"dst": "0.0.0.0/0"}]}
    bridge = {"type": "bridge", "bridge": "cni0", "isGateway": True, "ipMasq": False, "hairpinMode": True}
    return {"cniVersion": "1.0.0", "name": "lab", "plugins": [{**bridge, "ipam": addresses}]}


def _kubelet(home: Path, node: int) -> dict[str, object]:
    return {
        "apiVersion": "kubelet.config.k8s.io/v1beta1",
        "kind": "KubeletConfiguration",
        "address": node_address(node),
        "authentication": {"anonymous": {"enabled": True}, "webhook": {"enabled": False}},
        "authorization": {"mode": "AlwaysAllow"},
        "cgroupDriver": "cgroupfs",
        "cgroupRoot": add_cgroups(node),
        "clusterDNS": [BRIDGE_ADDRESS],
        "clusterDomain": "cluster.local",
        "containerRuntimeEndpoint": f"unix://{home}/containerd.sock",
        "evictionHard": {"memory.available": "100Mi", "nodefs.available": "1%", "imagefs.available": "1%"},
        "failCgroupV1": False,
        "failSwapOn": False,
        "imageGCHighThresholdPercent": 100,
        "localStorageCapacityIsolation": False,
        "maxPods": 30,
        "nodeStatusUpdateFrequency": "4s",
        "resolvConf": "",
        "staticPodPath": "",
    }


def _kubelet_command(folder: Path, home: Path, node: int) -> list[str]:
    return [
        find_program("kubelet"),
        f"--config={home}/kubelet.yaml",
        f"--kubeconfig={folder}/node.kubeconfig",
        f"--root-dir={home}/kubelet",
        f"--cert-dir={home}/certificates",
        f"--hostname-override=n{node}",
        f"--node-ip={node_address(node)}",
    ]
