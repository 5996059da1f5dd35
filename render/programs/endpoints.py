"""Rendezvous addresses in command lines and variables."""

from collections.abc import Iterator

from render.programs.openclip import is_openclip
from render.programs.program import Program
from render.programs.shell import Word

_OPTIONS = ("main_process_ip", "master_addr", "rdzv_endpoint")
_URLS = ("dist_url", "init_method")
"""Options of programs for `init_process_group`, such as `tcp://HOST:PORT`."""
_OVERWRITTEN = "MASTER_ADDR"
_PORT_OPTIONS = frozenset({"main_process_port", "master_port", "rdzv_endpoint"})
_PORT_VARIABLES = ("MASTER_PORT", "PET_MASTER_PORT", "PET_RDZV_ENDPOINT")
_VARIABLES = ("JAX_COORDINATOR_ADDRESS", "MASTER_ADDR", "PADDLE_MASTER", "PET_MASTER_ADDR", "PET_RDZV_ENDPOINT")

PLACES = (*_OPTIONS, *_URLS, *_VARIABLES)
"""Options and variables that hold a rendezvous address."""


def rendezvous_endpoints(program: Program) -> Iterator[tuple[Word, str, str]]:
    """Yield each literal address: its word, the option or variable, and the host."""
    for found in program.launches:
        for name in _OPTIONS:
            option = found.options.get(name)
            if option is not None and option.value is not None:
                yield option.value, f"--{name}", _host(option.value.text)
        for name in _URLS:
            option = found.program_options.get(name)
            text = option.value.text if option is not None and option.value is not None else ""
            if option is not None and option.value is not None and text.startswith("tcp://") and not is_openclip(found):
                yield option.value, option.flag.text.partition("=")[0], _host(text.removeprefix("tcp://"))
        yield from ((word, name, _host(word.text)) for name, word in found.exports if name in _VARIABLES)
    for name, word in program.variables:
        if name in _VARIABLES and not (name == _OVERWRITTEN and _is_overwritten(program)):
            yield word, name, _host(word.text)


def rendezvous_ports(program: Program) -> frozenset[str]:
    """Return the rendezvous ports that a program sets."""
    preset = (program.preset.get(name) for name in _PORT_VARIABLES)
    written = (word.text for _, word in program.values_of(*_PORT_VARIABLES))
    options = (
        found.options[name].literal for found in program.launches for name in _PORT_OPTIONS & found.options.keys()
    )
    return frozenset(address.rpartition(":")[2] for address in (*preset, *written, *options) if address)


def _is_overwritten(program: Program) -> bool:
    """Return True if torchrun overwrites the variable for its processes."""
    launches = tuple(program.launched_by("torchrun"))
    values = (option.value for found in launches for option in found.options.values())
    return bool(launches) and not any(_OVERWRITTEN in value.text for value in values if value is not None)


def _host(endpoint: str) -> str:
    """Return the host of an endpoint."""
    if endpoint.startswith("["):
        return endpoint[1:].partition("]")[0]
    head, colon, port = endpoint.rpartition(":")
    return head if colon and ":" not in head and port.isdecimal() else endpoint
