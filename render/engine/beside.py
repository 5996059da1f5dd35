"""Helm's library in a process of its own, which loads it while this one loads everything else.

Both take about as long. It is started before anything else (`render.process`), and ends with this one.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from select import select
from typing import IO, Any

from render.engine.chart import Chart
from render.engine.errors import EngineError
from render.engine.refusal import Refused
from render.engine.release import Release, Rendered
from render.engine.wire import Outcome, read, write

_started: list["Beside"] = []


def connect(questions: int, answers: int) -> None:
    """Talk to a process that has been started, by its file descriptors; `started` has it from then on."""
    _started.append(Beside(os.fdopen(questions, "wb"), os.fdopen(answers, "rb")))


def started() -> "Beside | None":
    """Return the process where one was started; it may still be loading the library."""
    return _started[0] if _started else None


class Beside:
    """`Embedded`, in the other process."""

    def __init__(self, questions: IO[bytes], answers: IO[bytes]) -> None:
        """Take the two ends that are ours."""
        self._questions = questions
        self._answers = answers
        self._is_loading = True
        self._steps: Iterator[object] = iter(())
        self._read: dict[str, dict[str, Any]] = {}
        """The values in the files of the last answer, read by the process that has rendered them."""

    def do_meanwhile(self, steps: Iterator[object]) -> None:
        """Take these steps here while the other process is awaited, each once, and before those that are left.

        None of them may ask the engine, which is busy with another question.
        """
        self._steps = chain(steps, self._steps)

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

    def files(self, chart: Chart, releases: Sequence[Release], *, scripts: bool) -> list[Rendered]:
        """See `render.engine.files`."""
        plain = [(dict(release.values), release.name, release.namespace) for release in releases]
        rendered, self._read = self._ask("files", chart, plain, scripts=scripts)
        return [Refused.of(one) if isinstance(one, list) else one for one in rendered]

    def _ask(self, method: str, chart: Chart | None, *positional: Any, **named: bool) -> Any:
        self._send(method, chart, *positional, **named)
        return self._answer()

    def _send(self, method: str, chart: Chart | None, *positional: Any, **named: bool) -> None:
        try:
            write(self._questions, (method, None if chart is None else str(chart.path), positional, named))
        except OSError as error:
            raise _ended() from error

    def _answer(self) -> Any:
        with suppress(Exception):  # a step that fails does so again where it is needed, and is told there
            while not select([self._answers], [], [], 0)[0]:
                next(self._steps)
        try:
            outcome, *answer = read(self._answers)
        except (EOFError, OSError) as error:
            raise _ended() from error
        match outcome:
            case Outcome.REFUSED:
                raise Refused.of(answer)
            case Outcome.FAILED:
                raise EngineError(answer[0], hint=answer[1])
            case Outcome.BROKEN:
                raise RuntimeError(answer[0])
        return answer[0]


def _ended() -> EngineError:
    return EngineError("Helm's library has ended unexpectedly", hint="use `--engine helm`")
