"""Helm's library in the worker, a process that loads it while this process loads everything else.

Both take about the same time. The worker starts before anything else (`render.process`), and ends with this process.
Messages are tuples of plain data, over pipes.
"""

import marshal
import os
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Any

from render.engine.chart import Chart
from render.engine.release import EngineError, Release, Rendered, RenderRejected


class Reply:
    """The first item of an answer."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    BROKEN = "broken"


def send(stream: IO[bytes], message: tuple[Any, ...]) -> None:
    """Send a message. Raises OSError if the pipe has no reader."""
    marshal.dump(message, stream)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Return the next message. Raises EOFError or OSError if the pipe has no writer any more."""
    return marshal.load(stream)  # noqa: S302 - written by a process of our own


_started: list["WorkerClient"] = []


def connect_worker(questions: int, answers: int) -> None:
    """Connect to a worker that has been started, by its file descriptors; `find_worker` returns it from then on."""
    _started.append(WorkerClient(os.fdopen(questions, "wb"), os.fdopen(answers, "rb")))


def find_worker() -> "WorkerClient | None":
    """Return the worker, which may still be loading the library, or None if none was started."""
    return _started[0] if _started else None


class WorkerClient:
    """A `HelmLibrary` in the worker."""

    def __init__(self, questions: IO[bytes], answers: IO[bytes]) -> None:
        """Use this process's ends of the two pipes."""
        self._questions = questions
        self._answers = answers
        self._is_loading = True

    def wait(self) -> None:
        """Wait until the library is loaded. Raises EngineError if it can't be loaded."""
        if self._is_loading:
            self._answer()
            self._is_loading = False

    def values(self, texts: Sequence[str], sets: Sequence[str]) -> dict[str, Any]:
        """See `render.engine.merge_values`."""
        values: dict[str, Any] = self._call("values", None, list(texts), list(sets))
        return values

    def template(
        self, chart: Chart, values: Mapping[str, Any], name: str, namespace: str, *, hooks: bool, schema: bool = True
    ) -> str:
        """See `render.engine.template`."""
        text: str = self._call("template", chart, dict(values), name, namespace, hooks=hooks, schema=schema)
        return text

    def files(
        self,
        chart: Chart,
        releases: Sequence[Release],
        *,
        scripts: bool,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> list[Rendered]:
        """See `render.engine.render_files`."""
        plain = [(dict(release.values), release.name, release.namespace) for release in releases]
        self._send("files", chart, plain, scripts=scripts)
        try:
            meanwhile()
        finally:
            rendered = self._answer()
        return [RenderRejected.of(one) if isinstance(one, list) else one for one in rendered]

    def _call(self, method: str, chart: Chart | None, *positional: Any, **named: bool) -> Any:
        self._send(method, chart, *positional, **named)
        return self._answer()

    def _send(self, method: str, chart: Chart | None, *positional: Any, **named: bool) -> None:
        try:
            send(self._questions, (method, None if chart is None else str(chart.path), positional, named))
        except OSError as error:
            raise _ended() from error

    def _answer(self) -> Any:
        try:
            outcome, *answer = receive(self._answers)
        except (EOFError, OSError) as error:
            raise _ended() from error
        match outcome:
            case Reply.REFUSED:
                raise RenderRejected.of(answer)
            case Reply.FAILED:
                raise EngineError(answer[0], hint=answer[1])
            case Reply.BROKEN:
                raise RuntimeError(answer[0])
        return answer[0]


def _ended() -> EngineError:
    return EngineError("Helm's library has ended unexpectedly", hint="use `--engine helm`")
