"""A key for the nodes of one run, in place of the one that a Secret has on the cluster."""

from pathlib import Path

from render import tool
from render.local.errors import LocalError

PRIVATE_KEY = "ssh-privatekey"
"""The key of a Secret of type kubernetes.io/ssh-auth."""


def make(file: Path) -> None:
    """Write a private key that opens nothing but this run's nodes. Raises LocalError, OSError."""
    if file.exists():
        return
    program = tool.find("ssh-keygen")
    if program is None:
        raise LocalError("`ssh-keygen` is not on this machine; the run's launcher needs ssh", "install OpenSSH")
    file.parent.mkdir(parents=True, exist_ok=True)
    tool.run([program, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", file]).check_returncode()
