"""Add what a server says to what validation has found."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from render.cluster import ClusterError
from render.manifests.objects import Object
from render.manifests.placed import placed
from render.problem import Problem, Severity
from render.rules.findings import Found
from render.shape.mistake import json_pointer, written
from render.source import Document
from render.spec import Spec
from render.spec.checking import check
from render.validation.file import Settings
from render.validation.rendered import objects_of, traced
from render.validation.result import Result
from render.validation.rooted import rooted
from render.validation.server.asking import Asker
from render.validation.suppression import wanted


@dataclass(slots=True)
class Stage:
    """What is asked of one server, until it doesn't answer."""

    asker: Asker
    settings: Settings
    failure: ClusterError | None = None
    """Why nothing more is asked."""

    def added(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield results in their order, with what the server says of their objects. Raises EngineError."""
        for result in results:
            if self.failure is None:
                try:
                    result = self._with_answers(result)  # noqa: PLW2901 - the same result, with more in it
                except ClusterError as error:
                    self.failure = error
            yield result._replace(sent=())

    def _with_answers(self, result: Result) -> Result:
        texts: Sequence[Document]
        if isinstance(result.sent, Spec):
            request = self.settings.request
            texts = [text for text in (result.sent.document, *request.overlays) if text is not None]
            checked = check(result.sent, request._replace(scripts=True))
            items = [item for item in objects_of(checked.files, request) if isinstance(item, Object)]
            problems = [traced(*found, texts) for found in self._news(items, result, checked.trainer)]
        else:
            items = list(result.sent)
            texts = [items[0].document] if items else []
            problems = [placed(found.rule, rooted(found.object), found.mistake) for found in self._news(items, result)]
        contents = {text.file: text.content for text in texts}
        kept = wanted(dict.fromkeys(problems), contents, self.settings.config)
        if not kept:
            return result
        found = Result.of(result.file, result.objects, [*result.problems, *kept], contents)
        return result._replace(problems=found.problems, rows=found.rows)

    def _news(self, items: Sequence[Object], result: Result, trainer: str | None = None) -> Iterator[Found]:
        """Yield what the server says, and validation has not said of the same place."""
        known = [problem for problem in result.problems if problem.severity is Severity.ERROR]
        for found in self.asker.about(items, trainer or self.settings.schemas.trainer):
            if not any(_is_told(found, problem) for problem in known):
                yield found


def _is_told(found: Found, problem: Problem) -> bool:
    """Say whether a problem is about the same place of the same object, or about what holds it."""
    if found.object.label != problem.object or problem.pointer is None:
        return False
    place = found.object.pointer + json_pointer(written(found.object.data, found.mistake.path))
    if found.object.pointer in (place, problem.pointer):  # the whole object
        return place == problem.pointer
    return f"{place}/".startswith(f"{problem.pointer}/") or f"{problem.pointer}/".startswith(f"{place}/")
