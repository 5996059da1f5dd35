"""Where a program says that its first node is."""

from collections.abc import Iterator

from render.programs.program import Program
from render.programs.shell import Word

_OPTIONS = ("main_process_ip", "master_addr", "rdzv_endpoint")
_OVERWRITTEN = "MASTER_ADDR"
_PORT_OPTIONS = frozenset({"main_process_port", "master_port", "rdzv_endpoint"})
_PORT_VARIABLES = ("MASTER_PORT", "PET_MASTER_PORT", "PET_RDZV_ENDPOINT")
_VARIABLES = ("MASTER_ADDR", "PET_MASTER_ADDR", "PET_RDZV_ENDPOINT")

PLACES = (*_OPTIONS, *_VARIABLES)
"""The options and variables that hold an address."""


def endpoints(program: Program) -> Iterator[tuple[Word, str, str]]:
    """Yield each address that is written: its word, what says it, and the host."""
    for found in program.launches:
        for name in _OPTIONS:
            option = found.options.get(name)
            if option is not None and option.value is not None:
                yield option.value, f"--{name}", _host(option.value.text)
    for name, word in program.variables:
        if name in _VARIABLES and not (name == _OVERWRITTEN and _is_overwritten(program)):
            yield word, name, _host(word.text)


def ports(program: Program) -> frozenset[str]:
    """Return the ports at which a program says that its first node listens."""
    given = (program.given.get(name) for name in _PORT_VARIABLES)
    written = (word.text for _, word in program.values_of(*_PORT_VARIABLES))
    options = (
        found.options[name].literal for found in program.launches for name in _PORT_OPTIONS & found.options.keys()
    )
    return frozenset(said.rpartition(":")[2] for said in (*given, *written, *options) if said)


def _is_overwritten(program: Program) -> bool:
    """Say whether torchrun gives its processes another first node than the variable names."""
    launches = tuple(program.launched_by("torchrun"))
    values = (option.value for found in launches for option in found.options.values())
    return bool(launches) and not any(_OVERWRITTEN in value.text for value in values if value is not None)


def _host(endpoint: str) -> str:
    """Return an endpoint without its port."""
    if endpoint.startswith("["):
        return endpoint[1:].partition("]")[0]
    head, colon, port = endpoint.rpartition(":")
    return head if colon and ":" not in head and port.isdecimal() else endpoint
