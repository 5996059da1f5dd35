"""Helm's library in a process of its own, which loads it while this one loads everything else.

Both take about as long. The process must be forked before the library or any thread is there; it ends with this one.
"""

import marshal
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from select import select
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, NoReturn

from render.engine.chart import Chart
from render.engine.errors import EngineError, not_loaded
from render.engine.refusal import Refusal, Refused

if TYPE_CHECKING:  # it would load the library
    from render.engine.embedded import Variant

_started: list["Forked"] = []


def start(variant: "Variant") -> None:
    """Fork the process where the system can; `started` has it from then on.

    It loads our own chart as well, in the variant that is likely to be asked for.
    """
    if not hasattr(os, "fork"):
        return
    ours, theirs = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.close(ours[1])
        os.close(theirs[0])
        _serve(os.fdopen(ours[0], "rb"), os.fdopen(theirs[1], "wb"), variant)
    os.close(ours[0])
    os.close(theirs[1])
    _started.append(Forked(os.fdopen(ours[1], "wb"), os.fdopen(theirs[0], "rb")))


def started() -> "Forked | None":
    """Return the process where one was started; it may still be loading the library."""
    return _started[0] if _started else None


class Forked:
    """`Embedded`, in the other process."""

    def __init__(self, questions: IO[bytes], answers: IO[bytes]) -> None:
        """Take the two ends that are ours."""
        self._questions = questions
        self._answers = answers
        self._is_loading = True
        self._meanwhile: Callable[[], None] | None = None
        self._read: dict[str, dict[str, Any]] = {}
        """The values in the files of the last answer, read by the process that has rendered them."""

    def do_meanwhile(self, work: Callable[[], None]) -> None:
        """Do something once here, while the other process renders for the first time."""
        self._meanwhile = work

    def wait(self) -> None:
        """Wait until the library is there. Raises EngineError where it can't be loaded."""
        if self._is_loading:
            self._answer()
            self._is_loading = False

    def values(self, texts: Sequence[str], sets: Sequence[str]) -> dict[str, Any]:
        """See `render.engine.values`."""
        known = self._read.pop(texts[0], None) if len(texts) == 1 and not sets else None
        values: dict[str, Any] = known or self._ask("values", None, list(texts), list(sets))
        return values

    def template(
        self, chart: Chart, values: Mapping[str, Any], name: str, namespace: str, *, hooks: bool, schema: bool = True
    ) -> str:
        """See `render.engine.template`."""
        text: str = self._ask("template", chart, dict(values), name, namespace, hooks=hooks, schema=schema)
        return text

    def files(
        self, chart: Chart, values: Mapping[str, Any], name: str, namespace: str, *, scripts: bool
    ) -> dict[str, str]:
        """See `render.engine.files`."""
        self._send("files", chart, dict(values), name, namespace, scripts=scripts)
        if self._meanwhile is not None:
            with suppress(Exception):  # it fails again where it is needed, and is told there
                self._meanwhile()
            self._meanwhile = None
        files: dict[str, str]
        files, self._read = self._answer()
        return files

    def _ask(self, method: str, chart: Chart | None, *positional: Any, **named: bool) -> Any:
        self._send(method, chart, *positional, **named)
        return self._answer()

    def _send(self, method: str, chart: Chart | None, *positional: Any, **named: bool) -> None:
        try:
            _write(self._questions, (method, None if chart is None else str(chart.path), positional, named))
        except OSError as error:
            raise _ended() from error

    def _answer(self) -> Any:
        try:
            outcome, *answer = _read(self._answers)
        except (EOFError, OSError) as error:
            raise _ended() from error
        match outcome:
            case _Outcome.REFUSED:
                raise Refused([Refusal(*reason) for reason in answer])
            case _Outcome.FAILED:
                raise EngineError(answer[0], hint=answer[1])
            case _Outcome.BROKEN:
                raise RuntimeError(answer[0])
        return answer[0]


class _Outcome:
    """What comes first in an answer."""

    DONE = "done"
    REFUSED = "refused"
    FAILED = "failed"
    BROKEN = "broken"


class _Library:
    """What the other process has."""

    def load(self) -> None:
        """Load it, beside the modules that use it. Raises EngineError."""
        library = Thread(target=_import, args=("helm_python",))
        library.start()
        for name in ("render.engine.order", "render.engine.refusal_text", "tempfile"):
            import_module(name)
        library.join()
        try:
            from render.engine.embedded import Embedded
        except Exception as error:
            raise not_loaded(error) from error
        self._backend = Embedded()

    def prepare(self, variant: "Variant") -> None:
        """Load our own chart. Raises EngineError."""
        self._backend.load(Chart.bundled(), variant)

    def call(self, method: str, chart: str | None, positional: Sequence[Any], named: Mapping[str, bool]) -> Any:
        """Call a method of the backend. Raises Refused, EngineError."""
        charts = [] if chart is None else [Chart(Path(chart))]
        answer = getattr(self._backend, method)(*charts, *positional, **named)
        return (answer, dict(self._read(answer.values()))) if method == "files" else answer

    def _read(self, files: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what can be read of files."""
        for text in filter(str.strip, files):
            with suppress(Refused):
                yield text, self._backend.values([text], [])


def _serve(questions: IO[bytes], answers: IO[bytes], variant: "Variant") -> NoReturn:
    """Answer until the other process ends, and end silently: it is the one to tell the user."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    library = _Library()
    try:
        _write(answers, _outcome(library.load))
        if not select([questions], [], [], 0)[0]:  # nobody is waiting yet
            _outcome(library.prepare, variant)  # what fails here is told to who asks for it
        while True:
            _write(answers, _outcome(library.call, *_read(questions)))
    finally:
        os._exit(0)


def _import(name: str) -> None:
    with suppress(Exception):  # who imports it next is told
        import_module(name)


def _outcome(function: Callable[..., Any], *arguments: Any) -> tuple[Any, ...]:
    try:
        return _Outcome.DONE, function(*arguments)
    except Refused as refused:
        return _Outcome.REFUSED, *((reason.pointer, reason.message, reason.hint) for reason in refused.refusals)
    except EngineError as error:
        return _Outcome.FAILED, str(error), error.hint
    except Exception:  # noqa: BLE001 - raised in the other process
        import traceback

        return _Outcome.BROKEN, traceback.format_exc()


def _ended() -> EngineError:
    return EngineError("Helm's library has ended unexpectedly", hint="use `--engine helm`")


def _write(stream: IO[bytes], message: tuple[Any, ...]) -> None:
    marshal.dump(message, stream)
    stream.flush()


def _read(stream: IO[bytes]) -> Any:
    return marshal.load(stream)  # noqa: S302 - written by a process of our own
