"""NET111 nccl-variables-contradict: two NCCL variables contradict each other.

One of them requests what the other disables. NCCL stops, or silently uses the slower one. Such pairs appear when
variables for one plugin or machine are copied to another.

Source: https://github.com/NVIDIA/aicr/pull/422

Example:
    image: registry.example/train:1
    numNodes: 2
    env: {NCCL_NET: IB, NCCL_IB_DISABLE: "1"}
Use instead:
    image: registry.example/train:1
    numNodes: 2
    env: {NCCL_NET: IB}
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from render.problem import Severity
from render.programs.program import Program
from render.rules.rule import Finding, rule


class _Pair(NamedTuple):
    name: str
    value: str
    """The values that request a feature, as a regular expression."""
    other: str
    off: str
    """The values that disable it, as a regular expression."""
    effect: str


_PAIRS = (
    _Pair("NCCL_ALGO", r"(?i)(?!\^).*collnet.*", "NCCL_COLLNET_ENABLE", "0", "there is no such algorithm"),
    _Pair("NCCL_ALGO", r"(?i)(?!\^).*nvls.*", "NCCL_NVLS_ENABLE", "0", "there is no such algorithm"),
    _Pair("NCCL_IB_HCA", r".+", "NCCL_IB_DISABLE", "1", "the devices are not used"),
    _Pair("NCCL_IB_HCA", r".+", "NCCL_NET", "(?i)socket", "the devices are not used"),
    _Pair("NCCL_NET", r"IB", "NCCL_IB_DISABLE", "1", "NCCL has no network left"),
    _Pair("NCCL_P2P_LEVEL", r"(?!0$|LOC$).+", "NCCL_P2P_DISABLE", "1", "GPUs communicate through the host's memory"),
    _Pair("NCCL_FASTRAK_IFNAME", r".+", "NCCL_NVLS_ENABLE", "1", "the TCPXO plugin rejects it"),
    _Pair("NCCL_FASTRAK_IFNAME", r".+", "NCCL_PROTO", r"(?!Simple(,LL128)?$).+", "the TCPXO plugin rejects it"),
)


@rule(severity=Severity.WARNING, keys=tuple(pair.other for pair in _PAIRS))
def check(program: Program) -> Iterator[Finding]:
    """Report contradicting pairs among the variables that no script changes."""
    changed = {name for command in program.commands for name, _ in command.assignments}
    settings = {name: word for name, word in program.literals if word.is_literal and name not in changed}
    for pair in _PAIRS:
        one, other = settings.get(pair.name), settings.get(pair.other)
        if one is None or other is None:
            continue
        if re.fullmatch(pair.value, one.text) and re.fullmatch(pair.off, other.text):
            message = f"`{pair.other}={other.text}` contradicts `{pair.name}={one.text}`: {pair.effect}"
            yield Finding(other.path, message, "remove one of them")
