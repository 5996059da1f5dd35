"""The worker: a process with Helm's library, which answers the main process until that ends."""

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from select import select
from typing import IO, TYPE_CHECKING, Any, NoReturn

from render.engine.chart import Chart
from render.engine.release import EngineError, Release, RenderRejected, library_not_loaded
from render.engine.worker_client import Reply, receive, send

if TYPE_CHECKING:  # it would load the library
    from render.engine.helm_library import Variant


class Worker:
    """Helm's library in the worker."""

    def load(self) -> None:
        """Load the library, after the modules it uses: another thread is already loading it. Raises EngineError."""
        for name in ("logging", "tarfile", "gzip", "render.engine.manifest_order"):
            import_module(name)
        try:
            from render.engine.helm_library import HelmLibrary
        except Exception as error:
            raise library_not_loaded(error) from error
        self._backend = HelmLibrary()

    def prepare(self, variant: "Variant") -> None:
        """Load the bundled chart. Raises EngineError."""
        self._backend.load(Chart.bundled(), variant)

    def call(self, method: str, chart: str | None, positional: Sequence[Any], named: Mapping[str, bool]) -> Any:
        """Call a method of the backend, or `files` of this class. Raises RenderRejected, EngineError."""
        charts = [] if chart is None else [Chart(Path(chart))]
        return getattr(self if method == "files" else self._backend, method)(*charts, *positional, **named)

    def files(self, chart: Chart, releases: Sequence[Sequence[Any]], *, scripts: bool) -> Any:
        """Return the files of each release, or its rejections as plain data."""
        rendered = self._backend.files(chart, [Release(*release) for release in releases], scripts=scripts)
        return [one.plain() if isinstance(one, RenderRejected) else one for one in rendered]


def run_worker(questions: IO[bytes], answers: IO[bytes], variant: "Variant") -> NoReturn:
    """Answer until the main process ends, then exit without output: the main process reports errors."""
    library = Worker()
    try:
        send(answers, _outcome(library.load))
        if not select([questions], [], [], 0)[0]:  # no question is waiting yet
            _outcome(library.prepare, variant)  # a failure is reported when the chart is used
        while True:
            send(answers, _outcome(library.call, *receive(questions)))
    finally:
        os._exit(0)


def _outcome(function: Callable[..., Any], *arguments: Any) -> tuple[Any, ...]:
    try:
        return Reply.DONE, function(*arguments)
    except RenderRejected as refused:
        return Reply.REFUSED, *refused.plain()
    except EngineError as error:
        return Reply.FAILED, str(error), error.hint
    except Exception:  # noqa: BLE001 - raised in the main process
        import traceback

        return Reply.BROKEN, traceback.format_exc()
