"""The process that has Helm's library: it answers the other one until that ends."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain
from pathlib import Path
from select import select
from typing import IO, TYPE_CHECKING, Any, NoReturn

from render.engine.chart import Chart
from render.engine.errors import EngineError, not_loaded
from render.engine.refusal import Refused
from render.engine.release import Release
from render.engine.wire import Outcome, read, write

if TYPE_CHECKING:  # it would load the library
    from render.engine.embedded import Variant


class _Library:
    """What the other process has."""

    def load(self) -> None:
        """Load it, after the modules that use it: another thread is loading the library. Raises EngineError."""
        for name in ("logging", "tarfile", "gzip", "render.engine.order"):
            import_module(name)
        try:
            from render.engine.embedded import Embedded
        except Exception as error:
            raise not_loaded(error) from error
        self._backend = Embedded()

    def prepare(self, variant: "Variant") -> None:
        """Load our own chart. Raises EngineError."""
        self._backend.load(Chart.bundled(), variant)

    def call(self, method: str, chart: str | None, positional: Sequence[Any], named: Mapping[str, bool]) -> Any:
        """Call a method of the backend; `files` tells more here. Raises Refused, EngineError."""
        charts = [] if chart is None else [Chart(Path(chart))]
        return getattr(self if method == "files" else self._backend, method)(*charts, *positional, **named)

    def files(self, chart: Chart, releases: Sequence[Sequence[Any]], *, scripts: bool) -> Any:
        """Return the files of each release, or the reasons why not; and what can be read of them, by text."""
        rendered = self._backend.files(chart, [Release(*release) for release in releases], scripts=scripts)
        texts = chain.from_iterable(files.values() for files in rendered if not isinstance(files, Refused))
        plain = [one.plain() if isinstance(one, Refused) else one for one in rendered]
        return plain, dict(self._read(texts))

    def _read(self, texts: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what can be read of rendered files."""
        for text in filter(str.strip, texts):
            with suppress(Refused):
                yield text, self._backend.values([text], [])


def serve(questions: IO[bytes], answers: IO[bytes], variant: "Variant") -> NoReturn:
    """Answer until the other process ends, and end silently: it is the one to tell the user."""
    library = _Library()
    try:
        write(answers, _outcome(library.load))
        if not select([questions], [], [], 0)[0]:  # nobody is waiting yet
            _outcome(library.prepare, variant)  # what fails here is told to who asks for it
        while True:
            write(answers, _outcome(library.call, *read(questions)))
    finally:
        os._exit(0)


def _outcome(function: Callable[..., Any], *arguments: Any) -> tuple[Any, ...]:
    try:
        return Outcome.DONE, function(*arguments)
    except Refused as refused:
        return Outcome.REFUSED, *refused.plain()
    except EngineError as error:
        return Outcome.FAILED, str(error), error.hint
    except Exception:  # noqa: BLE001 - raised in the other process
        import traceback

        return Outcome.BROKEN, traceback.format_exc()
