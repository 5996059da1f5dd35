"""Network namespaces: each node its own interface, host name, hosts file and mounts, as a pod has them.

The switch that joins them is in a namespace of its own too: nothing of this machine's own network is touched, two runs
can't meet, and what goes with its namespace is gone for certain. There is no way out of it.
"""

import os
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from render import tool
from render.local.addresses import names
from render.local.errors import LocalError
from render.local.node import Node, Program
from render.local.running import Enter

_TOOLS = ("hostname", "ip", "mkdir", "mount", "sh", "unshare")
_HOSTS = Path("/etc/netns")
"""Where `ip netns` looks for the files of a namespace that stand over those of /etc."""
_SYSTEM = ("/usr/sbin", "/sbin")
"""Folders of programs for root, which not every PATH has."""


def require() -> None:
    """Raise LocalError where this machine or this user can't make namespaces."""
    if os.geteuid() != 0:
        raise LocalError("`--netns` makes network namespaces, which only root can do", "use `sudo`, or leave it out")
    if missing := [name for name in _TOOLS if tool.find(name, _SYSTEM) is None]:
        packages = "they are in `iproute2` and `util-linux`"
        raise LocalError(f"`--netns` needs {', '.join(f'`{name}`' for name in missing)}", packages)


@contextmanager
def namespaces(nodes: Sequence[Node], addresses: Sequence[str], interface: str) -> Iterator[Enter]:
    """Make a namespace a node, joined by a switch, and remove all of it at the end. Raises LocalError.

    `interface` is the name of the nodes' network interface.
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


def _entering(namespace: str, node: Node, program: Program) -> list[str]:
    """Return the command line that starts a program in its node; the shell ends in becoming the program."""
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
def _hosts_file(namespace: str, own: Node, nodes: Sequence[Node], addresses: Sequence[str]) -> Iterator[None]:
    """Say in a namespace which names the nodes have, as the cluster's DNS and the kubelet do."""
    rows = ["127.0.0.1 localhost", "::1 localhost"]
    for node, address in zip(nodes, addresses, strict=True):
        known = [*names(node.pod), *([node.pod.hostname or node.label] if node is own else [])]
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
    """Have something to mount over; what was not there before is removed again."""
    made = [folder for folder in reversed((path, *path.parents)) if not folder.exists()]
    for place in made:
        if place == path and is_file:
            place.touch()
        else:
            place.mkdir()
    try:
        yield
    finally:
        with suppress(OSError):  # somebody else has put something there
            for place in reversed(made):
                place.unlink() if place.is_file() else place.rmdir()


def _tool(name: str) -> str:
    return tool.find(name, _SYSTEM) or name


def _ip(*words: str) -> None:
    done = tool.run([_tool("ip"), *words])
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip() or f"status {done.returncode}"
        raise LocalError(f"`ip {' '.join(words)}`: {reason}", "leave `--netns` out where namespaces can't be made")
