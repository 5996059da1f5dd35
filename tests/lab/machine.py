"""What the lab changes on the machine: network namespaces, links, cgroups (version 1) and kernel settings."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

PREFIX = "rlab"
CONTROL_PLANE = PREFIX
"""The network namespace of the control plane."""
BRIDGE_ADDRESS = "10.250.0.1"
"""The control plane and DNS, for nodes and pods."""
MACHINE_ADDRESS, LAB_ADDRESS = "192.168.250.1", "192.168.250.2"
"""Both ends of the link from the machine to the control plane."""

_CONTROLLERS = ("cpu", "cpuacct", "cpuset", "memory", "devices", "freezer", "blkio", "pids", "systemd")
_CGROUPS = Path("/sys/fs/cgroup")
_NAMESPACES = Path("/run/netns")
_CPU_SHARES = 60000
_SETTINGS = (
    "vm/overcommit_memory",
    "vm/panic_on_oom",
    "kernel/panic",
    "kernel/panic_on_oops",
    "kernel/keys/root_maxkeys",
)
"""Settings of the whole machine that a kubelet changes."""


def node_namespace(node: int) -> str:
    """Return the name of the network namespace of a node."""
    return f"{PREFIX}-n{node}"


def node_address(node: int) -> str:
    """Return the address of a node."""
    return f"10.250.0.{10 + node}"


def pod_subnet(node: int) -> str:
    """Return the subnet of the pods of a node."""
    return f"10.244.{node}.0/24"


def save_settings(file: Path) -> None:
    """Write the machine's settings that kubelets change to a file."""
    file.write_text(json.dumps({name: _setting(name).read_text().strip() for name in _SETTINGS}), encoding="utf-8")


def restore_settings(file: Path) -> None:
    """Set the settings in a file of `save_settings`, if there is one."""
    if file.exists():
        for name, value in json.loads(file.read_text(encoding="utf-8")).items():
            _setting(name).write_text(value, encoding="utf-8")


def add_control_plane_network() -> None:
    """Add the control plane's namespace, with a bridge for nodes and a link to the machine."""
    _ip("netns", "add", CONTROL_PLANE)
    _in(CONTROL_PLANE, "link", "set", "lo", "up")
    _in(CONTROL_PLANE, "link", "add", "br0", "type", "bridge")
    _in(CONTROL_PLANE, "addr", "add", f"{BRIDGE_ADDRESS}/24", "dev", "br0")
    _in(CONTROL_PLANE, "link", "set", "br0", "up")
    _ip("link", "add", f"{PREFIX}0", "type", "veth", "peer", "name", "up0", "netns", CONTROL_PLANE)
    _ip("addr", "add", f"{MACHINE_ADDRESS}/30", "dev", f"{PREFIX}0")
    _ip("link", "set", f"{PREFIX}0", "up")
    _in(CONTROL_PLANE, "addr", "add", f"{LAB_ADDRESS}/30", "dev", "up0")
    _in(CONTROL_PLANE, "link", "set", "up0", "up")
    _forward(CONTROL_PLANE)


def add_node_network(node: int) -> None:
    """Add a node's namespace and its link to the bridge, if they don't exist."""
    namespace = node_namespace(node)
    if (_NAMESPACES / namespace).exists():
        return
    _ip("netns", "add", namespace)
    _in(namespace, "link", "set", "lo", "up")
    _in(CONTROL_PLANE, "link", "add", f"n{node}", "type", "veth", "peer", "name", "eth0", "netns", namespace)
    _in(CONTROL_PLANE, "link", "set", f"n{node}", "master", "br0", "up")
    _in(namespace, "addr", "add", f"{node_address(node)}/24", "dev", "eth0")
    _in(namespace, "link", "set", "eth0", "up")
    _in(namespace, "route", "add", "default", "via", BRIDGE_ADDRESS)
    _forward(namespace)
    _in(CONTROL_PLANE, "route", "add", pod_subnet(node), "via", node_address(node))


def add_cgroups(node: int) -> str:
    """Add the cgroups of a node, and return the name for its kubelet (`cgroupRoot`)."""
    for controller in _CONTROLLERS:
        for folder in (_CGROUPS / controller / PREFIX, _CGROUPS / controller / PREFIX / f"n{node}"):
            folder.mkdir(exist_ok=True)
            if controller == "cpuset":  # a new one is empty, and takes no process
                for name in ("cpuset.cpus", "cpuset.mems"):
                    (folder / name).write_text((folder.parent / name).read_text())
    # By default all pods together get as much as one other process of a busy machine.
    (_CGROUPS / "cpu" / PREFIX / "cpu.shares").write_text(str(_CPU_SHARES))
    return f"/{PREFIX}/n{node}"


def cgroup_processes(node: int) -> Iterator[int]:
    """Yield the processes in a node's cgroups."""
    for file in (_CGROUPS / "memory" / PREFIX / f"n{node}").rglob("cgroup.procs"):
        yield from map(int, file.read_text().split())


def remove_all() -> None:
    """Remove the lab's namespaces, links and cgroups, whatever is there of them."""
    for namespace in sorted(_NAMESPACES.glob(f"{PREFIX}*")):
        _ip("netns", "delete", namespace.name)
    subprocess.run(["ip", "link", "delete", f"{PREFIX}0"], capture_output=True, check=False)
    for root in sorted(_CGROUPS.glob(f"*/{PREFIX}")):
        for folder in sorted(root.rglob("*/"), reverse=True):
            folder.rmdir()
        root.rmdir()


def leftovers() -> list[str]:
    """Return what is left of the lab on this machine: namespaces, links, cgroups and mounts."""
    links = [Path("/sys/class/net") / f"{PREFIX}0"]
    found = [*_NAMESPACES.glob(f"{PREFIX}*"), *filter(Path.exists, links), *_CGROUPS.glob(f"*/{PREFIX}")]
    mounts = [line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()]
    return sorted([*map(str, found), *(mount for mount in mounts if "/render-lab/" in mount)])


def in_namespace(namespace: str) -> list[str]:
    """Return the beginning of a command that runs in a network namespace; `ip netns exec` would remount /sys."""
    return ["nsenter", f"--net={_NAMESPACES / namespace}", "--"]


def _forward(namespace: str) -> None:
    command = [*in_namespace(namespace), "sysctl", "-qw", "net.ipv4.ip_forward=1"]
    subprocess.run(command, check=True)


def _setting(name: str) -> Path:
    return Path("/proc/sys") / name


def _in(namespace: str, *arguments: str) -> None:
    subprocess.run([*in_namespace(namespace), "ip", *arguments], check=True)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)
