"""What `render pods` does."""

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from render import engine
from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._report import report
from render.engine import Chart, EngineError, EngineName
from render.kube.gpus import gpus
from render.pods.environment import Sources
from render.pods.listing import pods
from render.pods.objects import find
from render.pods.pod import Pod, Start
from render.pods.value import Value
from render.problem import has_error
from render.source import STDIN
from render.spec import Request, overlays

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
    format_: str,
) -> int:
    """List the pods of a spec and return the exit status. Raises click.ClickException where it can't run."""
    if [path, *files].count(STDIN) > 1:
        raise click.UsageError("standard input (`-`) can be read once only")
    over, problems = overlays(files)
    report(problems, {document.file: document.content for document in over})
    if has_error(problems):
        return PROBLEMS
    try:
        request = Request(
            chart=Chart.bundled() if chart is None else Chart(Path(chart)),
            overlays=over,
            sets=tuple(sets),
            name=name,
            namespace=namespace,
            engine=engine.choose(wanted, sets),
        )
        found = find(path, request)
    except EngineError as error:
        raise click.ClickException(f"{error}\nhint: {error.hint}" if error.hint else str(error)) from error
    report(found.problems, found.sources)
    if has_error(found.problems):
        return PROBLEMS
    return _print(_FORMATS[format_](_started(pods(found.objects, namespace, found.domain))))


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


def _print(lines: Iterator[str]) -> int:
    try:
        sys.stdout.writelines(lines)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter's last flush must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return CLEAN
