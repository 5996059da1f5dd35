"""The options of the test and the place of this process: the arguments and the launcher's variables."""

from __future__ import annotations

import argparse
from dataclasses import asdict, dataclass, field
from typing import Any, Mapping, NoReturn, Sequence

import smoke_sizes as sizes
from smoke_arithmetic import FACTORS
from smoke_pattern import EXACT, REDUCE

FABRICS = ("none", "sockets", "infiniband", "roce", "efa", "tcpx", "tcpxo", "gib", "nvlink")


UID = "RENDER_RUN_UID"
LABEL = "batch.kubernetes.io/controller-uid"


class MisconfiguredError(Exception):
    """The options or the launcher's variables are invalid."""


@dataclass(frozen=True)
class Plan:
    """The options of every process; sizes in bytes, busbw in GB/s, `timeout` in seconds per phase."""

    backend: str
    collective: str
    min_bytes: int
    max_bytes: int | None
    step_factor: int
    warmup: int
    iterations: int
    cycles: int
    dtype: str
    operation: str
    min_busbw: float | None
    gate_bytes: int
    fabric: str
    gpu: str | None
    timeout: float
    diagnose: str
    nodes: int | None
    procs: int | None
    run: str
    json: str | None

    def options(self) -> dict[str, Any]:
        """Return the options that must be the same in all processes."""
        return {name: value for name, value in asdict(self).items() if name != "json"}


@dataclass(frozen=True)
class Place:
    """The place of this process, from torchrun's variables; `node` and `procs` are None if not set."""

    rank: int
    world: int
    local: int
    node: int | None
    procs: int | None
    address: str
    port: int
    attempt: str
    agent: bool
    uid: str = field(repr=False)

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> Place:
        """Read the launcher's variables. Raises MisconfiguredError."""
        number = _Numbers(environ)
        rank, world = number.needed("RANK"), number.needed("WORLD_SIZE")
        if rank >= world:
            raise MisconfiguredError(f"RANK must be less than WORLD_SIZE ({world}), got {rank}")
        address = environ.get("MASTER_ADDR")
        if not address:
            raise MisconfiguredError("MASTER_ADDR is not set")
        return cls(
            rank,
            world,
            number.get("LOCAL_RANK") or 0,
            number.get("GROUP_RANK"),
            number.get("LOCAL_WORLD_SIZE"),
            address,
            number.needed("MASTER_PORT"),
            environ.get("TORCHELASTIC_RESTART_COUNT", "0"),
            # torchrun's own process has the port then.
            environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True",
            run_uid(environ),
        )


@dataclass(frozen=True)
class _Numbers:
    environ: Mapping[str, str]

    def get(self, name: str) -> int | None:
        value = self.environ.get(name)
        if value is not None and not value.isdigit():
            raise MisconfiguredError(f"{name} must be a number, got `{value}`")
        return None if value is None else int(value)

    def needed(self, name: str) -> int:
        value = self.get(name)
        if value is None:
            raise MisconfiguredError(f"{name} is not set: use torchrun or smoke_node.py to start the test")
        return value


def run_uid(environ: Mapping[str, str]) -> str:
    """Return the UID by which the processes of this test authenticate each other. Raises MisconfiguredError."""
    uid = environ.get(UID)
    if not uid:
        raise MisconfiguredError(
            f"{UID} is not set: the chart takes it from the pod's label {LABEL}, which Kubernetes 1.27 and later write;"
            " without the chart, set it to a secret text, the same for all processes"
        )
    return uid


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise MisconfiguredError(message)


def read(arguments: Sequence[str]) -> Plan:
    """Read the command line. Raises MisconfiguredError."""
    parser = _Parser(prog="smoke", description="Measure and check the network between the processes of a run.")
    parser.add_argument("--backend", choices=["auto", "nccl", "gloo"], default="auto")
    parser.add_argument("--collective", choices=list(FACTORS), default="all_reduce")
    parser.add_argument("--min-bytes", type=_size, default=8, metavar="BYTES")
    parser.add_argument("--max-bytes", type=_size, metavar="BYTES", help="default: 8Gi on GPUs, 64Mi on CPUs")
    parser.add_argument("--step-factor", type=_at_least(2), default=2)
    parser.add_argument("--warmup", type=_at_least(0), default=5, help="calls that do not count")
    parser.add_argument("--iterations", type=_at_least(1), default=20, help="calls that are timed")
    parser.add_argument("--cycles", type=_at_least(1), default=1, help="how often a size is measured")
    parser.add_argument("--dtype", choices=list(EXACT), default="float32")
    parser.add_argument("--operation", choices=list(REDUCE), default="sum")
    parser.add_argument("--min-busbw", type=_amount, metavar="GBPS", help="floor of the peak busbw")
    parser.add_argument("--gate-bytes", type=_size, default=2**30, help="smallest size that the floor applies to")
    parser.add_argument("--fabric", choices=FABRICS, default="none", help="required transport between nodes")
    parser.add_argument("--gpu", help="name of the GPUs in busbw.json; default: as the driver names them")
    parser.add_argument("--timeout", type=_amount, default=300.0, metavar="SECONDS", help="of each phase")
    parser.add_argument("--diagnose", choices=["auto", "always", "never"], default="auto", help="auto: below the floor")
    parser.add_argument("--nodes", type=_at_least(1), help="required number of nodes")
    parser.add_argument("--procs", type=_at_least(1), help="required processes per node")
    parser.add_argument("--run", default="", metavar="NAME")
    parser.add_argument("--json", metavar="FILE", help="a copy of the result")
    plan = Plan(**vars(parser.parse_args(arguments)))
    if plan.max_bytes is not None and plan.max_bytes < plan.min_bytes:
        raise MisconfiguredError("--max-bytes is less than --min-bytes")
    return plan


def termination_log(environ: Mapping[str, str]) -> str:
    """Return the file of the termination message."""
    return environ.get("TERMINATION_MESSAGE_PATH") or "/dev/termination-log"


def _size(text: str) -> int:
    try:
        return sizes.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _amount(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be greater than 0, got `{text}`")
    return value


def _at_least(least: int) -> Any:
    def number(text: str) -> int:
        if not text.isdigit() or int(text) < least:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {least}, got `{text}`")
        return int(text)

    return number
