"""What `render run` does."""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from render.cli import PROBLEMS
from render.cli._here import Here
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._single import single
from render.engine import EngineError, EngineName
from render.local.errors import LocalError
from render.local.manifested import holds_manifests, manifested
from render.pods.expansion import TooLongError
from render.source import STDIN


def run(
    *,
    path: str,
    files: Sequence[str],
    sets: Sequence[str],
    name: str | None,
    namespace: str,
    chart: str | None,
    wanted: EngineName | None,
    nodes: int | None,
    is_isolated: bool,
    seconds: float | None,
    has_preflight: bool,
    runtimes: Sequence[str],
    trainer: str,
) -> int:
    """Run a spec or a TrainJob here and return the run's exit status. Raises click.ClickException where it can't."""
    read_once(path, *files, *runtimes)
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)
        here = partial(Here, is_isolated=is_isolated, seconds=seconds, has_preflight=has_preflight)
        if holds_manifests(path):
            if files or sets:
                raise click.UsageError(f"`-f` and `--set` change specs, and `{path}` holds manifests")
            end = here(_folder(path)).start(manifested(path, request, runtimes, trainer, nodes))
        else:
            spec = single(path, "run")
            end = here(_folder(spec.file)).run(spec, request, nodes)
    except (EngineError, LocalError) as error:
        raise failed(error, error.hint) from error
    except TooLongError as error:
        raise failed(error, None) from error
    return PROBLEMS if end is None else end.status


def _folder(file: str) -> Path:
    return Path.cwd() if file == STDIN else Path(os.path.realpath(file)).parent
