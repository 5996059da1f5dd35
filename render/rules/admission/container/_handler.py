"""Check the handler of a probe or a lifecycle hook."""

from collections.abc import Iterator

from render.kube.formats import names
from render.manifests.paths import Data
from render.rules.admission._field_errors import each_invalid, forbidden, invalid, required
from render.rules.rule import Finding
from render.schema_errors.error import Path

DEFAULT_GRACE = 30
"""The default of a pod's `terminationGracePeriodSeconds`."""


def check_handler(
    path: Path, handler: Data, choices: tuple[str, ...], grace: int | None = DEFAULT_GRACE
) -> Iterator[Finding]:
    """Yield a finding for each fault of a handler. `grace` is the pod's termination grace period in seconds."""
    chosen = [choice for choice in choices if choice in handler]
    if not chosen:
        yield required(path, "must specify a handler type", f"set one of {', '.join(choices)}")
        return
    yield from (forbidden((*path, choice), "may not specify more than 1 handler type") for choice in chosen[1:])
    action, place = handler[chosen[0]], (*path, chosen[0])
    match chosen[0]:
        case "exec":
            if not action.get("command"):
                yield required((*place, "command"))
        case "httpGet":
            yield from _check_port((*place, "port"), action.get("port", 0))
            for header in action.get("httpHeaders", ()):
                name = header.get("name", "")
                yield from each_invalid((*place, "httpHeaders"), name, names.header_errors(name))
        case "tcpSocket":
            yield from _check_port((*place, "port"), action.get("port", 0))
        case "sleep":
            seconds = action.get("seconds", 0)
            if grace is not None and not 0 <= seconds <= grace:
                why = f"must be non-negative and less than terminationGracePeriodSeconds ({grace})"
                yield invalid((*place, "seconds"), seconds, why)


def _check_port(path: Path, port: int | str) -> Iterator[Finding]:
    if isinstance(port, str):
        yield from each_invalid(path, port, names.port_name_errors(port))
    elif not 1 <= port <= 65535:
        yield invalid(path, port, "must be between 1 and 65535, inclusive")
