"""What `render validate --server` adds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from render.cli._request import failed
from render.cluster import ClusterError, connect
from render.validation.file import Settings
from render.validation.result import Result
from render.validation.server.asking import Asker
from render.validation.server.stage import Stage


@dataclass(frozen=True, slots=True)
class Asking:
    """A server that is asked, or why there is none: what is found without one is told all the same."""

    stage: Stage | None
    failure: ClusterError | None = None

    @classmethod
    def of(cls, context: str | None, settings: Settings) -> "Asking":
        """Reach the server of a context."""
        try:
            client = connect(context)
            client.version()
        except ClusterError as error:
            return cls(None, error)
        return cls(Stage(Asker(client, settings.request.namespace), settings))

    def added(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results in their order, with what the server says. Raises EngineError."""
        yield from results if self.stage is None else self.stage.added(results)

    def ended(self, status: int) -> int:
        """Return the exit status. Raises click.ClickException where the server could not be asked everything."""
        failure = self.failure or (self.stage and self.stage.failure)
        if failure:
            raise failed(failure, failure.hint) from failure
        return status
