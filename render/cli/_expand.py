"""What `render expand` does."""

from collections.abc import Iterator, Sequence

from render.cli import PROBLEMS
from render.cli._report import say
from render.cli._request import failed, read_once
from render.cli._stdout import print_all
from render.engine import Chart, EngineError
from render.kube.schemas import Schemas
from render.manifests.places import Data
from render.outputs import find
from render.source.write import block
from render.spec import Request
from render.validation.expanding import expanded
from render.validation.file import Settings
from render.validation.result import Summary

_GENERATED = "# Trainer generates the keys in the cluster.\n"


def run(*, path: str, runtimes: Sequence[str], trainer: str) -> int:
    """Print what comes of a TrainJob and return the exit status. Raises click.ClickException where it can't run."""
    read_once(path, *runtimes)
    settings = Settings(Request(Chart.bundled()), Schemas(trainer=trainer))
    try:
        found = expanded(path, runtimes, settings)
    except EngineError as error:
        raise failed(error, error.hint) from error
    for line in find("text")(iter(found.results), Summary()):
        say(line.removesuffix("\n"))
    status = print_all(_documents(found.objects))
    return PROBLEMS if found.is_refused else status


def _documents(objects: Sequence[Data]) -> Iterator[str]:
    for item in objects:
        yield "---\n"
        if item["kind"] == "Secret":
            yield _GENERATED
        yield block(item)
