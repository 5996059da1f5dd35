"""The network that carries the data between nodes, from NCCL's own log: settings alone prove nothing."""

from __future__ import annotations

import os
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, MutableMapping, Sequence

# `Using network X` is NCCL's choice, `via NET/X/0` and `via COLLNET/X/0` the network of a channel.
CHOSEN = re.compile(r"NCCL INFO Using network (.+?)\s*$", re.MULTILINE)
CHANNEL = re.compile(r"\bvia (?:NET|COLLNET)/([^/\n]+)/\d+")
# NVLink between nodes: GPUs of a rack map each other's memory, and no network carries the data.
LINKED = "MNNVL"
LINK = re.compile(r"\bvia P2P/MNNVL\b")
# NET/IB is both; each card has its link layer: `[0]mlx5_0:1/RoCE [1]mlx5_1:1/IB/SHARP`. A plug-in without one
# (`IB` remains) is accepted as either: both are RDMA.
LINK_LAYER = re.compile(r"\[\d+\]\S+:\d+/(IB|RoCE)\b")
IB = re.compile(r"IB(ext.*)?|NCCL RDMA Plugin.*|SHARP", re.IGNORECASE)

NETWORKS: dict[str, re.Pattern[str]] = {
    "sockets": re.compile(r"Socket|TCP"),
    "infiniband": re.compile(r"InfiniBand|SHARP|IB(ext.*)?"),
    "roce": re.compile(r"RoCE|IB(ext.*)?"),
    "efa": re.compile(r"(AWS )?Libfabric( \(efa\))?", re.IGNORECASE),
    "tcpx": re.compile(r"GPUDirectTCPX(_v\d+)?"),
    "tcpxo": re.compile(r"FasTrak.*", re.IGNORECASE),
    "gib": re.compile(r"gIB.*", re.IGNORECASE),
    "nvlink": re.compile(LINKED),
}
NAMES = {
    "sockets": "sockets",
    "infiniband": "InfiniBand",
    "roce": "RoCE",
    "efa": "EFA",
    "nvlink": "NVLink between nodes (MNNVL)",
}


@dataclass(frozen=True)
class Transport:
    """The required network, the one in use, and whether that is proven."""

    wanted: str | None
    seen: str | None
    proven: bool


def name(fabric: str) -> str:
    """Return the display name of a fabric."""
    return NAMES.get(fabric, {"gib": "gIB"}.get(fabric, fabric.upper()))


def networks(log: str) -> list[str]:
    """Return the networks that a log shows: those of the channels, or NCCL's choice before there is a channel."""
    layers = sorted(set(LINK_LAYER.findall(log)))
    linked = [LINKED] if LINK.search(log) else []
    found = linked + CHANNEL.findall(log) or CHOSEN.findall(log)
    return sorted({_with_layer(network, layers) for network in found})


def check_transport(fabric: str, seen: Sequence[Sequence[str]], nodes: int) -> Transport:
    """Compare the networks that each process saw with the one that is wanted."""
    used = sorted({network for own in seen for network in own})
    shown = ", ".join(used) or None
    if fabric == "none":
        return Transport(None, shown, proven=False)
    is_named = any(network != LINKED or fabric == "nvlink" for network in used)
    fits = is_named and all(own and _fits(fabric, own) for own in seen)
    return Transport(fabric, shown, proven=fits and nodes > 1)


def _fits(fabric: str, own: Sequence[str]) -> bool:
    """Return True if a process uses no other network; between racks NVLink within each of them is used as well."""
    others = [network for network in own if network != LINKED or fabric == "nvlink"]
    return all(NETWORKS[fabric].fullmatch(network) for network in others)


def refusal(transport: Transport, seen: Sequence[Sequence[str]], nodes: int, backend: str = "NCCL") -> str | None:
    """Return why the transport fails the test, else None. Within one node no network is used."""
    if transport.wanted is None or transport.proven or nodes == 1:
        return None
    wanted = name(transport.wanted)
    strangers = [rank for rank, own in enumerate(seen) if not _fits(transport.wanted, own)]
    if not strangers:
        return f"wanted {wanted}, but NCCL's log does not name the network"
    where = "" if len(strangers) == len(seen) else f" on rank {strangers[0]}"
    return f"wanted {wanted}, {backend} used {', '.join(seen[strangers[0]])}{where}"


class Log:
    """NCCL's log of this process, in a file of ours; NCCL reads the variables when it first communicates."""

    def __init__(self) -> None:
        """Create an empty log."""
        self._is_debugging = False
        self._path: Path | None = None

    def enable(self, environ: MutableMapping[str, str]) -> None:
        """Enable NCCL's log. It stays empty if the folder is not writable."""
        self._is_debugging = "NCCL_DEBUG" in environ
        with suppress(OSError):
            handle, path = tempfile.mkstemp(prefix="nccl-", suffix=".log")
            os.close(handle)
            self._path = Path(path)
            environ.update(variables(environ, path))

    def text(self) -> str:
        """Return the log so far."""
        return self._path.read_text(encoding="utf-8", errors="replace") if self._path else ""

    def remove(self) -> str:
        """Remove the file; return its content if the user enabled the log, too."""
        text = self.text() if self._is_debugging else ""
        if self._path:
            self._path.unlink()
            self._path = None
        return text


def variables(environ: Mapping[str, str], path: str) -> dict[str, str]:
    """Return the variables that make NCCL write its network to a file; a more verbose level is kept."""
    level = environ.get("NCCL_DEBUG", "").upper()
    subsystems = environ.get("NCCL_DEBUG_SUBSYS") if level else None
    parts = [*(subsystems.split(",") if subsystems and not subsystems.startswith("^") else []), "INIT", "NET"]
    return {
        "NCCL_DEBUG": level if level == "TRACE" else "INFO",
        "NCCL_DEBUG_SUBSYS": ",".join(dict.fromkeys(parts)),
        "NCCL_DEBUG_FILE": path,
    }


def _with_layer(network: str, layers: Sequence[str]) -> str:
    """Return the link layer if the network is NCCL's own for InfiniBand and RoCE cards."""
    if not IB.fullmatch(network) or network == "SHARP" or not layers:
        return network
    return " and ".join({"IB": "InfiniBand", "RoCE": "RoCE"}[layer] for layer in layers)
