"""The work of `render validate --server`: a dry run of every object."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from render.cli._request import command_error
from render.cluster import ClusterError, connect
from render.validation.inputs import Settings
from render.validation.result import Result
from render.validation.server.dry_run import ServerCheck
from render.validation.server.stage import Stage


@dataclass(frozen=True, slots=True)
class Asking:
    """A connection to an API server, or its failure, which is raised after the results without it are printed."""

    stage: Stage | None
    failure: ClusterError | None = None

    @classmethod
    def of(cls, context: str | None, settings: Settings) -> "Asking":
        """Connect to the cluster of a context."""
        try:
            client = connect(context)
            client.version()
        except ClusterError as error:
            return cls(None, error)
        return cls(Stage(ServerCheck(client, settings.request.namespace), settings))

    def added(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield the results in their order, with the problems that the server reports. Raises EngineError."""
        yield from results if self.stage is None else self.stage.add_findings(results)

    def ended(self, status: int) -> int:
        """Return the exit status. Raises click.ClickException if a request to the server failed."""
        failure = self.failure or (self.stage and self.stage.failure)
        if failure:
            raise command_error(failure) from failure
        return status
