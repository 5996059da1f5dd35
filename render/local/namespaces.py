"""Network namespaces: each node has its own interface, host name, hosts file and mounts, as a pod has.

The bridge between the nodes is in its own namespace, so that the machine's own network doesn't change, runs are
isolated from each other, and removing the namespace removes the bridge. The nodes can't reach other networks.
"""

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from render import tool
from render.local.addresses import dns_names
from render.local.node import LocalError, LocalNode, NodeProgram
from render.local.node_process import Enter

_TOOLS = ("hostname", "ip", "mkdir", "mount", "sh", "unshare")
_HOSTS = Path("/etc/netns")
"""Folder in which `ip netns` finds the files of a namespace that replace those of /etc."""
_SYSTEM = ("/usr/sbin", "/sbin")
"""Folders of root's programs, which may be missing from the PATH."""


def check_namespaces() -> None:
    """Raise LocalError if the user is not root or a program is missing."""
    if os.geteuid() != 0:
        raise LocalError("`--netns` makes network namespaces, which only root can do", "use `sudo`, or leave it out")
    if missing := [name for name in _TOOLS if tool.find_program(name, _SYSTEM) is None]:
        packages = "they are in `iproute2` and `util-linux`"
        raise LocalError(f"`--netns` needs {', '.join(f'`{name}`' for name in missing)}", packages)


@contextmanager
def node_namespaces(nodes: Sequence[LocalNode], addresses: Sequence[str], interface: str) -> Iterator[Enter]:
    """Create one namespace per node and a bridge between them, and remove all on exit. Raises LocalError.

    `interface` is the name of the network interface of each node.
    """
    run = f"render-{os.getpid()}"
    own = {node.label: f"{run}-{node.label}" for node in nodes}
    with ExitStack() as stack:
        switch = f"{run}-switch"
        stack.enter_context(_namespace(switch))
        _ip("-n", switch, "link", "add", "name", "switch", "up", "type", "bridge")
        for position, (node, address) in enumerate(zip(nodes, addresses, strict=True)):
            here = own[node.label]
            stack.enter_context(_namespace(here))
            stack.enter_context(_hosts_file(here, node, nodes, addresses))
            port = f"node{position}"
            _ip("-n", switch, "link", "add", "name", port, "type", "veth", "peer", "name", interface, "netns", here)
            _ip("-n", switch, "link", "set", "dev", port, "master", "switch", "up")
            _ip("-n", here, "address", "add", f"{address}/16", "dev", interface)
            _ip("-n", here, "link", "set", "dev", interface, "up")
            _ip("-n", here, "link", "set", "dev", "lo", "up")
        paths = {mount.path: mount.folder for node in nodes for program in node.programs for mount in program.mounts}
        for path, folder in sorted(paths.items()):
            stack.enter_context(_mount_point(Path(path), is_file=Path(folder).is_file()))
        yield lambda node, program: (_entering(own[node.label], node, program), "/")


def _entering(namespace: str, node: LocalNode, program: NodeProgram) -> list[str]:
    """Return the command line that starts a program in its node; the last command of the shell is `exec`."""
    lines = ["set -e", shlex.join([_tool("hostname"), node.pod.hostname or node.label])]
    for mount in sorted(program.mounts):
        if Path(mount.folder).is_dir():
            lines.append(shlex.join([_tool("mkdir"), "-p", mount.path]))
        lines.append(shlex.join([_tool("mount"), "--bind", mount.folder, mount.path]))
        if mount.is_read_only:
            lines.append(shlex.join([_tool("mount"), "-o", "remount,bind,ro", mount.path]))
    lines += [shlex.join(["cd", program.folder]), 'exec "$@"']
    shell = [_tool("sh"), "-c", "\n".join(lines), "sh"]
    return [_tool("ip"), "netns", "exec", namespace, _tool("unshare"), "--uts", *shell, *program.words]


@contextmanager
def _namespace(name: str) -> Iterator[None]:
    _ip("netns", "add", name)
    try:
        yield
    finally:
        _ip("netns", "delete", name)


@contextmanager
def _hosts_file(namespace: str, own: LocalNode, nodes: Sequence[LocalNode], addresses: Sequence[str]) -> Iterator[None]:
    """Write the hosts file of a namespace, with the names that the cluster's DNS and the kubelet provide."""
    rows = ["127.0.0.1 localhost", "::1 localhost"]
    for node, address in zip(nodes, addresses, strict=True):
        known = [*dns_names(node.pod), *([node.pod.hostname or node.label] if node is own else [])]
        rows += [f"{address} {' '.join(known)}"] if known else []
    folder = _HOSTS / namespace
    folder.mkdir(parents=True)
    try:
        (folder / "hosts").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
        yield
    finally:
        shutil.rmtree(folder)


@contextmanager
def _mount_point(path: Path, *, is_file: bool) -> Iterator[None]:
    """Create a mount point if it doesn't exist, and remove the created file or folders on exit."""
    created = [folder for folder in reversed((path, *path.parents)) if not folder.exists()]
    for place in created:
        if place == path and is_file:
            place.touch()
        else:
            place.mkdir()
    try:
        yield
    finally:
        with suppress(OSError):  # another process has written a file to the folder
            for place in reversed(created):
                place.unlink() if place.is_file() else place.rmdir()


def _tool(name: str) -> str:
    return tool.find_program(name, _SYSTEM) or name


def _ip(*words: str) -> None:
    done = tool.run([_tool("ip"), *words])
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip() or f"status {done.returncode}"
        raise LocalError(f"`ip {' '.join(words)}`: {reason}", "leave `--netns` out where namespaces can't be made")
