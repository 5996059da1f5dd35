"""What `render pods` does."""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from render.cli import PROBLEMS
from render.cli._report import report
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._stdout import print_all
from render.engine import EngineError, EngineName
from render.kube.gpus import gpus
from render.pods.environment import Sources
from render.pods.expansion import TooLongError
from render.pods.listing import pods
from render.pods.objects import find
from render.pods.pod import Pod, Start
from render.pods.value import Value
from render.problem import has_error

MAX_BYTES = 32 * 2**20
"""Bytes of a list as JSON: 100,000 pods, as many as a Job can number, of 300 bytes each."""

Started = Iterable[tuple[Pod, Start]]


def run(
    *,
    path: str,
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    runtimes: Sequence[str],
    trainer: str,
    format_: str,
) -> int:
    """List the pods of a spec and return the exit status. Raises click.ClickException where it can't run."""
    read_once(path, *files, *runtimes)
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)
        found = find(path, request, runtimes, trainer)
    except EngineError as error:
        raise failed(error, error.hint) from error
    report(found.problems, found.sources)
    if has_error(found.problems):
        return PROBLEMS
    try:
        _require_size(_started(pods(found.objects, namespace, found.domain, most=1)))
        return print_all(_FORMATS[format_](_started(pods(found.objects, namespace, found.domain))))
    except TooLongError as error:
        raise click.ClickException(str(error)) from error


def _require_size(first: Started) -> None:
    """Refuse a list that nobody could read. `first` are the first pods of all roles: the others are as large.

    Raises click.ClickException.
    """
    sizes = [(pod.role.pods, len(json.dumps(_described(pod, start)))) for pod, start in first]
    if sum(count * size for count, size in sizes) > MAX_BYTES:
        count = sum(count for count, _ in sizes)
        raise click.ClickException(f"{count} pods: their list exceeds the limit of {MAX_BYTES} bytes")


def _started(found: Iterable[Pod]) -> Iterator[tuple[Pod, Start]]:
    """Yield each pod with what it starts. The pods of a role share where their variables come from."""
    sources: dict[int, Sources] = {}
    for pod in found:
        container = pod.container
        shared = sources.get(id(pod.role)) or sources.setdefault(id(pod.role), Sources.of(container, pod.config_maps))
        yield pod, pod.start(container, shared)


def _json(started: Started) -> Iterator[str]:
    """Yield a list, a pod a line. Schema: schemas/pods.json."""
    yield "["
    separator = "\n"
    for pod, start in started:
        yield separator + json.dumps(_described(pod, start), ensure_ascii=False)
        separator = ",\n"
    yield "\n]\n"


def _described(pod: Pod, start: Start) -> Mapping[str, Any]:
    return {
        "name": pod.name,
        "hostname": pod.hostname,
        "fqdn": pod.fqdn,
        "role": pod.role.name,
        "index": pod.index,
        "resources": pod.container.get("resources", {}),
        "command": start.command,
        "args": start.args,
        "env": dict(sorted(start.env.items())),
        "envFrom": start.env_from,
    }


def _text(started: Started) -> Iterator[str]:
    rows = [("NAME", "ROLE", "INDEX", "FQDN", "GPUS", "COMMAND"), *(_row(*one) for one in started)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n"


def _row(pod: Pod, start: Start) -> tuple[str, ...]:
    index = "-" if pod.index is None else str(pod.index)
    wanted = str(gpus(pod.container.get("resources", {})))
    command = shlex.join(map(_word, (*start.command, *start.args)))
    return pod.name, pod.role.name, index, pod.fqdn or "-", wanted, command


def _word(value: Value) -> str:
    return value if isinstance(value, str) else str(value["value"])


_FORMATS: Mapping[str, Callable[[Started], Iterator[str]]] = {"json": _json, "text": _text}
