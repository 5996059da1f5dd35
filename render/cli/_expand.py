"""The work of `render expand`."""

from collections.abc import Iterator, Sequence

from render.cli import PROBLEMS
from render.cli._output import print_all, print_status
from render.cli._request import command_error, reject_repeated_stdin
from render.engine import Chart, EngineError
from render.kube.schemas import Schemas
from render.manifests.paths import Data
from render.outputs import find
from render.source.yaml_writer import to_yaml
from render.spec import Request
from render.validation.expand import expand_files
from render.validation.inputs import Settings
from render.validation.result import Summary

_GENERATED = "# Trainer generates the keys in the cluster.\n"


def run(*, path: str, runtimes: Sequence[str], trainer: str) -> int:
    """Print the objects of a TrainJob and return the exit status. Raises click.ClickException."""
    reject_repeated_stdin(path, *runtimes)
    settings = Settings(Request(Chart.bundled()), Schemas(trainer=trainer))
    try:
        found = expand_files(path, runtimes, settings)
    except EngineError as error:
        raise command_error(error) from error
    for line in find("text")(iter(found.results), Summary()):
        print_status(line.removesuffix("\n"))
    status = print_all(_documents(found.objects))
    return PROBLEMS if found.is_refused else status


def _documents(objects: Sequence[Data]) -> Iterator[str]:
    for item in objects:
        yield "---\n"
        if item["kind"] == "Secret":
            yield _GENERATED
        yield to_yaml(item)
