"""What `render smoke run` does."""

from importlib.util import find_spec

import click

from render.cli import CLEAN, FAILED, PROBLEMS
from render.cli._here import Here
from render.cli._request import failed, requested
from render.engine import EngineError
from render.local.errors import LocalError
from render.smoke.log import MARK
from render.smoke.spec import Asked, scripts, spec

_FOUND = frozenset([20, 21, 22, 23])
"""Exit statuses of the test that are about the network: slow, wrong, unreachable, another transport."""
_INTERRUPTED = 128
"""From here on, a signal has ended the run."""

_PATIENCE_SECONDS = 15.0
"""More than rank 0 needs to tell what the others have found, too."""


def run(*, asked: Asked, is_isolated: bool) -> int:
    """Run the test on this machine and return the exit status. Raises click.ClickException where it can't."""
    copy = asked.json
    if copy is not None and not copy.absolute().parent.is_dir():
        raise click.ClickException(f"`--json {copy}`: there is no folder `{copy.parent}`")
    if find_spec("torch") is None:
        raise click.ClickException(
            "the test needs torch, which is not installed\nhint: install the build of torch that fits your GPUs"
        )
    try:
        request = requested((), sets=(), name=None, namespace="default", chart=None, wanted=None)
        here = Here(scripts(), is_isolated=is_isolated, patience_seconds=_PATIENCE_SECONDS, hidden=MARK)
        end = here.run(spec(asked), request)
    except (EngineError, LocalError) as error:
        raise failed(error, error.hint) from error
    return FAILED if end is None else _status(end.status)


def _status(status: int) -> int:
    if status == 0 or status > _INTERRUPTED:
        return status or CLEAN
    return PROBLEMS if status in _FOUND else FAILED
