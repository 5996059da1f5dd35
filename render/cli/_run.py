"""What `render run` does."""

from collections.abc import Sequence
from pathlib import Path

from render.cli import PROBLEMS
from render.cli._here import Here
from render.cli._request import failed, overlaid, read_once, requested
from render.cli._single import single
from render.engine import EngineError, EngineName
from render.local.errors import LocalError
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
) -> int:
    """Run a spec on this machine and return the run's exit status. Raises click.ClickException where it can't."""
    read_once(path, *files)
    over = overlaid(files)
    if over is None:
        return PROBLEMS
    try:
        request = requested(over, sets=sets, name=name, namespace=namespace, chart=chart, wanted=wanted)
        spec = single(path, "run")
        code = Path.cwd() if path == STDIN else Path(spec.file).resolve().parent
        here = Here(code, is_isolated=is_isolated, seconds=seconds, has_preflight=has_preflight)
        end = here.run(spec, request, nodes)
    except (EngineError, LocalError) as error:
        raise failed(error, error.hint) from error
    return PROBLEMS if end is None else end.status
